"""Every lesson has what a lesson needs; its exercises give full marks to the solution and good advice to wrong answers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import workbench as wb
from tests.course.lessons import (
    PATHS,
    answered,
    cheats,
    cheats_for_any,
    read,
    right_answers,
    solved,
    student,
    wrong_answers,
)
from tools.build_course import SOLUTION, stamp, without_solutions
from tools.build_notebooks import clean, code_cells
from workbench.course import Mark, lesson, lesson_numbers
from workbench.course.exercise import handed_in
from workbench.course.lesson_01 import outcome

MINUTES = 90
MOST_LINES = 20
WRONG_IDEAS = 10
RIGHT_FORMS = 5
CHEATS = 5
DRAWS = 20
CHEATS_FOR_ANY = min(len(cheats_for_any("1.1", "answer", solution)) for solution in (1, "", [], {}, len))
HEADINGS = ("Time plan", "Play first", "Exercise", "Open question", "Something to try: extra challenges")

each_lesson = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def words(path: Path) -> list[str]:
    return [cell.source for cell in read(path).cells if cell.cell_type == "markdown"]


def test_each_lesson_is_a_module_a_source_and_a_notebook_for_students() -> None:
    numbers = [int(path.name[:2]) for path in PATHS]
    assert tuple(numbers) == lesson_numbers()
    assert sorted(student(PATHS[0]).parent.glob("[0-9]*.ipynb")) == [student(path) for path in PATHS]
    assert numbers == list(range(1, len(numbers) + 1))


@each_lesson
def test_its_sections_stand_in_order(path: Path) -> None:
    number = int(path.name[:2])
    first, *rest = words(path)
    assert first.startswith(f"# Lesson {number}: {lesson(number).title}\n")
    assert all(word in first for word in ("**Aims.**", "**Mechanisms.**", "**Games.**"))
    headings = [line[3:] for text in rest for line in text.splitlines() if line.startswith("## ")]
    kinds = [heading.partition(" ")[0] if heading.startswith("Exercise") else heading for heading in headings]
    assert tuple(dict.fromkeys(kinds)) == HEADINGS
    exercises = [heading for heading in headings if heading.startswith("Exercise")]
    assert 3 <= len(exercises) <= 5
    assert [heading.split(":")[0].split()[1] for heading in exercises] == [one.key for one in lesson(number).exercises]


@each_lesson
def test_its_time_plan_adds_up(path: Path) -> None:
    plan = next(text for text in words(path) if text.startswith("## Time plan"))
    assert sum(map(int, re.findall(r"^\| *(\d+) *\|", plan, re.MULTILINE))) == MINUTES


@each_lesson
def test_it_uses_at_least_two_of_the_games(path: Path) -> None:
    [games] = re.findall(r"\*\*Games\.\*\* (.*?)(?:\n\n|\Z)", words(path)[0], re.DOTALL)
    named = [name for name in wb.game_names() if wb.load(name).rulebook.title in games.replace("\n", " ")]
    assert len(named) >= 2
    code = "\n".join(cell.source for cell in code_cells(read(path)))
    assert all(name in code for name in named)


@each_lesson
def test_it_asks_for_few_lines(path: Path) -> None:
    lines = [
        line
        for cell in code_cells(read(path))
        for found in SOLUTION.finditer(cell.source)
        for line in found[0].splitlines()[1:-1]
        if line.strip()
    ]
    assert 0 < len(lines) <= MOST_LINES


@each_lesson
def test_students_get_the_same_without_the_solutions(path: Path) -> None:
    book = read(path)
    clean(book, path.stem)
    stored = [(cell.cell_type, cell.id, cell.metadata) for cell in book.cells]
    stamp(book)
    assert stored == [(cell.cell_type, cell.id, cell.metadata) for cell in book.cells]
    handed_out = read(student(path))
    assert "SOLUTION" not in student(path).read_text(encoding="utf-8")
    assert [(cell.source, cell.metadata) for cell in handed_out.cells] == [
        (cell.source, cell.metadata) for cell in without_solutions(book).cells
    ]


@each_lesson
def test_each_exercise_has_wrong_ideas_other_right_forms_and_cheats(path: Path) -> None:
    for key in [exercise.key for exercise in lesson(int(path.name[:2])).exercises]:
        kinds = (wrong_answers(path), right_answers(path), cheats(path))
        wrong, right, cheating = [[row.source for row in rows if row.exercise == key] for rows in kinds]
        assert len(set(wrong)) >= WRONG_IDEAS, key
        assert len(set(right)) >= RIGHT_FORMS, key
        assert len(set(cheating)) + CHEATS_FOR_ANY >= CHEATS, key


@each_lesson
def test_right_answers_earn_all_cheats_nothing_and_wrong_ones_are_told_what_is_wrong(path: Path, short: bool) -> None:
    points = {exercise.key: exercise.points for exercise in lesson(int(path.name[:2])).exercises}
    for row, mark in answered(path, 1 if short else None):
        assert isinstance(mark, Mark), f"{row.exercise}: {mark!r} after\n{row.source}"
        told = f"{mark!s} after\n{row.source}"
        if row.points is None:
            assert mark == points[row.exercise], told
        else:
            assert mark == row.points < points[row.exercise], told
        assert row.hint in mark.hint, told
        assert mark.hint.strip(), told


@pytest.mark.long
@each_lesson
def test_the_solution_earns_all_whatever_cases_are_drawn(path: Path) -> None:
    for key, check in solved(path):
        for number in range(DRAWS):
            with handed_in(f"draw {number}"):
                assert check().hint.startswith("Right"), f"{key}, draw {number}"


@pytest.mark.parametrize(
    ("statement", "response", "scores"), [("F2", "F3", True), ("F3", "F2", False), ("F2", "F4", True), ("C2", "F2", False)]
)
def test_the_spare_card_is_neither_of_the_two(statement: str, response: str, scores: bool) -> None:
    assert outcome(statement, response, "C")[0] is scores
