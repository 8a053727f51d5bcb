"""How well players play For Northwood!: ``python benchmarks/northwood_players.py visitor thinker --games 1000``

    python benchmarks/northwood_players.py visitor --preset full --games 200
    python benchmarks/northwood_players.py visitor --scenarios --games 100       # all sixteen house scenarios

Prints for each player and set-up the share of games won with Wilson's interval of 95 %, the mean stars, and the processor time
a decision (mean, and the longest; decisions with one legal move do not count), with the mode. Game number n has the same deals
for every player, and the same ones every time.
"""

from __future__ import annotations

import argparse
import sys
import time
from typing import Any

import workbench as wb
from workbench.core.game import Game
from workbench.core.random import Random
from workbench.core.registry import make_player
from workbench.core.state import CHANCE, OVER
from workbench.lab.statistics import mean, share

SCENARIOS = 16


def play(game: Game, name: str, number: int, seed: int) -> tuple[bool, int, list[float]]:
    """One game: whether it was won, its stars, and how long each decision took in seconds."""
    player = make_player(game, name, Random(seed, "player", number))
    chance = Random(seed, "chance", number)
    state: Any = game.start()
    times: list[float] = []
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.roll(chance)
            continue
        legal = state.legal()
        if len(legal) == 1:
            state.apply(legal[0])
            continue
        view = state.view(0)
        begun = time.process_time()
        action = player.choose(view)
        times.append(time.process_time() - begun)
        state.apply(action)
    return state.returns()[0] == 1.0, state.scores()[0], times


def measure(game: Game, label: str, name: str, games: int, seed: int, first: int = 0) -> None:
    """Play some games and print a line."""
    won, stars, times = 0, [], []
    for number in range(first, first + games):
        one, score, took = play(game, name, number, seed)
        won += one
        stars.append(score)
        times += took
    each = 1000 * sum(times) / len(times)
    print(
        f"{label:24} {name:12} {share(won, games)}  stars {mean(stars).value:.1f}  "
        f"{each:.2f} ms a decision, {1000 * max(times):.0f} at most, {sum(times) / games:.2f} s a game, "
        f"{'compiled' if wb.compiled else 'plain'}",
        flush=True,
    )


def main() -> int:
    """Measure the players that are named."""
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("player", nargs="+")
    line.add_argument("--games", type=int, default=100)
    line.add_argument("--first", type=int, default=0, help="the number of the first game")
    line.add_argument("--seed", type=int, default=1)
    line.add_argument("--preset", default=None, help="the preset; the introductory game if none is named")
    line.add_argument("--scenarios", action="store_true", help="all house scenarios instead")
    given = line.parse_args()
    for name in given.player:
        if given.scenarios:
            for scenario in range(1, SCENARIOS + 1):
                measure(wb.load("northwood", scenario=scenario), f"scenario {scenario}", name, given.games, given.seed)
        else:
            game = wb.load("northwood", preset=given.preset)
            measure(game, given.preset or "introductory", name, given.games, given.seed, given.first)
    return 0


if __name__ == "__main__":
    sys.exit(main())
