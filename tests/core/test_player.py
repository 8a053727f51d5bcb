"""Players: what they are made of and how they are called."""

from __future__ import annotations

import gc
import sys
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused, some_in_short
from workbench.core.outside import whole_number
from workbench.core.player import FunctionPlayer, Player, player_title
from workbench.core.random import Random
from workbench.core.registry import make_player
from workbench.core.state import View


def first(view: View) -> int:
    return view.legal()[0]


def test_a_player_keeps_its_game_and_its_own_stream() -> None:
    game, rng = wb.load("northwood"), Random(1)
    player = Player(game, rng)
    assert player.game is game and player.rng is rng
    with refused(NotImplementedError, "Player must say how it chooses."):
        player.choose(game.position({"hand": "C5"}).view(0))


def test_a_function_plays() -> None:
    game = wb.load("northwood")
    view = game.position({"hand": "C5", "failed": [0]}).view(0)
    assert FunctionPlayer(game, Random(1), first).choose(view) == game.action("fief:1")


@some_in_short("name", wb.game_names(), every=4)
def test_a_player_that_is_gone_holds_on_to_nothing(name: str) -> None:
    """Compiled, a class whose `__init__` is inherited has to allow interpreted subclasses: else it is run twice, and its stream
    of random numbers stays for ever."""
    game, streams = wb.load(name), {player: Random(1) for player in wb.player_names(name)}
    before = {player: sys.getrefcount(rng) for player, rng in streams.items()}
    made = [make_player(game, player, rng) for player, rng in streams.items()]
    assert all(sys.getrefcount(rng) > before[player] for player, rng in streams.items())
    del made
    gc.collect()  # once for all of them: it goes through everything that these tests hold
    assert {player: sys.getrefcount(rng) for player, rng in streams.items()} == before


class Named(Player):
    player_name = "named"


@pytest.mark.parametrize(
    ("player", "title"),
    [
        ("random", "random"),
        (Named, "named"),
        (Named(wb.load("northwood"), Random(1)), "named"),
        (Player, "Player"),
        (first, "first"),
        (FunctionPlayer(wb.load("northwood"), Random(1), first), "first"),
        (lambda view: 0, "<lambda>"),
    ],
)
def test_titles(player: Any, title: str) -> None:
    assert player_title(player) == title


class Five:
    """A number of some other library."""

    def __index__(self) -> int:
        return 5


@pytest.mark.parametrize(
    ("value", "number"),
    [(5, 5), (Five(), 5), (-1, -1), (True, None), (5.0, None), ("5", None), (None, None), ([5], None)],
)
def test_whole_numbers(value: object, number: int | None) -> None:
    assert whole_number(value) == number
