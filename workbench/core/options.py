"""Options: a typed, checked table of every number and every unclear rule of a game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from workbench.core.errors import OptionError, nearest
from workbench.core.outside import quoted, whole_number
from workbench.core.words import listed


class Allowed:
    """The values an option may take."""

    def check(self, value: object) -> Any:
        """Return the value in its proper form.

        Raises:
            ValueError: the value is not allowed; the message is the second half of a sentence.
        """
        raise NotImplementedError

    def describe(self) -> str:
        """Return the allowed values in words."""
        raise NotImplementedError

    def samples(self) -> tuple[Any, ...]:
        """Return some allowed values, enough to change the option in a test."""
        raise NotImplementedError

    def tables(self) -> tuple[str, ...]:
        """Return examples of tables that people may pass as texts, such as cards or a map, to change and try."""
        return tuple([sample for sample in self.samples() if isinstance(sample, str) and "\n" in sample])

    def names_a_file(self, value: object) -> bool:
        """Return whether `check` would read a file for this value; if so, it may not come from outside."""
        return False


@dataclass(frozen=True)
class Choice(Allowed):
    """One of a few named values.

    >>> Choice(("on", "off")).describe()
    "'on' or 'off'"
    """

    values: tuple[str, ...]

    def check(self, value: object) -> str:
        """Return the value if it is one of the names."""
        if not isinstance(value, str) or value not in self.values:
            hint = nearest(value, self.values) if isinstance(value, str) else ""
            raise ValueError(f"must be {self.describe()}, not {quoted(value)}.{hint}")
        return str(value)

    def describe(self) -> str:
        """Return the names in quotes."""
        quoted = [repr(value) for value in self.values]
        return quoted[0] if len(quoted) == 1 else ", ".join(quoted[:-1]) + " or " + quoted[-1]

    def samples(self) -> tuple[str, ...]:
        """Return every name."""
        return self.values


@dataclass(frozen=True)
class Whole(Allowed):
    """A whole number in a range, both ends included, or one of a few numbers.

    >>> Whole(0, 20).describe()
    'a whole number from 0 to 20'
    """

    low: int
    high: int
    only: tuple[int, ...] = ()

    def check(self, value: object) -> int:
        """Return the value if it is a whole number in the range."""
        allowed, number = self.only or range(self.low, self.high + 1), whole_number(value)
        if number is None or number not in allowed:
            raise ValueError(f"must be {self.describe()}, not {quoted(value)}.")
        return number

    def describe(self) -> str:
        """Return the range in words."""
        if self.only:
            return ", ".join(map(str, self.only[:-1])) + f" or {self.only[-1]}"
        return f"a whole number from {self.low} to {self.high}"

    def samples(self) -> tuple[int, ...]:
        """Return both ends and the middle, or the few numbers."""
        return self.only or tuple(sorted({self.low, (self.low + self.high) // 2, self.high}))


@dataclass(frozen=True)
class WholeList(Allowed):
    """A list of whole numbers in a range; texts such as "0 1 6" are read as lists.

    Args:
        low: the smallest number allowed.
        high: the largest number allowed.
        length: how many there must be; None for any number of different ones.
        example: a value for tests.
    """

    low: int
    high: int
    length: int | None = None
    example: tuple[int, ...] = ()

    def check(self, value: object) -> tuple[int, ...]:
        """Return the numbers as a tuple."""
        if isinstance(value, str):
            try:
                value = [int(part) for part in value.replace(",", " ").split()]
            except ValueError:
                raise ValueError(f"must be {self.describe()}, not {quoted(value)}.") from None
        if not isinstance(value, (list, tuple)):
            raise ValueError(f"must be {self.describe()}, not {quoted(value)}.")
        found = [whole_number(part) for part in value]
        numbers = tuple([number for number in found if number is not None])
        good = len(numbers) == len(found) and all([self.low <= number <= self.high for number in numbers])
        if self.length is None:
            good = good and len(set(numbers)) == len(numbers)
        elif len(numbers) != self.length:
            good = False
        if not good:
            raise ValueError(f"must be {self.describe()}, not {quoted(list(value))}.")
        return numbers

    def describe(self) -> str:
        """Return the list in words."""
        count = "different whole numbers" if self.length is None else f"{self.length} whole numbers"
        return f"a list of {count} from {self.low} to {self.high}"

    def samples(self) -> tuple[tuple[int, ...], ...]:
        """Return the example."""
        return (self.example,)


@dataclass(frozen=True)
class Codes(Allowed):
    """A list of different component codes, such as "CJ FJ LJ EJ"; a text or a list of texts.

    Args:
        known: all codes.
        lengths: how many codes are allowed; empty for any number.
        example: a value for tests.
        more: whether other options may add codes. If so, the game refuses codes that do not exist, because it knows them all.
    """

    known: tuple[str, ...]
    lengths: tuple[int, ...] = ()
    example: str = ""
    more: bool = False

    def check(self, value: object) -> str:
        """Return the codes as one text, separated by single spaces."""
        if isinstance(value, (list, tuple)):
            value = " ".join(str(part) for part in value)
        if not isinstance(value, str):
            raise ValueError(f"must be {self.describe()}, not {quoted(value)}.")
        codes = value.replace(",", " ").split()
        for code in codes:
            if code not in self.known and not self.more:
                raise ValueError(f"names {quoted(code)}, which does not exist.{nearest(code, self.known)}")
        if len(set(codes)) != len(codes):
            raise ValueError(f"names a code twice: {value}.")
        if self.lengths and len(codes) not in self.lengths:
            raise ValueError(f"must be {self.describe()}, not {len(codes)} codes.")
        return " ".join(codes)

    def describe(self) -> str:
        """Return the list in words."""
        many = listed(list(map(str, self.lengths)), last="or") if self.lengths else "any number of"
        return f"{many} different codes such as {self.known[0]} {self.known[-1]}"

    def samples(self) -> tuple[str, ...]:
        """Return the empty value and the example."""
        return ("", self.example)


@dataclass(frozen=True)
class Option:
    """One number or reading of a game that you can change.

    Attributes:
        name: its name in `wb.load(..., name=value)`.
        default: the value it has if you do not change it.
        allowed: the values it may take.
        meaning: what it changes, in one sentence.
        clause: the ruling or clause it belongs to.

    >>> Option("threshold", 16, Whole(0, 20), "The stars you need to win.", "NW-END-3").allowed.describe()
    'a whole number from 0 to 20'
    """

    name: str
    default: Any
    allowed: Allowed
    meaning: str
    clause: str

    @property
    def plain(self) -> str:
        """What it changes, as plain text without Markdown.

        >>> Option("map", "auto", Choice(("auto", "own")), "The map: `auto` for the usual one.", "XX-RULING-1").plain
        'The map: auto for the usual one.'
        """
        return self.meaning.replace("**", "").replace("`", "")


def reading(name: str, readings: str, meaning: str, clause: str) -> Option:
    """Return an option whose values are the named readings of an unclear rule; the first is the default.

    >>> one = reading("shortage", "take_rest none_if_short", "What is taken of what is short.", "XX-RULING-7")
    >>> one.default, one.allowed.describe()
    ('take_rest', "'take_rest' or 'none_if_short'")
    """
    values = tuple(readings.split())
    return Option(name, values[0], Choice(values), meaning, clause)


class Options(Mapping[str, Any]):
    """The options of one game with their values: a read-only mapping that prints as a table.

    Args:
        game: the game's name, for messages.
        table: all options of the game.
        values: the values that differ from the defaults.

    Raises:
        OptionError: an unknown name or a value that is not allowed.

    >>> table = (Option("threshold", 16, Whole(0, 20), "Stars needed to win.", "NW-END-3"),)
    >>> Options("northwood", table, {"threshold": 18})["threshold"]
    18
    >>> Options("northwood", table, {"treshold": 18})
    Traceback (most recent call last):
    ...
    workbench.core.errors.OptionError: northwood has no option 'treshold'. Did you mean 'threshold'? Available: threshold.
    """

    def __init__(self, game: str, table: tuple[Option, ...], values: Mapping[str, object]) -> None:
        self.game = game
        self.options: dict[str, Option] = {option.name: option for option in table}
        self._values: dict[str, Any] = {option.name: option.default for option in table}
        for name, value in values.items():
            if name not in self.options:
                raise OptionError(
                    f"{game} has no option {quoted(name)}.{nearest(name, self.options)} Available: {', '.join(self.options)}."
                )
            try:
                self._values[name] = self.options[name].allowed.check(value)
            except ValueError as fault:
                raise OptionError(f"The option {quoted(name)} of {game} {fault}") from None

    def __getitem__(self, name: str) -> Any:
        if name not in self._values:
            raise OptionError(f"{self.game} has no option {quoted(name)}.{nearest(name, self._values)}")
        return self._values[name]

    def __contains__(self, name: object) -> bool:
        return name in self._values

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def changed(self) -> dict[str, Any]:
        """Return the options that differ from their defaults."""
        return {name: value for name, value in self._values.items() if value != self.options[name].default}

    def table(self) -> tuple[dict[str, Any], ...]:
        """Return one row per option: name, value, default, allowed values in words, meaning, clause."""
        return tuple(
            {
                "option": option.name,
                "value": self._values[option.name],
                "default": option.default,
                "allowed": option.allowed.describe(),
                "meaning": option.plain,
                "clause": option.clause,
            }
            for option in self.options.values()
        )

    def __repr__(self) -> str:
        return "\n".join(
            f"{'*' if row['value'] != row['default'] else ' '} {row['option']} = {show(row['value'])}"
            f"   {row['meaning']} ({row['clause']})"
            for row in self.table()
        )

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in ("option", "value", "default", "allowed", "meaning", "clause"))
        body = ""
        for row in self.table():
            cells = "".join(
                f'<td style="text-align:left">{escape(show(row[name]))}</td>'
                for name in ("option", "value", "default", "allowed", "meaning", "clause")
            )
            body += f"<tr>{cells}</tr>"
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def brief(value: Any) -> Any:
    """Return the first line of an option's value that is no comment; few values have more.

    >>> brief("cards.csv\\nid,copies"), brief('# A map.\\ntitle = "Mine"\\n'), brief(18)
    ('cards.csv …', 'title = "Mine" …', 18)
    """
    if isinstance(value, str) and "\n" in value:
        lines = value.splitlines()
        return next((line for line in lines if line.strip() and not line.startswith("#")), lines[0]) + " …"
    return value


def show(value: object) -> str:
    """Return an option's value as people write it: lists with spaces, an empty value as a dash.

    >>> show((0, 1, 6)), show(""), show("on"), show("cards.csv\\nid,copies")
    ('0 1 6', '-', 'on', 'cards.csv …')
    """
    if isinstance(value, tuple):
        return " ".join(map(str, value)) or "-"
    return str(brief(value)) or "-"
