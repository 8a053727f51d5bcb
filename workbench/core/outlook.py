"""What each seat may expect before a game ends: how likely it is to win.

Play is continued by quick players until it next comes to rest (`Game.at_rest`), and the position there is judged by what was
learnt from many games (`python -m workbench learn NAME` stores it beside the game as ``outlook.json``). Where a phase or an
option is changed nothing was learnt of the rules in force, so play is continued to the end of the game instead.

A position is judged by what its fields say each seat has, what the game adds to that (`Game.belongings`), and how far each seat
has come (`Game.progress`). A small net makes one number of it for each seat, by the same weights for all seats, and the shares
of the win are in proportion to the exponentials of these numbers.
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

from workbench.core.fields import EachSeat, Kind, OneOf, StateFields
from workbench.core.ladder import best_quick
from workbench.core.player import play_on
from workbench.core.random import Random
from workbench.core.registry import candidates_of
from workbench.core.state import FURTHEST, OVER
from workbench.core.words import counted

if TYPE_CHECKING:
    from workbench.core.game import Game
    from workbench.core.state import State

FILE: Final = "outlook.json"
"""Where a game keeps what was learnt."""
FAR: Final = 4.0
"""So many standard deviations from the mean a number counts at most."""

Row = list[float]


@dataclass(frozen=True)
class Outlook:
    """What each seat may expect.

    Attributes:
        shares: for each seat its part of the win, 0..1; together 1. Alone, the chance to win.
        errors: the standard error of each, as far as it comes from the continuations.
        playouts: how many continuations they are the mean of.
        learnt: whether these were judged by what was learnt; else all were played to the end of the game.
    """

    shares: tuple[float, ...]
    errors: tuple[float, ...]
    playouts: int
    learnt: bool

    def __str__(self) -> str:
        told = ", ".join(
            [f"{share:.0%} ± {100 * error:.0f}" for share, error in zip(self.shares, self.errors, strict=True)]
        )
        how = "judged by what was learnt" if self.learnt else "played to the end"
        return f"{told} ({counted(self.playouts, 'continuation')}, {how})"


class Account:
    """Which numbers of a position say what each seat has, and what all share.

    Args:
        game: the rules.

    Attributes:
        names: the names of a seat's numbers.
        shared_names: those of the numbers that all share.

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
        """A name for each number of some fields."""
        return [f"{name} {place}" if len(row) > 1 else name for name, row in parts for place, _ in enumerate(row, 1)]

    def of(self, state: State) -> tuple[list[Row], Row]:
        """The numbers of a position: a row for each seat, and a row that all share."""
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
    """What was learnt: a net that says what each seat may expect of the numbers of a position.

    Args:
        data: what is stored.
        names: the names of a seat's numbers.
        shared_names: those of the numbers that all share.
    """

    def __init__(self, data: dict[str, Any], names: Sequence[str], shared_names: Sequence[str]) -> None:
        self.places = [names.index(name) for name in data["names"]]
        self.shared_places = [shared_names.index(name) for name in data["shared"]]
        self.scales: list[tuple[float, float]] = [tuple(pair) for pair in data["scales"]]
        self.shared_scales: list[tuple[float, float]] = [tuple(pair) for pair in data["shared_scales"]]
        # each unit: its weights for a seat's own numbers, the mean of the others', the most of the others', what all share
        self.units: list[tuple[Row, Row, Row, Row, float, float]] = [tuple(unit) for unit in data["units"]]
        self.straight: tuple[Row, Row, Row] = tuple(data["straight"])

    def shares_of(self, rows: Sequence[Sequence[float]], shared: Sequence[float]) -> tuple[float, ...]:
        """Each seat's part of the win, 0..1.

        Args:
            rows: those of each seat.
            shared: those that all share.
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
    """The sum of the products."""
    return float(sum(map(mul, one, other)))


def scaled(row: Row, scales: list[tuple[float, float]]) -> Row:
    """Numbers as standard deviations from their means."""
    return [
        max(-FAR, min(FAR, (number - middle) / spread)) for number, (middle, spread) in zip(row, scales, strict=True)
    ]


@lru_cache(maxsize=32)
def stored(file: Path, written: int) -> dict[str, Any]:
    """What a file holds; it is read again once it has been written again.

    Args:
        file: the file.
        written: when it was written, in nanoseconds.
    """
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


class Judge:
    """What was learnt of a game, with what it asks of a position.

    Args:
        data: what is stored.
        game: the rules.
    """

    def __init__(self, data: dict[str, Any], game: Game) -> None:
        self.account = Account(game)
        self.judgement = Judgement(data, self.account.names, self.account.shared_names)

    def shares(self, state: State) -> tuple[float, ...]:
        """Each seat's part of the win, 0..1, in a position at rest."""
        return self.judgement.shares_of(*self.account.of(state))


def judge_of(game: Game) -> Judge | None:
    """What was learnt of a game; None where nothing was, or where a phase or an option is changed.

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


def outlook(game: Game, state: State, playouts: int, seed: int) -> Outlook:
    """What each seat may expect: `Game.outlook`."""
    learnt = game.is_learnt()
    name = best_quick(game)
    kind = game.strategies[name] if name else candidates_of(game)["random"]
    found = []
    for number in range(playouts):
        end = state.copy()
        players = [kind(game, Random(seed, number, seat)) for seat in range(game.players)]
        play_on(end, players, Random(seed, number, "chance"), 0 if learnt else FURTHEST)
        judged = game.judge(end) if learnt and end.to_move != OVER else None
        found.append(judged or wins(end.returns()))
        if judged and end.key() == state.key():  # it is at rest: every continuation ends where it begins
            break
    return summed_up(found, learnt)


def wins(returns: Sequence[float]) -> tuple[float, ...]:
    """Each seat's part of the win: 1 for the highest return if that is above nothing, shared equally among equals.

    >>> wins((1.0, 0.0)), wins((0.5, 0.5)), wins((0.0, 0.0)), wins((3.0, 7.0, 7.0))
    ((1.0, 0.0), (0.5, 0.5), (0.0, 0.0), (0.0, 0.5, 0.5))
    """
    best = max(returns)
    if best <= 0:
        return (0.0,) * len(returns)
    winners = sum(1 for one in returns if one == best)
    return tuple(1.0 / winners if one == best else 0.0 for one in returns)


def summed_up(found: list[tuple[float, ...]], learnt: bool) -> Outlook:
    """The mean of what some continuations led to."""
    n = len(found)
    shares = [sum(column) / n for column in zip(*found, strict=True)]
    spreads = [
        sqrt(sum([(one - share) ** 2 for one in column]) / max(1, n - 1) / n)
        for column, share in zip(zip(*found, strict=True), shares, strict=True)
    ]
    return Outlook(tuple(shares), tuple(spreads), n, learnt)
