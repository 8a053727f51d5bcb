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
        step: the number of the decision that brought it about: 1 for the first one, 0 for the set-up before it. So
            `match.goto(step)` goes to the position that it led to.
        public: what the others were told where `to` is not empty; "" if they noticed nothing.
        to: the seats that were told `text`; empty for everybody.
    """

    clause: str
    text: str
    seat: int = -1
    step: int = 0
    public: str = ""
    to: tuple[int, ...] = ()

    def told(self, seat: int) -> Event | None:
        """The event as a seat was told it; None if it noticed nothing.

        >>> bid = Event("GH-BID-2", "Brook bids a stone.", 0, 5, "Brook bids.", (0,))
        >>> print(bid.told(0), bid.told(1), sep="; ")
        Brook bids a stone. (GH-BID-2); Brook bids. (GH-BID-2)
        """
        if not self.to:
            return self
        if seat in self.to:
            return Event(self.clause, self.text, self.seat, self.step)
        return Event(self.clause, self.public, self.seat, self.step) if self.public else None

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

    def hear(self, clause: str, text: str, seat: int, public: str = "", to: tuple[int, ...] = ()) -> None:
        """Take down one event."""
        self.events.append(Event(clause, text, seat, self.step, public, to))


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

    def hear(self, clause: str, text: str, seat: int, public: str = "", to: tuple[int, ...] = ()) -> None:
        """Count one event."""
        self.fired[clause] = self.fired.get(clause, 0) + 1
