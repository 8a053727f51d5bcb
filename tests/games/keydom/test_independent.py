"""The game beside a second, slow reading of its rules: the same questions, the same moves, the same table, the same points."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from tests.games.keydom.slow import CROPS, SEATS, SlowGame
from workbench.core.random import Random
from workbench.core.registry import make_player
from workbench.core.state import CHANCE, OVER, State

CODES = dict(zip(CROPS, ("WH", "HO", "AP", "WI", "VE"), strict=True))


def handful(counters: Any) -> str:
    return " ".join([f"{CODES[crop]}{counters[crop]}" for crop in CROPS if counters[crop]]) or "-"


def table(game: SlowGame) -> dict[str, Any]:
    """The slow game as a position is written, as far as it goes."""
    names = SEATS[: game.number]
    workers: dict[str, Any] = {}
    for name, me in zip(names, game.players, strict=True):
        workers[name] = {(worker, space) for space, worker in me.workers.items()}
    return {
        "fields": {
            name: {plot + ("" if ripe else "h") for plot, ripe in me.fields.items()}
            for name, me in zip(names, game.players, strict=True)
        },
        "workers": workers,
        "hands": {name: handful(me.hand) for name, me in zip(names, game.players, strict=True)},
        "stock": handful(game.stock),
        "stores": {
            name: " | ".join([f"{tile[0]}: {handful(tile[1])} @{tile[2]}" if tile else "-" for tile in me.store])
            for name, me in zip(names, game.players, strict=True)
        },
        "registry": " ".join([plot or "-" for plot in game.registry]),
        "bag": set(game.bag),
        "out": set(game.out),
    }


def seen(state: State) -> dict[str, Any]:
    """The same parts of a position of the game."""
    written = state.to_dict()
    found = {key: written[key] for key in ("hands", "stock", "stores", "registry")}
    found["fields"] = {name: set(fields.split()) for name, fields in written["fields"].items()}
    found["workers"] = {
        name: {tuple(part.split(":")) for part in workers.split()} for name, workers in written["workers"].items()
    }
    found["bag"], found["out"] = set(written["bag"].split()), set(written["out"].split())
    return found


def play_both(players: int, seed: int, who: str) -> None:
    game = wb.load("keydom", players)
    state, slow, rng = game.start(), SlowGame(players), Random(seed)
    seated = [make_player(game, who, Random(seed, seat)) for seat in range(players)]
    flow = slow.flow()
    question = next(flow)
    steps = 0
    while state.to_move != OVER:
        mover = int(state.to_move)
        legal = {game.symbol(action) for action in state.legal()}
        assert question == ("chance" if mover == CHANCE else SEATS[mover], legal), (steps, state.phase.name)
        if steps % 5 == 0 and state.phase.name not in ("lawyer", "land_sale", "land_reform"):
            assert seen(state) == table(slow), (steps, state.phase.name)
        action = rng.pick(state.chance()) if mover == CHANCE else seated[mover].choose(state.view(mover))
        steps += 1
        symbol = game.symbol(action)
        state.apply(action)
        try:
            question = flow.send(symbol)
        except StopIteration:
            question = ("over", set())
    assert question[0] == "over"
    assert seen(state) == table(slow)
    assert list(state.scores()) == slow.scores()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("who", ["random", "farmer"])
def test_both_readings_play_the_same_game(players: int, who: str, short: bool) -> None:
    for seed in range(1 if short else 2):
        play_both(players, seed, who)


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_both_readings_play_the_same_many_games(players: int) -> None:
    for seed in range(100, 112):
        play_both(players, seed, "random")
