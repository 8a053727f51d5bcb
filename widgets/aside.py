"""Slow work beside the loop: a table goes on answering clicks while it works out a move or the odds."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any


class Stopped(SystemExit):
    """Raised in the thread of a stopped errand, which then ends quietly."""


class Errand:
    """Slow work in a thread of its own; the loop receives the result, one call at a time.

    Where Python has no threads (in a browser) the work is done at once.

    Args:
        work: the function to call. It must not touch a widget.
        then: gets the result of the work.
        failed: gets the error that the work raised.

    Raises:
        RuntimeError: no loop is running here.
    """

    def __init__(
        self, work: Callable[[], Any], then: Callable[[Any], None], failed: Callable[[Exception], None]
    ) -> None:
        self._work, self._then, self._failed = work, then, failed
        self._loop = asyncio.get_running_loop()
        self._stopped = False
        self._working = False
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="errand", daemon=True)
        try:
            self._thread.start()
        except RuntimeError:
            self._run()

    def _run(self) -> None:
        try:
            with self._lock:
                if self._stopped:
                    return
                self._working = True
            receiver: Callable[[Any], None] = self._then
            try:
                outcome = self._work()
            except Exception as fault:
                receiver, outcome = self._failed, fault
            with self._lock:
                self._working = False
            self._hand_over(receiver, outcome)
        except Stopped:
            pass

    def _hand_over(self, receiver: Callable[[Any], None], what: Any) -> None:
        def receive() -> None:
            if not self._stopped:
                receiver(what)

        with suppress(RuntimeError):  # the loop is closed, so there is nothing to receive the result
            self._loop.call_soon_threadsafe(receive)

    def stop(self) -> None:
        """Discard the result, and end the work as soon as it runs Python code again."""
        if self._stopped:
            return
        with self._lock:
            self._stopped = True
            # interrupt a thread only while it works: not while Python starts or ends it
            if not self._working:
                return
            import ctypes  # a Python without threads may lack ctypes, but never gets here

            ctypes.pythonapi.PyThreadState_SetAsyncExc(
                ctypes.c_ulong(self._thread.ident or 0), ctypes.py_object(Stopped)
            )


def running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the event loop that runs here, if there is one."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None
