"""The things the game is played with, and the vocabulary of its actions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workbench.core.errors import UnknownNameError

if TYPE_CHECKING:
    from workbench.core.types import Mask, Number
    from workbench.games.northwood.types import Card, Cards, Characters, Suit

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
MOST_COUNTED: Final = 99
"""The highest number that is noted of something without a limit, such as the activations of a visit."""

YOU: Final = 0
"""The only seat."""
NONE: Final = -1
"""No card, no character, no fief."""
NO_ONE: Final[tuple[int, ...]] = (NONE, NONE, NONE, NONE)
"""Four empty slots."""
FACE_DOWN: Final = -2
"""A ruler that nobody has seen yet (NW-HOUSE-6)."""

UNVISITED: Final = 0
FRIENDLY: Final = 1
FAILED: Final = 2
STATUS_NAMES: Final = ("unvisited", "friendly", "failed")

BIT: Final = tuple([1 << n for n in range(62)])
"""Powers of two in a table, because compiled code computes `1 << n` with a machine-sized n in 32 bits."""
BIT_31: Final = 1 << 31
"""For speed, write bit n as ``BIT_31 >> 31 - n``: a shift to the right of this is done in 64 bits and needs no table."""

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
"""From this number on, actions are outcomes of chance: which character is revealed."""

PILES: Final = ("deck", "discard", "score")


def card_name(card: int) -> str:
    """Return a card's short name.

    >>> card_name(4), card_name(31)
    ('C5', 'E8')
    """
    return f"{SUITS[card // VALUES]}{card % VALUES + 1}"


def card_of(name: str) -> int:
    """Return the card with a short name.

    Raises:
        UnknownNameError: there is no such card.

    >>> card_of("C5")
    4
    """
    if len(name) == 2 and name[0].upper() in SUITS and name[1] in "12345678":
        return SUITS.index(name[0].upper()) * VALUES + int(name[1]) - 1
    raise UnknownNameError(f"There is no card {name!r}: a card is a suit C, F, L or E with a value 1 to 8, such as C5.")


def suit_of(card: Card) -> Suit:
    """Return a card's suit, 0 to 3 in the order C, F, L, E.

    >>> suit_of(card_of("L4")), suit_of(card_of("L4")) == suit_of(card_of("L8"))
    (2, True)
    """
    return card // VALUES


def value_of(card: Card) -> Number:
    """Return a card's value, 1 to 8.

    >>> value_of(card_of("L4"))
    4
    """
    return card % VALUES + 1


def card_words(card: int) -> str:
    """Return a card's full name.

    >>> card_words(4)
    '5 of Claws'
    """
    return f"{card % VALUES + 1} of {SUIT_NAMES[card // VALUES]}"


def character_name(character: int) -> str:
    """Return a character's short name.

    >>> character_name(0), character_name(23)
    ('CJ', 'EB')
    """
    return f"{SUITS[character // 6]}{RANKS[character % 6]}"


def character_of(name: str) -> int:
    """Return the character with a short name.

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
    """Return a character's full name.

    >>> character_words(13)
    'Queen of Leaves'
    """
    return f"{RANK_NAMES[character % 6]} of {SUIT_NAMES[character // 6]}"


CHARACTER_CODES: Final = tuple([character_name(character) for character in range(CHARACTERS)])


def symbols() -> tuple[str, ...]:
    """Return the name of every action, by its number.

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


def subsets(first: int, number: int) -> tuple[tuple[int, ...], ...]:
    """Return every set of some neighbouring numbers as a tuple, in the order of their masks.

    >>> subsets(4, 2)
    ((), (4,), (5,), (4, 5))
    """
    places = range(number)
    return tuple([tuple([first + place for place in places if mask >> place & 1]) for mask in range(1 << number)])


FOLLOWING: Final = tuple([cards for suit in range(4) for cards in subsets(suit * VALUES, VALUES)])
"""The cards of each set within a suit, at 256 * suit + the set."""
CLAWS: Final = subsets(0, VALUES)
FLOWERS: Final = subsets(VALUES, VALUES)
LEAVES: Final = subsets(2 * VALUES, VALUES)
EYES: Final = subsets(3 * VALUES, VALUES)
"""The same for each suit, so a hand becomes a tuple without a loop over cards."""
SUIT_MASK: Final = tuple([255 << (suit * VALUES) for suit in range(4)])
VALUE_MASK: Final = tuple([sum(1 << (suit * VALUES + value) for suit in range(4)) for value in range(VALUES)])
COUNT: Final = bytes([bin(subset).count("1") for subset in range(256)])
FULL_DECK: Final = (1 << CARDS) - 1


def cards_in(cards: Cards) -> tuple[int, ...]:
    """Return the cards of a set, in the order C, F, L, E and rising within a suit.

    Args:
        cards: a set of cards as a mask, card n being bit n.

    >>> cards_in(0b10001)
    (0, 4)
    """
    return CLAWS[cards & 255] + FLOWERS[cards >> 8 & 255] + LEAVES[cards >> 16 & 255] + EYES[cards >> 24]


def of_suit(cards: Cards, suit: Suit) -> tuple[int, ...]:
    """Return the cards of one suit in a set, the lowest first.

    >>> of_suit(mask_of((3, 9, 12)), 1)
    (9, 12)
    """
    return FOLLOWING[suit << 8 | cards >> (suit << 3) & 255]


def _each_once(cards: tuple[tuple[int, ...], ...]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Give every member of a table's sets the weight 1."""
    return tuple([tuple([(card, 1) for card in members]) for members in cards])


CLAWS_ONCE: Final = _each_once(CLAWS)
FLOWERS_ONCE: Final = _each_once(FLOWERS)
LEAVES_ONCE: Final = _each_once(LEAVES)
EYES_ONCE: Final = _each_once(EYES)


def chances_in(cards: Cards) -> tuple[tuple[int, int], ...]:
    """Return the cards of a set, ordered as by `cards_in`, each with weight 1: the cards a deck may give.

    >>> chances_in(0b10001)
    ((0, 1), (4, 1))
    """
    return (
        CLAWS_ONCE[cards & 255] + FLOWERS_ONCE[cards >> 8 & 255] + LEAVES_ONCE[cards >> 16 & 255] + EYES_ONCE[cards >> 24]
    )


CHARACTERS_OF: Final = tuple([subsets(FIRST_CHARACTER + first, 8) for first in (0, 8, 16)])
"""The actions that reveal the characters of each set, by thirds."""


def characters_in(characters: Characters) -> tuple[int, ...]:
    """Return the actions that reveal a character of a set.

    Args:
        characters: a set of characters as a mask, character n being bit n.

    >>> characters_in(0b11)
    (93, 94)
    """
    low, middle, high = CHARACTERS_OF
    return low[characters & 255] + middle[characters >> 8 & 255] + high[characters >> 16]


FIEFS_OF: Final = subsets(FIRST_FIEF, FIEFS)
"""For each set of fiefs the actions that choose one of them."""


def count(cards: Cards) -> Number:
    """Return how many cards a set holds.

    >>> count(0b10001)
    2
    """
    return COUNT[cards & 255] + COUNT[(cards >> 8) & 255] + COUNT[(cards >> 16) & 255] + COUNT[(cards >> 24) & 255]


def mask_of(cards: tuple[int, ...]) -> Mask:
    """Return a set of cards, or of other things with numbers, as a mask.

    >>> mask_of((0, 4))
    17
    """
    mask: Cards = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def by_value(cards: Cards) -> tuple[int, ...]:
    """Return cards by rising value, ties in the order C, F, L, E: the automatic order (NW-RULING-9).

    >>> [card_name(card) for card in by_value(mask_of((card_of("F1"), card_of("C8"), card_of("C1"))))]
    ['C1', 'F1', 'C8']
    """
    found = cards_in(cards)
    if not found or found[0] >> 3 == found[-1] >> 3:  # the cards of one suit are in that order already
        return found
    return tuple(sorted(found, key=lambda card: (card % VALUES, card)))


def names(cards: Cards) -> str:
    """Return the short names of a set of cards, or "none".

    >>> names(17)
    'C1 C5'
    """
    return " ".join([card_name(card) for card in cards_in(cards)]) or "none"
