"""What a second worker is worth: ``python benchmarks/workers.py``

    python benchmarks/workers.py northwood --seconds 2 10    # one game, runs of two and of ten seconds

For each game and length of run: games a second with one worker and with two by the clock, once with processes that have to be
started and once with those that wait from the run before; how much sooner two finish; and the processor time of it all. On a
machine that does other things the clock says little: then read what is possible on two free cores, the processor time of one
worker through that of the parent and half of that of the workers, as if the parent never worked beside them.
"""

from __future__ import annotations

import argparse
import os
import time
from typing import NamedTuple

import psutil

import workbench as wb
from workbench import lab
from workbench.core.game import Game
from workbench.lab.crew import KEPT


class Cost(NamedTuple):
    """What a run cost, in seconds: by the clock, processor time of this process, and of its workers."""

    clock: float
    parent: float
    workers: float


def cost(game: Game, games: int, workers: int) -> Cost:
    """Play random games and say what it cost."""
    before = time_of(KEPT.processes())
    parent, clock = time.process_time(), time.perf_counter()
    lab.simulate(game, "random", games=games, seed=1, workers=workers, progress=False)
    clock, parent = time.perf_counter() - clock, time.process_time() - parent
    return Cost(clock, parent, sum(time_of(KEPT.processes()).values()) - sum(before.values()) if workers > 1 else 0.0)


def time_of(processes: frozenset[int]) -> dict[int, float]:
    """The processor time that processes have used so far, in seconds."""
    return {one: sum(psutil.Process(one).cpu_times()[:2]) for one in processes}


def possible(one: Cost, two: Cost) -> float:
    """How much sooner two workers finish on two free cores, if the parent never works beside them.

    >>> possible(Cost(9.0, 2.0, 0.0), Cost(9.0, 0.1, 2.2))
    1.6666666666666667
    """
    return one.parent / (two.parent + two.workers / 2)


def report(name: str, game: Game, seconds: float) -> None:
    """Measure one game and print three lines."""
    cost(game, 20, 1)  # whatever has to be imported first
    games = max(100, round(100 * seconds / cost(game, 100, 1).parent))
    one = cost(game, games, 1)
    KEPT.end()
    print(f"{name}, {games:,} games: {games / one.clock:,.0f} games/s with one worker ({one.parent:.2f} s of processor time)")
    for how in ("started", "waiting"):
        two = cost(game, games, 2)
        gain = one.clock / two.clock
        print(
            f"  two, {how}: {games / two.clock:,.0f} games/s, {gain:.2f} times as fast, efficiency {gain / 2:.0%}; "
            f"processor time {two.parent:.2f} + {two.workers:.2f} s, possible {possible(one, two):.2f}",
            flush=True,
        )
    KEPT.end()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", help="only these games (default: the five)")
    parser.add_argument("--seconds", type=float, nargs="+", default=[2, 10], help="lengths of runs (default 2 10)")
    chosen = parser.parse_args()
    print(f"workbench: {'compiled' if wb.compiled else 'plain'} mode, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for name in chosen.names or wb.game_names():
        for seconds in chosen.seconds:
            report(name, wb.load(name), seconds)


if __name__ == "__main__":
    main()
