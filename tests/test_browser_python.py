"""What a Python inside a browser lacks is not missed: every game begins, is shown and advised on without it."""

from __future__ import annotations

from pathlib import Path

import pytest

import workbench as wb
from tests.programs import said_by

WITHOUT = """
import sys, time
for name in ("numpy", "pandas", "scipy", "_multiprocessing"):
    sys.modules[name] = None
for name in ("thread_time", "thread_time_ns", "pthread_getcpuclockid"):
    vars(time).pop(name, None)
try:
    import fcntl
    vars(fcntl).pop("flock")
except ImportError:
    pass
"""
EVERY_GAME = """
import workbench as wb
from widgets import Table
for name in (*wb.game_names(), *wb.small_names()):
    table = Table(name, seed=1)
    table.match.game.panels(table.match.seen(), table.match.seat)
    if (name in sys.argv[1:]) == SLOWLY:
        table.match.advice()
        print(name)
"""
SLOW = ("goods_and_honor", "northwood", "resource_hog")
"""The strongest players of these think about their advice for a second or more."""


@pytest.mark.parametrize("slowly", [False, pytest.param(True, marks=pytest.mark.long)], ids=["the quick", "the slow"])
def test_every_game_is_shown_and_advised_on(slowly: bool) -> None:
    done = said_by("-c", f"SLOWLY = {slowly}\n{WITHOUT}{EVERY_GAME}", *SLOW)
    assert not done.returncode, done.stderr
    assert done.stdout.split() == [name for name in (*wb.game_names(), *wb.small_names()) if (name in SLOW) == slowly]


SAVE = """
from pathlib import Path
import workbench as wb
from widgets import Table
table = Table("northwood", seed=1, figure=False)
table.controls.file.value = "evening.json"
for step in (1, 2):
    table.play(table.match.state.legal()[0])
    table.controls.save_button.click()
    print(table.board.notice)
print(wb.Match.load("evening.json").step, sorted(path.name for path in Path().iterdir()))
"""


def test_the_table_saves_where_files_cannot_be_locked(tmp_path: Path) -> None:
    done = said_by("-c", WITHOUT + SAVE, cwd=tmp_path)
    assert done.stdout.splitlines() == ["Saved to evening.json."] * 2 + ["2 ['evening.json']"], done.stdout + done.stderr


def test_what_is_missing_there_would_be_noticed() -> None:
    done = said_by("-c", WITHOUT + "from time import thread_time")
    assert "cannot import name 'thread_time'" in done.stderr
