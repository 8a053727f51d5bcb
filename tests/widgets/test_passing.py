"""What passes over the board after a move: it is sent once, not when going back, and players wait for it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

import workbench as wb
from tests.waiting import in_a_loop
from tests.widgets.test_table import click
from widgets import Table
from widgets.sent import MOST_BEATS, Watched
from workbench.core.events import Event
from workbench.core.passing import Passage, Stop

POSITION = {"phase": "build", "round": 1, "board": "N: L1.4=GR2@A", "line_up": "F12* F35* F39* F24* F04* F48*"}


def travelling(**keywords: Any) -> Table:
    """A table at which both players have passed, so that the travellers have just walked."""
    match = wb.load("merry_way", players=2).match(position=POSITION)
    table = Table(match, figure=False, **{"screens": False, **keywords})
    for _ in range(2):
        click(table, do="play", action=match.find("pass"))
    return table


def test_travellers_pass_once_with_what_they_bring() -> None:
    table = travelling()
    shown = json.loads(table.board.passing)
    told = [said for part in shown["parts"] for *_, said in part["stops"] if said]
    assert len(shown["parts"]) == 5 and "MW-PATH-4" in told[0]
    assert [part["begin"] for part in shown["parts"]][1:] == [part["end"] for part in shown["parts"]][:-1]
    click(table, do="hint")
    assert json.loads(table.board.passing)["number"] == shown["number"], "only what happens is shown"
    for message in ({"do": "undo"}, {"do": "redo"}, {"do": "goto", "step": 0}):
        click(table, **message)
        assert table.board.passing == ""


def test_at_once_nothing_passes() -> None:
    assert travelling(pace=0).board.passing == ""


def test_whoever_comes_to_a_covered_board_sees_what_has_passed() -> None:
    match = wb.load("merry_way", players=2).match(position=POSITION)
    table = Table(match, figure=False)
    click(table, do="arrive")
    click(table, do="play", action=match.find("pass"))
    click(table, do="arrive")
    click(table, do="play", action=match.find("pass"))
    while table.seating.covered:
        assert table.board.passing == ""
        click(table, do="arrive")
    assert len(json.loads(table.board.passing)["parts"]) == 5


def test_players_wait_until_it_has_passed() -> None:
    async def play() -> None:
        match = wb.load("merry_way", players=2).match(position={**POSITION, "leader": "B", "hands": {"A": "", "B": ""}})
        table = Table(match, seats={1: "random"}, figure=False, pace=0.01)
        waits = []
        call_later = asyncio.get_running_loop().call_later

        def noted(seconds: float, *call: Any) -> asyncio.TimerHandle:
            waits.append(seconds)
            return call_later(seconds, *call)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(asyncio.get_running_loop(), "call_later", noted)
            table.computer_players._passes_until = asyncio.get_running_loop().time() + 500
            table.computer_players.answered(match.find("pass"))
            assert waits[-1] > 400
            click(table, do="passed")
            assert waits[-1] <= 0.01
            table.halt()

    in_a_loop(play)


def test_what_takes_long_passes_quicker(monkeypatch: pytest.MonkeyPatch) -> None:
    table = travelling()
    long = tuple([Passage((Stop(0, 0, "It takes long. " * 9),))] * 40)
    monkeypatch.setattr(type(table.match.game), "passing", lambda *_: long)
    text, seconds = Watched().passing(table.seating, [Event("MW-PATH-1", "")], 400)
    assert seconds == pytest.approx(MOST_BEATS * 0.2, rel=0.1)
    assert json.loads(text)["beat"] < 200
