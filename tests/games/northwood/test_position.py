"""Positions written down: what is left out takes its set-up value, and every impossible position says why."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import workbench as wb
from tests.contract import random_game
from tests.games.northwood import test_contract as contract
from tests.helpers import refused
from workbench.core.errors import PositionError
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER
from workbench.games.northwood.abilities.flowers import KingOfFlowers
from workbench.games.northwood.components import FULL_DECK, character_name, count, names
from workbench.games.northwood.state import NorthwoodState

VISIT = {"hand": "C5 F2", "fief": 3}
BEFORE: dict[str, Any] = {"choose_fief": "before_deal"}
HIDDEN: dict[str, Any] = {"scenario": 10}
THREE: dict[str, Any] = {"win_rule": "hidden_three"}
ALL = [0, 1, 2, 3, 4, 5, 6, 7]


def build(position: Any, **options: Any) -> NorthwoodState:
    state = wb.load("northwood", **options).position(position)
    assert isinstance(state, NorthwoodState)
    return state


def brought(slot: int, fief: int, character: str) -> dict[str, Any]:
    """A ruler brought in."""
    return {"slot": slot, "fief": fief, "character": character}


def ability(name: str, ally: str, to_move: int = 0, **frame: Any) -> dict[str, Any]:
    """A position inside an ability used by the ally on slot 0."""
    return {
        **VISIT,
        "phase": name,
        "allies": f"{ally}* FJ LJ EJ",
        "to_move": to_move,
        "ability": {"slot": 0, "step": 0, "counter": 0, "pending": "", **frame},
    }


# -- what is left out --------------------------------------------------------------------------------------------------


def test_a_hand_is_enough_for_the_first_choice_of_a_fief() -> None:
    state = build({"hand": "C5 F2"})
    assert state.phase.name == "choose_fief" and state.to_move == 0
    assert state.to_dict()["rulers"] == "CQ FQ LQ EQ CK FK LK EK"
    assert state.to_dict()["allies"] == "CJ FJ LJ EJ"
    assert state.hand | state.deck == FULL_DECK and state.discard_pile == [] == state.score_pile
    assert state.friendly == 0 == state.failed and state.exhausted == 0 and state.unseen == 0 and state.known == ()


def test_nothing_at_all_is_the_deal_after_the_set_up() -> None:
    state = build({})
    assert state.phase.name == "deal" and state.to_move == CHANCE
    assert state.dealing == 8 and state.deck == FULL_DECK


@pytest.mark.parametrize(
    ("options", "position", "phase"),
    [
        ({}, {}, "deal"),
        ({}, {"hand": "C5"}, "choose_fief"),
        ({}, VISIT, "ability_window"),
        ({}, {**VISIT, "statement": "C3"}, "respond"),
        ({}, {"friendly": ALL}, "game_over"),
        (THREE, {"friendly": ALL}, "reveal_stars"),
        (THREE, {"friendly": ALL, "revealed": [0, 1, 2]}, "game_over"),
        ({"abilities": "off"}, VISIT, "statement"),
        (BEFORE, {}, "choose_fief"),
        (BEFORE, {"fief": 3}, "deal"),
        (BEFORE, VISIT, "ability_window"),
    ],
)
def test_the_phase_left_out_is_the_one_the_rest_suggests(
    options: dict[str, Any], position: dict[str, Any], phase: str
) -> None:
    assert build(position, **options).phase.name == phase


def test_cards_named_nowhere_lie_in_the_deck_or_under_the_discard_pile() -> None:
    without_deck = build({**VISIT, "discard": "E1", "score": "E2"})
    assert count(without_deck.deck) == 28 and without_deck.discard_pile == [24]
    with_deck = build({**VISIT, "deck": "C1 C2", "discard": "E1"})
    assert names(with_deck.deck) == "C1 C2" and len(with_deck.discard_pile) == 28
    assert with_deck.discard_pile[-1] == 24


def test_the_statement_lies_on_top_of_the_discard_pile() -> None:
    for discard in ("E1", "E1 C3"):
        state = build({**VISIT, "statement": "C3", "discard": discard})
        assert state.discard_pile == [24, 2] and state.statement == 2


def test_rulers_left_out_keep_their_fiefs_where_they_can() -> None:
    assert build({"hand": "C5", "failed": [0]}).to_dict()["rulers"] == "- FQ LQ EQ CK FK LK EK"
    state = build({**VISIT, "ruler": "FQ"})
    assert character_name(state.rulers[3]) == "FQ"
    assert [character_name(state.rulers[fief]) for fief in (0, 2, 4, 5, 6, 7)] == ["CQ", "LQ", "CK", "FK", "LK", "EK"]
    assert len(set(state.rulers)) == 8


def test_rulers_and_allies_left_out_are_those_of_a_custom_set_up() -> None:
    custom = {"setup": "custom", "allies": "CB FB LB EB", "rulers": "CJ FJ LJ EJ CQ FQ LQ EQ"}
    written = build({"hand": "C5"}, **custom).to_dict()
    assert (written["allies"], written["rulers"]) == (custom["allies"], custom["rulers"])


def test_on_a_short_row_every_ruler_named_may_lie_face_down() -> None:
    """NW-HOUSE-6, NW-HOUSE-15: rulers are dealt as for eight fiefs, and nobody sees who is left over."""
    game = wb.load("northwood", scenario=10, fiefs=4)
    everybody = "CP CB FJ FP LQ LL EL EB"
    assert game.match(seed=1).state.to_dict()["unseen"] == everybody
    assert game.position({"hand": "C1"}).to_dict()["unseen"] == everybody
    turning = game.position({"hand": "C1", "fief": 2, "phase": "turn_up", "rulers": "? ? ? ?"})
    assert [game.symbol(action) for action in turning.legal()] == [f"character:{one}" for one in everybody.split()]
    turning.apply(turning.legal()[0])
    assert game.position(turning.to_dict()).key() == turning.key()
    with refused(
        PositionError, "As many rulers lie face down (and 4 beyond the end of the row) as characters are unseen"
    ):
        game.position({"hand": "C1", "unseen": "CB FP LL EB"})


def test_a_statement_that_is_due_is_the_card_known_to_lie_on_top() -> None:
    """NW-CHANCE-4, NW-CHANCE-5."""
    state = build({"hand": "C5 F2 F3", "deck": "C3 C7 L1 L2 L3", "known": "C3 C7", "fief": 1, "phase": "statement"})
    c3 = state.game.action("card:C3")
    assert state.legal() == (c3,) and state.chance() == ((c3, 1),)
    state.roll(Random(1))
    assert state.to_dict()["statement"] == "C3" and state.to_dict()["known"] == "C7"


DRAWING = {"hand": "C3 L2 L3", "deck": "C5 F3 L1 E1", "known": "F3", "fief": 3, "ruler": "LQ", "to_move": -1}


@pytest.mark.parametrize(
    ("phase", "position"),
    [
        ("jack_of_claws", {"allies": "CJ* FJ LJ EJ", "ability": {"slot": 0}}),
        ("prince_of_claws", {"allies": "CP* FJ LJ EJ", "ability": {"slot": 0}}),
        ("lady_of_leaves", {"allies": "CJ FJ LL* EJ", "ability": {"slot": 2}}),
        ("jack_of_eyes", {"allies": "CJ FJ LJ EJ*", "ability": {"slot": 3}}),
        ("king_of_eyes", {"allies": "CJ FJ LJ EK*", "ability": {"slot": 3, "step": 1, "counter": 0}}),
        ("lady_of_eyes", {"allies": "CJ FJ LJ EL*", "ability": {"slot": 3, "step": 1}}),
    ],
)
def test_the_card_that_an_ability_draws_is_the_one_known_to_lie_on_top(phase: str, position: dict[str, object]) -> None:
    """NW-CHANCE-4, NW-CHANCE-5: whoever draws, the first known card comes first."""
    state = build({**DRAWING, **position, "phase": phase})
    f3 = state.game.action("card:F3")
    assert state.legal() == (f3,) and state.chance() == ((f3, 1),)
    rolled = state.copy()
    rolled.roll(Random(1))
    state.apply(f3)
    assert "F3" in rolled.to_dict()["hand"].split() and "F3" in state.to_dict()["hand"].split()
    assert state.to_dict()["known"] == ""


def test_the_queen_of_eyes_looks_at_cards_that_are_not_known_yet() -> None:
    looking = {**DRAWING, "allies": "CJ FJ LJ EQ*", "ability": {"slot": 3}, "phase": "queen_of_eyes"}
    state = build(looking)
    assert [state.game.symbol(action) for action in state.legal()] == ["card:C5", "card:L1", "card:E1"]
    with refused(PositionError, "The ability 'queen_of_eyes' never waits with these values"):
        build({**looking, "known": "F3 C5 L1"})


def test_hidden_rulers_left_out_lie_face_down_but_for_the_one_visited() -> None:
    state = build({**VISIT, "friendly": [1]}, **HIDDEN)
    named = wb.load("northwood", **HIDDEN).options["rulers"].split()
    assert state.to_dict()["rulers"] == f"? {named[1]} ? {named[3]} ? ? ? ?"
    assert set(state.to_dict()["unseen"].split()) == {one for fief, one in enumerate(named) if fief not in (1, 3)}


def test_fiefs_left_out_are_those_that_are_friendly_from_the_start() -> None:
    assert build({"hand": "C5"}, start_friendly=[3]).to_dict()["friendly"] == [3]
    assert build({"hand": "C5", "friendly": []}, start_friendly=[3]).to_dict()["friendly"] == []


def test_the_outcome_left_out_is_worked_out() -> None:
    assert build({"friendly": [0, 1, 2, 6, 7], "failed": [3, 4, 5]}).returns() == (1.0,)
    assert build({"friendly": [0, 1, 2, 6], "failed": [3, 4, 5, 7]}).returns() == (0.0,)
    assert build({"friendly": [5], "failed": [0, 1], "phase": "game_over"}, lives=2).returns() == (0.0,)


def test_a_star_behind_an_ally_marks_it_as_exhausted() -> None:
    state = build({**VISIT, "allies": "CJ* FJ LJ* EJ"})
    assert state.exhausted == 0b101 and state.to_dict()["allies"] == "CJ* FJ LJ* EJ"


def test_lists_and_texts_and_small_letters_are_the_same() -> None:
    first = build({"hand": "C5, F2", "fief": 3, "rulers": "CQ FQ LQ EQ CK FK LK EK"})
    second = build({"hand": ["c5", "f2"], "fief": 3, "rulers": ["cq", "FQ", "LQ", "EQ", "CK", "FK", "LK", "EK"]})
    assert first.key() == second.key()


# -- what is impossible ------------------------------------------------------------------------------------------------

FAULTS: list[tuple[dict[str, Any], Any, str]] = [
    # keys and forms
    ({}, {"hnad": "C5"}, "There is no key 'hnad'. Did you mean 'hand'? Available: phase, to_move, rulers,"),
    ({}, {7: "C5"}, "There is no key 7."),
    ({}, "C5 F2", "A position must be a dict, not 'C5 F2'."),
    ({}, None, "A position must be a dict, not None."),
    ({}, {"hand": 5}, "'hand' should be a text such as 'C1 C2', or a list, not 5."),
    ({}, {"hand": [4]}, "'hand': there is no card 4 in this game. A card is written like this: 'L1'."),
    ({}, {**VISIT, "fief": "three"}, "'fief' should be one of 0, 1, 2, 3, 4, 5, 6, 7, or null, not 'three'."),
    ({}, {**VISIT, "fief": 8}, "'fief' should be one of 0, 1, 2, 3, 4, 5, 6, 7, or null, not 8."),
    ({}, {**VISIT, "fief": True}, "'fief' should be one of 0, 1, 2, 3, 4, 5, 6, 7, or null, not True."),
    ({"fiefs": 3, "hand_size": 4}, {**VISIT, "fief": 3}, "'fief' should be one of 0, 1, 2, or null, not 3."),
    ({}, {**VISIT, "failed": 2}, "'failed' should be a list such as [0, 1], not 2."),
    ({}, {**VISIT, "failed": [8]}, "'failed': there is no fief 8 in this game. The fiefs are 0, 1,"),
    ({}, {**VISIT, "riders": 6}, "'riders' should be a whole number from 0 to 5, not 6."),
    ({}, {**VISIT, "activations": -1}, "'activations' should be a whole number from 0 to 5, not -1."),
    ({}, {**VISIT, "outcome": "drawn"}, "'outcome' should be one of running, won, lost, not 'drawn'."),
    ({}, {**VISIT, "ability": 2}, "'ability' should be a dict such as {'slot': 1, 'step': 2,"),
    ({}, {**VISIT, "ability": {"slto": 1}}, "'ability' should be a dict such as"),
    # cards
    ({}, {"hand": "C9"}, "'hand': there is no card 'C9' in this game. A card is written like this: 'L1'."),
    ({}, {**VISIT, "statement": "X1"}, "'statement' should be a card such as 'L1', or null, not 'X1'."),
    ({}, {**VISIT, "statement": "C1 C2"}, "'statement' should be a card such as 'L1', or null, not 'C1 C2'."),
    ({}, {"hand": "C5 F2 C5"}, "'hand' names C5 twice."),
    ({}, {"hand": "C5", "score": "C5", "fief": 3}, "The card C5 is in two places."),
    ({}, {**VISIT, "statement": "C5"}, "The card C5 is in two places."),
    ({}, {**VISIT, "deck": "C1 C2", "known": "C3"}, "The card C3 is named in 'known', so it must be in the deck."),
    ({}, {**VISIT, "known": "C1 C1"}, "'known' names a card twice."),
    ({}, {**VISIT, "statement": "C1", "discard": "C1 C2"}, "The statement lies on top of the discard pile: name it last"),
    ({"highest_value": 4}, VISIT, "'hand': there is no card 'C5' in this game."),
    ({"highest_value": 4}, {"hand": "C1", "fief": 3, "statement": "C8"}, "'statement' should be a card such as"),
    # fiefs
    ({}, {**VISIT, "friendly": [1, 2], "failed": [2]}, "Fief 2 cannot be friendly and failed at once."),
    ({}, {**VISIT, "friendly": [3]}, "Fief 3 is visited already, so the visiting card cannot stand there."),
    ({}, {**VISIT, "failed": [3]}, "Fief 3 is visited already, so the visiting card cannot stand there."),
    # characters
    ({}, {**VISIT, "ruler": "CX"}, "'ruler' should be a character such as 'LJ', or null, not 'CX'."),
    ({}, {**VISIT, "allies": "CJ FJ"}, "'allies' should name four characters, not 2."),
    ({}, {**VISIT, "allies": "CJ FJ LJ ?"}, "'allies': there is no character '?' in this game."),
    ({}, {**VISIT, "allies": "CJ FJ LJ -"}, "After the set-up every slot has an ally."),
    ({}, {**VISIT, "allies": "CJ FJ LJ CJ"}, "The character CJ is in two places."),
    ({}, {**VISIT, "ruler": "CJ"}, "The character CJ is in two places."),
    ({}, {**VISIT, "rulers": "CQ FQ LQ EQ CK FK LK LK"}, "The character LK is in two places."),
    ({}, {**VISIT, "rulers": "CQ FQ LQ"}, "'rulers' should have 8 entries, not 3."),
    ({}, {**VISIT, "ruler": "LQ", "rulers": "CQ FQ LQ EQ CK FK LK EK"}, "'ruler' names the ruler of the current fief: give"),
    ({}, {"hand": "C5", "ruler": "LQ"}, "'ruler' names the ruler of the current fief: give 'fief' with it"),
    ({}, {**VISIT, "failed": [0], "rulers": "CQ FQ LQ EQ CK FK LK EK"}, "Fief 0 has failed, so it has no ruler."),
    ({}, {**VISIT, "rulers": "CQ FQ LQ EQ CK FK LK -"}, "Fief 7 is unvisited, so it has a ruler."),
    ({}, {**VISIT, "rulers": "? FQ LQ EQ CK FK LK EK"}, "Rulers lie face up in this game; the option `hidden_rulers`"),
    ({}, {**VISIT, "unseen": "CB"}, "As many rulers lie face down as characters are unseen, not 0 and 1."),
    ({}, {**VISIT, "unseen": "CQ"}, "The character CQ has a place, so it cannot be unseen."),
    (HIDDEN, {**VISIT, "unseen": "CB"}, "As many rulers lie face down as characters are unseen, not 7 and 1."),
    (HIDDEN, {"hand": "C5", "friendly": [0], "rulers": "? ? ? ? ? ? ? ?"}, "Fief 0 is friendly, so its ruler lies face up."),
    (HIDDEN, {**VISIT, "rulers": "? ? ? ? ? ? ? ?"}, "The visit is at fief 3, so its ruler lies face up."),
    (HIDDEN, {**VISIT, "phase": "turn_up"}, "The ruler of fief 3 lies face up already."),
    # rulers brought in
    ({}, {**VISIT, "substitutes": ["CK"]}, "An entry of 'substitutes' should be a dict such as"),
    ({}, {**VISIT, "substitutes": "CK"}, "'substitutes' should be a list such as"),
    ({}, {**VISIT, "substitutes": [brought(4, 2, "CK")]}, "'slot' of an entry of 'substitutes' should be one of 0,"),
    ({}, {**VISIT, "substitutes": [brought(1, 2, "CK")]}, "The substitute on slot 1 comes from fief 2, which is not"),
    ({}, {**VISIT, "friendly": [2], "substitutes": [brought(1, 2, "XX")]}, "'character' of an entry of 'substitutes' should"),
    ({}, {**VISIT, "friendly": [1, 2], "substitutes": [brought(1, 1, "CK"), brought(1, 2, "FK")]}, "Slot 1 is covered twice."),
    ({}, {**VISIT, "friendly": [1], "substitutes": [brought(1, 1, "CK"), brought(2, 1, "FK")]}, "Two substitutes come from"),
    ({}, {**VISIT, "friendly": [1], "rulers": "CQ FQ LQ EQ LB FK LK EK", "substitutes": [brought(1, 1, "CK")]}, "is brought"),
    ({"substitutes": "none"}, {**VISIT, "friendly": [1], "substitutes": [brought(1, 1, "CK")]}, "no friendly ruler can be"),
    ({"abilities": "off"}, {**VISIT, "phase": "substitute"}, "In this game no friendly ruler can be brought in."),
    # the phase
    ({}, {**VISIT, "phase": "respnd"}, "There is no phase 'respnd'. Did you mean 'respond'?"),
    ({}, {**VISIT, "phase": ["respond"]}, "There is no phase ['respond']."),
    ({}, {**VISIT, "phase": "end_of_visit"}, "Nothing is ever decided at the end of a visit, so no position stands there."),
    ({}, {**VISIT, "to_move": -1}, "In the phase 'ability_window' 'to_move' must be 0 here, not -1."),
    ({}, {**VISIT, "to_move": False}, "In the phase 'ability_window' 'to_move' must be 0 here, not False."),
    ({}, {**VISIT, "to_move": "you"}, "In the phase 'ability_window' 'to_move' must be 0 here, not 'you'."),
    ({}, {**VISIT, "phase": "statement", "to_move": 0}, "In the phase 'statement' 'to_move' must be -1 here, not 0."),
    ({}, {**VISIT, "phase": "jack_of_eyes", "to_move": -2}, "In the phase 'jack_of_eyes' 'to_move' must be 0 or -1 here, not"),
    ({}, {"hand": "C5", "phase": "ability_window"}, "The phase 'ability_window' is part of a visit: say which with 'fief'."),
    ({}, {**VISIT, "phase": "choose_fief"}, "The phase 'choose_fief' is not part of a visit, so 'fief' is null."),
    ({}, {"hand": "C5", "allies": "CJ* FJ LJ EJ"}, "Allies are used in visits only, and all are ready again after a visit."),
    ({}, {"hand": "C5", "riders": 1}, "Allies are used in visits only"),
    ({}, {"hand": "C5", "last_substitute": 2}, "Friendly rulers are brought in during a visit, and leave at its end."),
    ({}, {"hand": "C5", "score": "C1"}, "Between visits the score pile is empty."),
    ({}, {**VISIT, "phase": "respond"}, "The phase 'respond' needs 'statement': the statement that awaits a response"),
    ({}, {**VISIT, "statement": "C1", "phase": "ability_window"}, "has no 'statement'. It belongs to the phase 'respond'."),
    ({"abilities": "off"}, {**VISIT, "phase": "ability_window"}, "Abilities are off, so no ally can be activated."),
    # what has been activated
    ({}, {**VISIT, "allies": "CJ* FJ LJ EJ", "activations": 1}, "'activations' is 1, the most that the option"),
    ({}, {**VISIT, "allies": "CJ* FJ LJ EJ", "activations": 2}, "By the option `activations_per_dialogue` 'activations' is"),
    ({}, {**VISIT, "phase": "statement", "activations": 1, "visit_activations": 0}, "'visit_activations' counts all of the"),
    ({"activations_per_visit": 1}, {**VISIT, "visit_activations": 2}, "'visit_activations' is at most 1 here."),
    ({}, {**VISIT, "phase": "statement", "riders": 1}, "There are 'riders' only if somebody is there who waits for"),
    ({}, {**VISIT, "phase": "statement", "allies": "CJ FJ LJ EB*", "riders": 1, "activations": 0}, "Every one of the 'riders'"),
    # hand and deck
    ({}, {"phase": "choose_fief"}, "The fief is chosen with the hand in sight: name the cards in 'hand'."),
    ({}, {"fief": 3}, "The hand is empty, so the visit would have ended."),
    ({}, {"fief": 3, "phase": "substitute", "friendly": [1]}, "The hand is empty, so the visit would have ended."),
    ({}, {**ability("king_of_leaves", "LK", to_move=-1), "hand": ""}, "The hand is empty, so the visit would have ended."),
    ({}, {**VISIT, "deck": ""}, "The deck is empty, so the visit would have ended."),
    ({}, {**VISIT, "allies": "CJ* FJ* LJ EJ", "visit_activations": 1}, "2 allies are exhausted, so there were as many"),
    ({"visit_end_check": "at_statement"}, {**VISIT, "deck": "", "statement": "C1"}, "The statement emptied the deck, which"),
    ({}, {"hand": "C1 C2", "phase": "deal", "dealing": 2}, "The hand is dealt up to 8 cards: 'hand' and 'dealing' must add up"),
    ({}, {"hand": "C1 C2 C3 C4 C5 C6 C7 C8 F1", "phase": "deal"}, "The hand is dealt up to 8 cards"),
    ({}, {"deck": "C1 C2 C3", "phase": "deal"}, "The deck must hold more than the 8 cards still to be dealt."),
    ({}, {**VISIT, "dealing": 2}, "The phase 'ability_window' has no 'dealing'. It belongs to the phase 'deal'."),
    (BEFORE, {"hand": "C5", "phase": "choose_fief"}, "The hand has not been dealt yet, so it is empty."),
    (BEFORE, {"deck": "C5", "phase": "choose_fief"}, "The deck must hold more than the 8 cards still to be dealt."),
    # the set-up
    ({}, {"phase": "set_up"}, "The characters in 'unseen' do not fit the places that are still open ('-')."),
    ({}, {"phase": "set_up", "rulers": "CQ - - - - - - -", "unseen": "FQ LQ"}, "The characters in 'unseen' do not fit"),
    ({"setup": "full"}, {"phase": "set_up", "rulers": "- - - - - - - -", "allies": "- - - -", "unseen": "CJ CQ"}, "'unseen'"),
    # abilities
    ({}, {**VISIT, "ability": {"slot": 1}}, "The phase 'ability_window' has no 'ability'."),
    ({}, {**VISIT, "phase": "jack_of_eyes"}, "An ability is carried out by an exhausted ally: name its slot in 'ability'"),
    ({}, ability("jack_of_eyes", "CJ", step=1), "The character on slot 0 does not have the ability 'jack_of_eyes'."),
    ({}, ability("baron_of_eyes", "EB", counter=1), "The Baron of Eyes waits for the response, so its slot is -1."),
    ({}, ability("jack_of_claws", "CJ"), "The ability 'jack_of_claws' never waits with these values"),
    ({}, ability("jack_of_eyes", "EJ", step=7), "The ability 'jack_of_eyes' never waits with these values"),
    ({}, ability("prince_of_eyes", "EP", counter=0), "The ability 'prince_of_eyes' never waits with these values"),
    ({}, ability("king_of_flowers", "FK", step=99), "'step' of 'ability' should be a whole number from 0 to 9, not 99."),
    ({}, ability("king_of_leaves", "LK"), "The ability 'king_of_leaves' never waits with these values"),
    ({}, ability("jack_of_flowers", "FJ", step=9, pending="C5"), "The ability 'jack_of_flowers' never waits with these values"),
    ({}, ability("jack_of_eyes", "EJ", step=1, pending="C5 F2"), "The ability 'jack_of_eyes' never waits with these values"),
    ({}, ability("lady_of_eyes", "EL", to_move=-1, step=2, counter=7), "'lady_of_eyes' never waits with these"),
    ({}, ability("jack_of_flowers", "FJ", step=9, pending="C6 C7"), "The cards in 'pending' are about to leave the hand"),
    ({}, ability("king_of_flowers", "FK", step=8), "There is no legal move here in the phase 'king_of_flowers'."),
    ({}, ability("queen_of_leaves", "LQ"), "The ability 'queen_of_leaves' never waits with these values"),
    # the end
    ({}, {"hand": "C5", "friendly": ALL, "phase": "choose_fief"}, "All fiefs are visited, so the game is over."),
    ({}, {**VISIT, "outcome": "won"}, "The phase 'ability_window' has no 'outcome'. It belongs to the phase 'game_over'."),
    ({}, {"phase": "game_over"}, "There are fiefs left to visit, so the game is not over."),
    ({}, {"friendly": ALL, "outcome": "lost"}, "The outcome is 'won' here, not 'lost'."),
    ({}, {"friendly": ALL, "outcome": "running"}, "The outcome is 'won' here, not 'running'."),
    ({"lives": 1}, {**VISIT, "failed": [0]}, "By the option `lives` or `must_win` the game is lost already."),
    ({"must_win": [0]}, {**VISIT, "failed": [0]}, "By the option `lives` or `must_win` the game is lost already."),
    ({}, {**VISIT, "revealed": [0]}, "has no 'revealed'. It belongs to the phases 'reveal_stars' and 'game_over'."),
    (THREE, {"friendly": ALL, "phase": "game_over"}, "Here 3 fiefs are 'revealed', not 0."),
    ({}, {"friendly": ALL, "phase": "reveal_stars"}, "Fiefs are revealed after the last visit, by the option"),
    (THREE, {"friendly": ALL, "phase": "reveal_stars", "revealed": [1, 2, 3]}, "and only three."),
]  # fmt: skip


@pytest.mark.parametrize(("options", "position", "says"), FAULTS, ids=[row[2][:60] for row in FAULTS])
def test_an_impossible_position_says_why(options: dict[str, Any], position: Any, says: str) -> None:
    with refused(wb.PositionError, says):
        build(position, **options)


def test_every_reason_is_named_at_once() -> None:
    with pytest.raises(wb.PositionError) as fault:
        build({"hand": "C9 C5 C5", "fief": 3, "friendly": [3], "allies": "CJ FJ", "tramp": "LQ", "outcome": "won"})
    assert len(fault.value.reasons) == 6
    for part in ("'tramp'", "'C9'", "names C5 twice", "Fief 3 is visited", "four characters", "has no 'outcome'"):
        assert sum(part in reason for reason in fault.value.reasons) == 1
    assert all(reason in str(fault.value) for reason in fault.value.reasons)


def test_an_effect_waits_if_somebody_is_there_who_leaves_it() -> None:
    state = build({**VISIT, "phase": "statement", "allies": "CJ FJ LJ EB*", "riders": 1})
    assert state.activations == state.visit_activations == state.riders == 1
    copied = {**VISIT, "phase": "statement", "allies": "CJ FJ LQ* EJ", "ruler": "EB", "riders": 1}
    assert build(copied).riders == 1


def test_a_custom_set_up_has_no_ruler_too_many() -> None:
    with refused(wb.OptionError, "setup='custom' has room for a ruler on each of the 3 fiefs, not for 4."):
        wb.load("northwood", setup="custom", fiefs=3, hand_size=4, allies="CJ FJ LJ EJ", rulers="CQ FQ LQ EQ")


def test_a_changed_ability_has_steps_of_its_own() -> None:
    class Slow(KingOfFlowers):
        def sum_of_two(self) -> int:
            return 9

    written = ability("king_of_flowers", "FK", step=0, counter=5)
    written["hand"] = "C4 F5"
    with refused(wb.PositionError, "never waits with these values"):
        build(written)
    changed = wb.load("northwood", phases={"king_of_flowers": Slow})
    assert changed.position(written).phase.name == "king_of_flowers"


# -- any position ------------------------------------------------------------------------------------------------------


@cache
def played_positions() -> list[tuple[str, dict[str, Any]]]:
    """A few hundred positions out of random games of every variant, a few of every phase of each."""
    found: list[tuple[str, dict[str, Any]]] = []
    for variant, game in GAMES.items():
        seen: dict[str, int] = {}
        for seed in range(40):
            for state, _ in random_game(game, seed):
                seen[state.phase.name] = seen.get(state.phase.name, 0) + 1
                if seen[state.phase.name] in (1, 2, 5, 30):
                    found.append((variant, state.to_dict()))
    return found


@cache
def phases_met() -> list[str]:
    """The phases of these positions."""
    return sorted({position["phase"] for _, position in played_positions()})


VARIANTS: dict[str, dict[str, Any]] = {
    **contract.TestNorthwood.variants,
    "hidden and chosen before the deal": {"scenario": 13, "hidden_rulers": "on", **BEFORE},
    "no abilities": {"abilities": "off"},
    "lives": {"setup": "full", "lives": 4, "must_win": [0], "concede": "on"},
}
GAMES = {variant: wb.load("northwood", **options) for variant, options in VARIANTS.items()}
KEYS = GAMES["full"].fields().keys
JUNK = st.sampled_from(
    [None, True, -1, 0, 1, 2, 7, 9, 99, 1.5, "", "C5", "CJ", "zz", "C5 F2", [], [0], [0, 0], ["C5"], {}, {"slot": 1}, "lost"]
)  # fmt: skip


def test_every_phase_is_among_the_positions() -> None:
    resting = set(GAMES["full"].phases) - {"end_of_visit", "queen_of_leaves", "queen_of_flowers"}
    assert set(phases_met()) == resting


@pytest.mark.long
@settings(max_examples=400)
@given(st.data())
def test_a_changed_position_is_refused_or_can_be_played_to_the_end(data: st.DataObject) -> None:
    """Small changes to positions out of real games: nothing but PositionError, and what is accepted holds together."""
    variant, original = data.draw(st.sampled_from(played_positions()))
    _, other = data.draw(st.sampled_from(played_positions()))
    position = json.loads(json.dumps(original))
    for _ in range(data.draw(st.integers(1, 3))):
        key = data.draw(st.sampled_from(KEYS))
        how = data.draw(st.sampled_from(["left out", "junk", "of another", "shorter", "higher", "phase", "ability"]))
        if how == "left out":
            position.pop(key, None)
        elif how == "junk":
            position[key] = data.draw(JUNK)
        elif how == "of another" and key in other:
            position[key] = other[key]
        elif how == "shorter" and isinstance(position.get(key), str):
            position[key] = " ".join(data.draw(st.permutations(position[key].split()))[1:])
        elif how == "higher" and isinstance(position.get(key), int):
            position[key] += data.draw(st.sampled_from([-1, 1]))
        elif how == "phase":
            position["phase"] = data.draw(st.sampled_from(phases_met()))
        elif isinstance(position.get("ability"), dict):
            position["ability"][data.draw(st.sampled_from(["slot", "step", "counter"]))] = data.draw(st.integers(-1, 9))
    game = GAMES[variant]
    try:
        state = game.position(position)
    except wb.PositionError:
        return
    assert game.position(state.to_dict()).key() == state.key()
    for later, _ in random_game(game, 1, state):
        later.phase.question(later)
        contract.TestNorthwood().conserved(later)
    assert later.to_move == OVER
