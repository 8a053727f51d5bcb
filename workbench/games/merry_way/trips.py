"""The ways of the travellers for pictures: those walked last, and those they would walk if they set out now."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from workbench.games.merry_way.cards import GUARD, NONE
from workbench.games.merry_way.components import MERCHANTS
from workbench.games.merry_way.line import follies_of, kind_of, road_of
from workbench.games.merry_way.travel import UNLIMITED, Sight, change_of_profit, trip

if TYPE_CHECKING:
    from workbench.games.merry_way.state import MerryWayState


AFTER_TRAVEL: Final = (
    *("draw_folly", "draw_resource", "choose_card", "digit", "draw_scheme", "choose_deck"),
    *("travel", "game_over", "final_tie"),
)
"""The phases in which the ways walked last are shown, if there are any; in the others those to come."""
STANDING: Final = ("travel", "game_over", "final_tie", "draw_folly")
"""The phases in which nobody is about to set out."""


@dataclass(frozen=True)
class Stop:
    """A spot where something happens to a claim's owner.

    Attributes:
        spot: where.
        owner: the seat whose claim marker lies there.
        change: the profit gained, or lost if negative; 0 where a Guard takes the marker off.
    """

    spot: int
    owner: int
    change: int


@dataclass(frozen=True)
class Trip:
    """The way of one traveller.

    Attributes:
        traveller: 0..4, from Red to Purple.
        kind: Merchant, Peasant or Guard, by number.
        road: to Nottingham (0) or to Werchesope (1).
        places: the places entered, in order, by their number on that road.
        stops: where something happens, in order.
    """

    traveller: int
    kind: int
    road: int
    places: tuple[int, ...]
    stops: tuple[Stop, ...]


def is_foreseen(state: MerryWayState) -> bool:
    """Whether pictures show the ways to come, as if the travellers set out now, and not those walked last."""
    phase, journey = state.phase.name, state.journey
    past = phase in AFTER_TRAVEL and journey is not None and bool(journey.walked)
    return not past and phase not in STANDING


def coming(state: MerryWayState) -> tuple[Trip, ...]:
    """The ways that the travellers would walk if they set out now; ties that somebody would break go to the left.

    Args:
        state: any position, or that of a view: everything that matters lies open.

    Returns:
        a trip for each traveller; none while the line-up is not complete.
    """
    rules = state.rules
    if NONE in state.line_up or state.round < 1:
        return ()
    claims, profits = list(state.claims), list(state.profit)
    found: list[Trip] = []
    for traveller in range(len(MERCHANTS)):
        kind = kind_of(state, traveller)
        road = rules.board.roads[road_of(traveller, state.round)]
        sight = Sight(road, rules.cards, state.cards, tuple(claims), state.roadblock, rules.travel_rules)
        places, falls = trip(sight, follies_of(state, traveller))
        stops: list[Stop] = []
        for place in places:
            if not (place in falls or sight.robbers & road.bits[place]):
                continue
            spot = road.spot_at[place]
            owner = claims[spot]
            pile = UNLIMITED if rules.profit_limit == UNLIMITED else max(0, rules.profit_limit - sum(profits))
            change = change_of_profit(kind, rules.cards.profit[state.cards[spot]], profits[owner], rules.debt, pile)
            profits[owner] += int(change)
            stops.append(Stop(int(spot), owner, int(change)))
            if kind == GUARD:
                claims[spot] = NONE
        found.append(Trip(traveller, kind, road.number, tuple([int(place) for place in places]), tuple(stops)))
    return tuple(found)


def walked(state: MerryWayState) -> tuple[Trip, ...]:
    """The ways of the last Travel phase as far as they have been walked; none if nobody has listened to it."""
    found: list[Trip] = []
    journey = state.journey
    if journey is None:
        return ()
    for traveller in range(len(MERCHANTS)):
        legs = [leg for leg in journey.walked if leg[0] == traveller]
        if legs:
            places = tuple([leg[3] for leg in legs])
            stops = tuple([Stop(spot, owner, change) for one, spot, owner, change in journey.paid if one == traveller])
            found.append(Trip(traveller, legs[0][1], legs[0][2], places, stops))
    return tuple(found)


def incomes(trips: Iterable[Trip], players: int) -> tuple[int, ...]:
    """What some trips bring each seat, losses counted.

    >>> incomes([Trip(0, 0, 0, (), (Stop(3, 1, 2), Stop(4, 0, 1))), Trip(1, 1, 1, (), (Stop(3, 1, -2),))], 2)
    (1, 0)
    """
    gained = [0] * players
    for one in trips:
        for stop in one.stops:
            gained[stop.owner] += stop.change
    return tuple(gained)
