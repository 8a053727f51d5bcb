"""Write pages that any browser opens and prints; they replace earlier pages of their kind, and nothing else."""

from __future__ import annotations

from html import escape
from os import PathLike
from pathlib import Path
from typing import Final

from workbench.core.errors import SaveFileError
from workbench.core.outside import quoted
from workbench.core.savefile import file_name, write_file

STYLE: Final = """
:root { color-scheme: light dark; --ink: #1d2329; --soft: #57606a; --page: #f6f5f1; --card: #fff; --line: #d5d3cb;
  --code: #f3f2ee; --right: #1a6b3c; --part: #8a5a00; --wrong: #a12b2b; --full: #1f4e79; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e4df; --soft: #a9b0b7; --page: #16191d; --card: #20242a;
  --line: #3a4048; --code: #181b20; --right: #7fd3a1; --part: #e8bf6a; --wrong: #f0a0a0; --full: #8fbce6; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, "DejaVu Sans", sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.5rem 3rem; }
main.wide { max-width: 80rem; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0; }
h2 { font-size: 1.3rem; line-height: 1.25; }
a { color: var(--full); }
.soft { color: var(--soft); }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
.scroll { overflow-x: auto; }
@media (max-width: 40rem) { main { padding: 1rem; } }
@page { margin: 16mm 15mm; }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #444; --page: #fff; --card: #fff; --line: #bbb; --code: #fff;
    --right: #1a6b3c; --part: #7a5000; --wrong: #a12b2b; --full: #1f4e79; }
  body { font-size: 10pt; } main, main.wide { max-width: none; padding: 0; }
  .card { break-inside: avoid; } .scroll { overflow: visible; }
}
"""
"""What all such pages look like: light and dark, narrow and wide, and on paper."""


def document(title: str, body: str, mark: str, style: str = "", wide: bool = False) -> str:
    """Return a page that loads nothing and runs no script.

    Args:
        title: the title, as text.
        body: what the page shows, as HTML.
        mark: a comment that all pages of this kind have.
        style: rules of its own, after those that all pages share.
        wide: whether it needs room for a wide table.

    >>> "<title>A &amp; B</title>" in document("A & B", "<p>Text.</p>", "<!-- ours -->")
    True
    """
    css = ' class="wide"' if wide else ""
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{mark}\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n'
        f'<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{style}</style>\n</head>\n"
        f"<body>\n<main{css}>\n{body}\n</main>\n</body>\n</html>\n"
    )


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
