"""Odds: the chances worth knowing, worked out on demand from what a seat may know."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from workbench.core.figures import Odds, rests_on, shown
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

EXACT: Final = "exact, for the next scheme card, from what you can see"
ALIKE: Final = (
    "for the next scheme card, if every card you cannot see is equally likely; a player who remembers which cards went into a "
    "new deck knows more"
)
"""Everybody saw which cards went into a new deck, but views do not remember it (MW-KNOW-7)."""


def odds(state: MerryWayState, seat: int) -> tuple[Odds, ...]:
    """Return the odds for the next scheme card, if the seat must decide whether to draw one.

    Args:
        state: the position, as the seat may know it.
        seat: the seat that asks.
    """
    if state.to_move != seat or not any([action in (DRAW, BUY_CARD, DECK_SCHEME) for action in state.legal()]):
        return ()
    return shown(Odds, state, seat, next_card)


@rests_on("draw_scheme", "digit", "bank", "choose_deck", what="The next scheme card")
def next_card(state: MerryWayState, seat: int) -> tuple[Odds, ...]:
    """Return the chance of each kind of card, from the cards that the seat has not seen."""
    rules = state.game
    if state.scheme_deck:
        seen = [*state.scheme_discard, *state.cards, int(state.chosen)]
        for pile in (*state.covered, *state.scheme_hands):
            seen += pile
        pool = unseen_cards(rules.all_schemes, seen)
    else:
        pool = list(state.scheme_discard)  # the discard pile becomes the new deck
    all_seen = len(pool) == (len(state.scheme_deck) or len(state.scheme_discard))
    note = ALIKE if may_be_made_anew(state) and not all_seen else EXACT
    found = []
    for category in range(ANY_CARD + 1, len(CATEGORIES)):
        number = len([card for card in pool if category_of(rules.cards, card) == category])
        if number:
            found.append(Odds(category_words(category), Fraction(number, len(pool)), note))
    return tuple(found)


def may_be_made_anew(state: MerryWayState) -> bool:
    """Return whether the deck may once have been a discard pile, judging by its size (MW-RULING-12)."""
    rules = state.game
    if rules.covered_are_discarded or rules.roadblock_scheme_card:
        return True
    specials = [card for card in rules.all_schemes if card >= rules.cards.normal]
    return len(state.scheme_deck) <= len(specials)
