"""The scripts and styles that draw widgets on a page."""

from __future__ import annotations

import pathlib
from typing import Final

HERE: Final = pathlib.Path(__file__).parent


def script(name: str) -> str:
    """Return a script of this folder, after the function that all may call: ``hearTheKernel(model, el)``.

    Args:
        name: the name of its file.

    >>> [script("plot.js").count(f"function {name}(") for name in ("hearTheKernel", "render")]
    [1, 1]
    """
    return "".join([(HERE / part).read_text(encoding="utf-8") for part in ("hearing.js", name)])


def style(name: str) -> str:
    """Return a style sheet of this folder, after the typeface that boards ship with.

    Args:
        name: the name of its file.

    >>> style("board.css").count("@font-face"), ".wb-board {" in style("board.css")
    (2, True)
    """
    return "".join([(HERE / part).read_text(encoding="utf-8") for part in ("typeface.css", name)])
