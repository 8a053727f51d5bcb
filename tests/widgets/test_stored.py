"""A notebook without the packages it needs says so in a sentence, and keeps what is stored in it."""

from __future__ import annotations

import os
from pathlib import Path

import nbformat
import pytest

from tools.build_notebooks import NOTEBOOKS, ROOT, clean, code_cells, execute
from widgets.stored import needs

HIDE = """
import sys

class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"gymnasium", "pettingzoo", "pyspiel", "open_spiel"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hidden())
"""
"""Run at every start of Python in the folder that holds it as sitecustomize.py."""
NAME = "13_for_researchers"


@pytest.fixture
def without_the_extra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "sitecustomize.py").write_text(HIDE)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), str(ROOT)]))
    return tmp_path


@pytest.mark.long
def test_without_its_packages_a_notebook_keeps_what_is_stored_in_it(without_the_extra: Path) -> None:
    """In a real kernel; a cell that somebody adds runs all the same."""
    raw = (NOTEBOOKS / f"{NAME}.ipynb").read_text(encoding="utf-8")
    (without_the_extra / f"{NAME}.ipynb").write_text(raw, encoding="utf-8")
    book = nbformat.reads(raw, as_version=4)
    book.cells.append(nbformat.v4.new_code_cell("1 + 1"))
    execute(book, without_the_extra)
    first, *others, added = code_cells(book)
    assert [output.text for output in first.outputs] == [
        "Gymnasium, PettingZoo and OpenSpiel are not installed here: to run this notebook, run"
        ' `%pip install "tabletop-workbench[adapters]"` in a cell of its own and restart the kernel.\n'
        "Until then its cells show what is stored in them.\n"
    ]
    assert added.outputs[0].data == {"text/plain": "2"}
    clean(book, NAME)
    stored = code_cells(nbformat.reads(raw, as_version=4))[1:]
    assert [cell.outputs for cell in others] == [cell.outputs for cell in stored] and any(cell.outputs for cell in stored)


def test_with_its_packages_nothing_is_said() -> None:
    assert needs({"json": "JSON", "csv": "CSV"}, "adapters", "none.ipynb") == ""


def test_where_no_notebook_runs_the_sentence_is_all() -> None:
    said = needs({"json": "JSON", "no_such_package": "No Such"}, "lab", "none.ipynb")
    assert said == (
        "No Such is not installed here: to run this notebook,"
        ' run `%pip install "tabletop-workbench[lab]"` in a cell of its own and restart the kernel.\n'
    )
