"""What is said of hauls is what hauling costs, by every option and with a changed phase."""

from __future__ import annotations

from typing import Any

import networkx as nx
import pytest

import workbench as wb
from workbench.checking import random_game
from workbench.core.figures import Withheld
from workbench.games.resource_hog.paths import best_road, map_graph, own_graph
from workbench.games.resource_hog.state import ResourceHogState

OPTIONS = [
    {option.name: value}
    for option in wb.load("resource_hog").option_table
    for value in option.allowed.samples()
    if value != option.default and option.name.startswith(("road", "haul", "control"))
]


def fares_in_play(state: ResourceHogState, seat: int) -> dict[tuple[str, str], int]:
    """What a token pays from each own area to each other, found by hauling one of a very rich player."""
    game, codes, found = state.game, state.game.ground.codes, {}
    for area, owner in enumerate(state.owner):
        if owner != seat:
            continue
        now = state.copy()
        now.money[seat], now.active, now.source, now.good = 10_000, seat, area, 0
        now.store[area * 3] = 5
        now.enter(game.haul_to)
        now.settle()
        for action in now.legal() if now.phase is game.haul_to else ():
            child = now.copy()
            child.apply(action)
            if child.phase is game.quantity:
                found[codes[area], codes[action - game.words.area]] = int(child.fee)
    return found


def positions(options: dict[str, Any], phases: dict[str, Any] | None = None) -> list[ResourceHogState]:
    game = wb.load("resource_hog", 3, phases=phases, start_peasants=9, auto_single="off", **options)
    found = []
    for number, (state, _) in enumerate(random_game(game, 3)):
        if number % 400 == 0 and state.round:
            now = state.copy()
            now.roads = 0b0110_1101_1011
            found.append(now)
    assert found
    return found


@pytest.mark.parametrize("options", [{}, *OPTIONS], ids=str)
def test_shortest_paths_are_what_hauls_cost(options: dict[str, Any]) -> None:
    for state in positions(options):
        for seat in range(3):
            paid = fares_in_play(state, seat)
            try:
                graph = own_graph(state, seat)
            except Withheld:
                assert options == {"road_scope": "endpoints"}
                continue
            for area, owner in enumerate(state.owner):
                code = state.game.ground.codes[area]
                if owner == seat:
                    told = nx.single_source_dijkstra_path_length(graph, code, weight="fee")
                    assert {(code, other): fee for other, fee in told.items() if other != code} == {
                        pair: fee for pair, fee in paid.items() if pair[0] == code
                    }


@pytest.mark.parametrize("options", [{}, *OPTIONS], ids=str)
def test_a_road_saves_what_hauls_cost_less_with_it(options: dict[str, Any]) -> None:
    for state in positions(options):
        own = [state.game.ground.codes[area] for area, owner in enumerate(state.owner) if owner == 0]

        def total(now: ResourceHogState, own: list[str] = own) -> int:
            return sum([fee for (one, other), fee in fares_in_play(now, 0).items() if one < other and other in own])

        for code, saved in best_road(state, 0):
            tried = state.copy()
            tried.roads |= 1 << state.game.ground.area_of(code)
            assert saved == total(state) - total(tried)


def test_a_changed_way_is_followed_or_nothing_is_said() -> None:
    kind: Any = type(wb.load("resource_hog").phases["haul_to"])

    class AnyLand(kind):  # type: ignore[misc]
        def land(self, state: ResourceHogState) -> int:
            return int((1 << state.game.ground.areas) - 1)

    class Dear(kind):  # type: ignore[misc]
        def borders_paid(self, state: ResourceHogState, area: int) -> list[int]:
            return [2 * number if number > 0 else number for number in super().borders_paid(state, area)]

    class Other(kind):  # type: ignore[misc]
        def apply(self, state: ResourceHogState, action: int) -> None:
            super().apply(state, action)
            state.fee = 1

    for state in positions({}, {"haul_to": AnyLand}):
        assert len(own_graph(state, 0)) == state.game.ground.areas
    for state in positions({}, {"haul_to": Dear}):
        assert not any(["fee" in data for _, _, data in map_graph(state).edges(data=True)])
        if any(fares_in_play(state, 0).values()):
            with pytest.raises(Withheld):
                own_graph(state, 0)
    for state in positions({}, {"haul_to": Other}):
        for figure in (own_graph, best_road):
            with pytest.raises(Withheld):
                figure(state, 0)

