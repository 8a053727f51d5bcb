"""Figures that rest on rules: what is worked out beside the phases says so, and falls silent where one of them is changed.

There are three ways to keep a figure true when somebody changes a rule:

- It *plays the phase*: it carries the phase out on a copy of the position and reads what came of it. Whatever replaces the
  phase is followed, and there is nothing to declare.
- It *asks the phase*: it calls small methods of it, which the phase class lists as `Phase.asked`. It follows whoever replaces
  nothing but these, and falls silent where anything else of the phase is replaced: `asks=("travel",)`.
- It *rests on the phase*: it restates a rule in a formula. It falls silent where anything of the phase but its words is
  replaced.

    @rests_on("statement", "respond", what="The chance of each fief")
    def success_odds(state, seat): ...

    @rests_on(asks=("travel",), what="The average income of a trap")
    def income(state, seat): ...

A figure that is silent raises `Withheld`, with a sentence that says why; `shown` makes that sentence what people see in the
figure's place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, Protocol, Self, TypeVar, cast

from workbench.core.errors import WorkbenchError

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.core.state import State

F = TypeVar("F", bound=Callable[..., Any])


class Withheld(WorkbenchError):
    """A figure that is not shown, because a phase it rests on has been changed.

    Attributes:
        what: the figure's name.
        phases: the changed phases it rests on.
        why: what else stands in the way, as a sentence goes on; may be empty.

    >>> print(Withheld("The chance of rain", (), "there are too many clouds to count"))
    The chance of rain is not shown: there are too many clouds to count.
    """

    def __init__(self, what: str, phases: tuple[str, ...], why: str = "") -> None:
        self.what = what
        self.phases = phases
        self.why = why
        several = "s" if len(phases) > 1 else ""
        have = "have" if several else "has"
        named = " and ".join([repr(name) for name in phases])
        changed = f"it rests on the phase{several} {named}, which {have} been changed in these rules" if phases else ""
        super().__init__(f"{what} is not shown: {', and '.join([said for said in (changed, why) if said])}.")

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.what, self.phases, self.why))


def hold_to(game: Game, phases: tuple[str, ...], what: str, asks: tuple[str, ...] = ()) -> None:
    """Refuse to work a figure out where a phase that it restates has been changed.

    Args:
        game: the rules in force.
        phases: the names of the phases that it restates; ``phase.method`` for one method alone.
        what: the figure's name, as a sentence may begin with it.
        asks: the names of the phases of which it asks the methods that they list as `Phase.asked`, and restates the rest.

    Raises:
        Withheld: one of them has been changed.
    """
    changed = [name for name in asks if name in game.rewritten_phases]
    for name in phases:
        phase, _, method = name.partition(".")
        if phase in game.changed_phases and (not method or method in game.changes[phase]):
            changed.append(phase)
    if changed:
        raise Withheld(what, tuple(dict.fromkeys(changed)))


def rests_on(*phases: str, what: str, asks: tuple[str, ...] = ()) -> Callable[[F], F]:
    """Declare the phases whose rules a figure restates without asking them.

    Args:
        phases: their names, or ``phase.method`` for one method alone; none for a figure that asks every phase it needs.
        what: the figure's name, as a sentence may begin with it.
        asks: the names of the phases that it asks as far as they list methods for it (`Phase.asked`).

    Returns:
        a decorator for a function whose first argument is a game, or has one as `game` (a state, a match). The function then
        has the attributes `rests_on`, `asks` and `what`.
    """

    def decorate(figure: F) -> F:
        @wraps(figure)
        def held(first: Any, *others: Any, **named: Any) -> Any:
            hold_to(getattr(first, "game", first), phases, what, asks)
            return figure(first, *others, **named)

        for name, value in (("rests_on", phases), ("asks", asks), ("what", what)):
            setattr(held, name, value)
        return cast(F, held)

    return decorate


def unheld(figure: F) -> F:
    """A figure as a player uses it, who reckons with it and claims nothing: never silent, and mistaken where rules differ.

    >>> @rests_on("deal", what="The odds")
    ... def odds(game):
    ...     return 0.5
    >>> unheld(odds)(None)
    0.5
    """
    found: F = figure.__wrapped__  # type: ignore[attr-defined]
    return found


class Figure(Protocol):
    """What can stand for itself when it is withheld: odds, a panel, a helper."""

    @classmethod
    def withheld(cls, what: str, why: str) -> Self:
        """What people see instead of the figure."""
        raise NotImplementedError


G = TypeVar("G", bound=Figure)


def shown(kind: type[G], state: State, seat: int, *figures: Callable[[Any, int], tuple[G, ...]]) -> tuple[G, ...]:
    """What some figures give, one after another; for one that is withheld a sentence in its place.

    Args:
        kind: what they give: `Odds`, `Panel` or `Helper`.
        state: the position, as the seat may know it.
        seat: who looks.
        figures: functions of the position and the seat.
    """
    found: list[G] = []
    for figure in figures:
        try:
            found += figure(state, seat)
        except Withheld as silence:
            found.append(kind.withheld(silence.what, str(silence)))
    return tuple(found)


@dataclass(frozen=True)
class Odds:
    """One chance worth knowing at a decision.

    Attributes:
        label: what may happen, in words; for odds that are withheld, what they would be.
        probability: its chance, 0..1 (exact when it is a Fraction); None for odds that are withheld.
        note: how it was worked out, or why it is withheld.
        action: the move that has this chance, where the odds of all moves are alike and the highest is what one wants; else -1.
    """

    label: str
    probability: Fraction | float | None
    note: str = ""
    action: int = -1

    @classmethod
    def withheld(cls, what: str, why: str) -> Self:
        """What people see instead of odds that rest on a changed phase."""
        return cls(what, None, why)

    @property
    def percent(self) -> str:
        """The chance as people read it.

        >>> Odds("it rains", 0.25).percent, Odds("it rains", None).percent
        ('25.0%', 'not shown')
        """
        return NOT_SHOWN if self.probability is None else f"{float(self.probability):.1%}"

    def __str__(self) -> str:
        return self.note if self.probability is None else f"{self.label}: {self.percent}"


def notes_of(odds: Iterable[Odds]) -> list[str]:
    """How odds were worked out, each note once; why some are withheld they say themselves.

    >>> notes_of([Odds("rain", 0.5, "exact"), Odds("snow", 0.25, "exact"), Odds("hail", None, "Hail is not shown.")])
    ['exact']
    """
    return list(dict.fromkeys([one.note for one in odds if one.note and one.probability is not None]))


NOT_SHOWN: Final = "not shown"
