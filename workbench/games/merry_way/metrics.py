"""Metrics of On Their Merry Way beyond those of every game, computed from the fields of events."""

from __future__ import annotations

from typing import Final

from workbench.core.played import EVENTS, Played, needs, seen

EXAMPLE: Final = Played(
    (12, 9),
    events=(
        seen("offers", 0),
        seen("accepts", 1),
        seen("offers", 0),
        seen("rejects", 1),
        seen("sets", 1, card=4),
        seen("covers", 1, card=7),
        seen("pays", owner=1, change=2),
        seen("strips", owner=0),
    ),
)
"""Two offers, of which one is accepted; a card is set and covered; one traveller pays, one takes a marker off."""


@needs(EVENTS)
def traps_sprung(played: Played) -> float:
    """How often a traveller settled with the owner of a trap or of Robbers, whichever way the profit went.

    >>> traps_sprung(EXAMPLE)
    1
    """
    return len(played.happened("pays"))


@needs(EVENTS)
def trades(played: Played) -> float:
    """How many offers were accepted.

    >>> trades(EXAMPLE)
    1
    """
    return len(played.happened("accepts"))


@needs(EVENTS)
def offers_accepted(played: Played) -> float | None:
    """The share of offers that were accepted; None where nobody made one.

    >>> offers_accepted(EXAMPLE)
    0.5
    """
    made = len(played.happened("offers"))
    return len(played.happened("accepts")) / made if made else None


@needs(EVENTS)
def cards_built(played: Played) -> tuple[float, ...]:
    """How many scheme cards each seat set on the trail, upgrades included.

    >>> cards_built(EXAMPLE)
    (0.0, 2.0)
    """
    return played.by_seat("sets", "covers")


@needs(EVENTS)
def claims_stripped(played: Played) -> float:
    """How many claim markers travellers took off the trail.

    >>> claims_stripped(EXAMPLE)
    1
    """
    return len(played.happened("strips"))
