"""What the phases of For Northwood! share: the end test, the end of a visit, and who comes next."""

from __future__ import annotations

from typing import ClassVar

from mypy_extensions import mypyc_attr

from workbench.core.phase import Phase
from workbench.games.northwood.components import (
    FIRST_ALLY,
    FIRST_FIEF,
    FIRST_SUBSTITUTE,
    SLOTS,
    card_name,
    character_words,
)
from workbench.games.northwood.state import NorthwoodState


@mypyc_attr(allow_interpreted_subclasses=True)
class NorthwoodPhase(Phase[NorthwoodState]):
    """A phase of For Northwood!."""

    even_chance: ClassVar[bool] = True

    def begin(self, state: NorthwoodState) -> None:
        """Enter the phase; it may pass on at once when it has nothing to ask or draw."""
        raise NotImplementedError(f"The phase {self.name!r} must say how it begins.")

    def words(self, state: NorthwoodState, action: int) -> str:
        """A move in words, also one that belongs to another moment of the game."""
        if action < FIRST_FIEF:
            return f"play {card_name(action)}"
        if action < FIRST_SUBSTITUTE:
            return f"choose fief {action - FIRST_FIEF}"
        if FIRST_ALLY <= action < FIRST_ALLY + SLOTS:
            ally = state.active(action - FIRST_ALLY)
            return f"activate the {character_words(ally)}" if ally >= 0 else super().words(state, action)
        return super().words(state, action)

    def cut_short(self, state: NorthwoodState) -> bool:
        """After a single card movement: end the visit at once if the option `instant` asks for it (NW-RULING-4).

        Returns:
            True when the visit has ended; the caller then leaves everything else undone.
        """
        if state.rules.instant_end and state.visit_over():
            state.rules.end_of_visit.begin(state)
            return True
        return False
