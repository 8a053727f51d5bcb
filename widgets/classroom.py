"""Charts of a class that played one game (`lab.class_report`) or wrote players (`class_tournament`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from widgets.charts import LINE_COLOURS, WIDTH, Chart, add_cells, intervals, plain, styled, table_text
from workbench.core.errors import WorkbenchError
from workbench.core.words import listed
from workbench.lab.statistics import Estimate, share

if TYPE_CHECKING:
    from workbench.lab.classroom import ClassReport
    from workbench.lab.contest import ClassTournament

MOST_ROWS = 12
"""How many rows fit on a chart; the tables have all of them."""
MOST_NAMED = 3
"""How many players that are out fit into a title."""


def choices_chart(report: ClassReport, place: int = 1) -> Chart:
    """Return a chart of what people chose at one place, with intervals; beside it the exact chances of success, if known.

    Args:
        report: what `lab.class_report` gave.
        place: its number in `report.choices`.

    Raises:
        WorkbenchError: there is no such place.
    """
    rows = report.choices[report.choices["place"] == place].head(MOST_ROWS).to_dict("records")
    if not rows:
        raise WorkbenchError(f"The report has {report.choices['place'].nunique()} places; there is no place {place!r}.")
    estimates = [
        (row["move"] + (f" [{row['players']}]" if row["players"] else ""), share(row["chosen"], row["n"])) for row in rows
    ]
    question = str(rows[0]["question"]).partition("?")[0]
    exact = {name: row["exact"] for (name, _), row in zip(estimates, rows, strict=True) if row["exact"] == row["exact"]}
    title = f"{question}? (n = {rows[0]['n']})"
    chart = intervals(title, estimates, "share of the people who decided here")
    return _with_chances(chart, title, [name for name, _ in estimates], exact) if exact else chart


def _with_chances(chart: Chart, title: str, names: Sequence[str], exact: Mapping[str, float]) -> Chart:
    """Return a chart of people's shares with a second one beside it: the chance of success of each move, on its own axis."""
    figure = chart.figure
    written = [note["text"] for note in figure.layout.annotations]
    figure.update_xaxes(domain=[0, 0.4])
    for note in figure.layout.annotations:
        note.x = 0.4
    rows = [row for row, name in enumerate(names) if name in exact]
    figure.add_bar(
        x=[round(float(exact[names[row]]), 4) for row in rows],
        y=rows,
        orientation="h",
        width=0.45,
        marker={"color": LINE_COLOURS[1]},
        xaxis="x2",
        hoverinfo="skip",
        showlegend=False,
    )
    for row in rows:
        text = f"{exact[names[row]]:.1%}"
        figure.add_annotation(text=text, x=1, xref="paper", xanchor="left", xshift=12, y=row, showarrow=False)
    axis = {"domain": [0.75, 1], "range": [0, 1], "tickformat": ".0%", "tickvals": [0, 0.5, 1], "gridcolor": "#DDDDDD"}
    axis |= {"title": plain("chance of success"), "zeroline": False, "fixedrange": True, "anchor": "y"}
    figure.update_layout(xaxis2=axis, margin={"r": 80})
    cells = [[text, f"{exact[name]:.1%}" if name in exact else ""] for name, text in zip(names, written, strict=True)]
    return Chart(figure, table_text(title, names, ["people", "chance of success"], cells))


def refusals_chart(report: ClassReport) -> Chart:
    """Return a chart of how many people each clause refused a move: what the rules fail to teach.

    Args:
        report: what `lab.class_report` gave.

    Raises:
        WorkbenchError: the files hold no refused move.
    """
    rows = report.refusals.head(MOST_ROWS).to_dict("records")
    if not rows:
        raise WorkbenchError("No refused move was counted in these files, so there is nothing to draw.")
    estimates = [(row["clause"], share(row["people"], row["n"])) for row in rows]
    return intervals(f"Clauses that refused a move (n = {report.n} people)", estimates, "share of people")


def standings_chart(found: ClassTournament) -> Chart:
    """Return a chart of each player's share of the wins, with a thin line for the share of equal players.

    Where all have the same share, as often in a game for one, the chart shows their mean scores. Players that are out have
    too few games to compare; the title names them.

    Args:
        found: what `lab.class_tournament` gave.

    Raises:
        WorkbenchError: nobody began a game, or everybody is out.
    """
    table = found.table.to_dict("records")
    if not any(row["n"] for row in table):
        raise WorkbenchError("Nobody began a game, so there is nothing to draw.")
    rows = [row for row in table if row["n"] and not row["out"]][:MOST_ROWS]
    if not rows:
        raise WorkbenchError("Every player is out, so there is nothing to draw. `faults` says why.")
    alike = len({row["wins"] for row in rows}) == 1 and len({row["score"] for row in rows}) > 1
    value, low, high, kind = ("score", "score low", "score high", "Student t") if alike else ("wins", "low", "high", "Wilson")
    estimates = [
        (f"{row['rank']} {row['player']}", Estimate(row[value], row[low], row[high], row["n"], kind)) for row in rows
    ]
    counts = sorted({row["n"] for row in rows})
    n = f"n = {counts[0]}" if len(counts) == 1 else f"n = {counts[0]} to {counts[-1]}"
    out = [row["player"] for row in table if row["out"]]
    named = listed([*out[:MOST_NAMED], *[f"{len(out) - MOST_NAMED} more"] * (len(out) > MOST_NAMED)])
    title = f"{found.game.title}: {found.rounds} rounds ({n} games each)" + (f"; out: {named}" if out else "")
    if alike:
        return intervals(title, estimates, "mean score, 95% intervals; all have the same share of the wins", percent=False)
    equal = [("all equal", 1 / found.game.players)] if found.game.players > 1 else []
    return intervals(title, estimates, "share of the wins, 95% intervals", levels=equal)


def meetings_chart(found: ClassTournament) -> Chart:
    """Return a map of all pairs: the share of the wins that the player on the left took, and n.

    Args:
        found: what `lab.class_tournament` gave.

    Raises:
        WorkbenchError: no two players have met, as in a game for one.
    """
    if not len(found.meetings):
        raise WorkbenchError(f"No two players have met in {found.game.title} here, so there is nothing to draw.")
    known = {(row["player"], row["other"]): row for row in found.meetings.to_dict("records")}
    names = [name for name in found.table["player"] if any(name == player for player, _ in known)][:MOST_ROWS]
    pairs = [[known.get((name, other)) for other in names] for name in names]
    cells = [["" if pair is None else f"{pair['wins']:.0%} (n = {pair['n']})" for pair in row] for row in pairs]
    title = f"{found.game.title}: share of the wins of the player on the left against the player above"
    figure = styled(title, WIDTH, 150 + 44 * len(names))
    wins = [[None if pair is None else pair["wins"] for pair in row] for row in pairs]
    add_cells(figure, names, names, wins, [[cell.replace(" (", "<br>(") for cell in row] for row in cells], zmin=0, zmax=1)
    figure.update_xaxes(side="top")
    longest = max([len(name) for name in names])
    figure.update_layout(margin={"t": 90, "l": 30 + 7 * longest}, width=max(WIDTH, (30 + 7 * longest) * (1 + len(names))))
    return Chart(figure, table_text(title, names, names, cells))
