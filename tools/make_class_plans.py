"""Write the plans of live classes for the lessons of the course: workbench/live_class/lessons/.

    python tools/make_class_plans.py

Each plan has ten positions to answer, then a vote on each move, then games at tables (or the same game for all, if one person
plays). The positions come from games of the usual players, at decisions of the phases that the lesson is about; the same
program always writes the same files.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from workbench.core.errors import WorkbenchError
from workbench.core.game import Game
from workbench.core.random import Random
from workbench.core.registry import load, make_player
from workbench.core.state import CHANCE, OVER
from workbench.live_class.plan import LESSONS, Setup, Step, plan_from_json

POSITIONS = 10
SLOW = {"northwood": "random"}
"""The player to use for a game in which the usual player takes a minute."""
FEWEST, MOST = 2, 9
"""The fewest and most moves from which an answer is chosen."""

Source = tuple[str, int | None, tuple[str, ...]]

PLANS: dict[str, tuple[Source, ...]] = {
    "01_what_a_rule_is": (("northwood", None, ("respond", "ability_window")), ("goods_and_honor", None, ("place", "keep"))),
    "02_decisions": (("goods_and_honor", None, ("keep", "assign", "place")), ("northwood", None, ("choose_fief", "respond"))),
    "03_chance_and_odds": (("northwood", None, ("choose_fief", "respond")), ("goods_and_honor", None, ("defend",))),
    "04_hidden_information": (("goods_and_honor", 4, ("bid", "reply", "award")), ("liars_dice", None, ())),
    "05_auctions_and_worth": (("keydom", None, ("turn", "bid_tile", "bid_crop")), ("auction", 3, ())),
    "06_economies_and_feedback": (("resource_hog", 3, ("work", "trade", "build", "feed")), ("keydom", None, ("turn",))),
    "07_space_and_paths": (("merry_way", None, ("place", "block")), ("keydom", None, ("place_tile", "play_space"))),
    "08_balance": (("keydom", None, ("turn", "play_space")), ("goods_and_honor", None, ("assign", "place"))),
    "09_play_testing_with_numbers": (("goods_and_honor", 4, ("keep", "bid", "assign")), ("northwood", None, ("choose_fief",))),
    "10_designing_a_change": (("northwood", None, ("choose_fief", "respond", "ability_window")),),
}
"""For each lesson, the games and phases of its positions; an empty tuple allows all phases."""


def positions(game: Game, phases: tuple[str, ...], seed: int) -> Iterator[Setup]:
    """Yield decisions without end: play one game after another, and draw one decision from each."""
    while True:
        seed += 1
        rng = Random(seed, "class plans")
        players = [make_player(game, SLOW.get(game.name, "scripted"), rng) for _ in range(game.players)]
        state, found = game.start(), []
        while state.to_move != OVER:
            if state.to_move == CHANCE:
                state.roll(rng)
                continue
            seat = int(state.to_move)
            wanted = not phases or state.phase.name in phases
            if wanted and FEWEST <= len(state.legal()) <= MOST and not state.phase.partway(state.view(seat).state):
                found.append(state.copy())
            state.apply(players[seat].choose(state.view(seat)))
        while found:
            one = found.pop(rng.below(len(found)))
            if phases and one.phase.name != phases[seed % len(phases)] and found:
                continue
            try:
                setup = Setup.of(game, seed, one.to_dict(), one.phase.title)
                if tuple(setup.match().state.legal()) == tuple(one.legal()):
                    yield setup
                    break
            except WorkbenchError:
                continue


def plan(name: str) -> list[dict[str, Any]]:
    """Return the plan of a lesson."""
    sources = PLANS[name]
    streams = [positions(load(game, players), phases, int(name[:2]) * 1000) for game, players, phases in sources]
    setups = tuple([next(streams[number % len(streams)]) for number in range(POSITIONS)])
    first = load(sources[0][0], sources[0][1])
    others = dict.fromkeys(range(1, first.players), "scripted")
    begins = (Setup.of(first, 7),)
    last = Step("tables", begins, "Play at tables") if first.players > 1 else Step("same", begins, "The same game for all")
    steps = (
        Step("poll", setups, "Ten positions", note="About two minutes each: answer, close, reveal, one sentence, next."),
        Step("vote", begins, "Vote on each move", others, note="Change an option before you ask the same question again."),
        last,
    )
    return [step.to_json() for step in steps]


def main() -> None:
    """Write all plans."""
    LESSONS.mkdir(exist_ok=True)
    for name in PLANS:
        made = plan(name)
        plan_from_json(made)
        (LESSONS / f"{name}.json").write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
        print(name, len(made[0]["setups"]), flush=True)


if __name__ == "__main__":
    main()
