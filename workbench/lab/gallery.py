"""Collect the work of a term: each group changed one rule and measured it, and one page shows all groups."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import isfinite
from os import PathLike
from pathlib import Path
from typing import Final

from workbench.core.errors import WorkbenchError
from workbench.core.extra import package
from workbench.core.outside import NotPlain, quoted, read_plain, told
from workbench.core.registry import game_class, game_names
from workbench.core.webpage import document, write_page
from workbench.core.words import counted

OURS: Final = "<!-- gallery of tabletop-workbench -->"
CARD: Final = "group.json"
"""The file in which a group says what it changed."""
NEEDED: Final = {"rule": "what you changed", "question": "what you wanted to know"}
FURTHER: Final = {"group": "your names", "game": "the game", "expected": "what you expected", "found": "what you found"}
TABLES: Final = {"variants.csv": "Measured", "differences.csv": "Differences"}
"""The tables that `python -m workbench compare --out` writes, with their headings."""
SHOWN: Final = ("metric", "variant", "n", "value", "effect", "low", "high", "interval", "p", "says")
"""The columns that the page shows; the other ones stay in the files."""
NOTES: Final = "notes.md"
MOST_GROUPS: Final = 100
MOST_ROWS: Final = 60
LONGEST: Final = 2_000
"""The most letters of an entry of the card."""
STYLE: Final = """
main { overflow-wrap: anywhere; }
h2 { margin: 0 0 .2rem; }
h3 { font-size: .85rem; letter-spacing: .04em; color: var(--soft); margin: 1.1rem 0 .3rem; font-weight: 600; }
p { margin: .4rem 0; }
.notes :is(h1, h2, h3) { font-size: 1rem; color: inherit; letter-spacing: 0; margin: .8rem 0 .2rem; }
.card { padding: 1.2rem 1.4rem; margin: 1.4rem 0; }
.question { border-left: .25rem solid var(--full); padding-left: .8rem; font-size: 1.1rem; margin: .8rem 0; }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.6rem; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid var(--line); padding: .25rem .6rem; text-align: left; vertical-align: top;
  white-space: nowrap; }
svg { width: 100%; max-width: 43rem; height: auto; display: block; }
svg text { fill: var(--ink); font: 13px system-ui, "DejaVu Sans", sans-serif; }
svg .zero { stroke: var(--soft); stroke-dasharray: 3 3; }
svg .bar { stroke: var(--full); stroke-width: 3; } svg circle { fill: var(--full); }
@media (max-width: 40rem) { .two { grid-template-columns: 1fr; } }
@media print { th, td { white-space: normal; padding: .15rem .4rem; font-size: 8.5pt; } }
"""

LINK: Final = re.compile(r"\](?=[(:\[])")
"""What makes words in brackets a link or a picture, which may not come from elsewhere."""

Rows = list[list[str]]


@dataclass(frozen=True)
class Group:
    """The work of one group.

    Attributes:
        folder: the name of its folder.
        card: what it says: `rule` and `question`, and any of `group`, `game`, `expected` and `found`.
        tables: the rows of its tables, the head first, by the name of the file.
        notes: its notes in Markdown; empty if there are none.
    """

    folder: str
    card: Mapping[str, str]
    tables: Mapping[str, Rows]
    notes: str

    @property
    def name(self) -> str:
        """The name of the group."""
        return self.card.get("group") or self.folder


@dataclass(frozen=True, repr=False)
class Gallery:
    """The work of all groups; `gallery` returns it.

    Attributes:
        groups: the groups, by the names of their folders.
        faults: what could not be shown, as pairs of a folder and a sentence.
    """

    groups: Sequence[Group]
    faults: Sequence[tuple[str, str]]

    def __repr__(self) -> str:
        said = [f"{counted(len(self.groups), 'group')} in the gallery."]
        return "\n".join([*said, *[f"{folder}: {why}" for folder, why in self.faults]])

    def write(self, file: str | PathLike[str]) -> Path:
        """Write the gallery as one HTML page, which opens and prints without a network.

        Args:
            file: the file to write; it may overwrite an earlier gallery, but nothing else.

        Returns:
            the path of the page.

        Raises:
            WorkbenchError: the file is something else, or cannot be written.
        """
        return write_page(file, page(self), OURS, "a gallery")


def gallery(folder: str | PathLike[str], file: str | PathLike[str] | None = None) -> Gallery:
    """Collect the work of all groups of a class, and write it as one page.

    Each group has a folder inside `folder` with `group.json`, the tables `variants.csv` and `differences.csv` as `python -m
    workbench compare ... --out` writes them, and notes in `notes.md` if it likes. Nothing in these folders is run.

    Args:
        folder: the folder with the folders of the groups.
        file: the page to write, such as "gallery.html"; None to write nothing.

    Returns:
        the gallery: its groups, and what could not be shown.

    Raises:
        WorkbenchError: there is no such folder, it holds too many groups, or the page cannot be written.

    >>> import json, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     Path(folder, "red").mkdir()
    ...     words = {"rule": "Ten cards instead of eight.", "question": "Is the last fief won more often?"}
    ...     written = Path(folder, "red", "group.json").write_text(json.dumps(words))
    ...     print(gallery(folder, f"{folder}/gallery.html"))
    1 group in the gallery.
    red: There is no differences.csv, so the page shows no evidence. Store it with `compare ... --out`.
    """
    try:
        places = sorted([one for one in Path(folder).iterdir() if one.is_dir() and not one.name.startswith(".")])
    except (OSError, TypeError, ValueError):
        raise WorkbenchError(f"The folder {quoted(str(folder))} cannot be read. Name the folder of the groups.") from None
    if len(places) > MOST_GROUPS:
        raise WorkbenchError(f"{quoted(str(folder))} contains {len(places):,} folders; a gallery shows at most {MOST_GROUPS}.")
    groups, faults = [], []
    for place in places:
        found, why = group_in(place)
        groups += [found] if found else []
        faults += [(quoted(place.name)[1:-1], told(one)) for one in why]
    made = Gallery(groups, faults)
    if file is not None:
        made.write(file)
    return made


def group_in(place: Path) -> tuple[Group | None, list[str]]:
    """Return the work in the folder of a group, and what is wrong with it, in sentences."""
    faults = []
    texts = {}
    for name in (CARD, *TABLES, NOTES):
        try:
            if (place / name).is_symlink() or place.is_symlink():
                raise NotPlain("it is a link to somewhere else")
            texts[name] = read_plain(place / name).decode("utf-8-sig")
        except FileNotFoundError:
            continue
        except (NotPlain, OSError, UnicodeDecodeError) as fault:
            why = "it is not a text in UTF-8" if isinstance(fault, UnicodeDecodeError) else fault
            faults.append(f"{name} cannot be read: {why}.")
    if CARD not in texts:
        return None, faults or [f"There is no {CARD}. It says what the group changed, so the folder is left out."]
    try:
        card = card_of(texts[CARD])
    except WorkbenchError as fault:
        return None, [*faults, str(fault)]
    tables = {}
    for name in [name for name in TABLES if name in texts]:
        try:
            tables[name] = [row for row in csv.reader(io.StringIO(texts[name])) if row][: MOST_ROWS + 1]
        except csv.Error as fault:
            faults.append(f"{name} is not a table: {fault}.")
    if "differences.csv" not in texts and not faults:
        faults.append("There is no differences.csv, so the page shows no evidence. Store it with `compare ... --out`.")
    return Group(quoted(place.name)[1:-1], card, tables, texts.get(NOTES, "")), faults


def card_of(text: str) -> dict[str, str]:
    """Return what a card says.

    Raises:
        WorkbenchError: it is not JSON, or something that a card needs is missing.

    >>> card_of('{"rule": "Ten cards."}')
    Traceback (most recent call last):
    ...
    workbench.core.errors.WorkbenchError: group.json has no "question", which says what you wanted to know. Add it as a text.
    """
    try:
        card = json.loads(text)
    except (ValueError, RecursionError):
        raise WorkbenchError(f"{CARD} is not JSON. Look for a missing comma or quotation mark.") from None
    if not isinstance(card, dict):
        raise WorkbenchError(f'{CARD} should hold {{"rule": "...", "question": "..."}}.')
    found = {}
    for key, meaning in {**NEEDED, **FURTHER}.items():
        value = card.get(key)
        if isinstance(value, str) and value.strip():
            found[key] = told(value.strip(), LONGEST)
        elif key in NEEDED:
            raise WorkbenchError(f'{CARD} has no "{key}", which says {meaning}. Add it as a text.')
    return found


def page(made: Gallery) -> str:
    """Return the page as text; everything from the groups is shown as text."""
    links = [
        f'<li><a href="#g{number}">{escape(one.name)}</a>: {escape(one.card["rule"])}</li>'
        for number, one in enumerate(made.groups)
    ]
    cards = [_card(number, one) for number, one in enumerate(made.groups)]
    faults = [f"<li><b>{escape(folder)}</b>: {escape(why)}</li>" for folder, why in made.faults]
    missing = f'<section class="card"><h2>Not shown</h2><ul>{"".join(faults)}</ul></section>' if faults else ""
    body = f"""<h1>Gallery of changed rules</h1>
<p class="soft">{counted(len(made.groups), "group")}. Each changed one rule and measured what it does. Effects are differences
from the rules as they are; an interval that contains 0 decides nothing.</p>
<ol>{"".join(links)}</ol>
{"".join(cards)}
{missing}"""
    return document("Gallery of changed rules", body, OURS, STYLE)


def _card(number: int, one: Group) -> str:
    """Return the work of one group."""
    card = one.card
    game = card.get("game", "")
    title = game_class(game).title if game in game_names() else game
    both = "".join(
        [
            f"<div><h3>{heading}</h3><p>{escape(card[key])}</p></div>"
            for key, heading in (("expected", "What we expected"), ("found", "What we found"))
            if key in card
        ]
    )
    tables = "".join([f"<h3>{TABLES[name]}</h3>{_table(rows)}" for name, rows in one.tables.items() if rows])
    return f"""<article class="card" id="g{number}"><h2>{escape(one.name)}</h2>
<p class="soft">{escape(title)}</p>
<p class="question">{escape(card["question"])}</p>
<h3>The rule we changed</h3><p>{escape(card["rule"])}</p>
<div class="two">{both}</div>
{_chart(one.tables.get("differences.csv", []))}{tables}
{_words(one.notes)}</article>
"""


def _words(notes: str) -> str:
    """Return notes as HTML, without links, pictures and HTML of their own."""
    if not notes.strip():
        return ""
    render = package("mistune", "A gallery with notes", "notebooks").create_markdown(escape=True, plugins=["table"])
    return f'<h3>Notes</h3><div class="notes">{render(LINK.sub("] ", told(notes, 5 * LONGEST)))}</div>'


def _table(rows: Rows) -> str:
    """Return the columns of a table that matter here."""
    places = [number for number, name in enumerate(rows[0]) if name in SHOWN]
    head, *rest = [[escape(told(row[number], 200)) for number in places if number < len(row)] for row in rows]
    body = "".join([f"<tr>{''.join([f'<td>{cell}</td>' for cell in row])}</tr>" for row in rest])
    return f'<div class="scroll"><table><tr>{"".join([f"<th>{cell}</th>" for cell in head])}</tr>{body}</table></div>'


def _chart(rows: Rows) -> str:
    """Return the differences as points with their intervals, one picture per metric, as each has a scale of its own."""
    metrics: dict[str, list[tuple[str, float, float, float]]] = {}
    head = rows[0] if rows else []
    for row in [dict(zip(head, row, strict=False)) for row in rows[1:]]:
        try:
            effect, low, high = [float(row[name]) for name in ("effect", "low", "high")]
        except (KeyError, ValueError):
            continue  # an effect that is the same in every game has no interval
        if isfinite(effect) and isfinite(low) and isfinite(high):
            metrics.setdefault(row.get("metric", ""), []).append((row.get("variant", ""), effect, low, high))
    return "".join([_picture(metric, effects) for metric, effects in metrics.items()])


def _picture(metric: str, effects: Sequence[tuple[str, float, float, float]]) -> str:
    """Return the effects on one metric as a picture."""
    least = min([0.0, *[low for _, _, low, _ in effects]])
    most = max([0.0, *[high for _, _, _, high in effects]])
    width = (most - least) or 1.0

    def x(value: float) -> str:
        return f"{200 + 260 * (value - least) / width:.1f}"

    lines = []
    for number, (variant, effect, low, high) in enumerate(effects):
        y = 22 + 28 * number
        lines.append(
            f'<text x="0" y="{y + 4}">{escape(told(variant, 26))}</text>'
            f'<line class="bar" x1="{x(low)}" x2="{x(high)}" y1="{y}" y2="{y}"/><circle cx="{x(effect)}" cy="{y}" r="5"/>'
            f'<text x="480" y="{y + 4}">{effect:+.3g} ({low:.3g} to {high:.3g})</text>'
        )
    tall = 16 + 28 * len(effects)
    return (
        f'<h3>{escape(told(metric, 80))}: difference with its interval</h3><svg viewBox="0 0 700 {tall}" role="img" '
        f'aria-label="{escape(told(metric, 80))}"><line class="zero" x1="{x(0)}" x2="{x(0)}" y1="4" y2="{tall - 4}"/>'
        f"{''.join(lines)}</svg>"
    )
