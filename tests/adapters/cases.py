"""Every game there is, for every number of players, and the toy game: what each suite runs on. There is no list to edit."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

import workbench as wb
from tests.shrunken import Shrunken
from tests.toy_game import shrunken as toy_shrunken
from tests.toy_game.game import SealedLots
from workbench.core.game import Game
from workbench.core.ladder import quick_players

GAMES: list[Game] = [
    *[wb.load(name, players) for name in wb.game_names() for players in type(wb.load(name)).player_counts],
    *[SealedLots({}, players) for players in SealedLots.player_counts],
]
SOLO = [game for game in GAMES if game.players == 1]
WITH_SECRETS = [game for game in GAMES if game.has_secrets()]


QUICK = ("northwood", SealedLots.name)
"""Games of which whole ones are soon played: one of one player, and the smallest, which has secrets."""


def each(games: list[Game], quick: tuple[str, ...] = ()) -> pytest.MarkDecorator:
    """A test of each game; the short run takes the fewest players of each.

    Args:
        games: the games.
        quick: the games that the short run takes; all of them unless it says so.
    """
    left = [game for game in games if game.players != game.player_counts[0] or (quick and game.name not in quick)]
    rows = [pytest.param(game, marks=[pytest.mark.long] if game in left else []) for game in games]
    return pytest.mark.parametrize("game", rows, ids=title)


def each_small_game() -> pytest.MarkDecorator:
    """A test of every shrunken variant that a game lists; the short run takes the first of the quick games."""
    rows: list[Any] = []
    lists = {name: import_module(f"tests.games.{name}.shrunken").SHRUNKEN for name in wb.game_names()}
    for name, listed in {**lists, SealedLots.name: toy_shrunken.SHRUNKEN}.items():
        for small in listed:
            known = name in lists
            game = wb.load(name, small.players, **small.options) if known else SealedLots(small.options, small.players)
            in_short = small is listed[0] and name in QUICK
            rows.append(pytest.param(game, small, marks=[] if in_short else [pytest.mark.long]))
    return pytest.mark.parametrize(("game", "small"), rows, ids=title)


def a_quick_player(game: Game) -> str:
    """The name of a player of the game that decides at a glance."""
    return list(quick_players(game))[-1]


def title(value: object) -> str | None:
    """A short name for a case."""
    if isinstance(value, Game):
        return f"{value.name}-{value.players}"
    if isinstance(value, Shrunken):
        return "-".join(str(option) for option in value.options.values()).replace(" ", "")
    return None
