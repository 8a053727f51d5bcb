"""Notebooks on a slow laptop at a slow network: every board and figure comes up, and again after a reload.

The processor of the page is slowed down six times and the network to 5 Mbit/s. It takes minutes a notebook, so no other run
collects it: ``python -m pytest tests/browser/slow_laptop.py`` opens the heaviest notebook; WORKBENCH_NOTEBOOKS names others
(``00_start_here course/01_...``), or ``all`` of them. JupyterLab itself stays open from one to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.harness import (
    CLOSED,
    OPENED,
    Seen,
    Server,
    bring,
    close_all,
    drawn,
    patient_page,
    run_all,
    save,
    slow_down,
    wait_until_run,
    wanted_notebooks,
)
from tests.browser.test_slow_page import GIVES_UP
from tests.waiting import until_on

pytestmark = [pytest.mark.browser, pytest.mark.long]

HEAVIEST = "31_merry_way_paths"
"""Two live figures with all their controls, a stored chart and two drawings."""
SLOWER = 6
BYTES_A_SECOND = 5_000_000 // 8

COUNT_LIBRARIES = """
window.workbenchLibraries = 0;
const addressOf = URL.createObjectURL;
URL.createObjectURL = (blob) => {
  if (blob.type === 'text/javascript' && blob.size > 1_000_000) window.workbenchLibraries += 1;
  return addressOf(blob);
};
"""
"""Counts how often a script as large as plotly is made on a page."""
MISSING = """() => {
  const view = 'application/vnd.jupyter.widget-view+json', found = [];
  const full = (place) => place.textContent.trim() || place.querySelector('svg, canvas, input, button');
  const said = /Failed to init|Error displaying|model not found|Loading widget|could not be drawn|does not reach/;
  jupyterapp.shell.currentWidget.content.widgets.forEach((cell, number) => {
    const outputs = cell.model.outputs, not = [];
    const all = (what) => [...cell.node.querySelectorAll(what)].filter((one) => one.getClientRects().length > 0);
    let wanted = 0;
    for (let n = 0; n < (outputs?.length ?? 0); n++) wanted += outputs.get(n).data[view]?.model_id ? 1 : 0;
    const places = all('.jp-OutputArea-output');
    const shown = places.filter((place) => place.querySelector('.jupyter-widgets') && full(place));
    if (shown.length < wanted) not.push(`${wanted - shown.length} of ${wanted} widgets`);
    const there = (board) => board.querySelector('.wb-spot') || board.querySelector('.wb-screen')?.getClientRects().length;
    if (!all('.wb-board').every(there)) not.push('a board');
    if (all('.wb-plot, .jp-RenderedPlotly').some((plot) => !plot.querySelector('.main-svg, img'))) not.push('a figure');
    if (all('.wb-board, .wb-plot').some((one) => one.dataset.hears !== 'yes')) not.push('a widget that hears the kernel');
    not.push(...places.map((place) => place.innerText.match(said)?.[0]).filter(Boolean));
    if (not.length) found.push([number, not.join(', ')]);
  });
  return found;
}"""
"""What has not come up, by cell: widgets, boards and figures without anything in them, deaf ones, and complaints."""
GO_TO = """number => {
  const notebook = jupyterapp.shell.currentWidget.content, node = notebook.widgets[number].node;
  if (!node.isConnected) return notebook.scrollToItem(number, 'center');
  const plots = [...node.querySelectorAll('.wb-plot, .jp-RenderedPlotly')];
  const empty = plots.find((plot) => !plot.querySelector('.main-svg, img'));
  (empty ?? node).scrollIntoView({ block: empty ? 'center' : 'start' });
}"""
"""Goes to a cell; a figure is drawn only while it is in view, or nearly."""
SHOWN = "() => ['.wb-board', '.wb-plot .main-svg'].map((one) => document.querySelectorAll(one).length)"
"""How many boards and drawings of plotly there are."""


def slow_down_all(page: Page) -> None:
    """Slow the page's processor and network down."""
    slow_down(page, SLOWER)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    speed = {"downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND}
    session.send("Network.emulateNetworkConditions", {"offline": False, "latency": 40, **speed})


@pytest.fixture(scope="module")
def laptop(browser: Browser, servers: Callable[[str], Server]) -> Iterator[tuple[Page, Seen]]:
    """JupyterLab in a slow browser, with a record of what happens in it."""
    page, seen = patient_page(browser), Seen()
    seen.watch(page)
    page.add_init_script(COUNT_LIBRARIES)
    slow_down_all(page)
    page.goto(f"{servers('lab').url}/lab?reset", wait_until="domcontentloaded")
    yield page, seen
    page.context.close()


def everything_comes_up(page: Page) -> None:
    """Go to every cell in which something is missing; it comes up."""

    def all_there() -> bool:
        missing = page.evaluate(MISSING)
        if missing:
            page.evaluate(GO_TO, missing[0][0])
            drawn(page)
        return not missing

    until_on(page, all_there, "everything")


@pytest.mark.parametrize("name", wanted_notebooks(HEAVIEST))
def test_everything_comes_up_on_a_slow_laptop(
    name: str, laptop: tuple[Page, Seen], servers: Callable[[str], Server]
) -> None:
    page, seen = laptop
    close_all(page)
    del seen.errors[:], seen.outside[:]
    path = bring(page, servers("lab"), name)
    run_all(page)
    wait_until_run(page)
    everything_comes_up(page)
    shown = page.evaluate(SHOWN)
    assert page.evaluate("window.workbenchLibraries") <= 1, "one copy of plotly for the page"
    save(page)
    page.goto(servers("lab").address(path), wait_until="domcontentloaded")  # a reload would close it: ?reset
    page.wait_for_function(OPENED, arg=path)
    everything_comes_up(page)
    assert page.evaluate("window.workbenchLibraries") <= 1, "one copy of plotly for the page"
    again = page.evaluate("performance.now()") / 1000
    print(f"\n{name}: reloaded in {again:.0f} s; boards, drawings: {shown}; console: {seen.errors}", flush=True)
    assert name != HEAVIEST or shown[1], "this notebook has live figures"
    # a widget that was given up hears for itself, which is asked for above
    assert [error for error in seen.errors if not any(known in error for known in (GIVES_UP, *CLOSED))] == []
    assert seen.outside == []
