"""The map as a picture: everything has its spot, every move can be made on it, and boxes of areas do not cover each other."""

from __future__ import annotations

from itertools import combinations

import pytest

import workbench as wb
from tests.contract import random_game
from tests.helpers import some_in_short
from workbench.core.scene import VIEW_HEIGHT, Spot
from workbench.games.resource_hog.maps import house_map


@pytest.mark.parametrize("name", ["trefoil", "quatrefoil", "cinquefoil", "islet"])
def test_areas_are_drawn_apart_and_inside(name: str) -> None:
    game = wb.load("resource_hog", house_map(name).players[0], map=name)
    scene = game.scene(game.start().view(0).state, 0)
    areas = [spot for spot in scene.spots if spot.name.startswith("area-")]
    assert len(areas) == game.ground.areas
    for one, other in combinations(areas, 2):
        assert not overlap(one, other), f"{one.name} covers {other.name}"
    for spot in scene.spots:
        left, top, width, height = spot.box
        assert left >= 0 and top >= 0 and left + width <= scene.width and top + height <= scene.height, spot.name
    assert {f"water-{code}" for code in game.ground.water_codes} <= {spot.name for spot in scene.spots}


def overlap(one: Spot, other: Spot) -> bool:
    """Whether two boxes share a point."""
    left, top, width, height = one.box
    right, low, wide, high = other.box
    return left < right + wide and right < left + width and top < low + high and low < top + height


@some_in_short(
    ("name", "players", "model"),
    [(name, players, "single") for name in ("trefoil", "quatrefoil", "cinquefoil") for players in (3, 4, 5)]
    + [("islet", 2, "single"), ("trefoil", 3, "zones"), ("quatrefoil", 4, "zones"), ("cinquefoil", 5, "zones")],
    every=8,
)
def test_all_is_seen_at_once_and_keeps_its_place(name: str, players: int, model: str) -> None:
    game = wb.load("resource_hog", players, map=name, sea_model=model)
    places = dict[str, tuple[float, float, float, float]]()
    for number, (state, _) in enumerate(random_game(game, 4)):
        seat = int(state.to_move)
        if seat < 0 or number % 5:
            continue
        scene = game.scene(state.view(seat).state, seat)
        assert scene.height == VIEW_HEIGHT
        for spot in scene.spots:
            assert spot.box[1] + spot.box[3] <= VIEW_HEIGHT, (state.phase.name, spot.name)
            if spot.name.startswith(("area-", "water-", "column-", "work-", "number-", "pile-")):
                assert places.setdefault(spot.name, spot.box) == spot.box, (state.phase.name, spot.name)


@some_in_short("name", ["trefoil", "quatrefoil", "cinquefoil", "islet"], every=3)
@pytest.mark.parametrize("model", ["single", "zones"])
def test_waters_lie_beside_the_land(name: str, model: str) -> None:
    game = wb.load("resource_hog", house_map(name).players[0], map=name, sea_model=model)
    spots = game.scene(game.start().view(0).state, 0).spots
    for one, other in combinations([spot for spot in spots if spot.name.startswith(("area-", "water-"))], 2):
        assert not overlap(one, other), f"{one.name} covers {other.name}"


def test_every_move_can_be_made_on_the_board() -> None:
    game = wb.load("resource_hog", 4)
    for number, (state, _) in enumerate(random_game(game, 2)):
        seat = int(state.to_move)
        if seat >= 0 and number % 4 == 0:
            spots = game.scene(state.view(seat).state, seat).spots
            assert {action for spot in spots for action in spot.legal} == set(state.legal()), state.phase.name


def test_what_others_do_not_know_is_not_drawn() -> None:
    areas = {code: {"owner": f"P{seat + 1}", "peasants": 1} for seat, code in enumerate(("H1", "H2", "H3"))}
    game = wb.load("resource_hog", 3)
    drawn = set()
    for pile in ("PNT", "TNP"):
        state = game.position({"phase": "reveal", "piles": {"P1": "PNT", "P2": pile, "P3": "PNT"}, "areas": areas})
        drawn.add((game.scene(state.view(0).state, 0).svg(), game.text(state.view(0).state, 0)))
    assert len(drawn) == 1


def test_waiting_nobles_are_seen() -> None:
    areas = {"C1": {"owner": "P1", "nobles": 2}, "H1": {"owner": "P2", "nobles": 1}}
    state = wb.load("resource_hog").position({"phase": "battle", "areas": areas, "on_border": {"C1>H1": 2}})
    assert "2 nobles" in state.game.scene(state, 0).spot("attack-C1-H1").label
    assert "2 nobles from Cape 1 (C1) against Haven 1 (H1)" in state.game.text(state, 0)


def test_the_season_to_come_is_told_in_one_sentence() -> None:
    match = wb.load("resource_hog", players=3).match(seed=3)
    while match.state.phase.name != "work":
        match.play(match.hint("farmer").action)
    seat = int(match.state.to_move)
    (helper,) = match.game.helpers(match.state.view(seat).state, seat)
    assert helper.brief.startswith("If the season came now: ")
    changed = [row.cells for row in helper.rows if any(was != then for was, _, then in map(str.split, row.cells[1:]))]
    assert changed and all(cells[0].split("(")[1][:2] in helper.brief for cells in changed)
