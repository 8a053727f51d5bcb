"""The forms of the answers: every exercise has one, and what its fields hold becomes Python and is read back from it."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.course.lessons import PATHS, read
from tools.build_course import SOLUTION, without_solutions
from tools.build_notebooks import code_cells
from workbench.course import lesson, lesson_numbers
from workbench.course.exercise import Unfit
from workbench.course.form import Field, Form, Number, Order, Pick, Text, Tick, forms, table, value

GIVEN: dict[str, dict[str, Any]] = tomllib.loads((Path(__file__).parent / "given.toml").read_text(encoding="utf-8"))

each_lesson = pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)


def samples(field: Field) -> list[Any]:
    """What a field can hold: each choice, or something typed."""
    if isinstance(field, Pick):
        return list(field.choices)
    if isinstance(field, Tick):
        words = tuple(field.choices)
        return [*[(one,) for one in words], words]
    if isinstance(field, Order):
        words = tuple(field.choices)
        return [*[(one,) for one in words], words[: field.most]]
    if isinstance(field, Text):
        return [field.example, 'a "quoted" \\ word']
    return ["3", "0.25", "-1/4", "30%"]


@each_lesson
def test_each_exercise_has_a_form_for_the_variable_that_its_check_takes(path: Path) -> None:
    book = without_solutions(read(path))
    number = int(path.name[:2])
    found = forms(number)
    assert list(found) == [exercise.key for exercise in lesson(number).exercises]
    sources = [cell.source for cell in code_cells(book)]
    for key, form in found.items():
        assert f'check("{key}", {form.variable})' in sources
        assert [source for source in sources if form.is_blank(source)], f"{key}: no cell holds\n{form.blank}"
    assert len([cell for cell in code_cells(read(path)) if SOLUTION.search(cell.source)]) == len(found)


@pytest.mark.parametrize("number", lesson_numbers())
def test_what_the_fields_hold_is_read_back_from_its_code(number: int) -> None:
    for key, form in forms(number).items():
        first = {field.name: samples(field)[0] for field in form.fields}
        for field in form.fields:
            for held in samples(field):
                given = {**first, field.name: held}
                code = form.code(given)
                ast.parse(code)
                assert "{" + field.name + "}" not in code
                found = form.read(code)
                assert found is not None, f"{key}: cannot read\n{code}"
                assert form.code(found) == code
                if not isinstance(field, Number):
                    assert found == given, f"{key}: read in another way\n{code}"


def test_every_right_answer_is_one_that_the_fields_can_hold() -> None:
    there = {key: form for number in lesson_numbers() for key, form in forms(number).items()}
    assert list(GIVEN) == list(there)
    for key, form in there.items():
        assert not form.open(GIVEN[key])
        assert form.read(form.code(GIVEN[key])) is not None


def test_an_open_field_leaves_the_cell_blank_or_its_entry_open() -> None:
    whole = forms(1)["1.2"]
    assert whole.code({"same": "always"}) == whole.blank
    some = table("1.3", {"card": Text("card", "The card", "C5"), "fief": Number("fief", "Fief", "3")})
    assert ast.literal_eval(some.code({"card": "C5"}).partition("=")[2].strip()) == {"card": "C5", "fief": None}
    assert some.read(some.code({"card": "C5"})) == {"card": "C5"}
    assert some.code({}) == some.blank


def test_a_text_that_looks_like_the_place_of_another_field_stays_as_it_is() -> None:
    form = table("1.3", {"card": Text("card", "The card", "C5"), "note": Text("note", "Note", "high")})
    given = {"card": "{note}", "note": "low"}
    assert ast.literal_eval(form.code(given).partition("=")[2].strip()) == given
    assert form.read(form.code(given)) == given


@pytest.mark.parametrize(
    ("field", "held", "sentence"),
    [
        (Number("answer", "The chance", "1/4"), "much", "The chance: 'much' is not a number. Write it in digits, such as 1/4."),
        (Number("answer", "The chance", "1/4"), "0,5", "'0,5' is not a number"),
        (Number("answer", "The chance", "1/4"), "__import__('os')", "is not a number"),
        (Number("answer", "The chance", "1/4"), "٣", "is not a number"),
        (Number("answer", "The chance", "1/4"), "1/0.0", "nothing can be divided by 0"),
        (Text("answer", "The bid", "B2"), "B2 " * 40, "write at most 60 letters, such as 'B2'; this has 119."),
        (Pick("answer", "The bid of", {"B": '"B"'}), "E", "The bid of: there is no choice 'E'. Available: B."),
        (Tick("answer", "Turns", {"turn 1": 1}), ("turn 9",), "Turns: there is no choice 'turn 9'. Available: turn 1."),
        (Order("answer", "Folly", {"Lazy": "LZ"}, 2), ("GR",), "Folly: there is no choice 'GR'. Available: Lazy."),
    ],
)
def test_what_a_field_cannot_hold_is_refused_in_a_sentence(field: Field, held: Any, sentence: str) -> None:
    with pytest.raises(Unfit, match=re.escape(sentence)):
        value("1.1", field).code({"answer": held})


@pytest.mark.parametrize(
    "source", ["answer_1 = len(rulings)", "answer_1 = 3 +", "answer_1 = 3\nprint(answer_1)", "\0", "(" * 300]
)
def test_python_that_somebody_wrote_is_neither_read_nor_taken_for_a_blank(source: str) -> None:
    form: Form = value("1.1", Number("answer", "How many?", "12"))
    assert form.read(source) is None
    assert not form.is_blank(source)
