"""A walk through a graph, step by step: a live plotly figure with a slider and a play button, a still drawing, and a text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

import ipywidgets as ipw
import networkx as nx
import plotly.graph_objects as go

from widgets.explorer import Choices, Follower, controls_of, first_choices
from widgets.figure import FONT, keep_for_reload
from widgets.palette import INK, PAPER, TARGET, readable_on
from workbench.core.errors import WorkbenchError
from workbench.core.scene import Scene, Shape, circle, line, path, rect, text

WAY: Final = "#8C959F"
PLAIN: Final = "#EAEEF2"
"""The colour of a node that has none of its own."""
HEIGHT: Final = 380
PACE: Final = 900
"""Milliseconds from one step to the next while it plays."""
ACROSS: Final = 92.0
UP: Final = 78.0
"""The still drawing: pixels for a unit across and up."""
EDGE: Final = 56.0
NODE: Final = 22.0
PARTS: Final = ("ways", "walked", "nodes", "walker", "blocks")
"""The parts of the live figure, back to front."""
SYMBOLS: Final = ("circle", "square", "diamond", "hexagon", "pentagon", "triangle-up")


@dataclass(frozen=True)
class Walk:
    """A graph with a walk on it.

    Attributes:
        graph: nodes have ``x`` and ``y`` (whole or decimal units), and may have ``mark`` (one or two short words in them),
            ``colour`` (``#RRGGBB``), ``symbol`` (one of `SYMBOLS`) and ``says`` (a sentence). Edges may have ``blocked``.
        places: the nodes of the walk in order; empty for a graph on which nobody walks.
        captions: what happens at each of them, a sentence or several each.
        text: all of it in words.
        title: what it shows.

    Raises:
        WorkbenchError: a place is not in the graph, or there is not a caption for each place.
    """

    graph: nx.DiGraph
    places: tuple[str, ...] = ()
    captions: tuple[str, ...] = ()
    text: str = ""
    title: str = ""

    def __post_init__(self) -> None:
        missing = [place for place in self.places if place not in self.graph]
        if missing:
            raise WorkbenchError(f"The walk goes through {missing[0]!r}, which is not in the graph.")
        if len(self.captions) != len(self.places):
            raise WorkbenchError(
                f"A walk of {len(self.places)} places needs as many captions, not {len(self.captions)}."
            )

    def at(self, node: str) -> tuple[float, float]:
        """Where a node is drawn."""
        return float(self.graph.nodes[node]["x"]), float(self.graph.nodes[node]["y"])

    def scene(self, step: int | None = None) -> Scene:
        """A still drawing.

        Args:
            step: up to which step of the walk, 0 for its beginning; None for the whole walk.
        """
        ends = [self.at(node) for node in self.graph]
        left, right = min(x for x, _ in ends), max(x for x, _ in ends)
        low, top = min(y for _, y in ends), max(y for _, y in ends)

        def on_paper(node: str) -> tuple[float, float]:
            x, y = self.at(node)
            return EDGE + (x - left) * ACROSS, EDGE + (top - y) * UP

        width, height = 2 * EDGE + (right - left) * ACROSS, 2 * EDGE + (top - low) * UP
        shapes: list[Shape] = [rect(0, 0, width, height, fill=PAPER)]
        for one, other, blocked in self.graph.edges(data="blocked", default=False):
            (x1, y1), (x2, y2) = on_paper(one), on_paper(other)
            shapes.append(line(x1, y1, x2, y2, stroke=WAY, stroke_width=2))
            if blocked:
                middle, height_of = (x1 + x2) / 2, (y1 + y2) / 2
                shapes += [
                    line(middle - 9, height_of - 9, middle + 9, height_of + 9, stroke=TARGET, stroke_width=5),
                    line(middle - 9, height_of + 9, middle + 9, height_of - 9, stroke=TARGET, stroke_width=5),
                ]
        walked = self.places[: len(self.places) if step is None else step + 1]
        points = [on_paper(place) for place in walked]
        if len(points) > 1:
            way = "M" + " L".join([f"{x:.0f} {y:.0f}" for x, y in points])
            shapes.append(path(way, fill="none", stroke=INK, stroke_width=6, stroke_linejoin="round"))
        for node, data in self.graph.nodes(data=True):
            shapes += _node(on_paper(node), data, node == (walked[-1] if walked else None))
        for number, (x, y) in enumerate(points):
            if number:
                shapes.append(text(x + NODE + 1, y - NODE + 5, str(number), 12, fill=INK, font_weight=700))
        return Scene(self.title or "A graph.", width, height, tuple(shapes))


def _node(at: tuple[float, float], data: Mapping[str, Any], here: bool) -> list[Shape]:
    """A node as it is drawn: its symbol, its letters, and a ring if the walker stands there."""
    x, y = at
    colour = str(data.get("colour", PLAIN))
    symbol = data.get("symbol", "circle")
    shapes = [circle(x, y, NODE + 6, fill=PAPER, stroke=TARGET, stroke_width=4)] if here else []
    corners = {
        "square": "-1 -1 1 -1 1 1 -1 1",
        "diamond": "0 -1.25 1.25 0 0 1.25 -1.25 0",
        "hexagon": "-0.6 -1.04 0.6 -1.04 1.2 0 0.6 1.04 -0.6 1.04 -1.2 0",
        "pentagon": "0 -1.15 1.1 -0.36 0.68 0.95 -0.68 0.95 -1.1 -0.36",
        "triangle-up": "0 -1.3 1.2 0.85 -1.2 0.85",
    }
    if symbol in corners:
        numbers = [float(number) * NODE * 0.92 for number in corners[symbol].split()]
        pairs = [f"{x + dx:.1f} {y + dy:.1f}" for dx, dy in zip(numbers[::2], numbers[1::2], strict=True)]
        shapes.append(path("M" + " L".join(pairs) + " Z", fill=colour, stroke=INK, stroke_width=1.5))
    else:
        shapes.append(circle(x, y, NODE if data.get("mark") else NODE / 2, fill=colour, stroke=INK, stroke_width=1.5))
    lines = str(data.get("mark", "")).split()
    for number, words in enumerate(lines):
        down = y + 4 + 12 * (number - (len(lines) - 1) / 2)
        shapes.append(text(x, down, words, 11, fill=readable_on(colour), font_weight=700))
    return shapes


class WalkExplorer(Follower):
    """Controls, a graph and a walk on it that follow from them, and the steps of the walk to play, pause and slide through.

    Args:
        walk: what to show for the choices; raises `WorkbenchError` with a sentence where nothing can be shown.
        controls: as for `widgets.explorer.PositionExplorer`.
        title: a heading.

    >>> def around(choices):
    ...     graph = nx.DiGraph()
    ...     graph.add_node("town", x=0, y=0, mark="T")
    ...     graph.add_node("wood", x=1, y=0)
    ...     graph.add_edge("town", "wood")
    ...     places = ("town", "wood")[: choices["steps"] + 1]
    ...     return Walk(graph, places, tuple(f"At the {place}." for place in places), "From the town.")
    >>> explorer = WalkExplorer(around, {"steps": ("Steps", [1, 0])})
    >>> explorer.step, explorer.caption
    (1, '1. At the wood.')
    >>> explorer.go(0)
    >>> explorer.caption
    'At the town.'
    """

    def __init__(
        self,
        walk: Callable[[Choices], Walk],
        controls: Mapping[str, tuple[str, Sequence[Any] | str]],
        *,
        title: str = "",
    ) -> None:
        self._walk_for = walk
        made = controls_of(controls)
        choices = first_choices(made)
        self.walk: Walk = walk(dict(choices))
        self.step = max(0, len(self.walk.places) - 1)
        # plotly gives random names, which no notebook could compare
        parts = [go.Scatter(uid=name, **trace) for name, trace in zip(PARTS, self._traces(), strict=True)]
        self._figure = go.FigureWidget(data=parts, layout={**_layout(), "title": {"text": escape(self.walk.title)}})
        self._figure._config = {**self._figure._config, "displayModeBar": False, "scrollZoom": False}
        self._play = ipw.Play(value=self.step, max=self.step, interval=PACE, description="Play the walk")
        self._slider = ipw.IntSlider(value=self.step, max=self.step, description="Step", layout={"width": "24em"})
        ipw.jslink((self._play, "value"), (self._slider, "value"))
        self._slider.observe(lambda change: self.go(int(change["new"])), "value")
        self._caption = ipw.HTML()
        self._reasons = ipw.HTML()
        shown = ipw.VBox(
            [self._figure, ipw.HBox([self._play, self._slider]), self._caption, self._reasons],
            layout={"max_width": "820px"},
        )
        super().__init__(made, choices, title, shown)
        self._say()

    def go(self, step: int) -> None:
        """Show the walk up to a step.

        Args:
            step: 0 for its beginning; larger than the last is the last.
        """
        self.step = max(0, min(step, len(self.walk.places) - 1))
        self._draw()

    @property
    def caption(self) -> str:
        """What happens at the present step."""
        if not self.walk.places:
            return ""
        number = f"{self.step}. " if self.step else ""
        return number + self.walk.captions[self.step]

    @property
    def text(self) -> str:
        """All that is shown, as text."""
        return "\n".join([*self._settings(), *([self.fault] if self.fault else []), "", *self.walk.text.splitlines()])

    def svg(self) -> str:
        """The whole walk as a still drawing."""
        return self.walk.scene().svg()

    def _follow(self, choices: Choices) -> None:
        self.walk = self._walk_for(choices)
        self.step = max(0, len(self.walk.places) - 1)
        self._draw()

    def _draw(self) -> None:
        with self._figure.batch_update():
            for trace, values in zip(self._figure.data, self._traces(), strict=True):
                trace.update({key: values[key] for key in ("x", "y", "text", "hovertext", "marker") if key in values})
            self._figure.update_layout(title={"text": escape(self.walk.title)})
        keep_for_reload(self._figure)
        self._say()

    def _say(self) -> None:
        """The step in numbers and words."""
        last = max(0, len(self.walk.places) - 1)
        for control in (self._play, self._slider):
            with control.hold_trait_notifications():
                control.max = last
                control.value = self.step
        self._caption.value = f'<div role="status"><b>{escape(self.caption)}</b></div>'
        self._reasons.value = f'<pre style="white-space:pre-wrap;font-family:{FONT}">{escape(self.walk.text)}</pre>'

    def _traces(self) -> list[dict[str, Any]]:
        """The parts of the figure: ways, the walk so far, nodes, the walker, blocked ways."""
        walk = self.walk
        ways = _joined([(walk.at(one), walk.at(other)) for one, other in walk.graph.edges])
        walked = [walk.at(place) for place in walk.places[: self.step + 1]]
        here = walked[-1:]
        blocks = [
            tuple((one + other) / 2 for one, other in zip(walk.at(start), walk.at(end), strict=True))
            for start, end, blocked in walk.graph.edges(data="blocked", default=False)
            if blocked
        ]
        nodes = list(walk.graph.nodes(data=True))
        colours = [str(data.get("colour", PLAIN)) for _, data in nodes]
        said = [str(data.get("says", node)) for node, data in nodes]
        return [
            _lines(ways, WAY, 1.5),
            _lines(walked, INK, 6),
            {
                "mode": "markers+text",
                "x": [walk.at(node)[0] for node, _ in nodes],
                "y": [walk.at(node)[1] for node, _ in nodes],
                "text": ["<br>".join(escape(str(data.get("mark", ""))).split()) for _, data in nodes],
                "textfont": {"size": 11, "color": [readable_on(colour) for colour in colours]},
                "hovertext": said,
                "hoverinfo": "text",
                "marker": {
                    "size": [_size(data) for _, data in nodes],
                    "color": colours,
                    "symbol": [str(data.get("symbol", "circle")) for _, data in nodes],
                    "line": {"color": INK, "width": 1.5},
                    "opacity": 1,
                },
            },
            _marks(here, {"size": 60, "color": TARGET, "symbol": "circle-open", "line": {"color": TARGET, "width": 4}}),
            _marks(blocks, {"size": 16, "color": TARGET, "symbol": "x", "line": {"color": PAPER, "width": 1}}),
        ]

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        return {**super()._repr_mimebundle_(**options), "image/svg+xml": self.svg()}


def _size(data: Mapping[str, Any]) -> int:
    """How large a node is drawn: its letters fit in, also where the outline narrows."""
    if not data.get("mark"):
        return 16
    return 54 if data.get("symbol") == "triangle-up" else 44


def _joined(
    pairs: Sequence[tuple[tuple[float, float], tuple[float, float]]],
) -> list[tuple[float | None, float | None]]:
    """The points of separate lines in one list, with a gap after each."""
    return [point for start, end in pairs for point in (start, end, (None, None))]


def _lines(points: Sequence[tuple[float | None, float | None]], colour: str, width: float) -> dict[str, Any]:
    return {
        "mode": "lines",
        "x": [x for x, _ in points],
        "y": [y for _, y in points],
        "line": {"color": colour, "width": width},
        "hoverinfo": "skip",
    }


def _marks(points: Sequence[tuple[float, ...]], marker: dict[str, Any]) -> dict[str, Any]:
    return {
        "mode": "markers",
        "x": [point[0] for point in points],
        "y": [point[1] for point in points],
        "marker": marker,
        "hoverinfo": "skip",
    }


def _layout() -> dict[str, Any]:
    hidden = {"visible": False, "fixedrange": True}
    return {
        "height": HEIGHT,
        "autosize": True,
        "template": "none",
        "showlegend": False,
        "dragmode": False,
        "margin": {"l": 20, "r": 20, "t": 44, "b": 16},
        "font": {"family": FONT, "size": 13, "color": INK},
        "paper_bgcolor": PAPER,
        "plot_bgcolor": PAPER,
        "xaxis": hidden,
        "yaxis": hidden,
    }
