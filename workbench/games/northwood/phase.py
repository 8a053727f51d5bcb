"""What the phases of For Northwood! share: the end of a visit, and what belongs to another moment of it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.phase import Phase
from workbench.games.northwood.components import (
    CONCEDE,
    FIEFS,
    FIRST_ALLY,
    FIRST_FIEF,
    FIRST_SUBSTITUTE,
    SLOTS,
    SUBSTITUTES_DONE,
    card_name,
    character_words,
)
from workbench.games.northwood.state import NorthwoodState

VISIT_ENDS: Final = Kind("visit_ends", ("NW-ENDVISIT-1", "NW-RULING-2"), "The {empty} is empty: the visit ends.")


@mypyc_attr(allow_interpreted_subclasses=True)
class NorthwoodPhase(Phase[NorthwoodState]):
    """A phase of For Northwood!."""

    def end_visit(self, state: NorthwoodState, clause: str = "NW-ENDVISIT-1") -> None:
        """The hand or the deck is empty: on to the end of the visit.

        Args:
            state: the position.
            clause: the clause by which it ends at this moment; with `instant` it is always NW-RULING-2.
        """
        if state.listener is not None:
            clause = "NW-RULING-2" if state.rules.instant_end else clause
            state.tell(VISIT_ENDS, clause=clause, empty="hand" if state.hand == 0 else "deck")
        state.enter(state.rules.end_of_visit)

    def cut_short(self, state: NorthwoodState) -> bool:
        """After a single card movement: end the visit at once if the option `instant` asks for it (NW-RULING-4).

        Returns:
            True when the visit has ended; the caller then leaves everything else undone.
        """
        if state.rules.instant_end and state.visit_over():
            self.end_visit(state)
            return True
        return False

    def activating(self, state: NorthwoodState) -> str:
        """The clause that says when an ally may be activated, and how many."""
        return "NW-DIALOG-2" if state.rules.activations_per_dialogue == 1 else "NW-RULING-10"

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

    def reason(self, state: NorthwoodState, action: int) -> Reason | None:
        """Why something that belongs to another moment is not open now."""
        rules = state.rules
        if FIRST_SUBSTITUTE <= action <= SUBSTITUTES_DONE:
            if not rules.abilities_on:
                return Reason("NW-HOUSE-12", "No rulers are brought in here; see the option `abilities`.")
            if not rules.substitutes_allowed:
                return Reason("NW-HOUSE-2", "No rulers are brought in here; see the option `substitutes`.")
            return Reason(
                "NW-SUB-4", "Friendly rulers are brought in after the fief is chosen and before the first dialogue only."
            )
        if FIRST_ALLY <= action < FIRST_ALLY + SLOTS:
            if not rules.abilities_on:
                return Reason("NW-HOUSE-12", "No ally is activated here; see the option `abilities`.")
            return Reason(self.activating(state), "An ally can be activated only as the first thing in a dialogue.")
        if FIRST_FIEF <= action < FIRST_FIEF + FIEFS and state.fief >= 0:
            return Reason("NW-FLOW-2", f"You are visiting fief {state.fief}; the next visit begins when this one has ended.")
        if action == CONCEDE:
            if not rules.may_concede:
                return Reason("NW-RULING-38", "Giving up is not allowed in this game; the option `concede` allows it.")
            return Reason("NW-RULING-38", "The game can be given up only where a fief is chosen.")
        return None
