"""The parts that all questions share: the command line, the rows of a table, and the file they go into.

Each question is a module beside this one. Its function `study(games, workers)` plays the games and returns a table. As a
script, it writes that table into `studies/`, with its command in the first line. A notebook reads it with
``pd.read_csv(path, comment="#")``. A question begins like this, so that an installed (and perhaps compiled) package plays:

    ROOT = Path(__file__).resolve().parents[2]
    sys.path.append(str(ROOT))  # last, so that an installed package plays if there is one

    from tools.questions import common
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from math import nan
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

import workbench as wb
from workbench import lab
from workbench.lab.statistics import LEVEL, Estimate, student

ROOT = Path(__file__).resolve().parents[2]
COLUMNS = ("part", "players", "seed", "measure", "of", "n", "value", "low", "high", "interval")
"""`part` is the part of the study, and `players` says who played; the other columns are those of `studies/seats.csv`."""
DIGITS = 4

_kept: list[Path] = []
"""The folder that keeps finished games, if the command line names one."""

Row = tuple[str, str, int, str, str, int, float, float, float, str]
Study = Callable[[int, int | Executor], pd.DataFrame]


def simulate(
    name: str,
    game: wb.Game | str,
    players: Any,
    games: int,
    seed: int,
    workers: int | Executor,
    metrics: Sequence[Any] = (),
) -> lab.Runs:
    """Play the games of one row, or read those that an interrupted run has kept, and say so.

    Args:
        name: what these games are; no two runs of a study share a name.
        game: the rules, or a game's name.
        players: as `lab.simulate` takes them.
        games: how many games.
        seed: the seed of the run.
        workers: a number of processes, or an executor.
        metrics: what else to measure.

    Raises:
        SystemExit: somebody stopped the run, so it lacks games. The study then writes no table.

    >>> simulate("heaps", "nim", "random", 3, 1, 1).games
    3 games: heaps
    3
    """
    folder = _kept[-1] / re.sub(r"\W+", "_", name) if _kept else None
    runs = lab.simulate(game, players, games=games, seed=seed, workers=workers, metrics=tuple(metrics), store=folder)
    if runs.games < games:
        sys.exit("Stopped. No table is written." + " The same command continues from here." * bool(_kept))
    print(f"{runs.games} games: {name}", flush=True)
    return runs


def row(part: str, players: str, seed: int, measure: str, of: str, found: Estimate) -> Row:
    """Return a row of a table.

    Args:
        part: the part of the study.
        players: who played.
        seed: the seed of the run.
        measure: what was measured.
        of: the seat, player, rule or thing it was measured of.
        found: the estimate.

    >>> row("coin", "nobody", 1, "share", "heads", lab.share(40, 100))
    ('coin', 'nobody', 1, 'share', 'heads', 100, 0.4, 0.3094, 0.498, 'Wilson 95%')
    """
    value, low, high = (round(float(number), DIGITS) for number in (found.value, found.low, found.high))
    return (part, players, seed, measure, of, found.n, value, low, high, found.interval)


def in_twelfths(won: float) -> float:
    """Return a number of wins in twelfths: two, three or four winners share a win, and the table rounds shares.

    >>> in_twelfths(0.5417 * 12)
    6.5
    """
    return round(12 * won) / 12


def at_place(runs: lab.Runs, column: str, place: int) -> list[float]:
    """Return what one place in the turn order had, game by game.

    Args:
        runs: the games; they must say who began.
        column: what to look at: ``win`` or ``score``.
        place: 0 for the player who began, 1 for the next, and so on.

    >>> runs = lab.simulate("keydom", "random", games=2, seed=1)
    >>> [sum(pair) for pair in zip(at_place(runs, "win", 0), at_place(runs, "win", 1), strict=True)]
    [1.0, 1.0]
    """
    seats = [runs.table[f"{column}_{seat}"].tolist() for seat in range(runs.game.players)]
    began = runs.table["first"].astype(int).tolist()
    return [float(seats[(first + place) % len(seats)][game]) for game, first in enumerate(began)]


def wins_of(runs: lab.Runs, player: str) -> list[float]:
    """Return what a player won, game by game, in all its seats together.

    Args:
        runs: the games.
        player: its name.

    >>> runs = lab.simulate("keydom", ["random", "homesteader"], games=2, seed=1)
    >>> wins_of(runs, "homesteader"), wins_of(runs, "random")
    ([1.0, 1.0], [0.0, 0.0])
    """
    seats = range(runs.game.players)
    names = [runs.table[f"player_{seat}"].tolist() for seat in seats]
    wins = [runs.table[f"win_{seat}"].tolist() for seat in seats]
    return [float(sum(wins[seat][game] for seat in seats if names[seat][game] == player)) for game in range(runs.games)]


def apart(first: Sequence[float], second: Sequence[float], level: float = LEVEL) -> Estimate:
    """Return how much higher the mean of some games is than the mean of other games, with Welch's t interval.

    Use `workbench.lab.statistics.difference` instead if the games are pairs.

    Args:
        first: a number for each of some games.
        second: a number for each of other games.
        level: 0..1, both excluded; see `level_for_all` for several comparisons.

    Returns:
        the mean of `second` minus that of `first`. Its `n` counts the games of both. The ends are unknown (nan) if a list has
        only one number, or if all numbers in each list are equal.

    >>> print(apart([1, 2, 3], [3, 4, 5]))
    2 (-0.267 to 4.267, n = 6, Welch t 95%)
    """
    one, two = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    value, n = float(two.mean() - one.mean()), len(one) + len(two)
    if min(len(one), len(two)) < 2 or one.var() + two.var() == 0:
        return Estimate(value, nan, nan, n, "Welch t", level)
    parts = [each.var(ddof=1) / len(each) for each in (one, two)]
    freedom = sum(parts) ** 2 / sum(part**2 / (len(each) - 1) for part, each in zip(parts, (one, two), strict=True))
    half = student(level, freedom) * sum(parts) ** 0.5
    return Estimate(value, value - half, value + half, n, "Welch t", level)


def table(rows: Sequence[Row]) -> pd.DataFrame:
    """Return rows as a table.

    >>> list(table([]).columns) == list(COLUMNS)
    True
    """
    return pd.DataFrame(list(rows), columns=list(COLUMNS))


def kept_rows(file: Path | None) -> list[Row]:
    """Return the rows that a table has so far; none if there is no such file."""
    return list(pd.read_csv(file, comment="#").itertuples(index=False, name=None)) if file and file.exists() else []


def write(found: pd.DataFrame, file: Path, command: str) -> None:
    """Write a table into a file, with the command that makes it as a comment in the first line.

    Args:
        found: the table.
        file: where to write it; an existing file is replaced.
        command: what to type to get this table.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"# {command}\n" + found.to_csv(index=False, lineterminator="\n"), encoding="utf-8")


def run(study: Study, name: str, about: str | None, games: int, arguments: Sequence[str] | None = None) -> Path:
    """Read the command line, play, and write `NAME.csv`.

    Args:
        study: plays the games and returns a table.
        name: the name of the question's module, and of its file.
        about: the module's docstring; its first line is the help.
        games: how many games the stored table was made with.
        arguments: the command line, without the name of the program; None for the real one.

    Returns:
        the file that was written.
    """
    parser = argparse.ArgumentParser(description=(about or "").partition("\n")[0])
    usual_arguments(parser, games)
    asked = parser.parse_args(arguments)
    file: Path = asked.out / f"{name}.csv"
    with keeping(asked.store, name):
        found = study(asked.games, asked.workers)
    write(found, file, f"python tools/questions/{name}.py --games {asked.games}")
    print(f"Wrote {file}.")
    return file


def usual_arguments(parser: argparse.ArgumentParser, games: int) -> None:
    """Add the arguments that every question has to its command line.

    Args:
        parser: the command line.
        games: how many games the stored table was made with.
    """
    parser.add_argument("--games", type=int, default=games, help=f"how many games in each comparison; {games:,} by default")
    parser.add_argument("--workers", type=int, default=1, help="how many processes; the table is the same for any number")
    parser.add_argument("--store", type=Path, help="a folder that keeps finished games, so that the command can be stopped")
    parser.add_argument("--out", type=Path, default=ROOT / "studies", help="the folder for the table; studies/ by default")


@contextmanager
def keeping(store: Path | None, name: str) -> Iterator[None]:
    """Keep finished games in a folder until the block ends, if one is named.

    Args:
        store: the folder of all questions.
        name: the name of the question.
    """
    if store:
        _kept.append(store / name)
    try:
        yield
    finally:
        _kept.clear()
