"""What students and graders get is derived from the lessons, and a lesson that would not work is refused."""

from __future__ import annotations

import pytest

from tools import build_course
from tools.build_notebooks import NotebookError, from_text
from workbench.course import Exercise, Lesson, right

LESSON = """\
# %%
from workbench.course import lesson

check = lesson(1)

# %%
answer_1 = None
### BEGIN SOLUTION
answer_1 = 4
### END SOLUTION

# %%
check("1.1", answer_1)

# %%
def double(number):
    \"\"\"Return twice the number.\"\"\"
    ### BEGIN SOLUTION
    return 2 * number
    ### END SOLUTION

# %%
check("1.2", double)
"""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    small = Lesson(1, "Sums", (Exercise("1.1", 2, lambda answer: right()), Exercise("1.2", 3, lambda answer: right())))
    monkeypatch.setattr(build_course, "lesson", lambda number: small)


def test_metadata_follow_from_the_cells_and_the_exercises() -> None:
    book = from_text(LESSON)
    build_course.stamp(book)
    entries = [cell.metadata.nbgrader for cell in book.cells]
    assert [entry.grade_id for entry in entries] == ["start-1", "answer-1-1", "check-1-1", "answer-1-2", "check-1-2"]
    assert [entry.solution for entry in entries] == [False, True, False, True, False]
    assert [entry.locked for entry in entries] == [True, False, True, False, True]
    assert [entry.get("points") for entry in entries if entry.grade] == [2, 3]


def test_solutions_become_a_line_that_asks() -> None:
    *_, function, _ = build_course.without_solutions(from_text(LESSON)).cells
    assert function.source.splitlines()[2:] == [f"    {build_course.STUB}"]
    compile(function.source, "cell", "exec")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('check("1.2"', 'check("1.3"', "lesson 1 has no exercise 1.3; it has: 1.1, 1.2"),
        ('check("1.2"', 'print("1.2"', "the checks are 1.1; the exercises of lesson 1 are 1.1, 1.2"),
        ("check = lesson(1)", "", "no cell holds 'check = lesson"),
    ],
)
def test_checks_and_exercises_belong_together(old: str, new: str, message: str) -> None:
    with pytest.raises(NotebookError, match=message):
        build_course.stamp(from_text(LESSON.replace(old, new)))


def test_a_solution_that_would_be_handed_out_is_refused() -> None:
    with pytest.raises(NotebookError, match="not marked by a pair"):
        build_course.without_solutions(from_text(LESSON.replace("    ### END SOLUTION\n", "")))


def test_a_class_without_code_gets_controls_and_folded_code() -> None:
    book = from_text(f"# %% [markdown]\n# # Sums\n#\n# Write your answer in place of `None`.\n\n{LESSON}")
    found = build_course.with_controls(book, "01_sums")
    first, told, start, *_ = found.cells
    assert (first.source, told.source) == ("# Sums", build_course.WITHOUT_CODE)
    assert "from widgets.answer import lesson" in start.source and build_course.START.search(start.source)
    assert all(cell.metadata.jupyter.source_hidden for cell in found.cells if cell.cell_type == "code")
    assert "answer" not in book.cells[1].source, "the lesson itself stays as it is"
    build_course.stamp(found)


def test_a_lesson_that_has_no_line_for_its_track_is_refused() -> None:
    with pytest.raises(NotebookError, match="no cell holds 'from workbench"):
        build_course.with_controls(from_text("# %%\ncheck = lesson(1)\n"), "01_sums")


def test_a_track_without_a_folder_to_hand_out_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        build_course.main(["--track", "controls"])
    assert "--track decides what --hand-out writes: add --hand-out FOLDER" in capsys.readouterr().err
