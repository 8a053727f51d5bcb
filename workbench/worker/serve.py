"""What a worker does as soon as it starts: it ignores Ctrl-C, and ends with the process that it works for."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time


def serve(parent: int) -> None:
    """Make this worker end when the process that it works for is gone.

    Ctrl-C reaches every process of a terminal or notebook, but only the first one should react. If that one is killed, its
    workers would otherwise wait for ever.

    Args:
        parent: the process that started this one.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        threading.Thread(target=end_with, args=(parent,), name="end with the parent", daemon=True).start()


def end_with(parent: int) -> None:
    """End this process when the one that started it has ended for any reason."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)
