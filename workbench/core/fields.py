"""The fields of a state in one table: what each holds, its written form, who sees it, and its numbers.

A game has a module `fields` with a function `fields`, which takes the game and returns its table. So every range and every name
may depend on the options. That one table defines written positions (`game.position`, `state.to_dict`), the blank position,
`state.key()` and the numbers of `tensor`. `game.fields()` returns it, and prints what a written position may contain.

>>> suits, seats = Things("suit", ("clubs", "hearts")), Things("player", "AB")
>>> StateFields(
...     StateField("trump", OneOf(suits), -1, "The trump suit."),
...     StateField("left", Whole(0, 9), 9, "What is left to play.", unit="tricks"),
...     StateField("voids", EachSeat(seats, Subset(suits)), [0, 0], "Suits that a player is known not to have."),
... )
key    written as                       what it is                                 unit    seen by
trump  one of clubs, hearts, or null    The trump suit.                                    everybody
left   a whole number from 0 to 9       What is left to play.                      tricks  everybody
voids  a dict such as {'A': 'clubs hearts'}   Suits that a player is known not to have.          everybody
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from math import prod
from operator import attrgetter
from typing import Any, Final, TypeAlias, overload

from workbench.core.errors import LISTED, nearest
from workbench.core.outside import quoted, whole_number
from workbench.core.tensor import Field, bits, one_hot, one_hots, ordered, share

FEW: Final = 12
"""The most names that a sentence lists; if there are more, it gives one as an example."""
ENDLESS: Final = 1000
"""Treat a count that may be as high as this as unlimited."""
KEPT: Final = 256
"""How many values of a field keep their numbers for a tensor: those that were used last."""


class Things:
    """Things that a field may name, such as cards, seats or places; each has a number and a name.

    Args:
        noun: the word for one of them.
        names: their names in the order of their numbers, or a dict from numbers to names.
        first: the number of the first name.
        also: other words to accept, with their numbers. If a number has no other name, it is written as the word given here,
            such as ``{"-": NONE}``.
        shape: the dimensions in which a tensor lists them; by default a row.
        unseen: numbers that views use for what cannot be seen, with the words for them, such as ``{-2: "?"}``.

    Attributes:
        words: how each number is written, also those that no name belongs to.

    >>> cards = Things("card", ("C1", "C2", "D1"), also={"-": -1})
    >>> cards.name(2), cards.name(-1), cards.numbers["c2"]
    ('D1', '-', 1)
    """

    def __init__(
        self,
        noun: str,
        names: Sequence[str] | Sequence[int] | Mapping[int, Any],
        *,
        first: int = 0,
        also: Mapping[str, int] | None = None,
        shape: tuple[int, ...] = (),
        unseen: Mapping[int, str] | None = None,
    ) -> None:
        known: Mapping[int, Any] = names if isinstance(names, Mapping) else dict(enumerate(names, first))
        self.noun, self.first, self.unseen = noun, first, dict(unseen or {})
        self.names: dict[int, str | int] = dict(known)
        self.shape = shape or (max(known, default=first) + 1 - first,)
        self.numbers = {str(name).lower(): number for number, name in known.items()}
        self.words: dict[int, str | int] = {**self.names, **self.unseen}
        for word, number in (also or {}).items():
            self.numbers.setdefault(word.lower(), number)
            self.words.setdefault(number, word)

    @property
    def size(self) -> int:
        """How many numbers a tensor needs for one of them."""
        return prod(self.shape)

    @property
    def example(self) -> Any:
        """A name to show as an example."""
        return list(self.names.values())[len(self.names) // 2] if self.names else "-"

    def name(self, number: int) -> Any:
        """Return the written name of a number."""
        return self.words[int(number)]

    def find(self, word: object, where: str, faults: list[str]) -> int | None:
        """Return the number that a word names; if there is none, add a fault and return None."""
        number = self.numbers.get(str(word).lower())
        if number is None and word in self.unseen.values():
            faults.append(f"{where} contains a {self.noun} that cannot be seen; a full position names every {self.noun}.")
        elif number is None:
            listed = f" The {self.noun}s are {self.listed()}."
            if len(self.names) > FEW:
                article = "An" if self.noun[0] in "aeiou" else "A"
                listed = f" {article} {self.noun} is written like this: {self.example!r}."
            hint = ""
            if isinstance(word, str) and len(faults) < LISTED:  # nobody reads more, and comparing takes time
                hint = nearest(word, map(str, self.names.values()))
            faults.append(f"{where}: there is no {self.noun} {quoted(word)} in this game.{hint}{listed}")
        return number

    def listed(self) -> str:
        """Return all names as a text."""
        return ", ".join(map(str, self.names.values()))

    def several(self, as_list: bool) -> tuple[Any, str]:
        """Return a few of them as an example, and the form of several of them in words."""
        some = list(self.names.values())[:2]
        if as_list:
            return some, f"a list such as {some!r}"
        words = " ".join(map(str, some))
        return words, f"a text such as {words!r}, or a list"

    def find_all(self, given: object, form: str, where: str, faults: list[str]) -> list[int] | None:
        """Return the numbers that a text or a list names; if it is neither, add a fault and return None."""
        parts: Sequence[object] | None = given if isinstance(given, (list, tuple)) else None
        if isinstance(given, str):
            parts = given.replace(",", " ").split()
        if parts is None:
            faults.append(f"{where} should be {form}, not {quoted(given)}.")
            return None
        found = [self.find(part, where, faults) for part in parts]
        return [number for number in found if number is not None]


class Kind:
    """The kind of value a field holds. A game adds kinds of its own for values with a special notation.

    Attributes:
        form: how it is written, as the words after "should be".
        example: a written value.
        shape: its dimensions in a tensor.
        scale: what its numbers in a tensor mean, as the words after the meaning of the field and a colon.
    """

    form: str = ""
    example: Any = None
    shape: tuple[int, ...] = ()
    scale: str = ""

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        """Read a written value; if that fails, add a fault and return the present value."""
        raise NotImplementedError(f"{type(self).__name__} must say how it is read.")

    def write(self, value: Any) -> Any:
        """Return the written form of a value, made of JSON values."""
        raise NotImplementedError(f"{type(self).__name__} must say how it is written.")

    def numbers(self, value: Any) -> list[float]:
        """Return the value as numbers between 0 and 1, as many as the shape needs."""
        raise NotImplementedError(f"{type(self).__name__} must say how it looks as numbers.")

    def amounts(self, value: Any) -> list[float]:
        """Return a few numbers that say how much there is of it, to judge a position (`core.outlook`)."""
        return self.numbers(value) if 0 < prod(self.shape or (0,)) <= FEW else []

    def wrong(self, given: object, where: str, faults: list[str], hint: str = "") -> None:
        """Add a fault: something is not written as it should be."""
        faults.append(f"{where[0].upper()}{where[1:]} should be {self.form}, not {quoted(given)}.{hint}")


class Whole(Kind):
    """A whole number in a range.

    >>> faults = []
    >>> Whole(0, 5).read(7, 0, "'riders'", faults), faults
    (0, ["'riders' should be a whole number from 0 to 5, not 7."])
    """

    def __init__(self, low: int, high: int, most: int | None = None) -> None:
        self.low, self.high, self.most = int(low), int(high), max(1, int(high if most is None else most))
        self.form, self.example, self.shape = f"a whole number from {low} to {high}", min(high, low + 2), (1,)
        self.scale = f"of {self.most}"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        number = whole_number(given)
        if number is None or not self.low <= number <= self.high:
            self.wrong(given, where, faults)
            return value
        return number

    def write(self, value: Any) -> Any:
        return int(value)

    def numbers(self, value: Any) -> list[float]:
        return share(value, self.most)

    def amounts(self, value: Any) -> list[float]:
        return [value / self.most if self.most < ENDLESS else value / (abs(value) + FEW)]


class OneOf(Kind):
    """One of some things, or nothing.

    >>> faults = []
    >>> OneOf(Things("suit", ("clubs", "hearts"))).read("harts", -1, "'trump'", faults), faults[0]
    (-1, "'trump' should be one of clubs, hearts, or null, not 'harts'. Did you mean 'hearts'?")
    """

    def __init__(self, things: Things, none: int | None = -1) -> None:
        self.things, self.none = things, none
        self.form = (
            f"one of {things.listed()}" if len(things.names) <= FEW else f"a {things.noun} such as {things.example!r}"
        )
        self.form += "" if none is None else ", or null"
        self.example, self.shape, self.scale = things.example, things.shape, "1 at that place"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        number = self.things.numbers.get(str(given).lower())
        if number is None:
            self.wrong(given, where, faults, nearest(str(given), map(str, self.things.names.values())))
            return value
        return number

    def write(self, value: Any) -> Any:
        return None if value == self.none else self.things.name(value)

    def numbers(self, value: Any) -> list[float]:
        return one_hot(int(value) - self.things.first, self.things.size)


class Subset(Kind):
    """A set of things, stored as a mask and written as a text or as a list.

    >>> kind = Subset(Things("player", "ABC"))
    >>> kind.read("A c", 0, "'passed'", []), kind.read(["B"], 0, "'passed'", []), kind.write(5)
    (5, 2, 'A C')
    """

    def __init__(self, things: Things, listed: bool = False) -> None:
        self.things, self.listed = things, listed
        self.example, self.form = things.several(listed)
        self.shape, self.scale = things.shape, "1 for each"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        if self.listed and isinstance(given, str):
            self.wrong(given, where, faults)
            return value
        found = self.things.find_all(given, self.form, where, faults)
        for number in sorted([number for number, times in Counter(found or ()).items() if times > 1]):
            faults.append(f"{where} names {self.things.name(number)} twice.")
        return value if found is None else sum({1 << (number - self.things.first) for number in found})

    def write(self, value: Any) -> Any:
        names = [name for number, name in self.things.names.items() if int(value) >> (number - self.things.first) & 1]
        return names if self.listed else " ".join(map(str, names))

    def numbers(self, value: Any) -> list[float]:
        return bits(value, self.things.size)

    def amounts(self, value: Any) -> list[float]:
        return [int(value).bit_count() / self.things.size]


class Pile(Kind):
    """Things in order; each may appear several times.

    Args:
        things: what it is made of.
        made: how the state stores it: a tuple or a list.
        in_order: whether their order counts; if not, they are sorted by number.
        listed: whether it is written as a list.
        copies: how many copies of each thing exist, by number. If given, a tensor says what share of these the pile holds.

    >>> kind = Pile(Things("card", ("C1", "C2", "D1")))
    >>> kind.read("D1 C2", (), "'deck'", []), kind.write((0, 2)), kind.numbers((2, 0))
    ((2, 1), 'C1 D1', [0.6666666666666666, 0.0, 0.3333333333333333])
    >>> Pile(Things("card", ("C1", "C2", "D1")), copies=(4, 1, 1)).numbers((0, 0, 2, -2))
    [0.5, 0.0, 1.0]
    """

    def __init__(
        self,
        things: Things,
        made: type = tuple,
        *,
        in_order: bool = True,
        listed: bool = False,
        copies: Sequence[int] = (),
    ) -> None:
        self.things, self.made, self.in_order, self.listed, self.copies = things, made, in_order, listed, tuple(copies)
        self.example, self.form = things.several(listed)
        self.shape = things.shape
        self.scale = f"1/{things.size} for the first, 2/{things.size} for the second, and so on"
        if copies:
            self.scale = "how many of each there are, as a share of all copies"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        if self.listed and isinstance(given, str):
            self.wrong(given, where, faults)
            return value
        found = self.things.find_all(given, self.form, where, faults)
        return value if found is None else self.made(found if self.in_order else sorted(found))

    def write(self, value: Any) -> Any:
        words = self.things.words
        names = [words[number] for number in value]
        return names if self.listed else " ".join(map(str, names))

    def numbers(self, value: Any) -> list[float]:
        first, size = self.things.first, self.things.size
        if not self.copies:
            return ordered([number - first for number in value], size, size)
        row = [0.0] * size
        for number in value:
            if number >= first:
                row[number - first] = value.count(number) / self.copies[number - first]
        return row

    def amounts(self, value: Any) -> list[float]:
        return [len(value) / self.things.size]


class Places(Kind):
    """A fixed number of places with one thing each; the things' `also` has the word for an empty place.

    >>> kind = Places(Things("card", ("C1", "C2"), also={"-": -1}), 3)
    >>> kind.read("C2 - C1", (), "'row'", []), kind.write((-1, -1, 0)), kind.numbers((1, -1, 0))
    ((1, -1, 0), '- - C1', [0.0, 1.0, 0.0, 0.0, 1.0, 0.0])
    """

    def __init__(self, things: Things, length: int, made: type = tuple) -> None:
        self.things, self.length, self.made = things, length, made
        self.example = " ".join([str(things.example)] * length)
        self.form = f"a text or list with {length} entries, such as {self.example!r}"
        self.shape, self.scale = (length, *things.shape), "for each place, 1 at the thing that is there"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        before = len(faults)
        found = self.things.find_all(given, self.form, where, faults)
        if found is None or len(faults) > before:
            return value
        if len(found) != self.length:
            faults.append(f"{where} should have {self.length} entries, not {len(found)}.")
            return value
        return self.made(found)

    def write(self, value: Any) -> Any:
        words = self.things.words
        return " ".join([str(words[number]) for number in value])

    def numbers(self, value: Any) -> list[float]:
        first, size = self.things.first, self.things.size
        return one_hots([number - first for number in value], size)


class Counts(Kind):
    """A count of each thing, written as the name and the number if there are any; a name alone means 1.

    >>> kind = Counts(Things("Folk", "PW"), 4)
    >>> kind.read("w P2", [0, 0], "'bag'", []), kind.write([0, 3]), kind.write([0, 0]), kind.numbers([1, 4])
    ([2, 1], 'W3', '-', [0.25, 1.0])
    """

    def __init__(self, things: Things, most: int | Sequence[int]) -> None:
        self.things = things
        self.most = list(most) if isinstance(most, Sequence) else [most] * len(things.names)
        self.example = " ".join([f"{name}{2 - place}" for place, name in enumerate(list(things.names.values())[:2])])
        self.shape = (len(things.names),)
        self.form = f"a text such as {self.example!r}"
        self.scale = f"of {', '.join(map(str, self.most)) if len(set(self.most)) > 1 else self.most[0]}"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        if not isinstance(given, str):
            self.wrong(given, where, faults)
            return value
        found = [0] * self.things.size
        for word in given.replace(",", " ").split():
            name = word.rstrip("0123456789")
            number = self.things.numbers.get(name.lower())
            if word == "-":
                continue
            if number is None or len(word) - len(name) > 6:
                faults.append(f"{where}: {quoted(word)} is not one of {self.things.listed()} followed by a number.")
            else:
                found[number - self.things.first] += int(word[len(name) :] or 1)
        return found

    def write(self, value: Any) -> Any:
        names, first = self.things.names, self.things.first
        return " ".join([f"{name}{value[one - first]}" for one, name in names.items() if value[one - first]]) or "-"

    def numbers(self, value: Any) -> list[float]:
        first = self.things.first
        return [
            min(1.0, value[one - first] / max(1, most)) for one, most in zip(self.things.names, self.most, strict=True)
        ]

    def amounts(self, value: Any) -> list[float]:
        found = self.numbers(value)
        return [sum(found), *(found if len(found) <= FEW else [])]


class Amounts(Kind):
    """A count of each of a few things, all of them always written, with slashes between them.

    >>> kind = Amounts(("Food", "Wood"), 4)
    >>> kind.read("4/0", [0, 0], "'supply'", []), kind.read([1, 2], [0, 0], "'supply'", []), kind.write([3, 1])
    ([4, 0], [1, 2], '3/1')
    """

    def __init__(self, names: Sequence[str], most: int) -> None:
        self.names, self.most = tuple(names), max(1, most)
        self.example, self.shape = "/".join(map(str, range(len(names) + 1, 1, -1))), (len(names),)
        self.form, self.scale = f"{'/'.join(names)}, such as {self.example!r}", f"each of {self.most}"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        parts: list[Any] = list(given) if isinstance(given, (list, tuple)) else []
        if isinstance(given, str):
            parts = [int(part) if part.strip().isdecimal() and len(part) < 8 else part for part in given.split("/")]
        found = [whole_number(part) for part in parts]
        numbers = [number for number in found if number is not None and 0 <= number < 10**7]
        if len(numbers) != len(self.names) or len(parts) != len(numbers):
            self.wrong(given, where, faults)
            return value
        return numbers

    def write(self, value: Any) -> Any:
        return "/".join(map(str, value))

    def numbers(self, value: Any) -> list[float]:
        return [min(1.0, count / self.most) for count in value]


class EachSeat(Kind):
    """Something for each seat, written as a dict from seats; seats that are left out keep their values.

    Args:
        seats: the seats.
        kind: what each seat has.
        sparse: a value to leave out when writing, because it says nothing; None to write all.
        width: how many numbers belong to each seat, if all are in one flat list; 0 if the list has one entry for each seat.
        part: the range of these numbers, if not all are meant.

    >>> kind = EachSeat(Things("player", "AB"), Whole(0, 9))
    >>> kind.read({"b": 4}, [1, 1], "'offers'", []), kind.write([1, 4])
    ([1, 4], {'A': 1, 'B': 4})
    """

    def __init__(
        self, seats: Things, kind: Kind, sparse: Any = None, width: int = 0, part: tuple[int, int] | None = None
    ) -> None:
        self.seats, self.kind, self.sparse, self.width = seats, kind, sparse, width
        self.part = part or (0, width)
        self.example = {next(iter(seats.names.values())): kind.example}
        self.form = f"a dict such as {self.example!r}"
        self.shape = (len(seats.names), *(kind.shape if kind.shape != (1,) else ()))
        self.scale = f"for each seat, {kind.scale}"

    def of(self, value: Any, seat: int) -> Any:
        """Return what one seat has."""
        start = seat * self.width
        return value[start + self.part[0] : start + self.part[1]] if self.width else value[seat]

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        if not isinstance(given, Mapping):
            self.wrong(given, where, faults)
            return value
        found = list(value)
        for word, entry in given.items():
            seat = self.seats.find(word, where, faults)
            if seat is None or entry is None:
                continue
            read = self.kind.read(entry, self.of(value, seat), f"{where} of {self.seats.name(seat)}", faults)
            start = seat * self.width
            if self.width:
                found[start + self.part[0] : start + self.part[1]] = read
            else:
                found[seat] = read
        return found

    def write(self, value: Any) -> Any:
        found = {}
        for seat, name in self.seats.names.items():
            one = self.of(value, seat)
            if self.sparse is None or one != self.sparse:
                found[name] = self.kind.write(one)
        return found

    def numbers(self, value: Any) -> list[float]:
        found: list[float] = []
        for seat in self.seats.names:
            found += self.kind.numbers(self.of(value, seat))
        return found


class Data(Kind):
    """Any JSON value, for small games: lists are stored as tuples, and the contents are not checked.

    >>> Data().read([[1, 2], 3], (), "'cards'", []), Data().write(((1, 2), 3))
    (((1, 2), 3), [[1, 2], 3])
    """

    form = "a JSON value"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        return (
            tuple([self.read(one, (), where, faults) for one in given]) if isinstance(given, (list, tuple)) else given
        )

    def write(self, value: Any) -> Any:
        return [self.write(one) for one in value] if isinstance(value, (list, tuple)) else value


@dataclass(frozen=True)
class StateField:
    """One field of a state.

    Args:
        name: the attribute of the state.
        kind: the kind of value it holds.
        blank: its value before anything has happened.
        meaning: what it is, as one sentence.
        key: its key in written positions; by default its name; empty if it shares a key with other fields (`Written`).
        unit: what it counts.
        seen: who may see it, in words; `conceal` blanks it for the others.
        tensor: its name in a tensor; by default its key; None if the tensor does not show it.
        refuse: why a written position may not set it, as a sentence. Such a field is written only if it is not blank.
    """

    name: str
    kind: Kind
    blank: Any
    meaning: str
    key: str | None = None
    unit: str = ""
    seen: str = "everybody"
    tensor: str | None = ""
    refuse: str = ""

    @property
    def written(self) -> str:
        """The key in written positions."""
        return self.name if self.key is None else self.key

    @property
    def names(self) -> tuple[str, ...]:
        """The attributes of the state that it covers."""
        return (self.name,)

    def fresh(self) -> Any:
        """Return a blank value that nothing else shares."""
        return list(self.blank) if isinstance(self.blank, list) else self.blank


@dataclass(frozen=True)
class Written:
    """A key of written positions that covers several fields, or a part of one.

    Args:
        key: the key.
        names: the attributes of the state. The kind reads and writes a tuple of their values, or the value of the only one.
            Empty for a short form that the game's module `position` reads, and that is never written.
        kind: how they are written.
        meaning: what it is, as one sentence.
        unit: what it counts.
        seen: who may see it.
        tensor: its name in a tensor; None if the tensor does not show it.
        refuse: as in `StateField`; here nothing is ever blank.
    """

    key: str
    names: tuple[str, ...]
    kind: Kind
    meaning: str
    unit: str = ""
    seen: str = "everybody"
    tensor: str | None = None
    refuse: str = ""

    @property
    def written(self) -> str:
        """The key in written positions."""
        return self.key


@dataclass(frozen=True)
class Shown:
    """Numbers of a tensor that do not belong to a single field.

    Args:
        name: their name.
        shape: their dimensions.
        meaning: what they mean, as one sentence.
        numbers: a function from a state to the numbers.
    """

    name: str
    shape: tuple[int, ...]
    meaning: str
    numbers: Callable[[Any], Sequence[float]]


@dataclass(frozen=True)
class Aside:
    """An attribute of a state for speed or pictures only: it is never written or compared.

    Args:
        name: the attribute.
        blank: its value before anything has happened.
        meaning: what it is, as one sentence.
    """

    name: str
    blank: Any
    meaning: str


FieldRow: TypeAlias = StateField | Written | Shown | Aside


class StateFields(Sequence[StateField]):
    """The fields of a state in order: a sequence that prints as a table of the keys of a written position.

    Args:
        rows: the fields, in the order in which positions are compared, and whatever else is written or shown, each at its
            place in a tensor.
        seats: how seats are written in ``to_move``; by default as numbers.

    Attributes:
        keys: every key of a written position.
    """

    def __init__(self, *rows: FieldRow, seats: Things | None = None) -> None:
        self.seats = seats
        self._fields = tuple([row for row in rows if isinstance(row, StateField)])
        self._asides = tuple([row for row in rows if isinstance(row, Aside)])
        self.written = tuple([row for row in rows if isinstance(row, (StateField, Written)) and row.written])
        self.keys: tuple[str, ...] = ("phase", "to_move", *[row.written for row in self.written])
        self._writing = tuple([(row.written, attrgetter(*row.names), row.kind, row) for row in self.written if row.names])
        self._shown = tuple([part for row in rows for part in _shown(row)])
        self.names = tuple([field.name for field in self._fields])
        self.attributes = (*self.names, *[aside.name for aside in self._asides])
        getter = attrgetter(*self.names)
        self.values: Callable[[Any], Any] = getter if len(self.names) > 1 else lambda state: (getter(state),)

    def key_of(self, name: str) -> str:
        """Return the key under which a field is written, alone or with others.

        >>> import workbench as wb
        >>> wb.load("northwood").fields().key_of("slot")
        'ability'
        """
        return next((row.written for row in self.written if name in row.names), name)

    def clear(self, state: Any) -> None:
        """Give every field of a state its blank value."""
        for field in self._fields:
            setattr(state, field.name, field.fresh())
        for aside in self._asides:
            setattr(state, aside.name, aside.blank)

    def write(self, state: Any, earlier: tuple[Any, Mapping[str, Any]] | None = None) -> dict[str, Any]:
        """Return every field of a state in its written form.

        Args:
            state: the state.
            earlier: another state and how it is written. To save time, what both have in common is taken from there, so
                change neither dict afterwards.
        """
        found = {}
        other, known = earlier or (None, {})
        for key, value_of, kind, row in self._writing:
            value = value_of(state)
            if key in known and value == value_of(other):
                found[key] = known[key]
            elif not row.refuse or (isinstance(row, StateField) and value != row.blank):
                found[key] = kind.write(value)
        return found

    def read(self, given: Mapping[str, Any], state: Any, faults: list[str]) -> set[str]:
        """Copy a written position into a state; fields that are left out (or null) keep their values.

        Args:
            given: the written position.
            state: the state; it is changed.
            faults: a list; every fault is added to it, as a sentence.

        Returns:
            the keys that have a fault.
        """
        unread = set()
        for row in self.written:
            if given.get(row.written) is None or not row.names:
                continue
            value, before = attrgetter(*row.names)(state), len(faults)
            read = row.kind.read(given[row.written], value, repr(row.written), faults)
            if len(faults) > before:
                unread.add(row.written)
            if row.refuse and read != value:
                faults.append(row.refuse)
                continue
            for name, one in zip(row.names, read if len(row.names) > 1 else (read,), strict=True):
                setattr(state, name, one)
        return unread

    def tensor_fields(self) -> tuple[Field, ...]:
        """Return what the numbers of a state mean, part by part."""
        return tuple([Field(part.name, part.shape, part.meaning) for part in self._shown])

    def tensor(self, state: Any) -> list[float]:
        """Return a state as numbers between 0 and 1, in the order of `tensor_fields`."""
        found: list[float] = []
        for part in self._shown:
            found += part.numbers(state)
        return found

    def rows(self) -> list[tuple[str, ...]]:
        """Return a row of words for each key of a written position, below a row of headings."""
        heading = ("key", "written as", "what it is", "unit", "seen by")
        return [heading, *[(row.written, row.kind.form, row.meaning, row.unit, row.seen) for row in self.written]]

    @overload
    def __getitem__(self, index: int) -> StateField: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[StateField, ...]: ...

    def __getitem__(self, index: int | slice) -> StateField | tuple[StateField, ...]:
        return self._fields[index]

    def __len__(self) -> int:
        return len(self._fields)

    def __repr__(self) -> str:
        rows = self.rows()
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        return "\n".join(
            ["  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
        )

    def _repr_html_(self) -> str:
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in self.rows())
        return f"<table>{body}</table>"


def _shown(row: FieldRow) -> tuple[Shown, ...]:
    """Return a row as numbers of a tensor, if it has any."""
    if isinstance(row, Shown):
        return (row,)
    if isinstance(row, Aside) or row.tensor is None or not row.kind.shape:
        return ()
    meaning = f"{row.meaning.removesuffix('.')}: {row.kind.scale}."
    return (Shown(row.tensor or row.written or row.names[0], row.kind.shape, meaning, _numbers_of(row)),)


def _numbers_of(row: StateField | Written) -> Callable[[Any], Sequence[float]]:
    """Return a function from a state to the numbers of one row.

    From one position to the next most fields stay as they are, so the numbers of some values are kept.
    """
    value_of, numbers = attrgetter(*row.names), row.kind.numbers
    if len(row.names) > 1:
        return lambda state: numbers(value_of(state))
    kept = lru_cache(KEPT)(lambda value: tuple(numbers(value)))

    def numbers_of(state: Any) -> Sequence[float]:
        value: Any = value_of(state)
        try:
            return kept(tuple(value) if isinstance(value, list) else value)
        except TypeError:  # a list of lists cannot be a key
            return numbers(value)

    return numbers_of
