"""Exact values of small positions, from every line of play and every random event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from workbench.core.errors import TooLarge, WorkbenchError
from workbench.core.state import CHANCE, OVER, State


class ExactSolver:
    """Find the exact value of a position for one player, under best play or a given policy.

    It searches the whole tree below the position, which suits the end of a solo game. The tree grows fast, so a limit keeps a
    mistake from running for hours.

    Args:
        value_at: a function that returns the value of a position if the question is settled there, or None if play goes on.
            By default the value is what seat 0 returns at the end of the game.
        limit: the most different positions to look at.
        policy: the actions that the player takes at a decision, each equally likely; by default the best one.
        choices: the actions from which the player chooses the best; by default all legal ones.

    >>> import workbench as wb
    >>> game = wb.load("northwood", preset="tiny", threshold=5)
    >>> last = {"friendly": [1], "failed": [0], "fief": 2, "ruler": "LQ", "hand": "C3 L3", "deck": "L1 C1", "statement": "E1"}
    >>> ExactSolver().value(game.position(last))
    Fraction(1, 2)
    >>> ExactSolver(policy=lambda state: state.legal()).value(game.position(last))
    Fraction(1, 4)
    """

    def __init__(
        self,
        value_at: Callable[[State], Fraction | None] | None = None,
        limit: int = 2_000_000,
        policy: Callable[[State], Sequence[int]] | None = None,
        choices: Callable[[State], Sequence[int]] | None = None,
    ) -> None:
        self.value_at = value_at or end_of_game
        self.limit = limit
        self.policy = policy
        self.choices = choices
        self._memo: dict[tuple[Any, ...], Fraction] = {}

    @property
    def positions(self) -> int:
        """The number of different positions looked at so far."""
        return len(self._memo)

    def value(self, state: State) -> Fraction:
        """Return the exact value of a position.

        Raises:
            TooLarge: the tree has more positions than the limit.
            WorkbenchError: the policy returned no action or an illegal one.
        """
        settled = self.value_at(state)
        if settled is not None:
            return settled
        if state.to_move > 0:
            raise WorkbenchError("The exact solver only handles games in which one player decides.")
        key = state.key()
        known = self._memo.get(key)
        if known is not None:
            return known
        if len(self._memo) >= self.limit:
            raise TooLarge(
                f"This position has more than {self.limit} positions below it. Start nearer to the end."
            )
        if state.to_move == CHANCE:
            value = mean([(weight, self.value(after(state, outcome))) for outcome, weight in state.chance()])
        else:
            values = [self.value(after(state, action)) for action in self.taken(state)]
            if not values:
                raise WorkbenchError(f"The phase {state.phase.name!r} leaves no move in a position that may come from here.")
            value = max(values) if self.policy is None else mean([(1, value) for value in values])
        self._memo[key] = value
        return value

    def taken(self, state: State) -> Sequence[int]:
        """Return the actions to consider: those of the policy, the allowed choices, or all legal ones.

        Raises:
            WorkbenchError: the policy returned no action or an illegal one.
        """
        if self.policy is None:
            return state.legal() if self.choices is None else self.choices(state)
        chosen = self.policy(state)
        legal = state.legal()
        if not chosen or any([action not in legal for action in chosen]):
            raise WorkbenchError(f"A policy must return one or more of the legal actions {legal}, not {chosen!r}.")
        return chosen

    def action_values(self, state: State) -> dict[int, Fraction]:
        """Return the exact value of each legal action."""
        return {action: self.value(after(state, action)) for action in state.legal()}

    def best(self, state: State) -> tuple[int, ...]:
        """Return the legal actions with the highest value."""
        values = self.action_values(state)
        return tuple(action for action, value in values.items() if value == max(values.values()))


def after(state: State, action: int) -> State:
    """Return the position after an action, and leave the given one unchanged."""
    child = state.copy()
    child.apply(action)
    return child


def mean(values: Sequence[tuple[int, Fraction]]) -> Fraction:
    """Return the mean of fractions with weights.

    Whole numbers are added, over a common denominator: to add fractions one by one takes several times as long.

    >>> mean([(1, Fraction(1, 2)), (2, Fraction(1, 3))])
    Fraction(7, 18)
    """
    below = lcm(*[value.denominator for _, value in values])
    above = sum([weight * value.numerator * (below // value.denominator) for weight, value in values])
    return Fraction(above, below * sum([weight for weight, _ in values]))


def end_of_game(state: State) -> Fraction | None:
    """Return what seat 0 returns when the game is over."""
    return Fraction(state.returns()[0]) if state.to_move == OVER else None
