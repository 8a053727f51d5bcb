"""Notebooks on a slow laptop at a slow network: every board and figure comes up, and again after a reload.

The processor of the page is slowed down six times and the network to 5 Mbit/s. It takes minutes a notebook, so no other run
collects it: ``python -m pytest tests/browser/slow_laptop.py`` opens the heaviest notebook; WORKBENCH_NOTEBOOKS names others
(``00_start_here course/01_...``), or ``all`` of them. JupyterLab itself stays open from one to the next.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.harness import (
    CLOSED,
    OPENED,
    SLOW,
    Seen,
    Server,
    bring,
    close_all,
    run_all,
    save,
    wait_until_run,
    wanted_notebooks,
)
from tests.browser.test_slow_page import GIVES_UP

pytestmark = [pytest.mark.browser, pytest.mark.long]

HEAVIEST = "31_merry_way_paths"
"""Two live figures with all their controls, a stored chart and two drawings."""
SLOWER = 6
BYTES_A_SECOND = 5_000_000 // 8
PATIENCE = 4 * SLOW

COUNT_LIBRARIES = """
window.workbenchLibraries = 0;
const addressOf = URL.createObjectURL;
URL.createObjectURL = (blob) => {
  if (blob.type === 'text/javascript' && blob.size > 1_000_000) window.workbenchLibraries += 1;
  return addressOf(blob);
};
"""
"""Counts how often a script as large as plotly is made on a page."""
SAVED = "() => !jupyterapp.shell.currentWidget.context.model.dirty"
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


def slow_down(page: Page) -> None:
    """Slow the page's processor and network down."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    speed = {"downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND}
    session.send("Network.emulateNetworkConditions", {"offline": False, "latency": 40, **speed})


@pytest.fixture(scope="module")
def laptop(browser: Browser, jupyterlab_server: Callable[..., Server]) -> Iterator[tuple[Page, Seen]]:
    """JupyterLab in a slow browser, with a record of what happens in it."""
    server = jupyterlab_server(app="lab")
    context, seen = browser.new_context(viewport={"width": 1280, "height": 2400}), Seen()
    page = context.new_page()
    seen.watch(page)
    page.set_default_timeout(PATIENCE)
    page.add_init_script(COUNT_LIBRARIES)
    slow_down(page)
    page.goto(f"{server.url}/lab?reset", wait_until="domcontentloaded")
    yield page, seen
    context.close()


def everything_comes_up(page: Page) -> None:
    """Go to every cell in which something is missing; it comes up."""
    until = time.monotonic() + PATIENCE / 1000
    while missing := page.evaluate(MISSING):
        if time.monotonic() > until:
            raise AssertionError(f"This has not come up: {missing}")
        page.evaluate(GO_TO, missing[0][0])
        page.wait_for_timeout(500)


@pytest.mark.parametrize("name", wanted_notebooks(HEAVIEST))
def test_everything_comes_up_on_a_slow_laptop(
    name: str, laptop: tuple[Page, Seen], jupyterlab_server: Callable[..., Server]
) -> None:
    page, seen = laptop
    close_all(page)
    del seen.errors[:], seen.outside[:]
    times = [time.monotonic()]
    path = bring(page, jupyterlab_server(app="lab"), name)
    run_all(page, begin=PATIENCE / 1000)
    wait_until_run(page, seconds=2 * PATIENCE / 1000)
    everything_comes_up(page)
    shown = page.evaluate(SHOWN)
    assert page.evaluate("window.workbenchLibraries") <= 1, "one copy of plotly for the page"
    times.append(time.monotonic())
    save(page)
    page.wait_for_function(SAVED)
    page.goto(jupyterlab_server(app="lab").address(path), wait_until="domcontentloaded")  # a reload would close it: ?reset
    page.wait_for_function(OPENED, arg=path)
    everything_comes_up(page)
    assert page.evaluate("window.workbenchLibraries") <= 1, "one copy of plotly for the page"
    times.append(time.monotonic())
    first, again = (round(end - begin) for begin, end in itertools.pairwise(times))
    print(f"\n{name}: up {first} s, reloaded {again} s; boards, drawings: {shown}; console: {seen.errors}", flush=True)
    assert name != HEAVIEST or shown[1], "this notebook has live figures"
    # a widget that was given up hears for itself, which is asked for above
    assert [error for error in seen.errors if not any(known in error for known in (GIVES_UP, *CLOSED))] == []
    assert seen.outside == []
