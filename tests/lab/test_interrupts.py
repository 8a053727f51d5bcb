"""The stop button, pressed at every line of a run: no game is lost that was counted, and none is counted in part."""

from __future__ import annotations

import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import Any

import pandas as pd
import pytest

from tests.lab.players import careless
from tests.lab.tiny import Tiny
from workbench import lab
from workbench.lab import store
from workbench.lab.interrupts import interrupts_deferred

pytestmark = pytest.mark.xdist_group("workers")

OURS = str(Path(lab.__file__).parent)
Point = tuple[str, int, int]
"""A line of the lab, and how often it has been come to."""


@pytest.fixture(autouse=True)
def interruptible(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Interrupts as in a notebook, whoever has started these tests; each game is stored as soon as it is finished."""
    monkeypatch.setattr(store, "STORE_SECONDS", 0)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


# -- by hand -----------------------------------------------------------------------------------------------------------


def test_an_interrupt_waits_until_it_is_let_in() -> None:
    done = []
    with suppress(KeyboardInterrupt), interrupts_deferred() as let_in:
        signal.raise_signal(signal.SIGINT)
        done.append("first")
        with let_in():
            done.append("not this")
    assert done == ["first"] and signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_an_interrupt_that_comes_too_late_is_dropped() -> None:
    with interrupts_deferred(dropped=True) as let_in:
        with let_in():
            pass
        signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_one_inside_another_passes_on_what_came() -> None:
    done = []
    with suppress(KeyboardInterrupt):
        with interrupts_deferred():
            with interrupts_deferred():
                signal.raise_signal(signal.SIGINT)
            done.append("inner")
        done.append("not this")
    assert done == ["inner"]


def test_who_ignores_interrupts_goes_on_ignoring_them() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with interrupts_deferred():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) == signal.SIG_IGN


def test_in_another_thread_nothing_is_changed() -> None:
    seen = []

    def look() -> None:
        with interrupts_deferred() as let_in, let_in():
            seen.append(signal.getsignal(signal.SIGINT))

    thread = Thread(target=look)
    thread.start()
    thread.join()
    assert seen == [signal.default_int_handler]


# -- at every line -----------------------------------------------------------------------------------------------------


class Stopper:
    """Carries a run out, and presses the stop button when it has come to some line.

    Args:
        stop: where; None for nowhere.

    Attributes:
        met: the first two comings to each line between the beginning of a run and the moment it has its result.
        begun: whether games have been played.
    """

    def __init__(self, stop: Point | None = None) -> None:
        self.met: list[Point] = []
        self.begun = False
        self._stop = stop
        self._times: Counter[tuple[str, int]] = Counter()
        self._watches = False

    def carry_out(self, call: Callable[[], lab.Runs]) -> lab.Runs | None:
        """The games; None if the interrupt came through."""
        before = sys.gettrace()
        sys.settrace(self._enter)
        try:
            return call()
        except KeyboardInterrupt:
            return None
        finally:
            sys.settrace(before)

    def _enter(self, frame: FrameType, event: str, value: Any) -> Any:
        if not frame.f_code.co_filename.startswith(OURS):
            return None
        name = frame.f_code.co_name
        self._watches |= name == "run"
        self.begun |= name in ("each_game", "hand_out")
        return self._at

    def _at(self, frame: FrameType, event: str, value: Any) -> Any:
        if event == "return" and (frame.f_code.co_name, type(frame.f_locals.get("self"))) == ("__init__", lab.Runs):
            self._watches = False
        if event == "line" and self._watches:
            line = (frame.f_code.co_filename, frame.f_lineno)
            self._times[line] += 1
            point = (*line, self._times[line])
            if self._times[line] <= 2:
                self.met.append(point)
            if point == self._stop:
                signal.raise_signal(signal.SIGINT)
        return self._at


GAMES = 6
"""Four of them are finished, and two fail."""
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
                Tiny({}), ["random", careless], games, 5, workers, clauses=True, on_error="keep", **WAYS[way]
            )

    return call


def fired(runs: lab.Runs) -> Counter[str]:
    """How often each clause fired."""
    assert runs.clauses is not None
    return Counter(dict(zip(runs.clauses["clause"], runs.clauses["times"], strict=True)))


@pytest.mark.parametrize("way", [pytest.param(way, marks=pytest.mark.long if "stored" in way else ()) for way in WAYS])
def test_the_stop_button_costs_no_game_and_halves_none(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    whole, watched = run_of("alone")(), Stopper()
    sums = [Counter[str](), *[fired(run_of("alone", one + 1)()) for one in range(GAMES)]]
    assert (whole.games, len(whole.failed)) == (4, 2)
    watched.carry_out(run_of(way))
    happened = Counter[str]()
    for number, stop in enumerate(watched.met):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        capsys.readouterr()
        stopper = Stopper(stop)
        runs = stopper.carry_out(run_of(way))
        said = capsys.readouterr().out
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler, stop
        if runs is None:
            assert not stopper.begun, f"the games are lost at {stop}"
            happened["nothing begun"] += 1
            continue
        done = [*runs.table["game"], *runs.failed["game"]]
        happened["stopped" if said else "went on"] += 1
        assert said == f"Interrupted: {len(done)} of {GAMES} games were finished and are kept.\n" or len(done) == GAMES, stop
        assert fired(runs) == sum([sums[one + 1] - sums[one] for one in done], Counter()), stop
        for rows in (runs.decisions, runs.events):
            assert rows is None or set(rows["game"]) == set(runs.table["game"]), stop
        if "store" in WAYS[way]:
            again = run_of(way)()
            pd.testing.assert_frame_equal(again.table, whole.table)
            assert (fired(again), list(again.failed["game"])) == (fired(whole), list(whole.failed["game"])), stop
    assert happened["stopped"] > 50 and happened["went on"] > 20, happened
