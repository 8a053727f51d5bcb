"""Digests of games are the same in every run, and differ as soon as a rule does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.programs import ROOT, said_by
from tools import digests
from workbench.games.keydom.workers import PlaySpace

QUICK = ("keydom", "northwood")
TOOL = ROOT / "tools" / "digests.py"


def test_another_process_finds_the_same_digests(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stored = said_by(TOOL, "store", tmp_path, "--games", 2, *QUICK)
    assert stored.returncode == 0 and stored.stderr == "", stored.stderr
    assert {file.stem for file in tmp_path.glob("*.json")} == set(QUICK)
    assert digests.main(["compare", str(tmp_path), *QUICK]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{name}: 2 games are the same." for name in QUICK]


def test_a_changed_rule_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert digests.main(["store", str(tmp_path), "keydom", "--games", "1"]) == 0
    assert len(json.loads((tmp_path / "keydom.json").read_text(encoding="utf-8"))) == 1
    monkeypatch.setattr(PlaySpace, "spaces", lambda self, state, seat, number: state.near[seat * 7] & 0)
    assert digests.main(["compare", str(tmp_path), "keydom"]) == 1
    assert "keydom: 1 of 1 games differ. The first is number 0, played at random with {" in capsys.readouterr().out


def test_what_was_never_stored_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert digests.main(["compare", str(tmp_path), "northwood"]) == 1
    assert capsys.readouterr().out.startswith("northwood: nothing is stored in ")
