"""A dark page: words, figures and the picture of the board follow, and can be read."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.browser.harness import Server, change_theme, drawn_figure, violations
from tests.browser.test_table import RESPONDING, lay
from tests.waiting import until_on
from widgets.palette import DARK, INK, PAPER

pytestmark = pytest.mark.browser

SHOWN = """([paper, ink]) => {
  const { paper_bgcolor, font } = document.querySelector('.js-plotly-plot').layout;
  return paper_bgcolor === paper && font.color === ink;
}"""
DARK_WORDS = "board => parseInt(getComputedStyle(board).color.match(/[0-9]+/)[0]) < 128"
LIGHT_WORDS = f"board => !({DARK_WORDS})(board)"


def test_a_table_and_its_figures_follow_the_theme_of_the_page(
    page: Page, jupyterlab_server: Callable[..., Server], axe: Path, screenshot: Callable[..., Path]
) -> None:
    board = lay(page, jupyterlab_server(app="lab"), "theme.ipynb", RESPONDING)
    drawn_figure(page)
    page.wait_for_function(SHOWN, arg=[PAPER, INK])
    for theme, colours in (("Dark", [DARK[PAPER], DARK[INK]]), ("Light", [PAPER, INK])):
        change_theme(page, theme)
        page.wait_for_function(SHOWN, arg=colours)
        words = partial(board.evaluate, DARK_WORDS if theme == "Light" else LIGHT_WORDS)
        until_on(page, words, "words of the table that are of the page's theme")
        board.get_by_role("button", name="Look back").click()
        page.add_script_tag(path=axe)
        assert violations(page) == []
        screenshot(page, f"theme_{theme}")
        board.get_by_role("button", name="Close").click()
