"""Workers, action (b): one is played beside enough own fields, or one is removed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.sets import members, size_of
from workbench.core.words import counted
from workbench.games.keydom.components import (
    BIT,
    FARMHANDS,
    FIRST_PLOT,
    FIRST_WORKER,
    LEVELS,
    NONE,
    NUMBER_OF,
    NUMBERS_AMONG,
    TILES,
    WITH_NUMBER,
    WORKERS,
    WORKING,
    plot_actions,
    worker_actions,
)
from workbench.games.keydom.phase import OF_WORKERS, Conditions, KeydomPhase
from workbench.games.keydom.state import KeydomState

if TYPE_CHECKING:
    from workbench.core.types import Action, Number, Seat
    from workbench.games.keydom.types import Plot, Plots, Worker, Workers

PLAYED: Final = Kind("worker_played", ("KD-WORKER-5", "KD-EVENT-9"), "{seat:seat} plays {worker:worker} on {plot:plot}.")
PLACED_AGAIN: Final = Kind("worker_placed_again", "KD-DISPLACE-2", "{seat:seat} places {worker:worker} again, on {plot:plot}.")
REPLACED: Final = Kind("worker_replaced", ("KD-WORKER-9", "KD-RULING-26"), "It replaces {worker:worker}.")
GOES_HOME: Final = Kind("worker_goes_home", "KD-WORKER-10", "{worker:worker} goes back {home}.")
REMOVED: Final = Kind(
    "worker_removed", ("KD-WORKER-15", "KD-EVENT-13"), "{seat:seat} removes {worker:worker} from {plot:plot}."
)
LACKS_FIELDS: Final = Kind(
    "worker_lacks_fields", "KD-RULING-24", "{worker:worker} has too few fields beside it and leaves {plot:plot}."
)
POWER_RESTS: Final = Kind("power_rests", "KD-RULING-29", "{worker:worker} does not act again.")


def home_of(worker: int) -> str:
    """Return where a worker goes that leaves the board (KD-WORKER-10)."""
    return "into the reserve" if worker < FARMHANDS else "to the town board"


class PlayWorker(KeydomPhase):
    """The active player chooses a worker that has a legal space."""

    name: ClassVar[str] = "play_worker"
    title: ClassVar[str] = "Playing a worker: which one"
    part: ClassVar[int] = WORKING
    clauses: ClassVar[tuple[str, ...]] = (
        *("KD-WORKER-5", "KD-WORKER-1", "KD-WORKER-2", "KD-WORKER-3", "KD-WORKER-14", "KD-WORKER-6"),
        *("KD-RULING-27", "KD-RULING-28"),
    )
    allows: ClassVar[Mapping[str, str]] = {"worker": "KD-WORKER-5"}
    group: ClassVar[str] = "Worker"
    verbs: ClassVar[Mapping[str, str]] = {"worker": "play {}"}
    of_turn: ClassVar[bool] = True
    asked: ClassVar[frozenset[str]] = frozenset({"playable"})

    def begin(self, state: KeydomState) -> None:
        """Ask the active player."""
        self.ask(state, state.active)

    def playable(self, state: KeydomState, seat: Seat, workers: Workers) -> bool:
        """Return whether one of some workers has a legal space."""
        spaces = state.game.play_space
        for number in NUMBERS_AMONG[workers]:  # noqa: SIM110 - on the rules path
            if spaces.spaces(state, seat, number):
                return True
        return False

    def menu(self, state: KeydomState, seat: Seat, workers: Workers) -> tuple[int, ...]:
        """Return the actions that name those of some workers that have a legal space."""
        spaces = state.game.play_space
        with_space: Workers = 0
        for number in NUMBERS_AMONG[workers]:
            if spaces.spaces(state, seat, number):
                with_space |= WITH_NUMBER[number]
        return worker_actions(with_space & workers)

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return the farmhands in reserve and the townsfolk in town that have a space (KD-WORKER-5)."""
        seat = state.to_move
        return self.menu(state, seat, state.game.available(state, seat))

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse a worker out of reach, or without a space."""
        seat, worker = state.to_move, action - FIRST_WORKER
        if not state.game.available(state, seat) & BIT[worker]:
            where = "in your reserve" if worker < FARMHANDS else "on the town board"
            return Reason("KD-WORKER-5", f"The {WORKERS[worker].name} is not {where}.")
        number = NUMBER_OF[worker]
        if not state.game.play_space.spaces(state, seat, number):
            wide = members(state.near[seat * LEVELS + number] & ~state.fields[seat])
            nearest = state.game.play_space.against_space(state, seat, worker, wide[0]) if wide else None
            if nearest is not None:  # there are enough fields, and something else is in the way
                return Reason(nearest.clause, f"This worker has no legal space. {nearest.text}")
            return Reason("KD-WORKER-6", f"No space has {counted(number, 'field')} of yours beside it.")
        return None

    def apply(self, state: KeydomState, action: Action) -> None:
        """Go on to the space."""
        state.worker = action - FIRST_WORKER
        state.enter(state.game.play_space)

    def question(self, state: KeydomState) -> str:
        """Ask which worker to play."""
        return "Which worker do you play?"

    def note(self, state: KeydomState, action: int) -> str:
        """Say the worker's number and special action."""
        if not 0 <= action - FIRST_WORKER < TILES:
            return ""
        worker = WORKERS[action - FIRST_WORKER]
        return f"number {worker.number}: {worker.does}"


class PlaySpace(KeydomPhase):
    """The player places the chosen worker. Everything that places workers asks this phase where they may go."""

    name: ClassVar[str] = "play_space"
    title: ClassVar[str] = "Playing a worker: where"
    part: ClassVar[int] = WORKING
    clauses: ClassVar[tuple[str, ...]] = (
        *("KD-WORKER-6", "KD-WORKER-7", "KD-WORKER-8", "KD-WORKER-9", "KD-WORKER-11", "KD-WORKER-12"),
        *("KD-WORKER-10", "KD-RULING-23", "KD-RULING-25", "KD-RULING-26"),
    )
    allows: ClassVar[Mapping[str, str]] = {"plot": "KD-WORKER-6"}
    group: ClassVar[str] = "Worker"
    verbs: ClassVar[Mapping[str, str]] = {"plot": "place it on {}"}
    needs: ClassVar[tuple[str, ...]] = ("worker",)
    asked: ClassVar[frozenset[str]] = frozenset({"spaces"})

    def begin(self, state: KeydomState) -> None:
        """Ask the player who plays the worker."""
        self.ask(state, state.active if state.actor == NONE else state.actor)

    def spaces(self, state: KeydomState, seat: Seat, number: Number) -> Plots:
        """Return where a worker with a number may be placed (KD-WORKER-6 to KD-WORKER-9, KD-RULING-26).

        Beside at least as many own fields, not on one, not beside an own worker, and on no own worker with as high a number.
        """
        level = seat * LEVELS + number
        barred: Plots = state.fields[seat] | state.shade[seat]
        if state.game.worker_over_lower:
            barred |= state.stands[level]
        elif state.game.worker_over_never:
            barred |= state.stands[seat * LEVELS]
        return state.near[level] & ~barred

    def against_space(self, state: KeydomState, seat: Seat, worker: Worker, plot: Plot) -> Reason | None:
        """Say what forbids a space for a worker: `spaces` in words."""
        name, number = state.game.country.names[plot], NUMBER_OF[worker]
        beside = state.game.country.beside[plot]
        if state.fields[seat] & BIT[plot]:
            return Reason("KD-WORKER-8", f"You have a field on {name}; a worker needs a space without one.")
        neighbours = [one for one in range(TILES) if (there := state.posts[seat * TILES + one]) != NONE and beside & BIT[there]]
        if neighbours:
            other = WORKERS[neighbours[0]].name
            return Reason("KD-WORKER-7", f"The {other} stands beside {name}, and your workers may not be neighbours.")
        there = state.worker_on(seat, plot)
        if there != NONE and state.game.worker_over_never:
            return Reason("KD-RULING-26", f"The {WORKERS[there].name} stands on {name}; in this game nobody is replaced.")
        if there != NONE and state.game.worker_over_lower and NUMBER_OF[there] >= number:
            return Reason(
                "KD-WORKER-9",
                f"The {WORKERS[there].name} on {name} has the number {NUMBER_OF[there]}; only a lower one is replaced.",
            )
        owned = size_of(beside & state.fields[seat])
        if owned < number:
            have = counted(owned, "field") if owned else "no field"
            return Reason("KD-WORKER-6", f"You have {have} beside {name}; this worker needs {number}.")
        return None

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return the worker's legal spaces."""
        return plot_actions(self.spaces(state, state.to_move, NUMBER_OF[state.worker]))

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse a space with a field, a worker beside it, a worker that stays, or too few fields."""
        return self.against_space(state, state.to_move, state.worker, action - FIRST_PLOT)

    def apply(self, state: KeydomState, action: Action) -> None:
        """Place the worker, which may act."""
        seat, worker = state.to_move, state.worker
        if state.listener is not None:
            clause = "KD-WORKER-5" if state.event == NONE else "KD-EVENT-9"
            state.tell(PLAYED, seat, worker=worker, plot=action - FIRST_PLOT, clause=clause)
        self.settle(state, seat, worker, action - FIRST_PLOT, True)

    def settle(self, state: KeydomState, seat: Seat, worker: Worker, plot: Plot, acts: bool) -> None:
        """Put a worker on a space; a worker already there goes home and does nothing (KD-WORKER-10).

        Args:
            state: the position.
            seat: the owner of the worker.
            worker: the worker.
            plot: the space.
            acts: whether its special action may be used.
        """
        if state.workers(seat) & BIT[plot]:
            lower = state.worker_on(seat, plot)
            state.lift(seat, lower)
            state.send_home(seat, lower)
            if state.listener is not None:
                clause = "KD-WORKER-9" if state.game.worker_over_lower else "KD-RULING-26"
                state.tell(REPLACED, seat, worker=lower, clause=clause)
                state.tell(GOES_HOME, seat, worker=lower, home=home_of(lower))
        state.put(seat, worker, plot)
        if acts:
            state.actor = seat
            state.worker = worker
            state.enter(state.game.power_phases[worker])
        else:
            if state.listener is not None:
                state.tell(POWER_RESTS, seat, worker=worker)
            self.resume(state)

    def partway(self, state: KeydomState) -> bool:
        """Return True: the player has chosen the worker."""
        return True

    def question(self, state: KeydomState) -> str:
        """Ask where to place the worker."""
        what = "the worker" if state.worker == NONE else f"the {WORKERS[state.worker].name}"
        return f"On which space do you place {what}?"

    def words(self, state: KeydomState, action: int) -> str:
        """Name the worker and its space."""
        if state.worker != NONE and FIRST_PLOT <= action < FIRST_WORKER:
            return f"place the {WORKERS[state.worker].name} on {state.game.country.names[action - FIRST_PLOT]}"
        return super().words(state, action)

    def note(self, state: KeydomState, action: int) -> str:
        """Say how many fields lie beside the space, and whom the worker would replace."""
        plot = action - FIRST_PLOT
        if not FIRST_PLOT <= action < FIRST_WORKER or state.actor == NONE:
            return ""
        beside = (state.game.country.beside[plot] & state.fields[state.actor]).bit_count()
        there = state.worker_on(state.actor, plot)
        replaced = "" if there == NONE else f"; replaces the {WORKERS[there].name}"
        return f"{beside} of your fields beside it{replaced}"

    def misfits(self, state: KeydomState) -> list[str]:
        """Check that the worker is within reach."""
        found = super().misfits(state)
        if state.worker != NONE and state.actor != NONE and not state.game.available(state, state.actor) & BIT[state.worker]:
            found.append("KD-WORKER-5: the 'worker' that is being played is in its owner's reserve or on the town board.")
        return found


class RemoveWorker(KeydomPhase):
    """The active player takes a worker off the board (KD-WORKER-4, KD-WORKER-15)."""

    name: ClassVar[str] = "remove_worker"
    title: ClassVar[str] = "Removing a worker"
    part: ClassVar[int] = WORKING
    clauses: ClassVar[tuple[str, ...]] = ("KD-WORKER-15", "KD-WORKER-4", "KD-WORKER-10")
    allows: ClassVar[Mapping[str, str]] = {"worker": "KD-WORKER-15"}
    of: ClassVar[int] = OF_WORKERS
    group: ClassVar[str] = "Worker"
    verbs: ClassVar[Mapping[str, str]] = {"worker": "remove {}"}
    of_turn: ClassVar[bool] = True

    def begin(self, state: KeydomState) -> None:
        """Ask the active player."""
        self.ask(state, state.active)

    def conditions(self, state: KeydomState, seat: Seat) -> Conditions:
        """Return the condition: an own worker on the board."""
        base = seat * TILES
        there: Workers = 0
        for worker in range(TILES):
            if state.posts[base + worker] != NONE:
                there |= BIT[worker]
        return ((there, "KD-WORKER-15", "{} is not on your board."),)

    def apply(self, state: KeydomState, action: Action) -> None:
        """Send the worker home; nothing else happens."""
        self.take_off(state, state.to_move, action - FIRST_WORKER, "KD-WORKER-15")
        self.resume(state)

    def take_off(self, state: KeydomState, seat: Seat, worker: Worker, clause: str) -> None:
        """Move a worker from the board to the reserve or the town board (KD-WORKER-10)."""
        if state.listener is not None:
            plot = state.posts[seat * TILES + worker]
            state.tell(REMOVED, seat, worker=worker, plot=plot, clause=clause)
            state.tell(GOES_HOME, seat, worker=worker, home=home_of(worker))
        state.lift(seat, worker)
        state.send_home(seat, worker)

    def field_lost(self, state: KeydomState, seat: Seat) -> None:
        """With `worker_check=always`, send workers home that have too few fields (KD-WORKER-12, KD-RULING-24).

        The lowest numbers go first. A worker on a space where its owner now has a field is displaced and not tested.
        """
        if not state.game.worker_check_always:
            return
        for worker in range(TILES):
            plot = state.posts[seat * TILES + worker]
            if plot == NONE or state.fields[seat] & BIT[plot]:
                continue
            if not state.near[seat * LEVELS + NUMBER_OF[worker]] & BIT[plot]:
                if state.listener is not None:
                    state.tell(LACKS_FIELDS, seat, worker=worker, plot=plot)
                    state.tell(GOES_HOME, seat, worker=worker, home=home_of(worker))
                state.lift(seat, worker)
                state.send_home(seat, worker)

    def question(self, state: KeydomState) -> str:
        """Ask which worker to remove."""
        return "Which of your workers do you remove?"
