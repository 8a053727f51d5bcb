"""What a newcomer is told at the table: a sentence or two for each decision and each event, the first times they come up."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Self

from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.core.seating import Seating

FILE = "guide.json"
"""Where a game keeps its guide, beside its rulebook: texts by the names of phases and of kinds of events."""


@dataclass(frozen=True)
class Guide:
    """Texts for whoever plays a game for the first time.

    It remembers nothing: what is said follows from the position and the log, so that it is the same after going back.

    Args:
        phases: for the name of a phase, what is said at its first decision, at its second, and so on.
        events: for the name of a kind of event, what is said when it happens first, the second time, and so on.

    >>> import workbench as wb
    >>> Guide.of(wb.load("northwood")).says(Seating(wb.load("northwood").match(seed=7)))[0][:34]
    'Choose the ruler you want to visit'
    """

    phases: dict[str, list[str]]
    events: dict[str, list[str]]

    @classmethod
    def of(cls, game: Game) -> Self:
        """The guide that a game brings along.

        Raises:
            WorkbenchError: it brings none.
        """
        file = game.folder / FILE
        if not file.exists():
            raise WorkbenchError(f"{game.title} has no guide for newcomers: there is no {FILE} beside its rulebook.")
        return cls(**json.loads(file.read_text(encoding="utf-8")))

    def says(self, seating: Seating) -> list[str]:
        """What is said now to whoever looks at the board: about what has just happened, then about the decision.

        Args:
            seating: the match and the eyes it is seen through.
        """
        if seating.covered:
            return []
        log, news, match = seating.log(), seating.news(), seating.match
        counts: dict[str, int] = {}
        for event in log[: len(log) - len(news)]:
            counts[event.kind] = counts.get(event.kind, 0) + 1
        said = []
        for event in news:
            said += self.events.get(event.kind, [])[counts.get(event.kind, 0) :][:1]
            counts[event.kind] = counts.get(event.kind, 0) + 1
        if seating.decides:
            name = match.state.phase.name
            own = [match.at(step) for step in range(match.step)]
            before = sum(state.to_move == match.state.to_move and state.phase.name == name for state in own)
            said += self.phases.get(name, [])[before:][:1]
        return said
