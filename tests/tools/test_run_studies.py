"""The command that writes the tables of the studies."""

from __future__ import annotations

import csv
from pathlib import Path

from tools.run_studies import NEVER, RESULTS, play, replace, studied
from workbench import load


def test_the_best_of_the_ladder_play_then_the_reference_player_and_a_random_one() -> None:
    players = studied(load("keydom"))
    assert players[0] == "homesteader" and players[-1] == "random" and len(set(players)) == len(players)
    assert load("keydom").reference_player in players


def test_a_run_replaces_the_rows_of_its_game_and_keeps_the_others(tmp_path: Path) -> None:
    results, never = tmp_path / "seats.csv", tmp_path / "never.csv"
    old = ("northwood", 1, "counter", 1, "wins", "counter", 20, 0.05, 0.009, float("nan"), "Wilson 95%")
    replace(results, RESULTS, "northwood", [old])
    for _ in range(2):
        found, silent = play("keydom", games=2, workers=1)
        replace(results, RESULTS, "keydom", found)
        replace(never, NEVER, "keydom", silent)
    with results.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    [kept] = [row for row in rows if row["game"] == "northwood"]
    assert list(kept.values()) == [*map(str, old[:-2]), "", old[-1]]
    wins = [row for row in rows if row["player"] == "homesteader" and row["measure"] == "wins"]
    assert sum(float(row["value"]) for row in wins if row["of"] in ("turn 1", "turn 2")) == 1
    assert never.read_text(encoding="utf-8").startswith(",".join(NEVER))
