"""What the scores of a finished match are made of, and what breaks ties: one entry for each source.

A game counts its sources in the function `account` of its module `panels`: from the final position, or from the fields of
events. If somebody changes a rule so that the parts no longer make up the score, the account is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.core.figures import Withheld

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.core.match import Match
    from workbench.core.scene import Layer


@dataclass(frozen=True)
class Entry:
    """One source of points, or one tie-break.

    Attributes:
        name: what it is, in words.
        values: its points or its number, by seat; points may be below 0.
        breaks_ties: whether it is no part of the score and only decides between equal scores.
    """

    name: str
    values: tuple[float, ...]
    breaks_ties: bool = False


def entries(layers: Sequence[Layer]) -> tuple[Entry, ...]:
    """Return the layers of a stacked chart of points as an account.

    >>> from workbench.core.scene import Layer
    >>> entries([Layer("sets", (20.0, 9.0))])
    (Entry(name='sets', values=(20.0, 9.0), breaks_ties=False),)
    """
    return tuple([Entry(layer.name, layer.values) for layer in layers])


def account_of(match: Match) -> tuple[Entry, ...]:
    """Return what the scores of a match are made of: its parts, then its tie-breaks.

    Args:
        match: a finished match; secrets do not matter any more.

    Returns:
        the entries. No parts if the game does not count them, if a phase that they rest on has been changed, or if they do
        not add up to the score of every seat.

    >>> import workbench as wb
    >>> match = wb.load("northwood").match(seed=7)
    >>> events = match.play_out("counter")
    >>> sum(entry.values[0] for entry in account_of(match)) == match.state.scores()[0]
    True
    """
    try:
        found = match.game.account(match)
    except Withheld:
        return ()
    ties = tuple([entry for entry in found if entry.breaks_ties])
    parts = tuple([entry for entry in found if not entry.breaks_ties])
    sums = tuple([sum([entry.values[seat] for entry in parts]) for seat in range(match.game.players)])
    return (*parts, *ties) if sums == tuple(match.state.scores()) else ties
