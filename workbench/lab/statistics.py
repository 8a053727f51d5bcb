"""Numbers with their uncertainty: every estimate carries n and an interval, and says how the interval was made.

SciPy and statsmodels compute the intervals and tests. Only Wilson's is computed here, so shares work without them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, inf, isfinite, isnan, nan, sqrt
from statistics import NormalDist, fmean
from typing import Final

from workbench.core.errors import WorkbenchError
from workbench.core.extra import package
from workbench.core.words import InWords

LEVEL: Final = 0.95
"""How often an interval made in this way holds the true value, unless the caller asks for another level."""
POWER: Final = 0.8
"""How often the number of games from `games_needed` would show a real difference."""
FEW: Final = 12
"""The most differing pairs for which a paired test tries every way that chance could have dealt out the differences."""

RARE: Final = 0.75
"""A column is rare if at least this part of the games gives its lowest value, or its highest."""
RARE_FROM: Final = 20
"""Fewer games do not show whether a column is rare."""

WILSON: Final = "Wilson"
SCALED: Final = "Wilson, scaled"
STUDENT: Final = "Student t"
ORDER: Final = "order statistics"
PAIRED: Final = "paired Student t"


@dataclass(frozen=True)
class Estimate(InWords):
    """A number found by playing many games. `share` and `mean` return one.

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
        """The kind of interval, for the heading of a table: ``Wilson 95%``."""
        return f"{self.method} {100 * self.level:g}%"


def share(hits: float, n: int, level: float = LEVEL) -> Estimate:
    """Return how often something happens, with Wilson's score interval.

    Wilson's interval stays between 0 and 1, and is sound for few games and for shares near 0 or 1. A shared win may count as
    part of a hit; the interval is then slightly too wide, never too narrow.

    Args:
        hits: the number of games in which it happened, 0..n.
        n: how many games.
        level: 0..1, both excluded.

    Returns:
        the share, 0..1.

    Raises:
        WorkbenchError: the numbers do not fit together.

    >>> print(share(30, 100))
    30.0% (21.9% to 39.6%, n = 100, Wilson 95%)
    """
    if n < 1 or not 0 <= hits <= n:
        raise WorkbenchError(f"A share needs hits from 0 to n and n of at least 1, not {hits} of {n}.")
    found = float(hits) / n
    low, high = wilson(found, n, NormalDist().inv_cdf((1 + checked_level(level)) / 2))
    return Estimate(found, low, high, n, WILSON, level)


def wilson(found: float, n: int, errors: float) -> tuple[float, float]:
    """Return the ends of Wilson's interval for a share.

    Args:
        found: the share, 0..1.
        n: how many games.
        errors: how many standard errors either way.

    >>> [round(end, 3) for end in wilson(0.3, 100, 1.96)]
    [0.219, 0.396]
    """
    middle = (found + errors**2 / (2 * n)) / (1 + errors**2 / n)
    half = errors * sqrt(found * (1 - found) / n + errors**2 / (4 * n**2)) / (1 + errors**2 / n)
    # rounding must not push the ends past the estimate itself, nor out of 0 to 1
    return max(0.0, min(found, middle - half)), min(1.0, max(found, middle + half))


def mean(values: Sequence[float], level: float = LEVEL) -> Estimate:
    """Return the mean, with Student's t interval, or a scaled Wilson interval if most games give the same extreme value.

    Most are at least three quarters of 20 or more games. Student's interval lies too low where a few games give much and all
    others nothing: it is as wide below the mean as above. Wilson's interval leans the right way (`scaled_wilson`). If all
    values are equal, the interval has no width, and says nothing about values that only rarer games give.

    Args:
        values: one number per game.
        level: 0..1, both excluded.

    Returns:
        the mean; with a single value the ends of the interval are unknown (nan).

    Raises:
        WorkbenchError: there is no value.

    >>> print(mean([2, 4, 4, 6]))
    4 (1.402 to 6.598, n = 4, Student t 95%)
    >>> print(mean([0] * 18 + [5, 5]))
    0.5 (0.129 to 1.59, n = 20, Wilson, scaled 95%)
    """
    n = len(values)
    if n == 0:
        raise WorkbenchError("A mean needs at least one value.")
    checked_level(level)
    middle = fmean(values)
    if n == 1:
        return Estimate(middle, nan, nan, n, STUDENT, level)
    lowest, highest = min(values), max(values)
    if lowest < highest and n >= RARE_FROM:
        if sum([value == lowest for value in values]) >= RARE * n:
            low, high = scaled_wilson([value - lowest for value in values], level)
            return Estimate(middle, lowest + low, lowest + high, n, SCALED, level)
        if sum([value == highest for value in values]) >= RARE * n:
            low, high = scaled_wilson([highest - value for value in values], level)
            return Estimate(middle, highest - high, highest - low, n, SCALED, level)
    half = student(level, n - 1) * spread(values) / sqrt(n)
    return Estimate(middle, middle - half, middle + half, n, STUDENT, level)


def scaled_wilson(values: Sequence[float], level: float) -> tuple[float, float]:
    """Return the ends of an interval for the mean of numbers that are mostly 0 and never below.

    The numbers are treated as if each were 0 or one and the same size. That size makes their variance the observed one, so
    it is the sum of the squares divided by the sum. The share of this size has Wilson's interval, with Student's quantile in
    place of the normal one, because the size is estimated. If the numbers have only one size, all but the quantile is
    Wilson's interval.

    Args:
        values: one number per game, at least two, 0 or more and not all 0.
        level: 0..1, both excluded.

    >>> low, high = scaled_wilson([0] * 18 + [5, 5], 0.95)
    >>> round(low, 4), round(high, 4)
    (0.129, 1.5897)
    """
    n = len(values)
    size = float(sum([value * value for value in values]) / sum(values))
    low, high = wilson(fmean(values) / size, n, student(level, n - 1))
    return size * low, size * high


def quantile(values: Sequence[float], part: float, level: float = LEVEL) -> Estimate:
    """Return a quantile, with an interval that assumes nothing about the distribution.

    The ends are observed values: their ranks contain the true quantile with at least the given probability, by the binomial
    distribution.

    Args:
        values: one number per game.
        part: 0..1, both excluded; 0.5 is the median.
        level: 0..1, both excluded.

    Returns:
        the quantile (the smallest value that at least this part of all values does not exceed); an end for which there are
        too few values is unknown (nan).

    Raises:
        WorkbenchError: there is no value, or a number is out of range.

    >>> print(quantile(range(1, 101), 0.5))
    50 (40 to 61, n = 100, order statistics 95%)
    """
    n = len(values)
    if n == 0 or not 0 < part < 1:
        raise WorkbenchError(f"A quantile needs at least one value and a part between 0 and 1, not {part}.")
    tail = (1 - checked_level(level)) / 2
    ordered = sorted(values)
    least, most = ranks(n, part, tail)
    low = ordered[least - 1] if least > 0 else nan
    high = ordered[most] if most < n else nan
    rank = max(0, ceil(part * n - 1e-9) - 1)  # the small step makes up for products such as 0.07 * 100
    return Estimate(ordered[rank], low, high, n, ORDER, level)


@dataclass(frozen=True)
class Difference:
    """The difference between two lists of paired numbers.

    Attributes:
        estimate: the mean of the differences, second minus first, with its interval; the ends are unknown (nan) if every pair
            differs by the same amount, because then the variation is unknown.
        p: the chance of a mean at least this far from 0 if there is no difference, 0..1.
        differing: how many of the pairs differ at all.
        deviation: the standard deviation of the differences.
        correlation: how closely the two lists move together, -1..1; nan if one of them is constant. Higher values mean that
            pairing narrowed the interval more.
    """

    estimate: Estimate
    p: float
    differing: int
    deviation: float
    correlation: float


def difference(first: Sequence[float], second: Sequence[float], level: float = LEVEL) -> Difference:
    """Return the mean difference of pairs, such as games under two rules, with a t interval and test.

    If only a few pairs differ, the t test is unreliable. Then every way of reversing these differences is tried as well, and
    the more careful of the two tests counts. Fewer than six differing pairs are never evidence at 95%.

    Args:
        first: one number per game.
        second: the number of the same game of the other kind.
        level: 0..1, both excluded.

    Raises:
        WorkbenchError: the lists are not of the same length, or hold fewer than two numbers.

    >>> found = difference([1, 2, 3, 4], [2, 4, 4, 6])
    >>> print(found.estimate)
    1.5 (0.5813 to 2.419, n = 4, paired Student t 95%)
    >>> found.differing, found.p  # of the sixteen ways to sign four differences, two are so one-sided
    (4, 0.125)
    """
    n = len(first)
    if n != len(second) or n < 2:
        raise WorkbenchError(f"A paired difference needs two lists of the same length, at least 2, not {n} and {len(second)}.")
    stats = package("scipy.stats", "A test")
    apart = [after - before for before, after in zip(first, second, strict=True)]
    differing = [one for one in apart if one != 0]
    middle, deviation = fmean(apart), spread(apart)
    constant = spread(first) == 0 or spread(second) == 0
    correlation = nan if constant else float(package("numpy", "A correlation").corrcoef(first, second)[0, 1])
    if deviation == 0:
        p = float(stats.binomtest(n, n).pvalue) if differing else 1.0
        unknown = Estimate(middle, nan, nan, n, PAIRED, checked_level(level))
        return Difference(unknown, p, len(differing), 0.0, correlation)
    error = deviation / sqrt(n)
    half = student(checked_level(level), n - 1) * error
    p = 2 * float(stats.t.sf(abs(middle) / error, n - 1))
    if len(differing) == 1:
        p = 1.0  # it could have gone the other way just as easily
    elif len(differing) <= FEW:
        turned = stats.permutation_test(
            (differing, [0.0] * len(differing)),
            lambda one, other, axis: (one - other).mean(axis=axis),
            permutation_type="samples",
            n_resamples=inf,
            vectorized=True,
        )
        p = max(p, float(turned.pvalue))
    estimate = Estimate(middle, middle - half, middle + half, n, PAIRED, level)
    return Difference(estimate, p, len(differing), deviation, correlation)


@lru_cache(maxsize=256)
def student(level: float, freedom: int) -> float:
    """Return how many standard errors either way contain a share of Student's t distribution (cached).

    >>> round(student(0.95, 7), 3)
    2.365
    """
    return float(package("scipy.stats", "An interval").t.isf((1 - level) / 2, freedom))


@lru_cache(maxsize=256)
def ranks(n: int, part: float, tail: float) -> tuple[int, int]:
    """Return the lowest and highest likely number of values below a quantile, except for both tails.

    >>> ranks(100, 0.5, 0.025)
    (40, 60)
    """
    binomial = package("scipy.stats", "An interval").binom(n, part)
    return int(binomial.ppf(tail)), int(binomial.isf(tail))


def spread(values: Sequence[float]) -> float:
    """Return the estimated standard deviation from two or more values; exactly 0 for equal values.

    >>> spread([1, 2, 3])
    1.0
    """
    return 0.0 if min(values) == max(values) else float(package("numpy", "A deviation").std(values, ddof=1))


def level_for_all(comparisons: int, level: float = LEVEL) -> float:
    """Return the level for each of several intervals that makes them hold together at the given level.

    It is Bonferroni's, and matches `corrected`: an interval excludes 0 exactly if its corrected p is small enough.

    Args:
        comparisons: how many intervals, at least 1.
        level: 0..1, both excluded.

    >>> round(level_for_all(5), 6)
    0.99
    """
    return 1 - (1 - checked_level(level)) / comparisons


def corrected(ps: Sequence[float], looks: int | None = None) -> list[float]:
    """Return the p of several tests, corrected so that the chance of any false finding stays bounded (Bonferroni).

    Args:
        ps: the p of each test alone, 0..1.
        looks: how many of them count, if some say the same as others (`told_apart`); all unless given.

    >>> corrected([0.01, 0.25, 0.5]), corrected([0.01, 0.01, 0.5], looks=2)
    ([0.03, 0.75, 1.0], [0.02, 0.02, 1.0])
    """
    return [min(1.0, p * (len(ps) if looks is None else looks)) for p in ps]


def told_apart(lists: Mapping[str, Sequence[float]]) -> dict[str, str]:
    """Return, for each list of numbers, the first one that says the same: itself, an equal one or its mirror image.

    Two lists are mirror images if they add up to the same number at every place, as the wins of two seats do. A test of one is
    a test of the other, so both count once in a correction.

    Args:
        lists: the numbers by name; an unknown number is nan.

    >>> told_apart({"win_0": [1, 0, 0.5], "win_1": [0, 1, 0.5], "length": [9, 9, 8]})
    {'win_0': 'win_0', 'win_1': 'win_0', 'length': 'length'}
    """
    found: dict[str, str] = {}
    for name, values in lists.items():
        found[name] = next((other for other in dict.fromkeys(found.values()) if says_the_same(lists[other], values)), name)
    return found


def says_the_same(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether two lists are equal or mirror images.

    >>> says_the_same([1, 2], [4, 3]), says_the_same([1, 2], [4, 4])
    (True, False)
    """
    if len(one) != len(other):
        return False
    pairs = [pair for pair in zip(one, other, strict=True) if not (isnan(pair[0]) and isnan(pair[1]))]
    if any(isnan(first) or isnan(second) for first, second in pairs):
        return False
    return all(first == second for first, second in pairs) or len({first + second for first, second in pairs}) == 1


def games_needed(effect: float, deviation: float, level: float = LEVEL, power: float = POWER) -> float:
    """Return how many pairs of games a paired t test needs to show a difference.

    Args:
        effect: the true difference to show; its sign does not matter.
        deviation: the standard deviation of the differences.
        level: the level of the interval that should exclude 0.
        power: how often this many games should be enough, 0..1.

    Returns:
        the number of games, rounded up; infinite for no difference at all.

    >>> games_needed(0.1, 1.0)  # 2.8 standard errors: (2.802 / 0.1) ** 2, and two more for Student's t
    787
    """
    if effect == 0:
        return inf
    if deviation == 0:
        return 2
    size = abs(effect) / deviation
    stats = package("scipy.stats", "A number of games")
    alpha = 1 - checked_level(level)
    rough = ((float(stats.norm.isf(alpha / 2)) + float(stats.norm.ppf(power))) / size) ** 2
    if rough > 10_000 or rough < 8:  # Student's t is the normal distribution there, or the solver has nothing to work with
        return max(2, ceil(rough))
    solver = package("statsmodels.stats.power", "A number of games").TTestPower()
    found = float(solver.solve_power(effect_size=size, alpha=alpha, power=power))
    return ceil(found) if isfinite(found) else ceil(rough)


def checked_level(level: float) -> float:
    """Check and return a level of confidence.

    Raises:
        WorkbenchError: it is not between 0 and 1.
    """
    if not 0 < level < 1:
        raise WorkbenchError(f"A level must be between 0 and 1, such as 0.95, not {level}.")
    return level
