"""What special actions and events share: offering, asking, counting uses, and two exchanges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.sets import EVERYTHING, first_of, holds, several
from workbench.games.keydom.components import (
    BIT,
    CROP_NAMES,
    CROPS,
    DONE,
    EVENT_TITLES,
    FARMHANDS,
    FIRST_CROP,
    FIRST_PLOT,
    FIRST_WORKER,
    NONE,
    TILES,
    WORKERS,
    plot_actions,
)
from workbench.games.keydom.counters import ONE, crops_in, total
from workbench.games.keydom.phase import OF_CROPS, Conditions, KeydomPhase, all_met, no_such_tile
from workbench.games.keydom.state import KeydomState

if TYPE_CHECKING:
    from workbench.core.types import Action, Number, Seat
    from workbench.games.keydom.types import Crop, Plot, Plots

ACTS: Final = Kind("acts", "KD-WORKER-11", "{seat:seat} uses the special action of {worker:worker}.")
CAPPED: Final = Kind(
    "power_capped", ("KD-DISPLACE-7", "KD-RULING-32"), "{worker:worker} has acted {uses:times} in this turn and rests."
)
TAKES: Final = Kind("takes_counter", ("KD-POWER-1", "KD-POWER-8", "KD-EVENT-5"), "{seat:seat} takes a counter: {crop:crop}.")
TRADES: Final = Kind(
    "trades", ("KD-POWER-3", "KD-EVENT-7"), "{seat:seat} gives {given:crop} to the stock for {crop:crop}."
)
SWAPS: Final = Kind(
    "swaps",
    ("KD-POWER-11", "KD-EVENT-10"),
    "{seat:seat} gives {given:plot} to {slot:slot} of the registry for {plot:plot}.",
)
TURNS_BACK: Final = Kind(
    "turns_back",
    ("KD-POWER-2", "KD-POWER-12", "KD-EVENT-4"),
    "{seat:seat} turns {plots:plots} to the unharvested side.",
)
NOT_CONCERNED: Final = Kind("not_concerned", "KD-EVENT-17", "The event can have no effect on {seat:seat}.")


def take_counter(state: KeydomState, seat: Seat, crop: Crop, clause: str) -> None:
    """Move a counter from the stock to a hand."""
    state.stock -= ONE[crop]
    state.receive(seat, ONE[crop])
    if state.listener is not None:
        state.tell(TAKES, seat, crop=crop, clause=clause)


class Step(KeydomPhase):
    """The special action of a worker, or an event.

    A special action is offered to the player who has just placed the worker (`actor`, `worker`). An event asks every player on
    whom it can have an effect, the active one first; `asked` counts those who are done with it. In the end both return to what
    they interrupted.

    Attributes:
        tile: the worker whose special action it is; NONE for an event.
        event: the number of the event; NONE for a special action.
    """

    group: ClassVar[str] = "Special action"
    tile: ClassVar[int] = NONE
    event: ClassVar[int] = NONE

    def useful(self, state: KeydomState, seat: Seat) -> bool:
        """Return whether a player can use it, by what all can see (KD-POWER-13, KD-EVENT-17, KD-RULING-54).

        Unless a step says otherwise, it is of use if there is something to choose.
        """
        return all_met(self.conditions(state, seat)) != 0

    def begin(self, state: KeydomState) -> None:
        """Offer the special action, or go on with the event."""
        if self.tile == NONE:
            self.next_player(state)
        else:
            self.offer(state, state.actor)

    def finish(self, state: KeydomState) -> None:
        """End it; an event asks the next player when all that follows is resolved (KD-DISPLACE-6)."""
        if self.tile == NONE:
            state.asked += 1
        self.resume(state)

    # -- special actions -----------------------------------------------------------------------------------------------

    def offer(self, state: KeydomState, seat: Seat) -> None:
        """Ask, if it is of use and the worker has not acted too often this turn (KD-POWER-13, KD-DISPLACE-7)."""
        uses = self.times_acted(state, seat)
        if uses >= state.game.power_cap:
            if state.listener is not None:
                clause = "KD-DISPLACE-7" if state.game.power_cap == 2 else "KD-RULING-32"
                state.tell(CAPPED, seat, worker=state.worker, uses=uses, clause=clause)
            self.resume(state)
        elif self.useful(state, seat):
            self.ask(state, seat)
        else:
            self.resume(state)

    def times_acted(self, state: KeydomState, seat: Seat) -> Number:
        """Return how often the worker has acted this turn: for townsfolk, in anybody's hands (KD-DISPLACE-7)."""
        worker = state.worker
        if worker < FARMHANDS:
            return state.uses[seat * TILES + worker]
        times: Number = 0
        for other in range(state.game.players):
            times += state.uses[other * TILES + worker]
        return times

    def first_step(self, state: KeydomState) -> None:
        """Make the first step: a special action then counts as used (KD-DISPLACE-7)."""
        if self.tile == NONE:
            return
        state.uses[state.to_move * TILES + state.worker] += 1
        if state.listener is not None:
            state.tell(ACTS, state.to_move, worker=state.worker)

    def beside(self, state: KeydomState) -> Plots:
        """Return the neighbours of the worker's space."""
        post = state.posts[state.actor * TILES + state.worker]
        return state.game.country.beside[post] if post != NONE else 0

    # -- events --------------------------------------------------------------------------------------------------------

    def next_player(self, state: KeydomState) -> None:
        """Ask the next player; when there is none left the event is over (KD-EVENT-2, KD-EVENT-17)."""
        players = state.game.players
        while state.asked < players:
            seat = (state.active + state.asked) % players
            if self.useful(state, seat):
                self.prepare(state, seat)
                self.ask(state, seat)
                return
            if state.listener is not None:
                state.tell(NOT_CONCERNED, seat)
            state.asked += 1
        self.conclude(state)

    def prepare(self, state: KeydomState, seat: Seat) -> None:
        """Note what a player has to do, before asking."""

    def conclude(self, state: KeydomState) -> None:
        """Finish when all players are done."""
        state.game.refill.finish_event(state)

    # -- in words, and written down ------------------------------------------------------------------------------------

    def clauses_now(self, state: KeydomState) -> tuple[str, ...]:
        """Return its own clauses, and those of all special actions or all events."""
        if self.tile != NONE:
            return (*self.clauses, "KD-WORKER-11", "KD-POWER-13", "KD-DISPLACE-7")
        return (*self.clauses, "KD-EVENT-1", "KD-EVENT-2", "KD-EVENT-3", "KD-EVENT-17", "KD-RULING-34", "KD-RULING-35")

    def clause_of(self, state: KeydomState, action: int) -> str:
        """Return the clause; any special action may be declined (KD-WORKER-11)."""
        if action == DONE and self.tile != NONE and state.step == 0:
            return "KD-WORKER-11"
        return super().clause_of(state, action)

    def group_of(self, state: KeydomState, action: int) -> str:
        """Say whether it is an event or a special action."""
        return self.title

    def fill_in(self, state: KeydomState, given: frozenset[str]) -> None:
        """Fill in the worker, or that this event is being resolved and asks the active player first."""
        super().fill_in(state, given)
        if self.tile != NONE:
            if "worker" not in given:
                state.worker = self.tile
            return
        if "event" not in given:
            state.event = self.event
        if "actor" not in given:
            state.actor = (state.active + state.asked) % state.game.players
        if "slot" not in given and state.gaps:
            state.slot = first_of(state.gaps)

    def misfits(self, state: KeydomState) -> list[str]:
        """Check that the worker is on the board, or that it is this event and the seat's turn; and that it can do something."""
        found = super().misfits(state)
        if state.actor == NONE:
            return found
        if self.tile != NONE:
            if state.worker != self.tile:
                found.append(f"In the phase {self.name!r} 'worker' is the {WORKERS[self.tile].name}.")
            elif state.posts[state.actor * TILES + state.worker] == NONE:
                found.append(f"In the phase {self.name!r} the worker stands on the board of 'actor'.")
            elif not self.partway(state) and not self.useful(state, state.actor):
                found.append(f"KD-POWER-13: the {WORKERS[self.tile].name} can do nothing for 'actor'.")
        elif state.event != self.event:
            found.append(f"In the phase {self.name!r} 'event' is {self.name}.")
        elif state.asked >= state.game.players or state.actor != (state.active + state.asked) % state.game.players:
            found.append("KD-EVENT-2: players are asked from the active one on; 'asked' says how many are done.")
        elif not self.partway(state) and not self.useful(state, state.actor):
            found.append(f"KD-EVENT-17: {EVENT_TITLES[state.event]} can have no effect on 'actor'.")
        return found

    def inside(self) -> tuple[str, ...]:
        """Return whether a special action has its worker."""
        return super().inside() if self.tile == NONE else (*super().inside(), "worker")


class Exchange(Step):
    """The player exchanges counters with the stock one for one, up to so many times (KD-POWER-3, KD-EVENT-7)."""

    tries: ClassVar[tuple[str, ...]] = ("crop",)
    allows: ClassVar[Mapping[str, str]] = {"crop": "KD-POWER-3", "done": "KD-POWER-3"}
    of: ClassVar[int] = OF_CROPS
    most: ClassVar[int] = 3
    holds: ClassVar[tuple[str, ...]] = ("last", "step")
    clause: ClassVar[str] = "KD-POWER-3"

    def useful(self, state: KeydomState, seat: Seat) -> bool:
        """Return whether hand and stock have anything; what exactly, only the hand knows (KD-RULING-54)."""
        return total(state.hands[seat]) > 0 and state.stock != 0

    def conditions(self, state: KeydomState, seat: Seat) -> Conditions:
        """Return the conditions: give a type in hand if the stock has another; then take another type."""
        there = crops_in(state.stock)
        if state.last == NONE:
            return (
                (crops_in(state.hands[seat]), self.clause, "You hold no {}."),
                (EVERYTHING if several(there) else ~there, self.clause, "The stock has no other type to give for it."),
            )
        return (
            (there, self.clause, "The stock has no {}."),
            (~BIT[state.last], self.clause, "You take another type than {}."),
        )

    def may_stop(self, state: KeydomState) -> bool:
        """Return whether the player may stop: before giving a counter."""
        return state.last == NONE

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse to stop before taking a counter, or a type that cannot be given or taken."""
        if action == DONE and not self.may_stop(state):
            return Reason(self.clause, f"You have given {CROP_NAMES[state.last]}: take a counter for it.")
        return super().against(state, action)

    def apply(self, state: KeydomState, action: Action) -> None:
        """Give one, then take one; the last exchange ends it."""
        seat = state.to_move
        if action == DONE:
            self.finish(state)
            return
        crop = action - FIRST_CROP
        if state.last == NONE:
            if state.step == 0:
                self.first_step(state)
            state.last = crop
            state.spend(seat, ONE[crop])
            state.stock += ONE[crop]
            return
        state.stock -= ONE[crop]
        state.receive(seat, ONE[crop])
        if state.listener is not None:
            state.tell(TRADES, seat, given=state.last, crop=crop, clause=self.clause)
        state.last = NONE
        state.step += 1
        if state.step >= self.most or not self.useful(state, seat):
            self.finish(state)

    def partway(self, state: KeydomState) -> bool:
        """Return whether the player has given a counter and taken none for it."""
        return state.last != NONE

    def question(self, state: KeydomState) -> str:
        """Ask what to give, or what to take."""
        if state.last != NONE:
            return f"Which counter do you take for {CROP_NAMES[state.last]}?"
        left = self.most - state.step
        return f"Which counter do you exchange? You may exchange {left}."

    def words(self, state: KeydomState, action: int) -> str:
        """Say what is given or taken."""
        if 0 <= action - FIRST_CROP < CROPS:
            return f"{'give' if state.last == NONE else 'take'} {CROP_NAMES[action - FIRST_CROP]}"
        return "exchange nothing more" if action == DONE else super().words(state, action)


class Swap(Step):
    """The player gives an own field to the registry and takes a registry tile (KD-POWER-11, KD-EVENT-10)."""

    tries: ClassVar[tuple[str, ...]] = ("plot", "registry")
    allows: ClassVar[Mapping[str, str]] = dict.fromkeys(("plot", "registry", "done"), "KD-POWER-11")
    holds: ClassVar[tuple[str, ...]] = ("plot",)
    clause: ClassVar[str] = "KD-POWER-11"

    def useful(self, state: KeydomState, seat: Seat) -> bool:
        """Return whether there is a field and a registry tile."""
        return state.fields[seat] != 0 and state.gaps != state.game.all_gaps

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return first the own fields, and declining; then the registry tiles."""
        if state.plot == NONE:
            return (DONE, *plot_actions(state.fields[state.to_move]))
        return state.game.bid_tile.on_offer(state)

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse a plot without an own field, an empty slot, or a thing whose turn it is not."""
        if action >= state.game.first_slot:
            early = Reason(self.clause, "First choose the field that you give.")
            return early if state.plot == NONE else no_such_tile(state, action)
        if state.plot != NONE:
            return Reason(self.clause, "You have chosen the field that you give: now take a tile of the registry.")
        if action != DONE and not holds(state.fields[state.to_move], action - FIRST_PLOT):
            return Reason(self.clause, f"You have no field on {state.game.country.names[action - FIRST_PLOT]}.")
        return None

    def apply(self, state: KeydomState, action: Action) -> None:
        """Choose the field; then exchange the two (KD-REGISTRY-7)."""
        game = state.game
        seat = state.to_move
        if action == DONE:
            self.finish(state)
            return
        if state.plot == NONE:
            self.first_step(state)
            state.plot = action - FIRST_PLOT
            return
        slot = action - game.first_slot
        given = state.plot
        plot: Plot = state.registry[slot]
        state.lose(seat, given)
        game.refill.lay(state, given, slot)
        state.gain(seat, plot, True)
        if state.listener is not None:
            state.tell(SWAPS, seat, given=given, plot=plot, slot=slot, clause=self.clause)
        game.remove_worker.field_lost(state, seat)
        self.finish(state)

    def partway(self, state: KeydomState) -> bool:
        """Return whether the player has chosen the field."""
        return state.plot != NONE

    def question(self, state: KeydomState) -> str:
        """Ask which field, or which tile."""
        if state.plot == NONE:
            return "Which of your fields do you exchange?"
        return f"For which registry tile do you exchange {state.game.country.names[state.plot]}?"

    def words(self, state: KeydomState, action: int) -> str:
        """Say what is given or taken."""
        if FIRST_PLOT <= action < FIRST_WORKER:
            return f"give {self.named(state, action)}"
        if action >= state.game.first_slot:
            return f"take {self.named(state, action)}"
        return "exchange nothing" if action == DONE else super().words(state, action)

    def misfits(self, state: KeydomState) -> list[str]:
        """Check that the chosen field is an own field."""
        found = super().misfits(state)
        if NONE not in (state.plot, state.actor) and not state.fields[state.actor] & BIT[state.plot]:
            found.append(f"{self.clause}: the 'plot' that is exchanged is a field of 'actor'.")
        return found
