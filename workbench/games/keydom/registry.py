"""The registry: six tiles on offer. New tiles come from the bag, and so do events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.events import Kind
from workbench.core.random import Random
from workbench.core.sets import first_of, size_of
from workbench.core.state import FURTHEST
from workbench.games.keydom.components import (
    BIT,
    ENDING,
    EVENT_KINDS,
    FIRST_EVENT,
    FIRST_PLOT,
    NONE,
    plot_action,
    plot_actions,
)
from workbench.games.keydom.phase import KeydomPhase
from workbench.games.keydom.state import KeydomState

if TYPE_CHECKING:
    from workbench.core.types import Action
    from workbench.games.keydom.types import Event, Plot, Slot

DRAWN: Final = Kind("tile_drawn", ("KD-REGISTRY-2", "KD-RULING-5", "KD-SETUP-7"), "{plot:plot} is drawn into {slot:slot}.")
EVENT_DRAWN: Final = Kind("event_drawn", ("KD-EVENT-3", "KD-RULING-36"), "The event {event:event} is drawn.")
EVENT_OVER: Final = Kind("event_over", "KD-REGISTRY-5", "{event:event} has been resolved; it is event number {number}.")
EVENT_IGNORED: Final = Kind(
    "event_ignored", "KD-EVENT-15", "The event {event:event} comes too late, because the end has begun: it is set aside."
)
END_TRIGGERED: Final = Kind(
    "end_triggered",
    ("KD-END-1", "KD-END-6", "KD-RULING-37"),
    "The end is near: after this turn there are {turns} more turns.",
)
EVENTS_ENTER: Final = Kind("events_enter", ("KD-SETUP-8", "KD-RULING-38"), "The event tiles go into the bag: {number}.")
TOO_FEW_TILES: Final = Kind(
    "too_few_tiles", "KD-EVENT-16", "Somebody has fewer than seven tiles on the board: three events go back into the bag."
)
GOES_BACK: Final = Kind("event_goes_back", "KD-EVENT-16", "{event:event} goes back into the bag.")

CHECKED_EVENT: Final = 7
"""The event after which the tiles on the boards are counted, and the fewest there should be (KD-EVENT-16)."""
GO_BACK: Final = 3


class Refill(KeydomPhase):
    """Random draws fill empty slots from the bag, one at a time; an event that is drawn is resolved first."""

    name: ClassVar[str] = "refill"
    title: ClassVar[str] = "Refilling the registry"
    clauses: ClassVar[tuple[str, ...]] = (
        *("KD-REGISTRY-2", "KD-REGISTRY-3", "KD-REGISTRY-4", "KD-REGISTRY-5", "KD-REGISTRY-6", "KD-REGISTRY-8"),
        *("KD-EVENT-3", "KD-EVENT-15", "KD-END-1", "KD-END-6", "KD-END-7"),
    )
    allows: ClassVar[Mapping[str, str]] = {"plot": "KD-REGISTRY-2", "event": "KD-EVENT-3"}
    group: ClassVar[str] = "Drawn"
    by_chance: ClassVar[bool] = True

    def due(self, state: KeydomState) -> bool:
        """Return whether there is an empty slot that can be filled (KD-REGISTRY-6, KD-END-7)."""
        return state.gaps != 0 and (state.bag != 0 or any(state.bag_events))

    def begin(self, state: KeydomState) -> None:
        """Draw for the slot in progress, else for the lowest empty one (KD-REGISTRY-4, KD-RULING-58).

        A bag that is empty before the last event brings the end, too (KD-END-6).
        """
        if not self.due(state):
            state.slot = NONE
            if state.left < 0 and not state.bag and not any(state.bag_events) and not self.in_setup:
                self.bring_end(state, "KD-END-6")
            self.leave(state)
            return
        if state.slot == NONE:
            state.slot = first_of(state.gaps)
        self.wait_for_chance(state)

    def leave(self, state: KeydomState) -> None:
        """Go on, since the registry is full or the bag empty."""
        state.enter(state.game.turn)

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return every field tile in the bag and every kind of event in it."""
        events = state.bag_events
        if not any(events):
            return plot_actions(state.bag)
        return plot_actions(state.bag) + tuple([FIRST_EVENT + event for event in range(EVENT_KINDS) if events[event]])

    def chance(self, state: KeydomState) -> tuple[tuple[int, int], ...]:
        """Weigh each tile in the bag equally; some events have two tiles."""
        fields = [(action, 1) for action in plot_actions(state.bag)]
        events = state.bag_events
        return (*fields, *[(FIRST_EVENT + event, events[event]) for event in range(EVENT_KINDS) if events[event]])

    def roll(self, state: KeydomState, rng: Random) -> None:
        """Draw a tile without listing all chances."""
        fields = size_of(state.bag)
        events = state.bag_events
        drawn = rng.below(fields + sum(events))
        if drawn < fields:
            self.apply(state, plot_action(state.bag, drawn))
            return
        drawn -= fields
        event: Event = 0
        while drawn >= events[event]:
            drawn -= events[event]
            event += 1
        self.apply(state, FIRST_EVENT + event)

    def apply(self, state: KeydomState, action: Action) -> None:
        """Lay the tile into its slot, or begin the event."""
        if action >= FIRST_EVENT:
            self.meet(state, action - FIRST_EVENT)
            return
        plot = action - FIRST_PLOT
        slot = state.slot
        state.bag &= ~BIT[plot]
        self.lay(state, plot, slot)
        if state.listener is not None:
            state.tell(DRAWN, plot=plot, slot=slot, clause=self.clause_of(state, action))
        state.slot = NONE
        self.begin(state)

    def lay(self, state: KeydomState, plot: Plot, slot: Slot) -> None:
        """Lay a tile into a slot and give it the next entry number (KD-REGISTRY-8)."""
        if state.next_entry == FURTHEST:
            self.number_anew(state)
        state.registry[slot] = plot
        state.gaps &= ~BIT[slot]
        state.entries[slot] = state.next_entry
        state.next_entry += 1

    def number_anew(self, state: KeydomState) -> None:
        """Number the entries from 1 again: only their order counts."""
        used = sorted([entry for entry in state.entries if entry])
        state.entries = [used.index(entry) + 1 if entry else 0 for entry in state.entries]
        state.next_entry = len(used) + 1

    def take(self, state: KeydomState, slot: Slot) -> Plot:
        """Take a tile from the registry for a store or a board, and return its plot."""
        plot: Plot = state.registry[slot]
        state.registry[slot] = NONE
        state.gaps |= BIT[slot]
        state.entries[slot] = 0
        state.taken = 1
        return plot

    def meet(self, state: KeydomState, event: Event) -> None:
        """Resolve the event just drawn, unless the end is already on its way (KD-EVENT-3, KD-EVENT-15)."""
        game = state.game
        state.bag_events[event] -= 1
        if state.left >= 0 and not game.late_events:
            state.track = (*state.track, event)
            if state.listener is not None:
                state.tell(EVENT_IGNORED, event=event)
            self.begin(state)
            return
        if state.listener is not None:
            state.tell(EVENT_DRAWN, event=event, clause="KD-EVENT-3" if state.left < 0 else "KD-RULING-36")
        state.event = event
        state.asked = 0
        state.enter(game.event_phases[event])

    def finish_event(self, state: KeydomState) -> None:
        """Put the resolved event on the track, and go on where play stopped (KD-REGISTRY-5)."""
        game = state.game
        event = state.event
        state.track = (*state.track, event)
        state.counted += 1
        state.event = NONE
        state.asked = 0
        if state.listener is not None:
            state.tell(EVENT_OVER, event=event, number=state.counted)
        if state.counted == game.end_event and state.left < 0:
            self.bring_end(state, "KD-END-1" if game.final_turns == 2 else "KD-RULING-37")
        if game.seventh_event_check_returns_three and state.counted == CHECKED_EVENT and not state.checked:
            state.checked = 1
            if self.somebody_is_short(state):
                if state.listener is not None:
                    state.tell(TOO_FEW_TILES)
                state.enter(game.events_return)
                return
        state.enter(game.refill)

    def bring_end(self, state: KeydomState, clause: str) -> None:
        """Set how many turns are left after the present one (KD-END-1, KD-END-3)."""
        state.left = state.game.final_turns * state.game.players
        if state.listener is not None:
            state.tell(END_TRIGGERED, turns=state.left, clause=clause)

    def somebody_is_short(self, state: KeydomState) -> bool:
        """Return whether a player has fewer than seven tiles on the board, workers included (KD-EVENT-16)."""
        for seat in range(state.game.players):
            there = int(state.fields[seat]).bit_count() + int(state.workers(seat)).bit_count()
            if there < CHECKED_EVENT:
                return True
        return False

    # -- in words ------------------------------------------------------------------------------------------------------

    def clause_of(self, state: KeydomState, action: int) -> str:
        """Return the clause of a tile or an event; another `refill` delays filling slots (KD-RULING-5)."""
        late = not state.game.refill_each and not self.in_setup and action < FIRST_EVENT
        return "KD-RULING-5" if late else super().clause_of(state, action)

    def question(self, state: KeydomState) -> str:
        """Say what is drawn."""
        return f"A tile is drawn from the bag for slot {state.slot + 1} of the registry."

    def misfits(self, state: KeydomState) -> list[str]:
        """Check that the slot in progress is empty, and that nobody acts after a turn."""
        found = super().misfits(state)
        if state.stage == ENDING and state.actor != NONE:
            found.append("While the registry is filled after a turn, nobody acts, so 'actor' is None.")
        if state.slot == NONE or state.registry[state.slot] != NONE:
            found.append(f"In the phase {self.name!r} 'slot' names an empty slot of the registry.")
        return found

    def fill_in(self, state: KeydomState, given: frozenset[str]) -> None:
        """Fill in that nobody acts, and that the lowest empty slot comes first."""
        if "slot" not in given and state.gaps:
            state.slot = first_of(state.gaps)


class FirstRegistry(Refill):
    """Set-up: draw the first tiles with no event in the bag; then add the events (KD-SETUP-7, KD-SETUP-8)."""

    name: ClassVar[str] = "first_registry"
    title: ClassVar[str] = "Set-up: the first registry"
    clauses: ClassVar[tuple[str, ...]] = ("KD-SETUP-7", "KD-SETUP-8", "KD-SETUP-9", "KD-REGISTRY-1", "KD-RULING-39")
    allows: ClassVar[Mapping[str, str]] = {"plot": "KD-SETUP-7"}
    in_setup: ClassVar[bool] = True

    def leave(self, state: KeydomState) -> None:
        """Put the events into the bag, and give the start player the first turn."""
        game = state.game
        state.bag_events = game.events_in_bag[:]
        if state.listener is not None:
            clause = "KD-RULING-38" if "events_in_bag" in game.options.changed() else "KD-SETUP-8"
            state.tell(EVENTS_ENTER, number=sum(game.events_in_bag), clause=clause)
        game.end_of_turn.begin_turn(state, state.start)


class EventsReturn(KeydomPhase):
    """With `seventh_event_check`: three of the seven events, at random, go back into the bag (KD-EVENT-16)."""

    name: ClassVar[str] = "events_return"
    title: ClassVar[str] = "Events go back"
    clauses: ClassVar[tuple[str, ...]] = ("KD-EVENT-16", "KD-RULING-40")
    allows: ClassVar[Mapping[str, str]] = {"event": "KD-EVENT-16"}
    group: ClassVar[str] = "Drawn"
    by_chance: ClassVar[bool] = True

    def begin(self, state: KeydomState) -> None:
        """Draw among the events on the track."""
        self.wait_for_chance(state)

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return every kind of event on the track."""
        return tuple([FIRST_EVENT + event for event in range(EVENT_KINDS) if event in state.track])

    def chance(self, state: KeydomState) -> tuple[tuple[int, int], ...]:
        """Weigh each kind of event by its number of tiles."""
        track = state.track
        return tuple([(FIRST_EVENT + event, track.count(event)) for event in range(EVENT_KINDS) if event in track])

    def apply(self, state: KeydomState, action: Action) -> None:
        """Put the event back; after the third the count is four."""
        event = action - FIRST_EVENT
        track = list(state.track)
        track.remove(event)
        state.track = tuple(track)
        state.bag_events[event] += 1
        state.counted -= 1
        if state.listener is not None:
            state.tell(GOES_BACK, event=event)
        if state.counted == CHECKED_EVENT - GO_BACK:
            state.enter(state.game.refill)

    def question(self, state: KeydomState) -> str:
        """Say what is drawn."""
        return "An event of the track goes back into the bag."

    def misfits(self, state: KeydomState) -> list[str]:
        """Check that the option is in force, and the count between seven and four."""
        found = super().misfits(state)
        between = CHECKED_EVENT - GO_BACK < state.counted <= CHECKED_EVENT
        if not state.game.seventh_event_check_returns_three or not state.checked or not between:
            found.append("Events go back only after the seventh, by the option `seventh_event_check`.")
        return found
