"""Many games: always the same ones, by hand the same numbers, and nobody's mistakes are hidden."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import pandas as pd
import pytest

import workbench as wb
from tests.helpers import some_in_short
from tests.lab.players import AlwaysScores, Broken, Endless, Sampler, Unborn, careless, cheat, high, low
from tests.lab.tiny import Begun, Tiny
from tests.programs import said_by, started, surroundings
from tests.waiting import PATIENCE, until
from tools import kernels
from workbench import lab
from workbench.core.outlook import wins
from workbench.core.random import Random
from workbench.core.state import View
from workbench.lab.simulate import interactive
from workbench.worker.batch import seed_of

pytestmark = pytest.mark.xdist_group("workers")  # the pools of workers are started once


# -- the same games ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        yield pool


@pytest.fixture(scope="module")
def cluster() -> Iterator[Executor]:
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0", host="127.0.0.1", silence_logs=50
        ) as local,
        Client(local) as client,
    ):
        yield client.get_executor()


@pytest.fixture(scope="module")
def alone() -> lab.Runs:
    return lab.simulate("northwood", Sampler, games=60, seed=5, clauses=True)


def same(runs: lab.Runs, other: lab.Runs) -> None:
    pd.testing.assert_frame_equal(runs.table, other.table)
    assert runs.clauses is not None
    assert other.clauses is not None
    pd.testing.assert_frame_equal(runs.clauses, other.clauses)


@some_in_short("batch", [None, 7], every=2)
def test_two_workers_play_the_games_of_one(alone: lab.Runs, batch: int | None) -> None:
    same(lab.simulate("northwood", Sampler, games=60, seed=5, clauses=True, workers=2, batch=batch), alone)


@some_in_short("batch", [11, 1, None, 1000], every=4)
def test_a_process_pool_plays_the_same_games(alone: lab.Runs, processes: Executor, batch: int | None) -> None:
    same(lab.simulate("northwood", Sampler, games=60, seed=5, clauses=True, workers=processes, batch=batch), alone)


def test_threads_play_the_same_games(alone: lab.Runs) -> None:
    with ThreadPoolExecutor(2) as threads:
        same(lab.simulate("northwood", Sampler, games=60, seed=5, clauses=True, workers=threads), alone)


@pytest.mark.long
@pytest.mark.parametrize("batch", [None, 7])
def test_a_dask_cluster_plays_the_same_games(alone: lab.Runs, cluster: Executor, batch: int | None) -> None:
    same(lab.simulate("northwood", Sampler, games=60, seed=5, clauses=True, workers=cluster, batch=batch), alone)


def test_fewer_games_are_the_first_of_more(alone: lab.Runs) -> None:
    short = lab.simulate("northwood", Sampler, games=10, seed=5)
    assert short.table.drop(columns="ending").equals(alone.table.head(10).drop(columns="ending"))
    other = lab.simulate("northwood", Sampler, games=10, seed=6)
    assert not set(other.table["seed"]) & set(alone.table["seed"])


def test_seeds_of_games_differ() -> None:
    assert len({seed_of(run, number) for run in range(20) for number in range(500)}) == 10_000
    assert all(0 <= seed_of(7, number) < 2**62 for number in range(100))


def test_random_without_views_is_random_with_views() -> None:
    quick = lab.simulate("northwood", "random", games=40, seed=2)
    plain = lab.simulate("northwood", Sampler, games=40, seed=2)
    assert quick.table.drop(columns="player_0").equals(plain.table.drop(columns="player_0"))


# -- by hand -----------------------------------------------------------------------------------------------------------


def test_a_game_may_tell_more_than_its_scores() -> None:
    table = lab.simulate(Begun({}), [high, low], games=12, seed=1).table
    assert list(table.columns)[-3:] == ["ending", "first", "named"]
    assert (table["named"] == table["score_0"] + table["score_1"]).all()
    assert (table["first"] == (table["score_1"] > table["score_0"])).all()
    spread = lab.simulate(Begun({}), [high, low], games=12, seed=1, workers=2, batch=5).table
    pd.testing.assert_frame_equal(spread, table)


def test_wins_by_place_in_the_turn_order() -> None:
    runs = lab.simulate(Begun({}, 3), [high, high, low], games=30, seed=1)
    order = runs.turn_order()
    assert list(order["of"]) == ["turn 1", "turn 2", "turn 3"] * 2
    # by hand: the first of the highest scores always begins here, so the place says who wins or shares
    wins_by_place, scores = [0.0, 0.0, 0.0], [0, 0, 0]
    for row in runs.table.itertuples():
        for place in range(3):
            seat = (row.first + place) % 3
            wins_by_place[place] += getattr(row, f"win_{seat}")
            scores[place] += getattr(row, f"score_{seat}")
    assert list(order["value"][:3]) == [round(won / 30, 4) for won in wins_by_place]
    assert list(order["value"][3:]) == [round(score / 30, 4) for score in scores]
    assert sum(wins_by_place) == pytest.approx(30) and wins_by_place[0] > wins_by_place[1] > 0 and len(set(scores)) > 1
    assert (order["n"] == 30).all() and set(order["interval"]) == {"Wilson 95%", "Student t 95%"}


def test_no_turn_order_where_none_is_told() -> None:
    with pytest.raises(wb.WorkbenchError, match="does not say who took the first turn"):
        lab.simulate(Tiny({}), [high, low], games=2, seed=1).turn_order()


def test_the_table_of_a_game_computed_by_hand() -> None:
    runs = lab.simulate(Tiny({}), [high, low], games=40, seed=1)
    assert list(runs.table.columns) == [
        *("game", "seed", "player_0", "score_0", "return_0", "win_0", "player_1", "score_1", "return_1", "win_1"),
        *("decisions", "ending"),
    ]
    for row in runs.table.itertuples():
        # the seats change from game to game; `high` names 2, `low` names 0, and heads gives seat 1 one more
        assert (row.player_0, row.player_1) == (("high", "low"), ("low", "high"))[row.game % 2]
        named = {"high": 2, "low": 0}
        assert row.score_0 == named[row.player_0]
        assert row.score_1 - named[row.player_1] in (0, 1)
        assert (row.return_0, row.return_1) == (row.win_0, row.win_1) == ((1.0, 0.0), (0.0, 1.0))[row.game % 2]
        assert (row.decisions, row.ending) == (2, "naming")
    heads = int((runs.table["score_1"] - runs.table["player_1"].map({"high": 2, "low": 0}).astype(int)).sum())
    assert 10 <= heads <= 30
    assert runs.players == ("high", "low")

    summary = runs.summary().set_index(["measure", "of"])
    # `high` wins all 40, each seat half of them; 40 / (40 + 1.96**2) = 0.9124
    assert tuple(summary.loc[("wins", "high")]) == (40, 1.0, 0.9124, 1.0, "Wilson 95%")
    assert summary.loc[("wins", "low"), "value"] == 0.0
    assert tuple(summary.loc[("wins", "seat 0")]) == (40, 0.5, 0.352, 0.648, "Wilson 95%")
    # seat 0 scores 2 and 0 in turn: mean 1, deviation sqrt(40 / 39), error 0.16013, t(39) = 2.0227
    assert tuple(summary.loc[("score", "seat 0")]) == (40, 1.0, 0.6761, 1.3239, "Student t 95%")
    assert tuple(summary.loc[("decisions, mean", "a game")]) == (40, 2.0, 2.0, 2.0, "Student t 95%")
    assert tuple(summary.loc[("decisions, median", "a game")]) == (40, 2.0, 2.0, 2.0, "order statistics 95%")
    assert tuple(summary.loc[("ends by", "naming")])[:2] == (40, 1.0)
    assert "return" not in {measure for measure, _ in summary.index}, "the returns say no more than the wins"


def test_shared_wins_count_in_part() -> None:
    # both name 0: tails is a draw, heads a win for seat 1
    runs = lab.simulate(Tiny({}), low, games=100, seed=1)
    heads = int((runs.table["score_1"] == 1).sum())
    summary = runs.summary().set_index(["measure", "of"])
    assert summary.loc[("wins", "seat 0"), "value"] == (100 - heads) / 2 / 100
    assert summary.loc[("wins", "seat 1"), "value"] == (100 + heads) / 2 / 100
    assert ("wins", "low") not in summary.index, "one player in every seat always wins one game a game"


@pytest.mark.parametrize(
    ("returns", "expected"),
    [
        ((1.0,), (1.0,)),
        ((0.0,), (0.0,)),
        ((0.5, 0.5, 0.0), (0.5, 0.5, 0.0)),
        ((-1.0, 1.0), (0.0, 1.0)),
        ((0.0, 0.0), (0.0, 0.0)),
        ((12.0, 30.0, 30.0), (0.0, 0.5, 0.5)),
    ],
)
def test_who_wins(returns: tuple[float, ...], expected: tuple[float, ...]) -> None:
    assert wins(returns) == expected


def test_three_players_take_every_seat() -> None:
    runs = lab.simulate(Tiny({}, players=3), [high, low, "random"], games=6, seed=1)
    seats = [tuple(runs.table.loc[game, ["player_0", "player_1", "player_2"]]) for game in range(6)]
    assert seats[:3] == [("high", "low", "random"), ("random", "high", "low"), ("low", "random", "high")]
    assert seats[3:] == seats[:3]
    fixed = lab.simulate(Tiny({}, players=3), [high, low, low], games=6, seed=1, rotate=False)
    assert set(fixed.table["player_0"]) == {"high"}
    assert fixed.players == ("high", "low", "low (2)")


def test_a_player_keeps_its_numbers_when_another_changes() -> None:
    first = lab.simulate(Tiny({}), [Sampler, low], games=30, seed=3, rotate=False).table
    second = lab.simulate(Tiny({}), [Sampler, high], games=30, seed=3, rotate=False).table
    assert first["score_0"].equals(second["score_0"])
    assert (first["score_1"] + 2).equals(second["score_1"]), "the coin falls the same way"


def test_a_match_of_the_run_can_be_stepped_through(alone: lab.Runs) -> None:
    match = alone.match(17)
    row = alone.table.iloc[17]
    assert (match.step, match.state.scores()[0], match.over) == (row["decisions"], row["score_0"], True)
    match.goto(0)
    assert match.state.phase.name == "choose_fief"
    with pytest.raises(wb.WorkbenchError, match="no finished game 60"):
        alone.match(60)


def test_a_game_with_changed_rules_travels_and_can_be_stepped_through() -> None:
    game = wb.load("northwood", threshold=18, phases={"respond": AlwaysScores})
    one, two = (lab.simulate(game, "counter", games=6, seed=1, workers=workers) for workers in (1, 2))
    assert one.table.equals(two.table)
    assert not one.table["score_0"].equals(lab.simulate("northwood", "counter", games=6, seed=1).table["score_0"])
    assert two.match(3).state.scores()[0] == two.table["score_0"][3]


def test_a_player_with_a_memory_of_its_own_is_found_out() -> None:
    calls = []

    def forgetful(view: View) -> int:
        calls.append(1)
        return 0 if len(calls) < 5 else 2

    runs = lab.simulate(Tiny({}), forgetful, games=2, seed=1)
    with pytest.raises(wb.WorkbenchError, match="comes out differently"):
        runs.match(0)


# -- mistakes ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
def test_a_player_that_raises_is_named_with_game_and_position(workers: int) -> None:
    game = Tiny({})
    with pytest.raises(wb.PlayerError) as found:
        lab.simulate(game, careless, games=50, seed=4, workers=workers)
    message = str(found.value)
    assert "The player 'careless' in seat 1 raised RuntimeError: lost the thread" in message
    assert "This was in game 0 of the run with seed 4." in message
    assert "game.position(error.position)" in message
    assert found.value.position == {"named": [2]}
    assert str(found.value.position) in message
    assert "lost the thread" in "".join(found.value.__notes__), "the player's own traceback is kept"


def test_a_position_from_an_error_can_be_built_again() -> None:
    def gives_up(view: View) -> int:
        if view.state.phase.name == "respond":
            return -1
        return view.legal()[0]

    game = wb.load("northwood")
    with pytest.raises(wb.PlayerError, match="'gives_up' in seat 0 chose -1, which is not legal") as found:
        lab.simulate(game, gives_up, games=3, seed=4)
    assert game.position(found.value.position).phase.name == "respond"
    assert game.match(position=found.value.position).moves()


@pytest.mark.parametrize("batch", [1, 5])
def test_the_first_faulty_game_is_reported_whatever_the_workers_do(processes: Executor, batch: int) -> None:
    def stumbles(view: View) -> int:
        if view.state.listener is None and view.legal()[0] == 32 and not view.state.hand & 0b11110000:
            raise RuntimeError("no high claws")
        return view.legal()[0]

    seen = set()
    for workers in (1, processes):
        with pytest.raises(wb.PlayerError) as found:
            lab.simulate("northwood", stumbles, games=40, seed=1, workers=workers, batch=batch)
        seen.add(str(found.value))
    assert len(seen) == 1


def test_other_mistakes_of_players_and_rules_are_named() -> None:
    with pytest.raises(
        wb.PlayerError, match=r"The player 'cheat' in seat 0 chose 7, which is not legal\. Legal moves: name:0"
    ):
        lab.simulate(Tiny({}), cheat, games=2)
    with pytest.raises(wb.PlayerError, match="The player 'Unborn' in seat 0 raised KeyError before its first decision"):
        lab.simulate(Tiny({}), Unborn, games=2)
    with pytest.raises(wb.WorkbenchError, match=r"phase 'naming' \(Broken\): ZeroDivisionError: division by zero"):
        lab.simulate(Tiny({}, phases={"naming": Broken}), low, games=2)
    with pytest.raises(wb.WorkbenchError, match=r"phase 'naming' \(Endless\): it had not ended after 100000 decisions"):
        lab.simulate(Tiny({}, phases={"naming": Endless}), "random", games=2)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"game": "nortwood"}, "There is no game 'nortwood'. Did you mean 'northwood'"),
        ({"game": 3}, "A game is a name or what `wb.load` gives, not 3"),
        ({"players": "conter"}, "There is no player 'conter' for northwood. Did you mean 'counter'"),
        ({"players": ["random", "random"]}, r"has 1 seat here; you gave 2 players"),
        ({"players": Sampler(wb.load("northwood"), Random(0))}, "Pass the class Sampler, not an object of it"),
        ({"players": [3]}, "A player must be a name, a subclass of Player or a function from a view to an action, not 3"),
        ({"players": [int]}, "A player must be a name, a subclass of Player or a function"),
        ({"games": 0}, "games must be a whole number of at least 1, not 0"),
        ({"games": 2.5}, "games must be a whole number of at least 1, not 2.5"),
        ({"batch": 0}, "batch must be a whole number of at least 1, not 0"),
        ({"seed": "x"}, "A seed must be a whole number, not 'x'"),
        ({"workers": 0}, "workers must be a whole number of at least 1 or an executor, not 0"),
        ({"workers": True}, "workers must be a whole number of at least 1 or an executor, not True"),
        ({"workers": "two"}, "workers must be a whole number of at least 1 or an executor, not 'two'"),
    ],
)
def test_wrong_arguments_are_refused_with_a_sentence(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(wb.WorkbenchError, match=sentence):
        lab.simulate(**{"game": "northwood", "players": "random", "games": 1, **arguments})


@pytest.mark.parametrize(("module", "workers"), [("pandas", 1), ("loky", 2), ("cloudpickle", 2)])
def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch, module: str, workers: int) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(
        ModuleNotFoundError, match=rf'needs {module}. Install it with: pip install "tabletop-workbench\[lab\]"'
    ):
        lab.simulate("northwood", "random", games=2, workers=workers)


def test_importing_the_workbench_and_the_lab_imports_no_table_package() -> None:
    code = "import sys, workbench, workbench.lab; print(sorted({'pandas', 'numpy', 'loky', 'tqdm'} & set(sys.modules)))"
    found = said_by("-c", code, check=True)
    assert found.stdout == "[]\n"


# -- a person waits ----------------------------------------------------------------------------------------------------


def test_the_progress_bar_appears_when_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    lab.simulate("northwood", "random", games=5)
    lab.simulate("northwood", "random", games=5, progress=False)
    assert capsys.readouterr() == ("", ""), "nobody is at a terminal here"
    lab.simulate("northwood", "random", games=5, progress=True)
    assert "5/5" in capsys.readouterr().err


@pytest.mark.parametrize(("named", "watched"), [({"JPY_SESSION_NAME": "lesson.ipynb"}, True), ({}, False)])
def test_a_notebook_shows_progress_where_a_front_end_has_opened_it(
    named: dict[str, str], watched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bar in a notebook that is only built or checked would be stored as its output."""
    shell = SimpleNamespace(kernel=object(), user_ns={})
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: shell))
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    assert interactive() == watched
    shell.user_ns["__vsc_ipynb_file__"] = "lesson.ipynb"
    assert interactive()


def test_an_interrupt_keeps_what_was_finished(capsys: pytest.CaptureFixture[str]) -> None:
    games = []

    def impatient(view: View) -> int:
        games.append(1)
        if len(games) == 9:  # two decisions a game: in the fifth game
            raise KeyboardInterrupt
        return 0

    runs = lab.simulate(Tiny({}), impatient, games=100, seed=1, clauses=True)
    assert capsys.readouterr().out == "Interrupted: 4 of 100 games were finished and are kept.\n"
    assert (runs.games, runs.wanted, len(runs.table)) == (4, 100, 4)
    assert repr(runs).startswith("4 of 100 games of Tiny for 2 players with impatient, seed 1 (interrupted)\n")
    assert runs.clauses is not None
    assert dict(zip(runs.clauses["clause"], runs.clauses["times"], strict=True))["TY-NAME-1"] == 8


def test_an_interrupt_before_the_first_game_is_done(capsys: pytest.CaptureFixture[str]) -> None:
    def at_once(view: View) -> int:
        raise KeyboardInterrupt

    runs = lab.simulate(Tiny({}), at_once, games=100, seed=1)
    assert "Interrupted: 0 of 100" in capsys.readouterr().out
    assert repr(runs) == runs._head()
    with pytest.raises(wb.WorkbenchError, match="nothing to summarise"):
        runs.summary()


CTRL_C = """
import signal, sys
from tests.lab.players import tell_of_batches
from workbench import lab

# a shell has whatever it starts in the background, these tests perhaps, ignore interrupts
signal.signal(signal.SIGINT, signal.default_int_handler)
tell_of_batches(sys.argv[1])

def lowest(view):
    return view.legal()[0]

runs = lab.simulate("northwood", lowest, games=10**8, seed=1, workers=2)
first = int(runs.table["game"].iloc[0])
again = lab.simulate("northwood", lowest, games=first + 1, seed=1)
print(0 < runs.games < 10**8, runs.table.iloc[0].equals(again.table.iloc[first]))
"""


def test_ctrl_c_stops_two_workers_and_keeps_their_games(tmp_path: Path) -> None:
    batches = tmp_path / "batches"
    child = started("-c", CTRL_C, batches, start_new_session=True)
    # with the second batch the games of the first one are taken in
    until(lambda: child.poll() is not None or (batches.exists() and batches.read_text().count("\n") > 1), "two batches")
    assert child.poll() is None, child.communicate()
    os.killpg(child.pid, signal.SIGINT)  # a terminal interrupts every process at once
    try:
        out, err = child.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        raise
    assert err == ""
    interrupted, result = out.splitlines()
    assert interrupted.startswith("Interrupted: ")
    assert result == "True True"
    assert child.returncode == 0


@pytest.mark.long
def test_functions_and_phases_of_a_notebook_travel_to_workers(tmp_path: Path) -> None:
    cells = [
        """
        import workbench as wb
        from workbench import lab
        from workbench.core.player import Player
        from workbench.games.northwood.dialogue import Respond

        base = wb.load("northwood")
        limit = 4

        def cautious(view):
            legal = view.legal()
            return legal[min(len(legal) - 1, limit if base.symbol(legal[0]).startswith("fief") else 0)]

        class Mine(Player):
            def choose(self, view):
                legal = view.legal()
                return legal[self.rng.below(len(legal))]

        class AlwaysScores(Respond):
            def scores(self, state, card):
                return True
        """,
        """
        changed = wb.load("northwood", phases={"respond": AlwaysScores})
        for player in (cautious, Mine, lambda view: view.legal()[-1]):
            one, two = (lab.simulate(changed, player, games=30, seed=1, workers=workers, progress=False) for workers in (1, 2))
            print(one.table.equals(two.table), two.players)
        """,
    ]
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(textwrap.dedent(cell).strip()) for cell in cells]
    )
    kernels.client(notebook, tmp_path).execute(env=surroundings())
    outputs = notebook.cells[1]["outputs"]
    assert {output.get("name") for output in outputs} == {"stdout"}, "no warning on stderr"
    assert "".join(output["text"] for output in outputs) == "True ('cautious',)\nTrue ('Mine',)\nTrue ('<lambda>',)\n"
