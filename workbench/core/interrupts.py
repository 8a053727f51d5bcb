"""Interrupts (the stop button, Ctrl-C) take effect where they do no harm."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any


@contextmanager
def interrupts_deferred(dropped: bool = False) -> Iterator[Callable[[], AbstractContextManager[None]]]:
    """Delay interrupts until the end of the block, or until a place that lets them in.

    Args:
        dropped: whether to drop an interrupt that was never let in, because it comes too late to stop anything.

    Yields:
        a context manager that lets interrupts in; a delayed one takes effect there at once.

    >>> with interrupts_deferred(dropped=True):
    ...     signal.raise_signal(signal.SIGINT)
    ...     print("Nothing stops this.")
    Nothing stops this.
    """
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is None:
        yield nullcontext  # interrupts reach only the main thread; another language may handle them there
        return
    came = False

    def note(*interrupt: Any) -> None:
        nonlocal came
        came = True

    def deliver() -> None:
        nonlocal came
        if came:
            came = False
            signal.raise_signal(signal.SIGINT)

    @contextmanager
    def let_in() -> Iterator[None]:
        try:
            signal.signal(signal.SIGINT, before)
            deliver()
            yield
        finally:
            signal.signal(signal.SIGINT, note)

    before = signal.signal(signal.SIGINT, note)
    try:
        yield let_in
    finally:
        signal.signal(signal.SIGINT, before)
        if not dropped:
            deliver()


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Start processes here that interrupts do not reach; an interrupt takes effect here afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing import resource_tracker  # Windows has none

    resource_tracker.ensure_running()  # where it has to start, it lets interrupts in again, so it starts before
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
