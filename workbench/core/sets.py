"""Sets of cards, plots or people as whole numbers: a set holds the thing n if its bit n is 1.

A set is such a number, so ``|`` joins two sets, ``&`` gives what both hold, and ``& ~`` what only the first holds. Operations
that would be hard to read have a function here. A set holds numbers from 0 to 61.

>>> hand = set_of((1, 4, 5))
>>> holds(hand, 4), size_of(hand), first_of(hand), members(without(hand, 4))
(True, 3, 1, (1, 5))
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from workbench.core.types import Mask, Number

NONE: Final = -1
"""No thing at all."""
BIT: Final = tuple([1 << n for n in range(62)])
"""The set of one thing, by its number. It is a table because compiled code shifts by a machine-sized number in 32 bits."""
LAST: Final = 1 << 61
"""The set of the last possible thing. ``LAST >> 61 - n`` is the set of the thing n, in 64 bits and without a table."""
EVERYTHING: Final = -1
"""The set that holds everything."""


def holds(things: Mask, one: Number) -> bool:
    """Return whether a thing belongs to a set.

    >>> holds(0b101, 0), holds(0b101, 1)
    (True, False)
    """
    return things & LAST >> 61 - one != 0


def with_one(things: Mask, one: Number) -> Mask:
    """Return a set with one more thing.

    >>> with_one(0b101, 1)
    7
    """
    return things | LAST >> 61 - one


def without(things: Mask, one: Number) -> Mask:
    """Return a set without one thing.

    >>> without(0b101, 2)
    1
    """
    return things & ~(LAST >> 61 - one)


def after(one: Number) -> Mask:
    """Return everything that comes after a thing; after `NONE`, return everything.

    >>> 0b1111 & after(1), 0b1111 & after(NONE)
    (12, 15)
    """
    return ~(BIT[one] * 2 - 1) if one >= 0 else EVERYTHING


def several(things: Mask) -> bool:
    """Return whether a set has more than one member.

    >>> several(0b100), several(0b110)
    (False, True)
    """
    return things & (things - 1) != 0


def first_of(things: int) -> int:
    """Return the first member of a set; -1 if the set is empty.

    >>> first_of(0b1100)
    2
    """
    return (things & -things).bit_length() - 1


def size_of(things: int) -> int:
    """Return how many members a set has.

    >>> size_of(0b1101)
    3
    """
    return int(things).bit_count()


def set_of(numbers: Iterable[int]) -> int:
    """Return the set of some things.

    >>> set_of((0, 2))
    5
    """
    return sum([1 << number for number in set(numbers)])


def members(things: int) -> tuple[int, ...]:
    """Return the members of a set, the smallest first.

    >>> members(0b101)
    (0, 2)
    """
    return tuple([number for number in range(int(things).bit_length()) if int(things) >> number & 1])
