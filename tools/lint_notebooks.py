"""Find the faults in notebooks that nbval passes in silence; run this in addition to ``pytest --nbval``.

    python tools/lint_notebooks.py                     # every notebook of notebooks/; exit 1 on any finding

nbval passes a notebook that was never run, or whose outputs were stripped, and it never compares bitmap pictures. This tool
demands that each notebook was run once from top to bottom, stores its outputs and nothing about the machine it ran on, stays
small, and gives a reason beside each output that is not compared.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"
SITE = ROOT / "docs" / "site"

LARGEST = 400_000
"""The most bytes of a notebook; the saved state of one plotly widget alone has 5,000,000."""
MOST_IGNORED = 0.02
"""The share of all code cells whose output may stay uncompared."""
LAST_SECTION = "Something to try"

MACHINE_PATH = re.compile(r"/(?:home|root|tmp|Users|opt|work|usr|var|srv)/\w\S*|[A-Z]:\\\\Users\S*")
ADDRESS = re.compile(r"\bat 0x[0-9a-fA-F]{6,}")
DIFFERS = re.compile(r"\bOutput\(|\bclear_output\(|\binteract\(|\binteractive\(|update_display|display_id")
"""For these, a front end stores something other than what nbval sees."""
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
"""A link to a file beside the notebook."""
IGNORED = re.compile(r"#\s*NBVAL_(?:IGNORE_OUTPUT|SKIP)")
FIRST_SHAPE = re.compile(
    r'<svg [^>]*viewBox="0 0 (?P<width>\S+) (?P<height>\S+)"[^>]*>\s*(?:<title>.*?</title>\s*)?(?P<shape><\w[^>]*>)',
    re.DOTALL,
)
COLOUR = r"#[0-9a-fA-F]{6}"
PLOTLY = "application/vnd.plotly.v1+json"
VIEW = "application/vnd.jupyter.widget-view+json"
BITMAPS = ("image/png", "image/jpeg")
WIDEST = 107
"""The longest printed line that fits beside JupyterLab's list of files on a page 1280 wide, in characters."""


def text_of(source: str | list[str]) -> str:
    """Return a cell's source or an output's text as one string."""
    return source if isinstance(source, str) else "".join(source)


def filled_code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the code cells that hold any code."""
    return [c for c in notebook["cells"] if c["cell_type"] == "code" and text_of(c["source"]).strip()]


def tags_of(cell: dict[str, Any]) -> set[str]:
    """Return a cell's tags."""
    return set(cell["metadata"].get("tags", []))


def is_ignored(cell: dict[str, Any]) -> bool:
    """Tell whether nbval does not compare this cell's outputs."""
    return bool({"nbval-ignore-output", "nbval-skip"} & tags_of(cell) or IGNORED.search(text_of(cell["source"])))


def findings(raw: str, folder: Path = NOTEBOOKS) -> list[str]:
    """Return a sentence for everything that is wrong with one notebook, given as the text of its file, in a folder."""
    notebook = json.loads(raw)
    found = []
    if (size := len(raw.encode())) > LARGEST:
        found.append(f"{size:,} bytes; the limit is {LARGEST:,}")
    if "widgets" in notebook["metadata"]:
        found.append("holds saved widget state; store it with tools/build_notebooks.py")
    if (notebook["nbformat"], notebook["nbformat_minor"]) < (4, 5):
        found.append("is older than notebook format 4.5, so its cells have no ids")
    ids = [cell.get("id") for cell in notebook["cells"]]
    if len(set(ids)) != len(ids):
        found.append("has cells with the same id")

    words = [text_of(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "markdown"]
    titles = [line for text in words for line in text.splitlines() if line.startswith("# ")]
    first = text_of(notebook["cells"][0]["source"]) if notebook["cells"] else ""
    if len(titles) != 1 or not first.startswith("# ") or first != words[0]:
        found.append("must have exactly one '# Title', in its first cell")
    if not any(re.search(rf"^##+ .*{LAST_SECTION}", text, re.MULTILINE) for text in words):
        found.append(f"has no section '## {LAST_SECTION}'")

    links = [link for text in words for link in LINK.findall(text)]
    found += [f"links to {link}, which is not there" for link in links if not (folder / link).exists()]

    cells = filled_code_cells(notebook)
    counts = [cell.get("execution_count") for cell in cells]
    if counts != list(range(1, len(cells) + 1)):
        found.append(f"was not run once from top to bottom: its execution counts are {counts}")
    if not any(cell.get("outputs") for cell in cells):
        found.append("stores no output at all, so nbval would compare nothing")
    for number, cell in enumerate(cells, start=1):
        found += [f"code cell {number} {finding}" for finding in cell_findings(cell)]
    return found


def cell_findings(cell: dict[str, Any]) -> list[str]:
    """Return the end of a sentence for everything that is wrong with one code cell."""
    found, source = [], text_of(cell["source"])
    if is_ignored(cell) and not re.search(r"#\s*why:\s*\w+", source):
        found.append("is not compared and has no '# why: ...' comment")
    if (different := DIFFERS.search(source)) is not None:
        found.append(f"uses {different[0].strip('(')}, whose stored output differs from what nbval sees")
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        if output["output_type"] == "error" and "raises-exception" not in tags_of(cell):
            found.append("stores an error")
        if output.get("name") == "stderr":
            found.append("stores a warning (text on stderr)")
        stored = json.dumps(output)
        if (path := MACHINE_PATH.search(stored)) is not None:
            found.append(f"stores a path of one machine: {path[0][:60]}")
        if ADDRESS.search(stored):
            found.append("stores a memory address; give the object a __repr__ of its own or print facts")
        if VIEW in data:
            found.append("stores the random name of a live widget")
        if any(kind in data for kind in BITMAPS):
            found.append("stores a bitmap picture, which nbval never compares; use SVG")
        # a page shows the richest form; and what is not compared depends on the machine
        plain = not set(data) - {"text/plain"} and not is_ignored(cell)
        printed = text_of(output.get("text", data.get("text/plain", ""))) if plain else ""
        if longest := max([line for line in printed.splitlines() if len(line) > WIDEST], key=len, default=""):
            start = f"prints a line of {len(longest)} characters, but JupyterLab breaks a word after {WIDEST}: {longest[:40]!r}"
            found.append(f"{start}; display it, or print textwrap.fill(..., 100)")
        if not has_ground(data):
            found.append("stores a picture without a ground of its own, whose words are dark on black in a dark theme")
    return found


def has_ground(data: dict[str, Any]) -> bool:
    """Say whether the stored picture of an output, if there is one, draws its own paper background.

    Without a kernel a picture cannot follow the theme of the page: JupyterLab shows stored SVG as an image that styles cannot
    reach.
    """
    if PLOTLY in data:
        layout = data[PLOTLY]["layout"]
        return all(re.fullmatch(COLOUR, str(layout.get(name))) for name in ("paper_bgcolor", "plot_bgcolor"))
    if "image/svg+xml" not in data:
        return True
    first = FIRST_SHAPE.match(text_of(data["image/svg+xml"]))
    if first is None or not first["shape"].startswith("<rect"):
        return False
    # a frame may be drawn half a line inside the edge
    found = {side: re.search(rf'\b{side}="([\d.]+)"', first["shape"]) for side in ("width", "height")}
    covers = all(one is not None and float(one[1]) + 2 >= float(first[side]) for side, one in found.items())
    return covers and re.search(rf'\bfill="{COLOUR}"', first["shape"]) is not None and "opacity" not in first["shape"]


def shelf_findings(raws: list[str]) -> list[str]:
    """Return a sentence for what is wrong with all notebooks taken together."""
    cells = [cell for raw in raws for cell in filled_code_cells(json.loads(raw))]
    ignored = sum(map(is_ignored, cells))
    if ignored > MOST_IGNORED * len(cells):
        return [f"{ignored} of {len(cells)} code cells are not compared; the limit is {MOST_IGNORED:.0%}"]
    return []


def main(names: list[str]) -> int:
    """Check the named notebooks, or all below notebooks/ and that of the site; return the exit code."""
    everywhere = [*NOTEBOOKS.rglob("*.ipynb"), *SITE.glob("*.ipynb")]
    paths = [Path(name) for name in names] or sorted(path for path in everywhere if path.parent.name[0] != ".")
    raws = [path.read_text(encoding="utf-8") for path in paths]
    found = [
        f"{path.name}: {finding}" for path, raw in zip(paths, raws, strict=True) for finding in findings(raw, path.parent)
    ]
    found += [f"all notebooks: {finding}" for finding in shelf_findings(raws)]
    if not paths:
        found.append("there is no notebook to check")
    print("\n".join(found) or f"{len(paths)} notebooks are clean")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
