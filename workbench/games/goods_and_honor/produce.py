"""Produce Goods."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.words import listed
from workbench.games.goods_and_honor.components import (
    CELLS,
    DECLINE,
    FIRST_GOOD,
    GOOD_NAMES,
    GOODS,
    ITEMS,
    TAKE,
    TYPES,
)
from workbench.games.goods_and_honor.phase import GoodsPhase
from workbench.games.goods_and_honor.state import GOODS_GONE, GoodsAndHonorState

if TYPE_CHECKING:
    from workbench.core.types import Action, Number, Seat
    from workbench.games.goods_and_honor.game import GoodsAndHonor
    from workbench.games.goods_and_honor.types import Good, Section

POINTS: Final = Kind("points", "GH-PRODUCE-2", "{seat:seat}'s {good:section} makes {points:point}.")
AT_HOME: Final = Kind("at_home", ("GH-PRODUCE-3", "GH-RULING-1"), "Folks at home count {each} each.")
AWAY: Final = Kind(
    "away_from_home", ("GH-PRODUCE-4", "GH-RULING-1"), "Folks away from home count as the production table says."
)
SENTRIES: Final = Kind("sentries", ("GH-PRODUCE-5", "GH-RULING-1", "GH-RULING-2"), "A Sentryfolk counts {each}.")
PAWN_ADDS: Final = Kind("pawn_adds", ("GH-PAWN-3", "GH-RULING-42"), "The Elder Pawn adds to its section.")
POINTS_LOST: Final = Kind("points_lost", "GH-PRODUCE-7", "Left over: {points:point}.")
POINTS_KEPT: Final = Kind("points_kept", "GH-RULING-3", "Points that make no token stay with the section.")
SHORT: Final = Kind("short", "GH-PRODUCE-9", "The middle is {short} {good:section} short.")
NONE_IF_SHORT: Final = Kind(
    "none_if_short", "GH-RULING-7", "The middle is {short} {good:section} short, so none are taken."
)
TAKES: Final = Kind("takes", ("GH-PRODUCE-8", "GH-RULING-10"), "{seat:seat} takes {number} {good:section}.")
DECLINES: Final = Kind("declines", "GH-RULING-6", "{seat:seat} takes nothing.")
CUT_OFF: Final = Kind(
    "cut_off", "GH-RULING-9", "A pile is used up, so {seat:seat} goes without {number} {good:section}."
)
GOES_ON: Final = Kind("goes_on", "GH-END-4", "A type has run out, but other tokens are left: the game goes on.")
LAST_TOKEN: Final = Kind("last_token", "GH-END-1", "The last token has left the middle: the game ends.")
LAST_OF_A_TYPE: Final = Kind("last_of_a_type", "GH-RULING-8", "A type of Goods has run out: the game ends.")
ONCE_MORE: Final = Kind(
    "produces_once_more", "GH-RULING-10", "{seat:seat} has produced once less than the others, and does so now, from the box."
)
AT_ONCE: Final = Kind("ends_at_once", ("GH-END-3", "GH-HOUSE-7"), "The end is immediate; nobody has a further turn.")


class Produce(GoodsPhase):
    """Phase 1: the work sections give Goods, and taking the last token may end the game."""

    name: ClassVar[str] = "produce"
    title: ClassVar[str] = "Produce Goods"
    clauses: ClassVar[tuple[str, ...]] = (
        *("GH-PRODUCE-10", "GH-PRODUCE-2", "GH-PRODUCE-6", "GH-PRODUCE-8", "GH-END-1", "GH-PRODUCE-1"),
    )
    allows: ClassVar[Mapping[str, str]] = {"take": "GH-RULING-6", "decline": "GH-RULING-6"}
    group: ClassVar[str] = "Production"
    asked: ClassVar[frozenset[str]] = frozenset(["points", "yields"])
    after_duels: ClassVar[bool] = True

    def begin(self, state: GoodsAndHonorState) -> None:
        """Produce; ask the player only if they may decline (GH-RULING-6)."""
        if not state.game.production_mandatory and self.anything(state):
            self.ask(state, state.active)
        else:
            self.apply(state, TAKE)

    def points(self, state: GoodsAndHonorState, seat: Seat, section: Section) -> Number:
        """Return the points of a work section, without earlier remainders (GH-PRODUCE-1, GH-PRODUCE-2).

        Args:
            state: any position.
            seat: whose mat.
            section: 0..2.
        """
        rules = state.game
        table, mats = rules.points_table, state.mats
        base = seat * CELLS + section * TYPES
        plains: Number = mats[base]
        woods: Number = mats[base + 1]
        ridge: Number = mats[base + 2]
        sentry: Number = mats[base + 3]
        found: Number = (
            plains * table[section]
            + woods * table[GOODS + section]
            + ridge * table[2 * GOODS + section]
            + sentry * table[3 * GOODS + section]
        )
        if rules.elder_pawns_on and state.pawns[seat] == section:
            # GH-PAWN-3, GH-PAWN-4, GH-RULING-42
            if rules.pawn_bonus == "per_folk":
                found += plains + woods + ridge + sentry
            elif rules.pawn_bonus == "home_folk_only":
                found += mats[base + section]
            elif plains + woods + ridge + sentry > 0:
                found += 1
        return found

    def yields(self, state: GoodsAndHonorState, seat: Seat) -> tuple[int, ...]:
        """Return the tokens a mat yields, before the middle limits them (GH-PRODUCE-6)."""
        carry, each = state.carry, state.game.points_per_good
        base = seat * GOODS
        return tuple([(self.points(state, seat, good) + carry[base + good]) // each for good in range(GOODS)])

    def anything(self, state: GoodsAndHonorState) -> bool:
        """Return whether the active player would take a token."""
        yields, supply = self.yields(state, state.active), state.supply
        for good in range(GOODS):
            if yields[good] and supply[good] and (yields[good] <= supply[good] or not state.game.shortage_none_if_short):
                return True
        return False

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """Offer to take what the mat yields; and to decline, if that is allowed and anything would be taken."""
        if not state.game.production_mandatory and self.anything(state):
            return (TAKE, DECLINE)
        return (TAKE,)

    def apply(self, state: GoodsAndHonorState, action: Action) -> None:
        """Take the tokens, test for the end (GH-END-1), and go on."""
        if self.produce(state, state.active, action == TAKE, False):
            self.end(state)
        elif state.game.phase_order_trade_first:
            self.end_turn(state)
        else:
            state.enter(state.game.draw)

    def produce(self, state: GoodsAndHonorState, seat: Seat, takes: bool, from_box: bool) -> bool:
        """Carry out one Produce phase of a seat.

        Args:
            state: any position; it is changed.
            seat: the seat that produces.
            takes: whether the seat takes the tokens rather than declining.
            from_box: whether they come from an unlimited supply instead of the middle (GH-RULING-10).

        Returns:
            whether the end of the game is reached.
        """
        rules = state.game
        listener = state.listener
        yields = self.yields(state, seat)
        took = False
        emptied = False
        for good in range(GOODS):
            tokens: Number = yields[good]
            if listener is not None or rules.remainder_carried:
                points = self.points(state, seat, good)
                if rules.remainder_carried:
                    # keep the points as if the seat had taken every token due, whatever the middle holds
                    place = seat * GOODS + good
                    state.carry[place] += points - tokens * rules.points_per_good
                if listener is not None:
                    self.tell_points(state, seat, good, points)
            if not takes or tokens == 0:
                continue
            if emptied and rules.any_type_take_fixed_order:
                if listener is not None:
                    state.tell(CUT_OFF, seat, good=good, number=tokens)
                continue
            if not from_box:
                there: Number = state.supply[good]
                short = tokens - there
                if short > 0:
                    tokens = 0 if rules.shortage_none_if_short else there
                    if listener is not None:
                        self.tell_short(state, seat, good, short)
                state.supply[good] = there - tokens
                emptied = emptied or (tokens > 0 and there == tokens)
            if tokens > 0:
                took = True
                state.stashes[seat * ITEMS + FIRST_GOOD + good] += tokens
                if listener is not None:
                    state.tell(
                        TAKES, seat, good=good, number=tokens, clause="GH-RULING-10" if from_box else "GH-PRODUCE-8"
                    )
        if listener is not None and not takes:
            state.tell(DECLINES, seat)
        if took and not from_box:
            state.last_take = state.turn
        if not emptied or rules.end_trigger_any_type:
            return emptied
        if state.supply[0] + state.supply[1] + state.supply[2] == 0:
            return True
        if listener is not None:
            state.tell(GOES_ON)
        return False

    def end(self, state: GoodsAndHonorState) -> None:
        """End the game at the last token, at once or after the round's missing Produce phases (GH-RULING-10)."""
        rules = state.game
        if state.listener is not None:
            state.tell(LAST_OF_A_TYPE if rules.end_trigger_any_type else LAST_TOKEN)
        if rules.end_timing_finish_round:
            seat = (state.active + 1) % rules.players
            while seat != state.first:
                if state.listener is not None:
                    state.tell(ONCE_MORE, seat)
                self.produce(state, seat, True, True)
                seat = (seat + 1) % rules.players
        elif state.listener is not None:
            state.tell(AT_ONCE, clause=rules.in_force("GH-END-3"))
        rules.game_over.finish(state, GOODS_GONE)

    # -- in words ------------------------------------------------------------------------------------------------------

    def tell_points(self, state: GoodsAndHonorState, seat: Seat, good: Good, points: Number) -> None:
        """Announce the points of a section, and what happens to those that make no token."""
        rules = state.game
        if points == 0:
            return
        state.tell(POINTS, seat, good=good, points=points)
        base = seat * CELLS + good * TYPES
        home = state.mats[base + good] > 0
        others = sum(state.mats[base : base + TYPES - 1]) - state.mats[base + good]
        sentries = state.mats[base + TYPES - 1]
        table = rules.points_table
        if home:
            clause = rules.in_force("GH-PRODUCE-3")
            state.tell(AT_HOME, seat, good=good, each=table[good * GOODS + good], clause=clause)
        if others > 0:
            state.tell(AWAY, seat, good=good, clause=rules.in_force("GH-PRODUCE-4"))
        if sentries:
            clause = rules.in_force("GH-PRODUCE-5")
            state.tell(SENTRIES, seat, good=good, each=table[3 * GOODS + good], clause=clause)
        if rules.elder_pawns_on and state.pawns[seat] == good:
            if home or rules.pawn_bonus != "home_folk_only":
                state.tell(PAWN_ADDS, seat, good=good, clause=rules.in_force("GH-PAWN-3"))
        if rules.remainder_carried:
            if state.carry[seat * GOODS + good]:
                state.tell(POINTS_KEPT, seat, good=good, points=state.carry[seat * GOODS + good])
        elif points % rules.points_per_good:
            state.tell(POINTS_LOST, seat, good=good, points=points % rules.points_per_good)

    def tell_short(self, state: GoodsAndHonorState, seat: Seat, good: Good, short: Number) -> None:
        """Announce how many tokens are missing."""
        state.tell(NONE_IF_SHORT if state.game.shortage_none_if_short else SHORT, seat, good=good, short=short)

    def question(self, state: GoodsAndHonorState) -> str:
        yields = self.yields(state, state.active)
        what = listed([f"{yields[good]} {GOOD_NAMES[good]}" for good in range(GOODS) if yields[good]], "nothing")
        return f"Your mat yields {what}; the middle holds {'/'.join(map(str, state.supply))}."

    def words(self, state: GoodsAndHonorState, action: int) -> str:
        if action == TAKE:
            return "take what the mat yields"
        return "take nothing" if action == DECLINE else super().words(state, action)

    def clauses_now(self, state: GoodsAndHonorState) -> tuple[str, ...]:
        """Add the clauses of the pawn."""
        found = super().clauses_now(state)
        return (*found, state.game.in_force("GH-PAWN-3"), "GH-PAWN-4") if state.game.elder_pawns_on else found

    def against(self, state: GoodsAndHonorState, action: int) -> Reason | None:
        """Refuse to decline where production is mandatory, or where nothing would be taken."""
        if action == TAKE or (not state.game.production_mandatory and self.anything(state)):
            return None
        idle = Reason("GH-RULING-6", "Nothing would be taken, so there is nothing to decline.")
        return self.not_part(state, action) or idle

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def placing(self, rules: GoodsAndHonor) -> bool:
        """Return whether turns end with producing, and workers have therefore just been assigned."""
        return rules.phase_order_trade_first

    def turn_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """Check that everything taken was taken in an earlier turn."""
        found = super().turn_misfits(state)
        if state.last_take and state.turn == 1:
            found.append("Tokens have been taken, so this is not the beginning of turn 1.")
        return found

    def speakers(self, state: GoodsAndHonorState) -> list[int]:
        """Return nobody if turns begin with producing."""
        return super().speakers(state) if state.game.phase_order_trade_first else []
