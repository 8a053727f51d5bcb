"""Sets of cards, plots or people as whole numbers, by names: a set holds the thing with the number n if its bit n is 1.

A set is that number and nothing else, so two sets are put together with ``|``, what both hold is ``&``, and what one holds
without the other is ``& ~``. What such a line does not say by itself has a name here. A set holds numbers from 0 to 61.

>>> hand = set_of((1, 4, 5))
>>> holds(hand, 4), size_of(hand), first_of(hand), members(without(hand, 4))
(True, 3, 1, (1, 5))
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

NONE: Final = -1
"""No thing at all."""
BIT: Final = tuple([1 << n for n in range(62)])
"""The set of one thing, by its number; a table, because a shift by a machine-sized number is done in 32 bits when compiled."""
LAST: Final = 1 << 61
"""The set of the last thing there can be; ``LAST >> 61 - n`` is that of the thing n, done in 64 bits and without a table."""
EVERYTHING: Final = -1
"""The set that holds every thing there is."""


def holds(things: i64, one: i64) -> bool:
    """Whether a thing belongs to a set.

    >>> holds(0b101, 0), holds(0b101, 1)
    (True, False)
    """
    return things & LAST >> 61 - one != 0


def with_one(things: i64, one: i64) -> i64:
    """A set and one thing more.

    >>> with_one(0b101, 1)
    7
    """
    return things | LAST >> 61 - one


def without(things: i64, one: i64) -> i64:
    """A set but for one thing.

    >>> without(0b101, 2)
    1
    """
    return things & ~(LAST >> 61 - one)


def after(one: i64) -> i64:
    """Everything that comes after a thing; everything, after `NONE`.

    >>> 0b1111 & after(1), 0b1111 & after(NONE)
    (12, 15)
    """
    return ~(BIT[one] * 2 - 1) if one >= 0 else EVERYTHING


def several(things: i64) -> bool:
    """Whether a set has more than one member.

    >>> several(0b100), several(0b110)
    (False, True)
    """
    return things & (things - 1) != 0


def first_of(things: int) -> int:
    """The first member of a set; -1 if it has none.

    >>> first_of(0b1100)
    2
    """
    return (things & -things).bit_length() - 1


def size_of(things: int) -> int:
    """How many members a set has.

    >>> size_of(0b1101)
    3
    """
    return int(things).bit_count()


def set_of(numbers: Iterable[int]) -> int:
    """The set of some things.

    >>> set_of((0, 2))
    5
    """
    return sum([1 << number for number in set(numbers)])


def members(things: int) -> tuple[int, ...]:
    """The members of a set, the first one first.

    >>> members(0b101)
    (0, 2)
    """
    return tuple([number for number in range(int(things).bit_length()) if int(things) >> number & 1])
