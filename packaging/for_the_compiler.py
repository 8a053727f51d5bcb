"""A plugin of mypy for the compiled build: the rules need not know of the compiler.

- Phases, states, games and players stay open to subclasses in plain Python. mypyc asks for a decorator on each such class,
  `mypyc_attr(allow_interpreted_subclasses=True)`. With this plugin a class gets it from its base, so it stands on a few classes
  of the core.
- The positions of a game get a `copy`, which `workbench.core.copying` writes from the annotated fields. In plain Python the
  class gets it as it is made; the compiler has to see it in the module.
"""

from __future__ import annotations

import ast
import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from mypy.nodes import GDEF, CallExpr, ClassDef, RefExpr, SymbolTableNode
from mypy.options import Options
from mypy.plugin import ClassDefContext, Plugin

DECORATOR: Final = "mypy_extensions.mypyc_attr"


def decorator_of(definition: ClassDef) -> CallExpr | None:
    """Return the call of mypyc's decorator on a class, if there is one."""
    for one in definition.decorators:
        if isinstance(one, CallExpr) and isinstance(one.callee, RefExpr) and one.callee.fullname == DECORATOR:
            return one
    return None


def inherit(context: ClassDefContext) -> None:
    """Give a class the decorator of a base, unless it has one."""
    if decorator_of(context.cls) is not None:
        return
    for base in context.cls.info.mro[1:]:
        found = decorator_of(base.defn)
        if found is not None:
            context.cls.decorators.append(found)
            # mypy may read the class again, and then looks the decorator's name up in the module
            symbol = SymbolTableNode(GDEF, context.api.lookup_fully_qualified(DECORATOR).node, module_public=False)
            context.api.modules[context.api.cur_mod_id].names.setdefault(DECORATOR.rpartition(".")[2], symbol)
            return


COPYING: Final = runpy.run_path(str(Path(__file__).parents[1] / "workbench/core/copying.py"))


def with_copies(source: Any) -> str:
    """Return a module's source with a `copy` in each class of positions, on the blank line that follows the slots."""
    text: str = source if isinstance(source, str) else source.decode("utf-8")
    lines = text.split("\n")
    for kind in ast.parse(text).body if "(State[" in text else ():
        if not isinstance(kind, ast.ClassDef) or not any([ast.unparse(base).startswith("State[") for base in kind.bases]):
            continue
        fields = [(ast.unparse(one.target), ast.unparse(one.annotation)) for one in kind.body if isinstance(one, ast.AnnAssign)]
        values = {name: COPYING["copied"](name, annotation) for name, annotation in fields}
        for after in [one.end_lineno or 0 for one in kind.body if ast.unparse(one) == "__slots__ = tuple(__annotations__)"]:
            assert not lines[after], f"A blank line must follow the slots of {kind.name}."
            lines[after] = f"    {COPYING['copy_text'](values, returns=kind.name)}"
    return "\n".join(lines)


class ForTheCompiler(Plugin):
    """Lets classes inherit mypyc's decorator, and gives positions their `copy`."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        if hasattr(options, "native_parser"):  # only the older parser lets a plugin change a module first
            options.native_parser = False
        options.transform_source = with_copies

    def get_base_class_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        """Return what looks at each class that has a base."""
        return inherit


def plugin(version: str) -> type[Plugin]:
    """Return the plugin, for mypy."""
    return ForTheCompiler
