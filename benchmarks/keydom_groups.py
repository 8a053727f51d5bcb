"""Compare three ways to find the groups of a Keydom board: masks that grow, union-find, and networkx.

    python benchmarks/keydom_groups.py

All three find the same groups; the rules use the fastest. The figures are boards a second, medians of interleaved rounds.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import networkx as nx

import workbench as wb
from workbench.core.random import Random
from workbench.games.keydom.country import PLOTS, country_of
from workbench.games.keydom.union_find import groups_by_union_find

BOARDS = 300
ROUNDS = 7


def boards(fields: int) -> list[int]:
    """Return random boards with this many fields."""
    rng, found = Random(1, fields), []
    for _ in range(BOARDS):
        land = 0
        while land.bit_count() < fields:
            land |= 1 << rng.below(PLOTS)
        found.append(land)
    return found


def main() -> None:
    """Time the three ways on boards with few and many fields."""
    country = country_of("keydom56")
    graph = nx.Graph()
    for plot in range(PLOTS):
        graph.add_edges_from([(plot, other) for other in range(PLOTS) if country.beside[plot] >> other & 1])

    def by_networkx(land: int) -> int:
        return len(list(nx.connected_components(graph.subgraph([plot for plot in range(PLOTS) if land >> plot & 1]))))

    ways: dict[str, Callable[[int], object]] = {
        "masks": country.groups,
        "union-find": lambda land: groups_by_union_find(country, land),
        "networkx": by_networkx,
    }
    print(f"{'compiled' if wb.compiled else 'plain'} Python, {BOARDS} boards, {ROUNDS} rounds")
    for fields in (5, 12, 22):
        sample = boards(fields)
        rates: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(ROUNDS):
            for name, way in ways.items():
                begun = time.process_time()
                for land in sample:
                    way(land)
                rates[name].append(BOARDS / (time.process_time() - begun))
        middle = {name: statistics.median(one) for name, one in rates.items()}
        told = ", ".join([f"{name} {rate:,.0f} ({rate / middle['masks']:.2f})" for name, rate in middle.items()])
        print(f"{fields:3} fields: {told}")


if __name__ == "__main__":
    main()
