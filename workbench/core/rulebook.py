"""A rulebook that people read on a page and the program reads as data.

The form is plain Markdown with a few fixed patterns. Everything else on the page is prose for the reader.

A clause is a list item: its ID in bold, its origin, its text; further lines are indented by two spaces::

    - **XX-DRAW-1** *(source)* Draw one card
      from the deck.
      - Option: `draw_size`
      - Note: any remark.
      - Not in code: the reason, for a clause that only explains.

The origin is one of ``ORIGINS``; *source*, for example, means that the clause comes from the rules text.

A ruling (an ID of the family ``RULING``) settles a question that the rules leave open. It lists its readings, the
default with the reason, and the option that switches it, or none. `Serves` names the clauses it settles. It is
required if there is no option::

    - **XX-RULING-1** *(our reading)* May you draw from an empty deck?
      - Reading: `no` - nothing is drawn.
      - Reading: `reshuffle` - the discard pile becomes the deck.
      - Default: `no`, because the text names no way to refill the deck.
      - Option: `empty_deck`
      - Serves: XX-DRAW-1

A reading begins with its option value in backticks, if it has one. If the default begins with a value, that value
is one of the readings. Write out `Option: none`. A clause of the family ``HOUSE`` is house content.

A table with a name is a Markdown table below a comment, ``<!-- table: scenarios -->``; the program gets one dict per row.
Fenced code is skipped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, NoReturn

from workbench.core.errors import UnknownNameError, WorkbenchError, nearest
from workbench.core.outside import quoted, tame_markdown

ORIGINS: Final = ("source", "public fact", "our reading", "derived", "house")
RULING: Final = "RULING"
HOUSE: Final = "HOUSE"
LABELS: Final = ("Reading", "Default", "Option", "Serves", "Not in code", "Note")

ITEMS: Final = {
    "Reading": "'- Reading: `no` - nothing is drawn.', a line for each answer.",
    "Default": "'- Default: `no`, because nothing says how.'",
    "Option": "'- Option: `empty_deck`', or '- Option: none' if nothing switches it.",
}
"""What the items that a ruling needs look like."""

ID: Final = re.compile(r"[A-Z]+-[A-Z]+-[1-9][0-9]*")
"""The ID of a clause."""

_HEADING: Final = re.compile(r"^(#{1,6})\s+(.+?)\s*$")
_ITEM: Final = re.compile(r"^-\s+\*\*[A-Z]+-[A-Z]+-")
_CLAUSE: Final = re.compile(rf"^- \*\*({ID.pattern})\*\* \*\(([^)]*)\)\* (\S.*)$")
_NESTED: Final = re.compile(r"^\s+- (.*)$")
_LABEL: Final = re.compile(r"^([A-Z][A-Za-z ]*):(?: (.*))?$")
_READING: Final = re.compile(r"^(?:`([^`]+)` - )?(.+)$")
_LEADING_VALUE: Final = re.compile(r"^`([^`]+)`")
_OPTION: Final = re.compile(r"`([a-z][a-z0-9_]*)`")
_TABLE: Final = re.compile(r"^<!--\s*table:\s*([a-z][a-z0-9_]*)\s*-->$")
_RULE: Final = re.compile(r"^:?-+:?$")
_PIPE: Final = re.compile(r"(?<!\\)\|")


class RulebookError(WorkbenchError):
    """A rulebook that is not written in the agreed form; the message names the line."""


@dataclass(frozen=True)
class Reading:
    """One way to read an unclear rule.

    Attributes:
        value: its option value, or None.
        text: the reading in words.
    """

    value: str | None
    text: str

    def __str__(self) -> str:
        return self.text if self.value is None else f"`{self.value}` - {self.text}"


@dataclass(frozen=True, repr=False)
class Clause:
    """One rule with its address. A notebook shows it as text.

    Attributes:
        id: the address, for example ``NW-TRICK-1``.
        text: the rule in words; Markdown inside is kept as it is.
        origin: where the rule comes from, one of ``ORIGINS``.
        section: its heading.
        line: its line in the rulebook, from 1.
        options: the options that switch or set it.
        serves: the clauses a ruling settles; empty for other clauses.
        not_in_code: why no code carries it out; empty if code does.
        notes: further remarks.
        replaced: the changed phase that replaces the one carrying it out, if somebody has changed the rules; otherwise empty.

    >>> book = Rulebook.parse("## Drawing\\n- **XX-DRAW-1** *(source)* Draw one card.", "example")
    >>> print(book["XX-DRAW-1"])
    XX-DRAW-1 (source): Draw one card.
    """

    id: str
    text: str
    origin: str
    section: str
    line: int = 0
    options: tuple[str, ...] = ()
    serves: tuple[str, ...] = ()
    not_in_code: str = ""
    notes: tuple[str, ...] = ()
    replaced: str = field(default="", kw_only=True)

    @property
    def standing(self) -> str:
        """The rule's origin, and whether it has been replaced here.

        >>> Clause("XX-DRAW-1", "Draw one card.", "source", "Drawing", replaced="draw").standing
        "source; replaced here by a changed phase 'draw'"
        """
        return self.origin + (f"; replaced here by a changed phase {self.replaced!r}" if self.replaced else "")

    @property
    def address(self) -> str:
        """Its ID, with a mark if it has been replaced here.

        >>> Clause("XX-DRAW-1", "Draw one card.", "source", "Drawing", replaced="draw").address
        'XX-DRAW-1 (replaced here)'
        """
        return f"{self.id} (replaced here)" if self.replaced else self.id

    @property
    def family(self) -> str:
        """The middle of the ID: ``TRICK`` of ``NW-TRICK-1``."""
        return self.id.split("-")[1]

    @property
    def plain(self) -> str:
        """The rule in words without Markdown, for places that show text as it is.

        >>> Clause("XX-DRAW-1", "**Draw** one `card`.", "source", "Drawing").plain
        'Draw one card.'
        """
        return without_markdown(self.text)

    def body(self) -> str:
        """Return the clause in Markdown without its ID and origin."""
        return "\n".join([self.text, *self._items()])

    def markdown(self) -> str:
        """Return the clause in Markdown: ID in bold, origin, section, text, remarks."""
        return f"**{self.id}** *({self.standing}; {self.section})* {self.body()}"

    def _items(self) -> list[str]:
        items = [f"- Note: {note}" for note in self.notes]
        if self.options:
            items.append("- Option: " + ", ".join(f"`{name}`" for name in self.options))
        if self.serves:
            items.append("- Serves: " + ", ".join(self.serves))
        if self.not_in_code:
            items.append(f"- Not in code: {self.not_in_code}")
        return ["", *items] if items else []

    def __str__(self) -> str:
        return f"{self.id} ({self.standing}): {self.plain}"

    def __repr__(self) -> str:
        return f"<{self.id}: {_shortened(self.text)}>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": str(self), "text/markdown": tame_markdown(self.markdown())}


def without_markdown(text: str) -> str:
    """Return a text of a rulebook without Markdown, for places that show text as it is.

    >>> without_markdown("**Draw** one `card`.")
    'Draw one card.'
    """
    return text.replace("**", "").replace("`", "")


@dataclass(frozen=True, repr=False)
class Ruling(Clause):
    """A clause that settles an open question. Its text is the question with the default answer.

    Attributes:
        question: what the rules leave open.
        readings: the possible answers, as written.
        default: the answer used unless an option says otherwise, with the reason.
    """

    question: str = ""
    readings: tuple[Reading, ...] = ()
    default: str = ""

    @property
    def option(self) -> str | None:
        """The option that switches the ruling, or None."""
        return self.options[0] if self.options else None

    @property
    def default_value(self) -> str | None:
        """The option value the default begins with, or None."""
        found = _LEADING_VALUE.match(self.default)
        return found.group(1) if found else None

    def body(self) -> str:
        lines = [self.question, ""]
        lines += [f"- Reading: {reading}" for reading in self.readings]
        lines.append(f"- Default: {self.default}")
        if not self.options:
            lines.append("- Option: none")
        return "\n".join(lines + self._items()[1:])

    def __str__(self) -> str:
        lines = [f"{self.id} ({self.standing}): {self.question}"]
        lines += [f"  Reading: {reading}" for reading in self.readings]
        lines.append(f"  Default: {self.default}")
        lines.append(f"  Option: {', '.join(self.options) or 'none'}")
        return without_markdown("\n".join(lines))


@dataclass(frozen=True, repr=False)
class Section:
    """A heading of the rulebook with everything up to the next heading.

    Attributes:
        title: the heading.
        level: 1 for the title of the page, 2 for a section, 3 for a part of one.
        text: the Markdown below the heading, explanations and tables included.
        clauses: the clauses in it, in reading order.
    """

    title: str
    level: int
    text: str
    clauses: tuple[Clause, ...]

    def markdown(self) -> str:
        """Return the section in Markdown with its heading."""
        return f"{'#' * self.level} {self.title}\n\n{self.text}"

    def __str__(self) -> str:
        return "\n".join([self.title, *(str(clause) for clause in self.clauses)])

    def __repr__(self) -> str:
        return f"<Section {self.title!r}: {_count(len(self.clauses), 'clause')}>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": str(self), "text/markdown": tame_markdown(self.markdown())}


class Rulebook:
    """All clauses of a game, by ID and in reading order.

    Attributes:
        name: the game's name in the program.
        title: the title of the page.
        text: the page as written.
        clauses: every clause, rulings and house content included, in reading order.
        rulings: the clauses that settle open questions.
        house: the clauses that are house content.
        sections: the headings with the text under them.

    >>> book = Rulebook.parse('''
    ... # Pairs
    ... ## Drawing
    ... - **XX-DRAW-1** *(source)* Draw one card.
    ... - **XX-DRAW-2** *(derived)* So the deck runs out.
    ...   - Not in code: it follows from XX-DRAW-1.
    ... <!-- table: cards -->
    ... | Card | Value |
    ... |---|---|
    ... | fox | 3 |
    ... ''', "pairs")
    >>> book
    <Rulebook 'pairs': 2 clauses, 0 rulings, 0 house rules, 1 table>
    >>> book["XX-DRAW-1"].section
    'Drawing'
    >>> "XX-DRAW-3" in book, len(book), [clause.id for clause in book]
    (False, 2, ['XX-DRAW-1', 'XX-DRAW-2'])
    >>> book.search("runs out")
    (<XX-DRAW-2: So the deck runs out.>,)
    >>> book.table("cards")
    ({'Card': 'fox', 'Value': '3'},)
    """

    def __init__(
        self,
        name: str,
        title: str,
        text: str,
        sections: tuple[Section, ...],
        tables: dict[str, tuple[dict[str, str], ...]],
    ) -> None:
        self.name = name
        self.title = title
        self.text = text
        self.sections = sections
        self.clauses: tuple[Clause, ...] = tuple(clause for section in sections for clause in section.clauses)
        self.rulings: tuple[Ruling, ...] = tuple(clause for clause in self.clauses if isinstance(clause, Ruling))
        self.house: tuple[Clause, ...] = tuple(clause for clause in self.clauses if clause.family == HOUSE)
        self._tables = tables
        self._by_id: dict[str, Clause] = {clause.id: clause for clause in self.clauses}

    def marked(self, replaced: Mapping[str, str]) -> Rulebook:
        """Return the same rulebook, with a mark on the clauses that a changed phase replaces.

        Args:
            replaced: the name of that phase, by the ID of the clause.
        """
        sections, page = [], self.text
        for section in self.sections:
            clauses, text = [], section.text
            for clause in section.clauses:
                marked = replace(clause, replaced=replaced.get(clause.id, ""))
                clauses.append(marked)
                if marked.replaced:
                    old, new = (f"**{clause.id}** *({one})*" for one in (clause.origin, marked.standing))
                    text, page = text.replace(old, new), page.replace(old, new)
            sections.append(replace(section, text=text, clauses=tuple(clauses)))
        return Rulebook(self.name, self.title, page, tuple(sections), self._tables)

    @staticmethod
    def parse(text: str, name: str) -> Rulebook:
        """Read a rulebook from its Markdown text.

        Args:
            text: the page, in the form described at the top of this module.
            name: the game's name, used in messages.

        Returns:
            The rulebook.

        Raises:
            RulebookError: if the text departs from the form; the message names the line.

        >>> Rulebook.parse("- **XX-DRAW-1** *(rumour)* Draw.", "pairs")
        Traceback (most recent call last):
            ...
        workbench.core.rulebook.RulebookError: Rulebook of pairs, line 1: XX-DRAW-1 has the unknown origin 'rumour'; \
the origins are source, public fact, our reading, derived, house.
        """
        parser = _Parser(text, name)
        parser.run()
        title = next((section.title for section in parser.sections if section.level == 1), name)
        return Rulebook(name, title, text, tuple(parser.sections), parser.tables)

    @staticmethod
    def read(path: str | Path) -> Rulebook:
        """Read a rulebook from a file; the game's name is the name of the folder.

        Args:
            path: the Markdown file, in UTF-8.

        Returns:
            The rulebook.

        Raises:
            RulebookError: if the file cannot be read or departs from the form.

        >>> Rulebook.read("nowhere/rulebook.md")
        Traceback (most recent call last):
            ...
        workbench.core.rulebook.RulebookError: There is no readable rulebook at nowhere/rulebook.md.
        """
        place = Path(path)
        try:
            text = place.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise RulebookError(f"There is no readable rulebook at {place}.") from error
        return Rulebook.parse(text, place.parent.name)

    def __getitem__(self, clause_id: str) -> Clause:
        clause = self._by_id.get(clause_id) if isinstance(clause_id, str) else None
        if clause is None:
            if not isinstance(clause_id, str):
                raise UnknownNameError(f"The ID of a clause must be a text, such as {next(iter(self._by_id), 'XX-ONE-1')!r}.")
            family = clause_id.upper().rpartition("-")[0]
            related = [known for known in self._by_id if known.rpartition("-")[0] == family]
            if related:
                hint = f" The clauses {family} run from {related[0]} to {related[-1]}."
            else:
                hint = nearest(clause_id, self._by_id)
            raise UnknownNameError(f"The rulebook of {self.name} has no clause {quoted(clause_id)}.{hint}")
        return clause

    def __contains__(self, clause_id: object) -> bool:
        return clause_id in self._by_id

    def __len__(self) -> int:
        return len(self.clauses)

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses)

    @property
    def families(self) -> dict[str, int]:
        """How many clauses each family has, in reading order: ``{"OBJ": 4, ...}``."""
        counts: dict[str, int] = {}
        for clause in self.clauses:
            counts[clause.family] = counts.get(clause.family, 0) + 1
        return counts

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of the tables."""
        return tuple(self._tables)

    def table(self, name: str) -> tuple[dict[str, str], ...]:
        """Return a named table as data.

        Args:
            name: the name in the comment above the table.

        Returns:
            One dict per row, with the column headings as keys; every value is text.

        Raises:
            UnknownNameError: if no table has this name.
        """
        rows = self._tables.get(name)
        if rows is None:
            known = ", ".join(self._tables) or "none"
            raise UnknownNameError(
                f"The rulebook of {self.name} has no table {name!r}; available: {known}.{nearest(name, self._tables)}"
            )
        return rows

    def section(self, title: str) -> Section:
        """Return one section with its explanations and clauses.

        Args:
            title: the heading, in capital or small letters.

        Returns:
            The section.

        Raises:
            UnknownNameError: if no heading has these words.
        """
        wanted = title.casefold()
        for section in self.sections:
            if section.title.casefold() == wanted:
                return section
        titles = [section.title for section in self.sections]
        raise UnknownNameError(
            f"The rulebook of {self.name} has no section {title!r}.{nearest(title, titles)}"
            f" Available: {', '.join(titles)}."
        )

    def search(self, words: str) -> tuple[Clause, ...]:
        """Find the clauses that contain all of some words.

        Args:
            words: one or more words or parts of words, in capital or small letters.

        Returns:
            The clauses, in reading order; empty if there are none or you gave no word.
        """
        wanted = words.casefold().split()
        if not wanted:
            return ()
        found: list[Clause] = []
        for clause in self.clauses:
            text = clause.markdown().casefold()
            if all(word in text for word in wanted):
                found.append(clause)
        return tuple(found)

    def markdown(self) -> str:
        """Return the contents of the rulebook as a Markdown table: each section with its clauses."""
        example = self.clauses[0].id if self.clauses else "ID"
        usage = f'`rulebook["{example}"]` shows a clause, `rulebook.section("...")` a section, `rulebook.search("...")`'
        lines = [f"**{self.title}**: {self._sizes()}. {usage} finds words.", "", "| Section | Clauses |", "|---|---|"]
        for section in self.sections:
            if section.clauses:
                indent = "&nbsp;&nbsp;" * max(0, section.level - 2)
                lines.append(f"| {indent}{section.title} | {_ranges(section.clauses)} |")
        return "\n".join(lines)

    def _sizes(self) -> str:
        return ", ".join(
            (
                _count(len(self.clauses), "clause"),
                _count(len(self.rulings), "ruling"),
                _count(len(self.house), "house rule"),
                _count(len(self._tables), "table"),
            )
        )

    def __str__(self) -> str:
        lines = [f"{self.title}: {self._sizes()}"]
        for section in self.sections:
            if section.clauses:
                lines.append(f"{'  ' * (section.level - 1)}{section.title}: {_ranges(section.clauses)}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Rulebook {self.name!r}: {self._sizes()}>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": str(self), "text/markdown": tame_markdown(self.markdown())}


class _Parser:
    """A reader that goes through a page line by line and keeps what it finds."""

    def __init__(self, text: str, name: str) -> None:
        self.lines: list[str] = text.splitlines()
        self.name = name
        self.sections: list[Section] = []
        self.tables: dict[str, tuple[dict[str, str], ...]] = {}
        self.first_lines: dict[str, int] = {}
        self.heading = ""
        self.level = 0
        self.heading_line = 0
        self.clauses: list[Clause] = []

    def run(self) -> None:
        """Read the whole page."""
        number = 0
        fenced = False
        while number < len(self.lines):
            line = self.lines[number]
            if line.startswith("```"):
                fenced = not fenced
                number += 1
            elif fenced or not line or line[0] not in "#-<":
                number += 1
            elif line[0] == "#":
                heading = _HEADING.match(line)
                if heading:
                    self.close_section(number)
                    self.open_section(heading.group(2), len(heading.group(1)), number)
                number += 1
            elif _ITEM.match(line):
                number = self.read_clause(number)
            else:
                table = _TABLE.match(line.strip())
                number = self.read_table(table.group(1), number) if table else number + 1
        self.close_section(len(self.lines))
        self.check_serves()

    def open_section(self, title: str, level: int, number: int) -> None:
        """Begin the section of a heading."""
        for section in self.sections:
            if section.title.casefold() == title.casefold():
                self.fail(number, f"there is already a section {title!r}; give this one a heading of its own.")
        self.heading = title
        self.level = level
        self.heading_line = number + 1

    def close_section(self, number: int) -> None:
        """End the open section; clauses before the first heading form one without a title."""
        if self.level or self.clauses:
            text = "\n".join(self.lines[self.heading_line : number]).strip()
            self.sections.append(Section(self.heading, self.level, text, tuple(self.clauses)))
        self.clauses = []

    def read_clause(self, number: int) -> int:
        """Read the clause that begins on this line; returns the index of the line after it."""
        start = number
        head = _CLAUSE.match(self.lines[number])
        if not head:
            self.fail(number, "this looks like a clause but is not written '- **XX-FAMILY-1** *(origin)* text'.")
        clause_id, origin, words = head.groups()
        if clause_id in self.first_lines:
            self.fail(number, f"{clause_id} is already on line {self.first_lines[clause_id]}; every ID is unique.")
        if origin not in ORIGINS:
            self.fail(number, f"{clause_id} has the unknown origin {origin!r}; the origins are {', '.join(ORIGINS)}.")
        self.first_lines[clause_id] = number + 1
        text = words.strip()
        labels: list[str] = []
        values: list[str] = []
        places: list[int] = []
        number += 1
        while number < len(self.lines):
            line = self.lines[number]
            if line and not line[0].isspace():
                break
            nested = _NESTED.match(line)
            if nested:
                label = _LABEL.match(nested.group(1))
                if not label or label.group(1) not in LABELS:
                    known = ", ".join(LABELS)
                    self.fail(number, f"an item under {clause_id} must begin with a label and a colon. The labels are {known}.")
                labels.append(label.group(1))
                values.append((label.group(2) or "").strip())
                places.append(number)
            elif line.strip():
                if labels:
                    values[-1] = f"{values[-1]} {line.strip()}".strip()
                else:
                    text = f"{text} {line.strip()}"
            number += 1
        self.clauses.append(self.build(clause_id, origin, text, start, labels, values, places))
        return number

    def build(
        self,
        clause_id: str,
        origin: str,
        text: str,
        start: int,
        labels: list[str],
        values: list[str],
        places: list[int],
    ) -> Clause:
        """Make a clause or a ruling from its text and its labelled items."""
        is_ruling = clause_id.split("-")[1] == RULING
        readings: list[Reading] = []
        notes: list[str] = []
        single: dict[str, str] = {}
        for label, value, place in zip(labels, values, places, strict=True):
            if not value:
                self.fail(place, f"{clause_id} has an empty item {label!r}.")
            if label in ("Reading", "Default", "Serves") and not is_ruling:
                self.fail(place, f"{clause_id} is not a ruling, so it cannot have an item {label!r}.")
            if label == "Reading":
                found = _READING.match(value)
                if found:
                    readings.append(Reading(found.group(1), found.group(2)))
            elif label == "Note":
                notes.append(value)
            elif label in single:
                self.fail(place, f"{clause_id} has a second item {label!r}; keep one.")
            else:
                single[label] = value
        options = self.read_options(clause_id, single.get("Option", "none"), start)
        serves = self.read_serves(clause_id, single.get("Serves", ""), start)
        excuse = single.get("Not in code", "")
        if not is_ruling:
            return Clause(clause_id, text, origin, self.heading, start + 1, options, serves, excuse, tuple(notes))
        default = single.get("Default", "")
        for item, there in (("Reading", readings), ("Default", default), ("Option", "Option" in single)):
            if not there:
                self.fail(start, f"{clause_id} is a ruling without an item {item!r}. Write it below, such as {ITEMS[item]}")
        if not options and not serves:
            self.fail(start, f"{clause_id} has no option, so an item 'Serves' must name the clauses it settles.")
        whole = f"{text} Default: {default}"
        ruling = Ruling(
            clause_id, whole, origin, self.heading, start + 1, options, serves, excuse, tuple(notes),
            text, tuple(readings), default,
        )  # fmt: skip
        known = [reading.value for reading in readings if reading.value is not None]
        if known and ruling.default_value is not None and ruling.default_value not in known:
            named = ", ".join(known)
            self.fail(start, f"{clause_id} takes {ruling.default_value!r} as default; its readings are {named}.")
        return ruling

    def read_options(self, clause_id: str, value: str, number: int) -> tuple[str, ...]:
        """Read the names of options in backticks, or `none`."""
        if value == "none":
            return ()
        names = tuple(_OPTION.findall(value))
        if ", ".join(f"`{name}`" for name in names) != value:
            self.fail(number, f"{clause_id} names its option as {value!r}; write names in backticks, or none.")
        return names

    def read_serves(self, clause_id: str, value: str, number: int) -> tuple[str, ...]:
        """Read the IDs of the clauses a ruling settles."""
        if not value:
            return ()
        names = tuple(part.strip() for part in value.split(","))
        for name in names:
            if not ID.fullmatch(name):
                self.fail(number, f"{clause_id} serves {name!r}, which is not an ID; write IDs with commas between them.")
        return names

    def check_serves(self) -> None:
        """Refuse a ruling that serves a clause which does not exist."""
        for section in self.sections:
            for clause in section.clauses:
                for name in clause.serves:
                    if name not in self.first_lines:
                        sentence = f"{clause.id} serves {name}, which is not a clause of this rulebook."
                        self.fail(clause.line - 1, sentence + nearest(name, self.first_lines))

    def read_table(self, table: str, number: int) -> int:
        """Read the table below a comment; returns the index of the line after it."""
        comment = number
        if table in self.tables:
            self.fail(comment, f"there is already a table {table!r}.")
        number += 1
        while number < len(self.lines) and not self.lines[number].strip():
            number += 1
        if number + 1 >= len(self.lines) or not self.lines[number].startswith("|"):
            self.fail(comment, f"no table follows the comment that names it {table!r}.")
        header = _cells(self.lines[number])
        if len(set(header)) != len(header) or "" in header:
            self.fail(number, f"the columns of the table {table!r} need a heading each, all different.")
        number += 1
        rule = _cells(self.lines[number])
        if len(rule) != len(header) or not all(_RULE.match(cell) for cell in rule):
            self.fail(number, f"the table {table!r} needs a line of dashes, one group a column, below its heading.")
        number += 1
        rows: list[dict[str, str]] = []
        while number < len(self.lines) and self.lines[number].startswith("|"):
            cells = _cells(self.lines[number])
            if len(cells) != len(header):
                self.fail(
                    number, f"this row of the table {table!r} has {len(cells)} cells; its heading has {len(header)}."
                )
            rows.append(dict(zip(header, cells, strict=True)))
            number += 1
        if not rows:
            self.fail(comment, f"the table {table!r} has no rows.")
        self.tables[table] = tuple(rows)
        return number

    def fail(self, number: int, sentence: str) -> NoReturn:
        """Refuse the page, naming the line (given as an index from 0)."""
        raise RulebookError(f"Rulebook of {self.name}, line {number + 1}: {sentence}")


def _cells(line: str) -> list[str]:
    """Return the cells of a table row, with `\\|` read as a bar."""
    inner = line.strip().removeprefix("|").removesuffix("|")
    return [cell.replace("\\|", "|").strip() for cell in _PIPE.split(inner)]


def _shortened(text: str) -> str:
    """Shorten a text to at most 72 characters, cut at a space."""
    if len(text) <= 72:
        return text
    return text[:70].rpartition(" ")[0] + " ..."


def _count(number: int, noun: str) -> str:
    """Return a number with its noun: `1 clause`, `2 clauses`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _ranges(clauses: tuple[Clause, ...]) -> str:
    """Return the IDs of some clauses, with runs of one family written as first to last."""
    runs: list[list[str]] = []
    family = ""
    for clause in clauses:
        if clause.family != family:
            runs.append([])
            family = clause.family
        runs[-1].append(clause.id)
    return ", ".join(run[0] if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
