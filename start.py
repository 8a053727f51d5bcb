#!/usr/bin/env python3
"""One command to begin. Needs Python 3.11 or newer and the network; nothing outside this folder is changed.

    python3 start.py              # set up (the first time: a minute or two) and open the start notebook
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
import time
from pathlib import Path

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent
START = "notebooks/00_start_here.ipynb"
EXTRAS = {
    "open": "notebooks,lab",
    "setup": "notebooks,lab",
    "test": "adapters,class,lab,notebooks,studies,teaching",
    "site": "adapters,notebooks",
}
GROUPS = {"test": "test", "site": "site"}
"""Which dependency group of pyproject.toml an action needs besides: tools that only developers use."""
PACKAGES = {"open": 115, "setup": 115, "test": 210, "site": 150}
"""About how many packages an action installs, to say how far it has come."""


def environment(action):
    """Return the folder of the environment and its Python; the site's tools stay out of the JupyterLab you work in."""
    folder = Path(os.environ.get("WORKBENCH_VENV") or ROOT / ".venv").resolve()
    if action == "site":
        folder = folder.with_name(folder.name + "-site")
    return folder, folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def stamp(action):
    """Return a mark that changes whenever an action needs another installation."""
    names = ("pyproject.toml", "constraints.txt", "binder/overrides.json")
    content = "".join((ROOT / name).read_text(encoding="utf-8") for name in names)
    return hashlib.sha256((EXTRAS[action] + str(ROOT) + content).encode()).hexdigest()


def wanted(action):
    """Return what an action installs: this project with some extras, and the tools of its group."""
    import tomllib

    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    tools = settings["dependency-groups"][GROUPS[action]] if action in GROUPS else []
    return ["--no-build-isolation", "-e", ".[" + EXTRAS[action] + "]", *tools]


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


def install(python, arguments, packages=0):
    """Install into an environment, with the exact versions of constraints.txt; end with a sentence if that fails."""
    uv = shutil.which("uv")
    if uv:
        command = [uv, "pip", "install", "--quiet", "--python", str(python)]
    else:
        command = [str(python), "-m", "pip", "install", "--disable-pip-version-check", "--progress-bar", "off"]
    begun = time.monotonic()
    command += ["-c", "constraints.txt", *arguments]
    process = subprocess.Popen(command, cwd=str(ROOT), stdout=subprocess.PIPE, text=True, encoding="utf-8", errors="replace")
    fetched, said = 0, 0
    for line in process.stdout:  # uv says nothing here; pip names each package as it fetches it
        fetched += line.startswith("Collecting ")
        if line.startswith("Installing collected"):
            print("   all fetched; unpacking them", flush=True)
        elif packages and fetched >= said + packages // 5 and fetched < packages:
            said, seconds = fetched, time.monotonic() - begun
            left = seconds * (packages - fetched) / fetched
            print(f"   {fetched} of about {packages} packages fetched, {left:.0f} seconds to go", flush=True)
    if process.wait() != 0:
        sys.exit("Installing did not work; the reason is above. It needs the network.")


def set_up(action):
    """Make the environment and install what an action needs, unless that has been done."""
    folder, python = environment(action)
    mark = folder / ("installed-" + action.replace("setup", "open"))
    if python.exists() and mark.exists() and mark.read_text(encoding="utf-8") == stamp(action):
        return python
    print("Setting up in", folder)
    print("The first time this takes a minute or two with pip, and some seconds with uv.", flush=True)
    begun = time.monotonic()
    print("1 of 3: an environment of its own", flush=True)
    make(folder, python)
    print("2 of 3: the build tool", flush=True)  # first, with its exact version too, so nothing gets past constraints.txt
    install(python, ["setuptools"])
    print("3 of 3: the workbench and about", PACKAGES[action], "packages that it needs", flush=True)
    install(python, wanted(action), PACKAGES[action])
    settings = folder / "share" / "jupyter" / "lab" / "settings"
    settings.mkdir(parents=True, exist_ok=True)
    shutil.copy(str(ROOT / "binder" / "overrides.json"), str(settings))  # JupyterLab asks no questions at the start
    mark.write_text(stamp(action), encoding="utf-8")
    print(f"Ready after {time.monotonic() - begun:.0f} seconds.", flush=True)
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
        sys.exit(f"start.py does not know {action!r}. Write test, setup or site after it, or nothing to open the notebooks.")
    python = set_up(action)
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
    # in most containers one is root, and JupyterLab would refuse
    allowed = ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    # the server's root is the whole project, because the notebooks link to the rulebooks
    lab = [str(python), "-m", "jupyter", "lab", "--ServerApp.root_dir=" + str(ROOT), *allowed, *arguments, START]
    os.chdir(str(ROOT))
    if os.name == "posix":
        os.execv(lab[0], lab)  # JupyterLab takes over this process, and with it Ctrl-C
    return subprocess.call(lab)


if __name__ == "__main__":
    sys.exit(main())
