"""Joint plans for co-operative games: all seats always get the same result, and each knows only what it sees.

The best joint plan of such a game is hard to find. `joint_plan` begins with several plans and lets each seat in turn play its
best reply to the others, until no seat gains alone. It also works out a bound: what the seats would get if they told each
other everything that they see. If the plan reaches the bound, it is an optimum. With one seat, it always does.
"""

from __future__ import annotations

from typing import Final

from workbench.core.random import Random
from workbench.core.state import OVER
from workbench.players.game_tree import EQUAL, Equilibrium, GameTree, Shares, evenly

BEGINNINGS: Final = 16
"""How many plans to improve."""


def is_shared(tree: GameTree) -> bool:
    """Return whether all seats get the same result in every history.

    >>> import workbench as wb
    >>> is_shared(GameTree(wb.load("kuhn"), 1_000))
    False
    """
    return all([len(set(results)) <= 1 for results in tree.results])


def joint_plan(tree: GameTree) -> Equilibrium:
    """Return the best joint plan found for seats that share one result, with a bound that no joint plan exceeds.

    Args:
        tree: the histories of a game in which all seats always get the same result.
    """
    most = told_all(tree)
    best: Shares = []
    highest = -1e300
    for number in range(BEGINNINGS):
        plan, value = improved(tree, beginning(tree, number))
        if value > highest + EQUAL:
            best, highest = plan, value
        if highest >= most - EQUAL:
            break
    if tree.game.players == 1:
        method = "best reply to chance"
    else:
        method = "an optimal joint plan" if highest >= most - EQUAL else "a joint plan that no seat can improve alone"
    return Equilibrium(tree, method, best, most)


def beginning(tree: GameTree, number: int) -> Shares:
    """Return a plan to improve: the first takes every action equally often, others take actions drawn at random."""
    if number == 0:
        return [evenly(len(one.actions)) for one in tree.sets]
    rng = Random("joint plan", number)
    found: Shares = []
    for one in tree.sets:
        chosen = rng.below(len(one.actions))
        found.append([float(place == chosen) for place in range(len(one.actions))])
    return found


def improved(tree: GameTree, plan: Shares) -> tuple[Shares, float]:
    """Return a plan from which no seat gains by leaving it alone, and its value."""
    now, value, waiting = plan, -1e300, tree.game.players
    seat = 0
    while waiting:
        won, taken = tree.replied(now, seat)
        waiting -= 1
        if won > value + EQUAL:
            now = [
                [float(place == taken[where]) for place in range(len(shares))] if tree.sets[where].seat == seat else shares
                for where, shares in enumerate(now)
            ]
            value, waiting = won, tree.game.players - 1
        seat = (seat + 1) % tree.game.players
    return now, value


def told_all(tree: GameTree) -> float:
    """Return what the seats would get if each always knew what all of them see and remember."""
    seats = range(tree.game.players)
    reached = tree.chances[:]
    for number in range(len(reached)):
        for child in range(tree.first[number], tree.first[number] + tree.widths[number]):
            reached[child] *= reached[number]
    known = list(zip(*tree.memories, strict=True))
    depths = [sum([tree.depths[memory] for memory in memories]) for memories in known]
    alike: dict[tuple[int, ...], list[int]] = {}
    for number in range(len(reached)):
        if tree.movers[number] in seats:
            alike.setdefault(known[number], []).append(number)
    found = [0.0] * len(reached)
    taken: dict[tuple[int, ...], int] = {}
    for number in sorted(range(len(reached)), key=lambda number: (-depths[number], -number)):
        first, width = tree.first[number], tree.widths[number]
        if tree.movers[number] == OVER:
            found[number] = reached[number] * tree.results[number][0]
        elif tree.movers[number] not in seats:
            found[number] = sum(found[first : first + width])
        else:
            group = known[number]
            if group not in taken:
                worths = [sum([found[tree.first[other] + place] for other in alike[group]]) for place in range(width)]
                taken[group] = worths.index(max(worths))
            found[number] = found[first + taken[group]]
    return found[0]
