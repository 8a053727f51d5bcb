"""The chances shown at a decision."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import workbench as wb
from tests.games.goods_and_honor.changed import Crowded, FolkAlwaysWin
from workbench.core.state import State
from workbench.games.goods_and_honor.game import GoodsAndHonor
from workbench.games.goods_and_honor.laws import bag_of, draw_law


def build(position: dict[str, Any], **options: Any) -> State:
    return wb.load("goods_and_honor", **options).position(position)


def chances(state: State) -> dict[str, Fraction | float]:
    return {odds.label: odds.probability for odds in state.game.odds(state, 0)}


def test_the_next_draw_before_it_and_while_the_mat_is_arranged() -> None:
    """GH-CHANCE-3, GH-CHANCE-7."""
    law = draw_law(bag_of(GoodsAndHonor({}), 94, 24))
    expected = {
        "the next draw brings no Nastigan": law[0],
        "the next draw brings 1 Nastigan": law[1],
        "the next draw brings 2 Nastigans": law[2],
        "the next draw brings 3 Nastigans or more": sum(law[3:], Fraction(0)),
    }
    assert sum(expected.values()) == 1
    for phase in ("produce", "assign"):
        assert chances(build({"mats": {"A": "Food P2"}, "phase": phase})) == expected


@pytest.mark.parametrize(
    ("options", "position", "labels"),
    [
        ({"nastigans": 1}, {}, ["no Nastigan", "1 Nastigan"]),
        ({"nastigans": 0}, {}, []),
        ({}, {"table": "P1 W1"}, []),
        ({"bag_short": "skip_draw"}, {"mats": {"A": "-"}, "bag": "P1 N24"}, []),
    ],
    ids=["one", "none", "already drawn", "nothing will be drawn"],
)
def test_nothing_is_said_that_cannot_happen(
    options: dict[str, Any], position: dict[str, Any], labels: list[str]
) -> None:
    assert [label.removeprefix("the next draw brings ") for label in chances(build(position, **options))] == labels


@pytest.mark.parametrize(("tie", "guard", "other"), [("reroll", "9/14", "3/10"), ("folk_wins", "33/48", "10/24")])
def test_each_defender_has_its_chance(tie: str, guard: str, other: str) -> None:
    """GH-DUEL-7, GH-RULING-47."""
    state = build({"mats": {"A": "Rock S1 | Guards S1"}, "table": "N1"}, duel_tie=tie)
    assert chances(state) == {
        "the Sentryfolk in Rock wins": Fraction(other),
        "the Sentryfolk in Guards wins": Fraction(guard),
    }


def test_a_match_shows_them() -> None:
    match = wb.load("goods_and_honor").match(position={"mats": {"A": "Food P1 | Guards S1"}, "table": "N1"})
    assert "the Sentryfolk in Guards wins: 64.3%" in str(match.explain())


def test_a_roll_in_which_folks_always_win_changes_what_is_shown() -> None:
    """It was shown as 30.0 %, exact, whatever the roll."""
    match = wb.load("goods_and_honor", phases={"roll": FolkAlwaysWin}).match(
        position={"mats": {"A": "Food P1 | Guards S1"}, "table": "N1"}
    )
    assert set(chances(match.state).values()) == {1}
    assert "the Plainsfolk in Food wins: 100.0%" in str(match.explain())


def test_the_remark_at_a_section_asks_the_produce_goods_phase() -> None:
    """GH-PRODUCE-3; under a changed rule a fourth Folk in a section takes away what was there."""
    position = {"mats": {"A": "Food P3"}, "hands": {"A": "P1"}, "phase": "place"}
    for options, note in (({}, "2 points"), ({"phases": {"produce": Crowded}}, "-6 points")):
        match = wb.load("goods_and_honor", **options).match(position=position)
        assert next(move.note for move in match.moves() if "Food" in move.text) == note
