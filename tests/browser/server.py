"""Run a Jupyter server, which ends when it is told to.

    python -m tests.browser.server jupyterlab --port=8888

If a page asks it something as it is stopped, a thread of AnyIO is left waiting for work, and Python waits for that thread for
ever (jupyterlab/jupyterlab#10442).
"""

from __future__ import annotations

import runpy
import sys
from threading import Thread

from anyio._backends import _asyncio


def start(thread: Thread) -> None:
    """Start a thread that keeps no process alive."""
    thread.daemon = True
    Thread.start(thread)


if __name__ == "__main__":
    _asyncio.WorkerThread.start = start
    del sys.argv[0]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
