"""Exact odds of battles and figures of an estate, for odds, players and notebooks. Off the rules path.

Every law asks the phase that carries the rule out: the weights of a volley come from `Volley.chance`, margins and units from
`Volley.margin` and `Volley.units`, the capacity from `Ransom.worth`, prices from `Trade`, growth from `FishGrowth.grown`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from workbench.core.errors import WorkbenchError
from workbench.core.figures import rests_on, unheld
from workbench.games.resource_hog.components import (
    BIT,
    COLUMNS,
    FACES,
    HANDFUL,
    NONE,
)
from workbench.games.resource_hog.fight import WEIGHTS

if TYPE_CHECKING:
    from collections.abc import Callable

    from workbench.games.resource_hog.game import ResourceHog
    from workbench.games.resource_hog.state import ResourceHogState

MOST_LINED_UP: Final = 25
"""The largest side of a battle that is worked out: more would take seconds, and no game seen so far has come near."""


@dataclass(frozen=True)
class BattleLaw:
    """How a battle may end.

    Attributes:
        attacker_left: the chance of each number of attackers left, from 1 up; with it the attacker has won.
        defender_left: the chance of each number of defenders left, from 1 up.

    >>> import workbench as wb
    >>> law = battle_law(wb.load("resource_hog"), 2, 1)
    >>> law.attacker_wins, law.attacker_left
    (Fraction(17, 21), {1: Fraction(8, 21), 2: Fraction(3, 7)})
    """

    attacker_left: dict[int, Fraction]
    defender_left: dict[int, Fraction]

    @property
    def attacker_wins(self) -> Fraction:
        """Return the chance that the attacker wins."""
        return sum(self.attacker_left.values(), Fraction(0))

    def units(self, relief: int, temporary: int = 0) -> Fraction:
        """Return the expected units of ransom; a lost battle counts as 0.

        Args:
            relief: what the defender's seat takes off the margin.
            temporary: temporary nobles that do not count in the margin.
        """
        return sum(
            (max(0, max(0, left - temporary) - relief) * chance for left, chance in self.attacker_left.items()),
            Fraction(0),
        )

    @property
    def loss(self) -> Fraction:
        """Return the units that the attacker must expect to pay."""
        return sum((left * chance for left, chance in self.defender_left.items()), Fraction(0))


@cache
def hit_chances(hit: int, dice: int) -> tuple[Fraction, ...]:
    """Return the chance of each number of hits of so many dice, in handfuls if there are many."""
    found = [Fraction(1)]
    while dice:
        handful = min(dice, HANDFUL)
        weights = WEIGHTS[hit][handful]
        total = sum(weights)
        sums = [Fraction(0)] * (len(found) + handful)
        for before, chance in enumerate(found):
            for hits, weight in enumerate(weights):
                sums[before + hits] += chance * Fraction(weight, total)
        found = sums
        dice -= handful
    return tuple(found)


@cache
def _law(hit: int, attackers: int, defenders: int, first: int) -> BattleLaw:
    """Return the law of a battle in which a side (0: the defender) rolls first.

    Forwards: the chance to reach each number of nobles on both sides, with each side to roll. Two volleys with no hit
    return to the same place; the chances of all else are divided by what is left.
    """
    due: dict[tuple[int, int, int], Fraction] = {(attackers, defenders, first): Fraction(1)}
    won: dict[int, Fraction] = {}
    lost: dict[int, Fraction] = {}
    for nobles in range(attackers + defenders, 0, -1):
        for place in [place for place in due if place[0] + place[1] == nobles]:
            reached, (left, held, side) = due.pop(place), place
            if not held:
                won[left] = won.get(left, Fraction(0)) + reached
                continue
            if not left:
                lost[held] = lost.get(held, Fraction(0)) + reached
                continue
            chances, answers = hit_chances(hit, (held, left)[side]), hit_chances(hit, (left, held)[side])
            reached /= 1 - chances[0] * answers[0]
            # either this side hits, or it does not and the other side's answer does
            for victim, rolls, weight in ((1 - side, chances, reached), (side, answers, reached * chances[0])):
                for hits in range(1, len(rolls)):
                    after = (max(0, left - hits), held, victim) if victim else (left, max(0, held - hits), victim)
                    due[after] = due.get(after, Fraction(0)) + weight * rolls[hits]
    return BattleLaw(dict(sorted(won.items())), dict(sorted(lost.items())))


@rests_on("volley", asks=("battle",), what="The chance of winning a battle")
def battle_law(game: ResourceHog, attackers: int, defenders: int, side: int | None = None) -> BattleLaw:
    """Return how a battle may end, exactly (RH-FIGHT-5, RH-FIGHT-6).

    Args:
        game: the rules.
        attackers: attacking nobles, temporary ones included, 0 to `MOST_LINED_UP`.
        defenders: defending nobles, as many at most.
        side: the side that rolls next, 0 for the defender and 1 for the attacker; if left out, the side that rolls first.

    Raises:
        WorkbenchError: there are more.

    >>> import workbench as wb
    >>> game = wb.load("resource_hog")
    >>> [str(battle_law(game, a, d).attacker_wins) for a, d in ((1, 1), (2, 2), (3, 2))]
    ['1/3', '29/105', '701/1085']
    """
    if max(attackers, defenders) > MOST_LINED_UP:
        raise WorkbenchError(
            f"A battle of {attackers} against {defenders} nobles is not worked out: more than {MOST_LINED_UP} on a side "
            "take too long."
        )
    return _law(game.hit_numbers, attackers, defenders, first_side(game) if side is None else side)


def first_side(game: ResourceHog) -> int:
    """Return the side that rolls first: 0 for the defender, 1 for the attacker (RH-FIGHT-5)."""
    return 0 if game.first_volley_defender else 1


@dataclass(frozen=True)
class Attack:
    """An attack over one border, with its chances.

    Attributes:
        attackers: attacking nobles, temporary ones included.
        defenders: defending nobles.
        wins: the chance to win.
        units: the expected units of ransom, as far as the defender can pay.
        loss: the units that the attacker must expect to pay.
        capacity: the units that the defender could pay at most.
        overwhelms: the chance that the defender cannot pay and has to leave.
    """

    attackers: int
    defenders: int
    wins: Fraction
    units: Fraction
    loss: Fraction
    capacity: int
    overwhelms: Fraction


@rests_on("volley", asks=("battle", "ransom"), what="What an attack brings")
def attack(state: ResourceHogState, border: int, nobles: int) -> Attack | None:
    """Return what an attack would bring (RH-FIGHT-3 to RH-FIGHT-12); None for more than `MOST_LINED_UP`.

    Args:
        state: the position.
        border: the directed border.
        nobles: how many nobles attack.
    """
    game = state.game
    target = game.ground.beyond[border]
    attackers, defenders = lined_up(state, border, nobles)
    if max(attackers, defenders) > MOST_LINED_UP:
        return None
    level = state.seats[target]
    relief = game.relief[level - 1] if level else 0
    temporary = 0 if game.temp_in_margin else attackers - nobles
    return _attack(
        game.hit_numbers, attackers, defenders, first_side(game), relief, temporary, capacity(state, target)
    )


def lined_up(state: ResourceHogState, border: int, nobles: int) -> tuple[int, int]:
    """Return how many nobles fight on each side of an attack: attackers, temporary ones included, and defenders.

    Args:
        state: the position.
        border: the directed border.
        nobles: how many nobles attack.
    """
    ground = state.game.ground
    return nobles + int(state.game.battle.bonus(state, ground.origin[border])), state.nobles[ground.beyond[border]]


def capacity(state: ResourceHogState, area: int) -> int:
    """Return the units of ransom that the owner of an area could pay at most if it is lost (RH-FIGHT-12)."""
    return int(state.game.ransom.worth(state, state.owner[area], [area]))


@lru_cache(maxsize=4096)
def _attack(
    hit: int, attackers: int, defenders: int, first: int, relief: int, temporary: int, capacity: int
) -> Attack:
    """Return what an attack would bring.

    Args:
        hit, first: as for `_law`.
        attackers, defenders, capacity: as in `Attack`.
        relief, temporary: as for `BattleLaw.units`.
    """
    law = _law(hit, attackers, defenders, first)
    units, overwhelms = Fraction(0), Fraction(0)
    for left, chance in law.attacker_left.items():
        due = max(0, max(0, left - temporary) - relief)
        units += min(due, capacity) * chance
        if due > capacity:
            overwhelms += chance
    return Attack(attackers, defenders, law.attacker_wins, units, law.loss, capacity, overwhelms)


# -- the price board ---------------------------------------------------------------------------------------------------


@rests_on(asks=("trade",), what="Revenue at the price board")
def revenue(game: ResourceHog, column: int, tokens: int, number: int) -> list[int]:
    """Return what the sale of 1, 2, 3 ... tokens brings, one after another.

    Args:
        game: the rules.
        column: the column, 0 to 4.
        tokens: the tokens that lie in it.
        number: how many are sold.

    >>> import workbench as wb
    >>> from workbench.games.resource_hog.components import FOOD
    >>> revenue(wb.load("resource_hog"), FOOD, 11, 4)
    [10, 19, 28, 36]
    """
    state = game.blank()
    found, total = [], 0
    for _sale in range(number):
        total += int(game.trade.sell_price(state, column, tokens))
        tokens = int(game.trade.after_sale(column, tokens))
        found.append(total)
    return found


@rests_on(asks=("trade",), what="Cost at the price board")
def cost(game: ResourceHog, column: int, tokens: int, number: int) -> list[int]:
    """Return what the purchase of 1, 2, 3 ... tokens costs.

    >>> import workbench as wb
    >>> cost(wb.load("resource_hog"), 2, 3, 5)
    [14, 29, 44, 59, 74]
    """
    state = game.blank()
    found, total = [], 0
    for _purchase in range(number):
        total += int(game.trade.buy_price(state, column, tokens))
        tokens = int(game.trade.after_purchase(tokens))
        found.append(total)
    return found


@rests_on(asks=("trade",), what="The price of a token")
def prices(state: ResourceHogState) -> list[tuple[int, int]]:
    """Return the selling and the buying price of the next token of each column."""
    trade = state.game.trade
    return [
        (
            int(trade.sell_price(state, column, state.columns[column])),
            int(trade.buy_price(state, column, state.columns[column])),
        )
        for column in range(COLUMNS)
    ]


@rests_on(asks=("drift", "die"), what="The season of a column")
def column_law(game: ResourceHog, column: int, tokens: int) -> dict[int, Fraction]:
    """Return the law of a goods column after a season without trade (RH-ADJUST-1, RH-ADJUST-2).

    >>> import workbench as wb
    >>> from workbench.games.resource_hog.components import FOOD
    >>> column_law(wb.load("resource_hog"), FOOD, 11)
    {9: Fraction(1, 6), 11: Fraction(2, 3), 13: Fraction(1, 6)}
    """
    state = game.blank()
    drifted = int(game.drift.drifted(state, tokens))
    found: dict[int, Fraction] = {}
    for face in range(FACES):
        after = drifted
        if game.die.column_of(face) == column:
            after = int(game.die.moved_to(state, drifted, game.die.upward(face)))
        found[after] = found.get(after, Fraction(0)) + Fraction(1, FACES)
    return dict(sorted(found.items()))


# -- commons -----------------------------------------------------------------------------------------------------------


@rests_on(asks=("fish_growth",), what="The course of a stock")
def course(game: ResourceHog, stock: int, most: int, harvests: list[int]) -> list[int]:
    """Return a stock over some seasons, with so many tokens taken each season, or all that are left.

    Args:
        game: the rules.
        stock: the fish there are before the first harvest.
        most: the maximum of the water.
        harvests: what is wanted each season.

    Returns:
        the stock after each season's growth.

    >>> import workbench as wb
    >>> course(wb.load("resource_hog"), 30, 50, [9] * 5)
    [24, 18, 12, 4, 0]
    """
    state = game.blank()
    found = []
    for wanted in harvests:
        stock = int(game.fish_growth.grown(state, max(0, stock - wanted), most))
        found.append(stock)
    return found


@rests_on(asks=("fish_growth",), what="The sustainable yield")
def sustainable(game: ResourceHog, most: int) -> int:
    """Return the largest harvest that a stock can bear every season for ever.

    >>> import workbench as wb
    >>> [sustainable(wb.load("resource_hog"), most) for most in (4, 6, 8, 10, 12, 50)]
    [1, 1, 2, 2, 3, 3]
    """
    state = game.blank()
    best = 0
    for harvest in range(1, most + 1):
        if any(
            [game.fish_growth.grown(state, stock - harvest, most) >= stock for stock in range(harvest + 1, most + 1)]
        ):
            best = harvest
    return best


@rests_on(asks=("fish_growth",), what="The best harvest")
def best_harvest(game: ResourceHog, stock: int, most: int, seasons: int) -> int:
    """Return the most that a single owner can take out of a stock in some seasons.

    >>> import workbench as wb
    >>> game = wb.load("resource_hog")
    >>> best_harvest(game, 12, 12, 12), best_harvest(game, 30, 50, 12)
    (45, 63)
    """
    state = game.blank()
    value = [0] * (most + 1)
    for _season in range(seasons):
        value = [
            max([taken + value[int(game.fish_growth.grown(state, now - taken, most))] for taken in range(now + 1)])
            for now in range(most + 1)
        ]
    return value[stock]


def reachable(state: ResourceHogState, area: int) -> list[int]:
    """Return the own areas connected to an area over its owner's land, itself included."""
    from workbench.games.resource_hog.land import listed, reach

    seat = state.owner[area]
    return list(listed(reach(state.game.ground, state.own(seat), area))) if seat != NONE else []


def coastal(state: ResourceHogState, area: int) -> bool:
    """Return whether an area borders the sea (RH-AREA-2)."""
    return bool(state.game.ground.coast & BIT[area])


JUDGED_ATTACK: Final[Callable[[ResourceHogState, int, int], Attack | None]] = unheld(attack)
JUDGED_BATTLE: Final[Callable[[ResourceHog, int, int], BattleLaw]] = unheld(battle_law)
JUDGED_SIDES: Final[Callable[[ResourceHogState, int, int], tuple[int, int]]] = unheld(lined_up)
JUDGED_CAPACITY: Final[Callable[[ResourceHogState, int], int]] = unheld(capacity)
"""The same for players, who may judge a changed rule wrongly but go on playing."""
