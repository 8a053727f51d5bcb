"""Every history of a small game, what each seat knows in it, and the results of following plans.

Decisions that a seat cannot tell apart form an *information set*: the seat has seen the same views and made the same choices
in each of them (perfect recall). This tree is for solving games with secrets, and for measuring how good a plan is.

Random events that follow each other count as one, and orders that do not matter are merged: a hand of three cards is one
outcome, not six. An order matters if somebody could learn from it. So the tree works out how likely each order is, seen from
each seat. If that depends on anything that the seat's view does not show, it keeps all orders apart.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final

from workbench.core.errors import WorkbenchError
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER, View
from workbench.core.words import listed
from workbench.players.size import Room

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from workbench.core.game import Game
    from workbench.core.state import State

WHOLE: Final = 1_000_000
"""The sum of a plan's shares as whole numbers, from which an action is drawn."""

EQUAL: Final = 1e-9
"""Values that differ by less count as equal."""

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


class Memories:
    """What seats remember, each memory as a number.

    A memory is what a seat remembered before, what it did (-1 if it did nothing), and what it sees now.

    Attributes:
        views: the key of the last view in each memory.
        depths: how many steps each memory has.
    """

    __slots__ = ("_numbers", "depths", "views")

    def __init__(self) -> None:
        self._numbers: dict[tuple[Any, ...], int] = {}
        self.views: list[Any] = []
        self.depths: list[int] = []

    def begun(self, view: Any) -> int:
        """Return the memory of a seat that has only seen the first view."""
        return self._number((view,), view, 0)

    def after(self, before: int, action: int, view: Any) -> int:
        """Return the memory after one more step; the same one if the seat did nothing and sees nothing new.

        Args:
            before: the memory before the step.
            action: what the seat did, or -1.
            view: the key of what it sees after the step.
        """
        if action < 0 and self.views[before] == view:
            return before
        return self._number((before, action, view), view, self.depths[before] + 1)

    def mixed(self, parts: list[tuple[Fraction, int]]) -> int:
        """Return a number for weighted memories that end with the same view; equal mixtures get the same number."""
        shares: dict[int, Fraction] = {}
        for weight, memory in parts:
            shares[memory] = shares.get(memory, Fraction(0)) + weight
        first = parts[0][1]
        if len(shares) == 1:
            return first
        total = sum(shares.values(), Fraction(0))
        mixture = tuple([(memory, shares[memory] / total) for memory in sorted(shares)])
        return self._number(mixture, self.views[first], self.depths[first])

    def _number(self, memory: tuple[Any, ...], view: Any, depth: int) -> int:
        found = self._numbers.get(memory)
        if found is None:
            found = len(self.views)
            self._numbers[memory] = found
            self.views.append(view)
            self.depths.append(depth)
        return found


class Arrival:
    """A position to which random events lead, perhaps in several orders.

    Attributes:
        state: the position.
        views: the key of what each seat sees in it; empty if the game is over.
        weights: the probability of each way to it.
        memories: for each way, what each seat remembers of it.
    """

    __slots__ = ("memories", "state", "views", "weights")

    def __init__(self, state: State) -> None:
        self.state: State = state
        self.views: list[Any] = []
        if state.to_move != OVER:  # no decision depends on what the end shows
            self.views = [state.view(seat).state.key() for seat in range(state.game.players)]
        self.weights: list[Fraction] = []
        self.memories: list[list[int]] = []


class OrderMatters(Exception):
    """Somebody can learn from the order of random events."""


class GameTree:
    """The histories of a game, numbered so that each comes before its continuations.

    Args:
        game: any game in which no history is endless.
        limit: the most histories.
        merge: whether to merge orders of random events from which nobody can learn.

    Attributes:
        merged: whether they are merged.
        movers: who decides after each history: a seat, `CHANCE` or `OVER`.
        first: the number of the first continuation of each history; the others follow it.
        widths: how many continuations each has; 0 if the game is over.
        chances: the probability of the last step of each history, if it is a random event; otherwise 1.
        set_of: the information set that each history belongs to; -1 for none.
        results: what each seat has won; empty while the game goes on.
        memories: for each seat, the number of what it remembers in each history.
        depths: how much there is in each memory.
        sets: the information sets.
        by_view: the numbers of the information sets with a view, by the seat and the key of the view. A view has several if
            it does not show everything that the seat has seen.

    Raises:
        TooLarge: there are more histories.

    >>> import workbench as wb
    >>> [len(GameTree(wb.load("kuhn"), 1_000, merge).movers) for merge in (False, True)]
    [58, 55]
    """

    def __init__(self, game: Game, limit: int, merge: bool = True) -> None:
        self.game: Final = game
        self.limit: Final = limit
        self.merged: bool = merge
        self._clear()
        try:
            self._grow()
        except OrderMatters:
            self.merged = False
            self._clear()
            self._grow()

    def _clear(self) -> None:
        self.movers: list[int] = []
        self.first: list[int] = []
        self.widths: list[int] = []
        self.chances: list[float] = []
        self.set_of: list[int] = []
        self.results: list[tuple[float, ...]] = []
        self.memories: list[list[int]] = [[] for _seat in range(self.game.players)]
        self.sets: list[InformationSet] = []
        self.by_view: dict[tuple[int, Any], list[int]] = {}
        self._known: Memories = Memories()
        self.depths: list[int] = self._known.depths
        self._orders: dict[tuple[int, int], int] = {}
        self._numbers: dict[tuple[int, int], int] = {}

    def _grow(self) -> None:
        game, seats, known = self.game, self.game.players, self._known
        room = Room(game, self.limit, "histories")
        start = game.start()
        begun = [known.begun(start.view(seat).state.key()) for seat in range(seats)]
        nothing: list[tuple[int, int]] = [(-1, 0)] * seats
        waiting: list[tuple[int, State, list[tuple[int, int]]]] = [(self._add(1.0, begun), start, nothing)]
        while waiting:
            number, state, before = waiting.pop()
            mover = int(state.to_move)
            self.movers[number] = mover
            if mover == OVER:
                self.results[number] = state.returns()
                continue
            memories = [of_seat[number] for of_seat in self.memories]
            self.first[number] = len(self.movers)
            if mover == CHANCE:
                arrivals = self._drawn(state, memories, room)
                for one in arrivals:
                    chance = sum(one.weights, Fraction(0))
                    waiting.append((self._add(float(chance), self._remembered(one, memories)), one.state, before))
                self.widths[number] = len(arrivals)
                continue
            legal = state.legal()
            room.check(len(self.movers) + len(legal))
            self.widths[number] = len(legal)
            where = self._set(mover, state, memories[mover], before[mover])
            self.set_of[number] = where
            self.sets[where].histories.append(number)
            for place in range(len(legal)):
                action = legal[place]
                child = state.copy()
                child.apply(action)
                then = before[:]
                then[mover] = (where, place)
                over = child.to_move == OVER
                after: list[int] = []
                for seat in range(seats):
                    memory = memories[seat]
                    view = known.views[memory] if over else child.view(seat).state.key()
                    after.append(known.after(memory, action if seat == mover else -1, view))
                waiting.append((self._add(1.0, after), child, then))

    def _drawn(self, state: State, memories: list[int], room: Room) -> list[Arrival]:
        """Return where chance leads, up to the next decision or the end; orders are kept apart if they must be."""
        begun = Arrival(state)
        begun.weights.append(Fraction(1))
        begun.memories.append(memories)
        level, done, kept = [begun], dict[Any, Arrival](), list[Arrival]()
        while level:
            following: dict[Any, Arrival] = {}
            for one in level:
                weight, before = sum(one.weights, Fraction(0)), self._mixed(one)
                outcomes = one.state.chance()
                total = sum([share for _, share in outcomes])
                for action, share in outcomes:
                    child = one.state.copy()
                    child.apply(action)
                    if self.merged:
                        key = child.key()
                        found = following if child.to_move == CHANCE else done
                        reached = found.get(key)
                        if reached is None:
                            reached = found[key] = Arrival(child)
                    else:
                        reached = Arrival(child)
                        kept.append(reached)
                    reached.weights.append(weight * share / total)
                    reached.memories.append(self._more(before, reached.views))
                    room.check(len(self.movers) + len(following) + len(done) + len(kept))
            level = list(following.values())
        return list(done.values()) or kept

    def _mixed(self, arrival: Arrival) -> list[int]:
        """Return what each seat remembers if chance has led to a position; in several ways, each with its probability."""
        if len(arrival.weights) == 1:
            return arrival.memories[0]
        found: list[int] = []
        for seat in range(self.game.players):
            ways = range(len(arrival.weights))
            found.append(self._known.mixed([(arrival.weights[way], arrival.memories[way][seat]) for way in ways]))
        return found

    def _more(self, before: list[int], views: list[Any]) -> list[int]:
        """Return what each seat remembers after a random event; nothing more at the end of the game."""
        if not views:
            return before
        return [self._known.after(before[seat], -1, views[seat]) for seat in range(len(before))]

    def _remembered(self, arrival: Arrival, before: list[int]) -> list[int]:
        """Return what each seat has to remember of some random events: what it sees after them.

        Args:
            arrival: where they have led.
            before: what each seat remembered before them.

        Raises:
            OrderMatters: a seat could learn from the order in which it saw them.
        """
        ways = self._mixed(arrival)
        if not self.merged or not arrival.views:
            return ways
        found = self._more(before, arrival.views)
        for seat in range(len(found)):
            # wherever a seat remembers and sees the same, it must have come about in the same ways
            if self._orders.setdefault((seat, found[seat]), ways[seat]) != ways[seat]:
                raise OrderMatters
        return found

    def _add(self, chance: float, memories: list[int]) -> int:
        """Add a history, and return its number."""
        self.movers.append(OVER)
        self.first.append(0)
        self.widths.append(0)
        self.chances.append(chance)
        self.set_of.append(-1)
        self.results.append(())
        for seat in range(len(memories)):
            self.memories[seat].append(memories[seat])
        return len(self.movers) - 1

    def _set(self, seat: int, state: State, memory: int, before: tuple[int, int]) -> int:
        """Return the information set of a decision; make it if there is none yet."""
        found = self._numbers.get((seat, memory))
        if found is None:
            found = len(self.sets)
            self._numbers[seat, memory] = found
            self.sets.append(InformationSet(seat, state.view(seat), self.depths[memory], before))
            self.by_view.setdefault((seat, self._known.views[memory]), []).append(found)
        return found

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
        return self.replied(shares, seat)[0]

    def replied(self, shares: Shares, seat: int) -> tuple[float, list[int]]:
        """Return the value of the best reply, and the place of its action in each of the seat's information sets, else -1."""
        reached = self.reached(shares, seat)
        memories, depths = self.memories[seat], self.depths
        # every history after a decision is deeper than the whole information set, so go deepest first
        order = sorted(range(len(reached)), key=lambda number: (-depths[memories[number]], -number))
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
            taken = self.replied(shares, seat)[1]
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

    It can sit at a table, in a match and in the lab, as a player.

    Args:
        tree: the game's histories.
        method: how it was solved, in words.
        shares: how often to take each action in each information set that the plan leads to.
        most: in a co-operative game, what no joint plan exceeds; otherwise None.

    Attributes:
        game: the game.
        shares: the same shares, and the best action in all other information sets.
        value: what each seat wins on average.
        positions: how many histories there are.
        most: as above.
        draws: that it takes the random numbers of the seat in which it sits.

    >>> import workbench as wb
    >>> kuhn = regret_matching(GameTree(wb.load("kuhn"), 1_000), 256)
    >>> for part in str(kuhn).split("; "):
    ...     print(part)
    <Equilibrium of Kuhn poker: regret matching, 256 rounds
    55 histories
    worth -0.056 and 0.056
    exploitability 0.0003 a game, 0.01% of the range of results>
    >>> wb.load("kuhn").match(seed=1).play_out([kuhn, "random"])[-1].clause
    'KU-END-2'
    """

    draws: ClassVar[bool] = True

    def __init__(self, tree: GameTree, method: str, shares: Shares, most: float | None = None) -> None:
        self.tree: Final = tree
        self.game: Final = tree.game
        self.method: Final = method
        self.shares: Final = tree.completed(shares)
        self.value: tuple[float, ...] = tuple([tree.values(shares, seat)[0] for seat in range(tree.game.players)])
        self.positions: int = len(tree.movers)
        self.most: Final = most
        self.__name__: Final = "equilibrium"
        self._rng: Final = Random("equilibrium")
        self._reached: Final = tree.reached(self.shares)
        self._worths: Final = tree.worths(self.shares)

    def __repr__(self) -> str:
        worth = listed([f"{value:.3f}" for value in self.value])
        found = f"{self.method}; {self.positions:,} histories; worth {worth}; {self.how_good()}"
        return f"<Equilibrium of {self.game.title}: {found}>"

    def how_good(self) -> str:
        """Return in words how far from best play the plan can be."""
        if self.most is not None and self.game.players > 1:
            return f"no joint plan is worth more than {self.most:.3f}"
        bounds, gain = self.game.bounds(), self.exploitability()
        share = gain / ((bounds.highest - bounds.lowest) or 1.0)
        return f"exploitability {abs(gain):.4f} a game, {abs(share):.2%} of the range of results"

    def __reduce__(self) -> tuple[Any, ...]:
        tree = self.tree
        return (solved_again, (self.game, tree.limit, tree.merged, self.method, self.shares, self.most))

    def __call__(self, view: View, rng: Random | None = None) -> int:
        return self.choose(view, rng)

    def holds(self, view: View) -> bool:
        """Return whether a seat with this view decides somewhere in the solved game."""
        return (view.seat, view.state.key()) in self.tree.by_view

    def at(self, view: View) -> dict[int, float]:
        """Return how often a seat with this view should take each action.

        Raises:
            WorkbenchError: the seat never decides there.
        """
        return self._mean(view, self.shares)

    def choose(self, view: View, rng: Random | None = None) -> int:
        """Draw an action, as often as it should be taken. This function can sit at a table as it is.

        Args:
            view: what the seat may know.
            rng: the random numbers to draw with; by default its own. A match and the lab give it those of the seat.
        """
        shares = self.at(view)
        weights = tuple([(action, round(WHOLE * share)) for action, share in shares.items() if share > 0.0])
        return (rng or self._rng).pick(weights)

    def worths(self, view: View) -> dict[int, float]:
        """Return what the seat wins on average with each action, if all then follow the plan.

        Raises:
            WorkbenchError: the seat never decides there.
        """
        return self._mean(view, self._worths)

    def exploitability(self) -> float:
        """Return how much a seat could gain per game if it alone left the plan: 0 in an exact equilibrium.

        The gain is in the unit of the game's results, and the average is taken over the seats.
        """
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


def solved_again(
    game: Game, limit: int, merge: bool, method: str, shares: Shares, most: float | None
) -> Equilibrium:
    """Return a solved game that another process sent: the tree grows again, the same as before."""
    return Equilibrium(GameTree(game, limit, merge), method, shares, most)


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
    >>> round(found.value[0], 2), found.exploitability() < 0.01
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
