"""Import packages that only the lab needs when they are used; if one is missing, say how to install it."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from workbench.core.extra import how_to_get


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
