"""A scene says the same in both forms, and nothing in it can become markup."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from workbench.core.scene import (
    PAGE_WIDTH,
    VIEW_HEIGHT,
    Choice,
    Helper,
    Layer,
    Panel,
    Row,
    Scene,
    Shape,
    Spot,
    circle,
    line,
    path,
    rect,
    stacked,
    text,
    tidy,
)

SVG = "{http://www.w3.org/2000/svg}"
NASTY = "<script>alert(\"x\")</script> & 'quotes'"


def small_scene(label: str = "A card.", title: str = "A table.") -> Scene:
    spot = Spot(
        "card",
        label,
        (1, 2, 3, 4),
        (rect(1, 2, 3, 4, fill="#fff"), text(2, 3, label)),
        "",
        (Choice(7, "take it", True),),
    )
    return Scene(title, 100, 50, (circle(5, 5, 2.5),), (spot, Spot("pile", "A pile.", (10, 2, 3, 4))))


def test_the_picture_is_well_formed_and_labelled():
    root = ElementTree.fromstring(small_scene().svg())
    assert root.get("viewBox") == "0 0 100 50"
    assert root.get("role") == "img"
    assert root.get("aria-label") == "A table."
    assert [title.text for title in root.iter(f"{SVG}title")] == ["A table.", "A card.", "A pile."]
    assert [element.tag for element in root][1] == f"{SVG}circle"


def test_the_same_scene_gives_the_same_text():
    assert small_scene().svg() == small_scene().svg()
    assert small_scene().to_json() == small_scene().to_json()


def test_words_never_become_markup():
    svg = small_scene(label=NASTY, title=NASTY).svg()
    assert "<script" not in svg
    root = ElementTree.fromstring(svg)
    assert root.get("aria-label") == NASTY
    assert [one.text for one in root.iter(f"{SVG}text")] == [NASTY]
    styled = Shape("rect", {"x": 0, "fill": '"/><script>'}).svg()
    assert ElementTree.fromstring(styled).get("fill") == '"/><script>'


def test_the_live_form_holds_what_a_board_needs():
    data = json.loads(json.dumps(small_scene().to_json()))
    assert data["spots"][0] == {
        "name": "card",
        "label": "A card.",
        "may": "",
        "box": [1.0, 2.0, 3.0, 4.0],
        "shapes": [
            ["rect", {"x": "1", "y": "2", "width": "3", "height": "4", "fill": "#fff"}],
            ["text", {"x": "2", "y": "3", "font-size": "13", "text-anchor": "middle"}, "A card."],
        ],
        "choices": [{"action": 7, "words": "take it", "legal": True}],
    }
    assert data["spots"][1]["choices"] == []
    assert small_scene().spot("card").legal == (7,)
    assert data["shapes"] == [["circle", {"cx": "5", "cy": "5", "r": "2.5"}]]
    assert data["seen_at_once"] / data["width"] == pytest.approx(VIEW_HEIGHT / PAGE_WIDTH, abs=0.001)


@pytest.mark.parametrize("attribute", ["onclick", "href", "style", "class", "id", "xlink:href"])
def test_attributes_that_do_something_are_refused(attribute):
    with pytest.raises(ValueError, match=attribute):
        Shape("rect", {attribute: "x"})


def test_unknown_kinds_are_refused():
    with pytest.raises(ValueError, match="foreignObject"):
        Shape("foreignObject", {})
    with pytest.raises(ValueError, match="pie"):
        Panel("Shares", "pie", ("a",), (1.0,))


def test_spots_are_found_by_name_and_named_once():
    assert small_scene().spot("pile").label == "A pile."
    with pytest.raises(KeyError):
        small_scene().spot("nothing")
    spot = Spot("card", "A card.", (0, 0, 1, 1))
    with pytest.raises(ValueError, match="'card'"):
        Scene("A table.", 1, 1, (), (spot, spot))


def test_panels_check_their_lists():
    with pytest.raises(ValueError, match="2 labels but 1 values"):
        Panel("Deck", "bar", ("C", "F"), (1.0,))
    with pytest.raises(ValueError, match="2 labels but 1 texts"):
        Panel("Deck", "bar", ("C", "F"), (1.0, 2.0), texts=("1",))
    assert Panel("Deck", "bar", ("C", "F"), (1.0, 2.5), target=2).readable() == "Deck: C 1, F 2.5; target 2"
    assert Panel("Nothing", "bar", (), ()).shown() == ()


def test_stacks_are_made_of_layers_that_add_up():
    layers = (Layer("sets", (20.0, 0.0)), Layer("left", (3.0, 1.5)))
    panel = stacked("Score", ("A", "B"), layers)
    assert panel.values == (23.0, 1.5)
    assert panel.readable() == "Score: A 23 (sets 20, left 3), B 1.5 (sets 0, left 1.5)"
    with pytest.raises(ValueError, match="do not add up"):
        Panel("Score", "stack", ("A", "B"), (23.0, 2.0), layers=layers)
    with pytest.raises(ValueError, match="2 labels but 1 values of 'left'"):
        Panel("Score", "stack", ("A", "B"), (23.0, 2.0), layers=(layers[0], Layer("left", (3.0,))))
    for kind, given in (("bar", layers), ("stack", ())):
        with pytest.raises(ValueError, match="a stack has layers, plain bars have none"):
            Panel("Score", kind, ("A", "B"), (23.0, 1.5), layers=given)


@pytest.mark.parametrize(
    ("value", "shown"), [(1, "1"), (1.0, "1"), (0.005, "0.01"), (-0.0, "0"), (2.126, "2.13"), ("x", "x")]
)
def test_numbers_are_written_briefly(value, shown):
    assert tidy(value) == shown


def test_builders_give_the_shapes_they_are_named_after():
    shapes = [rect(0, 0, 1, 1, stroke_width=2), circle(0, 0, 1), line(0, 0, 1, 1), path("M0 0"), text(0, 0, "a")]
    assert [shape.kind for shape in shapes] == ["rect", "circle", "line", "path", "text"]
    assert shapes[0].attributes["stroke-width"] == 2
    assert "transform" not in shapes[3].attributes
    assert path("M0 0", 1, 2).attributes["transform"] == "translate(1 2) scale(1)"


def test_a_helper_is_words_a_table_and_a_picture() -> None:
    rows = (Row(("a stone", "2")), Row(("nothing", "0"), "card", (Choice(7, "take it", True),)))
    helper = Helper("The offer", "So far two things.", ("what", "worth"), rows, small_scene())
    assert helper.readable().splitlines() == [
        "The offer",
        "  So far two things.",
        f"  {small_scene().title}",
        "  what     worth",
        "  a stone  2",
        "  nothing  0",
    ]
    sent = helper.to_json()
    assert sent["rows"][1] == {"cells": ["nothing", "0"], "choices": [{"action": 7, "words": "take it", "legal": True}]}
    assert sent["picture"] == small_scene().to_json() and json.loads(json.dumps(sent)) == sent
    assert Helper("A word", "No more.").to_json()["picture"] is None
    assert Helper("A word", "No more.").readable() == "A word\n  No more."
    with pytest.raises(ValueError, match="The helper 'The offer' has 2 columns, but a row has 1 cells"):
        Helper("The offer", "", ("what", "worth"), (Row(("a stone",)),))
