"""The stop button, pressed at a line of somebody else's code."""

from __future__ import annotations

import signal
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

Result = TypeVar("Result")
Point = tuple[str, int, int]
"""A line of code, and how often it has been come to."""


class Stopper:
    """Carries something out, and presses the stop button when it has come to some line.

    Args:
        code: files or folders; their lines are meant.
        stop: where to stop; None for nowhere.
        until: whether, with the return from this frame, all is done that matters.

    Attributes:
        met: the first two comings to each line.
        entered: the names of the functions that were entered.
    """

    def __init__(
        self, *code: Path, stop: Point | None = None, until: Callable[[FrameType], bool] = lambda frame: False
    ) -> None:
        self.met: list[Point] = []
        self.entered: set[str] = set()
        self._code = tuple(map(str, code))
        self._stop = stop
        self._until = until
        self._times: Counter[tuple[str, int]] = Counter()
        self._done = False

    def carry_out(self, call: Callable[[], Result]) -> Result | None:
        """What the call gives; None if the interrupt came through."""
        before = sys.gettrace()
        sys.settrace(self._enter)
        try:
            return call()
        except KeyboardInterrupt:
            return None
        finally:
            sys.settrace(before)

    def _enter(self, frame: FrameType, event: str, value: Any) -> Any:
        if not frame.f_code.co_filename.startswith(self._code):
            return None
        self.entered.add(frame.f_code.co_name)
        return self._at

    def _at(self, frame: FrameType, event: str, value: Any) -> Any:
        if event == "return" and self._until(frame):
            self._done = True
        if event == "line" and not self._done:
            line = (frame.f_code.co_filename, frame.f_lineno)
            self._times[line] += 1
            point = (*line, self._times[line])
            if self._times[line] <= 2:
                self.met.append(point)
            if point == self._stop:
                signal.raise_signal(signal.SIGINT)
        return self._at
