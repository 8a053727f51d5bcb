"""The worth of pairs and the coverage of intervals, on examples with a known answer."""

from __future__ import annotations

from math import inf, nan

import pytest

from tests.helpers import benchmark_of
from workbench import lab
from workbench.lab.statistics import Estimate


def test_the_worth_of_pairs() -> None:
    pairing = benchmark_of("pairing")
    runs = lab.simulate("pig", "random", 8, 1)
    found = pairing.pairing(runs, runs, "decisions")
    assert (found.correlation, found.worth, found.differ) == (pytest.approx(1), inf, 0)
    turned = lab.simulate("pig", "random", 8, 1)
    turned.table["decisions"] = -turned.table["decisions"]
    # differences twice as large as the numbers: four times their variance, and two of them have twice
    assert pairing.pairing(runs, turned, "decisions").worth == pytest.approx(0.5)
    assert pairing.middle([1.0, 4.0, inf]) == pytest.approx(2)


def test_an_interval_holds_what_is_inside_it() -> None:
    coverage = benchmark_of("coverage")
    assert coverage.holds(Estimate(1.0, 0.5, 1.5, 9, "any"), 1.5) and coverage.holds(Estimate(1.0, nan, nan, 1, "any"), 7)
    assert not coverage.holds(Estimate(1.0, 0.5, 1.5, 9, "any"), 1.6)
    found, alike = coverage.false_findings("kuhn, other cards", 2)
    assert found.n == 2 and -1 <= alike <= 1
