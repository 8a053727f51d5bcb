"""The numbers behind the game, exactly: draws and duels, layouts, bids, and the end that can be foreseen.

Chances are fractions. Every function takes a position or the game (`wb.load("goods_and_honor", ...)`). It plays the phases out
or asks them, so a changed rule changes these numbers too, or the function says that it cannot tell (`core.figures`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from workbench.core.figures import Withheld, rests_on, unheld
from workbench.core.state import CHANCE, ENTERING, OVER
from workbench.games.goods_and_honor.components import (
    FIRST_DEFEND,
    GOODS,
    GUARDS,
    ITEMS,
    NEW,
    NONE,
    SECTIONS,
    SENTRYFOLK,
    TYPES,
)
from workbench.games.goods_and_honor.draw import FOLKS_DRAWN
from workbench.games.goods_and_honor.scoring import score_parts
from workbench.games.goods_and_honor.state import RUNNING, GoodsAndHonorState

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
    """Return the mean of a law.

    >>> mean((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)))
    Fraction(3, 4)
    """
    return sum([chance * number for number, chance in enumerate(law)], Fraction(0))


# -- the bag -----------------------------------------------------------------------------------------------------------


def bag_of(rules: GoodsAndHonor, folks: int | Sequence[int], nastigans: int) -> GoodsAndHonorState:
    """Return a position with only a bag, to ask what a draw from it brings.

    Args:
        rules: the game with its options and phases.
        folks: Plainsfolk, Woodsfolk, Ridgefolk and Sentryfolk in the bag; a number means Plainsfolk alone, if the types do
            not matter.
        nastigans: Nastigans in the bag, 0 or more.
    """
    state: GoodsAndHonorState = rules.blank()
    state.active = 0
    state.bag = [folks, 0, 0, 0, nastigans] if isinstance(folks, int) else [*folks, nastigans]
    return state


def next_draw(state: GoodsAndHonorState) -> list[tuple[GoodsAndHonorState, Fraction]]:
    """Return what the next draw may bring: play it out token by token (GH-DRAW-1, GH-CHANCE-3).

    Args:
        state: a position with its bag; tokens that lie on the table are left out.

    Returns:
        positions with the drawn tokens on the table, and the chance of each; empty if no draw will follow (GH-RULING-12).
    """
    draw = state.game.draw
    begun = state.copy()
    begun.table_folk, begun.table_nastigans = [0] * TYPES, 0
    draw.begin(begun)
    if begun.phase is not draw or begun.to_move != CHANCE:
        return []
    drawn: list[tuple[GoodsAndHonorState, Fraction]] = []
    waiting = {begun.key(): (begun, Fraction(1))}
    while waiting:
        reached: dict[tuple[Any, ...], tuple[GoodsAndHonorState, Fraction]] = {}
        for before, chance in waiting.values():
            if before.phase is not draw or before.to_move != CHANCE:
                drawn.append((before, chance))
                continue
            outcomes = before.chance()
            total = sum([weight for _, weight in outcomes])
            for token, weight in outcomes:
                after = before.copy()
                draw.apply(after, token)
                key = after.key()
                part = chance * Fraction(weight, total)
                reached[key] = (after, part + (reached[key][1] if key in reached else 0))
        waiting = reached
    return drawn


def as_law(chances: Iterable[tuple[int, Fraction]]) -> Law:
    """Collect chances of numbers in a law; a number may occur several times.

    >>> as_law([(2, Fraction(1, 4)), (0, Fraction(1, 2)), (2, Fraction(1, 4))])
    (Fraction(1, 2), Fraction(0, 1), Fraction(1, 2))
    """
    found: dict[int, Fraction] = {}
    for number, chance in chances:
        found[number] = found.get(number, Fraction(0)) + chance
    return tuple([found.get(number, Fraction(0)) for number in range(max(found, default=-1) + 1)])


def draw_law(state: GoodsAndHonorState) -> Law:
    """Return how many Nastigans the next draw brings.

    Args:
        state: a position with its bag.

    Returns:
        the chance of each number from 0 on; empty if no draw will follow.

    >>> import workbench as wb
    >>> law = draw_law(bag_of(wb.load("goods_and_honor"), 34, 24))
    >>> str(law[0]), str(law[1]), str(mean(law))
    ('187/551', '1122/3857', '48/35')
    """
    return as_law([(int(drawn.table_nastigans), chance) for drawn, chance in next_draw(state)])


@rests_on(asks=("defend",), what="How many Nastigans have to be dealt with")
def fought_law(state: GoodsAndHonorState) -> Law:
    """Return how many Nastigans the next draw makes you fight: those drawn, up to the cap (GH-NAST-2).

    Args:
        state: a position with its bag.

    Returns:
        the chance of each number from 0 on; empty if no draw will follow.

    >>> import workbench as wb
    >>> games = [wb.load("goods_and_honor", duel_cap=cap) for cap in (1, 24)]
    >>> [str(mean(fought_law(bag_of(game, 72, 24)))) for game in games]
    ['167/380', '48/73']
    """
    defend = state.game.defend
    return as_law([(int(defend.dealt_with(drawn)), chance) for drawn, chance in next_draw(state)])


def pair_law(state: GoodsAndHonorState) -> dict[tuple[int, ...], Fraction]:
    """Return which Folks the next draw brings; the Nastigans have no influence (GH-CHANCE-3).

    Args:
        state: a position with its bag.

    Returns:
        the chance of each possible pair of types, the smaller first; fewer than two if the bag is short of Folks.

    >>> import workbench as wb
    >>> str(pair_law(bag_of(wb.load("goods_and_honor"), (10, 8, 9, 7), 24))[0, 0])
    '15/187'
    """
    found: dict[tuple[int, ...], Fraction] = {}
    for drawn, chance in next_draw(state):
        pair = tuple([kind for kind in range(TYPES) for _ in range(drawn.table_folk[kind])])
        found[pair] = found.get(pair, Fraction(0)) + chance
    return dict(sorted(found.items()))


# -- duels -------------------------------------------------------------------------------------------------------------


class DuelLaw(NamedTuple):
    """The odds of a duel.

    Attributes:
        wins: outcomes with which the Folk wins, as their weights count them.
        ties: outcomes after which the dice are rolled again.
        losses: outcomes with which the Nastigan wins.
        win: the chance that the Folk wins the duel.
        rolls: how many rolls it takes on average.
    """

    wins: int
    ties: int
    losses: int
    win: Fraction
    rolls: Fraction


def mat_of(rules: GoodsAndHonor, defenders: Sequence[int], nastigans: int = 1) -> GoodsAndHonorState:
    """Return a position with only a mat and the Nastigans it has to deal with.

    Args:
        rules: the game with its options and phases.
        defenders: Sentryfolk in Guards, other Folks in Guards, Folks elsewhere: 0 or more each.
        nastigans: Nastigans on the table, 0 or more.
    """
    state: GoodsAndHonorState = rules.blank()
    state.active = 0
    state.table_nastigans = nastigans
    for cell, number in zip((GUARDS * TYPES + SENTRYFOLK, GUARDS * TYPES, 0), defenders, strict=True):
        state.mats[cell] = number
    return state


DEFENDERS: Final = (
    FIRST_DEFEND + SENTRYFOLK * SECTIONS + GUARDS,
    FIRST_DEFEND + GUARDS,
    FIRST_DEFEND,
)
"""The defenders of the mat of `mat_of`, best die first: a Sentryfolk in Guards, another Folk there, a Folk elsewhere."""


@rests_on(asks=("defend",), what="The chance to win a duel")
def duel_law(state: GoodsAndHonorState, defender: int) -> DuelLaw:
    """Return the odds of a duel, rolled by the phase in force (GH-DUEL-4 to GH-DUEL-7).

    Args:
        state: a position in which the active player has to deal with a Nastigan.
        defender: the Folk that is sent, as the action that names it.

    Raises:
        Withheld: no dice are rolled, or a roll that decides nothing leaves a trace, so the next roll is different.

    >>> import workbench as wb
    >>> mat = mat_of(wb.load("goods_and_honor"), (1, 1, 1))
    >>> duel_law(mat, DEFENDERS[0])
    DuelLaw(wins=27, ties=6, losses=15, win=Fraction(9, 14), rolls=Fraction(8, 7))
    >>> ties = mat_of(wb.load("goods_and_honor", duel_tie="folk_wins"), (1, 1, 1))
    >>> str(duel_law(mat, DEFENDERS[2]).win), str(duel_law(ties, DEFENDERS[2]).win)
    ('3/10', '5/12')
    """
    rules = state.game
    kind = (defender - FIRST_DEFEND) // SECTIONS
    due = state.copy()
    due.named = (defender,)
    rules.defend.fight(due)
    due.phase.begin(due)
    if due.to_move != CHANCE:
        raise Withheld("The chance to win a duel", (due.phase.name,))
    wins, ties, losses = 0, 0, 0
    for outcome, weight in due.chance():
        after = due.copy()
        due.phase.apply(after, outcome)
        if after.to_move == CHANCE and after.table_nastigans == due.table_nastigans:
            if after.key() != due.key():
                raise Withheld("The chance to win a duel", (due.phase.name,))
            ties += weight
        elif after.bag[kind] > due.bag[kind]:
            losses += weight
        else:
            wins += weight
    return DuelLaw(wins, ties, losses, Fraction(wins, wins + losses), Fraction(wins + ties + losses, wins + losses))


@lru_cache(maxsize=256)
def usual_chance(rules: GoodsAndHonor, defender: int) -> float:
    """Return the chance of a Folk alone on its mat to win, as players estimate it.

    If changed phases roll no dice that could be counted, it is the chance under the printed rule.

    Args:
        rules: the game with its options and phases.
        defender: the Folk, as the action that names it.
    """
    kind, section = divmod(defender - FIRST_DEFEND, SECTIONS)
    state = mat_of(rules, (0, 0, 0))
    state.mats[section * TYPES + kind] = 1
    try:
        return float(unheld(duel_law)(state, defender).win)
    except Withheld:
        return usual_chance(type(rules)(rules.options.changed(), rules.players), defender)


@rests_on("defend", "roll", "duel", what="The chances of the dice")
def dice_chances(rules: GoodsAndHonor) -> tuple[Fraction, ...]:
    """Return the chances to win of any Sentryfolk in Guards, any other Folk there, and any Folk elsewhere.

    >>> import workbench as wb
    >>> [str(chance) for chance in dice_chances(wb.load("goods_and_honor"))]
    ['9/14', '1/2', '3/10']
    """
    mat = mat_of(rules, (1, 1, 1))
    return tuple([duel_law(mat, defender).win for defender in DEFENDERS])


def losses_law(state: GoodsAndHonorState) -> Law:
    """Return how many Folks the active player loses to these Nastigans, always sending the best die.

    The phase is played out: it says which Folks may be named, and what happens to the winner and the loser (GH-NAST-3 to
    GH-NAST-6).

    Args:
        state: a position in which Nastigans are about to be dealt with.

    Returns:
        the chance of each number from 0 on.

    >>> import workbench as wb
    >>> game = wb.load("goods_and_honor")
    >>> [str(chance) for chance in losses_law(mat_of(game, (1, 0, 6), 3))]
    ['729/2744', '3411/13720', '87/280', '7/40']
    >>> [str(mean(losses_law(mat_of(game, guards, 3)))) for guards in ((1, 0, 6), (1, 1, 5), (0, 0, 7))]
    ['957/686', '426/343', '21/10']
    """
    begun = state.copy()
    state.game.defend.begin(begun)
    return as_law(_losses(begun, sum(state.folk(int(state.active))), {}).items())


def _losses(
    state: GoodsAndHonorState, folks: int, known: dict[tuple[Any, ...], dict[int, Fraction]]
) -> dict[int, Fraction]:
    """The chances of each number of lost Folks; `known` holds what has been worked out."""
    rules = state.game
    while state.to_move == ENTERING and state.phase is not rules.assign:
        state.phase.begin(state)
    fighting = state.to_move == CHANCE and len(state.named) > 0
    if not fighting and (state.phase is not rules.defend or state.to_move < 0):
        return {folks - sum(state.folk(int(state.active))): Fraction(1)}
    key = state.key()
    if key in known:
        return known[key]
    found: dict[int, Fraction] = {}
    if fighting:
        win = duel_law(state, state.named[0]).win
        for wins, chance in ((True, win), (False, 1 - win)):
            if chance:
                after = state.copy()
                rules.defend.settle(after, wins)
                for number, part in _losses(after, folks, known).items():
                    found[number] = found.get(number, Fraction(0)) + chance * part
    else:
        after = state.copy()
        legal = state.legal()
        chances = [duel_law(state, action).win for action in legal]
        rules.defend.apply(after, legal[chances.index(max(chances))])
        found = _losses(after, folks, known)
    known[key] = found
    return found


@lru_cache(maxsize=4096)
def _losses_of(rules: GoodsAndHonor, defenders: tuple[int, ...], nastigans: int) -> Fraction:
    return mean(losses_law(mat_of(rules, defenders, nastigans)))


@lru_cache(maxsize=4096)
def _fought_of(rules: GoodsAndHonor, folks: int, nastigans: int) -> Law:
    return fought_law(bag_of(rules, folks, nastigans))


def lost_per_turn(rules: GoodsAndHonor, folks: int, nastigans: int, defenders: Sequence[int]) -> Fraction:
    """Return how many Folks the active player loses in a turn on average, always sending the best die.

    Args:
        rules: the game with its options and phases.
        folks: Folks in the bag before the draw, 0 or more.
        nastigans: Nastigans in the bag, 0 or more.
        defenders: Sentryfolk in Guards, other Folks in Guards, Folks elsewhere (the one just kept among them).

    >>> import workbench as wb
    >>> game = wb.load("goods_and_honor", duel_cap=3)
    >>> [round(float(lost_per_turn(game, 72, 24, guards)), 3) for guards in ((0, 0, 7), (0, 1, 6), (1, 0, 6), (2, 0, 5))]
    [0.448, 0.342, 0.257, 0.231]
    """
    guards = tuple(defenders)
    fought = _fought_of(rules, folks, nastigans)
    return sum([chance * _losses_of(rules, guards, number) for number, chance in enumerate(fought)], Fraction(0))


class GuardWorth(NamedTuple):
    """The use of one more Folk in Guards.

    Attributes:
        saved: Folks that it saves in a turn of its owner, on average.
        turns: the guard pays if its owner has more turns to go than this; None if it never does.
    """

    saved: Fraction
    turns: Fraction | None


def guard_break_even(
    rules: GoodsAndHonor,
    folks: int,
    nastigans: int,
    defenders: Sequence[int],
    sentry: bool = True,
    worth: Fraction | int = 2,
    cost: Fraction | int = 1,
) -> GuardWorth:
    """Return when it pays to move a Folk from its work to Guards.

    In each of its owner's turns a guard costs the points it would have produced, and saves a part of a Folk; a saved Folk gives
    points in each turn that its owner has left.

    Args:
        rules: the game with its options and phases.
        folks: Folks in the bag, 0 or more.
        nastigans: Nastigans in the bag, 0 or more.
        defenders: Sentryfolk in Guards, other Folks in Guards, Folks elsewhere (at least 1), before the move.
        sentry: whether the Folk that moves is a Sentryfolk.
        worth: points a Folk gives in a turn of its owner.
        cost: points the guard would have produced in a turn of its owner.

    Raises:
        ValueError: there is no Folk to move.

    >>> import workbench as wb
    >>> answer = guard_break_even(wb.load("goods_and_honor", duel_cap=3), 72, 24, (0, 0, 7))
    >>> round(float(answer.saved), 2), round(float(answer.turns), 1)
    (0.19, 2.6)
    """
    if defenders[2] < 1:
        raise ValueError("There is no Folk outside Guards to be moved.")
    moved = (defenders[0] + sentry, defenders[1] + (not sentry), defenders[2] - 1)
    saved = lost_per_turn(rules, folks, nastigans, defenders) - lost_per_turn(rules, folks, nastigans, moved)
    gained = saved * worth
    return GuardWorth(saved, Fraction(cost) / gained if gained > 0 else None)


def defenders_of(state: GoodsAndHonorState, seat: int) -> tuple[int, int, int]:
    """Return a mat's Folks by the die they roll: Sentryfolk in Guards, others in Guards, Folks elsewhere.

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
    if state.game.new_folks_defend:
        elsewhere += sum(state.section(seat, NEW))
    return guards[SENTRYFOLK], sum(guards) - guards[SENTRYFOLK], elsewhere


# -- layouts -----------------------------------------------------------------------------------------------------------


class Output(NamedTuple):
    """What a layout produces in a Produce Goods phase, before the middle limits it.

    Attributes:
        points: production points of Food, Wood and Rock, those carried over included.
        tokens: tokens of each type.
        lost: points of each section that make no token.
    """

    points: tuple[int, ...]
    tokens: tuple[int, ...]
    lost: tuple[int, ...]


@rests_on(asks=("produce",), what="What a layout produces")
def output(rules: GoodsAndHonor, layout: Layout, pawn: int = NONE, carry: Sequence[int] = (0, 0, 0)) -> Output:
    """Return what a layout produces (GH-PRODUCE-1 to GH-PRODUCE-7, GH-PAWN-3).

    Args:
        rules: the game with its options and phases.
        layout: the Folks of each type in Food, Wood, Rock; further sections give nothing.
        pawn: the section of the Elder Pawn, 0..2, or NONE.
        carry: points left over from earlier, with the option `remainder=carry`.

    >>> import workbench as wb
    >>> output(wb.load("goods_and_honor"), ((2, 1, 0, 1), (0, 0, 0, 0), (0, 0, 0, 0)))
    Output(points=(6, 0, 0), tokens=(2, 0, 0), lost=(0, 0, 0))
    >>> output(wb.load("goods_and_honor", elder_pawns="on"), ((2, 1, 0, 1), (0, 0, 0, 0), (0, 0, 0, 0)), pawn=0)
    Output(points=(10, 0, 0), tokens=(3, 0, 0), lost=(1, 0, 0))
    """
    mat = laid_out(rules, layout, pawn, carry)
    points = tuple([int(rules.produce.points(mat, 0, section)) + carry[section] for section in range(GOODS)])
    tokens = rules.produce.yields(mat, 0)
    each = int(rules.points_per_good)
    return Output(points, tokens, tuple([points[section] - each * tokens[section] for section in range(GOODS)]))


@rests_on(asks=("produce",), what="What a mat yields")
def mat_yields(state: GoodsAndHonorState, seat: int) -> tuple[int, ...]:
    """Return the tokens a mat makes in its next production if nobody moves, before the middle limits it.

    Args:
        state: any position.
        seat: whose mat, 0..n-1.
    """
    return state.game.produce.yields(state, seat)


def laid_out(
    rules: GoodsAndHonor, layout: Layout, pawn: int = NONE, carry: Sequence[int] = (0, 0, 0)
) -> GoodsAndHonorState:
    """Return a position with only the first player's mat, laid out like this; arguments as for `output`."""
    state: GoodsAndHonorState = rules.blank()
    for section, folks in enumerate(layout):
        state.mats[section * TYPES : (section + 1) * TYPES] = folks
    state.pawns[0] = pawn
    state.carry[:GOODS] = carry
    return state


def _points(rules: GoodsAndHonor, layout: Layout, section: int, pawn: int) -> int:
    return int(rules.produce.points(laid_out(rules, layout, pawn), 0, section))


class PointsLaw(NamedTuple):
    """How Folks make points under the rules in force, with the pawn at some section.

    Attributes:
        each: for each type of Folk its points in Food, Wood and Rock.
        opening: points that each section adds if it holds any Folk.
    """

    each: tuple[tuple[int, ...], ...]
    opening: tuple[int, ...]


@lru_cache(maxsize=256)
def points_law(rules: GoodsAndHonor, pawn: int = NONE) -> PointsLaw:
    """Return how Folks make points (GH-PRODUCE-3 to GH-PRODUCE-5, GH-PAWN-3, GH-RULING-42).

    It asks the Produce Goods phase about one and about two Folks of each type.

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


MOST_LAYOUTS: Final = 50_000
"""The most layouts to try one by one if the Produce Goods phase has been changed."""


@rests_on("place", asks=("produce",), what="The best that Folks can produce")
def best_outputs(
    rules: GoodsAndHonor,
    folk: Sequence[int],
    guards: Sequence[int] = (0, 0, 0, 0),
    pawn: int = NONE,
    carry: Sequence[int] = (0, 0, 0),
    fixed: Layout = EMPTY,
) -> tuple[Best, ...]:
    """Return the best that Folks can produce: each vector of tokens that no other exceeds, with a layout.

    Args:
        rules: the game with its options; `capacity` is respected, and Folks that find no place go to Guards.
        folk: the Folks to place, by type.
        guards: how many of them must go to Guards, by type.
        pawn: the section of the Elder Pawn, 0..2; FREE if it may still be put anywhere; NONE without one.
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
    if "produce" in rules.changes:  # points need not add up any more
        return _tried(rules, folk, guards, pawn, carry, fixed)
    return good_outputs(rules, folk, guards, pawn, carry, fixed)


def good_outputs(
    rules: GoodsAndHonor,
    folk: Sequence[int],
    guards: Sequence[int] = (0, 0, 0, 0),
    pawn: int = NONE,
    carry: Sequence[int] = (0, 0, 0),
    fixed: Layout = EMPTY,
) -> tuple[Best, ...]:
    """Return `best_outputs` for players: at once, and as if points added up even if the rules are changed.

    Args and returns as for `best_outputs`.
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
        if fixed != EMPTY:  # a section that holds a Folk has its bonus already
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


def _tried(
    rules: GoodsAndHonor, folk: Sequence[int], guards: Sequence[int], pawn: int, carry: Sequence[int], fixed: Layout
) -> tuple[Best, ...]:
    """Return `best_outputs` by trying every layout.

    Raises:
        Withheld: there are too many layouts.
    """
    workers = [folk[kind] - guards[kind] for kind in range(TYPES)]
    ways = [[split for split in product(range(most + 1), repeat=GOODS) if sum(split) <= most] for most in workers]
    if prod([len(splits) for splits in ways]) > MOST_LAYOUTS:
        raise Withheld("The best that Folks can produce", ("produce",))
    limit = int(rules.capacity)
    found: dict[tuple[int, ...], Best] = {}
    for splits in product(*ways):
        layout = [tuple([fixed[s][kind] + splits[kind][s] for kind in range(TYPES)]) for s in range(GOODS)]
        if limit and any([sum(layout[s]) > max(limit, sum(fixed[s])) for s in range(GOODS)]):
            continue
        layout.append(tuple([fixed[GUARDS][kind] + folk[kind] - sum(splits[kind]) for kind in range(TYPES)]))
        for place in range(GOODS) if pawn == FREE else (pawn,):
            tokens = output(rules, tuple(layout), place, carry).tokens
            if tokens not in found:
                found[tokens] = Best(tokens, tuple(layout), place)
    return tuple(sorted([found[tokens] for tokens in _not_covered(list(found))], key=_most_tokens_first))


def _most_tokens_first(best: Best) -> tuple[int, int, tuple[int, ...]]:
    return (-sum(best.tokens), max(best.tokens) - min(best.tokens), best.tokens)


FIELD: Final = 24
"""The bits for the points of one section, since one number holds the points of all three."""
PRESENCE: Final = 1024
"""With a bonus for any Folk at all, points are counted in parts of this size, and every Folk there adds one part."""

Split = tuple[int, int, int]


NO_LIMIT: Final[Split] = (-1, -1, -1)
"""Room for all Folks in every section."""


@lru_cache(maxsize=16384)
def _best(
    workers: tuple[int, int, int, int], law: PointsLaw, begun: Split, each: int, room: Split
) -> tuple[tuple[tuple[int, ...], tuple[Split, ...]], ...]:
    """Return the undominated vectors of tokens of some workers, each with the split of every type.

    The types are added one after another. After each type only points that no others exceed are kept, for every number of
    Folks in the sections (a number that matters only if the sections can be full).
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
    """Return the vectors that no other reaches or exceeds everywhere."""
    kept: list[tuple[int, ...]] = []
    for one in sorted(vectors, reverse=True):  # a vector that covers another comes before it
        if not any([other[1] >= one[1] and other[2] >= one[2] for other in kept]):
            kept.append(one)
    return kept


def _packed(one: int, two: int, three: int) -> int:
    return (one << (2 * FIELD)) + (two << FIELD) + three


def _splits(count: int, law: PointsLaw, kind: int, scale: int, limited: bool) -> list[tuple[int, int, Split]]:
    """List every way to put Folks of a type to work: numbers by section (0 if irrelevant), points, split."""
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
    """Return the points that no others exceed in all three sections."""
    mask = (1 << FIELD) - 1
    kept: set[int] = set()
    woods: list[int] = []  # rising; what has been kept so far, as a staircase
    rocks: list[int] = []  # falling
    for one in sorted(points, reverse=True):  # from the most Food to the least, so only Wood and Rock are compared
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
    """Return how the points were reached: the split of each type."""
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
    """What would change if a bid were accepted and the game scored at once.

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


@rests_on("award", "game_over", what="What a bid is worth")
def bid_value(
    rules: GoodsAndHonor,
    bid: Sequence[int],
    giver_stash: tuple[int, ...],
    giver: int,
    bidder_stash: tuple[int, ...],
    bidder: int,
) -> BidValue:
    """Return what a bid is worth to both sides (GH-GIVE-3, GH-SCORE-1 to GH-SCORE-5).

    Args:
        rules: the game with its options.
        bid: nine counts: chips of seats 0 to 5, Food, Wood, Rock.
        giver_stash: nine counts.
        giver: the giver's seat.
        bidder_stash: nine counts, which include the bid.
        bidder: the bidder's seat.

    Raises:
        ValueError: the bidder does not own the items bid.

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
        less: points that giving one away would cost; None if the seat owns none.
    """

    item: int
    more: int
    less: int | None


@rests_on("game_over", what="What an item is worth")
def item_values(rules: GoodsAndHonor, stash: tuple[int, ...], seat: int) -> tuple[ItemValue, ...]:
    """Return the marginal value of every kind of item in the game to the owner of a stash.

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


@rests_on("bid", what="The number of possible bids")
def count_bids(rules: GoodsAndHonor, stash: tuple[int, ...], seat: int) -> int:
    """Return how many bids a stash allows, without a list such as `legal_bids` makes (GH-BID-2, GH-BID-4).

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
        seat: the seat that produces.
        taken: Food, Wood and Rock taken.
        left: what remains in the middle.
        certain: whether nothing before it can change it (GH-END-5); for a production that is being decided, whether nothing
            can change what is there to take.
        ends: whether it ends the game.
    """

    seat: int
    taken: tuple[int, ...]
    left: tuple[int, ...]
    certain: bool
    ends: bool


@rests_on(asks=("produce",), what="How the middle empties")
def supply_curve(state: GoodsAndHonorState, rounds: int = 1) -> tuple[SupplyStep, ...]:
    """Return how the middle empties if every mat stays as it is now.

    Args:
        state: any position of a turn.
        rounds: how many Produce phases of each player to look ahead, 1 or more.

    Returns:
        the coming Produce phases in order, up to the one that ends the game, or the last before a stall or the last turn ends
        it; empty during the set-up and after the end.

    >>> import workbench as wb
    >>> game = wb.load("goods_and_honor", players=3)
    >>> mats = {"A": "Rock R3", "B": "Food P2 | Wood W2 | Rock R2", "C": "Food P2 | Rock R2"}
    >>> state = game.position({"supply": "2/1/3", "mats": mats, "active": "A", "phase": "assign"})
    >>> [(step.seat, step.left, step.certain, step.ends) for step in supply_curve(state)]
    [(1, (1, 0, 2), True, False), (2, (0, 0, 1), True, False), (0, (0, 0, 0), False, True)]
    """
    rules = state.game
    if state.active == NONE or state.to_move == OVER:
        return ()
    begins = rules.phase_order_trade_first or state.phase is rules.produce
    final = _mats_that_are_final(state)
    certain = True
    trial = state.copy()
    found: list[SupplyStep] = []
    for ahead in range(rounds * rules.players):
        seat = int(state.active + ahead + (0 if begins else 1)) % rules.players
        if ahead or not begins:
            if rules.game_over.due(trial) != RUNNING:
                break
            trial.turn += 1
        before = trial.supply[:]
        asked = not rules.production_mandatory and _may_take(trial, seat)
        producing = ahead == 0 and state.phase is rules.produce  # nothing comes before it now
        certain = certain and ahead < final
        sure = certain and (producing or not asked)
        certain = certain and not asked
        ends = rules.produce.produce(trial, seat, takes=True, from_box=False)
        taken = tuple([before[good] - trial.supply[good] for good in range(GOODS)])
        found.append(SupplyStep(seat, taken, tuple(trial.supply), sure, ends))
        if ends:
            break
    return tuple(found)


def _mats_that_are_final(state: GoodsAndHonorState) -> int:
    """Return how many of the coming Produce Goods phases find a mat that can no longer change (GH-END-5)."""
    rules = state.game
    producing = state.phase is rules.produce
    if rules.changed_phases - {rules.produce.name}:
        return 0
    if rules.phase_order_trade_first:
        return 1 if producing else 0
    order = list(rules.phases.values())
    # a gift that has been placed leaves the next mat as it is; so does a gift that will not come
    if rules.gift_assign_at_once:
        return 1 if producing or order.index(state.phase) > order.index(rules.gift_place) else 0
    if rules.bag_short == "end_game" and state.folk_in_bag() < FOLKS_DRAWN * rules.players:
        # the next draw may end the game, but this production comes before it
        return 1 if producing or order.index(state.phase) > order.index(rules.draw) else 0
    return rules.players if producing else rules.players - 1


def _may_take(state: GoodsAndHonorState, seat: int) -> bool:
    """Return whether a seat could take or decline something."""
    trial = state.copy()
    trial.active = seat
    return len(trial.game.produce.legal(trial)) > 1


def foreseen_end(state: GoodsAndHonorState) -> SupplyStep | None:
    """Return the Produce phase that ends the game within a round if all mats stay (GH-END-5), or None.

    Args:
        state: any position.

    >>> import workbench as wb
    >>> state = wb.load("goods_and_honor", players=3).position({"supply": "0/0/1", "mats": {"B": "Rock R2"}, "active": "A"})
    >>> foreseen_end(state)
    SupplyStep(seat=1, taken=(0, 0, 1), left=(0, 0, 0), certain=True, ends=True)
    """
    curve = supply_curve(state)
    return curve[-1] if curve and curve[-1].ends else None
