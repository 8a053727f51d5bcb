"""The benchmark of players says who played, how often it won, with n and the interval, and what a decision cost."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType

import pytest

import workbench as wb
from tests.helpers import benchmark_of
from workbench.core.random import Random


@pytest.fixture(scope="module")
def benchmark() -> ModuleType:
    return benchmark_of("players")


def test_it_says_how_often_a_player_won_and_what_that_cost(
    benchmark: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    assert benchmark.main(["nim", "--against", "random", "--games", "4", "--playouts", "5"]) == 0
    said = capsys.readouterr().out
    assert "Nim for 2 players, rollout, 5 playouts over random; " in said
    assert re.search(r"against random: \d+\.\d% \(.*n = 4, Wilson 95%\); score .* : .* ms a decision", said)


def test_it_measures_a_player_alone_and_with_other_rules(
    benchmark: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--option", "fiefs=2", "--option", "threshold=0"]
    assert benchmark.main(["northwood", "--player", "visitor", *options, "--games", "3"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert re.search(r"fiefs=2.*threshold=0.*, visitor; (plain|compiled)$", first)
    assert second.startswith("100.0% (43.9% to 100.0%, n = 3, Wilson 95%); score ")
    assert re.search(r"; [\d.]+ ms a decision, .* \d+ ms, the longest \d+ ms; \d+ decisions a game$", second)


def test_a_game_follows_from_its_number(benchmark: ModuleType) -> None:
    game = wb.load("northwood", fiefs=2, threshold=0)
    records = [benchmark.Record() for _time in range(2)]
    visitor = benchmark.maker_of(game, "visitor", None, 0.0, "")
    for record in records:
        benchmark.play(game, visitor, visitor, 5, 1, record)
    first, again = records
    assert (first.won, first.own) == (again.won, again.own)


def test_a_budget_holds_for_everybody_who_makes_playouts(benchmark: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    game = wb.load("keydom")
    made = [benchmark.maker_of(game, name, 7, 0.0, "farmer")(game, Random(1)) for name in ("rollout", "tree_search")]
    assert [(player.playouts, player.base, player.player_name) for player in made] == [
        (7, "farmer", "rollout"), (7, "farmer", "tree_search")]
    assert benchmark.maker_of(game, "rollout", None, 0.0, "")(game, Random(1)).playouts == 100
    assert benchmark.main(["nim", "--player", "tree_search", "--against", "rollout", "--games", "2", "--playouts", "5"]) == 0
    assert "tree_search, 5 playouts over random; " in capsys.readouterr().out


def test_openspiel_sits_at_the_table(benchmark: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert benchmark.main(["kuhn", "--player", "is_mcts", "--against", "random", "--games", "4", "--playouts", "20"]) == 0
    assert "Kuhn poker for 2 players, is_mcts, 20 playouts; " in capsys.readouterr().out


def test_several_processes_make_the_playouts(benchmark: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    assert benchmark.main(["nim", "--against", "random", "--games", "1", "--playouts", "5", "--processes", "2"]) == 0
    assert "rollout, 5 playouts over random in 2 processes; " in capsys.readouterr().out
    game = wb.load("keydom")
    with ThreadPoolExecutor() as executor:
        maker = benchmark.shared_out(benchmark.maker_of(game, "rollout", 7, 0.0, ""), executor, 3)
        assert maker(game, Random(1)).hands == 3
