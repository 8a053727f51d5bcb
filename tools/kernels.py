"""Start kernels that talk through files: the checks start hundreds, and a port that was free may be taken before one listens.

    python -m tools.kernels notebooks/70_your_own_game.ipynb    # run notebooks, and store them with what they gave
    python -m pytest -p tools.kernels --nbval notebooks         # as a plugin of pytest: nbval starts such kernels

If another process takes one of its ports first, a kernel ends before it answers, and what it should have run fails by chance
(jupyter_client's issue 487).
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
from jupyter_client.connect import ConnectionFileMixin
from jupyter_client.manager import AsyncKernelManager, KernelManager
from nbclient import NotebookClient
from traitlets import default

if TYPE_CHECKING:
    import pytest

PATIENCE = 600
"""Seconds that a kernel may take to start or answer, however busy the machine is."""


class ByFiles(ConnectionFileMixin):
    """What makes the kernels of a manager talk through files in a folder of their own. Windows has none, and uses ports."""

    @default("transport")
    def _transport_default(self) -> str:
        return "tcp" if sys.platform == "win32" else "ipc"

    @default("connection_file")
    def _connection_file_default(self) -> str:
        # a short path: the names of such files may have a hundred characters
        folder = tempfile.mkdtemp(prefix="kernel-")
        weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        return str(Path(folder, "kernel.json"))


class FileKernelManager(ByFiles, KernelManager):
    """Starts a kernel that talks through files."""


class AsyncFileKernelManager(ByFiles, AsyncKernelManager):
    """Starts a kernel that talks through files, for nbclient."""


def pytest_configure() -> None:
    """Let nbval start its kernels so."""
    from nbval import kernel

    kernel.KernelManager = FileKernelManager


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let nbval wait for what a cell wrote, however busy the machine is; by itself it gives up after five seconds."""
    if hasattr(item, "output_timeout"):
        item.output_timeout = PATIENCE


def run(path: Path) -> None:
    """Run a notebook in its folder, and store it with what it gave.

    Raises:
        CellExecutionError: a cell failed.
    """
    book = nbformat.read(path, as_version=4)
    where = {"metadata": {"path": str(path.parent)}}
    NotebookClient(
        book,
        kernel_manager_class=AsyncFileKernelManager,
        startup_timeout=PATIENCE,
        iopub_timeout=PATIENCE,
        timeout=PATIENCE,
        resources=where,
    ).execute()
    nbformat.write(book, path)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the notebooks that the command line names.

    Args:
        arguments: the command line, without the name of the program; None for the real one.
    """
    for name in sys.argv[1:] if arguments is None else arguments:
        run(Path(name))


if __name__ == "__main__":
    main()
