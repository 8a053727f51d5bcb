"""Play a game to its end without a match, and so without words, log or history.

This loop is for playing many games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.core.player import decide, look_and_decide, only_looks
from workbench.core.random import Purposes, Random
from workbench.core.state import CHANCE, ENTERING

if TYPE_CHECKING:
    from workbench.core.player import Player
    from workbench.core.state import State
    from workbench.core.types import Action, Number


def drawn(state: State, chance: Random | Purposes) -> int:
    """Draw the outcome of a random event; its purpose is the phase that waits for it.

    Args:
        state: a position at a chance node.
        chance: draws it.

    >>> import workbench as wb
    >>> state = wb.load("northwood").start()
    >>> drawn(state, Purposes(1)) in state.legal(), drawn(state, Random(1)) in state.legal()
    (True, True)
    """
    if isinstance(chance, Purposes):
        return chance.draw(state.phase.name, state.chance())
    return chance.pick(state.chance())


def random_playout(state: State, rng: Random) -> int:
    """Play to the end in place, with every decision uniformly at random.

    Args:
        state: any position; it is changed.
        rng: decides everything, including random events.

    Returns:
        the number of decisions made.

    >>> import workbench as wb
    >>> from workbench.core.random import Random
    >>> state = wb.load("northwood").start()
    >>> random_playout(state, Random(1)) > 100, state.to_move == wb.OVER
    (True, True)
    """
    decisions: Number = 0
    while True:
        mover = state.to_move
        # ask the phase directly, which saves a call each time
        phase = state.phase
        if mover >= 0:
            legal = phase.legal(state)
            action: Action = legal[rng.below(len(legal))]
            phase.apply(state, action)
            decisions += 1
        elif mover == CHANCE:
            phase.roll(state, rng)
        else:
            return int(decisions)
        while state.to_move == ENTERING:
            state.phase.begin(state)


def playout_at_random(state: State, streams: list[Random], rng: Random | Purposes, limit: int = 100_000) -> int:
    """Play to the end in place, as if a `RandomPlayer` with its own stream sat in every seat.

    It plays the same game but makes no views.

    `random_playout` is even faster, but uses different random numbers.

    Args:
        state: any position; it is changed.
        streams: the random numbers of each seat.
        rng: draws the random events.
        limit: the most decisions to make; a game that is not over by then stays where it is.

    Returns:
        the number of decisions made.
    """
    decisions = 0
    while decisions < limit:
        mover = state.to_move
        if mover >= 0:
            legal = state.legal()
            decisions += 1
            state.apply(legal[streams[mover].below(len(legal))])
        elif mover == CHANCE:
            state.apply(drawn(state, rng))
        else:
            break
    return decisions


def playout(state: State, players: list[Player], rng: Random | Purposes, limit: int = 100_000) -> int:
    """Let players finish a game in place.

    Args:
        state: any position; it is changed.
        players: one player per seat.
        rng: draws the random events; players have streams of their own.
        limit: the most decisions to make; a game that is not over by then stays where it is.

    Returns:
        the number of decisions made.

    Raises:
        PlayerError: a player raised an error or chose an action that is not legal; `state` is the position it saw.

    With the same streams, `RandomPlayer` plays the same game as `playout_at_random`:

    >>> import workbench as wb
    >>> from workbench.core.random import Random
    >>> from workbench.players.random_player import RandomPlayer
    >>> game = wb.load("northwood")
    >>> state, other = game.start(), game.start()
    >>> decisions = playout(state, [RandomPlayer(game, Random(1))], Random(2))
    >>> playout_at_random(other, [Random(1)], Random(2)) == decisions, other.key() == state.key()
    (True, True)
    """
    decisions = 0
    lookers = [only_looks(player) for player in players]
    while decisions < limit:
        mover = state.to_move
        if mover >= 0:
            if lookers[mover]:
                action = look_and_decide(players[mover], state, int(mover), state.legal())
            else:
                action = decide(players[mover], state, int(mover))
            decisions += 1
            state.apply(action)
        elif mover == CHANCE:
            state.apply(drawn(state, rng))
        else:
            break
    return decisions
