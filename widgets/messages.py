"""What the page of a table asks: each message is answered by the method of its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from widgets import sent
from workbench.core.errors import IllegalMove, Refusal, WorkbenchError
from workbench.core.inquiry import LONGEST_WAY, inquire

if TYPE_CHECKING:
    from widgets.table import Table

ON: Final = "on_"
"""How the name of a method begins that answers a message: the message ``undo`` is answered by ``on_undo``."""


class Messages:
    """Answer what people do on the page of a table.

    A method ``on_NAME`` answers the messages whose ``do`` is NAME. It gets the whole message, which may hold anything.

    Args:
        table: the table.

    >>> sorted(Messages.answered())[:3]
    ['again', 'arrive', 'best_line']
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._number = 0

    @classmethod
    def answered(cls) -> frozenset[str]:
        """Return the names of the messages that are answered."""
        return frozenset([name.removeprefix(ON) for name in dir(cls) if name.startswith(ON)])

    def hear(self, message: dict[str, Any]) -> None:
        """Do what a message asks; ignore one that nothing answers.

        Args:
            message: a dict with a text under ``do``.
        """
        if message["do"] in self.answered():
            with self.failures_told():
                getattr(self, ON + message["do"])(message)

    @contextmanager
    def failures_told(self, say: Callable[[str], None] | None = None) -> Iterator[None]:
        """Say at the table what fails, whatever it is. What nobody foresaw also goes on, to the log of the notebook.

        Args:
            say: how to say it; None for the board alone.
        """
        say = say or self.table.say
        try:
            yield
        except IllegalMove:
            pass  # the board shows it already
        except WorkbenchError as fault:
            say(str(fault))
        except Exception as fault:
            say(f"This failed because of a fault in the rules or in the workbench: {type(fault).__name__}: {fault}.")
            raise

    def refuse(self, refusal: Refusal | None) -> None:
        """Show why something cannot be done."""
        self.table.refusal = refusal
        self._number += 1
        self.table.board.show(refusal={**sent.refused(self.table.match.game, refusal), "number": self._number}, notice="")

    # -- moves ---------------------------------------------------------------------------------------------------------

    def on_play(self, message: dict[str, Any]) -> None:
        """Make the chosen move; ask first if it looks like one more step but completes a larger choice."""
        table, move, times = self.table, message.get("action", ""), message.get("times", 1)
        if times == 1 and message.get("sure") is not True and (confirm := table.seating.to_confirm(move)):
            table.board.confirm = confirm
            return
        table.make(move, times, onward=True)
        table.computer_players.drive(answer=True)

    def on_thing(self, message: dict[str, Any]) -> None:
        """Answer a click on a thing that no move uses now: offer what it can begin, or say what forbids it."""
        table, thing, label = self.table, str(message.get("thing", "")), str(message.get("label", ""))
        table.seating.refuse_others()
        if table.match.over:
            table.say(f"{label} The game is over.")
            return
        found = inquire(table.match.state.view(table.match.seat), thing)
        if found.refusal is not None:
            self.refuse(found.refusal)
        else:  # without any ways the board says that the thing only shows the position
            self._number += 1
            ways = [{"actions": list(way.actions), "words": way.words} for way in found.ways]
            table.board.show(offered={"thing": thing, "ways": ways, "number": self._number}, refusal={}, notice="")

    def on_ways(self, message: dict[str, Any]) -> None:
        """Make the moves that lead to a thing; the last may have to be confirmed."""
        actions = message.get("actions", ())
        if not isinstance(actions, list) or not 1 <= len(actions) <= LONGEST_WAY:
            raise WorkbenchError(f"A way to a thing has 1 to {LONGEST_WAY} moves.")
        for action in actions[:-1]:
            self.table.make(action)
        self.on_play({"action": actions[-1]})

    def on_words(self, message: dict[str, Any]) -> None:
        """Do what somebody typed: a move, "why" with a move, or "rule" with a clause."""
        said = str(message.get("text", ""))
        first, _, rest = said.strip().partition(" ")
        if first.lower() == "why" and rest:
            self.table.why_not(rest)
        elif first.lower() in ("rule", "rules") and rest:
            self.on_clause({"id": rest.strip().upper()})
        else:
            self.on_play({"action": said})

    # -- the timeline --------------------------------------------------------------------------------------------------

    def on_undo(self, message: dict[str, Any]) -> None:
        """Take back a decision."""
        self.table.undo()

    def on_redo(self, message: dict[str, Any]) -> None:
        """Go forward again."""
        self.table.redo()

    def on_take_back(self, message: dict[str, Any]) -> None:
        """Take back every step of a choice."""
        self.table.take_back()

    def on_goto(self, message: dict[str, Any]) -> None:
        """Go to a place on the timeline, or on the line that was reviewed."""
        step = message.get("step", -1)
        if message.get("reviewed") is True:
            self.table.halt()
            self.table.change(lambda: self.table.lines.to_reviewed(step))
        else:
            self.table.goto(step)

    def on_line(self, message: dict[str, Any]) -> None:
        """Put a variation on the table."""
        self.table.to_variation(message.get("number", -1))

    def on_compare_line(self, message: dict[str, Any]) -> None:
        """Compare a variation with the line on the table."""
        self.table.compare(message.get("number", -1))

    def on_name_line(self, message: dict[str, Any]) -> None:
        """Name a line of play."""
        self.table.lines.name(message.get("number", -1), message.get("text", ""))

    def on_drop_line(self, message: dict[str, Any]) -> None:
        """Delete a variation."""
        self.table.lines.drop(message.get("number", -1))

    # -- advice and rules ----------------------------------------------------------------------------------------------

    def on_hint(self, message: dict[str, Any]) -> None:
        """Give a hint."""
        self.table.adviser.hint_asked()

    def on_review(self, message: dict[str, Any]) -> None:
        """Look back at the match."""
        self.table.adviser.review_asked()

    def on_lost_moment(self, message: dict[str, Any]) -> None:
        """Look back at the match, and go to the decision that cost the most."""
        self.table.adviser.review_asked(lost=True)

    def on_best_line(self, message: dict[str, Any]) -> None:
        """Lay the best known line from a moment on the table."""
        step = message.get("step", -1)
        self.table.halt()
        self.table.change(lambda: self.table.lines.best_line(step))
        self.table.say("The best line from here is on the table. Press Redo to follow it.")

    def on_clause(self, message: dict[str, Any]) -> None:
        """Show a clause."""
        found = self.table.match.game.rulebook[str(message.get("id", ""))]
        self.table.board.asked = {"id": found.id, "text": found.plain, "origin": found.standing}

    def on_whole_log(self, message: dict[str, Any]) -> None:
        """Show the whole log."""
        self.table.show_whole_log()

    # -- people and computer players -----------------------------------------------------------------------------------

    def on_arrive(self, message: dict[str, Any]) -> None:
        """Show the board to the person who is there now."""
        self.table.arrive()
        self.table.computer_players.drive(answer=True)

    def on_call(self, message: dict[str, Any]) -> None:
        """Pass the board to a person."""
        self.table.call(message.get("seat", -1))

    def on_next(self, message: dict[str, Any]) -> None:
        """Let computer players make one visible move."""
        self.table.computer_players.next_asked()

    def on_go_on(self, message: dict[str, Any]) -> None:
        """Let computer players move by themselves."""
        self.table.computer_players.go_on()

    def on_stop(self, message: dict[str, Any]) -> None:
        """Stop all thinking."""
        self.table.stop()

    def on_passed(self, message: dict[str, Any]) -> None:
        """Go on: what passed over the board has passed."""
        self.table.computer_players.has_passed()

    # -- other matches -------------------------------------------------------------------------------------------------

    def on_again(self, message: dict[str, Any]) -> None:
        """Begin the same game with another seed."""
        self.table.matches.again()

    def on_text(self, message: dict[str, Any]) -> None:
        """Write the position down."""
        self.table.board.written = self.table.position_text

    def on_open(self, message: dict[str, Any]) -> None:
        """Go on from a position that was pasted or linked to."""
        self.table.matches.open_asked(str(message.get("text", "")), message.get("linked") is True)
