"""The mutation check is itself strict: it notices when nbval is blind, and when a change spreads."""

from __future__ import annotations

import ast
import copy
import json
from collections import Counter
from typing import Any

import pytest

from tests.notebooks.test_lint_notebooks import GOOD, code, printed
from tools import check_notebook_tests
from tools.check_notebook_tests import OUTPUT_CHANGES, Cell


def picture(fill: str = "#0072B2") -> dict[str, Any]:
    svg = f'<svg><rect x="1" fill="{fill}"/></svg>'
    return {"output_type": "display_data", "data": {"text/plain": "a board of 8", "image/svg+xml": svg}}


@pytest.mark.parametrize("change", OUTPUT_CHANGES, ids=lambda change: change.__name__)
def test_every_change_changes_what_is_stored(change: Any) -> None:
    plot = {"output_type": "display_data", "data": {"application/vnd.plotly.v1+json": {"data": [{"x": [1, 2]}]}}}
    error = {"output_type": "error", "ename": "E", "evalue": "what", "traceback": []}
    cell = code(1, "", printed("three words 12\n"), picture(), plot, error)
    before = copy.deepcopy(cell)
    assert change(cell)
    assert cell != before


def test_a_change_says_when_there_is_nothing_to_change() -> None:
    cell: Cell = code(1, "", printed("...\n"))
    assert [change.__name__ for change in OUTPUT_CHANGES if change(copy.deepcopy(cell))] == ["deletion"]


def test_a_notebook_that_lacks_packages_is_told_from_one_that_runs() -> None:
    for packages, runs in (("{}", True), ('{"json": "JSON"}', True), ('{"json": "JSON", "no_such_package": "No Such"}', False)):
        asks = f'from widgets.stored import needs\n\nPACKAGES = {packages}\nprint(needs(PACKAGES, "lab", "x.ipynb"))'
        assert check_notebook_tests.runs_here({"cells": [code(1, asks), code(2, "1 + 1")]}) == runs
    assert check_notebook_tests.runs_here(GOOD)


def test_numbers_in_code_begin_with_the_seed() -> None:
    notebook = copy.deepcopy(GOOD)
    notebook["cells"][1]["source"] = "rows = range(3)\nprint('é', play(12, seed=7))"
    [(index, constant), *rest] = check_notebook_tests.numbers_in_code(notebook)
    assert (index, constant.value) == (1, 7)
    assert sorted(other.value for _, other in rest) == [2, 3, 12]
    changed = check_notebook_tests.with_number_changed(notebook, index, constant)
    assert changed["cells"][1]["source"] == "rows = range(3)\nprint('é', play(12, seed=8))"


@pytest.mark.long
def test_real_runs_tell_caught_from_missed(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """Three small notebooks through the real nbval: one as it should be, one that ignores a seed, one that is wrong already."""
    monkeypatch.setattr(check_notebook_tests, "NOTEBOOKS", tmp_path)
    good, deaf, wrong = (copy.deepcopy(GOOD) for _ in range(3))
    good["cells"][1] = code(1, "x = 41\nprint('words', x)", printed("words 41\n"))
    deaf["cells"][1:3] = [code(1, "x = 41"), code(2, "print('words')", printed("words\n"))]
    wrong["cells"][2] = code(2, "print(2)", printed("3\n"))
    notebooks = {"good.ipynb": good, "deaf.ipynb": deaf, "wrong.ipynb": wrong}
    problems: list[str] = []
    monkeypatch.setattr(check_notebook_tests, "SOURCES_TRIED", 1)
    monkeypatch.setattr(check_notebook_tests, "WORKERS", 0)
    check_notebook_tests.check_outputs(notebooks, problems)
    check_notebook_tests.check_sources(notebooks, problems)
    assert "wrong.ipynb: code cells that were not changed failed: [2]" in problems
    assert "deaf.ipynb: changed numbers in the code made no difference" in problems
    assert not any("good.ipynb" in problem for problem in problems)
    assert "no notebook gave occasion for this change: colour" in problems


def test_every_cell_has_its_turn_and_the_rarest_change_comes_first() -> None:
    notebook = copy.deepcopy(GOOD)
    notebook["cells"] += [code(3, "", picture()), code(4, ""), code(5, "", picture("#000000"))]
    seen = Counter({"number": 9, "deletion": 9, "face": 9, "picture": 9, "word": 9})
    turns = [check_notebook_tests.changed_outputs(copy.deepcopy(notebook), turn, seen) for turn in range(2)]
    assert turns == [{0: "number", 2: "colour"}, {1: "deletion", 4: "colour"}]


def test_the_lint_is_tried_on_the_notebooks_as_they_are() -> None:
    problems: list[str] = []
    check_notebook_tests.check_lint({"good.ipynb": GOOD}, problems)
    assert problems == []
    unrun = json.loads(json.dumps(GOOD))
    unrun["cells"][1]["execution_count"] = None
    check_notebook_tests.check_lint({"unrun.ipynb": unrun}, problems)
    assert [problem for problem in problems if "complains about the notebook as it is" in problem]


def test_lines_of_the_notebook_itself_are_passed_over() -> None:
    notebook = copy.deepcopy(GOOD)
    notebook["cells"][1]["source"] = "%time x = 3"
    assert all(isinstance(constant, ast.Constant) for _, constant in check_notebook_tests.numbers_in_code(notebook))
