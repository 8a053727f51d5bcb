"""The script of a student's process: it gets views as data, asks the student's function and answers with its move.

`workbench.lab.apart` starts it, and the operating system confines it (`workbench.lab.held`). It talks to no other process. The
limits apply before the first line of the student's file runs. The other side trusts nothing that this script says.
"""

from __future__ import annotations

import importlib
import json
import os
import pickle
import random
import struct
import sys
import types
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final, NoReturn

LENGTH: Final = struct.Struct("<I")
NAME: Final = "player"
COMPUTING: Final = (
    *("read", "write", "readv", "writev", "close", "fstat", "lseek", "dup", "poll", "ppoll", "select", "pselect6"),
    *("mmap", "munmap", "mremap", "mprotect", "madvise", "brk", "futex", "membarrier", "rseq", "set_robust_list"),
    *("rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall", "exit", "exit_group", "sched_yield"),
    *("clock_gettime", "clock_getres", "clock_nanosleep", "nanosleep", "gettimeofday", "time", "times", "getrandom"),
    *("getpid", "getppid", "gettid", "getuid", "geteuid", "getgid", "getegid", "getrusage", "getcwd", "uname"),
)
"""The system calls of a program that computes and answers over an open pipe."""
LIBRARY: Final = (
    *("abc", "array", "bisect", "cmath", "collections.abc", "contextlib", "copy", "dataclasses", "datetime", "decimal", "enum"),
    *("fractions", "functools", "hashlib", "heapq", "inspect", "itertools", "logging", "math", "numbers", "operator", "pprint"),
    *("queue", "random", "re", "statistics", "string", "struct", "textwrap", "threading", "time", "traceback", "typing"),
    "warnings",
)
"""Modules that a player may want. They are imported early, because it may not be able to read files later."""


def main(roots: list[str]) -> None:
    """Answer until there are no more questions.

    Args:
        roots: the folders of the workbench and of the rules.
    """
    asked, answer = channels()

    def fail(kind: str, text: str) -> NoReturn:
        answer(failed=kind, text=text[:500])
        os._exit(1)

    sys.path[:0] = roots
    task: dict[str, Any] = receive(asked)
    game = pickle.loads(task["game"])
    from workbench.core.parcel import rebuilt
    from workbench.core.state import View

    blank = game.start()
    blank.view(0).legal()  # import now what would be imported late
    if task["holder"] == "seccomp":
        prepare(type(game).__module__)
    limit(task["bytes"], task["seconds"])
    if task["holder"] == "seccomp":
        only_compute()
    answer(ready=True)
    function: Callable[[Any], Any] | None = None
    while True:
        message = receive(asked)
        if message is None:
            return
        view = View(message["seat"], rebuilt(blank, message["position"])) if "seat" in message else None
        try:
            if "seed" in message:  # a new game, with nothing left of the last one
                random.seed(message["seed"])
                function = loaded(task["source"], task["file"])
                answer(ready=True)
            else:
                assert function is not None
                chosen = function(view)
                answer(move=_as_number(chosen), words=_told(chosen))
        except MemoryError:
            fail("memory", "it used more memory than is allowed")
        except NotOne as fault:
            fail("unreadable", str(fault))
        except BaseException as fault:
            fail("unreadable" if isinstance(fault, SyntaxError) else "raised", _described(fault, task["file"]))


def channels() -> tuple[int, Callable[..., None]]:
    """Return the handle of the workbench's messages, and a function that answers; what a student's code prints goes nowhere."""
    asked, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)

    def answer(**said: Any) -> None:
        _write_all(answers, json.dumps(said).encode() + b"\n")

    return asked, answer


class NotOne(Exception):
    """A file without exactly one function that plays."""


def loaded(source: str, file: str) -> Callable[[Any], Any]:
    """Return the function of a student's file: the one called `choose`, or the only one.

    Raises:
        NotOne: the file has no function, or several.
    """
    module = types.ModuleType(NAME)
    sys.modules[NAME] = module
    exec(compile(source, file, "exec"), vars(module))
    found = {
        name: one
        for name, one in vars(module).items()
        if isinstance(one, types.FunctionType) and one.__module__ == NAME and not name.startswith("_")
    }
    if "choose" in found:
        return found["choose"]
    if len(found) != 1:
        named = f"several: {', '.join(found)}" if found else "none"
        raise NotOne(f"it should have one function from a view to a move, called choose, but has {named}")
    return next(iter(found.values()))


def limit(most_bytes: int, most_seconds: int) -> None:
    """Limit this process for good: its memory, processor time, written files and open files."""
    import resource

    limits = (("AS", most_bytes), ("CPU", most_seconds), ("FSIZE", 0), ("CORE", 0), ("NOFILE", 64), ("MEMLOCK", 0))
    for name, value in limits:
        # leave out limits that the system does not know: macOS has none on memory
        with suppress(ValueError, OSError, AttributeError):
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (value, value))


def prepare(module: str) -> None:
    """Import what a player may use, and the filter itself, while files can still be read and programs be started.

    Args:
        module: the module of the rules; its neighbours are imported, too.
    """
    import pkgutil

    packages = ["workbench.core", module.rpartition(".")[0]]
    neighbours = [
        f"{name}.{found.name}"
        for name in packages
        if name in sys.modules
        for found in pkgutil.iter_modules(getattr(sys.modules[name], "__path__", []))
    ]
    for name in ("pyseccomp", *LIBRARY, *neighbours):  # pyseccomp looks for its library with a program of the system
        with suppress(ImportError):
            importlib.import_module(name)


def only_compute() -> None:
    """Make the kernel refuse everything except computing to this process, for good."""
    allowing(COMPUTING).load()


def allowing(names: Iterable[str]) -> Any:
    """Return a filter of the kernel that refuses a process every system call except these."""
    import pyseccomp

    calls = pyseccomp.SyscallFilter(pyseccomp.ERRNO(1))  # "operation not permitted"
    for name in names:
        with suppress(ValueError, OSError):  # not every kind of processor has every call
            calls.add_rule(pyseccomp.ALLOW, name)
    # only to itself: how a program aborts
    calls.add_rule(pyseccomp.ALLOW, "tgkill", pyseccomp.Arg(0, pyseccomp.EQ, os.getpid()))
    return calls


def _as_number(chosen: Any) -> int | None:
    """Return a move as a whole number of a sensible size, or None."""
    if isinstance(chosen, bool) or not hasattr(type(chosen), "__index__"):
        return None
    number = chosen.__index__()
    return int(number) if -(2**40) < number < 2**40 else None


def _told(value: Any) -> str:
    """Return any value in a few words."""
    try:
        return repr(value)[:100]
    except Exception:
        return f"a {type(value).__name__}"


def _described(fault: BaseException, file: str) -> str:
    """Return an error as a sentence, with the last line of the student's file that it passed."""
    line, trace = 0, fault.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            line = trace.tb_lineno
        trace = trace.tb_next
    if isinstance(fault, SyntaxError):
        line = fault.lineno or 0
    try:
        words = str(fault)[:300]
    except Exception:
        words = "(an error that cannot be written)"
    where = f" in line {line}" if line else ""
    return f"it raised {type(fault).__name__}{where}: {words}"


def receive(handle: int) -> Any:
    """Return the next message of the workbench, or None at the end. We trust its side, so pickle is safe."""
    head = _read_all(handle, LENGTH.size)
    return None if head is None else pickle.loads(_read_all(handle, LENGTH.unpack(head)[0]) or b"")


def _read_all(handle: int, count: int) -> bytes | None:
    found = b""
    while len(found) < count:
        part = os.read(handle, count - len(found))
        if not part:
            return None
        found += part
    return found


def _write_all(handle: int, content: bytes) -> None:
    while content:
        content = content[os.write(handle, content) :]


if __name__ == "__main__":
    main(sys.argv[1:])
