"""Count what happens in many games of computer players.

    python benchmarks/census.py keydom resource_hog --games 10000

The games are spread over every number of players and over three sorts of table: the game's reference player in every seat; one
of its other players among reference players; and its players side by side. Seats rotate. For each sort of table the script
prints decisions, scores and the game's own facts with 95% intervals, and win shares. Then it prints, over all games together,
how often each kind of thing happened, by worker, event, building and so on, and which clauses no event named.
"""

from __future__ import annotations

import argparse
import sys
import tracemalloc
from collections import Counter
from collections.abc import Mapping
from random import Random as StandardRandom
from string import Formatter
from typing import Any

import workbench as wb
from workbench.core.events import ClauseCounter, Kind
from workbench.core.game import Game
from workbench.lab.coverage import told
from workbench.lab.simulate import plan_of
from workbench.lab.statistics import mean, share
from workbench.worker.batch import Row, play_game

TOLD_APART = ("worker", "event", "building", "level", "column", "ore", "work", "card")
"""The facts by which events are counted separately, as a game names them in its words."""
MOST_WORK = 12
"""The highest number of a kind of work that is counted separately; higher numbers name a place."""
ALONE, AMONG = 0.3, 0.6
"""The share of games with reference players only, and with one other player among them; the rest are side by side."""


class Census(ClauseCounter):
    """Counts clauses and events, and in how many games each happened."""

    def __init__(self) -> None:
        super().__init__()
        self.times: Counter[str] = Counter()
        self.games: Counter[str] = Counter()
        self.here: set[str] = set()
        self.apart: dict[Kind, tuple[tuple[str, str], ...]] = {}

    def hear(
        self, game: Any, kind: Kind, clause: str, seat: int, to: tuple[int, ...], fields: Mapping[str, Any]
    ) -> None:
        """Count one event."""
        super().hear(game, kind, clause, seat, to, fields)
        if kind not in self.apart:
            named = Formatter().parse(kind.words) if isinstance(kind.words, str) else ()
            self.apart[kind] = tuple([(name, spec) for _, name, spec, _ in named if name and spec and spec in TOLD_APART])
        names = [kind.name]
        for name, spec in self.apart[kind]:
            value = fields[name]
            if spec != "work" or value <= MOST_WORK:
                names.append(f"{kind.name}: {game.in_words(spec, value)}")
        self.times.update(names)
        self.here.update(names)

    def game_over(self) -> None:
        """Count what happened in the game that has ended."""
        self.games.update(self.here)
        self.here.clear()


def bytes_of(game: Game) -> float:
    """Return the size in bytes of a copy of a position after a hundred random actions, its lists included."""
    rng, state = StandardRandom(5), game.start()
    for _ in range(100):
        if state.to_move == wb.OVER:
            break
        state.apply(rng.choice(state.legal()))
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    copies = [state.copy() for _copy in range(1000)]
    taken = (tracemalloc.get_traced_memory()[0] - before) / len(copies)
    tracemalloc.stop()
    return taken


def play(game: Game, players: list[str], games: int, seed: int, census: Census) -> tuple[list[Row], list[str]]:
    """Play games with some players; return the rows, and the players' names by place."""
    plan, labels = plan_of(game, players, seed, rotate=True, clauses=True)  # without clauses there are no events
    rows = []
    for number in range(games):
        rows.append(play_game(plan, number, census))
        census.game_over()
    return rows, list(labels)


def report(title: str, rows: list[Row], seats: int) -> None:
    """Print what some games show, except for who won."""
    scores = [sum(row.scores) / seats for row in rows]
    print(
        f"{title}: n = {len(rows)}; decisions {brief([row.decisions for row in rows])}; score a player {brief(scores)}",
        end="",
    )
    print(f"; winner's {brief([max(row.scores) for row in rows])}", end="")
    for name in rows[0].facts:
        if name != "first":
            print(f"; {name} {brief([row.facts[name] for row in rows])}", end="")
    print(flush=True)


def brief(values: list[Any]) -> str:
    """Return a mean with its interval and the extremes, in words."""
    found = mean([float(value) for value in values])
    return f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f}; {min(values):g}..{max(values):g})"


def wins_of(game: Game, rows: list[Row], place: int) -> list[float]:
    """Return the share of the win that one of the players got in each game."""
    return [game.win_shares(row.returns)[row.seats.index(place)] for row in rows]


def survey(name: str, games: int, seed: int) -> None:
    """Play and print everything about one game."""
    kind = type(wb.load(name))
    counts = [count for count in kind.player_counts if count >= min(3, kind.player_counts[0])]
    reference, others = kind.reference_player, [player for player in kind.strategies if player != kind.reference_player]
    each = games // len(counts)
    alone = max(1, round(ALONE * each))
    among = max(1, round(AMONG * each / len(others)))
    mixed_each = max(1, -(-(each - alone - among * len(others)) // (len(others) + 1)))
    census = Census()
    total = 0
    for seats in counts:
        game = wb.load(name, seats)
        print(f"\n{name}, {seats} players; a state takes {bytes_of(game):,.0f} bytes")
        rows, _ = play(game, [reference] * seats, alone, seed, census)
        total += len(rows)
        report(f"{reference}s", rows, seats)
        firsts = [
            [game.win_shares(row.returns)[(row.facts.get("first", 0) + step) % seats] for row in rows]
            for step in range(seats)
        ]
        print(
            "  wins in turn order from the start player:", ", ".join([str(share(sum(one), len(one))) for one in firsts])
        )
        for player in others:
            rows, _ = play(game, [player, *[reference] * (seats - 1)], among, seed + 1, census)
            total += len(rows)
            won = wins_of(game, rows, 0)
            report(f"one {player} among {reference}s wins {share(sum(won), len(won))}", rows, seats)
        everybody, rows = [reference, *others], []
        for start in range(len(everybody)):
            mixed = [everybody[(start + step) % len(everybody)] for step in range(seats)]
            rows += play(game, mixed, mixed_each, seed + 2 + start, census)[0]
        total += len(rows)
        report(f"side by side: {seats} of {', '.join(everybody)}", rows, seats)
    print(f"\n{name}: events in {total} games, how often per game, and in how many games")
    for what, times in sorted(census.times.items()):
        print(f"  {what}: {times / total:.4f}, in {census.games[what]} ({census.games[what] / total:.2%})")
    never: set[str] = set()
    for seats in counts:
        never |= told(wb.load(name, seats))
    print(f"{name}: clauses that no event named: {', '.join(sorted(never - set(census.fired)))}")
    rare = {clause: times for clause, times in census.fired.items() if times < games / 100}
    print(f"{name}: clauses named less than once in a hundred games: {rare}", flush=True)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="+", metavar="GAME")
    parser.add_argument("--games", type=int, default=10_000, help="how many games of each (default 10000)")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    print(f"workbench: {'compiled' if wb.compiled else 'plain'} mode", file=sys.stderr)
    for name in chosen.names:
        survey(name, chosen.games, chosen.seed)


if __name__ == "__main__":
    main()
