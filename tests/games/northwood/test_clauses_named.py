"""Refusals and ends that name the clause a person would look up, in positions that random games hardly reach."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from workbench.core.events import Listener

DISCARDING = {"hand": "C1 C2 F4 L6", "deck": "C5 F3 L1 E1", "fief": 3, "ruler": "LQ", "allies": "CJ FJ* LJ* EL"}
LOWER = {"hand": "C5 L1", "deck": "C1 F2", "statement": "C7", "fief": 3, "ruler": "LQ"}
LP = {"hand": "F4 F5", "deck": "C6 E2", "fief": 1, "allies": "CJ FJ LP EJ", "failed": [0], "friendly": [2]}
LP["rulers"] = "- FK CP EQ CB EK LQ FB"
LJ = {"hand": "F4 F5", "deck": "C6 E2", "fief": 2, "allies": "CJ FJ LJ EJ", "rulers": "CP EQ CL FK LL FB EK LQ"}
FRIENDS = {"hand": "C5 F2", "deck": "C3 C7", "fief": 1, "ruler": "LQ", "friendly": [2]}
LK = {"hand": "E1 E3", "deck": "C8 F4", "fief": 2, "ruler": "EK", "allies": "CJ* FJ* LK EJ*"}
EP = {"hand": "F7 E7", "deck": "F4 E2 E6", "fief": 1, "ruler": "FB", "allies": "CJ* FJ* LJ EP"}
CQ = {"hand": "C3", "deck": "L5 E5", "discard": "F1", "score": "E8", "fief": 3, "ruler": "LQ", "allies": "CQ FJ* LJ* EJ*"}
FL = {"hand": "C3 F3 C5", "deck": "C1 F2", "fief": 2, "ruler": "LQ", "allies": "CJ FL LJ EJ"}
FP = {**FL, "hand": "C3 F3 E5", "allies": "CJ FP LJ EJ"}
EXHAUSTED = {**LOWER, "statement": None, "allies": "CJ* FJ* LJ* EJ*"}
ONE_USED = {**LK, "allies": "CJ* FJ LK EJ", "visit_activations": 1}
NO_SCORE = {**CQ, "score": ""}
BRING = {**FRIENDS, "phase": "substitute"}
LB = {**FL, "discard": "L3", "allies": "CJ FJ LB EJ"}
CK = {"hand": "C7 F7 E2", "deck": "C1 F3", "fief": 2, "ruler": "LQ", "allies": "CK FJ* LJ* EJ*"}

REFUSED: list[tuple[dict[str, Any], dict[str, Any], str, str, str, str]] = [
    # inside abilities
    ({}, DISCARDING, "ally:3 card:C5 card:F3", "card:L1", "NW-EYES-5", "The 1 of Leaves is not in your hand."),
    ({}, DISCARDING, "ally:3 card:C5 card:F3 card:C5", "card:L6", "NW-EYES-5", "With that card you could not discard"),
    ({}, DISCARDING, "ally:3 card:C5 card:F3", "skip", "NW-RULING-26", "You must still discard cards that add up to 8"),
    ({"lady_of_eyes_discard": "optional"}, DISCARDING, "ally:3 card:C5 card:F3 card:C1", "skip", "NW-RULING-26", "You must"),
    ({}, DISCARDING, "ally:3 card:C5 card:F3", "pass", "NW-ABIL-5", "The Lady of Eyes leaves you no such choice."),
    ({}, DISCARDING, "ally:3 card:C5 card:F3", "ally:0", "NW-DIALOG-2", "First carry out"),
    ({"activations_per_dialogue": 2}, DISCARDING, "ally:3 card:C5 card:F3", "ally:0", "NW-RULING-10", "First carry out"),
    ({}, DISCARDING, "ally:3 card:C5 card:F3", "fief:4", "NW-FLOW-2", "You are visiting fief 3; the next visit"),
    ({}, DISCARDING, "ally:3 card:C5 card:F3", "sub:0>1", "NW-SUB-4", "Friendly rulers are brought in after the fief"),
    ({}, LP, "ally:2", "fief:5", "NW-LEAVES-5", "The visit moves only to the nearest unvisited fief above or below."),
    (
        {"prince_of_leaves_step": "adjacent_only"},
        {**LP, "failed": [], "rulers": "CL FK CP EQ CB EK LQ FB", "friendly": [], "fief": 1},
        "ally:2",
        "fief:3",
        "NW-RULING-32",
        "The visit moves only to an unvisited fief directly beside",
    ),
    ({}, LJ, "ally:2", "fief:6", "NW-LEAVES-1", "You exchange with a neutral ruler on another"),
    ({"jack_of_leaves_distance": "by_unvisited_order"}, LJ, "ally:2", "fief:6", "NW-RULING-28", "You exchange with"),
    ({}, LK, "ally:2 card:C8", "skip", "NW-RULING-34", "You must give a hand card for the 8 of Claws."),
    ({}, EP, "ally:3", "stop", "NW-RULING-25", "You must make every round (3 left)."),
    ({}, EP, "ally:3", "draw", "NW-RULING-25", "This round comes first: discard a card."),
    ({"queen_of_claws": "any_subset"}, CQ, "ally:0", "stop", "NW-RULING-14", "You must take a card from at least one pile."),
    ({"king_of_claws_ties": "choose_one"}, CK, "ally:0", "card:E2", "NW-RULING-13", "Only your highest cards can go"),
    ({"move_order": "always_ask"}, CK, "ally:0", "card:E2", "NW-RULING-9", "Only the cards that are moving can land: C7 F7."),
    # going on and leaving off belong to the rulings of those texts alone that know them
    ({}, LP, "ally:2", "draw", "NW-ABIL-5", "The Prince of Leaves leaves you no such choice. To which fief does"),
    ({}, LJ, "ally:2", "skip", "NW-ABIL-5", "The Jack of Leaves leaves you no such choice."),
    ({}, LJ, "ally:2", "card:F4", "NW-ABIL-5", "The Jack of Leaves leaves you no such choice."),
    ({"move_order": "always_ask"}, CK, "ally:0", "stop", "NW-ABIL-5", "The King of Claws leaves you no such choice."),
    # what belongs to another moment
    ({}, BRING, "", "card:C5", "NW-DIALOG-4", "You play a card in response to a statement."),
    ({}, FRIENDS, "", "sub:2>1", "NW-SUB-4", "Friendly rulers are brought in after the fief is chosen"),
    ({"substitutes": "none"}, FRIENDS, "", "sub:2>1", "NW-HOUSE-2", "No rulers are brought in here"),
    ({}, BRING, "", "ally:0", "NW-DIALOG-2", "An ally can be activated only as the first"),
    ({}, {"hand": "C5"}, "", "ally:0", "NW-DIALOG-2", "An ally can be activated only as the first thing in a dialogue."),
    ({}, {"hand": "C5"}, "", "card:C5", "NW-DIALOG-4", "You play a card in response to a statement"),
    ({"abilities": "off"}, LOWER, "", "ally:0", "NW-HOUSE-12", "No ally is activated here"),
    ({}, LOWER, "", "concede", "NW-RULING-38", "Giving up is not allowed in this game"),
    ({"concede": "on"}, LOWER, "", "concede", "NW-RULING-38", "You can give up only when you choose a fief."),
    ({}, LOWER, "", "stop", "NW-ABIL-1", "That is not what is being decided now: only some abilities ask for it."),
    ({}, LOWER, "", "pile:deck", "NW-ABIL-1", "That is not what is being decided now: only some abilities ask for it."),
    ({"abilities": "off"}, LOWER, "", "stop", "NW-HOUSE-12", "No ally is activated here"),
    ({}, LOWER, "", "pass", "NW-DIALOG-4", "You must respond with a card: you cannot pass after the statement."),
    ({"abilities": "off"}, LOWER, "", "pass", "NW-DIALOG-4", "You must respond with a card"),
    ({}, {"hand": "C5"}, "", "pass", "NW-VISIT-1", "You must choose a fief: no visit can be passed over."),
    ({}, BRING, "", "pass", "NW-DIALOG-9", "That is not what is being decided now: it belongs to"),
    # what chance does
    ({}, LOWER, "", "character:CK", "NW-SETUP-4", "Chance turns up characters during the set-up only."),
    ({"setup": "full"}, LOWER, "", "character:CK", "NW-FULL-1", "Chance turns up characters during the set-up only."),
    ({"setup": "scenario", "scenario": 10}, {"hand": "C5"}, "", "character:CK", "NW-HOUSE-6", "Chance turns up a ruler when"),
    ({"setup": "scenario", "scenario": 1}, {"hand": "C5"}, "", "character:CK", "NW-HOUSE-14", "No character is turned up here"),
    ({}, LJ, "ally:2", "character:CK", "NW-SETUP-4", "Chance turns up characters during the set-up only."),
    # giving up
    ({"concede": "on"}, {"hand": "C5"}, "", "concede", "NW-END-5", "A win is still in reach"),
    ({"concede": "on", "win_rule": "outer_four"}, {"hand": "C5"}, "", "concede", "NW-RULING-38", "A win is still in reach"),
    ({"fiefs": 3}, {"hand": "C5"}, "", "fief:5", "NW-HOUSE-15", "There is no fief 5: the row goes from 0 to 2."),
    # what a smaller game does not have
    ({"fiefs": 4}, BRING, "", "sub:6>1", "NW-HOUSE-15", "There is no fief 6: the row goes"),
    ({"fiefs": 4}, {**LJ, "rulers": "CP EQ CL FK"}, "ally:2", "fief:5", "NW-HOUSE-15", "There is no fief 5"),
    ({"highest_value": 7}, LOWER, "", "card:C8", "NW-HOUSE-15", "There is no 8 of Claws in this game"),
    ({"highest_value": 7}, DISCARDING, "ally:3 card:C5 card:F3", "card:L8", "NW-HOUSE-15", "There is no 8 of Leaves"),
    # what stands in the way, where it is more than the general rule
    ({"start_friendly": [3]}, {"hand": "C5"}, "", "fief:3", "NW-HOUSE-3", "Fief 3 counts as visited from the start."),
    ({}, BRING, "", "sub:1>1", "NW-SUB-5", "Fief 1 is not friendly, so its ruler"),
    ({}, {**BRING, "friendly": [2, 3]}, "sub:2>1", "sub:3>1", "NW-SUB-2", "Another ruler already lies over"),
    ({}, EXHAUSTED, "", "card:C5", "NW-DIALOG-2", "The ruler has not spoken yet: pass first."),
    ({"activations_per_visit": 1}, ONE_USED, "", "ally:2", "NW-HOUSE-4", "This game allows only 1 activation"),
    ({"queen_of_claws": "any_subset"}, NO_SCORE, "ally:0", "pile:score", "NW-RULING-14", "The score pile has no card."),
    ({"queen_of_claws": "any_subset"}, CQ, "ally:0 pile:score", "pile:score", "NW-RULING-14", "You have taken a card from"),
    ({}, FL, "ally:1", "card:C5", "NW-FLOWERS-5", "You hold 3 cards, so you must discard a 3."),
    ({}, FP, "ally:1", "card:E5", "NW-FLOWERS-4", "You now choose which of your 3s to keep."),
    ({}, LB, "ally:2", "card:C5", "NW-LEAVES-8", "The card must have the same value as the 3 of Leaves on"),
]


@pytest.mark.parametrize(("options", "position", "moves", "asked", "clause", "text"), REFUSED)
def test_a_refusal_names_the_clause(
    options: dict[str, Any], position: dict[str, Any], moves: str, asked: str, clause: str, text: str
) -> None:
    game = wb.load("northwood", **options)
    state = game.position(position)
    for symbol in moves.split():
        assert game.action(symbol) in state.legal(), symbol
        state.apply(game.action(symbol))
    (reason,) = state.phase.reasons(state, game.action(asked))
    assert reason.clause == clause and reason.text.startswith(text), reason


LAST = {"ruler": "CQ", "phase": "ability_window", "hand": "C8", "deck": "C7 F1 E2", "fief": 0}
LAST["friendly"] = [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("options", "position", "moves", "ending", "decided"),
    [
        ({}, LAST, "pass card:C7 card:C8", "NW-END-1", ("game_won", "NW-END-3")),
        ({"win_rule": "outer_four"}, LAST, "pass card:C7 card:C8", "NW-END-1", ("game_lost", "NW-RULING-48")),
        ({"lives": 1}, LAST, "pass card:C7 card:C8", "NW-HOUSE-8", ("game_lost", "NW-HOUSE-8")),
        ({"must_win": [0]}, LAST, "pass card:C7 card:C8", "NW-HOUSE-9", ("game_lost", "NW-HOUSE-9")),
        ({"concede": "on"}, {"hand": "C1", "failed": [0, 3]}, "concede", "NW-END-4", ("game_lost", "NW-END-4")),
    ],
)  # fmt: skip
def test_the_end_names_what_ended_the_game_and_what_decided_it(
    options: dict[str, Any], position: dict[str, Any], moves: str, ending: str, decided: tuple[str, str]
) -> None:
    state = wb.load("northwood", **options).position(position)
    state.listener = Listener()
    for symbol in moves.split():
        assert state.game.action(symbol) in state.legal()
        state.apply(state.game.action(symbol))
    told = {event.clause for event in state.listener.events}
    last = state.listener.events[-1]
    assert state.game.ending(state) == ending and ending in told
    assert (last.kind, last.clause) == decided
    assert state.phase.clauses_now(state)[0] == ending


def test_giving_up_says_why_no_win_is_in_reach() -> None:
    for options, clause, text in [
        ({}, "NW-END-5", "Stars won and stars still open together stay below what is needed."),
        ({"win_rule": "outer_four"}, "NW-RULING-38", "One of the fiefs 0, 1, 6 and 7 has failed."),
        ({"win_rule": "hidden_three"}, "NW-RULING-38", "Fewer than three fiefs can still be friendly."),
    ]:
        match = wb.load("northwood", concede="on", **options).match(position={"hand": "C1", "failed": [0, 1, 2, 5, 6, 7]})
        events = match.play("give up")
        assert (events[1].clause, events[1].text) == (clause, text)


def test_what_is_no_trump_falls_short_by_the_ruling_where_only_trumps_score() -> None:
    match = wb.load("northwood", nontrump_scoring="never").match(position=LOWER)
    assert "NW-TRICK-4" not in [clause.id for clause in match.explain().clauses]
    events = match.play("card:C5")
    assert ("NW-RULING-1", "It does not score: only trumps score here.") in [(one.clause, one.text) for one in events]


def test_a_second_ally_is_asked_for_by_the_ruling() -> None:
    match = wb.load("northwood", activations_per_dialogue=2).match(position={**DISCARDING, "allies": "CJ FJ LJ* EJ*"})
    match.play("ally:1")
    explanation = match.explain()
    assert explanation.question.startswith("Do you activate another ally before the ruler speaks?")
    assert explanation.clauses[0].id == "NW-RULING-10"
    assert match.play("pass")[0].text == "No further ally is activated."


def test_nobody_is_said_to_help_once_where_rulers_come_home() -> None:
    asked = {**FRIENDS, "phase": "substitute"}
    assert "Each helps once." in wb.load("northwood").match(position=asked).explain().question
    home = wb.load("northwood", substitute_after_visit="return_to_fief").match(position=asked)
    assert "Each comes home after the visit." in home.explain().question


def test_the_end_test_does_not_wait_where_it_is_instant() -> None:
    position = {"hand": "C3", "deck": "L5 E1", "fief": 0, "ruler": "LQ", "allies": "CJ* FJ* LJ* EJ"}
    for check, waits in [("after_resolution", True), ("instant", False)]:
        game = wb.load("northwood", visit_end_check=check)
        state = game.position(position)
        state.apply(game.action("ally:3"))
        assert ("NW-ABIL-11" in state.phase.clauses_now(state)) is waits


def test_a_ruler_turned_up_by_an_ability_is_not_called_a_drawn_card() -> None:
    game = wb.load("northwood", scenario=10, allies="CJ FQ LJ EJ", rulers="CB FP LL EB CP FJ LQ EL")
    state = game.position({"hand": "C5 F2", "fief": 2, "ruler": "LL"})
    state.apply(game.action("ally:2"))
    state.apply(game.action("fief:3"))
    assert state.phase.question(state) == "The ruler of fief 2 is turned up."
    assert state.phase.clauses_now(state) == ("NW-HOUSE-6",)


def test_what_is_explained_of_a_response_says_when_it_scores() -> None:
    """Both trumps, and a third suit that is not trump: the clauses stand with the others."""
    game = wb.load("northwood")
    assert {"NW-TRICK-4", "NW-TRICK-5", "NW-TRICK-6", "NW-TRICK-7"} <= set(game.phases["respond"].clauses)


def test_no_move_is_told_by_a_name_of_the_code() -> None:
    """Also one that belongs to another moment: people read it where it is refused."""
    for position in ({"hand": "C5"}, FRIENDS, {**LP, "phase": "ability_window"}):
        state = wb.load("northwood", concede="on").position(position)
        raw = [state.game.symbol(action) for action in range(state.game.actions)]
        said = {symbol: state.phase.words(state, state.game.action(symbol)) for symbol in raw}
        assert not [symbol for symbol, words in said.items() if words == symbol and symbol not in ("pass", "stop")]
        assert said["concede"] == "give up" and said["sub:2>1"].startswith("bring in the ruler of fief 2")


def test_the_distance_of_the_jack_of_leaves_is_said_once() -> None:
    state = wb.load("northwood", jack_of_leaves_distance="by_unvisited_order").position(LJ)
    state.apply(state.game.action("ally:2"))
    (reason,) = state.phase.reasons(state, state.game.action("fief:6"))
    assert "at most two unvisited fiefs away." in reason.text
