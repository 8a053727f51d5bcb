"""The opt-in compiled build: ``WORKBENCH_COMPILE=1 pip install .``

Without the variable the package is pure Python, as are editable installs and source distributions. With it, mypyc compiles
the rules path (core, games, players) out of tree, as one group; the source files stay beside the binaries, for tracebacks
and for the pure switch of `workbench.mode`.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

from setuptools import setup
from setuptools.command.build_ext import build_ext

HOT_CORE = ("state", "phase", "game", "random", "events", "player", "exact")
"""The modules of the core that the rules path runs through; the others work with words and files."""

NOT_HOT = (
    *("__init__", "fields", "position", "paths", "measures", "course", "options", "tensor", "metrics"),
    *("board", "text", "panels", "odds", "helpers", "walks", "passing", "pieces", "trips"),
    *("ground", "desk", "exact"),
)
"""Modules of a game that are never on the rules path."""


def compiled_files() -> list[str]:
    """Every source file that is compiled; a new game or player needs no entry anywhere."""
    files = [Path("workbench/core") / f"{name}.py" for name in HOT_CORE]  # small games are plain: classes within classes
    for folder in ("workbench/games", "workbench/players"):
        files += [path for path in sorted(Path(folder).rglob("*.py")) if path.stem not in NOT_HOT and "small" not in path.parts]
    return [path.as_posix() for path in files]


class BuildWithRecord(build_ext):
    """Builds the extensions, then records what they were built from."""

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


if os.environ.get("WORKBENCH_COMPILE", "") in ("", "0"):
    setup()
else:
    try:
        from mypyc.build import mypycify
    except ImportError:  # the build front end asks what to install before it installs it
        setup(setup_requires=["mypy>=1.15"])
    else:
        setup(
            setup_requires=["mypy>=1.15"],
            ext_modules=mypycify(
                ["--strict", "--ignore-missing-imports", *compiled_files()],
                opt_level="3",
                multi_file=True,
                group_name="workbench",
            ),
            cmdclass={"build_ext": BuildWithRecord},
        )
