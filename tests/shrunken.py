"""Small variants of games whose whole tree can be walked: each game lists its own in `tests/games/NAME/shrunken.py`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Shrunken:
    """A variant with counts that were made a second way, from the rulebook and without the game's code.

    Attributes:
        players: how many play.
        options: what makes it small.
        nodes: histories at which chance is next, at which a seat decides, and at which the game is over.
        information_sets: what the deciding seats can tell apart.
    """

    players: int
    options: dict[str, Any]
    nodes: tuple[int, int, int]
    information_sets: int
