"""The board, the crops, the workers, the events: data with their origins, and the counts that the rulebook gives."""

from __future__ import annotations

from collections import Counter

import networkx as nx
import pytest

import workbench as wb
from workbench.core.rulebook import ORIGINS
from workbench.games.keydom.components import (
    CROP_CODES,
    CROP_TABLE,
    EVENTS,
    FIRST_PAIR,
    FIRST_STORE,
    MOST_SEATS,
    PAIRS,
    WORKERS,
    plot_actions,
)
from workbench.games.keydom.country import MAPS, PLOTS, PUBLIC_CROPS, Country, country_of


def graph_of(country: Country) -> nx.Graph:
    graph = nx.Graph()
    for plot, name in enumerate(country.names):
        graph.add_node(name)
        graph.add_edges_from([(name, country.names[other]) for other in range(PLOTS) if country.adjacent(plot, other)])
    return graph


@pytest.mark.parametrize(
    ("name", "edges", "degrees"),
    [("keydom56", 141, {6: 32, 5: 2, 4: 14, 3: 8}), ("rect7x8", 139, {6: 30, 5: 5, 4: 12, 3: 7, 2: 2})],
)
def test_the_country_has_the_counts_it_should_have(name: str, edges: int, degrees: dict[int, int]) -> None:
    """KD-LAND-6, KD-LAND-7."""
    country = country_of(name)
    graph = graph_of(country)
    assert len(graph) == PLOTS == sum([length for _, length in MAPS[name]])
    assert graph.number_of_edges() == edges and Counter(dict(graph.degree).values()) == degrees
    for plot in range(PLOTS):
        found = nx.single_source_shortest_path_length(graph, country.names[plot])
        assert all(found[country.names[other]] == country.distance(plot, other) for other in range(PLOTS))


def test_the_usual_country() -> None:
    graph = graph_of(country_of("keydom56"))
    assert nx.diameter(graph) == 9 and sum(nx.triangles(graph).values()) // 3 == 86
    assert not list(nx.articulation_points(graph))
    assert sum([degree >= 5 for _, degree in graph.degree]) == 34 and sum([degree >= 4 for _, degree in graph.degree]) == 48


@pytest.mark.parametrize("name", list(MAPS))
def test_crops_by_the_pattern(name: str) -> None:
    """KD-HOUSE-2: even, never beside their like, and as far as they are known as they are known."""
    country = country_of(name)
    assert sorted(Counter(country.crops).values()) == [11, 11, 11, 11, 12]
    for plot in range(PLOTS):
        beside = [country.crops[other] for other in range(PLOTS) if country.adjacent(plot, other)]
        assert country.crops[plot] not in beside
        if len(beside) == 6:
            assert len(set(beside)) == 4
    for plot, code in PUBLIC_CROPS.items():
        assert CROP_CODES[country.crops[country.plot(plot)]] == code


def test_the_tables_of_the_rulebook_are_the_tables_of_the_code() -> None:
    book, country = wb.load("keydom").rulebook, country_of("keydom56")
    rows = [row["Crops from left to right"].split() for row in book.table("crop_map")]
    assert [code for row in rows for code in row] == [CROP_CODES[crop] for crop in country.crops]
    assert [(row["Worker"], int(row["Number"]), row["Clause"], row["Name from"]) for row in book.table("workers")] == [
        (tile.name, tile.number, tile.clause, tile.origin) for tile in WORKERS
    ]
    assert [row["Kind"] == "townsfolk" for row in book.table("workers")] == [tile.townsfolk for tile in WORKERS]
    assert [tuple(row.values()) for row in book.table("events")] == [
        (event.title, str(event.copies), str(event.copies_for_two), event.nature, event.clause, event.origin)
        for event in EVENTS
    ]
    assert [(row["Fields"], row["From"]) for row in book.table("pairs")] == [(f"{p.first} {p.second}", p.origin) for p in PAIRS]
    for row in book.table("counts"):
        players = int(row["Players"])
        game = wb.load("keydom", players)
        assert sum(game.events_in_bag) == int(row["Events in the bag"])  # type: ignore[attr-defined]
        assert PLOTS - 2 * players - int(row["Registry"]) == int(row["Fields in the bag"])


def test_every_row_says_where_it_comes_from() -> None:
    for row in (*CROP_TABLE, *WORKERS, *EVENTS, *PAIRS):
        assert row.origin in ORIGINS
    assert sum([event.copies for event in EVENTS]) == 14 and sum([event.copies_for_two for event in EVENTS]) == 12
    assert sum([tile.number for tile in WORKERS if not tile.townsfolk]) == 12
    assert sum([tile.number for tile in WORKERS if tile.townsfolk]) == 27
    assert sum([crop.counters for crop in CROP_TABLE]) == 60


def test_the_starting_pairs_are_alike() -> None:
    """KD-HOUSE-3: at the same distance, each with six neighbours, no two beside each other."""
    country = country_of("keydom56")
    plots = [(country.plot(pair.first), country.plot(pair.second)) for pair in PAIRS]
    assert {country.distance(one, other) for one, other in plots} == {5}
    everywhere = [plot for pair in plots for plot in pair]
    assert {country.beside[plot].bit_count() for plot in everywhere} == {6} and len(set(everywhere)) == 8
    assert min([country.distance(one, other) for one in everywhere for other in everywhere if one != other]) == 2


def test_the_vocabulary() -> None:
    """94 actions of players, and those that only chance takes."""
    game = wb.load("keydom", 4)
    assert game.actions - (FIRST_STORE - FIRST_PAIR) == 94
    assert game.actions == FIRST_STORE + MOST_SEATS * 2 + 6
    assert wb.load("keydom", store_capacity=4, registry_size=9).actions == FIRST_STORE + MOST_SEATS * 4 + 9


def test_plots_of_a_mask_are_named_in_their_order() -> None:
    everything = plot_actions((1 << PLOTS) - 1)
    assert list(everything) == sorted(everything) and len(everything) == PLOTS
    assert plot_actions(1 << 55 | 1 << 8) == (everything[8], everything[55])
