"""Fights and seasons of random games, played a second time by the slow reading of `slow`."""

from __future__ import annotations

from typing import Any

import workbench as wb
from tests.contract import random_game
from tests.games.resource_hog.slow import Script, World
from tests.helpers import some_in_short
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER, State

MAP_OF = {3: "trefoil", 4: "quatrefoil", 5: "cinquefoil"}
WARLIKE: dict[str, Any] = {"start_nobles": 5, "start_food": 20, "start_peasants": 3, "auto_single": "off"}
RICH: dict[str, Any] = {"start_money": 20, "start_peasants": 9, "start_nobles": 2, "start_salt": 9}
BATTLES = ("battle", "volley", "receiver", "ransom", "leave", "leave_to", "occupy")


def play_on(state: State, rng: Random, until: Any) -> list[tuple[list[str], str]]:
    """Play at random until something holds; gives what could be chosen, and what was."""
    steps = []
    while state.to_move != OVER and not until(state):
        legal = state.legal()
        action = rng.pick(state.chance()) if state.to_move == CHANCE else legal[rng.below(len(legal))]
        steps.append(([state.game.symbol(one) for one in legal], state.game.symbol(action)))
        state.apply(action)
    return steps


@some_in_short("players", [3, 4, 5], every=3)
def test_seasons_are_the_same_in_a_second_reading(players: int) -> None:
    game = wb.load("resource_hog", players, **RICH)
    asked = {"build": 0, "preserve": 0}
    for seed in range(6):
        rng = Random("season", players, seed)
        for number, (state, _) in enumerate(random_game(game, seed)):
            if state.round == 0 or state.phase.name not in ("work", "reveal", "trade") or number % 9:
                continue
            world = World(state.to_dict(), MAP_OF[players], players)
            now = state.copy()
            for name in ("order", "fronts"):
                setattr(now, name, ())
            now.here, now.bought, now.sold, now.step, now.place = -1, 0, 0, 0, 0
            now.hauled = [0] * len(now.hauled)
            now.piles = [-1] * players
            now.enter(game.clear)
            now.settle()
            steps = play_on(now, rng, lambda later: later.phase.name == "program")
            asked["build"] += sum(came.startswith("build") for _, came in steps)
            asked["preserve"] += sum(came.startswith("number") for _, came in steps)
            script = Script(steps, singles=False)
            world.season(script)
            assert script.steps == []
            world.compare(now.to_dict(), MAP_OF[players])
    assert asked["preserve"] > 10


@some_in_short("players", [3, 4, 5], every=3)
def test_fights_are_the_same_in_a_second_reading(players: int) -> None:
    game = wb.load("resource_hog", players, **WARLIKE)
    seen: dict[str, int] = {}
    for seed in range(12):
        rng = Random("fight", players, seed)
        for state, _ in random_game(game, seed):
            if state.phase.name != "battle" or state.to_move < 0:
                continue
            written = state.to_dict()
            world = World(written, MAP_OF[players], players)
            now = state.copy()
            steps = play_on(now, rng, lambda later: later.phase.name not in BATTLES)
            for _, came in steps:
                family = came.partition(":")[0]
                seen[family] = seen.get(family, 0) + 1
            script = Script(list(steps), singles=True)
            world.fights(written["active"], script)
            assert script.steps == []
            if now.to_move == OVER or now.phase.seasonal or now.phase.name == "program":
                continue  # the season has begun already
            world.compare(now.to_dict(), MAP_OF[players])
    assert seen["border"] > 20 and seen["hits"] > 20 and seen["pay"] > 20 and seen.get("area", 0) > 3
