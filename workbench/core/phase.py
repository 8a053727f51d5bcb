"""A phase: one part of a rulebook as one small stateless class."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from workbench.core.errors import Reason, WorkbenchError
from workbench.core.random import Random
from workbench.core.state import CHANCE, ENTERING, OVER, State

if TYPE_CHECKING:
    from mypy_extensions import i64

S = TypeVar("S", bound=State)

WORDING: Final = frozenset(
    [
        *("name", "title", "clauses", "group", "question", "words", "note", "group_of", "thing", "tries"),
        *("clauses_now", "clause_of", "clause_here", "allows", "reason", "reasons", "partway", "asked"),
        *("misfits", "movers", "fill_in", "inside", "needs", "holds", "begins_here"),
    ]
)
"""What of a phase only puts it into words: whoever changes nothing else changes no rule."""


def evenly(outcomes: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Outcomes that are all equally likely, as `Phase.chance` gives them.

    >>> evenly((3, 5))
    ((3, 1), (5, 1))
    """
    return tuple([(outcome, 1) for outcome in outcomes])


def states_refusals(kind: type[Phase[Any]]) -> bool:
    """Whether a class of phases says what stands against an action."""
    return bool(kind.against is not Phase.against)


def phases_in(*places: Any) -> tuple[type[Phase[Any]], ...]:
    """The phases of a game: those that its modules declare, in the order in which they stand there.

    Every class of phases that gives itself a name is one. So a new phase is in the game as soon as it is written.

    Args:
        places: modules in the order of the rulebook; or a single phase, where it comes before the others of its module.

    >>> from workbench.games.northwood import dialogue
    >>> [phase.name for phase in phases_in(dialogue.Respond, dialogue)]
    ['respond', 'ability_window', 'statement']
    """
    found: dict[type[Phase[Any]], None] = {}
    for place in places:
        if isinstance(place, type):
            found.setdefault(place)
            continue
        declared = [one for one in vars(place).values() if getattr(one, "__module__", "") == place.__name__]
        for kind in declared:
            if isinstance(kind, type) and issubclass(kind, Phase) and "name" in vars(kind):
                found.setdefault(kind)
    return tuple(found)


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
    beside `legal`, a `legal` that is prepared beside `against`. These would go past the change, so they are set right on a
    copy: only a class that writes `roll` itself is rolled by it.
    """
    own = [vars(kind) for kind in type(phase).__mro__]
    place = {name: [name in names for names in own].index(True) for name in ("against", "legal", "chance", "roll")}
    changed = copy(phase)  # the one handed over stays as it is
    if getattr(phase, "__dict__", None):
        setattr(changed, "__dict__", dict(vars(phase)))  # noqa: B010 - compiled, a copy shares its attributes
    if place["against"] < place["legal"]:
        setattr(changed, "legal", changed.unopposed)  # noqa: B010
    if min(place["against"], place["legal"]) < place["chance"]:
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
    """A phase says who decides, what is legal, what an action does, and why another action is not legal.

    A phase holds no data of a game: all data are in the state, so one phase object serves every game at once.
    To change a rule, subclass a phase and hand it over: ``wb.load("northwood", phases={"respond": MyRespond})``.

    Attributes:
        name: the phase's name, as used in `wb.load(..., phases={...})`.
        title: its name in the rulebook.
        clauses: the IDs of the clauses it carries out, the most important first.
        allows: the kinds of actions that are asked for in it, as the first words of their symbols (``card`` of ``card:C5``),
            each with the clause that allows it. A phase that carries out one clause alone need not say it.
        group: the heading under which its moves are listed.
        tries: the kinds of moves that somebody may try in it, as the first words of their symbols (``card`` of ``card:C5``): a
            board lets whatever they are about be chosen also where it is not legal, and the person is told why not.
        needs: the fields of the state that live while this phase asks, by name, and say something in it.
        holds: those that may say something in it. A field that any phase needs or holds is blank in all others.
        replaces: the clauses that a changed phase stands in for; unless it names them, all that it carries out.
        asked: the methods that figures beside the rules ask instead of restating them. Whoever replaces nothing but these
            leaves the figures speaking, and they follow (`core.figures`).
    """

    name: ClassVar[str] = "phase"
    title: ClassVar[str] = "Phase"
    clauses: ClassVar[tuple[str, ...]] = ()
    allows: ClassVar[Mapping[str, str]] = {}
    group: ClassVar[str] = "Moves"
    tries: ClassVar[tuple[str, ...]] = ()
    needs: ClassVar[tuple[str, ...]] = ()
    holds: ClassVar[tuple[str, ...]] = ()
    replaces: ClassVar[tuple[str, ...]] = ()
    asked: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def family(cls) -> type[Phase[Any]]:
        """The class that whatever replaces this phase must inherit from: its own, unless others may stand in for it."""
        return cls

    def begin(self, state: S) -> None:
        """Enter the phase: wait for a decision or a random event, or pass on with ``state.enter(phase)``."""
        raise NotImplementedError(f"The phase {self.name!r} must say how it begins.")

    def against(self, state: S, action: int) -> Reason | None:
        """What stands against an action of a kind that is asked for here (`allows`): a reason; None if it may be chosen.

        A phase that says this need not write `legal`: legal is what nothing stands against. Where that would be too slow, a
        quick `legal` stands beside it, and a test holds the two to each other.
        """
        return None

    def legal(self, state: S) -> tuple[int, ...]:
        """The legal actions, smallest first (at a chance node: the outcomes)."""
        if not states_refusals(type(self)):
            raise NotImplementedError(f"The phase {self.name!r} must say what is legal.")
        return self.unopposed(state)

    def unopposed(self, state: S) -> tuple[int, ...]:
        """The actions of the kinds that are asked for here that nothing stands against. Do not override it."""
        asked = [action for action in range(state.game.actions) if state.game.kind_of(action) in self.allows]
        return tuple([action for action in asked if self.against(state, action) is None])

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
        """Return the thing on the board that an action is about, by the name of its spot, or the action's own symbol."""
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
        """The clause that allows a move or an outcome, by its kind.

        Raises:
            WorkbenchError: the phase does not say which one it is.
        """
        kind = state.game.kind_of(action)
        clause = self.allows.get(kind) or (self.clauses[0] if len(self.clauses) == 1 else "")
        if not clause:
            raise WorkbenchError(
                f"The phase {self.name!r} does not say which clause allows {kind!r}: add it to `allows` in its class, such as "
                f"`allows = {{**{type(self).__name__}.allows, {kind!r}: {(*self.clauses, 'XX-STEP-1')[0]!r}}}`."
            )
        return clause

    def clause_here(self, state: S) -> str:
        """The clause under which something is decided or drawn now; after the end, the one that ended the game."""
        legal = self.legal(state)
        if legal:
            return self.clause_of(state, legal[0])
        return self.clauses[0] if len(self.clauses) == 1 else state.game.ending(state)

    def reason(self, state: S, action: int) -> Reason | None:
        """Why an action that `legal` does not list is not legal, if this phase has something to say about it.

        Unless overridden, it is what stands against it. None means that the action belongs to another moment of the game.
        """
        return self.against(state, action) if state.game.kind_of(action) in self.allows else None

    def reasons(self, state: S, action: int) -> tuple[Reason, ...]:
        """All reasons against an action; empty if and only if it is legal."""
        if state.to_move == OVER:
            return (Reason(self.clause_here(state), "The game is over."),)
        if action in self.legal(state):
            return ()
        clause = self.clause_here(state)
        if state.to_move == CHANCE:
            return (Reason(clause, "Nothing is to be decided now: a random event is due."),)
        own = self.reason(state, action)
        usual = as_the_game_has_it(self, state)
        if usual is not None and own == usual.reason(state, action) and action in usual.legal(state):
            # these reasons were written for other rules: they cannot know why it is forbidden here
            return (Reason(clause, f"The changed phase {self.name!r} does not allow it here."),)
        if own is not None:
            return (own,)
        if states_refusals(type(self)) and state.game.kind_of(action) in self.allows:
            return (Reason(clause, "The rules as they have been changed do not allow it here."),)
        return (Reason(clause, f"That is not what is being decided now. {self.question(state)}"),)

    # -- positions that are written down -------------------------------------------------------------------------------

    def fill_in(self, state: S, given: frozenset[str]) -> None:
        """Fill in what a position in this phase that was written down has left out, where the phase says what it is.

        Args:
            state: the position as far as it was written; it is changed.
            given: the keys that were written.
        """

    def inside(self) -> tuple[str, ...]:
        """The fields of the state that live while this phase asks: those it needs, and those it may hold."""
        return (*self.needs, *self.holds)

    def misfits(self, state: S) -> list[str]:
        """What of a position cannot be in this phase: a sentence for each fault, none if the position can occur.

        Unless overridden, it is what the phase needs and the position lacks, and what lives in other phases alone.
        """
        found: list[str] = []
        inside = self.inside()
        for field in state.game.inner_fields():
            there = getattr(state, field.name) != field.blank
            if there and field.name not in inside:
                found.append(f"In the phase {self.name!r} there is no {field.name!r}.")
            if not there and field.name in self.needs and state.to_move != ENTERING:  # the phase fills them in as it begins
                meaning = f"{field.meaning[0].lower()}{field.meaning[1:]}"
                found.append(f"In the phase {self.name!r} {field.name!r} has to be named: {meaning}")
        return found

    def movers(self, state: S) -> tuple[int, ...]:
        """Who may be to move in this phase, the usual one first: a seat, `CHANCE` or `OVER`; nobody if nobody could be."""
        return (*range(state.game.players), CHANCE, OVER)

    def begins_here(self, state: S) -> bool:
        """Whether a position that is written in this phase, without saying who is to move, is one at its very beginning.

        Then the phase begins, and the position is the one at which somebody is asked next. So a phase that asks nobody can be
        written down.
        """
        return False
