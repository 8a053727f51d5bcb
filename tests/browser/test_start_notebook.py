"""What a newcomer does first: open the start notebook, run it, play a visit at its table, take a move back, be refused."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.harness import Seen, Server, at_size, run_all, violations, wait_until_run
from tests.browser.test_table import at_rest, lay, moved_on, nothing_went_wrong, play_a_visit, spot, step_of, taken_back
from tests.browser.test_walks import EXECUTE
from tests.waiting import until_on

pytestmark = pytest.mark.browser

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
FIRST_ROUNDS = sorted(NOTEBOOKS.glob("*_first_round.ipynb"))

IN_VIEW = """board => {
  const bottom = (part) => part.getBoundingClientRect().bottom, top = (part) => part.getBoundingClientRect().top;
  const low = Math.max(...[...board.querySelectorAll('.wb-decision, .wb-story, .wb-legal .wb-hit')].map(bottom));
  const ceiling = bottom(document.querySelector('.jp-NotebookPanel-toolbar'));
  return ceiling - 4 <= top(board) && low <= top(document.querySelector('#jp-main-statusbar'));
}"""


DECISIONS = 8
"""So many decisions of a first round are looked at."""
CUT = """board => ['.wb-guide', '.wb-moves', '.wb-voice > .wb-notice'].map((part) => board.querySelector(part))
  .filter((part) => part.scrollHeight > part.clientHeight + 1).map((part) => part.textContent)"""
"""What a newcomer is told, asked or answered and cannot read without scrolling."""
SMALL = """board => [...board.querySelectorAll('.wb-view > .wb-picture text')]
  .filter((text) => text.getAttribute('font-size') >= 11 && text.getAttribute('font-size') * text.getScreenCTM().a < 10.85)
  .map((text) => text.textContent)"""
"""Labels of the board that are smaller on the screen than 11 pixels; smaller ones yet are signs on pieces."""


TO_THE_TOP = "board => board.scrollIntoView({ block: 'start' })"


def opened(page: Page, server: Server, notebook: Path) -> Locator:
    """Open a notebook of the project on a small screen and run it; give its board, which has come into view."""
    shutil.copy(notebook, server.folder)
    page.set_viewport_size({"width": 1280, "height": 720})
    server.open(page, notebook.name)
    run_all(page, by_menu=True)
    wait_until_run(page)
    board = page.locator(".wb-board")
    expect(board).to_have_attribute("data-brought", "yes")  # the page comes to rest with the board in view
    return board


@pytest.mark.parametrize("notebook", FIRST_ROUNDS, ids=lambda path: path.stem)
def test_a_first_round_is_read_without_scrolling(
    notebook: Path,
    page: Page,
    seen: Seen,
    jupyterlab_server: Callable[..., Server],
    axe: Path,
    screenshot: Callable[..., Path],
) -> None:
    page.emulate_media(reduced_motion="reduce")  # what is read does not depend on what moves
    board = opened(page, jupyterlab_server(app="lab"), notebook)
    yes = board.get_by_role("button", name="Confirm", exact=True)
    for number in range(DECISIONS):
        board.locator(".wb-advised").wait_for()
        at_rest(board)
        until_on(page, lambda: board.evaluate(IN_VIEW), "a page on which all that a decision needs is in view")
        assert board.evaluate(CUT) == [], "this has to be scrolled to"
        if number == DECISIONS // 2:
            screenshot(page, notebook.stem)
            board.get_by_role("button", name="Hint", exact=True).click()
            expect(board.locator(".wb-notice")).to_contain_text("Hint")
            until_on(page, lambda: board.evaluate(IN_VIEW), "a page on which all that a decision needs is in view")
            assert board.evaluate(CUT) == [], "beside a hint this has to be scrolled to"
            for width in (1280, 1024):
                at_size(page, width, 720)
                assert board.evaluate(SMALL) == [], f"too small at {width} x 720"
            at_size(page, 1280, 720)
            board.evaluate(TO_THE_TOP)
            board.locator(".wb-notice").click()
            page.add_script_tag(path=axe)
            assert violations(page) == []
        step = step_of(board)
        board.locator(".wb-moves .wb-move").first.click()
        until_on(page, lambda at=step: yes.is_visible() or step_of(board) > at, "a move")
        if yes.is_visible():
            yes.click()
        moved_on(board, step)
    nothing_went_wrong(seen)


GUIDED = 'from widgets import Table\ntable = Table("northwood", seed=7, guide=True, figure=False)\ntable'


def test_what_has_been_read_is_folded_and_explained_again(page: Page, jupyterlab_server: Callable[..., Server]) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 1280, "height": 720})
    board = lay(page, jupyterlab_server(app="lab"), "read.ipynb", GUIDED)
    rule = board.locator(".wb-guide p", has_text="Before the ruler speaks")
    again = board.get_by_role("button", name="Explain again")
    spot(board, "fief-3").click()
    step = moved_on(board, 0)
    expect(rule).to_be_visible()
    expect(again).to_have_count(0)
    spot(board, "deck").click()
    moved_on(board, step)
    expect(rule).to_be_hidden()
    expect(board.locator(".wb-guide p", has_text="You want exactly 3 tricks here")).to_be_visible()  # figures stay
    again.focus()
    page.keyboard.press("Enter")
    expect(rule).to_be_visible()
    expect(again).to_have_count(0)
    expect(board.locator(".wb-guide:focus")).to_have_count(1)
    happened = board.locator(".wb-happened")
    assert happened.evaluate("story => story.scrollHeight > story.clientHeight + 1")
    happened.focus()  # to read it back, it is whole
    assert happened.evaluate("story => story.scrollHeight <= story.clientHeight + 1")
    taken_back(board, step_of(board))
    expect(rule).to_be_visible()  # where it was read first it stays


def test_the_keyboards_focus_stays_where_it_is_while_more_is_told(page: Page, jupyterlab_server: Callable[..., Server]) -> None:
    page.emulate_media(reduced_motion="reduce")
    board = lay(page, jupyterlab_server(app="lab"), "focus.ipynb", GUIDED)
    spot(board, "fief-3").click()
    step = moved_on(board, 0)
    spot(board, "deck").click()
    step = moved_on(board, step)
    advised, again = board.locator(".wb-advised"), board.get_by_role("button", name="Explain again")
    advised.wait_for()
    again.focus()
    page.evaluate(EXECUTE, "table.board.advised = 'Good here: wait.'")
    expect(advised).to_have_text("Good here: wait.")
    expect(again).to_be_focused()
    first = board.locator(".wb-log .wb-event").first
    first.focus()
    page.evaluate(EXECUTE, "table.play(table.match.state.legal()[0])")
    moved_on(board, step)
    expect(first).to_be_focused()
    page.evaluate(EXECUTE, "table.board.clause_page = 'rules/northwood.html#'; table.board.clauses = table.board.clauses[:-1]")
    link = board.locator(".wb-rules a").first
    link.focus()
    clause = link.text_content() or ""
    page.evaluate(EXECUTE, "table.board.clauses = table.board.clauses[::-1]")
    expect(board.locator(".wb-rules a").last).to_have_text(clause)
    expect(board.locator(".wb-rules a").last).to_be_focused()
    page.evaluate(EXECUTE, "table.board.clauses = []")
    expect(board.locator(".wb-rules")).to_be_focused()
    spot(board, "fief-0").click()
    board.locator(".wb-refusal .wb-clause").first.focus()
    page.evaluate(EXECUTE, "table.board.refusal = {}")
    expect(board.locator(".wb-refusal")).to_be_hidden()
    expect(board.locator(".wb-heading")).to_be_focused()


@pytest.mark.usefixtures("page_of_its_own")  # a newcomer's
def test_the_start_notebook_teaches_a_visit_without_scrolling(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    board = opened(page, jupyterlab_server(app="lab"), NOTEBOOKS / "00_start_here.ipynb")

    def in_view() -> None:
        until_on(page, lambda: board.evaluate(IN_VIEW), "a page on which all that a decision needs is in view")

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
    expect(board.locator(".wb-guide")).to_contain_text("You missed the target")
    taken_back(board, step)

    # in the middle of a response the fiefs cannot be chosen: the table says why, with the clause
    at_rest(board)
    spot(board, "fief-0").click()
    refusal = board.locator(".wb-refusal")
    expect(refusal).to_contain_text("Not now")
    expect(refusal).to_contain_text("NW-FLOW-2")
    in_view()
    screenshot(page, "start_notebook")
    nothing_went_wrong(seen)
