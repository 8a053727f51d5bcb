"""Variants of For Northwood! whose whole tree is counted, with counts made from the rulebook and without the game's code."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import Any

from tests.shrunken import Counts, Shrunken

DECK = [suit + value for suit in "CFLE" for value in "12"]
RULER = "FQ"
CHANCE, DECISION, END = "chance", "decision", "end"


def visit(deck: list[str], hand: list[str], trump: str, jack_ready: bool | None, found: Counter[str]) -> None:
    """The next dialogue of a visit and all that follows; the Jack of Flowers (discard all trumps) is ready, used, or None."""
    if not hand or not deck:
        found[END] += 1
        return
    if jack_ready is not None:
        found[DECISION] += 1  # pass, or activate the Jack of Flowers if it is ready
        if jack_ready:
            left = [card for card in hand if card[0] != trump]
            if left:
                found.update(statements(deck, left, trump, False))
            else:
                found[END] += 1
    found.update(statements(deck, hand, trump, jack_ready))


def statements(deck: list[str], hand: list[str], trump: str, jack_ready: bool | None) -> Counter[str]:
    """The ruler's statement and every response to it, with all that follows."""
    found: Counter[str] = Counter({CHANCE: 1})
    for statement in deck:
        found[DECISION] += 1
        rest = [card for card in deck if card != statement]
        following = [card for card in hand if card[0] == statement[0]]
        for response in following or hand:
            visit(rest, [card for card in hand if card != response], trump, jack_ready, found)
    return found


def tree(hand_size: int, trumps: str, jack: bool | None) -> tuple[int, int, int]:
    """Every deal in every order, one fief to choose, then the visit, for each of the rulers that can be dealt."""
    found: Counter[str] = Counter()
    if len(trumps) > 1:
        found[CHANCE] += 1  # which ruler is dealt to the one fief
    for trump in trumps:
        for dealt in range(hand_size):
            found[CHANCE] += len(list(permutations(DECK, dealt)))
        for hand in permutations(DECK, hand_size):
            found[DECISION] += 1  # which fief: there is one
            visit([card for card in DECK if card not in hand], list(hand), trump, jack, found)
    return found[CHANCE], found[DECISION], found[END]


def shrunken(hand_size: int, trumps: str, jack: bool | None, **options: Any) -> Shrunken:
    def count() -> Counts:
        nodes = tree(hand_size, trumps, jack)
        # the only player sees all that happens, so no two decisions look the same
        return Counts(nodes, nodes[1])

    small = {"highest_value": 2, "fiefs": 1, "hand_size": hand_size, "threshold": 1, **options}
    return Shrunken(1, small, count)


CUSTOM = {"setup": "custom", "allies": "CJ FJ LJ EJ", "rulers": RULER}

SHRUNKEN = (
    # four Queens and four Kings, two of each suit, may be dealt to the fief
    shrunken(1, "CCFFLLEE", None, abilities="off"),
    shrunken(2, RULER[0], None, abilities="off", **CUSTOM),
    shrunken(1, RULER[0], True, usable_allies="FJ", **CUSTOM),
)
