"""Cards by name, by mask and by chance."""

from __future__ import annotations

import workbench as wb
from workbench.core.events import Listener
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


def test_a_rolled_set_up_gives_every_ruler_every_fief_equally_often() -> None:
    """NW-CHANCE-2: a uniform order of the eight rulers."""
    rng = Random("set-up")
    game = wb.load("northwood")
    fiefs = [[0] * 24 for _ in range(8)]
    neighbours = [0] * 64
    for _ in range(4000):
        state = game.start()
        state.roll(rng)
        assert state.phase.name == "deal" and state.unseen == 0
        for fief, ruler in enumerate(state.rulers):
            fiefs[fief][ruler] += 1
        first, second = (sorted(state.rulers).index(ruler) for ruler in state.rulers[3:5])
        neighbours[8 * first + second] += 1
    for counts in fiefs:
        assert surprise([count for ruler, count in enumerate(counts) if ruler % 6 in (1, 2)]) < 5
        assert sum(count for ruler, count in enumerate(counts) if ruler % 6 in (1, 2)) == 4000
    assert [neighbours[9 * same] for same in range(8)] == [0] * 8
    assert surprise([count for place, count in enumerate(neighbours) if place % 9]) < 5


def test_whoever_listens_hears_a_rolled_set_up_ruler_by_ruler() -> None:
    listener = Listener()
    state = wb.load("northwood").start(listener)
    while state.phase.name == "set_up":
        state.roll(Random(1))
    assert [event.clause for event in listener.events].count("NW-SETUP-4") == 8
