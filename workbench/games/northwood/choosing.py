"""Choosing a fief to visit, and turning up its ruler if rulers lie face down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.game import Game
from workbench.core.sets import holds, without
from workbench.core.state import CHANCE
from workbench.core.words import counted
from workbench.games.northwood.components import (
    CONCEDE,
    FACE_DOWN,
    FIEFS,
    FIEFS_OF,
    FIRST_CHARACTER,
    FIRST_FIEF,
    PASS,
    STATUS_NAMES,
    SUIT_NAMES,
    UNVISITED,
    YOU,
    character_words,
    characters_in,
    count,
    mask_of,
    names,
)
from workbench.games.northwood.phase import NorthwoodPhase
from workbench.games.northwood.state import LOST, NorthwoodState

if TYPE_CHECKING:
    from workbench.core.types import Action
    from workbench.games.northwood.types import Fief, Fiefs


OUTER_FOUR: Final = mask_of((0, 1, 6, 7))
HIDDEN_FIEFS: Final = 3


def _no_win(_game: Game, fields: Mapping[str, Any]) -> str:
    if fields["win_rule"] == "outer_four":
        return "One of the fiefs 0, 1, 6 and 7 has failed."
    if fields["win_rule"] == "hidden_three":
        return "Fewer than three fiefs can still be friendly."
    return "Stars won and stars still open together stay below what is needed."


GIVEN_UP: Final = Kind("given_up", "NW-END-4", "You give up: no win is in reach.")
OUT_OF_REACH: Final = Kind("out_of_reach", ("NW-END-5", "NW-RULING-38"), _no_win)
VISITED: Final = Kind("visited", ("NW-VISIT-1", "NW-HOUSE-1", "NW-HOUSE-10"), "You visit fief {fief}.")
TARGET: Final = Kind("target", "NW-OBJ-2", "Target: exactly {target:number of cards} in the score pile.")
TURNED_UP: Final = Kind("turned_up", "NW-HOUSE-6", "The ruler of fief {fief} is turned up: the {ruler:character}.")


class ChooseFief(NorthwoodPhase):
    """A: choose a fief to visit."""

    name: ClassVar[str] = "choose_fief"
    title: ClassVar[str] = "Choosing a fief"
    clauses: ClassVar[tuple[str, ...]] = ("NW-VISIT-1", "NW-VISIT-2", "NW-OBJ-1", "NW-OBJ-2")
    allows: ClassVar[Mapping[str, str]] = {"fief": "NW-VISIT-1", "concede": "NW-END-4"}
    group: ClassVar[str] = "Fiefs"
    needs_deck: ClassVar[bool] = True
    between_visits: ClassVar[bool] = True
    before_hand: ClassVar[bool] = True

    def begin(self, state: NorthwoodState) -> None:
        state.to_move = YOU

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        """Return the fiefs that may be visited; and giving up if that is allowed."""
        fiefs = FIEFS_OF[self.open_fiefs(state)]
        return (*fiefs, CONCEDE) if state.game.may_concede and self.out_of_reach(state) else fiefs

    def open_fiefs(self, state: NorthwoodState) -> Fiefs:
        """Return the unvisited fiefs, narrowed by house rules, as a mask."""
        rules = state.game
        fiefs = state.unvisited()
        if rules.fief_order:
            return self.first_in_order(state)
        if rules.adjacent_visits:
            visited = state.friendly | state.failed
            beside = fiefs & (visited << 1 | visited >> 1)
            return beside or fiefs  # nothing is visited yet before the first visit (NW-HOUSE-10)
        return fiefs

    def first_in_order(self, state: NorthwoodState) -> Fief:
        """Return the first unvisited fief of the chosen order, as a set of one (NW-HOUSE-1)."""
        fiefs = state.unvisited()
        for fief in state.game.fief_order:
            if holds(fiefs, fief):
                return mask_of((fief,))
        return 0

    def out_of_reach(self, state: NorthwoodState) -> bool:
        """Return whether a win is no longer possible (NW-END-5)."""
        rules = state.game
        if rules.win_rule == "outer_four":
            return state.failed & OUTER_FOUR != 0
        if rules.win_rule == "hidden_three":
            return rules.fiefs - count(state.failed) < HIDDEN_FIEFS
        possible = 0
        for fief in range(rules.fiefs):
            if not holds(state.failed, fief):
                possible += rules.stars[fief]
        return possible < rules.threshold

    def apply(self, state: NorthwoodState, action: Action) -> None:
        """Move the visiting card above the fief, or give up."""
        rules = state.game
        if action == CONCEDE:
            state.outcome = LOST
            if state.listener is not None:
                state.tell(GIVEN_UP, YOU)
                state.tell(OUT_OF_REACH, clause=self.reach_clause(state), win_rule=rules.win_rule)
            state.enter(rules.game_over)
            return
        fief = action - FIRST_FIEF
        if state.listener is not None:
            state.tell(VISITED, YOU, clause=self.choice_clause(state), fief=fief)
            state.tell(TARGET, target=fief)
        state.fief = fief
        if state.rulers[fief] == FACE_DOWN:
            state.enter(rules.turn_up)
        else:
            state.enter(rules.substitute)

    # -- words ---------------------------------------------------------------------------------------------------------

    def choice_clause(self, state: NorthwoodState) -> str:
        """Return the clause that says which fiefs may be chosen."""
        if state.game.fief_order:
            return "NW-HOUSE-1"
        if state.game.adjacent_visits and state.friendly | state.failed:
            return "NW-HOUSE-10"
        return "NW-VISIT-1"

    def reach_clause(self, state: NorthwoodState) -> str:
        """Return the clause that says when a win is out of reach."""
        return "NW-END-5" if state.game.win_rule == "stars_at_least_threshold" else "NW-RULING-38"

    def clauses_now(self, state: NorthwoodState) -> tuple[str, ...]:
        """Return the clauses of the choice and the target, and of giving up if that is open."""
        up = ("NW-END-4", self.reach_clause(state)) if CONCEDE in self.legal(state) else ()
        return (self.choice_clause(state), *self.clauses[1:], *up)

    def clause_of(self, state: NorthwoodState, action: int) -> str:
        return super().clause_of(state, action) if action == CONCEDE else self.choice_clause(state)

    def question(self, state: NorthwoodState) -> str:
        hand = f" Your hand: {names(state.hand)}." if state.hand else ""
        return f"Which fief do you visit?{hand}"

    def words(self, state: NorthwoodState, action: int) -> str:
        if FIRST_FIEF <= action < FIRST_FIEF + FIEFS:
            return f"visit fief {action - FIRST_FIEF}"
        return "give up" if action == CONCEDE else super().words(state, action)

    def note(self, state: NorthwoodState, action: int) -> str:
        """Name the target, the stars and the ruler of the fief."""
        fief = action - FIRST_FIEF
        if not 0 <= fief < state.game.fiefs:
            return ""
        ruler = state.rulers[fief]
        who = f"{character_words(ruler)}, trump {SUIT_NAMES[ruler // 6]}" if ruler >= 0 else "ruler face down"
        return f"target {fief}, {counted(state.game.stars[fief], 'star')}, {who}"

    def asked_elsewhere(self, state: NorthwoodState, action: int) -> Reason:
        if action < FIRST_FIEF:
            return Reason("NW-DIALOG-4", "You play a card in response to a statement; choose a fief first.")
        if action == PASS:
            return Reason(self.choice_clause(state), "You must choose a fief: no visit can be passed over.")
        return super().asked_elsewhere(state, action)

    def against(self, state: NorthwoodState, action: int) -> Reason | None:
        """Refuse a fief that has been visited or is not next, and giving up while a win is in reach."""
        rules = state.game
        if action == CONCEDE and not rules.may_concede:
            return self.not_open(state, action)
        if action == CONCEDE:
            reachable = Reason(self.reach_clause(state), "A win is still in reach, so you cannot give up.")
            return None if self.out_of_reach(state) else reachable
        fief = action - FIRST_FIEF
        if holds(self.open_fiefs(state), fief):
            return None
        beyond = self.not_in_the_game(state, action)
        if beyond is not None:
            return beyond
        if fief in rules.start_friendly:
            return Reason("NW-HOUSE-3", f"Fief {fief} counts as visited from the start.")
        status = state.status(fief)
        if status != UNVISITED:
            return Reason(
                "NW-HOUSE-1" if rules.fief_order else "NW-VISIT-1",
                f"Fief {fief} has been visited ({STATUS_NAMES[status]}); each fief is visited once.",
            )
        if rules.fief_order:
            return Reason("NW-HOUSE-1", f"Fiefs must be chosen in the order {' '.join(map(str, rules.fief_order))}.")
        return Reason("NW-HOUSE-10", f"Fief {fief} does not lie beside a visited fief.")

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def hand_misfits(self, state: NorthwoodState) -> list[str]:
        """Check that the hand is dealt before the fief is chosen, unless the fief comes first."""
        if not state.hand and not self.hand_to_come(state.game):
            return ["The fief is chosen with the hand in sight: name the cards in 'hand'."]
        return super().hand_misfits(state)


class TurnUp(NorthwoodPhase):
    """Turn up a ruler that lay face down (house scenario)."""

    name: ClassVar[str] = "turn_up"
    title: ClassVar[str] = "Turning up a ruler"
    clauses: ClassVar[tuple[str, ...]] = ("NW-HOUSE-6",)
    group: ClassVar[str] = "Turned up"
    by_chance: ClassVar[bool] = True
    needs_deck: ClassVar[bool] = True
    before_hand: ClassVar[bool] = True

    def begin(self, state: NorthwoodState) -> None:
        """Let chance draw the ruler from those not seen yet."""
        state.to_move = CHANCE

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        return characters_in(state.unseen)

    def apply(self, state: NorthwoodState, action: Action) -> None:
        """Turn it up, then go on with the visit."""
        self.place(state, action)
        state.enter(state.game.substitute)

    def place(self, state: NorthwoodState, action: Action) -> None:
        """Lay the ruler face up on the current fief."""
        one = action - FIRST_CHARACTER
        state.rulers[state.fief] = one
        state.unseen = without(state.unseen, one)
        if state.listener is not None:
            state.tell(TURNED_UP, fief=state.fief, ruler=one)

    def question(self, state: NorthwoodState) -> str:
        return f"The ruler of fief {state.fief} is turned up."

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def turns_up(self, state: NorthwoodState) -> bool:
        return True
