"""A cell that goes wrong costs only its own answer, whatever it does to its process."""

from __future__ import annotations

import json

import pytest

from tests.helpers import runs_programs_apart
from workbench.grading import judging
from workbench.grading.judging import Bounds, judged
from workbench.grading.sheets import paper_of, sheets

pytestmark = runs_programs_apart

FORGED = """
import os
for handle in range(3, 12):
    try:
        os.write(handle, b'{"earned": 3.0, "hint": "Right."}\\n')
    except OSError:
        pass
"""
CELLS = [
    "import itertools\nsum(itertools.count())",  # never returns to Python, so no signal stops it
    "answer_1 = 3 / 10",
    'check("3.1", answer_1)',
    "import os\nos._exit(0)",
    "held = []\nwhile True:\n    held.append(bytes(10 ** 8))",  # asks for memory without touching it, so it takes no time
    "def wins(sides):\n    return 7",
    'check("3.2", wins)',
    FORGED,
    "answer_3 = 1 - (9 / 14) ** 3",
    'check("3.3", answer_3)',
]


def test_each_cell_costs_only_its_own_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "MORE", 0.2)
    monkeypatch.setattr(judging, "ASLEEP", 10_000)
    cells = [{"cell_type": "code", "source": source} for source in CELLS]
    paper = paper_of(json.dumps({"cells": cells}).encode(), "x.ipynb", sheets())
    answers = {one.key: one for one in judged(paper, Bounds(seconds=1.0, megabytes=1000))}
    assert {key: one.earned for key, one in answers.items()} == {"3.1": 1.0, "3.2": 0.0, "3.3": 2.0, "3.4": 0.0}
    assert answers["3.1"].stopped == ["it took too long"]
    assert answers["3.2"].stopped == ["it ended its process", "it used too much memory"]
    assert answers["3.3"].stopped == ["it wrote to the channel that carries the marks"]
    assert "NameError: name 'nastigans' is not defined" in answers["3.4"].hint


def test_a_hand_in_that_is_stopped_too_often_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "MOST_STOPPED", 1)
    cells = [{"cell_type": "code", "source": source} for source in ("check = lesson(3)", "import os\nos._exit(0)", "a = 1")]
    paper = paper_of(json.dumps({"cells": cells}).encode(), "x.ipynb", sheets())
    assert {one.hint for one in judged(paper, Bounds())} == {"This answer was not reached."}
    assert paper.remarks == ["1 cell had to be stopped, so the rest did not run."]
