"""The things the game is played with, and the vocabulary of its actions."""

from __future__ import annotations

from typing import Final

from workbench.core.errors import UnknownNameError

MOST_SEATS: Final = 6
SEATS: Final = "ABCDEF"
"""The letters of the seats, in turn order."""
COLOURS: Final = ("red", "blue", "green", "yellow", "purple", "white")
"""The colour of each seat's chips (GH-HOUSE-1)."""
ELDERS: Final = ("Elder Ash", "Elder Brook", "Elder Clover", "Elder Dale", "Elder Ember", "Elder Fen")

PLAINSFOLK: Final = 0
WOODSFOLK: Final = 1
RIDGEFOLK: Final = 2
SENTRYFOLK: Final = 3
NASTIGAN: Final = 4
TYPES: Final = 4
"""The number of types of Folk; a Nastigan is not one of them."""
TYPE_NAMES: Final = ("Plainsfolk", "Woodsfolk", "Ridgefolk", "Sentryfolk", "Nastigan")
TYPE_CODES: Final = "PWRSN"

FOOD: Final = 0
WOOD: Final = 1
ROCK: Final = 2
GUARDS: Final = 3
NEW: Final = 4
GOODS: Final = 3
"""The number of types of Goods; the first three sections of a mat are named after them."""
SECTIONS: Final = 5
SECTION_NAMES: Final = ("Food", "Wood", "Rock", "Guards", "New")
GOOD_NAMES: Final = SECTION_NAMES[:GOODS]
CELLS: Final = SECTIONS * TYPES
"""The number of counts that describe a mat: the Folks of type t in section s are at s * TYPES + t."""

FIRST_GOOD: Final = 6
"""Items 0 to 5 are the Honor chips of seats 0 to 5; from this number on Food, Wood and Rock."""
ITEMS: Final = FIRST_GOOD + GOODS
ITEM_NAMES: Final = (*SEATS, *GOOD_NAMES)
ITEM_WORDS: Final = (*[f"a chip of {seat}" for seat in SEATS], *[f"a {good}" for good in GOOD_NAMES])

NONE: Final = -1
"""No seat, no section, no type, or nothing said yet."""
SILENT: Final = ITEMS
"""The mark of a seat that has chosen to say nothing."""

BIT: Final = tuple([1 << n for n in range(62)])
"""Powers of two in a table, because compiled code shifts by a machine-sized number in 32 bits."""

# The vocabulary of actions, the same for every number of players.
FIRST_PLACE: Final = 0
KEEP_LAYOUT: Final = 5
REARRANGE: Final = 6
FIRST_PAWN: Final = 7
FIRST_KEEP: Final = 10
SAY_NOTHING: Final = 14
FIRST_SAY: Final = 15
FIRST_ADD: Final = 24
CLOSE: Final = 33
FIRST_GIVE: Final = 34
FIRST_DEFEND: Final = 40
"""The defender of type t in section s is action FIRST_DEFEND + t * SECTIONS + s."""
ONE_KEEP: Final = 60
ONE_GIVE: Final = 61
TAKE: Final = 62
DECLINE: Final = 63
FIRST_DRAW: Final = 64
"""From this number on, actions are outcomes of chance: which token is drawn."""
FIRST_SEAT: Final = 69
FIRST_ROLL: Final = 75
"""Red r and blue b (from 1) are action FIRST_ROLL + (r - 1) * ROLL_ROW + b - 1."""
ROLL_ROW: Final = 8
FOLK_WINS: Final = 123
FOLK_LOSES: Final = 124

RED_SIDES: Final = 6
GUARD_DIE: Final = 8
"""The die of a Sentryfolk in Guards (GH-DUEL-1)."""
HELPER_DIE: Final = 6
"""The die of any other Folk in Guards (GH-DUEL-2)."""
WORKER_DIE: Final = 4
"""The die of a Folk in any other section (GH-DUEL-3)."""


def item_of(name: str) -> int:
    """Return the item with a name: a seat's letter for its chips, or a Good.

    Raises:
        UnknownNameError: there is no such item.

    >>> item_of("B"), item_of("rock")
    (1, 8)
    """
    for number, known in enumerate(ITEM_NAMES):
        if name.lower() == known.lower():
            return number
    raise UnknownNameError(f"There is no item {name!r}: items are chips of A to F, Food, Wood and Rock.")


def die_of(kind: int, section: int) -> int:
    """Return the sides of a defender's blue die (GH-DUEL-1, GH-DUEL-2, GH-DUEL-3).

    Args:
        kind: the type of the Folk, 0..3.
        section: where it stands, 0..4.

    >>> die_of(SENTRYFOLK, GUARDS), die_of(WOODSFOLK, GUARDS), die_of(SENTRYFOLK, FOOD)
    (8, 6, 4)
    """
    if section != GUARDS:
        return WORKER_DIE
    return GUARD_DIE if kind == SENTRYFOLK else HELPER_DIE


def dice_of(action: int) -> tuple[int, int]:
    """Return what the red die and the blue die show in a roll.

    >>> dice_of(FIRST_ROLL), dice_of(FIRST_ROLL + 2 * ROLL_ROW + 5)
    ((1, 1), (3, 6))
    """
    return (action - FIRST_ROLL) // ROLL_ROW + 1, (action - FIRST_ROLL) % ROLL_ROW + 1


def symbols() -> tuple[str, ...]:
    """Return the name of every action, by its number.

    >>> symbols()[3], symbols()[24], symbols()[34], symbols()[FIRST_DEFEND + SENTRYFOLK * SECTIONS + GUARDS]
    ('place:Guards', 'add:A', 'give:A', 'defend:Sentryfolk/Guards')
    """
    return (
        *[f"place:{section}" for section in SECTION_NAMES],
        "keep_layout",
        "rearrange",
        *[f"pawn:{section}" for section in GOOD_NAMES],
        *[f"keep:{kind}" for kind in TYPE_NAMES[:TYPES]],
        "say:nothing",
        *[f"say:{item}" for item in ITEM_NAMES],
        *[f"add:{item}" for item in ITEM_NAMES],
        "close",
        *[f"give:{seat}" for seat in SEATS],
        *[f"defend:{kind}/{section}" for kind in TYPE_NAMES[:TYPES] for section in SECTION_NAMES],
        "one_keep",
        "one_give",
        "take",
        "decline",
        *[f"draw:{kind}" for kind in TYPE_NAMES],
        *[f"first:{seat}" for seat in SEATS],
        *[f"roll:{red}-{blue}" for red in range(1, RED_SIDES + 1) for blue in range(1, ROLL_ROW + 1)],
        "folk_wins",
        "folk_loses",
    )


def folk_words(counts: tuple[int, ...] | list[int]) -> str:
    """Write Folks in short notation, by type; Nastigans if there is a fifth count.

    >>> folk_words((2, 1, 0, 0)), folk_words([0, 0, 0, 0])
    ('P2 W1', '-')
    """
    return " ".join([f"{TYPE_CODES[kind]}{count}" for kind, count in enumerate(counts) if count]) or "-"


def item_words(counts: tuple[int, ...] | list[int]) -> str:
    """Write items in short notation: chips by seat, then Goods.

    >>> item_words((0, 2, 0, 0, 0, 0, 1, 0, 0)), item_words([0] * 9)
    ('B2 Food1', '-')
    """
    return " ".join([f"{ITEM_NAMES[item]}{count}" for item, count in enumerate(counts) if count]) or "-"
