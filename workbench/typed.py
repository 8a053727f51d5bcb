"""Read the numbers and options that people type on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from workbench.core.errors import OptionError, WorkbenchError, nearest
from workbench.core.options import Option, Whole
from workbench.core.outside import quoted

WHICH_GAME: Final = "its name, as listed by `games`, or the path of its file or folder"
"""The help for an argument that names a game."""


def whole(typed: str) -> int:
    """Read a whole number from the command line.

    Raises:
        argparse.ArgumentTypeError: it is not a whole number.

    >>> whole("7")
    7
    """
    try:
        return int(typed)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{quoted(typed, 60)} is not a whole number, or has too many digits") from None


def setting(text: str, table: Mapping[str, Option]) -> tuple[str, Any]:
    """Read an option from the command line: its name and its value.

    Raises:
        WorkbenchError: it does not have the form name=value.

    >>> setting("threshold=18", {"threshold": Option("threshold", 16, Whole(0, 20), "Stars needed.", "NW-END-3")})
    ('threshold', 18)
    """
    name, separator, value = text.partition("=")
    name, value = name.strip(), value.strip()
    if not separator or not name:
        raise WorkbenchError(f"{quoted(text)} should have the form NAME=VALUE, such as threshold=18.")
    if name not in table:
        raise OptionError(f"There is no option {quoted(name)}.{nearest(name, table)} Available: {', '.join(table)}.")
    if isinstance(table[name].allowed, Whole):
        with suppress(ValueError):  # if it is not a number, the option itself refuses it
            return name, int(value)
    return name, value
