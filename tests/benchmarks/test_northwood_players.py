"""The benchmark of the players of For Northwood! says how many games were won, with the interval, the time and the mode."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

import workbench as wb

FILE = Path(__file__).resolve().parents[2] / "benchmarks" / "northwood_players.py"


def test_it_measures_a_player(capsys: pytest.CaptureFixture[str]) -> None:
    spec = importlib.util.spec_from_file_location("benchmark_of_northwood_players", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    game = wb.load("northwood", fiefs=2, threshold=0)
    module.measure(game, "two fiefs", "visitor", 3, 1)
    said = capsys.readouterr().out
    assert said.startswith("two fiefs") and "100.0% (43.9% to 100.0%, n = 3, Wilson 95 %)" in said
    assert re.search(r"[\d.]+ ms a decision, \d+ at most, [\d.]+ s a game, (plain|compiled)$", said.strip())
    first, again = (module.play(game, "visitor", 5, 1)[:2] for _time in range(2))
    assert first == again
