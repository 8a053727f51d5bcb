"""When a game counts as one that does not end, or a player as one that takes too long."""

from __future__ import annotations

import ctypes
import signal
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from types import FrameType, TracebackType
from typing import Any, Final

from workbench.core.match import STEP_LIMIT


@dataclass(frozen=True)
class Limits:
    """Limits of a game.

    Attributes:
        decisions: the most decisions of a game.
        decision_seconds: the longest that a player may take over one decision; None for any time.
        game_seconds: the longest that a game may take; None for any time.
    """

    decisions: int = STEP_LIMIT
    decision_seconds: float | None = None
    game_seconds: float | None = None

    @property
    def timed(self) -> bool:
        """Whether there is a limit of time."""
        return self.decision_seconds is not None or self.game_seconds is not None


NO_LIMITS: Final = Limits()
"""None but the number of decisions that no game here can need."""


class TooLong(BaseException):
    """Raised inside a game that takes too long; no `Exception`, so that no player takes it for a mistake of its own."""


class Alarm:
    """Raises `TooLong` in this thread when a limit of time is passed, wherever the code is then.

    In the main thread that is done by a signal, which also ends a wait inside another library. In another thread (a cluster's
    worker), and on Windows, another thread asks the interpreter for it: then code that does not come back to Python is noticed
    only when it does.

    Args:
        limits: the limits; without any of time nothing happens.

    Attributes:
        words: which limit holds now, in words.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._end = inf
        self._armed = self._asked = False
        self.words = ""
        self._signals = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        self._before: Any = None
        self._thread = threading.get_ident()
        self._lock = threading.Lock()
        self._timer: threading.Timer | None = None

    def __enter__(self) -> Alarm:
        if self._limits.timed:
            if self._signals:
                self._before = signal.signal(signal.SIGALRM, self._ring)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.off()
        if self._before is not None:
            signal.signal(signal.SIGALRM, self._before)

    def game_begins(self) -> None:
        """From now on the time of the game is running."""
        if self._limits.game_seconds is not None:
            self._end = time.monotonic() + self._limits.game_seconds
        self.decision_ends()

    def decision_begins(self) -> None:
        """From now on a player is thinking."""
        if self._limits.decision_seconds is not None:
            left = self._end - time.monotonic()
            if self._limits.decision_seconds < left:
                self._set(self._limits.decision_seconds, f"{self._limits.decision_seconds:g} seconds over a decision")

    def decision_ends(self) -> None:
        """From now on the rules are at work."""
        if self._limits.decision_seconds is not None or not self._armed:
            self.off()
            if self._end < inf:
                self._set(max(self._end - time.monotonic(), 1e-6), f"{self._limits.game_seconds:g} seconds")

    def off(self) -> None:
        """Raise nothing any more."""
        if self._signals:
            if self._armed:
                self._armed = False
                signal.setitimer(signal.ITIMER_REAL, 0)
            return
        with self._lock:
            asked, self._armed, self._asked = self._asked, False, False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if asked:
            # merely called off, it would have every thread look out for it at each call for ever, and a debugger would hang
            # (Python 3.11); so it is raised here, perhaps once more
            with suppress(TooLong):
                self._interrupt()
                while True:
                    pass

    def _interrupt(self) -> None:
        """Have `TooLong` raised in the thread of the game, in place of one that has not been raised yet."""
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), ctypes.py_object(TooLong))

    def _set(self, seconds: float, words: str) -> None:
        self.off()
        self.words = words
        self._armed = True
        if self._signals:
            signal.setitimer(signal.ITIMER_REAL, seconds)
            return
        self._timer = threading.Timer(seconds, self._ask)
        self._timer.daemon = True
        self._timer.start()

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if self._armed:
            raise TooLong(self.words)

    def _ask(self) -> None:
        with self._lock:
            if self._armed and threading.current_thread() is self._timer:
                self._asked = True
                self._interrupt()
