"""A short attack on every game, and on games that only the tests know; the long ones are run by hand (`tools/attack.py`)."""

from __future__ import annotations

import pytest

from tests.toy_game.baskets import SealedBaskets
from tests.toy_game.game import SealedLots
from tools import attack
from tools.attack import KINDS, Target
from workbench.core.match import Explanation
from workbench.core.seating import Seating

TRIES = {"files": 25, "positions": 40, "options": 6, "tables": 5, "words": 10, "messages": 4, "nets": 12, "markup": 1}
TARGETS = [*attack.targets(), Target("sealed_lots", SealedLots, False), Target("sealed_baskets", SealedBaskets, False)]


def test_every_kind_of_attack_is_in_the_short_run() -> None:
    assert set(TRIES) == set(KINDS)


@pytest.mark.parametrize("kind", TRIES)
@pytest.mark.parametrize("target", TARGETS[:-2], ids=lambda target: target.name)
def test_nothing_gives_way(kind: str, target: Target) -> None:
    tally = attack.attack(kind, target, TRIES[kind], seed=1)
    assert tally.failures == []
    assert tally.tried or kind == "tables"


@pytest.mark.parametrize("kind", ["nets"])
@pytest.mark.parametrize("target", TARGETS[-2:], ids=lambda target: target.name)
def test_games_of_ones_own_are_attacked_by_being_games(kind: str, target: Target) -> None:
    assert attack.attack(kind, target, 10, seed=1).failures == []


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
    first, second = (attack.attack("positions", TARGETS[0], 30, seed=5).ended for _ in range(2))
    assert first == second
