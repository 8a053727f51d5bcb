"""How often the game is won, by the stars it asks for."""

from __future__ import annotations

from tools.questions.northwood_difficulty import by_stars


def test_more_stars_are_won_less_often_and_each_kind_has_wins_and_stars() -> None:
    rows = by_stars("counter", 20, 1)
    wins = [row[6] for row in rows if row[3] == "wins"]
    assert [row[4] for row in rows] == [f"{stars} stars" for stars in (16, 16, 18, 18, 20, 20)]
    assert 1 > wins[0] >= wins[1] >= wins[2] >= 0
