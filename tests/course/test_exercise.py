"""Whatever a student hands over, there is a mark and a sentence."""

from __future__ import annotations

import itertools
import pickle
import threading
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from workbench.core.errors import UnknownNameError
from workbench.course import Exercise, Lesson, Mark, lesson, lesson_numbers, partly, right, wrong
from workbench.course import exercise as exercises
from workbench.course.exercise import LONGEST_HINT, NOTHING_YET, ask, is_function, is_list, is_number, is_text


def doubles(answer: Any) -> Any:
    function = is_function(answer)
    return right("Doubled.") if ask(function, 2) == 4 else wrong("Twice two is more.")


DOUBLE = Exercise("1.1", 2, doubles)


def nothing(number: int) -> None: ...


class Unwritable:
    def __repr__(self) -> str:
        raise RuntimeError


def test_a_right_answer_earns_all() -> None:
    mark = DOUBLE.check(lambda number: 2 * number)
    assert mark == 2
    assert mark.hint == "Right. Doubled."


def test_a_mark_is_the_number_that_a_grader_reads() -> None:
    mark = Exercise("1.1", 2, lambda answer: partly(0.25, "Some.")).check(1)
    assert float(repr(mark)) == 0.5
    assert "0.5 of 2 points" in mark._repr_html_()
    assert f"{mark}" == str(mark) == "1.1: 0.5 of 2 points. Some."
    copied = pickle.loads(pickle.dumps(mark))
    assert (copied, copied.hint) == (0.5, "Some.")


def test_a_hint_is_shown_as_text() -> None:
    assert "<img" not in Mark(0, "1.1", 1, "You wrote <img src=x>.")._repr_html_()


@pytest.mark.parametrize("answer", [None, ..., "", "  "])
def test_no_answer_earns_nothing(answer: Any) -> None:
    mark = DOUBLE.check(answer)
    assert (mark, mark.hint) == (0, NOTHING_YET)


def leaves(number: int) -> int:
    raise SystemExit


def for_ever(number: int) -> int:
    return for_ever(number)


@pytest.mark.parametrize(
    ("answer", "hint"),
    [
        (3, "should be a function"),
        (nothing, NOTHING_YET),
        (lambda number: ..., NOTHING_YET),
        (lambda: 4, "your function stopped: TypeError"),
        (lambda number: number / 0, "ZeroDivisionError"),
        (leaves, "SystemExit"),
        (for_ever, "RecursionError"),
        (Unwritable(), "something of type Unwritable"),
        (lambda number: 5, "Twice two is more."),
    ],
)
def test_a_strange_answer_earns_nothing_and_a_sentence(answer: Any, hint: str) -> None:
    mark = DOUBLE.check(answer)
    assert mark == 0
    assert hint in mark.hint


def test_a_judge_that_cannot_read_an_answer_says_so() -> None:
    mark = Exercise("1.1", 1, lambda answer: right() if answer["fief"] else wrong("")).check([1])
    assert mark == 0
    assert mark.hint.startswith("This answer cannot be judged: TypeError")


def test_a_long_answer_is_quoted_briefly() -> None:
    assert len(DOUBLE.check("x" * 100_000).hint) < LONGEST_HINT


@pytest.mark.parametrize(
    ("read", "answer"),
    [
        (is_number, "1"),
        (is_number, True),
        (is_number, float("nan")),
        (is_number, float("inf")),
        (is_number, [1]),
        (is_number, 10**400),
        (lambda answer: is_number(answer, "a whole number", whole=True), 1.5),
        (is_text, 1),
        (is_list, "abc"),
        (is_list, 5),
        (is_list, {"a": 1}),
        (is_list, [1, None]),
        (lambda answer: is_list(answer, length=2), [1]),
    ],
)
def test_an_answer_of_another_kind_is_refused_in_a_sentence(read: Callable[[Any], Any], answer: Any) -> None:
    mark = Exercise("1.1", 1, lambda given: right() if read(given) else wrong("")).check(answer)
    assert mark == 0
    assert mark.hint.startswith(("The answer should ", "A part of this answer is still missing"))


def test_numbers_of_other_kinds_are_numbers() -> None:
    assert is_number(Fraction(1, 4)) == 0.25


def test_a_function_cannot_change_what_it_is_given() -> None:
    given = [1]
    ask(lambda numbers: numbers.append(2) or numbers, given)
    assert given == [1]


def test_a_lesson_keeps_the_last_mark_of_each_exercise() -> None:
    small = Lesson(1, "Doubling", (DOUBLE,))
    small("1.1", lambda number: 0)
    small("1.1", lambda number: 4)
    assert str(small) == "Lesson 1, Doubling: 2 of 2 points.\n1.1: 2 of 2 points"
    assert "not answered yet" in str(small.begin())


def test_an_exercise_that_is_not_there_is_a_sentence() -> None:
    with pytest.raises(UnknownNameError, match=r"Lesson 1 has no exercise '1.9'. Available: 1.1"):
        Lesson(1, "Doubling", (DOUBLE,)).check("1.9", 1)


def test_a_lesson_that_is_not_there_is_a_sentence() -> None:
    with pytest.raises(UnknownNameError, match=r"There is no lesson 99. Available: 1"):
        lesson(99)


def test_lessons_are_found_by_their_files() -> None:
    for number in lesson_numbers():
        assert lesson(number).number == number
        assert lesson(number) is not lesson(number)


LISTED = Exercise("1.2", 1, lambda answer: right() if is_list(answer) == [1] else wrong("No."))


class Endless:
    def __iter__(self) -> Iterator[int]:
        return itertools.count()


@pytest.mark.parametrize("answer", [itertools.count(), itertools.repeat(1), Endless(), map(str, itertools.count())])
def test_an_answer_without_end_has_one(answer: Any) -> None:
    assert LISTED.check(answer).hint == "The answer has more than 100,000 entries, or never ends."


def test_entries_that_raise_or_take_for_ever_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exercises, "ASKED_SECONDS", 0.2)
    assert "cannot be read: ZeroDivisionError" in LISTED.check(1 / number for number in (1, 0)).hint
    slow = (0 for number in itertools.count() if number < 0)
    assert LISTED.check(slow).hint == "Reading the entries of your answer took longer than 0.2 seconds."


@pytest.mark.parametrize("apart", [False, True], ids=["main thread", "another thread"])
def test_a_function_without_end_is_stopped(apart: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exercises, "ASKED_SECONDS", 0.2)
    found: list[Mark] = []

    def loops(number: int) -> int:
        while True:
            number += 1

    def judge() -> None:
        found.append(DOUBLE.check(loops))

    if apart:
        thread = threading.Thread(target=judge)
        thread.start()
        thread.join()
    else:
        judge()
    assert found[0].hint == "With (2) your function stopped: it took longer than 0.2 seconds."


def test_judging_has_an_end_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exercises, "JUDGED_SECONDS", 0.2)
    hint = Exercise("1.3", 1, lambda answer: right() if never_mind(answer) else wrong("No.")).check(2).hint
    assert hint == "Judging this answer took longer than 0.2 seconds, so it was stopped."


def never_mind(number: int) -> bool:
    while number:
        number += 1
    return False


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux keeps a limit of memory")
def test_an_answer_may_not_fill_the_memory() -> None:
    def fills(number: int) -> int:
        return len(bytearray(2**33))

    def fills_slowly(number: int) -> int:
        found = []
        while True:
            found.append(bytes(2**27))

    for answer in (fills, fills_slowly):
        assert DOUBLE.check(answer).hint == "With (2) your function stopped: it used too much memory."
    held = Exercise("1.3", 1, lambda answer: right() if len(list(answer)) else wrong("No."))
    assert held.check(bytes(2**26) + b"x" for number in itertools.count()).hint.startswith("This answer used too much memory")
    assert DOUBLE.check(lambda number: 2 * number) == 2, "the limit is gone again"
