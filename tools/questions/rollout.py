"""How often does the rollout player win, with another player of the game in all other seats?

    python tools/questions/rollout.py --games 200 --workers 2 --store runs/questions
    python tools/questions/rollout.py --games 200 --game keydom --players 2 3

It plays with two, three and four players, where the game allows them, against the strongest opponents first. All of it takes
days on two cores. So the table is written after each row, and a row that has as many games already is not played again.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from pathlib import Path

import pandas as pd

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))  # last, so that an installed package plays if there is one

import workbench as wb  # noqa: E402
from tools.questions import common  # noqa: E402  # it is beside this script, wherever that is run
from workbench import lab  # noqa: E402
from workbench.core.ladder import IMPROVER, ladder  # noqa: E402

GAMES = 200
SEED = 1
NAMES = ("resource_hog", "keydom", "goods_and_honor", "merry_way")
PLAYERS = (2, 3, 4)
Row = tuple[str, int, str]
"""A row to play: the game, how many players, and who sits in all other seats."""


def rows(names: Sequence[str] = NAMES, players: Sequence[int] = PLAYERS) -> Iterator[Row]:
    """Yield the rows of the table.

    Args:
        names: the games.
        players: the numbers of players, where a game allows them.

    >>> list(rows(["keydom"], [2]))[:2]
    [('keydom', 2, 'homesteader'), ('keydom', 2, 'gatekeeper')]
    """
    for name in names:
        game = wb.load(name)
        others = [rung.player for rung in ladder(game) if rung.player in game.strategies]
        yield from ((name, number, other) for number in players if number in game.player_counts for other in others)


def played(row: Row, games: int, workers: int | Executor) -> common.Row:
    """Play a row's games; the rollout player moves on by a seat after each.

    Args:
        row: what to play.
        games: how many games.
        workers: a number of processes, or an executor.
    """
    name, number, other = row
    game = wb.load(name, players=number)
    seated = [IMPROVER, *[other] * (number - 1)]
    runs = common.simulate(f"{name}, {named(row)}", game, seated, games, SEED, workers)
    won = common.wins_of(runs, IMPROVER)
    return common.row(name, named(row), SEED, "wins", IMPROVER, lab.share(sum(won), len(won)))


def named(row: Row) -> str:
    """Return who plays, as the table says it.

    >>> named(("keydom", 3, "farmer"))
    'rollout and 2 x farmer'
    """
    return f"{IMPROVER} and {row[1] - 1} x {row[2]}"


def study(games: int, workers: int | Executor, asked: Sequence[Row] | None = None, file: Path | None = None) -> pd.DataFrame:
    """Play the games of this question.

    Args:
        games: how many games in each row.
        workers: a number of processes, or an executor.
        asked: the rows; all of them by default.
        file: where to write the table after each row. Its rows with as many games stay as they are.

    Returns:
        the table.
    """
    order = [(row[0], named(row)) for row in rows()]
    found: dict[tuple[str, str], common.Row] = {}
    if file is not None and file.exists():
        stored = pd.read_csv(file, comment="#").itertuples(index=False, name=None)
        found = {(row[0], row[1]): row for row in stored if row[5] == games}
    for row in rows() if asked is None else asked:
        key = row[0], named(row)
        if key not in found:
            found[key] = played(row, games, workers)
            if file is not None:
                kept = common.table([found[key] for key in order if key in found])
                common.write(kept, file, f"python tools/questions/rollout.py --games {games}")
    return common.table([found[key] for key in order if key in found])


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, play and write.

    Args:
        arguments: the command line, without the name of the program; None for the real one.
    """
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    common.usual_arguments(parser, GAMES)
    parser.add_argument("--game", nargs="+", choices=NAMES, default=NAMES, help="the games; all four by default")
    parser.add_argument("--players", nargs="+", type=int, choices=PLAYERS, default=PLAYERS, help="how many; 2 3 4 by default")
    asked = parser.parse_args(arguments)
    file = asked.out / "rollout.csv"
    with common.keeping(asked.store, "rollout"):
        study(asked.games, asked.workers, list(rows(asked.game, asked.players)), file)
    print(f"Wrote {file}.")


if __name__ == "__main__":
    main()
