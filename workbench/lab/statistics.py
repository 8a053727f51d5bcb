"""Numbers with their uncertainty: every estimate carries n and an interval, and says how the interval was made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, cos, exp, lgamma, log, log1p, nan, pi, sin, sqrt
from statistics import NormalDist, fmean, stdev
from typing import Final

from workbench.core.errors import WorkbenchError

LEVEL: Final = 0.95
"""How often an interval made in this way holds the true value, unless the caller asks for another level."""

WILSON: Final = "Wilson"
STUDENT: Final = "Student t"
ORDER: Final = "order statistics"


@dataclass(frozen=True)
class Estimate:
    """A number found by playing many games.

    Attributes:
        value: the estimate.
        low: the lower end of the interval.
        high: the upper end of the interval.
        n: how many games (or other independent observations) it rests on.
        method: how the interval was made.
        level: how often an interval made in this way holds the true value.
    """

    value: float
    low: float
    high: float
    n: int
    method: str
    level: float = LEVEL

    def __str__(self) -> str:
        if self.method == WILSON:
            numbers = f"{self.value:.1%} ({self.low:.1%} to {self.high:.1%}"
        else:
            numbers = f"{self.value:.4g} ({self.low:.4g} to {self.high:.4g}"
        return f"{numbers}, n = {self.n}, {self.interval})"

    @property
    def interval(self) -> str:
        """The kind of interval, for the head of a table: ``Wilson 95 %``."""
        return f"{self.method} {100 * self.level:g} %"


def share(hits: float, n: int, level: float = LEVEL) -> Estimate:
    """How often something happens, with Wilson's score interval.

    Wilson's interval stays between 0 and 1, and is sound for few games and for shares near 0 or 1. A shared win may count as
    a part of a hit; the interval is then a little wider than it need be, never too narrow.

    Args:
        hits: in how many of the games it happened, 0..n.
        n: how many games.
        level: 0..1, both excluded.

    Returns:
        the share, 0..1.

    Raises:
        WorkbenchError: the numbers do not fit together.

    >>> print(share(30, 100))
    30.0% (21.9% to 39.6%, n = 100, Wilson 95 %)
    """
    if n < 1 or not 0 <= hits <= n:
        raise WorkbenchError(f"A share needs hits from 0 to n and n of at least 1, not {hits} of {n}.")
    z = NormalDist().inv_cdf((1 + checked_level(level)) / 2)
    found = hits / n
    middle = (found + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(found * (1 - found) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    # rounding must not push the ends past what is possible, nor past the estimate itself
    return Estimate(found, min(found, max(0.0, middle - half)), max(found, min(1.0, middle + half)), n, WILSON, level)


def mean(values: Sequence[float], level: float = LEVEL) -> Estimate:
    """The mean, with Student's t interval.

    Args:
        values: one number a game.
        level: 0..1, both excluded.

    Returns:
        the mean; with a single value the ends of the interval are unknown (nan).

    Raises:
        WorkbenchError: there is no value.

    >>> print(mean([2, 4, 4, 6]))
    4 (1.402 to 6.598, n = 4, Student t 95 %)
    """
    n = len(values)
    if n == 0:
        raise WorkbenchError("A mean needs at least one value.")
    checked_level(level)
    middle = fmean(values)
    if n == 1:
        return Estimate(middle, nan, nan, n, STUDENT, level)
    half = student(level, n - 1) * stdev(values) / sqrt(n)
    return Estimate(middle, middle - half, middle + half, n, STUDENT, level)


def quantile(values: Sequence[float], part: float, level: float = LEVEL) -> Estimate:
    """The value that a part of the games stays at or below, with an interval that assumes nothing about the distribution.

    The ends are themselves values that were observed: the ranks between which the true quantile lies with at least the
    given probability, by the binomial distribution.

    Args:
        values: one number a game.
        part: 0..1, both excluded; 0.5 is the median.
        level: 0..1, both excluded.

    Returns:
        the quantile (the smallest value that at least this part of all values does not exceed); an end for which there are
        too few values is unknown (nan).

    Raises:
        WorkbenchError: there is no value, or a number is out of range.

    >>> print(quantile(range(1, 101), 0.5))
    50 (40 to 61, n = 100, order statistics 95 %)
    """
    n = len(values)
    if n == 0 or not 0 < part < 1:
        raise WorkbenchError(f"A quantile needs at least one value and a part between 0 and 1, not {part}.")
    tail = (1 - checked_level(level)) / 2
    ordered = sorted(values)
    # how likely it is that exactly k of the n values lie below the true quantile, summed up from both sides
    logs = [
        lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(part) + (n - k) * log1p(-part) for k in range(n + 1)
    ]
    low = high = nan
    below = 0.0
    for k in range(n):
        below += exp(logs[k])
        if below > tail:
            low = ordered[k - 1] if k > 0 else nan
            break
    above = 0.0
    for k in range(n, 0, -1):
        above += exp(logs[k])
        if above > tail:
            high = ordered[k] if k < n else nan
            break
    rank = max(0, ceil(part * n - 1e-9) - 1)  # the small step makes up for products such as 0.07 * 100
    return Estimate(ordered[rank], low, high, n, ORDER, level)


def student(level: float, freedom: int) -> float:
    """How many standard errors to both sides hold a part of Student's t distribution.

    Args:
        level: the part, 0..1, both excluded.
        freedom: degrees of freedom, at least 1.

    >>> [round(student(0.95, freedom), 3) for freedom in (1, 7, 29, 999)]
    [12.706, 2.365, 2.045, 1.962]
    """
    if freedom > 200:
        # the expansion around the normal distribution; its error is below 1e-7 from here on
        z = NormalDist().inv_cdf((1 + level) / 2)
        first = (z**3 + z) / 4
        second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
        third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
        return z + first / freedom + second / freedom**2 + third / freedom**3
    low, high = 0.0, pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        if student_part(middle, freedom) < level:
            low = middle
        else:
            high = middle
    return sqrt(freedom) * sin(low) / cos(low)


def student_part(angle: float, freedom: int) -> float:
    """The part of Student's t distribution between -t and t, where tan(angle) = t / sqrt(freedom): a finite sum.

    >>> from math import atan
    >>> round(student_part(atan(2.0), 1), 4)  # for one degree of freedom the part is 2/pi times the angle
    0.7048
    """
    square = cos(angle) ** 2
    if freedom == 1:
        return 2 * angle / pi
    term = total = cos(angle) if freedom % 2 else 1.0
    for k in range(2 + freedom % 2, freedom - 1, 2):
        term *= square * (k - 1) / k
        total += term
    if freedom % 2:
        return 2 / pi * (angle + sin(angle) * total)
    return sin(angle) * total


def checked_level(level: float) -> float:
    """A level of confidence that makes sense.

    Raises:
        WorkbenchError: it is not between 0 and 1.
    """
    if not 0 < level < 1:
        raise WorkbenchError(f"A level lies between 0 and 1, such as 0.95, not {level}.")
    return level
