"""The figures of For Goods and Honor."""

from __future__ import annotations

from tests.games.goods_and_honor.test_board import valley
from workbench.games.goods_and_honor.panels import panels


def test_the_nastigans_of_the_next_draw():
    # a bag of 34 Folks; the Nastigan on the table will be back in it by then
    state = valley().position({"mats": {"A": "Food P2"}, "active": "A", "phase": "assign"})
    state.bag = [10, 8, 9, 7, 23]
    state.table_nastigans = 1
    panel = panels(state, 0)[2]
    assert panel.labels == ("0", "1", "2", "3", "more")
    assert panel.values == (33.9, 29.1, 18.2, 9.9, 8.8)
    assert panel.shown() == ("34", "29", "18", "10", "9")
    few = valley(nastigans=2).match(seed=1).state
    assert panels(few, 0)[2].labels == ("0", "1", "2")
    assert panels(valley(nastigans=0).match(seed=1).state, 0)[2].values == (100.0,)
