"""Find best play in small games, for players and advice.

It is exact in games without secrets and nearly exact in games with them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workbench.core.errors import WorkbenchError
from workbench.core.player import Expectation
from workbench.players.exact import Repeats, Solution, backward, iterate
from workbench.players.game_tree import Equilibrium, GameTree, regret_matching
from workbench.players.joint import is_shared, joint_plan

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.core.random import Random
    from workbench.core.state import View

POSITIONS: Final = 20_000
"""The most positions (or histories, in a game with secrets) of a game that is solved."""
WORK: Final = 1_000_000
"""The most histories that regret matching looks at in all its rounds."""
ROUNDS: Final = 1_000
"""The most rounds of regret matching."""
NEAR: Final = 0.004
"""Regret matching stops when a seat could gain no more than this share of the range of results by leaving the plan."""


def solution_of(game: Game) -> Solution | Equilibrium | None:
    """Solve a game if it is small, once; return None if it is not.

    Args:
        game: the game.

    >>> import workbench as wb
    >>> solution = solution_of(wb.load("nim"))
    >>> solution.value if solution else None
    (0.0, 1.0)
    """
    known: list[Solution | Equilibrium | None] = game.kept("solution", [])
    if not known:
        try:
            known.append(_mixed(game) if game.has_secrets() else _plain(game))
        except WorkbenchError:
            known.append(None)
    return known[0]


def _plain(game: Game) -> Solution:
    try:
        return backward(game, POSITIONS)
    except Repeats:
        return iterate(game, POSITIONS)


def _mixed(game: Game) -> Equilibrium:
    tree = GameTree(game, POSITIONS)
    if is_shared(tree):
        return joint_plan(tree)
    bounds = game.bounds()
    rounds = min(ROUNDS, WORK // len(tree.movers))
    return regret_matching(tree, rounds, NEAR * (bounds.highest - bounds.lowest))


def solved(game: Game, view: View, rng: Random) -> tuple[Expectation, ...]:
    """Return the best move in a position and the value of each move, as shares of the range of results.

    Args:
        game: the game.
        view: what a seat may know, at a decision of its own.
        rng: draws the move if several are mixed.

    Returns:
        the chosen move first, then the other moves from best to worst; empty if the game is not small or no seat decides there.
    """
    found = solution_of(game)
    if found is None or not found.holds(view):
        return ()
    worths = found.worths(view)
    bounds = game.bounds()
    wide = (bounds.highest - bounds.lowest) or 1.0
    chosen = found.choose(view, rng) if isinstance(found, Equilibrium) else found.choose(view)
    order = [chosen, *sorted([one for one in worths if one != chosen], key=lambda one: -worths[one])]
    return tuple([Expectation(action, (worths[action] - bounds.lowest) / wide, 0.0, 0) for action in order])
