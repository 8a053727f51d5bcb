#!/usr/bin/env python3
"""One command to begin. Needs Python 3.11 or newer and the network; nothing outside this folder is changed.

    python3 start.py              # set up (the first time: about a minute) and open the start notebook
    python3 start.py test         # set up and run the checks that a change has to pass before it is committed
    python3 start.py test all     # set up and run every check
    python3 start.py setup        # only set up
    python3 start.py site         # build the site of plain files, in an environment of its own (.venv-site); needs npm

What follows ``start.py`` or ``start.py test`` is handed on, to JupyterLab (``--no-browser --port=8899``) or to the checks
(``tests types``). The environment is the folder .venv; delete it to begin anew. WORKBENCH_VENV names another folder.
Where uv is installed it does the installing, in a fraction of the time.
"""

# No new syntax in this file: an old Python must be able to read it in order to say that it is too old.

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent
START = "notebooks/00_start_here.ipynb"
EXTRAS = {"open": "notebooks,lab", "setup": "notebooks,lab", "test": "test,adapters", "site": "site"}


def environment(extras):
    """Return the folder of the environment and its Python; the site's tools stay out of the JupyterLab you work in."""
    folder = Path(os.environ.get("WORKBENCH_VENV") or ROOT / ".venv").resolve()
    if extras == EXTRAS["site"]:
        folder = folder.with_name(folder.name + "-site")
    return folder, folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def stamp(extras):
    """Return a mark that changes whenever `extras` need another installation."""
    names = ("pyproject.toml", "constraints.txt", "binder/overrides.json")
    content = "".join((ROOT / name).read_text(encoding="utf-8") for name in names)
    return hashlib.sha256((extras + str(ROOT) + content).encode()).hexdigest()


def make(folder, python):
    """Make an empty environment unless a complete one exists; an interrupted one is made again."""
    begun = folder / "being-set-up"  # this file exists until the environment is complete
    broken = (folder / "pyvenv.cfg").exists() and not python.exists()  # its Python was removed
    if begun.exists() or broken:
        print("The environment there is not whole: beginning anew.", flush=True)
        shutil.rmtree(str(folder), ignore_errors=True)
    elif python.exists() and (shutil.which("uv") or runs(python, "-m", "pip", "--version")):
        return
    folder.mkdir(parents=True, exist_ok=True)
    begun.write_text("", encoding="utf-8")
    # in an environment without pip this adds pip and removes nothing
    if subprocess.call([sys.executable, "-m", "venv", str(folder)]) != 0:
        shutil.rmtree(str(folder), ignore_errors=True)
        sys.exit("Python could not make an environment. On Debian or Ubuntu: sudo apt install python3-venv")
    begun.unlink()


def runs(python, *arguments):
    """Return whether a Python runs these arguments without an error."""
    try:
        return subprocess.call([str(python), *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def set_up(extras):
    """Make the environment and install the project with `extras`, unless that has been done."""
    folder, python = environment(extras)
    mark = folder / ("installed-" + extras.replace(",", "-"))
    if python.exists() and mark.exists() and mark.read_text(encoding="utf-8") == stamp(extras):
        return python
    print("Setting up in", folder, "(this takes about a minute the first time)", flush=True)
    make(folder, python)
    uv = shutil.which("uv")
    installer = [uv, "pip", "install", "--python", str(python)] if uv else [str(python), "-m", "pip", "install"]
    # the build tool comes first, with its exact version too, so nothing gets past constraints.txt
    for arguments in (["setuptools"], ["--no-build-isolation", "-e", f".[{extras}]"]):
        if subprocess.call([*installer, "--quiet", "-c", "constraints.txt", *arguments], cwd=str(ROOT)) != 0:
            sys.exit("Installing did not work; the reason is above. It needs the network.")
    settings = folder / "share" / "jupyter" / "lab" / "settings"
    settings.mkdir(parents=True, exist_ok=True)
    shutil.copy(str(ROOT / "binder" / "overrides.json"), str(settings))  # JupyterLab asks no questions at the start
    mark.write_text(stamp(extras), encoding="utf-8")
    return python


def main():
    """Carry out one command line; return its exit code."""
    if sys.version_info < OLDEST:
        here, needed = (".".join(map(str, version)) for version in (sys.version_info[:2], OLDEST))
        sys.exit(f"This needs Python {needed} or newer; here is {here}.")
    arguments = sys.argv[1:]
    if arguments and arguments[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    action = "open"
    if arguments and not arguments[0].startswith("-"):
        action = arguments.pop(0)
    if action not in EXTRAS:
        sys.exit("start.py knows: (nothing), test, setup, site. Not: " + action)
    python = set_up(EXTRAS[action])
    if action == "setup":
        return 0
    if action == "test":
        return subprocess.call([str(python), "tools/run_checks.py", *arguments], cwd=str(ROOT))
    if action == "site":
        arguments = [str(Path(argument).resolve()) for argument in arguments]
        return subprocess.call([str(python), str(ROOT / "tools" / "build_site.py"), *arguments])
    notebooks = [str(path.relative_to(ROOT)) for path in sorted((ROOT / "notebooks").rglob("[!.]*.ipynb"))]
    # trusted notebooks show their stored pictures before you run anything
    subprocess.call([str(python), "-m", "jupyter", "trust", *notebooks], cwd=str(ROOT), stdout=subprocess.DEVNULL)
    # the server's root is the whole project, because the notebooks link to the rulebooks
    lab = [str(python), "-m", "jupyter", "lab", "--ServerApp.root_dir=" + str(ROOT), *arguments, START]
    os.chdir(str(ROOT))
    if os.name == "posix":
        os.execv(lab[0], lab)  # JupyterLab takes over this process, and with it Ctrl-C
    return subprocess.call(lab)


if __name__ == "__main__":
    sys.exit(main())
