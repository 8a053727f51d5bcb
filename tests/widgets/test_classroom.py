"""Charts of a class hold the numbers of its report."""

from __future__ import annotations

from pathlib import Path

import pytest

import workbench as wb
from tests.helpers import refused, runs_programs_apart
from tests.lab.players import UNHURRIED
from tests.lab.tiny import Tiny
from widgets.classroom import choices_chart, meetings_chart, refusals_chart, standings_chart
from workbench import lab
from workbench.core.errors import IllegalMove
from workbench.core.seating import Seating


def test_the_charts_say_the_numbers_of_the_report(tmp_path: Path) -> None:
    for name, move in (("a", "visit fief 3"), ("b", "visit fief 0"), ("c", "visit fief 3")):
        seating = Seating(wb.load("northwood").match(seed=7))
        if name == "a":
            with pytest.raises(IllegalMove):
                seating.play("give up")
        seating.play(move)
        seating.match.save(tmp_path / name)
    report = lab.class_report(tmp_path)
    said = repr(choices_chart(report)).splitlines()
    chance = report.choices.set_index("move").loc["visit fief 3", "exact"]
    assert said[0] == "Which fief do you visit? (n = 3)"
    assert said[2].startswith("visit fief 3") and "66.7%" in said[2] and f"{chance:.1%}" in said[2]
    assert any("[scripted]" in line for line in said)
    people, chances = choices_chart(report).figure.data
    assert (people.xaxis or "x", chances.xaxis) == ("x", "x2"), "shares and chances have axes of their own"
    assert round(float(chance), 4) in list(chances.x)
    refusals = refusals_chart(report)
    assert "NW-RULING-38  33.3%" in repr(refusals) and refusals.figure.data[0].x == (0.3333,)
    with refused(wb.WorkbenchError, "The report has 1 places; there is no place 2."):
        choices_chart(report, 2)


def test_without_refusals_there_is_nothing_to_draw(tmp_path: Path) -> None:
    wb.load("northwood").match(seed=7).save(tmp_path / "a")
    with refused(wb.WorkbenchError, "No refused move was counted"):
        refusals_chart(lab.class_report(tmp_path))


@runs_programs_apart
def test_the_charts_of_a_tournament_say_its_table(tmp_path: Path) -> None:
    for name, move in (("anna", 2), ("ben", 0), ("<b>cleo", 7)):
        (tmp_path / f"{name}.py").write_text(f"def choose(view): return {move}")
    found = lab.class_tournament(tmp_path, Tiny({}, players=2), rounds=9, beside=(), **UNHURRIED)
    table = found.table.set_index("player")
    standings, meetings = standings_chart(found), meetings_chart(found)
    assert repr(standings).startswith("Tiny: 9 rounds (n = 9 games each); out: <b>cleo\n")
    assert f"1 anna {table.loc['anna', 'wins']:.1%}" in " ".join(repr(standings).split())
    assert len(standings.figure.data[0].x) == 2, "one game is too little for a bar beside those of nine"
    assert standings.figure.data[0].x[0] == table.loc["anna", "wins"]
    assert "<b>cleo" not in str(standings.figure.to_json()), "a name is text"
    # by hand: two always beats none
    pair = found.meetings.set_index(["player", "other"]).loc[("anna", "ben")]
    assert pair["wins"] == 1.0 and pair["n"] > 0 and pair["high"] == 1.0
    row, column = list(meetings.figure.data[0].y).index("anna"), list(meetings.figure.data[0].x).index("ben")
    assert meetings.figure.data[0].z[row][column] == 1.0 and meetings.figure.data[0].z[row][row] is None
    assert f"100% (n = {int(pair['n'])})" in repr(meetings)


@runs_programs_apart
def test_where_all_win_alike_scores_are_drawn(tmp_path: Path) -> None:
    (tmp_path / "anna.py").write_text("def choose(view): return view.legal()[-1]")
    found = lab.class_tournament(tmp_path, "northwood", rounds=2, beside=("random",), **UNHURRIED)
    found.table["wins"] = 0.0
    found.table["score"] = [6.7, 1.5]
    chart = standings_chart(found)
    assert chart.figure.data[0].x == (6.7, 1.5) and "all have the same share" in str(chart.figure.layout.xaxis.title.text)


@runs_programs_apart
def test_alone_nobody_meets_anybody_and_nobody_may_have_begun(tmp_path: Path) -> None:
    (tmp_path / "anna.py").write_text("def choose(view):")
    found = lab.class_tournament(tmp_path, "northwood", rounds=1, beside=(), **UNHURRIED)
    with refused(wb.WorkbenchError, "No two players have met in For Northwood! here"):
        meetings_chart(found)
    with refused(wb.WorkbenchError, "Every player is out"):
        standings_chart(found)
    found.table["n"] = 0
    with refused(wb.WorkbenchError, "Nobody began a game"):
        standings_chart(found)
