"""The cards: three decks read from tables that you can edit, and the numbers the rules use for them.

The tables are CSV files in the folder ``data``: `resource_cards.csv`, `scheme_cards.csv`, `special_cards.csv` and
`folly_cards.csv`. Everything is numbered by its row: the scheme types are the rows of `scheme_cards.csv`, then those of
`special_cards.csv`. To play with other cards, let `copy_cards` write the usual tables into a folder of your own, change them
there, and name the folder in the option `cards`. The game and its save files then keep the tables themselves, as one text
(`cards_text`), and no longer need the folder.
"""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from workbench.core.errors import LISTED, UnknownNameError, WorkbenchError, nearest
from workbench.core.outside import NotPlain, quoted, read_plain

DATA: Final = Path(__file__).parent / "data"
"""The folder with the usual tables, and with a folder for each other set."""
USUAL: Final = "usual"
SETS: Final = (USUAL, "one_sided")
"""The sets of cards that come with the game."""

GREEDY: Final = 0
LAZY: Final = 1
WICKED: Final = 2
DIMWITTED: Final = 3
FOLLIES: Final = 4
FOLLY_LETTERS: Final = ("GR", "LZ", "WK", "DW")
"""The short names of the follies."""
FOLLY_NAMES: Final = ("Greedy", "Lazy", "Wicked", "Dimwitted")
ROBBERS_CODE: Final = "RB"
ROBBERS_NAME: Final = "Robbers"

MERCHANT: Final = 0
PEASANT: Final = 1
GUARD: Final = 2
KIND_NAMES: Final = ("Merchant", "Peasant", "Guard")
"""The kinds of traveller (MW-LINE-2)."""

RESOURCE_NAMES: Final = ("plots", "manpower", "materials")

NONE: Final = -1
"""No card, no claim marker, no roadblock."""

EFFECTS: Final = ("draw", "take", "flip", "swap", "strip", "filch")
"""What a special card may do; `amount` says how many cards to draw or tokens to take."""

RED: Final = 0
BLUE: Final = 1
COLOUR_NAMES: Final = ("red", "blue")
"""The two sides of a folly card."""

DIGITS: Final = 3
"""Digits on a resource card."""
LINE_UP: Final = 6
"""The number of folly cards in the line-up (MW-SETUP-5)."""

HIGHEST_DIGIT: Final = 9
HIGHEST_NUMBER: Final = 20
"""The highest cost or profit that a table may name."""
MOST_COPIES: Final = 99
MOST_CARDS: Final = 1_000
"""The most cards that a deck may have."""

FILES: Final = {
    "resource_cards.csv": ("id", "first", "second", "third", "copies"),
    "scheme_cards.csv": ("id", "name", "kind", "plots", "manpower", "materials", "profit", "copies"),
    "special_cards.csv": ("id", "name", "effect", "amount", "plots", "manpower", "materials", "copies", "text"),
    "folly_cards.csv": ("id", "red", "blue"),
}
"""The tables and their columns."""

CODE: Final = re.compile(r"[A-Za-z][A-Za-z0-9]{0,11}")
FILE_NAME: Final = re.compile(r"[\w.-]+\.csv", re.IGNORECASE)
"""Matches a line that names a table; no row of a table looks like it."""
UNWRITABLE: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Matches characters that would break a line, a drawing or a file."""


class CardFileError(WorkbenchError):
    """Tables of cards that cannot be used for a game.

    Attributes:
        reasons: every reason found, one sentence each, with file, line and column.
    """

    def __init__(self, reasons: Iterable[str]) -> None:
        self.reasons: tuple[str, ...] = tuple(reasons)
        super().__init__("These cards cannot be used:\n" + self.listed())

    def listed(self) -> str:
        """Return the reasons, one a line."""
        listed = [f"- {reason}" for reason in self.reasons[:LISTED]]
        more = len(self.reasons) - LISTED
        return "\n".join([*listed, f"- and {more} more reasons"] if more > 0 else listed)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what another process needs to rebuild the error: its arguments, and the notes added since."""
        return (type(self), (self.reasons,), vars(self))


@dataclass(frozen=True)
class ResourceCard:
    """A kind of resource card.

    Attributes:
        code: its short name, such as ``RC08``.
        digits: its three digits in order, 1..9.
        pink: which of them are pink.
        copies: how many there are.
    """

    code: str
    digits: tuple[int, ...]
    pink: tuple[bool, ...]
    copies: int

    def __str__(self) -> str:
        return f"{self.code} ({self.in_digits()})"

    def in_digits(self) -> str:
        """Put its digits into words.

        >>> cards.resources[cards.resource_codes.index("RC08")].in_digits()
        '1, 2, 4 pink'
        """
        return ", ".join(
            [f"{digit} pink" if pink else str(digit) for digit, pink in zip(self.digits, self.pink, strict=True)]
        )


@dataclass(frozen=True)
class SchemeCard:
    """A kind of normal scheme card.

    Attributes:
        code: its short name, such as ``GR2a``.
        name: its house name.
        follies: the follies it attracts; empty for Robbers (MW-FOLLY-5, MW-ROB-1).
        cost: plots, manpower and materials, 0..20 each.
        profit: what it earns, 0..20.
        copies: how many there are.
    """

    code: str
    name: str
    follies: tuple[int, ...]
    cost: tuple[int, int, int]
    profit: int
    copies: int

    @property
    def robbers(self) -> bool:
        """Whether it pays on entry and attracts nobody."""
        return not self.follies

    @property
    def kind(self) -> str:
        """The name of its kind.

        >>> cards.schemes[0].kind, cards.schemes[20].kind
        ('Greedy', 'Robbers')
        """
        return " and ".join([FOLLY_NAMES[folly] for folly in self.follies]) or ROBBERS_NAME

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"


@dataclass(frozen=True)
class SpecialCard:
    """A kind of special scheme card (MW-RULING-47).

    Attributes:
        code: its short name, such as ``SP1``.
        name: its house name.
        effect: what it does, one of `EFFECTS`.
        amount: how many cards or tokens; 1 unless the effect is ``draw`` or ``take``.
        cost: plots, manpower and materials to pay, 0..20 each.
        copies: how many there are.
        text: its instructions.
    """

    code: str
    name: str
    effect: str
    amount: int
    cost: tuple[int, int, int]
    copies: int
    text: str

    def __str__(self) -> str:
        return f"{self.name} ({self.code})"


@dataclass(frozen=True)
class FollySide:
    """One side of a folly card.

    Attributes:
        kind: what it makes of its neighbours: `PEASANT` or `GUARD`; `MERCHANT` if it changes nothing.
        follies: its follies in printed order, at least one, no two equal.
    """

    kind: int
    follies: tuple[int, ...]

    def __str__(self) -> str:
        prefix = "" if self.kind == MERCHANT else f"{KIND_NAMES[self.kind]} "
        return prefix + " ".join([FOLLY_LETTERS[folly] for folly in self.follies])


@dataclass(frozen=True)
class FollyCard:
    """A folly card; the deck has one of each.

    Attributes:
        code: its short name, such as ``F01``.
        sides: its red and its blue side.
    """

    code: str
    sides: tuple[FollySide, FollySide]

    def __str__(self) -> str:
        return f"{self.code} (red {self.sides[RED]}, blue {self.sides[BLUE]})"


class Cards:
    """All cards of a game, with flat tables for the rules to look up.

    Args:
        resources: the kinds of resource cards.
        schemes: the kinds of normal scheme cards.
        specials: the kinds of special scheme cards.
        folly_cards: the folly cards.

    Attributes:
        cost: by scheme type: plots, manpower, materials; special cards included.
        profit: by scheme type; 0 for special cards.
        follies: by scheme type: the follies it attracts.
        robbers: by scheme type: 1 for Robbers, else 0.
        scheme_copies, resource_copies: how many there are of each type.
        scheme_codes, resource_codes, folly_codes: the short names by number.
        normal: how many scheme types are normal; the special types follow them.
        scheme_types: how many scheme types there are.
    """

    def __init__(
        self,
        resources: tuple[ResourceCard, ...],
        schemes: tuple[SchemeCard, ...],
        specials: tuple[SpecialCard, ...],
        folly_cards: tuple[FollyCard, ...],
    ) -> None:
        self.resources: tuple[ResourceCard, ...] = resources
        self.schemes: tuple[SchemeCard, ...] = schemes
        self.specials: tuple[SpecialCard, ...] = specials
        self.folly_cards: tuple[FollyCard, ...] = folly_cards
        self.normal: int = len(schemes)
        self.scheme_types: int = len(schemes) + len(specials)
        self.cost: tuple[tuple[int, int, int], ...] = (
            *[card.cost for card in schemes],
            *[card.cost for card in specials],
        )
        self.profit: tuple[int, ...] = (*[card.profit for card in schemes], *[0 for _ in specials])
        none: tuple[int, ...] = ()
        self.follies: tuple[tuple[int, ...], ...] = (*[card.follies for card in schemes], *[none for _ in specials])
        self.robbers: bytes = bytes([*[int(not card.follies) for card in schemes], *[0 for _ in specials]])
        self.scheme_copies: tuple[int, ...] = (*[card.copies for card in schemes], *[card.copies for card in specials])
        self.scheme_codes: tuple[str, ...] = (*[card.code for card in schemes], *[card.code for card in specials])
        self.resource_copies: tuple[int, ...] = tuple([card.copies for card in resources])
        self.resource_codes: tuple[str, ...] = tuple([card.code for card in resources])
        self.folly_codes: tuple[str, ...] = tuple([card.code for card in folly_cards])

    def scheme_of(self, code: str) -> int:
        """Return the scheme type with a short name.

        A kind with a profit, such as ``GR2``, means the first type of that kind with that profit.

        Raises:
            UnknownNameError: there is no such type.

        >>> cards.scheme_of("GR2b"), cards.scheme_of("GR2"), cards.scheme_of("SP1")
        (2, 1, 21)
        """
        for number, known in enumerate(self.scheme_codes):
            if known.lower() == code.lower():
                return number
        for number, card in enumerate(self.schemes):
            kinds = [FOLLY_LETTERS[folly] for folly in card.follies] or [ROBBERS_CODE]
            if code.upper() in [f"{kind}{card.profit}" for kind in kinds]:
                return number
        raise UnknownNameError(
            f"There is no scheme card {code!r}.{nearest(code, self.scheme_codes)} Available: {', '.join(self.scheme_codes)}."
        )

    def __repr__(self) -> str:
        return (
            f"<{sum(self.resource_copies)} resource cards, {sum(self.scheme_copies)} scheme cards, "
            f"{len(self.folly_cards)} folly cards>"
        )


def folly_list(left: FollySide, right: FollySide) -> tuple[int, ...]:
    """Return the follies of a traveller between two folly cards (MW-FOLLY-1, MW-FOLLY-2).

    Args:
        left: the visible side on its left.
        right: the visible side on its right.

    Returns:
        the follies of the left card, then those of the right card, each one only once.

    >>> folly_list(FollySide(MERCHANT, (WICKED, GREEDY)), FollySide(PEASANT, (GREEDY, LAZY)))
    (2, 0, 1)
    """
    return left.follies + tuple([folly for folly in right.follies if folly not in left.follies])


def kind_between(left: FollySide, right: FollySide, mixed: str = "left") -> int:
    """Return the kind of a traveller between two folly cards (MW-LINE-2, MW-PEASANT-1, MW-GUARD-1).

    Args:
        left: the visible side on its left.
        right: the visible side on its right.
        mixed: which card counts of a Peasant card and a Guard card: ``left``, ``guard`` or ``peasant`` (MW-RULING-30).

    Returns:
        `MERCHANT`, `PEASANT` or `GUARD`.

    >>> guard, peasant = FollySide(GUARD, (GREEDY,)), FollySide(PEASANT, (LAZY,))
    >>> KIND_NAMES[kind_between(peasant, guard)], KIND_NAMES[kind_between(peasant, guard, "guard")]
    ('Peasant', 'Guard')
    """
    if left.kind == MERCHANT or right.kind in (MERCHANT, left.kind):
        return left.kind or right.kind
    return left.kind if mixed == "left" else GUARD if mixed == "guard" else PEASANT


def follies_of(text: str) -> tuple[int, ...]:
    """Read a list of different follies from their short or full names.

    Raises:
        WorkbenchError: an unknown folly, or one named twice.

    >>> follies_of("GR dimwitted"), follies_of("")
    ((0, 3), ())
    """
    found: list[int] = []
    for word in text.replace(",", " ").split():
        folly = _folly(word)
        if folly == NONE:
            raise UnknownNameError(f"There is no folly {word!r}: the follies are {', '.join(FOLLY_LETTERS)}.")
        if folly in found:
            raise WorkbenchError(f"{FOLLY_LETTERS[folly]} is named twice in {text!r}; each folly counts once.")
        found.append(folly)
    return tuple(found)


def _folly(word: str) -> int:
    """Return the folly with a short or full name, or `NONE`."""
    for folly in range(FOLLIES):
        if word.lower() in (FOLLY_LETTERS[folly].lower(), FOLLY_NAMES[folly].lower()):
            return folly
    return NONE


# -- reading the tables ------------------------------------------------------------------------------------------------


class _Table:
    """A file while it is being read: its rows as dicts, and the reasons why it cannot be used."""

    def __init__(self, name: str, text: str, reasons: list[str]) -> None:
        self.name = name
        self.reasons = reasons
        self.rows: list[tuple[int, dict[str, str]]] = []
        self.codes: dict[str, int] = {}
        self.read(text)

    def read(self, text: str) -> None:
        """Split the text into rows; a table without the right columns has no rows."""
        columns, before = FILES[self.name], len(self.reasons)
        first = text.split("\n", 1)[0]
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=";" if ";" in first and "," not in first else ",")
        header: list[str] = []
        try:
            for fields in reader:
                cells = [cell.strip() for cell in fields]
                if not any(cells):
                    continue
                if not header:
                    header = [cell.lower() for cell in cells]
                    if sorted(header) != sorted(columns):
                        self.reasons.append(
                            f"{self.name}, line {reader.line_num}: the columns must be {', '.join(columns)}, "
                            f"not {', '.join(header)}."
                        )
                        return
                elif len(cells) != len(columns):
                    self.reasons.append(
                        f"{self.name}, line {reader.line_num}: {len(columns)} entries are needed, not {len(cells)} "
                        f"(a text with a comma in it stands in double quotes)."
                    )
                elif len(self.rows) == MOST_CARDS:
                    self.reasons.append(f"{self.name} has more than {MOST_CARDS:,} rows; a deck has no more cards than that.")
                    return
                else:
                    row = dict(zip(header, cells, strict=True))
                    for column, cell in row.items():
                        if UNWRITABLE.search(cell):
                            self.wrong(reader.line_num, column, cell, "plain text on a single line")
                    self.rows.append((reader.line_num, row))
        except csv.Error as error:
            self.reasons.append(
                f"{self.name}, line {reader.line_num}: this is no table of comma-separated values ({error})."
            )
        if not header:
            self.reasons.append(f"{self.name} is empty; its first line must name the columns {', '.join(columns)}.")
        elif not self.rows and len(self.reasons) == before:
            self.reasons.append(
                f"{self.name} has no card; there must be at least one row below the names of the columns."
            )

    def wrong(self, line: int, column: str, value: str, right: str) -> None:
        """Record a wrong entry and what would be right."""
        self.reasons.append(f"{self.name}, line {line}, {column}: must be {right}, not {quoted(value)}.")

    def whole(self, line: int, row: Mapping[str, str], column: str, low: int, high: int) -> int:
        """Read an entry that must be a whole number in a range."""
        value = row[column]
        if not (value.isascii() and value.isdigit() and len(value) < 9 and low <= int(value) <= high):
            self.wrong(line, column, value, f"a whole number from {low} to {high}")
            return low
        return int(value)

    def costs(self, line: int, row: Mapping[str, str]) -> tuple[int, int, int]:
        """Read the three costs of a row."""
        plots, manpower, materials = [self.whole(line, row, resource, 0, HIGHEST_NUMBER) for resource in RESOURCE_NAMES]
        return (plots, manpower, materials)

    def code(self, line: int, row: Mapping[str, str]) -> str:
        """Read the short name of a row's card, which no other card may have."""
        code = row["id"]
        if not CODE.fullmatch(code):
            self.wrong(line, "id", code, "a letter and then letters or digits, 12 at most")
        elif code.lower() in self.codes:
            self.reasons.append(
                f"{self.name}, line {line}, id: {code!r} stands in line {self.codes[code.lower()]} already; "
                f"each card needs a name of its own."
            )
        else:
            self.codes[code.lower()] = line
        return code


def load_cards(source: str | Path = USUAL) -> Cards:
    """Read cards.

    Args:
        source: the name of a set, a folder with tables, or such tables as one text; see `cards_text`.

    Returns:
        the cards.

    Raises:
        CardFileError: something in the tables is wrong; every reason is named, with file, line and column.

    >>> load_cards()
    <36 resource cards, 84 scheme cards, 48 folly cards>
    """
    return _cards(cards_text(source))


def cards_text(source: str | Path) -> str:
    """Return cards in the form that the option `cards` keeps: the name of a set, or tables as one text.

    Args:
        source: the name of a set, one of `SETS`; a folder with your own tables, named like the usual ones; or the text of such
            tables: for each, a line with its file name, then its lines. The usual tables replace any that are missing.

    Returns:
        the name of the set; or the text of all tables that differ from the usual ones.

    Raises:
        CardFileError: something in the tables is wrong; every reason is named, with file, line and column.

    >>> cards_text("one_sided")
    'one_sided'
    >>> print(cards_text("resource_cards.csv\\nid,first,second,third,copies\\nEASY,2,2p,2,36\\n"))
    resource_cards.csv
    id,first,second,third,copies
    EASY,2,2p,2,36
    """
    if isinstance(source, str) and source.strip() in SETS:
        return source.strip()
    text = _bundle(_tables_in_text(source) if isinstance(source, str) and "\n" in source else _tables_in(Path(source)))
    _cards(text)  # only tables that a game can use
    return text


def tables_of(name: str, file: str = "") -> str:
    """Return the tables of a set that comes with the game, as one text in the form that `cards_text` reads.

    Args:
        name: one of `SETS`.
        file: the name of the only table to return; empty for all tables.

    >>> print(tables_of("usual", "resource_cards.csv")[:47])
    resource_cards.csv
    id,first,second,third,copies
    """
    tables = _set_tables(name)
    return "\n".join([f"{one}\n{tables[one]}" for one in FILES if file in ("", one)])


def _set_tables(name: str) -> dict[str, str]:
    """Return the text of each table of a set that comes with the game."""
    usual = _tables_in(DATA)
    return usual if name == USUAL else {**usual, **_tables_in(DATA / name)}


@lru_cache(maxsize=16)
def _cards(text: str) -> Cards:
    """Return the cards that a text of `cards_text` describes."""
    tables = _tables_in(DATA)
    if text in SETS[1:]:
        tables = _set_tables(text)
    elif text != USUAL:
        tables = {**tables, **_tables_in_text(text)}
    return _read(tables)


def _bundle(tables: Mapping[str, str]) -> str:
    """Return all tables that differ from the usual ones, as one text; the name of the usual set if none does."""
    usual = _tables_in(DATA)
    return (
        "\n".join([f"{name}\n{tables[name]}" for name in FILES if tables.get(name, usual[name]) != usual[name]])
        or USUAL
    )


def _read(texts: Mapping[str, str]) -> Cards:
    """Read the cards of all tables."""
    reasons: list[str] = []
    tables = {name: _Table(name, texts[name], reasons) for name in FILES}
    cards = Cards(
        _resource_cards(tables["resource_cards.csv"]),
        _scheme_cards(tables["scheme_cards.csv"]),
        _special_cards(tables["special_cards.csv"], tables["scheme_cards.csv"]),
        _folly_cards(tables["folly_cards.csv"]),
    )
    for name, number in (
        ("resource_cards.csv", sum(cards.resource_copies)),
        ("the tables of scheme cards", sum(cards.scheme_copies)),
        ("folly_cards.csv", len(cards.folly_cards)),
    ):
        if number > MOST_CARDS:
            reasons.append(f"{name}: {number:,} cards are too many; a deck has {MOST_CARDS:,} at most.")
    if len(cards.folly_cards) < LINE_UP and not reasons:
        reasons.append(f"folly_cards.csv names {len(cards.folly_cards)} of the {LINE_UP} cards that the line-up needs.")
    if reasons:
        raise CardFileError(reasons)
    return cards


def _tables_in(folder: Path) -> dict[str, str]:
    """Return the text of each table in a folder."""
    if not os.path.isdir(folder):  # unlike `Path.is_dir`, this accepts any text
        raise CardFileError([f"There is no folder {quoted(str(folder))} with tables of cards."])
    found = sorted([path.name for path in folder.glob("*.csv")])
    reasons = [_no_table(name) for name in found if name not in FILES]
    if not found:
        reasons.append(f"The folder {quoted(str(folder))} holds none of the tables {', '.join(FILES)}.")
    texts: dict[str, str] = {}
    for name in FILES:
        if name not in found:
            continue
        try:
            texts[name] = _plain(read_plain(folder / name).decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            reasons.append(f"{name}: byte {error.start} is not UTF-8; save the table as CSV in UTF-8.")
        except NotPlain as error:
            reasons.append(f"{name} cannot be read: {error}.")
        except OSError as error:
            reasons.append(f"{name} cannot be read: {error.strerror}.")
    if reasons:
        raise CardFileError(reasons)
    return texts


def _tables_in_text(text: str) -> dict[str, str]:
    """Split a text of several tables into the text of each."""
    reasons: list[str] = []
    lines: dict[str, list[str]] = {}
    name = ""
    for line in _plain(text.removeprefix("\ufeff")).split("\n"):
        word = line.strip()
        if FILE_NAME.fullmatch(word):
            if word not in FILES:
                reasons.append(_no_table(word))
            elif word in lines:
                reasons.append(f"{word} stands there twice.")
            name = word
            lines[name] = []
        elif name:
            lines[name].append(line)
        elif word:
            reasons.append(f"Before the first line of a table its name must stand: one of {', '.join(FILES)}.")
            break
    if not lines and not reasons:
        reasons.append(f"The text holds none of the tables {', '.join(FILES)}.")
    if reasons:
        raise CardFileError(reasons)
    return {name: _plain("\n".join(lines[name])) for name in lines}


def _plain(text: str) -> str:
    """Return a text with simple line ends, and none at the end."""
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip()


def _no_table(name: str) -> str:
    return f"{name} is no table of this game.{nearest(name, FILES)} The tables are {', '.join(FILES)}."


def _resource_cards(table: _Table) -> tuple[ResourceCard, ...]:
    found = []
    for line, row in table.rows:
        digits: list[int] = []
        pink: list[bool] = []
        for column in ("first", "second", "third"):
            value = row[column].lower()
            if len(value.removesuffix("p")) != 1 or value[0] not in "123456789":
                right = f"a digit from 1 to {HIGHEST_DIGIT}, with a p behind it if it is pink"
                table.wrong(line, column, row[column], right)
            else:
                digits.append(int(value[0]))
                pink.append(len(value) == 2)
        copies = table.whole(line, row, "copies", 1, MOST_COPIES)
        found.append(ResourceCard(table.code(line, row), tuple(digits), tuple(pink), copies))
    return tuple(found)


def _scheme_cards(table: _Table) -> tuple[SchemeCard, ...]:
    found = []
    for line, row in table.rows:
        words = row["kind"].replace("+", " ").replace(" and ", " ").split()
        follies = tuple([_folly(word) for word in words])
        robbers = [word.lower() for word in words] in (["robbers"], ["rb"])
        if robbers:
            follies = ()
        elif not follies or NONE in follies or len(set(follies)) < len(follies):
            table.wrong(line, "kind", row["kind"], f"{ROBBERS_NAME} or one or more of {', '.join(FOLLY_NAMES)}")
        if not row["name"]:
            table.wrong(line, "name", "", "the name of the card")
        code = table.code(line, row)
        cost = table.costs(line, row)
        profit = table.whole(line, row, "profit", 0, HIGHEST_NUMBER)
        found.append(
            SchemeCard(code, row["name"], follies, cost, profit, table.whole(line, row, "copies", 1, MOST_COPIES))
        )
    return tuple(found)


def _special_cards(table: _Table, normal: _Table) -> tuple[SpecialCard, ...]:
    found = []
    for line, row in table.rows:
        code = table.code(line, row)
        if code.lower() in normal.codes:
            table.reasons.append(
                f"{table.name}, line {line}, id: {code!r} is a card of {normal.name} already; "
                f"each card needs a name of its own."
            )
        effect = row["effect"].lower()
        amount = table.whole(line, row, "amount", 1, HIGHEST_NUMBER)
        if effect not in EFFECTS:
            table.wrong(line, "effect", row["effect"], f"one of {', '.join(EFFECTS)}")
        elif effect not in ("draw", "take") and amount != 1:
            table.wrong(line, "amount", row["amount"], f"1 for the effect {effect}")
        for column in ("name", "text"):
            if not row[column]:
                table.wrong(line, column, "", f"the {column} of the card")
        cost = table.costs(line, row)
        copies = table.whole(line, row, "copies", 1, MOST_COPIES)
        found.append(SpecialCard(code, row["name"], effect, amount, cost, copies, row["text"]))
    return tuple(found)


def _folly_cards(table: _Table) -> tuple[FollyCard, ...]:
    found = []
    for line, row in table.rows:
        red, blue = [_folly_side(table, line, column, row[column]) for column in COLOUR_NAMES]
        found.append(FollyCard(table.code(line, row), (red, blue)))
    return tuple(found)


def _folly_side(table: _Table, line: int, column: str, text: str) -> FollySide:
    words = text.replace(",", " ").split()
    kind = MERCHANT
    if words and words[0].capitalize() in KIND_NAMES[PEASANT:]:
        kind = KIND_NAMES.index(words[0].capitalize())
    follies = tuple([_folly(word) for word in (words[1:] if kind else words)])
    if not follies or NONE in follies or len(set(follies)) < len(follies):
        right = f"different follies out of {', '.join(FOLLY_LETTERS)}, perhaps with Peasant or Guard before them"
        table.wrong(line, column, text, right)
        return FollySide(MERCHANT, (GREEDY,))
    return FollySide(kind, follies)


def copy_cards(folder: str | Path) -> tuple[Path, ...]:
    """Write the usual tables into a folder; change them there, then play with ``wb.load("merry_way", cards=folder)``.

    Args:
        folder: where to write them; the folder is made if it does not exist.

    Returns:
        the paths of the files written.

    Raises:
        WorkbenchError: one of the files exists already, so nothing is written; or the folder cannot be written.
    """
    try:
        target = Path(folder)
    except TypeError:
        raise WorkbenchError(f"The name of a folder is a text or a path, not {quoted(folder)}.") from None
    try:
        for name in FILES:
            if (target / name).exists():
                raise WorkbenchError(
                    f"{quoted(str(target / name))} is there already; choose an empty folder or delete the file."
                )
        target.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            (target / name).write_bytes((DATA / name).read_bytes())
    except OSError as fault:
        raise WorkbenchError(f"No cards can be written to {quoted(str(target))}: {fault.strerror}.") from None
    except WorkbenchError:
        raise
    except ValueError:  # a character that no name may contain
        raise WorkbenchError(f"{quoted(str(target))} is no name of a folder.") from None
    return tuple([target / name for name in FILES])


cards: Final = load_cards()
"""The usual cards."""

RESOURCE_CODES: Final = cards.resource_codes
"""The short names of the usual resource cards, by type."""
SCHEME_CODES: Final = cards.scheme_codes
"""The short names of the usual scheme cards, by type: first normal cards, then special cards."""
FOLLY_CODES: Final = cards.folly_codes
"""The short names of the usual folly cards."""
