"""Take pictures of five moments at the table of each game: a decision, a refusal, a hint, the end and a review.

    python benchmarks/table_pictures.py FOLDER [keydom merry_way] [--axe axe.min.js]

The table runs in a real JupyterLab and Chromium, with the file browser open. Each moment is taken at 1280 x 720 and 1024 x 720,
in the light and the dark theme, as FOLDER/GAME_MOMENT_WIDTH_THEME.png. The script prints which words of a decision are under
11 pixels high, which answers and moves do not fit into their boxes, and, given the file of axe-core, what that finds at each
moment. Open the pictures: what nobody has looked at is not checked.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Final

import nbformat
from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.browser.harness import (
    answered,
    at_size,
    change_theme,
    drawn,
    find_chromium,
    patient_page,
    run_all,
    serve,
    wait_until_run,
)

PLAYERS: Final = {"northwood": 1, "goods_and_honor": 4, "merry_way": 4, "keydom": 3, "resource_hog": 4}
SIZES: Final = ((1280, 720), (1024, 720))
MADE: Final = """
import workbench as wb
from widgets import Table
played = wb.load({game!r}, players={players}).match(seed=7)
played.play_out("scripted")
here = played.branch(next(step for step in range(played.steps * 9 // 20, played.steps)
                          if played.at(step).to_move == 0 and len(played.at(step).legal()) > 2))
seats = {{seat: "scripted" for seat in range(1, {players})}}
Table(here, seats=seats, pace=None, forced=False, figure=False{guide})
"""
ENDED: Final = "Table(played, seats=seats, pace=None, figure=False)"
BRING: Final = "(number) => document.querySelectorAll('.wb-board')[number].scrollIntoView({ block: 'start' })"
REFUSED: Final = """() => {
  const hit = document.querySelector('.wb-board .wb-spot.wb-live:not(.wb-legal) .wb-hit')
    || document.querySelector('.wb-board .wb-spot:not(.wb-legal) .wb-hit');
  const { left, top, width, height } = hit.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}"""
SMALL: Final = """() => [...document.querySelector('.wb-board .wb-view > .wb-picture svg').querySelectorAll('text')]
  .map((text) => [parseFloat(text.getAttribute('font-size')) * text.getScreenCTM().a, text.textContent.trim()])
  .filter(([size, words]) => words && size < 10.95).map(([size, words]) => `${words} ${size.toFixed(1)}`)"""
HIDDEN: Final = """() => ['.wb-refusal', '.wb-notice', '.wb-guide', '.wb-moves']
  .flatMap((part) => [...document.querySelectorAll(`.wb-board ${part}:not([hidden])`)])
  .filter((box) => box.scrollHeight > box.clientHeight + 1)
  .map((box) => `${box.className}: ${box.clientHeight} of ${box.scrollHeight} pixels in sight`)"""
WRONG: Final = """async (number) => (await axe.run(document.querySelectorAll('.wb-board')[number]))
  .violations.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.html.slice(0, 120)).join(' ')}`)"""


class Album:
    """Takes the pictures of one game.

    Args:
        page: a page that shows its two tables: in the middle of a match, and at its end.
        game: the name of the game.
        folder: where the pictures go.
        axe: whether the page has axe-core.
    """

    def __init__(self, page: Page, game: str, folder: Path, axe: bool) -> None:
        self.page, self.game, self.folder, self.axe = page, game, folder, axe

    def take(self, moment: str, table: int = 0) -> None:
        """Take a moment at each size in each theme, and print what is wrong with it."""
        page = self.page
        for theme in ("Light", "Dark"):
            change_theme(page, theme)
            for width, height in SIZES:
                at_size(page, width, height)
                page.evaluate(BRING, table)
                drawn(page)
                page.screenshot(path=self.folder / f"{self.game}_{moment}_{width}_{theme.lower()}.png")
                if theme == "Light":
                    self.tell(moment, width, page.evaluate(SMALL) if moment == "decision" else page.evaluate(HIDDEN))
            if self.axe:
                self.tell(moment, theme, page.evaluate(WRONG, table))
        change_theme(page, "Light")
        at_size(page, *SIZES[0])

    def tell(self, moment: str, where: object, faults: list[str]) -> None:
        """Print what is wrong."""
        print(f"{self.game} {moment} {where}: {'; '.join(faults) or 'nothing'}", flush=True)

    def moments(self) -> None:
        """Go through the five moments."""
        page = self.page
        boards = page.locator(".wb-board")
        self.take("decision")
        page.mouse.click(*page.evaluate(REFUSED))
        answered(page)
        self.take("refusal")
        boards.first.get_by_role("button", name="Hint", exact=True).click()
        page.wait_for_function("() => document.querySelector('.wb-notice').textContent.startsWith('Hint')")
        self.take("hint")
        at_end = boards.nth(1)
        at_end.get_by_role("button", name="Look back").click()
        self.take("end", 1)
        at_end.get_by_role("button", name="Review the game").click()
        at_end.get_by_role("button", name="Review again").wait_for()
        at_end.get_by_role("button", name="Review again").evaluate("(one) => one.scrollIntoView()")
        self.take("review", 1)


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", choices=[*PLAYERS, []], default=[])
    parser.add_argument("--axe", type=Path, help="the file axe.min.js of axe-core")
    parser.add_argument("--guide", action="store_true", help="with the guide for newcomers")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        work = Path(name)
        with serve("lab", work, work / "server.log") as server:
            chromium = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox", "--disable-gpu"])
            for game in asked.games or PLAYERS:
                made = MADE.format(game=game, players=PLAYERS[game], guide=", guide=True" if asked.guide else "")
                book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell.strip()) for cell in (made, ENDED)])
                book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
                nbformat.write(book, server.folder / f"{game}.ipynb")
                page = patient_page(chromium)
                server.open(page, f"{game}.ipynb")
                run_all(page)
                wait_until_run(page)
                page.locator(".wb-board .wb-spot").first.wait_for()
                if asked.axe:
                    page.add_script_tag(path=asked.axe)
                at_size(page, *SIZES[0])
                Album(page, game, asked.folder, bool(asked.axe)).moments()
                page.context.close()
            chromium.close()


if __name__ == "__main__":
    main()
