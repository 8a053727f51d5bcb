"""Another package called `widgets` is named at import."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def imported_in(folder: Path) -> str:
    """What Python says when `workbench` is imported in a folder."""
    code = f"import sys; sys.path.append({str(ROOT)!r}); import workbench"
    return subprocess.run([sys.executable, "-c", code], cwd=folder, check=True, capture_output=True, text=True).stderr


@pytest.mark.parametrize("theirs", ["widgets.py", "widgets/__init__.py"])
def test_another_widgets_is_named(theirs: str, tmp_path: Path) -> None:
    (tmp_path / theirs).parent.mkdir(exist_ok=True)
    (tmp_path / theirs).write_text("")
    said = imported_in(tmp_path)
    assert str(tmp_path / theirs) in said and "Rename that file or folder" in said


def test_nothing_is_said_otherwise(tmp_path: Path) -> None:
    assert imported_in(tmp_path) == ""
