"""What happened, as data: an event for every thing a rule did, naming the clause behind it."""

from __future__ import annotations

from dataclasses import dataclass

from mypy_extensions import mypyc_attr


@dataclass(frozen=True)
class Event:
    """One thing that happened.

    Attributes:
        clause: the ID of the clause that was carried out.
        text: what happened, in words.
        seat: the seat that did it, or -1 for chance and for what happens by itself.
        step: how many decisions had been made before it (0 = before the first one).
    """

    clause: str
    text: str
    seat: int = -1
    step: int = 0

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"


@mypyc_attr(allow_interpreted_subclasses=True)
class Listener:
    """Collects what the rules tell while it is attached to a state (`state.listener`).

    Without a listener the rules build no text at all.
    """

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.step = 0

    def hear(self, clause: str, text: str, seat: int) -> None:
        """Take down one event."""
        self.events.append(Event(clause, text, seat, self.step))


class ClauseCounter(Listener):
    """Counts how often each clause fires, and keeps no text.

    >>> counter = ClauseCounter()
    >>> counter.hear("NW-TRICK-4", "scores", 0)
    >>> counter.fired
    {'NW-TRICK-4': 1}
    """

    def __init__(self) -> None:
        super().__init__()
        self.fired: dict[str, int] = {}

    def hear(self, clause: str, text: str, seat: int) -> None:
        """Count one event."""
        self.fired[clause] = self.fired.get(clause, 0) + 1
