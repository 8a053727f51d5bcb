"""Measure what one student at work costs: memory of server and kernel, and the seconds to begin.

    python benchmarks/one_student.py                                  # the start notebook, and one that simulates
    python benchmarks/one_student.py 00_start_here 31_merry_way_paths

On a JupyterHub or Binder every student has a server; on a laptop, add the browser. Memory is the resident set, which counts
pages that processes share once for each of them.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import nbformat
import psutil
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parents[1]
USUAL = ("00_start_here", "12_northwood_thousand_games")


def megabytes(pid: int) -> float:
    """Return the resident memory of a process and of all its children, in megabytes."""
    process = psutil.Process(pid)
    return sum(one.memory_info().rss for one in (process, *process.children(recursive=True))) / 1e6


def server() -> tuple[float, float]:
    """Start JupyterLab; return the seconds until it answers, and its megabytes without a kernel."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}"]
    started = time.perf_counter()
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen([*command, "--IdentityProvider.token="], cwd=ROOT, stdout=log, stderr=log)
        try:
            while process.poll() is None:
                try:
                    with urllib.request.urlopen(f"http://127.0.0.1:{port}/lab", timeout=10):
                        return time.perf_counter() - started, megabytes(process.pid)
                except OSError:
                    time.sleep(0.05)
            raise SystemExit("JupyterLab ended before it answered.")
        finally:
            process.terminate()
            process.wait(20)


def notebook(name: str) -> tuple[float, float, float]:
    """Run a notebook; return the seconds for the kernel and for all cells, and the kernel's megabytes."""
    path = ROOT / "notebooks" / f"{name}.ipynb"
    client = NotebookClient(nbformat.read(path, 4), timeout=600, resources={"metadata": {"path": str(path.parent)}})
    began = time.perf_counter()
    with client.setup_kernel():
        ready = time.perf_counter()
        for number, cell in enumerate(client.nb.cells):
            client.execute_cell(cell, number)
        done = time.perf_counter()
        assert client.km is not None
        used = megabytes(client.km.provisioner.pid)
    return ready - began, done - ready, used


def main() -> None:
    """Measure, and print a line for the server and one for each notebook."""
    seconds, used = server()
    print(f"{'JupyterLab':32} {seconds:6.1f} s to answer {'':24} {used:6.0f} MB")
    for name in sys.argv[1:] or USUAL:
        start, run, used = notebook(name)
        print(f"{name:32} {start:6.1f} s to the kernel, {run:6.1f} s for all cells {used:6.0f} MB")


if __name__ == "__main__":
    main()
