"""Hex on a small board. An example of hexagons, of a board sized by an option, and of connected paths."""

from __future__ import annotations

from typing import Any

from workbench import own
from workbench.core.options import Option, Whole
from workbench.own.parts import EMPTY


class Position(own.State):
    """The position. An option sets the size of the board."""

    board: list[int]


class Hexes(own.Game):
    """Hex

    ## Play

    - **HX-PLACE-1** *(public fact)* In turn, the players put a stone of their own on an empty hexagon of a slanted board.
      - Option: `size`
    - **HX-END-1** *(public fact)* Player 1 wins with a path from the top to the bottom, player 2 with one from left to right.
    - **HX-END-2** *(public fact)* One of them always has such a path when the board is full: there is no draw.
      - Not in code: it follows from the shape of the board.
    """

    player_counts = (2,)
    option_table = (Option("size", 5, Whole(2, 9), "How many rows and columns the board has.", "HX-PLACE-1"),)
    state_kind = Position
    total = 1.0
    longest = 81

    def table(self) -> Any:
        size = self.options["size"]
        return (own.Hexagons("board", "Whose stone lies on each hexagon.", size, size),)

    class Place(own.Phase):
        """A player puts a stone on a hexagon."""

        moves = "board"
        say = "put a stone on {0}"
        ask = "Where do you put your stone?"

        def choices(self, state: Position) -> list[int]:
            return [place for place, stone in enumerate(state.board) if stone == EMPTY]

        def why(self, state: Position, choice: int) -> str:
            return "There is a stone already."

        def play(self, state: Position, choice: int) -> None:
            state.board[choice] = state.turn
            grid: Any = state.game.part("board")
            ends = (grid.row(0), grid.row(-1)) if state.turn == 0 else (grid.column(0), grid.column(-1))
            if grid.joined(state.board, *ends, state.turn):
                state.win(state.turn)
            else:
                state.next_seat()


GAME = Hexes
