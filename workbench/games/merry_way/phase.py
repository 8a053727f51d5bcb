"""What the phases of On Their Merry Way share."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from workbench.core.phase import Phase
from workbench.games.merry_way import words
from workbench.games.merry_way.state import MerryWayState


@mypyc_attr(allow_interpreted_subclasses=True)
class MerryWayPhase(Phase[MerryWayState]):
    """A phase of On Their Merry Way.

    Whoever passes on to a phase leaves in `state.seat` whose turn it is there, the Leader's where a phase of the round begins.
    """

    def begin(self, state: MerryWayState) -> None:
        """The seat whose turn it is decides."""
        state.to_move = state.seat

    def words(self, state: MerryWayState, action: int) -> str:
        """An action in words; it means the same in every phase."""
        return words.words(state, action)


@mypyc_attr(allow_interpreted_subclasses=True)
class Passing(MerryWayPhase):
    """A phase that never waits: it does its work and passes on."""

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Nothing."""
        return ()
