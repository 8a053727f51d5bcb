"""Every game there is, for every number of players, and the toy game: what each suite runs on. There is no list to edit."""

from __future__ import annotations

from importlib import import_module

import workbench as wb
from tests.shrunken import Shrunken
from tests.toy_game import shrunken as toy_shrunken
from tests.toy_game.game import SealedLots
from workbench.core.game import Game

GAMES: list[Game] = [
    *[wb.load(name, players) for name in wb.game_names() for players in type(wb.load(name)).player_counts],
    *[SealedLots({}, players) for players in SealedLots.player_counts],
]
SOLO = [game for game in GAMES if game.players == 1]
WITH_SECRETS = [game for game in GAMES if game.has_secrets()]


def small_games() -> list[tuple[Game, Shrunken]]:
    """Every shrunken variant that a game lists, with its counts."""
    found = []
    for name in wb.game_names():
        for small in import_module(f"tests.games.{name}.shrunken").SHRUNKEN:
            found.append((wb.load(name, small.players, **small.options), small))
    for small in toy_shrunken.SHRUNKEN:
        found.append((SealedLots(small.options, small.players), small))
    return found


def title(value: object) -> str | None:
    """A short name for a case."""
    if isinstance(value, Game):
        return f"{value.name}-{value.players}"
    if isinstance(value, Shrunken):
        return "-".join(str(option) for option in value.options.values()).replace(" ", "")
    return None
