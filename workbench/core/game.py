"""A game: one set of rules with fixed options and phases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from sys import modules
from typing import TYPE_CHECKING, Any, ClassVar, Final, SupportsIndex

from mypy_extensions import mypyc_attr

from workbench.core.errors import OptionError, UnknownNameError, WorkbenchError, nearest
from workbench.core.events import Kind
from workbench.core.options import Option, Options, brief
from workbench.core.outside import quoted, told, whole_number
from workbench.core.phase import WORDING, Phase, with_own_chance
from workbench.core.rulebook import Rulebook
from workbench.core.state import State
from workbench.core.words import counted, listed

if TYPE_CHECKING:
    from workbench.core.account import Entry
    from workbench.core.events import Event, Listener
    from workbench.core.figures import Odds
    from workbench.core.look import Look
    from workbench.core.match import Match
    from workbench.core.outlook import Outlook
    from workbench.core.passing import Passage
    from workbench.core.player import Player
    from workbench.core.scene import Helper, Panel, Scene
    from workbench.core.state import View
    from workbench.core.tensor import Field
    from workbench.core.walk import Walk


@dataclass(frozen=True)
class Preset:
    """A named set of options.

    Attributes:
        name: its name in `wb.load(..., preset=name)`.
        options: the options it sets.
        meaning: what it is for.
    """

    name: str
    options: dict[str, Any] = field(default_factory=dict)
    meaning: str = ""


@dataclass(frozen=True)
class Bounds:
    """Limits that no game of these rules can exceed, for programs that must know them before they play.

    Attributes:
        decisions: the most decisions; usually far more than any game needs.
        chances: the most random events; 0 for a game without chance.
        lowest: the smallest return of a seat.
        highest: the largest return of a seat.
        total: the constant sum of the returns of all seats; None if it differs from game to game.
    """

    decisions: int = 100_000
    chances: int = 100_000
    lowest: float = 0.0
    highest: float = 1.0
    total: float | None = None


SEAT_COLOURS: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
"""Colours of seats, from the palette of Okabe and Ito, which people with any kind of colour vision can tell apart."""

_rulebooks: dict[Path, Rulebook] = {}
_faces: dict[tuple[str, str], Any] = {}


def forget_faces(package: str) -> None:
    """Forget the faces of a package, so they are imported anew."""
    for key in [key for key in _faces if key[0].partition(".")[0] == package]:
        del _faces[key]


def changes_of(phase: Phase[Any], kind: type[Phase[Any]]) -> frozenset[str]:
    """Return what a phase in force changes in the game's own class for it, apart from its words.

    A name that the game's own class does not have changes nothing by itself: only a replaced method can call it.

    Args:
        phase: the phase in force.
        kind: the game's own class for it.

    Returns:
        the names of the replaced methods and attributes; all of them if the phase does not inherit from that class.
    """
    if not isinstance(phase, kind):
        names = set(dir(kind))
    else:
        made = type(phase).__mro__
        names = {name for one in made[: made.index(kind)] for name in vars(one) if hasattr(kind, name)}
    return frozenset([name for name in names if name not in WORDING and not name.startswith("__")])


def half_for_winning(state: State) -> tuple[float, ...]:
    """Return for each seat half for winning and half for its score as a share of the best one.

    As a `worth` it guides a search by every point, even while nobody has won.

    Args:
        state: the position; its returns are shares of the win, and its scores at least 0.

    Returns:
        a number from 0.0 to 1.0 for each seat.

    >>> from workbench import load
    >>> half_for_winning(load("keydom").start())
    (0.0, 0.0)
    """
    scores, returns = state.scores(), state.returns()
    best = max(1, max(scores))
    return tuple([0.5 * won + 0.5 * score / best for won, score in zip(returns, scores, strict=True)])


def _look(state: State, seat: int) -> Look[Any]:
    """Return the position as a seat sees it."""
    from workbench.core.look import Look  # pictures are off the rules path

    return Look(state, seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game:
    """The rules of one game with its options fixed.

    A game's own class sets the class attributes, builds its phases and fills in the hooks.

    Args:
        options: values of options that differ from the defaults.
        players: the number of players; None for the usual one.
        phases: phases that replace those of the game, by name: classes or objects.

    Raises:
        WorkbenchError: an unknown option, value, phase or number of players.

    Attributes:
        name: the folder's name.
        title: the title of the game.
        players: the number of players.
        options: the options with their values.
        phases: every phase by its name.
        changes: the names of what was replaced in each replaced phase, if its rules differ and not only its words.
        changed_phases: the names of those phases.
        rewritten_phases: the names of the changed phases in which more was replaced than the methods that figures ask.
        phase_kinds: the classes of the phases, in the order of the rulebook. Each phase is also an attribute of the game,
            under its own name, so the rules path finds it at once.
        actions: the size of the action vocabulary; actions are 0..actions-1.

    >>> from workbench import load
    >>> game = load("northwood", threshold=18)
    >>> game.title, game.options["threshold"], list(game.phases)[:3]
    ('For Northwood!', 18, ['set_up', 'deal', 'choose_fief'])
    >>> game.match(seed=7).explain().title
    'Choosing a fief'
    """

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    folder: ClassVar[Path] = Path()
    player_counts: ClassVar[tuple[int, ...]] = (1,)
    option_table: ClassVar[tuple[Option, ...]] = ()
    symbols: ClassVar[tuple[str, ...]] = ()
    state_kind: ClassVar[type[State]] = State
    phase_kinds: ClassVar[tuple[type[Phase[Any]], ...]] = ()
    strategies: ClassVar[Mapping[str, type[Player]]] = {}
    reference_player: ClassVar[str] = "random"
    horizon: ClassVar[int] = 100
    """After how many decisions a player may stop a playout and judge it by `progress`; 0 if `progress` says nothing before the
    end."""

    stops_at_rest: ClassVar[bool] = False
    """Whether playouts stop sooner, when play next comes to rest (`at_rest`), if something was learnt that can judge it."""

    rated_opponents: ClassVar[bool] = False
    """Whether the strongest players sit in the other seats of most playouts: they are drawn by rating, and not by their share
    of wins against the reference player."""

    def __init__(
        self,
        options: Mapping[str, object],
        players: int | None = None,
        phases: Mapping[str, Phase[Any] | type[Phase[Any]]] | None = None,
    ) -> None:
        self.players: int = self.number_of_players(players)
        self.options = Options(self.name, self.option_table, options)
        self.phases: dict[str, Phase[Any]] = {phase.name: phase for phase in self.own_phases()}
        kinds = {name: type(phase) for name, phase in self.phases.items()}
        self.replaced_phases: tuple[str, ...] = tuple(sorted(phases or {}))
        for name, phase in (phases or {}).items():
            if name not in self.phases:
                raise UnknownNameError(
                    f"{self.name} has no phase {quoted(name)}.{nearest(name, self.phases)} Available: {', '.join(self.phases)}."
                )
            try:
                new = phase() if isinstance(phase, type) else phase
            except (Exception, SystemExit) as fault:
                raise WorkbenchError(
                    f"The phase {quoted(name)} cannot be made: it raised {type(fault).__name__}: {told(str(fault), 300)}."
                ) from fault
            if not isinstance(new, Phase):
                raise WorkbenchError(f"The phase {quoted(name)} must be a subclass of Phase, not {quoted(phase)}.")
            if new.name != name:
                raise WorkbenchError(
                    f"The phase given for {quoted(name)} has the name {new.name!r}: a replacement must keep the name."
                )
            family = kinds[name].family()
            if not isinstance(new, family):
                raise WorkbenchError(f"The phase {quoted(name)} can only be replaced by a subclass of {family.__name__}.")
            self.phases[name] = with_own_chance(new)
        changes = {name: changes_of(self.phases[name], kind) for name, kind in kinds.items()}
        self.changes: dict[str, frozenset[str]] = {name: names for name, names in changes.items() if names}
        self.changed_phases: frozenset[str] = frozenset(self.changes)
        self.rewritten_phases: frozenset[str] = frozenset(
            [name for name, names in self.changes.items() if names - kinds[name].asked]
        )
        for name, phase in self.phases.items():
            if hasattr(Game, name):
                raise WorkbenchError(f"A phase may not be called {quoted(name)}: every game has an attribute of that name.")
            with suppress(AttributeError):  # a compiled game has only the attributes that it declares
                setattr(self, name, phase)
        self.given_phases: dict[str, Phase[Any] | type[Phase[Any]]] = dict(phases or {})
        self._kept: dict[str, Any] = {}
        self._marked: Rulebook | None = None
        self._fields: Any = None
        self._inner: tuple[Any, ...] | None = None
        self._blank: State | None = None
        self._symbols: tuple[str, ...] = self.vocabulary()
        self.actions = len(self._symbols)
        self._kinds: tuple[str, ...] = tuple([symbol.partition(":")[0] for symbol in self._symbols])
        self._action_of: dict[str, int] = {symbol.lower(): action for action, symbol in enumerate(self._symbols)}
        self.read_options()

    def read_options(self) -> None:
        """Store the options as attributes, in the form the rules path reads; the last step of making a game."""

    @classmethod
    def number_of_players(cls, wanted: Any) -> int:
        """Return the number of players, checked.

        Args:
            wanted: a whole number of any library's type; None for the usual number.

        Raises:
            WorkbenchError: it is not a whole number, or the game is not for that many players.
        """
        counts = cls.player_counts
        number = counts[0] if wanted is None else whole_number(wanted)
        if number is None or number not in counts:
            allowed = listed(list(map(str, counts)), last="or")
            raise WorkbenchError(
                f"{cls.title} is a game for {allowed} player{'s' if counts[-1] > 1 else ''}, not {quoted(wanted)}."
            )
        return number

    def seat_number(self, wanted: Any) -> int:
        """Return the number of a seat, checked.

        Args:
            wanted: a whole number of any library's type.

        Raises:
            WorkbenchError: there is no such seat.

        >>> import workbench as wb
        >>> wb.load("northwood").seat_number(1)
        Traceback (most recent call last):
        ...
        workbench.core.errors.WorkbenchError: For Northwood! has only the seat 0; there is no seat 1.
        """
        number = whole_number(wanted)
        if number is None or not 0 <= number < self.players:
            there_is = f"the seats 0 to {self.players - 1} here" if self.players > 1 else "only the seat 0"
            raise WorkbenchError(f"{self.title} has {there_is}; there is no seat {quoted(wanted)}.")
        return number

    def __reduce__(self) -> tuple[Any, ...]:
        """Send or copy a game as its class, options, number of players and replaced phases."""
        return (type(self), (dict(self.options), self.players, self.given_phases))

    def own_phases(self) -> tuple[Phase[Any], ...]:
        """Return a new object for each of the game's phases."""
        if not self.phase_kinds:
            raise NotImplementedError(f"{type(self).__name__} must list its phases.")
        return tuple([kind() for kind in self.phase_kinds])

    @classmethod
    def face(cls, name: str) -> Any:
        """Return the module of that name in the game's folder, such as ``board``; None if there is none.

        A game's faces (`board`, `text`, `panels`, `odds`, `helpers`, `walks`, `passing`, `guide`) are found by their file names
        and imported when they are first needed: the rules run without them.
        """
        for kind in cls.__mro__:
            package = kind.__module__.rpartition(".")[0]
            if issubclass(kind, Game) and kind is not Game and package:
                key = (package, name)
                if key not in _faces:
                    found = find_spec(f"{package}.{name}") is not None
                    _faces[key] = import_module(f"{package}.{name}") if found else None
                if _faces[key] is not None:
                    return _faces[key]
        return None

    @classmethod
    def own(cls, state: State) -> Any:
        """Return the state after a check that it belongs to this game.

        Raises:
            WorkbenchError: it is a position of another game.
        """
        if state.game.name != cls.name:
            raise WorkbenchError(f"{cls.title} cannot show a position of {state.game.title}.")
        return state

    def in_words(self, what: str, value: Any) -> str:
        """Put a fact of an event into words, such as the name of a seat or of a card.

        Args:
            what: the kind of thing; a game adds kinds of its own to ``seat``.
            value: the fact.

        Raises:
            UnknownNameError: the game has no words for such a thing.
        """
        if what == "seat":
            return self.seat_name(int(value))
        raise UnknownNameError(f"{self.title} has no words for a {what!r}.")

    def kinds(self) -> tuple[Kind, ...]:
        """Return every kind of event that can happen under these rules, phase by phase.

        These are all kinds that the modules of the phases and of the game declare or import. For a phase changed in a
        notebook, that module is the notebook.

        >>> import workbench as wb
        >>> [kind.name for kind in wb.load("northwood").kinds() if "NW-TRICK-7" in kind.all_clauses]
        ['falls_short']
        """
        makers = [made for phase in self.phases.values() for made in type(phase).__mro__] + list(type(self).__mro__)
        found: dict[Kind, None] = {}
        for name in dict.fromkeys([made.__module__ for made in makers]):
            things = list(vars(modules[name]).values()) if name in modules else []
            found.update(dict.fromkeys([thing for thing in things if isinstance(thing, Kind)]))
        return tuple(found)

    def vocabulary(self) -> tuple[str, ...]:
        """Return the name of every action, by its number: `symbols`, unless the options change the list.

        The options and the phases are in place when this is called, and nothing else.
        """
        return self.symbols

    def fields(self) -> Any:
        """Return the table of a position's fields (`core.fields`): what each is and how it is written.

        >>> import workbench as wb
        >>> [field.name for field in wb.load("goods_and_honor").fields()][:3]
        ['supply', 'bag', 'table_folk']
        """
        if self._fields is None:
            face = self.face("fields")
            if face is None:
                raise NotImplementedError(f"{type(self).__name__} must list the fields of its state.")
            self._fields = face.fields(self)
        return self._fields

    def inner_fields(self) -> tuple[Any, ...]:
        """Return the fields that have a value only during some phases (`Phase.needs`, `Phase.holds`).

        >>> import workbench as wb
        >>> [field.name for field in wb.load("keydom").inner_fields()][:3]
        ['worker', 'place', 'plot']
        """
        if self._inner is None:
            names = {name for phase in self.phases.values() for name in phase.inside()}
            self._inner = tuple([field for field in self.fields() if field.name in names])
        return self._inner

    def blank(self) -> Any:
        """Return a position before the set-up: in the first phase, with every field blank."""
        if self._blank is None:
            state = self.state_kind()
            state.game = self
            state.listener = None
            state.phase = next(iter(self.phases.values()))
            state.to_move = 0
            self.fields().clear(state)
            self._blank = state
        return self._blank.copy()

    def start(self, listener: Listener | None = None) -> State:
        """Return a new position, before the first random event.

        Args:
            listener: the object that is told what the set-up does, and everything after it; None for none.
        """
        state: State = self.blank()
        state.listener = listener
        self.lay_out(state)
        state.enter(state.phase)
        state.settle()
        return state

    def lay_out(self, state: Any) -> None:
        """Put on the table, in place, what lies there before the first phase begins, beyond what every blank position has.

        Args:
            state: a blank position; it is changed.
        """

    def position(self, description: Mapping[str, Any]) -> Any:
        """Build a position from a readable dict; `fields` lists its keys, and the set-up fills in the rest.

        Args:
            description: the position, in the form of `state.to_dict()`.

        Returns:
            the position.

        Raises:
            PositionError: the position is impossible; the error lists every reason.

        >>> import workbench as wb
        >>> wb.load("goods_and_honor").position({"mats": {"A": "Food P2 W1 S1"}}).section(0, 0)
        (2, 1, 0, 1)
        """
        from workbench.core.position import build  # writing positions down is off the rules path

        return build(self, description)

    def match(self, seed: SupportsIndex = 0, position: Mapping[str, Any] | State | None = None) -> Match:
        """Return a new match; the seed decides all random events.

        Args:
            seed: any whole number; the same seed and moves give the same game.
            position: the position to begin at; None for the start of the game.

        >>> import workbench as wb
        >>> match = wb.load("northwood").match(position={"hand": "C5 F2", "deck": "C3 C7", "fief": 1, "ruler": "LQ"})
        >>> match.explain().question
        'Do you activate an ally before the ruler speaks? Your hand: C5 F2.'
        """
        from workbench.core.match import Match  # a match knows its game; a game need not know matches

        return Match(self, seed, position)

    @classmethod
    def book(cls) -> Rulebook:
        """Return the rulebook of the game: the file `rulebook.md` in its folder."""
        path = cls.folder / "rulebook.md"
        if path not in _rulebooks:
            _rulebooks[path] = Rulebook.read(path)
        return _rulebooks[path]

    @property
    def rulebook(self) -> Rulebook:
        """The game's rulebook, read when first needed; clauses that a changed phase replaces are marked."""
        book = self.book()
        if not self.changed_phases:
            return book
        if self._marked is None:
            phases = [self.phases[name] for name in sorted(self.changed_phases)]
            replaced = {clause: phase.name for phase in phases for clause in phase.replaces or phase.clauses}
            self._marked = book.marked(replaced)
        return self._marked

    def source(self) -> str:
        """Return a digest of the rules, for save files of games still in the making; empty for other games."""
        return ""

    @classmethod
    def presets(cls) -> dict[str, Preset]:
        """Return the named sets of options, from the table `presets` of the rulebook; empty if there is none.

        >>> import workbench as wb
        >>> wb.load("northwood").presets()["advanced"].options
        {'threshold': 18}
        """
        presets = {}
        book = cls.book()
        for row in book.table("presets") if "presets" in book.tables else ():
            presets[row["Name"].strip("`")] = Preset(
                row["Name"].strip("`"), parse_settings(cls.option_table, row["Options"]), row["What it is for"]
            )
        return presets

    def every_symbol(self) -> tuple[str, ...]:
        """Return the fixed name of every action, by number: the `vocabulary` from when the game was made.

        >>> import workbench as wb
        >>> wb.load("northwood").every_symbol()[4]
        'card:C5'
        """
        return self._symbols

    def symbol(self, action: Any) -> str:
        """Return the fixed name of an action, such as ``card:C5``.

        Raises:
            UnknownNameError: there is no such action.

        >>> import workbench as wb
        >>> wb.load("northwood").symbol(4)
        'card:C5'
        """
        number = whole_number(action)
        if number is None or not 0 <= number < self.actions:
            raise UnknownNameError(
                f"{self.name} has actions 0 to {self.actions - 1}; there is no action {quoted(action)}."
            )
        return self._symbols[number]

    def kind_of(self, action: int) -> str:
        """Return the kind of an action: the first word of its symbol, such as ``card`` of ``card:C5``.

        >>> import workbench as wb
        >>> wb.load("northwood").kind_of(4)
        'card'
        """
        return self._kinds[action]

    def action(self, symbol: Any) -> int:
        """Return the action with a fixed name.

        Raises:
            UnknownNameError: there is no such name.

        >>> import workbench as wb
        >>> wb.load("northwood").action("card:C5")
        4
        """
        found = self._action_of.get(symbol.lower()) if isinstance(symbol, str) else None
        if found is None:
            raise UnknownNameError(f"{self.name} has no action {quoted(symbol)}.{nearest(symbol, self._symbols)}")
        return found

    def codes(self) -> dict[str, str]:
        """Return short names for words in symbols, such as ``{"Plainsfolk": "P"}``, for typed moves."""
        return {}

    def worth(self, state: State) -> tuple[float, ...]:
        """Return how good a finished game is for each seat, 0..1, for searching players: usually the returns."""
        return state.returns()

    def win_shares(self, returns: Sequence[float]) -> tuple[float, ...]:
        """Return each seat's share of the win, 0..1, given the returns; the best seats share it equally.

        >>> import workbench as wb
        >>> wb.load("keydom").win_shares((3.0, 7.0)), wb.load("keydom").win_shares((7.0, 7.0))
        ((0.0, 1.0), (0.5, 0.5))
        """
        from workbench.core.outlook import wins  # asked when a game has ended

        return wins(returns)

    def kept(self, name: str, made: Any) -> Any:
        """Return something that players of this game have worked out and share with each other.

        Args:
            name: its name.
            made: what to store if there is nothing of that name yet, such as an empty dict.

        >>> import workbench as wb
        >>> game = wb.load("northwood")
        >>> game.kept("sums", {})[2, 3] = 5
        >>> game.kept("sums", {})
        {(2, 3): 5}
        """
        return self._kept.setdefault(name, made)

    def progress(self, state: State) -> tuple[float, ...]:
        """Return how far each seat has come, in points, to judge an unfinished game: usually the scores.

        >>> import workbench as wb
        >>> game = wb.load("keydom")
        >>> game.progress(game.start())
        (0.0, 0.0)
        """
        return tuple([float(score) for score in state.scores()])

    def belongings(self, state: State) -> tuple[dict[str, float], ...]:
        """Return what each seat has that no field lists by seat, with equal names for all; usually nothing."""
        return ()

    def at_rest(self, state: State) -> bool:
        """Return whether no seat is in the middle of a turn or choice; such positions can be compared."""
        return True

    def rollout_guard(self) -> float:
        """Return by how many standard errors a move must beat the choice of a rollout player's base to be preferred."""
        return 1.5

    def is_learnt(self) -> bool:
        """Return whether `judge` has an answer under the rules in force."""
        from workbench.core.outlook import judge_of  # read the weights only when needed

        return judge_of(self) is not None

    def judge(self, state: State) -> tuple[float, ...] | None:
        """Return each seat's learnt share of the win in a position at rest; None if nothing was learnt."""
        from workbench.core.outlook import judge_of

        judge = judge_of(self)
        return None if judge is None else judge.shares(state)

    def outlook(self, position: State | View, playouts: int = 20, seed: int = 0) -> Outlook:
        """Return what each seat may expect before the end: its share of the win.

        Quick players play on until play next comes to rest, and a learnt judgement rates that position. If a phase or an
        option is changed, nothing was learnt about these rules, so they play to the end. In a game for one, if a player can
        say how likely it is to win, that player is asked instead.

        Args:
            position: a position, whose secrets are used; or a seat's view of one: then each continuation begins at a position
                drawn at random that fits the view.
            playouts: the number of continuations.
            seed: the seed of their random numbers.

        >>> import workbench as wb
        >>> game = wb.load("nim")
        >>> game.outlook(game.position({"rows": {"A": 0, "B": 0, "C": 0, "D": 1}})).shares
        (1.0, 0.0)
        """
        from workbench.core.outlook import outlook

        return outlook(self, position, playouts, seed)

    def bounds(self) -> Bounds:
        """Return limits that no game of these rules can exceed."""
        return Bounds()

    def tensor_fields(self) -> tuple[Field, ...]:
        """Return what the numbers of `tensor` mean, part by part; seat, decider and phase are given elsewhere."""
        fields: tuple[Field, ...] = self.fields().tensor_fields()
        return fields

    def tensor(self, view: View) -> list[float]:
        """Return a view as numbers from 0 to 1 in the order of `tensor_fields`; different views always differ."""
        numbers: list[float] = self.fields().tensor(view.state)
        return numbers

    def ending(self, state: State) -> str:
        """Return why a finished game is over: the ID of the clause that ended it, or a phase's name."""
        return state.phase.name

    def has_secrets(self) -> bool:
        """Return whether positions conceal anything from any seat."""
        return type(self.start()).conceal is not State.conceal

    def seat_name(self, seat: int) -> str:
        """Return the name of a seat, for headings, logs and the screens between people.

        >>> import workbench as wb
        >>> wb.load("northwood").seat_name(0)
        'You'
        """
        return "You" if self.players == 1 else f"Player {seat + 1}"

    def seat_colour(self, seat: int) -> str:
        """Return the colour of a seat as ``#RRGGBB``; always show its name or number as well."""
        return SEAT_COLOURS[seat % len(SEAT_COLOURS)]

    def facts(self, state: State) -> dict[str, int]:
        """Return whole numbers about a finished game besides its scores, as columns for tables of games.

        The name ``first`` is reserved for the seat that took the first turn: with it the lab counts wins by turn order.
        """
        return {}

    # The hooks below receive what a seat may know: a position in which `conceal` has blanked the rest, and that seat.

    def text(self, state: State, seat: int) -> str:
        """Return the board in words, for terminals and screen readers (module `text`)."""
        face = self.face("text")
        return str(face.text(self.own(state), seat)) if face else f"{self.title}, {state.phase.title}"

    def scene(self, state: State, seat: int) -> Scene:
        """Return the board as a picture of named spots with moves (`scene` in the module `board`)."""
        face = self.face("board")
        if face is None:
            raise NotImplementedError(f"{type(self).__name__} must draw its board.")
        look = _look(self.own(state), seat)
        return look.marked(face.scene(look))

    def helpers(self, state: State, seat: int) -> tuple[Helper, ...]:
        """Return tables and small pictures below the board that help with the decision."""
        face = self.face("helpers")
        return tuple([_look(state, seat).helped(one) for one in face.helpers(self.own(state), seat)]) if face else ()

    def panels(self, state: State, seat: int) -> tuple[Panel, ...]:
        """Return the live figures beside the board, as plain data."""
        face = self.face("panels")
        return tuple(face.panels(self.own(state), seat)) if face else ()

    def account(self, match: Match) -> tuple[Entry, ...]:
        """Return what the scores of a finished match are made of (`account` in the module `panels`); see `account_of`."""
        count = getattr(self.face("panels"), "account", None)
        return () if count is None else tuple(count(match))

    def odds(self, state: State, seat: int) -> tuple[Odds, ...]:
        """Return the chances worth knowing at this decision; a sentence stands for those that changed rules withhold."""
        from workbench.core.figures import Odds, shown

        face = self.face("odds")
        return shown(Odds, self.own(state), seat, face.odds) if face else ()

    def walks(self, state: State, seat: int) -> tuple[Walk, ...]:
        """Return walks through a graph to follow step by step below the board; most games have none."""
        face = self.face("walks")
        return tuple(face.walks(self.own(state), seat)) if face else ()

    def passing(self, state: State, seat: int, events: Sequence[Event]) -> tuple[Passage, ...]:
        """Return the animations that a seat sees after the events that it was told and that led here."""
        face = self.face("passing")
        return tuple(face.passing(_look(self.own(state), seat), events)) if face else ()

    def has_walks(self) -> bool:
        """Return whether this game ever shows walks."""
        return type(self).walks is not Game.walks or self.face("walks") is not None

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        changed = "".join(f", {name}={brief(value)!r}" for name, value in self.options.changed().items())
        replaced = f", phases replaced: {', '.join(self.replaced_phases)}" if self.replaced_phases else ""
        return f"{self.title} for {counted(self.players, 'player')}{changed}{replaced}"


def parse_settings(table: tuple[Option, ...], text: str) -> dict[str, Any]:
    """Read ``name=value; name=value`` from a rulebook's table.

    Args:
        table: the game's options; their types say how to read a value.
        text: the values, with or without backticks; a dash or nothing means none.

    Returns:
        the options by name, with checked values.

    Raises:
        WorkbenchError: an unknown option or value.
    """
    names = {option.name: option for option in table}
    found: dict[str, Any] = {}
    for part in text.replace("`", "").replace(",", ";").split(";"):
        part = part.strip()
        if part in ("", "-", "none"):
            continue
        name, separator, value = part.partition("=")
        if not separator or name.strip() not in names:
            hint = nearest(name.strip(), names)
            raise WorkbenchError(f"{quoted(part)} should have the form option=value, with an option of this game.{hint}")
        value = value.strip()
        option = names[name.strip()]
        try:
            number = int(value) if isinstance(option.default, int) else value
            found[option.name] = option.allowed.check(number)
        except ValueError:
            raise OptionError(f"{quoted(part)} does not fit: {option.name} must be {option.allowed.describe()}.") from None
    return found
