"""The benchmark of workers measures runs with processes that start and with processes that wait."""

from __future__ import annotations

import re

import pytest

import workbench as wb
from tests.helpers import benchmark_of
from workbench.lab import crew


def test_it_tells_both_kinds_of_runs_apart(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "KEPT_SECONDS", 3600)  # on a busy machine nobody gives up waiting either
    module = benchmark_of("workers")
    module.report("tiny", wb.load("northwood", preset="tiny"), 0.01)
    said = capsys.readouterr().out
    found = re.findall(r"two, (\w+): .* processor time [\d.]+ \+ ([\d.]+) s", said)
    assert [how for how, _ in found] == ["started", "waiting"]
    assert float(found[0][1]) > float(found[1][1]), "to start processes cost nothing"
    assert module.possible(module.Cost(9, 2.0, 0), module.Cost(9, 0.5, 1.0)) == 2.0
