"""The worth of pairs, on examples with a known answer."""

from __future__ import annotations

from math import inf

import pytest

from tests.helpers import benchmark_of
from workbench import lab


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
