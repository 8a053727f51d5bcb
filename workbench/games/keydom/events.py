"""Events: each concerns every player, the active one first, then clockwise (KD-EVENT-1, KD-EVENT-2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.games.keydom.buying import against_paying, pay_menu
from workbench.games.keydom.components import (
    ALL_FARMHANDS,
    BIT,
    DONE,
    EVENT_NAMES,
    FIRST_CROP,
    FIRST_PLOT,
    FIRST_WORKER,
    HIGHEST,
    LEVELS,
    NONE,
    UNSEEN,
    WITH_NUMBER,
)
from workbench.games.keydom.counters import ONE, crops_in, total
from workbench.games.keydom.phase import OF_CROPS, OF_WORKERS, Conditions
from workbench.games.keydom.state import KeydomState
from workbench.games.keydom.steps import TURNS_BACK, Exchange, Step, Swap, take_counter
from workbench.games.keydom.townsfolk import LandForCounters, pay_stock

if TYPE_CHECKING:
    from workbench.core.types import Action, Seat
    from workbench.games.keydom.types import Place

DRIED: Final = Kind("dried", "KD-EVENT-11", "{seat:seat} turns {plot:plot} to the harvested side and takes nothing.")
PRICE_FALLS: Final = Kind("price_falls", "KD-EVENT-14", "{seat:seat} takes {crop:crop} off the bid for {plot:plot}.")
CHOSEN: Final = Kind(
    "field_chosen", "KD-EVENT-8", "{seat:seat} chooses {plot:plot}.", "{seat:seat} has chosen a field.", ("plot",)
)
PASSED_LEFT: Final = Kind("passed_left", "KD-EVENT-8", "{seat:seat} passes {plot:plot} to {receiver:seat}.")

TITHED: Final = 4
"""A player pays one counter for so many in hand (KD-EVENT-12)."""
AFFECTED: Final = 2
"""With so many workers on the board Sickness strikes; with so many counters a bid can fall (KD-EVENT-13, KD-EVENT-14)."""


class FineWeather(Step):
    """Each player may turn one harvested field back (KD-EVENT-4)."""

    name: ClassVar[str] = "fine_weather"
    title: ClassVar[str] = "Fine Weather"
    event: ClassVar[int] = EVENT_NAMES.index("fine_weather")
    tries: ClassVar[tuple[str, ...]] = ("plot",)
    clauses: ClassVar[tuple[str, ...]] = ("KD-EVENT-4",)
    allows: ClassVar[Mapping[str, str]] = {"plot": "KD-EVENT-4", "done": "KD-EVENT-4"}
    verbs: ClassVar[Mapping[str, str]] = {"plot": "turn back {}", "done": "turn nothing"}

    def conditions(self, state: KeydomState, seat: Seat) -> Conditions:
        """Return the condition: a harvested field."""
        return (
            (state.fields[seat], "KD-EVENT-4", "You have no field on {}."),
            (~state.fresh[seat], "KD-EVENT-4", "{} has not been harvested."),
        )

    def apply(self, state: KeydomState, action: Action) -> None:
        """Turn the field back."""
        if action != DONE:
            plot = action - FIRST_PLOT
            state.fresh[state.to_move] |= BIT[plot]
            if state.listener is not None:
                state.tell(TURNS_BACK, state.to_move, plots=(plot,), clause="KD-EVENT-4")
        self.finish(state)

    def question(self, state: KeydomState) -> str:
        """Ask which field to turn."""
        return "Fine weather: which harvested field do you turn back?"


class HarvestSupper(Step):
    """Each player takes a counter (KD-EVENT-5)."""

    name: ClassVar[str] = "harvest_supper"
    title: ClassVar[str] = "Harvest Supper"
    event: ClassVar[int] = EVENT_NAMES.index("harvest_supper")
    clauses: ClassVar[tuple[str, ...]] = ("KD-EVENT-5", "KD-CROP-6")
    allows: ClassVar[Mapping[str, str]] = {"crop": "KD-EVENT-5"}
    of: ClassVar[int] = OF_CROPS
    verbs: ClassVar[Mapping[str, str]] = {"crop": "take {}"}

    def conditions(self, state: KeydomState, seat: Seat) -> Conditions:
        """Return the condition: a type that the stock has."""
        return ((crops_in(state.stock), "KD-CROP-6", "The stock has no {}."),)

    def apply(self, state: KeydomState, action: Action) -> None:
        """Take the counter."""
        take_counter(state, state.to_move, action - FIRST_CROP, "KD-EVENT-5")
        self.finish(state)

    def question(self, state: KeydomState) -> str:
        """Ask which counter to take."""
        return "Harvest supper: which counter do you take?"


class LandSale(LandForCounters):
    """Each player may take a registry tile for three counters; only then is the registry refilled (KD-EVENT-6)."""

    name: ClassVar[str] = "land_sale"
    title: ClassVar[str] = "Land Sale"
    event: ClassVar[int] = EVENT_NAMES.index("land_sale")
    clauses: ClassVar[tuple[str, ...]] = ("KD-EVENT-6", "KD-CROP-8", "KD-RULING-55", "KD-RULING-58")
    allows: ClassVar[Mapping[str, str]] = dict.fromkeys(("registry", "crop", "done"), "KD-EVENT-6")
    clause: ClassVar[str] = "KD-EVENT-6"
    price: ClassVar[int] = 3


class MarketDay(Exchange):
    """Each player may exchange up to two counters (KD-EVENT-7)."""

    name: ClassVar[str] = "market_day"
    title: ClassVar[str] = "Market Day"
    event: ClassVar[int] = EVENT_NAMES.index("market_day")
    clauses: ClassVar[tuple[str, ...]] = ("KD-EVENT-7",)
    allows: ClassVar[Mapping[str, str]] = {"crop": "KD-EVENT-7", "done": "KD-EVENT-7"}
    clause: ClassVar[str] = "KD-EVENT-7"
    most: ClassVar[int] = 2


class LandReform(Step):
    """All choose a field for their left-hand neighbour, at the same time and in secret (KD-EVENT-8)."""

    name: ClassVar[str] = "land_reform"
    title: ClassVar[str] = "Land Reform"
    event: ClassVar[int] = EVENT_NAMES.index("land_reform")
    clauses: ClassVar[tuple[str, ...]] = ("KD-EVENT-8", "KD-LAND-9", "KD-RULING-51")
    allows: ClassVar[Mapping[str, str]] = {"plot": "KD-EVENT-8"}
    verbs: ClassVar[Mapping[str, str]] = {"plot": "pass {} on"}

    def conditions(self, state: KeydomState, seat: Seat) -> Conditions:
        """Return the condition: any own field."""
        return ((state.fields[seat], "KD-EVENT-8", "You have no field on {}."),)

    def apply(self, state: KeydomState, action: Action) -> None:
        """Choose the field; nothing is revealed before all have chosen."""
        seat = state.to_move
        state.chosen[seat] = action - FIRST_PLOT
        if state.listener is not None:
            state.tell(CHOSEN, seat, to=(seat,), plot=action - FIRST_PLOT)
        self.finish(state)

    def conclude(self, state: KeydomState) -> None:
        """Move all tiles at once; displaced workers come afterwards, in the usual order."""
        game = state.game
        players = game.players
        if max(state.chosen) == NONE:
            game.refill.finish_event(state)
            return
        moved = [(seat, state.chosen[seat]) for seat in range(players) if state.chosen[seat] != NONE]
        fresh = [state.fresh[seat] & BIT[plot] != 0 for seat, plot in moved]
        for seat, plot in moved:
            state.lose(seat, plot)
        for place, (seat, plot) in enumerate(moved):
            receiver = (seat + 1) % players
            state.gain(receiver, plot, fresh[place])
            if state.listener is not None:
                state.tell(PASSED_LEFT, seat, plot=plot, receiver=receiver)
        state.chosen = [NONE] * players
        for step in range(players):
            game.remove_worker.field_lost(state, (state.active + step) % players)
        self.resume(state)

    def question(self, state: KeydomState) -> str:
        """Ask which field to give away."""
        return "Land reform: which of your fields do you pass to your left-hand neighbour?"

    def misfits(self, state: KeydomState) -> list[str]:
        """Check that exactly the players who have been asked have chosen."""
        found = super().misfits(state)
        players = state.game.players
        for step in range(players):
            seat = (state.active + step) % players
            chosen = state.chosen[seat]
            if (chosen != NONE) != (step < state.asked and state.fields[seat] != 0):
                found.append("KD-EVENT-8: 'chosen' has a field for each player who has been asked, and for nobody else.")
                break
            if chosen not in (NONE, UNSEEN) and not state.fields[seat] & BIT[chosen]:
                found.append("KD-EVENT-8: what a player has 'chosen' is a field of their own.")
        return found


class HiringFair(Step):
    """Each player may play a farmhand from the reserve, with its special action (KD-EVENT-9)."""

    name: ClassVar[str] = "hiring_fair"
    title: ClassVar[str] = "Hiring Fair"
    event: ClassVar[int] = EVENT_NAMES.index("hiring_fair")
    tries: ClassVar[tuple[str, ...]] = ("worker",)
    clauses: ClassVar[tuple[str, ...]] = ("KD-EVENT-9",)
    allows: ClassVar[Mapping[str, str]] = {"worker": "KD-EVENT-9", "done": "KD-EVENT-9"}
    verbs: ClassVar[Mapping[str, str]] = {"worker": "play {}", "done": "play nobody"}

    def useful(self, state: KeydomState, seat: Seat) -> bool:
        """Return whether the player has a farmhand with a legal space."""
        return state.game.play_worker.playable(state, seat, state.reserve[seat] & ALL_FARMHANDS)

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return such farmhands, and playing nobody."""
        seat = state.to_move
        return (DONE, *state.game.play_worker.menu(state, seat, state.reserve[seat]))

    def apply(self, state: KeydomState, action: Action) -> None:
        """Go on to the space; the player is done when everything that follows from it is resolved."""
        if action == DONE:
            self.finish(state)
            return
        state.asked += 1
        state.worker = action - FIRST_WORKER
        state.enter(state.game.play_space)

    def question(self, state: KeydomState) -> str:
        """Ask which farmhand to play."""
        return "Hiring fair: which farmhand do you play?"

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse a worker that is no farmhand of the reserve, or one without a space."""
        if action == DONE:
            return None
        if not state.reserve[state.to_move] & BIT[action - FIRST_WORKER]:
            return Reason("KD-EVENT-9", "You may play only a farmhand of your own reserve.")
        return state.game.play_worker.against(state, action)


class Enclosure(Swap):
    """Each player may exchange a field for a registry tile (KD-EVENT-10)."""

    name: ClassVar[str] = "enclosure"
    title: ClassVar[str] = "Enclosure"
    event: ClassVar[int] = EVENT_NAMES.index("enclosure")
    clauses: ClassVar[tuple[str, ...]] = ("KD-EVENT-10", "KD-REGISTRY-7", "KD-WORKER-12")
    allows: ClassVar[Mapping[str, str]] = dict.fromkeys(("plot", "registry", "done"), "KD-EVENT-10")
    clause: ClassVar[str] = "KD-EVENT-10"


class Drought(Step):
    """Each player must turn an unharvested field over and gets nothing for it (KD-EVENT-11)."""

    name: ClassVar[str] = "drought"
    title: ClassVar[str] = "Drought"
    event: ClassVar[int] = EVENT_NAMES.index("drought")
    clauses: ClassVar[tuple[str, ...]] = ("KD-EVENT-11",)
    allows: ClassVar[Mapping[str, str]] = {"plot": "KD-EVENT-11"}
    verbs: ClassVar[Mapping[str, str]] = {"plot": "let {} dry up"}

    def conditions(self, state: KeydomState, seat: Seat) -> Conditions:
        """Return the condition: an unharvested field."""
        return (
            (state.fields[seat], "KD-EVENT-11", "You have no field on {}."),
            (state.fresh[seat], "KD-EVENT-11", "{} has been harvested."),
        )

    def apply(self, state: KeydomState, action: Action) -> None:
        """Turn the field over."""
        plot = action - FIRST_PLOT
        state.fresh[state.to_move] &= ~BIT[plot]
        if state.listener is not None:
            state.tell(DRIED, state.to_move, plot=plot)
        self.finish(state)

    def question(self, state: KeydomState) -> str:
        """Ask which field to turn over."""
        return "Drought: which unharvested field do you turn over for nothing?"


class Tithe(Step):
    """Each player pays a counter for every four in hand (KD-EVENT-12)."""

    name: ClassVar[str] = "tithe"
    title: ClassVar[str] = "Tithe"
    event: ClassVar[int] = EVENT_NAMES.index("tithe")
    clauses: ClassVar[tuple[str, ...]] = ("KD-EVENT-12", "KD-CROP-8", "KD-RULING-55")
    allows: ClassVar[Mapping[str, str]] = {"crop": "KD-EVENT-12"}
    verbs: ClassVar[Mapping[str, str]] = {"crop": "pay with {}"}
    needs: ClassVar[tuple[str, ...]] = ("due",)
    holds: ClassVar[tuple[str, ...]] = ("last",)

    def useful(self, state: KeydomState, seat: Seat) -> bool:
        """Return whether the player holds four counters."""
        return total(state.hands[seat]) >= TITHED

    def prepare(self, state: KeydomState, seat: Seat) -> None:
        """Count the hand once, before the player pays anything."""
        state.due = total(state.hands[seat]) // TITHED

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return the types in hand, in rising order."""
        return pay_menu(state, state.to_move)

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse a type that the player does not hold, or one out of order."""
        return against_paying(state, action)

    def apply(self, state: KeydomState, action: Action) -> None:
        """Pay one counter."""
        pay_stock(state, state.to_move, action - FIRST_CROP, "KD-EVENT-12")
        if not state.due:
            self.finish(state)

    def partway(self, state: KeydomState) -> bool:
        """Return whether the player has paid something."""
        return state.last != NONE

    def question(self, state: KeydomState) -> str:
        """Say how much is left to pay."""
        return f"Tithe: with which counter do you pay? {state.due} to go."

    def fill_in(self, state: KeydomState, given: frozenset[str]) -> None:
        """Work out from the hand how much is due."""
        super().fill_in(state, given)
        if "due" not in given:
            self.prepare(state, state.actor)


class Sickness(Step):
    """Each player with two or more workers removes one with the lowest number (KD-EVENT-13)."""

    name: ClassVar[str] = "sickness"
    title: ClassVar[str] = "Sickness"
    event: ClassVar[int] = EVENT_NAMES.index("sickness")
    clauses: ClassVar[tuple[str, ...]] = ("KD-EVENT-13",)
    allows: ClassVar[Mapping[str, str]] = {"worker": "KD-EVENT-13"}
    of: ClassVar[int] = OF_WORKERS
    verbs: ClassVar[Mapping[str, str]] = {"worker": "remove {}"}

    def useful(self, state: KeydomState, seat: Seat) -> bool:
        """Return whether the player has two workers on the board."""
        return int(state.workers(seat)).bit_count() >= AFFECTED

    def conditions(self, state: KeydomState, seat: Seat) -> Conditions:
        """Return the conditions: a worker on the board, with the lowest number there."""
        lowest = HIGHEST
        while lowest > 1 and state.stands[seat * LEVELS + lowest] != state.workers(seat):
            lowest -= 1
        return (
            *state.game.remove_worker.conditions(state, seat),
            (WITH_NUMBER[lowest], "KD-EVENT-13", "Another worker of yours has a lower number."),
        )

    def apply(self, state: KeydomState, action: Action) -> None:
        """Remove the worker."""
        state.game.remove_worker.take_off(state, state.to_move, action - FIRST_WORKER, "KD-EVENT-13")
        self.finish(state)

    def question(self, state: KeydomState) -> str:
        """Ask which worker to remove."""
        return "Sickness: which of your workers with the lowest number do you remove?"


class PriceFall(Step):
    """Each player takes one counter back from each of their own bids of two or more (KD-EVENT-14)."""

    name: ClassVar[str] = "price_fall"
    title: ClassVar[str] = "Price Fall"
    event: ClassVar[int] = EVENT_NAMES.index("price_fall")
    clauses: ClassVar[tuple[str, ...]] = ("KD-EVENT-14",)
    allows: ClassVar[Mapping[str, str]] = {"crop": "KD-EVENT-14"}
    of: ClassVar[int] = OF_CROPS
    verbs: ClassVar[Mapping[str, str]] = {"crop": "take {} back"}
    needs: ClassVar[tuple[str, ...]] = ("place",)

    def next_place(self, state: KeydomState, seat: Seat, first: Place) -> Place:
        """Return the next own bid that falls, from a place on; NONE if no bid is left."""
        for place in range(first, (seat + 1) * state.game.store_capacity):
            if state.stored[place] != NONE and total(state.bids[place]) >= AFFECTED:
                return place
        return NONE

    def useful(self, state: KeydomState, seat: Seat) -> bool:
        """Return whether the player has such a bid."""
        return self.next_place(state, seat, seat * state.game.store_capacity) != NONE

    def prepare(self, state: KeydomState, seat: Seat) -> None:
        """Begin with the first of these bids."""
        state.place = self.next_place(state, seat, seat * state.game.store_capacity)

    def conditions(self, state: KeydomState, seat: Seat) -> Conditions:
        """Return the condition: a type of the bid."""
        return ((crops_in(state.bids[state.place]), "KD-EVENT-14", "The bid has no {}."),)

    def apply(self, state: KeydomState, action: Action) -> None:
        """Take the counter back; then go on to the next bid."""
        seat, place = state.to_move, state.place
        crop = action - FIRST_CROP
        state.bids[place] -= ONE[crop]
        state.receive(seat, ONE[crop])
        if state.listener is not None:
            state.tell(PRICE_FALLS, seat, crop=crop, plot=state.stored[place])
        state.place = self.next_place(state, seat, place + 1)
        if state.place == NONE:
            self.finish(state)

    def partway(self, state: KeydomState) -> bool:
        """Return False: each bid is a choice of its own."""
        return False

    def question(self, state: KeydomState) -> str:
        """Ask which counter to take back."""
        plot = "a tile" if state.place == NONE else state.game.country.names[state.stored[state.place]]
        return f"Price fall: which counter of your bid for {plot} do you take back?"

    def fill_in(self, state: KeydomState, given: frozenset[str]) -> None:
        """Fill in the first bid that falls."""
        super().fill_in(state, given)
        if "place" not in given:
            self.prepare(state, state.actor)

    def misfits(self, state: KeydomState) -> list[str]:
        """Check that the bid has two counters."""
        found = super().misfits(state)
        if state.place != NONE and (
            state.stored[state.place] == NONE or state.place // state.game.store_capacity != state.actor
        ):
            found.append("KD-EVENT-14: 'place' names a tile in the store of 'actor'.")
        return found
