"""Exercises that check themselves: they judge an answer at once, and say what is wrong with it.

A judge is a function from an answer to a verdict, and asks the engine for the right answer. Students may answer anything, so a
judge reads an answer with `is_number`, `is_text`, `is_list` and `ask`. `Exercise.check` turns their errors into hints.
"""

from __future__ import annotations

import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from html import escape
from itertools import islice
from types import FrameType
from typing import Any, NamedTuple

from workbench.core.errors import UnknownNameError
from workbench.core.outside import quoted, told

ADDRESS = re.compile(r"<(?:[\w.]+\.)?(\w+)[^<>]* at 0x[0-9a-fA-F]+>")
LONGEST_HINT = 900
"""The longest hint, in letters; a hint may quote an answer."""
MOST_ENTRIES = 100_000
"""The most entries of an answer to read: more than any exercise asks for, and a limit for an endless series."""
ASKED_SECONDS = 20.0
"""The longest time for a student's function to answer one question, in seconds."""
JUDGED_SECONDS = 300.0
"""The longest time to judge an answer, in seconds; the lessons about measuring play some hundred games with it."""
MEGABYTES = 2048
"""The most memory for judging, besides what the notebook has already; only Linux keeps this limit."""


class TooLong(BaseException):
    """An answer takes too long. It is not an `Exception`, so no function takes it for its own mistake."""


@contextmanager
def bounded(seconds: float, megabytes: int | None = None) -> Iterator[None]:
    """Limit the time and memory of what happens inside; such limits may be nested.

    The limit on time cannot stop code that does not return to Python (`sum(itertools.count())`). Then only a restart of the
    notebook helps.

    Args:
        seconds: the longest time by the clock.
        megabytes: the most memory besides what this process has already; None for any.

    Raises:
        TooLong: it took longer.
        MemoryError: it took more.

    >>> with bounded(60):
    ...     1 + 1
    2
    """
    with _memory(megabytes), _time(seconds):
        yield


@contextmanager
def _time(seconds: float) -> Iterator[None]:
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        with _watched(seconds):
            yield
        return

    over = False

    def ring(number: int, frame: FrameType | None) -> None:
        if not over:
            raise TooLong(f"{seconds:g} seconds")

    begin, (left, _) = time.monotonic(), signal.getitimer(signal.ITIMER_REAL)
    before = signal.signal(signal.SIGALRM, ring)
    # again each second, because a function may catch everything
    signal.setitimer(signal.ITIMER_REAL, min(seconds, left) if left else seconds, 1.0)
    try:
        yield
    finally:
        over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(left - (time.monotonic() - begin), 0.001), 1.0)


@contextmanager
def _watched(seconds: float) -> Iterator[None]:
    """Limit the time on Windows and in other threads, with a thread that watches."""
    from workbench.lab import limits  # only needed here

    try:
        watcher = limits.Watcher(threading.get_ident())
    except RuntimeError:  # Python in a browser has no threads, and so no such limit
        yield
        return
    try:
        watcher.call_after(seconds)
        yield
    except limits.TooLong:
        raise TooLong(f"{seconds:g} seconds") from None
    finally:
        try:
            watcher.call_off()
        finally:
            watcher.end()


@contextmanager
def _memory(megabytes: int | None) -> Iterator[None]:
    if megabytes is None or sys.platform != "linux":
        yield
        return
    import resource

    with open("/proc/self/statm", encoding="ascii") as file:
        now = int(file.read().split()[0]) * resource.getpagesize()
    before, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = now + megabytes * 2**20
    if before != resource.RLIM_INFINITY:
        wanted = min(wanted, before)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (before, most))


class Mark(float):
    """The points that an answer earned: a number, for graders to read, that shows itself with the hint.

    Attributes:
        key: the exercise, such as "1.2".
        points: the points for a right answer.
        hint: what is right or wrong with the answer, as sentences.

    >>> Mark(1, "1.2", 2, "Half of it is there.")
    1.0
    >>> print(Mark(1, "1.2", 2, "Half of it is there."))
    1.2: 1 of 2 points. Half of it is there.
    """

    def __new__(cls, earned: float, key: str, points: int, hint: str) -> Mark:
        """Make the number."""
        return super().__new__(cls, earned)

    def __init__(self, earned: float, key: str, points: int, hint: str) -> None:
        self.key, self.points, self.hint = key, points, hint

    def __str__(self) -> str:
        return f"{self.key}: {self.told_points}. {self.hint}".rstrip()

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (float(self), self.key, self.points, self.hint))

    @property
    def told_points(self) -> str:
        """The points in words.

        >>> Mark(0.5, "1.1", 1, "").told_points
        '0.5 of 1 point'
        """
        return f"{float(self):g} of {self.points} point{'s' * (self.points != 1)}"

    def _repr_html_(self) -> str:
        # not Markdown: a hint may quote line breaks, stars and dollar signs of an answer
        sign = "✓" if self >= self.points else "…"
        return f"<b>{sign} {self.key}: {self.told_points}.</b> {escape(self.hint)}"


class Verdict(NamedTuple):
    """A judge's verdict on an answer: the share of the points that it earns, 0 to 1, and a hint."""

    share: float
    hint: str


def right(words: str = "") -> Verdict:
    """Return the verdict on a right answer.

    >>> right()
    Verdict(share=1.0, hint='Right.')
    """
    return Verdict(1.0, f"Right. {words}".strip())


def wrong(hint: str) -> Verdict:
    """Return the verdict on a wrong answer; the hint says what is wrong, not what the right answer is.

    >>> wrong("That is the number of fiefs.").share
    0.0
    """
    return Verdict(0.0, hint)


def partly(share: float, hint: str) -> Verdict:
    """Return a verdict with a part of the points, more than 0 and less than 1, and what is missing.

    >>> partly(0.5, "One of the two is right.").share
    0.5
    """
    return Verdict(float(share), hint)


class Unfit(Exception):
    """An answer that cannot be judged; the message is the hint."""


NOTHING_YET = "Nothing answered yet."


def is_number(answer: Any, what: str = "a number", whole: bool = False) -> float:
    """Read an answer as a number; fractions and numpy's numbers count, truth values do not.

    Args:
        answer: what the student gave.
        what: what was asked for, as in "The answer should be ...".
        whole: only a whole number will do.

    Raises:
        Unfit: it is not a number, or not a whole one.

    >>> is_number("three")
    Traceback (most recent call last):
    ...
    workbench.course.exercise.Unfit: The answer should be a number; this is 'three'.
    """
    if not isinstance(answer, (str, bytes, bool)):
        try:
            value = float(answer)
        except (TypeError, ValueError, OverflowError):
            raise misfit(what, answer) from None
        if value - value == 0 and not (whole and value % 1):  # neither infinite nor "not a number"
            return value
    raise misfit(what, answer)


def is_text(answer: Any, what: str = "a text in quotation marks") -> str:
    """Read an answer as a text, without the spaces around it.

    Raises:
        Unfit: it is not a text.

    >>> is_text(" NW-TRICK-1 ")
    'NW-TRICK-1'
    """
    if not isinstance(answer, str):
        raise misfit(what, answer)
    return answer.strip()


def is_list(answer: Any, what: str = "a list", length: int | None = None) -> list[Any]:
    """Read an answer as a list; a tuple, a set or another series is fine, a text is not.

    Args:
        answer: what the student gave.
        what: what was asked for.
        length: how many entries it must have; any number if None.

    Raises:
        Unfit: it is not a list, or has another length.

    >>> is_list((1, 2))
    [1, 2]
    """
    if isinstance(answer, (str, bytes, dict)) or not isinstance(answer, Iterable):
        raise misfit(what, answer)
    try:
        with bounded(ASKED_SECONDS):
            entries = list(islice(answer, MOST_ENTRIES + 1))
    except TooLong:
        raise Unfit(f"Reading the entries of your answer took longer than {ASKED_SECONDS:g} seconds.") from None
    except Exception as error:
        raise Unfit(f"The entries of your answer cannot be read: {told_error(error)}.") from None
    if len(entries) > MOST_ENTRIES:
        raise Unfit(f"The answer has more than {MOST_ENTRIES:,} entries, or never ends.")
    if any(entry is None or entry is ... for entry in entries):
        raise Unfit("A part of this answer is still missing.")
    if length is not None and len(entries) != length:
        raise Unfit(f"The answer should have {length} entries; this has {len(entries)}.")
    return entries


def is_function(answer: Any) -> Callable[..., Any]:
    """Read an answer as a function.

    Raises:
        Unfit: it cannot be called.
    """
    if not callable(answer):
        raise Unfit(f"The answer should be a function, passed without brackets; this is {quote(answer)}.")
    found: Callable[..., Any] = answer
    return found


def ask(function: Callable[..., Any], *given: Any) -> Any:
    """Return what a student's function returns for `given`.

    Raises:
        Unfit: it returned nothing, raised an error or took too long.

    >>> ask(len, [1, 2])
    2
    >>> ask(len, 5)
    Traceback (most recent call last):
    ...
    workbench.course.exercise.Unfit: With (5) your function stopped: TypeError: object of type 'int' has no len().
    """
    fault = ""
    try:
        with bounded(ASKED_SECONDS):
            found = function(*deepcopy(given))
    except TooLong:
        found, fault = None, f"it took longer than {ASKED_SECONDS:g} seconds"
    except MemoryError:
        found, fault = None, "it used too much memory"
    except (Exception, SystemExit) as error:
        found, fault = None, told_error(error)
    if found is None or found is ...:
        with_these = f"({', '.join(quote(one) for one in given)})"
        stopped = f"With {with_these} your function stopped: {fault}."
        raise Unfit(stopped if fault else f"{NOTHING_YET} With {with_these} your function returns nothing.")
    return found


def misfit(what: str, answer: Any) -> Unfit:
    """Return the error for an answer that is not `what` the exercise asks for."""
    return Unfit(f"The answer should be {what}; this is {quote(answer)}.")


def quote(answer: Any) -> str:
    """Quote any answer for a hint, in the same words on every run.

    >>> quote(object())
    '<object>'
    >>> quote("x" * 500)[-3:]
    "xx'"
    """
    try:
        return ADDRESS.sub(r"<\1>", quoted(answer, 80))
    except Exception:  # the `__repr__` of a student's class may fail
        return f"something of type {type(answer).__name__}"


def told_error(error: BaseException) -> str:
    """Describe an error in one line.

    >>> told_error(KeyError("fief"))
    "KeyError: 'fief'"
    """
    try:
        words = str(error).partition("\n")[0].rstrip(".")
    except Exception:
        words = ""
    return f"{type(error).__name__}: {words}".rstrip(": ")


def is_blank(answer: Any) -> bool:
    """Tell whether an answer is still missing: None, `...` or an empty text.

    >>> is_blank(None), is_blank(...), is_blank(0)
    (True, True, False)
    """
    return answer is None or answer is ... or (isinstance(answer, str) and not answer.strip())


@dataclass(frozen=True)
class Exercise:
    """One exercise.

    Attributes:
        key: the number of its lesson and its own, such as "1.2".
        points: the points for a right answer, 1 or more.
        judge: a function that says what an answer is worth, and why.
    """

    key: str
    points: int
    judge: Callable[[Any], Verdict]

    def check(self, answer: Any) -> Mark:
        """Return the mark of an answer; no answer makes this raise an error.

        >>> Exercise("1.1", 2, lambda answer: right() if answer == 4 else wrong("Count again.")).check(3).hint
        'Count again.'
        """
        if is_blank(answer):
            verdict = wrong(NOTHING_YET)
        else:
            try:
                with bounded(JUDGED_SECONDS, MEGABYTES):
                    verdict = self.judge(answer)
            except Unfit as unfit:
                verdict = wrong(str(unfit))
            except TooLong:
                verdict = wrong(f"Judging this answer took longer than {JUDGED_SECONDS:g} seconds, so it was stopped.")
            except MemoryError:
                verdict = wrong("This answer used too much memory, so it was stopped.")
            except (Exception, SystemExit) as error:
                verdict = wrong(f"This answer cannot be judged: {told_error(error)}. The answer given was {quote(answer)}.")
        share = min(1.0, max(0.0, verdict.share))
        return Mark(round(self.points * share, 2), self.key, self.points, told(verdict.hint, LONGEST_HINT))


@dataclass
class Lesson:
    """The exercises of one lesson, and the marks so far.

    Attributes:
        number: the number of the lesson, from 1.
        title: its title.
        exercises: its exercises, in order.
        marks: the last mark of each exercise that was answered, by its key.

    >>> small = Lesson(1, "Sums", (Exercise("1.1", 2, lambda answer: right() if answer == 4 else wrong("No.")),))
    >>> small("1.1", 4)
    2.0
    >>> print(small)
    Lesson 1, Sums: 2 of 2 points.
    1.1: 2 of 2 points
    """

    number: int
    title: str
    exercises: tuple[Exercise, ...]
    marks: dict[str, Mark] = field(default_factory=dict)

    def begin(self) -> Lesson:
        """Return the same lesson without marks."""
        return Lesson(self.number, self.title, self.exercises)

    def __call__(self, key: str, answer: Any) -> Mark:
        return self.check(key, answer)

    def check(self, key: str, answer: Any) -> Mark:
        """Return the mark of an answer, and keep it.

        Args:
            key: the key of the exercise, such as "1.2".
            answer: what the exercise asks for; anything else earns no points and gets a hint.

        Raises:
            UnknownNameError: the lesson has no such exercise.
        """
        for exercise in self.exercises:
            if exercise.key == key:
                self.marks[key] = exercise.check(answer)
                return self.marks[key]
        there = ", ".join(exercise.key for exercise in self.exercises)
        raise UnknownNameError(f"Lesson {self.number} has no exercise {quote(key)}. Available: {there}.")

    def __str__(self) -> str:
        most = sum(exercise.points for exercise in self.exercises)
        lines = [f"Lesson {self.number}, {self.title}: {sum(self.marks.values()):g} of {most} points."]
        for exercise in self.exercises:
            mark = self.marks.get(exercise.key)
            lines.append(f"{exercise.key}: {'not answered yet' if mark is None else mark.told_points}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)
