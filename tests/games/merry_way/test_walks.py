"""The ways of the travellers for the live figure: what went, what would go, and what was met on the way."""

from __future__ import annotations

import pytest

import workbench as wb
from tests.games.merry_way.test_board import positions, table
from workbench.core.state import CHANCE
from workbench.games.merry_way.game import MerryWay
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.trips import coming, is_foreseen, walked
from workbench.games.merry_way.walks import walks

BOARD = "N: L1.4=GR2@A R1.4=LZ1@B L1.3=WK1@A"


def names(state: MerryWayState) -> list[str]:
    return [walk.name for walk in walks(state, 0)]


def test_each_traveller_walks_as_the_board_shows_it() -> None:
    """Second reading: the board's ways come from what was noted, or from the rules of travel; these from the explanations."""
    seen = {True: 0, False: 0}
    for seed in range(3):
        for state in positions(table(3, starting_resources=5, max_rounds=5), seed=seed, every=5):
            foreseen = is_foreseen(state)
            trips = {trip.traveller: trip for trip in (coming(state) if foreseen else walked(state))}
            for number, walk in enumerate(walks(state, 0)):
                if number in trips:
                    trip = trips[number]
                    road = state.game.board.roads[trip.road]
                    assert walk.places == tuple(road.full_name(place) for place in (road.start, *trip.places))
                    assert ("would go now" in walk.title) == foreseen
                    seen[foreseen] += 1
    assert min(seen.values()) > 20, seen


def test_the_graph_holds_what_the_traveller_met() -> None:
    """MW-GUARD-3: the claim marker that a Guard takes off is there for the Guard and gone for those behind it."""
    guards = 0
    for state in positions(table(2, starting_resources=5, max_rounds=6), seed=3, every=3):
        shown = walks(state, 0)
        for number, walk in enumerate(shown):
            if "as a Guard" in walk.title and "claim marker is taken off" in walk.text:
                stops = [place for place, said in zip(walk.places, walk.captions, strict=True) if "taken off" in said]
                assert all(walk.graph.nodes[stop]["claim"] is not None for stop in stops)
                later = [one for one in shown[number + 1 :] if stops[0] in one.graph]
                assert all(one.graph.nodes[stops[0]]["claim"] is None for one in later)
                guards += 1
    assert guards > 3


def test_a_trap_changes_the_ways_to_come_at_once() -> None:
    game = wb.load("merry_way", players=2)
    state = game.position({"phase": "build", "hands": {"A": "GR2a"}, "line_up": "F01 F02 F03 F04 F05 F06"})
    before = walks(state, 0)
    assert [walk.places[-1] for walk in before] == ["N:M4", "W:M4", "N:M4", "W:M4", "N:M4"]
    assert all(len(walk.places) == 5 for walk in before)
    for symbol in ("play:GR2a", "place:N:L1.4"):
        state.apply(game.action(symbol))
    after = walks(state, 0)
    assert "N:L1.4" in after[0].graph and "N:L1.4" not in before[0].graph
    assert [walk.name for walk in after if "N:L1.4" in walk.places], "somebody is greedy"


def test_before_the_line_up_lies_there_the_roads_are_shown() -> None:
    state = wb.load("merry_way").start()
    assert state.to_move == CHANCE
    assert names(state) == ["To Nottingham", "To Werchesope"]
    assert all(walk.places == () for walk in walks(state, 0))


@pytest.mark.parametrize("model", ["two_oneway", "one_shared"])
def test_a_traveller_that_waits_at_a_tie_has_gone_so_far(model: str) -> None:
    """MW-RULING-26: the leader breaks ties, and what lies ahead is not told before."""
    waited = 0
    game = table(2, trail_model=model, side_tie="leader", starting_resources=5, max_rounds=6)
    for seed in range(4):
        for state in positions(game, seed=seed):
            if state.phase.name == "travel" and state.to_move >= 0:
                shown = walks(state, 0)
                assert len(shown) == state.traveller + 1
                road = state.game.board.roads[state.game.travel.road(state, state.traveller)]
                assert shown[-1].places[-1] == road.full_name(int(state.place))
                assert shown[-1].text == "\n".join(shown[-1].captions)
                waited += 1
    assert waited, "nobody ever waited"


@pytest.mark.parametrize("side", ["left", "right"])
def test_sides_that_somebody_chose_are_kept(side: str) -> None:
    """MW-RULING-26: two Greedy traps are equally near, and the leader sends everybody to one side."""
    game = wb.load("merry_way", players=2, side_tie="leader")
    here = {"phase": "build", "line_up": " ".join(greedy_first(game)[:6]), "board": "N: L1.4=GR2@A R1.4=GR2@B"}
    match = game.match(position=here)
    match.play("build:pass")
    match.play("build:pass")
    while match.state.phase.name == "travel":
        match.play(f"tie:{side}")
    shown = walks(match.state, 0)
    for trip, walk in zip(walked(match.state), shown, strict=True):
        road = game.board.roads[trip.road]
        assert walk.places[1:] == tuple(road.full_name(place) for place in trip.places)
    assert {place for walk in shown for place in walk.places if "1.4" in place} == {f"N:{side[0].upper()}1.4"}


def greedy_first(game: MerryWay) -> list[str]:
    """Folly cards whose red side begins with Greedy."""
    cards = game.cards.folly_cards
    return [card.code for card in cards if card.sides[0].kind == 0 and card.sides[0].follies[0] == 0]


def test_nothing_of_a_hand_or_deck_is_noted() -> None:
    for state in positions(table(3, starting_resources=4, max_rounds=3), seed=1, every=9):
        if state.journey is not None:
            start = state.journey.start
            assert start.scheme_hands == [()] * 3 and start.resource_hands == [()] * 3
            assert start.scheme_deck == start.game.all_schemes and start.committed == [-1] * 3
