"""The table in words, based on what a seat may know."""

from __future__ import annotations

from workbench.core.state import CHANCE, OVER
from workbench.core.words import counted
from workbench.games.merry_way.cards import FOLLY_LETTERS, KIND_NAMES, LINE_UP, NONE
from workbench.games.merry_way.components import (
    BIT,
    HIDDEN,
    MERCHANTS,
    RESOURCES,
)
from workbench.games.merry_way.notation import write_board
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.trail import TOWNS
from workbench.games.merry_way.words import folly_words, hand_words, offer_words, price


def text(state: MerryWayState, seat: int) -> str:
    """Describe the table in words.

    Args:
        state: the position, as the seat may know it.
        seat: the seat that reads it.
    """
    rules = state.game
    lines = [
        f"{rules.title}, round {state.round}: {state.phase.title}. "
        f"{rules.seat_name(int(state.leader))} has the Leader marker."
    ]
    lines += [seat_text(state, one) for one in range(rules.players)]
    supply = price((state.supply[0], state.supply[1], state.supply[2]))
    lines.append(
        f"Supply: {supply}. Decks: {counted(len(state.scheme_deck), 'scheme card')}, "
        f"{counted(len(state.resource_deck), 'resource card')}, {counted(state.folly_cards_left(), 'folly card')}."
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
    """Describe what a player has."""
    rules = state.game
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
        f"{counted(state.reserve[seat], 'claim token')} left; scheme cards: {hand_words(rules, state.scheme_hands[seat])}; "
        f"resource cards: {', '.join(cards) or 'none'}{on_table}."
    )


def traveller_text(state: MerryWayState, traveller: int) -> str:
    """Describe what a traveller is, where it goes, and which follies it has."""
    follies = " ".join([FOLLY_LETTERS[folly] for folly in state.game.travel.follies(state, traveller)])
    town = TOWNS[state.game.travel.road(state, traveller)]
    return f"{MERCHANTS[traveller]}, a {KIND_NAMES[state.game.travel.kind(state, traveller)]} to {town}, {follies}"
