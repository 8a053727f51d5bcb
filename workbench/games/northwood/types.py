"""What a whole number stands for in For Northwood!."""

from __future__ import annotations

from typing import TypeAlias

from workbench.core.types import Mask, Number

Card: TypeAlias = Number
"""A card, from 0 to 31 (`components`); -1 for none."""
Cards: TypeAlias = Mask
"""A set of cards."""
Suit: TypeAlias = Number
"""A suit, from 0 to 3."""
Fief: TypeAlias = Number
"""A fief, from 0; -1 for none."""
Fiefs: TypeAlias = Mask
"""A set of fiefs."""
Character: TypeAlias = Number
"""A character, from 0 to 23; -1 for none, -2 if it lies face down."""
Characters: TypeAlias = Mask
"""A set of characters."""
Slot: TypeAlias = Number
"""A slot for an ally, from 0 to 3; -1 for none."""
Slots: TypeAlias = Mask
"""A set of slots."""
