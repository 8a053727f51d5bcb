"""For Northwood! between two visits: the chance to win, by the fiefs that are friendly or have failed."""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, Final

from workbench.core.sets import holds, with_one
from workbench.core.state import OVER
from workbench.games.northwood.components import CONCEDE, FIRST_FIEF, NONE, count
from workbench.games.northwood.judgement import learnt_for

if TYPE_CHECKING:
    from workbench.games.northwood.game import Northwood
    from workbench.games.northwood.state import NorthwoodState

STAR: Final = 0.0005
"""The worth of a star beside the chance to win, so a game already won or lost is still played for stars."""


Deal = tuple[tuple[float, ...], ...]
"""For each fief the chance that its visit succeeds, with no friendly ruler brought in, with one, with two ..."""

MOST_HELPERS: Final = 4
"""The number of friendly rulers beyond which more add nothing."""


class Prospects:
    """The chance to win the game, seen from between two visits.

    The chance is worked out backwards over all sets of friendly and failed fiefs, and over how many friendly rulers can still
    be brought in: each fief that is won adds a ruler, each visit may spend some. The phases in force say which fiefs may be
    visited, whether the game ends early and whether it is won. Some deals give the chance that a visit succeeds.

    Args:
        rules: the rules in force.
        deals: some deals; each is equally likely.

    >>> import workbench as wb
    >>> one = Prospects(wb.load("northwood", fiefs=2, threshold=4), (((0.5, 0.6), (0.75, 0.9)),))
    >>> one.chance(0, 0, 0), one.chance(0b10, 0, 1), one.chance(0b01, 0, 1), one.chance(0, 0b01, 0)
    (0.575, 0.6, 1.0, 0.0)
    """

    __slots__ = ("_chances", "_come", "_deals", "_rules")

    def __init__(self, rules: Northwood, deals: tuple[Deal, ...]) -> None:
        self._rules = rules
        self._deals = deals
        self._come: int = len(deals[0][0]) - 1
        self._chances: dict[tuple[int, int, int], float] = {}

    def worth(self, friendly: int, failed: int, helpers: int) -> float:
        """Return the chance to win, and a little for each star.

        Args:
            friendly: the friendly fiefs, as a mask.
            failed: the failed fiefs, as a mask.
            helpers: how many friendly rulers can still be brought in.
        """
        rules = self._rules
        chance = self.chance(friendly, failed, helpers)
        for fief in range(int(rules.fiefs)):
            if holds(friendly, fief):
                chance += STAR * rules.stars[fief]
        return chance

    def chance(self, friendly: int, failed: int, helpers: int) -> float:
        """Return the chance to win.

        Args:
            friendly: the friendly fiefs, as a mask.
            failed: the failed fiefs, as a mask.
            helpers: how many friendly rulers can still be brought in.
        """
        left = int(count(self._rules.row & ~(friendly | failed)))
        key = (friendly, failed, min(helpers, MOST_HELPERS, left * self._come))
        found = self._chances.get(key)
        if found is None:
            found = self._chances[key] = self._work_out(*key)
        return found

    def _work_out(self, friendly: int, failed: int, helpers: int) -> float:
        rules = self._rules
        state = rules.blank()
        state.friendly, state.failed = friendly, failed
        if rules.end_of_visit.lost_early(state):
            return 0.0
        if not rules.changed_phases and rules.choose_fief.out_of_reach(state):
            return 0.0  # to leave less to work out
        if not state.unvisited():
            return _won(state)
        choices: list[tuple[int, int, float, float]] = []  # a fief, how many rulers come, and what losing and winning it leave
        for action in rules.choose_fief.legal(state):
            if action == CONCEDE:
                continue
            fief = action - FIRST_FIEF
            for come in range(min(helpers, self._come) + 1):
                left = helpers if rules.substitute_after_visit_returns else helpers - come
                lost = self.chance(friendly, int(with_one(failed, fief)), left)
                more = left + 1 if rules.substitutes_allowed else 0
                won = self.chance(int(with_one(friendly, fief)), failed, more)
                choices.append((fief, come, lost, won - lost))
        if not any([gain for _fief, _come, _lost, gain in choices]):
            return max([lost for _fief, _come, lost, _gain in choices])
        if rules.choose_fief_before_deal:
            return max([self._mean([choice]) for choice in choices])
        return self._mean(choices)

    def _mean(self, choices: list[tuple[int, int, float, float]]) -> float:
        """Return the mean over the deals of the best of some choices."""
        total = 0.0
        for deal in self._deals:
            best = 0.0
            for fief, come, lost, gain in choices:
                chance = lost + deal[fief][come] * gain
                if chance > best:
                    best = chance
            total += best
        return total / len(self._deals)


def helpers_in(state: NorthwoodState) -> int:
    """Return how many friendly rulers can still be brought in."""
    if not state.game.substitutes_allowed:
        return 0
    if state.game.substitute_after_visit_returns:
        return int(count(state.friendly))
    return len([fief for fief in range(int(state.game.fiefs)) if holds(state.friendly, fief) and state.rulers[fief] != NONE])


def _won(state: NorthwoodState) -> float:
    """Return the chance that the game is won once all fiefs are visited, as the phases draw and judge it."""
    state.game.end_of_visit.after_the_last(state)
    state.settle()
    return _drawn(state)


def _drawn(state: NorthwoodState) -> float:
    """Return the mean result over everything that may still be drawn."""
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
SHARED: Final = 200
"""For how many sets of options and allies the prospects are kept."""


def prospects_of(rules: Northwood, allies: tuple[int, ...]) -> Prospects:
    """Return the prospects as learnt, shared by games with these options; changed phases have their own.

    Args:
        rules: the rules in force.
        allies: the characters that help in every visit.
    """
    key = f"{allies} {rules.options.changed()!r}"
    found: dict[str, Prospects] = rules.kept("prospects", {}) if rules.changed_phases else _SHARED
    if key not in found:
        if len(found) >= SHARED:
            found.clear()
        learnt = learnt_for(rules.setup)
        deals = [deal_from(deal, learnt["allies"], allies) for deal in learnt["deals"]]
        found[key] = Prospects(rules, tuple(deals))
    return found[key]


def deal_from(deal: list[list[float]], worths: list[float], allies: tuple[int, ...]) -> Deal:
    """Return the chances of a deal with these allies.

    Args:
        deal: the chances with allies of the usual worth.
        worths: how much each character as an ally shifts the log odds of a visit.
        allies: the allies.

    >>> deal_from([[0.5, 0.75]], [0.0, 1.0986122886681098, 0.0], (0, 1))
    ((0.75, 0.9),)
    """
    factor = exp(sum([worths[ally] for ally in allies if ally != NONE]))
    return tuple([tuple([round(factor * one / (1.0 - one + factor * one), 6) for one in fief]) for fief in deal])
