"""Tables for tests, and what a browser does with them."""

from __future__ import annotations

from typing import Any

from tests.toy_game.baskets import SealedBaskets, dealt
from tests.toy_game.game import SealedLots
from widgets import Table
from workbench.core.state import View


def lowest(view: View) -> int:
    """Take the first legal action."""
    return view.legal()[0]


def baskets(seats: Any = None, players: int = 3, **keywords: Any) -> Table:
    """A table for a game of sealed baskets."""
    match = SealedBaskets({}, players).match(4, dealt(players))
    return Table(match, seats=seats, **{"figure": False, "forced": False, **keywords})


def lots(seats: Any = None, players: int = 3, **keywords: Any) -> Table:
    """A table for a game of sealed lots."""
    return Table(SealedLots({}, players), seed=4, seats=seats, **{"figure": False, "forced": False, **keywords})


def click(table: Table, **message: Any) -> None:
    """What the browser does."""
    table.board._handle_custom_msg(message, [])


def first_move(table: Table) -> int:
    """The action of the first move on the board."""
    return int(table.board.moves[0]["action"])
