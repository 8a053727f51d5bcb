"""The table of On Their Merry Way in words."""

from __future__ import annotations

from tests.games.merry_way.test_board import position


def test_the_table_in_words():
    state = position("build", to_move="A", turn="A")
    lines = state.game.text(state.view(0).state, 0).splitlines()
    assert lines[0].startswith("On Their Merry Way, round 3: ")
    assert lines[0].endswith("Player B has the Leader marker.")
    assert any(line.startswith("Player A: 7 profit; 3 plots, 2 manpower and 4 materials; ") for line in lines)
    assert any(line.startswith("Beside the trail: N: L1.2=WK1@A L1.3=LZ1@B L1.4=GR2a@A ") for line in lines)
    assert lines[-1] == state.phase.question(state)
