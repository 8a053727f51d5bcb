"""A lesson, shortened and without time: what people are confirmed is what is kept, whatever happens to their devices."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks.live_lesson import Lesson, NoTime, faults
from tests.live_class.bots import in_class, program
from workbench.live_class import Setup, Step, lesson_plan


@pytest.mark.long
def test_a_short_lesson_keeps_what_it_confirmed(tmp_path: Path) -> None:
    poll = lesson_plan(3)[0]
    plan = [
        Step("poll", poll.setups[:3], poll.title),
        *lesson_plan(3)[1:],
        Step("tables", (Setup("liars_dice", seed=3),), "Tables"),
    ]
    (tmp_path / "plan.json").write_text(json.dumps([step.to_json() for step in plan]))

    async def hold() -> None:
        with program(tmp_path / "class", "--plan", tmp_path / "plan.json") as one:
            lesson = Lesson(one, 8, NoTime(), seed=1, most=6)
            await lesson.hold(votes=3, games=1)
            told = lesson.told
            assert faults(told, tmp_path / "class") == []
            assert told.done["came in"] == 8 and told.done["moves confirmed"] >= 16 and told.refusals
            assert {"rules {'threshold': 18}", "back", "pause True", "slowest"} <= set(lesson.deeds)
            assert len(told.away) == 1  # the lecturer has taken one out

    in_class(hold)
