"""The mutation check: the notebook tests must fail when a notebook is wrong.

    python tools/check_notebook_tests.py               # every notebook of notebooks/; exit 1 if a change goes unnoticed
    python tools/check_notebook_tests.py --sixth       # a sixth of them and half of their cells, others after each commit

The tool changes copies of the real notebooks and runs nbval and the lint on them. It touches nothing in notebooks/.

- Stored outputs: every comparable cell gets one change (a word, a number, a colour of a picture, a deleted output, another
  error text, ...), half of the cells in a first run, the others in a second. nbval must fail exactly the changed cells.
- Sources: one number of the code becomes another number. nbval must fail.
- Faults that nbval passes in silence (stripped, unrun, widget state, a path, a bitmap ...): the lint must find them.
"""

from __future__ import annotations

import ast
import copy
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"
STUDIES = ROOT / "studies"
sys.path.insert(0, str(ROOT))

from tools.lint_notebooks import LARGEST, findings, is_ignored, text_of  # noqa: E402  # run as a script, from anywhere
from tools.run_checks import NBVAL  # noqa: E402

WORKERS = 2
"""How many notebooks run at the same time."""
ROUNDS = 2
"""How many runs the changes are spread over, so that every cell passes once unchanged and fails once changed."""
SOURCES_TRIED = 3
"""How many numbers of a notebook's code to try; not every number has a visible effect, but one of them must."""
MUST_HAPPEN = ("word", "number", "colour", "deletion")
"""Kinds of change that must be possible in the notebooks."""

Cell = dict[str, Any]
Notebook = dict[str, Any]
TEXTS = ("text/plain", "text/html", "text/markdown", "text/latex")


# Changes of a stored output: each changes one thing in a cell's outputs and tells whether it found something to change.


def substitute(holder: dict[str, Any], key: str, pattern: str, new: Callable[[re.Match[str]], str]) -> bool:
    """Replace the first match of `pattern` in a stored text; tell whether there was one."""
    changed, count = re.subn(pattern, new, text_of(holder[key]), count=1)
    if count:
        holder[key] = changed
    return bool(count)


def plain_texts(cell: Cell) -> list[tuple[dict[str, Any], str]]:
    """Return the places of a cell's readable texts: streams, and the text kinds of displayed values."""
    places: list[tuple[dict[str, Any], str]] = []
    for output in cell["outputs"]:
        if output["output_type"] == "stream":
            places.append((output, "text"))
        places += [(output["data"], kind) for kind in TEXTS if kind in output.get("data", {})]
    return places


def word(cell: Cell) -> bool:
    """Another word in a stored text."""
    return any(substitute(*place, r"\b[A-Za-z]{3,}\b", lambda found: found[0][::-1].swapcase()) for place in plain_texts(cell))


def number(cell: Cell) -> bool:
    """Another number in a stored text."""
    return any(substitute(*place, r"\b\d{1,6}\b", lambda found: str(int(found[0]) + 1)) for place in plain_texts(cell))


def colour(cell: Cell) -> bool:
    """Another colour in a stored picture."""
    pictures = [output["data"] for output in cell["outputs"] if "image/svg+xml" in output.get("data", {})]
    return any(
        substitute(data, "image/svg+xml", r"#[0-9A-Fa-f]{6}\b", lambda found: "#123456" if found[0] != "#123456" else "#654321")
        for data in pictures
    )


def picture(cell: Cell) -> bool:
    """A number moved in a stored picture."""
    pictures = [output["data"] for output in cell["outputs"] if "image/svg+xml" in output.get("data", {})]
    return any(substitute(data, "image/svg+xml", r'\bx="(\d+)', lambda found: f'x="{int(found[1]) + 1}') for data in pictures)


def figure(cell: Cell) -> bool:
    """Another number in a stored chart."""
    for output in cell["outputs"]:
        for kind, value in output.get("data", {}).items():
            if kind.endswith("+json") and isinstance(value, dict) and raise_first_number(value):
                return True
    return False


def raise_first_number(value: Any) -> bool:
    """Add one to the first number inside nested lists and dicts; tell whether there was one."""
    for key, inner in enumerate(value) if isinstance(value, list) else list(value.items()):
        if isinstance(inner, (int, float)) and not isinstance(inner, bool):
            value[key] = inner + 1
            return True
        if isinstance(inner, (list, dict)) and raise_first_number(inner):
            return True
    return False


def deletion(cell: Cell) -> bool:
    """An output that is gone."""
    del cell["outputs"][-1]
    return True


def face(cell: Cell) -> bool:
    """One form of a displayed value that is gone, while another stays."""
    for output in cell["outputs"]:
        if len(output.get("data", {})) > 1:
            output["data"].popitem()
            return True
    return False


def error(cell: Cell) -> bool:
    """Another error text."""
    for output in cell["outputs"]:
        if output["output_type"] == "error":
            output["evalue"] += "!"
            return True
    return False


OUTPUT_CHANGES = (colour, number, figure, error, word, picture, deletion, face)


def changed_outputs(notebook: Notebook, turn: int, seen: Counter[str]) -> dict[int, str]:
    """Change one thing in every comparable cell whose turn it is.

    Args:
        notebook: the notebook, which is changed.
        turn: the number of the run, from 0 to ROUNDS - 1.
        seen: how often each kind of change has been made; each cell gets the rarest kind that fits it, which is then counted.

    Returns:
        the kind of change by index of code cell, as nbval counts them.
    """
    kinds = {}
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    comparable = [index for index, cell in enumerate(code) if cell["outputs"] and not is_ignored(cell)]
    for index in comparable[turn::ROUNDS]:
        by_rarity = sorted(OUTPUT_CHANGES, key=lambda change: seen[change.__name__])
        kinds[index] = next(change.__name__ for change in by_rarity if change(code[index]))
        seen[kinds[index]] += 1
    return kinds


# Changes of a source


def numbers_in_code(notebook: Notebook) -> list[tuple[int, ast.Constant]]:
    """Return the whole numbers in the code, with the index of their cell; seeds first, because everything follows from them."""
    found: list[tuple[bool, int, ast.Constant]] = []
    for index, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code" or is_ignored(cell):
            continue
        try:
            tree = ast.parse(text_of(cell["source"]))
        except SyntaxError:  # a line of the notebook's own, such as %time
            continue
        for node in ast.walk(tree):
            pairs = [(False, child) for child in ast.iter_child_nodes(node)]
            if isinstance(node, ast.keyword):
                pairs = [(node.arg == "seed", node.value)]
            for seed, child in pairs:
                if isinstance(child, ast.Constant) and type(child.value) is int:
                    found.append((seed, index, child))
    found.sort(key=lambda row: not row[0])
    return [(index, constant) for _, index, constant in found]


def with_number_changed(notebook: Notebook, index: int, constant: ast.Constant) -> Notebook:
    """Return a copy in which one number of the code is one higher."""
    changed = copy.deepcopy(notebook)
    lines = text_of(changed["cells"][index]["source"]).splitlines()
    line = lines[constant.lineno - 1].encode()  # the parser counts bytes
    new = line[: constant.col_offset] + str(constant.value + 1).encode() + line[constant.end_col_offset :]
    lines[constant.lineno - 1] = new.decode()
    changed["cells"][index]["source"] = "\n".join(lines)
    return changed


# Changes that only the lint can see


def stripped(notebook: Notebook) -> None:
    """Outputs and counts are gone."""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["outputs"], cell["execution_count"] = [], None


def unrun(notebook: Notebook) -> None:
    """One cell lost its count, as after an edit without a run; nbval does not compare it any more."""
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    code[-1]["outputs"], code[-1]["execution_count"] = [], None


def out_of_order(notebook: Notebook) -> None:
    """The first two code cells were run in the other order."""
    first, second, *_ = (cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    first["execution_count"], second["execution_count"] = second["execution_count"], first["execution_count"]


def widget_state(notebook: Notebook) -> None:
    """Widget state was saved."""
    notebook["metadata"]["widgets"] = {"application/vnd.jupyter.widget-state+json": {}}


def first_code(notebook: Notebook) -> Cell:
    """Return the first code cell."""
    return next(cell for cell in notebook["cells"] if cell["cell_type"] == "code")


def runs_here(notebook: Notebook) -> bool:
    """Tell whether everything is installed without which a notebook only shows what it stores (`widgets.stored.needs`)."""
    asked = re.search(r"^PACKAGES = (\{.*\})$", text_of(first_code(notebook)["source"]), re.MULTILINE)
    return asked is None or all(find_spec(name) is not None for name in ast.literal_eval(asked[1]))


def machine_path(notebook: Notebook) -> None:
    """An output names a folder of one machine."""
    first_code(notebook)["outputs"].append({"output_type": "stream", "name": "stdout", "text": "/home/ada/games.json\n"})


def bitmap(notebook: Notebook) -> None:
    """An output is a bitmap."""
    data = {"output_type": "display_data", "metadata": {}, "data": {"image/png": "AAAA"}}
    first_code(notebook)["outputs"].append(data)


def ignored_without_reason(notebook: Notebook) -> None:
    """A cell asks not to be compared and does not say why."""
    cell = first_code(notebook)
    cell["metadata"]["tags"] = ["nbval-ignore-output"]
    cell["source"] = text_of(cell["source"]).replace("# why:", "#")


def too_large(notebook: Notebook) -> None:
    """The file is larger than a reviewer can read."""
    notebook["cells"][0]["source"] = text_of(notebook["cells"][0]["source"]) + "x" * LARGEST


LINT_CHANGES = (stripped, unrun, out_of_order, widget_state, machine_path, bitmap, ignored_without_reason, too_large)


# Runs


def failed_cells(*paths: Path, folder: Path, more: Sequence[str] = ()) -> dict[str, set[int]]:
    """Run nbval over notebooks of a folder; return the numbers of the cells that failed, from 0, by name of notebook."""
    report = folder / f"report-{paths[0].stem}.xml"
    command = [sys.executable, "-m", "pytest", *NBVAL, *more, "-q", "-p", "no:cacheprovider"]
    command += ["-c", str(ROOT / "pyproject.toml"), f"--rootdir={folder}", f"--junitxml={report}", *map(str, paths)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1) or not report.exists():
        raise SystemExit(f"nbval did not run (exit code {done.returncode}):\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    failed: dict[str, set[int]] = {path.name: set() for path in paths}
    for case in ElementTree.parse(report).iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed[case.get("classname", "")].add(int(case.get("name", "").split()[-1]))
    return failed


def run_copies(changed: dict[str, Notebook], first: bool = False) -> dict[str, set[int]]:
    """Put changed notebooks beside everything else that notebooks/ holds, in another folder, and run nbval there.

    The tables that notebooks read are beside that folder, as in the project.

    Args:
        changed: notebooks by name.
        first: whether each notebook ends at the first cell that fails.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "notebooks"
        if STUDIES.exists():
            shutil.copytree(STUDIES, Path(name) / STUDIES.name)
        shutil.copytree(
            NOTEBOOKS, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.ipynb", ".ipynb_checkpoints", "__pycache__")
        )
        paths = [folder / name for name in changed]
        for path in paths:
            path.write_text(json.dumps(changed[path.name]), encoding="utf-8")
        if not first:
            return failed_cells(*paths, folder=folder, more=("-n", str(WORKERS), "--dist", "loadfile"))
        with ThreadPoolExecutor(max(1, WORKERS)) as pool:
            found = pool.map(lambda path: failed_cells(path, folder=folder, more=("-x", "-n", "0")), paths)
            return {name: cells for one in found for name, cells in one.items()}


def check_outputs(notebooks: dict[str, Notebook], problems: list[str], turns: Sequence[int] = range(ROUNDS)) -> None:
    """Change stored outputs, some cells in each run.

    Args:
        notebooks: the notebooks by name, which stay as they are.
        problems: what is found is added here.
        turns: which of the runs to make.
    """
    seen: Counter[str] = Counter()
    for turn in turns:
        copies = copy.deepcopy(notebooks)
        kinds = {name: changed_outputs(notebook, turn, seen) for name, notebook in copies.items()}
        failed = run_copies(copies)
        for name, changes in kinds.items():
            missed = [f"code cell {index + 1} ({kind})" for index, kind in changes.items() if index not in failed[name]]
            beyond = sorted(index + 1 for index in failed[name] - set(changes))
            if missed:
                problems.append(f"{name}: nbval did not notice: {', '.join(missed)}")
            if beyond:
                problems.append(f"{name}: code cells that were not changed failed: {beyond}")
    print("changed outputs, by kind: " + ", ".join(f"{kind} {count}" for kind, count in sorted(seen.items())))
    problems += [f"no notebook gave occasion for this change: {kind}" for kind in MUST_HAPPEN if not seen[kind]]


def check_sources(notebooks: dict[str, Notebook], problems: list[str]) -> None:
    """Change one number of the code; if it makes no difference, change another one."""
    numbers = {name: numbers_in_code(notebook) for name, notebook in notebooks.items()}
    unnoticed = {name for name in numbers if numbers[name]}
    for attempt in range(SOURCES_TRIED):
        copies = {
            name: with_number_changed(notebooks[name], *numbers[name][attempt])
            for name in sorted(unnoticed)
            if attempt < len(numbers[name])
        }
        failed = run_copies(copies, first=True) if copies else {}
        for name in copies:
            if failed[name]:
                print(f"{name}: a changed number in the code makes code cell {min(failed[name]) + 1} fail")
                unnoticed.discard(name)
    problems += [f"{name}: changed numbers in the code made no difference" for name in sorted(unnoticed)]


def check_lint(notebooks: dict[str, Notebook], problems: list[str]) -> None:
    """Make the changes that nbval passes in silence."""
    for name, notebook in notebooks.items():
        if before := findings(json.dumps(notebook)):
            problems.append(f"{name}: the lint complains about the notebook as it is: {before}")
        for change in LINT_CHANGES:
            changed = copy.deepcopy(notebook)
            change(changed)
            if not findings(json.dumps(changed)):
                problems.append(f"{name}: the lint did not notice: {change.__doc__}")
    print(f"changes for the lint: {len(LINT_CHANGES)} in each of {len(notebooks)} notebooks")


def sixth(paths: Sequence[Path]) -> tuple[Sequence[Path], Sequence[int]]:
    """Return a sixth of the notebooks, and the run whose changes to try; the number of commits decides both."""
    commits = int(
        subprocess.run(["git", "rev-list", "--count", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    )
    chosen, turn = paths[commits % 6 :: 6], commits // 6 % ROUNDS
    print(f"{len(chosen)} of {len(paths)} notebooks, run {turn + 1} of {ROUNDS}:", ", ".join([path.stem for path in chosen]))
    return chosen, (turn,)


def main() -> int:
    """Check the notebooks; return the exit code."""
    started = time.perf_counter()
    paths: Sequence[Path] = sorted(NOTEBOOKS.glob("*.ipynb"))
    turns: Sequence[int] = range(ROUNDS)
    if "--sixth" in sys.argv[1:]:
        paths, turns = sixth(paths)
    notebooks = {path.name: json.loads(path.read_text(encoding="utf-8")) for path in paths}
    problems = [] if notebooks else ["there is no notebook to change"]
    check_lint(notebooks, problems)
    run = {name: notebook for name, notebook in notebooks.items() if runs_here(notebook)}
    for name in sorted(notebooks.keys() - run.keys()):
        print(f"{name}: some of its packages are not installed, so it shows what it stores; only the lint was tried on it")
    check_outputs(run, problems, turns)
    check_sources(run, problems)
    print("\n".join(problems) or "every change was noticed", f"({time.perf_counter() - started:.0f} s)")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
