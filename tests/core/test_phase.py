"""A replaced phase draws its random events as it says itself; a game travels whole."""

from __future__ import annotations

import copy
import pickle

import workbench as wb
from workbench.core.random import Random
from workbench.core.state import OVER
from workbench.games.northwood.phases import Deal, Statement
from workbench.games.northwood.state import NorthwoodState
from workbench.players.playout import playout_at_random, random_playout

statements = 0


class CountedStatement(Statement):
    """The same statement, counted."""

    def apply(self, state: NorthwoodState, action: int) -> None:
        global statements
        statements += 1
        super().apply(state, action)


class HighCardsOnly(Deal):
    """Deals only cards of the four highest values."""

    def chance(self, state: NorthwoodState) -> tuple[tuple[int, int], ...]:
        return tuple((card, 1) for card in super().legal(state) if card % 8 >= 4)


def test_a_changed_apply_is_carried_out_by_roll() -> None:
    game = wb.load("northwood", phases={"statement": CountedStatement})
    before = statements
    random_playout(game.start(), Random(1))
    assert statements - before > 30


def test_a_changed_chance_is_drawn_from_by_roll_and_by_draw_outcome() -> None:
    given = HighCardsOnly()
    game = wb.load("northwood", phases={"deal": given})
    for way in ("roll", "draw_outcome"):
        state, rng = game.start(), Random(1)
        while state.phase.name != "choose_fief":
            getattr(state, way)(rng)
        assert isinstance(state, NorthwoodState)
        assert all(card % 8 >= 4 for card in range(32) if state.hand >> card & 1)
    assert vars(given) == {}, "the phase handed over stays as it is"


def test_a_phase_replaced_by_an_equal_one_plays_the_same_games() -> None:
    plain, same = wb.load("northwood"), wb.load("northwood", phases={"statement": CountedStatement})
    for seed in range(10):
        first, second = plain.start(), same.start()
        playout_at_random(first, [Random(seed)], Random(seed, "chance"))
        playout_at_random(second, [Random(seed)], Random(seed, "chance"))
        assert first.key() == second.key()
        assert first.to_move == OVER


def test_a_game_travels_with_options_and_replaced_phases() -> None:
    game = wb.load(
        "northwood", threshold=18, scenario=10, phases={"statement": CountedStatement, "deal": HighCardsOnly()}
    )
    for other in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert other is not game
        assert dict(other.options) == dict(game.options)
        assert other.replaced_phases == ("deal", "statement")
        assert type(other.phases["statement"]) is CountedStatement
        assert type(other.phases["deal"]) is HighCardsOnly
