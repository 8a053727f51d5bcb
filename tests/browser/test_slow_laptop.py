"""Notebooks on a slow laptop at a slow network: everything comes up, and again after a reload.

The processor of the page is slowed down six times and the network to 5 Mbit/s. The checks take the heaviest notebook;
WORKBENCH_EVERY_NOTEBOOK takes all of them, a minute or two each.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.harness import ROOT, SLOW, Seen, Server, run_all, wait_until_run
from tests.browser.test_table import nothing_went_wrong

pytestmark = [pytest.mark.browser, pytest.mark.long]

NOTEBOOKS = sorted(path.relative_to(ROOT / "notebooks").as_posix() for path in (ROOT / "notebooks").rglob("*.ipynb"))
HEAVIEST = "31_merry_way_paths.ipynb"
SLOWER = 6
BYTES_A_SECOND = 5_000_000 // 8
PATIENCE = 4 * SLOW

WAITING = """() => {
  const places = [...document.querySelectorAll('.jp-OutputArea-output')];
  const empty = places.filter((place) => place.querySelector('.jupyter-widgets-view, .lm-Widget.jupyter-widgets')
    && !place.textContent.trim() && !place.querySelector('svg, canvas, input, button'));
  const plots = [...document.querySelectorAll('.wb-plot')].filter((plot) => !plot.querySelector('.main-svg'));
  const said = places.map((place) => place.innerText)
    .filter((text) => /Failed to init|Error displaying|model not found|Loading widget|could not be drawn/.test(text));
  return { empty: empty.length, plots: plots.length, said };
}"""
"""What has not come up: outputs of widgets without anything in them, figures without a drawing, and complaints."""


def slow(page: Page) -> None:
    """Slow the page's processor and network down."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    speed = {"downloadThroughput": BYTES_A_SECOND, "uploadThroughput": BYTES_A_SECOND}
    session.send("Network.emulateNetworkConditions", {"offline": False, "latency": 40, **speed})


def everything_is_there(page: Page) -> None:
    """Go through the notebook from top to bottom; every board and figure comes up when it is reached."""
    cells = page.locator(".jp-Notebook .jp-Cell")
    for number in range(cells.count()):
        cells.nth(number).scroll_into_view_if_needed(timeout=PATIENCE)
        page.wait_for_timeout(100)
    state: dict[str, object] = {}
    for _ in range(PATIENCE // 1000):
        state = page.evaluate(WAITING)
        if not any(state.values()):
            return
        page.wait_for_timeout(1000)
    raise AssertionError(f"This has not come up: {state}")


@pytest.mark.parametrize("name", NOTEBOOKS if os.environ.get("WORKBENCH_EVERY_NOTEBOOK") else [HEAVIEST])
def test_everything_comes_up_on_a_slow_laptop(
    name: str, page: Page, seen: Seen, jupyterlab_server: Callable[..., Server]
) -> None:
    server = jupyterlab_server(app="lab")
    (server.folder / name).parent.mkdir(exist_ok=True)
    shutil.copy(ROOT / "notebooks" / name, server.folder / name)
    page.set_default_timeout(PATIENCE)
    slow(page)
    page.goto(server.address(name), timeout=PATIENCE, wait_until="domcontentloaded")
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
    run_all(page, begin=PATIENCE / 1000)
    wait_until_run(page, seconds=2 * PATIENCE / 1000)
    everything_is_there(page)
    if name == HEAVIEST:
        page.reload(timeout=PATIENCE, wait_until="domcontentloaded")
        page.locator(".jp-Notebook .jp-CodeCell").first.wait_for()
        everything_is_there(page)
        assert page.locator(".wb-plot .main-svg").count() > 0
    nothing_went_wrong(seen)
