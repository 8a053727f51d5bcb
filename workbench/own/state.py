"""The state of an own game: its fields come from the declared table; what the phases do with it is said here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from workbench.core import state as core
from workbench.core.errors import WorkbenchError
from workbench.core.events import Kind
from workbench.core.outside import quoted
from workbench.core.state import OVER
from workbench.own.parts import HIDDEN, NOBODY, Part, Pile

if TYPE_CHECKING:
    from workbench.core.random import Random


class State(core.State[Any]):
    """A position of an own game.

    Attributes:
        turn: whose turn it is, also while a random event is due.
        results: what each seat has won; zeros until the game is over.
    """

    __slots__ = ("results", "turn")
    turn: int
    results: tuple[float, ...]
    made: ClassVar[bool] = False

    # -- what phases say --------------------------------------------------------------------------------------------------

    def next_seat(self) -> None:
        """The next seat decides, in the same phase."""
        self.turn = (self.turn + 1) % self.game.players
        self.to_move = self.turn

    def go(self, phase: str, seat: int | None = None) -> None:
        """Go on to another phase: the last thing that a phase does.

        Args:
            phase: its name.
            seat: whose turn it is there; None for the same seat as now.
        """
        if phase not in self.game.phases:
            raise WorkbenchError(f"There is no phase {quoted(phase)} to go to. There is: {', '.join(self.game.phases)}.")
        if seat is not None:
            self.turn = seat
        self.enter(self.game.phases[phase])

    def finish(self, *results: float, clause: str = "", words: str = "") -> None:
        """The game is over.

        Args:
            results: what each seat has won.
            clause: the clause that says so; left out, the first one about the end.
            words: what is told, as a sentence.
        """
        if len(results) != self.game.players:
            raise WorkbenchError(f"`finish` is given what each of {self.game.players} seats has won, not {quoted(results)}.")
        self.results = tuple([float(one) for one in results])
        self.phase, self.to_move = self.game.phases["end"], OVER
        if self.listener is not None:
            said = words or ", ".join([f"{self.game.seat_name(seat)} {one:g}" for seat, one in enumerate(results)])
            self.say(clause or self.game.end_clauses[0], said if words else f"The game is over: {said}.")

    def win(self, seat: int, clause: str = "") -> None:
        """A seat has won: its result is the best there is, the others have the worst."""
        best, worst = self.game.highest, self.game.lowest
        results = [best if one == seat else worst for one in range(self.game.players)]
        self.finish(*results, clause=clause, words=f"{self.game.seat_name(seat)} wins.")

    def draw(self, clause: str = "") -> None:
        """Nobody has won: all have the same share."""
        share = self.game.lowest + (self.game.highest - self.game.lowest) / self.game.players
        self.finish(*[share] * self.game.players, clause=clause, words="It is a draw.")

    def say(self, clause: str, words: str) -> None:
        """Tell whoever listens what has happened, as a sentence, under a clause of the rulebook."""
        if self.listener is not None:
            self.tell(said_kind(self.game), clause=clause, words=words)

    # -- what the core asks -----------------------------------------------------------------------------------------------

    def scores(self) -> tuple[int, ...]:
        points = self.game.points
        found = getattr(self, points) if points else self.results
        return tuple(map(int, found)) if isinstance(found, (list, tuple)) else (int(found),) * self.game.players

    def returns(self) -> tuple[float, ...]:
        return self.results

    def key(self) -> tuple[Any, ...]:
        values = self.game.fields().values(self)
        return (self.phase.name, int(self.to_move), *[frozen(value) for value in values])

    def conceal(self, seat: int) -> None:
        if self.to_move == OVER and self.game.shown_at_the_end:
            return
        for part in self.game.hidden_parts:
            value = getattr(self, part.name)
            if part.each:
                seen = [one if part.seen != NOBODY and here == seat else part.concealed(one) for here, one in enumerate(value)]
                setattr(self, part.name, seen)
            else:
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
        """What a seat has, or all have together, with what was hidden drawn: each possibility is equally likely."""
        if isinstance(part, Pile):
            left = unseen[part.cards]
            found = [left.pop(rng.below(len(left))) if one == HIDDEN else one for one in value]
            return found if part.in_order else sorted(found)
        if value != HIDDEN:
            return value
        among = part.among(self, seat)  # type: ignore[attr-defined]
        return among[rng.below(len(among))]


def unseen_cards(state: State, cards: Any, parts: tuple[Part, ...]) -> list[int]:
    """The cards of a set that are seen nowhere."""
    left: list[int] = cards.all()
    for part in parts:
        if isinstance(part, Pile) and part.cards is cards:
            value = getattr(state, part.name)
            for pile in value if part.each else [value]:
                for card in pile:
                    if card in left:
                        left.remove(card)
    return left


def frozen(value: Any) -> Any:
    """Lists as tuples, all the way down.

    >>> frozen([[1], [2, 3]])
    ((1,), (2, 3))
    """
    return tuple([frozen(one) for one in value]) if isinstance(value, list) else value


_said: dict[tuple[str, tuple[str, ...]], Kind] = {}


def said_kind(game: Any) -> Kind:
    """The kind of whatever a phase says in words of its own."""
    clauses = tuple([clause.id for clause in game.rulebook])
    key = (game.name, clauses)
    if key not in _said:
        _said[key] = Kind("said", clauses, "{words}")
    return _said[key]


def state_class(kind: type[State], name: str, parts: tuple[Part, ...]) -> type[State]:
    """A class of states with a field for each part, and a `copy` that is written out for them.

    A `copy` that somebody has written stays as it is.
    """
    names = [part.name for part in parts]
    if kind.copy is not State.copy:
        return type(name, (kind,), {"__slots__": [one for one in names if one not in dir(kind)], "made": True})
    lines = ["def copy(self):", " other = new(type(self))"]
    for wired in ("game", "phase", "to_move", "turn", "results"):
        lines.append(f" other.{wired} = self.{wired}")
    lines.append(" other.listener = None")
    forms = ("self.{0}", "self.{0}[:]", "[one[:] for one in self.{0}]")
    lines += [f" other.{part.name} = {forms[part.depth].format(part.name)}" for part in parts]
    whole = ("self.{0}", "tuple(self.{0})", "tuple([tuple(one) for one in self.{0}])")
    values = ["self.phase.name", "int(self.to_move)", "self.turn", "self.results"]
    values += [whole[part.depth].format(part.name) for part in parts if not part.aside]
    lines += [" return other", "def key(self):", f" return ({', '.join(values)})"]
    made: dict[str, Any] = {"new": kind.__new__}
    exec("\n".join(lines), made)
    body = {"__slots__": names, "copy": made["copy"], "made": True, "__module__": kind.__module__}
    return type(name, (kind,), body if kind.key is not State.key else {**body, "key": made["key"]})
