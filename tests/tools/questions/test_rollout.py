"""The question how often the rollout player wins: the rows it has are kept, and one that is missing is played."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from tools.questions import rollout

ROWS = [("resource_hog", 3, "baron"), ("resource_hog", 3, "raider")]


def test_all_games_for_several_are_asked_about_with_each_player_in_all_other_seats() -> None:
    asked = list(rollout.rows())
    assert {name for name, _players, _other in asked} == set(rollout.NAMES)
    assert ("goods_and_honor", 2, "haggler") not in asked and ("goods_and_honor", 3, "haggler") in asked
    assert [row for row in asked if row in ROWS] == ROWS  # the strongest first


@pytest.mark.long
def test_a_row_goes_on_where_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, dozens = tmp_path / "rollout.csv", []

    def played(row: rollout.Row, dozen: int, _workers: object) -> float:
        dozens.append((row, dozen))
        return 6.5

    monkeypatch.setattr(rollout, "played", played)
    first = rollout.study(1, 1, ROWS[:1], file)
    assert first[["part", "players", "n", "value"]].values.tolist() == [["resource_hog", "rollout and 2 x baron", 12, 0.5417]]
    both = rollout.study(30, 1, ROWS, file)
    assert dozens == [(ROWS[0], 0), (ROWS[0], 1), (ROWS[0], 2), (ROWS[1], 0), (ROWS[1], 1), (ROWS[1], 2)]
    assert both["n"].tolist() == [36, 36] and both["value"].tolist() == [0.5417, 0.5417]
    pd.testing.assert_frame_equal(pd.read_csv(file, comment="#"), both, check_dtype=False)


@pytest.mark.long
def test_each_dozen_has_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollout, "IMPROVER", "steward")  # the real one takes minutes
    shares = [rollout.played(("resource_hog", 2, "baron"), dozen, 1) for dozen in range(3)]
    assert len(set(shares)) > 1 and all(0 <= won <= rollout.AT_ONCE for won in shares)
    assert rollout.played(("resource_hog", 2, "baron"), 1, 1) == shares[1]
