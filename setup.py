"""The opt-in compiled build: ``WORKBENCH_COMPILE=1 pip install .``

Without the variable the package is pure Python, as are editable installs and source distributions. With it, mypyc compiles
the rules path (core, games, players) out of tree, as one group; the source files stay beside the binaries, for tracebacks
and for the pure switch of `workbench.mode`. The number is the optimisation level of the C compiler: level 2 takes 1.6 times
as long to build, and saves two or three per cent of the instructions in a decision. With ``quickly`` the compiler does not
optimise at all and takes less than half the time: enough for tests that check what the compiled rules do, not how fast.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HOT_CORE = ("state", "phase", "game", "random", "events", "player", "exact", "sets")
"""The core modules on the rules path; the other core modules work with words and files."""

NOT_HOT = (
    *("__init__", "fields", "position", "paths", "measures", "course", "options", "tensor", "metrics"),
    *("board", "text", "panels", "odds", "helpers", "walks", "passing", "pieces", "trips", "guide"),
    *("ground", "desk", "exact", "types"),
)
"""Modules of a game that are never on the rules path."""

SETTINGS = "packaging/compile.ini"
"""The file with mypy's settings. The plugin it names keeps the classes of the rules open to subclasses in plain Python."""

PARTS = 24
"""How many C files a quick build makes of those that mypyc writes, one a module."""


def compiled_files() -> list[str]:
    """List every source file to compile; a new game or player needs no entry anywhere."""
    files = [Path("workbench/core") / f"{name}.py" for name in HOT_CORE]  # small games stay pure: they nest classes
    for folder in ("workbench/games", "workbench/players"):
        files += [path for path in sorted(Path(folder).rglob("*.py")) if path.stem not in NOT_HOT and "small" not in path.parts]
    return [path.as_posix() for path in files]


def extensions(level: str) -> list[Extension]:
    """Return the extensions whose C files mypyc writes, with their compiler settings.

    Args:
        level: the optimisation level of the C compiler: 0, 1, 2 or 3.
    """
    from mypyc.build import mypycify

    found: list[Extension] = mypycify(
        ["--strict", "--ignore-missing-imports", f"--config-file={SETTINGS}", *compiled_files()],
        opt_level=level,
        debug_level="0",
        multi_file=True,
        group_name="workbench",
    )
    if sys.platform != "win32":
        # nothing outside calls the library's functions, so inner calls can be direct; each level warns of something else
        for extension in found:
            extension.extra_compile_args = [*extension.extra_compile_args, "-fvisibility=hidden", "-Wno-error"]
    return found


def joined(sources: list[str]) -> list[str]:
    """Return fewer C files, which include mypyc's: what every one of them declares is then read less often."""
    written = [Path(source) for source in sources if Path(source).name.startswith("__native")]
    found = [source for source in sources if Path(source) not in written]
    for number in range(min(PARTS, len(written))):
        part = written[number].with_name(f"joined_{number}.c")
        part.write_text("".join([f'#include "{source.name}"\n' for source in written[number::PARTS]]), encoding="utf-8")
        found.append(str(part))
    return found


class BuildWithRecord(build_ext):
    """Build the extensions, one file per core at a time, and record their source files."""

    def build_extensions(self) -> None:
        one_by_one = self.compiler.compile

        def at_once(sources: list[str], **settings: Any) -> list[str]:
            sources = joined(sources) if level == "quickly" else sources
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                made = pool.map(lambda source: one_by_one([source], **settings), sources)
                return [name for names in made for name in names]

        if self.compiler.compiler_type == "unix":
            self.compiler.compile = at_once
        super().build_extensions()

    def run(self) -> None:
        super().run()
        if self.inplace:
            raise SystemExit("The compiled build stays out of the source tree: use pip install or pip wheel.")
        # the same digest as workbench.mode.digest, which cannot be imported in a bare build environment
        record = {
            Path(name).relative_to("workbench").as_posix(): hashlib.sha256(Path(name).read_bytes()).hexdigest()
            for name in compiled_files()
        }
        target = Path(self.build_lib) / "workbench" / "compiled.json"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(record, indent=1), encoding="utf-8")


level = os.environ.get("WORKBENCH_COMPILE", "")
only_asked = bool({"dist_info", "egg_info"} & set(sys.argv))
"""Whether the build front end only asks for requirements or for name and version: the answer needs no compiling."""
if level in ("", "0"):
    setup()
elif level not in ("1", "2", "3", "quickly"):
    raise SystemExit(f"WORKBENCH_COMPILE is {level!r}; it may be 0 (pure Python), or 1, 2, 3 or quickly (compiled).")
elif only_asked:  # mypy may not be installed yet: this answer makes the front end install it
    setup(setup_requires=["mypy>=1.15"])
else:
    found = extensions("0" if level == "quickly" else level)
    setup(setup_requires=["mypy>=1.15"], ext_modules=found, cmdclass={"build_ext": BuildWithRecord})
