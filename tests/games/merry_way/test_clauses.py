"""Refusals name the clause that a person would look up, under the options that move it."""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from workbench.core.events import Listener

BUILD = {"phase": "build", "hands": {"A": "GR1"}, "resources": {"A": "5/5/5"}}
PLACE = {"phase": "place", "chosen": "GR1", "resources": {"A": "5/5/5"}}
FULL_ROW = "N: L1.4=GR1@B L1.3=GR1@B L1.2=GR1@B L1.1=WK1@B R1.4=WK1@B R1.3=LZ1@B R1.2=LZ1@B R1.1=LZ1@B"
GIVE = {"phase": "give", "offer": {"to": "B"}}
OFFER = {"phase": "offer"}
PINK = {"phase": "digit", "table": {"A": "RC16"}}  # a pink 5
EITHER = {"phase": "choose_deck", "purpose": "bank", "pending": 1}
TWO_TRAILS = {**PLACE, "board": "N: L1.4=LZ1@A W: R1.4=LZ1@A R1.3=LZ1@A"}
REPLY = {"phase": "reply", "hands": {"B": "LZ1 LZ1"}, "offer": {"to": "B", "want": ["want:card:GR", "want:card:GR"]}}
HAND_OVER = {"phase": "hand_over", "hands": {"B": "GR1 LZ1"}, "offer": {"to": "B", "want": ["want:card:GR"]}}
TIE = {"traveller": "Red", "place": "N:M3", "board": "N: L1.4=GR1@A R1.4=GR1@B", "line_up": "F13 F01 F02 F03 F04 F05"}
CHOOSE = {"phase": "choose_card", "resource_cards": {"A": "RC07", "B": "RC07"}}
SIX = "LZ1 LZ2a LZ2b LZ3 LZ4 WK1"

REFUSALS: list[tuple[str, dict[str, Any], dict[str, Any], str, str]] = [
    # clause, options, position, move, part of the sentence
    ("MW-BARGAIN-2", {}, OFFER, "card:RC01", "Players never trade resource cards."),
    ("MW-BARGAIN-2", {}, GIVE, "card:RC01", "Players never trade resource cards."),
    ("MW-BARGAIN-2", {}, {**GIVE, "phase": "want"}, "card:RC01", "Players never trade resource cards."),
    ("MW-BARGAIN-9", {}, BUILD, "offer:to:B", "in the Bargain phase only"),
    ("MW-BARGAIN-9", {}, BUILD, "give:card:GR1", "in the Bargain phase only"),
    ("MW-BARGAIN-9", {}, PINK, "want:claim:N:L1.4", "in the Bargain phase only"),
    ("MW-BANK-1", {}, {"phase": "bank"}, "offer:to:B", "The players have finished their deals"),
    ("MW-RULING-14", {"trade_mode": "none"}, BUILD, "offer:to:B", "only with the bank"),
    ("MW-RULING-14", {"offers_per_player": 0}, {"phase": "bank"}, "offer:to:B", "only with the bank"),
    ("MW-RULING-15", {}, {"phase": "bank"}, "unclaim:N:L1.4", "only in a deal."),
    ("MW-RULING-15", {"remove_own_claim": "bank"}, BUILD, "unclaim:N:L1.4", "only in a deal or at the bank."),
    ("MW-RULING-15", {"remove_own_claim": "build"}, {"phase": "bank"}, "unclaim:N:L1.4", "or as a special action"),
    ("MW-RULING-15", {"remove_own_claim": "build"}, BUILD, "unclaim:N:L1.4", "You have no claim marker on N:L1.4."),
    ("MW-WORK-7", {}, {**PINK, "hands": {"A": SIX}}, "draw", "you hold 6 cards already"),
    ("MW-WORK-7", {"pink_count": "all"}, {**PINK, "hands": {"A": SIX}}, "draw", "you hold 6 cards already"),
    (
        "MW-RULING-8",
        {"pink_count": "all"},
        {**PINK, "hands": {"A": "LZ1 LZ3 LZ4"}, "resource_cards": {"A": "RC01 RC02"}},
        "draw",
        "you hold 5 cards with your resource cards",
    ),
    ("MW-RULING-9", {"scheme_deck": "GR4"}, {**PINK, "hands": {"B": "GR4 GR4"}}, "draw", "No card is left to draw"),
    (
        "MW-RULING-12",
        {"draw_deck": "either", "scheme_deck": "GR4"},
        {**EITHER, "hands": {"B": "GR4 GR4"}},
        "deck:scheme",
        "There is no scheme card left",
    ),
    (
        "MW-RULING-11",
        {"draw_deck": "either", "resource_deck": "RC07"},
        {**EITHER, "resource_cards": {"A": "RC07", "B": "RC07 RC07"}},
        "deck:resource",
        "There is no resource card left",
    ),
    ("MW-BUILD-1", {}, BUILD, "special:SP1", "SP1 is not in your hand"),
    ("MW-RULING-47", {"specials": "off"}, BUILD, "special:SP1", "There is no SP1 in this game"),
    ("MW-HOUSE-13", {"scheme_deck": "GR1 SP2"}, BUILD, "play:LZ1", "There is no LZ1 in this game"),
    ("MW-HOUSE-13", {"scheme_deck": "GR1 SP2"}, BUILD, "special:SP1", "There is no SP1 in this game"),
    ("MW-RULING-36", {"claim_tokens": 0}, BUILD, "play:GR1", "You have no claim token left"),
    (
        "MW-RULING-46",
        {"max_row": 1, "columns_per_section": 1, "trail_model": "one_shared"},
        {**BUILD, "board": FULL_ROW},
        "play:GR1",
        "No spot is open, and there is no card that you may cover.",
    ),
    (
        "MW-BUILD-9",
        {"claim_tokens": 1},
        {**BUILD, "hands": {"A": "GR4"}, "resources": {"A": "1/1/1"}, "board": "N: L1.4=GR1@A"},
        "play:GR4",
        "GR4 costs 2 plots, 1 manpower and 3 materials on top of another card",
    ),
    ("MW-BUILD-6", {}, TWO_TRAILS, "place:N:L1.1", "seen from the far end of the trail; that is N:L1.3."),
    ("MW-BUILD-6", {}, TWO_TRAILS, "place:N:R1.2", "on its side, seen from the far end of the trail; that is N:R1.4."),
    ("MW-BUILD-6", {}, TWO_TRAILS, "place:W:R1.1", "that is W:R1.2."),
    ("MW-BUILD-6", {"frontier": "per_trail"}, TWO_TRAILS, "place:N:L1.1", "of both sides together"),
    ("MW-RULING-5", {"frontier": "per_trail"}, TWO_TRAILS, "place:N:L1.3", "that is N:R1.4."),
    (
        "MW-BUILD-6",
        {"trail_model": "one_shared"},
        {**PLACE, "board": "N: L1.8=GR1@A L1.1=GR1@A"},
        "place:N:L1.4",
        "on its side, seen from either end of the trail; that is N:L1.2 or N:L1.7.",
    ),
    ("MW-BUILD-6", {}, TWO_TRAILS, "place:N:L2.3", "N:L1.3 must be occupied first"),
    ("MW-RULING-3", {"between": "none"}, TWO_TRAILS, "place:N:L2.3", "does not lie next to the trail"),
    # inside a special card the Build phase has begun already
    ("MW-HOUSE-8", {}, {"phase": "false_papers", "chosen": "SP3", "specials": 1}, "build:pass", "Finish this first."),
    ("MW-HOUSE-8", {}, {"phase": "false_papers", "chosen": "SP3", "specials": 1}, "play:GR1", "Finish this first."),
    # steps of an offer, and what belongs to another phase
    ("MW-RULING-14", {}, OFFER, "give:done", "first say to whom you make it"),
    ("MW-RULING-14", {}, GIVE, "want:submit", "first name what you give"),
    ("MW-RULING-14", {}, {**GIVE, "phase": "want"}, "give:plots", "now name what it wants"),
    ("MW-RULING-14", {}, REPLY, "want:submit", "accept it or reject it"),
    ("MW-BARGAIN-8", {}, REPLY, "reply:accept", "The offer asks for 2 Greedy cards, and you do not hold that."),
    ("MW-RULING-14", {}, HAND_OVER, "reply:reject", "now pick the cards that it asks for"),
    ("MW-RULING-14", {}, HAND_OVER, "hand:LZ1", "The offer asks for a Greedy card, and LZ1 is not one."),
    ("MW-RULING-14", {}, HAND_OVER, "hand:WK1", "You have no WK1 to hand over."),
    ("MW-HOUSE-13", {"scheme_deck": "GR1 LZ1"}, HAND_OVER, "hand:WK1", "There is no WK1 in this game."),
    ("MW-HOUSE-13", {"scheme_deck": "GR1 LZ1"}, GIVE, "give:card:WK1", "There is no WK1 in this game."),
    ("MW-RULING-47", {"specials": "off"}, GIVE, "give:card:SP1", "There is no SP1 in this game."),
    ("MW-HOUSE-13", {"resource_deck": "RC07"}, CHOOSE, "card:RC01", "There is no RC01 in this game."),
    ("MW-BARGAIN-4", {}, GIVE, "give:unclaim:N:L1.4", "There is no trap on N:L1.4."),
    ("MW-BARGAIN-3", {}, GIVE, "give:claim:N:L1.4", "There is no trap on N:L1.4."),
    ("MW-BARGAIN-4", {}, {**GIVE, "board": "N: L1.4=GR1@B"}, "give:unclaim:N:L1.4", "belongs to Player B"),
    ("MW-BARGAIN-5", {}, {**GIVE, "board": "N: L1.4=GR1@-"}, "give:unclaim:N:L1.4", "it cannot be part of a deal"),
    ("MW-RULING-15", {}, PINK, "unclaim:N:L1.4", "only in a deal."),
    ("MW-BANK-1", {}, PINK, "buy:plots", "The bank opens when the players have finished their deals."),
    ("MW-BANK-7", {}, BUILD, "buy:plots", "Everybody has visited the bank in this round."),
    ("MW-BANK-7", {}, {"phase": "bank"}, "play:GR1", "The Build phase begins when the last player has left the bank."),
    ("MW-BANK-7", {}, OFFER, "roadblock", "The Build phase begins when the last player has left the bank."),
    ("MW-WORK-1", {}, BUILD, "card:RC01", "at the beginning of the Work phase only"),
    ("MW-WORK-3", {}, BUILD, "take:plots", "with a digit, in the Work phase"),
    ("MW-BUILD-3", {}, BUILD, "place:N:L1.4", "after you have played a normal scheme card"),
    ("MW-BUILD-11", {}, BUILD, "block:N:M0-M1", "after you have decided to build a roadblock"),
    ("MW-HOUSE-8", {}, BUILD, "flip:1", "only with False Papers"),
    ("MW-HOUSE-10", {}, BUILD, "strip:N:L1.4", "Without The Sheriff's Ear you cannot"),
    ("MW-HOUSE-10", {}, {**BUILD, "hands": {"A": "SP5"}, "resources": {"A": "1/5/5"}}, "special:SP5", "SP5 costs 2 plots"),
    ("MW-BANK-1", {"trade_mode": "none"}, PINK, "buy:plots", "The bank opens when the Work phase is over."),
    ("MW-BARGAIN-1", {}, {**GIVE, "phase": "want", "hands": {"A": "GR1"}}, "want:card:GR", "Player B holds no scheme cards."),
    # what this game leaves out
    ("MW-RULING-7", {}, BUILD, "deck:scheme", "Nobody names a deck here: digits and the bank bring scheme cards."),
    ("MW-RULING-7", {}, PLACE, "deck:scheme", "Nobody names a deck here"),
    ("MW-RULING-7", {"draw_deck": "either"}, BUILD, "deck:scheme", "You name a deck only for a card"),
    ("MW-RULING-19", {}, BUILD, "discard:GR1", "A roadblock costs a plot here, not a scheme card."),
    ("MW-RULING-19", {}, PLACE, "discard:GR1", "A roadblock costs a plot here, not a scheme card."),
    ("MW-RULING-19", {"roadblock_scheme": "card"}, BUILD, "discard:GR1", "You discard a scheme card only for a roadblock."),
    ("MW-RULING-26", {}, PLACE, "tie:left", "a traveller that likes left and right equally well goes left"),
    ("MW-RULING-26", {"side_tie": "random"}, BUILD, "tie:left", "a coin decides"),
    ("MW-RULING-26", {"side_tie": "leader"}, BUILD, "tie:left", "no traveller likes left and right equally well now"),
    ("MW-RULING-47", {"specials": "off"}, BUILD, "flip:1", "There are no special scheme cards in this game."),
    ("MW-HOUSE-13", {"scheme_deck": "GR1"}, PLACE, "flip:1", "There are no special scheme cards in this game."),
    ("MW-HOUSE-13", {"scheme_deck": "GR1"}, BUILD, "special:SP1", "There is no SP1 in this game"),
    # what waits until the player has finished something, and what only chance does
    ("MW-RULING-15", {}, PLACE, "unclaim:N:L1.4", "only in a deal."),
    ("MW-WORK-3", {}, PLACE, "take:plots", "That is not what is being decided now."),
    ("MW-CHANCE-1", {}, BUILD, "drawn:GR1", "Nobody chooses the scheme card"),
    ("MW-CHANCE-2", {}, PLACE, "dealt:RC01", "Nobody chooses the resource card"),
    ("MW-CHANCE-3", {}, GIVE, "folly:F01", "Nobody chooses the folly card"),
    ("MW-RULING-40", {}, BUILD, "leader:A", "Nobody chooses the first Leader."),
    ("MW-RULING-39", {}, OFFER, "winner:A", "Nobody chooses who wins a tie."),
    ("MW-RULING-26", {"side_tie": "leader"}, TIE, "build:pass", "Red likes left and right equally well"),
]


@pytest.mark.parametrize(("clause", "options", "position", "move", "said"), REFUSALS)
def test_a_refusal_names_the_clause_that_a_person_would_look_up(
    clause: str, options: dict[str, Any], position: dict[str, Any], move: str, said: str
) -> None:
    game = wb.load("merry_way", 2, **options)
    state = game.position(position)
    (reason,) = state.phase.reasons(state, game.action(move))
    assert reason.clause == clause
    assert said in reason.text


def test_without_special_cards_nothing_is_said_about_them() -> None:
    """MW-RULING-47."""
    for specials, cited in (("on", True), ("off", False)):
        state = wb.load("merry_way", 2, specials=specials).position({"phase": "build"})
        assert ("MW-BUILD-2" in state.phase.clauses_now(state)) == cited


BUILT = {"phase": "build", "turn": "B", "passed": ["A"]}
ONE_TRAP = {**BUILT, "board": "N: L1.4=GR3@A", "line_up": "F33 F13 F14 F30 F20 F34"}  # Red is a Peasant
MIXED = {**ONE_TRAP, "line_up": "F33 F37 F14 F30 F20 F34"}  # Red stands between a Peasant and a Guard
MERCHANT = {**ONE_TRAP, "line_up": "F13 F29 F14 F30 F20 F34"}

JOURNEYS: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    # clause, options, position, the event
    (
        "MW-PEASANT-3",
        {},
        {**ONE_TRAP, "profit": {"A": 3}},
        "Red falls for Buried Treasure Map (GR3) on N:L1.4: Player A loses 3",
    ),
    (
        "MW-RULING-31",
        {},
        {**ONE_TRAP, "profit": {"A": 2}},
        "Red falls for Buried Treasure Map (GR3) on N:L1.4: Player A loses 2",
    ),
    ("MW-PEASANT-1", {}, ONE_TRAP, "Red sets out for Nottingham as a Peasant"),
    ("MW-RULING-30", {}, MIXED, "Red sets out for Nottingham as a Peasant"),
    ("MW-RULING-30", {"mixed": "guard"}, MIXED, "Red sets out for Nottingham as a Guard"),
    ("MW-PATH-4", {}, MERCHANT, "Red falls for Buried Treasure Map (GR3) on N:L1.4: Player A gains 3"),
    (
        "MW-RULING-35",
        {"profit_pile": "60"},
        {**MERCHANT, "profit": {"A": 30, "B": 28}},
        "Red falls for Buried Treasure Map (GR3) on N:L1.4: Player A gains 2",
    ),
    (
        "MW-RULING-35",
        {"profit_pile": "60", "peasant_debt": "yes"},
        {**MERCHANT, "profit": {"A": 59, "B": -10}},
        "Red falls for Buried Treasure Map (GR3) on N:L1.4: Player A gains 1",
    ),
]


@pytest.mark.parametrize(("clause", "options", "position", "told"), JOURNEYS)
def test_what_happens_on_the_way_names_what_decided_it(
    clause: str, options: dict[str, Any], position: dict[str, Any], told: str
) -> None:
    """Also that who owes profit does not fill the pile for others (MW-RULING-31 with MW-RULING-35)."""
    state = wb.load("merry_way", 2, **options).position(position)
    state.listener = listener = Listener()
    state.apply(state.game.action("build:pass"))
    assert clause in [event.clause for event in listener.events if event.text.startswith(told)]


def test_only_a_coin_is_called_chance() -> None:
    """MW-CHANCE-6."""
    equally_near = {**BUILT, "board": "N: L1.4=GR1@A R1.4=GR1@B", "line_up": "F01 F02 F03 F04 F05 F06"}
    for reading, cited in (("random", True), ("leader", False)):
        state = wb.load("merry_way", 2, side_tie=reading).position(equally_near)
        state.apply(state.game.action("build:pass"))
        assert state.phase.name == "travel"
        assert ("MW-CHANCE-6" in state.phase.clauses_now(state)) == cited


def test_only_a_lot_is_called_chance() -> None:
    """MW-CHANCE-7: the last tie-break by lot is no practical joke."""
    state = wb.load("merry_way", 2, final_tie="random").position({"phase": "final_tie", "round": 40})
    assert state.phase.clauses_now(state) == ("MW-RULING-39", "MW-CHANCE-7")


def test_a_gift_is_told_as_one() -> None:
    """MW-BARGAIN-7, and MW-RULING-14 for how an offer ends."""
    match = wb.load("merry_way", 2).match(position={**GIVE, "resources": {"A": "2/0/0"}})
    moves = ("give:plots", "give:done", "want:submit", "reply:accept")
    clauses = []
    for move in moves:
        clauses.append(match.state.phase.clause_of(match.state, match.state.game.action(move)))
        told = match.play(move)
    assert clauses == ["MW-BARGAIN-1", "MW-RULING-14", "MW-BARGAIN-7", "MW-BARGAIN-8"]
    assert ("MW-BARGAIN-7", "Player A gives Player B 1 plot.") in [(one.clause, one.text) for one in told]


def test_resource_cards_come_from_the_bank_by_a_ruling() -> None:
    """MW-RULING-7."""
    match = wb.load("merry_way", 2, draw_deck="either").match(position={"phase": "bank", "profit": {"A": 1}})
    match.play("buy:card")
    told = match.play("deck:resource")
    assert "MW-RULING-7" in [one.clause for one in told if one.kind == "draws_resource"]


def test_an_upgrade_that_costs_more_than_printed_names_the_ruling() -> None:
    """MW-RULING-20, where the card says 0 and 1 is paid."""
    covering = {"phase": "place", "chosen": "GR1", "board": "N: L1.4=LZ1@A"}
    for floor, clause, cost in (("always", "MW-RULING-20", "1 plot, 1 manpower and 1 material"), ("printed", "MW-BUILD-9", "")):
        game = wb.load("merry_way", 2, cards="one_sided", upgrade_floor=floor)
        told = game.match(position={**covering, "resources": {"A": "5/5/5"}}).play("place:N:L1.4")
        (paid,) = [event for event in told if event.kind == "pays_cost"]
        assert paid.clause == clause and cost in paid.text
        poor = game.position({**covering, "resources": {"A": "0/0/0"}, "phase": "build", "chosen": None, "hands": {"A": "GR1"}})
        spots_are_open = poor.phase.reasons(poor, game.action("play:GR1"))
        assert [one.clause for one in spots_are_open] == ["MW-BUILD-4"]
        none_left = wb.load("merry_way", 2, cards="one_sided", upgrade_floor=floor, claim_tokens=1).position(
            {**poor.to_dict(), "reserve": {"A": 0, "B": 1}}
        )
        assert [one.clause for one in none_left.phase.reasons(none_left, game.action("play:GR1"))] == [clause]
