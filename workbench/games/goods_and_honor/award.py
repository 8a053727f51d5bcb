"""Draw 2 New Folks: the award. The giver decides who receives the Folk; a gift may be placed at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.games.goods_and_honor.assign import Placing
from workbench.games.goods_and_honor.components import (
    BIT,
    CELLS,
    FIRST_ADD,
    FIRST_GIVE,
    ITEMS,
    NEW,
    NONE,
    SEATS,
    TYPES,
)
from workbench.games.goods_and_honor.phase import GoodsPhase
from workbench.games.goods_and_honor.state import GoodsAndHonorState
from workbench.games.goods_and_honor.words import items_listed, on_offer

if TYPE_CHECKING:
    from workbench.core.types import Action, Number, Seat
    from workbench.games.goods_and_honor.types import Folk, Section


NO_BIDS: Final = Kind("no_bids", "GH-GIVE-8", "Nobody else has anything to bid.")
KEEPS_BOTH: Final = Kind("keeps_both", "GH-RULING-17", "The active player keeps the other Folk as well.")
TO_BAG: Final = Kind("offer_goes_into_the_bag", "GH-RULING-17", "The {folk:folk} goes into the bag.")
RECEIVER_DRAWN: Final = Kind("receiver_drawn", "GH-CHANCE-5", "The receiver is drawn: {receiver:seat}.")
GIVEN: Final = Kind(
    "given", ("GH-GIVE-1", "GH-RULING-19", "GH-RULING-17"), "{seat:seat} gives the {folk:folk} to {receiver:seat}."
)
PAID: Final = Kind("paid", "GH-GIVE-3", "{seat:seat} receives {items:items}.")
OWN_BACK: Final = Kind("own_chips_back", "GH-GIVE-7", "{seat:seat} takes back {chips:chip} of their own colour.")
FOR_NOTHING: Final = Kind("for_nothing", ("GH-RULING-16", "GH-RULING-17"), "Nothing is paid for it.")
OTHERS_RETURN: Final = Kind("other_bids_return", "GH-GIVE-4", "The other bids go back behind the screens.")
GIFT_IN_NEW: Final = Kind("gift_in_new", "GH-GIVE-5", "The {folk:folk} goes to the New area of {seat:seat}.")
GIFT_WAITS: Final = Kind(
    "gift_waits", ("GH-GIVE-6", "GH-HOUSE-7"), "It waits there for its owner's next Assign Workers."
)
GIFT_PLACED: Final = Kind("gift_placed", "GH-RULING-5", "{seat:seat} places a {folk:folk} in {section:section}.")


class AfterBids(GoodsPhase):
    """Find out, after the bids, who receives the Folk."""

    tries: ClassVar[tuple[str, ...]] = ("give",)
    holds: ClassVar[tuple[str, ...]] = ("bids", "closed")

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def speakers(self, state: GoodsAndHonorState) -> list[int]:
        """Return the giver, and with replies the bidders."""
        return state.game.bid.speakers(state)

    def fill_in(self, state: GoodsAndHonorState, given: frozenset[str]) -> None:
        """Close hands that are shown empty."""
        super().fill_in(state, given)
        state.game.bid.close_empty(state, given)

    def table_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that one Folk lies on the table."""
        one = sum(state.table_folk) == 1
        return [] if one else [f"In the phase {self.name!r} one Folk lies on the 'table'."]


class Award(AfterBids):
    """The giver chooses who receives the Folk, and takes that player's bid."""

    name: ClassVar[str] = "award"
    title: ClassVar[str] = "Giving the Folk"
    clauses: ClassVar[tuple[str, ...]] = ("GH-GIVE-1", "GH-GIVE-2", "GH-GIVE-3", "GH-GIVE-4", "GH-KEEP-1")
    allows: ClassVar[Mapping[str, str]] = {"give": "GH-GIVE-1"}
    group: ClassVar[str] = "Give to"

    def begin(self, state: GoodsAndHonorState) -> None:
        """Ask the giver; with award=random draw the receiver; deal with a Folk that nobody can bid for."""
        rules = state.game
        if state.closed == 0:
            if state.listener is not None:
                state.tell(NO_BIDS)
            if rules.no_bidder == "keep_both":
                if state.listener is not None:
                    state.tell(KEEPS_BOTH, state.active)
                rules.keep.take(state, state.offered(), "GH-RULING-17")
                state.enter(rules.defend)
                return
            if rules.no_bidder == "to_bag":
                kind = state.offered()
                state.table_folk[kind] -= 1
                state.bag[kind] += 1
                if state.listener is not None:
                    state.tell(TO_BAG, folk=kind)
                state.enter(rules.defend)
                return
        elif rules.random_award:
            state.enter(rules.receiver)
            return
        self.ask(state, state.active)

    def may_be_single(self, state: GoodsAndHonorState) -> bool:
        """Return whether there is at most one bidder, or only the largest bids count."""
        return state.game.most_items or state.closed & (state.closed - 1) == 0

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Return the seats with a closed hand; with no bids all others; with award=most_items the largest."""
        rules = state.game
        if state.closed == 0:
            return tuple([FIRST_GIVE + seat for seat in range(rules.players) if seat != state.active])
        least = self.least(state)
        found: list[int] = []
        for seat in range(rules.players):
            if state.closed & BIT[seat] and rules.bid.size(state, seat) >= least:
                found.append(FIRST_GIVE + seat)
        return tuple(found)

    def least(self, state: GoodsAndHonorState) -> Number:
        """Return how many items a bid must hold to be chosen: as many as the largest with award=most_items (GH-RULING-19)."""
        rules = state.game
        most: Number = 0
        if rules.most_items:
            for seat in range(rules.players):
                most = max(most, rules.bid.size(state, seat))
        return most

    def apply(self, state: GoodsAndHonorState, action: Action) -> None:
        """Exchange the items for the Folk."""
        rules = state.game
        giver, receiver = state.active, action - FIRST_GIVE
        kind: Folk = state.offered()
        if state.listener is not None:
            self.tell_award(state, receiver, kind)
        stashes, bids = state.stashes, state.bids
        if state.closed:
            for item in range(ITEMS):
                count = bids[receiver * ITEMS + item]
                if count:
                    stashes[receiver * ITEMS + item] -= count
                    stashes[giver * ITEMS + item] += count
            state.bids = [0] * len(bids)
            state.closed = 0
        state.table_folk[kind] -= 1
        if rules.gift_assign_at_once:
            state.in_hand[receiver * TYPES + kind] += 1
            state.enter(rules.gift_place)
        else:
            state.mats[receiver * CELLS + NEW * TYPES + kind] += 1
            state.enter(rules.defend)

    def tell_award(self, state: GoodsAndHonorState, receiver: Seat, kind: Folk) -> None:
        """Announce who receives the Folk, and for what."""
        rules, giver = state.game, state.active
        bid = state.bid(receiver)
        state.note(FIRST_GIVE + receiver)
        for item in range(ITEMS):
            for _ in range(bid[item]):
                state.note(FIRST_ADD + item)
        clause = self.clause_of(state, FIRST_GIVE + receiver)
        state.tell(GIVEN, giver, receiver=receiver, folk=kind, items=bid, clause=clause)
        if sum(bid):
            state.tell(PAID, giver, items=bid)
            if bid[giver]:
                state.tell(OWN_BACK, giver, chips=bid[giver])
        else:
            state.tell(FOR_NOTHING, giver, clause="GH-RULING-17" if state.closed == 0 else "GH-RULING-16")
        if state.closed & ~BIT[receiver]:
            state.tell(OTHERS_RETURN)
        if not rules.gift_assign_at_once:
            state.tell(GIFT_IN_NEW, receiver, folk=kind)
            state.tell(GIFT_WAITS, receiver, folk=kind, clause=rules.in_force("GH-GIVE-6"))

    # -- in words ------------------------------------------------------------------------------------------------------

    def question(self, state: GoodsAndHonorState) -> str:
        return f"Who receives {on_offer(state.table_folk, 'the')}?"

    def clause_of(self, state: GoodsAndHonorState, action: int) -> str:
        """Return the clause of the award among bids, or of a gift if nobody can bid."""
        return super().clause_of(state, action) if state.closed else "GH-RULING-17"

    def clauses_now(self, state: GoodsAndHonorState) -> tuple[str, ...]:
        """Return the clauses of the award among bids, or of what happens if nobody can bid (GH-GIVE-8)."""
        return super().clauses_now(state) if state.closed else ("GH-RULING-17", "GH-GIVE-8", "GH-KEEP-1")

    def note(self, state: GoodsAndHonorState, action: int) -> str:
        """Say what the award brings."""
        seat = action - FIRST_GIVE
        if not 0 <= seat < state.game.players or not state.closed & BIT[seat]:
            return ""
        return f"for {items_listed(state.bid(seat))}"

    def against(self, state: GoodsAndHonorState, action: int) -> Reason | None:
        """Refuse the giver, a player without a bid, and a smaller bid where only the largest count."""
        seat = action - FIRST_GIVE
        if seat >= state.game.players:
            return self.not_part(state, action)
        if seat == state.active:
            return Reason("GH-KEEP-1", "The other Folk must be given to another player.")
        if state.closed and not state.closed & BIT[seat]:
            clause = state.game.bid.left_out_by(state, seat)
            return Reason(clause, f"{SEATS[seat]} had nothing to bid and is left out.")
        if state.game.bid.size(state, seat) < self.least(state):
            return Reason("GH-RULING-19", "In this game only one of the largest bids may be chosen.")
        return None

    def bid_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that all hands are closed, and that the giver has a choice."""
        rules = state.game
        found = rules.bid.closed_misfits(state, self.name)
        if not rules.bid.bidders(state):
            if rules.no_bidder != "free_gift":
                found.append("By the option `no_bidder` nobody is asked who receives the Folk.")
        elif rules.random_award:
            found.append("By the option `award` the receiver is drawn.")
        return found


class Receiver(AfterBids):
    """With award=random, draw the receiver from the bidders."""

    name: ClassVar[str] = "receiver"
    title: ClassVar[str] = "Drawing the receiver"
    clauses: ClassVar[tuple[str, ...]] = ("GH-RULING-19", "GH-CHANCE-5")
    allows: ClassVar[Mapping[str, str]] = {"give": "GH-RULING-19"}
    group: ClassVar[str] = "Drawn"
    by_chance: ClassVar[bool] = True
    only_with: ClassVar[tuple[str, ...]] = ("award", "random")

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Return the seats the giver could name (GH-CHANCE-5)."""
        return state.game.award.legal(state)

    def apply(self, state: GoodsAndHonorState, action: Action) -> None:
        """Award the Folk as if the giver had chosen."""
        if state.listener is not None:
            state.tell(RECEIVER_DRAWN, receiver=action - FIRST_GIVE)
        state.game.award.apply(state, action)

    def question(self, state: GoodsAndHonorState) -> str:
        return "The receiver is drawn among the bidders."

    def bid_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that all hands are closed, and that some hold bids."""
        found = state.game.bid.closed_misfits(state, self.name)
        return found if state.game.bid.bidders(state) else [*found, "Nobody could bid, so no receiver is drawn."]


class GiftPlace(Placing):
    """With gift_assign=at_once the receiver places the Folk right away."""

    name: ClassVar[str] = "gift_place"
    title: ClassVar[str] = "Placing a gift"
    clauses: ClassVar[tuple[str, ...]] = ("GH-RULING-5", "GH-ASSIGN-3")
    allows: ClassVar[Mapping[str, str]] = {"place": "GH-RULING-5"}
    only_with: ClassVar[tuple[str, ...]] = ("gift_assign", "at_once")

    def begin(self, state: GoodsAndHonorState) -> None:
        """Ask the seat that holds the Folk to place it."""
        for seat in range(state.game.players):
            if sum(state.hand(seat)):
                self.ask(state, seat)
                return

    def done(self, state: GoodsAndHonorState) -> None:
        state.enter(state.game.defend)

    def tell_placed(self, state: GoodsAndHonorState, kind: Folk, section: Section) -> None:
        """Announce where the gift goes."""
        state.tell(GIFT_PLACED, state.to_move, folk=kind, section=section)

    def against_new(self, state: GoodsAndHonorState) -> Reason | None:
        return Reason("GH-RULING-5", "A gift is placed at once; it never lies in New.")

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def movers(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        return tuple([seat for seat in range(state.game.players) if sum(state.hand(seat))][:1])

    def hand_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that a player other than the giver, and no one else, holds the one Folk that was given."""
        found: list[str] = []
        if sum(state.in_hand) != 1 or any(state.hand(state.active)):
            found.append("In the phase 'gift_place' another player holds the one Folk that was given.")
        if state.last_section != NONE:
            found.append("'last_section' is for Folks of one type that are being placed in canonical order.")
        return found
