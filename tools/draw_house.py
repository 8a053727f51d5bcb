"""Draw which part of the code imports which, as text, from the code itself.

    python tools/draw_house.py           # prints the drawing that docs/built.md shows

A part is a package, or a module at the top of `workbench`. Imports inside functions count, too, and are in brackets: Python
makes them when they are needed, so the part that holds them stays light.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FRONT = "workbench"
"""What `import workbench` offers: the file `workbench/__init__.py`."""


def part_of(module: str) -> str:
    """Return the part that a module belongs to.

    >>> part_of("workbench.games.keydom.score"), part_of("widgets.table"), part_of("workbench")
    ('games', 'widgets', 'workbench')
    """
    words = module.split(".")
    return words[1] if words[0] == FRONT and len(words) > 1 else words[0]


def modules() -> dict[str, Path]:
    """Return every module of the project by its name."""
    files = [*(ROOT / "workbench").rglob("*.py"), *(ROOT / "widgets").rglob("*.py")]
    names = {path: path.relative_to(ROOT).with_suffix("").parts for path in files}
    return {".".join(name[:-1] if name[-1] == "__init__" else name): path for path, name in names.items()}


def arrows() -> dict[str, dict[str, bool]]:
    """Return for each part the parts it imports, and whether it does so at once (or only inside functions)."""
    known = modules()
    found: dict[str, dict[str, bool]] = defaultdict(dict)
    for module, path in known.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        nodes = list(statements(tree))
        typed = {id(inner) for node in nodes if is_for_types(node) for inner in statements(node)}
        top = set(map(id, tree.body))
        for node in nodes:
            if id(node) in typed or not isinstance(node, ast.Import | ast.ImportFrom):
                continue
            for target in targets(node, known):
                here, there = part_of(module), part_of(target)
                if here != there:
                    found[here][there] = found[here].get(there, False) or id(node) in top
    return found


def statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Go through all statements of a piece of code, whatever they are inside of; the expressions in them hold none."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for node in getattr(tree, name, ()):
            yield node
            yield from statements(node)


def is_for_types(node: ast.AST) -> bool:
    """Return whether a block is read by type checkers only."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def targets(node: ast.Import | ast.ImportFrom, known: dict[str, Path]) -> list[str]:
    """Return the modules of this project that a line imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names if alias.name in known]
    if node.module not in known:
        return []
    return [name if (name := f"{node.module}.{alias.name}") in known else node.module for alias in node.names]


def drawing() -> str:
    """Return the drawing: a line for each part with the parts that it imports; parts that need most others come first."""
    found = arrows()
    parts = sorted({*map(part_of, modules())})
    lines = []
    for part in sorted(parts, key=lambda part: (-len(below(part, found)), part)):
        imported = sorted(found[part], key=lambda other: (not found[part][other], other))
        shown = [other if found[part][other] else f"({other})" for other in imported]
        lines.append(f"{part:12} -> {', '.join(shown) or 'nothing'}")
    return "\n".join(lines)


def below(part: str, found: dict[str, dict[str, bool]]) -> set[str]:
    """Return every part that a part needs at once, directly or through others."""
    seen: set[str] = set()
    waiting = [part]
    while waiting:
        for other, at_once in found[waiting.pop()].items():
            if at_once and other not in seen:
                seen.add(other)
                waiting.append(other)
    return seen


if __name__ == "__main__":
    print(drawing())
