"""The end of the game: own chips leave, sets are formed, the highest total wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import mypyc_attr

from workbench.core.state import OVER
from workbench.games.goods_and_honor.components import SEATS
from workbench.games.goods_and_honor.phase import GoodsPhase, counted, listed
from workbench.games.goods_and_honor.scoring import goods_sets, honor_sets
from workbench.games.goods_and_honor.state import BAG_SHORT, GoodsAndHonorState

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
