"""The question which place wins when the strongest player sits in every seat: rows are kept, and what is missing is played."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from tools.questions import strongest


@pytest.mark.parametrize("rules", strongest.RULES)
def test_all_games_of_a_part_say_who_began(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strongest, "IMPROVER", "random")  # the real one takes minutes
    monkeypatch.setattr(strongest, "AT_ONCE", 2)
    won = strongest.played(rules, 0, 1)
    assert len(won) == strongest.RULES[rules]().players and sum(won) == pytest.approx(2)


def test_a_row_goes_on_where_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, batches = tmp_path / "strongest.csv", []
    one, other = "keydom, as written", "merry_way, as written"

    def played(rules: str, batch: int, _workers: object) -> list[float]:
        batches.append((rules, batch))
        return [2.5, 1.5]

    monkeypatch.setattr(strongest, "played", played)
    strongest.study(1, 1, [other], file)
    both = strongest.study(6, 1, [other, one], file)
    assert batches == [(other, 0), (other, 1), (one, 0), (one, 1)]
    assert both["part"].tolist() == [one, one, other, other]  # always in the same order
    assert both["n"].tolist() == [8] * 4 and both["value"].tolist() == [0.625, 0.375] * 2
    pd.testing.assert_frame_equal(pd.read_csv(file, comment="#"), both, check_dtype=False)
