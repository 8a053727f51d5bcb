"""Games that do not end and players that take too long: they are stopped wherever they are."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.lab.players import Endless, low
from tests.lab.tiny import Naming, Tiny, TinyState
from workbench import lab
from workbench.core.state import View

pytestmark = pytest.mark.xdist_group("workers")


def hangs_after_two(view: View) -> int:
    while view.to_dict()["named"] == [2]:
        pass
    return 0


def sleeps_after_two(view: View) -> int:
    if view.to_dict()["named"] == [2]:
        time.sleep(60)
    return 0


class Stuck(Naming):
    """Rules that never come back once a seat has named 2."""

    def apply(self, state: TinyState, action: int) -> None:
        while action == 2:
            pass
        super().apply(state, action)


def test_a_game_that_does_not_end_is_kept() -> None:
    runs = lab.simulate(Tiny({}, phases={"naming": Endless}), "random", 3, 1, on_error="keep", most_decisions=50)
    assert runs.games == 0 and list(runs.failed["fault"]) == ["rules"] * 3
    assert "it had not ended after 50 decisions" in runs.failed["message"][0]
    assert runs.match(2).step == 50


@pytest.mark.parametrize("player", [hangs_after_two, sleeps_after_two])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_player_that_takes_too_long_is_stopped_and_the_rest_go_on(player: object, workers: int) -> None:
    runs = lab.simulate(
        Tiny({}), [player, "random"], 12, 1, workers, on_error="keep", decision_seconds=0.2  # type: ignore[list-item]
    )
    plain = lab.simulate(Tiny({}), ["random", "random"], 12, 1).table
    expected = [int(row.game) for row in plain.itertuples() if row.game % 2 == 1 and row.score_0 == 2]
    assert list(runs.failed["game"]) == expected != [] and set(runs.failed["fault"]) == {"slow"}
    assert runs.failed["message"][0].endswith("in seat 1 took longer than 0.2 seconds over a decision.")
    assert runs.match(expected[0]).state.to_dict()["named"] == [2]
    quick = lab.simulate(Tiny({}), [low, "random"], 12, 1).table
    theirs = quick[~quick["game"].isin(expected)].reset_index(drop=True)
    assert list(runs.table["score_0"]) == list(theirs["score_0"]), "a limit changes the games that keep to it"


def test_limits_and_a_folder_go_together(tmp_path: Path) -> None:
    asked = {"on_error": "keep", "decision_seconds": 0.2, "store": tmp_path}
    first = lab.simulate(Tiny({}), [sleeps_after_two, "random"], 4, 1, **asked)  # type: ignore[list-item, arg-type]
    runs = lab.simulate(Tiny({}), [sleeps_after_two, "random"], 12, 1, **asked)  # type: ignore[list-item, arg-type]
    plain = lab.simulate(Tiny({}), ["random", "random"], 12, 1).table
    expected = [int(row.game) for row in plain.itertuples() if row.game % 2 == 1 and row.score_0 == 2]
    assert list(runs.failed["game"]) == expected and set(first.failed["game"]) <= set(expected)
    assert set(runs.table["game"]) == set(range(12)) - set(expected)
    with refused(wb.WorkbenchError, "its decision_seconds is 0.2, not 0.3"):
        lab.simulate(
            Tiny({}), [sleeps_after_two, "random"], 12, 1, **{**asked, "decision_seconds": 0.3}  # type: ignore[list-item, arg-type]
        )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"rows": "events", "store": "somewhere"}, "A stored run keeps a row a game; rows a decision or an event"),
        ({"rows": "decisions", "game_seconds": 5}, "Limits of time do not go with metrics or rows"),
        ({"metrics": "length", "decision_seconds": 5}, "Limits of time do not go with metrics or rows"),
    ],
)
def test_what_does_not_go_together_is_refused_before_anything_is_written(
    words: dict[str, Any], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with refused(wb.WorkbenchError, sentence):
        lab.simulate(Tiny({}), "random", 4, 1, **words)
    assert not list(tmp_path.iterdir())


def test_rules_that_hang_are_stopped_by_the_limit_of_a_game() -> None:
    game = Tiny({}, phases={"naming": Stuck})
    runs = lab.simulate(game, "random", 8, 1, on_error="keep", decision_seconds=50, game_seconds=0.2)
    assert 0 < len(runs.failed) < 8 and set(runs.failed["move"]) == {"name:2"}
    assert runs.failed["message"][0] == "The game took longer than 0.2 seconds."
    with refused(wb.WorkbenchError, "The game took longer than 0.2 seconds.\nThis was in game"):
        lab.simulate(game, "random", 8, 1, game_seconds=0.2)


def test_threads_are_stopped_as_well() -> None:
    before = threading.enumerate()
    with ThreadPoolExecutor(1) as threads:
        runs = lab.simulate(
            Tiny({}), [hangs_after_two, "random"], 12, 1, threads, on_error="keep", decision_seconds=0.2, batch=12
        )
    assert len(runs.failed) > 0 and runs.games + len(runs.failed) == 12
    assert set(runs.failed["fault"]) == {"slow"}
    left = [one for one in threading.enumerate() if one not in before]
    assert not [one for one in left if isinstance(one, threading.Timer) and one.is_alive()]


AFTERWARDS = """
import sys
from concurrent.futures import ThreadPoolExecutor
from tests.lab.test_limits import hangs_after_two
from tests.lab.tiny import Tiny
from workbench import lab
def called():
    print("A debugger goes on.")
for player in ("random", hangs_after_two):
    with ThreadPoolExecutor(1) as threads:
        lab.simulate(Tiny({}), [player, "random"], 12, 1, threads, on_error="keep", decision_seconds=0.2, batch=12)
    sys.settrace(lambda *event: None)
    called()
    sys.settrace(None)
"""


def test_nothing_is_left_pending_in_the_interpreter() -> None:
    path = os.pathsep.join(filter(None, [str(Path(__file__).parents[2]), os.environ.get("PYTHONPATH")]))
    done = subprocess.run(
        [sys.executable, "-c", AFTERWARDS],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("A debugger goes on.\n" * 2, "")
