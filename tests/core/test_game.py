"""A game: options, players, symbols, rulebook and hooks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from tests.sample.guess.game import Guess
from workbench.core.errors import UnknownNameError
from workbench.core.events import Listener
from workbench.core.figures import Odds
from workbench.core.game import Bounds, Game, Preset
from workbench.core.state import State

NORTHWOOD = wb.load("northwood")


def test_a_game_says_what_it_is_and_what_was_changed() -> None:
    assert repr(NORTHWOOD) == "<For Northwood! for 1 player>"
    assert repr(Guess({"cards": 4})) == "<The guess for 2 players, cards=4>"


@pytest.mark.parametrize("name", wb.game_names())
def test_every_symbol_names_its_action(name: str) -> None:
    game = wb.load(name)
    assert len(set(game.vocabulary())) == game.actions > 0
    for action in range(game.actions):
        assert game.action(game.symbol(action)) == action
        assert game.action(game.symbol(action).upper()) == action


@pytest.mark.parametrize("action", [-1, 117])
def test_an_action_outside_the_vocabulary_is_refused(action: int) -> None:
    with refused(UnknownNameError, f"northwood has actions 0 to 116; there is no action {action}."):
        NORTHWOOD.symbol(action)


def test_an_unknown_symbol_gets_the_nearest() -> None:
    with refused(UnknownNameError, "northwood has no action 'card:C9'. Did you mean 'card:C"):
        NORTHWOOD.action("card:C9")


def test_the_rulebook_is_read_once_for_all_games_of_a_folder() -> None:
    assert NORTHWOOD.rulebook is wb.load("northwood", threshold=18).rulebook
    assert NORTHWOOD.rulebook["NW-TRICK-1"].id == "NW-TRICK-1"


def test_presets_come_from_the_table_of_the_rulebook() -> None:
    assert Guess.presets() == {"small": Preset("small", {"cards": 3}, "Three cards only.")}


def test_a_listener_hears_the_set_up() -> None:
    listener = Listener()
    state = NORTHWOOD.start(listener)
    assert state.listener is listener
    assert [event.clause for event in listener.events] == ["NW-SETUP-1", "NW-SETUP-2", "NW-SETUP-3"]
    assert NORTHWOOD.start().listener is None


def test_starts_are_independent() -> None:
    first, second = NORTHWOOD.start(), NORTHWOOD.start()
    first.apply(first.legal()[0])
    assert first.key() != second.key() == NORTHWOOD.start().key()


def test_odds_read_as_percentages() -> None:
    assert str(Odds("fief 3 succeeds", Fraction(1, 3))) == "fief 3 succeeds: 33.3%"
    assert str(Odds("success", 0.5, "exact")) == "success: 50.0%"


def test_the_hooks_a_game_need_not_fill_in() -> None:
    state = Guess({}).position({"cards": [3, 1]})
    game = state.game
    assert game.text(state, 0) == "The guess, Saying"
    assert game.panels(state, 0) == () == game.odds(state, 0)
    assert game.bounds() == Bounds() and game.ending(state) == "say"
    assert game.worth(state) == state.returns()


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda game: game.own_phases(), "Bare must list its phases."),
        (lambda game: game.fields(), "Bare must list the fields of its state."),
        (lambda game: game.scene(State(), 0), "Bare must draw its board."),
    ],
)
def test_what_a_game_must_fill_in_is_named(call: Any, says: str) -> None:
    class Bare(Game):
        pass

    bare = Bare.__new__(Bare)  # a game that is made asks for its phases at once
    bare._fields = None
    with refused(NotImplementedError, says):
        call(bare)


@pytest.mark.parametrize("name", wb.game_names())
def test_a_finished_game_names_what_ended_it(name: str) -> None:
    game = wb.load(name)
    match = game.match(seed=1)
    match.play_out("random")
    ending = game.ending(match.state)
    assert ending in game.rulebook or ending in game.phases
    assert all(0 <= worth <= 1 for worth in game.worth(match.state))


def test_a_rulebook_without_a_table_of_presets_has_none() -> None:
    from tests.toy_game.game import SealedLots

    assert SealedLots.presets() == {}
