"""The census counts games, what happens in them by its kind, and which clauses are never told."""

from __future__ import annotations

import re
from types import ModuleType

import pytest

import workbench as wb
from tests.helpers import benchmark_of
from workbench.lab.coverage import told


@pytest.fixture(scope="module")
def census() -> ModuleType:
    return benchmark_of("census")


def test_events_are_counted_by_times_and_by_games(census: ModuleType) -> None:
    game, counter = wb.load("keydom"), census.Census()
    rows, labels = census.play(game, ["random", "farmer"], 2, 1, counter)
    assert labels == ["random", "farmer"] and len(rows) == 2 and all([row.facts["events"] >= 10 for row in rows])
    assert counter.games["turn_begins"] == 2 and counter.times["turn_begins"] == sum([row.facts["turns"] for row in rows])
    played = [what for what in counter.times if what.startswith("worker_played: ")]
    assert played and sum([counter.times[what] for what in played]) == counter.times["worker_played"]
    assert all([counter.games[what] <= min(2, times) for what, times in counter.times.items()])


@pytest.mark.long
def test_never_told_is_what_could_be_told_and_was_not(
    census: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(wb.load("keydom")), "player_counts", (2,))
    census.survey("keydom", 6, 1)
    said = capsys.readouterr().out
    games = [int(number) for number in re.findall(r"n = (\d+);", said)]
    total = re.search(r"events in (\d+) games", said)
    assert total is not None and sum(games) == int(total[1]) >= 6
    assert "keydom, 2 players" in said
    found = re.search(r"clauses that no event named: (.*)", said)
    assert found is not None
    never = set(found[1].split(", "))
    assert "KD-END-10" in never and never < told(wb.load("keydom", 2))
    assert not never & {"KD-TURN-1", "KD-BID-3", "KD-SCORE-4"}, "these come in every game"
