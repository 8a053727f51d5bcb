"""Find the lessons: a lesson is a file, `lesson_NN.py`, with a `LESSON`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from workbench.core.errors import UnknownNameError
from workbench.core.outside import quoted
from workbench.course.exercise import Lesson


def lesson_numbers() -> tuple[int, ...]:
    """Return the numbers of all lessons.

    >>> 1 in lesson_numbers()
    True
    """
    return tuple(sorted(int(path.stem[-2:]) for path in Path(__file__).parent.glob("lesson_[0-9][0-9].py")))


def lesson(number: int) -> Lesson:
    """Load a lesson with no exercise answered yet.

    Args:
        number: which lesson, from 1.

    Returns:
        The lesson; called with the key of an exercise and an answer, it gives the mark.

    Raises:
        UnknownNameError: there is no such lesson.

    >>> lesson(1).number
    1
    """
    if number not in lesson_numbers():
        there = ", ".join(map(str, lesson_numbers()))
        raise UnknownNameError(f"There is no lesson {quoted(number)}. Available: {there}.")
    found: Lesson = import_module(f"workbench.course.lesson_{number:02d}").LESSON
    return found.begin()
