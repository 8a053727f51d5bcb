"""What the phases of Keydom share: asking, resuming, counting uses, and naming moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final, TypeAlias

from workbench.core.errors import Reason
from workbench.core.phase import Phase
from workbench.core.state import CHANCE
from workbench.games.keydom.components import (
    BIT,
    CROP_NAMES,
    CROPS,
    DONE,
    EVENT_NAMES,
    EVENT_TITLES,
    FIRST_CROP,
    FIRST_PAIR,
    FIRST_PLOT,
    FIRST_STORE,
    FIRST_WORKER,
    LEVELS,
    NONE,
    WORKERS,
    plot_actions,
    worker_actions,
)
from workbench.games.keydom.counters import crops_in, from_on, total
from workbench.games.keydom.state import KeydomState
from workbench.games.keydom.words import plot_words, stored_words

if TYPE_CHECKING:
    from workbench.core.types import Mask, Number, Seat
    from workbench.games.keydom.types import Crop, Handful

CROP_MENUS: Final = tuple([tuple([FIRST_CROP + crop for crop in range(CROPS) if mask >> crop & 1]) for mask in range(32)])
"""The actions that name some crops, by the mask of these crops."""
NOT_BEFORE: Final[tuple[int, ...]] = (31, 30, 28, 24, 16, 31)
"""For each type, the mask of the types that do not come before it; the last entry, at NONE, is for no type."""
Conditions: TypeAlias = tuple[tuple[int, str, str], ...]
"""Sets that something must belong to: each as a mask, its clause, and the words for anything outside it."""
OF_PLOTS: Final = 0
OF_CROPS: Final = 1
OF_WORKERS: Final = 2
"""The kinds of things to choose in a phase."""


def all_met(conditions: Conditions) -> Mask:
    """Return the members that all the sets share, as a mask."""
    met: Mask = conditions[0][0]
    for one in conditions[1:]:
        met &= one[0]
    return met


def place_of(action: int) -> int:
    """Return the number of the plot, worker or crop that an action names."""
    if action >= FIRST_CROP:
        return action - FIRST_CROP
    return action - (FIRST_WORKER if action >= FIRST_WORKER else FIRST_PLOT)


ELSEWHERE: Final = {
    "registry": ("KD-BID-2", "you choose a tile of the registry when you have decided to bid"),
    "store": ("KD-MATCH-1", "you choose a tile of a store when you have decided to place tiles"),
    "plot": ("KD-HARVEST-1", "you choose a plot when you have decided to harvest or to play a worker"),
    "worker": ("KD-WORKER-4", "you choose a worker when you have decided to play or remove one"),
    "crop": ("KD-CROP-8", "you name counters when you bid, pay, take or exchange some"),
    **dict.fromkeys(("event", "pair"), ("KD-REGISTRY-2", "chance draws tiles from the bag")),
    "first": ("KD-SETUP-6", "the start player is drawn by lot in the set-up"),
}
"""When a turn asks for things that several phases ask for, or chance draws them, with the clause."""


def no_such_store(state: KeydomState, action: int) -> Reason | None:
    """Refuse a place in the store of somebody who does not play."""
    if action < FIRST_STORE + state.game.players * state.game.store_capacity:
        return None
    return Reason("KD-SETUP-1", f"Only {state.game.players} players have a store.")


def no_such_tile(state: KeydomState, action: int) -> Reason | None:
    """Refuse an empty slot of the registry."""
    slot = action - state.game.first_slot
    return Reason("KD-REGISTRY-6", f"Slot {slot + 1} of the registry is empty.") if state.registry[slot] == NONE else None


def crops_to_name(hand: Handful, last: Crop, need: Number) -> tuple[int, ...]:
    """Return the actions for the next of several counters: in rising order, so all can be named (KD-CROP-8).

    Args:
        hand: the counters to choose from.
        last: the type named before; NONE at first.
        need: how many counters must still be named.
    """
    crops = crops_in(hand) & NOT_BEFORE[last]
    if need > 1:
        for crop in range(CROPS):
            if total(from_on(hand, crop)) < need:
                crops &= ~BIT[crop]
    return CROP_MENUS[crops]


class KeydomPhase(Phase[KeydomState]):
    """A phase of Keydom.

    Attributes:
        by_chance: whether a random event is always due in it.
        in_setup: whether it comes before the first turn.
        of: the kind of thing to choose, where `conditions` says which qualify: `OF_PLOTS`, `OF_CROPS` or `OF_WORKERS`.
        verbs: what a move means here, by the kind of its symbol, with ``{}`` for what it names.
        part: the action that it is part of, as a stage of the turn; 0 for none or several.
        of_turn: whether it is part of an action of the active player and of nothing else.
    """

    by_chance: ClassVar[bool] = False
    in_setup: ClassVar[bool] = False
    of: ClassVar[int] = OF_PLOTS
    verbs: ClassVar[Mapping[str, str]] = {}
    part: ClassVar[int] = 0
    of_turn: ClassVar[bool] = False
    other_moments: ClassVar[Mapping[str, tuple[str, str]]] = ELSEWHERE

    def ask(self, state: KeydomState, seat: Seat) -> None:
        """Wait for a decision of a seat."""
        state.phase = self
        state.actor = seat
        state.to_move = seat

    def wait_for_chance(self, state: KeydomState) -> None:
        """Wait for a random event."""
        state.phase = self
        state.to_move = CHANCE

    def resume(self, state: KeydomState) -> None:
        """Resume after an interruption: a displaced worker first, then the event, then the turn (KD-DISPLACE-6)."""
        game = state.game
        state.worker = NONE
        state.place = NONE
        state.plot = NONE
        state.wanted = NONE
        state.last = NONE
        state.due = 0
        state.step = 0
        state.short = 0
        state.actor = NONE
        stands = state.stands
        first: Number = 0
        for fields in state.fields:
            if stands[first] & fields:
                state.enter(game.replay)
                return
            first += LEVELS
        if state.event != NONE:
            state.enter(game.event_phases[state.event])
        else:
            state.enter(game.turn)

    # -- what a player may choose --------------------------------------------------------------------------------------

    def conditions(self, state: KeydomState, seat: Seat) -> Conditions:
        """Return the conditions for a plot, worker or crop that a seat may choose here."""
        raise NotImplementedError(f"The phase {self.name!r} must say what stands against its moves.")

    def may_stop(self, state: KeydomState) -> bool:
        """Return whether the player may stop choosing."""
        return "done" in self.allows

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return everything that meets all conditions, and stopping."""
        met = all_met(self.conditions(state, state.to_move))
        if self.of == OF_PLOTS:
            found = plot_actions(met)
        else:
            found = CROP_MENUS[met] if self.of == OF_CROPS else worker_actions(met)
        return (DONE, *found) if self.may_stop(state) else found

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse by the first condition that fails."""
        if action == DONE:
            return None
        for those, clause, words in self.conditions(state, state.to_move):
            if not those & BIT[place_of(action)]:
                said = words.format(self.named(state, action))
                return Reason(clause, f"{said[0].upper()}{said[1:]}")
        return None

    # -- in words ------------------------------------------------------------------------------------------------------

    def named(self, state: KeydomState, action: int) -> str:
        """Return what a move names: a plot, a worker, a crop, a stored tile, a registry tile."""
        game = state.game
        if FIRST_PLOT <= action < FIRST_WORKER:
            return plot_words(state, action - FIRST_PLOT)
        if FIRST_WORKER <= action < FIRST_CROP:
            return f"the {WORKERS[action - FIRST_WORKER].name}"
        if FIRST_CROP <= action < FIRST_PAIR:
            return CROP_NAMES[action - FIRST_CROP]
        if FIRST_STORE <= action < game.first_slot:
            return stored_words(state, self.store_of(state, action))
        if action >= game.first_slot:
            slot = action - game.first_slot
            plot = state.registry[slot]
            return f"slot {slot + 1}" if plot == NONE else f"{plot_words(state, plot)} in slot {slot + 1}"
        kind, _, which = game.symbol(action).partition(":")
        return EVENT_TITLES[EVENT_NAMES.index(which)] if kind == "event" else which

    def words(self, state: KeydomState, action: int) -> str:
        """Say a move in words: the phase's verb for its kind, and what it names."""
        symbol = state.game.symbol(action)
        kind, _, which = symbol.partition(":")
        verb = self.verbs.get(kind, TURN_WORDS.get(kind, ""))
        if verb:
            return verb.format(self.named(state, action)) if "{" in verb else verb
        return f"choose {self.named(state, action)}" if which else symbol

    def store_of(self, state: KeydomState, action: int) -> int:
        """Return the place among all stores that a move names, counted from the seat that decides."""
        capacity = state.game.store_capacity
        offset, place = divmod(action - FIRST_STORE, capacity)
        decider = max(0, state.actor if state.actor != NONE else state.active)
        return (decider + offset) % state.game.players * capacity + place

    def thing(self, state: KeydomState, action: int) -> str:
        """Return the own space, the worker, counter, stored tile or registry tile that a move is about."""
        kind, _, which = state.game.symbol(action).partition(":")
        if kind == "store":
            return f"stored-{self.store_of(state, action) + 1}"
        return f"{THINGS[kind]}-{which}" if kind in THINGS else super().thing(state, action)

    # -- checks of written positions in this phase -------------------------------------------------------------------------

    def movers(self, state: KeydomState) -> tuple[int, ...]:
        """Return chance, or the seat that acts."""
        return (CHANCE,) if self.by_chance else (state.actor,)

    def fill_in(self, state: KeydomState, given: frozenset[str]) -> None:
        """Fill in the usual: the active player acts, and the phase is part of its own action."""
        if not self.by_chance and "actor" not in given:
            state.actor = state.active
        if self.part and state.event == NONE:
            if "stage" not in given:
                state.stage = self.part
            if "done" not in given:
                state.done = BIT[self.part - 1]

    def misfits(self, state: KeydomState) -> list[str]:
        """Say what in a position does not fit this phase."""
        found = super().misfits(state)
        if not self.by_chance and state.actor == NONE:
            found.append(f"In the phase {self.name!r} 'actor' says who decides.")
        if self.of_turn and state.actor not in (NONE, state.active):
            found.append(f"In the phase {self.name!r} the active player decides.")
        if self.in_setup != (state.turn == 0):
            found.append("In the set-up 'turn' is 0; turns are counted from 1.")
        if self.of_turn and state.event != NONE:
            found.append(f"In the phase {self.name!r} no event is being resolved.")
        return found


TURN_WORDS: Final[Mapping[str, str]] = {
    "end": "end the turn",
    "harvest": "harvest a group",
    "play": "play a worker",
    "remove": "remove a worker",
    "place": "place tiles from stores",
    "bid": "bid for registry tiles",
    "done": "stop here",
    "pair": "start with {}",
    "first": "{} begins",
    "event": "the event {} is drawn",
}
THINGS: Final[Mapping[str, str]] = {"plot": "plot", "worker": "worker", "crop": "crop", "registry": "registry"}
"""The part of the table that each kind of move is about: its spots have names such as ``plot-C4``."""
