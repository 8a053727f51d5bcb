"""Is war worth it in Resource Hog? The same players fight and keep the peace, in every mixture.

    python tools/questions/war.py --games 400 --workers 2

A peaceful player decides like the player it is made from, but never attacks. With three players of the same kind, each wins a
third of the games. So a player that fights among two peaceful ones, and a peaceful one among two that fight, are measured
against a third.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from math import nan
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))  # last, so that an installed package plays if there is one

import workbench as wb  # noqa: E402
from tools.questions import common  # noqa: E402  # it is beside this script, wherever that is run
from workbench import lab  # noqa: E402
from workbench.core.played import EVENTS, Played, needs, seen  # noqa: E402
from workbench.games.resource_hog.strategy import FAR, Baron, Farmer, Raider, Steward  # noqa: E402
from workbench.lab.statistics import LEVEL, Estimate, difference, level_for_all, student  # noqa: E402

GAMES = 400
SEED = 1
SEATS = 3
FEWER = 2
"""The questions after the first two parts get this part of the games."""
FIGHTERS = (Baron, Steward, Raider)
ROUNDS = (1, 2, 6, 8, 10, FAR)
"""From which round a Baron attacks among ordinary ones, which attack from round 4."""
READINGS: tuple[dict[str, Any], ...] = ({"peasants_as_ransom": "never"}, {"peasant_units": 1})
"""Readings and numbers that make a ransom smaller."""
EXAMPLE = Played(
    (0, 0),
    events=(
        seen("battle", 0, attackers=1, defenders=0),
        seen("decided", 0, left=1),
        seen("due", 1, units=1),
        seen("gives_peasant", 1),
        seen("battle", 0, attackers=2, defenders=1),
        seen("decided", 1, left=1),
        seen("due", 0, units=2),
        seen("battle", 1, attackers=3, defenders=0),
        seen("decided", 1, left=3),
        seen("short", 0, units=3, capacity=2),
        seen("must_leave", 0, areas=(4,)),
    ),
)
"""A raid that takes a peasant, an attack that fails and costs two units, and one that brings two and drives people out."""


@dataclass
class Battle:
    """What a battle brought.

    Attributes:
        attacker: the seat that attacked.
        won: whether it won.
        units: the ransom it received; negative for what it paid.
        peasants: how many peasants were handed over.
        areas: how many areas the loser had to leave.
    """

    attacker: int
    won: bool = False
    units: int = 0
    peasants: int = 0
    areas: int = 0


def battles_of(played: Played) -> list[Battle]:
    """Return the battles of a game, in their order.

    >>> [(one.won, one.units, one.peasants, one.areas) for one in battles_of(EXAMPLE)]
    [(True, 1, 1, 0), (False, -2, 0, 0), (True, 2, 0, 1)]
    """
    found: list[Battle] = []
    for event in played.happened("battle", "decided", "due", "short", "gives_peasant", "must_leave"):
        if event.kind == "battle":
            found.append(Battle(event.seat))
            continue
        last = found[-1]
        if event.kind == "decided":
            last.won = event.seat == last.attacker
        elif event.kind in ("due", "short"):
            paid = min(event.fields["units"], event.fields.get("capacity", FAR))
            last.units = paid if last.won else -paid
        elif event.kind == "gives_peasant":
            last.peasants += 1
        else:
            last.areas += len(event.fields["areas"])
    return found


@needs(EVENTS)
def attacks_won(played: Played) -> float:
    """Return how many battles the attacker won.

    >>> attacks_won(EXAMPLE)
    2.0
    """
    return float(sum(one.won for one in battles_of(played)))


@needs(EVENTS)
def units_won(played: Played) -> float:
    """Return the units of ransom that attackers received in all, less those that they paid.

    >>> units_won(EXAMPLE)
    1.0
    """
    return float(sum(one.units for one in battles_of(played)))


@needs(EVENTS)
def peasants_moved(played: Played) -> float:
    """Return how many peasants were handed over as ransom.

    >>> peasants_moved(EXAMPLE)
    1.0
    """
    return float(sum(one.peasants for one in battles_of(played)))


@needs(EVENTS)
def areas_left(played: Played) -> float:
    """Return how many areas the losers of battles had to leave.

    >>> areas_left(EXAMPLE)
    1.0
    """
    return float(sum(one.areas for one in battles_of(played)))


METRICS = ("battles", attacks_won, units_won, peasants_moved, areas_left)


def ratio(parts: Sequence[float], wholes: Sequence[float]) -> Estimate:
    """Return a sum over games divided by another sum, such as the ransom of a battle, with an interval.

    The battles of a game depend on each other, so games are what counts: the interval is that of the linearised ratio.

    Args:
        parts: a number for each game.
        wholes: what to divide by, for each game; at least one is not 0.

    >>> print(ratio([2, 4, 5], [2, 4, 4]))
    1.1 (0.7057 to 1.494, n = 3, ratio of sums 95%)
    """
    one, all_ = np.asarray(parts, dtype=float), np.asarray(wholes, dtype=float)
    value, n = float(one.sum() / all_.sum()), len(one)
    apart = float(np.std(one - value * all_, ddof=1))
    if apart == 0:
        return Estimate(value, nan, nan, n, "ratio of sums")  # the same in every game: the variation is unknown
    half = student(LEVEL, n - 1) * apart * n**0.5 / float(all_.sum())
    return Estimate(value, value - half, value + half, n, "ratio of sums")


def attacking_from(round_: int, player: type[Farmer]) -> type[Farmer]:
    """Return a player that attacks from a round on; FAR for one that keeps the peace.

    >>> attacking_from(FAR, Baron).player_name, attacking_from(2, Baron).player_name
    ('peaceful_baron', 'baron_from_2')
    """
    name = f"peaceful_{player.player_name}" if round_ == FAR else f"{player.player_name}_from_{round_}"
    return type(name.title(), (player,), {"player_name": name, "attacks_from": round_, "__module__": __name__})


class Table:
    """Plays the games of the study and collects rows.

    Args:
        games: how many games in each mixture.
        workers: a number of processes, or an executor.
    """

    def __init__(self, games: int, workers: int | Executor) -> None:
        self.games = games
        self.workers = workers
        self.rows: list[common.Row] = []

    def play(self, players: Sequence[type[Farmer]], metrics: Sequence[Any] = (), **options: Any) -> lab.Runs:
        """Play one mixture of players."""
        rules = wb.load("resource_hog", players=len(players), **options)
        name = ", ".join([*[one.player_name for one in players], *[f"{name} {value}" for name, value in options.items()]])
        return common.simulate(name, rules, list(players), self.games, SEED, self.workers, metrics)

    def add(self, part: str, players: Sequence[type[Farmer]], measure: str, of: str, found: Estimate) -> None:
        """Add a row."""
        named = " ".join(one.player_name for one in players)
        self.rows.append(common.row(part, named, SEED, measure, of, found))

    def wins_of_first(self, part: str, players: Sequence[type[Farmer]], of: str, level: float = LEVEL, **more: Any) -> lab.Runs:
        """Play a mixture, and add how often the first player wins."""
        runs = self.play(players, **more)
        won = sum(common.wins_of(runs, players[0].player_name))
        self.add(part, players, "wins", of, lab.share(won, runs.games, level))
        return runs


def in_every_mixture(table: Table, fighter: type[Farmer]) -> None:
    """Let a player fight among peaceful ones, keep the peace among fighters, and play among its like."""
    peaceful = Farmer if fighter is Raider else attacking_from(FAR, fighter)
    name = fighter.player_name
    table.wins_of_first("mixture", (fighter, peaceful, peaceful), f"{name}: one fights")
    table.wins_of_first("mixture", (peaceful, fighter, fighter), f"{name}: one keeps the peace")
    war = table.play((fighter,) * SEATS, METRICS)
    peace = table.play((peaceful,) * SEATS)
    everybody = (fighter,) * SEATS
    for measure in ("heads", "people"):
        for kind, runs, players in (("all fight", war, everybody), ("all at peace", peace, (peaceful,) * SEATS)):
            table.add("cost", players, measure, f"{name}: {kind}", lab.mean(runs.table[measure].tolist()))
        found = difference(peace.table[measure].tolist(), war.table[measure].tolist()).estimate
        table.add("cost", everybody, f"{measure}, war less peace", name, found)
    for measure, found in of_battles(war):
        table.add("battle", everybody, measure, name, found)


def of_battles(runs: lab.Runs) -> Iterator[tuple[str, Estimate]]:
    """Yield how often battles are fought in some games, and what a battle brings."""
    games = runs.table
    fights = games["battles"].tolist()
    yield "games with a battle", lab.share(sum(games["battles"] > 0), runs.games)
    yield "battles a game", lab.mean(fights)
    if sum(fights):
        for measure in ("attacks_won", "units_won", "peasants_moved", "areas_left"):
            yield f"{measure.replace('_', ' ')}, a battle", ratio(games[measure].tolist(), fights)


def study(games: int, workers: int | Executor) -> pd.DataFrame:
    """Play every part of the study.

    Args:
        games: how many games in each mixture of players.
        workers: a number of processes, or an executor.
    """
    table = Table(games, workers)
    for fighter in FIGHTERS:
        in_every_mixture(table, fighter)
    table.games = max(1, games // FEWER)
    peaceful = attacking_from(FAR, Baron)
    table.wins_of_first("four players", (Baron, peaceful, peaceful, peaceful), "baron: one fights")
    for round_ in ROUNDS:
        of = "never" if round_ == FAR else f"round {round_}"
        players = (attacking_from(round_, Baron), Baron, Baron)
        table.wins_of_first("first attack", players, of, level_for_all(len(ROUNDS)))
    for reading in READINGS:
        of = ", ".join(f"{name}={value}" for name, value in reading.items())
        players = (Baron, peaceful, peaceful)
        table.wins_of_first("smaller ransom", players, of, level_for_all(len(READINGS)), **reading)
    return common.table(table.rows)


if __name__ == "__main__":
    common.run(study, "war", __doc__, GAMES)
