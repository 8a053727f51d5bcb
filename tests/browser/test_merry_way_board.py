"""In a real browser, with its fonts, no words of the board of On Their Merry Way are cut off or cover others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

import workbench as wb
from tests.browser.test_goods_and_honor_board import MEASURE
from workbench.core.events import Listener
from workbench.core.random import Random
from workbench.core.scene import Scene
from workbench.core.state import CHANCE, OVER

VARIANTS: dict[str, tuple[int, dict[str, Any]]] = {
    "2 players": (2, {"starting_resources": 3, "max_rounds": 5}),
    "3 players, one trail, large offers": (
        3,
        {"trail_model": "one_shared", "offer_units": 5, "starting_resources": 5, "max_rounds": 4, "side_tie": "leader"},
    ),
    "4 players, many cards, either deck": (
        4,
        {"draw_deck": "either", "starting_scheme_cards": 9, "starting_resources": 5, "max_rounds": 3},
    ),
    "4 players, the longest trail": (
        4,
        {"trail_model": "one_shared", "columns_per_section": 4, "max_row": 4, "starting_resources": 5, "max_rounds": 4},
    ),
}


def pictures(players: int, options: dict[str, Any]) -> Iterator[Scene]:
    """Some forty boards of a random game: the first of every kind of decision, and one in a while, through changing eyes."""
    game = wb.load("merry_way", players=players, **options)
    rng, state = Random(players), game.start(Listener())
    asked: set[str] = set()
    for number in range(100_000):
        if state.phase.name not in asked or number % (17 * players) == 0:
            asked.add(state.phase.name)
            seat = int(state.to_move) if state.to_move >= 0 and number % 2 else number % players
            yield game.scene(state.view(seat).state, seat)
        if state.to_move == OVER:
            return
        legal = state.legal()
        if state.phase.name == "build" and rng.below(3):
            legal = tuple([action for action in legal if game.symbol(action) != "build:pass"]) or legal
        state.apply(rng.pick(state.chance()) if state.to_move == CHANCE else legal[rng.below(len(legal))])


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_words_are_cut_off_or_covered(page: Page, variant: str) -> None:
    players, options = VARIANTS[variant]
    for scene in pictures(players, options):
        page.set_content(scene.svg())
        assert page.evaluate(MEASURE, scene.width) == [], scene.title
