"""Positions written down: what is left out takes its set-up value, and every impossible position says why."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import workbench as wb
from tests.contract import random_game
from tests.games.merry_way import test_contract as contract
from workbench.core.errors import PositionError
from workbench.core.state import CHANCE, OVER
from workbench.games.merry_way.state import MerryWayState

KEYS = wb.load("merry_way", 2).fields().keys
BUILD: dict[str, Any] = {"phase": "build"}
OFFER: dict[str, Any] = {"offer": {"to": "B", "give": ["give:plots"], "want": ["want:profit"]}, "profit": {"B": 2}}
DIGIT: dict[str, Any] = {"table": {"A": "RC08", "B": "RC13"}}
DRAWING: dict[str, Any] = {"phase": "draw_scheme", "purpose": "bank", "pending": 1}
BOARD = "N: L1.4=GR2@A R1.4=LZ1@-"
TIE = "N: L1.4=GR1@A R1.4=GR1@A"
HIDDEN: dict[str, Any] = {"blue_sides": "hidden"}
LOT: dict[str, Any] = {"final_tie": "random"}
EITHER: dict[str, Any] = {"draw_deck": "either"}
CARD: dict[str, Any] = {"roadblock_scheme": "card"}


def build(position: Any, players: int = 2, **options: Any) -> MerryWayState:
    state = wb.load("merry_way", players, **options).position(position)
    assert isinstance(state, MerryWayState)
    return state


# -- what is left out --------------------------------------------------------------------------------------------------


def test_nothing_at_all_is_the_start_of_the_game() -> None:
    assert build({}).key() == wb.load("merry_way", 2).start().key()


@pytest.mark.parametrize(
    ("options", "position", "phase", "mover"),
    [
        ({}, {"hands": {"A": "GR1"}}, "build", 0),
        ({}, {"resource_cards": {"A": "RC01"}}, "choose_card", 0),
        ({}, DIGIT, "digit", 0),
        ({}, {**DIGIT, "turn": "B"}, "digit", 1),
        ({}, {**DIGIT, "leader": "B"}, "digit", 1),
        ({}, OFFER, "reply", 1),
        ({}, {**BUILD, "to_move": "B"}, "build", 1),
        ({}, {"chosen": "GR1"}, "place", 0),
        ({}, {"chosen": "SP2", "specials": 1, "pending": 2}, "many_hands", 0),
        ({}, {"chosen": "SP3", "specials": 1}, "false_papers", 0),
        ({}, {"chosen": "SP4", "specials": 1}, "changed_company", 0),
        ({}, {"chosen": "SP5", "specials": 1, "board": "N: L1.4=GR1@B"}, "sheriffs_ear", 0),
        ({}, {"chosen": "SP6", "specials": 1}, "light_fingers", 0),
        ({}, DRAWING, "draw_scheme", CHANCE),
        (LOT, {"round": 40, "winner": "B"}, "game_over", OVER),
    ],
)
def test_the_phase_left_out_is_the_one_the_rest_suggests(
    options: dict[str, Any], position: dict[str, Any], phase: str, mover: int
) -> None:
    state = build(position, **options)
    assert (state.phase.name, state.to_move) == (phase, mover)


def test_cards_named_nowhere_lie_in_their_deck_or_else_in_the_discard_pile() -> None:
    state = build({**BUILD, "hands": {"A": "GR4"}, "board": BOARD, "covered": {"N:L1.4": "GR4"}})
    assert len(state.scheme_deck) == 84 - 4 and state.scheme_discard == ()
    with_deck = build({**BUILD, "hands": {"A": "GR4"}, "scheme_deck": "LZ1 LZ1", "resource_deck": "RC01"})
    assert len(with_deck.scheme_discard) == 81 and len(with_deck.resource_discard) == 35


def test_what_the_players_do_not_have_is_in_the_supply() -> None:
    assert build({**BUILD, "resources": {"A": "3/0/1"}}).supply == [8, 11, 10]
    assert build({**BUILD, "resources": {"A": "3/0/1"}}, 3).supply == [13, 16, 15]


def test_tokens_that_do_not_lie_on_the_board_are_in_reserve() -> None:
    assert build({**BUILD, "board": BOARD}).reserve == [19, 20]
    assert build({**BUILD, "board": BOARD}, claim_tokens=1).reserve == [0, 1]


def test_the_line_up_left_out_is_the_one_of_the_set_up() -> None:
    named = "F33 F13 F14 F30 F20 F34"
    assert build(BUILD, line_up=named).to_dict()["line_up"] == named
    assert build(BUILD).to_dict()["line_up"] == "F01 F02 F03 F04 F05 F06"
    assert len(build(BUILD).folly_deck) == 42


def test_seats_may_be_small_letters_and_cards_lists() -> None:
    first = build({**BUILD, "turn": "B", "hands": {"B": "GR1 LZ1"}, "passed": ["A"]})
    second = build({**BUILD, "turn": "b", "hands": {"b": ["LZ1", "GR1"]}, "passed": ("a",)})
    assert first.key() == second.key()


def test_whoever_has_passed_is_not_the_one_whose_turn_it_is() -> None:
    assert build({**BUILD, "passed": ["A"]}).seat == 1
    assert build({**BUILD, "passed": ["B", "C"], "leader": "B"}, 3).seat == 0


def test_a_line_up_may_be_a_list() -> None:
    text = "F01 F02* F03 F04 F05 F06"
    assert build({**BUILD, "line_up": text.split()}).key() == build({**BUILD, "line_up": text}).key()


def test_both_sides_are_known_unless_an_option_hides_them() -> None:
    assert build(BUILD).to_dict()["open_sides"] == [1, 2, 3, 4, 5, 6]
    hidden = {**BUILD, "line_up": "F01 F02* F03 F04 F05 F06"}
    assert build(hidden, **HIDDEN).to_dict()["open_sides"] == [2]
    assert build({**hidden, "open_sides": [1, 2]}, **HIDDEN).to_dict()["open_sides"] == [1, 2]


@pytest.mark.parametrize(
    ("options", "position", "legal"),
    [
        (EITHER, {"phase": "choose_deck", "purpose": "bank", "pending": 1}, "deck:scheme deck:resource"),
        (
            EITHER,
            {"phase": "draw_resource", "purpose": "work", "pending": 1, **DIGIT, "resource_deck": "RC01"},
            "dealt:RC01",
        ),
        (
            CARD,
            {"phase": "discard", "board": BOARD, "roadblock": "N:M3-M4", "hands": {"A": "SP1 GR1"}},
            "discard:GR1 discard:SP1",
        ),
        ({}, {"phase": "block", "board": "N: L1.4=GR1@A"}, "block:N:M3-M4 block:N:M3-L1.4 block:N:L1.4-M4"),
        (
            {"side_tie": "leader"},
            {"traveller": "Red", "place": "N:M3", "board": TIE, "leader": "B", "line_up": "F13 F01 F02 F03 F04 F05"},
            "tie:left tie:right",
        ),
        (
            {},
            {"phase": "draw_folly", "line_up": "- F02* F03* F04* F05* F06*", "folly_deck": "F10 F11", "round": 3},
            "folly:F10 folly:F11",
        ),
        (
            {},
            {"phase": "draw_scheme", "round": 0, "purpose": "first_hand", "pending": 2, "scheme_deck": "LZ1"},
            "drawn:LZ1",
        ),
    ],
)
def test_positions_of_every_kind_can_be_written(options: dict[str, Any], position: dict[str, Any], legal: str) -> None:
    state = build(position, **options)
    assert {state.game.symbol(action) for action in state.legal()} == set(legal.split())
    assert build(state.to_dict(), **options).key() == state.key()


# -- what is impossible ------------------------------------------------------------------------------------------------

FAULTS: list[tuple[dict[str, Any], Any, str]] = [
    ({"profit_pile": "60"}, {**BUILD, "profit": {"A": 40, "B": 21}}, "The pile had 60 profit, but the players have 61"),
    ({}, {**BUILD, "phase": "many_hands", "chosen": "SP2", "specials": 1, "pending": 3}, "'pending' is 2 at most here"),
    (
        {},
        {"phase": "draw_scheme", "purpose": "special", "chosen": "SP1", "specials": 1, "pending": 3},
        "is 2 at most here",
    ),
    ({}, {"phase": "draw_scheme", "purpose": "work", "pending": 5, **DIGIT}, "at most here, not 5"),
    ({}, {"phase": "draw_scheme", "purpose": "bank", "pending": 2}, "'pending' is 1 at most here, not 2"),
    ({}, {"phase": "draw_resource", "purpose": "first_cards", "round": 0, "pending": 4}, "'pending' is 3 at most here"),
    # options, position, words of the reason
    ({}, [], "A position must be a dict, not []."),
    ({}, {"hand": "GR1"}, "There is no key 'hand'. Did you mean 'hands'? Available: phase, to_move, round, leader"),
    # the board
    ({}, {"board": "N: L1.4=GR9@A"}, "'L1.4=GR9@A': There is no scheme card 'GR9'."),
    ({}, {"board": "N: L1.9=GR1@A"}, "There is no spot 'N:L1.9'."),
    ({}, {"board": "N: L1.4=GR1@D"}, "the owner must be A, B or - for no claim marker, not 'D'."),
    ({}, {"board": "N: L1.4=SP1@A"}, "SP1 is a special card; it never lies beside the trail."),
    ({}, {"board": 7}, "'board' should be a text such as 'N: L1.4=GR2@A R1.4=LZ1@-; W: L1.4=WK1@B', not 7."),
    ({}, {"board": "N: L1.3=GR1@A"}, "N:L1.3 holds a card though N:L1.4 is empty"),
    ({}, {"board": "N: L1.4=GR1@A L2.3=GR1@A"}, "N:L2.3 lies in the notch between N:L1.3 and N:L1.4"),
    (
        {"between": "none"},
        {"board": "N: L1.4=GR1@A L1.3=GR1@A L2.3=GR1@A"},
        "N:L2.3 holds a card, but only spots next to the trail are used here.",
    ),
    ({}, {"covered": {"N:L1.4": "GR1"}}, "No card lies on N:L1.4, so it can cover none."),
    ({}, {"covered": {"N:L9": "GR1"}}, "'covered': there is no spot 'N:L9' in this game."),
    ({}, {"covered": "GR1"}, "'covered' should be a dict such as {'N:L1.4': 'GR1'}, not 'GR1'."),
    ({}, {"board": BOARD, "covered": {"N:L1.4": "SP1"}}, "there is no normal card 'SP1' in this game."),
    ({"covered": "discard"}, {"board": BOARD, "covered": {"N:L1.4": "GR1"}}, "Cards under others are discarded here"),
    ({}, {"roadblock": "N:M1-M2"}, "A roadblock on N:M1-M2 closes every way from town to town (MW-RULING-25)."),
    (
        {},
        {"roadblock": "N:M1-L1.2"},
        "A roadblock cannot stand on N:M1-L1.2: an end of it is an empty spot (MW-RULING-24).",
    ),
    ({}, {"roadblock": "N:M1-M9"}, "'roadblock': There is no way 'N:M1-M9'."),
    ({"roadblock_edges": "main"}, {"board": BOARD, "roadblock": "N:M3-L1.4"}, "which is no stretch of the main trail"),
    (
        {},
        {"board": BOARD, "roadblock": "N:M3-M4", "phase": "bank"},
        "A roadblock stands from the Build phase to the end",
    ),
    # cards
    ({}, {"hands": {"A": "GR4 GR4 GR4"}}, "The position has 3 times the scheme card GR4; the game has 2."),
    ({}, {"hands": {"A": "GR9"}}, "'hands' of A: there is no scheme card 'GR9' in this game."),
    ({}, {"hands": {"A": "? GR1"}}, "contains a scheme card that cannot be seen; a full position names every scheme card."),
    ({}, {"hands": {"E": "GR1"}}, "'hands': there is no player 'E' in this game. The players are A, B."),
    ({}, {"hands": "GR1"}, "'hands' should be a dict such as {'A': 'GR1 GR2a'}, not 'GR1'."),
    ({}, {"hands": {"A": 3}}, "'hands' of A should be a text such as 'GR1 GR2a', or a list, not 3."),
    ({"specials": "off"}, {"hands": {"A": "SP1"}}, "The position has 1 times the scheme card SP1; the game has 0."),
    (
        {},
        {"scheme_deck": "GR1", "scheme_discard": "LZ1"},
        "Every scheme card is somewhere, but GR1, GR1, GR1, GR2a, GR2a, ...",
    ),
    ({}, {"resource_cards": {"A": "RC08 RC08"}}, "The position has 2 times the resource card RC08; the game has 1."),
    ({}, {"table": {"A": "RC08 RC09"}}, "'table' of A should be a resource card such as 'RC13', or null, not 'RC08 RC09'."),
    ({}, {"known": {"A": {"B": "GR1"}}}, "A can know only cards that are in another hand, not those it knows of B."),
    ({}, {"known": {"A": {"A": "GR1"}}, "hands": {"A": "GR1"}}, "A can know only cards that are in another hand"),
    ({}, {"known": {"A": {"B": "?GR"}}, "hands": {"B": "LZ1"}}, "A can know only cards that are in another hand"),
    ({}, {"known": {"A": {"B": "?XX"}}, "hands": {"B": "LZ1"}}, "there is no scheme card '?XX'"),
    ({}, {"known": {"A": "GR1"}}, "'known' of A should be a dict such as {'A': 'GR1 GR2a'}, not 'GR1'."),
    ({}, {"chosen": "GR1 GR1"}, "'chosen' should be a scheme card such as 'WK3', or null, not 'GR1 GR1'."),
    # the line-up
    ({}, {"line_up": "F01 F02 F03"}, "'line_up' should have 6 entries, V1 to V6, not 3."),
    ({}, {"line_up": "F01 F01 F03 F04 F05 F06"}, "The folly card F01 is in two places."),
    ({}, {"line_up": "F01 F02 F03 F04 F05 F99"}, "'line_up': there is no folly card 'F99' in this game."),
    ({}, {"line_up": "F01 F02 F03 F04 F05 -"}, "The line-up is complete in the phase 'build'."),
    (
        {},
        {"line_up": "F01 F02 F03 F04 F05 -*", "phase": "draw_folly"},
        "A place of the line-up without a card shows no side",
    ),
    (
        {},
        {"line_up": "F01 - F03 F04* - F06*", "phase": "draw_folly"},
        "The line-up is filled from V1 on: V3 has no new card while V2 is empty (MW-ENDROUND-3).",
    ),
    (
        {},
        {"line_up": "F01 F02 - F04 - -", "phase": "draw_folly", "round": 0},
        "The line-up is filled from V1 on: V4 has no new card while V3 is empty (MW-ENDROUND-3).",
    ),
    (
        {},
        {"line_up": "F01 F02 F03* - - -", "phase": "draw_folly", "round": 0},
        "All folly cards show their red side at first (MW-SETUP-6).",
    ),
    (
        {},
        {"line_up": "F01* F02* F03* F04* - -", "phase": "game_over", "profit": {"A": 30}},
        "Places of the line-up stay empty only if the folly deck is too short",
    ),
    ({}, {"folly_deck": "F01"}, "The folly card F01 is in two places."),
    (
        {"folly_deck": "F01 F02 F03 F04 F05 F06"},
        {"folly_deck": "F09"},
        "The folly card F09 is not in this game's deck.",
    ),
    ({}, {"open_sides": [1]}, "Both sides of a folly card are known if it shows blue, or if nothing hides them"),
    ({}, {"open_sides": [0]}, "'open_sides': there is no place 0 in this game. The places are 1, 2,"),
    ({}, {"open_sides": 1}, "'open_sides' should be a list such as [1, 2], not 1."),
    ({}, {"phase": "draw_folly"}, "In the phase 'draw_folly' a place of the line-up is empty."),
    # holdings
    ({}, {"supply": "4/3"}, "'supply' should be plots/manpower/materials, such as '4/3/2', not '4/3'."),
    ({}, {"supply": "4/3/1"}, "The game has 12 plots, but the position has 6."),
    ({}, {"resources": {"A": "20/0/0"}}, "The game has 12 plots, but the position has 21."),
    ({}, {"resources": {"A": "1/-1/0"}}, "'resources' of A should be plots/manpower/materials"),
    ({}, {"profit": {"A": -1}}, "'profit' of A should be a whole number from 0 to 1000000000, not -1."),
    ({}, {"profit": {"A": 10**9, "B": 1}}, "The pile had 1000000000 profit, but the players have 100000000"),
    ({}, {"profit": {"A": "many"}}, "'profit' of A should be a whole number"),
    ({"claim_tokens": 0}, {"board": BOARD}, "A has 0 claim tokens, but 1 lie on the board."),
    ({}, {"board": BOARD, "reserve": {"A": 20}}, "so the reserve is 19, not 20."),
    # numbers and names
    ({}, {"round": 41}, "'round' should be a whole number from 0 to 40, not 41."),
    ({}, {"round": 0}, "The phase 'build' does not belong to round 0; set-up is round 0."),
    ({}, {"leader": "C"}, "'leader' should be one of A, B, not 'C'."),
    ({}, {"digit": 4}, "'digit' should be one of 1, 2, 3, not 4."),
    ({}, {"digit": 2}, "Digits are used in the Work phase only: in the phase 'build' 'digit' is 1."),
    ({}, {"passed": "A"}, "'passed' should be a list such as ['A', 'B'], not 'A'."),
    (
        {},
        {"purpose": "fun"},
        "'purpose' should be one of first_hand, first_cards, work, bank, special, new_round, or null, not 'fun'.",
    ),
    ({}, {"traveller": "Pink"}, "'traveller' should be one of Red, Yellow, Green, Blue, Purple, or null, not 'Pink'."),
    ({}, {"offers": {"A": 3}}, "'offers' of A should be a whole number from 0 to 2, not 3."),
    ({}, {"phase": "bulid"}, "There is no phase 'bulid'. Did you mean 'build'?"),
    ({}, {"phase": "end_of_round"}, "Nothing is ever decided at the end of a round"),
    ({}, {**BUILD, "to_move": "over"}, "In the phase 'build' 'to_move' must be 'A' here, not 'over'."),
    (
        {},
        {"phase": "game_over", "turn": "A", "round": 40},
        "In the phase 'game_over' it is nobody's turn: 'turn' is 'A'.",
    ),
    ({}, {**BUILD, "turn": "C"}, "'turn' should be one of A, B, or null, not 'C'."),
    # work
    ({}, {**BUILD, **DIGIT}, "Resource cards lie on the table in the Work phase only, not in the phase 'build'."),
    ({}, {"phase": "digit"}, "It is the turn of A, so a card of this seat lies on the 'table'."),
    ({}, {"phase": "choose_card", **DIGIT}, "A has not chosen yet, so no card of this seat lies on the table."),
    (
        {},
        {"phase": "choose_card", "turn": "B", "resource_cards": {"A": "RC01", "B": "RC02"}},
        "A has chosen before B, so its card lies on the 'table'.",
    ),
    # bargain
    ({}, {**OFFER, "profit": {}}, "The offer cannot want 'want:profit' there: too much, too many, or out of order."),
    ({}, {"offer": {"to": "A", "give": ["give:plots"]}}, "An offer is made to another player."),
    ({}, {"offer": {"to": "B"}}, "An offer gives or wants at least one thing."),
    (
        {},
        {"offer": {"to": "B", "give": ["give:profit", "give:plots"]}, "profit": {"A": 1}},
        "The offer cannot give 'give:plots'",
    ),
    ({}, {"offer": {"to": "B", "give": ["give:plots"] * 2}}, "The offer cannot give 'give:plots' there"),
    ({}, {"offer": {"to": "B", "give": ["take:plots"]}}, "The offer cannot give 'take:plots' there"),
    ({}, {"offer": {"to": "B", "give": ["give:gold"]}}, "'give' of 'offer': merry_way has no action 'give:gold'."),
    (
        {},
        {"offer": {"to": "B", "give": "give:plots"}},
        "'give' of 'offer' should be a list of actions, not 'give:plots'.",
    ),
    ({}, {"offer": {"give": []}}, "'offer' should be a dict such as {'to': 'B'"),
    ({}, {**OFFER, "phase": "give"}, "An offer says what it gives before it says what it wants."),
    ({}, {**OFFER, "phase": "bank"}, "The phase 'bank' has no 'offer'."),
    ({}, {"phase": "reply", "to_move": "B"}, "The phase 'reply' needs 'offer': the seat that the offer is made to."),
    (
        {},
        {**OFFER, "phase": "hand_over"},
        "The partner hands over cards only if the offer wants some and can be accepted.",
    ),
    (
        {},
        {"offer": {"to": "B", "want": ["want:card:GR"]}, "hands": {"B": "LZ1"}, "phase": "hand_over"},
        "The partner hands over cards only if the offer wants some and can be accepted.",
    ),
    (
        {},
        {"offer": {"to": "B", "want": ["want:card:GR"], "handed": "GR1"}, "hands": {"B": "GR1"}, "phase": "hand_over"},
        "With the last wanted card the deal is carried out at once.",
    ),
    ({}, {"phase": "offer", "turn": "A", "passed": ["A"]}, "A makes no more offers in this round."),
    ({}, {"phase": "offer", "offers": {"A": 2}}, "A makes no more offers in this round."),
    ({"trade_mode": "none"}, {"phase": "offer"}, "Players do not trade here"),
    ({}, {**BUILD, "offers": {"A": 1}}, "The phase 'build' has no 'offers'."),
    # build
    ({}, {**BUILD, "turn": "A", "passed": ["A"]}, "A has passed, so it is not this seat's turn."),
    ({}, {**BUILD, "passed": ["A", "B"]}, "A has passed, so it is not this seat's turn."),
    ({}, {**BUILD, "profit": 7}, "'profit' should be a dict such as {'A': 2}, not 7."),
    ({}, {**BUILD, "scheme_deck": 4}, "'scheme_deck' should be a text such as 'GR1 GR2a', or a list, not 4."),
    ({}, {**BUILD, "line_up": 3}, "'line_up' should be a text or list of 6 folly cards, such as"),
    (
        {},
        {**BUILD, "specials": 1, "hands": {"A": "SP1 SP2 SP3 SP4 SP5 SP6", "B": "SP1 SP2 SP3 SP4 SP5 SP6"}},
        "With 'specials' at 1 so many special cards have been played in this turn, but only 0 are",
    ),
    (
        {},
        {"phase": "draw_scheme", "round": 0, "purpose": "first_hand", "pending": 2, "board": BOARD},
        "In the set-up no card is in play.",
    ),
    ({}, {"phase": "bank", "passed": ["B"]}, "Nobody has passed in the phase 'bank'."),
    ({}, {"phase": "bank", "specials": 1}, "Special cards are played in the Build phase, not in the phase 'bank'."),
    ({}, {"phase": "place"}, "The phase 'place' needs 'chosen': the scheme card that is being played"),
    ({}, {**BUILD, "chosen": "GR1"}, "The phase 'build' has no 'chosen'."),
    ({}, {"phase": "place", "chosen": "SP1"}, "Only normal scheme cards are placed."),
    ({}, {"phase": "false_papers", "chosen": "SP4", "specials": 1}, "SP4 is not a card of the phase 'false_papers'."),
    ({}, {"phase": "false_papers", "chosen": "GR1", "specials": 1}, "GR1 is not a card of the phase 'false_papers'."),
    ({}, {"chosen": "SP3"}, "A special card is being played, so 'specials' is at least 1."),
    ({}, {"chosen": "GR4"}, "There is no legal move here in the phase 'place'."),
    ({}, {"phase": "block"}, "No roadblock can be built here."),
    ({}, {"phase": "discard"}, "You discard a scheme card only after building a roadblock"),
    # drawing
    ({}, {"phase": "draw_scheme"}, "The phase 'draw_scheme' needs 'purpose': what cards are drawn for."),
    ({}, {**BUILD, "purpose": "bank"}, "The phase 'build' has no 'purpose'."),
    ({}, {"phase": "draw_scheme", "purpose": "bank"}, "In the phase 'draw_scheme' 'pending' is at least 1."),
    ({}, {**BUILD, "pending": 1}, "The phase 'build' has no 'pending'."),
    ({}, {"phase": "draw_resource", "purpose": "bank", "pending": 1}, "nothing is drawn for the purpose 'bank'."),
    (
        {},
        {**DRAWING, "scheme_deck": "", "scheme_discard": None, "hands": {"A": []}},
        "There is no legal move here in the phase",
    ),
    # travel
    ({}, {"phase": "travel"}, "The phase 'travel' needs 'traveller': who waits at a tie between left and right."),
    ({}, {**BUILD, "traveller": "Red", "place": "M0"}, "The phase 'build' has no 'traveller'. It belongs to the phase"),
    ({}, {"traveller": "Red", "place": "N:M0"}, "Red does not wait at a tie between left and right there."),
    ({}, {"traveller": "Red", "place": "N:Q4"}, "'place': There is no place 'Q4'."),
    ({}, {"traveller": "Red", "place": "W:M0"}, "Red is on another trail in this round, so 'place' is not 'W:M0'."),
    ({}, {**BUILD, "stage": 3}, "The phase 'build' has no 'stage'. It belongs to the phase 'travel'."),
    # the end
    ({}, {"phase": "game_over"}, "The game is not over: nobody has 30 profit, and rounds and folly cards are left."),
    ({}, {**BUILD, "winner": "A"}, "The phase 'build' has no 'winner'. It belongs to the phase 'game_over'."),
    (
        {},
        {"winner": "A", "round": 40},
        "A 'winner' is drawn if and only if players tie in everything and a lot decides.",
    ),
    (LOT, {"phase": "game_over", "round": 40}, "A 'winner' is drawn if and only if players tie in everything"),
    (
        LOT,
        {"winner": "C", "round": 40, "profit": {"A": 3, "B": 3}},
        "'winner' should be one of A, B, or null, not 'C'.",
    ),
]


@pytest.mark.parametrize(("options", "position", "words"), FAULTS, ids=[words[:60] for _, _, words in FAULTS])
def test_an_impossible_position_is_refused_with_the_reason(options: dict[str, Any], position: Any, words: str) -> None:
    with pytest.raises(PositionError) as refusal:
        build(position, **options)
    assert any(words in reason for reason in refusal.value.reasons), refusal.value.reasons
    assert all(reason[0].isupper() or reason[0] == "'" for reason in refusal.value.reasons)
    assert all(reason.endswith((".", "?")) for reason in refusal.value.reasons)


def test_a_winner_by_lot_must_be_one_of_those_who_tie() -> None:
    position = {"winner": "C", "round": 40, "profit": {"A": 3, "B": 3}}
    with pytest.raises(PositionError, match="C does not tie for the victory"):
        build(position, 3, **LOT)


def test_every_fault_is_named_at_once() -> None:
    with pytest.raises(PositionError) as refusal:
        build({"board": "N: L1.3=GR1@A", "profit": {"A": -4}, "supply": "1/1/1", "leader": "Q", "roadblock": "N:M1-M2"})
    assert len(refusal.value.reasons) >= 7


# -- there and back ----------------------------------------------------------------------------------------------------


def test_what_is_written_uses_every_key_and_no_other() -> None:
    assert set(build(BUILD).to_dict()) == set(KEYS)


@pytest.mark.parametrize("variant", contract.TestMerryWay.variants)
def test_every_position_of_a_game_is_read_back_whatever_keys_are_left_to_their_defaults(variant: str) -> None:
    """A key that has its usual value may be left out."""
    game = wb.load("merry_way", 3, **contract.TestMerryWay.variants[variant])
    usual = game.position({"phase": "build"}).to_dict()
    for number, (state, _) in enumerate(random_game(game, 5)):
        if number % 7 == 0 and state.to_move not in (CHANCE, OVER):
            written = state.to_dict()
            kept = {key: value for key, value in written.items() if value != usual[key] or key in ("phase", "turn")}
            assert game.position(kept).key() == state.key()


WORDS = st.sampled_from(["A", "GR1", "?", "F01*"])
LEAVES = st.one_of(st.none(), st.booleans(), st.integers(-3, 50), st.text(max_size=12), WORDS)
SMALL = st.text(max_size=3)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(SMALL, inner, max_size=3))


@pytest.mark.long
@settings(max_examples=300)
@given(st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=4), st.booleans())
def test_nonsense_is_refused_with_reasons_and_never_breaks(nonsense: dict[str, Any], building: bool) -> None:
    try:
        state = build({**(BUILD if building else {}), **nonsense})
    except PositionError:
        return  # any other error is a failure
    assert build(state.to_dict()).key() == state.key()
