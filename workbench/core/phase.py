"""A phase: one part of a rulebook as one small stateless class."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from workbench.core.errors import Reason, WorkbenchError
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER, State

if TYPE_CHECKING:
    from mypy_extensions import i64

S = TypeVar("S", bound=State)

WORDING: Final = frozenset(
    [
        *("name", "title", "clauses", "group", "question", "words", "note", "group_of", "thing", "tries"),
        *("clauses_now", "clause_of", "reason", "reasons", "partway", "asked"),
        *("misfits", "movers", "fill_in"),
    ]
)
"""What of a phase only puts it into words: whoever changes nothing else changes no rule."""


def evenly(outcomes: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Outcomes that are all equally likely, as `Phase.chance` gives them.

    >>> evenly((3, 5))
    ((3, 1), (5, 1))
    """
    return tuple([(outcome, 1) for outcome in outcomes])


class Restricted:
    """The chances of a phase whose list of outcomes somebody has changed, and nothing else.

    Outcomes that are no longer listed never happen, the others keep their weights; one that is new has the weight of the
    others, if these are all alike.

    Args:
        phase: the changed phase.
        chance: its weights, made beside the list that has been replaced.
    """

    def __init__(self, phase: Phase[Any], chance: Any) -> None:
        self.phase = phase
        self.weights = chance

    def __call__(self, state: State) -> tuple[tuple[int, int], ...]:
        """The outcomes with their weights."""
        weights = dict(self.weights(state))
        legal = self.phase.legal(state)
        usual = set(weights.values())
        new = [outcome for outcome in legal if outcome not in weights]
        if new and len(usual) > 1:
            raise WorkbenchError(
                f"The phase {self.phase.name!r} lists the outcome {state.game.symbol(new[0])}, but its `chance` gives it no "
                "weight: override `chance`, too."
            )
        return tuple([(outcome, weights.get(outcome, max(usual, default=1))) for outcome in legal])


def with_own_chance(phase: Phase[Any]) -> Phase[Any]:
    """A phase that a person has handed over, drawing as its own `legal`, `chance` and `apply` say.

    A class that changes a rule inherits what the class it changes does to be quick: a `roll`, a `chance` that is prepared
    beside `legal`. These would go past the change, so they are set right on a copy: only a class that writes `roll` itself is
    rolled by it.
    """
    own = [vars(kind) for kind in type(phase).__mro__]
    place = {name: [name in names for names in own].index(True) for name in ("legal", "chance", "roll")}
    changed = copy(phase)  # the one handed over stays as it is
    if getattr(phase, "__dict__", None):
        setattr(changed, "__dict__", dict(vars(phase)))  # noqa: B010 - compiled, a copy shares its attributes
    if place["legal"] < place["chance"]:
        setattr(changed, "chance", Restricted(changed, changed.chance))  # noqa: B010
    if place["roll"]:
        setattr(changed, "roll", changed.roll_one)  # noqa: B010
    return changed


def as_the_game_has_it(phase: Phase[Any], state: State) -> Phase[Any] | None:
    """The phase that somebody has replaced by another one that inherits from it; None for one that nobody has replaced."""
    if phase.name not in state.game.replaced_phases:
        return None
    kinds: tuple[type[Phase[Any]], ...] = type(state.game).phase_kinds
    for kind in type(phase).__mro__:
        if kind in kinds:
            return kind()
    return None


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
        tries: the kinds of moves that somebody may try in it, as the first words of their symbols (``card`` of ``card:C5``): a
            board lets whatever they are about be chosen also where it is not legal, and the person is told why not.
        replaces: the clauses that a changed phase stands in for; unless it names them, all that it carries out.
        asked: the methods that figures beside the rules ask instead of restating them. Whoever replaces nothing but these
            leaves the figures speaking, and they follow (`core.figures`).
    """

    name: ClassVar[str] = "phase"
    title: ClassVar[str] = "Phase"
    clauses: ClassVar[tuple[str, ...]] = ()
    group: ClassVar[str] = "Moves"
    tries: ClassVar[tuple[str, ...]] = ()
    replaces: ClassVar[tuple[str, ...]] = ()
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
        return evenly(self.legal(state))

    def roll(self, state: S, rng: Random) -> None:
        """At a chance node: draw an outcome and carry it out, perhaps quicker, perhaps several at once.

        Random playouts use it, where nobody asks for the outcomes one by one. A phase may override it; what can come out, and
        how likely, stays the same.
        """
        self.apply(state, rng.pick(self.chance(state)))

    def roll_one(self, state: S, rng: Random) -> None:
        """The same, as `chance` says. Nobody overrides this."""
        self.apply(state, rng.pick(self.chance(state)))

    def question(self, state: S) -> str:
        """What is being decided now, as one sentence."""
        return self.title

    def words(self, state: S, action: int) -> str:
        """An action in words, as a person would say it in this phase."""
        return state.game.symbol(action)

    def thing(self, state: S, action: int) -> str:
        """The thing of the board that an action is about, by the name of its spot; an own symbol for one about nothing else."""
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
        usual = as_the_game_has_it(self, state)
        if usual is not None and own == usual.reason(state, action) and action in usual.legal(state):
            # these reasons were written for other rules: they cannot know why it is forbidden here
            return (Reason(clause, f"The changed phase {self.name!r} does not allow it here."),)
        if own is not None:
            return (own,)
        return (Reason(clause, f"That is not what is being decided now. {self.question(state)}"),)

    # -- positions that are written down -------------------------------------------------------------------------------

    def fill_in(self, state: S, given: frozenset[str]) -> None:
        """Fill in what a position in this phase that was written down has left out, where the phase says what it is.

        Args:
            state: the position as far as it was written; it is changed.
            given: the keys that were written.
        """

    def misfits(self, state: S) -> list[str]:
        """What of a position cannot be in this phase: a sentence for each fault, none if the position can occur."""
        return []

    def movers(self, state: S) -> tuple[int, ...]:
        """Who may be to move in this phase, the usual one first: a seat, `CHANCE` or `OVER`; nobody if nobody could be."""
        return (*range(state.game.players), CHANCE, OVER)
