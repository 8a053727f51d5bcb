"""A finished game as those see it who measure games: its result, and on request every decision and every event.

A metric is a function of a `Played`: it gives a number, None where it says nothing about that game, or a number a seat.
Those for any game stand in `workbench.lab.metrics`; a game's own stand in its folder, in the module `metrics`.
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
"""What a metric says of a game: a number, nothing, or something for each seat."""

DECISIONS: Final = "decisions"
EVENTS: Final = "events"
POSITIONS: Final = "positions"
PARTS: Final = (DECISIONS, EVENTS, POSITIONS)
"""What a metric may need besides the result."""
USUAL: Final = frozenset((DECISIONS, EVENTS))
"""What a function gets that does not say what it needs."""


class Decision(NamedTuple):
    """One decision of a game.

    Attributes:
        seat: who decided.
        legal: how many actions were legal.
        scores: the scores just before it.
        phase: the name of the phase.
        action: the number of the action that was chosen.
        step: its number in the game, from 1.
    """

    seat: int
    legal: int = 1
    scores: tuple[int, ...] = ()
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
        facts: further whole numbers, as the game gives them (`Game.facts`).
        decisions: every decision, where a metric needs ``decisions``.
        events: what happened, without words, where a metric needs ``events``.
        positions: a few positions in which somebody had a choice, drawn at random, where a metric needs ``positions``.
        game: the rules; None in examples made by hand.
        seed: where the game's random numbers came from.

    >>> Played((3, 5), (0.0, 1.0)).winner, Played((4, 4), (0.5, 0.5)).winner
    (1, None)
    """

    scores: tuple[int, ...]
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
        """The seat that has won alone; None where nobody has, or several share the win."""
        best = max(self.returns, default=0.0)
        return self.returns.index(best) if best > 0 and self.returns.count(best) == 1 else None

    @property
    def curve(self) -> tuple[tuple[int, ...], ...]:
        """The scores before each decision, and the final ones."""
        return (*[decision.scores for decision in self.decisions], self.scores)

    def happened(self, *kinds: str) -> tuple[Event, ...]:
        """The events of some kinds, in their order.

        Args:
            kinds: their names.
        """
        return tuple([event for event in self.events if event.kind in kinds])

    def by_seat(self, *kinds: str) -> tuple[float, ...]:
        """How many events of some kinds each seat has brought about.

        >>> Played((0, 0), events=(seen("buys", 1),)).by_seat("buys")
        (0.0, 1.0)
        """
        seats = [event.seat for event in self.happened(*kinds)]
        return tuple([float(seats.count(seat)) for seat in range(len(self.scores))])


def seen(kind: str, seat: int = -1, **fields: Any) -> Event:
    """An event for an example that is computed by hand.

    Args:
        kind: the name of its kind.
        seat: who brought it about; -1 for nobody.
        fields: its facts.

    >>> Played((0, 0), events=(seen("buys", 1), seen("ends"))).by_seat("buys", "ends")
    (0.0, 1.0)
    """
    return Event("", "", seat, kind=kind, fields=fields)


Metric = Callable[[Played], Any]
"""A function from a game to a number, None, or a tuple with one of these a seat."""
M = TypeVar("M", bound=Callable[..., Any])


def needs(*parts: str) -> Callable[[M], M]:
    """Say of a metric what it needs besides the result of a game; nothing is kept that nobody needs.

    Args:
        parts: any of ``decisions``, ``events`` and ``positions``; none for a metric that looks at the result alone.

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
    """What a metric needs; a function that does not say gets decisions and events."""
    found: frozenset[str] = getattr(metric, "needs", USUAL)
    return found


def meaning(metric: Metric) -> str:
    """What a metric measures: the first line of its own words."""
    return (metric.__doc__ or "").strip().partition("\n")[0]


def metrics_in(module: Any) -> dict[str, Metric]:
    """The metrics of a module, by name: its functions that say what they need."""
    return {
        name: thing
        for name, thing in vars(module).items()
        if callable(thing) and hasattr(thing, "needs") and getattr(thing, "__module__", "") == module.__name__
    }
