"""A game of your own: what its class must say, and good defaults for everything else."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from inspect import cleandoc
from pathlib import Path
from typing import Any, ClassVar, Final

from workbench.core import game as core
from workbench.core.errors import UnknownNameError, WorkbenchError, nearest
from workbench.core.events import Kind, Listener
from workbench.core.fields import Aside, StateField, StateFields, Things, Whole
from workbench.core.fields import Kind as FieldKind
from workbench.core.game import Bounds
from workbench.core.options import Option
from workbench.core.outside import quoted
from workbench.core.phase import Phase as CorePhase
from workbench.core.rulebook import Rulebook
from workbench.core.state import ENTERING
from workbench.core.state import State as CoreState
from workbench.own.parts import EVERYBODY, Deck, Part, Pile, check_table
from workbench.own.phase import End, Named, Phase, small_name
from workbench.own.source import digest
from workbench.own.state import State, declared, said_kind, state_class

PLAIN_CLAUSE: Final = re.compile(r"^(- \*\*[A-Z]+-[A-Z]+-[1-9][0-9]*\*\*)(?! \*\()", re.MULTILINE)
"""A clause without an origin; it counts as house content."""
CLAUSE_LIKE: Final = re.compile(
    r"^- \*\*(?![A-Z]+-[A-Z]+-[1-9][0-9]*\*\* )|^[-*] +[A-Z]+-[A-Z]+-[0-9]|^\* +\*\*[A-Z]+-[A-Z]+-[0-9]"
)
"""A line that looks like a clause but is not one."""
EXAMPLE: Final = '''class Race(own.Game):
    """Race

    - **RA-STEP-1** In turn, each player goes one or two steps.
    - **RA-END-1** The first player to reach the tenth step wins.
    """'''

_states: dict[tuple[type[State], tuple[tuple[str, int], ...]], type[State]] = {}


class Numbers(FieldKind):
    """A number for each seat, in a range."""

    def __init__(self, seats: int, lowest: float, highest: float) -> None:
        self.seats, self.lowest, self.highest = seats, lowest, highest
        self.example = [lowest] * seats
        self.form = f"a list of {seats} numbers from {lowest:g} to {highest:g}"
        self.shape, self.scale = (seats,), f"from {lowest:g} to {highest:g}"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        numbers = [one for one in given if type(one) in (int, float)] if isinstance(given, (list, tuple)) else []
        least, most = min(0.0, self.lowest), max(0.0, self.highest)
        if len(numbers) != self.seats or len(given) != self.seats or not all(least <= one <= most for one in numbers):
            self.wrong(given, where, faults)
            return value
        return tuple([float(one) for one in numbers])

    def write(self, value: Any) -> Any:
        return list(value)

    def numbers(self, value: Any) -> list[float]:
        wide = (self.highest - self.lowest) or 1.0
        return [min(1.0, max(0.0, (one - self.lowest) / wide)) for one in value]


class Game(core.Game):
    """The rules of a game in one class. You only have to write the rulebook, `table` and the phases.

    Attributes:
        rules: the rulebook in Markdown; by default the docstring of the class, or if that has no clauses, the file
            `rulebook.md` beside the class's file `game.py`.
        table: the parts on the table, such as `own.Counter`; a method that returns them, if they depend on the options or on
            the number of players.
        state_kind: a class made from `own.State`, which may declare parts of the table, too.
        phase_kinds: the phases, the first one first; by default the phase classes inside the class.
        lowest: the smallest result of a seat.
        highest: the largest result of a seat.
        total: what the results of all seats always add up to; None if that varies.
        together: whether the players win or lose together; they all have the same result, which counts as a share of a win.
        longest: the most decisions that a game can have.
        points: the part of the table that holds the scores; by default one called ``points`` or ``score``.
        shown_at_the_end: whether everybody sees everything when the game is over.

    >>> from workbench.own import Phase
    >>> class Odd(Game):
    ...     '''Odd
    ...
    ...     - **OD-PICK-1** You pick a number from 1 to 4. An odd one wins.
    ...     '''
    ...
    ...     player_counts = (1,)
    ...
    ...     class Pick(Phase):
    ...         moves = (1, 2, 3, 4)
    ...
    ...         def play(self, state, choice):
    ...             if choice % 2:
    ...                 state.win(0)
    ...             else:
    ...                 state.draw()
    >>> from workbench import load
    >>> match = load(Odd).match()
    >>> [str(event) for event in match.play("3")]
    ['You: pick 3. (OD-PICK-1)', 'You win. (OD-PICK-1)']
    """

    folder: ClassVar[Path] = Path(__file__).parent
    rules: ClassVar[str] = ""
    table: Any = ()
    state_kind: ClassVar[type[CoreState]] = State
    lowest: ClassVar[float] = 0.0
    highest: ClassVar[float] = 1.0
    total: ClassVar[float | None] = None
    together: ClassVar[bool] = False
    longest: ClassVar[int] = 1_000
    points: str = ""
    shown_at_the_end: ClassVar[bool] = True

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "name" not in vars(cls):
            cls.name = small_name(cls.__name__)
        file = Path(getattr(sys.modules.get(cls.__module__), "__file__", None) or "")
        if "folder" not in vars(cls) and file.name == "game.py":
            cls.folder = file.parent
        if "title" not in vars(cls):
            cls.title = _heading(_written(cls)) or small_name(cls.__name__).replace("_", " ").capitalize()

    def __init__(
        self,
        options: Mapping[str, object] | None = None,
        players: int | None = None,
        phases: Mapping[str, CorePhase[Any] | type[CorePhase[Any]]] | None = None,
    ) -> None:
        check_class(type(self))
        self.parts: tuple[Part, ...] = ()
        self.named: tuple[Named, ...] = ()
        self.move_kinds: dict[str, Kind] = {}
        super().__init__(options or {}, players, phases)

    @classmethod
    def number_of_players(cls, wanted: Any) -> int:
        check_class(cls)
        return super().number_of_players(wanted)

    # -- what a game may write --------------------------------------------------------------------------------------------

    def set_up(self, state: Any) -> None:
        """Change the position in which the game begins.

        You only need this if the table alone does not define that position.
        """

    # -- made from what is written ----------------------------------------------------------------------------------------

    @classmethod
    def book(cls) -> Rulebook:
        text = _written(cls)
        if cls not in _books or _books[cls].text != text:
            _books[cls] = Rulebook.parse(text, cls.name)
        return _books[cls]

    @property
    def rulebook(self) -> Rulebook:
        return self.book()

    def own_phases(self) -> tuple[CorePhase[Any], ...]:
        return (*[kind() for kind in phases_of(type(self))], End())

    def vocabulary(self) -> tuple[str, ...]:
        if not self.named:
            self._lay_out()
        return tuple([one.symbol for one in self.named])

    def _lay_out(self) -> None:
        """Make the table and the vocabulary, once the options and phases are known."""
        where = type(self).__name__
        try:
            parts = (*declared(self.state_kind), *(self.table() if callable(self.table) else self.table))
        except TypeError as fault:
            raise WorkbenchError(f"The table of {where} cannot be read ({fault}). It must be a list of parts, such as "
                                 f"[{Part.example}].") from None
        check_table(parts, where)
        self.parts = parts
        for part in parts:
            part.start(self.players)
        secret = {part.cards for part in parts if isinstance(part, Pile) and part.seen != EVERYBODY and type(part) is not Deck}
        self.hidden_parts = tuple(
            [part for part in parts if part.seen != EVERYBODY and not (type(part) is Deck and part.cards not in secret)]
        )
        seats = range(self.players)
        self.usual_sight: Sequence[Sequence[tuple[Part, Sequence[bool]]]] = [
            [(part, [part.sees(seat, owner) for owner in (seats if part.each else (0,))]) for part in self.hidden_parts]
            for seat in seats
        ]
        known = [part.name for part in parts if part.name in ("points", "score")]
        self.points = self.points or (known[0] if known else "")
        if self.points:
            _check_points(self.part(self.points, f"`points` of {where}"), self.players, where)
        kind: Any = self.state_kind
        key = (kind, tuple([(part.name, part.depth) for part in parts]))
        if key not in _states:
            _states[key] = state_class(kind, f"{where}State", parts)
        self.made_state = _states[key]
        clauses = list(self.book())
        ends = [clause.id for clause in clauses if clause.family == "END"]
        self.end_clauses = tuple(ends or [clauses[-1].id])
        self.clauses_of = {"end": self.end_clauses}
        for name, phase in self.phases.items():
            if isinstance(phase, Phase):
                family = name.replace("_", "").upper()
                found = phase.clauses or tuple([clause.id for clause in clauses if clause.family == family])
                self.clauses_of[name] = found
                _check_clauses(type(self), phase, found)
        named = [one for phase in self.phases.values() if isinstance(phase, Phase) for one in phase.named(self)]
        symbols: dict[str, Named] = {}
        for one in named:
            if one.symbol.lower() in symbols:
                raise WorkbenchError(f"Two moves of {where} share the name {one.symbol!r}: list each move once in `moves`.")
            symbols[one.symbol.lower()] = one
        self.numbers: dict[str, dict[Any, int]] = {name: {} for name in self.phases}
        for number, one in enumerate(named):
            self.numbers[one.phase][one.choice] = number
        self.named = tuple(named)

    def part(self, name: str, who: str = "The game") -> Part:
        """Return a part of the table.

        Args:
            name: its name.
            who: what needs the part, as the message should say it.

        Raises:
            UnknownNameError: there is no such part.
        """
        for part in self.parts:
            if part.name == name:
                return part
        names = [part.name for part in self.parts]
        raise UnknownNameError(f"{who}: there is no part {quoted(name)} of the table.{nearest(name, names)} Available: "
                               f"{', '.join(names)}. (If you mean a single move, write it with a comma, such as (\"pass\",).)")

    def fields(self) -> Any:
        if self._fields is None:
            seats = Things("player", [self.seat_name(seat) for seat in range(self.players)])
            rows: list[StateField | Aside] = [
                StateField("turn", Whole(0, self.players - 1), 0, "Whose turn it is.", tensor="turn"),
                StateField(
                    "results",
                    Numbers(self.players, self.lowest, self.highest),
                    (0.0,) * self.players,
                    "What each player has won when the game is over.",
                ),
                Aside("ended_by", "", "The clause that ended the game."),
            ]
            for part in self.parts:
                if part.aside:
                    rows.append(Aside(part.name, part.start(self.players), part.meaning))
                    continue
                kind = part.whole_kind(seats)
                blank, unit = part.start(self.players), getattr(part, "unit", "")
                rows.append(StateField(part.name, kind, blank, part.meaning, seen=part.seen, unit=unit))
            self._fields = StateFields(*rows)
        return self._fields

    def blank(self) -> Any:
        state: Any = self.made_state()
        state.game, state.listener, state.phase, state.to_move = self, None, next(iter(self.phases.values())), 0
        state.turn, state.results, state.ended_by = 0, (0.0,) * self.players, ""
        for part in self.parts:
            setattr(state, part.name, part.start(self.players))
        return state

    def start(self, listener: Listener | None = None) -> Any:
        state = self.blank()
        state.listener = listener
        self.set_up(state)
        state.to_move = ENTERING
        state.settle()
        return state

    def ending(self, state: Any) -> str:
        return getattr(state, "ended_by", "") or super().ending(state)  # a `copy` of one's own may leave it out

    def kinds(self) -> tuple[Kind, ...]:
        moves = [phase.kind(self) for phase in self.phases.values() if isinstance(phase, Phase)]
        mine = [thing for made in type(self).__mro__ for thing in vars(made).values() if isinstance(thing, Kind)]
        return tuple(dict.fromkeys([*moves, said_kind(self), *mine, *super().kinds()]))

    def bounds(self) -> Bounds:
        chances = self.longest if any([getattr(phase, "random", False) for phase in self.phases.values()]) else 0
        return Bounds(self.longest, chances, self.lowest, self.highest, self.total)

    def worth(self, state: CoreState) -> tuple[float, ...]:
        return self._scaled(state.returns())

    def _scaled(self, results: Sequence[float]) -> tuple[float, ...]:
        """Return results as shares of the best possible one, from 0 to 1."""
        wide = (self.highest - self.lowest) or 1.0
        return tuple([(one - self.lowest) / wide for one in results])

    def win_shares(self, returns: Sequence[float]) -> tuple[float, ...]:
        return self._scaled(returns) if self.together or self.players == 1 else super().win_shares(returns)

    def has_secrets(self) -> bool:
        return bool(self.hidden_parts) or self.made_state.conceal is not State.conceal

    def source(self) -> str:
        return digest(type(self), phases_of(type(self)), _written(type(self)))


_books: dict[type, Rulebook] = {}


def _written(kind: type[Game]) -> str:
    """Return the rulebook of a class as Markdown; may be empty.

    It comes from the class's text, its docstring or the file beside it.
    """
    for one in kind.__mro__:
        if one is Game:
            break
        own = vars(one)
        text = own.get("rules") or own.get("__doc__")
        if text and "**" in text:
            text = cleandoc(text)
            return PLAIN_CLAUSE.sub(r"\1 *(house)*", text if text.startswith("#") else f"# {text}")
        if "folder" in own and (own["folder"] / "rulebook.md").exists():
            return PLAIN_CLAUSE.sub(r"\1 *(house)*", Path(own["folder"] / "rulebook.md").read_text(encoding="utf-8"))
    return ""


def _heading(text: str) -> str:
    first = text.partition("\n")[0]
    return first.lstrip("# ").rstrip(". ") if first.startswith("# ") and not first.startswith("# -") else ""


def phases_of(kind: type[Game]) -> tuple[type[Phase], ...]:
    """Return the phase classes of a game in order: those it lists, or those inside its class."""
    if kind.phase_kinds:
        return kind.phase_kinds  # type: ignore[return-value]
    found: dict[str, type[Phase]] = {}
    for one in reversed(kind.__mro__):
        for name, thing in vars(one).items():
            if isinstance(thing, type) and issubclass(thing, CorePhase):
                found[name] = thing  # type: ignore[assignment]
    return tuple(found.values())


def check_class(kind: type[Game]) -> None:
    """Check that a class has everything it needs.

    Raises:
        WorkbenchError: something is missing; the message says what and where, and shows an example.
    """
    where = kind.__name__
    text = _written(kind)
    if not text:
        raise WorkbenchError(
            f"{where} has no rulebook. Write its clauses as the docstring of the class, each with an ID, such as:\n\n{EXAMPLE}"
        )
    for number, line in enumerate(text.splitlines(), 1):
        if CLAUSE_LIKE.match(line):
            raise WorkbenchError(
                f"Rulebook of {kind.name}, line {number}: {quoted(line[:40])} looks like a clause, but is not written as one. "
                "A clause begins with `- **RA-STEP-1** `: two words in capitals and a number from 1 in stars, then a space."
            )
    if not list(kind.book()):
        raise WorkbenchError(
            f"The rulebook of {where} has no clause. A clause is a line such as:\n"
            "    - **RA-STEP-1** In turn, each player goes one or two steps."
        )
    counts: Any = kind.player_counts
    if not isinstance(counts, tuple) or not counts or not all([isinstance(one, int) and 1 <= one <= 26 for one in counts]):
        raise WorkbenchError(
            f"`player_counts` of {where} must be a tuple of numbers, such as (2,) or (2, 3, 4), not {quoted(counts)}."
        )
    _check_options(kind)
    phases: Any = phases_of(kind)
    if not phases:
        raise WorkbenchError(
            f"{where} has no phase. Write at least one class in it, such as:\n\n    class Step(own.Phase):\n"
            '        moves = ("left", "right")\n\n        def play(self, state, choice):\n            state.next_seat()'
        )
    names: dict[str, str] = {}
    for phase in phases:
        if not isinstance(phase, type) or not issubclass(phase, Phase):
            said = getattr(phase, "__name__", phase)
            raise WorkbenchError(f"The phase {quoted(said)} of {where} must be a class made from `own.Phase`: "
                                 f"class {getattr(phase, '__name__', 'Step')}(own.Phase).")
        if phase.name == "end":
            raise WorkbenchError(f"No phase of {where} may be called 'end': the phase of that name is added automatically.")
        if phase.name in names:
            raise WorkbenchError(
                f"The phases {names[phase.name]} and {phase.__name__} of {where} share the name {phase.name!r}. Give one of "
                f'them another: `name = "{small_name(phase.__name__)}"`.'
            )
        names[phase.name] = phase.__name__
        if phase.play is Phase.play and phase.apply is Phase.apply:
            raise WorkbenchError(
                f"The phase {phase.name!r} ({phase.__name__}) of {where} does not say what a move does. Write, for example:\n\n"
                "        def play(self, state, choice):\n            state.next_seat()"
            )
        if not callable(phase.moves) and not phase.moves:
            raise WorkbenchError(
                f"The phase {phase.name!r} ({phase.__name__}) of {where} has no moves. Write, for example:\n\n"
                '        moves = ("bet", "pass")'
            )


def _check_options(kind: type[Game]) -> None:
    """Check that the options are a list of options with valid defaults."""
    where, table = kind.__name__, kind.option_table
    if not isinstance(table, (tuple, list)) or not all([isinstance(one, Option) for one in table]):
        raise WorkbenchError(
            f"`option_table` of {where} must be a tuple of options, with a comma after a single one: "
            "`option_table = (Option(...),)`."
        )
    for option in table:
        try:
            option.allowed.check(option.default)
        except ValueError as fault:
            raise WorkbenchError(f"The default of the option {option.name!r} of {where} is not allowed: it {fault}") from None


def _check_points(part: Part, players: int, where: str) -> None:
    """Check that the part with the scores holds a number, or one for each seat."""
    start = part.start(players)
    if isinstance(start, list) and (len(start) != players or isinstance(start[0], list)):
        raise WorkbenchError(
            f"The part {part.name!r} of {where} is taken for the scores, so it must hold one number for each of the {players} "
            f'seats. Write own.Counter("{part.name}", ..., each=True), and give partners the same points; or, if it is '
            "something else, give it another name."
        )


def _check_clauses(kind: type[Game], phase: Phase, found: tuple[str, ...]) -> None:
    """Check that a phase names clauses of the rulebook."""
    book = kind.book()
    if not found:
        raise WorkbenchError(
            f"The phase {phase.name!r} ({type(phase).__name__}) of {kind.__name__} names no clause, and the rulebook "
            f"has no clause named after it, such as XX-{phase.name.replace('_', '').upper()}-1. Write, for example:\n"
            f"        clauses = ({next(iter(book)).id!r},)"
        )
    for clause in found:
        if clause not in book:
            raise WorkbenchError(
                f"The phase {phase.name!r} ({type(phase).__name__}) of {kind.__name__} names the clause {quoted(clause)}, "
                f"which the rulebook does not have.{nearest(clause, [one.id for one in book])}"
            )
