"""Walks in a real browser: beside the table of On Their Merry Way, and in the laboratory of its notebook."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.harness import (
    ROOT,
    Seen,
    Server,
    answered,
    code_cell,
    dark_page,
    drawn_figure,
    run_all,
    save,
    violations,
    wait_until_run,
)
from tests.browser.test_table import lay, nothing_went_wrong
from tests.waiting import until_on
from widgets.palette import DARK, INK, PAPER

pytestmark = pytest.mark.browser

TABLE = """
import workbench as wb
from widgets import Table
position = {
    "phase": "build", "to_move": "A", "turn": "A", "hands": {"A": "GR2a LZ3"}, "resources": {"A": "4/4/4"},
    "board": "N: L1.4=LZ1@A L1.3=WK1@B", "line_up": "F01 F02 F03 F04 F05 F06",
}
table = Table(wb.load("merry_way", players=2).match(position=position), screens=False)
table
"""


LISTEN = """() => {
  window.said = [];
  const note = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const found = node.matches("[role=status]") ? [node] : [...node.querySelectorAll("[role=status]")];
    window.said.push(...found.map((one) => one.textContent.trim()));
  };
  new MutationObserver((changes) => changes.forEach((change) => change.addedNodes.forEach(note)))
    .observe(document.body, {childList: true, subtree: true});
}"""
"""Keeps in `window.said` what the page says from now on, in its order, even what is there for a moment only."""
EXECUTE = "code => jupyterapp.shell.currentWidget.sessionContext.session.kernel.requestExecute({ code }).done.then(() => {})"
"""Has the kernel of the notebook execute code, and waits until it has."""


def letters(plot: Locator) -> list[str]:
    """What is written in the nodes that the page really draws."""
    found: list[str] = plot.evaluate(
        "plot => [...plot.querySelectorAll('.tracenodes .textpoint text')].map(one => one.textContent.trim())"
    )
    return sorted(one for one in found if one)


def marks(plot: Locator) -> list[str]:
    """What should be written there."""
    given = json.loads(plot.evaluate("plot => JSON.stringify(plot.data[2].text)"))
    return sorted(one.replace("<br>", "") for one in given if one.strip())


def wait_for_letters(plot: Locator, wanted: Callable[[list[str]], bool]) -> list[str]:
    """Wait until the drawn nodes are as wanted."""
    found: list[list[str]] = []

    def come() -> bool:
        found.append(letters(plot))
        return wanted(found[-1])

    until_on(plot.page, come, "the nodes that are wanted")
    return found[-1]


def walked(plot: Locator) -> int:
    """How many places the drawn walk goes through."""
    return int(plot.evaluate("plot => plot.data[1].x.length"))


def the_slider_and_the_caption_agree(cell: Locator) -> None:
    """What the slider says is the step whose words stand below it, and the last one."""
    answered(cell.page)
    slider, reading = cell.get_by_role("slider").last, cell.locator(".widget-readout").last
    said = cell.locator("[role=status] b").last
    shown = reading.inner_text()
    assert said.inner_text().partition(".")[0] == shown != "0"
    assert (slider.get_attribute("aria-valuenow"), slider.get_attribute("aria-valuemax")) == (f"{shown}.0",) * 2


EMPTY = """(plot, [ground, letters]) => {
  const nodes = plot._fullData[2];
  const places = nodes.text.flatMap((text, number) => (text === "+" ? [number] : []));
  return places.length > 0
    && places.every((one) => nodes.marker.color[one] === ground && nodes.textfont.color[one] === letters);
}"""


def wait_until_empty_spots_look(plot: Locator, ground: str, letters: str) -> None:
    """Wait until the spots that can be clicked are of the page's paper and ink."""
    until_on(plot.page, lambda: plot.evaluate(EMPTY, [ground, letters]), "empty spots that follow the theme")


def click_point(plot: Locator, number: int) -> None:
    """Click the middle of one of a figure's points, when the figure is drawn as it stays, and as the first click of its own.

    Two clicks soon after each other are a double click, however far apart: here no time is soon enough for that.
    """
    answered(plot.page)
    expect(plot.locator("xpath=ancestor-or-self::*[contains(@class, 'wb-plot')]")).to_have_attribute("data-drawn", "yes")
    plot.evaluate("plot => { plot._context.doubleClickDelay = 0; }")
    box = plot.locator(".textpoint").nth(number).bounding_box()
    assert box is not None
    plot.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def free_points(plot: Locator) -> list[int]:
    """The points at which there is still nothing."""
    said = plot.locator(".textpoint").all_text_contents()
    return [number for number, text in enumerate(said) if text.strip() == "+"]


def test_a_traveller_is_followed_below_the_table(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], axe: Path, screenshot: Callable[..., Path]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 2400})
    board = lay(page, jupyterlab_server(app="lab"), "walks.ipynb", TABLE)
    plot = drawn_figure(page, 1)
    before = wait_for_letters(plot, lambda drawn: "LZ1A" in drawn)
    whole = walked(plot)
    assert whole >= 5

    page.evaluate(LISTEN)
    play = page.get_by_role("button", name="Play", exact=True)
    play.click()
    for words in ("Red is a Merchant on the way to Nottingham", "1. M0 to ", f"{whole - 1}. "):
        page.wait_for_function("words => window.said.some((text) => text.startsWith(words))", arg=words)
    page.evaluate(EXECUTE, "import widgets.walk; widgets.walk.PACE = 3600")
    play.click()
    until_on(page, lambda: walked(plot) < whole, "a walk that has just begun")
    page.get_by_role("button", name="Pause", exact=True).click()
    expect(play).to_be_visible()
    slider = page.get_by_role("slider").last
    slider.focus()
    page.keyboard.press("End")
    expect(page.locator("[role=status]", has_text=f"{whole - 1}. ").last).to_be_visible()

    page.get_by_role("button", name="Yellow", exact=True).click()
    expect(plot.locator(".gtitle")).to_contain_text("How Yellow would go now to Werchesope")
    page.get_by_role("button", name="Red", exact=True).click()
    expect(plot.locator(".gtitle")).to_contain_text("How Red would go now to Nottingham")
    board.locator('[data-spot="hand-GR2a"] .wb-hit').click()
    expect(board.locator(".wb-question")).to_contain_text("Where do you place")
    board.locator('[data-spot="spot-N:L1.2"] .wb-hit').click()
    after = wait_for_letters(plot, lambda drawn: "GR2A" in drawn)
    assert after == sorted([*before, "GR2A"])
    until_on(page, lambda: letters(plot) == marks(plot), "all that should be written")
    expect(page.locator("summary", has_text="All steps with their reasons")).to_be_visible()
    screenshot(page, "walks_table")
    page.add_script_tag(path=axe)
    assert violations(page) == []

    save(page)
    page.reload()
    page.locator(".wb-board").first.locator(".wb-spot").first.wait_for()
    plot = drawn_figure(page, 1)
    wait_for_letters(plot, lambda drawn: drawn == after)
    nothing_went_wrong(seen)


def test_traps_are_put_down_by_clicking_the_graph(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    """The letters of every node are drawn, whichever came and went: plotly loses some where others are empty."""
    server = jupyterlab_server(app="lab")
    shutil.copy(ROOT / "notebooks" / "31_merry_way_paths.ipynb", server.folder)
    server.open(page, "31_merry_way_paths.ipynb")
    run_all(page)
    wait_until_run(page)
    cell = code_cell(page, 2)
    plot = drawn_figure(cell)
    wait_for_letters(plot, lambda drawn: drawn == marks(plot) and drawn.count("+") == 4)
    the_slider_and_the_caption_agree(cell)
    for number in range(3):
        cards = len([one for one in marks(plot) if one != "+"])
        click_point(plot, free_points(plot)[number])
        wait_for_letters(plot, lambda drawn, cards=cards: len([one for one in drawn if one != "+"]) == cards + 1)
        wait_for_letters(plot, lambda drawn: drawn == marks(plot))
        the_slider_and_the_caption_agree(cell)
    cell.get_by_label("Put down").select_option("take away")
    cell.get_by_label("A place").select_option(label="L1.2: GR2a, a Greedy trap of A worth 2")
    cell.get_by_role("button", name="Put it there").press("Enter")
    expect(cell.get_by_text("The figure still shows")).to_be_visible()
    screenshot(page, "walks_laboratory")
    with dark_page(page):
        wait_until_empty_spots_look(plot, DARK[PAPER], DARK[INK])
        screenshot(page, "walks_laboratory_dark")
    nothing_went_wrong(seen)
