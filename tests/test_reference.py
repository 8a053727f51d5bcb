"""The reference: it has every name that people import, with a docstring and an example."""

from __future__ import annotations

import ast
import inspect
import json
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import widgets
import workbench as wb
from workbench import lab, own

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "reference"
NOTEBOOKS = sorted((*(ROOT / "notebooks").rglob("[!.]*.ipynb"), *(ROOT / "docs").rglob("[!.]*.ipynb")))
MODULE = re.compile(r"automodule:: (?P<module>\S+)\n   :members:(?P<names>.*)")
SINGLE = re.compile(r"auto(?:function|class|exception|data):: (\w+)")
MADE_BY = re.compile(r"`(\w+)` (?:and `\w+` )?returns? (?:it|one)\.")


def documented() -> set[tuple[str, str]]:
    """Every name in the reference with its module."""
    found = {("workbench", name) for name in SINGLE.findall((PAGES / "workbench.md").read_text("utf-8"))}
    for page in PAGES.rglob("*.md"):
        for block in MODULE.finditer(page.read_text("utf-8")):
            module = import_module(block["module"])
            names = [name.strip() for name in block["names"].split(",") if name.strip()] or members(module)
            found |= {(module.__name__, name) for name in names}
    return found


def members(module: ModuleType) -> list[str]:
    """What Sphinx shows of a module: its `__all__`, or what it defines."""
    if hasattr(module, "__all__"):
        return list(module.__all__)
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    defined = [node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    assigned = [node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    targets = [target for node in assigned for target in (node.targets if isinstance(node, ast.Assign) else [node.target])]
    return [*defined, *(target.id for target in targets if isinstance(target, ast.Name))]


def imported(notebook: Path) -> set[tuple[str, str]]:
    """Every name that a notebook imports from this project, with its module."""
    cells = json.loads(notebook.read_text("utf-8"))["cells"]
    found = set()
    for cell in cells:
        source = "".join(cell["source"])
        if cell["cell_type"] != "code" or source.startswith("%%"):
            continue
        for node in ast.walk(ast.parse(re.sub(r"^[%!].*$", "", source, flags=re.MULTILINE))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in ("workbench", "widgets"):
                found |= {(str(node.module), name.name) for name in node.names}
    return found


def test_notebooks_import_only_what_stands_in_the_reference() -> None:
    public = documented()
    modules = {module for module, _ in public}
    missing = {
        f"{module}.{name} ({notebook.stem})"
        for notebook in NOTEBOOKS
        for module, name in imported(notebook)
        if (module, name) not in public and f"{module}.{name}" not in modules and not module.startswith("workbench.course")
    }
    assert sorted(missing) == [], "put it into docs/reference, or import it from the module that is documented"


def test_the_first_page_lists_what_the_workbench_offers() -> None:
    assert {name for module, name in documented() if module == "workbench"} == set(wb.__all__)


def test_what_the_reference_names_exists() -> None:
    assert [f"{module}.{name}" for module, name in sorted(documented()) if not hasattr(import_module(module), name)] == []


@pytest.mark.parametrize("module", [wb, lab, own, widgets], ids=lambda module: module.__name__)
def test_each_public_name_is_documented_with_an_example(module: Any) -> None:
    public = {name: getattr(module, name) for name in module.__all__}
    without = [name for name, thing in public.items() if callable(thing) and not has_example(module, thing)]
    assert without == []


def has_example(module: ModuleType, thing: Any) -> bool:
    """Whether a docstring has an example, or names the function that makes such an object and has one; errors need none."""
    text = inspect.getdoc(thing) or ""
    made_by = MADE_BY.search(text)
    if made_by is not None:
        return ">>>" in (inspect.getdoc(getattr(module, made_by[1])) or "")
    return ">>>" in text or (isinstance(thing, type) and issubclass(thing, Exception))
