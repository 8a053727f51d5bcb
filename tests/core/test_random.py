"""Streams of random numbers: the same for the same seed and path, and even."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.random import WORDS, Purposes, Random

SEEDS = st.integers() | st.text()


def stream(rng: Random, n: int = 1000, length: int = 12) -> list[int]:
    return [rng.below(n) for _ in range(length)]


@given(SEEDS, st.lists(SEEDS, max_size=3))
def test_a_stream_is_a_function_of_its_seed_and_path(seed: int | str, path: list[int | str]) -> None:
    assert stream(Random(seed, *path)) == stream(Random(seed, *path))


@given(st.lists(st.lists(SEEDS, min_size=1, max_size=3).map(tuple), min_size=2, max_size=6, unique=True))
def test_different_paths_are_different_streams(paths: list[tuple[int | str, ...]]) -> None:
    streams = [tuple(stream(Random(*path))) for path in paths]
    assert len(set(streams)) == len(paths)


def test_numbers_and_texts_are_different_seeds() -> None:
    assert stream(Random(7)) != stream(Random("7"))
    assert stream(Random(1, 23)) != stream(Random(12, 3))
    assert stream(Random(-1)) != stream(Random(1))


@given(st.integers(), st.integers(1, 2**31))
def test_below_stays_in_its_range(seed: int, n: int) -> None:
    rng = Random(seed)
    assert all(0 <= rng.below(n) < n for _ in range(5))


def test_the_numbers_drawn_from_one_word_are_even_together() -> None:
    """Six sides four times from the same word: all 1296 rows equally often (chi-square within five standard deviations)."""
    rng = Random("together")
    rows = Counter(tuple(rng.below(6) for _ in range(4)) for _ in range(40_000))
    expected = 40_000 / 1296
    square = sum((rows[row] - expected) ** 2 / expected for row in product(range(6), repeat=4))
    assert abs(square - 1295) < 5 * (2 * 1295) ** 0.5


def test_a_word_is_left_before_it_runs_out() -> None:
    """A word decides at most 2**20 outcomes together; twenty halves in a row still give every pattern of ten equally often."""
    rng = Random("run out")
    patterns = Counter(sum(rng.below(2) << place for place in range(10)) for _ in range(40_000))
    expected = 40_000 / 1024
    square = sum((patterns[pattern] - expected) ** 2 / expected for pattern in range(1024))
    assert abs(square - 1023) < 5 * (2 * 1023) ** 0.5


@pytest.mark.parametrize("size", [1, 2, 3, 9, 24, 31, 32])
def test_a_member_of_a_set_is_any_of_them_equally_often(size: int) -> None:
    rng = Random("member", size)
    members = tuple(range(32))[-size:] if size > 9 else tuple(range(1, 1 + 3 * size, 3))
    found = Counter(rng.member(sum(1 << number for number in members)) for _ in range(400 * size))
    assert set(found) == set(members)
    square = sum((found[number] - 400) ** 2 / 400 for number in members)
    assert square - (size - 1) <= 5 * (2 * (size - 1)) ** 0.5


def test_below_one_is_nought() -> None:
    assert stream(Random(3), 1, 50) == [0] * 50


@pytest.mark.parametrize("n", [2, 6, 32, 256, 257, 65_537, 2**31])
def test_below_is_even(n: int) -> None:
    """Eight equal parts of the range hold an eighth each, to within four standard deviations."""
    draws = 8000
    rng = Random(5, "even", n)
    parts = Counter(rng.below(n) * min(n, 8) // n for _ in range(draws))
    share = draws / min(n, 8)
    assert set(parts) == set(range(min(n, 8)))
    assert all(abs(count - share) < 4 * share**0.5 for count in parts.values())


def test_pairs_of_neighbours_are_even_too() -> None:
    rng = Random(6, "pairs")
    pairs = Counter((rng.below(4), rng.below(4)) for _ in range(16_000))
    assert len(pairs) == 16
    assert all(abs(count - 1000) < 4 * 1000**0.5 for count in pairs.values())


def test_a_stream_does_not_repeat_where_it_fetches_more() -> None:
    numbers = stream(Random(9), 2**31, 4 * WORDS)
    blocks = [tuple(numbers[start : start + WORDS]) for start in range(0, len(numbers), WORDS)]
    assert len(set(blocks)) == len(blocks)


def test_pick_follows_the_weights() -> None:
    rng = Random(8)
    found = Counter(rng.pick(((70, 1), (71, 2), (72, 5))) for _ in range(8000))
    assert set(found) == {70, 71, 72}
    for outcome, expected in ((70, 1000), (71, 2000), (72, 5000)):
        assert abs(found[outcome] - expected) < 4 * expected**0.5


def test_pick_of_one_outcome_is_that_outcome() -> None:
    assert Random(1).pick(((41, 3),)) == 41


def test_pick_uses_one_number_of_the_stream() -> None:
    first, second = Random(2), Random(2)
    first.pick(((0, 1), (1, 1)))
    second.below(2)
    assert stream(first) == stream(second)


# -- draws by purpose --------------------------------------------------------------------------------------------------

Weights = tuple[tuple[int, int], ...]
Events = Callable[[tuple[int, ...]], tuple[str, Weights] | None]
"""What is drawn next after some outcomes: the purpose and the weights; None at the end."""


def left_of(deck: dict[int, int], drawn: tuple[int, ...]) -> Weights:
    left = {card: copies - drawn.count(card) for card, copies in deck.items()}
    return tuple([(card, copies) for card, copies in left.items() if copies > 0])


def deck(drawn: tuple[int, ...]) -> tuple[str, Weights] | None:
    """Draw a deck of six cards of three kinds to its end."""
    return ("deck", left_of({0: 3, 1: 2, 2: 1}, drawn)) if len(drawn) < 6 else None


def shuffled_again(drawn: tuple[int, ...]) -> tuple[str, Weights] | None:
    """Draw two of four cards, put them back if the first is 0 or 1, and draw three more."""
    if len(drawn) == 5:
        return None
    cards = dict.fromkeys(range(4), 1)
    back = len(drawn) >= 2 and drawn[0] < 2
    return "deck", left_of(cards, drawn[2:] if back else drawn) or ((0, 1), (3, 2))


def refilled(drawn: tuple[int, ...]) -> tuple[str, Weights] | None:
    """Draw from a bag that gets another token of a kind whenever a token of kind 1 is drawn."""
    return ("bag", left_of({0: 2 + drawn.count(1), 1: 2, 2: 1}, drawn)) if len(drawn) < 4 else None


def changing(drawn: tuple[int, ...]) -> tuple[str, Weights] | None:
    """Draw without anything coming back, at weights that fall by more than what is drawn."""
    weights = tuple([(card, 12 // (1 + len(drawn)) - card) for card in range(3) if card not in drawn[1:]])
    return ("odd", weights) if len(drawn) < 3 else None


def dice_and_deck(drawn: tuple[int, ...]) -> tuple[str, Weights] | None:
    """Roll a loaded die before two cards each."""
    if len(drawn) >= 5:
        return None
    if len(drawn) in (0, 3):
        return "die", ((0, 1), (1, 2), (2, 3))
    return "deck", left_of({0: 2, 1: 1, 2: 1}, drawn[1:3] + drawn[4:])


def exact(events: Events, drawn: tuple[int, ...] = (), chance: Fraction = Fraction(1)) -> dict[tuple[int, ...], Fraction]:
    """Return the chance of every course of events."""
    found = events(drawn)
    if found is None:
        return {drawn: chance}
    total = sum([weight for _, weight in found[1]])
    courses: dict[tuple[int, ...], Fraction] = {}
    for outcome, weight in found[1]:
        courses |= exact(events, (*drawn, outcome), chance * Fraction(weight, total))
    return courses


def course(events: Events, chance: Purposes) -> tuple[int, ...]:
    drawn: tuple[int, ...] = ()
    while (found := events(drawn)) is not None:
        drawn = (*drawn, chance.draw(*found))
    return drawn


@pytest.mark.parametrize("events", [deck, shuffled_again, refilled, changing, dice_and_deck])
def test_draws_by_purpose_follow_the_weights(events: Events) -> None:
    """Every course of events is as frequent as its exact chance (chi-square within five standard deviations)."""
    chances = exact(events)
    draws = 30 * len(chances)
    found = Counter(course(events, Purposes(seed, "weights")) for seed in range(draws))
    assert set(found) <= set(chances)
    square = sum((found[one] - draws * float(chance)) ** 2 / (draws * float(chance)) for one, chance in chances.items())
    freedom = len(chances) - 1
    assert abs(square - freedom) < 5 * (2 * freedom) ** 0.5


def test_a_card_lies_before_the_same_cards_in_every_world() -> None:
    """One world draws a card more between, another lacks two: those that all still draw come in one order."""
    cards = dict.fromkeys(range(12), 1)
    for seed in range(20):
        orders = []
        for gone in ((), (3,), (7, 9)):
            chance, drawn = Purposes(seed), [Purposes(seed).draw("deck", left_of(cards, ()))]
            chance.draw("deck", left_of(cards, ()))
            while left := left_of(cards, (*gone, *drawn)):
                chance.draw("dice", tuple([(face, 1) for face in range(6)]))
                drawn.append(chance.draw("deck", left))
            orders.append(drawn[1:])
        common = set(orders[0]).intersection(*orders[1:])
        assert len({tuple([card for card in order if card in common]) for order in orders}) == 1


def test_the_same_dice_fall_whatever_else_is_drawn() -> None:
    faces = tuple([(face, 1) for face in range(6)])
    alone, busy = Purposes("dice"), Purposes("dice")
    rolls = [alone.draw("die", faces) for _ in range(30)]
    for number, roll in enumerate(rolls):
        for _ in range(number % 3):
            busy.draw("other die", faces)
        assert busy.draw("die", faces) == roll
    assert len(set(rolls)) == 6
