"""The command that learns what positions of For Northwood! promise, in small: it stores what the players read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.programs import ROOT, said_by
from workbench.games.northwood.judgement import FACTS, Net, read_net, unwritten

TOOL = ROOT / "tools" / "learn_northwood.py"


def test_a_small_run_stores_a_net(tmp_path: Path) -> None:
    file = tmp_path / "learnt.json"
    found = said_by(TOOL, "introductory", "--rounds", 1, "--games", 4, "--units", 4, "--into", file)
    assert found.returncode == 0 and found.stderr == "", found.stdout + found.stderr
    first = json.loads(file.read_text(encoding="utf-8"))["setups"]["introductory"]
    assert first["made"] == [{"setup": "introductory", "seed": 1, "rounds": 1, "games": 7, "thinking": False}]
    assert len(unwritten(first)[0]) == FACTS and isinstance(read_net(first), Net)
    assert len(first["deals"]) == 48 and first["allies"] == [0.0] * 24
    for deal in first["deals"]:
        assert len(deal) == 8 and all(0 <= alone <= 1 and 0 <= one <= two <= 1 for alone, one, two in deal)


@pytest.mark.long
def test_another_run_begins_with_a_stored_net(tmp_path: Path) -> None:
    file = tmp_path / "learnt.json"
    said_by(TOOL, "introductory", "--rounds", 1, "--games", 4, "--units", 4, "--into", file)
    first = json.loads(file.read_text(encoding="utf-8"))["setups"]["introductory"]
    more = ("full", "--begin-with", "introductory", "--rounds", 4, "--games", 2, "--units", 4)
    found = said_by(TOOL, *more, "--into", file)
    assert found.returncode == 0 and found.stderr == "", found.stdout + found.stderr
    setups = json.loads(file.read_text(encoding="utf-8"))["setups"]
    assert setups["introductory"] == first and setups["full"]["made"][0] == first["made"][0]
    assert setups["full"]["made"][1]["games"] == 2
    assert any(setups["full"]["allies"])


@pytest.mark.long
def test_what_was_learnt_is_adjusted_to_the_thinker(tmp_path: Path) -> None:
    """Two games on, the stored net has other weights and says that it was adjusted; with no net there is nothing to adjust."""
    file = tmp_path / "learnt.json"
    said_by(TOOL, "introductory", "--rounds", 1, "--games", 2, "--units", 4, "--into", file)
    first = json.loads(file.read_text(encoding="utf-8"))["setups"]["introductory"]
    more = ("introductory", "--rounds", 1, "--games", 2, "--into", file, "--thinking")
    found = said_by(TOOL, *more)
    assert found.returncode == 2 and "name it by --begin-with" in found.stderr
    found = said_by(TOOL, *more, "--begin-with", "introductory")
    assert found.returncode == 0 and found.stderr == "", found.stdout + found.stderr
    assert "loss on games held out " in found.stdout and ", shifted " in found.stdout
    then = json.loads(file.read_text(encoding="utf-8"))["setups"]["introductory"]
    adjusted = {"setup": "introductory", "seed": 1, "rounds": 1, "games": 2, "thinking": True}
    assert then["made"] == [*first["made"], adjusted] and then["start"] != first["start"]


@pytest.mark.long
def test_the_same_seed_learns_the_same(tmp_path: Path) -> None:
    files = [tmp_path / "one.json", tmp_path / "two.json"]
    for file in files:
        said_by(TOOL, "introductory", "--rounds", 1, "--games", 2, "--units", 4, "--into", file)
    assert files[0].read_bytes() == files[1].read_bytes()
