"""Compare the small games with OpenSpiel's of the same rules: ``python benchmarks/small_games.py``

    python benchmarks/small_games.py --seconds 1 --rounds 5     # longer
    python benchmarks/small_games.py --pig                      # also solve Pig with 100 points, which takes some minutes

The script prints the lines of each game, rulebook included, and how many decisions a second random play makes: CPU time on one
core, the median of interleaved rounds. Python drives OpenSpiel's C++ games just like its Python games: one call per decision.
"""

from __future__ import annotations

import argparse
import inspect
import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import workbench as wb
from workbench.core.game import Game
from workbench.core.random import Random
from workbench.players import exact
from workbench.players.playout import random_playout

PEERS = {
    "nim": ("nim(pile_sizes=1;3;5;7,is_misere=False)", ""),
    "pig": ("pig(winscore=100)", ""),
    "kuhn": ("kuhn_poker", "python_kuhn_poker"),
    "tic_tac_toe": ("tic_tac_toe", "python_tic_tac_toe"),
    "hexes": ("hex(board_size=5)", ""),
    "auction": ("first_sealed_auction(max_value=6)", ""),
}
"""For each small game, OpenSpiel's game in C++, and its version in Python if it has one."""


def of_ours(game: Game) -> Callable[[], int]:
    """Return a function that plays a random game and returns how many decisions it had."""
    rng = Random(1)

    def one() -> int:
        return random_playout(game.start(), rng)

    return one


def of_theirs(name: str) -> Callable[[], int]:
    """Return the same for a game of OpenSpiel, driven from Python."""
    import pyspiel
    from open_spiel.python import games as _  # noqa: F401 - this import registers its Python games

    game, rng = pyspiel.load_game(name), random.Random(1)

    def one() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
                continue
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
        return decisions

    return one


def rate(one: Callable[[], int], seconds: float) -> float:
    """Return the decisions a second."""
    done, begin = 0, time.process_time()
    while time.process_time() - begin < seconds:
        done += one()
    return done / (time.process_time() - begin)


def lines_of(module: str) -> int:
    """Return how many lines a module has."""
    return len(Path(inspect.getsourcefile(import_module(module)) or "").read_text(encoding="utf-8").splitlines())


def main(arguments: list[str]) -> int:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU seconds for each measurement")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pig", action="store_true", help="solve Pig with 100 points")
    chosen = parser.parse_args(arguments)
    print(f"workbench {wb.__version__}, {'compiled' if wb.compiled else 'plain'} core; the small games are plain Python\n")
    print("| game | lines, rulebook included | OpenSpiel's Python | decisions/s | OpenSpiel Python | OpenSpiel C++ |")
    print("|---|---:|---:|---:|---:|---:|")
    for name, (theirs, python) in PEERS.items():
        works = [of_ours(wb.load(name))]
        works += [of_theirs(one) for one in (python, theirs) if one]
        rounds = [[rate(work, chosen.seconds) for work in works] for _ in range(chosen.rounds)]
        rates = [f"{statistics.median(column):,.0f}" for column in zip(*rounds, strict=True)]
        if not python:
            rates.insert(1, "none")
        peer = str(lines_of(f"open_spiel.python.games.{python.removeprefix('python_')}")) if python else "none"
        print(f"| {name} | {lines_of(f'workbench.games.small.{name}')} | {peer} | {' | '.join(rates)} |")
    if chosen.pig:
        solution = exact.iterate("pig")
        print(f"\nPig with 100 points: the first player wins {solution.value[0]:.6f}; {solution.positions:,} positions")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
