"""Scoring: sets and what is left over, for stashes at any moment (GH-SCORE-1 to GH-SCORE-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.games.goods_and_honor.components import FIRST_GOOD

if TYPE_CHECKING:
    from workbench.core.types import Number
    from workbench.games.goods_and_honor.game import GoodsAndHonor


def goods_sets(stash: tuple[int, ...]) -> int:
    """Return how many complete sets of Goods a stash holds (GH-SCORE-2).

    >>> goods_sets((0, 0, 0, 0, 0, 0, 4, 2, 3))
    2
    """
    return min(stash[FIRST_GOOD], stash[FIRST_GOOD + 1], stash[FIRST_GOOD + 2])


def honor_sets(stash: tuple[int, ...], seat: int, players: int) -> int:
    """Return how many complete sets of Honor a stash holds: one chip of each other player (GH-SCORE-4).

    >>> honor_sets((9, 2, 3, 1, 0, 0, 0, 0, 0), 0, 4)
    1
    """
    return min([stash[other] for other in range(players) if other != seat])


def score_parts(rules: GoodsAndHonor, stash: tuple[int, ...], seat: int) -> tuple[int, int, int, int]:
    """Return what a stash would score if the game ended now.

    Args:
        rules: the game with its options.
        stash: nine counts: chips of seats 0 to 5, Food, Wood, Rock.
        seat: whose stash it is, 0..n-1.

    Returns:
        points for sets of Goods, for Goods left over, for sets of Honor, for chips left over (GH-SCORE-2 to GH-SCORE-5).

    >>> import workbench as wb
    >>> score_parts(wb.load("goods_and_honor", players=4), (9, 2, 3, 1, 0, 0, 4, 2, 2), 0)
    (20, 2, 10, 3)
    """
    players = rules.players
    sets = goods_sets(stash)
    left = stash[FIRST_GOOD] + stash[FIRST_GOOD + 1] + stash[FIRST_GOOD + 2] - 3 * sets
    shared = honor_sets(stash, seat, players)
    foreign: Number = 0
    for other in range(players):
        if other != seat:
            foreign += stash[other]
    single = rules.single_points
    return (
        rules.set_points * sets,
        single * left,
        rules.set_points * shared,
        single * (int(foreign) - (players - 1) * shared) + rules.own_chips_score * stash[seat],
    )


def winners(rules: GoodsAndHonor, stashes: list[tuple[int, ...]], first: int) -> list[int]:
    """Return the seats that share the win (GH-SCORE-7, GH-RULING-38).

    Args:
        rules: the game with its options.
        stashes: the stash of each seat.
        first: the seat that took the first turn.
    """
    totals = [sum(score_parts(rules, stash, seat)) for seat, stash in enumerate(stashes)]
    best = [seat for seat in range(len(totals)) if totals[seat] == max(totals)]
    if len(best) == 1 or rules.tie_break == "shared":
        return best
    marks: list[int] = []
    for seat in best:
        if rules.tie_break == "later_in_turn_order":
            marks.append((seat - first) % rules.players)
        elif rules.tie_break == "more_goods_sets":
            marks.append(goods_sets(stashes[seat]))
        else:
            marks.append(goods_sets(stashes[seat]) + honor_sets(stashes[seat], seat, rules.players))
    return [best[place] for place in range(len(best)) if marks[place] == max(marks)]
