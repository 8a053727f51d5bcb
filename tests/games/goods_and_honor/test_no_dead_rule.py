"""No dead rule: every clause that the code can tell of is told in play, by random games or, if it is rare, from a position."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import workbench as wb
from tests.contract import random_game
from tests.games.goods_and_honor.test_contract import ELDERS, OTHER_READINGS
from workbench.core.events import ClauseCounter
from workbench.core.state import OVER
from workbench.lab.coverage import told

pytestmark = pytest.mark.xdist_group("clauses of goods_and_honor")  # the games are played once for several tests

VARIANTS: dict[str, dict[str, Any]] = {
    "usual": {},
    **OTHER_READINGS,
    **ELDERS,
    "nobody pays": {"chips_per_player": 0, "goods_per_player": 2, "no_bidder": "free_gift"},
}

RARE: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("GH-NAST-8", {}, {"mats": {"A": "Food P1"}, "table": "N2"}, "defend:Plainsfolk/Food roll:6-1"),
    (
        "GH-PAWN-7",
        {"elder_pawns": "on"},
        {"mats": {"A": "Food P1 | New W1"}, "pawns": {"A": "Rock"}, "table": "N1"},
        "defend:Woodsfolk/New",
    ),
    (
        "GH-RULING-29",  # nobody but newcomers, and they may not be named
        {"new_folks_defend": "no"},
        {"mats": {"A": "Food P1 | New W1"}, "table": "N2"},
        "defend:Plainsfolk/Food roll:6-1",
    ),
    (
        "GH-RULING-31",  # one Folk named twice, and lost the first time
        {"duel_commit": "all_first"},
        {"mats": {"A": "Food P1 W1"}, "table": "N2"},
        "defend:Plainsfolk/Food",
    ),
    (
        "GH-HOUSE-5",
        {"stall_rounds": 1},
        {"mats": {"A": "Food P1"}, "turn": 3, "first": "B", "active": "A", "phase": "assign"},
        "keep_layout",
    ),
]
"""Clauses that random games may not reach: the options, the position, and the actions that lead there."""


@pytest.fixture(scope="module")
def in_random_games() -> Counter[str]:
    total: Counter[str] = Counter()
    for options in VARIANTS.values():
        for seed in range(12):
            counter = ClauseCounter()
            players = 3 if "folks_each" in options else 3 + seed % 2  # the small bag is too small for four
            game = wb.load("goods_and_honor", players, **options)
            *_, (last, _) = random_game(game, seed, game.start(counter))
            assert last.to_move == OVER
            total += Counter(counter.fired)
    return total


def test_every_clause_that_is_told_fires_in_random_games_or_in_a_position_below(in_random_games: Counter[str]) -> None:
    clauses = told(wb.load("goods_and_honor"))
    assert len(clauses) > 90
    assert clauses - set(in_random_games) - {clause for clause, *_ in RARE} == set()


def test_nothing_else_is_told(in_random_games: Counter[str]) -> None:
    assert set(in_random_games) - told(wb.load("goods_and_honor")) == set()


@pytest.mark.parametrize(("clause", "options", "position", "actions"), RARE, ids=[row[0] for row in RARE])
def test_rare_clauses_fire(clause: str, options: dict[str, Any], position: dict[str, Any], actions: str) -> None:
    state = wb.load("goods_and_honor", **options).position(position)
    state.listener = counter = ClauseCounter()
    for symbol in actions.split():
        assert clause not in counter.fired
        action = state.game.action(symbol)
        assert action in state.legal()
        state.apply(action)
    assert counter.fired[clause] == 1
