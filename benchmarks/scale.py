"""Measure what very many games cost, and print the plan for a billion: ``python benchmarks/scale.py``

    python benchmarks/scale.py keydom --seconds 5 --games 1e8 --price 0.04     # one game, a longer sample, fewer games

The script plays a sample of each game with the best player of its ladder that decides in a few milliseconds and with a random
one, on one core. It prints games a second of processor time, the bytes that a game takes in a table, in memory while a run
without a folder is under way, and on disk (Parquet), and how many games a second one client takes in from its workers. From
these it works out, for the number of games you ask for: core-days, disk, the price at your price of a core-hour, and the most
workers that one client keeps busy.
"""

from __future__ import annotations

import argparse
import os
import pickle
import time
import tracemalloc
from io import BytesIO
from typing import Any, NamedTuple

import workbench as wb
from workbench.core.game import Game
from workbench.core.ladder import ladder
from workbench.lab.simulate import plan_of, table_of
from workbench.worker.batch import Batch, each_game

MILLISECONDS = 5.0
"""The longest average decision of the player measured, in plain Python."""
LEAST = 40
"""The fewest games of a sample, because bytes a game are counted in the second half of it."""
MANY = 5000
"""How many games a client takes in for the sample."""
DAY = 86_400


class Sample(NamedTuple):
    """What one game costs.

    Attributes:
        rate: games a second that one core plays.
        table: bytes in a table of games.
        row: bytes while a run without a folder is under way.
        disk: bytes in a Parquet file.
        taken: games a second that one client takes in from its workers.
    """

    rate: float
    table: float
    row: float
    disk: float
    taken: float


def best(game: Game) -> str:
    """Return the best player of a game's ladder that decides in a few milliseconds."""
    return next(rung.player for rung in ladder(game) if 0 < rung.plain <= MILLISECONDS)


def sample(game: Game, player: str, seconds: float) -> Sample:
    """Play for some seconds of processor time, and measure.

    Args:
        game: the rules.
        player: the player of every seat.
        seconds: how long.
    """
    plan, labels = plan_of(game, player, 1, True, False)
    for _ in each_game(plan, range(1), Batch()):  # reads and prepares what later games use
        pass
    batch, begin = Batch(), time.process_time()
    while time.process_time() - begin < seconds or batch.games < LEAST:
        for _ in each_game(plan, range(batch.games, batch.games + 1), batch):
            pass
    rate = batch.games / (time.process_time() - begin)
    sent = pickle.dumps(batch)
    table = table_of(batch, game, labels)
    begin, many = time.process_time(), Batch()
    while many.games < MANY:
        many.rows += pickle.loads(sent).rows
    table_of(many, game, labels)
    taken = many.games / (time.process_time() - begin)
    half = table[: len(table) // 2]
    tracemalloc.start()
    rows = pickle.loads(sent).rows
    row = tracemalloc.get_traced_memory()[0] / len(rows)
    tracemalloc.stop()
    # the second half alone, because a table and a file also hold things that do not grow
    more = len(table) - len(half)
    wide = (table.memory_usage(deep=True).sum() - half.memory_usage(deep=True).sum()) / more
    return Sample(rate, wide, row, (on_disk(table) - on_disk(half)) / more, taken)


def on_disk(table: Any) -> int:
    """Return the size of a table as a Parquet file, in bytes."""
    file = BytesIO()
    table.to_parquet(file, index=False)
    return len(file.getvalue())


def report(name: str, seconds: float, games: float, price: float) -> None:
    """Measure one game and print two lines for each player."""
    game = wb.load(name)
    for player in (best(game), "random"):
        one = sample(game, player, seconds)
        days = games / one.rate / DAY
        print(
            f"{name}, {player}: {one.rate:,.0f} games/s a core; bytes a game: {one.table:.0f} in a table, {one.row:.0f} while "
            f"playing, {one.disk:.0f} on disk; a client takes in {one.taken:,.0f} games/s"
        )
        print(
            f"  {games:.0e} games: {days:,.0f} core-days, {games * one.disk / 1e9:,.0f} GB on disk, {24 * days * price:,.0f} "
            f"at {price:g} a core-hour; with {max(1, round(one.taken / one.rate)):,} workers, the most for one client, "
            f"{games / one.taken / DAY:.1f} days",
            flush=True,
        )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", help="only these games (default: the five large games)")
    parser.add_argument("--seconds", type=float, default=3.0, help="processor time of each sample (default 3)")
    parser.add_argument("--games", type=float, default=1e9, help="how many games to plan for (default 1e9)")
    parser.add_argument("--price", type=float, default=0.05, help="the price of a core-hour, in any currency (default 0.05)")
    chosen = parser.parse_args()
    mode = "compiled" if wb.compiled else "plain"
    print(f"workbench: {mode} mode, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for name in chosen.names or wb.game_names():
        report(name, chosen.seconds, chosen.games, chosen.price)


if __name__ == "__main__":
    main()
