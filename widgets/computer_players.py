"""The computer players at a table: they think beside the kernel's loop, and their moves come one after another at a pace."""

from __future__ import annotations

import asyncio
from math import inf
from typing import TYPE_CHECKING, Any, Final

from widgets.aside import Errand, running_loop
from workbench.core.errors import PlayerError, WorkbenchError, said_by
from workbench.core.outside import quoted
from workbench.core.player import Seated

if TYPE_CHECKING:
    from widgets.table import Table

PACE: Final = 0.8
"""Seconds that a computer player's move stays on the board before the next one is shown."""
HURRY: Final = 0.6
"""The share of the previous move's time for which each further computer move in a row stays on the board."""
MOST_FORCED: Final = 100
"""How many moves without an alternative the table makes by itself, one after the other."""


class ComputerPlayers:
    """Let the computer players at a table move, and make a person's moves that have no alternative.

    Args:
        table: the table.
        pace: seconds that each move stays on the board; 0 for at once, None to wait for "Next move" each time.
        forced: whether a person's move is made by itself when it is the only one.

    >>> from widgets import Table
    >>> Table("kuhn", seed=7, seats={0: "random"}, pace=None, figure=False).computer_players.moving()["text"]
    'Player 1 (random player) is to move.'
    """

    def __init__(self, table: Table, pace: float | None, forced: bool) -> None:
        self.table = table
        self.pace = pace
        self._forced = forced
        self._one_move = False
        self._shown_at = 0.0
        self._passes_until = 0.0
        self._chosen = 0
        self._in_a_row = 0
        self._thinking: Errand | None = None
        self._waiting: asyncio.TimerHandle | None = None
        self.begin()

    @property
    def pace(self) -> float | None:
        """Seconds that each move stays on the board; None to wait for "Next move"."""
        return self._pace

    @pace.setter
    def pace(self, seconds: float | None) -> None:
        if seconds is not None and not (isinstance(seconds, (int, float)) and 0 <= seconds < inf):
            raise WorkbenchError(
                f"`pace` is how many seconds a move stays on the board, or None to wait for a click, not {quoted(seconds)}."
            )
        self._pace = seconds

    def begin(self) -> None:
        """Begin with the match on the table. Without people, the players wait until somebody asks them to move."""
        self._paused = not self.table.seating.people

    # -- moving at once ------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Let computer players move at once until a person decides or the game ends; do nothing if `pace` is None.

        Raises:
            PlayerError: a player failed; the table says so and waits.
        """
        if self.pace is not None and self.table.seating.to_move_is_a_player:
            self._move_now(one=False)

    def next_move(self) -> None:
        """Let computer players move, without pauses, until the person at the board notices something.

        Raises:
            PlayerError: a player failed; the table says so and waits.
            WorkbenchError: it is not a computer player's turn.
        """
        self.table.seating.player_to_move()
        self._move_now(one=True)

    def _move_now(self, one: bool) -> None:
        """Let computer players move now, until the viewer notices something or until it is a person's turn."""
        table = self.table
        table.halt()
        try:
            while table.seating.to_move_is_a_player:
                table.seating.advance()
                if one and table.seating.noticed:
                    break
        except WorkbenchError as fault:
            self._paused = True
            said = self._failure(fault)
            table.changed()
            table.say(said)
            raise PlayerError(said, table.match.state.to_dict()) from fault
        table.changed()

    def pass_forced(self) -> None:
        """Make a person's moves, one after the other, as long as there is no alternative."""
        number = 0
        while self._forced and number < MOST_FORCED and self.table.seating.pass_forced():
            number += 1

    # -- what people ask -----------------------------------------------------------------------------------------------

    def next_asked(self) -> None:
        """Let computer players make their next visible move, and no more."""
        self.table.seating.player_to_move()
        self._paused = True
        if running_loop() is None:
            self.next_move()
            return
        self.table.halt()
        self._one_move = True
        self._think()

    def go_on(self) -> None:
        """Let computer players move by themselves again."""
        self.table.seating.player_to_move()
        self._paused = False
        self.table.halt()
        if self.pace is None:
            self.pace = PACE
            self.table.controls.follow_pace(self.pace)
        self.drive(answer=True)

    def pause(self) -> None:
        """Let computer players wait until somebody presses "Next move" or "Go on"."""
        self._paused = True

    def sit_asked(self, seat: int, who: Seated | None) -> None:
        """Give a seat to somebody else, and let the game go on."""
        with self.table.messages.failures_told():
            self.table.sit(seat, who)
            self._paused = False
            self.drive(answer=True)

    def set_pace(self, pace: float | None) -> None:
        """Change the pace; players who wait for their turn go on."""
        with self.table.messages.failures_told():
            self.pace = pace
            self._paused = False
            if self._thinking is None and self._waiting is None:
                self.drive(answer=True)

    # -- moving at a pace ----------------------------------------------------------------------------------------------

    def halt(self) -> None:
        """Stop all thinking about moves, and ignore any answer that still comes."""
        if self._thinking is not None:
            self._thinking.stop()
            self._thinking = None
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None
        self._one_move = False

    def drive(self, answer: bool = False) -> None:
        """Let computer players move by themselves, at their pace.

        Args:
            answer: whether a person waits for them; if so, and if no event loop is running, they move at once.
        """
        if not self.table.seating.to_move_is_a_player:
            self._in_a_row = 0
        if self.table.seating.to_move_is_a_player and not self._paused and self.pace is not None:
            if running_loop() is not None:
                self._think()
            elif answer:
                self.settle()
        self.show()

    def _think(self) -> None:
        """Ask the computer player to move, beside the loop; it sees only a view of a match of its own."""
        ask = self.table.match.asking(self.table.seating.player_to_move())
        self._thinking = Errand(ask, self.answered, self._failed)
        self.show()

    def answered(self, action: int) -> None:
        """Make the move that a player has chosen, once the last one has been shown long enough."""
        self._thinking = None
        loop = asyncio.get_running_loop()
        # the small steps of a larger choice are shown without a pause
        at_once = self._one_move or self.pace is None or self.table.seating.goes_on_choosing
        until = 0.0 if at_once else max(self._shown_at + stays(self.pace, self._in_a_row), self._passes_until)
        if until > loop.time():
            self._chosen = action
            self._waiting = loop.call_later(until - loop.time(), self._carry_out)
            self.show()
        else:
            self._carry_out(action)

    def _carry_out(self, action: int | None = None) -> None:
        """Make a computer player's move; None for the action that was waiting."""
        seating = self.table.seating
        self._waiting = None
        action = self._chosen if action is None else action
        try:
            seating.advance(action)
        except WorkbenchError as fault:  # somebody has changed the match without the table
            self._failed(fault)
            return
        self.pass_forced()
        if seating.noticed or not seating.to_move_is_a_player:
            self._one_move = False
            self._in_a_row += 1
            self.table.changed(onward=True)
        if self._one_move:
            self._think()
        else:
            self.drive()

    def _failed(self, fault: Exception) -> None:
        self._thinking = None
        self._one_move = False
        self._paused = True
        self.table.say(self._failure(fault))
        self.show()

    def _failure(self, fault: Exception) -> str:
        """Return what to say when a player cannot move."""
        mover = self.table.seating.name(int(self.table.match.state.to_move))
        return f"{mover} cannot move. {said_by(fault)}"

    # -- showing -------------------------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Count the time that the next move waits from now on: the match has changed."""
        loop = running_loop()
        self._shown_at = loop.time() if loop is not None else 0.0

    def motion(self) -> int:
        """Return how many milliseconds a thing takes to move now."""
        return motion(self.pace, self._in_a_row)

    def passes(self, seconds: float) -> None:
        """Let the next move wait until what passes over the board has passed."""
        self._passes_until = self._shown_at + seconds

    def has_passed(self) -> None:
        """Stop waiting for what passes over the board: the person has seen or skipped all of it."""
        self._passes_until = 0.0
        if self._waiting is not None and self.pace is not None:
            self._waiting.cancel()
            loop = asyncio.get_running_loop()
            until = self._shown_at + stays(self.pace, self._in_a_row)
            self._waiting = loop.call_later(max(0.0, until - loop.time()), self._carry_out)

    def show(self) -> None:
        """Show on the board what the computer players are doing."""
        self.table.board.moving = self.moving()

    def moving(self) -> dict[str, Any]:
        """Return what the computer players are doing, and which buttons make sense."""
        seating, match = self.table.seating, self.table.match
        stop = self.table.adviser.thinking
        if not seating.to_move_is_a_player:
            if len(seating.people) == match.game.players and not stop:
                return {}
            over = match.over or seating.covered
            return {"text": "" if over else f"{match.game.seat_name(match.seat)}: it is your move.", "stop": stop}
        name = seating.name(int(match.state.to_move))
        busy = self._thinking is not None or self._waiting is not None
        does = "thinking" if self._thinking is not None else "about to move" if self._waiting is not None else "to move"
        return {"text": f"{name} is {does}.", "next": True, "stop": busy, "go_on": not busy}


def stays(pace: float | None, in_a_row: int) -> float:
    """Return how many seconds a computer move stays on the board.

    In a row of moves each stays for a shorter time than the one before it, except at a slow pace.

    Args:
        pace: seconds for the first of them; None for the usual pace.
        in_a_row: how many computer moves have been shown since a person decided.

    >>> [round(stays(0.8, number), 2) for number in (0, 1, 2, 3)], stays(2.0, 3)
    ([0.8, 0.8, 0.48, 0.29], 2.0)
    >>> sum([stays(0.8, number) for number in range(1, 40)]) < 3
    True
    """
    usual = PACE if pace is None else pace
    return usual if usual > PACE else float(usual * HURRY ** max(0, in_a_row - 1))


def motion(pace: float | None, in_a_row: int = 0) -> int:
    """Return how many milliseconds a thing takes to move: about half the time that a move stays.

    >>> motion(0), motion(0.8), motion(30), motion(None), motion(0.8, 3)
    (0, 400, 700, 400, 144)
    """
    return min(700, round(500 * stays(pace, in_a_row)))
