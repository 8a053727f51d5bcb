"""The things the game is played with, and the vocabulary of its actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workbench.core.errors import UnknownNameError

if TYPE_CHECKING:
    from mypy_extensions import i64

SUITS: Final = "CFLE"
SUIT_NAMES: Final = ("Claws", "Flowers", "Leaves", "Eyes")
RANKS: Final = "JQKPLB"
RANK_NAMES: Final = ("Jack", "Queen", "King", "Prince", "Lady", "Baron")
CROWNED_RANKS: Final = "PLB"
"""The ranks that stay out of the introductory game (NW-SETUP-2, NW-RULING-40)."""

VALUES: Final = 8
CARDS: Final = 32
CHARACTERS: Final = 24
FIEFS: Final = 8
SLOTS: Final = 4

YOU: Final = 0
"""The only seat."""
NONE: Final = -1
"""No card, no character, no fief."""
FACE_DOWN: Final = -2
"""A ruler that nobody has seen yet (NW-HOUSE-6)."""

UNVISITED: Final = 0
FRIENDLY: Final = 1
FAILED: Final = 2
STATUS_NAMES: Final = ("unvisited", "friendly", "failed")

BIT: Final = tuple([1 << n for n in range(62)])
"""Powers of two by table, because `1 << n` with a machine-sized n is done in 32 bits when compiled."""
BIT_31: Final = 1 << 31
"""Where it has to be quick, bit n is ``BIT_31 >> 31 - n``: a shift to the right of this is done in 64 bits, with no table."""

# The vocabulary of actions. A card is its own action, so the hot path adds and subtracts nothing.
FIRST_FIEF: Final = 32
FIRST_SUBSTITUTE: Final = 40
SUBSTITUTES_DONE: Final = 72
PASS: Final = 73
FIRST_ALLY: Final = 74
FIRST_SUIT: Final = 78
FIRST_SLOT: Final = 82
DRAW: Final = 86
STOP: Final = 87
SKIP: Final = 88
FIRST_PILE: Final = 89
CONCEDE: Final = 92
FIRST_CHARACTER: Final = 93
"""From here on outcomes of chance only: which character is revealed."""

PILES: Final = ("deck", "discard", "score")


def card_name(card: int) -> str:
    """A card's short name.

    >>> card_name(4), card_name(31)
    ('C5', 'E8')
    """
    return f"{SUITS[card // VALUES]}{card % VALUES + 1}"


def card_of(name: str) -> int:
    """The card with a short name.

    Raises:
        UnknownNameError: there is no such card.

    >>> card_of("C5")
    4
    """
    if len(name) == 2 and name[0].upper() in SUITS and name[1] in "12345678":
        return SUITS.index(name[0].upper()) * VALUES + int(name[1]) - 1
    raise UnknownNameError(f"There is no card {name!r}: a card is a suit C, F, L or E with a value 1 to 8, such as C5.")


def card_words(card: int) -> str:
    """A card's full name.

    >>> card_words(4)
    '5 of Claws'
    """
    return f"{card % VALUES + 1} of {SUIT_NAMES[card // VALUES]}"


def character_name(character: int) -> str:
    """A character's short name.

    >>> character_name(0), character_name(23)
    ('CJ', 'EB')
    """
    return f"{SUITS[character // 6]}{RANKS[character % 6]}"


def character_of(name: str) -> int:
    """The character with a short name.

    Raises:
        UnknownNameError: there is no such character.

    >>> character_of("LQ")
    13
    """
    if len(name) == 2 and name[0].upper() in SUITS and name[1].upper() in RANKS:
        return SUITS.index(name[0].upper()) * 6 + RANKS.index(name[1].upper())
    raise UnknownNameError(
        f"There is no character {name!r}: a character is a suit C, F, L or E with a rank J, Q, K, P, L or B, such as CJ."
    )


def character_words(character: int) -> str:
    """A character's full name.

    >>> character_words(13)
    'Queen of Leaves'
    """
    return f"{RANK_NAMES[character % 6]} of {SUIT_NAMES[character // 6]}"


CHARACTER_CODES: Final = tuple([character_name(character) for character in range(CHARACTERS)])


def symbols() -> tuple[str, ...]:
    """The name of every action, by its number.

    >>> symbols()[4], symbols()[32], symbols()[41], symbols()[92]
    ('card:C5', 'fief:0', 'sub:0>1', 'concede')
    """
    return (
        *[f"card:{card_name(card)}" for card in range(CARDS)],
        *[f"fief:{fief}" for fief in range(FIEFS)],
        *[f"sub:{fief}>{slot}" for fief in range(FIEFS) for slot in range(SLOTS)],
        "sub:done",
        "pass",
        *[f"ally:{slot}" for slot in range(SLOTS)],
        *[f"suit:{suit}" for suit in SUITS],
        *[f"slot:{slot}" for slot in range(SLOTS)],
        "draw",
        "stop",
        "skip",
        *[f"pile:{pile}" for pile in PILES],
        "concede",
        *[f"character:{character_name(character)}" for character in range(CHARACTERS)],
    )


def _cards_by_byte() -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each suit, the cards of each of its 256 subsets, so that a hand becomes a list without a loop over cards."""
    return tuple(
        [
            tuple(
                [
                    tuple([suit * VALUES + value for value in range(VALUES) if subset >> value & 1])
                    for subset in range(256)
                ]
            )
            for suit in range(4)
        ]
    )


CARDS_OF_SUIT: Final = _cards_by_byte()
FOLLOWING: Final = tuple([cards for of_suit in CARDS_OF_SUIT for cards in of_suit])
"""The same in one row: place 256 * suit + subset."""
SUIT_MASK: Final = tuple([255 << (suit * VALUES) for suit in range(4)])
VALUE_MASK: Final = tuple([sum(1 << (suit * VALUES + value) for suit in range(4)) for value in range(VALUES)])
COUNT: Final = bytes([bin(subset).count("1") for subset in range(256)])
FULL_DECK: Final = (1 << CARDS) - 1


def cards_in(cards: i64) -> tuple[int, ...]:
    """The cards of a set, in the order C, F, L, E and rising within a suit.

    Args:
        cards: a set of cards as a mask, card n being bit n.

    >>> cards_in(0b10001)
    (0, 4)
    """
    claws, flowers, leaves, eyes = CARDS_OF_SUIT
    return claws[cards & 255] + flowers[(cards >> 8) & 255] + leaves[(cards >> 16) & 255] + eyes[(cards >> 24) & 255]


def _characters_by_suit() -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each suit, the revealing actions of each of the 64 subsets of its characters."""
    return tuple(
        [
            tuple(
                [
                    tuple([FIRST_CHARACTER + suit * 6 + rank for rank in range(6) if subset >> rank & 1])
                    for subset in range(64)
                ]
            )
            for suit in range(4)
        ]
    )


CHARACTERS_OF_SUIT: Final = _characters_by_suit()


def characters_in(characters: i64) -> tuple[int, ...]:
    """The actions that reveal a character of a set.

    Args:
        characters: a set of characters as a mask, character n being bit n.

    >>> characters_in(0b11)
    (93, 94)
    """
    claws, flowers, leaves, eyes = CHARACTERS_OF_SUIT
    return (
        claws[characters & 63]
        + flowers[(characters >> 6) & 63]
        + leaves[(characters >> 12) & 63]
        + eyes[(characters >> 18) & 63]
    )


FIEFS_OF: Final = tuple(
    [tuple([FIRST_FIEF + fief for fief in range(FIEFS) if fiefs >> fief & 1]) for fiefs in range(1 << FIEFS)]
)
"""For each set of fiefs the actions that choose one of them."""


def count(cards: i64) -> i64:
    """How many cards a set holds.

    >>> count(0b10001)
    2
    """
    return COUNT[cards & 255] + COUNT[(cards >> 8) & 255] + COUNT[(cards >> 16) & 255] + COUNT[(cards >> 24) & 255]


def mask_of(cards: tuple[int, ...]) -> i64:
    """The set of some cards, or of other things with numbers, as a mask.

    >>> mask_of((0, 4))
    17
    """
    mask: i64 = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def by_value(cards: i64) -> list[int]:
    """The cards of a set by rising value, ties in the order C, F, L, E: the automatic landing order (NW-RULING-9).

    >>> [card_name(card) for card in by_value(mask_of((card_of("F1"), card_of("C8"), card_of("C1"))))]
    ['C1', 'F1', 'C8']
    """
    found: list[int] = []
    for value in range(VALUES):
        held = cards & VALUE_MASK[value]
        if held:
            found += cards_in(held)
    return found


def names(cards: i64) -> str:
    """The short names of a set of cards, or "none".

    >>> names(17)
    'C1 C5'
    """
    return " ".join([card_name(card) for card in cards_in(cards)]) or "none"
