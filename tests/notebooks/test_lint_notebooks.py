"""The lint finds what nbval passes in silence."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tools import check_notebook_tests, lint_notebooks

Notebook = dict[str, Any]


def code(number: int, source: str, *outputs: dict[str, Any]) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "id": f"code-{number}",
        "metadata": {},
        "source": source,
        "execution_count": number,
        "outputs": list(outputs),
    }


def words(number: int, source: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": f"words-{number}", "metadata": {}, "source": source}


def printed(text: str, name: str = "stdout") -> dict[str, Any]:
    return {"output_type": "stream", "name": name, "text": text}


GOOD: Notebook = {
    "nbformat": 4,
    "nbformat_minor": 5,
    "metadata": {},
    "cells": [
        words(1, "# Title\n\nWords."),
        code(1, "print(1)", printed("1\n")),
        code(2, "print(2)", printed("2\n")),
        words(2, "## Something to try\n\nMore."),
    ],
}


def changed(change: Callable[[Notebook], object]) -> list[str]:
    notebook = copy.deepcopy(GOOD)
    change(notebook)
    return lint_notebooks.findings(json.dumps(notebook))


def test_a_good_notebook_passes() -> None:
    assert lint_notebooks.findings(json.dumps(GOOD)) == []


def test_links_lead_to_files_that_are_there() -> None:
    def linked(address: str) -> Callable[[Notebook], object]:
        return lambda notebook: notebook["cells"].append(words(3, f"See [there]({address})."))

    assert changed(linked("10_northwood_rules.ipynb")) == changed(linked("https://jupyter.org")) == []
    assert changed(linked("99_nowhere.ipynb")) == ["links to 99_nowhere.ipynb, which is not there"]


@pytest.mark.parametrize("change", check_notebook_tests.LINT_CHANGES, ids=lambda change: change.__name__)
def test_what_the_mutation_check_changes_is_found(change: Callable[[Notebook], None]) -> None:
    assert changed(change)


def source(text: str) -> Callable[[Notebook], None]:
    return lambda notebook: notebook["cells"][1].update(source=text)


def output(*outputs: dict[str, Any]) -> Callable[[Notebook], None]:
    return lambda notebook: notebook["cells"][1].update(outputs=list(outputs))


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        (source("x = Output()"), "uses Output"),
        (source("clear_output()"), "uses clear_output"),
        (source("print(1)  # NBVAL_IGNORE_OUTPUT"), "is not compared"),
        (output(printed("careful\n", "stderr")), "stores a warning"),
        (output(printed("<A object at 0x7f0123456789>\n")), "stores a memory address"),
        (output(printed("C:\\Users\\ada\n")), "stores a path of one machine"),
        (output({"output_type": "error", "ename": "E", "evalue": "", "traceback": []}), "stores an error"),
        (output({"output_type": "display_data", "data": {lint_notebooks.VIEW: {}}}), "random name of a live widget"),
        (output(printed("a word " * 15 + "and\n" + "a word " * 15 + "anda")), "prints a line of 109 characters"),
        (output({"output_type": "execute_result", "data": {"text/plain": "a" * 108}}), "prints a line of 108 characters"),
        (lambda notebook: notebook["cells"].pop(), "has no section '## Something to try'"),
        (lambda notebook: notebook["cells"].reverse(), "exactly one '# Title'"),
        (lambda notebook: notebook["cells"].append(words(9, "# Another title")), "exactly one '# Title'"),
        (lambda notebook: notebook["cells"].append(words(1, "again")), "cells with the same id"),
        (lambda notebook: notebook.update(nbformat_minor=4), "older than notebook format 4.5"),
    ],
)
def test_each_finding(change: Callable[[Notebook], object], finding: str) -> None:
    assert any(finding in sentence for sentence in changed(change))


def test_a_long_line_is_only_shown_where_there_is_nothing_better() -> None:
    shown = {"output_type": "execute_result", "data": {"text/plain": "a" * 108, "text/markdown": "words"}}
    assert changed(output(shown, printed("a" * lint_notebooks.WIDEST))) == []


def test_an_ignored_output_with_its_reason_passes() -> None:
    assert changed(source("print(time())  # NBVAL_IGNORE_OUTPUT  # why: a clock")) == []


def test_few_outputs_may_be_ignored() -> None:
    notebook = copy.deepcopy(GOOD)
    notebook["cells"][1]["metadata"]["tags"] = ["nbval-skip"]
    rest = [json.dumps(GOOD)]
    assert lint_notebooks.shelf_findings([json.dumps(notebook), *rest * 24]) == []
    assert lint_notebooks.shelf_findings([json.dumps(notebook), *rest * 23]) == [
        "1 of 48 code cells are not compared; the limit is 2%"
    ]


def test_no_notebook_at_all_is_a_finding(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(lint_notebooks, "NOTEBOOKS", tmp_path)
    monkeypatch.setattr(lint_notebooks, "SITE", tmp_path)
    assert lint_notebooks.main([]) == 1


def pictured(**data: Any) -> dict[str, Any]:
    return {"output_type": "execute_result", "execution_count": 1, "metadata": {}, "data": {"text/plain": "words", **data}}


@pytest.mark.parametrize(
    ("shapes", "readable"),
    [
        ('<rect width="80" height="40.5" fill="#FFFFFF"/><text fill="#1F2328">a</text>', True),
        ('<rect x="1" y="1" width="78" height="38.5" fill="#f6f3ec" rx="12"/>', True),
        ('<text fill="#1F2328">a</text>', False),
        ('<rect width="8" height="40.5" fill="#FFFFFF"/>', False),
        ('<rect width="80" height="40.5" fill="none"/>', False),
    ],
)
def test_a_stored_picture_lies_on_paper_of_its_own(shapes: str, readable: bool) -> None:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 40.5" role="img">\n{shapes}</svg>'
    found = changed(lambda book: book["cells"][1]["outputs"].append(pictured(**{"image/svg+xml": svg})))
    assert [finding for finding in found if "ground" in finding] == found and bool(found) != readable


@pytest.mark.parametrize(("layout", "readable"), [({"paper_bgcolor": "#FFFFFF", "plot_bgcolor": "#FFFFFF"}, True), ({}, False)])
def test_a_stored_chart_lies_on_paper_of_its_own(layout: dict[str, str], readable: bool) -> None:
    chart = {"application/vnd.plotly.v1+json": {"data": [], "layout": layout}}
    found = changed(lambda book: book["cells"][1]["outputs"].append(pictured(**chart)))
    assert len(found) == (0 if readable else 1)
