"""What a seat cannot know, and how it could be: the exact posterior of the starting hands, and steps that tell nothing."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import workbench as wb
from tests.contract import random_game
from workbench.core.figures import Withheld
from workbench.core.game import Game
from workbench.core.random import Random
from workbench.games.keydom.counters import counts, handful, total
from workbench.games.keydom.odds import chance_to_hold, possible_hands
from workbench.games.keydom.secrets import divisions
from workbench.games.keydom.state import KeydomState

DRAWN = {"Anna": "WH1 HO1 AP1", "Ben": "WH1 HO1 AP1", "Cora": "WH1 WI1 VE1"}


def view(position: dict[str, Any], players: int, seat: int = 0, **options: Any) -> KeydomState:
    state = wb.load("keydom", players, **options).position(position).view(seat).state
    assert isinstance(state, KeydomState)
    return state


def test_counting_the_stock() -> None:
    """KD-CROP-7, KD-RULING-53: the worked example, before and after a bid."""
    before = view({"hands": DRAWN, "drawn": DRAWN}, 3)
    hands = possible_hands(before, 0)
    assert len(hands) == 14 and sum([weight for _, weight in hands]) == 20
    assert chance_to_hold(before, 0, 1, 0) * 20 == 16
    after = view({"hands": {**DRAWN, "Ben": "WH1 AP1"}, "drawn": DRAWN, "stores": {"Ben": "A1: HO1"}}, 3)
    hands = possible_hands(after, 0)
    assert len(hands) == 7 and sum([weight for _, weight in hands]) == 10
    assert chance_to_hold(after, 0, 1, 0) * 10 == 7


def test_two_players_know_each_other() -> None:
    here = {"hands": {"Anna": "WH1 AP2"}, "stores": {"Anna": "A1: HO1"}, "stock": "WH10 HO11 AP10 WI10 VE11"}
    state = view(here, 2)
    assert [hand[1] for hand, _ in possible_hands(state, 0)] == [handful((1, 0, 0, 2, 1))]


def by_hand(sums: tuple[int, ...], least: list[tuple[int, ...]], sizes: list[int]) -> Counter[tuple[tuple[int, ...], ...]]:
    """Every way of handing out single counters, each its own piece, counted by what everybody gets."""
    pieces = [crop for crop, number in enumerate(sums) for _ in range(number)]

    def hand_out(left: tuple[int, ...], seat: int, got: tuple[tuple[int, ...], ...]) -> None:
        if seat == len(sizes):
            if all([one >= low for hand, lows in zip(got, least, strict=True) for one, low in zip(hand, lows, strict=True)]):
                found[got] += 1
            return
        for taken in combinations(left, sizes[seat]):
            crops = [pieces[piece] for piece in taken]
            hand = tuple([crops.count(crop) for crop in range(5)])
            hand_out(tuple([piece for piece in left if piece not in taken]), seat + 1, (*got, hand))

    found: Counter[tuple[tuple[int, ...], ...]] = Counter()
    hand_out(tuple(range(len(pieces))), 0, ())
    return found


@pytest.mark.parametrize(
    ("players", "drawn", "hands"),
    [
        (3, {"Anna": "WH3", "Ben": "WH2 HO1", "Cora": "HO1 WI2"}, {"Anna": "WH3", "Ben": "WH1 HO1", "Cora": "HO1 WI1"}),
        (3, {"Anna": "WH3", "Ben": "AP3", "Cora": "AP3"}, {"Anna": "WH3", "Ben": "AP2", "Cora": "AP3"}),
        (
            4,
            {"Anna": "WH3", "Ben": "WH1 HO1 AP1", "Cora": "HO1 WI2", "Dan": "AP1 VE2"},
            {"Anna": "WH3", "Ben": "WH1 AP1", "Cora": "HO1 WI1", "Dan": "AP1 VE2"},
        ),
    ],
)
def test_weights_are_those_of_single_counters(players: int, drawn: dict[str, str], hands: dict[str, str]) -> None:
    """The weights beside a count of every way in which single counters can have been drawn."""
    whole = wb.load("keydom", players).position({"hands": hands, "drawn": drawn})
    state = whole.view(0).state
    others = list(range(1, players))
    sums = tuple([sum([counts(whole.drawn[one])[crop] for one in others]) for crop in range(5)])
    wanted = by_hand(sums, [counts(whole.least[one]) for one in others], [3] * len(others))
    found = {tuple([counts(one) for one in way]): weight for way, weight in divisions(state, others)}
    total, everything = sum(found.values()), sum(wanted.values())
    assert set(found) == set(wanted)
    assert all([weight * everything == wanted[way] * total for way, weight in found.items()])


def test_resampling_draws_by_the_weights(short: bool) -> None:
    state = view({"hands": DRAWN, "drawn": DRAWN}, 3)
    rng, drawn, times = Random(1), Counter[int](), 1200 if short else 4000
    for _ in range(times):
        full = state.copy()
        full.complete(rng)
        drawn[full.drawn[1]] += 1
    ways = {way[0]: weight for way, weight in divisions(state, [1, 2])}
    surprise = sum([(drawn[one] - times * weight / 20) ** 2 / (times * weight / 20) for one, weight in ways.items()])
    assert set(drawn) == set(ways) and surprise < 13 + 5 * 26**0.5


def test_a_covered_stock_shows_types_and_no_numbers() -> None:
    """KD-RULING-53."""
    here = {"hands": {"Anna": "WH3", "Ben": "HO3"}, "drawn": {"Anna": "WH3", "Ben": "HO3"}}
    state = view(here, 2, stock_view="covered")
    assert counts(state.stock) == (1, 1, 1, 1, 1) and len(possible_hands(state, 0)) == 35
    rng = Random(2)
    for _ in range(50):
        full = state.copy()
        full.complete(rng)
        assert sum(counts(full.stock)) + sum([sum(counts(hand)) for hand in full.hands]) == 60


@pytest.mark.parametrize("first", ["Anna", "Ben", "Cora"])
def test_a_choice_for_land_reform_is_seen_when_all_have_chosen(first: str) -> None:
    """KD-EVENT-8, whoever chooses first."""
    state = wb.load("keydom", 3).position({"phase": "land_reform", "active": first, "to_move": first, "actor": first})
    assert isinstance(state, KeydomState)
    rng = Random(3)
    for _ in range(2):
        state.apply(state.legal()[0])
        for seat, name in enumerate(("Anna", "Ben", "Cora")):
            true, seen = state.to_dict()["chosen"], state.view(seat).to_dict()["chosen"]
            assert seen == {one: true[one] if one == name else "?" for one in true}
            if set(true) - {name}:
                assert len({state.resample(seat, rng).key() for _ in range(20)}) > 1
    assert len(true) == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_asked_next_depends_on_what_all_can_see(players: int) -> None:
    """KD-RULING-54: with another hand behind the screen the same phase would ask the same player.

    After a move by anybody, the position that follows is compared with what follows from a resampled hand.
    """
    game, rng, compared = wb.load("keydom", players), Random(4), 0
    for state, action in random_game(game, 30 + players):
        if action < 0 or state.to_move < 0 or state.turn == 0:
            continue
        viewer = (int(state.to_move) + 1) % players
        other = state.resample(viewer, rng)
        if action not in other.legal():
            continue
        here, there = state.copy(), other
        here.apply(action)
        there.apply(action)
        compared += 1
        assert (here.phase.name, int(here.to_move)) == (there.phase.name, int(there.to_move))
    assert compared > 40


@pytest.mark.parametrize(
    "options", [{}, {"stock_view": "covered"}, {"seat_bonus": "one_extra_counter_per_seat_after_first"}]
)
def test_resampling_follows_a_changed_dealing_and_nothing_is_called_exact(options: dict[str, Any]) -> None:
    """The numbers drawn are those of the phase in force; the chances are not known, so nobody states any."""
    kind: Any = type(wb.load("keydom").phases["deal_counters"])

    class OneMoreForTheLast(kind):  # type: ignore[misc]
        def number(self, state: KeydomState, seat: int) -> int:
            return int(super().number(state, seat)) + (seat == 2)

        def chance(self, state: KeydomState) -> tuple[tuple[int, int], ...]:
            return tuple([(action, 1 + place) for place, (action, _) in enumerate(super().chance(state))])

    game, rng = wb.load("keydom", 3, phases={"deal_counters": OneMoreForTheLast}, **options), Random(5)
    match = game.match(seed=2)
    assert isinstance(match.state, KeydomState)
    for _ in range(6):
        for seat in range(3):
            seen = match.state.view(seat)
            full = seen.resample(rng)
            assert isinstance(full, KeydomState) and full.view(seat) == seen
            assert [total(drawn) for drawn in full.drawn] == [total(drawn) for drawn in match.state.drawn]
        with pytest.raises(Withheld, match="'deal_counters'"):
            chance_to_hold(match.seen(), match.seat, 1 - match.seat % 2, 0)
        match.play(match.hint("random"))
    usual = wb.load("keydom", 3, **options)
    assert exact_buyers(usual) and not exact_buyers(game)


def exact_buyers(game: Game) -> list[str]:
    """The odds called exact that somebody can pay for a tile in Anna's store."""
    state = game.position({"stores": {"Anna": "A1: WH1"}, "hands": {"Anna": "HO1", "Ben": "WH3", "Cora": "AP2"}})
    lines = game.odds(state.view(0).state, 0)
    return [line.label for line in lines if "can pay" in line.label and "exact" in line.note]
