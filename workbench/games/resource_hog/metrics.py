"""What can be measured in Resource Hog besides what can be measured in any game, out of the fields of events."""

from __future__ import annotations

from typing import Final

from workbench.core.played import EVENTS, Played, needs, seen

EXAMPLE: Final = Played(
    (3, 5, 4),
    events=(
        seen("battle"),
        seen("volley", 0, dice=2, hits=1),
        seen("starved", 0, peasants=2, nobles=1),
        seen("buys", 0),
        seen("sells", 1),
        seen("fish_dead", water="the Tarn"),
        seen("fish_dead", water="the Tarn"),
    ),
)
"""A battle, three people who starve, two tokens traded, and a water that is without fish in two seasons."""


@needs(EVENTS)
def battles(played: Played) -> float:
    """How many battles were fought, undefended ones included.

    >>> battles(EXAMPLE)
    1
    """
    return len(played.happened("battle"))


@needs(EVENTS)
def starved(played: Played) -> int:
    """How many peasants and nobles starved.

    >>> starved(EXAMPLE)
    3
    """
    return sum([event.fields["peasants"] + event.fields["nobles"] for event in played.happened("starved")])


@needs(EVENTS)
def traded(played: Played) -> float:
    """How many tokens were bought or sold at the price board.

    >>> traded(EXAMPLE)
    2
    """
    return len(played.happened("buys", "sells"))


@needs(EVENTS)
def waters_emptied(played: Played) -> float:
    """How many waters lost all their fish; each counts once.

    >>> waters_emptied(EXAMPLE)
    1
    """
    return len({event.fields["water"] for event in played.happened("fish_dead")})
