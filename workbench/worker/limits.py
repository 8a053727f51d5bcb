"""Limit the decisions and the time of a game, and the time of a player's decision."""

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
    """Limits of a game, for `simulate`: a game that exceeds one cannot be finished.

    Which games exceed a limit of time depends on the machine; nothing else in a run does.

    Attributes:
        decisions: the most decisions of a game, at least 1; a game with more counts as one that never ends.
        decision_seconds: the longest time for one decision, above 0; None for any time.
        game_seconds: the longest time for a game, above 0; None for any time.

    >>> Limits(decisions=500).timed, Limits(decision_seconds=2).timed
    (False, True)
    """

    decisions: int = STEP_LIMIT
    decision_seconds: float | None = None
    game_seconds: float | None = None

    @property
    def timed(self) -> bool:
        """Whether there is a limit on time."""
        return self.decision_seconds is not None or self.game_seconds is not None


NO_LIMITS: Final = Limits()
"""Only the number of decisions, which is more than any game here needs."""


class TooLong(BaseException):
    """A game takes too long. It is not an `Exception`, so no player takes it for its own mistake."""


class Alarm:
    """An alarm that raises `TooLong` in this thread when time is up, wherever the code is then.

    In the main thread a signal raises it, which also ends a wait inside another library. In other threads (a cluster's worker)
    and on Windows, a watching thread asks the interpreter to raise it; code outside Python is then stopped only when it returns
    to Python. Use the alarm in a `with` statement, which ends the watching thread.

    Args:
        limits: the limits; without a limit on time the alarm does nothing.

    Attributes:
        words: the limit that applies now, in words.
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
        """Start the clock of the game."""
        if self._limits.game_seconds is not None:
            self._end = time.monotonic() + self._limits.game_seconds
        self.decision_ends()

    def decision_begins(self) -> None:
        """Start the clock of a player who decides."""
        if self._limits.decision_seconds is not None:
            left = self._end - time.monotonic()
            if self._limits.decision_seconds < left:
                self._set(self._limits.decision_seconds, f"{self._limits.decision_seconds:g} seconds over a decision")

    def decision_ends(self) -> None:
        """Stop the clock of the player; the clock of the game runs on."""
        if self._limits.decision_seconds is not None or not self._armed:
            self.off()
            if self._end < inf:
                self._set(max(self._end - time.monotonic(), 1e-6), f"{self._limits.game_seconds:g} seconds")

    def off(self) -> None:
        """Switch off the alarm."""
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
    """A call for `TooLong`, which either the watching thread or the thread that calls it off takes first.

    Args:
        end: when it is due.

    Attributes:
        made: whether the watcher has asked the interpreter.
    """

    def __init__(self, end: float) -> None:
        self.end = end
        # this lock is taken once and never released: a lock held for a moment would stay held for ever if the interrupt came
        # at that moment
        self._once = threading.Lock()
        self.made = False

    def take(self) -> bool:
        """Take it, and return whether this thread is the first."""
        return self._once.acquire(blocking=False)


class Watcher:
    """A thread that raises `TooLong` in another thread at a given time, unless it is called off.

    Moving the time back needs no change of threads: the watcher sleeps until the earlier time, and looks again.

    Args:
        thread: the number of the thread in which to raise it. Only that thread may use the methods.
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
        """Raise `TooLong` after some time; no other call may be due."""
        self._call = Call(time.monotonic() + seconds)
        if self._call.end < self._asleep_until:
            self._looks.put(None)

    def call_off(self) -> None:
        """Call off what is due: nothing is raised after this returns, but something may be raised in here."""
        call, self._call = self._call, None
        if call is None or call.take():
            return
        # cancelling the interrupt would leave every thread checking for it at each call, and a debugger would hang (Python
        # 3.11); so it is raised and caught here, perhaps a second time
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
            if self._call is call:  # the call has not changed since `_asleep_until` was set
                with suppress(Empty):
                    self._looks.get(timeout=min(max(self._asleep_until - time.monotonic(), 0), threading.TIMEOUT_MAX))

    def _interrupt(self) -> None:
        """Raise `TooLong` in the thread of the game, in place of one that has not been raised yet."""
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._game), ctypes.py_object(TooLong))
