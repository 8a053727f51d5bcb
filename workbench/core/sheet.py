"""A rules sheet: a game on two printed pages, in short sentences that each name the clauses behind them.

The sentences are in ``sheet.md`` in the folder of the game. The form is Markdown with a few fixed patterns: a title, parts
under second-level headings, and in them paragraphs and list items. Each ends with the clauses it sums up::

    - Shuffle the cards and draw eight. [XX-SETUP-1, XX-SETUP-2]

A line ``Table: NAME (Column, Column) [XX-DRAW-1]`` shows these columns of a table of the rulebook. The clauses may be left
out if a column called ``Clause`` names them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from itertools import groupby
from os import PathLike
from pathlib import Path
from typing import Final

from workbench.core.errors import WorkbenchError, nearest
from workbench.core.outside import quoted
from workbench.core.registry import game_names, load
from workbench.core.rulebook import ID, Rulebook
from workbench.core.webpage import write_page

FILE: Final = "sheet.md"
OURS: Final = "<!-- rules sheet of tabletop-workbench -->"

_NAMED: Final = re.compile(rf"\s*\[({ID.pattern}(?:,\s*{ID.pattern})*)\]$")
_TABLE: Final = re.compile(r"^Table: ([a-z_]+) \(([^()]+)\)$")
_BOLD: Final = re.compile(r"\*\*(.+?)\*\*")
_ITALIC: Final = re.compile(r"\*(.+?)\*")

STYLE: Final = """
@page { size: A4; margin: 11mm 12mm; }
* { box-sizing: border-box; }
body { font: 9.8pt/1.34 system-ui, "DejaVu Sans", "Liberation Sans", sans-serif; color: #000; background: #fff; }
body { max-width: 186mm; margin: 1rem auto; padding: 0 .5rem; }
header { border-bottom: 2px solid #000; margin-bottom: 2.5mm; }
h1 { font-size: 18pt; line-height: 1.1; margin: 0 0 1mm; }
header p { margin: 0 0 1.5mm; font-size: 11pt; }
main { columns: 2; column-gap: 7mm; }
h2 { font-size: 11pt; line-height: 1.2; margin: 2.6mm 0 .8mm; padding-bottom: .3mm; border-bottom: 1px solid #999; }
h2 { break-after: avoid; }
section:first-child h2 { margin-top: 0; }
p { margin: 0 0 1.1mm; break-inside: avoid; }
ul { margin: 0 0 1.1mm; padding-left: 3.6mm; }
li { margin: 0 0 .8mm; break-inside: avoid; }
table { border-collapse: collapse; width: 100%; margin: .5mm 0 1.5mm; font-size: 8pt; line-height: 1.2; break-inside: avoid; }
th, td { border: 1px solid #999; padding: .2mm .8mm; text-align: left; vertical-align: top; }
.wide { column-span: all; break-inside: avoid; }
.wide table { font-size: 8.5pt; }
.ids { color: #555; font-size: 6.8pt; }
.ids b { font-weight: normal; white-space: nowrap; }
figure { margin: 3mm 0 0; break-inside: avoid; text-align: center; }
figure svg { max-width: 100%; max-height: 78mm; height: auto; }
figcaption { font-size: 8pt; color: #333; }
footer { border-top: 1px solid #999; margin-top: 2mm; padding-top: .8mm; font-size: 7.5pt; color: #333; }
@media print { body { max-width: none; margin: 0; padding: 0; } }
"""


class SheetError(WorkbenchError):
    """A rules sheet that is missing or not written in the agreed form; the message names the paragraph."""


@dataclass(frozen=True)
class Block:
    """A paragraph, a list item or a table of a sheet.

    Attributes:
        kind: ``text``, ``item`` or ``table``.
        text: the words, with Markdown's marks for bold and italic; the name of the table.
        clauses: the clauses that it sums up; never empty.
        rows: the heading and the rows of a table.
    """

    kind: str
    text: str
    clauses: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = ()

    def html(self) -> str:
        """Return the block as HTML."""
        if self.kind == "table":
            head, *rows = self.rows
            cells = [f"<tr>{''.join(f'<th>{escape(name)}</th>' for name in head)}</tr>"]
            cells += [f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows]
            return f"<table>{''.join(cells)}</table>"
        said = _ITALIC.sub(r"<i>\1</i>", _BOLD.sub(r"<b>\1</b>", escape(self.text)))
        whole = f'{said} <span class="ids">{", ".join(f"<b>{clause}</b>" for clause in self.clauses)}</span>'
        return f"<li>{whole}</li>" if self.kind == "item" else f"<p>{whole}</p>"


@dataclass(frozen=True)
class Part:
    """A heading of a sheet with its blocks."""

    title: str
    blocks: tuple[Block, ...]

    def html(self) -> str:
        """Return the part as HTML; neighbouring items form a list. A part with a wide table goes across both columns."""
        parts = [f"<h2>{escape(self.title)}</h2>"]
        for kind, run in groupby(self.blocks, key=lambda block: block.kind):
            blocks = "".join(block.html() for block in run)
            parts.append(f"<ul>{blocks}</ul>" if kind == "item" else blocks)
        wide = any(len(row) > 3 for block in self.blocks for row in block.rows)
        return f'<section class="{"wide" if wide else "narrow"}">{"".join(parts)}</section>'


@dataclass(frozen=True)
class Sheet:
    """The rules of a game on two printed pages.

    Attributes:
        title: the name of the game.
        lead: what the game is about.
        parts: the parts, in reading order.
        picture: the board at the beginning of a match, as SVG; empty for none.
    """

    title: str
    lead: tuple[Block, ...]
    parts: tuple[Part, ...]
    picture: str = ""

    def __iter__(self) -> Iterator[Block]:
        """Go through all blocks in reading order."""
        yield from self.lead
        for part in self.parts:
            yield from part.blocks

    @property
    def clauses(self) -> tuple[str, ...]:
        """All clauses that the sheet names, each once, in reading order."""
        return tuple(dict.fromkeys(clause for block in self for clause in block.clauses))

    def html(self) -> str:
        """Return the sheet as a page of its own, laid out for A4, that needs no network."""
        title = escape(self.title)
        lead = "".join(block.html() for block in self.lead)
        figure = f"<figure>{self.picture}<figcaption>The board at the beginning of a match.</figcaption></figure>\n"
        return (
            f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{OURS}\n<meta charset="utf-8">\n<meta name="viewport" '
            f'content="width=device-width">\n<title>{title}: rules sheet</title>\n<style>{STYLE}</style>\n</head>\n<body>\n'
            f"<header><h1>{title}</h1>{lead}</header>\n<main>\n"
            + "\n".join(part.html() for part in self.parts)
            + f"\n</main>\n{figure if self.picture else ''}"
            "<footer>A summary in our own words. The small letters name the clauses of the rulebook, where every rule is "
            "stated in full. The game belongs to its author and publisher.</footer>\n</body>\n</html>\n"
        )


def read_sheet(game: str) -> Sheet:
    """Return the rules sheet of a game.

    Args:
        game: its name.

    Raises:
        UnknownNameError: there is no such game.
        SheetError: it has no sheet, or the sheet is not written in the agreed form.

    >>> sheet = read_sheet("northwood")
    >>> sheet.title, sheet.parts[0].title, sheet.clauses[0]
    ('For Northwood!', 'Components', 'NW-OBJ-1')
    """
    rules = load(game)
    path = rules.folder / FILE
    if rules.name not in game_names() or not path.is_file():
        raise SheetError(f"{rules.title} has no rules sheet. To print its rulebook, use `widgets.handout`.")
    match = rules.match(seed=1)
    board = rules.scene(match.seen(match.seat), match.seat).svg()
    return replace(parse(path.read_text(encoding="utf-8"), rules.rulebook), picture=board)


def parse(text: str, book: Rulebook) -> Sheet:
    """Return the sheet that a text in the agreed form describes.

    Args:
        text: the text.
        book: the rulebook with the clauses and tables that it names.

    Raises:
        SheetError: it is not written in the agreed form, or names an unknown clause or table.

    >>> book = Rulebook.parse("## Drawing\\n- **XX-DRAW-1** *(source)* Draw one card.", "example")
    >>> sheet = parse("# Example\\n\\nDraw. [XX-DRAW-1]\\n\\n## Set-up\\n\\n- Begin. [XX-DRAW-1]", book)
    >>> [part.title for part in sheet.parts]
    ['Set-up']
    >>> parse("# Example\\n\\nDraw. [XX-DRAW-2]", book)
    Traceback (most recent call last):
    ...
    workbench.core.sheet.SheetError: The rules sheet names XX-DRAW-2, which the rulebook does not have, in 'Draw.'
    """
    title, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    name, _, lead = title.partition("\n")
    if not name.startswith("# "):
        raise SheetError(f"A rules sheet must begin with '# ' and the name of the game, not with {quoted(name)}.")
    found = []
    for part in parts:
        heading, _, body = part.partition("\n")
        found.append(Part(heading.strip(), _blocks(body, book)))
    return Sheet(name.removeprefix("# ").strip(), _blocks(lead, book), tuple(found))


def _blocks(text: str, book: Rulebook) -> tuple[Block, ...]:
    """Return the paragraphs, items and tables of a text."""
    # a blank line or a new item begins a block
    raw = [" ".join(part.split()) for part in re.split(r"\n\s*\n|\n(?=- )", text.strip())]
    return tuple(_block(part, book) for part in raw if part)


def _block(text: str, book: Rulebook) -> Block:
    """Return the block that a joined paragraph describes."""
    found = _NAMED.search(text)
    words = text[: found.start()] if found else text
    clauses = tuple(found[1].replace(",", " ").split()) if found else ()
    rows: tuple[tuple[str, ...], ...] = ()
    kind = "item" if words.startswith("- ") else "text"
    if table := _TABLE.match(words):
        kind, words = "table", table[1]
        columns = tuple(name.strip() for name in table[2].split(","))
        if words not in book.tables:
            raise SheetError(f"The rulebook has no table {quoted(words)}.{nearest(words, book.tables)}")
        known = book.table(words)[0]
        for name in columns:
            if name not in known:
                raise SheetError(f"The table {words} has no column {quoted(name)}.{nearest(name, known)}")
        rows = (columns, *[tuple(row[name] for name in columns) for row in book.table(words)])
        if "Clause" in columns:
            clauses += tuple(row["Clause"] for row in book.table(words))
    if not clauses:
        raise SheetError(f"A paragraph of the rules sheet must end with its clauses in square brackets: {quoted(words)}.")
    for clause in clauses:
        if clause not in book:
            raise SheetError(f"The rules sheet names {clause}, which the rulebook does not have, in {quoted(words)}")
    return Block(kind, words.removeprefix("- "), clauses, rows)


def write_sheet(sheet: Sheet, file: str | PathLike[str]) -> Path:
    """Write a sheet as a page to print.

    Args:
        sheet: the sheet.
        file: where to write it; this overwrites an earlier sheet, but no other file.

    Returns:
        the path of the page.

    Raises:
        SaveFileError: the file cannot be written, or is something else.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> write_sheet(read_sheet("keydom"), Path(folder.name, "keydom.html")).name
    'keydom.html'
    >>> folder.cleanup()
    """
    return write_page(file, sheet.html(), OURS, "a rules sheet")
