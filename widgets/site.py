"""Where the pages of the rulebooks are: if they are available, a click on a clause opens its page."""

from __future__ import annotations

import os
import re
from typing import Final

from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.core.outside import quoted
from workbench.core.registry import game_class, game_names, small_names

VARIABLE: Final = "WORKBENCH_SITE"
"""The environment variable with the address of the site; JupyterLite on the site sets it by itself."""

_ADDRESS: Final = re.compile(r"(https?://|\.{0,2}/)\S*")


def clause_page(game: Game) -> str:
    """Return the beginning of the address of a clause's page; the clause's ID in small letters follows it.

    Args:
        game: the rules.

    Returns:
        the beginning of the address; empty if there is no site, or the game has no page on it.

    Raises:
        WorkbenchError: the variable does not hold an address.

    >>> import workbench as wb
    >>> clause_page(wb.load("northwood"))
    ''
    """
    site = os.environ.get(VARIABLE, "")
    if not site:
        return ""
    if not _ADDRESS.fullmatch(site):
        raise WorkbenchError(
            f"{VARIABLE} must hold the address of the site, such as https://example.org/workbench/ or ../../, not "
            f"{quoted(site)}."
        )
    if game.name not in (*game_names(), *small_names()) or game_class(game.name) is not type(game):
        return ""
    return f"{site.rstrip('/')}/rules/{game.name}.html#"
