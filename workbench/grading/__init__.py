"""Grade what a class handed in: `grade`, and `python -m workbench grade` on the command line."""

from workbench.grading.marks import Marks, grade

__all__ = ["Marks", "grade"]
