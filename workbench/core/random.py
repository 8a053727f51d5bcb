"""Random numbers that are the same everywhere: one stream of whole numbers, seeded by a path."""

from __future__ import annotations

import random
import struct
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

if TYPE_CHECKING:
    from mypy_extensions import i64

BLOCK: Final = 256
"""How many words are fetched from the generator at once: one call for many draws."""
WORDS: Final = struct.Struct(f"<{BLOCK}I")


@mypyc_attr(allow_interpreted_subclasses=True)
class Random:
    """A stream of whole numbers, a function of its seed alone.

    The numbers come from the standard library's Mersenne Twister, 32 bits at a time, and everything done with them is done
    in whole numbers: so every Python, plain or compiled, gives the same stream.

    Args:
        seed: any whole number or text.
        path: more whole numbers or texts; each path below one seed is a stream of its own.

    >>> rng = Random(7)
    >>> [rng.below(6) for _ in range(5)], Random(7, "game", 3).below(6)
    ([3, 3, 1, 5, 0], 4)
    """

    __slots__ = ("_place", "_source", "_words")
    _place: i64
    _source: random.Random
    _words: tuple[int, ...]

    def __init__(self, seed: int | str = 0, *path: int | str) -> None:
        digest = blake2b(repr((seed, *path)).encode(), digest_size=16).digest()
        self._source = random.Random(int.from_bytes(digest, "little"))
        self._words = ()
        self._place = BLOCK

    def _fetch(self) -> None:
        """Fetch the next words."""
        self._words = WORDS.unpack(self._source.randbytes(4 * BLOCK))
        self._place = 0

    def below(self, n: i64) -> i64:
        """A whole number 0..n-1, every one equally likely (to within n parts in 2**32, or 2**62 for n above 65,536).

        Args:
            n: 1..2**31; not checked, because this is the most frequent call of all.

        Returns:
            the number.
        """
        if n > 65536:
            return self._below_large(n)
        if self._place == BLOCK:
            self._fetch()
        place = self._place
        self._place = place + 1
        return (self._words[place] * n) >> 32

    def word(self) -> i64:
        """The next 32 random bits, as a number 0..2**32-1: for whoever can use them all at once."""
        if self._place == BLOCK:
            self._fetch()
        place = self._place
        self._place = place + 1
        return self._words[place]

    def _below_large(self, n: i64) -> i64:
        """The same from 62 bits, where 32 would show."""
        high, low = self.below(65536), self.below(65536)
        wide: i64 = (high << 46) | (low << 30) | (self.below(32768) << 15) | self.below(32768)
        return wide % n

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
