"""Students' players in processes of their own: real processes, and players that try what they should not."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

import workbench as wb
from tests.helpers import some_in_short
from tests.waiting import SLEEPING, thinking, until
from workbench.core.game import Game
from workbench.core.phase import Phase
from workbench.lab import apart
from workbench.lab.apart import Apart, Failed, Limits
from workbench.lab.child import packed, rebuilt

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="players are run apart on Linux and macOS")

GAME = wb.load("northwood")
VIEW = GAME.match(seed=7).state.view(0)
LIMITS = Limits(decision=60, game=300, megabytes=200)
"""What nobody passes who is not slow on purpose, however busy the machine is."""
SECRET = "the solutions of lesson 3"


@pytest.fixture
def solutions(tmp_path: Path) -> Path:
    """A file of the teacher's."""
    path = tmp_path / "solutions.txt"
    path.write_text(SECRET, encoding="utf-8")
    return path


def asked(source: str, limits: Limits = LIMITS, game: Game = GAME) -> int:
    """What a player chooses at the beginning of a game."""
    with Apart(source, "mine.py", game, limits) as player:
        player.begin(seed=1)
        return player.choose(game.match(seed=7).state.view(0))


def failing(source: str, limits: Limits = LIMITS) -> Failed:
    with pytest.raises(Failed) as caught:
        asked(source, limits)
    assert SECRET not in caught.value.text
    return caught.value


@pytest.mark.parametrize("name", wb.game_names())
def test_a_view_is_the_same_on_the_other_side(name: str) -> None:
    match = wb.load(name).match(seed=3)
    match.play_out("random")
    for step in range(0, match.steps, 7):
        view = match.at(step).view(int(match.at(step).to_move))
        again = rebuilt(match.game.start(), packed(view.state))
        assert again.key() == view.state.key() and again.legal() == view.legal()
        for action in view.legal()[:3]:
            one, other = again.copy(), view.state.copy()
            assert one.phase.words(one, action) == other.phase.words(other, action)


def test_no_secret_is_sent() -> None:
    """What is sent of a view is that of a view in which the secrets were drawn anew."""
    from workbench.core.random import Random

    match = wb.load("goods_and_honor").match(seed=5)
    match.play_out("random")
    for step in range(0, match.steps, 11):
        state = match.at(step)
        seat = int(state.to_move)
        other = state.resample(seat, Random(step))
        assert packed(state.view(seat).state) == packed(other.view(seat).state)


def test_a_player_plays_and_what_it_prints_goes_nowhere() -> None:
    loud = "import sys\ndef choose(view):\n    print('x' * 5_000_000)\n    sys.stderr.write('y' * 5_000_000)\n"
    loud += "    return view.legal()[0]"
    assert asked(loud) == VIEW.legal()[0]


def test_the_only_function_will_do_and_choose_is_preferred() -> None:
    helper = "from random import choice\nmine = 3\n"
    helper += "def _best(view): return view.legal()[-1]\ndef play_it(view): return _best(view)"
    assert asked(helper) == VIEW.legal()[-1]
    assert asked("def other(view): return 5\ndef choose(view): return view.legal()[0]") == VIEW.legal()[0]
    assert "should have one function from a view to a move, called choose, but has several: one, two" in failing(
        "def one(view): pass\ndef two(view): pass"
    ).text
    assert "but has none" in failing("x = 1").text


def test_nothing_is_left_of_the_last_game_and_random_is_seeded() -> None:
    source = (
        "import random\nseen = []\ndef choose(view):\n    seen.append(1)\n    assert len(seen) == 1\n"
        "    return random.choice(view.legal())"
    )
    with Apart(source, "mine.py", GAME, LIMITS) as player:
        chosen = []
        for seed in (1, 2, 3, 1, 2, 3):
            player.begin(seed)
            chosen.append(player.choose(VIEW))
    assert chosen[:3] == chosen[3:] and len(set(chosen)) > 1


def test_it_has_no_environment_no_files_and_an_empty_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEACHERS_TOKEN", SECRET)
    told = failing("import os, sys\ndef choose(view): raise ValueError(sorted(os.environ), sys.argv[2:], os.getcwd())").text
    assert "TOKEN" not in told and "workbench-player-" in told


def test_what_a_player_asks_for_is_made_once_and_gone_afterwards() -> None:
    with Apart("def choose(view): return view.legal()[0]", "mine.py", GAME, LIMITS) as player:
        player.begin(1)
        os.kill(player.pid, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(player.pid, 0)
    player.close()


BAD = {
    "minus one": ("return -1", "illegal", "it chose -1, which is not legal there"),
    "another move": ("return 4", "illegal", "it chose 4 (card:C5), which is not legal there"),
    "words": ("return 'pass'", "illegal", "it chose 'pass', which"),
    "nothing": ("pass", "illegal", "it chose None, which"),
    "a liar": ("class Odd(int):\n        __index__ = lambda self: 10**9999\n    return Odd(3)", "illegal", "not legal there"),
    "raises": ("x = 1\n    return x / 0", "raised", "it raised ZeroDivisionError in line 3: division by zero"),
    "exits": ("raise SystemExit", "raised", "it raised SystemExit in line 2"),
    "asks": ("return int(input())", "raised", "EOFError"),
    "deep": ("return choose(view)", "raised", "it raised RecursionError in line 2"),
    "hogs": ("return len(b'x' * 10**9)", "memory", "it used more memory than is allowed"),
    "hogs slowly": ("found = []\n    while True: found.append([0] * 10**6)", "memory", "it used more memory than is allowed"),
    "reads": ("return len(open({path!r}).read())", "looked", "it tried to open the file"),
    "reads below": ("import os\n    return os.open({path!r}, os.O_RDONLY)", "looked", "it tried to open the file"),
    "reads by hand": ("from pathlib import Path\n    return Path({path!r}).read_text()", "looked", "it tried to open the file"),
    "around a corner": (
        "import os, sysconfig\n    return open(sysconfig.get_paths()['stdlib'] + '/../../../../../../../..' + {path!r})",
        "looked",
        "it tried to open the file",
    ),
    "a process's memory": ("import os\n    return open(f'/proc/{{os.getppid()}}/mem', 'rb')", "looked", "it tried to open"),
    "lists": ("import os\n    return os.listdir({folder!r})", "looked", "it tried to list the folder"),
    "writes": ("open('note.txt', 'w').write('x')", "looked", "it tried to open the file 'note.txt'"),
    "removes": ("import os\n    os.remove({path!r})", "looked", "os.remove"),
    "forks": ("import os\n    return os.fork()", "looked", "it tried something that leads out of its process: os.fork"),
    "shell": ("import os\n    return os.system('true')", "looked", "os.system"),
    "starts": ("import subprocess\n    subprocess.run(['true'])", "looked", "it tried to import _posixsubprocess"),
    "network": ("import socket\n    socket.create_connection(('127.0.0.1', 80))", "looked", "it tried to import socket"),
    "ctypes": ("import ctypes\n    ctypes.string_at(0)", "looked", "it tried to import ctypes"),
    "kills": ("import os\n    os.kill(os.getppid(), 9)", "looked", "os.kill"),
    "everything": ("import gc\n    return gc.get_objects()", "looked", "gc.get_objects"),
    "forges": (
        "import os\n    for number in range(3, 30):\n        try: os.write(number, b'hello\\n')\n        except OSError: pass",
        "looked",
        "it wrote into the line on which moves are sent",
    ),
    "floods": (
        "import os\n    for number in range(3, 30):\n        try:\n            while True: os.write(number, b'x' * 9999)\n"
        "        except OSError: pass",
        "looked",
        "it wrote into the line on which moves are sent",
    ),
    "leaves": ("import os\n    os._exit(0)", "died", "its process ended by itself (status 0)"),
    "crashes": ("import os, sys\n    os.abort()", "died", "its process ended by itself (signal 6)"),
}


@some_in_short("name", list(BAD), 4)
def test_every_bad_player_is_named(name: str, solutions: Path) -> None:
    body, kind, says = BAD[name]
    body = body.format(path=str(solutions), folder=str(solutions.parent)) if "{" in body else body
    fault = failing(f"def choose(view):\n    {body}\n")
    assert fault.kind == kind and says in fault.text, fault
    assert solutions.read_text(encoding="utf-8") == SECRET


@pytest.fixture
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processor time alone is limited, so that a busy machine is not taken for a player that sleeps."""
    monkeypatch.setattr(apart, "ASLEEP", 10_000)


def test_what_stands_outside_the_function_is_held_to_the_same(no_clock: None) -> None:
    assert failing("while True: pass", Limits(0.1, 0.3)).text == "it thought for more than 0.3 seconds"
    assert failing("import socket").kind == "looked"
    broken = failing("x = 1\ndef choose(view):\n  return (")
    assert broken.kind == "unreadable" and broken.text.startswith("it raised SyntaxError in line 3: ")
    assert failing("def choose(view): pass\0").kind in ("unreadable", "raised")


@pytest.mark.parametrize(
    ("seconds", "limits", "says"),
    [
        (600, Limits(0.3, 300), "it thought for more than 0.3 seconds"),
        (600, Limits(300, 0.6), "it thought for more than 0.6 seconds in one game"),
        (0.02, Limits(0.015, 300), "it thought for more than 0.015 seconds"),  # it answers before anybody looks
    ],
)
def test_who_thinks_too_long_is_told_which_limit_it_was(
    seconds: float, limits: Limits, says: str, no_clock: None
) -> None:
    fault = failing(thinking(seconds), limits)
    assert (fault.kind, fault.text) == ("slow", says)


def test_what_is_thought_before_anybody_looks_is_counted(no_clock: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that asks may have to wait for its turn just after it has asked."""
    send = Apart._send

    def held_up(player: Apart, message: object) -> None:
        used = apart.cpu_seconds(player.pid) or 0.0
        send(player, message)
        if "position" in message:  # type: ignore[operator]
            until(lambda: (apart.cpu_seconds(player.pid) or 1.0) > used + 0.1, "a tenth of a second of thought")

    monkeypatch.setattr(Apart, "_send", held_up)
    fault = failing(thinking(0.15), Limits(0.12, 300))
    assert fault.text == "it thought for more than 0.12 seconds"


def test_many_quick_decisions_may_not_take_longer_than_a_game(no_clock: None) -> None:
    with Apart(thinking(0.2), "mine.py", GAME, Limits(60, 1.1)) as player:
        for seed in (1, 2):  # each game has its own time
            player.begin(seed)
            assert {player.choose(VIEW) for _ in range(3)} == {VIEW.legal()[0]}
        with pytest.raises(Failed) as caught:
            [player.choose(VIEW) for _ in range(10)]
        assert (caught.value.kind, caught.value.text) == ("slow", "it thought for more than 1.1 seconds in one game")


@pytest.mark.long
def test_who_sleeps_is_slow_by_the_clock() -> None:
    fault = failing(SLEEPING, Limits(0.2, 100))
    assert fault.kind == "slow" and "slept or waited for more than 2 seconds" in fault.text


def test_changed_rules_travel() -> None:
    kind = type(GAME.phases["respond"])

    class Mine(kind):  # type: ignore[valid-type, misc]
        title = "My own"

    changed = wb.load("northwood", phases={"respond": Mine})
    assert isinstance(changed.phases["respond"], Phase)
    assert asked("def choose(view): return view.legal()[view.state.game.phases['respond'].title == 'My own']", game=changed)
