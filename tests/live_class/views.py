"""Whether what a person's page was sent tells no more than the person's seat may know."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from widgets import sent
from workbench.core.match import Match
from workbench.core.random import Random
from workbench.core.seating import Seating

SENT = ("scene", "moves", "clauses", "figures", "helpers")
"""What a page is sent of a position; the log is of what has happened, and is looked at by itself."""


def told_too_much(match: Match, seat: int, boards: Iterable[Mapping[str, Any]], others: str = "random") -> list[str]:
    """Return what pages were sent that does not follow from what the seat may know, a sentence each.

    Everything that the seat cannot know is dealt anew, and the board drawn from that: it has to be the one that was sent.
    Boards of a choice that is half made are left out: its steps may be put into another order later.

    Args:
        match: the finished match.
        seat: whose page it was.
        boards: what was sent to it.
        others: who may sit in the other seats.
    """
    programs = {other: others for other in range(match.game.players) if other != seat}
    faults = []
    for board in boards:
        step = board["step"]
        if board["partway"]:
            continue
        state = match.at(step)
        double = match.game.match(position=state.resample(seat, Random(step, "double")))
        seating = Seating(double, programs, screens=False)
        drawn = {**sent.seen(seating, None, sent.Drawn()), "figures": sent.figures(seating)}
        faults += [f"step {step}: {name}" for name in SENT if plain(board[name]) != plain(drawn[name])]
        heard = {event.text for event in match.log_for(seat) if event.step <= step}
        said = [one for one in board["happened"] if one not in heard]
        faults += [f"step {step}: it was told {one!r}" for one in said]
    return faults


def plain(shown: Any) -> Any:
    """What was sent as JSON values."""
    return json.loads(shown) if isinstance(shown, str) else json.loads(json.dumps(shown))
