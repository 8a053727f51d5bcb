"""Warn if Python would import another package called `widgets` instead of ours: others use this short name, too."""

from __future__ import annotations

import warnings
from importlib.util import find_spec
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]
"""The folder in which `workbench` and `widgets` lie side by side."""


class AnotherWidgetsWarning(UserWarning):
    """`from widgets import Table` would find somebody else's `widgets`."""


def warn_of_another_widgets() -> None:
    """Warn if the module called `widgets` that Python finds first is not ours; say nothing if there is none."""
    try:
        found = find_spec("widgets")
    except ValueError:  # somebody put a module without a specification into sys.modules
        return
    if found is None or found.origin is None:
        return
    place = Path(found.origin).resolve()
    if place.parent.parent == HOME or not (HOME / "widgets").exists():
        return
    warnings.warn(
        f"Python finds another `widgets` first: {place}. So `from widgets import Table` will not give you the table of the "
        "workbench. Rename that file or folder, or start Python in another folder.",
        AnotherWidgetsWarning,
        stacklevel=2,
    )
