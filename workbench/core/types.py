"""What a whole number of the rules stands for.

Positions and moves hold whole numbers, so they are quick to copy and to compare. These names tell a reader which thing a number
means; each game adds its own in its module `types`. To the compiler all of them are the same: whole numbers of 64 bits.
"""

from __future__ import annotations

from typing import TypeAlias

from mypy_extensions import i64

Number: TypeAlias = i64
"""A count, an amount, or a place in a list."""
Action: TypeAlias = i64
"""The number of an action, or of an outcome of chance."""
Seat: TypeAlias = i64
"""A seat, from 0; -1 for nobody."""
Mask: TypeAlias = i64
"""A set of things: bit n is 1 if it holds the thing n (`workbench.core.sets`)."""
Seats: TypeAlias = Mask
"""A set of seats."""
