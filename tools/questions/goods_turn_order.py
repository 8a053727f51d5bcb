"""What is a place in the turn order of For Goods and Honor worth, and which repair makes the places equal?

    python tools/questions/goods_turn_order.py --games 200 --workers 2

Four players. The same player sits in every seat, under the rules as written and under each repair, over the same seeds. The
two repairs that look best are then played again on fresh seeds, and with three players.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import ClassVar

import pandas as pd

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))  # last, so that an installed package plays if there is one

import workbench as wb  # noqa: E402
from tools.questions import common  # noqa: E402  # it is beside this script, wherever that is run
from workbench import lab  # noqa: E402
from workbench.games.goods_and_honor.assign import Place  # noqa: E402
from workbench.games.goods_and_honor.components import FIRST_GOOD, GOODS, ITEMS  # noqa: E402
from workbench.games.goods_and_honor.produce import Produce  # noqa: E402
from workbench.games.goods_and_honor.setup import FirstPlayer  # noqa: E402
from workbench.games.goods_and_honor.state import GoodsAndHonorState  # noqa: E402
from workbench.lab.statistics import difference, level_for_all  # noqa: E402

GAMES = 200
SEED = 1
FRESH = 2
"""The seed on which the repairs that look best are played again."""
PLAYERS = ("haggler", "closer", "balanced_elder", "hoarder")
"""The quick players at the top of the ladder, the strongest first; the last two bid in opposite ways."""
SEATS = 4
FEWER = 3
"""How many players those repairs are tried with as well; only the strongest player plays these games."""
EFFECT = "wins of the last, minus as written"


class SecondHalfReversed(Place):
    """After two rounds, turns pass to the right: the last player begins round three, and the first player ends it."""

    replaces: ClassVar[tuple[str, ...]] = ("GH-TURN-3",)
    rounds: ClassVar[int] = 2
    """Rounds in the usual order. Most games last four."""

    def begin_turn(self, state: GoodsAndHonorState, seat: int) -> None:
        """Begin the turn of the seat whose turn it is; `state.turn` counts the turns before it."""
        players = state.game.players
        done, place = divmod(int(state.turn), players)
        if done >= self.rounds:
            place = players - 1 - place
        super().begin_turn(state, (int(state.first) + place) % players)


class PaidInFull(Produce):
    """A production that the middle cannot pay takes the rest from the box, so the last one is not cut short."""

    replaces: ClassVar[tuple[str, ...]] = ("GH-PRODUCE-9",)

    def produce(self, state: GoodsAndHonorState, seat: int, takes: bool, from_box: bool) -> bool:
        """Produce, and then take from the box what the middle lacked."""
        lacking = [max(0, due - there) for due, there in zip(self.yields(state, seat), state.supply, strict=True)]
        over = super().produce(state, seat, takes, from_box)
        if takes and not from_box:
            for good, tokens in enumerate(lacking):
                state.stashes[seat * ITEMS + FIRST_GOOD + good] += tokens
        return over


class SetForTheLast(FirstPlayer):
    """The last player in turn order begins with one Food, one Wood and one Rock out of the box."""

    def begin_turn(self, state: GoodsAndHonorState, seat: int) -> None:
        """Hand the tokens to the player to the right of the first, and begin."""
        last = (int(seat) - 1) % state.game.players
        for good in range(GOODS):
            state.stashes[last * ITEMS + FIRST_GOOD + good] += 1
        super().begin_turn(state, seat)


AS_WRITTEN = "as written"
COMPLETED = "the round is completed"
SET = "a set for the last"
BEST = (COMPLETED, SET)
"""The repairs under which the places differ least, on the first seed."""
RULES: dict[str, Callable[[int], wb.Game]] = {
    AS_WRITTEN: lambda seats: wb.load("goods_and_honor", players=seats),
    "second half reversed": lambda seats: wb.load(
        "goods_and_honor", players=seats, phases={"place": SecondHalfReversed}
    ),
    COMPLETED: lambda seats: wb.load("goods_and_honor", players=seats, end_timing="finish_round_from_box"),
    "completed and paid in full": lambda seats: wb.load(
        "goods_and_honor", players=seats, end_timing="finish_round_from_box", phases={"produce": PaidInFull}
    ),
    SET: lambda seats: wb.load("goods_and_honor", players=seats, phases={"first_player": SetForTheLast}),
}
"""The rules to compare: a function from the number of players to the game, by the name that the table uses."""


def played(rules: str, player: str, seats: int, seed: int, games: int, workers: int | Executor) -> lab.Runs:
    """Play with one player in every seat."""
    return common.simulate(f"{seats} x {player}, {rules}, seed {seed}", RULES[rules](seats), player, games, seed, workers)


def rows_by_place(part: str, player: str, seed: int, runs: lab.Runs, level: float) -> list[common.Row]:
    """Return what each place won and scored.

    Args:
        part: the part of the study.
        player: who sat in every seat.
        seed: the seed of the run.
        runs: the games.
        level: the level of each interval.
    """
    rows = []
    for place in range(runs.game.players):
        won, scored = common.at_place(runs, "win", place), common.at_place(runs, "score", place)
        rows.append(common.row(part, player, seed, "wins", f"turn {place + 1}", lab.share(sum(won), len(won), level)))
        rows.append(common.row(part, player, seed, "score", f"turn {place + 1}", lab.mean(scored, level)))
    return rows


def study(games: int, workers: int | Executor) -> pd.DataFrame:
    """Play the games of this question.

    Args:
        games: how many games of each player under each rule.
        workers: a number of processes, or an executor.

    Returns:
        the table. Under each rule, the intervals of all places and players hold together; so do the effects on the last place,
        of all repairs and players.
    """
    rows: list[common.Row] = []
    by_place, effects = level_for_all(SEATS * len(PLAYERS)), level_for_all(len(PLAYERS) * (len(RULES) - 1))
    usual: dict[str, list[float]] = {}
    for rules in RULES:
        for player in PLAYERS:
            runs = played(rules, player, SEATS, SEED, games, workers)
            rows += rows_by_place(rules, player, SEED, runs, by_place)
            last = common.at_place(runs, "win", SEATS - 1)
            if rules == AS_WRITTEN:
                usual[player] = last
                rounds = [turns / SEATS for turns in runs.table["turns"].tolist()]
                rows.append(common.row(rules, player, SEED, "rounds", "a game", lab.mean(rounds)))
            else:
                found = difference(usual[player], last, effects).estimate
                rows.append(common.row(rules, player, SEED, EFFECT, f"turn {SEATS}", found))
    for rules in BEST:
        for player in PLAYERS:
            runs = played(rules, player, SEATS, FRESH, games, workers)
            rows += rows_by_place(f"{rules}, fresh seeds", player, FRESH, runs, by_place)
    compared = (AS_WRITTEN, *BEST)
    for rules in compared:
        runs = played(rules, PLAYERS[0], FEWER, SEED, games, workers)
        level = level_for_all(len(compared) * FEWER)
        rows += rows_by_place(f"{rules}, {FEWER} players", PLAYERS[0], SEED, runs, level)
    return common.table(rows)


if __name__ == "__main__":
    common.run(study, "goods_turn_order", __doc__, GAMES)
