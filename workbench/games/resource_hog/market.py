"""Seasonal events: the price board drifts, the die moves it, and a clock token goes to the people tracks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.events import Kind
from workbench.core.random import Random
from workbench.games.resource_hog.components import (
    BALANCE,
    CAPACITY,
    FACES,
    GOODS,
    MERCENARIES,
    ROW_SPACES,
    ROWS,
    SLAVES,
)
from workbench.games.resource_hog.phase import HogPhase
from workbench.games.resource_hog.season import SeasonPhase
from workbench.games.resource_hog.state import ResourceHogState

if TYPE_CHECKING:
    from workbench.core.types import Action, Number
    from workbench.games.resource_hog.types import Column

DRIFTS: Final = Kind("drifts", "RH-ADJUST-1", "The {column:column} column drifts from {before} to {after:token}.")
DIE: Final = Kind(
    "board_die",
    ("RH-ADJUST-2", "RH-RULING-48"),
    "The die shows {face}: the {column:column} column goes from {before} to {after:token}.",
)
CLOCK: Final = Kind(
    "clock_token",
    ("RH-ADJUST-3", "RH-RULING-71"),
    "A token goes to the {column:column} column; {left} are left beside the board.",
)


class Drift(SeasonPhase):
    """Food, salt and arms move towards their balance."""

    name: ClassVar[str] = "drift"
    title: ClassVar[str] = "Season: the board drifts"
    clauses: ClassVar[tuple[str, ...]] = ("RH-ADJUST-1",)
    asked: ClassVar[frozenset[str]] = frozenset(["drifted"])

    def drifted(self, state: ResourceHogState, tokens: Number) -> Number:
        """Return a column after the drift."""
        step: Number = state.game.drift_tokens
        if tokens < BALANCE:
            return min(BALANCE, tokens + step)
        return max(BALANCE, tokens - step)

    def begin(self, state: ResourceHogState) -> None:
        """Move the three columns."""
        for column in range(GOODS):
            before: Number = state.columns[column]
            after = self.drifted(state, before)
            if after > before:
                after = min(after, before + max(0, state.chips_left(column)))
            state.columns[column] = after
            if state.listener is not None and after != before:
                state.tell(DRIFTS, column=column, before=before, after=after)
        state.enter(state.game.die)


class Die(HogPhase):
    """The board die: one of the goods becomes cheaper or dearer."""

    name: ClassVar[str] = "die"
    title: ClassVar[str] = "Season: the board die"
    clauses: ClassVar[tuple[str, ...]] = ("RH-ADJUST-2", "RH-HOUSE-5")
    allows: ClassVar[Mapping[str, str]] = {"face": "RH-ADJUST-2"}
    group: ClassVar[str] = "Rolled"
    by_chance: ClassVar[bool] = True
    seasonal: ClassVar[bool] = True
    asked: ClassVar[frozenset[str]] = frozenset(["moved_to", "column_of", "upward"])

    def begin(self, state: ResourceHogState) -> None:
        """Roll."""
        self.wait_for_chance(state)

    def legal(self, state: ResourceHogState) -> tuple[int, ...]:
        """Return every face."""
        first = state.game.words.face
        return tuple(range(first, first + FACES))

    def roll(self, state: ResourceHogState, rng: Random) -> None:
        """Roll without listing the faces."""
        self.apply(state, state.game.words.face + rng.below(FACES))

    def column_of(self, face: Number) -> Column:
        """Return the column that a face (0 to 5) moves (RH-HOUSE-5)."""
        return face // 2

    def upward(self, face: Number) -> bool:
        """Return whether a face (0 to 5) brings more tokens, so that the good becomes cheaper (RH-HOUSE-5)."""
        return face % 2 == 0

    def moved_to(self, state: ResourceHogState, tokens: Number, more: bool) -> Number:
        """Return a column after the die (RH-ADJUST-2, RH-RULING-48)."""
        shift = state.game.die_shift
        step: Number = state.game.die_tokens
        if shift == "next_row_half":
            spaces = ROW_SPACES[0]
            row = (tokens + spaces - 1) // spaces + (1 if more else -1)
            return max(1, min(ROWS, row)) * spaces - 1
        if shift == "two_rows":
            step *= ROW_SPACES[0]
        return max(0, min(CAPACITY[0], tokens + (step if more else -step)))

    def apply(self, state: ResourceHogState, action: Action) -> None:
        """Move the column."""
        face = action - state.game.words.face
        column = self.column_of(face)
        before: Number = state.columns[column]
        after = self.moved_to(state, before, self.upward(face))
        if after > before:
            after = min(after, before + max(0, state.chips_left(column)))
        state.columns[column] = after
        if state.listener is not None:
            clause = "RH-ADJUST-2" if state.game.die_shift == "two_tokens" else "RH-RULING-48"
            state.tell(DIE, face=face + 1, column=column, before=before, after=after, clause=clause)
        state.enter(state.game.clock)

    def question(self, state: ResourceHogState) -> str:
        """Say what is rolled."""
        return "The board die: which good becomes cheaper or dearer?"


class Clock(SeasonPhase):
    """A slave token, and later a mercenary token, moves from the stack to its column."""

    name: ClassVar[str] = "clock"
    title: ClassVar[str] = "Season: the clock"
    clauses: ClassVar[tuple[str, ...]] = ("RH-ADJUST-3",)

    def begin(self, state: ResourceHogState) -> None:
        """Move one token; if the column is full, the token leaves the game (RH-RULING-71)."""
        column = SLAVES if state.slaves else MERCENARIES
        if state.slaves:
            state.slaves -= 1
        elif state.mercs:
            state.mercs -= 1
        full = state.columns[column] >= CAPACITY[column]
        if not full:
            state.columns[column] += 1
        if state.listener is not None:
            left = state.slaves if column == SLAVES else state.mercs
            state.tell(CLOCK, column=column, left=left, clause="RH-RULING-71" if full else "RH-ADJUST-3")
        state.enter(state.game.clean_up)
