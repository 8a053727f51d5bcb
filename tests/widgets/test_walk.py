"""A walk through a graph: figure, still drawing and text say the same, step by step."""

from __future__ import annotations

import asyncio
import json
from typing import Any
from xml.dom import minidom

import networkx as nx
import pytest

from tests.waiting import until_in_loop, when_due
from widgets.plot import Plot
from widgets.walk import WalkExplorer, WalkFigure, still
from workbench.core.errors import UnknownNameError, WorkbenchError
from workbench.core.walk import Walk

SYMBOLS = ("circle", "square", "diamond", "hexagon", "pentagon", "triangle-up")


def street(length: int = 3) -> nx.DiGraph:
    graph = nx.DiGraph()
    for number in range(length):
        graph.add_node(f"place {number}", x=number, y=0, mark=f"P{number}", symbol=SYMBOLS[number % len(SYMBOLS)])
    graph.add_node("aside <1>", x=1, y=1, says="a place off the street")
    graph.add_node("cellar", x=0, y=1, fixed=True)
    for number in range(length - 1):
        if number != 1:
            graph.add_edge(f"place {number}", f"place {number + 1}")
    graph.graph["blocked"] = [("place 1", "place 2")]
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
    assert (shown.figure.step, shown.figure.caption) == (2, "2. Now at <place 2>.")
    walked, walker = shown.figure.plot.figure.data[1], shown.figure.plot.figure.data[3]
    assert walked.x == (0.0, 1.0, 2.0) and walker.x == (2.0,)
    shown.choose(steps=1)
    assert (shown.figure.step, shown.figure._slider.value, shown.figure._slider.max) == (1, 1, 1)
    assert shown.figure.plot.figure.data[1].x == (0.0, 1.0)
    assert "2 places" in shown.text and "Steps: 1" in shown.text


def test_the_slider_goes_through_the_walk() -> None:
    shown = explorer()
    shown.figure._slider.value = 1
    assert shown.figure.caption == "1. Now at <place 1>."
    assert shown.figure.plot.figure.data[1].x == (0.0, 1.0) and shown.figure.plot.figure.data[3].x == (1.0,)
    shown.go(99)
    assert shown.figure.step == 2 and shown.figure._slider.value == 2
    shown.go(-5)
    assert shown.figure.caption == "Now at <place 0>."


def test_the_page_that_is_loaded_later_sees_the_present_step() -> None:
    shown = explorer()
    shown.go(1)
    assert json.loads(shown.figure.plot.get_state()["drawn"])["data"][1]["x"] == [0.0, 1.0]


def test_an_impossible_choice_leaves_the_walk_and_says_why() -> None:
    shown = explorer()
    shown.choose(steps=3)
    assert shown.fault.startswith("The street ends here.") and shown.walk.places[-1] == "place 2"
    assert "The street ends here." in shown.text


def test_blocked_ways_are_marked() -> None:
    assert explorer().figure.plot.figure.data[4].x == (1.5,) and explorer().figure.plot.figure.data[4].y == (0.0,)


def test_names_are_text_and_never_markup() -> None:
    shown = explorer()
    assert "<place" not in shown.figure._caption.value and "&lt;place 2&gt;" in shown.figure._caption.value
    assert "<street>" not in shown.figure.plot.figure.layout.title.text
    minidom.parseString(shown.svg())


def test_the_still_drawing_numbers_the_steps() -> None:
    whole, begun = still(explorer().walk), still(explorer().walk, 1)
    written = [shape.text for shape in whole.shapes if shape.kind == "text"]
    assert {"1", "2", "P0", "P1", "P2"} <= set(written)
    assert "2" not in [shape.text for shape in begun.shapes if shape.kind == "text"]


def test_a_graph_without_a_walk_is_drawn() -> None:
    nobody = WalkExplorer(lambda choices: Walk(street(), text="Nobody walks."), {"x": ("X", [1])})
    assert nobody.figure.caption == "" and nobody.figure.plot.figure.data[3].x == ()
    assert "Nobody walks." in nobody.text
    assert nobody.figure._steps.layout.display == "none", "there is nothing to play"
    assert explorer().figure._steps.layout.display is None
    minidom.parseString(nobody.svg())


def two_strolls(second: int = 1) -> list[Walk]:
    walks = [stroll({"steps": 2}), stroll({"steps": second})]
    return [
        Walk(one.graph, one.places, one.captions, one.text, one.title, name)
        for one, name in zip(walks, ("Ann", "Bo"), strict=True)
    ]


def test_one_of_several_walks_is_chosen() -> None:
    figure = WalkFigure(two_strolls())
    assert figure._choice.options == ("Ann", "Bo") and figure._choice.layout.display is None
    figure.choose("Bo")
    assert (figure.number, figure.step, figure.plot.figure.data[1].x) == (1, 1, (0.0, 1.0))
    figure._choice.index = 0
    assert (figure.number, figure.step) == (0, 2)
    with pytest.raises(UnknownNameError, match="There is no walk 'Cy'"):
        figure.choose("Cy")
    assert WalkFigure([stroll({"steps": 1})])._choice.layout.display == "none"


def test_other_walks_of_the_same_names_keep_the_choice_and_what_is_the_same_keeps_the_step() -> None:
    figure = WalkFigure(two_strolls())
    figure.choose("Bo")
    figure.go(0)
    figure.show(two_strolls())
    assert (figure.number, figure.step) == (1, 0)
    figure.show(two_strolls(0))
    assert (figure.number, figure.step, figure._slider.disabled) == (1, 0, True)
    figure.show(two_strolls(2))
    assert (figure.number, figure.step, figure._slider.disabled) == (1, 2, False)


def test_nothing_is_left_of_walks_that_are_taken_away() -> None:
    figure = WalkFigure(two_strolls())
    figure.show(())
    assert figure.walk is None and figure.caption == ""
    assert not any(part.x for part in figure.plot.figure.data)
    said = [figure._caption.value, figure._reasons.value, *figure._choice.options]
    assert "place" not in " ".join(said) and "Ann" not in said


def clicked(choices: dict[str, Any], node: str) -> dict[str, Any]:
    if node.startswith("aside"):
        raise WorkbenchError("Nobody goes there.")
    return {"steps": int(node.split()[1])}


def test_a_click_on_a_node_changes_the_choices() -> None:
    shown = WalkExplorer(stroll, {"steps": ("Steps", [2, 1, 0, 3])}, click=clicked, click_label="Go there")
    page_clicks(shown.figure.plot, 2, 1)
    assert shown.choices == {"steps": 1} and shown.figure.step == 1
    page_clicks(shown.figure.plot, 2, 4)
    page_clicks(shown.figure.plot, 1, 0)
    assert shown.choices == {"steps": 1}, "nothing is to be done in the cellar, or on the way"
    assert "cellar" not in [name for _, name in shown._node.options]
    shown._node.value = "place 0"
    shown._click_button.click()
    assert shown.choices == {"steps": 0} and shown._node.value == "place 0"
    shown.click("aside <1>")
    assert shown.fault.startswith("Nobody goes there.") and "Nobody" in shown._said.value
    assert shown.choices == {"steps": 0}
    shown.click("place 2")
    assert shown.fault == "" and shown._said.value == ""
    with pytest.raises(WorkbenchError, match="do not answer clicks"):
        explorer().click("place 0")


def page_clicks(plot: Plot, trace: int, point: int) -> None:
    """What a page sends when a point is clicked."""
    plot._heard(plot, {"do": "click", "points": [{"trace": trace, "point": point}]}, None)


def test_a_unit_up_takes_the_same_room_in_every_walk() -> None:
    """The figure is as high as the highest graph there was, and a lower graph is not stretched."""
    high, low = street(), street()
    high.add_node("roof", x=1, y=4)
    low.remove_nodes_from(["aside <1>", "cellar"])
    figure = WalkFigure([Walk(low, name="low")])
    small = figure.plot.figure.layout.height
    figure.show([Walk(low, name="low"), Walk(high, name="high")])
    tall, begin = figure.plot.figure.layout.height, figure.plot.figure.layout.yaxis.range
    assert tall > small
    figure.choose("high")
    assert figure.plot.figure.layout.height == tall
    bottom, top = figure.plot.figure.layout.yaxis.range
    assert top - bottom == pytest.approx(begin[1] - begin[0]), "the scale is the same"
    assert bottom < 0 and top > 4


def test_a_walk_plays_by_itself_and_can_be_paused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("widgets.walk.PACE", 0.01)

    async def watch() -> list[tuple[int, str]]:
        figure, loop = WalkFigure([stroll({"steps": 2})]), asyncio.get_running_loop()
        seen = [(figure.step, figure._play.description)]

        def paused() -> None:
            figure._slider.unobserve_all()
            figure._play.click()
            seen.append((figure.step, figure._play.description))

        figure._play.click()
        seen.append((figure.step, figure._play.description))
        # at once after the first step, before the second one can be due
        figure._slider.observe(lambda change: loop.call_soon(paused) if change["new"] == 1 else None, "value")
        await until_in_loop(lambda: len(seen) == 3)
        await when_due(0.02)  # the step that was called off would have come before
        seen.append((figure.step, figure._play.description))
        figure.play()
        await until_in_loop(lambda: not figure.playing)
        seen.append((figure.step, figure._play.description))
        return seen

    assert asyncio.run(watch()) == [(2, "Play"), (0, "Pause"), (1, "Play"), (1, "Play"), (2, "Play")]


def test_a_walk_that_is_played_twice_at_a_time_goes_no_quicker() -> None:
    async def watch() -> None:
        figure = WalkFigure([stroll({"steps": 2})])
        figure.play()
        first = figure._timer
        figure.play()
        assert first is not None and first.cancelled() and figure.playing
        figure.pause()

    asyncio.run(watch())


def test_another_walk_does_not_go_on_by_itself() -> None:
    async def watch() -> bool:
        figure = WalkFigure(two_strolls())
        figure.play()
        figure.choose("Bo")
        return figure.playing

    assert not asyncio.run(watch())


def test_where_nothing_runs_by_itself_the_end_is_shown_at_once() -> None:
    figure = WalkFigure([stroll({"steps": 2})])
    figure.go(1)
    figure.play()
    assert figure.step == 2 and not figure.playing and figure._play.description == "Play"


def test_a_label_stands_below_its_node_in_the_figure_and_in_the_drawing() -> None:
    graph = nx.DiGraph()
    graph.add_node("N:M1", x=0, y=0, label="M<1>")
    graph.add_node("N:L1", x=0, y=1, mark="GR", label="L1")
    graph.add_node("bare", x=1, y=0)
    walk = Walk(graph)
    labels = WalkFigure([walk]).plot.figure.data[5]
    assert labels.text == ("M&lt;1&gt;", "L1") and labels.x == (0.0, 0.0)
    assert labels.y[0] < 0 and labels.y[1] < 1 and 0 - labels.y[0] < 1 - labels.y[1], "below, and farther below what is larger"
    words = [one.firstChild.data for one in minidom.parseString(still(walk).svg()).getElementsByTagName("text")]
    assert words == ["M<1>", "GR", "L1"]


def test_groups_are_told_by_the_edge_of_their_nodes_and_in_words() -> None:
    graph = nx.DiGraph()
    graph.add_node("meadow", x=0, y=0, group="the hills")
    graph.add_node("wood", x=1, y=0)
    graph.add_edge("meadow", "wood")
    walk = Walk(graph, groups={"the hills": "#009E73"})
    nodes = WalkFigure([walk]).plot.figure.data[2]
    assert tuple(nodes.marker.line.color)[:1] == ("#009E73",) and list(nodes.marker.line.width) == [5, 1.5]
    assert list(nodes.hovertext) == ["meadow (the hills)", "wood"]
    assert [shape.attributes.get("stroke") for shape in still(walk).shapes].count("#009E73") == 1


# -- the still drawing, point by point: a unit across is 92 pixels, a unit up 78, and the edge takes 56 ------------------


def corner() -> Walk:
    """Up on the left a triangle, up on the right a square, below it a plain spot; the way down is blocked."""
    graph = nx.DiGraph()
    graph.add_node("A", x=0, y=1, mark="WK1 A", symbol="triangle-up", colour="#000000")
    graph.add_node("B", x=1, y=1, mark="B", symbol="square", colour="#FFFFFF", label="Bend")
    graph.add_node("C", x=1, y=0, label="Cove")
    graph.add_edge("A", "B")
    graph.graph["blocked"] = [("B", "C")]
    return Walk(graph, ("A", "B"), ("At A.", "At B."))


def drawn(walk: Walk, kind: str, *names: str, step: int | None = None, **style: Any) -> list[tuple[Any, ...]]:
    """The shapes of a kind that have a style, each as the values of some attributes."""
    shapes = [shape for shape in still(walk, step).shapes if shape.kind == kind]
    wanted = {name.replace("_", "-"): value for name, value in style.items()}
    fits = [shape for shape in shapes if wanted.items() <= dict(shape.attributes).items()]
    return [tuple(shape.text if name == "said" else shape.attributes[name] for name in names) for shape in fits]


def test_ways_join_the_middles_of_their_ends_and_what_is_blocked_is_crossed_out_halfway() -> None:
    ends = ("x1", "y1", "x2", "y2")
    assert drawn(corner(), "line", *ends, stroke_width=2) == [(56, 56, 148, 56), (148, 56, 148, 134)]
    assert drawn(corner(), "line", *ends, stroke_width=5) == [(139, 86, 157, 104), (139, 104, 157, 86)]


def test_the_way_is_drawn_as_far_as_it_is_walked_with_a_ring_where_the_walker_stands() -> None:
    assert drawn(corner(), "path", "d", fill="none") == [("M56 56 L148 56",)]
    assert drawn(corner(), "path", "d", step=1, fill="none") == [("M56 56 L148 56",)]
    assert drawn(corner(), "path", "d", step=0, fill="none") == []
    ring = {"stroke": "#D55E00", "stroke_width": 4}
    assert drawn(corner(), "circle", "cx", "cy", "r", **ring) == [(148, 56, 28)]
    assert drawn(corner(), "circle", "cx", "cy", "r", step=0, **ring) == [(56, 56, 28)]
    assert drawn(corner(), "text", "x", "y", "said", font_size=12) == [(171, 39, "1")]


def test_letters_lie_in_their_node_and_a_label_below_it() -> None:
    letters = drawn(corner(), "text", "x", "y", "said", "fill", font_size=11, font_weight=700)
    assert letters == [(56, 54, "A", "#FFFFFF"), (56, 66, "WK1", "#FFFFFF"), (148, 60, "B", "#1F2328")]
    labels = [one for one in drawn(corner(), "text", "x", "y", "said", font_size=11) if len(one[2]) == 4]
    assert labels == [(148, 95, "Bend"), (148, 162, "Cove")], "farther below what is larger"
    assert drawn(corner(), "circle", "cx", "cy", "r", stroke_width=1.5) == [(148, 134, 11)], "without letters it is small"


@pytest.mark.parametrize("symbol", SYMBOLS[1:])
def test_an_outline_stands_upright_around_its_letters(symbol: str) -> None:
    graph = nx.DiGraph()
    graph.add_node("A", x=0, y=0, mark="A", symbol=symbol)
    ((outline,),) = drawn(Walk(graph), "path", "d")
    points = [tuple(map(float, pair.split())) for pair in outline.removeprefix("M").removesuffix(" Z").split(" L")]
    around = [(x - 56, y - 56) for x, y in points]
    mirrored = {(round(-x, 1), round(y, 1)) for x, y in around}
    assert mirrored == {(round(x, 1), round(y, 1)) for x, y in around}, "left is as right"
    assert all(20 <= abs(complex(x, y)) <= 30 for x, y in around)
    highest = min(y for _, y in around)
    tops = sorted(round(x) for x, y in around if y == highest)
    assert tops == {"square": [-20, 20], "hexagon": [-12, 12]}.get(symbol, [0])


# -- the live figure ------------------------------------------------------------------------------------------------------


def test_the_figure_draws_blocked_ways_too_and_letters_that_are_read_on_their_ground() -> None:
    ways, _, nodes, *_ = WalkFigure([corner()]).plot.figure.data
    assert ways.x == (0, 1, None, 1, 1, None) and ways.y == (1, 1, None, 1, 0, None)
    assert nodes.textfont.color[:2] == ("#FFFFFF", "#1F2328")
    assert nodes.marker.size == (54, 44, 16) and nodes.text == ("A<br>WK1", "B", "\u00a0")


def test_reasons_are_folded_only_where_that_is_asked_for() -> None:
    assert "<details>" in WalkFigure([corner()], folded=True)._reasons.value
    assert "<details>" not in WalkFigure([corner()])._reasons.value


def test_the_slider_is_never_shorter_than_what_it_shows() -> None:
    """In between, the page would cut the value off at the old end."""
    figure, seen = WalkFigure([stroll({"steps": 1})]), list[tuple[int, int]]()
    figure._slider.observe(lambda change: seen.append((figure._slider.value, figure._slider.max)), ["value", "max"])
    figure.show([stroll({"steps": 2})])
    figure.show([stroll({"steps": 0})])
    assert all(value <= most for value, most in seen) and seen[-1] == (0, 0)
    assert figure._slider.disabled and figure._play.disabled and figure.caption == "Now at <place 0>."


def test_a_unit_up_takes_sixty_eight_pixels() -> None:
    figure = WalkFigure([corner()]).plot.figure
    low, top = figure.layout.yaxis.range
    assert figure.layout.height == 140 + 68 * 2
    assert (low, top) == pytest.approx((0.5 - 1 - 35 / 68, 0.5 + 1 + 35 / 68), abs=0.001)


def test_places_are_listed_by_what_is_said_of_them_and_the_chosen_one_stays_chosen() -> None:
    shown = WalkExplorer(stroll, {"steps": ("Steps", [2, 1, 0, 3])}, click=clicked)
    assert ("a place off the street", "aside <1>") in shown._node.options
    shown._node.value = "place 1"
    shown.choose(steps=1)
    assert shown._node.value == "place 1"
