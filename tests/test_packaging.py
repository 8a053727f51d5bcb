"""An image holds what is kept of a checkout, and nothing that a person or a test left in it."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent
EDITORS = {".DS_Store", ".idea", ".vscode"}
"""Folders of editors and systems: small, and no business of an image's."""


def patterns(path: Path) -> set[str]:
    """Return the folders that a file of patterns leaves out, without slashes and the stars before them."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return {line.removeprefix("**/").strip("/") for line in lines}


def test_what_git_leaves_out_an_image_leaves_out_too() -> None:
    folders = {name for name in patterns(ROOT / ".gitignore") if not name.startswith(("*.", ".coverage", "*~"))}
    missing = folders - patterns(ROOT / "packaging" / "Dockerfile.dockerignore") - EDITORS
    assert missing == set()


def test_an_image_leaves_out_the_history() -> None:
    assert ".git" in patterns(ROOT / "packaging" / "Dockerfile.dockerignore")
