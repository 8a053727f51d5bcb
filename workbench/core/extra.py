"""How to install the packages that only parts of the workbench need."""

from __future__ import annotations

import sys
from typing import Final

IN_A_BROWSER: Final = sys.platform == "emscripten"
"""Whether this Python runs inside a browser, where no compiled package can be added."""


def how_to_get(extra: str, in_a_browser: bool = IN_A_BROWSER) -> str:
    """Say in a sentence how to get a missing package.

    Args:
        extra: the extra of the workbench that includes it.
        in_a_browser: whether Python runs inside a browser.

    >>> how_to_get("lab", in_a_browser=False)
    'Install it with: pip install "tabletop-workbench[lab]"'
    >>> how_to_get("lab", in_a_browser=True)
    'This does not run in a browser. On your own machine, install it with: pip install "tabletop-workbench[lab]"'
    """
    command = f'pip install "tabletop-workbench[{extra}]"'
    if in_a_browser:
        return f"This does not run in a browser. On your own machine, install it with: {command}"
    return f"Install it with: {command}"
