"""Streams of random numbers: the same for the same seed and path, and even."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.core.random import BLOCK, Random

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


def test_below_one_is_nought() -> None:
    assert stream(Random(3), 1, 50) == [0] * 50


@pytest.mark.parametrize("n", [2, 6, 32, 65_536, 65_537, 2**31])
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
    numbers = stream(Random(9), 60_000, 4 * BLOCK)
    blocks = [tuple(numbers[start : start + BLOCK]) for start in range(0, len(numbers), BLOCK)]
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
