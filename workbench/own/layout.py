"""The default layout of a network: places are as far apart as the steps between them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import cos, hypot, pi, sin
from typing import Final

from workbench.core.random import Random

BEGINNINGS: Final = 12
"""The most layouts to try."""
WORK: Final = 4_000
"""How many pairs of places all these layouts may have; large networks are laid out once or twice."""
ROUNDS: Final = 120
TURNS: Final = 12
WIDER: Final = 1.5


@cache
def laid_out(neighbours: tuple[tuple[int, ...], ...]) -> tuple[tuple[float, float], ...]:
    """Return a point for each place, with distances as close as possible to the steps between the places.

    The layout begins as a circle. Round by round every place moves towards its best position. If ways cross, it begins again
    with the places in other orders, and the layout with the fewest crossings counts. Then it is turned to the angle at which it
    can be drawn largest. The same network is always laid out alike.

    Args:
        neighbours: for each place, the places beside it.

    >>> (x1, y1), (x2, y2), (x3, y3) = laid_out(((1,), (0, 2), (1,)))
    >>> round(hypot(x3 - x1, y3 - y1), 1), round(hypot(x2 - x1, y2 - y1), 1)
    (2.0, 1.0)
    """
    number = len(neighbours)
    found = [_steps(neighbours, place) for place in range(number)]
    beyond = max([far for steps in found for far in steps.values()]) + 1  # for places that no ways connect
    steps = [[found[place].get(other, beyond) for other in range(number)] for place in range(number)]
    best: list[tuple[float, float]] = []
    fewest = -1
    for beginning in range(max(1, min(BEGINNINGS, WORK // number**2))):
        points = _settled(steps, _order(number, beginning))
        crossed = crossings(neighbours, points)
        if fewest < 0 or crossed < fewest:
            best, fewest = points, crossed
        if fewest == 0:
            break
    return max([_turned(best, number) for number in range(TURNS)], key=lambda turned: round(_size(turned), 6))


def crossings(neighbours: Sequence[Sequence[int]], points: Sequence[tuple[float, float]]) -> int:
    """Return how many pairs of ways cross.

    Args:
        neighbours: for each place, the places beside it.
        points: where each place lies.

    >>> square = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]
    >>> crossings([[2], [3], [0], [1]], square), crossings([[1], [0], [3], [2]], square)
    (1, 0)
    """
    ways = [(one, other) for one, beside in enumerate(neighbours) for other in beside if one < other]

    def side(one: int, other: int, third: int) -> bool:
        (x1, y1), (x2, y2), (x3, y3) = points[one], points[other], points[third]
        return (x2 - x1) * (y3 - y1) > (y2 - y1) * (x3 - x1)

    return sum(
        len({*way, *other}) == 4
        and side(*way, other[0]) != side(*way, other[1])
        and side(*other, way[0]) != side(*other, way[1])
        for way, other in combinations(ways, 2)
    )


def _order(number: int, beginning: int) -> list[int]:
    """Return the order of the places around the circle: as they are listed, then others."""
    rng = Random("layout", beginning)
    left = list(range(number))
    return [left.pop(rng.below(len(left)) if beginning else 0) for _ in range(number)]


def _settled(steps: list[list[int]], order: list[int]) -> list[tuple[float, float]]:
    """Return where the places come to rest if they begin in an order around a circle."""
    number = len(order)
    points = [(0.0, 0.0)] * number
    for turn, place in enumerate(order):
        points[place] = (cos(2 * pi * turn / number) * number / 4, sin(2 * pi * turn / number) * number / 4)
    for _ in range(ROUNDS):
        for place in range(number):
            x = y = total = 0.0
            for other in range(number):
                if other != place:
                    away, weight = steps[place][other], steps[place][other] ** -2
                    dx, dy = points[place][0] - points[other][0], points[place][1] - points[other][1]
                    far = hypot(dx, dy) or 1.0
                    x += weight * (points[other][0] + away * dx / far)
                    y += weight * (points[other][1] + away * dy / far)
                    total += weight
            if total:
                points[place] = (x / total, y / total)
    return points


def _turned(points: list[tuple[float, float]], number: int) -> tuple[tuple[float, float], ...]:
    """Return the points turned by a fraction of half a circle."""
    across, down = cos(pi * number / TURNS), sin(pi * number / TURNS)
    return tuple([(x * across - y * down, x * down + y * across) for x, y in points])


def _size(points: tuple[tuple[float, float], ...]) -> float:
    """Return the scale at which the points fit on a sheet that is wider than it is high."""
    wide, high = [max(column) - min(column) for column in zip(*points, strict=True)]
    return min(WIDER / (wide or 1.0), 1 / (high or 1.0))


def _steps(neighbours: tuple[tuple[int, ...], ...], begin: int) -> dict[int, int]:
    """Return the distance in steps to each place that can be reached."""
    found, reached = {begin: 0}, [begin]
    for place in reached:
        for beside in neighbours[place]:
            if beside not in found:
                found[beside] = found[place] + 1
                reached.append(beside)
    return found
