"""Make the course: run and store the lessons with their solutions, and derive from them what students and graders get.

    python tools/build_course.py                       # every lesson: docs/teaching/course/ and notebooks/course/
    python tools/build_course.py 01_what_a_rule_is     # some of them
    python tools/build_course.py --check               # store nothing; say which are stale (exit 1 if any)
    python tools/build_course.py --from 01_name.py     # make a lesson out of text (see build_notebooks.py), then build it
    python tools/build_course.py --hand-out FOLDER     # write a course for nbgrader, the lessons for students and the solutions

The lessons in docs/teaching/course/ are the source. Students answer cells with ``### BEGIN SOLUTION`` and ``### END SOLUTION``.
A cell that begins with ``check("1.2", `` is graded, and its points are those of the exercise. The tool writes nbgrader's
metadata from that, so nobody writes them by hand. Ask for a value with ``answer_1 = None`` above the solution, and for a
function with its head and docstring, so the code still runs without the solution.

With ``--track controls``, ``--hand-out`` writes the lessons for a class that answers without code.
"""

from __future__ import annotations

import argparse
import copy
import os
import re
import shutil
import sys
from pathlib import Path

import nbformat
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools.build_notebooks import FOLDED, NotebookError, build_book, clean, code_cells, from_text  # noqa: E402  # run as a script
from workbench.course import lesson  # noqa: E402

SOURCES = ROOT / "docs" / "teaching" / "course"
STUDENTS = ROOT / "notebooks" / "course"
STUB = "# your answer here"
SOLUTION = re.compile(r"^(?P<indent>[ \t]*)### BEGIN SOLUTION\n.*?^[ \t]*### END SOLUTION[ \t]*$", re.MULTILINE | re.DOTALL)
CHECK = re.compile(r'^check\("(?P<key>\d+\.\d+)",')
START = re.compile(r"^check = lesson\((?P<number>\d+)\)$", re.MULTILINE)
CODE, CONTROLS = "code", "controls"
"""The tracks: students answer in code, or with controls below each exercise."""
LESSON = {CODE: "from workbench.course import lesson", CONTROLS: "from widgets.answer import lesson"}
"""The line of a lesson that decides its track."""
IN_CODE = re.compile(r"\n\nWrite your answer in place of `None`.*", re.DOTALL)
WITHOUT_CODE = """\
**You need no code here.** In the menu *Run*, choose *Run All Cells*. Fields then appear below each exercise. Choose or type
your answer, and press *Check*: you see at once how many points it earns and what is wrong with it. Try as often as you like.
Where an exercise asks for a function, you put it together from parts. Save the notebook before you hand it in.

The code is folded away; skip what the texts say about writing it. *Show the code* shows your answer as Python."""

SETTINGS = f'''\
"""Settings of nbgrader for the course; put your students into `submitted/STUDENT/LESSON/LESSON.ipynb`."""

c = get_config()  # noqa: F821

c.CourseDirectory.course_id = "tabletop_workbench"
c.ClearSolutions.code_stub = {{"python": "{STUB}"}}
c.ExecutePreprocessor.timeout = 120
c.ExecutePreprocessor.startup_timeout = 600  # a busy machine takes its time
'''


def number_of(book: NotebookNode) -> int:
    """Return the number of the lesson that a notebook holds.

    Raises:
        NotebookError: no cell of it begins a lesson.
    """
    for cell in code_cells(book):
        if found := START.search(cell.source):
            return int(found["number"])
    raise NotebookError("no cell holds 'check = lesson(NUMBER)'")


def stamp(book: NotebookNode) -> None:
    """Write nbgrader's metadata into the cells, from their content.

    Raises:
        NotebookError: a check and an exercise do not belong together, or a solution would not run without its lines.
    """
    number = number_of(book)
    points = {exercise.key: exercise.points for exercise in lesson(number).exercises}
    solutions, checked = 0, []
    for cell in book.cells:
        cell.metadata.pop("nbgrader", None)
        if cell.cell_type != "code":
            continue
        if SOLUTION.search(cell.source):
            solutions += 1
            cell.metadata["nbgrader"] = metadata(f"answer-{number}-{solutions}", solution=True)
        elif found := CHECK.match(cell.source):
            checked.append(found["key"])
            if found["key"] not in points:
                raise NotebookError(f"lesson {number} has no exercise {found['key']}; it has: {', '.join(points)}")
            cell.metadata["nbgrader"] = metadata(f"check-{found['key'].replace('.', '-')}", points=points[found["key"]])
        elif START.search(cell.source):
            cell.metadata["nbgrader"] = metadata(f"start-{number}")
    if checked != list(points):
        raise NotebookError(f"the checks are {', '.join(checked)}; the exercises of lesson {number} are {', '.join(points)}")


def metadata(grade_id: str, solution: bool = False, points: int = 0) -> NotebookNode:
    """Return nbgrader's metadata for a cell: a solution, a graded check, or a cell that stays as it is."""
    entry = {
        "grade": bool(points),
        "grade_id": grade_id,
        "locked": not solution,
        "schema_version": 3,
        "solution": solution,
        "task": False,
    }
    return nbformat.from_dict({**entry, "points": points} if points else entry)


def without_solutions(book: NotebookNode) -> NotebookNode:
    """Return a copy in which a line that asks for an answer replaces each solution; outputs stay.

    >>> book = from_text('# %%\\nanswer_1 = None\\n### BEGIN SOLUTION\\nanswer_1 = 4\\n### END SOLUTION\\n')
    >>> print(without_solutions(book).cells[0].source)
    answer_1 = None
    # your answer here
    """
    book = copy.deepcopy(book)
    for cell in code_cells(book):
        cell.source = SOLUTION.sub(rf"\g<indent>{STUB}", cell.source)
        if "SOLUTION" in cell.source:
            raise NotebookError(f"a solution is not marked by a pair of BEGIN and END SOLUTION: {cell.source[:80]!r}")
    return book


def with_controls(book: NotebookNode, stem: str) -> NotebookNode:
    """Return a copy of a lesson for a class that answers without code: its checks show controls, and its code is folded.

    Args:
        book: the lesson.
        stem: the name of its file, without the suffix.

    Raises:
        NotebookError: no cell holds the line that decides the track.
    """
    book = copy.deepcopy(book)
    if not any(LESSON[CODE] in cell.source.splitlines() for cell in code_cells(book)):
        raise NotebookError(f"no cell holds {LESSON[CODE]!r}")
    for cell in book.cells:
        if cell.cell_type == "markdown":
            cell.source = IN_CODE.sub("", cell.source)
        else:
            cell.source = cell.source.replace(LESSON[CODE], LESSON[CONTROLS])
            cell.metadata.update(copy.deepcopy(FOLDED))
    book.cells.insert(1, nbformat.v4.new_markdown_cell(WITHOUT_CODE, id=f"{stem}-controls"))
    return book


def turn_to_controls(folder: Path) -> None:
    """Turn the lessons that `hand_out` has written for a class into lessons with controls; the solutions stay in code."""
    for path in sorted([*folder.glob("source/*/*.ipynb"), *folder.glob("students/*.ipynb")]):
        book = with_controls(nbformat.read(path, as_version=4), path.stem)
        path.write_text(f"{nbformat.writes(book)}\n", encoding="utf-8")


def built(source: Path) -> dict[Path, str]:
    """Return what the two notebooks of a lesson should hold, by path: both are run."""
    book = nbformat.read(source, as_version=4)
    clean(book, source.stem)
    stamp(book)
    student = without_solutions(book)
    STUDENTS.mkdir(parents=True, exist_ok=True)
    return {
        source: build_book(book, source.stem, STUDENTS),  # both run in the folder of the students' version
        STUDENTS / source.name: build_book(student, source.stem, STUDENTS),
    }


def hand_out(folder: Path, sources: list[Path]) -> None:
    """Write into `folder` a course for nbgrader (source/), the solutions and the students' version.

    Raises:
        NotebookError: the folder holds something already.
    """
    if folder.exists() and any(folder.iterdir()):
        raise NotebookError(f"{folder} is not empty: name a new folder")
    for source in sources:
        release = folder / "source" / source.stem
        release.mkdir(parents=True)
        shutil.copy(source, release)
        for name, path in (("solutions", source), ("students", STUDENTS / source.name)):
            (folder / name).mkdir(exist_ok=True)
            shutil.copy(path, folder / name)
    (folder / "nbgrader_config.py").write_text(SETTINGS, encoding="utf-8")


def find(name: str) -> Path:
    """Return the lesson that `name` means: the name of its file, or its number."""
    known = sorted(SOURCES.glob("*.ipynb"))
    for path in known:
        if name in (path.stem, path.name, path.stem[:2], path.stem[:2].lstrip("0")):
            return path
    raise NotebookError(f"there is no lesson {name!r}; there are: {', '.join(path.stem for path in known)}")


def main(arguments: list[str] | None = None) -> int:
    """Carry out one command line; return its exit code."""
    parser = argparse.ArgumentParser(description="Make the course.")
    parser.add_argument("names", nargs="*", help="lessons, by name or number; all if none is named")
    parser.add_argument("--track", choices=(CODE, CONTROLS), default=CODE, help="how the class of --hand-out answers")
    parser.add_argument("--check", action="store_true", help="store nothing, say which would change")
    parser.add_argument("--from", dest="texts", metavar="FILE.py", action="append", default=[], help="text to make into one")
    parser.add_argument("--hand-out", metavar="FOLDER", help="write a course for nbgrader, with solutions")
    options = parser.parse_args(arguments)
    if options.track != CODE and not options.hand_out:
        parser.error("--track decides what --hand-out writes: add --hand-out FOLDER")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    try:
        paths = [find(name) for name in options.names]
        for text in map(Path, options.texts):
            paths.append(SOURCES / f"{text.stem}.ipynb")
            book = from_text(text.read_text(encoding="utf-8"))
            clean(book, text.stem)
            paths[-1].parent.mkdir(parents=True, exist_ok=True)
            paths[-1].write_text(f"{nbformat.writes(book)}\n", encoding="utf-8")
        paths = paths or sorted(SOURCES.glob("*.ipynb"))
        if options.hand_out:
            hand_out(Path(options.hand_out), paths)
            if options.track == CONTROLS:
                turn_to_controls(Path(options.hand_out))
            print(f"{options.hand_out}: {len(paths)} lessons")
            return 0
    except (NotebookError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    changed, failed = [], []
    for source in paths:
        try:
            books = built(source)
        except NotebookError as error:
            failed.append(source.name)
            print(f"{source.name}: {error}", file=sys.stderr)
            continue
        for path, book in books.items():
            differs = not path.exists() or book != path.read_text(encoding="utf-8")
            changed += [path.name] * differs
            if differs and not options.check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(book, encoding="utf-8")
            word = ("would change" if options.check else "stored") if differs else "unchanged"
            print(f"{path.relative_to(ROOT)}: {word}, {len(book.encode()):,} bytes")
    return 1 if failed or (options.check and changed) else 0


if __name__ == "__main__":
    sys.exit(main())
