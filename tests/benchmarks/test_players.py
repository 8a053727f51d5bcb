"""The benchmark of players says who played, how often it won, with n and the interval, and what a decision cost."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

FILE = Path(__file__).resolve().parents[2] / "benchmarks" / "players.py"


def test_it_says_how_often_a_player_won_and_what_that_cost(capsys: pytest.CaptureFixture[str]) -> None:
    spec = importlib.util.spec_from_file_location("benchmark_players", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.main(["nim", "--against", "random", "--games", "4", "--playouts", "5"]) == 0
    said = capsys.readouterr().out
    assert "nim, 2 players, rollout, 5 playouts over random; " in said
    assert re.search(r"against random: \d+\.\d% \(.*n = 4, Wilson 95 %\); score .* ms a decision", said)
