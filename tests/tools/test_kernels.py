"""Kernels of the checks need no ports, and leave no files."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import nbformat
import pytest

from tests.programs import said_by, surroundings
from tests.waiting import PATIENCE
from tools import kernels

TELLS = """
import json
from ipykernel.connect import get_connection_file
print(json.loads(open(get_connection_file()).read())["transport"])
"""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A notebook that says how its kernel talks, and has stored what it should say."""
    stored = nbformat.v4.new_output("stream", name="stdout", text=f"{kernels.TRANSPORT}\n")
    cell = nbformat.v4.new_code_cell(TELLS, outputs=[stored], execution_count=1)
    path = tmp_path / "book.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), path)
    return path


def test_a_kernel_answers_and_its_files_are_gone_with_it() -> None:
    manager = kernels.FileKernelManager()
    manager.start_kernel(env=surroundings())
    folder, client = Path(manager.connection_file).parent, manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=PATIENCE)
        files = 5 if kernels.TRANSPORT == "ipc" else 0
        assert (manager.transport, len(list(folder.glob("kernel-ipc-*")))) == (kernels.TRANSPORT, files)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    assert not list(folder.iterdir())
    del manager, client
    gc.collect()
    assert not folder.exists()


def test_a_notebook_is_run_and_stored(book: Path) -> None:
    written = nbformat.read(book, 4)
    written.cells[0].outputs = []
    nbformat.write(written, book)
    kernels.main([str(book)])
    (cell,) = nbformat.read(book, 4).cells
    assert cell.outputs[0].text == f"{kernels.TRANSPORT}\n"


@pytest.mark.long
def test_nbval_starts_such_kernels(book: Path) -> None:
    command = ("-m", "pytest", "-q", "-p", "tools.kernels", "--nbval", "--nbval-current-env", "-c", os.devnull, book)
    done = said_by(*command, env=surroundings(), cwd=book.parent)
    assert "1 passed" in done.stdout, done.stdout
