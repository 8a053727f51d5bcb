"""Workers that die, players that end their process: the batch is played again, what is finished is kept."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import psutil
import pytest

import workbench as wb
from tests.helpers import refused, some_in_short
from tests.waiting import until
from workbench import lab
from workbench.core.state import View
from workbench.lab.crew import KEPT
from workbench.worker.batch import Plan, replay_actions, seed_of

GAMES, SEED = 24, 5


def steady(view: View) -> int:
    return view.legal()[0]


@pytest.fixture(scope="module")
def alone() -> lab.Runs:
    """The run that nobody disturbs."""
    return lab.simulate("northwood", steady, games=GAMES, seed=SEED)


def dying(mark: Path, how: Callable[[], Any], times: int, paired: bool = False) -> Callable[[View], int]:
    """A player that does something at the first decision of game 9, as often as the file still says."""
    plan = Plan(wb.load("northwood"), (steady,), SEED, rotate=False, clauses=False, paired=paired)
    state = plan.game.start()
    for action in replay_actions(plan, 9)[1]:
        if state.to_move >= 0:
            break
        state.apply(action)
    fatal = state.view(0).to_dict()
    mark.write_text(str(times))

    def player(view: View) -> int:
        if view.to_dict() == fatal:
            left = int(mark.read_text())
            if left:
                mark.write_text(str(left - 1))
                how()
        return view.legal()[0]

    player.__name__ = "steady"
    return player


WAYS: dict[str, Callable[[], Any]] = {
    "killed": lambda: os.kill(os.getpid(), signal.SIGKILL),
    "exited": lambda: os._exit(3),
}


def children() -> set[int]:
    """The workers that this process has started and that are still there."""
    found = set()
    for process in psutil.Process().children():
        with contextlib.suppress(psutil.NoSuchProcess):  # it may end while one looks
            command = " ".join(process.cmdline())
            if "loky" in command and "resource_tracker" not in command:
                found.add(process.pid)
    return found


def assert_none_left(before: set[int]) -> None:
    """On a busy machine a process that was killed may take a moment to go; one that was left behind stays."""
    until(lambda: children() <= before, "the end of the processes")


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_a_worker_that_dies_once_costs_nothing(way: str, alone: lab.Runs, tmp_path: Path) -> None:
    before = children()
    player = dying(tmp_path / "left", WAYS[way], 1)
    runs = lab.simulate("northwood", player, games=GAMES, seed=SEED, workers=2, batch=3)
    pd.testing.assert_frame_equal(runs.table, alone.table)
    assert (tmp_path / "left").read_text() == "0", "nobody died"
    KEPT.end()
    assert_none_left(before)


@some_in_short("way", list(WAYS), every=2)
def test_a_worker_that_always_dies_is_a_sentence_with_the_seed_and_the_rest_is_kept(
    way: str, alone: lab.Runs, tmp_path: Path
) -> None:
    before = children()
    player = dying(tmp_path / "left", WAYS[way], 99)
    with refused(wb.WorkbenchError, f"A worker died each time it played game 9, whose seed is {seed_of(SEED, 9)}.") as caught:
        lab.simulate("northwood", player, games=GAMES, seed=SEED, workers=2, batch=3)
    kept = caught.value.finished
    assert "The games that were finished are kept" in str(caught.value)
    assert set(range(9)) <= set(kept.table["game"]) and 9 not in set(kept.table["game"])
    theirs = alone.table[alone.table["game"].isin(kept.table["game"])].reset_index(drop=True)
    assert list(kept.table["score_0"]) == list(theirs["score_0"])
    assert_none_left(before)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_player_that_leaves_the_program_has_raised_an_error(workers: int, tmp_path: Path) -> None:
    player = dying(tmp_path / "left", sys.exit, 99)
    with refused(wb.PlayerError, "raised SystemExit") as caught:
        lab.simulate("northwood", player, games=GAMES, seed=SEED, workers=workers)
    assert caught.value.finished.games >= 9 or workers == 2
    with refused(wb.PlayerError, "raised SystemExit"):
        wb.load("northwood").match(1).play_out(lambda view: sys.exit(1))


@some_in_short("workers", [2, 1], every=2)
def test_what_was_finished_before_a_player_failed_is_kept(workers: int, alone: lab.Runs, tmp_path: Path) -> None:
    def fail() -> None:
        raise RuntimeError("lost the thread")

    player = dying(tmp_path / "left", fail, 99)
    with refused(wb.PlayerError, "raised RuntimeError: lost the thread") as caught:
        lab.simulate("northwood", player, games=GAMES, seed=SEED, workers=workers, batch=3)
    kept = caught.value.finished
    assert set(range(9)) <= set(kept.table["game"]) and "error.finished" in str(caught.value)
    pd.testing.assert_frame_equal(kept.table.head(9), alone.table.head(9))
    assert kept.summary()["n"].max() == kept.games


def test_a_player_that_cannot_travel_gets_a_sentence() -> None:
    lock = threading.Lock()

    def locked(view: View) -> int:
        with lock:
            return view.legal()[0]

    with refused(wb.WorkbenchError, "A player or phase cannot be sent to another process: cannot pickle '_thread.lock' object"):
        lab.simulate("northwood", locked, games=4, workers=2)
    assert lab.simulate("northwood", locked, games=2).games == 2


# -- a cluster of processes of its own -----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """A Dask cluster whose workers are separate processes."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as made,
        distributed.Client(made) as client,
    ):
        yield client


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_worker_of_a_cluster_dies(cluster: Any, alone: lab.Runs, tmp_path: Path) -> None:
    player = dying(tmp_path / "left", WAYS["killed"], 1)
    runs = lab.simulate("northwood", player, games=GAMES, seed=SEED, workers=cluster.get_executor(), batch=3)
    pd.testing.assert_frame_equal(runs.table, alone.table)
    assert (tmp_path / "left").read_text() == "0", "nobody died"


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_worker_of_a_cluster_always_dies(cluster: Any, tmp_path: Path) -> None:
    player = dying(tmp_path / "left", WAYS["killed"], 999)
    with refused(wb.WorkbenchError, "A worker died each time it played game 9, whose seed is") as caught:
        lab.simulate("northwood", player, games=GAMES, seed=SEED, workers=cluster.get_executor(), batch=3)
    assert set(range(9)) <= set(caught.value.finished.table["game"])


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_comparison_goes_on_with_a_fresh_crew_where_a_worker_dies(tmp_path: Path) -> None:
    variants = {"text": {}, "fewer stars": {"threshold": 4}}
    player = dying(tmp_path / "mark", WAYS["killed"], 1, paired=True)
    found = lab.compare("northwood", variants, "score_0", player, GAMES, SEED, 2, progress=False)
    calm = lab.compare("northwood", variants, "score_0", steady, GAMES, SEED, progress=False)
    pd.testing.assert_frame_equal(found.table, calm.table)
    assert (tmp_path / "mark").read_text() == "0"
