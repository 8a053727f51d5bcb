"""The notebook about games of one's own: the game that it makes is played at a table that nobody drew."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import ROOT, Seen, Server, run_all, wait_until_run
from tests.browser.test_table import at_rest, nothing_went_wrong

pytestmark = [pytest.mark.browser, pytest.mark.long]

NOTEBOOK = "70_your_own_game.ipynb"


def test_a_game_made_in_cells_is_played_at_its_default_board(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    server = jupyterlab_server(app="lab")
    shutil.copy(ROOT / "notebooks" / NOTEBOOK, server.folder)
    page.set_viewport_size({"width": 1280, "height": 720})
    server.open(page, NOTEBOOK)
    run_all(page)
    wait_until_run(page)
    board = page.locator(".wb-board").first
    board.scroll_into_view_if_needed()
    stones = board.locator(".wb-step")
    before = stones.text_content() or ""
    at_rest(board)
    board.get_by_role("button", name="go 2").first.click()
    expect(stones).not_to_have_text(before)
    expect(board.locator(".wb-happened")).to_contain_text("Player 1: go 2.")
    at_rest(board)
    screenshot(page, "own_game")
    nothing_went_wrong(seen)
