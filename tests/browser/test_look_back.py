"""Looking back in a real browser: the sheet beside the board, lines of play, the review, by pointer and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import Seen, Server, answered, drawn, violations
from tests.browser.test_table import TABLE, at_step, lay, nothing_went_wrong, spot
from tests.waiting import until_on

pytestmark = pytest.mark.browser


SIDE_BY_SIDE = """board => {
  const sheet = board.querySelector('.wb-sheet').getBoundingClientRect(), picture = board.querySelector('.wb-picture');
  const frame = picture.getBoundingClientRect();
  return frame.right <= sheet.left && sheet.right <= board.getBoundingClientRect().right
    && picture.scrollWidth <= picture.clientWidth;
}"""


def test_lines_and_review_stand_beside_the_board(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], axe: Path, screenshot: Callable[..., Path]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    board = lay(page, jupyterlab_server(app="lab"), "look_back.ipynb", TABLE)
    spot(board, "fief-3").click()
    at_step(board, 1)
    board.get_by_role("button", name="Undo").click()
    at_step(board, 0)
    spot(board, "fief-0").click()
    at_step(board, 1)
    expect(board.locator(".wb-notice")).to_contain_text("is kept")
    label = "Changed by the last move."
    answered(page)
    assert label in (board.locator('[data-spot="fief-0"]').get_attribute("aria-label") or "")
    expect(board.locator('[data-spot="fief-0"] .wb-mark')).to_be_visible()
    assert label not in (board.locator('[data-spot="fief-3"]').get_attribute("aria-label") or "")

    look = board.locator(".wb-look-button")
    expect(look).to_have_text("Look back (2)")
    look.focus()  # may scroll to it
    drawn(page)
    page.keyboard.press("Enter")
    sheet = board.locator(".wb-sheet")
    expect(sheet).to_be_focused()
    drawn(page)
    assert board.evaluate(SIDE_BY_SIDE), "the sheet covers the board, or part of the board cannot be seen"
    name = sheet.get_by_label("Name of line 1")
    name.fill("<b>three</b>")
    page.keyboard.press("Enter")
    sheet.get_by_role("button", name="Compare: line 1").click()
    expect(sheet.locator(".wb-table th", has_text="<b>three</b>")).to_be_visible()
    sheet.get_by_role("button", name="Review the game").click()
    expect(sheet.locator(".wb-course")).to_have_count(2)
    likely, score = sheet.locator(".wb-course").all()
    expect(likely).to_have_attribute("aria-label", re.compile(r"The chance of winning: You \d+% to \d+%\."))
    expect(score).to_have_attribute("aria-label", "The course of the score: You 0 to 0.")
    screenshot(board, "look_back")
    page.add_script_tag(path=axe)
    assert violations(page) == []
    sheet.get_by_role("button", name="Go there: line 1").click()
    visited = "Fief 3: target 3, 1 star, Queen of Leaves, being visited, trump Leaves. Changed by the last move."
    expect(board.locator('[data-spot="fief-3"]')).to_have_attribute("aria-label", visited)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    screenshot(board, "last_move_marked")
    expect(look).to_be_focused()

    page.emulate_media(media="print")
    expect(board.locator(".wb-timeline")).to_be_hidden()
    expect(board.locator(".wb-moves")).to_be_hidden()
    expect(board.locator(".wb-question")).to_be_visible()
    log = board.locator(".wb-log")
    until_on(page, lambda: log.evaluate("log => log.scrollHeight <= log.clientHeight + 1"), "the whole log on paper")
    screenshot(board, "printed")
    nothing_went_wrong(seen)


NAMED = """
import workbench as wb
from widgets import Table
match = wb.load("goods_and_honor", players=4).match(seed=7)
match.play_out("hoarder")
here = next(step for step in range(60, match.steps) if match.at(step).to_move == 0 and len(match.at(step).legal()) > 1)
Table(match.branch(here), seats={seat: "hoarder" for seat in (1, 2, 3)}, pace=None, figure=False)
"""
OUTSIDE = """course => {
  const { width, height } = course.viewBox.baseVal, box = (text) => text.getBBox();
  const names = [...course.querySelectorAll('text')].filter((text) => text.textContent.startsWith('Elder'));
  const rows = names.map((text) => box(text).y);
  return names.filter((text) => box(text).x + box(text).width > width || box(text).y + box(text).height > height + 1)
    .map((text) => text.textContent).concat(rows.length === 4 && new Set(rows).size === 4 ? [] : [`lines: ${rows}`]);
}"""
"""Names beside the curve that are cut off; and their lines, unless each of the four has one of its own."""


def test_the_name_of_every_seat_is_whole_beside_its_curve(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server]
) -> None:
    board = lay(page, jupyterlab_server(app="lab"), "named.ipynb", NAMED)
    board.get_by_role("button", name="Look back").click()
    board.get_by_role("button", name="Review the game").click()
    expect(board.locator(".wb-course")).to_have_count(2)
    for course in board.locator(".wb-course").all():
        assert course.evaluate(OUTSIDE) == []
    nothing_went_wrong(seen)
