"""Whatever is handed over as an action or a seed is taken, or answered with a sentence; a refusal changes nothing."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import pytest

from tests.adapters.cases import GAMES, SOLO, each, title
from workbench.adapters import gymnasium, openspiel, pettingzoo
from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.core.outside import LONGEST

WRONG: Final[tuple[Any, ...]] = (
    *(float("inf"), float("-inf"), float("nan"), 1.0, 0.5, 1e300, np.float64("inf"), 1 + 1j),
    *("x", "0", "", "\ud800", "a" * 10**6, b"0", None, [], [0], {}, np.array([0, 1]), object()),
    *(-1, 10**6, 10**400, -(10**400), 10**5000, np.int64(10**9)),
)
"""What is no action of any game."""
WRONG_SEEDS: Final[tuple[Any, ...]] = tuple(
    [one for one in WRONG if one is not None and (not isinstance(one, (int, np.integer)) or one in (10**400, 10**5000))]
)


def refused(deed: Any, *given: Any) -> str:
    """The sentence that answers something wrong."""
    with pytest.raises(WorkbenchError) as fault:
        deed(*given)
    said = str(fault.value)
    assert said.endswith((".", ")")) and len(said) <= LONGEST
    return said


def refuse_all(table: Any, wrong_seeds: tuple[Any, ...]) -> None:
    """See to it that an environment refuses every wrong action and seed, and is as before after that."""
    assert "reset()" in refused(table.step, 0)
    table.reset(seed=1)
    before = table.episode.state.key()
    for wrong in WRONG:
        refused(table.step, wrong)
    for wrong in wrong_seeds:
        assert "seed" in refused(lambda seed: table.reset(seed=seed), wrong)
    assert table.episode.state.key() == before


@pytest.mark.parametrize("game", SOLO, ids=title)
def test_gymnasium(game: Game) -> None:
    table = gymnasium.env(game)
    refuse_all(table, (*WRONG_SEEDS, -1))
    assert table.reset(seed=np.int64(1))[1]["action_mask"].any()


@each(GAMES)
def test_pettingzoo(game: Game) -> None:
    table = pettingzoo.env(game)
    refuse_all(table, WRONG_SEEDS)
    table.reset(seed=np.int64(1))


@each(GAMES)
def test_openspiel(game: Game) -> None:
    state = openspiel.load(game).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    before = str(state)
    illegal = next(action for action in range(game.actions) if action not in state.legal_actions())
    for wrong in (*WRONG, illegal):
        refused(state.apply_action, wrong)
    assert str(state) == before
    state.apply_action(np.int64(state.legal_actions()[0]))
    assert str(state) != before
