"""The command that writes the tables of the studies."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from tests.programs import dask_cluster, started
from tests.waiting import PATIENCE
from tools.run_studies import NEVER, RESULTS, play, replace, studied
from workbench import load


def test_the_best_of_the_ladder_play_and_then_a_random_one() -> None:
    players = studied(load("keydom"))
    assert players[0] == "homesteader" and players[-1] == "random" and len(set(players)) == len(players)


def test_players_who_think_for_long_are_left_out() -> None:
    assert not {"look_ahead", "rollout", "thinker"} & set(studied(load("northwood")))


def test_a_run_replaces_the_rows_of_its_game_and_keeps_the_others(tmp_path: Path) -> None:
    results, never = tmp_path / "seats.csv", tmp_path / "never.csv"
    old = ("northwood", 1, "counter", 1, "wins", "counter", 20, 0.05, 0.009, float("nan"), "Wilson 95%")
    replace(results, RESULTS, "northwood", [old])
    for _ in range(2):
        found, silent = play("keydom", 2, 1, tmp_path / "runs")
        replace(results, RESULTS, "keydom", found)
        replace(never, NEVER, "keydom", silent)
    with results.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    [kept] = [row for row in rows if row["game"] == "northwood"]
    assert list(kept.values()) == [*map(str, old[:-2]), "", old[-1]]
    wins = [row for row in rows if row["player"] == "homesteader" and row["measure"] == "wins"]
    assert sum(float(row["value"]) for row in wins if row["of"] in ("turn 1", "turn 2")) == 1
    assert never.read_text(encoding="utf-8").startswith(",".join(NEVER))


@pytest.mark.long
def test_a_study_that_is_killed_on_a_cluster_continues_and_ends_with_the_same_tables(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    words = ["-W", "ignore", "-m", "tools.run_studies", "keydom", "--games", 12, "--store", tmp_path / "runs"]
    (tmp_path / "dask").mkdir()
    with dask_cluster(tmp_path / "dask") as address:
        words += ["--scheduler", address, "--out", tmp_path / "out"]
        first = started(*words)
        assert first.stdout is not None
        said: list[str] = []
        while not any([line.startswith("keydom: 12 games of homesteader") for line in said]):
            said.append(first.stdout.readline())
            assert said[-1], said
        first.kill()
        first.communicate()
        parts = (tmp_path / "runs" / "keydom-2-homesteader-1").glob("games-*.parquet")
        written = {part: part.stat().st_mtime_ns for part in parts}
        assert said[0].startswith("keydom: 12 games with homesteader, 12 with gatekeeper")
        assert not (tmp_path / "out" / "seats.csv").exists()
        again = started(*words)
        out, err = again.communicate(timeout=PATIENCE)
        assert again.returncode == 0, out + err
    assert written and {part: part.stat().st_mtime_ns for part in written} == written, "stored games were played again"
    found, silent = play("keydom", 12, 1, tmp_path / "other")
    for name, columns, rows in (("seats.csv", RESULTS, found), ("never.csv", NEVER, silent)):
        replace(tmp_path / name, columns, "keydom", rows)
        assert (tmp_path / name).read_bytes() == (tmp_path / "out" / name).read_bytes()
