"""The kit of pieces: words fit, boxes divide, and what may be chosen stands out."""

from __future__ import annotations

import itertools

import pytest

import workbench as wb
from widgets.palette import contrast
from workbench.core import pieces
from workbench.core.look import Look
from workbench.core.pieces import (
    Box,
    area,
    bounds,
    button,
    buttons,
    die,
    field,
    fit,
    hexagon,
    ink_on,
    medal,
    meter,
    steps,
    tag,
    wide,
)

MATCH = wb.load("northwood").match(
    position={"hand": "C5 E8", "deck": "C3", "fief": 3, "ruler": "LQ", "statement": "C4"}
)


@pytest.mark.parametrize("said", ["Plots", "The Sheriff's Ear, and more", "MWMWMWMW", "ililililil", "an → arrow"])
@pytest.mark.parametrize("width", [12, 40, 200])
@pytest.mark.parametrize("weight", [400, 700])
def test_words_never_pass_their_width(said, width, weight):
    shape = fit(5, 9, said, width, 14, font_weight=weight)
    size = float(shape.attributes["font-size"])
    assert 10.5 <= size <= 14
    assert wide(shape.text, size, weight == 700) <= width + 0.5 or len(shape.text) == 1
    assert shape.text == said or (shape.text.endswith("…") and said.startswith(shape.text[:-1]))


def test_numbers_are_never_shortened():
    for said in ("100", "36→12", "×144"):
        shape = fit(0, 9, said, 14, 15, font_weight=700)
        assert shape.text == said
        assert wide(said, float(shape.attributes["font-size"]), True) <= 14.5


def test_words_with_room_stay_as_they_are():
    assert fit(0, 9, "plots", 90, 12).attributes["font-size"] == 12
    assert fit(0, 9, "plots", wide("plots", 10), 12).attributes["font-size"] == 10


def test_boxes_divide_without_a_gap_left_over():
    box = Box(10, 20, 100, 60)
    left, right = box.columns(2, 8)
    assert (left.x, left.width, right.x, right.right) == (10, 46, 64, 110)
    upper, lower = box.rows(2)
    assert (upper.bottom, lower.y, lower.bottom) == (50, 50, 80)
    assert box.cut(left=5, top=1, right=5, bottom=1) == Box(15, 21, 90, 58)
    assert box.inside(10) == Box(20, 30, 80, 40)


def test_what_may_be_chosen_is_outlined_and_what_may_not_is_grey():
    look = Look(MATCH.state, 0)
    may, barred, plain = [field(look, name, Box(0, 0, 9, 9)).attributes for name in ("hand-C5", "hand-E8", "fief-0")]
    assert (may["stroke"], may["fill"]) == (pieces.ACCENT, pieces.FIELD)
    assert (barred["fill"], "stroke" in barred) == (pieces.ASIDE, False)
    assert (plain["fill"], "stroke" in plain) == (pieces.FIELD, False)


def test_buttons_are_there_for_what_may_be_tried():
    look = Look(MATCH.state, 0)
    (one,) = buttons(look, ("hand-C5", "nothing"), Box(0, 0, 200, 30).columns(2))
    assert one.name == "hand-C5" and one.label == "Respond with C5."
    assert button(look, "hand-E8", Box(0, 0, 90, 30)).shapes[0].attributes["fill"] == pieces.ASIDE


def test_letters_are_read_on_every_piece():
    for colour in ("#000000", "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7", "#FFFFFF"):
        assert contrast(colour, ink_on(colour)) >= 4.5
    for ground in (pieces.PAPER, pieces.CARD, pieces.FIELD, pieces.ASIDE):
        assert contrast(pieces.INK, ground) >= 7
        assert contrast(pieces.SOFT_INK, ground) >= 4.5


def test_small_pieces():
    assert [shape.text for shape in tag("PASSED", 100, 0)][-1] == "PASSED"
    assert [len(meter(Box(0, 0, 50, 6), share)) for share in (0, 0.01, 1, 7)] == [1, 2, 2, 2]
    assert meter(Box(0, 0, 50, 6), 7)[1].attributes["width"] == 50
    outlines = [die(sides, "1", 0, 0, 1, "#0072B2")[0].attributes["d"] for sides in (4, 6, 8)]
    assert len(set(outlines)) == 3


@pytest.mark.parametrize("number", [3, 57, 144])
def test_points_fit_their_medal_and_can_be_read(number):
    ground, said = medal(number, 50, 40, 10)
    assert said.text == str(number)
    assert wide(said.text, float(said.attributes["font-size"]), True) <= 20
    assert contrast(str(said.attributes["fill"]), str(ground.attributes["fill"])) >= 7
    assert contrast(str(ground.attributes["stroke"]), str(ground.attributes["fill"])) >= 7, "its edge is seen on a dark ground"


def test_fields_of_a_map_have_corners():
    corners = hexagon(50, 50, 20)
    assert len(corners) == 6
    sides = [((x - a) ** 2 + (y - b) ** 2) ** 0.5 for (x, y), (a, b) in itertools.pairwise([*corners, corners[0]])]
    assert sides == pytest.approx([20] * 6)
    around = bounds(corners)
    assert (around.across, around.down, around.height) == pytest.approx((50, 50, 40))
    assert area(corners, fill="#fff").attributes["d"].count("L") == 5


def test_no_part_of_a_round_is_shortened_when_its_turn_comes() -> None:
    parts = ("Work", "Bargain", "Bank", "Build", "Travel", "End")
    for now in range(len(parts)):
        shapes = steps(parts, now, Box(0, 0, 340, 20))
        texts = [shape for shape in shapes if shape.kind == "text"]
        assert [shape.text for shape in texts] == list(parts)
        assert {shape.attributes["font-size"] for shape in texts} == {12}
