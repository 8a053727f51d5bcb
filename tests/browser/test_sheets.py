"""The rules sheets as a browser prints them: two pages of A4 for each game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

import workbench as wb
from workbench.core.sheet import read_sheet

pytestmark = pytest.mark.browser


def test_every_sheet_prints_on_two_pages(browser: Browser) -> None:
    page = browser.new_page()
    pages = {}
    for name in wb.game_names():
        page.set_content(read_sheet(name).html())
        pages[name] = len(re.findall(rb"/Type /Page\b", page.pdf(prefer_css_page_size=True)))
    page.close()
    assert pages == dict.fromkeys(wb.game_names(), 2)
