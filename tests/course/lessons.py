"""The lessons as tests see them: their notebooks, their exercises, and what students write in them."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from nbformat import NotebookNode

from tools.build_course import CHECK, SOLUTION, SOURCES, STUDENTS, without_solutions
from workbench.course import Mark
from workbench.course.untouched import replaced

ROWS = Path(__file__).parent
ANSWER = re.compile(r'^check\("[\d.]+", (\w+)\)')
PATHS = sorted(SOURCES.glob("*.ipynb"))
KINDS: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (dict, "dictionary"),
    (str, "text"),
    ((list, set, tuple), "list"),
    ((int, float, Fraction), "number"),
)


class Row(NamedTuple):
    """An answer to an exercise: the answer cell, a part of the hint it gets, the points it earns; None for all of them."""

    exercise: str
    source: str
    hint: str
    points: float | None
    cheats: bool = False


class Given(NamedTuple):
    """An answer that was given, and the mark it earned."""

    row: Row
    mark: Mark


def read(path: Path) -> NotebookNode:
    return nbformat.read(path, as_version=4)


def student(path: Path) -> Path:
    return STUDENTS / path.name


def stored(folder: str, path: Path) -> dict[str, Any]:
    """What a file of answers to a lesson holds."""
    return tomllib.loads((ROWS / folder / f"lesson_{path.name[:2]}.toml").read_text(encoding="utf-8"))


def wrong_answers(path: Path) -> list[Row]:
    """The wrong answers to the exercises of a lesson."""
    return [Row(**row) for row in stored("wrong", path)["wrong"]]


def right_answers(path: Path) -> list[Row]:
    """Right answers to the exercises of a lesson in other forms than the solution's."""
    return [Row(key, source, "Right", None) for key, sources in stored("right", path).items() for source in sources]


def cheats(path: Path) -> list[Row]:
    """Cheats made for one exercise of a lesson."""
    return [Row(key, source, "", 0, cheats=True) for key, sources in stored("cheats", path).items() for source in sources]


def cheats_for_any(key: str, name: str, solution: Any) -> list[Row]:
    """Cheats that fit every answer of the kind that the solution is."""
    kind = next((kind for types, kind in KINDS if isinstance(solution, types)), "function")
    sources = tomllib.loads((ROWS / "cheats" / "every.toml").read_text(encoding="utf-8"))[kind]
    keys = repr(list(solution)) if isinstance(solution, dict) else "[]"
    words = {"ANSWER": name, "KEYS": keys, "KEY": repr(key)}
    return [Row(key, re.sub(r"\b(ANSWER|KEYS?)\b", lambda word: words[word[0]], source), "", 0, True) for source in sources]


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


def names_in(source: str) -> tuple[set[str], set[str]]:
    """The names that a cell binds, and those that it uses."""
    bound, used = set[str](), set[str]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Name):
            (used if isinstance(node.ctx, ast.Load) else bound).add(node.id)
        elif isinstance(node, ast.alias):
            bound.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            bound.add(node.name)
    return bound, used


def needed(book: NotebookNode, rows: list[Row]) -> set[str]:
    """The cells that bind a name that an answer, a check or another needed cell uses; the others only show something."""
    found, wanted = set[str](), set[str]().union(*[names_in(row.source)[1] for row in rows])
    for cell in reversed([cell.source for cell in book.cells if cell.cell_type == "code"]):
        bound, used = names_in(cell)
        if bound & wanted or SOLUTION.search(cell) or CHECK.match(cell):
            found.add(cell)
            wanted |= used
    return found


def answered(path: Path, most: int | None = None) -> list[Given]:
    """Give each exercise of a lesson no answer, the solution, and `most` or all answers of each kind, without a kernel.

    If `most` limits the answers, cells that only show something do not run.
    """
    book = read(path)
    kinds = (wrong_answers(path), right_answers(path), cheats(path))
    if most is not None:
        kept = needed(book, [*chain(*kinds)])
        book.cells = [cell for cell in book.cells if cell.cell_type != "code" or cell.source in kept]
    blank = dict(parts(without_solutions(book)))
    space: dict[str, Any] = {"__name__": "__main__"}
    given = []
    for key, cells in parts(book):
        place = next((place for place, cell in enumerate(cells) if SOLUTION.search(cell)), len(cells))
        run(cells[:place], space)
        if not key:
            run(cells[place:], space)
            continue
        solved = dict(space)
        given.append(Given(Row(key, cells[place], "Right", None), run(cells[place:], solved)))
        name = ANSWER.findall(cells[-1])[0]
        for_any = cheats_for_any(key, name, solved[name])
        rows = [[row for row in kind if row.exercise == key][:most] for kind in (*kinds, for_any)]
        workbench_before = AsItWas()
        for row in [Row(key, blank[key][place], "Nothing answered yet.", 0), *chain(*rows)]:
            given.append(Given(row, run([row.source, *cells[place + 1 :]], dict(space))))
            if row.cheats:
                workbench_before.put_back()
        space = solved
    return given


def solved(path: Path) -> Iterator[tuple[str, Callable[[], Mark]]]:
    """Each exercise of a lesson, solved, with a function that checks it again."""
    space: dict[str, Any] = {"__name__": "__main__"}
    for key, cells in parts(read(path)):
        run(cells, space)
        if key:
            yield key, partial(run, cells[-1:], space)


class AsItWas:
    """The functions, classes and constants of the workbench, to put them back after somebody has replaced some."""

    def __init__(self) -> None:
        ours = [module for name, module in sys.modules.items() if name.partition(".")[0] == "workbench"]
        classes = {one for module in ours for one in vars(module).values() if isinstance(one, type)}
        owners = [*ours, *[one for one in classes if one.__module__.partition(".")[0] == "workbench"]]
        self.before = [(owner, dict(vars(owner))) for owner in owners]
        self.filled = [(one, dict(one)) for _, names in self.before for name, one in names.items() if is_table(name, one)]

    def put_back(self) -> None:
        """Put back what is not as it was."""
        if not replaced():
            return
        for owner, names in self.before:
            for name, value in names.items():
                if (name.isupper() or callable(value) or isinstance(value, property)) and vars(owner).get(name) is not value:
                    setattr(owner, name, value)
            for name in (vars(owner).keys() - names.keys()) if isinstance(owner, type) else ():
                delattr(owner, name)
        for table, entries in self.filled:
            table.clear()
            table.update(entries)
        assert not replaced()


def is_table(name: str, value: object) -> bool:
    """Tell whether this is a constant that can be filled in another way."""
    return name.isupper() and type(value) is dict


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
