"""Phases of On Their Merry Way with other rules, as a person may hand them over."""

from __future__ import annotations

from workbench.games.merry_way.draw import DrawScheme
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.travel import Travel


class PaysOneMore(Travel):
    """A changed rule: every trap pays one more; small methods are there to be changed."""

    def pays(self, state: MerryWayState, spot: int) -> int:
        return super().pays(state, spot) + 1


class PaysMoreAtOnce(Travel):
    """A changed rule: whoever owns a trap that is reached takes one profit more, whatever it pays."""

    def settle(self, state: MerryWayState, spot: int, kind: int) -> None:
        super().settle(state, spot, kind)
        if state.claims[spot] >= 0:
            state.profit[state.claims[spot]] += 1


class CheapCardsFirst(DrawScheme):
    """A changed rule: the card that comes first in the list is on top of the deck."""

    def chance(self, state: MerryWayState) -> tuple[tuple[int, int], ...]:
        return super().chance(state)[:1]
