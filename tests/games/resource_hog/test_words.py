"""What is told reads as people would say it: no zeros, and one of a thing is one. Refusals say when a move is made."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from workbench.core.events import Kind, in_words
from workbench.games.resource_hog.fight import BATTLE
from workbench.games.resource_hog.food import EATEN, STARVED
from workbench.games.resource_hog.season import FISH_GROW, GAME_GROWS

GAME = wb.load("resource_hog")


@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        (EATEN, {"area": 0, "fresh": 2, "stored": 0}, "Eaten in Haven 1 (H1): 2 fresh food."),
        (EATEN, {"area": 0, "fresh": 0, "stored": 1}, "Eaten in Haven 1 (H1): 1 preserved food."),
        (EATEN, {"area": 0, "fresh": 1, "stored": 1}, "Eaten in Haven 1 (H1): 1 fresh and 1 preserved food."),
        (STARVED, {"area": 0, "peasants": 0, "nobles": 1}, "Starved in Haven 1 (H1): 1 noble."),
        (STARVED, {"area": 0, "peasants": 2, "nobles": 1}, "Starved in Haven 1 (H1): 2 peasants and 1 noble."),
        (FISH_GROW, {"water": 1, "before": 10, "after": 12}, "Lake 1: 10 fish become 12."),
        (FISH_GROW, {"water": 1, "before": 12, "after": 12}, "Lake 1 still has 12 fish."),
        (GAME_GROWS, {"area": 0, "before": 4, "after": 5}, "Haven 1 (H1): 4 game become 5."),
        (
            BATTLE,
            {"area": 0, "attackers": 1, "origins": (1,), "defenders": 0},
            "Battle for Haven 1 (H1): 1 noble from Cape 1 (C1) against no nobles.",
        ),
    ],
)
def test_what_happened_is_said_without_zeros(kind: Kind, fields: dict[str, Any], said: str) -> None:
    assert in_words(GAME, kind.words, fields) == said


@pytest.mark.parametrize(
    ("move", "clause", "when"),
    [
        ("border:H1>C1", "RH-NMOVE-3", "a noble attacks when it moves, in the Noble phase"),
        ("work:HUNT", "RH-WORK-1", "peasants are put to work in the Peasant phase"),
        ("number:3", "RH-HAUL-6", "you name a number when you haul goods or preserve food"),
        ("card:P1/N", "RH-ROUND-2", "chance orders the cards of each step"),
        ("hits:2", "RH-FIGHT-5", "dice are rolled in a battle"),
        ("face:3", "RH-FIGHT-5", "dice are rolled in a battle and for the prices"),
        ("pile:PNT", "RH-ROUND-1", "it belongs to “Programming”"),
    ],
)
def test_a_move_of_another_moment_is_told_when_it_is_made(move: str, clause: str, when: str) -> None:
    match = GAME.match(seed=1)
    while match.state.phase.name != "first_area":
        match.play(match.moves()[0].action)
    refusal = match.why_not(move)
    assert refusal is not None and refusal.clause == clause
    assert refusal.text == f"That is not what is being decided now: {when}. Which area do you start in?"


def test_equal_goods_are_counted_in_a_load() -> None:
    match = GAME.match(seed=1)
    said = [match.state.phase.words(match.state, GAME.action(f"cargo:{load}")) for load in ("nothing", "food", "food+food")]
    assert said == ["carry nothing", "carry 1 food", "carry 2 food"]
