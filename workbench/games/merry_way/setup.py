"""Set-up: choose the Leader, deal the first hands and fill the line-up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Final

from workbench.core.events import Kind
from workbench.core.state import CHANCE
from workbench.core.words import listed
from workbench.games.merry_way.cards import LINE_UP, NONE
from workbench.games.merry_way.components import FIRST_LEADER, FIRST_ROADS, MERCHANTS
from workbench.games.merry_way.draw import FIRST_CARDS, FIRST_HAND, FOLLY_LAID
from workbench.games.merry_way.phase import MerryWayPhase
from workbench.games.merry_way.state import MerryWayState

if TYPE_CHECKING:
    from workbench.core.types import Action, Seat

TRAIL_LAID: Final = Kind("trail_laid", "MW-SETUP-1", "The trail runs between Werchesope and Nottingham.")
STAND: Final = Kind("stand", ("MW-SETUP-2", "MW-SETUP-3"), "{travellers:travellers} stand in {town:town}.")
DECKS_SHUFFLED: Final = Kind("decks_shuffled", "MW-SETUP-4", "The three decks are shuffled.")
PLAYERS_EQUIPPED: Final = Kind(
    "players_equipped", "MW-SETUP-8", "Each player starts with {each} of each resource and {tokens:claim tokens}."
)
SUPPLY_LAID: Final = Kind("supply_laid", ("MW-SETUP-9", "MW-RULING-13"), "The supply holds {each} of each resource.")
REST_LEAVES: Final = Kind("rest_leaves", "MW-SETUP-10", "All other resource tokens leave the game.")
PROFIT_GIVEN: Final = Kind("profit_given", "MW-SETUP-11", "Each player starts with {profit} profit.")
ONE_TRAIL: Final = Kind("one_trail", "MW-RULING-1", "One trail serves both directions.")
COLUMNS: Final = Kind("columns", "MW-RULING-2", "On each side of a section {columns} clearings lie next to the trail.")
ROWS: Final = Kind("rows", "MW-RULING-4", "Row {rows} is the furthest from the trail in which cards may lie.")
FIRST_LEADS: Final = Kind("first_leads", ("MW-SETUP-12", "MW-CHANCE-4"), "{seat:seat} takes the Leader marker.")
LINE_UP_COMPLETE: Final = Kind(
    "line_up_complete", "MW-SETUP-6", f"{listed(MERCHANTS)} stand between cards that all show their red side."
)


class SetUp(MerryWayPhase):
    """Everything is put in its place; each seat is dealt its hand, then the line-up is filled."""

    name: ClassVar[str] = "set_up"
    title: ClassVar[str] = "Set-up"
    clauses: ClassVar[tuple[str, ...]] = ("MW-CHANCE-4", "MW-RULING-40")
    allows: ClassVar[Mapping[str, str]] = {"leader": "MW-CHANCE-4"}
    group: ClassVar[str] = "Leader"
    by_chance: ClassVar[bool] = True
    has_turn: ClassVar[bool] = False

    def begin(self, state: MerryWayState) -> None:
        """Lay everything out; then choose the Leader, by lot if the option says so."""
        if state.listener is not None:
            self.report(state)
        if state.game.first_leader_random:
            state.to_move = CHANCE
        else:
            self.lead(state, 0)

    def report(self, state: MerryWayState) -> None:
        """Tell what lies where."""
        rules = state.game
        state.tell(TRAIL_LAID)
        changed = rules.options.changed()
        if "trail_model" in changed:
            state.tell(ONE_TRAIL)
        if "columns_per_section" in changed:
            state.tell(COLUMNS, columns=changed["columns_per_section"])
        if "max_row" in changed:
            state.tell(ROWS, rows=changed["max_row"])
        for town, clause in ((1, "MW-SETUP-2"), (0, "MW-SETUP-3")):
            there = tuple([one for one in range(len(MERCHANTS)) if FIRST_ROADS[one] != town])
            state.tell(STAND, clause=clause, travellers=there, town=town)
        state.tell(DECKS_SHUFFLED)
        state.tell(PLAYERS_EQUIPPED, each=rules.starting_resources, tokens=rules.claim_tokens)
        less = rules.options["start_from_supply"] == "yes"
        state.tell(SUPPLY_LAID, clause="MW-RULING-13" if less else "MW-SETUP-9", each=state.supply[0])
        state.tell(REST_LEAVES)
        state.tell(PROFIT_GIVEN, profit=rules.starting_profit)

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Return the legal outcomes: any seat may be the first Leader."""
        return tuple(range(FIRST_LEADER, FIRST_LEADER + state.game.players))

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Give the Leader marker to the seat drawn by lot."""
        self.lead(state, action - FIRST_LEADER)

    def lead(self, state: MerryWayState, seat: Seat) -> None:
        """Give a seat the Leader marker; then deal the cards, from seat 0 on."""
        rules = state.game
        state.leader = seat
        if state.listener is not None:
            state.tell(FIRST_LEADS, seat, clause="MW-CHANCE-4" if rules.first_leader_random else "MW-SETUP-12")
        rules.draw_scheme.hand_out(state, 0, rules.starting_scheme_cards, FIRST_HAND)

    def deal_resources(self, state: MerryWayState) -> None:
        """Deal the same seat its resource cards."""
        state.game.draw_resource.hand_out(state, state.seat, state.game.starting_resource_cards, FIRST_CARDS)

    def deal_next(self, state: MerryWayState) -> None:
        """Deal the next seat its cards; after the last seat, fill the line-up."""
        rules = state.game
        seat = state.seat + 1
        if seat < rules.seats:
            rules.draw_scheme.hand_out(state, seat, rules.starting_scheme_cards, FIRST_HAND)
            return
        state.seat = NONE
        if state.listener is not None:
            for place in range(LINE_UP):
                if state.line_up[place] != NONE:
                    state.tell(FOLLY_LAID, clause="MW-HOUSE-14", place=place, card=rules.public_folly(state, place))
        state.enter(rules.draw_folly)

    def finish(self, state: MerryWayState) -> None:
        """Begin the first round, once the line-up is complete."""
        if state.listener is not None:
            state.tell(LINE_UP_COMPLETE)
        state.game.end_of_round.next_round(state)

    def question(self, state: MerryWayState) -> str:
        return "Who takes the Leader marker?"

    def in_setup(self, state: MerryWayState) -> bool:
        return True
