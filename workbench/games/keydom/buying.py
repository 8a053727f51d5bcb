"""Buying and claiming, action (c): place a stored tile; you pay your own bid, or match another's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.words import counted
from workbench.games.keydom.components import (
    DONE,
    FIRST_CROP,
    FIRST_STORE,
    NONE,
    PLACING,
)
from workbench.games.keydom.counters import ONE, covers, held, in_short, total
from workbench.games.keydom.phase import KeydomPhase, crops_to_name, no_such_store
from workbench.games.keydom.state import KeydomState

if TYPE_CHECKING:
    from workbench.core.types import Action, Seat
    from workbench.games.keydom.types import Crop, Handful, Place

BUYS: Final = Kind(
    "buys",
    ("KD-MATCH-4", "KD-POWER-6"),
    "{seat:seat} buys {plot:plot} from {owner:seat}'s store.",
)
PAYS_OWNER: Final = Kind(
    "pays_owner", ("KD-MATCH-3", "KD-RULING-11"), "{seat:seat} pays {owner:seat} {counters:counters}."
)
KEEPS: Final = Kind("income_kept", "KD-MATCH-5", "{seat:seat} keeps what was paid.")
INCOME_LOST: Final = Kind("income_lost", "KD-RULING-14", "What {seat:seat} was paid goes to the stock.")
BID_BACK: Final = Kind("bid_back", "KD-MATCH-6", "{seat:seat} takes their own bid back: {counters:counters}.")
BID_LOST: Final = Kind("bid_lost", "KD-RULING-13", "{seat:seat}'s own bid goes to the stock: {counters:counters}.")
CLAIMS: Final = Kind(
    "claims", "KD-CLAIM-2", "{seat:seat} claims {plot:plot} and pays {counters:counters} to the stock."
)


def pay_menu(state: KeydomState, seat: Seat) -> tuple[int, ...]:
    """Return the types that may be paid next (KD-CROP-8)."""
    return crops_to_name(state.hands[seat], state.last, state.due)


def pay_one(state: KeydomState, seat: Seat, crop: Crop) -> None:
    """Take one counter from the hand; the caller says where it goes."""
    state.spend(seat, ONE[crop])
    state.last = crop
    state.due -= 1


def against_paying(state: KeydomState, action: int) -> Reason | None:
    """Say what forbids paying with a type now."""
    if not held(state.hands[state.to_move], action - FIRST_CROP):
        return Reason("KD-CROP-8", "You hold no counter of that type.")
    if action not in pay_menu(state, state.to_move):
        return Reason("KD-CROP-8", "You name counters in rising order of type, and must still be able to pay all that is due.")
    return None


class PlaceTile(KeydomPhase):
    """The active player claims an own tile or buys another player's. The Drover's special action also buys here."""

    name: ClassVar[str] = "place_tile"
    title: ClassVar[str] = "Placing tiles from stores"
    tries: ClassVar[tuple[str, ...]] = ("store",)
    part: ClassVar[int] = PLACING
    clauses: ClassVar[tuple[str, ...]] = (
        *("KD-MATCH-1", "KD-MATCH-2", "KD-MATCH-3", "KD-MATCH-4", "KD-MATCH-6", "KD-MATCH-7", "KD-MATCH-8", "KD-MATCH-9"),
        *("KD-MATCH-5", "KD-MATCH-12", "KD-CLAIM-1", "KD-CLAIM-2", "KD-CLAIM-3", "KD-CLAIM-4", "KD-CLAIM-5", "KD-CLAIM-6"),
        *("KD-RULING-11", "KD-RULING-13", "KD-RULING-14", "KD-RULING-15", "KD-RULING-54"),
    )
    allows: ClassVar[Mapping[str, str]] = {"store": "KD-MATCH-1", "done": "KD-MATCH-9"}
    group: ClassVar[str] = "Place"
    verbs: ClassVar[Mapping[str, str]] = {"store": "place {}", "done": "place no more tiles"}
    of_turn: ClassVar[bool] = True
    asked: ClassVar[frozenset[str]] = frozenset({"payable", "claimable", "open_to"})

    def begin(self, state: KeydomState) -> None:
        """Ask the active player."""
        self.ask(state, state.active)

    def payable(self, state: KeydomState, seat: Seat, place: Place) -> bool:
        """Return whether a hand can match another player's bid (KD-MATCH-2, KD-MATCH-8, KD-RULING-11)."""
        hand: Handful = state.hands[seat]
        bid: Handful = state.bids[place]
        return total(hand) >= total(bid) if state.game.match_number_only else covers(hand, bid)

    def claimable(self, state: KeydomState, seat: Seat, place: Place) -> bool:
        """Return whether the owner stored the tile before their present turn (KD-CLAIM-4)."""
        return state.stamps[place] < state.own_turns[seat]

    def open_to(self, state: KeydomState, seat: Seat, place: Place) -> bool:
        """Return whether a seat may claim or buy the tile at a place of the stores."""
        if place // state.game.store_capacity == seat:
            return self.claimable(state, seat, place)
        return self.payable(state, seat, place)

    def some(self, state: KeydomState, seat: Seat) -> bool:
        """Return whether the seat can place anything (KD-TURN-5)."""
        for place, plot in enumerate(state.stored):  # noqa: SIM110 - on the rules path
            if plot != NONE and self.open_to(state, seat, place):
                return True
        return False

    def offered(self, state: KeydomState) -> bool:
        """Return whether to ask for another tile: by what all can see, not by the hand (KD-RULING-54)."""
        seat = state.active
        capacity = state.game.store_capacity
        for place, plot in enumerate(state.stored):
            if plot != NONE and (place // capacity != seat or self.claimable(state, seat, place)):
                return True
        return False

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return every tile that the seat may place and, from the second on, stopping."""
        found = self.menu(state, state.to_move, False)
        return (DONE, *found) if state.tiles else tuple(found)

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse an empty place, a tile stored this turn, or one the seat cannot pay for."""
        if action == DONE:
            return None if state.tiles else Reason("KD-TURN-5", "You have chosen this action: place one tile at least.")
        seat, place = state.to_move, self.store_of(state, action)
        absent = no_such_store(state, action)
        if absent is not None:
            return absent
        if state.stored[place] == NONE:
            return Reason("KD-MATCH-1", "No tile lies there.")
        if self.open_to(state, seat, place):
            return None
        if place // state.game.store_capacity == seat:
            if state.game.event_store_full_round:
                return Reason("KD-RULING-57", "You have stored this tile since your last turn began; claim it in a later turn.")
            return Reason("KD-CLAIM-4", "You have stored this tile in your present turn; claim it in a later one.")
        if state.game.match_number_only:
            return Reason("KD-RULING-11", f"The price is {counted(total(state.bids[place]), 'counter')}, and you hold fewer.")
        price = in_short(state.bids[place])
        return Reason("KD-MATCH-2", f"The price is {price}, type by type, and you do not hold all of it.")

    def menu(self, state: KeydomState, seat: Seat, others_only: bool) -> list[int]:
        """Return the actions that name the tiles open to a seat, its own first."""
        stored = state.stored
        first = state.game.store_capacity if others_only else 0
        found: list[int] = []
        for step, place in enumerate(state.game.places_from[seat]):
            if stored[place] != NONE and step >= first and self.open_to(state, seat, place):
                found.append(FIRST_STORE + step)
        return found

    def apply(self, state: KeydomState, action: Action) -> None:
        """Claim or buy the tile, or stop."""
        game = state.game
        if action == DONE:
            state.tiles = game.place_tiles
            self.resume(state)
            return
        state.tiles += 1
        seat = state.to_move
        place = (seat * game.store_capacity + action - FIRST_STORE) % len(state.stored)
        if place // game.store_capacity == seat:
            self.claim(state, seat, place)
        else:
            self.buy(state, seat, place)

    def claim(self, state: KeydomState, seat: Seat, place: Place) -> None:
        """Pay the owner's bid to the stock and place the tile (KD-CLAIM-1, KD-CLAIM-2)."""
        state.stock += state.bids[place]
        if state.listener is not None:
            state.tell(CLAIMS, seat, plot=state.stored[place], counters=state.bids[place])
        self.place_from(state, seat, place)

    def buy(self, state: KeydomState, seat: Seat, place: Place) -> None:
        """Pay the price; only where any types will do is there a choice (KD-MATCH-2, KD-RULING-11)."""
        price: Handful = state.bids[place]
        if state.game.match_number_only and price:
            state.actor = seat
            state.place = place
            state.due = total(price)
            state.enter(state.game.pay_price)
            return
        state.spend(seat, price)
        self.income(state, seat, place, price)
        self.sell(state, seat, place)

    def income(self, state: KeydomState, seat: Seat, place: Place, counters: Handful) -> None:
        """Give the buyer's payment to the owner of the store (KD-MATCH-3, KD-MATCH-5, KD-RULING-14)."""
        owner = place // state.game.store_capacity
        if state.game.sale_income_kept:
            state.receive(owner, counters)
        else:
            state.stock += counters
        if state.listener is not None and counters:
            clause = "KD-RULING-11" if state.game.match_number_only else "KD-MATCH-3"
            state.tell(PAYS_OWNER, seat, owner=owner, counters=counters, clause=clause)
            state.tell(KEEPS if state.game.sale_income_kept else INCOME_LOST, owner)

    def sell(self, state: KeydomState, seat: Seat, place: Place) -> None:
        """Return the owner's bid and place the tile for the buyer (KD-MATCH-4, KD-MATCH-6, KD-RULING-13)."""
        owner = place // state.game.store_capacity
        self.return_bid(state, owner, place)
        if state.listener is not None:
            clause = "KD-MATCH-4" if state.worker == NONE else "KD-POWER-6"
            state.tell(BUYS, seat, plot=state.stored[place], owner=owner, clause=clause)
        self.place_from(state, seat, place)

    def return_bid(self, state: KeydomState, owner: Seat, place: Place) -> None:
        """Return the owner's bid on a tile that is sold."""
        bid: Handful = state.bids[place]
        if state.game.bid_after_sale_returns:
            state.receive(owner, bid)
        else:
            state.stock += bid
        if state.listener is not None and bid:
            state.tell(BID_BACK if state.game.bid_after_sale_returns else BID_LOST, owner, counters=bid)

    def place_from(self, state: KeydomState, seat: Seat, place: Place) -> None:
        """Move a tile from a store to a board, unharvested side up (KD-LAND-5, KD-LAND-9)."""
        state.gain(seat, state.stored[place], True)
        state.game.bid_tile.empty(state, place)
        self.resume(state)

    # -- in words ------------------------------------------------------------------------------------------------------

    def question(self, state: KeydomState) -> str:
        """Ask which tile to place."""
        return "Which tile do you place on your board?" if not state.tiles else "Do you place another tile?"

    def note(self, state: KeydomState, action: int) -> str:
        """Say what the tile costs and who receives the payment."""
        if not FIRST_STORE <= action < state.game.first_slot or state.actor == NONE:
            return ""
        place = self.store_of(state, action)
        owner = place // state.game.store_capacity
        own, number = owner == state.actor, total(state.bids[place])
        to = "the stock" if own or not state.game.sale_income_kept else state.game.seat_name(owner)
        price = in_short(state.bids[place])
        if state.game.match_number_only and number and not own:
            price = f"{number} counter{'s' if number > 1 else ''} of any type"
        return f"{price} to {to}" if state.stored[place] != NONE else ""

    def clause_of(self, state: KeydomState, action: int) -> str:
        """Return the clause: an own tile is claimed, another player's bought."""
        own = FIRST_STORE <= action < FIRST_STORE + state.game.store_capacity
        return "KD-CLAIM-1" if own else super().clause_of(state, action)

    def misfits(self, state: KeydomState) -> list[str]:
        """Check that this is part of action (c)."""
        found = super().misfits(state)
        if state.stage != PLACING or state.tiles >= state.game.place_tiles:
            found.append("In the phase 'place_tile' the action 'place' is going on, and another tile may be placed.")
        return found


class PayPrice(KeydomPhase):
    """With `match=number_only`: a buyer pays as many counters as the bid has, of any types (KD-RULING-11)."""

    name: ClassVar[str] = "pay_price"
    title: ClassVar[str] = "Paying for a tile"
    part: ClassVar[int] = PLACING
    clauses: ClassVar[tuple[str, ...]] = ("KD-RULING-11", "KD-CROP-8", "KD-MATCH-3")
    allows: ClassVar[Mapping[str, str]] = {"crop": "KD-RULING-11"}
    group: ClassVar[str] = "Pay"
    verbs: ClassVar[Mapping[str, str]] = {"crop": "pay with {}"}
    needs: ClassVar[tuple[str, ...]] = ("place", "due")
    holds: ClassVar[tuple[str, ...]] = ("last", "worker")

    def begin(self, state: KeydomState) -> None:
        """Ask the buyer."""
        self.ask(state, state.actor)

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return the types in hand, in rising order (KD-CROP-8)."""
        return pay_menu(state, state.to_move)

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse a type that the buyer does not hold, or one out of order."""
        return against_paying(state, action)

    def apply(self, state: KeydomState, action: Action) -> None:
        """Pay one counter; the last one moves the tile to the buyer."""
        seat, place = state.to_move, state.place
        crop = action - FIRST_CROP
        pay_one(state, seat, crop)
        buying = state.game.place_tile
        buying.income(state, seat, place, ONE[crop])
        if not state.due:
            buying.sell(state, seat, place)

    def partway(self, state: KeydomState) -> bool:
        """Return whether the buyer has paid something."""
        return state.last != NONE

    def question(self, state: KeydomState) -> str:
        """Say how much is left to pay."""
        return f"With which counter do you pay? {state.due} to go."

    def misfits(self, state: KeydomState) -> list[str]:
        """Check that the option is in force."""
        found = super().misfits(state)
        if not state.game.match_number_only:
            found.append("A price needs no choice of counters, unless match='number_only'.")
        if state.place != NONE and state.stored[state.place] == NONE:
            found.append("In the phase 'pay_price' 'place' names a stored tile.")
        return found
