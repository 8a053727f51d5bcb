"""Animations on a board after an event: a moving piece, rolling dice, a sentence at the place.

A game makes passages from the events that the viewer was told (module `passing`, function `passing`, given a `Look` at the
position after them, and the events). They decide nothing and are shown once; the log tells the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from workbench.core.scene import Shape, tidy

STEP: Final = 1
"""How many beats a move from one stop to the next takes; a beat is half the time in which a thing moves to another place."""
ROLL: Final = 4
"""How many beats dice roll."""
GLANCE: Final = 3
LETTERS: Final = 14
"""How many beats a sentence stays: a base, and one more for each of these groups of letters."""


@dataclass(frozen=True)
class Stop:
    """A stop of an animation on the board.

    Args:
        x, y: the place, in user units of the board.
        said: the words shown there; may be empty.
    """

    x: float
    y: float
    said: str = ""


@dataclass(frozen=True)
class Passage:
    """An animation over the board, from stop to stop.

    Args:
        stops: its stops in order, at least one; with one stop it stays there.
        looks: its pictures, drawn around 0, 0. A rolling thing has several: the last is its final state, the others appear on
            the way. None for a sentence alone.
        along: whether it starts together with the one before it; animations that start together stay until all are over.

    Raises:
        ValueError: it has no stops.

    >>> walk = Passage((Stop(10, 10), Stop(30, 10), Stop(30, 40, "Red falls for a trap.")))
    >>> [(one["begin"], one["end"]) for one in timeline([walk, Passage((Stop(5, 5),), along=True)])]
    [(0, 6), (0, 6)]
    """

    stops: tuple[Stop, ...]
    looks: tuple[tuple[Shape, ...], ...] = ()
    along: bool = False

    def __post_init__(self) -> None:
        if not self.stops:
            raise ValueError("An animation needs at least one stop.")


def timeline(passages: Sequence[Passage]) -> list[dict[str, Any]]:
    """Return passages as JSON values with their times in beats, one after another.

    Args:
        passages: in the order in which they are shown.

    Returns:
        for each, its begin and end, its pictures, and its stops as place, arrival, departure and words.
    """
    found: list[dict[str, Any]] = []
    together: list[dict[str, Any]] = []
    over = 0
    for passage in passages:
        if not passage.along:
            together = []
        begin = together[0]["begin"] if together else over
        now, stops = begin, []
        for number, stop in enumerate(passage.stops):
            if number:
                now += ROLL if len(passage.looks) > 1 else STEP
            ends = number + 1 == len(passage.stops)
            leaves = now + (GLANCE + len(stop.said) // LETTERS if stop.said else int(ends))
            stops.append([float(tidy(stop.x)), float(tidy(stop.y)), now, leaves, stop.said])
            now = leaves
        looks = [[shape.to_json() for shape in look] for look in passage.looks]
        together.append({"begin": begin, "end": now, "looks": looks, "stops": stops})
        found.append(together[-1])
        over = max(over, now)
        for one in together:
            one["end"] = over
    return found
