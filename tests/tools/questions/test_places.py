"""What each place in the turn order won, taken from the seats."""

from __future__ import annotations

import pytest

from tools.questions._places import at_place
from workbench import lab


@pytest.mark.parametrize("measure", ["win", "score"])
def test_the_means_of_places_are_those_of_the_turn_order(measure: str) -> None:
    runs = lab.simulate("keydom", "random", games=6, seed=1)
    order = runs.turn_order()
    means = order[order["measure"] == {"win": "wins", "score": "score"}[measure]]["value"].tolist()
    assert [sum(at_place(runs, measure, place)) / 6 for place in range(2)] == pytest.approx(means)
