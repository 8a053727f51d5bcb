"""Ways over land: the areas within reach, and carriage (RH-AREA-7, RH-HAUL-2, RH-HAUL-3, RH-NMOVE-5)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

from workbench.games.resource_hog.components import BIT, NONE

if TYPE_CHECKING:
    from workbench.core.types import Mask
    from workbench.games.resource_hog.maps import Ground
    from workbench.games.resource_hog.state import ResourceHogState
    from workbench.games.resource_hog.types import Area, Areas

Prepared: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""Ready-made lists: for every eight things in turn, and each set of these, their actions."""


@lru_cache(maxsize=64)
def prepared(first: int, things: int, always: tuple[int, ...] = ()) -> Prepared:
    """Return the lists that `picked` looks up.

    Args:
        first: the action for thing 0; the others follow.
        things: how many things there are.
        always: the beginning of every list.
    """
    lists = []
    for start in range(0, things, 8):
        before = () if start else always
        here = range(first + start, first + start + 8)
        lists.append(tuple([before + tuple([here[bit] for bit in range(8) if mask >> bit & 1]) for mask in range(256)]))
    return tuple(lists)


def picked(lists: Prepared, things: Mask) -> tuple[int, ...]:
    """Return the actions for the things of a set, in order.

    Args:
        lists: made by `prepared`.
        things: the set as a mask.

    >>> picked(prepared(100, 10, (7,)), 0b1000000101)
    (7, 100, 102, 109)
    """
    found = lists[0][things & 255]
    if things < 256:
        return found
    found += lists[1][things >> 8 & 255]
    rest = things >> 16
    place = 2
    while rest:
        found += lists[place][rest & 255]
        place += 1
        rest >>= 8
    return found


LISTED: Final = prepared(0, len(BIT))


def reach(ground: Ground, land: Areas, area: Area) -> Areas:
    """Return the areas within reach of an area over some land, itself included, as a mask.

    Args:
        ground: the map.
        land: the land that may be crossed, as a mask.
        area: where the way begins; it need not belong to the land.

    >>> from workbench.games.resource_hog.maps import Ground, house_map
    >>> trefoil = Ground(house_map("trefoil"), False, False, 3, False)
    >>> reach(trefoil, 0b111, 0) == 0b111, reach(trefoil, 0b10001, 0) == 0b1
    (True, True)
    """
    near = ground.near
    found: Areas = BIT[area]
    fringe: Areas = near[area] & land & ~found
    while fringe:
        found |= fringe
        beyond: Areas = 0
        for other in listed(fringe):
            beyond |= near[other]
        fringe = beyond & land & ~found
    return found


def beside(ground: Ground, areas: Areas) -> Areas:
    """Return every area that borders one of some areas, as a mask, without the areas themselves."""
    found: Areas = 0
    for area in listed(areas):
        found |= ground.near[area]
    return found & ~areas


def listed(areas: Areas) -> tuple[int, ...]:
    """Return the areas of a mask, in map order.

    >>> listed(0b1000000101)
    (0, 2, 9)
    """
    if areas < 256:
        return LISTED[0][areas]
    if areas < 65536:
        return LISTED[0][areas & 255] + LISTED[1][areas >> 8]
    return picked(LISTED, areas)


def distances(ground: Ground, land: Areas, area: Area, roads: Areas) -> list[int]:
    """Return how many borders with a fee the cheapest way from an area to each other area crosses.

    Args:
        ground: the map.
        land: the land that may be crossed, as a mask.
        area: where the way begins.
        roads: the areas with roads, as a mask: a border between two of them costs nothing.

    Returns:
        a number for each area; -1 where no way leads.
    """
    found = [NONE] * ground.areas
    near = ground.near
    left: Areas = land & ~BIT[area]  # the areas not reached so far
    level: Areas = BIT[area]
    cost = 0
    while level:
        later: Areas = 0
        while level:
            joined: Areas = 0  # joined by roads, at the same cost
            for here in listed(level):
                found[here] = cost
                around: Areas = near[here] & left
                later |= around
                if roads & BIT[here]:
                    joined |= around & roads
            left &= ~joined
            level = joined
        level = later & left
        left &= ~level
        cost += 1
    return found


def people_of(state: ResourceHogState, area: int) -> int:
    """Return how many people have an area as home (RH-AREA-4)."""
    return state.peasants(area) + state.nobles[area] + state.spent[area]


def heads_left(state: ResourceHogState, area: int, people: int) -> str:
    """Warn when leaving an area would leave its heads to nobody (RH-AREA-5); empty if there is no need.

    Args:
        state: any position.
        area: the area that they leave; there may be no such area.
        people: how many leave.
    """
    game = state.game
    if not 0 <= area < game.ground.areas or game.control_sticky or not state.heads[area] or people_of(state, area) > people:
        return ""
    return f"{game.area_name(area)} and its stone heads would be nobody's (RH-AREA-5)"


def carriage(ground: Ground, land: Areas, area: Area, roads: Areas, endpoints: bool) -> list[int]:
    """Return the borders with a fee on the way to each area, by the rules on roads (RH-BLDG-4, RH-RULING-42).

    Args:
        ground: the map.
        land: the land that may be crossed.
        area: where the way begins.
        roads: the areas with roads; none where they do not help.
        endpoints: whether roads at both ends free the whole way, and nothing else does.

    Returns:
        a number for each area; -1 where no way leads.
    """
    if not endpoints:
        return distances(ground, land, area, roads)
    found = distances(ground, land, area, 0)
    if roads & BIT[area]:
        for other in range(ground.areas):
            if found[other] > 0 and roads & BIT[other]:
                found[other] = 0
    return found
