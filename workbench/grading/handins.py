"""Read what a learning system gives: a folder or a zip of notebooks, and whose they are.

Nothing is unpacked onto the disk. Links, pipes, files that are too large and names that lead out of the folder are refused,
each with a sentence.
"""

from __future__ import annotations

import re
import stat
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from os import PathLike, walk
from pathlib import Path, PurePosixPath
from typing import Final

from workbench.core.errors import WorkbenchError
from workbench.core.outside import NotPlain, quoted, read_plain
from workbench.lab.copies import base_name

LARGEST: Final = 20_000_000
"""The largest hand-in, in bytes; pictures in its outputs count."""
LARGEST_TOGETHER: Final = 1_000_000_000
"""The most bytes of all hand-ins together, unpacked."""
TOO_MUCH: Final = f"The files in {{}} have more than {LARGEST_TOGETHER:,} bytes together."
MOST_FILES: Final = 5_000
"""The most files to look at."""
LONGEST_NAME: Final = 80

MOODLE: Final = re.compile(r"^(?P<person>.+?)_(?P<number>\d+)_assignsubmission_(?:file|onlinetext)_?(?P<rest>.*)$")
CANVAS: Final = re.compile(r"^(?P<person>[^_/]+)_(?P<late>LATE_)?(?P<number>\d+)_\d+_(?P<rest>.+)$")
AGAIN: Final = re.compile(r"-(\d{1,6})$")
"""What Canvas adds to a name that is taken: "x-1"."""
LESSON: Final = re.compile(r"(?<!\d)(0[1-9]|[1-9]\d)_[a-z]+(?:_[a-z]+)*")
"""The name of a lesson's file, such as 01_what_a_rule_is."""
OF_A_COURSE: Final = ("submitted", "autograded", "submissions")
"""Folders of a course, which are not people."""
TIMESTAMP: Final = "timestamp.txt"
"""The file in which nbgrader says when somebody handed in what is beside it."""
UNSEEN: Final = ("__MACOSX", "desktop.ini", "Thumbs.db", TIMESTAMP)
"""What systems add by themselves."""
UNKNOWN: Final = datetime.fromtimestamp(0, UTC)
"""The date of a file whose date is not known."""


@dataclass
class HandIn:
    """A file that somebody handed in.

    Attributes:
        path: where it was, in the folder or the zip.
        person: whose it is, as far as folders and names say.
        number: the number that the learning system gives this person, as its own tables write it; "" if there is none.
        date: when it was handed in, as far as is known.
        copy: the number that a browser or Canvas added to its name; 0 for none.
        late: whether the learning system calls it late.
        named: whether a folder or name says whose it is.
        content: what is in it; empty if it could not be read.
        fault: why it could not be read, as a sentence; "" if it could.
    """

    path: str
    person: str
    number: str
    date: datetime
    copy: int = 0
    late: bool = False
    named: bool = True
    content: bytes = field(default=b"", repr=False)
    fault: str = ""

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.path.rpartition("/")[2]

    @property
    def order(self) -> tuple[datetime, int, str]:
        """What to sort several by, so that the newest comes last."""
        return self.date, self.copy, self.path


@dataclass
class _Found:
    """A file that was found: its path, its date, its content, or why that cannot be read."""

    path: PurePosixPath
    date: datetime
    content: bytes
    fault: str = ""


def hand_ins(place: str | PathLike[str]) -> list[HandIn]:
    """Return every file that was handed in, by path.

    Args:
        place: a folder or a zip file.

    Raises:
        WorkbenchError: there is no such folder or zip, it holds nothing or too much.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     place = Path(folder, "Anna Ash_12345_assignsubmission_file_")
    ...     place.mkdir()
    ...     size = (place / "01_what_a_rule_is (1).ipynb").write_text("{}")
    ...     [(one.person, one.number, one.copy) for one in hand_ins(folder)]
    [('Anna Ash', 'Participant 12345', 1)]
    """
    path = Path(place)
    try:
        found = list(_in_zip(path) if path.is_file() else _in_folder(path))
    except WorkbenchError:
        raise
    except OSError as fault:
        raise WorkbenchError(f"{quoted(str(place))} cannot be read: {fault.strerror or fault}.") from None
    except (ValueError, zipfile.BadZipFile):
        raise WorkbenchError(f"{quoted(str(place))} is neither a folder nor a zip file that can be read.") from None
    dates = {one.path.parent: _timestamp(one.content) for one in found if one.path.name == TIMESTAMP}
    papers = [one for one in found if not _unseen(one.path)]
    if not papers:
        raise WorkbenchError(f"{quoted(str(place))} contains no hand-ins. Name the folder or zip with everybody's notebooks.")
    for one in papers:
        one.date = dates.get(one.path.parent) or one.date
    top = _shared_top(papers)
    return [_whose(one, PurePosixPath(*one.path.parts[top:])) for one in sorted(papers, key=lambda one: str(one.path))]


def _in_folder(folder: Path) -> Iterator[_Found]:
    """Read the files of a folder and the folders in it; links are not followed.

    Raises:
        WorkbenchError: it holds too many files.
    """
    if not folder.is_dir():
        raise WorkbenchError(f"There is no folder or zip file {quoted(str(folder))}.")
    seen, together = 0, 0
    for where, folders, names in walk(folder):
        folders.sort()
        for name in sorted(names):
            path = Path(where, name)
            shown = PurePosixPath(path.relative_to(folder).as_posix())
            seen += 1
            if seen > MOST_FILES:
                raise WorkbenchError(f"{quoted(str(folder))} contains more than {MOST_FILES:,} files.")
            if _unseen(shown) and name != TIMESTAMP:
                continue
            try:
                about = path.lstat()
                date = datetime.fromtimestamp(about.st_mtime, UTC)
                if stat.S_ISLNK(about.st_mode):
                    raise NotPlain("it is a link, and links are not followed")
                content = read_plain(path, LARGEST)
                together += len(content)
                if together > LARGEST_TOGETHER:
                    raise WorkbenchError(TOO_MUCH.format(quoted(str(folder))))
                yield _Found(shown, date, content)
            except (NotPlain, OSError) as fault:
                why = fault.strerror if isinstance(fault, OSError) else str(fault)
                yield _Found(shown, UNKNOWN, b"", f"The file cannot be read: {why}.")


def _in_zip(path: Path) -> Iterator[_Found]:
    """Read the files of a zip, each up to the largest size, whatever the zip says about it.

    Raises:
        WorkbenchError: it holds too many files, or they are too large together.
    """
    with zipfile.ZipFile(path) as archive:
        entries = [entry for entry in archive.infolist() if not entry.is_dir()]
        if len(entries) > MOST_FILES:
            raise WorkbenchError(f"{quoted(path.name)} contains more than {MOST_FILES:,} files.")
        together = 0
        for entry in entries:
            name = entry.filename.replace("\\", "/")
            shown = PurePosixPath(name)
            fault, content = "", b""
            if shown.is_absolute() or ".." in shown.parts or re.match(r"^[A-Za-z]:", name):
                fault = "its name leads out of the folder"
                shown = PurePosixPath(*[part for part in shown.parts if part not in ("/", "..")] or ["unnamed"])
            elif stat.S_ISLNK(entry.external_attr >> 16):
                fault = "it is a link, and links are not followed"
            elif entry.flag_bits & 1:
                fault = "it is encrypted"
            elif not _unseen(shown) or shown.name == TIMESTAMP:
                try:
                    with archive.open(entry) as file:
                        content = file.read(LARGEST + 1)
                except (OSError, ValueError, NotImplementedError, EOFError, zipfile.BadZipFile, zlib.error) as error:
                    fault = f"the zip is damaged there ({type(error).__name__})"
                if len(content) > LARGEST:
                    fault, content = f"it has more than {LARGEST:,} bytes, the most that is read", b""
                together += len(content)
                if together > LARGEST_TOGETHER:
                    raise WorkbenchError(TOO_MUCH.format(quoted(path.name)))
            yield _Found(shown, _zip_date(entry), content, f"The file cannot be read: {fault}." if fault else "")


def _zip_date(entry: zipfile.ZipInfo) -> datetime:
    """Return the date of an entry; a date that does not exist counts as unknown."""
    try:
        return datetime(*entry.date_time, tzinfo=UTC)
    except ValueError:
        return UNKNOWN


def _timestamp(content: bytes) -> datetime | None:
    """Return the date that nbgrader's timestamp.txt gives."""
    text = content[:100].decode("utf-8", "replace").strip()
    try:
        return datetime.fromisoformat(text.removesuffix(" UTC").strip()).replace(tzinfo=UTC)
    except ValueError:
        return None


def _unseen(path: PurePosixPath) -> bool:
    """Return whether a file belongs to a system, not to a person."""
    return any(part in UNSEEN or part.startswith(".") for part in path.parts)


def _shared_top(found: Sequence[_Found]) -> int:
    """Return how many folders all files share that name nobody: a zip is often one folder with everything in it."""
    top = 0
    while found:
        parts = [one.path.parts for one in found]
        if any(len(part) < top + 2 for part in parts) or len({part[top] for part in parts}) > 1:
            break
        if MOODLE.match(parts[0][top]) or not all(_named(PurePosixPath(*part[top + 1 :])) for part in parts):
            break
        top += 1
    return top


def _named(path: PurePosixPath) -> bool:
    """Return whether a path says whose file it is."""
    return _whose(_Found(path, UNKNOWN, b""), path).named


def _whose(found: _Found, path: PurePosixPath) -> HandIn:
    """Return a file with whose it is.

    >>> def said(text):
    ...     one = _whose(_Found(PurePosixPath(text), UNKNOWN, b""), PurePosixPath(text))
    ...     return one.person, one.number, one.copy, one.late
    >>> said("Ben Birch_77_assignsubmission_file_x.ipynb")
    ('Ben Birch', 'Participant 77', 0, False)
    >>> said("cedarcleo_LATE_1234_5678_x-1.ipynb")
    ('cedarcleo', '1234', 1, True)
    >>> said("submitted/dora/01_what_a_rule_is/01_what_a_rule_is (2).ipynb")
    ('dora', '', 2, False)
    >>> said("emil_01_what_a_rule_is.ipynb")
    ('emil', '', 0, False)
    """
    stem, copy = base_name(path.stem)
    if not copy and (again := AGAIN.search(stem)):
        copy = int(again[1])
    paper = HandIn(str(found.path), "", "", found.date, copy, content=found.content, fault=found.fault)
    for part in path.parts:
        if moodle := MOODLE.match(part):
            paper.person, paper.number = moodle["person"], f"Participant {moodle['number']}"
            break
    else:
        if canvas := CANVAS.match(path.name):
            paper.person, paper.number, paper.late = canvas["person"], canvas["number"], bool(canvas["late"])
        else:
            folders = [part for part in path.parts[:-1] if part not in OF_A_COURSE and not LESSON.fullmatch(part)]
            left = LESSON.sub("", stem).strip(" _-.")
            paper.named = bool(folders or left)
            paper.person = folders[0] if folders else left or path.stem
    paper.person = quoted(" ".join(paper.person.split()) or "nobody", LONGEST_NAME)[1:-1]
    return paper
