"""Metrics on games played out by hand, and that every named one says something; each has an example in its own words, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import workbench as wb
from tests.lab.tiny import Tiny
from workbench import lab
from workbench.core.errors import WorkbenchError
from workbench.core.played import PARTS, Decision, Played, meaning, needed
from workbench.core.random import Random
from workbench.core.registry import game_names
from workbench.lab import metrics
from workbench.lab.metrics import metrics_of

TIE = Played((4, 4), (0.5, 0.5), decisions=(Decision(0, 2, (0, 0)), Decision(1, 2, (4, 0))))
ALONE = Played((12,), (1.0,), length=2, decisions=(Decision(0, 2, (0,)), Decision(0, 3, (4,))))


@pytest.mark.parametrize("metric", [metrics.drama, metrics.comeback, metrics.decided_after, metrics.lead_changes])
def test_the_course_of_the_lead_needs_several_seats(metric: Callable[[Played], Any]) -> None:
    assert metric(ALONE) is None


def test_what_a_tie_says() -> None:
    assert metrics.drama(TIE) is metrics.comeback(TIE) is metrics.decided_after(TIE) is None
    assert metrics.lead_changes(TIE) == 0
    assert metrics.seat_advantage(Played((4, 4), (0.5, 0.5), facts={"first": 1})) == 0
    # a third of three seats shares a win of two: 1/2 - 1/3
    shared = Played((1, 2, 2), (0.0, 0.5, 0.5), facts={"first": 1})
    assert metrics.seat_advantage(shared) == pytest.approx(1 / 6)
    assert metrics.seat_advantage(Played((1, 2), (0.0, 1.0))) is None


def test_the_lead_of_three() -> None:
    # leaders alone: 0, 2, nobody (2 and 0 at 4), 2 again, 1 at the end
    curve = [(1, 0, 0), (1, 0, 3), (4, 0, 4), (4, 2, 5)]
    game = Played((4, 6, 5), (0.0, 1.0, 0.0), decisions=tuple([Decision(0, 2, scores) for scores in curve]))
    assert metrics.lead_changes(game) == 2
    assert metrics.drama(game) == (1 + 3 + 4 + 3) / 4
    assert metrics.comeback(game) == 4
    assert metrics.decided_after(game) == 1
    assert metrics.margin(game) == 1


def test_a_lead_from_the_set_up_on() -> None:
    ahead = Played((1, 9), (0.0, 1.0), decisions=(Decision(0, 2, (0, 3)), Decision(1, 2, (1, 3))))
    assert (metrics.decided_after(ahead), metrics.drama(ahead), metrics.comeback(ahead)) == (0, 0, 0)


def test_dominated_moves_by_hand() -> None:
    # seat 0 has named 1; the coin may give seat 1 one more. Naming 2 wins anyway, 1 wins with heads and ties with tails, 0 ties
    # with heads and loses with tails: 0 and 1 are dominated, unless all six coins show heads
    state = Tiny({}).start()
    state.apply(1)
    coins = [Random(5, "chance", 0, number).pick(((3, 1), (4, 1))) for number in range(metrics.PLAYOUTS)]
    assert set(coins) == {3, 4}
    assert metrics.dominated(Played((1, 2), positions=(state,), seed=5)) == pytest.approx(2 / 3)
    # one choice of a seat that has no better one: three seats, the last to name wins with 2 only
    assert state.to_move == 1  # the position itself was left alone


def test_interaction_reads_who_is_named_from_the_words_of_events() -> None:
    fields = metrics.seat_fields(wb.load("keydom"))
    assert fields["pays_owner"] == ("owner",)
    assert fields["passes"] == ()
    assert metrics.seat_fields(wb.load("resource_hog"))["pays_money"] == ("host",)


@pytest.mark.parametrize("name", game_names())
def test_every_named_metric_has_a_sentence_and_says_something(name: str) -> None:
    known = metrics_of(name)
    for metric in known.values():
        assert meaning(metric).endswith("."), metric
        assert ">>>" in (metric.__doc__ or ""), metric
        assert needed(metric) <= set(PARTS)
    own = [metric for metric, of_game in lab.metric_table(name)[["metric", "own"]].itertuples(index=False) if of_game]
    assert len(own) >= 4
    wanted = [metric for metric in known if metric != "dominated"]
    runs = lab.simulate(name, "random", games=6, seed=3, metrics=wanted)
    columns = set(runs.table.columns)
    silent = {"margin", "closeness", "lead_changes", "drama", "comeback", "decided_after", "interaction", "seat_advantage"}
    for metric in wanted:
        found = [column for column in columns if column == metric or column.rpartition("_")[0] == metric]
        assert found, metric
        if runs.game.players > 1 or metric not in silent:
            # random players need not meet everything, but a metric says so with a number
            if metric not in ("drama", "comeback", "decided_after", "closeness", "seat_advantage", "offers_accepted"):
                assert runs.table[found].notna().any(axis=None), metric


def test_dominated_moves_of_a_game() -> None:
    runs = lab.simulate("northwood", "random", games=2, seed=3, metrics="dominated")
    assert runs.table["dominated"].between(0, 1).all()


def test_metrics_that_are_refused() -> None:
    with pytest.raises(WorkbenchError, match=r"There is no metric 'dramma' for northwood\. Did you mean 'drama'"):
        lab.simulate("northwood", "random", games=1, metrics="dramma")
    with pytest.raises(WorkbenchError, match="A metric must be a name or a function of a finished game, not 3"):
        lab.simulate("northwood", "random", games=1, metrics=[3])  # type: ignore[list-item]
    with pytest.raises(WorkbenchError, match="needs a name that no other column has, not 'ending'"):
        lab.simulate("northwood", "random", games=1, metrics={"ending": "drama"})


@pytest.mark.parametrize("name", ["win", "score_0", "player_1"])
def test_a_metric_does_not_replace_a_column_of_a_seat(name: str) -> None:
    with pytest.raises(WorkbenchError, match=f"needs a name that no other column has, not '{name}'"):
        lab.simulate("nim", "random", games=1, metrics={name: lambda played: 1})


@pytest.mark.parametrize(("given", "said"), [({"metrics": 3}, "A metric must be a name"), ({"rows": 5}, "rows may ask for")])
def test_a_number_is_neither_a_metric_nor_a_kind_of_rows(given: dict[str, Any], said: str) -> None:
    with pytest.raises(WorkbenchError, match=said):
        lab.simulate("nim", "random", games=1, **given)
