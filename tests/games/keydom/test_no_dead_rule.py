"""No dead rule: every clause that the code can tell of is told in play, by random games or, if it is rare, from a position."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.contract import random_game
from tests.games.keydom.test_contract import OTHER_READINGS
from workbench.core.events import ClauseCounter
from workbench.core.random import Random
from workbench.core.state import CHANCE

VARIANTS: dict[str, dict[str, Any]] = {"usual": {}, **OTHER_READINGS}
SEEDS = 4

CHAIN = {"fields": {"Anna": "F3", "Ben": ""}, "stores": {"Anna": "F4: VE1 | F5: VE1"}, "hands": {"Anna": "-"}}
TWICE = "play worker:Harvester plot:F4 crop:hops place store:0/1 plot:F5"
ALL_EVENTS = [
    *("fine_weather", "fine_weather", "harvest_supper", "land_sale", "land_sale", "market_day"),
    *("hiring_fair", "enclosure", "drought", "tithe", "sickness", "price_fall"),
]
JOINED = {"fields": {"Anna": "C4 C5 D4 D6", "Ben": ""}, "workers": {"Anna": "Carter:D5"}}
SELLING = {"fields": {"Anna": "C4", "Ben": ""}, "stores": {"Ben": "A1: WH1"}, "hands": {"Anna": "WH1"}}
LAST = {"turn": 2, "start": "Anna", "active": "Ben"}
SHORT = {"max_rounds": 1}
FULL = {"stores": {"Anna": "A1: HO1 | A2: HO1"}}
RARE: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    # clause, options, position, actions
    ("KD-DISPLACE-7", {}, CHAIN, f"{TWICE} crop:apples store:0/2 plot:F6"),
    (
        "KD-POWER-12",
        {},
        {"fields": {"Anna": "A1h C5h C6 D4h D6h E5h E6h", "Ben": ""}},
        "play worker:Steward plot:D5 plot:C5",
    ),
    ("KD-RULING-32", {"power_cap": "1"}, CHAIN, TWICE),
    (
        "KD-RULING-22",
        {"harvest_shortage": "nothing"},
        {"fields": {"Anna": "C3 D3", "Ben": ""}, "hands": {"Anna": "-"}, "stock": "WH3"},
        "harvest plot:C3",
    ),
    (
        "KD-END-6",
        {"end_event": 14},
        {"phase": "refill", "registry": "- A2 A3 A4 A5 A6", "bag": "A1", "track": ALL_EVENTS, "fields": {}},
        "plot:A1",
    ),
    (
        "KD-END-6",
        {"end_event": 14},
        {"phase": "refill", "registry": "- A2 A3 A4 A5 A6", "bag": "", "track": ALL_EVENTS[1:], "out": "A1", "fields": {}},
        "event:fine_weather",
    ),
    ("KD-END-10", {}, {"turn": 400, "start": "Anna", "active": "Ben"}, "end"),
    ("KD-EVENT-7", {}, {"phase": "market_day", "hands": {"Anna": "WH1"}}, "crop:wheat crop:hops"),
    (
        "KD-POWER-3",
        {},
        {"fields": {"Anna": "C4 C5 D4 D6", "Ben": ""}, "hands": {"Anna": "WH1"}},
        "play worker:Carter plot:D5 crop:wheat crop:wine",
    ),
    (
        "KD-WORKER-15",
        {},
        {"fields": {"Anna": "C4 C5 D4 D6", "Ben": ""}, "workers": {"Anna": "Carter:D5"}},
        "remove worker:Carter",
    ),
    # rulings and options that decide something
    ("KD-RULING-60", SHORT, LAST, "end"),
    ("KD-RULING-48", {"stall_rounds": 1}, {"quiet": 1, "turn": 3}, "end"),
    ("KD-RULING-6", {"actions_per_turn": 4}, {**JOINED, "done": "bid place"}, "harvest"),
    ("KD-TURN-3", {"c_after_d": "allowed"}, {**SELLING, "done": "bid"}, "place"),
    ("KD-RULING-8", {"min_bid": 0}, {}, "bid registry:1 done"),
    ("KD-RULING-7", {"store_capacity": 3}, {**FULL, "hands": {"Anna": "WH1"}}, "bid registry:1"),
    (
        "KD-RULING-36",
        {"late_events": "resolve"},
        {"phase": "refill", "left": 2, "registry": "- A2 A3 A4 A5 A6", "track": ALL_EVENTS[1:11], "fields": {}},
        "event:fine_weather",
    ),
    ("KD-SCORE-8", {**SHORT, "workers_connect": "yes"}, {**JOINED, **LAST}, "end"),
    ("KD-SCORE-10", {**SHORT, "crop_majority": "off"}, LAST, "end"),
    ("KD-SCORE-10", {**SHORT, "crop_majority": "shared"}, {**LAST, "hands": {"Anna": "WH1", "Ben": "WH1"}}, "end"),
    (
        "KD-RULING-45",
        {**SHORT, "store_counts_for_majority": "yes"},
        {**LAST, "hands": {"Anna": "WH1", "Ben": "-"}, "stores": {"Ben": "A1: WH2"}, "fields": {}},
        "end",
    ),
]
"""Clauses that random games or the game's own players hardly ever reach: the options, the position, and the actions."""


def fired(state: Any, moves: str) -> set[str]:
    """The clauses that fire while actions are carried out."""
    state.listener = counter = ClauseCounter()
    for symbol in moves.split():
        action = state.game.action(symbol)
        assert action in state.legal(), symbol
        state.apply(action)
    return set(counter.fired)


def test_every_clause_that_can_be_told_is_told() -> None:
    told: set[str] = {clause for clause, *_ in RARE}
    can: set[str] = set()
    for players in (2, 3, 4):
        for options in VARIANTS.values():
            game = wb.load("keydom", players, **options)
            can |= {clause for kind in game.kinds() for clause in kind.all_clauses}
            for seed in range(SEEDS):
                counter = ClauseCounter()
                list(random_game(game, seed, game.start(counter)))
                told |= set(counter.fired)
    assert can - told == set()


def test_the_set_up_names_the_options_that_change_it() -> None:
    for options, clause in (({"map": "rect7x8"}, "KD-RULING-2"), ({"events_in_bag": "14"}, "KD-RULING-38")):
        counter, rng = ClauseCounter(), Random(3)
        state = wb.load("keydom", 2, **options).start(counter)
        while state.to_move == CHANCE:
            state.roll(rng)
        assert counter.fired[clause] == 1


@pytest.mark.parametrize(
    ("clause", "options", "position", "moves"), RARE, ids=[f"{row[0]}-{number}" for number, row in enumerate(RARE)]
)
def test_a_rare_clause_is_told(clause: str, options: dict[str, Any], position: dict[str, Any], moves: str) -> None:
    if clause == "KD-END-6":  # all other tiles are out of the game
        names = set(wb.load("keydom").country.names) - {"A1", "A2", "A3", "A4", "A5", "A6"}  # type: ignore[attr-defined]
        names |= set() if "A1" in position["bag"] else {"A1"}
        position = {**position, "out": " ".join(sorted(names))}
    assert clause in fired(wb.load("keydom", 2, **options).position(position), moves)
