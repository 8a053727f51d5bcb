"""Every history of a small game, what each seat knows in it, and the results of following plans.

Decisions that a seat cannot tell apart form an *information set*: the seat has seen the same views and made the same choices
in each of them (perfect recall). This tree is for solving games with secrets, and for measuring how good a plan is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import TooLarge, WorkbenchError
from workbench.core.state import CHANCE, OVER, View

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from workbench.core.game import Game
    from workbench.core.random import Random
    from workbench.core.state import State

WHOLE: Final = 1_000_000
"""The sum of a plan's shares as whole numbers, from which an action is drawn."""

Seen = tuple[Any, ...]
"""What a seat has seen and done, in order."""
Shares = list[list[float]]
"""For each information set of a tree, how often each of its actions is taken."""


class InformationSet:
    """Decisions that a seat cannot tell apart.

    Attributes:
        seat: the seat that decides.
        view: what it sees.
        actions: what it may choose.
        histories: the numbers of the histories in it.
        depth: how much the seat has seen and done before.
        before: the seat's previous decision, as the number of the information set and the place of the action; -1 and 0 if
            there is none.
    """

    __slots__ = ("actions", "before", "depth", "histories", "seat", "view")

    def __init__(self, seat: int, view: View, depth: int, before: tuple[int, int]) -> None:
        self.seat: int = seat
        self.view: View = view
        self.actions: tuple[int, ...] = view.legal()
        self.histories: list[int] = []
        self.depth: int = depth
        self.before: tuple[int, int] = before


class GameTree:
    """The histories of a game, numbered so that each comes before its continuations.

    Args:
        game: any game in which no history is endless.
        limit: the most histories.

    Attributes:
        movers: who decides after each history: a seat, `CHANCE` or `OVER`.
        first: the number of the first continuation of each history; the others follow it.
        widths: how many continuations each has; 0 if the game is over.
        chances: the probability of the last step of each history, if it is a random event; otherwise 1.
        set_of: the information set that each history belongs to; -1 for none.
        results: what each seat has won; empty while the game goes on.
        depths: for each seat, how much it has seen and done in each history.
        sets: the information sets.
        by_view: the numbers of the information sets with a view, by the seat and the key of the view. A view has several if
            it does not show everything that the seat has seen.

    Raises:
        TooLarge: there are more histories.
    """

    def __init__(self, game: Game, limit: int) -> None:
        self.game: Final = game
        self.movers: list[int] = []
        self.first: list[int] = []
        self.widths: list[int] = []
        self.chances: list[float] = []
        self.set_of: list[int] = []
        self.results: list[tuple[float, ...]] = []
        self.depths: list[list[int]] = [[] for _seat in range(game.players)]
        self.sets: list[InformationSet] = []
        self.by_view: dict[tuple[int, Any], list[int]] = {}
        self._grow(limit)

    def _grow(self, limit: int) -> None:
        game, seats = self.game, self.game.players
        numbers: dict[tuple[int, Seen], int] = {}
        start = game.start()
        self._add(1.0)
        nothing: list[tuple[int, int]] = [(-1, 0)] * seats
        # written with a type, because compiled code would otherwise expect tuples of one item
        begun: list[Seen] = [(start.view(seat).state.key(),) for seat in range(seats)]
        waiting: list[tuple[int, State, list[Seen], list[tuple[int, int]]]] = [(0, start, begun, nothing)]
        while waiting:
            number, state, seen, before = waiting.pop()
            mover = int(state.to_move)
            self.movers[number] = mover
            for seat in range(seats):
                self.depths[seat][number] = len(seen[seat])
            if mover == OVER:
                self.results[number] = state.returns()
                continue
            outcomes = state.chance() if mover == CHANCE else tuple([(action, 1) for action in state.legal()])
            total = sum([weight for _, weight in outcomes]) if mover == CHANCE else 1
            if len(self.movers) + len(outcomes) > limit:
                raise TooLarge(f"There are more than {limit:,} histories: too many to solve {game.title} exactly.")
            where = self._set(mover, state, seen[mover], before[mover], numbers) if mover >= 0 else -1
            if where >= 0:
                self.set_of[number] = where
                self.sets[where].histories.append(number)
            self.first[number], self.widths[number] = len(self.movers), len(outcomes)
            for place in range(len(outcomes)):
                action, weight = outcomes[place]
                child = state.copy()
                child.apply(action)
                then = before
                if mover >= 0:
                    then = before[:]
                    then[mover] = (where, place)
                after: list[Seen] = [self._more(child, seat, seen[seat], mover, action) for seat in range(seats)]
                waiting.append((self._add(weight / total), child, after, then))

    def _add(self, chance: float) -> int:
        """Add a history, and return its number."""
        self.movers.append(OVER)
        self.first.append(0)
        self.widths.append(0)
        self.chances.append(chance)
        self.set_of.append(-1)
        self.results.append(())
        for depths in self.depths:
            depths.append(0)
        return len(self.movers) - 1

    def _set(
        self, seat: int, state: State, seen: Seen, before: tuple[int, int], numbers: dict[tuple[int, Seen], int]
    ) -> int:
        """Return the information set of a decision; make it if there is none yet."""
        found = numbers.get((seat, seen))
        if found is None:
            found = len(self.sets)
            numbers[seat, seen] = found
            self.sets.append(InformationSet(seat, state.view(seat), len(seen), before))
            self.by_view.setdefault((seat, seen[-1]), []).append(found)
        return found

    def _more(self, state: State, seat: int, seen: Seen, mover: int, action: int) -> Seen:
        """Return what a seat has seen after one more action: its own actions and every changed view."""
        if state.to_move == OVER:  # no decision depends on what the end shows
            return (*seen, ("done", action)) if mover == seat else seen
        key = state.view(seat).state.key()
        if mover == seat:
            return (*seen, ("done", action), key)
        return seen if seen[-1] == key else (*seen, key)

    # -- plans ---------------------------------------------------------------------------------------------------------

    def shares(self, plan: Callable[[View], Mapping[int, float]]) -> Shares:
        """Return a plan's share of each action at each information set.

        Args:
            plan: a function from a view to how often each action is taken; missing actions are never taken.
        """
        found: Shares = []
        for one in self.sets:
            planned = plan(one.view)
            found.append([planned.get(action, 0.0) for action in one.actions])
        return found

    def reached(self, shares: Shares, but: int = -1) -> list[float]:
        """Return how likely each history is if all follow a plan.

        Args:
            shares: the plan.
            but: a seat that is assumed to choose whatever leads there.
        """
        found = self.chances[:]
        for number in range(len(found)):
            here, width = found[number], self.widths[number]
            mover, first = self.movers[number], self.first[number]
            if mover >= 0 and mover != but:
                taken = shares[self.set_of[number]]
                for place in range(width):
                    found[first + place] = here * taken[place]
            else:
                for child in range(first, first + width):
                    found[child] *= here
        return found

    def values(self, shares: Shares, seat: int) -> list[float]:
        """Return what a seat wins on average after each history if all follow a plan."""
        found = [0.0] * len(self.movers)
        for number in range(len(found) - 1, -1, -1):
            mover, first, width = self.movers[number], self.first[number], self.widths[number]
            value = 0.0
            if mover >= 0:
                taken = shares[self.set_of[number]]
                for place in range(width):
                    value += taken[place] * found[first + place]
            elif mover == CHANCE:
                for child in range(first, first + width):
                    value += self.chances[child] * found[child]
            else:
                value = self.results[number][seat]
            found[number] = value
        return found

    def worths(self, shares: Shares) -> Shares:
        """Return what each action in each information set wins on average, if all follow a plan.

        What the seat cannot know is as likely as the others' play makes it; if their play never leads there, all is equally
        likely.
        """
        found = [[0.0] * len(one.actions) for one in self.sets]
        for seat in range(self.game.players):
            reached, values = self.reached(shares, seat), self.values(shares, seat)
            for here, worths in zip(self.sets, found, strict=True):
                if here.seat != seat:
                    continue
                for number, weight in zip(
                    here.histories, in_proportion([reached[number] for number in here.histories]), strict=True
                ):
                    for place in range(len(worths)):
                        worths[place] += weight * values[self.first[number] + place]
        return found

    def best_reply(self, shares: Shares, seat: int) -> float:
        """Return what a seat wins on average with its best play against the plan of the others."""
        return self._replied(shares, seat)[0]

    def _replied(self, shares: Shares, seat: int) -> tuple[float, list[int]]:
        """Return that value, and the place of the best action in each of the seat's information sets, else -1."""
        reached = self.reached(shares, seat)
        depths = self.depths[seat]
        # every history after a decision is deeper than the whole information set, so go deepest first
        order = sorted(range(len(reached)), key=lambda number: (-depths[number], -number))
        taken = [-1] * len(self.sets)
        found = [0.0] * len(reached)  # weighted by how likely the others and chance make it
        for number in order:
            mover, first, width = self.movers[number], self.first[number], self.widths[number]
            if mover == OVER:
                found[number] = reached[number] * self.results[number][seat]
            elif mover != seat:
                for child in range(first, first + width):
                    found[number] += found[child]
            else:
                where = self.set_of[number]
                if taken[where] < 0:
                    best = -1e300
                    for place in range(width):
                        worth = 0.0
                        for other in self.sets[where].histories:
                            worth += found[self.first[other] + place]
                        if worth > best:
                            best, taken[where] = worth, place
                found[number] = found[first + taken[where]]
        return found[0], taken

    def completed(self, shares: Shares) -> Shares:
        """Return a plan of the same worth that also plays best where a seat only arrives by leaving the plan."""
        found = shares[:]
        for seat in range(self.game.players):
            taken = self._replied(shares, seat)[1]
            for where, part in enumerate(self.own_part(shares, seat)):
                if taken[where] >= 0 and part <= 0.0:
                    found[where] = [float(place == taken[where]) for place in range(len(shares[where]))]
        return found

    def own_part(self, shares: Shares, seat: int) -> list[float]:
        """Return how likely a seat's own actions make each of its information sets; 0 for other seats' sets."""
        found = [0.0] * len(self.sets)
        for where in range(len(found)):  # a seat's earlier decisions have smaller numbers
            if self.sets[where].seat == seat:
                before, place = self.sets[where].before
                found[where] = 1.0 if before < 0 else found[before] * shares[before][place]
        return found

    def gap(self, shares: Shares) -> float:
        """Return how much a seat could gain on average if it alone left the plan: 0 in an equilibrium.

        The average is taken over the seats.

        In a game for two players whose results add up to the same, this is the plan's exploitability.
        """
        seats = self.game.players
        return sum([self.best_reply(shares, seat) - self.values(shares, seat)[0] for seat in range(seats)]) / seats


class Equilibrium:
    """A solved game with secrets: how often each seat should take each action, given what it knows.

    Args:
        tree: the game's histories.
        method: how it was solved, in words.
        shares: how often to take each action in each information set that the plan leads to.

    Attributes:
        game: the game.
        shares: the same shares, and the best action in all other information sets.
        value: what each seat wins on average.
        positions: how many histories there are.
    """

    def __init__(self, tree: GameTree, method: str, shares: Shares) -> None:
        self.tree: Final = tree
        self.game: Final = tree.game
        self.method: Final = method
        self.shares: Final = tree.completed(shares)
        self.value: tuple[float, ...] = tuple([tree.values(shares, seat)[0] for seat in range(tree.game.players)])
        self.positions: int = len(tree.movers)
        self._reached: Final = tree.reached(self.shares)
        self._worths: Final = tree.worths(self.shares)

    def holds(self, view: View) -> bool:
        """Return whether a seat with this view decides somewhere in the solved game."""
        return (view.seat, view.state.key()) in self.tree.by_view

    def at(self, view: View) -> dict[int, float]:
        """Return how often a seat with this view should take each action.

        Raises:
            WorkbenchError: the seat never decides there.
        """
        return self._mean(view, self.shares)

    def choose(self, view: View, rng: Random) -> int:
        """Draw an action, as often as it should be taken.

        Args:
            view: what the seat may know.
            rng: the random numbers to draw with.
        """
        return rng.pick(tuple([(action, round(WHOLE * share)) for action, share in self.at(view).items() if share > 0.0]))

    def worths(self, view: View) -> dict[int, float]:
        """Return what the seat wins on average with each action, if all then follow the plan.

        Raises:
            WorkbenchError: the seat never decides there.
        """
        return self._mean(view, self._worths)

    def gap(self) -> float:
        """Return the distance from an exact equilibrium: the average gain of a seat that leaves the plan."""
        return self.tree.gap(self.shares)

    def _mean(self, view: View, numbers: Shares) -> dict[int, float]:
        """Return a number for each action.

        If several information sets share the view, it is their mean, weighted by probability.
        """
        sets = self.tree.sets
        found = self.tree.by_view.get((view.seat, view.state.key()))
        if found is None:
            raise WorkbenchError("In the solved game, no seat ever decides with this view.")
        weights = in_proportion([sum([self._reached[number] for number in sets[where].histories]) for where in found])
        mean = dict.fromkeys(sets[found[0]].actions, 0.0)
        for where, weight in zip(found, weights, strict=True):
            for action, one in zip(sets[where].actions, numbers[where], strict=True):
                mean[action] += weight * one
        return mean


def regret_matching(tree: GameTree, rounds: int, near: float = 0.0) -> Equilibrium:
    """Return a plan near an equilibrium, by counterfactual regret minimisation (CFR+: Tammelin 2014).

    Each seat in turn plays an action more often if it would have done better so far. The result is the average of all rounds,
    with more weight on later ones. In a game for two players whose results always add up to the same total, that average comes
    arbitrarily close to an equilibrium; in other games it usually does.

    Args:
        tree: the game's histories.
        rounds: how many rounds at most.
        near: the gap (`GameTree.gap`) that is small enough, checked after 16, 32, 64, ... rounds.

    >>> import workbench as wb
    >>> found = regret_matching(GameTree(wb.load("kuhn"), 1_000), 200)
    >>> round(found.value[0], 2), found.gap() < 0.01
    (-0.06, True)
    """
    regrets: Shares = [[0.0] * len(one.actions) for one in tree.sets]
    sums: Shares = [[0.0] * len(one.actions) for one in tree.sets]
    now: Shares = [evenly(len(one.actions)) for one in tree.sets]
    done, look = 0, 16
    while done < rounds:
        done += 1
        for seat in range(tree.game.players):
            others = tree.reached(now, seat)
            mine = tree.own_part(now, seat)
            values = tree.values(now, seat)
            for where in range(len(tree.sets)):
                here = tree.sets[where]
                if here.seat != seat:
                    continue
                regret, total, taken = regrets[where], sums[where], now[where]
                for number in here.histories:
                    weight, value, first = others[number], values[number], tree.first[number]
                    if weight > 0.0:
                        for place in range(len(regret)):
                            regret[place] += weight * (values[first + place] - value)
                for place in range(len(regret)):
                    total[place] += done * mine[where] * taken[place]
                    regret[place] = max(0.0, regret[place])
                now[where] = in_proportion(regret)
        if done == look and near > 0.0:
            look *= 2
            if tree.gap(rounded(sums)) <= near:
                break
    return Equilibrium(tree, f"regret matching, {done:,} rounds", rounded(sums))


RARE: Final = 0.005
"""Actions taken less often than this on average are dropped: they were only tried in early rounds."""


def evenly(number: int) -> list[float]:
    """Return this many equal shares."""
    return [1.0 / number] * number


def in_proportion(weights: list[float]) -> list[float]:
    """Return shares in proportion to weights; equal shares if all are 0.

    >>> in_proportion([1.0, 3.0]), in_proportion([0.0, 0.0])
    ([0.25, 0.75], [0.5, 0.5])
    """
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0.0 else evenly(len(weights))


def rounded(sums: Shares) -> Shares:
    """Return shares in proportion to sums, without rare actions."""
    return [in_proportion([one if one >= RARE * sum(total) else 0.0 for one in total]) for total in sums]
