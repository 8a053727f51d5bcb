"""Programs that tests start: Python with this checkout on its path, whatever is installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.waiting import PATIENCE

ROOT = Path(__file__).resolve().parents[1]


def surroundings(**more: str) -> dict[str, str]:
    """The environment of a program that runs the code of this checkout.

    Args:
        more: variables to set in it.
    """
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path, **more}


def started(*words: object, **more: Any) -> subprocess.Popen[str]:
    """Start Python with some arguments; its outputs are pipes of text.

    Args:
        words: the arguments, ``"-c", code`` for one.
        more: arguments of `subprocess.Popen`.
    """
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "env": surroundings()}
    return subprocess.Popen([sys.executable, *map(str, words)], **{**pipes, **more})


def said_by(*words: object, given: str | None = None, **more: Any) -> subprocess.CompletedProcess[str]:
    """Run Python with some arguments to its end.

    Args:
        words: the arguments.
        given: what it reads from its standard input.
        more: arguments of `subprocess.run`.

    Returns:
        its exit code and what it wrote.
    """
    command = [sys.executable, *map(str, words)]
    usual: dict[str, Any] = {"capture_output": True, "text": True, "env": surroundings(), "check": False}
    return subprocess.run(command, input=given, **{**usual, "timeout": PATIENCE, **more})
