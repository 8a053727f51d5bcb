"""How to get what only parts of the workbench need, in words that fit the place."""

from __future__ import annotations

import sys
from typing import Final

IN_A_BROWSER: Final = sys.platform == "emscripten"
"""Whether this Python runs inside a browser, where nothing compiled can be added."""


def how_to_get(extra: str, in_a_browser: bool = IN_A_BROWSER) -> str:
    """What to do about a package that is missing, as a sentence.

    Args:
        extra: the extra of the workbench that brings it along.
        in_a_browser: whether Python runs inside a browser.

    >>> how_to_get("lab", in_a_browser=False)
    'Install it with: pip install "tabletop-workbench[lab]"'
    >>> how_to_get("lab", in_a_browser=True)
    'That does not run in a browser: on a machine of your own, pip install "tabletop-workbench[lab]" brings it along.'
    """
    command = f'pip install "tabletop-workbench[{extra}]"'
    if in_a_browser:
        return f"That does not run in a browser: on a machine of your own, {command} brings it along."
    return f"Install it with: {command}"
