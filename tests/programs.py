"""Programs that tests start: Python with this checkout on its path, whatever is installed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.waiting import PATIENCE, until

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


@contextmanager
def dask_cluster(folder: Path, workers: int = 2) -> Iterator[str]:
    """Start a Dask scheduler and workers, each a process of its own; yield the scheduler's address.

    Args:
        folder: an empty folder for what they write.
        workers: how many workers.
    """
    file = folder / "scheduler.json"
    dask, quiet = ("-W", "ignore", "-m"), {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    scheduler = ("distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard", "--scheduler-file", file)
    worker = ("distributed.cli.dask_worker", "--scheduler-file", file, "--nthreads", "1", "--no-dashboard")
    processes = [started(*dask, *scheduler, **quiet)]
    processes += [started(*dask, *worker, **quiet) for _ in range(workers)]
    try:
        yield str(until(lambda: address_in(file) or processes[0].poll() is not None, "the address of the scheduler"))
    finally:
        for process in reversed(processes):
            process.terminate()
        for process in processes:
            process.wait(PATIENCE)


def address_in(file: Path) -> str | None:
    """The address that a scheduler has written down; None before it has."""
    try:
        return str(json.loads(file.read_text())["address"])
    except (OSError, ValueError):
        return None
