"""The travellers' ways for the live figure: the graph of each road, and every step with its reasons."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from workbench.core.figures import Withheld
from workbench.core.walk import Walk
from workbench.games.merry_way.cards import KIND_NAMES, NONE
from workbench.games.merry_way.components import MERCHANTS, SEATS
from workbench.games.merry_way.paths import TrailBoard, dressed, explain_travel, trail_graph
from workbench.games.merry_way.state import Trip
from workbench.games.merry_way.trail import TOWNS
from workbench.games.merry_way.trips import coming, is_foreseen, walked

if TYPE_CHECKING:
    from workbench.games.merry_way.state import MerryWayState


def walks(state: MerryWayState, seat: int) -> tuple[Walk, ...]:
    """Return the ways to show at a position: those walked last, or those of travellers who would set out now.

    Args:
        state: any position, or that of a view: everything that matters is open.
        seat: the seat that looks; all seats see the same.

    Returns:
        a walk for each traveller that has set out, with the cards and claim markers on its way; while the line-up is
        incomplete, the graph of each road without a walk.

    >>> import workbench as wb
    >>> state = wb.load("merry_way").position({"phase": "build", "board": "N: L1.4=GR2@A"})
    >>> found = walks(state, 0)
    >>> [walk.name for walk in found]
    ['Red', 'Yellow', 'Green', 'Blue', 'Purple']
    >>> found[0].places
    ('N:M0', 'N:M1', 'N:M2', 'N:M3', 'N:L1.4', 'N:M4')
    """
    if is_foreseen(state) or state.journey is None:
        return ways_from(state, (), "would go now", coming(state)) or roads(state)
    journey = state.journey
    found = ways_from(journey.start, journey.sides, "went", walked(state))
    if state.traveller == NONE:
        return found
    waiting = state.traveller - max(0, journey.start.traveller)
    if waiting >= len(found):
        return found
    return (*found[:waiting], so_far(found[waiting], len(journey.trips[waiting].places)))


def ways_from(begin: MerryWayState, sides: tuple[int, ...], goes: str, trips: tuple[Trip, ...]) -> tuple[Walk, ...]:
    """Return the ways from a position on, each on the graph its traveller saw; without reasons if withheld.

    Args:
        begin: the position.
        sides: the sides chosen at ties.
        goes: the verb for what they do or did.
        trips: the ways as they were recorded.
    """
    if NONE in begin.line_up or begin.round < 1:
        return ()
    board = TrailBoard.of(begin)
    found: list[Walk] = []
    try:
        told_of = explain_travel(begin, sides)
    except Withheld as silence:
        return tuple([without_reasons(board, trip, goes, silence) for trip in trips])
    for traveller, told in enumerate(told_of, max(0, begin.traveller)):
        graph = dressed(trail_graph(board, begin.game.travel.road(begin, traveller)))
        led = f"follies {' '.join(told.follies)}" if told.follies else "no folly"
        title = f"How {told.traveller} {goes} to {told.town} as a {told.kind}; {led}"
        found.append(Walk(graph, told.places, told.captions, str(told), title, told.traveller))
        board = board.without_claims(told.markers_removed)
    return tuple(found)


def without_reasons(board: TrailBoard, trip: Trip, goes: str, silence: Withheld) -> Walk:
    """Return the way of a traveller under a changed phase, which gives no reasons."""
    road, who = board.geometry.roads[trip.road], MERCHANTS[trip.traveller]
    places = tuple([road.full_name(place) for place in (road.start, *trip.places)])
    captions = [str(silence)]
    for place in trip.places:
        stops = [stop for stop in trip.stops if stop.spot == road.spot_at[place]]
        said = "".join([f" {SEATS[stop.owner]}: {stop.change:+d}." for stop in stops])
        captions.append(f"To {road.names[place]}.{said}")
    title = f"How {who} {goes} to {TOWNS[trip.road]} as a {KIND_NAMES[trip.kind]}"
    return Walk(dressed(trail_graph(board, trip.road)), places, tuple(captions), "\n".join(captions), title, who)


def so_far(walk: Walk, steps: int) -> Walk:
    """Return the part that a traveller has already walked when it waits at a tie."""
    captions = walk.captions[: steps + 1]
    return replace(walk, places=walk.places[: steps + 1], captions=captions, text="\n".join(captions))


def roads(state: MerryWayState) -> tuple[Walk, ...]:
    """Return the graph of each road, with nobody on it."""
    board = TrailBoard.of(state)
    return tuple(
        [
            Walk(dressed(trail_graph(board, road)), title=f"The road to {town}", name=f"To {town}")
            for road, town in enumerate(TOWNS)
        ]
    )
