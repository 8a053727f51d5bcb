"""The search for better numbers changes what it may, keeps what proves better, and measures it in fresh games."""

from __future__ import annotations

import json
import re
from types import ModuleType

import pytest

import workbench as wb
from tests.helpers import benchmark_of
from workbench.core.random import Random


@pytest.fixture(scope="module")
def tuning() -> ModuleType:
    return benchmark_of("tune_player")


def test_numbers_are_changed_and_others_are_left(tuning: ModuleType) -> None:
    usual = tuning.numbers_of(wb.load("resource_hog").strategies["raider"])
    assert usual["attacks_from"] == 5 and "spares" not in usual  # that is a yes or a no
    for number in range(50):
        tried = tuning.changed(usual, ["attacks_from"], Random(number))
        assert {name for name in usual if tried[name] != usual[name]} <= {"attacks_from"}
        assert tried["attacks_from"] >= 0 and type(tried["attacks_from"]) is int


@pytest.mark.long
def test_what_is_better_proves_better_and_what_is_not_does_not(tuning: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "BLOCKS", (9, 18))
    kinds = wb.load("resource_hog").strategies
    game, others = wb.load("resource_hog"), [kinds["farmer"]]
    proved, said, following = tuning.better(game, kinds["raider"], kinds["merchant"], others, 0, 1)
    assert proved and re.fullmatch(r"\+\d\.\d{3} ± \d\.\d{3}, n = 27", said) and following == 27
    assert not tuning.better(game, kinds["merchant"], kinds["raider"], others, 0, 1)[0]
    assert tuning.better(game, kinds["raider"], kinds["raider"], others, 0, 1)[1].startswith("+0.000 ± 0.000, n = 9")


def test_it_says_what_it_found_and_how_good_that_is(
    tuning: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tuning, "BLOCKS", (4,))
    few = ["--trials", "3", "--games", "6", "--against", "farmer"]
    assert tuning.main(["resource_hog", "merchant", *few, "--begin", '{"attacks_from": 3}']) == 0
    lines = capsys.readouterr().out.splitlines()
    assert re.match(r"Resource Hog for \d players, merchant against farmer; (plain|compiled)$", lines[0])
    found = json.loads(lines[-2].removeprefix("3 changes tried; found: "))
    assert "attacks_from" in found
    assert re.match(r"against farmer: \d+\.\d% \(.*n = 6, Wilson 95%\)$", lines[-1])
    assert tuning.main(["resource_hog", "merchant", "--only", "beard"]) == 2
    assert "merchant has no number beard" in capsys.readouterr().err
