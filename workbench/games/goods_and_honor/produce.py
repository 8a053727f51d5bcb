"""Produce Goods."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import mypyc_attr

from workbench.core.errors import Reason
from workbench.games.goods_and_honor.components import (
    CELLS,
    DECLINE,
    FIRST_GOOD,
    GOOD_NAMES,
    GOODS,
    ITEMS,
    SEATS,
    TAKE,
    TYPES,
)
from workbench.games.goods_and_honor.phase import GoodsPhase, counted, listed
from workbench.games.goods_and_honor.state import GOODS_GONE, GoodsAndHonorState
from workbench.games.goods_and_honor.turn import after_producing

if TYPE_CHECKING:
    from mypy_extensions import i64

    from workbench.games.goods_and_honor.game import GoodsAndHonor


@mypyc_attr(allow_interpreted_subclasses=True)
class Produce(GoodsPhase):
    """Phase 1: the work sections give Goods, and the last token may end the game."""

    name: ClassVar[str] = "produce"
    title: ClassVar[str] = "Produce Goods"
    clauses: ClassVar[tuple[str, ...]] = (
        "GH-PRODUCE-10",
        "GH-PRODUCE-2",
        "GH-PRODUCE-6",
        "GH-PRODUCE-8",
        "GH-END-1",
    )
    group: ClassVar[str] = "Production"
    asked: ClassVar[frozenset[str]] = frozenset(["points", "yields"])
    after_duels: ClassVar[bool] = True

    def begin(self, state: GoodsAndHonorState) -> None:
        """Produce; only where it may be declined is anybody asked (GH-RULING-6)."""
        if state.rules.may_decline and self.anything(state):
            self.ask(state, state.active)
        else:
            self.apply(state, TAKE)

    def points(self, state: GoodsAndHonorState, seat: i64, section: i64) -> i64:
        """The points of a work section, without what is left over from earlier (GH-PRODUCE-1, GH-PRODUCE-2).

        Args:
            state: any position.
            seat: whose mat.
            section: 0..2.
        """
        rules = state.rules
        table, mats = rules.points_table, state.mats
        base = seat * CELLS + section * TYPES
        plains: i64 = mats[base]
        woods: i64 = mats[base + 1]
        ridge: i64 = mats[base + 2]
        sentry: i64 = mats[base + 3]
        found: i64 = (
            plains * table[section]
            + woods * table[GOODS + section]
            + ridge * table[2 * GOODS + section]
            + sentry * table[3 * GOODS + section]
        )
        if rules.pawns_on and state.pawns[seat] == section:
            # GH-PAWN-3, GH-PAWN-4, GH-RULING-42
            if rules.pawn_bonus == "per_folk":
                found += plains + woods + ridge + sentry
            elif rules.pawn_bonus == "home_folk_only":
                found += mats[base + section]
            elif plains + woods + ridge + sentry > 0:
                found += 1
        return found

    def yields(self, state: GoodsAndHonorState, seat: i64) -> tuple[int, ...]:
        """The tokens a mat yields, before the middle is looked at (GH-PRODUCE-6)."""
        carry, each = state.carry, state.rules.points_per_good
        base = seat * GOODS
        return tuple([int((self.points(state, seat, good) + carry[base + good]) // each) for good in range(GOODS)])

    def anything(self, state: GoodsAndHonorState) -> bool:
        """Whether the active player would take a token."""
        yields, supply = self.yields(state, state.active), state.supply
        for good in range(GOODS):
            if yields[good] and supply[good] and (yields[good] <= supply[good] or not state.rules.none_if_short):
                return True
        return False

    def legal(self, state: GoodsAndHonorState) -> tuple[int, ...]:
        """To take what the mat yields; to decline, where that is allowed and anything would be taken."""
        if state.rules.may_decline and self.anything(state):
            return (TAKE, DECLINE)
        return (TAKE,)

    def apply(self, state: GoodsAndHonorState, action: i64) -> None:
        """Take the tokens, test for the end (GH-END-1), go on."""
        if self.produce(state, state.active, action == TAKE, False):
            self.end(state)
        else:
            after_producing(state)

    def produce(self, state: GoodsAndHonorState, seat: i64, takes: bool, from_box: bool) -> bool:
        """One Produce phase of a seat.

        Args:
            state: any position; it is changed.
            seat: who produces.
            takes: whether the tokens are taken, not declined.
            from_box: whether they come from an unlimited supply and not from the middle (GH-RULING-10).

        Returns:
            whether the end of the game is reached.
        """
        rules = state.rules
        listener = state.listener
        yields = self.yields(state, seat)
        took = False
        emptied = False
        for good in range(GOODS):
            tokens: i64 = yields[good]
            if listener is not None or rules.carries:
                points = self.points(state, seat, good)
                if listener is not None:
                    self.tell_points(state, seat, good, points)
                if rules.carries:
                    # kept as if everything due had been taken, whatever the middle holds
                    place = seat * GOODS + good
                    state.carry[place] = int(state.carry[place] + points - tokens * rules.points_per_good)
            if not takes or tokens == 0 or (emptied and rules.fixed_order):
                continue
            if not from_box:
                there: i64 = state.supply[good]
                short = tokens - there
                if short > 0:
                    tokens = 0 if rules.none_if_short else there
                    if listener is not None:
                        self.tell_short(state, seat, good, short)
                state.supply[good] = int(there - tokens)
                emptied = emptied or (tokens > 0 and there == tokens)
            if tokens > 0:
                took = True
                state.stashes[seat * ITEMS + FIRST_GOOD + good] += int(tokens)
                if listener is not None:
                    state.tell("GH-PRODUCE-8", f"{SEATS[seat]} takes {tokens} {GOOD_NAMES[good]}.", int(seat))
        if took and not from_box:
            state.last_take = state.turn
        if not emptied or rules.any_type:
            return emptied
        if state.supply[0] + state.supply[1] + state.supply[2] == 0:
            return True
        if listener is not None:
            state.tell("GH-END-4", "A type has run out, but other tokens are left: the game goes on.")
        return False

    def end(self, state: GoodsAndHonorState) -> None:
        """The last token is taken: the game ends, at once or after the round's missing Produce phases (GH-RULING-10)."""
        rules = state.rules
        if state.listener is not None:
            if rules.any_type:
                state.tell("GH-RULING-8", "A type of Goods has run out: the game ends.")
            else:
                state.tell("GH-END-1", "The last token has left the middle: the game ends.")
        if rules.fair_end:
            seat = (state.active + 1) % rules.players
            while seat != state.first:
                if state.listener is not None:
                    state.tell("GH-RULING-10", f"{SEATS[seat]} had a Produce phase less: it follows now, from the box.")
                self.produce(state, seat, True, True)
                seat = (seat + 1) % rules.players
        elif state.listener is not None:
            state.tell("GH-END-3", "The end is immediate; nobody has a further turn.")
        rules.game_over.finish(state, GOODS_GONE)

    # -- in words ------------------------------------------------------------------------------------------------------

    def tell_points(self, state: GoodsAndHonorState, seat: i64, good: i64, points: i64) -> None:
        """Tell the points of a section, and what becomes of those that make no token."""
        rules = state.rules
        if points == 0:
            return
        who = int(seat)
        state.tell("GH-PRODUCE-2", f"{GOOD_NAMES[good]} of {SEATS[seat]}: {counted(int(points), 'point')}.", who)
        base = seat * CELLS + good * TYPES
        home = state.mats[base + good] > 0
        others = sum(state.mats[base : base + TYPES - 1]) - state.mats[base + good]
        if home:
            state.tell("GH-PRODUCE-3", f"Folks at home count {rules.points_table[good * GOODS + good]} each.", who)
        if others > 0:
            state.tell("GH-PRODUCE-4", "Folks away from home count as the production table says.", who)
        if state.mats[base + TYPES - 1]:
            state.tell("GH-PRODUCE-5", f"A Sentryfolk counts {rules.points_table[3 * GOODS + good]}.", who)
        if rules.pawns_on and state.pawns[seat] == good:
            state.tell("GH-PAWN-3", "The Elder Pawn adds to its section.", who)
        if points % rules.points_per_good:
            if rules.carries:
                state.tell("GH-RULING-3", "Points that make no token stay with the section.", who)
            else:
                state.tell("GH-PRODUCE-7", f"Left over: {counted(int(points % rules.points_per_good), 'point')}.", who)

    def tell_short(self, state: GoodsAndHonorState, seat: i64, good: i64, short: i64) -> None:
        """Tell how many tokens are missing."""
        if state.rules.none_if_short:
            state.tell("GH-RULING-7", f"The middle is {short} {GOOD_NAMES[good]} short, so none are taken.", int(seat))
        else:
            state.tell("GH-PRODUCE-9", f"The middle is {short} {GOOD_NAMES[good]} short.", int(seat))

    def question(self, state: GoodsAndHonorState) -> str:
        """What the mat yields."""
        yields = self.yields(state, state.active)
        what = listed([f"{yields[good]} {GOOD_NAMES[good]}" for good in range(GOODS) if yields[good]])
        return f"Your mat yields {what}; the middle holds {'/'.join(map(str, state.supply))}."

    def words(self, state: GoodsAndHonorState, action: int) -> str:
        """Take, or decline."""
        if action == TAKE:
            return "take what the mat yields"
        return "take nothing" if action == DECLINE else super().words(state, action)

    def clauses_now(self, state: GoodsAndHonorState) -> tuple[str, ...]:
        """Also those of the pawn, and who does not produce."""
        found = (*self.clauses, "GH-PRODUCE-1")
        return (*found, "GH-PAWN-3", "GH-PAWN-4") if state.rules.pawns_on else found

    def reason(self, state: GoodsAndHonorState, action: int) -> Reason | None:
        """Why production cannot be declined."""
        if action != DECLINE:
            return None
        if not state.rules.may_decline:
            return Reason("GH-PRODUCE-10", "Everything the mat yields must be taken.")
        return Reason("GH-RULING-6", "Nothing would be taken, so there is nothing to decline.")

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def placing(self, rules: GoodsAndHonor) -> bool:
        """Where a turn ends with producing, workers have just been assigned."""
        return rules.trade_first

    def turn_misfits(self, state: GoodsAndHonorState) -> list[str]:
        """What has been taken was taken in an earlier turn."""
        found = super().turn_misfits(state)
        if state.last_take and state.turn == 1:
            found.append("Tokens have been taken, so this is not the beginning of turn 1.")
        return found

    def speakers(self, state: GoodsAndHonorState) -> list[int]:
        """Where a turn begins with producing, nobody has spoken."""
        return super().speakers(state) if state.rules.trade_first else []
