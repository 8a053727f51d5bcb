"""What a whole number stands for in On Their Merry Way."""

from __future__ import annotations

from typing import TypeAlias

from workbench.core.types import Number

Card: TypeAlias = Number
"""A type of scheme card, by its number in `cards`; -1 for none."""
Spot: TypeAlias = Number
"""A spot, by its number on the board; -1 for none."""
Place: TypeAlias = Number
"""A place of a road, from 0; -1 for none."""
Way: TypeAlias = Number
"""A way between two places, by its number; -1 for none."""
Traveller: TypeAlias = Number
"""A merchant on the road, from 0; -1 for none."""
