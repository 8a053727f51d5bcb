"""What a whole number stands for in For Goods and Honor."""

from __future__ import annotations

from typing import TypeAlias

from workbench.core.types import Number

Folk: TypeAlias = Number
"""A type of Folk, from 0 to 3."""
Section: TypeAlias = Number
"""A section of a mat, by its number in `components`."""
Good: TypeAlias = Number
"""A type of Goods, by its number in `components`."""
