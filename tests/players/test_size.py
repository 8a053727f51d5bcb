"""A game that is too large is refused soon, with an estimate; a game that is not too large is never refused."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused, some_in_short
from tests.players.secret_games import Whist
from workbench.core.errors import TooLarge
from workbench.core.registry import game_names
from workbench.players import exact
from workbench.players.size import SOON, estimated

STEPS = 30_000
"""So many rules may be carried out before a game is refused: about a second's work."""


@some_in_short("name", game_names(), every=3)
def test_the_five_large_games_are_refused_after_a_few_random_games(name: str) -> None:
    with pytest.raises(TooLarge, match=r"is too large to solve exactly: by an estimate from \d+ random games, it has at least"):
        exact.solve(name)


@pytest.mark.parametrize("hand", [pytest.param(3, marks=pytest.mark.long), 6])
def test_whist_with_all_cards_is_refused_soon(hand: int) -> None:
    """Three cards each of 26 can be dealt in 26 over 3 times 23 over 3 ways, 4.6 million."""
    Whist.Deal.applied = 0
    with refused(TooLarge, "random games, it has at least"):
        exact.solve(wb.load(Whist, hand=hand, ranks=13))
    assert SOON < Whist.Deal.applied < STEPS


@pytest.mark.parametrize(
    ("name", "options"), [("nim", {}), ("tic_tac_toe", {}), ("pig", {"goal": 8}), ("kuhn", {})]
)
def test_the_bound_is_never_above_the_number_of_positions(name: str, options: dict[str, Any]) -> None:
    """In Pig positions come again, in Noughts and crosses many orders of moves lead to the same one."""
    game = wb.load(name, **options)
    size = estimated(game, 20_000)
    assert size.games > 10
    assert size.positions <= exact.solve(game).positions
    assert repr(estimated(game, 20_000)) == repr(size), "the same each time"


def test_histories_are_counted_without_a_bias() -> None:
    """Noughts and crosses has 549,946 of them, which random games tell within a few per cent."""
    assert estimated(wb.load("tic_tac_toe"), 100_000).histories == pytest.approx(549_946, rel=0.05)


def test_a_game_that_fits_is_solved_whatever_its_size() -> None:
    """With a limit just as large as the game it is solved, and otherwise refused in the course of the work."""
    assert exact.backward("tic_tac_toe", 5_478).positions == 5_478
    with refused(TooLarge, "There are more than 4,000 positions: too many to solve Tic-tac-toe exactly. Try options"):
        exact.backward("tic_tac_toe", 4_000)
