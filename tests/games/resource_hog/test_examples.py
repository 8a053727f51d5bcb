"""Worked examples as data: a position, what is done, what comes of it, and the clauses behind it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused
from workbench.core.random import Random
from workbench.core.state import CHANCE
from workbench.games.resource_hog import helpers
from workbench.games.resource_hog.components import GOOD_NAMES, PILES
from workbench.games.resource_hog.measures import battle_law, cost, revenue
from workbench.games.resource_hog.state import ResourceHogState
from workbench.games.resource_hog.trade import Trade


@dataclass(frozen=True)
class Example:
    """One worked example.

    Attributes:
        clauses: the clauses it shows.
        position: where it begins.
        does: the actions, by their symbols; a number of times where one ends with ``*n``.
        areas: what areas hold afterwards.
        rest: other keys of the written position afterwards.
        illegal: what may not be done then.
        options: options of the game.
        legal: what exactly may be done then, if it is said.
    """

    clauses: str
    position: dict[str, Any]
    does: str
    areas: dict[str, dict[str, Any]] = field(default_factory=dict)
    rest: dict[str, Any] = field(default_factory=dict)
    illegal: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    legal: str = ""


def two(one: dict[str, Any], **others: dict[str, Any]) -> dict[str, Any]:
    """Areas of the first player, and others as they are given."""
    return {**{code: {"owner": "P1", **row} for code, row in one.items()}, **others}


OTHER = {"owner": "P2", "peasants": 1}
PORT = {"owner": "P1", "peasants": 1, "harbour": True}
MANOR_FIGHT = {
    "phase": "move_nobles",
    "to_move": "P1",
    "money": {"P2": 12},
    "areas": {
        "C1": {"owner": "P1", "nobles": 2, "seat": "motte"},
        "H1": {"owner": "P2", "nobles": 1, "peasants": 2, "food": 1, "salt": 3, "seat": "manor"},
    },
}
LOSING = {
    "phase": "move_nobles",
    "to_move": "P1",
    "money": {"P2": 4},
    "areas": {
        "V1": {"owner": "P1", "nobles": 3, "peasants": 2},
        "C1": {"owner": "P2", "nobles": 1, "peasants": 1, "salt": 1, "heads": 1, "harbour": True, "mine": True},
        "H2": {"owner": "P2", "peasants": 1},
    },
}
BEATEN = {
    "phase": "move_nobles",
    "to_move": "P1",
    "areas": {
        "R1": {"owner": "P1", "nobles": 2, "salt": 2, "mine": True},
        "V1": {"owner": "P1", "peasants": 1, "food": 5},
        "H2": {"owner": "P2", "nobles": 2},
    },
}
SHORT_OF_MONEY = {
    "phase": "build",
    "active": "P1",
    "money": {"P1": 20},
    "areas": {
        "C1": {"owner": "P1", "work": "HARBOUR SEAT/1 HEAD", "fields": 1},
        "R1": {"owner": "P1", "mine": True, "work": "MINE:gold/3", "mountain": {"gold": 13}},
    },
}
EMPTIED = {
    "phase": "move_nobles",
    "to_move": "P1",
    "fish": {"L1": 10},
    "areas": {
        "V1": {"owner": "P1", "nobles": 2},
        "C1": {"owner": "P2", "work": "FISH:L1/2"},
        "H2": {"owner": "P2", "peasants": 1},
    },
}
WAITING = {
    "phase": "move_nobles",
    "to_move": "P1",
    "areas": {
        "R1": {"owner": "P1", "nobles": 3},
        "V1": {"owner": "P1", "peasants": 1},
        "H2": {"owner": "P2", "nobles": 2},
        "C1": {"owner": "P2", "peasants": 1},
    },
}
CROWN_ROAD = {
    "phase": "trade",
    "to_move": "P1",
    "money": {"P1": 20},
    "areas": two(
        {"X": {"peasants": 1, "arms": 4}, "V1": {"peasants": 1}, "H1": {"peasants": 1}, "C1": {"peasants": 1}}
    ),
}


def roads(*codes: str) -> dict[str, Any]:
    """The example of the fees with roads in some areas."""
    areas = {code: {**row, **({"road": True} if code in codes else {})} for code, row in CROWN_ROAD["areas"].items()}
    return {**CROWN_ROAD, "areas": areas}


SEASON = "preserve"
EXAMPLES = {
    "1 selling down a column": Example(
        "RH-BOARD-2 RH-BOARD-4",
        {"phase": "trade", "to_move": "P1", "areas": {"H1": {**PORT, "food": 4}}},
        "sell:food*4",
        {"H1": {"food": 0}},
        {"money": {"P1": 36}, "columns": {"food": 15}},
    ),
    "2 buying into the endless row": Example(
        "RH-BOARD-3",
        {"phase": "trade", "to_move": "P1", "money": {"P1": 80}, "columns": {"arms": 3}, "areas": {"H1": PORT}},
        "buy:arms*5",
        {"H1": {"arms": 5}},
        {"money": {"P1": 6}, "columns": {"arms": 0}},
    ),
    "3 two peasants are sold": Example(
        "RH-SELL-2 RH-ADJUST-3",
        {"phase": "trade", "to_move": "P1", "round": 4, "areas": {"H1": {**PORT, "peasants": 4}}},
        "sell:slaves*2",
        {"H1": {"peasants": 2}},
        {"money": {"P1": 69}, "columns": {"slaves": 5}},
        illegal="buy:slaves",
    ),
    "3 a slave is bought": Example(
        "RH-BUY-4",
        {
            "phase": "trade",
            "to_move": "P1",
            "round": 5,
            "money": {"P1": 30},
            "columns": {"slaves": 6},
            "areas": {"H1": PORT},
        },
        "buy:slaves",
        {"H1": {"peasants": 2}},
        {"money": {"P1": 0}, "columns": {"slaves": 5}},
    ),
    "3 a noble is sold": Example(
        "RH-SELL-4",
        {"phase": "trade", "to_move": "P1", "areas": {"H1": {**PORT, "nobles": 1}}},
        "sell:mercenaries",
        {"H1": {"nobles": 0}},
        {"money": {"P1": 70}, "columns": {"mercenaries": 1}},
    ),
    "3 the noble is bought by somebody else": Example(
        "RH-BUY-4 RH-BOARD-3",
        {
            "phase": "trade",
            "to_move": "P2",
            "money": {"P2": 70},
            "columns": {"mercenaries": 1},
            "areas": {"H1": {"owner": "P2", "peasants": 1, "harbour": True}},
        },
        "buy:mercenaries",
        {"H1": {"nobles": 1}},
        {"money": {"P2": 0}, "columns": {"mercenaries": 0}},
    ),
    "3 the clock adds a slave": Example(
        "RH-ADJUST-3",
        {"phase": "drift", "round": 4, "slaves": 3, "columns": {"slaves": 5}, "areas": {"H1": PORT}},
        "face:1",
        rest={"columns": {"slaves": 6}, "slaves": 2, "round": 5},
    ),
    "3 no slaves from round 7 on": Example(
        "RH-SELL-3",
        {"phase": "trade", "to_move": "P1", "round": 7, "money": {"P1": 90}, "areas": {"H1": {**PORT, "peasants": 4}}},
        "",
        illegal="sell:slaves buy:slaves",
    ),
    "4 drift and die": Example(
        "RH-ADJUST-1 RH-ADJUST-2",
        {"phase": "drift", "columns": {"food": 15, "salt": 11, "arms": 4}, "areas": {"H1": PORT}},
        "face:6",
        rest={"columns": {"food": 14, "salt": 11, "arms": 3}},
    ),
    "6 a race for the sea, first": Example(
        "RH-FISH-2 RH-FISH-3",
        {"phase": "work", "to_move": "P1", "fish": {"SEA": 8}, "areas": {"H1": {**PORT, "peasants": 2}, "C2": OTHER}},
        "work:FISH:SEA*2",
        {"H1": {"work": "FISH:SEA/3 FISH:SEA/3"}},
        {"fish": {"SEA": 2}},
    ),
    "6 a race for the sea, second": Example(
        "RH-WORK-5 RH-FISHPOP-2",
        {
            "phase": "work",
            "to_move": "P1",
            "fish": {"SEA": 2, "L2": 0},
            "areas": {"C2": {**PORT, "peasants": 2}},
        },
        "work:FISH:SEA",
        {"C2": {"work": "FISH:SEA/2", "peasants": 1}},
        {"fish": {"SEA": 0}},
        illegal="work:FISH:SEA work:FISH:L2",
    ),
    "8 ransom with a manor": Example(
        "RH-FIGHT-3 RH-FIGHT-5 RH-FIGHT-8 RH-FIGHT-12 RH-FIGHT-14 RH-FIGHT-18",
        MANOR_FIGHT,
        "area:C1 border:C1>H1 area:C1 border:C1>H1 hits:0 hits:1 pay:salt pay:food done",
        {
            "H1": {"salt": 1, "food": 0, "peasants": 2},
            "C1": {"food": 1, "salt": 2, "attacked": 2, "temporary_used": True},
        },
        {"money": {"P2": 12}},
    ),
    "9 losing an area": Example(
        "RH-FIGHT-12 RH-FIGHT-13 RH-FIGHT-16 RH-FIGHT-18 RH-AREA-6",
        LOSING,
        "area:V1 border:V1>C1 area:V1 border:V1>C1 area:V1 border:V1>C1 hits:0 hits:1 area:H2 yes yes done",
        {
            "C1": {"owner": "P1", "attacked": 2, "heads": 1, "harbour": True, "salt": 1},
            "V1": {"owner": "P1", "attacked": 1, "peasants": 3},
            "H2": {"owner": "P2", "nobles": 1},
        },
        {"money": {"P2": 4}},
    ),
    "9 the same, paid in full": Example(
        "RH-FIGHT-12 RH-FIGHT-17",
        LOSING,
        "area:V1 border:V1>C1 area:V1 border:V1>C1 area:V1 border:V1>C1 hits:1 hits:2 done",
        {"C1": {"owner": "P2", "nobles": 1, "peasants": 0}, "V1": {"attacked": 3, "peasants": 3}},
    ),
    "10 a beaten attacker": Example(
        "RH-FIGHT-11 RH-FIGHT-13 RH-FIGHT-16 RH-FIGHT-19",
        BEATEN,
        "area:R1 border:R1>H2 done hits:1 area:V1 area:V1",
        {
            "R1": {"owner": None, "mine": True, "salt": 0},
            "H2": {"salt": 2},
            "V1": {"nobles": 1, "attacked": 1, "food": 5},
        },
    ),
    "11 feeding, growing, preserving": Example(
        "RH-FEED-1 RH-POP-1 RH-POP-3 RH-PRESERVE-1 RH-SPOIL-1",
        {
            "phase": "feed",
            "areas": {
                "H1": {
                    **PORT,
                    "nobles": 2,
                    "peasants": 2,
                    "work": "FISH:SEA/3 TOIL/1 GROW",
                    "fields": 1,
                    "food": 2,
                    "salt": 1,
                }
            },
        },
        "number:1 face:1",
        {"H1": {"food": 2, "salt": 0, "peasants": 6, "nobles": 2}},
    ),
    "12 starvation": Example(
        "RH-FEED-2 RH-STARVE-1",
        {"phase": "feed", "areas": {"V2": {"owner": "P1", "nobles": 4, "peasants": 1, "food": 1}}},
        "face:1",
        {"V2": {"owner": "P1", "nobles": 2, "peasants": 0, "food": 0}},
    ),
    "13 short of money, the head": Example(
        "RH-BUILD-2 RH-BUILD-3 RH-OUTPUT-1",
        SHORT_OF_MONEY,
        "build:HEAD:C1",
        {"C1": {"heads": 1, "fields": 0, "harbour": True, "seat": 0}},
        {"money": {"P1": 15}},
    ),
    "13 short of money, the manor": Example(
        "RH-BUILD-3",
        SHORT_OF_MONEY,
        "build:SEAT:C1",
        {"C1": {"heads": 0, "fields": 1, "harbour": True, "seat": "manor"}},
        {"money": {"P1": 22}},
    ),
    "13 money enough, and one building refused": Example(
        "RH-BUILD-3 RH-RULING-45",
        {**SHORT_OF_MONEY, "money": {"P1": 100}},
        "build:SEAT:C1",
        {"C1": {"heads": 0, "fields": 1, "harbour": False, "seat": "manor"}},
        options={"build_refusal": "yes"},
        legal="build:HARBOUR:C1 build:HEAD:C1 done",
    ),
    "13 money enough, and nothing may be refused": Example(
        "RH-BUILD-3",
        {**SHORT_OF_MONEY, "phase": "build", "money": {"P1": 100}},
        "",
        {"C1": {"heads": 1, "fields": 0, "harbour": True, "seat": "manor"}},
    ),
    "15 a knight from this season's arms": Example(
        "RH-SEASON-1 RH-KNIGHT-1 RH-FEED-4 RH-STARVE-1",
        {
            "phase": "output",
            "areas": {
                "C1": {
                    **PORT,
                    "mine": True,
                    "seat": "manor",
                    "nobles": 1,
                    "work": "MINE:arms/1 KNIGHT",
                    "mountain": {"arms": 8},
                    "food": 1,
                }
            },
        },
        "face:1",
        {"C1": {"nobles": 2, "peasants": 1, "food": 0, "arms": 0}},
    ),
    "16 the growth token is eaten": Example(
        "RH-FEED-2 RH-WORK-11",
        {"phase": "feed", "areas": {"V1": {"owner": "P1", "nobles": 1, "peasants": 2, "work": "GROW", "food": 1}}},
        "face:1",
        {"V1": {"peasants": 3, "food": 0, "nobles": 1}},
    ),
    "16 the same with a lock": Example(
        "RH-RULING-36",
        {"phase": "feed", "areas": {"V1": {"owner": "P1", "nobles": 1, "peasants": 2, "work": "GROW/1"}}},
        "face:1",
        {"V1": {"peasants": 3, "food": 0, "nobles": 1}},
        options={"growth_lock": "yes"},
    ),
    "20 exhausting an inland mine": Example(
        "RH-MINE-3 RH-MINE-5 RH-WORK-5",
        {"phase": "work", "to_move": "P1", "areas": {"R1": {"owner": "P1", "mine": True, "peasants": 7}}},
        "work:MINE:gold*6",
        {"R1": {"peasants": 1, "mountain": {}}},
        illegal="work:MINE:gold",
    ),
    "20 what the miners bring": Example(
        "RH-OUTPUT-1 RH-MARKER-3",
        {
            "phase": "output",
            "areas": {"R1": {"owner": "P1", "mine": True, "work": "MINE:gold/3 " * 5 + "MINE:gold/1", "mountain": {}}},
        },
        "face:1",
        {"R1": {"peasants": 6}},
        {"money": {"P1": 80}},
    ),
    "22 a whole opening season": Example(
        "RH-SEASON-1 RH-CLEAR-1 RH-OUTPUT-1 RH-FISHPOP-1 RH-ADJUST-1",
        {
            "phase": "clear",
            "fish": {"SEA": 27},
            "areas": {
                "H1": {
                    **PORT,
                    "peasants": 0,
                    "nobles": 1,
                    "seat": "manor",
                    "mine": True,
                    "work": "FISH:SEA/3 MINE:salt/2 GROW CLEAR",
                    "mountain": {"salt": 18},
                    "food": 4,
                    "salt": 2,
                    "arms": 1,
                }
            },
        },
        "number:2 face:1",
        {"H1": {"food": 5, "salt": 2, "arms": 1, "peasants": 5, "fields": 1, "mountain": {"salt": 18}}},
        {"fish": {"SEA": 30}, "columns": {"food": 13, "slaves": 1}},
    ),
    "23 emptied by a full payment": Example(
        "RH-FIGHT-12 RH-FIGHT-14 RH-FIGHT-15 RH-FIGHT-18",
        EMPTIED,
        "area:V1 border:V1>C1 area:V1 border:V1>C1 yes done",
        {"V1": {"peasants": 1, "attacked": 1}, "C1": {"owner": "P1", "attacked": 1}},
        {"fish": {"L1": 10}},
    ),
    "23 the same, not entered": Example(
        "RH-RULING-67",
        EMPTIED,
        "area:V1 border:V1>C1 area:V1 border:V1>C1",
        {"V1": {"peasants": 1, "attacked": 2}, "C1": {"owner": None}},
        options={"enter_emptied": "no"},
    ),
    "24 nobles that wait": Example(
        "RH-FIGHT-13 RH-FIGHT-16 RH-FIGHT-19",
        WAITING,
        "area:R1 border:R1>H2 area:R1 border:R1>C1 done border:R1>H2 hits:1",
        {"R1": {"nobles": 2, "attacked": 1}},
        {"phase": "leave_to"},
        legal="area:V1 area:V2 area:X area:H1 area:R3",
    ),
    "25 hauled tokens are sold first": Example(
        "RH-HAUL-2 RH-HAUL-6",
        {
            "phase": "trade",
            "to_move": "P1",
            "money": {"P1": 3},
            "areas": two({"V1": {"peasants": 1, "arms": 2}, "H1": {"peasants": 1, "harbour": True, "arms": 1}}),
        },
        "haul:arms:V1 number:2 sell:arms*2 haul:arms:H1",
        {"V1": {"arms": 1}, "H1": {"arms": 0}},
        {"money": {"P1": 19}},
    ),
    "25 of two that are left one was hauled": Example(
        "RH-HAUL-6",
        {
            "phase": "trade",
            "to_move": "P1",
            "money": {"P1": 3},
            "areas": two({"V1": {"peasants": 1, "arms": 2}, "H1": {"peasants": 1, "harbour": True, "arms": 1}}),
        },
        "haul:arms:V1 number:2 sell:arms haul:arms:H1",
        {"V1": {"arms": 1}, "H1": {"arms": 1}},
        {"money": {"P1": 10}},
        illegal="haul:arms:H1",
    ),
}


ROADS = ((), ("X", "V1"), ("X", "V1", "H1"), ("X", "H1"), ("V1", "H1"))
FEES: dict[str, tuple[dict[str, Any], str, tuple[int, ...]]] = {
    "a token": ({}, "RH-HAUL-2 RH-HAUL-3 RH-HAUL-4", (8, 4, 0, 8, 4)),
    "a convoy": ({"haul_basis": "per_shipment"}, "RH-RULING-41", (2, 1, 0, 2, 1)),
    "only the ends count": ({"road_scope": "endpoints"}, "RH-RULING-42", (8, 8, 0, 0, 8)),
}
EXAMPLES |= {
    f"14 fees by {basis}, roads in {' '.join(codes) or 'none'}": Example(
        clauses, roads(*codes), "haul:arms:X area:H1 number:4", {"H1": {"arms": 4}}, {"money": {"P1": 20 - fee}}, options=options
    )
    for basis, (options, clauses, fees) in FEES.items()
    for codes, fee in zip(ROADS, fees, strict=True)
}


def begun(example: Example) -> ResourceHogState:
    """The position of an example; events of the season begin."""
    game = wb.load("resource_hog", 3, **example.options)
    state: ResourceHogState = game.position(example.position)
    state.settle()
    return state


def steps(text: str) -> Iterator[str]:
    """The actions of an example, one by one."""
    for word in text.split():
        symbol, _, number = word.partition("*")
        yield from [symbol] * int(number or 1)


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name: str) -> None:
    example = EXAMPLES[name]
    state = begun(example)
    assert set(example.clauses.split()) <= {clause.id for clause in state.game.rulebook}
    for symbol in steps(example.does):
        action = state.game.action(symbol)
        assert action in state.legal(), (
            f"{symbol} in {state.phase.name}: {[state.game.symbol(one) for one in state.legal()]}"
        )
        state.apply(action)
    written = state.to_dict()
    for code, row in example.areas.items():
        found = written["areas"].get(code, {})
        for key, value in row.items():
            assert found.get(key, None if key == "owner" else {} if key == "mountain" else 0) == value or (
                key == "work" and sorted(found.get(key, "").split()) == sorted(value.split())
            ), f"{key} of {code}: {found}"
    for key, value in example.rest.items():
        if isinstance(value, dict):
            assert {one: written[key][one] for one in value} == value
        else:
            assert written[key] == value
    for symbol in example.illegal.split():
        action = state.game.action(symbol)
        assert action not in state.legal()
        assert state.phase.reasons(state, action)
    if example.legal:
        assert sorted(state.game.symbol(action) for action in state.legal()) == sorted(example.legal.split())


# -- what is no single line of play ----------------------------------------------------------------------------------------


def test_prices_of_the_examples() -> None:
    game = wb.load("resource_hog")
    assert revenue(game, 0, 11, 10) == [10, 19, 28, 36, 44, 51, 58, 64, 70, 75]  # RH-EX-1
    assert cost(game, 2, 3, 5) == [14, 29, 44, 59, 74]
    assert revenue(game, 1, 11, 10) == [5, 10, 15, 19, 23, 27, 31, 34, 37, 39]
    assert revenue(game, 3, 0, 6) == [45, 87, 126, 162, 195, 225]
    assert revenue(game, 4, 0, 6) == [70, 136, 198, 256, 310, 360]
    after = [(revenue(game, column, tokens, 1), cost(game, column, tokens, 1)) for column, tokens in enumerate((14, 11, 3))]
    assert after == [([8], [9]), ([5], [5]), ([14], [14])]  # RH-EX-4


@pytest.mark.parametrize(
    ("most", "before", "after"),
    [
        (12, (0, 1, 4, 5, 8, 9, 10, 11, 12), (0, 2, 5, 7, 10, 12, 12, 12, 12)),
        (10, (4, 5, 8, 9, 10), (5, 7, 10, 10, 10)),
        (50, (8, 30, 49), (10, 33, 50)),
    ],
)
def test_growth_of_a_stock(most: int, before: tuple[int, ...], after: tuple[int, ...]) -> None:
    game = wb.load("resource_hog")  # RH-FISHPOP-1
    assert tuple(game.fish_growth.grown(game.blank(), stock, most) for stock in before) == after


def test_exact_battle_odds() -> None:
    game = wb.load("resource_hog")  # RH-EX-7
    wins = {(a, d): battle_law(game, a, d).attacker_wins for a in range(1, 5) for d in range(1, 4)}
    assert wins[1, 1] == Fraction(1, 3) and wins[2, 1] == Fraction(17, 21)
    assert wins[2, 2] == Fraction(29, 105) and wins[3, 2] == Fraction(701, 1085)
    assert wins[3, 1] == Fraction(307, 315) and wins[1, 2] == Fraction(1, 21) and wins[3, 3] == Fraction(6959, 29295)
    law = battle_law(game, 2, 1)
    assert law.attacker_left == {1: Fraction(8, 21), 2: Fraction(3, 7)} and law.defender_left == {1: Fraction(4, 21)}
    assert law.units(0) == Fraction(26, 21) and law.units(1) == Fraction(3, 7) and law.loss == Fraction(4, 21)


def test_battles_too_large_to_work_out_are_left_out_with_a_sentence() -> None:
    game = wb.load("resource_hog")
    with refused(wb.WorkbenchError, "A battle of 26 against 3 nobles is not worked out"):
        battle_law(game, 26, 3)
    areas = {"C1": {"owner": "P1", "nobles": 26}, "H1": {"owner": "P2", "nobles": 2}, "R1": {"owner": "P2", "nobles": 2}}
    state = game.position({"phase": "move_nobles", "to_move": "P1", "areas": areas | {"V1": {"owner": "P1", "nobles": 1}}})
    table = next(one for one in game.helpers(state, 0) if one.title == helpers.ATTACKS)
    assert {row.cells[0] for row in table.rows} == {"V1 → H1", "V1 → R1"}
    assert table.note.endswith("Battles of more than 25 nobles on a side are not worked out.")
    fight = game.position({"phase": "battle", "areas": areas, "on_border": {"C1>H1": 26}})
    assert game.odds(fight, 0) == ()



def test_the_ransom_can_be_paid_in_seven_ways() -> None:
    state = begun(Example("", MANOR_FIGHT, ""))  # RH-EX-8
    for symbol in ["area:C1", "border:C1>H1", "area:C1", "border:C1>H1", "hits:0", "hits:1"]:
        state.apply(state.game.action(symbol))
    assert state.units == 2 and state.game.ransom.capacity(state) == 7
    found = set()

    def pay(now: ResourceHogState, paid: tuple[str, ...]) -> None:
        if now.phase.name != "ransom":
            found.add(tuple(sorted(paid)))
            return
        for action in now.legal():
            child = now.copy()
            child.apply(action)
            pay(child, (*paid, now.game.symbol(action)))

    pay(state, ())
    kinds = {"money", "salt", "food"}
    expected = {tuple(sorted([f"pay:{one}", f"pay:{other}"])) for one, other in product(kinds, kinds) if one < other}
    expected |= {("pay:peasant",), *[tuple(sorted([f"pay:{one}", "pay:peasant"])) for one in kinds]}
    assert found == expected and len(found) == 7


def test_the_clock_without_trade_in_people() -> None:
    game = wb.load("resource_hog", people_trade="off", start_nobles=0)  # RH-EX-17
    state = game.start()
    rng = Random(5)
    seen: dict[int, tuple[int, int, int, int]] = {}
    while state.to_move != wb.OVER:
        if state.phase.name == "program":
            seen[int(state.round)] = (int(state.slaves), int(state.mercs), *state.columns[3:])
        legal = state.legal()
        state.apply(rng.pick(state.chance()) if state.to_move == CHANCE else legal[0])
    before = [(6 - number, 6, number, 0) for number in range(7)] + [(0, 6 - number, 6, number) for number in range(1, 6)]
    assert [seen[number] for number in range(1, 13)] == before
    assert (state.slaves, state.mercs, *state.columns[3:]) == (0, 0, 6, 6)
    assert [cost(game, column, 6, 1) for column in (3, 4)] == [[30], [50]]
    assert state.round == 12 and state.mercs == 0 and game.ending(state) == "RH-END-1"


def test_scoring_goes_row_by_row() -> None:
    areas: dict[str, dict[str, Any]] = {  # RH-EX-18, but two areas for six heads, as no area has so many squares
        "H3": {"owner": "P3", "peasants": 2, "heads": 4},
        "C3": {"owner": "P3", "nobles": 1, "heads": 2},
    }
    for seat, codes in (("P1", ("H1", "C1", "V1", "R1")), ("P2", ("H2", "C2", "V2", "R2"))):
        held = ((1, 3, 3, {"seat": "motte"}), (1, 3, 2, {"seat": "manor"}), (1, 2, 0, {"seat": "manor"}), (0, 1, 0, {}))
        for code, (nobles, peasants, heads, level) in zip(codes, held, strict=True):
            areas[code] = {"owner": seat, "nobles": nobles, "peasants": peasants, "heads": heads, **level}
    written = {"phase": "game_over", "round": 12, "areas": areas, "money": {"P1": 10, "P2": 12}}
    over = wb.load("resource_hog").position(written)
    rows = [(5, 0, 1, 2, 3, 9, 4, 10), (5, 0, 1, 2, 3, 9, 4, 12), (6, 0, 0, 0, 1, 2, 2, 0)]
    assert [over.standing(seat) for seat in range(3)] == rows and over.returns() == (0.0, 0.0, 1.0)
    del areas["H3"], areas["C3"]
    assert wb.load("resource_hog").position(written).returns() == (0.0, 1.0, 0.0)  # then money decides
    areas = {
        "H1": {"owner": "P1", "peasants": 1, "heads": 2, "seat": "castle"},
        "H2": {"owner": "P2", "peasants": 1, "heads": 2, "seat": "motte"},
        "H3": {"owner": "P3", "peasants": 9, "heads": 1},
    }
    over = wb.load("resource_hog").position({"phase": "game_over", "round": 12, "areas": areas})
    assert over.returns() == (1.0, 0.0, 0.0) and over.scores() == (2, 2, 1)
    assert over.standing(0) == (2, 1, 0, 0, 0, 1, 1, 0)


def won_by_attacker(state: ResourceHogState) -> float:
    """The chance that the battle which has just begun is won by its attacker, with every volley followed."""
    open_, won = {state.key(): (state, 1.0)}, 0.0
    while sum([mass for _, mass in open_.values()]) > 1e-12:  # volleys without a hit lead round in a circle
        later: dict[tuple[Any, ...], tuple[ResourceHogState, float]] = {}
        for now, mass in open_.values():
            weights = now.chance()
            for action, weight in weights:
                child = now.copy()
                child.apply(action)
                part = mass * weight / sum([one for _, one in weights])
                if child.phase.name == "volley":
                    later[child.key()] = (child, later.get(child.key(), (child, 0.0))[1] + part)
                elif now.side:  # the last volley was the attacker's
                    won += part
        open_ = later
    return won


@pytest.mark.parametrize(
    ("first", "second", "sides", "chances"),
    [
        ("C1>H1", "C1>H2", ((3, 2), (1, 1)), (Fraction(701, 1085), Fraction(1, 3))),
        ("C1>H2", "C1>H1", ((3, 1), (1, 2)), (Fraction(307, 315), Fraction(1, 21))),
    ],
)
def test_temporary_nobles_come_once_a_round(
    first: str, second: str, sides: tuple[tuple[int, int], ...], chances: tuple[Fraction, ...]
) -> None:
    game = wb.load("resource_hog")  # RH-EX-19
    areas = {
        "C1": {"owner": "P1", "nobles": 2, "seat": "castle"},
        "H1": {"owner": "P2", "nobles": 2},
        "H2": {"owner": "P3", "nobles": 1},
    }
    now = game.position({"phase": "battle", "to_move": "P1", "areas": areas, "on_border": {"C1>H1": 1, "C1>H2": 1}})
    now.apply(game.action(f"border:{first}"))
    assert (now.attackers, now.defenders) == sides[0] and won_by_attacker(now) == pytest.approx(chances[0], abs=1e-9)
    while now.target != game.ground.area_of(second[3:]) or now.phase.name != "volley":
        now.apply(game.words.hits + (3 if now.side else 0) if now.phase.name == "volley" else now.legal()[0])
    assert (now.attackers, now.defenders) == sides[1] and won_by_attacker(now) == pytest.approx(chances[1], abs=1e-9)


CARD_OF = {"move_peasants": "P", "work": "P", "move_nobles": "N", "trade": "T"}


def orders_of(state: ResourceHogState) -> list[tuple[str, ...]]:
    """Every order in which the cards of a round may come, as ``P1 N``; nobody does anything."""
    open_: list[tuple[ResourceHogState, tuple[str, ...]]] = [(state, ())]
    found = []
    while open_:
        now, came = open_.pop()
        if now.round != state.round or now.phase.seasonal:
            found.append(came)
        elif now.to_move == CHANCE:
            assert len({weight for _, weight in now.chance()}) == 1
            for action, _ in now.chance():
                child = now.copy()
                child.apply(action)
                open_.append((child, came))
        else:
            card = f"P{now.to_move + 1} {CARD_OF[now.phase.name]}"
            now.apply(now.game.words.done)
            open_.append((now, came if card in came else (*came, card)))
    return found


def test_order_odds_of_a_round() -> None:
    game = wb.load("resource_hog", auto_single="off")  # RH-EX-21, by all orders there are
    piles = dict(zip(("P1", "P2", "P3"), ("NTP", "TPN", "PTN"), strict=True))
    assert all(pile in PILES for pile in piles.values())
    areas = {
        code: {"owner": f"P{seat + 1}", "peasants": 1, "nobles": 1, "harbour": True, "food": 1}
        for seat, code in enumerate(("H1", "H2", "H3"))
    }
    state = game.position({"phase": "reveal", "piles": piles, "areas": areas})
    orders = orders_of(state)
    assert len(orders) == len(set(orders)) == 6**3

    def share(holds: Callable[[tuple[str, ...]], bool]) -> Fraction:
        return Fraction(sum([holds(order) for order in orders]), len(orders))

    assert share(lambda order: order.index("P1 N") < order.index("P2 T")) == Fraction(1, 2)
    assert share(lambda order: order.index("P1 T") < order.index("P3 T")) == Fraction(1, 2)
    assert share(lambda order: order.index("P2 T") < order.index("P1 T")) == 1
    assert share(lambda order: [order.index(f"P1 {card}") for card in "NTP"] == [0, 3, 6]) == Fraction(1, 27)


def test_capacity_counts_goods_and_peasants() -> None:
    state = begun(Example("", MANOR_FIGHT, ""))
    area = state.game.ground.area_of("H1")
    assert state.game.ransom.worth(state, 1, [area]) == 1 + 1 + 0 + 1 + 4
    assert GOOD_NAMES == ("food", "salt", "arms")


def test_a_changed_trade_phase_that_leaves_nothing_to_do_is_passed_over() -> None:
    class Closed(Trade):
        def legal(self, state: ResourceHogState) -> tuple[int, ...]:
            return (state.game.words.done,)

    state, rng, met = wb.load("resource_hog", phases={"trade": Closed}, start_money=20).start(), Random(2), set()
    for _move in range(60):
        if state.to_move == CHANCE:
            state.roll(rng)
        else:
            met.add(state.phase.name)
            state.apply(state.legal()[rng.below(len(state.legal()))])
    assert "work" in met and "trade" not in met
