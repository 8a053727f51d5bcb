"""The benchmark of what a player of For Northwood! expects says how often it was right, by visit and by what it said."""

from __future__ import annotations

import re
from types import ModuleType

import pytest

from tests.helpers import benchmark_of

SMALL = ("--option", "fiefs=3", "--option", "threshold=5")


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    return benchmark_of("northwood_calibration")


def test_it_says_what_was_said_and_what_came_of_it(benchmark: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert benchmark.main(["--player", "visitor", *SMALL, "--games", "6", "--others", "5"]) == 0
    first, second, *rows, last = capsys.readouterr().out.splitlines()
    assert re.search(r"fiefs=3, threshold=5, visitor; (plain|compiled)$", first)
    assert re.search(r"^won \d+\.\d% \(.*n = 6, Wilson 95%\)$", second)
    by_visit = [row for row in rows if re.match(r"[012] visits done: said [\d.]+, won [\d.]+, n = 6; won .*; Brier ", row)]
    assert len(by_visit) == 3 and all(re.match(r"said 0\.\d to [01]\.\d: said ", row) for row in rows[3:])
    asked = [int(re.findall(r"n = (\d+)", row)[0]) for row in rows[3:]]
    assert int(re.findall(r"n = (\d+)", last)[0]) == sum(asked) > 18
    assert re.search(r"; Brier 0\.\d+, of the share alone 0\.\d+$", last)


def test_a_player_that_expects_nothing_is_told_so(benchmark: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert benchmark.main(["--player", "counter", *SMALL, "--games", "1"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "This player states no chances under these rules."


def test_the_brier_score_by_hand(benchmark: ModuleType) -> None:
    said = benchmark.Said([0.5, 1.0, 0.0], [1.0, 1.0, 1.0])
    assert said.brier() == pytest.approx((0.25 + 0.0 + 1.0) / 3) and said.brier_of_share() == 0.0
