"""What is it worth to begin in Keydom, and does an extra counter for the second player make up for it?

    python tools/questions/keydom_first_seat.py --games 2500 --workers 2

Two players. First the same player sits in both seats, with `seat_bonus` and without it, over the same seeds. Then unlike
players meet, so that you can compare the worth of the first turn with the worth of playing better.
"""

from __future__ import annotations

import sys
from concurrent.futures import Executor
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))  # last, so that an installed package plays if there is one

import workbench as wb  # noqa: E402
from tools.questions import common  # noqa: E402  # it is beside this script, wherever that is run
from workbench import lab  # noqa: E402
from workbench.lab.statistics import difference, level_for_all  # noqa: E402

GAMES = 2_500
SEED = 1
PLAYERS = ("homesteader", "gatekeeper", "merchant")
"""The three best quick players of the ladder. The third plays differently: it stores what the other player wants."""
RULES = {"as written": "none", "with the bonus": "one_extra_counter_per_seat_after_first"}
"""The values of `seat_bonus` by the names of the parts."""
EFFECT = "bonus minus none"
UNLIKE = "unlike players"


def study(games: int, workers: int | Executor) -> pd.DataFrame:
    """Play the games of this question.

    Args:
        games: how many games of each player under each rule, and of each pair of unlike players.
        workers: a number of processes, or an executor.

    Returns:
        the table. The intervals of each measure hold together: those of the six shares of wins, those of the three effects of
        the bonus, and those of the unlike players.
    """
    rows: list[common.Row] = []
    shares, effects = level_for_all(len(PLAYERS) * len(RULES)), level_for_all(len(PLAYERS))
    for player in PLAYERS:
        wins, leads = [], []
        for part, bonus in RULES.items():
            game = wb.load("keydom", players=2, seat_bonus=bonus)
            runs = common.simulate(f"{player}, {part}", game, player, games, SEED, workers)
            won = common.at_place(runs, "win", 0)
            pairs = zip(common.at_place(runs, "score", 0), common.at_place(runs, "score", 1), strict=True)
            wins.append(won)
            leads.append([mine - theirs for mine, theirs in pairs])
            rows.append(common.row(part, player, SEED, "wins", "turn 1", lab.share(sum(won), games, shares)))
            rows.append(common.row(part, player, SEED, "lead", "turn 1", lab.mean(leads[-1], shares)))
        for measure, (without, bonus_too) in (("wins", wins), ("lead", leads)):
            found = difference(without, bonus_too, effects).estimate
            rows.append(common.row(EFFECT, player, SEED, measure, "turn 1", found))
    return common.table(rows + unlike(games, workers))


def unlike(games: int, workers: int | Executor) -> list[common.Row]:
    """Let the strongest player meet each of the others, and return what it wins when it begins, and when it does not."""
    strongest, *others = PLAYERS
    rows = []
    level = level_for_all(2 * len(others))
    for other in others:
        game = wb.load("keydom", players=2)
        runs = common.simulate(f"{strongest} against {other}", game, [strongest, other], games, SEED, workers)
        by_place: tuple[list[float], list[float]] = ([], [])
        for first, player, *won in runs.table[["first", "player_0", "win_0", "win_1"]].itertuples(index=False, name=None):
            seat = 0 if player == strongest else 1
            by_place[(seat - int(first)) % 2].append(won[seat])
        for place, results in enumerate(by_place):
            if not results:  # in a few games, one of them may always begin
                continue
            found = lab.share(sum(results), len(results), level)
            rows.append(common.row(UNLIKE, f"{strongest}, {other}", SEED, f"wins of {strongest}", f"turn {place + 1}", found))
    return rows


if __name__ == "__main__":
    common.run(study, "keydom_first_seat", __doc__, GAMES)
