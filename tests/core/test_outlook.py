"""What seats may expect: shares of one win, positions at rest in every game, and what follows a changed rule."""

from __future__ import annotations

import pytest

import workbench as wb
from workbench.checking import random_game
from workbench.core.game import Game
from workbench.core.outlook import judge_of, wins
from workbench.core.random import Random
from workbench.core.state import OVER

SEVERAL = [name for name in wb.game_names() if max(wb.load(name).player_counts) > 1]


@pytest.mark.parametrize("name", SEVERAL)
def test_games_come_to_rest_and_are_judged_there(name: str) -> None:
    game = wb.load(name)
    judge, rests = judge_of(game), 0
    assert judge is not None
    for state, _ in random_game(game, 1):
        if state.to_move != OVER and game.at_rest(state):
            rests += 1
            rows, _ = judge.account.of(state)
            assert len(rows) == game.players and {len(row) for row in rows} == {len(judge.account.names)}
            shares = game.judge(state)
            assert shares is not None and abs(sum(shares) - 1) < 1e-9 and all(0 <= share <= 1 for share in shares)
    assert rests >= 3


@pytest.mark.parametrize("name", SEVERAL)
def test_every_number_of_players_is_judged(name: str) -> None:
    for count in wb.load(name).player_counts:
        game = wb.load(name, count)
        if count > 1:
            assert len(game.judge(game.start()) or ()) == count
        else:
            assert game.judge(game.start()) is None


def in_the_middle(game: Game) -> wb.Match:
    match = game.match(seed=4)
    match.play_out(game.reference_player)
    match.goto(match.step // 2)
    return match


def test_continuations_that_end_differ_and_have_an_error() -> None:
    game = wb.load("resource_hog")
    match = in_the_middle(game)
    found = game.outlook(match.state, playouts=4, seed=1)
    assert found.learnt and found.playouts == 4 and max(found.errors) > 0
    assert found == game.outlook(match.state, playouts=4, seed=1)
    assert str(found).endswith("(4 continuations, as learnt from many games)")


def test_the_position_is_left_as_it_is() -> None:
    game = wb.load("keydom")
    match = in_the_middle(game)
    before = match.state.key()
    game.outlook(match.state, playouts=2)
    assert match.state.key() == before


def test_a_finished_game_says_who_won() -> None:
    game = wb.load("keydom")
    match = game.match(seed=1)
    match.play_out("farmer")
    assert game.outlook(match.state, playouts=2).shares == wins(match.state.returns())


def test_a_changed_option_is_played_to_the_end() -> None:
    game = wb.load("keydom", start_counters=4)
    found = game.outlook(in_the_middle(game).state, playouts=2)
    assert not found.learnt and abs(sum(found.shares) - 1) < 1e-9


def test_what_a_seat_may_know_is_enough() -> None:
    match = in_the_middle(wb.load("goods_and_honor"))
    seen = match.game.outlook(match.state.view(0), playouts=6, seed=2)
    assert seen == match.game.outlook(match.state.view(0), playouts=6, seed=2) and abs(sum(seen.shares) - 1) < 1e-9
    again = match.state.view(0).resample(Random(9))
    assert again.view(0) == match.state.view(0)
    assert match.game.outlook(again.view(0), playouts=6, seed=2) == seen  # nothing hidden is looked at


@pytest.mark.long
def test_alone_a_player_that_says_how_likely_it_is_to_win_is_asked() -> None:
    match = wb.load("northwood").match(seed=7)
    found = match.game.outlook(match.state)
    assert found.how == "as the thinker expects" and found.playouts == 0
    assert found.shares[0] == pytest.approx(match.advice("thinker").expected[0][1].mean, abs=0.05)  # other draws
    assert str(found).endswith("(as the thinker expects)")
    begun = match.game.outlook(match.game.start(), playouts=2)  # before the deal
    assert 0 < begun.shares[0] < 1 and begun.errors[0] > 0
    other = wb.load("northwood", visit_end_check="instant")
    assert other.outlook(other.match(seed=7).state, playouts=2).how == "if the counter plays on to the end"
