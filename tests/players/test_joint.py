"""Co-operative games: an optimum if the solver can tell, otherwise a plan and a bound."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.players.secret_games import Apart, Signal
from workbench import own
from workbench.players import exact
from workbench.players.game_tree import Equilibrium


class Ladder(own.Game):
    """Ladder

    - **LA-STEP-1** In turn, each of three players says whether to climb. A climb succeeds in half of all cases; a slip leads
      back to the ground.
    - **LA-END-1** Two rungs up, all players win two. A stop on the first rung wins one for all.
    """

    player_counts = (3,)
    highest = 2.0
    table = (own.Counter("rung", "How high they are.", 2),)

    class Step(own.Phase):
        moves = ("climb", "stop")

        def play(self, state: Any, choice: Any) -> None:
            state.finish(*[float(state.rung)] * 3) if choice == "stop" else state.go("luck")

    class Luck(own.Phase):
        clauses = ("LA-STEP-1",)
        random = True
        moves = ("up", "down")

        def play(self, state: Any, choice: Any) -> None:
            state.rung = state.rung + 1 if choice == "up" else 0
            state.finish(2.0, 2.0, 2.0) if state.rung == 2 else state.go("step", (state.turn + 1) % 3)


class Split(Ladder):
    """Split

    - **SP-STEP-1** The same, but a player who stops wins alone.
    """

    class Step(own.Phase):
        clauses = ("SP-STEP-1",)
        moves = ("climb", "stop")

        def play(self, state: Any, choice: Any) -> None:
            state.finish(1.0, 0.0, 0.0) if choice == "stop" else state.go("luck")

    class Luck(Ladder.Luck):
        clauses = ("SP-STEP-1",)


class Cards(own.Game):
    """Higher or lower

    - **HI-DRAW-1** You see a die of three faces, not the next one.
    - **HI-GUESS-1** You win if you guess whether the next is higher, lower or the same.
    """

    player_counts = (1,)
    table = (
        own.Choice("first", "What you see.", range(1, 4)),
        own.Choice("second", "What you do not see.", range(1, 4), seen="nobody"),
    )

    class Draw(own.Phase):
        random = True
        secret = True
        moves = range(1, 4)

        def play(self, state: Any, choice: Any) -> None:
            if state.first < 0:
                state.first = choice - 1
                return state.go("draw")
            state.second = choice - 1
            return state.go("guess")

    class Guess(own.Phase):
        moves = ("higher", "lower", "same")

        def play(self, state: Any, choice: Any) -> None:
            right = "higher" if state.second > state.first else "lower" if state.second < state.first else "same"
            state.finish(float(choice == right))


def test_two_who_cannot_talk_lose_a_quarter() -> None:
    """The best that two can do apart is three in four (Bell's inequality); if they could talk, they would always win."""
    found = exact.solve(Apart)
    assert isinstance(found, Equilibrium)
    assert found.value == (0.75, 0.75) and found.most == 1.0
    assert repr(found) == (
        "<Equilibrium of Apart: a joint plan that no seat can improve alone; 29 histories; worth 0.750 and 0.750; "
        "no joint plan is worth more than 1.000>"
    )


def test_a_plan_that_reaches_the_bound_is_an_optimum() -> None:
    """If each face gets its own flag, the other player always knows it. Evenly mixed play is stuck at one in three."""
    found = exact.solve(Signal)
    assert isinstance(found, Equilibrium)
    assert found.value == pytest.approx((1.0, 1.0)) and found.most == pytest.approx(1.0)
    assert found.method == "an optimal joint plan"
    match = wb.load(Signal).match(seed=3)
    match.play_out(found)
    assert match.state.returns() == (1.0, 1.0)


def test_one_seat_with_secrets_is_solved_exactly() -> None:
    """With a 1 or a 3 the guess is right in two of three cases, with a 2 in one."""
    found = exact.solve(Cards)
    assert isinstance(found, Equilibrium)
    assert found.value == pytest.approx((5 / 9,)) and found.method == "best reply to chance"
    assert found.exploitability() == pytest.approx(0.0)


def test_without_secrets_the_optimum_is_exact_even_if_positions_come_again() -> None:
    """From the ground two climbs in a row are reached sooner or later, so climbing on is worth two, and stopping less."""
    found = exact.solve(Ladder)
    assert isinstance(found, exact.Solution)
    assert found.value == pytest.approx((2.0, 2.0, 2.0), abs=1e-5)
    with refused(wb.WorkbenchError, "players who always get the same result; Split for 3 is none of these."):
        exact.solve(Split)


def test_the_rollout_player_takes_the_joint_plan_of_a_small_game() -> None:
    game = wb.load(Signal)
    for seed in range(6):
        match = game.match(seed=seed)
        match.play_out("rollout")
        assert match.state.returns() == (1.0, 1.0)
