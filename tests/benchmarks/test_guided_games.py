"""Games that follow the guide: the advice agrees with exact chances and the strongest player, and it helps."""

from __future__ import annotations

import pytest

import workbench as wb
from tests.helpers import benchmark_of

LONG = [pytest.param(name, marks=pytest.mark.long) for name in ("northwood", "resource_hog")]
"""A game takes three seconds in On Their Merry Way and eight here; in the other two it takes a minute."""


@pytest.mark.parametrize("name", ["merry_way", *LONG])
def test_a_guided_game_is_never_advised_against_the_chances_or_the_strongest_player(name: str, short: bool) -> None:
    guided = benchmark_of("guided_games")
    tally = guided.Tally()
    guided.play(wb.load(name, max_rounds=12) if short else wb.load(name), 2, tally, 10)
    assert not tally.against
    assert tally.games == 1 and tally.given > 50 and tally.asked
    if name == "northwood":
        assert tally.exact and 2 * tally.visits_won > tally.visits
    assert f"{tally.given} times advised" in str(tally)
