"""What passes over the board of Keydom comes from where a thing was, and ends where the board shows it now."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import workbench as wb
from workbench.core.events import Event
from workbench.core.passing import Passage
from workbench.core.random import Random
from workbench.core.scene import VIEW_HEIGHT, Scene

SEAT = 0
MOVES = {"worker_played", "worker_goes_home", "stores", "tile_drawn", "lays", "claims", "buys", "harvests", "pays_owner"}
"""Kinds of events in which something moves, and which a game in which anything is done has many of."""


def told(players: int, seed: int) -> Iterator[tuple[Event, tuple[Passage, ...]]]:
    """The events of a game played at random, each with what passes, as one seat sees them."""
    game = wb.load("keydom", players=players)
    match, rng = game.match(seed=seed), Random(seed)
    while match.state.to_move != wb.OVER:
        known = len(match.log)
        legal = match.state.legal()
        match.play(legal[rng.below(len(legal))])
        seen = match.state.view(SEAT).state
        for event in match.log[known:]:
            yield event, game.passing(seen, SEAT, [event])


def lies(scene: Scene, name: str, stop: tuple[float, float]) -> bool:
    """Whether a stop lies on a spot of the board."""
    x, y, width, height = next(spot.box for spot in scene.spots if spot.name == name)
    return x <= stop[0] <= x + width and y <= stop[1] <= y + height


def ends(passage: Passage) -> tuple[float, float]:
    """Where something comes to rest."""
    return passage.stops[-1].x, passage.stops[-1].y


@pytest.mark.parametrize("players", [2, 4])
def test_things_end_where_the_board_shows_them(players: int) -> None:
    game, seen = wb.load("keydom", players=players), set()
    board = game.scene(game.start(), SEAT)
    for event, shown in told(players, seed=players):
        seen.update({event.kind} if shown else ())
        for passage in shown:
            assert all(0 <= stop.x <= board.width and 0 <= stop.y <= VIEW_HEIGHT for stop in passage.stops), event
        if event.seat == SEAT and event.kind in ("worker_played", "claims"):
            assert lies(board, f"plot-{game.country.names[event.fields['plot']]}", ends(shown[0])), event
            assert shown[0].stops[-1].said == str(event)
    assert seen >= MOVES


def test_a_bid_lies_on_its_tile() -> None:
    game = wb.load("keydom", players=2)
    match, rng = game.match(seed=3), Random(3)
    while not any(event.kind == "lays" and event.seat == SEAT for event in match.log[-1:]):
        legal = match.state.legal()
        match.play(legal[rng.below(len(legal))])
    event = match.log[-1]
    (counter,) = game.passing(match.state, SEAT, [event])
    place = match.state.stored.index(event.fields["plot"])
    assert lies(game.scene(match.state, SEAT), f"stored-{place + 1}", ends(counter))


def test_what_a_price_fall_gives_back_comes_off_the_bid() -> None:
    game = wb.load("keydom", players=2)
    match = game.match(position={"phase": "price_fall", "hands": {"Anna": "-"}, "stores": {"Anna": "C4: WI2 VE1"}})
    match.play("crop:wine")
    falls = next(event for event in match.log if event.kind == "price_falls")
    (counter,) = game.passing(match.state, SEAT, [falls])
    board = game.scene(match.state, SEAT)
    assert lies(board, "stored-1", (counter.stops[0].x, counter.stops[0].y))
    assert not lies(board, "stored-1", ends(counter)) and counter.stops[-1].said == str(falls)


def test_workers_of_others_come_out_of_their_line_and_the_town() -> None:
    game = wb.load("keydom", players=3)
    state = game.start()
    farmhand, townsman = [
        game.passing(state, SEAT, [Event("KD-WORKER-5", "", 1, kind="worker_played", fields={"worker": worker, "plot": 0})])[0]
        for worker in (0, 6)
    ]
    assert farmhand.stops[0].x == farmhand.stops[1].x, "the farmhands of others are not shown one by one"
    assert ends(townsman) == ends(farmhand) and townsman.stops[0] != farmhand.stops[0]
