"""Solve small games.

Games without secrets are solved exactly, by backward induction or value iteration. So are games with secrets for two players
whose results always add up to the same, by a linear programme. In larger ones, or with more players, regret matching (CFR+)
comes close. If all seats always get the same result, the solver looks for the best joint plan, and says what no joint plan
can exceed.

>>> import workbench as wb
>>> solution = solve(wb.load("nim"))
>>> solution.value
(0.0, 1.0)

So the first player loses against best play. A solution knows the value of every position. It can also play: put it in any seat.

>>> match = wb.load("nim").match(seed=1)
>>> print(match.play_out(["random", solution])[-1])
Player 2 wins. (NI-END-1)

If a game is too large, the solver says so within seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from workbench.core.errors import WorkbenchError
from workbench.core.extra import how_to_get
from workbench.core.game import Game
from workbench.core.registry import load
from workbench.core.state import CHANCE, OVER, State, View
from workbench.players.game_tree import EQUAL, Equilibrium, GameTree, in_proportion, regret_matching
from workbench.players.joint import is_shared, joint_plan
from workbench.players.size import Room

LIMIT = 3_000_000
"""The most positions to look at before the search is given up."""
HISTORIES = 500_000
"""The most histories of a game with secrets."""
PROGRAMME = 300_000
"""The most histories for a linear programme, which then takes seconds; with more, regret matching comes close."""
NEAR = 0.001
"""Regret matching stops when a seat could gain no more than this share of the range of results by leaving the plan."""
WORK = 20_000_000
"""The most histories that regret matching looks at in all its rounds, about a minute's work."""
PLAIN = 2_000
"""Up to this many positions, values settle fast enough without NumPy."""

Key = tuple[Any, ...]
Plan = Callable[[View], Mapping[int, float]]
"""A seat's plan: for a view, how often it takes each action. Missing actions are never taken."""


@dataclass
class Solution:
    """A game without secrets, solved.

    Attributes:
        game: the game.
        method: how it was solved, in words.
        value: what each seat wins on average when all play best.
        values: the same for every position, by its key.
        positions: how many different positions there are.
        rounds: how many times all values were updated; 0 if once was enough.
    """

    game: Game
    method: str
    value: tuple[float, ...]
    values: dict[Key, tuple[float, ...]] = field(repr=False)
    positions: int = 0
    rounds: int = 0

    def value_of(self, state: State) -> tuple[float, ...]:
        """Return what each seat wins on average from a position onwards.

        Raises:
            WorkbenchError: the position cannot be reached from where the solver began.
        """
        if state.key() not in self.values:
            raise WorkbenchError("This position cannot be reached from the one that was solved.")
        return self.values[state.key()]

    def holds(self, view: View) -> bool:
        """Return whether a position can be reached from where the solver began."""
        return view.state.key() in self.values

    def worths(self, view: View) -> dict[int, float]:
        """Return what the deciding seat wins on average with each of its actions.

        Raises:
            WorkbenchError: the position cannot be reached from where the solver began.
        """
        found = {}
        for action in view.legal():
            child = view.state.copy()
            child.apply(action)
            found[action] = self.value_of(child)[view.seat]
        return found

    def best(self, state: State) -> tuple[int, ...]:
        """Return the best actions at a decision, all equally good.

        >>> import workbench as wb
        >>> game = wb.load("nim")
        >>> here = game.position({"rows": {"A": 0, "B": 2, "C": 3, "D": 0}})
        >>> [here.phase.words(here, action) for action in solve(game).best(here)]
        ['take 1 from row C']
        """
        worths = self.worths(View(int(state.to_move), state))
        top = max(worths.values())
        return tuple([action for action, worth in worths.items() if worth >= top - EQUAL])

    def choose(self, view: View) -> int:
        """Return the first of the best actions. This function can sit at a table as it is, and so can the solution."""
        return self.best(view.state)[0]

    __call__ = choose

    @property
    def __name__(self) -> str:
        """The name of the solution as a player, for tables and messages."""
        return "solution"

    def exploitability(self) -> float:
        """Measure how much a seat could gain per game if it alone did not play as `choose` does: 0 if the solution is exact.

        The gain is in the unit of the game's results, and the average is taken over the seats. The solver works out each seat's
        best reply, so this takes longer than solving.

        >>> import workbench as wb
        >>> solve(wb.load("nim")).exploitability()
        0.0
        """

        def plan(view: View) -> dict[int, float]:
            return {self.choose(view): 1.0}

        seats = range(self.game.players)
        follow = backward if self.rounds == 0 else iterate
        won = follow(self.game, len(self.values), plans=dict.fromkeys(seats, plan)).value
        return sum([best_reply(self.game, seat, plan, len(self.values)) - won[seat] for seat in seats]) / len(seats)


def solve(game: Game | type[Game] | Path | str, limit: int | None = None) -> Solution | Equilibrium:
    """Solve a small game with the method that suits it.

    Args:
        game: the game, its class or its name.
        limit: the most positions to look at, or histories in a game with secrets; by default 3,000,000 and 500,000.

    Returns:
        a `Solution`, or for a game with secrets an `Equilibrium`, which says how exact it is.

    Raises:
        TooLarge: there are more positions.
        WorkbenchError: none of the methods suits the game.

    >>> import workbench as wb
    >>> found = solve("liars_dice")
    >>> found.method, found.positions, f"{found.value[0]:.4f}", f"{found.exploitability():.4f}"
    ('sequence form, linear programme', 1144, '0.5556', '0.0000')
    """
    rules = load(game)
    if rules.has_secrets():
        return _mixed(rules, limit or HISTORIES)
    try:
        return backward(rules, limit or LIMIT)
    except Repeats:
        return iterate(rules, limit or LIMIT)


def _mixed(rules: Game, limit: int) -> Equilibrium:
    """Solve a game with secrets."""
    tree = GameTree(rules, limit)
    if is_shared(tree):
        return joint_plan(tree)
    bounds = rules.bounds()
    if rules.players == 2 and bounds.total is not None and len(tree.movers) <= PROGRAMME and find_spec("scipy"):
        return _programme(tree)
    return regret_matching(tree, WORK // len(tree.movers), NEAR * (bounds.highest - bounds.lowest))


class Repeats(WorkbenchError):
    """A position can be repeated."""


def backward(game: Game | type[Game] | Path | str, limit: int = LIMIT, plans: Mapping[int, Plan] | None = None) -> Solution:
    """Solve by backward induction: each position after those that follow it.

    Each seat takes its best action, or the first of several that are equally good.

    Args:
        game: a game without secrets in which no position can be repeated.
        limit: the most positions to look at.
        plans: the plans of seats that do not play best.

    Raises:
        TooLarge: there are more positions.
        WorkbenchError: the game has secrets, or a position can be repeated.
    """
    rules = _open(game)
    room = Room(rules, limit, "positions", lambda state: [action for action, _ in _outcomes(state, plans)])
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
        room.check(len(values) + len(begun))
        children = _children(state, plans)
        missing = [(child, name) for _, child, name in children if name not in values]
        if missing:
            if key in begun:
                raise Repeats(f"In {rules.title} a position can be repeated; `exact.iterate` solves such games.")
            begun.add(key)
            waiting += missing
            continue
        begun.discard(key)
        values[key] = _valued(state, [(weight, values[name]) for weight, _, name in children], plans)
        waiting.pop()
    return Solution(rules, "backward induction", values[start.key()], values, len(values))


def _open(game: Game | type[Game] | Path | str) -> Game:
    """Load a game and check that it has no secrets."""
    rules = load(game)
    if rules.has_secrets():
        raise WorkbenchError(f"{rules.title} has secrets: use `exact.equilibrium`, which solves such games for two players.")
    return rules


def _drawn(state: State, plans: Mapping[int, Plan] | None) -> bool:
    """Return whether the next action is drawn, by chance or by a plan."""
    return state.to_move == CHANCE or (plans is not None and int(state.to_move) in plans)


def _outcomes(state: State, plans: Mapping[int, Plan] | None) -> list[tuple[int, float]]:
    """Return the next actions, each with its weight if it is drawn, otherwise 1."""
    if state.to_move == CHANCE:
        return list(state.chance())
    if _drawn(state, plans) and plans is not None:
        seat = int(state.to_move)
        return [(action, share) for action, share in plans[seat](state.view(seat)).items() if share > 0.0]
    return [(action, 1.0) for action in state.legal()]


def _children(state: State, plans: Mapping[int, Plan] | None = None) -> list[tuple[float, State, Key]]:
    """Return the next positions, each with its weight if it is drawn (otherwise 1) and its key."""
    found = []
    for action, weight in _outcomes(state, plans):
        child = state.copy()
        child.apply(action)
        found.append((weight, child, child.key()))
    return found


def _valued(
    state: State, children: list[tuple[float, tuple[float, ...]]], plans: Mapping[int, Plan] | None
) -> tuple[float, ...]:
    """Return the value of a position from the values of the next ones."""
    if _drawn(state, plans):
        total = sum([weight for weight, _ in children])
        columns = zip(*[[weight * one for one in value] for weight, value in children], strict=True)
        return tuple([sum(column) / total for column in columns])
    seat = int(state.to_move)
    best = children[0][1]
    for _, value in children:
        if value[seat] > best[seat] + EQUAL:
            best = value
    return best


Row = tuple[int, list[tuple[float, int]]]
"""The number of a position, and the weight and number of each next one."""


def iterate(
    game: Game | type[Game] | Path | str,
    limit: int = LIMIT,
    tolerance: float = 1e-7,
    rounds: int = 100_000,
    plans: Mapping[int, Plan] | None = None,
) -> Solution:
    """Solve a game in which positions may be repeated, by value iteration.

    The solver updates all values until they settle.

    With NumPy, large games take a tenth of the time. Small games do not need it.

    Args:
        game: a game without secrets for one player, for two whose results always add up to the same, or for any number who
            always get the same result.
        limit: the most positions to look at.
        tolerance: how much the values may still move at the end.
        rounds: the most updates.
        plans: the plans of seats that do not play best.

    Raises:
        TooLarge: there are more positions.
        WorkbenchError: the game is of another kind, or the values do not settle.
    """
    rules = _open(game)
    total = rules.bounds().total
    opposed = rules.players == 2 and total is not None
    room = Room(rules, limit, "positions", lambda state: [action for action, _ in _outcomes(state, plans)])
    start = rules.start()
    numbers: dict[Key, int] = {start.key(): 0}
    waiting, ends = [start], list[tuple[int, float]]()
    edges: dict[int, list[Row]] = {CHANCE: [], 0: [], 1: []}
    while waiting:
        state = waiting.pop()
        here = numbers[state.key()]
        if state.to_move == OVER:
            results = state.returns()
            if not opposed and len(set(results)) > 1:
                raise WorkbenchError(
                    "Value iteration needs one player, two whose results always add up to the same (`total`), or players who "
                    f"always get the same result; {rules.title} for {rules.players} is none of these."
                )
            ends.append((here, float(results[0])))
            continue
        following = []
        for weight, child, name in _children(state, plans):
            if name not in numbers:
                room.check(len(numbers) + 1)
                numbers[name] = len(numbers)
                waiting.append(child)
            following.append((weight, numbers[name]))
        mover = int(state.to_move) if opposed else 0  # players who get the same result decide as one
        edges[CHANCE if _drawn(state, plans) else mover].append((here, following))
    values = [0.0] * len(numbers)
    for here, won in ends:
        values[here] = won
    values, done = _settled(values, edges, tolerance, rounds)

    def all_of(one: float) -> tuple[float, ...]:
        return (one, total - one) if opposed and total is not None else (one,) * rules.players

    table = {key: all_of(float(values[number])) for key, number in numbers.items()}
    return Solution(rules, "value iteration", table[start.key()], table, len(table), done)


def _settled(values: list[float], edges: dict[int, list[Row]], tolerance: float, rounds: int) -> tuple[list[float], int]:
    """Return the values once they have settled, and the number of rounds that took.

    Raises:
        WorkbenchError: there would be more rounds than `rounds`.
    """
    if len(values) <= PLAIN:
        return _settled_plainly(values, edges, tolerance, rounds)
    try:
        import numpy as np  # rules and players must work without numpy
    except ImportError:
        return _settled_plainly(values, edges, tolerance, rounds)
    now = np.array(values)
    tables = []
    for mover, rows in edges.items():  # nodes with the same number of children are updated together
        by_size: dict[int, list[Row]] = {}
        for row in rows:
            by_size.setdefault(len(row[1]), []).append(row)
        for listed in by_size.values():
            heres = np.array([here for here, _ in listed])
            children = np.array([[child for _, child in following] for _, following in listed])
            weights = np.array([[weight for weight, _ in following] for _, following in listed], dtype=float)
            tables.append((mover, heres, children, weights / weights.sum(axis=1, keepdims=True)))
    moved = 0.0
    for done in range(1, rounds + 1):
        moved = 0.0
        for mover, heres, children, weights in tables:
            found = now[children]
            if mover == CHANCE:
                fresh = (found * weights).sum(axis=1)
            else:
                fresh = found.max(axis=1) if mover == 0 else found.min(axis=1)
            moved = max(moved, float(np.abs(fresh - now[heres]).max()))
            now[heres] = fresh
        if moved < tolerance:
            return now.tolist(), done
    raise _restless(rounds, moved)


def _settled_plainly(
    values: list[float], edges: dict[int, list[Row]], tolerance: float, rounds: int
) -> tuple[list[float], int]:
    """Do the same without NumPy, beginning with the position found last, which is nearest to the end."""
    rows = []
    for mover, listed in edges.items():
        for here, following in listed:
            total = sum([weight for weight, _ in following])
            rows.append((here, mover, [(weight / total, child) for weight, child in following]))
    rows.sort(key=lambda row: -row[0])
    moved = 0.0
    for done in range(1, rounds + 1):
        moved = 0.0
        for here, mover, following in rows:
            if mover == CHANCE:
                fresh = sum([weight * values[child] for weight, child in following])
            else:
                worths = [values[child] for _, child in following]
                fresh = max(worths) if mover == 0 else min(worths)
            moved = max(moved, abs(fresh - values[here]))
            values[here] = fresh
        if moved < tolerance:
            return values, done
    raise _restless(rounds, moved)


def _restless(rounds: int, moved: float) -> WorkbenchError:
    """Return the error for values that do not settle."""
    return WorkbenchError(f"The values had not settled after {rounds:,} rounds; they still moved by {moved:.2g}.")


# -- hidden information ------------------------------------------------------------------------------------------------


def equilibrium(game: Game | type[Game] | Path | str, limit: int = HISTORIES) -> Equilibrium:
    """Find exact best strategies for a game with secrets and two players.

    Their results must always add up to the same.

    Args:
        game: the game.
        limit: the most histories to look at.

    Raises:
        TooLarge: there are more.
        WorkbenchError: the game is of another kind, or SciPy is missing (then `regret` comes close).

    >>> import workbench as wb
    >>> round(equilibrium(wb.load("kuhn")).value[0], 6)
    -0.055556
    """
    rules = load(game)
    if rules.players != 2 or rules.bounds().total is None:
        raise WorkbenchError(f"A linear programme needs two players whose results always add up to the same (`total`). For "
                             f"{rules.title}, try `exact.regret`.")
    if find_spec("scipy") is None:
        raise WorkbenchError(f"The linear programme needs SciPy. {how_to_get('lab')} `exact.regret` works without it.")
    return _programme(GameTree(rules, limit))


def _programme(tree: GameTree) -> Equilibrium:
    """Solve the sequence form (Koller, Megiddo and von Stengel 1996)."""
    import numpy as np  # rules and players must work without numpy
    from scipy.optimize import linprog
    from scipy.sparse import coo_array, hstack

    # a sequence is a decision of a seat and all its decisions before; number 0 is the empty one
    sequences: list[dict[tuple[int, int], int]] = [{(-1, 0): 0}, {(-1, 0): 0}]
    for where, one in enumerate(tree.sets):
        for place in range(len(one.actions)):
            sequences[one.seat][where, place] = len(sequences[one.seat])
    plans = []
    for seat in (0, 1):
        rows, columns, entries, heads = [0], [0], [1.0], 1
        for where, one in enumerate(tree.sets):
            if one.seat == seat:
                rows += [heads] * (len(one.actions) + 1)
                columns += [sequences[seat][one.before], *[sequences[seat][where, place] for place in range(len(one.actions))]]
                entries += [-1.0, *[1.0] * len(one.actions)]
                heads += 1
        plans.append(coo_array((entries, (rows, columns)), shape=(heads, len(sequences[seat]))))
    payoffs = _payoffs(tree)
    pairs = [(sequences[0][first], sequences[1][second]) for first, second in payoffs]
    worth = coo_array((list(payoffs.values()), ([a for a, _ in pairs], [b for _, b in pairs])),
        shape=(len(sequences[0]), len(sequences[1])))
    heads = plans[1].shape[0]
    # find the first seat's plan that wins most against the best reply; q is the value of each set of the second seat
    cost = np.concatenate([np.zeros(len(sequences[0])), [-1.0], np.zeros(heads - 1)])
    found = linprog(
        cost,
        A_ub=hstack([-worth.T, plans[1].T]).tocsr(),
        b_ub=np.zeros(len(sequences[1])),
        A_eq=hstack([plans[0], coo_array((plans[0].shape[0], heads))]).tocsr(),
        b_eq=np.concatenate([[1.0], np.zeros(plans[0].shape[0] - 1)]),
        bounds=[(0, None)] * len(sequences[0]) + [(None, None)] * heads,
        method="highs",
    )
    if found.x is None:
        raise WorkbenchError(f"The linear programme of {tree.game.title} could not be solved: {found.message}")
    weights = (found.x[: len(sequences[0])], -found.ineqlin.marginals)
    shares = []
    for where, one in enumerate(tree.sets):
        taken = [max(0.0, float(weights[one.seat][sequences[one.seat][where, place]])) for place in range(len(one.actions))]
        shares.append(in_proportion([share if share > EQUAL else 0.0 for share in taken]))
    return Equilibrium(tree, "sequence form, linear programme", shares)


Sequence = tuple[int, int]
"""A seat's last decision: the number of the information set and the place of the action; (-1, 0) before the first."""


def _payoffs(tree: GameTree) -> dict[tuple[Sequence, Sequence], float]:
    """Return what the first seat wins with each pair of sequences, times its probability by chance."""
    found: dict[tuple[Sequence, Sequence], float] = {}
    behind: list[tuple[float, Sequence, Sequence]] = [(1.0, (-1, 0), (-1, 0))] * len(tree.movers)
    for number, mover in enumerate(tree.movers):
        chance, first, second = behind[number]
        if mover == OVER:
            found[first, second] = found.get((first, second), 0.0) + chance * float(tree.results[number][0])
        for place in range(tree.widths[number]):
            child, done = tree.first[number] + place, (tree.set_of[number], place)
            behind[child] = (
                chance * tree.chances[child],
                done if mover == 0 else first,
                done if mover == 1 else second,
            )
    return found


def regret(game: Game | type[Game] | Path | str, iterations: int = 1_000, limit: int = HISTORIES) -> Equilibrium:
    """Find nearly best strategies for a game with secrets, by counterfactual regret (CFR+).

    The game may have any number of players. OpenSpiel's `CFRPlusSolver` uses the same method and comes as near in as many
    rounds. But through the adapter it takes fifty times as long.

    Args:
        game: the game.
        iterations: how often to improve the strategies; the error falls at least with the square root of this.
        limit: the most histories to look at.

    Raises:
        TooLarge: there are more.
    """
    return regret_matching(GameTree(load(game), limit), iterations)


def best_reply(game: Game | type[Game] | Path | str, seat: int, plan: Plan, limit: int | None = None) -> float:
    """Return exactly what a seat wins on average with best play against others who follow a plan.

    Args:
        game: a small game.
        seat: the seat whose best play to find.
        plan: the plan of every other seat: for a view, how often it takes each action.
        limit: the most positions to look at, or histories in a game with secrets; by default 3,000,000 and 500,000.

    Raises:
        TooLarge: there are more.
        WorkbenchError: positions can be repeated, and the game is not for two whose results always add up to the same.

    A player who passes and bets equally often in Kuhn poker loses half a coin per game to the best first player:

    >>> import workbench as wb
    >>> round(best_reply("kuhn", 0, lambda view: {action: 0.5 for action in view.legal()}), 6)
    0.5
    """
    rules = load(game)
    if rules.has_secrets():
        tree = GameTree(rules, limit or HISTORIES)
        return tree.best_reply(tree.shares(plan), seat)
    plans = {one: plan for one in range(rules.players) if one != seat}
    try:
        return backward(rules, limit or LIMIT, plans).value[seat]
    except Repeats:
        return iterate(rules, limit or LIMIT, plans=plans).value[seat]
