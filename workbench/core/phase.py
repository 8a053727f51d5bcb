"""A phase: one part of a rulebook as one small stateless class."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from workbench.core.errors import Reason, WorkbenchError
from workbench.core.random import Random
from workbench.core.state import CHANCE, ENTERING, OVER, State
from workbench.core.words import listed

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.core.types import Action

S = TypeVar("S", bound=State)

WORDING: Final = frozenset(
    [
        *("name", "title", "clauses", "group", "question", "words", "note", "group_of", "thing", "tries"),
        *("carries_out", "clauses_now", "clause_of", "clause_here", "allows", "reason", "reasons", "asked_elsewhere"),
        "other_moments",
        *("partway", "asked"),
        *("misfits", "movers", "fill_in", "inside", "needs", "holds", "begins_here"),
    ]
)
"""The parts of a phase that only put it into words: replacing nothing else changes no rule."""

FEW_PHASES: Final = 3
"""The most phases that a sentence names."""
NOT_NOW: Final = "That is not what is being decided now"
"""How the reason begins against an action of another moment."""


def evenly(outcomes: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Return equally likely outcomes in the form of `Phase.chance`.

    >>> evenly((3, 5))
    ((3, 1), (5, 1))
    """
    return tuple([(outcome, 1) for outcome in outcomes])


def states_refusals(kind: type[Phase[Any]]) -> bool:
    """Return whether a class of phases says why an action is not allowed (`against`)."""
    return bool(kind.against is not Phase.against)


def phases_in(*places: Any) -> tuple[type[Phase[Any]], ...]:
    """Return the phases of a game: those that its modules declare, in that order.

    Every class of phases with a name of its own counts. So a new phase is in the game as soon as you write it.

    Args:
        places: modules in the order of the rulebook; or a single phase that should come before the others of its module.

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
    """The chances of a phase in which only the list of outcomes has been changed.

    Outcomes that are no longer listed never happen, and the others keep their weights. A new outcome gets the weight of the
    others if they all have the same one.

    Args:
        phase: the changed phase.
        chance: its weights, made for the replaced list.
    """

    def __init__(self, phase: Phase[Any], chance: Any) -> None:
        self.phase = phase
        self.weights = chance

    def __call__(self, state: State) -> tuple[tuple[int, int], ...]:
        """Return the outcomes with their weights."""
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
    """Return a copy of a person's phase that draws as its own `legal`, `chance` and `apply` say.

    A class that changes a rule inherits shortcuts: a `roll`, a `chance` prepared for the old `legal`, a `legal` prepared for
    the old `against`. These would ignore the change, so the copy replaces them. It keeps `roll` only if the class itself
    writes it.
    """
    own = [vars(kind) for kind in type(phase).__mro__]
    place = {name: [name in names for names in own].index(True) for name in ("against", "legal", "chance", "roll")}
    changed = copy(phase)  # the given phase stays as it is
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
    """Return the game's own phase that a replacement inherits from; None if nothing was replaced."""
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
    To change a rule, subclass a phase and pass it in: ``wb.load("northwood", phases={"respond": MyRespond})``.

    Attributes:
        name: the phase's name, as used in `wb.load(..., phases={...})`.
        title: its name in the rulebook.
        clauses: the IDs of the clauses it carries out, the most important first.
        allows: the kinds of actions it asks for, as the first words of their symbols (``card`` of ``card:C5``), each with the
            clause that allows it. A phase with a single clause need not say it.
        group: the heading under which its moves are listed.
        tries: the kinds of moves that a person may try in it, as the first words of their symbols (``card`` of ``card:C5``).
            The things they are about can be chosen on the board even if that is not legal; then the person is told why not.
            Without them, these are the kinds in `allows`.
        other_moments: when moves are made that belong to several phases or to chance, by their kind: the clause that says so,
            and half a sentence for the refusal. Games set it on the class that their phases share.
        needs: the names of the state's fields that must have a value during this phase.
        holds: the names of those that may have a value in it. A field that any phase needs or holds is blank in all others.
        replaces: the clauses that a changed phase replaces; by default all that it carries out.
        asked: the methods that figures call instead of restating the rule. If you replace only these, the figures are still
            shown, and follow the change (`core.figures`).

    >>> from workbench import load
    >>> phase = load("northwood").phases["respond"]
    >>> phase.title, phase.clauses[0]
    ('The response', 'NW-DIALOG-4')
    """

    name: ClassVar[str] = "phase"
    title: ClassVar[str] = "Phase"
    clauses: ClassVar[tuple[str, ...]] = ()
    allows: ClassVar[Mapping[str, str]] = {}
    group: ClassVar[str] = "Moves"
    tries: ClassVar[tuple[str, ...]] = ()
    other_moments: ClassVar[Mapping[str, tuple[str, str]]] = {}
    needs: ClassVar[tuple[str, ...]] = ()
    holds: ClassVar[tuple[str, ...]] = ()
    replaces: ClassVar[tuple[str, ...]] = ()
    asked: ClassVar[frozenset[str]] = frozenset()

    def __repr__(self) -> str:
        return f"<{self.name}: {self.title}>"

    @classmethod
    def family(cls) -> type[Phase[Any]]:
        """Return the class that a replacement must inherit from: usually the phase's own."""
        return cls

    def begin(self, state: S) -> None:
        """Enter the phase: wait for a decision or a random event, or pass on with ``state.enter(phase)``."""
        raise NotImplementedError(f"The phase {self.name!r} must say how it begins.")

    def against(self, state: S, action: int) -> Reason | None:
        """Return the reason why an action of a kind in `allows` may not be chosen; None if it may.

        A phase that writes this need not write `legal`: every action without such a reason is legal. Where that would be too
        slow, write a quick `legal` as well, and a test that compares the two.
        """
        return None

    def legal(self, state: S) -> tuple[int, ...]:
        """Return the legal actions, smallest first (at a chance node: the outcomes)."""
        if not states_refusals(type(self)):
            raise NotImplementedError(f"The phase {self.name!r} must say what is legal.")
        return self.unopposed(state)

    def unopposed(self, state: S) -> tuple[int, ...]:
        """Return the actions in `allows` that `against` gives no reason for. Do not override this."""
        asked = [action for action in range(state.game.actions) if state.game.kind_of(action) in self.allows]
        return tuple([action for action in asked if self.against(state, action) is None])

    def apply(self, state: S, action: Action) -> None:
        """Carry out a legal action (or a chance outcome) in place."""
        raise NotImplementedError(f"The phase {self.name!r} must say what an action does.")

    def chance(self, state: S) -> tuple[tuple[int, int], ...]:
        """Return the outcomes of a chance node with their weights; by default all are equally likely."""
        return evenly(self.legal(state))

    def roll(self, state: S, rng: Random) -> None:
        """Draw an outcome of a chance node and carry it out, perhaps faster, perhaps several at once.

        Random playouts use this, because they do not need the outcomes one by one. A phase may override it, but must not
        change the possible results or their chances.
        """
        self.apply(state, rng.pick(self.chance(state)))

    def roll_one(self, state: S, rng: Random) -> None:
        """Draw one outcome by the weights of `chance` and carry it out. Do not override this."""
        self.apply(state, rng.pick(self.chance(state)))

    def question(self, state: S) -> str:
        """Return the present decision as one sentence."""
        return self.title

    def words(self, state: S, action: int) -> str:
        """Return an action in words, as a person would say it in this phase."""
        return state.game.symbol(action)

    def thing(self, state: S, action: int) -> str:
        """Return the name of the thing on the board that an action is about, or the action's own symbol."""
        return state.game.symbol(action)

    def note(self, state: S, action: int) -> str:
        """Return a short remark on what a move means here; may be empty."""
        return ""

    def group_of(self, state: S, action: int) -> str:
        """Return the heading under which a move is listed."""
        return self.group

    def partway(self, state: S) -> bool:
        """Return whether the same seat has already made part of a larger choice, in earlier small steps.

        If so, a person may take it all back at once: everything since the last decision where this was False.
        """
        return False

    def carries_out(self, game: Game) -> tuple[str, ...]:
        """Return the clauses that it carries out in a game, the most important first: `clauses`."""
        return self.clauses

    def clauses_now(self, state: S) -> tuple[str, ...]:
        """Return the clauses that matter for the present decision."""
        return self.clauses

    def clause_of(self, state: S, action: int) -> str:
        """Return the clause that allows a move or an outcome, by its kind.

        Raises:
            WorkbenchError: the phase does not say which clause that is.
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
        """Return the clause of the present decision or random event, or the one that ended the game."""
        legal = self.legal(state)
        if legal:
            return self.clause_of(state, legal[0])
        return self.clauses[0] if len(self.clauses) == 1 else state.game.ending(state)

    def tried(self) -> tuple[str, ...]:
        """Return the kinds of moves that a person may try in this phase: `tries`, or else those in `allows`."""
        return self.tries or tuple(self.allows)

    def reason(self, state: S, action: int) -> Reason | None:
        """Return why an action is not legal; None if this phase does not know the reason.

        By default the reason comes from `against`. None means that the action belongs to another moment of the game.
        """
        return self.against(state, action) if state.game.kind_of(action) in self.allows else None

    def reasons(self, state: S, action: int) -> tuple[Reason, ...]:
        """Return all reasons against an action; empty if and only if it is legal."""
        if state.to_move == OVER:
            return (Reason(self.clause_here(state), "The game is over."),)
        if action in self.legal(state):
            return ()
        clause = self.clause_here(state)
        if state.to_move == CHANCE:
            return (Reason(clause, "There is nothing to decide now: a random event comes next."),)
        own = self.reason(state, action)
        usual = as_the_game_has_it(self, state)
        if usual is not None and own == usual.reason(state, action) and action in usual.legal(state):
            # these reasons were written for other rules: they cannot know why it is forbidden here
            return (Reason(clause, f"The changed phase {self.name!r} does not allow it here."),)
        if own is not None:
            return (own,)
        if states_refusals(type(self)) and state.game.kind_of(action) in self.allows:
            return (Reason(clause, "The changed rules do not allow it here."),)
        return (self.asked_elsewhere(state, action),)

    def asked_elsewhere(self, state: S, action: int) -> Reason:
        """Return the reason against an action of another moment of the game.

        `other_moments` may say when. If a single other phase asks a player for such actions, the reason names it, with the
        clause that allows them there. Otherwise, or if chance makes them, it names the clause of the present decision.
        """
        kind = state.game.kind_of(action)
        when = self.other_moments.get(kind)
        if when is not None:
            return Reason(when[0], f"{NOT_NOW}: {when[1]}. {self.question(state)}")
        asking = [phase for phase in state.game.phases.values() if kind in phase.allows or kind in phase.tried()]
        if len(asking) == 1 and asking[0] is not self and CHANCE not in asking[0].movers(state):
            clause = asking[0].allows.get(kind) or asking[0].carries_out(state.game)[0]
            return Reason(clause, f"{NOT_NOW}: it belongs to \u201c{asking[0].title}\u201d. {self.question(state)}")
        return Reason(self.clause_here(state), f"{NOT_NOW}. {self.question(state)}")

    # -- written positions ---------------------------------------------------------------------------------------------

    def fill_in(self, state: S, given: frozenset[str]) -> None:
        """Fill in, in place, what a written position leaves out and this phase determines.

        Args:
            state: the position as far as it was written; it is changed.
            given: the keys that were written.
        """

    def inside(self) -> tuple[str, ...]:
        """Return the fields of the state that may have a value during this phase: `needs` and `holds`."""
        return (*self.needs, *self.holds)

    def misfits(self, state: S) -> list[str]:
        """Return why a position is impossible in this phase: a sentence for each fault; may be empty.

        By default these are the fields that the phase needs and the position lacks, and those that belong only to other phases.
        """
        found: list[str] = []
        inside, table = self.inside(), state.game.fields()
        for field in state.game.inner_fields():
            there, key = getattr(state, field.name) != field.blank, table.key_of(field.name)
            if there and field.name not in inside:
                found.append(f"The phase {self.name!r} has no {key!r}.{self.where_else(state, field.name)}")
            if not there and field.name in self.needs and state.to_move != ENTERING:  # the phase fills them in as it begins
                meaning = f"{field.meaning[0].lower()}{field.meaning[1:]}"
                found.append(f"The phase {self.name!r} needs {key!r}: {meaning}")
        return list(dict.fromkeys(found))  # several fields may share a key

    def where_else(self, state: S, name: str) -> str:
        """Return the phases in which a field has a value, as a sentence after a space; empty if they are many."""
        phases = [repr(phase.name) for phase in state.game.phases.values() if name in phase.inside()]
        if len(phases) > FEW_PHASES:
            return ""
        return f" It belongs to the phase{'' if len(phases) == 1 else 's'} {listed(phases)}."

    def movers(self, state: S) -> tuple[int, ...]:
        """Return who may be next in this phase, the usual one first: seats, `CHANCE` or `OVER`; may be empty."""
        return (*range(state.game.players), CHANCE, OVER)

    def begins_here(self, state: S) -> bool:
        """Return whether a position written without `to_move` is at the very beginning of this phase.

        If so, the phase begins, and play goes on to the next decision or random event. So you can write down a position in a
        phase without decisions.
        """
        return False
