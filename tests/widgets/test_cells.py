"""A table follows when a cell has changed its match behind its back; tables that are gone are not kept."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from weakref import ref

import pytest
from IPython.core.interactiveshell import InteractiveShell

from tests.waiting import until_in_loop, when_due
from widgets import Table
from widgets.cells import after_each_cell

TABLE = "from widgets import Table\ntable = Table('northwood', seed=7, figure=False)"


@pytest.fixture
def shell() -> Iterator[InteractiveShell]:
    """A notebook's kernel, as far as its cells go."""
    yield InteractiveShell.instance()
    InteractiveShell.clear_instance()


def run(shell: InteractiveShell, cell: str) -> None:
    """Carry out a cell."""
    shell.run_cell(cell).raise_error()


def test_the_board_shows_what_a_cell_has_played(shell: InteractiveShell) -> None:
    run(shell, TABLE)
    table = shell.user_ns["table"]
    before = table.board.scene
    run(shell, "table.match.play('visit fief 3')")
    assert table.board.scene != before and table.board.step == 1
    run(shell, "table.match.undo()")
    assert table.board.scene == before and table.board.step == 0
    drawn = []
    table.board.observe(lambda change: drawn.append(change.name))
    run(shell, "1 + 1")
    assert drawn == [], "nothing has changed, so nothing is sent"


def test_two_tables_at_one_match_show_the_same(shell: InteractiveShell) -> None:
    run(shell, f"{TABLE}\nother = Table(table.match, figure=False)")
    run(shell, "other.play('visit fief 3')")
    assert shell.user_ns["table"].board.step == shell.user_ns["other"].board.step == 1


def test_players_go_on_from_what_a_cell_has_played(shell: InteractiveShell) -> None:
    run(shell, "from widgets import Table\ntable = Table('keydom', players=2, seed=7, seats={1: 'random'}, figure=False)")
    table = shell.user_ns["table"]
    run(shell, "while table.match.state.to_move == 0:\n    table.match.play(table.match.state.legal()[0])")
    table.settle()
    assert table.match.over or table.match.state.to_move == 0
    assert table.board.step == table.seating.step


@pytest.mark.parametrize("back", [True, False])
def test_players_go_on_from_what_was_played_and_not_from_what_was_taken_back(back: bool) -> None:
    async def follow() -> None:  # as in a kernel, whose cells run in a loop
        table.follow()
        if back:
            players = table.computer_players
            assert players._thinking is None and players._waiting is None, "nobody has been asked, so nobody will answer"
            await when_due(0.01)
        else:
            await until_in_loop(lambda: table.match.state.to_move == 0)

    table = Table("keydom", players=2, seed=7, seats={1: "random"}, figure=False, pace=0)
    while table.match.state.to_move == 0:
        table.match.play(table.match.state.legal()[0])
    if back:
        table.redraw()
        table.settle()
        while table.match.state.to_move == 0:
            table.match.undo()
    asyncio.run(follow())
    assert table.match.state.to_move == (1 if back else 0)
    assert table.board.step == table.seating.step


def test_a_table_that_is_gone_is_not_kept(shell: InteractiveShell) -> None:
    class Shown:
        def follow(self) -> None:
            pass

    shown = Shown()
    after_each_cell(shown)
    gone = ref(shown)
    del shown
    gc.collect()
    assert gone() is None
    run(shell, "1 + 1")


def test_where_no_notebook_runs_nothing_happens() -> None:
    class Shown:
        def follow(self) -> None:
            raise AssertionError

    after_each_cell(Shown())
