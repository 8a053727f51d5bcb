"""What you can measure in For Goods and Honor beyond what any game offers, from the fields of events."""

from __future__ import annotations

from typing import Final

from workbench.core.played import EVENTS, Played, needs, seen
from workbench.games.goods_and_honor.components import FIRST_GOOD

EXAMPLE: Final = Played(
    (3, 5, 4),
    events=(
        seen("given", 0, receiver=1),
        seen("paid", 0, items=(0, 2, 0, 0, 0, 0, 1, 0, 0)),
        seen("duel", 0),
        seen("folk_wins"),
        seen("given", 1, receiver=2),
        seen("for_nothing", 1),
        seen("duel", 1),
        seen("folk_loses"),
    ),
)
"""A Folk for two chips of the second player and a Food, and a Folk for nothing; a duel that is won, and one that is lost."""


@needs(EVENTS)
def chips_moved(played: Played) -> int:
    """Return how many chips changed hands as payment for a Folk.

    >>> chips_moved(EXAMPLE)
    2
    """
    return sum([sum(event.fields["items"][:FIRST_GOOD]) for event in played.happened("paid")])


@needs(EVENTS)
def goods_moved(played: Played) -> int:
    """Return how many tokens of Goods changed hands as payment for a Folk.

    >>> goods_moved(EXAMPLE)
    1
    """
    return sum([sum(event.fields["items"][FIRST_GOOD:]) for event in played.happened("paid")])


@needs(EVENTS)
def free_folks(played: Played) -> float | None:
    """Return the share of Folks given away for nothing; None if none was given.

    >>> free_folks(EXAMPLE)
    0.5
    """
    given = len(played.happened("given"))
    return len(played.happened("for_nothing")) / given if given else None


@needs(EVENTS)
def duels(played: Played) -> float:
    """Return how many duels were fought.

    >>> duels(EXAMPLE)
    2
    """
    return len(played.happened("duel"))


@needs(EVENTS)
def duels_lost(played: Played) -> float | None:
    """Return the share of duels that the Folk lost; None if none was fought.

    >>> duels_lost(EXAMPLE)
    0.5
    """
    lost, won = len(played.happened("folk_loses")), len(played.happened("folk_wins"))
    return lost / (lost + won) if lost + won else None
