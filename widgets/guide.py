"""The guide for newcomers: what has happened, what matters now, and which move is good and why."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final, Self

from workbench.core import guidance
from workbench.core.advice import Advice
from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.core.ladder import FOR_A_HINT, FOR_A_REVIEW
from workbench.core.seating import Seating

PATIENCE: Final = FOR_A_REVIEW if sys.platform == "emscripten" else FOR_A_HINT
"""How long the guide may think about a decision, in milliseconds: as long as a hint, so both say the same.

A browser without a server has no threads, and the page would stand still.
"""


class Guide:
    """Guides a person who plays a game for the first time, with words from the game's folder.

    It remembers nothing. Its words depend only on the position and the log, so they are the same after going back.

    >>> import workbench as wb
    >>> Guide.of(wb.load("northwood")).says(Seating(wb.load("northwood").match(seed=7)))[0][:34]
    'Choose the ruler you want to visit'
    """

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return the guide to a game.

        Raises:
            WorkbenchError: the game has no words for newcomers.
        """
        if not guidance.has_guide(game):
            raise WorkbenchError(f"{game.title} has no guide for newcomers: its folder lacks the module {guidance.FACE!r}.")
        return cls()

    def says(self, seating: Seating) -> list[str]:
        """Return what to tell the viewer now: first about what has just happened, then about the decision.

        Args:
            seating: the match and its viewer.
        """
        if seating.covered:
            return []
        log, news = seating.log(), seating.news()
        seen = {event.kind for event in log[: len(log) - len(news)]}
        events = guidance.table(seating.game, "EVENTS")
        said = []
        for event in news:
            if event.kind in events and event.kind not in seen:
                said.append(events[event.kind])
            seen.add(event.kind)
        if seating.decides and not seating.match.over:
            said.append(decision_in_words(seating))
        return [one for one in said if one]

    def advising(self, seating: Seating) -> Callable[[], Advice] | None:
        """Return a function that finds a good move, for another thread; None if the viewer has no choice.

        Args:
            seating: the match and its viewer.
        """
        if not seating.decides or seating.match.over or len(seating.match.state.legal()) < 2:
            return None
        return seating.match.advising("", PATIENCE)


def decision_in_words(seating: Seating) -> str:
    """Return what matters in the decision, in the guide's words or else those of the main rule."""
    state = seating.match.seen()
    said = guidance.advice_in_words(state, seating.match.seat)
    if said or len(state.legal()) < 2:
        return said
    clauses = state.phase.clauses_now(state)
    book = seating.game.rulebook
    return book[clauses[0]].plain if clauses and clauses[0] in book else ""


def advice_in_words(advice: Advice) -> str:
    """Return which move is good, and why."""
    return " ".join([said for said in (f"Good here: {advice.move.text}.", advice.why or advice.in_brief) if said])
