"""What menus say about players: a sentence, and a strength that was measured, with n."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from workbench.core.errors import UnknownNameError
from workbench.core.registry import players_of
from workbench.core.strength import FILE, Strength, says, strength
from workbench.games.northwood.dialogue import Respond


@pytest.mark.parametrize("name", wb.game_names())
def test_what_is_stored_fits_the_game(name: str) -> None:
    game = wb.load(name)
    data = json.loads((game.folder / FILE).read_text(encoding="utf-8"))
    assert data["players"] == game.players
    assert set(data["strengths"]) <= set(players_of(game)) - {"scripted"}
    for one in data["strengths"].values():
        found = Strength(**one)
        assert found.n >= 10 and found.low <= found.value <= found.high
    assert strength(game, "scripted") == strength(game, game.reference_player)


def test_the_words_name_n_and_the_interval(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = {"n": 40, "value": 0.25, "low": 0.1, "high": 0.4}
    (tmp_path / FILE).write_text(json.dumps({"players": 3, "strengths": {"random": one}}))
    game = wb.load("northwood")
    monkeypatch.setattr(type(game), "folder", tmp_path)
    assert strength(game, "random") == "wins 25% (10% to 40%) against 2 × look_ahead, 40 games"
    (tmp_path / FILE).write_text(json.dumps({"players": 1, "strengths": {"random": one}}))
    assert strength(game, "random") == "mean score 0.2 (0.1 to 0.4, 40 games)"
    assert strength(game, "counter") == ""
    (tmp_path / FILE).unlink()
    assert strength(game, "random") == ""


def test_what_was_measured_by_other_rules_is_not_said() -> None:
    class Lazy(Respond):
        def scores(self, state: Any, card: Any) -> bool:
            return False

    assert strength(wb.load("northwood"), "random")
    assert strength(wb.load("northwood", phases={"respond": Lazy}), "random") == ""
    assert strength(wb.load("northwood", threshold=18), "random") == ""


def test_nobody_has_no_sentence() -> None:
    with refused(UnknownNameError, "There is no player 'nobody' for northwood."):
        says(wb.load("northwood"), "nobody")
