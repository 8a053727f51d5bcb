"""Execute, clean and store notebooks. The files in notebooks/ are the source; this is the only thing that writes outputs.

    python tools/build_notebooks.py                    # every notebook of notebooks/ except the lessons of the course
    python tools/build_notebooks.py 00_start_here      # some of them
    python tools/build_notebooks.py --check            # store nothing; say which would change (exit 1 if any)
    python tools/build_notebooks.py --from lesson.py   # make notebooks/lesson.ipynb out of a text file, then build it
    python tools/build_notebooks.py --text 00_start_here > lesson.py      # the way back, to edit a notebook as text

The text form: ``# %% [markdown]`` starts a text cell, whose lines begin with ``# ``; ``# %%`` starts a code cell. Tags follow
the mark: ``# %% tags=["raises-exception"]``; a cell whose code is folded away begins with ``# %% folded``.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from pathlib import Path

import nbformat
from nbclient.exceptions import CellExecutionError
from nbformat import NotebookNode

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tools.kernels import client  # noqa: E402  # run as a script, from anywhere

NOTEBOOKS = ROOT / "notebooks"
WITH_LESSONS = ("for_the_class", "for_the_lecturer")
"""Notebooks in the folder of the course that are not lessons; `build_course.py` makes the lessons."""

MARK = re.compile(r"^# %%(?P<markdown> \[markdown\])?(?P<folded> folded)?(?: tags=(?P<tags>\[.*\]))?\s*$")
KEPT_IN_CELLS = ("tags", "jupyter", "nbgrader")
"""Cell metadata that an author writes; a front end adds much more."""
FOLDED = {"jupyter": {"source_hidden": True}}
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
VIEW = "application/vnd.jupyter.widget-view+json"


class NotebookError(Exception):
    """A notebook cannot be built; the message says which cell and why."""


def from_text(text: str) -> NotebookNode:
    """Return the notebook, not yet run, that `text` in the percent form describes.

    >>> book = from_text('# %% [markdown]\\n# # Title\\n#\\n# Words.\\n\\n# %% tags=["raises-exception"]\\n1 / 0\\n')
    >>> [(cell.cell_type, cell.source) for cell in book.cells]
    [('markdown', '# Title\\n\\nWords.'), ('code', '1 / 0')]
    >>> to_text(book) == to_text(from_text(to_text(book)))
    True
    """
    book = nbformat.v4.new_notebook()
    for line in text.splitlines():
        if mark := MARK.match(line):
            make = nbformat.v4.new_markdown_cell if mark["markdown"] else nbformat.v4.new_code_cell
            metadata = {"tags": json.loads(mark["tags"])} if mark["tags"] else {}
            book.cells.append(make("", metadata={**metadata, **(FOLDED if mark["folded"] else {})}))
        elif not book.cells:
            if line.strip():
                raise NotebookError(f"the text must begin with a cell mark such as '# %%', not with {line!r}")
        elif book.cells[-1].cell_type == "markdown":
            if line and not line.startswith("#"):
                raise NotebookError(f"a line of a text cell must begin with '# ': {line!r}")
            book.cells[-1].source += line.removeprefix("#").removeprefix(" ") + "\n"
        else:
            book.cells[-1].source += line + "\n"
    for cell in book.cells:
        cell.source = cell.source.strip("\n")
    return book


def to_text(book: NotebookNode) -> str:
    """Return the percent form of a notebook, without its outputs."""
    parts = []
    for cell in book.cells:
        tags = " folded" if cell.metadata.get("jupyter", {}).get("source_hidden") else ""
        tags += f" tags={json.dumps(cell.metadata.tags)}" if cell.metadata.get("tags") else ""
        if cell.cell_type == "markdown":
            words = "\n".join(f"# {line}".rstrip() for line in cell.source.splitlines())
            parts.append(f"# %% [markdown]{tags}\n{words}\n")
        else:
            parts.append(f"# %%{tags}\n{cell.source}\n")
    return "\n".join(parts)


def execute(book: NotebookNode, folder: Path) -> None:
    """Run every cell of `book` in a fresh kernel that works in `folder`.

    Raises:
        NotebookError: a cell failed, or a cell tagged raises-exception did not.
    """
    running = client(
        book,
        folder,
        kernel_name="python3",
        store_widget_state=False,
        record_timing=False,
        coalesce_streams=True,
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
    )
    try:
        running.execute()
    except CellExecutionError as error:
        raise NotebookError(f"a cell failed.\n{COLOUR.sub('', str(error))}") from None
    for number, cell in enumerate(code_cells(book), start=1):
        raised = any(output.output_type == "error" for output in cell.outputs)
        if "raises-exception" in cell.metadata.get("tags", []) and not raised:
            raise NotebookError(f"code cell {number} is tagged raises-exception but raised nothing: {cell.source[:80]!r}")


def code_cells(book: NotebookNode) -> list[NotebookNode]:
    """Return the code cells."""
    return [cell for cell in book.cells if cell.cell_type == "code"]


def clean(book: NotebookNode, stem: str) -> None:
    """Keep in `book` only the author's text and the program's answers, and nothing that differs between runs."""
    book.cells = [cell for cell in book.cells if cell.source.strip()]
    book.metadata = nbformat.from_dict(
        {
            "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},  # no patch version of Python
        }
    )
    book.nbformat, book.nbformat_minor = 4, 5
    for number, cell in enumerate(book.cells):
        cell.id = f"{stem}-{number:02d}"
        cell.metadata = nbformat.from_dict({key: cell.metadata[key] for key in KEPT_IN_CELLS if cell.metadata.get(key)})
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(VIEW, None)  # a random name, useless once the kernel has stopped
            if output.output_type == "error":
                output.traceback = [f"{output.ename}: {output.evalue}"]  # the full traceback contains paths of this machine


def build(path: Path) -> str:
    """Return what `path` should hold: its cells run and cleaned. The file stays as it is."""
    return build_book(nbformat.read(path, as_version=4), path.stem, path.parent)


def build_book(book: NotebookNode, stem: str, folder: Path) -> str:
    """Return the text of a notebook whose cells have been run in `folder` and cleaned; `book` is changed."""
    for cell in code_cells(book):
        cell.outputs, cell.execution_count = [], None
    clean(book, stem)
    execute(book, folder)
    clean(book, stem)
    nbformat.validate(book)
    return f"{nbformat.writes(book)}\n"


def find(name: str) -> Path:
    """Return the notebook that `name` means: a path, or a name in notebooks/ with or without its ending."""
    for path in (Path(name), NOTEBOOKS / name, place_of(name)):
        if path.suffix == ".ipynb" and path.is_file():
            return path.resolve()
    known = ", ".join(path.stem for path in all_notebooks())
    raise NotebookError(f"there is no notebook {name!r}; there are: {known}")


def place_of(stem: str) -> Path:
    """Return where the notebook of this name is.

    >>> place_of("for_the_class").relative_to(NOTEBOOKS).as_posix()
    'course/for_the_class.ipynb'
    """
    return NOTEBOOKS / ("course" if stem in WITH_LESSONS else "") / f"{stem}.ipynb"


def all_notebooks() -> list[Path]:
    """Return every notebook that this tool builds."""
    return [*sorted(NOTEBOOKS.glob("*.ipynb")), *map(place_of, WITH_LESSONS)]


def main(arguments: list[str] | None = None) -> int:
    """Carry out one command line; return its exit code."""
    parser = argparse.ArgumentParser(description="Execute, clean and store notebooks.")
    parser.add_argument("names", nargs="*", help="notebooks; all of notebooks/ if none is named")
    parser.add_argument("--check", action="store_true", help="store nothing, say which would change")
    parser.add_argument("--from", dest="texts", metavar="FILE.py", action="append", default=[], help="text to make into one")
    parser.add_argument("--text", metavar="NAME", help="print a notebook in the text form")
    options = parser.parse_args(arguments)
    # the notebooks run the code of this checkout, even if another version is installed
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    changed, failed = [], []
    try:
        if options.text:
            print(to_text(nbformat.read(find(options.text), as_version=4)), end="")
            return 0
        paths = [find(name) for name in options.names]
        for text in map(Path, options.texts):
            paths.append(place_of(text.stem))
            book = from_text(text.read_text(encoding="utf-8"))
            clean(book, text.stem)
            paths[-1].write_text(f"{nbformat.writes(book)}\n", encoding="utf-8")
    except (NotebookError, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    for path in paths or all_notebooks():
        started = time.perf_counter()
        try:
            built = build(path)
        except NotebookError as error:
            failed.append(path.name)
            print(f"{path.name}: {error}", file=sys.stderr)
            continue
        differs = built != path.read_text(encoding="utf-8")
        changed += [path.name] * differs
        if differs and not options.check:
            path.write_text(built, encoding="utf-8")
        word = ("would change" if options.check else "stored") if differs else "unchanged"
        print(f"{path.name}: {word}, {len(built.encode()):,} bytes, {time.perf_counter() - started:.1f} s")
    return 1 if failed or (options.check and changed) else 0


if __name__ == "__main__":
    sys.exit(main())
