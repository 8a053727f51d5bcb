"""Start kernels that talk through files, so that no other process can take their ports first.

    python -m tools.kernels notebooks/70_your_own_game.ipynb    # run notebooks, and store them with what they gave
    python -m pytest -p tools.kernels --nbval notebooks         # as a plugin of pytest: nbval starts such kernels

A kernel is told which ports to use. If another process takes one before the kernel listens, the kernel ends, and what it should
have run fails by chance (jupyter_client's issue 487). The checks start hundreds of kernels, so sooner or later it would happen.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import nbformat
from jupyter_client.connect import ConnectionFileMixin
from jupyter_client.manager import AsyncKernelManager, KernelManager
from nbclient import NotebookClient
from traitlets import default

if TYPE_CHECKING:
    import pytest

PATIENCE: Final = 600
"""Seconds that a kernel may take to start or answer, however busy the machine is."""
TRANSPORT: Final = "tcp" if sys.platform == "win32" else "ipc"
"""How kernels talk: through files, or on Windows, where these do not exist, through ports."""


class ByFiles(ConnectionFileMixin):
    """Lets the kernels of a manager talk through files in a folder of their own."""

    @default("transport")
    def _transport_default(self) -> str:
        return TRANSPORT

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


def client(book: nbformat.NotebookNode, folder: Path, **settings: Any) -> NotebookClient:
    """Return what runs a notebook in a fresh kernel.

    Args:
        book: the notebook; running it changes its outputs.
        folder: where the kernel works.
        settings: more settings of nbclient.
    """
    patient = dict.fromkeys(("timeout", "startup_timeout", "iopub_timeout"), PATIENCE)
    where = {"metadata": {"path": str(folder)}}
    return NotebookClient(book, kernel_manager_class=AsyncFileKernelManager, resources=where, **patient, **settings)


def run(path: Path) -> None:
    """Run a notebook in its folder, and store it with what it gave.

    Raises:
        CellExecutionError: a cell failed.
    """
    book = nbformat.read(path, as_version=4)
    client(book, path.parent).execute()
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
