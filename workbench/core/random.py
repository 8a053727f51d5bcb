"""Random numbers that are the same everywhere: one small generator on whole numbers, seeded by a path."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

if TYPE_CHECKING:
    from mypy_extensions import i64

WORD: Final = 0xFFFFFFFF


@mypyc_attr(allow_interpreted_subclasses=True)
class Random:
    """A stream of whole numbers (Chris Doty-Humphrey's sfc32), a function of its seed alone.

    Every word stays below 2**32 and every intermediate value below 2**62, so plain and compiled Python give the same stream.

    Args:
        seed: any whole number or text.
        path: more whole numbers or texts; each path below one seed is a stream of its own.

    >>> Random(7).below(6), Random(7).below(6), Random(7, "game", 3).below(6)
    (1, 1, 4)
    """

    __slots__ = ("a", "b", "c", "counter")
    a: i64
    b: i64
    c: i64
    counter: i64

    def __init__(self, seed: int | str = 0, *path: int | str) -> None:
        digest = blake2b(repr((seed, *path)).encode(), digest_size=12).digest()
        self.a = int.from_bytes(digest[0:4], "little")
        self.b = int.from_bytes(digest[4:8], "little")
        self.c = int.from_bytes(digest[8:12], "little")
        self.counter = 1
        for _ in range(12):  # the generator's own advice: let the seed spread before use
            self.word()

    def word(self) -> i64:
        """The next 32 random bits, as a number 0..2**32-1."""
        total: i64 = (self.a + self.b + self.counter) & WORD
        self.counter = (self.counter + 1) & WORD
        self.a = self.b ^ (self.b >> 9)
        c = self.c
        self.b = (c + (c << 3)) & WORD
        self.c = ((((c << 21) & WORD) | (c >> 11)) + total) & WORD
        return total

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
        # Lemire's multiplication method: the rejected low end keeps the numbers exactly even
        product: i64 = self.word() * n
        low: i64 = product & WORD
        if low < n:
            floor: i64 = (WORD + 1 - n) % n
            while low < floor:
                product = self.word() * n
                low = product & WORD
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
