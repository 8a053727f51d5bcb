"""No dead rule: every clause that the code can tell of is told in play, by random or scripted games or in a position."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import workbench as wb
from tests.contract import random_game
from tests.games.resource_hog.test_contract import OTHER_READINGS, WARLIKE
from workbench.core.events import ClauseCounter
from workbench.core.random import Random
from workbench.core.registry import make_player
from workbench.core.state import CHANCE, OVER
from workbench.games.resource_hog.options import SMALL_MAP
from workbench.lab.coverage import told

VARIANTS: dict[str, dict[str, Any]] = {
    "usual": {},
    "warlike": WARLIKE,
    "no board": {"board_start": "empty", "clock": "six"},
    "half": {"clock": "six", "slave_tokens": 2, "map": SMALL_MAP},
    "small sea": {"clock": "six", "sea_cap_three": 30, "map": "quatrefoil"},
    "shares": {**WARLIKE, "feed_scope": "realm", "peasants_settle": "yes", "peasant_load": 0},
    **OTHER_READINGS,
}

PORT = {"owner": "P1", "peasants": 1, "harbour": True}
OTHER = {"owner": "P2", "peasants": 1}
THIRD = {"owner": "P3", "peasants": 1}

FED = {"owner": "P1", "peasants": 1, "food": 1}
TRADING = {"phase": "trade", "to_move": "P1", "money": {"P1": 20}}
WORKING = {"phase": "work", "to_move": "P1"}
PAID_OUT = {
    "phase": "ransom",
    "active": "P1",
    "areas": {"C1": {"owner": "P1", "attacked": 1}, "H1": {"owner": "P2", "peasants": 1}},
    "on_border": {"C1>H1": 1},
    "fronts": "C1>H1",
    "target": "H1",
    "receiver": "C1",
    "won": 1,
    "units": 1,
}
"""A peasant is all that the loser has there, and is owed."""

RARE: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    # clause, options, position, actions
    (  # the last disc is sold while cards are left
        "RH-AREA-8",
        {},
        {
            "phase": "trade",
            "to_move": "P1",
            "piles": {"P1": "TNP", "P2": "NTP", "P3": "PTN"},
            "areas": {"H1": PORT, "H2": OTHER, "H3": THIRD},
        },
        "sell:slaves",
    ),
    (
        "RH-BUY-4",
        {},
        {"phase": "trade", "to_move": "P1", "money": {"P1": 30}, "columns": {"slaves": 6}, "areas": {"H1": PORT}},
        "buy:slaves",
    ),
    ("RH-END-2", {}, {"phase": "trade", "to_move": "P1", "areas": {"H1": PORT}}, "sell:slaves face:1"),
    (
        "RH-FIGHT-3",
        {},
        {"phase": "move_nobles", "to_move": "P1", "areas": {"C1": {"owner": "P1", "nobles": 1, "seat": "motte"}, "H1": OTHER}},
        "area:C1 border:C1>H1",
    ),
    (  # nothing to pay with, so the area is lost
        "RH-FIGHT-19",
        {},
        {
            "phase": "move_nobles",
            "to_move": "P1",
            "areas": {
                "R1": {"owner": "P1", "nobles": 1},
                "V1": {"owner": "P1", "peasants": 1},
                "H2": {"owner": "P2", "nobles": 1},
            },
        },
        "area:R1 border:R1>H2 hits:1",
    ),
    (  # a peasant who is handed over finds no disc
        "RH-MARKER-2",
        {},
        {
            "phase": "ransom",
            "active": "P1",
            "areas": {
                "C1": {"owner": "P1", "attacked": 2, "peasants": 48},
                "H1": {"owner": "P2", "nobles": 1, "peasants": 2},
            },
            "on_border": {"C1>H1": 2},
            "fronts": "C1>H1",
            "target": "H1",
            "receiver": "C1",
            "won": 1,
            "units": 2,
        },
        "pay:peasant",
    ),
    (  # a child finds none
        "RH-MARKER-2",
        {},
        {"phase": "work", "to_move": "P1", "areas": {"V1": {"owner": "P1", "peasants": 50, "food": 1}}},
        "work:GROW done",
    ),
    (
        "RH-NMOVE-1",
        {},
        {"phase": "move_nobles", "to_move": "P1", "areas": {"V1": {"owner": "P1", "nobles": 1}, "C1": PORT}},
        "area:V1 area:C1",
    ),
    (
        "RH-NMOVE-7",
        {},
        {"phase": "move_nobles", "to_move": "P1", "areas": {"V1": {"owner": "P1", "nobles": 1}}},
        "area:V1 area:C1",
    ),
    (
        "RH-PMOVE-7",
        {},
        {"phase": "move_peasants", "to_move": "P1", "areas": {"V1": {"owner": "P1", "peasants": 1}, "C1": PORT}},
        "area:V1 area:C1",
    ),
    (
        "RH-SCORE-4",
        {},
        {"phase": "die", "round": 12, "slaves": 0, "mercs": 1, "areas": {"H1": {**PORT, "harbour": False}, "H2": OTHER}},
        "face:1",
    ),
    (
        "RH-RULING-4",
        {"money_limit": "hard"},
        {"phase": "trade", "to_move": "P1", "money": {"P2": 545}, "areas": {"H1": {**PORT, "arms": 1}, "H2": OTHER}},
        "sell:arms",
    ),
    (  # who must leave, and has nowhere to go, stays
        "RH-RULING-35",
        {"map": SMALL_MAP, "no_retreat": "stay"},
        {
            "phase": "battle",
            "to_move": "P1",
            "on_border": {"A>B": 3},
            "areas": {
                "A": {"owner": "P1", "nobles": 3},
                "B": {"owner": "P2", "nobles": 1},
                "C": {"owner": "P1", "nobles": 1},
            },
        },
        "border:A>B hits:0 hits:1",
    ),
    (  # no money for the manor that the motte would stand on
        "RH-RULING-34",
        {"same_season_chain": "yes"},
        {"phase": "work", "to_move": "P1", "areas": {"V1": {"owner": "P1", "peasants": 12}}},
        "work:SEAT work:SEAT done",
    ),
    (
        "RH-RULING-71",
        {},
        {"phase": "die", "columns": {"slaves": 10}, "areas": {"H1": {"owner": "P1", "peasants": 1}}},
        "face:1",
    ),
    # rulings that act where an option has them read in another way
    (
        "RH-RULING-12",
        {"control": "sticky"},
        {"phase": "move_peasants", "to_move": "P1", "areas": {"V1": {"owner": "P1", "peasants": 1}, "C1": PORT}},
        "area:V1 area:C1",
    ),
    (
        "RH-RULING-15",
        {"peasant_load": 3},
        {"phase": "move_peasants", "to_move": "P1", "areas": {"V1": FED, "C1": PORT}},
        "area:V1 cargo:food",
    ),
    (
        "RH-RULING-25",
        {"chain_expansion": "yes"},
        {"phase": "move_nobles", "to_move": "P1", "areas": {"C1": {"owner": "P1", "nobles": 2}}},
        "area:C1 area:V1 area:C1 area:X",
    ),
    (  # a noble attacks from land that another has just entered
        "RH-RULING-25",
        {"chain_expansion": "yes"},
        {"phase": "move_nobles", "to_move": "P1", "areas": {"C1": {"owner": "P1", "nobles": 2}, "H1": OTHER}},
        "area:C1 area:V1 area:C1 border:V1>H1",
    ),
    (  # land that was left in this phase is entered as nobody's
        "RH-RULING-13",
        {"own_land_when": "live"},
        {
            "phase": "move_nobles",
            "to_move": "P1",
            "areas": {"V1": {"owner": "P1", "nobles": 1}, "C1": {"owner": "P1", "nobles": 1}},
        },
        "area:C1 area:V1 area:V1 area:C1",
    ),
    (  # a second peasant follows into land that the first has settled
        "RH-RULING-13",
        {"own_land_when": "live", "peasants_settle": "yes"},
        {"phase": "move_peasants", "to_move": "P1", "areas": {"C1": {"owner": "P1", "peasants": 2}}},
        "area:C1 area:V1 area:C1 area:V1",
    ),
    (  # without the option the last disc may come back to what it left
        "RH-PMOVE-7",
        {},
        {
            "phase": "move_peasants",
            "to_move": "P1",
            "areas": {"V1": {"owner": "P1", "peasants": 1}, "C1": {"owner": "P1", "peasants": 1}},
        },
        "area:C1 area:V1",
    ),
    (
        "RH-RULING-41",
        {"haul_basis": "per_shipment"},
        {"phase": "move_nobles", "to_move": "P1", "money": {"P1": 9}, "areas": {"V1": {**FED, "nobles": 1}, "C1": PORT}},
        "area:V1 area:C1 load:food",
    ),
    (
        "RH-RULING-42",
        {"road_scope": "endpoints"},
        {
            "phase": "move_nobles",
            "to_move": "P1",
            "areas": {"V1": {**FED, "nobles": 1, "road": True}, "C1": {**PORT, "road": True}},
        },
        "area:V1 area:C1 load:food",
    ),
    (  # over land of nobody, and into land of one's own
        "RH-RULING-43",
        {"haul_reach": "own_or_unowned"},
        {**TRADING, "areas": {"V1": FED, "C2": PORT}},
        "haul:food:V1 area:C2",
    ),
    (  # the seat is not paid for, so nobody is knighted in it
        "RH-RULING-34",
        {"same_season_chain": "yes"},
        {**WORKING, "areas": {"V1": {"owner": "P1", "peasants": 2, "arms": 1}}},
        "work:SEAT work:KNIGHT",
    ),
    (  # the food is there, and nobody may eat it
        "RH-RULING-36",
        {"growth_lock": "yes"},
        {**WORKING, "areas": {"V1": {**FED, "nobles": 1}}},
        "work:GROW done",
    ),
    (  # a child comes before the unfed are removed
        "RH-RULING-44",
        {"starve_order": "feed_grow_starve", "growth_lock": "yes"},
        {**WORKING, "areas": {"V1": {**FED, "nobles": 1}}},
        "work:GROW done",
    ),
    ("RH-RULING-47", {"peasants_eat": "yes"}, {**WORKING, "areas": {"V1": {**PORT, "harbour": False}}}, "done"),
    ("RH-RULING-3", {"haul_fee": 2}, {**TRADING, "areas": {"V1": FED, "C1": PORT}}, "haul:food:V1"),
    ("RH-RULING-3", {"haul_fee": 0}, {**TRADING, "areas": {"V1": FED, "C1": PORT}}, "haul:food:V1"),
    (
        "RH-RULING-42",
        {"road_scope": "endpoints"},
        {**TRADING, "areas": {"V1": {**FED, "road": True}, "C1": {**PORT, "road": True}}},
        "haul:food:V1",
    ),
    ("RH-RULING-43", {"haul_reach": "any"}, {**TRADING, "areas": {"V1": FED, "H1": OTHER}}, "haul:food:V1 area:H1"),
    (
        "RH-RULING-28",
        {"noble_roads": "no"},
        {
            "phase": "move_nobles",
            "to_move": "P1",
            "money": {"P1": 9},
            "areas": {"V1": {**FED, "nobles": 1}, "C1": PORT},
        },
        "area:V1 area:C1 load:food",
    ),
    ("RH-RULING-67", {"enter_emptied": "no"}, PAID_OUT, "pay:peasant"),
    ("RH-RULING-32", {"auto_occupy": "never"}, PAID_OUT, "pay:peasant"),
    ("RH-AREA-5", {}, PAID_OUT, "pay:peasant"),
    (
        "RH-RULING-30",
        {"ransom_partial": "everything"},
        {
            "phase": "move_nobles",
            "to_move": "P1",
            "areas": {
                "R1": {"owner": "P1", "nobles": 1},
                "V1": {"owner": "P1", "peasants": 1},
                "H2": {"owner": "P2", "nobles": 1},
            },
        },
        "area:R1 border:R1>H2 hits:1",
    ),
    (
        "RH-RULING-54",
        {"temp_in_margin": "no"},
        {"phase": "move_nobles", "to_move": "P1", "areas": {"C1": {"owner": "P1", "nobles": 1, "seat": "motte"}, "H1": OTHER}},
        "area:C1 border:C1>H1",
    ),
    ("RH-RULING-22", {"mine_stock": "endless"}, {**WORKING, "areas": {"H1": {**PORT, "mine": True}}}, "work:MINE:salt"),
    ("RH-RULING-36", {"growth_lock": "yes"}, {**WORKING, "areas": {"V1": {**FED, "peasants": 2}}}, "work:GROW"),
    ("RH-RULING-19", {"harbour_fish": "supply"}, {**WORKING, "areas": {"H1": PORT}}, "work:FISH:SEA"),
    (  # the motte rests on a manor of the same season
        "RH-RULING-34",
        {"same_season_chain": "yes"},
        {**WORKING, "areas": {"V1": {"owner": "P1", "peasants": 12}}},
        "work:SEAT work:SEAT",
    ),
    (  # the manor could be paid for, and is refused
        "RH-RULING-45",
        {"build_refusal": "yes"},
        {**WORKING, "money": {"P1": 20}, "areas": {"V1": {"owner": "P1", "peasants": 1}}},
        "work:SEAT done",
    ),
]
"""Clauses that games may not reach, or not with these players: the options, the position, and the actions that lead there."""


@pytest.fixture(scope="module")
def fired() -> Counter[str]:
    total: Counter[str] = Counter()
    for options in VARIANTS.values():
        for seed in range(4):
            counter = ClauseCounter()
            game = wb.load("resource_hog", 3, **options)
            *_, (last, _) = random_game(game, seed, game.start(counter))
            assert last.to_move == OVER
            total += Counter(counter.fired)
    for name in ("raider", "warlord"):
        game = wb.load("resource_hog", 3)
        counter = ClauseCounter()
        state, rng = game.start(counter), Random(7)
        players = [make_player(game, name, Random(name, seat)) for seat in range(3)]
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                state.apply(rng.pick(state.chance()))
            else:
                state.apply(players[state.to_move].choose(state.view(int(state.to_move))))
        total += Counter(counter.fired)
    return total


def test_every_clause_that_is_told_fires(fired: Counter[str]) -> None:
    clauses = told(wb.load("resource_hog"))
    assert len(clauses) > 80
    assert clauses - set(fired) - {clause for clause, *_ in RARE} == set()


def test_nothing_else_is_told(fired: Counter[str]) -> None:
    assert set(fired) - told(wb.load("resource_hog")) == set()


@pytest.mark.parametrize(
    ("clause", "options", "position", "actions"), RARE, ids=[f"{row[0]}-{number}" for number, row in enumerate(RARE)]
)
def test_rare_clauses_fire(clause: str, options: dict[str, Any], position: dict[str, Any], actions: str) -> None:
    state = wb.load("resource_hog", 3, **options).position(position)
    state.listener = counter = ClauseCounter()
    for symbol in actions.split():
        action = state.game.action(symbol)
        assert action in state.legal(), symbol
        state.apply(action)
    assert counter.fired[clause] >= 1
