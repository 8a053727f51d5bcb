"""Measure the time from a mouse press to the redrawn board, in a real JupyterLab in a real Chromium.

    python benchmarks/click_to_board.py [--clicks 25] [--without-figure]
    python benchmarks/click_to_board.py traps          # set a trap in On Their Merry Way: the board, and the graph of paths

The script needs Chromium and the extras `notebooks` and `test`. The first clicks warm everything up and do not count. If you
quote a number from here, say what else the machine was doing; the script also prints the load average.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path

import nbformat
from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.browser.harness import Seen, find_chromium, patient_page, run_all, serve
from widgets.live import FIGURE_AFTER
from workbench.core.random import Random

WARM_UP = 5
PAUSE = 700
"""Milliseconds between two clicks, as when a person plays fast; by then figure and odds of the last click are done."""

WATCH = """() => {
  let pressed = 0;
  document.addEventListener('mousedown', () => { pressed = window.pressedAt = performance.now(); }, true);
  window.nextAnswer = () => new Promise((done, failed) => {
    const place = document.querySelector('.wb-step'), before = place.textContent, begun = performance.now();
    pressed = 0;
    const look = () => {
      if (pressed && place.textContent !== before) done(performance.now() - pressed);
      else if (performance.now() - begun > 10000) failed('no answer within ten seconds');
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  window.nextMenu = () => new Promise((done) => {
    const look = () => (document.querySelector('.wb-menu:not([hidden]) button') ? done(null) : requestAnimationFrame(look));
    look();
  });
}"""
"""Times count from the latest press, so the press on a thing that only opens a menu of its moves does not count."""


TRAPS = """
import workbench as wb
from widgets import Table
game = wb.load("merry_way", players=2)
position = {
    "phase": "build", "to_move": "A", "turn": "A",
    "hands": {"A": "GR1 GR2a LZ2a LZ3 WK1 DW1 RB1"}, "resources": {"A": "4/4/4"},
    "board": "N: L1.4=LZ1@A L1.3=WK1@B R1.4=RB1@B", "line_up": "F01 F02 F03 F04 F05 F06",
}
Table(game.match(position=position), screens=False, seats={1: "random"})
"""

WATCH_GRAPH = """() => {
  const nodes = window.graphNow = () => [...document.querySelectorAll('.js-plotly-plot')[1].querySelectorAll('.textpoint')]
    .map(node => node.textContent).join();
  window.nextGraph = () => new Promise((done, failed) => {
    const before = nodes(), begun = performance.now();
    const look = () => {
      if (nodes() !== before) done(performance.now() - window.pressedAt);
      else if (performance.now() - begun > 10000) failed('no new graph within ten seconds');
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}"""


def set_traps(page: Page, clicks: int) -> tuple[list[float], list[float]]:
    """Set traps and take them back; return the milliseconds to the board and to the graph.

    All traps are on the road that the figure shows.
    """
    rng = Random(1, "traps")
    boards, graphs = [], []
    bare = page.evaluate("() => window.graphNow()")
    for _ in range(clicks):
        hand = page.locator(".wb-legal[data-spot^='hand-'] .wb-hit")
        hand.nth(rng.below(hand.count())).click()
        page.locator(".wb-legal[data-spot^='spot-N']").first.wait_for()
        spots = page.locator(".wb-legal[data-spot^='spot-N'] .wb-hit")
        box = spots.nth(rng.below(spots.count())).bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + 8, box["y"] + 8)
        page.wait_for_timeout(PAUSE)
        page.evaluate("() => { window.answer = window.nextAnswer(); window.graph = window.nextGraph(); }")
        page.mouse.click(box["x"] + 8, box["y"] + 8)
        boards.append(float(page.evaluate("() => window.answer")))
        graphs.append(float(page.evaluate("() => window.graph")))
        for _ in range(2):  # the spot and the card
            page.get_by_role("button", name="Undo").click()
            page.wait_for_timeout(PAUSE)
        page.wait_for_function("bare => window.graphNow() === bare", arg=bare)
    return boards, graphs


def click_through(page: Page, clicks: int) -> list[float]:
    """Make moves drawn at random by clicks on the board; return the milliseconds from each press to the redrawn page.

    If several moves can be made with a thing, a click on it opens a menu, and the press on the move counts. A move that the
    board does not show is chosen from the list.
    """
    rng = Random(1, "clicks")
    times = []
    for _ in range(clicks):
        page.wait_for_function("() => !document.querySelector('.wb-passing')")  # a click would skip the animation
        legal = page.locator(".wb-legal .wb-hit")
        if not legal.count():  # a decision about no thing on the board, such as naming a suit
            legal = page.locator(".wb-moves .wb-move")
        legal.first.scroll_into_view_if_needed()
        box = legal.nth(rng.below(legal.count())).bounding_box()
        assert box is not None
        x, y = box["x"] + min(20, box["width"] / 2), box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.wait_for_timeout(PAUSE)
        page.evaluate("() => { window.answer = window.nextAnswer(); }")
        page.mouse.click(x, y)
        if page.evaluate("() => Promise.race([window.answer, window.nextMenu()])") is None:  # several moves with this thing
            choices = page.locator(".wb-menu button")
            choices.nth(rng.below(choices.count())).click()
        times.append(float(page.evaluate("() => window.answer")))
    return times


def told(what: str, times: list[float]) -> str:
    """Return times in words."""
    ordered = sorted(times)
    late = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)) - 1)]
    return (
        f"mouse press to {what}, {len(ordered)} clicks: median {statistics.median(ordered):.1f} ms, p95 {late:.1f} ms, "
        f"slowest {ordered[-1]:.1f} ms"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Milliseconds from a mouse press to the redrawn board.")
    parser.add_argument("what", nargs="?", choices=("northwood", "traps"), default="northwood")
    parser.add_argument("--clicks", type=int, default=25)
    parser.add_argument("--without-figure", action="store_true")
    given = parser.parse_args()
    if given.what == "traps" and given.without_figure:
        parser.error("this measures the graph, which is a figure: leave out --without-figure")
    chromium = find_chromium()
    if chromium is None:
        sys.exit("Chromium was not found. Install it, or set CHROMIUM to its path.")
    traps = given.what == "traps"
    cell = f'from widgets import Table\nTable("northwood", seed=7, figure={not given.without_figure})'
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(TRAPS.strip() if traps else cell)])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    with tempfile.TemporaryDirectory() as name, serve("lab", Path(name), Path(name) / "server.log") as server:
        nbformat.write(book, server.folder / "clicks.ipynb")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
            page = patient_page(browser, viewport={"width": 1280, "height": 2600 if traps else 1500})
            seen = Seen()
            seen.watch(page)
            server.open(page, "clicks.ipynb")
            run_all(page)
            page.locator(".wb-spot").first.wait_for(timeout=60_000)
            if not given.without_figure:
                page.locator(".js-plotly-plot").nth(1 if traps else 0).wait_for(timeout=60_000)
            page.evaluate(WATCH)
            if traps:
                page.evaluate(WATCH_GRAPH)
                set_traps(page, WARM_UP)
                boards, graphs = set_traps(page, given.clicks)
                print(told("redrawn board", boards))
                print(
                    told(
                        f"redrawn graph (delayed by {1000 * FIGURE_AFTER:.0f} ms so that the board comes first)", graphs
                    )
                )
            else:
                click_through(page, WARM_UP)
                frames, size = seen.frames, seen.bytes
                times = click_through(page, given.clicks)
                print(told("redrawn board", times))
                messages, size = (seen.frames - frames) / len(times), (seen.bytes - size) / len(times)
                print(f"{messages:.1f} messages and {size:.0f} bytes a click")
            browser.close()
    print(
        f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; figure {'off' if given.without_figure else 'on'}"
    )


if __name__ == "__main__":
    main()
