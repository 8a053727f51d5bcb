"""NW-RULING-11: an ability says that it would do nothing exactly where it changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.contract import random_game
from workbench.core.exact import after
from workbench.core.state import State
from workbench.games.northwood.components import FIRST_ALLY
from workbench.games.northwood.state import NorthwoodState

TABLE = ("rulers", "fief", "hand", "deck", "known", "discard_pile", "score_pile", "riders", "friendly", "failed")
ALWAYS_ON_OFFER = ("baron_of_claws", "queen_of_eyes")
"""They may find no card to fetch, or none that is not known; by the ruling they are on offer even so."""


def table(state: State) -> tuple[Any, ...]:
    """What an ability can change, besides exhausting its own ally."""
    return tuple(getattr(state, name) for name in TABLE)


def changes_something(state: NorthwoodState, action: int) -> bool:
    """Whether activating an ally changes anything on the table, as soon as a choice or a random event is due in it."""
    child = after(state, action)
    return not isinstance(child, NorthwoodState) or child.slot >= 0 or table(child) != table(state)


@pytest.mark.parametrize("options", [{}, {"highest_value": 4, "hand_size": 7}], ids=["usual deck", "short deck"])
def test_what_would_do_nothing_changes_nothing(options: dict[str, Any]) -> None:
    # with several activations before a statement, the ruler does not speak at once after the first
    game = wb.load("northwood", setup="full", activations_per_dialogue=4, **options)
    said: dict[bool, set[str]] = {True: set(), False: set()}
    for seed in range(60):
        for state, _ in random_game(game, seed):
            assert isinstance(state, NorthwoodState)
            if state.phase.name != "ability_window" or state.activations == 3:
                continue
            for action in state.legal()[1:]:
                ability = state.game.abilities[state.active(action - FIRST_ALLY)]
                nothing = ability.does_nothing(state)
                said[nothing].add(ability.name)
                copied = ability.name == "queen_of_leaves"
                acting = state.game.abilities[state.rulers[state.fief]] if copied else ability
                if acting.name not in ALWAYS_ON_OFFER:
                    assert changes_something(state, action) != nothing, (ability.name, state.to_dict())
    may_do_nothing = {
        *("jack_of_flowers", "queen_of_flowers", "king_of_flowers", "prince_of_flowers", "lady_of_flowers"),
        *(
            "jack_of_claws",
            "baron_of_flowers",
            "jack_of_leaves",
            "prince_of_leaves",
            "baron_of_leaves",
            "queen_of_leaves",
        ),
    }
    assert said[True] <= may_do_nothing
    assert len(said[True]) >= 9 and len(said[False]) >= 20


def test_what_would_do_nothing_does_not_depend_on_an_ability_under_way() -> None:
    # players ask about allies while another ability is being carried out
    game, asked = wb.load("northwood", setup="full"), set()
    for seed in range(4):
        for state, _ in random_game(game, seed):
            assert isinstance(state, NorthwoodState)
            if state.phase.name != "ability_window":
                continue
            for ability in game.abilities:
                if ability.copies_ruler and game.abilities[state.rulers[state.fief]] is ability:
                    continue  # nobody is an ally and a ruler
                nothing = ability.does_nothing(state)
                other = state.copy()
                for other.step in (1, 5, 12):
                    assert ability.does_nothing(other) == nothing, (ability.name, other.step)
                asked.add(ability.name)
    assert len(asked) == 24
