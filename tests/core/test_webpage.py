"""A page replaces an earlier page of its kind, and nothing else."""

from __future__ import annotations

from pathlib import Path

from tests.helpers import refused
from workbench.core.errors import SaveFileError
from workbench.core.webpage import write_page

MARK = "<!-- gallery -->"


def test_a_page_replaces_only_pages_of_its_kind(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    long = MARK + "x" * 500_000  # more than a save file may have
    for text in (long, MARK):
        assert write_page(path, text, MARK, "a gallery").read_text(encoding="utf-8") == text
    (tmp_path / "folder").mkdir()
    (tmp_path / "notes.html").write_text("mine", encoding="utf-8")
    for name in ("folder", "notes.html"):
        with refused(SaveFileError, f"'{name}' already exists and is not a gallery: choose another name."):
            write_page(tmp_path / name, MARK, MARK, "a gallery")
    with refused(SaveFileError, "is not a valid file name"):
        write_page("a\0b", MARK, MARK, "a gallery")
    assert (tmp_path / "notes.html").read_text(encoding="utf-8") == "mine"
