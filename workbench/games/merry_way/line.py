"""Travel: the travellers of the line-up set out, one after another, from left to right."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import mypyc_attr

from workbench.core.errors import Reason
from workbench.core.state import CHANCE
from workbench.games.merry_way.cards import (
    FOLLY_NAMES,
    GUARD,
    KIND_NAMES,
    LINE_UP,
    NONE,
    PEASANT,
    FollySide,
    folly_list,
    kind_between,
)
from workbench.games.merry_way.components import FIRST_ROADS, MERCHANTS, TIE_LEFT, TIE_RIGHT
from workbench.games.merry_way.phase import MerryWayPhase
from workbench.games.merry_way.state import Journey, MerryWayState
from workbench.games.merry_way.trail import LEFT, RIGHT, TOWNS
from workbench.games.merry_way.travel import (
    END,
    FALL,
    FIRST_STAGE,
    NOBODY,
    UNLIMITED,
    Sight,
    change_of_profit,
    next_leg,
)
from workbench.games.merry_way.words import scheme_words

if TYPE_CHECKING:
    from mypy_extensions import i64


def road_of(traveller: i64, round_number: i64) -> int:
    """The road that a traveller takes in a round: 0 to Nottingham, 1 to Werchesope (MW-LINE-4, MW-RULING-42).

    >>> [road_of(traveller, 1) for traveller in range(5)], road_of(0, 2)
    ([0, 1, 0, 1, 0], 1)
    """
    road = FIRST_ROADS[traveller]
    return road if round_number % 2 else 1 - road


def sides_of(state: MerryWayState, traveller: i64) -> tuple[FollySide, FollySide]:
    """The visible sides of the two folly cards that a traveller stands between (MW-LINE-1).

    Args:
        state: the position.
        traveller: 0..4.
    """
    return state.rules.shown_side(state, traveller), state.rules.shown_side(state, traveller + 1)


def kind_of(state: MerryWayState, traveller: i64) -> int:
    """What a traveller is: Merchant, Peasant or Guard (MW-LINE-2, MW-PEASANT-1, MW-GUARD-1, MW-RULING-30).

    Args:
        state: the position.
        traveller: 0..4.
    """
    left, right = sides_of(state, traveller)
    return kind_between(left, right, state.rules.mixed)


def follies_of(state: MerryWayState, traveller: i64) -> tuple[int, ...]:
    """The follies of a traveller in order (MW-LINE-1, MW-FOLLY-1, MW-FOLLY-2).

    Args:
        state: the position.
        traveller: 0..4.
    """
    left, right = sides_of(state, traveller)
    return folly_list(left, right)


def what_lies_open(state: MerryWayState) -> MerryWayState:
    """The position without hands, with the decks of the beginning: all that the ways of the travellers depend on."""
    rules = state.rules
    found = rules.blank()
    found.round, found.leader, found.profit = state.round, state.leader, state.profit[:]
    found.cards, found.claims, found.open_spots = state.cards, state.claims, state.open_spots
    found.roadblock, found.blue, found.open_sides = state.roadblock, state.blue, state.open_sides
    found.line_up = tuple([rules.public_folly(state, place) for place in range(LINE_UP)])
    found.traveller, found.place, found.stage = state.traveller, state.place, state.stage
    return found


def noted(state: MerryWayState) -> Journey:
    """What is noted of this Travel phase; where somebody begins to listen in the middle of it, from there on."""
    return state.journey if state.journey is not None else Journey(what_lies_open(state))


@mypyc_attr(allow_interpreted_subclasses=True)
class Travel(MerryWayPhase):
    """The travellers walk; nobody decides anything, unless ties between left and right are left to somebody."""

    name: ClassVar[str] = "travel"
    title: ClassVar[str] = "Travel"
    clauses: ClassVar[tuple[str, ...]] = ("MW-RULING-26", "MW-PATH-7", "MW-CHANCE-6")
    group: ClassVar[str] = "Sides"

    def begin(self, state: MerryWayState) -> None:
        """Red sets out first (MW-LINE-3)."""
        state.journey = None if state.listener is None else Journey(what_lies_open(state))
        self.set_out(state, 0)
        self.walk(state, NOBODY)

    def set_out(self, state: MerryWayState, traveller: i64) -> None:
        """A traveller stands at the start of its road."""
        rules = state.rules
        state.traveller = traveller
        state.place = rules.board.roads[road_of(traveller, state.round)].start
        state.stage = FIRST_STAGE
        if state.listener is not None:
            self.report_start(state, int(traveller))

    def report_start(self, state: MerryWayState, traveller: int) -> None:
        """Tell who sets out, as what, with which follies, along which road."""
        kind = kind_of(state, traveller)
        follies = ", ".join([FOLLY_NAMES[folly] for folly in follies_of(state, traveller)])
        road = road_of(traveller, state.round)
        clause = ("MW-LINE-3", "MW-PEASANT-1", "MW-GUARD-1")[kind]
        text = f"{MERCHANTS[traveller]} sets out for {TOWNS[road]} as a {KIND_NAMES[kind]}; follies: {follies}."
        state.tell(clause, text)

    def walk(self, state: MerryWayState, side: i64) -> None:
        """Let the travellers walk until somebody must break a tie, or all have arrived.

        Args:
            state: the position.
            side: the side chosen for a traveller that waits at a tie, or `NOBODY`.
        """
        rules = state.rules
        board = rules.board
        sights: list[Sight | None] = [None, None]
        while state.traveller < len(MERCHANTS):
            traveller = state.traveller
            number = road_of(traveller, state.round)
            left, right = sides_of(state, traveller)
            kind = kind_between(left, right, rules.mixed)
            follies = folly_list(left, right)
            sight = sights[number]
            if sight is None:
                road = board.roads[number]
                sight = Sight(road, rules.cards, state.cards, state.claims, state.roadblock, rules.travel_rules)
                sights[number] = sight
            while True:
                places, stage, how = next_leg(sight, follies, state.place, state.stage, side)
                if places:
                    self.enter(state, sight, places, kind, how == FALL)
                    state.place = places[len(places) - 1]
                state.stage = stage
                side = NOBODY
                if how == END:
                    break
                if how != FALL:
                    self.ask(state)
                    return
            if kind == GUARD:  # markers may be gone; travellers on a shared trail see the same board
                sights[0] = None
                sights[1] = None
            if state.listener is not None:
                self.report_arrival(state, sight)
            if traveller + 1 == len(MERCHANTS):
                break
            self.set_out(state, traveller + 1)
        state.traveller = NONE
        state.place = NONE
        state.stage = FIRST_STAGE
        state.enter(rules.end_of_round)

    def ask(self, state: MerryWayState) -> None:
        """A traveller waits at a tie: a coin or the Leader decides (MW-RULING-26)."""
        state.phase = self
        state.to_move = state.leader if state.rules.leader_breaks_ties else CHANCE

    def enter(self, state: MerryWayState, sight: Sight, places: tuple[int, ...], kind: i64, fall: bool) -> None:
        """The traveller walks on: Robbers on its way are paid, and at the end it may fall for a trap.

        Args:
            state: the position.
            sight: the road it walks on.
            places: the places it enters, in order.
            kind: what it is.
            fall: whether it falls for the trap at the last of them.
        """
        if state.listener is not None:
            names = ", ".join([sight.road.names[place] for place in places])
            state.tell("MW-PATH-1", f"{MERCHANTS[state.traveller]} walks by way of {names}.")
            legs = [(int(state.traveller), int(kind), sight.road.number, int(place)) for place in places]
            journey = noted(state)
            state.journey = replace(journey, walked=(*journey.walked, *legs))
        robbers = sight.robbers
        if robbers:
            bits = sight.road.bits
            for place in places:
                if robbers & bits[place]:
                    self.settle(state, sight.road.spot_at[place], kind, True)
        if fall:
            self.settle(state, sight.road.spot_at[places[len(places) - 1]], kind, False)

    def settle(self, state: MerryWayState, spot: i64, kind: i64, robbers: bool) -> None:
        """What a trap or Robbers' clearing brings its owner, or costs it (MW-PATH-4, MW-ROB-2, MW-PEASANT-3, MW-GUARD-3)."""
        rules = state.rules
        owner = state.claims[spot]
        if kind == GUARD:
            state.move_marker(spot, NONE)
            if state.listener is not None:
                self.report_guard(state, int(spot), owner, robbers)
            return
        pile: i64 = UNLIMITED
        if rules.profit_limit != UNLIMITED:
            pile = max(0, rules.profit_limit - sum(state.profit))
        change = change_of_profit(kind, rules.cards.profit[state.cards[spot]], state.profit[owner], rules.debt, pile)
        state.profit[owner] += int(change)
        if state.listener is not None:
            self.report_pay(state, int(spot), owner, int(change), int(kind), robbers)

    def note_stop(self, state: MerryWayState, spot: int, owner: int, change: int) -> None:
        """Note that something happens to the owner of a claim marker."""
        journey = noted(state)
        state.journey = replace(journey, paid=(*journey.paid, (int(state.traveller), spot, owner, change)))

    def report_guard(self, state: MerryWayState, spot: int, owner: int, robbers: bool) -> None:
        """Tell that a Guard takes a marker off."""
        self.note_stop(state, spot, owner, 0)
        who, name = state.rules.seat_name(owner), state.rules.board.spot_names[spot]
        clause = "MW-GUARD-4" if robbers else "MW-GUARD-3"
        text = f"{MERCHANTS[state.traveller]} takes the claim marker of {who} off {name}."
        state.tell(clause, text)

    def report_pay(self, state: MerryWayState, spot: int, owner: int, change: int, kind: int, robbers: bool) -> None:
        """Tell who gains or loses."""
        self.note_stop(state, spot, owner, change)
        rules = state.rules
        who, name = rules.seat_name(owner), rules.board.spot_names[spot]
        card = scheme_words(rules, state.cards[spot])
        how = f"passes {card} on {name}" if robbers else f"falls for {card} on {name}"
        if kind == PEASANT:
            clause, gain = "MW-PEASANT-4" if robbers else "MW-PEASANT-3", f"loses {-change} profit"
        else:
            clause, gain = "MW-ROB-2" if robbers else "MW-PATH-4", f"gains {change} profit"
        state.tell(clause, f"{MERCHANTS[state.traveller]} {how}: {who} {gain}.")

    def report_arrival(self, state: MerryWayState, sight: Sight) -> None:
        """Tell where the traveller ends, and where it stands for the next round."""
        who = MERCHANTS[state.traveller]
        town = TOWNS[road_of(state.traveller, state.round)]
        if state.place != sight.road.end:
            state.tell(
                "MW-RULING-25", f"{who} gets no further than {sight.road.names[state.place]} and is taken to {town}."
            )
        state.tell("MW-LINE-4", f"{who} queues in {town} for the way back.")

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        """Left or right."""
        return (TIE_LEFT, TIE_RIGHT)

    def apply(self, state: MerryWayState, action: i64) -> None:
        """The traveller goes to that side, and everybody walks on."""
        if state.listener is not None:
            side = "left" if action == TIE_LEFT else "right"
            who = state.to_move
            state.tell(
                "MW-RULING-26", f"{MERCHANTS[state.traveller]} goes to the {side}.", int(who) if who >= 0 else -1
            )
            journey = noted(state)
            state.journey = replace(journey, sides=(*journey.sides, LEFT if action == TIE_LEFT else RIGHT))
        self.walk(state, LEFT if action == TIE_LEFT else RIGHT)

    def question(self, state: MerryWayState) -> str:
        """Which side."""
        road = state.rules.board.roads[road_of(state.traveller, state.round)]
        return f"Does {MERCHANTS[state.traveller]} go left or right at {road.names[state.place]}?"

    def note(self, state: MerryWayState, action: int) -> str:
        """Where a side leads."""
        road = state.rules.board.roads[road_of(state.traveller, state.round)]
        if action in (TIE_LEFT, TIE_RIGHT):
            return "to " + road.names[(road.second if action == TIE_LEFT else road.third)[state.place]]
        return ""

    def reason(self, state: MerryWayState, action: int) -> Reason | None:
        """Everything else waits for the traveller."""
        return Reason("MW-LINE-3", f"{MERCHANTS[state.traveller]} waits at a tie between left and right.")
