"""The picture of a board can be enlarged and moved, and opens at a size at which its labels can be read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.harness import Seen, Server, at_size, drawn
from tests.browser.test_table import lay, nothing_went_wrong
from tests.waiting import until_on

pytestmark = pytest.mark.browser

TABLE = 'from widgets import Table\nTable("merry_way", seed=7, screens=False, figure=False)'
SCALE = "svg => svg.getScreenCTM().a"
LABELS = """svg => Math.min(...[...svg.querySelectorAll('.wb-legal text')]
  .map((said) => Number(said.getAttribute('font-size')) * svg.getScreenCTM().a))"""
WHOLE = "frame => frame.scrollWidth <= frame.clientWidth && frame.scrollHeight <= frame.clientHeight + 1"
IN_VIEW = """frame => {
  const box = frame.getBoundingClientRect(), at = document.activeElement.querySelector('.wb-hit').getBoundingClientRect();
  return at.left >= box.left - 1 && at.right <= box.right + 1 && at.top >= box.top - 1 && at.bottom <= box.bottom + 1;
}"""
PINCH = """(frame, apart) => {
  const box = frame.getBoundingClientRect(), [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const touch = (kind, far) => frame.dispatchEvent(new TouchEvent(kind, { bubbles: true, cancelable: true, touches: [-far, far]
    .map((dx, identifier) => new Touch({ identifier, target: frame, clientX: x + dx, clientY: y })) }));
  touch('touchstart', 40);
  touch('touchmove', apart);
  touch('touchend', apart);
}"""


def test_a_picture_is_enlarged_by_keys_wheel_buttons_and_fingers(
    page: Page, seen: Seen, jupyterlab_server: Callable[..., Server], screenshot: Callable[..., Path]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    board = lay(page, jupyterlab_server(app="lab"), "zoom.ipynb", TABLE)
    frame, svg = board.locator(".wb-view > .wb-picture"), board.locator(".wb-view .wb-svg")

    def scale() -> float:
        drawn(page)
        return float(svg.evaluate(SCALE))

    until_on(page, lambda: frame.evaluate(WHOLE), "a picture that is seen as a whole on a usual window")
    assert svg.evaluate(LABELS) >= 10.9
    whole = scale()
    at_size(page, 1024, 720)
    until_on(page, lambda: svg.evaluate(LABELS) >= 10.9, "labels that can be read on a small window")
    assert not frame.evaluate(WHOLE), "the picture is larger than its frame"
    screenshot(page, "zoom_1024")

    svg.locator(".wb-legal").first.focus()
    page.keyboard.press("0")
    until_on(page, lambda: frame.evaluate(WHOLE), "the whole picture again")
    small = scale()
    assert small < whole
    page.keyboard.press("+")
    assert scale() == pytest.approx(1.25 * small, rel=0.02)
    page.keyboard.press("+")
    before = frame.evaluate("frame => frame.scrollLeft")
    page.keyboard.press("Shift+ArrowRight")
    assert frame.evaluate("frame => frame.scrollLeft") > before
    for key in ("PageDown", "PageDown", "PageUp"):
        page.keyboard.press(key)
        until_on(page, lambda: frame.evaluate(IN_VIEW), "what has the focus is in view")
    page.keyboard.press("0")
    assert scale() == pytest.approx(small, rel=0.02)

    svg.hover()
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")
    until_on(page, lambda: scale() > 1.3 * small, "a picture enlarged by the wheel")
    board.get_by_role("button", name="Smaller picture").click()
    board.get_by_role("button", name="Smaller picture").click()
    assert scale() < 1.2 * small
    expect(board.get_by_role("button", name="Larger picture")).to_have_attribute("aria-disabled", "false")
    page.keyboard.press("0")
    frame.evaluate(PINCH, 80)
    assert scale() == pytest.approx(2 * small, rel=0.03)
    nothing_went_wrong(seen)
