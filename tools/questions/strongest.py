"""Which place in the turn order wins when the strongest player sits in every seat?

    python tools/questions/strongest.py --workers 2
    python tools/questions/strongest.py --rules "goods_and_honor, as written" --games 40

The strongest player is *rollout*. It tries moves out and takes a tenth of a second or more for each, even compiled, so a game
takes from half a minute to two minutes on one core. The table is written after every four games, and the same command continues
a row where it stands. If the rules or the player have changed, remove their rows first.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))  # last, so that an installed package plays if there is one

import workbench as wb  # noqa: E402
from tools.questions import common, goods_turn_order, keydom_first_seat  # noqa: E402  # beside this script, wherever that is run
from workbench import lab  # noqa: E402
from workbench.core.ladder import IMPROVER  # noqa: E402
from workbench.lab.statistics import level_for_all  # noqa: E402

GAMES = 100
AT_ONCE = 4
"""How many games are played before the table is written again; each four have a seed of their own."""
SEED = 1
RULES: dict[str, Callable[[], wb.Game]] = {
    **{
        f"goods_and_honor, {rules}": partial(goods_turn_order.RULES[rules], goods_turn_order.SEATS)
        for rules in (goods_turn_order.AS_WRITTEN, *goods_turn_order.BEST)
    },
    **{
        f"keydom, {rules}": partial(wb.load, "keydom", players=2, seat_bonus=bonus)
        for rules, bonus in keydom_first_seat.RULES.items()
    },
    "merry_way, as written": partial(wb.load, "merry_way", players=2),
}
"""The games and rules to play, by the name of the table's part."""


def played(rules: str, batch: int, workers: int | Executor) -> list[float]:
    """Play some games, and return how many each place in the turn order won.

    Args:
        rules: which game and rules.
        batch: which games, from 0.
        workers: a number of processes, or an executor.
    """
    game = RULES[rules]()
    title = f"{rules}, from game {batch * AT_ONCE}"
    runs = common.simulate(title, game, IMPROVER, AT_ONCE, SEED + batch, workers)
    return [sum(common.at_place(runs, "win", place)) for place in range(game.players)]


def study(games: int, workers: int | Executor, asked: Sequence[str] = tuple(RULES), file: Path | None = None) -> pd.DataFrame:
    """Play the games of this question that a table lacks.

    Args:
        games: how many games each part needs at least.
        workers: a number of processes, or an executor.
        asked: the parts; all of them by default.
        file: the table so far, which is written again after every few games.

    Returns:
        the table. The intervals of all places of one part hold together.
    """
    found: dict[str, list[common.Row]] = {}
    for kept in common.kept_rows(file):
        found.setdefault(kept[0], []).append(kept)
    for rules in asked:
        places = RULES[rules]().players
        level = level_for_all(places)
        before = found.get(rules, [])
        n = before[0][5] if before else 0
        won = [common.in_twelfths(row[6] * n) for row in before] or [0.0] * places
        while n < games:
            more = played(rules, n // AT_ONCE, workers)
            won = [sum(pair) for pair in zip(won, more, strict=True)]
            n += AT_ONCE
            found[rules] = [
                common.row(rules, f"{places} x {IMPROVER}", SEED, "wins", f"turn {place}", lab.share(wins, n, level))
                for place, wins in enumerate(won, 1)
            ]
            if file is not None:
                common.write(in_order(found), file, f"python tools/questions/strongest.py --games {games}")
    return in_order(found)


def in_order(found: dict[str, list[common.Row]]) -> pd.DataFrame:
    """Return the rows that there are as a table, in the order of `RULES`."""
    return common.table([row for rules in RULES for row in found.get(rules, [])])


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, play and write.

    Args:
        arguments: the command line, without the name of the program; None for the real one.
    """
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    common.usual_arguments(parser, GAMES)
    parser.add_argument("--rules", nargs="+", choices=RULES, default=tuple(RULES), help="the parts; all of them by default")
    asked = parser.parse_args(arguments)
    file = asked.out / "strongest.csv"
    with common.keeping(asked.store, "strongest"):
        study(asked.games, asked.workers, asked.rules, file)
    print(f"Wrote {file}.")


if __name__ == "__main__":
    main()
