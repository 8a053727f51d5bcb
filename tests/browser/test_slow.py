"""A slow laptop on a slow network: a table and a laboratory still come up right, and again after a reload."""

from __future__ import annotations

import shutil
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.harness import ROOT, Seen, Server, drawn_figure, run_all, save, wait_until_run
from tests.browser.test_table import nothing_went_wrong

pytestmark = pytest.mark.browser

SLOWER = 6
"""So many times slower than this machine does the page work."""
NETWORK = {"offline": False, "latency": 40, "downloadThroughput": 5e6 / 8, "uploadThroughput": 5e6 / 8}
"""A network of 5 megabits a second."""
NOTEBOOKS = ("00_start_here.ipynb", "31_merry_way_paths.ipynb")
"""The table that is opened first, and the laboratory with the largest figures."""


def slow_down(page: Page) -> None:
    """Make the page's processor and network slow."""
    page.set_default_timeout(120_000)
    client = page.context.new_cdp_session(page)
    client.send("Network.enable")
    client.send("Network.emulateNetworkConditions", NETWORK)
    client.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def comes_up(page: Page) -> tuple[int, int]:
    """How many boards and figures the page has; every board can be played at, every figure is drawn once it is reached."""
    boards, figures = page.locator(".wb-board"), page.locator(".wb-plot")
    for number in range(boards.count()):
        boards.nth(number).scroll_into_view_if_needed()
        boards.nth(number).locator(".wb-spot").first.wait_for()
    for number in range(figures.count()):
        drawn_figure(page, number)
    return boards.count(), figures.count()


@pytest.mark.parametrize("notebook", NOTEBOOKS)
def test_a_slow_page_comes_up_whole(
    notebook: str, page: Page, seen: Seen, jupyterlab_server: Callable[..., Server]
) -> None:
    server = jupyterlab_server(app="lab")
    shutil.copy(ROOT / "notebooks" / notebook, server.folder)
    server.open(page, notebook)
    slow_down(page)
    run_all(page)
    wait_until_run(page, seconds=240)
    page.locator(".wb-plot").first.wait_for()  # made a moment after the board
    before = comes_up(page)
    save(page)
    page.reload()
    page.locator(".jp-CodeCell").first.wait_for()
    page.wait_for_function(
        f"() => document.querySelectorAll('.wb-board').length >= {before[0]}"
        f" && document.querySelectorAll('.wb-plot').length >= {before[1]}"
    )
    assert comes_up(page) == before
    nothing_went_wrong(seen)
