"""Learn what each seat may expect before a game ends, from many games of quick players, and store it beside the game.

The game's strongest quick player sits in all seats. In most games every seat at first plays a random move now and then, up to
a decision drawn at random. So positions vary, and what a seat has does not reveal who plays there. Learning keeps later
positions at rest with the result of their game, and sets aside one game in ten to test what was learnt.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from workbench.core.errors import WorkbenchError
from workbench.core.extra import package
from workbench.core.game import Game
from workbench.core.ladder import best_quick
from workbench.core.outlook import FAR, FILE, Account, Judgement
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER
from workbench.core.words import InWords
from workbench.lab.ladder import rules_print

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from workbench.core.state import State

    Real = npt.NDArray[np.float64]

UNITS: Final = 12
"""How many hidden units the net has."""
EPOCHS: Final = 8
BATCH: Final = 256
RATE: Final = 0.003
DECAY: Final = 1e-3
SAME: Final = 1e-3
"""A number that varies less than this is ignored."""
ASIDE: Final = 10
"""One game in this many is set aside, and one in this many decides whether to make the net bolder or more careful."""
BOLDNESS: Final = [0.5 + 0.05 * step for step in range(21)]
"""The factors by which the net's output may be multiplied."""
STRAYS: Final = (5, 20, 50)
"""How often a seat plays at random before the kept positions, in percent; one of these for each game."""
Numbers = Sequence[float]
BINS: Final = 10
"""The number of bins of chances, to compare expected and actual results."""


@dataclass
class Seen:
    """A position at rest, and the result of its game.

    Attributes:
        number: the number of the game.
        rows: the numbers of each seat.
        shared: the shared numbers.
        shares: each seat's share of the win.
    """

    number: int
    rows: list[Numbers]
    shared: Numbers
    shares: tuple[float, ...]


class Noted:
    """The numbers of a position that exist with every number of players.

    Args:
        account: the numbers with this number of players.
        names: the names of a seat's numbers to keep.
        shared_names: the names of the shared numbers to keep.
    """

    def __init__(self, account: Account, names: list[str], shared_names: list[str]) -> None:
        self.account, self.names, self.shared_names = account, names, shared_names
        self.places = [account.names.index(name) for name in names]
        self.shared_places = [account.shared_names.index(name) for name in shared_names]

    def of(self, state: State) -> tuple[list[Numbers], Numbers]:
        """Return the numbers of a position."""
        rows, shared = self.account.of(state)
        return (
            [array("f", [row[place] for place in self.places]) for row in rows],
            array("f", [shared[place] for place in self.shared_places]),
        )


def positions_of(game: Game, number: int, name: str, noted: Noted, longest: int) -> list[Seen]:
    """Return the positions at rest of one game.

    Args:
        game: the rules.
        number: the number of the game, which decides everything random in it.
        name: the player in all seats.
        noted: the numbers to keep of a position.
        longest: the decision before which the last random move is made.
    """
    rng = Random("learn", game.name, number)
    kind = game.strategies[name]
    players = [kind(game, Random("learn", number, seat)) for seat in range(game.players)]
    until = rng.below(longest) if rng.below(3) else 0
    often = STRAYS[rng.below(len(STRAYS))]
    state, decisions = game.start(), 0
    found: list[tuple[list[Numbers], Numbers]] = []
    while state.to_move != OVER:
        if decisions >= until and game.at_rest(state):
            found.append(noted.of(state))
        if state.to_move == CHANCE:
            state.roll(rng)
            continue
        legal, seat = state.legal(), int(state.to_move)
        decisions += len(legal) > 1
        if len(legal) == 1:
            state.apply(legal[0])
        elif decisions <= until and rng.below(100) < often:
            state.apply(legal[rng.below(len(legal))])
        else:
            state.apply(players[seat].choose(state.view(seat)))
    shares = state.game.win_shares(state.returns())
    return [Seen(number, rows, shared, shares) for rows, shared in found]


@dataclass
class Trial(InWords):
    """How well the games that were set aside are predicted.

    Attributes:
        games: how many games.
        positions: how many of their positions.
        brier: the mean of the squared differences between chance and result, added up over the seats.
        unknowing: the same if every seat is given the same chance.
        table: for each bin of chances, the mean chance, the share of wins, and the number of cases.
    """

    games: int
    positions: int
    brier: float
    unknowing: float
    table: tuple[tuple[float, float, int], ...]

    def __str__(self) -> str:
        lines = [
            f"{self.games} games not seen before, {self.positions} positions: Brier score {self.brier:.3f}, "
            f"with equal chances {self.unknowing:.3f}",
            "expected  happened  n",
            *[f"{expected:8.1%}  {happened:8.1%}  {n}" for expected, happened, n in self.table],
        ]
        return "\n".join(lines)


def trial_of(judged: list[tuple[Seen, tuple[float, ...]]]) -> Trial:
    """Compare expected and actual results.

    Args:
        judged: positions, each with the expected shares.

    >>> one = Seen(0, [[0.0], [0.0]], [], (1.0, 0.0))
    >>> trial = trial_of([(one, (0.8, 0.2))])
    >>> round(trial.brier, 2), trial.unknowing, trial.table
    (0.08, 0.5, ((0.2, 0.0, 1), (0.8, 1.0, 1)))
    """
    bins: dict[int, list[tuple[float, float]]] = {}
    brier = unknowing = 0.0
    for seen, expected in judged:
        for chance, share in zip(expected, seen.shares, strict=True):
            brier += (chance - share) ** 2
            unknowing += (1 / len(expected) - share) ** 2
            bins.setdefault(min(BINS - 1, int(BINS * chance)), []).append((chance, share))
    n = max(1, len(judged))
    table = [
        (sum([one for one, _ in row]) / len(row), sum([share for _, share in row]) / len(row), len(row))
        for _, row in sorted(bins.items())
    ]
    return Trial(len({seen.number for seen, _ in judged}), len(judged), brier / n, unknowing / n, tuple(table))


class Learner:
    """The net during training: Adam minimises the cross entropy between its expectations and the results.

    Args:
        rows: for each position and seat its own numbers, the mean and maximum of the others', and the shared numbers, scaled.
        shares: the share of the win; 0 for missing seats, whose `there` is 0.
        there: 1 for each seat that exists.
        own: how many of the numbers are not shared.
    """

    def __init__(self, rows: Real, shares: Real, there: Real, own: int) -> None:
        self.np: Any = package("numpy", "Learning")
        self.rng = drawn = self.np.random.default_rng(1)
        width = rows.shape[2]
        self.rows, self.shares, self.there = rows, shares, there
        self.inner: Real = drawn.normal(0, 1 / width**0.5, (width, UNITS))
        self.bias: Real = self.np.zeros(UNITS)
        self.outer: Real = drawn.normal(0, 0.1, UNITS)
        self.straight: Real = self.np.zeros(own)
        self.weights = [self.inner, self.bias, self.outer, self.straight]
        self.means = [self.np.zeros_like(one) for one in self.weights]
        self.squares = [self.np.zeros_like(one) for one in self.weights]
        self.steps = 0

    def step(self, chosen: Any, rate: float) -> None:
        """Make one step of gradient descent over some positions."""
        np = self.np
        rows, there = self.rows[chosen], self.there[chosen]
        hidden = np.tanh(rows @ self.inner + self.bias)
        worth = hidden @ self.outer + rows[..., : len(self.straight)] @ self.straight
        parts = np.exp(worth - worth.max(1, keepdims=True)) * there
        wrong = (parts / parts.sum(1, keepdims=True) - self.shares[chosen]) * there / len(chosen)
        back = wrong[..., None] * self.outer * (1 - hidden * hidden)
        slopes = [
            np.tensordot(rows, back, ([0, 1], [0, 1])) + DECAY * self.inner,
            back.sum((0, 1)),
            np.tensordot(wrong, hidden, ([0, 1], [0, 1])) + DECAY * self.outer,
            np.tensordot(wrong, rows[..., : len(self.straight)], ([0, 1], [0, 1])) + DECAY * self.straight,
        ]
        self.steps += 1
        for weight, slope, mean, square in zip(self.weights, slopes, self.means, self.squares, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            weight -= rate * (mean / (1 - 0.9**self.steps)) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)

    def learn(self) -> None:
        """Go through all positions several times, with decreasing steps."""
        for epoch in range(EPOCHS):
            order = self.rng.permutation(len(self.rows))
            for first in range(0, len(order), BATCH):
                self.step(order[first : first + BATCH], RATE * (1 - epoch / EPOCHS))


def varying(columns: Real) -> list[int]:
    """Return the columns that vary."""
    return [place for place, spread in enumerate(columns.std(0)) if spread > SAME]


def scales_of(columns: Real) -> list[list[float]]:
    """Return the mean and standard deviation of each column."""
    return [
        [round(float(one), 6), round(float(other), 6)]
        for one, other in zip(columns.mean(0), columns.std(0), strict=True)
    ]


def fitted(seen: list[Seen], noted: Noted) -> dict[str, Any]:
    """Fit the net to some positions, and return it in its stored form.

    Args:
        seen: the positions.
        noted: the numbers kept of them.
    """
    np: Any = package("numpy", "Learning")
    seats = max(len(one.rows) for one in seen)
    each = np.array([row for one in seen for row in one.rows])
    shared = np.array([one.shared for one in seen])
    used, shared_used = varying(each), varying(shared)
    scales, shared_scales = scales_of(each[:, used]), scales_of(shared[:, shared_used])

    def scaled(numbers: Real, by: list[list[float]]) -> Real:
        pairs = np.array(by).reshape(-1, 2)
        found: Real = np.clip((numbers - pairs[:, 0]) / pairs[:, 1], -FAR, FAR)
        return found

    width, also = len(used), len(shared_used)
    rows, shares = np.zeros((len(seen), seats, 3 * width + also)), np.zeros((len(seen), seats))
    there = np.zeros((len(seen), seats))
    for place, one in enumerate(seen):
        own = scaled(np.array(one.rows)[:, used], scales)
        n = len(own)
        there[place, :n], shares[place, :n] = 1.0, one.shares
        rows[place, :n, 3 * width :] = scaled(np.array(one.shared)[shared_used], shared_scales)
        for seat in range(n):
            others = np.delete(own, seat, 0)
            rows[place, seat, : 3 * width] = np.concatenate([own[seat], others.mean(0), others.max(0)])
    learner = Learner(rows, shares, there, 3 * width)
    learner.learn()

    def written(row: Real) -> list[float]:
        return [round(float(one), 4) for one in row]

    units = []
    for unit in range(UNITS):
        column = learner.inner[:, unit]
        parts = [written(column[first : first + width]) for first in (0, width, 2 * width)]
        units.append(
            [*parts, written(column[3 * width :]), *written(np.array([learner.bias[unit], learner.outer[unit]]))]
        )
    return {
        "names": [noted.names[place] for place in used],
        "shared": [noted.shared_names[place] for place in shared_used],
        "scales": scales,
        "shared_scales": shared_scales,
        "straight": [written(learner.straight[first : first + width]) for first in (0, width, 2 * width)],
        "units": units,
    }


def bolder(data: dict[str, Any], by: float) -> dict[str, Any]:
    """Return the net with its output multiplied, which makes its chances bolder or more alike."""
    straight = [[round(by * weight, 4) for weight in row] for row in data["straight"]]
    return {**data, "straight": straight, "units": [[*unit[:-1], round(by * unit[-1], 4)] for unit in data["units"]]}


def surprise(judgement: Judgement, seen: list[Seen]) -> float:
    """Return how badly some games are predicted: the cross entropy between expectations and results."""
    found = 0.0
    for one in seen:
        expected = judgement.shares_of(one.rows, one.shared)
        found -= sum([share * log(max(chance, 1e-9)) for chance, share in zip(expected, one.shares, strict=True)])
    return found


def learn(game: Game, games: int) -> tuple[dict[str, Any], Trial]:
    """Learn what each seat may expect, with every number of players that the game allows.

    Args:
        game: the rules, unchanged.
        games: how many games to play; every second one has as many players as `game`.

    Returns:
        the data to store, and how well it predicts the games that were set aside.

    Raises:
        WorkbenchError: the rules are changed, the game is for one, or it has no quick player of its own.
    """
    base = best_quick(game)
    if game.changed_phases or game.options.changed():
        raise WorkbenchError("Learning needs the usual rules: leave phases and options as they are.")
    if not base or max(game.player_counts) < 2:
        raise WorkbenchError(f"{game.title} needs several seats and a quick player of its own to learn from.")
    if games < 2 * ASIDE:
        raise WorkbenchError(f"Learning takes at least {2 * ASIDE} games, not {games}.")
    rules = {count: type(game)({}, count) for count in game.player_counts if count > 1}
    rules[game.players] = game
    accounts = {count: Account(one) for count, one in rules.items()}
    names = [name for name in accounts[game.players].names if all(name in one.names for one in accounts.values())]
    shared = [
        name
        for name in accounts[game.players].shared_names
        if all(name in one.shared_names for one in accounts.values())
    ]
    noted = {count: Noted(account, names, shared) for count, account in accounts.items()}
    counts = list(rules)
    longest = {count: decisions_of(one, base) for count, one in rules.items()}
    seen: list[Seen] = []
    for number in range(games):
        rng = Random("learn", "players", number)
        count = game.players if number % 2 else counts[rng.below(len(counts))]
        seen += positions_of(rules[count], number, base, noted[count], longest[count])
    data = fitted([one for one in seen if one.number % ASIDE > 1], noted[game.players])
    tuned = [one for one in seen if one.number % ASIDE == 1]
    data = min([bolder(data, by) for by in BOLDNESS], key=lambda one: surprise(Judgement(one, names, shared), tuned))
    aside = [one for one in seen if one.number % ASIDE == 0]
    judgement = Judgement(data, names, shared)
    trial = trial_of([(one, judgement.shares_of(one.rows, one.shared)) for one in aside])
    made = {
        "rules": rules_print(game),
        "learnt_from": f"{games} games of {base}, {len(seen)} positions; one game in {ASIDE} set aside",
        "games": trial.games,
        "positions": trial.positions,
        "brier": round(trial.brier, 4),
        "unknowing": round(trial.unknowing, 4),
        "reliability": [[round(one, 4), round(other, 4), n] for one, other, n in trial.table],
    }
    return {**made, **data}, trial


def decisions_of(game: Game, name: str) -> int:
    """Return roughly how many decisions with a choice a game has."""
    made = 0
    state, rng = game.start(), Random("learn", "length")
    players = [game.strategies[name](game, Random("learn", "length", seat)) for seat in range(game.players)]
    while state.to_move != OVER:
        if state.to_move == CHANCE:
            state.roll(rng)
        else:
            made += len(state.legal()) > 1
            state.apply(players[int(state.to_move)].choose(state.view(int(state.to_move))))
    return made


def write(game: Game, data: dict[str, Any]) -> Path:
    """Store what was learnt beside its game, whole or not at all.

    Returns:
        the file.
    """
    file = game.folder / FILE
    beside = file.with_suffix(".new")
    rows = [f'"{name}": {json.dumps(value)}' for name, value in data.items()]
    beside.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
    beside.replace(file)
    return file
