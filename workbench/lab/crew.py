"""Play batches in processes of this machine, which stay a while for the next run, or in somebody else's executor."""

from __future__ import annotations

import os
import sys
import sysconfig
import threading
from concurrent.futures import Executor, Future
from contextlib import suppress
from typing import Any, Final

from workbench.core.extra import package
from workbench.core.interrupts import interrupts_held
from workbench.worker.batch import Batch, play_batch
from workbench.worker.serve import serve

KEPT_SECONDS: Final = 30
"""How long idle processes wait for another run, in seconds: starting one takes longer than playing a few hundred games."""
IN_FLIGHT: Final = 256
"""How many batches to give at once to an outside executor of unknown size."""


class Crew:
    """The workers that play batches: our own replaceable processes, or somebody else's executor.

    Args:
        workers: how many processes, or an executor.

    Attributes:
        most: how many batches may run at once.
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
        package("cloudpickle", "More than one worker")  # loky needs it too, but does not say how to install it
        pool = package("loky", "More than one worker").ProcessPoolExecutor
        self._surroundings = surroundings()
        self._executor = KEPT.take(self._workers, self._surroundings)
        if self._executor is None:
            with interrupts_held():
                self._executor = pool(self._workers, initializer=serve, initargs=(os.getpid(),))
                self._executor.submit(int)  # starts the processes

    def submit(self, payload: bytes, numbers: range) -> Future[Batch]:
        """Play some games.

        Raises:
            Exception: no worker is left to play them.
        """
        submitted: Future[Batch] = self._executor.submit(play_batch, payload, numbers.start, len(numbers))
        self._under_way = [*[one for one in self._under_way if not one.done()], submitted]
        return submitted

    def replace(self) -> None:
        """Replace our processes if one of them has died; somebody else's executor must do that itself."""
        if self._workers is not None:
            self.dismiss(False)
            self._hire()

    def call_off(self, future: Future[Batch]) -> None:
        """Drop a batch of an outside executor; ours end with their processes, as cancelling would upset loky."""
        if self._workers is None:
            future.cancel()

    def dismiss(self, finished: bool) -> None:
        """Let the processes wait for another run if all went well and nothing is running; otherwise end them."""
        if self._workers is not None:
            if finished and all([one.done() for one in self._under_way]):
                KEPT.put(self._workers, self._surroundings, self._executor)
            else:
                self._executor.shutdown(wait=True, kill_workers=True)


class Waiting:
    """The processes of the last run, waiting for another: at most one crew, for at most `KEPT_SECONDS`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._crew: tuple[int | None, dict[str, Any], Any] | None = None
        self._timer: threading.Timer | None = None

    def processes(self) -> frozenset[int]:
        """Return the process numbers of the waiting processes."""
        with self._lock:
            return frozenset() if self._crew is None else frozenset(self._crew[2]._processes)

    def put(self, workers: int, surroundings: dict[str, Any], executor: Any) -> None:
        """Let these processes wait, and end any that waited before."""
        self.end()
        crew = (workers, surroundings, executor)
        timer = threading.Timer(KEPT_SECONDS, self._end, [crew])
        timer.daemon = True
        with self._lock:
            self._crew, self._timer = crew, timer
            timer.start()

    def take(self, workers: int | None, surroundings: dict[str, Any]) -> Any:
        """Return the waiting executor if new processes would be the same; otherwise end it and return None."""
        found = self._taken()
        if found is None:
            return None
        if found[0] == workers and all(surroundings.get(name) == value for name, value in found[1].items()):
            with suppress(Exception):  # one of them has died since
                found[2].submit(int)
                return found[2]
        found[2].shutdown(wait=True)
        return None

    def end(self) -> None:
        """End the waiting processes."""
        self._end()

    def _end(self, only: object = None) -> None:
        found = self._taken(only)
        if found is not None:
            found[2].shutdown(wait=True)

    def _taken(self, only: object = None) -> tuple[int | None, dict[str, Any], Any] | None:
        """Take over the waiting processes; None if there are none, or not the expected ones."""
        with self._lock:
            if only is not None and self._crew is not only:  # their time ran out just as they were taken over
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
    """Return what a process sees only when it starts, above all modules that may be edited later.

    Returns:
        the asking process, its working folder and module path, its environment, and for each module that belongs neither to
        Python nor to an installed package, the time and size of its file.

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
