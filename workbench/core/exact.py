"""Exact values of small positions: every line of play, every random event, nothing sampled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from workbench.core.errors import TooLarge, WorkbenchError
from workbench.core.state import CHANCE, OVER, State


class ExactSolver:
    """The value of a position for one player, under best play or a given policy, by looking at the whole tree below it.

    It suits the end of a solo game; the tree grows fast, and a limit keeps a mistake from running for hours.

    Args:
        value_at: the value of a position where the question is settled, None where play goes on. Left out, the question is
            what seat 0 returns at the end of the game.
        limit: how many different positions may be looked at.
        policy: the actions that the player takes at a decision, each of them equally likely; left out, the best one.
        choices: the actions that the player chooses the best from; left out, all that are legal.

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
        """How many different positions have been looked at."""
        return len(self._memo)

    def value(self, state: State) -> Fraction:
        """The exact value of a position.

        Raises:
            TooLarge: the tree has more positions than the limit.
            WorkbenchError: the policy gave no action or an illegal one.
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
            raise TooLarge(
                f"This position has more than {self.limit} positions below it; begin nearer to the end."
            )
        if state.to_move == CHANCE:
            outcomes = state.chance()
            total = sum(weight for _, weight in outcomes)
            value = (
                sum((weight * self.value(after(state, outcome)) for outcome, weight in outcomes), Fraction(0)) / total
            )
        else:
            values = [self.value(after(state, action)) for action in self.taken(state)]
            value = max(values) if self.policy is None else sum(values, Fraction(0)) / len(values)
        self._memo[key] = value
        return value

    def taken(self, state: State) -> Sequence[int]:
        """The actions that count at a decision: those of the policy, those chosen from, or all that are legal.

        Raises:
            WorkbenchError: the policy gave no action or an illegal one.
        """
        if self.policy is None:
            return state.legal() if self.choices is None else self.choices(state)
        chosen = self.policy(state)
        legal = state.legal()
        if not chosen or any([action not in legal for action in chosen]):
            raise WorkbenchError(f"A policy gives one or more of the legal actions {legal}, not {chosen!r}.")
        return chosen

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
