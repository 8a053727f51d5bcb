"""A worker imports what it needs to play, and no more: every module costs each new worker time."""

from __future__ import annotations

from tests.programs import said_by

READY = "import sys, workbench.worker.batch, workbench.worker.serve, workbench as wb; wb.load('keydom'); print(*sys.modules)"


def test_a_worker_imports_neither_the_lab_nor_its_packages() -> None:
    imported = set(said_by("-c", READY).stdout.split())
    assert {"workbench.worker.batch", "workbench.games.keydom.game"} <= imported
    assert not imported & {"workbench.lab", "workbench.adapters", "widgets", "numpy", "pandas", "scipy", "cloudpickle"}
