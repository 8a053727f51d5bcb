"""The games inside other people's frameworks: OpenSpiel, PettingZoo and Gymnasium.

Each adapter is a module of its own that imports its framework. `import workbench` imports no adapter::

    from workbench.adapters import openspiel, pettingzoo, gymnasium

    openspiel.load("northwood")                     # a pyspiel.Game
    pettingzoo.env("northwood")                     # a PettingZoo AECEnv
    gymnasium.env("northwood")                      # a Gymnasium environment, for one player

The adapters know no game by name. A player receives its seat's view and nothing else.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from workbench.core.extra import how_to_get


def need(module: str, package: str) -> ModuleType:
    """Import a module that comes with the extra `adapters`.

    Args:
        module: its name in Python.
        package: the name under which it is installed.

    Raises:
        ModuleNotFoundError: it is not installed; the message says how to install it.

    >>> need("no_such_framework", "no-such-framework")
    Traceback (most recent call last):
    ...
    ModuleNotFoundError: no-such-framework is not installed. Install it with: pip install "tabletop-workbench[adapters]"
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as fault:
        if fault.name != module.partition(".")[0]:
            raise
        raise ModuleNotFoundError(f"{package} is not installed. {how_to_get('adapters')}", name=module) from None


if find_spec("numpy") is None:  # every adapter needs it
    need("numpy", "numpy")
