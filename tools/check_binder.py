"""Prove the Binder set-up as far as it goes without Binder: its install steps, in its order, in a fresh environment.

    python tools/check_binder.py               # needs the network; prints times and sizes

It installs binder/requirements.txt, runs binder/postBuild from the project's folder, checks what Binder would then have, starts
JupyterLab the way Binder does, and runs every notebook with these packages: each gives what it stores. tests/binder checks that
repo2docker finds these files and keeps the packages in a layer of their own.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools.run_checks import BY_FILE, NBVAL  # noqa: E402  # run as a script, from anywhere

BINDER = ROOT / "binder"
START = "lab/tree/notebooks/00_start_here.ipynb"
ASKS = re.compile(r'needs\(PACKAGES, \\"([a-z,]+)\\"')
"""How a notebook asks for extras that Binder leaves out: it must say how to get them, and run once they are installed."""
HEAVY = "learning"
"""The extra that brings PyTorch, several gigabytes: a notebook that asks for it is tried without it only."""
SAYS_MORE = "notebooks/70_your_own_game.ipynb"
"""A notebook that runs without extras, and says more once those that bring other tests are installed."""
RUNNER = ("-c", "constraints.txt", "nbval", "pytest", "pytest-xdist")
"""What pip needs to install what runs the cells."""
PATIENCE = 600
"""Seconds to wait for a server, however busy the machine is."""
LARGEST = 750
"""Megabytes that the installed packages may take; large images start slowly or not at all. A third of them are packages that
the lab needs for statistics; those for stored runs and tuning (the extra `studies`) are left out."""


def megabytes(folder: Path) -> float:
    """Return the size of everything below `folder`."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink()) / 1e6


def binder_python() -> str:
    """Return the Python that binder/runtime.txt asks for, or this one with a remark."""
    wanted = (BINDER / "runtime.txt").read_text(encoding="utf-8").strip().replace("-", "")
    program = sys.executable if f"python{sys.version_info[0]}.{sys.version_info[1]}" == wanted else shutil.which(wanted)
    if program is None:
        print(f"there is no {wanted} here: trying with {sys.version.split()[0]}")
    return program or sys.executable


def start_lab(prefix: Path, folder: Path, environment: dict[str, str]) -> float:
    """Start JupyterLab in `folder` and open the start notebook's address; return the seconds until it answered.

    Raises:
        SystemExit: JupyterLab ended, or did not answer for minutes, which even a busy machine does not need.
    """
    port = random.randrange(20_000, 32_000)  # below those that the system hands out by itself
    options = ["--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}", "--IdentityProvider.token="]
    started = time.perf_counter()
    with tempfile.TemporaryFile() as log:
        command = [prefix / "bin/jupyter", "lab", *options]
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
        try:
            while process.poll() is None and time.perf_counter() - started < PATIENCE:
                try:
                    with urllib.request.urlopen(f"http://127.0.0.1:{port}/{START}", timeout=10):
                        return time.perf_counter() - started
                except OSError:
                    time.sleep(0.05)
            log.seek(0)
            raise SystemExit(f"JupyterLab did not open the start notebook; it said:\n{log.read().decode()[-2000:]}")
        finally:
            process.terminate()
            process.wait(PATIENCE)


def printed(notebook: Path) -> str:
    """Return the text that the cells of a notebook printed."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    return "".join(["".join(output.get("text", ())) for cell in cells for output in cell.get("outputs", ())])


def extras_asked(folder: Path, notebooks: Iterable[str]) -> dict[str, str]:
    """Return the extras that notebooks of a folder ask for, as they write them, by name of the notebook."""
    found = {name: ASKS.search((folder / name).read_text(encoding="utf-8")) for name in notebooks}
    return {name: asked[1] for name, asked in found.items() if asked}


def main() -> None:
    """Go through Binder's steps; end with an error at the first that fails."""
    with tempfile.TemporaryDirectory() as work:
        prefix, home, folder = Path(work, "environment"), Path(work, "home"), Path(work, "project")
        home.mkdir()
        files = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
        for name in filter(None, files.split("\0")):
            if (ROOT / name).is_file():
                target = folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, target)
        environment = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
        environment |= {
            "HOME": str(home),
            "NB_PYTHON_PREFIX": str(prefix),
            "PATH": f"{prefix / 'bin'}{os.pathsep}{os.environ['PATH']}",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }

        def step(words: str, *command: str | Path) -> None:
            started = time.perf_counter()
            subprocess.run(command, cwd=folder, env=environment, check=True)
            print(f"{words}: {time.perf_counter() - started:.1f} s", flush=True)

        step("environment made", binder_python(), "-m", "venv", str(prefix))
        install = (prefix / "bin/python", "-m", "pip", "install", "--quiet", "--no-cache-dir")
        step("packages installed (the cached layer)", *install, "-r", "binder/requirements.txt")
        print(f"installed: {megabytes(prefix):.0f} MB")
        step("postBuild", "binder/postBuild")
        step("nothing is missing", prefix / "bin/python", "-m", "pip", "check")

        overrides = prefix / "share/jupyter/lab/settings/overrides.json"
        assert overrides.read_bytes() == (BINDER / "overrides.json").read_bytes()
        where = "import workbench, widgets; print(workbench.__file__, widgets.__file__)"
        paths = subprocess.run(
            [prefix / "bin/python", "-I", "-c", where], env=environment, capture_output=True, text=True, check=True
        ).stdout.split()
        assert all(Path(path).is_relative_to(prefix) for path in paths), paths
        assert megabytes(prefix) < LARGEST, f"more than {LARGEST} MB"

        print(f"JupyterLab opened {START} after {start_lab(prefix, folder, environment):.1f} s")
        books = sorted(str(path.relative_to(folder)) for path in (folder / "notebooks").rglob("*.ipynb"))
        asking = extras_asked(folder, books)
        run = (prefix / "bin/python", "-m", "tools.kernels")
        for name, extras in asking.items():
            step(f"{name} runs without what it asks for", *run, name)
            advice = f'pip install "tabletop-workbench[{extras}]"'
            assert advice in printed(folder / name), f"{name} does not say what is missing"
            shutil.copy(ROOT / name, folder / name)
        step(f"{SAYS_MORE} runs", *run, SAYS_MORE)
        shutil.copy(ROOT / SAYS_MORE, folder / SAYS_MORE)
        later = {SAYS_MORE, *asking}
        # the kernels have nothing but what Binder installs, and what runs the tests
        step("what runs the tests of notebooks installed", *install, *RUNNER)
        cells = (prefix / "bin/python", "-m", "pytest", "-q", *BY_FILE, *NBVAL)
        step("cells of the others", *cells, *(name for name in books if name not in later), "docs/site/many_games.ipynb")
        for extras in sorted({extras for extras in asking.values() if HEAVY not in extras.split(",")}):
            step(f"{extras} installed", *install, f"tabletop-workbench[{extras}]")
        step("cells of those that can use more", *cells, *sorted(later))


if __name__ == "__main__":
    main()
