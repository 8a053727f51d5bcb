"""Processes wait a while for the next run, and only for one that would find them as if they were fresh."""

from __future__ import annotations

import importlib
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pandas as pd
import pytest

from tests.helpers import refused
from tests.waiting import has_ended, sleep_for_ever, until
from workbench import lab
from workbench.core.state import View
from workbench.lab import crew
from workbench.lab.crew import KEPT, Crew
from workbench.lab.simulate import plan_of
from workbench.worker.batch import pack


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nobody waits before or after a test; within it they wait for as long as it takes."""
    KEPT.end()
    monkeypatch.setattr(crew, "KEPT_SECONDS", 3600)
    yield
    KEPT.end()


def gone(pids: frozenset[int]) -> bool:
    """Whether processes end; on a busy machine that may take a moment."""
    return until(lambda: all([has_ended(pid) for pid in pids]), "the end of the processes")


def asleep(view: View) -> int:
    sleep_for_ever()
    return view.legal()[0]


def play(workers: int = 2, seed: int = 3, player: object = "random") -> lab.Runs:
    return lab.simulate("northwood", player, games=12, seed=seed, workers=workers, batch=3)  # type: ignore[arg-type]


needs_proc = pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked up in /proc")


@needs_proc
def test_the_next_run_finds_the_processes_of_the_last_and_gives_the_same_table() -> None:
    first = play()
    theirs = KEPT.processes()
    again = play()
    assert len(theirs) == 2 and KEPT.processes() == theirs
    pd.testing.assert_frame_equal(first.table, again.table)
    pd.testing.assert_frame_equal(first.table, play(workers=1).table)
    fewer = Crew(1)
    assert gone(theirs), "those of another number are left"
    fewer.dismiss(True)
    assert len(KEPT.processes()) == 1


@needs_proc
def test_they_end_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "KEPT_SECONDS", 0.01)
    made = Crew(2)
    theirs = frozenset(made._executor._processes)
    made.dismiss(True)
    assert len(theirs) == 2 and gone(theirs) and not KEPT.processes()


def test_a_time_that_is_up_when_others_wait_already_is_not_theirs() -> None:
    waiting = crew.Waiting()
    first, second = (SimpleNamespace(shutdown=ended.append) for ended in ([], []))  # type: ignore[var-annotated]
    waiting.put(2, {"process": os.getpid()}, first)
    timer = waiting._timer
    assert timer is not None and waiting._taken() is not None and not timer.is_alive()
    waiting.put(2, {"process": os.getpid()}, second)
    timer.function(*timer.args)  # as if it had been under way already
    assert waiting._crew is not None and waiting._crew[2] is second
    assert waiting._taken() is not None


def test_code_that_was_edited_since_is_not_missed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "edited_player.py"
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    file.write_text("def choose(view):\n    return view.legal()[0]\n")
    module = importlib.import_module("edited_player")
    first = play(player=module.choose)
    theirs = KEPT.processes()
    file.write_text("def choose(view):\n    return view.legal()[-1]\n# other code\n")
    module = importlib.reload(module)
    other = play(player=module.choose)
    assert not theirs & KEPT.processes()
    pd.testing.assert_frame_equal(other.table, play(workers=1, player=module.choose).table)
    assert not other.table.equals(first.table)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_one_that_was_killed_while_it_waited_costs_nothing() -> None:
    first = play()
    os.kill(min(KEPT.processes()), signal.SIGKILL)
    pd.testing.assert_frame_equal(play().table, first.table)


@needs_proc
def test_nobody_waits_after_a_run_that_was_broken_off() -> None:
    made = Crew(2)
    theirs = frozenset(made._executor._processes)
    made.dismiss(False)
    assert len(theirs) == 2 and not KEPT.processes() and gone(theirs)


@needs_proc
def test_nobody_waits_who_still_has_something_to_do() -> None:
    made = Crew(2)
    theirs = frozenset(made._executor._processes)
    plan, _ = plan_of("northwood", asleep, 1, True, False)
    made.submit(pack(plan), range(1))
    made.dismiss(True)
    assert not KEPT.processes() and gone(theirs)


def test_processes_of_another_process_are_not_taken() -> None:
    waiting, ended = crew.Waiting(), list[bool]()
    waiting.put(2, {**crew.surroundings(), "process": os.getppid()}, SimpleNamespace(shutdown=ended.append))
    assert waiting.take(2, crew.surroundings()) is None and not ended, "this process is a copy of the one that owns them"


def test_an_executor_of_somebody_else_is_left_to_them() -> None:
    class Theirs:
        _max_workers = 3

    made = Crew(Theirs())  # type: ignore[arg-type]
    made.dismiss(True)
    assert made.most == 6 and not KEPT.processes()


def test_a_missing_package_is_named_while_processes_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    play()
    monkeypatch.setitem(sys.modules, "loky", None)
    with refused(ModuleNotFoundError, "More than one worker needs loky."):
        play()
