"""A phase of an own game: its moves, which of them may be chosen, and what they do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, NamedTuple

from workbench.core import phase as core
from workbench.core.errors import Reason, WorkbenchError
from workbench.core.events import Kind
from workbench.core.outside import quoted
from workbench.core.state import CHANCE, OVER
from workbench.own.parts import Hand, Part

_BETWEEN = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def small_name(name: str) -> str:
    """The name of a class in small letters.

    >>> small_name("SealBid")
    'seal_bid'
    """
    return _BETWEEN.sub("_", name).lower()


class Named(NamedTuple):
    """One action of the vocabulary.

    Attributes:
        phase: the name of the phase it belongs to.
        choice: what the phase's `choices` and `play` call it.
        shown: the same in words, part by part.
        symbol: its fixed name.
        part: the part of the table that it is about; None for one about nothing there.
    """

    phase: str
    choice: Any
    shown: tuple[str, ...]
    symbol: str
    part: Part | None


class Phase(core.Phase[Any]):
    """A part of a turn: who decides, what may be chosen, what it does.

    Attributes:
        moves: everything that can ever be chosen in it: words, numbers, or tuples of them; or the name of a part of the table,
            for its places or cards, by number. A method from the game to them, where they depend on the options.
        say: a move in words, with ``{0}``, ``{1}`` for what it consists of, such as ``"take {1} from row {0}"``.
        on: the thing of the board that a move is about, such as ``"rows-{0}"``; left out, what `moves` says, or a button.
        random: whether chance decides.
        secret: whether only the seat whose turn it is may know what was chosen.
        ask: the question to who decides.
    """

    moves: Any = ()
    say: ClassVar[str] = ""
    on: ClassVar[str] = ""
    random: ClassVar[bool] = False
    secret: ClassVar[bool] = False
    ask: ClassVar[str] = ""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        own = vars(cls)
        if Phase in cls.__bases__:  # whatever replaces a phase keeps its name
            if "name" not in own:
                cls.name = small_name(cls.__name__)
            if "title" not in own:
                cls.title = small_name(cls.__name__).replace("_", " ").capitalize()
        if "tries" not in own:
            cls.tries = (cls.name,)

    # -- what a game writes -----------------------------------------------------------------------------------------------

    def choices(self, state: Any) -> Iterable[Any] | Mapping[Any, int]:
        """Those of the moves that may be chosen now; for a random event the outcomes, as a dict with a weight for each."""
        return self.all_moves(state.game)

    def play(self, state: Any, choice: Any) -> Any:
        """Carry out a move, and say how it goes on: `next_seat`, `go`, `win`, `draw` or `finish`."""
        raise WorkbenchError(
            f"The phase {self.name!r} ({type(self).__name__}) does not say what a move does. Write, for example:\n"
            "    def play(self, state, choice):\n        state.next_seat()"
        )

    def why(self, state: Any, choice: Any) -> str | tuple[str, str]:
        """Why a move may not be chosen now: a sentence, or a clause and a sentence; empty for nothing special."""
        return ""

    # -- moves and actions ------------------------------------------------------------------------------------------------

    def all_moves(self, game: Any) -> list[Any]:
        """Everything that can ever be chosen.

        Raises:
            WorkbenchError: the moves are written in a way that cannot be understood.
        """
        moves = self.moves(game) if callable(self.moves) else self.moves
        if isinstance(moves, str):
            part = game.part(moves, f"The moves of the phase {self.name!r}")
            return list(range(len(part.places())))
        try:
            return list(moves)
        except TypeError:
            raise WorkbenchError(
                f'The moves of the phase {self.name!r} are {quoted(moves)}; they are a list such as ("bet", "pass"), or '
                f'the name '
                "of a part of the table."
            ) from None

    def named(self, game: Any) -> list[Named]:
        """Its part of the vocabulary."""
        moves = self.moves(game) if callable(self.moves) else self.moves
        part = game.part(moves, f"The moves of the phase {self.name!r}") if isinstance(moves, str) else None
        found = []
        for choice in self.all_moves(game):
            shown = (part.places()[choice],) if part else tuple(map(str, choice if isinstance(choice, tuple) else (choice,)))
            symbol = f"{self.name}:{'-'.join(shown)}".replace(" ", "_")
            found.append(Named(self.name, choice, shown, symbol, part))
        return found

    def legal(self, state: Any) -> tuple[int, ...]:
        numbers = state.game.numbers[self.name]
        try:
            return tuple(sorted([numbers[choice] for choice in self.choices(state)]))
        except (KeyError, TypeError):
            raise self._stranger(state) from None

    def _stranger(self, state: Any) -> WorkbenchError:
        """What `choices` gave that is no move of this phase."""
        numbers: dict[Any, int] = state.game.numbers[self.name]
        given: Any = self.choices(state)
        where = f"`choices` of the phase {self.name!r} ({type(self).__name__})"
        if not isinstance(given, Iterable):
            return WorkbenchError(f"{where} gives {quoted(given)}; it gives a list of moves, such as {list(numbers)[:2]!r}.")
        for choice in given:
            try:
                if choice in numbers:
                    continue
            except TypeError:
                pass
            return WorkbenchError(f"{where} gives {quoted(choice)}, which is not among its moves, such as "
                                  f"{list(numbers)[:2]!r}.")
        return WorkbenchError(f"{where} gives moves that cannot be told apart.")

    def apply(self, state: Any, action: Any) -> None:
        choice = state.game.named[action].choice
        if state.listener is not None:
            self._told(state, action)
        self.play(state, choice)

    def _told(self, state: Any, action: int) -> None:
        """Tell what was chosen."""
        chance = state.to_move == CHANCE
        who = -1 if chance else int(state.to_move)
        words = self.phrase(state.game.named[action])
        to = (state.turn,) if self.secret else ()
        clause = self.clause_of(state, action)
        if chance:
            state.tell(self.kind(state.game), clause=clause, to=to, move=words)
        else:
            state.tell(self.kind(state.game), who, clause=clause, to=to, move=words)

    def kind(self, game: Any) -> Kind:
        """The kind of event that a move of this phase is."""
        kinds: dict[str, Kind] = game.move_kinds
        if self.name not in kinds:
            clauses = tuple([clause.id for clause in game.rulebook])
            words, public = ("{move}.", f"{self.title}.") if self.random else ("{seat:seat}: {move}.", f"{{seat:seat}}: "
                f"{self.title}.")
            kinds[self.name] = Kind(self.name, clauses, words, public if self.secret else "", ("move",) if self.secret else ())
        return kinds[self.name]

    def chance(self, state: Any) -> tuple[tuple[int, int], ...]:
        given = self.choices(state)
        if not isinstance(given, Mapping):
            return core.evenly(self.legal(state))
        numbers = state.game.numbers[self.name]
        return tuple(sorted([(numbers[choice], weight) for choice, weight in given.items()]))

    def begin(self, state: Any) -> None:
        state.to_move = CHANCE if self.random else state.turn

    # -- words ------------------------------------------------------------------------------------------------------------

    def phrase(self, named: Named) -> str:
        """An action in words."""
        if self.say:
            return self.say.format(*named.shown)
        said = " ".join(named.shown)
        return said if isinstance(named.choice, str) else f"{self.name.replace('_', ' ')} {said}"

    def question(self, state: Any) -> str:
        return self.ask or f"{self.title}: what do you choose?"

    def words(self, state: Any, action: int) -> str:
        named = state.game.named[action]
        owner = self if named.phase == self.name else state.game.phases[named.phase]
        return str(owner.phrase(named))

    def thing(self, state: Any, action: int) -> str:
        named = state.game.named[action]
        owner = self if named.phase == self.name else state.game.phases[named.phase]
        if owner.on:
            return str(owner.on.format(*named.shown))
        if named.part is None:
            return str(named.symbol)
        seat = f"{max(0, int(state.to_move)) + 1}-" if isinstance(named.part, Hand) else ""
        return f"{named.part.name}-{seat}{named.shown[0]}"

    def clause_of(self, state: Any, action: int) -> str:
        return self.clauses_now(state)[0]

    def clauses_now(self, state: Any) -> tuple[str, ...]:
        found: tuple[str, ...] = state.game.clauses_of[self.name]
        return found

    def reason(self, state: Any, action: int) -> Reason | None:
        named = state.game.named[action]
        if named.phase != self.name:
            return None
        why = self.why(state, named.choice) or "That may not be chosen now."
        return Reason(*why) if isinstance(why, tuple) else Reason(self.clauses_now(state)[0], why)

    def movers(self, state: Any) -> tuple[int, ...]:
        return (CHANCE,) if self.random else (int(state.turn),)


class End(core.Phase[Any]):
    """The end of an own game; it is added by itself."""

    name: ClassVar[str] = "end"
    title: ClassVar[str] = "The end"

    def begin(self, state: Any) -> None:
        state.to_move = OVER

    def legal(self, state: Any) -> tuple[int, ...]:
        return ()

    def question(self, state: Any) -> str:
        return "The game is over."

    def words(self, state: Any, action: int) -> str:
        return str(state.game.phases[state.game.named[action].phase].words(state, action))

    def clauses_now(self, state: Any) -> tuple[str, ...]:
        found: tuple[str, ...] = state.game.end_clauses
        return found

    def movers(self, state: Any) -> tuple[int, ...]:
        return (OVER,)
