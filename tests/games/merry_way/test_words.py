"""What is told reads as people would say it, whether it is about one card or several."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from workbench.core.events import Kind, in_words
from workbench.games.merry_way.end_of_round import CARDS_LEAVE, CARDS_TURN, DECK_TOO_SHORT
from workbench.games.merry_way.setup import LINE_UP_COMPLETE


@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        (CARDS_TURN, {"places": (3,)}, "The blue side now shows on V4."),
        (CARDS_TURN, {"places": (0, 2)}, "The blue side now shows on V1 and V3."),
        (CARDS_LEAVE, {"places": (3,)}, "Discarded, because blue already showed: V4."),
        (DECK_TOO_SHORT, {"needed": 1, "left": 0}, "The line-up needs 1 folly card, but the deck has none: the game is over."),
        (DECK_TOO_SHORT, {"needed": 2, "left": 1}, "The line-up needs 2 folly cards, but the deck has 1: the game is over."),
        (LINE_UP_COMPLETE, {}, "Red, Yellow, Green, Blue and Purple stand between cards that all show their red side."),
    ],
)
def test_one_card_is_one(kind: Kind, fields: dict[str, Any], said: str) -> None:
    assert in_words(wb.load("merry_way"), kind.words, fields) == said
