"""What happened, as data: an event for every thing a rule did, naming the clause behind it.

A rule says what kind of thing happened and hands over the facts; words are made of them only for those who read words:

    DEALT: Final = Kind("dealt", "NW-SETUP-7", "You are dealt {cards:cards}.")
    ...
    if state.listener is not None:
        state.tell(DEALT, YOU, cards=state.hand)

Whoever counts or draws reads `Event.kind` and `Event.fields`, never the words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from string import Formatter
from typing import TYPE_CHECKING, Any

from mypy_extensions import mypyc_attr

if TYPE_CHECKING:
    from workbench.core.game import Game

Words = str | Callable[[Any, Mapping[str, Any]], str]
"""Words of an event: a text with fields in braces, or a function of the game and the fields for what no such text can say."""


@dataclass(frozen=True)
class Kind:
    """One kind of thing that can happen in a game.

    Args:
        name: its name, unique in the game, such as ``dealt``.
        clauses: the clause it carries out; several where it depends on the options or the position which one it is.
        words: what happened, as a sentence with the fields in braces. ``{card:card}`` is the field `card` as the game's
            `Game.in_words` puts a card into words; ``{number}`` stands as it is; ``{seat:seat}`` is whoever did it. Or a
            function ``(game, fields) -> text``.
        public: the same as those notice it who may not know everything; "" if they notice nothing. Used where the event is
            told to some seats only.
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
        """The clause it names unless it is told another."""
        return self.all_clauses[0]


@lru_cache(maxsize=4096)
def parts(words: str) -> tuple[tuple[str, str | None, str], ...]:
    """A sentence in parts: what stands before a field, the field's name (None at the end), and what kind of thing it is.

    >>> parts("It is {card:card}, the {number}.")
    (('It is ', 'card', 'card'), (', the ', 'number', ''), ('.', None, ''))
    """
    return tuple([(before, name, what or "") for before, name, what, _ in Formatter().parse(words)])


def in_words(game: Game, words: Words, fields: Mapping[str, Any]) -> str:
    """An event's sentence, each field put into words by the game; it begins with a capital letter, whatever comes first."""
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
    """One thing that happened. Its sentences are made when somebody reads them.

    Attributes:
        clause: the ID of the clause that was carried out.
        words: what happened: a sentence, or what it is made of.
        seat: the seat that did it, or -1 for chance and for what happens by itself.
        step: the number of the decision that brought it about: 1 for the first one, 0 for the set-up before it. So
            `match.goto(step)` goes to the position that it led to.
        public_words: what the others were told where `to` is not empty; "" if they noticed nothing.
        to: the seats that were told `text`; empty for everybody.
        kind: the name of its kind.
        fields: the facts, by name: whole numbers, texts and tuples of them.
        secret: the names of the fields that only the seats of `to` may know.
        game: the rules it happened under, which put the fields into words; None where the words are whole sentences.
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
        """The same as the others were told it; "" if they noticed nothing, or if everybody was told everything."""
        return self._sentence(self.public_words)

    def _sentence(self, words: Words) -> str:
        if self.game is None:
            return str(words)
        return in_words(self.game, words, {"seat": self.seat, **self.fields})

    def told(self, seat: int) -> Event | None:
        """The event as a seat was told it, without what it may not know; None if it noticed nothing.

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
        """What makes it this event, with its words made."""
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


@mypyc_attr(allow_interpreted_subclasses=True)
class Listener:
    """Collects what the rules tell while it is attached to a state (`state.listener`).

    Without a listener the rules tell nothing.

    Args:
        try_words: whether every sentence is made once, so that words at fault are found by whoever told them. Where a whole
            match is read from a file that would take longer than all the rest.
    """

    def __init__(self, try_words: bool = True) -> None:
        self.events: list[Event] = []
        self.step = 0
        self.try_words = try_words

    def hear(
        self, game: Game, kind: Kind, clause: str, seat: int, to: tuple[int, ...], fields: Mapping[str, Any]
    ) -> None:
        """Take down one event.

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
            event.text, event.public  # noqa: B018  # made for the sake of what they may raise
        self.events.append(event)


@mypyc_attr(allow_interpreted_subclasses=True)
class ClauseCounter(Listener):
    """Counts how often each clause fires, and makes no words.

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
