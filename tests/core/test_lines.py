"""A move from the past keeps the old future: a tree that one can walk, name, compare and cut."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.toy_game.game import SealedLots
from workbench.core.errors import WorkbenchError
from workbench.core.lines import LONGEST_NAME, MOST_LINES, Comparison, checked_name
from workbench.core.match import Match
from workbench.core.random import Random
from workbench.core.seating import Seating


def northwood(*moves: str) -> Match:
    match = wb.load("northwood").match(seed=7)
    for move in moves:
        match.play(move)
    return match


def test_a_move_from_the_past_keeps_the_old_future() -> None:
    match = northwood("visit fief 3", "pass")
    old = match.actions, match.log, match.state.key()
    match.goto(0)
    match.play("visit fief 0")
    assert match.steps == 1
    (kept,) = match.variations
    assert (kept.number, kept.of, kept.leaves, kept.first, kept.steps, kept.over) == (1, 0, 0, "visit fief 3", 2, False)
    new = match.actions
    match.to_variation(1)
    assert (match.actions, match.log, match.state.key()) == old
    assert [one.first for one in match.variations] == ["visit fief 0"]
    match.to_variation(1)
    assert match.actions == new and len(match.variations) == 1


def test_the_same_move_again_goes_along_the_line_that_is_there() -> None:
    match = northwood("visit fief 3", "pass")
    match.goto(0)
    events = match.play("visit fief 3")
    assert events[0].clause == "NW-VISIT-1"
    assert (match.step, match.steps, match.variations) == (1, 2, ())
    match.goto(0)
    match.play("visit fief 0")
    match.name_variation(1, "three")
    match.goto(0)
    assert match.play("visit fief 3") == events, "what happened is told again"
    assert (match.step, match.steps, match.name) == (1, 2, "three")
    assert [one.first for one in match.variations] == ["visit fief 0"]


def test_the_same_move_with_another_chance_is_another_line() -> None:
    match = northwood("visit fief 0")
    drawn = match.play("pass")
    match.undo()
    match.play("pass", chance="E8" if "8 of Eyes" not in str(drawn) else "E7")
    assert len(match.variations) == 1 and match.variations[0].first == "pass"


def test_variations_of_variations_make_a_tree() -> None:
    match = northwood("visit fief 3", "pass")
    match.goto(0)
    match.play("visit fief 0")
    match.to_variation(1)
    match.undo()
    match.play(next(one for one in match.state.legal() if one != match.find("pass")))
    match.to_variation(1)
    assert [(one.of, one.leaves) for one in match.variations] == [(0, 0), (1, 1)]
    match.drop_variation(2)
    match.drop_variation(1)
    assert match.variations == ()
    with refused(WorkbenchError, "This match has no variations; there is no variation 1."):
        match.drop_variation(1)


def test_a_branch_has_no_variations_and_shares_nothing_that_changes() -> None:
    match = northwood("visit fief 3")
    match.undo()
    match.play("visit fief 0")
    other = match.branch()
    assert other.variations == ()
    other.undo()
    other.play("visit fief 1")
    assert len(other.variations) == 1 and len(match.variations) == 1


def test_the_small_steps_of_a_choice_that_was_taken_back_are_no_variation() -> None:
    """Nor is the same choice in another order."""
    seating, rng = Seating(wb.load("merry_way").match(seed=1), screens=False), Random(2)
    match = seating.match
    while not seating.earlier_moves():
        legal = match.state.legal()
        seating.play(legal[rng.below(len(legal))])
    seating.play(seating.moves()[-1].action)
    assert match.variations == ()
    while not seating.partway:
        legal = match.state.legal()
        seating.play(legal[rng.below(len(legal))])
    seating.take_back()
    begun = match.at(match.step + 1)
    other = next(one for one in match.state.legal() if one != match.actions[-1] and match.branch().play(one))
    match.play(other)
    assert match.variations == () or match.state.key() == begun.key()


def test_the_oldest_without_a_name_makes_room() -> None:
    match, rng = northwood("visit fief 3"), Random(3)
    match.name_variation(0, "kept")
    for _ in range(2 * MOST_LINES):
        match.goto(0)
        for _ in range(4):
            legal = match.state.legal()
            match.play(legal[rng.below(len(legal))])
    assert len(match.variations) == MOST_LINES and "kept" in [match.name, *[one.name for one in match.variations]]


def test_two_lines_side_by_side() -> None:
    match = northwood("visit fief 3")
    match.undo()
    match.play("visit fief 0")
    found = match.compare(1)
    assert (found.here, found.there) == ("this line", "Line 1")
    assert ("fief", "0", "3") in found.rows
    assert "the two positions" in str(Comparison("a", "b", ())).lower()
    match.name_variation(1, "<b>x|y</b>")
    assert "<b>" not in match.compare(1)._repr_markdown_() and "<b>x|y</b>" in str(match.compare(1))


def test_a_seat_is_told_no_more_than_it_may_know() -> None:
    match = SealedLots({}, 3).match(seed=4)
    match.play(match.state.legal()[0])
    mover = match.seat
    match.play(match.state.legal()[0])
    match.undo()
    match.play(match.state.legal()[1])
    assert match.variations_for(mover)[0].first
    for seat in set(range(3)) - {mover}:
        (kept,) = match.variations_for(seat)
        assert kept.first == "" and kept.steps == len(match.noticed(seat)) - 1
        here, there = (match.branch().seen(seat).to_dict() for _ in range(2))
        assert here == there
    assert match.variations_for(None) == match.variations
    seating = Seating(match, screens=True)
    assert seating.covered and seating.variations() == ()
    for refused_while_covered in (seating.compare, seating.to_variation):
        with refused(WorkbenchError, "The board is covered"):
            refused_while_covered(1)


@pytest.mark.parametrize("number", [0, 2, -1, True, "1", None, 1.5, 10**400])
def test_what_is_no_variation_gets_a_sentence(number: Any) -> None:
    match = northwood("visit fief 3")
    match.undo()
    match.play("visit fief 0")
    for deed in (match.to_variation, match.drop_variation, match.compare):
        with refused(WorkbenchError, "This match has the variations 1 to 1; there is no variation"):
            deed(number)
    assert match.state.fief == 0 and len(match.variations) == 1


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (None, "The name of a line must be a text, not None."),
        ("x" * (LONGEST_NAME + 1), "can have 60 letters at most, not 61."),
        ("a\u202eb", "contains an invisible character"),
        ("\ud800", "contains an invisible character"),
    ],
)
def test_a_name_that_will_not_do_gets_a_sentence(name: Any, says: str) -> None:
    match = northwood()
    with refused(WorkbenchError, says):
        match.name_variation(0, name)
    assert match.name == "" and checked_name("") == ""
