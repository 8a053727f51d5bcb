"""The figures of For Northwood!."""

from __future__ import annotations

from tests.games.northwood.test_board import VISIT, northwood
from workbench.games.northwood.panels import panels


def test_the_figures_show_score_stars_and_suits():
    state = northwood().position({**VISIT, "score": "C8"})
    score, stars, hand, deck = panels(state, 0)
    assert score.readable() == "Score: score 1; target 3"
    assert stars.readable() == "Stars: won 0; target 16"
    assert hand.readable() == "Hand: C 1, F 1, L 0, E 1"
    assert deck.readable() == "Deck: C 2, F 2, L 0, E 0"
    assert panels(northwood(win_rule="outer_four").match().state, 0)[1].target is None
