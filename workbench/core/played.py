"""A finished game for measuring: its result, and on request every decision and every event.

A metric is a function of a `Played`. It returns a number, None if it says nothing about that game, or one number per seat.
Metrics for any game are in `workbench.lab.metrics`; a game's own are in the module `metrics` in its folder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from workbench.core.events import Event

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.core.state import State

Measured = float | None | tuple[float | None, ...]
"""The result of a metric: a number, nothing, or one of these for each seat."""

DECISIONS: Final = "decisions"
EVENTS: Final = "events"
POSITIONS: Final = "positions"
PARTS: Final = (DECISIONS, EVENTS, POSITIONS)
"""What a metric may need in addition to the result."""
USUAL: Final = frozenset((DECISIONS, EVENTS))
"""What a function gets if it does not say what it needs."""


class Decision(NamedTuple):
    """One decision of a game.

    Attributes:
        seat: the seat that decided.
        legal: how many actions were legal.
        scores: the scores just before it.
        phase: the name of the phase.
        action: the number of the action that was chosen.
        step: its number in the game, from 1.
    """

    seat: int
    legal: int = 1
    scores: tuple[float, ...] = ()
    phase: str = ""
    action: int = 0
    step: int = 0


@dataclass(frozen=True)
class Played:
    """A finished game, to be measured.

    Attributes:
        scores: the final score of each seat.
        returns: what each seat has won, by the game's own measure.
        length: how many decisions were made.
        ending: why the game ended.
        facts: more whole numbers from the game (`Game.facts`).
        decisions: every decision, if a metric needs ``decisions``.
        events: what happened, without words, if a metric needs ``events``.
        positions: a few random positions with a choice, if a metric needs ``positions``.
        game: the rules; None in examples made by hand.
        seed: the source of the game's random numbers.

    >>> Played((3, 5), (0.0, 1.0)).winner, Played((4, 4), (0.5, 0.5)).winner
    (1, None)
    """

    scores: tuple[float, ...]
    returns: tuple[float, ...] = ()
    length: int = 0
    ending: str = ""
    facts: Mapping[str, int] = field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()
    events: tuple[Event, ...] = ()
    positions: tuple[State, ...] = ()
    game: Game | None = None
    seed: int = 0

    @property
    def winner(self) -> int | None:
        """The seat that has won alone; None if there is no winner or several share the win."""
        best = max(self.returns, default=0.0)
        return self.returns.index(best) if best > 0 and self.returns.count(best) == 1 else None

    @property
    def curve(self) -> tuple[tuple[float, ...], ...]:
        """The scores before each decision, and the final ones."""
        return (*[decision.scores for decision in self.decisions], self.scores)

    def happened(self, *kinds: str) -> tuple[Event, ...]:
        """Return the events of some kinds, in their order.

        Args:
            kinds: their names.
        """
        return tuple([event for event in self.events if event.kind in kinds])

    def by_seat(self, *kinds: str) -> tuple[float, ...]:
        """Return how many events of some kinds each seat has caused.

        >>> Played((0, 0), events=(seen("buys", 1),)).by_seat("buys")
        (0.0, 1.0)
        """
        seats = [event.seat for event in self.happened(*kinds)]
        return tuple([float(seats.count(seat)) for seat in range(len(self.scores))])


def seen(kind: str, seat: int = -1, **fields: Any) -> Event:
    """Return an event for an example that is computed by hand.

    Args:
        kind: the name of its kind.
        seat: the seat that caused it; -1 for none.
        fields: its facts.

    >>> Played((0, 0), events=(seen("buys", 1), seen("ends"))).by_seat("buys", "ends")
    (0.0, 1.0)
    """
    return Event("", "", seat, kind=kind, fields=fields)


Metric = Callable[[Played], Any]
"""A function from a game to a number, None, or a tuple with one of these per seat."""
M = TypeVar("M", bound=Callable[..., Any])


def needs(*parts: str) -> Callable[[M], M]:
    """Declare what a metric needs in addition to the result of a game; nothing unneeded is kept.

    Args:
        parts: any of ``decisions``, ``events`` and ``positions``; empty for a metric that uses only the result.

    >>> @needs()
    ... def best(played):
    ...     '''The highest score.'''
    ...     return max(played.scores)
    >>> best(Played((3, 5))), needed(best), meaning(best)
    (5, frozenset(), 'The highest score.')
    """

    def marked(function: M) -> M:
        setattr(function, "needs", frozenset(parts))  # noqa: B010 - a function has no such attribute for a type checker
        return function

    return marked


def needed(metric: Metric) -> frozenset[str]:
    """Return what a metric needs: decisions and events if it does not say."""
    found: frozenset[str] = getattr(metric, "needs", USUAL)
    return found


def meaning(metric: Metric) -> str:
    """Return what a metric measures: the first line of its docstring."""
    return (metric.__doc__ or "").strip().partition("\n")[0]


def metrics_in(module: Any) -> dict[str, Metric]:
    """Return the metrics of a module by name: its functions that declare what they need."""
    return {
        name: thing
        for name, thing in vars(module).items()
        if callable(thing) and hasattr(thing, "needs") and getattr(thing, "__module__", "") == module.__name__
    }
