"""Small variants of games whose whole tree can be walked: each game lists its own in `tests/games/NAME/shrunken.py`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple


class Counts(NamedTuple):
    """What a tree holds.

    Attributes:
        nodes: histories at which chance is next, at which a seat decides, and at which the game is over.
        information_sets: what the deciding seats can tell apart.
    """

    nodes: tuple[int, int, int]
    information_sets: int


@dataclass(frozen=True)
class Shrunken:
    """A variant with counts that were made a second way, from the rulebook and without the game's code.

    The short run walks the tree of the first one that a game lists.

    Attributes:
        players: how many play.
        options: what makes it small.
        count: makes the counts; that can take seconds, so nobody asks before the tree is walked.
    """

    players: int
    options: dict[str, Any]
    count: Callable[[], Counts]

    @cached_property
    def counts(self) -> Counts:
        """The counts, made once."""
        return self.count()
