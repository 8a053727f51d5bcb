"""The end of a round, step by step, and the next round."""

from __future__ import annotations

from typing import ClassVar, Final

from workbench.core.events import Kind
from workbench.games.merry_way.cards import LINE_UP, NONE
from workbench.games.merry_way.components import BIT
from workbench.games.merry_way.draw import FOR_NEW_ROUND
from workbench.games.merry_way.phase import Passing
from workbench.games.merry_way.state import MerryWayState

ALL_PLACES: Final = (1 << LINE_UP) - 1
"""Every place of the line-up, as a mask."""

ROADBLOCK_GOES: Final = Kind("roadblock_goes", "MW-ENDROUND-1", "The roadblock on {way:way} is removed.")
CARDS_TURN: Final = Kind("cards_turn", "MW-ENDROUND-2", "The blue side now shows on {places:places}.")
CARDS_LEAVE: Final = Kind("cards_leave", "MW-ENDROUND-3", "Discarded, because blue already showed: {places:places}.")
DECK_TOO_SHORT: Final = Kind(
    "deck_too_short", "MW-WIN-2", "The line-up needs {needed:folly cards}, but the deck has {left:or none}: the game is over."
)
LEADER_CHANGES: Final = Kind("leader_changes", "MW-ENDROUND-5", "{seat:seat} takes the Leader marker.")
PROFITS: Final = Kind("profits", "MW-WIN-1", "Profit after round {round}: {profits:profits}.")
TARGET_REACHED: Final = Kind(
    "target_reached", ("MW-GOAL-3", "MW-RULING-48"), "The target of {target} profit is reached: the game is over."
)
LAST_ROUND: Final = Kind("last_round", "MW-RULING-50", "Round {round} was the last one: the game is over.")
ROUND_BEGINS: Final = Kind("round_begins", "MW-ROUND-1", "Round {round} begins.")


class EndOfRound(Passing):
    """The roadblock goes, folly cards turn or are replaced, everybody draws, and the Leader marker moves on."""

    name: ClassVar[str] = "end_of_round"
    title: ClassVar[str] = "The end of a round"
    clauses: ClassVar[tuple[str, ...]] = (
        *("MW-ENDROUND-1", "MW-ENDROUND-2", "MW-ENDROUND-3", "MW-ENDROUND-4", "MW-ENDROUND-5"),
        *("MW-WIN-1", "MW-WIN-2", "MW-RULING-34", "MW-RULING-38", "MW-RULING-48", "MW-RULING-50"),
    )

    def begin(self, state: MerryWayState) -> None:
        """Remove the roadblock and turn red cards over; discard and replace cards that already showed blue."""
        rules = state.game
        if state.roadblock != NONE:
            if state.listener is not None:
                state.tell(ROADBLOCK_GOES, way=state.roadblock)
            state.roadblock = NONE
        before = state.blue
        state.blue = ALL_PLACES & ~before
        state.open_sides = state.blue if rules.blue_sides_hidden else ALL_PLACES
        old = [place for place in range(LINE_UP) if before & BIT[place]]
        if state.listener is not None:
            if len(old) < LINE_UP:
                state.tell(CARDS_TURN, places=tuple([place for place in range(LINE_UP) if place not in old]))
            if old:
                state.tell(CARDS_LEAVE, places=tuple(old))
        if old:
            line_up = list(state.line_up)
            for place in old:
                line_up[place] = NONE
            state.line_up = tuple(line_up)
            if len(state.folly_deck) < len(old):
                if state.listener is not None:
                    state.tell(DECK_TOO_SHORT, left=len(state.folly_deck), needed=len(old))
                state.enter(rules.game_over)
                return
        state.enter(rules.draw_folly)

    def draw_cards(self, state: MerryWayState) -> None:
        """Let everybody draw a resource card, from the Leader on."""
        state.game.draw_resource.hand_out(state, state.leader, 1, FOR_NEW_ROUND)

    def next_card(self, state: MerryWayState) -> None:
        """Let the next seat draw; after the last seat, move the Leader marker and test whether the game ends."""
        seat = state.after(state.seat)
        if seat != state.leader:
            state.game.draw_resource.hand_out(state, seat, 1, FOR_NEW_ROUND)
            return
        rules = state.game
        state.leader = state.after(state.leader)
        state.seat = NONE
        if state.listener is not None:
            state.tell(LEADER_CHANGES, state.leader)
            state.tell(PROFITS, round=state.round, profits=tuple(state.profit))
        if self.target_reached(state):
            if state.listener is not None:
                clause = "MW-RULING-48" if "target" in rules.options.changed() else "MW-GOAL-3"
                state.tell(TARGET_REACHED, target=rules.target, clause=clause)
            state.enter(rules.game_over)
        elif state.round >= rules.max_rounds:
            if state.listener is not None:
                state.tell(LAST_ROUND, round=state.round)
            state.enter(rules.game_over)
        else:
            self.next_round(state)

    def target_reached(self, state: MerryWayState) -> bool:
        """Return whether somebody has enough profit to end the game (MW-WIN-1)."""
        return max(state.profit) >= state.game.target

    def next_round(self, state: MerryWayState) -> None:
        """Begin the next round with the Work phase (MW-ROUND-1)."""
        state.round += 1
        state.seat = state.leader
        if state.listener is not None:
            state.tell(ROUND_BEGINS, round=state.round)
        state.enter(state.game.choose_card)

    def misfits(self, state: MerryWayState) -> list[str]:
        """Return the fault of any position in this phase: the phase never waits."""
        return ["Nothing is ever decided at the end of a round, so no position stands there."]
