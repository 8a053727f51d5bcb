"""Work out the tables of the plain visit over all deals, exactly, and store them for the players and the notebooks.

    python3 tools/plain_table.py            work everything out, print it, write workbench/games/northwood/plain_table.json
    python3 tools/plain_table.py --check    work everything out, print it, fail if the stored file says anything else

A plain visit is one in which no ability is used. The file holds, for each reading of the scoring rule (NW-RULING-1), over
all 10,518,300 deals with the trump suit given:

- deals_up_to_side_suits, positions: deals that differ only by exchanging side suits are solved once; positions met;
- mean_success, mean_success_by_trumps: by target 0..8, and by trumps in hand 0..8 and target;
- deals_by_trumps: how many deals hold 0..8 trumps;
- certain_deals, hopeless_deals: deals in which best play always, or never, makes exactly 0..8 points;
- deals_with_a_certain_fief: deals in which at least one of the targets 0..7 is certain;
- mean_success_best_fief, mean_success_best_target: when the best target of 0..7, or of 0..8, may be chosen for each deal;

and for whole games without abilities, in the default reading: the chance of enough stars and the mean stars, with the fief
chosen after seeing the deal and blindly, for all eight fiefs and for games of two.

All positions of a reading are kept while it is solved, which takes about 3 GB of memory. On one core of an ordinary
computer the whole takes four minutes.
"""

from __future__ import annotations

import argparse
import gc
import json
import re
import sys
import time
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from math import comb, factorial, perm, prod
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from workbench.games.northwood.plain_visit import PlainVisit  # noqa: E402

STORED = ROOT / "workbench" / "games" / "northwood" / "plain_table.json"
HAND = 8
CARDS = 32
DEALS = comb(CARDS, HAND)
ORDERS = perm(CARDS - HAND, HAND)
FULL_DECK = (1 << CARDS) - 1
SUITS = "CFLE"
TARGETS = range(HAND + 1)
STARS = (4, 3, 2, 1, 1, 2, 3, 4)
TRUMPS = (0, 1, 2, 3, 0, 1, 2, 3)
THRESHOLDS = (16, 18, 20)
# The two-fief games: fiefs with their trump suits, and the stars wanted.
TWO_FIEFS = (((0, 7), (0, 1), (4, 8)), ((3, 4), (0, 1), (1, 2)))


@dataclass
class Solved:
    """All deals of one reading, with their cards in each suit and their chances.

    Attributes:
        keys: the sorted keys; a key has the suits of a deal as four bytes, trump first and the side suits rising.
        chances: for each key, the success chance by target.
        row: what the stored file says about this reading.
    """

    keys: npt.NDArray[np.uint32]
    chances: npt.NDArray[np.float64]
    row: dict[str, Any]


def byte_key(trump: int, sides: tuple[int, ...]) -> int:
    """Return the key of a deal."""
    low, middle, high = sorted(sides)
    return ((trump * 256 + low) * 256 + middle) * 256 + high


def arrangements(suits: tuple[int, ...]) -> int:
    """Return the number of ways to give these holdings to as many suits."""
    return factorial(len(suits)) // prod(factorial(number) for number in Counter(suits).values())


def groups_of(size: int, total: int) -> list[tuple[int, ...]]:
    """Return all groups of this many suits, as rising bytes, that hold this many cards together."""
    by_count: list[list[int]] = [[byte for byte in range(256) if byte.bit_count() == count] for count in range(9)]
    found: list[tuple[int, ...]] = []
    for counts in combinations_with_replacement(range(9), size):
        if sum(counts) == total:
            partial: list[tuple[int, ...]] = [()]
            for count, number in Counter(counts).items():
                partial = [
                    (*group, *more)
                    for group in partial
                    for more in combinations_with_replacement(by_count[count], number)
                ]
            found += [tuple(sorted(group)) for group in partial]
    return found


def solve_all(same_suit_scores: bool) -> Solved:
    """Solve every deal."""
    started = time.perf_counter()
    solver = PlainVisit(same_suit_scores, remembered=FULL_DECK)
    sums = [[0] * len(TARGETS) for _ in TARGETS]  # by trumps in hand, then target: ways over all deals
    deals_by_trumps = [0] * len(TARGETS)
    certain = [0] * len(TARGETS)
    hopeless = [0] * len(TARGETS)
    some_fief_certain = best_fief = best_target = 0
    keys: list[int] = []
    ways_of: list[tuple[int, ...]] = []
    for trumps in TARGETS:
        sides_of = groups_of(3, HAND - trumps)
        for trump in [byte for byte in range(256) if byte.bit_count() == trumps]:
            for sides in sides_of:
                hand = trump | sides[0] << 8 | sides[1] << 16 | sides[2] << 24
                ways, _ = solver.ways(hand, FULL_DECK ^ hand, trump=0)
                deals = arrangements(sides)
                deals_by_trumps[trumps] += deals
                total = sums[trumps]
                for target in TARGETS:
                    way = ways[target]
                    total[target] += deals * way
                    if way == ORDERS:
                        certain[target] += deals
                    elif way == 0:
                        hopeless[target] += deals
                if ORDERS in ways[:HAND]:
                    some_fief_certain += deals
                best_fief += deals * max(ways[:HAND])
                best_target += deals * max(ways)
                keys.append(byte_key(trump, sides))
                ways_of.append(ways)
    assert sum(deals_by_trumps) == DEALS, "every deal was solved once"
    order = np.argsort(np.array(keys, dtype=np.uint32))
    row = {
        "deals_up_to_side_suits": len(keys),
        "positions": solver.positions,
        "mean_success": [exact(sum(row[target] for row in sums), DEALS) for target in TARGETS],
        "mean_success_by_trumps": [[exact(way, deals_by_trumps[trumps]) for way in sums[trumps]] for trumps in TARGETS],
        "deals_by_trumps": deals_by_trumps,
        "certain_deals": certain,
        "hopeless_deals": hopeless,
        "deals_with_a_certain_fief": some_fief_certain,
        "mean_success_best_fief": exact(best_fief, DEALS),
        "mean_success_best_target": exact(best_target, DEALS),
    }
    print(
        f"{len(keys):,} deals solved, {solver.positions:,} positions, {time.perf_counter() - started:.0f} s", flush=True
    )
    return Solved(np.array(keys, dtype=np.uint32)[order], np.array(ways_of, dtype=np.float64)[order] / ORDERS, row)


def exact(ways: int, deals: int) -> float:
    """Return a mean chance, rounded once."""
    return float(Fraction(ways, deals * ORDERS))


class WholeGame:
    """Games without abilities over all deals, for one reading."""

    def __init__(self, solved: Solved) -> None:
        self.chances = solved.chances
        groups = np.array(groups_of(4, HAND), dtype=np.uint32)
        self.weights = np.array([arrangements(tuple(group)) for group in groups.tolist()], dtype=np.float64)
        self.weights /= 24 * DEALS  # each group is visited in all 24 orders
        # The index of the solved deal if the first, second, third or fourth suit of the group is trump; the rest still rise.
        self.deal = []
        for trump in range(4):
            first, second, third = [groups[:, suit] for suit in range(4) if suit != trump]
            keys = ((groups[:, trump] << 8 | first) << 8 | second) << 8 | third
            self.deal.append(np.searchsorted(solved.keys, keys))

    def solve(
        self, fiefs: tuple[int, ...], trumps: tuple[int, ...], most_lost: int
    ) -> tuple[dict[tuple[int, int], float], list[float]]:
        """Return the chance to win the stars wanted, and the mean stars, by set of unvisited fiefs.

        Args:
            fiefs, trumps: the fiefs and their trump suits.
            most_lost: the largest number of stars that may be lost.

        Returns:
            chances by (set, stars of the set that may be lost); mean stars of best play by set.
        """
        size = len(fiefs)
        stars = [STARS[fief] for fief in fiefs]
        chances: dict[tuple[int, int], float] = {(0, spare): 1.0 for spare in range(most_lost + 1)}
        mean_stars = [0.0] * (1 << size)
        rows = [  # one block of deals for each order of the suits, one row a fief
            np.stack([self.chances[self.deal[order[trump]], fief] for fief, trump in zip(fiefs, trumps, strict=True)])
            for order in permutations(range(4))
        ]
        for unvisited in range(1, 1 << size):
            members = [place for place in range(size) if unvisited >> place & 1]
            spares = [spare for spare in range(most_lost + 1) if spare < sum(stars[place] for place in members)]
            for spare in range(most_lost + 1):
                chances[unvisited, spare] = 1.0
            base: list[list[float]] = []
            slope: list[list[float]] = []
            for spare in spares:
                after = [chances[unvisited ^ 1 << place, spare] for place in members]
                lost = [chances.get((unvisited ^ 1 << place, spare - stars[place]), 0.0) for place in members]
                slope.append([a - b for a, b in zip(after, lost, strict=True)])
                base.append(lost)
            slope.append([float(stars[place]) for place in members])
            base.append([mean_stars[unvisited ^ 1 << place] for place in members])
            totals = np.zeros(len(base))
            for block in rows:
                for start in range(0, block.shape[1], 16384):  # small enough to stay in the processor's cache
                    part = block[members, start : start + 16384]
                    weights = self.weights[start : start + 16384]
                    for line in range(len(base)):
                        best = part[0] * slope[line][0] + base[line][0]
                        for place in range(1, len(members)):
                            np.maximum(best, part[place] * slope[line][place] + base[line][place], out=best)
                        totals[line] += best @ weights
            for spare, total in zip(spares, totals, strict=False):
                chances[unvisited, spare] = float(total)
            mean_stars[unvisited] = float(totals[-1])
        return chances, mean_stars


def blind(fiefs: tuple[int, ...], mean_success: list[float], wanted: int) -> float:
    """Return the chance to win enough stars if fiefs are chosen before the deal; their order does not matter."""
    chances = {0: 1.0}
    for fief in fiefs:
        after: dict[int, float] = {}
        for stars, chance in chances.items():
            success = mean_success[fief]
            after[stars] = after.get(stars, 0.0) + chance * (1 - success)
            after[stars + STARS[fief]] = after.get(stars + STARS[fief], 0.0) + chance * success
        chances = after
    return sum(chance for stars, chance in chances.items() if stars >= wanted)


def whole_games(solved: Solved) -> dict[str, Any]:
    """Return the part of the stored file about games without abilities."""
    started = time.perf_counter()
    game = WholeGame(solved)
    mean_success = solved.row["mean_success"]
    result: dict[str, Any] = {"two_fiefs": []}
    for fiefs, trumps, wanted in TWO_FIEFS:
        total = sum(STARS[fief] for fief in fiefs)
        chances, _ = game.solve(fiefs, trumps, total - min(wanted))
        for stars in wanted:
            result["two_fiefs"].append(
                {
                    "fiefs": list(fiefs),
                    "rulers": "".join(SUITS[trump] for trump in trumps),
                    "stars": stars,
                    "seen": chances[3, total - stars],
                    "blind": blind(fiefs, mean_success, stars),
                }
            )
    all_fiefs = tuple(range(len(STARS)))
    chances, mean_stars = game.solve(all_fiefs, TRUMPS, sum(STARS) - min(THRESHOLDS))
    result["eight_fiefs"] = {
        "rulers": "".join(SUITS[trump] for trump in TRUMPS),
        "thresholds": list(THRESHOLDS),
        "seen": [chances[255, sum(STARS) - threshold] for threshold in THRESHOLDS],
        "blind": [blind(all_fiefs, mean_success, threshold) for threshold in THRESHOLDS],
        "mean_stars_seen": mean_stars[255],
        "mean_stars_blind": sum(STARS[fief] * mean_success[fief] for fief in all_fiefs),
    }
    print(f"Whole games: {time.perf_counter() - started:.0f} s", flush=True)
    return result


def main() -> int:
    """Work out, print, and store or compare."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare with the stored file instead of writing it")
    arguments = parser.parse_args()
    gc.disable()  # millions of small tuples, none of them in a cycle
    never = solve_all(False).row
    higher = solve_all(True)
    table = {
        "made_by": "python3 tools/plain_table.py",
        "about": "Plain visits (no ability is used) of For Northwood!, exact over all deals; see the tool for the terms.",
        "same_suit_higher": higher.row,
        "never": never,
        "whole_games": whole_games(higher),
    }
    text = readable(table)
    print(text)
    if not arguments.check:
        STORED.write_text(text, encoding="utf-8")
        return 0
    # Sums over millions of deals may differ in the last digits from one computer to the next.
    if differences := different(table, json.loads(STORED.read_text(encoding="utf-8")), ""):
        print("\n".join(differences))
        return 1
    print("The stored file says the same.")
    return 0


def readable(table: dict[str, Any]) -> str:
    """Return the table as JSON, with each list of numbers on one line."""
    text = json.dumps(table, indent=1) + "\n"
    return re.sub(r"\[[^][{}]*\]", lambda numbers: " ".join(numbers.group().split()), text)


def different(new: Any, old: Any, where: str) -> list[str]:
    """Return the places where two tables differ, as sentences."""
    if isinstance(new, dict) and isinstance(old, dict) and new.keys() == old.keys():
        return [line for key in new for line in different(new[key], old[key], f"{where}/{key}")]
    if isinstance(new, list) and isinstance(old, list) and len(new) == len(old):
        return [line for place in range(len(new)) for line in different(new[place], old[place], f"{where}/{place}")]
    if new == old or (isinstance(new, float) and isinstance(old, float) and abs(new - old) < 1e-12):
        return []
    return [f"{where or 'The table'}: {new} here, {old} stored."]


if __name__ == "__main__":
    raise SystemExit(main())
