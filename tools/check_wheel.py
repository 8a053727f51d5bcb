"""Prove that the package, built as a wheel and installed alone, plays a game: without notebook, numpy or the checkout.

    python tools/check_wheel.py            # this Python, and every newer one that is installed

Needs the network.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("workbench/", "widgets/")
NEWER = ("3.12", "3.13", "3.14")
HEAVY = ("numpy", "pandas", "IPython", "ipywidgets", "plotly", "networkx")

PLAY = f"""
import sys
import workbench as wb
for name in wb.game_names():
    game = wb.load(name)
    match = game.match(seed=7)
    match.play_out()
    assert match.over and match.text() and len(str(game.rulebook)) > 100, name
heavy = [name for name in {HEAVY} if name in sys.modules]
assert not heavy, heavy
print("Python", sys.version.split()[0], "plays", *wb.game_names())
"""


def run(*command: str | Path, folder: Path | None = None) -> None:
    """Run a command; end with an error if it fails."""
    subprocess.run(command, cwd=folder, check=True)


def pythons() -> list[str]:
    """Return this Python and the newer ones that work here."""
    found = [sys.executable]
    here = f"{sys.version_info[0]}.{sys.version_info[1]}"
    for version in NEWER:
        program = shutil.which(f"python{version}")
        if program and version != here and subprocess.run([program, "-c", ""], capture_output=True).returncode == 0:
            found.append(program)
    return found


def main() -> None:
    """Build, install and play; end with an error at the first step that fails."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        source = work / "source"
        tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
        files = [file for file in tracked.split("\0") if (ROOT / file).is_file()]
        for file in files:
            (source / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / file, source / file)
        for number, python in enumerate(pythons()):
            environment = work / f"environment{number}"
            run(python, "-m", "venv", environment)
            inside = next(path for path in (environment / "bin/python", environment / "Scripts/python.exe") if path.exists())
            pip = (inside, "-m", "pip", "--disable-pip-version-check", "--quiet")
            constraints = ("-c", ROOT / "constraints.txt")
            if not number:
                run(*pip, "install", *constraints, "setuptools")
                run(*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", work, source)
                [wheel] = work.glob("*.whl")
                print(f"{wheel.name}: {wheel.stat().st_size:,} bytes", flush=True)
                with zipfile.ZipFile(wheel) as inside_wheel:
                    missing = {file for file in files if file.startswith(PACKAGES)} - set(inside_wheel.namelist())
                if missing:
                    raise SystemExit(f"the wheel lacks {sorted(missing)}: see package-data in pyproject.toml")
            run(*pip, "install", *constraints, wheel)
            run(inside, "-I", "-W", "error", "-c", PLAY, folder=work)


if __name__ == "__main__":
    main()
