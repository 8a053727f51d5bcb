"""Grade what a class handed in: marks, a table to import, and a page of feedback for each person."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import WorkbenchError
from workbench.core.extra import package
from workbench.core.outside import quoted
from workbench.core.savefile import write_file
from workbench.core.webpage import holds_mark
from workbench.core.words import counted, listed
from workbench.grading import pages
from workbench.grading.handins import HandIn, hand_ins
from workbench.grading.judging import Answer, Bounds, judged
from workbench.grading.sheets import Aside, Paper, Sheet, Unread, paper_of, sheets
from workbench.lab.apart import Failed
from workbench.lab.held import holder
from workbench.lab.simulate import at_least_one, progress_bar

if TYPE_CHECKING:
    import pandas as pd

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would calculate."""
SHORTEST_COPY: Final = 60
"""The fewest letters that must agree before two hand-ins are called the same: short right answers are alike by themselves."""


@dataclass
class Result:
    """What one person handed in for one lesson, with its marks.

    Attributes:
        person: whose it is.
        number: the number that the learning system gives this person; "" if there is none.
        file: the file that counts.
        sheet: the lesson; None if no file could be read.
        answers: the answers with their marks; empty if no file could be read.
        remarks: what a lecturer should know, as sentences.
        paper: the hand-in as it was judged.
    """

    person: str
    number: str
    file: str
    sheet: Sheet | None
    answers: list[Answer] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    paper: Paper | None = None

    @property
    def earned(self) -> float:
        """The points."""
        return round(sum(answer.earned for answer in self.answers), 2)

    @property
    def points(self) -> int:
        """The most points."""
        return sum(self.sheet.points.values()) if self.sheet else 0


class Marks:
    """The marks of a class.

    Attributes:
        results: what each person handed in for each lesson, by name and lesson.
        lessons: the lessons that were handed in, by number.
        held: how the operating system confined the hand-ins' programs here, and what it did not confine, in words.
    """

    def __init__(self, results: Sequence[Result], lessons: Sequence[Sheet]) -> None:
        self.results = list(results)
        self.lessons = list(lessons)
        self.held = str(holder())

    @property
    def people(self) -> list[str]:
        """Everybody who handed in something."""
        return list(dict.fromkeys(one.person for one in self.results))

    @property
    def table(self) -> pd.DataFrame:
        """One row per person: the number in the learning system, points by exercise, total, maximum and remarks."""
        rows = []
        for person in self.people:
            own = [one for one in self.results if one.person == person]
            row: dict[str, Any] = {"person": person, "id": next((one.number for one in own if one.number), "")}
            for sheet in self.lessons:
                there = next((one for one in own if one.sheet is sheet), None)
                for key in sheet.points:
                    row[key] = next((answer.earned for answer in (there.answers if there else ()) if answer.key == key), None)
                if len(self.lessons) > 1:
                    row[f"lesson {sheet.number}"] = there.earned if there else None
            row["total"] = round(sum(one.earned for one in own), 2)
            row["maximum"] = sum(sum(sheet.points.values()) for sheet in self.lessons)
            row["remarks"] = " ".join(dict.fromkeys(remark for one in own for remark in one.remarks))
            rows.append(row)
        frame: pd.DataFrame = package("pandas", "A table of marks").DataFrame(rows)
        return frame

    def write(self, folder: str | PathLike[str]) -> Path:
        """Write the marks into a folder: marks.csv, index.html and one page of feedback per person.

        Args:
            folder: a new folder, an empty one, or one with earlier marks, which are replaced.

        Returns:
            the path of index.html.

        Raises:
            WorkbenchError: it holds something else, or nothing can be written there.
        """
        place = Path(folder)
        index = place / "index.html"
        check_empty(place)
        names = _file_names(self.people)
        try:
            (place / "feedback").mkdir(parents=True, exist_ok=True)
            for old in (place / "feedback").glob("*.html"):
                if holds_mark(old, pages.OURS):
                    old.unlink()
            for person, name in names.items():
                own = [one for one in self.results if one.person == person]
                write_file(place / "feedback" / name, pages.feedback(person, own), replace=True)
            table = self.table
            for column in ("person", "id", "remarks"):
                table[column] = [f"'{text}" if text.startswith(FORMULA) else text for text in table[column]]
            write_file(place / "marks.csv", table.to_csv(index=False, lineterminator="\n"), replace=True)
            links = {person: f"feedback/{name}" for person, name in names.items()}
            write_file(index, pages.index(self, links), replace=True)
        except (OSError, ValueError) as fault:
            raise _unwritable(place, fault) from None
        return index

    def __repr__(self) -> str:
        lines = [f"{counted(len(self.people), 'person', 'people')}, {_lessons(self.lessons)}"]
        for one in self.results:
            said = f"{one.earned:g} of {one.points}" if one.answers else "no marks"
            lesson = f", lesson {one.sheet.number}" if one.sheet and len(self.lessons) > 1 else ""
            lines.append(f"{one.person}{lesson}: {said}. {' '.join(one.remarks)}".rstrip())
        return "\n".join([*lines, self.held])

    def _repr_html_(self) -> str:
        return f"<p>{escape(_lessons(self.lessons))}</p>{self.table.to_html(index=False)}<p>{escape(self.held)}</p>"


def grade(
    hand_ins_at: str | PathLike[str],
    out: str | PathLike[str] | None = None,
    *,
    lessons: str | PathLike[str] | None = None,
    seconds: float = 60.0,
    megabytes: int = 2048,
    workers: int = 1,
    progress: bool | None = None,
) -> Marks:
    """Grade what a class handed in.

    The folder or zip may come from Moodle, Canvas or nbgrader, or may hold one folder or one file per person. What a notebook
    contains says which lesson it is. If somebody handed in a lesson several times, the newest file counts. People's own cells
    run, too, in their order; the cells that belong to the lesson are those that were handed out.

    Each hand-in runs in a process of its own, confined as far as the operating system can (`held`). A cell that fails, never
    ends or takes too much memory costs only its own answer. A hand-in that cannot be read gets a row and a sentence.

    Args:
        hand_ins_at: the folder or the zip.
        out: the folder for marks.csv, index.html and the pages of feedback; None to write nothing.
        lessons: the folder of the lessons as they were handed out; None for those of this checkout.
        seconds: processor time for one cell or answer; by the clock it is four times as long.
        megabytes: memory for one hand-in, including Python's own (about 400 where a lesson measures games).
        workers: how many hand-ins run at the same time.
        progress: whether to show a progress bar; None shows one only in a terminal or notebook.

    Returns:
        the marks.

    Raises:
        WorkbenchError: nothing was handed in there, an argument is wrong, or the marks cannot be written.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     size = Path(folder, "anna.ipynb").write_text('{"cells": []}')
    ...     grade(folder).table[["person", "remarks"]].values.tolist()
    [['anna', 'anna.ipynb: No cell and no name says which lesson this is.']]
    """
    if sys.platform == "win32":
        raise WorkbenchError("On Windows hand-ins cannot run in separate processes. Use Linux, macOS, Binder or a container.")
    if isinstance(seconds, bool) or not isinstance(seconds, (int, float)) or not 0 < seconds < 1e5:
        raise WorkbenchError(f"seconds must be a number of seconds above 0, not {quoted(seconds)}.")
    if at_least_one("megabytes", megabytes) < 500:
        raise WorkbenchError(f"megabytes must be at least 500, not {megabytes}: the lessons need memory.")
    if out is not None:
        check_empty(Path(out))
    known = sheets(None if lessons is None else Path(lessons))
    found, papers = _sorted_out(hand_ins(hand_ins_at), known)
    bounds = Bounds(float(seconds), megabytes)
    with (
        progress_bar(len(papers), progress) as advance,
        ThreadPoolExecutor(at_least_one("workers", workers)) as threads,
    ):
        for one, (answers, fault) in zip(papers, threads.map(lambda one: _judged(one, bounds), papers), strict=True):
            one.answers = answers
            one.remarks += [fault] if fault else []
            advance(1)
    for one in papers:
        one.remarks += one.paper.remarks if one.paper else []
    _name_copies(papers)
    numbers = sorted({one.sheet.number for one in found if one.sheet})
    marks = Marks(found, [known[number] for number in numbers])
    if out is not None:
        marks.write(out)
    return marks


def check_empty(folder: Path) -> None:
    """Check that marks may be written into a folder: it is new, empty, or holds earlier marks.

    Raises:
        WorkbenchError: it holds something else.
    """
    try:
        free = holds_mark(folder / "index.html", pages.OURS) or not folder.exists() or not any(folder.iterdir())
    except (OSError, ValueError) as fault:
        raise _unwritable(folder, fault) from None
    if not free:
        raise WorkbenchError(f"{quoted(str(folder))} holds something other than earlier marks. Name a new folder.")


def _unwritable(folder: Path, fault: Exception) -> WorkbenchError:
    why = (fault.strerror if isinstance(fault, OSError) else None) or "that is not the name of a folder"
    return WorkbenchError(f"The marks cannot be written into {quoted(str(folder))}: {why}.")


def _judged(one: Result, bounds: Bounds) -> tuple[list[Answer], str]:
    assert one.paper is not None
    try:
        return judged(one.paper, bounds), ""
    except Failed as fault:
        return [], f"{one.file}: {fault.text[:1].upper()}{fault.text[1:]}."


def _sorted_out(files: Iterable[HandIn], known: dict[int, Sheet]) -> tuple[list[Result], list[Result]]:
    """Return a result for each person and lesson, and those that can be judged: the newest file of each that can be read."""
    files = list(files)
    _tell_apart(files)
    groups: dict[tuple[str, int], list[tuple[HandIn, Paper]]] = {}
    faults: dict[str, list[tuple[HandIn, str]]] = {}
    people: dict[str, HandIn] = {}
    for one in files:
        people.setdefault(one.person, one)
        try:
            if one.fault:
                raise Unread(one.fault)
            if not one.path.endswith(".ipynb"):
                raise Unread("The file is not a notebook: its name does not end in .ipynb.")
            paper = paper_of(one.content, one.name, known)
            groups.setdefault((one.person, paper.sheet.number), []).append((one, paper))
        except Unread as fault:
            faults.setdefault(one.person, []).append((one, str(fault)))
    found, papers = [], []
    for (person, _), several in sorted(groups.items(), key=lambda item: item[0]):
        several.sort(key=lambda pair: pair[0].order)
        newest, paper = several[-1]
        result = Result(person, newest.number, newest.path, paper.sheet, paper=paper)
        result.remarks += [Aside("The file does not say whose it is.")] if not newest.named else []
        result.remarks += ["Handed in late."] if newest.late else []
        if len(several) > 1:
            others = listed([quoted(one.name) for one, _ in several[:-1]])
            result.remarks.append(
                f"Handed in {len(several)} times; {quoted(newest.name)} is the newest and counts, not {others}."
            )
        found.append(result)
        papers.append(result)
    for person, broken in sorted(faults.items()):
        own = [one for one in found if one.person == person]
        said = [f"{quoted(one.name, 80)[1:-1]}: {fault}" for one, fault in broken]
        if own:
            own[0].remarks += said
        else:
            found.append(Result(person, people[person].number, broken[0][0].path, None, remarks=said))
    return sorted(found, key=lambda one: (one.person.casefold(), one.person)), papers


def _tell_apart(files: Sequence[HandIn]) -> None:
    """Give people of the same name, but with different numbers, names of their own."""
    numbers: dict[str, set[str]] = {}
    for one in files:
        numbers.setdefault(one.person, set()).add(one.number)
    for one in files:
        if len(numbers[one.person]) > 1 and one.number:
            one.person = f"{one.person} ({one.number})"


def _name_copies(papers: Sequence[Result]) -> None:
    """Remark where people of a lesson wrote word for word the same."""
    groups: dict[tuple[int, str], list[Result]] = {}
    for one in papers:
        if one.paper is not None and len(one.paper.wording) >= SHORTEST_COPY:
            groups.setdefault((one.paper.sheet.number, one.paper.wording), []).append(one)
    for same in groups.values():
        for one in same:
            others = [other.person for other in same if other is not one]
            if others:
                one.remarks.append(Aside(f"Word for word the same answers as {listed(others)}."))


def _lessons(lessons: Sequence[Sheet]) -> str:
    return "; ".join(f"lesson {sheet.number}, {sheet.title}" for sheet in lessons) or "no lesson"


def _file_names(people: Sequence[str]) -> dict[str, str]:
    """Return a file name for each person's page, each different even where letters count alike whether small or large."""
    taken: set[str] = set()
    found = {}
    for person in people:
        plain = unicodedata.normalize("NFC", person)
        stem = re.sub(r"[^\w-]+", "-", plain).strip("-")[:60] or "person"
        name, number = stem, 1
        while name.casefold() in taken:
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.casefold())
        found[person] = f"{name}.html"
    return found
