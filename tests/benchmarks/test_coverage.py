"""How often intervals hold the truth, on examples with a known answer."""

from __future__ import annotations

from math import nan

from tests.helpers import benchmark_of
from workbench.lab.statistics import Estimate


def test_an_interval_holds_what_is_inside_it() -> None:
    coverage = benchmark_of("coverage")
    assert coverage.holds(Estimate(1.0, 0.5, 1.5, 9, "any"), 1.5) and coverage.holds(Estimate(1.0, nan, nan, 1, "any"), 7)
    assert not coverage.holds(Estimate(1.0, 0.5, 1.5, 9, "any"), 1.6)
    found, alike = coverage.false_findings("kuhn, other cards", 2)
    assert found.n == 2 and -1 <= alike <= 1
