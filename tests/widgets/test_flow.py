"""Flow diagrams: every weight is in the table, and every arrow is as broad as its weight, wherever colours cannot be seen."""

from __future__ import annotations

import re
from math import hypot
from xml.etree import ElementTree

import networkx as nx
import pytest

import workbench as wb
from widgets.explorer import PictureExplorer
from widgets.flow import BROAD, MARGIN, NARROW, NODE, FlowDiagram, arrow, bent

SVG = "{http://www.w3.org/2000/svg}"


def graph(*edges: tuple[str, str, float], nodes: str = "ABCD") -> nx.DiGraph:
    found = nx.DiGraph()
    found.add_nodes_from(nodes)
    found.add_weighted_edges_from(edges)
    return found


def drawn(diagram: FlowDiagram, kind: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(diagram.svg()).iter(SVG + kind))


def test_the_table_has_rows_that_pay_and_columns_that_receive() -> None:
    words = FlowDiagram(graph(("A", "B", 12), ("B", "A", 3), ("D", "A", 1)), "Chips").text.splitlines()
    assert words[0] == "Chips (rows pay columns)"
    assert [line.split() for line in words[1:]] == [
        ["A", "B", "C", "D", "sum"],
        ["A", "-", "12", "-", "-", "12"],
        ["B", "3", "-", "-", "-", "3"],
        ["C", "-", "-", "-", "-", "0"],
        ["D", "1", "-", "-", "-", "1"],
        ["sum", "4", "12", "0", "0", "16"],
    ]


def test_means_have_a_decimal_each() -> None:
    diagram = FlowDiagram(graph(("A", "B", 2), ("B", "A", 0.25)))
    assert diagram.number(2) == "2.0"
    assert "2.0" in diagram.text and "0.2" in diagram.text


def test_an_arrow_for_each_weight_and_its_number_beside_it() -> None:
    diagram = FlowDiagram(graph(("A", "B", 4), ("B", "A", 1), ("C", "D", 0)))
    assert len(drawn(diagram, "path")) == 2
    assert [one.text for one in drawn(diagram, "text")] == ["A", "B", "C", "D", "4", "1"]
    assert ElementTree.fromstring(diagram.svg()).attrib["aria-label"] == "A flow: A to B 4, B to A 1."


def test_labels_and_colours_of_nodes_are_used() -> None:
    given = graph(("A", "B", 1), nodes="AB")
    given.nodes["A"].update(label="1st", colour="#123456")
    diagram = FlowDiagram(given)
    circle, _ = drawn(diagram, "circle")
    assert circle.attrib["fill"] == "#123456" == drawn(diagram, "path")[0].attrib["fill"]
    assert "1st" in diagram.text and drawn(diagram, "text")[0].text == "1st"


def test_the_broadest_arrow_carries_most() -> None:
    way = [(float(10 * step), 0.0) for step in range(20)]
    for width in (NARROW, BROAD):
        numbers = [float(number) for number in re.findall(r"-?[\d.]+", arrow(way, width))]
        heights = numbers[1::2]
        assert heights[0] - heights[-1] == pytest.approx(width, abs=0.2) or heights[-1] - heights[0] == pytest.approx(
            width, abs=0.2
        )
        assert max(numbers[::2]) == 190


def test_the_two_directions_of_a_pair_lie_apart_and_touch_no_node() -> None:
    there, back = bent((0.0, 0.0), (200.0, 0.0)), bent((200.0, 0.0), (0.0, 0.0))
    assert all(y < 0 for _, y in there[1:-1]) and all(y > 0 for _, y in back[1:-1])
    for way in (there, back):
        for x, y in way:
            assert min(hypot(x, y), hypot(x - 200, y)) > NODE + MARGIN / 2


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_numbers_do_not_lie_on_each_other(players: int) -> None:
    letters = "ABCDEF"[:players]
    diagram = FlowDiagram(
        graph(*[(one, other, 3) for one in letters for other in letters if one != other], nodes=letters)
    )
    plates = [one.attrib for one in drawn(diagram, "rect")[1:]]
    assert len(plates) == players * (players - 1)
    boxes = [[float(plate[key]) for key in ("x", "y", "width", "height")] for plate in plates]
    crossing = sum(
        abs(one[0] - other[0]) < one[2] and abs(one[1] - other[1]) < one[3]
        for place, one in enumerate(boxes)
        for other in boxes[:place]
    )
    assert crossing == 0


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(wb.WorkbenchError, match="at least one node"):
        FlowDiagram(nx.DiGraph())
    with pytest.raises(wb.WorkbenchError, match="from A to B needs a weight of 0 or more, not -1"):
        FlowDiagram(graph(("A", "B", -1)))
    bare = nx.DiGraph()
    bare.add_edge("A", "B")
    with pytest.raises(wb.WorkbenchError, match="not None"):
        FlowDiagram(bare)


def test_titles_are_text_and_no_markup() -> None:
    diagram = FlowDiagram(graph(), "<b>A & B</b>")
    assert "<b>" not in diagram.svg() and "&lt;b&gt;A &amp; B" in diagram.svg()


def test_a_picture_follows_its_controls() -> None:
    def picture(choices: dict[str, int]) -> FlowDiagram:
        if choices["chips"] == 3:
            raise wb.WorkbenchError("Nobody has three.")
        return FlowDiagram(graph(("A", "B", choices["chips"])))

    explorer = PictureExplorer(picture, {"chips": ("Chips", range(1, 4))}, title="Paying")
    assert explorer.text.startswith("Paying\nChips: 1\n")
    explorer._fields.fields["chips"].value = 2
    assert explorer.choices == {"chips": 2}
    assert ">2</text>" in explorer._drawing.value
    explorer.choose(chips=3)
    assert (
        explorer.text == "Paying\nChips: 3\nNobody has three. The figure still shows the last choice that was possible."
    )
    assert ">2</text>" in explorer._drawing.value
    explorer.choose(chips=1)
    assert explorer.fault == "" and explorer._said.value == ""
    bundle = explorer._repr_mimebundle_()
    assert bundle["text/plain"] == explorer.text and bundle["image/svg+xml"] == explorer.picture.svg()
