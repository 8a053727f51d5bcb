"""Find the source of the rules of a game of your own, and make a digest of it for save files."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import is_dataclass
from hashlib import sha256
from pathlib import Path
from textwrap import dedent
from types import CodeType, FunctionType
from typing import Any

from workbench.own.parts import Cards, Part

OURS = Path(__file__).parents[1]


def digest(kind: type, phases: Sequence[type], rules: str) -> str:
    """Return a digest of everything written for a game: its classes, its rulebook, and what they use."""
    parts, met = [rules], set[int]()
    for made in (kind, *phases, getattr(kind, "state_kind", kind)):
        for one in made.__mro__:
            if one.__module__.startswith(("workbench.core", "workbench.own", "builtins", "typing")):
                continue
            for name, thing in sorted(vars(one).items()):
                if name != "folder" and not (name.startswith("__") and name.endswith("__")):  # a game may be moved
                    parts.append(f"{name}={_told(thing, met)}")
    return sha256("\n".join(parts).encode()).hexdigest()[:16]


def _told(thing: Any, met: set[int]) -> str:
    """Describe a thing for the digest: a function by source, plain data by value, anything else by type."""
    if isinstance(thing, FunctionType):
        return _function(thing, met)
    if isinstance(thing, (tuple, list)):
        return f"({', '.join([_told(one, met) for one in thing])})"
    if isinstance(thing, (Part, Cards)):
        own = {name: _told(value, met) for name, value in sorted(vars(thing).items())}
        return f"{type(thing).__name__}{own}"
    if isinstance(thing, (str, int, float, dict, frozenset)) or is_dataclass(thing):
        shown = repr(thing)
        return type(thing).__name__ if " at 0x" in shown else shown
    return thing.__name__ if isinstance(thing, type) else type(thing).__name__


def _function(function: FunctionType, met: set[int]) -> str:
    """Return the source of a function and of everything that it uses from the same module or notebook."""
    if id(function) in met:
        return function.__name__
    met.add(id(function))
    said = [source_of(function)]
    for name in function.__code__.co_names:
        thing = function.__globals__.get(name)
        if isinstance(thing, (str, int, float, tuple, list, Part, Cards)):
            said.append(f"{name}={_told(thing, met)}")
        elif isinstance(thing, FunctionType) and thing.__module__ == function.__module__:
            said.append(_function(thing, met))
    return "\n".join(said)


def source_of(function: FunctionType) -> str:
    """Return the source of a function, or its compiled code if there is no source."""
    try:
        return dedent(inspect.getsource(function))
    except (OSError, TypeError):
        return _compiled(function.__code__)


def _compiled(code: CodeType) -> str:
    inner = [_compiled(one) if isinstance(one, CodeType) else repr(one) for one in code.co_consts]
    return f"{code.co_code.hex()} {code.co_names} {inner}"


def line_of(function: Any) -> str:
    """Return where a function is written, in words: ``line 12`` of a cell, ``game.py, line 12`` of a file.

    >>> line_of(line_of).startswith("source.py, line")
    True
    """
    code = getattr(inspect.unwrap(function), "__code__", None) if function is not None else None
    return place(code.co_filename, code.co_firstlineno) if code is not None else ""


def place(file: str, line: int) -> str:
    """Return a place in a file or cell."""
    path = Path(file)
    if "ipykernel" in file or file.startswith("<"):  # the name of a cell's file changes from session to session
        return f"line {line} of its cell"
    return f"{path.name}, line {line}"


def line_of_fault(fault: BaseException) -> str:
    """Return the last place in the user's own code that an error passed through; may be empty."""
    if isinstance(fault, SyntaxError) and fault.filename:
        return place(fault.filename, fault.lineno or 1)
    found, trace = "", fault.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        inside = OURS in Path(file).parents and "small" not in Path(file).parts
        if not inside and trace.tb_frame.f_globals.get("__name__", "").partition(".")[0] not in ("enum", "typing", "_pytest"):
            found = place(file, trace.tb_lineno)
        trace = trace.tb_next
    return found
