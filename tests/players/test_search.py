"""Tree search, against exact values, against random play, and against the temptation to look at hidden cards."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.players.test_rollout import Steps, position_of
from tests.toy_game.game import SealedLots
from workbench import own
from workbench.core.errors import WorkbenchError
from workbench.core.exact import ExactSolver
from workbench.core.player import FunctionPlayer, Player
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER, View
from workbench.players import exact
from workbench.players.playout import playout
from workbench.players.random_player import RandomPlayer
from workbench.players.rollout import RolloutPlayer
from workbench.players.search import TreeSearch

TINY = wb.load("northwood", preset="tiny", threshold=5)
LAST_VISIT: dict[str, Any] = {"friendly": [1], "failed": [0], "fief": 2, "ruler": "LQ"}

DECISIONS = [
    ({"hand": "C3 L3", "deck": "L1 C1", "statement": "E1"}, "card:L3"),
    ({"hand": "C3 L3", "deck": "L1 L2", "statement": "C1"}, "card:C3"),
]


class Fork(own.Game):
    """Fork

    - **FK-GO-1** Whoever goes left may win with the second step, or lose; whoever goes right wins three times out of five.
    - **FK-GO-2** After a step to the left, the second step to the right wins.
    """

    table = (own.Counter("steps", "How many steps were taken.", 2),)
    strategies = {}  # noqa: RUF012

    class Go(own.Phase):
        moves = ("right", "left")

        def play(self, state: Any, choice: Any) -> None:
            if choice == "right":
                state.go("luck")
            else:
                state.go("on")

    class On(own.Phase):
        clauses = ("FK-GO-2",)
        moves = ("left", "straight", "right")

        def play(self, state: Any, choice: Any) -> None:
            state.finish(1.0 if choice == "right" else 0.0)

    class Luck(own.Phase):
        clauses = ("FK-GO-1",)
        random = True
        moves = ("good", "bad")

        def choices(self, state: Any) -> Any:
            return {"good": 3, "bad": 2}

        def play(self, state: Any, choice: Any) -> None:
            state.finish(1.0 if choice == "good" else 0.0)


@pytest.mark.parametrize(("position", "best"), DECISIONS)
def test_it_chooses_what_is_exactly_best(position: dict[str, Any], best: str) -> None:
    state = TINY.position({**LAST_VISIT, **position})
    assert [TINY.symbol(action) for action in ExactSolver().best(state)] == [best]
    searcher = TreeSearch(TINY, Random(1), playouts=300)
    assert TINY.symbol(searcher.choose(state.view(0))) == best


def test_it_learns_what_to_do_later() -> None:
    """Playouts at random win a third of the games after the left turn, and so the rollout player goes right."""
    game = wb.load(Fork)
    view = game.start().view(0)
    right, left = 0, 1
    assert RolloutPlayer(game, Random(1), playouts=300).study(view)[0].action == right
    searcher = TreeSearch(game, Random(1), playouts=300)
    found = searcher.study(view)
    assert [one.action for one in found] == [left, right]
    assert found[0].mean() > 0.8 and found[1].mean() == pytest.approx(0.6, abs=0.15)
    (node,) = searcher.nodes.values()
    assert node.tries[2] > 0.8 * node.visits and sum(node.tries) == node.visits == len(found[0].worths)


def test_it_finds_more_of_the_best_moves_of_nim_than_playouts_alone(short: bool) -> None:
    """Without the solver. Random play says nearly nothing of Nim; what the tree learns on the way, does."""
    game = wb.load("nim", last="loses")
    solution = exact.backward(game)
    looked_at = searched = tried_out = 0
    positions = 6 if short else 20
    for number in range(positions):
        state = position_of(game, number, 2)
        view = state.view(int(state.to_move))
        if solution.value_of(state)[view.seat] == 1.0:
            looked_at += 1
            searched += TreeSearch(game, Random(number), playouts=1500).study(view)[0].action in solution.best(state)
            tried_out += RolloutPlayer(game, Random(number), playouts=1500).study(view)[0].action in solution.best(state)
    assert searched >= 2 * tried_out and 2 * searched >= looked_at >= positions / 2, (searched, tried_out, looked_at)


def test_the_tree_is_kept_while_the_game_stays_in_it() -> None:
    game = wb.load(Steps)
    searcher = TreeSearch(game, Random(1), playouts=200)
    state = game.start()
    state.apply(searcher.study(state.view(0))[0].action)
    first = searcher.nodes
    assert all([node.visits == sum(node.tries) > 0 for node in first.values()])
    for action in (game.action("luck:1"), game.action("step:3"), game.action("luck:0")):
        state.apply(action)
    assert (0, state.view(0).state.key()) in first
    searcher.study(state.view(0))
    assert searcher.nodes is first
    searcher.study(game.position({"place": {"Player 1": 1, "Player 2": 0}}).view(0))
    assert searcher.nodes is not first, "that position was not in it"


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
            choices.add(TreeSearch(game, Random(6), playouts=60).study(other.view(seat))[0].action)
        assert len(choices) == 1
        compared += len(state.legal()) > 1
        state.apply(choices.pop())
    assert compared >= 3


def test_each_seat_has_nodes_of_its_own() -> None:
    """In a node of another seat its hand is known, and those of the others are not: no node knows two hands."""
    game = SealedLots({}, 3)
    state = position_of(game, 3, 0)
    searcher = TreeSearch(game, Random(6), playouts=200)
    searcher.study(state.view(int(state.to_move)))
    assert {node.seat for node in searcher.nodes.values()} >= {1, 2}
    place = 2 + [field.name for field in game.fields()].index("hands")  # the phase and who decides stand before the fields
    for seat, key in searcher.nodes:
        assert [min(hand) > 0 for hand in key[place] if hand] == [other == seat for other in range(3) if key[place][other]]


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3])
def test_it_beats_random_players_with_hidden_cards(seats: int) -> None:
    game = SealedLots({}, seats)
    games = 300
    won = 0.0
    for number in range(games):
        players: list[Player] = [RandomPlayer(game, Random(number, "random", seat)) for seat in range(seats)]
        mine, searcher = number % seats, TreeSearch(game, Random(number, "search"), playouts=40)
        players[mine] = FunctionPlayer(game, Random(0), searching(searcher))
        state = game.start()
        playout(state, players, Random(number, "chance"))
        won += state.returns()[mine]
    even = 1 / seats
    assert won / games > even + 2 * (even * (1 - even) / games) ** 0.5


def searching(searcher: TreeSearch) -> Any:
    """What the tree says, although the game is small enough to be solved."""

    def choose(view: View) -> int:
        return searcher.study(view)[0].action if len(view.legal()) > 1 else view.legal()[0]

    return choose


def test_it_is_found_by_name_and_repeats_itself() -> None:
    assert "tree_search" in wb.player_names(Steps)
    games = [wb.load("keydom").match(seed=3) for _time in range(2)]
    for match in games:
        for _decision in range(6):
            match.play(TreeSearch(match.game, Random(7), playouts=30, horizon=6).choose(match.state.view(match.seat)))
    assert games[0].actions == games[1].actions


def test_wrong_numbers_are_refused() -> None:
    with refused(WorkbenchError, "Exploration must be 0 or more, not -1.5."):
        TreeSearch(TINY, Random(1), exploration=-1.5)
