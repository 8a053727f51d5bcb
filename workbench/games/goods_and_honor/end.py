"""The end of the game: own chips leave, sets are formed, the highest total wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import mypyc_attr

from workbench.core.state import OVER
from workbench.games.goods_and_honor.components import SEATS
from workbench.games.goods_and_honor.draw import FOLKS_DRAWN
from workbench.games.goods_and_honor.phase import GoodsPhase, counted, goods_gone, listed
from workbench.games.goods_and_honor.scoring import goods_sets, honor_sets
from workbench.games.goods_and_honor.state import BAG_SHORT, CAPPED, GOODS_GONE, RUNNING, STALLED, GoodsAndHonorState

if TYPE_CHECKING:
    from mypy_extensions import i64


@mypyc_attr(allow_interpreted_subclasses=True)
class GameOver(GoodsPhase):
    """The end of the game and the scoring."""

    name: ClassVar[str] = "game_over"
    title: ClassVar[str] = "End of the game and scoring"
    clauses: ClassVar[tuple[str, ...]] = (
        "GH-END-1",
        "GH-SCORE-1",
        "GH-SCORE-2",
        "GH-SCORE-3",
        "GH-SCORE-4",
        "GH-SCORE-5",
        "GH-SCORE-7",
        "GH-META-2",
    )
    after_duels: ClassVar[bool] = True

    def finish(self, state: GoodsAndHonorState, reason: i64) -> None:
        """End the game.

        Args:
            state: the position; it is changed.
            reason: GOODS_GONE, STALLED, CAPPED or BAG_SHORT.
        """
        state.end_reason = reason
        state.enter(self)

    def begin(self, state: GoodsAndHonorState) -> None:
        """Score."""
        state.to_move = OVER
        if state.listener is not None:
            if state.end_reason == BAG_SHORT:
                state.tell("GH-RULING-12", "The game ends, because there are not two Folks to draw.")
            self.tell_scores(state)

    def tell_scores(self, state: GoodsAndHonorState) -> None:
        """Tell the parts of every score, and who wins."""
        rules = state.rules
        players = rules.players
        for seat in range(players):
            stash = state.stash(seat)
            who = SEATS[seat]
            parts = state.score_now(seat)
            sets, shared = goods_sets(stash), honor_sets(stash, seat, players)
            if stash[seat] and rules.own_chips_score:
                state.tell("GH-RULING-40", f"{who} scores {counted(stash[seat], 'chip')} of the own colour.", seat)
            elif stash[seat]:
                state.tell("GH-SCORE-1", f"{who} removes {counted(stash[seat], 'chip')} of the own colour.", seat)
            if sets:
                state.tell("GH-SCORE-2", f"{who} has {counted(sets, 'set')} of Goods: {parts[0]}.", seat)
            if sum(state.goods(seat)) > 3 * sets:
                left = counted(sum(state.goods(seat)) - 3 * sets, "token")
                state.tell("GH-SCORE-3", f"{who} has {left} outside the sets: {parts[1]}.", seat)
            if shared:
                state.tell("GH-SCORE-4", f"{who} has {counted(shared, 'set')} of Honor: {parts[2]}.", seat)
            if parts[3]:
                state.tell("GH-SCORE-5", f"{who} has {counted(parts[3], 'point')} in chips outside the sets.", seat)
            state.tell("GH-META-2", f"{who} has {sum(parts)} points.", seat)
        winning = [SEATS[seat] for seat, share in enumerate(state.returns()) if share]
        scores = state.scores()
        if len(winning) < scores.count(max(scores)):
            state.tell("GH-RULING-38", "A tie is broken.")
        state.tell("GH-SCORE-7", f"{listed(winning)} {'wins' if len(winning) == 1 else 'share the win'}.")

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Nothing."""
        return ()

    def question(self, state: GoodsAndHonorState) -> str:
        """The result."""
        scores = state.scores()
        parts = listed([f"{SEATS[seat]} {scores[seat]}" for seat in range(state.rules.players)])
        return f"The game is over: {parts}."

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def movers(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Nobody any more."""
        return (OVER,)

    def fill_in(self, state: GoodsAndHonorState, given: frozenset[str]) -> None:
        """A game that ended without a reason ended with the Goods, in the turn in which the last one was taken."""
        super().fill_in(state, given)
        if state.end_reason == RUNNING:
            state.end_reason = GOODS_GONE
        if "last_take" not in given and state.end_reason == GOODS_GONE and state.last_take:
            state.last_take = state.turn

    def new_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Where a turn ends with producing, New is as workers were assigned."""
        return [] if state.rules.trade_first else super().new_misfits(state)

    def end_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """What ended the game has come about."""
        rules, reason, gone = state.rules, state.end_reason, goods_gone(state)
        if reason == GOODS_GONE and not (gone and state.last_take == state.turn):
            return ["The game ends by 'goods' when the last token is taken from the middle."]
        if reason == STALLED and (gone or not 0 < rules.stall_turns <= state.turn - state.last_take):
            return ["The game has not stalled long enough to end."]
        if reason == CAPPED and (gone or not 0 < rules.last_turn <= state.turn):
            return ["The last turn has not been played."]
        short = state.folk_in_bag() < FOLKS_DRAWN and rules.bag_short == "end_game"
        if reason == BAG_SHORT and (gone or not short):
            return ["The game ends by 'bag' with the option bag_short='end_game' and fewer than 2 Folks in the bag."]
        return []
