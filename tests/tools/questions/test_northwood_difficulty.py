"""How often the game is won, by the stars it asks for."""

from __future__ import annotations

from tools.questions.northwood_difficulty import by_stars, of_the_ladder
from workbench import load
from workbench.core.ladder import ladder


def test_more_stars_are_won_less_often_and_each_kind_has_wins_and_stars() -> None:
    rows = by_stars("counter", 20, 1)
    wins = [row[6] for row in rows if row[3] == "wins"]
    assert [row[4] for row in rows] == [f"{stars} stars" for stars in (16, 16, 18, 18, 20, 20)]
    assert 1 > wins[0] >= wins[1] >= wins[2] >= 0


def test_the_stored_ladder_says_how_many_stars_its_players_reached() -> None:
    found = {(row[1], row[4]): (row[5], row[6]) for row in of_the_ladder()}
    for rung in ladder(load("northwood")):
        assert found[rung.player, "16 stars"] == (rung.n, rung.value)
        assert rung.value >= found[rung.player, "18 stars"][1] >= found[rung.player, "20 stars"][1]
