"""What a seat cannot know, and how to draw it for resampling (KD-CROP-3, KD-CROP-7, KD-RULING-53).

Every change of a hand after the set-up is public, so of another hand only the starting counters are unknown. A view keeps of
them what the player must have drawn (`least`), and takes the others out of the hand. Where the stock is open, what all other
players drew together can be counted, type by type; `complete` then draws every way of dividing it with its exact chance, if
counters are drawn at set-up as the rulebook says. Where that phase has been changed it still draws a way that fits all that
is known, but not with the chance that it has.
"""

from __future__ import annotations

from math import factorial
from typing import TYPE_CHECKING, Final

from workbench.core.random import Random, below
from workbench.games.keydom.components import BIT, CROP_TABLE, CROPS, FIRST_PLOT, NONE, UNSEEN, plot_actions
from workbench.games.keydom.counters import ONE, counts, handful, total

if TYPE_CHECKING:
    from workbench.games.keydom.state import KeydomState

FULL: Final = handful([crop.counters for crop in CROP_TABLE])
"""All counters of the game."""
SIGNS: Final = handful([1] * CROPS)
"""One counter of each type: in a view of a covered stock it means that there are some."""


def drawing(state: KeydomState) -> bool:
    """Return whether counters are being drawn at set-up: the stock then shows nothing of earlier draws."""
    game, phase = state.game, state.phase
    return phase is game.deal_counters or phase is game.deal_bonus or (game.seat_bonus and phase is game.first_player)


def conceal(state: KeydomState, seat: int) -> None:
    """Blank what a seat cannot know: starting hands unless deduced, a covered stock, secret choices."""
    game = state.game
    for other in range(game.players):
        if other != seat and state.chosen[other] != NONE:
            state.chosen[other] = UNSEEN
    if game.open_hands:
        if game.stock_view_covered:
            state.stock = signs(state.stock)
        return
    hidden = 0
    unknown = 0
    for other in range(game.players):
        if other == seat:
            continue
        rest = state.drawn[other] - state.least[other]
        unknown += rest
        if rest or game.given(state, other) > total(state.drawn[other]):
            hidden |= BIT[other]
        state.hands[other] -= rest
        state.drawn[other] = state.least[other]
    if drawing(state):
        state.stock += unknown
    if game.stock_view_covered:
        state.stock = signs(state.stock)
    state.hidden = hidden


def signs(stock: int) -> int:
    """Return for a covered stock only whether there are any counters of each type."""
    return sum([one for one, number in zip(ONE, counts(stock), strict=True) if number])


def complete(state: KeydomState, rng: Random) -> None:
    """Fill in what `conceal` blanked."""
    for seat in range(state.game.players):
        if state.chosen[seat] == UNSEEN:
            own = plot_actions(state.fields[seat])
            state.chosen[seat] = own[rng.below(len(own))] - FIRST_PLOT
    hidden, state.hidden = state.hidden, 0
    seats = [seat for seat in range(state.game.players) if hidden & BIT[seat]]
    if drawing(state):
        draw_anew(state, seats, rng)
        return
    if seats:
        hands = pick(divisions(state, seats), rng)
        for seat, drawn in zip(seats, hands, strict=True):
            state.hands[seat] += drawn - state.drawn[seat]
            state.drawn[seat] = drawn
    if state.game.stock_view_covered:
        state.stock = FULL - sum(state.hands) - sum(state.bids)


def draw_anew(state: KeydomState, seats: list[int], rng: Random) -> None:
    """Draw in the middle of the set-up: each other player draws so many counters from what is left."""
    if state.game.stock_view_covered:
        state.stock = FULL - sum(state.hands)
    for seat in seats:
        for _drawn in range(state.game.given(state, seat) - total(state.drawn[seat])):
            crop = place_of(counts(state.stock), rng)
            state.stock -= ONE[crop]
            state.hands[seat] += ONE[crop]
            state.drawn[seat] += ONE[crop]


def place_of(weights: tuple[int, ...] | list[int], rng: Random) -> int:
    """Return a place in a list of weights, in proportion to them."""
    left = below(sum(weights), rng)
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return place
    raise AssertionError("weights add up to their sum")


def pick(ways: list[tuple[tuple[int, ...], int]], rng: Random) -> tuple[int, ...]:
    """Return one of several ways, in proportion to their weights."""
    return ways[place_of([weight for _, weight in ways], rng)][0]


# -- the posterior -----------------------------------------------------------------------------------------------------


def handfuls(number: int, least: tuple[int, ...], most: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return every handful of so many counters within bounds for each type.

    >>> handfuls(2, (1, 0, 0, 0, 0), (2, 1, 0, 0, 1))
    [(1, 0, 0, 0, 1), (1, 1, 0, 0, 0), (2, 0, 0, 0, 0)]
    """
    found: list[tuple[int, ...]] = [()]
    for low, high in zip(least, most, strict=True):
        found = [(*begun, count) for begun in found for count in range(low, high + 1) if sum(begun) + count <= number]
    return [one for one in found if sum(one) == number]


def divisions(state: KeydomState, seats: list[int]) -> list[tuple[tuple[int, ...], int]]:
    """Return what players may have drawn at set-up, with weights (KD-CROP-7, KD-RULING-53, KD-RULING-54).

    Args:
        state: a view: of these players' starting counters only those are in `drawn` that they must have drawn.
        seats: the players, in their order.

    Returns:
        for each possibility the starting handful of each of them, and its weight.
    """
    pool = remainder(state, seats)
    numbers = [int(state.game.given(state, seat)) for seat in seats]
    ways: list[tuple[tuple[int, ...], int]] = []
    spread_over(state, seats, numbers, pool, (), 1, ways)
    return ways


def remainder(state: KeydomState, seats: list[int]) -> tuple[int, ...]:
    """Return the counters from which these players have drawn.

    With an open stock exactly those that they drew together: all that is in no other place. With a covered one all that nobody
    else has drawn.
    """
    if not state.game.stock_view_covered:
        known = sum(state.hands) + sum(state.bids) + state.stock
        return counts(FULL - known + sum([state.drawn[seat] for seat in seats]))
    return counts(FULL - sum([state.drawn[seat] for seat in range(state.game.players) if seat not in seats]))


def spread_over(
    state: KeydomState,
    seats: list[int],
    numbers: list[int],
    pool: tuple[int, ...],
    before: tuple[int, ...],
    weight: int,
    ways: list[tuple[tuple[int, ...], int]],
) -> None:
    """Go through the handfuls of the next player and those after it; add complete ways to the list."""
    place = len(before)
    if place == len(seats):
        if not any(pool) or (state.game.stock_view_covered and stock_fits(state, seats, before)):
            ways.append((before, weight))
        return
    seat = seats[place]
    least = counts(state.drawn[seat])
    last = place + 1 == len(seats) and not state.game.stock_view_covered
    options = [pool] if last and sum(pool) == numbers[place] else handfuls(numbers[place], least, pool)
    for option in options:
        if any([low > have for low, have in zip(least, option, strict=True)]):
            continue
        drawn = handful(option)
        if seat == state.to_move and not stays_possible(state, seat, drawn):
            continue
        rest = tuple([have - taken for have, taken in zip(pool, option, strict=True)])
        chosen = weight
        for have, taken in zip(pool, option, strict=True):
            chosen *= factorial(have) // (factorial(taken) * factorial(have - taken))
        spread_over(state, seats, numbers, rest, (*before, drawn), chosen, ways)


def stays_possible(state: KeydomState, seat: int, drawn: int) -> bool:
    """Return whether a player who drew so could face the present decision (KD-RULING-54)."""
    held = state.hands[seat]
    state.hands[seat] = held + drawn - state.drawn[seat]
    possible = len(state.phase.legal(state)) > 0
    state.hands[seat] = held
    return possible


def stock_fits(state: KeydomState, seats: list[int], drawn: tuple[int, ...]) -> bool:
    """Return whether the covered stock would show what it shows if these players drew so."""
    more = sum(drawn) - sum([state.drawn[seat] for seat in seats])
    stock = [
        whole - there
        for whole, there in zip(counts(FULL), counts(sum(state.hands) + sum(state.bids) + more), strict=True)
    ]
    return min(stock) >= 0 and [number > 0 for number in stock] == [number > 0 for number in counts(state.stock)]
