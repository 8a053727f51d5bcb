"""When a game counts as one that does not end, or a player as one that takes too long."""

from __future__ import annotations

import ctypes
import signal
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from math import inf
from queue import Empty, SimpleQueue
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
    worker), and on Windows, a thread that watches asks the interpreter for it: then code that does not come back to Python is
    noticed only when it does. Use it in a `with` statement: the thread that watches has ended when that is left.

    Args:
        limits: the limits; without any of time nothing happens.

    Attributes:
        words: which limit holds now, in words.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._end = inf
        self._armed = False
        self.words = ""
        self._signals = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        self._before: Any = None
        self._watcher: Watcher | None = None

    def __enter__(self) -> Alarm:
        if self._limits.timed:
            if self._signals:
                self._before = signal.signal(signal.SIGALRM, self._ring)
            else:
                self._watcher = Watcher(threading.get_ident())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.off()
        finally:
            if self._before is not None:
                signal.signal(signal.SIGALRM, self._before)
            if self._watcher is not None:
                self._watcher.end()

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
        if self._watcher is not None:
            self._armed = False
            self._watcher.call_off()
        elif self._armed:
            self._armed = False
            signal.setitimer(signal.ITIMER_REAL, 0)

    def _set(self, seconds: float, words: str) -> None:
        self.off()
        self.words = words
        self._armed = True
        if self._watcher is not None:
            self._watcher.call_after(seconds)
        else:
            signal.setitimer(signal.ITIMER_REAL, seconds)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if self._armed:
            raise TooLong(self.words)


class Call:
    """A call for `TooLong`. It is for whoever takes it first: the thread that watches, or the one that calls it off.

    Args:
        end: when it is due.

    Attributes:
        made: whether the interpreter has been asked.
    """

    def __init__(self, end: float) -> None:
        self.end = end
        # a lock that is taken once and never given back: one that is held for a moment would stay held for ever if the call
        # came at that moment
        self._once = threading.Lock()
        self.made = False

    def take(self) -> bool:
        """Whether this is the first time that it is taken."""
        return self._once.acquire(blocking=False)


class Watcher:
    """A thread that has `TooLong` raised in another one, when a time has come and it has not been called off.

    A time that is put off costs no change of threads: it sleeps to the earlier one, and looks again.

    Args:
        thread: the number of the thread in which it is raised. Only that you may use the methods.
    """

    def __init__(self, thread: int) -> None:
        self._game = thread
        self._call: Call | None = None
        self._asleep_until = inf
        self._over = False
        self._looks: SimpleQueue[None] = SimpleQueue()
        self._thread = threading.Thread(target=self._watch, name="limit of time", daemon=True)
        self._thread.start()

    def call_after(self, seconds: float) -> None:
        """Have it raised after some time; nothing else may be due."""
        self._call = Call(time.monotonic() + seconds)
        if self._call.end < self._asleep_until:
            self._looks.put(None)

    def call_off(self) -> None:
        """Have nothing raised any more from the return of this on; what can be held up no longer may be raised here."""
        call, self._call = self._call, None
        if call is None or call.take():
            return
        # merely taken back, it would have every thread look out for it at each call for ever, and a debugger would hang
        # (Python 3.11); so it is raised here, perhaps once more
        with suppress(TooLong):
            while not call.made:
                pass
            self._interrupt()
            while True:
                pass

    def end(self) -> None:
        """End the thread."""
        self._over = True
        self._looks.put(None)
        self._thread.join()

    def _watch(self) -> None:
        while not self._over:
            call = self._call
            if call is not None and call.end <= time.monotonic():
                if call.take():
                    self._interrupt()
                    call.made = True
                self._asleep_until = inf
            else:
                self._asleep_until = inf if call is None else call.end
            if self._call is call:  # not changed by one who did not know yet until when nobody looks
                with suppress(Empty):
                    self._looks.get(timeout=min(max(self._asleep_until - time.monotonic(), 0), threading.TIMEOUT_MAX))

    def _interrupt(self) -> None:
        """Have `TooLong` raised in the thread of the game, in place of one that has not been raised yet."""
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._game), ctypes.py_object(TooLong))
