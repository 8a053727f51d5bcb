"""Confine other people's programs with the means of the operating system, and say what is not confined.

There are three ways; the first that works here is taken:

- **bubblewrap** (Linux, the package `bubblewrap` of every distribution): the program sees only Python and the workbench, both
  read-only, no network and no process except its own. It ends with the process that started it. It needs user namespaces,
  which some containers forbid.
- **seccomp** (Linux, through the package pyseccomp): the kernel refuses the program everything except computing and the pipe.
- **limits** (any other system): a process of its own with limits on memory and time. Nothing else is confined, and reports
  say so.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, Final

NOBODY: Final = "65534"
SYSTEM: Final = ("/usr", "/lib", "/lib32", "/lib64", "/etc/ld.so.cache", "/nix/store", "/gnu/store")
"""Where systems keep the libraries that Python itself needs; missing folders are left out."""
DEVICES: Final = ("/dev/null", "/dev/urandom")
PATIENCE: Final = 60.0
"""How long a trial may take, in seconds."""
NEW_PROCESSES: Final = ("fork", "vfork", "execveat", "unshare", "setns")
"""System calls that bubblewrap allows, but that would get a program past its limits."""
MEMORY_BESIDE: Final = ("shmget", "msgget", "semget", "add_key", "keyctl", "io_uring_setup", "bpf", "userfaultfd")
"""System calls for memory that no limit counts, or for large parts of the kernel that no player needs."""


@dataclass(frozen=True)
class Holder:
    """A way to confine a program.

    Attributes:
        name: `bubblewrap`, `seccomp` or `limits`.
        holds: what is confined, as a sentence.
        lacks: what is not confined, as sentences; "" if there is nothing to say.
    """

    name: str
    holds: str
    lacks: str = ""

    def __str__(self) -> str:
        return f"{self.holds} {self.lacks}".rstrip()


BUBBLEWRAP: Final = Holder(
    "bubblewrap",
    "Each program ran in a sandbox of the operating system (bubblewrap): it saw only Python and the workbench, could change "
    "nothing there, and had no network and no other process.",
)
BARE_BUBBLEWRAP: Final = Holder(
    "bubblewrap",
    BUBBLEWRAP.holds,
    "Inside it a program could start processes of its own, each with the same limits. To prevent that, install libseccomp.",
)
SECCOMP: Final = Holder(
    "seccomp",
    "The kernel let each program compute and answer, but refused it files, network, processes and everything else (seccomp).",
)
LIMITS: Final = Holder(
    "limits",
    "Each program ran in a process of its own with limits on time and memory.",
    "Nothing else was prevented: it could read and delete your files, use the network and end your programs. "
    + ("You are root here, so it could change the whole system. " if getattr(os, "geteuid", lambda: 1)() == 0 else "")
    + (
        "Install bubblewrap (for example: sudo apt install bubblewrap), or run this in a container that contains nothing else."
        if sys.platform == "linux"
        else "This system has no such sandbox. Run files that you have not read on Linux, on Binder or in a container."
    ),
)


@lru_cache
def holder() -> Holder:
    """Return the best way that works here; it is tried once, by starting a Python in it.

    >>> holder().name in ("bubblewrap", "seccomp", "limits")
    True
    """
    if sys.platform != "linux":
        return LIMITS
    wanted = (BUBBLEWRAP if seccomp() else BARE_BUBBLEWRAP, *([SECCOMP] if seccomp() else []))
    return next((one for one in wanted if works(one)), LIMITS)


@lru_cache
def seccomp() -> bool:
    """Return whether the kernel's filter of system calls works: pyseccomp and its library are installed."""
    if importlib.util.find_spec("pyseccomp") is None:
        return False
    try:
        import pyseccomp
    except (ImportError, OSError, RuntimeError):
        return False
    return int(pyseccomp.system_arch()) != 0


def works(one: Holder) -> bool:
    """Return whether a Python starts when it is confined in this way."""
    if one.name == "bubblewrap" and shutil.which("bwrap") is None:
        return False
    program = "import sys; sys.path.append(sys.argv[1]); import child; child.only_compute()" if one.name == "seccomp" else ""
    try:
        with Started(one, ["-I", "-B", "-c", f"{program}\nprint('here')", str(Path(__file__).parent)], [], "/") as started:
            said, _ = started.process.communicate(timeout=PATIENCE)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return bool(said.strip() == b"here")


class Started:
    """A confined Python process; use it in a `with` statement, which ends it.

    Args:
        one: how to confine it.
        arguments: the arguments of Python on the command line.
        readable: files and folders that it may read besides Python's own.
        folder: the folder it starts in, unless a sandbox gives it another.

    Attributes:
        process: the process that was started, with pipes to and from the program.
        pid: the number of the Python itself.

    Raises:
        OSError: it could not be started.
    """

    def __init__(self, one: Holder, arguments: Sequence[str], readable: Sequence[str], folder: str) -> None:
        command = [sys.executable, *arguments]
        told: IO[bytes] | None = None
        filters: IO[bytes] | None = None
        passed: list[int] = []
        if one.name == "bubblewrap":
            reads, writes = os.pipe()
            told, passed = os.fdopen(reads, "rb"), [writes]
            options = ["--info-fd", str(writes)]
            if seccomp():
                filters = filter_of_calls()
                passed.append(filters.fileno())
                options += ["--seccomp", str(filters.fileno())]
            command = [shutil.which("bwrap") or "bwrap", *options, *sandbox(readable), "--", *command]
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=folder,
                env={name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ},
                start_new_session=True,
                pass_fds=passed,
            )
        finally:
            if told is not None:
                os.close(passed[0])
            if filters is not None:
                filters.close()
        self.pid = self.process.pid
        if told is not None:
            with told:
                self.pid = _child(told.read(4096)) or self.pid

    def __enter__(self) -> Started:
        return self

    def __exit__(self, *fault: Any) -> None:
        self.end()

    def end(self) -> None:
        """End it and everything it has started; a second call does nothing."""
        if self.process.poll() is None:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(self.pid, signal.SIGKILL)  # in a sandbox this is the first process, so all others end with it
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(5)
        with suppress(ProcessLookupError, PermissionError):
            if self.process.poll() is None:
                os.killpg(self.process.pid, signal.SIGKILL)
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self.process.wait()


def _child(told: bytes) -> int | None:
    """Return the number of the program's process from bubblewrap's report; None if it did not start."""
    try:
        number = json.loads(told)["child-pid"]
    except (ValueError, KeyError, TypeError):
        return None
    return number if type(number) is int else None


def sandbox(readable: Sequence[str]) -> list[str]:
    """Return the options of bubblewrap: an empty, read-only world with Python and a few files in it."""
    shown = [*SYSTEM, sys.prefix, sys.base_prefix, *[sysconfig.get_paths()[name] for name in ("stdlib", "purelib", "platlib")]]
    shown += [str(Path(sys.executable).parent), *readable]
    binds = [part for path in dict.fromkeys(shown) if path != "/" for part in ("--ro-bind-try", path, path)]
    devices = [part for path in DEVICES for part in ("--dev-bind", path, path)]
    return [
        *("--unshare-all", "--unshare-user", "--die-with-parent", "--new-session", "--as-pid-1"),
        *("--uid", NOBODY, "--gid", NOBODY, "--cap-drop", "ALL", "--hostname", "table"),
        *(*binds, *devices, "--remount-ro", "/", "--chdir", "/"),
    ]


def filter_of_calls() -> IO[bytes]:
    """Return a file with the filter of calls for bubblewrap: no new process, no memory past the limit."""
    import pyseccomp

    found = pyseccomp.SyscallFilter(pyseccomp.ALLOW)
    refused = pyseccomp.ERRNO(1)  # "operation not permitted"
    for name in (*NEW_PROCESSES, *MEMORY_BESIDE):
        found.add_rule(refused, name)
    thread = 0x00010000  # CLONE_THREAD: a thread of this process is not a process
    found.add_rule(refused, "clone", pyseccomp.Arg(0, pyseccomp.MASKED_EQ, thread, 0))
    found.add_rule(pyseccomp.ERRNO(38), "clone3")  # "not there": then the C library takes the call above
    file = tempfile.TemporaryFile()  # noqa: SIM115 - the caller closes it
    found.export_bpf(file)
    file.seek(0)
    return file
