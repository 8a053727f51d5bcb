"""A position: all data of a game at one moment. The rules are in the phases, never here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Generic, Self

from mypy_extensions import mypyc_attr
from typing_extensions import TypeVar

from workbench.core.copying import give_copy
from workbench.core.events import Kind

if TYPE_CHECKING:
    from workbench.core.events import Listener
    from workbench.core.game import Game
    from workbench.core.phase import Phase
    from workbench.core.random import Random
    from workbench.core.types import Action, Seat

CHANCE: Final = -1
"""The value of `state.to_move` when a random event is due."""
OVER: Final = -2
"""The value of `state.to_move` when the game has ended."""
ENTERING: Final = -3
"""The value of `state.to_move` while one phase passes on to another; never visible between actions."""

FURTHEST: Final = 1_000_000_000
"""The limit of every counter that no rule limits, both in play and in written positions."""

Rules = TypeVar("Rules", bound="Game", covariant=True, default="Game")
"""The game a position belongs to: `class MyState(State["MyGame"])` makes `state.game` a `MyGame` to type checkers."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Generic[Rules]):
    """All data of a position. A game's own state adds its fields.

    Attributes:
        game: the rules in force.
        phase: the phase that decides (or draws) now.
        to_move: the seat that decides (0..n-1), `CHANCE` or `OVER`.
        listener: the object that is told what happens; None if there is none.

    >>> from workbench import load
    >>> state = load("northwood").match(seed=7).state
    >>> state
    <a position of For Northwood!: Choosing a fief>
    >>> state.to_move, state.legal()
    (0, (32, 33, 34, 35, 36, 37, 38, 39))
    >>> later = state.copy()
    >>> later.apply(later.legal()[0])
    >>> later.key() == state.key()
    False
    """

    __slots__ = ("game", "listener", "phase", "to_move")
    game: Rules
    phase: Phase[Any]
    to_move: Seat
    listener: Listener | None

    def legal(self) -> tuple[int, ...]:
        """Return the legal actions, or a chance node's outcomes, smallest first; empty when the game is over."""
        return self.phase.legal(self)

    def chance(self) -> tuple[tuple[int, int], ...]:
        """Return the outcomes of a chance node as (action, weight), with whole weights; empty elsewhere."""
        if self.to_move != CHANCE:
            return ()
        return self.phase.chance(self)

    def apply(self, action: Action) -> None:
        """Carry out an action in place, without checking it; `match.play` checks."""
        self.phase.apply(self, action)
        while self.to_move == ENTERING:
            self.phase.begin(self)

    def enter(self, phase: Phase[Any]) -> None:
        """Pass on to a phase, which begins as soon as the present one has finished.

        So phases follow each other in a loop, even if many of them have nothing to decide. Do not change the position after
        this call.
        """
        self.phase = phase
        self.to_move = ENTERING

    def settle(self) -> None:
        """Let phases begin until one of them waits for a decision or a random event, or the game is over."""
        while self.to_move == ENTERING:
            self.phase.begin(self)

    def roll(self, rng: Random) -> None:
        """Draw an outcome of a chance node and carry it out, perhaps several at once; for random playouts."""
        self.phase.roll(self, rng)
        self.settle()

    def __repr__(self) -> str:
        return f"<a position of {self.game.title}: {self.phase.title}>"

    def __init_subclass__(cls, **settings: Any) -> None:
        """Give a class a `copy` for the fields that it annotates."""
        super().__init_subclass__(**settings)
        give_copy(cls, State)

    def copy(self) -> Self:
        """Return an independent position equal to this one, without a listener.

        The game's table of fields says what there is to copy. A class that annotates its fields gets a `copy` written from the
        annotations (`workbench.core.copying`), which is much faster. Lists are copied, so a list must not hold other lists.
        Everything else is shared, because nothing changes it in place.
        """
        other = self.bare_copy()
        for name in self.game.fields().attributes:
            value = getattr(self, name)
            setattr(other, name, value[:] if isinstance(value, list) else value)
        return other

    def bare_copy(self) -> Self:
        """Return a position of the same game, phase and seat, which still lacks the fields of the game's own state."""
        other = type(self)()
        other.game = self.game
        other.phase = self.phase
        other.to_move = self.to_move
        other.listener = None
        return other

    def scores(self) -> tuple[float, ...]:
        """Return the score of each seat so far."""
        raise NotImplementedError(f"{type(self).__name__} must write out scores().")

    def returns(self) -> tuple[float, ...]:
        """Return what each seat has won, by the game's own measure; 0.0 each before the end."""
        raise NotImplementedError(f"{type(self).__name__} must write out returns().")

    def to_dict(self) -> dict[str, Any]:
        """Return the position as a readable dict of JSON values; `game.position` turns it back."""
        from workbench.core.position import describe  # writing positions down is off the rules path

        return describe(self)

    def conceal(self, seat: int) -> None:
        """Blank, in place, everything that a seat cannot know. A game without secrets has nothing to do."""

    def complete(self, rng: Random) -> None:
        """Fill in, in place and at random, what `conceal` blanked, consistently with everything else."""

    def view(self, seat: int) -> View:
        """Return what a seat may know: the only thing a player or an adapter may look at.

        Args:
            seat: 0..n-1.
        """
        concealed = self.copy()
        concealed.conceal(seat)
        return View(seat, concealed)

    def cover(self, seat: int) -> Any:
        """Blank, in place, everything that a seat cannot know, until `uncover` brings it back.

        A player that only looks (`Player.only_looks`) is asked so. A game in which this takes long writes both methods
        itself, and keeps only what `conceal` changes.

        Args:
            seat: 0..n-1.

        Returns:
            what `uncover` needs.

        >>> from workbench import load
        >>> state = load("keydom").match(seed=7).state
        >>> before = state.key()
        >>> kept = state.cover(0)
        >>> state.key() == before
        False
        >>> state.uncover(kept)
        >>> state.key() == before
        True
        """
        kept = self.copy()
        self.conceal(seat)
        return kept

    def uncover(self, kept: Any) -> None:
        """Bring back, in place, what `cover` blanked.

        Args:
            kept: what `cover` returned.
        """
        for name in self.game.fields().attributes:
            setattr(self, name, getattr(kept, name))

    def resample(self, seat: int, rng: Random) -> State:
        """Draw a full position at random that this seat cannot tell from the real one.

        It is made from the seat's view alone, so it contains no more knowledge than the view.
        """
        return self.view(seat).resample(rng)

    def key(self) -> tuple[Any, ...]:
        """Return everything that defines this position, as a hashable tuple (for equality, hashes and memos).

        A field that is a list of numbers becomes a tuple.
        """
        values = self.game.fields().values(self)
        kept = [tuple(value) if isinstance(value, list) else value for value in values]
        return (self.phase.name, int(self.to_move), *kept)

    def tell(
        self, kind: Kind, seat: int = -1, *, to: tuple[int, ...] = (), clause: str = "", **fields: Any
    ) -> None:
        """Report to the listener what a rule has just done. Callers ask `listener is not None` first.

        Args:
            kind: what kind of thing happened.
            seat: the seat that did it, or -1 for chance and for what happens by itself.
            to: the seats that may know everything; the others learn only the kind's `public` words. Empty for all.
            clause: the clause that was carried out, if the kind names several; by default the kind's only clause.
            fields: the facts, by the names that the kind's words use.
        """
        if self.listener is not None:
            self.listener.hear(self.game, kind, clause or kind.clause, seat, to, fields)


@mypyc_attr(allow_interpreted_subclasses=True)
class View:
    """What one seat may know of a position.

    Attributes:
        seat: the seat whose view it is.
        state: a copy of the position with every secret blanked. It is yours: changing it changes no game. Only a player that
            says `only_looks` may get the position itself.
        listed: the legal actions, if they are listed already; empty if not.

    >>> from workbench import Random, load
    >>> state = load("goods_and_honor").match(seed=7).state
    >>> view = state.view(0)
    >>> view.resample(Random(1)).view(0) == view  # another position that this seat cannot tell from the real one
    True
    """

    def __init__(self, seat: int, state: State, listed: tuple[int, ...] = ()) -> None:
        self.seat = seat
        self.state = state
        self.listed = listed

    def legal(self) -> tuple[int, ...]:
        """Return the actions this seat may take now; empty when it is not its turn."""
        if self.listed:
            return self.listed
        return self.state.legal() if self.state.to_move == self.seat else ()

    def to_dict(self) -> dict[str, Any]:
        """Return the view as a readable dict of JSON values."""
        return self.state.to_dict()

    def resample(self, rng: Random) -> State:
        """Draw a full position at random that is consistent with this view."""
        full = self.state.copy()
        full.complete(rng)
        return full

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.seat == other.seat and self.state.key() == other.state.key()

    def __hash__(self) -> int:
        return hash((self.seat, self.state.key()))

    def __repr__(self) -> str:
        return f"<what seat {self.seat} sees of {self.state.game.title}: {self.state.phase.title}>"


compiled: Final[bool] = not __file__.endswith(".py")
"""Whether the rules run compiled or as plain Python."""
