"""Write a run as one HTML page, which opens without a kernel and without a network."""

from __future__ import annotations

from dataclasses import fields
from html import escape
from math import isnan
from os import PathLike, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from workbench.core.errors import WorkbenchError
from workbench.core.extra import package
from workbench.core.outside import quoted
from workbench.core.player import player_title
from workbench.core.registry import game_names, players_of
from workbench.core.state import compiled
from workbench.core.strength import label
from workbench.core.version import __version__
from workbench.lab.coverage import coverage
from workbench.lab.kept import KeptGames
from workbench.lab.simulate import Runs

if TYPE_CHECKING:
    import pandas as pd

OURS: Final = "<!-- report of tabletop-workbench -->"
INK: Final = "#1f4e79"
"""One dark colour for everything, which everybody can see, also in grey."""
STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid #8888; padding: .2rem .6rem; text-align: left; vertical-align: top; }
pre { overflow-x: auto; border: 1px solid #8888; padding: .6rem; }
figure { margin: 1rem 0; background: #fff; }
/* charts are drawn dark on white: on a dark page lightness is turned round, and hues stay */
@media (prefers-color-scheme: dark) { figure { filter: invert(0.93) hue-rotate(180deg); } }
.wide { overflow-x: auto; }
"""


def report(runs: Runs, file: str | PathLike[str], title: str | None = None) -> Path:
    """Write a run as one page: what was played, how to play it again, tables and charts with intervals.

    Charts need plotly. The page includes its script, so it needs no network.

    Args:
        runs: the games.
        file: the file to write; it may overwrite an earlier report, but nothing else.
        title: its heading; None for the name of the game.

    Returns:
        the path of the page.

    Raises:
        WorkbenchError: no game was finished, people played them, or the file cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> from workbench import lab
    >>> runs = lab.simulate("nim", players="random", games=20, seed=1)
    >>> with TemporaryDirectory() as folder:
    ...     report(runs, f"{folder}/nim.html").name
    'nim.html'
    """
    if isinstance(runs, KeptGames):
        raise WorkbenchError("People played these games, so no command plays them again. `lab.class_report` is about people.")
    if not isinstance(runs, Runs):
        raise WorkbenchError(f"A report is about the games that `lab.simulate` returns, not about {quoted(runs)}.")
    path = Path(file)
    text = page(runs, title or f"{runs.game.title}: {runs.games} games")
    part = path.with_name(f".part-{uuid4().hex[:12]}")
    try:
        if path.exists() and OURS not in path.read_text(encoding="utf-8", errors="replace")[:1000]:
            raise WorkbenchError(f"{quoted(path.name)} already exists and is not a report: choose another name.")
        part.write_text(text, encoding="utf-8")
        replace(part, path)
    except OSError as fault:
        raise WorkbenchError(f"{quoted(path.name)} cannot be written: {fault.strerror or fault}.") from None
    finally:
        part.unlink(missing_ok=True)
    return path


def page(runs: Runs, title: str) -> str:
    """Return the page as text.

    Raises:
        WorkbenchError: no game was finished.
    """
    summary = runs.summary()
    parts = [
        f"<h1>{escape(title)}</h1>",
        f"<p>{escape(runs._head())}.</p>",
        "<h2>What was played</h2>",
        table(about(runs)),
        "<h2>How to play it again</h2>",
        f"<pre>{escape(again(runs))}</pre>",
        "<h2>What the games show</h2>",
        "<p>Each number comes from n games and has its interval beside it. A single 95% interval contains the true value in "
        "about 95 of 100 runs; among many intervals, some will miss it.</p>",
        charts(runs, summary),
        table(summary),
    ]
    if "first" in runs.table:
        parts += ["<h2>Does the first turn help?</h2>", table(runs.turn_order())]
    if runs.clauses is not None:
        clauses = coverage(runs)
        never = clauses[clauses["fires"] == "never"][["clause", "origin", "n", "high", "rule"]]
        parts += [
            "<h2>Rules that never fired</h2>",
            f"<p>{len(never)} of {len(clauses)} clauses. <em>high</em> is the upper end of the Wilson 95% interval for the "
            "share of games in which the clause fires.</p>",
            table(never),
            "<h2>Rules that fired</h2>",
            table(clauses[clauses["fires"] == "yes"].drop(columns=["fires", "rule"])),
        ]
    if len(runs.failed):
        parts += ["<h2>Games that could not be finished</h2>", table(runs.failed)]
    body = "\n".join(parts)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{OURS}\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{escape(title)}</title>\n<style>{STYLE}</style>\n'
        f"</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def about(runs: Runs) -> pd.DataFrame:
    """Return a table of what was played, with which players and versions."""
    import platform  # imported here, because every worker imports the lab

    game = runs.game
    options = game.options.changed()
    lines = [
        ("game", f"{game.title} ({game.name}) for {game.players}"),
        ("options", "; ".join(f"{name} = {quoted(value, 200)}" for name, value in options.items()) or "all at their defaults"),
        ("changed phases", ", ".join(game.replaced_phases) or "none"),
        ("players", ", ".join([f"{label(game, name)} (in code: {name})" for name in runs.players])),
        ("seats", "players rotate" if runs.plan.rotate else "each player stays in one seat"),
        ("seed", str(runs.seed)),
        ("games", f"{runs.games} finished, {len(runs.failed)} failed, {runs.wanted} asked for"),
        ("mode", "compiled" if compiled else "plain"),
        ("versions", f"tabletop-workbench {__version__}, Python {platform.python_version()}, {', '.join(versions())}"),
    ]
    found: pd.DataFrame = package("pandas", "A report").DataFrame(lines, columns=["what", "value"])
    return found


def versions() -> list[str]:
    """Return the versions of the packages that make the numbers and charts."""
    from importlib.metadata import PackageNotFoundError, version

    found = []
    for name in ("pandas", "numpy", "plotly"):
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"{name} not installed")
    return found


def again(runs: Runs) -> str:
    """Return the command that plays the games again, or the Python call if it needs your own code."""
    import shlex

    game, plan = runs.game, runs.plan
    limits = plan.limits
    names = [player_title(player) for player in plan.players]
    if len(set(names)) == 1 and not plan.rotate:
        names = names[:1]
    known = players_of(game) if game.name in game_names() else {}
    plain = all(known.get(player_title(player)) is player for player in plan.players)
    wanted = {one.name: getattr(limits, one.name) for one in fields(limits) if getattr(limits, one.name) != one.default}
    changed = game.options.changed()
    simple = all(isinstance(value, (str, int)) and not isinstance(value, bool) for value in changed.values())
    if plain and simple and not game.replaced_phases and not plan.paired and type(plan).__name__ == "Plan":
        words = ["python", "-m", "workbench", "simulate", game.name, "--players", str(game.players)]
        for name, value in changed.items():
            words += ["--option", f"{name}={value}"]
        for name in names:
            words += ["--player", name]
        words += ["--games", str(runs.wanted), "--seed", str(runs.seed)]
        words += ["--no-rotate"] if len(names) > 1 and not plan.rotate else []
        words += ["--clauses"] if plan.clauses else []
        for name, value in wanted.items():
            words += [f"--{'most-decisions' if name == 'decisions' else name.replace('_', '-')}", str(value)]
        return shlex.join([*words, "--out", "FOLDER"])
    options = "".join([f", {name}={value!r}" for name, value in changed.items()])
    phases = "".join([f"{name!r}: {type(game.phases[name]).__name__}, " for name in game.replaced_phases])
    said = ", ".join([f"{name}={value!r}" for name, value in wanted.items()])
    more = f", limits=lab.Limits({said})" if wanted else ""
    more += ", paired=True" if plan.paired else ""
    who = ", ".join([repr(name) if name in known else name for name in names])
    loaded = f"wb.load({game.name!r}, {game.players}" + (f", phases={{{phases[:-2]}}}" if phases else "") + f"{options})"
    own = sorted({*game.replaced_phases, *names} - set(known))
    return (
        f"lab.simulate({loaded}, [{who}], games={runs.wanted}, seed={runs.seed}, rotate={plan.rotate}, "
        f"clauses={plan.clauses}{more})"
        + (f"\n# with your own: {', '.join(own)}" if own else "")
    )


def table(frame: pd.DataFrame) -> str:
    """Return a table as HTML, with all its content as text."""
    return f'<div class="wide">{frame.to_html(index=False, border=0, escape=True)}</div>'


def charts(runs: Runs, summary: pd.DataFrame) -> str:
    """Return charts with n and intervals, or without plotly a sentence."""
    try:
        import plotly.graph_objects as go
        import plotly.io
    except ModuleNotFoundError:
        return "<p>Charts need plotly, which was not installed here. The tables contain the same numbers.</p>"
    figures = []
    for measure, axis in (("wins", "share of wins"), ("score", "mean score")):
        rows = summary[summary["measure"] == measure]
        rows = rows[[not isnan(low) for low in rows["low"]]]
        if len(rows):
            figures.append(intervals(go, rows, axis))
    scores = [score for seat in range(runs.game.players) for score in runs.table[f"score_{seat}"].tolist()]
    figures.append(spread(go, scores, f"score of a seat (n = {runs.games} games)"))
    figures.append(spread(go, runs.table["decisions"].tolist(), f"decisions of a game (n = {runs.games} games)"))
    found = []
    for number, figure in enumerate(figures):
        drawn = plotly.io.to_html(
            figure, full_html=False, include_plotlyjs=number == 0, include_mathjax=False, div_id=f"chart-{number}"
        )
        found.append(f"<figure>{drawn}</figure>")
    return "\n".join(found)


def intervals(go: Any, rows: pd.DataFrame, axis: str) -> Any:
    """Draw estimates as points with their intervals, one below another."""
    figure = go.Figure(
        go.Scatter(
            x=rows["value"].tolist(),
            y=[f"{escape(str(name))} (n = {n})" for name, n in zip(rows["of"], rows["n"], strict=True)],
            error_x={
                "type": "data",
                "array": (rows["high"] - rows["value"]).tolist(),
                "arrayminus": (rows["value"] - rows["low"]).tolist(),
                "color": INK,
            },
            mode="markers",
            marker={"color": INK, "size": 9},
        )
    )
    figure.update_layout(
        template="plotly_white",
        height=120 + 32 * len(rows),
        margin={"l": 20, "r": 20, "t": 40, "b": 40},
        title=f"{axis}, with {rows['interval'].iloc[0]} intervals",
        xaxis_title=axis,
        yaxis={"automargin": True, "autorange": "reversed"},
    )
    return figure


def spread(go: Any, values: list[float], axis: str) -> Any:
    """Draw how often each value occurs, as bars; counted here, so the page need not contain every game."""
    low, high = min(values), max(values)
    width = max(1, -(-(int(high) - int(low) + 1) // 40))
    bins: dict[int, int] = {}
    for value in values:
        begin = int((value - low) // width)
        bins[begin] = bins.get(begin, 0) + 1
    middles = [low + (number + 0.5) * width - 0.5 for number in sorted(bins)]
    figure = go.Figure(go.Bar(x=middles, y=[bins[number] for number in sorted(bins)], marker_color=INK, width=width * 0.9))
    figure.update_layout(
        template="plotly_white",
        height=300,
        margin={"l": 20, "r": 20, "t": 40, "b": 40},
        title=axis,
        xaxis_title=axis,
        yaxis_title="how often",
    )
    return figure
