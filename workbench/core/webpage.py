"""Write pages that replace earlier pages of their kind, and nothing else."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from workbench.core.errors import SaveFileError
from workbench.core.outside import quoted
from workbench.core.savefile import file_name, write_file


def holds_mark(path: Path, mark: str) -> bool:
    """Return whether a plain file has a mark of ours near its beginning.

    Raises:
        OSError: it cannot be read.
    """
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return mark.encode() in file.read(1000)


def write_page(file: str | PathLike[str], text: str, mark: str, kind: str) -> Path:
    """Write a page; it may overwrite an earlier page of its kind, but no other file.

    Args:
        file: where to write it.
        text: the page, with the mark in its first lines.
        mark: a comment that all pages of this kind have.
        kind: what such a page is called, with its article, for messages.

    Returns:
        the path of the page.

    Raises:
        SaveFileError: the file cannot be written, or is something else.

    >>> import tempfile
    >>> folder = tempfile.TemporaryDirectory()
    >>> write_page(Path(folder.name, "page.html"), "<!-- ours -->", "<!-- ours -->", "a gallery").name
    'page.html'
    >>> folder.cleanup()
    """
    file_name(file)  # refuses what is not the name of a file
    path = Path(file)
    older = path.exists()
    try:
        ours = holds_mark(path, mark)
    except OSError:
        ours = False
    if older and not ours:
        raise SaveFileError(f"{quoted(path.name)} already exists and is not {kind}: choose another name.")
    write_file(path, text, replace=older)
    return path
