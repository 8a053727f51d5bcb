"""Many games as a plain list, for places without pandas, such as a browser."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from workbench.core.game import Game
from workbench.core.interrupts import interrupts_deferred
from workbench.core.player import Seated
from workbench.lab.simulate import at_least_one, columns_of, error_of, plan_of, play, tell_interrupt
from workbench.worker.batch import Batch


def play_rows(
    game: Game | type[Game] | Path | str,
    players: Seated | Sequence[Seated] = "scripted",
    games: int = 100,
    seed: int = 0,
    *,
    rotate: bool = True,
) -> list[dict[str, Any]]:
    """Play the games of `simulate` in this process, with nothing but Python.

    Args:
        game: the rules, or a game's name for its usual rules.
        players: one player for every seat, or a list with one player per seat, as for `simulate`.
        games: how many games.
        seed: any whole number.
        rotate: whether the players move on by one seat after each game.

    Returns:
        one dict per game, with the columns of `Runs.table`.

    Raises:
        PlayerError: a player chose an illegal action or raised an error; its attribute `finished` holds the games before.
        WorkbenchError: an argument is wrong, or the rules broke off a game.

    >>> rows = play_rows("northwood", players="counter", games=3, seed=1)
    >>> [(row["game"], row["player_0"]) for row in rows]
    [(0, 'counter'), (1, 'counter'), (2, 'counter')]
    """
    plan, labels = plan_of(game, players, seed, rotate, False)
    done = Batch()
    with interrupts_deferred(dropped=True) as let_in:
        stopped = play(plan, [range(at_least_one("games", games))], games, 1, None, done, False, let_in)
        columns = columns_of(done, plan.game, labels)
        rows = [dict(zip(columns, values, strict=True)) for values in zip(*columns.values(), strict=True)]
        if stopped:
            tell_interrupt(len(rows), games)
    if done.fault is not None:
        raise error_of(done.fault, plan, rows)
    return rows
