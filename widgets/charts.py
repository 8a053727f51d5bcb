"""Still charts for notebooks: small plotly figures, each with its numbers as text.

A chart is stored as plotly's own data, not as a page of HTML, so it stays small. Its text replaces it wherever nothing can draw
it: on a code-hosting site, in a terminal, for a screen reader.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import plotly.graph_objects as go

from widgets.palette import DARK, HATCHES, INK, OKABE_ITO, PAPER

if TYPE_CHECKING:
    from workbench.lab.statistics import Estimate

FONT: Final = "system-ui, Segoe UI, Roboto, DejaVu Sans, Liberation Sans, Arial, sans-serif"
LIGHT_TO_DARK: Final = ((0.0, "#FFFFFF"), (1.0, "#56B4E9"))
"""White to blue: larger values are darker, in grey too, and dark text is legible on all of them."""
WIDTH: Final = 800
"""The width of a notebook's page on a small screen, in pixels."""
DASHES: Final = ("solid", "dash", "dot", "dashdot", "longdash")
MARKS: Final = ("circle", "square", "diamond", "triangle-up", "cross")
LINE_COLOURS: Final = (OKABE_ITO[5], OKABE_ITO[6], OKABE_ITO[3], OKABE_ITO[0], OKABE_ITO[7])


class Chart:
    """A figure with its text alternative.

    Args:
        figure: a plotly figure.
        text: what it shows, in words and numbers.

    >>> Chart(styled("Nothing", 300, 200), "Nothing at all.")
    Nothing at all.
    """

    def __init__(self, figure: go.Figure, text: str) -> None:
        self.figure = figure
        self.text = text

    def dark(self) -> Chart:
        """Return the same chart on a dark ground.

        >>> Chart(styled("Nothing", 300, 200), "Nothing at all.").dark().figure.layout.paper_bgcolor
        '#16191D'
        """
        figure = go.Figure(_darkened(self.figure.to_plotly_json()))
        figure.update_xaxes(linecolor=DARK[INK], tickcolor=DARK[INK])
        figure.update_yaxes(linecolor=DARK[INK], tickcolor=DARK[INK], zerolinecolor=DARK[INK])
        return Chart(figure, self.text)

    def save_html(self, path: str | Path) -> None:
        """Write the chart, with its numbers as text, as a page that opens without a kernel or a network.

        Args:
            path: where to write it; an existing file is replaced as a whole.
        """
        drawn = self.figure.to_html(full_html=False, include_plotlyjs=True, div_id="chart", config={"displayModeBar": False})
        ground, ink = self.figure.layout.paper_bgcolor or PAPER, self.figure.layout.font.color or INK
        title = escape(self.text.partition("\n")[0])
        page = (
            f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>\n'
            f'<body style="background:{ground};color:{ink}">{drawn}<pre>{escape(self.text)}</pre></body></html>\n'
        )
        target = Path(path)
        partly = target.with_name(target.name + ".part")
        partly.write_text(page, encoding="utf-8")
        partly.replace(target)

    def __repr__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        # no buttons: they would only add stops for the Tab key
        figure = {**self.figure.to_plotly_json(), "config": {"displayModeBar": False}}
        return {"application/vnd.plotly.v1+json": figure, "text/plain": self.text}


def _darkened(value: Any) -> Any:
    """Return any part of a figure in dark colours."""
    if isinstance(value, dict):
        return {name: _darkened(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_darkened(one) for one in value]
    return DARK.get(value, value) if isinstance(value, str) else value


def styled(title: str, width: int, height: int) -> go.Figure:
    """Return an empty figure in the style of this project.

    Args:
        title: a sentence above it; may be empty.
        width: in pixels.
        height: in pixels.
    """
    return go.Figure(
        layout={
            "template": {},
            "title": {
                "text": plain(title),
                "x": 0,
                "xref": "paper",
                "y": 1,
                "yref": "container",
                "yanchor": "top",
                "pad": {"t": 14},
                "font": {"size": 16},
            },
            "width": width,
            "height": height,
            "margin": {"l": 60, "r": 20, "t": 50 if title else 20, "b": 55},
            "paper_bgcolor": PAPER,
            "plot_bgcolor": PAPER,
            "font": {"family": FONT, "size": 13, "color": INK},
            "dragmode": False,
            "legend": {"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom"},
            "uniformtext": {"mode": "show", "minsize": 11},
        }
    )


def plain(text: str) -> str:
    """Return a text as plotly must get it: characters that it would read as markup are escaped.

    >>> plain("a < b")
    'a &lt; b'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def heat_map(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float]],
    row_title: str = "",
    column_title: str = "",
) -> Chart:
    """Return a table of chances as a heat map with the numbers in its cells.

    Args:
        title: what it shows.
        rows: the names of the rows, the first one at the top.
        columns: the names of the columns.
        values: a row of chances 0..1 for each name.
        row_title: what the rows are.
        column_title: what the columns are.

    >>> heat_map("Chances", ["a"], ["x", "y"], [[0.5, 1.0]], "row", "column")
    Chances (row by column, in percent)
           x      y
    a   50.0  100.0
    """
    figure = styled(title, WIDTH, 130 + 36 * len(rows))
    add_cells(figure, columns, rows, values, [[f"{value:.1%}" for value in row] for row in values], 13, zmin=0, zmax=1)
    figure.update_xaxes(title=plain(column_title))
    figure.update_yaxes(title=plain(row_title))
    # the title of the rows is beside their names, so both need room
    figure.update_layout(margin={"l": max(60, 40 + 8 * max([len(name) for name in rows], default=0))})
    words = f"{title} ({row_title} by {column_title}, in percent)"
    return Chart(figure, table_text(words, rows, columns, [[f"{value:.1%}"[:-1] for value in row] for row in values]))


def add_cells(
    figure: go.Figure,
    columns: Sequence[str],
    rows: Sequence[str],
    values: Sequence[Sequence[float | None]],
    texts: Sequence[Sequence[str]],
    size: int = 12,
    **scale: float,
) -> None:
    """Draw a table as coloured cells with texts in them, the first row at the top.

    Args:
        figure: a plotly figure; it is changed.
        columns: their names.
        rows: their names.
        values: a row of numbers for each name, where larger numbers are darker; None for a blank cell.
        texts: the texts in the cells.
        size: the size of the texts, in pixels.
        scale: `zmin` and `zmax`, the numbers of the lightest and the darkest cell; by default the extreme values.

    >>> figure = go.Figure()
    >>> add_cells(figure, ["x", "y"], ["a"], [[0.5, None]], [["half", ""]], zmin=0, zmax=1)
    >>> figure.data[0].z
    ([0.5, None],)
    """
    figure.add_heatmap(
        x=[plain(name) for name in columns],
        y=[plain(name) for name in rows],
        z=[[None if value is None else round(value, 4) for value in row] for row in values],
        text=texts,
        texttemplate="%{text}",
        textfont={"size": size, "color": INK},
        xgap=2,
        ygap=2,
        colorscale=[list(step) for step in LIGHT_TO_DARK],
        showscale=False,
        hoverinfo="skip",
        **scale,
    )
    figure.update_xaxes(type="category", fixedrange=True)
    figure.update_yaxes(type="category", autorange="reversed", fixedrange=True)


def table_text(title: str, rows: Sequence[str], columns: Sequence[str], cells: Sequence[Sequence[str]]) -> str:
    """Return a table in even columns.

    >>> print(table_text("T", ["a", "bb"], ["x"], [["1"], ["22"]]))
    T
          x
    a     1
    bb   22
    """
    first = max((len(row) for row in rows), default=0)
    width = max([len(cell) for row in cells for cell in row] + [len(column) for column in columns]) + 2
    lines = [title, " " * first + "".join([column.rjust(width) for column in columns])]
    for name, row in zip(rows, cells, strict=True):
        lines.append(name.ljust(first) + "".join([cell.rjust(width) for cell in row]))
    return "\n".join(lines)


def lines(
    title: str,
    xs: Sequence[str],
    series: Sequence[tuple[str, Sequence[float]]],
    x_title: str,
    y_title: str,
    *,
    percent: bool = True,
    notes: Sequence[str] = (),
    levels: Sequence[tuple[str, float]] = (),
    top: float | None = None,
    height: int = 380,
) -> Chart:
    """Return lines over named steps; symbols and dashes tell them apart without their colours.

    Args:
        title: what it shows.
        xs: the steps.
        series: for each line its name and a value for each step.
        x_title: what the steps are.
        y_title: what the values are.
        percent: whether values are chances 0..1.
        notes: a note for each step, shown under the pointer and in the text.
        levels: values to compare with, each with its name: thin lines all across, named at their right ends.
        top: the largest chance that fits; None for a round number that no chance exceeds.
        height: in pixels.
    """
    figure = styled(title, WIDTH, height)
    for number, (name, values) in enumerate(series):
        colour = LINE_COLOURS[number % len(LINE_COLOURS)]
        figure.add_scatter(
            x=list(range(len(xs))),
            y=[round(float(value), 4) for value in values],
            mode="lines+markers+text" if len(series) == 1 else "lines+markers",
            text=_where_it_changes(values, percent) if len(series) == 1 else None,
            textposition="top center",
            name=plain(name),
            line={"color": colour, "width": 2.5, "dash": DASHES[number % len(DASHES)]},
            marker={"symbol": MARKS[number % len(MARKS)], "size": 9},
            cliponaxis=False,
            hovertext=[plain(note) for note in notes] if notes else None,
            hoverinfo="text" if notes else "y+name",
            showlegend=len(series) > 1,
        )
    figure.update_xaxes(
        tickvals=list(range(len(xs))),
        ticktext=[plain(x) for x in xs],
        title=plain(x_title),
        range=[-0.6, len(xs) - 0.4],
        showline=True,
        showgrid=False,
        zeroline=False,
        fixedrange=True,
    )
    figure.update_yaxes(title=plain(y_title), rangemode="tozero", gridcolor="#DDDDDD", fixedrange=True, zeroline=True)
    if percent:
        highest = max([*[value for _, values in series for value in values], *[value for _, value in levels]], default=0.0)
        figure.update_yaxes(tickformat=".0%", range=[0, 1.08 * (top or _round_top(highest))])
    for name, value in levels:
        label = {"x": 1, "xanchor": "left", "yanchor": "middle"}
        figure.add_hline(y=round(float(value), 4), annotation={**_level(name, value, percent), **label}, **LEVEL)
    if levels:
        figure.update_layout(margin={"r": 30 + 7 * max(len(_level(*level, percent)["text"]) for level in levels)})
    _make_room_for_legend(figure, len(series))
    cells = [
        [_number(values[place], percent) for _, values in series] + ([notes[place]] if notes else [])
        for place in range(len(xs))
    ]
    names = [name for name, _ in series] + (["note"] if notes else [])
    return Chart(figure, _with_levels(table_text(title, list(xs), names, cells), levels, percent))


def intervals(
    title: str,
    estimates: Sequence[tuple[str, Estimate]],
    x_title: str,
    *,
    percent: bool = True,
    exact: Mapping[str, float] | None = None,
    levels: Sequence[tuple[str, float]] = (),
) -> Chart:
    """Return a chart of estimates, one under the other, each with its interval and its numbers in writing.

    Args:
        title: what it shows.
        estimates: the rows from top to bottom: a name, and what was found.
        x_title: what is estimated.
        percent: whether values are chances 0..1.
        exact: the true values, by the names of their rows, where they are known.
        levels: values to compare with, each with its name: thin lines all the way up, named at their upper ends.

    >>> from workbench.lab import share
    >>> intervals("Heads", [("a fair coin", share(40, 100))], "share", exact={"a fair coin": 0.5})
    Heads
                              found               exact
    a fair coin  40.0% (30.9–49.8%)               50.0%
    """
    known = exact or {}
    rows = list(range(len(estimates)))
    found = [estimate for _, estimate in estimates]
    figure = styled(title, WIDTH, 140 + 30 * bool(known) + 20 * bool(levels) + 38 * len(rows))
    figure.add_scatter(
        x=[round(one.value, 4) for one in found],
        y=rows,
        error_x={
            "array": [round(one.high - one.value, 4) for one in found],
            "arrayminus": [round(one.value - one.low, 4) for one in found],
            "thickness": 2.5,
            "width": 6,
        },
        mode="markers",
        marker={"color": LINE_COLOURS[0], "symbol": "circle", "size": 10},
        name="found, with its interval",
        hoverinfo="skip",
        cliponaxis=False,
    )
    if known:
        figure.add_scatter(
            x=[round(float(known[name]), 4) for name, _ in estimates if name in known],
            y=[row for row, (name, _) in enumerate(estimates) if name in known],
            mode="markers",
            marker={"symbol": "line-ns", "size": 24, "line": {"color": LINE_COLOURS[1], "width": 3}},
            name="exact",
            hoverinfo="skip",
            cliponaxis=False,
        )
    for name, value in levels:
        label = {"y": 1, "xanchor": "center", "yanchor": "bottom"}
        figure.add_vline(x=round(float(value), 4), annotation={**_level(name, value, percent), **label}, **LEVEL)
    written = [_interval(one, percent) for one in found]
    for row, text in enumerate(written):
        figure.add_annotation(text=text, x=1, xref="paper", xanchor="left", xshift=12, y=row, showarrow=False)
    figure.update_xaxes(title=plain(x_title), gridcolor="#DDDDDD", zeroline=False, fixedrange=True)
    if percent:
        figure.update_xaxes(tickformat=".0%")
    figure.update_yaxes(
        tickvals=rows,
        ticktext=[plain(name) for name, _ in estimates],
        range=[len(rows) - 0.4, -0.6],
        showgrid=False,
        zeroline=False,
        fixedrange=True,
    )
    figure.update_layout(
        margin={
            "l": 30 + 8 * max([len(name) for name, _ in estimates], default=0),
            "r": 30 + 8 * max([len(text) for text in written], default=0),
            "t": 50 + 30 * bool(known) + 20 * bool(levels),
        },
        showlegend=bool(known),
        legend={"y": 1, "yref": "paper"},
    )
    columns = ["found", *["exact"] * bool(known)]
    cells = [
        [text, *[_number(known[name], percent) if name in known else ""] * bool(known)]
        for text, (name, _) in zip(written, estimates, strict=True)
    ]
    words = table_text(title, [name for name, _ in estimates], columns, cells)
    return Chart(figure, _with_levels(words, levels, percent))


def bars(
    title: str,
    xs: Sequence[str],
    series: Sequence[tuple[str, Sequence[float]]],
    x_title: str,
    y_title: str,
    *,
    percent: bool = True,
    errors: Sequence[Sequence[float]] = (),
    top: float | None = None,
    height: int = 360,
) -> Chart:
    """Return bars side by side with their values on top; hatching tells them apart without their colours.

    Args:
        title: what it shows.
        xs: the groups of bars.
        series: for each kind of bar its name and a value for each group.
        x_title: what the groups are.
        y_title: what the values are.
        percent: whether values are chances 0..1.
        errors: half the width of each interval, for each kind of bar; empty for exact values.
        top: the largest chance that fits; None for a round number that no chance exceeds.
        height: in pixels.
    """
    figure = styled(title, WIDTH, height)
    for number, (name, values) in enumerate(series):
        figure.add_bar(
            x=[plain(name) for name in xs],
            y=[round(float(value), 4) for value in values],
            name=plain(name),
            text=[f"{100 * value:.0f}" if percent else _number(value, percent) for value in values],
            textposition="outside" if not errors else "none",
            textangle=0,
            cliponaxis=False,
            error_y={"array": [round(error, 4) for error in errors[number]], "thickness": 1.5} if errors else None,
            marker={
                "color": LINE_COLOURS[number % len(LINE_COLOURS)],
                "line": {"color": INK, "width": 1},
                "pattern": {
                    "shape": HATCHES[number % len(HATCHES)],
                    "fgcolor": LINE_COLOURS[number % len(LINE_COLOURS)],
                    "bgcolor": PAPER,
                    "size": 7,
                },
            },
            hoverinfo="skip",
            showlegend=len(series) > 1,
        )
    figure.update_xaxes(type="category", title=plain(x_title), showline=True, fixedrange=True)
    figure.update_yaxes(title=plain(y_title), rangemode="tozero", gridcolor="#DDDDDD", fixedrange=True)
    if percent:
        reached = [value for _, values in series for value in values]
        beyond = [error for kind in errors for error in kind] or [0.0] * len(reached)
        highest = max([value + error for value, error in zip(reached, beyond, strict=True)], default=0.0)
        figure.update_yaxes(tickformat=".0%", range=[0, 1.08 * (top or _round_top(highest))])
    _make_room_for_legend(figure, len(series))
    cells = [
        [
            _number(values[place], percent) + (f" ± {_number(errors[kind][place], percent)}" if errors else "")
            for kind, (_, values) in enumerate(series)
        ]
        for place in range(len(xs))
    ]
    return Chart(figure, table_text(title, list(xs), [name for name, _ in series], cells))


TOPS: Final = (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
"""Where a scale of chances ends: at the first of these that no chance exceeds."""
LEVEL: Final = {"line": {"color": INK, "width": 1, "dash": "dot"}, "layer": "below"}
"""How to draw a value to compare with."""


def _level(name: str, value: float, percent: bool) -> dict[str, Any]:
    return {"text": f"{plain(name)} {_number(value, percent)}", "font": {"size": 12}}


def _with_levels(words: str, levels: Sequence[tuple[str, float]], percent: bool) -> str:
    return "\n".join([words, *[f"{name}: {_number(value, percent)}" for name, value in levels]])


def _round_top(highest: float) -> float:
    """Return the end of a scale on which a chance fits.

    >>> _round_top(0.37), _round_top(0.61), _round_top(1)
    (0.4, 0.8, 1.0)
    """
    return next((top for top in TOPS if highest <= top), 1.0)


def _interval(one: Estimate, percent: bool) -> str:
    low = _number(one.low, percent).removesuffix("%")
    dash = " to " if one.low < 0 else "–"  # a dash before a minus is illegible
    return f"{_number(one.value, percent)} ({low}{dash}{_number(one.high, percent)})"


def _number(value: float, percent: bool) -> str:
    return f"{float(value):.1%}" if percent else f"{float(value):.3g}"


def _where_it_changes(values: Sequence[float], percent: bool) -> list[str]:
    """Return the values as text; empty where a value repeats the one before."""
    texts = [f"{100 * value:.0f}" if percent else _number(value, percent) for value in values]
    return [text if not place or text != texts[place - 1] else "" for place, text in enumerate(texts)]


def _make_room_for_legend(figure: go.Figure, series: int) -> None:
    if series > 1:
        figure.update_layout(margin={"t": 80})
