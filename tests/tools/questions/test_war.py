"""Fighters, and the same players at peace."""

from __future__ import annotations

import numpy as np
import pytest

from tools.questions.war import FAR, Table, attacking_from, battles_of, in_every_mixture, ratio
from workbench import lab, load
from workbench.core.played import EVENTS, Played, needs
from workbench.games.resource_hog.strategy import Baron, Raider


@needs(EVENTS)
def fought(played: Played) -> float:
    return float(len(battles_of(played)))


def test_a_peaceful_baron_fights_nobody_and_an_ordinary_one_does() -> None:
    rules = load("resource_hog", players=3)
    peace, war = (
        lab.simulate(rules, attacking_from(round_, Baron), games=2, seed=1, metrics=(fought, "battles")).table
        for round_ in (FAR, Baron.attacks_from)
    )
    assert list(peace["fought"]) == [0, 0] and min(war["fought"]) > 0
    assert war["fought"].equals(war["battles"])


def test_every_mixture_is_played_and_wins_add_up() -> None:
    table = Table(3, 1)
    in_every_mixture(table, Raider)
    found = {(row[0], row[3], row[4]): row[6] for row in table.rows}
    runs = table.play((Raider, *[attacking_from(FAR, Raider)] * 2))
    won = runs.summary().query("measure == 'wins' and of == 'raider'")["value"].iloc[0]
    assert found["mixture", "wins", "raider: one fights"] == pytest.approx(won, abs=1e-4)
    cost = found["cost", "heads", "raider: all fight"] - found["cost", "heads", "raider: all at peace"]
    assert found["cost", "heads, war less peace", "raider"] == pytest.approx(cost, abs=1e-3)


def test_the_interval_of_a_ratio_is_near_that_of_resampled_games() -> None:
    rng = np.random.default_rng(1)
    wholes = rng.integers(5, 30, 400)
    parts = rng.binomial(wholes, 0.7) + rng.integers(0, 3, 400)
    found = ratio(parts, wholes)
    drawn = rng.integers(0, 400, (2000, 400))
    low, high = np.quantile(parts[drawn].sum(axis=1) / wholes[drawn].sum(axis=1), [0.025, 0.975])
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.1 * (high - low))
