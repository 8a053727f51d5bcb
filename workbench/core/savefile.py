"""Save files: versioned JSON, checked on reading, written whole or not at all."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from workbench.core.errors import SaveFileError
from workbench.core.version import __version__

FORMAT: Final = "tabletop-workbench match"
VERSION: Final = 1
FIELDS: Final = {
    "game": (str, "a text"),
    "players": (int, "a whole number"),
    "options": (dict, "an object"),
    "replaced_phases": (list, "a list"),
    "seed": (int, "a whole number"),
    "position": ((dict, type(None)), "an object or null"),
    "actions": (list, "a list"),
    "step": (int, "a whole number"),
}


@dataclass(frozen=True)
class Record:
    """What a save file holds.

    Attributes:
        game: the game's name.
        players: how many play.
        options: every option with its value.
        replaced_phases: the names of phases the match replaced.
        seed: the match's seed.
        position: where the match began; None for the start of the game.
        actions: the symbols of all actions, random outcomes included.
        step: how many decisions lead to the present.
    """

    game: str
    players: int
    options: dict[str, Any]
    replaced_phases: tuple[str, ...]
    seed: int
    position: dict[str, Any] | None
    actions: tuple[str, ...]
    step: int


def write_text(record: Record) -> str:
    """The text of a save file."""
    head = {"format": FORMAT, "format_version": VERSION, "project_version": __version__}
    return json.dumps({**head, **vars(record)}, indent=1, ensure_ascii=False) + "\n"


def read_text(text: str) -> Record:
    """Check the text of a save file and take it apart.

    Raises:
        SaveFileError: it is not a save file, is damaged, or comes from a newer version; the message names the place.

    >>> read_text('{"format": "chess"}')
    Traceback (most recent call last):
    ...
    workbench.core.errors.SaveFileError: This is not a save file of this workbench: its "format" is 'chess'.
    """
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
        raise SaveFileError("The save file is nested too deeply to be one of ours.") from None
    except SaveFileError:
        raise
    except ValueError:  # Python refuses to read numbers of thousands of digits
        raise SaveFileError("The save file holds a number too long to be one of ours.") from None
    if not isinstance(data, dict):
        raise SaveFileError("This is not a save file of this workbench: it should be one JSON object.")
    if data.get("format") != FORMAT:
        raise SaveFileError(f'This is not a save file of this workbench: its "format" is {data.get("format")!r}.')
    version = data.get("format_version")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise SaveFileError(f'The field "format_version" should be a whole number from 1, not {version!r}.')
    if version > VERSION:
        raise SaveFileError(
            f"This save file has format version {version}; this workbench ({__version__}) reads up to {VERSION}. "
            f"It was written by version {data.get('project_version')!r}: update the workbench to read it."
        )
    for name, (kind, words) in FIELDS.items():
        if name not in data:
            raise SaveFileError(f'The save file lacks the field "{name}".')
        if not _is(data[name], kind):
            raise SaveFileError(f'The field "{name}" should be {words}, not {data[name]!r}.')
    for name in ("actions", "replaced_phases"):
        for number, entry in enumerate(data[name], 1):
            if not isinstance(entry, str):
                raise SaveFileError(f'Entry {number} of "{name}" should be a text, not {entry!r}.')
    if data["step"] < 0:
        raise SaveFileError(f'The field "step" should not be below 0, but is {data["step"]}.')
    known = set(FIELDS) | {"format", "format_version", "project_version"}
    for name in data:
        if name not in known:
            raise SaveFileError(f'The save file has a field "{name}" that does not belong there.')
    values = {name: data[name] for name in FIELDS}
    values["actions"], values["replaced_phases"] = tuple(data["actions"]), tuple(data["replaced_phases"])
    return Record(**values)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; a name that comes twice would silently lose one of its values."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise SaveFileError(f'The save file names "{twice}" twice in one place.')
    return found


def _is(value: object, kind: Any) -> bool:
    """Whether a JSON value has a type; true and false are not numbers here."""
    return isinstance(value, kind) and not isinstance(value, bool)


def write_file(path: str | PathLike[str], text: str) -> None:
    """Write a text to a file through a temporary file and a rename, so that an older file stays whole until the end.

    Raises:
        SaveFileError: the file cannot be written there.
    """
    target = Path(path)
    if target.is_dir():
        raise SaveFileError(f"{str(target)!r} is a folder: name a file in it.")
    part = target.with_name(f".{target.name}.{uuid4().hex}.part")
    try:
        # not by the module tempfile: its files can be read by nobody else, and a saved match may be handed round
        file = part.open("x", encoding="utf-8")
    except OSError as fault:
        raise SaveFileError(f"{target.name} cannot be written to that folder: {_why(fault)}.") from None
    try:
        with file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, target)
    except OSError as fault:
        part.unlink(missing_ok=True)
        raise SaveFileError(f"{target.name} cannot be written: {_why(fault)}.") from None
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def _why(fault: OSError) -> str:
    """The system's reason in words."""
    return fault.strerror or str(fault)


def read_file(path: str | PathLike[str]) -> str:
    """Read a file as text.

    Raises:
        SaveFileError: there is no such file, or it is not text.
    """
    try:
        return Path(path).read_text(encoding="utf-8-sig")  # some editors put a mark before the text
    except OSError as fault:
        raise SaveFileError(f"{Path(path).name} cannot be read: {_why(fault)}.") from None
    except UnicodeDecodeError:
        raise SaveFileError(f"{Path(path).name} is not a save file: it is not text.") from None
