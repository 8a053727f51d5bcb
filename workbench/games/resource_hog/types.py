"""What a whole number stands for in Resource Hog."""

from __future__ import annotations

from typing import TypeAlias

from workbench.core.types import Mask, Number

Area: TypeAlias = Number
"""An area of the map, from 0; -1 for none."""
Areas: TypeAlias = Mask
"""A set of areas."""
Border: TypeAlias = Number
"""A border, seen from one of its two areas; -1 for none."""
Column: TypeAlias = Number
"""A column of the price board, from 0."""
Columns: TypeAlias = Mask
"""A set of columns."""
Good: TypeAlias = Number
"""A good: food, salt or arms, from 0."""
