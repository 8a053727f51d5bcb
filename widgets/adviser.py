"""Advice at a table: hints, reviews and the guide's good move, worked out beside the kernel's loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from widgets.aside import Errand, running_loop
from widgets.guide import advice_in_words
from workbench.core.advice import Advice
from workbench.core.errors import said_by
from workbench.core.ladder import FOR_A_HINT, FOR_A_REVIEW, strongest
from workbench.core.match import Move
from workbench.core.review import Review
from workbench.core.strength import spoken_name
from workbench.core.words import capital

if TYPE_CHECKING:
    from widgets.table import Table


class Adviser:
    """Advise the person at a table: on a move, on the whole match, and on what the guide calls good.

    Args:
        table: the table.

    >>> from widgets import Table
    >>> Table("northwood", seed=7, figure=False).adviser.thinking
    False
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._hinting: Errand | None = None
        self._guiding: Errand | None = None
        self._lost_wanted = False

    @property
    def thinking(self) -> bool:
        """Whether a hint or a review is being worked out."""
        return self._hinting is not None

    def stop(self) -> None:
        """Stop working out a hint or a review."""
        if self._hinting is not None:
            self._hinting.stop()
            self._hinting = None

    def _player(self) -> str:
        """Return who gives hints; empty for exact chances and the strongest player that is fast enough."""
        return str(self.table.controls.hint_player.value)

    def _called(self, name: str) -> str:
        """Return a player's name for the beginning of a sentence."""
        return capital(spoken_name(self.table.match.game, name))

    # -- hints ---------------------------------------------------------------------------------------------------------

    def hint(self, player: str | None = None) -> Move:
        """Show what a named player would do; `Table.hint` says more."""
        self.table.seating.refuse_others()
        return self._show_hint(self.table.match.advice(player or self._player()))

    def hint_asked(self) -> None:
        """Think about a hint, beside the event loop if there is one."""
        table = self.table
        if running_loop() is None:
            self.hint()
            return
        table.seating.refuse_others()
        self.stop()
        name = self._player()
        self._hinting = Errand(table.match.advising(name), self._hint_came, self._failed)
        table.say(f"{self._called(name or strongest(table.match.game, FOR_A_HINT))} is thinking about a hint.")
        table.computer_players.show()

    def _show_hint(self, advice: Advice) -> Move:
        self.table.refusal = None
        self.table.board.show(refusal={}, hinted=advice.move.action, notice=f"Hint: {advice}")
        return advice.move

    def _hint_came(self, advice: Advice) -> None:
        self._hinting = None
        self._show_hint(advice)
        self.table.computer_players.show()

    def _failed(self, fault: Exception) -> None:
        self._hinting = None
        self.table.say(said_by(fault))
        self.table.computer_players.show()

    # -- reviews -------------------------------------------------------------------------------------------------------

    def review(self, player: str | None = None) -> Review:
        """Look back at the match; `Table.review` says more."""
        found = self.table.seating.reviewing(player or self._player())()
        self.table.lines.show_review(found)
        return found

    def review_asked(self, lost: bool = False) -> None:
        """Review the match, beside the event loop if there is one.

        Args:
            lost: whether to go to the decision that cost the most.
        """
        table, name = self.table, self._player()
        self._lost_wanted = self._lost_wanted or lost
        work = table.seating.reviewing(name)
        if running_loop() is None:
            self._review_came(work())
            return
        self.stop()
        self._hinting = Errand(work, self._review_came, self._failed)
        table.say(f"{self._called(name or strongest(table.match.game, FOR_A_REVIEW))} is looking back at every decision.")
        table.computer_players.show()

    def _review_came(self, review: Review) -> None:
        table = self.table
        self._hinting = None
        table.lines.show_review(review)
        table.say("")
        table.computer_players.show()
        wanted, self._lost_wanted = self._lost_wanted, False
        if wanted and review.worst:
            table.goto(review.worst[0].step)
        elif wanted:
            table.say("As far as the review could work out, no decision cost anything.")

    # -- the guide -----------------------------------------------------------------------------------------------------

    def follow_guide(self) -> None:
        """Find out which move the guide calls good, beside the event loop if there is one."""
        if self._guiding is not None:
            self._guiding.stop()
            self._guiding = None
        work = None if self.table.guide is None else self.table.guide.advising(self.table.seating)
        if work is None:
            return
        if running_loop() is None:
            self._guided(work())
        else:
            self._guiding = Errand(work, self._guided, lambda fault: None)  # the table can be used without it

    def _guided(self, advice: Advice) -> None:
        """Show which move is good."""
        self._guiding = None
        self.table.board.show(advised=advice_in_words(advice), hinted=advice.move.action)
