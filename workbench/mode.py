"""Choose the form that the workbench runs in: plain Python, or the same files compiled.

A compiled install contains both forms side by side and prefers the compiled one. To run the plain one, set the environment
variable ``WORKBENCH_PURE=1`` before the first import.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import warnings
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).parent
RECORD = HERE / "compiled.json"
"""The file in which a compiled build keeps the digest of every source file that it compiled."""


class StaleBinaryWarning(UserWarning):
    """A compiled install runs rules that differ from its source files."""


class SourceOnly(MetaPathFinder):
    """Finds the plain form of the workbench's own modules, even if a compiled one is beside it."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the source file of a module of the workbench; None for any other module."""
        if not fullname.startswith("workbench.") or path is None:
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(fullname)
            if spec is not None:
                return spec
        return None


def digest(path: Path) -> str:
    """Return the digest of a source file, as a compiled build records it."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def stale_files(record: Path = RECORD) -> tuple[str, ...]:
    """Return the source files that have changed since they were compiled, relative to the package.

    Args:
        record: the record of the compiled build; without one, nothing is compiled and nothing can be stale.
    """
    if not record.exists():
        return ()
    digests: dict[str, str] = json.loads(record.read_text(encoding="utf-8"))
    folder = record.parent
    return tuple(name for name, known in digests.items() if (folder / name).exists() and digest(folder / name) != known)


def begin() -> None:
    """Choose the form before any other import; warn if the compiled form no longer matches its source."""
    if os.environ.get("WORKBENCH_PURE", "") not in ("", "0"):
        sys.meta_path.insert(0, SourceOnly())
        return
    stale = stale_files()
    if stale:
        warnings.warn(
            f"The compiled workbench no longer matches its source: {', '.join(stale)} changed after the build. "
            "Build it again, or set WORKBENCH_PURE=1 to run the source.",
            StaleBinaryWarning,
            stacklevel=3,
        )
