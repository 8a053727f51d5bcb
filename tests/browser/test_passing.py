"""What passes over the board in a real browser: in between it is in between, a click skips it, and who wants rest has it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.harness import Seen, Server, answered, close_all
from tests.browser.test_table import lay, nothing_went_wrong

pytestmark = pytest.mark.browser

SETS_OUT = """
import workbench as wb
from widgets import Table
position = {{"phase": "build", "round": 1, "board": "N: L1.4=GR2@A", "line_up": "F12* F35* F39* F24* F04* F48*"}}
table = Table(wb.load("merry_way", players=2).match(position=position), screens=False, figure=False, pace={})
table
"""
WATCH = """board => {
    window.layers = 0;
    new MutationObserver(changes => changes.forEach(change => change.addedNodes.forEach(
        node => { window.layers += node.classList?.contains('wb-passing') ? 1 : 0; })))
        .observe(board, { childList: true, subtree: true });
}"""
HELD = """function (...how) {
    const one = window.animatesAsUsual.apply(this, how);
    if (this.closest('.wb-passing') || this.matches('.wb-passes')) one.pause();
    return one;
}"""
"""What passes over the board is held, so that a slow machine need not be in time to see it."""
PIECE = """(piece, beats) => {
    const [move] = piece.getAnimations(), { delay, duration } = move.effect.getTiming();
    move.currentTime = delay + beats * duration;
    const box = piece.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""


@contextmanager
def animating(page: Page, how: str) -> Iterator[None]:
    """Let a page animate in another way until the block ends.

    Args:
        page: the page.
        how: a function that takes the place of `Element.animate`, which it finds as `window.animatesAsUsual`.
    """
    page.evaluate("() => Object.assign(window, { animatesAsUsual: Element.prototype.animate, animated: [], moving: [] })")
    page.evaluate(f"() => {{ Element.prototype.animate = {how}; }}")
    yield
    page.evaluate("() => { Element.prototype.animate = window.animatesAsUsual; }")


def to_the_travel(board: Locator) -> None:
    """Both pass: the travellers set out."""
    for seat in "AB":
        expect(board.locator(".wb-heading")).to_contain_text(f"Player {seat}: Build")
        board.locator(".wb-move", has_text="build no more").click()


def test_travellers_walk_their_road_on_the_board_and_a_click_skips_that(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    board = lay(page, jupyterlab_server(app="lab"), "walk_on_board.ipynb", SETS_OUT.format(0.8))
    board.evaluate("board => board.scrollIntoView({ block: 'start' })")
    with animating(page, HELD):
        to_the_travel(board)
        layer = board.locator(".wb-passing")
        expect(layer).to_have_count(1)
        walker = layer.locator("> g").first
        at = [walker.evaluate(PIECE, beats) for beats in (0.0, 0.04, 0.08, 0.99)]
        assert at[0][0] < at[1][0] < at[2][0] < at[3][0], "a traveller to Nottingham walks to the right, step by step"
        clearing = board.locator('[data-spot="spot-N:L1.4"] .wb-hit').bounding_box()
        assert clearing is not None
        on_it = [walker.evaluate(PIECE, beats / 100) for beats in range(100)]
        assert any(
            clearing["x"] < x < clearing["x"] + clearing["width"] and clearing["y"] < y < clearing["y"] + clearing["height"]
            for x, y in on_it
        ), "it comes by the trap"
        assert any(a != b for a, b in itertools.pairwise(on_it))
        expect(layer.locator(".wb-told").first).to_contain_text("Red falls for")
        expect(layer.locator(".wb-told").first).to_contain_text("MW-PATH-4")
        screenshot(page, "travellers_walk")

        before = board.locator(".wb-step").text_content()
        board.locator(".wb-svg").first.click(position={"x": 60, "y": 60})
        expect(layer).to_have_count(0)
        answered(page)
        assert board.locator(".wb-step").text_content() == before, "the click that skips does nothing else"
    nothing_went_wrong(seen)


@pytest.mark.parametrize("rest", ["at once", "reduced motion"])
def test_nothing_moves_for_those_who_want_rest(
    rest: str, page: Page, seen: Seen, jupyterlab_server: Callable[..., Server]
) -> None:
    page.emulate_media(reduced_motion="reduce" if rest == "reduced motion" else "no-preference")
    cell = SETS_OUT.format(0 if rest == "at once" else 0.8)
    board = lay(page, jupyterlab_server(app="lab"), f"rest_{rest[0]}.ipynb", cell)
    board.evaluate(WATCH)
    to_the_travel(board)
    expect(board.locator(".wb-happened")).to_contain_text("Red falls for")
    board.get_by_role("button", name="Undo").click()
    expect(board.locator(".wb-heading")).to_contain_text("Player B: Build")
    answered(page)
    assert page.evaluate("window.layers") == 0
    nothing_went_wrong(seen)


DICE = """
import workbench as wb
from widgets import Table
duel = {"mats": {"A": "Food P1 S1 | Guards S1"}, "table": "N3", "active": "A", "phase": "defend"}
battle = {"phase": "battle", "to_move": "P1", "on_border": {"C1>H1": 2},
    "areas": {"C1": {"owner": "P1", "nobles": 2}, "H1": {"owner": "P2", "nobles": 1}}}
for game, seed, position in (("goods_and_honor", 3, duel), ("resource_hog", 1, battle)):
    display(Table(wb.load(game, players=3).match(seed=seed, position=position), screens=False, figure=False))
"""
RECORD = """function (frames, timing) {
    const one = window.animatesAsUsual.call(this, frames, timing);
    window.animated.push([this, timing]);
    window.moving.push(one);
    return one;
}"""
"""Keeps what is set in motion, so that a slow machine need not be in time to see it."""
ROLLING = "() => window.animated.some(([face]) => face.parentNode?.parentNode?.matches('.wb-passing'))"
ROLLS = """() => {
    const dice = new Map();
    for (const [face, { delay }] of window.animated) {
        const die = face.parentNode;
        if (!die?.matches('.wb-passes') || !die.parentNode?.matches('.wb-passing')) continue;
        dice.set(die, [...(dice.get(die) ?? []), delay]);
    }
    window.animated = [];
    return [...dice].map(([die, begins]) => [begins, die.lastChild.textContent]);
}"""
"""The dice that roll: when each of their faces turns up, and what they come to rest on."""


def test_dice_of_duels_and_volleys_roll_to_what_was_rolled_and_stop_with_their_notebook(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    lay(page, jupyterlab_server(app="lab"), "dice.ipynb", DICE)
    duel, battle = page.locator(".wb-board").nth(0), page.locator(".wb-board").nth(1)
    with animating(page, RECORD):
        duel.locator(".wb-move", has_text="Sentryfolk in Guards").click()
        page.wait_for_function(ROLLING)
        screenshot(page, "duel_dice")
        red, blue = page.evaluate(ROLLS)
        for begins, _ in (red, blue):
            assert len(begins) > 4 and begins == sorted(begins), "one face after another"
        expect(duel.locator(".wb-happened")).to_contain_text(f"Red {red[1]}, blue {blue[1]}.")

        battle.locator(".wb-move", has_text="attack Haven 1").click()
        page.wait_for_function(ROLLING)
        screenshot(page, "volley_dice")
        defender, *attackers = [begins[0] for begins, _ in page.evaluate(ROLLS)]
        assert len(attackers) == 2 and defender < attackers[0] == attackers[1], "a volley after another, its dice together"
        page.evaluate("() => window.moving.filter((one) => one.playState === 'running').forEach((one) => one.pause())")
        close_all(page)
        page.evaluate("() => Promise.all(window.moving.map((one) => { one.finish(); return one.finished; }))")
    nothing_went_wrong(seen)
