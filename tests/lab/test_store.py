"""A run in a folder: the same games however often it was stopped, and nobody else's games among them."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet
import pytest

import workbench as wb
from tests.helpers import needs_pipes, refused, some_in_short
from tests.lab.players import AlwaysScores, Broken, Sampler, careless, high, interrupting, low
from tests.lab.tiny import Tiny
from tests.programs import said_by
from workbench import lab
from workbench.core.state import View
from workbench.lab import store
from workbench.worker.batch import play_noted, seed_of

pytestmark = [pytest.mark.xdist_group("workers"), pytest.mark.usefixtures("one_part")]


@pytest.fixture
def every_game(one_part: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game is stored as soon as it is finished."""
    monkeypatch.setattr(store, "STORE_SECONDS", 0)


def same(runs: lab.Runs, other: lab.Runs) -> None:
    pd.testing.assert_frame_equal(runs.table, other.table)
    pd.testing.assert_frame_equal(runs.failed, other.failed)
    assert (runs.clauses is None) == (other.clauses is None)
    if runs.clauses is not None:
        pd.testing.assert_frame_equal(runs.clauses, other.clauses)


@pytest.mark.usefixtures("every_game")
@some_in_short("workers", [2, 1], every=2)
def test_a_run_goes_on_where_it_stopped(workers: int, tmp_path: Path) -> None:
    whole = lab.simulate("northwood", Sampler, games=40, seed=5, clauses=True)
    first = lab.simulate("northwood", Sampler, games=13, seed=5, clauses=True, store=tmp_path / "run")
    assert first.games == 13 and (tmp_path / "run" / "games-000012.parquet").exists()
    for _ in range(2):  # the second time there is nothing left to play
        same(lab.simulate("northwood", Sampler, 40, 5, workers, clauses=True, batch=4, store=tmp_path / "run"), whole)
    assert not list((tmp_path / "run").glob(".part-*"))


@pytest.mark.usefixtures("every_game")
def test_holes_are_filled(tmp_path: Path) -> None:
    whole = lab.simulate(Tiny({}), [high, "random"], games=12, seed=5, clauses=True)
    lab.simulate(Tiny({}), [high, "random"], games=12, seed=5, clauses=True, store=tmp_path)
    for number in (0, 4, 5, 11):
        (tmp_path / f"games-{number:06}.parquet").unlink()
    same(lab.simulate(Tiny({}), [high, "random"], games=12, seed=5, clauses=True, workers=2, store=tmp_path), whole)


def test_an_interrupt_loses_nothing_finished(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = lab.simulate(Tiny({}), low, games=30, seed=1)
    short = lab.simulate(Tiny({}), interrupting(9), games=30, seed=1, store=tmp_path)
    assert (short.games, short.wanted) == (4, 30) and "Interrupted: 4 of 30 games" in capsys.readouterr().out
    seen = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    (tmp_path / "run.json").write_text(json.dumps({**seen, "code of players": [""] * 2}), encoding="utf-8")
    played = []

    def low_again(view: View) -> int:
        played.append(1)
        return 0

    low_again.__name__, low_again.__module__ = "low", "workbench.x"  # as if it were the same source
    same(lab.simulate(Tiny({}), low_again, games=30, seed=1, store=tmp_path), whole)
    assert len(played) == 2 * 26, "finished games are played again"


def test_fewer_games_are_the_first_ones_unless_clauses_were_counted(tmp_path: Path) -> None:
    lab.simulate(Tiny({}), low, games=30, seed=1, store=tmp_path / "plain")
    same(lab.simulate(Tiny({}), low, 10, 1, store=tmp_path / "plain"), lab.simulate(Tiny({}), low, 10, 1))
    lab.simulate(Tiny({}), low, games=30, seed=1, clauses=True, store=tmp_path / "counted")
    with refused(wb.WorkbenchError, "Ask for at least 30 games"):
        lab.simulate(Tiny({}), low, games=10, seed=1, clauses=True, store=tmp_path / "counted")


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": 2}, "its seed is 1, not 2"),
        ({"players": "counter"}, "its players is ['random'], not ['counter']"),
        ({"game": "keydom"}, "its game is 'northwood', not 'keydom'; its seats is 1, not "),
        ({"game": wb.load("northwood", threshold=18)}, "its option 'threshold' is 16, not 18. Name another folder"),
        ({"game": wb.load("northwood", phases={"respond": AlwaysScores})}, "it has other changed phases"),
        ({"clauses": True}, "its clauses is False, not True"),
        ({"limits": lab.Limits(decisions=500)}, "its most_decisions is 100000, not 500"),
        ({"paired": True}, "it draws random events in another way"),
    ],
)
def test_another_run_is_refused_with_what_differs(change: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    call = {"game": "northwood", "players": "random", "games": 2, "seed": 1, "store": tmp_path}
    before = lab.simulate(**call).table
    with refused(wb.WorkbenchError, sentence):
        lab.simulate(**{**call, **change})
    pd.testing.assert_frame_equal(lab.simulate(**call).table, before)


def test_a_player_whose_code_was_changed_is_another_player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lab.simulate(Tiny({}), low, games=2, store=tmp_path)
    monkeypatch.setattr(high, "__name__", "low")
    with refused(wb.WorkbenchError, "the code of its players has changed since"):
        lab.simulate(Tiny({}), high, games=2, store=tmp_path)


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear")
    with refused(wb.WorkbenchError, "There is no run in the folder"):
        lab.simulate(Tiny({}), low, games=2, store=tmp_path)
    (tmp_path / "run.json").write_text("{")
    with refused(wb.WorkbenchError, "its run.json cannot be read"):
        lab.simulate(Tiny({}), low, games=2, store=tmp_path)
    (tmp_path / "run.json").write_text(json.dumps({"format": store.FORMAT, "format_version": 99}))
    with refused(wb.WorkbenchError, "was stored in format 99, but this workbench reads format 1"):
        lab.simulate(Tiny({}), low, games=2, store=tmp_path)
    (tmp_path / "file").touch()
    with refused(wb.WorkbenchError, "The run cannot be stored in the folder"):
        lab.simulate(Tiny({}), low, games=2, store=tmp_path / "file")


def test_two_processes_do_not_store_in_one_folder(tmp_path: Path) -> None:
    lab.simulate(Tiny({}), low, games=2, store=tmp_path)
    held = store.locked(tmp_path / "run.lock")
    assert held is not None
    with refused(wb.WorkbenchError, "Another process is storing a run"):
        lab.simulate(Tiny({}), low, games=2, store=tmp_path)
    store.unlocked(held)
    assert lab.simulate(Tiny({}), low, games=3, store=tmp_path).games == 3


def test_a_damaged_part_is_named_and_its_games_can_be_played_again(tmp_path: Path) -> None:
    whole = lab.simulate(Tiny({}), low, games=20, seed=1, store=tmp_path)
    part = tmp_path / "games-000000.parquet"
    part.write_bytes(part.read_bytes()[:200])
    with refused(wb.WorkbenchError, "The file 'games-000000.parquet' in the folder"):
        lab.simulate(Tiny({}), low, games=20, seed=1, store=tmp_path)
    part.unlink()
    same(lab.simulate(Tiny({}), low, games=20, seed=1, store=tmp_path), whole)


def test_a_part_that_is_none_and_a_record_that_was_changed_get_sentences(tmp_path: Path) -> None:
    call: dict[str, Any] = {"games": 40, "seed": 4, "on_error": "keep"}
    runs = lab.simulate(Tiny({}), [careless, "random"], **call, store=tmp_path)
    (failed,) = tmp_path.glob("failed-*")
    rows = pyarrow.parquet.read_table(failed).to_pylist()
    rows[0]["actions"] = [99, -5]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), failed)
    again = lab.simulate(Tiny({}), [careless, "random"], **call, store=tmp_path)
    with refused(wb.WorkbenchError, "is not one of this game: it holds an illegal action"):
        again.match(int(runs.failed["game"][0]))
    pyarrow.parquet.write_table(pyarrow.table({"game": [1, 2]}), tmp_path / "games-000099.parquet")
    with refused(wb.WorkbenchError, "The file 'games-000099.parquet' in"):
        lab.simulate(Tiny({}), [careless, "random"], **call, store=tmp_path)


@pytest.mark.parametrize("module", ["pyarrow", "optuna"])
def test_a_missing_package_of_long_studies_is_named(module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    sentence = f'needs {module}. Install it with: pip install "tabletop-workbench[studies]"'
    with refused(ModuleNotFoundError, sentence):
        if module == "pyarrow":
            lab.simulate(Tiny({}), "random", 2, store=tmp_path / "run")
        else:
            lab.tune("northwood", {"score_0": 8}, {"threshold": [10, 16]}, "random", games=2, trials=1)
    assert not list(tmp_path.iterdir())


WITHOUT = """
import sys
sys.modules["pyarrow"] = sys.modules["optuna"] = None
from tests.lab.tiny import Tiny
from workbench import lab
print(lab.simulate(Tiny({}), "random", 2, progress=False).games)
"""


def test_short_studies_need_no_package_of_long_ones() -> None:
    """In a process of its own: pandas uses pyarrow where it is, and would miss it in the middle of its work."""
    ran = said_by("-c", WITHOUT)
    assert (ran.stdout, ran.stderr) == ("2\n", "")


@pytest.mark.usefixtures("every_game")
def test_many_parts_are_joined_and_a_death_in_between_counts_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = lab.simulate(Tiny({}), [high, "random"], games=20, seed=1, clauses=True)
    call: dict[str, Any] = {"players": [high, "random"], "games": 20, "seed": 1, "clauses": True, "store": tmp_path}
    lab.simulate(Tiny({}), **call)
    assert len(list(tmp_path.glob("games-*"))) == 20
    monkeypatch.setattr(store, "MOST_PARTS", 5)
    with monkeypatch.context() as killed:
        killed.setattr(Path, "unlink", lambda self, missing_ok=False: None)
        lab.simulate(Tiny({}), **call)
    assert len(list(tmp_path.glob("games-*"))) == 21
    same(lab.simulate(Tiny({}), **call), whole)
    assert [one.name for one in tmp_path.glob("games-*")] == ["games-000020.parquet"]


def test_the_parts_are_plain_parquet(tmp_path: Path) -> None:
    runs = lab.simulate(Tiny({}), [high, low], games=20, seed=1, store=tmp_path)
    table = pyarrow.parquet.read_table(tmp_path / "games-000000.parquet")
    assert table.column_names == list(runs.table.columns)
    assert table.column("player_0").to_pylist()[:3] == ["high", "low", "high"]


# -- games that cannot be finished ---------------------------------------------------------------------------------------


@some_in_short("stored", [True, False], every=2)
@pytest.mark.parametrize("workers", [1, 2])
def test_games_that_fail_are_kept_and_the_rest_go_on(workers: int, stored: bool, tmp_path: Path) -> None:
    folder = tmp_path if stored else None
    game = Tiny({})
    runs = lab.simulate(game, [careless, "random"], 40, 4, workers, on_error="keep", store=folder, clauses=True)
    whole = lab.simulate(game, ["random", "random"], 40, 4)
    assert 0 < len(runs.failed) < 20 and runs.games + len(runs.failed) == 40
    assert set(runs.table["game"]) | set(runs.failed["game"]) == set(range(40))
    # by hand: in odd games `careless` sits in seat 1, and fails where the other has named 2
    second = whole.table[whole.table["game"] % 2 == 1]
    expected = [int(row.game) for row in second.itertuples() if row.score_0 == 2]
    assert list(runs.failed["game"]) == expected and set(runs.failed["fault"]) == {"player"}
    number = expected[0]
    assert runs.failed["seed"][0] == seed_of(4, number)
    assert "The player 'careless' in seat 1 raised RuntimeError: lost the thread" in runs.failed["message"][0]
    head, _, _ = repr(runs).partition("\n")
    assert head.startswith(f"{runs.games} of 40 games of ")
    assert head.endswith(f" seed 4 ({len(expected)} could not be finished: see `failed`)")
    row = runs.summary().set_index("measure").loc["not finished"]
    assert (row["n"], row["value"]) == (40, len(expected) / 40)
    if stored:
        same(lab.simulate(game, [careless, "random"], 40, 4, store=folder, clauses=True), runs)


def test_a_game_that_failed_replays_up_to_the_decision_before() -> None:
    def gives_up(view: View) -> int:
        if view.state.phase.name == "respond" and len(view.legal()) == 1:
            raise RuntimeError("no choice")
        return view.legal()[0]

    runs = lab.simulate("northwood", gives_up, games=6, seed=4, on_error="keep")
    assert len(runs.failed) == 6
    match = runs.match(3)
    assert not match.over and match.state.phase.name == "respond" and len(match.moves()) == 1
    assert match.state.to_dict() == runs._faults[3].position
    match.goto(0)
    assert match.state.phase.name == "choose_fief"
    assert repr(runs).startswith("0 of 6 games of For Northwood!")
    assert repr(runs).endswith(" seed 4 (6 could not be finished: see `failed`)")
    with refused(wb.WorkbenchError, "nothing to summarise"):
        runs.summary()


def test_rules_that_break_off_name_the_move_they_broke_off_at() -> None:
    game = Tiny({}, phases={"naming": Broken})
    runs = lab.simulate(game, low, games=3, seed=4, on_error="keep")
    assert list(runs.failed["fault"]) == ["rules"] * 3 and set(runs.failed["move"]) == {"name:0"}
    actions: list[int] = []
    with refused(wb.WorkbenchError, "ZeroDivisionError"):
        play_noted(runs.plan, 1, actions)
    assert actions == []


def test_a_player_that_does_not_fail_again_has_no_record() -> None:
    calls = []

    def moody(view: View) -> int:
        calls.append(1)
        if len(calls) == 3:
            raise RuntimeError("bad day")
        return 0

    runs = lab.simulate(Tiny({}), moody, games=4, seed=1, on_error="keep")
    assert list(runs.failed["game"]) == [1]
    with refused(wb.WorkbenchError, "it does not fail again in the same way"):
        runs.match(1)


def test_wrong_words_and_numbers_are_refused() -> None:
    for change, sentence in (
        ({"on_error": "ignore"}, 'on_error must be "stop" or "keep", not \'ignore\''),
        ({"limits": lab.Limits(decisions=0)}, "decisions must be a whole number of at least 1"),
        ({"limits": lab.Limits(decision_seconds=0)}, "decision_seconds must be a number of seconds above 0"),
        ({"limits": lab.Limits(game_seconds="x")}, "game_seconds must be a number of seconds above 0"),
        ({"limits": 500}, "limits must be `lab.Limits`, such as `lab.Limits(decisions=500)`, not 500."),
    ):
        with refused(wb.WorkbenchError, sentence):
            lab.simulate(Tiny({}), low, games=2, **change)  # type: ignore[arg-type]


# -- a run of somebody else ----------------------------------------------------------------------------------------------


def test_a_stored_run_is_read_as_it_is(tmp_path: Path) -> None:
    for number, (players, rotate) in enumerate(((["random", "random"], True), ("random", True), (["farmer", "random"], False))):
        folder = tmp_path / str(number)
        runs = lab.simulate("keydom", players, 2, 3, rotate=rotate, store=folder)
        again = lab.stored(folder)
        same(again, runs)
        assert again.players == runs.players and again.match(1).state.scores() == runs.match(1).state.scores()


def test_a_paired_run_goes_on_as_one_and_an_older_record_is_not_paired(tmp_path: Path) -> None:
    call: dict[str, Any] = {"game": "pig", "players": "random", "seed": 4}
    whole = lab.simulate(**call, games=6, paired=True)
    lab.simulate(**call, games=3, paired=True, store=tmp_path / "paired")
    same(lab.simulate(**call, games=6, paired=True, store=tmp_path / "paired"), whole)
    again = lab.stored(tmp_path / "paired")
    same(again, whole)
    assert again.match(5).state.scores() == whole.match(5).state.scores()
    lab.simulate(**call, games=3, store=tmp_path / "usual")
    record = tmp_path / "usual" / "run.json"
    about = json.loads(record.read_text(encoding="utf-8"))
    assert about.pop("paired") is False  # as a run that was stored before games could be paired
    record.write_text(json.dumps(about), encoding="utf-8")
    same(lab.simulate(**call, games=6, store=tmp_path / "usual"), lab.simulate(**call, games=6))
    with refused(wb.WorkbenchError, "it draws random events in another way"):
        lab.simulate(**call, games=6, paired=True, store=tmp_path / "usual")


def test_a_stored_run_that_was_changed_is_refused_with_a_sentence(tmp_path: Path) -> None:
    lab.simulate("merry_way", "random", games=2, store=tmp_path)
    about = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    for change, sentence in (
        ({"game": "nortwood"}, "There is no game 'nortwood'"),
        ({"names": ["nobody"] * 2}, "There is no player 'nobody'"),
        ({"names": None}, "lacks something"),
        ({"options": []}, "lacks something"),
        ({"options": {**about["options"], "no": 1}}, "merry_way has no option 'no'"),
        ({"seed": "x"}, "A seed must be a whole number"),
        ({"phases": {"a": "b"}}, "make the call again that made it"),
    ):
        (tmp_path / "run.json").write_text(json.dumps({**about, **change}), encoding="utf-8")
        with refused(wb.WorkbenchError, sentence):
            lab.stored(tmp_path)


def put(folder: Path, table: pyarrow.Table) -> None:
    (part,) = folder.glob("games-*.parquet")
    pyarrow.parquet.write_table(table, part)


ODD = {
    "null": pyarrow.nulls(4),
    "text": pyarrow.array(["x"] * 4),
    "fraction": pyarrow.array([0.5] * 4),
    "list": pyarrow.array([[1]] * 4),
    "record": pyarrow.array([{"a": 1}] * 4),
    "below nothing": pyarrow.array([-5] * 4),
}


@some_in_short("column", ["game", "seed", "player_0", "score_0", "return_1", "win_0", "decisions", "ending"], every=3)
def test_a_part_that_is_whole_and_odd_gets_a_sentence(column: str, tmp_path: Path) -> None:
    """Whatever a column holds, the run is read and summed up, or refused with a sentence; a missing one is named."""
    lab.simulate("merry_way", "random", games=4, seed=1, store=tmp_path)
    (part,) = tmp_path.glob("games-*.parquet")
    table = pyarrow.parquet.read_table(part)
    put(tmp_path, table.drop_columns([column]))
    with refused(wb.WorkbenchError, f"does not belong to this run: the column '{column}' is missing. Move it away"):
        lab.stored(tmp_path)
    told = 0
    for values in ODD.values():
        put(tmp_path, table.set_column(table.column_names.index(column), column, values))
        try:
            lab.stored(tmp_path).summary()
        except wb.WorkbenchError as fault:
            told += "does not belong to this run" in str(fault)
    assert told >= 3, "null, a list and a record are never right"
    put(tmp_path, pyarrow.concat_tables([table, table.slice(0, 1)]))
    with refused(wb.WorkbenchError, "it holds a game that another part holds, too"):
        lab.stored(tmp_path)


@some_in_short("value", [None, 5, "x", [], {}, [[1]], float("inf"), -1, 10**30, True], every=3, ids=repr)
def test_a_record_with_any_value_anywhere_gets_a_sentence(value: Any, tmp_path: Path) -> None:
    lab.simulate("northwood", "random", games=2, seed=1, store=tmp_path)
    about = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    for name in about:
        (tmp_path / "run.json").write_text(json.dumps({**about, name: value}), encoding="utf-8")
        try:
            lab.stored(tmp_path).summary()
        except wb.WorkbenchError:
            continue


@needs_pipes
@pytest.mark.parametrize("name", ["run.json", "games-000000.parquet"])
def test_nobody_waits_for_a_pipe(name: str, tmp_path: Path) -> None:
    lab.simulate("northwood", "random", games=2, seed=1, store=tmp_path)
    (tmp_path / name).unlink()
    os.mkfifo(tmp_path / name)
    with refused(wb.WorkbenchError, "cannot be read"):
        lab.stored(tmp_path)


def test_a_record_too_deep_and_failed_games_that_are_odd_get_sentences(tmp_path: Path) -> None:
    lab.simulate("northwood", "random", games=2, seed=1, store=tmp_path)
    failed = {"game": [5], "fault": ["x"], "message": ["x"], "move": [""], "trace": [""], "position": ["{"], "actions": [None]}
    plain = {**failed, "position": [None]}
    for table in ({"x": [1]}, failed, {**plain, "game": [-1]}, {**plain, "fault": [3]}):
        pyarrow.parquet.write_table(pyarrow.table(table), tmp_path / "failed-000000.parquet")
        with refused(wb.WorkbenchError, "the record of a failed game is damaged"):
            lab.stored(tmp_path)
    (tmp_path / "run.json").write_text("[" * 100_000, encoding="utf-8")
    with refused(wb.WorkbenchError, "its run.json cannot be read"):
        lab.stored(tmp_path)
    with refused(wb.WorkbenchError, "A run is read from a folder, not from 5."):
        lab.stored(5)  # type: ignore[arg-type]
