"""The table of For Goods and Honor in words."""

from __future__ import annotations

from tests.games.goods_and_honor.test_board import STASHES, valley
from workbench.games.goods_and_honor.text import text


def test_the_table_in_words():
    state = valley(4).position({**STASHES, "phase": "bid", "closed": "B", "bids": {"B": "B2"}, "said": {"A": "Wood"}})
    lines = text(state.view(2).state, 2).splitlines()
    assert lines[0] == "For Goods and Honor: turn 5, round 2, A (Elder Ash) is active."
    assert "On the table: W1 N1" in lines
    assert "A says: Wood" in lines
    assert "B holds a closed hand" in lines
    assert "> A  Food P2 (4→1) | Wood - (0→0) | Rock - (0→0) | Guards - | New S1" in lines
    assert "B bids B2" in text(state.view(1).state, 1).splitlines()
