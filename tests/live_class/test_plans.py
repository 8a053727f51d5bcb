"""The plans of the lessons, plans of one's own, and the class opened from Python and from the command line."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import refused
from tests.live_class.bots import Bot, in_class, program
from tests.programs import said_by
from widgets import Classroom
from workbench.core.errors import WorkbenchError
from workbench.core.registry import load
from workbench.live_class import JournalError, LiveClass, lesson_plan, plan_from_json, read_plan
from workbench.live_class.people import digest
from workbench.terminal import main

LESSONS = range(1, 11)


@pytest.mark.parametrize("number", LESSONS)
def test_a_lesson_brings_ten_positions_that_can_be_answered(number: int) -> None:
    steps = lesson_plan(number)
    poll = steps[0]
    assert poll.kind == "poll" and len(poll.setups) == 10
    for setup in poll.setups:
        match = setup.match()
        assert 2 <= len(match.moves()) <= 12 and not match.over and setup.title
    assert len({json.dumps(setup.position, sort_keys=True) for setup in poll.setups}) == 10
    assert [step.kind for step in steps[1:]] in (["vote", "same"], ["vote", "tables"])


def test_there_is_no_eleventh_lesson() -> None:
    for number in (0, 11, "1", None, True):
        with pytest.raises(WorkbenchError, match="lessons 1 to 10"):
            lesson_plan(number)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong",
    [
        [], {}, "vote", [1], [{"kind": "vote"}], [{"kind": "vote", "setups": []}],
        [{"kind": "vote", "setups": [{"game": "chess"}]}],
        [{"kind": "vote", "setups": [{"game": "northwood"}, {"game": "northwood"}]}],
        [{"kind": "vote", "setups": [{"game": "northwood", "options": {"treshold": 1}}]}],
        [{"kind": "vote", "setups": [{"game": "northwood", "options": []}]}],
        [{"kind": "vote", "setups": [{"game": "northwood", "seed": "seven"}]}],
        [{"kind": "vote", "setups": [{"game": "northwood", "position": {"hand": "X9"}}]}],
        [{"kind": "vote", "setups": [{"game": "keydom", "players": 9}]}],
        [{"kind": "tables", "setups": [{"game": "keydom"}], "programs": {"1": "nobody"}}],
        [{"kind": "tables", "setups": [{"game": "keydom"}], "programs": {"7": "scripted"}}],
        [{"kind": "tables", "setups": [{"game": "keydom"}], "fill": "nobody"}],
        [{"kind": "vote", "setups": [{"game": "northwood"}], "title": "x" * 400}],
        [{"kind": "vote", "setups": [{"game": "northwood", "seed": 10**4000}]}],
    ],
)  # fmt: skip
def test_a_plan_with_a_fault_is_refused_with_a_sentence(wrong: Any) -> None:
    with pytest.raises(WorkbenchError) as caught:
        plan_from_json(wrong)
    assert str(caught.value).endswith(".") and len(str(caught.value)) < 1000


def test_a_plan_out_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    with pytest.raises(WorkbenchError, match="cannot be read"):
        read_plan(file)
    file.write_text("{")
    with pytest.raises(WorkbenchError, match="not JSON"):
        read_plan(file)
    file.write_text(json.dumps([step.to_json() for step in lesson_plan(3)]))
    assert read_plan(file) == lesson_plan(3)


def test_a_class_is_driven_from_python_and_goes_on_from_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "class"

    async def votes(room: Classroom) -> None:
        person = await Bot(room.address).come()
        await person.join(room.code, "Anna")
        await person.until(person.moves)
        assert (await person.vote("visit fief 3"))["said"] == "Your vote: visit fief 3."

    with Classroom("northwood", seed=7, everywhere=False, port=0, folder=folder) as room:
        room.begin()
        in_class(lambda: votes(room))
        assert room.people == ["Anna"]
        with pytest.raises(WorkbenchError, match="begun already"):
            room.begin()
        room.close()
        room.reveal()
        assert room.results[0]["split"][0]["text"] == "visit fief 3" and room.results[0]["found"]["best"]
        room.change(threshold=18)
        room.begin()
        with pytest.raises(JournalError, match="still open"):
            Classroom.again(folder)
        assert room.lecturer_link in repr(room) and room.code in room._repr_html_()
        code = room.code
    with pytest.raises(JournalError, match="kept in"):
        Classroom("northwood", folder=folder)
    with Classroom.again(folder, everywhere=False, port=0) as room:
        assert (room.code, room.people, room.phase, room.results[0]["n"]) == (code, ["Anna"], "open", 1)
    with pytest.raises(JournalError, match="No class is kept"):
        Classroom.again(tmp_path / "nothing")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "class.jsonl").write_text("hello\n")
    with pytest.raises(WorkbenchError):
        Classroom.again(tmp_path / "other")


def test_the_command_says_what_is_wrong(tmp_path: Path) -> None:
    for words, sentence in (
        (["--lesson", 99], "lessons 1 to 10"), (["chess"], "chess"), (["--again", tmp_path / "no"], "No class is kept"),
        (["--address", "http://a/?token=1", "--out", tmp_path / "x"], "no token"),
        (["--plan", tmp_path / "no.json"], "cannot be read"), (["--port", 70_000, "--out", tmp_path / "y"], "port"),
    ):  # fmt: skip
        target = io.StringIO()
        code = main(["class", *map(str, words)], io.StringIO(), target)
        assert code == 2 and sentence in target.getvalue(), target.getvalue()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets one process limit another")
def test_a_disk_that_takes_nothing_more_stops_the_class_with_a_sentence(tmp_path: Path) -> None:
    import resource  # there is none on Windows

    async def play() -> None:
        with program(tmp_path / "class", "northwood") as one:
            person = await Bot(one.address).come()
            assert (await person.join(one.code, "Anna"))["joined"]
            resource.prlimit(one.process.pid, resource.RLIMIT_FSIZE, (0, 0))
            lecturer = await Bot(one.address, "lecturer", one.lecturer).come()
            answer = await lecturer.say(do="begin")
            assert answer["refused"] and "cannot be written" in answer["said"] and "has stopped" in answer["said"]
            again = await lecturer.say(do="pause", on=True)
            assert again["refused"] and "has stopped" in again["said"]

    in_class(play)


def test_widgets_and_the_class_without_the_web_need_no_server() -> None:
    code = (
        "import sys; sys.modules['tornado'] = sys.modules['segno'] = None\n"
        "import workbench.live_class\n"
        "assert not {'numpy', 'pandas', 'ipywidgets'} & set(sys.modules)\n"
    )
    found = said_by("-c", code)
    assert found.returncode == 0, found.stderr
    keys = {"lecturer": digest("l"), "wall": digest("w")}
    assert LiveClass(lesson_plan(1), "KVR7XM", keys).title


def test_a_class_ignores_nothing_that_it_is_given(tmp_path: Path) -> None:
    game = load("keydom", hands="open")
    with refused(WorkbenchError, "A match brings its game with it: leave out `players` and `hands`."):
        Classroom(game.match(seed=1), players=3, hands="secret", port=0, folder=tmp_path / "match")
    with refused(WorkbenchError, "A plan names its own games: leave out `preset`."):
        Classroom(plan=1, preset="introductory", port=0, folder=tmp_path / "plan")
    assert not list(tmp_path.iterdir())
    with Classroom(game, players=3, everywhere=False, port=0, folder=tmp_path / "game") as room:
        setups = [setup for step in room._room.steps for setup in step.setups]
        assert {(setup.rules.players, setup.rules.open_hands) for setup in setups} == {(3, True)}


def test_where_nobody_else_can_come_in_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("widgets.live_class.server.own_address", lambda: "127.0.0.1")
    with Classroom("northwood", port=0, folder=tmp_path / "alone") as room:
        assert "is in no network" in repr(room) and "is in no network" in room._repr_html_()
    with Classroom("northwood", port=0, everywhere=False, folder=tmp_path / "here") as room:
        assert "is in no network" not in repr(room)
    monkeypatch.setenv("BINDER_LAUNCH_HOST", "https://mybinder.org/")
    with refused(WorkbenchError, "cannot be held from Binder"):
        Classroom("northwood", port=0, folder=tmp_path / "binder")
    assert not (tmp_path / "binder").exists()
