"""The country: its plots, their neighbours, and the groups that some plots form.

A set of plots is a mask: plot n of the order A1 to G7 is bit n. The mask ``step_n`` holds every plot that has a
neighbour n places further on: the same four steps serve every row of both maps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from workbench.core.types import Number
    from workbench.games.keydom.types import Plot, Plots

PLOTS: Final = 56
"""One plot for each field tile (KD-LAND-6)."""
PRIME: Final = 59
"""Every power of two up to 2**57 leaves a different remainder: so a table finds the place of a plot's bit at once."""
ROW_NAMES: Final = "ABCDEFG"
MAPS: Final = {
    "keydom56": ((-6, 7), (-7, 8), (-8, 9), (-7, 8), (-8, 9), (-7, 8), (-6, 7)),
    "rect7x8": ((-8, 8), (-7, 8), (-8, 8), (-7, 8), (-8, 8), (-7, 8), (-8, 8)),
}
"""For each row of a map the place of its first plot, from left to right in half plots, and how many plots there are. The number
of rows and plots is a public fact (KD-LAND-6); that the rows of the first are 7-8-9-8-9-8-7 follows (KD-RULING-2)."""
PUBLIC_CROPS: Final = {"E4": "WH", "B7": "VE"}
"""The crops that are publicly known. All others are house content (KD-HOUSE-2)."""


class Country:
    """A country board.

    Args:
        name: one of `MAPS`.

    Attributes:
        names: the reference of each plot.
        across: how far to the right each plot lies, in half plots from the middle.
        row_of: the row of each plot, 0 for A.
        beside: the neighbours of each plot, as a mask.
        beside_bit: the same by the plot's bit modulo `PRIME`.
        crops: the crop of each plot by the pattern (KD-HOUSE-2), 0 for wheat.

    >>> country = Country("keydom56")
    >>> country.listed(country.beside[country.plot("D4")])
    ['C4', 'C5', 'D3', 'D5', 'E4', 'E5']
    """

    def __init__(self, name: str) -> None:
        self.name: str = name
        spaces = [
            (f"{ROW_NAMES[row]}{number + 1}", row, left + 2 * number)
            for row, (left, length) in enumerate(MAPS[name])
            for number in range(length)
        ]
        self.names: tuple[str, ...] = tuple([reference for reference, _, _ in spaces])
        self.row_of: tuple[int, ...] = tuple([row for _, row, _ in spaces])
        self.across: tuple[int, ...] = tuple([x for _, _, x in spaces])
        self.number: dict[str, int] = {reference: plot for plot, reference in enumerate(self.names)}
        self.crops: tuple[int, ...] = tuple([((x - row) // 2 + 2 * row) % 5 for _, row, x in spaces])
        self.beside: tuple[int, ...] = tuple(
            [sum([1 << other for other in range(PLOTS) if self.adjacent(plot, other)]) for plot in range(PLOTS)]
        )
        by_bit = [0] * PRIME
        for plot, neighbours in enumerate(self.beside):
            by_bit[(1 << plot) % PRIME] = neighbours
        self.beside_bit: tuple[int, ...] = tuple(by_bit)
        self.step_1: Number = self.with_step(1)
        self.step_7: Number = self.with_step(7)
        self.step_8: Number = self.with_step(8)
        self.step_9: Number = self.with_step(9)

    def adjacent(self, plot: int, other: int) -> bool:
        """Return whether the hexagons of two plots share an edge (KD-LAND-7)."""
        rows = abs(self.row_of[plot] - self.row_of[other])
        across = abs(self.across[plot] - self.across[other])
        return (rows == 0 and across == 2) or (rows == 1 and across == 1)

    def distance(self, plot: int, other: int) -> int:
        """Return how many steps it is from one plot to another."""
        rows = abs(self.row_of[plot] - self.row_of[other])
        across = abs(self.across[plot] - self.across[other])
        return rows + max(0, (across - rows) // 2)

    def with_step(self, step: int) -> int:
        """Return the plots that have a neighbour so many places further on."""
        return sum([1 << plot for plot in range(PLOTS - step) if self.adjacent(plot, plot + step)])

    def plot(self, name: str) -> int:
        """Return the plot with a reference."""
        return self.number[name.upper()]

    def listed(self, plots: int) -> list[str]:
        """Return the references of a set of plots."""
        return [name for plot, name in enumerate(self.names) if plots >> plot & 1]

    def mask(self, names: str) -> int:
        """Return the set of plots for references separated by spaces."""
        return sum({1 << self.plot(name) for name in names.split()})

    # -- sets of plots -------------------------------------------------------------------------------------------------

    def spread(self, plots: Plots) -> Plots:
        """Return the neighbours of some plots."""
        one, seven, eight, nine = self.step_1, self.step_7, self.step_8, self.step_9
        return (
            (plots & one) << 1
            | plots >> 1 & one
            | (plots & seven) << 7
            | plots >> 7 & seven
            | (plots & eight) << 8
            | plots >> 8 & eight
            | (plots & nine) << 9
            | plots >> 9 & nine
        )

    def at_least(self, plots: Plots) -> list[int]:
        """Return the plots next to so many of some plots: an entry for each number from 0 to 5.

        >>> country = Country("keydom56")
        >>> near = country.at_least(country.mask("C4 C5 D4 D6 E4 E5"))
        >>> country.listed(near[4]), country.listed(near[5])
        (['D4', 'D5'], [])
        """
        one, seven, eight, nine = self.step_1, self.step_7, self.step_8, self.step_9
        sides = [
            (plots & one) << 1,
            plots >> 1 & one,
            (plots & seven) << 7,
            plots >> 7 & seven,
            (plots & eight) << 8,
            plots >> 8 & eight,
            (plots & nine) << 9,
            plots >> 9 & nine,
        ]
        first: Plots = 0
        second: Plots = 0
        third: Plots = 0
        fourth: Plots = 0
        fifth: Plots = 0
        for found in sides:
            side: Plots = found
            fifth |= fourth & side
            fourth |= third & side
            third |= second & side
            second |= first & side
            first |= side
        return [-1, first, second, third, fourth, fifth]

    def group(self, start: Plot, land: Plots) -> Plots:
        """Return the plots that you can reach over some land (KD-SCORE-3).

        Args:
            start: the plot to begin at, part of the land.
            land: the plots that connect.
        """
        found = beyond = start
        while beyond:
            one = beyond & -beyond
            new = self.beside_bit[one % PRIME] & land & ~found
            found |= new
            beyond ^= one | new
        return found

    def groups(self, land: Plots) -> list[int]:
        """Return the connected groups of some land, each as a mask, in the order of their first plots.

        >>> country = Country("keydom56")
        >>> [country.listed(one) for one in country.groups(country.mask("A1 B2 C4 D8"))]
        [['A1', 'B2'], ['C4'], ['D8']]
        """
        found: list[int] = []
        left = land
        while left:
            one = self.group(left & -left, land)
            found.append(one)
            left &= ~one
        return found


_countries: dict[str, Country] = {}


def country_of(name: str) -> Country:
    """Return the country board of a map; games share it."""
    if name not in _countries:
        _countries[name] = Country(name)
    return _countries[name]
