"""Flow diagrams: graphs whose arrows are as broad as their weights, as drawings and as tables."""

from __future__ import annotations

from html import escape
from math import cos, hypot, pi, sin
from typing import Any, Final

import networkx as nx

from widgets.palette import INK, OKABE_ITO, PAPER, readable_on
from workbench.core.errors import WorkbenchError
from workbench.core.scene import FONT, Shape, circle, rect, text, tidy

WIDTH: Final = 640
HEIGHT: Final = 460
TITLE: Final = 40
RING: Final = (245.0, 158.0)
"""How far the nodes lie from the middle, across and up."""
NODE: Final = 24.0
MARGIN: Final = 7.0
"""The gap between a node and the ends of its arrows."""
NARROW, BROAD = 2.0, 16.0
"""The widths of the thinnest and of the broadest arrow."""
BOW: Final = 0.15
"""How far an arrow bends to the left, as a part of its length; this keeps the two directions of a pair apart."""
HEAD: Final = 16.0
"""The length of an arrow's head, besides half of its width."""
BENDS: Final = 40
"""How many straight pieces make an arrow's bend."""
LABEL_AT: Final = (0.36, 0.28, 0.44, 0.2, 0.52)
"""The possible places of the number on an arrow, from its beginning 0 to its end 1; the first free one is used."""
PLATE: Final = 18.0
"""The height of the plate under a number."""

Point = tuple[float, float]


class FlowDiagram:
    """A directed graph whose arrows are as broad as their weights.

    The nodes form a ring, clockwise from the top. An arrow has the colour of the node it comes from, a dark rim and its number
    in writing, so the diagram is legible without colours.

    Args:
        graph: a `networkx.DiGraph`; its edges have ``weight`` (0 or more; 0 has no arrow), its nodes may have ``label`` (a
            letter or two; by default the node itself) and ``colour`` (as ``#RRGGBB``).
        title: what it shows.

    Raises:
        WorkbenchError: there is no node, or a weight is missing or negative.

    >>> graph = nx.DiGraph()
    >>> graph.add_edge("A", "B", weight=3)
    >>> FlowDiagram(graph, "Who paid whom")
    Who paid whom (rows pay columns)
          A  B  sum
    A     -  3    3
    B     -  -    0
    sum   0  3    3
    """

    def __init__(self, graph: nx.DiGraph, title: str = "") -> None:
        if not len(graph):
            raise WorkbenchError("A flow diagram needs at least one node.")
        for one, other, weight in graph.edges(data="weight"):
            if not isinstance(weight, (int, float)) or weight < 0:
                raise WorkbenchError(f"The edge from {one} to {other} needs a weight of 0 or more, not {weight!r}.")
        self.graph = graph
        self.title = title

    # -- as text -------------------------------------------------------------------------------------------------------

    def number(self, weight: float) -> str:
        """Return a weight as it is written: with one decimal, unless all weights are whole numbers."""
        whole = all([float(one).is_integer() for _, _, one in self.graph.edges(data="weight")])
        return f"{weight:.0f}" if whole else f"{weight:.1f}"

    def weight(self, one: Any, other: Any) -> float:
        """Return the weight from one node to another; 0 without an edge."""
        return float(self.graph.edges[one, other]["weight"]) if self.graph.has_edge(one, other) else 0.0

    @property
    def text(self) -> str:
        """The table of all weights, with the payers on the left and the receivers at the top."""
        nodes = list(self.graph)
        names = [self._label(node) for node in nodes]
        rows: list[list[str]] = []
        for one in nodes:
            carried = [self.weight(one, other) for other in nodes]
            rows.append([*[self.number(weight) if weight else "-" for weight in carried], self.number(sum(carried))])
        received = [sum([self.weight(one, other) for one in nodes]) for other in nodes]
        rows.append([self.number(weight) for weight in (*received, sum(received))])
        width = 2 + max([len(cell) for row in rows for cell in row] + [len(name) for name in (*names, "s")])
        heads = [name.rjust(width) for name in names] + ["sum".rjust(max(width, 5))]
        first = max(len(name) for name in (*names, "sum"))
        lines = [f"{self.title} (rows pay columns)"] if self.title else []
        lines.append(" " * first + "".join(heads))
        for name, row in zip((*names, "sum"), rows, strict=True):
            cells = [cell.rjust(len(head)) for cell, head in zip(row, heads, strict=True)]
            lines.append(name.ljust(first) + "".join(cells))
        return "\n".join(lines)

    @property
    def sentence(self) -> str:
        """The same as one sentence for screen readers, the largest weight first."""
        edges = sorted(self.graph.edges(data="weight"), key=lambda edge: -edge[2])
        said = [
            f"{self._label(one)} to {self._label(other)} {self.number(weight)}"
            for one, other, weight in edges
            if weight
        ]
        return f"{self.title or 'A flow'}: {', '.join(said) or 'nothing'}."

    def __repr__(self) -> str:
        return self.text

    def _label(self, node: Any) -> str:
        return str(self.graph.nodes[node].get("label", node))

    # -- as a drawing --------------------------------------------------------------------------------------------------

    def places(self) -> dict[Any, Point]:
        """Return the place of each node, in user units."""
        found: dict[Any, Point] = {}
        for number, node in enumerate(self.graph):
            angle = 2 * pi * number / len(self.graph) - pi / 2
            found[node] = (WIDTH / 2 + RING[0] * cos(angle), TITLE + (HEIGHT - TITLE) / 2 + RING[1] * sin(angle))
        return found

    def svg(self) -> str:
        """Return the drawing; its description for screen readers is the sentence."""
        places = self.places()
        edges = [
            (one, other, weight) for one, other, weight in self.graph.edges(data="weight") if weight and one != other
        ]
        broadest = max([weight for _, _, weight in edges], default=1)
        shapes = [text(12, 24, self.title, 16, "start", fill=INK)] if self.title else []
        plates: list[tuple[Point, str]] = []
        for one, other, weight in sorted(edges, key=lambda edge: -edge[2]):  # broad arrows first, so thin ones lie on top
            width = NARROW + (BROAD - NARROW) * weight / broadest
            spine = bent(places[one], places[other])
            shapes.append(
                Shape("path", {"d": arrow(spine, width), "fill": self._colour(one), "stroke": INK, "stroke-width": 1})
            )
            words = self.number(weight)
            spots = [spine[round(part * BENDS)] for part in LABEL_AT]
            free = [spot for spot in spots if not any([_overlap(spot, words, *plate) for plate in plates])]
            plates.append(((free or spots)[0], words))
        for node, (x, y) in places.items():
            colour = self._colour(node)
            shapes.append(circle(x, y, NODE, fill=colour, stroke=INK, stroke_width=1.5))
            shapes.append(text(x, y + 5.5, self._label(node), 16, fill=readable_on(colour), font_weight=600))
        shapes += [shape for place, words in plates for shape in _number(words, place)]
        drawn = "\n".join([shape.svg() for shape in shapes])
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
            f' role="img" aria-label="{escape(self.sentence, quote=True)}" font-family="{escape(FONT, quote=True)}"'
            f' style="max-width:100%;height:auto">\n<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>\n{drawn}\n</svg>'
        )

    def _colour(self, node: Any) -> str:
        number = list(self.graph).index(node)
        return str(self.graph.nodes[node].get("colour") or OKABE_ITO[1 + number % (len(OKABE_ITO) - 1)])

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return {"image/svg+xml": self.svg(), "text/plain": self.text}


def bent(start: Point, end: Point) -> list[Point]:
    """Return the path of an arrow between two nodes: bent to the left, from rim to rim.

    >>> way = bent((0, 0), (300, 0))
    >>> way[0][0] > NODE and way[-1][0] < 300 - NODE and way[20][1] < 0  # up is smaller
    True
    """
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down)
    middle = ((start[0] + end[0]) / 2 + 2 * BOW * down, (start[1] + end[1]) / 2 - 2 * BOW * across)
    shy = (NODE + MARGIN) / length
    found: list[Point] = []
    for step in range(BENDS + 1):
        t = shy + (1 - 2 * shy) * step / BENDS
        weights = ((1 - t) ** 2, 2 * t * (1 - t), t * t)
        found.append(
            (
                weights[0] * start[0] + weights[1] * middle[0] + weights[2] * end[0],
                weights[0] * start[1] + weights[1] * middle[1] + weights[2] * end[1],
            )
        )
    return found


def arrow(spine: list[Point], width: float) -> str:
    """Return the outline of an arrow along a path, as SVG path data.

    Args:
        spine: the points of the path.
        width: the width of the shaft; the head is broader.
    """
    head, length = 0, 0.0
    while head < len(spine) - 2 and length < HEAD + width / 2:
        head += 1
        length = hypot(spine[-1][0] - spine[-1 - head][0], spine[-1][1] - spine[-1 - head][1])
    shaft = spine[: len(spine) - head]
    left: list[Point] = []
    right: list[Point] = []
    for place, (x, y) in enumerate(shaft):
        one, other = spine[max(0, place - 1)], spine[place + 1]
        length = hypot(other[0] - one[0], other[1] - one[1])
        aside = (width / 2 * (other[1] - one[1]) / length, -width / 2 * (other[0] - one[0]) / length)
        left.append((x + aside[0], y + aside[1]))
        right.append((x - aside[0], y - aside[1]))
    x, y = shaft[-1]
    tip = spine[-1]
    length = hypot(tip[0] - x, tip[1] - y)
    barb = (width / 2 + 5) / length
    barbs = [(x + barb * (tip[1] - y), y - barb * (tip[0] - x)), (x - barb * (tip[1] - y), y + barb * (tip[0] - x))]
    outline = [*left, barbs[0], tip, barbs[1], *reversed(right)]
    return "M" + "L".join([f"{tidy(round(px, 1))} {tidy(round(py, 1))}" for px, py in outline]) + "Z"


def _plate_width(words: str) -> float:
    return 10.0 + 8.0 * len(words)


def _overlap(one: Point, words: str, other: Point, other_words: str) -> bool:
    """Return whether two numbers would touch."""
    beside = (_plate_width(words) + _plate_width(other_words)) / 2
    return abs(one[0] - other[0]) < beside and abs(one[1] - other[1]) < PLATE


def _number(words: str, place: Point) -> list[Shape]:
    """Return a number on a small plate, which makes it legible on any colour."""
    x, y = place
    width = _plate_width(words)
    return [
        rect(x - width / 2, y - PLATE / 2, width, PLATE, rx=5, fill=PAPER, stroke=INK, stroke_width=0.8),
        text(x, y + 5, words, 14, fill=INK),
    ]
