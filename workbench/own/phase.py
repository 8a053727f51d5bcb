"""A phase of a game of your own: its moves, which of them may be chosen, and what they do."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Literal, NamedTuple

from workbench.core import phase as core
from workbench.core.errors import Reason, WorkbenchError
from workbench.core.events import Kind
from workbench.core.outside import quoted, whole_number
from workbench.core.state import CHANCE, OVER
from workbench.own.parts import OTHERS, Part
from workbench.own.places import Board

_BETWEEN = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def beside(one: type, other: type) -> bool:
    """Return whether two classes are written inside the same class, as the phases of a game are.

    >>> class Game:
    ...     class Deal: ...
    ...     class Draw(Deal): ...
    >>> beside(Game.Draw, Game.Deal), beside(Game, Game.Deal)
    (True, False)
    """
    home = one.__qualname__.rpartition(".")[0]
    same = (one.__module__, home) == (other.__module__, other.__qualname__.rpartition(".")[0])
    return same and home != "" and not home.endswith("<locals>")


def small_name(name: str) -> str:
    """Return the name of a class in small letters.

    >>> small_name("SealBid")
    'seal_bid'
    """
    return _BETWEEN.sub("_", name).lower()


class Named(NamedTuple):
    """One action of the vocabulary.

    Attributes:
        phase: the name of the phase it belongs to.
        choice: its form in the phase's `choices` and `play`.
        shown: the same in words, part by part.
        symbol: its fixed name.
        part: the part of the table that it is about, or None.
        place: the place of that part, or nothing if the move is about the whole part.
    """

    phase: str
    choice: Any
    shown: tuple[str, ...]
    symbol: str
    part: Part | None
    place: str = ""


def _whole(game: Any, choice: object) -> Part | None:
    """Return the part of the table that a move names, if the board draws it as one thing."""
    named = [part for part in game.parts if part.name == choice]
    return next((part for part in named if part.single), None)


def _placed(game: Any, choice: object) -> tuple[Part, str] | None:
    """Return the first place on a board that a move of several words names, such as the square from which a piece moves."""
    words = [word for word in choice if isinstance(word, str)] if isinstance(choice, tuple) else []
    boards = [part for part in game.parts if isinstance(part, Board)]
    return next(((board, word) for word in words for board in boards if word in board.names), None)


class Phase(core.Phase[Any]):
    """A part of a turn: who decides, what they may choose, and what it does.

    Attributes:
        moves: all moves that are ever possible: words, numbers, or tuples of them; or the name of a part of the table, for its
            places or cards by number. If they depend on the options, write a method that takes the game and returns them.
        say: the words of a move, with ``{0}``, ``{1}`` for its parts, such as ``"take {1} from row {0}"``.
        on: the thing on the board that a move is about, such as ``"rows-{0}"``; by default what `moves` names, or the first
            place on a board that the move names (the square from which a piece moves), or a button.
        random: whether chance decides.
        secret: whether only the seat whose turn it is may know what was chosen; ``the others`` if only the other seats may.
        ask: the question to the player who decides.

    >>> class Step(Phase):
    ...     moves = (1, 2)
    ...     say = "go {0}"
    ...
    ...     def play(self, state, choice):
    ...         state.steps[state.turn] += choice
    ...         state.next_seat()
    >>> Step.name, Step.moves
    ('step', (1, 2))
    """

    moves: Any = ()
    say: ClassVar[str] = ""
    on: ClassVar[str] = ""
    random: ClassVar[bool] = False
    secret: ClassVar[bool | Literal["the others"]] = False
    ask: ClassVar[str] = ""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        own = vars(cls)
        if Phase in cls.__bases__ or any([beside(cls, base) for base in cls.__bases__]):  # others replace a phase, by its name
            if "name" not in own:
                cls.name = small_name(cls.__name__)
            if "title" not in own:
                cls.title = small_name(cls.__name__).replace("_", " ").capitalize()
        if "tries" not in own:
            cls.tries = (cls.name,)

    # -- what a game writes -----------------------------------------------------------------------------------------------

    def choices(self, state: Any) -> Iterable[Any] | Mapping[Any, int]:
        """Return the moves that may be chosen now.

        For a random event, return the outcomes. In a list, an outcome listed twice is twice as likely. A dict gives each
        outcome a weight, which is a whole number.
        """
        return self.all_moves(state.game)

    def play(self, state: Any, choice: Any) -> Any:
        """Carry out a move, and say how the game continues: `next_seat`, `go`, `win`, `draw` or `finish`."""
        raise WorkbenchError(
            f"The phase {self.name!r} ({type(self).__name__}) does not say what a move does. Write, for example:\n"
            "    def play(self, state, choice):\n        state.next_seat()"
        )

    def why(self, state: Any, choice: Any) -> str | tuple[str, str]:
        """Say why a move is not allowed now: a sentence, or a clause and a sentence.

        Leave it empty for the usual sentence.
        """
        return ""

    # -- moves and actions ------------------------------------------------------------------------------------------------

    def all_moves(self, game: Any) -> list[Any]:
        """Return all moves that are ever possible.

        Raises:
            WorkbenchError: the moves cannot be understood.
        """
        moves = self.moves(game) if callable(self.moves) else self.moves
        part = self.part_of(game)
        if part is not None:
            return list(range(len(part.places())))
        try:
            return list(moves)
        except TypeError:
            raise WorkbenchError(
                f'The moves of the phase {self.name!r} must be a list such as ("bet", "pass"), or '
                f"the name of a part of the table, not {quoted(moves)}."
            ) from None

    def part_of(self, game: Any) -> Part | None:
        """Return the part of the table whose places or cards are the moves; None if they are written out.

        Raises:
            WorkbenchError: there is no such part, or it has no places.
        """
        moves = self.moves(game) if callable(self.moves) else self.moves
        if not isinstance(moves, str):
            return None
        part: Part = game.part(moves, f"The moves of the phase {self.name!r}")
        if not part.places():
            raise WorkbenchError(f"The moves of the phase {self.name!r} cannot be the part {moves!r}: a {type(part).__name__} "
                                 "has no places. Write them out, such as (1, 2, 3).")
        return part

    def named(self, game: Any) -> list[Named]:
        """Return the actions that this phase adds to the vocabulary.

        Raises:
            WorkbenchError: the moves cannot be understood, or `say` or `on` does not fit them.
        """
        part, found = self.part_of(game), []
        for choice in self.all_moves(game):
            shown = (part.places()[choice],) if part else tuple(map(str, choice if isinstance(choice, tuple) else (choice,)))
            for attribute, words in (("say", self.say), ("on", self.on)):
                try:
                    words.format(*shown)
                except (AttributeError, IndexError, KeyError, TypeError, ValueError):
                    places = " and ".join([f"{{{number}}} for {shown[number]!r}" for number in range(len(shown))])
                    raise WorkbenchError(
                        f"`{attribute}` of the phase {self.name!r} ({type(self).__name__}) is {quoted(words)}, which does not "
                        f"fit the move {quoted(choice)}. Write {places}; to show a brace, write it twice."
                    ) from None
            symbol = f"{self.name}:{'-'.join(shown)}".replace(" ", "_")
            about = (part, shown[0]) if part else _placed(game, choice) or (_whole(game, choice), "")
            found.append(Named(self.name, choice, shown, symbol, *about))
        return found

    def legal(self, state: Any) -> tuple[int, ...]:
        numbers = state.game.numbers[self.name]
        try:
            found = [numbers[choice] for choice in self._given(state)]
        except (KeyError, TypeError):
            raise self._stranger(state) from None
        return tuple(sorted(set(found) if self.random else found))

    def _given(self, state: Any) -> Iterable[Any] | Mapping[Any, int]:
        """Return the result of `choices`."""
        try:
            return self.choices(state)
        except SystemExit as fault:
            raise self._leaves(fault) from None

    def _stranger(self, state: Any) -> WorkbenchError:
        """Return the error for a result of `choices` that is not a move of this phase."""
        numbers: dict[Any, int] = state.game.numbers[self.name]
        given: Any = self.choices(state)
        where = f"`choices` of the phase {self.name!r} ({type(self).__name__})"
        if not isinstance(given, Iterable):
            return WorkbenchError(f"{where} must return a list of moves, such as {list(numbers)[:2]!r}, not {quoted(given)}.")
        for choice in given:
            try:
                if choice in numbers:
                    continue
            except TypeError:
                pass
            return WorkbenchError(f"{where} returns {quoted(choice)}, which is not among its moves, such as "
                                  f"{list(numbers)[:2]!r}.")
        return WorkbenchError(f"{where} returns moves that cannot be told apart.")

    def apply(self, state: Any, action: Any) -> None:
        choice = state.game.named[action].choice
        if state.listener is not None:
            self._told(state, action)
        try:
            given = self.play(state, choice)
        except SystemExit as fault:
            raise self._leaves(fault) from None
        if isinstance(given, str):
            raise WorkbenchError(
                f"`play` of the phase {self.name!r} ({type(self).__name__}) returns {quoted(given)}, which changes nothing. "
                f"To go to another phase, call `state.go({given!r})`."
            )

    def _leaves(self, fault: SystemExit) -> BaseException:
        """Return the error for a rule that calls `exit`; leave alone what only stops its own thread."""
        if type(fault) is not SystemExit:
            return fault
        return WorkbenchError(f"The phase {self.name!r} ({type(self).__name__}) calls `exit`, which would end the whole "
                              "program. To end the game, call `state.win`, `state.draw` or `state.finish`.")

    def _told(self, state: Any, action: int) -> None:
        """Report what was chosen."""
        chance = state.to_move == CHANCE
        who = -1 if chance else int(state.to_move)
        words = self.phrase(state.game.named[action])
        others = tuple([seat for seat in range(state.game.players) if seat != state.turn])
        to = others if self.secret == OTHERS else (state.turn,) if self.secret else ()
        clause = self.clause_of(state, action)
        if chance:
            state.tell(self.kind(state.game), clause=clause, to=to, move=words)
        else:
            state.tell(self.kind(state.game), who, clause=clause, to=to, move=words)

    def kind(self, game: Any) -> Kind:
        """Return the kind of event that a move of this phase is."""
        kinds: dict[str, Kind] = game.move_kinds
        if self.name not in kinds:
            clauses = tuple([clause.id for clause in game.rulebook])
            words, public = ("{move}.", f"{self.title}.") if self.random else ("{seat:seat}: {move}.", f"{{seat:seat}}: "
                f"{self.title}.")
            kinds[self.name] = Kind(self.name, clauses, words, public if self.secret else "", ("move",) if self.secret else ())
        return kinds[self.name]

    def chance(self, state: Any) -> tuple[tuple[int, int], ...]:
        given, numbers = self._given(state), state.game.numbers[self.name]
        try:
            weights: Mapping[Any, Any] = given if isinstance(given, Mapping) else Tally(given)
            found = sorted([(numbers[choice], weight) for choice, weight in weights.items()])
        except (KeyError, TypeError):
            raise self._stranger(state) from None
        where = f"The weights of the phase {self.name!r} ({type(self).__name__}): "
        for action, weight in found:
            if (whole_number(weight) or 0) < 1:
                raise WorkbenchError(f"{where}the weight of {state.game.symbol(action)!r} must be a whole number from 1, not "
                                     f"{quoted(weight)}. Leave out what cannot happen.")
        if not found:
            raise WorkbenchError(f"{where}`choices` must return at least one outcome.")
        return tuple(found)

    def begin(self, state: Any) -> None:
        state.to_move = CHANCE if self.random else state.turn

    # -- words ------------------------------------------------------------------------------------------------------------

    def phrase(self, named: Named) -> str:
        """Return an action in words."""
        if self.say:
            return self.say.format(*named.shown)
        said, name = " ".join(named.shown), self.name.replace("_", " ")
        return said if isinstance(named.choice, str) or named.shown[0] == name else f"{name} {said}"

    def question(self, state: Any) -> str:
        return self.ask or "What do you choose?"

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
        if not named.place:
            return str(named.part.name)
        return str(named.part.thing(named.place, max(0, int(state.to_move))))

    def clause_of(self, state: Any, action: int) -> str:
        return self.clauses_now(state)[0]

    def carries_out(self, game: Any) -> tuple[str, ...]:
        found: tuple[str, ...] = game.clauses_of[self.name]
        return found

    def clauses_now(self, state: Any) -> tuple[str, ...]:
        return self.carries_out(state.game)

    def reason(self, state: Any, action: int) -> Reason | None:
        named = state.game.named[action]
        if named.phase != self.name:
            return None
        why = self.why(state, named.choice) or "You may not choose that now."
        return Reason(*why) if isinstance(why, tuple) else Reason(self.clauses_now(state)[0], why)

    def movers(self, state: Any) -> tuple[int, ...]:
        return (CHANCE,) if self.random else (int(state.turn),)


class End(core.Phase[Any]):
    """The end of a game of your own; it is added automatically."""

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

    def clause_here(self, state: Any) -> str:
        return self.clauses_now(state)[0]

    def movers(self, state: Any) -> tuple[int, ...]:
        return (OVER,)
