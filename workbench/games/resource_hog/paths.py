"""The map for people: a networkx graph in which shortest paths are the cheapest hauls. Off the rules path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.core.figures import Withheld, hold_to, rests_on
from workbench.games.resource_hog.components import BIT, GOODS, NONE
from workbench.games.resource_hog.text import buildings_of

if TYPE_CHECKING:
    import networkx as nx

    from workbench.games.resource_hog.state import ResourceHogState


def map_graph(state: ResourceHogState) -> nx.Graph:
    """Return the map of a position as a graph.

    Args:
        state: the position.

    Returns:
        a `networkx.Graph` whose nodes are the codes of areas. A node has ``name``, ``owner`` (a seat, or None), ``at`` (where
        it is drawn), ``coastal``, ``squares``, ``heads``, ``ore``, ``game`` and ``buildings``. An edge has ``road`` and
        ``fee``, the money that a token pays that is hauled across it alone (RH-HAUL-2, RH-HAUL-3); the fee is left out where
        the phase that reckons it has been changed. `graph.graph["waters"]` holds each water with
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
    told = _fees_hold(state)
    for one, other in ground.made.borders:
        road = bool(state.roads & BIT[one] and state.roads & BIT[other])
        graph.add_edge(ground.codes[one], ground.codes[other], road=road)
        if told:
            graph.edges[ground.codes[one], ground.codes[other]]["fee"] = 0 if road else game.haul_fee
    graph.graph["waters"] = {
        water.code: {"fish": state.fish[number], "borders": [ground.codes[area] for area in water.borders]}
        for number, water in enumerate(ground.all_waters)
    }
    return graph


def _fees_hold(state: ResourceHogState) -> bool:
    """Return whether fees follow the rulebook: nobody has changed the phase that works them out."""
    try:
        hold_to(state.game, ("haul_to.borders_paid",), "The fee of a border")
    except Withheld:
        return False
    return True


def _fares(state: ResourceHogState, seat: int) -> dict[int, list[int]]:
    """Return for each own area what a token pays to each area, as the haul phase says; -1 for no way."""
    now = state.copy()
    now.active = seat
    fee = state.game.haul_fee
    found = {}
    for area, owner in enumerate(state.owner):
        if owner == seat:
            borders = state.game.haul_to.borders_paid(now, area)
            found[area] = [int(number) * fee if number >= 0 else NONE for number in borders]
    return found


@rests_on(asks=("haul_to",), what="The map that one may haul over")
def own_graph(state: ResourceHogState, seat: int) -> nx.Graph:
    """Return the map a seat may haul over, by `haul_reach`; shortest paths by ``fee`` are cheapest hauls.

    Raises:
        Withheld: the cost of a trip is not the sum of its borders, as by ``road_scope="endpoints"``.
    """
    import networkx as nx

    game, graph = state.game, map_graph(state)
    now = state.copy()
    now.active = seat
    land = int(game.haul_to.land(now))
    graph.remove_nodes_from([code for area, code in enumerate(game.ground.codes) if not land & BIT[area]])
    for one, other, road in graph.edges(data="road"):
        graph.edges[one, other]["fee"] = 0 if road else game.haul_fee
    for area, fares in _fares(state, seat).items():
        paid = nx.single_source_dijkstra_path_length(graph, game.ground.codes[area], weight="fee")
        if any([fare != paid.get(code, NONE) for code, fare in zip(game.ground.codes, fares, strict=True)]):
            raise Withheld("The map that one may haul over", (), "what a trip costs is not the sum of its borders here")
    return graph  # keep areas and borders in map order, so that ties between ways always break alike


@rests_on(asks=("haul_to",), what="The best place for a road")
def best_road(state: ResourceHogState, seat: int) -> list[tuple[str, int]]:
    """Return own areas without a road, by the money a road there would save on hauls between own areas.

    Args:
        state: the position.
        seat: the owner of the areas.

    Returns:
        codes with the money saved, the best first, where each pair of own areas sends one token.
    """
    game = state.game

    def total(now: ResourceHogState) -> int:
        own = _fares(now, seat)
        return sum([own[one][other] for one in own for other in own if one < other and own[one][other] > 0])

    usual, found = total(state), []
    for area in range(game.ground.areas):
        if state.owner[area] == seat and not state.roads & BIT[area]:
            tried = state.copy()
            tried.roads |= BIT[area]
            found.append((game.ground.codes[area], usual - total(tried)))
    return sorted(found, key=lambda one: -one[1])
