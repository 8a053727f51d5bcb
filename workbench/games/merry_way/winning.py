"""Winning: the most profit wins, and ties are broken."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.events import Kind
from workbench.core.state import CHANCE, OVER
from workbench.core.words import counted, listed
from workbench.games.merry_way.cards import NONE
from workbench.games.merry_way.components import FIRST_WINNER, SEATS
from workbench.games.merry_way.phase import MerryWayPhase, Passing
from workbench.games.merry_way.state import MerryWayState

if TYPE_CHECKING:
    from workbench.core.types import Action

TIE_BREAKS: Final = (("MW-WIN-4", "claim tokens"), ("MW-WIN-5", "scheme cards"), ("MW-WIN-6", "resources"))
"""What decides between players with the same profit, in the order of `MerryWayState.rank`."""
TIE_BREAK_CLAUSES: Final = (*[clause for clause, _ in TIE_BREAKS], "MW-RULING-37")

MOST_PROFIT: Final = Kind("most_profit", "MW-WIN-3", "{seat:seat} has the most profit and wins.")
PROFIT_TIES: Final = Kind("profit_ties", "MW-WIN-3", "{seats:seats} tie with {profit} profit.")
BREAKS_TIE: Final = Kind("breaks_tie", TIE_BREAK_CLAUSES, "{seat:seat} has the most {what} among them and wins.")
STILL_TIED: Final = Kind("still_tied", TIE_BREAK_CLAUSES, "{seats:seats} have {most} {what} each.")
SHARE: Final = Kind("share", "MW-WIN-7", "{seats:seats} share the victory.")
WINS_BY_LOT: Final = Kind("wins_by_lot", "MW-RULING-39", "{seat:seat} wins by lot.")


class GameOver(Passing):
    """The end of the game: the most profit wins, and ties are broken."""

    name: ClassVar[str] = "game_over"
    title: ClassVar[str] = "The end of the game"
    clauses: ClassVar[tuple[str, ...]] = (
        *("MW-WIN-3", "MW-WIN-4", "MW-WIN-5", "MW-WIN-6", "MW-WIN-7", "MW-RULING-37", "MW-RULING-39", "MW-GOAL-3"),
    )
    holds: ClassVar[tuple[str, ...]] = ("winner",)
    has_turn: ClassVar[bool] = False
    may_lack_follies: ClassVar[bool] = True

    def begin(self, state: MerryWayState) -> None:
        """Settle who has won; a lot may decide between players who are still tied."""
        rules = state.game
        state.seat = NONE
        if rules.final_tie_random and state.winner == NONE and len(state.best()) > 1:
            state.enter(rules.final_tie)
            return
        state.to_move = OVER
        if state.listener is not None:
            self.report(state)

    def report(self, state: MerryWayState) -> None:
        """Report who has won, and by which tie-break."""
        ranks = [state.rank(seat) for seat in range(state.game.players)]
        tied = tuple([seat for seat, profit in enumerate(state.profit) if profit == max(state.profit)])
        if len(tied) == 1:
            state.tell(MOST_PROFIT, tied[0])
            return
        state.tell(PROFIT_TIES, seats=tied, profit=max(state.profit))
        for number, (clause, what) in enumerate(TIE_BREAKS, 1):
            if what == "claim tokens" and "tie_tokens" in state.game.options.changed():
                clause = "MW-RULING-37"
            most = max([ranks[seat][number] for seat in tied])
            tied = tuple([seat for seat in tied if ranks[seat][number] == most])
            if len(tied) == 1:
                state.tell(BREAKS_TIE, tied[0], clause=clause, what=what, most=most)
                return
            state.tell(STILL_TIED, clause=clause, seats=tied, what=what, most=most)
        if state.winner == NONE:
            state.tell(SHARE, seats=tied)
        else:
            state.tell(WINS_BY_LOT, state.winner, seats=tied)

    def question(self, state: MerryWayState) -> str:
        rules = state.game
        names = listed([rules.seat_name(seat) for seat, won in enumerate(state.returns()) if won > 0])
        return f"The game is over: {names} won."

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def movers(self, state: MerryWayState) -> tuple[int, ...]:
        return (OVER,)

    def end_misfits(self, state: MerryWayState) -> list[str]:
        """Check that something has ended the game, and that a winner was drawn if a lot decides between tied players."""
        best = state.best()
        found = last_misfits(state)
        if (state.game.final_tie_random and len(best) > 1) != (state.winner != NONE):
            found.append("A 'winner' is drawn if and only if players tie in everything and a lot decides.")
        elif state.winner != NONE and state.winner not in best:
            found.append(f"{SEATS[state.winner]} does not tie for the victory.")
        return found


class FinalTie(MerryWayPhase):
    """Another reading: a lot decides between players who are tied in everything."""

    name: ClassVar[str] = "final_tie"
    title: ClassVar[str] = "The last tie-break"
    tries: ClassVar[tuple[str, ...]] = ("winner",)
    clauses: ClassVar[tuple[str, ...]] = ("MW-RULING-39", "MW-CHANCE-7")
    group: ClassVar[str] = "Winner"
    by_chance: ClassVar[bool] = True
    has_turn: ClassVar[bool] = False
    may_lack_follies: ClassVar[bool] = True

    def begin(self, state: MerryWayState) -> None:
        state.to_move = CHANCE

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        return tuple([FIRST_WINNER + seat for seat in state.best()])

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Make the player drawn by lot the winner."""
        state.winner = action - FIRST_WINNER
        state.enter(state.game.game_over)

    def question(self, state: MerryWayState) -> str:
        return "Who wins the tie?"

    def end_misfits(self, state: MerryWayState) -> list[str]:
        """Check that something has ended the game and that a lot must decide."""
        found = last_misfits(state)
        if not state.game.final_tie_random or len(state.best()) < 2:
            found.append("A 'winner' is drawn if and only if players tie in everything and a lot decides.")
        return found


def last_misfits(state: MerryWayState) -> list[str]:
    """Check that the rounds, the folly cards or the profit have ended the game."""
    rules = state.game
    empty = state.line_up.count(NONE)
    if 0 < empty <= len(state.folly_deck):
        there = counted(len(state.folly_deck), "card")
        return [f"Places of the line-up stay empty only if the folly deck is too short: it has {there}."]
    if state.round >= rules.max_rounds or rules.end_of_round.target_reached(state) or NONE in state.line_up:
        return []
    return [f"The game is not over: nobody has {rules.target} profit, and rounds and folly cards are left."]
