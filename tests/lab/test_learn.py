"""Learning what seats may expect: repeatable, better than knowing nothing, stored whole, and silent where rules are changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.players.test_rollout import Steps
from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.core.ladder import best_quick
from workbench.core.outlook import FILE
from workbench.core.registry import game_names
from workbench.lab.learn import Trial, learn, write

pytestmark = pytest.mark.xdist_group("learnt")  # it is learnt once for several tests


@pytest.fixture(scope="module")
def learning() -> tuple[dict[str, Any], Trial]:
    """What is learnt of 300 games of the race, and how it was tried out."""
    return learn(wb.load(Steps, 2), 300)


@pytest.fixture
def learnt(learning: tuple[dict[str, Any], Trial]) -> dict[str, Any]:
    """What is learnt; each test writes it into a folder of its own."""
    return learning[0]


@pytest.fixture
def race(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setattr(Steps, "folder", tmp_path)
    return wb.load(Steps, 2)


def test_what_was_learnt_foretells_games_it_has_not_seen(learning: tuple[dict[str, Any], Trial]) -> None:
    trial = learning[1]
    assert 25 <= trial.games <= 30 and trial.brier < 0.85 * trial.unknowing
    assert "expected  happened  n" in str(trial)


def test_the_same_games_teach_the_same(race: Game) -> None:
    first, again = learn(race, 40), learn(race, 40)
    assert first[0] == again[0] and str(first[1]) == str(again[1])


def test_it_is_stored_and_judges_with_every_number_of_players(race: Game, learnt: dict[str, Any]) -> None:
    assert not race.is_learnt() and not race.outlook(race.start()).learnt
    write(race, learnt)
    assert json.loads((race.folder / FILE).read_text("utf-8"))["names"] == learnt["names"]
    for count in (2, 3):
        game = wb.load(Steps, count)
        ahead = game.position({"place": {f"Player {seat + 1}": 9 if seat == 1 else 2 for seat in range(count)}})
        expected = game.outlook(ahead)
        assert expected.learnt and abs(sum(expected.shares) - 1) < 1e-9
        assert expected.shares[1] > 0.8


class OneStep(Steps.Step):
    moves = (1,)


def test_changed_rules_are_played_to_the_end_instead(race: Game, learnt: dict[str, Any]) -> None:
    write(race, learnt)
    changed = wb.load(Steps, 2, phases={"step": OneStep})
    assert not changed.is_learnt() and changed.judge(changed.start()) is None
    expected = changed.outlook(changed.start(), playouts=4)
    assert not expected.learnt and expected.playouts == 4 and "plays on to the end" in str(expected)


@pytest.mark.parametrize(
    ("game", "games", "words"),
    [
        (wb.load("nim"), 100, "needs several seats and a quick player of its own"),
        (wb.load("keydom", start_counters=4), 100, "leave phases and options as they are"),
        (wb.load("keydom"), 5, "at least 20 games, not 5"),
    ],
)
def test_what_cannot_be_learnt_is_refused(game: Game, games: int, words: str) -> None:
    with refused(WorkbenchError, words):
        learn(game, games)


@pytest.mark.parametrize("name", [name for name in game_names() if max(wb.load(name).player_counts) > 1])
def test_what_is_stored_was_learnt_of_the_rules_there_are_and_is_calibrated(name: str) -> None:
    game = wb.load(name)
    assert game.is_learnt()
    stored = json.loads((game.folder / FILE).read_text("utf-8"))
    assert f" games of {best_quick(game)}, " in stored["learnt_from"], "learn again: another quick player is the strongest now"
    assert stored["brier"] < 0.85 * stored["unknowing"] and stored["games"] >= 200
    for expected, happened, n in stored["reliability"]:
        assert n < 300 or abs(expected - happened) < 0.06
