"""The end of a visit: won or lost, and what is cleared away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from workbench.core.events import Kind
from workbench.core.game import Game
from workbench.core.sets import holds, with_one
from workbench.games.northwood.components import NO_ONE, NONE, SLOTS, count
from workbench.games.northwood.phase import NorthwoodPhase
from workbench.games.northwood.state import LOST, NorthwoodState

if TYPE_CHECKING:
    from workbench.core.types import Number


def _next(_game: Game, fields: Mapping[str, Any]) -> str:
    return "The next visit begins." if fields["chosen_first"] else "A new hand is dealt for the next visit."


RESULT: Final = Kind("visit_result", "NW-ENDVISIT-3", "Score {points}, target {fief}.")
FIEF_WON: Final = Kind("fief_won", "NW-ENDVISIT-4", "The {ruler:character} becomes friendly: fief {fief} is won.")
FIEF_LOST: Final = Kind("fief_lost", "NW-ENDVISIT-5", "The {ruler:character} leaves the game: fief {fief} is lost.")
RETURNS: Final = Kind("returns", "NW-HOUSE-11", "The {character:character} returns to fief {fief}.")
LEAVES: Final = Kind("leaves", "NW-ENDVISIT-7", "The {character:character} has helped and leaves the game.")
HELPED_ONCE: Final = Kind("helped_once", "NW-SUB-6", "A ruler brought in helps in one visit only.")
ALL_READY: Final = Kind("all_ready", "NW-ENDVISIT-8", "All allies are ready again.")
SHUFFLED: Final = Kind("shuffled", "NW-ENDVISIT-9", "All dialogue cards are shuffled together.")
NEXT_VISIT: Final = Kind("next_visit", "NW-FLOW-2", _next)
NO_LIVES: Final = Kind("no_lives", "NW-HOUSE-8", "The number of lost rulers is {lost}: the game ends.")
NEEDED: Final = Kind("needed", "NW-HOUSE-9", "Fief {fief} had to be won: the game ends.")


class EndOfVisit(NorthwoodPhase):
    """D: the end of the visit, and what follows it. The player decides nothing here."""

    name: ClassVar[str] = "end_of_visit"
    title: ClassVar[str] = "The end of the visit"
    clauses: ClassVar[tuple[str, ...]] = ("NW-ENDVISIT-1", "NW-ENDVISIT-2", "NW-ENDVISIT-3", "NW-OBJ-2", "NW-OBJ-4")

    def begin(self, state: NorthwoodState) -> None:
        """Compare score and target, clear the table, go on to the next visit or to the end (NW-ENDVISIT-6)."""
        rules = state.game
        fief = state.fief
        points: Number = len(state.score_pile)
        won = points == fief
        if state.listener is not None:
            state.tell(RESULT, points=points, fief=fief)
            state.tell(FIEF_WON if won else FIEF_LOST, ruler=state.rulers[fief], fief=fief)
        if won:
            state.friendly = with_one(state.friendly, fief)
        else:
            state.failed = with_one(state.failed, fief)
            state.rulers[fief] = NONE
        if state.substitutes is not NO_ONE:
            self.send_home(state)
        state.exhausted = 0
        self.gather(state)
        if self.lost_early(state):
            state.outcome = LOST
            state.enter(rules.game_over)
        elif state.unvisited():
            if state.listener is not None:
                state.tell(NEXT_VISIT, chosen_first=rules.choose_fief_before_deal)
            rules.next_visit(state)
        else:
            self.after_the_last(state)

    def after_the_last(self, state: NorthwoodState) -> None:
        """End the game after the last fief, or reveal stars first."""
        rules = state.game
        state.enter(rules.reveal_stars if rules.win_rule == "hidden_three" else rules.game_over)

    def send_home(self, state: NorthwoodState) -> None:
        """Remove substitutes from the game, or return them to their fiefs (NW-RULING-5)."""
        for slot in range(SLOTS):
            substitute = state.substitutes[slot]
            if substitute == NONE:
                continue
            fief = state.substitute_fiefs[slot]
            if state.game.substitute_after_visit_returns:
                state.rulers[fief] = substitute
                if state.listener is not None:
                    state.tell(RETURNS, character=substitute, fief=fief)
            elif state.listener is not None:
                state.tell(LEAVES, character=substitute)
                state.tell(HELPED_ONCE)
        state.substitutes = NO_ONE
        state.substitute_fiefs = NO_ONE

    def gather(self, state: NorthwoodState) -> None:
        """Return all dialogue cards to the deck, and forget what the visit counted (NW-CHANCE-7)."""
        if state.listener is not None:
            state.tell(ALL_READY)
            state.tell(SHUFFLED)
        state.hand = 0
        state.deck = state.game.deck_to_highest_value
        state.known = ()
        state.discard_pile.clear()
        state.score_pile.clear()
        state.statement = NONE
        state.fief = NONE
        state.activations = 0
        state.visit_activations = 0
        state.riders = 0
        state.last_substitute = NONE
        state.slot = NONE
        state.step = 0
        state.counter = 0
        state.pending = 0

    def lost_early(self, state: NorthwoodState) -> bool:
        """Return whether a house rule ends the game at once (NW-HOUSE-8, NW-HOUSE-9)."""
        rules = state.game
        if rules.lives and count(state.failed) >= rules.lives:
            if state.listener is not None:
                state.tell(NO_LIVES, lost=count(state.failed))
            return True
        for fief in rules.must_win:
            if holds(state.failed, fief):
                if state.listener is not None:
                    state.tell(NEEDED, fief=fief)
                return True
        return False

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return no moves, since the phase never waits."""
        return ()

    def misfits(self, state: NorthwoodState) -> list[str]:
        """Refuse every position, since the phase never waits."""
        return ["Nothing is ever decided at the end of a visit, so no position stands there."]
