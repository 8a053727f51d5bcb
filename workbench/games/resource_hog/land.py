"""Ways over land: which areas can be reached, and what carriage costs (RH-AREA-7, RH-HAUL-2, RH-HAUL-3, RH-NMOVE-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workbench.games.resource_hog.components import BIT, NONE

if TYPE_CHECKING:
    from mypy_extensions import i64

    from workbench.games.resource_hog.maps import Ground

LISTED: Final = tuple(
    [
        tuple([tuple([start + bit for bit in range(8) if mask >> bit & 1]) for mask in range(256)])
        for start in range(0, len(BIT), 8)
    ]
)
"""For each set of eight areas from a multiple of eight on, as a mask of eight bits: the areas in it."""


def reach(ground: Ground, land: i64, area: i64) -> i64:
    """The areas that can be reached from an area over some land, itself included, as a mask.

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
    found: i64 = BIT[area]
    fringe: i64 = near[area] & land & ~found
    while fringe:
        found |= fringe
        beyond: i64 = 0
        for other in listed(fringe):
            beyond |= near[other]
        fringe = beyond & land & ~found
    return found


def beside(ground: Ground, areas: i64) -> i64:
    """Every area that borders one of some areas, as a mask; the areas themselves are left out."""
    found: i64 = 0
    for area in listed(areas):
        found |= ground.near[area]
    return found & ~areas


def listed(areas: i64) -> tuple[int, ...]:
    """The areas of a mask, in map order.

    >>> listed(0b1000000101)
    (0, 2, 9)
    """
    found = LISTED[0][areas & 255]
    if areas < 256:
        return found
    rest = areas >> 8
    place = 1
    while rest:
        found += LISTED[place][rest & 255]
        place += 1
        rest >>= 8
    return found


def distances(ground: Ground, land: i64, area: i64, roads: i64) -> list[int]:
    """How many borders that cost a fee the cheapest way from an area to each other area crosses.

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
    left: i64 = land & ~BIT[area]  # where nobody has come yet
    level: i64 = BIT[area]
    cost = 0
    while level:
        later: i64 = 0
        while level:
            joined: i64 = 0  # by roads, at the same cost
            for here in listed(level):
                found[here] = cost
                around: i64 = near[here] & left
                later |= around
                if roads & BIT[here]:
                    joined |= around & roads
            left &= ~joined
            level = joined
        level = later & left
        left &= ~level
        cost += 1
    return found


def carriage(ground: Ground, land: i64, area: i64, roads: i64, endpoints: bool) -> list[int]:
    """The borders that are paid for on the way to each area, as the rules on roads are read (RH-BLDG-4, RH-RULING-42).

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
