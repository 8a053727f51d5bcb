"""Figures that rest on rules: each names the phases it rests on, and is withheld if one is changed.

There are three ways to keep a figure true when somebody changes a rule:

- It *plays the phase*: it carries the phase out on a copy of the position and reads the result. It follows whatever
  replaces the phase, and declares nothing.
- It *asks the phase*: it calls small methods that the phase class lists as `Phase.asked`. It follows a replacement of
  these methods, and is withheld if anything else in the phase is replaced: `asks=("travel",)`.
- It *rests on the phase*: it restates a rule in a formula. It is withheld if anything in the phase except its words is
  replaced.

    @rests_on("statement", "respond", what="The chance of each fief")
    def success_odds(state, seat): ...

    @rests_on(asks=("travel",), what="The average income of a trap")
    def income(state, seat): ...

A withheld figure raises `Withheld`, with a sentence that says why; `shown` shows that sentence in the figure's place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextvars import ContextVar
from dataclasses import dataclass
from fractions import Fraction
from functools import wraps
from typing import TYPE_CHECKING, Any, Final, Protocol, Self, TypeVar, cast

from workbench.core.errors import WorkbenchError
from workbench.core.words import InWords

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.core.state import State

F = TypeVar("F", bound=Callable[..., Any])

_guessing: ContextVar[bool] = ContextVar("guessing", default=False)
"""Whether a computer player is asking, for whom nothing is withheld."""


class Withheld(WorkbenchError):
    """A figure that cannot be shown, because a phase it rests on has been changed.

    Attributes:
        what: the figure's name.
        phases: the changed phases it rests on.
        why: any other reason, as the second half of a sentence; may be empty.

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
    """Refuse to work out a figure if a phase that it restates has been changed.

    Args:
        game: the rules in force.
        phases: the names of the phases that it restates; ``phase.method`` for one method alone.
        what: the figure's name, with a capital letter, to begin a sentence.
        asks: the names of the phases whose `Phase.asked` methods it calls, restating the rest.

    Raises:
        Withheld: one of them has been changed.
    """
    changed = () if _guessing.get() else changed_of(game, phases, asks)
    if changed:
        raise Withheld(what, changed)


def changed_of(game: Game, phases: tuple[str, ...], asks: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Return the phases that a figure rests on and that were changed in a way it does not follow.

    Args:
        game: the rules in force.
        phases: the names of the phases that it restates; ``phase.method`` for one method alone.
        asks: the names of the phases whose `Phase.asked` methods it calls, restating the rest.
    """
    changed = [name for name in asks if name in game.rewritten_phases]
    for name in phases:
        phase, _, method = name.partition(".")
        if phase in game.changed_phases and (not method or method in game.changes[phase]):
            changed.append(phase)
    return tuple(dict.fromkeys(changed))


def rests_on(*phases: str, what: str, asks: tuple[str, ...] = ()) -> Callable[[F], F]:
    """Declare the phases whose rules a figure restates without asking them.

    Args:
        phases: their names, or ``phase.method`` for one method alone; none for a figure that asks every phase it needs.
        what: the figure's name, with a capital letter, to begin a sentence.
        asks: the names of the phases whose `Phase.asked` methods it calls.

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
    """Return a figure for a computer player, which may guess: it asks what it can of changed phases, and restates the rest.

    Neither this figure nor those that it is made of are withheld because a phase was changed. `Player.misreads` says for which
    changed phases a player guesses.

    >>> @rests_on("deal", what="The odds")
    ... def odds(game):
    ...     return 0.5
    >>> unheld(odds)(None)
    0.5
    """

    @wraps(figure)
    def guessed(*given: Any, **named: Any) -> Any:
        before = _guessing.set(True)
        try:
            return figure(*given, **named)
        finally:
            _guessing.reset(before)

    return cast(F, guessed)


class Figure(Protocol):
    """Anything that can show why it is withheld: odds, a panel, a helper."""

    @classmethod
    def withheld(cls, what: str, why: str) -> Self:
        """Return what people see instead of the figure."""
        raise NotImplementedError


G = TypeVar("G", bound=Figure)


def shown(kind: type[G], state: State, seat: int, *figures: Callable[[Any, int], tuple[G, ...]]) -> tuple[G, ...]:
    """Return the results of some figures, in order; a withheld one is replaced by a sentence.

    Args:
        kind: what they return: `Odds`, `Panel` or `Helper`.
        state: the position, as the seat may know it.
        seat: the seat that looks.
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
class Odds(InWords):
    """One chance that matters at a decision.

    Attributes:
        label: what may happen, in words; for withheld odds, what they would show.
        probability: its chance, 0..1 (exact if it is a Fraction); None for withheld odds.
        note: how it was worked out, or why it is withheld.
        action: the move with this chance, if the odds compare moves; otherwise -1.
        decides: whether the move with the highest chance is the best one; not if something else is at stake, too.
    """

    label: str
    probability: Fraction | float | None
    note: str = ""
    action: int = -1
    decides: bool = True

    @classmethod
    def withheld(cls, what: str, why: str) -> Self:
        """Return what people see instead of withheld odds."""
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
    """Return the notes that say how odds were worked out, each once; withheld odds explain themselves.

    >>> notes_of([Odds("rain", 0.5, "exact"), Odds("snow", 0.25, "exact"), Odds("hail", None, "Hail is not shown.")])
    ['exact']
    """
    return list(dict.fromkeys([one.note for one in odds if one.note and one.probability is not None]))


NOT_SHOWN: Final = "not shown"
