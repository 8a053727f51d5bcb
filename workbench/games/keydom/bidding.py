"""Bidding, action (d): a player stores registry tiles; the counters on each are its price for all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.words import counted
from workbench.games.keydom.components import (
    BIDDING,
    BIT,
    CROP_NAMES,
    CROPS,
    DONE,
    FIRST_CROP,
    FIRST_STORE,
    NONE,
    STORE_CAPACITY,
)
from workbench.games.keydom.counters import ONE, from_on, held, in_words, total
from workbench.games.keydom.phase import KeydomPhase, crops_to_name, no_such_tile
from workbench.games.keydom.state import KeydomState
from workbench.games.keydom.words import plot_words

if TYPE_CHECKING:
    from workbench.core.types import Action, Number, Seat
    from workbench.games.keydom.types import Place, Slot

STORES: Final = Kind(
    "stores", ("KD-BID-3", "KD-POWER-4", "KD-RULING-7"), "{seat:seat} takes {plot:plot} from {slot:slot} into their own store."
)
LAYS: Final = Kind("lays", "KD-BID-13", "{seat:seat} lays a counter on {plot:plot}: {crop:crop}.")
BIDS: Final = Kind("bids", ("KD-BID-8", "KD-RULING-8", "KD-RULING-10"), "{seat:seat} bids {counters:counters} for {plot:plot}.")
RAISES: Final = Kind("raises", "KD-RULING-10", "{seat:seat} raises the bid for {plot:plot}.")
WITHDRAWS: Final = Kind(
    "withdraws", "KD-RULING-10", "{seat:seat} withdraws {plot:plot}: it goes into the bag, {counters:counters} to hand."
)


def largest_bid(state: KeydomState) -> str:
    """Say how many counters a bid has at most (KD-RULING-9)."""
    return f"By the option `max_bid` a bid has at most {counted(state.game.max_bid, 'counter')}."


class BidTile(KeydomPhase):
    """The active player chooses a tile of the registry and puts it into their own store (KD-BID-13)."""

    name: ClassVar[str] = "bid_tile"
    title: ClassVar[str] = "Bidding: which tile"
    tries: ClassVar[tuple[str, ...]] = ("registry", "store")
    part: ClassVar[int] = BIDDING
    clauses: ClassVar[tuple[str, ...]] = (
        *("KD-BID-2", "KD-BID-3", "KD-BID-6", "KD-BID-9", "KD-BID-10", "KD-BID-1"),
        *("KD-RULING-7", "KD-RULING-10", "KD-RULING-57"),
    )
    allows: ClassVar[Mapping[str, str]] = {"registry": "KD-BID-2", "store": "KD-RULING-10", "done": "KD-BID-2"}
    group: ClassVar[str] = "Bid"
    verbs: ClassVar[Mapping[str, str]] = {
        "registry": "bid for {}",
        "store": "change the bid on {}",
        "done": "bid for no more tiles",
    }
    of_turn: ClassVar[bool] = True
    asked: ClassVar[frozenset[str]] = frozenset({"room", "possible"})

    def begin(self, state: KeydomState) -> None:
        """Ask the active player which tile to take."""
        self.ask(state, state.active)

    def room(self, state: KeydomState, seat: Seat) -> Place:
        """Return the lowest free place of a store, or NONE if it is full (KD-BID-6, KD-BID-13)."""
        stored = state.stored
        for place in state.game.places[seat]:
            if stored[place] == NONE:
                return place
        return NONE

    def can_take(self, state: KeydomState, seat: Seat) -> bool:
        """Return whether there is room, a tile, and enough in hand (KD-BID-10)."""
        if total(state.hands[seat]) < state.game.min_bid or self.room(state, seat) == NONE:
            return False
        return state.gaps != state.game.all_gaps

    def changeable(self, state: KeydomState, seat: Seat) -> list[int]:
        """Return the places of own bids that may be raised or withdrawn, by `bid_change` (KD-RULING-10)."""
        game = state.game
        found: list[int] = []
        if game.bids_final:
            return found
        for place in game.places[seat]:
            if state.stored[place] == NONE:
                continue
            if game.bid_change == "withdraw":
                if state.stamps[place] < state.own_turns[seat]:
                    found.append(place)
            elif total(state.hands[seat]) and (not game.max_bid or total(state.bids[place]) < game.max_bid):
                found.append(place)
        return found

    def possible(self, state: KeydomState, seat: Seat) -> bool:
        """Return whether the action would have an effect (KD-TURN-5)."""
        return self.can_take(state, seat) or len(self.changeable(state, seat)) > 0

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return every tile in the registry and, from the second tile on, stopping."""
        game = state.game
        seat = state.to_move
        tiles = self.on_offer(state) if self.can_take(state, seat) else ()
        if not game.bids_final:
            base = FIRST_STORE - seat * game.store_capacity
            tiles = tuple([base + place for place in self.changeable(state, seat)]) + tiles
        return (DONE, *tiles) if state.tiles else tiles

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse an empty slot, a full store, a final bid, or another player's bid."""
        game, seat = state.game, state.to_move
        if action == DONE:
            return None if state.tiles else Reason("KD-TURN-5", "You have chosen this action: bid for one tile at least.")
        if action >= game.first_slot:
            if self.can_take(state, seat):
                return no_such_tile(state, action)
            return no_such_tile(state, action) or self.against_bidding(state, seat)
        if action - FIRST_STORE >= game.store_capacity:
            return Reason("KD-BID-8", "You could change only bids of your own.")
        if game.bids_final:
            return Reason("KD-BID-8", "A bid is final: it can be neither raised nor withdrawn.")
        if self.store_of(state, action) not in self.changeable(state, seat):
            return Reason("KD-RULING-10", self.unchanged(state, self.store_of(state, action)))
        return None

    def unchanged(self, state: KeydomState, place: int) -> str:
        """Say why an own bid cannot be raised or withdrawn (KD-RULING-10)."""
        if state.stored[place] == NONE:
            return "No tile lies there."
        if state.game.bid_change == "withdraw":
            return "You have stored this tile in your present turn; you can withdraw it in a later one."
        if not total(state.hands[state.to_move]):
            return "You hold no counter to raise the bid with."
        return largest_bid(state)

    def against_bidding(self, state: KeydomState, seat: Seat) -> Reason:
        """Say why a seat that cannot take a tile cannot."""
        if self.room(state, seat) == NONE:
            clause = "KD-BID-6" if state.game.store_capacity == STORE_CAPACITY else "KD-RULING-7"
            return Reason(clause, f"Your store is full: it holds {state.game.store_capacity}.")
        if state.gaps == state.game.all_gaps:
            return Reason("KD-BID-10", "The registry is empty.")
        few = f"A bid has at least {counted(state.game.min_bid, 'counter')}, and you hold fewer."
        return Reason("KD-RULING-8" if "min_bid" in state.game.options.changed() else "KD-BID-10", few)

    def on_offer(self, state: KeydomState) -> tuple[int, ...]:
        """Return the actions that name the tiles of the registry."""
        game = state.game
        if not state.gaps:
            return game.all_slots
        return tuple([action for action in game.all_slots if not state.gaps & BIT[action - game.first_slot]])

    def apply(self, state: KeydomState, action: Action) -> None:
        """Take the tile, change an own bid, or stop."""
        game = state.game
        seat = state.to_move
        if action == DONE:
            state.tiles = game.bid_tiles
            self.resume(state)
            return
        state.tiles += 1
        if action >= game.first_slot:
            self.take(state, seat, action - game.first_slot)
            return
        place = seat * game.store_capacity + action - FIRST_STORE
        if game.bid_change == "withdraw":
            if state.listener is not None:
                state.tell(WITHDRAWS, seat, plot=state.stored[place], counters=state.bids[place])
            self.withdraw(state, seat, place)
            self.resume(state)
            return
        if state.listener is not None:
            state.tell(RAISES, seat, plot=state.stored[place])
        state.place = place
        state.due = 1  # raising a bid takes at least one counter, even from a bid of nothing
        state.enter(game.bid_crop)

    def take(self, state: KeydomState, seat: Seat, slot: Slot) -> None:
        """Move a tile from the registry to a store; stamp it with the turn (KD-BID-3, KD-BID-13, KD-CLAIM-4)."""
        game = state.game
        place = self.room(state, seat)
        plot = game.refill.take(state, slot)
        state.stored[place] = plot
        state.bids[place] = 0
        stamp: Number = state.own_turns[seat]
        if seat != state.active and game.event_store_full_round:
            stamp += 1  # a full round must go by (KD-RULING-57)
        state.stamps[place] = stamp
        if state.listener is not None:
            clause = "KD-BID-3" if state.worker == NONE else "KD-POWER-4"
            if place % game.store_capacity >= STORE_CAPACITY:
                clause = "KD-RULING-7"
            state.tell(STORES, seat, plot=plot, slot=slot, clause=clause)
        state.actor = seat
        state.place = place
        state.enter(game.bid_crop)

    def withdraw(self, state: KeydomState, seat: Seat, place: Place) -> None:
        """Put a stored tile into the bag and return its bid to the hand."""
        state.bag |= 1 << int(state.stored[place])
        state.receive(seat, state.bids[place])
        self.empty(state, place)

    def empty(self, state: KeydomState, place: Place) -> None:
        """Empty a place of a store."""
        state.stored[place] = NONE
        state.bids[place] = 0
        state.stamps[place] = 0

    # -- in words ------------------------------------------------------------------------------------------------------

    def question(self, state: KeydomState) -> str:
        """Ask which tile to bid for."""
        return "For which tile of the registry do you bid?" if not state.tiles else "Do you bid for another tile?"

    def misfits(self, state: KeydomState) -> list[str]:
        """Check that this is part of action (d)."""
        found = super().misfits(state)
        if state.stage != BIDDING or state.tiles >= state.game.bid_tiles:
            found.append("In the phase 'bid_tile' the action 'bid' is going on, and another tile may be bid for.")
        return found


class BidCrop(KeydomPhase):
    """The bidder lays counters in rising order of type, so each bid can be laid in only one way (KD-CROP-8)."""

    name: ClassVar[str] = "bid_crop"
    title: ClassVar[str] = "Bidding: how much"
    part: ClassVar[int] = BIDDING
    clauses: ClassVar[tuple[str, ...]] = (
        *("KD-BID-4", "KD-BID-5", "KD-BID-7", "KD-BID-8", "KD-BID-13", "KD-CROP-8"),
        *("KD-RULING-8", "KD-RULING-9", "KD-RULING-10"),
    )
    allows: ClassVar[Mapping[str, str]] = {"crop": "KD-BID-5", "done": "KD-BID-5"}
    group: ClassVar[str] = "Bid"
    verbs: ClassVar[Mapping[str, str]] = {"crop": "lay a counter of {}", "done": "this is the bid"}
    needs: ClassVar[tuple[str, ...]] = ("place",)
    holds: ClassVar[tuple[str, ...]] = ("last", "due", "step", "worker")

    def begin(self, state: KeydomState) -> None:
        """Ask the bidder for a counter."""
        self.ask(state, state.actor)

    def fewest(self, state: KeydomState) -> Number:
        """Return how many counters the bid needs; one to raise a bid (KD-BID-4, KD-RULING-8, KD-RULING-10)."""
        raised = state.game.bid_change == "raise" and (state.due > 0 or total(state.bids[state.place]) > state.step)
        return 1 if raised else state.game.min_bid

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return the types in hand, from the last one on, that lead to a bid; stopping if the bid is enough."""
        need = self.fewest(state) - state.step
        most = state.game.max_bid
        if most and total(state.bids[state.place]) >= most:
            return (DONE,) if need <= 0 else ()
        crops = crops_to_name(state.hands[state.to_move], state.last, need)
        return (DONE, *crops) if need <= 0 else crops

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse to stop too early, or a counter that is not in hand, too many, or out of order."""
        hand, fewest = state.hands[state.to_move], self.fewest(state)
        if action == DONE:
            clause = "KD-RULING-8" if "min_bid" in state.game.options.changed() else "KD-BID-4"
            return Reason(clause, f"A bid has at least {counted(fewest, 'counter')}.") if state.step < fewest else None
        crop = action - FIRST_CROP
        if state.game.max_bid and total(state.bids[state.place]) >= state.game.max_bid:
            return Reason("KD-RULING-9", largest_bid(state))
        if not held(hand, crop):
            return Reason("KD-BID-5", f"You hold no {CROP_NAMES[crop]}.")
        if state.last != NONE and crop < state.last:
            return Reason("KD-CROP-8", "You name counters in rising order of type: this one comes before the last you laid.")
        if total(from_on(hand, crop)) < fewest - state.step:
            few = "You name counters in rising order of type, and you hold too few of this one and later ones."
            return Reason("KD-CROP-8", few)
        return None

    def apply(self, state: KeydomState, action: Action) -> None:
        """Lay a counter, or leave the bid as it is."""
        seat = state.to_move
        place = state.place
        if action == DONE:
            if state.listener is not None:
                changed = state.game.bid_change == "raise" and total(state.bids[place]) > state.step
                clause = "KD-RULING-10" if changed else "KD-BID-8" if state.bids[place] else "KD-RULING-8"
                state.tell(BIDS, seat, counters=state.bids[place], plot=state.stored[place], clause=clause)
            self.resume(state)
            return
        crop = action - FIRST_CROP
        state.spend(seat, ONE[crop])
        state.bids[place] += ONE[crop]
        state.last = crop
        state.step += 1
        state.due = 0
        if state.listener is not None:
            state.tell(LAYS, seat, plot=state.stored[place], crop=crop)

    # -- in words ------------------------------------------------------------------------------------------------------

    def partway(self, state: KeydomState) -> bool:
        """Return True: the player has chosen the tile and can still return it with the counters."""
        return True

    def question(self, state: KeydomState) -> str:
        """Ask what to lay on the tile, and say what lies there."""
        if state.place == NONE:
            return "What do you bid?"
        plot, laid = plot_words(state, state.stored[state.place]), in_words(state.bids[state.place])
        return f"What do you bid for {plot}? So far {laid}."

    def note(self, state: KeydomState, action: int) -> str:
        """Say how many counters are in hand."""
        crop = action - FIRST_CROP
        if not 0 <= crop < CROPS or state.to_move < 0:
            return ""
        return f"{held(state.hands[state.to_move], crop)} in hand"

    def misfits(self, state: KeydomState) -> list[str]:
        """Check that the bidder is bidding for a tile in their own store."""
        found = super().misfits(state)
        if state.place != NONE:
            if state.stored[state.place] == NONE or state.place // state.game.store_capacity != state.actor:
                found.append("In the phase 'bid_crop' 'place' names a tile in the store of 'actor'.")
            if (state.step > 0) != (state.last != NONE) or state.step > total(state.bids[state.place]):
                found.append("'step' says how many counters have been laid so far, 'last' which type came last.")
        if state.due and (state.due > 1 or state.step or state.game.bid_change != "raise"):
            found.append("In the phase 'bid_crop' 'due' is 1 where a bid is raised, until the first counter is laid.")
        return found
