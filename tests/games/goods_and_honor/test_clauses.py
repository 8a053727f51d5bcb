"""Which clause is named: by refusals, moves, events and the end of a game, under the options that make a difference.

What holds wherever a game goes stands in the contract (`moved_clauses`); here are the moments that random games seldom reach.
"""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from workbench.core.events import Event, Listener
from workbench.core.state import CHANCE
from workbench.games.goods_and_honor.options import OPTIONS, SWITCHED_OFF, in_their_place
from workbench.games.goods_and_honor.state import GoodsAndHonorState

MAT = {"A": "Food P1 | Guards W1"}
ELDERS = {"elder_pawns": "on"}
AT_ROCK = {"pawns": {"A": "Rock"}}
OWN_ONLY = {"bid_items": "own_chips_only"}
AUCTION = {"table": "W1", "active": "A"}
NO_OWN_CHIPS = {**AUCTION, "honor": {"B": "A1"}, "goods": {"B": "1/0/0"}}
CLOSED_BY_C = {"phase": "award", "closed": "C", "bids": {"C": "C1"}}
USED_UP = {"mats": {"A": "Rock P1 | Guards W1"}, "table": "N1", "defended": ["Woodsfolk/Guards"]}


def at(options: dict[str, Any], position: dict[str, Any]) -> GoodsAndHonorState:
    return wb.load("goods_and_honor", 3, **options).position({"active": "A", **position})


def told(state: GoodsAndHonorState, moves: str) -> list[Event]:
    """What is told while actions are carried out."""
    state.listener = listener = Listener()
    for symbol in moves.split():
        action = state.game.action(symbol)
        assert action in state.legal(), symbol
        state.apply(action)
    return listener.events


REFUSALS: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    # New
    ("GH-SETUP-11", {}, {"phase": "setup_place"}, "place:New"),
    ("GH-SETUP-11", {"must_assign": "no"}, {"phase": "setup_place"}, "place:New"),
    ("GH-RULING-5", {"gift_assign": "at_once"}, {"phase": "gift_place", "hands": {"B": "P1"}}, "place:New"),
    ("GH-ASSIGN-1", {}, {"phase": "place", "hands": {"A": "P1"}}, "place:New"),
    ("GH-RULING-35", {"must_assign": "no"}, {"phase": "place", "hands": {"A": "P1"}}, "place:New"),
    # the layout
    ("GH-RULING-37", {"rearrange": "none"}, {"phase": "place", "hands": {"A": "P1"}}, "rearrange"),
    ("GH-RULING-37", {"rearrange": "none", "auto_single": "off"}, {"phase": "assign", "mats": MAT}, "rearrange"),
    ("GH-ASSIGN-2", {}, {"phase": "place", "hands": {"A": "P1"}}, "rearrange"),
    ("GH-ASSIGN-2", {}, {"phase": "place", "hands": {"A": "P1"}}, "keep_layout"),
    ("GH-RULING-37", {"rearrange": "none"}, {"phase": "place", "hands": {"A": "P1"}}, "keep_layout"),
    ("GH-ASSIGN-1", {}, {"phase": "assign", "mats": MAT}, "place:Food"),
    ("GH-RULING-35", {"must_assign": "no"}, {"phase": "assign", "mats": MAT}, "place:Food"),
    # the pawn
    ("GH-PAWN-1", {}, {"phase": "assign", "mats": MAT}, "pawn:Food"),
    ("GH-PAWN-9", ELDERS, {"phase": "move_pawn"}, "place:Food"),
    # talk
    ("GH-RULING-14", {"talk": "off"}, {**AUCTION, "phase": "bid"}, "say:Food"),
    ("GH-TALK-1", {}, {**AUCTION, "phase": "talk"}, "add:A"),
    ("GH-RULING-14", {"talk": "request_reply"}, {**AUCTION, "phase": "reply", "said": {"A": "Food"}}, "add:A"),
    # bids and the award
    ("GH-RULING-18", OWN_ONLY, {**NO_OWN_CHIPS, **CLOSED_BY_C}, "give:B"),
    ("GH-BID-8", {}, {**AUCTION, **CLOSED_BY_C, "honor": {"B": ""}, "goods": {"B": "0/0/0"}}, "give:B"),
    ("GH-KEEP-1", {}, {**AUCTION, **CLOSED_BY_C, "honor": {"B": ""}, "goods": {"B": "0/0/0"}}, "give:A"),
    ("GH-META-4", {}, {**AUCTION, "phase": "award", "closed": "B C", "bids": {"B": "B1", "C": "C1"}}, "give:E"),
    # the bag
    (
        "GH-RULING-12",
        {"bag_short": "choose", "nastigans": 0},
        {"bag": "-", "table": "P1", "phase": "one_folk"},
        "keep:Plainsfolk",
    ),
    ("GH-KEEP-1", {}, {"table": "P1 W1", "phase": "keep"}, "one_keep"),
    ("GH-RULING-12", {}, {"phase": "assign", "mats": MAT}, "one_keep"),
    # Nastigans
    ("GH-RULING-32", {"guards_first": "yes"}, {"mats": MAT, "table": "N1"}, "defend:Plainsfolk/Food"),
    ("GH-PAWN-5", ELDERS, {"mats": {"A": "Food P1 | Rock W1"}, "table": "N1", **AT_ROCK}, "defend:Plainsfolk/Food"),
    # production
    ("GH-PRODUCE-10", {}, {"phase": "assign", "mats": MAT}, "decline"),
    # what belongs to another moment of a turn
    ("GH-KEEP-1", {}, {"phase": "assign", "mats": MAT}, "keep:Woodsfolk"),
    ("GH-TALK-1", {"talk": "request"}, {"phase": "assign", "mats": MAT}, "say:Food"),
    ("GH-BID-1", {}, {"phase": "assign", "mats": MAT}, "add:A"),
    ("GH-BID-1", {}, {"table": "P1 W1", "phase": "keep"}, "close"),
    ("GH-GIVE-1", {}, {**AUCTION, "phase": "bid"}, "give:B"),
    ("GH-NAST-4", {}, {"phase": "assign", "mats": MAT}, "defend:Plainsfolk/Food"),
    ("GH-ASSIGN-1", {}, {"mats": MAT, "table": "N1"}, "place:Food"),
    ("GH-ASSIGN-2", {}, {"mats": MAT, "table": "N1"}, "rearrange"),
    ("GH-PAWN-9", ELDERS, {"mats": MAT, "table": "N1"}, "pawn:Food"),
    ("GH-RULING-6", {"production_mandatory": "no"}, {"mats": MAT, "table": "N1"}, "decline"),
    ("GH-DRAW-1", {}, {"mats": MAT, "table": "N1"}, "draw:Plainsfolk"),
    ("GH-DUEL-4", {}, {"mats": MAT, "table": "N1"}, "roll:1-1"),
    ("GH-RULING-13", {"keep_timing": "after_bids"}, {"phase": "assign", "mats": MAT}, "keep:Woodsfolk"),
    ("GH-BID-1", {"talk": "off"}, {"phase": "assign", "mats": MAT}, "add:A"),
    ("GH-RULING-19", {"award": "random"}, {**AUCTION, "phase": "bid"}, "give:B"),
    # what only chance does
    ("GH-RULING-26", {}, {"phase": "assign", "mats": MAT}, "first:B"),
    ("GH-RULING-26", {"first_player": "A"}, {**AUCTION, "phase": "bid"}, "first:B"),
    ("GH-DUEL-4", {"duel_chance": "collapsed"}, {"mats": MAT, "table": "N1"}, "folk_wins"),
    ("GH-DUEL-4", {}, {"phase": "assign", "mats": MAT}, "folk_loses"),
    # in the set-up
    ("GH-SETUP-12", ELDERS, {"phase": "setup_place"}, "pawn:Food"),
    ("GH-PAWN-1", {}, {"phase": "setup_place"}, "pawn:Food"),
    ("GH-KEEP-1", {}, {"phase": "setup_place"}, "keep:Plainsfolk"),
    ("GH-BID-1", {}, {"phase": "setup_place"}, "close"),
    ("GH-ASSIGN-2", {}, {"phase": "setup_place"}, "rearrange"),
    ("GH-NAST-4", {}, {"phase": "setup_place"}, "defend:Plainsfolk/Food"),
]


@pytest.mark.parametrize(("clause", "options", "position", "move"), REFUSALS)
def test_a_refusal_names_what_stands_in_the_way(
    clause: str, options: dict[str, Any], position: dict[str, Any], move: str
) -> None:
    if position.get("phase") == "setup_place":
        state = wb.load("goods_and_honor", 3, **options).start()
        while state.to_move == CHANCE:
            state.apply(state.legal()[0])
    else:
        state = at(options, position)
    reasons = state.phase.reasons(state, state.game.action(move))
    assert [reason.clause for reason in reasons] == [clause]


def test_guards_that_may_not_be_named_do_not_stand_in_the_way() -> None:
    options = {**ELDERS, "guards_first": "yes", "defender_reuse": "no"}
    mats = {"A": "Food P1 | Rock R1 | Guards W1"}
    state = at(options, {**USED_UP, **AT_ROCK, "mats": mats})
    assert [state.game.symbol(action) for action in state.legal()] == ["defend:Ridgefolk/Rock"]
    (reason,) = state.phase.reasons(state, state.game.action("defend:Plainsfolk/Food"))
    assert reason.clause == "GH-PAWN-5"
    assert state.phase.clause_of(state, state.legal()[0]) == "GH-PAWN-5"
    assert "from_the_pawn" in [event.kind for event in told(state, "defend:Ridgefolk/Rock")]


MOVES: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("GH-NAST-4", {}, {"mats": MAT, "table": "N1"}, "defend:Woodsfolk/Guards"),
    ("GH-NAST-7", {}, {"mats": MAT, "table": "N1"}, "defend:Plainsfolk/Food"),
    ("GH-NAST-7", ELDERS, {"mats": MAT, "table": "N1", **AT_ROCK}, "defend:Plainsfolk/Food"),
    (
        "GH-RULING-32",
        {"guards_first": "yes", "auto_single": "off"},
        {"mats": MAT, "table": "N1"},
        "defend:Woodsfolk/Guards",
    ),
    ("GH-PAWN-5", ELDERS, {"mats": {"A": "Rock P1 W1"}, "table": "N1", **AT_ROCK}, "defend:Woodsfolk/Rock"),
    ("GH-PAWN-7", ELDERS, {"mats": {"A": "Food P1 W1"}, "table": "N1", **AT_ROCK}, "defend:Woodsfolk/Food"),
    ("GH-ASSIGN-1", {}, {"phase": "assign", "mats": MAT}, "keep_layout"),
    ("GH-ASSIGN-2", {}, {"phase": "assign", "mats": MAT}, "rearrange"),
    ("GH-RULING-35", {"must_assign": "no"}, {"phase": "assign", "mats": MAT}, "keep_layout"),
    ("GH-RULING-6", {"production_mandatory": "no"}, {"phase": "produce", "mats": {"A": "Food P3"}}, "decline"),
    ("GH-RULING-17", {}, {**AUCTION, "phase": "award", "honor": {"A": "A10 B10 C10"}}, "give:B"),
]


@pytest.mark.parametrize(("clause", "options", "position", "move"), MOVES)
def test_a_move_names_what_allows_it(clause: str, options: dict[str, Any], position: dict[str, Any], move: str) -> None:
    state = at(options, position)
    action = state.game.action(move)
    assert action in state.legal() and state.phase.clause_of(state, action) == clause


EVENTS: list[tuple[str, str, dict[str, Any], dict[str, Any], str]] = [
    # a Folk that is kept, but not as one of two
    ("kept", "GH-KEEP-1", {}, {"table": "P1 W1", "phase": "keep"}, "keep:Plainsfolk"),
    ("kept", "GH-RULING-12", {"nastigans": 0}, {"bag": "P1", "phase": "draw"}, "draw:Plainsfolk"),
    ("kept_in_new", "GH-RULING-12", {"nastigans": 0}, {"bag": "P1", "phase": "draw"}, "draw:Plainsfolk"),
    (
        "kept",
        "GH-RULING-17",
        {"no_bidder": "keep_both", "talk": "off"},
        {"table": "P1 W1", "phase": "keep", "honor": {"A": "A10 B10 C10"}},
        "keep:Plainsfolk",
    ),
    # nobody defends
    (
        "nobody_left_to_name",
        "GH-RULING-30",
        {**ELDERS, "defender_reuse": "no", "pawn_area_empty": "nastigan_returns"},
        {"mats": {"A": "Guards W1"}, "table": "N2"},
        "defend:Woodsfolk/Guards roll:1-2",
    ),
    (
        "nobody_past_the_pawn",
        "GH-RULING-43",
        {**ELDERS, "defender_reuse": "no", "pawn_area_empty": "nastigan_returns"},
        {"mats": {"A": "Food P1 | Guards W1"}, "table": "N2", **AT_ROCK},
        "defend:Woodsfolk/Guards roll:1-2",
    ),
    # rulings about who defends
    ("named", "GH-NAST-4", {}, {"mats": MAT, "table": "N1"}, "defend:Plainsfolk/Food"),
    ("named", "GH-RULING-31", {"duel_commit": "all_first"}, {"mats": MAT, "table": "N2"}, "defend:Plainsfolk/Food"),
    (
        "guards_first",
        "GH-RULING-32",
        {"guards_first": "yes", "auto_single": "off"},
        {"mats": MAT, "table": "N1"},
        "defend:Woodsfolk/Guards",
    ),
    (
        "not_again",
        "GH-RULING-30",
        {"defender_reuse": "no"},
        {"mats": MAT, "table": "N2"},
        "defend:Woodsfolk/Guards roll:1-2",
    ),
    # equal dice
    ("rolled_again", "GH-DUEL-4", {}, {"mats": MAT, "table": "N1"}, "defend:Plainsfolk/Food roll:2-2"),
    (
        "folk_wins",
        "GH-RULING-47",
        {"duel_tie": "folk_wins"},
        {"mats": MAT, "table": "N1"},
        "defend:Plainsfolk/Food roll:2-2",
    ),
    (
        "folk_wins",
        "GH-DUEL-6",
        {"duel_tie": "folk_wins"},
        {"mats": MAT, "table": "N1"},
        "defend:Plainsfolk/Food roll:2-3",
    ),
    # production
    (
        "declines",
        "GH-RULING-6",
        {"production_mandatory": "no"},
        {"phase": "produce", "mats": {"A": "Food P3"}},
        "decline",
    ),
    (
        "takes",
        "GH-RULING-10",
        {"end_timing": "finish_round_from_box", "production_mandatory": "no"},
        {"phase": "produce", "supply": "1/0/0", "mats": {"A": "Food P3", "B": "Food W3"}, "first": "A"},
        "take",
    ),
    (
        "cut_off",
        "GH-RULING-9",
        {"end_trigger": "any_type", "any_type_take": "fixed_order", "production_mandatory": "no"},
        {"phase": "produce", "supply": "1/2/2", "mats": {"A": "Food P3 | Rock R3"}},
        "take",
    ),
]


@pytest.mark.parametrize(("kind", "clause", "options", "position", "moves"), EVENTS)
def test_an_event_names_what_was_carried_out(
    kind: str, clause: str, options: dict[str, Any], position: dict[str, Any], moves: str
) -> None:
    events = [event for event in told(at(options, position), moves) if event.kind == kind]
    assert events and events[-1].clause == clause


IDLE = {"production_table": "custom", "production_matrix": (0,) * 12}
LAST = {"phase": "produce", "mats": {"A": "Food P3"}}
DECIDES = {"production_mandatory": "no"}
ENDINGS: list[tuple[str, str, dict[str, Any], dict[str, Any], str]] = [
    ("GH-END-1", "last_token", DECIDES, {**LAST, "supply": "1/0/0"}, "take"),
    ("GH-RULING-8", "last_of_a_type", {**DECIDES, "end_trigger": "any_type"}, {**LAST, "supply": "1/1/1"}, "take"),
    (
        "GH-HOUSE-5",
        "stall",
        {"stall_rounds": 1},
        {"mats": {"A": "Food P1"}, "turn": 3, "first": "B", "phase": "assign"},
        "keep_layout",
    ),
    (
        "GH-HOUSE-6",
        "last_turn",
        {"max_turns": 3, **IDLE},
        {"mats": {"A": "Food P1"}, "turn": 3, "first": "B", "phase": "assign"},
        "keep_layout",
    ),
    (
        "GH-RULING-12",
        "bag_ends_the_game",
        {**DECIDES, "bag_short": "end_game"},
        {**LAST, "bag": "P1 N24"},
        "take",
    ),
]


@pytest.mark.parametrize(("clause", "kind", "options", "position", "moves"), ENDINGS)
def test_the_end_is_put_down_to_what_ended_the_game(
    clause: str, kind: str, options: dict[str, Any], position: dict[str, Any], moves: str
) -> None:
    state = at(options, position)
    events = told(state, moves)
    assert [event.clause for event in events if event.kind == kind] == [clause]
    assert state.game.ending(state) == clause == state.phase.clauses_now(state)[0]
    assert {reason.clause for action in range(6) for reason in state.phase.reasons(state, action)} == {clause}
    assert {"GH-END-1"} & {*state.phase.clauses_now(state), *[event.clause for event in events]} <= {clause}


def test_points_that_stay_are_told_as_they_are() -> None:
    def kept(carry: str, mat: str) -> list[int]:
        position = {"phase": "produce", "mats": {"A": mat}, "carry": {"A": carry}}
        events = told(at({**DECIDES, "remainder": "carry"}, position), "take")
        return [event.fields["points"] for event in events if event.kind == "points_kept"]

    assert kept("2/0/0", "Food P2") == []  # 2 and 4 points are two tokens
    assert kept("1/0/0", "Food P2") == [2]


def test_a_pawn_adds_something_or_is_not_told() -> None:
    options = {**DECIDES, **ELDERS, "pawn_bonus": "home_folk_only"}
    for mat, adds in (("Rock P3", False), ("Rock P2 R1", True)):
        events = told(at(options, {"phase": "produce", "mats": {"A": mat}, **AT_ROCK}), "take")
        assert ("pawn_adds" in [event.kind for event in events]) == adds


def test_own_chips_count_apart_from_those_of_others() -> None:
    position = {**LAST, "supply": "1/0/0", "honor": {"A": "A3 B1 C1", "B": "A7 B9 C9"}}
    events = told(at({**DECIDES, "own_chips_score": 1}, position), "take")
    of_a = {event.kind: event.fields for event in events if event.seat == 0}
    assert of_a["own_chips_count"]["points"] == 3 and "chips_left" not in of_a


def test_a_tie_that_is_broken_names_the_ruling() -> None:
    options = {**DECIDES, "set_points": 0, "single_points": 0, "stall_rounds": 0}
    for tie_break, clauses in (("shared", ["GH-SCORE-7"]), ("later_in_turn_order", ["GH-RULING-38"] * 2)):
        events = told(at({**options, "tie_break": tie_break}, {**LAST, "supply": "1/0/0", "first": "A"}), "take")
        assert [event.clause for event in events if event.kind in ("tie_broken", "wins", "win_shared")] == clauses


# -- the table of what options switch off ------------------------------------------------------------------------------

STILL_HOLD = {
    "GH-RULING-9": "a production that is cut short ends the game no less",
    "GH-RULING-12": "drawing ends with the bag; the ruling says what then",
    "GH-RULING-16": "those who have something to bid have to",
    "GH-RULING-17": "the clause names the ruling",
    "GH-RULING-23": "what is taken is seen either way",
    "GH-RULING-25": "the Folks are placed as anybody likes, together or in turn",
    "GH-RULING-26": "it is settled who begins, however",
    "GH-RULING-28": "all that there is goes into the bag",
    "GH-RULING-29": "one Folk is pointed out; where it may not stand, the ruling says",
    "GH-RULING-38": "the highest total wins; who of those that share it, the ruling says",
    "GH-RULING-46": "the clauses have these options themselves",
    "GH-RULING-47": "two dice are thrown together; what equal ones mean, the ruling says",
    "GH-RULING-14": "an opened bid is final, whatever was said",
}
"""Rulings with an option that leaves a clause they serve in force, and why."""


def test_the_table_of_what_options_switch_off_is_that_of_the_rulebook() -> None:
    rulebook = wb.load("goods_and_honor").rulebook
    settled = {option.name: option.clause for option in OPTIONS}
    off: dict[str, set[str]] = {}
    for name, value, clauses in SWITCHED_OFF:
        (option,) = [option for option in OPTIONS if option.name == name]
        assert not value or option.allowed.check(value) == value
        off.setdefault(settled[name], set()).update(clauses)
        assert set(clauses) <= set(rulebook[settled[name]].serves) or all(
            clause in rulebook[settled[name]].text for clause in clauses
        )
    for clause in rulebook:
        if clause.serves and clause.id in settled.values():
            assert (set(clause.serves) == off.get(clause.id)) == (clause.id not in STILL_HOLD), clause.id


def test_what_is_switched_off_follows_the_options() -> None:
    def stands_in(**options: Any) -> dict[str, str]:
        return in_their_place(wb.load("goods_and_honor", 3, **options).options)

    assert stands_in() == {}
    assert stands_in(losing_bids="returned_unseen") == {"GH-BID-6": "GH-RULING-22"}
    both = stands_in(losing_bids="returned_unseen", bid_mode="open_clockwise")
    assert both == {"GH-BID-5": "GH-RULING-21", "GH-BID-6": "GH-RULING-21"}
    assert stands_in(talk="request_reply") == {}
    assert set(stands_in(talk="off")) == {"GH-TALK-1", "GH-TALK-2"}


def test_no_move_is_told_by_a_name_of_the_code() -> None:
    """Random events, too, and moves that belong to another moment: people read them where they are refused."""
    state = at({"bag_short": "choose"}, {"phase": "assign", "mats": MAT})
    every = range(state.game.actions)
    said = {state.game.symbol(action): state.phase.words(state, action) for action in every}
    assert not [words for words in said.values() if "_" in words or ":" in words]
    assert (said["one_give"], said["roll:2-3"], said["first:B"]) == ("offer the single Folk", "red 2, blue 3", "B begins")
