"""What the questions share: rows, a difference of means, and the file with its command."""

from __future__ import annotations

from math import isnan
from pathlib import Path

import pandas as pd
import pytest
from scipy import stats

from tools.questions import common
from workbench import lab
from workbench.core.state import View


def test_a_table_is_written_with_its_command_and_read_as_it_was(tmp_path: Path) -> None:
    def study(games: int, workers: object) -> pd.DataFrame:
        return common.table([common.row("coin", "nobody", 1, "share", "heads", lab.share(games // 2, games))])

    file = common.run(study, "coin", "Toss a coin.", 50, ["--games", "10", "--out", str(tmp_path / "new")])
    assert file.read_text(encoding="utf-8").startswith("# python tools/questions/coin.py --games 10\n")
    assert pd.read_csv(file, comment="#").equals(study(10, 1))


def test_kept_games_are_read_again_and_more_are_added(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def study(games: int, workers: object) -> pd.DataFrame:
        runs = common.simulate("heaps: 3, 4", "nim", "random", games, 1, 1)
        decisions = lab.mean(runs.table["decisions"].tolist())
        return common.table([common.row("heaps", "random", 1, "decisions", "a game", decisions)])

    tables = []
    for more in ([], ["--store", str(tmp_path / "kept")], ["--store", str(tmp_path / "kept")]):
        tables.append(common.run(study, "nim", "Play.", 4, ["--out", str(tmp_path), *more]).read_text(encoding="utf-8"))
    assert tables[0] == tables[1] == tables[2]
    kept = lab.stored(tmp_path / "kept" / "nim" / "heaps_3_4")
    assert kept.games == 4 and capsys.readouterr().out.count("4 games: heaps: 3, 4\n") == 3


def test_a_study_that_is_stopped_writes_no_table(tmp_path: Path) -> None:
    def stopping(view: View) -> int:
        raise KeyboardInterrupt

    def study(games: int, workers: object) -> pd.DataFrame:
        common.simulate("heaps", "nim", stopping, games, 1, 1)
        return common.table([])

    with pytest.raises(SystemExit, match=r"Stopped. No table is written. The same command continues from here."):
        common.run(study, "nim", "Play.", 4, ["--out", str(tmp_path), "--store", str(tmp_path / "kept")])
    assert not (tmp_path / "nim.csv").exists()


def test_the_means_of_places_are_those_of_the_turn_order() -> None:
    runs = lab.simulate("keydom", "homesteader", games=4, seed=1)
    means = runs.turn_order()["value"].tolist()
    ours = [sum(common.at_place(runs, measure, place)) / runs.games for measure in ("win", "score") for place in range(2)]
    assert ours == pytest.approx(means, abs=1e-4)


def test_a_difference_of_means_is_the_one_of_scipy() -> None:
    first, second = [1.0, 4, 2, 8, 5], [7.0, 1, 9]
    found = common.apart(first, second, 0.9)
    ours = stats.ttest_ind(second, first, equal_var=False).confidence_interval(0.9)
    assert (found.low, found.high) == pytest.approx((ours.low, ours.high)) and found.n == 8
    assert isnan(common.apart([1, 1], [2, 2]).low)
