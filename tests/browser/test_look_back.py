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
