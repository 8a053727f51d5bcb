"""The journal of a class: an append-only file with one line of JSON for each thing that happened."""

from __future__ import annotations

import json
import os
import sys
import zlib
from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Final

from workbench.core.errors import WorkbenchError
from workbench.core.outside import quoted

if sys.platform != "win32":
    import fcntl

MOST_BYTES: Final = 200_000_000
"""The largest journal that is read. A class of sixty fills a few hundred kilobytes."""

Entry = Mapping[str, Any]


class JournalError(WorkbenchError):
    """A journal that cannot be read or written."""


class Journal:
    """An append-only file of entries; an entry is on disk once `sync` has returned.

    A line is a checksum, a space, and the entry as JSON. If a crash cut the last line short, the next opening drops that line:
    nobody had been told about it.

    Args:
        path: the file; it is created if it does not exist.

    Attributes:
        path: the file.
        entries: the entries in the file when it was opened.

    Raises:
        JournalError: the file cannot be read or written, is damaged, or is open in another class.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> journal = Journal(f"{folder.name}/class.jsonl")
    >>> journal.append({"do": "join", "person": 1})
    >>> journal.sync()
    >>> journal.close()
    >>> again = Journal(f"{folder.name}/class.jsonl")
    >>> again.entries
    [{'do': 'join', 'person': 1}]
    >>> again.close()
    >>> folder.cleanup()
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = Path(path)
        self._waiting: list[bytes] = []
        new = not self.path.exists()
        try:
            if new:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = open(self.path, "a+b", buffering=0)  # noqa: SIM115  (it stays open as long as the class)
        except (OSError, ValueError) as fault:
            raise JournalError(f"{quoted(str(path))} cannot be written: {_why(fault)}.") from None
        try:
            if sys.platform != "win32":
                try:
                    fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    raise JournalError(f"{quoted(self.path.name)} belongs to a class that is still open.") from None
            if new:
                _sync_folder(self.path.parent)
            self.entries = self._read()
        except BaseException:
            self._file.close()
            raise

    def _read(self) -> list[dict[str, Any]]:
        """Read the entries, and cut a torn last line off the file."""
        if os.fstat(self._file.fileno()).st_size > MOST_BYTES:
            raise JournalError(f"{quoted(self.path.name)} is too large to be the journal of a class.")
        self._file.seek(0)
        content = self._file.read()
        whole = content.rfind(b"\n") + 1
        lines = content[:whole].splitlines()
        found: list[dict[str, Any]] = []
        for number, line in enumerate(lines, 1):
            entry = _entry(line)
            if entry is None:
                if number == len(lines):
                    whole -= len(line) + 1
                    break
                raise JournalError(f"Line {number} of {quoted(self.path.name)} is damaged. Nothing was read from the file.")
            found.append(entry)
        if whole < len(content):
            self._file.truncate(whole)
        return found

    def append(self, entry: Entry) -> None:
        """Accept an entry; it is on disk once `sync` has returned."""
        self._waiting.append(_line(entry))

    def take(self) -> list[bytes]:
        """Return the lines that wait to be written, for `write`, which may run in another thread."""
        waiting, self._waiting = self._waiting, []
        return waiting

    def write(self, lines: Sequence[bytes]) -> None:
        """Write lines and wait until they are on disk.

        Raises:
            JournalError: they cannot be written.
        """
        try:
            left = memoryview(b"".join(lines))
            while left:
                left = left[self._file.write(left) or 0 :]
            os.fsync(self._file.fileno())
        except (OSError, ValueError) as fault:
            raise JournalError(f"{quoted(self.path.name)} cannot be written: {_why(fault)}.") from None

    def sync(self) -> None:
        """Write the waiting lines, and wait until they are on disk.

        Raises:
            JournalError: they cannot be written.
        """
        waiting = self.take()
        if waiting:
            self.write(waiting)

    def close(self) -> None:
        """Write the waiting lines, and close the file."""
        if not self._file.closed:
            try:
                self.sync()
            finally:
                self._file.close()


def _line(entry: Entry) -> bytes:
    text = json.dumps(entry, separators=(",", ":"), ensure_ascii=True).encode("ascii")
    return b"%08x %b\n" % (zlib.crc32(text), text)


def _entry(line: bytes) -> dict[str, Any] | None:
    """Return the entry of a line; None if the line is damaged."""
    try:
        if int(line[:8], 16) != zlib.crc32(line[9:]):
            return None
        entry = json.loads(line[9:])
    except (ValueError, RecursionError):
        return None
    return entry if isinstance(entry, dict) else None


def _sync_folder(folder: Path) -> None:
    """Make sure that the name of a new file is on disk, too."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError:
        pass  # some file systems cannot do this; the entries are safe anyway
    finally:
        os.close(handle)


def _why(fault: Exception) -> str:
    return (fault.strerror if isinstance(fault, OSError) else None) or str(fault)
