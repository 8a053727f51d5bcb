"""Travel: the travellers of the line-up set out, one after another, and fall for traps (MW-LINE to MW-GUARD).

This phase holds all rules of travel in small methods, and everything that looks ahead, explains or plans calls them. To
change a rule of travel, replace its method:

    class Generous(Travel):
        def pays(self, state, spot):
            return super().pays(state, spot) + 1

    wb.load("merry_way", phases={"travel": Generous})

Two whole numbers say how far a traveller has come: its place on the road and its *stage*, which says what it is doing. A
trip consists of *legs*: each leads to the next fall, to the next tie that somebody must break, or to the end.

>>> import workbench as wb
>>> state = wb.load("merry_way").position({"phase": "build", "board": "N: L1.4=GR2@A"})
>>> phase, sight = state.game.travel, seen_from(state, 0)
>>> places, stage, how = phase.leg(sight, (0, 1), sight.road.start, FIRST_STAGE, NOBODY)
>>> [sight.road.names[place] for place in places], how == FALL
(['M1', 'M2', 'M3', 'L1.4'], True)
>>> places, stage, how = phase.leg(sight, (0, 1), places[-1], stage, NOBODY)
>>> [sight.road.names[place] for place in places], how == END
(['M4'], True)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from workbench.core.errors import Reason
from workbench.core.events import Kind
from workbench.core.state import CHANCE, ENTERING
from workbench.games.merry_way.cards import (
    DIMWITTED,
    GUARD,
    LINE_UP,
    MERCHANT,
    NONE,
    PEASANT,
    folly_list,
    kind_between,
)
from workbench.games.merry_way.components import FIRST_ROADS, MERCHANTS, TIE_LEFT, TIE_RIGHT
from workbench.games.merry_way.phase import MerryWayPhase
from workbench.games.merry_way.sight import TRAVEL_CHOICES, UNLIMITED, Sight, TravelRules
from workbench.games.merry_way.state import Journey, MerryWayState, Stop, Trip
from workbench.games.merry_way.trail import LEFT, RIGHT, TOWNS
from workbench.games.merry_way.words import scheme_words

if TYPE_CHECKING:
    from workbench.core.types import Action, Number
    from workbench.games.merry_way.types import Place, Spot, Traveller

END: Final = 0
FALL: Final = 1
TIE: Final = 2
"""How a leg ends: the trip is over, the traveller has fallen for the trap at its place, or somebody must choose a side."""

FIRST_STAGE: Final = 0
"""The stage at the start of a trip. Stages 0..3 say which folly of the list is current."""
AFTER_DIMWITTED: Final = 8
"""Add this to the stage while Dimwitted is current and the traveller has already fallen for it."""
HOMEWARD: Final = 16
"""No folly leads any further: the traveller goes to the main trail (MW-PATH-6)."""
ONWARD: Final = 17
"""The traveller has reached the main trail again and goes to the town (MW-PATH-3)."""

NOBODY: Final = -1
"""The side before anybody has chosen one."""

# -- what the log says ---------------------------------------------------------------------------------------------------


def walk_words(rules: Any, said: Mapping[str, Any]) -> str:
    """Say which places a traveller enters."""
    names = rules.board.roads[said["road"]].names
    return f"{MERCHANTS[said['traveller']]} walks by way of {', '.join([names[place] for place in said['places']])}."


def pay_words(rules: Any, said: Mapping[str, Any]) -> str:
    """Say who gains or loses what, and why."""
    how = "falls for" if rules.cards.follies[said["card"]] else "passes"
    card, where = scheme_words(rules, said["card"]), rules.board.spot_names[said["spot"]]
    change = said["change"]
    if said["what"] == PEASANT:
        gain = f"loses {-change} profit" if change else "has no profit to lose"
    else:
        gain = f"gains {change} profit" if change else "gains nothing, because the pile of profit is empty"
    return f"{MERCHANTS[said['traveller']]} {how} {card} on {where}: {rules.seat_name(said['owner'])} {gain}."


def stranded_words(rules: Any, said: Mapping[str, Any]) -> str:
    """Say where a traveller cannot get any further."""
    name = rules.board.roads[said["road"]].names[said["place"]]
    return f"{MERCHANTS[said['traveller']]} gets no further than {name} and is taken to {TOWNS[said['road']]}."


SETS_OUT: Final = Kind(
    "sets_out",
    ("MW-LINE-3", "MW-PEASANT-1", "MW-GUARD-1", "MW-RULING-30"),
    "{traveller:traveller} sets out for {road:town} as a {what:kind}; follies: {follies:follies}.",
)
READINGS: Final = {
    "open_ground": "MW-RULING-6",
    "roadblock_policy": "MW-RULING-25",
    "stuck_folly": "MW-RULING-29",
    "dim_first": "MW-RULING-28",
    "dim_tie": "MW-RULING-27",
    "nearest": "MW-RULING-23",
    "home": "MW-RULING-33",
}
"""The rulings on where a traveller walks, by the option that changes each; ties between left and right are told apart."""
WALKS: Final = Kind("walks", ("MW-PATH-1", *READINGS.values()), walk_words)
PAYS: Final = Kind(
    "pays", ("MW-PATH-4", "MW-ROB-2", "MW-PEASANT-3", "MW-PEASANT-4", "MW-RULING-31", "MW-RULING-35"), pay_words
)
STRIPS: Final = Kind(
    "strips",
    ("MW-GUARD-3", "MW-GUARD-4"),
    "{traveller:traveller} takes the claim marker of {owner:seat} off {spot:spot}.",
)
IS_STRANDED: Final = Kind("is_stranded", "MW-RULING-25", stranded_words)
QUEUES: Final = Kind("queues", "MW-LINE-4", "{traveller:traveller} queues in {road:town} for the way back.")
TAKES_SIDE: Final = Kind("takes_side", "MW-RULING-26", "{traveller:traveller} goes to the {side:side}.")


def settle_clause(kind: Number, robbers: bool, change: Number, worth: Number) -> str:
    """Return the clause that decides what happens to the owner of a trap or of Robbers.

    Args:
        kind: what the traveller is: Merchant, Peasant or Guard.
        robbers: whether it passes Robbers.
        change: what the owner gains; a loss is negative.
        worth: what the owner would gain if nothing ran out.
    """
    if kind == GUARD:
        return "MW-GUARD-4" if robbers else "MW-GUARD-3"
    if kind == PEASANT:
        return "MW-RULING-31" if change != worth else "MW-PEASANT-4" if robbers else "MW-PEASANT-3"
    return "MW-RULING-35" if change != worth else "MW-ROB-2" if robbers else "MW-PATH-4"


def legs_of(places: tuple[int, ...], falls: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Split the places of a trip after each fall.

    >>> legs_of((1, 5, 6, 9), (5,))
    [(1, 5), (6, 9)]
    """
    legs: list[tuple[int, ...]] = []
    leg: list[int] = []
    for number, place in enumerate(places):
        leg.append(place)
        if place in falls or number + 1 == len(places):
            legs.append(tuple(leg))
            leg = []
    return legs


# -- positions ---------------------------------------------------------------------------------------------------------


def what_lies_open(state: MerryWayState) -> MerryWayState:
    """Return the position with empty hands and full decks, which still decides the travellers' ways."""
    rules = state.game
    found: MerryWayState = rules.blank()
    found.round, found.leader, found.profit = state.round, state.leader, state.profit[:]
    found.cards, found.claims, found.open_spots = state.cards, state.claims, state.open_spots
    found.roadblock, found.blue, found.open_sides = state.roadblock, state.blue, state.open_sides
    found.line_up = tuple([rules.public_folly(state, place) for place in range(LINE_UP)])
    found.traveller, found.place, found.stage = state.traveller, state.place, state.stage
    return found


def seen_from(state: MerryWayState, road: Number) -> Sight:
    """Return what travellers on a road see of it now."""
    rules = state.game
    return Sight(rules.board.roads[road], rules.cards, state.cards, state.claims, state.roadblock, rules.travel_rules)


def noted(state: MerryWayState, more: Trip) -> None:
    """Record a part of a traveller's trip; if somebody begins to listen during the phase, the record starts there."""
    journey = state.journey if state.journey is not None else Journey(what_lies_open(state))
    trips = journey.trips
    if trips and trips[-1].traveller == more.traveller:
        last = trips[-1]
        gains = tuple([last.gains[seat] + gain for seat, gain in enumerate(more.gains)])
        more = replace(last, places=last.places + more.places, stops=last.stops + more.stops, gains=gains)
        trips = trips[:-1]
    state.journey = replace(journey, trips=(*trips, more))


def carry_out(state: MerryWayState) -> bool:
    """Carry out the whole Travel phase in place, even a replaced one; travellers at a tie go to the left.

    Returns:
        whether that was possible: False if the phase waits for anything other than a side.
    """
    phase = state.game.travel
    state.enter(phase)
    while state.phase is phase:
        if state.to_move == ENTERING:
            phase.begin(state)
        elif phase.legal(state) == (TIE_LEFT, TIE_RIGHT):
            phase.apply(state, TIE_LEFT)
        else:
            return False
    return True


def whole_trip(
    phase: Travel,
    sight: Sight,
    follies: tuple[int, ...],
    sides: list[int] | None = None,
    place: Place = NONE,
    stage: Number = FIRST_STAGE,
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Work out a trip to its end.

    Args:
        phase: the Travel phase, which decides where the traveller goes.
        sight: the road as it is when the traveller sets out.
        follies: the traveller's follies in order.
        sides: the sides chosen at ties, if the rules leave them to somebody; they are used up, and then left is chosen.
        place, stage: where the trip goes on, if not from its start.

    Returns:
        the places entered in order, and those of them where the traveller falls for a trap.
    """
    if place == NONE:
        place = sight.road.start
    places, falls, stage, waits = phase.trip(sight, follies, place, stage, NOBODY)
    while waits:
        if places:
            place = places[len(places) - 1]
        side = sides.pop(0) if sides else LEFT
        more, falls_then, stage, waits = phase.trip(sight, follies, place, stage, side)
        places, falls = places + more, falls + falls_then
    return places, falls


# -- the phase ---------------------------------------------------------------------------------------------------------


class Travel(MerryWayPhase):
    """The travellers walk. Nobody decides anything, unless the options let somebody break ties between left and right."""

    name: ClassVar[str] = "travel"
    title: ClassVar[str] = "Travel"
    clauses: ClassVar[tuple[str, ...]] = ("MW-RULING-26", "MW-PATH-7", "MW-CHANCE-6")
    allows: ClassVar[Mapping[str, str]] = {"tie": "MW-RULING-26"}
    needs: ClassVar[tuple[str, ...]] = ("traveller",)
    holds: ClassVar[tuple[str, ...]] = ("stage",)
    group: ClassVar[str] = "Sides"
    asked: ClassVar[frozenset[str]] = frozenset(
        [
            *("road", "kind", "follies"),
            *("trip", "leg", "aim", "follow"),
            *("stops", "pays", "takes", "worth", "change", "removes"),
        ]
    )

    # -- who sets out --------------------------------------------------------------------------------------------------
    has_turn: ClassVar[bool] = False

    def road(self, state: MerryWayState, traveller: Traveller) -> int:
        """Return a traveller's road: 0 to Nottingham, 1 to Werchesope; before round 1 as in round 1 (MW-LINE-4, MW-RULING-42).

        >>> import workbench as wb
        >>> state = wb.load("merry_way").position({"phase": "build"})
        >>> [state.game.travel.road(state, traveller) for traveller in range(5)]
        [0, 1, 0, 1, 0]
        """
        road = FIRST_ROADS[traveller]
        return 1 - road if state.round > 0 and state.round % 2 == 0 else road

    def kind(self, state: MerryWayState, traveller: Traveller) -> int:
        """Return what a traveller is: Merchant, Peasant or Guard (MW-LINE-2, MW-PEASANT-1, MW-GUARD-1, MW-RULING-30)."""
        rules = state.game
        return kind_between(rules.shown_side(state, traveller), rules.shown_side(state, traveller + 1), rules.mixed)

    def is_mixed(self, state: MerryWayState, traveller: Traveller) -> bool:
        """Return whether a traveller stands between a Peasant card and a Guard card (MW-RULING-30)."""
        rules = state.game
        left, right = rules.shown_side(state, traveller).kind, rules.shown_side(state, traveller + 1).kind
        return left != right and min(left, right) != MERCHANT

    def follies(self, state: MerryWayState, traveller: Traveller) -> tuple[int, ...]:
        """Return a traveller's follies in order, from the two cards beside it (MW-LINE-1, MW-FOLLY-1, MW-FOLLY-2)."""
        rules = state.game
        return folly_list(rules.shown_side(state, traveller), rules.shown_side(state, traveller + 1))

    # -- where it goes, which does not depend on its kind (MW-PEASANT-2, MW-GUARD-2) -------------------------------------

    def trip(
        self, sight: Sight, follies: tuple[int, ...], place: Place, stage: Number, side: Number
    ) -> tuple[tuple[int, ...], tuple[int, ...], Number, bool]:
        """Work out a trip, or the rest of it, up to its end or to a tie that somebody must break.

        Args:
            sight: the road as it is when the traveller sets out.
            follies: the traveller's follies in order.
            place: where the traveller is; `road.start` at first.
            stage: what it is doing; `FIRST_STAGE` at first.
            side: the side chosen (`LEFT` or `RIGHT`) if the traveller waits at a tie, otherwise `NOBODY`.

        Returns:
            the places entered in order; those of them where the traveller falls for a trap; the new stage; and whether it waits
            at a tie. If it does, the ways to the left and to the right lead to ``road.second`` and ``road.third`` of its place.
        """
        entered: list[int] = []
        falls: list[int] = []
        while True:
            places, stage, how = self.leg(sight, follies, place, stage, side)
            if places:
                entered.extend(places)
                place = places[len(places) - 1]
            if how != FALL:
                return tuple(entered), tuple(falls), stage, how == TIE
            falls.append(place)
            side = NOBODY

    def leg(
        self, sight: Sight, follies: tuple[int, ...], place: Place, stage: Number, side: Number
    ) -> tuple[tuple[int, ...], Number, Number]:
        """Work out the next leg of a trip.

        Args:
            sight, follies, place, stage, side: as for `trip`.

        Returns:
            the places entered, in order; the new stage; and how the leg ends: `END`, `FALL` or `TIE`.
        """
        rules = sight.rules
        walked: list[int] = []
        if stage < HOMEWARD:
            goals, steps, next_stage = self.aim(sight, follies, place, stage)
            if goals:
                if self.follow(sight, place, goals, steps, side, walked):
                    return tuple(walked), stage, TIE
                return tuple(walked), next_stage, FALL
            stage = HOMEWARD
        road = sight.road
        bits = road.bits
        goals = 0
        steps = 0
        if stage == HOMEWARD and not road.main & bits[place]:
            if rules.direct:
                goals, steps, _ = sight.nearest(place, bits[road.end], False)
            if not goals:
                goals, steps, _ = sight.nearest(place, road.main, False)
            if not goals:
                return (), HOMEWARD, END  # a roadblock that closes every way on (MW-RULING-25)
            if self.follow(sight, place, goals, steps, side, walked):
                return tuple(walked), HOMEWARD, TIE
            place = walked[len(walked) - 1]
            side = NOBODY
        if sight.blocked_from >= place:  # the main trail is the shortest way on unless it is blocked
            goals, steps, _ = sight.nearest(place, bits[road.end], False)
            if goals and self.follow(sight, place, goals, steps, side, walked):
                return tuple(walked), ONWARD, TIE
        if walked:
            place = walked[len(walked) - 1]
        while place != sight.blocked_from and place != road.end:
            place = road.first[place]
            walked.append(place)
        return tuple(walked), ONWARD, END

    def aim(self, sight: Sight, follies: tuple[int, ...], place: Place, stage: Number) -> tuple[int, Number, Number]:
        """Find the traps that attract a traveller now (MW-FOLLY-3, MW-FOLLY-4, MW-DIM-1, MW-DIM-2).

        Args:
            sight, follies, place, stage: as for `trip`.

        Returns:
            the places of the nearest traps that count, as a mask, 0 if there is none; how many steps away they are; and the
            stage after falling for one.
        """
        rules = sight.rules
        index = stage % AFTER_DIMWITTED
        fallen = stage >= AFTER_DIMWITTED
        while index < len(follies):
            folly = follies[index]
            goals, steps, far = sight.nearest(place, sight.traps[folly], rules.along)
            next_stage = index + 1
            if folly == DIMWITTED:
                next_stage = index + AFTER_DIMWITTED
                if index + 1 < len(follies) and (fallen or not rules.dim_first):
                    others, other_steps, other_far = sight.nearest(place, sight.traps[follies[index + 1]], rules.along)
                    if others and (not goals or other_far < far or (other_far == far and not rules.dim_wins_tie)):
                        return others, other_steps, index + 2
            if goals or not rules.skip:
                return goals, steps, next_stage
            index += 1
        return 0, 0, stage

    def follow(self, sight: Sight, place: Place, goals: int, steps: Number, side: Number, walked: list[int]) -> bool:
        """Walk to the nearest of some places, staying as near to the main trail as possible (MW-PATH-4, MW-PATH-7).

        Args:
            sight: the road.
            place: where the traveller is.
            goals: the places it may go to, as a mask.
            steps: how many steps away they are.
            side: the side chosen, if the walk begins with a tie that somebody has broken.
            walked: the places entered so far; this method adds the new ones.

        Returns:
            whether the walk has stopped at a tie that somebody must break.
        """
        road = sight.road
        bits = road.bits
        rests = [goals]  # by number of steps: the places that are that many steps from a goal
        for _step in range(steps - 1):
            rests.append(sight.before(rests[len(rests) - 1]))
        rest = steps
        while rest > 0:
            rest -= 1
            choices = sight.after(bits[place]) & rests[rest]
            to = road.first[place]
            if not choices & bits[to]:
                to = road.second[place]
                other = road.third[place]
                if not choices & bits[to]:
                    to = other
                elif sight.rules.ask_side and road.main & bits[place] and choices & bits[other]:
                    if side == NOBODY:
                        return True
                    if side != LEFT:
                        to = other
            side = NOBODY
            walked.append(to)
            place = to
        return False

    # -- what a trip pays ------------------------------------------------------------------------------------------------

    def stops(self, sight: Sight, places: tuple[int, ...], falls: tuple[int, ...]) -> tuple[int, ...]:
        """Return the spots where something happens to the owner of a claim marker, in order (MW-PATH-4, MW-ROB-2).

        Args:
            sight: the road.
            places: the places that a traveller enters.
            falls: those of them where it falls for a trap.
        """
        robbers = sight.robbers
        if not robbers and not falls:
            return ()
        bits, spot_at = sight.road.bits, sight.road.spot_at
        return tuple([spot_at[place] for place in places if place in falls or robbers & bits[place]])

    def pays(self, state: MerryWayState, spot: Spot) -> int:
        """Return what a Merchant brings the owner of a trap it falls for, or of Robbers it enters (MW-PATH-4, MW-ROB-2)."""
        return state.game.cards.profit[state.cards[spot]]

    def takes(self, state: MerryWayState, spot: Spot) -> int:
        """Return what a Peasant takes from the owner of a trap it falls for, or of Robbers (MW-PEASANT-3, MW-PEASANT-4)."""
        return state.game.cards.profit[state.cards[spot]]

    def worth(self, state: MerryWayState, spot: Spot, kind: Number) -> int:
        """Return what a kind of traveller brings the owner of a trap or of Robbers if nothing runs out, losses negative."""
        if kind == MERCHANT:
            return self.pays(state, spot)
        return -self.takes(state, spot) if kind == PEASANT else 0

    def change(self, state: MerryWayState, spot: Spot, kind: Number) -> int:
        """Return what the owner really gains: the pile may run out (MW-RULING-35), or the owner's profit (MW-RULING-31)."""
        rules = state.game
        worth = self.worth(state, spot, kind)
        if worth < 0:
            if rules.peasant_debt:
                return -min(-worth, max(0, UNLIMITED - sum([max(0, -profit) for profit in state.profit])))
            return -min(-worth, max(state.profit[state.claims[spot]], 0))
        held = sum([max(0, profit) for profit in state.profit])  # a seat in debt holds none, and adds none to the pile
        return min(worth, max(0, rules.profit_pile_limit - held))

    def removes(self, kind: Number) -> bool:
        """Return whether a kind of traveller takes the claim marker off (MW-GUARD-3, MW-GUARD-4)."""
        return kind == GUARD

    # -- the phase as a whole ------------------------------------------------------------------------------------------

    def begin(self, state: MerryWayState) -> None:
        """Send Red out first (MW-LINE-3)."""
        state.journey = None if state.listener is None else Journey(what_lies_open(state))
        self.set_out(state, 0)
        self.walk(state, NOBODY)

    def set_out(self, state: MerryWayState, traveller: Traveller) -> None:
        """Put a traveller at the start of its road."""
        state.traveller = traveller
        road = self.road(state, traveller)
        state.place = state.game.board.roads[road].start
        state.stage = FIRST_STAGE
        if state.listener is not None:
            kind, follies = self.kind(state, traveller), self.follies(state, traveller)
            clause = "MW-RULING-30" if self.is_mixed(state, traveller) else SETS_OUT.all_clauses[kind]
            state.tell(SETS_OUT, clause=clause, traveller=traveller, what=kind, follies=follies, road=road)

    def walk(self, state: MerryWayState, side: Number) -> None:
        """Let the travellers walk until somebody must break a tie or all have arrived.

        Args:
            state: the position.
            side: the side chosen for the traveller that waits at a tie, or `NOBODY`.
        """
        sights: list[Sight | None] = [None, None]
        claims = state.claims
        while True:
            traveller = state.traveller
            road = self.road(state, traveller)
            sight = sights[road]
            if sight is None:
                sight = seen_from(state, road)
                sights[road] = sight
            places, falls, stage, waits = self.trip(
                sight, self.follies(state, traveller), state.place, state.stage, side
            )
            kind = self.kind(state, traveller)
            spots = self.stops(sight, places, falls)
            if state.listener is None:
                for spot in spots:
                    self.settle(state, spot, kind)
            else:
                self.walk_aloud(state, sight, places, falls, spots, kind, side)
            side = NOBODY
            if places:
                state.place = places[len(places) - 1]
            state.stage = stage
            if waits:
                self.ask(state)
                return
            if state.listener is not None:
                self.report_arrival(state, sight)
            if traveller + 1 == len(MERCHANTS):
                break
            if state.claims is not claims:  # a marker has gone; on a shared trail all travellers see the same board
                claims = state.claims
                sights[0] = None
                sights[1] = None
            self.set_out(state, traveller + 1)
        state.traveller = NONE
        state.place = NONE
        state.stage = FIRST_STAGE
        state.enter(state.game.end_of_round)

    def settle(self, state: MerryWayState, spot: Spot, kind: Number) -> None:
        """Settle with the owner of a trap that a traveller falls for, or of Robbers that it passes."""
        owner = state.claims[spot]
        change = self.change(state, spot, kind)
        if state.listener is not None:
            self.report_settled(state, spot, kind, change)
        state.profit[owner] += change
        if self.removes(kind):
            state.move_marker(spot, NONE)

    def ask(self, state: MerryWayState) -> None:
        """Ask a coin or the Leader for the side, because a traveller waits at a tie (MW-RULING-26)."""
        state.phase = self
        state.to_move = state.leader if state.game.side_tie_leader else CHANCE

    def legal(self, state: MerryWayState) -> tuple[int, ...]:
        return (TIE_LEFT, TIE_RIGHT)

    def apply(self, state: MerryWayState, action: Action) -> None:
        """Send the traveller to that side, and let everybody walk on."""
        side = LEFT if action == TIE_LEFT else RIGHT
        if state.listener is not None:
            traveller = state.traveller
            state.tell(TAKES_SIDE, max(NONE, state.to_move), traveller=traveller, side=side)
            noted(state, self.nothing_yet(state))
            if state.journey is not None:
                state.journey = replace(state.journey, sides=(*state.journey.sides, side))
        self.walk(state, side)

    # -- for listeners ---------------------------------------------------------------------------------------------------

    def nothing_yet(self, state: MerryWayState) -> Trip:
        """Return a trip that has not begun."""
        traveller = state.traveller
        kind, road = self.kind(state, traveller), self.road(state, traveller)
        return Trip(traveller, kind, road, (), (), (0,) * state.game.players)

    def walk_aloud(
        self,
        state: MerryWayState,
        sight: Sight,
        places: tuple[int, ...],
        falls: tuple[int, ...],
        spots: tuple[int, ...],
        kind: Number,
        side: Number,
    ) -> None:
        """Settle what happens on a part of a trip; report it from fall to fall, and record it."""
        before = state.profit[:]
        spot_at = sight.road.spot_at
        due, stops = list(spots), []
        legs = legs_of(places, falls)
        deciding = self.deciding(state, sight, legs, side)
        walked = 0
        for number, leg in enumerate(legs):
            clause = deciding.get(number, "MW-PATH-1")
            state.tell(WALKS, traveller=state.traveller, road=sight.road.number, places=leg, clause=clause)
            walked += len(leg)
            ahead = [spot_at[one] for one in places[walked:]]
            while due and due[0] not in ahead:
                stops.append(self.settled(state, due.pop(0), kind))
        stops += [self.settled(state, spot, kind) for spot in due]
        gains = tuple([profit - before[seat] for seat, profit in enumerate(state.profit)])
        noted(state, replace(self.nothing_yet(state), places=places, stops=tuple(stops), gains=gains))

    def deciding(self, state: MerryWayState, sight: Sight, legs: list[tuple[int, ...]], side: Number) -> dict[int, str]:
        """Return the rulings that send the traveller another way than usual, each by the first leg that differs.

        Args:
            state: the position before the traveller walks on.
            sight: what the traveller sees.
            legs: the places that it enters, from fall to fall.
            side: the side chosen for it at a tie, or `NOBODY`.
        """
        found: dict[int, str] = {}
        readings, board = sight.rules.readings, (state.cards, state.claims, state.roadblock)
        for option, ruling in READINGS.items():
            usual = TRAVEL_CHOICES[option][0]
            if readings[option] == usual:
                continue
            seen = Sight(sight.road, state.game.cards, *board, TravelRules(**{**readings, option: usual}))
            places, falls, _, _ = self.trip(seen, self.follies(state, state.traveller), state.place, state.stage, side)
            others = legs_of(places, falls)
            parted = [number for number, leg in enumerate(legs) if number >= len(others) or leg != others[number]]
            if parted:
                found.setdefault(parted[0], ruling)
        return found

    def settled(self, state: MerryWayState, spot: int, kind: Number) -> Stop:
        """Settle what happens on a spot, and return what it was."""
        owner = state.claims[spot]
        before = state.profit[owner]
        self.settle(state, spot, kind)
        return Stop(spot, owner, state.profit[owner] - before, state.claims[spot] != owner)

    def report_settled(self, state: MerryWayState, spot: Spot, kind: Number, change: Number) -> None:
        """Report what happens to the owner of a claim marker."""
        card, owner = state.cards[spot], state.claims[spot]
        robbers = not state.game.cards.follies[card]
        clause = settle_clause(kind, robbers, change, self.worth(state, spot, kind))
        traveller, where = state.traveller, spot
        if self.removes(kind):
            state.tell(STRIPS, clause=clause, traveller=traveller, spot=where, owner=owner)
        else:
            what, gained = kind, change
            state.tell(
                PAYS, clause=clause, traveller=traveller, what=what, spot=where, owner=owner, card=card, change=gained
            )

    def report_arrival(self, state: MerryWayState, sight: Sight) -> None:
        """Report where the traveller ends its trip, and where it queues for the next round."""
        traveller, road = state.traveller, self.road(state, state.traveller)
        if state.place != sight.road.end:
            state.tell(IS_STRANDED, traveller=traveller, road=road, place=state.place)
        state.tell(QUEUES, traveller=traveller, road=road)

    def clauses_now(self, state: MerryWayState) -> tuple[str, ...]:
        """Return the clauses that apply; the clause on chance only if a coin decides."""
        return self.clauses[:-1] if state.game.side_tie_leader else self.clauses

    def question(self, state: MerryWayState) -> str:
        road = state.game.board.roads[self.road(state, state.traveller)]
        return f"Does {MERCHANTS[state.traveller]} go left or right at {road.names[state.place]}?"

    def note(self, state: MerryWayState, action: int) -> str:
        """Say where a side leads."""
        road = state.game.board.roads[self.road(state, state.traveller)]
        if action in (TIE_LEFT, TIE_RIGHT):
            return "to " + road.names[(road.second if action == TIE_LEFT else road.third)[state.place]]
        return ""

    def asked_elsewhere(self, state: MerryWayState, action: int) -> Reason:
        """Explain that everything else must wait until the traveller's side is chosen."""
        return Reason("MW-RULING-26", f"{MERCHANTS[state.traveller]} likes left and right equally well: choose a side first.")

    # -- what a position in this phase may be ----------------------------------------------------------------------------

    def movers(self, state: MerryWayState) -> tuple[int, ...]:
        """Return who decides: the Leader, if the Leader breaks ties; otherwise chance."""
        return (state.leader,) if state.game.side_tie_leader else (CHANCE,)

    def turn_misfits(self, state: MerryWayState) -> list[str]:
        """Check the turn, but allow a roadblock, which is still on the board."""
        return [text for text in super().turn_misfits(state) if not text.startswith("A roadblock")]

    def travel_misfits(self, state: MerryWayState) -> list[str]:
        """Check that a traveller waits at a tie that somebody must break, and nowhere else."""
        one = state.traveller
        if one == NONE or state.place == NONE:
            return []
        sight, follies = seen_from(state, self.road(state, one)), self.follies(state, one)
        places, _, _, waits = self.trip(sight, follies, state.place, state.stage, NOBODY)
        if places or not waits:
            return [f"{MERCHANTS[one]} does not wait at a tie between left and right there."]
        return []
