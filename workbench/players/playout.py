"""Playing a game to its end without a match around it: no words, no log, no history. The loop that many games run through."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.core.state import CHANCE, OVER

if TYPE_CHECKING:
    from workbench.core.player import Player
    from workbench.core.random import Random
    from workbench.core.state import State


def random_playout(state: State, rng: Random) -> int:
    """Play to the end in place, every decision uniformly at random.

    Args:
        state: any position; it is changed.
        rng: decides everything, chance included.

    Returns:
        the number of decisions made.

    >>> import workbench as wb
    >>> from workbench.core.random import Random
    >>> state = wb.load("northwood").start()
    >>> random_playout(state, Random(1)) > 100, state.to_move == wb.OVER
    (True, True)
    """
    decisions = 0
    while True:
        mover = state.to_move
        if mover >= 0:
            # the phase is asked directly: one call less each time, where nothing else is done
            phase = state.phase
            legal = phase.legal(state)
            decisions += 1
            phase.apply(state, legal[rng.below(len(legal))])
        elif mover == CHANCE:
            state.phase.roll(state, rng)
        else:
            return decisions


def playout(state: State, players: list[Player], rng: Random, limit: int = 1_000_000) -> int:
    """Let players finish a game in place. Their choices are not checked here.

    Args:
        state: any position; it is changed.
        players: one player a seat.
        rng: draws the random events; players have streams of their own.
        limit: the most decisions to make.

    Returns:
        the number of decisions made.
    """
    decisions = 0
    while decisions < limit:
        mover = state.to_move
        if mover >= 0:
            decisions += 1
            state.apply(players[mover].choose(state.view(int(mover))))
        elif mover == CHANCE:
            state.roll(rng)
        elif mover == OVER:
            break
    return decisions
