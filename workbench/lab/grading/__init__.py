"""Grade what a class handed in: `lab.grade`, and `python -m workbench grade` on the command line."""

from workbench.lab.grading.marks import Marks, grade

__all__ = ["Marks", "grade"]
