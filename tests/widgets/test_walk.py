"""A walk through a graph: figure, still drawing and text say the same, step by step."""

from __future__ import annotations

from typing import Any
from xml.dom import minidom

import networkx as nx
import pytest

from widgets.walk import SYMBOLS, Walk, WalkExplorer
from workbench.core.errors import WorkbenchError


def street(length: int = 3) -> nx.DiGraph:
    graph = nx.DiGraph()
    for number in range(length):
        graph.add_node(f"place {number}", x=number, y=0, mark=f"P{number}", symbol=SYMBOLS[number % len(SYMBOLS)])
    graph.add_node("aside <1>", x=1, y=1, says="a place off the street")
    for number in range(length - 1):
        graph.add_edge(f"place {number}", f"place {number + 1}", blocked=number == 1)
    graph.add_edge("place 0", "aside <1>")
    return graph


def stroll(choices: dict[str, Any]) -> Walk:
    if choices["steps"] > 2:
        raise WorkbenchError("The street ends here.")
    places = tuple(f"place {number}" for number in range(choices["steps"] + 1))
    return Walk(
        street(), places, tuple(f"Now at <{place}>." for place in places), f"{len(places)} places", "A <street>"
    )


def explorer() -> WalkExplorer:
    return WalkExplorer(stroll, {"steps": ("Steps", [2, 1, 0, 3])}, title="A stroll")


def test_a_new_choice_shows_its_whole_walk() -> None:
    shown = explorer()
    assert (shown.step, shown.caption) == (2, "2. Now at <place 2>.")
    walked, walker = shown._figure.data[1], shown._figure.data[3]
    assert walked.x == (0.0, 1.0, 2.0) and walker.x == (2.0,)
    shown.choose(steps=1)
    assert (shown.step, shown._slider.max, shown._play.max) == (1, 1, 1)
    assert shown._figure.data[1].x == (0.0, 1.0)
    assert "2 places" in shown.text and "Steps: 1" in shown.text


def test_the_slider_goes_through_the_walk() -> None:
    shown = explorer()
    shown._slider.value = 1
    assert shown.caption == "1. Now at <place 1>." and shown._play.value == 1
    assert shown._figure.data[1].x == (0.0, 1.0) and shown._figure.data[3].x == (1.0,)
    shown.go(99)
    assert shown.step == 2 and shown._slider.value == 2
    shown.go(-5)
    assert shown.caption == "Now at <place 0>."


def test_the_page_that_is_loaded_later_sees_the_present_step() -> None:
    shown = explorer()
    shown.go(1)
    assert list(shown._figure._widget_data[1]["x"]) == [0.0, 1.0]


def test_an_impossible_choice_leaves_the_walk_and_says_why() -> None:
    shown = explorer()
    shown.choose(steps=3)
    assert shown.fault.startswith("The street ends here.") and shown.walk.places[-1] == "place 2"
    assert "The street ends here." in shown.text


def test_blocked_ways_are_marked() -> None:
    assert explorer()._figure.data[4].x == (1.5,) and explorer()._figure.data[4].y == (0.0,)


def test_names_are_text_and_never_markup() -> None:
    shown = explorer()
    assert "<place" not in shown._caption.value and "&lt;place 2&gt;" in shown._caption.value
    assert "<street>" not in shown._figure.layout.title.text
    minidom.parseString(shown.svg())


def test_the_still_drawing_numbers_the_steps() -> None:
    whole, begun = explorer().walk.scene(), explorer().walk.scene(1)
    written = [shape.text for shape in whole.shapes if shape.kind == "text"]
    assert {"1", "2", "P0", "P1", "P2"} <= set(written)
    assert "2" not in [shape.text for shape in begun.shapes if shape.kind == "text"]


def test_a_walk_stays_in_its_graph() -> None:
    with pytest.raises(WorkbenchError, match="goes through 'the sea', which is not in the graph"):
        Walk(street(), ("the sea",), ("Wet.",))
    with pytest.raises(WorkbenchError, match="1 places needs as many captions, not 0"):
        Walk(street(), ("place 0",), ())


def test_a_graph_without_a_walk_is_drawn() -> None:
    still = WalkExplorer(lambda choices: Walk(street(), text="Nobody walks."), {"x": ("X", [1])})
    assert still.caption == "" and still._figure.data[3].x == ()
    assert "Nobody walks." in still.text
    minidom.parseString(still.svg())
