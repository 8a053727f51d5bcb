"""Charts of a class hold the numbers of its report."""

from __future__ import annotations

from pathlib import Path

import pytest

import workbench as wb
from tests.helpers import refused
from widgets.classroom import choices_chart, refusals_chart
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
    refusals = refusals_chart(report)
    assert "NW-RULING-38  33.3%" in repr(refusals) and refusals.figure.data[0].x == (0.3333,)
    with refused(wb.WorkbenchError, "The report has 1 places; there is no place 2."):
        choices_chart(report, 2)


def test_without_refusals_there_is_nothing_to_draw(tmp_path: Path) -> None:
    wb.load("northwood").match(seed=7).save(tmp_path / "a")
    with refused(wb.WorkbenchError, "No refused move was counted"):
        refusals_chart(lab.class_report(tmp_path))
