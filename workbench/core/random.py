"""Random numbers that are the same everywhere: one small generator on whole numbers, seeded by a path."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

if TYPE_CHECKING:
    from mypy_extensions import i64

WORD: Final = 0xFFFFFFFF
MULTIPLIER: Final = 2147483085
"""The largest number below 2**31 for which MULTIPLIER * 2**32 - 1 and half of it are both prime: the longest period."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Random:
    """A stream of whole numbers (George Marsaglia's multiply-with-carry, folded), a function of its seed alone.

    Every value on the way stays below 2**63, so plain and compiled Python give the same stream.

    Args:
        seed: any whole number or text.
        path: more whole numbers or texts; each path below one seed is a stream of its own.

    >>> rng = Random(7)
    >>> [rng.below(6) for _ in range(5)], Random(7, "game", 3).below(6)
    ([0, 0, 4, 4, 2], 3)
    """

    __slots__ = ("carry_and_word",)
    carry_and_word: i64

    def __init__(self, seed: int | str = 0, *path: int | str) -> None:
        digest = int.from_bytes(blake2b(repr((seed, *path)).encode(), digest_size=16).digest(), "little")
        self.carry_and_word = 1 + digest % (MULTIPLIER * (WORD + 1) - 2)

    def word(self) -> i64:
        """The next 32 random bits, as a number 0..2**32-1."""
        state = self.carry_and_word
        state = MULTIPLIER * (state & WORD) + (state >> 32)
        self.carry_and_word = state
        return (state ^ (state >> 32)) & WORD

    def below(self, n: i64) -> i64:
        """A whole number 0..n-1, every one equally likely.

        Args:
            n: 1..2**31.

        Returns:
            the number.

        Raises:
            ValueError: n is out of range.
        """
        if n < 1 or n > 2147483648:
            raise ValueError(f"below(n) takes n from 1 to 2**31, not {n}.")
        # Lemire's multiplication method: the rejected low end keeps the numbers exactly even. The first word is drawn in
        # place, because this is the most frequent call of all.
        state = self.carry_and_word
        state = MULTIPLIER * (state & WORD) + (state >> 32)
        self.carry_and_word = state
        product: i64 = ((state ^ (state >> 32)) & WORD) * n
        if product & WORD < n:
            floor: i64 = (WORD + 1 - n) % n
            while product & WORD < floor:
                product = self.word() * n
        return product >> 32

    def pick(self, weights: tuple[tuple[int, int], ...]) -> int:
        """Draw one of several outcomes by weight.

        Args:
            weights: (outcome, weight) pairs with whole positive weights whose sum is at most 2**31.

        Returns:
            the outcome drawn.
        """
        total: i64 = 0
        for _, weight in weights:
            total += weight
        left = self.below(total)
        for outcome, weight in weights:
            left -= weight
            if left < 0:
                return outcome
        raise AssertionError("weights add up to their sum")
