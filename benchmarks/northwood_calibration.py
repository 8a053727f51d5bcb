"""Compare the chance to win that a player of For Northwood! states with the games that it wins.

    python benchmarks/northwood_calibration.py --games 300
    python benchmarks/northwood_calibration.py --preset full --games 300 --seed 5
    python benchmarks/northwood_calibration.py --player visitor --option threshold=18 --games 100

The player plays whole games that it has not learnt from. The script asks it what it expects of its choice at the first decision
of each visit, and at one in `--others` of the other decisions, drawn at random. For each number of visits done, and for each
tenth of the stated chance, it prints how often it asked, the mean stated chance and the share won, with n. Where each game
counts once, it adds the Wilson interval. It also prints the Brier score (the mean square of the stated chance minus the result)
beside the score of a forecast that always states the share of games won.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT))  # last, so that an installed package is measured if there is one

import workbench as wb  # noqa: E402
from workbench.core.player import Player  # noqa: E402
from workbench.core.random import Random  # noqa: E402
from workbench.core.registry import game_class, make_player  # noqa: E402
from workbench.core.state import CHANCE, OVER, compiled  # noqa: E402
from workbench.games.northwood.components import NONE, count  # noqa: E402
from workbench.lab.statistics import share  # noqa: E402
from workbench.typed import setting  # noqa: E402

TENTHS = 10


@dataclass
class Said:
    """The chances that a player stated in some positions, and the results.

    Attributes:
        chances: the stated chances, one for each time the player was asked.
        won: for each of them, 1.0 if the game was won and 0.0 if not.
    """

    chances: list[float] = field(default_factory=list)
    won: list[float] = field(default_factory=list)

    def add(self, chance: float, won: float) -> None:
        """Add a stated chance and the result."""
        self.chances.append(chance)
        self.won.append(won)

    def brier(self) -> float:
        """Return the mean square of the stated chance minus the result.

        >>> Said([0.5, 1.0], [1.0, 1.0]).brier()
        0.125
        """
        return sum([(chance - won) ** 2 for chance, won in zip(self.chances, self.won, strict=True)]) / len(self.won)

    def brier_of_share(self) -> float:
        """Return the same for a forecast that always states the share of games won.

        >>> Said([0.5, 1.0], [0.0, 1.0]).brier_of_share()
        0.25
        """
        mean = sum(self.won) / len(self.won)
        return mean * (1.0 - mean)

    def __str__(self) -> str:
        """Return everything in one line.

        >>> print(Said([0.5, 0.7], [0.0, 1.0]))
        said 0.600, won 0.500, n = 2
        """
        n = len(self.won)
        return f"said {sum(self.chances) / n:.3f}, won {sum(self.won) / n:.3f}, n = {n}"


@dataclass
class Calibration:
    """The chances that a player stated in some games.

    Attributes:
        by_visit: those at the first decision of a visit, by the number of visits done before.
        by_tenth: all of them, by the tenth in which the chance lies.
        all: all of them together.
    """

    by_visit: dict[int, Said] = field(default_factory=dict)
    by_tenth: dict[int, Said] = field(default_factory=dict)
    all: Said = field(default_factory=Said)

    def add(self, visits: int, chance: float, won: float) -> None:
        """Add a stated chance; the number of visits is `NONE` within a visit."""
        if visits != NONE:
            self.by_visit.setdefault(visits, Said()).add(chance, won)
        self.by_tenth.setdefault(min(int(chance * TENTHS), TENTHS - 1), Said()).add(chance, won)
        self.all.add(chance, won)


def play(game: Any, name: str, number: int, seed: int, others: int, found: Calibration) -> float:
    """Play one game, ask the player what it expects, and add the answers.

    Args:
        game: the rules.
        name: the player.
        number: the number of the game.
        seed: the seed of all games.
        others: also ask it at one in this many of the decisions that are not the first of a visit.
        found: where to add the answers.

    Returns:
        1.0 if the game was won, else 0.0.
    """
    player: Player = make_player(game, name, Random(seed, "player", number))
    asked, chance = Random(seed, "asked", number), Random(seed, "chance", number)
    state, said, last = game.start(), [], NONE
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.roll(chance)
            continue
        view, visits = state.view(0), int(count(state.friendly | state.failed))
        action = player.choose(view)
        if len(state.legal()) > 1 and (visits != last or not asked.below(others)):
            expected = [one.mean for one in player.expected(view) if one.action == action]
            said += [(visits if visits != last else NONE, one) for one in expected]
            last = visits
        state.apply(action)
    won = float(state.returns()[0])
    for visits, mean in said:
        found.add(visits, mean, won)
    return won


def main(arguments: list[str] | None = None) -> int:
    """Measure how well the chances that a player states agree with the results."""
    line = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    line.add_argument("--player", default="thinker")
    line.add_argument("--preset", help="a named set of options")
    line.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="change an option; may be repeated")
    line.add_argument("--games", type=int, default=100)
    line.add_argument("--first", type=int, default=0, help="the number of the first game")
    line.add_argument("--seed", type=int, default=1)
    line.add_argument("--others", type=int, default=20, help="ask at one in this many of the other decisions")
    given = line.parse_args(arguments)
    table = {option.name: option for option in game_class("northwood").option_table}
    game = wb.load("northwood", None, given.preset, **dict([setting(text, table) for text in given.option]))
    print(f"{game}, {given.player}; {'compiled' if compiled else 'plain'}")
    found, won = Calibration(), 0.0
    for number in range(given.first, given.first + given.games):
        won += play(game, given.player, number, given.seed, given.others, found)
    print(f"won {share(won, given.games)}")
    if not found.all.won:
        print("This player states no chances under these rules.")
        return 0
    for visits, said in sorted(found.by_visit.items()):
        print(f"{visits} visits done: {said}; won {share(sum(said.won), len(said.won))}; Brier {said.brier():.3f}")
    for tenth, said in sorted(found.by_tenth.items()):
        print(f"said {tenth / TENTHS:.1f} to {(tenth + 1) / TENTHS:.1f}: {said}")
    everything = found.all
    print(f"all: {everything}; Brier {everything.brier():.3f}, of the share alone {everything.brier_of_share():.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
