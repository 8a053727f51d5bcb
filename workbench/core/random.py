"""Random numbers that are the same everywhere: one stream of whole numbers, seeded by a path; or draws by purpose."""

from __future__ import annotations

import random
import struct
from hashlib import blake2b
from math import inf, log
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
FRACTION_BITS: Final = 53
"""The bits of a number that one hash gives: as many as a float has."""


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
        return outcome_at(weights, left)


def outcome_at(weights: tuple[tuple[int, int], ...], left: i64) -> int:
    """Return the outcome at a place, if each outcome takes up as many places as its weight.

    Args:
        weights: (outcome, weight) pairs.
        left: the place, from 0 to the sum of the weights minus 1.

    >>> [outcome_at(((4, 1), (6, 2)), place) for place in range(3)]
    [4, 6, 6]
    """
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


class Purposes:
    """Random events drawn by purpose, so that two games with one seed draw alike even after their decisions differ.

    In a `Random` all events share one stream, so one event more shifts all later ones. Here each purpose has draws of its own.
    A deck is shuffled once: of the cards that two games both still have to draw, both draw the same one first. Whenever
    something has come back since the last draw (the die may show any face again, the deck is shuffled), the next shuffle
    begins. Only the seed, the purpose and the number of the shuffle decide its order.

    All draws are independent and follow their weights exactly, whatever happened before. The first of a shuffle takes one
    number and looks which outcome is at that place, as `Random.pick` does; for dice that is all. In later draws, each outcome
    waits for an exponential time, at a rate that is its weight at each draw, and the first to arrive is drawn. These times have
    no memory, so what the others have still to wait is exponential again.

    Args:
        seed: any whole number or text.
        path: more whole numbers or texts, as for `Random`.

    >>> deck = tuple([(card, 1) for card in range(10)])
    >>> def order(chance, deck):
    ...     drawn = []
    ...     while len(drawn) < 5:
    ...         drawn.append(chance.draw("deck", tuple([card for card in deck if card[0] not in drawn])))
    ...     return drawn
    >>> order(Purposes(7), deck), order(Purposes(7), deck[:9]), order(Purposes(7), deck[1:])
    ([3, 2, 4, 7, 5], [3, 2, 4, 7, 5], [4, 2, 7, 5, 9])
    """

    __slots__ = ("_path", "_piles")
    _path: tuple[int | str, ...]
    _piles: dict[str, Pile]

    def __init__(self, seed: int | str = 0, *path: int | str) -> None:
        self._path = (seed, *path)
        self._piles = {}

    def draw(self, purpose: str, weights: tuple[tuple[int, int], ...]) -> int:
        """Draw one of several outcomes by weight.

        Args:
            purpose: the name of what draws, such as a phase.
            weights: (outcome, weight) pairs with whole positive weights, as for `Random.pick`.

        Returns:
            the outcome drawn.
        """
        if len(weights) == 1:
            return weights[0][0]
        pile = self._piles.get(purpose)
        if pile is None:
            pile = Pile((*self._path, purpose))
            self._piles[purpose] = pile
        return pile.draw(weights)


class Pile:
    """What is left to draw for one purpose.

    Args:
        path: the seed and the purpose.
    """

    __slots__ = ("_drawn", "_left", "_path", "_shuffle", "_waits")
    _path: tuple[int | str, ...]
    _shuffle: int
    _left: dict[int, int]
    _drawn: dict[int, int]
    _waits: dict[int, float]

    def __init__(self, path: tuple[int | str, ...]) -> None:
        self._path = path
        self._shuffle = 0
        self._left = {}
        self._drawn = {}
        self._waits = {}

    def draw(self, weights: tuple[tuple[int, int], ...]) -> int:
        """Draw one of several outcomes by weight, as the first of a new shuffle if something has come back."""
        left = self._left
        shuffled = False
        for outcome, weight in weights:
            if weight > left.get(outcome, 0):
                shuffled = True
                break
        drawn = self._first(weights) if shuffled else self._next(weights)
        self._left = dict(weights)
        self._left[drawn] -= 1
        return drawn

    def _first(self, weights: tuple[tuple[int, int], ...]) -> int:
        """Begin a shuffle, and draw by one number."""
        self._shuffle += 1
        self._drawn = {}
        self._waits = {}
        total = 0
        for _, weight in weights:
            total += weight
        return outcome_at(weights, total * fraction(*self._path, self._shuffle) >> FRACTION_BITS)

    def _next(self, weights: tuple[tuple[int, int], ...]) -> int:
        """Draw the outcome that arrives first; the others wait on."""
        waits = self._waits
        drawn, soonest = weights[0][0], inf
        for outcome, weight in weights:
            if outcome not in waits:
                waits[outcome] = self._wait(outcome)
            if waits[outcome] < soonest * weight:
                drawn, soonest = outcome, waits[outcome] / weight
        for outcome, weight in weights:
            waits[outcome] = max(0.0, waits[outcome] - soonest * weight)
        self._drawn[drawn] = self._drawn.get(drawn, 0) + 1
        waits[drawn] = self._wait(drawn)
        return drawn

    def _wait(self, outcome: int) -> float:
        """Return how long an outcome waits: an exponential time of mean 1.

        The logarithms of two machines may differ in their last bit, which changes about one draw in 2**45.
        """
        part = fraction(*self._path, self._shuffle, outcome, self._drawn.get(outcome, 0))
        return -log((part + 0.5) / (1 << FRACTION_BITS))


def fraction(*path: int | str) -> int:
    """Return a whole number 0..2**53-1, every one equally likely, as a function of a path.

    >>> fraction(7, "deck") == fraction(7, "deck"), fraction(7, "deck") == fraction("7", "deck")
    (True, False)
    """
    return int.from_bytes(blake2b(repr(path).encode(), digest_size=8).digest(), "little") >> 64 - FRACTION_BITS
