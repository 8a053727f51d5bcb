"""The special actions of the townsfolk: each breaks a rule of the stores, or is a large income."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.sets import after, holds
from workbench.games.keydom.buying import against_paying, pay_menu, pay_one
from workbench.games.keydom.components import (
    BIT,
    CROP_NAMES,
    CROPS,
    DONE,
    FIRST_CROP,
    FIRST_PAIR,
    FIRST_PLOT,
    FIRST_STORE,
    NONE,
    WORKER_NAMES,
    plot_actions,
)
from workbench.games.keydom.counters import ONE, covers, crops_in, total
from workbench.games.keydom.farmhands import others_store, place_named
from workbench.games.keydom.phase import (
    CROP_MENUS,
    OF_CROPS,
    Conditions,
    all_met,
    no_such_store,
    no_such_tile,
)
from workbench.games.keydom.state import KeydomState
from workbench.games.keydom.steps import TURNS_BACK, Step, Swap, take_counter

if TYPE_CHECKING:
    from workbench.core.types import Action, Seat
    from workbench.games.keydom.types import Crop, Crops, Handful, Place, Plots

SEIZES: Final = Kind(
    "seizes", "KD-POWER-7", "{seat:seat} seizes {plot:plot} from {owner:seat}'s store for {counters:counters}."
)
OWNER_RECOVERS: Final = Kind("owner_recovers", "KD-POWER-7", "{seat:seat} takes their own bid back: {counters:counters}.")
SURVEYS: Final = Kind(
    "surveys", "KD-POWER-9", "{seat:seat} places {plot:plot} at once; the bid goes back to the hand: {counters:counters}."
)
BUYS_LAND: Final = Kind(
    "buys_land", ("KD-POWER-10", "KD-EVENT-6"), "{seat:seat} takes {plot:plot} from {slot:slot} straight to the board."
)
PAYS: Final = Kind(
    "pays_counter",
    ("KD-POWER-7", "KD-POWER-10", "KD-EVENT-6", "KD-EVENT-12"),
    "{seat:seat} pays a counter to the stock: {crop:crop}.",
)

MILLED: Final = 3
"""The most counters that the Miller brings (KD-POWER-8)."""


def pay_stock(state: KeydomState, seat: Seat, crop: Crop, clause: str) -> None:
    """Pay a counter that is due to the stock."""
    pay_one(state, seat, crop)
    state.stock += ONE[crop]
    if state.listener is not None:
        state.tell(PAYS, seat, crop=crop, clause=clause)


class LandForCounters(Step):
    """A registry tile goes straight to the own board, for some counters of any types (KD-POWER-10, KD-EVENT-6)."""

    tries: ClassVar[tuple[str, ...]] = ("registry", "crop")
    allows: ClassVar[Mapping[str, str]] = dict.fromkeys(("registry", "crop", "done"), "KD-POWER-10")
    holds: ClassVar[tuple[str, ...]] = ("wanted", "due", "last")
    clause: ClassVar[str] = "KD-POWER-10"
    price: ClassVar[int] = 1

    def useful(self, state: KeydomState, seat: Seat) -> bool:
        """Return whether there is a tile, and enough in hand."""
        return total(state.hands[seat]) >= self.price and state.gaps != state.game.all_gaps

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return first the tiles, and declining; then the counters."""
        if state.wanted == NONE:
            return (DONE, *state.game.bid_tile.on_offer(state))
        return pay_menu(state, state.to_move)

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse an empty slot, a counter not held or out of order, or a thing whose turn it is not."""
        pays = FIRST_CROP <= action < FIRST_PAIR
        if pays != (state.wanted != NONE):
            return Reason(self.clause, "First choose the tile." if pays else "You have chosen the tile: now pay for it.")
        if pays:
            return against_paying(state, action)
        return None if action == DONE else no_such_tile(state, action)

    def apply(self, state: KeydomState, action: Action) -> None:
        """Choose the tile, pay, and place it."""
        game = state.game
        seat = state.to_move
        if action == DONE:
            self.finish(state)
            return
        if state.wanted == NONE:
            self.first_step(state)
            state.wanted = action - game.first_slot
            state.due = self.price
            return
        pay_stock(state, seat, action - FIRST_CROP, self.clause)
        if not state.due:
            slot = state.wanted
            plot = game.refill.take(state, slot)
            state.gain(seat, plot, True)
            if state.listener is not None:
                state.tell(BUYS_LAND, seat, plot=plot, slot=slot, clause=self.clause)
            self.finish(state)

    def partway(self, state: KeydomState) -> bool:
        """Return whether the player has chosen the tile."""
        return state.wanted != NONE

    def question(self, state: KeydomState) -> str:
        """Ask which tile, or which counter."""
        if state.wanted == NONE:
            return f"Which registry tile do you take to your board, for {self.price} counter{'s' if self.price > 1 else ''}?"
        return f"With which counter do you pay? {state.due} to go."

    def words(self, state: KeydomState, action: int) -> str:
        """Say what is taken or paid."""
        if FIRST_CROP <= action < FIRST_PAIR:
            return f"pay with {CROP_NAMES[action - FIRST_CROP]}"
        if action >= state.game.first_slot:
            return f"take {self.named(state, action)}"
        return "take no tile" if action == DONE else super().words(state, action)

    def misfits(self, state: KeydomState) -> list[str]:
        """Check that counters are due for a chosen tile, and for nothing else."""
        found = super().misfits(state)
        if state.wanted == NONE and (state.due or state.last != NONE):
            found.append(f"In the phase {self.name!r} counters are 'due' only for a tile that is 'wanted'.")
        elif state.wanted != NONE and (not 0 < state.due <= self.price or (state.last != NONE) != (state.due < self.price)):
            found.append(
                f"In the phase {self.name!r} the tile that is 'wanted' costs {self.price}: 'due' says how many counters are "
                "still to be paid, and 'last' which type came last, if any was paid."
            )
        elif state.wanted != NONE and state.registry[state.wanted] == NONE:
            found.append(f"In the phase {self.name!r} a tile lies in the slot that is 'wanted'.")
        return found


class Bailiff(Step):
    """Seize a tile of another store: its bid less one counter goes to the stock (KD-POWER-7)."""

    name: ClassVar[str] = "bailiff"
    title: ClassVar[str] = "The Bailiff"
    tries: ClassVar[tuple[str, ...]] = ("store", "crop")
    holds: ClassVar[tuple[str, ...]] = ("place", "due", "last")
    clauses: ClassVar[tuple[str, ...]] = ("KD-POWER-7", "KD-POWER-14", "KD-RULING-50", "KD-RULING-54")
    allows: ClassVar[Mapping[str, str]] = dict.fromkeys(("store", "crop", "done"), "KD-POWER-7")
    verbs: ClassVar[Mapping[str, str]] = {"store": "seize {}", "done": "seize nothing"}
    tile: ClassVar[int] = WORKER_NAMES.index("Bailiff")

    def useful(self, state: KeydomState, seat: Seat) -> bool:
        """Return whether another store holds a tile, payable or not (KD-RULING-54)."""
        return others_store(state, seat)

    def left_out(self, state: KeydomState, seat: Seat, place: Place) -> Crops:
        """Return the types a bid may leave out, as a mask: the lacking one, else any; 0 if too much lacks."""
        bid: Handful = state.bids[place]
        hand: Handful = state.hands[seat]
        found: Crops = 0
        for crop in range(CROPS):
            if bid >> 8 * crop & 255 and covers(hand, bid - ONE[crop]):
                found |= BIT[crop]
        return found

    def seizable(self, state: KeydomState, seat: Seat, place: Place) -> bool:
        """Return whether the hand lacks at most one counter; `match=number_only` only counts (KD-RULING-11)."""
        if state.stored[place] == NONE:
            return False
        bid: Handful = state.bids[place]
        if not bid:
            return True
        if state.game.match_number_only:
            return total(state.hands[seat]) >= total(bid) - 1
        return self.left_out(state, seat, place) != 0

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return first the tiles, and declining; then what to leave out, or with `match=number_only` to pay."""
        seat = state.to_move
        capacity = state.game.store_capacity
        if state.due:
            return pay_menu(state, seat)
        if state.place != NONE:
            return CROP_MENUS[self.left_out(state, seat, state.place)]
        found = [DONE]
        for step in range(capacity, len(state.stored)):
            if self.seizable(state, seat, (seat * capacity + step) % len(state.stored)):
                found.append(FIRST_STORE + step)
        return tuple(found)

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse the player's own tile, a price that cannot be paid, a type that must be paid, or what is not asked for now."""
        seat, pays = state.to_move, FIRST_CROP <= action < FIRST_PAIR
        if pays != (state.place != NONE):
            return Reason("KD-POWER-7", "First name the tile." if pays else "You have named the tile: now pay for it.")
        if state.due:
            return against_paying(state, action)
        if pays:
            if holds(self.left_out(state, seat, state.place), action - FIRST_CROP):
                return None
            return Reason("KD-POWER-7", "You leave out the counter that you lack or, if you lack none, one that the bid has.")
        if action == DONE:
            return None
        if action < FIRST_STORE + state.game.store_capacity:
            return Reason("KD-POWER-7", "The Bailiff seizes a tile from another player's store.")
        place = self.store_of(state, action)
        absent = no_such_store(state, action)
        if absent is not None or self.seizable(state, seat, place):
            return absent
        if state.stored[place] == NONE:
            return Reason("KD-POWER-7", "No tile lies there.")
        return Reason("KD-POWER-7", "You lack more than one counter of that bid.")

    def apply(self, state: KeydomState, action: Action) -> None:
        """Name the tile, then the counter to leave out; pay the others, and place the tile."""
        seat = state.to_move
        if action == DONE:
            self.finish(state)
        elif state.due:
            pay_stock(state, seat, action - FIRST_CROP, "KD-POWER-7")
            if not state.due:
                self.seize(state, seat, 0)
        elif state.place != NONE:
            self.pay_rest(state, seat, state.bids[state.place] - ONE[action - FIRST_CROP])
        else:
            self.first_step(state)
            state.place = place_named(state, seat, action)
            number = total(state.bids[state.place])
            if number == 0 or (state.game.match_number_only and number == 1):
                self.seize(state, seat, 0)
            elif state.game.match_number_only:
                state.due = number - 1

    def pay_rest(self, state: KeydomState, seat: Seat, price: Handful) -> None:
        """Pay the counters of the bid less the one left out."""
        state.spend(seat, price)
        state.stock += price
        self.seize(state, seat, price)

    def seize(self, state: KeydomState, seat: Seat, price: Handful) -> None:
        """Return the owner's bid and place the tile. This is no sale (KD-POWER-7)."""
        place = state.place
        owner = place // state.game.store_capacity
        bid: Handful = state.bids[place]
        state.receive(owner, bid)
        if state.listener is not None:
            plot = state.stored[place]
            state.tell(SEIZES, seat, plot=plot, owner=owner, counters=price)
            state.tell(OWNER_RECOVERS, owner, counters=bid)
        state.game.place_tile.place_from(state, seat, place)

    def partway(self, state: KeydomState) -> bool:
        """Return whether the player has named the tile."""
        return state.place != NONE

    def question(self, state: KeydomState) -> str:
        """Ask which tile, or which counter."""
        if state.due:
            return f"With which counter do you pay? {state.due} to go."
        if state.place != NONE:
            return "Which counter of the bid do you leave out?"
        return "Which tile does the Bailiff seize out of another store?"

    def words(self, state: KeydomState, action: int) -> str:
        """Say what is left out or paid."""
        if FIRST_CROP <= action < FIRST_PAIR:
            return f"{'pay with' if state.due else 'leave out'} {CROP_NAMES[action - FIRST_CROP]}"
        return super().words(state, action)

    def misfits(self, state: KeydomState) -> list[str]:
        """Check that counters are due for a named tile, and only where any type will do."""
        found = super().misfits(state)
        number = total(state.bids[state.place]) - 1 if state.place != NONE and state.game.match_number_only else 0
        if state.due > number or (state.last != NONE) != (state.due < number):
            found.append("In the phase 'bailiff' 'due' says how many counters of the bid at 'place' are still to be paid.")
        return found


class Miller(Step):
    """The player takes up to three counters of three different types (KD-POWER-8)."""

    name: ClassVar[str] = "miller"
    title: ClassVar[str] = "The Miller"
    tries: ClassVar[tuple[str, ...]] = ("crop",)
    holds: ClassVar[tuple[str, ...]] = ("last", "step")
    clauses: ClassVar[tuple[str, ...]] = ("KD-POWER-8", "KD-CROP-8", "KD-RULING-33")
    allows: ClassVar[Mapping[str, str]] = {"crop": "KD-POWER-8", "done": "KD-POWER-8"}
    of: ClassVar[int] = OF_CROPS
    verbs: ClassVar[Mapping[str, str]] = {"crop": "take {}", "done": "take nothing more"}
    tile: ClassVar[int] = WORKER_NAMES.index("Miller")

    def useful(self, state: KeydomState, seat: Seat) -> bool:
        """Return whether the stock has anything."""
        return state.stock != 0

    def conditions(self, state: KeydomState, seat: Seat) -> Conditions:
        """Return the conditions: the stock has it, and it comes after the last one taken (KD-CROP-8)."""
        return (
            (crops_in(state.stock), "KD-CROP-6", "The stock has no {}."),
            (after(state.last), "KD-POWER-8", "You name different types, in rising order."),
        )

    def apply(self, state: KeydomState, action: Action) -> None:
        """Take the counter; then perhaps another."""
        if action == DONE:
            self.finish(state)
            return
        if state.step == 0:
            self.first_step(state)
        take_counter(state, state.to_move, action - FIRST_CROP, "KD-POWER-8")
        state.last = action - FIRST_CROP
        state.step += 1
        if state.step >= MILLED or not all_met(self.conditions(state, state.to_move)):
            self.finish(state)

    def question(self, state: KeydomState) -> str:
        """Ask which crop to take."""
        return f"Which counter does the Miller bring? Up to {MILLED - state.step}, of different types in rising order."


class Surveyor(Step):
    """The player places a tile of the own store; its bid returns to the hand (KD-POWER-9)."""

    name: ClassVar[str] = "surveyor"
    title: ClassVar[str] = "The Surveyor"
    tries: ClassVar[tuple[str, ...]] = ("store",)
    clauses: ClassVar[tuple[str, ...]] = ("KD-POWER-9", "KD-RULING-16", "KD-POWER-14")
    allows: ClassVar[Mapping[str, str]] = {"store": "KD-POWER-9", "done": "KD-POWER-9"}
    verbs: ClassVar[Mapping[str, str]] = {"store": "place {}", "done": "place nothing"}
    tile: ClassVar[int] = WORKER_NAMES.index("Surveyor")

    def own(self, state: KeydomState, seat: Seat) -> list[int]:
        """Return the actions that name own stored tiles."""
        capacity = state.game.store_capacity
        base = seat * capacity
        return [FIRST_STORE + place for place in range(capacity) if state.stored[base + place] != NONE]

    def useful(self, state: KeydomState, seat: Seat) -> bool:
        """Return whether there is an own stored tile."""
        return len(self.own(state, seat)) > 0

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return the own stored tiles, and placing none."""
        return (DONE, *self.own(state, state.to_move))

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse another store, or an empty place."""
        if action == DONE or action in self.own(state, state.to_move):
            return None
        if action < FIRST_STORE + state.game.store_capacity:
            return Reason("KD-POWER-9", "No tile lies there.")
        return no_such_store(state, action) or Reason("KD-POWER-9", "The Surveyor places a tile of your own store.")

    def apply(self, state: KeydomState, action: Action) -> None:
        """Place the tile."""
        if action == DONE:
            self.finish(state)
            return
        seat = state.to_move
        self.first_step(state)
        place = place_named(state, seat, action)
        bid: Handful = state.bids[place]
        state.receive(seat, bid)
        if state.listener is not None:
            state.tell(SURVEYS, seat, plot=state.stored[place], counters=bid)
        state.game.place_tile.place_from(state, seat, place)

    def question(self, state: KeydomState) -> str:
        """Ask which tile to place."""
        return "Which tile of your own store does the Surveyor place?"


class Lawyer(LandForCounters):
    """The player takes a registry tile for one counter (KD-POWER-10)."""

    name: ClassVar[str] = "lawyer"
    title: ClassVar[str] = "The Lawyer"
    clauses: ClassVar[tuple[str, ...]] = ("KD-POWER-10", "KD-POWER-14", "KD-RULING-50", "KD-CROP-8")
    tile: ClassVar[int] = WORKER_NAMES.index("Lawyer")


class Supervisor(Swap):
    """The player exchanges an own field for a registry tile (KD-POWER-11)."""

    name: ClassVar[str] = "supervisor"
    title: ClassVar[str] = "The Supervisor"
    clauses: ClassVar[tuple[str, ...]] = ("KD-POWER-11", "KD-REGISTRY-7", "KD-WORKER-12")
    tile: ClassVar[int] = WORKER_NAMES.index("Supervisor")


class Steward(Step):
    """The player turns all harvested fields of a group back (KD-POWER-12)."""

    name: ClassVar[str] = "steward"
    title: ClassVar[str] = "The Steward"
    tries: ClassVar[tuple[str, ...]] = ("plot",)
    clauses: ClassVar[tuple[str, ...]] = ("KD-POWER-12",)
    allows: ClassVar[Mapping[str, str]] = {"plot": "KD-POWER-12", "done": "KD-POWER-12"}
    verbs: ClassVar[Mapping[str, str]] = {"plot": "turn back the group of {}", "done": "turn nothing"}
    tile: ClassVar[int] = WORKER_NAMES.index("Steward")

    def useful(self, state: KeydomState, seat: Seat) -> bool:
        """Return whether there is a harvested field."""
        return state.fields[seat] & ~state.fresh[seat] != 0

    def conditions(self, state: KeydomState, seat: Seat) -> Conditions:
        """Return the condition: the first plot of a group with a harvested field."""
        spent: Plots = state.fields[seat] & ~state.fresh[seat]
        harvested: Plots = 0
        first: Plots = 0
        for one in state.game.score.groups(state, seat):
            group: Plots = one
            if group & spent:
                harvested |= group
                first |= group & -group
        return (
            (state.fields[seat], "KD-POWER-12", "You have no field on {}."),
            (harvested, "KD-POWER-12", "No field of the group of {} is harvested."),
            (first, "KD-POWER-12", "You name a group by its first plot, and {} is not the first of its group."),
        )

    def apply(self, state: KeydomState, action: Action) -> None:
        """Turn the group."""
        seat = state.to_move
        if action != DONE:
            self.first_step(state)
            for group in state.game.score.groups(state, seat):
                if group & BIT[action - FIRST_PLOT]:
                    spent = group & ~state.fresh[seat]
                    state.fresh[seat] |= group
                    if state.listener is not None:
                        plots = tuple([one - FIRST_PLOT for one in plot_actions(spent)])
                        state.tell(TURNS_BACK, seat, plots=plots, clause="KD-POWER-12")
        self.finish(state)

    def question(self, state: KeydomState) -> str:
        """Ask which group to turn."""
        return "Which group does the Steward turn back? You name it by its first plot."
