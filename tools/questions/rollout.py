"""How often does the rollout player win, with another player of the game in all other seats?

    python tools/questions/rollout.py --workers 2
    python tools/questions/rollout.py --game keydom --players 2 3 --games 24

It plays with two, three and four players, where the game allows them, against the strongest opponents first. All of it takes
days on two cores. So the table is written after every twelve games, in which each seat has its turn equally often, and the same
command continues a row where it stands. If the rules or a player have changed, remove their rows first.
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

GAMES = 204
AT_ONCE = 12
"""How many games are played before the table is written again; each dozen has a seed of its own."""
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


def played(row: Row, dozen: int, workers: int | Executor) -> float:
    """Play some games of a row, and return how many the rollout player won; it moves on by a seat after each.

    Args:
        row: what to play.
        dozen: which of the row's dozens of games, from 0.
        workers: a number of processes, or an executor.
    """
    name, number, other = row
    game = wb.load(name, players=number)
    seated = [IMPROVER, *[other] * (number - 1)]
    title = f"{name}, {named(row)}, from game {dozen * AT_ONCE}"
    return sum(common.wins_of(common.simulate(title, game, seated, AT_ONCE, SEED + dozen, workers), IMPROVER))


def named(row: Row) -> str:
    """Return who plays, as the table says it.

    >>> named(("keydom", 3, "farmer"))
    'rollout and 2 x farmer'
    """
    return f"{IMPROVER} and {row[1] - 1} x {row[2]}"


def study(games: int, workers: int | Executor, asked: Sequence[Row] | None = None, file: Path | None = None) -> pd.DataFrame:
    """Play the games of this question that a table lacks.

    Args:
        games: how many games each row needs at least.
        workers: a number of processes, or an executor.
        asked: the rows; all of them by default.
        file: the table so far, which is written again after each dozen games.

    Returns:
        the table.
    """
    order = [(row[0], named(row)) for row in rows()]
    found = {(row[0], row[1]): row for row in common.kept_rows(file)}
    for row in rows() if asked is None else asked:
        key = row[0], named(row)
        n, won = (found[key][5], common.in_twelfths(found[key][6] * found[key][5])) if key in found else (0, 0.0)
        while n < games:
            won += played(row, n // AT_ONCE, workers)
            n += AT_ONCE
            found[key] = common.row(row[0], named(row), SEED, "wins", IMPROVER, lab.share(won, n))
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
