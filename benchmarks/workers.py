"""Measure what a second worker is worth: ``python benchmarks/workers.py``

    python benchmarks/workers.py northwood --seconds 2 10    # one game, runs of two and of ten seconds

For each game and length of run, the script prints games a second by the clock with one worker and with two, and the processor
time. Two workers run once with new processes and once with those kept from the run before; the script says how many times as
fast they are. On a busy machine the clock says little. Then read "possible", the gain on two free cores: the processor time of
one worker, divided by that of the parent plus half that of the workers, as if the parent never worked at the same time.
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
    """The cost of a run in seconds: by the clock, and processor time of this process and its workers."""

    clock: float
    parent: float
    workers: float


def cost(game: Game, games: int, workers: int) -> Cost:
    """Play random games and return the cost."""
    before = time_of(KEPT.processes())
    parent, clock = time.process_time(), time.perf_counter()
    lab.simulate(game, "random", games=games, seed=1, workers=workers, progress=False)
    clock, parent = time.perf_counter() - clock, time.process_time() - parent
    return Cost(clock, parent, sum(time_of(KEPT.processes()).values()) - sum(before.values()) if workers > 1 else 0.0)


def time_of(processes: frozenset[int]) -> dict[int, float]:
    """Return the processor time that processes have used so far, in seconds."""
    return {one: sum(psutil.Process(one).cpu_times()[:2]) for one in processes}


def possible(one: Cost, two: Cost) -> float:
    """Return how many times as fast two workers are on two free cores.

    The figure assumes that the parent never works at the same time.

    >>> round(possible(Cost(9.0, 2.0, 0.0), Cost(9.0, 0.1, 2.2)), 2)
    1.67
    """
    return one.parent / (two.parent + two.workers / 2)


def report(name: str, game: Game, seconds: float) -> None:
    """Measure one game and print three lines."""
    cost(game, 20, 1)  # imports everything
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
    parser.add_argument("names", nargs="*", metavar="GAME", help="only these games (default: the five large games)")
    parser.add_argument("--seconds", type=float, nargs="+", default=[2, 10], help="lengths of runs (default 2 10)")
    chosen = parser.parse_args()
    print(f"workbench: {'compiled' if wb.compiled else 'plain'} mode, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    for name in chosen.names or wb.game_names():
        for seconds in chosen.seconds:
            report(name, wb.load(name), seconds)


if __name__ == "__main__":
    main()
