"""Tic-tac-toe: a grid of squares. An example of moves that are places on the table."""

from __future__ import annotations

from workbench import own
from workbench.own.parts import EMPTY

BOARD = own.Grid("board", "Who has marked each square.", 3, 3, marks="XO")
LINES = BOARD.lines(3)


class Position(own.State):
    """The position."""

    board = BOARD


class TicTacToe(own.Game):
    """Tic-tac-toe

    ## Play

    - **TT-MARK-1** *(public fact)* In turn, the players mark an empty square of three times three.
    - **TT-END-1** *(public fact)* Three marks in a straight line win.
    - **TT-END-2** *(public fact)* If all squares are marked and nobody has a line, it is a draw.
    """

    player_counts = (2,)
    state_kind = Position
    total = 1.0
    longest = 9

    class Mark(own.Phase):
        """A player marks a square."""

        moves = "board"
        say = "mark {0}"
        ask = "Which square do you mark?"

        def choices(self, state: Position) -> list[int]:
            return [place for place, mark in enumerate(state.board) if mark == EMPTY]

        def why(self, state: Position, choice: int) -> str:
            return f"The square {BOARD.names[choice]} is marked already."

        def play(self, state: Position, choice: int) -> None:
            board, seat = state.board, state.turn
            board[choice] = seat
            if any([board[a] == board[b] == board[c] == seat for a, b, c in LINES]):
                state.win(seat, "TT-END-1")
            elif EMPTY not in board:
                state.draw("TT-END-2")
            else:
                state.next_seat()


GAME = TicTacToe
