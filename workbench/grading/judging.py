"""Judge a hand-in in a confined process of its own, where a cell that goes wrong costs only its own answer.

A cell that takes too long or too much memory is stopped. Where it cannot be stopped, its process is ended, and another process
runs the hand-in again without that cell.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any, Final

from workbench.core.outside import told
from workbench.core.words import counted
from workbench.grading.sheets import Aside, Paper, Sheet, Step
from workbench.lab.apart import ROOT, Conversation, Failed, workbench_files

CHILD: Final = Path(__file__).with_name("child.py")
LONGEST_LINE: Final = 40_000
"""The longest answer of the process, in bytes; it holds a hint."""
MOST_STOPPED: Final = 8
"""After this many cells that had to be stopped, the rest of a hand-in does not run."""
MORE: Final = 5.0
"""How many seconds a cell has to stop by itself, before its process is ended."""
JUDGING: Final = 330.0
"""The longest time to judge an answer, in seconds of processor time; the judges stop themselves before."""
ASLEEP: Final = 4
"""As in `workbench.lab.apart`, but smaller: a cell may take much longer than a decision, so a class would wait too long."""

ENDINGS: Final = {
    "slow": "it took too long",
    "memory": "it used too much memory",
    "looked": "it wrote to the channel that carries the marks",
    "died": "it ended its process",
}
"""Why a process was ended, in words."""


@dataclass(frozen=True)
class Bounds:
    """What one cell or answer may use.

    Attributes:
        seconds: seconds of processor time.
        megabytes: memory of the whole process, including Python itself.
    """

    seconds: float = 60.0
    megabytes: int = 2048


@dataclass
class Answer:
    """An answer with its mark.

    Attributes:
        key: the exercise, such as "1.2".
        earned: the points.
        points: the most points.
        hint: what is right or wrong with it.
        written: what the person wrote: their cells before the check.
        stopped: for cells that did not run to their end, why.
    """

    key: str
    earned: float
    points: int
    hint: str
    written: list[str] = field(default_factory=list)
    stopped: list[str] = field(default_factory=list)


@dataclass
class _Said:
    """What became of a step: an error, whether it must not run again, and for an answer its mark."""

    stopped: str = ""
    never: bool = False
    blank: bool = False
    earned: float = 0.0
    hint: str = ""


class Judge(Conversation):
    """A process that runs one hand-in.

    Args:
        sheet: the lesson.
        bounds: what each cell may use.
        steps: how many steps there will be; this bounds the processor time of all.

    Raises:
        Failed: no process could be started.
    """

    def __init__(self, sheet: Sheet, bounds: Bounds, steps: int) -> None:
        super().__init__(CHILD, [str(ROOT)], [*workbench_files(), str(ROOT / "widgets")], LONGEST_LINE)
        self._bounds = bounds
        task = {"lesson": sheet.number, "imports": list(sheet.imports)}
        try:
            self._begin(task, bounds.megabytes, 120 + int(steps * (bounds.seconds + JUDGING)), ENDINGS["slow"])
        except Failed:
            self.close()
            raise

    def carry_out(self, step: Step) -> dict[str, Any]:
        """Run a cell, or judge an answer, and return what the process said.

        Raises:
            Failed: the process has to be ended.
        """
        seconds = self._bounds.seconds
        longest = seconds + MORE + (JUDGING if step.key else 0.0)
        token = secrets.token_hex(8)
        message = {"source": step.source, "key": step.key, "limit": seconds, "token": token}
        said, _ = self._ask(message, longest, longest * ASLEEP, ENDINGS["slow"])
        if said.get("token") != token:
            raise Failed("looked", ENDINGS["looked"])
        return said


def judged(paper: Paper, bounds: Bounds) -> list[Answer]:
    """Return the marks of a hand-in, in the order of the exercises.

    Args:
        paper: the hand-in; this adds to its remarks.
        bounds: what each cell or answer may use.

    Raises:
        Failed: no process could be started.
    """
    steps = list(paper.steps)
    said: dict[int, _Said] = {}
    twice = False
    while True:
        number = -1
        with Judge(paper.sheet, bounds, len(steps)) as judge:
            try:
                while (number := number + 1) < len(steps):
                    if number not in said or not (steps[number].key or said[number].never):
                        said[number] = _one(judge, steps[number], paper)
                    if number + 1 == len(steps) and not twice:
                        twice = True
                        steps += _again(steps, said)
            except Failed as fault:
                _stop(number, steps, said, fault)
            else:
                break
        if sum(one.never for one in said.values()) >= MOST_STOPPED:
            paper.remarks.append(f"{counted(MOST_STOPPED, 'cell')} had to be stopped, so the rest did not run.")
            break
    return _answers(paper, steps, said)


def _one(judge: Judge, step: Step, paper: Paper) -> _Said:
    """Carry out a step; a process that is full of memory has to begin again without it.

    Raises:
        Failed: the process has to be ended.
    """
    heard = judge.carry_out(step)
    stopped = told(str(heard.get("stopped") or ""), 400)
    found = _Said(stopped, blank=heard.get("blank") is True)
    if step.key:
        earned, most = heard.get("earned"), paper.sheet.points[step.key]
        if type(earned) is float and isfinite(earned):
            found.earned = min(float(most), max(0.0, round(earned, 2)))
        found.hint = told(str(heard.get("hint") or ""), 1000)
        changed = heard.get("changed")
        if isinstance(changed, list) and changed:
            names = ", ".join(told(str(one), 80) for one in changed[:5])
            remark = Aside(f"Look at this one yourself: a cell changed the judges ({names}). That was undone before judging.")
            if remark not in paper.remarks:
                paper.remarks.append(remark)
    if heard.get("memory") is True and not step.key:
        raise Failed("memory", ENDINGS["memory"])
    return found


def _stop(number: int, steps: list[Step], said: dict[int, _Said], fault: Failed) -> None:
    """Note that a step ended its process, so that it never runs again."""
    why = ENDINGS.get(fault.kind, ENDINGS["died"])
    hint = f"This answer was stopped: {why}." if steps[number].key else ""
    said[number] = _Said(why, never=True, hint=hint)


def _again(steps: list[Step], said: Mapping[int, _Said]) -> list[Step]:
    """Return the answers to look at again: those that were missing at their check, if cells of the person come later."""
    last = max([number for number, step in enumerate(steps) if step.own], default=-1)
    return [
        Step(step.source, step.key) for number, step in enumerate(steps) if step.key and said[number].blank and number < last
    ]


def _answers(paper: Paper, steps: list[Step], said: Mapping[int, _Said]) -> list[Answer]:
    """Return the answer to each exercise, from what became of the steps."""
    best: dict[str, _Said] = {}
    for number, step in enumerate(steps):
        if step.key:
            one = said.get(number, _Said(hint="This answer was not reached."))
            if step.key not in best or not one.blank:
                best[step.key] = one
    errors: dict[str, list[str]] = {}
    waiting: list[str] = []
    for number, step in enumerate(steps):
        if step.own and number in said and said[number].stopped:
            waiting.append(said[number].stopped)
        elif step.key and waiting:
            errors.setdefault(step.key, []).extend(waiting)
            waiting = []
    found = []
    for key, points in paper.sheet.points.items():
        one = best[key]
        written = paper.written.get(key, [])
        if not written and not one.blank:
            written = paper.after
        found.append(Answer(key, one.earned, points, one.hint, list(written), errors.get(key, [])))
    return found
