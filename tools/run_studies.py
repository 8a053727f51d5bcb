"""Play the games of STUDIES.md and write their tables: who wins from which seat, and which rules nobody meets.

    python tools/run_studies.py                             # all five games, 10,000 games a row, into studies/
    python tools/run_studies.py keydom --games 2000 --workers 2
    python tools/run_studies.py --scheduler tcp://MACHINE:8786 --games 1000000

For each game, the best four players of its ladder that decide in a few milliseconds play first, then a random one. Each plays
every seat. Rows of other games stay as they are.

Before each game the script says what it costs, measured in a short sample. It keeps the games in a folder (`--store`) while it
plays. If it is stopped for any reason, the same command continues where it was, and the tables are the same.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Iterator, Sequence
from math import isnan
from pathlib import Path
from typing import Any

import workbench as wb
from workbench import lab
from workbench.core.ladder import ladder
from workbench.lab.cost import Part, cost, rate_of

ROOT = Path(__file__).resolve().parents[1]
SEATS = {"northwood": 1, "goods_and_honor": 4, "merry_way": 2, "keydom": 2, "resource_hog": 3}
"""How many players each game is studied with."""
SEED = 1
BEST = 4
"""How many of a ladder's best players play."""
MILLISECONDS = 5.0
"""The longest average decision of a player in these studies, in plain Python."""
WHO = ("game", "players", "player", "seed")
RESULTS = (*WHO, "measure", "of", "n", "value", "low", "high", "interval")
NEVER = (*WHO, "clause", "origin", "n", "high")


def studied(game: wb.Game) -> tuple[str, ...]:
    """Return the players of a study: the best that are quick, and a random one, each once."""
    best = [rung.player for rung in ladder(game) if rung.plain <= MILLISECONDS][:BEST]
    return tuple(dict.fromkeys((*best, "random")))


def results(runs: lab.Runs) -> Iterator[tuple[Any, ...]]:
    """Yield what each seat and each place in the turn order won and scored, and how the games ended."""
    tables = [runs.summary()]
    if runs.game.players > 1 and "first" in runs.table:  # not every game says who began
        tables.append(runs.turn_order())
    for table in tables:
        yield from table[list(RESULTS[len(WHO) :])].itertuples(index=False, name=None)


def tell_cost(name: str, games: int, workers: Any) -> None:
    """Print what the games of a study cost, measured in a short sample."""
    game = wb.load(name, players=SEATS[name])
    parts = [Part(player, games, rate_of(game, player)) for player in studied(game)]
    print(f"{name}: {cost(parts, workers)} Stored games are not played again.", flush=True)


def play(name: str, games: int, workers: Any, store: Path) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    """Play a game with each of its players.

    Args:
        name: the game.
        games: how many games with each player.
        workers: a number of processes, or an executor.
        store: the folder that keeps the games of every run; runs continue from there.

    Returns:
        the rows of both tables.
    """
    game = wb.load(name, players=SEATS[name])
    found: list[tuple[Any, ...]] = []
    never: list[tuple[Any, ...]] = []
    for player in studied(game):
        folder = store / f"{name}-{game.players}-{player}-{SEED}"
        runs = lab.simulate(game, player, games=games, seed=SEED, clauses=True, workers=workers, store=folder)
        if runs.games < games:
            sys.exit("Stopped. The same command continues from here.")
        who = (name, game.players, player, SEED)
        found += [(*who, *row) for row in results(runs)]
        coverage = lab.coverage(runs)
        silent = coverage[coverage["fires"] == "never"][["clause", "origin", "n", "high"]]
        never += [(*who, *row) for row in silent.itertuples(index=False, name=None)]
        print(f"{name}: {games} games of {player}", flush=True)
    return found, never


def replace(file: Path, columns: Sequence[str], name: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Write a table again, with new rows for a game."""
    kept = []
    if file.exists():
        with file.open(encoding="utf-8", newline="") as source:
            kept = [tuple(row[column] for column in columns) for row in csv.DictReader(source) if row["game"] != name]
    written = [tuple(map(shown, row)) for row in rows]
    with file.open("w", encoding="utf-8", newline="") as target:
        writer = csv.writer(target, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(sorted([*kept, *written], key=lambda row: list(SEATS).index(row[0])))


def shown(value: Any) -> Any:
    """Return a number as it is written: with four digits at most, and nothing for an end of an interval that is not known."""
    if not isinstance(value, float):
        return value
    return "" if isnan(value) else f"{value:.4f}".rstrip("0").rstrip(".")


def main() -> None:
    """Read the command line, play and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help=f"one of {', '.join(SEATS)}; all of them by default")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--scheduler", help="the address of a Dask scheduler")
    parser.add_argument("--out", type=Path, default=ROOT / "studies", help="where to write the tables (default studies)")
    parser.add_argument(
        "--store", type=Path, default=ROOT / "runs" / "studies", help="where to keep the games (default runs/studies)"
    )
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    workers = asked.workers
    if asked.scheduler:
        from dask.distributed import Client

        workers = Client(asked.scheduler).get_executor()
    for name in asked.names or SEATS:
        tell_cost(name, asked.games, workers)
        try:
            found, never = play(name, asked.games, workers, asked.store)
        except wb.WorkbenchError as fault:
            sys.exit(str(fault))
        replace(asked.out / "seats.csv", RESULTS, name, found)
        replace(asked.out / "never.csv", NEVER, name, never)


if __name__ == "__main__":
    main()
