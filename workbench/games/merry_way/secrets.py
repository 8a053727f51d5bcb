"""What a seat cannot know, and what it could be: the two halves of views and resampling (MW-KNOW-1 to MW-KNOW-7).

`conceal` blanks what a seat cannot know; `complete` fills the blanks again, with every possibility equally likely. Only offers
that everybody has seen limit hidden cards: a partner who has accepted must hold the cards that the offer wants, and a player
who was given a Greedy card holds one.
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
    without_cards,
)

if TYPE_CHECKING:
    from workbench.games.merry_way.state import MerryWayState


def conceal(state: MerryWayState, seat: int) -> None:
    """Blank, in place, what a seat cannot know.

    Args:
        state: the position; it becomes the view of the seat.
        seat: the seat that looks.
    """
    rules = state.game
    seats = rules.players
    for other in range(seats):
        if other != seat:
            hand = state.scheme_hands[other]
            seen = seen_cards(state, seat, other)
            state.scheme_hands[other] = tuple(sorted((*[HIDDEN] * (len(hand) - len(seen)), *seen)))
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
    if rules.blue_sides_hidden:
        public = [rules.public_folly(state, place) for place in range(len(state.line_up))]
        unknown = [card for card, shown in zip(state.line_up, public, strict=True) if shown < HIDDEN <= card]
        state.line_up = tuple(public)
        state.folly_deck = tuple(sorted((*state.folly_deck, *unknown)))


def seen_cards(state: MerryWayState, seat: int, other: int) -> tuple[int, ...]:
    """Return the cards in another hand that a seat knows: those it remembers or sees in its own offer."""
    seen = state.known[seat * state.game.players + other]
    if state.partner != NONE:
        if seat == state.partner and other == state.seat:
            seen = merged(state.game.category, seen, given_cards(state))
        elif seat == state.seat and other == state.partner:
            seen = merged(state.game.category, seen, tuple(sorted(state.handed)))
    return seen


def complete(state: MerryWayState, rng: Random) -> None:
    """Fill in, in place and at random, what `conceal` blanked.

    Args:
        state: a view's position; a position without blanks stays as it is.
        rng: the source of randomness.
    """
    complete_schemes(state, rng)
    complete_resources(state, rng)
    complete_line_up(state, rng)


def unseen_cards(everything: tuple[int, ...], seen: list[int]) -> list[int]:
    """Return the cards of a deck that are not in sight.

    Args:
        everything: the whole deck.
        seen: the cards in sight; numbers below 0 mean no card.

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
    """Take a random card from a pool."""
    size = len(pool)
    place = rng.below(size)
    card = pool[place]
    pool[place] = pool[size - 1]
    pool.pop()
    return card


def filled(cards: tuple[int, ...], pool: list[int], rng: Random) -> tuple[int, ...]:
    """Return some cards, in order, with the blanks drawn from a pool."""
    if HIDDEN not in cards:
        return cards
    return tuple(sorted([draw(pool, rng) if card == HIDDEN else card for card in cards]))


def complete_schemes(state: MerryWayState, rng: Random) -> None:
    """Fill in scheme hands, the deck and what the current offer hides."""
    rules = state.game
    seen = [*state.scheme_discard, *state.cards, int(state.chosen)]
    for pile in state.covered:
        seen += pile
    for hand in state.scheme_hands:
        seen += hand
    seen += state.scheme_deck
    pool = unseen_cards(rules.all_schemes, seen)
    fill_tied_hands(state, pool, rng)
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


def fill_tied_hands(state: MerryWayState, pool: list[int], rng: Random) -> None:
    """Fill in the tied hands, which must hold cards of known categories; their cards leave the pool.

    A single tied hand is drawn evenly from all possible hands. Several are drawn one after another, and a draw that leaves
    fewer ways for the others is kept only in proportion, so all ways for all of them together are equally likely.
    """
    tied: list[tuple[int, list[int]]] = []
    for seat in range(state.game.players):
        least = least_of(state, seat)
        if max(least) > 0:
            tied.append((seat, least))
    if not tied:
        return
    before = state.scheme_hands[:]
    while True:
        left = pool[:]
        certain = True
        for seat, least in tied:
            hand = before[seat]
            blanks = len([card for card in hand if card < 0])
            if seat != tied[0][0]:
                most, ways = ways_at_most(state, pool, left, least, blanks), number_of_ways(state, left, least, blanks)
                certain = below(most, rng) < ways
                if not certain:
                    break
            drawn = tied_draw(state, left, least, blanks, rng)
            state.scheme_hands[seat] = tuple(sorted([*[card for card in hand if card >= 0], *drawn]))
        if certain:
            pool[:] = left
            return


def least_of(state: MerryWayState, seat: int) -> list[int]:
    """Return, by category, how many of the hidden cards in a hand are known to belong to it, at least."""
    rules = state.game
    hand = state.scheme_hands[seat]
    least = [hand.count(HIDDEN - kind) if kind != ANY_CARD else 0 for kind in range(len(CATEGORIES))]
    if state.phase is rules.hand_over and seat == state.partner and min(hand) < 0:
        picked = () if HIDDEN in state.handed else tuple(sorted(state.handed))
        seen = without_cards(tuple([card for card in hand if card >= 0]), picked)
        wanted = wanted_cards(state)[len(picked) :]
        for kind in range(len(CATEGORIES)):
            if kind != ANY_CARD:
                there = len([card for card in seen if rules.category[card] == kind])
                least[kind] = max(least[kind], wanted.count(kind) - there)
    return least


def sizes_of(state: MerryWayState, pool: list[int]) -> list[int]:
    """Return how many cards of each category a pool holds."""
    sizes = [0] * len(CATEGORIES)
    for card in pool:
        sizes[state.game.category[card]] += 1
    return sizes


def number_of_ways(state: MerryWayState, pool: list[int], least: list[int], blanks: int) -> int:
    """Count the ways to draw a number of cards from a pool with enough cards of each category."""
    return ways_from(sizes_of(state, pool), least, blanks)[0][blanks]


def ways_at_most(state: MerryWayState, pool: list[int], left: list[int], least: list[int], blanks: int) -> int:
    """Return an upper limit of the ways for a hand, whatever the other tied hands have drawn from the pool.

    The hand has most ways if the others have drawn none of the categories that it needs.
    """
    sizes = sizes_of(state, pool)
    gone = len(pool) - len(left)
    for kind in range(len(CATEGORIES)):
        if not least[kind]:
            taken = min(gone, sizes[kind])
            sizes[kind] -= taken
            gone -= taken
    return ways_from(sizes, least, blanks)[0][blanks]


def ways_from(sizes: list[int], least: list[int], blanks: int) -> list[list[int]]:
    """Return, at [kind][n], the number of choices of n cards in the categories from `kind` on, with enough of each."""
    ways = [[1] + [0] * blanks]
    for kind in range(len(CATEGORIES) - 1, -1, -1):
        rest = ways[0]
        ways.insert(
            0,
            [
                sum([comb(sizes[kind], number) * rest[total - number] for number in range(least[kind], total + 1)])
                for total in range(blanks + 1)
            ],
        )
    return ways


def tied_draw(state: MerryWayState, pool: list[int], least: list[int], blanks: int, rng: Random) -> list[int]:
    """Draw a number of cards with enough of each category, evenly from all such draws; they leave the pool.

    First draw how many cards each category gets, in proportion to the number of such draws; then draw the cards.
    """
    category = state.game.category
    sizes = sizes_of(state, pool)
    ways = ways_from(sizes, least, blanks)
    found: list[int] = []
    left = blanks
    for kind in range(len(CATEGORIES)):
        place = below(ways[kind][left], rng)
        number = least[kind]
        while True:
            place -= comb(sizes[kind], number) * ways[kind + 1][left - number]
            if place < 0:
                break
            number += 1
        cards = [card for card in pool if category[card] == kind]
        for _ in range(number):
            card = draw(cards, rng)
            pool.remove(card)
            found.append(card)
        left -= number
    return found


def picked_cards(state: MerryWayState, number: int, rng: Random) -> tuple[int, ...]:
    """Return cards that a partner may have picked so far, one for each of the first wanted categories."""
    category = state.game.category
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
    pool = unseen_cards(state.game.all_resources, seen)
    for seat, hand in enumerate(state.resource_hands):
        state.resource_hands[seat] = filled(hand, pool, rng)
        if state.committed[seat] == HIDDEN:
            state.committed[seat] = draw(pool, rng)
    state.resource_deck = filled(state.resource_deck, pool, rng)


def complete_line_up(state: MerryWayState, rng: Random) -> None:
    """Fill in the line-up's cards known only by their red side: any card with that side that is not elsewhere."""
    cards = state.game.cards.folly_cards
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
