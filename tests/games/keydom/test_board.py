"""The board as named spots: every move can be chosen on it, nothing lies outside, and it says what text and graph say."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.contract import random_game
from tests.games.keydom.test_contract import OTHER_READINGS
from tests.helpers import some_in_short
from workbench.core.pieces import LEAST, Box
from workbench.core.scene import VIEW_HEIGHT
from workbench.games.keydom.measures import explain_score
from workbench.games.keydom.pieces import counter_chips
from workbench.games.keydom.text import text
from workbench.games.keydom.walks import walks

HERE = {
    "fields": {"Anna": "B2 B3 C2h C3 E3 E4 F3 F4", "Ben": "A7"},
    "workers": {"Anna": "Sower:D3"},
    "hands": {"Anna": "WH2", "Ben": "HO3"},
    "stores": {"Ben": "D2: WH1 VE1"},
}


@some_in_short("players", [2, 3, 4], every=3)
@pytest.mark.parametrize("reading", ["usual", *OTHER_READINGS])
def test_every_move_can_be_chosen_on_the_board(players: int, reading: str) -> None:
    game = wb.load("keydom", players, **OTHER_READINGS.get(reading, {}))
    for number, (state, _) in enumerate(random_game(game, 1)):
        mover = int(state.to_move)
        if mover < 0 or number % 23:
            continue
        scene = game.scene(state.view(mover).state, mover)
        spots = {spot.thing or spot.name for spot in scene.spots}
        assert {state.phase.thing(state, action) for action in state.legal()} <= spots, state.phase.name
        for spot in scene.spots:
            x, y, width, height = spot.box
            assert x >= 0 and y >= 0 and x + width <= scene.width and y + height <= scene.height, spot.name


ONES_OWN = ("plot-", "registry", "worker-", "home-", "crop-", "stock", "points", "stored-", "events")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"store_capacity": 4, "registry_size": 9}])
def test_what_a_decision_needs_is_seen_at_once_and_keeps_its_place(players: int, options: dict[str, Any], short: bool) -> None:
    game = wb.load("keydom", players, **options)
    height, places = 0.0, dict[str, tuple[float, float, float, float]]()
    for number, (state, _) in enumerate(random_game(game, 3)):
        mover = int(state.to_move)
        if mover < 0 or number % (28 if short else 7):
            continue
        scene = game.scene(state.view(mover).state, mover)
        height = height or scene.height
        assert scene.height == height, "the picture grows"
        for spot in scene.spots:
            if spot.legal or spot.name.startswith(ONES_OWN):
                assert spot.box[1] + spot.box[3] <= VIEW_HEIGHT, (state.phase.name, spot.name)
            if not spot.name.startswith(("stored-", "worker-")):  # whose store is one's own depends on the seat
                assert places.setdefault(spot.name, spot.box) == spot.box, (state.phase.name, spot.name)


def test_a_space_says_what_a_field_there_would_change() -> None:
    state = wb.load("keydom").position(HERE)
    scene = state.game.scene(state, 0)
    label = scene.spot("plot-D2").label
    assert "D2, apples: 3 of your fields beside it" in label and "Ben's store" in label and "-3" in label
    assert "joins the groups of 4 and 4" in label
    assert "Your Sower stands there." in scene.spot("plot-D3").label
    assert scene.spot("plot-C2").label.startswith("C2, wheat: your field, harvested.")
    assert "for 1 wheat and 1 vegetable" in scene.spot("stored-3").label


def test_text_board_and_figure_tell_the_same() -> None:
    state = wb.load("keydom").position(HERE)
    said = text(state, 0)
    assert "groups 4 4, scoring 12" in said and "Sower 1 on D3" in said and "D2 AP for WH1 VE1" in said
    walk = walks(state, 0)[0]
    assert walk.title == "Anna: groups of 4 and 4 fields score 12"
    groups = {walk.group(plot) for plot in walk.graph if walk.group(plot)}
    assert groups == {"group 1", "group 2"} and walk.graph.nodes["D3"]["mark"] == "D3 1"
    points = state.game.panels(state, 0)[0]
    report = explain_score(state, 0)
    assert points.values[0] == report.total == 12 + 1 + 1  # the wheat of Anna, nobody else has any


def test_what_is_not_seen_is_not_drawn() -> None:
    state = wb.load("keydom", 3).position({"hands": {"Anna": "WH3", "Ben": "HO1 WI2", "Cora": "VE3"}})
    seen = state.view(0).state
    drawn = state.game.scene(seen, 0).svg() + text(seen, 0)
    assert "3 counters" in drawn and "HO1 WI2" not in drawn and "VE3" not in drawn


@pytest.mark.parametrize(
    ("counters", "said"),
    [((1, 2, 1, 0, 0), ["WH1", "HO2", "AP1"]), ((2, 1, 2, 1, 1), ["WH2", "HO", "AP2", "WI", "VE"])],
)
def test_counters_in_a_small_box_are_as_large_as_elsewhere(counters: tuple[int, ...], said: list[str]) -> None:
    box = Box(0, 0, 133, 13)
    chips = counter_chips(counters, box)
    assert [chip.text for chip in chips if chip.text] == said
    assert {chip.attributes["font-size"] for chip in chips if chip.text} == {LEAST}
    assert max(float(chip.attributes["x"]) + float(chip.attributes["width"]) for chip in chips if not chip.text) <= box.width


def test_a_helper_lists_tiles_with_prices() -> None:
    state = wb.load("keydom").position(HERE)
    (helper,) = state.game.helpers(state, 0)
    row = next(row for row in helper.rows if row.cells[0] == "D2")
    assert row.cells[:5] == ("D2", "apples", "WH1 VE1 to Ben", "-3", "+2") and row.thing == "stored-3"
