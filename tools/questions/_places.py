"""What each place in the turn order wins and scores: shared by the questions about turn order."""

from __future__ import annotations

from workbench import lab


def at_place(runs: lab.Runs, column: str, place: int) -> list[float]:
    """Return what one place in the turn order had, game by game.

    Args:
        runs: the games; they must say who began.
        column: what to look at: ``win`` or ``score``.
        place: 0 for the player who began, 1 for the next, and so on.

    >>> runs = lab.simulate("keydom", "random", games=2, seed=1)
    >>> [sum(pair) for pair in zip(at_place(runs, "win", 0), at_place(runs, "win", 1), strict=True)]
    [1.0, 1.0]
    """
    seats = [runs.table[f"{column}_{seat}"].tolist() for seat in range(runs.game.players)]
    began = runs.table["first"].astype(int).tolist()
    return [float(seats[(first + place) % len(seats)][game]) for game, first in enumerate(began)]
