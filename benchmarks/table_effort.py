"""Measure a person's effort at the table: clicks, seconds of waiting, pixels scrolled.

The table runs in a real JupyterLab and Chromium.

    python benchmarks/table_effort.py [visit] [turn] [round] [country] [seasons]

The tasks are a visit of For Northwood!; a turn of Goods and Honor, with the turns of the other players up to the next one; a
round of On Their Merry Way with one offer; a turn of Keydom with a bid and a worker, and the other player's; and a round of
Resource Hog with some work. The window is 1280 x 720 with the file browser open, at the usual pace. Waiting is
time in which the person has nothing to decide and no animation runs. Animations count separately, because a person can skip
them. Time to think does not count. The script needs Chromium and the extras `notebooks` and `test`, and prints the load
average too.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import nbformat
from playwright.sync_api import Locator, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.browser.harness import find_chromium, patient_page, run_all, serve, wait_until_run


@dataclass(frozen=True)
class Task:
    """Something to play.

    Attributes:
        cell: the code that shows the table.
        begins, ends: what the title of the board says when the task begins, and when it is over.
        wishes: the beginnings of moves, the most preferred first; a wish that begins with "once " is used once.
    """

    cell: str
    begins: str
    ends: str
    wishes: tuple[str, ...] = ()


TABLE = "from widgets import Table\nTable({!r}, seed=7, {}figure=False)"
OFFER = ("make an offer to", "give 1 ", "give no more", "want 1 ", "make the offer")
TASKS = {
    "visit": Task(TABLE.format("northwood", ""), "Visit 1 of", "Visit 2 of", ("visit fief 3",)),
    "turn": Task(
        TABLE.format("goods_and_honor", "players=3, seats={1: 'scripted', 2: 'scripted'}, "),
        "turn 1,",
        "turn 4,",
        ("say nothing", "close the hand", "keep the layout"),
    ),
    "round": Task(
        TABLE.format("merry_way", "players=2, seats={1: 'scripted'}, "),
        "round 1,",
        "round 2,",
        (*[f"once {wish}" for wish in OFFER], "make no more offers", "leave the bank", "build no more"),
    ),
    "country": Task(
        TABLE.format("keydom", "seats={1: 'scripted'}, "),
        "turn 1,",
        "turn 3,",
        ("once bid for registry tiles", "lay a counter", "this is the bid", "bid for no more", "once play a worker"),
    ),
    "seasons": Task(
        TABLE.format("resource_hog", "players=3, seats={1: 'scripted', 2: 'scripted'}, "),
        "round 1, step 1",
        "round 2, step 1",
        ("end the Trade phase", "once raise a peasant", "once clear woodland", "once mine salt", "let the others rest"),
    ),
}
COUNT = """() => {
    window.scrolled = 0;
    const tops = new WeakMap();
    for (const place of document.querySelectorAll('*')) if (place.scrollTop) tops.set(place, place.scrollTop);
    document.addEventListener('scroll', event => {
        const place = event.target === document ? document.documentElement : event.target;
        // these scroll by themselves
        if (!(place instanceof Element) || place.matches('.wb-happened, .wb-log, .wb-rules')) return;
        window.scrolled += Math.abs(place.scrollTop - (tops.get(place) ?? 0));
        tops.set(place, place.scrollTop);
    }, true);
    window.waited = window.passed = 0;
    let before = performance.now();
    setInterval(() => {
        const now = performance.now(), board = document.querySelector('.wb-board');
        const idle = !board.querySelector('.wb-moves .wb-move');
        if (board.querySelector('.wb-passing')) window.passed += now - before;
        else if (idle) window.waited += now - before;
        before = now;
    }, 20);
}"""
CHANGED = "document.querySelector('.wb-step').textContent !== before"
ASKED = "document.querySelector('.wb-confirm').offsetParent"
PATIENCE = 120_000


def said(board: Locator) -> str:
    """Return the title of the picture."""
    return board.locator(".wb-svg").first.get_attribute("aria-label") or ""


def wanted(moves: list[str], wishes: list[str]) -> int:
    """Return the place of the most preferred move; remove a wish that may be used only once."""
    for wish in list(wishes):
        for place, move in enumerate(moves):
            if move.startswith(wish.removeprefix("once ")):
                if wish.startswith("once "):
                    wishes.remove(wish)
                return place
    return 0


def play(page: Page, task: Task) -> tuple[int, float, float, float]:
    """Play a task by clicking; return clicks, seconds waited, seconds of animation, and pixels scrolled."""
    board, wishes, clicks, counting = page.locator(".wb-board").first, list(task.wishes), 0, False
    ready = "() => document.querySelector('.wb-moves .wb-move')"
    for _ in range(200):
        page.wait_for_function(ready, timeout=PATIENCE)
        page.wait_for_function("() => !document.querySelector('.wb-passing')", timeout=PATIENCE)
        if not counting and task.begins in said(board):
            counting = True
            page.evaluate("board => board.scrollIntoView({ block: 'start' })", board.element_handle())
            page.wait_for_timeout(300)
            page.evaluate(COUNT)
            page.wait_for_timeout(100)
        if counting and task.ends in said(board):
            measured = page.evaluate("() => [window.waited, window.passed, window.scrolled]")
            return clicks, measured[0] / 1000, measured[1] / 1000, measured[2]
        buttons = board.locator(".wb-moves .wb-move")
        texts = [re.sub(r"\s+", " ", text).strip() for text in buttons.all_text_contents()]
        before = board.locator(".wb-step").text_content()
        buttons.nth(wanted(texts, wishes)).click()
        clicks += counting
        page.wait_for_function(f"before => {CHANGED} || {ASKED}", arg=before, timeout=PATIENCE)
        if board.locator(".wb-confirm").is_visible():
            board.get_by_role("button", name="Confirm").click()
            clicks += counting
            page.wait_for_function(f"before => {CHANGED}", arg=before, timeout=PATIENCE)
    raise SystemExit(f"{task.ends!r} was not reached in 200 decisions.")


def main() -> None:
    """Play the tasks and print a line for each."""
    names = sys.argv[1:] or list(TASKS)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        work = Path(folder)
        with serve("lab", work, work / "server.log") as server:
            chromium = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
            for name in names:
                book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(TASKS[name].cell)])
                book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
                nbformat.write(book, server.folder / f"{name}.ipynb")
                page = patient_page(chromium, viewport={"width": 1280, "height": 720})
                server.open(page, f"{name}.ipynb")
                run_all(page)
                wait_until_run(page)
                page.locator(".wb-board .wb-spot").first.wait_for()
                clicks, waited, passed, scrolled = play(page, TASKS[name])
                print(
                    f"{name:7} {clicks:3} clicks, {waited:5.1f} s of waiting, {passed:5.1f} s of animation, "
                    f"{scrolled:.0f} pixels scrolled; load {os.getloadavg()[0]:.1f}",
                    flush=True,
                )
                page.context.close()
            chromium.close()


if __name__ == "__main__":
    main()
