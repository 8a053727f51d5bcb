"""Sphinx: the navigation beside every page is made from the titles of pages, not from all that stands on them.

For the navigation of each page Sphinx would copy every heading and every documented name of all pages, and then leave out all
but the titles. That would take more than half of a build.
"""

from __future__ import annotations

from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx


def titles(contents: nodes.bullet_list) -> nodes.bullet_list:
    """Return the contents of a page without the headings that lead to no other page."""
    short = contents.deepcopy()
    for item in list(short.findall(nodes.list_item))[1:]:
        if next(iter(item.findall(addnodes.toctree)), None) is None:
            item.parent.remove(item)
    return short


class Navigation:
    """Lets Sphinx see the titles only, while it makes a navigation.

    Args:
        app: Sphinx.
    """

    def __init__(self, app: Sphinx) -> None:
        self.titles: dict[str, nodes.bullet_list] = {}
        app.connect("env-check-consistency", self.read)
        app.connect("html-page-context", self.shorten, priority=400)  # before the theme asks

    def read(self, _app: Sphinx, environment: Any) -> None:
        """Take the titles from what has been read."""
        self.titles = {page: titles(contents) for page, contents in environment.tocs.items()}

    def shorten(self, app: Sphinx, _page: str, _template: str, context: dict[str, Any], _document: object) -> None:
        """Give a page a function that makes its navigation from the titles."""
        whole = context.get("toctree")
        if whole is None:
            return

        def navigation(**asked: Any) -> str:
            contents, app.env.tocs = app.env.tocs, self.titles
            try:
                return str(whole(**asked))
            finally:
                app.env.tocs = contents

        context["toctree"] = navigation


def setup(app: Sphinx) -> dict[str, Any]:
    """Tell Sphinx of it."""
    Navigation(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
