"""Exercises that check themselves: they judge an answer at once, and say what is wrong with it.

A judge is a function from an answer to a verdict, and asks the engine for the right answer. Students may answer anything, so a
judge reads an answer with `is_number`, `is_text`, `is_list` and their like, which make plain copies, and with `ask`.
`Exercise.check` turns their errors into hints.

A judge of a function first asks it about all cases (`asked`), then works out what is right (`compared`). Some of the cases are
drawn afresh for each answer (`fresh`), so an answer that only knows the examples of the text does not pass.
"""

from __future__ import annotations

import hashlib
import re
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import update_wrapper
from html import escape
from itertools import islice
from random import Random
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple, ParamSpec, TypeVar

from workbench.core.errors import UnknownNameError
from workbench.core.outside import quoted, told
from workbench.course.untouched import replaced

Given = ParamSpec("Given")
Found = TypeVar("Found")

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
    from workbench.worker import limits  # only needed here

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
TAKEN = "Your answer calls `{}`, which belongs to the check. Write this part yourself."
TOUCHED = "`{}` is no longer what the workbench came with, and the check needs it. Restart the kernel and run the cells again."


def is_number(answer: Any, what: str = "a number", whole: bool = False) -> float:
    """Read an answer as a number: Python's, fractions, decimals and numpy's, but no truth values.

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
    try:
        value = float(_plain_number(answer))
    except (TypeError, ValueError, OverflowError):
        raise misfit(what, answer) from None
    if value - value == 0 and not (whole and value % 1):  # neither infinite nor "not a number"
        return value
    raise misfit(what, answer)


def _plain_number(answer: Any) -> int | float | Fraction | Decimal:
    """Return a number as one of Python's own, without a call of anything that a student may have written.

    Raises:
        TypeError: it is not a number.
    """
    kind = type(answer)
    if kind in (int, float, Fraction, Decimal):
        found: int | float | Fraction | Decimal = answer
        return found
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        if issubclass(kind, numpy.bool_):
            raise TypeError
        for base in (numpy.generic, numpy.ndarray):
            if issubclass(kind, base):
                return _plain_number(base.item(answer))
    if issubclass(kind, int) and not issubclass(kind, bool):
        return int.__index__(answer)
    if issubclass(kind, float):
        return float.__float__(answer)
    raise TypeError


def is_truth(answer: Any, what: str = "True or False") -> bool:
    """Read an answer as True or False; numpy's truth values and the numbers 1 and 0 will do.

    Raises:
        Unfit: it is neither.

    >>> is_truth(1)
    True
    >>> is_truth("yes")
    Traceback (most recent call last):
    ...
    workbench.course.exercise.Unfit: The answer should be True or False; this is 'yes'.
    """
    numpy = sys.modules.get("numpy")
    if numpy is not None and issubclass(type(answer), numpy.bool_):
        return bool(numpy.bool_.item(answer))
    if type(answer) is bool or (type(answer) in (int, float) and answer in (0, 1)):
        return bool(answer)
    raise misfit(what, answer)


def is_text(answer: Any, what: str = "a text in quotation marks") -> str:
    """Read an answer as a text, without the spaces around it.

    Raises:
        Unfit: it is not a text.

    >>> is_text(" NW-TRICK-1 ")
    'NW-TRICK-1'
    """
    if not issubclass(type(answer), str):
        raise misfit(what, answer)
    return str.__str__(answer).strip()


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
        with bounded(ASKED_SECONDS), answering():
            entries = list(islice(answer, MOST_ENTRIES + 1))
    except TooLong:
        raise Unfit(f"Reading the entries of your answer took longer than {ASKED_SECONDS:g} seconds.") from None
    except Unfit:
        raise
    except Exception as error:
        raise Unfit(f"The entries of your answer cannot be read: {told_error(error)}.") from None
    if len(entries) > MOST_ENTRIES:
        raise Unfit(f"The answer has more than {MOST_ENTRIES:,} entries, or never ends.")
    if any(entry is None or entry is ... for entry in entries):
        raise Unfit("A part of this answer is still missing.")
    if length is not None and len(entries) != length:
        raise Unfit(f"The answer should have {length} entries; this has {len(entries)}.")
    return entries


def is_texts(answer: Any, what: str = "a list of texts", length: int | None = None) -> list[str]:
    """Read an answer as a list of texts; a single text counts as a list of one.

    Args:
        answer: what the student gave.
        what: what was asked for.
        length: how many texts it must have; any number if None.

    Raises:
        Unfit: it is not a list of texts, or has another length.

    >>> is_texts({"B3"}), is_texts("B3")
    (['B3'], ['B3'])
    """
    if issubclass(type(answer), str):
        return [is_text(answer)]
    return [is_text(entry, what) for entry in is_list(answer, what, length)]


def is_dictionary(answer: Any, keys: Iterable[str], what: str | None = None) -> dict[str, Any]:
    """Read an answer as a dictionary with certain keys, in any order.

    Args:
        answer: what the student gave.
        keys: the texts that must be its keys, and no others.
        what: what was asked for; if None, the hint lists the keys.

    Raises:
        Unfit: it is not a dictionary, or has other keys.

    >>> is_dictionary({"b": 2, "a": 1}, ["a", "b"])
    {'a': 1, 'b': 2}
    """
    wanted = list(keys)
    what = what or f"a dictionary with the keys {', '.join(wanted)}"
    if not isinstance(answer, Mapping):
        raise misfit(what, answer)
    try:
        with bounded(ASKED_SECONDS), answering():
            # a student's class may have an `items` of its own
            items: Iterable[tuple[Any, Any]] = dict.items(answer) if isinstance(answer, dict) else answer.items()
            found = {str.__str__(key): value for key, value in islice(items, MOST_ENTRIES)}
    except (Exception, TooLong):
        raise misfit(what, answer) from None
    if set(found) != set(wanted):
        raise misfit(what, answer)
    return {key: found[key] for key in wanted}


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
    copies = deepcopy(given)
    try:
        with bounded(ASKED_SECONDS), answering():
            found = function(*copies)
    except Unfit:
        raise
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


_answers = 0
"""How many answers are at work now: a student's function, or the entries of a list that a student gave."""


@contextmanager
def answering() -> Iterator[None]:
    """Mark what happens inside as the work of an answer, which may not use what is `kept_from_answers`.

    >>> with answering():
    ...     Exercise("1.1", 1, lambda answer: right()).check(4)
    Traceback (most recent call last):
    ...
    workbench.course.exercise.Unfit: Your answer calls `check`, which belongs to the check. Write this part yourself.
    """
    global _answers
    _answers += 1
    try:
        yield
    finally:
        _answers -= 1


def kept_from_answers(function: Callable[Given, Found]) -> Callable[Given, Found]:
    """Decorate a function that answers an exercise: while a check asks a student's function, nobody may call it.

    A notebook may use it at any other time, for a picture or an example.
    """

    def guarded(*args: Given.args, **options: Given.kwargs) -> Found:
        if _answers:
            raise Unfit(TAKEN.format(getattr(function, "__name__", "?")))
        return function(*args, **options)

    return _named_after(function, guarded)


def kept_from_notebooks(function: Callable[Given, Found]) -> Callable[Given, Found]:
    """Decorate a function that knows the answer to an exercise: only the workbench may call it, never a cell or an answer."""

    def guarded(*args: Given.args, **options: Given.kwargs) -> Found:
        if _answers or sys._getframe(1).f_globals.get("__name__") == "__main__":
            raise Unfit(TAKEN.format(getattr(function, "__name__", "?")))
        return function(*args, **options)

    return _named_after(function, guarded)


def _named_after(function: Callable[Given, Found], guarded: Callable[Given, Found]) -> Callable[Given, Found]:
    """Give a wrapped function the name and the docstring of the inner one, but no way to it."""
    update_wrapper(guarded, function)
    del guarded.__wrapped__  # type: ignore[attr-defined]
    return guarded


_hand_in: str | None = None
"""What the fresh cases are drawn from, if a grader has said so."""


@contextmanager
def handed_in(seed: str | None) -> Iterator[None]:
    """Draw the fresh cases from a grader's seed inside, instead of from the answer itself; None changes nothing.

    >>> with handed_in("ada, lesson 3"):
    ...     first = fresh(max).random()
    >>> with handed_in("ada, lesson 3"):
    ...     first == fresh(min).random()
    True
    """
    global _hand_in
    before = _hand_in
    _hand_in = before if seed is None else seed
    try:
        yield
    finally:
        _hand_in = before


def fresh(answer: Any) -> Random:
    """Return the random numbers from which to draw fresh cases for an answer.

    The same answer gets the same cases again, so its mark can be made again. An answer with a changed line gets other cases.

    >>> fresh(max).random() == fresh(max).random() != fresh(min).random()
    True
    """
    return Random(_hand_in if _hand_in is not None else fingerprint(answer))


def fingerprint(answer: Any) -> str:
    """Return a digest of a function's or a class's code; of any other answer, a digest of its name or type.

    >>> fingerprint(lambda cards: 2) == fingerprint(lambda cards: 2) != fingerprint(lambda cards: 3)
    True
    """
    if isinstance(answer, FunctionType):
        words = _told_code(answer.__code__)
    elif isinstance(answer, type):
        words = repr([(name, _told_code(one.__code__)) for name, one in vars(answer).items() if isinstance(one, FunctionType)])
    else:
        call, name = vars(type(answer)).get("__call__"), getattr(answer, "__name__", type(answer).__name__)
        words = _told_code(call.__code__) if isinstance(call, FunctionType) else str(name)
    return hashlib.sha256(words.encode("utf-8", "backslashreplace")).hexdigest()


def _told_code(code: CodeType) -> str:
    """Return what a piece of code does, without the place where it is."""
    return repr((code.co_code, code.co_names, code.co_varnames, [_told_constant(one) for one in code.co_consts]))


def _told_constant(value: Any) -> str:
    """Return a constant of a piece of code in words that are the same in every process."""
    if isinstance(value, CodeType):
        return _told_code(value)
    if isinstance(value, frozenset):  # its order differs from process to process
        return repr(sorted(map(repr, value)))
    return quote(value)


def asked(answer: Any, cases: Iterable[tuple[Any, ...]], read: Callable[[Any], Found]) -> list[Found]:
    """Ask a student's function about all cases, before anything is worked out that the function could look at.

    Args:
        answer: what the student gave.
        cases: what to give to the function, one tuple for each call.
        read: reads what the function returns, such as `is_number`.

    Returns:
        what the function returned, in the order of the cases.

    Raises:
        Unfit: it is not a function, or one of its results cannot be read.

    >>> asked(abs, [(-1,), (2,)], is_number)
    [1.0, 2.0]
    """
    function = is_function(answer)
    return [read(ask(function, *case)) for case in cases]


class Idea(NamedTuple):
    """A typical wrong idea: what a function built on it returns, what to tell the student, and the share of the points."""

    gives: Callable[..., Any]
    hint: str
    share: float = 0.0


EXACT = 1e-9
"""How far a computed number may be off."""


def compared(
    cases: Sequence[tuple[Any, ...]],
    found: Sequence[float],
    due: Callable[..., Any],
    ideas: Sequence[Idea],
    told_case: Callable[[tuple[Any, ...], float, float], str],
    otherwise: str | Callable[..., str],
    near: float = EXACT,
) -> Verdict | None:
    """Compare a function's results with what is right; where they differ, look for the idea behind it.

    An answer gets a part of the points only if ideas with a share explain all that is wrong, and contradict nothing that
    is right.

    Args:
        cases: what was asked.
        found: what the function returned for each case.
        due: returns what is right, for a case.
        ideas: typical wrong ideas, the likelier ones first.
        told_case: says what went wrong in a case, given the case, the result and what is right; the hint follows.
        otherwise: the hint if no idea fits, or a function from a case to that hint.
        near: how far a number may be off.

    Returns:
        the verdict on a wrong answer; None for a right one.

    >>> ideas = [Idea(lambda number: number * number, "That is the square.", 0.5)]
    >>> told = lambda case, result, exact: f"For {case[0]} it gives {result:g}, not {exact:g}."
    >>> compared([(2,), (3,)], [4, 9], lambda number: 2 * number, ideas, told, "Double it.")
    Verdict(share=0.5, hint='For 3 it gives 9, not 6. That is the square.')
    >>> compared([(2,), (3,)], [4, 5], lambda number: 2 * number, ideas, told, "Double it.")
    Verdict(share=0.0, hint='For 3 it gives 5, not 6. Double it.')
    """
    results = [(case, number, float(due(*case))) for case, number in zip(cases, found, strict=True)]
    faults = [(case, number, exact) for case, number, exact in results if abs(number - exact) > near]
    if not faults:
        return None

    def fits_here(idea: Idea, case: tuple[Any, ...], number: float) -> bool:
        return abs(number - float(idea.gives(*case))) <= near

    def held(idea: Idea) -> bool:
        """Tell whether an idea never says that a right result should be wrong."""
        return all(fits_here(idea, case, exact) for case, number, exact in results if abs(number - exact) <= near)

    possible = [idea for idea in ideas if held(idea)]
    fits = [[idea for idea in possible if fits_here(idea, case, number)] for case, number, _ in faults]
    whole = [idea for idea in possible if all(idea in fit for fit in fits)]
    case, number, exact = faults[0]
    likely = [*whole, *fits[0], *[idea for idea in ideas if fits_here(idea, case, number)]]
    if likely:
        hint = likely[0].hint
    else:
        hint = otherwise if isinstance(otherwise, str) else otherwise(*case)
    shares = [max((each.share for each in fit), default=0.0) for fit in fits]
    share = whole[0].share if whole else min(shares)
    words = f"{told_case(case, number, exact)} {hint}"
    return partly(share, words) if share else wrong(words)


def words_judged(
    answer: Any,
    sentences: Sequence[str],
    known: Sequence[str],
    due: Callable[[], Mapping[str, tuple[str, str]]],
    thing: str,
    praise: str,
) -> Verdict:
    """Judge a dictionary that gives each of some sentences one of a few words; one mistake costs half of the points.

    Args:
        answer: what the student gave.
        sentences: the keys of the dictionary.
        known: the words to choose from.
        due: returns the right word for each sentence, and what to tell somebody who chose another; called after the answer
            has been read, so the answer cannot look at it.
        thing: what one of the sentences is, such as "question".
        praise: what to tell somebody whose words are all right.

    Raises:
        Unfit: it is not such a dictionary, or it has no word yet.

    >>> due = {"It is red.": ("colour", "it says how it looks"), "It is large.": ("size", "it says how much room it takes")}
    >>> given = {"It is red.": "size", "It is large.": "Size"}
    >>> words_judged(given, list(due), ("colour", "size"), lambda: due, "sentence", "")
    Verdict(share=0.5, hint='Look again at “It is red.”: it says how it looks.')
    """
    given = is_dictionary(answer, sentences, f"the dictionary of the cell, with a word for each {thing}")
    words = {one: is_text(word, "a text").lower() for one, word in given.items() if word is not None and word is not ...}
    if not words:
        raise Unfit(NOTHING_YET)
    for word in words.values():
        if word not in known:
            return wrong(f"{quote(word)} is not one of the words. Available: {', '.join(known)}.")
    if missing := [one for one in sentences if one not in words]:
        return wrong(f"“{missing[0]}” has no word yet.")
    right_words = due()
    faults = [one for one in sentences if words[one] != right_words[one][0]]
    if not faults:
        return right(praise)
    reason = right_words[faults[0]][1]
    hint = f"Look again at “{faults[0]}”: {reason}{'' if reason.endswith('?') else '.'}"
    return partly(0.5, hint) if len(faults) == 1 else wrong(hint)


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

    @kept_from_answers
    def check(self, answer: Any, seed: str | None = None) -> Mark:
        """Return the mark of an answer; no answer makes this raise an error.

        Args:
            answer: what the student gave.
            seed: what to draw fresh cases from, such as a digest of the hand-in; None to draw them from the answer itself.

        >>> Exercise("1.1", 2, lambda answer: right() if answer == 4 else wrong("Count again.")).check(3).hint
        'Count again.'
        """
        if is_blank(answer):
            verdict = wrong(NOTHING_YET)
        else:
            try:
                with bounded(JUDGED_SECONDS, MEGABYTES), handed_in(seed):
                    verdict = wrong(TOUCHED.format(part)) if (part := replaced()) else self.judge(answer)
                    if verdict.share and (part := replaced()):
                        verdict = wrong(TOUCHED.format(part))
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
