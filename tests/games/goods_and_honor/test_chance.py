"""Random events: quick rolls draw what the single events would, each as often."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import workbench as wb
from workbench.core.random import Random
from workbench.games.goods_and_honor.components import FOLK_LOSES, FOLK_WINS, GUARD_DIE, HELPER_DIE, WORKER_DIE
from workbench.games.goods_and_honor.duel import PAIRS, Roll
from workbench.games.goods_and_honor.game import GoodsAndHonor
from workbench.games.goods_and_honor.laws import bag_of, draw_law, pair_law
from workbench.games.goods_and_honor.state import GoodsAndHonorState


def surprise(counts: dict[object, int], chances: dict[object, Fraction]) -> float:
    """How many standard deviations the chi-square of some counts lies above what is to be expected."""
    total = sum(counts.values())
    square = sum((counts.get(key, 0) - total * chance) ** 2 / (total * chance) for key, chance in chances.items())
    freedom = len(chances) - 1
    return float((square - freedom) / (2 * freedom) ** 0.5)


def drawing(bag: str) -> GoodsAndHonorState:
    state = wb.load("goods_and_honor").position({"bag": bag, "phase": "draw"})
    assert isinstance(state, GoodsAndHonorState)
    return state


def test_a_rolled_draw_follows_the_law_of_the_nastigans_and_of_the_pairs() -> None:
    """GH-CHANCE-3, GH-CHANCE-7."""
    start, rng = drawing("P5 W3 R2 S2 N24"), Random("draw")
    numbers: dict[object, int] = {}
    pairs: dict[object, int] = {}
    for _ in range(6000):
        state = start.copy()
        state.roll(rng)
        assert state.phase.name in ("keep", "talk")
        number = min(8, int(state.table_nastigans))
        kept = [kind for kind in range(4) for _ in range(state.table_folk[kind] + state.section(0, 4)[kind])]
        numbers[number] = numbers.get(number, 0) + 1
        pairs[tuple(kept)] = pairs.get(tuple(kept), 0) + 1
        assert sum(state.bag) == 36 - 2 - state.table_nastigans
    law = draw_law(start)
    tail: dict[object, Fraction] = {**dict(enumerate(law[:8])), 8: sum(law[8:], Fraction(0))}
    assert surprise(numbers, tail) < 5
    assert surprise(pairs, dict(pair_law(start))) < 5


def test_a_rolled_draw_of_a_short_bag_empties_it() -> None:
    """GH-DRAW-4."""
    state = drawing("P1 N24")
    state.roll(Random(1))
    assert state.bag == [0, 0, 0, 0, 21] and state.table_nastigans == 3 and state.phase.name == "defend"


def test_rolled_starting_folks_are_any_folks_of_the_bag() -> None:
    """GH-CHANCE-1: the first and the last Folk drawn are of each type equally often, and no Nastigan is drawn."""
    game, rng = wb.load("goods_and_honor", 6), Random("set-up")
    first: dict[object, int] = {}
    last: dict[object, int] = {}
    for _ in range(3000):
        state = game.start()
        assert isinstance(state, GoodsAndHonorState)
        state.roll(rng)
        assert state.phase.name == "setup_place" and state.bag[4] == 24
        assert {sum(state.hand(seat)) for seat in range(6)} == {6}
        for seat, counts in ((0, first), (5, last)):
            hand = state.hand(seat)
            counts[hand] = counts.get(hand, 0) + 1
    chances: dict[object, Fraction] = {}
    for (one, other), chance in pair_law(bag_of(GoodsAndHonor({}), (18, 18, 18, 18), 0)).items():
        hand = [1, 1, 1, 1]
        hand[one] += 1
        hand[other] += 1
        chances[tuple(hand)] = chance
    assert surprise(first, chances) < 5 and surprise(last, chances) < 5


@pytest.mark.parametrize("blue", [GUARD_DIE, HELPER_DIE, WORKER_DIE])
def test_the_pairs_of_dice(blue: int) -> None:
    """GH-CHANCE-4, GH-DUEL-7: every pair once, and as many that win and lose as there are."""
    symbols = [wb.load("goods_and_honor").symbol(action) for action in PAIRS[blue]]
    assert symbols == [f"roll:{red}-{face}" for red, face in product(range(1, 7), range(1, blue + 1))]
    wins = sum(face > red for red, face in product(range(1, 7), range(1, blue + 1)))
    losses = sum(face < red for red, face in product(range(1, 7), range(1, blue + 1)))
    roll, state = wb.load("goods_and_honor").phases["roll"], wb.load("goods_and_honor").start()
    assert isinstance(roll, Roll) and isinstance(state, GoodsAndHonorState)
    decided = [roll.decides(state, action) for action in PAIRS[blue]]
    assert (decided.count(FOLK_WINS), decided.count(FOLK_LOSES)) == (wins, losses)


def test_a_tie_is_rolled_again_and_changes_nothing() -> None:
    """GH-DUEL-4."""
    state = wb.load("goods_and_honor").position({"mats": {"A": "Food P1"}, "table": "N1"})
    state.apply(state.legal()[0])
    key = state.key()
    state.apply(state.game.action("roll:3-3"))
    assert state.key() == key
