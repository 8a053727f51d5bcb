"""Nim: nothing is hidden or random. An example of a row of counters and of moves with two parts."""

from __future__ import annotations

from workbench import own
from workbench.core.options import Choice, Option


class Position(own.State):
    """The position, as fields that editors complete and type checkers know."""

    rows = own.Row("rows", "How many matches are left in each row.", "ABCD", 7, start=(1, 3, 5, 7))


class Nim(own.Game):
    """Nim

    Two players take matches from rows, until none is left.

    ## Play

    - **NI-SETUP-1** *(public fact)* There are rows of one, three, five and seven matches.
      - Not in code: the table of the game says it.
    - **NI-TAKE-1** *(public fact)* In turn, a player takes one match or more, all from one row.
    - **NI-END-1** *(public fact)* The player who takes the last match wins, or loses if you agree on that.
      - Option: `last`
    """

    player_counts = (2,)
    option_table = (Option("last", "wins", Choice(("wins", "loses")), "What taking the last match does.", "NI-END-1"),)
    state_kind = Position
    total = 1.0
    longest = 16

    class Take(own.Phase):
        """A player takes matches from one row."""

        moves = tuple([(row, count) for row in "ABCD" for count in range(1, 8)])
        say = "take {1} from row {0}"
        on = "rows-{0}"
        ask = "How many matches do you take, and from which row?"

        def choices(self, state: Position) -> list[tuple[str, int]]:
            return [(row, count) for row, left in zip("ABCD", state.rows, strict=True) for count in range(1, left + 1)]

        def why(self, state: Position, choice: tuple[str, int]) -> str:
            row, _ = choice
            return f"Row {row} has only {state.rows['ABCD'.index(row)]} left."

        def play(self, state: Position, choice: tuple[str, int]) -> None:
            row, count = choice
            state.rows["ABCD".index(row)] -= count
            if any(state.rows):
                state.next_seat()
            else:
                state.win(state.turn if state.game.options["last"] == "wins" else 1 - state.turn)


GAME = Nim
