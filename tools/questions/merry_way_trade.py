"""Does it pay to offer bargains on the Merry Way, and what do bargains change at a table where everybody offers them?

    python tools/questions/merry_way_trade.py --games 200 --workers 2

Two players come in two kinds each, which differ only in the offers they make: a dealer is a schemer that offers bargains, and a
trader is a planner that does. Schemers and planners offer nothing, but take a bargain that suits them. So one dealer among
schemers wins its fair share, unless its offers are worth something. The same seeds without bargains are the check.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import Executor
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))  # last, so that an installed package plays if there is one

import workbench as wb  # noqa: E402
from tools.questions import common  # noqa: E402  # it is beside this script, wherever that is run
from workbench import lab  # noqa: E402
from workbench.lab.statistics import difference, level_for_all  # noqa: E402

GAMES = 200
SEED = 1
KINDS = (("dealer", "schemer"), ("trader", "planner"))
"""The player that offers bargains, and the same player without offers; the strongest two of the ladder first."""
SIZES = (2, 4)
"""How many players sit at a table."""
FEWER = 3
"""Games in which everybody offers are this many times fewer: they take longest, and are compared by points, not by wins."""
RULES = {"bargains": "offers", "no bargains": "none"}
"""The values of `trade_mode` by the names that the table uses."""
MEASURES = {"rounds": "rounds", "best score": "winning_score", "margin": "margin"}
"""What is measured at a table where everybody offers, and the columns of the games."""


def played(seated: str | Sequence[str], size: int, rules: str, games: int, workers: int | Executor) -> lab.Runs:
    """Play some games with bargains or without them."""
    game = wb.load("merry_way", players=size, trade_mode=RULES[rules])
    who = seated if isinstance(seated, str) else ", ".join(seated)
    metrics = ("trades", "winning_score", "margin")
    return common.simulate(f"{who}, {size} players, {rules}", game, seated, games, SEED, workers, metrics)


def one_who_offers(games: int, workers: int | Executor) -> list[common.Row]:
    """Seat one player who offers bargains among players who are alike but offer none."""
    rows: list[common.Row] = []
    shares, effects = level_for_all(len(KINDS) * len(SIZES)), level_for_all(len(KINDS))
    for size in SIZES:
        for offers, silent in KINDS:
            who, part = f"{offers}, {size - 1} x {silent}", f"one who offers, {size} players"
            found = {}
            for rules in RULES if size == SIZES[0] else ("bargains",):
                runs = played([offers, *[silent] * (size - 1)], size, rules, games, workers)
                found[rules] = common.wins_of(runs, offers)
                won = lab.share(sum(found[rules]), games, shares)
                rows.append(common.row(part, who, SEED, f"wins, {rules}", offers, won))
                if rules == "bargains":
                    rows.append(common.row(part, who, SEED, "trades", "a game", lab.mean(runs.table["trades"].tolist())))
            if len(found) == len(RULES):
                effect = difference(found["no bargains"], found["bargains"], effects).estimate
                rows.append(common.row(part, who, SEED, "wins, bargains minus none", offers, effect))
    return rows


def all_who_offer(games: int, workers: int | Executor) -> list[common.Row]:
    """Seat the same player, who offers bargains, everywhere, and compare games with bargains and without."""
    rows: list[common.Row] = []
    level = level_for_all(len(MEASURES) * len(KINDS))
    size = SIZES[0]
    for offers, _ in KINDS:
        part = f"all offer, {size} players"
        runs = {rules: played(offers, size, rules, max(1, games // FEWER), workers) for rules in RULES}
        rows.append(common.row(part, offers, SEED, "trades", "a game", lab.mean(runs["bargains"].table["trades"].tolist())))
        for measure, column in MEASURES.items():
            values = {rules: one.table[column].tolist() for rules, one in runs.items()}
            rows += [common.row(part, offers, SEED, measure, rules, lab.mean(values[rules], level)) for rules in RULES]
            effect = difference(values["no bargains"], values["bargains"], level).estimate
            rows.append(common.row(part, offers, SEED, measure, "bargains minus none", effect))
    return rows


def study(games: int, workers: int | Executor) -> pd.DataFrame:
    """Play the games of this question.

    Args:
        games: how many games with one who offers are played with each number of players and under each rule.
        workers: a number of processes, or an executor.

    Returns:
        the table. The four shares of wins with bargains hold together; so do the two effects of bargains on wins, and all
        effects where everybody offers.
    """
    return common.table(one_who_offers(games, workers) + all_who_offer(games, workers))


if __name__ == "__main__":
    common.run(study, "merry_way_trade", __doc__, GAMES)
