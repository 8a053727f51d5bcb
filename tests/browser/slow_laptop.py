"""Notebooks on a slow laptop at a slow network: every board and figure comes up, and again after a reload.

The processor of the page is slowed down six times and the network to 5 Mbit/s. It takes minutes a notebook, so no other run
collects it: ``python -m pytest tests/browser/slow_laptop.py`` opens the heaviest notebook; WORKBENCH_SLOW_LAPTOP names others
(``00_start_here 12_northwood_thousand_games``), or ``all`` of them.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.harness import ROOT, SLOW, Seen, Server, run_all, save, wait_until_run
from tests.browser.test_table import nothing_went_wrong

pytestmark = [pytest.mark.browser, pytest.mark.long]

NOTEBOOKS = ROOT / "notebooks"
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
  const places = [...document.querySelectorAll('.jp-OutputArea-output')];
  const empty = places.filter((place) => place.querySelector('.jupyter-widgets-view, .lm-Widget.jupyter-widgets')
    && !place.textContent.trim() && !place.querySelector('svg, canvas, input, button'));
  const boards = [...document.querySelectorAll('.wb-board')].filter((board) => !board.querySelector('.wb-spot'));
  const plots = [...document.querySelectorAll('.wb-plot, .jp-RenderedPlotly')]
    .filter((plot) => !plot.querySelector('.main-svg, img'));
  const said = places.map((place) => place.innerText)
    .filter((text) => /Failed to init|Error displaying|model not found|Loading widget|could not be drawn/.test(text));
  return { empty: empty.length, boards: boards.length, plots: plots.length, said };
}"""
"""What has not come up: outputs of widgets with nothing in them, boards and figures without a drawing, and complaints."""


def wanted() -> list[str]:
    """The notebooks to open."""
    named = os.environ.get("WORKBENCH_SLOW_LAPTOP", HEAVIEST)
    return sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb")) if named == "all" else named.split()


def slow_down(page: Page) -> None:
    """Slow the page's processor and network down."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    speed = {"downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND}
    session.send("Network.emulateNetworkConditions", {"offline": False, "latency": 40, **speed})


def everything_comes_up(page: Page) -> None:
    """Go through the notebook from top to bottom; every board and figure comes up when it is reached."""
    cells = page.locator(".jp-Notebook .jp-Cell")
    for number in range(cells.count()):
        cells.nth(number).scroll_into_view_if_needed()
        page.wait_for_timeout(100)
    state: dict[str, object] = {}
    for _ in range(PATIENCE // 1000):
        state = page.evaluate(MISSING)
        if not any(state.values()):
            return
        page.wait_for_timeout(1000)
    raise AssertionError(f"This has not come up: {state}")


@pytest.mark.parametrize("name", wanted())
def test_everything_comes_up_on_a_slow_laptop(
    name: str, page: Page, seen: Seen, jupyterlab_server: Callable[..., Server]
) -> None:
    server = jupyterlab_server(app="lab")
    shutil.copytree(NOTEBOOKS / "images", server.folder / "images", dirs_exist_ok=True)
    shutil.copy(NOTEBOOKS / f"{name}.ipynb", server.folder)
    page.set_default_timeout(PATIENCE)
    page.add_init_script(COUNT_LIBRARIES)
    slow_down(page)
    page.goto(server.address(f"{name}.ipynb"), wait_until="domcontentloaded")
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
    run_all(page, begin=PATIENCE / 1000)
    wait_until_run(page, seconds=2 * PATIENCE / 1000)
    everything_comes_up(page)
    figures = page.locator(".wb-plot .main-svg").count()
    save(page)
    page.wait_for_function(SAVED)
    page.reload(wait_until="domcontentloaded")
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
    if figures:
        page.locator(".wb-plot .main-svg").first.wait_for(state="attached")
    everything_comes_up(page)
    assert page.evaluate("window.workbenchLibraries") == min(1, figures), "one copy of plotly for the page"
    assert name != HEAVIEST or figures, "this notebook has live figures"
    nothing_went_wrong(seen)
