"""The state of a game of your own: fields for the declared parts, and methods for phases to call."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING, Any

from workbench.core import state as core
from workbench.core.copying import copy_text
from workbench.core.errors import WorkbenchError, nearest
from workbench.core.events import Kind
from workbench.core.outside import quoted, whole_number
from workbench.core.state import OVER
from workbench.own.parts import HIDDEN, Part, Pile

if TYPE_CHECKING:
    from workbench.core.random import Random
    from workbench.own.game import Game


class Slotted(type):
    """A metaclass whose objects have only the declared fields, so a misspelt name raises an error at once."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> Any:
        return super().__new__(cls, name, bases, {"__slots__": (), **body})


class State(core.State["Game"], metaclass=Slotted):
    """A position of a game of your own.

    A subclass may declare the parts of the table as its attributes. Then editors can complete the fields of a position, and
    type checkers know what the fields hold.

    Attributes:
        turn: the seat whose turn it is, even during a random event.
        results: what each seat has won; zeros until the game is over.
        ended_by: the ID of the clause that ended the game; empty until then.

    >>> from workbench import own
    >>> class Position(own.State):
    ...     steps = own.Track("steps", "How far each player has come.", 11, each=True)
    >>> declared(Position)
    (<Track steps>,)
    """

    __slots__ = ("ended_by", "results", "turn")
    turn: int
    results: tuple[float, ...]
    ended_by: str

    # -- what phases say --------------------------------------------------------------------------------------------------

    def next_seat(self) -> None:
        """Let the next seat decide, in the same phase."""
        self.turn = (self.turn + 1) % self.game.players
        self.to_move = self.turn

    def go(self, phase: str, seat: int | None = None) -> None:
        """Go to another phase. This must be the last thing a phase does.

        Args:
            phase: its name.
            seat: the seat whose turn it is there; None for the same seat as now.
        """
        if phase not in self.game.phases:
            near = nearest(str(getattr(phase, "name", phase)), self.game.phases)
            raise WorkbenchError(f"There is no phase {quoted(phase)} to go to.{near} Available: {', '.join(self.game.phases)}.")
        if seat is not None:
            number = whole_number(seat)
            if number is None or not 0 <= number < self.game.players:
                raise WorkbenchError(
                    f"There is no seat {quoted(seat)} to go to: seats are numbered from 0 to {self.game.players - 1}. The next "
                    "seat is `(state.turn + 1) % state.game.players`."
                )
            self.turn = seat
        self.enter(self.game.phases[phase])

    def finish(self, *results: float, clause: str = "", words: str = "") -> None:
        """End the game.

        Args:
            results: what each seat has won; in a game played together, one number for all.
            clause: the clause that ends it; by default the first clause about the end.
            words: a sentence that tells people the result.
        """
        if not all([isinstance(one, Real) for one in results]):
            raise WorkbenchError(
                f"`finish` takes numbers, not {quoted(results)}. Put a star before a list, `state.finish(*results)`, and name "
                'the clause, `clause="XX-END-1"`.'
            )
        if self.game.together and len(results) == 1:
            results *= self.game.players
        if len(results) != self.game.players:
            shared = " If all players share one result, set `together = True` in the class." if len(results) == 1 else ""
            raise WorkbenchError(
                f"`finish` needs a result for each of the {self.game.players} seats, not {quoted(results)}.{shared}"
            )
        self.results = tuple([float(one) for one in results])
        self.phase, self.to_move, self.ended_by = self.game.phases["end"], OVER, clause or self.game.end_clauses[0]
        if self.listener is not None:
            said = words or ", ".join([f"{self.game.seat_name(seat)} {one:g}" for seat, one in enumerate(results)])
            self.say(self.ended_by, said if words else f"The game is over: {said}.")

    def win(self, seat: int, clause: str = "") -> None:
        """End the game with a winner, who gets the best result.

        All others get the worst result; if all play together, they get the best result too.
        """
        best, worst, together = self.game.highest, self.game.lowest, self.game.together
        results = [best if one == seat or together else worst for one in range(self.game.players)]
        alone = f"{self.game.seat_name(seat)} wins." if self.game.players > 1 else "You win."
        self.finish(*results, clause=clause, words="All win." if together else alone)

    def draw(self, clause: str = "") -> None:
        """End the game in a draw: all seats get the same share."""
        share = self.game.lowest + (self.game.highest - self.game.lowest) / self.game.players
        self.finish(*[share] * self.game.players, clause=clause, words="It is a draw.")

    def say(self, clause: str, words: str) -> None:
        """Report what has happened: a sentence, under a clause of the rulebook."""
        if self.listener is not None:
            self.tell(said_kind(self.game), clause=clause, words=words)

    # -- what the core asks -----------------------------------------------------------------------------------------------

    def scores(self) -> tuple[float, ...]:
        points = self.game.points
        found = getattr(self, points) if points else self.results
        return tuple(found) if isinstance(found, (list, tuple)) else (found,) * self.game.players

    def returns(self) -> tuple[float, ...]:
        return self.results

    def key(self) -> tuple[Any, ...]:
        values = self.game.fields().values(self)
        return (self.phase.name, int(self.to_move), *[frozen(value) for value in values])

    def may_see(self, part: Part, seat: int, owner: int) -> bool:
        """Return whether a seat may see what an owner has in a hidden part: what its `seen` says, if a game does not say more.

        Override this in your class of states if a rule shows somebody a hidden thing, as after a look at another player's hand.
        The seat itself must be able to see what the answer depends on.

        Args:
            part: the part of the table.
            seat: who looks, 0..n-1.
            owner: whose entry it is, 0..n-1; 0 if all seats share one.

        >>> from workbench import own
        >>> class Position(own.State):
        ...     looked = own.Choice("looked", "Whose hand each player has looked at.", "ABC", each=True)
        ...
        ...     def may_see(self, part, seat, owner):
        ...         return super().may_see(part, seat, owner) or (part.name == "hands" and self.looked[seat] == owner)
        """
        return part.sees(seat, owner)

    def conceal(self, seat: int) -> None:
        if self.to_move == OVER and self.game.shown_at_the_end:
            return
        shown = self.game.usual_sight[seat]
        if type(self).may_see is not State.may_see:
            shown = [(part, [self.may_see(part, seat, owner) for owner in range(len(usual))]) for part, usual in shown]
        for part, seen in shown:  # blanked only when all answers are known
            value = getattr(self, part.name)
            if part.each:
                kept = [one if may else part.concealed(one) for may, one in zip(seen, value, strict=True)]
                setattr(self, part.name, kept)
            elif not seen[0]:
                setattr(self, part.name, part.concealed(value))

    def complete(self, rng: Random) -> None:
        parts = self.game.hidden_parts
        unseen: dict[Any, list[int]] = {}
        for part in parts:
            if isinstance(part, Pile) and part.cards not in unseen:
                unseen[part.cards] = unseen_cards(self, part.cards, self.game.parts)
        for part in parts:
            value = getattr(self, part.name)
            filled = [self._filled(part, one, seat, unseen, rng) for seat, one in enumerate(value if part.each else [value])]
            setattr(self, part.name, filled if part.each else filled[0])

    def _filled(self, part: Part, value: Any, seat: int, unseen: dict[Any, list[int]], rng: Random) -> Any:
        """Return the value of a part with what is hidden drawn at random, each possibility equally likely."""
        if isinstance(part, Pile):
            left = unseen[part.cards]
            found = [left.pop(rng.below(len(left))) if one == HIDDEN else one for one in value]
            return found if part.in_order else sorted(found)
        if value != HIDDEN:
            return value
        among = part.among(self, seat)  # type: ignore[attr-defined]
        return among[rng.below(len(among))]


def unseen_cards(state: State, cards: Any, parts: tuple[Part, ...]) -> list[int]:
    """Return the cards of a set that cannot be seen anywhere."""
    left: list[int] = cards.all()
    for part in parts:
        if isinstance(part, Pile) and part.cards is cards:
            value = getattr(state, part.name)
            for pile in value if part.each else [value]:
                for card in pile:
                    if card in left:
                        left.remove(card)
    return left


def declared(kind: type) -> tuple[Part, ...]:
    """Return the parts of the table that a class of states declares, in their order.

    Raises:
        WorkbenchError: a part and its attribute have different names.
    """
    found: dict[str, Part] = {}
    for one in reversed(kind.__mro__):
        for name, part in vars(one).items():
            if isinstance(part, Part):
                found[name] = part
                if part.name != name:
                    raise WorkbenchError(f"In {one.__name__} the attribute {name!r} holds the part {part.name!r}: give both "
                                         "the same name.")
    return tuple(found.values())


def frozen(value: Any) -> Any:
    """Turn lists into tuples, at every depth.

    >>> frozen([[1], [2, 3]])
    ((1,), (2, 3))
    """
    return tuple([frozen(one) for one in value]) if isinstance(value, list) else value


_said: dict[tuple[str, tuple[str, ...]], Kind] = {}


def said_kind(game: Any) -> Kind:
    """Return the kind of event for what a phase reports in its own words."""
    clauses = tuple([clause.id for clause in game.rulebook])
    key = (game.name, clauses)
    if key not in _said:
        _said[key] = Kind("said", clauses, "{words}")
    return _said[key]


def state_class(kind: type[State], name: str, parts: tuple[Part, ...]) -> type[State]:
    """Return a class of states with a field for each part, and a `copy` made for those fields.

    If the class already has a `copy`, it keeps it.
    """
    known = {slot for one in kind.__mro__ for slot in vars(one).get("__slots__", ())}
    names = [part.name for part in parts if part.name not in known]
    if kind.copy is not State.copy:
        return Slotted(name, (kind,), {"__slots__": names})  # type: ignore[no-any-return]
    wired = {name: f"self.{name}" for name in ("game", "phase", "to_move", "turn", "results", "ended_by")}
    forms = ("self.{0}", "self.{0}[:]", "[one[:] for one in self.{0}]")
    copies = {part.name: forms[part.depth].format(part.name) for part in parts}
    whole = ("self.{0}", "tuple(self.{0})", "tuple([tuple(one) for one in self.{0}])")
    values = ["self.phase.name", "int(self.to_move)", "self.turn", "self.results"]
    values += [whole[part.depth].format(part.name) for part in parts if not part.aside]
    made: dict[str, Any] = {"new": kind.__new__, "Any": Any}
    exec(copy_text({**wired, "listener": "None", **copies}, "new(type(self))"), made)
    exec(f"def key(self): return ({', '.join(values)})", made)
    body = {"__slots__": names, "copy": made["copy"], "__module__": kind.__module__}
    return Slotted(name, (kind,), body if kind.key is not State.key else {**body, "key": made["key"]})  # type: ignore[no-any-return]
