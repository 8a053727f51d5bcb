"""Sphinx: gives each clause of a rulebook an address, and makes every mention of a clause a link to it."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

import workbench as wb

ID = re.compile(r"\b[A-Z]+-[A-Z]+-[1-9][0-9]*\b")
FOLDER = "rules"
"""Where the rulebooks lie on the site, a page a game."""


@cache
def pages() -> dict[str, str]:
    """The page of each clause, by its ID."""
    names = (*wb.game_names(), *wb.small_names())
    return {clause.id: f"{FOLDER}/{name}" for name in names for clause in wb.load(name).rulebook}


def address(_app: Sphinx, document: nodes.document, page: str) -> None:
    """Give the item of a list that begins with a clause's ID an address of that name, in small letters."""
    for item in document.findall(nodes.list_item):
        strong = next(iter(item.findall(nodes.strong)), None)
        if strong is not None and pages().get(strong.astext()) == page and strong.parent.parent is item:
            item["ids"].append(strong.astext().lower())


def link(app: Sphinx, document: nodes.document, page: str) -> None:
    """Make the IDs of clauses in a page's text links."""
    for text in list(document.findall(nodes.Text)):
        parents = []
        above = text.parent
        while above is not None:
            parents.append(above)
            above = above.parent
        if any(isinstance(one, nodes.reference | nodes.FixedTextElement | nodes.title | nodes.raw) for one in parents):
            continue
        parts = linked(app, text.astext(), page)
        if len(parts) > 1 or (parts and not isinstance(parts[0], nodes.Text)):
            text.parent.replace(text, parts)


def linked(app: Sphinx, said: str, page: str) -> list[nodes.Node]:
    """A text as pieces: plain ones, and links where it names a clause."""
    parts: list[nodes.Node] = []
    done = 0
    for found in ID.finditer(said):
        target = pages().get(found[0])
        if target is None:
            continue
        parts.append(nodes.Text(said[done : found.start()]))
        address = "" if target == page else app.builder.get_relative_uri(page, target)
        parts.append(nodes.reference("", found[0], internal=True, refuri=f"{address}#{found[0].lower()}"))
        done = found.end()
    return [part for part in [*parts, nodes.Text(said[done:])] if part.astext()]


def setup(app: Sphinx) -> dict[str, Any]:
    """Tell Sphinx of both."""
    app.connect("doctree-resolved", address, priority=400)
    app.connect("doctree-resolved", link)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
