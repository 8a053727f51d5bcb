"""The table of For Northwood! in words."""

from __future__ import annotations

from tests.games.northwood.test_board import VISIT, northwood
from workbench.games.northwood.text import text


def test_a_visit_in_words():
    game = northwood()
    state = game.position({**VISIT, "score": "C8 E5", "discard": "C1 F3", "known": "F8"})
    lines = text(state, 0).splitlines()
    assert lines[0] == "For Northwood! Visit 1 of 8, 0 stars of the 16 needed."
    assert "> fief 3  *     LQ Queen of Leaves    visiting, trump Leaves" in lines
    assert "Deck: 4 (2 Claws, 2 Flowers, 0 Leaves, 0 Eyes); next F8" in lines
    assert "Score: 2 of 3, from the top E5 C8" in lines
    assert any(line.startswith("Discard: ") and ", from the top " in line for line in lines)
    assert "Hand: C5   F2   E8" in lines
