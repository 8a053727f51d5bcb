"""What passes over a board when something has happened: a piece on its way, dice that roll, a sentence where it happened.

A game makes passages of the events that whoever looks was told (module `passing`, function `passing`, given a `Look` at the
position they led to, and the events). They decide nothing and are shown once; what they tell stands in the log as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from workbench.core.scene import Shape, tidy

STEP: Final = 1
"""Beats from one stop to the next; a beat is half of the time in which a thing moves to another place."""
ROLL: Final = 4
"""Beats that dice roll."""
GLANCE: Final = 3
LETTERS: Final = 14
"""Beats that a sentence stays: so many, and one more for every so many letters."""


@dataclass(frozen=True)
class Stop:
    """A place of the board where something that passes comes by.

    Args:
        x, y: the place, in user units of the board.
        said: what is told there; empty for nothing.
    """

    x: float
    y: float
    said: str = ""


@dataclass(frozen=True)
class Passage:
    """Something that passes over the board, from stop to stop.

    Args:
        stops: where it comes by, in order, at least one; with one stop it stands there.
        looks: what it looks like, drawn around 0, 0. Several for what rolls: the last is how it comes to rest, the others turn
            up on the way. None for a sentence alone.
        along: whether it sets out together with the one before it, and not after it; what sets out together stays until all
            of it is over.

    Raises:
        ValueError: it has no stop.

    >>> walk = Passage((Stop(10, 10), Stop(30, 10), Stop(30, 40, "Red falls for a trap.")))
    >>> [(one["begin"], one["end"]) for one in timeline([walk, Passage((Stop(5, 5),), along=True)])]
    [(0, 6), (0, 6)]
    """

    stops: tuple[Stop, ...]
    looks: tuple[tuple[Shape, ...], ...] = ()
    along: bool = False

    def __post_init__(self) -> None:
        if not self.stops:
            raise ValueError("What passes over the board needs at least one stop.")


def timeline(passages: Sequence[Passage]) -> list[dict[str, Any]]:
    """Passages as JSON values with their times in beats, one after another.

    Args:
        passages: in the order in which they are shown.

    Returns:
        for each when it begins and ends, its looks, and its stops as place, arrival, departure and words.
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
