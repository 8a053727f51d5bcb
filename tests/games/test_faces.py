"""Every game has a face of its own, its words can be read on its ground, and its labels are large enough (docs/art.md)."""

from __future__ import annotations

from itertools import combinations

import pytest

import workbench as wb
from widgets.palette import contrast, luminance
from workbench.core.pieces import INK, PAPER, PLAIN, SOFT, Style
from workbench.core.scene import PAGE_WIDTH, Scene
from workbench.games.goods_and_honor.pieces import CLOTH
from workbench.games.keydom.pieces import WHEAT
from workbench.games.merry_way.pieces import LEAF
from workbench.games.northwood.board import NIGHT, ON_NIGHT
from workbench.games.resource_hog.pieces import SEA

GROUNDS = {"northwood": NIGHT, "goods_and_honor": CLOTH, "merry_way": LEAF, "keydom": WHEAT, "resource_hog": SEA}


def opening(name: str) -> Scene:
    """The board at the first decision of a game."""
    state = wb.load(name).match(seed=7).state
    return state.game.scene(state.view(0).state, 0)


@pytest.mark.parametrize("name", GROUNDS)
def test_a_board_lies_on_the_ground_of_its_game(name: str) -> None:
    scene = opening(name)
    assert scene.shapes[0].attributes["fill"] == GROUNDS[name] != PAPER
    assert scene.shapes[0].attributes["width"] == scene.width
    assert contrast(scene.deep, "#FFFFFF") >= 7, "the question can be read on its band"


def test_grounds_and_bands_differ_from_game_to_game() -> None:
    scenes = [opening(name) for name in GROUNDS]
    assert len({scene.deep for scene in scenes}) == len(set(GROUNDS.values())) == len(GROUNDS)
    dark, *others = sorted(GROUNDS.values(), key=luminance)
    assert dark == NIGHT and contrast(dark, others[0]) > 4, "one face is told by its lightness alone"
    for one, other in combinations([scene.shapes[1:4] for scene in scenes], 2):
        assert [shape.attributes for shape in one] != [shape.attributes for shape in other], "patterns differ, too"


@pytest.mark.parametrize(("name", "style"), [(name, ON_NIGHT if name == "northwood" else PLAIN) for name in GROUNDS])
def test_words_can_be_read_on_the_ground(name: str, style: Style) -> None:
    assert contrast(str(style["fill"]), GROUNDS[name]) >= 4.5


def test_soft_words_can_be_read_on_paper() -> None:
    assert contrast(str(SOFT["fill"]), PAPER) >= 4.5
    assert contrast(INK, PAPER) >= 7


@pytest.mark.parametrize("name", GROUNDS)
def test_labels_are_large_enough_for_a_small_screen(name: str) -> None:
    scene = opening(name)
    drawn = [*scene.shapes, *[shape for spot in scene.spots for shape in spot.shapes]]
    sizes = [float(shape.attributes["font-size"]) * PAGE_WIDTH / scene.width for shape in drawn if shape.text]
    small = [size for size in sizes if size < 11]
    assert len(small) <= len(sizes) / 8 and all(size >= 9 for size in small)
