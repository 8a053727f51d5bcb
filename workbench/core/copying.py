"""The `copy` of a class of positions, written from the class's annotations.

It is written out field by field, because a loop over a table takes twice as long in plain Python, and more than ten times as
long compiled. Plain classes get it as they are made (`State.__init_subclass__`), compiled ones before mypyc reads their module
(`packaging/for_the_compiler.py`, which loads this file alone, so it imports nothing of the workbench).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

SUMMARY: Final = "Return an independent position equal to this one, without a listener."


def copied(name: str, annotation: str) -> str:
    """Return the expression that copies a field.

    Lists are copied, so a list must not hold other lists; everything else is shared, because nothing changes it in place.

    >>> copied("pile", "list[int]"), copied("round", "int")
    ('self.pile[:]', 'self.round')
    """
    return f"self.{name}[:]" if annotation.split("[")[0] == "list" else f"self.{name}"


def copy_text(values: Mapping[str, str], begin: str = "self.bare_copy()", returns: str = "Any") -> str:
    """Return the source of a `copy`, in one line.

    Args:
        values: the expression for each field of the new position, by the field's name.
        begin: the expression that makes the new position.
        returns: what `copy` returns, as an annotation.

    >>> for step in copy_text({"pile": "self.pile[:]", "round": "self.round"}, returns="MyState").split("; "):
    ...     print(step)
    def copy(self) -> MyState: 'Return an independent position equal to this one, without a listener.'
    other = self.bare_copy()
    other.pile = self.pile[:]
    other.round = self.round
    return other
    """
    steps = [f"other.{name} = {value}" for name, value in values.items()]
    return f"def copy(self) -> {returns}: {'; '.join([repr(SUMMARY), f'other = {begin}', *steps, 'return other'])}"


def give_copy(kind: type[Any], state: type[Any]) -> None:
    """Give a class a `copy` if it annotates its fields, with ``__slots__ = tuple(__annotations__)``, and has none.

    Args:
        kind: the class of positions; what its base copies is copied as the base does it.
        state: `workbench.core.State`, whose own `copy` goes by the table of fields.
    """
    given = vars(kind)
    fields = given.get("__annotations__", {})
    if not fields or given.get("__slots__") != tuple(fields) or "copy" in given:
        return
    base = super(kind, kind).copy
    words = {name: one if isinstance(one, str) else getattr(one, "__name__", "") for name, one in fields.items()}
    values = {name: copied(name, one) for name, one in words.items()}
    made: dict[str, Any] = {"base": base, "Any": Any}
    exec(copy_text(values, "self.bare_copy()" if base is state.copy else "base(self)"), made)
    made["copy"].__qualname__ = f"{kind.__qualname__}.copy"
    made["copy"].__module__ = kind.__module__
    kind.copy = made["copy"]
