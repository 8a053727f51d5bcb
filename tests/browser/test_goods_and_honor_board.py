"""In a real browser, with its fonts, no words of the board of For Goods and Honor are cut off or cover others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

import workbench as wb
from workbench.core.events import Listener
from workbench.core.random import Random
from workbench.core.scene import Scene
from workbench.core.state import CHANCE, OVER

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

VARIANTS: dict[str, tuple[int, dict[str, Any]]] = {
    "3 players": (3, {}),
    "4 players, open stashes, replies": (4, {"stash_view": "open", "talk": "request_reply"}),
    "5 players, large bids, kept after bids": (5, {"bid_max": 12, "keep_timing": "after_bids"}),
    "6 players, open stashes, Elder Pawns": (6, {"stash_view": "open", "elder_pawns": "on"}),
}


def pictures(players: int, options: dict[str, Any]) -> Iterator[Scene]:
    """Some forty boards of a random game: the first of every kind of decision, and one in a while, through changing eyes."""
    game = wb.load("goods_and_honor", players=players, **options)
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
        state.apply(rng.pick(state.chance()) if state.to_move == CHANCE else legal[rng.below(len(legal))])


@pytest.mark.usefixtures("page_of_its_own")  # a page without JupyterLab
@pytest.mark.parametrize("variant", VARIANTS)
def test_no_words_are_cut_off_or_covered(page: Page, variant: str) -> None:
    players, options = VARIANTS[variant]
    for scene in pictures(players, options):
        page.set_content(scene.svg())
        assert page.evaluate(MEASURE, scene.width) == [], scene.title
