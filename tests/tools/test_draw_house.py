"""The drawing of the code: imports go one way, and the page shows today's."""

from __future__ import annotations

from pathlib import Path

from tools.draw_house import arrows, below, drawing

PAGE = Path(__file__).parents[2] / "docs" / "built.md"


def test_the_page_shows_the_code_as_it_is() -> None:
    assert drawing() in PAGE.read_text("utf-8"), "put the output of tools/draw_house.py into docs/built.md"


def test_imports_go_one_way() -> None:
    found = arrows()
    assert {part for part in list(found) if part in below(part, found)} == set()
    assert below("core", found) == set()


def test_an_arrow_is_found() -> None:
    found = arrows()
    assert found["widgets"]["core"] and not found["terminal"]["commands"]
