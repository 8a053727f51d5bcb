"""What a seat cannot know, and how it could be: the two halves of views and resampling (GH-BID-5, GH-RULING-22, GH-RULING-25).

`conceal` blanks; `complete` fills in again. Hands of bids: every set of hands that can have led to the position, given what the
seat knows of it, is equally likely. Set-up placements: each Folk goes to one of the sections open to it, each equally likely.
If a seat is not done yet, each moment at which it is asked is equally likely too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.core.random import Random, below
from workbench.games.goods_and_honor.components import BIT, CELLS, FIRST_PLACE, GOODS, ITEMS, NONE, TYPES

if TYPE_CHECKING:
    from workbench.core.types import Number, Seats
    from workbench.games.goods_and_honor.state import GoodsAndHonorState


def placing_in_secret(state: GoodsAndHonorState) -> bool:
    """Return whether players are filling their mats unseen by the others (GH-RULING-25)."""
    rules = state.game
    return rules.setup_assign_simultaneous and (state.phase is rules.setup_place or state.phase is rules.setup_pawn)


def shows_bid(state: GoodsAndHonorState, seat: int, viewer: int) -> bool:
    """Return whether a seat may see another's bid (GH-BID-5, GH-BID-6, GH-RULING-21, GH-RULING-22)."""
    if seat == viewer:
        return True
    rules = state.game
    if state.phase is rules.bid:
        return rules.bid_mode_open and state.has_closed(seat)
    return rules.bid_mode_open or not rules.losing_bids_unseen or viewer == state.active


def conceal(state: GoodsAndHonorState, seat: int) -> None:
    """Blank what a seat cannot know: hands that are closed or being filled, and placements not revealed.

    A blanked hand is empty; blanked Folks are shown as still in hand. `hidden` says which seats have them.
    """
    hidden: Seats = 0
    if placing_in_secret(state):
        for other in range(state.game.players):
            if other == seat or other > state.to_move:
                continue
            hidden |= BIT[other]
            base = other * CELLS
            for cell in range(CELLS):
                state.in_hand[other * TYPES + cell % TYPES] += state.mats[base + cell]
                state.mats[base + cell] = 0
            state.pawns[other] = NONE
            if other == state.to_move:
                state.last_section = NONE
    elif state.closed or state.phase is state.game.bid:
        for other in range(state.game.players):
            filled = state.has_closed(other) or (other == state.to_move and state.phase is state.game.bid)
            if filled and not shows_bid(state, other, seat):
                hidden |= BIT[other]
                for item in range(ITEMS):
                    state.bids[other * ITEMS + item] = 0
    state.hidden = hidden


def complete(state: GoodsAndHonorState, rng: Random) -> None:
    """Fill in what `conceal` blanked."""
    hidden, state.hidden = state.hidden, 0
    seats = [seat for seat in range(state.game.players) if hidden & BIT[seat]]
    if placing_in_secret(state):
        for seat in seats:
            place(state, seat, rng)
    elif seats:
        fill_hands(state, seats, rng)


def place(state: GoodsAndHonorState, seat: int, rng: Random) -> None:
    """Place the Folks of a seat whose mat is hidden: all, or as many as it may have placed; and its pawn."""
    rules = state.game
    phase = rules.setup_place
    mover, own_last = state.to_move, state.last_section
    state.to_move, state.last_section = seat, NONE
    base, hand = seat * CELLS, seat * TYPES
    moments: list[tuple[list[int], list[int], Number]] = []
    while sum(state.hand(seat)):
        legal = phase.legal(state)
        if len(legal) > 1 or not rules.auto_single:
            moments.append((state.mats[base : base + CELLS], state.in_hand[hand : hand + TYPES], state.last_section))
        phase.put(state, seat, legal[rng.below(len(legal))] - FIRST_PLACE)
    if seat == mover and state.phase is phase:
        mats, in_hand, last = moments[rng.below(len(moments))]
        state.mats[base : base + CELLS] = mats
        state.in_hand[hand : hand + TYPES] = in_hand
        own_last = last
    state.to_move, state.last_section = mover, own_last
    if seat < mover and rules.elder_pawns_on:
        state.pawns[seat] = int(rng.below(GOODS))


# -- hands of bids -----------------------------------------------------------------------------------------------------


def limits(state: GoodsAndHonorState, seat: int) -> list[int]:
    """Return how many of each item a seat could bid: nine numbers."""
    may = state.game.bid_items[seat]
    return [count if item in may else 0 for item, count in enumerate(state.stash(seat))]


def hands_by_size(most_of_each: list[int], most: int) -> list[list[int]]:
    """Count the possible hands.

    Args:
        most_of_each: how many of each item a hand may hold.
        most: how many items it may hold together.

    Returns:
        at [item][size], how many hands of exactly that size can be made of that item and those after it.

    >>> hands_by_size([2, 1], 3)
    [[1, 2, 2, 1], [1, 1, 0, 0], [1, 0, 0, 0]]
    """
    table = [[1] + [0] * most]
    for limit in reversed(most_of_each):
        after = table[0]
        table.insert(0, [sum(after[max(0, size - limit) : size + 1]) for size in range(most + 1)])
    return table


def hand_of_size(most_of_each: list[int], table: list[list[int]], size: int, rng: Random) -> list[int]:
    """Return a hand of a size, every one equally likely: a count for each item."""
    hand: list[int] = []
    for item, limit in enumerate(most_of_each):
        left = below(table[item][size], rng)
        count = 0
        while count < limit:
            ways = table[item + 1][size - count]
            if left < ways:
                break
            left -= ways
            count += 1
        hand.append(count)
        size -= count
    return hand


def picked(weights: list[int], rng: Random) -> int:
    """Return a place in a list of weights, drawn in proportion to them."""
    left = below(sum(weights), rng)
    for place, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return place
    raise AssertionError("weights add up to their sum")


def fill_hands(state: GoodsAndHonorState, seats: list[int], rng: Random) -> None:
    """Fill the hands of some seats: first all closed hands, then the one that is being filled."""
    rules = state.game
    most: int = rules.bid_max
    closed = [seat for seat in seats if state.has_closed(seat)]
    limit = {seat: limits(state, seat) for seat in seats}
    table = {seat: hands_by_size(limit[seat], most) for seat in seats}
    # a closed hand is empty only if there is nothing to bid (GH-RULING-16)
    counts = {seat: [0, *table[seat][0][1:]] if sum(limit[seat]) else [1] + [0] * most for seat in closed}
    if state.phase is rules.award and rules.most_items and rules.auto_single:
        sizes = tied_sizes(state, closed, counts, rng)
    else:
        sizes = [picked(counts[seat], rng) for seat in closed]
    for seat, size in zip(closed, sizes, strict=True):
        state.bids[seat * ITEMS : (seat + 1) * ITEMS] = hand_of_size(limit[seat], table[seat], size, rng)
    for seat in seats:
        if seat not in closed:
            fill_part(state, seat, limit[seat], table[seat], rng)


def fill_part(state: GoodsAndHonorState, seat: int, limit: list[int], table: list[list[int]], rng: Random) -> None:
    """Fill a hand that is not closed: every hand with which its owner would be asked is equally likely."""
    rules = state.game
    smaller = table[0][: rules.bid_max]  # a full hand closes itself
    while True:
        hand = hand_of_size(limit, table, picked(smaller, rng), rng)
        state.bids[seat * ITEMS : (seat + 1) * ITEMS] = hand
        if not rules.auto_single or len(rules.bid.legal(state)) > 1:  # the seat is to move
            return


def tied_sizes(
    state: GoodsAndHonorState, closed: list[int], counts: dict[int, list[int]], rng: Random
) -> list[int]:
    """Return sizes of unseen hands for a giver with a choice: two or more tie as largest (GH-RULING-19).

    Args:
        state: the position.
        closed: the seats with a closed hand that the viewer cannot see.
        counts: for each of them how many hands there are of each size.
        rng: the source of chance.

    Returns:
        a size for each of those seats, in proportion to how many sets of hands have these sizes.
    """
    seen = [
        sum(state.bid(seat)) for seat in range(state.game.players) if state.has_closed(seat) and seat not in closed
    ]
    chances: list[int] = []
    ways_to_go: list[list[list[int]]] = []
    for largest in range(state.game.bid_max + 1):
        # at [seat][number]: how many sets of hands of this seat and those after it make at least two hands this large in
        # the end, if `number` hands are this large already
        ways = [[0, 0, 1]]
        for seat in reversed(closed):
            less, equal = sum(counts[seat][:largest]), counts[seat][largest]
            after = ways[0]
            ways.insert(0, [less * after[number] + equal * after[min(2, number + 1)] for number in range(3)])
        ways_to_go.append(ways)
        possible = not seen or max(seen) <= largest
        chances.append(ways[0][min(2, seen.count(largest))] if possible else 0)
    largest = picked(chances, rng)
    number = min(2, seen.count(largest))
    sizes: list[int] = []
    for place, seat in enumerate(closed):
        after = ways_to_go[largest][place + 1]
        weights = [count * after[number] for count in counts[seat][:largest]]
        size = picked([*weights, counts[seat][largest] * after[min(2, number + 1)]], rng)
        number = min(2, number + (size == largest))
        sizes.append(size)
    return sizes
