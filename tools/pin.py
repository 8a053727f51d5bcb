"""Choose the exact versions anew: writes constraints.txt and binder/requirements.txt.

    pip install uv
    python tools/pin.py              # newest versions that fit pyproject.toml
    python tools/pin.py --keep       # only what pyproject.toml now asks for in addition; everything else stays as it is

constraints.txt holds for every Python from 3.11 on and every system (hence its markers). binder/requirements.txt is the
part of it that Binder installs, as plain names: a local path or a ``-c`` in it would cost Binder its cached layer.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CONSTRAINTS = ROOT / "constraints.txt"
BINDER = ROOT / "binder" / "requirements.txt"

BUILD = ("setuptools",)
"""The tool that builds the package itself; it is pinned too, so installing it asks for nothing else."""

BINDER_EXTRAS = ("notebooks", "lab")
"""The extras of pyproject.toml that the notebooks need on Binder."""

BINDER_TOOLS = ("notebook", "nbgitpuller")
"""Packages for Binder only: its base image has an older Notebook that does not fit our JupyterLab, and nbgitpuller fetches
weekly class content."""

HELD_BACK = ("jsonschema<4.25",)
"""Packages of which a newer version costs more than it brings. From 4.25 on, jsonschema reads the grammar of international web
addresses as soon as it is imported. That takes a second or more each time JupyterLab starts, and each time a notebook imports
plotly."""

UNPINNED = ("learning",)
"""The extras that no check runs with. Most pins of this one would be libraries for graphics cards that PyTorch brings."""

GROUPS = ("test", "site")
"""The dependency groups of pyproject.toml."""

CONSTRAINTS_HEAD = """\
# Exact versions, for Python 3.11 and newer on every system: pip install -c constraints.txt -e ".[notebooks,lab]"
# Written by tools/pin.py.
"""

BINDER_HEAD = """\
# What Binder installs before it sees the project, so that this layer is built once and kept. Exact versions, the same as in
# constraints.txt. No local path, no -r and no -c here: any of them makes Binder install everything anew at every commit.
# Written by tools/pin.py.
"""


def resolve(arguments: list[str], extra: tuple[str, ...], seed: str) -> str:
    """Return the pins that uv finds for pyproject.toml and `extra`, preferring the versions in `seed`."""
    command = [sys.executable, "-m", "uv", "pip", "compile", "--quiet", "--no-header", "--no-annotate", *arguments]
    with tempfile.TemporaryDirectory() as folder:
        pins = Path(folder, "pins.txt")
        pins.write_text(seed, encoding="utf-8")
        subprocess.run(
            [*command, f"--output-file={pins}", "pyproject.toml", "-"],
            cwd=ROOT,
            input="\n".join(extra),
            text=True,
            check=True,
            stdout=subprocess.DEVNULL,
        )
        return pins.read_text(encoding="utf-8")


def main() -> None:
    """Write both files."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--keep", action="store_true", help="keep the versions that constraints.txt has now")
    keep = parser.parse_args().keep and CONSTRAINTS.exists()
    seed = CONSTRAINTS.read_text(encoding="utf-8") if keep else ""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    everywhere = ["--universal", "--fork-strategy=fewest", "--python-version=3.11"]
    everywhere += [f"--extra={extra}" for extra in extras if extra not in UNPINNED]
    everywhere += [f"--group={group}" for group in GROUPS]
    pins = resolve(everywhere, (*BUILD, *BINDER_TOOLS, *HELD_BACK), seed)
    CONSTRAINTS.write_text(CONSTRAINTS_HEAD + pins, encoding="utf-8")

    here = ["--python-version=3.11", "--python-platform=x86_64-manylinux_2_28", f"--constraint={CONSTRAINTS}"]
    here += [f"--extra={extra}" for extra in BINDER_EXTRAS]
    BINDER.write_text(BINDER_HEAD + resolve(here, (*BUILD, *BINDER_TOOLS), ""), encoding="utf-8")


if __name__ == "__main__":
    main()
