"""Small helpers shared by tests."""

from __future__ import annotations

import importlib.util
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import pytest

from workbench.core.player import Expectation, Player
from workbench.core.state import View

T = TypeVar("T")
runs_programs_apart = pytest.mark.skipif(sys.platform == "win32", reason="others' programs run apart on Linux and macOS")
"""Marks tests that start a student's player or grade a hand-in. The workbench refuses both on Windows, which has neither a
sandbox that we can use nor Python's module `resource` to set limits."""
needs_pipes = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes in folders")
"""Marks tests that put a named pipe where a file should be. On Windows nobody can put one there."""


def refused(kind: type[Exception], words: str) -> Any:
    """A block that must end in an error of this kind whose message contains these words."""
    return pytest.raises(kind, match=re.escape(words))


def judgement(player: Player, view: View) -> tuple[int, tuple[Expectation, ...]]:
    """What a player chooses, and what it expects of the moves that it has tried out, if it tries any.

    A secret that it looks at shows in what it expects long before it changes what it chooses.
    """
    expected = player.expected(view)
    return (expected[0].action, expected) if expected else (player.choose(view), ())


def spread(found: list[T], most: int) -> list[T]:
    """Some of many, evenly spread.

    >>> spread(list(range(10)), 3), spread([1, 2], 3)
    ([0, 3, 6], [1, 2])
    """
    return [found[place * len(found) // most] for place in range(most)] if len(found) > most else found


def some_in_short(
    names: str | tuple[str, ...], cases: Sequence[Any], every: int, ids: Callable[[Any], str | None] | None = None
) -> pytest.MarkDecorator:
    """`pytest.mark.parametrize` with cases of which the short run tries the first and then one in so many."""
    rows = [
        pytest.param(*([case] if isinstance(names, str) else case), marks=[pytest.mark.long] if number % every else [])
        for number, case in enumerate(cases)
    ]
    return pytest.mark.parametrize(names, rows, ids=ids)


def benchmark_of(name: str) -> ModuleType:
    """A program of `benchmarks/` as a module, loaded anew."""
    spec = importlib.util.spec_from_file_location(
        f"benchmark_{name}", Path(__file__).resolve().parents[1] / "benchmarks" / f"{name}.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # where its dataclasses look for their types
    spec.loader.exec_module(module)
    return module
