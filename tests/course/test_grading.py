"""What forty students hand in gets the same marks by nbgrader and by the workbench's own grader, or the data say why not."""

from __future__ import annotations

import os
import re
import sys
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from tests.course.lessons import CHECK, PATHS, read, student
from tests.programs import said_by, surroundings
from tests.waiting import PATIENCE
from tools.build_course import SOLUTION, hand_out, main
from workbench import grading
from workbench.course import lesson
from workbench.grading import Marks

HAND_INS = Path(__file__).with_name("hand_ins.toml")
SECONDS = 4.0
"""Processor time for a cell: much more than any of these needs, except those that never end."""
MORE = ("before", "beside", "behind")
MARKS = re.compile(r"^ *### (BEGIN|END) SOLUTION\n?", re.MULTILINE)
SETTINGS = f"""
c.Execute.timeout_func = lambda cell: 2 if "for ever" in cell.source else {PATIENCE}
c.Execute.startup_timeout = c.Execute.iopub_timeout = {PATIENCE}
c.Execute.kernel_manager_class = "tools.kernels.AsyncFileKernelManager"
"""
"""Settings that stop nbgrader's endless cells soon, and no other; its kernels need no ports and may take their time."""


@dataclass(frozen=True)
class Row:
    """A hand-in of hand_ins.toml, whose first lines say what its entries are."""

    name: str
    lesson: int
    points: list[float]
    nbgrader: list[float] | None = None
    because: str = ""
    answers: dict[str, str] = field(default_factory=dict)
    before: dict[str, list[str]] = field(default_factory=dict)
    beside: dict[str, list[str]] = field(default_factory=dict)
    behind: dict[str, list[str]] = field(default_factory=dict)
    checks: dict[str, str] = field(default_factory=dict)
    without: list[str] = field(default_factory=list)
    blank: bool = False
    stripped: bool = False
    file: str = ""
    folder: str = ""
    text: str | None = None
    same: str = ""
    hint: str = ""
    remark: str = ""

    @property
    def source(self) -> Path:
        return next(path for path in PATHS if int(path.name[:2]) == self.lesson)

    @property
    def place(self) -> str:
        folder = self.folder or self.source.stem
        return f"{self.name}/{folder}/{self.file or self.source.name}"


ROWS = [Row(**row) for row in tomllib.loads(HAND_INS.read_text(encoding="utf-8"))["hand_in"]]


def handed_in(row: Row) -> str:
    """What somebody hands in, as text."""
    if row.text is not None:
        return row.text
    if row.same:
        return handed_in(next(one for one in ROWS if one.name == row.same))
    book = read(student(row.source))
    solved = {cell.id: MARKS.sub("", cell.source) for cell in read(row.source).cells if SOLUTION.search(cell.source)}
    cells: list[NotebookNode] = []
    waiting: list[NotebookNode] = []
    for cell in book.cells:
        cells.append(cell)
        if cell.id in solved:
            waiting.append(cell)
        elif found := CHECK.match(cell.source):
            key = found["key"]
            [answer] = waiting
            waiting.clear()
            answer.source = row.answers.get(key, answer.source if row.blank else solved[answer.id])
            cell.source = row.checks.get(key, cell.source)
            place = cells.index(answer)
            own = {name: [nbformat.v4.new_code_cell(text) for text in getattr(row, name).get(key, [])] for name in MORE}
            cells[place:] = [*own["before"], answer, *own["beside"], cell, *own["behind"]]
    book.cells = [cell for cell in cells if cell.metadata.get("nbgrader", {}).get("grade_id") not in row.without]
    for cell in book.cells if row.stripped else ():
        cell.metadata.clear()
    return str(nbformat.writes(book))


def by_nbgrader(course: Path) -> dict[str, list[float]]:
    """The points of each hand-in by nbgrader, exercise by exercise; no points where it gives no marks."""
    bin_folder = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    for command in ("generate_assignment", "autograde"):
        done = said_by(
            *("-m", "nbgrader", command, "*"), cwd=course, env=surroundings(PATH=bin_folder), timeout=10 * PATIENCE
        )
        assert done.returncode == 0 or command == "autograde", done.stderr[-3000:]  # it fails where a file is broken
    from nbgrader.api import Gradebook, MissingEntry

    found = {}
    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as book:
        for row in ROWS:
            try:
                submission = book.find_submission_notebook(row.source.stem, row.source.stem, row.name)
            except MissingEntry:
                found[row.name] = []
                continue
            scores = {grade.name: grade.score for grade in submission.grades if grade.auto_score is not None}
            keys = [exercise.key for exercise in lesson(row.lesson).exercises]
            found[row.name] = [scores.get(f"check-{key.replace('.', '-')}", 0.0) for key in keys] if scores else []
    return found


def by_us(marks: Marks) -> dict[str, list[float]]:
    return {one.person: [answer.earned for answer in one.answers] for one in marks.results}


@pytest.mark.long
def test_nbgrader_and_the_workbench_give_the_same_marks(tmp_path: Path) -> None:
    course = tmp_path / "course"
    hand_out(course, sorted({row.source for row in ROWS}))
    with (course / "nbgrader_config.py").open("a", encoding="utf-8") as settings:
        settings.write(SETTINGS)
    for row in ROWS:
        path = course / "submitted" / row.place
        path.parent.mkdir(parents=True)
        path.write_text(handed_in(row), encoding="utf-8")
    marks = grading.grade(course / "submitted", tmp_path / "marks", seconds=SECONDS)
    assert by_us(marks) == {row.name: row.points for row in ROWS}
    for one in marks.results:
        row = next(row for row in ROWS if row.name == one.person)
        # solutions are alike
        remarks = [remark for remark in one.remarks if row.same or not remark.startswith("Word for word")]
        assert row.remark in " ".join(remarks) and bool(row.remark) == bool(remarks), (row.name, remarks)
        assert not row.hint or any(row.hint in answer.hint for answer in one.answers), (row.name, one.answers)
        assert (row.nbgrader is None) == (not row.because)
    assert by_nbgrader(course) == {row.name: row.points if row.nbgrader is None else row.nbgrader for row in ROWS}


def test_there_are_forty_hand_ins() -> None:
    assert len(ROWS) == len({row.name for row in ROWS}) == 40


def test_nothing_is_handed_out_over_something_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "marks.csv").write_text("", encoding="utf-8")
    assert main(["--hand-out", str(tmp_path)]) == 1
    assert "is not empty: name a new folder" in capsys.readouterr().err


def test_a_lesson_that_is_not_there_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["99"]) == 1
    assert f"there is no lesson '99'; there are: {PATHS[0].stem}" in capsys.readouterr().err
