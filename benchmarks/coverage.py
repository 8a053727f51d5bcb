"""Measure how often the lab's intervals hold the true value: ``python benchmarks/coverage.py``

    python benchmarks/coverage.py --repeats 4000            # more samples of every kind
    python benchmarks/coverage.py --comparisons 200         # only comparisons of equal rules, of real games

Every kind of interval is made again and again from samples whose truth is known: shares (Wilson), means (Student's t, or a
scaled Wilson interval if most games give the same extreme value), quantiles (order statistics), paired differences (Student's t
with the test of few differing pairs), and several differences together (Bonferroni). The samples are like those of games: whole
scores, long tails, rare events, pairs of which most are equal. A row says how often the interval held the truth, with n and
Wilson's interval for that. An interval for 95% should hold in 95% of the samples or more.

Of the samples of 20 games with rare points, one in eight has no points at all. Then no interval made from the sample alone can
hold the truth, so the rows that end in "if any" leave these samples out.

The last rows compare equal with equal in real games, as `lab.compare` plays them: the changed phase has the same chances and
other draws, so that pairs share a part of their luck. They say how often a comparison found a difference although none
exists: it should be 5% or fewer.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.append(str(ROOT))  # last, so that an installed package is measured if there is one

import workbench as wb  # noqa: E402
from workbench import lab  # noqa: E402
from workbench.core.phase import Phase  # noqa: E402
from workbench.games.northwood.setup import Deal  # noqa: E402
from workbench.lab.compare import HIGHER, LOWER, USUAL  # noqa: E402
from workbench.lab.statistics import Estimate, difference, level_for_all, mean, quantile, share  # noqa: E402

Draws = np.random.Generator
Sample = Callable[[Draws, int], Any]
"""Draws a sample of a size."""


def holds(estimate: Estimate, truth: float) -> bool:
    """Return whether an interval holds the truth; an unknown end holds everything."""
    return (isnan(estimate.low) or estimate.low <= truth + 1e-12) and (isnan(estimate.high) or truth <= estimate.high + 1e-12)


def held(repeats: int, one: Callable[[], bool]) -> Estimate:
    """Return how often something holds, over many repeats."""
    return share(sum([one() for _ in range(repeats)]), repeats)


# -- samples ----------------------------------------------------------------------------------------------------------

SCORES: dict[str, tuple[Sample, float]] = {
    "scores from 0 to 20": (lambda draws, n: draws.binomial(20, 0.4, n), 8.0),
    "lengths with a long tail": (lambda draws, n: 20 + draws.geometric(0.05, n), 40.0),
}
"""Samples with their true mean."""

RARE: dict[str, tuple[Sample, float]] = {
    "rare points (1 in 10 games)": (lambda draws, n: 5 * draws.binomial(1, 0.1, n), 0.5),
    "rare points, 1 to 9": (lambda draws, n: draws.integers(1, 10, n) * draws.binomial(1, 0.1, n), 0.5),
    "rare points with a long tail": (lambda draws, n: draws.geometric(0.2, n) * draws.binomial(1, 0.1, n), 0.5),
    "all but rare games give 5": (lambda draws, n: 5 - 5 * draws.binomial(1, 0.1, n), 4.5),
}
"""The same for numbers that most games have in common."""

QUANTILES: dict[str, tuple[Sample, dict[float, float]]] = {
    "any number from 0 to 1": (lambda draws, n: draws.random(n), {0.5: 0.5, 0.95: 0.95}),
    "whole lengths from 1 to 100": (lambda draws, n: draws.integers(1, 101, n), {0.5: 50, 0.95: 95}),
}
"""Samples with their true quantiles."""


def alike_scores(draws: Draws, n: int) -> tuple[Any, Any]:
    """Draw pairs of scores that share most of their luck; the second is 1 higher on average."""
    luck = draws.binomial(16, 0.5, n)
    return luck + draws.binomial(4, 0.25, n), luck + draws.binomial(4, 0.5, n)


def mostly_equal(draws: Draws, n: int) -> tuple[Any, Any]:
    """Draw pairs of wins of which one in twenty differs, as often up as down."""
    wins = draws.binomial(1, 0.4, n)
    turned = draws.random(n) < 0.05
    return wins, np.where(turned, draws.integers(0, 2, n), wins)


def one_way(draws: Draws, n: int) -> tuple[Any, Any]:
    """Draw pairs of which the second is higher by 3 in one of ten games, and otherwise equal."""
    first = draws.binomial(20, 0.4, n)
    return first, first + 3 * draws.binomial(1, 0.1, n)


def long_tails(draws: Draws, n: int) -> tuple[Any, Any]:
    """Draw pairs of lengths that have nothing in common."""
    return draws.geometric(0.05, n), draws.geometric(0.05, n)


def turned_wins(draws: Draws, n: int) -> tuple[Any, Any]:
    """Draw pairs of wins in which a twentieth of the games differs."""
    wins = draws.random(n)
    return (wins < 0.4).astype(float), ((wins < 0.4) ^ (draws.random(n) < 0.05)).astype(float)


PAIRS: dict[str, tuple[Callable[[Draws, int], tuple[Any, Any]], float]] = {
    "scores that share luck": (alike_scores, 1.0),
    "wins, a twentieth turned": (turned_wins, 0.05 * 0.6 - 0.05 * 0.4),
    "3 more in one of ten games": (one_way, 0.3),
    "long tails, unlike": (long_tails, 0.0),
}
"""Pairs with their true mean difference."""


# -- equal with equal --------------------------------------------------------------------------------------------------


class OtherDeal(Deal):
    """The same deal, whose first card comes from the other end of the deck."""

    def chance(self, state: Any) -> tuple[tuple[int, int], ...]:
        return tuple(reversed(super().chance(state)))


def backwards(phase: type[Phase[Any]]) -> type[Phase[Any]]:
    """Return a phase with the same chances whose outcomes are listed backwards, so that other ones are drawn."""

    def chance(self: Any, state: Any) -> tuple[tuple[int, int], ...]:
        return tuple(reversed(phase.chance(self, state)))

    return type(f"Other{phase.__name__}", (phase,), {"chance": chance})


EQUALS: dict[str, tuple[str, type[Phase[Any]], tuple[str, ...], int]] = {
    "northwood, another deal": ("northwood", OtherDeal, ("score_0", "decisions"), 40),
    "pig, other dice": ("pig", backwards(type(wb.load("pig").phases["roll"])), USUAL, 40),
    "auction, other lots": ("auction", backwards(type(wb.load("auction").phases["award"])), (*USUAL[:1], "return"), 40),
    "kuhn, other cards": ("kuhn", backwards(type(wb.load("kuhn").phases["deal"])), USUAL, 40),
}
"""A game, a phase with the same chances, what to measure, and how many games."""


def false_findings(name: str, comparisons: int) -> tuple[Estimate, float]:
    """Return how often comparisons of equal rules found a difference, and how alike their pairs were on average."""
    game, phase, metrics, games = EQUALS[name]
    found, alike = 0, []
    for seed in range(comparisons):
        made = lab.compare(game, {"as it is": {}, "equal": phase}, metrics, "random", games, seed, progress=False)
        found += any(one.says in (HIGHER, LOWER) for one in made.effects)
        alike += [one.found.correlation for one in made.effects if not isnan(one.found.correlation)]
    return share(found, comparisons), float(np.mean(alike))


# -- rows ---------------------------------------------------------------------------------------------------------------


def rows(repeats: int, seed: int) -> Sequence[tuple[str, str, int, Callable[[], Estimate]]]:
    """Return the kind of interval, the sample, its size and how to measure, for every row."""
    draws = np.random.default_rng(seed)
    found: list[tuple[str, str, int, Callable[[], Estimate]]] = []

    def add(kind: str, what: str, n: int, one: Callable[[], bool]) -> None:
        found.append((kind, what, n, lambda: held(repeats, one)))

    for p in (0.5, 0.1, 0.01):
        for n in (20, 200, 1000):
            add("Wilson", f"wins at {p:.0%}", n, lambda p=p, n=n: holds(share(draws.binomial(n, p), n), p))
    for what, (sample, truth) in SCORES.items():
        for n in (20, 200):
            add("Student t", what, n, lambda s=sample, t=truth, n=n: holds(mean(s(draws, n).tolist()), t))
    for what, (sample, truth) in RARE.items():
        for n in (20, 200):
            add("mean, rare", what, n, lambda s=sample, t=truth, n=n: holds(mean(s(draws, n).tolist()), t))
            if n == 20:
                seen = f"{what}, if any"
                add("mean, rare", seen, n, lambda s=sample, t=truth, n=n: holds(mean(some(s, draws, n).tolist()), t))
    for what, (sample, truths) in QUANTILES.items():
        for part, truth in truths.items():
            for n in (20, 200):
                add(
                    "order statistics",
                    f"{what}, at {part:.0%}",
                    n,
                    lambda s=sample, q=part, t=truth, n=n: holds(quantile(s(draws, n).tolist(), q), t),
                )
    for what, (pairs, truth) in PAIRS.items():
        for n in (20, 200):
            add("paired Student t", what, n, lambda s=pairs, t=truth, n=n: paired(s(draws, n), t))
    for n in (20, 200):
        add("no false finding", "wins, few pairs differ", n, lambda n=n: not finding(mostly_equal(draws, n)))
        add("five together", "means that share luck", n, lambda n=n: together(draws, n))
    return found


def some(sample: Sample, draws: Draws, n: int) -> Any:
    """Draw a sample in which the numbers are not all equal."""
    found = sample(draws, n)
    while found.min() == found.max():
        found = sample(draws, n)
    return found


def paired(pairs: tuple[Any, Any], truth: float) -> bool:
    """Return whether the interval of a paired difference holds the truth."""
    return holds(difference(pairs[0].tolist(), pairs[1].tolist()).estimate, truth)


def finding(pairs: tuple[Any, Any]) -> bool:
    """Return whether the test of a paired difference finds one."""
    return difference(pairs[0].tolist(), pairs[1].tolist()).p < 0.05


def together(draws: Draws, n: int) -> bool:
    """Return whether five intervals at the level for all hold together; all differ from the same games."""
    first = draws.binomial(20, 0.4, n)
    level = level_for_all(5)
    others = [first + draws.integers(-1, 2, n) for _ in range(5)]
    return all(holds(difference(first.tolist(), other.tolist(), level).estimate, 0.0) for other in others)


def main(given: list[str] | None = None) -> None:
    """Measure what the command line asks for, and print a row for each kind of interval, sample and size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=2000, help="how many samples of each kind; 0 leaves them out")
    parser.add_argument("--comparisons", type=int, default=100, help="how many comparisons of each game; 0 leaves them out")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the samples")
    asked = parser.parse_args(given)
    for kind, what, n, measured in rows(asked.repeats, asked.seed) if asked.repeats else ():
        print(f"{kind:18}{what:38}n = {n:<6}{said(measured())}", flush=True)
    for name in EQUALS if asked.comparisons else ():
        found, alike = false_findings(name, asked.comparisons)
        print(f"{'false findings':18}{name:38}n = {EQUALS[name][3]:<6}{said(found)}, correlation {alike:.2f}", flush=True)


def said(estimate: Estimate) -> str:
    """Return a share with its interval, for a row."""
    return f"{estimate.value:.1%} ({estimate.low:.1%} to {estimate.high:.1%}, n = {estimate.n})"


if __name__ == "__main__":
    main()
