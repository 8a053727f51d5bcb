"""What is each of the 24 characters of For Northwood! worth, as an ally and as a ruler?

    python tools/questions/northwood_characters.py --games 800 --workers 2

The full set-up deals the characters at random: each is an ally in a sixth of the games, a ruler in a third, and stays out of
the others. So one run is an experiment on all of them at once. An ally is compared with the games in which it is not an ally,
and a ruler with the games in which the character takes no part. Intervals hold for all 24 characters of a part together.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))  # last, so that an installed package plays if there is one

import workbench as wb  # noqa: E402
from tools.questions import common  # noqa: E402  # it is beside this script, wherever that is run
from workbench import lab  # noqa: E402
from workbench.core.played import EVENTS, Played, needs, seen  # noqa: E402
from workbench.games.northwood.components import CHARACTERS, character_name  # noqa: E402
from workbench.lab.statistics import level_for_all  # noqa: E402

GAMES = 800
SEED = 1
QUICKER = 25
"""How many games the weak player plays for each game of the strong one; its games cost next to nothing."""
PLAYERS = {"counter": QUICKER, "visitor": 1}
DEALT = Played((0,), events=(seen("ally", character=0), seen("ruler", character=3, fief=0)))
"""A deal with two characters: number 0 is an ally and number 3 is a ruler."""


@needs(EVENTS)
def allies_dealt(played: Played) -> float:
    """Return the allies of a deal as a number with a bit for each character.

    >>> allies_dealt(DEALT)
    1.0
    """
    return float(sum(1 << event.fields["character"] for event in played.happened("ally")))


@needs(EVENTS)
def rulers_dealt(played: Played) -> float:
    """Return the rulers of a deal as a number with a bit for each character.

    >>> rulers_dealt(DEALT)
    8.0
    """
    return float(sum(1 << event.fields["character"] for event in played.happened("ruler")))


def worth(player: str, games: pd.DataFrame) -> Iterator[common.Row]:
    """Yield what each character is worth in each part, in wins and in stars.

    Args:
        player: who played.
        games: a row for each game, with the columns of both metrics.
    """
    allies, rulers = games["allies_dealt"].astype(int), games["rulers_dealt"].astype(int)
    level = level_for_all(CHARACTERS)
    for part in ("ally", "ruler"):
        for character in range(CHARACTERS):
            bit = 1 << character
            there = (allies if part == "ally" else rulers) & bit != 0
            other = ~there if part == "ally" else (allies | rulers) & bit == 0
            for measure, column in (("wins", "win_0"), ("stars", "score_0")):
                with_it, without = games.loc[there, column].tolist(), games.loc[other, column].tolist()
                if with_it and without:  # in a few games it may be always there, or never
                    found = common.apart(without, with_it, level)
                    yield common.row(part, player, SEED, measure, character_name(character), found)


def study(games: int, workers: int | Executor) -> pd.DataFrame:
    """Play the full set-up with each player, and compare.

    Args:
        games: how many games the strong player plays.
        workers: a number of processes, or an executor.
    """
    rules = wb.load("northwood", setup="full")
    rows: list[common.Row] = []
    for player, times in PLAYERS.items():
        runs = common.simulate(player, rules, player, games * times, SEED, workers, (allies_dealt, rulers_dealt))
        rows.append(common.row("game", player, SEED, "wins", "16 stars", lab.share(runs.table["win_0"].sum(), runs.games)))
        rows.append(common.row("game", player, SEED, "stars", "a game", lab.mean(runs.table["score_0"].tolist())))
        rows.extend(worth(player, runs.table))
    return common.table(rows)


if __name__ == "__main__":
    common.run(study, "northwood_characters", __doc__, GAMES)
