"""The cookbook names every phase of every large game, and each of its recipes changes what it says."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from html import unescape
from typing import Any

import nbformat
import pytest

import workbench as wb
from tests.notebooks.answers import NOTEBOOKS
from workbench.core.phase import Phase
from workbench.core.recipes import Both

COOKBOOK = NOTEBOOKS / "02_changing_rules.ipynb"


@cache
def cells() -> list[Any]:
    """The code cells of the notebook."""
    return [cell for cell in nbformat.read(COOKBOOK, as_version=4).cells if cell.cell_type == "code"]


@pytest.mark.parametrize("name", wb.game_names())
def test_it_names_every_phase(name: str) -> None:
    outputs = [output.get("data", {}) for cell in cells() for output in cell.outputs]
    shown = [unescape(data["text/html"]) for data in outputs if "text/html" in data]
    phases = wb.load(name).phases
    assert [phase for phase in phases if not any(f"<b>{phase}</b>: {phases[phase].title}<" in html for html in shown)] == []


@pytest.mark.long
def test_each_recipe_changes_what_it_says() -> None:
    space: dict[str, Any] = {"__name__": "__main__"}
    found: list[Both] = []
    for cell in cells():
        tree = ast.parse(cell.source)
        if "lab" in cell.source:
            continue  # measures for a while; the stored outputs are compared with the others
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, "a cell", "exec"), space)
        if last is not None:
            value = eval(compile(ast.unparse(last), "the end of a cell", "eval"), space)
            found += [value] if isinstance(value, Both) else []
    for both in found:
        assert both.before != both.after, both
        assert both.replaced, both
        (phase,) = both.game.replaced_phases
        assert both.replaced == both.game.phases[phase].replaces or not both.game.phases[phase].replaces, both
    assert min(Counter([both.game.name for both in found])[name] for name in wb.game_names()) >= 3
    written = {name for name, made in space.items() if isinstance(made, type) and issubclass(made, Phase)}
    tried = {type(both.game.phases[name]).__name__ for both in found for name in both.game.replaced_phases}
    own = {name for name in written if space[name].__module__ == "__main__"}
    assert own - tried == {"MustScoreBecause"}  # changes a sentence of a rule that is tried


def test_recipes_are_short() -> None:
    for cell in cells():
        for node in ast.parse(cell.source).body:
            if isinstance(node, ast.ClassDef):
                assert node.end_lineno is not None
                assert node.end_lineno - node.lineno < 10, node.name
