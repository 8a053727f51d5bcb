"""Panels of bars as a drawing: heights are to scale, nothing lies outside the paper, the text says it all."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from widgets.bars import ABOVE, TALLEST, UNDER, WIDTH, BarPicture, law_panel, sizes
from workbench.core.scene import Layer, Panel, stacked

SVG = "{http://www.w3.org/2000/svg}"


def parts(picture: BarPicture, kind: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(picture.svg()).iter(SVG + kind))


def heights(picture: BarPicture) -> list[float]:
    return [float(one.attrib["height"]) for one in parts(picture, "rect")[1:] if float(one.attrib["width"]) != 11]


def test_bars_are_to_scale() -> None:
    assert heights(BarPicture([Panel("P", "bar", ("a", "b", "c"), (2, 1, 0))])) == [TALLEST, TALLEST / 2, 0]
    assert heights(BarPicture([Panel("P", "bar", ("a",), (1,), top=4)])) == [TALLEST / 4]
    assert heights(BarPicture([Panel("P", "bar", ("a",), (0,))])) == [0]


def test_a_bar_below_zero_hangs_from_the_line() -> None:
    picture = BarPicture([Panel("P", "bar", ("a", "b"), (3, -1))])
    up, down = parts(picture, "rect")[1:]
    [ground] = [float(one.attrib["y1"]) for one in parts(picture, "line")]
    assert float(up.attrib["height"]) == 3 * float(down.attrib["height"]) == pytest.approx(0.75 * (TALLEST - UNDER))
    assert float(up.attrib["y"]) + float(up.attrib["height"]) == float(down.attrib["y"]) == ground
    lowest = float(down.attrib["y"]) + float(down.attrib["height"])
    number, name = [float(one.attrib["y"]) for one in parts(picture, "text")][-2:]
    assert lowest + 10 < number < name - 12


def test_a_target_is_a_line_at_its_height() -> None:
    picture = BarPicture([Panel("P", "bar", ("a",), (2,), target=4)])
    target, ground = parts(picture, "line")
    assert float(ground.attrib["y1"]) - float(target.attrib["y1"]) == TALLEST
    assert "- - at 4" in [one.text for one in parts(picture, "text")]


def test_layers_stand_on_each_other_with_their_numbers() -> None:
    picture = BarPicture([stacked("P", ("a", "b"), (Layer("low", (3, 1)), Layer("high", (1, 0))))])
    assert heights(picture) == [105, 35, 35]
    low, high, _ = [one for one in parts(picture, "rect")[1:] if one.attrib["width"] != "11"]
    assert float(high.attrib["y"]) + float(high.attrib["height"]) == float(low.attrib["y"])
    assert [one.text for one in parts(picture, "text")] == ["P", "low", "high", "3", "1", "4", "a", "1", "1", "b"]
    assert picture.text == "P: a 4 (low 3, high 1), b 1 (low 1, high 0)"


@pytest.mark.parametrize(
    ("most", "names", "shown"), [(1, "0 1+", "50% 50%"), (2, "0 1 2", "50% 25% 25%"), (3, "0 1 2 3", "50% 25% 25% 0%")]
)
def test_a_law_is_shown_up_to_its_most(most: int, names: str, shown: str) -> None:
    panel = law_panel("Lost", (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)), most)
    assert panel.title == "Lost: 0.75 on average"
    assert (" ".join(panel.labels), " ".join(panel.texts), sum(panel.values)) == (names, shown, 1)


@pytest.mark.parametrize("bars", [1, 4, 9])
@pytest.mark.parametrize("panels", [1, 2, 5])
def test_everything_is_on_the_paper(panels: int, bars: int) -> None:
    names = tuple([f"bar {number}" for number in range(bars)])
    picture = BarPicture([Panel(f"The panel number {number}", "bar", names, (1.0,) * bars) for number in range(panels)])
    places = picture.places()
    for panel, place in zip(picture.panels, places, strict=True):
        assert place.left + sizes(panel)[1] <= WIDTH
    height = float(ElementTree.fromstring(picture.svg()).attrib["height"])
    assert max(place.ground for place in places) < height
    for one, other in pairwise(places):
        assert other.left > one.left or other.top >= one.ground
    assert min(float(one.attrib["y"]) for one in parts(picture, "text")) > 0
    assert places[0].ground == places[0].top + ABOVE + TALLEST


def test_words_are_text_and_no_markup() -> None:
    picture = BarPicture([Panel("<b>P & Q</b>", "bar", ("<a>",), (1,))])
    assert "<b>" not in picture.svg() and "&lt;a&gt;" in picture.svg()
    assert ElementTree.fromstring(picture.svg()).attrib["aria-label"] == "<b>P & Q</b>: <a> 1"


def test_nothing_is_drawn_for_nothing() -> None:
    assert BarPicture([]).text == "" and heights(BarPicture([])) == []
