"""A player for longer thinking times: the rollout player with a tree of all seats' moves.

The tree grows with every playout.

At the root it works like the rollout player, with the same candidates, paired positions and fresh confirmation. But a playout
begins with moves that the tree has learnt from earlier playouts:

- A node is an *information set*: what the deciding seat can see (information-set search, Cowling and others 2012). A seat's
  moves depend on nothing else. Each seat has its own nodes, so what two seats know stays separate.
- In the tree each seat takes its most promising move, with a bonus for moves seldom tried (PUCT: Rosin 2011). The choices of
  the game's quick players get most of the bonus.
- The first position that is not yet in the tree becomes a node, and quick players continue from it, to the end or to the
  horizon. Then the player judges the result as the rollout player does.
- Each playout draws its own random events. The views show their outcomes, so different outcomes lead to different nodes.
- The player keeps the tree from one decision to the next, as long as the tree contains the new position.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any, ClassVar, Final

from workbench.core.errors import WorkbenchError
from workbench.core.outside import quoted
from workbench.core.player import decide
from workbench.core.random import Random
from workbench.core.state import CHANCE, View
from workbench.players.rollout import Candidate, RolloutPlayer

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from workbench.core.game import Game
    from workbench.core.state import State

OPEN: Final = 0.2
"""The share of the prior that is spread over all moves; the rest goes to the choices of quick players."""
MOST: Final = 50_000
"""The most nodes; a larger tree is replaced at the next decision."""


class Node:
    """What the tree knows of a decision, as the deciding seat sees it.

    Attributes:
        seat: who decides.
        actions: what it may choose.
        priors: each action's share of the bonus for moves seldom tried; together 1.
        tries: how often each action was tried.
        worths: the sum of its results for the seat.
        visits: how often all actions were tried.
        total: the sum of all results.
    """

    __slots__ = ("actions", "priors", "seat", "total", "tries", "visits", "worths")

    def __init__(self, seat: int, actions: tuple[int, ...], priors: list[float]) -> None:
        self.seat: int = seat
        self.actions: tuple[int, ...] = actions
        self.priors: list[float] = priors
        self.tries: list[int] = [0] * len(actions)
        self.worths: list[float] = [0.0] * len(actions)
        self.visits: int = 0
        self.total: float = 0.0

    def promising(self, exploration: float) -> int:
        """Return the place of the action with the highest bound; untried actions count as the mean of all."""
        mean = self.total / self.visits if self.visits else 0.0
        wide = exploration * sqrt(float(self.visits))
        best, highest = 0, -1e300
        for place in range(len(self.actions)):
            tries = self.tries[place]
            bound = self.worths[place] / tries if tries else mean
            bound += wide * self.priors[place] / (1.0 + tries)
            if bound > highest:
                best, highest = place, bound
        return best

    def learn(self, place: int, worth: float) -> None:
        """Add the result of an action."""
        self.tries[place] += 1
        self.worths[place] += worth
        self.visits += 1
        self.total += worth


class TreeSearch(RolloutPlayer):
    """Plays on from a position again and again, and learns on the way what each seat should do.

    Args:
        game, rng, playouts, milliseconds, base, guard, horizon: as for the rollout player.
        exploration: the weight of the bonus for moves seldom tried, compared with results from 0 to 1.

    Raises:
        WorkbenchError: a number is out of range.
        UnknownNameError: there is no such player to improve on.
    """

    player_name: ClassVar[str] = "tree_search"
    called: ClassVar[str] = "the tree search"

    def __init__(
        self,
        game: Game,
        rng: Random,
        playouts: int = 1_000,
        milliseconds: float = 0.0,
        base: str = "",
        guard: float | None = None,
        horizon: int = 0,
        exploration: float = 0.3,
    ) -> None:
        super().__init__(game, rng, playouts, milliseconds, base, guard, horizon)
        if exploration < 0:
            raise WorkbenchError(f"Exploration must be 0 or more, not {quoted(exploration)}.")
        self.exploration: Final = exploration
        self.nodes: dict[tuple[int, Any], Node] = {}

    def share_out(self, executor: Executor, processes: int) -> None:
        """Refuse, because each playout depends on what the tree has learnt from all earlier ones.

        Raises:
            WorkbenchError: always.
        """
        raise WorkbenchError("A tree search cannot share out its playouts: each depends on the ones before. Use rollout.")

    def study(self, view: View) -> list[Candidate]:
        """Try the candidates out, in the present tree if it contains the position, otherwise in a new one."""
        if (view.seat, view.state.key()) not in self.nodes or len(self.nodes) > MOST:
            self.nodes = {}
        return super().study(view)

    def candidates(self, view: View, seed: int) -> list[Candidate]:
        """Return the rollout player's candidates, including the action that the tree has tried most often."""
        found = super().candidates(view, seed)
        node = self.nodes.get((view.seat, view.state.key()))
        if node is not None and len(found) > 1:
            favourite = node.actions[node.tries.index(max(node.tries))]
            if favourite not in [one.action for one in found]:
                found[-1] = Candidate(favourite)
        return found

    def worth_after(self, world: State, seat: int, action: int, seed: int, number: int) -> float:
        """Make one playout, first through the tree and then with quick players, and judge the result.

        The tree learns from it.

        Args:
            world: the position to begin from; it does not change.
            seat: who decides in it.
            action: what it chooses.
            seed: the seed of the decision.
            number: the number of the playout.

        Returns:
            the judgement, 0..1.
        """
        state = world.copy()
        state.apply(action)
        rng = Random(seed, number, "chance")
        players = self.cast(seed, number, seat)
        nodes: list[Node] = []
        places: list[int] = []
        left, fresh = self.horizon, False
        while left > 0 and not fresh:
            mover = int(state.to_move)
            if mover == CHANCE:
                state.roll(rng)
                continue
            if mover < 0:
                break
            legal = state.legal()
            if len(legal) == 1:
                state.apply(legal[0])
                continue
            view = state.view(mover)
            key = (mover, view.state.key())
            node = self.nodes.get(key)
            if node is None:
                fresh = True
                node = Node(mover, legal, self.priors(view, legal, seed))
                self.nodes[key] = node
                place = int(rng.below(len(legal))) if self.at_random else legal.index(decide(players[mover], state, mover))
            else:
                place = node.promising(self.exploration)
            nodes.append(node)
            places.append(place)
            state.apply(node.actions[place])
            left -= 1
        self.play_on(state, players, rng, left)
        worths = [self.judged(state, one) for one in range(self.game.players)]
        for level in range(len(nodes)):
            nodes[level].learn(places[level], worths[nodes[level].seat])
        return worths[seat]

    def priors(self, view: View, legal: tuple[int, ...], seed: int) -> list[float]:
        """Return the prior of each action: higher for the choices of quick players.

        A player weighs as much as it appears often in playouts.

        Args:
            view: what the seat that decides may know.
            legal: what it may choose.
            seed: the seed of the decision.
        """
        if self.at_random:
            return [1.0 / len(legal)] * len(legal)
        found = [OPEN / len(legal)] * len(legal)
        total = sum([weight for _, weight in self.weights])
        for number, weight in self.weights:
            player = self.kinds[number](self.game, Random(seed, "quick", number))
            found[legal.index(player.choose(View(view.seat, view.state.copy())))] += (1.0 - OPEN) * weight / total
        return found
