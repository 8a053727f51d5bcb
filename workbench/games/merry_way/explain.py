"""The table in words, and chances worth knowing: worked out on demand, from what a seat may know."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from workbench.core.game import Odds
from workbench.core.state import CHANCE, OVER
from workbench.games.merry_way.cards import FOLLY_LETTERS, KIND_NAMES, LINE_UP, NONE
from workbench.games.merry_way.components import (
    ANY_CARD,
    BIT,
    BUY_CARD,
    CATEGORIES,
    DECK_SCHEME,
    DRAW,
    HIDDEN,
    MERCHANTS,
    RESOURCES,
    category_of,
)
from workbench.games.merry_way.line import follies_of, kind_of, road_of
from workbench.games.merry_way.notation import write_board
from workbench.games.merry_way.secrets import unseen_cards
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.trail import TOWNS
from workbench.games.merry_way.words import category_words, folly_words, hand_words, many, offer_words, price

NEXT_CARD: Final = "exact, for the next scheme card, from what you can see"


def text(state: MerryWayState, seat: int) -> str:
    """The table in words.

    Args:
        state: the position, as the seat may know it.
        seat: who reads it.
    """
    rules = state.rules
    lines = [
        f"{rules.title}, round {state.round}: {state.phase.title}. "
        f"{rules.seat_name(int(state.leader))} has the Leader marker."
    ]
    lines += [seat_text(state, one) for one in range(rules.players)]
    supply = price((state.supply[0], state.supply[1], state.supply[2]))
    lines.append(
        f"Supply: {supply}. Decks: {many(len(state.scheme_deck), 'scheme card')}, "
        f"{many(len(state.resource_deck), 'resource card')}, {many(len(state.folly_deck), 'folly card')}."
    )
    places = [
        f"V{place + 1} {folly_words(rules, state.line_up[place], bool(state.blue & BIT[place]))}"
        for place in range(LINE_UP)
    ]
    lines.append(f"Line-up: {'; '.join(places)}.")
    if NONE not in state.line_up and state.round > 0:
        lines.append("Travellers: " + "; ".join([traveller_text(state, one) for one in range(len(MERCHANTS))]) + ".")
    board = write_board(rules.board, rules.cards, state.cards, state.claims)
    lines.append(f"Beside the trail: {board or 'nothing yet'}.")
    if state.roadblock != NONE:
        lines.append(f"A roadblock stands on {rules.board.way_names[state.roadblock]}.")
    if state.partner != NONE:
        maker, partner = rules.seat_name(int(state.seat)), rules.seat_name(int(state.partner))
        lines.append(f"{maker} offers {partner} {offer_words(rules, state.give)} for {offer_words(rules, state.want)}.")
    if state.to_move == seat or state.to_move == OVER:
        lines.append(state.phase.question(state))
    elif state.to_move != CHANCE:
        lines.append(f"{rules.seat_name(int(state.to_move))} decides.")
    return "\n".join(lines)


def seat_text(state: MerryWayState, seat: int) -> str:
    """What a player has."""
    rules = state.rules
    stock = state.stock[RESOURCES * seat : RESOURCES * seat + RESOURCES]
    cards = [
        "one unseen" if card == HIDDEN else str(rules.cards.resources[card]) for card in state.resource_hands[seat]
    ]
    table = state.committed[seat]
    on_table = ""
    if table != NONE:
        on_table = f"; on the table {'a card face down' if table == HIDDEN else rules.cards.resources[table]}"
    return (
        f"{rules.seat_name(seat)}: {state.profit[seat]} profit; {price((stock[0], stock[1], stock[2]))}; "
        f"{many(state.reserve[seat], 'claim token')} left; scheme cards: {hand_words(rules, state.scheme_hands[seat])}; "
        f"resource cards: {', '.join(cards) or 'none'}{on_table}."
    )


def traveller_text(state: MerryWayState, traveller: int) -> str:
    """What a traveller is, where it goes, and which follies it has."""
    follies = " ".join([FOLLY_LETTERS[folly] for folly in follies_of(state, traveller)])
    town = TOWNS[road_of(traveller, state.round)]
    return f"{MERCHANTS[traveller]}, a {KIND_NAMES[kind_of(state, traveller)]} to {town}, {follies}"


def odds(state: MerryWayState, seat: int) -> tuple[Odds, ...]:
    """What kind of scheme card would be drawn next, where drawing one is to be decided.

    Args:
        state: the position, as the seat may know it.
        seat: who asks.

    Returns:
        the exact chance of each kind of card, from the cards that the seat has not seen.
    """
    if state.to_move != seat or not any([action in (DRAW, BUY_CARD, DECK_SCHEME) for action in state.legal()]):
        return ()
    rules = state.rules
    if state.scheme_deck:
        seen = [*state.scheme_discard, *state.cards, int(state.chosen)]
        for pile in (*state.covered, *state.scheme_hands):
            seen += pile
        pool = unseen_cards(rules.all_schemes, seen)
    else:
        pool = list(state.scheme_discard)  # it becomes the new deck
    if not pool:
        return ()
    found = []
    for category in range(ANY_CARD + 1, len(CATEGORIES)):
        number = len([card for card in pool if category_of(rules.cards, card) == category])
        if number:
            found.append(Odds(category_words(category), Fraction(number, len(pool)), NEXT_CARD))
    return tuple(found)
