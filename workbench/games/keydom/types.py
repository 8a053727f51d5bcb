"""What a whole number stands for in Keydom."""

from __future__ import annotations

from typing import TypeAlias

from workbench.core.types import Mask, Number

Plot: TypeAlias = Number
"""A plot, from 0 to 55; -1 for none."""
Plots: TypeAlias = Mask
"""A set of plots, such as the fields of a player."""
Crop: TypeAlias = Number
"""A crop, from 0 to 4; -1 for none."""
Crops: TypeAlias = Mask
"""A set of crops."""
Handful: TypeAlias = Number
"""Counters of each crop, eight bits a crop (`counters`)."""
Worker: TypeAlias = Number
"""A worker, from 0 to 11; -1 for none."""
Workers: TypeAlias = Mask
"""A set of workers."""
Place: TypeAlias = Number
"""A place for a stored tile, counted over all stores; -1 for none."""
Slot: TypeAlias = Number
"""A slot of the registry, from 0; -1 for none."""
Slots: TypeAlias = Mask
"""A set of slots of the registry."""
Event: TypeAlias = Number
"""A kind of event; -1 for none."""
