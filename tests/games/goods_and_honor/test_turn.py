"""Turns and phases follow each other in a loop, however many of them leave nothing to decide."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import workbench as wb
from tests.contract import random_game
from workbench.core.events import Kind, Listener
from workbench.core.game import Game

IDLE: dict[str, Any] = {
    "rearrange": "none",
    "folks_each": 9,
    "points_per_good": 12,
    "nastigans": 0,
    "stall_rounds": 40,
    "max_rounds": 200,
}
"""Few Folks, high prices and no rearranging: the bag runs empty and nobody has anything to do until the stall."""

FORCED: dict[str, Any] = {
    "folks_each": 60,
    "folks_drawn": 24,
    "capacity": 1,
    "placement_order": "canonical",
    "chips_per_player": 1,
    "bid_items": "own_chips_only",
    "rearrange": "none",
    "goods_per_player": 1,
}
"""Single moves by the dozen: full sections, one path for each layout, hands of one chip."""


class Depths(Listener):
    """Notes how many calls are under way whenever something is told."""

    def __init__(self) -> None:
        super().__init__()
        self.depths: list[int] = []

    def hear(
        self, game: Game, kind: Kind, clause: str, seat: int, to: tuple[int, ...], fields: Mapping[str, Any]
    ) -> None:
        depth, frame = 0, sys._getframe()
        while frame.f_back is not None:
            depth, frame = depth + 1, frame.f_back
        self.depths.append(depth)


def test_hundreds_of_turns_without_a_decision_follow_each_other() -> None:
    match = wb.load("goods_and_honor", players=6, **IDLE).match(seed=1)
    match.play_out("random")
    turns = [event for event in match.log if event.clause == "GH-TURN-1"]
    assert match.over and len(turns) == 240  # 40 rounds of 6 players
    assert "GH-HOUSE-5" in [event.clause for event in match.log[-20:]]


def test_nothing_goes_deeper_the_more_follows_without_a_choice() -> None:
    for options in (IDLE, FORCED):
        state = wb.load("goods_and_honor", players=6, **options).start()
        state.listener = listener = Depths()
        for _ in random_game(state.game, 2, state):
            pass
        assert len(listener.depths) > 500
        assert max(listener.depths) - min(listener.depths) < 8
