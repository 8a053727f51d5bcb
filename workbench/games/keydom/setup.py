"""Set-up: crops where they are dealt, starting fields, starting counters, the start player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.events import Kind
from workbench.core.random import Random
from workbench.core.sets import size_of
from workbench.games.keydom.components import (
    BIT,
    CROPS,
    FIRST_CROP,
    FIRST_PAIR,
    FIRST_PLOT,
    FIRST_SEAT,
    NONE,
    SEATS,
    plot_actions,
)
from workbench.games.keydom.counters import ONE, crops_in, held, total
from workbench.games.keydom.country import PLOTS
from workbench.games.keydom.phase import CROP_MENUS, KeydomPhase
from workbench.games.keydom.state import KeydomState

if TYPE_CHECKING:
    from workbench.core.types import Action, Number, Seat
    from workbench.games.keydom.types import Crop

TABLE_SET: Final = Kind(
    "table_set", "KD-SETUP-1", "{seats:seats} each take a country board, a screen, a store card and six farmhands."
)
OTHER_BOARD: Final = Kind("other_board", "KD-RULING-2", "The country boards have seven rows of eight spaces.")
TOWN_SET: Final = Kind("town_set", "KD-SETUP-2", "The townsfolk are on the town board.")
ALL_EMPTY: Final = Kind("all_empty", "KD-SETUP-9", "No worker is on a board, all stores and the event track are empty.")
CROP_DEALT: Final = Kind("crop_dealt", "KD-RULING-3", "{plot:plot} grows {crop:crop}.")
PAIR_DEALT: Final = Kind("pair_dealt", "KD-SETUP-3", "{seat:seat} starts with the fields {plots:plots}.")
FIELD_DEALT: Final = Kind("field_dealt", "KD-RULING-47", "{seat:seat} starts with a field on {plot:plot}.")
COUNTER_DRAWN: Final = Kind(
    "counter_drawn",
    ("KD-SETUP-5", "KD-RULING-47"),
    "{seat:seat} draws a counter: {crop:crop}.",
    "{seat:seat} draws a counter.",
    ("crop",),
)
BEGINS: Final = Kind("start_player", "KD-SETUP-6", "{seat:seat} is the start player.")


class Setup(KeydomPhase):
    """A part of the set-up: one random event after another."""

    group: ClassVar[str] = "Drawn"
    by_chance: ClassVar[bool] = True
    in_setup: ClassVar[bool] = True


class DealCrops(Setup):
    """With `crop_map=random` each plot gets a crop, A1 first (KD-RULING-3)."""

    name: ClassVar[str] = "deal_crops"
    title: ClassVar[str] = "Set-up: the crop map"
    clauses: ClassVar[tuple[str, ...]] = ("KD-LAND-1", "KD-LAND-4", "KD-RULING-3", "KD-HOUSE-2")
    allows: ClassVar[Mapping[str, str]] = {"crop": "KD-RULING-3"}

    def begin(self, state: KeydomState) -> None:
        """Deal the crops; if the pattern fixes them, there is nothing to deal."""
        if state.listener is not None:
            state.tell(TABLE_SET, seats=tuple(range(state.game.players)))
            if "map" in state.game.options.changed():
                state.tell(OTHER_BOARD)
            state.tell(TOWN_SET)
            state.tell(ALL_EMPTY)
        if NONE in state.crops:
            self.wait_for_chance(state)
        else:
            state.enter(state.game.deal_fields)

    def left(self, state: KeydomState) -> list[int]:
        """Return how many plots of each crop are still to be named."""
        return [state.game.country.crops.count(crop) - state.crops.count(crop) for crop in range(CROPS)]

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return the crops that are left."""
        return tuple([FIRST_CROP + crop for crop, number in enumerate(self.left(state)) if number])

    def chance(self, state: KeydomState) -> tuple[tuple[int, int], ...]:
        """Weigh each crop by the plots that are left for it."""
        return tuple([(FIRST_CROP + crop, number) for crop, number in enumerate(self.left(state)) if number])

    def apply(self, state: KeydomState, action: Action) -> None:
        """Grow the crop on the next plot."""
        plot = state.crops.index(NONE)
        crops = list(state.crops)
        crops[plot] = action - FIRST_CROP
        state.crops = tuple(crops)
        if state.listener is not None:
            state.tell(CROP_DEALT, plot=plot, crop=action - FIRST_CROP)
        if plot + 1 == PLOTS:
            state.enter(state.game.deal_fields)

    def question(self, state: KeydomState) -> str:
        """Say what is drawn."""
        return "The crop of the next plot is drawn."


class DealFields(Setup):
    """Each player gets a starting pair (KD-SETUP-3), or two fields at random (KD-RULING-47)."""

    name: ClassVar[str] = "deal_fields"
    title: ClassVar[str] = "Set-up: starting fields"
    clauses: ClassVar[tuple[str, ...]] = ("KD-SETUP-3", "KD-SETUP-4", "KD-RULING-47", "KD-HOUSE-3")
    allows: ClassVar[Mapping[str, str]] = {"pair": "KD-SETUP-3", "plot": "KD-RULING-47"}

    def begin(self, state: KeydomState) -> None:
        """Deal on until everybody has two fields."""
        if self.next_seat(state) == NONE:
            state.enter(state.game.deal_counters)
        else:
            self.wait_for_chance(state)

    def next_seat(self, state: KeydomState) -> Seat:
        """Return whose turn it is to get a field; NONE when all have two."""
        for seat in range(state.game.players):
            if size_of(state.fields[seat]) < 2:
                return seat
        return NONE

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return the pairs that are left, or every plot."""
        if state.game.start_tiles_random:
            return plot_actions(state.bag)
        pairs = state.game.pairs
        return tuple([FIRST_PAIR + place for place, pair in enumerate(pairs) if state.bag & BIT[pair[0]]])

    def apply(self, state: KeydomState, action: Action) -> None:
        """Lay the fields on the board, unharvested."""
        seat = self.next_seat(state)
        if action >= FIRST_PAIR:
            plots = list(state.game.pairs[action - FIRST_PAIR])
        else:
            plots = [action - FIRST_PLOT]
        for plot in plots:
            state.bag &= ~BIT[plot]
            state.gain(seat, plot, True)
        if state.listener is not None:
            if action >= FIRST_PAIR:
                state.tell(PAIR_DEALT, seat, plots=tuple(plots))
            else:
                state.tell(FIELD_DEALT, seat, plot=plots[0])
        self.begin(state)

    def question(self, state: KeydomState) -> str:
        """Say what is drawn."""
        return "Starting fields are drawn."


class DealCounters(Setup):
    """Each player draws counters, unseen by the others (KD-SETUP-5); `step` counts them all."""

    name: ClassVar[str] = "deal_counters"
    title: ClassVar[str] = "Set-up: starting counters"
    clauses: ClassVar[tuple[str, ...]] = ("KD-SETUP-5", "KD-CROP-3", "KD-CROP-7")
    allows: ClassVar[Mapping[str, str]] = {"crop": "KD-SETUP-5"}
    holds: ClassVar[tuple[str, ...]] = ("step",)
    clause: ClassVar[str] = "KD-SETUP-5"

    def number(self, state: KeydomState, seat: Seat) -> Number:
        """Return how many counters a seat draws here."""
        return state.game.start_counters

    def drawer(self, state: KeydomState) -> Seat:
        """Return the seat that draws next; NONE when all have drawn."""
        before: Number = 0
        for seat in range(state.game.players):
            before += self.number(state, seat)
            if state.step < before:
                return seat
        return NONE

    def drawn_here(self, state: KeydomState, seat: Seat) -> Number:
        """Return how many counters a seat has drawn here so far."""
        before: Number = 0
        for other in range(seat):
            before += self.number(state, other)
        return max(0, min(self.number(state, seat), state.step - before))

    def begin(self, state: KeydomState) -> None:
        """Draw on until everybody has their counters."""
        if self.drawer(state) == NONE:
            state.step = 0
            self.leave(state)
        else:
            self.wait_for_chance(state)

    def leave(self, state: KeydomState) -> None:
        """Go on, since all have drawn."""
        state.enter(state.game.first_player)

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return every type in the stock."""
        return CROP_MENUS[crops_in(state.stock)]

    def chance(self, state: KeydomState) -> tuple[tuple[int, int], ...]:
        """Weigh every counter of the stock equally."""
        stock = state.stock
        return tuple([(action, stock >> 8 * (action - FIRST_CROP) & 255) for action in self.legal(state)])

    def roll(self, state: KeydomState, rng: Random) -> None:
        """Draw a counter without listing the types."""
        left = rng.below(total(state.stock))
        crop: Crop = 0
        while left >= held(state.stock, crop):
            left -= held(state.stock, crop)
            crop += 1
        self.apply(state, FIRST_CROP + crop)

    def apply(self, state: KeydomState, action: Action) -> None:
        """Put the counter behind the screen."""
        seat = self.drawer(state)
        one = ONE[action - FIRST_CROP]
        state.stock -= one
        state.hands[seat] += one
        state.drawn[seat] += one
        state.step += 1
        if state.listener is not None:
            to = () if state.game.open_hands else (seat,)
            state.tell(COUNTER_DRAWN, seat, to=to, crop=action - FIRST_CROP, clause=self.clause)
        self.begin(state)

    def question(self, state: KeydomState) -> str:
        """Say what is drawn."""
        return "A starting counter is drawn."

    def misfits(self, state: KeydomState) -> list[str]:
        """Check that somebody has still to draw."""
        found = super().misfits(state)
        if self.drawer(state) == NONE:
            found.append("In the set-up somebody has counters to draw.")
        return found


class FirstPlayer(Setup):
    """Chance draws the start player (KD-SETUP-6)."""

    name: ClassVar[str] = "first_player"
    title: ClassVar[str] = "Set-up: the start player"
    tries: ClassVar[tuple[str, ...]] = ("first",)
    clauses: ClassVar[tuple[str, ...]] = ("KD-SETUP-6",)

    def begin(self, state: KeydomState) -> None:
        """Draw the player."""
        self.wait_for_chance(state)

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return every player."""
        return tuple([FIRST_SEAT + seat for seat in range(state.game.players)])

    def apply(self, state: KeydomState, action: Action) -> None:
        """Begin with this player; later seats may get a bonus first (KD-RULING-47)."""
        state.start = action - FIRST_SEAT
        if state.listener is not None:
            state.tell(BEGINS, state.start)
        state.enter(state.game.deal_bonus)

    def question(self, state: KeydomState) -> str:
        """Say what is drawn."""
        return f"The start player is drawn among {', '.join(SEATS[: state.game.players])}."


class DealBonus(DealCounters):
    """With `seat_bonus`, each seat after the start player draws one more than the one before it (KD-RULING-47)."""

    name: ClassVar[str] = "deal_bonus"
    title: ClassVar[str] = "Set-up: counters for later seats"
    clauses: ClassVar[tuple[str, ...]] = ("KD-RULING-47", "KD-SETUP-5")
    allows: ClassVar[Mapping[str, str]] = {"crop": "KD-RULING-47"}
    clause: ClassVar[str] = "KD-RULING-47"

    def number(self, state: KeydomState, seat: Seat) -> Number:
        """Return the number of seats from the start player to this one."""
        return (seat - state.start) % state.game.players if state.game.seat_bonus else 0

    def leave(self, state: KeydomState) -> None:
        """Fill the registry for the first time."""
        state.enter(state.game.first_registry)
