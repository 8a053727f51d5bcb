"""Watched games are the same games; what is kept of them is what happened."""

from __future__ import annotations

import pandas as pd
import pytest

from tests.lab.players import Sampler, high, low, spread_of_scores
from tests.lab.tiny import Tiny
from workbench import lab
from workbench.core.errors import WorkbenchError
from workbench.core.played import Played
from workbench.core.registry import game_names


def lame(played: Played) -> float:
    """Cannot be computed."""
    return 1 / 0


@pytest.mark.parametrize("name", game_names())
def test_watching_changes_nothing(name: str) -> None:
    plain = lab.simulate(name, "random", games=3, seed=4, clauses=True)
    watched = lab.simulate(name, "random", games=3, seed=4, clauses=True, metrics="branching", rows=("decisions", "events"))
    pd.testing.assert_frame_equal(plain.table, watched.table.drop(columns="branching"))
    assert plain.clauses is not None
    assert watched.clauses is not None
    pd.testing.assert_frame_equal(plain.clauses, watched.clauses)
    assert watched.decisions is not None
    assert watched.events is not None
    # a row a decision, and an event for each time that a clause fired
    assert watched.decisions.groupby("game").size().tolist() == plain.table["decisions"].tolist()
    assert len(watched.events) == plain.clauses["times"].sum()
    assert watched.decisions.groupby("game")["legal"].mean().tolist() == pytest.approx(watched.table["branching"].tolist())
    # nothing of it is there unless it is asked for
    assert plain.decisions is plain.events is None


def test_rows_by_hand() -> None:
    runs = lab.simulate(Tiny({}), [low, high], games=3, seed=1, rotate=False, rows=["decisions", "events"])
    assert runs.decisions is not None
    # nobody has a score before having named a number
    assert runs.decisions["score_1"].isna().all()
    assert runs.decisions.drop(columns=["score_0", "score_1"]).head(2).to_dict("records") == [
        {"game": 0, "decision": 1, "seat": 0, "phase": "naming", "legal": 3, "action": "name:0"},
        {"game": 0, "decision": 2, "seat": 1, "phase": "naming", "legal": 3, "action": "name:2"},
    ]
    named = runs.happened("named")
    assert named["number"].tolist() == [0, 2] * 3
    assert named["decision"].tolist() == [1, 2] * 3
    with pytest.raises(WorkbenchError, match=r"No event of these games is of the kind 'name'\. Did you mean 'named'"):
        runs.happened("name")
    with pytest.raises(WorkbenchError, match="were not kept"):
        lab.simulate(Tiny({}), low, games=1).happened("named")
    with pytest.raises(WorkbenchError, match="rows may ask for 'decisions' and 'events', not for 'moves'"):
        lab.simulate(Tiny({}), low, games=1, rows="moves")


@pytest.mark.xdist_group("workers")
def test_metrics_and_rows_on_two_workers() -> None:
    def many(workers: int) -> lab.Runs:
        return lab.simulate(
            Tiny({}, players=3),
            Sampler,
            games=40,
            seed=5,
            workers=workers,
            metrics={"spread": spread_of_scores, "by_seat": lambda played: played.scores},
            rows=("decisions", "events"),
        )

    one, two = many(1), many(2)
    pd.testing.assert_frame_equal(one.table, two.table)
    for mine, other in ((one.decisions, two.decisions), (one.events, two.events)):
        assert mine is not None
        assert other is not None
        pd.testing.assert_frame_equal(mine, other)
    scores = one.table[["score_0", "score_1", "score_2"]]
    assert (one.table["spread"] == scores.max(axis=1) - scores.min(axis=1)).all()
    assert one.table["by_seat_2"].tolist() == one.table["score_2"].tolist()
    assert "spread" in one.summary()["measure"].tolist()


def test_a_metric_that_fails_says_so() -> None:
    with pytest.raises(WorkbenchError, match="The metric 'lame' raised ZeroDivisionError: division by zero"):
        lab.simulate(Tiny({}), low, games=1, metrics=lame)
