"""What a named player does, in a sentence, and how well it plays, as measured: what menus say.

The sentence is the first line of its class. How well it plays stands on the game's ladder.
"""

from __future__ import annotations

from workbench.core.errors import UnknownNameError
from workbench.core.game import Game
from workbench.core.ladder import REFERENCE, Rung, is_measured, ladder
from workbench.core.outside import quoted
from workbench.core.registry import candidates_of


def says(game: Game, name: str) -> str:
    """What a player does, as the first sentence of its class says.

    Raises:
        UnknownNameError: there is no such player.

    >>> from workbench.core.registry import load
    >>> says(load("northwood"), "random")
    'Chooses uniformly among the legal actions.'
    """
    found = candidates_of(game)
    if name not in found:
        raise UnknownNameError(f"There is no player {quoted(name)} for {game.name}.")
    return (found[name].__doc__ or "").strip().partition("\n")[0]


def strength(game: Game, name: str) -> str:
    """How well a player plays, as measured, with n and the interval; empty where nobody measured it by these rules.

    >>> from workbench.core.registry import load
    >>> strength(load("northwood"), "no_such_player")
    ''
    """
    if not is_measured(game):
        return ""
    wanted = game.reference_player if name == REFERENCE else name
    for rung in ladder(game):
        if rung.player == wanted:
            return told(game, rung)
    return ""


def told(game: Game, rung: Rung) -> str:
    """How well a player plays, in words."""
    won = f"wins {rung.value:.0%} ({rung.low:.0%} to {rung.high:.0%}"
    if game.players == 1:
        return f"{won}, {rung.n} games)"
    if rung.player == game.reference_player:
        return f"rating {rung.rating:.0f}; the other players are measured against it"
    return f"{won}, {rung.n} games) against {game.players - 1} × {game.reference_player}, rating {rung.rating:.0f}"
