"""The default layout of a network: places are as far apart as the steps between them."""

from __future__ import annotations

from functools import cache
from math import cos, hypot, pi, sin
from typing import Final

ROUNDS: Final = 120
TURNS: Final = 12
WIDER: Final = 1.5


@cache
def laid_out(neighbours: tuple[tuple[int, ...], ...]) -> tuple[tuple[float, float], ...]:
    """Return a point for each place, with distances as close as possible to the steps between the places.

    The layout begins as a circle. Round by round every place moves towards its best position. Then the layout is turned to
    the angle at which it can be drawn largest. Nothing is random.

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
    points = [(cos(2 * pi * place / number) * number / 4, sin(2 * pi * place / number) * number / 4) for place in range(number)]
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
    return max([_turned(points, number) for number in range(TURNS)], key=lambda turned: round(_size(turned), 6))


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
