"""Whole games through the real server: no page is told too much, the end is told, and the games become a run for the lab."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.live_class.bots import Bot, in_class, program
from tests.live_class.test_server import CROWD, crowd, do
from tests.live_class.views import told_too_much
from workbench import lab
from workbench.core.errors import WorkbenchError
from workbench.core.match import Match

Boards = dict[int, list[dict[str, Any]]]
Endings = dict[int, dict[str, Any]]


def played(folder: Path, setup: dict[str, Any], kind: str, n: int) -> tuple[Boards, Endings]:
    """Have people play a game to its end.

    Returns:
        for each person, by number, the boards that the page was sent, and what it was told at the end.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "plan.json").write_text(json.dumps([{"kind": kind, "setups": [setup]}]))
    boards: Boards = {}
    endings: Endings = {}

    def look(person: Bot) -> None:
        seen = boards.setdefault(person.parts["me"]["number"], [])
        if not seen or seen[-1] is not person.parts["board"]:
            seen.append(person.parts["board"])

    async def play() -> None:
        with program(folder / "class", "--plan", folder / "plan.json") as one:
            people, wall, lecturer = await crowd(one, n)
            await do(lecturer, do="begin")
            await asyncio.gather(*[person.play_to_the_end(look) for person in people])
            for person in people:
                await person.until(lambda person=person: person.parts["me"]["ending"])
                assert person.moves() == []
                endings[person.parts["me"]["number"]] = person.parts["me"]["ending"]
            if kind == "tables":
                await wall.until(lambda: all(row["over"] and row["scores"] for row in wall.parts["wall"]["rows"]))
            else:
                await wall.until(lambda: wall.parts["wall"]["progress"]["over"] == n)
            await do(lecturer, do="close")
            await wall.until(lambda: wall.parts["class"]["phase"] == "closed")

    in_class(play)
    return boards, endings


def match_of(folder: Path, name: str) -> Match:
    match = Match.from_json((next((folder / "class").glob("round_*")) / name).read_text(encoding="utf-8"))
    match.goto(match.steps)
    return match


@pytest.mark.long
def test_tables_of_keydom_are_played_to_the_end_and_become_a_run(tmp_path: Path) -> None:
    setup = {"game": "keydom", "players": 2, "seed": 3, "options": {"end_event": 2, "final_turns": 0}}
    boards, endings = played(tmp_path, setup, "tables", 4)
    for person, seen in boards.items():
        table, seat = divmod(person - 1, 2)
        match = match_of(tmp_path, f"table_{table + 1:03d}.json")
        assert match.over and len(seen) > 3
        assert told_too_much(match, seat, seen[::5]) == []
        scores = {match.game.seat_name(at): f"{score:g}" for at, score in enumerate(match.state.scores())}
        assert {row[0].partition(" (")[0]: row[1] for row in endings[person]["rows"]} == scores
        assert f"{match.game.seat_name(seat)} (you)" in [row[0] for row in endings[person]["rows"]]
    folder = next((tmp_path / "class").glob("round_*_tables"))
    runs = lab.class_games(folder)
    assert runs.games == 2 and runs.players == ("people",) and runs.faults.empty
    assert runs.match(1).steps == runs.table["decisions"][1]
    assert runs.table["seed"][1] == runs.table["seed"][0] + 1
    assert lab.coverage(runs)["fires"].value_counts()["yes"] > 20
    assert "2 games of" in repr(runs) and "seat 1" in repr(runs)
    with pytest.raises(WorkbenchError, match="People played these games"):
        lab.report(runs, tmp_path / "report.html")


@pytest.mark.long
def test_sixty_people_play_whole_games_at_thirty_tables(tmp_path: Path) -> None:
    _, endings = played(tmp_path, {"game": "liars_dice", "seed": 3}, "tables", CROWD)
    assert len(endings) == CROWD and all(one["rows"] for one in endings.values())
    runs = lab.class_games(next((tmp_path / "class").glob("round_*_tables")))
    assert runs.games == CROWD // 2 and runs.faults.empty


@pytest.mark.long
def test_everybody_plays_northwood_to_the_end_and_sees_no_deck(tmp_path: Path) -> None:
    boards, endings = played(tmp_path, {"game": "northwood", "seed": 7}, "same", 3)
    assert all(one["title"] in ("You have won.", "You have lost.") for one in endings.values())
    for person, seen in boards.items():
        assert told_too_much(match_of(tmp_path, f"person_{person:03d}.json"), 0, seen[::9]) == []
    runs = lab.class_games(next((tmp_path / "class").glob("round_*_same")))
    assert runs.games == 3 and set(runs.table["seed"]) == {7}


def test_the_check_of_pages_notices_what_a_seat_may_not_know(tmp_path: Path) -> None:
    boards, _ = played(tmp_path, {"game": "liars_dice", "seed": 3}, "tables", 2)
    match = match_of(tmp_path, "table_001.json")
    assert told_too_much(match, 0, boards[1]) == []
    assert told_too_much(match, 1, boards[1][:3]) != []  # the other seat's page


def test_games_that_are_no_run_are_named(tmp_path: Path) -> None:
    import workbench as wb

    with pytest.raises(WorkbenchError, match="No finished game"):
        lab.class_games(tmp_path)
    match = wb.load("northwood").match(seed=1)
    match.save(tmp_path / "unfinished.json")
    (tmp_path / "nonsense.json").write_text("{")
    with pytest.raises(WorkbenchError, match=r"nonsense.json|unfinished.json"):
        lab.class_games(tmp_path)
    for seed in (1, 2):
        match = wb.load("northwood").match(seed=seed)
        match.play_out("random")
        match.save(tmp_path / f"{seed}.json")
    other = wb.load("northwood", threshold=18).match(seed=1)
    other.play_out("random")
    other.save(tmp_path / "other.json")
    runs = lab.class_games(tmp_path)
    assert runs.games == 2 and sorted(runs.faults["file"]) == ["nonsense.json", "other.json", "unfinished.json"]
    with pytest.raises(WorkbenchError, match="games 0 to 1"):
        runs.match(2)
