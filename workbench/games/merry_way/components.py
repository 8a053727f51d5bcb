"""The components of the game, and the vocabulary of its actions.

The first part of the vocabulary is always the same. The actions that name a card, a spot or a way between two places follow,
in one block for each use, so their numbers depend on the cards and on the options of the trail (`FirstActions`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workbench.games.merry_way.cards import FOLLIES, FOLLY_LETTERS, LINE_UP, NONE, RESOURCE_NAMES, ROBBERS_CODE, Cards

if TYPE_CHECKING:
    from workbench.core.types import Number

SEATS: Final = "ABCD"
"""The players (MW-GOAL-1)."""
RESOURCES: Final = 3
"""The kinds of resource (MW-SETUP-8)."""

HIDDEN: Final = -2
"""A card that a seat cannot see; minus a category, a scheme card of which it knows only the category."""

ROADBLOCK_COST: Final = (1, 1, 1)
"""Plots, manpower and materials for a roadblock (MW-BUILD-11); an option replaces the plot by a scheme card (MW-RULING-19)."""

MERCHANTS: Final = ("Red", "Yellow", "Green", "Blue", "Purple")
"""The travellers in the order of the line-up (MW-SETUP-5)."""
FIRST_ROADS: Final = (0, 1, 0, 1, 0)
"""The road of each traveller in rounds 1, 3, 5, ...: 0 to Nottingham, 1 to Werchesope (MW-SETUP-2, MW-SETUP-3)."""

ANY_CARD: Final = 0
"""The category that contains all scheme cards."""
SPECIAL_CARD: Final = FOLLIES + 2
"""The category of special scheme cards; the categories of the follies and of Robbers come before it."""
CATEGORIES: Final = ("any", *FOLLY_LETTERS, ROBBERS_CODE, "special")
"""The kinds of scheme card that an offer may ask for."""

BIT: Final = tuple([1 << n for n in range(62)])
"""Powers of two in a table, because compiled code shifts by a machine-sized number in 32 bits."""

SWAPS: Final = tuple([(paid, got) for paid in range(RESOURCES) for got in range(RESOURCES) if paid != got])
"""What each exchange at the bank pays and gets, in the order of the actions."""

# This part of the vocabulary is the same for all cards and trails.
FIRST_TAKE: Final = 0
DRAW: Final = FIRST_TAKE + RESOURCES
WORK_PASS: Final = DRAW + 1
DECK_SCHEME: Final = WORK_PASS + 1
DECK_RESOURCE: Final = DECK_SCHEME + 1
OFFER_PASS: Final = DECK_RESOURCE + 1
FIRST_OFFER: Final = OFFER_PASS + 1
GIVE_DONE: Final = FIRST_OFFER + len(SEATS)
FIRST_GIVE: Final = GIVE_DONE + 1
GIVE_PROFIT: Final = FIRST_GIVE + RESOURCES
WANT_SUBMIT: Final = GIVE_PROFIT + 1
FIRST_WANT: Final = WANT_SUBMIT + 1
WANT_PROFIT: Final = FIRST_WANT + RESOURCES
FIRST_WANT_CARD: Final = WANT_PROFIT + 1
REJECT: Final = FIRST_WANT_CARD + len(CATEGORIES)
ACCEPT: Final = REJECT + 1
BANK_DONE: Final = ACCEPT + 1
FIRST_BUY: Final = BANK_DONE + 1
BUY_CARD: Final = FIRST_BUY + RESOURCES
FIRST_SWAP: Final = BUY_CARD + 1
BUILD_PASS: Final = FIRST_SWAP + len(SWAPS)
ROADBLOCK: Final = BUILD_PASS + 1
FIRST_FLIP: Final = ROADBLOCK + 1
FIRST_EXCHANGE: Final = FIRST_FLIP + LINE_UP
FIRST_FILCH: Final = FIRST_EXCHANGE + LINE_UP - 1
TIE_LEFT: Final = FIRST_FILCH + len(SEATS) * RESOURCES
TIE_RIGHT: Final = TIE_LEFT + 1
FIRST_LEADER: Final = TIE_RIGHT + 1
"""From here to `FIRST_BLOCK`, actions are outcomes of chance; a coin for a tie uses `TIE_LEFT` and `TIE_RIGHT`."""
FIRST_WINNER: Final = FIRST_LEADER + len(SEATS)
FIRST_BLOCK: Final = FIRST_WINNER + len(SEATS)
"""The first action that names a card, a spot or a way."""

FIXED_SYMBOLS: Final = (
    *[f"take:{kind}" for kind in RESOURCE_NAMES],
    "draw",
    "work:pass",
    "deck:scheme",
    "deck:resource",
    "offer:pass",
    *[f"offer:to:{seat}" for seat in SEATS],
    "give:done",
    *[f"give:{kind}" for kind in RESOURCE_NAMES],
    "give:profit",
    "want:submit",
    *[f"want:{kind}" for kind in RESOURCE_NAMES],
    "want:profit",
    *[f"want:card:{category}" for category in CATEGORIES],
    "reply:reject",
    "reply:accept",
    "bank:done",
    *[f"buy:{kind}" for kind in RESOURCE_NAMES],
    "buy:card",
    *[f"swap:{RESOURCE_NAMES[paid]}:{RESOURCE_NAMES[got]}" for paid, got in SWAPS],
    "build:pass",
    "roadblock",
    *[f"flip:{place}" for place in range(1, LINE_UP + 1)],
    *[f"swapfolly:{place}" for place in range(1, LINE_UP)],
    *[f"filch:{seat}:{kind}" for seat in SEATS for kind in RESOURCE_NAMES],
    "tie:left",
    "tie:right",
    *[f"leader:{seat}" for seat in SEATS],
    *[f"winner:{seat}" for seat in SEATS],
)


class FirstActions:
    """Where each block of actions that name a card, a spot or a way begins, for given cards and trails.

    Args:
        cards: the cards of the game.
        spots: how many spots all trails have together.

    Attributes:
        card: puts resource card 0 face down; the other types follow, here and below.
        give_card: gives scheme card 0.
        hand: hands over scheme card 0.
        play: plays scheme card 0; the special cards come after the normal ones.
        discard: discards scheme card 0.
        drawn: (chance) scheme card 0 is drawn.
        dealt: (chance) resource card 0 is drawn.
        folly: (chance) folly card 0 is put into the line-up.
        give_claim, give_unclaim, want_claim, want_unclaim, place, strip, unclaim: do this with spot 0.
        block: blocks way 0.

    >>> from workbench.games.merry_way.cards import cards
    >>> first = FirstActions(cards, 36)
    >>> first.give_card - first.card, first.block - first.unclaim
    (25, 36)
    """


    def __init__(self, cards: Cards, spots: Number) -> None:
        types: Number = cards.scheme_types
        resource_types: Number = len(cards.resources)
        self.card: Number = FIRST_BLOCK
        self.give_card: Number = self.card + resource_types
        self.hand: Number = self.give_card + types
        self.play: Number = self.hand + types
        self.discard: Number = self.play + types
        self.drawn: Number = self.discard + types
        self.dealt: Number = self.drawn + types
        self.folly: Number = self.dealt + resource_types
        self.give_claim: Number = self.folly + len(cards.folly_cards)
        self.give_unclaim: Number = self.give_claim + spots
        self.want_claim: Number = self.give_unclaim + spots
        self.want_unclaim: Number = self.want_claim + spots
        self.place: Number = self.want_unclaim + spots
        self.strip: Number = self.place + spots
        self.unclaim: Number = self.strip + spots
        self.block: Number = self.unclaim + spots


def symbols(cards: Cards, spots: tuple[str, ...], ways: tuple[str, ...]) -> tuple[str, ...]:
    """Return the name of every action, by its number; `FirstActions` says where each block begins.

    Args:
        cards: the cards of the game.
        spots: the name of every spot, such as ``N:L1.4``.
        ways: the name of every way between two places, such as ``N:M2-M3``.

    >>> from workbench.games.merry_way.cards import cards
    >>> names, first = symbols(cards, ("N:L1.1",), ("N:M0-M1",)), FirstActions(cards, 1)
    >>> names[FIRST_OFFER + 1], names[first.give_card], names[first.play + 21], names[first.place], names[first.block]
    ('offer:to:B', 'give:card:GR1', 'special:SP1', 'place:N:L1.1', 'block:N:M0-M1')
    """
    schemes = cards.scheme_codes
    return (
        *FIXED_SYMBOLS,
        *[f"card:{code}" for code in cards.resource_codes],
        *[f"give:card:{code}" for code in schemes],
        *[f"hand:{code}" for code in schemes],
        *[f"play:{code}" for code in schemes[: cards.normal]],
        *[f"special:{code}" for code in schemes[cards.normal :]],
        *[f"discard:{code}" for code in schemes],
        *[f"drawn:{code}" for code in schemes],
        *[f"dealt:{code}" for code in cards.resource_codes],
        *[f"folly:{code}" for code in cards.folly_codes],
        *[f"{use}:{spot}" for use in ("give:claim", "give:unclaim", "want:claim", "want:unclaim") for spot in spots],
        *[f"{use}:{spot}" for use in ("place", "strip", "unclaim") for spot in spots],
        *[f"block:{way}" for way in ways],
    )


def category_of(cards: Cards, scheme: int) -> int:
    """Return the category of a scheme card in offers; a card with several follies belongs to the first of them.

    >>> from workbench.games.merry_way.cards import cards
    >>> [CATEGORIES[category_of(cards, cards.scheme_of(code))] for code in ("LZ3", "RB1", "SP1")]
    ['LZ', 'RB', 'special']
    """
    if scheme >= cards.normal:
        return SPECIAL_CARD
    follies = cards.follies[scheme]
    return 1 + (follies[0] if follies else FOLLIES)


def with_card(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Add a card to some cards, which stay in the order of their numbers.

    >>> with_card((1, 3), 2)
    (1, 2, 3)
    """
    return tuple(sorted((*hand, card)))


def without_card(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Remove one card from some cards.

    >>> without_card((1, 2, 2), 2)
    (1, 2)
    """
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :]


def kinds_of(hand: tuple[int, ...]) -> list[int]:
    """Return the different cards of a hand, each once, in order.

    >>> kinds_of((1, 2, 2))
    [1, 2]
    """
    found: list[int] = []
    last = NONE
    for card in hand:
        if card != last:
            found.append(card)
            last = card
    return found


def without_cards(hand: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    """Remove several cards from some cards.

    >>> without_cards((1, 2, 2, 3), (2, 3))
    (1, 2)
    """
    for card in gone:
        hand = without_card(hand, card)
    return hand


def kind_of(category: bytes, card: int) -> int:
    """Return the category of a scheme card, as far as it is known.

    >>> kind_of(bytes([1, 1, 2]), 2), kind_of(bytes([1, 1, 2]), HIDDEN - 4), kind_of(bytes([1, 1, 2]), HIDDEN)
    (2, 4, 0)
    """
    return category[card] if card >= 0 else HIDDEN - card


def without_known(category: bytes, known: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    """Return what is known of a hand after others saw cards leave it: each is removed as itself, or as one of its category.

    >>> without_known(bytes([1, 1, 2]), (HIDDEN - 1, 0), (0, 1, 2))
    ()
    >>> without_known(bytes([1, 1, 2]), (HIDDEN - 1, 0), (0, 2)) == (HIDDEN - 1,)
    True
    """
    for card in gone:
        kind = HIDDEN - category[card]
        if card in known:
            known = without_card(known, card)
        elif kind in known:
            known = without_card(known, kind)
    return known


def merged(category: bytes, known: tuple[int, ...], shown: tuple[int, ...]) -> tuple[int, ...]:
    """Return what is known of a hand after some of its cards are shown: the least that fits these and those known before.

    >>> merged(bytes([1, 1, 2]), (0, 1), (1, 1, 2))
    (0, 1, 1, 2)
    >>> merged(bytes([1, 1, 2]), (HIDDEN - 1,), (0,))  # the card of that category may be this one
    (0,)
    """
    found = list(known)
    for card in shown:
        kind = HIDDEN - category[card]
        if card in known:
            known = without_card(known, card)
            continue
        if kind in found:
            found.remove(kind)
        found.append(card)
    return tuple(sorted(found))
