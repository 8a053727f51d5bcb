"""Run tests again and again beside other work, in another order each time, and say what failed how often.

    python tools/stress.py --rounds 10 --busy 4 tests/lab tests/faults     # ten rounds beside four busy processes
    python tools/stress.py --rounds 50 --busy 3 -- --quick --ignore=tests/browser
    python tools/stress.py --rounds 5 --busy 2 --slow-page 4 tests/browser # the pages' processors four times slower
    python tools/stress.py --again artefacts/stress/round-3-gw1.txt        # what one process ran, in its order, until it fails

Everything after the options goes to pytest. Each round has a seed of its own, which decides the order of the tests. The order
in which each process ran its tests is kept, so you can repeat a failure that depends on earlier tests. Nothing runs twice
inside a round: a test that fails once has failed.

The other work is processes that compute (``--busy``; choose more than there are cores), and processes that write and wait until
the data is on the disk (``--disk``), in the folder where tests put their files.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
KEPT = ROOT / "artefacts" / "stress"
ORDER = "WORKBENCH_ORDER"
"""The variable that names the file in which each process notes the tests it begins; it is set for the rounds."""
FAILED = re.compile(r"^(?:FAILED|ERROR) (?P<test>\S.*?)(?: - (?P<why>.*))?$", re.MULTILINE)
CRASHED = re.compile(r"^worker '?(?P<why>gw\d+'? crashed while running '?(?P<test>[^']+))", re.MULTILINE)
CLOSING = re.compile(r"^=*\s*(?P<counts>\d+ \w+(?:, \d+ \w+)*) in [\d.]+s", re.MULTILINE)

BUSY = """
import os, sys
parent = int(sys.argv[1])
while os.getppid() == parent:
    sum(range(100_000))
"""
SLOW_DISK = """
import os, sys
parent = int(sys.argv[1])
block = os.urandom(4_000_000)
with open(sys.argv[2], "wb", buffering=0) as file:
    while os.getppid() == parent:
        file.seek(0)
        file.write(block)
        os.fsync(file.fileno())
"""


@contextmanager
def other_work(busy: int, disk: int) -> Iterator[None]:
    """Keep other processes at work until the block ends.

    Args:
        busy: how many processes compute.
        disk: how many processes write to the disk that holds temporary files.
    """
    with tempfile.TemporaryDirectory(prefix="stress-") as folder:
        me, names = str(os.getpid()), [str(Path(folder, f"disk-{number}")) for number in range(disk)]
        commands = [["-c", BUSY, me]] * busy + [["-c", SLOW_DISK, me, name] for name in names]
        running = [subprocess.Popen([sys.executable, *command]) for command in commands]
        try:
            yield
        finally:
            for process in running:
                process.kill()
            for process in running:
                process.wait()


def pytest_runtest_protocol(item: Any) -> None:
    """Note the test that begins; this module is a plugin of the pytest that it starts."""
    if place := os.environ.get(ORDER):
        with Path(f"{place}-{os.environ.get('PYTEST_XDIST_WORKER', 'main')}.txt").open("a", encoding="utf-8") as file:
            file.write(f"{item.path}::{item.nodeid.partition('::')[2]}\n")


def failures(output: str) -> dict[str, str]:
    """Return the tests that failed, from the output of pytest, each with the reason in a line.

    >>> failures("FAILED tests/test_it.py::test_one[a b] - AssertionError: no")
    {'tests/test_it.py::test_one[a b]': 'AssertionError: no'}
    """
    return {one["test"]: one["why"] or "" for kind in (FAILED, CRASHED) for one in kind.finditer(output)}


def round_of_tests(words: list[str], place: Path, environment: dict[str, str]) -> tuple[dict[str, str], str]:
    """Run pytest once and keep its output in files that begin with `place`; return the failures and its count."""
    place.parent.mkdir(parents=True, exist_ok=True)
    for old in place.parent.glob(f"{place.name}[.-]*"):
        old.unlink()
    command = [sys.executable, "-m", "pytest", "-q", "-rfE", "-p", "tools.stress", *words]
    own = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}  # of tests that test this tool
    surroundings = {**own, "PYTHONPATH": str(ROOT), **environment, ORDER: str(place)}
    done = subprocess.run(
        command, cwd=ROOT, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    place.with_name(f"{place.name}.log").write_text(done.stdout, encoding="utf-8")
    found = failures(done.stdout)
    if done.returncode not in (0, 1) and not found:
        found = {f"pytest ended with {done.returncode}": done.stdout.strip().rpartition("\n")[2]}
    counts = CLOSING.findall(done.stdout)
    return found, counts[-1] if counts else "no count"


def main() -> int:
    """Run the rounds of the command line; return 1 if anything failed."""
    parser = argparse.ArgumentParser(description="Run tests again and again beside other work.")
    parser.add_argument("--rounds", type=int, default=10, help="how often (10)")
    parser.add_argument("--busy", type=int, default=4, help="how many processes compute meanwhile (4)")
    parser.add_argument("--disk", type=int, default=0, help="how many processes write to the disk meanwhile (0)")
    parser.add_argument("--slow-page", type=int, default=1, help="how many times slower the browsers' pages are (1)")
    parser.add_argument("--processes", type=int, default=2, help="how many processes run tests (2)")
    parser.add_argument("--seed", type=int, default=1, help="of the first round; the next has the next (1)")
    parser.add_argument("--same-order", action="store_true", help="leave the tests in their usual order")
    parser.add_argument("--again", metavar="FILE", help="run what one process of a round ran, in that order, until it fails")
    parser.add_argument("--keep", type=Path, default=KEPT, metavar="FOLDER", help="where the records go (artefacts/stress)")
    options, words = parser.parse_known_args()
    words = [word for word in words if word != "--"]
    if options.again:
        words += [f"@{Path(options.again).resolve()}"]
    elif options.processes:
        words += ["-n", str(options.processes), "--dist", "loadgroup"]
    environment = {"WORKBENCH_SLOW_PAGE": str(options.slow_page)} if options.slow_page > 1 else {}
    counted: Counter[str] = Counter()
    where: dict[str, list[int]] = {}
    with other_work(options.busy, options.disk):
        for seed in range(options.seed, options.seed + options.rounds):
            shuffled = [] if options.again or options.same_order else ["--random-order", f"--random-order-seed={seed}"]
            begun = time.perf_counter()
            name = "again" if options.again else f"round-{seed}"
            found, counts = round_of_tests([*words, *shuffled], options.keep.resolve() / name, environment)
            load = ", ".join(f"{one:.1f}" for one in os.getloadavg()[:1]) if hasattr(os, "getloadavg") else "unknown"
            print(f"seed {seed}: {counts} in {time.perf_counter() - begun:.0f} s, load {load}", flush=True)
            for test, why in found.items():
                print(f"    {test}: {why}", flush=True)
                counted[test] += 1
                where.setdefault(test, []).append(seed)
            if options.again and found:
                break
    print(f"\n{options.rounds} rounds beside {options.busy} busy processes and {options.disk} that write:", end=" ")
    print("nothing failed" if not counted else "")
    for test, times in counted.most_common():
        print(f"{times:4} of {options.rounds}: {test} (seeds {', '.join(map(str, where[test]))})")
    if counted and not options.again:
        print(f"What each round wrote, and what each of its processes ran in which order, is in {options.keep}.")
    return 1 if counted else 0


if __name__ == "__main__":
    sys.exit(main())
