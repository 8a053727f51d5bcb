"""Groups by union-find: a second way to the groups of `country`, to check it and to compare its speed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.games.keydom.components import BIT
from workbench.games.keydom.country import PLOTS, Country

if TYPE_CHECKING:
    from workbench.games.keydom.types import Plots


def groups_by_union_find(country: Country, land: Plots) -> list[int]:
    """Return the connected groups of some land, each as a mask, in the order of their first plots.

    Args:
        country: the board.
        land: the plots that connect, as a mask.

    >>> from workbench.games.keydom.country import country_of
    >>> country = country_of("keydom56")
    >>> land = country.mask("A1 B2 C4 D8")
    >>> groups_by_union_find(country, land) == country.groups(land)
    True
    """
    parent = list(range(PLOTS))
    for plot in range(PLOTS):
        if not land & BIT[plot]:
            continue
        before = country.beside[plot] & land & (BIT[plot] - 1)  # neighbours that have been looked at
        while before:
            low = before & -before
            before ^= low
            one = root(parent, int(low).bit_length() - 1)
            other = root(parent, plot)
            if one < other:
                parent[other] = one
            else:
                parent[one] = other
    groups: dict[int, int] = {}
    for plot in range(PLOTS):
        if land & BIT[plot]:
            top = root(parent, plot)
            groups[top] = groups.get(top, 0) | BIT[plot]
    return list(groups.values())


def root(parent: list[int], plot: int) -> int:
    """Return the plot that represents a plot's group."""
    while parent[plot] != plot:
        parent[plot] = parent[parent[plot]]
        plot = parent[plot]
    return plot
