"""Grade the lessons that students handed in, with pytest alone.

    pytest -q test_submitted.py          # in the folder that `tools/build_course.py --hand-out FOLDER` wrote

Put what students hand in into submitted/STUDENT/LESSON/LESSON.ipynb, as nbgrader does, or submitted/STUDENT/LESSON.ipynb. Their
answers are taken out of their notebooks and put into the students' version in students/, so it does not matter what else they
changed. A test passes with full marks and else lists what is missing; all points are written into marks.csv.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).resolve().parent
SUBMITTED = FOLDER / "submitted"
HANDED_OUT = FOLDER / "students"
SECONDS = 120
TO_START = 600  # a busy machine takes its time

PATHS = sorted([path for path in SUBMITTED.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts])


def grade_id(cell: nbformat.NotebookNode) -> str:
    """The name of a cell in nbgrader's metadata; "" if it has none."""
    return str(cell.metadata.get("nbgrader", {}).get("grade_id", ""))


def graded(path: Path) -> tuple[dict[str, float], float, str]:
    """Run a student's answers; return the points by exercise, the most points, and what the checks say."""
    answers = {grade_id(cell): cell.source for cell in nbformat.read(path, as_version=4).cells if grade_id(cell)}
    book = nbformat.read(HANDED_OUT / path.name, as_version=4)
    checks = []
    for cell in book.cells:
        entry = cell.metadata.get("nbgrader", {})
        if entry.get("solution"):
            cell.source = answers.get(grade_id(cell), cell.source)
        if entry.get("grade"):
            checks.append(cell)
    book.cells.append(nbformat.v4.new_code_cell(r'print(*check.marks.values(), sep="\n")'))
    NotebookClient(book, timeout=SECONDS, startup_timeout=TO_START, allow_errors=True, kernel_name="python3").execute()
    points = {grade_id(cell): earned(cell) for cell in checks}
    most = sum(cell.metadata.nbgrader.points for cell in checks)
    return points, most, "".join(output.get("text", "") for output in book.cells[-1].outputs)


def earned(cell: nbformat.NotebookNode) -> float:
    """The points that a check shows; 0 if it failed."""
    shown = [output.data["text/plain"] for output in cell.outputs if output.output_type == "execute_result"]
    return float(shown[0]) if shown else 0.0


@pytest.fixture(scope="module")
def marks() -> Iterator[list[tuple[str, str, str, float]]]:
    """The points of all students, written down in the end."""
    rows: list[tuple[str, str, str, float]] = []
    yield rows
    with (FOLDER / "marks.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([("student", "lesson", "exercise", "points"), *rows])


@pytest.mark.parametrize("path", PATHS, ids=lambda path: f"{path.relative_to(SUBMITTED).parts[0]} {path.stem}")
def test_submitted(path: Path, marks: list[tuple[str, str, str, float]]) -> None:
    """Full marks, or a list of what is missing."""
    student = path.relative_to(SUBMITTED).parts[0]
    points, most, told = graded(path)
    marks += [(student, path.stem, name, number) for name, number in points.items()]
    total = sum(points.values())
    assert total == most, f"{student} has {total:g} of {most:g} points in {path.stem}.\n{told}"
