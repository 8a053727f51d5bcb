"""Whatever one points at: it begins something, or a clause stands against it, or it only shows how things stand."""

from __future__ import annotations

import pytest

import workbench as wb
from workbench.core.inquiry import inquire
from workbench.core.ladder import best_quick


@pytest.mark.parametrize("name", wb.game_names())
def test_every_thing_of_the_board_has_an_answer_and_every_way_can_be_gone(name: str, short: bool) -> None:
    game = wb.load(name)
    match = game.match(seed=3)
    asked, phases = 0, set()
    for _decision in range(12 if short else 60):
        if match.over:
            break
        if match.state.phase.name not in phases:
            phases.add(match.state.phase.name)
            view = match.state.view(match.seat)
            things = {spot.thing or spot.name for spot in game.scene(match.seen(), match.seat).spots if not spot.choices}
            for thing in sorted(things):
                found = inquire(view, thing)
                asked += 1
                assert not (found.ways and found.refusal)
                if found.refusal is not None:
                    assert found.refusal.clause in game.rulebook and found.refusal.reasons[0].text
                for way in found.ways:
                    tried = match.branch()
                    for action in way.actions:
                        tried.play(action)
                assert len({way.words for way in found.ways}) == len(found.ways)
        match.play(match.hint(best_quick(game)).action)
    assert asked


def test_a_registry_tile_begins_a_bid_and_a_field_of_nobody_says_the_clause() -> None:
    match = wb.load("keydom").match(seed=3)
    view = match.state.view(match.seat)
    (way,) = inquire(view, "registry-2").ways
    assert len(way.actions) == 2 and way.words == "bid for D3 (wine) in slot 2"
    refusal = inquire(view, "plot-A1").refusal
    assert refusal is not None and refusal.clause == "KD-HARVEST-1"


def test_what_an_offer_shall_bring_can_be_named_first() -> None:
    position = {"phase": "offer", "round": 2, "resources": {"A": "3/2/2", "B": "1/2/2", "C": "1/1/1"}}
    match = wb.load("merry_way", players=3).match(position=position)
    (way,) = inquire(match.state.view(match.seat), "stock-B-materials").ways
    assert [match.game.symbol(action) for action in way.actions] == ["offer:to:B", "give:done", "want:materials"]
    assert way.words == "want 1 material"


def test_what_is_chosen_elsewhere_names_that_decision() -> None:
    match = wb.load("resource_hog").match(seed=3)
    refusal = inquire(match.state.view(match.seat), "water-SEA").refusal
    assert refusal is not None and "Peasant phase: work" in refusal.reasons[0].text and refusal.clause == "RH-WORK-1"
