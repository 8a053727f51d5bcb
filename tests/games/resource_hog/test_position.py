"""Positions written down: what is left out, and what is refused with its clause or place."""

from __future__ import annotations

import re
from typing import Any

import pytest

import workbench as wb

GAME = wb.load("resource_hog")
MOVING: dict[str, Any] = {
    "to_move": "P1",
    "source": "V1",
    "areas": {"V1": {"owner": "P1", "peasants": 1}, "H1": {"owner": "P2", "peasants": 1}},
}
"""A peasant of V1 is on its way."""
HAULED: dict[str, Any] = {"owner": "P1", "peasants": 1, "food": 2}
"""An area with food that may have been hauled there."""


def test_what_is_left_out_follows_from_the_rest() -> None:
    state = GAME.position(
        {"phase": "trade", "to_move": "P2", "round": 8, "areas": {"H2": {"owner": "P2", "peasants": 2}}}
    )
    assert (state.active, state.slaves, state.mercs, state.columns[3], state.columns[4]) == (1, 0, 5, 6, 1)
    assert state.woodland == list(GAME.ground.woodland) and state.discs == [0, 2, 0]
    state = GAME.position({"phase": "work", "areas": {"V1": {"owner": "P1", "peasants": 1, "fields": 2, "heads": 1}}})
    assert GAME.ground.codes[state.here] == "V1" and state.woodland[state.here] == 1 and state.left[5] == 42


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"areas": {"H1": {"peasants": 1}}}, "RH-AREA-5"),
        ({"areas": {"H1": {"owner": "P1"}}}, "RH-AREA-5"),
        ({"areas": {"V1": {"owner": "P1", "peasants": 1, "harbour": True}}}, "RH-BLDG-3"),
        ({"areas": {"V1": {"owner": "P1", "peasants": 1, "mine": True}}}, "RH-BLDG-3"),
        ({"areas": {"V1": {"owner": "P1", "peasants": 51}}}, "RH-MARKER-2"),
        ({"areas": {"V1": {"owner": "P1", "peasants": 1, "fields": 5}}}, "squares"),
        ({"areas": {"H1": {"owner": "P1", "work": "FISH:L2/2"}}}, "RH-WORK-2"),
        ({"areas": {"H1": {"owner": "P1", "peasants": 1, "game": 7}}}, "RH-GAMEPOP-1"),
        ({"areas": {"H1": {"owner": "P1", "peasants": 1, "mountain": {"salt": 21}}}}, "RH-MINE-5"),
        ({"areas": {"H1": {"owner": "P1", "peasants": 1, "towers": 1}}}, "there is no key 'towers'"),
        ({"areas": {"H7": {"owner": "P1", "peasants": 1}}}, "there is no area 'H7' in this game. An area is written such as"),
        ({"fish": {"L1": 13}}, "RH-FISHPOP-1"),
        ({"columns": {"slaves": 11}}, "RH-BOARD-1"),
        (
            {"phase": "haul_to", "to_move": "P1", "areas": {"H1": {"owner": "P1", "peasants": 1}}},
            "'source' has to be named",
        ),
        ({"phase": "trade", "units": 2, "areas": {"H1": {"owner": "P1", "peasants": 1}}}, "there is no 'units'"),
        ({"phase": "program", "round": 0}, "Rounds are counted from 1"),
        ({"areas": {"H1": {"owner": "P1", "peasants": 10**400}}}, "hundreds of digits"),
        ({"areas": {"H1": {"owner": "P1", "work": "CLEAR/" + "9" * 5000}}}, "should end with a number from 0 to 15"),
        ({"areas": {"H1": {"owner": "P1", "peasants": -1}}}, "should be a whole number from 0 to 1000000000, not -1"),
        (
            {"phase": "move_nobles", "to_move": "P1", "areas": {"H1": {"owner": "P2", "nobles": 1, "unmoved": 1}}},
            "only nobles of Player 1, whose card it is, may still move (RH-NMOVE-1)",
        ),
        ({"money": {"P1": 10**9, "P2": 1}}, "The players have 1,000,000,000 money at most together"),
        ({"areas": {"H1": {"owner": "P1", "peasants": 1, "food": 10**9, "salt": 1}}}, "tokens in their stores at most"),
        ({"round": 20, "slaves": 6, "mercs": 6}, "RH-ADJUST-3"),
        ({"areas": {"H1": {"owner": "P1", "mine": True, "work": "MINE:salt/2"}}}, "with what is being mined"),
        ({"areas": {"V1": {"owner": "P1", "fields": 2, "heads": 2, "work": "CLEAR"}}}, "RH-WORK-8"),
        ({"areas": {"V1": {"owner": "P1", "work": "ROAD ROAD"}}}, "ROAD once at most, not 2 times"),
        (
            {"phase": "work", "to_move": "P1", "here": "V1", "areas": {"V1": {"owner": "P1", "nobles": 1}}},
            "somebody is idle in the area that 'here' names",
        ),
        (
            {"phase": "peasant_to", "to_move": "P1", "source": "V1", "areas": {"V1": {"owner": "P1", "nobles": 1}}},
            "somebody is idle in the area that 'source' names",
        ),
        (
            {"phase": "noble_to", "to_move": "P1", "source": "V1", "areas": {"V1": {"owner": "P1", "nobles": 1}}},
            "a noble in the area that 'source' names may still move",
        ),
        (
            {"phase": "cargo", "to_move": "P1", "source": "V1", "target": "H1", "areas": {"V1": {"owner": "P1", "nobles": 1}}},
            "somebody is idle in the area that 'source' names",
        ),
        ({**MOVING, "phase": "cargo", "target": "V2"}, "a peasant can get from 'source' to 'target' (RH-PMOVE-3)"),
        ({**MOVING, "phase": "cargo", "target": "H1", "land": "V1 H1"}, "H1 in 'land' is not land of the player who moves"),
        ({**MOVING, "phase": "peasant_to", "land": "V1 H1"}, "H1 in 'land' is not land of the player who moves"),
        ({**MOVING, "phase": "load", "entered": "H1", "target": "V1"}, "H1 in 'entered' is not land of the player who moves"),
        ({**MOVING, "phase": "load", "target": "H1"}, "a noble has just moved to 'target'"),
        (
            {"phase": "haul_to", "source": "V1", "good": "food", "areas": {"V1": {**HAULED, "hauled": {"food": 2}}}},
            "tokens that have not been hauled lie in 'source' (RH-HAUL-6)",
        ),
        ({"areas": {"V1": {"owner": "P1", "fields": 1, "work": "TOIL/1 TOIL/1"}}}, "RH-TOIL-2"),
        ({"areas": {"H1": {"owner": "P1", "work": "HUNT/2"}}}, "but 78 are there and 2 are caught"),
        # who has been drawn
        ({"phase": "trade", "to_move": "P1", "order": "P1 P1"}, "In a step nobody, and no card, is drawn twice"),
        ({"phase": "trade", "to_move": "P1", "order": "P1", "place": 2}, "'place' cannot be 2"),
        ({"phase": "trade", "to_move": "P1", "active": "P1", "order": "P2"}, "the last of those resolved"),
        # the set-up
        ({"phase": "pick", "order": "P1"}, "P1 has one area here, not 0 (RH-SETUP-5)"),
        ({"phase": "first_area", "active": "P1", "order": "P2"}, "the last in 'order' is 'active'"),
        ({"phase": "pick", "order": "P1 P1"}, "In the set-up nobody is drawn twice"),
        ({"phase": "pick", "place": 1}, "In the set-up 'place' is 0"),
        (
            {"phase": "first_area", "active": "P1", "order": "P1", "areas": {"H1": {"owner": "P1", "peasants": 1}}},
            "P1 has no area here, not 1 (RH-SETUP-5)",
        ),
    ],
)
def test_an_impossible_position_is_refused(written: dict[str, Any], said: str) -> None:
    with pytest.raises(wb.PositionError, match=re.escape(said)):
        GAME.position(written)


def test_in_the_set_up_the_order_follows_from_who_owns_something() -> None:
    state = GAME.position({"phase": "first_area", "to_move": "P1", "areas": {"H2": {"owner": "P2", "peasants": 2}}})
    assert (state.order, state.active, state.to_move) == ((1, 0), 0, 0)
    state = GAME.position({"phase": "pick", "areas": {"H2": {"owner": "P2", "peasants": 2}}})
    assert (state.order, state.active) == ((1,), 1)
    assert GAME.position({"round": 0}).order == (0,)


def test_without_orders_a_position_stands_where_a_card_is_drawn() -> None:
    game = wb.load("resource_hog", program_mode="full_random")
    areas = {"H1": {"owner": "P1", "peasants": 1}}
    assert game.position({"areas": areas}).phase is game.reveal
    with pytest.raises(wb.PositionError, match="nobody puts cards in an order"):
        game.position({"areas": areas, "phase": "program"})


def test_estates_of_nobody_use_each_marker_once() -> None:
    """Without people an estate is forsaken at once, and the next player may start in the same area."""
    game = wb.load("resource_hog", start_peasants=0, start_nobles=0)
    state = game.start()
    while state.phase.in_setup:
        state.apply(state.legal()[0])
    left = list(state.left)
    state.count_again()
    assert left == list(state.left)


def test_all_faults_are_named_at_once() -> None:
    with pytest.raises(wb.PositionError) as fault:
        GAME.position(
            {"areas": {"H1": {"peasants": 1}, "V1": {"owner": "P1", "peasants": 1, "mine": True}}, "fish": {"L1": 99}}
        )
    assert len(fault.value.reasons) >= 3


@pytest.mark.parametrize(
    ("position", "move", "clause"),
    [
        ({"phase": "work", "areas": {"V1": {"owner": "P1", "peasants": 1}}}, "work:TOIL", "RH-TOIL-2"),
        ({"phase": "work", "areas": {"V1": {"owner": "P1", "peasants": 1}}}, "work:FISH:SEA", "RH-WORK-2"),
        ({"phase": "work", "areas": {"H1": {"owner": "P1", "peasants": 1}}}, "work:HARBOUR", "RH-WORK-6"),
        (
            {"phase": "trade", "to_move": "P1", "areas": {"V1": {"owner": "P1", "peasants": 1, "food": 2}}},
            "sell:food",
            "RH-BUY-2",
        ),
        (
            {
                "phase": "trade",
                "to_move": "P1",
                "areas": {"V1": {"owner": "P1", "peasants": 1, "food": 2}, "H1": {"owner": "P1", "peasants": 1}},
            },
            "haul:food:V1",
            "RH-HAUL-7",
        ),
        (
            {
                "phase": "noble_to",
                "source": "C1",
                "areas": {"C1": {"owner": "P1", "nobles": 1, "unmoved": 1}, "H1": {"owner": "P2", "nobles": 1}},
            },
            "area:H1",
            "RH-NMOVE-4",
        ),
    ],
)
def test_a_refused_move_names_its_clause(position: dict[str, Any], move: str, clause: str) -> None:
    match = GAME.match(position=position)
    reasons = match.why_not(move)
    assert reasons is not None and reasons.reasons[0].clause == clause
    with pytest.raises(wb.IllegalMove, match=clause):
        match.play(move)
