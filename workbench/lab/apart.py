"""Run a student's player in its own process: it gets views as data, with limits on time and memory."""

from __future__ import annotations

import json
import os
import pickle
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from workbench.core.errors import WorkbenchError
from workbench.core.extra import package
from workbench.core.game import Game
from workbench.core.outside import told
from workbench.core.parcel import packed
from workbench.core.state import View
from workbench.lab.child import LENGTH
from workbench.lab.held import Started, holder

CHILD: Final = Path(__file__).with_name("child.py")
ROOT: Final = Path(__file__).parents[2]
COMPILED: Final = "workbench__mypyc.*"
"""The machine code of all modules, beside the workbench if it is compiled."""
START: Final = 120.0
"""How long a process may take to start, in seconds; no code of the student runs yet."""
ASLEEP: Final = 10
"""The limit by the clock is this many times the limit of processor time, because the machine may be busy."""
LONGEST_LINE: Final = 10_000
"""The longest answer, in bytes."""
SLICE: Final = 0.05
"""How often to look at the processor time of a process that thinks, in seconds."""

KINDS: Final = {
    "unreadable": "could not be used",
    "illegal": "chose an illegal move",
    "raised": "raised an error",
    "slow": "was too slow",
    "memory": "used too much memory",
    "looked": "used more than the view",
    "died": "ended its process",
}
"""The reasons why a player is out, in words."""


@dataclass(frozen=True)
class Limits:
    """What a player may use.

    Attributes:
        decision: seconds of processor time for one decision.
        game: seconds of processor time for one game, including the reading of the file.
        megabytes: memory, including Python itself.
    """

    decision: float = 1.0
    game: float = 30.0
    megabytes: int = 512


class Failed(Exception):
    """A player that is out.

    Attributes:
        kind: one of `KINDS`.
        text: what happened, as the rest of a sentence that begins with the player's name.
    """

    def __init__(self, kind: str, text: str) -> None:
        self.kind = kind
        self.text = told(text, 600)
        super().__init__(f"{kind}: {self.text}")


class Conversation:
    """A confined process that is sent messages and answers each with a line of JSON.

    The operating system confines the process as far as it can here (`workbench.lab.held`), and the process has no environment
    variables. Each answer has a limited length and is checked. Use it in a `with` statement, which ends the process.

    Args:
        script: the program to run.
        roots: the folders in which it finds modules; its arguments.
        readable: files and folders that it may read besides Python's own.
        longest: the longest answer, in bytes.

    Raises:
        Failed: no process could be started.
    """

    def __init__(self, script: Path, roots: Sequence[str], readable: Sequence[str], longest: int = LONGEST_LINE) -> None:
        self._heard = b""
        self._longest = longest
        self._folder = tempfile.TemporaryDirectory(prefix="workbench-player-")
        try:
            self._held = Started(holder(), ["-I", "-B", str(script), *roots], readable, self._folder.name)
        except OSError as fault:
            self._folder.cleanup()
            raise Failed("died", f"no process could be started for it: {fault.strerror}") from None
        self._process = self._held.process

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._held.pid

    def _begin(self, task: dict[str, Any], megabytes: int, seconds: int, slow: str) -> None:
        """Send the task and the limits of the process, and wait until it is ready.

        Args:
            task: what the script needs to know.
            megabytes: the memory of the process, including Python itself.
            seconds: its processor time in all; this ends a process that nobody watches any more.
            slow: the message if it takes too long to start.

        Raises:
            Failed: it did not start.
        """
        limits = {"holder": holder().name, "bytes": megabytes * 2**20, "seconds": seconds}
        self._ask({**task, **limits}, START, START, slow)

    def _ask(self, message: Any, limit: float, by_the_clock: float, slow: str) -> tuple[dict[str, Any], float]:
        """Send a message, and return the answer and how long it took, in seconds of processor time.

        Args:
            message: the message.
            limit: seconds of processor time for the answer.
            by_the_clock: seconds that the answer may take by the clock.
            slow: the message if it uses more processor time than that.

        Returns:
            the answer, and seconds of processor time; where that is unknown, seconds by the clock.

        Raises:
            Failed: no valid answer comes in time, or it says that the player failed.
        """
        before, begin = cpu_seconds(self.pid), time.monotonic()  # taken first, because this process may have to wait
        self._send(message)
        said = self._answer(limit, by_the_clock, slow, before)
        after = cpu_seconds(self.pid)
        return said, time.monotonic() - begin if before is None else 0.0 if after is None else after - before

    def _answer(self, limit: float, by_the_clock: float, slow: str, first: float | None) -> dict[str, Any]:
        """Return the next line of the process, checked.

        Args:
            limit: seconds of processor time that it may use.
            by_the_clock: seconds that it may take by the clock, whatever it does.
            slow: the message if it uses more processor time than that.
            first: the processor time that it had used before the question; None if that is not known.

        Raises:
            Failed: no valid answer comes in time, or it says that the player failed.
        """
        assert self._process.stdout is not None
        handle = self._process.stdout.fileno()
        begin = time.monotonic()
        while b"\n" not in self._heard:
            if not select.select([handle], [], [], SLICE)[0]:
                used = cpu_seconds(self.pid)
                passed = time.monotonic() - begin
                thought = passed if used is None or first is None else used - first
                if thought > limit:
                    raise Failed("slow", slow)
                if passed > by_the_clock:
                    raise Failed("slow", f"it slept or waited for more than {by_the_clock:g} seconds")
                continue
            part = os.read(handle, 65536)
            self._heard += part
            if not part:
                raise Failed("died", f"its process ended by itself ({self._ending()})")
            if len(self._heard) > self._longest:
                raise Failed("looked", "it wrote to the channel that carries the moves")
        line, _, rest = self._heard.partition(b"\n")
        self._heard = b""
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            said = None
        if rest or not isinstance(said, dict):
            raise Failed("looked", "it wrote to the channel that carries the moves")
        if "failed" in said:
            kind = said["failed"]
            raise Failed(kind if isinstance(kind, str) and kind in KINDS else "raised", str(said.get("text")))
        return said

    def _ending(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(5)
            number = -code if code < 0 else code - 128 if code > 128 else 0  # bubblewrap returns a signal as a status
            return f"signal {number}" if number else f"status {code}"
        return "its pipe was closed"

    def _send(self, message: Any) -> None:
        assert self._process.stdin is not None
        content = pickle.dumps(message)
        try:
            self._process.stdin.write(LENGTH.pack(len(content)) + content)
            self._process.stdin.flush()
        except OSError:
            raise Failed("died", f"its process ended by itself ({self._ending()})") from None

    def close(self) -> None:
        """End the process and everything it has started; a second call does nothing."""
        self._held.end()
        self._folder.cleanup()


class Apart(Conversation):
    """A student's file in a process of its own.

    It gets views over a pipe. SECURITY.md says what this does not stop.

    Args:
        source: the text of the file.
        file: its name, for messages.
        game: the rules.
        limits: what it may use.
        games: how many games it will play; this and the limit of a game bound its processor time.

    Raises:
        Failed: no process could be started.

    >>> import workbench as wb
    >>> game = wb.load("northwood")
    >>> with Apart("def choose(view): return view.legal()[0]", "first.py", game, Limits(decision=60)) as player:
    ...     player.begin(seed=1)
    ...     player.choose(game.match(seed=7).state.view(0)) == game.match(seed=7).state.legal()[0]
    True
    """

    def __init__(self, source: str, file: str, game: Game, limits: Limits, games: int = 1) -> None:
        self.limits = limits
        self._game = game
        self._left = limits.game
        self._task = {"game": _travelling(game), "source": source, "file": file}
        self._seconds = 60 + int(games * limits.game)
        super().__init__(CHILD, _roots(game), _readable(game))
        self._started = False

    def begin(self, seed: int) -> None:
        """Begin a game, and read the file afresh.

        Args:
            seed: the seed of Python's module `random` in that process.

        Raises:
            Failed: the file cannot be used.
        """
        if not self._started:
            self._begin(self._task, self.limits.megabytes, self._seconds, f"it thought for more than {START:g} seconds")
            self._started = True
        self._left = self.limits.game
        self._timed({"seed": seed}, self.limits.game)

    def choose(self, view: View) -> int:
        """Ask the student's function for a move.

        Args:
            view: what its seat may know; nothing else is sent.

        Returns:
            a legal move.

        Raises:
            Failed: it failed, or its choice is not legal.
        """
        said = self._timed({"seat": view.seat, "position": packed(view.state)}, self.limits.decision)
        move, legal = said.get("move"), view.legal()
        if type(move) is int and move in legal:  # True is not a move, though Python counts it as 1
            return move
        named = f" ({self._game.symbol(move)})" if type(move) is int and 0 <= move < self._game.actions else ""
        raise Failed("illegal", f"it chose {told(str(said.get('words')), 100)}{named}, which is not legal there")

    def _timed(self, message: Any, limit: float) -> dict[str, Any]:
        """Send a message and return the answer, within the limit of processor time and what the game has left."""
        words = f"it thought for more than {limit:g} seconds"
        allowed = limit
        if self._left < limit:
            words = f"it thought for more than {self.limits.game:g} seconds in one game"
            allowed = self._left
        said, used = self._ask(message, allowed, limit * ASLEEP, words)
        if used > allowed:  # even if it answered before its time was checked
            raise Failed("slow", words)
        self._left -= used
        return said


def _modules(game: Game) -> list[Path]:
    """Return the modules and packages of the rules and of changed phases, except the workbench."""
    tops = {type(one).__module__.partition(".")[0] for one in (game, *game.phases.values())} - {"workbench", "__main__"}
    found = []
    for name in sorted(tops):
        module = sys.modules.get(name)
        if file := getattr(module, "__file__", None):
            path = Path(file).resolve()
            found.append(path.parent if hasattr(module, "__path__") else path)
    return found


def _roots(game: Game) -> list[str]:
    """Return the folders in which another process finds the workbench and the modules of the rules."""
    return list(dict.fromkeys([str(ROOT), *[str(path.parent) for path in _modules(game)]]))


def workbench_files() -> list[str]:
    """Return what a sandbox has to show of the workbench: its package, and the machine code if it is compiled."""
    return [str(ROOT / "workbench"), *sorted(map(str, ROOT.glob(COMPILED)))]


def _readable(game: Game) -> list[str]:
    """Return what a sandbox has to show: the workbench, the modules of the rules, and what these import."""
    modules = _modules(game)
    beside = {path.parent for path in modules} - {ROOT}
    found = {*workbench_files(), *map(str, modules)}
    for name, module in list(sys.modules.items()):  # the rules may import neighbouring modules
        file = getattr(module, "__file__", None)
        if "." not in name and isinstance(file, str):
            path = Path(file).resolve()
            place = path.parent if hasattr(module, "__path__") else path
            if place.parent in beside:
                found.add(str(place))
    return sorted(found)


def _travelling(game: Game) -> bytes:
    """Return the rules as bytes; classes that the other process can import are sent by name.

    Raises:
        WorkbenchError: they cannot be sent to another process.
    """
    try:
        packed_game: bytes = package("cloudpickle", "A player in a process of its own").dumps(game)
    except ModuleNotFoundError:
        raise
    except Exception as fault:
        raise WorkbenchError(f"These rules cannot be sent to another process: {told(str(fault), 300)}.") from None
    return packed_game


def cpu_seconds(pid: int) -> float | None:
    """Return the processor time of a process, in seconds; None if unknown, as on any system but Linux.

    >>> import os
    >>> used = cpu_seconds(os.getpid())
    >>> used is None or used > 0
    True
    """
    if sys.platform != "linux":
        return None
    try:
        return time.clock_gettime(~pid << 3 | 2)  # how Linux numbers the clocks of processes
    except OSError:
        return None
