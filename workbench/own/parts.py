"""The parts on the table of a game of your own: counters, tracks, dice, choices, piles, hands, decks.

A part declares what a field of the state holds, how it begins, who may see it, how it is written down and turned into numbers,
and which of its things a move can be about. Copies, written positions, views, tensors and the default board follow from that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import signature
from itertools import pairwise
from keyword import iskeyword
from math import prod
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Literal, Self, TypeAlias, overload

from typing_extensions import TypeVar

from workbench.core.errors import WorkbenchError
from workbench.core.fields import EachSeat, Kind, OneOf, Things, Whole
from workbench.core.outside import quoted, whole_number
from workbench.core.tensor import one_hots

EMPTY: Final = -1
"""Nothing: a square without a piece, or a choice that has not been made."""
HIDDEN: Final = -2
"""Something that a seat cannot see."""
EVERYBODY: Final = "everybody"
OWNER: Final = "its owner"
OTHERS: Final = "the others"
NOBODY: Final = "nobody"
SEEN: Final = (EVERYBODY, OWNER, OTHERS, NOBODY)
Seen: TypeAlias = Literal["everybody", "its owner", "the others", "nobody"]
"""The values of `seen`: the seats that may see a part."""
Among: TypeAlias = Callable[[Any, int], Sequence[int]]
"""A function of the state and the owner's seat that returns what something hidden may be."""
SEATS: Final = ("1", "2", "3", "4", "5", "6")
"""The marks of the seats."""
TAKEN: Final = frozenset(
    [
        *("game", "phase", "to_move", "listener", "turn", "results", "legal", "chance", "apply", "enter", "settle", "roll"),
        *("copy", "scores", "returns", "to_dict", "conceal", "complete", "view", "resample", "key", "tell", "go", "win",
            "draw"),
        *("bare_copy", "cover", "uncover", "finish", "next_seat", "say", "may_see", "ended_by"),
    ]
)
"""The names that every state already has."""

Value = TypeVar("Value", default=Any)
"""The values that the field of a part holds."""


class Cards:
    """A set of things that are dealt and moved: the cards of a deck, the tiles of a bag.

    Args:
        names: their names, in the order of their numbers; or a dict from each name to how many there are of it.
        copies: how many there are of each, if `names` does not say it.
        noun: the word for one of them. The board draws a ``die`` as a die, so a pile of them is a handful of dice.

    Attributes:
        copies: for each name, how many there are.

    Raises:
        WorkbenchError: the names are not valid or not unique, or there are no copies.

    >>> Cards(("J", "Q", "K")).all(), Cards({"copper": 3, "gold": 1}).all()
    ([0, 1, 2], [0, 0, 0, 1])
    """

    def __init__(self, names: Iterable[object] | Mapping[Any, int], copies: int = 1, noun: str = "card") -> None:
        self.names = tuple(map(str, names)) if isinstance(names, Iterable) else ()
        given: Any = list(names.values()) if isinstance(names, Mapping) else [copies] * len(self.names)
        numbers = [whole_number(one) or 0 for one in given]
        if not self.names or len(set(self.names)) < len(self.names) or min(numbers) < 1:
            raise WorkbenchError(f"own.Cards takes a list of unique names and the number of copies of each, such as "
                                 f"own.Cards((\"jack\", \"queen\"), copies=2), or own.Cards({{\"jack\": 2, \"queen\": 1}}), "
                                 f"not {quoted(names)} and {quoted(copies)}.")
        self.copies, self.noun = tuple(numbers), noun
        self.things = Things(noun, self.names, unseen={HIDDEN: "?"})

    def __repr__(self) -> str:
        return f"<Cards {', '.join(self.names)}>"

    def all(self) -> list[int]:
        """Return the number of each card, once per copy."""
        return [number for number, copies in enumerate(self.copies) for _ in range(copies)]


# -- how values are written and turned into numbers ----------------------------------------------------------------------


class Hideable(Kind):
    """A value that may be hidden from a seat.

    A hidden value is written as ``?``, and the last of its numbers is 1.
    """

    def __init__(self, kind: Kind) -> None:
        self.kind, self.form, self.example = kind, kind.form, kind.example
        self.shape = (prod(kind.shape) + 1,)
        self.scale = f"{kind.scale}, the last 1 if it cannot be seen"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        if given == "?":
            faults.append(f"{where} is hidden there; a complete position must name it.")
            return value
        return self.kind.read(given, value, where, faults)

    def write(self, value: Any) -> Any:
        return "?" if value == HIDDEN else self.kind.write(value)

    def numbers(self, value: Any) -> list[float]:
        if value == HIDDEN:
            return [*[0.0] * prod(self.kind.shape), 1.0]
        return [*self.kind.numbers(value), 0.0]


class Several(Kind):
    """A list of things, in the order they were placed or by their numbers.

    >>> kind = Several(Things("card", "JQK", unseen={-2: "?"}), 2, in_order=True)
    >>> kind.read(["K", "J"], [], "'pile'", []), kind.write([2, -2]), kind.numbers([0])
    ([2, 0], ['K', '?'], [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    """

    def __init__(self, things: Things, most: int, in_order: bool, copies: Sequence[int] = ()) -> None:
        self.things, self.most, self.in_order = things, max(1, most), in_order
        size = len(things.names)
        self.copies = tuple(copies) or (self.most,) * size
        self.example, self.form = things.several(as_list=True)
        self.shape = (self.most, size + 1) if in_order else (size + 1,)
        self.scale = "for each place, 1 at what is there, or at the last number if it cannot be seen"
        if not in_order:
            each = str(self.copies[0]) if len(set(self.copies)) == 1 else "all of its kind"
            self.scale = f"how many of each, of {each}, then how many cannot be seen, of {self.most}"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        if not isinstance(given, (list, tuple)):
            self.wrong(given, where, faults)
            return value
        found = self.things.find_all(given, self.form, where, faults) or []
        if len(found) > self.most:
            faults.append(f"{where} may hold at most {self.most}, not {len(found)}.")
            return value
        return found if self.in_order else sorted(found)

    def write(self, value: Any) -> Any:
        return [self.things.name(number) for number in value]

    def numbers(self, value: Any) -> list[float]:
        size = len(self.things.names)
        if self.in_order:
            row = one_hots([size if number == HIDDEN else number for number in value], size + 1)
            return [*row, *[0.0] * ((self.most - len(value)) * (size + 1))]
        counts = [value.count(number) / copies for number, copies in enumerate(self.copies)]
        return [*counts, value.count(HIDDEN) / self.most]


# -- parts ---------------------------------------------------------------------------------------------------------------


class Declared(type):
    """A metaclass that checks the arguments before it makes a part, and explains what does not fit."""

    example: str

    if not TYPE_CHECKING:  # to type checkers and editors, `__init__` says what the arguments are

        def __call__(cls, *given: Any, **named: Any) -> Any:
            try:
                signature(cls.__init__).bind(None, *given, **named)
            except TypeError as fault:
                raise WorkbenchError(f"own.{cls.__name__}: {fault}. Write, for example: {cls.example}") from None
            return super().__call__(*given, **named)


class Part(Generic[Value], metaclass=Declared):
    """One field of the state of a game of your own.

    Every part takes its name first, then its meaning, then what it holds.

    Args:
        name: the name of the field: `state.name` holds it.
        meaning: what it is, as one sentence.
        seen: who may see it: ``everybody``, ``its owner``, ``the others`` (everybody but its owner) or ``nobody``.
        each: whether every seat has one; then the field is a list with an entry for each seat.

    Raises:
        WorkbenchError: an argument does not fit; the message names the part and the argument, and shows an example.

    >>> Counter("points", 10, "The points of each player.")
    Traceback (most recent call last):
    ...
    workbench.core.errors.WorkbenchError: The part 'points': `meaning` must be one sentence with a full stop, not 10.
    Write, for example: own.Counter("points", "The points of each player.", 10, each=True)
    """

    aside: bool = False
    """Whether it is only for pictures: it does not belong to the position, and is neither written nor compared."""
    example: ClassVar[str] = 'own.Counter("points", "The points of each player.", 10, each=True)'

    def __init__(self, name: str, meaning: str, *, seen: Seen = EVERYBODY, each: bool = False) -> None:
        self.name, self.meaning, self.seen, self.each = name, meaning, seen, each
        if not isinstance(name, str) or not name.isidentifier() or iskeyword(name) or name in TAKEN:
            raise WorkbenchError(f"A part cannot be called {quoted(name)}: that is not a valid name, or every state already "
                                 f"has something of that name. Choose a word in small letters. For example: {self.example}")
        if not isinstance(meaning, str) or not meaning.strip().endswith("."):
            raise self.wrong("meaning", "one sentence with a full stop", meaning)
        if seen not in SEEN:
            raise self.wrong("seen", f"one of {', '.join(map(repr, SEEN))}", seen)
        if not isinstance(each, bool):
            raise self.wrong("each", "True or False", each)
        if seen in (OWNER, OTHERS) and not each:
            raise WorkbenchError(f"The part {quoted(name)} has no owner. Write each=True to give one to each seat.")

    if TYPE_CHECKING:  # in a class of states, type checkers and editors should take a part for the field itself

        @overload
        def __get__(self, state: None, kind: type) -> Self: ...
        @overload
        def __get__(self, state: object, kind: type) -> Value: ...
        def __get__(self, state: object, kind: type) -> Any: ...
        def __set__(self, state: object, value: Value) -> None: ...

    # -- arguments, checked ------------------------------------------------------------------------------------------------

    def wrong(self, argument: str, should: str, given: object) -> WorkbenchError:
        """Return the error for an argument that does not fit."""
        return WorkbenchError(
            f"The part {quoted(self.name)}: `{argument}` must be {should}, not {quoted(given)}.\n"
            f"Write, for example: {self.example}"
        )

    def whole(self, argument: str, given: object, least: int = 1, most: int | None = None) -> int:
        """Check a whole number in a range, and return it."""
        number = whole_number(given)
        if number is None or number < least or (most is not None and number > most):
            raise self.wrong(argument, f"a whole number from {least}{'' if most is None else f' to {most}'}", given)
        return number

    def words_of(self, argument: str, given: Any) -> tuple[str, ...]:
        """Check a list of unique names; a string counts as a list of its letters."""
        found = tuple(map(str, given)) if isinstance(given, Iterable) else ()
        if not found or len(set(found)) < len(found):
            raise self.wrong(argument, "a list of unique names", given)
        return found

    # -- what a part says --------------------------------------------------------------------------------------------------

    def one(self, seat: int) -> Any:
        """Return the value of one entry at the start."""
        raise NotImplementedError(f"{type(self).__name__} must say how it begins.")

    def start(self, players: int) -> Any:
        """Return the value of the whole field at the start."""
        return [self.one(seat) for seat in range(players)] if self.each else self.one(0)

    @property
    def depth(self) -> int:
        """How deeply lists are nested: 0 for a plain value."""
        return int(self.each) + isinstance(self.one(0), list)

    def kind(self) -> Kind:
        """Return how one visible entry is written and turned into numbers."""
        raise NotImplementedError(f"{type(self).__name__} must say how it is written.")

    def whole_kind(self, seats: Things) -> Kind:
        """Return how the whole field is written and turned into numbers."""
        kind = self.kind()
        if self.seen != EVERYBODY and not isinstance(kind, Several):
            kind = Hideable(kind)
        return EachSeat(seats, kind) if self.each else kind

    def sees(self, seat: int, owner: int) -> bool:
        """Return whether a seat may see what belongs to an owner."""
        return {EVERYBODY: True, OWNER: seat == owner, OTHERS: seat != owner, NOBODY: False}[self.seen]

    def concealed(self, value: Any) -> Any:
        """Return one entry as a seat sees it if it may not know it."""
        return [HIDDEN] * len(value) if isinstance(value, list) else HIDDEN

    def places(self) -> tuple[str, ...]:
        """Return the names of the things in it that a move can be about."""
        return ()

    def thing(self, place: str, seat: int) -> str:
        """Return the board's name for one of its places; `seat` is the owner if each seat has one."""
        return f"{self.name}-{seat + 1}-{place}" if self.each else f"{self.name}-{place}"

    @property
    def single(self) -> bool:
        """Whether the board draws it as one thing under its own name."""
        return not self.each

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


class Counter(Part[Value]):
    """A whole number: points, coins, remaining matches.

    Args:
        most: the largest it can be.
        start: its first value; a list for one number per seat.
        among: if it is hidden, a function from the state and the seat to the values it may have; by default all.
        unit: what it counts.

    >>> Counter("points", "The points of each player.", 10, each=True).start(2)
    [0, 0]
    """

    if TYPE_CHECKING:

        @overload
        def __init__(
            self: Counter[int], name: str, meaning: str, most: int, *, start: int = 0, each: Literal[False] = False,
            seen: Seen = EVERYBODY, among: Among | None = None, unit: str = "",
        ) -> None: ...
        @overload
        def __init__(
            self: Counter[list[int]], name: str, meaning: str, most: int, *, start: int | Sequence[int] = 0,
            each: Literal[True], seen: Seen = EVERYBODY, among: Among | None = None, unit: str = "",
        ) -> None: ...

    def __init__(
        self, name: str, meaning: str, most: int, *, start: int | Sequence[int] = 0, each: bool = False,
        seen: Seen = EVERYBODY, among: Among | None = None, unit: str = "",
    ) -> None:
        super().__init__(name, meaning, seen=seen, each=each)
        self.most, self.unit = self.whole("most", most), unit
        self.several = each and isinstance(start, (list, tuple))
        given: Any = start if self.several else [start]
        self.starts = [self.whole("start", one, 0, self.most) for one in given]
        self.among = among or (lambda state, seat: range(most + 1))

    def one(self, seat: int) -> Any:
        if self.several and seat >= len(self.starts):
            raise WorkbenchError(f"The part {self.name!r}: `start` has {len(self.starts)} numbers; it needs one for each seat.")
        return self.starts[seat if self.several else 0]

    def kind(self) -> Kind:
        return Whole(0, self.most)


class Track(Counter[Value]):
    """A counter that is drawn as a bar: how far each player has come, or how many rounds have been played.

    >>> Track("steps", "How far each player has come.", 11, each=True).most
    11
    """

    example: ClassVar[str] = 'own.Track("steps", "How far each player has come.", 11, each=True)'

    if TYPE_CHECKING:  # type checkers do not find it in the parent class

        @overload
        def __init__(
            self: Track[int], name: str, meaning: str, most: int, *, start: int = 0, each: Literal[False] = False,
            seen: Seen = EVERYBODY, among: Among | None = None, unit: str = "",
        ) -> None: ...
        @overload
        def __init__(
            self: Track[list[int]], name: str, meaning: str, most: int, *, start: int | Sequence[int] = 0,
            each: Literal[True], seen: Seen = EVERYBODY, among: Among | None = None, unit: str = "",
        ) -> None: ...
        def __init__(self, *given: Any, **named: Any) -> None: ...


class Die(Counter[int]):
    """A die: 0 before it is rolled, then what it shows.

    Args:
        sides: how many sides it has.
        aside: whether it is only shown; positions that differ only in it count as the same.

    >>> Die("die", "What was rolled.").most
    6
    """

    example: ClassVar[str] = 'own.Die("die", "What was rolled last.", 6)'

    def __init__(self, name: str, meaning: str, sides: int = 6, *, aside: bool = False) -> None:
        super().__init__(name, meaning, sides)
        self.aside = aside


class Row(Part[Value]):
    """Several named counters in a row: heaps of matches, or the goods that each player has.

    Args:
        names: the name of each.
        most: the largest value of one.
        start: the first value of each; by default 0. All seats begin alike.

    >>> Row("rows", "Matches left in each row.", ("A", "B"), 5, start=(3, 5)).start(2)
    [3, 5]
    >>> Row("goods", "The goods of each player.", ("wood", "stone"), 9, each=True).start(2)
    [[0, 0], [0, 0]]
    """

    single: ClassVar[bool] = False
    example: ClassVar[str] = 'own.Row("rows", "How many matches are left in each row.", "ABC", 5, start=(1, 3, 5))'

    if TYPE_CHECKING:

        @overload
        def __init__(
            self: Row[list[int]], name: str, meaning: str, names: Iterable[object], most: int, *, start: Sequence[int] = (),
            each: Literal[False] = False,
        ) -> None: ...
        @overload
        def __init__(
            self: Row[list[list[int]]], name: str, meaning: str, names: Iterable[object], most: int, *,
            start: Sequence[int] = (), each: Literal[True],
        ) -> None: ...

    def __init__(
        self, name: str, meaning: str, names: Iterable[object], most: int, *, start: Sequence[int] = (), each: bool = False
    ) -> None:
        super().__init__(name, meaning, each=each)
        self.names, self.most = self.words_of("names", names), self.whole("most", most)
        if not isinstance(start, (list, tuple)) or len(start) not in (0, len(self.names)):
            raise self.wrong("start", f"a list of {len(self.names)} numbers, one for each name", start)
        self.starts = [self.whole("start", one, 0, self.most) for one in start] or [0] * len(self.names)

    def one(self, seat: int) -> Any:
        return list(self.starts)

    def kind(self) -> Kind:
        return EachSeat(Things("name", self.names), Whole(0, self.most))

    def places(self) -> tuple[str, ...]:
        return self.names


class Choice(Part[Value]):
    """One of a few words, or nothing yet: what a player has said, bid or taken.

    Args:
        words: what it can be, by number.
        start: its first value; `EMPTY` for nothing yet. All seats may see whether something has been chosen.
        among: if it is hidden, a function from the state and the seat to the numbers it may have; by default all.

    >>> Choice("bids", "What each player has bid.", range(5), each=True, seen="its owner").start(2)
    [-1, -1]
    """

    example: ClassVar[str] = 'own.Choice("said", "What each player has said.", ("yes", "no"), each=True)'

    if TYPE_CHECKING:

        @overload
        def __init__(
            self: Choice[int], name: str, meaning: str, words: Iterable[object], *, start: int = EMPTY,
            each: Literal[False] = False, seen: Seen = EVERYBODY, among: Among | None = None,
        ) -> None: ...
        @overload
        def __init__(
            self: Choice[list[int]], name: str, meaning: str, words: Iterable[object], *, start: int = EMPTY,
            each: Literal[True], seen: Seen = EVERYBODY, among: Among | None = None,
        ) -> None: ...

    def __init__(
        self, name: str, meaning: str, words: Iterable[object], *, start: int = EMPTY, each: bool = False,
        seen: Seen = EVERYBODY, among: Among | None = None,
    ) -> None:
        super().__init__(name, meaning, seen=seen, each=each)
        self.words = self.words_of("words", words)
        self.starts = self.whole("start", start, EMPTY, len(self.words) - 1)
        self.among = among or (lambda state, seat: range(len(self.words)))

    def one(self, seat: int) -> Any:
        return self.starts

    def kind(self) -> Kind:
        return OneOf(Things("word", self.words), EMPTY)

    def concealed(self, value: Any) -> Any:
        return EMPTY if value == EMPTY else HIDDEN

    def places(self) -> tuple[str, ...]:
        return self.words


class Pile(Part[Value]):
    """Things in one place: a discard pile, a row of cards, all bids so far.

    The field is a list of their numbers.

    Args:
        cards: what they are; a list of words for things that may appear any number of times.
        most: how many there can be; by default all of them.

    If ``the others`` see a pile and its owner does not, its owner chooses by place: 0 for the first card, and so on.

    >>> Pile("hands", "The hands.", Cards("ABC"), each=True, seen="the others", most=2).places()
    ('1', '2')
    """

    in_order: bool = True
    """Whether the order of the things matters."""
    full: ClassVar[bool] = False
    """Whether all of them are in it at the start."""
    example: ClassVar[str] = 'own.Pile("pile", "What was played, in order.", CARDS), with CARDS = own.Cards("ABCD")'

    if TYPE_CHECKING:

        @overload
        def __init__(
            self: Pile[list[int]], name: str, meaning: str, cards: Cards | Iterable[object], *, most: int = 0,
            each: Literal[False] = False, seen: Seen = EVERYBODY,
        ) -> None: ...
        @overload
        def __init__(
            self: Pile[list[list[int]]], name: str, meaning: str, cards: Cards | Iterable[object], *, most: int = 0,
            each: Literal[True], seen: Seen = EVERYBODY,
        ) -> None: ...

    def __init__(
        self, name: str, meaning: str, cards: Cards | Iterable[object], *, most: int = 0, each: bool = False,
        seen: Seen = EVERYBODY,
    ) -> None:
        super().__init__(name, meaning, seen=seen, each=each)
        self.loose = not isinstance(cards, Cards)
        self.cards = cards if isinstance(cards, Cards) else Cards(self.words_of("cards", cards), noun="word")
        self.most = self.whole("most", most, 0) or (len(self.cards.names) if self.loose else len(self.cards.all()))

    def only_cards(self) -> None:
        """Refuse a list of words: parts that hold cards of the same set must be given the same `own.Cards`."""
        if self.loose:
            must_be = "a set of cards made with `own.Cards`, the same for all parts between which they move"
            raise self.wrong("cards", must_be, list(self.cards.names))

    def one(self, seat: int) -> Any:
        return self.cards.all() if self.full else []

    def kind(self) -> Kind:
        return Several(self.cards.things, self.most, self.in_order, self.cards.copies)

    def places(self) -> tuple[str, ...]:
        return tuple([str(number + 1) for number in range(self.most)]) if self.seen == OTHERS else self.cards.names


class Hand(Pile[list[list[int]]]):
    """Cards for each seat, by default seen only by their owner.

    `state.hands[seat]` is a list of their numbers.

    Keep them in the order of their numbers: call ``state.hands[seat].sort()`` after you have added a card. If ``the others``
    see them, they stay in the order in which they came.

    >>> Hand("hands", "The card of each player.", Cards("JQK"), most=1).start(2)
    [[], []]
    """

    example: ClassVar[str] = 'own.Hand("hands", "The cards of each player.", CARDS), with CARDS = own.Cards("ABCD")'

    def __init__(self, name: str, meaning: str, cards: Cards, *, most: int = 0, seen: Seen = OWNER) -> None:
        super().__init__(name, meaning, cards, most=most, each=True, seen=seen)
        self.only_cards()
        self.in_order = seen == OTHERS


class Deck(Pile[list[int]]):
    """The cards that have not been dealt: all of them at the start.

    While a hand is hidden, no seat sees which cards are left.

    A deck has no order. A phase that deals lists the possible cards, `state.deck`, and removes the one that is dealt.

    >>> Deck("deck", "The cards that are left.", Cards("JQK")).start(2)
    [0, 1, 2]
    """

    in_order: bool = False
    full: ClassVar[bool] = True
    example: ClassVar[str] = 'own.Deck("deck", "The cards that are left.", CARDS), with CARDS = own.Cards("ABCD")'

    def __init__(self, name: str, meaning: str, cards: Cards) -> None:
        super().__init__(name, meaning, cards, seen=NOBODY)
        self.only_cards()

    def thing(self, place: str, seat: int) -> str:
        return self.name


def check_table(parts: Sequence[Any], where: str) -> None:
    """Check a table of parts.

    Raises:
        WorkbenchError: something in it is not a part, or two parts have the same name.
    """
    for part in parts:
        if not isinstance(part, Part):
            raise WorkbenchError(
                f"The table of {where} contains {quoted(part)}, which is not a part. A part is, for example, {Part.example}."
            )
    for one, other in pairwise(sorted([part.name for part in parts])):
        if one == other:
            raise WorkbenchError(f"Two parts of the table of {where} share the name {one!r}.")
