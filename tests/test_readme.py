"""What README shows runs as printed, and what it names exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = ROOT / "docs" / "guide"
EXAMPLE = re.compile(r"```python\n(.*?)```", re.DOTALL)
SCREEN = 50
"""About how many lines of a page fit one screen."""


def test_the_ten_line_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    example = EXAMPLE.findall(README)[0]
    exec(example, {})
    printed = capsys.readouterr().out
    assert "Choosing a fief" in printed
    assert "NW-RULING-1" in printed
    assert len(example.strip().splitlines()) == 10


def test_the_simulation_runs(capsys: pytest.CaptureFixture[str]) -> None:
    example = EXAMPLE.findall((GUIDE / "measure.md").read_text(encoding="utf-8"))[0]
    exec(example.replace("games=1000", "games=10").replace("workers=2", "workers=1"), {})
    printed = capsys.readouterr().out
    assert re.search(r"wins +counter +10 ", printed), printed


def test_every_file_it_names_is_there() -> None:
    named = re.findall(r"\]\(([^)#:]+)\)", README) + re.findall(
        r"`((?:notebooks|benchmarks|binder|workbench)/[^`]*)`", README
    )
    assert len(named) >= 7
    for name in named:
        assert (ROOT / name.strip()).exists(), name


def test_it_begins_with_a_picture_and_fits_two_screens() -> None:
    assert "](notebooks/images/" in README.partition("## ")[0]
    assert len(README.partition("## Notices")[0].splitlines()) <= 2 * SCREEN


def test_it_and_the_first_page_show_every_moving_picture_with_a_text() -> None:
    stored = {path.name for path in (ROOT / "docs" / "pictures").iterdir()}
    for page in ("README.md", "docs/index.md"):
        shown = re.findall(r"!\[([^\]]{60,})\]\(/?docs/pictures/([^)]+)\)", (ROOT / page).read_text(encoding="utf-8"))
        assert {name for _, name in shown} == stored, page


def test_the_list_of_notebooks_is_whole() -> None:
    listed = set(re.findall(r"`(\d\d_\w+)`", (GUIDE / "notebooks.md").read_text(encoding="utf-8")))
    assert listed == {path.stem for path in (ROOT / "notebooks").glob("*.ipynb")}
