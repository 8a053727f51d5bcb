"""Lines of play at a table: the review of a match, its variations, and the best line from a moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from widgets import sent
from workbench.core.ladder import FOR_A_REVIEW
from workbench.core.lines import Comparison
from workbench.core.review import Review
from workbench.core.state import State

if TYPE_CHECKING:
    from widgets.table import Table

BEST_LINE: Final = 12
"""How many decisions the best line from a moment goes on for."""

Line = tuple[int, bool, State]
"""What a review covers: the viewer, whether everything is seen, and the last position of the line of play."""


class Lines:
    """Show at a table how its match was played and might have been played.

    Args:
        table: the table.

    >>> from widgets import Table
    >>> table = Table("northwood", seed=7, figure=False)
    >>> table.lines.name(0, "the first try")
    >>> table.match.name
    'the first try'
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._looked_back: Line | None = None

    def _shown(self) -> Line:
        """Return the line on the table, as the viewer sees it."""
        seating, match = self.table.seating, self.table.match
        return seating.viewer, seating.all_seen, match.at(match.steps)

    def _still_there(self, looked_back: Line) -> bool:
        """Return whether the reviewed line still exists, on the table or as a variation, for the same viewer."""
        eyes = (self.table.seating.viewer, self.table.seating.all_seen)
        return looked_back[:2] == eyes and self.table.match.line_to(looked_back[2]) is not None

    def follow(self) -> None:
        """Take the review and the comparison off the board if they are about another line or another viewer."""
        if self.table.seating.covered or self._looked_back is None or not self._still_there(self._looked_back):
            self._looked_back = None
            self.table.board.show(review={}, compared={})
        elif not _same(self._looked_back, self._shown()):
            self.table.board.compared = {}

    def show_review(self, review: Review) -> None:
        """Show the review of the line on the table."""
        self._looked_back = self._shown()
        self.table.board.review = sent.reviewed(review)

    def compare(self, number: int) -> Comparison:
        """Show how the end of a variation differs; `Table.compare` says more."""
        found = self.table.seating.compare(number)
        self._looked_back = self._shown()
        self.table.board.compared = sent.compared(found)
        return found

    def to_reviewed(self, step: int) -> None:
        """Go to a place on the reviewed line, which may have become a variation since."""
        number = None if self._looked_back is None else self.table.match.line_to(self._looked_back[2])
        if number:
            self.table.match.to_variation(number)
        self.table.seating.goto(step)

    def best_line(self, step: int) -> None:
        """Go to a reviewed decision, and play on from there with the best known moves, as a line of its own."""
        self.to_reviewed(step)
        match = self.table.match
        whence = match.step
        for _decision in range(BEST_LINE):
            if match.over:
                break
            legal = match.state.legal()
            match.play(legal[0] if len(legal) == 1 else match.advising("", FOR_A_REVIEW)().move.action)
        if not match.name:
            match.name_variation(0, f"best from {whence}")
        match.goto(whence)
        self.table.seating.follow()

    def name(self, number: Any, text: Any) -> None:
        """Name a line of play; 0 is the one on the table."""
        self._refuse_if_covered()
        self.table.match.name_variation(number, text)
        self._changed()

    def drop(self, number: Any) -> None:
        """Delete a variation."""
        self._refuse_if_covered()
        self.table.match.drop_variation(number)
        self._changed()

    def _refuse_if_covered(self) -> None:
        if self.table.seating.covered:
            self.table.seating.refuse_others()

    def _changed(self) -> None:
        self.table.board.show(lines=sent.lines(self.table.seating), compared={})


def _same(one: Line, other: Line) -> bool:
    """Return whether two reviews cover the same line of play, seen by the same viewer."""
    return one[:2] == other[:2] and one[2] is other[2]
