"""A whole game of each kind is clicked through in a real JupyterLab, and the page never moves.

It takes minutes, so no other run collects it: ``python -m pytest tests/browser/whole_games.py``. Every second decision is made
on the board with the mouse, the others in the list of moves. `test_table.py` holds two dozen decisions of each game.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

import workbench as wb
from tests.browser.harness import Seen, Server, answered
from tests.browser.test_table import TOP, lay
from workbench.core.random import Random

pytestmark = [pytest.mark.browser, pytest.mark.long]

SIZE = {"width": 1280, "height": 720}
MOST = 1500
"""A game is given up after so many decisions."""
ANSWERED = """([step, before, asked]) => step.textContent !== before
    || asked.some((one) => step.closest('.wb-board').querySelector(one)?.offsetParent)"""
WAITS = """board => board.querySelector('.wb-moves button') && !board.querySelector('.wb-passing')"""
MIDDLES = """board => [...board.querySelectorAll('.wb-legal .wb-hit')].map((spot) => spot.getBoundingClientRect())
    .map((box) => [box.x + box.width / 2, box.y + box.height / 2])
    .filter(([x, y]) => document.elementFromPoint(x, y)?.closest('.wb-legal'))"""


def decide(page: Page, board: Locator, rng: Random, on_board: bool) -> bool:
    """Make a legal move at random: with the mouse on the board, or in the list. Tell whether it was the board."""
    middles = board.evaluate(MIDDLES) if on_board else []
    if middles:
        page.mouse.click(*middles[rng.below(len(middles))])
        return True
    moves = board.locator(".wb-moves .wb-move")
    moves.nth(rng.below(moves.count())).evaluate("move => move.click()")  # a real one may first scroll among the moves
    return False


@pytest.mark.parametrize("name", wb.game_names())
def test_the_page_stays_through_a_whole_game(
    name: str, page: Page, seen: Seen, jupyterlab_server: Callable[..., Server]
) -> None:
    players = min(type(wb.load(name)).player_counts)
    seats = ["me", *["random"] * (players - 1)]
    cell = f"from widgets import Table\nTable({name!r}, seed=7, players={players}, seats={seats}, figure=False, pace=0)"
    page.set_viewport_size(SIZE)
    board, rng = lay(page, jupyterlab_server(app="lab"), f"whole_{name}.ipynb", cell), Random(7)
    board.evaluate("board => board.scrollIntoView({ block: 'start' })")
    step, handle = board.locator(".wb-step"), board.element_handle()
    top, decisions, on_board = board.evaluate(TOP), 0, 0

    def is_answered(before: str, *asked: str) -> None:
        page.wait_for_function(ANSWERED, arg=[step.element_handle(), before, asked])

    while True:
        page.wait_for_function(WAITS, arg=handle)
        answered(page)  # nothing lies over the board or moves any more
        if board.get_by_role("button", name="Replay from the start").count():
            break
        before = step.text_content() or ""
        on_board += decide(page, board, rng, on_board=decisions % 2 == 0)
        is_answered(before, ".wb-confirm", ".wb-menu")
        if board.locator(".wb-menu").is_visible():
            board.locator(".wb-menu").get_by_role("menuitem").first.evaluate("item => item.click()")
            is_answered(before, ".wb-confirm")
        if board.locator(".wb-confirm").is_visible():
            board.get_by_role("button", name="Confirm").evaluate("button => button.click()")
        expect(step).not_to_have_text(before)
        assert board.evaluate(TOP) == top, f"the page has jumped at {before}"
        decisions += 1
        assert decisions < MOST, "this game does not end"
    print(f"\n{name}, {players} players: {decisions} decisions of one's own, {on_board} on the board", flush=True)
    assert seen.errors == []
