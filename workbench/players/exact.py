"""Exact values of small positions: every line of play, every random event, nothing sampled."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from workbench.core.errors import WorkbenchError
from workbench.core.state import CHANCE, OVER, State


class ExactSolver:
    """The value of a position for one player under best play, by looking at the whole tree below it.

    It suits the end of a solo game; the tree grows fast, and a limit keeps a mistake from running for hours.

    Args:
        value_at: the value of a position where the question is settled, None where play goes on. Left out, the question is
            what seat 0 returns at the end of the game.
        limit: how many different positions may be looked at.
    """

    def __init__(self, value_at: Callable[[State], Fraction | None] | None = None, limit: int = 2_000_000) -> None:
        self.value_at = value_at or end_of_game
        self.limit = limit
        self._memo: dict[tuple[Any, ...], Fraction] = {}

    @property
    def positions(self) -> int:
        """How many different positions have been looked at."""
        return len(self._memo)

    def value(self, state: State) -> Fraction:
        """The exact value of a position.

        Raises:
            WorkbenchError: the tree has more positions than the limit.
        """
        settled = self.value_at(state)
        if settled is not None:
            return settled
        if state.to_move > 0:
            raise WorkbenchError("The exact solver is for games in which one player decides.")
        key = state.key()
        known = self._memo.get(key)
        if known is not None:
            return known
        if len(self._memo) >= self.limit:
            raise WorkbenchError(
                f"This position has more than {self.limit} positions below it; begin nearer to the end."
            )
        if state.to_move == CHANCE:
            outcomes = state.chance()
            total = sum(weight for _, weight in outcomes)
            value = (
                sum((weight * self.value(after(state, outcome)) for outcome, weight in outcomes), Fraction(0)) / total
            )
        else:
            value = max(self.value(after(state, action)) for action in state.legal())
        self._memo[key] = value
        return value

    def action_values(self, state: State) -> dict[int, Fraction]:
        """The exact value of each legal action."""
        return {action: self.value(after(state, action)) for action in state.legal()}

    def best(self, state: State) -> tuple[int, ...]:
        """The legal actions of the highest value."""
        values = self.action_values(state)
        return tuple(action for action, value in values.items() if value == max(values.values()))


def after(state: State, action: int) -> State:
    """The position after an action, leaving the given one as it is."""
    child = state.copy()
    child.apply(action)
    return child


def end_of_game(state: State) -> Fraction | None:
    """What seat 0 returns when the game is over."""
    return Fraction(state.returns()[0]) if state.to_move == OVER else None
