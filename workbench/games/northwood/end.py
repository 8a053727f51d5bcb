"""The end of the game: the stars of the friendly fiefs, and whether you have won."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.events import Kind
from workbench.core.sets import with_one
from workbench.core.state import CHANCE, OVER
from workbench.core.words import counted
from workbench.games.northwood.choosing import HIDDEN_FIEFS, OUTER_FOUR
from workbench.games.northwood.components import FIEFS_OF, FIRST_FIEF, count, mask_of
from workbench.games.northwood.phase import NorthwoodPhase
from workbench.games.northwood.state import LOST, RUNNING, WON, NorthwoodState

if TYPE_CHECKING:
    from workbench.core.types import Action


HIDDEN_FIEF: Final = Kind(
    "hidden_fief", "NW-RULING-48", "Fief {fief} is one of the hidden three: it is {status:status}."
)
ALL_VISITED: Final = Kind("all_visited", "NW-END-1", "All fiefs are visited: the game ends.")
STARS: Final = Kind("stars", ("NW-END-2", "NW-RULING-37"), "The friendly fiefs hold {stars:number of stars}.")
GAME_WON: Final = Kind("game_won", ("NW-END-3", "NW-RULING-48"), "You win.")
GAME_LOST: Final = Kind(
    "game_lost", ("NW-END-3", "NW-RULING-48", "NW-HOUSE-8", "NW-HOUSE-9", "NW-END-4"), "You lose."
)


class RevealStars(NorthwoodPhase):
    """The early edition: reveal at the end three fiefs that were drawn at set-up.

    Nothing depends on them before the end, so they are drawn when they are revealed.
    """

    name: ClassVar[str] = "reveal_stars"
    title: ClassVar[str] = "Revealing the hidden fiefs"
    clauses: ClassVar[tuple[str, ...]] = ("NW-RULING-48",)
    group: ClassVar[str] = "Revealed"
    holds: ClassVar[tuple[str, ...]] = ("revealed",)
    by_chance: ClassVar[bool] = True
    needs_hand: ClassVar[bool] = False
    between_visits: ClassVar[bool] = True

    def begin(self, state: NorthwoodState) -> None:
        """Reveal three fiefs, one after another."""
        state.to_move = CHANCE
        state.revealed = 0

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        return FIEFS_OF[state.game.row & ~state.revealed]

    def apply(self, state: NorthwoodState, action: Action) -> None:
        """Reveal a fief; after the third the game ends."""
        fief = action - FIRST_FIEF
        state.revealed = with_one(state.revealed, fief)
        if state.listener is not None:
            state.tell(HIDDEN_FIEF, fief=fief, status=state.status(fief))
        if count(state.revealed) == HIDDEN_FIEFS:
            state.enter(state.game.game_over)

    def question(self, state: NorthwoodState) -> str:
        return "A hidden fief is revealed."

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def end_misfits(self, state: NorthwoodState) -> list[str]:
        """Check that all fiefs are visited, and that at least one of the three is not revealed."""
        rules = state.game
        found: list[str] = []
        lost = rules.end_of_visit.lost_early(state)
        three = rules.win_rule == "hidden_three" and count(state.revealed) < HIDDEN_FIEFS
        if state.unvisited() or lost or not three:
            found.append("Fiefs are revealed after the last visit, by the option win_rule='hidden_three', and only three.")
        if lost:
            found.append("By the option `lives` or `must_win` the game is lost already.")
        return found


class GameOver(NorthwoodPhase):
    """The end of the game."""

    name: ClassVar[str] = "game_over"
    title: ClassVar[str] = "The end of the game"
    clauses: ClassVar[tuple[str, ...]] = ("NW-END-1", "NW-END-2", "NW-END-3", "NW-OBJ-3")
    holds: ClassVar[tuple[str, ...]] = ("revealed", "outcome")
    needs_hand: ClassVar[bool] = False
    between_visits: ClassVar[bool] = True

    def begin(self, state: NorthwoodState) -> None:
        """Add up the stars and say whether the game is won."""
        state.to_move = OVER
        if state.outcome == RUNNING:
            state.outcome = WON if self.won(state) else LOST
            if state.listener is not None:
                state.tell(ALL_VISITED)
        if state.listener is not None:
            changed = "stars" in state.game.options.changed()
            state.tell(STARS, stars=state.stars(), clause="NW-RULING-37" if changed else "NW-END-2")
            state.tell(GAME_WON if state.outcome == WON else GAME_LOST, clause=self.decided_by(state))

    def won(self, state: NorthwoodState) -> bool:
        """Return whether the game is won by the win rule (NW-END-3, NW-RULING-48)."""
        rules = state.game
        if rules.win_rule == "outer_four":
            return OUTER_FOUR & ~state.friendly == 0
        if rules.win_rule == "hidden_three":
            return state.revealed & ~state.friendly == 0
        return state.stars() >= rules.threshold

    def legal(self, state: NorthwoodState) -> tuple[int, ...]:
        return ()

    # -- words ---------------------------------------------------------------------------------------------------------

    def ended_by(self, state: NorthwoodState) -> str:
        """Return the clause that ended the game: all fiefs visited, a house rule, or giving up."""
        rules = state.game
        if rules.lives and count(state.failed) >= rules.lives:
            return "NW-HOUSE-8"
        if state.failed & mask_of(rules.must_win):
            return "NW-HOUSE-9"
        return "NW-END-4" if state.unvisited() else "NW-END-1"

    def decided_by(self, state: NorthwoodState) -> str:
        """Return the clause that says whether the game is won: the win rule, or what ended the game early."""
        ended = self.ended_by(state)
        if ended != "NW-END-1":
            return ended
        return "NW-END-3" if state.game.win_rule == "stars_at_least_threshold" else "NW-RULING-48"

    def clauses_now(self, state: NorthwoodState) -> tuple[str, ...]:
        """Return the clauses that ended the game and decided it."""
        ended, decided = self.ended_by(state), self.decided_by(state)
        last = (decided, "NW-OBJ-3") if decided == "NW-END-3" else (decided,)
        return (ended, "NW-END-2", *[clause for clause in last if clause != ended])

    def question(self, state: NorthwoodState) -> str:
        return (
            f"The game is over: {counted(state.stars(), 'star')}, {'a win' if state.outcome == WON else 'a loss'}."
        )

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def movers(self, state: NorthwoodState) -> tuple[int, ...]:
        return (OVER,)

    def result(self, state: NorthwoodState) -> int:
        """Return whether a finished game is won."""
        won = not state.unvisited() and not state.game.end_of_visit.lost_early(state) and self.won(state)
        return WON if won else LOST

    def fill_in(self, state: NorthwoodState, given: frozenset[str]) -> None:
        """Work out the outcome from the fiefs."""
        if "outcome" not in given:
            state.outcome = self.result(state)

    def end_misfits(self, state: NorthwoodState) -> list[str]:
        """Check that the game is over, and that its outcome is the right one."""
        rules = state.game
        found: list[str] = []
        played = not state.unvisited() and not rules.end_of_visit.lost_early(state)
        drawn = HIDDEN_FIEFS if played and rules.win_rule == "hidden_three" else 0
        if count(state.revealed) != drawn:
            found.append(f"Here {drawn or 'no'} fiefs are 'revealed', not {count(state.revealed)}.")
        given_up = rules.may_concede and rules.choose_fief.out_of_reach(state)
        if state.unvisited() and not rules.end_of_visit.lost_early(state) and not given_up:
            found.append("There are fiefs left to visit, so the game is not over.")
        elif state.outcome != self.result(state):
            names = ("running", "won", "lost")
            found.append(f"The outcome is {names[self.result(state)]!r} here, not {names[state.outcome]!r}.")
        return found
