"""The things you play the game with, and the names of its actions."""

from __future__ import annotations

from itertools import combinations_with_replacement, permutations
from typing import Final

NONE: Final = -1
"""No seat, no area, no pile, nothing chosen."""
BIT: Final = tuple([1 << n for n in range(62)])
"""Powers of two by table, because compiled code shifts by a machine-sized number in 32 bits."""

MOST_SEATS: Final = 5
DISCS: Final = 50
"""Discs of each player (RH-MARKER-1)."""
GOLD_TOKEN: Final = 5
"""Money that a gold token is worth (RH-MARKER-3)."""
ALL_MONEY: Final = 550
"""What all gold and silver tokens are worth together (RH-RULING-4)."""

FOOD: Final = 0
SALT: Final = 1
ARMS: Final = 2
GOODS: Final = 3
GOOD_NAMES: Final = ("food", "salt", "arms")
CHIPS: Final[tuple[int, ...]] = (100, 120, 60)
"""Chips of preserved food, salt and arms (RH-RULING-4)."""

GOLD: Final = 0
"""In a mountain, gold has the place that food has in a store."""
ORE_NAMES: Final = ("gold", "salt", "arms")

SLAVES: Final = 3
MERCENARIES: Final = 4
COLUMNS: Final = 5
COLUMN_NAMES: Final = ("food", "salt", "arms", "slaves", "mercenaries")
COLUMN_ONES: Final = ("food", "salt", "arms", "a slave", "a mercenary")
"""One token of each column, in a sentence."""
ROW_SPACES: Final = (2, 2, 2, 1, 1)
"""Spaces in a row of each column of the price board (RH-BOARD-1)."""
ROWS: Final = 10
CAPACITY: Final[tuple[int, ...]] = (20, 20, 20, 10, 10)
BALANCE: Final = 11
"""Tokens in a goods column whose middle row is half full (RH-ADJUST-1)."""

PEASANT_CARD: Final = 0
NOBLE_CARD: Final = 1
TRADE_CARD: Final = 2
CARDS: Final = 3
CARD_LETTERS: Final = "PNT"
CARD_NAMES: Final = ("Peasant", "Noble", "Trade")
PILES: Final = tuple(["".join(order) for order in permutations(CARD_LETTERS)])
"""The six orders of the three cards, the first card on top (RH-ROUND-1)."""
SEEN_PILES: Final = (*PILES, *[f"{letter}??" for letter in CARD_LETTERS], "???")
"""The same, and after them what others see of a pile: its first card, or nothing."""
UNSEEN_PILE: Final = len(SEEN_PILES) - 1
FIRST_SEEN: Final = len(PILES)
"""The number of a pile with only its top card known is this plus the card's."""
PILE_CARDS: Final = tuple([tuple([CARD_LETTERS.index(letter) for letter in pile]) for pile in PILES])

# Kinds of work; fishing in water w is FISH + w.
HUNT: Final = 0
TOIL: Final = 1
MINE: Final = 2
"""Mining gold; salt and arms are the next two kinds."""
CLEAR: Final = 5
GROW: Final = 6
KNIGHT: Final = 7
ROAD: Final = 8
MINE_SITE: Final = 9
HARBOUR: Final = 10
SEAT: Final = 11
HEAD: Final = 12
FISH: Final = 13
WORK_NAMES: Final = (
    *("HUNT", "TOIL", "MINE:gold", "MINE:salt", "MINE:arms", "CLEAR", "GROW", "KNIGHT"),
    *("ROAD", "MINE_SITE", "HARBOUR", "SEAT", "HEAD"),
)
TOKEN_STEP: Final = 16
"""The code of work is kind * TOKEN_STEP + TOKEN_STEP - 1 - tokens: in sorted order, more tokens come first."""

SEAT_NAMES: Final = ("none", "manor", "motte", "castle")
SEATS: Final = 3
HIGHEST_SEAT: Final = 3
BUILDINGS: Final = ("road", "mine", "harbour", "manor", "motte", "castle", "head")
"""In the order of the lists `workers` and `costs`."""
FIRST_SEAT_BUILDING: Final = 3
HEAD_BUILDING: Final = 6

# Markers with a limit (RH-MARKER-5), in the order of the list `left`.
ROAD_MARKER: Final = 0
MINE_MARKER: Final = 1
HARBOUR_MARKER: Final = 2
MANOR_MARKER: Final = 3
MOTTE_MARKER: Final = 4
FIELD_MARKER: Final = 5
MARKER_NAMES: Final = ("road", "mine", "harbour", "manor", "motte or castle", "field")
MARKERS: Final = (12, 12, 6, 12, 10, 45)
PLENTY: Final = 10_000
"""The number of markers if the option says that they do not run out."""

PAYMENTS: Final = ("MONEY", "SALT", "ARMS", "FOOD", "PEASANT")
PAY_MONEY: Final = 0
PAY_SALT: Final = 1
PAY_ARMS: Final = 2
PAY_FOOD: Final = 3
PAY_PEASANT: Final = 4

BUILDABLE: Final = (HARBOUR, SEAT, HEAD)
"""The things that the owner chooses from when money is short, in the order of the vocabulary."""
MOST_AT_ONCE: Final = 20
"""The largest number in one decision; more is decided again (RH-HOUSE-7)."""
PEASANT_LOAD: Final = 2
"""Goods that a moving peasant takes along (RH-PMOVE-5)."""
HANDFUL: Final = 12
"""Dice rolled in one random event (RH-HOUSE-9)."""
FACES: Final = 6


def cargoes(most: int) -> tuple[tuple[int, ...], ...]:
    """Return every load of a peasant: no goods first, then one, then two and so on (RH-PMOVE-5).

    >>> cargoes(1), len(cargoes(2)), len(cargoes(3))
    (((), (0,), (1,), (2,)), 10, 20)
    """
    return tuple([load for size in range(most + 1) for load in combinations_with_replacement(range(GOODS), size)])


def work_code(kind: int, tokens: int = 0) -> int:
    """Return the code of a worker or group: its kind, and the tokens that lie on it (for a seat, its level).

    >>> work_kind(work_code(FISH, 3)) == FISH, work_tokens(work_code(FISH, 3))
    (True, 3)
    """
    return kind * TOKEN_STEP + TOKEN_STEP - 1 - tokens


def work_kind(code: int) -> int:
    """Return the kind of work."""
    return code // TOKEN_STEP


def work_tokens(code: int) -> int:
    """Return the tokens that lie on a worker; for a seat, the level being built."""
    return TOKEN_STEP - 1 - code % TOKEN_STEP


def is_fresh(kind: int) -> bool:
    """Return whether the tokens of a kind of work are fresh food."""
    return kind >= FISH or kind <= TOIL


class Vocabulary:
    """The first number of each family of actions, for so many areas, borders and waters (RH-HOUSE-7).

    Args:
        areas: the codes of the areas.
        borders: each border as the numbers of its two areas.
        waters: the codes of the waters.
        load: how many goods a peasant carries.

    Attributes:
        symbols: the name of every action.

    >>> words = Vocabulary(("H1", "C1"), ((0, 1),), ("SEA",), 2)
    >>> words.symbols[words.border], words.symbols[words.work + FISH], words.symbols[-1]
    ('border:H1>C1', 'work:FISH:SEA', 'card:P5/T')
    """

    def __init__(
        self, areas: tuple[str, ...], borders: tuple[tuple[int, int], ...], waters: tuple[str, ...], load: int
    ) -> None:
        names: list[str] = [f"pile:{pile}" for pile in PILES]
        self.done: int = len(names)
        self.yes: int = self.done + 1
        names += ["done", "yes"]
        self.area: int = len(names)
        names += [f"area:{code}" for code in areas]
        self.border: int = len(names)
        for one, other in borders:
            names += [f"border:{areas[one]}>{areas[other]}", f"border:{areas[other]}>{areas[one]}"]
        self.cargo: int = len(names)
        names += [f"cargo:{'+'.join([GOOD_NAMES[good] for good in one]) or 'nothing'}" for one in cargoes(load)]
        self.work: int = len(names)
        names += [f"work:{name}" for name in WORK_NAMES] + [f"work:FISH:{code}" for code in waters]
        self.load: int = len(names)
        names += [f"load:{good}" for good in GOOD_NAMES]
        self.pay: int = len(names)
        names += [f"pay:{kind.lower()}" for kind in PAYMENTS]
        self.buy: int = len(names)
        names += [f"buy:{column}" for column in COLUMN_NAMES]
        self.sell: int = len(names)
        names += [f"sell:{column}" for column in COLUMN_NAMES]
        self.haul: int = len(names)
        names += [f"haul:{good}:{code}" for code in areas for good in GOOD_NAMES]
        self.number: int = len(names)
        names += [f"number:{number}" for number in range(MOST_AT_ONCE + 1)]
        self.build: int = len(names)
        names += [f"build:{WORK_NAMES[kind]}:{code}" for code in areas for kind in BUILDABLE]
        # outcomes of chance only from here on
        self.seat: int = len(names)
        names += [f"seat:P{seat + 1}" for seat in range(MOST_SEATS)]
        self.hits: int = len(names)
        names += [f"hits:{hits}" for hits in range(HANDFUL + 1)]
        self.face: int = len(names)
        names += [f"face:{face + 1}" for face in range(FACES)]
        self.card: int = len(names)
        names += [f"card:P{seat + 1}/{letter}" for seat in range(MOST_SEATS) for letter in CARD_LETTERS]
        self.symbols: tuple[str, ...] = tuple(names)
