"""Positions: what is filled in, what is refused and why, and that what is accepted holds together."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import workbench as wb
from tests.contract import random_game
from tests.games.goods_and_honor.test_contract import ELDERS, OTHER_READINGS, GoodsContract
from tests.helpers import refused
from workbench.core.state import OVER
from workbench.games.goods_and_honor.state import GoodsAndHonorState


def build(position: Any, players: int = 3, **options: Any) -> GoodsAndHonorState:
    state = wb.load("goods_and_honor", players, **options).position(position)
    assert isinstance(state, GoodsAndHonorState)
    return state


# -- what is filled in -------------------------------------------------------------------------------------------------


def test_an_empty_dict_is_the_beginning_of_a_turn() -> None:
    state = build({})
    assert state.phase.name == "produce" and state.to_move == 0 and state.turn == 1
    assert state.supply == [15, 15, 15] and state.bag == [24, 24, 24, 24, 24]
    assert [state.honor(seat) for seat in range(3)] == [(10, 0, 0), (0, 10, 0), (0, 0, 10)]


FILLED: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    (
        "Folks not named are in the bag",
        {"mats": {"A": "Food P2"}, "hands": {"A": "S1"}},
        {"bag": "P22 W24 R24 S23 N24"},
    ),
    (
        "or at home on the first mat not named",
        {"mats": {"A": "-"}, "bag": "P20 W24 R23 S22 N24"},
        {"B": "Food P4 | Wood - | Rock R1 | Guards S2 | New -"},
    ),
    (
        "Goods not in the middle are with the first seat not named",
        {"goods": {"A": "1/1/1"}, "supply": "10/10/10"},
        {"goods": {"A": "1/1/1", "B": "4/4/4", "C": "0/0/0"}},
    ),
    (
        "chips not named are with their owners",
        {"honor": {"B": "A3 C1"}},
        {"honor": {"A": "A7 B10", "B": "A3 C1", "C": "C9"}},
    ),
    (
        "tokens taken mean a later turn",
        {"goods": {"C": "0/1/0"}, "active": "C", "first": "B"},
        {"turn": 5, "last_take": 4},
    ),
    ("two Folks on the table are to be kept", {"table": "P1 W1 N2"}, {"phase": "keep", "to_move": "A"}),
    ("one Folk is offered", {"table": "P1"}, {"phase": "talk"}),
    ("after the talk there are bids", {"table": "P1", "said": {"A": "nothing"}}, {"phase": "bid", "to_move": "B"}),
    (
        "hands with something in them are closed",
        {"table": "P1", "bids": {"B": "B2"}},
        {"phase": "bid", "closed": "B", "to_move": "C"},
    ),
    (
        "unless that seat is to move",
        {"table": "P1", "bids": {"B": "B2"}, "to_move": "B", "phase": "bid"},
        {"closed": "", "to_move": "B"},
    ),
    (
        "all hands closed are awarded",
        {"table": "P1", "bids": {"B": "B2", "C": "C1"}},
        {"phase": "award", "to_move": "A"},
    ),
    (
        "Nastigans alone want a defender",
        {"mats": {"B": "Food P1"}, "active": "B", "table": "N2"},
        {"phase": "defend", "to_move": "B"},
    ),
    (
        "a defender named fights",
        {"mats": {"A": "Food P1"}, "table": "N2", "named": ["P/Food"]},
        {"phase": "roll", "to_move": "chance"},
    ),
    ("Folks in hand are placed", {"hands": {"A": "P1"}}, {"phase": "place"}),
    (
        "in turn 0 for the first time",
        {"hands": dict.fromkeys("ABC", "P2 W1 R2 S1"), "turn": 0},
        {"phase": "setup_place", "to_move": "A"},
    ),
    (
        "nothing in the middle is the end",
        {"supply": "0/0/0"},
        {"phase": "game_over", "end": "goods", "to_move": "over"},
    ),
    (
        "lists are read like texts",
        {
            "supply": [15, 14, 15],
            "goods": {"A": [0, 1, 0]},
            "table": "P1",
            "closed": ["B"],
            "bids": {"B": "B1"},
            "phase": "bid",
        },
        {"goods": {"A": "0/1/0", "B": "0/0/0", "C": "0/0/0"}, "closed": "B"},
    ),
    (
        "names may be long or short, large or small",
        {"mats": {"a": "food p1 w | GUARDS S"}},
        {"A": "Food P1 W1 | Wood - | Rock - | Guards S1 | New -"},
    ),
]


@pytest.mark.parametrize(("name", "position", "expected"), FILLED, ids=[row[0] for row in FILLED])
def test_what_is_left_out_is_filled_in(name: str, position: dict[str, Any], expected: dict[str, Any]) -> None:
    written = build(position).to_dict()
    assert {key: written["mats"][key] if key in "ABC" else written[key] for key in expected} == expected


# -- what is refused ---------------------------------------------------------------------------------------------------

BID = {"table": "P1", "phase": "bid"}
DUEL = {"mats": {"A": "Food P1"}, "table": "N2"}
HANDS = dict.fromkeys("ABC", "P2 W1 R2 S1")
SET_UP = {"phase": "setup_place", "hands": HANDS}
PAWNS = {"elder_pawns": "on"}
FAULTS: list[tuple[dict[str, Any], Any, str]] = [
    # the form
    ({}, "food", "A position must be a dict, not 'food'."),
    ({}, {"mat": {}}, "There is no key 'mat'. Did you mean 'mats'?"),
    ({}, {"mats": "Food P1"}, "'mats' should be a dict such as {'A': 'Food P2 W1 | Guards S1'}, not 'Food P1'."),
    ({}, {"mats": {"D": "Food P1"}}, "'mats': there is no player 'D' in this game. The players are A, B, C."),
    ({}, {"mats": {"A": 3}}, "'mats' of A should be a text such as 'Food P2 W1 | Guards S1', not 3."),
    ({}, {"mats": {"A": "Mine P1"}}, "'mats' of A: there is no section 'Mine' in this game. The sections are Food, Wood,"),
    ({}, {"mats": {"A": "Food P1 | Food W1"}}, "'mats' of A: Food is named twice."),
    ({}, {"mats": {"A": "Food N1"}}, "'mats' of A: 'N1' is not one of P, W, R, S followed by a number."),
    ({}, {"bag": 3}, "'bag' should be a text such as 'P2 W1', not 3."),
    ({}, {"bag": "P٣"}, "'bag': 'P٣' is not one of P, W, R, S, N"),
    ({}, {"supply": "1/2"}, "'supply' should be Food/Wood/Rock, such as '4/3/2', not '1/2'."),
    ({}, {"supply": [1, 2, "x"]}, "'supply' should be Food/Wood/Rock"),
    ({}, {"goods": {"A": "1/2/-3"}}, "'goods' of A should be Food/Wood/Rock"),
    ({}, {"active": 0}, "'active' should be one of A, B, C, or null, not 0."),
    ({}, {"closed": 3}, "'closed' should be a text such as 'A B', or a list, not 3."),
    ({}, {"turn": True}, "'turn' should be a whole number from 0 to"),
    ({}, {"named": "P/Food"}, "'named' should be a list such as ['Plainsfolk/Food', 'Plainsfolk/Wood'], not 'P/Food'."),
    ({}, {"named": ["N/Food"]}, "'named': there is no defender 'N/Food' in this game. A defender is written like this:"),
    ({}, {"hidden": "B"}, "'hidden' is for views: in a position nothing is hidden."),
    ({}, {"phase": "keeep"}, "There is no phase 'keeep'. Did you mean 'keep'?"),
    ({}, {"phase": ["keep"]}, "There is no phase ['keep']."),
    ({}, {"end": "dawn"}, "'end' should be one of goods, stall, cap, bag, or null, not 'dawn'."),
    # I1, I2: tokens
    ({}, {"mats": {"A": "Food P25"}}, "There are 24 Plainsfolk in this game, but 25 are named."),
    ({}, {"bag": "P24 W24 R24 S24 N24", "table": "P1 W1"}, "There are 24 Plainsfolk in this game, but 25 are named."),
    (
        {},
        {"mats": dict.fromkeys("ABC", "-"), "bag": "P23 W24 R24 S24 N24"},
        "There are 24 Plainsfolk in this game, but 23 are named.",
    ),
    ({}, {"bag": "P24 W24 R24 S24 N20"}, "There are 24 Nastigans in this game, but 20 are named."),
    # I3: Goods
    ({}, {"goods": {"A": "16/0/0"}}, "There are 15 Food in this game, but 16 are named."),
    (
        {},
        {"goods": dict.fromkeys("ABC", "1/1/1"), "supply": "11/12/12"},
        "There are 15 Food in this game, but 14 are named.",
    ),
    # I4: chips
    ({}, {"honor": {"A": "B11"}}, "There are 10 chips of B, but 11 are named."),
    ({}, {"honor": {"A": "A1", "B": "B10", "C": "C10"}}, "There are 10 chips of A, but 1 are named."),
    ({}, {"honor": {"A": "D1"}}, "'honor' of A: 'D1' is not one of A, B, C"),
    # I5: New
    (
        {},
        {"phase": "place", "hands": {"A": "P1"}, "mats": {"A": "New W1"}},
        "In the phase 'place' the New area of the active player is empty.",
    ),
    (PAWNS, {"phase": "move_pawn", "mats": {"A": "New W1"}}, "In the phase 'move_pawn' the New area"),
    ({"gift_assign": "at_once"}, {"mats": {"B": "New W1"}}, "By the option `gift_assign` no gift waits in New."),
    # the turn
    ({}, {"turn": 2}, "With A as first player, turn 2 is not A's."),
    (
        {},
        {"goods": {"A": "1/0/0"}, "last_take": 0},
        "'last_take' is a turn from 1 to the present one if tokens have been taken",
    ),
    ({}, {"last_take": 1}, "'last_take' is a turn from 1 to the present one if tokens have been taken, and else 0."),
    ({}, {"goods": {"A": "1/0/0"}, "turn": 1}, "Tokens have been taken, so this is not the beginning of turn 1."),
    ({"stall_rounds": 1}, {"turn": 4}, "By the option `stall_rounds` the game would have ended."),
    ({"max_rounds": 1}, {"turn": 4}, "The game ends after turn 3, so this is not turn 4."),
    ({"first_player": "B"}, {"first": "A"}, "By the option `first_player` the first turn is B's."),
    ({}, {"to_move": "B"}, "In the phase 'produce' 'to_move' must be 'A' here, not 'B'."),
    ({}, {"turn": 0}, "In the set-up everybody has 6 Folks."),
    ({}, {"turn": 0, "phase": "produce"}, "Turns are counted from 1; only in the set-up 'turn' is 0."),
    # phases that the options leave out
    ({}, {"phase": "move_pawn"}, "By the options there is no phase 'move_pawn' in this game."),
    ({"talk": "off"}, {"phase": "talk", "table": "P1"}, "By the options there is no phase 'talk'"),
    ({}, {"phase": "receiver", "table": "P1"}, "By the options there is no phase 'receiver'"),
    ({}, {**DUEL, "phase": "duel", "named": ["P/Food"]}, "By the options there is no phase 'duel'"),
    # the table
    ({}, {"phase": "keep", "table": "P1"}, "In the phase 'keep' 2 Folks lie on the 'table'."),
    ({}, {"phase": "draw", "table": "P1 W1"}, "Tokens are drawn while fewer than 2 Folks lie on the table."),
    ({"bag_short": "skip_draw"}, {"phase": "draw", "bag": "P1 N24"}, "By the option `bag_short` nothing is drawn"),
    ({}, {"phase": "bid"}, "In the phase 'bid' the Folk that is offered lies on the 'table'."),
    (
        {},
        {"phase": "assign", "mats": {"A": "Food P1"}, "table": "N1"},
        "In the phase 'assign' all Nastigans are in the bag.",
    ),
    ({}, {**DUEL, "table": "N4"}, "In the phase 'defend' 1 to 3 Nastigans lie on the 'table'."),
    (
        {"bag_short": "choose"},
        {"phase": "one_folk", "table": "P1"},
        "A single Folk lies on the table when the bag has run empty.",
    ),
    # bids
    ({}, {**BID, "bids": {"B": "B11"}}, "B bids more of B than the stash holds."),
    ({}, {**BID, "bids": {"B": "B6"}}, "A bid holds at most 5 items, not 6."),
    (
        {"bid_items": "own_chips_only"},
        {**BID, "honor": {"B": "A1 B10"}, "bids": {"B": "A1"}},
        "By the option `bid_items` B cannot bid A.",
    ),
    ({}, {**BID, "bids": {"C": "C1"}}, "Hands are closed one after another from the giver's left"),
    ({}, {**BID, "closed": "A"}, "Hands are closed one after another from the giver's left"),
    ({}, {**BID, "closed": "B"}, "A closed hand holds at least one item."),
    ({}, {**BID, "bids": {"B": "B1", "C": "C1"}}, "In the phase 'bid' somebody has to be left whose hand is open."),
    ({}, {**BID, "bids": {"B": "B5"}, "to_move": "B"}, "A hand with the most items is closed."),
    ({}, {**BID, "bids": {"C": "C1"}, "closed": ""}, "Only the player who bids now holds a hand that is not closed."),
    ({}, {"table": "P1", "phase": "award"}, "In the phase 'award' all hands are closed."),
    ({}, {"bids": {"B": "B1"}}, "The phase 'produce' has no 'bids'."),
    (
        {"award": "random"},
        {"table": "P1", "bids": {"B": "B1", "C": "C1"}, "phase": "award"},
        "By the option `award` the receiver is drawn.",
    ),
    (
        {"no_bidder": "to_bag"},
        {"table": "P1", "honor": {"A": "A10 B10 C10"}, "phase": "award"},
        "By the option `no_bidder` nobody is asked",
    ),
    ({}, {"table": "P1", "honor": {"A": "A10 B10 C10"}, "phase": "talk"}, "Nobody can bid, so there is no talk."),
    # talk
    ({}, {**BID, "said": {"B": "Rock"}}, "In the phase 'bid' 'said' names a player who has not spoken."),
    ({}, {**BID, "said": {"A": "Gold"}}, "'said' of A should be one of A, B, C, Food, Wood, Rock, nothing, or null,"),
    ({}, {**BID, "said": {"A": "D"}}, "'said' of A should be one of A, B, C, Food, Wood, Rock, nothing, or null, not 'D'."),
    ({"talk": "request_reply"}, {"table": "P1", "phase": "reply"}, "The giver speaks before the others reply."),
    (
        {"talk": "request_reply"},
        {"table": "P1", "phase": "reply", "said": {"A": "nothing", "C": "A"}},
        "Replies are made one after another",
    ),
    (
        {"talk": "request_reply"},
        {"table": "P1", "phase": "reply", "said": {"A": "A", "B": "A", "C": "A"}},
        "there must be a player who has not had a turn yet",
    ),
    # duels
    ({}, {**DUEL, "phase": "roll"}, "In the phase 'roll' 'named' says who fights, and that Folk is on the mat."),
    ({}, {**DUEL, "named": ["W/Food"]}, "In the phase 'roll' 'named' says who fights"),
    ({}, {**DUEL, "phase": "defend", "named": ["P/Food"]}, "In the phase 'defend' nobody is 'named' yet."),
    (
        {"duel_commit": "all_first"},
        {**DUEL, "named": ["W/Food"]},
        "A defender is named for each Nastigan, from the Folks on the mat.",
    ),
    ({}, {**DUEL, "defended": ["P/Food"]}, "'defended' is for Folks on the mat that have won"),
    (
        {"defender_reuse": "no"},
        {**DUEL, "defended": ["P/Food", "P/Food"]},
        "'defended' is for Folks on the mat that have won",
    ),
    ({"defender_reuse": "no"}, {**DUEL, "defended": ["P/Food"]}, "There is no legal move here in the phase 'defend'."),
    ({}, {"mats": {"A": "-"}, "table": "N1"}, "There is no legal move here in the phase 'defend'."),
    # hands, limits and what options add
    ({}, {"hands": {"B": "P1"}}, "In the phase 'place' the active player holds Folks in 'hands'."),
    ({}, {"phase": "assign"}, "With no Folk outside New there is nothing to keep or rearrange."),
    (
        {"gift_assign": "at_once"},
        {"phase": "gift_place", "hands": {"A": "P1"}},
        "another player holds the one Folk that was given.",
    ),
    ({"capacity": 2}, {"mats": {"A": "Food P3"}}, "By the option `capacity` Food holds at most 2 Folks."),
    ({}, {"pawns": {"A": "Food"}}, "There are Elder Pawns only with the option elder_pawns='on'."),
    (PAWNS, {"pawns": {"A": "Guards"}}, "'pawns' of A should be one of Food, Wood, Rock, or null, not 'Guards'."),
    ({}, {"carry": {"A": "1/0/0"}}, "Points are kept only with the option remainder='carry'."),
    ({"remainder": "carry"}, {"carry": {"A": "3/0/0"}}, "Fewer than 3 points are left in a section, not 3."),
    ({}, {"new_quota": "P1"}, "'new_quota' is for Assign Workers with the option must_assign='no'."),
    (
        {"must_assign": "no"},
        {"phase": "place", "hands": {"A": "P1"}, "mats": {"A": "New P2"}, "new_quota": "P1"},
        "No more Folks stay in New",
    ),
    (
        {"must_assign": "no"},
        {"phase": "assign", "mats": {"A": "Food P1 | New P2"}, "new_quota": "P1"},
        "'new_quota' is what lies in New.",
    ),
    ({}, {"phase": "place", "hands": {"A": "P1"}, "last_section": "Food"}, "'last_section' is for Folks of one type"),
    (
        {"placement_order": "canonical"},
        {"phase": "place", "hands": {"A": "P1"}, "last_section": "Mine"},
        "'last_section' should be one of Food, Wood, Rock, Guards, New, or null, not 'Mine'.",
    ),
    # the set-up
    ({}, {**SET_UP, "active": "A"}, "In the set-up nobody has had a turn, so 'active' is null."),
    ({}, {**SET_UP, "goods": {"A": "1/0/0"}}, "In the set-up all Goods are in the middle"),
    ({}, {**SET_UP, "table": "N1"}, "In the set-up no tokens lie on the table."),
    ({}, {**SET_UP, "said": {"A": "Food"}}, "In the set-up nobody talks, bids or fights."),
    ({}, {**SET_UP, "turn": 3}, "In the set-up 'turn' and 'last_take' are 0."),
    ({}, {**SET_UP, "hands": {**HANDS, "B": "P2 W1 R1 S1"}}, "In the set-up everybody has 6 Folks."),
    ({}, {**SET_UP, "hands": dict.fromkeys("ABC", "P6")}, "everybody has been given one Folk of each type"),
    (
        {},
        {**SET_UP, "hands": {**HANDS, "A": "P2 W1 R2"}, "mats": {"A": "Food S1"}},
        "Seats place their Folks one after another",
    ),
    (
        {},
        {**SET_UP, "hands": {**HANDS, "B": "P1 W1 R2 S1"}, "mats": {"B": "Food P1"}},
        "Seats place their Folks one after another",
    ),
    (
        {},
        {"phase": "setup_draw", "hands": HANDS},
        "While Folks are drawn, seats fill their hands one after another up to 6.",
    ),
    ({}, {"phase": "first_player", "hands": HANDS}, "The first player is drawn when all Folks have been placed."),
    (
        {"first_player": "A"},
        {"phase": "first_player", "mats": dict.fromkeys("ABC", "Food P2 W1 R2 S1")},
        "By the option `first_player` nobody is drawn.",
    ),
    (PAWNS, {**SET_UP, "pawns": {"A": "Food"}}, "Pawns stand where Folks have been placed."),
    (PAWNS, {"phase": "setup_pawn", "hands": HANDS}, "The pawn is placed by the seat that has just placed its Folks."),
    # the end
    ({}, {"supply": "0/0/0", "phase": "draw"}, "The Goods that end the game are taken, so it is over."),
    (
        {"end_trigger": "any_type"},
        {"supply": "0/5/5", "phase": "draw"},
        "The Goods that end the game are taken, so it is over.",
    ),
    ({}, {"end": "cap", "phase": "draw"}, "A game with an 'end' is over: its phase is 'game_over'."),
    ({}, {"phase": "game_over"}, "The game ends by 'goods' when the last token is taken from the middle."),
    ({}, {"end": "stall"}, "The game has not stalled long enough to end."),
    ({}, {"end": "cap"}, "The last turn has not been played."),
    ({}, {"end": "bag"}, "The game ends by 'bag' with the option bag_short='end_game'"),
]


@pytest.mark.parametrize(("options", "position", "says"), FAULTS, ids=[row[2][:60] for row in FAULTS])
def test_an_impossible_position_says_why(options: dict[str, Any], position: Any, says: str) -> None:
    with refused(wb.PositionError, says):
        build(position, **options)


def test_every_reason_is_named_at_once() -> None:
    with pytest.raises(wb.PositionError) as fault:
        build(
            {
                "mats": {"A": "Food P25", "D": "Food P1"},
                "goods": {"A": "16/0/0"},
                "honor": {"A": "B11"},
                "pawns": {"A": "Food"},
                "tarn": 3,
                "end": "dawn",
            }
        )
    assert len(fault.value.reasons) == 7
    for part in ("'tarn'", "Plainsfolk", "'D'", "15 Food", "chips of B", "Elder Pawns", "'dawn'"):
        assert sum(part in reason for reason in fault.value.reasons) == 1
    assert all(reason in str(fault.value) for reason in fault.value.reasons)


# -- any position ------------------------------------------------------------------------------------------------------

VARIANTS: dict[str, dict[str, Any]] = {"usual": {}, **OTHER_READINGS, **ELDERS}
GAMES = {variant: wb.load("goods_and_honor", 3, **options) for variant, options in VARIANTS.items()}


@cache
def played_positions() -> list[tuple[str, dict[str, Any]]]:
    """A few hundred positions out of random games of every variant, a few of every phase of each."""
    found: list[tuple[str, dict[str, Any]]] = []
    for variant, game in GAMES.items():
        seen: dict[str, int] = {}
        for seed in range(12):
            for state, _ in random_game(game, seed):
                seen[state.phase.name] = seen.get(state.phase.name, 0) + 1
                if seen[state.phase.name] in (1, 2, 5, 30):
                    found.append((variant, state.to_dict()))
    return found


@cache
def phases_met() -> list[str]:
    """The phases of these positions."""
    return sorted({position["phase"] for _, position in played_positions()})


KEYS = GAMES["usual"].fields().keys
JUNK = st.sampled_from(
    [
        None,
        True,
        -1,
        0,
        1,
        2,
        9,
        99,
        1.5,
        "",
        "-",
        "A",
        "B C",
        "zz",
        "P1",
        "N3",
        "0/0/0",
        "1/2/3",
        [],
        ["P/Food"],
        {},
        {"A": "P1"},
        {"B": "B1"},
        {"A": "Food P1"},
    ]
)


def test_every_phase_is_among_the_positions() -> None:
    assert set(phases_met()) == set(GAMES["usual"].phases)


@pytest.mark.long
@settings(max_examples=500)
@given(st.data())
def test_a_changed_position_is_refused_or_can_be_played_to_the_end(data: st.DataObject) -> None:
    """Small changes to positions out of real games: nothing but PositionError, and what is accepted holds together."""
    variant, original = data.draw(st.sampled_from(played_positions()))
    _, other = data.draw(st.sampled_from(played_positions()))
    position = json.loads(json.dumps(original))
    for _ in range(data.draw(st.integers(1, 3))):
        key = data.draw(st.sampled_from(KEYS))
        how = data.draw(st.sampled_from(["left out", "junk", "of another", "for a seat", "higher", "phase"]))
        if how == "left out":
            position.pop(key, None)
        elif how == "junk":
            position[key] = data.draw(JUNK)
        elif how == "of another" and key in other:
            position[key] = other[key]
        elif how == "for a seat" and isinstance(position.get(key), dict):
            position[key].pop(data.draw(st.sampled_from("ABC")), None)
        elif how == "higher" and isinstance(position.get(key), int):
            position[key] += data.draw(st.sampled_from([-1, 1, 3]))
        elif how == "phase":
            position["phase"] = data.draw(st.sampled_from(phases_met()))
    game = GAMES[variant]
    try:
        state = game.position(position)
    except wb.PositionError:
        return
    assert game.position(json.loads(json.dumps(state.to_dict()))).key() == state.key()
    contract = GoodsContract()
    for number, (later, _) in enumerate(random_game(game, 1, state)):
        if number % 10 == 0:
            later.phase.question(later)
            contract.conserved(later)
    assert later.to_move == OVER
