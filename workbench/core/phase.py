"""A phase: one part of a rulebook as one small stateless class."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from workbench.core.errors import Reason
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER, State

if TYPE_CHECKING:
    from mypy_extensions import i64

S = TypeVar("S", bound=State)

WORDING: Final = frozenset(
    [
        *("name", "title", "clauses", "group", "question", "words", "note", "group_of"),
        *("clauses_now", "clause_of", "reason", "reasons", "partway", "asked"),
    ]
)
"""What of a phase only puts it into words: whoever changes nothing else changes no rule."""


def with_own_chance(phase: Phase[Any]) -> Phase[Any]:
    """A phase that a person has handed over, drawing as its own `legal`, `chance` and `apply` say.

    A class that changes a rule inherits what the class it changes does to be quick: `roll`, `even_chance`, a `chance` that is
    prepared beside `legal`. These would go past the change, so they are set right on a copy: only a class that writes `roll`
    itself is rolled by it.
    """
    own = [vars(kind) for kind in type(phase).__mro__]
    place = {name: [name in names for names in own].index(True) for name in ("legal", "chance", "even_chance", "roll")}
    changed = copy(phase)  # the one handed over stays as it is
    if getattr(phase, "__dict__", None):
        setattr(changed, "__dict__", dict(vars(phase)))  # noqa: B010 - compiled, a copy shares its attributes
    if place["legal"] < place["chance"] and phase.even_chance:
        setattr(changed, "chance", changed.each_once)  # noqa: B010
    elif place["chance"] < place["even_chance"]:
        setattr(changed, "even_chance", False)  # noqa: B010
    if place["roll"]:
        setattr(changed, "roll", changed.draw_outcome)  # noqa: B010
    return changed


@mypyc_attr(allow_interpreted_subclasses=True)
class Phase(Generic[S]):
    """Who decides, what is legal, what an action does, and why another action is not legal.

    A phase holds no data of a game: all data are in the state, so one phase object serves every game at once.
    To change a rule, subclass a phase and hand it over: ``wb.load("northwood", phases={"respond": MyRespond})``.

    Attributes:
        name: the phase's name, as used in `wb.load(..., phases={...})`.
        title: its name in the rulebook.
        clauses: the IDs of the clauses it carries out, the most important first.
        group: the heading under which its moves are listed.
        even_chance: whether all outcomes of its random events are equally likely.
        asked: the methods that figures beside the rules ask instead of restating them. Whoever replaces nothing but these
            leaves the figures speaking, and they follow (`core.figures`).
    """

    name: ClassVar[str] = "phase"
    title: ClassVar[str] = "Phase"
    clauses: ClassVar[tuple[str, ...]] = ()
    group: ClassVar[str] = "Moves"
    even_chance: ClassVar[bool] = False
    asked: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def family(cls) -> type[Phase[Any]]:
        """The class that whatever replaces this phase must inherit from: its own, unless others may stand in for it."""
        return cls

    def begin(self, state: S) -> None:
        """Enter the phase: wait for a decision or a random event, or pass on with ``state.enter(phase)``."""
        raise NotImplementedError(f"The phase {self.name!r} must say how it begins.")

    def legal(self, state: S) -> tuple[int, ...]:
        """The legal actions, smallest first (at a chance node: the outcomes). This is the only statement of legality."""
        raise NotImplementedError(f"The phase {self.name!r} must say what is legal.")

    def apply(self, state: S, action: i64) -> None:
        """Carry out a legal action (or a chance outcome) in place."""
        raise NotImplementedError(f"The phase {self.name!r} must say what an action does.")

    def chance(self, state: S) -> tuple[tuple[int, int], ...]:
        """At a chance node the outcomes with their weights; unless overridden, all are equally likely."""
        return self.each_once(state)

    def each_once(self, state: S) -> tuple[tuple[int, int], ...]:
        """The outcomes, each with weight 1. Nobody overrides this."""
        return tuple([(action, 1) for action in self.legal(state)])

    def draw_outcome(self, state: S, rng: Random) -> None:
        """At a chance node: draw one outcome, as ``state.apply(rng.pick(state.chance()))`` would. Nobody overrides this."""
        if self.even_chance:
            outcomes = self.legal(state)
            self.apply(state, outcomes[rng.below(len(outcomes))])
        else:
            self.apply(state, rng.pick(self.chance(state)))

    def roll(self, state: S, rng: Random) -> None:
        """At a chance node: what `draw_outcome` does, perhaps quicker, with other random numbers or several outcomes at once.

        Search uses it, where nobody asks for the outcomes one by one. A phase may override it; what can come out, and how
        likely, stays the same.
        """
        self.draw_outcome(state, rng)

    def question(self, state: S) -> str:
        """What is being decided now, as one sentence."""
        return self.title

    def words(self, state: S, action: int) -> str:
        """An action in words, as a person would say it in this phase."""
        return state.game.symbol(action)

    def note(self, state: S, action: int) -> str:
        """A short remark on what a move means here; may be empty."""
        return ""

    def group_of(self, state: S, action: int) -> str:
        """The heading under which a move is listed."""
        return self.group

    def partway(self, state: S) -> bool:
        """Whether part of a larger choice has been made already, in earlier small steps by the same seat.

        Then a person may take the whole of it back at once: everything up to the last decision where this was False.
        """
        return False

    def clauses_now(self, state: S) -> tuple[str, ...]:
        """The clauses that matter for the decision at hand."""
        return self.clauses

    def clause_of(self, state: S, action: int) -> str:
        """The clause that allows a move."""
        return self.clauses_now(state)[0]

    def reason(self, state: S, action: int) -> Reason | None:
        """Why an action that `legal` does not list is not legal, if this phase has something to say about it.

        This explains; it does not decide. None means that the action belongs to another moment of the game.
        """
        return None

    def reasons(self, state: S, action: int) -> tuple[Reason, ...]:
        """All reasons against an action; empty if and only if it is legal."""
        if state.to_move == OVER:
            return (Reason(self.clauses_now(state)[0], "The game is over."),)
        if action in self.legal(state):
            return ()
        clause = self.clauses_now(state)[0]
        if state.to_move == CHANCE:
            return (Reason(clause, "Nothing is to be decided now: a random event is due."),)
        own = self.reason(state, action)
        if own is not None:
            return (own,)
        return (Reason(clause, f"That is not what is being decided now. {self.question(state)}"),)
