"""In a real browser, with their typeface, no words of any board are cut off or cover others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

import widgets
import workbench as wb
from workbench.core.events import Listener
from workbench.core.random import Random
from workbench.core.scene import Scene
from workbench.core.state import CHANCE, OVER

TYPEFACE = (Path(widgets.__file__).parent / "typeface.css").read_text(encoding="utf-8")
MEASURE = """(width) => {
  const found = [], all = [...document.querySelectorAll('svg text')].map(one => [one.textContent, one.getBBox()]);
  for (const [said, box] of all) if (box.x < 0 || box.x + box.width > width) found.push(`${said} leaves the picture`);
  // letters without accents fill the middle of their line
  const top = (box) => box.y + 0.25 * box.height, bottom = (box) => box.y + 0.8 * box.height;
  for (let i = 0; i < all.length; i++) for (let j = i + 1; j < all.length; j++) {
    const [said, one] = all[i], [other, two] = all[j];
    const across = Math.min(one.x + one.width, two.x + two.width) - Math.max(one.x, two.x);
    const down = Math.min(bottom(one), bottom(two)) - Math.max(top(one), top(two));
    if (across > 0.7 && down > 0.7) found.push(`${said} covers ${other}`);
  }
  return found;
}"""

ONE_TRAIL = {"trail_model": "one_shared", "starting_resources": 5, "max_rounds": 4}
VARIANTS: list[tuple[str, int, dict[str, Any]]] = [
    ("northwood", 1, {}),
    ("goods_and_honor", 3, {}),
    ("goods_and_honor", 4, {"stash_view": "open", "talk": "request_reply"}),
    ("goods_and_honor", 5, {"bid_max": 12, "keep_timing": "after_bids"}),
    ("goods_and_honor", 6, {"stash_view": "open", "elder_pawns": "on"}),
    ("merry_way", 2, {"starting_resources": 3, "max_rounds": 5}),
    ("merry_way", 3, {**ONE_TRAIL, "offer_units": 5, "side_tie": "leader"}),
    ("merry_way", 4, {"draw_deck": "either", "starting_scheme_cards": 9, "starting_resources": 5, "max_rounds": 3}),
    ("merry_way", 4, {**ONE_TRAIL, "columns_per_section": 4, "max_row": 4}),
    ("keydom", 2, {}),
    ("keydom", 3, {}),
    ("keydom", 4, {}),
    ("resource_hog", 2, {}),
    ("resource_hog", 3, {}),
    ("resource_hog", 5, {}),
]
IDS = ["-".join([name, str(players), *options]) for name, players, options in VARIANTS]
LOADED = """() => Promise.all([400, 700].map((weight) => document.fonts.load(`${weight} 12px 'Workbench Bitter'`)))
  .then((faces) => faces.map((each) => each.length))"""


def pictures(name: str, players: int, options: dict[str, Any]) -> Iterator[Scene]:
    """Some forty boards of a random game: the first of every kind of decision, and one in a while, through changing eyes."""
    game = wb.load(name, players=players, **options)
    rng, state = Random(players), game.start(Listener())
    asked: set[str] = set()
    for number in range(100_000):
        if state.phase.name not in asked or number % (25 * players) == 0:
            asked.add(state.phase.name)
            seat = int(state.to_move) if state.to_move >= 0 and number % 2 else number % players
            yield game.scene(state.view(seat).state, seat)
        if state.to_move == OVER:
            return
        legal = state.legal()
        if state.phase.name == "build" and rng.below(3):  # or the trails of the Merry Way would stay empty
            legal = tuple([action for action in legal if game.symbol(action) != "build:pass"]) or legal
        state.apply(rng.pick(state.chance()) if state.to_move == CHANCE else legal[rng.below(len(legal))])


@pytest.mark.usefixtures("page_of_its_own")  # a page without JupyterLab
@pytest.mark.parametrize(("name", "players", "options"), VARIANTS, ids=IDS)
def test_no_words_are_cut_off_or_covered(page: Page, name: str, players: int, options: dict[str, Any]) -> None:
    page.set_content(f"<style>{TYPEFACE}</style><main></main>")
    assert page.evaluate(LOADED) == [1, 1], "both weights of the typeface"
    for scene in pictures(name, players, options):
        page.locator("main").evaluate("(main, drawn) => { main.innerHTML = drawn; }", scene.svg())
        assert page.evaluate(MEASURE, scene.width) == [], scene.title
