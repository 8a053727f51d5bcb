"""The lines of the games are counted by what they are for, each once."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tools import count_lines
from tools.count_lines import COMPILER, IMPORTS, REFUSALS, ROLES, RULES, WIRING, counted, files_of
from workbench.core.registry import game_names

PHASE = '''"""A rule."""

from typing import ClassVar
from mypy_extensions import mypyc_attr


@mypyc_attr(allow_interpreted_subclasses=True)
class Rule:
    name: ClassVar[str] = "rule"

    def legal(self, state):
        return (1,)

    def why_not(self, state, action):
        return None
'''


def test_a_line_is_counted_for_what_it_does(tmp_path: Path) -> None:
    file = tmp_path / "rule.py"
    file.write_text(PHASE, encoding="utf-8")
    assert counted(file) == {RULES: 9, IMPORTS: 1, COMPILER: 2, WIRING: 1, REFUSALS: 2}


def test_every_line_of_every_game_is_counted_once(capsys: pytest.CaptureFixture[str]) -> None:
    files = [path for game in game_names() for path in files_of(game)]
    lines = sum([len(path.read_text(encoding="utf-8").splitlines()) for path in files])
    found = sum([counted(path) for path in files], Counter[str]())
    assert found.total() == lines
    assert set(found) == {*ROLES} - {COMPILER}, "a game knows nothing of the compiler"
    count_lines.main([])
    assert f"{lines:>8,}100.0 %" in capsys.readouterr().out
