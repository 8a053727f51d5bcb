"""Crop counters as one whole number, eight bits a type, to add, take away or compare handfuls at once.

>>> hand = handful((2, 0, 1, 0, 0))
>>> counts(hand + ONE[4] - ONE[0])
(1, 0, 1, 0, 1)
>>> covers(hand, handful((1, 0, 1, 0, 0))), covers(hand, ONE[1])
(True, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from workbench.core.words import counted, listed
from workbench.games.keydom.components import CROP_CODES, CROP_TABLE, CROPS

if TYPE_CHECKING:
    from workbench.core.types import Number
    from workbench.games.keydom.types import Crop, Crops, Handful

ONE: Final = tuple([1 << 8 * crop for crop in range(CROPS)])
"""A single counter of each type."""
GUARD: Final = sum([128 << 8 * crop for crop in range(CROPS)])
"""A bit above each count, to borrow from if too much is taken away."""
ALMOST: Final = GUARD - sum(ONE)
"""Added to any count but 0, this reaches the bit above it."""


def handful(numbers: Sequence[int]) -> int:
    """Return a handful with so many counters of each type.

    Args:
        numbers: a count for each type, wheat first.
    """
    return sum([one * number for one, number in zip(ONE, numbers, strict=True)])


def held(hand: Handful, crop: Crop) -> Number:
    """Return how many counters of a type a handful has."""
    return hand >> 8 * crop & 255


def total(hand: Handful) -> Number:
    """Return how many counters a handful has in all.

    >>> total(handful((2, 0, 1, 0, 3)))
    6
    """
    return hand % 255  # 256 leaves 1, so each count counts once


def covers(hand: Handful, price: Handful) -> bool:
    """Return whether a hand has at least as much of each type (KD-MATCH-2)."""
    return (hand | GUARD) - price & GUARD == GUARD


def crops_in(hand: Handful) -> Crops:
    """Return the types with at least one counter, as a mask.

    >>> bin(crops_in(handful((2, 0, 1, 0, 12))))
    '0b10101'
    """
    return ((hand + ALMOST & GUARD) >> 7) % 127  # 256 leaves 2: bit 8 n becomes bit n


def from_on(hand: Handful, crop: Crop) -> Handful:
    """Return the counters of a type and of those after it.

    >>> counts(from_on(handful((2, 1, 1, 0, 3)), 2))
    (0, 0, 1, 0, 3)
    """
    return hand >> 8 * crop << 8 * crop


def counts(hand: int) -> tuple[int, ...]:
    """Return a count for each type."""
    return tuple([hand >> 8 * crop & 255 for crop in range(CROPS)])


def in_short(hand: int) -> str:
    """Write counters in short notation.

    >>> in_short(handful((2, 0, 1, 0, 0))), in_short(0)
    ('WH2 AP1', '-')
    """
    return " ".join([f"{code}{number}" for code, number in zip(CROP_CODES, counts(hand), strict=True) if number]) or "-"


def in_words(hand: int) -> str:
    """Write counters in words.

    >>> in_words(handful((2, 0, 1, 0, 0))), in_words(0)
    ('2 wheat and 1 apple', 'nothing')
    """
    crops = zip(CROP_TABLE, counts(hand), strict=True)
    return listed([counted(number, crop.one, crop.name) for crop, number in crops if number], "nothing")
