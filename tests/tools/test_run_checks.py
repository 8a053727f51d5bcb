"""The checks run side by side where they need one core each, and are shown one after the other."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tools.run_checks import Check, run, summary


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


def test_notebooks_and_pages_run_beside_the_tests_one_after_the_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def pytest_like(name: str, waits_for: str, says: str) -> Check:
        code = (
            "import pathlib; from tests.waiting import until\n"
            f"here = pathlib.Path({str(tmp_path)!r}); until((here / {waits_for!r}).exists)\n"
            f"print(sorted(one.name for one in here.iterdir())); print({says!r}); (here / {name!r}).touch()"
        )
        return Check(name, "", (sys.executable, "-c", code, "pytest"), None)

    checks = [
        pytest_like("tests", "notebooks", "== 2 passed in 3.00s =="),
        pytest_like("notebooks", "", "no tests ran in 0.01s"),
        pytest_like("browser", "tests", "== 4 passed in 3.00s =="),
    ]
    outcomes = run([(check, check.command) for check in checks])
    assert [one.passed for one in outcomes] == [True, False, True]
    said = capsys.readouterr().out
    assert said.index("--- tests") < said.index("['notebooks']") < said.index("--- notebooks") < said.index("[]")
    assert said.index("[]") < said.index("--- browser") < said.index("['notebooks', 'tests']")
    assert summary(outcomes).splitlines()[-1] == "6 passed, 0 failed, 0 skipped"
