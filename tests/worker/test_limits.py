"""Games that do not end and players that take too long: they are stopped wherever they are."""

from __future__ import annotations

import signal
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.lab.players import Endless, low
from tests.lab.tiny import Naming, Tiny, TinyState
from tests.programs import said_by
from tests.waiting import sleep_for_ever, threads_called, until
from workbench import lab
from workbench.core.state import View
from workbench.worker.limits import Alarm, Limits, TooLong, Watcher

pytestmark = pytest.mark.xdist_group("workers")


HOUR = 3600
"""A limit that nobody passes who is not `hurried`, however busy the machine is."""
AN_HOUR = Limits(decision_seconds=HOUR)
SHORT = Limits(decision_seconds=0.05)


# Windows has no such signal: limits are kept by threads there, as in the tests below that ask for threads.
by_signal = pytest.mark.skipif(sys.platform == "win32", reason="who hangs passes the limit by its signal")


def hurried() -> None:
    """The limit of time that holds is passed in a moment, whatever it is; a limit in the main thread is a signal."""
    assert callable(signal.getsignal(signal.SIGALRM)), "no limit holds"
    signal.setitimer(signal.ITIMER_REAL, 0.001)


def hangs_after_two(view: View) -> int:
    while view.to_dict()["named"] == [2]:
        pass
    return 0


def thinks_too_long(view: View) -> int:
    if view.to_dict()["named"] == [2]:
        hurried()
    return hangs_after_two(view)


def sleeps_too_long(view: View) -> int:
    if view.to_dict()["named"] == [2]:
        hurried()
        sleep_for_ever()
    return 0


def never_answers(view: View) -> int:
    while True:
        pass


class Stuck(Naming):
    """Rules that never come back once a seat has named 2."""

    def apply(self, state: TinyState, action: int) -> None:
        if action == 2:
            hurried()
        while action == 2:
            pass
        super().apply(state, action)


class Hangs(Naming):
    """Rules that never come back."""

    def apply(self, state: TinyState, action: int) -> None:
        while True:
            pass


def test_a_game_that_does_not_end_is_kept() -> None:
    runs = lab.simulate(Tiny({}, phases={"naming": Endless}), "random", 3, 1, on_error="keep", limits=Limits(decisions=50))
    assert runs.games == 0 and list(runs.failed["fault"]) == ["rules"] * 3
    assert "it had not ended after 50 decisions" in runs.failed["message"][0]
    assert runs.match(2).step == 50


def test_the_older_names_of_limits_work_and_warn() -> None:
    def failed(**limits: Any) -> Any:
        return lab.simulate(Tiny({}, phases={"naming": Endless}), "random", 2, 1, on_error="keep", **limits).failed

    with pytest.warns(DeprecationWarning, match=r"Write `limits=lab\.Limits\(decisions=50\)` instead\.") as told:
        older = failed(most_decisions=50)
    assert older.equals(failed(limits=Limits(decisions=50))) and told[0].filename == __file__
    with pytest.warns(DeprecationWarning, match="decision_seconds=3600"), refused(wb.WorkbenchError, "game_seconds must be"):
        failed(decision_seconds=HOUR, limits=Limits(game_seconds=-1))
    with refused(TypeError, "unexpected keyword argument 'most_decision'"):
        failed(most_decision=50)
    with refused(TypeError, "unexpected keyword argument 'player'. Did you mean 'players'?"):
        lab.simulate("nim", player="random")  # type: ignore[call-arg]


@by_signal
@pytest.mark.parametrize("player", [thinks_too_long, pytest.param(sleeps_too_long, marks=pytest.mark.long)])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_player_that_takes_too_long_is_stopped_and_the_rest_go_on(player: object, workers: int) -> None:
    runs = lab.simulate(
        Tiny({}), [player, "random"], 12, 1, workers, on_error="keep", limits=AN_HOUR  # type: ignore[list-item]
    )
    plain = lab.simulate(Tiny({}), ["random", "random"], 12, 1).table
    expected = [int(row.game) for row in plain.itertuples() if row.game % 2 == 1 and row.score_0 == 2]
    assert list(runs.failed["game"]) == expected != [] and set(runs.failed["fault"]) == {"slow"}
    assert runs.failed["message"][0].endswith("in seat 1 took longer than 3600 seconds over a decision.")
    assert runs.match(expected[0]).state.to_dict()["named"] == [2]
    quick = lab.simulate(Tiny({}), [low, "random"], 12, 1).table
    theirs = quick[~quick["game"].isin(expected)].reset_index(drop=True)
    assert list(runs.table["score_0"]) == list(theirs["score_0"]), "a limit changes the games that keep to it"


@pytest.mark.parametrize("threads", [False, True])
def test_a_limit_is_as_long_as_was_said(threads: bool) -> None:
    """Here nobody comes back, so that it does not matter how quick the machine is."""
    short: dict[str, Any] = {"on_error": "keep", "seed": 1, "games": 2}
    with ThreadPoolExecutor(1) as others:
        short["workers"] = others if threads else 1
        slow = lab.simulate(Tiny({}), never_answers, limits=Limits(decision_seconds=0.02, game_seconds=HOUR), **short).failed
        longest = lab.simulate(Tiny({}, phases={"naming": Hangs}), "random", limits=Limits(game_seconds=0.02), **short).failed
    assert len(slow) == len(longest) == 2
    assert slow["message"].str.endswith(" took longer than 0.02 seconds over a decision.").all()
    assert longest["message"].str.endswith(" took longer than 0.02 seconds.").all()


@by_signal
def test_limits_and_a_folder_go_together(tmp_path: Path) -> None:
    asked = {"on_error": "keep", "limits": AN_HOUR, "store": tmp_path}
    first = lab.simulate(Tiny({}), [sleeps_too_long, "random"], 4, 1, **asked)  # type: ignore[list-item, arg-type]
    runs = lab.simulate(Tiny({}), [sleeps_too_long, "random"], 12, 1, **asked)  # type: ignore[list-item, arg-type]
    plain = lab.simulate(Tiny({}), ["random", "random"], 12, 1).table
    expected = [int(row.game) for row in plain.itertuples() if row.game % 2 == 1 and row.score_0 == 2]
    assert list(runs.failed["game"]) == expected and set(first.failed["game"]) <= set(expected)
    assert set(runs.table["game"]) == set(range(12)) - set(expected)
    with refused(wb.WorkbenchError, "its decision_seconds is 3600, not 0.3"):
        other = {**asked, "limits": Limits(decision_seconds=0.3)}
        lab.simulate(Tiny({}), [sleeps_too_long, "random"], 12, 1, **other)  # type: ignore[list-item, arg-type]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"rows": "events", "store": "somewhere"}, "A stored run keeps one row per game"),
        ({"rows": "decisions", "limits": Limits(game_seconds=5)}, "Limits of time cannot be combined with metrics or rows"),
        ({"metrics": "length", "limits": Limits(decision_seconds=5)}, "Limits of time cannot be combined with metrics or rows"),
    ],
)
def test_what_does_not_go_together_is_refused_before_anything_is_written(
    words: dict[str, Any], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with refused(wb.WorkbenchError, sentence):
        lab.simulate(Tiny({}), "random", 4, 1, **words)
    assert not list(tmp_path.iterdir())


@by_signal
def test_rules_that_hang_are_stopped_by_the_limit_of_a_game() -> None:
    game = Tiny({}, phases={"naming": Stuck})
    runs = lab.simulate(game, "random", 8, 1, on_error="keep", limits=Limits(decision_seconds=2 * HOUR, game_seconds=HOUR))
    assert 0 < len(runs.failed) < 8 and set(runs.failed["move"]) == {"name:2"}
    assert runs.failed["message"][0] == "The game took longer than 3600 seconds."
    with refused(wb.WorkbenchError, "The game took longer than 3600 seconds.\nThis was in game"):
        lab.simulate(game, "random", 8, 1, limits=Limits(game_seconds=HOUR))


def test_threads_are_stopped_as_well() -> None:
    with ThreadPoolExecutor(1) as threads:
        runs = lab.simulate(
            Tiny({}), [hangs_after_two, "random"], 12, 1, threads, on_error="keep", limits=SHORT, batch=12
        )
    assert len(runs.failed) > 0 and runs.games + len(runs.failed) == 12
    assert set(runs.failed["fault"]) == {"slow"}
    assert not threads_called("limit of time")


def in_a_thread(work: Any) -> Any:
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(work).result()


def test_a_limit_in_a_thread_is_watched_by_one_thread_that_ends_with_it() -> None:
    def play() -> list[int]:
        found = []
        with Alarm(Limits(decision_seconds=HOUR, game_seconds=2 * HOUR)) as alarm:
            alarm.game_begins()
            for _ in range(3):
                alarm.decision_begins()
                found.append(len(threads_called("limit of time")))
                alarm.decision_ends()
        return [*found, len(threads_called("limit of time"))]

    assert in_a_thread(play) == [1, 1, 1, 0]


def test_a_limit_that_is_called_off_just_when_it_is_passed_strikes_nobody_later(monkeypatch: pytest.MonkeyPatch) -> None:
    strike = Watcher._interrupt

    def late(watcher: Watcher) -> None:
        if threading.current_thread() is watcher._thread:
            until(lambda: watcher._call is None, "the other thread calls it off")
        strike(watcher)

    monkeypatch.setattr(Watcher, "_interrupt", late)

    def play() -> str:
        watcher = Watcher(threading.get_ident())
        watcher.call_after(0)
        call = watcher._call
        until(lambda: call is not None and call._once.locked(), "the time is up")
        with suppress(TooLong):  # here it may come, and not later
            watcher.call_off()
        watcher.call_after(HOUR)
        watcher.call_off()
        watcher.end()
        return "not struck"

    assert in_a_thread(play) == "not struck"


def test_an_earlier_limit_is_noticed_while_a_later_one_is_waited_for() -> None:
    def play() -> str:
        watcher = Watcher(threading.get_ident())
        try:
            watcher.call_after(HOUR)
            until(lambda: 0 < watcher._asleep_until < float("inf"), "the thread that watches")
            watcher.call_off()
            watcher.call_after(0.01)
            sleep_in_pieces()
        except TooLong:
            return "struck"
        finally:
            watcher.call_off()
            watcher.end()
        return "not struck"

    assert in_a_thread(play) == "struck"


def sleep_in_pieces() -> None:
    """Wait as code does that comes back to Python now and then."""
    until(lambda: False, "a strike")


AFTERWARDS = """
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from tests.worker.test_limits import SHORT, hangs_after_two
from tests.lab.tiny import Tiny
from workbench import lab
def called():
    print("A debugger goes on.")
for player in ("random", hangs_after_two):
    with ThreadPoolExecutor(1) as threads:
        lab.simulate(Tiny({}), [player, "random"], 12, 1, threads, on_error="keep", limits=SHORT, batch=12)
    sys.settrace(lambda *event: None)
    called()
    sys.settrace(None)
"""


def test_nothing_is_left_pending_in_the_interpreter() -> None:
    done = said_by("-c", AFTERWARDS)
    assert (done.stdout, done.stderr) == ("A debugger goes on.\n" * 2, "")
