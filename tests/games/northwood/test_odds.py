"""The odds shown at a decision are those of the plain visit, and every decision is explained by its clauses."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

import workbench as wb
from tests.contract import random_game
from tests.games.northwood import test_contract as contract
from tests.games.northwood.changed import MustAct, NoTrump, OneOff
from tests.helpers import some_in_short
from workbench.core.exact import ExactSolver, after
from workbench.core.match import Match
from workbench.core.state import CHANCE, State
from workbench.games.northwood.components import PASS, SUBSTITUTES_DONE, card_name, card_of, count
from workbench.games.northwood.odds import LARGEST_HAND, odds, visit_success
from workbench.games.northwood.plain_visit import PlainVisit
from workbench.games.northwood.state import NorthwoodState

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
        exact = PlainVisit().exact_chances(int(state.hand), int(state.deck), 2)
        assert one.probability == pytest.approx(float(exact[fief]) if fief < len(exact) else 0.0)
        assert one.note == "exact, with best play and no further abilities"


def test_cards_known_on_top_of_the_deck_change_the_odds() -> None:
    position = {"hand": "C5 F2", "deck": "C3 C7 F1 F8", "fief": 2, "ruler": "LQ", "allies": SPENT}
    blind, seen = build(position), build({**position, "known": "C3 F1"})
    assert odds(blind, 0)[0].probability == pytest.approx(1 / 6)
    assert odds(seen, 0)[0].probability == 1.0


def test_points_made_already_are_taken_off_the_target() -> None:
    state = build({"hand": "C5 F2", "deck": "C3 C7", "score": "E1 E2", "fief": 1, "ruler": "LQ", "allies": SPENT})
    assert odds(state, 0)[0].probability == 0.0


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


# -- against the phases, played out by other means ----------------------------------------------------------------------


def played(state: State, ended: Any) -> Fraction:
    """The chance of success with best play and without abilities, by following every line; no help from what is tested."""
    settled = ended(state)
    if settled is not None:
        return Fraction(settled)
    if state.to_move == CHANCE:
        outcomes = state.chance()
        total = sum(weight for _, weight in outcomes)
        return sum((Fraction(w, total) * played(after(state, one), ended) for one, w in outcomes), Fraction(0))
    idle = [action for action in state.legal() if action in (PASS, SUBSTITUTES_DONE)]
    return max(played(after(state, action), ended) for action in idle or state.legal())


def wanted(state: NorthwoodState) -> dict[str, Fraction]:
    """What the odds should be, by their labels."""
    ended = visit_success(state)
    if state.phase.name == "choose_fief":
        fiefs = [fief for fief in range(state.game.fiefs) if state.game.action(f"fief:{fief}") in state.legal()]
        return {
            f"fief {fief} succeeds": played(after(state, state.game.action(f"fief:{fief}")), ended)
            for fief in fiefs
            if state.rulers[fief] >= 0
        }
    if state.phase.name == "respond":
        return {f"success after {card_name(card)}": played(after(state, card), ended) for card in state.legal()}
    return {f"fief {state.fief} succeeds": played(state, ended)}


SMALL: tuple[dict[str, Any], ...] = ({"highest_value": 3, "hand_size": 3}, {"highest_value": 2, "hand_size": 2})
VARIANTS: dict[str, dict[str, Any]] = {
    "usual": {"setup": "full"},
    "only trumps": {"setup": "full", "nontrump_scoring": "never"},
    "at the statement": {"setup": "full", "visit_end_check": "at_statement"},
    "instant": {"setup": "full", "visit_end_check": "instant", "baron_of_eyes_timing": "after_end_test"},
    "riders after the test": {"setup": "full", "baron_of_eyes_timing": "after_end_test", "activations_per_dialogue": 4},
    "riders": {"scenario": 16, "activations_per_dialogue": 4},
    "riders, instant": {"scenario": 16, "visit_end_check": "instant"},
    "no abilities": {"abilities": "off", "lives": 2},
    "an order": {"setup": "full", "fief_order": "edges_in", "concede": "on", "threshold": 20, "stars": (1,) * 8},
    "neighbours": {"scenario": 14},
    "face down": {"scenario": 10},
    "before the deal": {"setup": "full", "choose_fief": "before_deal", "win_rule": "hidden_three"},
    "must win": {"setup": "full", "must_win": (0, 7), "substitute_after_visit": "return_to_fief"},
}


@some_in_short("variant", list(VARIANTS), every=3)
def test_the_odds_are_what_comes_of_playing_the_phases(variant: str) -> None:
    """Random positions of a small deck, everywhere in the game: every line of odds, exactly."""
    games = [wb.load("northwood", **{**VARIANTS[variant], **small}) for small in SMALL]
    seen: dict[str, int] = {}
    for seed in range(30):
        for state, _ in random_game(games[seed % 2], seed):
            assert isinstance(state, NorthwoodState)
            size = count(state.hand) + count(state.deck)
            kind = f"{state.phase.name}{' with a rider' if state.riders else ''}"
            if state.to_move < 0 or size > (10 if state.phase.name == "respond" else 8) or seen.get(kind, 0) > 7:
                continue
            found = {one.label: one.probability for one in odds(state, 0)}
            if found:
                assert found == wanted(state), state.to_dict()
                seen[kind] = seen.get(kind, 0) + 1
    assert sum(seen.values()) >= 16 and seen["respond"] == 8
    assert ("choose_fief" in seen) == (variant not in ("before the deal", "face down"))
    if variant in ("riders", "riders, instant"):
        assert any("rider" in kind for kind in seen)


RIDER: dict[str, Any] = {
    "hand": "C6 F1", "deck": "C2 F3 E8", "fief": 1, "ruler": "CP", "score": "L1", "statement": "F2", "riders": 1,
    "allies": "CJ FJ LJ EB*", "activations": 1, "visit_activations": 1,
}


def test_a_baron_of_eyes_that_waits_is_part_of_the_odds() -> None:
    """NW-EYES-6: F1 is odd, so C6 is discarded, the hand is empty, and the point made before is all there is."""
    state = build(RIDER)
    assert {one.label: one.probability for one in odds(state, 0)} == {"success after F1": 1}
    assert odds(build({**RIDER, "riders": 0}), 0)[0].probability == 0


# -- changed rules -----------------------------------------------------------------------------------------------------


def test_a_response_without_trump_changes_the_odds() -> None:
    position = {"hand": "C6 F1", "deck": "L2 L3 E8", "fief": 1, "ruler": "CP", "allies": SPENT}
    assert [one.probability for one in odds(build(position), 0)] == [1]
    assert [one.probability for one in odds(build(position, phases={"respond": NoTrump}), 0)] == [0]


@pytest.mark.parametrize("phases", [{"respond": NoTrump}, {"end_of_visit": OneOff}], ids=str)
def test_the_odds_follow_changed_phases(phases: dict[str, Any]) -> None:
    for position in (
        {"hand": "C5 F2 L3", "deck": "C3 C7 F1 L8", "fief": 2, "ruler": "LQ", "allies": SPENT},
        {"hand": "C5 F2", "deck": "C3 C7 F1", "statement": "E1", "fief": 1, "ruler": "FQ", "allies": SPENT},
        {"hand": "C5 F2", "deck": "C3 L7 F1", "rulers": RULERS},
    ):
        state, usual = build(position, phases=phases), build(position)
        assert {one.label: one.probability for one in odds(state, 0)} == wanted(state)
        assert wanted(state) != wanted(usual)


def test_odds_that_cannot_be_told_under_changed_phases_say_so() -> None:
    window = {"hand": "C5 F2", "deck": "C3 C7", "fief": 1, "ruler": "LQ"}
    (one,) = odds(build(window, phases={"ability_window": MustAct}), 0)
    said = "The chance of success is not shown: it rests on the phase 'ability_window', which has been changed in these rules."
    assert (one.probability, one.note) == (None, said)
    (spent,) = odds(build({**window, "allies": SPENT}, phases={"ability_window": MustAct}), 0)
    assert spent.probability == odds(build({**window, "allies": SPENT}), 0)[0].probability
    (large,) = odds(build({"hand": "C1 C3 C5 F2 F4 L1 L7 E8", "fief": 1}, phases={"respond": NoTrump}), 0)
    assert large.probability is None
    assert "'respond', which has been changed in these rules, and there are too many ways to go on" in large.note


# -- explanations ------------------------------------------------------------------------------------------------------


@cache
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


SILENT = {"set_up", "deal", "turn_up", "statement", "end_of_visit", "reveal_stars", "game_over"}
NEVER_ASK = {"jack_of_claws", "queen_of_flowers", "queen_of_eyes", "queen_of_leaves"}
ASKING = sorted(set(wb.load("northwood").phases) - SILENT - NEVER_ASK)


def test_every_phase_that_asks_is_there() -> None:
    assert sorted(decisions()) == ASKING


@pytest.mark.parametrize("phase", ASKING)
def test_every_decision_is_explained_with_its_clauses_and_odds(phase: str) -> None:
    match = decisions()[phase]
    explanation = match.explain()
    own = match.state.phase
    assert explanation.title == own.title
    assert [clause.id for clause in explanation.clauses] == list(own.clauses_now(match.state))
    assert explanation.moves == match.moves() != ()
    assert all(move.clause in match.game.rulebook for move in explanation.moves)
    assert explanation.question.endswith(("?", ".")) and explanation.seat == 0
    text = str(explanation)
    first = text.splitlines()[0]
    assert explanation.question in first and first.count(own.title) == 1, "an ability's question begins with its title"
    assert explanation._repr_markdown_().split("\n")[0].count(own.title) == 1
    assert all(f"{clause.id}: {clause.plain}" in text for clause in explanation.clauses)
    assert all(str(move) in text for move in explanation.moves)
    assert all(0 <= one.probability <= 1 and str(one) in text for one in explanation.odds)
    assert isinstance(match.state, NorthwoodState)
    settled = phase in ("choose_fief", "substitute", "ability_window", "respond")
    assert bool(explanation.odds) == settled, "in the middle of an ability the hand is not yet the one to be played"
    assert ("exact, with best play" in text) == settled
