"""Advice on 300 positions whose exact values are known."""

from __future__ import annotations

from typing import Any, Final

import pytest

import workbench as wb
from tests.players.test_rollout import Steps
from workbench.core.game import Game
from workbench.core.ladder import strongest
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER, State
from workbench.players import exact

NAMED: Final = 0.95
"""So many of them have to get an optimal move."""
GAMES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("kuhn", {}),
    ("liars_dice", {"faces": 2}),
    ("liars_dice", {}),
    ("nim", {}),
    ("nim", {"last": "loses"}),
    ("pig", {"goal": 15}),
    ("tic_tac_toe", {}),
    ("hexes", {"size": 3}),
)
"""Those with few positions first: the others make up for them."""
NEARLY: Final = 1e-5
"""Moves whose exact values differ by less are as good: value iteration stops there."""


def optimal(solution: exact.Solution | exact.Equilibrium, state: State) -> set[int]:
    """The moves that lose nothing; where something is hidden, nothing against an opponent who plays the exact equilibrium.
    Whatever another equilibrium plays there is among them."""
    worths = solution.worths(state.view(int(state.to_move)))
    return {action for action, worth in worths.items() if worth >= max(worths.values()) - NEARLY}


def positions(game: Game, number: int, solution: exact.Solution | exact.Equilibrium) -> list[State]:
    """Different positions in which some moves are better than others.

    They come from games in which the moves are drawn: at random, and where something is hidden from the exact equilibrium, as
    it says nothing of positions to which it does not lead.
    """
    found: dict[Any, State] = {}
    for seed in range(1_000):
        state, rng = game.start(), Random("positions", seed)
        while state.to_move != OVER and len(found) < number:
            if state.to_move == CHANCE:
                state.roll(rng)
                continue
            legal, view = state.legal(), state.view(int(state.to_move))
            if len(optimal(solution, state)) < len(legal) and rng.below(2):
                found.setdefault(view.state.key(), state.copy())
            drawn = isinstance(solution, exact.Equilibrium)
            state.apply(solution.choose(view, rng) if drawn else legal[rng.below(len(legal))])
    return list(found.values())


@pytest.mark.long
@pytest.mark.parametrize("number", [16, 300], ids=["some", "all"])
def test_advice_names_an_optimal_move(number: int) -> None:
    """Nobody says which player is to advise."""
    looked_at = named = 0
    for place, (name, options) in enumerate(GAMES):
        game = wb.load(name, **options)
        solution = exact.solve(game)
        for state in positions(game, (number - looked_at) // (len(GAMES) - place), solution):
            looked_at += 1
            advice = game.match(seed=looked_at, position=state).advice()
            named += advice.move.action in optimal(solution, state)
    assert looked_at == number
    assert named >= NAMED * looked_at


def test_a_strategy_of_ones_own_is_asked_first() -> None:
    """Nobody has measured whether something is better than what a person wrote."""
    assert strongest(wb.load("hexes")) == "rollout"
    assert strongest(wb.load(Steps)) == "loser"
