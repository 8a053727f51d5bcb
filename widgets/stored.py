"""Lets a notebook that lacks packages show its stored outputs, and say how to get the packages."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

AGAIN: Final = "__import__('widgets.stored', fromlist=['']).again({number})"
"""The code that runs in place of a cell."""

_shown: dict[int, list[dict[str, Any]]] = {}
"""The stored outputs to show again, by the number of the code cell."""


def needs(packages: Mapping[str, str], extra: str, notebook: str | Path) -> str:
    """Check for packages; if one is missing, let later cells show their stored outputs instead of running.

    A changed or new cell still runs, so you can install the packages from the notebook itself.

    Args:
        packages: the import name of each package, and its common name.
        extra: the extra of this project that installs them.
        notebook: the file of the notebook that asks, relative to its own folder.

    Returns:
        what is missing and how to get it, a sentence a line; empty if nothing is missing.

    >>> needs({"json": "JSON"}, "adapters", "lesson.ipynb")
    ''
    """
    missing = [known for name, known in packages.items() if not _is_there(name)]
    if not missing:
        return ""
    names = missing[0] if len(missing) == 1 else f"{', '.join(missing[:-1])} and {missing[-1]}"
    how = f'run `%pip install "tabletop-workbench[{extra}]"` in a cell of its own and restart the kernel.\n'
    said = f"{names} {'is' if len(missing) == 1 else 'are'} not installed here: to run this notebook, {how}"
    if _keep(Path(notebook)):
        said += "Until then its cells show what is stored in them.\n"
    return said


def _is_there(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ImportError:
        return False


def _keep(notebook: Path) -> bool:
    """Let the cells of a notebook show their stored outputs; return whether that is possible."""
    try:
        from IPython import get_ipython  # missing outside a notebook

        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    except (ImportError, OSError, ValueError, KeyError):
        return False
    shell = get_ipython()
    if shell is None:
        return False
    codes = [cell for cell in cells if cell["cell_type"] == "code"]
    numbers = {"".join(cell["source"]).strip(): number for number, cell in enumerate(codes, start=1)}
    _shown.clear()
    _shown.update({number: cell["outputs"] for number, cell in enumerate(codes, start=1)})

    def instead(lines: list[str]) -> list[str]:
        number = numbers.get("".join(lines).strip())
        return lines if number is None or number == 1 else [AGAIN.format(number=number)]

    shell.input_transformers_cleanup.append(instead)
    return True


class Result:
    """A stored result, which shows itself as it was stored.

    Args:
        data: a value for each kind of content.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return {kind: "".join(value) if isinstance(value, list) else value for kind, value in self.data.items()}


def again(number: int) -> Result | None:
    """Show the stored outputs of a code cell.

    Args:
        number: the number of the cell, from 1.

    Returns:
        the cell's result, for the cell to show last; None if it has no result.
    """
    return shown(_shown.get(number, ()))


def shown(outputs: Sequence[Mapping[str, Any]]) -> Result | None:
    """Print the stored text again, and return the result.

    Args:
        outputs: as a notebook stores them.

    >>> result = shown([{"output_type": "stream", "text": ["one\\n", "two\\n"]},
    ...                 {"output_type": "execute_result", "data": {"text/plain": ["3"]}}])
    one
    two
    >>> result._repr_mimebundle_()
    {'text/plain': '3'}
    """
    result = None
    for output in outputs:
        if output["output_type"] == "stream":
            print("".join(output["text"]), end="")
        elif "data" in output:
            result = Result(output["data"])
    return result
