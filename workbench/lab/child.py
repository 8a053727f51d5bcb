"""What runs in a student's process: a script that gets views as data, asks the student's function and answers with its move.

It is started by `workbench.lab.apart`, where the operating system holds it (`workbench.lab.held`), and talks to nobody else.
The limits are in force before the first line of the student's file runs. Nothing that it says is trusted on the other side.
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
from collections.abc import Callable
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
"""The system calls of a program that computes, and answers over a pipe that is open already."""
LIBRARY: Final = (
    *("abc", "array", "bisect", "cmath", "collections.abc", "contextlib", "copy", "dataclasses", "datetime", "decimal", "enum"),
    *("fractions", "functools", "hashlib", "heapq", "inspect", "itertools", "logging", "math", "numbers", "operator", "pprint"),
    *("queue", "random", "re", "statistics", "string", "struct", "textwrap", "threading", "time", "traceback", "typing"),
    "warnings",
)
"""Modules that a player may want, and cannot import where files are out of its reach: they are there from the beginning."""


def main(roots: list[str]) -> None:
    """Answer until there are no more questions.

    Args:
        roots: the folder in which the workbench lies, and the one that the rules come from.
    """
    asked, answers = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)  # what a student's file prints goes nowhere

    def answer(**said: Any) -> None:
        _write_all(answers, json.dumps(said).encode() + b"\n")

    def fail(kind: str, text: str) -> NoReturn:
        answer(failed=kind, text=text[:500])
        os._exit(1)

    sys.path[:0] = roots
    task: dict[str, Any] = _receive(asked)
    game = pickle.loads(task["game"])
    from workbench.core.parcel import rebuilt
    from workbench.core.state import View

    blank = game.start()
    blank.view(0).legal()  # what is imported late is imported now
    if task["holder"] == "seccomp":
        prepare(type(game).__module__)
    limit(task["bytes"], task["seconds"])
    if task["holder"] == "seccomp":
        only_compute()
    answer(ready=True)
    function: Callable[[Any], Any] | None = None
    while True:
        message = _receive(asked)
        if message is None:
            return
        view = View(message["seat"], rebuilt(blank, message["position"])) if "seat" in message else None
        try:
            if "seed" in message:  # a new game, of which nothing of the last one is left
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


class NotOne(Exception):
    """A file in which there is not one function that plays."""


def loaded(source: str, file: str) -> Callable[[Any], Any]:
    """The function of a student's file: the one called `choose`, or the only one.

    Raises:
        NotOne: there is none, or there are several.
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
    """Limit this process for good: memory, processor time, files that it may write or hold open."""
    import resource

    limits = (("AS", most_bytes), ("CPU", most_seconds), ("FSIZE", 0), ("CORE", 0), ("NOFILE", 64), ("MEMLOCK", 0))
    for name, value in limits:
        # what a system does not know (macOS has no limit of memory) is left out
        with suppress(ValueError, OSError, AttributeError):
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (value, value))


def prepare(module: str) -> None:
    """Import what a player may use, as long as files can be read.

    Args:
        module: the module that the rules are in; its neighbours are imported with it.
    """
    import pkgutil

    packages = ["workbench.core", module.rpartition(".")[0]]
    neighbours = [
        f"{name}.{found.name}"
        for name in packages
        if name in sys.modules
        for found in pkgutil.iter_modules(getattr(sys.modules[name], "__path__", []))
    ]
    for name in (*LIBRARY, *neighbours):
        with suppress(ImportError):
            importlib.import_module(name)


def only_compute() -> None:
    """Have the kernel refuse this process everything but computing, for good."""
    import pyseccomp

    calls = pyseccomp.SyscallFilter(pyseccomp.ERRNO(1))  # "operation not permitted"
    for name in COMPUTING:
        with suppress(ValueError, OSError):  # not every kind of processor has every call
            calls.add_rule(pyseccomp.ALLOW, name)
    # to itself alone: how a program aborts
    calls.add_rule(pyseccomp.ALLOW, "tgkill", pyseccomp.Arg(0, pyseccomp.EQ, os.getpid()))
    calls.load()


def _as_number(chosen: Any) -> int | None:
    """A move as a whole number of a sensible size, or None."""
    if isinstance(chosen, bool) or not hasattr(type(chosen), "__index__"):
        return None
    number = chosen.__index__()
    return int(number) if -(2**40) < number < 2**40 else None


def _told(value: Any) -> str:
    """A value in a few words, whatever it is."""
    try:
        return repr(value)[:100]
    except Exception:
        return f"a {type(value).__name__}"


def _described(fault: BaseException, file: str) -> str:
    """An error in a sentence, with the last line of the student's file that it passed."""
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


def _receive(handle: int) -> Any:
    """The next message of the workbench; None at the end. It comes from the trusted side, so pickle will do."""
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
