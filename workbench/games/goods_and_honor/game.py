"""For Goods and Honor: the rules with their options fixed, and the phases in place."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from workbench.core.errors import OptionError
from workbench.core.game import Bounds, Game, half_for_winning
from workbench.core.options import Option
from workbench.core.phase import Phase, phases_in
from workbench.core.player import Player
from workbench.core.state import State
from workbench.games.goods_and_honor import assign, award, bids, draw, duel, end, nastigans, pawns, produce, setup, talk
from workbench.games.goods_and_honor.components import (
    ELDERS,
    FIRST_GOOD,
    FIRST_SAY,
    GOODS,
    ITEMS,
    NONE,
    SAY_NOTHING,
    SEATS,
    SENTRYFOLK,
    TYPE_NAMES,
    TYPES,
    symbols,
)
from workbench.games.goods_and_honor.draw import FOLKS_DRAWN
from workbench.games.goods_and_honor.options import OPTIONS, OWN_CHIPS, in_their_place
from workbench.games.goods_and_honor.state import (
    BAG_SHORT,
    CAPPED,
    STALLED,
    GoodsAndHonorState,
)
from workbench.games.goods_and_honor.strategy import STRATEGIES
from workbench.games.goods_and_honor.words import fact_in_words

if TYPE_CHECKING:
    from workbench.games.goods_and_honor.assign import Assign, Place
    from workbench.games.goods_and_honor.award import Award, GiftPlace, Receiver
    from workbench.games.goods_and_honor.bids import Bid
    from workbench.games.goods_and_honor.draw import Draw, Keep, OneFolk
    from workbench.games.goods_and_honor.duel import Duel, Roll
    from workbench.games.goods_and_honor.end import GameOver
    from workbench.games.goods_and_honor.nastigans import Defend
    from workbench.games.goods_and_honor.pawns import MovePawn, SetupPawn
    from workbench.games.goods_and_honor.produce import Produce
    from workbench.games.goods_and_honor.setup import FirstPlayer, SetupDraw, SetupPlace
    from workbench.games.goods_and_honor.talk import Reply, Talk

PHASES = phases_in(
    setup.SetupDraw, setup.SetupPlace, pawns.SetupPawn, setup, produce, draw, talk, bids, award, nastigans,
    duel, assign, pawns, end,
)

MOST_ROLLS: Final = 30
"""The most rolls of a duel that bounds count; a duel takes more than that once in 10 to the 22 times."""
HOME_POINTS: Final = {"home2_else1": (2, 1), "flat1": (1, 1), "home3_else1": (3, 1)}
"""The points of a Folk at home and elsewhere, for the named production tables (GH-RULING-1)."""


class GoodsAndHonor(Game):
    """The rules of For Goods and Honor with their options fixed.

    The attributes below repeat options in the form the rules path reads them.
    """

    name: ClassVar[str] = "goods_and_honor"
    title: ClassVar[str] = "For Goods and Honor"
    folder: ClassVar[Path] = Path(__file__).parent
    player_counts: ClassVar[tuple[int, ...]] = (3, 4, 5, 6)  # GH-META-1
    option_table: ClassVar[tuple[Option, ...]] = OPTIONS
    symbols: ClassVar[tuple[str, ...]] = symbols()
    state_kind: ClassVar[type[State]] = GoodsAndHonorState
    strategies: ClassVar[Mapping[str, type[Player]]] = STRATEGIES
    reference_player: ClassVar[str] = "balanced_elder"
    rated_opponents: ClassVar[bool] = True  # weak bidders in the playouts made it bid badly against hagglers
    phase_kinds: ClassVar[tuple[type[Phase[Any]], ...]] = PHASES
    setup_draw: SetupDraw
    setup_place: SetupPlace
    setup_pawn: SetupPawn
    first_player: FirstPlayer
    produce: Produce
    draw: Draw
    one_folk: OneFolk
    keep: Keep
    talk: Talk
    reply: Reply
    bid: Bid
    award: Award
    receiver: Receiver
    gift_place: GiftPlace
    defend: Defend
    roll: Roll
    duel: Duel
    assign: Assign
    place: Place
    move_pawn: MovePawn
    game_over: GameOver

    def read_options(self) -> None:
        values = self.options
        # production
        self.elder_pawns_on: bool = values["elder_pawns"] == "on"
        self.pawn_bonus: str = values["pawn_bonus"]
        self.points_table: tuple[int, ...] = self.production_table()
        self.points_per_good: int = values["points_per_good"]
        self.remainder_carried: bool = values["remainder"] == "carry"
        self.production_mandatory: bool = values["production_mandatory"] == "yes"
        self.shortage_none_if_short: bool = values["shortage"] == "none_if_short"
        self.goods_per_player_in_all: int = values["goods_per_player"] * self.players
        # the end
        self.end_trigger_any_type: bool = values["end_trigger"] == "any_type"
        self.any_type_take_fixed_order: bool = self.end_trigger_any_type and values["any_type_take"] == "fixed_order"
        self.end_timing_finish_round: bool = values["end_timing"] == "finish_round_from_box"
        self.stall_rounds_in_turns: int = values["stall_rounds"] * self.players
        limits = [limit for limit in (values["max_rounds"] * self.players, values["max_turns"]) if limit]
        self.last_turn: int = min(limits, default=0)
        self.tie_break: str = values["tie_break"]
        self.own_chips_score: int = values["own_chips_score"]
        self.set_points: int = values["set_points"]
        self.single_points: int = values["single_points"]
        # the bag
        self.nastigans: int = values["nastigans"]
        self.folks_each: int = values["folks_each"]
        self.folks_given: int = values["folks_given"]
        self.folks_drawn: int = values["folks_drawn"]
        self.bag_short: str = values["bag_short"]
        self.keep_timing_after_bids: bool = values["keep_timing"] == "after_bids"
        # talk, bids and award
        self.talk_on: bool = values["talk"] != "off"
        self.replies_on: bool = values["talk"] == "request_reply"
        chips = values["chips_per_player"]
        self.chips_per_player: int = 5 * (self.players - 1) if chips == OWN_CHIPS else chips
        self.empty_bidder_may_be_given: bool = values["empty_bidder"] == "may_be_given"
        self.no_bidder: str = values["no_bidder"]
        self.bid_items: tuple[tuple[int, ...], ...] = tuple([self.items_of(seat) for seat in range(self.players)])
        self.statements: tuple[int, ...] = (
            SAY_NOTHING,
            *[FIRST_SAY + item for item in range(ITEMS) if item < self.players or item >= FIRST_GOOD],
        )
        self.bid_max: int = values["bid_max"]
        self.most_items: bool = values["award"] == "most_items"
        self.random_award: bool = values["award"] == "random"
        self.bid_mode_open: bool = values["bid_mode"] == "open_clockwise"
        self.losing_bids_unseen: bool = values["losing_bids"] == "returned_unseen"
        self.gift_assign_at_once: bool = values["gift_assign"] == "at_once"
        # Nastigans
        self.duel_cap: int = values["duel_cap"]
        self.new_folks_defend: bool = values["new_folks_defend"] == "yes"
        self.defender_reuse: bool = values["defender_reuse"] == "yes"
        self.duel_commit_all_first: bool = values["duel_commit"] == "all_first"
        self.guards_first: bool = values["guards_first"] == "yes"
        self.pawn_area_empty_returns: bool = values["pawn_area_empty"] == "nastigan_returns"
        self.duel_tie: str = values["duel_tie"]
        self.duel_chance_collapsed: bool = values["duel_chance"] == "collapsed"
        # mats and set-up
        self.stash_view_screens: bool = values["stash_view"] == "screens"
        self.setup_assign_simultaneous: bool = values["setup_assign"] == "simultaneous"
        first = values["first_player"]
        self.fixed_first: int = NONE if first == "random" else SEATS.index(first)
        self.must_assign: bool = values["must_assign"] == "yes"
        self.capacity: int = values["capacity"]
        self.may_rearrange: bool = values["rearrange"] == "free"
        self.placement_order_canonical: bool = values["placement_order"] == "canonical"
        self.phase_order_trade_first: bool = values["phase_order"] == "trade_first"
        self.auto_single: bool = values["auto_single"] == "on"
        self.in_their_place: dict[str, str] = in_their_place(self.options)
        self.check_options()

    def production_table(self) -> tuple[int, ...]:
        """Return each type of Folk's points in Food, Wood and Rock (GH-HOUSE-2, GH-RULING-1, GH-RULING-2)."""
        named = self.options["production_table"]
        if named == "custom":
            matrix: tuple[int, ...] = self.options["production_matrix"]
            return matrix
        home, elsewhere = HOME_POINTS[named]
        found = [home if kind == section else elsewhere for kind in range(SENTRYFOLK) for section in range(GOODS)]
        return (*found, *[self.options["sentry_points"]] * GOODS)

    def items_of(self, seat: int) -> tuple[int, ...]:
        """Return the items a seat may bid (GH-BID-3, GH-RULING-18)."""
        if self.options["bid_items"] == "own_chips_only":
            return (seat,)
        chips = range(self.players)
        return (*chips,) if self.options["bid_items"] == "chips_only" else (*chips, *range(FIRST_GOOD, ITEMS))

    def check_options(self) -> None:
        """Refuse options that do not go together (GH-HOUSE-8, GH-HOUSE-9).

        Raises:
            OptionError: two options contradict each other.
        """
        values = self.options
        if values["production_table"] != "custom" and "production_matrix" in values.changed():
            raise OptionError("The option `production_matrix` needs production_table='custom'.")
        needed = self.players * (TYPES * self.folks_given + self.folks_drawn)
        if TYPES * self.folks_each < needed or self.folks_each < self.players * self.folks_given:
            raise OptionError(
                f"folks_each={self.folks_each} is too few: {self.players} players start with {needed} Folks, "
                f"among them {self.players * self.folks_given} of each type."
            )
        if self.fixed_first >= self.players:
            raise OptionError(
                f"first_player={values['first_player']!r} does not play: there are the players "
                f"{', '.join(SEATS[: self.players])}."
            )

    def lay_out(self, state: GoodsAndHonorState) -> None:
        """Give each player the Folks that are not drawn."""
        for place in range(self.players * TYPES):
            state.in_hand[place] = self.folks_given
            state.bag[place % TYPES] -= self.folks_given

    def codes(self) -> dict[str, str]:
        """Return the letters of Folks, as positions and the board write them."""
        return {name: name[0] for name in TYPE_NAMES}

    def in_force(self, clause: str) -> str:
        """Return a clause, or the ruling that replaces it where an option has switched it off."""
        return self.in_their_place.get(clause, clause)

    def in_words(self, what: str, value: Any) -> str:
        """Put a fact of an event into words; a seat by its letter."""
        return fact_in_words(what, value) or super().in_words(what, value)

    def seat_name(self, seat: int) -> str:
        """Return the letter of a seat with its elder (GH-HOUSE-1)."""
        return f"{SEATS[seat]} ({ELDERS[seat]})"

    def seat_colour(self, seat: int) -> str:
        """Return the colour of a seat's chips (GH-HOUSE-1)."""
        from workbench.games.goods_and_honor import pieces  # pictures are off the rules path

        return pieces.SEAT_COLOURS[seat]

    def worth(self, state: State) -> tuple[float, ...]:
        """Give half for winning and half for the score as a share of the best, so every point guides a search."""
        return half_for_winning(state)

    def ending(self, state: State) -> str:
        """Return the clause that ended the game."""
        reason = self.own(state).end_reason
        if reason == STALLED:
            return "GH-HOUSE-5"
        if reason == CAPPED:
            return "GH-HOUSE-6"
        if reason == BAG_SHORT:
            return "GH-RULING-12"
        return "GH-RULING-8" if self.end_trigger_any_type else "GH-END-1"

    def most_turns(self) -> int:
        """Return the most turns a game can have; 0 if nothing limits them."""
        tokens = GOODS * self.goods_per_player_in_all
        # a stall needs a whole stretch without a token, and there are no more stretches than tokens, and one
        limits = [limit for limit in (self.last_turn, (tokens + 1) * self.stall_rounds_in_turns) if limit]
        return min(limits, default=0)

    def bounds(self) -> Bounds:
        """Return what no game of these rules can exceed, as if `MOST_ROLLS` rolls always decided a duel."""
        turns = self.most_turns()
        if not turns:
            return Bounds(total=1.0)
        players, folks = self.players, TYPES * self.folks_each
        start = TYPES * self.folks_given + self.folks_drawn
        # one choice each of: production, a single Folk or the one kept, the request, the award, the layout, the pawn
        alone = 6 + min(self.duel_cap, self.nastigans)
        together = (players - 1) * (self.bid_max + (1 if self.replies_on else 0)) + (1 if self.gift_assign_at_once else 0)
        # no seat has more Folks to place than it started with and has received in every turn since
        each = 2 if self.no_bidder == "keep_both" else 1
        placed = sum([min(folks, start + each * turn) for turn in range(1, turns + 1)])
        decisions = players * (start + 1) + turns * (alone + together) + placed
        rolls = 1 if self.duel_chance_collapsed or self.duel_tie != "reroll" else MOST_ROLLS
        drawn = FOLKS_DRAWN + self.nastigans + 1 + rolls * min(self.duel_cap, self.nastigans)
        return Bounds(decisions, players * self.folks_drawn + 1 + turns * drawn, 0.0, 1.0, 1.0)

    # -- off the rules path --------------------------------------------------------------------------------------------

    def at_rest(self, state: State) -> bool:
        """Return whether a turn is after production and before its first Folk is drawn."""
        here = self.own(state)
        drawing = here.phase is self.draw or here.phase is self.one_folk
        return drawing and not here.table_nastigans and not any(here.table_folk)

    def rollout_guard(self) -> float:
        """Return a lower number than usual for more than three players; measured with four, it wins more games (STUDIES.md)."""
        return 0.4 if self.players > 3 else super().rollout_guard()

    def facts(self, state: State) -> dict[str, int]:
        """Return which seat took the first turn, and how many turns there were."""
        end = self.own(state)
        return {"first": int(end.first), "turns": int(end.turn)}


GAME = GoodsAndHonor
