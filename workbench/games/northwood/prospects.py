"""The game between two visits of For Northwood!: the chance to win, by which fiefs are friendly and which have failed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workbench.core.state import OVER
from workbench.games.northwood.components import CONCEDE, FIRST_FIEF, NONE, count, holds, with_one
from workbench.games.northwood.judgement import learnt_for

if TYPE_CHECKING:
    from workbench.games.northwood.game import Northwood
    from workbench.games.northwood.state import NorthwoodState

STAR: Final = 0.0005
"""What a star counts beside the chance to win, so that a game already won or lost is still played for stars."""


class Prospects:
    """The chance to win the game from between two visits on.

    It is worked out backwards over all sets of friendly and failed fiefs. Which fiefs may be visited, whether the game ends
    early and whether it is won, the phases in force say; how likely a visit succeeds is taken from some deals.

    Args:
        rules: the rules in force.
        deals: for each of some deals the chance of success at each fief; each deal is equally likely.
        helper: by how much the odds of a win rise with each friendly ruler who can still be brought in, as a factor.

    >>> import workbench as wb
    >>> one = Prospects(wb.load("northwood", fiefs=2, threshold=4), ((0.5, 0.75),), 1.0)
    >>> one.chance(0, 0), one.chance(0b01, 0), one.chance(0, 0b01)
    (0.5, 1.0, 0.0)
    """

    __slots__ = ("_chances", "_deals", "_helper", "_rules")

    def __init__(self, rules: Northwood, deals: tuple[tuple[float, ...], ...], helper: float) -> None:
        self._rules = rules
        self._deals = deals
        self._helper = helper
        self._chances: dict[tuple[int, int], float] = {}

    def worth(self, friendly: int, failed: int, helpers: int) -> float:
        """The chance to win, and a little for each star.

        Args:
            friendly: the friendly fiefs, as a mask.
            failed: the failed fiefs, as a mask.
            helpers: how many friendly rulers can still be brought in.
        """
        rules = self._rules
        chance = self.chance(friendly, failed)
        if 0.0 < chance < 1.0:
            odds = chance / (1.0 - chance) * self._helper**helpers
            chance = odds / (1.0 + odds)
        for fief in range(int(rules.fiefs)):
            if holds(friendly, fief):
                chance += STAR * rules.stars[fief]
        return chance

    def chance(self, friendly: int, failed: int) -> float:
        """The chance to win with nobody to bring in."""
        key = (friendly, failed)
        found = self._chances.get(key)
        if found is None:
            found = self._chances[key] = self._work_out(friendly, failed)
        return found

    def _work_out(self, friendly: int, failed: int) -> float:
        rules = self._rules
        state = rules.blank()
        state.friendly, state.failed = friendly, failed
        if rules.end_of_visit.lost_early(state):
            return 0.0
        if not state.unvisited():
            return _won(state)
        fiefs: list[int] = []
        lost: list[float] = []
        gains: list[float] = []
        for action in rules.choose_fief.legal(state):
            if action != CONCEDE:
                fief = action - FIRST_FIEF
                without = self.chance(friendly, int(with_one(failed, fief)))
                fiefs.append(fief)
                lost.append(without)
                gains.append(self.chance(int(with_one(friendly, fief)), failed) - without)
        if not any(gains):
            return lost[0]
        total = 0.0
        for deal in self._deals:
            best = 0.0
            for place, fief in enumerate(fiefs):
                chance = lost[place] + deal[fief] * gains[place]
                if chance > best:
                    best = chance
            total += best
        return total / len(self._deals)


def helpers_in(state: NorthwoodState) -> int:
    """How many friendly rulers can still be brought in."""
    if not state.game.substitutes_allowed:
        return 0
    if state.game.substitutes_return:
        return int(count(state.friendly))
    return len([fief for fief in range(int(state.game.fiefs)) if holds(state.friendly, fief) and state.rulers[fief] != NONE])


def _won(state: NorthwoodState) -> float:
    """The chance to have won once all fiefs are visited, as the phases draw and judge it."""
    state.game.end_of_visit.after_the_last(state)
    state.settle()
    return _drawn(state)


def _drawn(state: NorthwoodState) -> float:
    """The mean result over all that may still be drawn."""
    if state.to_move == OVER:
        return state.returns()[0]
    total, weights = 0.0, 0
    for action, weight in state.chance():
        child = state.copy()
        child.apply(action)
        total += weight * _drawn(child)
        weights += weight
    return total / weights


_SHARED: Final[dict[str, Prospects]] = {}
SHARED: Final = 50
"""For so many sets of options the prospects are kept."""


def prospects_of(rules: Northwood) -> Prospects:
    """The prospects by what was learnt, shared by all games with these options; changed phases have prospects of their own."""
    learnt = learnt_for(rules.setup)
    deals = tuple([tuple(deal) for deal in learnt["deals"]])
    if rules.changed_phases:
        return Prospects(rules, deals, learnt["helper"])
    key = repr(rules.options.changed())
    if key not in _SHARED:
        if len(_SHARED) >= SHARED:
            _SHARED.clear()
        _SHARED[key] = Prospects(rules, deals, learnt["helper"])
    return _SHARED[key]
