"""An explorer in a real browser: its cards answer clicks and keys as those of a table do, on a dark page too."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import Seen, Server, dark_page, run_all, violations, wait_until_run
from tests.browser.test_table import nothing_went_wrong, write

pytestmark = pytest.mark.browser

EXPLORER = """
import workbench as wb
from widgets.explorer import PositionExplorer
PositionExplorer(
    wb.load("northwood"),
    {"hand": "{hand}", "statement": "C5", "deck": "C1 C3 F7", "fief": 3, "ruler": "LQ"},
    {"hand": ("Your hand", ["C2 C7 F4 L1", "F4 L1"])},
    show=["statement", "hand"],
)
"""


def test_a_click_on_a_card_is_answered(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], axe: Path, screenshot: Callable[..., Path]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    server = jupyterlab_server(app="lab")
    server.open(page, write(server, "explorers.ipynb", EXPLORER))
    run_all(page)
    wait_until_run(page)
    card = page.locator('.wb-thing[data-name="hand-L1"]')
    card.click()
    answer = page.locator("[role=status]")
    expect(answer).to_contain_text("Refused: respond with L1.")
    expect(answer).to_contain_text("NW-TRICK-1")
    with dark_page(page):
        page.add_script_tag(path=axe)
        assert violations(page) == []
        screenshot(page, "explorer_dark")
    page.locator('.wb-thing[data-name="hand-C7"]').press("Enter")
    expect(answer).to_contain_text("You tried: respond with C7.")
    nothing_went_wrong(seen)
