"""Exact values, against values worked out by hand and by another way of counting."""

from __future__ import annotations

from fractions import Fraction

import pytest

import workbench as wb
from tests.helpers import refused
from tests.sample.guess.game import Guess
from workbench.core.errors import WorkbenchError
from workbench.core.exact import ExactSolver, after, end_of_game
from workbench.core.state import OVER, State
from workbench.games.northwood.components import suit_of
from workbench.games.northwood.dialogue import Respond
from workbench.games.northwood.odds import visit_success
from workbench.games.northwood.state import NorthwoodState

GAME = wb.load("northwood")
TINY = wb.load("northwood", preset="tiny")
LAST_VISIT = {"friendly": [1], "failed": [0], "fief": 2, "ruler": "LQ"}


def test_the_value_of_a_choice_is_the_best_of_its_actions() -> None:
    """C5 F2 against C3 C7 F1 F8 under Leaves: the chances of 0, 1 and 2 points are 1/3, 1/2 and 1/6 (example E3)."""
    for fief, value in ((0, "1/3"), (1, "1/2"), (2, "1/6")):
        state = GAME.position(
            {"hand": "C5 F2", "deck": "C3 C7 F1 F8", "fief": fief, "ruler": "LQ", "allies": "CJ* FJ* LJ* EJ*"}
        )
        assert isinstance(state, NorthwoodState)
        solver = ExactSolver(visit_success(state))
        assert solver.value(state) == Fraction(value)
        assert solver.action_values(state) == {GAME.action("pass"): Fraction(value)}


def test_the_question_left_out_is_what_seat_0_returns_at_the_end() -> None:
    """Tiny game, last visit, target 2: a statement C1 or L2; the answers are worked out by hand.

    Stars 3 (fief 1) are won and 2 (fief 2) are at stake; with a threshold of 5 the visit decides the game.
    """
    game = wb.load("northwood", preset="tiny", threshold=5)
    # C3 beats C1 and, as no trump, not L1; L3 beats both. To score twice, C1 must come while C3 is in hand ...
    state = game.position({**LAST_VISIT, "hand": "C3 L3", "deck": "C1 L1 L2"})
    # ... so C1 must be among the first two of three statements, answered by C3: then L3 scores on a Leaf. 2/3.
    assert ExactSolver().value(state) == Fraction(2, 3)


def test_chance_is_weighed_and_the_best_action_named() -> None:
    game = wb.load("northwood", preset="tiny", threshold=5)
    state = game.position({**LAST_VISIT, "hand": "C3 L3", "deck": "L1 L2", "statement": "C1"})
    solver = ExactSolver()
    assert solver.best(state) == (game.action("card:C3"),)
    free = game.position({**LAST_VISIT, "hand": "C3 L3", "deck": "L1 C1", "statement": "E1"})
    # L3 scores on E1, then C3 must meet C1 and not L1: 1/2. C3 does not score: too few.
    assert solver.action_values(free) == {game.action("card:C3"): Fraction(0), game.action("card:L3"): Fraction(1, 2)}
    assert solver.value(free) == Fraction(1, 2) and solver.best(free) == (game.action("card:L3"),)


def by_expansion(state: State) -> Fraction:
    """The same value, without a memory and by another path: every line is followed to the end."""
    if state.to_move == OVER:
        return Fraction(state.returns()[0])
    if state.to_move >= 0:
        return max(by_expansion(after(state, action)) for action in state.legal())
    total = sum(weight for _, weight in state.chance())
    return sum(
        (Fraction(weight, total) * by_expansion(after(state, one)) for one, weight in state.chance()), Fraction(0)
    )


@pytest.mark.parametrize(
    "position",
    [
        {"hand": "C1 F2 L3", "deck": "C2 C3 F1 E1"},
        {"hand": "C1 L1", "deck": "C2 F1 L2 E3", "score": "E1"},
        {"hand": "L1 L2 E3", "deck": "L3 E1", "statement": "E2"},
    ],
)
def test_values_agree_with_a_plain_expansion(position: dict[str, str]) -> None:
    game = wb.load("northwood", preset="tiny", threshold=5)
    state = game.position({**LAST_VISIT, **position})
    solver = ExactSolver()
    assert solver.value(state) == by_expansion(state)
    known = solver.positions
    assert known > 0 and solver.value(state) == by_expansion(state)
    assert solver.positions == known, "what is known is not looked at again"


def test_looking_leaves_the_position_as_it_is() -> None:
    state = TINY.position({**LAST_VISIT, "hand": "C3 L3", "deck": "L1 L2"})
    key = state.key()
    ExactSolver().value(state)
    assert state.key() == key
    assert after(state, state.legal()[0]).key() != key == state.key()


def test_a_finished_game_has_its_return_as_value() -> None:
    won = GAME.position({"friendly": [0, 1, 2, 6, 7], "failed": [3, 4, 5]})
    assert end_of_game(won) == Fraction(1) == ExactSolver().value(won)
    assert end_of_game(GAME.start()) is None


def test_a_tree_beyond_the_limit_is_refused_with_a_sentence() -> None:
    state = TINY.start()
    with refused(WorkbenchError, "This position has more than 50 positions below it. Start nearer to the end."):
        ExactSolver(limit=50).value(state)


def test_a_changed_phase_that_leaves_no_move_is_named() -> None:
    class NoTrumps(Respond):
        def legal(self, state: NorthwoodState) -> tuple[int, ...]:
            return tuple([card for card in super().legal(state) if suit_of(card) != state.trump()])

    game = wb.load("northwood", preset="tiny", phases={"respond": NoTrumps})
    state = game.position({**LAST_VISIT, "hand": "C3 L3", "deck": "L1 C1", "statement": "E1"})
    with refused(WorkbenchError, "The phase 'respond' leaves no move in a position that may come from here."):
        ExactSolver().value(state)


def test_a_game_of_two_deciders_is_refused() -> None:
    with refused(WorkbenchError, "The exact solver only handles games in which one player decides."):
        ExactSolver().value(Guess({}).start())


def test_a_policy_is_followed_and_not_improved() -> None:
    """Of C3 and L3 against E1 only L3 can still win, with a chance of 1/2: see above."""
    game = wb.load("northwood", preset="tiny", threshold=5)
    state = game.position({**LAST_VISIT, "hand": "C3 L3", "deck": "L1 C1", "statement": "E1"})
    for symbols, value in ((("card:C3",), 0), (("card:L3",), "1/2"), (("card:C3", "card:L3"), "1/4")):
        wanted = [game.action(symbol) for symbol in symbols]

        def policy(at: State, wanted: list[int] = wanted) -> list[int]:
            return [action for action in wanted if action in at.legal()] or [at.legal()[0]]

        assert ExactSolver(policy=policy).value(state) == Fraction(value)


def test_a_policy_of_the_best_actions_is_worth_as_much_as_best_play() -> None:
    game = wb.load("northwood", preset="tiny", threshold=5)
    state = game.position({**LAST_VISIT, "hand": "C1 F2 L3", "deck": "C2 C3 F1 E1"})
    best = ExactSolver()
    assert ExactSolver(policy=best.best).value(state) == best.value(state)
    at_random = ExactSolver(policy=lambda at: at.legal()).value(state)
    assert 0 < at_random < best.value(state)


@pytest.mark.parametrize("chosen", [(), (999,)])
def test_a_policy_that_gives_nothing_legal_is_refused(chosen: tuple[int, ...]) -> None:
    state = TINY.position({**LAST_VISIT, "hand": "C3 L3", "deck": "L1 L2", "statement": "C1"})
    with refused(WorkbenchError, f"one or more of the legal actions {state.legal()}, not {chosen!r}."):
        ExactSolver(policy=lambda at: chosen).value(state)
