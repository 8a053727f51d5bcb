"""Whatever is handed to whichever exercise, there is a sentence, no error, and not all the points."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.course import Exercise, lesson, lesson_numbers

EXERCISES = [exercise for number in lesson_numbers() for exercise in lesson(number).exercises]


def fails(*given: Any) -> Any:
    raise KeyError("fief")


STRANGE = [
    ...,
    True,
    -1,
    10**400,
    float("nan"),
    "",
    "\x00<b>",
    b"D3",
    [],
    [[]],
    {},
    {None: None},
    object(),
    int,
    fails,
    lambda: 1,
    lambda *given: "x",
    lambda *given: [{}],
    lambda *given: float("inf"),
]


@pytest.mark.long  # the lessons about measuring play some hundred games
@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.key)
def test_a_strange_answer_is_told_what_is_wrong_with_it(exercise: Exercise) -> None:
    for answer in STRANGE:
        mark = exercise.check(answer)
        assert 0 <= mark < exercise.points, f"{answer!r}: {mark!s}"
        assert mark.hint.strip(), f"{answer!r} is told nothing"
