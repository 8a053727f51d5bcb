"""Resource Hog's table in a real browser: the map is clicked, work is composed and confirmed once, the season passes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import workbench as wb
from tests.browser.harness import Seen, Server
from tests.browser.test_passing import HELD, animating
from tests.browser.test_table import lay, nothing_went_wrong, spot
from tests.waiting import until_on

pytestmark = pytest.mark.browser

WORK = """
import workbench as wb
from widgets import Table
match = wb.load("resource_hog", players=5).match(seed=3)
while not (match.state.phase.name == "work" and match.state.to_move == 0):
    match.play(match.hint("farmer").action)
Table(match, figure=False, show="all", screens=False)
"""
SEASON = """
match = wb.load("resource_hog", players=3).match(seed=3)
while not any([event.kind == "season_comes" for event in match.log]):
    last = match.hint("farmer").action
    match.play(last)
match.undo()
table = Table(match, figure=False, show="all", screens=False)
table.board.hinted = last
table
"""
ON_TOP = """area => {
    const box = area.querySelector('.wb-hit').getBoundingClientRect();
    return area.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""


def test_work_is_composed_with_a_preview_and_the_season_passes_event_by_event(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    board = lay(page, jupyterlab_server(app="lab"), "hog_table.ipynb", WORK, SEASON)
    board.evaluate("board => board.scrollIntoView({ block: 'start' })")
    codes = wb.load("resource_hog", players=5).ground.codes
    areas = [board.locator(f'[data-spot="area-{code}"]') for code in codes]
    until_on(
        page,
        lambda: all(area.evaluate(ON_TOP) for area in areas),
        "areas that can all be clicked in their middle, without scrolling",
    )
    spot(board, f"area-{codes[0]}").click()
    expect(board.locator(".wb-refusal")).to_contain_text("You choose that in other decisions")

    brief = board.locator(".wb-brief")
    expect(brief).to_contain_text("If the season came now")
    before = brief.text_content() or ""
    several = board.locator(".wb-several", has_text="mine salt")
    several.locator(".wb-times").fill("2")
    several.locator(".wb-move").click()
    expect(board.locator(".wb-question")).to_contain_text("2 idle")
    expect(brief).not_to_have_text(before)
    board.get_by_role("button", name="Take it all back").click()
    expect(board.locator(".wb-question")).to_contain_text("4 idle")
    expect(brief).to_have_text(before)
    several.locator(".wb-times").fill("3")
    several.locator(".wb-move").click()
    expect(board.locator(".wb-question")).to_contain_text("1 idle")
    board.locator(".wb-move", has_text="raise a peasant").click()
    expect(board.locator(".wb-confirm")).to_contain_text("Your move: ")
    screenshot(page, "hog_work")
    board.get_by_role("button", name="Confirm").click()
    expect(board.locator(".wb-heading")).not_to_contain_text("Player 1")

    other = page.locator(".wb-board").nth(1)
    other.evaluate("board => board.scrollIntoView({ block: 'start' })")
    with animating(page, HELD):
        other.locator(".wb-hinted").evaluate("move => move.click()")
        layer = other.locator(".wb-passing")
        expect(layer).to_have_count(1)
        told = layer.locator(".wb-told").all_text_contents()
        assert "RH-ROUND-6" in told[0] and any("RH-FEED-1" in said or "RH-POP-1" in said for said in told)
        begins = layer.evaluate(
            "layer => [...layer.querySelectorAll('foreignObject')].map(one => one.getAnimations()[0].effect.getTiming().delay)"
        )
        assert begins == sorted(begins) and len(set(begins)) == len(begins), "one kind of event after another"
        screenshot(page, "hog_season")
        page.keyboard.press("Escape")
        other.locator(".wb-heading").focus()
        page.keyboard.press("Escape")
        expect(layer).to_have_count(0)
    nothing_went_wrong(seen)
