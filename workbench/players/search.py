"""A player for any game that searches by playing on from where it stands: Monte Carlo tree search.

One tree serves games with chance, hidden information and any number of seats. It is *open-loop*: a node stands for the
decisions made since the root, whatever chance brought in between. Each iteration starts from a full position drawn from
the player's own view (information-set search), so the player never profits from what it cannot see. Every seat maximises
its own result (max^n).
"""

from __future__ import annotations

from math import log, sqrt
from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import mypyc_attr

from workbench.core.player import Player
from workbench.core.state import CHANCE, OVER, State, View
from workbench.players.playout import random_playout

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.core.random import Random


@mypyc_attr(allow_interpreted_subclasses=True)
class Node:
    """What the search knows after some decisions.

    Attributes:
        action: the decision that led here.
        seat: the seat that made it.
        visits: how many iterations came through.
        available: in how many iterations the decision was legal when its parent was visited.
        worth: for each seat the sum of the results of those iterations.
        children: the nodes below, in the order they were added.
        by_action: the same nodes by their action.
    """

    __slots__ = ("action", "available", "by_action", "children", "seat", "visits", "worth")

    def __init__(self, action: int, seat: int, seats: int) -> None:
        self.action = action
        self.seat = seat
        self.visits = 0
        self.available = 0
        self.worth: list[float] = [0.0] * seats
        self.children: list[Node] = []
        self.by_action: dict[int, Node] = {}


class TreeSearch(Player):
    """Chooses the decision that most iterations of a tree search went through.

    Args:
        game: the rules in force.
        rng: the player's own stream of random numbers.
        iterations: how many games are played on from the position for one decision.
        exploration: how much untried decisions attract (the constant of UCB1, for results between 0 and 1).
    """

    player_name: ClassVar[str] = "tree_search"
    quick: ClassVar[bool] = False

    def __init__(self, game: Game, rng: Random, iterations: int = 400, exploration: float = 0.7) -> None:
        super().__init__(game, rng)
        self.iterations: Final = iterations
        self.exploration: Final = exploration

    def choose(self, view: View) -> int:
        """The decision visited most often; the first of those that tie."""
        legal = view.legal()
        if len(legal) == 1:
            return legal[0]
        root = self.search(view)
        best = root.children[0]
        for child in root.children:
            if child.visits > best.visits:
                best = child
        return best.action

    def search(self, view: View) -> Node:
        """Build a tree below the position.

        Args:
            view: what the player's seat may know.

        Returns:
            the root; its children carry the visits and results of each decision.
        """
        seats = self.game.players
        root = Node(-1, view.seat, seats)
        for _ in range(self.iterations):
            state = view.resample(self.rng)
            self.iterate(root, state)
        return root

    def iterate(self, root: Node, state: State) -> None:
        """One iteration: down the tree, one node more, a random game to the end, and the result back up."""
        rng = self.rng
        path: list[Node] = [root]
        node = root
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                state.roll(rng)
                continue
            legal = state.legal()
            seat = int(state.to_move)
            untried: list[int] = []
            for action in legal:
                child = node.by_action.get(action)
                if child is None:
                    untried.append(action)
                else:
                    child.available += 1
            if untried:
                action = untried[rng.below(len(untried))]
                child = Node(action, seat, self.game.players)
                child.available = 1
                node.children.append(child)
                node.by_action[action] = child
                state.apply(action)
                path.append(child)
                break
            node = self.promising(node, legal, seat)
            state.apply(node.action)
            path.append(node)
        random_playout(state, rng)
        results = self.game.worth(state)
        for visited in path:
            visited.visits += 1
            for place in range(len(results)):
                visited.worth[place] += results[place]

    def promising(self, node: Node, legal: tuple[int, ...], seat: int) -> Node:
        """The legal child with the best upper bound for the seat that decides (UCB1 over the times it was available)."""
        best: Node | None = None
        best_bound = -1e300
        for action in legal:
            child = node.by_action[action]
            bound = child.worth[seat] / child.visits + self.exploration * sqrt(log(child.available) / child.visits)
            if bound > best_bound:
                best, best_bound = child, bound
        assert best is not None
        return best
