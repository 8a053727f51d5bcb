"""What lies on the table of an own game, declared: counters, tracks, dice, choices, piles, hands, decks, grids.

A part says what a field of the state holds, how it begins, who may see it, how it is written down, how it looks as numbers, and
what of it a move can be about. Copies, written positions, views, tensors and the default board follow from that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from math import prod
from typing import Any, ClassVar, Final

from workbench.core.errors import WorkbenchError
from workbench.core.fields import EachSeat, Kind, OneOf, Things, Whole
from workbench.core.outside import quoted
from workbench.core.tensor import one_hot

EMPTY: Final = -1
"""Nothing there: a square without a piece, a choice that has not been made."""
HIDDEN: Final = -2
"""Something there that a seat cannot see."""
EVERYBODY: Final = "everybody"
OWNER: Final = "its owner"
NOBODY: Final = "nobody"


class Cards:
    """A set of things that are dealt and moved about as wholes: the cards of a deck, the tiles of a bag.

    Args:
        names: their names, in the order of their numbers.
        copies: how many there are of each.
        noun: what one of them is called.

    >>> Cards(("J", "Q", "K")).all()
    [0, 1, 2]
    """

    def __init__(self, names: Iterable[object], copies: int = 1, noun: str = "card") -> None:
        self.names = tuple(map(str, names))
        self.copies, self.noun = copies, noun
        self.things = Things(noun, self.names, unseen={HIDDEN: "?"})

    def all(self) -> list[int]:
        """Every one of them, by its number, as many times as there are copies."""
        return [number for number in range(len(self.names)) for _ in range(self.copies)]


# -- how values are written and look as numbers --------------------------------------------------------------------------


class Hideable(Kind):
    """A value that a seat may not be able to see: then it is written ``?``, and the last of its numbers is 1."""

    def __init__(self, kind: Kind) -> None:
        self.kind, self.form, self.example = kind, kind.form, kind.example
        self.shape = (prod(kind.shape) + 1,)
        self.scale = f"{kind.scale}, the last 1 if it cannot be seen"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        if given == "?":
            faults.append(f"{where} cannot be seen there; a whole position names it.")
            return value
        return self.kind.read(given, value, where, faults)

    def write(self, value: Any) -> Any:
        return "?" if value == HIDDEN else self.kind.write(value)

    def numbers(self, value: Any) -> list[float]:
        if value == HIDDEN:
            return [*[0.0] * prod(self.kind.shape), 1.0]
        return [*self.kind.numbers(value), 0.0]


class Several(Kind):
    """Things in a list: in their order, or in that of their numbers.

    >>> kind = Several(Things("card", "JQK", unseen={-2: "?"}), 2, in_order=True)
    >>> kind.read(["K", "J"], [], "'pile'", []), kind.write([2, -2]), kind.numbers([0])
    ([2, 0], ['K', '?'], [1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0])
    """

    def __init__(self, things: Things, most: int, in_order: bool, copies: int = 0) -> None:
        self.things, self.most, self.in_order, self.copies = things, max(1, most), in_order, copies
        size = len(things.names)
        self.example, self.form = things.several(as_list=True)
        self.shape = (self.most, size + 1) if in_order else (size + 1,)
        self.scale = "for each place 1 at what lies there, the last place if it cannot be seen"
        if not in_order:
            self.scale = f"how many of each, of {self.copies or self.most}, and at last how many cannot be seen, of {self.most}"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        if not isinstance(given, (list, tuple)):
            self.wrong(given, where, faults)
            return value
        found = self.things.find_all(given, self.form, where, faults) or []
        if len(found) > self.most:
            faults.append(f"{where} holds {self.most} at most, not {len(found)}.")
            return value
        return found if self.in_order else sorted(found)

    def write(self, value: Any) -> Any:
        return [self.things.name(number) for number in value]

    def numbers(self, value: Any) -> list[float]:
        size = len(self.things.names)
        if self.in_order:
            row = [one for number in value for one in one_hot(size if number == HIDDEN else number, size + 1)]
            return [*row, *[0.0] * ((self.most - len(value)) * (size + 1))]
        counts = [value.count(number) / (self.copies or self.most) for number in range(size)]
        return [*counts, value.count(HIDDEN) / self.most]


class Squares(Kind):
    """The squares of a grid with what stands on each: a dict of those that are not empty.

    >>> kind = Squares(("a1", "b1"), Things("mark", "XO"))
    >>> kind.read({"b1": "O"}, [-1, -1], "'board'", []), kind.write([0, -1]), kind.numbers([1, -1])
    ([-1, 1], {'a1': 'X'}, [0.0, 1.0, 0.0, 0.0])
    """

    def __init__(self, places: Sequence[str], marks: Things) -> None:
        self.places, self.marks = tuple(places), marks
        self.example = {self.places[0]: marks.example}
        self.form = f"a dict such as {self.example!r}"
        self.shape, self.scale = (len(self.places), len(marks.names)), "for each place 1 at what stands there"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        if not isinstance(given, dict):
            self.wrong(given, where, faults)
            return value
        found = [EMPTY] * len(self.places)
        for place, mark in given.items():
            number = self.marks.find(mark, f"{where} at {quoted(place)}", faults)
            if place not in self.places:
                faults.append(f"{where}: there is no place {quoted(place)}; the places run from {self.places[0]} to "
                              f"{self.places[-1]}.")
            elif number is not None:
                found[self.places.index(place)] = number
        return found

    def write(self, value: Any) -> Any:
        return {place: self.marks.name(mark) for place, mark in zip(self.places, value, strict=True) if mark != EMPTY}

    def numbers(self, value: Any) -> list[float]:
        return [one for mark in value for one in one_hot(int(mark), len(self.marks.names))]


# -- parts ---------------------------------------------------------------------------------------------------------------


class Part:
    """One field of the state of an own game, declared.

    Args:
        name: the name of the field: `state.name` holds it.
        meaning: what it is, as one sentence.
        seen: who may see it: ``everybody``, ``its owner`` or ``nobody``.
        each: whether every seat has one of its own: then the field is a list with an entry for each seat.
    """

    aside: bool = False
    """Whether it is for pictures only: no part of the position, not written and not compared."""
    example: ClassVar[str] = 'own.Counter("points", "The points of each player.", 10, each=True)'

    def __init__(self, name: str, meaning: str, seen: str = EVERYBODY, each: bool = False) -> None:
        self.name, self.meaning, self.seen, self.each = name, meaning, seen, each
        if seen not in (EVERYBODY, OWNER, NOBODY):
            raise WorkbenchError(
                f"The part {quoted(name)} is seen by 'everybody', 'its owner' or 'nobody', not by {quoted(seen)}."
            )
        if seen == OWNER and not each:
            raise WorkbenchError(f"The part {quoted(name)} has no owner: only with each=True does each seat have one.")

    def one(self, seat: int) -> Any:
        """What one of it holds at the start."""
        raise NotImplementedError(f"{type(self).__name__} must say how it begins.")

    def start(self, players: int) -> Any:
        """What the field holds at the start."""
        return [self.one(seat) for seat in range(players)] if self.each else self.one(0)

    @property
    def depth(self) -> int:
        """How many lists lie in each other: 0 for a plain value."""
        return int(self.each) + isinstance(self.one(0), list)

    def kind(self) -> Kind:
        """How one of it is written and looks as numbers, where all is seen."""
        raise NotImplementedError(f"{type(self).__name__} must say how it is written.")

    def whole_kind(self, seats: Things) -> Kind:
        """The same of the whole field."""
        kind = self.kind()
        if self.seen != EVERYBODY and not isinstance(kind, Several):
            kind = Hideable(kind)
        return EachSeat(seats, kind) if self.each else kind

    def concealed(self, value: Any) -> Any:
        """One of it as somebody sees it who may not know it."""
        return [HIDDEN] * len(value) if isinstance(value, list) else HIDDEN

    def places(self) -> tuple[str, ...]:
        """What of it a move can be about, by name."""
        return ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"


class Counter(Part):
    """A whole number: points, coins, matches that are left.

    Args:
        most: the largest it can be.
        start: what it begins with; a list for one number a seat.
        among: where it is hidden: the values that it may have, given the state and the seat; left out, all of them.
        unit: what it counts.

    >>> Counter("points", "The points of each player.", 10, each=True).start(2)
    [0, 0]
    """

    def __init__(
        self,
        name: str,
        meaning: str,
        most: int,
        *,
        start: int | Sequence[int] = 0,
        each: bool = False,
        seen: str = EVERYBODY,
        among: Callable[[Any, int], Sequence[int]] | None = None,
        unit: str = "",
    ) -> None:
        super().__init__(name, meaning, seen, each)
        self.most, self.starts, self.unit = most, start, unit
        self.among = among or (lambda state, seat: range(most + 1))

    def one(self, seat: int) -> Any:
        return self.starts if isinstance(self.starts, int) else self.starts[seat]

    def kind(self) -> Kind:
        return Whole(0, self.most)


class Track(Counter):
    """A counter that is drawn as a row of spaces with a marker on it."""


class Die(Counter):
    """A die: 0 before it is rolled, then what it shows.

    Args:
        sides: how many sides it has.
        aside: whether it is only shown: positions that differ in nothing else are the same.

    >>> Die("die", "What was rolled.").most
    6
    """

    def __init__(self, name: str, meaning: str, sides: int = 6, *, aside: bool = False) -> None:
        super().__init__(name, meaning, sides)
        self.aside = aside


class Row(Part):
    """Several counters in a row, with a name each: heaps of matches, goods in stock.

    >>> Row("rows", "Matches left in each row.", ("A", "B"), 5, start=(3, 5)).start(2)
    [3, 5]
    """

    def __init__(self, name: str, meaning: str, names: Sequence[str], most: int, start: Sequence[int] = ()) -> None:
        super().__init__(name, meaning)
        self.names, self.most, self.starts = tuple(names), most, tuple(start) or (0,) * len(names)

    def one(self, seat: int) -> Any:
        return list(self.starts)

    def kind(self) -> Kind:
        return EachSeat(Things("name", self.names), Whole(0, self.most))

    def places(self) -> tuple[str, ...]:
        return self.names


class Choice(Part):
    """One of a few words, or none yet: what somebody has said, bid or taken.

    Args:
        words: what it can be, by number.
        start: what it begins with; `EMPTY` for nothing yet. Everybody may see whether something has been chosen.
        among: where it is hidden: the numbers that it may have, given the state and the seat; left out, all of them.
    """

    def __init__(
        self,
        name: str,
        meaning: str,
        words: Iterable[object],
        *,
        start: int = EMPTY,
        each: bool = False,
        seen: str = EVERYBODY,
        among: Callable[[Any, int], Sequence[int]] | None = None,
    ) -> None:
        super().__init__(name, meaning, seen, each)
        self.words, self.starts = tuple(map(str, words)), start
        self.among = among or (lambda state, seat: range(len(self.words)))

    def one(self, seat: int) -> Any:
        return self.starts

    def kind(self) -> Kind:
        return OneOf(Things("word", self.words), EMPTY)

    def concealed(self, value: Any) -> Any:
        return EMPTY if value == EMPTY else HIDDEN

    def places(self) -> tuple[str, ...]:
        return self.words


class Pile(Part):
    """Things in one place: a discard pile, a row of cards, what has been said. The field is a list of their numbers.

    Args:
        cards: what they are; words alone, for things that may come up any number of times.
        most: how many there can be; left out, all of them.
        in_order: whether their order counts.
        full: whether all of them lie there at the start.
    """

    in_order: ClassVar[bool] = True
    full: ClassVar[bool] = False

    def __init__(
        self,
        name: str,
        cards: Cards | Sequence[str],
        meaning: str,
        *,
        most: int = 0,
        each: bool = False,
        seen: str = EVERYBODY,
    ) -> None:
        super().__init__(name, meaning, seen, each)
        self.loose = not isinstance(cards, Cards)
        self.cards = cards if isinstance(cards, Cards) else Cards(cards, noun="word")
        self.most = most or len(self.cards.all())

    def one(self, seat: int) -> Any:
        return self.cards.all() if self.full else []

    def kind(self) -> Kind:
        return Several(self.cards.things, self.most, self.in_order, 0 if self.loose else self.cards.copies)

    def places(self) -> tuple[str, ...]:
        return self.cards.names


class Hand(Pile):
    """A hand of cards for each seat, seen by its owner only: `state.hands[seat]` is a list of their numbers."""

    in_order: ClassVar[bool] = False

    def __init__(self, name: str, cards: Cards, meaning: str, *, most: int = 0, seen: str = OWNER) -> None:
        super().__init__(name, cards, meaning, most=most, each=True, seen=seen)


class Deck(Pile):
    """What has not been dealt yet. At the start all cards lie in it; no seat sees which are left while some hand is hidden.

    It is a set without an order: a phase that deals lists what may come up, `state.deck`, and takes it out.
    """

    in_order: ClassVar[bool] = False
    full: ClassVar[bool] = True

    def __init__(self, name: str, cards: Cards, meaning: str) -> None:
        super().__init__(name, cards, meaning, seen=NOBODY)


class Grid(Part):
    """Squares in rows and columns: `state.board` is a list of what stands on each, row by row; `EMPTY` for nothing.

    Args:
        rows: how many rows.
        columns: how many columns.
        marks: what can stand there, by number; left out, a mark of each seat.

    >>> board = Grid("board", "Who has marked each square.", 3, 3, marks="XO")
    >>> board.places()[:4], board.lines(3)[0], board.neighbours[0]
    (('a1', 'b1', 'c1', 'a2'), (0, 1, 2), (1, 3))
    """

    steps: ClassVar[tuple[tuple[int, int], ...]] = ((0, -1), (-1, 0), (1, 0), (0, 1))
    """From a place to its neighbours: columns to the right and rows down."""

    def __init__(
        self, name: str, meaning: str, rows: int, columns: int, marks: Iterable[object] = ("1", "2", "3", "4", "5", "6")
    ) -> None:
        super().__init__(name, meaning)
        self.rows, self.columns = rows, columns
        self.marks = tuple(map(str, marks))
        self.names = tuple([f"{_letter(column)}{row + 1}" for row in range(rows) for column in range(columns)])
        self.neighbours: tuple[tuple[int, ...], ...] = tuple(
            [self._beside(row, column) for row in range(rows) for column in range(columns)]
        )
        """For each place those beside it."""

    def _beside(self, row: int, column: int) -> tuple[int, ...]:
        found = [(row + down, column + right) for right, down in self.steps]
        return tuple(
            sorted([y * self.columns + x for y, x in found if 0 <= y < self.rows and 0 <= x < self.columns])
        )

    def place(self, row: int, column: int) -> int:
        """The number of a square, rows and columns counted from 0."""
        return row * self.columns + column

    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """Every straight line of so many squares: across, down and both ways slanting."""
        found = []
        for row in range(self.rows):
            for column in range(self.columns):
                for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                    last_row, last_column = row + down * (length - 1), column + right * (length - 1)
                    if 0 <= last_row < self.rows and 0 <= last_column < self.columns:
                        found.append(tuple([self.place(row + down * n, column + right * n) for n in range(length)]))
        return tuple(found)

    def joined(self, held: Sequence[int], begin: Iterable[int], end: Iterable[int], mark: int) -> bool:
        """Whether places with a mark join one set of places to another.

        Args:
            held: what stands on each place.
            begin: where a path may begin.
            end: where it must end.
            mark: what it is made of.
        """
        waiting = [place for place in begin if held[place] == mark]
        met, ends = set(waiting), set(end)
        while waiting:
            place = waiting.pop()
            if place in ends:
                return True
            for beside in self.neighbours[place]:
                if held[beside] == mark and beside not in met:
                    met.add(beside)
                    waiting.append(beside)
        return False

    def row(self, number: int) -> list[int]:
        """The places of a row, counted from 0; -1 for the last one."""
        return [self.place(number % self.rows, column) for column in range(self.columns)]

    def column(self, number: int) -> list[int]:
        """The places of a column, counted from 0; -1 for the last one."""
        return [self.place(row, number % self.columns) for row in range(self.rows)]

    def one(self, seat: int) -> Any:
        return [EMPTY] * len(self.names)

    def kind(self) -> Kind:
        return Squares(self.names, Things("mark", self.marks))

    def places(self) -> tuple[str, ...]:
        return self.names


class Hexagons(Grid):
    """Hexagons in rows, each row half a hexagon further to the right: a slanted board, as in Hex.

    >>> Hexagons("board", "Who has which field.", 3, 3).neighbours[4]
    (1, 2, 3, 5, 6, 7)
    """

    steps: ClassVar[tuple[tuple[int, int], ...]] = ((0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1))


def _letter(column: int) -> str:
    """The letter of a column; with a number from the 27th on."""
    return chr(ord("a") + column % 26) + ("" if column < 26 else f"{column // 26}_")


def check_table(parts: Sequence[Any], where: str) -> None:
    """See to it that a table of parts is one.

    Raises:
        WorkbenchError: something in it is no part, has no name that a field can have, or comes twice.
    """
    for part in parts:
        if not isinstance(part, Part):
            raise WorkbenchError(f"The table of {where} holds {quoted(part)}; it holds parts, such as {Part.example}.")
        if not part.name.isidentifier() or part.name in TAKEN:
            raise WorkbenchError(f"A part of the table of {where} is called {quoted(part.name)}: every state has something of "
                                 "that name, or it is no name. Choose a word of small letters.")
        if not part.meaning.strip().endswith("."):
            raise WorkbenchError(
                f"The part {part.name!r} of {where} says what it is as one sentence with a full stop, not "
                f"{quoted(part.meaning)}."
            )
    for one, other in pairwise(sorted([part.name for part in parts])):
        if one == other:
            raise WorkbenchError(f"Two parts of the table of {where} are called {one!r}.")


TAKEN: Final = frozenset(
    [
        *("game", "phase", "to_move", "listener", "turn", "results", "legal", "chance", "apply", "enter", "settle", "roll"),
        *("copy", "scores", "returns", "to_dict", "conceal", "complete", "view", "resample", "key", "tell", "go", "win",
            "draw"),
        *("finish", "next_seat", "say"),
    ]
)
