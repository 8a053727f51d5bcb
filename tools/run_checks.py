"""Run the checks of the project and sum them up.

    python tools/run_checks.py               # what a contributor needs before a commit; exit 1 if any fails
    python tools/run_checks.py all           # everything, as the continuous integration does
    python tools/run_checks.py tests types   # some of them, each as a whole
    python tools/run_checks.py all --skip notebooks   # everything but one
    python tools/run_checks.py --list

``python3 start.py test`` sets up an environment and then runs this, and so does .ci/run. A step of pytest that runs no test
counts as failed. The short run says what it leaves to the long one.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
PYTEST = (sys.executable, "-m", "pytest")
PARALLEL = ("-n", "2", "--dist")
TEST_BY_TEST = (*PARALLEL, "loadgroup")  # files differ in length; tests that share something costly are marked as a group
PAGES = ("-n", "3", "--dist", "loadgroup")  # while a page shows moves one by one, its core is free for another
BY_FILE = (*PARALLEL, "loadfile")  # cells of one notebook share a kernel, so a file stays together
NBVAL = (
    *("-p", "tools.kernels"),
    "--nbval",
    "--nbval-current-env",
    "--nbval-kernel-startup-timeout=600",
    "--nbval-cell-timeout=900",
    "--nbval-sanitize-with=tests/notebooks/sanitize.cfg",
)


class Check(NamedTuple):
    """One check: its name, its purpose, its command, and the command for the short run, if it is part of that."""

    name: str
    purpose: str
    command: tuple[str, ...]
    short: tuple[str, ...] | None

    @property
    def counts_tests(self) -> bool:
        """Whether the check runs pytest."""
        return "pytest" in self.command


STYLE = (sys.executable, "-m", "ruff", "check", ".")
TYPES = (sys.executable, "-m", "mypy")
LINT = (sys.executable, "tools/lint_notebooks.py")
WAITING = (sys.executable, "tools/lint_tests.py")
PROSE = (sys.executable, "tools/lint_prose.py")
CELLS = (*PYTEST, "-q", *BY_FILE, *NBVAL, "notebooks", "docs/site/many_games.ipynb")
SLOWEST = ("-rs", "--durations=20", "--durations-min=10")
# none of these tests is a notebook, so nbval need not be loaded
TESTS = (*PYTEST, "-q", "-p", "no:nbval", *SLOWEST, *TEST_BY_TEST, "--ignore=tests/browser")

CHECKS = (
    Check("style", "ruff over code and notebooks", STYLE, STYLE),
    Check("types", "strict mypy over workbench and widgets", TYPES, TYPES),
    Check("prose", "spelling, and the habits that docs/style.md asks to avoid", PROSE, PROSE),
    Check("notebooks-lint", "what nbval would miss", LINT, LINT),
    Check("tests-lint", "tests that wait for time to pass, and would fail by chance", WAITING, WAITING),
    Check("tests", "tests and doctests", TESTS, (*TESTS, "--quick")),
    Check("notebooks", "every notebook runs and gives what it stores", CELLS, None),
    Check("browser", "a person plays in a real browser", (*PYTEST, "-q", "-rs", *PAGES, "tests/browser"), None),
)

CLOSING = re.compile(r"^=*\s*(?P<counts>\d+ \w+(?:, \d+ \w+)*) in [\d.:()ms ]+.*$")


class Outcome(NamedTuple):
    """The outcome of a check."""

    check: Check
    passed: bool
    seconds: float
    closing: str


def begin(command: tuple[str, ...]) -> subprocess.Popen[str]:
    """Start the command of a check; its output waits in a pipe."""
    # the notebooks' kernels, too, run the code of this checkout
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONUNBUFFERED": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # checks start hundreds of Pythons, and each would compile its imports
    return subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )


def run(commands: list[tuple[Check, tuple[str, ...]]]) -> list[Outcome]:
    """Run checks by their commands, and show what each writes, one after the other.

    Checks that run no tests need one core each, so they begin together. Pytest takes all cores, so its checks take turns; the
    first begins with the others, because it collects its tests for a while.
    """
    started = time.perf_counter()
    first = next((check.name for check, _ in commands if check.counts_tests), "")
    begun = {check.name: begin(command) for check, command in commands if not check.counts_tests or check.name == first}
    outcomes = []
    for check, command in commands:
        if check.name not in begun:
            started = time.perf_counter()
        outcomes.append(finish(check, begun.get(check.name) or begin(command), started))
    return outcomes


def finish(check: Check, process: subprocess.Popen[str], started: float) -> Outcome:
    """Show the output of a check until it ends; return its outcome.

    Args:
        check: the check.
        process: the check as it runs.
        started: when it began, by `time.perf_counter`.
    """
    print(f"\n--- {check.name}: {check.purpose}", flush=True)
    closing = ""
    with process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            if line.strip():
                closing = line.strip()
    passed = process.returncode == 0
    if check.counts_tests:
        counts = counted(closing)
        passed = passed and counts.get("passed", 0) + counts.get("skipped", 0) > 0
    return Outcome(check, passed, time.perf_counter() - started, closing)


def counted(closing: str) -> dict[str, int]:
    """Return the numbers in pytest's closing line.

    >>> counted("== 3 failed, 12 passed, 1 skipped in 2.31s ==")
    {'failed': 3, 'passed': 12, 'skipped': 1}
    >>> counted("no tests ran in 0.01s")
    {}
    """
    found = CLOSING.match(closing)
    return {word: int(count) for count, word in (pair.split() for pair in found["counts"].split(", "))} if found else {}


def summary(outcomes: list[Outcome]) -> str:
    """Return a table of the outcomes; its last line counts all tests."""
    rows = [f"{'ok' if o.passed else 'FAILED':7}{o.check.name:16}{o.seconds:6.1f} s   {o.closing[:100]}" for o in outcomes]
    totals = {"passed": 0, "failed": 0, "skipped": 0}
    for outcome in outcomes:
        if outcome.check.counts_tests:
            for word, count in counted(outcome.closing).items():
                word = "failed" if word in ("error", "errors") else word
                totals[word] = totals.get(word, 0) + count
    rows.append(f"{totals['passed']} passed, {totals['failed']} failed, {totals['skipped']} skipped")
    return "\n".join(rows)


def left_out(outcomes: list[Outcome]) -> str:
    """Return what the short run has left to the long one, as a sentence."""
    checks = [check.name for check in CHECKS if check.short is None]
    tests = sum(counted(outcome.closing).get("deselected", 0) for outcome in outcomes)
    return (
        f"Left to the long run, `python3 start.py test all`: {', '.join(checks)}, {tests} long tests, and most of the random "
        "games and positions of the others."
    )


def main() -> int:
    """Run the checks named on the command line, the short run or all; return the exit code."""
    names = [check.name for check in CHECKS]
    parser = argparse.ArgumentParser(description="Run the checks of the project.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"all, or only these: {', '.join(names)}")
    parser.add_argument("--skip", action="append", default=[], metavar="NAME", choices=names, help="leave a check out")
    parser.add_argument("--list", action="store_true", help="say what there is and run nothing")
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in (*names, "all")]:
        parser.error(f"there is no check {unknown[0]!r}; there are: {', '.join(names)}; and all")
    if options.list:
        print("\n".join(f"{check.name:16}{'' if check.short else '(long run) '}{check.purpose}" for check in CHECKS))
        return 0
    wanted = names if "all" in options.names else options.names
    asked = [check for check in CHECKS if check.name not in options.skip]
    if wanted:
        outcomes = run([(check, check.command) for check in asked if check.name in wanted])
    else:
        outcomes = run([(check, check.short) for check in asked if check.short])
        print(f"\n{left_out(outcomes)}")
    print(f"\n=== Summary\n{summary(outcomes)}", flush=True)
    return 0 if all(outcome.passed for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
