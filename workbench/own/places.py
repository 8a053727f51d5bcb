"""Parts with places for marks: grids of squares, hexagons, and networks of places joined by ways."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from workbench.core.errors import UnknownNameError, WorkbenchError, nearest
from workbench.core.fields import Kind, Things
from workbench.core.outside import quoted
from workbench.core.tensor import one_hots
from workbench.own.parts import EMPTY, SEATS, Part


class Squares(Kind):
    """The marks on the squares of a grid, as a dict of the squares that are not empty.

    >>> kind = Squares(("a1", "b1"), Things("mark", "XO"))
    >>> kind.read({"b1": "O"}, [-1, -1], "'board'", []), kind.write([0, -1]), kind.numbers([1, -1])
    ([-1, 1], {'a1': 'X'}, [0.0, 1.0, 0.0, 0.0])
    """

    def __init__(self, places: Sequence[str], marks: Things) -> None:
        self.places, self.marks = tuple(places), marks
        self.example = {self.places[0]: marks.example}
        self.form = f"a dict such as {self.example!r}"
        self.shape, self.scale = (len(self.places), len(marks.names)), "for each place, 1 at its mark"

    def read(self, given: Any, value: Any, where: str, faults: list[str]) -> Any:
        if not isinstance(given, dict):
            self.wrong(given, where, faults)
            return value
        found = [EMPTY] * len(self.places)
        for place, mark in given.items():
            number = self.marks.find(mark, f"{where} at {quoted(place)}", faults)
            if place not in self.places:
                faults.append(f"{where}: there is no place {quoted(place)}.{nearest(str(place), self.places)} The places run "
                              f"from {self.places[0]} to {self.places[-1]}.")
            elif number is not None:
                found[self.places.index(place)] = number
        return found

    def write(self, value: Any) -> Any:
        return {place: self.marks.name(mark) for place, mark in zip(self.places, value, strict=True) if mark != EMPTY}

    def numbers(self, value: Any) -> list[float]:
        return one_hots(value, len(self.marks.names))


class Board(Part[list[int]]):
    """Places that each hold a mark or nothing: `state.board` lists what is on each, `EMPTY` for nothing.

    Attributes:
        names: the names of the places, in the order of their numbers.
        neighbours: for each place, the numbers of the places beside it.
        marks: what can be on a place, by number: usually one mark for each seat.
    """

    names: tuple[str, ...]
    neighbours: tuple[tuple[int, ...], ...]
    marks: tuple[str, ...]
    single: ClassVar[bool] = False

    def number(self, place: str) -> int:
        """Return the number of a place, by its name.

        Raises:
            UnknownNameError: there is no such place.
        """
        if place not in self.names:
            raise UnknownNameError(f"{self.name!r} has no place {quoted(place)}.{nearest(place, self.names)} Available: "
                                   f"{', '.join(self.names)}.")
        return self.names.index(place)

    def beside(self, place: str) -> tuple[str, ...]:
        """Return the places beside a place, by name.

        Raises:
            UnknownNameError: there is no such place.
        """
        return tuple([self.names[number] for number in self.neighbours[self.number(place)]])

    def joined(self, held: Sequence[int], begin: Iterable[int], end: Iterable[int], mark: int) -> bool:
        """Return whether places with a mark join one set of places to another.

        Args:
            held: what is on each place.
            begin: where a path may begin.
            end: where it must end.
            mark: the mark that every place of the path must have.
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

    def one(self, seat: int) -> Any:
        return [EMPTY] * len(self.names)

    def kind(self) -> Kind:
        return Squares(self.names, Things("mark", self.marks))

    def places(self) -> tuple[str, ...]:
        return self.names


class Grid(Board):
    """Squares in rows and columns: `state.board` lists what is on each, row by row, `EMPTY` for nothing.

    Args:
        rows: how many rows.
        columns: how many columns.
        marks: what can be on a square, by number; by default one mark for each seat.

    >>> board = Grid("board", "Who has marked each square.", 3, 3, marks="XO")
    >>> board.places()[:4], board.lines(3)[0], board.neighbours[0]
    (('a1', 'b1', 'c1', 'a2'), (0, 1, 2), (1, 3))
    >>> board.number("c1"), board.beside("a1"), board.place(0, 2)
    (2, ('b1', 'a2'), 2)
    """

    steps: ClassVar[tuple[tuple[int, int], ...]] = ((0, -1), (-1, 0), (1, 0), (0, 1))
    """The steps from a place to its neighbours: columns to the right and rows down."""
    example: ClassVar[str] = 'own.Grid("board", "Who has marked each square.", 3, 3, marks="XO")'

    def __init__(self, name: str, meaning: str, rows: int, columns: int, *, marks: Iterable[object] = SEATS) -> None:
        super().__init__(name, meaning)
        self.rows, self.columns = self.whole("rows", rows), self.whole("columns", columns)
        self.marks = self.words_of("marks", marks)
        self.names = tuple([f"{_letter(column)}{row + 1}" for row in range(rows) for column in range(columns)])
        self.neighbours = tuple([self._beside(row, column) for row in range(rows) for column in range(columns)])

    def _beside(self, row: int, column: int) -> tuple[int, ...]:
        found = [(row + down, column + right) for right, down in self.steps]
        return tuple(
            sorted([y * self.columns + x for y, x in found if 0 <= y < self.rows and 0 <= x < self.columns])
        )

    def place(self, row: int, column: int) -> int:
        """Return the number of a square, rows and columns counted from 0.

        Raises:
            WorkbenchError: it lies beyond the edge.
        """
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise WorkbenchError(f"{self.name!r} has no square in row {row}, column {column}: its rows are 0 to "
                                 f"{self.rows - 1}, its columns 0 to {self.columns - 1}.")
        return row * self.columns + column

    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """Return every straight line of this many squares: across, down and on both diagonals."""
        found = []
        for row in range(self.rows):
            for column in range(self.columns):
                for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                    last_row, last_column = row + down * (length - 1), column + right * (length - 1)
                    if 0 <= last_row < self.rows and 0 <= last_column < self.columns:
                        found.append(tuple([self.place(row + down * n, column + right * n) for n in range(length)]))
        return tuple(found)

    def row(self, number: int) -> list[int]:
        """Return the places of a row, counted from 0; -1 for the last one."""
        return [self.place(number % self.rows, column) for column in range(self.columns)]

    def column(self, number: int) -> list[int]:
        """Return the places of a column, counted from 0; -1 for the last one."""
        return [self.place(row, number % self.columns) for row in range(self.rows)]


class Hexagons(Grid):
    """Hexagons in rows, each row half a hexagon further to the right: a slanted board, as in Hex.

    >>> Hexagons("board", "Who has which field.", 3, 3).neighbours[4]
    (1, 2, 3, 5, 6, 7)
    """

    steps: ClassVar[tuple[tuple[int, int], ...]] = ((0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1))
    example: ClassVar[str] = 'own.Hexagons("board", "Whose stone lies on each hexagon.", 5, 5)'


class Network(Board):
    """Places joined by ways: towns and roads, rooms and doors. `state.map` lists what is in each place.

    Args:
        ways: pairs of names, each joined by a way; or a dict from each place to a list of the places beside it, which may be
            empty. Every way leads in both directions. Places are numbered in the order in which they first appear.
        marks: what can be in a place, by number; by default one mark for each seat.
        at: where to draw the places, as a dict from names to pairs (right, down); by default the board decides.

    Attributes:
        ways: each way as a pair of names, listed once.
        at: where to draw the places; empty if the board decides.

    >>> roads = Network("map", "Who holds each town.", [("Ford", "Mill"), ("Mill", "Hill"), ("Hill", "Ford"), ("Hill", "Inn")])
    >>> roads.names, roads.neighbours[roads.number("Hill")], roads.beside("Inn")
    (('Ford', 'Mill', 'Hill', 'Inn'), (0, 1, 3), ('Hill',))
    """

    example: ClassVar[str] = 'own.Network("map", "Who holds each town.", [("Ford", "Mill"), ("Mill", "Hill")])'

    def __init__(
        self,
        name: str,
        meaning: str,
        ways: Iterable[tuple[str, str]] | Mapping[str, Iterable[str]],
        *,
        marks: Iterable[object] = SEATS,
        at: Mapping[str, tuple[float, float]] | None = None,
    ) -> None:
        super().__init__(name, meaning)
        self.marks = self.words_of("marks", marks)
        given: Any = ways
        known: dict[str, set[str]] = {}
        if isinstance(given, Mapping):
            known = {str(one): set() for one in given}
            lists = {one: others if isinstance(others, (list, tuple, set)) else [others] for one, others in given.items()}
            given = [(one, other) for one, others in lists.items() for other in others]
        for pair in given if isinstance(given, Iterable) and not isinstance(given, str) else ():
            ends = tuple(map(str, pair)) if isinstance(pair, (list, tuple)) else ()
            if len(ends) != 2 or ends[0] == ends[1]:
                raise self.wrong("ways", "a list of pairs of two places, or a dict from each place to those beside it", pair)
            for one, other in (ends, ends[::-1]):
                known.setdefault(one, set()).add(other)
        if not known:
            raise self.wrong("ways", "a list of pairs of two places, or a dict from each place to those beside it", ways)
        self.names = tuple(known)
        numbers = {place: number for number, place in enumerate(known)}
        self.neighbours = tuple([tuple(sorted([numbers[one] for one in known[place]])) for place in known])
        both = [(one, other) for one, beside in enumerate(self.neighbours) for other in beside]
        self.ways = tuple([(self.names[one], self.names[other]) for one, other in both if one < other])
        points: Any = at
        self.at = {} if at is None else dict(points) if isinstance(points, Mapping) else {"": points}
        if self.at and (set(self.at) != set(known) or not all([_is_point(point) for point in self.at.values()])):
            raise self.wrong("at", "a dict from every place to two numbers", at)


def _is_point(given: Any) -> bool:
    """Return whether something is a pair of numbers."""
    return isinstance(given, (list, tuple)) and len(given) == 2 and all([isinstance(one, (int, float)) for one in given])


def _letter(column: int) -> str:
    """Return the letter of a column, with a number from the 27th column on."""
    return chr(ord("a") + column % 26) + ("" if column < 26 else f"{column // 26}_")
