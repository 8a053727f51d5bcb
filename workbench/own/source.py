"""Where the rules of an own game stand, and a digest of them that save files keep."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from textwrap import dedent
from types import CodeType, FunctionType
from typing import Any

OURS = Path(__file__).parents[1]


def digest(kind: type, phases: Sequence[type], rules: str) -> str:
    """A digest of everything that a person has written for a game: its class, its phases, its states and its rulebook."""
    parts = [rules]
    for made in (kind, *phases, getattr(kind, "state_kind", kind)):
        for one in made.__mro__:
            if one.__module__.startswith(("workbench.core", "workbench.own", "builtins", "typing")):
                continue
            for name, thing in sorted(vars(one).items()):
                if not (name.startswith("__") and name.endswith("__")):
                    parts.append(f"{name}={_told(thing)}")
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


def _told(thing: Any) -> str:
    """What is said of a thing of a class: the source of a function, the value of a plain thing, else its kind."""
    if isinstance(thing, FunctionType):
        return source_of(thing)
    if isinstance(thing, type) or not isinstance(thing, (str, int, float, tuple, list, dict, frozenset)):
        return type(thing).__name__
    shown = repr(thing)
    return type(thing).__name__ if " at 0x" in shown else shown


def source_of(function: FunctionType) -> str:
    """The source of a function; where there is none, what it was compiled to."""
    try:
        return dedent(inspect.getsource(function))
    except (OSError, TypeError):
        return _compiled(function.__code__)


def _compiled(code: CodeType) -> str:
    inner = [_compiled(one) if isinstance(one, CodeType) else repr(one) for one in code.co_consts]
    return f"{code.co_code.hex()} {code.co_names} {inner}"


def line_of(function: Any) -> str:
    """Where a function stands, as words: ``line 12`` of a cell, ``game.py, line 12`` of a file.

    >>> line_of(line_of).startswith("source.py, line")
    True
    """
    code = getattr(inspect.unwrap(function), "__code__", None) if function is not None else None
    return place(code.co_filename, code.co_firstlineno) if code is not None else ""


def place(file: str, line: int) -> str:
    """A place in a file or cell."""
    path = Path(file)
    if "ipykernel" in file or file.startswith("<"):  # a cell's file has another name in every session
        return f"line {line} of its cell"
    return f"{path.name}, line {line}"


def line_of_fault(fault: BaseException) -> str:
    """The last place in somebody's own code that an error went through; empty if there was none."""
    found, trace = "", fault.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        inside = OURS in Path(file).parents and "small" not in Path(file).parts
        if not inside and trace.tb_frame.f_globals.get("__name__", "").partition(".")[0] not in ("enum", "typing", "_pytest"):
            found = place(file, trace.tb_lineno)
        trace = trace.tb_next
    return found
