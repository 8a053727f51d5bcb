"""The plan for very many games is worked out from a sample that was measured."""

from __future__ import annotations

import re

import pytest

import workbench as wb
from tests.helpers import benchmark_of


def test_the_plan_follows_from_the_sample(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    module = benchmark_of("scale")
    monkeypatch.setattr(module, "sample", lambda game, player, seconds: module.Sample(100.0, 200.0, 1500.0, 40.0, 5000.0))
    module.report("northwood", 0.01, 1e9, 0.1)
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("northwood, visitor: 100 games/s a core; bytes a game: 200 in a table, 1500 while playing, 40 on")
    # 1e9 / 100 = 1e7 seconds; 1e9 / 5000 = 2e5 seconds
    assert said[1].startswith("  1e+09 games: 116 core-days, 40 GB on disk, 278 at 0.1 a core-hour; with 50 workers")
    assert said[1].endswith("2.3 days") and said[2].startswith("northwood, random: ")


def test_a_sample_measures_everything() -> None:
    found = benchmark_of("scale").sample(wb.load("northwood", preset="tiny"), "random", 0.01)
    assert all([value > 0 for value in found])
    assert found.disk < found.table < found.row
    assert re.fullmatch(r"[a-z_]+", benchmark_of("scale").best(wb.load("resource_hog")))
