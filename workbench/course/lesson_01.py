"""Lesson 1, what a rule is: clauses, ambiguity, rulings."""

from __future__ import annotations

from workbench.course.exercise import Lesson

LESSON = Lesson(1, "What a rule is", ())
