"""What a seat cannot know, and how it could be: the two halves of views and resampling (MW-KNOW-1 to MW-KNOW-7).

`conceal` blanks; `complete` fills in again so that every way the blanks can be filled is equally likely. Only what the offer in
progress has shown to everybody ties hidden cards down: a partner who has accepted holds what is wanted.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from workbench.core.random import Random, below
from workbench.games.merry_way.bargain import given_cards, serves, wanted_cards
from workbench.games.merry_way.cards import NONE, RED
from workbench.games.merry_way.components import (
    ANY_CARD,
    CATEGORIES,
    HIDDEN,
    merged,
    without_card,
    without_known,
)

if TYPE_CHECKING:
    from workbench.games.merry_way.state import MerryWayState


def conceal(state: MerryWayState, seat: int) -> None:
    """Blank, in place, what a seat cannot know.

    Args:
        state: the position.
        seat: whose view it becomes.
    """
    rules = state.rules
    seats = rules.players
    for other in range(seats):
        if other != seat:
            hand = state.scheme_hands[other]
            seen = seen_cards(state, seat, other)
            state.scheme_hands[other] = (*[HIDDEN] * (len(hand) - len(seen)), *seen)
            state.resource_hands[other] = (HIDDEN,) * len(state.resource_hands[other])
            if state.phase is rules.choose_card and state.committed[other] != NONE:
                state.committed[other] = HIDDEN
            for third in range(seats):
                if third != seat:
                    state.known[other * seats + third] = ()
    if state.partner != NONE and state.seat != seat and state.partner != seat:
        state.give = rules.with_faces_down(state.give)
        state.handed = (HIDDEN,) * len(state.handed)
    state.scheme_deck = (HIDDEN,) * len(state.scheme_deck)
    state.resource_deck = (HIDDEN,) * len(state.resource_deck)
    if rules.blue_hidden:
        public = [rules.public_folly(state, place) for place in range(len(state.line_up))]
        unknown = [card for card, shown in zip(state.line_up, public, strict=True) if shown < HIDDEN <= card]
        state.line_up = tuple(public)
        state.folly_deck = tuple(sorted((*state.folly_deck, *unknown)))


def seen_cards(state: MerryWayState, seat: int, other: int) -> tuple[int, ...]:
    """The scheme cards in another's hand that a seat knows of: those it remembers, and those of the offer it has a part in."""
    seen = state.known[seat * state.rules.players + other]
    if state.partner != NONE:
        if seat == state.partner and other == state.seat:
            seen = merged(seen, given_cards(state))
        elif seat == state.seat and other == state.partner:
            seen = merged(seen, tuple(sorted(state.handed)))
    return seen


def complete(state: MerryWayState, rng: Random) -> None:
    """Fill in, in place and at random, what `conceal` blanked.

    Args:
        state: a view's position; a position without blanks stays as it is.
        rng: where the draws come from.
    """
    complete_schemes(state, rng)
    complete_resources(state, rng)
    complete_line_up(state, rng)


def unseen_cards(everything: tuple[int, ...], seen: list[int]) -> list[int]:
    """The cards of a deck that lie nowhere in sight.

    Args:
        everything: the whole deck.
        seen: cards in sight; numbers below 0 stand for none.

    >>> unseen_cards((0, 0, 1, 2), [0, -1, 2])
    [0, 1]
    """
    left = [0] * (max(everything, default=NONE) + 1)
    for card in everything:
        left[card] += 1
    for card in seen:
        if card >= 0:
            left[card] -= 1
    return [card for card, number in enumerate(left) for _ in range(number)]


def draw(pool: list[int], rng: Random) -> int:
    """Take a random card out of a pool."""
    size = len(pool)
    place = rng.below(size)
    card = pool[place]
    pool[place] = pool[size - 1]
    pool.pop()
    return card


def filled(cards: tuple[int, ...], pool: list[int], rng: Random) -> tuple[int, ...]:
    """Some cards, in order, with the blanks drawn from a pool."""
    if HIDDEN not in cards:
        return cards
    return tuple(sorted([draw(pool, rng) if card == HIDDEN else card for card in cards]))


def complete_schemes(state: MerryWayState, rng: Random) -> None:
    """Fill in scheme hands, the deck and what the offer in progress hides."""
    rules = state.rules
    seen = [*state.scheme_discard, *state.cards, int(state.chosen)]
    for pile in state.covered:
        seen += pile
    for hand in state.scheme_hands:
        seen += hand
    seen += state.scheme_deck
    pool = unseen_cards(rules.all_schemes, seen)
    if state.phase is rules.hand_over and HIDDEN in state.scheme_hands[state.partner]:
        state.scheme_hands[state.partner] = serving_hand(state, pool, rng)
    for seat, hand in enumerate(state.scheme_hands):
        state.scheme_hands[seat] = filled(hand, pool, rng)
    state.scheme_deck = filled(state.scheme_deck, pool, rng)
    if HIDDEN in state.give:
        chosen = list(state.scheme_hands[state.seat])
        given = tuple(sorted([draw(chosen, rng) for item in state.give if item == HIDDEN]))
        first = int(rules.first.give_card)
        before = [item for item in state.give if HIDDEN < item < first]
        after = [item for item in state.give if item >= first]
        state.give = (*before, *[card + first for card in given], *after)
        if state.phase is rules.reply or state.phase is rules.hand_over:
            state.known[state.partner * rules.players + state.seat] = given
    if HIDDEN in state.handed:
        state.handed = picked_cards(state, len(state.handed), rng)


def serving_hand(state: MerryWayState, pool: list[int], rng: Random) -> tuple[int, ...]:
    """The hand of a partner who has accepted: of all hands that hold what is still wanted, each equally likely.

    First it is drawn how many cards of each category there are, in proportion to the number of such hands; then which ones.
    """
    rules = state.rules
    hand = state.scheme_hands[state.partner]
    picked = () if HIDDEN in state.handed else tuple(sorted(state.handed))
    seen = without_known(tuple([card for card in hand if card != HIDDEN]), picked)
    wanted = wanted_cards(state)[len(picked) :]
    category = rules.category
    by_category: list[list[int]] = [[] for _ in CATEGORIES]
    for card in pool:
        by_category[category[card]].append(card)
    least = [
        0 if one == ANY_CARD else max(0, wanted.count(one) - len([card for card in seen if category[card] == one]))
        for one in range(len(CATEGORIES))
    ]
    blanks = hand.count(HIDDEN)
    # ways[one][n]: how many choices of n cards of the categories from `one` on hold at least what is wanted
    ways = [[1] + [0] * blanks]
    for one in range(len(CATEGORIES) - 1, -1, -1):
        size = len(by_category[one])
        rest = ways[0]
        ways.insert(
            0,
            [
                sum([comb(size, number) * rest[total - number] for number in range(least[one], total + 1)])
                for total in range(blanks + 1)
            ],
        )
    found = [card for card in hand if card != HIDDEN]
    left = blanks
    for one in range(len(CATEGORIES)):
        cards = by_category[one]
        place = below(ways[one][left], rng)
        number = least[one]
        while True:
            place -= comb(len(cards), number) * ways[one + 1][left - number]
            if place < 0:
                break
            number += 1
        for _ in range(number):
            card = draw(cards, rng)
            pool.remove(card)
            found.append(card)
        left -= number
    return tuple(sorted(found))


def picked_cards(state: MerryWayState, number: int, rng: Random) -> tuple[int, ...]:
    """The cards that a partner may have picked so far, one for each of the first wanted categories."""
    category = state.rules.category
    wanted = wanted_cards(state)
    hand = state.scheme_hands[state.partner]
    picked: list[int] = []
    for place in range(number):
        fitting = [
            card
            for card in hand
            if wanted[place] in (ANY_CARD, category[card])
            and serves(state, without_card(hand, card), wanted[place + 1 :])
        ]
        picked.append(fitting[rng.below(len(fitting))])
        hand = without_card(hand, picked[place])
    return tuple(picked)


def complete_resources(state: MerryWayState, rng: Random) -> None:
    """Fill in resource hands, cards face down on the table, and the deck."""
    seen = [*state.resource_discard, *state.committed, *state.resource_deck]
    for hand in state.resource_hands:
        seen += hand
    pool = unseen_cards(state.rules.all_resources, seen)
    for seat, hand in enumerate(state.resource_hands):
        state.resource_hands[seat] = filled(hand, pool, rng)
        if state.committed[seat] == HIDDEN:
            state.committed[seat] = draw(pool, rng)
    state.resource_deck = filled(state.resource_deck, pool, rng)


def complete_line_up(state: MerryWayState, rng: Random) -> None:
    """Fill in the cards of the line-up of which only the red side is known: any card with that side that is not elsewhere."""
    cards = state.rules.cards.folly_cards
    line_up = list(state.line_up)
    deck = list(state.folly_deck)
    for place, shown in enumerate(line_up):
        if shown < HIDDEN:
            red = cards[HIDDEN - 1 - shown].sides[RED]
            fitting = [card for card in deck if cards[card].sides[RED] == red]
            line_up[place] = fitting[rng.below(len(fitting))]
            deck.remove(line_up[place])
    state.line_up = tuple(line_up)
    state.folly_deck = tuple(deck)
