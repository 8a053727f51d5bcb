"""Build a site of plain files that needs no server: the documentation, and a JupyterLite with the notebooks and all packages.

    python tools/build_site.py              # into build/site; then: python -m http.server --directory build/site
    python tools/build_site.py FOLDER       # into another folder

It needs npm (for one package, Pyodide) and the network; the site itself needs neither. If the extra ``site`` is not installed,
``python3 start.py site`` installs it in an environment of its own, because JupyterLite's extensions should stay out of the
JupyterLab you work in. JupyterLite runs Python inside the browser. One file, ``pyodide-lock.json``, says which packages can be
imported there; it lists every package of the site, so the plain imports of a notebook work.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable, Sequence
from email.parser import HeaderParser
from html import escape
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
if __name__ == "__main__" and find_spec("jupyterlite_pyodide_kernel") is None:
    sys.exit(subprocess.call([sys.executable, str(ROOT / "start.py"), "site", *sys.argv[1:]]))

import nbformat  # noqa: E402
import plotly  # noqa: E402

import workbench as wb  # noqa: E402
from tools.list_contents import Part, as_bill, as_markdown, of_site  # noqa: E402
from widgets.controls import SAVED_GAMES  # noqa: E402

LITE = "lite"
"""The folder of JupyterLite on the site."""
TO_SITE = "../../"
"""The path from a page of JupyterLite (lite/lab/index.html) to the root of the site."""
EXTENSIONS = Path(sys.prefix, "share", "jupyter", "labextensions")
SHOWN = ("@jupyter-widgets/jupyterlab-manager", "anywidget", "@jupyterlite/pyodide-kernel-extension")
"""The extensions of JupyterLab that the notebooks need in a browser."""
OWN = "tabletop-workbench"
KERNEL = ("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython")
"""The packages of a kernel; JupyterLite asks for each of them by name."""
INSTALLED = ("anywidget", "comm", "ipywidgets", "jupyterlab_widgets", "mistune", "mypy_extensions", "plotly", "psygnal")
"""Packages that the notebooks need and Pyodide does not have; the site gets the versions installed here."""
NOT_NEEDED = {"networkx": {"numpy", "matplotlib", "setuptools"}, "matplotlib-inline": {"matplotlib"}}
"""Packages that Pyodide's list asks for although the packages themselves do not need them."""


COMPILED = re.compile(r"^(?:import|from) (?:numpy|pandas|workbench\.adapters)|\blab\.(?!play_rows|share)", re.MULTILINE)
"""The code by which a notebook that needs numpy or pandas is recognised."""
NOT_HERE = (
    "**In a browser** this notebook stops at the first cell that needs numpy, pandas or SciPy, which are not there; the "
    "numbers below are those of an installation. `many_games.ipynb` plays some hundred games without them."
)
OWN_AFFAIRS = shutil.ignore_patterns(".ipynb_checkpoints", SAVED_GAMES)
"""What people leave beside the notebooks and do not mean to publish."""
COURSE = "course"
"""The folder of the lessons."""
COVERED = 2_000
"""A board with no more letters than this is covered and only asks to pass the screen, so no card shows it."""
MANY_GAMES = "many_games.ipynb"
"""A notebook for browsers only."""
CHART = "application/vnd.plotly.v1+json"
LINK = re.compile(r"\[([^\]\n]+)\]\(([^()\s]+\.ipynb)\)")
"""A link in a text cell that leads to another notebook."""
CARDS = re.compile(r"^<!-- cards: ([\w/ ]+) -->$", re.MULTILINE)
"""The place on the first page for the cards of some notebooks."""
PLAYS = "A position to play on from"
"""The title of the page that opens a position from its address."""
OPENS = ROOT / "docs" / "site" / "console.js"
"""The script by which the page of a console opens the position in its address, and nothing else."""
GALLERY = """# The gallery

All notebooks, with their stored boards and charts. A card says whether its notebook runs in this browser. The others need an
installation, and you can read them here: see [what runs in a browser](/docs/guide/browser.md).

- **Students** start with [a visit at a guided board](/notebooks/00_start_here.ipynb) and go on to the rules and odds of a game.
- **Lecturers** find a course of thirteen lessons here, from [the first](/notebooks/course/01_what_a_rule_is.ipynb) on.
- **Designers** see [which rule matters](/notebooks/60_which_rule_matters.ipynb), and [mend one](/notebooks/61_fix_it.ipynb).
- **Researchers** use the games [in their own frameworks](/notebooks/13_for_researchers.ipynb).

{cards}

```{{toctree}}
:hidden:

{pages}
```
"""
LICENCES = """# Licences

Everything that this site holds, by its makers' own words. The text of each licence is in its package, and for JavaScript in the
files called `third-party-licenses.json`. For machines there is <a href="sbom.cdx.json">a software bill of materials</a> in
CycloneDX 1.6.

{table}
"""
RULEBOOKS = """# The rulebooks

Every clause has an address: the page of its game, and its ID in small letters after a `#`.

```{{toctree}}
{pages}
```
"""


class SiteError(RuntimeError):
    """The site cannot be built; the message says what is missing."""


def main() -> None:
    """Build the site and say how large it is."""
    parser = argparse.ArgumentParser(description="Build the documentation and a JupyterLite as plain files.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "site", help="where to; it is emptied")
    site = parser.parse_args().folder.resolve()
    try:
        refuse_other_folders(site)
        with tempfile.TemporaryDirectory() as work:
            build(site, Path(work))
    except SiteError as fault:
        raise SystemExit(f"The site was not built: {fault}") from None
    for name, part in (("documentation", size(site) - size(site / LITE)), ("JupyterLite", size(site / LITE))):
        print(f"{name}: {part / 1e6:.1f} MB")
    print(f"To look at it: {Path(sys.executable).name} -m http.server --directory {os.path.relpath(site)}")


def refuse_other_folders(site: Path) -> None:
    """Refuse to empty a folder that is not a site.

    Raises:
        SiteError: the folder contains something else.
    """
    if site.exists() and any(site.iterdir()) and not (site / LITE / "jupyter-lite.json").exists():
        raise SiteError(f"{site} is not empty and holds no site. Name a new folder, or empty this one yourself.")


def build(site: Path, work: Path) -> None:
    """Build everything in another folder, then move it, so a failure leaves an earlier site whole."""
    fresh = work / "site"
    lite(fresh / LITE, work / "lite")
    parts = of_site(fresh)
    documentation(fresh, work / "source", parts)
    (fresh / "sbom.cdx.json").write_text(as_bill("the site of the tabletop workbench", parts), encoding="utf-8")
    shutil.copy(fresh / LITE / "lab" / "favicon.ico", fresh)  # browsers look for the icon there, whatever a page says
    if site.exists():
        shutil.rmtree(site)
    site.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(fresh, site)


def documentation(site: Path, source: Path, parts: Sequence[Part]) -> None:
    """Write the pages. Sphinx gets the files in the layout of the checkout, so links between files work.

    Args:
        site: the folder of the pages.
        source: a new folder for what Sphinx reads.
        parts: what the page of licences lists.
    """
    print("documentation ...", flush=True)
    shutil.copytree(ROOT / "docs", source / "docs")
    shutil.copy(ROOT / "docs" / "index.md", source)
    for page in ("STUDIES.md", "SECURITY.md", "CONTRIBUTING.md"):
        shutil.copy(ROOT / page, source)
    rules = source / "rules"
    rulebooks(rules)
    listed = "\n".join((*wb.game_names(), *wb.small_names()))
    (rules / "index.md").write_text(RULEBOOKS.format(pages=listed), encoding="utf-8")
    (source / "licences.md").write_text(LICENCES.format(table=as_markdown(parts)), encoding="utf-8")
    cards = gallery(source)
    first = (source / "index.md").read_text(encoding="utf-8")
    chosen = CARDS.sub(lambda found: side_by_side([cards[name] for name in found[1].split()]), first)
    (source / "index.md").write_text(chosen, encoding="utf-8")
    static = source / "docs" / "site" / "static"
    shutil.copy(Path(plotly.__file__).parent / "package_data" / "plotly.min.js", static)
    run(sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-j", "2", "-c", source / "docs", source, site)
    for left in (".doctrees", ".buildinfo"):
        remove(site / left)


def rulebooks(folder: Path) -> None:
    """Write the rulebook of every game."""
    folder.mkdir()
    for name in (*wb.game_names(), *wb.small_names()):
        (folder / f"{name}.md").write_text(wb.load(name).rulebook.text, encoding="utf-8")


def gallery(source: Path) -> dict[str, str]:
    """Write the notebooks as pages, and a page with a card for each; return the cards by the name of the notebook."""
    folder = source / "notebooks"
    shutil.copytree(ROOT / "notebooks", folder, ignore=OWN_AFFAIRS)
    pictures = source / "docs" / "site" / "static" / "gallery"
    pictures.mkdir()
    cards = {}
    names = sorted(path.relative_to(folder).with_suffix("").as_posix() for path in folder.rglob("*.ipynb"))
    for name in names:
        path, flat = folder / f"{name}.ipynb", name.replace("/", "_")
        notebook = json.loads(path.read_text("utf-8"))
        outputs = [output.get("data", {}) for cell in notebook["cells"] for output in cell.get("outputs", ())]
        title = "".join(notebook["cells"][0]["source"]).partition("\n")[0].removeprefix("# ")
        boards = [picture for data in outputs if len(picture := "".join(data.get("image/svg+xml", ""))) > COVERED]
        charts = [data[CHART] for data in outputs if CHART in data]
        if boards or not charts:
            (pictures / f"{flat}.svg").write_text(max(boards or [first_board()], key=len), encoding="utf-8")
            picture = f'<img alt="" src="_static/gallery/{flat}.svg">'
        else:
            picture = f'<div class="wb-chart wb-small">{drawn(charts[0])}</div>'
        cards[name] = card(name, title, picture, runs=not needs_an_installation(notebook))
        for data in outputs:
            if CHART in data:
                data["text/html"] = chart(data.pop(CHART), "".join(data.get("text/plain", "")))
        path.write_text(linked(json.dumps(notebook), "../rules"), encoding="utf-8")
    text = GALLERY.format(cards=side_by_side(cards.values()), pages="\n".join(f"notebooks/{name}" for name in names))
    (source / "gallery.md").write_text(text, encoding="utf-8")
    return cards


def card(name: str, title: str, picture: str, runs: bool) -> str:
    """Return the card of a notebook: its picture, its title, and whether it runs in the browser."""
    here = f'<a href="{LITE}/lab/index.html?path={name}.ipynb">Run it in this browser</a>'
    where = here if runs else "Needs an installation; read it here"
    return f'<li>{picture}<a class="wb-title" href="notebooks/{name}.html">{escape(title)}</a><span>{where}</span></li>'


def side_by_side(cards: Iterable[str]) -> str:
    """Return cards in rows."""
    return "\n".join(['<ul class="wb-gallery">', *cards, "</ul>"])


def first_board() -> str:
    """Return a board for the card of a notebook that stores no picture."""
    match = wb.load(wb.game_names()[-1]).match(seed=1)
    return str(match.game.scene(match.seen(match.seat), match.seat).svg())


def linked(text: str, rules: str) -> str:
    """Return a notebook whose links to rulebooks lead to the site's folder of rulebooks."""
    return re.sub(r"\(\.\./workbench/games/(\w+)/rulebook\.md\)", rf"({rules}/\1.md)", text)


def chart(figure: dict[str, Any], text: str) -> str:
    """Return a stored chart for a page: drawn where scripts run, and as text."""
    in_letters = f"<details><summary>The chart as text</summary><pre>{escape(text)}</pre></details>"
    return f'<div class="wb-chart">{drawn(figure)}{in_letters}</div>'


def drawn(figure: dict[str, Any]) -> str:
    """Return the data of a chart and the place where a script draws it."""
    data = json.dumps({"data": figure["data"], "layout": figure["layout"]}).replace("<", "\\u003c")
    return f'<script type="application/json">{data}</script><div class="wb-drawn"></div>'


def lite(out: Path, work: Path) -> None:
    """Build JupyterLite with the notebooks, the packages and a Python for browsers."""
    print("JupyterLite ...", flush=True)
    browser_python(work / "static" / "pyodide", work / "npm")
    files = work / "files"
    shutil.copytree(ROOT / "notebooks", files, ignore=OWN_AFFAIRS)
    shutil.copy(ROOT / "docs" / "site" / MANY_GAMES, files)
    # this joins lines as a server would; JupyterLite does not
    notebooks = {path: nbformat.read(path, nbformat.NO_CONVERT) for path in files.rglob("*.ipynb")}
    missing = {path for path, notebook in notebooks.items() if path.parent.name == COURSE and needs_an_installation(notebook)}
    for path, notebook in notebooks.items():
        if path in missing:  # a lesson that nobody could work through here is not offered
            path.unlink()
            continue
        without_links(notebook, path.parent, missing)
        if path.name != MANY_GAMES and needs_an_installation(notebook):
            notebook["cells"].insert(1, {"cell_type": "markdown", "id": "site", "metadata": {}, "source": NOT_HERE})
        text = json.dumps(notebook).replace("(../STUDIES.md", "(STUDIES.md")  # here the parent folder's files are beside them
        path.write_text(linked(text, "rules"), encoding="utf-8")
    found = (ROOT / "STUDIES.md").read_text("utf-8")
    (files / "STUDIES.md").write_text(found.replace("(notebooks/", "("), encoding="utf-8")
    shutil.copytree(ROOT / "studies", files / "studies", ignore=shutil.ignore_patterns("__pycache__"))
    rulebooks(files / "rules")
    for name in SHOWN:
        shutil.copytree(EXTENSIONS / name, work / "extensions" / name)
    settings = {
        "loadPyodideOptions": {"packages": [*KERNEL, OWN], "env": {"WORKBENCH_SITE": TO_SITE}},
        "disablePyPIFallback": True,
    }
    plugins = {"@jupyterlite/pyodide-kernel-extension:kernel": settings}
    data = {"appName": "Tabletop workbench", "litePluginSettings": plugins, "enableMemoryStorage": True}
    shutil.copy(ROOT / "binder" / "overrides.json", work)
    write(work / "jupyter-lite.json", {"jupyter-lite-schema-version": 0, "jupyter-config-data": data})
    paths = {"FederatedExtensionAddon": {"extra_labextensions_path": [str(work / "extensions")]}}
    (work / "repl").mkdir()
    # without a notebook these commands cannot begin, and the console would say so as an error
    own = {"disabledExtensions": ["@jupyterlab/codemirror-extension:commands"]}
    write(work / "repl" / "jupyter-lite.json", {"jupyter-lite-schema-version": 0, "jupyter-config-data": own})
    write(work / "jupyter_lite_config.json", {"LiteBuildConfig": {"ignore_sys_prefix": True}, **paths})
    apps = [word for app in ("lab", "notebooks", "repl") for word in ("--apps", app)]
    arguments = ["--contents", "files", "--no-sourcemaps", *apps, "--output-dir", out]
    run(sys.executable, "-m", "jupyterlite_core", "build", *arguments, folder=work)
    opens_positions(out / "repl" / "index.html")


def opens_positions(page: Path) -> None:
    """Let a console's page open the position in its address, and run no code that an address brings along.

    Raises:
        SiteError: the page has no head to put a script into.
    """
    text = page.read_text("utf-8")
    if "<head>" not in text:
        raise SiteError(f"{page} has no <head>.")
    script = f"<head>\n<script>\n{OPENS.read_text('utf-8')}</script>"
    titled = text.replace("<title>REPLite</title>", f"<title>{PLAYS}</title>")
    page.write_text(titled.replace("<head>", script, 1), encoding="utf-8")


def without_links(notebook: dict[str, Any], folder: Path, missing: set[Path]) -> None:
    """Turn links to notebooks that are not here into words."""

    def instead(found: re.Match[str]) -> str:
        there = Path(os.path.normpath(folder / found[2])) in missing
        return f"{found[1]} (which needs an installation)" if there else found[0]

    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = LINK.sub(instead, cell["source"])


def needs_an_installation(notebook: dict[str, Any]) -> bool:
    """Say whether a notebook needs something that no browser has."""
    code = "\n".join("".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code")
    return COMPILED.search(code) is not None


def in_package(archive: tarfile.TarFile, name: str) -> bytes:
    """Return a file of an npm package. Nothing is unpacked, which Python before 3.11.4 could not do safely."""
    file = archive.extractfile(f"package/{name}")
    if file is None:
        raise SiteError(f"The npm package has no file {name}.")
    return file.read()


def browser_python(folder: Path, npm: Path) -> None:
    """Put Pyodide's core and every package beside each other, and all packages into Pyodide's list."""
    npm.mkdir(parents=True)
    if shutil.which("npm") is None:
        raise SiteError("npm is needed, which comes with Node.js (on Debian: apt-get install npm).")
    from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION

    run(shutil.which("npm"), "pack", "--silent", f"pyodide@{PYODIDE_VERSION}", folder=npm)
    folder.mkdir(parents=True)
    with tarfile.open(next(npm.glob("pyodide-*.tgz"))) as archive:
        for name in ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "package.json"):
            (folder / name).write_bytes(in_package(archive, name))
        known = json.loads(in_package(archive, "pyodide-lock.json"))
    packages = {spelt(name): {**entry, "depends": asked(name, entry)} for name, entry in known["packages"].items()}
    here = [*(EXTENSIONS / SHOWN[-1] / "static" / "pypi").glob("*.whl"), own_wheel(npm)]
    own: dict[str, dict[str, Any]] = {}
    for wheel in [*here, *downloaded([f"{name}=={version(name)}" for name in INSTALLED], npm / "installed")]:
        shutil.copy(wheel, folder)
        entry = entry_of(wheel)
        if entry["name"] not in own or own[entry["name"]]["version"] < entry["version"]:
            own[entry["name"]] = entry
    own[OWN]["depends"] += ["anywidget", "ipywidgets", "mistune", "networkx", "plotly", "tqdm"]
    packages |= own
    wanted = closure([*KERNEL, OWN], packages)
    from_pyodide = sorted(wanted - set(own))
    for wheel in downloaded([f"{name}=={packages[name]['version']}" for name in from_pyodide], npm / "pyodide"):
        shutil.copy(wheel, folder)
        packages[name_of(wheel)] |= {"file_name": wheel.name, "sha256": digest(wheel)}
    write(folder / "pyodide-lock.json", {"info": known["info"], "packages": {name: packages[name] for name in sorted(wanted)}})


def own_wheel(folder: Path) -> Path:
    """Build the workbench as a wheel, from copies, so nothing is left in the checkout."""
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source)
    for name in ("workbench", "widgets"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    run(*pip(), "wheel", "--no-deps", "--wheel-dir", folder, source)
    return next(folder.glob("*.whl"))


def downloaded(specifications: Iterable[str], folder: Path) -> list[Path]:
    """Download pure Python wheels, whatever the type of this machine."""
    only = ["--no-deps", "--only-binary=:all:", "--platform", "any", "--implementation", "py", "--abi", "none"]
    run(*pip(), "download", *only, "--python-version", "3.14", "--dest", folder, *specifications)
    return sorted(folder.glob("*.whl"))


def asked(name: str, entry: dict[str, Any]) -> list[str]:
    """Return the packages that a package of Pyodide's list depends on."""
    return [spelt(other) for other in entry["depends"] if spelt(other) not in NOT_NEEDED.get(name, ())]


def entry_of(wheel: Path) -> dict[str, Any]:
    """Return the entry of a wheel for Pyodide's list: what you can import from it, and what it needs."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        about = HeaderParser().parsestr(archive.read(next(n for n in names if n.endswith(".dist-info/METADATA"))).decode())
    needs = [need for need in about.get_all("Requires-Dist") or () if ";" not in need]
    return {
        "name": name_of(wheel),
        "version": about["Version"],
        "file_name": wheel.name,
        "sha256": digest(wheel),
        "install_dir": "site",
        "package_type": "package",
        "unvendored_tests": False,
        "imports": sorted({n.split("/")[0].removesuffix(".py") for n in names if n.endswith(".py") and ".data/" not in n}),
        "depends": [spelt("".join(c if c.isalnum() or c in "-_." else " " for c in need).split()[0]) for need in needs],
    }


def closure(names: Iterable[str], packages: dict[str, dict[str, Any]]) -> set[str]:
    """Return packages together with everything they need.

    Raises:
        SiteError: a package is unknown, or is compiled, so only Pyodide's own server has it.
    """
    found: set[str] = set()
    left = list(names)
    while left:
        name = left.pop()
        if name not in packages:
            raise SiteError(f"neither Pyodide nor this list of packages knows {name}.")
        if not packages[name]["file_name"].endswith("none-any.whl"):
            raise SiteError(f"{name} is compiled, and wheels for browsers are not on PyPI.")
        if name not in found:
            found.add(name)
            left += packages[name]["depends"]
    return found


def name_of(wheel: Path) -> str:
    """Return the name of a wheel's package, as it is spelled in the list."""
    return spelt(wheel.name.split("-")[0])


def spelt(name: str) -> str:
    """Return a package's name in one spelling."""
    return name.replace("_", "-").replace(".", "-").lower()


def digest(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def size(folder: Path) -> int:
    """Return the number of bytes in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def write(path: Path, data: object) -> None:
    """Write data to a JSON file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data), encoding="utf-8")


def remove(path: Path) -> None:
    """Remove a file or folder if it exists."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def pip() -> tuple[str, ...]:
    """Return the command that downloads packages."""
    return (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")


def run(*command: object, folder: Path | None = None) -> None:
    """Run a command; if it fails, show its output.

    Raises:
        SiteError: the command failed.
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))}
    done = subprocess.run(
        [str(word) for word in command], cwd=folder, env=environment, capture_output=True, text=True, errors="replace"
    )
    if done.returncode:
        raise SiteError(f"this failed: {' '.join(map(str, command))}\n{done.stdout[-4000:]}{done.stderr[-4000:]}")


if __name__ == "__main__":
    main()
