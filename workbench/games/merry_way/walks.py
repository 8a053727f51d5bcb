"""The ways of the travellers for the live figure: the graph of each road, and every step with its reasons."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from workbench.core.walk import Walk
from workbench.games.merry_way.cards import NONE
from workbench.games.merry_way.line import road_of
from workbench.games.merry_way.paths import TrailBoard, dressed, explain_travel, trail_graph
from workbench.games.merry_way.trail import TOWNS
from workbench.games.merry_way.trips import is_foreseen

if TYPE_CHECKING:
    from workbench.games.merry_way.state import MerryWayState


def walks(state: MerryWayState, seat: int) -> tuple[Walk, ...]:
    """The ways to be shown at a position: those walked last, or those of travellers who would set out now.

    Args:
        state: any position, or that of a view: everything that matters lies open.
        seat: who looks; all see the same.

    Returns:
        a walk for each traveller that has set out, with the cards and claim markers that it met; while the line-up is not
        complete, the graph of each road without a walk.

    >>> import workbench as wb
    >>> state = wb.load("merry_way").position({"phase": "build", "board": "N: L1.4=GR2@A"})
    >>> found = walks(state, 0)
    >>> [walk.name for walk in found]
    ['Red', 'Yellow', 'Green', 'Blue', 'Purple']
    >>> found[0].places
    ('N:M0', 'N:M1', 'N:M2', 'N:M3', 'N:L1.4', 'N:M4')
    """
    if is_foreseen(state) or state.journey is None:
        return ways_from(state, (), "would go now") or roads(state)
    journey = state.journey
    found = ways_from(journey.start, journey.sides, "went")
    if state.traveller == NONE:
        return found
    waiting = int(state.traveller) - max(0, int(journey.start.traveller))
    return (*found[:waiting], so_far(found[waiting], [leg for leg in journey.walked if leg[0] == state.traveller]))


def ways_from(begin: MerryWayState, sides: tuple[int, ...], goes: str) -> tuple[Walk, ...]:
    """The ways of the travellers from a position on, each on the graph of what it met."""
    if NONE in begin.line_up or begin.round < 1:
        return ()
    board = TrailBoard.of(begin)
    found: list[Walk] = []
    for traveller, told in enumerate(explain_travel(begin, sides), max(0, int(begin.traveller))):
        graph = dressed(trail_graph(board, road_of(traveller, begin.round)))
        led = f"follies {' '.join(told.follies)}" if told.follies else "no folly"
        title = f"How {told.traveller} {goes} to {told.town} as a {told.kind}; {led}"
        found.append(Walk(graph, told.places, told.captions, str(told), title, told.traveller))
        board = board.without_claims(told.markers_removed)
    return tuple(found)


def so_far(walk: Walk, legs: list[tuple[int, int, int, int]]) -> Walk:
    """The part of a walk that a traveller who waits at a tie has behind it."""
    steps = 1 + len(legs)
    captions = walk.captions[:steps]
    return replace(walk, places=walk.places[:steps], captions=captions, text="\n".join(captions))


def roads(state: MerryWayState) -> tuple[Walk, ...]:
    """The graph of each road, on which nobody walks."""
    board = TrailBoard.of(state)
    return tuple(
        [
            Walk(dressed(trail_graph(board, road)), title=f"The road to {town}", name=f"To {town}")
            for road, town in enumerate(TOWNS)
        ]
    )
