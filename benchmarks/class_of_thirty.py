"""Measure the work for an invented class of thirty: grading, a report on matches, and a tournament.

    python benchmarks/class_of_thirty.py [--students 30] [--rounds 2]

For each task the script prints the seconds and the largest memory of a process. A third of the answers are right, a third
wrong and a third missing; every sixth player is a bad one. The script needs the extras `lab` and `teaching`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import nbformat  # noqa: E402

import workbench as wb  # noqa: E402
from tests.course.lessons import PATHS  # noqa: E402
from tests.course.test_grading import environment, filled_in  # noqa: E402
from tools.build_course import hand_out  # noqa: E402
from workbench import lab  # noqa: E402

SAVED = (("northwood", 1), ("goods_and_honor", 3))
BAD = (
    "def choose(view):\n    return -1\n",
    "def choose(view):\n    raise RuntimeError('no idea')\n",
    "def choose(view):\n    while True:\n        pass\n",
    "def choose(view):\n    return 'x' * 10\n",
    "choose = 5\n",
)
GOOD = "def choose(view):\n    legal = view.legal()\n    return legal[({number} + len(legal) // 2) % len(legal)]\n"


def grading(students: int, folder: Path) -> str:
    """Grade lesson 1 of every student with nbgrader."""
    path = PATHS[0]
    course = folder / "course"
    hand_out(course, [path])
    run = [sys.executable, "-m", "nbgrader"]
    subprocess.run([*run, "generate_assignment", "*"], cwd=course, env=environment(), capture_output=True, check=True)
    for number in range(students):
        book = nbformat.read(next((course / "release").rglob(path.name)), as_version=4)
        if number % 3:
            book, _ = filled_in(book, path, wrong=number % 3 == 2)
        target = course / "submitted" / f"student{number:02}" / path.stem / path.name
        target.parent.mkdir(parents=True)
        nbformat.write(book, target)
    subprocess.run([*run, "autograde", "*"], cwd=course, env=environment(), capture_output=True, check=True)
    return f"{len(list((course / 'autograded').rglob('*.ipynb')))} notebooks graded"


def report(name: str, players: int, students: int, folder: Path) -> str:
    """Report on a class whose students all played the same match; computer players finish each one."""
    game = wb.load(name, players)
    people = [player for player in wb.player_names(name) if player in ("random", "scripted", "counter", "hoarder")]
    for number in range(students):
        match = game.match(seed=7)
        for _ in range(number % 5):  # a few moves of their own
            if not match.over:
                match.play(match.moves()[number % len(match.moves())])
        match.play_out(people[number % len(people)])
        match.save(folder / f"student{number:02}.json")
    (folder / "forged.json").write_text("{}", encoding="utf-8")
    found = lab.class_report(folder, seats=[0])
    return f"{found.n} matches, {len(found.faults)} not counted, {found.found} places where choices differ"


def tournament(students: int, rounds: int, folder: Path) -> str:
    """Write a file for every student and play the tournament."""
    for number in range(students):
        text = BAD[number // 6 % len(BAD)] if number % 6 == 5 else GOOD.format(number=number)
        (folder / f"student{number:02}.py").write_text(text, encoding="utf-8")
    found = lab.class_tournament(folder, "northwood", rounds=rounds)
    return str(found).partition("\n")[0]


def measured(what: str, work: Callable[..., str], *given: object) -> None:
    """Do a task in a process of its own; print its time and memory."""
    with tempfile.TemporaryDirectory() as folder, multiprocessing.get_context("spawn").Pool(1) as pool:
        said, seconds, own, children = pool.apply(timed, (work, *given, Path(folder)))
    print(f"{what:34} {seconds:7.1f} s   {own:5.0f} MB itself, {children:5.0f} MB its largest child   {said}", flush=True)


def timed(work: Callable[..., str], *given: object) -> tuple[str, float, float, float]:
    """Do a task; return its words, its seconds, and the largest megabytes of this process and a child."""
    began = time.perf_counter()
    said = work(*given)
    own, children = (resource.getrusage(who).ru_maxrss / 1e3 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return said, time.perf_counter() - began, own, children


def main() -> None:
    """Measure every task and print a line for each."""
    parser = argparse.ArgumentParser(description="Measure a teacher's work for a class.")
    parser.add_argument("--students", type=int, default=30)
    parser.add_argument("--rounds", type=int, default=2)
    given = parser.parse_args()
    print(f"{given.students} students, load {os.getloadavg()[0]:.1f}, {'compiled' if wb.compiled else 'plain'}")
    measured("nbgrader autograde, lesson 1", grading, given.students)
    for name, players in SAVED:
        measured(f"class report, {name}", report, name, players, given.students)
    measured("tournament of files, northwood", tournament, given.students, given.rounds)


if __name__ == "__main__":
    main()
