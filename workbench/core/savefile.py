"""Save files: versioned JSON, checked when read, and written whole or not at all."""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO, Final
from uuid import uuid4

from workbench.core.errors import SaveFileError
from workbench.core.lines import MOST_LINES
from workbench.core.outside import LARGEST, LETTERS, NotPlain, nested_deeply, quoted, read_plain
from workbench.core.version import __version__

if sys.platform != "win32":
    import fcntl

FORMAT: Final = "tabletop-workbench match"
VERSION: Final = 2
"""Version 2 added variations."""
OURS: Final = re.compile(r'\s*\{\s*"format"\s*:\s*"' + FORMAT)
"""How a save file begins, even a damaged one."""
PART: Final = (".tabletop-workbench-", ".part")
"""The beginning and end of the name of a file that is still being written."""
LEFT: Final = re.compile(re.escape(PART[0]) + "[0-9a-f]{12}" + re.escape(PART[1]))
FIELDS: Final = {
    "game": (str, "a text"),
    "players": (int, "a whole number"),
    "options": (dict, "an object"),
    "replaced_phases": (list, "a list"),
    "seed": (int, "a whole number"),
    "position": ((dict, type(None)), "an object or null"),
    "actions": (list, "a list"),
    "step": (int, "a whole number"),
    "name": (str, "a text"),
    "variations": (list, "a list"),
}
SINCE: Final[dict[str, tuple[int, Any]]] = {"name": (2, ""), "variations": (2, [])}
"""Fields that older versions lack: the version that added them, and their value in older files."""
LEFT_OUT: Final = ("source", "refused", "seconds")
"""Fields that are written only if they are not empty."""
MOST_REFUSED: Final = 1_000
"""The most clauses that may have refused moves in one file; no game has half as many."""
MOST_SECONDS: Final = 10_000_000
"""The longest thinking time in one file: four months."""
KEPT: Final = {
    "name": (str, "a text"),
    "of": (int, "a whole number"),
    "after": (int, "a whole number"),
    "actions": (list, "a list"),
}


@dataclass(frozen=True)
class Kept:
    """A variation in a save file.

    Attributes:
        name: the name somebody gave it.
        of: the line it leaves: 0 for the match itself, or the number of an earlier variation.
        after: how many actions it shares with that one.
        actions: the symbols of its own actions.
    """

    name: str
    of: int
    after: int
    actions: tuple[str, ...]


@dataclass(frozen=True)
class Record:
    """The content of a save file.

    Attributes:
        game: the game's name.
        players: how many play.
        options: every option with its value.
        replaced_phases: the names of the phases that the match replaced.
        seed: the match's seed.
        position: the position in which the match began; None for the start of the game.
        actions: the symbols of all actions, random outcomes included.
        step: the number of decisions up to the present.
        source: a digest of the rules, for games that are still being made; empty and not written for others.
        name: the name of this line of play.
        variations: the other lines.
        refused: how many moves each clause refused; not written if empty.
        seconds: how long people thought at a table, in whole seconds; 0 and not written if unknown.
    """

    game: str
    players: int
    options: dict[str, Any]
    replaced_phases: tuple[str, ...]
    seed: int
    position: dict[str, Any] | None
    actions: tuple[str, ...]
    step: int
    source: str = ""
    name: str = ""
    variations: tuple[Kept, ...] = ()
    refused: Mapping[str, int] = field(default_factory=dict)
    seconds: int = 0


def write_text(record: Record) -> str:
    """Return the text of a save file.

    Raises:
        SaveFileError: it would be too large to read again.
    """
    head = {"format": FORMAT, "format_version": VERSION, "project_version": __version__}
    body = {name: value for name, value in vars(record).items() if name not in LEFT_OUT or value}
    data = {**head, **body, "variations": [vars(kept) for kept in record.variations]}
    text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
    if len(text.encode("utf-8", errors="replace")) > LARGEST:
        raise SaveFileError(
            f"The save file would have more than {LARGEST:,} letters"
            + (": drop some of the variations." if record.variations else ", too many to read again.")
        )
    return text


def read_text(text: str) -> Record:
    """Check and parse the text of a save file.

    Raises:
        SaveFileError: it is not a save file, is damaged, or comes from a newer version; the message says where.

    >>> read_text('{"format": "chess"}')
    Traceback (most recent call last):
    ...
    workbench.core.errors.SaveFileError: This is not a save file of this workbench: its "format" is 'chess'.
    """
    if not isinstance(text, str):
        raise SaveFileError(f"A save file must be given as a text, not {quoted(text)}.")
    if len(text) > LARGEST:
        raise SaveFileError(f"This text has {len(text):,} letters; a save file can have {LARGEST:,} at most.")
    if not text.strip():
        raise SaveFileError("The save file is empty.")
    try:
        data = json.loads(text, object_pairs_hook=_object)
    except json.JSONDecodeError as fault:
        whole = text.strip()
        cut = whole.startswith("{") and (not whole.endswith("}") or fault.pos >= len(text.rstrip()))
        raise SaveFileError(
            f"The save file is not readable JSON at line {fault.lineno}, column {fault.colno}: {fault.msg}."
            + (" It looks cut off." if cut else "")
        ) from None
    except RecursionError:
        raise SaveFileError("This is not a save file of this workbench: it is nested too deeply.") from None
    except SaveFileError:
        raise
    except ValueError:  # Python refuses to read numbers of thousands of digits
        raise SaveFileError("This is not a save file of this workbench: it contains a number of thousands of digits.") from None
    if nested_deeply(data):
        raise SaveFileError("This is not a save file of this workbench: it is nested too deeply.")
    if not isinstance(data, dict):
        raise SaveFileError("This is not a save file of this workbench: it should be one JSON object.")
    if data.get("format") != FORMAT:
        raise SaveFileError(f'This is not a save file of this workbench: its "format" is {quoted(data.get("format"))}.')
    version = data.get("format_version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise SaveFileError(f'The field "format_version" should be a whole number from 1, not {quoted(version)}.')
    if version > VERSION:
        raise SaveFileError(
            f"This save file has format version {quoted(version)}; this workbench ({__version__}) reads up to {VERSION}. "
            f"Version {quoted(data.get('project_version'))} of the workbench wrote it: update to read it."
        )
    given = tuple(data)
    for name, (since, older) in SINCE.items():
        if version < since:
            data.setdefault(name, older)
    for name, (kind, words) in FIELDS.items():
        if name not in data:
            raise SaveFileError(f'The save file lacks the field "{name}".')
        if not _is(data[name], kind):
            raise SaveFileError(f'The field "{name}" should be {words}, not {quoted(data[name])}.')
    for name in ("actions", "replaced_phases"):
        for number, entry in enumerate(data[name], 1):
            if not isinstance(entry, str):
                raise SaveFileError(f'Entry {number} of "{name}" should be a text, not {quoted(entry)}.')
    if data["step"] < 0:
        raise SaveFileError(f'The field "step" is {quoted(data["step"])}, but should be 0 or more.')
    if not isinstance(data.get("source", ""), str):
        raise SaveFileError(f'The field "source" should be a text, not {quoted(data["source"])}.')
    known = {name for name in FIELDS if SINCE.get(name, (1, None))[0] <= version}
    known |= {"format", "format_version", "project_version", *LEFT_OUT}
    for name in given:
        if name not in known:
            raise SaveFileError(f'The save file has a field "{quoted(name)[1:-1]}" that does not belong there.')
    values = {name: data[name] for name in FIELDS}
    values["actions"], values["replaced_phases"] = tuple(data["actions"]), tuple(data["replaced_phases"])
    if len(data["variations"]) > MOST_LINES:
        raise SaveFileError(f"The save file has {len(data['variations']):,} variations; it can have {MOST_LINES} at most.")
    values["variations"] = tuple([_kept(number, one) for number, one in enumerate(data["variations"], 1)])
    seconds = data.get("seconds", 0)
    if not _is(seconds, int) or not 0 <= seconds <= MOST_SECONDS:
        raise SaveFileError(f'The field "seconds" should be a whole number from 0 to {MOST_SECONDS:,}, not {quoted(seconds)}.')
    return Record(**values, source=data.get("source", ""), refused=_refused(data.get("refused", {})), seconds=seconds)


def _kept(number: int, data: object) -> Kept:
    """Check and parse one variation of a save file.

    Raises:
        SaveFileError: something is wrong with it.
    """
    where = f"Variation {number} of the save file"
    if not isinstance(data, dict):
        raise SaveFileError(f"{where} should be an object, not {quoted(data)}.")
    for name, (kind, words) in KEPT.items():
        if name not in data:
            raise SaveFileError(f'{where} lacks the field "{name}".')
        if not _is(data[name], kind):
            raise SaveFileError(f'{where}: the field "{name}" should be {words}, not {quoted(data[name])}.')
    for name in data:
        if name not in KEPT:
            raise SaveFileError(f'{where} has a field "{quoted(name)[1:-1]}" that does not belong there.')
    if not 0 <= data["of"] < number:
        raise SaveFileError(f'{where}: the field "of" should be 0 to {number - 1}, not {quoted(data["of"])}.')
    for place, entry in enumerate(data["actions"], 1):
        if not isinstance(entry, str):
            raise SaveFileError(f'{where}: entry {place} of "actions" should be a text, not {quoted(entry)}.')
    if not data["actions"]:
        raise SaveFileError(f"{where} has no actions of its own.")
    return Kept(data["name"], data["of"], data["after"], tuple(data["actions"]))


def _refused(counts: object) -> dict[str, int]:
    """Check and return how many moves each clause refused; files of older versions do not say.

    Raises:
        SaveFileError: something is wrong with it.
    """
    if not isinstance(counts, dict):
        raise SaveFileError(f'The field "refused" should be an object, not {quoted(counts)}.')
    if len(counts) > MOST_REFUSED:
        raise SaveFileError(f'The field "refused" names {len(counts):,} clauses; it can name {MOST_REFUSED:,} at most.')
    for clause, times in counts.items():
        if len(clause) > LETTERS or not clause.isprintable():
            raise SaveFileError(f'The field "refused" names {quoted(clause)}, which is not a clause.')
        if not _is(times, int) or not 1 <= times <= LARGEST:
            raise SaveFileError(
                f'The field "refused" gives {quoted(times)} for {quoted(clause)}: it should be a whole number from 1.'
            )
    return dict(counts)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object, and refuse repeated names, which would silently lose a value."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise SaveFileError(f'The save file names "{quoted(name)[1:-1]}" twice in one place.')
        found[name] = value
    return found


def _is(value: object, kind: Any) -> bool:
    """Return whether a JSON value has a type; true and false do not count as numbers."""
    return isinstance(value, kind) and not isinstance(value, bool)


def write_file(path: str | PathLike[str], text: str, replace: bool = False) -> None:
    """Write a save file through a temporary file and a rename, so an older one stays whole until the end.

    If the path is a link, its target is written. This also removes parts that interrupted writes have left in the folder.

    Args:
        path: the file to write.
        text: what to write.
        replace: whether it may overwrite a plain file that is not a save file.

    Raises:
        SaveFileError: the file cannot be written, or would overwrite something else.
    """
    name = file_name(path)
    try:
        target = Path(os.path.realpath(path))
        older = _standing_at(target)
        if older is not None:
            _may_be_replaced(target, older, replace)
        _tidy(target.parent)
        with _part(target.parent, name) as (part, file):
            if older is not None:
                with suppress(OSError):
                    os.chmod(part, stat.S_IMODE(older.st_mode))
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
            if sys.platform == "win32":
                file.close()  # an open file cannot be renamed there
            os.replace(part, target)
    except SaveFileError:
        raise
    except OSError as fault:
        raise SaveFileError(f"{name} cannot be written: {_why(fault)}.") from None
    except ValueError:  # half a character (a lone surrogate)
        raise SaveFileError(f"{name} cannot be written: its text contains an invalid character.") from None


def write_page(path: str | PathLike[str], text: str, mark: str, kind: str) -> Path:
    """Write a page that people print; it may replace an earlier page of its kind, but no other file.

    Args:
        path: where to write it.
        text: the page.
        mark: the comment near the beginning of every page of this kind.
        kind: what such a page is, for the error: ``handout``.

    Returns:
        the path of the page.

    Raises:
        SaveFileError: the file cannot be written, or something else is there.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     for text in ("<!-- ours --> one", "<!-- ours --> two"):
    ...         page = write_page(Path(folder, "page.html"), text, "<!-- ours -->", "handout")
    ...     page.read_text()
    '<!-- ours --> two'
    """
    page = Path(path)
    older = page.exists()
    if older:
        try:
            ours = mark.encode() in read_plain(page)[:300]
        except (NotPlain, OSError):
            ours = False
        if not ours:
            raise SaveFileError(f"{quoted(page.name)} already exists and is not a {kind}: choose another name.")
    write_file(page, text, replace=older)
    return page


def file_name(path: str | PathLike[str]) -> str:
    """Return the name of a file, as messages quote it.

    Raises:
        SaveFileError: it is not a valid file name.

    >>> file_name("games/evening.json")
    'evening.json'
    >>> file_name("a\\0b")
    Traceback (most recent call last):
    ...
    workbench.core.errors.SaveFileError: 'a\\x00b' is not a valid file name: it contains a character that is not allowed.
    """
    if not isinstance(path, (str, PathLike)) or not isinstance(os.fspath(path), str):
        raise SaveFileError(f"A file name must be a text or a path, not {quoted(path)}.")
    text = os.fspath(path)
    if not text:
        raise SaveFileError("The file name is empty.")
    if "\0" in text or not _encodable(text):
        raise SaveFileError(f"{quoted(text)} is not a valid file name: it contains a character that is not allowed.")
    return quoted(Path(text).name or text)[1:-1]


def _encodable(text: str) -> bool:
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        return False
    return True


def _standing_at(target: Path) -> os.stat_result | None:
    """Return the status of what already exists at a path, or None."""
    try:
        return os.stat(target)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _may_be_replaced(target: Path, older: os.stat_result, replace: bool) -> None:
    """Check that only a save file is overwritten.

    Raises:
        SaveFileError: something else would be overwritten.
    """
    if stat.S_ISDIR(older.st_mode):
        raise SaveFileError(f"{quoted(str(target))} is a folder: name a file in it.")
    if not stat.S_ISREG(older.st_mode):
        raise SaveFileError(
            f"{quoted(target.name)} is a pipe, a device or something else, not a file: choose another name."
        )
    if not replace and older.st_size and not _is_save_file(target):
        raise SaveFileError(
            f"{quoted(target.name)} already exists and is not a save file: choose another name. "
            "(`match.save(path, replace=True)` overwrites it.)"
        )


def _is_save_file(target: Path) -> bool:
    """Return whether a file is one of ours, or a damaged one that begins like ours."""
    try:
        text = read_plain(target, LARGEST).decode("utf-8-sig", errors="replace")
    except NotPlain:  # larger than any of ours
        return False
    if OURS.match(text):
        return True
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and data.get("format") == FORMAT


@contextmanager
def _part(folder: Path, name: str) -> Iterator[tuple[Path, BinaryIO]]:
    """Open a new file beside its later place; at the end it is deleted unless it has been renamed.

    It is locked while somebody writes to it. So `_tidy` can tell it from a file that a killed process has left.
    """
    while True:
        part = folder / f"{PART[0]}{uuid4().hex[:12]}{PART[1]}"
        # not with the module tempfile: nobody else could read its files, but people share saved matches
        try:
            file = part.open("xb")
        except OSError as fault:
            raise SaveFileError(f"{name} cannot be written to that folder: {_why(fault)}.") from None
        if _lock(file) and part.exists():
            break
        file.close()  # another process has deleted it before it was locked
    try:
        with file:
            yield part, file
    finally:
        part.unlink(missing_ok=True)


def _tidy(folder: Path) -> None:
    """Delete the files that killed processes have left in a folder."""
    try:
        left = [one for one in folder.glob(f"{PART[0]}*{PART[1]}") if LEFT.fullmatch(one.name)]
    except OSError:
        return
    for part in left:
        with suppress(OSError), part.open("r+b") as file:
            if _lock(file):
                part.unlink()


def _lock(file: BinaryIO) -> bool:
    """Lock a file until it is closed, unless somebody else has locked it; return whether that worked."""
    if sys.platform == "win32":  # an open file cannot be deleted there
        return True
    if not hasattr(fcntl, "flock"):  # Python in a browser has no locks: nothing is tidied there
        return file.mode == "xb"
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks: nothing is tidied there
        return file.mode == "xb"
    return True


def _why(fault: OSError) -> str:
    """Return the system's reason in words."""
    return fault.strerror or str(fault)


def read_file(path: str | PathLike[str]) -> str:
    """Read a file as text.

    Raises:
        SaveFileError: there is no such file, or it is not a plain file, is too large, or is not text.
    """
    name = file_name(path)
    try:
        return read_plain(path).decode("utf-8-sig")  # some editors put a mark before the text
    except NotPlain as fault:
        raise SaveFileError(f"{name} cannot be read: {fault}.") from None
    except OSError as fault:
        raise SaveFileError(f"{name} cannot be read: {_why(fault)}.") from None
    except UnicodeDecodeError:
        raise SaveFileError(f"{name} is not a save file: it is not text.") from None
