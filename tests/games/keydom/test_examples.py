"""The worked examples of positions: what may be done and what follows. Each row names the clauses it shows."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import workbench as wb
from tests.contract import random_game
from tests.helpers import refused
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER
from workbench.games.keydom.components import BIT, FIRST_WORKER
from workbench.games.keydom.game import Keydom
from workbench.games.keydom.measures import changes_of, explain_score, legal_spaces
from workbench.games.keydom.state import KeydomState

Step = str | set[str] | dict[str, Any]
"""Actions to be played; the legal actions that must be there then; or entries that the written position must have."""


def game(players: int = 2, **options: Any) -> Keydom:
    found = wb.load("keydom", players, **options)
    assert isinstance(found, Keydom)
    return found


def at(position: dict[str, Any], players: int = 2, **options: Any) -> KeydomState:
    state = game(players, **options).position(position)
    assert isinstance(state, KeydomState)
    return state


def look(state: KeydomState, step: set[str] | dict[str, Any]) -> None:
    """Compare legal actions, or parts of the written position, with what is expected."""
    symbols = {state.game.symbol(action) for action in state.legal()}
    if isinstance(step, set):
        assert symbols == step
        return
    written = state.to_dict()
    for key, expected in step.items():
        if key == "has":
            assert set(expected.split()) <= symbols, symbols
        elif key == "has not":
            assert not set(expected.split()) & symbols, symbols
        elif isinstance(expected, dict) and isinstance(written[key], dict):
            assert {name: written[key].get(name) for name in expected} == expected, key
        else:
            assert written[key] == expected, key


def play(state: KeydomState, symbols: str) -> None:
    """Play actions by symbol, each legal; ``...`` lets every random event that is due draw the first field tile."""
    for symbol in symbols.split():
        if symbol == "...":
            while state.to_move == CHANCE:
                state.apply(state.legal()[0])
            continue
        action = state.game.action(symbol)
        assert action in state.legal(), f"{symbol} is not legal: {[state.game.symbol(one) for one in state.legal()]}"
        state.apply(action)


def run(state: KeydomState, steps: list[Step]) -> None:
    for step in steps:
        if isinstance(step, str):
            play(state, step)
        else:
            look(state, step)


ON_OFFER = "D4 A2 E9 G7 C1 B8"
REFORM = {
    "phase": "land_reform",
    "active": "Ben",
    "fields": {"Anna": "B2 B3 C2 C3 E3 E4 F3 F4", "Ben": "A6 A7 B7", "Cora": "D3h G6 G7"},
    "workers": {"Anna": "Carter:D3"},
    "hands": {"Anna": "-", "Ben": "-", "Cora": "-"},
}
SIX = {"fields": {"Anna": "C4 C5 D4 D5 D6 E5", "Ben": ""}}

EXAMPLES: list[tuple[str, str, int, dict[str, Any], dict[str, Any], list[Step]]] = [
    # what, clauses, players, options, position, steps
    (
        "a sale gives the owner payment and bid", "KD-MATCH-2 KD-MATCH-3 KD-MATCH-4 KD-MATCH-5 KD-MATCH-6", 2, {},
        {"fields": {"Anna": "C3 C4"}, "hands": {"Anna": "WH2 HO1 VE1", "Ben": "AP3"}, "stores": {"Ben": "D4: WH1 VE1"}},
        [
            "place", {"store:1/1"}, "store:1/1",
            {"hands": {"Anna": "WH1 HO1", "Ben": "WH2 AP3 VE2"}, "stock": "WH9 HO11 AP9 WI12 VE10"},
            {"fields": {"Anna": "C3 C4 D4"}, "phase": "turn", "done": "place"},
        ],
    ),
    (
        "a price must be matched type by type", "KD-MATCH-2 KD-MATCH-8 KD-TURN-5", 2, {},
        {"fields": {"Anna": "C3 C4"}, "hands": {"Anna": "WH3 HO1"}, "stores": {"Ben": "D4: WH1 VE1"}},
        [{"has not": "place"}],
    ),
    (
        "by number alone four counters are enough", "KD-RULING-11", 2, {"match": "number_only"},
        {"fields": {"Anna": "C3 C4"}, "hands": {"Anna": "WH3 HO1", "Ben": "-"}, "stores": {"Ben": "D4: WH1 VE1"}},
        ["place store:1/1", {"crop:wheat"}, "crop:wheat crop:wheat", {"hands": {"Anna": "WH1 HO1", "Ben": "WH3 VE1"}}],
    ),
    (
        "both counterfactual sales: the bid is lost", "KD-RULING-13 KD-RULING-14", 2,
        {"sale_income": "to_stock", "bid_after_sale": "to_stock"},
        {"fields": {"Anna": "C3"}, "hands": {"Anna": "WH1", "Ben": "AP3"}, "stores": {"Ben": "D4: WH1"}},
        ["place store:1/1", {"hands": {"Anna": "-", "Ben": "AP3"}, "stock": "WH12 HO12 AP9 WI12 VE12"}],
    ),
    (
        "only what was stored earlier may be claimed", "KD-CLAIM-1 KD-CLAIM-2 KD-CLAIM-4", 2, {},
        {"hands": {"Anna": "-", "Ben": "-"}, "fields": {}, "stores": {"Anna": "C4: HO2 WI1 @2 | D3: WH1 @3"}},
        [
            {"stock": "WH11 HO10 AP12 WI11 VE12"}, "place", {"store:0/1"}, "store:0/1",
            {"stock": "WH11 HO12 AP12 WI12 VE12", "fields": {"Anna": "C4"}, "stores": {"Anna": "- | D3: WH1 @3"}},
        ],
    ),
    (
        "a harvest with a short stock", "KD-HARVEST-2 KD-HARVEST-3 KD-HARVEST-5 KD-HARVEST-7", 2, {},
        {"fields": {"Anna": "C3 C4h D3 D4 F7", "Ben": ""}, "hands": {"Anna": "-"}, "stock": "WH3 AP4 WI1 VE5"},
        [
            "harvest", {"plot:C3", "plot:F7"}, "plot:C3", {"crop:wheat", "crop:apples", "crop:vegetables"}, "crop:wheat",
            {"hands": {"Anna": "WH1 WI1 VE1"}, "stock": "WH2 AP4 VE4", "fields": {"Anna": "C3h C4h D3h D4h F7"}},
        ],
    ),
    (
        "a higher worker replaces a lower one", "KD-WORKER-9 KD-WORKER-10 KD-POWER-8", 2, {},
        {"fields": {"Anna": "C4 C5 D4 D6 E4 E5", "Ben": ""}, "workers": {"Anna": "Carter:D5"}, "hands": {"Anna": "-"}},
        [
            "play worker:Miller", {"has": "plot:D5"}, "plot:D5", {"workers": {"Anna": "Miller:D5"}, "phase": "miller"},
            {"done", "crop:wheat", "crop:hops", "crop:apples", "crop:wine", "crop:vegetables"}, "crop:wheat crop:hops crop:apples",
            {"hands": {"Anna": "WH1 HO1 AP1"}, "phase": "turn"},
        ],
    ),
    (
        "a displaced worker acts again", "KD-DISPLACE-1 KD-DISPLACE-2 KD-DISPLACE-3 KD-DISPLACE-4", 2, {},
        {
            "fields": {"Anna": "C4 C5 D4", "Ben": ""}, "workers": {"Anna": "Harvester:D5"}, "hands": {"Anna": "-"},
            "stores": {"Anna": "D5: HO1"},
        },
        [
            "place store:0/1",
            {"done", *[f"plot:{plot}" for plot in ["B3", "B4", "B5", "C3", "C6", "D3", "D6", "E4", "E5", "E6"]]},
            "plot:E5", {"done", "crop:wheat", "crop:vegetables"}, "crop:wheat", {"hands": {"Anna": "WH1"}},
        ],
    ),
    (
        "a chain of displacements", "KD-DISPLACE-6 KD-POWER-6 KD-DISPLACE-5", 2, {},
        {
            "fields": {"Anna": "C4 C5 D4 E4 E5", "Ben": ""}, "workers": {"Anna": "Drover:D5"},
            "stores": {"Anna": "D5: AP1", "Ben": "D3: WH1"}, "hands": {"Anna": "WH1", "Ben": "-"},
        },
        [
            "place store:0/1", {"done", "plot:D3"}, "plot:D3", {"done", "store:1/1"}, "store:1/1",
            {"phase": "turn", "done": "place", "workers": {"Anna": ""}, "hands": {"Anna": "-", "Ben": "WH2"}},
            {"fields": {"Anna": "C4 C5 D3 D4 D5 E4 E5"}},
        ],
    ),
    (
        "Land Reform: all at once, then the displaced", "KD-EVENT-8 KD-EVENT-2 KD-LAND-9", 3, {}, REFORM,
        [
            "plot:A6", {"to_move": "Cora"}, "plot:D3", {"to_move": "Anna"}, "plot:B2",
            {"phase": "replay", "to_move": "Anna", "fields": {"Anna": "B3 C2 C3 D3h E3 E4 F3 F4", "Ben": "A7 B2 B7", "Cora": "A6 G6 G7"}},
            {"done", *[f"plot:{plot}" for plot in ["B2", "C4", "D2", "D4", "E5", "F2", "G3"]]},
        ],
    ),
    (
        "the Supervisor cuts a holding in two", "KD-POWER-11 KD-REGISTRY-7", 2, {},
        {"fields": {"Anna": "C2 C3 D2 D3 D4 C5 C6 D6 E5 E6", "Ben": ""}, "registry": "A1 B2 A3 A4 A5 A6"},
        [
            "play worker:Supervisor", {"plot:D5"}, "plot:D5 plot:D3 registry:2",
            {"registry": "A1 D3 A3 A4 A5 A6", "workers": {"Anna": "Supervisor:D5"}, "entries": [1, 7, 3, 4, 5, 6]},
            {"fields": {"Anna": "B2 C2 C3 C5 C6 D2 D4 D6 E5 E6"}, "taken": "no"},
        ],
    ),
    (
        "the Lawyer's tile displaces another worker; the slot is filled late", "KD-POWER-10 KD-REGISTRY-3 KD-POWER-2", 2, {},
        {
            "fields": {"Anna": "C5 C6 D4 D6 E5 F3h", "Ben": ""}, "workers": {"Anna": "Sower:F4"}, "hands": {"Anna": "HO2"},
            "registry": "F4 A7 G2 A5 E9 C9",
        },
        [
            "play worker:Lawyer plot:D5 registry:1 crop:hops", {"phase": "replay", "registry": "- A7 G2 A5 E9 C9"},
            "plot:G3 plot:F3", {"to_move": "chance"}, "plot:A1", {"registry": "A1 A7 G2 A5 E9 C9", "hands": {"Anna": "HO1"}},
            {"fields": {"Anna": "C5 C6 D4 D6 E5 F3 F4"}, "phase": "turn", "done": "worker"},
        ],
    ),
    (
        "an event inside a bid", "KD-BID-9 KD-EVENT-3 KD-REGISTRY-5 KD-TURN-3 KD-EVENT-5", 2, {},
        {"hands": {"Anna": "WH1 WI2", "Ben": "HO2"}, "registry": ON_OFFER, "fields": {"Anna": "E5", "Ben": "G1"}},
        [
            "bid registry:1 crop:wine done event:harvest_supper", {"to_move": "Anna"}, "crop:hops", {"to_move": "Ben"},
            "crop:wheat", {"to_move": "chance"}, "plot:F2", {"phase": "bid_tile", "registry": "F2 A2 E9 G7 C1 B8"},
            "registry:1 crop:wheat crop:wine done plot:A1",
            {"hands": {"Anna": "HO1", "Ben": "WH1 HO2"}, "stock": "WH10 HO9 AP12 WI10 VE12"},
            {"has": "harvest end", "has not": "place bid"},
        ],
    ),
    (
        "the tithe is a quarter of the hand", "KD-EVENT-12 KD-CROP-8", 2, {},
        {"phase": "tithe", "hands": {"Anna": "WH3 AP5 VE1"}},
        [{"due": 2}, {"crop:wheat", "crop:apples"}, "crop:apples", {"crop:apples", "crop:vegetables"}, "crop:apples",
         {"hands": {"Anna": "WH3 AP3 VE1"}}],
    ),
    (
        "sickness strikes the lowest number", "KD-EVENT-13", 2, {},
        {
            "phase": "sickness", "fields": {"Anna": "C5 C6 D4 D6", "Ben": ""},
            "workers": {"Anna": "Foreman:D5 Harvester:B4 Sower:E4"},
        },
        [{"worker:Harvester", "worker:Sower"}],
    ),
    (
        "a price falls by a counter of choice", "KD-EVENT-14", 2, {},
        {"phase": "price_fall", "hands": {"Anna": "-"}, "stores": {"Anna": "C4: WI2 VE1"}},
        [{"crop:wine", "crop:vegetables"}, "crop:wine", {"stores": {"Anna": "C4: WI1 VE1 @2 | -"}, "hands": {"Anna": "WI1"}}],
    ),
    (
        "a fair hires farmhands that have a space", "KD-EVENT-9", 2, {},
        {"phase": "hiring_fair", "fields": {"Anna": "B5 C5h C6", "Ben": ""}},
        [{"done", "worker:Harvester", "worker:Sower", "worker:Carter", "worker:Storekeeper"}],
    ),
    (
        "paying in rising order", "KD-CROP-8 KD-EVENT-6", 2, {},
        {"phase": "land_sale", "hands": {"Anna": "WH1 AP2 VE2"}},
        ["registry:2", {"crop:wheat", "crop:apples"}, "crop:apples", {"crop:apples", "crop:vegetables"}, "crop:vegetables",
         {"crop:vegetables"}],
    ),
    (
        "no dead end while paying", "KD-CROP-8", 2, {}, {"phase": "land_sale", "hands": {"Anna": "WH3 HO1"}},
        ["registry:2", {"crop:wheat"}],
    ),
    (
        "slots emptied by an event come after", "KD-REGISTRY-5 KD-REGISTRY-8 KD-EVENT-6", 2, {},
        {"fields": {"Anna": "C5", "Ben": "G1"}, "hands": {"Anna": "AP3 VE1", "Ben": "WI3"}, "registry": ON_OFFER},
        [
            "bid registry:4 crop:vegetables done event:land_sale registry:2 crop:apples crop:apples crop:apples",
            "registry:6 crop:wine crop:wine crop:wine plot:F2 plot:F3 plot:F4",
            {"registry": "D4 F3 E9 F2 C1 F4", "entries": [1, 8, 3, 7, 5, 9], "next_entry": 10},
        ],
    ),
    (
        "stored in another player's turn", "KD-CLAIM-4 KD-RULING-57 KD-BID-1", 3, {},
        {
            "phase": "hiring_fair", "own_turns": {"Anna": 4, "Ben": 3, "Cora": 3}, "asked": 1, "to_move": "Ben", "actor": "Ben",
            "fields": {"Anna": "A1", "Ben": "F5 F6 G1", "Cora": "A7"}, "hands": {"Ben": "WI1"}, "stage": "bid", "done": "bid",
            "registry": "- D4 A2 E9 G7 C1",
        },
        [
            "worker:Storekeeper plot:E6 registry:2 crop:wine done", {"stores": {"Ben": "D4: WI1 @3 | -"}}, "done ... end",
            {"to_move": "Ben", "own_turns": {"Ben": 4}}, "place", {"store:0/1"},
        ],
    ),
    (
        "stored in another player's turn, with a full round to wait", "KD-RULING-57", 3, {"event_store": "full_round"},
        {
            "phase": "hiring_fair", "own_turns": {"Anna": 4, "Ben": 3, "Cora": 3}, "asked": 1, "to_move": "Ben", "actor": "Ben",
            "fields": {"Anna": "A1", "Ben": "F5 F6 G1", "Cora": "A7"}, "hands": {"Ben": "WI1"}, "stage": "bid", "done": "bid",
            "registry": "- D4 A2 E9 G7 C1",
        },
        ["worker:Storekeeper plot:E6 registry:2 crop:wine done", {"stores": {"Ben": "D4: WI1 @4 | -"}}],
    ),
    (
        "the cap counts uses: a declined one is none", "KD-DISPLACE-7 KD-DISPLACE-8", 2, {},
        {"fields": {"Anna": "F3", "Ben": ""}, "stores": {"Anna": "F4: VE1 | F5: VE1"}, "hands": {"Anna": "-"}},
        [
            "play worker:Harvester plot:F4 done place store:0/1 plot:F5 crop:apples store:0/2 plot:F6 crop:wine",
            {"hands": {"Anna": "AP1 WI1"}, "workers": {"Anna": "Harvester:F6"}},
        ],
    ),
    (
        "the cap counts uses: the third falls away", "KD-DISPLACE-7", 2, {},
        {"fields": {"Anna": "F3", "Ben": ""}, "stores": {"Anna": "F4: VE1 | F5: VE1"}, "hands": {"Anna": "-"}},
        [
            "play worker:Harvester plot:F4 crop:hops place store:0/1 plot:F5 crop:apples store:0/2 plot:F6",
            {"hands": {"Anna": "HO1 AP1"}, "to_move": "Ben"},
        ],
    ),
    (
        "a townsfolk that acted for another player has acted", "KD-DISPLACE-7 KD-WORKER-14", 2, {"power_cap": "1"},
        {
            "fields": {"Anna": "C4 C5 C6 D4 D6 E4 E5 E6", "Ben": ""}, "hands": {"Anna": "-"},
            "uses": {"Ben": [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]},
        },
        ["play worker:Miller plot:D5", {"phase": "turn"}],
    ),
    (
        "a farmhand of another player is another tile", "KD-DISPLACE-7 KD-WORKER-1", 2, {"power_cap": "1"},
        {"fields": {"Anna": "F3", "Ben": ""}, "hands": {"Anna": "-"}, "uses": {"Ben": [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}},
        ["play worker:Harvester plot:F4", {"has": "crop:hops"}],
    ),
    (
        "fields are picked from the whole board, too", "KD-RULING-20 KD-RULING-21", 2,
        {"harvest_scope": "board", "harvest_partial": "yes"},
        {"fields": {"Anna": "F3 F4 F6", "Ben": ""}, "hands": {"Anna": "-"}},
        ["harvest", {"phase": "harvest_pick", "has": "plot:F3 plot:F4 plot:F6"}, "plot:F4 done", {"fields": {"Anna": "F3 F4h F6"}}],
    ),
    (
        "a bid of nothing is raised by a counter at least", "KD-RULING-10 KD-RULING-8", 2, {"bid_change": "raise", "min_bid": 0},
        {"hands": {"Anna": "WH1"}, "stores": {"Anna": "F4: -"}},
        ["bid store:0/1", {"crop:wheat"}, "crop:wheat", {"has": "done"}],
    ),
    (
        "without a cap there is a third use", "KD-RULING-32", 2, {"power_cap": "none"},
        {"fields": {"Anna": "F3", "Ben": ""}, "stores": {"Anna": "F4: VE1 | F5: VE1"}, "hands": {"Anna": "-"}},
        [
            "play worker:Harvester plot:F4 crop:hops place store:0/1 plot:F5 crop:apples store:0/2 plot:F6", {"has": "crop:wine done"},
        ],
    ),
    (
        "a step is offered though nothing can be paid", "KD-POWER-13 KD-RULING-54", 2, {},
        {"fields": {"Anna": "C4 C5 D4 D6", "Ben": ""}, "hands": {"Anna": "-"}, "stores": {"Ben": "B1: WH1"}},
        ["play worker:Drover", {"plot:D5"}, "plot:D5", {"done"}, "done", {"phase": "turn"}],
    ),
    (
        "it is not offered where there is nothing to buy", "KD-POWER-13", 2, {},
        {"fields": {"Anna": "C4 C5 D4 D6", "Ben": ""}, "hands": {"Anna": "-"}},
        ["play worker:Drover plot:D5", {"phase": "turn"}],
    ),
    (
        "the Bailiff leaves out what is lacking", "KD-POWER-7", 2, {},
        {"fields": {"Anna": "C4 C5 D4 D6 E5", "Ben": ""}, "hands": {"Anna": "WH1", "Ben": "-"}, "stores": {"Ben": "B1: WH1 HO1"}},
        [
            "play worker:Bailiff plot:D5 store:1/1", {"crop:hops"}, "crop:hops",
            {"hands": {"Anna": "-", "Ben": "WH1 HO1"}, "stock": "WH11 HO11 AP12 WI12 VE12", "fields": {"Anna": "B1 C4 C5 D4 D6 E5"}},
        ],
    ),
    (
        "the Surveyor places what was stored this turn", "KD-POWER-9 KD-RULING-16", 2, {},
        {"fields": {"Anna": "C4 C5 D4 D6 E5", "Ben": ""}, "hands": {"Anna": "-"}, "stores": {"Anna": "B1: WH1 @3"}},
        ["play worker:Surveyor plot:D5 store:0/1", {"hands": {"Anna": "WH1"}, "fields": {"Anna": "B1 C4 C5 D4 D6 E5"}}],
    ),
    (
        "the Carter takes another type", "KD-POWER-3", 2, {},
        {"fields": {"Anna": "C4 C5 D4 D6", "Ben": ""}, "hands": {"Anna": "WH1"}},
        [
            "play worker:Carter plot:D5", {"done", "crop:wheat"}, "crop:wheat", {"has not": "crop:wheat"}, "crop:wine",
            {"hands": {"Anna": "WI1"}}, {"done", "crop:wine"},
        ],
    ),
    (
        "the Steward turns a whole group back", "KD-POWER-12", 2, {},
        {"fields": {"Anna": "A1h C5h C6 D4h D6h E5h E6h", "Ben": ""}},
        ["play worker:Steward plot:D5", {"done", "plot:A1", "plot:C5"}, "plot:C5", {"fields": {"Anna": "A1h C5 C6 D4 D6 E5 E6"}}],
    ),
    (
        "a turn of one kind each", "KD-TURN-2 KD-TURN-3 KD-WORKER-4", 2, {},
        {"fields": {"Anna": "C4 C5"}, "hands": {"Anna": "WH2"}, "done": "bid", "stores": {"Ben": "A1: WH1"}},
        [{"has": "harvest play end", "has not": "place bid"}],
    ),
    (
        "placing after a bid, by option", "KD-TURN-3", 2, {"c_after_d": "allowed"},
        {"fields": {"Anna": "C4 C5"}, "hands": {"Anna": "WH2"}, "done": "bid", "stores": {"Ben": "A1: WH1"}},
        [{"has": "harvest play end place", "has not": "bid"}],
    ),
    (
        "a bid may be raised, by option", "KD-RULING-10", 2, {"bid_change": "raise"},
        {"hands": {"Anna": "WH2"}, "stores": {"Anna": "A1: WH1"}},
        ["bid", {"has": "store:0/1"}, "store:0/1", {"crop:wheat"}, "crop:wheat done", {"stores": {"Anna": "A1: WH2 @2 | -"}}],
    ),
    (
        "a tile may be withdrawn, by option", "KD-RULING-10", 2, {"bid_change": "withdraw"},
        {"hands": {"Anna": "WH2"}, "stores": {"Anna": "A1: WH1"}},
        ["bid store:0/1", {"stores": {"Anna": "- | -"}, "hands": {"Anna": "WH3"}}],
    ),
    (
        "what is not claimed goes back, by option", "KD-RULING-15", 2, {"claim_window": "next_turn_only"},
        {"hands": {"Anna": "WH2"}, "stores": {"Anna": "A1: WH1"}},
        ["end", {"stores": {"Anna": "- | -"}, "hands": {"Anna": "WH3"}, "to_move": "Ben"}],
    ),
    (
        "workers that lack fields leave, by option", "KD-RULING-24", 2, {"worker_check": "always"},
        {
            "phase": "enclosure", "fields": {"Anna": "C4 C5 D4", "Ben": ""}, "workers": {"Anna": "Carter:B4 Sower:E4"},
            "registry": "- A1 A2 A3 A5 A6",
        },
        ["plot:C4 registry:2", {"workers": {"Anna": "Sower:E4"}}],
    ),
    (
        "the last turns", "KD-END-1 KD-END-2 KD-END-3 KD-END-4", 3, {"end_event": 1},
        {"active": "Ben", "fields": {}, "hands": {"Anna": "-", "Ben": "WH1", "Cora": "-"}, "registry": ON_OFFER, "stock": "WH11 HO12 AP12 WI12 VE12"},
        [
            "bid registry:1 crop:wheat done event:harvest_supper crop:wheat crop:wheat crop:wheat ...", {"left": 6}, "done end",
            {"to_move": "Cora", "left": 5}, "end", {"to_move": "Anna"}, "end", {"to_move": "Ben"}, "end", {"to_move": "Cora"},
            "end end", {"to_move": "Ben", "left": 0}, "end", {"phase": "score", "to_move": "over"},
        ],
    ),
    (
        "a stall: the oldest tile leaves", "KD-END-8 KD-END-9 KD-RULING-56", 2, {},
        {"registry": ON_OFFER, "entries": [5, 3, 9, 1, 7, 2], "next_entry": 10, "quiet": 5, "fields": {}, "hands": {"Anna": "-"}},
        ["end", {"phase": "refill", "out": "G7", "quiet": 0}, "plot:A1", {"registry": "D4 A2 E9 A1 C1 B8", "to_move": "Ben"}],
    ),
]  # fmt: skip


@pytest.mark.parametrize("row", EXAMPLES, ids=[row[0] for row in EXAMPLES])
def test_an_example(row: tuple[str, str, int, dict[str, Any], dict[str, Any], list[Step]]) -> None:
    _, clauses, players, options, position, steps = row
    state = at(position, players, **options)
    assert all([clause in state.game.rulebook for clause in clauses.split()])
    run(state, steps)


def test_field_scores_and_what_each_plot_would_change() -> None:
    """KD-SCORE-3, KD-SCORE-4, KD-SCORE-5."""
    state = at({"fields": {"Anna": "C3 C4 D3 D4 E4 E7 F6 F7 G6 A1 A2", "Ben": ""}})
    country = state.game.country
    assert state.game.score.sizes(state.game.score.groups(state, 0)) == [5, 4, 2]
    assert state.game.score.worth_of(state, 0, state.fields[0]) == 13
    changes = {country.names[plot]: change for plot, change in changes_of(state, 0).items()}
    wanted = {3: "B2 B3", 2: "D6 D7 E6 E8 F5 F8 G5 G7", 1: "B4 C2 C5 D2 D5 E3 E5 F3 F4"}
    for change, plots in wanted.items():
        assert {plot for plot, found in changes.items() if found == change} == set(plots.split())
    assert list(changes.values()).count(0) == 26


@pytest.mark.parametrize(("third", "change"), [("", -3), (" F7 F8 G7", 3)])
def test_a_bridge_may_cost_points_or_bring_some(third: str, change: int) -> None:
    """KD-SCORE-4, KD-SCORE-6."""
    report = explain_score(at({"fields": {"Anna": "B2 B3 C2 C3 E3 E4 F3 F4" + third, "Ben": ""}}), 0)
    assert report.fields == 12 and report.of("D3").change == report.of("D2").change == change
    assert report.of("D3").joins == (4, 4)


def test_the_spaces_of_workers() -> None:
    """KD-WORKER-6, KD-WORKER-7, KD-WORKER-8."""
    spaces = legal_spaces(at(SIX), 0)
    assert [len(spaces[number]) for number in range(1, 6)] == [13, 5, 2, 0, 0]
    assert spaces[2] == ("B4", "C6", "D3", "E4", "E6") and spaces[3] == ("C6", "E6")
    spaces = legal_spaces(at({**SIX, "workers": {"Anna": "Foreman:C6"}}), 0)
    assert spaces[1] == ("B3", "B4", "C3", "D3", "D7", "E4", "E6", "E7", "F4", "F5")
    assert spaces[2] == ("B4", "D3", "E4", "E6") and spaces[3] == ("E6",)


def test_all_farmhands_find_a_place_beside_six_fields() -> None:
    """KD-WORKER-7: all six of them, and twelve points."""
    state = at({**SIX, "workers": {"Anna": "Foreman:C6 Drover:E6 Carter:B4 Storekeeper:D3 Harvester:D7 Sower:F4"}})
    assert state.game.score.worker_points(state, 0) == 12


@pytest.mark.parametrize(("options", "points"), [({}, [2, 0, 0]), ({"store_counts_for_majority": "yes"}, [2, 0, 1])])
def test_majorities(options: dict[str, Any], points: list[int]) -> None:
    """KD-SCORE-10, KD-END-5, KD-RULING-45."""
    hands = {"Anna": "WH3 AP1 VE2", "Ben": "WH3 HO1 VE1", "Cora": "HO1"}
    state = at({"hands": hands, "stores": {"Cora": "A1: HO1"}}, 3, **options)
    assert state.game.score.crop_points(state) == points


def test_all_bids_of_a_hand() -> None:
    """KD-BID-5, KD-CROP-8: each once, and never more than six choices."""
    state = at({"hands": {"Anna": "WH2 HO1 WI3"}, "phase": "turn"})
    play(state, "bid registry:1")
    bids, waiting = [], [state]
    while waiting:
        one = waiting.pop()
        legal = one.legal()
        assert len(legal) <= 6
        for action in legal:
            child = one.copy()
            child.apply(action)
            if one.game.symbol(action) == "done":
                bids.append(one.bids[0])
            else:
                waiting.append(child)
    assert len(bids) == len(set(bids)) == 23


def ways(state: KeydomState, until: str) -> list[tuple[str, ...]]:
    """Every line of play, by symbols, up to a phase of that name; of random events the first field tile only."""
    if state.phase.name == until:
        return [()]
    found = []
    for action in state.legal()[: 1 if state.to_move == CHANCE else None]:
        child = state.copy()
        child.apply(action)
        found += [(state.game.symbol(action), *rest) for rest in ways(child, until)]
    return found


def test_neighbours_and_distances() -> None:
    """KD-LAND-7."""
    country = game().country
    beside = {"D4": "C4 C5 D3 D5 E4 E5", "A1": "A2 B1 B2", "C1": "B1 C2 D1", "D1": "C1 C2 D2 E1 E2"}
    for plot, others in beside.items():
        assert country.listed(country.beside[country.plot(plot)]) == others.split()
    for one, other, steps in (("A7", "G1", 9), ("A1", "G7", 9), ("C1", "E9", 9), ("E4", "B7", 5), ("C1", "C9", 8)):
        assert country.distance(country.plot(one), country.plot(other)) == steps


def test_who_may_replace_a_worker() -> None:
    """KD-WORKER-9, KD-WORKER-10: only a higher number."""
    state = at({"fields": {"Anna": "C4 C5 D4 D6 E4 E5", "Ben": ""}, "workers": {"Anna": "Carter:D5"}})
    play(state, "play")
    found = set()
    for action in state.legal():
        child = state.copy()
        child.apply(action)
        if "plot:D5" in {state.game.symbol(one) for one in child.legal()}:
            found.add(state.game.symbol(action).partition(":")[2])
    assert found == {"Foreman", "Drover", "Bailiff", "Miller", "Surveyor"}


def test_field_scores_before_and_after_land_reform() -> None:
    """KD-EVENT-8, KD-SCORE-4."""
    state = at(REFORM, 3)
    score = state.game.score
    assert [score.worth_of(state, seat, state.fields[seat]) for seat in range(3)] == [12, 3, 4]
    play(state, "plot:A6 plot:D3 plot:B2")
    assert [score.worth_of(state, seat, state.fields[seat]) for seat in range(3)] == [8, 4, 4]


def test_a_holding_cut_in_two_is_worth_more() -> None:
    """KD-POWER-11, KD-SCORE-4, KD-SCORE-7."""
    here = {"fields": {"Anna": "C2 C3 D2 D3 D4 C5 C6 D6 E5 E6", "Ben": ""}, "registry": "A1 B2 A3 A4 A5 A6"}
    state = at(here)
    assert state.game.score.worth_of(state, 0, state.fields[0]) == 10
    play(state, "play worker:Supervisor plot:D5 plot:D3 registry:2")
    assert state.game.score.sizes(state.game.score.groups(state, 0)) == [6, 4]
    assert state.game.score.worth_of(state, 0, state.fields[0]) + state.game.score.worker_points(state, 0) == 14 + 5


def test_all_forms_of_a_turn() -> None:
    """KD-TURN-4: 16 of them; 23 if playing and removing a worker are told apart."""
    here = {
        "fields": {"Anna": "C4 C5", "Ben": ""}, "hands": {"Anna": "WH3"}, "workers": {"Anna": "Sower:D5"},
        "stores": {"Ben": "A1: WH1"},
    }  # fmt: skip
    forms, waiting = set(), [(at(here), ())]
    while waiting:
        state, form = waiting.pop()
        if state.to_move == 1:
            forms.add(form)
        elif state.phase.name == "turn":
            for action in state.legal():
                child, symbol = state.copy(), state.game.symbol(action)
                child.apply(action)
                waiting.append((child, form if symbol == "end" else (*form, symbol)))
        else:  # on the way nothing special is done
            done = state.game.action("done")
            state.apply(done if done in state.legal() else state.legal()[0])
            waiting.append((state, form))
    kinds = {tuple(["worker" if one in ("play", "remove") else one for one in form]) for form in forms}
    assert len(forms) == 23 and len(kinds) == 16
    assert ("bid", "place") not in kinds and ("place", "bid") in kinds


def test_all_bids_on_two_tiles() -> None:
    """KD-BID-5, KD-BID-9: two bids out of one hand, in 133 ways."""
    state = at({"hands": {"Anna": "WH2 HO1 WI3"}})
    play(state, "bid registry:1")
    pairs = [line for line in ways(state, "turn") if "registry:2" in line]
    assert len(pairs) == len(set(pairs)) == 133


def test_all_payments_of_three_counters() -> None:
    """KD-CROP-8: five, each in one way."""
    state = at({"phase": "land_sale", "hands": {"Anna": "WH1 AP2 VE2"}})
    play(state, "registry:2")
    found, waiting = [], [(state, "")]
    while waiting:
        one, paid = waiting.pop()
        if one.to_move != 0:
            found.append(paid.strip())
            continue
        for action in one.legal():
            child = one.copy()
            child.apply(action)
            waiting.append((child, f"{paid} {one.game.symbol(action).partition(':')[2]}"))
    wanted = ["wheat apples apples", "wheat apples vegetables", "wheat vegetables vegetables"]
    assert sorted(found) == sorted([*wanted, "apples apples vegetables", "apples vegetables vegetables"])


def test_the_spaces_of_a_fair() -> None:
    """KD-EVENT-9, KD-WORKER-6."""
    spaces = legal_spaces(at({"fields": {"Anna": "B5 C5h C6", "Ben": ""}}), 0)
    assert len(spaces[1]) == 9 and spaces[2] == ("B4", "B6", "D5") and not spaces[3]


WRONG: list[tuple[str, dict[str, Any], str, str]] = [
    # what, position, move, clause
    ("a bid without counters", {"hands": {"Anna": "WH1"}, "phase": "turn"}, "bid registry:1 / done", "KD-BID-4"),
    ("a third bid", {"hands": {"Anna": "WH3"}, "stores": {"Anna": "A1: HO1"}}, "bid registry:1 crop:wheat done ... / bid", "KD-TURN-2"),
    ("a full store", {"hands": {"Anna": "WH3"}, "stores": {"Anna": "A1: HO1 | A2: HO1"}}, "/ bid", "KD-BID-6"),
    ("no counters for a bid", {"hands": {"Anna": "-"}}, "/ bid", "KD-BID-10"),
    ("a bid that was made", {"hands": {"Anna": "WH3"}, "stores": {"Anna": "A1: HO1"}}, "bid / store:0/1", "KD-BID-8"),
    ("a worker on a field", {**SIX, "phase": "play_space", "worker": "Sower"}, "/ plot:C4", "KD-WORKER-8"),
    ("too few fields", {**SIX, "phase": "play_space", "worker": "Sower"}, "/ plot:A1", "KD-WORKER-6"),
    (
        "a worker beside a worker",
        {**SIX, "workers": {"Anna": "Foreman:C6"}, "phase": "play_space", "worker": "Sower"}, "/ plot:C7", "KD-WORKER-7",
    ),
    (
        "a worker on one with the same number",
        {**SIX, "workers": {"Anna": "Harvester:B4"}, "phase": "play_space", "worker": "Sower"}, "/ plot:B4", "KD-WORKER-9",
    ),
    ("a second harvest", {**SIX, "done": "harvest"}, "/ harvest", "KD-TURN-2"),
    ("placing after a bid", {**SIX, "done": "bid", "stores": {"Ben": "A1: WH1"}, "hands": {"Anna": "WH1"}}, "/ place", "KD-TURN-3"),
    ("too soon", {"stores": {"Anna": "A1: WH1 @3 | A2: WH1"}, "fields": {}}, "place / store:0/1", "KD-CLAIM-4"),
    ("a harvested group", {"fields": {"Anna": "C4 A1h"}}, "harvest / plot:A1", "KD-HARVEST-4"),
    ("somebody else's field", {"fields": {"Anna": "C4", "Ben": "D4"}}, "harvest / plot:D4", "KD-HARVEST-1"),
    ("a tile before an action", {"hands": {"Anna": "WH1"}, "phase": "turn"}, "/ registry:1", "KD-TURN-2"),
    ("the store of somebody who does not play", {**SIX, "stores": {"Ben": "A1: WH1"}, "hands": {"Anna": "WH1"}}, "place / store:2/1", "KD-SETUP-1"),
    # what belongs to another moment
    ("an action inside another one", {"hands": {"Anna": "WH2"}}, "bid / harvest", "KD-TURN-2"),
    ("a worker inside a bid", {"hands": {"Anna": "WH2"}}, "bid / worker:Sower", "KD-WORKER-4"),
    ("a stored tile inside a harvest", SIX, "harvest / store:1/1", "KD-MATCH-1"),
    ("a registry tile inside a harvest", SIX, "harvest / registry:1", "KD-BID-2"),
    ("counters inside a harvest", SIX, "harvest / crop:wheat", "KD-CROP-8"),
    ("an event", SIX, "harvest / event:fine_weather", "KD-REGISTRY-2"),
]  # fmt: skip


FULL = {"hands": {"Anna": "WH3"}, "stores": {"Anna": "A1: HO1"}}
WRONG_BY_OPTION: list[tuple[dict[str, Any], dict[str, Any], str, str, str]] = [
    # options, position, moves, clause, text
    ({"store_capacity": 1}, FULL, "/ bid", "KD-RULING-7", "Your store is full: it holds 1."),
    ({"min_bid": 2}, {"hands": {"Anna": "WH1"}}, "/ bid", "KD-RULING-8", "A bid has at least 2 counters, and you hold fewer."),
    ({"min_bid": 2}, {"hands": {"Anna": "WH2"}}, "bid registry:1 crop:wheat / done", "KD-RULING-8", "A bid has at least 2"),
    ({"bid_change": "raise", "max_bid": "3"}, {"hands": {"Anna": "WH3"}, "stores": {"Anna": "A1: HO3"}}, "bid / store:0/1", "KD-RULING-10", "By the option `max_bid`"),
    ({"bid_change": "raise"}, FULL, "bid / store:0/2", "KD-RULING-10", "No tile lies there."),
    ({"bid_change": "withdraw"}, {"hands": {"Anna": "WH3"}, "stores": {"Anna": "A1: HO1 @3"}}, "bid / store:0/1", "KD-RULING-10", "You have stored this tile in your present turn"),
    ({"event_store": "full_round"}, {"stores": {"Anna": "A1: WH1 @3 | A2: WH1"}, "fields": {}}, "place / store:0/1", "KD-RULING-57", "You have stored this tile since your last turn began"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "position", "moves", "clause", "text"), WRONG_BY_OPTION)
def test_a_refusal_names_the_ruling_where_an_option_has_changed_it(
    options: dict[str, Any], position: dict[str, Any], moves: str, clause: str, text: str
) -> None:
    state = at(position, **options)
    before, _, tried = moves.partition("/")
    play(state, before)
    (reason,) = state.phase.reasons(state, state.game.action(tried.strip()))
    assert reason.clause == clause and reason.text.startswith(text), reason


@pytest.mark.parametrize(("what", "position", "moves", "clause"), WRONG, ids=[row[0] for row in WRONG])
def test_a_refusal_names_its_clause(what: str, position: dict[str, Any], moves: str, clause: str) -> None:
    state = at(position)
    before, _, tried = moves.partition("/")
    play(state, before)
    reasons = state.phase.reasons(state, state.game.action(tried.strip()))
    assert [reason.clause for reason in reasons] == [clause], reasons


KEEPS = {"phase": "storekeeper", "workers": {"Anna": "Storekeeper:C6"}, "hands": {"Anna": "WH2"}}
IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    ({"fields": {"Anna": "C4", "Ben": "C4"}}, "KD-LAND-8"),
    ({"hands": {"Anna": "WH7", "Ben": "WH7"}}, "KD-CROP-4"),
    ({"stores": {"Anna": "A1: -"}}, "KD-BID-4"),
    ({"stores": {"Anna": "A1: WH1 | A2: WH1 | A3: WH1"}}, "KD-BID-6"),
    ({**SIX, "workers": {"Anna": "Foreman:C6 Sower:C7"}}, "KD-WORKER-7"),
    ({**SIX, "workers": {"Anna": "Sower:C4"}}, "KD-WORKER-8"),
    ({"fields": {"Anna": "C4 C5 D4 D6", "Ben": "F1 F2 G1"}, "workers": {"Anna": "Miller:D5", "Ben": "Miller:E2"}}, "KD-WORKER-14"),
    ({"registry": "A1 A1 A2 A3 A4 A5", "fields": {}}, "KD-LAND-8"),
    ({"track": "tithe tithe"}, "KD-SETUP-8"),
    ({"phase": "land_reform", "slot": "5", "event": "land_reform", "registry": "- A1 A2 A3 A4 A5", "fields": {}}, "holds a tile"),
    ({"entries": [1, 1, 2, 3, 4, 5]}, "KD-REGISTRY-8"),
    ({"stores": {"Anna": "A1: WH1 @9"}}, "KD-CLAIM-4"),
    ({"phase": "tithe", "hands": {"Anna": "WH1"}}, "KD-EVENT-17"),
    ({"phase": "enclosure", "plot": "C4", "fields": {"Anna": "D4", "Ben": "C4"}}, "KD-EVENT-10"),
    ({"phase": "enclosure", "plot": "A1", "fields": {"Anna": "D4"}}, "KD-EVENT-10"),
    ({**SIX, **KEEPS, "stores": {"Anna": "A1: WH1 | A2: WH1"}}, "KD-POWER-13: the Storekeeper can do nothing"),
    ({**SIX, **KEEPS, "hands": {}}, "KD-POWER-13: the Storekeeper can do nothing"),
    ({"phase": "refill", "registry": "- A1 A2 A3 A4 A5", "stage": "ending", "actor": "Anna"}, "after a turn, nobody acts"),
    ({"own_turns": {"Anna": 9}}, "KD-TURN-1"),
    ({"own_turns": {"Anna": 1_000_000_000, "Ben": 999_999_999, "Cora": 999_999_999}}, "KD-TURN-1: turns are counted to"),
    ({"bag": "A1 -"}, "there is no plot '-'"),
    ({"fields": {"Anna": "A1 -"}}, "there is no plot '-'"),
    ({"workers": {"Anna": "Sower:-"}}, "there is no plot '-'"),
    ({"quiet": 10**6}, "No more turns than"),
    ({"entries": [10**400] * 6}, "hundreds of digits"),
    ({"uses": {"Anna": ["x"] * 9}}, "whole numbers"),
]


def test_a_worker_without_a_space_is_told_what_stands_in_the_way_and_not_that_fields_are_few() -> None:
    """KD-WORKER-6 only where no space has fields enough; else a neighbour or a worker that may not be replaced."""
    found: Counter[str] = Counter()
    for seed in range(12):
        for state, _ in random_game(wb.load("keydom", 2), seed):
            if state.phase.name != "play_worker":
                continue
            for worker in range(12):
                action = FIRST_WORKER + worker
                for reason in state.phase.reasons(state, action):
                    if reason.text.startswith("This worker has no legal space. "):
                        assert reason.clause in ("KD-WORKER-7", "KD-WORKER-9"), reason
                        found[reason.clause] += 1
                    elif reason.clause == "KD-WORKER-6":
                        assert reason.text.startswith("No space has "), reason
                        found[reason.clause] += 1
    assert {"KD-WORKER-6", "KD-WORKER-7"} <= set(found), found


def test_a_move_is_refused_in_words_of_its_own_and_not_in_names_of_the_code() -> None:
    state = at({"fields": {"Anna": "C4"}, "phase": "turn", "done": "harvest"})
    (reason,) = state.phase.reasons(state, state.game.action("harvest"))
    assert reason.text == "You have already harvested in this turn, and you may take each action only once."
    assert state.phase.words(state, state.game.action("event:fine_weather")) == "the event Fine Weather is drawn"


INNER = ("due", "last", "wanted", "place", "plot", "slot", "asked", "step", "short", "picked", "worker", "actor", "hands", "registry")
"""What a phase keeps while it asks, and what it asks about."""


@pytest.mark.long
def test_every_phase_that_is_accepted_half_way_can_be_played_to_the_end() -> None:
    """What one position says of a choice half made, another one of the same phase says: it is refused, or the game goes on."""
    game = wb.load("keydom", 2, max_rounds=20)
    written: dict[str, list[dict[str, Any]]] = {}
    for seed in range(14):
        for state, _ in random_game(game, seed):
            if state.to_move >= 0 and len(written.setdefault(state.phase.name, [])) < 12:
                written[state.phase.name].append(state.to_dict())
    rng, accepted = Random("half way"), Counter[str]()
    for name, positions in written.items():
        for one in positions[:6]:
            for _ in range(4):
                mixed, other = dict(one), positions[rng.below(len(positions))]
                for _key in range(1 + int(rng.below(2))):
                    key = INNER[rng.below(len(INNER))]
                    mixed[key] = other[key]
                try:
                    state = game.position(mixed)
                except wb.PositionError:
                    continue
                accepted[name] += 1
                while state.to_move != OVER:
                    legal = state.legal()
                    assert legal, (name, mixed)
                    state.apply(rng.pick(state.chance()) if state.to_move == CHANCE else legal[rng.below(len(legal))])
    assert set(accepted) == set(written) and accepted["land_sale"] > 2 and len(written) > 20


@pytest.mark.parametrize(("position", "clause"), IMPOSSIBLE, ids=[f"{row[1]}-{n}" for n, row in enumerate(IMPOSSIBLE)])
def test_an_impossible_position_is_refused_with_its_clause(position: dict[str, Any], clause: str) -> None:
    with refused(wb.PositionError, clause):
        at(position)


def test_a_turn_with_a_large_number_is_written_down_and_read_again() -> None:
    state = at({"turn": 999_999_999, "start": "Ben", "left": -1, "stores": {"Ben": "D4: WI1 @500000000"}})
    assert at(state.to_dict()).key() == state.key()
    with refused(wb.PositionError, "behind @ stands the number of a turn, not '1000000001'"):
        at({"stores": {"Ben": "D4: WI1 @1000000001"}})


@pytest.mark.parametrize("phase", ["deal_bonus", "first_registry"])
def test_late_in_the_set_up_somebody_begins(phase: str) -> None:
    """Without the start player the bonus of later seats would be counted from nobody."""
    game = wb.load("keydom", 4, seat_bonus="one_extra_counter_per_seat_after_first")
    state = game.position({"phase": phase})
    assert state.start == 0
    assert game.position(state.to_dict()).key() == state.key()
    while state.turn == 0:
        state.apply(state.legal()[0])
        assert game.position(state.to_dict()).key() == state.key()


def test_a_game_to_the_end_is_scored() -> None:
    over = at({"phase": "score", "fields": {"Anna": "C4 C5 A1", "Ben": "G1"}, "hands": {"Anna": "WH1"}})
    assert over.to_move == OVER and over.scores() == (5, 1) and over.returns() == (1.0, 0.0)
    assert over.fields[0] & BIT[over.game.country.plot("C4")]
