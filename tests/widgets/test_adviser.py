"""Advice at a table: hints, at once and beside the loop."""

from __future__ import annotations

import pytest

import workbench as wb
from tests.waiting import in_a_loop, until_in_loop
from tests.widgets.tables import click, first_move, lots, lowest
from workbench.core.ladder import strongest


def test_a_hint_is_shown_and_goes_with_the_next_move(table):
    move = table.hint("random")
    assert table.board.hinted == move.action
    assert table.board.notice == f"Hint: The random player would {move.text}."
    table.play(move.action)
    assert table.board.hinted == -1
    click(table, do="hint")
    assert table.board.notice.startswith(f"Hint: The {strongest(table.match.game)} would ")
    with pytest.raises(wb.WorkbenchError, match="no player 'nobody'"):
        table.hint("nobody")


def test_hints_are_thought_about_beside_the_loop() -> None:
    async def play() -> None:
        table = lots({1: lowest, 2: lowest}, pace=0)
        table.controls.hint_player.value = "random"
        click(table, do="hint")
        assert table.board.notice == "The random player is thinking about a hint." and table.board.moving["stop"]
        await until_in_loop(lambda: table.board.hinted >= 0)
        assert table.board.notice.startswith("Hint: The random player would seal the ") and not table.board.moving["stop"]
        click(table, do="hint")
        click(table, do="stop")
        assert table.board.notice == "Stopped."
        click(table, do="hint")
        click(table, do="play", action=first_move(table))
        await until_in_loop(lambda: table.match.step == 3)
        assert table.board.hinted == -1, "a hint for a position that is past is not shown"

    in_a_loop(play)
