"""Tree search, against exact values, against random play, and against the temptation to look at hidden cards."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.helpers import some_in_short
from tests.toy_game.game import SealedLots
from workbench.core.exact import ExactSolver
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER
from workbench.players.playout import playout
from workbench.players.random_player import RandomPlayer
from workbench.players.search import Node, TreeSearch

TINY = wb.load("northwood", preset="tiny", threshold=5)
LAST_VISIT: dict[str, Any] = {"friendly": [1], "failed": [0], "fief": 2, "ruler": "LQ"}

DECISIONS = [
    ({"hand": "C3 L3", "deck": "L1 C1", "statement": "E1"}, "card:L3"),
    ({"hand": "C3 L3", "deck": "L1 L2", "statement": "C1"}, "card:C3"),
]


@pytest.mark.parametrize(("position", "best"), DECISIONS)
def test_it_chooses_what_is_exactly_best(position: dict[str, Any], best: str) -> None:
    state = TINY.position({**LAST_VISIT, **position})
    assert [TINY.symbol(action) for action in ExactSolver().best(state)] == [best]
    searcher = TreeSearch(TINY, Random(1), iterations=300)
    assert TINY.symbol(searcher.choose(state.view(0))) == best


def test_the_mean_of_a_decision_comes_near_its_exact_value() -> None:
    """The worth of a finished game is half the win and half the share of the stars, here 3 or 5 of 5."""
    state = TINY.position({**LAST_VISIT, "hand": "C3 L3", "deck": "L1 C1", "statement": "E1"})
    root = TreeSearch(TINY, Random(2), iterations=4000).search(state.view(0))
    total = sum(TINY.options["stars"][: TINY.options["fiefs"]])
    stars = {1: 5 / total, 0: 3 / total}
    for action, value in ExactSolver().action_values(state).items():
        child = root.by_action[action]
        expected = float(value) * (0.5 + 0.5 * stars[1]) + (1 - float(value)) * 0.5 * stars[0]
        assert child.worth[0] / child.visits == pytest.approx(expected, abs=0.05)
    assert root.visits == 4000 == sum(child.visits for child in root.children)


def test_a_decision_that_chance_makes_rare_is_judged_by_when_it_was_possible() -> None:
    """Below a random event not every decision is always possible: a node counts how often it was."""
    state = TINY.position({**LAST_VISIT, "hand": "C3 L3 F1", "deck": "L1 C1 F2 E1"})
    root = TreeSearch(TINY, Random(3), iterations=500).search(state.view(0))
    stack: list[Node] = [root]
    rare = 0
    while stack:
        node = stack.pop()
        for child in node.children:
            assert child.visits <= child.available <= node.visits
            rare += child.available < node.visits - 1
        stack += node.children
    assert rare


def test_the_choice_depends_on_the_view_alone() -> None:
    """What other seats hold in secret changes nothing: equal views and equal streams give equal choices."""
    game = SealedLots({}, 3)
    rng = Random(4)
    state = game.start()
    compared = 0
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.roll(rng)
            continue
        seat = int(state.to_move)
        choices = set()
        for number in range(4):
            other = state.resample(seat, Random(5, number))
            choices.add(TreeSearch(game, Random(6), iterations=60).choose(other.view(seat)))
        assert len(choices) == 1
        compared += len(state.legal()) > 1
        state.apply(choices.pop())
    assert compared >= 3


@some_in_short("seats", [2, 3], every=2)
def test_it_beats_random_players_with_hidden_cards(seats: int) -> None:
    game = SealedLots({}, seats)
    games = 900
    won = 0.0
    for number in range(games):
        players: list[Any] = [RandomPlayer(game, Random(number, "random", seat)) for seat in range(seats)]
        mine = number % seats
        players[mine] = TreeSearch(game, Random(number, "search"), iterations=80)
        state = game.start()
        playout(state, players, Random(number, "chance"))
        won += state.returns()[mine]
    even = 1 / seats
    assert won / games > even + 2 * (even * (1 - even) / games) ** 0.5


def test_it_is_found_by_name_and_repeats_itself() -> None:
    assert "tree_search" in wb.player_names("nim")
    first, second = TINY.match(seed=3), TINY.match(seed=3)
    first.play_out("tree_search")
    second.play_out("tree_search")
    assert first.actions == second.actions
