"""A data set of decisions: every row gives back what its seat knew, the files hold it all, and the card says what it is."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet
import pytest

import workbench as wb
from tests.helpers import some_in_short
from tests.toy_game.game import Bid, SealedLots
from workbench import lab
from workbench.adapters import tensors
from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.core.state import View
from workbench.lab.dataset import DECISION_COLUMNS, Dataset, view_at
from workbench.terminal import main

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "datasets.md"


def played(game: Game | str, players: Any = "random", games: int = 4, **more: Any) -> Dataset:
    """A small data set."""
    return lab.dataset(lab.simulate(game, players, games=games, seed=1, rows="decisions", **more))


def test_every_row_gives_back_what_the_seat_was_shown() -> None:
    shown: list[View] = []

    def noting(view: View) -> int:
        shown.append(view)
        return view.legal()[-1]

    data = played(SealedLots({}, 3), noting)
    assert [view for _, view in data.views()] == shown
    assert [row for row, _ in data.views()] == data.decisions.index.tolist()
    assert [data.view(row) for row in range(4)] == shown[:4]
    assert data.decisions["seat"].tolist() == [view.seat for view in shown]
    assert data.decisions["legal"].tolist() == [len(view.legal()) for view in shown]


@some_in_short("paired", [False, True], every=2)
@pytest.mark.parametrize("name", wb.game_names())
def test_every_game_has_records_that_can_be_replayed(name: str, paired: bool) -> None:
    runs = lab.simulate(name, "random", games=2, seed=1, rows="decisions", paired=paired)
    data = lab.dataset(runs)
    for number, record in zip(data.games["game"], data.games["record"], strict=True):
        assert record == [data.game.symbol(action) for action in runs.match(number).actions]
    last = data.decisions.iloc[-1]
    assert view_at(data.game, data.games["record"].iloc[-1], last["decision"]).seat == last["seat"]


def test_players_and_returns_are_those_of_the_deciding_seat() -> None:
    data = played("keydom", ["merchant", "random"], games=2)
    games = data.games.set_index("game")
    for row in data.decisions.iloc[::97].itertuples():
        game = games.loc[row.game]
        assert row.player == game[f"player_{row.seat}"]
        assert data.decisions.loc[row.Index, "return"] == game[f"return_{row.seat}"]
    assert data.games["player_0"].tolist() == ["merchant", "random"], "the players changed seats"


def test_arrays_hold_what_was_seen_allowed_and_chosen() -> None:
    data = played(SealedLots({}, 2))
    found = data.arrays()
    chosen = data.decisions[data.decisions["legal"] > 1]
    assert found.rows.tolist() == chosen.index.tolist()
    for place, (_, view) in enumerate(data.views(data.decisions["legal"] > 1)):
        assert np.array_equal(found.observations[place], np.float32(tensors.tensor(data.game, view)))
        assert tuple(np.flatnonzero(found.masks[place])) == view.legal()
    assert [data.game.symbol(action) for action in found.actions] == chosen["action"].tolist()
    assert len(data.arrays(data.decisions["seat"] == 1).rows) == (data.decisions["seat"] == 1).sum()


def test_the_files_hold_everything_and_the_parquet_can_be_read_without_us(tmp_path: Path) -> None:
    data = played("keydom", ["merchant", "random"], games=2, metrics="margin")
    folder = data.write(tmp_path / "new" / "keydom")
    again = lab.read_dataset(folder)
    assert again.decisions.equals(data.decisions) and repr(again) == repr(data) and again.about == data.about
    assert again.view(17) == data.view(17) and (folder / "card.md").read_text("utf-8") == data.card() == again.card()
    table = pyarrow.parquet.read_table(folder / "games.parquet").to_pylist()
    assert table[1]["record"] == data.games["record"][1]
    assert sorted(path.name for path in folder.parent.iterdir()) == ["keydom"], "nothing half written stays"


def test_every_column_has_a_meaning_and_the_guide_gives_the_same() -> None:
    data = played("keydom", "random", games=1, metrics="margin")
    for table in ("games", "decisions"):
        frame = getattr(data, table)
        columns = data.columns(table)
        assert [column.name for column in columns] == frame.columns.tolist()
        assert all(column.meaning.endswith(".") for column in columns)
        for column in columns:
            kind = "list of texts" if column.name == "record" else str(frame[column.name].dtype)
            assert kind in column.type
    guide = GUIDE.read_text("utf-8")
    for column in DECISION_COLUMNS:
        name = column.name.format(seat="N")
        assert f"| `{name}` | {column.type} | {column.unit} | {column.meaning} |" in guide


def test_the_call_on_the_card_makes_the_same_rows_again() -> None:
    players = ["merchant", "random", "random"]
    data = played(wb.load("keydom", 3, start_counters=4), players, games=3, rotate=False, paired=True)
    code = data.card().partition("```python\n")[2].partition("```")[0]
    made: dict[str, Any] = {}
    exec(code, made)
    assert made["data"].decisions.equals(data.decisions) and made["data"].about == data.about


def test_the_card_says_who_played_and_what_is_missing() -> None:
    card = played("keydom", ["homesteader", "random"], games=1).card()
    assert "- homesteader: place 2 of 7 on the ladder; won" in card and "No game of the run is missing." in card

    def stubborn(view: View) -> int:
        return view.legal()[0] if view.seat == 1 else -1

    runs = lab.simulate(SealedLots({}, 2), [stubborn, "random"], games=4, seed=1, rows="decisions", on_error="keep")
    card = lab.dataset(runs).card()
    assert "- stubborn: not on the ladder" in card and "2 games of the run could not be finished" in card
    again = """lab.simulate(game, ['stubborn', 'random'], games=4, seed=1, on_error="keep", rows="decisions")"""
    assert again in card, "the first game is among those that failed, and still the players are in their order"


class OtherBid(Bid):
    """A phase that is replaced by one that does the same."""


def test_replaced_phases_are_named_and_the_rules_must_be_given(tmp_path: Path) -> None:
    game = SealedLots({}, 2, {"bid": OtherBid})
    data = played(game)
    folder = data.write(tmp_path / "own")
    assert "# with replaced phases: bid" in data.card()
    assert lab.read_dataset(folder, game).view(0) == data.view(0)
    with pytest.raises(WorkbenchError, match="other rules"):
        lab.read_dataset(folder, wb.load("nim"))


def test_wrong_uses_are_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(WorkbenchError, match=r"were not kept: use lab\.simulate"):
        lab.dataset(lab.simulate("nim", "random", games=1))
    data = played("nim")
    with pytest.raises(WorkbenchError, match="There is no row 999999"):
        data.view(999999)
    with pytest.raises(WorkbenchError, match="no decision 0"):
        view_at(data.game, data.games["record"][0], 0)
    (tmp_path / "mine.txt").touch()
    with pytest.raises(WorkbenchError, match="is not empty"):
        data.write(tmp_path)
    with pytest.raises(WorkbenchError, match="There is no data set in"):
        lab.read_dataset(tmp_path)
    folder = data.write(tmp_path / "nim")
    about = json.loads((folder / "dataset.json").read_text("utf-8"))
    (folder / "dataset.json").write_text(json.dumps({**about, "rules": "of yesterday"}), "utf-8")
    with pytest.raises(WorkbenchError, match=r"made under other rules than <Nim.* has here"):
        lab.read_dataset(folder)


def test_the_command_writes_a_data_set_or_prints_its_card(tmp_path: Path) -> None:
    line = ["dataset", "keydom", "--player", "merchant", "--player", "random", "--games", "2", "--seed", "1"]
    told, card = StringIO(), StringIO()
    assert main([*line, "--out", str(tmp_path / "data")], StringIO(), told) == 0
    assert main(line, StringIO(), card) == 0
    assert "decisions in 2 games of Keydom for 2 players" in told.getvalue()
    assert card.getvalue() == (tmp_path / "data" / "card.md").read_text("utf-8")
    assert lab.read_dataset(tmp_path / "data").decisions.equals(played("keydom", ["merchant", "random"], games=2).decisions)
    refused = StringIO()
    assert main([*line, "--games", "1000000", "--out", str(tmp_path / "data")], StringIO(), refused) != 0
    assert "is not empty" in refused.getvalue(), "said before any game is played"


def test_wrong_rows_and_games_are_refused_with_a_sentence() -> None:
    data = played("nim", games=2)
    for which in (5, [True], [0, 1, 2]):
        with pytest.raises(WorkbenchError, match="which must be a column of True and False"):
            data.arrays(which)
        with pytest.raises(WorkbenchError, match="which must be a column of True and False"):
            list(data.views(which))
    with pytest.raises(WorkbenchError, match=r"A data set is made of the games that `lab\.simulate` returns, not of 'nim'"):
        lab.dataset("nim")  # type: ignore[arg-type]
    assert view_at("nim", data.games["record"][0], 1).seat == 0  # a name is enough for the usual rules
