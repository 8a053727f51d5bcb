"""Draw 2 New Folks: bids, made item by item in closed hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.games.goods_and_honor.components import (
    BIT,
    CLOSE,
    FIRST_ADD,
    ITEM_WORDS,
    ITEMS,
    MOST_SEATS,
    NONE,
    SEATS,
)
from workbench.games.goods_and_honor.phase import GoodsPhase
from workbench.games.goods_and_honor.state import GoodsAndHonorState
from workbench.games.goods_and_honor.words import items_listed, on_offer

if TYPE_CHECKING:
    from workbench.core.types import Action, Number, Seat
    from workbench.games.goods_and_honor.game import GoodsAndHonor

LEFT_OUT: Final = Kind("left_out", ("GH-BID-8", "GH-RULING-18"), "{seat:seat} has nothing to bid and is left out.")
EMPTY_HAND: Final = Kind("empty_hand", "GH-RULING-16", "{seat:seat} has nothing to bid and shows an empty hand.")
ADDS: Final = Kind(
    "adds_to_hand", ("GH-BID-3", "GH-RULING-18"), "{seat:seat} adds {item:item} to their hand.", secret=("item",)
)
CLOSES: Final = Kind("closes_hand", ("GH-BID-5", "GH-RULING-21"), "{seat:seat} closes their hand.")
OPEN_BID: Final = Kind("open_bid", "GH-RULING-21", "Bids are open: {seat:seat} bids {items:items}.")
BID: Final = Kind("bid", "GH-BID-6", "{seat:seat} bids {items:items}.")
BID_SHOWN: Final = Kind(
    "bid_shown_to_the_giver",
    "GH-RULING-22",
    "{seat:seat} bids {items:items}.",
    "{giver:seat} looks into the hand of {seat:seat}.",
    ("items",),
)
BIDS_STAND: Final = Kind("bids_stand", "GH-BID-7", "The bids stand: nobody can change them now.")


def legal_bids(rules: GoodsAndHonor, stash: tuple[int, ...], seat: int) -> list[tuple[int, ...]]:
    """Return every bid a stash allows, each once (GH-BID-2, GH-BID-4).

    Args:
        rules: the game with its options.
        stash: nine counts: chips of seats 0 to 5, Food, Wood, Rock.
        seat: whose stash it is.

    Returns:
        the bids, each as nine counts.

    >>> import workbench as wb
    >>> len(legal_bids(wb.load("goods_and_honor"), (1, 2, 0, 0, 0, 0, 1, 0, 0), 1))
    11
    """
    found: list[tuple[int, ...]] = [()]
    for item in range(ITEMS):
        most = stash[item] if item in rules.bid_items[seat] else 0
        longer: list[tuple[int, ...]] = []
        for begun in found:
            for count in range(min(most, rules.bid_max - sum(begun)) + 1):
                longer.append((*begun, count))
        found = longer
    return [bid for bid in found if sum(bid)]


class Bid(GoodsPhase):
    """Each bidder fills a hand item by item, in their order, so every bid has one path (GH-HOUSE-10)."""

    name: ClassVar[str] = "bid"
    title: ClassVar[str] = "Bidding"
    clauses: ClassVar[tuple[str, ...]] = ("GH-BID-2", "GH-BID-1", "GH-BID-3", "GH-BID-4", "GH-BID-5")
    allows: ClassVar[Mapping[str, str]] = {"add": "GH-BID-2", "close": "GH-BID-2"}
    group: ClassVar[str] = "Bid"
    holds: ClassVar[tuple[str, ...]] = ("bids", "closed")

    def begin(self, state: GoodsAndHonorState) -> None:
        """Find out which seats cannot bid, then ask the first that can."""
        rules = state.game
        if rules.empty_bidder_may_be_given and self.next_bidder(state) != NONE:
            for seat in range(rules.players):
                if seat != state.active and not self.can_bid(state, seat):
                    state.closed |= BIT[seat]
        if state.listener is not None:
            self.tell_excluded(state)
        self.go_on(state)

    def can_bid(self, state: GoodsAndHonorState, seat: Seat) -> bool:
        """Return whether a seat owns an item that it may bid (GH-BID-8)."""
        stashes = state.stashes
        base = seat * ITEMS
        return any([stashes[base + item] for item in state.game.bid_items[seat]])

    def next_bidder(self, state: GoodsAndHonorState) -> Seat:
        """Return the next seat from the giver's left that must bid; NONE when all hands are closed."""
        players = state.game.players
        for step in range(1, players):
            seat = (state.active + step) % players
            if not state.closed & BIT[seat] and self.can_bid(state, seat):
                return seat
        return NONE

    def go_on(self, state: GoodsAndHonorState) -> None:
        """Ask the next bidder, or open all hands."""
        seat = self.next_bidder(state)
        if seat == NONE:
            self.reveal(state)
        else:
            self.ask(state, seat)

    def may_be_single(self, state: GoodsAndHonorState) -> bool:
        """Return whether there is at most one move: one item to add to an empty hand, or closing."""
        stashes, bids = state.stashes, state.bids
        seat = state.to_move
        base = seat * ITEMS
        addable = 0
        for item in state.game.bid_items[seat]:
            inside = bids[base + item]
            if inside:
                addable = 1  # the seat may close the hand; nothing may be added before an item that is in the hand
            if stashes[base + item] > inside:
                addable += 1
        return addable < 2

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Return any owned item from the last one added on; and closing, from the first item on."""
        stashes, bids = state.stashes, state.bids
        seat = state.to_move
        base = seat * ITEMS
        found: list[int] = []
        begun = False
        for item in state.game.bid_items[seat]:
            inside = bids[base + item]
            if inside:
                begun = True
                found = []  # nothing may be added before an item that is in the hand
            if stashes[base + item] > inside:
                found.append(FIRST_ADD + item)
        if begun:
            found.append(CLOSE)
        return tuple(found)

    def size(self, state: GoodsAndHonorState, seat: Seat) -> Number:
        """Return how many items a hand holds."""
        bids = state.bids
        total: Number = 0
        for place in range(seat * ITEMS, (seat + 1) * ITEMS):
            total += bids[place]
        return total

    def apply(self, state: GoodsAndHonorState, action: Action) -> None:
        """Add an item to the hand, or close it; a full hand closes itself. Nobody else hears the item."""
        seat = state.to_move
        if action != CLOSE:
            state.bids[seat * ITEMS + action - FIRST_ADD] += 1
            if state.listener is not None:
                clause = state.game.in_force("GH-BID-3")
                state.tell(ADDS, seat, to=(seat,), item=action - FIRST_ADD, clause=clause)
            if self.size(state, seat) < state.game.bid_max:
                self.ask(state, seat)
                return
        state.closed |= BIT[seat]
        if state.listener is not None:
            state.tell(CLOSES, seat, clause=state.game.in_force("GH-BID-5"))
            if state.game.bid_mode_open:
                state.tell(OPEN_BID, seat, items=state.bid(seat))
        self.go_on(state)

    def reveal(self, state: GoodsAndHonorState) -> None:
        """Open all hands at once (GH-BID-6); then go on to the award, or first to the choice of the Folk kept."""
        rules = state.game
        if state.listener is not None and state.closed and not rules.bid_mode_open:
            self.tell_bids(state)
        if rules.keep_timing_after_bids and state.offered() == NONE:
            state.enter(rules.keep)
        else:
            state.enter(rules.award)

    def tell_bids(self, state: GoodsAndHonorState) -> None:
        """Announce what every hand holds: to everybody, or only to the giver (GH-RULING-22)."""
        rules, giver = state.game, state.active
        for step in range(1, rules.players):
            seat = (giver + step) % rules.players
            if not state.closed & BIT[seat]:
                continue
            if rules.losing_bids_unseen:
                state.tell(BID_SHOWN, seat, to=(giver, seat), giver=giver, items=state.bid(seat))
            else:
                state.tell(BID, seat, items=state.bid(seat))
        state.tell(BIDS_STAND)

    def tell_excluded(self, state: GoodsAndHonorState) -> None:
        """Announce which seats have nothing to bid."""
        rules = state.game
        for seat in range(rules.players):
            if seat == state.active or self.can_bid(state, seat):
                continue
            if state.closed & BIT[seat]:
                state.tell(EMPTY_HAND, seat)
            else:
                state.tell(LEFT_OUT, seat, clause=self.left_out_by(state, seat))

    def left_out_by(self, state: GoodsAndHonorState, seat: int) -> str:
        """Return the clause that leaves out a seat: it owns nothing, or nothing that may be bid."""
        return "GH-RULING-18" if sum(state.stash(seat)) else state.game.in_force("GH-BID-8")

    # -- in words ------------------------------------------------------------------------------------------------------

    def partway(self, state: GoodsAndHonorState) -> bool:
        """Return whether the hand holds something."""
        return self.size(state, state.to_move) > 0

    def question(self, state: GoodsAndHonorState) -> str:
        held = items_listed(state.bid(state.to_move))
        offered = f"{SEATS[state.active]} offers {on_offer(state.table_folk, 'a')}."
        return f"{offered} Your closed hand holds {held}. What do you add to it?"

    def note(self, state: GoodsAndHonorState, action: int) -> str:
        """Say how many are left."""
        if not FIRST_ADD <= action < CLOSE:
            return ""
        place = state.to_move * ITEMS + action - FIRST_ADD
        return f"{state.stashes[place] - state.bids[place]} left"

    def against(self, state: GoodsAndHonorState, action: int) -> Reason | None:
        """Say why an item cannot be added, or why the hand cannot be closed."""
        rules, item, seat = state.game, action - FIRST_ADD, state.to_move
        if action == CLOSE:
            return None if self.size(state, seat) else Reason("GH-BID-2", "A bid holds at least one item.")
        if rules.players <= item < MOST_SEATS:
            return self.not_part(state, action)
        items = rules.bid_items[seat]
        if item not in items:
            return Reason("GH-RULING-18", f"In this game you cannot bid {ITEM_WORDS[item]}.")
        place = seat * ITEMS + item
        if state.stashes[place] <= state.bids[place]:
            owned = state.stashes[place]
            has = f"You own {owned} of that kind, all of them in your hand" if owned else "You own none of that kind"
            return Reason("GH-BID-4", f"{has}.")
        if any([state.bids[seat * ITEMS + later] for later in items[items.index(item) + 1 :]]):
            return Reason("GH-HOUSE-10", "You add items in a fixed order, and this one comes before the last one you added.")
        return None

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def bidders(self, state: GoodsAndHonorState) -> list[int]:
        """Return every seat that can bid, from the giver's left, whether or not it has bid."""
        players = state.game.players
        order = [(state.active + step) % players for step in range(1, players)]
        return [seat for seat in order if self.can_bid(state, seat)]

    def speakers(self, state: GoodsAndHonorState) -> list[int]:
        """Return the giver, and with replies the bidders."""
        rules = state.game
        if not rules.talk_on:
            return []
        return [state.active, *(self.bidders(state) if rules.replies_on else [])]

    def movers(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Return the first bidder whose hand is open."""
        seat = self.next_bidder(state)
        return () if seat == NONE else (seat,)

    def fill_in(self, state: GoodsAndHonorState, given: frozenset[str]) -> None:
        """Close hands that are shown empty."""
        super().fill_in(state, given)
        self.close_empty(state, given)

    def close_empty(self, state: GoodsAndHonorState, given: frozenset[str]) -> None:
        """Close the hands of seats that have nothing to bid and may receive the Folk (GH-RULING-16)."""
        able = self.bidders(state)
        if "closed" not in given and able and state.game.empty_bidder_may_be_given:
            for seat in range(state.game.players):
                if seat != state.active and seat not in able:
                    state.closed |= BIT[seat]

    def table_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that the offered Folk is on the table."""
        return offer_misfits(state, self.name)

    def bid_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that some hand is open, and that only the first such seat may have begun to bid."""
        able = self.bidders(state)
        waiting = [seat for seat in able if not state.has_closed(seat)]
        begun = [seat for seat in range(state.game.players) if self.size(state, seat) and seat not in able]
        begun += [seat for seat in waiting if self.size(state, seat)]
        found = self.order_misfits(state)
        if not waiting:
            found.append("In the phase 'bid' somebody has to be left whose hand is open.")
        if begun != [] and begun != waiting[:1]:
            found.append("Only the player who bids now holds a hand that is not closed.")
        if any([self.size(state, seat) >= state.game.bid_max for seat in begun]):
            found.append("A hand with the most items is closed.")
        return found

    def order_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that hands close one after another from the giver's left, and that none of them is empty."""
        rules, able = state.game, self.bidders(state)
        closed = [seat for seat in able if state.has_closed(seat)]
        shut = [seat for seat in range(rules.players) if state.has_closed(seat) and seat not in able]
        empty = [seat for seat in range(rules.players) if seat not in able and seat != state.active]
        found: list[str] = []
        if closed != able[: len(closed)] or shut != (empty if rules.empty_bidder_may_be_given and able else []):
            found.append("Hands are closed one after another from the giver's left, by those who have anything to bid.")
        if not all([self.size(state, seat) for seat in closed]):
            found.append("A closed hand holds at least one item.")
        return found

    def closed_misfits(self, state: GoodsAndHonorState, name: str) -> list[str]:
        """Check that all hands are closed, in a phase after the bids."""
        found = self.order_misfits(state)
        left = [seat for seat in range(state.game.players) if self.size(state, seat) and not state.has_closed(seat)]
        if left or self.next_bidder(state) != NONE:
            found.append(f"In the phase {name!r} all hands are closed.")
        return found


def offer_misfits(state: GoodsAndHonorState, name: str) -> list[str]:
    """Check that the offered Folk is on the table during talk and bids; both if one is kept after them."""
    rules, folk = state.game, sum(state.table_folk)
    short = not sum(state.bag) and rules.bag_short in ("give_first", "choose")
    if (folk == 2 and rules.keep_timing_after_bids) or (folk == 1 and (short or not rules.keep_timing_after_bids)):
        return []
    return [f"In the phase {name!r} the Folk that is offered lies on the 'table'."]
