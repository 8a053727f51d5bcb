"""Variants of Resource Hog whose whole tree is walked, with counts made from the rulebook and without the game's code.

One round on the Islet, one peasant each, nothing to trade, to eat or to carry: so all there is to decide is where to start,
the order of the cards, and what the one peasant does; and all there is to roll is the board die. A history is what has been
drawn and chosen; what a seat knows is the same without the cards of others that have not been turned up.
"""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

from tests.shrunken import Counts, Shrunken

TINY: dict[str, Any] = {
    "clock": "six",
    "slave_tokens": 1,
    "program_mode": "seat_order",
    "people_trade": "off",
    "coast_salt": 0,
    "coast_arms": 0,
    "workers": (9, 1, 2, 1, 3, 4, 3),
    **{f"start_{what}": 0 for what in ("money", "nobles", "food", "salt", "arms")},
    "start_peasants": 1,
}
PAIR_MAP = """title = "Pair"
players = [1, 2]
borders = ["H1-C1"]
[areas]
H1 = { salt = 1 }
C1 = { arms = 1 }
[waters]
SEA = { sea = true, most = 50, borders = "H1 C1" }
"""
"""Two areas without woodland and game: a peasant fishes, waits in vain to be knighted, or rests."""
PILES = ["".join(order) for order in permutations("PNT")]
JOBS = {"H1": ["rest", "hunt", "clear", "knight", "fish"], "C1": ["rest", "hunt", "clear", "knight", "fish", "lake"]}
"""What a single peasant can do on the Islet: mines give nothing, roads take nine, and there is no food to raise a child on."""
PAIR_JOBS = {"H1": ["rest", "knight", "fish"], "C1": ["rest", "knight", "fish"]}
FACES = 6


def alone() -> Counts:
    """One player."""
    chances, decisions, ends = 0, 1, 0
    for area in JOBS:
        decisions += 1
        for _pile in PILES:
            decisions += 1
            for _job in JOBS[area]:
                chances += 1
                ends += FACES
    return Counts((chances, decisions, ends), decisions)


def pair() -> Counts:
    """Two players; who starts is drawn, and the second has one area left."""
    chances, decisions, ends = 1, 0, 0
    known: set[Any] = set()
    for starter, area in product((0, 1), PAIR_JOBS):
        known.add(("start", starter))
        other = next(one for one in PAIR_JOBS if one != area)
        homes = (area, other) if starter == 0 else (other, area)
        setup = (starter, area)
        decisions += 1  # the first seat's pile
        known.add(("program", 0, setup))
        for piles in product(PILES, PILES):
            if piles[1] == PILES[0]:
                decisions += 1  # the second seat's pile, whatever the other's is
                known.add(("program", 1, setup))
            # cards are resolved step by step, the first seat before the second
            turns = [(step, seat) for step in range(3) for seat in (0, 1) if piles[seat][step] == "P"]
            (step, first), (later, second) = turns
            decisions += 1
            known.add((first, setup, piles[first], turned_up(piles, first, step), ""))
            for job in PAIR_JOBS[homes[first]]:
                decisions += 1
                known.add((second, setup, piles[second], turned_up(piles, second, later), job))
                for _job in PAIR_JOBS[homes[second]]:
                    chances += 1
                    ends += FACES
    decisions += 2  # where to start: each of the two may be the first
    return Counts((chances, decisions, ends), len(known))


def turned_up(piles: tuple[str, str], seat: int, step: int) -> str:
    """The cards of the other player that a seat has seen when its own card of a step is resolved."""
    return piles[1 - seat][: step + seat]


SHRUNKEN = (Shrunken(1, TINY, alone), Shrunken(2, {**TINY, "map": PAIR_MAP}, pair))
