"""Chances worth knowing: worked out on demand, from what a seat may know."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from workbench.core.figures import Odds
from workbench.games.merry_way.components import (
    ANY_CARD,
    BUY_CARD,
    CATEGORIES,
    DECK_SCHEME,
    DRAW,
    category_of,
)
from workbench.games.merry_way.secrets import unseen_cards
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.words import category_words

NEXT_CARD: Final = "exact, for the next scheme card, from what you can see"


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
