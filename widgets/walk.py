"""A walk through a graph, step by step: a live figure to play, a still drawing, and a text."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any, Final

import ipywidgets as ipw

from widgets.explorer import ROW, Choices, Follower, controls_of, first_choices
from widgets.figure import FONT
from widgets.palette import INK, PAPER, TARGET, readable_on
from widgets.plot import Plot
from workbench.core.errors import UnknownNameError, WorkbenchError, nearest
from workbench.core.scene import Scene, Shape, circle, line, path, rect, text
from workbench.core.walk import Walk

WAY: Final = "#8C959F"
PLAIN: Final = "#EAEEF2"
"""The colour of a node that has none of its own."""
EDGES: Final = 140
"""The room above and below the nodes of the live figure together, in pixels."""
LEVEL: Final = 68
"""How many pixels high a unit is in the live figure."""
FEWEST_LEVELS: Final = 2
PACE: Final = 0.9
"""Seconds from one step to the next while the walk plays."""
ACROSS: Final = 92.0
UP: Final = 78.0
"""How many pixels wide and high a unit is in the still drawing."""
EDGE: Final = 56.0
NODE: Final = 22.0
LABEL: Final = 13
"""From the edge of a node down to the middle of its label, in pixels."""
PARTS: Final = ("ways", "walked", "nodes", "walker", "blocks", "labels")
"""The parts of the live figure, back to front."""
NO_LETTERS: Final = "\u00a0"
NARROW_ABOVE: Final = ("triangle-up", "pentagon")
HIDDEN_AXIS: Final = {"visible": False, "fixedrange": True}
LAYOUT: Final = {
    "autosize": True,
    "showlegend": False,
    "dragmode": False,
    "margin": {"l": 20, "r": 20, "t": 44, "b": 16},
    "font": {"family": FONT, "size": 13, "color": INK},
    "paper_bgcolor": PAPER,
    "plot_bgcolor": PAPER,
    "xaxis": HIDDEN_AXIS,
    "yaxis": HIDDEN_AXIS,
}
"""What is the same for all walks."""


def still(walk: Walk, step: int | None = None) -> Scene:
    """Return a still drawing of a walk.

    Args:
        walk: the graph and the walk on it.
        step: the last step to draw, 0 for the beginning; None for the whole walk.
    """
    ends = [walk.at(node) for node in walk.graph]
    left, right = min(x for x, _ in ends), max(x for x, _ in ends)
    low, top = min(y for _, y in ends), max(y for _, y in ends)

    def on_paper(node: str) -> tuple[float, float]:
        x, y = walk.at(node)
        return EDGE + (x - left) * ACROSS, EDGE + (top - y) * UP

    width, height = 2 * EDGE + (right - left) * ACROSS, 2 * EDGE + (top - low) * UP
    shapes: list[Shape] = [rect(0, 0, width, height, fill=PAPER)]
    for one, other in (*walk.graph.edges, *walk.blocked):
        (x1, y1), (x2, y2) = on_paper(one), on_paper(other)
        shapes.append(line(x1, y1, x2, y2, stroke=WAY, stroke_width=2))
    for one, other in walk.blocked:
        (x1, y1), (x2, y2) = on_paper(one), on_paper(other)
        middle, height_of = (x1 + x2) / 2, (y1 + y2) / 2
        shapes += [
            line(middle - 9, height_of - 9, middle + 9, height_of + 9, stroke=TARGET, stroke_width=5),
            line(middle - 9, height_of + 9, middle + 9, height_of - 9, stroke=TARGET, stroke_width=5),
        ]
    walked = walk.places[: len(walk.places) if step is None else step + 1]
    points = [on_paper(place) for place in walked]
    if len(points) > 1:
        way = "M" + " L".join([f"{x:.0f} {y:.0f}" for x, y in points])
        shapes.append(path(way, fill="none", stroke=INK, stroke_width=6, stroke_linejoin="round"))
    for node, data in walk.graph.nodes(data=True):
        if walk.group(node):
            shapes.append(circle(*on_paper(node), NODE + 4, fill="none", stroke=walk.groups[walk.group(node)], stroke_width=5))
        shapes += _node(on_paper(node), data, node == (walked[-1] if walked else None))
    for number, (x, y) in enumerate(points):
        if number:
            shapes.append(text(x + NODE + 1, y - NODE + 5, str(number), 12, fill=INK, font_weight=700))
    return Scene(walk.title or "A graph.", width, height, tuple(shapes))


def _node(at: tuple[float, float], data: Mapping[str, Any], here: bool) -> list[Shape]:
    """Return the shapes of a node: its symbol, its letters, and a ring if the walker is there."""
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
    lines = _letters(data)
    for number, words in enumerate(lines):
        down = y + 4 + 12 * (number - (len(lines) - 1) / 2)
        shapes.append(text(x, down, words, 11, fill=readable_on(colour), font_weight=700))
    if data.get("label"):
        below = (NODE if lines else NODE / 2) + LABEL
        shapes.append(text(x, y + below + 4, str(data["label"]), 11, fill=INK))
    return shapes


class WalkFigure(ipw.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """A live plotly figure of a walk through a graph, which you can play, pause and step through.

    Args:
        walks: the walks to show, one at a time; if there are several, buttons choose one.
        folded: whether to fold up the reasons below the figure.

    Attributes:
        walks: the walks to show.
        number: the number of the walk that is shown, from 0.
        step: the last step that is shown, 0 for the beginning.
        plot: the plotly widget.

    >>> import networkx as nx
    >>> graph = nx.DiGraph()
    >>> graph.add_node("town", x=0, y=0)
    >>> graph.add_node("wood", x=1, y=0)
    >>> figure = WalkFigure([Walk(graph, ("town", "wood"), ("In the town.", "In the wood."))])
    >>> figure.caption
    '1. In the wood.'
    >>> figure.go(0)
    >>> figure.caption
    'In the town.'
    """

    def __init__(self, walks: Sequence[Walk], *, folded: bool = False) -> None:
        self.walks: tuple[Walk, ...] = ()
        self.number = 0
        self.step = 0
        self._folded = folded
        self._following = False
        self._levels: float = FEWEST_LEVELS
        # you can click and read the nodes, but not drag or zoom anything
        self.plot = Plot((), LAYOUT, {"displayModeBar": False, "scrollZoom": False})
        self._choice = ipw.ToggleButtons(options=[], style={"button_width": "auto"}, layout={"display": "none"})
        self._choice.observe(self._chosen, "index")
        self._timer: asyncio.TimerHandle | None = None
        self._play = ipw.Button(tooltip="Play the walk step by step, or pause it", layout={"width": "7em"})
        self._play.on_click(lambda _: self.pause() if self.playing else self.play())
        self._slider = ipw.IntSlider(value=0, max=0, description="Step", layout={"width": "24em"})
        self._slider.observe(self._slid, "value")
        self._steps = ipw.HBox([self._play, self._slider])
        self._caption = ipw.HTML()
        self._reasons = ipw.HTML()
        self._begin()
        self.show(walks)
        super().__init__(
            [self._choice, self.plot, self._steps, self._caption, self._reasons],
            layout={"max_width": "820px"},
        )

    @property
    def walk(self) -> Walk | None:
        """The walk that is shown; None if there is none."""
        return self.walks[self.number] if self.walks else None

    def show(self, walks: Sequence[Walk]) -> None:
        """Show other walks, each to its end; if they are the same as before, change nothing.

        Args:
            walks: the walks to show now.
        """
        if len(walks) == len(self.walks) and all(old.same(new) for old, new in zip(self.walks, walks, strict=True)):
            return
        # as high as the highest figure so far, to keep the page below in place
        self._levels = max([self._levels, *[_height(walk) for walk in walks]])
        names = [walk.name for walk in walks]
        keep = [walk.name for walk in self.walks] == names
        self.walks = tuple(walks)
        if not keep:
            self.number = 0
            self._following = True
            self._choice.options = names
            self._choice.index = 0 if names else None
            self._choice.layout.display = None if len(names) > 1 else "none"
            self._following = False
        self._begin()

    def choose(self, name: str) -> None:
        """Show another of the walks, to its end.

        Args:
            name: the name of the walk.

        Raises:
            UnknownNameError: there is no walk with this name.
        """
        names = [walk.name for walk in self.walks]
        if name not in names:
            raise UnknownNameError(f"There is no walk {name!r}.{nearest(name, names)} Available: {', '.join(names)}.")
        self._choice.index = names.index(name)

    def go(self, step: int) -> None:
        """Show the walk up to a step.

        Args:
            step: 0 for the beginning; a number beyond the last step means the last step.
        """
        self.step = max(0, min(step, self._last))
        self._draw()
        self._say()

    @property
    def playing(self) -> bool:
        """Whether the walk is playing."""
        return self._timer is not None

    def play(self) -> None:
        """Play the walk to its end, from the beginning if it is at its end already.

        Without a running event loop nobody could watch it, so it shows the end at once.
        """
        self.pause()  # a walk that plays already must not get faster
        if self.step >= self._last:
            self.go(0)
        try:
            self._timer = asyncio.get_running_loop().call_later(PACE, self._tick)
        except RuntimeError:
            self.go(self._last)
        self._show_playing()

    def pause(self) -> None:
        """Stop the walk where it is."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._show_playing()

    def _tick(self) -> None:
        self.go(self.step + 1)
        if self.step < self._last:
            self._timer = asyncio.get_running_loop().call_later(PACE, self._tick)
        else:
            self.pause()

    def _show_playing(self) -> None:
        self._play.description = "Pause" if self.playing else "Play"

    @property
    def caption(self) -> str:
        """What happens at the present step."""
        if self.walk is None or not self.walk.places:
            return ""
        number = f"{self.step}. " if self.step else ""
        return number + self.walk.captions[self.step]

    def on_click(self, clicked: Callable[[str], object]) -> None:
        """Set what to call when somebody clicks a node.

        Args:
            clicked: gets the name of the node.
        """

        def heard(trace: int, point: int) -> None:
            if self.walk is not None and trace == PARTS.index("nodes"):
                name, fixed = list(self.walk.graph.nodes(data="fixed"))[point]
                if not fixed:
                    clicked(name)

        self.plot.on_click(heard)

    @property
    def _last(self) -> int:
        return max(0, len(self.walk.places) - 1) if self.walk is not None else 0

    def _chosen(self, change: Any) -> None:
        if not self._following and change["new"] is not None:
            self.number = int(change["new"])
            self._begin()

    def _slid(self, change: Any) -> None:
        if not self._following:
            self.go(int(change["new"]))

    def _begin(self) -> None:
        """Show a walk for the first time."""
        self.pause()
        self.step = self._last
        self._draw()
        written = escape(self.walk.text if self.walk is not None else "")
        written = f'<pre style="white-space:pre-wrap;font-family:{FONT}">{written}</pre>'
        if self._folded:
            written = f"<details><summary>All steps with their reasons</summary>{written}</details>"
        self._reasons.value = written
        self._say()

    def _draw(self) -> None:
        self.plot.show(_parts(self.walk, self.step), {**LAYOUT, **self._scale()})

    def _scale(self) -> dict[str, Any]:
        """Return the title, and a scale on which a unit always has the same height."""
        ends = _ends(self.walk)
        middle, half = sum(ends) / 2, self._levels / 2 + EDGES / 4 / LEVEL
        return {
            "title": {
                "text": escape(self.walk.title) if self.walk is not None else "",
                "x": 0.02,
                "font": {"size": 15},
            },
            "height": round(EDGES + LEVEL * self._levels),
            "yaxis": {**HIDDEN_AXIS, "range": [round(middle - half, 3), round(middle + half, 3)]},
        }

    def _say(self) -> None:
        """Show the step in numbers and words."""
        self._following = True
        # in separate messages, because in one the page would set the value first and cut it off at the old end
        self._slider.max = max(self._last, self._slider.value)
        self._slider.value = self.step
        self._slider.max = self._last
        self._slider.disabled = self._play.disabled = self._last == 0
        only_graphs = bool(self.walks) and not any(walk.places for walk in self.walks)
        self._steps.layout.display = "none" if only_graphs else None
        self._following = False
        self._caption.value = f'<div role="status"><b>{escape(self.caption)}</b></div>'


class WalkExplorer(Follower):
    """Controls with a graph and a walk that follow them; you can play, pause and step through the walk.

    Args:
        walk: what to show for the choices; raises `WorkbenchError` with a sentence if there is nothing to show.
        controls: as for `widgets.explorer.PositionExplorer`.
        title: a heading.
        click: called when somebody clicks a node: gets the choices and the node's name, and returns the choices that change;
            may raise `WorkbenchError`. None if clicks do nothing.
        click_label: what a click on a node does, for the button that does the same without a mouse.

    >>> import networkx as nx
    >>> def around(choices):
    ...     graph = nx.DiGraph()
    ...     graph.add_node("town", x=0, y=0, mark="T")
    ...     graph.add_node("wood", x=1, y=0)
    ...     graph.add_edge("town", "wood")
    ...     places = ("town", "wood")[: choices["steps"] + 1]
    ...     return Walk(graph, places, tuple(f"At the {place}." for place in places), "From the town.")
    >>> explorer = WalkExplorer(around, {"steps": ("Steps", [1, 0])}, click=lambda choices, node: {"steps": 0})
    >>> explorer.figure.caption
    '1. At the wood.'
    >>> explorer.click("town")
    >>> explorer.figure.caption
    'At the town.'
    """

    def __init__(
        self,
        walk: Callable[[Choices], Walk],
        controls: Mapping[str, tuple[str, Sequence[Any] | str]],
        *,
        title: str = "",
        click: Callable[[Choices, str], Mapping[str, Any]] | None = None,
        click_label: str = "Choose",
    ) -> None:
        self._walk_for = walk
        self._clicked = click
        made = controls_of(controls)
        choices = first_choices(made)
        self.walk: Walk = walk(dict(choices))
        self.figure = WalkFigure([self.walk])
        shown: list[Any] = [self.figure]
        if click is not None:
            self.figure.on_click(self.click)
            self._node = ipw.Dropdown(description="A place", style={"description_width": "initial"})
            self._click_button = ipw.Button(description=click_label, layout={"width": "auto"})
            self._click_button.on_click(lambda _: self.click(self._node.value))
            self._list_nodes()
            shown.insert(0, ipw.Box([self._node, self._click_button], layout=ROW))
        super().__init__(made, choices, title, ipw.VBox(shown))

    def go(self, step: int) -> None:
        """Show the walk up to a step.

        Args:
            step: 0 for the beginning; a number beyond the last step means the last step.
        """
        self.figure.go(step)

    def click(self, node: str) -> None:
        """Do what a click on a node does, or say why that is impossible.

        Args:
            node: its name.

        Raises:
            WorkbenchError: the nodes of this figure do not answer clicks.
        """
        if self._clicked is None:
            raise WorkbenchError("The places of this figure do not answer clicks.")
        try:
            changes = self._clicked(dict(self.choices), node)
        except WorkbenchError as fault:
            self.refuse(fault)
            return
        self.choose(**changes)

    @property
    def text(self) -> str:
        """Everything that the explorer shows, as text."""
        return "\n".join([*self._settings(), *([self.fault] if self.fault else []), "", *self.walk.text.splitlines()])

    def svg(self) -> str:
        """Return the whole walk as a still drawing."""
        return still(self.walk).svg()

    def _follow(self, choices: Choices) -> None:
        self.walk = self._walk_for(choices)
        self.figure.show([self.walk])
        if self._clicked is not None:
            self._list_nodes()

    def _list_nodes(self) -> None:
        """List the nodes that people can click."""
        chosen = self._node.value
        nodes = [(name, data) for name, data in self.walk.graph.nodes(data=True) if not data.get("fixed")]
        names = [name for name, _ in nodes]
        self._node.options = [(str(data.get("says", name)), name) for name, data in nodes]
        self._node.value = chosen if chosen in names else next(iter(names), None)

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        return {**super()._repr_mimebundle_(**options), "image/svg+xml": self.svg()}


def _parts(walk: Walk | None = None, step: int = 0) -> list[dict[str, Any]]:
    """Return the parts of the figure: ways, the walk so far, nodes, the walker, blocked ways and labels."""
    nodes: list[tuple[str, dict[str, Any]]] = []
    ways: list[tuple[float | None, float | None]] = []
    walked: list[tuple[float, float]] = []
    blocks: list[tuple[float, ...]] = []
    places: dict[str, tuple[float, float]] = {}
    if walk is not None:
        nodes = list(walk.graph.nodes(data=True))
        places = {node: walk.at(node) for node, _ in nodes}
        ways = _joined([(places[one], places[other]) for one, other in (*walk.graph.edges, *walk.blocked)])
        walked = [places[place] for place in walk.places[: step + 1]]
        blocks = [
            tuple((one + other) / 2 for one, other in zip(places[start], places[end], strict=True))
            for start, end in walk.blocked
        ]
    colours = [str(data.get("colour", PLAIN)) for _, data in nodes]
    parts = [
        _lines(ways, WAY, 1.5),
        _lines(walked, INK, 6),
        {
            "mode": "markers+text",
            "x": [places[node][0] for node, _ in nodes],
            "y": [places[node][1] for node, _ in nodes],
            # never empty: plotly loses other nodes' letters when empty ones come and go
            "text": ["<br>".join(map(escape, _letters(data))) or NO_LETTERS for _, data in nodes],
            "textfont": {"size": 12, "weight": 700, "color": [readable_on(colour) for colour in colours]},
            "hovertext": [_said(node, data) for node, data in nodes],
            "hoverinfo": "text",
            "marker": {
                "size": [_size(data) for _, data in nodes],
                "color": colours,
                "symbol": [str(data.get("symbol", "circle")) for _, data in nodes],
                "line": _edges(walk),
                "opacity": 1,
            },
        },
        _marks(
            walked[-1:], {"size": 60, "color": TARGET, "symbol": "circle-open", "line": {"color": TARGET, "width": 4}}
        ),
        _marks(blocks, {"size": 16, "color": TARGET, "symbol": "x", "line": {"color": PAPER, "width": 1}}),
        _labels([(places[node], data) for node, data in nodes if data.get("label")]),
    ]
    return [{"type": "scatter", "uid": name, **part} for name, part in zip(PARTS, parts, strict=True)]


def _labels(nodes: Sequence[tuple[tuple[float, float], Mapping[str, Any]]]) -> dict[str, Any]:
    """Return the words below the nodes, in the page's ink."""
    return {
        "mode": "text",
        "x": [x for (x, _), _ in nodes],
        "y": [round(y - (_size(data) / 2 + LABEL) / LEVEL, 3) for (_, y), data in nodes],
        "text": [escape(str(data["label"])) for _, data in nodes],
        "textfont": {"size": 11},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }


def _edges(walk: Walk | None) -> dict[str, Any]:
    """Return the outlines of the nodes, in the colours of their groups if there are any."""
    if walk is None or not walk.groups:
        return {"color": INK, "width": 1.5}
    grouped = [walk.groups.get(walk.group(node), "") for node in walk.graph]
    return {"color": [colour or INK for colour in grouped], "width": [5 if colour else 1.5 for colour in grouped]}


def _said(node: str, data: Mapping[str, Any]) -> str:
    """Return the description of a node, with its group."""
    said = str(data.get("says", node))
    return escape(f"{said} ({data['group']})" if data.get("group") else said, quote=False)


def _ends(walk: Walk | None) -> tuple[float, float]:
    """Return the heights of the lowest and the highest node."""
    levels = [walk.at(node)[1] for node in walk.graph] if walk is not None else []
    return (min(levels), max(levels)) if levels else (0.0, 0.0)


def _height(walk: Walk) -> float:
    """Return how many units there are between the lowest and the highest node."""
    low, top = _ends(walk)
    return top - low


def _letters(data: Mapping[str, Any]) -> list[str]:
    """Return the words in a node, one a line; the shortest comes first if the node is narrow at the top.

    >>> _letters({"mark": "GR1 A"}), _letters({"mark": "WK1 A", "symbol": "triangle-up"})
    (['GR1', 'A'], ['A', 'WK1'])
    """
    words = str(data.get("mark", "")).split()
    return sorted(words, key=len) if data.get("symbol") in NARROW_ABOVE else words


def _size(data: Mapping[str, Any]) -> int:
    """Return the size of a node, which leaves room for its letters even where the outline narrows."""
    if not data.get("mark"):
        return 16
    return 54 if data.get("symbol") == "triangle-up" else 44


def _joined(
    pairs: Sequence[tuple[tuple[float, float], tuple[float, float]]],
) -> list[tuple[float | None, float | None]]:
    """Return the points of separate lines in one list, with a gap after each line."""
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
