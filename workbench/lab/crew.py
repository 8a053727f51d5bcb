"""Who plays batches: processes of this machine, which stay a while for the next run, or an executor of somebody else."""

from __future__ import annotations

import os
import signal
import sys
import sysconfig
import threading
import time
from concurrent.futures import Executor, Future
from contextlib import suppress
from typing import Any, Final

from workbench.core.interrupts import interrupts_held
from workbench.lab.batch import Batch, play_batch
from workbench.lab.extras import package

KEPT_SECONDS: Final = 30
"""How long processes without work wait for another run: a process takes longer to start than a few hundred games to play."""
IN_FLIGHT: Final = 256
"""How many batches a foreign executor, whose size is unknown, has at a time."""


class Crew:
    """Who plays batches: processes of our own, which are replaced when one of them has died, or somebody else's executor.

    Args:
        workers: how many processes, or an executor.

    Attributes:
        most: how many batches are under way at a time.
    """

    def __init__(self, workers: int | Executor) -> None:
        self._workers = workers if isinstance(workers, int) else None
        self._executor: Any = workers
        self._surroundings: dict[str, Any] = {}
        self._under_way: list[Future[Batch]] = []
        if self._workers is not None:
            self._hire()
        size = self._workers or getattr(workers, "_max_workers", None)
        self.most = 2 * size if size else IN_FLIGHT

    def _hire(self) -> None:
        package("cloudpickle", "More than one worker")  # loky needs it too, and would not say how to get it
        pool = package("loky", "More than one worker").ProcessPoolExecutor
        self._surroundings = surroundings()
        self._executor = KEPT.take(self._workers, self._surroundings)
        if self._executor is None:
            with interrupts_held():
                self._executor = pool(self._workers, initializer=serve, initargs=(os.getpid(),))
                self._executor.submit(int)  # starts the processes

    def submit(self, payload: bytes, numbers: range) -> Future[Batch]:
        """Have some games played.

        Raises:
            Exception: nobody is left to play them.
        """
        submitted: Future[Batch] = self._executor.submit(play_batch, payload, numbers.start, len(numbers))
        self._under_way = [*[one for one in self._under_way if not one.done()], submitted]
        return submitted

    def replace(self) -> None:
        """Replace processes of which one has died; an executor of somebody else has to see to that itself."""
        if self._workers is not None:
            self.dismiss(False)
            self._hire()

    def call_off(self, future: Future[Batch]) -> None:
        """A batch is wanted no longer. Those of our own processes end with them; cancelled, they would upset loky's thread."""
        if self._workers is None:
            future.cancel()

    def dismiss(self, finished: bool) -> None:
        """Let the processes wait for another run if all went well and nothing is under way; otherwise they end at once."""
        if self._workers is not None:
            if finished and all([one.done() for one in self._under_way]):
                KEPT.put(self._workers, self._surroundings, self._executor)
            else:
                self._executor.shutdown(wait=True, kill_workers=True)


class Waiting:
    """The processes of the last run, while they wait for another one: one crew at most, and for `KEPT_SECONDS` at most."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._crew: tuple[int | None, dict[str, Any], Any] | None = None
        self._timer: threading.Timer | None = None

    def processes(self) -> frozenset[int]:
        """The numbers of the processes that wait."""
        with self._lock:
            return frozenset() if self._crew is None else frozenset(self._crew[2]._processes)

    def put(self, workers: int, surroundings: dict[str, Any], executor: Any) -> None:
        """Have processes wait; others that waited end."""
        self.end()
        crew = (workers, surroundings, executor)
        timer = threading.Timer(KEPT_SECONDS, self._end, [crew])
        timer.daemon = True
        with self._lock:
            self._crew, self._timer = crew, timer
            timer.start()

    def take(self, workers: int | None, surroundings: dict[str, Any]) -> Any:
        """The executor that waits, if processes that are started now would be the same; None, and it ends, if not."""
        found = self._taken()
        if found is None:
            return None
        if found[0] == workers and all(surroundings.get(name) == value for name, value in found[1].items()):
            with suppress(Exception):  # one of them has died in the meantime
                found[2].submit(int)
                return found[2]
        found[2].shutdown(wait=True)
        return None

    def end(self) -> None:
        """End the processes that wait."""
        self._end()

    def _end(self, only: object = None) -> None:
        found = self._taken(only)
        if found is not None:
            found[2].shutdown(wait=True)

    def _taken(self, only: object = None) -> tuple[int | None, dict[str, Any], Any] | None:
        """Those that wait, who wait no longer; None if nobody does, or not those who were meant."""
        with self._lock:
            if only is not None and self._crew is not only:  # their time was up just when they were called off
                return None
            found, self._crew = self._crew, None
            timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()
            if timer is not threading.current_thread():
                timer.join()
        return None if found is None or found[1]["process"] != os.getpid() else found


KEPT: Final = Waiting()


def surroundings() -> dict[str, Any]:
    """What a process finds when it starts, and would not notice later: above all a module that somebody has edited since.

    Returns:
        the process that asks, where it stands and looks for modules, its environment, and for the file of each module that
        belongs neither to Python nor to an installed package when it was written, and how long it is.

    >>> surroundings() == surroundings()
    True
    """
    installed = tuple({sysconfig.get_path(name) + os.sep for name in ("stdlib", "platstdlib", "purelib", "platlib")})
    found: dict[str, Any] = {
        "process": os.getpid(),
        "folder": os.getcwd(),
        "path": tuple(sys.path),
        "environment": dict(os.environ),
    }
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if isinstance(file, str) and not file.startswith(installed):
            with suppress(OSError):
                known = os.stat(file)
                found[file] = (known.st_mtime_ns, known.st_size)
    return found


def serve(parent: int) -> None:
    """In a worker: work for one process, and for nobody when that is gone.

    Ctrl-C reaches every process of a terminal or notebook, but only the first one is to answer. And where that one is killed,
    its workers would wait for ever.

    Args:
        parent: the process that has started this one.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        threading.Thread(target=end_with, args=(parent,), name="end with the parent", daemon=True).start()


def end_with(parent: int) -> None:
    """End this process when the one that has started it has ended, however that came."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
