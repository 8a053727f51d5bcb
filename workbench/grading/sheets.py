"""Put a hand-in beside the lesson as it was handed out: which lesson it is, what to run in which order, what to judge.

The cells of a hand-in run in their order, people's own cells too. The lesson's beginning and its checks are those that were
handed out, whatever the hand-in made of them, and they are added if they are missing.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from workbench.core.errors import WorkbenchError
from workbench.core.outside import nested_deeply, quoted
from workbench.course.shelf import lesson, lesson_numbers
from workbench.lab.apart import ROOT

HANDED_OUT: Final = ROOT / "notebooks" / "course"
"""The lessons as students get them, in a checkout of the project."""
MOST_CELLS: Final = 500
"""The most code cells of a hand-in."""
CHECK: Final = re.compile(r'^check\(\s*["\'](?P<key>\d+\.\d+)["\']\s*,', re.MULTILINE)
START: Final = re.compile(r"^check = lesson\((?P<number>\d+)\)\s*$", re.MULTILINE)
GRADE_ID: Final = re.compile(r"^(?:start|check|answer)-(?P<number>\d+)(?:-\d+)?$")
QUESTION: Final = re.compile(r"^## Exercise (?P<key>\d+\.\d+)", re.MULTILINE)
NUMBERED: Final = re.compile(r"(?<!\d)(?P<number>\d{1,2})(?=_[a-z])|[Ll]esson[ _-]?(?P<other>\d{1,2})(?!\d)")


class Unread(Exception):
    """A hand-in that cannot be read; the message is a sentence."""


class Aside(str):
    """A remark for the lecturer alone; the person's own page does not show it."""


@dataclass(frozen=True)
class Step:
    """Something to do with a hand-in: to run a cell, or to judge an answer.

    Attributes:
        source: the cell, or the expression whose value is the answer.
        key: the exercise to judge; "" for a cell that only runs.
        own: whether the person wrote the cell.
    """

    source: str
    key: str = ""
    own: bool = False


@dataclass(frozen=True)
class Sheet:
    """A lesson as it was handed out.

    Attributes:
        number: the number of the lesson.
        title: its title.
        start: the cell that begins it.
        given: the code of every cell, each as `bare` gives it.
        imports: the statements that import something.
        answers: for each exercise the expression that its check judges.
        questions: for each exercise the text that asks for the answer, in Markdown.
        points: for each exercise the most points.
        ids: what the cells that nbgrader locks are called, and which exercise each belongs to; "" for the beginning.
    """

    number: int
    title: str
    start: str
    given: frozenset[str]
    imports: tuple[str, ...]
    answers: Mapping[str, str]
    questions: Mapping[str, str]
    points: Mapping[str, int]
    ids: Mapping[str, str]


@dataclass
class Paper:
    """A hand-in that can be judged.

    Attributes:
        sheet: the lesson it belongs to.
        steps: what to do with it, in order.
        written: for each exercise the cells that the person wrote, in order; they stand before its check.
        after: the cells that stand behind the last check.
        remarks: what a lecturer should know, as sentences.
    """

    sheet: Sheet
    steps: list[Step]
    written: dict[str, list[str]] = field(default_factory=dict)
    after: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def wording(self) -> str:
        """Everything the person wrote, without spaces: the same for copies."""
        return "\n".join(bare(source) for cells in [*self.written.values(), self.after] for source in cells)


def bare(source: str) -> str:
    """Return code without spaces, empty lines and whole-line comments: what makes two cells the same.

    >>> bare("a  =  1\\n\\n# one\\n") == bare("a = 1")
    True
    """
    lines = [re.sub(r"\s+", "", line) for line in source.splitlines()]
    return "\n".join([line for line in lines if line and not line.startswith("#")])


def cells_of(content: bytes) -> list[tuple[str, str, str]]:
    """Return the cells of a notebook: the kind, the source, and the name that nbgrader gave the cell ("" for none).

    Raises:
        Unread: it is not a notebook.

    >>> cells_of(b'{"cells": [{"cell_type": "code", "source": ["1 +", " 1"]}]}')
    [('code', '1 + 1', '')]
    """
    if not content.strip():
        raise Unread("The file is empty.")
    try:
        book = json.loads(content.decode("utf-8-sig"))
        if nested_deeply(book):
            raise Unread("The file is nested too deeply for a notebook.")
    except UnicodeDecodeError:
        raise Unread("The file is not a notebook: it is not text.") from None
    except (ValueError, RecursionError) as fault:
        where = f" in line {fault.lineno}" if isinstance(fault, json.JSONDecodeError) else ""
        raise Unread(f"The file is not a notebook: it is damaged or cut off{where}.") from None
    sheets = book.get("worksheets") if isinstance(book, dict) else None
    if isinstance(sheets, list) and sheets and isinstance(sheets[0], dict):  # how notebooks were stored before 2015
        book = sheets[0]
    cells = book.get("cells") if isinstance(book, dict) else None
    if not isinstance(cells, list):
        raise Unread("The file is not a notebook: it has no cells.")
    found = []
    for cell in cells:
        if not isinstance(cell, dict):
            continue
        source = cell.get("source", cell.get("input", ""))
        if isinstance(source, list):
            source = "".join([part for part in source if isinstance(part, str)])
        data = cell.get("metadata")
        data = data.get("nbgrader") if isinstance(data, dict) else None
        name = data.get("grade_id") if isinstance(data, dict) else None
        texts = [text if isinstance(text, str) else "" for text in (cell.get("cell_type"), source, name)]
        found.append((texts[0], texts[1], texts[2]))
    if sum(kind == "code" for kind, _, _ in found) > MOST_CELLS:
        raise Unread(f"The notebook has more than {MOST_CELLS} code cells.")
    return found


def sheets(folder: Path | None = None) -> dict[int, Sheet]:
    """Return the lessons as they were handed out, by number.

    Args:
        folder: where the students' notebooks are; None for those of the checkout.

    Raises:
        WorkbenchError: there are none.

    >>> sheets()[1].answers["1.1"]
    'answer_1'
    """
    return _sheets(folder or HANDED_OUT)


@lru_cache(maxsize=4)
def _sheets(folder: Path) -> dict[int, Sheet]:
    found = {}
    for path in sorted(folder.glob("*.ipynb")):
        try:
            cells = cells_of(path.read_bytes())
        except (OSError, Unread) as fault:
            raise WorkbenchError(f"The lesson {quoted(path.name)} cannot be read: {fault}") from None
        numbers = [int(start["number"]) for kind, source, _ in cells if kind == "code" and (start := START.search(source))]
        if numbers and numbers[0] in lesson_numbers():
            found[numbers[0]] = _sheet(numbers[0], cells)
    if not found:
        raise WorkbenchError(
            f"There are no lessons in {quoted(str(folder))}. Name the folder of the notebooks that you handed out: `lessons=` "
            "in Python, `--lessons` on the command line."
        )
    return found


def _sheet(number: int, cells: list[tuple[str, str, str]]) -> Sheet:
    check = lesson(number)
    start, asked = "", ""
    answers: dict[str, str] = {}
    questions: dict[str, str] = {}
    ids: dict[str, str] = {}
    for kind, source, name in cells:
        if kind == "markdown":
            if exercise := QUESTION.search(source):
                asked, source = exercise["key"], source[exercise.start() :]
            elif source.startswith("## "):
                asked = ""
            if asked and asked not in answers:
                questions[asked] = "\n\n".join(filter(None, [questions.get(asked, ""), source]))
        elif START.search(source):
            start = source
            ids[name] = ""
        elif found := CHECK.match(source):
            call = ast.parse(source.strip(), mode="eval").body
            assert isinstance(call, ast.Call)
            answers[found["key"]] = ast.unparse(call.args[1])
            ids[name] = found["key"]
    given = frozenset(bare(source) for kind, source, _ in cells if kind == "code")
    statements = [one for kind, source, _ in cells if kind == "code" for one in ast.parse(source).body]
    imports = [ast.unparse(one) for one in statements if isinstance(one, (ast.Import, ast.ImportFrom))]
    points = {exercise.key: exercise.points for exercise in check.exercises if exercise.key in answers}
    ids.pop("", None)
    return Sheet(number, check.title, start, given, tuple(dict.fromkeys(imports)), answers, questions, points, ids)


def number_of(cells: list[tuple[str, str, str]], name: str) -> int | None:
    """Return which lesson a notebook is: by what nbgrader calls its cells, else by the exercises they name, else by its name.

    >>> number_of([("code", 'check("3.2", wins)', "")], "01_what_a_rule_is.ipynb")
    3
    >>> number_of([("code", "1 + 1", "")], "04_hidden_information (1).ipynb")
    4
    """
    known = Counter[int]()
    for kind, _, grade_id in cells:
        if kind == "code" and (found := GRADE_ID.match(grade_id)):
            known[int(found["number"][:4])] += 1
    if not known:
        for kind, source, _ in cells:
            if kind == "code" and (begun := START.search(source)):
                known[int(begun["number"][:4])] += 1
            elif kind == "code" and (check := CHECK.search(source)):
                known[int(check["key"].partition(".")[0][:4])] += 1
    if known:
        return known.most_common(1)[0][0]
    return _number_in(name)


def _number_in(name: str) -> int | None:
    """Return the lesson that the name of a file says."""
    found = NUMBERED.search(name)
    return int(found["number"] or found["other"]) if found else None


def paper_of(content: bytes, name: str, known: Mapping[int, Sheet]) -> Paper:
    """Return what there is to judge in a hand-in.

    Args:
        content: the file.
        name: its name.
        known: the lessons, as `sheets` gives them.

    Raises:
        Unread: it is not a notebook, or not one of these lessons.
    """
    cells = cells_of(content)
    number = number_of(cells, name)
    if number is None:
        raise Unread("No cell and no name says which lesson this is.")
    if number not in known:
        raise Unread(f"This is lesson {number}, which is not among the lessons that were handed out.")
    sheet = known[number]
    locked = _locked(cells, sheet)
    paper, pending = Paper(sheet, []), list[str]()
    if not any(key == "" for key in locked.values()):
        paper.steps.append(Step(sheet.start))
    for place, (kind, source, _) in enumerate(cells):
        if kind != "code":
            continue
        if place not in locked:
            given = bare(source) in sheet.given
            if bare(source):
                paper.steps.append(Step(source, own=not given))
            if bare(source) and not given:
                pending.append(source)
        elif key := locked[place]:
            paper.steps.append(Step(sheet.answers[key], key))
            paper.written[key], pending = pending, []
        else:
            paper.steps.append(Step(sheet.start))
    paper.after = pending
    missing = [key for key in sheet.answers if key not in locked.values()]
    paper.steps += [Step(sheet.answers[key], key) for key in missing]
    changed = [key for place, key in locked.items() if not _as_given(cells[place][1], key, sheet)]
    if changed:
        paper.remarks.append("Cells that belong to the lesson were changed; the lesson's own cells ran instead.")
    said = _number_in(name)
    if said in known and said != number:
        paper.remarks.append(f"The file is called lesson {said}, but it contains lesson {number}.")
    return paper


def _locked(cells: list[tuple[str, str, str]], sheet: Sheet) -> dict[int, str]:
    """Return which cells are the lesson's own: the exercise of each check, "" for its beginning."""
    found: dict[int, str] = {}
    for place, (kind, _, name) in enumerate(cells):
        if kind == "code" and name in sheet.ids and sheet.ids[name] not in found.values():
            found[place] = sheet.ids[name]
    for place, (kind, source, name) in enumerate(cells):
        if kind != "code" or place in found or (name and GRADE_ID.match(name)):
            continue
        check = CHECK.match(source)
        key = check["key"] if check else ""
        if ((check and key in sheet.answers) or bare(source) == bare(sheet.start)) and key not in found.values():
            found[place] = key
    return dict(sorted(found.items()))


def _as_given(source: str, key: str, sheet: Sheet) -> bool:
    return bare(source) in sheet.given or (bool(key) and bool(CHECK.match(source)) and _call_of(source) == sheet.answers[key])


def _call_of(source: str) -> str:
    """Return the expression that a check judges; "" if it is not one call."""
    try:
        call: Any = ast.parse(source.strip(), mode="eval").body
        return ast.unparse(call.args[1])
    except (SyntaxError, ValueError, AttributeError, IndexError, RecursionError, MemoryError):
        return ""
