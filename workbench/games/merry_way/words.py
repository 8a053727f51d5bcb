"""Moves, cards and amounts in words. An action means the same in every phase, so its words are always the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from workbench.core.words import counted, listed
from workbench.games.merry_way.cards import (
    FOLLY_NAMES,
    KIND_NAMES,
    NONE,
    RESOURCE_NAMES,
    ROBBERS_NAME,
)
from workbench.games.merry_way.components import (
    ACCEPT,
    ANY_CARD,
    BANK_DONE,
    BUILD_PASS,
    BUY_CARD,
    CATEGORIES,
    DECK_RESOURCE,
    DECK_SCHEME,
    DRAW,
    FIRST_BLOCK,
    FIRST_BUY,
    FIRST_EXCHANGE,
    FIRST_FILCH,
    FIRST_FLIP,
    FIRST_GIVE,
    FIRST_LEADER,
    FIRST_OFFER,
    FIRST_SWAP,
    FIRST_TAKE,
    FIRST_WANT,
    FIRST_WANT_CARD,
    FIRST_WINNER,
    GIVE_DONE,
    GIVE_PROFIT,
    HIDDEN,
    MERCHANTS,
    OFFER_PASS,
    REJECT,
    RESOURCES,
    ROADBLOCK,
    SWAPS,
    TIE_LEFT,
    TIE_RIGHT,
    WANT_PROFIT,
    WANT_SUBMIT,
    WORK_PASS,
)
from workbench.games.merry_way.trail import SIDE_NAMES, TOWNS

if TYPE_CHECKING:
    from workbench.games.merry_way.game import MerryWay
    from workbench.games.merry_way.state import MerryWayState

ONE: Final = ("plot", "manpower", "material")
"""The name of one resource of each kind."""

CATEGORY_NAMES: Final = ("", *FOLLY_NAMES, ROBBERS_NAME, "special")
"""The adjective for each category of scheme card; empty for the category of all cards."""

PLAIN: Final = {
    DRAW: "draw cards",
    WORK_PASS: "pass",
    DECK_SCHEME: "draw a scheme card",
    DECK_RESOURCE: "draw a resource card",
    OFFER_PASS: "make no more offers",
    GIVE_DONE: "give no more",
    GIVE_PROFIT: "give 1 profit",
    WANT_SUBMIT: "make the offer",
    WANT_PROFIT: "want 1 profit",
    REJECT: "reject the offer",
    ACCEPT: "accept the offer",
    BUY_CARD: "buy a card",
    BANK_DONE: "leave the bank",
    BUILD_PASS: "build no more",
    ROADBLOCK: "build a roadblock",
    TIE_LEFT: "go left",
    TIE_RIGHT: "go right",
}
"""The words for actions that name no card, spot or way."""


def resources(kind: int, number: int) -> str:
    """Put a number of resources of one kind into words.

    >>> resources(0, 1), resources(0, 2), resources(2, 1)
    ('1 plot', '2 plots', '1 material')
    """
    return f"{number} {ONE[kind] if number == 1 else RESOURCE_NAMES[kind]}"


def tokens(kind: int, number: int) -> tuple[int, int, int]:
    """Return a number of resources of one kind, as plots, manpower and materials.

    >>> tokens(2, 3)
    (0, 0, 3)
    """
    return (number if kind == 0 else 0, number if kind == 1 else 0, number if kind == 2 else 0)


def price(cost: tuple[int, int, int]) -> str:
    """Put a cost into words.

    >>> price((1, 0, 2)), price((0, 0, 0))
    ('1 plot and 2 materials', 'nothing')
    """
    return listed([resources(kind, cost[kind]) for kind in range(RESOURCES) if cost[kind]]) or "nothing"


def signed(change: int) -> str:
    """Write a change as the picture shows it.

    >>> signed(2), signed(-1), signed(0)
    ('+2', '−1', '0')
    """
    return f"{change:+d}".replace("-", "−") if change else "0"


def category_words(category: int, number: int = 1) -> str:
    """Put the kind of card that an offer asks for into words.

    >>> category_words(0), category_words(1), category_words(5), category_words(6)
    ('any scheme card', 'a Greedy card', 'a Robbers card', 'a special card')
    >>> category_words(0, 2), category_words(6, 3)
    ('any 2 scheme cards', '3 special cards')
    """
    if category == ANY_CARD:
        return "any scheme card" if number == 1 else f"any {number} scheme cards"
    return f"a {CATEGORY_NAMES[category]} card" if number == 1 else f"{number} {CATEGORY_NAMES[category]} cards"


def scheme_words(rules: MerryWay, card: int) -> str:
    """Return a scheme card's name and code."""
    if card < 0:
        return "a scheme card"
    cards = rules.cards
    return str(cards.schemes[card] if card < cards.normal else cards.specials[card - cards.normal])


def hand_words(rules: MerryWay, hand: tuple[int, ...]) -> str:
    """List the short names of scheme cards; for hidden cards, their number, by category if it is known."""
    parts = [rules.cards.scheme_codes[card] for card in hand if card >= 0]
    for category in range(len(CATEGORIES) - 1, -1, -1):
        unseen = hand.count(HIDDEN - category)
        if unseen:
            parts.append(f"{unseen} unseen{f' {CATEGORY_NAMES[category]}' if category != ANY_CARD else ''}")
    return ", ".join(parts) or "none"


def folly_words(rules: MerryWay, card: int, blue: bool) -> str:
    """Describe a folly card in the line-up: its code, if known, and the side it shows."""
    if card == NONE:
        return "no card"
    if card < HIDDEN:
        return f"red {rules.cards.folly_cards[HIDDEN - 1 - card].sides[0]}"
    known = rules.cards.folly_cards[card]
    return f"{known.code}, {'blue' if blue else 'red'} {known.sides[1 if blue else 0]}"


def offer_words(rules: MerryWay, items: tuple[int, ...]) -> str:
    """Put what an offer gives or wants into words, as far as `items` says it."""
    parts: list[str] = []
    for kind in range(RESOURCES):
        number = items.count(FIRST_GIVE + kind) + items.count(FIRST_WANT + kind)
        if number:
            parts.append(resources(kind, number))
    profit = items.count(GIVE_PROFIT) + items.count(WANT_PROFIT)
    if profit:
        parts.append(f"{profit} profit")
    first, spots = rules.first, rules.board.spots
    unseen = items.count(HIDDEN)
    if unseen:
        parts.append("a scheme card" if unseen == 1 else f"{unseen} scheme cards")
    for category in range(len(CATEGORIES)):
        number = items.count(FIRST_WANT_CARD + category)
        if number:
            parts.append(category_words(category, number))
    for item in items:
        if first.give_card <= item < first.hand:
            parts.append(scheme_words(rules, item - first.give_card))
        elif item >= first.give_claim:
            use, spot = divmod(item - first.give_claim, spots)
            name = rules.board.spot_names[spot]
            parts.append(f"the claim on {name}" if use in (0, 2) else f"the removal of the marker on {name}")
    return listed(parts) or "nothing"


FACTS: Final[Mapping[str, Callable[[MerryWay, Any], str]]] = {
    "scheme card": scheme_words,
    "scheme cards": lambda rules, hand: listed([scheme_words(rules, card) for card in hand]),
    "resource card": lambda rules, card: str(rules.cards.resources[card]),
    "red folly card": lambda rules, card: folly_words(rules, card, False),
    "blue folly card": lambda rules, card: folly_words(rules, card, True),
    "tokens": lambda rules, cost: price(cost),
    "offer": offer_words,
    "cards": lambda rules, number: counted(number, "card"),
    "folly cards": lambda rules, number: counted(number, "folly card"),
    "claim tokens": lambda rules, number: counted(number, "claim token"),
    "spot": lambda rules, spot: rules.board.spot_names[spot],
    "way": lambda rules, way: rules.board.way_names[way],
    "place": lambda rules, place: f"V{place + 1}",
    "or none": lambda rules, number: str(number or "none"),
    "places": lambda rules, places: listed([f"V{place + 1}" for place in places]),
    "profits": lambda rules, profits: listed(
        [f"{rules.seat_name(seat)} {profit}" for seat, profit in enumerate(profits)]
    ),
    "seats": lambda rules, seats: listed([rules.seat_name(seat) for seat in seats]),
    "traveller": lambda rules, traveller: MERCHANTS[traveller],
    "travellers": lambda rules, travellers: listed([MERCHANTS[one] for one in travellers]),
    "town": lambda rules, road: TOWNS[road],
    "side": lambda rules, side: SIDE_NAMES[side],
    "kind": lambda rules, kind: KIND_NAMES[kind],
    "follies": lambda rules, follies: ", ".join([FOLLY_NAMES[folly] for folly in follies]),
}
"""The functions that put each kind of fact in an event into words, by the name that the events' sentences use."""


def words(state: MerryWayState, action: int) -> str:
    """Put an action into words, at any moment of the game."""
    rules = state.game
    if action in PLAIN:
        return PLAIN[action]
    if action >= FIRST_BLOCK:
        return words_of_things(rules, action)
    if FIRST_TAKE <= action < FIRST_TAKE + RESOURCES:
        return f"take {RESOURCE_NAMES[action - FIRST_TAKE]}"
    if FIRST_OFFER <= action < GIVE_DONE:
        return f"make an offer to {rules.seat_name(action - FIRST_OFFER)}"
    if FIRST_GIVE <= action < GIVE_PROFIT:
        return f"give {resources(action - FIRST_GIVE, 1)}"
    if FIRST_WANT <= action < WANT_PROFIT:
        return f"want {resources(action - FIRST_WANT, 1)}"
    if FIRST_WANT_CARD <= action < REJECT:
        return f"want {category_words(action - FIRST_WANT_CARD)}"
    if FIRST_BUY <= action < BUY_CARD:
        return f"buy {resources(action - FIRST_BUY, 1)}"
    if FIRST_SWAP <= action < BUILD_PASS:
        paid, got = SWAPS[action - FIRST_SWAP]
        return f"exchange {resources(paid, rules.exchange_rate)} for {resources(got, 1)}"
    if FIRST_FLIP <= action < FIRST_EXCHANGE:
        return f"turn over V{action - FIRST_FLIP + 1}"
    if FIRST_EXCHANGE <= action < FIRST_FILCH:
        place = action - FIRST_EXCHANGE + 1
        return f"let V{place} and V{place + 1} change places"
    if FIRST_FILCH <= action < TIE_LEFT:
        seat, kind = divmod(action - FIRST_FILCH, RESOURCES)
        return f"take {resources(kind, 1)} from {rules.seat_name(seat)}"
    if FIRST_LEADER <= action < FIRST_WINNER:
        return f"{rules.seat_name(action - FIRST_LEADER)} is the Leader"
    return f"{rules.seat_name(action - FIRST_WINNER)} wins the tie"


def words_of_things(rules: MerryWay, action: int) -> str:
    """Put an action that names a card, a spot or a way into words."""
    first, cards = rules.first, rules.cards
    if action < first.give_card:
        return f"put down {cards.resources[action - first.card]}"
    if action < first.hand:
        return f"give {scheme_words(rules, action - first.give_card)}"
    if action < first.play:
        return f"hand over {scheme_words(rules, action - first.hand)}"
    if action < first.discard:
        return f"play {scheme_words(rules, action - first.play)}"
    if action < first.drawn:
        return f"discard {scheme_words(rules, action - first.discard)}"
    if action < first.dealt:
        return f"{scheme_words(rules, action - first.drawn)} is drawn"
    if action < first.folly:
        return f"{cards.resources[action - first.dealt]} is drawn"
    if action < first.give_claim:
        return f"{cards.folly_codes[action - first.folly]} comes to the line-up"
    if action >= first.block:
        return f"block {rules.board.way_names[action - first.block]}"
    use, spot = divmod(action - first.give_claim, rules.board.spots)
    return f"{SPOT_WORDS[use]} {rules.board.spot_names[spot]}"


SPOT_WORDS: Final = (
    "give the claim on",
    "offer to take your own marker off",
    "want the claim on",
    "want the marker taken off",
    "place the card on",
    "have the marker taken off",
    "take your own marker off",
)
"""The words for what may be done with a spot, in the order of the actions."""
