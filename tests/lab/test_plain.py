"""The plain list holds the same games as the table."""

from __future__ import annotations

import math
import sys

import pytest
from statsmodels.stats.proportion import proportion_confint

import workbench as wb
from tests.lab.players import interrupting
from tests.lab.tiny import Tiny
from workbench import lab
from workbench.core.state import View


@pytest.mark.parametrize("players", ["scripted", ["scripted", "hoarder", "random"]])
def test_a_row_is_a_row_of_the_table(players: str | list[str]) -> None:
    game = wb.load("goods_and_honor", players=3)
    rows = lab.play_rows(game, players, games=6, seed=3)
    table = lab.simulate(game, players, games=6, seed=3, progress=False).table
    assert rows == table.to_dict("records")
    assert len(rows) == 6


def test_an_interrupt_keeps_what_was_finished(capsys: pytest.CaptureFixture[str]) -> None:
    rows = lab.play_rows(Tiny({}), interrupting(9), games=100, seed=1)  # two decisions a game: in the fifth game
    assert [row["game"] for row in rows] == [0, 1, 2, 3]
    assert capsys.readouterr().out == "Interrupted: 4 of 100 games were finished and are kept.\n"


def test_it_asks_for_no_package(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pandas", "numpy", "scipy", "statsmodels", "loky", "tqdm"):
        monkeypatch.setitem(sys.modules, name, None)
    rows = lab.play_rows("northwood", "counter", games=5, seed=1)
    assert str(lab.share(sum(row["win_0"] for row in rows), 5)).endswith("n = 5, Wilson 95%)")
    with pytest.raises(ModuleNotFoundError, match="A table of games needs pandas"):
        lab.simulate("northwood", "counter", games=5)


@pytest.mark.parametrize(("hits", "n"), [(0, 1), (1, 1), (0, 40), (40, 40), (7, 50), (12.5, 31), (999, 1000)])
@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
def test_wilsons_interval_is_that_of_statsmodels(hits: float, n: int, level: float) -> None:
    found = lab.share(hits, n, level)
    low, high = proportion_confint(float(hits), n, alpha=1 - level, method="wilson")
    assert math.isclose(found.low, low, rel_tol=1e-9, abs_tol=1e-12)
    assert math.isclose(found.high, high, rel_tol=1e-9, abs_tol=1e-12)


def test_what_is_wrong_is_said_in_a_sentence_with_the_games_before() -> None:
    with pytest.raises(wb.WorkbenchError, match="games must be a whole number of at least 1"):
        lab.play_rows("northwood", games=0)

    calls = 0

    def tired(view: View) -> int:
        nonlocal calls
        calls += 1
        if calls > 500:
            raise ValueError("enough")
        return int(view.legal()[0])

    with pytest.raises(wb.PlayerError, match="enough") as caught:
        lab.play_rows("northwood", tired, games=100, seed=1)
    finished = [row["game"] for row in caught.value.finished]
    assert finished and finished == list(range(len(finished)))
