"""How likely each seat is to win before a game ends.

Quick players play on until play next comes to rest (`Game.at_rest`), and a net that learnt from many games judges the
position there (`python -m workbench learn NAME` stores it beside the game as ``outlook.json``). If a phase or an option is
changed, nothing was learnt about these rules, so they play to the end of the game instead. In a game for one, if a player can
say how likely it is to win, that player is asked.

The net sees what each seat has in the fields of the position, what the game adds (`Game.belongings`), and how far each seat has
come (`Game.progress`). It makes one number for each seat, with the same weights for all seats, and the shares of the win are
proportional to the exponentials of these numbers.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import exp, sqrt, tanh
from operator import mul
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from workbench.core.advice import CHANCE
from workbench.core.fields import EachSeat, Kind, OneOf, StateFields
from workbench.core.ladder import best_quick, ladder
from workbench.core.player import called, play_on
from workbench.core.random import Random
from workbench.core.registry import candidates_of
from workbench.core.state import CHANCE as CHANCE_NODE
from workbench.core.state import FURTHEST, OVER, View
from workbench.core.words import InWords, counted

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.core.player import Player
    from workbench.core.state import State

FILE: Final = "outlook.json"
"""The file in which a game keeps what was learnt."""
DRAWS: Final = 4
"""The most draws of a random event before a player is asked; thinking about a whole hand takes most of a second."""
FAR: Final = 4.0
"""The largest distance from the mean, in standard deviations, that counts."""

Row = list[float]


@dataclass(frozen=True)
class Outlook(InWords):
    """What each seat may expect: its share of the win.

    Attributes:
        shares: each seat's share of the win, 0..1; together 1. In a game for one, the chance to win.
        errors: the standard error of each, from the continuations.
        playouts: the number of continuations; 0 if a player was asked instead.
        learnt: whether the continuations were judged by what was learnt.
        how: how they were found, in a few words.
    """

    shares: tuple[float, ...]
    errors: tuple[float, ...]
    playouts: int
    learnt: bool
    how: str

    def __str__(self) -> str:
        told = ", ".join(
            [f"{share:.0%} ± {100 * error:.0f}" for share, error in zip(self.shares, self.errors, strict=True)]
        )
        tried = f"{counted(self.playouts, 'continuation')}, " if self.playouts else ""
        return f"{told} ({tried}{self.how})"


class Account:
    """The numbers of a position that say what each seat has and what all seats share.

    Args:
        game: the rules.

    Attributes:
        names: the names of a seat's numbers.
        shared_names: the names of the shared numbers.

    >>> import workbench as wb
    >>> account = Account(wb.load("keydom"))
    >>> account.names[:3], account.shared_names[:2]
    (('progress', 'hands 1', 'hands 2'), ('stock 1', 'stock 2'))
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        fields: StateFields = game.fields()
        self.each: list[tuple[str, EachSeat]] = []
        self.turns: list[str] = []
        self.shared: list[tuple[str, Kind]] = []
        for field in fields:
            kind = field.kind
            if isinstance(kind, EachSeat):
                self.each.append((field.name, kind))
            elif isinstance(kind, OneOf) and kind.things is fields.seats:
                self.turns.append(field.name)
            else:
                self.shared.append((field.name, kind))
        blank = game.start()
        self.names: tuple[str, ...] = (
            "progress",
            *self.numbered([(name, kind.kind.amounts(kind.of(getattr(blank, name), 0))) for name, kind in self.each]),
            *self.turns,
            *[name for row in game.belongings(blank)[:1] for name in row],
        )
        self.shared_names = tuple(
            self.numbered([(name, kind.amounts(getattr(blank, name))) for name, kind in self.shared])
        )

    def numbered(self, parts: list[tuple[str, Row]]) -> list[str]:
        """Return a name for each number of some fields."""
        return [f"{name} {place}" if len(row) > 1 else name for name, row in parts for place, _ in enumerate(row, 1)]

    def of(self, state: State) -> tuple[list[Row], Row]:
        """Return the numbers of a position: a row for each seat, and a row that all share."""
        progress = self.game.progress(state)
        rows = [[progress[seat]] for seat in range(self.game.players)]
        for name, kind in self.each:
            value, amounts = getattr(state, name), kind.kind.amounts
            for seat, row in enumerate(rows):
                row += amounts(kind.of(value, seat))
        for name in self.turns:
            whose = getattr(state, name)
            for seat, row in enumerate(rows):
                row.append(float(whose == seat))
        for row, more in zip(rows, self.game.belongings(state), strict=False):
            row += more.values()
        shared: Row = []
        for name, shared_kind in self.shared:
            shared += shared_kind.amounts(getattr(state, name))
        return rows, shared


class Judgement:
    """A net that turns the numbers of a position into what each seat may expect.

    Args:
        data: the stored data.
        names: the names of a seat's numbers.
        shared_names: the names of the shared numbers.
    """

    def __init__(self, data: dict[str, Any], names: Sequence[str], shared_names: Sequence[str]) -> None:
        self.places = [names.index(name) for name in data["names"]]
        self.shared_places = [shared_names.index(name) for name in data["shared"]]
        self.scales: list[tuple[float, float]] = [tuple(pair) for pair in data["scales"]]
        self.shared_scales: list[tuple[float, float]] = [tuple(pair) for pair in data["shared_scales"]]
        # each unit: its weights for a seat's own numbers, the others' mean, the others' maximum, and the shared numbers
        self.units: list[tuple[Row, Row, Row, Row, float, float]] = [tuple(unit) for unit in data["units"]]
        self.straight: tuple[Row, Row, Row] = tuple(data["straight"])

    def shares_of(self, rows: Sequence[Sequence[float]], shared: Sequence[float]) -> tuple[float, ...]:
        """Return each seat's share of the win, 0..1.

        Args:
            rows: the numbers of each seat.
            shared: the shared numbers.
        """
        each = [scaled([row[place] for place in self.places], self.scales) for row in rows]
        common = scaled([shared[place] for place in self.shared_places], self.shared_scales)
        bases = [bias + dot(also, common) for _, _, _, also, bias, _ in self.units]
        found = []
        for seat, own in enumerate(each):
            others = [row for other, row in enumerate(each) if other != seat]
            means = [sum(column) / len(others) for column in zip(*others, strict=True)]
            mosts = [max(column) for column in zip(*others, strict=True)]
            worth = dot(self.straight[0], own) + dot(self.straight[1], means) + dot(self.straight[2], mosts)
            for (mine, theirs, top, _, _, weight), base in zip(self.units, bases, strict=True):
                worth += weight * tanh(base + dot(mine, own) + dot(theirs, means) + dot(top, mosts))
            found.append(worth)
        highest = max(found)
        parts = [exp(one - highest) for one in found]
        return tuple([part / sum(parts) for part in parts])


def dot(one: Row, other: Row) -> float:
    """Return the sum of the products."""
    return float(sum(map(mul, one, other)))


def scaled(row: Row, scales: list[tuple[float, float]]) -> Row:
    """Scale numbers to standard deviations from their means."""
    return [
        max(-FAR, min(FAR, (number - middle) / spread)) for number, (middle, spread) in zip(row, scales, strict=True)
    ]


@lru_cache(maxsize=32)
def stored(file: Path, written: int) -> dict[str, Any]:
    """Return the content of a file, and read it again when the file has changed.

    Args:
        file: the file.
        written: when it was written, in nanoseconds.
    """
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


class Judge:
    """What was learnt about a game, with the numbers of a position that it needs.

    Args:
        data: the stored data.
        game: the rules.
    """

    def __init__(self, data: dict[str, Any], game: Game) -> None:
        self.account = Account(game)
        self.judgement = Judgement(data, self.account.names, self.account.shared_names)

    def shares(self, state: State) -> tuple[float, ...]:
        """Return each seat's share of the win, 0..1, in a position at rest."""
        return self.judgement.shares_of(*self.account.of(state))


def judge_of(game: Game) -> Judge | None:
    """Return what was learnt about a game; None if nothing was, or if a phase or an option is changed.

    >>> import workbench as wb
    >>> judge_of(wb.load("nim")) is None, judge_of(wb.load("keydom", start_counters=4)) is None
    (True, True)
    """
    known: list[Judge | None] = game.kept("judge", [])
    if not known:
        file = game.folder / FILE
        usual = not game.changed_phases and not game.options.changed() and game.players > 1
        known.append(Judge(stored(file, file.stat().st_mtime_ns), game) if usual and file.is_file() else None)
    return known[0]


def unlearnt_of(game: Game) -> tuple[str, ...]:
    """Return the changed phases and options that make what was learnt about a game useless.

    >>> import workbench as wb
    >>> unlearnt_of(wb.load("keydom", start_counters=4)), unlearnt_of(wb.load("nim", last="loses"))
    (('start_counters',), ())
    """
    if game.is_learnt() or not (game.folder / FILE).is_file():
        return ()
    return (*sorted(game.changed_phases), *game.options.changed())


def outlook(game: Game, position: State | View, playouts: int, seed: int) -> Outlook:
    """Return what each seat may expect: `Game.outlook`."""
    adviser = adviser_of(game)
    expected = None if adviser is None else expected_by(adviser, position, playouts, seed)
    if expected is not None:
        return expected
    learnt = game.is_learnt()
    name = best_quick(game)
    kind = game.strategies[name] if name else candidates_of(game)["random"]
    found = []
    for number in range(playouts):
        begin = position.resample(Random(seed, number, "world")) if isinstance(position, View) else position
        end = begin.copy()
        players = [kind(game, Random(seed, number, seat)) for seat in range(game.players)]
        play_on(end, players, Random(seed, number, "chance"), 0 if learnt else FURTHEST)
        judged = game.judge(end) if learnt and end.to_move != OVER else None
        found.append(judged or game.win_shares(end.returns()))
        if judged and position is begin and end.key() == begin.key():  # at rest: continuations end where they begin
            break
    how = "as learnt from many games" if learnt else f"if {called(kind)} plays on to the end"
    return Outlook(*summed_up(found), len(found), learnt, how)


def adviser_of(game: Game) -> type[Player] | None:
    """Return the best player of a game for one that can say how likely it is to win, or None.

    >>> import workbench as wb
    >>> adviser_of(wb.load("northwood")).player_name, adviser_of(wb.load("keydom"))
    ('thinker', None)
    """
    if game.players > 1:
        return None
    kinds = candidates_of(game)
    names = [rung.player for rung in ladder(game)]
    return next((kinds[name] for name in names if name in kinds and kinds[name].measure == CHANCE), None)


def expected_by(kind: type[Player], position: State | View, playouts: int, seed: int) -> Outlook | None:
    """Return what a player expects of its move in a game for one; None if it has no expectation.

    Args:
        kind: the player.
        position: a position, or what may be known of one.
        playouts: the number of draws of a random event; `DRAWS` at most.
        seed: the seed of the random numbers.
    """
    now = position.state if isinstance(position, View) else position
    found: list[tuple[float, ...]] = []
    error = 0.0
    for number in range(min(playouts, DRAWS) if now.to_move == CHANCE_NODE else 1):
        rng = Random(seed, number, "world")
        state = position.resample(rng) if isinstance(position, View) else position.copy()
        while state.to_move == CHANCE_NODE:
            state.roll(rng)
        if state.to_move == OVER:
            found.append(state.game.win_shares(state.returns()))
            continue
        expected = kind(state.game, Random(seed, number)).expected(state.view(int(state.to_move)))
        if not expected:
            return None
        found.append((expected[0].mean,))
        error = expected[0].error
    shares, errors = summed_up(found)
    return Outlook(shares, errors if len(found) > 1 else (error,), 0, False, f"as {called(kind)} expects")


def wins(returns: Sequence[float]) -> tuple[float, ...]:
    """Return each seat's share of the win: 1 for the highest return above 0, shared equally among equals.

    >>> wins((1.0, 0.0)), wins((0.5, 0.5)), wins((0.0, 0.0)), wins((3.0, 7.0, 7.0))
    ((1.0, 0.0), (0.5, 0.5), (0.0, 0.0), (0.0, 0.5, 0.5))
    """
    best = max(returns)
    if best <= 0:
        return (0.0,) * len(returns)
    winners = sum(1 for one in returns if one == best)
    return tuple(1.0 / winners if one == best else 0.0 for one in returns)


def summed_up(found: list[tuple[float, ...]]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the mean result of some continuations and its standard error, for each seat."""
    n = len(found)
    shares = [sum(column) / n for column in zip(*found, strict=True)]
    spreads = [
        sqrt(sum([(one - share) ** 2 for one in column]) / max(1, n - 1) / n)
        for column, share in zip(zip(*found, strict=True), shares, strict=True)
    ]
    return tuple(shares), tuple(spreads)
