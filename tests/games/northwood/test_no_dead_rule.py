"""No dead rule: every kind of event is told under each of its clauses, in random games or, if it is rare, from a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import workbench as wb
from tests.contract import random_game
from tests.games.northwood import test_contract as contract
from workbench.core.events import ClauseCounter, Kind, Listener
from workbench.core.game import Game
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER
from workbench.games.northwood.components import character_name

pytestmark = pytest.mark.xdist_group("clauses of northwood")  # the games are played once for several tests

VARIANTS: dict[str, dict[str, Any]] = {
    **contract.TestNorthwood.variants,
    "friendly from the start": {"start_friendly": [3]},
    "three lives": {"lives": 3},
    "fief 0 must be won": {"must_win": [0]},
    "a short row of all characters": {"setup": "full", "fiefs": 5},
    "an easy win": {"threshold": 0},
    "an easy win of the hidden three": {"fiefs": 3, "win_rule": "hidden_three", "start_friendly": [1, 2]},
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
    (
        "NW-RULING-37",
        {"stars": (4, 3, 2, 1, 1, 2, 3, 3)},
        {"ruler": "CQ", "hand": "C8", "deck": "C7 F1 E2", "fief": 0, "friendly": [1, 2, 3, 4, 5, 6, 7]},
        "pass card:C7 card:C8",
    ),
]
"""Clauses that random games hardly ever reach: the options, the position, and the actions that lead there."""


class Pairs(Listener):
    """Keeps which kinds of event have named which clauses."""

    def __init__(self) -> None:
        super().__init__()
        self.found: set[tuple[str, str]] = set()

    def hear(self, game: Game, kind: Kind, clause: str, seat: int, to: tuple[int, ...], fields: Mapping[str, Any]) -> None:
        self.found.add((kind.name, clause))


def told() -> set[tuple[str, str]]:
    """Every kind of event with every clause that it can name."""
    return {(kind.name, clause) for kind in wb.load("northwood").kinds() for clause in kind.all_clauses}


@pytest.fixture(scope="module")
def in_random_games() -> set[tuple[str, str]]:
    pairs = Pairs()
    seldom = [row.options for row in contract.MOVED]
    for options, seeds in [*[(one, SEEDS) for one in VARIANTS.values()], *[(one, 6) for one in seldom]]:
        game = wb.load("northwood", **options)
        for seed in range(seeds):
            *_, (last, _) = random_game(game, seed, game.start(pairs))
            assert last.to_move == OVER
    return pairs.found


def test_every_kind_is_told_with_each_clause_in_random_games_or_in_a_position_below(
    in_random_games: set[tuple[str, str]],
) -> None:
    rare = {clause for clause, *_ in RARE}
    assert [pair for pair in told() - in_random_games if pair[1] not in rare] == []


def test_nothing_else_is_told(in_random_games: set[tuple[str, str]]) -> None:
    assert in_random_games - told() == set()


@pytest.mark.parametrize(("clause", "options", "position", "actions"), RARE, ids=[row[0] for row in RARE])
def test_rare_clauses_fire(clause: str, options: dict[str, Any], position: dict[str, Any], actions: str) -> None:
    state = wb.load("northwood", **options).position(position)
    state.listener = counter = ClauseCounter()
    for symbol in actions.split():
        assert clause not in counter.fired
        action = state.game.action(symbol)
        assert action in state.legal()
        state.apply(action)
    assert counter.fired[clause]


def test_each_ability_is_told_of_where_it_is_used() -> None:
    """Each character's own clause fires when its ability is carried out, and not before."""
    game = wb.load("northwood")
    jacks = {code[0]: code for code in ("CJ", "FJ", "LJ", "EJ")}
    hand = {"hand": "C1 C5 F5 L2 E4 E6", "deck": "C2 C3 F1 F7 L5 E1 E7", "discard": "C8", "score": "F4", "fief": 4}
    for character, ability in enumerate(game.abilities):
        code = character_name(character)
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
