"""A page that was too busy to begin with a widget in time hears of what changes all the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.harness import Seen, Server, run_all, wait_until_run
from tests.browser.test_table import TABLE, at_step, bars, spot, wait_for_bars, write
from tests.waiting import until_on

pytestmark = pytest.mark.browser

GIVES_UP = "[anywidget] Failed to initialize model."
TOO_LATE = """
window.patience = AbortSignal.timeout;
AbortSignal.timeout = (milliseconds) => {
  if (milliseconds !== 2000) return patience.call(AbortSignal, milliseconds);
  const { signal } = new AbortController();
  signal.addEventListener = (_, over) => over();
  return signal;
};
"""
"""The two seconds that anywidget gives a widget are always over."""


def follow_a_move(page: Page, board: Locator, seen: Seen) -> None:
    """A move is made; the board and its figure show it, and nothing else is complained of."""
    before = bars(page)
    spot(board, "fief-3").click()
    at_step(board, 1)
    wait_for_bars(page, lambda drawn: drawn != before)
    seen.all()
    assert [error for error in seen.errors if GIVES_UP not in error] == []


def test_a_board_and_its_figure_follow_on_a_page_that_was_too_busy(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server]
) -> None:
    server = jupyterlab_server(app="lab")
    server.open(page, write(server, "busy.ipynb", TABLE))
    page.evaluate(TOO_LATE)
    run_all(page)
    wait_until_run(page)
    board = page.locator(".wb-board").first
    expect(board).to_have_attribute("data-hears", "yes")
    follow_a_move(page, board, seen)
    until_on(page, lambda: any(GIVES_UP in error for error in seen.errors), "the complaint, or this tries nothing")
    page.evaluate("AbortSignal.timeout = window.patience")
    assert seen.outside == []


UNTIL_MENDED = """
const protoOf = Object.getPrototypeOf;
Object.getPrototypeOf = (thing) => {
  const caller = window.mended ? "" : new Error().stack.split("\\n")[2];
  if (caller?.includes("hearTheKernel")) throw new Error("the line is cut");
  return protoOf(thing);
};
const Stream = DecompressionStream;
window.DecompressionStream = function (kind) {
  if (!window.mended) throw new Error("it came in pieces");
  return new Stream(kind);
};
"""
"""Until it is mended, a widget that was given up cannot hear for itself, and the drawing library cannot be unpacked."""


@pytest.mark.usefixtures("page_of_its_own")  # it has other functions
def test_what_failed_says_so_and_is_tried_again_with_a_button(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server]
) -> None:
    page.add_init_script(TOO_LATE + UNTIL_MENDED)
    server = jupyterlab_server(app="lab")
    server.open(page, write(server, "again.ipynb", TABLE))
    run_all(page)
    wait_until_run(page)
    board = page.locator(".wb-board")
    deaf = page.get_by_role("alert").filter(has_text="This page no longer gets changes (the line is cut).")
    expect(deaf).to_have_count(2)  # the board and its figure
    plot = page.locator(".wb-plot")
    expect(plot).to_contain_text("The figure could not be drawn: it came in pieces.")
    again = page.get_by_role("button", name="Try again")
    expect(again).to_have_count(3)
    again.first.click()
    expect(again).to_have_count(3)  # it still does not work, and is said once
    page.evaluate("window.mended = true")
    for left in (2, 1, 0):
        again.first.click()
        expect(again).to_have_count(left)
    expect(board).to_have_attribute("data-hears", "yes")
    follow_a_move(page, board, seen)
