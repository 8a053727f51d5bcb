"""What students hand in is graded as it should be: by the real nbgrader, and without it by pytest alone."""

from __future__ import annotations

import csv
import os
import sys
from collections import defaultdict
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

from tests.course.lessons import CHECK, PATHS, read, student, wrong_answers
from tests.programs import said_by, surroundings
from tests.waiting import PATIENCE
from tools.build_course import SOLUTION, hand_out, main
from workbench.course import lesson

Points = dict[str, dict[str, float]]


def environment() -> dict[str, str]:
    """The programs of this Python's environment, and the code of this checkout."""
    return surroundings(PATH=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))


def filled_in(book: NotebookNode, path: Path, wrong: bool) -> tuple[NotebookNode, dict[str, float]]:
    """A notebook with the solutions of a lesson, or with a wrong answer to each exercise; and what that earns."""
    points = {exercise.key: float(exercise.points) for exercise in lesson(int(path.name[:2])).exercises}
    rows = {row.exercise: row for row in reversed(wrong_answers(path))}  # the first of each exercise
    cells = dict(zip([cell.id for cell in book.cells], book.cells, strict=True))
    answers = []
    for solved in read(path).cells:
        if SOLUTION.search(solved.source):
            answers.append((cells[solved.id], solved.source))
        elif found := CHECK.match(solved.source):
            (cell, source), *_ = answers
            answers.clear()
            row = rows[found["key"]]
            cell.source = row.source if wrong else source
            points[found["key"]] = row.points if wrong else points[found["key"]]
    return book, points


def submissions(paths: list[Path], release: Path, folder: Path) -> Points:
    """Write what three students hand in; return the points that each should have, by student and cell."""
    due: Points = {"ada": {}, "bob": {}, "eve": {}}
    for path in paths:
        handed_out = next(release.rglob(path.name))
        for name, points in due.items():
            book = nbformat.read(handed_out, as_version=4)
            earned = {exercise.key: 0.0 for exercise in lesson(int(path.name[:2])).exercises}
            if name != "bob":  # who hands in what he was given
                book, earned = filled_in(book, path, wrong=name == "eve")
            target = folder / name / path.stem / path.name
            target.parent.mkdir(parents=True)
            nbformat.write(book, target)
            points.update({f"check-{key.replace('.', '-')}": number for key, number in earned.items()})
    assert sum(due["ada"].values()) > sum(due["eve"].values())
    return due


@pytest.mark.long
@pytest.mark.parametrize("paths", [PATHS[::2], PATHS[1::2]], ids=["odd", "even"])  # two processes share the work
def test_nbgrader_gives_the_points(paths: list[Path], tmp_path: Path) -> None:
    hand_out(tmp_path / "course", paths)
    for command in ("generate_assignment", "autograde"):
        if command == "autograde":
            due = submissions(paths, tmp_path / "course" / "release", tmp_path / "course" / "submitted")
        done = said_by("-m", "nbgrader", command, "*", cwd=tmp_path / "course", env=environment(), timeout=10 * PATIENCE)
        assert done.returncode == 0, done.stderr[-3000:]
    from nbgrader.api import Gradebook

    found: Points = defaultdict(dict)
    with Gradebook(f"sqlite:///{tmp_path / 'course' / 'gradebook.db'}") as book:
        for path in paths:
            for name in due:
                submission = book.find_submission_notebook(path.stem, path.stem, name)
                found[name].update({grade.name: grade.score for grade in submission.grades})
    assert found == due


@pytest.mark.long
def test_pytest_alone_gives_the_same_points(tmp_path: Path) -> None:
    first = PATHS[:1]
    hand_out(tmp_path / "course", first)
    course = tmp_path / "course"
    points = {}
    for name, wrong in (("ada", False), ("eve", True)):
        book, points[name] = filled_in(read(student(first[0])), first[0], wrong)
        book.cells = [cell for cell in book.cells if not CHECK.match(cell.source)]  # a student who deletes cells
        (course / "submitted" / name).mkdir(parents=True)
        nbformat.write(book, course / "submitted" / name / first[0].name)
    done = said_by("-m", "pytest", "-q", "-p", "no:cacheprovider", "test_submitted.py", cwd=course, env=environment())
    assert "1 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    assert f"eve has {sum(points['eve'].values()):g} of" in done.stdout
    assert wrong_answers(first[0])[0].hint in done.stdout
    with (course / "marks.csv").open(encoding="utf-8") as file:
        found: Points = defaultdict(dict)
        for row in csv.DictReader(file):
            found[row["student"]][row["exercise"].removeprefix("check-").replace("-", ".")] = float(row["points"])
    assert found == points


def test_nothing_is_handed_out_over_something_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "marks.csv").write_text("", encoding="utf-8")
    assert main(["--hand-out", str(tmp_path)]) == 1
    assert "is not empty: name a new folder" in capsys.readouterr().err


def test_a_lesson_that_is_not_there_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["99"]) == 1
    assert f"there is no lesson '99'; there are: {PATHS[0].stem}" in capsys.readouterr().err


