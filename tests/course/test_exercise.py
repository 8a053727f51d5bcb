"""Whatever a student hands over, there is a mark and a sentence."""

from __future__ import annotations

import itertools
import pickle
import threading
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy
import pytest

from workbench.core.errors import UnknownNameError
from workbench.course import Exercise, Lesson, Mark, lesson, lesson_numbers, partly, right, wrong
from workbench.course import exercise as exercises
from workbench.course.exercise import (
    LONGEST_HINT,
    NOTHING_YET,
    Idea,
    Unfit,
    ask,
    asked,
    compared,
    fresh,
    handed_in,
    is_dictionary,
    is_function,
    is_list,
    is_number,
    is_text,
    is_texts,
    is_truth,
    kept_from_answers,
    kept_from_notebooks,
    words_judged,
)


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
        (is_truth, 2),
        (is_truth, "True"),
        (is_texts, 5),
        (is_texts, [5]),
        (lambda answer: is_dictionary(answer, "ab"), {"a": 1}),
        (lambda answer: is_dictionary(answer, "ab"), ["a", "b"]),
        (lambda answer: is_dictionary(answer, "ab"), {"a": 1, 2: 1}),
    ],
)
def test_an_answer_of_another_kind_is_refused_in_a_sentence(read: Callable[[Any], Any], answer: Any) -> None:
    mark = Exercise("1.1", 1, lambda given: right() if read(given) else wrong("")).check(answer)
    assert mark == 0
    assert mark.hint.startswith(("The answer should ", "A part of this answer is still missing"))


@pytest.mark.parametrize("answer", [Fraction(1, 4), Decimal("0.25"), numpy.float32(0.25), numpy.array(0.25)])
def test_numbers_of_other_kinds_are_numbers(answer: Any) -> None:
    assert is_number(answer) == 0.25


@pytest.mark.parametrize("answer", [True, 1, 1.0, numpy.True_])
def test_truth_values_of_other_kinds_are_truth_values(answer: Any) -> None:
    assert is_truth(answer) is True


class SaysSo:
    """Every method that a judge might call agrees with everything."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class SameNumber(SaysSo, float):
    def __float__(self) -> float:
        return 4.0


class SameText(SaysSo, str):
    def strip(self, *given: Any) -> str:
        return "B"

    __str__ = upper = strip  # type: ignore[assignment]


class SameEntries(SaysSo, dict[str, str]):
    def items(self) -> Any:
        return {"a": "right"}.items()


def test_an_answer_is_read_as_a_plain_copy() -> None:
    assert is_number(SameNumber(7)) == 7
    assert type(is_text(SameText("A"))) is str
    assert is_text(SameText("A")) == "A"
    assert is_texts([SameText("A")]) == ["A"]
    assert is_dictionary(SameEntries(a="wrong"), ["a"]) == {"a": "wrong"}
    for read in (is_number, is_truth, is_text):
        with pytest.raises(Unfit):
            read(SaysSo())


def test_an_answer_cannot_use_what_is_kept_from_it() -> None:
    helper, solution = kept_from_answers(abs), kept_from_notebooks(abs)
    assert helper(-1) == solution(-1) == 1
    for kept in (helper, solution):
        with pytest.raises(Unfit, match="Your answer calls `abs`, which belongs to the check"):
            ask(lambda number, call=kept: call(number), -1)
    with pytest.raises(Unfit, match="Your answer calls `abs`"):
        is_list(helper(number) for number in (-1, 2))
    cell = {"__name__": "__main__", "helper": helper, "solution": solution}
    assert eval("helper(-1)", cell) == 1
    with pytest.raises(Unfit):
        eval("solution(-1)", cell)


def test_an_answer_cannot_ask_the_check_what_it_earns() -> None:
    small = Lesson(1, "Doubling", (DOUBLE,))

    def guesses(number: int) -> int:
        return next(guess for guess in range(9) if DOUBLE.check(lambda again, guess=guess: guess))

    mark = small("1.1", guesses)
    assert (mark, mark.hint) == (0, "Your answer calls `check`, which belongs to the check. Write this part yourself.")


def add(one: int, other: int) -> int:
    return one + other


def test_fresh_cases_are_the_same_for_the_same_answer() -> None:
    def again(one: int, other: int) -> int:
        return one + other

    class Adds:
        def __call__(self, one: int, other: int) -> int:
            return one + other

    assert fresh(add).random() == fresh(again).random()
    assert fresh(add).random() != fresh(lambda one, other: one - other).random()
    assert fresh(Adds()).random() == fresh(Adds()).random() != fresh(Unwritable()).random()
    assert fresh(Adds).random() != fresh(Unwritable).random()


def test_fresh_cases_do_not_depend_on_the_order_of_a_set() -> None:
    one, other = [add.__code__.replace(co_consts=(frozenset(numbers),)) for numbers in ((0, 8), (8, 0))]
    assert fresh(FunctionType(one, {})).random() == fresh(FunctionType(other, {})).random()


def test_a_grader_may_say_what_fresh_cases_are_drawn_from() -> None:
    drawn = Exercise("1.1", 1, lambda answer: wrong(str(fresh(answer).randint(1, 10**9))))
    assert drawn.check(add, seed="ada").hint == drawn.check(max, seed="ada").hint != drawn.check(add, seed="bob").hint
    assert drawn.check(add).hint != drawn.check(add, seed="ada").hint
    with handed_in("ada"):
        assert drawn.check(max).hint == drawn.check(add, seed="ada").hint


IDEAS = (
    Idea(lambda number: number**2, "That is the square.", 0.5),
    Idea(lambda number: min(2 * number, 6), "There is no limit.", 0.5),
    Idea(lambda number: max(2 * number, 1), "Nothing doubled is nothing.", 0.25),
)


@pytest.mark.parametrize(
    ("answer", "share", "hint"),
    [
        (lambda number: number * number, 0.5, "1 is not 2: That is the square."),
        (lambda number: min(2 * number, 6), 0.5, "6 is not 8: There is no limit."),
        (lambda number: max(1, min(2 * number, 6)), 0.25, "1 is not 0: Nothing doubled is nothing."),
        (lambda number: 2 * number if number < 4 else 16, 0, "16 is not 8: That is the square."),
        (lambda number: 1 if number < 3 else 2 * number, 0, "1 is not 0: Nothing doubled is nothing."),
        (lambda number: 3, 0, "3 is not 0: Double it."),
    ],
)
def test_an_idea_earns_its_part_only_if_it_explains_all_that_is_wrong(
    answer: Callable[[int], int], share: float, hint: str
) -> None:
    cases = [(0,), (1,), (2,), (3,), (4,)]
    found = asked(answer, cases, is_number)

    def told_case(case: tuple[Any, ...], gives: float, exact: float) -> str:
        return f"{gives:g} is not {exact:g}:"

    assert compared(cases, found, lambda number: 2 * number, IDEAS, told_case, "Double it.") == (share, hint)


def test_a_function_is_asked_about_everything_before_anything_is_worked_out() -> None:
    order: list[str] = []
    cases = [(1,), (2,)]
    found = asked(lambda number: order.append("asked") or 2 * number, cases, is_number)
    assert compared(cases, found, lambda number: order.append("due") or 2 * number, (), lambda *told: "", "") is None
    assert order == ["asked", "asked", "due", "due"]


@pytest.mark.parametrize(
    ("answer", "share", "hint"),
    [
        ({"one": " Odd", "two": "even"}, 1, "Right. Well sorted."),
        ({"one": "odd", "two": "odd"}, 0.5, "Look again at “two”: what is half of it?"),
        ({"one": "even", "two": "odd"}, 0, "Look again at “one”: it has no half."),
        ({"one": "odd", "two": None}, 0, "“two” has no word yet."),
        ({"one": "odd", "two": "round"}, 0, "'round' is not one of the words. Available: odd, even."),
        ({"one": None, "two": ...}, 0, NOTHING_YET),
        ({}, 0, "The answer should be the dictionary of the cell, with a word for each number; this is {}."),
    ],
)
def test_sentences_are_given_words(answer: Any, share: float, hint: str) -> None:
    due = {"one": ("odd", "it has no half"), "two": ("even", "what is half of it?")}
    judge = partial(words_judged, sentences=["one", "two"], known=("odd", "even"), due=lambda: due, thing="number")
    mark = Exercise("1.1", 1, partial(judge, praise="Well sorted.")).check(answer)
    assert (float(mark), mark.hint) == (share, hint)


def test_words_are_read_before_the_right_ones_are_looked_up() -> None:
    order: list[str] = []

    class Watching(Mapping[str, str]):
        def __iter__(self) -> Iterator[str]:
            order.append("read")
            return iter(["one"])

        def __len__(self) -> int:
            return 1

        def __getitem__(self, key: str) -> str:
            return "odd"

    def due() -> dict[str, tuple[str, str]]:
        order.append("due")
        return {"one": ("odd", "")}

    assert words_judged(Watching(), ["one"], ("odd", "even"), due, "number", "") == right()
    assert order == ["read", "due"]


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
    assert held.check(bytes(2**27) for number in itertools.count()).hint.startswith("This answer used too much memory")
    assert DOUBLE.check(lambda number: 2 * number) == 2, "the limit is gone again"
