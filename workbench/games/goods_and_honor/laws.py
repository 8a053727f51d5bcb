"""The numbers behind the game, exactly: draws and duels, layouts, bids, and the end that can be foreseen.

Chances are fractions. Where the rules' options matter, a function takes the game (`wb.load("goods_and_honor", ...)`) and asks
its phases, so that a changed rule changes these numbers too.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple

from workbench.core.state import OVER
from workbench.games.goods_and_honor.components import (
    CELLS,
    GOODS,
    GUARD_DIE,
    GUARDS,
    HELPER_DIE,
    ITEMS,
    NEW,
    NONE,
    RED_SIDES,
    SENTRYFOLK,
    TYPES,
    WORKER_DIE,
)
from workbench.games.goods_and_honor.draw import FOLKS_DRAWN
from workbench.games.goods_and_honor.nastigans import duel_weights
from workbench.games.goods_and_honor.scoring import score_parts
from workbench.games.goods_and_honor.state import GoodsAndHonorState

if TYPE_CHECKING:
    from workbench.games.goods_and_honor.game import GoodsAndHonor

Law = tuple[Fraction, ...]
"""The chances of 0, 1, 2, ...: they add up to 1."""

Layout = tuple[tuple[int, ...], ...]
"""The Folks of each type in Food, Wood, Rock and Guards."""

FREE: Final = -2
"""A pawn that may be put at any of the three work sections."""

EMPTY: Final[Layout] = ((0,) * TYPES,) * (GOODS + 1)
"""A layout without Folks."""


def mean(law: Law) -> Fraction:
    """The mean of a law.

    >>> mean((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)))
    Fraction(3, 4)
    """
    return sum([chance * number for number, chance in enumerate(law)], Fraction(0))


# -- the bag -----------------------------------------------------------------------------------------------------------


def draw_law(folks: int, nastigans: int) -> Law:
    """How many Nastigans are drawn in a turn: a negative hypergeometric law (GH-CHANCE-3).

    Args:
        folks: Folks in the bag, 0 or more. With fewer than two the bag is emptied (GH-RULING-12), and all Nastigans come out.
        nastigans: Nastigans in the bag, 0 or more.

    Returns:
        the chance of each number from 0 to all of them.

    >>> law = draw_law(34, 24)
    >>> str(law[0]), str(law[1]), str(mean(law))
    ('187/551', '1122/3857', '48/35')
    """
    if folks < FOLKS_DRAWN:
        return (Fraction(0),) * nastigans + (Fraction(1),)
    # k Nastigans and all Folks but one come before the last Folk wanted, in any order; the others follow in any order
    orders = comb(folks + nastigans, nastigans)
    return tuple(
        [
            Fraction(comb(k + FOLKS_DRAWN - 1, k) * comb(folks - FOLKS_DRAWN + nastigans - k, nastigans - k), orders)
            for k in range(nastigans + 1)
        ]
    )


def fought_law(folks: int, nastigans: int, cap: int) -> Law:
    """How many Nastigans are dealt with in a turn: those drawn, but no more than the cap (GH-NAST-2).

    Args:
        folks: Folks in the bag, 0 or more.
        nastigans: Nastigans in the bag, 0 or more.
        cap: the most that are dealt with, 0 or more (option `duel_cap`).

    Returns:
        the chance of each number from 0 to the cap (or to all, if there are fewer).

    >>> [str(mean(fought_law(72, 24, cap))) for cap in (1, 24)], round(float(mean(fought_law(72, 24, 3))), 4)
    (['167/380', '48/73'], 0.6398)
    """
    drawn = draw_law(folks, nastigans)
    if nastigans <= cap:
        return drawn
    return (*drawn[:cap], sum(drawn[cap:], Fraction(0)))


def pair_law(folks: Sequence[int]) -> dict[tuple[int, int], Fraction]:
    """Which two Folks are drawn in a turn; the Nastigans have no influence (GH-CHANCE-3).

    Args:
        folks: Plainsfolk, Woodsfolk, Ridgefolk and Sentryfolk in the bag; at least two in all.

    Returns:
        the chance of each possible pair of types, the smaller first.

    Raises:
        ValueError: there are fewer than two Folks.

    >>> str(pair_law((10, 8, 9, 7))[0, 0])
    '15/187'
    """
    pairs = comb(sum(folks), FOLKS_DRAWN)
    if not pairs:
        raise ValueError(f"A pair needs two Folks in the bag, not {sum(folks)}.")
    found: dict[tuple[int, int], Fraction] = {}
    for one in range(TYPES):
        for other in range(one, TYPES):
            ways = comb(folks[one], 2) if one == other else folks[one] * folks[other]
            if ways:
                found[one, other] = Fraction(ways, pairs)
    return found


# -- duels -------------------------------------------------------------------------------------------------------------


class DuelLaw(NamedTuple):
    """The odds of a duel.

    Attributes:
        wins: pairs of dice with which the Folk wins.
        ties: pairs of equal dice.
        losses: pairs of dice with which the Nastigan wins.
        win: the chance that the Folk wins the duel.
        rolls: how many rolls it takes on average.
    """

    wins: int
    ties: int
    losses: int
    win: Fraction
    rolls: Fraction


def duel_law(sides: int, ties: str = "reroll") -> DuelLaw:
    """The odds of a duel against the red die (GH-DUEL-4 to GH-DUEL-7).

    Args:
        sides: sides of the blue die, 1 or more: 8, 6 or 4 in the game.
        ties: what equal dice mean, a value of the option `duel_tie`.

    Raises:
        ValueError: the die or the value does not exist.

    >>> duel_law(8)
    DuelLaw(wins=27, ties=6, losses=15, win=Fraction(9, 14), rolls=Fraction(8, 7))
    >>> str(duel_law(4).win), str(duel_law(4, "folk_wins").win)
    ('3/10', '5/12')
    """
    if sides < 1 or ties not in ("reroll", "folk_wins", "nastigan_wins"):
        raise ValueError(f"There is no duel with a die of {sides} sides and ties {ties!r}.")
    wins, losses = duel_weights(sides, "reroll")
    pairs = RED_SIDES * sides
    decided = duel_weights(sides, ties)
    rolls = Fraction(pairs, wins + losses) if ties == "reroll" else Fraction(1)
    return DuelLaw(wins, pairs - wins - losses, losses, Fraction(decided[0], sum(decided)), rolls)


DICE: Final = (GUARD_DIE, HELPER_DIE, WORKER_DIE)
"""The dice of defenders, best first: Sentryfolk in Guards, others in Guards, Folks elsewhere."""


def losses_law(nastigans: int, defenders: Sequence[int], ties: str = "reroll", reuse: bool = True) -> Law:
    """How many Folks are lost to some Nastigans if the best die on the mat is always sent (GH-NAST-3 to GH-NAST-6).

    Args:
        nastigans: Nastigans on the table, 0 or more.
        defenders: Sentryfolk in Guards, other Folks in Guards, Folks elsewhere: 0 or more each.
        ties: what equal dice mean, a value of the option `duel_tie`.
        reuse: whether a Folk that has won may be sent again (GH-RULING-30). A Nastigan that meets nobody goes back without
            effect.

    Returns:
        the chance of each number from 0 to all Nastigans.

    >>> [str(chance) for chance in losses_law(3, (1, 0, 6))]
    ['729/2744', '3411/13720', '87/280', '7/40']
    >>> [str(mean(losses_law(3, guards))) for guards in ((1, 0, 6), (1, 1, 5), (0, 0, 7))]
    ['957/686', '426/343', '21/10']
    """
    return _losses(nastigans, (defenders[0], defenders[1], defenders[2]), ties, reuse)


@lru_cache(maxsize=4096)
def _losses(nastigans: int, defenders: tuple[int, int, int], ties: str, reuse: bool) -> Law:
    if nastigans == 0:
        return (Fraction(1),)
    best = 0
    while best < len(DICE) and defenders[best] == 0:
        best += 1
    if best == len(DICE):
        return (Fraction(1),) + (Fraction(0),) * nastigans
    fewer = list(defenders)
    fewer[best] -= 1
    without = (fewer[0], fewer[1], fewer[2])
    win = duel_law(DICE[best], ties).win
    won = _losses(nastigans - 1, defenders if reuse else without, ties, reuse)
    lost = _losses(nastigans - 1, without, ties, reuse)
    return tuple(
        [
            (win * won[k] if k < nastigans else Fraction(0)) + ((1 - win) * lost[k - 1] if k else Fraction(0))
            for k in range(nastigans + 1)
        ]
    )


def lost_per_turn(
    folks: int, nastigans: int, defenders: Sequence[int], cap: int, ties: str = "reroll", reuse: bool = True
) -> Fraction:
    """How many Folks the active player loses in a turn on average, if the best die is always sent.

    Args:
        folks: Folks in the bag before the draw, 0 or more.
        nastigans: Nastigans in the bag, 0 or more.
        defenders: Sentryfolk in Guards, other Folks in Guards, Folks elsewhere (the one just kept among them).
        cap: the most Nastigans that are dealt with (option `duel_cap`).
        ties: what equal dice mean, a value of the option `duel_tie`.
        reuse: whether a Folk that has won may be sent again (option `defender_reuse`).

    >>> [round(float(lost_per_turn(72, 24, guards, cap=3)), 3) for guards in ((0, 0, 7), (0, 1, 6), (1, 0, 6), (2, 0, 5))]
    [0.448, 0.342, 0.257, 0.231]
    """
    fought = fought_law(folks, nastigans, cap)
    return sum(
        [chance * mean(losses_law(number, defenders, ties, reuse)) for number, chance in enumerate(fought)], Fraction(0)
    )


class GuardWorth(NamedTuple):
    """What one more Folk in Guards is good for.

    Attributes:
        saved: Folks that it saves in an own turn, on average.
        turns: with more own turns to go than this the guard pays; None if it never does.
    """

    saved: Fraction
    turns: Fraction | None


def guard_break_even(
    folks: int,
    nastigans: int,
    defenders: Sequence[int],
    cap: int,
    sentry: bool = True,
    worth: Fraction | int = 2,
    cost: Fraction | int = 1,
    ties: str = "reroll",
    reuse: bool = True,
) -> GuardWorth:
    """When it pays to move a Folk from its work to Guards.

    In every own turn a guard costs the points it would have produced, and saves a part of a Folk; a Folk saved gives points in
    every own turn that is left.

    Args:
        folks: Folks in the bag, 0 or more.
        nastigans: Nastigans in the bag, 0 or more.
        defenders: Sentryfolk in Guards, other Folks in Guards, Folks elsewhere (at least 1), before the move.
        cap: the most Nastigans that are dealt with (option `duel_cap`).
        sentry: whether the Folk that moves is a Sentryfolk.
        worth: points a Folk gives in an own turn.
        cost: points the guard would have produced in an own turn.
        ties: what equal dice mean, a value of the option `duel_tie`.
        reuse: whether a Folk that has won may be sent again (option `defender_reuse`).

    Raises:
        ValueError: no Folk is there to be moved.

    >>> answer = guard_break_even(72, 24, (0, 0, 7), cap=3)
    >>> round(float(answer.saved), 2), round(float(answer.turns), 1)
    (0.19, 2.6)
    """
    if defenders[2] < 1:
        raise ValueError("There is no Folk outside Guards to be moved.")
    moved = (defenders[0] + sentry, defenders[1] + (not sentry), defenders[2] - 1)
    saved = lost_per_turn(folks, nastigans, defenders, cap, ties, reuse) - lost_per_turn(
        folks, nastigans, moved, cap, ties, reuse
    )
    gained = saved * worth
    return GuardWorth(saved, Fraction(cost) / gained if gained > 0 else None)


def defenders_of(state: GoodsAndHonorState, seat: int) -> tuple[int, int, int]:
    """The Folks on a mat by the die they would roll: Sentryfolk in Guards, others in Guards, Folks elsewhere.

    Args:
        state: any position.
        seat: whose mat, 0..n-1.

    >>> import workbench as wb
    >>> game = wb.load("goods_and_honor", players=3)
    >>> defenders_of(game.position({"mats": {"A": "Food P2 W1 | Guards S1 W1 | New R1"}}), 0)
    (1, 1, 4)
    """
    guards = state.section(seat, GUARDS)
    elsewhere = sum([sum(state.section(seat, section)) for section in range(GOODS)])
    if state.rules.new_defends:
        elsewhere += sum(state.section(seat, NEW))
    return guards[SENTRYFOLK], sum(guards) - guards[SENTRYFOLK], elsewhere


# -- layouts -----------------------------------------------------------------------------------------------------------


class Output(NamedTuple):
    """What a layout produces in a Produce Goods phase, before the middle is looked at.

    Attributes:
        points: production points of Food, Wood and Rock, those carried over included.
        tokens: tokens of each type.
        lost: points of each section that make no token.
    """

    points: tuple[int, ...]
    tokens: tuple[int, ...]
    lost: tuple[int, ...]


def output(rules: GoodsAndHonor, layout: Layout, pawn: int = NONE, carry: Sequence[int] = (0, 0, 0)) -> Output:
    """What a layout produces (GH-PRODUCE-1 to GH-PRODUCE-7, GH-PAWN-3).

    Args:
        rules: the game with its options.
        layout: the Folks of each type in Food, Wood, Rock; further sections give nothing.
        pawn: the section of the Elder Pawn, 0..2, or NONE.
        carry: points left over from earlier, with the option `remainder=carry`.

    >>> import workbench as wb
    >>> output(wb.load("goods_and_honor"), ((2, 1, 0, 1), (0, 0, 0, 0), (0, 0, 0, 0)))
    Output(points=(6, 0, 0), tokens=(2, 0, 0), lost=(0, 0, 0))
    >>> output(wb.load("goods_and_honor", elder_pawns="on"), ((2, 1, 0, 1), (0, 0, 0, 0), (0, 0, 0, 0)), pawn=0)
    Output(points=(10, 0, 0), tokens=(3, 0, 0), lost=(1, 0, 0))
    """
    found = [_points(rules, layout, section, pawn) + carry[section] for section in range(GOODS)]
    each = int(rules.points_per_good)
    return Output(tuple(found), tuple([points // each for points in found]), tuple([points % each for points in found]))


def _points(rules: GoodsAndHonor, layout: Layout, section: int, pawn: int) -> int:
    """The points of a section, as the phase of the rules counts them: it is shown a mat with nothing else on it."""
    trial = GoodsAndHonorState()
    trial.game = trial.rules = rules
    trial.mats = [0] * CELLS
    trial.mats[section * TYPES : (section + 1) * TYPES] = layout[section]
    trial.pawns = [pawn]
    return int(rules.produce.points(trial, 0, section))


class PointsLaw(NamedTuple):
    """How Folks make points under the rules in force, with the pawn at some section.

    Attributes:
        each: for each type of Folk its points in Food, Wood and Rock.
        opening: points that each section gives besides, if any Folk is there.
    """

    each: tuple[tuple[int, ...], ...]
    opening: tuple[int, ...]


@lru_cache(maxsize=256)
def points_law(rules: GoodsAndHonor, pawn: int = NONE) -> PointsLaw:
    """How Folks make points under the rules in force (GH-PRODUCE-3 to GH-PRODUCE-5, GH-PAWN-3, GH-RULING-42).

    It is found by asking the Produce Goods phase about one and about two Folks of each type.

    Args:
        rules: the game with its options.
        pawn: the section of the Elder Pawn, 0..2, or NONE.

    >>> import workbench as wb
    >>> points_law(wb.load("goods_and_honor", elder_pawns="on"), pawn=1).each
    ((2, 2, 1), (1, 3, 1), (1, 2, 2), (1, 2, 1))
    """
    each: list[tuple[int, ...]] = []
    opening = [0] * GOODS
    for kind in range(TYPES):
        row = []
        for section in range(GOODS):
            asked = []
            for number in (1, 2):
                folk = tuple([number if other == kind else 0 for other in range(TYPES)])
                asked.append(_points(rules, (folk,) * GOODS, section, pawn))
            row.append(asked[1] - asked[0])
            opening[section] = 2 * asked[0] - asked[1]
        each.append(tuple(row))
    return PointsLaw(tuple(each), tuple(opening))


class Best(NamedTuple):
    """A layout that no other beats.

    Attributes:
        tokens: what it produces.
        layout: the Folks of each type in Food, Wood, Rock and Guards.
        pawn: where the Elder Pawn stands; NONE without one.
    """

    tokens: tuple[int, ...]
    layout: Layout
    pawn: int


def best_outputs(
    rules: GoodsAndHonor,
    folk: Sequence[int],
    guards: Sequence[int] = (0, 0, 0, 0),
    pawn: int = NONE,
    carry: Sequence[int] = (0, 0, 0),
    fixed: Layout = EMPTY,
) -> tuple[Best, ...]:
    """The best that Folks can produce: every vector of tokens that no other exceeds, with one layout for each.

    Args:
        rules: the game with its options; `capacity` is respected, and whoever finds no place stands in Guards.
        folk: the Folks to be placed, by type.
        guards: those of them that are to stand in Guards, by type.
        pawn: the section of the Elder Pawn, 0..2; FREE where it may still be put anywhere; NONE without one.
        carry: points left over from earlier, with the option `remainder=carry`.
        fixed: Folks that stay where they are.

    Returns:
        the vectors of tokens with their layouts (fixed Folks among them), the most tokens first.

    Raises:
        ValueError: more guards than Folks.

    >>> import workbench as wb
    >>> game = wb.load("goods_and_honor")
    >>> [best.tokens for best in best_outputs(game, (3, 3, 2, 2), guards=(0, 0, 0, 2))][:2]
    [(2, 2, 1), (1, 1, 2)]
    >>> best_outputs(game, (2, 2, 1, 1))[0]
    Best(tokens=(1, 1, 1), layout=((2, 0, 0, 0), (0, 2, 0, 0), (0, 0, 1, 1), (0, 0, 0, 0)), pawn=-1)
    """
    workers = (folk[0] - guards[0], folk[1] - guards[1], folk[2] - guards[2], folk[3] - guards[3])
    if min(workers) < 0 or min(guards) < 0:
        raise ValueError(f"Guards {tuple(guards)} cannot be taken from Folks {tuple(folk)}.")
    each, limit = int(rules.points_per_good), int(rules.capacity)
    manned = [sum(fixed[section]) for section in range(GOODS)]
    room = (
        (max(0, limit - manned[0]), max(0, limit - manned[1]), max(0, limit - manned[2]))
        if limit and limit < sum(workers) + max(manned)
        else NO_LIMIT
    )
    found: dict[tuple[int, ...], Best] = {}
    for place in range(GOODS) if pawn == FREE else (pawn,):
        law = points_law(rules, place)
        if fixed != EMPTY:  # a section that is manned has its bonus already
            law = PointsLaw(law.each, tuple([0 if manned[s] else law.opening[s] for s in range(GOODS)]))
        begun = [carry[s] + (_points(rules, fixed, s, place) if manned[s] else 0) for s in range(GOODS)]
        for tokens, splits in _best(workers, law, (begun[0], begun[1], begun[2]), each, room):
            if tokens not in found:
                layout = [
                    tuple([fixed[section][kind] + splits[kind][section] for kind in range(TYPES)])
                    for section in range(GOODS)
                ]
                rest = tuple([fixed[GUARDS][kind] + folk[kind] - sum(splits[kind]) for kind in range(TYPES)])
                found[tokens] = Best(tokens, (*layout, rest), place)
    return tuple(sorted([found[tokens] for tokens in _not_covered(list(found))], key=_most_tokens_first))


def _most_tokens_first(best: Best) -> tuple[int, int, tuple[int, ...]]:
    return (-sum(best.tokens), max(best.tokens) - min(best.tokens), best.tokens)


FIELD: Final = 24
"""Bits for the points of one section, where the points of all three are kept in one number."""
PRESENCE: Final = 1024
"""With a bonus for any Folk at all, points are counted in parts of this size, and every Folk there gives one part more."""

Split = tuple[int, int, int]


NO_LIMIT: Final[Split] = (-1, -1, -1)
"""Room for everybody in every section."""


@lru_cache(maxsize=16384)
def _best(
    workers: tuple[int, int, int, int], law: PointsLaw, begun: Split, each: int, room: Split
) -> tuple[tuple[tuple[int, ...], tuple[Split, ...]], ...]:
    """The undominated vectors of tokens of some workers, each with the split of every type over the work sections.

    The types are added one after another; after each, only points that no others exceed are kept, for every number of Folks in
    the sections (a number that matters only where the sections can be full).
    """
    scale = PRESENCE if any(law.opening) else 1
    layers: list[dict[int, set[int]]] = [{0: {0}}]
    options: list[list[tuple[int, int, Split]]] = []
    for kind in range(TYPES):
        choices = _splits(workers[kind], law, kind, scale, room != NO_LIMIT)
        options.append(choices)
        grown: dict[int, set[int]] = {}
        for used, reached in layers[-1].items():
            for more, points, _ in choices:
                if room != NO_LIMIT and not _fits(used + more, room):
                    continue
                grown.setdefault(used + more, set()).update([one + points for one in reached])
        layers.append({used: _undominated(reached) for used, reached in grown.items()})
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    for used, reached in layers[-1].items():
        for points in reached:
            tokens = _tokens(points, law, begun, each, scale)
            if tokens not in found or points > found[tokens][0]:
                found[tokens] = (points, used)
    return tuple([(tokens, _traced(*found[tokens], layers, options)) for tokens in _not_covered(list(found))])


def _not_covered(vectors: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The vectors that no other reaches or exceeds everywhere."""
    kept: list[tuple[int, ...]] = []
    for one in sorted(vectors, reverse=True):  # whatever covers a vector comes before it
        if not any([other[1] >= one[1] and other[2] >= one[2] for other in kept]):
            kept.append(one)
    return kept


def _packed(one: int, two: int, three: int) -> int:
    return (one << (2 * FIELD)) + (two << FIELD) + three


def _splits(count: int, law: PointsLaw, kind: int, scale: int, limited: bool) -> list[tuple[int, int, Split]]:
    """Every way to put Folks of one type to work: the number in each section (0 where that does not matter), points, split."""
    found: list[tuple[int, int, Split]] = []
    worth = [
        law.each[kind][section] * scale + (1 if scale > 1 and law.opening[section] else 0) for section in range(GOODS)
    ]
    for food in range(count + 1):
        for wood in range(count - food + 1):
            for rock in range(count - food - wood + 1) if limited else (count - food - wood,):
                points = _packed(food * worth[0], wood * worth[1], rock * worth[2])
                found.append((_packed(food, wood, rock) if limited else 0, points, (food, wood, rock)))
    return found


def _fits(used: int, room: Split) -> bool:
    mask = (1 << FIELD) - 1
    return used >> (2 * FIELD) <= room[0] and used >> FIELD & mask <= room[1] and used & mask <= room[2]


def _undominated(points: set[int]) -> set[int]:
    """The points that no others exceed in all three sections."""
    mask = (1 << FIELD) - 1
    kept: set[int] = set()
    woods: list[int] = []  # rising; what has been kept so far, as a staircase
    rocks: list[int] = []  # falling
    for one in sorted(points, reverse=True):  # from the most Food to the least, so that only Wood and Rock are compared
        wood, rock = one >> FIELD & mask, one & mask
        place = bisect_left(woods, wood)
        if place < len(woods) and rocks[place] >= rock:
            continue
        kept.add(one)
        if place < len(woods) and woods[place] == wood:
            rocks[place] = rock
        else:
            woods.insert(place, wood)
            rocks.insert(place, rock)
        while place > 0 and rocks[place - 1] <= rock:
            place -= 1
            del woods[place], rocks[place]
    return kept


def _tokens(points: int, law: PointsLaw, begun: Split, each: int, scale: int) -> tuple[int, ...]:
    mask = (1 << FIELD) - 1
    found = []
    for section in range(GOODS):
        value = points >> ((GOODS - 1 - section) * FIELD) & mask
        opening = law.opening[section] if value and scale > 1 else 0
        found.append((value // scale + opening + begun[section]) // each)
    return tuple(found)


def _traced(
    points: int, used: int, layers: list[dict[int, set[int]]], options: list[list[tuple[int, int, Split]]]
) -> tuple[Split, ...]:
    """How the points were reached: for each type its split."""
    splits: list[Split] = []
    for kind in range(TYPES - 1, -1, -1):
        for more, gained, split in options[kind]:
            if points - gained in layers[kind].get(used - more, ()):
                splits.append(split)
                points -= gained
                used -= more
                break
    splits.reverse()
    return tuple(splits)


# -- stashes and bids --------------------------------------------------------------------------------------------------


class BidValue(NamedTuple):
    """What changes if a bid is accepted and the game were scored at once.

    Attributes:
        gain: points the giver gains.
        loss: points the bidder loses.
        giver: the giver's change in each part: sets of Goods, Goods left, sets of Honor, chips left.
        bidder: the bidder's change in each part.
    """

    gain: int
    loss: int
    giver: tuple[int, ...]
    bidder: tuple[int, ...]


def bid_value(
    rules: GoodsAndHonor,
    bid: Sequence[int],
    giver_stash: tuple[int, ...],
    giver: int,
    bidder_stash: tuple[int, ...],
    bidder: int,
) -> BidValue:
    """What a bid is worth to both sides (GH-GIVE-3, GH-SCORE-1 to GH-SCORE-5).

    Args:
        rules: the game with its options.
        bid: nine counts: chips of seats 0 to 5, Food, Wood, Rock.
        giver_stash: nine counts.
        giver: the giver's seat.
        bidder_stash: nine counts, those of the bid among them.
        bidder: the bidder's seat.

    Raises:
        ValueError: the bidder does not own what is bid.

    >>> import workbench as wb
    >>> value = bid_value(wb.load("goods_and_honor", players=4), (1, 0, 0, 2, 0, 0, 0, 0, 0),
    ...                   (9, 2, 3, 1, 0, 0, 4, 2, 2), 0, (2, 4, 2, 8, 0, 0, 2, 3, 3), 3)
    >>> value.gain, value.loss
    (9, 8)
    """
    if any([count > owned for count, owned in zip(bid, bidder_stash, strict=True)]):
        raise ValueError(f"The bid {tuple(bid)} holds more than the stash {bidder_stash}.")
    richer = tuple([giver_stash[item] + bid[item] for item in range(ITEMS)])
    poorer = tuple([bidder_stash[item] - bid[item] for item in range(ITEMS)])
    gains = _change(score_parts(rules, giver_stash, giver), score_parts(rules, richer, giver))
    losses = _change(score_parts(rules, bidder_stash, bidder), score_parts(rules, poorer, bidder))
    return BidValue(sum(gains), -sum(losses), gains, losses)


def _change(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([new - old for old, new in zip(before, after, strict=True)])


class ItemValue(NamedTuple):
    """What one item more or less would change at scoring.

    Attributes:
        item: 0..5 the chips of a seat, then Food, Wood, Rock.
        more: points that one more would bring.
        less: points that giving one away would cost; None if none is owned.
    """

    item: int
    more: int
    less: int | None


def item_values(rules: GoodsAndHonor, stash: tuple[int, ...], seat: int) -> tuple[ItemValue, ...]:
    """The marginal value of every kind of item in the game to the owner of a stash.

    Args:
        rules: the game with its options.
        stash: nine counts: chips of seats 0 to 5, Food, Wood, Rock.
        seat: whose stash it is, 0..n-1.

    >>> import workbench as wb
    >>> [tuple(value) for value in item_values(wb.load("goods_and_honor"), (9, 2, 3, 0, 0, 0, 4, 2, 2), 0)]
    [(0, 0, 0), (1, 9, 9), (2, 1, 1), (6, 1, 1), (7, 1, 8), (8, 1, 8)]
    """
    now = sum(score_parts(rules, stash, seat))
    found = []
    for item in (*range(rules.players), *range(ITEMS - GOODS, ITEMS)):
        more = sum(score_parts(rules, _shifted(stash, item, 1), seat)) - now
        less = now - sum(score_parts(rules, _shifted(stash, item, -1), seat)) if stash[item] else None
        found.append(ItemValue(item, more, less))
    return tuple(found)


def _shifted(stash: tuple[int, ...], item: int, by: int) -> tuple[int, ...]:
    return (*stash[:item], stash[item] + by, *stash[item + 1 :])


def count_bids(rules: GoodsAndHonor, stash: tuple[int, ...], seat: int) -> int:
    """How many bids a stash allows, without listing them as `legal_bids` does (GH-BID-2, GH-BID-4).

    Args:
        rules: the game with its options.
        stash: nine counts: chips of seats 0 to 5, Food, Wood, Rock.
        seat: whose stash it is, 0..n-1.

    >>> import workbench as wb
    >>> [count_bids(wb.load("goods_and_honor", players=n), (25,) * n + (0,) * (6 - n) + (9,) * 3, 0) for n in (3, 4, 5, 6)]
    [461, 791, 1286, 2001]
    """
    most = int(rules.bid_max)
    ways = [1] + [0] * most  # ways to fill a hand of each size with the items looked at so far
    for item in rules.bid_items[seat]:
        ways = [sum(ways[max(0, size - stash[item]) : size + 1]) for size in range(most + 1)]
    return sum(ways[1:])


# -- the end -----------------------------------------------------------------------------------------------------------


class SupplyStep(NamedTuple):
    """One Produce Goods phase that lies ahead.

    Attributes:
        seat: who produces.
        taken: Food, Wood and Rock taken.
        left: what remains in the middle.
        certain: whether nothing that happens before it can change it (GH-END-5).
        ends: whether it ends the game.
    """

    seat: int
    taken: tuple[int, ...]
    left: tuple[int, ...]
    certain: bool
    ends: bool


def supply_curve(state: GoodsAndHonorState, rounds: int = 1) -> tuple[SupplyStep, ...]:
    """How the middle empties if every mat stays as it is now.

    Args:
        state: any position of a turn.
        rounds: how many Produce phases of each player to look ahead, 1 or more.

    Returns:
        the coming Produce phases in order, up to the one that ends the game; empty during the set-up and after the end.

    >>> import workbench as wb
    >>> game = wb.load("goods_and_honor", players=3)
    >>> mats = {"A": "Rock R3", "B": "Food P2 | Wood W2 | Rock R2", "C": "Food P2 | Rock R2"}
    >>> state = game.position({"supply": "2/1/3", "mats": mats, "active": "A", "phase": "assign"})
    >>> [(step.seat, step.left, step.certain, step.ends) for step in supply_curve(state)]
    [(1, (1, 0, 2), True, False), (2, (0, 0, 1), True, False), (0, (0, 0, 0), False, True)]
    """
    rules = state.rules
    if state.active == NONE or state.to_move == OVER:
        return ()
    begins = rules.trade_first or state.phase is rules.produce
    fixed = not (rules.trade_first or rules.gift_at_once or rules.may_decline)
    trial = state.copy()
    found: list[SupplyStep] = []
    for ahead in range(rounds * rules.players):
        seat = int(state.active + ahead + (0 if begins else 1)) % rules.players
        before = trial.supply[:]
        ends = rules.produce.produce(trial, seat, takes=True, from_box=False)
        taken = tuple([before[good] - trial.supply[good] for good in range(GOODS)])
        certain = fixed and ahead < rules.players and seat != state.active
        found.append(SupplyStep(seat, taken, tuple(trial.supply), certain, ends))
        if ends:
            break
    return tuple(found)


def foreseen_end(state: GoodsAndHonorState) -> SupplyStep | None:
    """The Produce phase that ends the game within one round, as the mats stand now (GH-END-5); None if there is none.

    Args:
        state: any position.

    >>> import workbench as wb
    >>> state = wb.load("goods_and_honor", players=3).position({"supply": "0/0/1", "mats": {"B": "Rock R2"}, "active": "A"})
    >>> foreseen_end(state)
    SupplyStep(seat=1, taken=(0, 0, 1), left=(0, 0, 0), certain=True, ends=True)
    """
    curve = supply_curve(state)
    return curve[-1] if curve and curve[-1].ends else None
