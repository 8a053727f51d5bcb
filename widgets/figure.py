"""The live figure beside a board: one plotly figure with a chart for each panel, updated in place."""

from __future__ import annotations

from itertools import pairwise
from textwrap import wrap
from typing import Any, Final

from widgets.palette import BAR, HATCHES, INK, OKABE_ITO, PAPER, TARGET, readable_on
from widgets.plot import Plot
from workbench.core.scene import Layer, Panel, tidy

FONT: Final = "system-ui, Segoe UI, Roboto, DejaVu Sans, Liberation Sans, Arial, sans-serif"
HEIGHT: Final = 230
GAP: Final = 0.035
FEWEST_BARS: Final = 2
"""How many bars wide a panel is at least."""
BAR_WIDTH: Final = 26.0
"""The least width of a bar with its gap, in pixels, as are the widths that follow."""
TITLE_LETTER: Final = 7.2
"""About the width of a letter of a title."""
NUMBER_LETTER: Final = 6.6
"""About the width of a letter above a bar."""
BETWEEN: Final = 5.0
"""The gap between the words of neighbouring bars."""
SMALL: Final = 11
"""The size of the names of layers and of the labels below the bars."""
SMALL_LETTER: Final = 6.0
"""About the width of a letter of that size."""
USUAL: Final = 800.0
"""The width of the figure on a screen of 1280 by 720 pixels."""
ROW: Final = 14
"""The height of a row of words."""
LONGEST_LABEL: Final = 12
"""How many letters a row of a bar's label has at most, if a space lets it break."""
LONGEST_ROW: Final = 40
"""How many letters a row of layers' names has at most; longer names take two rows."""
TALL: Final = 0.09
"""The part of the scale that a layer must fill to have room for its number."""
MOST_BARS: Final = 7
"""For how many bars the last panel, which holds the odds, has room from the beginning."""
LAYOUT: Final[dict[str, Any]] = {
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
        self.widest: list[float] = []
        self.words: list[float] = []
        self.name_rows = self.label_rows = 1
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

    def _widths(self) -> list[float]:
        """Return the width of each panel: the most it has needed, so no panel moves when bars come and go.

        If all that is wider than a page usually is, the bars get less room, and the words above them do not.
        """
        if len(self.widest) != len(self.panels):
            self.widest = [0.0] * (len(self.panels) - 1) + [MOST_BARS * BAR_WIDTH] if self.panels else []
            self.words = [0.0] * len(self.panels)
        self.words = [max(one) for one in zip(self.words, map(_words_width, self.panels), strict=True)]
        self.widest = [max(one) for one in zip(self.widest, self.words, map(_bars_width, self.panels), strict=True)]
        least, most = sum(self.words), sum(self.widest)
        room = USUAL * (1 - GAP * (len(self.panels) - 1))
        part = min(1.0, max(0.0, (room - least) / ((most - least) or 1.0)))
        return [words + part * (wide - words) for words, wide in zip(self.words, self.widest, strict=True)]

    def _arrangement(self) -> dict[str, Any]:
        """Return the layout: places, scales, titles and target lines."""
        panels, weights = self.panels, self._widths()
        total = sum(weights) or 1
        width = 1 - GAP * (len(panels) - 1)
        self.name_rows = max([self.name_rows, *[len(_layer_names(panel)) for panel in panels]])
        self.label_rows = max([self.label_rows, *[len(_label(one)) for panel in panels for one in panel.labels]])
        more, below = ROW * (self.name_rows - 1), ROW * (self.label_rows - 1)
        above: dict[str, Any] = {"xref": "paper", "yref": "paper"}
        usual: dict[str, int] = LAYOUT["margin"]
        room = {"height": HEIGHT + more + below, "margin": {**usual, "t": usual["t"] + more, "b": usual["b"] + below}}
        layout: dict[str, Any] = {**LAYOUT, **room, "shapes": [], "annotations": []}
        if any(panel.layers for panel in panels):
            layout["barmode"] = "stack"
        left = 0.0
        for number, (panel, weight) in enumerate(zip(panels, weights, strict=True)):
            right = min(1.0, left + width * weight / total)
            top, low = _top(panel), min([0.0, *panel.values, panel.target or 0.0])
            why = "" if panel.labels else panel.note  # why nothing is shown
            room_for_words = (top - low) * (0.3 if panel.layers else 0.18)
            layout["xaxis" + _axis(number, "")] = {
                "domain": [round(left, 4), round(right, 4)],
                "anchor": _axis(number, "y"),
                "type": "category",
                "fixedrange": True,
                "tickangle": 0,
                "tickmode": "array",
                "tickvals": list(range(len(panel.labels))),
                "tickfont": {"size": SMALL},
                "ticktext": ["<br>".join(map(_plain, _label(label))) for label in panel.labels],
                "showline": not low and not why,
                "linecolor": INK,
            }
            layout["yaxis" + _axis(number, "")] = {
                "domain": [0, 1],
                "anchor": _axis(number, "x"),
                "range": [round(low - room_for_words, 4) if low else 0, round(top + room_for_words, 4)],
                "visible": False,
                "fixedrange": True,
            }
            layout["annotations"].append(_words(f"<b>{_plain(panel.title)}</b>", left, 1, **above, yshift=20 + more))
            if why:
                rows = "<br>".join(map(_plain, wrap(why, int(USUAL * (right - left) / SMALL_LETTER))))
                layout["annotations"].append(_words(rows, left, 1, **above, yanchor="top", font={"size": SMALL}))
            if panel.layers:
                named = _words(_coloured_names(panel), left, 1, **above, yshift=4 + more)
                layout["annotations"].append({**named, "font": {"size": SMALL}})
                layout["annotations"] += _totals(panel, _axis(number, "x"), _axis(number, "y"))
            reference = {"xref": f"{_axis(number, 'x')} domain", "yref": _axis(number, "y")}
            if low:  # bars stand on this line or hang from it
                ground = {"type": "line", "x0": 0, "x1": 1, "y0": 0, "y1": 0, "line": {"color": INK, "width": 1}}
                layout["shapes"].append({**ground, **reference})
            if panel.target is not None:
                ends = {"type": "line", "x0": 0, "x1": 1, "y0": panel.target, "y1": panel.target}
                line = {"color": TARGET, "width": 3, "dash": "dash"}
                layout["shapes"].append({**ends, **reference, "line": line})
                said = f"target {tidy(panel.target)}"
                # below the title, where no bar reaches
                layout["annotations"].append(_words(said, left, 1, **above, yshift=4 + more))
            left = right + GAP
        return layout


def _words_width(panel: Panel) -> float:
    """Return the width of the words above a panel, in pixels: its title and its layers' names."""
    names = max(map(len, _layer_names(panel)), default=0)
    return max(TITLE_LETTER * len(panel.title), SMALL_LETTER * names)


def _bars_width(panel: Panel) -> float:
    """Return the width of a panel's bars, in pixels, that keeps the words of neighbouring bars apart."""
    labels = [SMALL_LETTER * max(map(len, _label(label)), default=0) for label in panel.labels]
    numbers = [NUMBER_LETTER * len(number) for number in panel.shown()]
    beside = [(one + other) / 2 + BETWEEN for sizes in (labels, numbers) for one, other in pairwise(sizes)]
    bar = max([BAR_WIDTH, *beside])
    return max(FEWEST_BARS * BAR_WIDTH, bar * len(panel.labels))


def _label(label: str) -> list[str]:
    """Return the rows of a bar's label.

    >>> _label("the next draw is an event"), _label("vegetables")
    (['the next', 'draw is an', 'event'], ['vegetables'])
    """
    return wrap(label, LONGEST_LABEL, break_long_words=False, break_on_hyphens=False)


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


def _layer_names(panel: Panel) -> list[str]:
    """Return the names of the layers from the bottom upwards, each after a square for its colour, in one row or two.

    >>> from workbench.core.scene import stacked
    >>> layer = Layer("a name of some length", (1.0,))
    >>> _layer_names(stacked("Points", ("A",), (layer, layer)))
    ['↑ ■ a name of some length', '■ a name of some length']
    """
    names = [f"{SQUARE} {layer.name}" for layer in panel.layers]
    if not names:
        return []
    names[0] = f"↑ {names[0]}"
    ways = [[" ".join(names[:place]), " ".join(names[place:])] for place in range(1, len(names))]
    if len(" ".join(names)) <= LONGEST_ROW or not ways:
        return [" ".join(names)]
    return min(ways, key=lambda rows: max(map(len, rows)))


def _coloured_names(panel: Panel) -> str:
    """Return the names of the layers in plotly's markup, their squares in the layers' colours."""
    said = "<br>".join(map(_plain, _layer_names(panel))).split(SQUARE)
    for place, layer in enumerate(panel.layers):
        said[place] += f'<span style="color:{_layer_colour(place, layer)}">{SQUARE}</span>'
    return "".join(said)


def _totals(panel: Panel, x: str, y: str) -> list[dict[str, Any]]:
    """Return the total of each bar of a stack, above it."""
    found = []
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
