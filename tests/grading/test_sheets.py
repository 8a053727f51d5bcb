"""A hand-in is put beside its lesson: which lesson, which cells are whose, and what is judged in which order."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from workbench.course import lesson, lesson_numbers
from workbench.grading import sheets as module
from workbench.grading.sheets import HANDED_OUT, Paper, Unread, cells_of, number_of, paper_of, sheets

FIRST = sorted(HANDED_OUT.glob("03_*.ipynb"))[0]


def paper(cells: list[dict[str, Any]], name: str = "x.ipynb") -> Paper:
    return paper_of(json.dumps({"cells": cells}).encode(), name, sheets())


def code(source: str, name: str = "") -> dict[str, Any]:
    return {"cell_type": "code", "source": source, "metadata": {"nbgrader": {"grade_id": name}} if name else {}}


def test_every_exercise_has_a_question_a_check_and_its_points() -> None:
    assert tuple(sheets()) == lesson_numbers()
    for number, sheet in sheets().items():
        keys = [exercise.key for exercise in lesson(number).exercises]
        assert list(sheet.answers) == list(sheet.questions) == keys
        assert sheet.points == {exercise.key: exercise.points for exercise in lesson(number).exercises}
        assert all(sheet.questions[key].startswith(f"## Exercise {key}") for key in keys)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b" \n", "The file is empty."),
        (b"\xff\xfe\x00", "it is not text"),
        (b'{"cells": [', "it is damaged or cut off in line 1."),
        (b"[" * 100_000, "The file is not a notebook"),
        (b"[" * 60 + b"]" * 60, "nested too deeply"),
        (b"[]", "it has no cells"),
        (b'{"cells": 5}', "it has no cells"),
        (b'{"cells": []}', "No cell and no name says which lesson this is."),
        (b'{"cells": [{"cell_type": "code", "source": "check = lesson(99)"}]}', "This is lesson 99, which is not among"),
    ],
)
def test_what_is_no_hand_in_is_told_why(content: bytes, says: str) -> None:
    with refused(Unread, says):
        paper_of(content, "x.ipynb", sheets())


def test_strange_cells_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    strange: list[Any] = [5, {}, {"cell_type": "code", "source": {}}, {"cell_type": "code", "source": [1, "a"], "metadata": 5}]
    assert cells_of(json.dumps({"cells": strange}).encode()) == [("", "", ""), ("code", "", ""), ("code", "a", "")]
    monkeypatch.setattr(module, "MOST_CELLS", 1)
    with refused(Unread, "more than 1 code cells."):
        cells_of(json.dumps({"cells": strange}).encode())


def test_the_content_says_the_lesson_before_the_name() -> None:
    assert number_of([("code", "x", "check-4-1")], "02_decisions.ipynb") == 4
    assert number_of([("code", "check = lesson(5)", "")], "02_decisions.ipynb") == 5
    assert number_of([("code", "x", "")], "Lesson 7.ipynb") == 7
    assert number_of([("code", "x", "")], "homework.ipynb") is None
    assert paper([code("check = lesson(3)")], "02_decisions.ipynb").remarks[-1].startswith("The file is called lesson 2, but")


def test_the_lesson_itself_is_nobodys_writing() -> None:
    found = paper_of(FIRST.read_bytes(), FIRST.name, sheets())
    assert found.wording == "" and not found.remarks and not any(step.own for step in found.steps)
    assert [step.key for step in found.steps if step.key] == list(found.sheet.answers)


def test_own_cells_are_kept_in_order_and_missing_ones_are_added() -> None:
    found = paper([code("a = 1"), code('check("3.2", wins)'), code("b = 2"), code('check("3.2", 5)')])
    assert [(step.source, step.key, step.own) for step in found.steps] == [
        (found.sheet.start, "", False),
        ("a = 1", "", True),
        ("wins", "3.2", False),
        ("b = 2", "", True),
        ('check("3.2", 5)', "", True),
        ("answer_1", "3.1", False),
        ("answer_3", "3.3", False),
        ("nastigans", "3.4", False),
    ]
    assert found.written == {"3.2": ["a = 1"]} and found.after == ["b = 2", 'check("3.2", 5)']


def test_locked_cells_are_those_that_were_handed_out() -> None:
    found = paper([code("check = print", "start-3"), code("print(1)", "check-3-1")])
    assert [step.source for step in found.steps[:2]] == [found.sheet.start, "answer_1"]
    assert found.remarks == ["Cells that belong to the lesson were changed; the lesson's own cells ran instead."]


def test_without_lessons_there_is_nothing_to_grade_by(tmp_path: Path) -> None:
    with refused(wb.WorkbenchError, "There are no lessons in"):
        sheets(tmp_path)
    (tmp_path / "x.ipynb").write_text("{")
    with refused(wb.WorkbenchError, "The lesson 'x.ipynb' cannot be read"):
        sheets(tmp_path / ".." / tmp_path.name)
