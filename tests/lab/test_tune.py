"""Tuning: it finds what can be computed by hand, keeps the evidence, and checks on fresh seeds."""

from __future__ import annotations

from pathlib import Path
from typing import Any, ClassVar

import pandas as pd
import pytest

import workbench as wb
from tests.helpers import refused
from tests.lab.tiny import Naming, Tiny, TinyState
from workbench import lab
from workbench.core.options import Option, Whole
from workbench.core.state import View


class Bonus(Naming):
    """The option is added to what each seat names."""

    def apply(self, state: TinyState, action: int) -> None:
        named = len(state.named)
        super().apply(state, action)
        if len(state.named) > named:
            state.named = (*state.named[:-1], state.named[-1] + int(state.game.options["bonus"]))


class WithBonus(Tiny):
    option_table: ClassVar[tuple[Option, ...]] = (Option("bonus", 0, Whole(0, 9), "Points for all.", "TY-NAME-1"),)

    def own_phases(self) -> tuple[Any, ...]:
        return (Bonus(),)


def one(view: View) -> int:
    return 1


def higher(runs: lab.Runs) -> float:
    return float((runs.table["score_1"] - runs.table["score_0"]).mean())


@pytest.mark.long
def test_it_finds_the_value_that_is_right_and_checks_it(tmp_path: Path) -> None:
    call: dict[str, Any] = {"targets": {"score_0": 7, higher: 0.5}, "space": {"bonus": (0, 9)}, "players": one, "games": 20}
    found = lab.tune(WithBonus({}), **call, trials=25, seed=2)
    # by hand: seat 0 names 1 and gets the bonus; a coin gives seat 1 half a point more on average, whatever the bonus is
    assert found.chosen == {"bonus": 6} and found.game.options["bonus"] == 6
    assert (found.trials["score_0"] == found.trials["bonus"] + 1).all() and found.trials["bonus"][0] == 0
    same = found.trials.drop_duplicates("bonus")
    assert len(set(same["higher"])) == 1, "the trials play on the same seeds"
    check = found.check.set_index(["number", "game"])
    assert tuple(check.loc[("score_0", "as chosen")])[:5] == (7, 200, 7.0, 7.0, 7.0)
    assert check.loc[("score_0", "as it was"), "value"] == 1
    row = check.loc[("higher", "as chosen")]
    assert row["n"] == 10 and row["low"] < 0.5 < row["high"] and row["value"] != found.trials["higher"][0]
    assert repr(found).startswith("Chosen after looking at 25 trials of 20 games with seed 2: bonus = 6.")
    again = lab.tune(WithBonus({}), **call, trials=25, seed=2, store=tmp_path)
    pd.testing.assert_frame_equal(again.trials, found.trials)
    pd.testing.assert_frame_equal(again.check, found.check)
    assert len(list(tmp_path.iterdir())) == len(same) + 20
    pd.testing.assert_frame_equal(lab.tune(WithBonus({}), **call, trials=25, seed=2, store=tmp_path).check, found.check)


class Doubled(Naming):
    """Who names two loses the option's number, who names one gets it."""

    def apply(self, state: TinyState, action: int) -> None:
        named = len(state.named)
        super().apply(state, action)
        if len(state.named) > named:
            bonus = int(state.game.options["bonus"])
            state.named = (*state.named[:-1], state.named[-1] + (bonus if action == 1 else -bonus))


class Divided(WithBonus):
    def own_phases(self) -> tuple[Any, ...]:
        return (Doubled(),)


def two(view: View) -> int:
    return 2


def test_other_players_may_be_moved_the_other_way(tmp_path: Path) -> None:
    call: dict[str, Any] = {"targets": {"score_0": 7, higher: 0.5}, "space": {"bonus": [0, 6]}, "players": one, "games": 4}
    found = lab.tune(Divided({}), **call, trials=4, check=two, store=tmp_path)
    assert found.chosen == {"bonus": 6}
    rows = {row[0]: row for row in found.orders.itertuples(index=False, name=None)}
    # by hand: with the option at 6 the first player has 6 more in each of the 40 games, the other 6 fewer
    assert rows["score_0"][1:4] == ("as chosen", 40, 6.0) and rows["score_0"][6:10:3] == (-6.0, -12.0)
    assert rows["score_0"][-1] == "opposite order"
    assert rows["higher"][2:4] == (10, 0.0) and rows["higher"][6] == 0.0 and rows["higher"][-1] == "not decided"
    assert "as chosen: score_0 is higher with one, but lower with two" in repr(found) and "-12" in found._repr_html_()
    alone = lab.tune(Divided({}), **call, trials=4, store=tmp_path)
    pd.testing.assert_frame_equal(alone.check, found.check)
    assert "with another player, use `check=`" in repr(alone)
    with refused(wb.WorkbenchError, "No other players have played"):
        assert len(alone.orders)


def test_a_list_of_values_is_chosen_from() -> None:
    found = lab.tune(WithBonus({}), {"score_0": 4}, {"bonus": [0, 3, 9]}, one, games=2, trials=8)
    assert set(found.trials["bonus"]) <= {0, 3, 9} and found.chosen == {"bonus": 3}


@pytest.mark.parametrize(
    ("targets", "space", "sentence"),
    [
        ({}, {"bonus": [1]}, "targets must be a dict"),
        ({"score_0": "x"}, {"bonus": [1]}, "The target of score_0 must be a number, not 'x'"),
        ({5: 1}, {"bonus": [1]}, "must be a column's name or a function of the games, not 5"),
        ({"score_0": 1}, {}, "space must be a dict"),
        ({"score_0": 1}, {"bonis": [1]}, "There is no option 'bonis' in Tiny. Did you mean 'bonus'"),
        ({"score_0": 1}, {"bonus": (5, 1)}, "The values of bonus must be a list to choose from, or (lowest, highest)"),
        ({"score_0": 1}, {"bonus": (0, 10)}, "bonus"),
        ({"scores": 1}, {"bonus": [1]}, "There is no column 'scores' of numbers. Available: game, seed, score_0"),
        ({lambda runs: "x": 1}, {"bonus": [1]}, "must return a number, not 'x'"),
    ],
)
def test_wrong_arguments_are_refused(targets: Any, space: Any, sentence: str) -> None:
    with refused(wb.WorkbenchError, sentence):
        lab.tune(WithBonus({}), targets, space, one, games=2, trials=2)
