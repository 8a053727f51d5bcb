"""What a character is worth, from deals at random."""

from __future__ import annotations

import pandas as pd
import pytest

from tools.questions.northwood_characters import allies_dealt, check, rulers_dealt, stated, worth
from workbench import lab, load
from workbench.core.random import Random
from workbench.games.northwood.visitor import Visitor


def test_metrics_name_the_characters_of_the_deal() -> None:
    runs = lab.simulate(load("northwood", setup="full"), "random", games=3, seed=1, metrics=(allies_dealt, rulers_dealt))
    for allies, rulers in zip(runs.table["allies_dealt"].astype(int), runs.table["rulers_dealt"].astype(int), strict=True):
        assert allies.bit_count() == 4 and rulers.bit_count() == 8 and not allies & rulers


def test_the_chance_stated_for_a_deal_is_that_of_the_visitor_at_its_first_decision() -> None:
    game = load("northwood", setup="full")
    runs = lab.simulate(game, "random", games=1, seed=1, metrics=(stated,))
    match = runs.match(0)
    match.goto(0)
    best = Visitor(match.state.game, Random(1)).ranked(match.state, match.state.legal())[0][0]
    assert runs.table["stated"].iloc[0] == pytest.approx(min(1.0, best))


def test_played_games_are_checked_from_the_worst_deals_to_the_best() -> None:
    games = pd.DataFrame({"stated": [0.9, 0.5, 0.7, 0.6, 0.8, 0.4], "win_0": [1.0, 0, 1, 0, 1, 0]})
    found = [(row[3], row[4], row[5], row[6]) for row in check(games)]
    assert found[:2] == [("stated", "part 1 of 3", 2, 0.45), ("wins", "part 1 of 3", 2, 0.0)]
    assert found[-2:] == [("stated", "part 3 of 3", 2, 0.85), ("wins", "part 3 of 3", 2, 1.0)]


def test_an_ally_is_compared_with_all_other_games_and_a_ruler_with_games_without_the_character() -> None:
    games = pd.DataFrame(
        {"win_0": [1.0, 1, 0, 1, 0, 0], "score_0": [18, 16, 9, 17, 8, 7]} | {"allies_dealt": [1.0, 1, 2, 2, 2, 2]}
        # character 0 is an ally in the first two games, a ruler in the next two, and out of the last two
        | {"rulers_dealt": [2.0, 2, 1, 1, 4, 4]}
    )
    found = {(row[0], row[3], row[4]): row[6] for row in worth("player", games, {"wins": "win_0", "stars": "score_0"})}
    assert found["ally", "stars", "CJ"] == pytest.approx(17 - (9 + 17 + 8 + 7) / 4)
    assert found["ruler", "wins", "CJ"] == pytest.approx(1 / 2)
