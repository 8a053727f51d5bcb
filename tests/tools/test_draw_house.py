"""The drawing of the code: imports go one way, and the page shows today's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import draw_house
from tools.draw_house import arrows, below, drawing

pytestmark = pytest.mark.xdist_group("house")  # the code is read once for several tests

PAGE = Path(__file__).parents[2] / "docs" / "built.md"


@pytest.fixture(scope="module")
def found() -> dict[str, dict[str, bool]]:
    """The arrows of the code, drawn once."""
    return arrows()


def test_the_page_shows_the_code_as_it_is(found: dict[str, dict[str, bool]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draw_house, "arrows", lambda: found)
    assert drawing() in PAGE.read_text("utf-8"), "put the output of tools/draw_house.py into docs/built.md"


def test_imports_go_one_way(found: dict[str, dict[str, bool]]) -> None:
    assert {part for part in list(found) if part in below(part, found)} == set()
    assert below("core", found) == set()


def test_an_arrow_is_found(found: dict[str, dict[str, bool]]) -> None:
    assert found["widgets"]["core"] and not found["terminal"]["commands"]
