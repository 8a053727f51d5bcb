"""Measure what common random numbers are worth in twenty comparisons: ``python benchmarks/pairing.py``

    python benchmarks/pairing.py keydom goods_and_honor --games 400    # some games, more pairs
    python benchmarks/pairing.py --metric score_0 --seed 2 --out pairing.csv

Each comparison plays a game with and without a change, with the same seeds and a quick player in every seat. It does so
twice: with one stream of random numbers for all of chance, as matches and plain runs have it, and with draws by purpose, as
`lab.compare` has them (`lab.simulate(paired=True)`). For both, the script prints the correlation of the pairs, and how many
games that share no random numbers would do the work of one pair: the variance of a difference of independent games, divided
by that of the pairs. So a 2 means that half the games give the same interval. Below 1, the same seed does harm.

The correlation of n pairs has a standard error of about 1 / sqrt(n) where it is near 0, and less near 1. If the changed rule
is never used, every pair is alike and the worth is infinite. The column `differ` says in what share of the games anything
came out otherwise.
"""

from __future__ import annotations

import argparse
import sys
from math import exp, inf, log
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT))  # last, so that an installed package is measured if there is one

import workbench as wb  # noqa: E402
from workbench import lab  # noqa: E402
from workbench.core.state import compiled  # noqa: E402
from workbench.games.goods_and_honor.duel import FOLK_WINS, Roll  # noqa: E402
from workbench.games.keydom.setup import DealCounters  # noqa: E402
from workbench.games.northwood.dialogue import Respond  # noqa: E402
from workbench.games.resource_hog.market import Die  # noqa: E402
from workbench.lab.compare import games_that_differ, values_of, variant_of  # noqa: E402
from workbench.lab.statistics import difference, spread  # noqa: E402


class HalfTheSuits(Respond):
    """A higher card scores in the suits of even number only."""

    def scores(self, state: Any, card: int) -> bool:
        return card // 8 % 2 == 0 and super().scores(state, card)


class FolkOnTies(Roll):
    """Equal dice let the Folk win."""

    def decides(self, state: Any, action: int) -> int:
        found = super().decides(state, action)
        return found if found >= 0 else FOLK_WINS


class MoreCounters(DealCounters):
    """Everybody draws one counter more."""

    def number(self, state: Any, seat: int) -> int:
        return int(super().number(state, seat)) + 1


class Dearer(Die):
    """Five of the six faces of the board die make a good dearer."""

    def upward(self, face: int) -> bool:
        return face == 0


PLAYERS = {
    "northwood": "counter",
    "goods_and_honor": "balanced_elder",
    "merry_way": "builder",
    "keydom": "farmer",
    "resource_hog": "farmer",
}
CHANGES: dict[str, dict[str, Any]] = {
    "northwood": {
        "nontrump_scoring": {"nontrump_scoring": "never"},
        "substitutes": {"substitutes": "none"},
        "hand_size 7": {"hand_size": 7},
        "phase respond": HalfTheSuits,
    },
    "goods_and_honor": {
        "end_trigger": {"end_trigger": "any_type"},
        "nastigans 30": {"nastigans": 30},
        "award": {"award": "most_items"},
        "phase roll": FolkOnTies,
    },
    "merry_way": {
        "target 25": {"target": 25},
        "starting_resource_cards 4": {"starting_resource_cards": 4},
        "upgrade_discount 2": {"upgrade_discount": 2},
        "bank_price 2": {"bank_price": 2},
    },
    "keydom": {
        "seat_bonus": {"seat_bonus": "one_extra_counter_per_seat_after_first"},
        "refill": {"refill": "end_of_turn"},
        "end_event 9": {"end_event": 9},
        "phase deal_counters": MoreCounters,
    },
    "resource_hog": {
        "drift 2": {"drift": 2},
        "fish_catch 3": {"fish_catch": 3},
        "start_money 10": {"start_money": 10},
        "phase die": Dearer,
    },
}
"""Four changes of each game, most of which change what the players decide."""
METRICS = {"northwood": ("score_0", "decisions")}
USUAL = ("win_0", "decisions")
LINE = "{:16}{:15}{:27}{:10}" + "{:>13}" * 5
"""A line of the printed table."""


class Pairing(NamedTuple):
    """What the pairs of a comparison are worth for one metric.

    Attributes:
        correlation: of the pairs; nan if a metric is constant.
        worth: how many games without common random numbers do the work of a pair; infinite if all pairs are alike.
        differ: the share of games in which anything came out otherwise.
    """

    correlation: float
    worth: float
    differ: float


def pairing(first: lab.Runs, second: lab.Runs, metric: str) -> Pairing:
    """Return what the pairs of two runs are worth."""
    one, other = values_of(first, metric), values_of(second, metric)
    found = difference(one, other)
    apart = found.deviation**2
    alone = spread(one) ** 2 + spread(other) ** 2
    return Pairing(found.correlation, alone / apart if apart else inf, games_that_differ(first, second) / first.games)


def middle(worths: list[float]) -> float:
    """Return the geometric mean of the finite values.

    >>> middle([1.0, 4.0, inf])
    2.0
    """
    known = [log(one) for one in worths if 0 < one < inf]
    return exp(sum(known) / len(known)) if known else inf


def main(given: list[str] | None = None) -> None:
    """Measure what the command line asks for, and print a row for each comparison and metric."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"the games; all unless named: {', '.join(CHANGES)}")
    parser.add_argument("--games", dest="pairs", type=int, default=200, help="how many pairs of games a comparison has")
    parser.add_argument("--seed", type=int, default=1, help="the seed of all runs")
    parser.add_argument("--metric", action="append", help="what to measure instead of the usual metrics; may be repeated")
    parser.add_argument("--out", type=Path, help="a file for the table, with commas")
    asked = parser.parse_args(given)
    names = asked.games or list(CHANGES)
    unknown = [name for name in names if name not in CHANGES]
    if unknown:
        parser.error(f"There are no comparisons of {unknown[0]!r}. Available: {', '.join(CHANGES)}.")
    print(f"{asked.pairs} pairs a comparison, seed {asked.seed}, {'compiled' if compiled else 'plain Python'}")
    head = ("game", "player", "change", "metric", "differ", "alike_before", "worth_before", "alike", "worth")
    print(LINE.format(*head), flush=True)
    lines, worths = [",".join(head)], dict[str, list[float]](before=[], after=[])
    for name in names:
        game, player = wb.load(name), PLAYERS[name]
        usual = {paired: played(game, player, asked, paired) for paired in (False, True)}
        for change, rules in CHANGES[name].items():
            changed = {paired: played(variant_of(game, rules), player, asked, paired) for paired in (False, True)}
            for metric in asked.metric or METRICS.get(name, USUAL):
                old, new = [pairing(usual[paired], changed[paired], metric) for paired in (False, True)]
                worths["before"].append(old.worth)
                worths["after"].append(new.worth)
                numbers = (new.differ, old.correlation, old.worth, new.correlation, new.worth)
                cells = [f"{number:.2f}" for number in numbers]
                print(LINE.format(name, player, change, metric, *cells), flush=True)
                lines.append(",".join([name, player, change, metric, *cells]))
    before, after = [middle(worths[when]) for when in ("before", "after")]
    print(f"geometric mean of the worth: {before:.2f} before, {after:.2f} with draws by purpose")
    if asked.out:
        asked.out.write_text("\n".join(lines) + "\n", encoding="utf-8")


def played(game: wb.Game, player: str, asked: argparse.Namespace, paired: bool) -> lab.Runs:
    """Play the games of one side of a comparison."""
    return lab.simulate(game, player, asked.pairs, asked.seed, progress=False, paired=paired)


if __name__ == "__main__":
    main()
