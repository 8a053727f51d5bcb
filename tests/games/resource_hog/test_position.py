"""Positions written down: what is left out, and what is refused with its clause or place."""

from __future__ import annotations

import re
from typing import Any

import pytest

import workbench as wb
from tests.helpers import refused

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
        (
            {"areas": {"H7": {"owner": "P1", "peasants": 1}}},
            "there is no area 'H7' in this game. An area is written like this:",
        ),
        ({"fish": {"L1": 13}}, "RH-FISHPOP-1"),
        ({"columns": {"slaves": 11}}, "RH-BOARD-1"),
        (
            {"phase": "haul_to", "to_move": "P1", "areas": {"H1": {"owner": "P1", "peasants": 1}}},
            "needs 'source'",
        ),
        ({"phase": "trade", "units": 2, "areas": {"H1": {"owner": "P1", "peasants": 1}}}, "has no 'units'"),
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


IN_PLAY: dict[str, Any] = {
    "areas": {"H1": {"owner": "P1", "nobles": 1}, "H2": {"owner": "P3", "peasants": 2, "fields": 1, "work": "HEAD"}}
}


def played_on(state: Any, seed: int) -> None:
    """Whatever is accepted can be played to its end, and everybody in play puts down a pile in a whole round."""
    from workbench.core.random import Random

    rng = Random(seed)
    for _ in range(20_000):
        if state.to_move == wb.OVER:
            return
        legal = state.legal()
        assert legal
        state.apply(rng.pick(state.chance()) if state.to_move == wb.CHANCE else legal[rng.below(len(legal))])
    raise AssertionError("it does not end")


@pytest.mark.parametrize("piles", [{}, {"P1": "NTP"}, {"P1": "NTP", "P3": "PNT"}])
@pytest.mark.parametrize("phase", [None, "program"])
def test_a_round_begins_with_the_first_who_has_no_pile(piles: dict[str, str], phase: str | None) -> None:
    written = {"round": 2, "piles": piles, **IN_PLAY, **({} if phase is None else {"phase": phase})}
    if len(piles) == 2 and phase:
        with pytest.raises(wb.WorkbenchError, match="there must be a player who has not had a turn yet"):
            GAME.position(written)
        return
    state = GAME.position(written)
    assert (state.phase.name, int(state.to_move)) == (("program", 0), ("program", 2), ("reveal", wb.CHANCE))[len(piles)]
    assert GAME.position(state.to_dict()).key() == state.key()
    played_on(state, 5)


def test_a_round_of_nobody_is_refused() -> None:
    for phase in ("program", "reveal"):
        with pytest.raises(wb.WorkbenchError, match="Nobody is in play"):
            GAME.position({"phase": phase, "round": 2})
    assert GAME.position({}).phase.name == "pick", "what is left out is as at the beginning"


@pytest.mark.parametrize(
    "options", [{}, {"program_mode": "full_random"}, {"build_refusal": "yes"}, {"starve_order": "feed_grow_starve"}]
)
def test_a_position_can_be_written_at_the_beginning_of_every_event_of_the_season(options: dict[str, Any]) -> None:
    """It is the one that play comes to: the event begins, and the next question is asked."""
    game = wb.load("resource_hog", **options)
    for phase in game.phases.values():
        if not phase.seasonal or phase.name in ("die", "game_over"):
            continue
        state = game.position({"phase": phase.name, "round": 3, **IN_PLAY})
        blank = game.position({"phase": "die", "round": 3, **IN_PLAY})
        blank.active = -1
        blank.enter(phase)
        blank.settle()
        if phase.name != "clean_up":  # by then the clock has taken one more
            assert state.key() == blank.key(), phase.name
        played_on(state, 3)


def refused_in(options: dict[str, Any], written: dict[str, Any], move: str) -> tuple[str, str]:
    match = wb.load("resource_hog", **options).match(position=written)
    found = match.why_not(move)
    assert found is not None
    return found.reasons[0].clause, found.reasons[0].text


V1: dict[str, Any] = {"owner": "P1", "peasants": 2, "fields": 1}
AT_WORK: dict[str, Any] = {"phase": "work", "to_move": "P1"}
TRADING: dict[str, Any] = {"phase": "trade", "to_move": "P1"}
WALKING: dict[str, Any] = {"phase": "peasant_to", "source": "C1"}
MINERS: dict[str, Any] = {"owner": "P1", "peasants": 1, "mine": True}
PEASANT: dict[str, Any] = {"owner": "P1", "peasants": 1}
OTHERS: dict[str, Any] = {"owner": "P2", "peasants": 1}
FAR: dict[str, Any] = {"V1": {"owner": "P1", "peasants": 1, "food": 2}, "H1": {"owner": "P1", "peasants": 1}}


@pytest.mark.parametrize(
    ("options", "written", "move", "clause", "says"),
    [
        ({}, {**AT_WORK, "areas": {"V1": {**V1, "work": "HEAD"}}}, "work:TOIL", "RH-TOIL-3", "stone head"),
        ({}, {**AT_WORK, "areas": {"V1": {**V1, "work": "TOIL/1"}}}, "work:TOIL", "RH-TOIL-2", "somebody already toils"),
        ({}, {**AT_WORK, "areas": {"V1": {**V1, "fields": 0}}}, "work:HEAD", "RH-BUILD-5", "No field"),
        (
            {},
            {**AT_WORK, "areas": {"V1": {**V1, "fields": 0, "work": "CLEAR"}}},
            "work:HEAD",
            "RH-WORK-13",
            "is no field yet",
        ),
        (
            {},
            {**AT_WORK, "areas": {"V1": {**V1, "work": "SEAT/1"}}},
            "work:KNIGHT",
            "RH-WORK-13",
            "still being built",
        ),
        ({}, {**AT_WORK, "areas": {"V1": {**V1, "seat": "castle"}}}, "work:SEAT", "RH-BUILD-4", "no seat is higher"),
        (
            {},
            {**TRADING, "money": {"P1": 900}, "areas": {"V1": FAR["V1"], "C3": FAR["H1"]}},
            "haul:food:V1",
            "RH-HAUL-4",
            "no other land of yours",
        ),
        (
            {"haul_reach": "any"},
            {**TRADING, "money": {"P1": 0}, "areas": FAR},
            "haul:food:V1",
            "RH-HAUL-7",
            "costs 1 money a token, and you have 0",
        ),
        (
            {},
            {"phase": "noble_to", "source": "C1", "areas": {"C1": {"owner": "P1", "nobles": 1, "unmoved": 1}}},
            "border:C1>H1",
            "RH-NMOVE-3",
            "only enemies are attacked",
        ),
        ({}, {**AT_WORK, "areas": {"V1": V1}}, "work:HEAD", "RH-WORK-6", "It takes 3 idle peasants"),
        ({}, {**AT_WORK, "areas": {"V1": {**V1, "peasants": 1, "moved": 2}}}, "work:HEAD", "RH-PMOVE-4", "moved"),
        ({}, {**AT_WORK, "areas": {"H1": MINERS}}, "work:MINE:gold", "RH-MINE-4", "never held any gold"),
        ({}, {**AT_WORK, "areas": {"H1": {**MINERS, "mountain": {"salt": 0}}}}, "work:MINE:salt", "RH-MINE-5", "no salt left"),
        ({"coast_salt": 0}, {**AT_WORK, "areas": {"H1": MINERS}}, "work:MINE:salt", "RH-MINE-2", "a miner brings no salt"),
        # what belongs to another moment
        ({}, {**AT_WORK, "areas": {"V1": V1}}, "buy:salt", "RH-BUY-1", "it belongs to \u201cTrade phase\u201d. What does"),
        ({}, {**AT_WORK, "areas": {"V1": V1}}, "sell:salt", "RH-SELL-1", "it belongs to \u201cTrade phase\u201d"),
        ({}, {**TRADING, "areas": FAR}, "pile:PNT", "RH-ROUND-1", "it belongs to \u201cProgramming\u201d"),
        ({}, {**TRADING, "areas": FAR}, "pay:arms", "RH-FIGHT-9", "it belongs to"),
        ({}, {**WALKING, "areas": {"C1": PEASANT, "V1": PEASANT, "H1": OTHERS}}, "area:H1", "RH-PMOVE-3", "is enemy land"),
        ({}, {**WALKING, "areas": {"C1": PEASANT, "V1": PEASANT}}, "area:H1", "RH-PMOVE-3", "a noble has to take it first"),
        ({}, {**WALKING, "areas": {"C1": PEASANT, "V1": PEASANT, "H3": PEASANT}}, "area:H3", "RH-PMOVE-2", "your own land"),
        (
            {"peasants_settle": "yes"},
            {**WALKING, "areas": {"C1": PEASANT, "V1": PEASANT}},
            "area:H3",
            "RH-RULING-14",
            "more than one border away",
        ),
        (
            {"own_land_when": "live"},
            {**WALKING, "land": "C1 H1 V1 X", "areas": {"C1": PEASANT, "H1": PEASANT, "X": PEASANT}},
            "area:X",
            "RH-RULING-13",
            "land that you left in this phase",
        ),
        (
            {"own_land_when": "live"},
            {
                "phase": "noble_to",
                "source": "C1",
                "land": "C1 V1 X",
                "areas": {"C1": {"owner": "P1", "nobles": 1, "unmoved": 1}, "X": PEASANT},
            },
            "area:X",
            "RH-RULING-13",
            "land that you left in this phase",
        ),
    ],
)
def test_a_refusal_names_the_clause_that_one_would_open(
    options: dict[str, Any], written: dict[str, Any], move: str, clause: str, says: str
) -> None:
    found = refused_in(options, written, move)
    assert found[0] == clause and says in found[1], found


def test_the_way_beyond_land_entered_in_this_phase_is_closed() -> None:
    state = GAME.position({"phase": "move_nobles", "to_move": "P1", "areas": {"C1": {"owner": "P1", "nobles": 2}}})
    ground, words = GAME.ground, GAME.words
    first = next(area for area in ground.neighbours[ground.area_of("C1")])
    state.apply(words.area + ground.area_of("C1"))
    state.apply(words.area + first)
    state.apply(words.area + ground.area_of("C1"))
    around = {first, ground.area_of("C1"), *ground.neighbours[ground.area_of("C1")]}
    beyond = next(area for area in ground.neighbours[first] if area not in around)
    (reason,) = state.phase.reasons(state, words.area + beyond)
    assert reason.clause == "RH-NMOVE-2" and "entered in this phase" in reason.text


def test_a_warning_comes_before_what_cannot_be_made_good() -> None:
    alone = {"H1": {"owner": "P1", "peasants": 1, "harbour": True}}
    state = GAME.position({**TRADING, "areas": alone})
    sold = GAME.action("sell:slaves")
    assert "out of the game (RH-AREA-8)" in state.phase.note(state, sold)
    state = GAME.position({**TRADING, "areas": {**alone, "V2": {"owner": "P1", "peasants": 1}}})
    assert "which would be nobody's" in state.phase.note(state, sold)
    heads = {"C1": {"owner": "P1", "nobles": 1, "heads": 1}, "V2": {"owner": "P1", "nobles": 2, "heads": 1}}
    state = GAME.position({"phase": "move_nobles", "to_move": "P1", "areas": heads})
    notes = {GAME.symbol(action): state.phase.note(state, action) for action in state.legal()}
    assert "stone heads would be nobody's" in notes["area:C1"] and not notes["area:V2"] and not notes["done"]
    walking = {"C1": {"owner": "P1", "peasants": 1, "heads": 1}, "V1": {"owner": "P1", "peasants": 2, "heads": 1}}
    state = GAME.position({"phase": "move_peasants", "to_move": "P1", "areas": walking})
    notes = {GAME.symbol(action): state.phase.note(state, action) for action in state.legal()}
    assert "stone heads would be nobody's" in notes["area:C1"] and not notes["area:V1"] and not notes["done"]
    ports = {"H1": {**alone["H1"], "peasants": 2}, "C2": {**alone["H1"]}}
    state = GAME.position({**TRADING, "areas": ports})
    state.apply(sold)
    notes = {GAME.symbol(action): state.phase.note(state, action) for action in state.legal()}
    assert "which would be nobody's (RH-SELL-6)" in notes["area:C2"] and not notes["area:H1"]
    kept = wb.load("resource_hog", control="sticky").position({"phase": "move_peasants", "to_move": "P1", "areas": walking})
    assert not any(kept.phase.note(kept, action) for action in kept.legal())


def test_a_loser_is_warned_before_all_nobles_leave_stone_heads() -> None:
    beaten: dict[str, Any] = {"owner": "P2", "nobles": 1, "heads": 1}
    others = {"C1": {"owner": "P1", "attacked": 1}, "V1": {"owner": "P2", "nobles": 1}}
    battle = {"active": "P1", "on_border": {"C1>H1": 1}, "fronts": "C1>H1", "target": "H1", "receiver": "C1", "won": 1}
    for peasants, warned in ((0, True), (1, False)):
        areas = {**others, "H1": {**beaten, "peasants": peasants}}
        state = GAME.position({"phase": "leave", "areas": areas, **battle})
        notes = {GAME.symbol(action): state.phase.note(state, action) for action in state.legal()}
        assert ("stone heads would be nobody's" in notes["yes"]) == warned and not notes["done"]


@pytest.mark.parametrize(
    ("options", "area", "kind", "says"),
    [
        ({}, {"arms": 1, "seat": "manor"}, "knighted", "a peasant takes up arms and becomes a noble"),
        ({"knight_uses_peasant": "no"}, {"arms": 1, "seat": "manor"}, "noble_comes", "the peasant stays a peasant"),
        ({}, {"seat": "manor"}, "no_arms", "nobody is knighted: there are no arms"),
    ],
)
def test_what_is_told_of_a_knight_is_true(options: dict[str, Any], area: dict[str, Any], kind: str, says: str) -> None:
    from workbench.core.events import Listener

    game = wb.load("resource_hog", **options)
    state = game.position({"phase": "die", "areas": {"V1": {"owner": "P1", "peasants": 1, "work": "KNIGHT", **area}}})
    state.listener = Listener()
    state.active = -1
    state.enter(game.phases["knight"])
    state.settle()
    told = [event for event in state.listener.events if event.kind == kind]
    assert told and says in told[0].text


def test_an_area_emptied_by_a_payment_is_told() -> None:
    from workbench.core.events import Listener

    written = {
        "phase": "battle",
        "to_move": "P1",
        "on_border": {"C1>H1": 1},
        "areas": {
            "C1": {"owner": "P1", "nobles": 1},
            "H1": {"owner": "P2", "peasants": 1},
            "H2": {"owner": "P2", "peasants": 1},
        },
    }
    state = GAME.position(written)
    state.listener = Listener()
    state.apply(GAME.action("border:C1>H1"))
    while state.phase.name in ("ransom", "leave", "receiver", "payer"):
        state.apply(state.legal()[-1])
    told = [event.text for event in state.listener.events if event.kind == "left_empty"]
    assert told and "H1" in told[0], [event.text for event in state.listener.events]


OWED: dict[str, Any] = {
    "phase": "ransom",
    "active": "P1",
    "areas": {"C1": {"owner": "P1", "attacked": 1}, "H1": {"owner": "P2", "peasants": 1, "arms": 1}},
    "on_border": {"C1>H1": 1},
    "fronts": "C1>H1",
    "target": "H1",
    "receiver": "C1",
    "won": 1,
}
NOBODY_THERE = {"C1": {"owner": "P1", "attacked": 1}, "H2": {"owner": "P2", "peasants": 1}}


def test_a_ransom_is_due_and_can_be_paid_where_somebody_is_asked_for_it() -> None:
    for units in (1, 2, 3):
        played_on(GAME.position({**OWED, "units": units}), 3)
    for changed, said in [
        ({"units": 0}, "at least one of the 'units' of a ransom is still due"),
        ({"units": 4}, "the loser can pay all 'units' that are due"),
        ({"units": 1, "areas": NOBODY_THERE}, "must belong to another player than the 'active' one"),
    ]:
        with refused(wb.PositionError, said):
            GAME.position({**OWED, **changed})
