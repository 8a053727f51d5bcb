"""On Their Merry Way in a real browser: a round can be played by keyboard alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.harness import Seen, Server, answered, at_size, violations
from tests.browser.test_table import lay, nothing_went_wrong
from tests.waiting import until_on

BARGAINING = """
import workbench as wb
from widgets import Table
position = {
    "phase": "offer", "round": 2, "board": "N: L1.4=LZ1@A; W: L1.4=WK1@B", "line_up": "F12* F35* F39* F24* F04* F48*",
    "resources": {"A": "3/2/2", "B": "1/2/2"}, "hands": {"A": "GR1 DW1", "B": "RB1"}, "profit": {"A": 2, "B": 1},
}
game = wb.load("merry_way", players=2)
table = Table(game.match(position=position), screens=False, figure=False)
table
"""
WHOLE = """board => board.querySelector('.wb-svg').getBoundingClientRect().height
    <= board.closest('.jp-WindowedPanel-outer').getBoundingClientRect().height"""
BESIDE = """board => board.querySelector('.wb-question').getBoundingClientRect().left
    >= board.querySelector('.wb-svg').getBoundingClientRect().right"""
FRAMED = """board => {
  const frame = board.querySelector('.wb-picture'), low = frame.getBoundingClientRect();
  const inside = board.querySelector('.wb-legal .wb-hit').getBoundingClientRect();
  return low.bottom <= innerHeight && low.top <= inside.top && inside.bottom <= low.bottom
    && frame.scrollHeight > frame.clientHeight;
}"""
"""Its frame is seen whole, and in it what may be chosen; there is more of it."""


def test_an_offer_and_a_trap_are_made_by_keyboard_with_tables_that_say_what_they_change(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], axe: Path, screenshot: Callable[..., Path]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    board = lay(page, jupyterlab_server(app="lab"), "merry_way_bargain.ipynb", BARGAINING)
    until_on(page, lambda: board.evaluate(WHOLE), "a board that is seen at once as a whole")
    at_size(page, 1920, 1080)
    until_on(page, lambda: board.evaluate(BESIDE), "words that stand beside the board on a projector")
    panel = page.locator(".jp-WindowedPanel-outer")
    until_on(page, lambda: panel.evaluate("panel => panel.scrollWidth <= panel.clientWidth"), "a page as wide as the window")
    at_size(page, 1280, 900)

    def press(*keys: str) -> None:
        for key in keys:
            page.keyboard.press(key)

    def stands(words: str) -> None:
        expect(board.locator(".wb-heading")).to_contain_text(words)

    def at(spot: str) -> None:
        expect(board.locator(f'[data-spot="{spot}"]:focus')).to_have_count(1)

    def chosen(spot: str) -> None:
        """Go from one thing that may be chosen to the next until this one is reached, and choose it."""
        answered(page)
        for _ in range(30):
            if board.locator(f'[data-spot="{spot}"]:focus').count():
                break
            press("PageDown")
        at(spot)
        press("Enter")

    board.get_by_role("button", name="Look back").focus()
    press("Tab", "Tab", "Tab")  # past the moves and what has happened
    at("seat-B")
    chosen("seat-B")
    stands("what the offer gives")
    helper = board.locator(".wb-helper")
    expect(helper).to_contain_text("The deal so far")
    chosen("stock-A-plots")
    expect(helper).to_contain_text("3 → 2")
    press("Home", "Enter")
    expect(board.locator(".wb-refusal")).to_contain_text("You choose that in other decisions")
    press("PageUp")
    at("hand-DW1")
    chosen("give:done")
    stands("what the offer wants")
    chosen("profit-B")
    expect(helper.locator("tr", has_text="profit").first).to_contain_text("2 → 31 → 0")
    screenshot(page, "merry_way_bargain")
    chosen("want:submit")
    stands("Player B: Bargain: the reply")
    expect(helper.locator("th").nth(1)).to_have_text("Player B (you)")
    page.add_script_tag(path=axe)
    assert violations(page) == []
    chosen("reply:accept")
    for _ in range(2):
        board.locator(".wb-move", has_text="make no more offers").click()
    board.locator(".wb-move", has_text="leave the bank").click()  # the other has nothing to take there, and is not asked
    stands("Player A: Build")
    board.locator(".wb-table .wb-choice").first.focus()
    press("Enter")
    stands("placing a card")
    rows = board.locator(".wb-table .wb-choice")
    rows.first.focus()
    press("ArrowDown")
    expect(rows.nth(1)).to_be_focused()
    assert violations(page) == []
    spot = (rows.nth(1).text_content() or "").partition(" over ")[0]
    press("Enter")
    expect(board.locator(f'[data-spot="spot-{spot}"]')).to_have_attribute(
        "aria-label", re.compile("marker of Player A")
    )
    nothing_went_wrong(seen)


def test_a_board_with_long_trails_is_moved_inside_its_frame(page: Page, jupyterlab_server: Callable[..., Server]) -> None:
    cell = """
import workbench as wb
from widgets import Table
game = wb.load("merry_way", players=2, columns_per_section=4, max_row=4)
table = Table(game.match(position={"phase": "build", "round": 1}), screens=False, figure=False)
table.board.clause_page = "https://rules.example/merry_way.html#"
table
"""
    page.set_viewport_size({"width": 1280, "height": 720})
    board = lay(page, jupyterlab_server(app="lab"), "merry_way_long.ipynb", cell)
    board.evaluate("board => board.scrollIntoView({ block: 'start' })")
    until_on(page, lambda: board.evaluate(FRAMED), "a board in its frame, with what may be chosen")
    rule = board.locator(".wb-rules a").first
    expect(rule).to_have_attribute("href", re.compile(r"https://rules\.example/merry_way\.html#mw-"))
