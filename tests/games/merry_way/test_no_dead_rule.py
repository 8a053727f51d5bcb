"""No dead rule: every clause that the code can tell of is told in play, by random games or, if it is rare, from a position."""

from __future__ import annotations

import ast
import re
from collections import Counter
from typing import Any

import pytest

import workbench as wb
from tests.contract import random_game
from tests.games.merry_way import test_contract as contract
from workbench.core.events import ClauseCounter
from workbench.core.registry import GAMES
from workbench.core.state import OVER

CLAUSE = re.compile(r"MW-[A-Z]+-[1-9][0-9]*")
SEEDS = 12
VARIANTS: dict[str, dict[str, Any]] = {
    **contract.TestMerryWay.variants,
    "to the end": {"trade_mode": "none"},
    "a named line-up": {"line_up": "F33 F34 F35 F36 F37 F38", "max_rounds": 2},
}

LAST_PASS = {"phase": "build", "turn": "B", "passed": ["A"]}

RARE: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    # clause, options, position, actions
    (
        "MW-WORK-10",
        {},
        {"phase": "digit", "table": {"A": "RC13"}, "hands": {"A": "GR1 GR1 GR1 GR1"}, "resources": {"B": "11/11/11"}},
        "work:pass",
    ),
    ("MW-GOAL-3", {}, {**LAST_PASS, "profit": {"A": 30}}, "build:pass dealt:RC01 dealt:RC02"),
    ("MW-WIN-7", {}, {**LAST_PASS, "round": 40}, "build:pass dealt:RC01 dealt:RC02"),
    ("MW-RULING-39", {"final_tie": "random"}, {"phase": "final_tie", "round": 40}, "winner:A"),
]
"""Clauses that random games hardly ever reach: the options, the position, and the actions that lead there."""


def told() -> set[str]:
    """Every clause that a call of `tell` or `whisper` in the game's code can name, read from the source."""
    found: set[str] = set()
    for path in (GAMES / "merry_way").glob("*.py"):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(function, ast.FunctionDef):
                continue
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
                    if call.func.attr in ("tell", "whisper"):
                        found |= clauses_in(call.args[0], function)
    return found


def clauses_in(argument: ast.expr, function: ast.FunctionDef) -> set[str]:
    """The clause IDs an argument can stand for: written out, or given to its variable in the same function."""
    names = {node.id for node in ast.walk(argument) if isinstance(node, ast.Name)}
    sources: list[ast.AST] = [argument]
    for node in ast.walk(function):
        targets: list[ast.AST] = []
        if isinstance(node, ast.Assign):
            targets, source = list(node.targets), node.value
        elif isinstance(node, ast.For):
            targets, source = [node.target], node.iter
        if {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)} & names:
            sources.append(source)
    constants = [node.value for source in sources for node in ast.walk(source) if isinstance(node, ast.Constant)]
    return {text for text in constants if isinstance(text, str) and CLAUSE.fullmatch(text)}


@pytest.fixture(scope="module")
def in_random_games() -> Counter[str]:
    total: Counter[str] = Counter()
    for options in VARIANTS.values():
        for players in (2, 3):
            game = wb.load("merry_way", players, **options)
            for seed in range(SEEDS):
                counter = ClauseCounter()
                *_, (last, _) = random_game(game, seed, game.start(counter))
                assert last.to_move == OVER
                total += Counter(counter.fired)
    return total


def test_the_scan_finds_clauses_in_every_form_they_are_told_in() -> None:
    clauses = told()
    assert len(clauses) > 60
    # written out, by a variable, by one of a pair of targets, in a loop
    assert {"MW-SETUP-1", "MW-WORK-8", "MW-PEASANT-4", "MW-ROB-2", "MW-WIN-5"} <= clauses
    assert clauses <= {clause.id for clause in wb.load("merry_way").rulebook}


def test_every_clause_that_is_told_fires_in_random_games_or_in_a_position_below(in_random_games: Counter[str]) -> None:
    rare = {clause for clause, *_ in RARE}
    assert told() - set(in_random_games) - rare == set()


@pytest.mark.parametrize(("clause", "options", "position", "actions"), RARE, ids=[row[0] for row in RARE])
def test_rare_clauses_fire(clause: str, options: dict[str, Any], position: dict[str, Any], actions: str) -> None:
    state = wb.load("merry_way", 2, **options).position(position)
    state.listener = counter = ClauseCounter()
    for symbol in actions.split():
        assert clause not in counter.fired
        action = state.game.action(symbol)
        assert action in state.legal()
        state.apply(action)
    assert counter.fired[clause] == 1
