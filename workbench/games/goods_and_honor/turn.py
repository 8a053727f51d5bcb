"""The turn: which phase follows which, and what ends a game that does not end by itself (GH-TURN-1, GH-TURN-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.games.goods_and_honor.components import CELLS, NONE, SEATS, TYPES
from workbench.games.goods_and_honor.state import CAPPED, RUNNING, STALLED

if TYPE_CHECKING:
    from mypy_extensions import i64

    from workbench.games.goods_and_honor.state import GoodsAndHonorState


def begin_turn(state: GoodsAndHonorState, seat: i64) -> None:
    """A seat becomes active; its turn begins with producing, or with drawing (GH-TURN-4, GH-HOUSE-7)."""
    state.active = seat
    state.turn += 1
    state.story = ()
    if state.listener is not None:
        state.tell("GH-TURN-1", f"Turn {state.turn}: {SEATS[seat]} is active.", int(seat))
        if state.turn == 1 and not state.rules.trade_first:
            state.tell("GH-TURN-4", "The first turn begins with producing like any other.", int(seat))
        if state.rules.trade_first:
            state.tell("GH-HOUSE-7", "In this game a turn ends with producing.", int(seat))
    state.enter(state.rules.draw if state.rules.trade_first else state.rules.produce)


def after_producing(state: GoodsAndHonorState) -> None:
    """The game goes on after a Produce Goods phase."""
    if state.rules.trade_first:
        end_turn(state)
    else:
        state.enter(state.rules.draw)


def after_assigning(state: GoodsAndHonorState) -> None:
    """The mat is final (GH-ASSIGN-5)."""
    if state.listener is not None:
        state.tell("GH-ASSIGN-5", f"The mat of {SEATS[state.active]} is final.", int(state.active))
    if state.rules.trade_first:
        state.enter(state.rules.produce)
    else:
        end_turn(state)


def why_it_ends(state: GoodsAndHonorState) -> int:
    """Whether the game ends with this turn: STALLED, CAPPED, or RUNNING if it goes on (GH-HOUSE-5, GH-HOUSE-6)."""
    rules = state.rules
    if rules.stall_turns and state.turn - state.last_take >= rules.stall_turns:
        return STALLED
    return CAPPED if rules.last_turn and state.turn >= rules.last_turn else RUNNING


def end_turn(state: GoodsAndHonorState) -> None:
    """Forget what belonged to the turn; a stall or the last turn ends the game, else the turn passes (GH-TURN-3)."""
    rules = state.rules
    players: i64 = rules.players
    state.said = [NONE] * rules.players
    if not rules.reuse:
        state.defended = [0] * CELLS
    if not rules.must_assign:
        state.new_quota = [0] * TYPES
    reason = why_it_ends(state)
    if reason != RUNNING:
        if state.listener is not None and reason == STALLED:
            state.tell("GH-HOUSE-5", f"No token was taken in {rules.stall_turns} turns: the game ends.")
        elif state.listener is not None:
            state.tell("GH-HOUSE-6", f"The game ends after {state.turn} turns.")
        rules.game_over.finish(state, reason)
    else:
        if state.listener is not None:
            state.tell("GH-META-3", "The turn passes to the left.")
        following = state.active + 1
        begin_turn(state, following if following < players else 0)
