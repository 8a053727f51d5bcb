"""What happened, as data: one event for everything a rule did, with its clause.

A rule says what kind of thing happened and passes the facts. The words are made only when somebody reads them::

    DEALT: Final = Kind("dealt", "NW-SETUP-7", "You are dealt {cards:cards}.")
    ...
    if state.listener is not None:
        state.tell(DEALT, YOU, cards=state.hand)

Code that counts or draws reads `Event.kind` and `Event.fields`, never the words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from string import Formatter
from typing import TYPE_CHECKING, Any

from mypy_extensions import mypyc_attr

from workbench.core.errors import WorkbenchError

if TYPE_CHECKING:
    from workbench.core.game import Game

Words = str | Callable[[Any, Mapping[str, Any]], str]
"""The words of an event: a text with fields in braces, or a function of the game and the fields if a text is not enough."""


@dataclass(frozen=True)
class Kind:
    """One kind of thing that can happen in a game.

    Args:
        name: its name, unique in the game, such as ``dealt``.
        clauses: the clause it carries out; several if options or the position decide which one.
        words: what happened, as a sentence with the fields in braces. ``{card:card}`` is the field `card` as the game's
            `Game.in_words` puts a card into words; ``{number}`` is used as it is; ``{seat:seat}`` is the seat that did it. Or a
            function ``(game, fields) -> text``.
        public: the words for seats that may not know everything; "" if they notice nothing. Used if only some seats are told
            the event.
        secret: the fields that only those seats may know.
    """

    name: str
    clauses: str | tuple[str, ...]
    words: Words
    public: Words = ""
    secret: tuple[str, ...] = ()

    @property
    def all_clauses(self) -> tuple[str, ...]:
        """Every clause that an event of this kind can name."""
        return (self.clauses,) if isinstance(self.clauses, str) else self.clauses

    @property
    def clause(self) -> str:
        """The clause it names. If there are several, the caller of `State.tell` must name one.

        Raises:
            WorkbenchError: there are several.
        """
        if not isinstance(self.clauses, str) and len(self.clauses) != 1:
            raise WorkbenchError(f"{self.name!r} carries out one of {', '.join(self.clauses)}: say which with `clause=`.")
        return self.all_clauses[0]


@lru_cache(maxsize=4096)
def parts(words: str) -> tuple[tuple[str, str | None, str], ...]:
    """Split a sentence into parts: the text before a field, its name (None at the end), and its kind.

    >>> parts("It is {card:card}, the {number}.")
    (('It is ', 'card', 'card'), (', the ', 'number', ''), ('.', None, ''))
    """
    return tuple([(before, name, what or "") for before, name, what, _ in Formatter().parse(words)])


def in_words(game: Game, words: Words, fields: Mapping[str, Any]) -> str:
    """Return an event's sentence with its fields in the game's words and a capital letter at the start."""
    if isinstance(words, str):
        said = ""
        for before, name, what in parts(words):
            said += before
            if name is not None:
                said += game.in_words(what, fields[name]) if what else str(fields[name])
    else:
        said = words(game, fields)
    return said[:1].upper() + said[1:]


@dataclass(frozen=True, eq=False, repr=False)
class Event:
    """Something that happened. Its sentences are made when somebody reads them.

    Attributes:
        clause: the ID of the clause that was carried out.
        words: what happened: a sentence, or what it is made of.
        seat: the seat that did it, or -1 for chance and for what happens by itself.
        step: the number of the decision that caused it: 1 for the first one, 0 for the set-up before it. So
            `match.goto(step)` goes to the position after it.
        public_words: what the other seats were told, if `to` is not empty; "" if they noticed nothing.
        to: the seats that were told the full text; empty for everybody.
        kind: the name of its kind.
        fields: the facts, by name: whole numbers, texts and tuples of them.
        secret: the names of the fields that only the seats of `to` may know.
        game: the rules it happened under, which put the fields into words; None if the words are whole sentences.

    >>> from workbench import load
    >>> event = load("northwood").match(seed=7).log[3]
    >>> str(event), event.clause
    ('The Queen of Eyes rules fief 0. (NW-SETUP-4)', 'NW-SETUP-4')
    """

    clause: str
    words: Words
    seat: int = -1
    step: int = 0
    public_words: Words = ""
    to: tuple[int, ...] = ()
    kind: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)
    secret: tuple[str, ...] = ()
    game: Game | None = None

    @property
    def text(self) -> str:
        """What happened, in words."""
        return self._sentence(self.words)

    @property
    def public(self) -> str:
        """What the other seats were told; "" if they noticed nothing, or if everybody was told everything."""
        return self._sentence(self.public_words)

    def _sentence(self, words: Words) -> str:
        if self.game is None:
            return str(words)
        return in_words(self.game, words, {"seat": self.seat, **self.fields})

    def told(self, seat: int) -> Event | None:
        """Return the event as a seat was told it, without its secrets; None if the seat noticed nothing.

        >>> bid = Event("GH-BID-2", "Brook bids a stone.", 0, 5, "Brook bids.", (0,), "bid", {"item": 3, "n": 1}, ("item",))
        >>> print(bid.told(0), bid.told(1), sep="; ")
        Brook bids a stone. (GH-BID-2); Brook bids. (GH-BID-2)
        >>> bid.told(1).fields
        {'n': 1}
        """
        if not self.to:
            return self
        if seat in self.to:
            return replace(self, public_words="", to=(), secret=())
        public = self.public
        if not public:
            return None
        known = {name: value for name, value in self.fields.items() if name not in self.secret}
        return replace(self, words=public, public_words="", to=(), fields=known, secret=(), game=None)

    def _facts(self) -> tuple[Any, ...]:
        """Return everything that defines the event, with its words as text."""
        return (
            *(self.clause, self.text, self.seat, self.step, self.public, self.to, self.kind),
            *(dict(self.fields), self.secret),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self._facts() == other._facts()

    def __hash__(self) -> int:
        return hash((self.clause, self.kind, self.seat, self.step))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Event, self._facts())  # words may be functions, which cannot travel

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"

    def __repr__(self) -> str:
        return f"Event{self._facts()}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))  # as `InWords` does, from which a compiled class cannot inherit


@mypyc_attr(allow_interpreted_subclasses=True)
class Listener:
    """Collect the events that the rules tell while this is attached to a state (`state.listener`).

    Without a listener the rules tell nothing.

    Args:
        try_words: whether to make each sentence at once, so that faulty words raise an error where they are told. Reading a
            match from a file skips this, because it would take longer than all the rest.
    """

    def __init__(self, try_words: bool = True) -> None:
        self.events: list[Event] = []
        self.step = 0
        self.try_words = try_words

    def hear(
        self, game: Game, kind: Kind, clause: str, seat: int, to: tuple[int, ...], fields: Mapping[str, Any]
    ) -> None:
        """Record one event.

        Args:
            game: the rules it happened under.
            kind: what kind of thing it is.
            clause: the clause that was carried out.
            seat: the seat that did it, or -1.
            to: the seats that may know everything; empty for all.
            fields: the facts.
        """
        public = kind.public if to else ""
        secret = kind.secret if to else ()
        event = Event(clause, kind.words, seat, self.step, public, to, kind.name, fields, secret, game)
        if self.try_words:
            event.text, event.public  # noqa: B018  # made only to raise any error now
        self.events.append(event)


class ClauseCounter(Listener):
    """Count how often each clause fires, and make no words.

    >>> counter = ClauseCounter()
    >>> counter.hear(None, Kind("scores", "NW-TRICK-4", "It scores."), "NW-TRICK-4", 0, (), {})
    >>> counter.fired
    {'NW-TRICK-4': 1}
    """

    def __init__(self) -> None:
        super().__init__()
        self.fired: dict[str, int] = {}

    def hear(
        self, game: Game | None, kind: Kind, clause: str, seat: int, to: tuple[int, ...], fields: Mapping[str, Any]
    ) -> None:
        """Count one event."""
        self.fired[clause] = self.fired.get(clause, 0) + 1
