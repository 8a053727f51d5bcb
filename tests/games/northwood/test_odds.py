"""The odds shown at a decision are those of the plain visit, and every decision is explained by its clauses."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import workbench as wb
from tests.contract import random_game
from tests.games.northwood import test_contract as contract
from workbench.core.match import Match
from workbench.games.northwood.components import card_of
from workbench.games.northwood.odds import LARGEST_HAND, at, odds, visit_success
from workbench.games.northwood.plain_visit import exact_success_chances
from workbench.games.northwood.state import NorthwoodState
from workbench.players.exact import ExactSolver, after

SPENT = "CJ* FJ* LJ* EJ*"
RULERS = "CQ FQ LQ EQ CK FK LK EK"
READINGS: list[dict[str, Any]] = [{}, {"nontrump_scoring": "never"}, {"visit_end_check": "at_statement"}]
DISCARDING = {
    "hand": "C1 F2",
    "fief": 3,
    "phase": "jack_of_eyes",
    "allies": "CJ FJ LJ EJ*",
    "ability": {"slot": 3, "step": 1},
}


def build(position: dict[str, Any], **options: Any) -> NorthwoodState:
    state = wb.load("northwood", **options).position(position)
    assert isinstance(state, NorthwoodState)
    return state


@pytest.mark.parametrize("reading", READINGS, ids=str)
def test_the_odds_of_each_fief_are_the_exact_value_of_visiting_it_without_abilities(reading: dict[str, Any]) -> None:
    state = build(
        {"hand": "C5 F2 L3", "deck": "C3 C7 F1 L8", "rulers": RULERS, "failed": []}, abilities="off", **reading
    )
    found = odds(state, 0)
    assert [one.label for one in found] == [f"fief {fief} succeeds" for fief in range(8)]
    for fief, one in enumerate(found):
        child = after(state, state.game.action(f"fief:{fief}"))
        solver = ExactSolver(visit_success(state))
        assert one.probability == pytest.approx(float(solver.value(child)), abs=1e-12)


@pytest.mark.parametrize("reading", READINGS, ids=str)
@pytest.mark.parametrize("score", ["", "E1"])
def test_the_odds_after_each_response_are_its_exact_value_without_abilities(
    reading: dict[str, Any], score: str
) -> None:
    position = {"hand": "C2 C7 L1", "deck": "C3 L5 F3", "statement": "C5", "fief": 2, "ruler": "LQ", "score": score}
    state = build(position, abilities="off", **reading)
    solver = ExactSolver(visit_success(state))
    values = solver.action_values(state)
    assert [one.label for one in odds(state, 0)] == ["success after C2", "success after C7"]
    for one, value in zip(odds(state, 0), values.values(), strict=True):
        assert one.probability == pytest.approx(float(value), abs=1e-12)


def test_the_odds_of_a_visit_are_those_of_the_plain_solver() -> None:
    for fief, chance in ((0, Fraction(1, 3)), (1, Fraction(1, 2)), (2, Fraction(1, 6)), (3, Fraction(0))):
        state = build({"hand": "C5 F2", "deck": "C3 C7 F1 F8", "fief": fief, "ruler": "LQ", "allies": SPENT})
        assert state.phase.name == "ability_window"
        (one,) = odds(state, 0)
        assert one.label == f"fief {fief} succeeds" and one.probability == pytest.approx(float(chance), abs=1e-12)
        exact = exact_success_chances(int(state.hand), int(state.deck), 2)
        assert one.probability == pytest.approx(float(exact[fief]) if fief < len(exact) else 0.0)
        assert one.note == "exact, with best play, if no ability is used any more"


def test_cards_known_on_top_of_the_deck_change_the_odds() -> None:
    position = {"hand": "C5 F2", "deck": "C3 C7 F1 F8", "fief": 2, "ruler": "LQ", "allies": SPENT}
    blind, seen = build(position), build({**position, "known": "C3 F1"})
    assert odds(blind, 0)[0].probability == pytest.approx(1 / 6)
    assert odds(seen, 0)[0].probability == 1.0


def test_points_made_already_are_taken_off_the_target() -> None:
    state = build({"hand": "C5 F2", "deck": "C3 C7", "score": "E1 E2", "fief": 1, "ruler": "LQ", "allies": SPENT})
    assert odds(state, 0)[0].probability == 0.0
    assert at((0.25, 0.75), 1) == 0.75 and at((0.25, 0.75), -1) == 0.0 == at((0.25, 0.75), 2)


@pytest.mark.parametrize(
    ("options", "position"),
    [
        ({}, {}),
        ({}, {"friendly": [0, 1, 2, 3, 4, 5, 6, 7]}),
        ({"choose_fief": "before_deal"}, {}),
        ({}, {"hand": " ".join(f"{suit}{value}" for suit in "CF" for value in range(1, 9)), "fief": 3}),
        ({}, {**DISCARDING, "deck": ""}),
    ],
    ids=["chance", "over", "no hand", "too large a hand", "no deck"],
)  # fmt: skip
def test_there_are_no_odds_where_none_can_be_told(options: dict[str, Any], position: dict[str, Any]) -> None:
    assert LARGEST_HAND < 16
    assert odds(build(position, **options), 0) == ()


def test_a_ruler_face_down_has_no_odds() -> None:
    state = build({"hand": "C1 F2"}, scenario=10)
    assert odds(state, 0) == ()


def test_the_question_whether_a_visit_succeeds() -> None:
    state = build({"hand": "C5", "deck": "C3 C7", "fief": 1, "ruler": "LQ", "statement": "C4", "friendly": [2]})
    value_at = visit_success(state)
    assert value_at(state) is None
    assert value_at(after(state, card_of("C5"))) == 1
    lost = build({"hand": "C1", "deck": "C3 C7", "fief": 1, "ruler": "LQ", "statement": "C4", "friendly": [2]})
    assert visit_success(lost)(after(lost, card_of("C1"))) == 0


# -- explanations ------------------------------------------------------------------------------------------------------


def decisions() -> dict[str, Match]:
    """A match at a decision of every phase that asks something, out of random games of all variants."""
    found: dict[str, Match] = {}
    for options in contract.TestNorthwood.variants.values():
        game = wb.load("northwood", **options)
        for seed in range(40):
            for state, _ in random_game(game, seed):
                if state.to_move == 0 and state.phase.name not in found and bin(state.hand).count("1") <= 9:
                    found[state.phase.name] = game.match(position=state)
    return found


DECISIONS = decisions()


def test_every_phase_that_asks_is_there() -> None:
    silent = {"set_up", "deal", "turn_up", "statement", "end_of_visit", "reveal_stars", "game_over"}
    never_ask = {"jack_of_claws", "queen_of_flowers", "queen_of_eyes", "queen_of_leaves"}
    assert set(DECISIONS) == set(wb.load("northwood").phases) - silent - never_ask


@pytest.mark.parametrize("phase", sorted(DECISIONS))
def test_every_decision_is_explained_with_its_clauses_and_odds(phase: str) -> None:
    match = DECISIONS[phase]
    explanation = match.explain()
    own = match.state.phase
    assert explanation.title == own.title
    assert [clause.id for clause in explanation.clauses] == list(own.clauses_now(match.state))
    assert explanation.moves == match.moves() != ()
    assert all(move.clause in match.game.rulebook for move in explanation.moves)
    assert explanation.question.endswith(("?", ".")) and explanation.seat == 0
    text = str(explanation)
    assert explanation.question in text
    assert all(f"{clause.id}: {clause.plain}" in text for clause in explanation.clauses)
    assert all(str(move) in text for move in explanation.moves)
    assert all(0 <= one.probability <= 1 and str(one) in text for one in explanation.odds)
    assert isinstance(match.state, NorthwoodState)
    settled = phase in ("choose_fief", "substitute", "ability_window", "respond")
    assert bool(explanation.odds) == settled, "in the middle of an ability the hand is not yet the one to be played"
    assert ("exact, with best play" in text) == settled
