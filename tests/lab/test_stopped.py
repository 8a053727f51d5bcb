"""The stop button, pressed at every line of a run: no game is lost that was counted, and none is counted in part."""

from __future__ import annotations

import dis
import inspect
import os
import signal
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import pandas as pd
import pytest

from tests.lab.players import careless
from tests.lab.tiny import Tiny
from tests.programs import said_by
from tests.stopper import Point, Stopper
from workbench import lab, worker
from workbench.lab import store

pytestmark = [pytest.mark.xdist_group("workers"), pytest.mark.usefixtures("interruptible")]


@pytest.fixture(autouse=True)
def every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each game is stored as soon as it is finished, nobody waits for the disk, and a source or code is read once.

    Only a power cut would show the second; without the third, hundreds of runs would read the same few functions.
    """
    monkeypatch.setattr(store, "STORE_SECONDS", 0)
    monkeypatch.setattr(os, "fsync", lambda number: None)
    monkeypatch.setattr(inspect, "getsource", cache(inspect.getsource))
    instructions = dis.get_instructions
    monkeypatch.setattr(dis, "get_instructions", cache(lambda code: [*instructions(code)]))


def stopper(stop: Point | None = None) -> Stopper:
    """Stops in the lab and in what its workers run, until a run has its result."""

    def has_result(frame: FrameType) -> bool:
        return frame.f_code.co_name == "__init__" and isinstance(frame.f_locals.get("self"), lab.Runs)

    return Stopper(Path(lab.__file__).parent, Path(worker.__file__).parent, stop=stop, until=has_result)


GAMES, SEED = 4, 7
"""Two of the games are finished, and two fail: so every line that more games would come to twice is come to twice."""
WAYS: dict[str, dict[str, Any]] = {
    "alone": {},
    "alone, with rows": {"rows": ("decisions", "events"), "metrics": "length"},
    "alone, stored": {"store": "run"},
    "by others": {"batch": 1},
    "by others, stored": {"batch": 1, "store": "run"},
}


def run_of(way: str, games: int = GAMES) -> Callable[[], lab.Runs]:
    """A run in one of the ways."""

    def call() -> lab.Runs:
        with nullcontext(1) if "alone" in way else ThreadPoolExecutor(1) as workers:
            return lab.simulate(
                Tiny({}), ["random", careless], games, SEED, workers, clauses=True, on_error="keep", **WAYS[way]
            )

    return call


def fired(runs: lab.Runs) -> Counter[str]:
    """How often each clause fired."""
    assert runs.clauses is not None
    return Counter(dict(zip(runs.clauses["clause"], runs.clauses["times"], strict=True)))


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_the_stop_button_costs_no_game_and_halves_none(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    whole, watched = run_of("alone")(), stopper()
    sums = [Counter[str](), *[fired(run_of("alone", one + 1)()) for one in range(GAMES)]]
    assert (whole.games, len(whole.failed)) == (2, 2)
    watched.carry_out(run_of(way))
    happened, continued = Counter[str](), set[frozenset[tuple[str, bytes]]]()
    for number, stop in enumerate(watched.met):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        capsys.readouterr()
        stopping = stopper(stop)
        runs = stopping.carry_out(run_of(way))
        said = capsys.readouterr().out
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler, stop
        if runs is None:
            assert not stopping.entered & {"each_game", "hand_out"}, f"the games are lost at {stop}"
            happened["nothing begun"] += 1
            continue
        done = [*runs.table["game"], *runs.failed["game"]]
        happened["stopped" if said else "went on"] += 1
        assert said == f"Interrupted: {len(done)} of {GAMES} games were finished and are kept.\n" or len(done) == GAMES, stop
        assert fired(runs) == sum([sums[one + 1] - sums[one] for one in done], Counter()), stop
        for rows in (runs.decisions, runs.events):
            assert rows is None or set(rows["game"]) == set(runs.table["game"]), stop
        if "store" not in WAYS[way]:
            continue
        lock = store.locked(Path("run", "run.lock"))
        assert lock is not None, f"nobody can go on with what was stored at {stop}"
        store.unlocked(lock)
        left = frozenset([(file.name, file.read_bytes()) for file in Path("run").iterdir()])
        if left not in continued:  # many stops leave the same files, and these go on in the same way
            continued.add(left)
            again = run_of(way)()
            pd.testing.assert_frame_equal(again.table, whole.table)
            assert (fired(again), list(again.failed["game"])) == (fired(whole), list(whole.failed["game"])), stop
    assert happened["stopped"] > 50 and happened["went on"] > 20, happened


INSIDE = """
import concurrent.futures
import signal
from pathlib import Path
from tests.lab.players import careless
from tests.lab.tiny import Tiny
from tests.stopper import Stopper
from tests.waiting import until
from workbench import lab

def call():
    crews.append(concurrent.futures.ThreadPoolExecutor(1))
    return lab.simulate(Tiny({}), ["random", careless], 4, 7, crews[-1], on_error="keep", batch=1, progress=False)

crews, ended = [], 0
code = Path(concurrent.futures.__file__).parent
watched = Stopper(code)
watched.carry_out(call)
for stop in watched.met:
    Stopper(code, stop=stop).carry_out(call)
    crews[-1].shutdown(wait=False)
    until(lambda: not any(thread.is_alive() for thread in crews[-1]._threads), f"the end of a worker after {stop}")
    ended += 1
print("submit" in watched.entered, ended, len(watched.met))
"""


@pytest.mark.long
def test_the_stop_button_pressed_inside_an_executor_leaves_nobody_waiting() -> None:
    """An executor that is interrupted with a lock in its hands would never end; so this is a process of its own."""
    run = said_by("-c", INSIDE)
    submitted, ended, lines = run.stdout.split("\n")[-2].split()
    assert (submitted, run.stderr) == ("True", "")
    assert int(ended) == int(lines) > 50
