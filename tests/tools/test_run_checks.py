"""The checks run side by side where they need one core each, and are shown one after the other."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools import run_checks
from tools.run_checks import Check, Outcome, run, summary


def test_checks_without_tests_run_side_by_side_and_are_shown_in_turn(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    met = str(tmp_path / "met")
    waits = f"import pathlib; from tests.waiting import until; until(pathlib.Path({met!r}).exists); print('both are there')"
    meets = f"open({met!r}, 'w').close(); print('a fault'); raise SystemExit(3)"
    checks = [Check(name, "", (sys.executable, "-c", code), None) for name, code in (("first", waits), ("second", meets))]
    outcomes = run([(check, check.command) for check in checks])
    assert [(one.passed, one.closing) for one in outcomes] == [(True, "both are there"), (False, "a fault")]
    said = capsys.readouterr().out
    assert said.index("--- first") < said.index("both are there") < said.index("--- second") < said.index("a fault")
    words = [line.split()[:2] for line in summary(outcomes).splitlines()]
    assert words == [["ok", "first"], ["FAILED", "second"], ["0", "passed,"]]


@pytest.mark.parametrize(
    ("words", "left"),
    [(["all", "--skip", "notebooks"], ["notebooks"]), (["--skip", "types"], ["types", "notebooks", "browser"])],
)
def test_a_check_is_left_out(words: list[str], left: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def noted(commands: list[tuple[Check, tuple[str, ...]]]) -> list[Outcome]:
        ran.extend(check.name for check, _ in commands)
        return []

    monkeypatch.setattr(run_checks, "run", noted)
    monkeypatch.setattr(sys, "argv", ["run_checks.py", *words])
    assert run_checks.main() == 0
    assert ran == [check.name for check in run_checks.CHECKS if check.name not in left]
