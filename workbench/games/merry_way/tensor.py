"""On Their Merry Way as numbers. Off the rules path."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from workbench.core.tensor import Field, bits, fill, one_hot, share
from workbench.games.merry_way.build import MOST_SPECIALS
from workbench.games.merry_way.cards import DIGITS, HIGHEST_NUMBER, LINE_UP, NONE
from workbench.games.merry_way.components import (
    CATEGORIES,
    FIRST_GIVE,
    FIRST_WANT,
    FIRST_WANT_CARD,
    HIDDEN,
    MERCHANTS,
    RESOURCES,
)
from workbench.games.merry_way.draw import PURPOSES
from workbench.games.merry_way.state import MerryWayState

if TYPE_CHECKING:
    from workbench.games.merry_way.game import MerryWay

ITEMS: Final = RESOURCES + 1
"""What an offer counts in units: the resources and profit."""
STAGES: Final = 32
"""More stages of a trip than there are."""
HALF_WAY: Final = 30
"""The profit that is shown as 0.75."""


@lru_cache(maxsize=64)
def fields(rules: MerryWay) -> tuple[Field, ...]:
    """What the numbers mean; players, cards and trail decide the shapes.

    Args:
        rules: the game with its options.
    """
    seats, spots = rules.players, int(rules.board.spots)
    types, resources, follies = rules.cards.scheme_types, len(rules.cards.resources), len(rules.cards.folly_cards)
    each = "For each seat"
    return (
        Field("round", (1,), "The number of the round, of the most there can be."),
        Field("leader", (seats,), "1 at the seat with the Leader marker."),
        Field("turn", (seats,), "1 at the seat whose turn it is; chance or a partner may be to move."),
        Field("digit", (DIGITS,), "1 at the digit of the resource cards that is being used."),
        Field("supply", (RESOURCES,), "Plots, manpower and materials in the supply, of all there are."),
        Field("resources", (seats, RESOURCES), f"{each} its plots, manpower and materials, of all there are."),
        Field("profit", (seats,), f"{each} 0.5 + 0.5 p / (|p| + {HALF_WAY}) for a profit of p."),
        Field("reserve", (seats,), f"{each} its claim tokens off the board, of all it has."),
        Field(
            "scheme_cards", (seats, types), f"{each} how many of each scheme card are seen in its hand, of all copies."
        ),
        Field(
            "unseen_scheme_cards",
            (seats, len(CATEGORIES)),
            f"{each} how many scheme cards in its hand are not seen, of the whole deck: of any kind, and of each known kind.",
        ),
        Field("resource_cards", (seats, resources), f"{each} the same for resource cards."),
        Field("unseen_resource_cards", (seats,), f"{each} the same for resource cards that are not seen."),
        Field(
            "table",
            (seats, resources + 1),
            f"{each} 1 at the card it has put on the table, at the last place if unseen.",
        ),
        Field("known", (seats, seats, types), f"{each} the cards it knows to be in each hand, of all copies."),
        Field(
            "known_kinds",
            (seats, seats, len(CATEGORIES) - 1),
            f"{each} how many cards it knows to be in each hand by their kind alone, of the whole deck.",
        ),
        Field("scheme_deck", (1,), "Cards in the scheme deck, of all."),
        Field("scheme_discard", (types,), "How many of each scheme card are discarded, of all copies."),
        Field("resource_deck", (1,), "Cards in the resource deck, of all."),
        Field("resource_discard", (resources,), "How many of each resource card are discarded, of all copies."),
        Field("cards", (spots, types), "For each spot 1 at the scheme card in play there."),
        Field("claims", (spots, seats), "For each spot 1 at the seat whose claim marker lies there."),
        Field(
            "covered", (spots, types), "For each spot the cards below: 1/2 for the lowest, 1/4 for the next, and so on."
        ),
        Field("roadblock", (int(rules.board.ways),), "1 at the way that is blocked."),
        Field(
            "line_up",
            (LINE_UP, 2 * follies),
            "For V1 to V6 1 at the card; in the second half if only the red side is known.",
        ),
        Field("blue", (LINE_UP,), "1 for each card of the line-up that shows its blue side."),
        Field("open_sides", (LINE_UP,), "1 for each card of the line-up that is known on both sides."),
        Field("folly_deck", (follies,), "1 for each folly card that may be in the deck."),
        Field("offers", (seats,), f"{each} the offers it has made, of all it may make."),
        Field("passed", (seats,), f"{each} 1 if it has passed."),
        Field("partner", (seats,), "1 at the seat that the offer is made to."),
        Field(
            "give",
            (ITEMS + types + 1 + 2 * spots,),
            "How often the offer gives each item, of all units.",
        ),
        Field("want", (ITEMS + len(CATEGORIES) + 2 * spots,), "How often the offer wants each item, of all units."),
        Field(
            "handed", (rules.offer_units, types + 1), "For each card picked 1 at the card, at the last place if unseen."
        ),
        Field("chosen", (types,), "1 at the scheme card that is being played."),
        Field("specials", (1,), f"Special cards played in this turn, of {MOST_SPECIALS}."),
        Field("pending", (1,), f"Cards to be drawn or tokens to be taken, of {HIGHEST_NUMBER}."),
        Field("purpose", (len(PURPOSES),), f"1 at what cards are drawn for: {', '.join(PURPOSES)}."),
        Field("traveller", (len(MERCHANTS),), f"1 at who waits at a tie: {', '.join(MERCHANTS)}."),
        Field("place", (len(rules.board.roads[0].names),), "1 at the place where it waits, by its number on the road."),
        Field("stage", (STAGES,), "1 at the stage of its trip."),
        Field("winner", (seats,), "1 at the seat drawn as the winner."),
    )


@lru_cache(maxsize=64)
def copies_of(deck: tuple[int, ...], types: int) -> tuple[int, ...]:
    """How many cards of each type a deck has.

    >>> copies_of((0, 0, 2), 3)
    (2, 0, 1)
    """
    return tuple([deck.count(card) for card in range(types)])


def counts(cards: tuple[int, ...], copies: tuple[int, ...]) -> list[float]:
    """How many of each type there are, of all copies.

    >>> counts((0, 0, 2, -2), (4, 1, 1))
    [0.5, 0.0, 1.0]
    """
    row = [0.0] * len(copies)
    for card in cards:
        if card >= 0:
            row[card] = cards.count(card) / copies[card]
    return row


def one_hots(places: list[int], size: int) -> list[float]:
    """A row of `one_hot` for each place; those below 0 are zeros.

    >>> one_hots([1, -1], 2)
    [0.0, 1.0, 0.0, 0.0]
    """
    row = [0.0] * (size * len(places))
    for number, place in enumerate(places):
        if place >= 0:
            row[number * size + place] = 1.0
    return row


def stacked(piles: tuple[tuple[int, ...], ...], types: int) -> list[float]:
    """Piles of cards under others: for each pile 1/2 at the lowest card, 1/4 at the next, and so on.

    >>> stacked(((1, 0, 1), ()), 3)
    [0.25, 0.625, 0.0, 0.0, 0.0, 0.0]
    """
    row = [0.0] * (types * len(piles))
    for number, pile in enumerate(piles):
        for place, card in enumerate(pile, 1):
            row[number * types + card] += 0.5**place
    return row


def units(items: tuple[int, ...], kinds: list[int], most: int) -> list[float]:
    """How often each item is named in an offer, of all units.

    >>> units((7, 7, 9), [7, 8, 9], 4)
    [0.5, 0.0, 0.25]
    """
    if not items:
        return [0.0] * len(kinds)
    return [items.count(kind) / most for kind in kinds]


def profit_share(profit: int) -> float:
    """A profit as a number between 0 and 1, a different one for each profit.

    >>> profit_share(0), profit_share(30), profit_share(-10)
    (0.5, 0.75, 0.375)
    """
    return 0.5 + 0.5 * profit / (abs(profit) + HALF_WAY)


def numbers(state: MerryWayState) -> list[float]:
    """A view's position as numbers between 0 and 1, in the order of `fields`.

    Args:
        state: the position of a view.
    """
    rules = state.rules
    seats, first = rules.players, rules.first
    types, resources, follies = rules.cards.scheme_types, len(rules.cards.resources), len(rules.cards.folly_cards)
    scheme_copies = copies_of(rules.all_schemes, types)
    resource_copies = copies_of(rules.all_resources, resources)
    schemes, all_resources = len(rules.all_schemes), len(rules.all_resources)
    total = [max(1, state.supply[kind] + sum(state.stock[kind::RESOURCES])) for kind in range(RESOURCES)]
    give_items = [
        *range(FIRST_GIVE, FIRST_GIVE + ITEMS),
        *range(int(first.give_card), int(first.hand)),
        HIDDEN,
        *range(int(first.give_claim), int(first.want_claim)),
    ]
    want_items = [
        *range(FIRST_WANT, FIRST_WANT + ITEMS),
        *range(FIRST_WANT_CARD, FIRST_WANT_CARD + len(CATEGORIES)),
        *range(int(first.want_claim), int(first.place)),
    ]
    line_up = [card if card >= NONE else follies + HIDDEN - 1 - card for card in state.line_up]
    handed = [types if card == HIDDEN else card for card in state.handed]
    return fill(
        fields(rules),
        {
            "round": share(int(state.round), int(rules.max_rounds)),
            "leader": one_hot(int(state.leader), seats),
            "turn": one_hot(int(state.seat), seats),
            "digit": one_hot(int(state.digit), DIGITS),
            "supply": [state.supply[kind] / total[kind] for kind in range(RESOURCES)],
            "resources": [amount / total[place % RESOURCES] for place, amount in enumerate(state.stock)],
            "profit": [profit_share(profit) for profit in state.profit],
            "reserve": [tokens / max(1, rules.claim_tokens) for tokens in state.reserve],
            "scheme_cards": [one for hand in state.scheme_hands for one in counts(hand, scheme_copies)],
            "unseen_scheme_cards": [
                hand.count(HIDDEN - kind) / max(1, schemes)
                for hand in state.scheme_hands
                for kind in range(len(CATEGORIES))
            ],
            "resource_cards": [one for hand in state.resource_hands for one in counts(hand, resource_copies)],
            "unseen_resource_cards": [hand.count(HIDDEN) / max(1, all_resources) for hand in state.resource_hands],
            "table": one_hots([resources if card == HIDDEN else card for card in state.committed], resources + 1),
            "known": [one for hand in state.known for one in counts(hand, scheme_copies)],
            "known_kinds": [
                hand.count(HIDDEN - kind) / max(1, schemes)
                for hand in state.known
                for kind in range(1, len(CATEGORIES))
            ],
            "scheme_deck": share(len(state.scheme_deck), max(1, schemes)),
            "scheme_discard": counts(state.scheme_discard, scheme_copies),
            "resource_deck": share(len(state.resource_deck), max(1, all_resources)),
            "resource_discard": counts(state.resource_discard, resource_copies),
            "cards": one_hots(list(state.cards), types),
            "claims": one_hots(list(state.claims), seats),
            "covered": stacked(state.covered, types),
            "roadblock": one_hot(int(state.roadblock), int(rules.board.ways)),
            "line_up": one_hots(line_up, 2 * follies),
            "blue": bits(int(state.blue), LINE_UP),
            "open_sides": bits(int(state.open_sides), LINE_UP),
            "folly_deck": [float(card in state.folly_deck) for card in range(follies)],
            "offers": [made / max(1, int(rules.offers_per_player)) for made in state.offers],
            "passed": bits(int(state.passed), seats),
            "partner": one_hot(int(state.partner), seats),
            "give": units(state.give, give_items, rules.offer_units),
            "want": units(state.want, want_items, rules.offer_units),
            "handed": one_hots(handed + [NONE] * (rules.offer_units - len(handed)), types + 1),
            "chosen": one_hot(int(state.chosen), types),
            "specials": share(int(state.specials), MOST_SPECIALS),
            "pending": share(int(state.pending), HIGHEST_NUMBER),
            "purpose": one_hot(int(state.purpose), len(PURPOSES)),
            "traveller": one_hot(int(state.traveller), len(MERCHANTS)),
            "place": one_hot(int(state.place), len(rules.board.roads[0].names)),
            "stage": one_hot(int(state.stage), STAGES),
            "winner": one_hot(int(state.winner), seats),
        },
    )
