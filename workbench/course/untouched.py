"""Notice when somebody has replaced a part of the workbench: a check that asks the engine needs the engine as it came.

This finds a replaced function, method or class, and a changed constant of a lesson. It cannot protect a notebook against its
own owner: code in the same process may also replace the check itself. Marks that count are made in another process.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from copy import deepcopy
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType
from typing import Any, Final, NamedTuple

PACKAGE: Final = "workbench"
LESSONS: Final = "workbench.course.lesson_"
FOLDER: Final = str(Path(__file__).resolve().parents[1])
CACHED: Final = "_lru_cache_wrapper"
"""The type of a function with `functools.cache`."""


class Part(NamedTuple):
    """A function, method or class: the object, and what distinguishes it from others."""

    value: Any
    mark: CodeType | str


class Place(NamedTuple):
    """A module or a class, as it was when we first saw it.

    Attributes:
        name: its full name.
        space: its live name space.
        parts: its functions, methods and classes.
        constants: copies of a lesson's constants.
        names: how many names it had.
    """

    name: str
    space: Mapping[str, Any]
    parts: dict[str, Part]
    constants: dict[str, Any]
    names: int


_places: dict[str, list[Place]] = {}
"""Each module that we have seen, with the places in it."""


def replaced() -> str | None:
    """Return the name of a part of the workbench that is not as it came, or None.

    A module that was loaded since the last call is remembered as it is now, unless a function in it comes from a notebook.

    >>> replaced() is None
    True
    """
    for name in list(sys.modules):
        ours = name == PACKAGE or name.startswith(f"{PACKAGE}.")
        if ours and name not in _places and sys.modules[name] is not None:
            _places[name] = list(_seen(name))
            for place in _places[name]:
                for part_name, part in place.parts.items():
                    if _foreign(part.mark):
                        return f"{place.name}.{part_name}"
    for places in _places.values():
        for place in places:
            if found := _changed(place):
                return f"{place.name}.{found}"
    return None


def _seen(name: str) -> Iterator[Place]:
    """Yield a module and the classes in it as they are now."""
    space = vars(sys.modules[name])
    constants = {key: deepcopy(value) for key, value in space.items() if key.isupper()} if name.startswith(LESSONS) else {}
    yield Place(name, space, _parts(space), constants, len(space))
    for value in list(space.values()):
        if isinstance(value, type) and value.__module__ == name:
            inner = vars(value)
            yield Place(f"{name}.{value.__qualname__}", inner, _parts(inner), {}, len(inner))


def _parts(space: Mapping[str, Any]) -> dict[str, Part]:
    """Return the functions, methods and classes of a name space."""
    return {key: Part(value, mark) for key, value in list(space.items()) if (mark := _mark(value)) is not None}


def _changed(place: Place) -> str | None:
    """Return the name of a changed part of a module or a class, or None."""
    for name, part in place.parts.items():
        value = place.space.get(name)
        same = value is part.value and (type(value) is not FunctionType or value.__code__ is part.mark)
        if not same and _mark(value) != part.mark:  # a reloaded module has new objects with the same code
            return name
    for name, constant in place.constants.items():
        value = place.space.get(name)
        if type(value) is not type(constant) or value != constant:
            return name
    if len(place.space) != place.names:
        for name in place.space.keys() - place.parts.keys():
            mark = _mark(place.space[name])
            if isinstance(mark, CodeType) and not mark.co_filename.startswith((FOLDER, "<string>")):
                return name
    return None


def _mark(value: Any) -> CodeType | str | None:
    """Return what tells a function or a class from another one; None for anything else."""
    if isinstance(value, type):
        return f"{value.__module__}.{value.__qualname__}"
    if isinstance(value, property):
        value = value.fget
    elif isinstance(value, classmethod | staticmethod):
        value = value.__func__
    elif type(value).__name__ == CACHED:
        value = value.__wrapped__
    if isinstance(value, BuiltinFunctionType):
        return f"{value.__module__}.{value.__qualname__}"
    return value.__code__ if isinstance(value, FunctionType) else None


def _foreign(mark: CodeType | str) -> bool:
    """Tell whether a function comes from a notebook, and not from a file of a package."""
    if isinstance(mark, str):
        return mark.startswith("__main__.")
    name = mark.co_filename
    from_package = name.startswith((FOLDER, sys.prefix, sys.base_prefix, "<frozen ")) or name == "<string>"
    return not (from_package or Path(name).exists())
