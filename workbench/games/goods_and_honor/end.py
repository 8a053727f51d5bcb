"""The end of the game: own chips leave, sets are formed, and the highest total wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.events import Kind
from workbench.core.state import OVER
from workbench.core.words import listed
from workbench.games.goods_and_honor.components import SEATS
from workbench.games.goods_and_honor.draw import FOLKS_DRAWN
from workbench.games.goods_and_honor.phase import GoodsPhase, goods_gone
from workbench.games.goods_and_honor.scoring import goods_sets, honor_sets
from workbench.games.goods_and_honor.state import BAG_SHORT, CAPPED, GOODS_GONE, RUNNING, STALLED, GoodsAndHonorState

if TYPE_CHECKING:
    from workbench.core.types import Number

STALLS: Final = Kind("stall", "GH-HOUSE-5", "No token was taken in {turns} turns: the game ends.")
LAST_TURN: Final = Kind("last_turn", "GH-HOUSE-6", "The game ends after {turns} turns.")
BAG_ENDS: Final = Kind("bag_ends_the_game", "GH-RULING-12", "The game ends, because there are not two Folks to draw.")
OWN_CHIPS_COUNT: Final = Kind("own_chips_count", "GH-RULING-40", "{seat:seat} scores {chips:chip} of their own colour.")
OWN_CHIPS_LEAVE: Final = Kind("own_chips_leave", "GH-SCORE-1", "{seat:seat} removes {chips:chip} of their own colour.")
GOODS_SETS: Final = Kind("sets_of_goods", "GH-SCORE-2", "{seat:seat} has {sets:set} of Goods: {points}.")
GOODS_LEFT: Final = Kind("goods_left", "GH-SCORE-3", "{seat:seat} has {tokens:token} outside the sets: {points}.")
HONOR_SETS: Final = Kind("sets_of_honor", "GH-SCORE-4", "{seat:seat} has {sets:set} of Honor: {points}.")
CHIPS_LEFT: Final = Kind("chips_left", "GH-SCORE-5", "{seat:seat} has {points:point} in chips outside the sets.")
TOTAL: Final = Kind("total", "GH-META-2", "{seat:seat} has {points:point}.")
TIE_BROKEN: Final = Kind("tie_broken", "GH-RULING-38", "A tie is broken.")
WINS: Final = Kind("wins", ("GH-SCORE-7", "GH-RULING-38"), "{winners:seats together} wins.")
WIN_SHARED: Final = Kind("win_shared", ("GH-SCORE-7", "GH-RULING-38"), "{winners:seats together} share the win.")


class GameOver(GoodsPhase):
    """The end of the game and the scoring."""

    name: ClassVar[str] = "game_over"
    title: ClassVar[str] = "End of the game and scoring"
    clauses: ClassVar[tuple[str, ...]] = (
        *("GH-SCORE-1", "GH-SCORE-2", "GH-SCORE-3", "GH-SCORE-4", "GH-SCORE-5", "GH-SCORE-7", "GH-META-2"),
    )
    after_duels: ClassVar[bool] = True

    def finish(self, state: GoodsAndHonorState, reason: Number) -> None:
        """End the game.

        Args:
            state: the position; it is changed.
            reason: GOODS_GONE, STALLED, CAPPED or BAG_SHORT.
        """
        state.end_reason = reason
        state.enter(self)

    def due(self, state: GoodsAndHonorState) -> Number:
        """Return whether this turn ends the game: STALLED, CAPPED, or RUNNING if not (GH-HOUSE-5, GH-HOUSE-6)."""
        rules = state.game
        if rules.stall_rounds_in_turns and state.turn - state.last_take >= rules.stall_rounds_in_turns:
            return STALLED
        return CAPPED if rules.last_turn and state.turn >= rules.last_turn else RUNNING

    def begin(self, state: GoodsAndHonorState) -> None:
        """Score the game."""
        state.to_move = OVER
        if state.listener is not None:
            if state.end_reason == STALLED:
                state.tell(STALLS, turns=state.game.stall_rounds_in_turns)
            elif state.end_reason == CAPPED:
                state.tell(LAST_TURN, turns=state.turn)
            elif state.end_reason == BAG_SHORT:
                state.tell(BAG_ENDS)
            self.tell_scores(state)

    def tell_scores(self, state: GoodsAndHonorState) -> None:
        """Announce the parts of every score, and the winners."""
        rules = state.game
        players = rules.players
        for seat in range(players):
            stash = state.stash(seat)
            parts = state.score_now(seat)
            sets, shared = goods_sets(stash), honor_sets(stash, seat, players)
            own = rules.own_chips_score * stash[seat]
            if stash[seat]:
                state.tell(OWN_CHIPS_COUNT if own else OWN_CHIPS_LEAVE, seat, chips=stash[seat], points=own)
            if sets:
                state.tell(GOODS_SETS, seat, sets=sets, points=parts[0])
            left = sum(state.goods(seat)) - 3 * sets
            if left:
                state.tell(GOODS_LEFT, seat, tokens=left, points=parts[1])
            if shared:
                state.tell(HONOR_SETS, seat, sets=shared, points=parts[2])
            if parts[3] > own:
                state.tell(CHIPS_LEFT, seat, points=parts[3] - own)
            state.tell(TOTAL, seat, points=sum(parts))
        winning = tuple([seat for seat, share in enumerate(state.returns()) if share])
        scores = state.scores()
        level = scores.count(max(scores))
        if len(winning) < level:
            state.tell(TIE_BROKEN)
        clause = "GH-RULING-38" if level > 1 and rules.tie_break != "shared" else "GH-SCORE-7"
        state.tell(WINS if len(winning) == 1 else WIN_SHARED, winners=winning, clause=clause)

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        return ()

    def clauses_now(self, state: GoodsAndHonorState) -> tuple[str, ...]:
        """Return the clauses of what ended the game, and of the scoring."""
        return (state.game.ending(state), *super().clauses_now(state))

    def question(self, state: GoodsAndHonorState) -> str:
        scores = state.scores()
        parts = listed([f"{SEATS[seat]} {scores[seat]}" for seat in range(state.game.players)])
        return f"The game is over: {parts}."

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def movers(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        return (OVER,)

    def fill_in(self, state: GoodsAndHonorState, given: frozenset[str]) -> None:
        """Let a game without an end reason end with the Goods, in the turn that took the last token."""
        super().fill_in(state, given)
        if state.end_reason == RUNNING:
            state.end_reason = GOODS_GONE
        if "last_take" not in given and state.end_reason == GOODS_GONE and state.last_take:
            state.last_take = state.turn

    def new_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Skip New if a turn ends with producing, since New is as it was when workers were assigned."""
        return [] if state.game.phase_order_trade_first else super().new_misfits(state)

    def end_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that the reason for the end is true."""
        rules, reason, gone = state.game, state.end_reason, goods_gone(state)
        if reason == GOODS_GONE and not (gone and state.last_take == state.turn):
            return ["The game ends by 'goods' when the last token is taken from the middle."]
        if reason == STALLED and (gone or not 0 < rules.stall_rounds_in_turns <= state.turn - state.last_take):
            return ["The game has not stalled long enough to end."]
        if reason == CAPPED and (gone or not 0 < rules.last_turn <= state.turn):
            return ["The last turn has not been played."]
        short = state.folk_in_bag() < FOLKS_DRAWN and rules.bag_short == "end_game"
        if reason == BAG_SHORT and (gone or not short):
            return ["The game ends by 'bag' with the option bag_short='end_game' and fewer than 2 Folks in the bag."]
        return []
