"""The live figure beside a board: one plotly figure with a chart for each panel, updated in place."""

from __future__ import annotations

from itertools import pairwise
from math import ceil
from typing import Any, Final

from widgets.palette import BAR, HATCHES, INK, OKABE_ITO, PAPER, TARGET, readable_on
from widgets.plot import Plot
from workbench.core.scene import Layer, Panel, tidy

FONT: Final = "system-ui, Segoe UI, Roboto, DejaVu Sans, Liberation Sans, Arial, sans-serif"
HEIGHT: Final = 230
GAP: Final = 0.045
FEWEST_BARS: Final = 2
"""How many bars wide a panel is at least."""
LETTERS: Final = 4.4
"""About how many letters of a layer's name fit into the width of a bar with its gap."""
LABEL_LETTERS: Final = 6.0
"""How many letters fit below or above a bar, in its width with its gap."""
TALL: Final = 0.09
"""The part of the scale that a layer must fill to have room for its number."""
MOST_BARS: Final = 8
"""For how many bars the last panel, which holds the odds, has room from the beginning."""
LAYOUT: Final = {
    "autosize": True,
    "height": HEIGHT,
    "margin": {"l": 14, "r": 14, "t": 40, "b": 30},
    "showlegend": False,
    "hovermode": False,
    "dragmode": False,
    "bargap": 0.35,
    "paper_bgcolor": PAPER,
    "plot_bgcolor": PAPER,
    "font": {"family": FONT, "size": 12, "color": INK},
}
"""What is the same for all panels."""


class LiveFigure:
    """One plotly widget with a chart for each panel.

    Args:
        panels: what it shows first.

    Attributes:
        panels: what it shows.
        widget: the widget to display.

    >>> figure = LiveFigure((Panel("Score", "bar", ("score",), (2,), target=3),))
    >>> figure.show((Panel("Score", "bar", ("score",), (3,), target=3),))
    >>> figure.widget.figure.data[0].y
    (3,)
    """

    def __init__(self, panels: tuple[Panel, ...] = ()) -> None:
        self.panels = panels
        self.most_bars: list[int] = []
        # no buttons and no response to the mouse: they would only add stops for the Tab key
        self.widget = Plot(self._bars(), self._arrangement(), {"staticPlot": True, "displayModeBar": False})

    def show(self, panels: tuple[Panel, ...]) -> None:
        """Change the figure in place.

        Args:
            panels: what to show now.
        """
        if panels != self.panels:
            self.panels = panels
            self.widget.show(self._bars(), self._arrangement())

    def _bars(self) -> list[dict[str, Any]]:
        """Return the bars of all panels."""
        return [trace for number, panel in enumerate(self.panels) for trace in _traces(number, panel)]

    def _widths(self) -> list[int]:
        """Return the width of each panel: the most bars it has had, so no panel moves when bars come and go."""
        if len(self.most_bars) != len(self.panels):
            self.most_bars = [FEWEST_BARS] * (len(self.panels) - 1) + [MOST_BARS] if self.panels else []
        wide = [max(_places(panel), ceil(len(_layer_names(panel)) / LETTERS)) for panel in self.panels]
        self.most_bars = [max(most, bars) for most, bars in zip(self.most_bars, wide, strict=True)]
        return self.most_bars

    def _arrangement(self) -> dict[str, Any]:
        """Return the layout: places, scales, titles and target lines."""
        panels, weights = self.panels, self._widths()
        total = sum(weights) or 1
        width = 1 - GAP * (len(panels) - 1)
        layout: dict[str, Any] = {**LAYOUT, "shapes": [], "annotations": []}
        if any(panel.layers for panel in panels):
            layout["barmode"] = "stack"
        left = 0.0
        for number, (panel, weight) in enumerate(zip(panels, weights, strict=True)):
            right = min(1.0, left + width * weight / total)
            top = _top(panel)
            layout["xaxis" + _axis(number, "")] = {
                "domain": [round(left, 4), round(right, 4)],
                "anchor": _axis(number, "y"),
                "type": "category",
                "fixedrange": True,
                "tickangle": 0,
                "tickmode": "array",
                "tickvals": list(range(len(panel.labels))),
                "ticktext": [_plain(label) for label in panel.labels],
                "showline": True,
                "linecolor": INK,
            }
            layout["yaxis" + _axis(number, "")] = {
                "domain": [0, 1],
                "anchor": _axis(number, "x"),
                "range": [0, round(top * (1.3 if panel.layers else 1.18), 4)],
                "visible": False,
                "fixedrange": True,
            }
            layout["annotations"].append(
                _words(f"<b>{_plain(panel.title)}</b>", left, 1, xref="paper", yref="paper", yshift=20)
            )
            if panel.layers:
                layout["annotations"] += _stack_words(panel, left, _axis(number, "x"), _axis(number, "y"))
            if panel.target is not None:
                reference = {"xref": f"{_axis(number, 'x')} domain", "yref": _axis(number, "y")}
                ends = {"type": "line", "x0": 0, "x1": 1, "y0": panel.target, "y1": panel.target}
                line = {"color": TARGET, "width": 3, "dash": "dash"}
                layout["shapes"].append({**ends, **reference, "line": line})
                said = f"target {tidy(panel.target)}"
                # below the title, where no bar reaches
                layout["annotations"].append(_words(said, left, 1, xref="paper", yref="paper", yshift=4))
            left = right + GAP
        return layout


def _places(panel: Panel) -> int:
    """Return for how many bars a panel needs room to keep its title and neighbouring words apart."""
    said = [words for words in (panel.labels, panel.shown()) if len(words) > 1]
    pairs = [(len(one) + len(other)) / 2 for words in said for one, other in pairwise(words)]
    beside = ceil(len(panel.labels) * max(pairs, default=0) / LABEL_LETTERS)
    return max(len(panel.labels), beside, ceil(len(panel.title) / LABEL_LETTERS))


def _axis(number: int, letter: str) -> str:
    """Return plotly's name for an axis: x, x2, x3, ..."""
    return letter + (str(number + 1) if number else "")


def _top(panel: Panel) -> float:
    """Return the top of a panel's scale: the given one, or the longest bar if that is higher."""
    top = panel.top if panel.top is not None else max([*panel.values, panel.target or 0.0, 1.0])
    return max([top, *panel.values])


def _bar_width(panel: Panel) -> float:
    """Return the width of a bar; one or two bars do not fill their whole space."""
    return round(min(0.65, 0.2 + 0.1 * len(panel.labels)), 2)


def _traces(number: int, panel: Panel) -> list[dict[str, Any]]:
    """Return a panel as traces of bars: one, or one for each layer."""
    if not panel.layers:
        return [_trace(number, panel)]
    return [_layer_trace(number, panel, place, layer) for place, layer in enumerate(panel.layers)]


def _layer_colour(place: int, layer: Layer) -> str:
    """Return the colour of a layer: its own, or one from the palette other than black."""
    return layer.colour or OKABE_ITO[1 + place % (len(OKABE_ITO) - 1)]


def _layer_trace(number: int, panel: Panel, place: int, layer: Layer) -> dict[str, Any]:
    """Return a layer of a stack, with its number where it is tall enough."""
    colour, tall = _layer_colour(place, layer), TALL * _top(panel)
    return {
        "type": "bar",
        "uid": f"panel-{number}-{place}",
        "xaxis": _axis(number, "x"),
        "yaxis": _axis(number, "y"),
        "x": list(panel.labels),
        "y": list(layer.values),
        "text": [tidy(value) if value >= tall else "" for value in layer.values],
        "textposition": "inside",
        "insidetextanchor": "middle",
        "insidetextfont": {"color": readable_on(colour), "size": 11},
        "constraintext": "none",
        "width": _bar_width(panel),
        "textangle": 0,
        "marker": {"color": colour, "line": {"color": INK, "width": 1}},
    }


SQUARE: Final = "■"


def _layer_names(panel: Panel) -> str:
    """Return the names of the layers from the bottom upwards, each after a square for its colour."""
    return " ".join(["↑", *[f"{SQUARE} {layer.name}" for layer in panel.layers]]) if panel.layers else ""


def _stack_words(panel: Panel, left: float, x: str, y: str) -> list[dict[str, Any]]:
    """Return the names of the layers, from the bottom upwards, and the total of each bar."""
    said = _plain(_layer_names(panel)).split(SQUARE)
    for place, layer in enumerate(panel.layers):
        said[place] += f'<span style="color:{_layer_colour(place, layer)}">{SQUARE}</span>'
    found = [{**_words("".join(said), left, 1, xref="paper", yref="paper", yshift=4), "font": {"size": 11}}]
    for place, (value, text) in enumerate(zip(panel.values, panel.shown(), strict=True)):
        found.append(
            {
                "text": f"<b>{_plain(text)}</b>",
                "x": place,
                "y": value,
                "xref": x,
                "yref": y,
                "yshift": 9,
                "showarrow": False,
                "font": {"size": 12},
            }
        )
    return found


def _trace(number: int, panel: Panel) -> dict[str, Any]:
    """Return a panel of plain bars as a trace."""
    coloured = bool(panel.colours)
    return {
        "type": "bar",
        "uid": f"panel-{number}",
        "xaxis": _axis(number, "x"),
        "yaxis": _axis(number, "y"),
        "x": list(panel.labels),
        "y": list(panel.values),
        "text": [_plain(text) for text in panel.shown()],
        "textposition": "outside",
        "constraintext": "none",
        "width": _bar_width(panel),
        "textangle": 0,
        "cliponaxis": False,
        "marker": {
            "color": list(panel.colours) if coloured else BAR,
            "line": {"color": INK, "width": 1},
            "pattern": {
                "shape": [HATCHES[n % len(HATCHES)] for n in range(len(panel.labels))] if coloured else "",
                "fgcolor": PAPER,
                "size": 7,
            },
        },
    }


def _words(text: str, x: float, y: float, **place: Any) -> dict[str, Any]:
    return {
        "text": text,
        "x": round(x, 4),
        "y": y,
        "showarrow": False,
        "xanchor": "left",
        "align": "left",
        "font": {"size": 12},
        **place,
    }


def _plain(text: str) -> str:
    """Return a text with plotly's own markup escaped, so plotly shows it as it is."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
