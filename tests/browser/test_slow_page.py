"""A page that was too busy to begin with a widget in time hears of what changes all the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import Seen, Server
from tests.browser.test_table import TABLE, at_step, bars, lay, spot, wait_for_bars

pytestmark = pytest.mark.browser

GIVES_UP = "[anywidget] Failed to initialize model."
TOO_LATE = """
const patience = AbortSignal.timeout;
AbortSignal.timeout = (milliseconds) => {
  if (milliseconds !== 2000) return patience.call(AbortSignal, milliseconds);
  const { signal } = new AbortController();
  signal.addEventListener = (_, over) => over();
  return signal;
};
"""
"""The two seconds that anywidget gives a widget are always over."""


def test_a_board_and_its_figure_follow_on_a_page_that_was_too_busy(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server]
) -> None:
    page.add_init_script(TOO_LATE)
    board = lay(page, jupyterlab_server(app="lab"), "busy.ipynb", TABLE)
    assert any(GIVES_UP in error for error in seen.errors), "or this tries nothing"
    expect(board).to_have_attribute("data-hears", "yes")
    before = bars(page)
    spot(board, "fief-3").click()
    at_step(board, 1)
    assert wait_for_bars(page, lambda drawn: drawn != before) != before
    assert [error for error in seen.errors if GIVES_UP not in error] == []
    assert seen.outside == []
