"""From a mouse press to the redrawn board, in a real JupyterLab in a real Chromium.

    python benchmarks/click_to_board.py [--clicks 25] [--without-figure]

Needs Chromium and the extras `notebooks` and `test`. The first clicks warm everything up and are not counted. Print what else
the machine was doing beside any number taken from here: the load average is printed too.
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
from tests.browser.harness import Seen, find_chromium, run_all, serve
from workbench.core.random import Random

WARM_UP = 5
PAUSE = 700
"""Milliseconds between two clicks: figure and odds of the last one are done, as with a quick player."""

WATCH = """() => {
  let pressed = 0;
  document.addEventListener('mousedown', () => { pressed = performance.now(); }, true);
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
}"""


def click_through(page: Page, clicks: int) -> list[float]:
    """Click on spots that may be chosen, drawn at random; give the milliseconds from each press to the redrawn page."""
    rng = Random(1, "clicks")
    times = []
    for _ in range(clicks):
        legal = page.locator(".wb-legal .wb-hit")
        box = legal.nth(rng.below(legal.count())).bounding_box()
        assert box is not None
        x, y = box["x"] + min(20, box["width"] / 2), box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.wait_for_timeout(PAUSE)
        page.evaluate("() => { window.answer = window.nextAnswer(); }")
        page.mouse.click(x, y)
        times.append(float(page.evaluate("() => window.answer")))
    return times


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Milliseconds from a mouse press to the redrawn board.")
    parser.add_argument("--clicks", type=int, default=25)
    parser.add_argument("--without-figure", action="store_true")
    given = parser.parse_args()
    chromium = find_chromium()
    if chromium is None:
        sys.exit("This needs Chromium: install it, or let CHROMIUM name one.")
    cell = f'from widgets import Table\nTable("northwood", seed=7, figure={not given.without_figure})'
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell)])
    book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    with tempfile.TemporaryDirectory() as name, serve("lab", Path(name), Path(name) / "server.log") as server:
        nbformat.write(book, server.folder / "clicks.ipynb")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
            page = browser.new_page(viewport={"width": 1280, "height": 1500})
            seen = Seen()
            seen.watch(page)
            server.open(page, "clicks.ipynb")
            run_all(page)
            page.locator(".wb-spot").first.wait_for(timeout=60_000)
            if not given.without_figure:
                page.locator(".js-plotly-plot").first.wait_for(timeout=60_000)
            page.evaluate(WATCH)
            click_through(page, WARM_UP)
            frames, size = seen.frames, seen.bytes
            times = sorted(click_through(page, given.clicks))
            browser.close()
    late = times[min(len(times) - 1, round(0.95 * len(times)) - 1)]
    print(
        f"mouse press to redrawn board, {len(times)} clicks: median {statistics.median(times):.1f} ms, p95 {late:.1f} ms"
    )
    each = (
        f"{(seen.frames - frames) / len(times):.1f} messages and {(seen.bytes - size) / len(times):.0f} bytes a click"
    )
    print(f"slowest {times[-1]:.1f} ms; {each}")
    print(
        f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores; figure {'off' if given.without_figure else 'on'}"
    )


if __name__ == "__main__":
    main()
