"""Displacement: a new field makes the worker on its space leave; its owner may place it again at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.sets import first_of
from workbench.games.keydom.components import (
    DONE,
    FIRST_PLOT,
    FIRST_WORKER,
    LEVELS,
    NONE,
    NUMBER_OF,
    TILES,
    WORKERS,
    plot_actions,
)
from workbench.games.keydom.phase import KeydomPhase
from workbench.games.keydom.state import KeydomState
from workbench.games.keydom.workers import PLACED_AGAIN, home_of

if TYPE_CHECKING:
    from workbench.core.types import Action, Seat
    from workbench.games.keydom.types import Plot, Worker

DISPLACED: Final = Kind(
    "displaced", "KD-DISPLACE-1", "The field on {plot:plot} arrives under {seat:seat}'s {tile}, which must leave."
)
NOT_PLACED_AGAIN: Final = Kind(
    "not_placed_again", ("KD-DISPLACE-5", "KD-RULING-29"), "{worker:worker} is not placed again and goes back {home}."
)


class Replay(KeydomPhase):
    """The owner of a displaced worker may place it again before anything else goes on (KD-DISPLACE-2, KD-DISPLACE-6)."""

    name: ClassVar[str] = "replay"
    title: ClassVar[str] = "A displaced worker"
    tries: ClassVar[tuple[str, ...]] = ("plot",)
    clauses: ClassVar[tuple[str, ...]] = (
        *("KD-DISPLACE-2", "KD-DISPLACE-1", "KD-DISPLACE-3", "KD-DISPLACE-4", "KD-DISPLACE-5", "KD-DISPLACE-6"),
        *("KD-DISPLACE-8", "KD-RULING-29", "KD-RULING-30", "KD-RULING-31"),
    )
    allows: ClassVar[Mapping[str, str]] = {"plot": "KD-DISPLACE-2", "done": "KD-DISPLACE-5"}
    group: ClassVar[str] = "Worker"
    verbs: ClassVar[Mapping[str, str]] = {"plot": "place it again on {}", "done": "do not place it again"}
    needs: ClassVar[tuple[str, ...]] = ("worker",)

    def begin(self, state: KeydomState) -> None:
        """Find the displaced worker, from the active player on, and lift it off (KD-DISPLACE-1, KD-EVENT-2)."""
        game = state.game
        for step in range(game.players):
            seat = (state.active + step) % game.players
            under = state.stands[seat * LEVELS] & state.fields[seat]
            if under:
                self.displace(state, seat, first_of(under))
                return
        self.resume(state)

    def displace(self, state: KeydomState, seat: Seat, plot: Plot) -> None:
        """Lift a worker, and ask its owner if there is anything to ask."""
        game = state.game
        worker = state.worker_on(seat, plot)
        state.lift(seat, worker)
        if state.listener is not None:
            state.tell(DISPLACED, seat, plot=plot, tile=WORKERS[worker].name)
        if game.replay_rule == "never" or not game.play_space.spaces(state, seat, NUMBER_OF[worker]):
            self.go_home(state, seat, worker)
        else:
            state.worker = worker
            self.ask(state, seat)

    def go_home(self, state: KeydomState, seat: Seat, worker: Worker) -> None:
        """Send the worker home: the owner does not place it again and loses its points (KD-DISPLACE-5)."""
        state.send_home(seat, worker)
        if state.listener is not None:
            clause = "KD-DISPLACE-5" if state.game.replay_rule == "optional" else "KD-RULING-29"
            state.tell(NOT_PLACED_AGAIN, seat, worker=worker, home=home_of(worker), clause=clause)
        self.resume(state)

    def legal(self, state: KeydomState) -> tuple[int, ...]:
        """Return the legal spaces by the present fields (KD-DISPLACE-3), and leaving it, if that is allowed."""
        game = state.game
        spaces = plot_actions(game.play_space.spaces(state, state.to_move, NUMBER_OF[state.worker]))
        return spaces if game.replay_rule == "forced" else (DONE, *spaces)

    def against(self, state: KeydomState, action: int) -> Reason | None:
        """Refuse to leave a worker that must return, or a space that is not legal for it."""
        if action != DONE:
            return state.game.play_space.against_space(state, state.to_move, state.worker, action - FIRST_PLOT)
        if state.game.replay_rule == "forced":
            return Reason("KD-RULING-29", "In this game a displaced worker is placed again where that is possible.")
        return None

    def apply(self, state: KeydomState, action: Action) -> None:
        """Place the worker, which may act again (KD-DISPLACE-4), or leave it."""
        seat, worker = state.to_move, state.worker
        if action == DONE:
            self.go_home(state, seat, worker)
            return
        if state.listener is not None:
            state.tell(PLACED_AGAIN, seat, worker=worker, plot=action - FIRST_PLOT)
        state.game.play_space.settle(state, seat, worker, action - FIRST_PLOT, state.game.replay_power)

    # -- in words ------------------------------------------------------------------------------------------------------

    def question(self, state: KeydomState) -> str:
        """Ask where to place the worker."""
        what = "worker" if state.worker == NONE else WORKERS[state.worker].name
        return f"A field has arrived under your {what}. Where do you place it again?"

    def words(self, state: KeydomState, action: int) -> str:
        """Name the worker and its space."""
        if state.worker != NONE and FIRST_PLOT <= action < FIRST_WORKER:
            return f"place the {WORKERS[state.worker].name} again on {state.game.country.names[action - FIRST_PLOT]}"
        return super().words(state, action)

    def misfits(self, state: KeydomState) -> list[str]:
        """Check that the worker is in hand: in no reserve and on no board."""
        found = super().misfits(state)
        if state.worker == NONE or state.actor == NONE:
            return found
        if any([state.posts[seat * TILES + state.worker] != NONE for seat in self.holders(state)]):
            found.append("KD-DISPLACE-1: the displaced 'worker' stands on no board.")
        return found

    def holders(self, state: KeydomState) -> list[int]:
        """Return the boards it may come from: for a farmhand only its owner's (KD-WORKER-14)."""
        return [state.actor] if state.worker < 6 else list(range(state.game.players))
