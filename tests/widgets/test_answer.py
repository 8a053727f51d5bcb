"""Controls for the exercises: every exercise earns full marks through them, and the answer is kept as its cell's source."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.course.lessons import PATHS, read
from tests.course.test_form import GIVEN
from tools.build_notebooks import code_cells
from widgets.answer import BY_HAND, KEPT, NOT_CHECKED, NOT_KEPT, Answer, LessonWithControls, lesson
from widgets.explorer import PositionExplorer
from workbench import course
from workbench.core.errors import WorkbenchError
from workbench.course.form import forms


def imports(path: Path) -> dict[str, Any]:
    """The variables of a notebook whose imports have run."""
    lines = [line for cell in code_cells(read(path)) for line in cell.source.splitlines()]
    space: dict[str, Any] = {}
    exec("\n".join([line for line in lines if line.startswith(("import ", "from "))]), space)
    return space


def controls(key: str, **more: Any) -> Answer:
    number = int(key.partition(".")[0])
    return Answer(lesson(number), key, forms(number)[key], {}, **more)


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=[pytest.mark.long] if int(path.name[:2]) % 6 != 1 else []) for path in PATHS],
    ids=lambda path: path.stem,
)
def test_every_exercise_earns_full_marks_with_its_controls_and_from_the_cell_that_they_write(path: Path) -> None:
    number = int(path.name[:2])
    with_controls, plain, space, graded = lesson(number), course.lesson(number), imports(path), imports(path)
    for exercise in plain.exercises:
        form = forms(number)[exercise.key]
        answer = Answer(with_controls, exercise.key, form, space)
        answer._button.click()
        assert with_controls.marks[exercise.key] == 0, "the controls answer nothing by themselves"
        for name, held in GIVEN[exercise.key].items():
            answer.entries[name].put(held)
        answer._button.click()
        mark = with_controls.marks[exercise.key]
        assert mark == exercise.points, f"{mark!s} after\n{answer.code}"
        exec(answer._keeper.code, graded)
        assert str(plain(exercise.key, graded[form.variable])) == str(mark), "what the cell holds is marked in the same way"


def test_a_check_shows_the_controls_and_gives_a_grader_the_number() -> None:
    mark = lesson(1)("1.4", 35)
    shown = mark._repr_mimebundle_()
    assert (mark, shown["text/plain"]) == (2, "2.0")
    assert "application/vnd.jupyter.widget-view+json" in shown
    assert "✓ 1.4: 2 of 2 points" in shown["text/html"]


def test_a_wrong_answer_shows_its_hint_and_a_changed_one_is_not_checked() -> None:
    answer = controls("1.4")
    answer.put({"answer": "48"})
    assert answer._said.value == NOT_CHECKED
    answer._button.click()
    assert "0 of 2 points" in answer._verdict.value and "counts every ruling" in answer._verdict.value
    answer.entries["answer"].controls[0].value = "<b>"
    assert "'<b>' is not a number" in answer._said.value
    assert "points" not in answer._verdict.value
    assert answer._keeper.code == "answer_4 = None", "a cell never holds what cannot be read"
    answer._button.click()
    assert "&lt;b&gt;" in answer._verdict.value and "<b>'" not in answer._verdict.value


def test_an_untouched_exercise_says_only_that_nothing_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    blank = forms(1)["1.2"].blank
    space: dict[str, Any] = {"In": ["", blank]}
    exec(blank, space)
    monkeypatch.setattr("widgets.answer.variables", lambda: space)
    check = lesson(1)
    shown = check("1.2", space["scores"])
    assert str(shown) == str(check.answers["1.2"].check()) == "1.2: 0 of 3 points. Nothing answered yet."


def test_what_is_still_open_is_named() -> None:
    answer = controls("1.2")
    answer.put({"same": "always"})
    assert "Still open: A response of another suit scores." in answer.check().hint


def test_controls_show_the_answer_that_a_cell_holds_already(monkeypatch: pytest.MonkeyPatch) -> None:
    source = forms(1)["1.2"].code(GIVEN["1.2"])
    space: dict[str, Any] = {"In": ["", source, 'check("1.2", scores)']}
    exec(source, space)
    monkeypatch.setattr("widgets.answer.variables", lambda: space)
    check = lesson(1)
    assert check("1.2", space["scores"]) == 3
    assert check.answers["1.2"].held() == GIVEN["1.2"]
    # controls that have changed the answer know better than the cells that have run
    check.answers["1.2"].put({"same": "never", "other": "never"})
    assert check("1.2", space["scores"]) < 3
    assert check.answers["1.2"].held() == {"same": "never", "other": "never"}


def test_python_that_somebody_wrote_is_judged_and_stays_until_the_controls_hold_a_whole_answer() -> None:
    source = "def scores(statement, response, trump):\n    return True"
    answer = controls("1.2", source=source)
    exec(source, answer.space)
    assert answer._said.value == BY_HAND
    assert answer.check().hint.startswith("With trump")
    answer.entries["same"].put("if its value is higher")
    assert (answer._keeper.code, answer.code) == ("", source)
    answer.entries["other"].put("if it is a trump")
    assert answer._keeper.code == answer.code == forms(1)["1.2"].code(GIVEN["1.2"])


def test_a_page_says_whether_it_has_kept_the_answer() -> None:
    answer = controls("1.4")
    answer.put({"answer": "35"})
    answer._keeper.kept = "yes"
    answer.check()
    assert answer._said.value == KEPT
    answer.put({"answer": "34"})
    answer._keeper.kept = "no"
    assert (answer._said.value, answer._in_python.value) == (NOT_KEPT, True)
    assert "answer_4 = 34" in answer._python.value


def test_a_board_is_laid_out_when_somebody_asks_for_it() -> None:
    answer = controls("1.1")
    assert answer._board.children == ()
    answer._at_the_board.value = True
    [explorer] = answer._board.children
    assert isinstance(explorer, PositionExplorer)
    explorer.play("card:F4")
    assert "NW-TRICK-1" in explorer.answer


def test_help_follows_what_the_fields_hold() -> None:
    answer = controls("4.3")
    answer.put({"answer": "1/2"})
    assert "+0.333 coins" in answer._aid.value
    for held in ("many", "2", ""):
        answer.put({"answer": held})
        assert "coins" not in answer._aid.value


def test_cells_above_that_have_not_run_are_asked_for() -> None:
    answer = controls("10.3")
    answer.put(GIVEN["10.3"])
    assert answer.check().hint == "Run all cells of the notebook first. (NameError: name 'Respond' is not defined.)"


def test_a_menu_without_such_an_entry_says_so() -> None:
    with pytest.raises(WorkbenchError, match=r"Trump is: there is no choice 'Swords'\."):
        controls("1.3").put({"trump": "Swords"})


def test_a_lesson_with_controls_is_a_lesson() -> None:
    check = lesson(1)
    assert isinstance(check, LessonWithControls)
    assert repr(check) == repr(course.lesson(1))
