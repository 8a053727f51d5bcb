"""Gymnasium's own checker, unmodified, on every game of one player, and what else is ours."""

from __future__ import annotations

import gymnasium as their_gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import workbench as wb
from tests.adapters.cases import SOLO, title
from tests.toy_game.game import SealedLots
from workbench.adapters import gymnasium
from workbench.core.errors import WorkbenchError
from workbench.core.game import Game

SOLO_NAMES = sorted({game.name for game in SOLO})
each_game = pytest.mark.parametrize("game", SOLO, ids=title)


@pytest.mark.parametrize("name", SOLO_NAMES)
def test_check_env(name: str) -> None:
    check_env(their_gymnasium.make(f"workbench/{name}-v0").unwrapped)


@each_game
def test_a_game_is_the_one_that_a_match_plays_from_the_same_seed(game: Game) -> None:
    table = gymnasium.env(game)
    _, info = table.reset(seed=9)
    random, match, over, reward = np.random.RandomState(1), game.match(seed=9), False, 0.0
    while not over:
        assert tuple(np.flatnonzero(info["action_mask"])) == match.state.legal()
        action = int(random.choice(np.flatnonzero(info["action_mask"])))
        match.play(action)
        _, reward, over, truncated, info = table.step(action)
        assert not truncated
    assert match.over and match.state.key() == table.match().state.key()
    assert reward == match.state.returns()[0] and not info["action_mask"].any()


@each_game
def test_an_illegal_action_changes_nothing_and_is_answered_with_its_clause(game: Game) -> None:
    table = gymnasium.env(game)
    before, info = table.reset(seed=2)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, over, _, info = table.step(wrong)
    assert (after == before).all() and reward == 0 and not over
    refusal = table.match().why_not(wrong)
    assert refusal is not None and info["refused"] == str(refusal)


def test_a_finished_game_pays_once() -> None:
    table = gymnasium.env("northwood", fiefs=1, threshold=0)
    _, info = table.reset(seed=1)
    rewards, over = [], False
    while not over:
        _, reward, over, _, info = table.step(int(np.flatnonzero(info["action_mask"])[0]))
        rewards.append(reward)
    assert rewards[-1] == 1 and sum(rewards) == 1
    assert table.step(0)[1] == 0


def test_wrong_uses_are_refused_with_a_sentence() -> None:
    with pytest.raises(WorkbenchError, match=r"has 2 players here.*use workbench\.adapters\.pettingzoo"):
        gymnasium.env(SealedLots({}, 2))
    with pytest.raises(WorkbenchError, match="render_mode must be one of ansi, rgb_array or None, not 'human'"):
        gymnasium.env("northwood", render_mode="human")
    with pytest.raises(wb.OptionError, match="has no option 'treshold'"):
        gymnasium.env("northwood", treshold=3)
