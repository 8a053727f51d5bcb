"""The special actions of the farmhands: a second turn at an action, or a small income."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.games.keydom.components import (
    BIT,
    DONE,
    FIRST_CROP,
    FIRST_PLOT,
    FIRST_STORE,
    NONE,
    WORKER_NAMES,
    plot_actions,
)
from workbench.games.keydom.counters import crops_in
from workbench.games.keydom.phase import OF_CROPS, Conditions, no_such_tile
from workbench.games.keydom.state import KeydomState
from workbench.games.keydom.steps import TURNS_BACK, Exchange, Step, take_counter

if TYPE_CHECKING:
    from workbench.core.types import Action, Seat
    from workbench.games.keydom.types import Crops, Place

SOWN: Final = 2
"""How many fields the Sower turns back (KD-POWER-2)."""


class Harvester(Step):
    """Take a counter of a crop of an adjacent own field (KD-POWER-1)."""

    name: ClassVar[str] = "harvester"
    title: ClassVar[str] = "The Harvester"
    tries: ClassVar[tuple[str, ...]] = ("crop",)
    clauses: ClassVar[tuple[str, ...]] = ("KD-POWER-1",)
    allows: ClassVar[Mapping[str, str]] = {"crop": "KD-POWER-1", "done": "KD-POWER-1"}
    of: ClassVar[int] = OF_CROPS
    verbs: ClassVar[Mapping[str, str]] = {"crop": "take {}", "done": "take nothing"}
    tile: ClassVar[int] = WORKER_NAMES.index("Harvester")

    def conditions(self, state: KeydomState, seat: Seat) -> Conditions:
        """Return the conditions: an own field beside the worker grows the crop, and the stock has it."""
        grown: Crops = 0
        for action in plot_actions(self.beside(state) & state.fields[seat]):
            grown |= BIT[state.crops[action - FIRST_PLOT]]
        return (
            (grown, "KD-POWER-1", "No field of yours beside the Harvester grows {}."),
            (crops_in(state.stock), "KD-CROP-6", "The stock has no {}."),
        )

    def apply(self, state: KeydomState, action: Action) -> None:
        """Take the counter."""
        if action != DONE:
            self.first_step(state)
            take_counter(state, state.to_move, action - FIRST_CROP, "KD-POWER-1")
        self.finish(state)

    def question(self, state: KeydomState) -> str:
        """Ask which crop to take."""
        return "Which counter does the Harvester bring? It is a crop of a field beside it."


class Sower(Step):
    """Turn up to two adjacent harvested own fields to the unharvested side (KD-POWER-2)."""

    name: ClassVar[str] = "sower"
    title: ClassVar[str] = "The Sower"
    tries: ClassVar[tuple[str, ...]] = ("plot",)
    holds: ClassVar[tuple[str, ...]] = ("step",)
    clauses: ClassVar[tuple[str, ...]] = ("KD-POWER-2", "KD-RULING-33")
    allows: ClassVar[Mapping[str, str]] = {"plot": "KD-POWER-2", "done": "KD-POWER-2"}
    verbs: ClassVar[Mapping[str, str]] = {"plot": "turn back {}", "done": "turn nothing more"}
    tile: ClassVar[int] = WORKER_NAMES.index("Sower")

    def conditions(self, state: KeydomState, seat: Seat) -> Conditions:
        """Return the condition: a harvested own field beside the worker."""
        return (
            (state.fields[seat], "KD-POWER-2", "You have no field on {}."),
            (self.beside(state), "KD-POWER-2", "{} is not beside the Sower."),
            (~state.fresh[seat], "KD-POWER-2", "{} has not been harvested."),
        )

    def apply(self, state: KeydomState, action: Action) -> None:
        """Turn the field; then perhaps another."""
        seat = state.to_move
        if action == DONE:
            self.finish(state)
            return
        if state.step == 0:
            self.first_step(state)
        plot = action - FIRST_PLOT
        state.fresh[seat] |= BIT[plot]
        if state.listener is not None:
            state.tell(TURNS_BACK, seat, plots=(plot,), clause="KD-POWER-2")
        state.step += 1
        if state.step >= SOWN or not self.useful(state, seat):
            self.finish(state)

    def question(self, state: KeydomState) -> str:
        """Ask which field to turn."""
        return f"Which harvested field beside the Sower do you turn back? Up to {SOWN - state.step}."


class Carter(Exchange):
    """Up to three exchanges with the stock (KD-POWER-3)."""

    name: ClassVar[str] = "carter"
    title: ClassVar[str] = "The Carter"
    clauses: ClassVar[tuple[str, ...]] = ("KD-POWER-3", "KD-RULING-33")
    tile: ClassVar[int] = WORKER_NAMES.index("Carter")


class Storekeeper(Step):
    """The player makes one more bid (KD-POWER-4)."""

    name: ClassVar[str] = "storekeeper"
    title: ClassVar[str] = "The Storekeeper"
    tries: ClassVar[tuple[str, ...]] = ("registry",)
    clauses: ClassVar[tuple[str, ...]] = ("KD-POWER-4", "KD-BID-1", "KD-RULING-57")
    allows: ClassVar[Mapping[str, str]] = {"registry": "KD-POWER-4", "done": "KD-POWER-4"}
    verbs: ClassVar[Mapping[str, str]] = {"registry": "bid for {}", "done": "do not bid"}
    tile: ClassVar[int] = WORKER_NAMES.index("Storekeeper")

    def useful(self, state: KeydomState, seat: Seat) -> bool:
        """Return whether a bid is possible."""
        return state.game.bid_tile.can_take(state, seat)

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return the registry tiles, and taking none."""
        return (DONE, *state.game.bid_tile.on_offer(state))

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse an empty slot."""
        return None if action == DONE else no_such_tile(state, action)

    def apply(self, state: KeydomState, action: Action) -> None:
        """Take the tile into the store and lay the bid."""
        if action == DONE:
            self.finish(state)
            return
        self.first_step(state)
        state.game.bid_tile.take(state, state.to_move, action - state.game.first_slot)

    def question(self, state: KeydomState) -> str:
        """Ask which tile to bid for."""
        return "For which registry tile do you bid with the Storekeeper?"


class Foreman(Step):
    """The player harvests one more group (KD-POWER-5)."""

    name: ClassVar[str] = "foreman"
    title: ClassVar[str] = "The Foreman"
    tries: ClassVar[tuple[str, ...]] = ("plot",)
    clauses: ClassVar[tuple[str, ...]] = ("KD-POWER-5",)
    allows: ClassVar[Mapping[str, str]] = {"plot": "KD-POWER-5", "done": "KD-POWER-5"}
    verbs: ClassVar[Mapping[str, str]] = {"plot": "harvest the group of {}", "done": "do not harvest"}
    tile: ClassVar[int] = WORKER_NAMES.index("Foreman")

    def useful(self, state: KeydomState, seat: Seat) -> bool:
        """Return whether there is an unharvested field."""
        return state.fresh[seat] != 0

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return the groups with something to harvest, and harvesting none."""
        return (DONE, *plot_actions(state.game.harvest_group.names(state, state.to_move)))

    def apply(self, state: KeydomState, action: Action) -> None:
        """Harvest the group."""
        if action == DONE:
            self.finish(state)
            return
        self.first_step(state)
        state.game.harvest_group.take_named(state, state.to_move, action - FIRST_PLOT)

    def question(self, state: KeydomState) -> str:
        """Ask which group to harvest."""
        return "Which group does the Foreman harvest? You name it by its first plot."

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse what the harvest refuses."""
        return None if action == DONE else state.game.harvest_group.against(state, action)


class Drover(Step):
    """The player buys one more tile out of another store (KD-POWER-6)."""

    name: ClassVar[str] = "drover"
    title: ClassVar[str] = "The Drover"
    tries: ClassVar[tuple[str, ...]] = ("store",)
    clauses: ClassVar[tuple[str, ...]] = ("KD-POWER-6", "KD-POWER-14", "KD-MATCH-1", "KD-RULING-54")
    allows: ClassVar[Mapping[str, str]] = {"store": "KD-POWER-6", "done": "KD-POWER-6"}
    verbs: ClassVar[Mapping[str, str]] = {"store": "buy {}", "done": "buy nothing"}
    tile: ClassVar[int] = WORKER_NAMES.index("Drover")

    def useful(self, state: KeydomState, seat: Seat) -> bool:
        """Return whether another store holds a tile, payable or not (KD-RULING-54)."""
        return others_store(state, seat)

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return the tiles that the hand can pay for, and buying nothing."""
        return (DONE, *state.game.place_tile.menu(state, state.to_move, True))

    def apply(self, state: KeydomState, action: Action) -> None:
        """Buy the tile."""
        if action == DONE:
            self.finish(state)
            return
        self.first_step(state)
        state.game.place_tile.buy(state, state.to_move, place_named(state, state.to_move, action))

    def question(self, state: KeydomState) -> str:
        """Ask which tile to buy."""
        return "Which tile do you buy from another store with the Drover?"

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse the own store, and what the rules of buying forbid."""
        if action == DONE:
            return None
        if action < FIRST_STORE + state.game.store_capacity:
            return Reason("KD-POWER-6", "The Drover buys from another player's store.")
        return state.game.place_tile.against(state, action)


def place_named(state: KeydomState, seat: Seat, action: Action) -> Place:
    """Return the place among all stores that a seat's action names."""
    return (seat * state.game.store_capacity + action - FIRST_STORE) % len(state.stored)


def others_store(state: KeydomState, seat: Seat) -> bool:
    """Return whether another player's store holds a tile."""
    capacity = state.game.store_capacity
    for place, plot in enumerate(state.stored):  # noqa: SIM110 - on the rules path
        if plot != NONE and place // capacity != seat:
            return True
    return False
