"""The most decisions and random events of a game, as the rules count them beforehand."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.games.northwood.test_contract import TestNorthwood as Contract
from workbench.core.game import Bounds, Game
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER
from workbench.games.northwood.dialogue import Respond

LADIES = {"setup": "custom", "allies": "LL LQ FQ LK", "rulers": "CQ CK LB CL EL EP EB FP"}
VARIANTS: dict[str, dict[str, Any]] = {
    **Contract.variants,
    "ladies": LADIES,
    "ladies, several in a dialogue": {**LADIES, "activations_per_dialogue": 4},
    "one activation in a visit": {"setup": "full", "activations_per_visit": 1},
    "nobody brought in": {"substitutes": "none"},
    "short hands": {"setup": "full", "hand_size": 4},
    "long hands": {"setup": "full", "hand_size": 12, "start_friendly": [3]},
}


def longest(game: Game, games: int = 45) -> tuple[int, int]:
    """The most decisions and random events of some games; in two of three nobody passes who could act."""
    most_decisions = most_chances = 0
    for number in range(games):
        state, rng = game.start(), Random("bounds", number)
        decisions = chances = 0
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                chances += 1
                state.apply(rng.pick(state.chance()))
                continue
            legal = state.legal()
            if number % 3 and state.phase.name == "ability_window" and len(legal) > 1:
                legal = legal[1:]
            if number % 3 == 2 and state.phase.name == "lady_of_leaves":
                legal = legal[:1]
            decisions += 1
            state.apply(legal[rng.below(len(legal))])
        most_decisions, most_chances = max(most_decisions, decisions), max(most_chances, chances)
    return most_decisions, most_chances


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_game_exceeds_the_bounds_and_they_are_of_the_right_size(variant: str) -> None:
    game = wb.load("northwood", **VARIANTS[variant])
    bounds = game.bounds()
    decisions, chances = longest(game)
    assert decisions <= bounds.decisions <= 10 * decisions
    assert chances <= bounds.chances <= 4 * chances
    assert (bounds.lowest, bounds.highest, bounds.total) == (0.0, 1.0, None)


def test_without_abilities_the_bounds_are_exact() -> None:
    """Eight visits: a choice of a fief and eight responses; eight rulers, and in a visit eight cards dealt and eight stated."""
    game = wb.load("northwood", abilities="off")
    assert game.bounds() == Bounds(decisions=8 * 9, chances=8 + 8 * 16)
    assert longest(game, 3) == (8 * 9, 8 + 8 * 16)


def test_a_short_deck_ends_visits_early() -> None:
    game = wb.load("northwood", abilities="off", highest_value=2, hand_size=6, fiefs=3)
    assert game.bounds() == Bounds(decisions=3 * (1 + 2), chances=3 + 3 * (6 + 2))
    assert longest(game, 3) == (9, 3 + 24)


def test_nothing_is_promised_of_changed_phases() -> None:
    class Mine(Respond):
        pass

    assert wb.load("northwood", phases={"respond": Mine}).bounds() == Bounds()
