"""The map for people: a networkx graph in which shortest paths are the cheapest hauls. Off the rules path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.core.figures import rests_on
from workbench.games.resource_hog.components import BIT, GOODS, NONE
from workbench.games.resource_hog.text import buildings_of

if TYPE_CHECKING:
    import networkx as nx

    from workbench.games.resource_hog.state import ResourceHogState


def map_graph(state: ResourceHogState) -> nx.Graph:
    """The map of a position as a graph.

    Args:
        state: the position.

    Returns:
        a `networkx.Graph` whose nodes are the codes of areas. A node has ``name``, ``owner`` (a seat, or None), ``at`` (where
        it is drawn), ``coastal``, ``squares``, ``heads``, ``ore``, ``game`` and ``buildings``. An edge has ``fee``, the money
        that a token pays for crossing it (RH-HAUL-2, RH-HAUL-3), and ``road``. `graph.graph["waters"]` holds each water with
        its fish and the areas that it borders.

    >>> import networkx as nx
    >>> import workbench as wb
    >>> graph = wb.load("resource_hog").map_graph(wb.load("resource_hog").blank())
    >>> len(graph), graph.number_of_edges(), nx.diameter(graph), nx.shortest_path(graph, "H1", "X", weight="fee")
    (13, 30, 3, ['H1', 'V1', 'X'])
    """
    import networkx as nx

    game, ground = state.game, state.game.ground
    graph = nx.Graph(title=ground.made.title)
    for area, code in enumerate(ground.codes):
        base = area * GOODS
        graph.add_node(
            code,
            name=ground.names[area],
            owner=None if state.owner[area] == NONE else state.owner[area],
            at=ground.made.areas[area].at,
            coastal=bool(ground.coast & BIT[area]),
            squares=ground.woodland[area],
            heads=state.heads[area],
            ore=tuple(state.ore[base : base + GOODS]),
            game=state.wild[area],
            buildings=tuple(buildings_of(state, area)),
        )
    for one, other in ground.made.borders:
        road = bool(state.roads & BIT[one] and state.roads & BIT[other])
        graph.add_edge(ground.codes[one], ground.codes[other], road=road, fee=0 if road else game.haul_fee)
    graph.graph["waters"] = {
        water.code: {"fish": state.fish[number], "borders": [ground.codes[area] for area in water.borders]}
        for number, water in enumerate(ground.all_waters)
    }
    return graph


def own_graph(state: ResourceHogState, seat: int) -> nx.Graph:
    """The part of the map that a seat may haul over."""
    graph = map_graph(state)
    graph.remove_nodes_from([code for code, data in graph.nodes(data=True) if data["owner"] != seat])
    return graph  # areas and borders in the order of the map, so that of equal ways the same is found each time


@rests_on("haul_to", what="The best place for a road")
def best_road(state: ResourceHogState, seat: int) -> list[tuple[str, int]]:
    """Own areas without a road, by how much money a road there would take off the hauls between all own areas.

    Args:
        state: the position.
        seat: whose areas.

    Returns:
        codes with the money saved, the best first, where each pair of own areas sends one token.
    """
    import networkx as nx

    game = state.game

    def total(now: ResourceHogState) -> int:
        graph = own_graph(now, seat)
        return int(
            sum([sum(row.values()) for _code, row in nx.all_pairs_dijkstra_path_length(graph, weight="fee")]) // 2
        )

    usual, found = total(state), []
    for area in range(game.ground.areas):
        if state.owner[area] == seat and not state.roads & BIT[area]:
            tried = state.copy()
            tried.roads |= BIT[area]
            found.append((game.ground.codes[area], usual - total(tried)))
    return sorted(found, key=lambda one: -one[1])
