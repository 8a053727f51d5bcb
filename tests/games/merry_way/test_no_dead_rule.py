"""No dead rule: every clause that the code can tell of is told in play, by random games or, if it is rare, from a position."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import workbench as wb
from tests.contract import random_game
from tests.games.merry_way import test_contract as contract
from workbench.core.events import ClauseCounter
from workbench.core.state import OVER

pytestmark = pytest.mark.xdist_group("clauses of merry_way")  # the games are played once for several tests

SEEDS = 12
VARIANTS: dict[str, dict[str, Any]] = {
    **contract.TestMerryWay.variants,
    "to the end": {"trade_mode": "none"},
    "a named line-up": {"line_up": "F33 F34 F35 F36 F37 F38", "max_rounds": 2},
}

LAST_PASS = {"phase": "build", "turn": "B", "passed": ["A"]}
NEARLY_EMPTY = {
    **LAST_PASS,
    "profit": {"A": 29, "B": 29},
    "board": "N: L1.4=LZ4@A",
    "line_up": "F01 F02 F03 F04 F05 F06",
}

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
    ("MW-RULING-50", {}, {**LAST_PASS, "round": 40}, "build:pass dealt:RC01 dealt:RC02"),
    ("MW-RULING-39", {"final_tie": "random"}, {"phase": "final_tie", "round": 40}, "winner:A"),
    ("MW-RULING-35", {"profit_pile": "60"}, NEARLY_EMPTY, "build:pass"),
]
"""Clauses that random games hardly ever reach: the options, the position, and the actions that lead there."""

OWN_TRAP = {"board": "N: L1.4=LZ1@A"}
BUILDS = {"phase": "build", "resources": {"A": "5/5/5"}, "hands": {"A": "GR3"}}
DEAD_END = {"board": "N: L1.4=GR3@A R1.4=LZ1@B", "roadblock": "N:L1.4-M4", "line_up": "F01 F02 F03 F04 F05 F06"}
EQUALLY_NEAR = {"board": "N: L1.4=GR1@A R1.4=GR1@B", "line_up": "F01 F02 F03 F04 F05 F06"}


def walking(board: str) -> dict[str, Any]:
    """A position in which the last pass sends the travellers out over a board."""
    return {**LAST_PASS, "board": f"N: {board}", "line_up": "F01 F02 F03 F04 F05 F06"}


OTHER_READINGS: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    # clause, options, position, actions
    ("MW-RULING-15", {"remove_own_claim": "bank"}, {**OWN_TRAP, "phase": "bank"}, "unclaim:N:L1.4"),
    ("MW-RULING-15", {"remove_own_claim": "build"}, {**OWN_TRAP, "phase": "build"}, "unclaim:N:L1.4"),
    ("MW-RULING-19", {"roadblock_scheme": "card"}, {**BUILDS, **OWN_TRAP}, "roadblock block:N:M3-M4 discard:GR3"),
    ("MW-RULING-21", {"covered": "discard"}, {**BUILDS, **OWN_TRAP}, "play:GR3 place:N:L1.4"),
    ("MW-RULING-25", {"roadblock_policy": "stop"}, {**LAST_PASS, **DEAD_END}, "build:pass"),
    ("MW-RULING-26", {"side_tie": "leader"}, {**LAST_PASS, **EQUALLY_NEAR}, "build:pass tie:right"),
    ("MW-RULING-26", {"side_tie": "random"}, {**LAST_PASS, **EQUALLY_NEAR}, "build:pass tie:right"),
    # where a traveller walks: the walk names the reading that sends it another way
    ("MW-RULING-23", {"nearest": "along"}, walking("R1.4=LZ1@A L1.4=DW1@B L1.3=GR2@B L2.3=DW2@A"), "build:pass"),
    ("MW-RULING-27", {"dim_tie": "dim"}, walking("R1.4=GR1@A L1.2=GR2@A L1.3=WK1@B L2.3=LZ1@B L1.4=DW1@B"), "build:pass"),
    ("MW-RULING-28", {"dim_first": "one"}, walking("L1.4=LZ1@B R1.4=LZ1@B R1.3=GR2@B"), "build:pass"),
    ("MW-RULING-29", {"stuck_folly": "skip"}, walking("R1.4=DW2@A"), "build:pass"),
    (
        "MW-RULING-33",
        {"home": "direct"},
        {**walking("L1.3=GR1@A L1.4=WK1@B"), "roadblock": "N:M3-M4"},
        "build:pass",
    ),
    ("MW-RULING-35", {"profit_pile": "60"}, NEARLY_EMPTY, "build:pass"),
    ("MW-RULING-39", {"final_tie": "random"}, {**LAST_PASS, "round": 40}, "build:pass dealt:RC01 dealt:RC02 winner:B"),
]
"""Clauses that fire under an option alone: with the same position and actions, and the usual rules, they do not."""


def told() -> set[str]:
    """Every clause that an event of the game can name."""
    return {clause for kind in wb.load("merry_way").kinds() for clause in kind.all_clauses}


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


def test_every_clause_that_is_told_fires_in_random_games_or_in_a_position_below(in_random_games: Counter[str]) -> None:
    rare = {clause for clause, *_ in (*RARE, *OTHER_READINGS)}
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


@pytest.mark.parametrize(("clause", "options", "position", "actions"), OTHER_READINGS)
def test_other_readings_fire_under_their_option_alone(
    clause: str, options: dict[str, Any], position: dict[str, Any], actions: str
) -> None:
    fired = []
    for chosen in (options, {}):
        state = wb.load("merry_way", 2, **chosen).position(position)
        state.listener = counter = ClauseCounter()
        for symbol in actions.split():
            action = state.game.action(symbol)
            if action in state.legal():
                state.apply(action)
            else:
                assert not chosen, f"{symbol} is not legal under {options}"
        fired.append(clause in counter.fired)
    assert fired == [True, False]


def test_a_line_up_laid_out_for_study_is_told_in_the_set_up() -> None:
    """MW-HOUSE-14 fires once for each card laid out; a line-up that is drawn fires MW-SETUP-5 instead."""
    for line_up in ("F33 F34 F35 F36 F37 F38", ""):
        counter = ClauseCounter()
        for state, _ in random_game(game := wb.load("merry_way", 2, line_up=line_up), 1, game.start(counter)):
            if state.to_move >= 0:
                break
        told_of = [counter.fired.get(clause, 0) for clause in ("MW-HOUSE-14", "MW-SETUP-5")]
        assert told_of == ([6, 0] if line_up else [0, 6])
