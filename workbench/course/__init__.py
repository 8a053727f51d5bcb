"""The course: lessons whose exercises check themselves, offline, with hints for what usually goes wrong.

>>> from workbench.course import lesson
>>> check = lesson(1)
>>> check.number
1
"""

from workbench.course.exercise import Exercise, Lesson, Mark, Verdict, partly, right, wrong
from workbench.course.shelf import lesson, lesson_numbers

__all__ = ["Exercise", "Lesson", "Mark", "Verdict", "lesson", "lesson_numbers", "partly", "right", "wrong"]
