"""The benchmark finds every game there is, with every number of players, and its ratios are right."""

from __future__ import annotations

from types import ModuleType

import pytest

import workbench as wb
from tests.helpers import benchmark_of


@pytest.fixture(scope="module")
def games() -> ModuleType:
    return benchmark_of("games")


def test_every_game_is_there_with_every_number_of_players(games: ModuleType) -> None:
    found = games.our_games(list(wb.game_names()))
    wanted = {(name, players) for name in wb.game_names() for players in type(wb.load(name)).player_counts}
    assert {(game.name, game.players) for game in found.values()} == wanted and len(found) == len(wanted)
    for game in found.values():
        state = games.middle(game)
        assert state.to_move >= 0 and len(state.legal()) >= 1
    groups = (games.our_own_loop(found), games.our_loop_in_python(found), games.our_loop_in_python(found, numbers=True))
    assert sum([len(group) for group in groups]) == len(set().union(*groups)), "two rows have one name"
    for work in [work for group in groups for work in group.values()]:
        decisions, seconds = work(0.001)
        assert decisions > 0 and seconds > 0


def test_a_short_game_gives_its_last_decision(games: ModuleType) -> None:
    state = games.middle(wb.load("northwood", fiefs=1, abilities="off", hand_size=3))
    assert state.phase.name == "respond" and len(state.legal()) == 1


def test_ratios_are_those_of_the_medians(games: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    rates = {"ours": [30.0, 10.0, 20.0], "theirs": [4.0, 6.0, 5.0], "driven": [40.0]}
    games.print_table(
        "loops", ["ours", "theirs"], rates, {"them": "theirs", "left out": "not measured", "driver": "driven"}
    )
    title, first, second = capsys.readouterr().out.splitlines()[1:]
    assert title.split() == ["loops", "decisions/s", "spread", "ratio", "to", "them", "driver"]
    assert first.split() == ["ours", "20", "10..30", "4.00", "0.50"]
    assert second.split() == ["theirs", "5", "4..6", "1.00", "0.12"]
