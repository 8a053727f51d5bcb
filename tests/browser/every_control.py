"""Every control of every notebook is used once, in a real JupyterLab: nothing fails, and nothing is complained of.

It takes minutes, so no other run collects it: ``python -m pytest tests/browser/every_control.py`` takes the notebook with the
most controls; WORKBENCH_NOTEBOOKS names others, or ``all`` of them, as for the slow laptop. Buttons are pressed, sliders moved
by a key, boxes ticked, the next choice of a menu taken, the last legal move of a board made.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.harness import (
    CLOSED,
    Seen,
    Server,
    answered,
    bring,
    close_all,
    drawn,
    run_all,
    wait_until_run,
    wanted_notebooks,
)
from tests.browser.test_slow_page import GIVES_UP

pytestmark = [pytest.mark.browser, pytest.mark.long]

MANY = "10_northwood_rules"
"""A notebook with many controls."""
MOST = 30
"""So many controls of one cell are used."""
MOVES = 6
"""So many moves are made at a board."""
HEAR = """() => {
  const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const told = (window.workbenchTold = []);
  kernel.iopubMessage.connect((_, { header, content }) => {
    if (header.msg_type === 'error') told.push(`${content.ename}: ${content.evalue}`);
    if (header.msg_type === 'stream' && content.name === 'stderr') told.push(content.text);
  });
}"""
IDLE = "() => jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'"
CELLS = "() => jupyterapp.shell.currentWidget.content.widgets.map((cell) => (cell.model.outputs?.length ?? 0) > 0)"
SHOW = "number => jupyterapp.shell.currentWidget.content.scrollToItem(number, 'start')"
THERE = "number => jupyterapp.shell.currentWidget.content.widgets[number].node.isConnected"
CONTROLS = """number => {
  const node = jupyterapp.shell.currentWidget.content.widgets[number].node;
  const kinds = 'button.jupyter-button, .widget-dropdown select, .widget-select select, .noUi-handle, '
    + '.widget-checkbox input, .wb-helper .wb-choice, .wb-columns .wb-button, .wb-picture .wb-live';
  return [...node.querySelectorAll(kinds)].filter((one) => one.getClientRects().length && !one.disabled);
}"""
COUNT = f"number => ({CONTROLS})(number).length"
USE = f"""([number, place]) => {{
  const one = ({CONTROLS})(number)[place];
  if (!one) return '';
  one.scrollIntoView({{ block: 'nearest' }});
  if (one.matches('select')) {{
    one.selectedIndex = (one.selectedIndex + 1) % one.options.length;
    one.dispatchEvent(new Event('change', {{ bubbles: true }}));
  }} else if (one.matches('.noUi-handle')) {{
    one.dispatchEvent(new KeyboardEvent('keydown', {{ key: 'ArrowRight', keyCode: 39, bubbles: true }}));
  }} else (one.querySelector?.('.wb-hit') ?? one).dispatchEvent(new MouseEvent('click', {{ bubbles: true }}));
  return (one.getAttribute('aria-label') || one.textContent || one.className?.baseVal || one.className || one.tagName).trim();
}}"""
MOVE = """number => {
  const moves = [...jupyterapp.shell.currentWidget.content.widgets[number].node.querySelectorAll('.wb-moves .wb-move')];
  moves.at(-1)?.click();
  return moves.length > 0;
}"""


@pytest.mark.parametrize("name", wanted_notebooks(MANY))
def test_every_control_can_be_used(
    name: str, page: Page, seen: Seen, jupyterlab_server: Callable[..., Server]
) -> None:
    server = jupyterlab_server(app="lab")
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(f"{server.url}/lab?reset", wait_until="domcontentloaded")
    close_all(page)
    bring(page, server, name)
    run_all(page)
    wait_until_run(page)
    page.evaluate(HEAR)
    used: list[str] = []
    for number, has_outputs in enumerate(page.evaluate(CELLS)):
        if not has_outputs:
            continue
        page.evaluate(SHOW, number)
        page.wait_for_function(THERE, arg=number)
        drawn(page)
        place = 0
        while place < min(MOST, page.evaluate(COUNT, number)):
            used.append(f"cell {number}: {page.evaluate(USE, [number, place])}")
            answered(page)
            page.wait_for_function(IDLE)
            assert page.evaluate("window.workbenchTold") == [], f"after {used[-3:]}"
            place += 1
        for _ in range(MOVES):
            if not page.evaluate(MOVE, number):
                break
            answered(page)
            page.wait_for_function(IDLE)
            assert page.evaluate("window.workbenchTold") == [], f"after a move in cell {number}"
    seen.all()
    print(f"\n{name}: {len(used)} controls used", flush=True)
    assert page.evaluate("window.workbenchTold") == []
    assert [error for error in seen.errors if not any(known in error for known in (GIVES_UP, *CLOSED))] == []
    assert seen.outside == []
