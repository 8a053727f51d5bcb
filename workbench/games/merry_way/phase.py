"""What the phases of On Their Merry Way share."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from workbench.core.errors import Reason
from workbench.core.phase import Phase
from workbench.games.merry_way import words
from workbench.games.merry_way.components import ACCEPT, OFFER_PASS
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

    def reason(self, state: MerryWayState, action: int) -> Reason | None:
        """Why players cannot deal with each other now; everything else has to wait for its own phase."""
        first = state.rules.first
        if not (
            OFFER_PASS <= action <= ACCEPT
            or first.give_card <= action < first.play
            or first.give_claim <= action < first.place
        ):
            return None
        if not state.rules.trading:
            return Reason("MW-RULING-14", "Players do not trade with each other in this game, only with the bank.")
        return self.too_late_to_deal()

    def too_late_to_deal(self) -> Reason | None:
        """Why no offers are made in this phase."""
        return Reason("MW-BARGAIN-9", "Players trade with each other in the Bargain phase only.")


@mypyc_attr(allow_interpreted_subclasses=True)
class Passing(MerryWayPhase):
    """A phase that never waits: it does its work and passes on."""

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Nothing."""
        return ()
