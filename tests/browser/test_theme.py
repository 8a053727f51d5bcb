"""A dark page: words, figures and the picture of the board follow, and can be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.harness import Server, change_theme, drawn_figure, violations
from tests.browser.test_table import RESPONDING, lay
from widgets.palette import DARK, INK, PAPER

pytestmark = pytest.mark.browser

SHOWN = """([paper, ink]) => {
  const { paper_bgcolor, font } = document.querySelector('.js-plotly-plot').layout;
  return paper_bgcolor === paper && font.color === ink;
}"""


def test_a_table_and_its_figures_follow_the_theme_of_the_page(
    page: Page, jupyterlab_server: Callable[..., Server], axe: Path, screenshot: Callable[..., Path]
) -> None:
    board = lay(page, jupyterlab_server(app="lab"), "theme.ipynb", RESPONDING)
    drawn_figure(page)
    page.wait_for_function(SHOWN, arg=[PAPER, INK])
    for theme, colours in (("Dark", [DARK[PAPER], DARK[INK]]), ("Light", [PAPER, INK])):
        change_theme(page, theme)
        page.wait_for_function(SHOWN, arg=colours)
        light = board.evaluate("board => parseInt(getComputedStyle(board).color.match(/[0-9]+/)[0])") < 128
        assert light == (theme == "Light"), "the words of the table are of the page's theme"
        board.get_by_role("button", name="Look back").click()
        page.add_script_tag(path=axe)
        assert violations(page) == []
        screenshot(page, f"theme_{theme}")
        board.get_by_role("button", name="Close").click()
