"""What a newcomer does first: open the start notebook, run it, play a visit at its table, take a move back, be refused."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import Seen, Server, run_all
from tests.browser.test_table import at_rest, at_step, nothing_went_wrong, play_a_visit, spot

pytestmark = pytest.mark.browser

NOTEBOOK = Path(__file__).parents[2] / "notebooks" / "00_start_here.ipynb"


def test_the_start_notebook_teaches_a_visit_without_scrolling(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    server = jupyterlab_server(app="lab")
    shutil.copy(NOTEBOOK, server.folder)
    page.set_viewport_size({"width": 1280, "height": 720})
    server.open(page, NOTEBOOK.name)
    run_all(page)
    board = page.locator(".wb-board")
    board.locator(".wb-spot").first.wait_for()
    page.wait_for_timeout(4000)  # the page comes to rest with the board in view

    def in_view() -> None:
        low = board.evaluate(
            "board => Math.max(...[...board.querySelectorAll('.wb-decision, .wb-story, .wb-legal .wb-hit')]"
            ".map(part => part.getBoundingClientRect().bottom))"
        )
        high = board.evaluate("board => board.getBoundingClientRect().top")
        floor = page.locator("#jp-main-statusbar").evaluate("bar => bar.getBoundingClientRect().top")
        ceiling = page.locator(".jp-NotebookPanel-toolbar").evaluate("bar => bar.getBoundingClientRect().bottom")
        assert ceiling - 4 <= high and low <= floor, f"{ceiling} <= {high}, {low} <= {floor}"

    in_view()
    expect(board.locator(".wb-guide")).to_contain_text("Choose the ruler you want to visit")
    said = []

    def look() -> None:
        in_view()
        said.append(board.locator(".wb-guide").text_content() or "")
        whole = board.locator(".wb-guide").evaluate("guide => guide.scrollHeight <= guide.clientHeight")
        assert whole, f"part of this has to be scrolled to: {said[-1]}"
        story = board.locator(".wb-story").evaluate("story => story.getBoundingClientRect().top")
        guide = board.locator(".wb-guide").evaluate("guide => guide.getBoundingClientRect().bottom")
        assert guide <= story, "the guide lies on the story"

    step = play_a_visit(board, look)
    assert "Before the ruler speaks" in said[0]
    expect(board.locator(".wb-guide")).to_contain_text("Your new hand is dealt")
    board.get_by_role("button", name="Undo").click()
    at_step(board, step - 1)

    # in the middle of a response the fiefs cannot be chosen: the table says why, with the clause
    at_rest(board)
    spot(board, "fief-0").click()
    refusal = board.locator(".wb-refusal")
    expect(refusal).to_contain_text("Not now")
    expect(refusal).to_contain_text("NW-FLOW-2")
    in_view()
    screenshot(page, "start_notebook")
    nothing_went_wrong(seen)
