"""What menus say about players: a sentence, and a strength that was measured, with n."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from workbench.core.errors import UnknownNameError
from workbench.core.ladder import FILE, Rung, ladder, opponents
from workbench.core.strength import says, strength
from workbench.games.northwood.dialogue import Respond

RUNG = vars(Rung("random", n=40, value=0.25, low=0.1, high=0.4, rating=900, rating_low=850, rating_high=950))


@pytest.mark.parametrize("name", wb.game_names())
def test_the_reference_player_is_on_the_ladder(name: str) -> None:
    game = wb.load(name)
    assert game.reference_player in [rung.player for rung in ladder(game)]
    assert strength(game, "scripted") == strength(game, game.reference_player) != ""


def test_the_words_name_n_and_the_interval(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / FILE).write_text(json.dumps({"ladder": [RUNG]}))
    alone, several = wb.load("northwood"), wb.load("goods_and_honor")
    for game in (alone, several):
        monkeypatch.setattr(type(game), "folder", tmp_path)
    assert strength(alone, "random") == "wins 25% (10% to 40%, 40 games)"
    assert strength(several, "random") == "wins 25% (10% to 40%, 40 games) against 2 balanced elders, rating 900"
    assert strength(alone, "counter") == ""
    (tmp_path / FILE).unlink()
    assert strength(alone, "random") == ""


def test_what_was_measured_by_other_rules_is_not_said() -> None:
    class Lazy(Respond):
        def scores(self, state: Any, card: Any) -> bool:
            return False

    assert strength(wb.load("northwood"), "random")
    assert strength(wb.load("northwood", phases={"respond": Lazy}), "random") == ""
    assert strength(wb.load("northwood", threshold=18), "random") == ""
    assert strength(wb.load("keydom", players=3), "random") == ""


def test_nobody_has_no_sentence() -> None:
    with refused(UnknownNameError, "There is no player 'nobody' for northwood."):
        says(wb.load("northwood"), "nobody")


@pytest.mark.parametrize(
    ("rated", "expected"),
    [
        (False, {"haggler": 9, "hoarder": 6, "guardian": 1, "closer": 6}),
        (True, {"haggler": 101, "hoarder": 11, "guardian": 1, "closer": 11}),
    ],
)
def test_who_plays_in_playouts_follows_the_ladder(
    rated: bool, expected: dict[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By shares of wins, or by ratings; somebody who never lost counts by the lower end, and one not measured as usual."""
    game, names = wb.load("goods_and_honor"), ("player", "value", "rating", "rating_low", "rating_high")
    rows = (("haggler", 0.8, None, 1200, None), ("hoarder", 0.5, 1000, 950, 1050), ("guardian", 0, None, None, 600))
    rungs = [{**RUNG, **dict(zip(names, row, strict=True))} for row in rows]
    (tmp_path / FILE).write_text(json.dumps({"ladder": rungs}))
    monkeypatch.setattr(type(game), "folder", tmp_path)
    monkeypatch.setattr(type(game), "rated_opponents", rated)
    monkeypatch.setattr(type(game), "strategies", {name: game.strategies[name] for name in expected})
    assert opponents(game) == expected
