"""Cards by name, by mask and by chance."""

from __future__ import annotations

import workbench as wb
from workbench.core.random import Random
from workbench.games.northwood.components import card_name, card_of, cards_in, count, mask_of
from workbench.games.northwood.state import NorthwoodState


def surprise(counts: list[int]) -> float:
    """How many standard deviations the chi-square of even counts lies above what is to be expected."""
    expected = sum(counts) / len(counts)
    square = sum((found - expected) ** 2 / expected for found in counts)
    freedom = len(counts) - 1
    return (square - freedom) / (2 * freedom) ** 0.5


def test_names_and_masks_go_both_ways() -> None:
    for card in range(32):
        assert card_of(card_name(card)) == card
        assert cards_in(1 << card) == (card,)
    assert cards_in(mask_of((31, 4, 12))) == (4, 12, 31)
    assert count(mask_of((31, 4, 12))) == 3


def test_a_rolled_deal_gives_every_card_and_every_pair_equally_often() -> None:
    """NW-CHANCE-1: a uniform subset of eight."""
    rng = Random("deal")
    start = wb.load("northwood", setup="custom", allies="CJ FJ LJ EJ", rulers="CQ FQ LQ EQ CK FK LK EK").start()
    cards, pairs = [0] * 32, [0] * 16
    for _ in range(4000):
        state = start.copy()
        state.roll(rng)
        assert isinstance(state, NorthwoodState)
        hand = cards_in(state.hand)
        assert len(hand) == 8
        assert state.hand & state.deck == 0
        for card in hand:
            cards[card] += 1
        for first in range(16):
            pairs[first] += first in hand and 31 - first in hand
    assert surprise(cards) < 5
    assert surprise(pairs) < 5
