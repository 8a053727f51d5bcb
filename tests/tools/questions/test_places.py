"""What each place in the turn order won, taken from the seats."""

from __future__ import annotations

import pytest

from tools.questions._places import at_place
from workbench import lab


def test_the_means_of_places_are_those_of_the_turn_order() -> None:
    runs = lab.simulate("keydom", "homesteader", games=4, seed=1)
    means = runs.turn_order()["value"].tolist()
    ours = [sum(at_place(runs, measure, place)) / runs.games for measure in ("win", "score") for place in range(2)]
    assert ours == pytest.approx(means, abs=1e-4)
