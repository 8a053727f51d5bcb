"""What newcomers are told: it belongs to the game, follows the position, and says nothing to others."""

from __future__ import annotations

import pytest

import workbench as wb
from tests.helpers import refused
from widgets import Table
from widgets.guide import FILE, Guide
from workbench.core.seating import Seating

GUIDED = [name for name in wb.game_names() if (wb.load(name).folder / FILE).exists()]


@pytest.mark.parametrize("name", GUIDED)
def test_every_text_belongs_to_a_phase_or_to_a_kind_of_event(name: str) -> None:
    game = wb.load(name)
    guide = Guide.of(game)
    assert set(guide.phases) <= set(game.phases)
    assert set(guide.events) <= {kind.name for kind in game.kinds()}
    texts = [text for said in (*guide.phases.values(), *guide.events.values()) for text in said]
    assert texts and all(text.strip() == text and len(text) <= 220 for text in texts)


def test_the_first_visit_is_told_as_it_is_played() -> None:
    table = Table("northwood", seed=7, figure=False, guide=True)
    guide = table.guide
    assert guide is not None
    assert table.board.guide == guide.phases["choose_fief"][:1]
    table.play("visit fief 3")
    assert table.board.guide == guide.phases["ability_window"][:1]
    table.play("pass")
    assert table.board.guide == guide.phases["respond"][:1]
    table.play("E3")
    assert table.board.guide == [guide.events["falls_short"][0], guide.phases["ability_window"][1]]
    table.undo()
    assert table.board.guide == guide.phases["respond"][:1], "after going back the same is said"
    table.redo()
    table.play("pass")
    table.play("L7")
    assert table.board.guide[0] == guide.events["scores"][0]


def test_where_nobody_asked_nothing_is_said() -> None:
    table = Table("northwood", seed=7, figure=False)
    assert table.guide is None and table.board.guide == []
    match = wb.load("goods_and_honor").match(seed=1)
    assert Guide({}, {}).says(Seating(match)) == []


def test_a_game_without_a_guide_says_so() -> None:
    without = [name for name in wb.game_names() if name not in GUIDED]
    for name in without[:1]:
        with refused(wb.WorkbenchError, "has no guide for newcomers"):
            Table(name, figure=False, guide=True)
