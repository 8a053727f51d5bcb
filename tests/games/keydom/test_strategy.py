"""The players of Keydom: what they prefer in small positions, that they see nothing but the view, and how they fare."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from workbench.core.random import Random
from workbench.core.registry import make_player
from workbench.games.keydom.counters import counts, handful
from workbench.games.keydom.state import KeydomState
from workbench.games.keydom.strategy import STRATEGIES, Balancer, Farmer, Gatekeeper, Homesteader, Merchant, payment
from workbench.players.playout import playout


def chosen(position: dict[str, Any], who: str = "farmer", players: int = 2, **options: Any) -> str:
    """The symbol of what a player does."""
    game = wb.load("keydom", players, **options)
    state = game.position(position)
    seat = int(state.to_move)
    return game.symbol(make_player(game, who, Random(1)).choose(state.view(seat)))


LAND = {"fields": {"Anna": "C4 C5 D4 F7", "Ben": "A1 A2"}, "registry": "D5 A4 G1 E7 C9 B8"}

PREFERENCES: list[tuple[str, dict[str, Any], str, str]] = [
    # what, position, player, move
    ("the tile that brings most", {**LAND, "phase": "bid_tile", "hands": {"Anna": "WH3"}}, "farmer", "registry:4"),
    ("a harvest of three with an empty hand", {**LAND, "hands": {"Anna": "-"}, "done": "worker"}, "farmer", "harvest"),
    ("the counter it has fewest of", {"phase": "harvest_supper", "hands": {"Anna": "WH2 HO1 AP1 VE1"}}, "farmer", "crop:wine"),
    ("what it has most of", {"phase": "tithe", "hands": {"Anna": "WH1 HO3"}}, "farmer", "crop:hops"),
    ("nothing at the market", {"phase": "market_day", "hands": {"Anna": "WH1"}}, "farmer", "done"),
    (
        "an exchange that raises the score",
        {"phase": "enclosure", "fields": {"Anna": "C4 C5 G7 A7", "Ben": "G1"}, "registry": "- D4 E9 A1 C1 C9"},
        "farmer", "plot:A7",
    ),
    (
        "what harms it least",
        {"phase": "land_reform", "fields": {"Anna": "C4 C5 D4 D5 G7", "Ben": "G1 G2", "Cora": "A1"}}, "farmer", "plot:C4",
    ),
    (
        "a type that nobody else has",
        {
            "phase": "bid_crop", "place": "Anna/1", "fields": {"Anna": "C4", "Ben": "G1"}, "stores": {"Anna": "D4: -"},
            "hands": {"Anna": "WH3 WI1", "Ben": "WH2 HO1"},
        },
        "gatekeeper", "crop:wine",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("what", "position", "who", "move"), PREFERENCES, ids=[row[0] for row in PREFERENCES])
def test_a_preference(what: str, position: dict[str, Any], who: str, move: str) -> None:
    players = 3 if "Cora" in str(position) else 2
    assert chosen(position, who, players) == move


def test_a_payment_levels_the_hand() -> None:
    assert counts(payment(handful((1, 4, 2, 0, 0)), 3)) == (0, 3, 0, 0, 0)
    assert counts(payment(handful((2, 2, 0, 0, 0)), 2)) == (1, 1, 0, 0, 0)


def test_worth_by_the_players() -> None:
    """The Balancer keeps two groups apart; the Merchant looks at what others want."""
    game = wb.load("keydom", 2)
    state = game.position({"fields": {"Anna": "B2 B3 C2 C3 E3 E4 F3 F4 G7", "Ben": "A5 A6 B7"}})
    assert isinstance(state, KeydomState)
    plot, own = state.game.country.plot, state.fields[0]
    farmer, balancer, merchant = (kind(game, Random(1)) for kind in (Farmer, Balancer, Merchant))
    assert balancer.worth(state, 0, own, plot("D3")) == farmer.worth(state, 0, own, plot("D3")) - 3
    assert merchant.tile_rank(state, 0, own, plot("A7")) == 0.5 * farmer.worth(state, 1, state.fields[1], plot("A7"))
    assert isinstance(make_player(game, "gatekeeper", Random(1)), Gatekeeper)


def test_the_homesteader_harvests_more_and_bids_less() -> None:
    game = wb.load("keydom", 2)
    state = game.position({**LAND, "hands": {"Anna": "WH6"}})
    assert isinstance(state, KeydomState)
    gatekeeper, homesteader = (kind(game, Random(1)) for kind in (Gatekeeper, Homesteader))
    assert gatekeeper.harvesting(state, 0) == 0 < (homesteader.harvesting(state, 0) or 0)
    assert (homesteader.bidding(state, 0) or 0) < (gatekeeper.bidding(state, 0) or 0)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"match": "number_only", "min_bid": 2, "harvest_partial": "yes"}])
def test_every_player_finishes_a_game(players: int, options: dict[str, Any]) -> None:
    game = wb.load("keydom", players, **options)
    names = [*STRATEGIES, *STRATEGIES][:players]
    for seed in range(2):
        state = game.start()
        playout(state, [make_player(game, name, Random(seed, seat)) for seat, name in enumerate(names)], Random(seed))
        assert state.to_move == wb.OVER and max(state.scores()) > 8


def test_a_farmer_beats_random_play() -> None:
    game, won = wb.load("keydom", 2), 0.0
    for seed in range(6):
        players = [make_player(game, "farmer" if seat == seed % 2 else "random", Random(seed, seat)) for seat in range(2)]
        state = game.start()
        playout(state, players, Random(seed))
        won += state.returns()[seed % 2]
    assert won == 6


@pytest.mark.long
@pytest.mark.parametrize(("players", "mean"), [(2, 50.7), (3, 32.6), (4, 26.1)])
def test_scores_of_farmers_are_near_the_reference_figures(players: int, mean: float) -> None:
    """The mean of 60 games, wide enough for chance."""
    game, points = wb.load("keydom", players), []
    for seed in range(60):
        state = game.start()
        playout(state, [make_player(game, "farmer", Random(seed, seat)) for seat in range(players)], Random(seed))
        points.append(sum(state.scores()) / players)
    assert abs(sum(points) / 60 - mean) < 3
