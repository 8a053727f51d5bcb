"""A seat's view as a row of numbers, with a name and a meaning for every part.

A game lists its fields (`Game.tensor_fields`) and fills them from a view (`Game.tensor`). Every number is between 0 and 1;
a count is divided by its maximum. This needs no numpy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import prod
from typing import overload


@dataclass(frozen=True)
class Field:
    """One part of a tensor.

    Args:
        name: its name.
        shape: its dimensions, outermost first.
        meaning: what its numbers mean, as one sentence.

    >>> Field("statement", (4, 8), "1 at the suit and value of the statement.").size
    32
    """

    name: str
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


class Fields(Sequence[Field]):
    """The fields of a tensor in order: a sequence that prints as a table.

    >>> Fields((Field("hand", (4, 8), "1 for each card."), Field("seat", (2,), "1 at the seat.")))
    from  name  shape  meaning
       0  hand  4 x 8  1 for each card.
      32  seat  2      1 at the seat.
    """

    def __init__(self, fields: Iterable[Field]) -> None:
        self._fields = tuple(fields)

    @property
    def size(self) -> int:
        """How many numbers the whole tensor has."""
        return sum(field.size for field in self._fields)

    def places(self) -> Iterator[tuple[Field, int]]:
        """Yield every field with the place of its first number in the flat tensor."""
        place = 0
        for field in self._fields:
            yield field, place
            place += field.size

    def split(self, numbers: Sequence[float]) -> dict[str, Sequence[float]]:
        """Return the numbers of each field of a flat tensor, by name."""
        return {field.name: numbers[place : place + field.size] for field, place in self.places()}

    def rows(self) -> list[tuple[str, str, str, str]]:
        """Return one row per field: first place, name, shape and meaning."""
        return [
            (str(place), field.name, " x ".join(map(str, field.shape)), field.meaning) for field, place in self.places()
        ]

    @overload
    def __getitem__(self, index: int) -> Field: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Field, ...]: ...

    def __getitem__(self, index: int | slice) -> Field | tuple[Field, ...]:
        return self._fields[index]

    def __len__(self) -> int:
        return len(self._fields)

    def __repr__(self) -> str:
        rows = [("from", "name", "shape", "meaning"), *self.rows()]
        names, shapes = max(len(row[1]) for row in rows), max(len(row[2]) for row in rows)
        return "\n".join(f"{row[0]:>4}  {row[1]:<{names}}  {row[2]:<{shapes}}  {row[3]}" for row in rows)

    def _repr_html_(self) -> str:
        cells = [("from", "name", "shape", "meaning"), *self.rows()]
        body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in cells)
        return f"<table>{body}</table>"


def one_hot(place: int, size: int) -> list[float]:
    """Return a 1 at one place and 0 elsewhere; only zeros for a place below 0.

    Args:
        place: below `size`.
        size: how many numbers.

    >>> one_hot(1, 3), one_hot(-1, 2)
    ([0.0, 1.0, 0.0], [0.0, 0.0])
    """
    row = [0.0] * size
    if place >= 0:
        row[place] = 1.0
    return row


def one_hots(places: Sequence[int], size: int) -> list[float]:
    """Return a row as `one_hot` gives it for each of several places, one after the other.

    Args:
        places: each below `size`.
        size: how many numbers a row has.

    >>> one_hots((1, -1), 3)
    [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]
    """
    rows = [0.0] * (size * len(places))
    for number, place in enumerate(places):
        if place >= 0:
            rows[number * size + place] = 1.0
    return rows


def bits(mask: int, size: int) -> list[float]:
    """Return the members of a mask: 1 for every member.

    >>> bits(0b101, 4)
    [1.0, 0.0, 1.0, 0.0]
    """
    return [1.0 if mask >> place & 1 else 0.0 for place in range(size)]


def ordered(members: Sequence[int], size: int, longest: int) -> list[float]:
    """Return an ordered pile as numbers: 1/longest for the first, 2/longest for the second, ..., else 0.

    >>> ordered((2, 0), 4, 4)
    [0.5, 0.0, 0.25, 0.0]
    """
    row = [0.0] * size
    for place, member in enumerate(members, 1):
        row[member] = place / longest
    return row


def share(number: int, most: int) -> list[float]:
    """Return a count as a share of its maximum; larger counts are cut off there.

    >>> share(3, 4), share(9, 4)
    ([0.75], [1.0])
    """
    return [min(1.0, number / most)]


def fill(fields: Sequence[Field], values: Mapping[str, Sequence[float]]) -> list[float]:
    """Return the flat tensor of some fields.

    Args:
        fields: the fields in their order.
        values: the numbers of each field by its name, flat, outermost dimension first.

    Raises:
        ValueError: a field is missing or has the wrong number of numbers.

    >>> fill((Field("seat", (2,), "1 at the seat."),), {"seat": [0.0, 1.0]})
    [0.0, 1.0]
    >>> fill((Field("seat", (2,), "1 at the seat."),), {"seat": [0.0]})
    Traceback (most recent call last):
    ...
    ValueError: The field 'seat' has room for 2 numbers, not 1.
    """
    if len(values) != len(fields) or any(field.name not in values for field in fields):
        raise ValueError(
            f"The fields are {[field.name for field in fields]}, but numbers are given for {list(values)}."
        )
    row: list[float] = []
    for field in fields:
        numbers = values[field.name]
        if len(numbers) != field.size:
            raise ValueError(f"The field {field.name!r} has room for {field.size} numbers, not {len(numbers)}.")
        row += numbers
    return row
