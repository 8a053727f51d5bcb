"""What runs in a student's process: a script that gets views as data, asks the student's function and answers with its move.

It is started by `workbench.lab.apart` and talks to nobody else. The limits and the guard are in force before the first line of
the student's file runs.
"""

from __future__ import annotations

import json
import os
import pickle
import random
import struct
import sys
import sysconfig
import types
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, NoReturn

LENGTH: Final = struct.Struct("<I")
NAME: Final = "player"
BARRED_MODULES: Final = frozenset(
    (
        *("ctypes", "_ctypes", "cffi", "_cffi_backend", "socket", "_socket", "ssl", "_ssl", "resource"),
        *("_posixsubprocess", "multiprocessing", "_multiprocessing"),
    )
)
"""What leads out of Python, or out of the process."""
BARRED: Final = (
    *("os.fork", "os.posix_spawn", "os.exec", "os.spawn", "os.system", "os.kill", "os.startfile", "subprocess.", "pty."),
    *("os.chdir", "os.chmod", "os.chown", "os.link", "os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.symlink"),
    *("os.truncate", "os.utime", "os.walk", "os.fwalk", "glob.", "shutil.", "tempfile.", "sqlite3.", "fcntl.", "mmap."),
    *("socket.", "ssl.", "urllib.", "http.", "ftplib.", "smtplib.", "ctypes.", "resource.", "webbrowser.", "gc.get_"),
)
"""How the names of the audit events begin that a player has no business with."""


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
    from workbench.core.state import View

    blank = game.start()
    blank.view(0).legal()  # what is imported late is imported now
    del sys.path[: len(roots)]
    limit(task["bytes"], task["seconds"])
    # its own folder is empty; Python looks there for a line of the file that it cannot read
    guard((os.path.join(roots[0], "workbench"), str(type(game).folder), os.getcwd()), lambda what: fail("looked", what))
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


def packed(state: Any) -> tuple[str, int, dict[str, Any]]:
    """A position as plain values: the phase, who is to move, every field, and what is kept beside them for speed."""
    table = state.game.fields()
    values = {name: getattr(state, name) for name in table.attributes}
    sent = {name: value for name, value in values.items() if name in table.names or _is_plain(value)}
    return (state.phase.name, int(state.to_move), sent)


def _is_plain(value: Any) -> bool:
    """Whether a value is made of numbers and texts alone; what is kept for pictures may be more."""
    if isinstance(value, (list, tuple)):
        return all([_is_plain(one) for one in value])
    return value is None or isinstance(value, (int, str))


def rebuilt(blank: Any, position: tuple[str, int, dict[str, Any]]) -> Any:
    """The position that values stand for.

    Args:
        blank: any position of the game.
        position: what `packed` gave.

    >>> import workbench as wb
    >>> game = wb.load("keydom")
    >>> seen = game.match(seed=1).seen()
    >>> rebuilt(game.start(), packed(seen)).key() == seen.key()
    True
    """
    phase, to_move, values = position
    state = blank.copy()
    for name, value in values.items():
        setattr(state, name, value)
    state.phase, state.to_move = state.game.phases[phase], to_move
    return state


def limit(most_bytes: int, most_seconds: int) -> None:
    """Limit this process for good: memory, processor time, files that it may write."""
    import resource

    # what a system does not know (macOS has no limit of memory) is left out
    for name, value in (("RLIMIT_AS", most_bytes), ("RLIMIT_CPU", most_seconds), ("RLIMIT_FSIZE", 0), ("RLIMIT_CORE", 0)):
        with suppress(ValueError, OSError, AttributeError):
            resource.setrlimit(getattr(resource, name), (value, value))


def guard(folders: tuple[str, ...], caught: Callable[[str], NoReturn]) -> None:
    """End this process as soon as Python code in it reaches for files, other processes or the network.

    It is an audit hook, which nothing can take away again. It stops what Python reports, and is no prison.

    Args:
        folders: what may be read beside Python's own modules.
        caught: is told what was tried.
    """
    paths = sysconfig.get_paths()
    folders = tuple({*folders, *[paths[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")]})
    abspath, fsdecode, sep = os.path.abspath, os.fsdecode, os.sep
    writing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND

    def inside(path: Any) -> bool:
        whole = abspath(fsdecode(path))
        return any(whole == folder or whole.startswith(folder + sep) for folder in folders)

    def hook(event: str, values: tuple[Any, ...]) -> None:
        if event == "open":
            path, _, flags = values
            if not isinstance(path, (str, bytes)) or (not flags & writing and inside(path)):
                return
            caught(f"it tried to open the file {fsdecode(path)!r}")
        if event in ("os.listdir", "os.scandir"):
            if isinstance(values[0], (str, bytes)) and inside(values[0]):
                return
            caught(f"it tried to list the folder {values[0]!r}")
        if event == "import":
            if values[0].partition(".")[0] in BARRED_MODULES:
                caught(f"it tried to import {values[0]}")
        elif event.startswith(BARRED):
            caught(f"it tried something that leads out of its process: {event}")

    sys.addaudithook(hook)


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
