"""The countries as networkx graphs for the live figure: coloured groups, and the points they make."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.core.errors import WorkbenchError
from workbench.core.pieces import ASIDE
from workbench.core.sets import size_of
from workbench.core.walk import Walk
from workbench.core.words import counted, listed
from workbench.games.keydom.components import CROP_CODES, NONE, SEATS, WORKERS
from workbench.games.keydom.measures import board_graph, explain_score
from workbench.games.keydom.pieces import CROP_COLOURS, GROUP_COLOURS, PALE
from workbench.games.keydom.state import KeydomState

if TYPE_CHECKING:
    import networkx as nx

    from workbench.games.keydom.game import Keydom


def walks(state: KeydomState, seat: int) -> tuple[Walk, ...]:
    """Return the country of each player, the own one first, as a graph that shows its groups.

    Args:
        state: any position, or that of a view: boards lie open.
        seat: the seat that looks.

    >>> import workbench as wb
    >>> found = walks(wb.load("keydom").position({"fields": {"Anna": "A1 A2 C4"}}), 0)
    >>> found[0].title
    'Anna: groups of 2 and 1 fields score 4'
    >>> found[1].title
    'Ben: no field yet'
    """
    players = state.game.players
    return tuple([country(state, (seat + step) % players) for step in range(players)])


def country(state: KeydomState, seat: int, marks: str = "crops") -> Walk:
    """Return one country: each space a named hexagon, with edges between neighbours that belong together.

    Args:
        state: any position, or that of a view.
        seat: the owner of the board.
        marks: what a free space shows besides its name: nothing ("crops"), by how much a field would change the points
            ("changes"), or how many own fields lie beside it ("beside"). Fields show their crop, others' fields their owner.

    >>> import workbench as wb
    >>> state = wb.load("keydom").position({"fields": {"Anna": "A1 A2 C4"}})
    >>> country(state, 0, "changes").graph.nodes["C5"]["mark"]
    'C5 +2'
    """
    import networkx as nx

    report = explain_score(state, seat)
    groups = sorted(state.game.score.groups(state, seat), key=size_of, reverse=True)
    names = [f"group {place + 1}" for place in range(len(groups))]
    of_plot = {
        plot: names[place] for place, group in enumerate(groups) for plot in state.game.country.listed(group)
    }
    changes = {change.plot: change for change in report.plots}
    graph = nx.DiGraph()
    board = board_graph(state, seat)
    for plot, data in board.nodes(data=True):
        crop = state.crops[state.game.country.plot(plot)]
        code = "" if crop == NONE else CROP_CODES[crop]
        worker = next((str(tile.number) for tile in WORKERS if tile.name == data["worker"]), "")
        others = bool(data["owner"]) and not data["tile"]
        if worker:
            shown = worker
        elif data["tile"]:
            shown = code
        elif others:
            shown = data["owner"]
        else:
            shown = mark_of(marks, changes[plot].change, data["beside"])
        colours = CROP_COLOURS if data["tile"] else PALE
        colour = "#FFFFFF" if crop == NONE else colours[crop]
        says = f"{plot}: your field." if data["tile"] else str(changes[plot])
        graph.add_node(
            plot,
            x=data["across"],
            y=-data["down"] * 0.87,
            mark=f"{plot} {shown}".rstrip(),
            colour=ASIDE if others else colour,
            symbol="hexagon",
            says=says,
            group=of_plot.get(plot, ""),
        )
    joined = {**of_plot, **joining(state, seat, board, of_plot)}
    own = [(one, other) for one, other in board.edges if one in joined and joined[one] == joined.get(other)]
    graph.add_edges_from(own)
    sizes = [len(group.fields) for group in report.groups]
    if not sizes:
        score = "no field yet"
    elif len(sizes) == 1:
        score = f"a group of {counted(sizes[0], 'field')} scores {report.fields}"
    else:
        score = f"groups of {listed(list(map(str, sizes)))} fields score {report.fields}"
    colour_of = {name: GROUP_COLOURS[min(place, 2)] for place, name in enumerate(names)}
    return Walk(graph, text="\n".join(report.lines()), title=f"{SEATS[seat]}: {score}", name=SEATS[seat], groups=colour_of)


def joining(state: KeydomState, seat: int, board: nx.Graph, of_plot: dict[str, str]) -> dict[str, str]:
    """Return the spaces without a field that connect groups by `workers_connect`, with their group."""
    land = set(state.game.country.listed(state.game.score.land(state, seat, state.fields[seat])))
    found: dict[str, str] = {}
    reached = list(of_plot)
    while reached:
        one = reached.pop()
        for other in board[one]:
            if other in land and other not in of_plot and other not in found:
                found[other] = found.get(one) or of_plot[one]
                reached.append(other)
    return found


def mark_of(marks: str, change: int, beside: int) -> str:
    """Return what a space without field and worker shows besides its name."""
    if marks == "changes":
        return f"{change:+d}"
    return str(beside) if marks == "beside" else ""


# -- sketching a board by clicks ---------------------------------------------------------------------------------------


def with_field(fields: str, plot: str) -> str:
    """Return a board, written as in positions, with one more field, or without it if it is there.

    >>> with_field("A1 B2h", "C3"), with_field("A1 B2h", "B2")
    ('A1 B2h C3', 'A1')
    """
    kept = [one for one in fields.split() if one.rstrip("h") != plot]
    return " ".join(kept if len(kept) < len(fields.split()) else [*kept, plot])


def with_worker(game: Keydom, fields: str, workers: str, worker: str, plot: str) -> str:
    """Return a board's workers, written as in positions, with one more, or without the one already there.

    Args:
        game: the rules, which say where the worker may go.
        fields: the fields of the board.
        workers: the workers so far.
        worker: the name of the one to place.
        plot: the space.

    Raises:
        WorkbenchError: the worker may not go there; the message names the clause.

    >>> import workbench as wb
    >>> with_worker(wb.load("keydom"), "C4 C5", "", "Sower", "B4")
    'Sower:B4'
    >>> with_worker(wb.load("keydom"), "C4 C5", "", "Sower", "C4")
    Traceback (most recent call last):
    ...
    workbench.core.errors.WorkbenchError: You have a field on C4; a worker needs a space without one. (KD-WORKER-8)
    """
    kept = [one for one in workers.split() if one.partition(":")[2] != plot]
    if len(kept) < len(workers.split()):
        return " ".join(kept)
    kept = [one for one in kept if one.partition(":")[0] != worker]
    state = game.position(
        {
            "phase": "play_space",
            "worker": worker,
            "fields": {SEATS[0]: fields},
            "workers": {SEATS[0]: " ".join(kept)},
        }
    )
    reasons = state.phase.reasons(state, game.action(f"plot:{plot}"))
    if reasons:
        raise WorkbenchError(f"{reasons[0].text} ({reasons[0].clause})")
    return " ".join([*kept, f"{worker}:{plot}"])
