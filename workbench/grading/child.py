"""The script of a hand-in's process: it runs the cells of a notebook and judges the answers.

`workbench.grading.judging` starts it, and the operating system confines it (`workbench.lab.held`). The limits apply before
the first cell runs. The other side trusts nothing that this script says. A judge has to call the functions that it judges, so
answers and judge share this process; what a cell changes in the judges is undone before each answer.
"""

from __future__ import annotations

import ast
import importlib
import mmap
import os
import pkgutil
import signal
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import CodeType, FrameType
from typing import Any, Final

NAME: Final = "__main__"
JUDGES: Final = "workbench.course"
READING: Final = (
    *("pread64", "newfstatat", "stat", "lstat", "statx", "getdents64", "readlink", "access", "faccessat", "ioctl"),
    *("sched_getaffinity", "sysinfo", "setitimer", "getitimer", "prlimit64", "getrlimit", "setrlimit"),
)
"""System calls for reading files that `only_read` lets a process open."""
SPARE: Final = 0.4
"""A process that has less than this part of its memory left has to begin again."""


class TooLong(BaseException):
    """A cell takes too long. It is not an `Exception`, so that no cell takes it for its own mistake."""


def main(roots: list[str]) -> None:
    """Carry out steps until there are no more.

    Args:
        roots: the folders of the workbench.
    """
    sys.path[:0] = roots
    os.environ.update(OPENBLAS_NUM_THREADS="1", ARROW_DEFAULT_MEMORY_POOL="system")  # else they reserve memory up to the limit
    from workbench.lab import child as common

    asked, answer = common.channels()
    task: dict[str, Any] = common.receive(asked)
    lesson = importlib.import_module(f"{JUDGES}.lesson_{task['lesson']:02d}").LESSON.begin()
    from workbench.course import exercise

    # the limit of this process is enough, and the sandbox does not say how much memory is used
    setattr(exercise, "MEGABYTES", None)  # noqa: B010 - a judge's constant is not meant to change anywhere else

    prepare(task["imports"], everything=task["holder"] == "seccomp")
    judges = Judges(lesson.exercises)
    common.limit(task["bytes"], task["seconds"])
    if task["holder"] == "seccomp":
        only_read()
    answer(ready=True)

    module = types.ModuleType(NAME)
    sys.modules[NAME] = module
    space = vars(module)
    space["display"] = lambda *things, **options: None  # a notebook has it without an import
    while (message := common.receive(asked)) is not None:
        said: dict[str, Any] = {"stopped": ""}
        value = None
        try:
            with within(message["limit"]):
                value = run(message["source"], space, wanted=bool(message["key"]))
        except TooLong:
            said["stopped"] = f"it took longer than {message['limit']:g} seconds"
        except MemoryError:
            said["stopped"] = "it used more memory than is allowed"
        except BaseException as error:
            said["stopped"] = exercise.told_error(error)[:300]
        if message["key"]:
            said["changed"] = judges.restore()[:5]
            if said["stopped"]:
                said.update(earned=0.0, hint=f"The answer cannot be read: {said['stopped']}.", blank=True)
            else:
                mark = lesson.check(message["key"], value)
                blank = exercise.is_blank(value) or (not mark and mark.hint.startswith(exercise.NOTHING_YET))
                said.update(earned=float(mark), hint=mark.hint, blank=blank)
        said["memory"] = crowded(int(SPARE * task["bytes"]))
        answer(token=message["token"], **said)


def run(source: str, space: dict[str, Any], wanted: bool) -> Any:
    """Run a cell as a notebook does.

    Args:
        source: its text.
        space: the names that it may use and change.
        wanted: whether it is an expression whose value is asked for.

    >>> names = {}
    >>> run("%matplotlib inline\\na = 1", names, False)
    >>> run("a + 1", names, True)
    2
    """
    if wanted:
        return eval(compile(source, "answer", "eval"), space)
    try:
        tree = ast.parse(source)
    except SyntaxError:
        tree = ast.parse(plain(source))
    exec(compile(tree, "cell", "exec"), space)
    return None


def plain(source: str) -> str:
    """Return a cell without what only a notebook understands: lines that begin with %, ! or ?, or end with ?.

    >>> plain("%%time\\nif a:\\n    !ls\\nhelp?")
    'pass\\nif a:\\n    pass\\npass'
    """
    lines = []
    for line in source.split("\n"):
        words = line.strip()
        space = line[: len(line) - len(line.lstrip())]
        lines.append(f"{space}pass" if words[:1] in ("%", "!", "?") or words[-1:] == "?" else line)
    return "\n".join(lines)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Limit the processor time of what happens inside; code that never returns to Python is not stopped.

    Raises:
        TooLong: it took longer.
    """
    over = False

    def ring(number: int, frame: FrameType | None) -> None:
        if not over:
            raise TooLong

    signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds, 0.5)  # again and again, because a cell may catch everything
    try:
        yield
    finally:
        over = True
        signal.setitimer(signal.ITIMER_PROF, 0)


def prepare(imports: list[str], everything: bool) -> None:
    """Import what the lesson imports, so that no answer pays for it.

    Args:
        imports: the statements of the lesson that import something.
        everything: whether to import all modules of the workbench.
    """
    for source in imports:
        with suppress(ImportError):
            exec(source, {})
    if not everything:
        return
    for name in ("numpy", "pandas", "networkx", "plotly.graph_objects"):
        with suppress(ImportError):
            importlib.import_module(name)
    for name in ("workbench.core", "workbench.lab", JUDGES):
        package = importlib.import_module(name)
        for found in pkgutil.iter_modules(package.__path__, f"{name}."):
            with suppress(ImportError):
                importlib.import_module(found.name)


def only_read() -> None:
    """Make the kernel refuse everything except computing and reading files to this process, for good.

    A player may not read files, but a lesson imports as it goes on.
    """
    import pyseccomp

    from workbench.lab.child import COMPUTING, allowing

    calls = allowing((*COMPUTING, *READING))
    calls.add_rule(pyseccomp.ALLOW, "openat", pyseccomp.Arg(2, pyseccomp.MASKED_EQ, os.O_ACCMODE | os.O_CREAT, 0))
    calls.load()


def crowded(size: int) -> bool:
    """Return whether this process can no longer have so many bytes more.

    >>> crowded(1)
    False
    """
    try:
        mmap.mmap(-1, size).close()
    except (OSError, MemoryError):
        return True
    return False


class Judges:
    """The judges and what they use, as they are before the first cell runs."""

    def __init__(self, exercises: tuple[Any, ...]) -> None:
        self._places: list[tuple[str, Any, dict[str, Any]]] = []
        self._code: list[tuple[str, types.FunctionType, CodeType]] = []
        for name, module in list(sys.modules.items()):
            if name == JUDGES or name.startswith(f"{JUDGES}."):
                self._keep(name, module)
                for word, one in list(vars(module).items()):
                    if isinstance(one, type) and one.__module__.startswith(JUDGES):
                        self._keep(f"{name}.{word}", one)
        for exercise in exercises:
            self._keep(f"exercise {exercise.key}", exercise)

    def _keep(self, name: str, place: Any) -> None:
        inside = {word: one for word, one in vars(place).items() if not (word.startswith("__") and word.endswith("__"))}
        inside |= {word: vars(place)[word] for word in ("__call__", "__init__", "__new__") if word in vars(place)}
        self._places.append((name, place, inside))
        self._code += [
            (f"{name}.{word}", one, one.__code__) for word, one in inside.items() if isinstance(one, types.FunctionType)
        ]

    def restore(self) -> list[str]:
        """Undo what cells changed in the judges, and return its names."""
        changed = []
        for name, place, inside in self._places:
            now = vars(place)
            for word, one in inside.items():
                if now.get(word) is not one:
                    changed.append(f"{name}.{word}")
                    put = setattr if isinstance(place, (type, types.ModuleType)) else object.__setattr__
                    put(place, word, one)
        for name, function, code in self._code:
            if function.__code__ is not code:
                changed.append(name)
                function.__code__ = code
        return list(dict.fromkeys(changed))


if __name__ == "__main__":
    main(sys.argv[1:])
