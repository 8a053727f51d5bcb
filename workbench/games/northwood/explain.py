"""What can be said about chances at a decision, worked out on demand."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from workbench.core.state import State
from workbench.games.northwood.components import FRIENDLY, UNVISITED
from workbench.games.northwood.state import NorthwoodState


def visit_success(state: NorthwoodState) -> Callable[[State], Fraction | None]:
    """The question whether the current visit succeeds, for an exact solver.

    Args:
        state: a position during a visit.

    Returns:
        a function that gives 1 or 0 for a position after that visit has ended, None during it.
    """
    visited = sum(status != UNVISITED for status in state.status)
    friendly = state.status.count(FRIENDLY)

    def value_at(later: State) -> Fraction | None:
        assert isinstance(later, NorthwoodState)
        if sum(status != UNVISITED for status in later.status) == visited:
            return None
        return Fraction(later.status.count(FRIENDLY) - friendly)

    return value_at
