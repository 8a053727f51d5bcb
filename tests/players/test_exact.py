"""Exact solvers, against values known otherwise, and what does not suit them is refused with a sentence."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from workbench import lab, own
from workbench.core.errors import TooLarge
from workbench.players import exact


class Round(own.Game):
    """Round and round

    - **RO-STEP-1** Go on, or stop: one in four times the game is won, else it goes on.
    - **RO-END-1** Who stops has won half a coin.
    """

    table = (own.Counter("steps", "Nothing else.", 1),)

    class Step(own.Phase):
        moves = ("on", "stop")

        def play(self, state: Any, choice: Any) -> None:
            state.finish(0.5) if choice == "stop" else state.go("luck")

    class Luck(own.Phase):
        clauses = ("RO-STEP-1",)
        random = True
        moves = ("good", "bad")

        def choices(self, state: Any) -> Any:
            return {"good": 1, "bad": 3}

        def play(self, state: Any, choice: Any) -> None:
            state.win(0) if choice == "good" else state.go("step")


class Pennies(own.Game):
    """Matching pennies

    - **MP-SHOW-1** Each player shows heads or tails, unseen by the other.
    - **MP-END-1** If both show heads player 1 wins 2, if both show tails 1; otherwise player 2 wins 1.
    """

    player_counts = (2,)
    table = (own.Choice("shown", "What each player shows.", ("heads", "tails"), each=True, seen="its owner"),)
    lowest, highest, total = -2.0, 2.0, 0.0

    class Show(own.Phase):
        secret = True
        moves = ("heads", "tails")

        def play(self, state: Any, choice: Any) -> None:
            state.shown[state.turn] = self.moves.index(choice)
            if state.turn == 0:
                return state.next_seat()
            first, second = state.shown
            won = (2 if first == 0 else 1) if first == second else -1
            return state.finish(won, -won)


def test_a_game_that_may_go_on_for_ever_is_iterated() -> None:
    with refused(wb.WorkbenchError, "In Round and round a position can be repeated; `exact.iterate` solves such games."):
        exact.backward(Round)
    solution = exact.solve(Round)
    assert solution.value == pytest.approx((1.0,), abs=1e-5)
    assert isinstance(solution, exact.Solution) and solution.rounds > 10
    assert solution.best(wb.load(Round).start()) == (0,)


def test_values_settle_at_the_same_with_numpy_and_without(monkeypatch: pytest.MonkeyPatch) -> None:
    pig = wb.load("pig", goal=8)
    plain = exact.iterate(pig, tolerance=1e-10)
    assert 0 < plain.positions <= exact.PLAIN
    monkeypatch.setattr(exact, "PLAIN", 0)
    other = exact.iterate(pig, tolerance=1e-10)
    assert other.rounds != plain.rounds
    assert {key: value[0] for key, value in other.values.items()} == pytest.approx(
        {key: value[0] for key, value in plain.values.items()}, abs=1e-8)
    with refused(wb.WorkbenchError, "The values had not settled after 2 rounds; they still moved by"):
        exact.iterate(pig, rounds=2)


def test_hidden_choices_are_mixed_as_they_should_be() -> None:
    """Heads in p of all games: 2p - (1-p) = -p + (1-p), so p = 2/5, and the game is worth 1/5."""
    solution = exact.solve(Pennies)
    assert isinstance(solution, exact.Equilibrium)
    assert solution.value == pytest.approx((0.2, -0.2))
    start = wb.load(Pennies).start()
    assert solution.at(start.view(0)) == pytest.approx({0: 0.4, 1: 0.6})


def test_regret_comes_near_the_exact_value() -> None:
    assert exact.regret(Pennies, 200).value[0] == pytest.approx(0.2, abs=0.02)


def test_the_solution_of_nim_plays_and_never_loses_where_it_can_win() -> None:
    solution = exact.backward("nim")
    assert solution.exploitability() == 0.0
    for seed in range(5):
        for player in (solution, solution.choose):
            match = wb.load("nim").match(seed=seed)
            match.play_out(["random", player])
            assert match.state.returns() == (0.0, 1.0), "who begins at 1, 3, 5, 7 loses against best play"
    runs = lab.simulate("nim", ["random", solution], 10, 1, rotate=False, progress=False)
    assert runs.table["win_1"].sum() == 10


def test_a_solution_that_leaves_something_to_win_says_so() -> None:
    """Here every position is worth the same, so the first move is taken: one match from the first row."""
    solution = exact.backward("nim")
    blind = exact.Solution(solution.game, "none", solution.value, dict.fromkeys(solution.values, (0.5, 0.5)))
    assert blind.exploitability() > 0.4


def test_the_method_suits_the_game() -> None:
    methods = [exact.solve(wb.load("auction", players=3, most=3)).method, exact.solve("kuhn").method, exact.solve("nim").method]
    assert [method.partition(",")[0] for method in methods] == ["regret matching", "sequence form", "backward induction"]


def test_what_does_not_suit_is_refused() -> None:
    with refused(TooLarge, "There are more than 100 positions: too many to solve Tic-tac-toe exactly."):
        exact.solve("tic_tac_toe", limit=100)
    with refused(wb.WorkbenchError, "Kuhn poker has secrets: use `exact.equilibrium`, which solves such games for two"):
        exact.backward("kuhn")
    with refused(wb.WorkbenchError, "A linear programme needs two players whose results always add up to the same (`total`)"):
        exact.equilibrium("auction")
    with refused(wb.WorkbenchError, "This position cannot be reached from the one that was solved."):
        game = wb.load("nim", last="loses")
        exact.backward("nim").value_of(game.position({"turn": 1, "rows": {"A": 1, "B": 3, "C": 5, "D": 7}}))
