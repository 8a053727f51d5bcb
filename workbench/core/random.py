"""Random numbers that are the same everywhere: one stream of whole numbers, seeded by a path."""

from __future__ import annotations

import random
import struct
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from mypy_extensions import i64

BLOCK: Final = 256
"""How many bytes to fetch from the generator at once; one call serves many draws."""
WORDS: Final = 64
"""How many words to fetch at once: enough for hundreds of small numbers, and not too many if only one is needed."""
LAYOUT: Final = struct.Struct(f"<{WORDS}q")
POOL_BITS: Final = 55
POOL: Final = (1 << POOL_BITS) - 1
"""The bits of a word to draw from: few enough that a product with a number up to `SMALL` fits in 63 bits."""
SPENT: Final = 1 << 25
"""How many different outcomes one word may decide: a small share of all its values, so they stay equally likely."""
SMALL: Final = 256
LARGEST: Final = 31
"""The largest number in a set from which `member` draws: a mask for the bits of a draw."""
TRIES: Final = 8


class Random:
    """A stream of whole numbers, a function of its seed alone.

    The numbers come from the standard library's Mersenne Twister, and all calculations use whole numbers. So every Python,
    plain or compiled, gives the same stream. Do not inherit from this class.

    Args:
        seed: any whole number or text.
        path: more whole numbers or texts; each path below a seed is a separate stream.

    >>> rng = Random(7)
    >>> [rng.below(6) for _ in range(5)], Random(7, "game", 3).below(6)
    ([3, 4, 5, 3, 0], 3)
    """

    __slots__ = ("_byte", "_bytes", "_place", "_pool", "_source", "_spent", "_words")
    _source: random.Random
    _words: tuple[int, ...]
    _place: i64
    _bytes: bytes
    _byte: i64
    _pool: i64
    _spent: i64

    def __init__(self, seed: int | str = 0, *path: int | str) -> None:
        digest = blake2b(repr((seed, *path)).encode(), digest_size=16).digest()
        self._source = random.Random(int.from_bytes(digest, "little"))
        self._words = ()
        self._place = WORDS
        self._bytes = b""
        self._byte = BLOCK
        self._pool = 0
        self._spent = SPENT

    def _word(self) -> i64:
        """Return the next 55 random bits."""
        if self._place == WORDS:
            self._words = LAYOUT.unpack(self._source.randbytes(8 * WORDS))
            self._place = 0
        place = self._place
        self._place = place + 1
        word: i64 = self._words[place]
        return word & POOL

    def below(self, n: i64) -> i64:
        """Return a whole number 0..n-1, every one equally likely (to within one part in 2**30).

        Args:
            n: 1..2**31; not checked, because this is the most frequent call of all.

        Returns:
            the number.
        """
        if n > SMALL:
            return self._below_large(n)
        # A word is a fraction of 1. Times n, its whole part is the number drawn and the rest is the fraction for the next:
        # together the numbers drawn from one word are the whole part of that word times the product of all n.
        spent = self._spent * n
        pool = self._pool
        if spent > SPENT:
            pool = self._word()
            spent = n
        self._spent = spent
        pool *= n
        self._pool = pool & POOL
        return pool >> POOL_BITS

    def _below_large(self, n: i64) -> i64:
        """Return a whole number 0..n-1 from 62 bits."""
        wide = (self._word() & 0x7FFFFFFF) << 31 | self._word() & 0x7FFFFFFF
        return wide % n

    def member(self, members: i64) -> i64:
        """Return a member of a set, every one equally likely.

        Args:
            members: the set as a mask, number n being bit n; not empty, and no number above 31.

        >>> Random(1).member(0b10000), {Random(seed).member(0b1010) for seed in range(20)}
        (4, {1, 3})
        """
        # most sets drawn from are large: trying any number costs less than counting
        tries: i64 = TRIES
        while tries:
            place = self._byte
            if place == BLOCK:
                self._bytes = self._source.randbytes(BLOCK)
                place = 0
            self._byte = place + 1
            number: i64 = self._bytes[place] & LARGEST
            if members >> number & 1:
                return number
            tries -= 1
        left = self.below(int(members).bit_count())
        while left > 0:
            members &= members - 1  # without its lowest
            left -= 1
        return int(members & -members).bit_length() - 1

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
        if total == len(weights):  # each weight is 1
            return weights[left][0]
        for outcome, weight in weights:
            left -= weight
            if left < 0:
                return outcome
        raise AssertionError("weights add up to their sum")


def below(limit: int, rng: Random) -> int:
    """Return a whole number 0..limit-1, every one equally likely, however large the limit is.

    Args:
        limit: at least 1.
        rng: the stream of random numbers.

    >>> below(10**40, Random(1)) < 10**40
    True
    """
    parts = limit.bit_length() // 16 + 3
    drawn = 0
    for _part in range(parts):
        drawn = drawn * 65536 + int(rng.below(65536))
    return drawn * limit >> (16 * parts)
