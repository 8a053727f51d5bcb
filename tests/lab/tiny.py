"""A game small enough to compute by hand: each seat names a number from 0 to 2, then a coin is tossed.

The score is the number named; heads gives the last seat one more. The highest score wins, shared among equals.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

from workbench.core.events import Kind, Listener
from workbench.core.fields import Data, StateField, StateFields
from workbench.core.game import Game
from workbench.core.phase import Phase
from workbench.core.state import CHANCE, OVER, State


class TinyState(State):
    __slots__ = ("named",)
    named: tuple[int, ...]

    def copy(self) -> TinyState:
        other = type(self)()
        other.game, other.phase, other.to_move, other.listener = self.game, self.phase, self.to_move, None
        other.named = self.named
        return other

    def scores(self) -> tuple[int, ...]:
        return self.named

    def returns(self) -> tuple[float, ...]:
        best = max(self.named)
        winners = self.named.count(best)
        return tuple(1.0 / winners if one == best else 0.0 for one in self.named)

    def to_dict(self) -> dict[str, Any]:
        return {"named": list(self.named)}


HEADS = Kind("heads", "TY-COIN-1", "Heads.")
NAMED = Kind("named", "TY-NAME-1", "{number} is named.")


class Naming(Phase[TinyState]):
    name = "naming"
    title = "Naming"
    clauses = ("TY-NAME-1",)

    def legal(self, state: TinyState) -> tuple[int, ...]:
        return (3, 4) if state.to_move == CHANCE else (0, 1, 2)

    def apply(self, state: TinyState, action: int) -> None:
        if state.to_move == CHANCE:
            if action == 4:
                state.named = (*state.named[:-1], state.named[-1] + 1)
                if state.listener is not None:
                    state.tell(HEADS)
            state.to_move = OVER
            return
        if state.listener is not None:
            state.tell(NAMED, number=action)
        state.named += (action,)
        state.to_move = len(state.named) if len(state.named) < state.game.players else CHANCE


class Tiny(Game):
    name: ClassVar[str] = "tiny"
    title: ClassVar[str] = "Tiny"
    folder: ClassVar[Path] = Path(__file__).parent
    player_counts: ClassVar[tuple[int, ...]] = (2, 3)
    symbols: ClassVar[tuple[str, ...]] = ("name:0", "name:1", "name:2", "tails", "heads")

    def own_phases(self) -> tuple[Phase[Any], ...]:
        return (Naming(),)

    def fields(self) -> StateFields:
        return StateFields(StateField("named", Data(), (), "The numbers named."))

    def start(self, listener: Listener | None = None) -> TinyState:
        state = TinyState()
        state.game, state.phase, state.to_move, state.listener = self, self.phases["naming"], 0, listener
        state.named = ()
        return state


class Begun(Tiny):
    """Tells that the seat with the highest score took the first turn."""

    def facts(self, state: State) -> dict[str, int]:
        scores = state.scores()
        return {"first": scores.index(max(scores)), "named": sum(scores)}
