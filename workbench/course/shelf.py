"""Find the lessons: a lesson is a file, `lesson_NN.py`, with a `LESSON`; the forms of its answers are in `form_NN.py`."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from workbench.core.errors import UnknownNameError
from workbench.core.outside import quoted
from workbench.course.exercise import Lesson
from workbench.course.form import Form


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
    _must_be_there(number)
    found: Lesson = import_module(f"workbench.course.lesson_{number:02d}").LESSON
    return found.begin()


def forms(number: int) -> dict[str, Form]:
    """Load the forms of the answers of a lesson.

    Args:
        number: which lesson, from 1.

    Returns:
        the form of each answer, by the key of the exercise.

    Raises:
        UnknownNameError: there is no such lesson.

    >>> list(forms(1))
    ['1.1', '1.2', '1.3', '1.4']
    """
    _must_be_there(number)
    found: dict[str, Form] = import_module(f"workbench.course.form_{number:02d}").FORMS
    return found


def _must_be_there(number: int) -> None:
    if number not in lesson_numbers():
        there = ", ".join(map(str, lesson_numbers()))
        raise UnknownNameError(f"There is no lesson {quoted(number)}. Available: {there}.")
