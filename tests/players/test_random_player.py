"""The player without a plan."""

from __future__ import annotations

from collections import Counter

import workbench as wb
from workbench.core.random import Random
from workbench.players.random_player import RandomPlayer

GAME = wb.load("northwood")


def test_every_legal_action_is_equally_likely_and_no_other_is_chosen() -> None:
    view = GAME.position({"hand": "C5", "failed": [0, 1, 2, 3]}).view(0)
    player = RandomPlayer(GAME, Random(1))
    chosen = Counter(player.choose(view) for _ in range(4000))
    assert set(chosen) == set(view.legal())
    assert all(abs(count - 1000) < 4 * 1000**0.5 for count in chosen.values())


def test_choices_follow_from_the_stream_alone() -> None:
    view = GAME.position({"hand": "C5"}).view(0)
    first, second = RandomPlayer(GAME, Random(2)), RandomPlayer(GAME, Random(2))
    assert [first.choose(view) for _ in range(20)] == [second.choose(view) for _ in range(20)]


def test_it_is_called_random() -> None:
    assert isinstance(wb.make_player(GAME, "random", Random(1)), RandomPlayer)
