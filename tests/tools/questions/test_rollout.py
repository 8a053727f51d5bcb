"""The question how often the rollout player wins: the rows it has are kept, and one that is missing is played."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from tools.questions import common, rollout

ROWS = [("resource_hog", 3, "baron"), ("resource_hog", 3, "raider")]


def test_all_games_for_several_are_asked_about_with_each_player_in_all_other_seats() -> None:
    asked = list(rollout.rows())
    assert {name for name, _players, _other in asked} == set(rollout.NAMES)
    assert ("goods_and_honor", 2, "haggler") not in asked and ("goods_and_honor", 3, "haggler") in asked
    assert [row for row in asked if row in ROWS] == ROWS  # the strongest first


@pytest.mark.long
def test_rows_that_are_there_are_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "rollout.csv"
    first = rollout.study(1, 1, ROWS[:1], file)
    assert first[["part", "players", "n"]].values.tolist() == [["resource_hog", "rollout and 2 x baron", 1]]
    command = file.read_text("utf-8").partition("\n")[0]
    common.write(first.assign(value=0.75), file, command.lstrip("# "))
    both = rollout.study(1, 1, ROWS, file)
    assert both["value"].tolist()[0] == 0.75 and both["value"].tolist()[1] in (0, 1)
    pd.testing.assert_frame_equal(pd.read_csv(file, comment="#"), both, check_dtype=False)
