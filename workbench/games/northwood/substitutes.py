"""Bringing in friendly rulers, which stand in for allies during one visit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.sets import holds, with_one
from workbench.games.northwood.components import (
    FIEFS_OF,
    FIRST_FIEF,
    FIRST_SUBSTITUTE,
    FRIENDLY,
    NONE,
    SLOTS,
    SUBSTITUTES_DONE,
    YOU,
    character_words,
)
from workbench.games.northwood.phase import NorthwoodPhase
from workbench.games.northwood.state import NorthwoodState

if TYPE_CHECKING:
    from workbench.core.types import Action
    from workbench.games.northwood.types import Fiefs


STANDS_IN: Final = Kind("stands_in", "NW-SUB-2", "The {ruler:character} stands in for the {ally:character}.")
KEEPS_STARS: Final = Kind("keeps_stars", "NW-SUB-7", "Fief {fief} stays friendly and keeps its stars.")


class Substitute(NorthwoodPhase):
    """B: bring in friendly rulers, one at a time in rising order of their fiefs."""

    name: ClassVar[str] = "substitute"
    title: ClassVar[str] = "Bringing in friendly rulers"
    clauses: ClassVar[tuple[str, ...]] = ("NW-SUB-1", "NW-SUB-2", "NW-SUB-3", "NW-SUB-4")
    allows: ClassVar[Mapping[str, str]] = {"sub": "NW-SUB-1"}
    group: ClassVar[str] = "Friendly rulers"
    needs_deck: ClassVar[bool] = True
    before_hand: ClassVar[bool] = True

    def begin(self, state: NorthwoodState) -> None:
        """Ask, if a friendly ruler can be brought in."""
        state.last_substitute = NONE
        if state.game.substitutes_allowed and self.can_come(state):
            state.to_move = YOU
        else:
            self.finish(state)

    def finish(self, state: NorthwoodState) -> None:
        """Go on to the deal or to the first dialogue."""
        rules = state.game
        if rules.choose_fief_before_deal:
            state.enter(rules.deal)
        else:
            state.enter(rules.ability_window)

    def can_come(self, state: NorthwoodState) -> Fiefs:
        """Return the fiefs whose friendly ruler can still be brought in, as a mask."""
        found: Fiefs = 0
        # rising fief order gives each combination once (NW-SUB-1)
        fief = state.last_substitute + 1
        while state.friendly >> fief:
            if holds(state.friendly, fief) and state.rulers[fief] >= 0:
                found = with_one(found, fief)
            fief += 1
        return found if NONE in state.substitutes else 0

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return every friendly ruler with every uncovered slot, and done."""
        actions: list[int] = []
        for choice in FIEFS_OF[self.can_come(state)]:
            first = FIRST_SUBSTITUTE + (choice - FIRST_FIEF) * SLOTS
            actions += [first + slot for slot in range(SLOTS) if state.substitutes[slot] == NONE]
        actions.append(SUBSTITUTES_DONE)
        return tuple(actions)

    def apply(self, state: NorthwoodState, action: Action) -> None:
        """Lay the ruler on the ally, or go on."""
        if action == SUBSTITUTES_DONE:
            self.finish(state)
            return
        fief, slot = divmod(action - FIRST_SUBSTITUTE, SLOTS)
        ruler = state.rulers[fief]
        substitutes, origins = list(state.substitutes), list(state.substitute_fiefs)
        state.rulers[fief], substitutes[slot], origins[slot] = NONE, ruler, fief
        state.substitutes, state.substitute_fiefs = tuple(substitutes), tuple(origins)
        state.last_substitute = fief
        if state.listener is not None:
            state.tell(STANDS_IN, YOU, ruler=ruler, ally=state.allies[slot], slot=slot, fief=fief)
            state.tell(KEEPS_STARS, fief=fief)

    # -- words ---------------------------------------------------------------------------------------------------------

    def question(self, state: NorthwoodState) -> str:
        often = "Each comes home after the visit" if state.game.substitute_after_visit_returns else "Each helps once"
        return f"Which friendly ruler do you bring in, and for which ally? {often}."

    def words(self, state: NorthwoodState, action: int) -> str:
        """Bring in CK of fief 2 for FJ; bring in no more."""
        if action == SUBSTITUTES_DONE:
            return "bring in nobody" if state.last_substitute == NONE else "bring in nobody else"
        if FIRST_SUBSTITUTE <= action < SUBSTITUTES_DONE:
            fief, slot = divmod(action - FIRST_SUBSTITUTE, SLOTS)
            ruler = state.rulers[fief] if fief < state.game.fiefs else NONE
            who = f"the {character_words(ruler)}" if ruler >= 0 else "the ruler"
            return f"bring in {who} of fief {fief} for the {character_words(state.allies[slot])}"
        return super().words(state, action)

    def against(self, state: NorthwoodState, action: int) -> Reason | None:
        """Refuse a fief without a ruler of yours, rulers out of their order, and an ally that is already replaced."""
        if action == SUBSTITUTES_DONE:
            return None
        fief, slot = divmod(action - FIRST_SUBSTITUTE, SLOTS)
        if holds(self.can_come(state), fief) and state.substitutes[slot] == NONE:
            return None
        beyond = self.not_in_the_game(state, FIRST_FIEF + fief)
        if beyond is not None:
            return beyond
        if state.status(fief) != FRIENDLY:
            return Reason("NW-SUB-5", f"Fief {fief} is not friendly, so its ruler cannot be brought in.")
        if state.rulers[fief] < 0:
            return Reason("NW-SUB-1", f"The ruler of fief {fief} no longer lies on its fief.")
        if fief <= state.last_substitute:
            return Reason(
                "NW-SUB-1",
                "Rulers are brought in from left to right, so that each combination can be named in one way only.",
            )
        return Reason("NW-SUB-2", f"Another ruler already lies over the {character_words(state.allies[slot])}.")

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def visit_misfits(self, state: NorthwoodState) -> list[str]:
        """Check that friendly rulers can be brought in."""
        found = super().visit_misfits(state)
        if not state.game.substitutes_allowed and max(state.substitutes) == NONE:
            found.append("In this game no friendly ruler can be brought in.")
        return found
