"""How often does a good player win For Northwood!, by the stars it needs and in the house scenarios?

    python tools/questions/northwood_difficulty.py --games 300 --workers 2

The introductory game is played for 16, 18 and 20 stars, and each of the sixteen scenarios for the stars that it asks for. The
intervals of the scenarios hold for all sixteen together.

The strongest player takes seconds for a game. Its games are those of the stored ladder, which it played for 16 stars. How often
it reached 18 or 20 in these games is therefore less than what it could do if the game asked for them.
"""

from __future__ import annotations

import json
import sys
from concurrent.futures import Executor
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))  # last, so that an installed package plays if there is one

import workbench as wb  # noqa: E402
from tools.questions import common  # noqa: E402  # it is beside this script, wherever that is run
from workbench import lab  # noqa: E402
from workbench.core.ladder import FILE  # noqa: E402
from workbench.core.random import Random  # noqa: E402
from workbench.lab.statistics import LEVEL, level_for_all  # noqa: E402

GAMES = 300
SEED = 1
STARS = (16, 18, 20)
SCENARIOS = 16
FEWER = 5
"""Each scenario gets this part of the games."""
QUICKER = 10
"""How many games the weak player plays for each game of the strong one."""


def played(
    part: str, player: str, of: str, rules: wb.Game, games: int, workers: int | Executor, level: float = LEVEL
) -> list[common.Row]:
    """Play some games, and return how many were won and the mean number of stars."""
    runs = common.simulate(f"{player}, {part}, {of}", rules, player, games, SEED, workers)
    won = lab.share(runs.table["win_0"].sum(), runs.games, level)
    stars = lab.mean(runs.table["score_0"].tolist(), level)
    return [common.row(part, player, SEED, "wins", of, won), common.row(part, player, SEED, "stars", of, stars)]


def by_stars(player: str, games: int, workers: int | Executor) -> list[common.Row]:
    """Play the introductory game for different numbers of stars."""
    rows: list[common.Row] = []
    for stars in STARS:
        rules = wb.load("northwood", threshold=stars)
        rows.extend(played("introductory", player, f"{stars} stars", rules, games, workers))
    return rows


def of_the_ladder() -> list[common.Row]:
    """Return how many stars the players of the stored ladder reached, playing for 16."""
    game = wb.load("northwood")
    rows: list[common.Row] = []
    for meeting in json.loads((game.folder / FILE).read_text(encoding="utf-8"))["meetings"]:
        player, scores = meeting["player"], meeting["scores"]
        seed = int(Random("ladder", game.name, player, meeting["against"]).below(1 << 31))  # as the ladder plays
        for stars in STARS:
            reached = lab.share(sum(score >= stars for score in scores), len(scores))
            rows.append(common.row("ladder, for 16 stars", player, seed, "reached", f"{stars} stars", reached))
    return rows


def study(games: int, workers: int | Executor) -> pd.DataFrame:
    """Play with a strong player and one that only counts, and read what the stored ladder says of the others.

    Args:
        games: how many games the strong player plays for each number of stars.
        workers: a number of processes, or an executor.
    """
    fewer = max(1, games // FEWER)
    rows: list[common.Row] = []
    level = level_for_all(SCENARIOS)
    for player, number, of_scenario in (("counter", games * QUICKER, fewer * QUICKER), ("visitor", games, fewer)):
        rows.extend(by_stars(player, number, workers))
        for scenario in range(1, SCENARIOS + 1):
            rules = wb.load("northwood", setup="scenario", scenario=scenario)
            rows.extend(played("scenario", player, str(scenario), rules, of_scenario, workers, level))
    rows.extend(of_the_ladder())
    return common.table(rows)


if __name__ == "__main__":
    common.run(study, "northwood_difficulty", __doc__, GAMES)
