"""A player that must begin with a fief."""

from __future__ import annotations

from tools.questions.northwood_first_visit import beginning_with, chosen_first, first_hand
from workbench import lab
from workbench.games.northwood.strategy import Counter


def test_it_begins_with_the_fief_meets_the_same_hands_and_plays_on_like_the_player() -> None:
    metrics = (chosen_first, first_hand)
    free = lab.simulate("northwood", Counter, games=12, seed=1, metrics=metrics).table
    forced = lab.simulate("northwood", beginning_with(2, Counter), games=12, seed=1, metrics=metrics).table
    assert set(forced["chosen_first"]) == {2} and forced["first_hand"].equals(free["first_hand"])
    same = free["chosen_first"] == 2
    assert 0 < same.sum() < 12 and forced.loc[same, "score_0"].equals(free.loc[same, "score_0"])
