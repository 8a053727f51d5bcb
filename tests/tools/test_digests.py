"""Digests of games are the same in every run, and differ as soon as a rule does."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

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


def test_players_that_choose_otherwise_today_change_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert digests.main(["store", str(tmp_path), "northwood", "--games", "2"]) == 0
    monkeypatch.setattr(digests, "quick_player", lambda game, number: "random")
    random = digests.played("northwood", 1)
    [_, (digest, choices)] = json.loads((tmp_path / "northwood.json").read_text(encoding="utf-8"))
    assert random.digest != digest and random.choices != choices
    assert digests.main(["compare", str(tmp_path), "northwood"]) == 0
    assert digests.played("northwood", 1, choices[:-1]).digest == digests.played("northwood", 1, [99, *choices]).digest == ""


def test_what_all_that_differ_have_in_common_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert digests.main(["store", str(tmp_path), "keydom", "--games", "6"]) == 0
    changed = Counter([one for number in range(6) for one in digests.drawn_game("keydom", number).options.changed().items()])
    (option, value), number_of_games = changed.most_common(1)[0]
    assert number_of_games > 1
    usual = PlaySpace.spaces

    def spaces(self: PlaySpace, state: Any, seat: int, number: int) -> int:
        return 0 if state.game.options[option] == value else usual(self, state, seat, number)

    monkeypatch.setattr(PlaySpace, "spaces", spaces)
    assert digests.main(["compare", str(tmp_path), "keydom"]) == 1
    said = capsys.readouterr().out
    assert "of 6 games differ." in said and f'"{option}": ' in said.partition(" All of them have ")[2]


def test_what_was_never_stored_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert digests.main(["compare", str(tmp_path), "northwood"]) == 1
    assert capsys.readouterr().out.startswith("northwood: nothing is stored in ")
