"""What a named player does, in a sentence, and how well it plays, as measured: what menus say about it.

The sentence is the first line of its class. How well it plays is measured by `tools/measure_players.py`, which stores it beside
the game.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Final

from workbench.core.errors import UnknownNameError
from workbench.core.game import Game
from workbench.core.outside import quoted
from workbench.core.registry import players_of

FILE: Final = "strengths.json"
"""Where a game keeps what was measured."""
REFERENCE: Final = "scripted"
"""Against whom players are measured: the game's reference player."""


@dataclass(frozen=True)
class Strength:
    """How well a player plays.

    Attributes:
        n: how many games were played.
        value: alone the mean score, among several the share of wins, 0..1.
        low: where the interval of 95 % begins.
        high: where it ends.
    """

    n: int
    value: float
    low: float
    high: float


def says(game: Game, name: str) -> str:
    """What a player does, as the first sentence of its class says.

    Raises:
        UnknownNameError: there is no such player.

    >>> from workbench.core.registry import load
    >>> says(load("northwood"), "random")
    'Chooses uniformly among the legal actions.'
    """
    found = players_of(game)
    if name not in found:
        raise UnknownNameError(f"There is no player {quoted(name)} for {game.name}.")
    return (found[name].__doc__ or "").strip().partition("\n")[0]


def measured(game: Game) -> dict[str, Strength]:
    """What was measured of the players of a game, by their names, by its usual rules; empty where nothing was.

    >>> from workbench.core.registry import load
    >>> found = measured(load("keydom"))
    >>> found["gatekeeper"].value > found["random"].value, measured(load("nim"))
    (True, {})
    """
    file = game.folder / FILE
    if not file.exists():
        return {}
    data = json.loads(file.read_text(encoding="utf-8"))
    return {name: Strength(**found) for name, found in data["strengths"].items()}


def strength(game: Game, name: str) -> str:
    """How well a player plays, as measured, with n and the interval; empty where nothing was measured, or by other rules.

    >>> from workbench.core.registry import load
    >>> strength(load("northwood"), "no_such_player")
    ''
    """
    file = game.folder / FILE
    if not file.exists() or game.changed_phases or game.options.changed():
        return ""
    data = json.loads(file.read_text(encoding="utf-8"))
    if name == REFERENCE:
        name = next((one for one in data["strengths"] if one == game.reference_player), name)
    if name not in data["strengths"]:
        return ""
    found, seats = Strength(**data["strengths"][name]), int(data["players"])
    if seats == 1:
        return f"mean score {found.value:.1f} ({found.low:.1f} to {found.high:.1f}, {found.n} games)"
    others = f"{seats - 1} × {game.reference_player}"
    return f"wins {found.value:.0%} ({found.low:.0%} to {found.high:.0%}) against {others}, {found.n} games"
