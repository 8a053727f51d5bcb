"""Students' players in processes of their own: real processes, and players that try what they should not."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import workbench as wb
from tests.helpers import runs_programs_apart, some_in_short
from tests.programs import said_by
from tests.waiting import SLEEPING, thinking, until
from workbench.core.game import Game
from workbench.core.parcel import packed, rebuilt
from workbench.core.phase import Phase
from workbench.lab import apart, held
from workbench.lab.apart import Apart, Failed, Limits

pytestmark = runs_programs_apart

GAME = wb.load("northwood")
VIEW = GAME.match(seed=7).state.view(0)
LIMITS = Limits(decision=60, game=300, megabytes=200)
"""What nobody passes who is not slow on purpose, however busy the machine is."""
SECRET = "the solutions of lesson 3"


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


def test_the_filter_is_loaded_before_anything_is_limited() -> None:
    """It looks for its library with programs of the system, and they may not start once memory is limited."""
    lines = "import sys; sys.path.append(sys.argv[1]); import child; child.prepare('mine'); print('pyseccomp' in sys.modules)"
    said = said_by("-c", lines, Path(held.__file__).parent)
    assert said.stdout == f"{find_spec('pyseccomp') is not None}\n", said.stderr


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


def test_it_has_no_environment_and_no_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEACHERS_TOKEN", SECRET)
    told = failing("import os, sys\ndef choose(view): raise ValueError(sorted(os.environ), sys.argv[2:])").text
    assert "TOKEN" not in told and "ValueError" in told


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
    "true": ("return True", "illegal", "it chose True, which is not legal there"),
    "true by force": (
        "import sys\n    sys._getframe(1).f_locals['answer'](move=True)\n    sys.modules['os']._exit(0)",
        "illegal",
        "it chose None, which is not legal there",
    ),
    "a list for a fault": (
        "import sys\n    sys._getframe(1).f_locals['answer'](failed=[1], text={})\n    sys.modules['os']._exit(0)",
        "raised",
        "{}",
    ),
    "a long number": (
        "import os\n    for number in range(3, 30):\n        try: os.write(number, b'{\"move\": ' + b'9' * 9000 + b'}\\n')\n"
        "        except OSError: pass",
        "looked",
        "it wrote to the channel that carries the moves",
    ),
    "a deep list": (
        "import os\n    for number in range(3, 30):\n        try: os.write(number, b'[' * 9000 + b'\\n')\n"
        "        except OSError: pass",
        "looked",
        "it wrote to the channel that carries the moves",
    ),
    "a liar": ("class Odd(int):\n        __index__ = lambda self: 10**9999\n    return Odd(3)", "illegal", "not legal there"),
    "raises": ("x = 1\n    return x / 0", "raised", "it raised ZeroDivisionError in line 3: division by zero"),
    "exits": ("raise SystemExit", "raised", "it raised SystemExit in line 2"),
    "asks": ("return int(input())", "raised", "EOFError"),
    "deep": ("return choose(view)", "raised", "it raised RecursionError in line 2"),
    "hogs": ("return len(b'x' * 10**9)", "memory", "it used more memory than is allowed"),
    "hogs slowly": ("found = []\n    while True: found.append([0] * 10**6)", "memory", "it used more memory than is allowed"),
    "forges": (
        "import os\n    for number in range(3, 30):\n        try: os.write(number, b'hello\\n')\n        except OSError: pass",
        "looked",
        "it wrote to the channel that carries the moves",
    ),
    "floods": (
        "import os\n    for number in range(3, 30):\n        try:\n            while True: os.write(number, b'x' * 9999)\n"
        "        except OSError: pass",
        "looked",
        "it wrote to the channel that carries the moves",
    ),
    "leaves": ("import os\n    os._exit(0)", "died", "its process ended by itself (status 0)"),
    "crashes": ("import os, sys\n    os.abort()", "died", "its process ended by itself (signal "),
}


@some_in_short("name", list(BAD), 4)
def test_every_bad_player_is_named(name: str) -> None:
    body, kind, says = BAD[name]
    fault = failing(f"def choose(view):\n    {body}\n")
    assert fault.kind == kind and says in fault.text, fault


def does_nothing(one: held.Holder) -> bool:
    """Whether the system lets it run at all, asked without the project's own code."""
    trials = {
        "bubblewrap": ("bwrap", "--unshare-all", "--dev-bind", "/", "/", "true"),
        "seccomp": (sys.executable, "-c", "import pyseccomp as s; s.SyscallFilter(s.ALLOW).load()"),
    }
    trial = trials[one.name]
    return shutil.which(trial[0]) is not None and subprocess.run(trial, capture_output=True).returncode == 0


@pytest.fixture(params=[held.BUBBLEWRAP, held.SECCOMP], ids=lambda one: one.name)
def holding(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> held.Holder:
    """What holds the players of a test; left out only where the system does not even let it do nothing."""
    if not held.works(request.param):
        assert not does_nothing(request.param), f"{request.param.name} works here, but not as players are held in it"
        pytest.skip(f"{request.param.name} is not installed here, or this container forbids it")
    monkeypatch.setattr(apart, "holder", lambda: request.param)
    return request.param


ATTACKS = {
    "a signal": "import os\nos.kill({pid}, {signal})",
    "a signal to all": "import os\nos.kill(-1, {signal})",
    "a signal to the group": "import os\nos.killpg({group}, {signal})",
    "a signal by its handle": "import os, signal\nsignal.pidfd_send_signal(os.pidfd_open({pid}), {signal})",
    "a signal below Python": "import ctypes\nctypes.CDLL(None).kill({pid}, {signal})",
    "its priority": "import os\nos.setpriority(os.PRIO_PROCESS, {pid}, 19)",
    "the priority of a user": "import os\nos.setpriority(os.PRIO_USER, 0, 19)\nos.setpriority(os.PRIO_USER, {user}, 19)",
    "the priority of a group": "import os\nos.setpriority(os.PRIO_PGRP, {group}, 19)",
    "its processors": "import os\nos.sched_setaffinity({pid}, {{max(os.sched_getaffinity({pid}))}})",
    "its turns": "import os\nos.sched_setscheduler({pid}, os.SCHED_IDLE, os.sched_param(0))",
    "its limits": "import resource\nresource.prlimit({pid}, resource.RLIMIT_NOFILE, (10, 10))",
    "its memory": "raise ValueError(open('/proc/{pid}/mem', 'rb').read(1))",
    "its environment": "raise ValueError(open('/proc/{pid}/environ', 'rb').read())",
    "its memory below Python": "import ctypes\nif ctypes.CDLL(None).ptrace(16, {pid}, 0, 0) == 0: raise ValueError({secret!r})",
    "a file": "raise ValueError(open({path!r}).read())",
    "a file below Python": "import ctypes\nif ctypes.CDLL(None).open({path!r}.encode(), 0) >= 0: raise ValueError({secret!r})",
    "a file as a module": "import sys\nsys.path.insert(0, {folder!r})\nimport solutions\nraise ValueError(solutions.text)",
    "a folder": "import os\nif os.listdir({folder!r}): raise ValueError({secret!r})",
    "whether a file is there": "import os\nif os.path.exists({path!r}): raise ValueError({secret!r})",
    "writing over a file": "open({path!r}, 'w').write('x')",
    "emptying a file": "import os\nos.truncate({path!r}, 0)",
    "removing a file": "import os\nos.remove({path!r})",
    "renaming a file": "import os\nos.rename({path!r}, {path!r} + 'x')",
    "the rights of a file": "import os\nos.chmod({path!r}, 0)",
    "a new file": "open({folder!r} + '/new', 'w')",
    "the workbench": "import workbench\nopen(workbench.__file__, 'a').write('x')",
    "the network": "import socket\nsocket.create_connection(('127.0.0.1', {port}), 1)",
    "the network by name": "import socket\nsocket.socket(socket.AF_UNIX).connect('\\0' + {socket!r})",
    "a fork": "import os\nos.fork()\nraise ValueError({secret!r})",
    "forks": "import os\nwhile True: os.fork()",
    "a shell": "import os\nif os.system('true') == 0: raise ValueError({secret!r})",
    "a program": "import subprocess\nsubprocess.run(['true'])\nraise ValueError({secret!r})",
    "another program in its place": "import os\nos.execv('/bin/true', ['true'])",
    "a file in memory": (
        "import os\nhandle = os.memfd_create('x')\nwhile True:\n    if not os.write(handle, b'x' * 2**20): break\n"
        "    if os.fstat(handle).st_size > 2**26: raise ValueError({secret!r})"
    ),
    "folders without end": "import os\nfor name in range(9999): os.mkdir('/tmp/' + str(name))\nraise ValueError({secret!r})",
    "memory of nobody": "import ctypes\nif ctypes.CDLL(None).shmget(0, 2**20, 0o1600) >= 0: raise ValueError({secret!r})",
    "a world of its own": "import ctypes\nif ctypes.CDLL(None).unshare(0x10000000) == 0: raise ValueError({secret!r})",
    "its superior's names": "import sys\nsys._getframe(2).f_locals['answer'](move=True)",
    "stopping": "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)",
    "handles": "import os\nfor number in range(256): \n    try: os.write(number, b'{{}}\\n')\n    except OSError: pass",
    "closing": "import os\nos.closerange(0, 256)",
}
"""What a file may try against the one who runs it; where it would tell something, it tells the secret."""


@some_in_short("name", list(ATTACKS), 9)
def test_an_attack_does_no_harm(name: str, holding: held.Holder, tmp_path: Path) -> None:
    path = tmp_path / "solutions.py"
    path.write_text(f"text = {SECRET!r}", encoding="utf-8")
    came: list[int] = []
    before = signal.signal(signal.SIGURG, lambda number, frame: came.append(number))
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as other:
        server.settimeout(0)
        other.settimeout(0)
        address = f"workbench-{os.getpid()}"
        other.bind("\0" + address)
        other.listen()
        attack = ATTACKS[name].format(
            pid=os.getpid(),
            group=os.getpgid(0),
            user=os.getuid(),
            signal=int(signal.SIGURG),
            path=str(path),
            folder=str(tmp_path),
            port=server.getsockname()[1],
            socket=address,
            secret=SECRET,
        )
        body = attack.replace("\n", "\n    ")
        mine = own_facts(tmp_path)
        try:
            chosen: object = asked(f"def choose(view):\n    {body}\n    return view.legal()[0]")
        except Failed as fault:
            chosen = fault.text
        finally:
            signal.signal(signal.SIGURG, before)
        assert SECRET not in str(chosen) and own_facts(tmp_path) == mine and not came, f"{holding.name} lets through: {chosen}"
        for listener in (server, other):
            with pytest.raises(BlockingIOError):  # nobody has called
                listener.accept()


def own_facts(folder: Path) -> list[object]:
    """What a player could have changed of this process and its files."""
    import resource

    return [
        *(os.getpriority(os.PRIO_PROCESS, 0), os.sched_getaffinity(0), os.sched_getscheduler(0)),
        *(resource.getrlimit(resource.RLIMIT_NOFILE), Path(wb.__file__).read_bytes()),
        [(one.name, one.stat().st_mode, one.read_bytes()) for one in folder.iterdir()],
    ]


def test_the_rules_of_a_notebook_show_nothing_of_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where rules come from a cell, the folder of the notebook is not among what a player may read."""
    monkeypatch.chdir(tmp_path)
    assert not any(Path(one) == tmp_path for one in apart._readable(GAME))


def test_a_player_may_use_the_library_and_the_rules_wherever_it_is_held(holding: held.Holder) -> None:
    useful = "import math, random, itertools, collections, statistics, heapq, json\n"
    useful += "from workbench.core.random import Random\nfrom workbench.games.northwood import odds\n"
    assert asked(useful + "def choose(view): return view.legal()[0]") == VIEW.legal()[0]


def test_where_nothing_holds_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "holder", lambda: held.LIMITS)
    assert asked("def choose(view): return view.legal()[0]") == VIEW.legal()[0]
    assert "Nothing else was prevented" in str(held.LIMITS) and "read and delete your files" in str(held.LIMITS)
    assert ("You are root here" in str(held.LIMITS)) == (os.geteuid() == 0)


@pytest.fixture
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processor time alone is limited, so that a busy machine is not taken for a player that sleeps."""
    monkeypatch.setattr(apart, "ASLEEP", 10_000)


def test_what_stands_outside_the_function_is_held_to_the_same(no_clock: None) -> None:
    assert failing("while True: pass", Limits(0.1, 0.3)).text == "it thought for more than 0.3 seconds"
    broken = failing("x = 1\ndef choose(view):\n  return (")
    assert broken.kind == "unreadable" and broken.text.startswith("it raised SyntaxError in line 3: ")
    assert failing("def choose(view): pass\0").kind in ("unreadable", "raised")


@pytest.mark.parametrize(
    ("seconds", "limits", "says"),
    [
        (600, Limits(0.3, 300), "it thought for more than 0.3 seconds"),
        (600, Limits(300, 0.3), "it thought for more than 0.3 seconds in one game"),
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
    with Apart(thinking(0.1), "mine.py", GAME, Limits(60, 0.55)) as player:
        for seed in (1, 2):  # each game has its own time
            player.begin(seed)
            assert {player.choose(VIEW) for _ in range(3)} == {VIEW.legal()[0]}
        with pytest.raises(Failed) as caught:
            [player.choose(VIEW) for _ in range(10)]
        assert (caught.value.kind, caught.value.text) == ("slow", "it thought for more than 0.55 seconds in one game")


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
