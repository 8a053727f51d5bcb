"""What a newcomer does first: open the start notebook, run it, play a visit at its table, take a move back, be refused."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import Seen, Server, run_all, wait_until_run
from tests.browser.test_table import at_step, nothing_went_wrong, play_a_visit, spot

pytestmark = pytest.mark.browser

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "00_start_here.ipynb"


def test_the_start_notebook_ends_in_playing(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    server = jupyterlab_server(app="lab")
    shutil.copy(NOTEBOOK, server.folder)
    server.open(page, NOTEBOOK.name)
    run_all(page)
    wait_until_run(page)
    page.locator(".jp-Notebook .jp-Cell").last.scroll_into_view_if_needed()
    board = page.locator(".wb-board").last
    board.locator(".wb-spot").first.wait_for()

    steps = play_a_visit(board)
    assert steps > 8
    board.get_by_role("button", name="Undo").click()
    at_step(board, steps - 1)
    expect(board.locator(".wb-heading")).to_have_text("The response")

    # in the middle of a response the fiefs cannot be chosen: the table says why, with the clause
    spot(board, "fief-0").click()
    refusal = board.locator(".wb-refusal")
    expect(refusal).to_contain_text("Not now")
    expect(refusal).to_contain_text("NW-FLOW-2")
    at_step(board, steps - 1)
    screenshot(board, "start_notebook_table")
    nothing_went_wrong(seen)
