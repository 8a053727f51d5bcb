"""What a position of For Northwood! promises: the chance that a visit succeeds, as learnt from play.

A small net with one hidden layer looks at what matters in a visit: each suit's cards in hand and deck in their order, the
points still wanted, the sizes of hand and deck, and every ready ally. Each of these is a *fact* with a number, and a row
of weights belongs to each fact. A position is the sum of the rows of its facts, so it costs little even in plain Python: a row
is packed into one long whole number, and one addition adds all its weights at once.

`tools/learn_northwood.py` learns the weights. It lets a player that trusts them play, again and again, and stores them beside
the game with a note of how they were made.
"""

from __future__ import annotations

import json
from base64 import b85decode, b85encode
from hashlib import sha256
from math import exp
from pathlib import Path
from struct import Struct
from typing import TYPE_CHECKING, Any, Final
from zlib import compress, decompress

from workbench.games.northwood.components import (
    CHARACTERS,
    COUNT,
    FIRST_ALLY,
    FIRST_FIEF,
    PASS,
    SLOTS,
    VALUE_MASK,
    character_of,
    count,
)
from workbench.games.northwood.options import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from workbench.core.types import Number
    from workbench.games.northwood.state import NorthwoodState
    from workbench.games.northwood.types import Cards, Character, Suit

LINES: Final = 512
"""The number of patterns: a suit's cards in hand (1) and deck (0) in order, with one more 1 on top to mark the length."""
FEWEST_WANTED: Final = -2
WANTED: Final = 11
HANDS: Final = 13
DECKS: Final = 25
ASPECTS: Final = 9

# Where the rows of each kind of fact begin.
TRUMPS: Final = 1
SIDES: Final = TRUMPS + LINES
NEXT_TRUMPS: Final = SIDES + LINES
ELSEWHERE: Final = NEXT_TRUMPS + LINES
CONTEXT: Final = ELSEWHERE + WANTED
SIZES: Final = CONTEXT + 2 * WANTED * HANDS
READY: Final = SIZES + DECKS * HANDS
ASPECT: Final = READY + CHARACTERS * WANTED * HANDS
EXHAUSTED: Final = ASPECT + CHARACTERS * ASPECTS
RIDERS: Final = EXHAUSTED + CHARACTERS * SLOTS
FACTS: Final = RIDERS + 5

CQ: Final = character_of("CQ")
CK: Final = character_of("CK")
CP: Final = character_of("CP")
CL: Final = character_of("CL")
CB: Final = character_of("CB")
FQ: Final = character_of("FQ")
FK: Final = character_of("FK")
FP: Final = character_of("FP")
FL: Final = character_of("FL")
FB: Final = character_of("FB")
LJ: Final = character_of("LJ")
LP: Final = character_of("LP")
LB: Final = character_of("LB")
EB: Final = character_of("EB")
LOW: Final = 0x07070707
EVEN: Final = 0xAAAAAAAA
MIRRORED: Final = bytes([int(f"{values:08b}"[::-1], 2) for values in range(256)])
"""For each set of values, the set in which 9 - v replaces every value v."""


def _patterns() -> list[int]:
    """Return the pattern of a suit, by its cards in hand + 256 * its cards in the deck."""
    found = [0] * 65536
    for hand in range(256):
        for deck in range(256):
            if hand & deck:
                continue
            line = 1
            for place in range(7, -1, -1):
                if hand >> place & 1:
                    line += line + 1
                elif deck >> place & 1:
                    line += line
            found[hand | deck << 8] = line
    return found


PATTERN: Final = _patterns()


def aspect(state: NorthwoodState, character: Character, hand: Cards, held: Number, trump: Suit) -> Number:
    """Return what matters most to one character's ability at this moment, as a number 0..8."""
    values: Number = (hand | hand >> 8 | hand >> 16 | hand >> 24) & 255
    if character < 6:
        if character == CQ:
            top = 1 if state.score_pile else 0
            return top + 2 if state.discard_pile and state.discard_pile[-1] >> 3 == trump else top
        if character == CK:
            highest: Number = int(values).bit_length()
            return count(hand & VALUE_MASK[highest - 1]) if highest else 0
        if character == CP:
            return COUNT[state.deck >> (trump << 3) & 255]
        if character == CL:
            return int(values & -values).bit_length()
        if character == CB:
            most: Number = 0
            for value in range(8):
                if values >> value & 1:
                    found = count(state.deck & VALUE_MASK[value])
                    if found > most:
                        most = found
            return most
        return 0
    if character < 12:
        if character == FQ:
            return 1 if state.score_pile else 0
        if character == FK:
            return COUNT[values & MIRRORED[values]] // 2
        if character == FP:
            spare = held - COUNT[values]
            return spare if spare < 8 else 8
        if character == FL:
            return values >> (held - 1) & 1 if 0 < held < 9 else 0
        if character == FB:
            low = count(hand & LOW)
            return low if low < 8 else 8
        return 0
    if character == LB:
        fits: Number = 0
        if state.discard_pile and values >> (state.discard_pile[-1] & 7) & 1:
            fits = 1
        if state.score_pile and values >> (state.score_pile[-1] & 7) & 1:
            fits += 2
        return fits
    if character == EB:
        even = count(hand & EVEN)
        return even if even < 8 else 8
    return 0


def facts(state: NorthwoodState) -> list[int]:
    """Return the facts of a position in a visit, as the numbers of their rows.

    Args:
        state: a position in a visit: in the ability window, or before the statement.
    """
    rules = state.game
    hand, deck = state.hand, state.deck
    ruler: Character = state.rulers[state.fief]
    trump: Suit = ruler // 6 if ruler >= 0 else 0
    points: Number = len(state.score_pile)
    wanted: Number = state.fief - points - FEWEST_WANTED
    if wanted < 0:
        wanted = 0
    elif wanted >= WANTED:
        wanted = WANTED - 1
    held, left = count(hand), count(deck)
    size = held if held < HANDS else HANDS - 1
    depth = left if left < DECKS else DECKS - 1
    closed: Number = 0 if state.phase is rules.ability_window else 1
    found = [
        int(CONTEXT + (closed * WANTED + wanted) * HANDS + size),
        int(SIZES + depth * HANDS + size),
    ]
    lines = [0, 0, 0, 0]
    for suit in range(4):
        shift = suit << 3
        line = PATTERN[(hand >> shift & 255) | (deck >> shift & 255) << 8]
        lines[suit] = line
        found.append((TRUMPS if suit == trump else SIDES) + line)
    if state.riders:
        found.append(int(RIDERS + (state.riders if state.riders < 5 else 4)))
    if not rules.abilities_on:
        return found
    exhausted = COUNT[state.exhausted]
    for activation in rules.ability_window.ready(state):  # who would do nothing now may help later
        if activation == PASS:
            continue
        character: Character = state.active(activation - FIRST_ALLY)
        if ruler >= 0 and rules.abilities[character].copies_ruler:
            character = ruler
        found.append(int(READY + (character * WANTED + wanted) * HANDS + size))
        found.append(int(ASPECT + character * ASPECTS + aspect(state, character, hand, held, trump)))
        found.append(int(EXHAUSTED + character * SLOTS + exhausted))
        if character in (LJ, LP):
            for action in rules.abilities[character].choices(state):
                if not FIRST_FIEF <= action < FIRST_FIEF + rules.fiefs:
                    continue
                other: Character = state.rulers[action - FIRST_FIEF]
                if other < 0:
                    continue
                if other // 6 != trump:
                    found.append(NEXT_TRUMPS + lines[other // 6])
                if character == LP:
                    target: Number = action - FIRST_FIEF - points - FEWEST_WANTED
                    found.append(int(ELSEWHERE + max(0, min(WANTED - 1, target))))
    return found


LANE: Final = 16
"""Bits of a packed row for each hidden unit."""
MIDDLE: Final = 1 << (LANE - 1)
"""The number each lane begins with, so that no sum of weights is negative."""


class Net:
    """The learnt weights, ready to use.

    Args:
        rows: for each fact one whole number per hidden unit, in parts of `SCALE`.
        bias: the number each hidden unit begins with, on the same scale.
        output: the weight of each hidden unit, in log odds.
        start: the log odds to begin with.

    >>> import workbench as wb
    >>> game = wb.load("northwood")
    >>> state = game.position({"phase": "ability_window", "fief": 2, "hand": "C1 C2"})
    >>> Net([[0, 0]] * FACTS, [0, 0], [0.0, 0.0], 0.0).chance(state)
    0.5
    """

    __slots__ = ("_length", "_output", "_rows", "_start", "_unpack", "_zero")
    _rows: list[int]
    _output: list[float]
    _start: float
    _zero: int
    _length: int
    _unpack: Struct

    def __init__(self, rows: list[tuple[int, ...]], bias: list[int], output: list[float], start: float) -> None:
        units = len(bias)
        self._rows = [packed(row) for row in rows]
        self._zero = packed(tuple([one + MIDDLE for one in bias]))
        self._output = [weight / SCALE for weight in output]
        self._start = start
        self._length = units * LANE // 8
        self._unpack = Struct(f"<{units}H")

    def chance(self, state: NorthwoodState) -> float:
        """Return the chance that the visit at hand succeeds, 0..1."""
        return self.chance_of(facts(state))

    def chance_of(self, found: list[int]) -> float:
        """Return the chance for the facts of a position."""
        rows = self._rows
        total = self._zero
        for fact in found:
            total += rows[fact]
        worth = self._start
        for unit, weight in zip(self._unpack.unpack(total.to_bytes(self._length, "little")), self._output, strict=True):
            if unit > MIDDLE:
                worth += weight * (unit - MIDDLE)
        return 1.0 / (1.0 + exp(-worth)) if worth > -MOST_LOG_ODDS else 0.0


def packed(row: tuple[int, ...]) -> int:
    """Pack a row of weights into one long whole number; adding two of these adds all their weights.

    >>> packed((1, 2)) == 1 + 2 * 2**16
    True
    """
    total = 0
    for place, weight in enumerate(row):
        total += weight << (LANE * place)
    return total


SCALE: Final = 256
"""Weights of rows are stored as whole numbers, in units of 1 / `SCALE`."""
MOST_LOG_ODDS: Final = 30.0
FILE: Final = Path(__file__).with_name("judgement.json")
"""What was learnt, made by tools/learn_northwood.py."""
LEARNT: Final = ("introductory", "full")
"""The set-ups for which a net was learnt; the last net judges all other set-ups."""

_NETS: Final[dict[str, Net]] = {}
_STORED: Final[dict[str, Any]] = {}


def stored() -> dict[str, Any]:
    """Return what is stored: how it was made, and each set-up's weights and chances of some deals."""
    if not _STORED:
        _STORED.update(json.loads(FILE.read_text(encoding="utf-8")))
    return _STORED


def fingerprint() -> str:
    """Return a digest of the names and defaults of all options: the rules that something was learnt by."""
    named = sorted([f"{option.name}={option.default!r}" for option in OPTIONS])
    return sha256("\n".join(named).encode()).hexdigest()[:16]


def learnt_for(setup: str) -> dict[str, Any]:
    """Return what was learnt for a set-up.

    Args:
        setup: the value of the option `setup`.
    """
    found: dict[str, Any] = stored()["setups"][setup if setup in LEARNT else LEARNT[-1]]
    return found


def net_for(setup: str) -> Net:
    """Return the net for a set-up, which the whole program shares.

    Args:
        setup: the value of the option `setup`.
    """
    if setup not in _NETS:
        _NETS[setup] = read_net(learnt_for(setup))
    return _NETS[setup]


def read_net(learnt: Mapping[str, Any]) -> Net:
    """Read a net that `written` wrote."""
    return Net(*unwritten(learnt))


def unwritten(learnt: Mapping[str, Any]) -> tuple[list[tuple[int, ...]], list[int], list[float], float]:
    """Return the weights of a net as `Net` takes them, from what `written` wrote."""
    row = Struct(f"<{len(learnt['bias'])}h")
    rows = list(row.iter_unpack(decompress(b85decode(learnt["rows"]))))
    return rows, learnt["bias"], learnt["output"], learnt["start"]


def written(rows: list[tuple[int, ...]], bias: list[int], output: list[float], start: float) -> dict[str, Any]:
    """Write the weights of a net as JSON: the rows as 16-bit numbers, compressed, in base 85."""
    row = Struct(f"<{len(bias)}h")
    packed_rows = b"".join([row.pack(*one) for one in rows])
    return {"bias": bias, "output": output, "start": start, "rows": b85encode(compress(packed_rows, 9)).decode("ascii")}
