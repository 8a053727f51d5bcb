"""Variants of For Goods and Honor whose whole tree is walked, with counts made from the rulebook and without the game's code.

Three players, one Folk of each type. Everything is listed as histories: a history is a tuple of what has been drawn and chosen,
and what a seat knows is the same tuple without what others have done in secret. OpenSpiel wants all histories that a seat
cannot tell apart to be equally long, so every hand is filled with the same number of choices here: one at most.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

from tests.shrunken import Counts, Shrunken

SEATS = (0, 1, 2)
TYPES = "PWRS"
SECTIONS = ("Food", "Wood", "Rock", "Guards")

TINY: dict[str, Any] = {
    "folks_each": 1,
    "folks_given": 0,
    "nastigans": 0,
    "first_player": "A",
    "talk": "off",
    "duel_chance": "collapsed",
}


def set_up() -> Counts:
    """Each player draws a Folk and places it unseen; one Folk is left in the bag, too few for a turn."""
    chances = sum(len(list(permutations(TYPES, drawn))) for drawn in range(3))
    decisions = ends = 0
    known = set()
    for deal in permutations(TYPES, 3):
        for seat in SEATS:
            for _secret in product(SECTIONS, repeat=seat):  # what those before have placed
                decisions += 1
                known.add((seat, deal))
        ends += len(list(product(SECTIONS, repeat=3)))
    return Counts((chances, decisions, ends), len(known))


def draws(bag: str, drawn: str = "") -> Iterator[str]:
    """Every order in which tokens can come out until two are Folks, and every beginning of one; N is a Nastigan."""
    yield drawn
    if len(drawn.replace("N", "")) < 2:
        for place, token in enumerate(bag):
            yield from draws(bag[:place] + bag[place + 1 :], drawn + token)


def first_turn(chips: int, largest: int, nastigans: int, said: int) -> Counts:
    """One turn of A from empty mats: draw, keep, perhaps talk, bid own chips, give, perhaps a duel, place what was kept.

    Args:
        chips: chips of each player; B and C bid one or more of their own.
        largest: the most items in a bid.
        nastigans: 0 or 1 in the bag.
        said: how many things A can say; 0 if nobody talks.
    """
    chances = decisions = ends = 0
    known = set()
    bids = range(1, min(chips, largest) + 1)
    for drawn in draws(TYPES + "N" * nastigans):
        folks = drawn.replace("N", "")
        if len(folks) < 2:
            chances += 1
            continue
        decisions += 1
        known.add(("keep", drawn))
        for kept, request in product(folks, range(max(1, said))):
            if said and request == 0:
                decisions += 1
                known.add(("talk", drawn, kept))
            seen: tuple[Any, ...] = (drawn, kept, request)
            # a hand is filled one chip at a time: to stop or go on is a choice between the first chip and the largest bid
            for size in bids[:-1]:
                decisions += 1
                known.add(("B", *seen, size))
            for from_b in bids:
                for size in bids[:-1]:
                    decisions += 1
                    known.add(("C", *seen, size))
                for from_c in bids:
                    decisions += 1
                    known.add(("give", *seen, from_b, from_c))
                    for receiver in "BC":
                        if "N" in drawn:
                            chances += 1
                            ends += 1  # the only Folk on the mat is lost, so that there is nothing to place
                        decisions += 1
                        known.add(("place", *seen, from_b, from_c, receiver))
                        ends += len(SECTIONS)
    return Counts((chances, decisions, ends), len(known))


def turn(chips: int, largest: int, nastigans: int, said: int) -> Shrunken:
    """A variant of one turn, to be counted."""
    small = {"folks_drawn": 0, "max_turns": 1, "chips_per_player": chips, "bid_max": largest, "nastigans": nastigans}
    options = {**TINY, **small, "talk": "request" if said else "off"}
    return Shrunken(3, options, lambda: first_turn(chips, largest, nastigans, said))


SHRUNKEN = (
    Shrunken(3, {**TINY, "folks_drawn": 1, "bag_short": "end_game"}, set_up),
    turn(chips=2, largest=2, nastigans=0, said=0),
    turn(chips=3, largest=2, nastigans=0, said=0),
    turn(chips=1, largest=1, nastigans=1, said=0),
    # nothing, a chip of A, B or C, Food, Wood or Rock
    turn(chips=1, largest=5, nastigans=0, said=7),
)
