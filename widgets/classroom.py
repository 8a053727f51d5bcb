"""Charts of a class that played one game (`lab.class_report`) or wrote players (`class_tournament`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from widgets.charts import WIDTH, Chart, add_cells, intervals, styled, table_text
from workbench.core.errors import WorkbenchError
from workbench.lab.statistics import Estimate, share

if TYPE_CHECKING:
    from workbench.lab.classroom import ClassReport
    from workbench.lab.contest import ClassTournament

MOST_ROWS = 12
"""How many rows fit on a chart; the tables have all of them."""


def choices_chart(report: ClassReport, place: int = 1) -> Chart:
    """Return a chart of what people chose at one place, with intervals and exact chances, if known.

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
    return intervals(title, estimates, "share of the people who decided here; exact: the chance of success", exact=exact)


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

    Args:
        found: what `lab.class_tournament` gave.

    Raises:
        WorkbenchError: nobody began a game.
    """
    rows = [row for row in found.table.to_dict("records") if row["n"]][:MOST_ROWS]
    if not rows:
        raise WorkbenchError("Nobody began a game, so there is nothing to draw.")
    estimates = [
        (
            f"{row['rank']} {row['player']}" if not row["out"] else f"out: {row['player']}",
            Estimate(row["wins"], row["low"], row["high"], row["n"], "Wilson"),
        )
        for row in rows
    ]
    counts = sorted({row["n"] for row in rows})
    n = f"n = {counts[0]}" if len(counts) == 1 else f"n = {counts[0]} to {counts[-1]}"
    equal = [("all equal", 1 / found.game.players)] if found.game.players > 1 else []
    title = f"{found.game.title}: {found.rounds} rounds ({n} games each)"
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
