"""Routes, cuts and reach of the graph, and exact averages."""

from __future__ import annotations

import random
import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise, permutations

import networkx as nx
import pytest

import workbench as wb
from tests.games.merry_way.test_travel import SHAPES, random_cases
from tests.games.merry_way.walking import game_of
from workbench.games.merry_way.build import Block, Place
from workbench.games.merry_way.cards import GUARD, MERCHANT, NONE, PEASANT
from workbench.games.merry_way.game import MerryWay
from workbench.games.merry_way.measures import (
    every_traveller,
    expect,
    measures,
    random_traveller,
    reading_effects,
    where_it_pays,
)
from workbench.games.merry_way.paths import TrailBoard, building_graph, explain_walk, passable, trail_graph, usual_game
from workbench.games.merry_way.sight import TRAVEL_CHOICES
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.trail import geometry, open_spots

USUAL = geometry()


def filled(*beginnings: str) -> TrailBoard:
    """A board with unclaimed cards on every spot whose name begins with one of these."""
    held = tuple([0 if name.startswith(beginnings) else NONE for name in USUAL.spot_names])
    return TrailBoard(usual_game(), held, USUAL.empty())


# -- the graph --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("board", "routes", "cut", "legal"),
    [
        (filled("X"), 1, 1, 0),
        (filled("N:L1.4"), 2, 1, 3),
        (filled("N:L1"), 34, 2, None),
        (filled("N:L1", "N:R1"), 153, 3, None),
        (filled("N:L"), 89, 2, None),
        (filled("N:"), 319, 3, 52),
    ],
    ids=["empty", "one clearing", "a row", "both rows", "one side", "full"],
)
def test_routes_cuts_and_roadblocks(board: TrailBoard, routes: int, cut: int, legal: int | None) -> None:
    found = measures(board)
    assert (found.routes, found.minimum_cut, len(found.cut)) == (routes, cut, cut)
    assert (found.shortest, found.longest) == (4, 4 if routes == 1 else 5 if routes == 2 else 8)
    if legal is not None:
        assert len(found.roadblocks) == legal


def test_what_a_roadblock_does_to_the_routes() -> None:
    full = filled("N:")
    blocked = full.with_roadblock("M0-M1")
    assert measures(blocked).routes == 319 * (1 - measures_share(full, "N:M0-M1"))
    closed = filled("X").with_roadblock("M2-M3")
    found = measures(closed.with_rules(roadblock_policy="stop"))
    assert (found.routes, found.minimum_cut, found.cut, found.shortest) == (0, 0, (), 0)
    assert "the road is closed" in found.text()


def measures_share(board: TrailBoard, way: str) -> Fraction:
    """The share of routes that use a way, counted one by one."""
    graph = passable(trail_graph(board, "N"))
    begin, end = way.split("-")
    link = (begin, f"N:{end}")
    routes = list(nx.all_simple_paths(graph, "N:M0", "N:M4"))
    using = [route for route in routes if link in pairwise(route)]
    return Fraction(len(using), len(routes))


@pytest.mark.parametrize("seed", range(2))
def test_measures_agree_with_counting_routes_one_by_one(seed: int) -> None:
    for seen, _, (shape, held, claims, block, readings) in random_cases(60, 600 + seed):
        if shape.columns > 4:
            continue
        board = TrailBoard(game_of(shape, **readings), held, claims, block)
        graph = passable(trail_graph(board, seen.road.number), dead_ends=seen.rules.stop)
        routes = list(nx.all_simple_paths(graph, graph.graph["start"], graph.graph["end"]))
        found = measures(board, seen.road.number)
        assert found.routes == len(routes)
        clearings = {place for place in graph if ":M" not in place}
        assert (found.clearings, found.ways) == (len(clearings), graph.number_of_edges())
        assert found.reach == {place: len(nx.descendants(graph, place) & clearings) for place in graph}
        if not routes:
            continue
        lengths = [len(route) - 1 for route in routes]
        assert (found.shortest, found.longest) == (min(lengths), max(lengths))
        passing = Counter(place for route in routes for place in route)
        assert {place: share for place, share in found.share.items() if share} == {
            place: Fraction(count, len(routes)) for place, count in passing.items()
        }
        links = Counter(link for route in routes for link in pairwise(route))
        bridges = {shape.way_names[graph.edges[link]["way"]] for link, count in links.items() if count == len(routes)}
        assert set(found.bridges) == bridges
        assert (found.minimum_cut == 1) == bool(bridges)
        cut = [(a, b) for a, b, way in graph.edges(data="way") if shape.way_names[way] in found.cut]
        graph.remove_edges_from(cut)
        assert not nx.has_path(graph, graph.graph["start"], graph.graph["end"])


def test_reach_counts_the_clearings_ahead() -> None:
    found = measures(TrailBoard.read("L1.4=GR1@A L1.3=GR1@A R1.4=GR1@A"))
    assert {place: count for place, count in found.reach.items() if count} == {
        "N:M0": 3,
        "N:M1": 3,
        "N:M2": 3,
        "N:M3": 2,
        "N:L1.3": 2,
    }


# -- travellers ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("colour", ["red", "blue"])
def test_who_a_random_traveller_is(colour: str) -> None:
    found = random_traveller(colour=colour)
    total = sum(found.values())
    kinds = [sum(weight for (kind, _), weight in found.items() if kind == one) for one in (MERCHANT, PEASANT, GUARD)]
    assert [Fraction(weight, total) for weight in kinds] == [Fraction(65, 94), Fraction(29, 188), Fraction(29, 188)]
    guards = random_traveller(game_of(USUAL, mixed="guard"), colour)
    assert sum(weight for (kind, _), weight in guards.items() if kind == GUARD) > kinds[GUARD]


def test_every_traveller_is_one_of_64() -> None:
    assert sorted(follies for _, follies in every_traveller()) == sorted(
        follies for length in range(1, 5) for follies in permutations(range(4), length)
    )
    assert set(every_traveller().values()) == {1}


# -- averages ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "falls", "income", "steps"),
    [
        ("L1.4=GR1@A", "91/282", "49/282", None),
        ("L1.4=LZ1@A", "91/282", "49/282", None),
        ("L1.4=WK1@A", "65/188", "143/752", None),
        ("L1.4=DW1@A", "1/4", "101/752", None),
        ("L1.4=GR1@A L1.3=LZ1@A R1.4=WK1@A R1.3=DW1@A", "1601/1128", "887/1128", "11701/2256"),
        ("L1.4=DW1@A L1.3=DW1@A L1.2=DW1@A L1.1=DW1@A", "1", "101/188", "17/4"),
    ],
)
def test_exact_averages_of_a_random_traveller(text: str, falls: str, income: str, steps: str | None) -> None:
    found = expect(TrailBoard.read(text), "N", random_traveller())
    assert (found.falls, found.income[0]) == (Fraction(falls), Fraction(income))
    if steps is not None:
        assert found.steps == Fraction(steps)
    assert sum(found.falls_by_folly.values()) == found.falls
    assert sum(found.income_by_spot.values()) == sum(found.income)
    # every step is a step on some way, and the last way into the town is walked once
    assert sum(found.traffic.values()) == found.steps
    assert sum(count for way, count in found.traffic.items() if way.endswith("M4")) == 1


@pytest.mark.parametrize("shape", SHAPES)
def test_averages_agree_with_explanations_added_up(shape: tuple[str, int, int]) -> None:
    rng = random.Random(f"{shape}")
    who = {**dict(list(every_traveller().items())[::5]), (PEASANT, (0, 3)): 2, (GUARD, (3, 1)): 3}
    board = TrailBoard.read(game=game_of(geometry(*shape)))
    for _ in range(10):
        spot = rng.choice(open_spots(board.geometry, board.cards) or (0,))
        board = board.with_card(spot, rng.randrange(21), rng.randrange(-1, 4))
    for road in ("N", "W"):
        found = expect(board, road, who)
        income, steps = [Fraction(0)] * 4, Fraction(0)
        for (kind, follies), weight in who.items():
            told = explain_walk(board, follies, kind, road, (99,) * 4)
            steps += weight * len(told.steps)
            for seat in range(4):
                income[seat] += weight * (told.profits_after[seat] - 99)
        total = sum(who.values())
        assert found.steps == steps / total
        assert list(found.income) == [one / total for one in income]


def test_robbers_earn_when_they_are_passed() -> None:
    found = expect(TrailBoard.read("L1.4=GR1@A L1.3=RB2@B L2.3=GR1@A"), "N")
    assert found.falls_by_folly["Greedy"] == found.visits["N:L1.4"] + found.visits["N:L2.3"]
    assert found.income[1] == 2 * found.visits["N:L1.3"]
    lone = expect(TrailBoard.read("L1.4=GR1@A L1.3=RB2@B").with_roadblock("M2-M3"), "N")
    assert (lone.visits["N:L1.3"], lone.income[1]) == (1, 2)


def test_where_a_trap_earns_most() -> None:
    board = TrailBoard.read("L1.4=LZ1@A L1.3=WK1@A")
    found = where_it_pays(board, "GR3", "B")
    assert {worth.spot for worth in found} == {"N:L1.2", "N:R1.4", "N:L2.3", "W:L1.4", "W:R1.4"}
    assert found[0].spot == "N:L2.3"  # behind the Wicked trap, so that it gets those who are Wicked first, too
    assert [worth.change for worth in found] == sorted([worth.change for worth in found], reverse=True)
    for worth in found:
        # of the 64 lists 16 begin with GR and 5 with DW, GR; past the Wicked trap come 5 with WK, GR, 2 with DW, WK, GR
        # and 2 with WK, DW, GR
        lists = worth.own * 64 / (9 if worth.spot[0] == "N" else 6)
        assert lists == {"N:L2.3": 30, "N:R1.4": 30}.get(worth.spot, 21)
        assert worth.own == worth.change
    even = where_it_pays(board, "GR3", 1, each_road=(2, 3))
    assert {worth.spot: worth.own for worth in even if worth.spot[0] == "W"} == {
        worth.spot: worth.own * Fraction(3, 2) for worth in found if worth.spot[0] == "W"
    }


def test_a_second_trap_may_take_from_the_first() -> None:
    found = where_it_pays(TrailBoard.read("L1.4=GR4@A"), "GR1", "A")
    worth = next(one for one in found if one.spot == "N:L1.3")
    assert worth.own == Fraction(21, 64) * 3
    assert worth.change == worth.own - Fraction(21, 64) * 3 * 4
    together = TrailBoard.read("L1.4=GR4@A", game=game_of(USUAL, between="none", frontier="per_trail"))
    assert where_it_pays(together, "GR1", "A")[0].spot[0] == "W"


def test_readings_that_matter_and_those_that_do_not() -> None:
    none = reading_effects(TrailBoard.read())
    assert set(none) == {f"{name}={values[-1]}" for name, values in TRAVEL_CHOICES.items() if name != "side_tie"} | {
        "side_tie"
    }
    assert set(none.values()) == {0}
    level = reading_effects(TrailBoard.read("L1.4=GR1@A R1.4=GR1@B"))
    assert level["side_tie"] == Fraction(21, 64)
    assert level["dim_first=one"] == Fraction(5, 64)
    assert level["nearest=along"] == 0
    in_force = reading_effects(TrailBoard.read("L1.4=GR1@A R1.4=GR1@B").with_rules(dim_first="one"))
    assert in_force["dim_first=none"] == Fraction(5, 64)


def test_expectations_of_a_board_without_cards() -> None:
    found = expect(TrailBoard.read(), "W")
    assert (found.falls, found.steps, found.income) == (0, 4, (0, 0, 0, 0))
    assert found.income_by_spot == {}
    assert found.traffic == {f"W:M{j}-M{j + 1}": 1 for j in range(4)}


# -- options that say what may be built ---------------------------------------------------------------------------------------

ROW = "L1.4=GR2@A L1.3=LZ1@A"


@pytest.mark.parametrize(
    ("options", "text", "spots"),
    [
        ({}, ROW, {"N:L1.2", "N:L2.3", "N:R1.4"}),
        ({"between": "none"}, ROW, {"N:L1.2", "N:R1.4"}),
        ({"frontier": "per_trail"}, ROW, {"N:L2.3", "N:R1.4"}),
        ({"frontier": "per_trail", "between": "none"}, ROW, {"N:R1.4"}),
    ],
)
def test_where_a_trap_may_be_set_follows_the_options(options: dict[str, str], text: str, spots: set[str]) -> None:
    board = TrailBoard.read(text, game=game_of(USUAL, **options))
    graph = building_graph(board, "N")
    assert {name for name, mark in graph.nodes(data="mark") if mark == "+"} == spots
    assert {worth.spot for worth in where_it_pays(board, "GR3", "B") if worth.spot[0] == "N"} == spots


def test_where_a_roadblock_may_stand_follows_the_options() -> None:
    text = "L1.4=GR2@A L1.3=LZ1@A L1.2=LZ1@A"
    anywhere, main = [
        measures(TrailBoard.read(text, game=game_of(USUAL, roadblock_edges=edges))).roadblocks for edges in ("any", "main")
    ]
    assert set(main) == {way for way in anywhere if re.fullmatch(r"N:M\d-M\d", way)} < set(anywhere)


def test_a_changed_phase_says_itself_what_may_be_built() -> None:
    class NoRight(Place):
        def legal(self, state: MerryWayState) -> tuple[int, ...]:
            names, first = state.game.board.spot_names, state.game.first.place
            return tuple([action for action in super().legal(state) if ":R" not in names[action - first]])

    class OnlyFirst(Block):
        def legal(self, state: MerryWayState) -> tuple[int, ...]:
            return super().legal(state)[:1]

    changed = wb.load("merry_way", 4, phases={"place": NoRight, "block": OnlyFirst})
    assert isinstance(changed, MerryWay)
    board = TrailBoard.read(ROW, game=changed)
    assert [name for name, mark in building_graph(board, "N").nodes(data="mark") if mark == "+"] == ["N:L1.2", "N:L2.3"]
    assert {worth.spot[2] for worth in where_it_pays(board, "GR3", "B")} == {"L"}
    assert measures(board).roadblocks == measures(TrailBoard.read(ROW)).roadblocks[:1]
