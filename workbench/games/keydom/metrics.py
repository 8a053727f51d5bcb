"""What can be measured in Keydom besides what can be measured in any game, out of the fields of events."""

from __future__ import annotations

from typing import Final

from workbench.core.played import EVENTS, Played, needs, seen

EXAMPLE: Final = Played(
    (18, 32),
    events=(
        seen("buys", 0, owner=1),
        seen("claims", 1),
        seen("displaced", 0),
        seen("worker_played", 0),
        seen("acts", 0),
        seen("harvests", 1),
    ),
)
"""A tile matched, one claimed, a worker displaced, one that acts, and a harvest."""


@needs(EVENTS)
def tiles_matched(played: Played) -> float:
    """How many tiles were bought from another player's store by matching the posted price.

    >>> tiles_matched(EXAMPLE)
    1
    """
    return len(played.happened("buys"))


@needs(EVENTS)
def tiles_claimed(played: Played) -> tuple[float, ...]:
    """How many tiles each seat claimed out of its own store at its own price.

    >>> tiles_claimed(EXAMPLE)
    (0.0, 1.0)
    """
    return played.by_seat("claims")


@needs(EVENTS)
def workers_displaced(played: Played) -> float:
    """How often a worker had to leave because a field arrived under it.

    >>> workers_displaced(EXAMPLE)
    1
    """
    return len(played.happened("displaced"))


@needs(EVENTS)
def powers_used(played: Played) -> float:
    """How often the special action of a worker was used.

    >>> powers_used(EXAMPLE)
    1
    """
    return len(played.happened("acts"))


@needs(EVENTS)
def harvests(played: Played) -> float:
    """How often somebody harvested.

    >>> harvests(EXAMPLE)
    1
    """
    return len(played.happened("harvests"))
