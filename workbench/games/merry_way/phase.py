"""What the phases of On Their Merry Way share."""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from workbench.core.phase import Phase
from workbench.games.merry_way import words
from workbench.games.merry_way.state import MerryWayState


@mypyc_attr(allow_interpreted_subclasses=True)
class MerryWayPhase(Phase[MerryWayState]):
    """A phase of On Their Merry Way."""

    def words(self, state: MerryWayState, action: int) -> str:
        """An action in words; it means the same in every phase."""
        return words.words(state, action)


@mypyc_attr(allow_interpreted_subclasses=True)
class Passing(MerryWayPhase):
    """A phase that never waits: it does its work and passes on."""

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Nothing."""
        return ()
