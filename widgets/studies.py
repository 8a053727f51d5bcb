"""Charts of the lab's studies: variants with intervals, a tornado of unclear rules, lines and maps.

Each takes a result of the lab (`lab.compare`, `lab.rulings`, `lab.sweep`) and shows n and intervals. Symbols, hatching and text
say everything that colours say.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, isnan
from typing import TYPE_CHECKING, Any, Final

from widgets.charts import (
    LEVEL,
    LINE_COLOURS,
    WIDTH,
    Chart,
    add_cells,
    plain,
    styled,
    table_text,
)
from widgets.palette import HATCHES, INK, PAPER
from workbench.core.options import show

if TYPE_CHECKING:
    from workbench.lab import Comparison, Rulings, Sweep
    from workbench.lab.statistics import Estimate

MOST_BARS: Final = 15
"""How many bars a tornado has at most, by default."""
MORE: Final = LINE_COLOURS[0]
LESS: Final = LINE_COLOURS[1]


def variants(made: Comparison, column: str = "", title: str = "") -> Chart:
    """Return a chart of a metric for each variant, with its own 95% interval.

    Args:
        made: the comparison.
        column: the metric; by default the first one.
        title: what it shows; by default made from the metric.

    >>> from workbench import lab
    >>> made = lab.compare("northwood", {"16 stars": {}, "4 stars": {"threshold": 4}}, "win_0", "random", games=50, seed=1)
    >>> variants(made)
    win_0 by variant, 95% intervals, random
                                      found
    16 stars    0.0% (0.0% to 7.1%), n = 50
    4 stars   16.0% (8.3% to 28.5%), n = 50
    """
    metric = column or made.columns[0]
    found = [(name, made.estimate(name, metric)) for name in made.runs]
    return dots(title or f"{metric} by variant, 95% intervals, {made.settings.who}", found, metric)


def effects(made: Comparison, column: str = "", title: str = "") -> Chart:
    """Return a chart of each variant's difference from the first; the intervals hold for all together.

    Args:
        made: the comparison.
        column: the metric; by default the first one.
        title: what it shows; by default made from the metric.
    """
    metric = column or made.columns[0]
    wanted = [one for one in made.effects if one.metric == metric]
    said = f"{metric}: difference from {made.first}, {made.settings.level:.0%} together, {made.settings.who}"
    found = [(one.variant, one.estimate) for one in wanted]
    return dots(title or said, found, f"{metric}, difference", zero=True, notes=[one.says for one in wanted])


def dots(
    title: str, found: Sequence[tuple[str, Estimate]], x_title: str, zero: bool = False, notes: Sequence[str] = ()
) -> Chart:
    """Return a chart of estimates, one under the other, each with its interval, n and numbers.

    Args:
        title: what it shows.
        found: the rows from top to bottom: a name, and what was found.
        x_title: what is estimated.
        zero: whether to draw a line at zero.
        notes: a note for each row.
    """
    percent = all([one.method == "Wilson" for _, one in found])
    rows = list(range(len(found)))
    figure = styled(title, WIDTH, 140 + 40 * len(rows))
    figure.add_scatter(
        x=[round(one.value, 4) for _, one in found],
        y=rows,
        error_x=whiskers([one for _, one in found]),
        mode="markers",
        marker={"color": MORE, "symbol": "circle", "size": 10},
        hoverinfo="skip",
        cliponaxis=False,
    )
    if zero:
        figure.add_vline(x=0, **LEVEL)
    written = [f"{in_writing(one, percent)}, n = {one.n:,}" for _, one in found]
    finish_rows(figure, [name for name, _ in found], written, x_title, percent)
    cells = [[text, *notes[place : place + 1]] for place, text in enumerate(written)]
    return Chart(figure, table_text(title, [name for name, _ in found], ["found", *["says"] * bool(notes)], cells))


def tornado(found: Rulings, column: str = "", most: int = MOST_BARS, title: str = "") -> Chart:
    """Return a chart of which unclear rule matters most: a bar for each reading, the largest at the top.

    A solid bar marks a clear difference, a hatched bar an open one. The whiskers are intervals that hold for all readings
    together, even those that are not shown.

    Args:
        found: every reading, compared with the rules as they are.
        column: the metric; by default the first one.
        most: how many bars at most; the text names how many more there are.
        title: what it shows; by default made from the metric.
    """
    metric = column or found.columns[0]
    ranked = found.ranked(metric)
    shown = ranked[:most]
    names = [f"{one.variant} ({found.switches[one.variant].ruling})" for one in shown]
    title = title or f"{metric}: what each reading changes, {found.settings.level:.0%} together, {found.settings.who}"
    figure = styled(title, WIDTH, 150 + 34 * len(shown))
    decided = [one.says in ("higher", "lower") for one in shown]
    colours = [MORE if one.estimate.value >= 0 else LESS for one in shown]
    figure.add_bar(
        x=[round(one.estimate.value, 4) for one in shown],
        y=list(range(len(shown))),
        orientation="h",
        marker={
            "color": colours,
            "line": {"color": INK, "width": 1},
            "pattern": {
                "shape": ["" if sure else HATCHES[1] for sure in decided],
                "fgcolor": colours,
                "bgcolor": PAPER,
                "size": 6,
            },
        },
        error_x={**whiskers([one.estimate for one in shown]), "color": INK, "thickness": 1.5, "width": 4},
        hoverinfo="skip",
    )
    figure.add_vline(x=0, line={"color": INK, "width": 1})
    written = [in_writing(one.estimate, False) for one in shown]
    n = numbers_of([one.estimate for one in shown])
    finish_rows(figure, names, written, f"{metric}, difference from the rules as they are ({n} pairs of games a bar)", False)
    figure.update_layout(bargap=0.35)
    rows = [*names]
    cells = [[f"{text}, n = {one.estimate.n:,}", one.says] for text, one in zip(written, shown, strict=True)]
    words = table_text(title, rows, ["effect", "says"], cells)
    left = len(ranked) - len(shown)
    if left:
        words += f"\n{left} more readings with smaller effects are not shown; the table `tornado` holds them."
    return Chart(figure, words)


def sweep_line(found: Sweep, column: str = "", title: str = "") -> Chart:
    """Return a chart of a metric over a number, with an interval for each point by itself.

    Args:
        found: a sweep over one number.
        column: the metric; by default the first one.
        title: what it shows; by default made from the metric.

    Raises:
        ValueError: the sweep is over two numbers.
    """
    if len(found.axes) != 1:
        raise ValueError("sweep_line draws a sweep over one number; use sweep_map for two.")
    ((axis, _),) = found.axes.items()
    metric, known, percent, n, title = swept(found, column, title)
    points = [(point[0], one) for point, one in known.items()]
    figure = styled(title, WIDTH, 400)
    even = all([isinstance(value, (int, float)) for value, _ in points])
    figure.add_scatter(
        x=[value if even else show(value) for value, _ in points],
        y=[round(one.value, 4) for _, one in points],
        error_y=whiskers([one for _, one in points]),
        mode="lines+markers+text",
        text=[number_in_writing(one.value, percent) for _, one in points],
        textposition=beside_the_line([one.value for _, one in points]),
        line={"color": MORE, "width": 2},
        marker={"symbol": "circle", "size": 9},
        hoverinfo="skip",
        cliponaxis=False,
    )
    figure.update_xaxes(
        title=plain(f"{axis} ({n} games a point)"), showline=True, showgrid=False, zeroline=False, fixedrange=True
    )
    if even:
        figure.update_xaxes(tickvals=[value for value, _ in points])
    figure.update_yaxes(title=plain(metric), gridcolor="#DDDDDD", zeroline=True, fixedrange=True)
    if percent:
        figure.update_yaxes(tickformat=".0%")
    cells = [[f"{in_writing(one, percent)}, n = {one.n:,}"] for _, one in points]
    return Chart(figure, table_text(title, [show(value) for value, _ in points], ["found"], cells))


def beside_the_line(values: Sequence[float]) -> list[str]:
    """Return where to write beside each point of a line, so that the line does not run through the words.

    >>> beside_the_line([1.0, 3.0, 2.0])
    ['bottom right', 'top right', 'top right']
    """
    later = [*values[1:], -inf]
    return ["bottom right" if there > here else "top right" for here, there in zip(values, later, strict=True)]


def sweep_map(found: Sweep, column: str = "", title: str = "") -> Chart:
    """Return a map of a metric over two numbers, with the value and its interval in each field.

    Args:
        found: a sweep over two numbers.
        column: the metric; by default the first one.
        title: what it shows; by default made from the metric.

    Raises:
        ValueError: the sweep is over one number.
    """
    if len(found.axes) != 2:
        raise ValueError("sweep_map draws a sweep over two numbers; use sweep_line for one.")
    (across, xs), (down, ys) = found.axes.items()
    _, known, percent, n, title = swept(found, column, title)
    figure = styled(title, WIDTH, 140 + 54 * len(ys))
    values = [[known[x, y].value if (x, y) in known else None for x in xs] for y in ys]
    texts = [[in_writing(known[x, y], percent, "<br>") if (x, y) in known else "not played" for x in xs] for y in ys]
    add_cells(figure, [show(x) for x in xs], [show(y) for y in ys], values, texts)
    figure.update_xaxes(title=plain(f"{across} ({n} games a field)"))
    figure.update_yaxes(title=plain(down))
    cells = [[in_writing(known[x, y], percent) if (x, y) in known else "not played" for x in xs] for y in ys]
    words = table_text(f"{title} ({down} by {across}, {n} games a field)", [show(y) for y in ys], [show(x) for x in xs], cells)
    return Chart(figure, words)


def swept(found: Sweep, column: str, title: str) -> tuple[str, dict[tuple[Any, ...], Estimate], bool, str, str]:
    """Return what charts of a sweep show: metric, estimates, whether they are shares, their n, and title."""
    metric = column or found.columns[0]
    known = {point: found.estimate(*point, column=metric) for point in found.runs}
    percent = all([one.method == "Wilson" for one in known.values()])
    title = title or f"{metric} by {' and '.join(found.axes)}, 95% intervals, {found.settings.who}"
    return metric, known, percent, numbers_of(list(known.values())), title


# -- parts -------------------------------------------------------------------------------------------------------------


def whiskers(found: Sequence[Estimate]) -> dict[str, Any]:
    """Return intervals as plotly draws them; without ends where these are unknown."""
    return {
        "array": [None if isnan(one.high) else round(one.high - one.value, 4) for one in found],
        "arrayminus": [None if isnan(one.low) else round(one.value - one.low, 4) for one in found],
        "thickness": 2.5,
        "width": 6,
    }


def finish_rows(figure: Any, names: Sequence[str], written: Sequence[str], x_title: str, percent: bool) -> None:
    """Finish the rows, top to bottom, with their names on the left and their numbers on the right."""
    for row, text in enumerate(written):
        place = {"x": 1, "xref": "paper", "xanchor": "left", "xshift": 12, "y": row}
        figure.add_annotation(text=text, showarrow=False, font={"size": 12}, **place)
    figure.update_xaxes(title=plain(x_title), gridcolor="#DDDDDD", zeroline=False, fixedrange=True)
    if percent:
        figure.update_xaxes(tickformat=".0%")
    figure.update_yaxes(
        tickvals=list(range(len(names))),
        ticktext=[plain(name) for name in names],
        tickfont={"size": 12},
        range=[len(names) - 0.4, -0.6],
        showgrid=False,
        zeroline=False,
        fixedrange=True,
    )
    left, right = [max([len(one) for one in texts], default=0) for texts in (names, written)]
    figure.update_layout(margin={"l": 20 + 7 * left, "r": 30 + 7 * right, "t": 50}, showlegend=False)
    figure.update_layout(width=max(WIDTH, 360 + 7 * (left + right)))
    figure.update_layout(title={"xref": "container", "x": 0.02})  # long names may leave the plot little room for a title


def in_writing(one: Estimate, percent: bool, between: str = " ") -> str:
    """Return an estimate with its interval, as short as possible.

    >>> from workbench.lab.statistics import mean, share
    >>> in_writing(share(30, 100), True), in_writing(mean([2, 4, 4, 6]), False), in_writing(mean([7]), False)
    ('30.0% (21.9% to 39.6%)', '4 (1.4 to 6.6)', '7 (interval unknown)')
    """
    value = number_in_writing(one.value, percent)
    if isnan(one.low) or isnan(one.high):
        return f"{value}{between}(interval unknown)"
    return f"{value}{between}({number_in_writing(one.low, percent)} to {number_in_writing(one.high, percent)})"


def number_in_writing(value: float, percent: bool) -> str:
    """Return a number with three digits, or a share in percent.

    >>> number_in_writing(0.5, True), number_in_writing(1234.5, False), number_in_writing(-0.25, False)
    ('50.0%', '1,230', '-0.25')
    """
    if percent:
        return f"{value:.1%}"
    short = float(f"{value:.3g}")
    return f"{short:,.0f}" if abs(short) >= 1000 else f"{short:.3g}"


def numbers_of(found: Sequence[Estimate]) -> str:
    """Return how many games the estimates come from: one number, or the fewest and the most."""
    counts = sorted({one.n for one in found})
    return f"n = {counts[0]:,}" if len(counts) == 1 else f"n = {counts[0]:,} to {counts[-1]:,}" if counts else "n = 0"
