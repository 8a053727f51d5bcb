"""What you can measure in For Northwood! beyond what any game offers, from the fields of events."""

from __future__ import annotations

from typing import Final

from workbench.core.played import EVENTS, Played, needs, seen

EXAMPLE: Final = Played(
    (3,),
    events=(
        seen("exhausted", 0, character=3),
        seen("idle"),
        seen("exhausted", 0, character=5),
        seen("visit_result", points=3, fief=5),
        seen("fief_lost", fief=5),
        seen("visit_result", points=4, fief=4),
        seen("fief_won", fief=4),
    ),
)
"""Two abilities, one of which could do nothing; a visit that ends 2 below its target, and one that is won."""


@needs(EVENTS)
def abilities_used(played: Played) -> float:
    """Return how many abilities were used: how often an ally was exhausted.

    >>> abilities_used(EXAMPLE)
    2
    """
    return len(played.happened("exhausted"))


@needs(EVENTS)
def abilities_wasted(played: Played) -> float | None:
    """Return the share of used abilities that could carry out none of their text; None if none was used.

    >>> abilities_wasted(EXAMPLE)
    0.5
    """
    used = len(played.happened("exhausted"))
    return len(played.happened("idle")) / used if used else None


@needs(EVENTS)
def fiefs_won(played: Played) -> float:
    """Return how many visits were won.

    >>> fiefs_won(EXAMPLE)
    1
    """
    return len(played.happened("fief_won"))


@needs(EVENTS)
def off_target(played: Played) -> float | None:
    """Return the mean distance of a score pile from its target over the finished visits, in cards.

    >>> off_target(EXAMPLE)
    1.0
    """
    found = [abs(event.fields["points"] - event.fields["fief"]) for event in played.happened("visit_result")]
    return sum(found) / len(found) if found else None
