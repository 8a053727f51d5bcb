"""The countries as networkx graphs for the live figure: groups in their colours, and the points they make."""

from __future__ import annotations

from workbench.core.walk import Walk
from workbench.games.keydom.components import CROP_CODES, NONE, SEATS, WORKERS
from workbench.games.keydom.country import size_of
from workbench.games.keydom.measures import board_graph, explain_score
from workbench.games.keydom.pieces import CROP_COLOURS, GROUP_COLOURS, PALE
from workbench.games.keydom.state import KeydomState


def walks(state: KeydomState, seat: int) -> tuple[Walk, ...]:
    """The country of each player, the own one first, as a graph that shows its groups.

    Args:
        state: any position, or that of a view: boards lie open.
        seat: who looks.

    >>> import workbench as wb
    >>> found = walks(wb.load("keydom").position({"fields": {"Anna": "A1 A2 C4"}}), 0)
    >>> found[0].title
    'Anna: groups of 2 and 1 fields score 4'
    """
    players = state.game.players
    return tuple([country(state, (seat + step) % players) for step in range(players)])


def country(state: KeydomState, seat: int) -> Walk:
    """One country: each space a hexagon, the edges the neighbours that belong together."""
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
        mark = code if data["tile"] else f"{plot} {worker}".strip()
        colours = CROP_COLOURS if data["tile"] else PALE
        says = f"{plot}: your field." if data["tile"] else str(changes[plot])
        graph.add_node(
            plot,
            x=data["across"],
            y=-data["down"] * 0.87,
            mark=mark,
            colour="#FFFFFF" if crop == NONE else colours[crop],
            symbol="hexagon",
            says=says,
            group=of_plot.get(plot, ""),
        )
    land = set(of_plot)
    graph.add_edges_from([(one, other) for one, other in board.edges if one in land and other in land])
    sizes = " and ".join([str(len(group.fields)) for group in report.groups]) or "no"
    title = f"{SEATS[seat]}: groups of {sizes} fields score {report.fields}"
    colour_of = {name: GROUP_COLOURS[min(place, 2)] for place, name in enumerate(names)}
    return Walk(graph, text="\n".join(report.lines()), title=title, name=SEATS[seat], groups=colour_of)
