"""No dead rule: every clause that the code can tell of is told in play, by random games or, if it is rare, from a position."""

from __future__ import annotations

import ast
from collections import Counter
from typing import Any

import pytest

import workbench as wb
from tests.contract import random_game
from tests.games.northwood import test_contract as contract
from workbench.core.events import ClauseCounter
from workbench.core.random import Random
from workbench.core.registry import GAMES
from workbench.core.state import CHANCE, OVER

VARIANTS: dict[str, dict[str, Any]] = {
    **contract.TestNorthwood.variants,
    "friendly from the start": {"start_friendly": [3]},
    "three lives": {"lives": 3},
    "fief 0 must be won": {"must_win": [0]},
}
SEEDS = 40

RARE: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    (
        "NW-ABIL-11",  # two cards can be discarded and none be left only where the deck has run out
        {},
        {"hand": "C3", "deck": "L5", "fief": 0, "ruler": "LQ", "allies": "CJ* FJ* LJ* EJ"},
        "ally:3 card:L5 card:C3 card:L5",
    ),
    (
        "NW-RULING-27",  # the last card of the hand answers while a Baron of Eyes waits
        {"baron_of_eyes_timing": "after_end_test"},
        {"hand": "C6", "deck": "C2 F2", "fief": 2, "ruler": "CP", "score": "L1", "allies": "CJ* FJ* LJ* EB"},
        "ally:3 card:C2 card:C6",
    ),
    (
        "NW-RULING-2",  # the deck is larger than the hand but for a few abilities
        {"visit_end_check": "at_statement"},
        {"hand": "C5 F2", "deck": "C3", "fief": 1, "ruler": "LQ"},
        "pass card:C3",
    ),
    (
        "NW-RULING-13",
        {"king_of_claws_ties": "choose_one"},
        {"hand": "C7 F7 E2", "deck": "C1 F3", "fief": 2, "ruler": "LQ", "allies": "CK FJ* LJ* EJ*"},
        "ally:0 card:F7",
    ),
    (
        "NW-RULING-26",
        {"lady_of_eyes_discard": "optional"},
        {"hand": "C1 C2", "deck": "C5 F3 L1", "fief": 2, "ruler": "LQ", "allies": "CJ* FJ* LJ* EL"},
        "ally:3 card:C5 card:F3 skip",
    ),
    (
        "NW-RULING-34",
        {"king_of_leaves_exchange": "optional"},
        {"hand": "E1 E3", "deck": "C8 F4", "fief": 2, "ruler": "EK", "allies": "CJ* FJ* LK EJ*"},
        "ally:2 card:C8 skip",
    ),
]
"""Clauses that random games hardly ever reach: the options, the position, and the actions that lead there."""


def told() -> set[str]:
    """Every clause ID that a call of `tell` in the game's code can name, read from the source."""
    found: set[str] = set()
    for path in (GAMES / "northwood").rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                for call in ast.walk(function):
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "tell":
                        found |= clauses_in(call.args[0], function)
    return found


def clauses_in(argument: ast.expr, function: ast.FunctionDef) -> set[str]:
    """The clause IDs an argument can stand for: written out, or assigned to its variable in the same function."""
    names = {node.id for node in ast.walk(argument) if isinstance(node, ast.Name)}
    sources: list[ast.AST] = [argument]
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            targets = {name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)}
            if targets & names:
                sources.append(node.value)
    constants = [node.value for source in sources for node in ast.walk(source) if isinstance(node, ast.Constant)]
    return {text for text in constants if isinstance(text, str) and text.startswith("NW-")}


def fired(options: dict[str, Any], seed: int) -> Counter[str]:
    """How often each clause fires in one random game, its set-up included."""
    counter = ClauseCounter()
    game = wb.load("northwood", **options)
    *_, (last, _) = random_game(game, seed, game.start(counter))
    assert last.to_move == OVER
    return Counter(counter.fired)


@pytest.fixture(scope="module")
def in_random_games() -> Counter[str]:
    total: Counter[str] = Counter()
    for options in VARIANTS.values():
        for seed in range(SEEDS):
            total += fired(options, seed)
    return total


def test_the_scan_finds_clauses_in_every_form_they_are_told_in() -> None:
    clauses = told()
    assert len(clauses) > 80
    # written out, by a condition in the call, by a variable, by one of two targets
    assert {"NW-SETUP-1", "NW-TRICK-2", "NW-FULL-3", "NW-RULING-1", "NW-TRICK-7"} <= clauses
    assert clauses <= {clause.id for clause in wb.load("northwood").rulebook}


def test_every_clause_that_is_told_fires_in_random_games_or_in_a_position_below(in_random_games: Counter[str]) -> None:
    rare = {clause for clause, *_ in RARE}
    assert told() - set(in_random_games) - rare == set()


def test_nothing_else_is_told(in_random_games: Counter[str]) -> None:
    assert set(in_random_games) - told() == set()


@pytest.mark.parametrize(("clause", "options", "position", "actions"), RARE, ids=[row[0] for row in RARE])
def test_rare_clauses_fire(clause: str, options: dict[str, Any], position: dict[str, Any], actions: str) -> None:
    state = wb.load("northwood", **options).position(position)
    state.listener = counter = ClauseCounter()
    for symbol in actions.split():
        assert clause not in counter.fired
        action = state.game.action(symbol)
        assert action in state.legal()
        state.apply(action)
    assert counter.fired[clause] == 1


def test_each_ability_is_told_of_where_it_is_used() -> None:
    """Each character's own clause fires when its ability is carried out, and not before."""
    game = wb.load("northwood")
    jacks = {code[0]: code for code in ("CJ", "FJ", "LJ", "EJ")}
    hand = {"hand": "C1 C5 F5 L2 E4 E6", "deck": "C2 C3 F1 F7 L5 E1 E7", "discard": "C8", "score": "F4", "fief": 4}
    for ability in game.phases.values():
        code = getattr(ability, "code", "")
        if not code:
            continue
        allies = [code if suit == code[0] else f"{jack}*" for suit, jack in jacks.items()]
        ruler = "LK" if code != "LK" else "LQ"
        state = game.position({**hand, "ruler": ruler, "allies": " ".join(allies)})
        state.listener = counter = ClauseCounter()
        slot = "CFLE".index(code[0])
        state.apply(game.action(f"ally:{slot}"))
        rng = Random(1)
        while state.to_move != OVER and state.phase is ability:
            legal = state.legal()
            state.apply(rng.pick(state.chance()) if state.to_move == CHANCE else legal[0])
        assert ability.clauses[0] in counter.fired, f"{code} is carried out without its clause"
