"""Find tests that wait for time, read a clock, list threads or start kernels with ports: they fail by chance on a busy machine.

    python tools/lint_tests.py               # every file of tests/; exit 1 on any finding
    python tools/lint_tests.py tests/lab     # only some

Only `tests/waiting.py` may do so. The tool also reads code in strings (cells of notebooks, programs that a test starts). If
something must misbehave so that a test can notice it, a comment on the line says so: ``# waits: a player that never answers``.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TESTS = ROOT / "tests"
ALLOWED = (TESTS / "waiting.py", TESTS / "tools" / "test_lint_tests.py")

CLOCKS = "monotonic perf_counter process_time thread_time monotonic_ns perf_counter_ns process_time_ns thread_time_ns time_ns"
BANNED = {
    **dict.fromkeys(("sleep", "wait_for_timeout"), "waits for time to pass; wait for what is to happen"),
    **dict.fromkeys(CLOCKS.split(), "reads a clock; no test measures time"),
    **dict.fromkeys(("enumerate", "active_count", "active_children"), "looks at whatever runs; ask what you have started"),
}
"""Names of functions, and the reason not to call them."""
MODULES = {"enumerate": ("threading",), "active_count": ("threading",), "active_children": ("multiprocessing", "mp")}
"""Names that are harmless elsewhere."""
IN_CODE = re.compile(rf"\b(?P<name>sleep|wait_for_timeout|{'|'.join(CLOCKS.split())})\(")
"""A call in a string; prose has no bracket after a name."""
EXCUSED = re.compile(r"#\s*waits: \w+")
WITH_PORTS = ("start_new_kernel", "KernelManager", "AsyncKernelManager", "NotebookClient")
"""What starts a kernel that listens at ports."""
TAKEN = "starts a kernel whose ports another process may take first; use tools/kernels.py"
SHORT = "gives up after a time of its own; the limit is PATIENCE, of tests/waiting.py"


def findings(path: Path) -> list[str]:
    """Return a sentence for each thing that is wrong in a file of tests.

    Args:
        path: the file.
    """
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    found = sorted(set(_faults(ast.parse(source))))
    name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    return [f"{name}:{line}: {said}" for line, said in found if not EXCUSED.search(lines[line - 1])]


def _faults(tree: ast.Module) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in BANNED:
            owner = node.value.id if isinstance(node.value, ast.Name) else ""
            if owner in MODULES.get(node.attr, (owner,)):
                yield node.lineno, f"{node.attr} {BANNED[node.attr]}"
        elif isinstance(node, ast.Attribute) and node.attr == "time" and isinstance(node.value, ast.Name):
            if node.value.id == "time":
                yield node.lineno, f"time {BANNED['monotonic']}"
        elif isinstance(node, ast.ImportFrom) and node.module in ("time", "asyncio", "threading"):
            yield from ((node.lineno, f"{name.name} {BANNED[name.name]}") for name in node.names if name.name in BANNED)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in WITH_PORTS:
            yield node.lineno, f"{ast.unparse(node.func)} {TAKEN}"
        elif isinstance(node, ast.keyword) and node.arg == "timeout" and _is_number(node.value):
            yield node.value.lineno, f"timeout={ast.unparse(node.value)} {SHORT}"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            first = node.lineno
            for number, line in enumerate(node.value.splitlines()):
                if (call := IN_CODE.search(line)) and not EXCUSED.search(line):
                    within = min(first + number, node.end_lineno or first)
                    yield within, f"{call['name']}, in a string, {BANNED[call['name']]}"


def _is_number(node: ast.expr) -> bool:
    return all(isinstance(one, ast.Constant | ast.BinOp | ast.operator) for one in ast.walk(node))


def files(places: list[Path]) -> list[Path]:
    """Return the Python files at some paths, without those that may wait."""
    found = [path for place in places for path in (sorted(place.rglob("*.py")) if place.is_dir() else [place])]
    return [path for path in found if path.resolve() not in ALLOWED]


def main() -> int:
    """Print what is wrong at the paths of the command line; return the exit code."""
    read = files([Path(place) for place in sys.argv[1:]] or [TESTS])
    found = [one for path in read for one in findings(path)]
    print("\n".join(found) or f"{len(read)} files of tests wait for nothing but what will happen")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
