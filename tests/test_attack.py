"""A short attack on every game, and on games that only the tests know; the long ones are run by hand (`tools/attack.py`)."""

from __future__ import annotations

import random
from typing import Any

import pytest

import workbench as wb
from tests.toy_game.baskets import SealedBaskets
from tests.toy_game.game import SealedLots
from tools import attack
from tools.attack import KINDS, Target
from workbench.core.errors import PositionError
from workbench.core.match import Explanation
from workbench.core.seating import Seating
from workbench.core.state import FURTHEST, OVER

TRIES = {"files": 25, "positions": 40, "options": 6, "tables": 5, "words": 10, "messages": 4, "nets": 12, "markup": 1}
TARGETS = [*attack.targets(), Target("sealed_lots", SealedLots, False), Target("sealed_baskets", SealedBaskets, False)]
WITH_TABLES = [target for target in TARGETS if any(one.allowed.tables() for one in target.kind.option_table)]


def test_every_kind_of_attack_is_in_the_short_run() -> None:
    assert set(TRIES) == set(KINDS)


@pytest.mark.parametrize("kind", TRIES)
@pytest.mark.parametrize("target", TARGETS[:-2], ids=lambda target: target.name)
def test_nothing_gives_way(kind: str, target: Target, short: bool) -> None:
    tally = attack.attack(kind, target, max(1, TRIES[kind] // 6) if short else TRIES[kind], seed=1)
    assert tally.failures == []
    assert tally.tried or kind == "tables"


@pytest.mark.parametrize("target", WITH_TABLES, ids=lambda target: target.name)
def test_about_half_of_what_somebody_might_write_into_a_table_is_taken(target: Target) -> None:
    taken = tries = 0
    for option in target.kind.option_table:
        for number in range(60 if option.allowed.tables() else 0):
            rng = random.Random(number)
            try:
                option.allowed.check(attack.rewritten(rng.choice(option.allowed.tables()), rng))
                taken += 1
            except ValueError:
                pass
            tries += 1
    assert tries / 4 <= taken <= tries * 3 / 4


def test_a_thing_that_is_forgotten_is_mentioned_nowhere() -> None:
    lines = ['borders = ["A-B", "B-C"]', "A = { x = 1 }", "B = { x = 1 }", 'C = { near = "A B" }']
    assert attack.forgotten(lines, 2) == ["borders = [ ]", "A = { x = 1 }", 'C = { near = "A " }']
    assert attack.forgotten(["id,name", "F1,One", "F2,Two"], 1) == ["id,name", "F2,Two"]


@pytest.mark.parametrize("kind", ["nets"])
@pytest.mark.parametrize("target", TARGETS[-2:], ids=lambda target: target.name)
def test_games_of_ones_own_are_attacked_by_being_games(kind: str, target: Target) -> None:
    assert attack.attack(kind, target, 10, seed=1).failures == []


# -- nobody counts further ----------------------------------------------------------------------------------------------


def test_from_every_limit_a_game_goes_on_and_can_be_written_down() -> None:
    """A counter at its limit stands still or begins anew in play: it never grows to what cannot be read back."""
    for target in attack.targets():
        accepted = set()
        for players in {target.kind.player_counts[0], target.kind.player_counts[-1]}:
            game = target.kind({}, players)
            for number, (key, inner, seats) in enumerate(attack.limits(game)):
                for value in (inner.high, inner.low):
                    try:
                        state = game.position({key: dict.fromkeys(seats, value) if seats else value})
                    except PositionError:
                        continue
                    accepted.add(key)
                    rng = random.Random(number)
                    for count in range(200):
                        if state.to_move == OVER:
                            break
                        if count % 40 == 0:
                            attack.reads_back(game, state)
                        state.apply(rng.choice(state.legal()))
                    attack.reads_back(game, state)
        assert accepted, f"no limit of {target.name} was tried"


GOLD = {"owner": "P1", "peasants": 3, "mine": True, "work": "MINE:gold/2", "mountain": {"gold": 9}}
SALT = {**GOLD, "work": "MINE:salt/2", "mountain": {"salt": 9}}
"""Areas of Resource Hog in which gold and salt are mined."""


@pytest.mark.parametrize(
    ("name", "options", "written", "field"),
    [
        ("goods_and_honor", {"max_rounds": 0, "stall_rounds": 0}, {"turn": FURTHEST, "first": "A", "active": "A"}, "turn"),
        ("keydom", {"max_rounds": 0}, {"turn": FURTHEST, "start": "Anna", "active": "Ben"}, "turn"),
        ("keydom", {}, {"next_entry": FURTHEST}, "next_entry"),
        ("resource_hog", {}, {"money": {"P1": FURTHEST}, "areas": {"R1": GOLD}}, "money"),
        ("resource_hog", {}, {"areas": {"H1": {**SALT, "arms": FURTHEST}}}, "store"),
        ("merry_way", {}, {"profit": {"A": FURTHEST}, "board": "N: L1.4=GR1@B R1.4=WK3@B"}, "profit"),
    ],
)
def test_a_count_that_no_rule_bounds_goes_no_further(
    name: str, options: dict[str, Any], written: dict[str, Any], field: str
) -> None:
    game = wb.load(name, **options)
    for seed in range(8):
        state, rng = game.position(written), random.Random(seed)
        for count in range(600):
            if state.to_move == OVER:
                break
            state.apply(rng.choice(state.legal()))
            value = getattr(state, field)
            assert (sum(value) if isinstance(value, list) else value) <= FURTHEST
            if count % 50 == 0:
                attack.reads_back(game, state)


# -- the attack notices what gives way ---------------------------------------------------------------------------------


def test_markup_that_gets_through_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Explanation, "_repr_markdown_", lambda self: f"**{self.title}** {self.question}")
    failures = attack.attack("markup", TARGETS[0], 1).failures
    assert failures and "explanation, markdown: <img" in failures[0][1]


def test_a_secret_that_gets_out_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Seating, "state", lambda self: self.match.state)
    failures = attack.attack("nets", TARGETS[-1], 30, seed=1).failures
    assert failures and "what is sent to the page" in failures[0][1]


def test_a_try_can_be_had_again() -> None:
    values = repr(attack.WEIRD)
    first, second = (attack.attack("positions", TARGETS[0], 30, seed=5).ended for _ in range(2))
    assert first == second
    assert repr(attack.WEIRD) == values, "what a try changes is its own"
