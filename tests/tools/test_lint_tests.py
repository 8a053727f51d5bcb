"""The lint finds every way of waiting for time to pass, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import lint_tests

FAULTS = [
    ("time.sleep(1)", "sleep waits for time to pass"),
    ("from time import sleep", "sleep waits for time to pass"),
    ("async def f():\n    await asyncio.sleep(0.1)", "sleep waits for time to pass"),
    ("page.wait_for_timeout(300)", "wait_for_timeout waits for time to pass"),
    ("end = time.monotonic() + 20", "monotonic reads a clock"),
    ("from time import perf_counter as clock", "perf_counter reads a clock"),
    ("now = time.time()", "time reads a clock"),
    ("left = threading.enumerate()", "enumerate looks at whatever runs"),
    ("multiprocessing.active_children()", "active_children looks at whatever runs"),
    ("process.wait(timeout=60)", "timeout=60 gives up after a time of its own"),
    ("expect(board).to_be_visible(timeout=4 * 1000)", "timeout=4 * 1000 gives up after a time of its own"),
    ("manager, client = start_new_kernel()", "start_new_kernel starts a kernel whose ports another process may take"),
    ("manager = jupyter_client.KernelManager()", "KernelManager starts a kernel whose ports another process may take"),
    ("nbclient.NotebookClient(book).execute()", "NotebookClient starts a kernel whose ports another process may take"),
    ('CELL = """\nimport time\ntime.sleep(1)\n"""', "sleep, in a string, waits for time to pass"),
]
FINE = [
    "until(lambda: file.exists())",
    "for number, one in enumerate(cards): pass",
    "process.wait(timeout=PATIENCE)",
    "time.sleep(600)  # waits: a player that never answers",
    'WORDS = "a guest that sleeps or waits (for long) is slow"',
    "sleep = 'asleep'",
    "state.time",
    "kernels.client(book, folder).execute()",
    "manager = FileKernelManager()",
]


@pytest.mark.parametrize(("code", "said"), FAULTS)
def test_what_waits_for_time_is_found(code: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "test_it.py"
    file.write_text(code, encoding="utf-8")
    (found,) = lint_tests.findings(file)
    assert said in found and found.startswith(f"{file}:")


@pytest.mark.parametrize("code", FINE)
def test_what_is_fine_is_left_alone(code: str, tmp_path: Path) -> None:
    file = tmp_path / "test_it.py"
    file.write_text(code, encoding="utf-8")
    assert lint_tests.findings(file) == []
