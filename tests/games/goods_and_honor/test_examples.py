"""The worked examples: positions, what may be done there, and what follows. Each row names its clause.

A row plays actions and random outcomes by symbol; decisions that allow one move are made by themselves. What is expected is a
part of `state.to_dict()`, or one of the words below.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import workbench as wb
from workbench.core.state import OVER
from workbench.games.goods_and_honor.bids import legal_bids
from workbench.games.goods_and_honor.components import GOODS, ITEMS, TYPE_CODES, TYPES, item_of
from workbench.games.goods_and_honor.game import GoodsAndHonor
from workbench.games.goods_and_honor.laws import (
    DEFENDERS,
    bag_of,
    best_outputs,
    dice_chances,
    draw_law,
    duel_law,
    fought_law,
    losses_law,
    mat_of,
    mean,
    pair_law,
)
from workbench.games.goods_and_honor.scoring import score_parts, winners
from workbench.games.goods_and_honor.state import GoodsAndHonorState


def load(players: int = 3, **options: Any) -> GoodsAndHonor:
    game = wb.load("goods_and_honor", players, **options)
    assert isinstance(game, GoodsAndHonor)
    return game


def play(state: GoodsAndHonorState, symbols: str) -> GoodsAndHonorState:
    """Apply actions and random outcomes by symbol; each must be legal."""
    for symbol in symbols.split():
        action = state.game.action(symbol)
        assert action in state.legal(), f"{symbol} is not legal: {[state.game.symbol(one) for one in state.legal()]}"
        state.apply(action)
    return state


def legal(state: GoodsAndHonorState) -> str:
    return " ".join(state.game.symbol(action) for action in state.legal())


def folk(text: str) -> tuple[int, ...]:
    """ "P3 W3" as four counts."""
    counts = [0] * TYPES
    for word in text.split():
        counts[TYPE_CODES.index(word[0])] += int(word[1:])
    return tuple(counts)


def stash(text: str, goods: str) -> tuple[int, ...]:
    """ "A9 B2" and "4/2/2" as nine counts."""
    counts = [0] * ITEMS
    for word in text.split():
        counts[item_of(word[0])] += int(word[1:])
    counts[-GOODS:] = [int(part) for part in goods.split("/")]
    return tuple(counts)


# -- what is legal, and what follows -----------------------------------------------------------------------------------

FOOD_OF_FOUR = {"mats": {"A": "Food P2 W1 S1"}, "active": "A"}
IDLE_FOLK = {"mats": {"A": "Food P1 R1 | Wood P1 W2 | Rock R1 | Guards S2 | New P1 W1"}, "active": "A"}
SHORTAGE = {
    "mats": {"A": "Food P5 | Wood W3 | Rock R2"},
    "goods": {"A": "4/5/3", "B": "5/5/5", "C": "5/5/5"},
    "supply": "1/0/2",
}
IMMEDIATE = {
    "mats": {"A": "Food P2 W1 S1 | Wood W1 P1 | Rock R1 S1 | New R1"},
    "goods": {"A": "5/5/5", "B": "5/5/4", "C": "5/5/6", "D": "4/5/4"},
    "honor": {"A": "A2 B5 C4 D3", "B": "A5 B0 C5 D6", "C": "A6 B6 C1 D5", "D": "A2 B4 C5 D1"},
    "supply": "1/0/1",
}
RUNS_OUT = {"mats": {"A": "Food P3 | Wood W2 | Rock R2"}, "supply": "2/6/5"}
ANY = {"end_trigger": "any_type"}
NINE = {"mats": {"A": "Food P2 | Wood W1 | Rock R1 W1"}, "bag": "P18 W17 R17 S18 N24", "phase": "draw"}
FIVE_NASTIGANS = "draw:Nastigan draw:Nastigan draw:Woodsfolk draw:Nastigan draw:Nastigan draw:Nastigan draw:Sentryfolk"
AUCTION = "keep:Sentryfolk say:nothing add:B close add:C close give:B"
NINE_DUELS = "defend:Plainsfolk/Food roll:4-2 defend:Ridgefolk/Rock roll:3-3 roll:1-4 defend:Sentryfolk/New roll:5-4"
BIDS = {"honor": {"A": "A9 C10", "B": "A1 B2", "C": "B8"}, "goods": {"B": "1/0/0"}, "table": "P1", "phase": "bid"}
FOUR_STASHES = {
    "goods": {"A": "4/2/2", "B": "0/0/0", "C": "3/3/2", "D": "2/3/3"},
    "honor": {"A": "A9 B2 C3 D1", "B": "A1 B6 C5 D2", "C": "A3 B3 C5 D4", "D": "A2 B4 C2 D8"},
    "table": "P1",
}
FOUR_BIDS = {**FOUR_STASHES, "bids": {"B": "B3", "C": "D1 Wood1", "D": "A1 D2"}, "phase": "award"}
NO_ITEMS = {"honor": {"A": "A10 B10 C9", "B": "-", "C": "C1"}, "table": "P1"}
NOTHING_AT_ALL = {"honor": {"A": "A10 B10 C10", "B": "-", "C": "-"}, "table": "P1"}
THREE_DUELS = {
    "mats": {"A": "Food P1 S1 | Wood W2 | Rock R2 | Guards S1 | New W1"},
    "bag": "P15 W15 R16 S15 N21",
    "table": "N3",
}
DUELS = "defend:Sentryfolk/Guards roll:5-5 roll:6-7 defend:Sentryfolk/Guards roll:3-2 defend:Sentryfolk/Food roll:1-1 roll:2-2 roll:2-3"
LATE_GIFT = {"mats": {"C": "Food P1 | Wood W1 S1 | Rock R1 P1 | Guards S1 | New R1"}, "first": "A", "active": "C"}
TURN_OF_C = "take draw:Plainsfolk draw:Woodsfolk keep:Plainsfolk say:nothing add:A close add:B close give:A"
PAWN = {"mats": {"A": "Food P1 | Wood W1 S1 | Rock R2 | New P1"}, "pawns": {"A": "Wood"}, "table": "N3"}
ELDERS = {"elder_pawns": "on"}
LAST_FOLK = {"mats": {"A": "-"}, "bag": "P1 N24", "phase": "draw"}
ALL_NASTIGANS = " ".join(["draw:Nastigan"] * 24)
TALK = {"mats": {"A": "Food P1"}, "table": "W1", "phase": "talk"}
FORESEEN = {
    "mats": {"A": "Rock R3", "B": "Food P2 | Wood W2 | Rock R2", "C": "Food P2 | Rock R2"},
    "goods": {"A": "5/5/5", "B": "4/5/4", "C": "4/4/3"},
    "supply": "2/1/3",
    "first": "A",
    "active": "B",
}
QUIET: dict[str, Any] = {
    "talk": "off",
    "nastigans": 0,
    "bid_items": "own_chips_only",
    "chips_per_player": 10,
    "bid_max": 1,
}

MOVES: list[tuple[str, str, int, dict[str, Any], dict[str, Any], str, str | None, dict[str, Any]]] = [
    ("EX-1 Food", "GH-PRODUCE-3", 3, {}, FOOD_OF_FOUR, "take", None, {"goods_of": "A 2/0/0", "supply": "13/15/15"}),
    ("EX-1 pawn at Food", "GH-PAWN-3", 3, ELDERS, {**FOOD_OF_FOUR, "pawns": {"A": "Food"}}, "take", None, {"goods_of": "A 3/0/0"}),
    ("EX-1 pawn at Wood", "GH-PAWN-4", 3, ELDERS, {**FOOD_OF_FOUR, "pawns": {"A": "Wood"}}, "take", None, {"goods_of": "A 2/0/0"}),
    ("EX-2 points", "GH-PRODUCE-1", 3, {}, IDLE_FOLK, "take", None, {"goods_of": "A 1/1/0"}),
    ("EX-2 carried", "GH-RULING-3", 3, {"remainder": "carry"}, {**IDLE_FOLK, "carry": {"A": "0/2/2"}}, "take", None, {"goods_of": "A 1/2/1", "carry_of": "A 0/1/1"}),
    ("EX-2 kept", "GH-RULING-3", 3, {"remainder": "carry"}, IDLE_FOLK, "take", None, {"goods_of": "A 1/1/0", "carry_of": "A 0/2/2"}),
    ("EX-4 shortage", "GH-PRODUCE-9", 3, {}, SHORTAGE, "take", None, {"supply": "0/0/1", "goods_of": "A 5/5/4", "phase": "draw"}),
    ("EX-4 none if short", "GH-RULING-7", 3, {"shortage": "none_if_short"}, SHORTAGE, "take", None, {"supply": "1/0/1", "phase": "draw"}),
    ("EX-5 immediate end", "GH-END-3", 4, {}, IMMEDIATE, "take", "", {"phase": "game_over", "end": "goods", "scores": (85, 93, 103, 66), "returns": (0, 0, 1, 0)}),
    ("EX-6 the game goes on", "GH-END-4", 3, {}, RUNS_OUT, "take", None, {"supply": "0/5/4", "phase": "draw"}),
    ("EX-6 any type", "GH-RULING-8", 3, ANY, {**RUNS_OUT, "goods": {"A": "0/0/0", "B": "13/0/0"}}, "take", "", {"end": "goods", "goods_of": "A 2/1/1"}),
    ("EX-6 fixed order", "GH-RULING-9", 3, {**ANY, "any_type_take": "fixed_order"}, {**RUNS_OUT, "goods": {"A": "0/0/0", "B": "13/0/0"}}, "take", "", {"end": "goods", "goods_of": "A 2/0/0"}),
    ("EX-9 the table", "GH-DRAW-2", 3, {}, NINE, FIVE_NASTIGANS, "keep:Woodsfolk keep:Sentryfolk", {"table": "W1 S1 N5", "bag": "P18 W16 R17 S17 N19"}),
    ("EX-9 after the gift", "GH-NAST-2", 3, {}, NINE, f"{FIVE_NASTIGANS} {AUCTION}", "defend:Plainsfolk/Food defend:Woodsfolk/Wood defend:Woodsfolk/Rock defend:Ridgefolk/Rock defend:Sentryfolk/New", {"bag": "P18 W16 R17 S17 N21", "table": "N3"}),
    ("EX-9 after the duels", "GH-DUEL-5", 3, {}, NINE, f"{FIVE_NASTIGANS} {AUCTION} {NINE_DUELS}", "keep_layout rearrange", {"mat_of": "A Food P1 | Wood W1 | Rock W1 R1 | Guards - | New -", "bag": "P19 W16 R17 S18 N24"}),
    ("EX-9 the end of the turn", "GH-ASSIGN-5", 3, {}, NINE, f"{FIVE_NASTIGANS} {AUCTION} {NINE_DUELS} keep_layout", None, {"active": "B", "phase": "draw", "turn": 2}),
    ("EX-10 first", "GH-BID-4", 3, {}, BIDS, "", "add:A add:B add:Food", {}),
    ("EX-10 after B", "GH-HOUSE-10", 3, {}, BIDS, "add:B", "add:B add:Food close", {}),
    ("EX-10 after Food", "GH-HOUSE-11", 3, {}, BIDS, "add:Food", "add:B close", {"closed": "B", "bids": {"B": "Food1", "C": "B1"}, "to_move": "C"}),
    ("EX-10 after Food, asked", "GH-HOUSE-11", 3, {"auto_single": "off"}, BIDS, "add:Food", "close", {"closed": "", "to_move": "B"}),
    ("EX-11 awards", "GH-GIVE-1", 4, {}, FOUR_BIDS, "", "give:B give:C give:D", {"scores": (35, 15, 53, 44)}),
    ("EX-11 award to B", "GH-GIVE-3", 4, {}, FOUR_BIDS, "give:B", None, {"score_of": "A 38", "honor_of": "A A9 B5 C3 D1"}),
    ("EX-11 award to C", "GH-GIVE-5", 4, {}, FOUR_BIDS, "give:C", None, {"score_of": "A 44", "goods_of": "A 4/3/2", "honor_of": "A A9 B2 C3 D2", "new_of": "C P1"}),
    ("EX-11 the loss of C", "GH-SCORE-5", 4, {}, FOUR_BIDS, "give:C", None, {"score_of": "C 51", "goods_of": "C 3/2/2"}),
    ("EX-11 the others keep theirs", "GH-GIVE-4", 4, {}, FOUR_BIDS, "give:C", None, {"honor_of": "B A1 B6 C5 D2", "bids": {}, "closed": ""}),
    ("EX-11 D keeps too", "GH-GIVE-4", 4, {}, FOUR_BIDS, "give:C", None, {"honor_of": "D A2 B4 C2 D8"}),
    ("EX-11 award to D", "GH-GIVE-7", 4, {}, FOUR_BIDS, "give:D", None, {"score_of": "A 44", "honor_of": "A A10 B2 C3 D3"}),
    ("EX-11 the loss of D", "GH-SCORE-4", 4, {}, FOUR_BIDS, "give:D", None, {"score_of": "D 36"}),
    ("EX-11 most items", "GH-RULING-19", 4, {"award": "most_items"}, FOUR_BIDS, "", "give:B give:D", {}),
    ("EX-11 drawn", "GH-CHANCE-5", 4, {"award": "random"}, {**FOUR_BIDS, "phase": "receiver"}, "", "give:B give:C give:D", {"to_move": "chance"}),
    ("EX-12 only C bids", "GH-BID-8", 3, {}, {**NO_ITEMS, "phase": "talk"}, "say:nothing", "draw:", {"new_of": "C P1", "honor_of": "A A10 B10 C10"}),
    ("EX-12 B may be given", "GH-RULING-16", 3, {"empty_bidder": "may_be_given"}, {**NO_ITEMS, "phase": "talk"}, "say:nothing", "give:B give:C", {"closed": "B C"}),
    ("EX-12 B is given", "GH-RULING-16", 3, {"empty_bidder": "may_be_given"}, {**NO_ITEMS, "phase": "talk"}, "say:nothing give:B", None, {"new_of": "B P1", "honor_of": "C C1"}),
    ("EX-12 a free gift", "GH-RULING-17", 3, {}, NOTHING_AT_ALL, "", "give:B give:C", {"phase": "award"}),
    ("EX-12 to C", "GH-GIVE-8", 3, {}, NOTHING_AT_ALL, "give:C", None, {"new_of": "C P1"}),
    ("EX-12 keep both", "GH-RULING-17", 3, {"no_bidder": "keep_both"}, {**NOTHING_AT_ALL, "table": "P1 S1", "phase": "keep"}, "keep:Sentryfolk", "place:Food place:Wood place:Rock place:Guards", {"hands": {"A": "P1 S1"}}),
    ("EX-12 to the bag", "GH-RULING-17", 3, {"no_bidder": "to_bag"}, {**NOTHING_AT_ALL, "table": "P1 S1", "phase": "keep"}, "keep:Sentryfolk", None, {"hands": {"A": "S1"}, "bag": "P24 W24 R24 S23 N24"}),
    ("EX-14 three duels", "GH-NAST-6", 3, {}, THREE_DUELS, DUELS, None, {"mat_of": "A Food P1 S1 | Wood W2 | Rock R2 | Guards - | New W1", "bag": "P15 W15 R16 S16 N24"}),
    ("EX-14 the die of a guard", "GH-DUEL-1", 3, {}, THREE_DUELS, "defend:Sentryfolk/Guards", "48 rolls", {}),
    ("EX-14 the die elsewhere", "GH-DUEL-3", 3, {}, THREE_DUELS, "defend:Sentryfolk/Food", "24 rolls", {}),
    ("EX-14 guards first", "GH-RULING-32", 3, {"guards_first": "yes"}, {**THREE_DUELS, "mats": {"A": "Food P1 S1 | Wood W2 | Rock R2 | Guards S1 R1 | New W1"}, "bag": "P15 W15 R15 S15 N21"}, "", "defend:Ridgefolk/Guards defend:Sentryfolk/Guards", {}),
    ("EX-14 nobody twice", "GH-RULING-30", 3, {"defender_reuse": "no"}, {**THREE_DUELS, "mats": {"A": "Food P1 | Wood W2"}}, "defend:Plainsfolk/Food roll:1-4", "48 or fewer", {"named": ["Woodsfolk/Wood"]}),
    ("EX-14 all named first", "GH-RULING-31", 3, {"duel_commit": "all_first"}, {**THREE_DUELS, "mats": {"A": "Food P1 | Wood W2 | New S1"}}, "defend:Plainsfolk/Food defend:Plainsfolk/Food defend:Woodsfolk/Wood roll:4-1", "24 rolls", {"table": "N1", "named": ["Woodsfolk/Wood"]}),
    ("EX-14 nobody new", "GH-RULING-29", 3, {"new_folks_defend": "no"}, THREE_DUELS, "", "defend:Plainsfolk/Food defend:Woodsfolk/Wood defend:Ridgefolk/Rock defend:Sentryfolk/Food defend:Sentryfolk/Guards", {}),
    ("EX-14 a tie for the Folk", "GH-RULING-47", 3, {"duel_tie": "folk_wins"}, THREE_DUELS, "defend:Plainsfolk/Food roll:2-2", None, {"table": "N2", "mat_of": "A Food P1 S1 | Wood W2 | Rock R2 | Guards S1 | New W1"}),
    ("EX-14 a tie for the Nastigan", "GH-RULING-47", 3, {"duel_tie": "nastigan_wins"}, THREE_DUELS, "defend:Plainsfolk/Food roll:2-2", None, {"table": "N2", "mat_of": "A Food S1 | Wood W2 | Rock R2 | Guards S1 | New W1"}),
    ("EX-16 the gift does not work", "GH-GIVE-6", 3, QUIET, LATE_GIFT, "take", None, {"goods_of": "C 0/1/1"}),
    ("EX-16 later it does", "GH-ASSIGN-1", 3, {}, {**LATE_GIFT, "mats": {"C": "Food P2 | Wood W1 S1 | Rock R2 P1 | Guards S1"}}, "take", None, {"goods_of": "C 1/1/1"}),
    ("EX-16 its assignment", "GH-ASSIGN-1", 3, {**QUIET, "first_player": "A"}, {**LATE_GIFT, "bag": "P10 W10 R10 S10"}, "take draw:Plainsfolk draw:Woodsfolk keep:Plainsfolk give:A keep_layout place:Food place:Rock", None, {"mat_of": "C Food P2 | Wood W1 S1 | Rock P1 R2 | Guards S1 | New -"}),
    ("EX-16 at once", "GH-RULING-5", 3, {"gift_assign": "at_once"}, {"mats": {"C": "Food P1 | Wood W1 S1 | Rock R1 P1 | Guards S1"}, "table": "R1", "phase": "bid", "active": "A"}, "add:B close add:C close give:C place:Rock", None, {"mat_of": "C Food P1 | Wood W1 S1 | Rock P1 R2 | Guards S1 | New -", "yields_of": "C 0/1/1", "points_of": "C 2/3/5"}),
    ("EX-18 without pawns", "GH-NAST-7", 3, {}, {key: value for key, value in PAWN.items() if key != "pawns"}, "", "defend:Plainsfolk/Food defend:Plainsfolk/New defend:Woodsfolk/Wood defend:Ridgefolk/Rock defend:Sentryfolk/Wood", {}),
    ("EX-18 with the pawn", "GH-PAWN-5", 3, ELDERS, PAWN, "", "defend:Woodsfolk/Wood defend:Sentryfolk/Wood", {}),
    ("EX-18 W loses", "GH-PAWN-6", 3, {**ELDERS, "auto_single": "off"}, PAWN, "defend:Woodsfolk/Wood roll:6-1", "defend:Sentryfolk/Wood", {}),
    ("EX-18 S loses too", "GH-PAWN-7", 3, {**ELDERS, "auto_single": "off"}, PAWN, "defend:Woodsfolk/Wood roll:6-1 defend:Sentryfolk/Wood roll:6-1", "defend:Plainsfolk/Food defend:Plainsfolk/New defend:Ridgefolk/Rock", {}),
    ("EX-18 nobody at the pawn", "GH-RULING-43", 3, {**ELDERS, "pawn_area_empty": "nastigan_returns"}, PAWN, "defend:Woodsfolk/Wood roll:6-1 roll:6-1", "keep_layout rearrange", {"table": "-", "bag": "P22 W24 R22 S24 N24"}),
    ("EX-18 a guard frees the choice", "GH-PAWN-6", 3, ELDERS, {**PAWN, "mats": {"A": "Food P1 | Wood W1 | Guards R1"}}, "", "defend:Plainsfolk/Food defend:Woodsfolk/Wood defend:Ridgefolk/Guards", {}),
    ("EX-20 keep first", "GH-RULING-12", 3, {}, LAST_FOLK, f"draw:Plainsfolk {ALL_NASTIGANS}", None, {"phase": "roll", "table": "N3", "bag": "N21", "new_of": "A P1"}),
    ("EX-20 give first", "GH-RULING-12", 3, {"bag_short": "give_first"}, LAST_FOLK, f"draw:Plainsfolk {ALL_NASTIGANS}", None, {"phase": "talk", "table": "P1 N24"}),
    ("EX-20 choose", "GH-RULING-12", 3, {"bag_short": "choose"}, LAST_FOLK, f"draw:Plainsfolk {ALL_NASTIGANS}", "one_keep one_give", {}),
    ("EX-20 choose to keep", "GH-RULING-12", 3, {"bag_short": "choose"}, LAST_FOLK, f"draw:Plainsfolk {ALL_NASTIGANS} one_keep", None, {"phase": "roll", "new_of": "A P1"}),
    ("EX-20 choose to give", "GH-RULING-12", 3, {"bag_short": "choose"}, LAST_FOLK, f"draw:Plainsfolk {ALL_NASTIGANS} one_give", None, {"phase": "talk"}),
    ("EX-20 skip the draw", "GH-RULING-12", 3, {"bag_short": "skip_draw"}, {"mats": {"A": "Food P1"}, "bag": "P1 N24"}, "take", "keep_layout rearrange", {"bag": "P1 N24", "table": "-"}),
    ("EX-20 end the game", "GH-RULING-12", 3, {"bag_short": "end_game"}, {"mats": {"A": "-"}, "bag": "P1 N24"}, "take", "", {"end": "bag", "phase": "game_over"}),
    ("EX-20 Nastigans only", "GH-DRAW-4", 3, {}, {"mats": {"A": "Food P1"}, "bag": "N24", "phase": "draw"}, ALL_NASTIGANS, None, {"table": "N3", "bag": "N21"}),
    ("EX-22 something is said", "GH-TALK-2", 4, {}, TALK, "say:Rock", "add:B close", {"said": {"A": "Rock"}}),
    ("EX-22 nothing is said", "GH-TALK-2", 4, {}, TALK, "say:nothing", "add:B close", {"said": {"A": "nothing"}}),
    ("EX-22 a bid without Rock", "GH-TALK-2", 4, {}, {**FOUR_STASHES, "phase": "talk"}, "say:Rock add:B close add:Wood close add:D close", "give:B give:C give:D", {}),
    ("EX-25 B", "GH-END-5", 3, {}, FORESEEN, "take", None, {"supply": "1/0/2", "goods_of": "B 5/6/5", "phase": "draw"}),
    ("EX-25 C", "GH-END-5", 3, {}, {**FORESEEN, "active": "C", "supply": "1/0/2", "goods": {"A": "5/5/5", "B": "5/6/5", "C": "4/4/3"}}, "take", None, {"supply": "0/0/1", "phase": "draw"}),
    ("EX-25 A ends it", "GH-END-1", 3, {}, {**FORESEEN, "active": "A", "supply": "0/0/1", "goods": {"A": "5/5/5", "B": "5/6/5", "C": "5/4/4"}}, "take", "", {"end": "goods", "supply": "0/0/0"}),
    # readings that no worked example shows
    ("declining", "GH-RULING-6", 3, {"production_mandatory": "no"}, FOOD_OF_FOUR, "decline", None, {"goods_of": "A 0/0/0", "phase": "draw"}),
    ("declining keeps the remainder", "GH-RULING-6", 3, {"production_mandatory": "no", "remainder": "carry"}, {"mats": {"A": "Food P2"}}, "decline", None, {"carry_of": "A 1/0/0", "goods_of": "A 0/0/0"}),
    ("nothing to decline", "GH-RULING-6", 3, {"production_mandatory": "no"}, {"mats": {"A": "Food P1"}}, "", "take", {}),
    ("the round is finished from the box", "GH-RULING-10", 4, {"end_timing": "finish_round_from_box"}, {**IMMEDIATE, "first": "D", "active": "A", "mats": {"A": "Food P2 | Rock R2", "B": "Food P2 | Wood W3", "C": "Rock R2 S5", "D": "Food P9"}}, "take", "", {"goods_of": "B 6/7/4", "goods_too": "C 5/5/9", "goods_last": "D 4/5/4"}),
    ("the Folk to keep is named after the bids", "GH-RULING-13", 3, {**QUIET, "keep_timing": "after_bids"}, {"mats": {"A": "Guards S1"}, "bag": "P20 W20 R20 S20", "phase": "draw"}, "draw:Plainsfolk draw:Woodsfolk", "keep:Plainsfolk keep:Woodsfolk", {"closed": "B C", "bids": {"B": "B1", "C": "C1"}}),
    ("a reply", "GH-RULING-14", 3, {"talk": "request_reply"}, TALK, "say:Rock say:B", "say:nothing say:A say:B say:C say:Food say:Wood say:Rock", {"said": {"A": "Rock", "B": "B"}, "to_move": "C"}),
    ("left in New", "GH-RULING-35", 3, {"must_assign": "no"}, {"mats": {"A": "Food P1"}, "hands": {"A": "P1"}, "new_quota": "P1", "phase": "place"}, "place:New", None, {"mat_of": "A Food P1 | Wood - | Rock - | Guards - | New P1", "active": "B"}),
    ("no more than lay there", "GH-RULING-35", 3, {"must_assign": "no"}, {"mats": {"A": "Food P1 | New P1"}, "hands": {"A": "P1"}, "new_quota": "P1", "phase": "place"}, "", "place:Food place:Wood place:Rock place:Guards", {}),
    ("a full section", "GH-RULING-36", 3, {"capacity": 2}, {"mats": {"A": "Food P2 | Rock R1"}, "hands": {"A": "W1"}, "phase": "place"}, "", "place:Wood place:Rock place:Guards", {}),
    ("older Folks stay", "GH-RULING-37", 3, {"rearrange": "none", "auto_single": "off"}, {"mats": {"A": "Food P2"}, "phase": "assign"}, "", "keep_layout", {}),
    ("one path for a layout", "GH-HOUSE-10", 3, {"placement_order": "canonical"}, {"hands": {"A": "W2 S1"}, "phase": "place"}, "place:Rock", "place:Rock place:Guards", {}),
    ("a new type begins anew", "GH-HOUSE-10", 3, {"placement_order": "canonical"}, {"hands": {"A": "W2 S1"}, "phase": "place"}, "place:Rock place:Rock", "place:Food place:Wood place:Rock place:Guards", {}),
    ("trading first", "GH-HOUSE-7", 3, {"phase_order": "trade_first", "first_player": "A"}, {"hands": {"A": "P1"}, "mats": {"A": "Food P1"}, "phase": "place"}, "place:Food", None, {"goods_of": "A 1/0/0", "active": "B", "phase": "draw"}),
    ("the pawn stays", "GH-PAWN-9", 3, ELDERS, {"mats": {"A": "Food P1"}, "pawns": {"A": "Rock"}, "phase": "move_pawn"}, "pawn:Rock", None, {"pawn_of": "A Rock", "active": "B"}),
    ("home Folks only", "GH-RULING-42", 3, {**ELDERS, "pawn_bonus": "home_folk_only"}, {**FOOD_OF_FOUR, "pawns": {"A": "Food"}}, "", None, {"points_of": "A 8/0/0"}),
    ("one point", "GH-RULING-42", 3, {**ELDERS, "pawn_bonus": "one_per_section"}, {**FOOD_OF_FOUR, "pawns": {"A": "Food"}}, "", None, {"points_of": "A 7/0/0"}),
    ("nobody on the mat", "GH-NAST-8", 3, {}, {"mats": {"A": "-"}, "table": "P1 W1 N2", "honor": {"A": "A10 B10 C10", "B": "-", "C": "-"}, "phase": "keep"}, "keep:Plainsfolk give:B roll:6-1", None, {"bag": "P24 W23 R24 S24 N24", "active": "B"}),
    ("a chip of one's own", "GH-RULING-40", 3, {"own_chips_score": 1}, {"goods": {"A": "1/1/1"}, "honor": {"A": "A4 B1 C2", "B": "A6 B9", "C": "C8"}}, "", None, {"score_of": "A 25"}),
    ("the stall", "GH-HOUSE-5", 3, {"stall_rounds": 1}, {"mats": {"A": "Food P1"}, "turn": 3, "first": "B", "active": "A", "phase": "assign"}, "keep_layout", "", {"end": "stall"}),
    ("the cap", "GH-HOUSE-6", 3, {"max_rounds": 1}, {"mats": {"A": "Food P1"}, "turn": 3, "first": "B", "active": "A", "phase": "assign"}, "keep_layout", "", {"end": "cap"}),
    ("the stall before the cap", "GH-HOUSE-6", 3, {"max_rounds": 1, "stall_rounds": 1}, {"mats": {"A": "Food P1"}, "turn": 3, "first": "B", "active": "A", "phase": "assign"}, "keep_layout", "", {"end": "stall"}),
]  # fmt: skip


def found(state: GoodsAndHonorState, key: str, expected: Any) -> Any:
    """A part of a position: a key of its dict, the scores, or what a seat has, written ``A 4/2/2``."""
    written = state.to_dict()
    if key == "scores":
        return state.scores()
    if key == "returns":
        return state.returns()
    if key in written:
        return written[key]
    letter = expected[0]
    seat = "ABCDEF".index(letter)
    parts = {
        "goods": written["goods"][letter],
        "honor": written["honor"][letter],
        "mat": written["mats"][letter],
        "new": written["mats"][letter].rpartition("New ")[2],
        "score": str(state.scores()[seat]),
        "carry": written.get("carry", {}).get(letter),
        "pawn": written.get("pawns", {}).get(letter),
        "yields": "/".join(map(str, state.game.produce.yields(state, seat))),
        "points": "/".join(str(state.game.produce.points(state, seat, good)) for good in range(GOODS)),
    }
    return f"{letter} {parts[key.partition('_')[0]]}"


@pytest.mark.parametrize(
    ("name", "clause", "players", "options", "position", "moves", "legal_now", "expected"),
    MOVES,
    ids=[row[0] for row in MOVES],
)
def test_moves(
    name: str,
    clause: str,
    players: int,
    options: dict[str, Any],
    position: dict[str, Any],
    moves: str,
    legal_now: str | None,
    expected: dict[str, Any],
) -> None:
    game = load(players, **options)
    state = play(game.position(position), moves)
    assert clause in game.rulebook
    if legal_now is not None:
        if legal_now.startswith("draw:"):
            assert state.phase.name == "draw"
        elif legal_now.endswith(("rolls", "fewer")):
            assert len(state.legal()) == int(legal_now.split()[0]) or legal_now.endswith("fewer")
        else:
            assert legal(state) == legal_now
    assert {key: found(state, key, value) for key, value in expected.items()} == expected


# -- numbers -----------------------------------------------------------------------------------------------------------

COUNTS = [
    (3, 10, 15, 21, 108, 78, 102),
    (4, 15, 20, 20, 104, 72, 96),
    (5, 20, 25, 19, 100, 66, 90),
    (6, 25, 30, 18, 96, 60, 84),
]


@pytest.mark.parametrize(("players", "chips", "goods", "each", "filled", "folks", "tokens"), COUNTS)
def test_ex_7_the_set_up(players: int, chips: int, goods: int, each: int, filled: int, folks: int, tokens: int) -> None:
    """GH-SETUP-3, GH-SETUP-4, GH-SETUP-6, GH-SETUP-7, GH-SETUP-8."""
    state = load(players).start()
    assert state.supply == [goods] * GOODS
    assert [state.honor(seat)[seat] for seat in range(players)] == [sum(state.honor(seat)) for seat in range(players)]
    assert {sum(state.honor(seat)) for seat in range(players)} == {chips}
    assert state.bag == [each] * TYPES + [24] and sum(state.bag) == filled
    assert {state.hand(seat) for seat in range(players)} == {(1, 1, 1, 1)}
    for _ in range(2 * players):
        state.apply(state.legal()[0])
    assert state.phase.name == "setup_place" and sum(state.bag) == tokens and state.folk_in_bag() == folks
    row = load(players).rulebook.table("counts")[players - 3]
    assert [int(value) for value in row.values()] == [players, chips, goods, each, folks, tokens]


@pytest.mark.parametrize(
    ("guards", "most", "vectors"),
    [("", 6, {(2, 2, 2)}), ("S1", 5, {(1, 2, 2), (2, 1, 2), (2, 2, 1), (2, 3, 0), (3, 2, 0)}), ("S2", 5, {(2, 2, 1)})],
)
def test_ex_3_best_layouts(guards: str, most: int, vectors: set[tuple[int, ...]]) -> None:
    """GH-ASSIGN-2, GH-PRODUCE-6: P3 W3 R2 S2, with no, one or two Sentryfolk in Guards."""
    found = {best.tokens for best in best_outputs(load(), folk("P3 W3 R2 S2"), folk(guards))}
    assert max(sum(tokens) for tokens in found) == most
    assert {tokens for tokens in found if sum(tokens) == most} == vectors


def test_ex_8_exact_draws() -> None:
    """GH-DRAW-1, GH-DRAW-2, GH-CHANCE-3, GH-CHANCE-7: a bag of P10 W8 R9 S7 N24."""
    law = draw_law(bag_of(load(), 34, 24))
    assert law[:4] == (Fraction(187, 551), Fraction(1122, 3857), Fraction(3519, 19285), Fraction(17204, 173565))
    assert sum(law[4:]) == Fraction(23, 261) and mean(law) == Fraction(48, 35)
    assert round(float(mean(fought_law(bag_of(load(), 34, 24)))), 4) == 1.2176
    pairs = pair_law(bag_of(load(), (10, 8, 9, 7), 24))
    assert pairs[0, 0] == Fraction(15, 187)
    assert sum(chance for pair, chance in pairs.items() if 3 not in pair) == Fraction(117, 187)


def test_ex_8_is_what_the_chance_nodes_say() -> None:
    """The same law from the game's own random events."""
    state = load().position({"bag": "P10 W8 R9 S7 N24", "phase": "draw"})
    chances = {0: Fraction(0), 1: Fraction(0)}
    pending = [(state, Fraction(1))]
    while pending:
        here, chance = pending.pop()
        if here.phase.name != "draw":
            chances[int(here.table_nastigans)] += chance
            continue
        total = sum(weight for _, weight in here.chance())
        for action, weight in here.chance():
            after = here.copy()
            after.apply(action)
            if after.table_nastigans < 2:
                pending.append((after, chance * Fraction(weight, total)))
    assert (chances[0], chances[1]) == (Fraction(187, 551), Fraction(1122, 3857))


def test_ex_10_counting_bids() -> None:
    """GH-BID-2, GH-BID-4: 2 times 3 times 2 sub-multisets, less the empty one."""
    found = legal_bids(load(), stash("A1 B2", "1/0/0"), 1)
    assert len(found) == len(set(found)) == 11 and max(map(sum, found)) == 4


@pytest.mark.parametrize(("players", "bids"), [(3, 461), (4, 791), (5, 1286), (6, 2001)])
def test_the_most_bids_there_can_be(players: int, bids: int) -> None:
    """GH-BID-2: every multiset of one to five items of n + 3 kinds."""
    assert len(legal_bids(load(players), (*[5] * players, *[0] * (6 - players), 5, 5, 5), 0)) == bids


@pytest.mark.parametrize(
    ("die", "pairs", "wins"), [(8, (27, 6, 15), "9/14"), (6, (15, 6, 15), "1/2"), (4, (6, 4, 14), "3/10")]
)
def test_ex_13_duel_odds(die: int, pairs: tuple[int, int, int], wins: str) -> None:
    """GH-DUEL-1 to GH-DUEL-4, GH-DUEL-7, and the rulebook's table of dice."""
    law = duel_law(mat_of(load(), (1, 1, 1)), DEFENDERS[(8, 6, 4).index(die)])
    assert (law.wins, law.ties, law.losses) == pairs and law.win == Fraction(wins)
    assert law.rolls == {8: Fraction(8, 7), 6: Fraction(6, 5), 4: Fraction(6, 5)}[die]
    row = next(row for row in load().rulebook.table("dice") if int(row["Sides"]) == die)
    assert tuple(int(row[f"Pairs that {what}"]) for what in ("win", "tie", "lose")) == pairs
    assert row["Wins in the end"] == wins
    guard = {8: "Guards S1", 6: "Guards P1", 4: "Food S1"}[die]
    position = {"mats": {"A": guard}, "table": "N1"}
    collapsed = load(duel_chance="collapsed").position(position)
    collapsed.apply(collapsed.legal()[0])
    chances = [weight for _, weight in collapsed.chance()]
    assert Fraction(chances[0], sum(chances)) == law.win


@pytest.mark.parametrize(
    ("tie", "chances"),
    [("folk_wins", ("33/48", "21/36", "10/24")), ("nastigan_wins", ("27/48", "15/36", "6/24"))],
)
def test_ties_decided(tie: str, chances: tuple[str, str, str]) -> None:
    """GH-RULING-47: the chances of D8, D6 and D4 if a tie is not rolled again."""
    assert dice_chances(load(duel_tie=tie)) == tuple([Fraction(chance) for chance in chances])


@pytest.mark.parametrize(
    ("defenders", "law", "average"),
    [
        ((1, 0, 3), ("729/2744", "3411/13720", "87/280", "7/40"), "957/686"),
        ((1, 1, 3), ("729/2744", "965/2744", "101/392", "1/8"), "426/343"),
        ((0, 0, 3), ("27/1000", "189/1000", "441/1000", "343/1000"), "21/10"),
    ],
)
def test_ex_15_losses_against_three(defenders: tuple[int, int, int], law: tuple[str, ...], average: str) -> None:
    """GH-NAST-3, GH-NAST-6, GH-DUEL-7: always the best die on the mat."""
    found = losses_law(mat_of(load(), defenders, 3))
    assert found == tuple(Fraction(chance) for chance in law) and mean(found) == Fraction(average)


def test_ex_17_size_of_an_assignment() -> None:
    """GH-SETUP-11: 1,600 layouts of P2 W1 R1 S2, each reached once in canonical order, in six steps of four or fewer."""
    game = load(placement_order="canonical", auto_single="off")
    start = game.position({"hands": {"A": "P2 W1 R1 S2"}, "phase": "place"})
    layouts, pending = [], [(start, 0)]
    while pending:
        here, steps = pending.pop()
        if here.phase.name != "place":
            assert steps == 6
            layouts.append(here.to_dict()["mats"]["A"])
            continue
        for action in here.legal():
            after = here.copy()
            after.apply(action)
            pending.append((after, steps + 1))
    assert len(layouts) == len(set(layouts)) == 1600
    free = load().position({"hands": {"A": "P2 W1 R1 S2"}, "phase": "place"})
    for _ in range(6):
        assert len(free.legal()) == 4
        free.apply(free.legal()[3])
    assert free.phase.name == "draw"


SCORES = [
    ("EX-5 A", 4, 0, "6/5/6", "A2 B5 C4 D3", (50, 2, 30, 3)),
    ("EX-5 B", 4, 1, "5/5/4", "A5 B0 C5 D6", (40, 2, 50, 1)),
    ("EX-5 C", 4, 2, "5/5/6", "A6 B6 C1 D5", (50, 1, 50, 2)),
    ("EX-5 D", 4, 3, "4/5/4", "A2 B4 C5 D1", (40, 1, 20, 5)),
    ("EX-11 A", 4, 0, "4/2/2", "A9 B2 C3 D1", (20, 2, 10, 3)),
    ("EX-19 three", 3, 0, "3/3/4", "A6 B4 C7", (30, 1, 40, 3)),
    ("EX-19 five", 5, 4, "0/8/6", "A2 B3 C2 D4 E12", (0, 14, 20, 3)),
    ("EX-19 six", 6, 2, "5/9/7", "A4 B3 C6 D3 E5 F7", (50, 6, 30, 7)),
    ("EX-21 A", 3, 0, "5/5/5", "A0 B5 C0", (50, 0, 0, 5)),
    ("EX-21 B", 3, 1, "5/5/5", "A5 B0 C0", (50, 0, 0, 5)),
    ("EX-21 C", 3, 2, "5/5/5", "A5 B5 C10", (50, 0, 50, 0)),
    ("EX-23 A", 3, 0, "4/4/4", "B3 C3", (40, 0, 30, 0)),
    ("EX-23 B", 3, 1, "5/4/4", "A2 C5", (40, 1, 20, 3)),
    ("EX-23 C", 3, 2, "3/5/5", "A3 B3", (30, 4, 30, 0)),
]


@pytest.mark.parametrize(("name", "players", "seat", "goods", "honor", "parts"), SCORES, ids=[row[0] for row in SCORES])
def test_scores(name: str, players: int, seat: int, goods: str, honor: str, parts: tuple[int, int, int, int]) -> None:
    """GH-SCORE-1 to GH-SCORE-5."""
    assert score_parts(load(players), stash(honor, goods), seat) == parts


OVER_WITH = {"supply": "0/0/0", "phase": "game_over"}
TIES = [
    ("EX-21 the hoarder", "GH-SCORE-4", {}, {"A": "5/5/5", "B": "5/5/5", "C": "5/5/5"}, {"A": "B5", "B": "A5", "C": "A5 B5 C10"}, (55, 55, 100), (0, 0, 1)),
    ("EX-23 a tie", "GH-SCORE-7", {}, {"A": "5/5/5", "B": "5/5/5", "C": "5/5/5"}, {"A": "A6 B2 C2", "B": "A2 B6 C2", "C": "A2 B2 C6"}, (70, 70, 70), (1 / 3, 1 / 3, 1 / 3)),
    ("EX-23 more sets of Goods", "GH-RULING-38", {"tie_break": "more_goods_sets"}, {"A": "6/5/5", "B": "5/5/5", "C": "4/5/5"}, {"A": "A4 B3 C3", "B": "A3 B4 C3", "C": "A3 B3 C4"}, (81, 80, 72), (1, 0, 0)),
    ("EX-23 later in turn order", "GH-RULING-38", {"tie_break": "later_in_turn_order"}, {"A": "5/5/5", "B": "5/5/5", "C": "5/5/5"}, {"A": "A6 B2 C2", "B": "A2 B6 C2", "C": "A2 B2 C6"}, (70, 70, 70), (0, 0, 1)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "clause", "options", "goods", "honor", "scores", "returns"), TIES, ids=[row[0] for row in TIES]
)
def test_who_wins(
    name: str,
    clause: str,
    options: dict[str, Any],
    goods: dict[str, str],
    honor: dict[str, str],
    scores: tuple[int, ...],
    returns: tuple[float, ...],
) -> None:
    state = load(**options).position({**OVER_WITH, "goods": goods, "honor": honor})
    assert clause in state.game.rulebook and state.to_move == OVER
    assert state.scores() == scores and state.returns() == pytest.approx(returns)


@pytest.mark.parametrize(
    ("less", "returns"), [(False, (1, 0, 0)), (True, (0, 0.5, 0.5))], ids=["as it is", "one set less"]
)
def test_ex_23_shares(less: bool, returns: tuple[float, ...]) -> None:
    """GH-SCORE-7, GH-RULING-38: the example's stashes; chips it does not name are with their owners or somewhere out of the way."""
    stashes = [
        stash("B2 C2" if less else "B3 C3", "4/4/4"),
        stash("A2 C5", "5/4/4"),
        stash("A3 B3", "3/5/5"),
    ]
    best = winners(load(), stashes, 0)
    assert [1 / len(best) if seat in best else 0 for seat in range(3)] == list(returns)


TIED = [stash("B5 C1", "2/2/2"), stash("A4 C2", "3/1/1"), stash("", "0/0/0")]
"""A has two sets of Goods and one of Honor, B one and two; both have 34 points."""


@pytest.mark.parametrize(
    ("tie_break", "best"),
    [("shared", [0, 1]), ("more_sets", [0, 1]), ("more_goods_sets", [0]), ("later_in_turn_order", [1])],
)
def test_tie_breaks(tie_break: str, best: list[int]) -> None:
    """GH-RULING-38."""
    game = load(tie_break=tie_break)
    assert [sum(score_parts(game, one, seat)) for seat, one in enumerate(TIED)] == [34, 34, 0]
    assert winners(game, TIED, 0) == best


@pytest.mark.parametrize(("first", "best"), [(0, [1]), (1, [0]), (2, [1])], ids=["A first", "B first", "C first"])
def test_the_later_seat_in_turn_order(first: int, best: list[int]) -> None:
    """GH-RULING-38: counted from the first player."""
    assert winners(load(tie_break="later_in_turn_order"), TIED, first) == best


def test_the_production_table_of_the_rulebook() -> None:
    """GH-HOUSE-2, GH-RULING-1, GH-RULING-2."""
    rows = load().rulebook.table("production")
    written = [int(row[good].strip("*")) for row in rows for good in ("Food", "Wood", "Rock")]
    assert tuple(written) == load().points_table
    assert load(production_table="flat1").points_table == (1,) * 12
    assert load(production_table="home3_else1", sentry_points=0).points_table == (3, 1, 1, 1, 3, 1, 1, 1, 3, 0, 0, 0)
    custom = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1)
    assert load(production_table="custom", production_matrix=custom, sentry_points=2).points_table == custom


def test_every_starting_hand_is_worth_the_same_on_the_first_turn() -> None:
    """GH-HOUSE-2: three tokens at most, and always one of each type."""
    for one in range(TYPES):
        for other in range(one, TYPES):
            hand = [1] * TYPES
            hand[one] += 1
            hand[other] += 1
            tokens = {best.tokens for best in best_outputs(load(), tuple(hand))}
            assert max(map(sum, tokens)) == 3 and (1, 1, 1) in tokens


# -- secrets -----------------------------------------------------------------------------------------------------------


def test_ex_24_hidden_bids() -> None:
    """GH-BID-5: C sees the same whether B's hand holds five items or one, and all is open after D."""
    game = load(4)
    bidding = {**FOUR_STASHES, "closed": "B", "phase": "bid"}
    views = []
    for bid in ("B5", "A1"):
        state = game.position({**bidding, "bids": {"B": bid}})
        assert state.to_move == 2
        views.append(state.view(2))
        assert state.view(1).state.bid(1) == state.bid(1)
    assert views[0] == views[1] and views[0].to_dict() == views[1].to_dict()
    assert views[0].state.bid(1) == (0,) * ITEMS and views[0].state.hidden == 2
    play(state, "add:C close")
    assert state.view(0).state.bid(2) == (0,) * ITEMS
    play(state, "add:D close")
    for viewer in range(4):
        assert [sum(state.view(viewer).state.bid(seat)) for seat in range(4)] == [0, 1, 1, 1]
