"""Charts of a class that has played the same game (`lab.class_report`) or whose players have (`lab.class_tournament`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from widgets.charts import Chart, intervals
from workbench.core.errors import WorkbenchError
from workbench.lab.statistics import share

if TYPE_CHECKING:
    from workbench.lab.classroom import ClassReport

MOST_ROWS = 12
"""So many rows a chart has room for; the tables have all of them."""


def choices_chart(report: ClassReport, place: int = 1) -> Chart:
    """What people chose at one place, with intervals; the exact chance of each move beside it where the game has one.

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
    return intervals(title, estimates, "share of the people there; exact: the chance of success", exact=exact)


def refusals_chart(report: ClassReport) -> Chart:
    """Which clauses refused a move to how many people, with intervals: what the rules text fails to teach.

    Args:
        report: what `lab.class_report` gave.

    Raises:
        WorkbenchError: no refused move was counted.
    """
    rows = report.refusals.head(MOST_ROWS).to_dict("records")
    if not rows:
        raise WorkbenchError("No refused move was counted in these files, so there is nothing to draw.")
    estimates = [(row["clause"], share(row["people"], row["n"])) for row in rows]
    return intervals(f"Clauses that refused a move (n = {report.n} people)", estimates, "share of people")
