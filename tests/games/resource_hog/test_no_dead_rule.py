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
from workbench.lab.coverage import told

VARIANTS: dict[str, dict[str, Any]] = {
    "usual": {},
    "warlike": WARLIKE,
    "no board": {"board_start": "empty", "clock": "six"},
    "half": {"clock": "six", "slave_tokens": 2},
    "shares": {**WARLIKE, "feed_scope": "realm", "peasants_settle": "yes", "peasant_load": 0},
    **OTHER_READINGS,
}

RARE: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "RH-MARKER-2": (
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
    "RH-RULING-71": (
        {},
        {
            "phase": "die",
            "columns": {"slaves": 10},
            "areas": {"H1": {"owner": "P1", "peasants": 1}},
        },
        "face:1",
    ),
}
"""Clauses that games may not reach: the options, the position, and the actions that lead there."""


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


SELDOM = frozenset(["RH-END-2", "RH-SCORE-4", "RH-AREA-8", "RH-FIGHT-19", "RH-RULING-4", "RH-RULING-34"])
"""Clauses that fire in some games only, and have examples or tests of their own."""


def test_every_clause_that_is_told_fires(fired: Counter[str]) -> None:
    clauses = told(wb.load("resource_hog"))
    assert len(clauses) > 80
    assert clauses - set(fired) - set(RARE) - SELDOM == set()


def test_nothing_else_is_told(fired: Counter[str]) -> None:
    assert set(fired) - told(wb.load("resource_hog")) == set()


@pytest.mark.parametrize("clause", RARE)
def test_rare_clauses_fire(clause: str) -> None:
    options, position, actions = RARE[clause]
    state = wb.load("resource_hog", 3, **options).position(position)
    state.listener = counter = ClauseCounter()
    for symbol in actions.split():
        state.apply(state.game.action(symbol))
    assert counter.fired[clause] >= 1
