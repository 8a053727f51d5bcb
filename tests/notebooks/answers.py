"""The answers that notebooks hold to their "Something to try": what of them is code, and what it stands on."""

from __future__ import annotations

import ast
import contextlib
import io
import re
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent
from typing import Any

import nbformat

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
FOLDED = re.compile(r"<details>.*?</details>", re.DOTALL)
FENCE = re.compile(r"^(?P<indent> *)```(?P<kind>\w+)\n(?P<text>.*?)^(?P=indent)```", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Answer:
    """One block of code of an answer.

    Attributes:
        notebook: the notebook's name.
        number: which block it is, from 1.
        code: the code.
        printed: what it is said to print; None if nothing is said.
    """

    notebook: str
    number: int
    code: str
    printed: str | None


def last_section(path: Path) -> str:
    """The text of the last section of a notebook, "Something to try"."""
    cells = nbformat.read(path, as_version=4).cells
    text = "\n".join([cell.source for cell in cells if cell.cell_type == "markdown"])
    return text.partition("## Something to try")[2]


def answers_in(path: Path) -> list[Answer]:
    """Every block of code of the answers of a notebook, with the block of text after it, which is what it prints."""
    found: list[Answer] = []
    for fold in FOLDED.findall(last_section(path)):
        for fence in FENCE.finditer(fold):
            text = dedent(fence["text"])
            if fence["kind"] == "python":
                found.append(Answer(path.stem, len(found) + 1, text, None))
            elif fence["kind"] == "text":
                last = found[-1]
                found[-1] = Answer(last.notebook, last.number, last.code, text)
    return found


def names_in(code: str) -> tuple[set[str], set[str]]:
    """The names that some code takes from elsewhere, and those that it makes at its top level."""
    tree = ast.parse(code)
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    own = {node.id for node in nodes if isinstance(node.ctx, ast.Store)}
    own |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    made: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            made.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            made |= {one.asname or one.name.partition(".")[0] for one in node.names}
        else:
            made |= {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    return {node.id for node in nodes if isinstance(node.ctx, ast.Load)} - own, made


def statements_in(cells: list[str]) -> list[str]:
    """The statements of some cells, one by one."""
    return [ast.unparse(node) for cell in cells for node in ast.parse(cell).body]


def needed_for(code: str, statements: list[str]) -> list[str]:
    """The statements that some code stands on, in their order: those that make what it takes, and what these take."""
    wanted, needed = names_in(code)[0], set[int]()
    parts = [names_in(statement) for statement in statements]
    while True:
        more = {number for number, (_, made) in enumerate(parts) if made & wanted} - needed
        if not more:
            return [statements[number] for number in sorted(needed)]
        needed |= more
        for number in more:
            wanted |= parts[number][0]


def carried_out(path: Path, answer: Answer, earlier: list[Answer]) -> str:
    """Carry out an answer where a reader would, below the notebook and the answers before it, and return what it prints.

    Statements on which nothing of it stands are left out: they only take time.
    """
    book = nbformat.read(path, as_version=4)
    cells = [cell.source for cell in book.cells if cell.cell_type == "code"] + [one.code for one in earlier]
    space: dict[str, Any] = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()):
        for statement in needed_for(answer.code, statements_in(cells)):
            exec(compile(statement, f"{answer.notebook}, a cell", "exec"), space)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(answer.code, f"{answer.notebook}, answer {answer.number}", "exec"), space)
    return "\n".join([line.rstrip() for line in printed.getvalue().splitlines()])
