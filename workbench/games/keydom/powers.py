"""What all special actions share, and those that are exchanged by several: uses are counted, and every step may be declined."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import mypyc_attr

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.games.keydom.components import (
    BIT,
    CROP_NAMES,
    CROPS,
    DONE,
    FIRST_CROP,
    FIRST_PLOT,
    FIRST_WORKER,
    NONE,
    TILES,
    WORKERS,
    plot_actions,
)
from workbench.games.keydom.counters import ONE, held
from workbench.games.keydom.phase import CROP_MENUS, KeydomPhase, crops_in
from workbench.games.keydom.state import KeydomState

if TYPE_CHECKING:
    from mypy_extensions import i64

ACTS: Final = Kind("acts", "KD-WORKER-11", "{seat:seat} uses the special action of {worker:worker}.")
CAPPED: Final = Kind(
    "power_capped", ("KD-DISPLACE-7", "KD-RULING-32"), "{worker:worker} has acted {uses} times in this turn and rests."
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


def take_counter(state: KeydomState, seat: i64, crop: i64, clause: str) -> None:
    """A counter goes from the stock to a hand."""
    state.stock -= ONE[crop]
    state.receive(seat, ONE[crop])
    if state.listener is not None:
        state.tell(TAKES, seat, crop=int(crop), clause=clause)


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(KeydomPhase):
    """A step of a special action or an event: a choice that leads to others, and at last back to what was interrupted."""

    def finish(self, state: KeydomState) -> None:
        """The step is over; an event then goes on to the next player."""
        self.resume(state)

    def first_step(self, state: KeydomState) -> None:
        """The first step of a special action is made: it counts as used (KD-DISPLACE-7). An event counts nothing."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Power(Step):
    """The special action of a worker that has just been placed; `actor` is whoever placed it, `worker` the worker."""

    group: ClassVar[str] = "Special action"
    needs: ClassVar[tuple[str, ...]] = ("worker",)
    tile: ClassVar[int] = NONE

    def begin(self, state: KeydomState) -> None:
        """Offer it, if it can be of use and has not been used too often (KD-POWER-13, KD-DISPLACE-7, KD-RULING-54)."""
        seat = state.actor
        uses = state.uses[seat * TILES + state.worker]
        if uses >= state.game.power_cap:
            if state.listener is not None:
                clause = "KD-DISPLACE-7" if state.game.power_cap == 2 else "KD-RULING-32"
                state.tell(CAPPED, seat, worker=int(state.worker), uses=uses, clause=clause)
            self.resume(state)
        elif self.offered(state, seat):
            self.ask(state, seat)
        else:
            self.resume(state)

    def offered(self, state: KeydomState, seat: i64) -> bool:
        """Whether it could be of use, by what everybody can see (KD-POWER-13, KD-RULING-54)."""
        raise NotImplementedError(f"The special action {self.name!r} must say when it is offered.")

    def first_step(self, state: KeydomState) -> None:
        """Count the use (KD-DISPLACE-7)."""
        state.uses[state.to_move * TILES + state.worker] += 1
        if state.listener is not None:
            state.tell(ACTS, state.to_move, worker=int(state.worker))

    def beside(self, state: KeydomState) -> i64:
        """The neighbours of the worker's space."""
        post = state.posts[state.actor * TILES + state.worker]
        return state.game.country.beside[post] if post != NONE else 0

    def clauses_now(self, state: KeydomState) -> tuple[str, ...]:
        """The clause of the special action, and those of all."""
        return (*self.clauses, "KD-WORKER-11", "KD-POWER-13", "KD-DISPLACE-7")

    def misfits(self, state: KeydomState) -> list[str]:
        """The worker stands on the board, and it is the right one."""
        found = super().misfits(state)
        if state.worker == NONE or state.actor == NONE:
            return found
        if state.worker != self.tile:
            found.append(f"In the phase {self.name!r} 'worker' is the {WORKERS[self.tile].name}.")
        elif state.posts[state.actor * TILES + state.worker] == NONE:
            found.append(f"In the phase {self.name!r} the worker stands on the board of 'actor'.")
        return found


@mypyc_attr(allow_interpreted_subclasses=True)
class Exchange(Step):
    """Counters are exchanged with the stock one for one, up to so many times (KD-POWER-3, KD-EVENT-7)."""

    tries: ClassVar[tuple[str, ...]] = ("crop",)
    most: ClassVar[int] = 3
    clause: ClassVar[str] = "KD-POWER-3"

    def useful(self, state: KeydomState, seat: i64) -> bool:
        """Whether hand and stock have anything; what they have the hand alone knows (KD-RULING-54)."""
        return state.size(seat) > 0 and state.stock != 0

    def givable(self, state: KeydomState, seat: i64) -> i64:
        """The types in hand for which the stock has another type, as a mask."""
        there = crops_in(state.stock)
        return crops_in(state.hands[seat]) & (31 if there & (there - 1) else ~there & 31)

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """First what is given, or stopping; then what is taken."""
        if state.last != NONE:
            return CROP_MENUS[crops_in(state.stock) & ~BIT[state.last]]
        return (DONE, *CROP_MENUS[self.givable(state, state.to_move)])

    def apply(self, state: KeydomState, action: i64) -> None:
        """Give one, then take one; after the last exchange it is over."""
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
            state.tell(TRADES, seat, given=int(state.last), crop=int(crop), clause=self.clause)
        state.last = NONE
        state.step += 1
        if state.step >= self.most or not self.useful(state, seat):
            self.finish(state)

    def partway(self, state: KeydomState) -> bool:
        """Whether a counter has been given and none taken for it."""
        return state.last != NONE

    def question(self, state: KeydomState) -> str:
        """What is given, or what is taken."""
        if state.last != NONE:
            return f"Which counter do you take for {CROP_NAMES[state.last]}?"
        left = self.most - state.step
        return f"Which counter do you exchange? You may exchange {left}."

    def words(self, state: KeydomState, action: int) -> str:
        """Giving or taking."""
        if 0 <= action - FIRST_CROP < CROPS:
            return f"{'give' if state.last == NONE else 'take'} {CROP_NAMES[action - FIRST_CROP]}"
        return "exchange nothing more" if action == DONE else super().words(state, action)

    def why_not(self, state: KeydomState, action: int) -> Reason | None:
        """Not held, or nothing else to be had for it."""
        crop = action - FIRST_CROP
        if state.last != NONE:
            return Reason(self.clause, f"You take another type than {CROP_NAMES[state.last]}, and one that the stock has.")
        if not held(state.hands[state.actor], crop):
            return Reason(self.clause, f"You hold no {CROP_NAMES[crop]}.")
        return Reason(self.clause, "The stock has no other type to give for it.")

    def may_hold(self, state: KeydomState, name: str) -> bool:
        """What was given, and how many exchanges there were."""
        return name in ("last", "step")


@mypyc_attr(allow_interpreted_subclasses=True)
class Swap(Step):
    """An own field goes to the registry, a registry tile to the own board (KD-POWER-11, KD-EVENT-10)."""

    tries: ClassVar[tuple[str, ...]] = ("plot", "registry")
    clause: ClassVar[str] = "KD-POWER-11"

    def useful(self, state: KeydomState, seat: i64) -> bool:
        """Whether there is a field and a registry tile."""
        return state.fields[seat] != 0 and state.registry.count(NONE) < len(state.registry)

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """First an own field, or declining; then a registry tile."""
        if state.plot == NONE:
            return (DONE, *plot_actions(state.fields[state.to_move]))
        return tuple(state.game.bid_tile.on_offer(state))

    def apply(self, state: KeydomState, action: i64) -> None:
        """Choose the field; then the two change places (KD-REGISTRY-7)."""
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
        plot: i64 = state.registry[slot]
        state.lose(seat, given)
        game.refill.lay(state, given, slot)
        state.gain(seat, plot, True)
        if state.listener is not None:
            state.tell(SWAPS, seat, given=int(given), plot=int(plot), slot=int(slot), clause=self.clause)
        game.remove_worker.field_lost(state, seat)
        self.finish(state)

    def partway(self, state: KeydomState) -> bool:
        """Whether the field has been chosen."""
        return state.plot != NONE

    def question(self, state: KeydomState) -> str:
        """Which field, or which tile."""
        if state.plot == NONE:
            return "Which of your fields do you exchange?"
        return f"For which registry tile do you exchange {state.game.country.names[state.plot]}?"

    def words(self, state: KeydomState, action: int) -> str:
        """Giving or taking."""
        if FIRST_PLOT <= action < FIRST_WORKER:
            return f"give {self.named(state, action)}"
        if action >= state.game.first_slot:
            return f"take {self.named(state, action)}"
        return "exchange nothing" if action == DONE else super().words(state, action)

    def why_not(self, state: KeydomState, action: int) -> Reason | None:
        """Not an own field, or not its turn yet."""
        if FIRST_PLOT <= action < FIRST_WORKER and state.plot == NONE:
            return Reason(self.clause, f"You have no field on {state.game.country.names[action - FIRST_PLOT]}.")
        return None

    def may_hold(self, state: KeydomState, name: str) -> bool:
        """The field that is given."""
        return name == "plot"
