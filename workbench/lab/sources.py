"""Read the code that people give to a run, to recognise it later: its text, and the values that it uses."""

from __future__ import annotations

import dis
import inspect
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, cached_property, partial
from pathlib import Path
from types import CodeType, FunctionType, MethodType
from typing import Any, Final

PLAIN: Final = (bool, int, float, complex, str, bytes, type(None))
"""Values whose text says what they are."""

INSTALLED: Final = {"site-packages", "dist-packages"}
"""The folders of installed packages."""

WRAPPED: Final = {
    **dict.fromkeys((MethodType, staticmethod, classmethod), "__func__"),
    property: "fget",
    cached_property: "func",
    type(cache(bool)): "__wrapped__",
}
"""Where the function is, in what is wrapped around one."""


def source_of(thing: Any) -> str:
    """Return your own function, class or object as text: its source, that of its bases and helpers, and the values they use.

    Values are numbers, texts and tuples of these: of variables outside a function, and of an object's own attributes. Lists and
    dicts count if their name is in capitals, because others may be there to be changed.

    Args:
        thing: a player, phase, metric or game.

    Returns:
        the text; empty for code of the workbench.

    >>> from workbench.core.player import Player
    >>> source_of(Player)
    ''
    """
    if isinstance(thing, partial):
        given = {**{f"argument {place}": value for place, value in enumerate(thing.args)}, **thing.keywords}
        return "\n".join([source_of(thing.func), *settings(given)])
    found: list[str] = []
    code = function_in(thing)
    whole = code if isinstance(code, type | FunctionType) else type(code)
    add_source(whole, found, set())
    owner = thing.__self__ if isinstance(thing, MethodType) else thing
    if owner is not whole and found:
        found += settings(dict(getattr(owner, "__dict__", {})))
    return "\n".join(found)


def add_source(thing: type | FunctionType, found: list[str], seen: set[int]) -> None:
    """Add the text of a class or function to a list, then what it uses; nothing twice."""
    if id(thing) in seen:
        return
    seen.add(id(thing))
    for part in inspect.getmro(thing) if isinstance(thing, type) else (thing,):
        if not is_own(part):
            continue
        with suppress(OSError, TypeError):  # code that was typed in has no source text
            found.append(inspect.getsource(part))
        for function in functions_of(part):
            used = values_used(function)
            found += settings(used)
            for value in [function_in(one) for _, one in sorted(used.items())]:
                if isinstance(value, type | FunctionType) and value.__module__ == function.__module__:
                    add_source(value, found, seen)


def is_own(part: type | FunctionType) -> bool:
    """Return whether somebody wrote this: it is neither of the workbench nor of Python nor of an installed package."""
    name = part.__module__ or ""
    package = name.partition(".")[0]
    file = getattr(sys.modules.get(name), "__file__", None) or ""  # a notebook has none
    return package != "workbench" and package not in sys.stdlib_module_names and INSTALLED.isdisjoint(Path(file).parts)


def functions_of(part: type | FunctionType) -> list[FunctionType]:
    """Return a function itself, or the functions of a class, those of properties too."""
    inner = [part] if isinstance(part, FunctionType) else map(function_in, vars(part).values())
    return [one for one in inner if isinstance(one, FunctionType)]


def function_in(thing: Any) -> Any:
    """Return the function inside a method, a property or a cache; anything else stays as it is."""
    for kind, name in WRAPPED.items():
        if isinstance(thing, kind):
            return getattr(thing, name)
    return thing


def values_used(function: FunctionType) -> dict[str, Any]:
    """Return the variables outside a function that it reads and never sets, by name."""
    read, own = set[str](), set[str]()
    for code in codes_of(function.__code__):
        for one in dis.get_instructions(code):
            if one.opname in ("STORE_GLOBAL", "STORE_DEREF"):
                own.add(one.argval)
            elif one.opname == "LOAD_NAME" or one.opname.endswith(("_GLOBAL", "_GLOBALS")):
                read.add(one.argval)
    found = {name: function.__globals__[name] for name in read if name in function.__globals__}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        with suppress(ValueError):  # not set yet
            found[name] = cell.cell_contents
    return {name: value for name, value in found.items() if name not in own and not name.startswith("__")}


def codes_of(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of a function and of all functions inside it."""
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from codes_of(one)


def settings(values: dict[str, Any]) -> list[str]:
    """Return values that can be told as text, a line each.

    >>> settings({"bonus": 2, "calls": [1], "WEIGHTS": [1, 2], "game": object()})
    ['WEIGHTS = [1, 2]', 'bonus = 2']
    """
    return [f"{name} = {value!r}" for name, value in sorted(values.items()) if is_plain(value, name.isupper())]


def is_plain(value: Any, containers: bool) -> bool:
    """Return whether a value's text says what it is.

    Args:
        value: any value.
        containers: whether lists and dicts count.
    """
    if isinstance(value, dict) and containers:
        return is_plain([*value.items()], True)
    if isinstance(value, tuple) or (isinstance(value, list) and containers):
        return all(is_plain(one, containers) for one in value)
    return type(value) in PLAIN
