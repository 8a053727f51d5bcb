"""Import packages that only parts of the workbench need when they are used; if one is missing, say how to install it."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, Final

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


def package(name: str, purpose: str, extra: str = "lab") -> Any:
    """Return a module of an extra of pyproject.toml.

    Args:
        name: the module.
        purpose: what needs it, as the beginning of a sentence.
        extra: the extra that contains it.

    Raises:
        ModuleNotFoundError: it is not installed; the message says how to install it.

    >>> package("no_such_module", "A table of games")
    Traceback (most recent call last):
    ...
    ModuleNotFoundError: A table of games needs no_such_module. Install it with: pip install "tabletop-workbench[lab]"
    """
    try:
        return import_module(name)
    except ModuleNotFoundError as fault:
        if fault.name != name.partition(".")[0]:
            raise
        raise ModuleNotFoundError(f"{purpose} needs {fault.name}. {how_to_get(extra)}", name=fault.name) from None
