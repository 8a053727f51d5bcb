"""Waiting, for all tests: for an event, or for a condition that will hold; never for time to pass.

A wait that is not over after `PATIENCE` has found a fault, on any machine and beside any load; nothing is ever waited for that
long otherwise. What must *not* happen is not slept over either: let something happen that comes after it, and look then (a
message sent behind it, a timer that is due later, another question to the same process).

`tools/lint_tests.py` finds tests that wait by other means.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE = 300
"""Seconds after which a wait has failed: far beyond what anything takes on a busy machine."""
A_MOMENT = 0.02
"""Seconds between two looks at a condition."""

T = TypeVar("T")


def until(holds: Callable[[], T], what: str = "it", *, moment: Callable[[], object] = lambda: time.sleep(A_MOMENT)) -> T:
    """Wait until a condition holds.

    Args:
        holds: the condition; it holds when it gives something true.
        what: what is waited for, for the message.
        moment: what is done between two looks.

    Returns:
        what the condition gave.

    Raises:
        AssertionError: it did not come to hold within `PATIENCE`.
    """
    end = time.monotonic() + PATIENCE
    while not (found := holds()):
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not come about in {PATIENCE} seconds")
        moment()
    return found


async def until_in_loop(holds: Callable[[], T], what: str = "it") -> T:
    """Wait in an event loop until a condition holds, while the loop goes on; as `until`."""
    end = time.monotonic() + PATIENCE
    while not (found := holds()):
        if time.monotonic() > end:
            raise AssertionError(f"{what} did not come about in {PATIENCE} seconds")
        await asyncio.sleep(A_MOMENT)
    return found


def until_on(page: Page, holds: Callable[[], T], what: str = "it") -> T:
    """Wait until a condition holds, while a page goes on and its messages are heard; as `until`."""
    return until(holds, what, moment=lambda: page.wait_for_timeout(1000 * A_MOMENT))


def in_a_loop(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a coroutine function in a thread of its own: browser tests in the same run may hold a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(play())).result()


async def when_due(seconds: float) -> None:
    """Let a running loop go on until a timer of so many seconds is due: what was due earlier has had its turn then.

    A loop carries out its timers in the order in which they are due, however late it comes to them.
    """
    await asyncio.sleep(seconds)


def sleep_for_ever() -> None:
    """What a player does that has to be stopped from outside; who is not stopped within `PATIENCE` has found a fault.

    Raises:
        AssertionError: nobody has stopped it.
    """
    threading.Event().wait(PATIENCE)
    raise AssertionError(f"nobody has stopped this in {PATIENCE} seconds")


def thinking(seconds: float) -> str:
    """The file of a player that thinks over each decision for so many seconds of processor time."""
    return (
        f"import time\ndef choose(view):\n    end = time.process_time() + {seconds}\n"
        "    while time.process_time() < end: pass\n    return view.legal()[0]\n"
    )


SLEEPING = f"import time\ndef choose(view): time.sleep({PATIENCE})\n"
"""The file of a player that sleeps over its decision."""


def threads_called(name: str) -> list[threading.Thread]:
    """The threads of this name that have not ended."""
    return [one for one in threading.enumerate() if one.name == name]


def has_ended(process: int) -> bool:
    """Whether a process has ended, by its number: it is gone, or dead and nobody has asked for it. Needs /proc."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True
