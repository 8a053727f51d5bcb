"""The lessons as tests see them: their notebooks, their exercises, and what students write in them."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from nbformat import NotebookNode

from tools.build_course import CHECK, SOLUTION, SOURCES, STUDENTS, without_solutions
from workbench.course import Mark

WRONG = Path(__file__).parent / "wrong"
PATHS = sorted(SOURCES.glob("*.ipynb"))


class Wrong(NamedTuple):
    """A wrong answer: the exercise, the answer cell, a part of the hint, the points it earns."""

    exercise: str
    source: str
    hint: str
    points: float


class Given(NamedTuple):
    """An answer that was given, the mark it earned, and what was expected of it; None for the solution."""

    exercise: str
    source: str
    mark: Mark
    expected: Wrong | None


def read(path: Path) -> NotebookNode:
    return nbformat.read(path, as_version=4)


def student(path: Path) -> Path:
    return STUDENTS / path.name


def wrong_answers(path: Path) -> list[Wrong]:
    """The wrong answers to the exercises of a lesson."""
    file = WRONG / f"lesson_{path.name[:2]}.toml"
    return [Wrong(**row) for row in tomllib.loads(file.read_text(encoding="utf-8"))["wrong"]]


def parts(book: NotebookNode) -> Iterator[tuple[str, list[str]]]:
    """The code cells up to and with each check, by the key of its exercise; "" for those after the last."""
    cells: list[str] = []
    for cell in book.cells:
        if cell.cell_type == "code":
            cells.append(cell.source)
            if found := CHECK.match(cell.source):
                yield found["key"], cells
                cells = []
    yield "", cells


def answered(path: Path, most: int | None = None) -> list[Given]:
    """Give each exercise of a lesson no answer, `most` of the wrong ones or all, and the solution, without a kernel."""
    book = read(path)
    blank = dict(parts(without_solutions(book)))
    space: dict[str, Any] = {"__name__": "__main__"}
    given = []
    for key, cells in parts(book):
        place = next((place for place, cell in enumerate(cells) if SOLUTION.search(cell)), len(cells))
        run(cells[:place], space)
        rows = [Wrong(key, blank[key][place], "Nothing answered yet.", 0)] if key else []
        for row in [*rows, *[row for row in wrong_answers(path) if row.exercise == key and key][:most]]:
            tried = dict(space)
            given.append(Given(key, row.source, run([row.source, *cells[place + 1 :]], tried), row))
        mark = run(cells[place:], space)
        if key:
            given.append(Given(key, cells[place], mark, None))
    return given


def run(cells: list[str], space: dict[str, Any]) -> Any:
    """Run cells in a name space as a kernel does, going on after an error; return the value of the last."""
    value = None
    for cell in cells:
        tree = ast.parse(cell)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        try:
            exec(compile(tree, "cell", "exec"), space)
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), space) if isinstance(last, ast.Expr) else None
        except Exception as error:
            value = error
    return value
