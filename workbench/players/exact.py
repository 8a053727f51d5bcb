"""Small games solved exactly: by backward induction, by value iteration, and with hidden information by a linear programme.

>>> import workbench as wb
>>> solution = solve(wb.load("nim"))
>>> solution.value
(0.0, 1.0)

So whoever begins loses against best play. A solution tells the value of every position, and plays: `solution.choose` is a
function from a view to an action, which can sit at any seat.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from workbench.core.errors import TooLarge, WorkbenchError
from workbench.core.extra import how_to_get
from workbench.core.game import Game
from workbench.core.registry import load
from workbench.core.state import CHANCE, OVER, State, View

LIMIT = 3_000_000
"""So many positions are looked at before the search is given up."""
EQUAL = 1e-9
"""Values that differ by less count as equal."""

Key = tuple[Any, ...]


@dataclass
class Solution:
    """A game without secrets, solved.

    Attributes:
        game: the game.
        method: how it was solved, in words.
        value: what each seat wins on the average when all play best.
        values: the same for every position, by its key.
        positions: how many different positions there are.
        rounds: how many times all values were worked out anew; 0 where once was enough.
    """

    game: Game
    method: str
    value: tuple[float, ...]
    values: dict[Key, tuple[float, ...]] = field(repr=False)
    positions: int = 0
    rounds: int = 0

    def value_of(self, state: State) -> tuple[float, ...]:
        """What each seat wins on the average from a position on.

        Raises:
            WorkbenchError: the position cannot be reached from where the solver began.
        """
        if state.key() not in self.values:
            raise WorkbenchError("This position cannot be reached from the one that was solved.")
        return self.values[state.key()]

    def best(self, state: State) -> tuple[int, ...]:
        """The best actions at a decision: all that are equally good.

        >>> import workbench as wb
        >>> game = wb.load("nim")
        >>> here = game.position({"rows": {"A": 0, "B": 2, "C": 3, "D": 0}})
        >>> [here.phase.words(here, action) for action in solve(game).best(here)]
        ['take 1 from row C']
        """
        seat, found = int(state.to_move), []
        for action in state.legal():
            child = state.copy()
            child.apply(action)
            found.append((self.value_of(child)[seat], action))
        top = max([worth for worth, _ in found])
        return tuple([action for worth, action in found if worth >= top - EQUAL])

    def choose(self, view: View) -> int:
        """The first of the best actions: sit it at a table as it is."""
        return self.best(view.state)[0]


def solve(game: Game | type[Game] | str, limit: int = LIMIT) -> Solution | Equilibrium:
    """Solve a small game with what suits it.

    Args:
        game: the game, its class or its name.
        limit: how many positions may be looked at.

    Returns:
        a `Solution`; of a game with secrets an `Equilibrium`.

    Raises:
        TooLarge: there are more positions.
        WorkbenchError: none of the methods suits the game.
    """
    rules = load(game)
    if rules.has_secrets():
        return equilibrium(rules, limit)
    try:
        return backward(rules, limit)
    except Repeats:
        return iterate(rules, limit)


class Repeats(WorkbenchError):
    """A position can come again."""


def backward(game: Game | type[Game] | str, limit: int = LIMIT) -> Solution:
    """Backward induction: every position after those that follow it. Each seat takes what is best for itself, the first if
    several are equally good.

    Args:
        game: a game without secrets in which no position comes twice.
        limit: how many positions may be looked at.

    Raises:
        TooLarge: there are more positions.
        WorkbenchError: the game has secrets, or a position can come again.
    """
    rules = _open(game)
    values: dict[Key, tuple[float, ...]] = {}
    begun: set[Key] = set()
    start = rules.start()
    waiting: list[tuple[State, Key]] = [(start, start.key())]
    while waiting:
        state, key = waiting[-1]
        if key in values:
            waiting.pop()
            continue
        if state.to_move == OVER:
            values[key] = state.returns()
            waiting.pop()
            continue
        if len(values) + len(begun) > limit:
            raise TooLarge(f"There are more than {limit:,} positions: too many to solve {rules.title} exactly.")
        children = _children(state)
        missing = [(child, name) for _, child, name in children if name not in values]
        if missing:
            if key in begun:
                raise Repeats(f"In {rules.title} a position can come again; `exact.iterate` solves such games.")
            begun.add(key)
            waiting += missing
            continue
        begun.discard(key)
        values[key] = _valued(state, [(weight, values[name]) for weight, _, name in children])
        waiting.pop()
    return Solution(rules, "backward induction", values[start.key()], values, len(values))


def _open(game: Game | type[Game] | str) -> Game:
    """A game, without secrets."""
    rules = load(game)
    if rules.has_secrets():
        raise WorkbenchError(f"{rules.title} has secrets: `exact.equilibrium` solves such games for two.")
    return rules


def _children(state: State) -> list[tuple[int, State, Key]]:
    """The positions that follow, each with its weight at a random event (1 at a decision) and its key."""
    found = []
    for action, weight in state.chance() if state.to_move == CHANCE else [(action, 1) for action in state.legal()]:
        child = state.copy()
        child.apply(action)
        found.append((weight, child, child.key()))
    return found


def _valued(state: State, children: list[tuple[int, tuple[float, ...]]]) -> tuple[float, ...]:
    """The value of a position out of those that follow."""
    if state.to_move == CHANCE:
        total = sum([weight for weight, _ in children])
        columns = zip(*[[weight * one for one in value] for weight, value in children], strict=True)
        return tuple([sum(column) / total for column in columns])
    seat = int(state.to_move)
    best = children[0][1]
    for _, value in children:
        if value[seat] > best[seat] + EQUAL:
            best = value
    return best


def iterate(game: Game | type[Game] | str, limit: int = LIMIT, tolerance: float = 1e-7, rounds: int = 100_000) -> Solution:
    """Value iteration, for games in which positions may come again: all values are worked out anew until none moves any more.

    Args:
        game: a game without secrets, for one, or for two whose results always add up to the same.
        limit: how many positions may be looked at.
        tolerance: how little the values may still move.
        rounds: how often they are worked out at most.

    Raises:
        TooLarge: there are more positions.
        WorkbenchError: the game is of another kind, or the values do not settle.
    """
    try:
        import numpy as np  # the rules and players themselves need no numpy
    except ImportError:
        raise WorkbenchError(f"Value iteration needs numpy. {how_to_get('lab')}") from None

    rules = _open(game)
    total = rules.bounds().total
    if rules.players > 2 or (rules.players == 2 and total is None):
        raise WorkbenchError(f"Value iteration suits one player, or two whose results always add up to the same (`total`); "
                             f"{rules.title} is for {rules.players}.")
    start = rules.start()
    numbers: dict[Key, int] = {start.key(): 0}
    waiting, ends = [start], list[tuple[int, float]]()
    edges: dict[int, list[tuple[int, list[tuple[int, int]]]]] = {CHANCE: [], 0: [], 1: []}
    while waiting:
        state = waiting.pop()
        here = numbers[state.key()]
        if state.to_move == OVER:
            ends.append((here, float(state.returns()[0])))
            continue
        following = []
        for weight, child, name in _children(state):
            if name not in numbers:
                if len(numbers) >= limit:
                    raise TooLarge(f"There are more than {limit:,} positions: too many to solve {rules.title} exactly.")
                numbers[name] = len(numbers)
                waiting.append(child)
            following.append((weight, numbers[name]))
        edges[int(state.to_move)].append((here, following))
    values = np.zeros(len(numbers))
    for here, won in ends:
        values[here] = won
    tables = []
    for mover, rows in edges.items():  # nodes with as many children are worked out together
        by_size: dict[int, list[tuple[int, list[tuple[int, int]]]]] = {}
        for row in rows:
            by_size.setdefault(len(row[1]), []).append(row)
        for listed in by_size.values():
            heres = np.array([here for here, _ in listed])
            children = np.array([[child for _, child in following] for _, following in listed])
            weights = np.array([[weight for weight, _ in following] for _, following in listed], dtype=float)
            tables.append((mover, heres, children, weights / weights.sum(axis=1, keepdims=True)))
    done = 0
    while done < rounds:
        done += 1
        moved = 0.0
        for mover, heres, children, weights in tables:
            found = values[children]
            if mover == CHANCE:
                fresh = (found * weights).sum(axis=1)
            else:
                fresh = found.max(axis=1) if mover == 0 else found.min(axis=1)
            moved = max(moved, float(np.abs(fresh - values[heres]).max()))
            values[heres] = fresh
        if moved < tolerance:
            break
    else:
        raise WorkbenchError(f"The values had not settled after {rounds:,} rounds; they still moved by {moved:.2g}.")

    def both(one: float) -> tuple[float, ...]:
        return (one,) if total is None else (one, total - one)

    table = {key: both(float(values[number])) for key, number in numbers.items()}
    return Solution(rules, "value iteration", table[start.key()], table, len(table), done)


# -- hidden information ------------------------------------------------------------------------------------------------


@dataclass
class Equilibrium:
    """A game of two with secrets, solved: how often each seat should do what, knowing what it knows.

    Attributes:
        game: the game.
        method: how it was solved, in words.
        value: what each seat wins on the average.
        strategy: for what a seat has seen so far (`seen_by`) how often it takes which action.
        positions: how many histories there are.
    """

    game: Game
    method: str
    value: tuple[float, ...]
    strategy: dict[tuple[int, Hashable], dict[int, float]] = field(repr=False)
    positions: int = 0

    def at(self, view: View) -> dict[int, float]:
        """How often each action should be taken by a seat that sees this, where its view alone says what it has seen.

        Raises:
            WorkbenchError: the seat never decides there.
        """
        found = [plan for (seat, seen),
            plan in self.strategy.items() if seat == view.seat and seen[-1] == view.state.key()]  # type: ignore[index]
        if not found:
            raise WorkbenchError("Nobody decides there in the game that was solved.")
        return found[0]


@dataclass
class _Side:
    """One seat in sequence form: what it may do in a row, and what it knows when it decides."""

    sequences: dict[tuple[Hashable, int], int] = field(default_factory=dict)
    known: dict[Hashable, tuple[int, tuple[int, ...]]] = field(default_factory=dict)


def equilibrium(game: Game | type[Game] | str, limit: int = 200_000) -> Equilibrium:
    """The best strategies of a game with secrets for two whose results add up to the same, by its sequence form: exact.

    Args:
        game: the game.
        limit: how many histories may be looked at.

    Raises:
        TooLarge: there are more.
        WorkbenchError: the game is of another kind, or SciPy is missing (then `regret` does it nearly).

    >>> import workbench as wb
    >>> round(equilibrium(wb.load("kuhn")).value[0], 6)
    -0.055556
    """
    rules = load(game)
    total = rules.bounds().total
    if rules.players != 2 or total is None:
        raise WorkbenchError(f"A linear programme solves games of two whose results always add up to the same (`total`); for "
                             f"{rules.title} try `exact.regret`.")
    try:
        import numpy as np
        from scipy.optimize import linprog
        from scipy.sparse import coo_array, hstack
    except ImportError:
        raise WorkbenchError(
            f"The linear programme needs SciPy. {how_to_get('lab')} `exact.regret` needs OpenSpiel instead."
        ) from None
    sides = (_Side(), _Side())
    payoffs: dict[tuple[int, int], float] = {}
    histories = 0
    start = rules.start()
    root = (start, 1.0, (0, 0), tuple([(start.view(seat).state.key(),) for seat in (0, 1)]))
    waiting: list[tuple[State, float, tuple[int, int], tuple[Any, ...]]] = [root]
    while waiting:
        state, chance, mine, seen = waiting.pop()
        histories += 1
        if histories > limit:
            raise TooLarge(f"There are more than {limit:,} histories: too many to solve {rules.title} exactly.")
        if state.to_move == OVER:
            payoffs[mine] = payoffs.get(mine, 0.0) + chance * float(state.returns()[0])
            continue
        mover = int(state.to_move)
        outcomes = state.chance() if mover == CHANCE else [(action, 1) for action in state.legal()]
        weights = sum([weight for _, weight in outcomes])
        if mover >= 0 and seen[mover] not in sides[mover].known:
            side = sides[mover]
            for action, _ in outcomes:
                side.sequences[seen[mover], action] = len(side.sequences) + 1
            side.known[seen[mover]] = (mine[mover], tuple([action for action, _ in outcomes]))
        for action, weight in outcomes:
            child = state.copy()
            child.apply(action)
            then = list(mine)
            if mover >= 0:
                then[mover] = sides[mover].sequences[seen[mover], action]
            share = chance * weight / weights if mover == CHANCE else chance
            waiting.append((child, share, (then[0], then[1]), tuple([_more(child, one, seen[one], mover,
                action) for one in (0, 1)])))
    sizes = [len(side.sequences) + 1 for side in sides]
    plans = []
    for side, size in zip(sides, sizes, strict=True):
        rows, columns, entries = [0], [0], [1.0]
        for number, (seen_so_far, (parent, actions)) in enumerate(side.known.items(), 1):
            rows += [number] * (len(actions) + 1)
            columns += [parent, *[side.sequences[seen_so_far, action] for action in actions]]
            entries += [-1.0, *[1.0] * len(actions)]
        plans.append(coo_array((entries, (rows, columns)), shape=(len(side.known) + 1, size)))
    pairs = list(payoffs)
    worth = coo_array(([payoffs[pair] for pair in pairs], ([a for a, _ in pairs], [b for _, b in pairs])),
        shape=(sizes[0], sizes[1]))
    heads = plans[1].shape[0]
    # the first seat looks for the plan that wins most against the best answer: q is what each set of the second is worth
    cost = np.concatenate([np.zeros(sizes[0]), [-1.0], np.zeros(heads - 1)])
    found = linprog(
        cost,
        A_ub=hstack([-worth.T, plans[1].T]).tocsr(),
        b_ub=np.zeros(sizes[1]),
        A_eq=hstack([plans[0], coo_array((plans[0].shape[0], heads))]).tocsr(),
        b_eq=np.concatenate([[1.0], np.zeros(plans[0].shape[0] - 1)]),
        bounds=[(0, None)] * sizes[0] + [(None, None)] * heads,
        method="highs",
    )
    if found.x is None:
        raise WorkbenchError(f"The linear programme of {rules.title} could not be solved: {found.message}")
    weights_of = (found.x[: sizes[0]], -found.ineqlin.marginals)
    strategy: dict[tuple[int, Hashable], dict[int, float]] = {}
    for seat, side in enumerate(sides):
        for seen_so_far, (_, actions) in side.known.items():
            shares = [max(0.0, float(weights_of[seat][side.sequences[seen_so_far, action]])) for action in actions]
            whole = sum(shares)
            even = 1 / len(actions)
            strategy[seat, seen_so_far] = {
                action: one / whole if whole > EQUAL else even for action, one in zip(actions, shares, strict=True)
            }
    first = -float(found.fun)
    return Equilibrium(rules, "sequence form, linear programme", (first, total - first), strategy, histories)


def _more(state: State, seat: int, seen: tuple[Any, ...], mover: int, action: int) -> tuple[Any, ...]:
    """What a seat has seen, after one more action: its own actions and every view that differs from the one before."""
    key = state.view(seat).state.key()
    if mover == seat:
        return (*seen, ("done", action), key)
    return seen if seen[-1] == key else (*seen, key)


def regret(game: Game | type[Game] | str, iterations: int = 1_000) -> tuple[float, ...]:
    """What each seat wins on the average under nearly best strategies, by counterfactual regret, for any number of players.

    Args:
        game: the game.
        iterations: how often the strategies are improved; the value comes nearer with their square root at least.

    Raises:
        WorkbenchError: OpenSpiel is missing.
    """
    try:
        from open_spiel.python.algorithms import cfr, expected_game_score

        from workbench.adapters import openspiel
    except ImportError:
        raise WorkbenchError("Counterfactual regret needs OpenSpiel: pip install open_spiel.") from None
    table = openspiel.load(load(game))
    solver = cfr.CFRPlusSolver(table)
    for _step in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    found = expected_game_score.policy_value(table.new_initial_state(), [policy] * table.num_players())
    return tuple([float(one) for one in found])
