"""Pages to hand out: rules, a position or a match as one HTML page that any browser can print.

The page needs neither a network nor a kernel. It holds nothing that the chosen seat may not know.
"""

from __future__ import annotations

import re
from html import escape
from os import PathLike
from pathlib import Path
from typing import Final, TypeAlias

from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.core.match import Match
from workbench.core.outside import quoted, tame_markdown
from workbench.core.rulebook import Clause, Rulebook, Section
from workbench.core.savefile import write_page
from workbench.core.state import CHANCE, OVER

Printable: TypeAlias = Game | Rulebook | Section | Clause | Match

OURS: Final = "<!-- handout of tabletop-workbench -->"
STYLE: Final = """
@page { margin: 18mm 16mm; }
body { font: 11pt/1.45 Georgia, "DejaVu Serif", serif; color: #000; background: #fff; }
body { max-width: 178mm; margin: 1rem auto; padding: 0 1rem; }
h1, h2, h3, h4 { font-family: system-ui, "DejaVu Sans", sans-serif; line-height: 1.2; break-after: avoid; }
table { border-collapse: collapse; margin: .6rem 0; break-inside: avoid; }
th, td { border: 1px solid #777; padding: .15rem .5rem; text-align: left; vertical-align: top; }
blockquote { margin: .5rem 0; padding-left: .8rem; border-left: 3px solid #777; break-inside: avoid; }
li { break-inside: avoid; }
svg { max-width: 100%; height: auto; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.small { font-size: 9.5pt; }
@media print { body { max-width: none; margin: 0; padding: 0; } }
"""

WITHIN: Final = re.compile(r"\[([^\]\n]+)\]\(#[^)\n]*\)")
"""A link within a rulebook; on paper only its words remain."""


def handout(
    thing: Printable, file: str | PathLike[str], *, seat: int | None = None, log: bool = True, title: str | None = None
) -> Path:
    """Write a page to print: a rulebook, a part of one, or a match with its position and its events.

    Args:
        thing: a game (its rulebook, with its changed options), a rulebook, a section or a clause of one; or a match.
        file: where to write it; this overwrites an earlier handout, but no other file.
        seat: 0..n-1: the seat that a match's page is for; None for the seat that decides.
        log: whether a match's page tells what has happened; without it the page shows only the position.
        title: the heading; None for the name of what it shows.

    Returns:
        the path of the page.

    Raises:
        WorkbenchError: this cannot be printed, there is no such seat, or the file cannot be written.

    >>> import tempfile, workbench as wb
    >>> folder = tempfile.TemporaryDirectory()
    >>> handout(wb.load("northwood").match(seed=7), Path(folder.name, "position.html"), log=False).name
    'position.html'
    >>> folder.cleanup()
    """
    return write_page(file, page(thing, seat=seat, log=log, title=title), OURS, "handout")


def page(thing: Printable, *, seat: int | None = None, log: bool = True, title: str | None = None) -> str:
    """Return the page that `handout` writes, as text.

    Raises:
        WorkbenchError: this cannot be printed, or there is no such seat.
    """
    if isinstance(thing, Match):
        name, body = thing.game.title, _match(thing, seat, log)
    elif isinstance(thing, Game):
        name, body = thing.title, _options(thing) + _words(_rules(thing.rulebook))
    elif isinstance(thing, Rulebook):
        name, body = thing.title, _words(_rules(thing))
    elif isinstance(thing, Section):
        name, body = thing.title, _words(thing.text)
    elif isinstance(thing, Clause):
        name, body = thing.id, _words(thing.markdown())
    else:
        raise WorkbenchError(
            f"A handout can show a game, a rulebook, a section or a clause of one, or a match, not {quoted(thing)}."
        )
    heading = escape(name if title is None else str(title))
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{OURS}\n<meta charset="utf-8">\n<meta name="viewport" '
        f'content="width=device-width">\n<title>{heading}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{heading}</h1>\n'
        f"{body}\n</body>\n</html>\n"
    )


def _words(markdown: str) -> str:
    """Return Markdown as HTML; tags, links and formulas in it stay plain text."""
    import mistune  # here, because only handouts need it

    render = mistune.create_markdown(escape=True, plugins=["table"])
    return str(render(tame_markdown(WITHIN.sub(r"\1", markdown))))


def _rules(book: Rulebook) -> str:
    """Return all sections, without the title, which the page has already."""
    return "\n\n".join([section.text if section.level == 1 else section.markdown() for section in book.sections])


def _options(game: Game) -> str:
    """Return the changed options and phases."""
    lines = [f"{name} = {value}" for name, value in game.options.changed().items()]
    lines += [f"the phase {name} is changed by the person who made this page" for name in game.replaced_phases]
    if not lines:
        return ""
    return "<p>Changed here:</p>\n<ul>" + "".join(f"<li>{escape(quoted(line, 300)[1:-1])}</li>" for line in lines) + "</ul>\n"


def _match(match: Match, seat: int | None, log: bool) -> str:
    """Return a position as a seat sees it, with its decision, clauses and the events it was told."""
    game = match.game
    seat = match.seat if seat is None else game.seat_number(seat)
    state = match.seen(seat)
    parts = [_options(game), game.scene(state, seat).svg()]
    if match.seat == seat or state.to_move in (CHANCE, OVER):
        parts.append(_words(match.explain()._repr_markdown_()))
    else:
        parts.append(f"<p>{escape(game.seat_name(match.seat))} decides.</p>")
    parts.append(f'<h2>The same in words</h2>\n<pre class="small">{escape(game.text(state, seat))}</pre>')
    if log:
        told = "".join(f"<li>{escape(str(event))}</li>" for event in match.log_for(seat))
        parts.append(f'<h2>What has happened</h2>\n<ol class="small">{told}</ol>')
    if not game.has_secrets():  # with the seed anybody could work out what is hidden
        parts.append(f'<p class="small">To play on from the beginning of this match: {escape(match.invitation)}</p>')
    return "\n".join(part for part in parts if part)
