"""A plugin of mypy for the compiled build: phases, states, games and players stay open to subclasses in plain Python.

mypyc asks for a decorator on each such class, `mypyc_attr(allow_interpreted_subclasses=True)`. With this plugin a class gets it
from its base. So it stands on a few classes of the core, and the rules need not know of the compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.nodes import GDEF, CallExpr, ClassDef, RefExpr, SymbolTableNode
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


class OpenClasses(Plugin):
    """Lets classes inherit mypyc's decorator."""

    def get_base_class_hook(self, fullname: str) -> Callable[[ClassDefContext], None] | None:
        """Return what looks at each class that has a base."""
        return inherit


def plugin(version: str) -> type[Plugin]:
    """Return the plugin, for mypy."""
    return OpenClasses
