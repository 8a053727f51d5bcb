"""Charts hold the numbers they were given, and say them in words."""

from __future__ import annotations

import pytest

from widgets.charts import Chart, bars, intervals, lines
from workbench.lab import mean, share

WINS = [("one", share(30, 100)), ("<two>", share(0, 50))]


def drawn(chart: Chart) -> dict[str, object]:
    """The chart as it is stored."""
    bundle = chart._repr_mimebundle_()["application/vnd.plotly.v1+json"]
    assert isinstance(bundle, dict)
    return bundle


def test_an_interval_reaches_from_low_to_high() -> None:
    [found] = drawn(intervals("Wins", WINS, "share"))["data"]  # type: ignore[misc, str-unpack]
    for place, (_, estimate) in enumerate(WINS):
        assert found["x"][place] == pytest.approx(estimate.value, abs=1e-4)
        assert found["x"][place] + found["error_x"]["array"][place] == pytest.approx(estimate.high, abs=2e-4)
        assert found["x"][place] - found["error_x"]["arrayminus"][place] == pytest.approx(estimate.low, abs=2e-4)


def test_exact_values_stand_in_their_rows_and_are_told_apart_by_shape() -> None:
    found, exact = intervals("Wins", WINS, "share", exact={"<two>": 0.02}).figure.data
    assert (exact.x, exact.y) == ((0.02,), (1,)) and found.y == (0, 1)
    assert exact.marker.symbol != found.marker.symbol


def test_every_row_says_its_numbers() -> None:
    chart = intervals("Wins", WINS, "share", exact={"one": 0.25}, levels=[("best", 0.6)])
    assert repr(chart).splitlines() == [
        "Wins",
        "                    found               exact",
        "one    30.0% (21.9–39.6%)               25.0%",
        "<two>     0.0% (0.0–7.1%)                    ",
        "best: 60.0%",
    ]
    notes = {note.text for note in chart.figure.layout.annotations}
    assert notes == {"30.0% (21.9–39.6%)", "0.0% (0.0–7.1%)", "best 60.0%"}
    assert chart.figure.layout.yaxis.ticktext == ("one", "&lt;two&gt;")
    assert "exact" not in repr(intervals("Wins", WINS, "share"))


def test_values_that_are_no_chances_are_written_as_they_are() -> None:
    chart = intervals("Points", [("a", mean([11, 12, 12, 13, 12, 12]))], "points", percent=False)
    assert "12 (11.3–12.7)" in repr(chart)


def test_lines_can_be_compared_with_levels() -> None:
    without = lines("Learning", ["0", "1"], [("a", [0.1, 0.2]), ("b", [0.1, 0.3])], "games", "wins")
    chart = lines(
        "Learning", ["0", "1"], [("a", [0.1, 0.2]), ("b", [0.1, 0.3])], "games", "wins", levels=[("best", 0.537)]
    )
    assert repr(chart) == f"{without!r}\nbest: 53.7%"
    [level] = chart.figure.layout.shapes
    assert (level.y0, level.y1) == (0.537, 0.537)
    [note] = chart.figure.layout.annotations
    assert note.text == "best 53.7%"
    assert not without.figure.layout.shapes


def test_lines_fill_the_room_there_is() -> None:
    full, lower = [lines("Learning", ["0", "1"], [("a", [0.1, 0.2])], "games", "wins", top=top) for top in (1.0, 0.5)]
    assert lower.figure.layout.yaxis.range[1] == full.figure.layout.yaxis.range[1] / 2 > 0.5
    assert repr(full) == repr(lower)


def test_a_scale_of_chances_ends_where_they_do() -> None:
    def top(chart: Chart) -> float:
        return float(chart.figure.layout.yaxis.range[1]) / 1.08

    assert top(lines("Stars", ["0", "1"], [("a", [0.1, 0.368])], "stars", "share")) == pytest.approx(0.4)
    assert top(lines("Stars", ["0"], [("a", [0.1])], "stars", "share", levels=[("best", 0.55)])) == pytest.approx(0.6)
    assert top(bars("Wins", ["x", "y"], [("a", [0.3, 0.1])], "who", "share")) == pytest.approx(0.3)
    assert top(bars("Wins", ["x"], [("a", [0.3])], "who", "share", errors=[[0.05]])) == pytest.approx(0.4)
    assert top(bars("Wins", ["x"], [("a", [1.0])], "who", "share")) == pytest.approx(1.0)


def test_an_interval_below_nothing_has_no_dash_before_a_minus() -> None:
    words = repr(intervals("Balance", [("a", mean([-1.0, 1.0, 3.0])), ("b", mean([2.0, 3.0]))], "chips", percent=False))
    assert "1 (-3.97 to 5.97)" in words and "2.5 (-3.85 to 8.85)" in words
    assert "40.0% (30.9–49.8%)" in repr(intervals("Heads", [("coin", share(40, 100))], "share"))
