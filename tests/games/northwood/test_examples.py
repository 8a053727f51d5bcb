"""The worked examples: positions, what may be done there, what follows, and what it is worth. Each row names its clause."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

import workbench as wb
from workbench.core.exact import ExactSolver, after
from workbench.core.state import OVER
from workbench.games.northwood.components import FAILED, FRIENDLY, card_name, character_name
from workbench.games.northwood.odds import visit_success
from workbench.games.northwood.state import NorthwoodState

SPENT = "CJ* FJ* LJ* EJ*"


def ready(code: str) -> str:
    """Allies of which only one is ready; the others are exhausted Jacks of the other suits."""
    return " ".join(code if jack[0] == code[0] else jack for jack in SPENT.split())


def build(options: dict[str, Any], position: dict[str, Any]) -> NorthwoodState:
    state = wb.load("northwood", **options).position(position)
    assert isinstance(state, NorthwoodState)
    return state


def play(state: NorthwoodState, symbols: str) -> NorthwoodState:
    """Apply actions and random outcomes by symbol; each must be legal."""
    for symbol in symbols.split():
        action = state.game.action(symbol)
        assert action in state.legal(), f"{symbol} is not legal: {[state.game.symbol(one) for one in state.legal()]}"
        state.apply(action)
    return state


# -- the exact chance that the visit succeeds --------------------------------------------------------------------------

E3 = {"hand": "C5 F2", "deck": "C3 C7 F1 F8", "ruler": "LQ", "allies": SPENT}
E4 = {"hand": "C5 F2", "deck": "C3", "fief": 1, "ruler": "LQ", "allies": SPENT}
E5 = {"hand": "C8", "deck": "C7 F1 E2", "fief": 1, "ruler": "CQ", "allies": ready("CJ")}
E6 = {"hand": "C7 F7 E2", "deck": "C1 F3 L6 E5", "fief": 2, "ruler": "LQ", "allies": ready("CK")}
E7 = {"hand": "F8 L1 L8", "deck": "F5 F7", "fief": 3, "ruler": "LK", "score": "E3 C2", "allies": ready("FQ")}
E8 = {"hand": "E1 E3 E7", "deck": "C8 F4", "fief": 2, "ruler": "EK", "score": "C1 C2", "allies": ready("LK")}
E9 = {"hand": "L2 L8", "deck": "F1 F2 F3 E2", "fief": 2, "rulers": "CP EQ CL FK LL FB EK LQ", "allies": ready("LJ")}
E9_TAKEN = {**E9, "failed": [4], "rulers": "CP EQ CL FK - FB EK LQ"}
E10 = {
    "hand": "F4 F5",
    "deck": "C6 E2 E7",
    "fief": 1,
    "rulers": "LL FK CP EQ CB EK LQ FB",
    "score": "C1 C2",
    "allies": ready("LP"),
}
E10_B = {**E10, "failed": [0], "friendly": [2], "rulers": "- FK CP EQ CB EK LQ FB"}
E11 = {"hand": "C6", "deck": "C2 F2 F3 E8", "fief": 2, "ruler": "CP", "score": "L1", "allies": ready("EB")}
E12 = {"hand": "F7 E7", "deck": "F4 E2 E6", "fief": 1, "ruler": "FB", "score": "C1", "allies": "CJ* FJ* LJ EP"}
E16 = {"hand": "C4 L2", "deck": "C3 C6 F5 L4", "fief": 1, "ruler": "LQ", "allies": ready("EQ")}
E17 = {"hand": "C8 F8 E2", "deck": "C1 C6 L2", "fief": 2, "ruler": "FB", "score": "L7 L8", "allies": ready("CP")}
NEVER = {"nontrump_scoring": "never"}

VALUES = [
    ("E3 target 0", "NW-TRICK-4", {}, {**E3, "fief": 0}, "pass", "1/3"),
    ("E3 target 1", "NW-TRICK-4", {}, {**E3, "fief": 1}, "pass", "1/2"),
    ("E3 target 2", "NW-TRICK-4", {}, {**E3, "fief": 2}, "pass", "1/6"),
    ("E3 target 0, only trumps score", "NW-RULING-1", NEVER, {**E3, "fief": 0}, "pass", "1"),
    ("E3 target 1, only trumps score", "NW-RULING-1", NEVER, {**E3, "fief": 1}, "pass", "0"),
    ("E3 target 2, only trumps score", "NW-RULING-1", NEVER, {**E3, "fief": 2}, "pass", "0"),
    ("E4", "NW-ENDVISIT-1", {}, E4, "pass", "1"),
    ("E4 at the statement", "NW-RULING-2", {"visit_end_check": "at_statement"}, E4, "pass", "0"),
    ("E5 wait", "NW-CLAWS-1", {}, E5, "pass", "1"),
    ("E5 use", "NW-RULING-3", {}, E5, "ally:0", "0"),
    ("E6 use", "NW-CLAWS-3", {}, E6, "ally:0", "1"),
    ("E6 use, one of the ties", "NW-RULING-13", {"king_of_claws_ties": "choose_one"}, E6, "ally:0", "1/2"),
    ("E6 wait, one of the ties", "NW-RULING-13", {"king_of_claws_ties": "choose_one"}, E6, "pass", "5/6"),
    ("E7 wait", "NW-FLOWERS-2", {}, E7, "pass", "0"),
    ("E7 use", "NW-FLOWERS-2", {}, E7, "ally:1", "1"),
    ("E8 wait", "NW-LEAVES-4", {}, E8, "pass", "0"),
    ("E8 use", "NW-LEAVES-4", {}, E8, "ally:2", "1"),
    ("E9 wait", "NW-LEAVES-1", {}, {**E9, "allies": SPENT}, "pass", "0"),
    ("E9 use", "NW-LEAVES-1", {}, E9, "ally:2", "1"),
    ("E9 use, fief 4 visited", "NW-LEAVES-1", {}, E9_TAKEN, "ally:2", "0"),
    ("E10 use", "NW-LEAVES-5", {}, E10, "ally:2", "1"),
    ("E10 b use now", "NW-LEAVES-5", {}, E10_B, "ally:2", "0"),
    ("E10 b wait", "NW-LEAVES-5", {}, E10_B, "pass", "1"),
    ("E11 wait", "NW-EYES-6", {}, E11, "pass", "1"),
    ("E11 use", "NW-RULING-27", {}, E11, "ally:3", "2/3"),
    ("E11 use, after the end test", "NW-RULING-27", {"baron_of_eyes_timing": "after_end_test"}, E11, "ally:3", "1"),
    ("E12 use", "NW-EYES-4", {}, E12, "ally:3", "1"),
    ("E12 wait", "NW-EYES-4", {}, E12, "pass", "0"),
    ("E16 wait", "NW-EYES-2", {}, E16, "pass", "1/2"),
    ("E16 use", "NW-EYES-2", {}, E16, "ally:3", "7/12"),
    ("E17 use", "NW-CLAWS-4", {}, E17, "ally:0", "1"),
    ("E17 wait", "NW-CLAWS-4", {}, E17, "pass", "1/3"),
]


@pytest.mark.parametrize(
    ("name", "clause", "options", "position", "action", "value"), VALUES, ids=[row[0] for row in VALUES]
)
def test_value(
    name: str, clause: str, options: dict[str, Any], position: dict[str, Any], action: str, value: str
) -> None:
    state = build(options, position)
    assert clause in state.game.rulebook
    solver = ExactSolver(visit_success(state))
    assert solver.value(after(state, state.game.action(action))) == Fraction(value)


# -- what is legal, and what follows -----------------------------------------------------------------------------------

TRICK = {"hand": "C2 C7 F4 L1", "fief": 3, "ruler": "LQ", "phase": "respond"}
E13 = {"hand": "C1 F1", "fief": 3, "ruler": "EP", "allies": "CJ* FJ LQ EJ"}
E14 = {"hand": "C1 C2 F4 L6", "fief": 3, "ruler": "LQ", "allies": ready("EL")}
E15 = {"hand": "C5 L5 E2", "fief": 3, "ruler": "LQ", "discard": "F5", "score": "C8 E5", "allies": ready("LB")}
E18 = {"hand": "C5 F2", "known": "E1", "deck": "E1 F4 L5 E5 E7", "fief": 3, "ruler": "LQ", "allies": ready("CB")}
E19 = {"hand": "C3 F3 L7", "deck": "L5 E5", "fief": 3, "ruler": "LQ", "allies": ready("CL")}
E20 = {
    "hand": "C3",
    "deck": "L5 E5",
    "discard": "F1 F2",
    "score": "E8 L8",
    "fief": 3,
    "ruler": "LQ",
    "allies": ready("CQ"),
}
E21_FJ = {"hand": "C1 F3 F8 L2", "fief": 3, "ruler": "FQ", "allies": ready("FJ")}
E21_FK = {"hand": "C1 C4 F8 L8 E6", "fief": 3, "ruler": "LQ", "allies": ready("FK")}
E21_FP = {"hand": "C3 C5 F3 L3 L8 E5", "fief": 3, "ruler": "LQ", "allies": ready("FP")}
E21_FL = {"hand": "C4 C5 F5 L8 E6", "fief": 3, "ruler": "LQ", "allies": ready("FL")}
E22_EK = {"hand": "C3 L2", "deck": "L5 E6 C1", "fief": 3, "ruler": "LQ", "allies": ready("EK")}
E23 = {"hand": "C3 L2", "fief": 3, "ruler": "LQ", "allies": "CJ* FJ* LL EJ"}
E28 = {"friendly": [2, 5], "fief": 3, "hand": "C1 C2 C3 C4 C5 C6 C7 C8", "phase": "substitute"}

MOVES = [
    ("E2 follow", "NW-TRICK-1", {}, {**TRICK, "statement": "C5"}, "", "card:C2 card:C7", {}),
    ("E2 free", "NW-TRICK-2", {}, {**TRICK, "statement": "E1"}, "", "card:C2 card:C7 card:F4 card:L1", {}),
    ("E2 forced", "NW-TRICK-1", {}, {**TRICK, "statement": "L8"}, "", "card:L1", {}),
    ("E9 partners", "NW-LEAVES-1", {}, E9, "ally:2", "fief:0 fief:1 fief:3 fief:4", {}),
    ("E9 exchange", "NW-LEAVES-2", {}, E9, "ally:2 fief:4", None, {"rulers": "CP EQ LL FK CL FB EK LQ", "fief": 2}),
    (
        "LJ counted by unvisited fiefs",
        "NW-RULING-28",
        {"jack_of_leaves_distance": "by_unvisited_order"},
        {**E9_TAKEN, "failed": [4, 3], "rulers": "CP EQ CL - - FB EK LQ"},
        "ally:2",
        "fief:0 fief:1 fief:5 fief:6",
        {},
    ),
    ("E10 options", "NW-LEAVES-5", {}, E10, "ally:2", "fief:0 fief:2", {}),
    ("E10 b options", "NW-LEAVES-5", {}, E10_B, "ally:2", "fief:3", {}),
    ("E10 c adjacent only", "NW-RULING-32", {"prince_of_leaves_step": "adjacent_only"}, E10_B, "ally:2", None, {"fief": 1}),
    ("E10 moves the visit", "NW-LEAVES-6", {}, E10, "ally:2 fief:2", None, {"fief": 2, "failed": [], "friendly": []}),
    ("E13 two rounds", "NW-LEAVES-3", {}, E13, "ally:2", "card:C1 card:F1", {"ability": {"slot": 2, "step": 0, "counter": 2, "pending": ""}}),
    ("E13 exhausts LQ only", "NW-LEAVES-3", {}, E13, "ally:2", None, {"allies": "CJ* FJ LQ* EJ"}),
    ("E14 first pick", "NW-EYES-5", {}, E14, "ally:3 card:C5 card:F3", "card:C1 card:C2 card:C5 card:F3 card:F4 card:L6", {}),
    ("E14 after C2", "NW-EYES-5", {}, E14, "ally:3 card:C5 card:F3 card:C2", "card:C1 card:C5 card:L6", {}),
    ("E14 after C1", "NW-EYES-5", {}, E14, "ally:3 card:C5 card:F3 card:C1", "card:C2 card:C5 card:F3 card:F4", {}),
    ("E14 after C1 C2", "NW-EYES-5", {}, E14, "ally:3 card:C5 card:F3 card:C1 card:C2", "card:C5", {}),
    ("E14 after C5", "NW-EYES-5", {}, E14, "ally:3 card:C5 card:F3 card:C5", "card:C1 card:C2 card:F3", {}),
    ("E14 optional", "NW-RULING-26", {"lady_of_eyes_discard": "optional"}, E14, "ally:3 card:C5 card:F3 skip", None, {"hand": "C1 C2 C5 F3 F4 L6"}),
    ("E15 discard exchange", "NW-LEAVES-8", {}, E15, "ally:2", "card:C5 card:L5", {}),
    ("E15 score exchange", "NW-LEAVES-8", {}, E15, "ally:2 card:C5", "card:F5 card:L5", {}),
    ("E15 both", "NW-LEAVES-8", {}, E15, "ally:2 card:C5 card:L5", None, {"hand": "F5 E2 E5", "score": "C8 L5", "discard": "C5"}),
    ("E15 score only", "NW-RULING-36", {}, {**E15, "discard": "F8"}, "ally:2 card:C5", None, {"hand": "L5 E2 E5", "score": "C8 C5", "discard": "F8"}),
    ("E18 with C5", "NW-CLAWS-6", {}, E18, "ally:0 card:C5", "card:F4 card:E1 card:E7", {"hand": "C5 F2 L5 E5", "known": ""}),
    ("E18 with F2", "NW-CHANCE-5", {}, E18, "ally:0 card:F2", "card:F4 card:L5 card:E1 card:E5 card:E7", {"hand": "C5 F2", "known": ""}),
    ("E19 ties", "NW-ABIL-8", {}, E19, "ally:0", "card:C3 card:F3", {}),
    ("E19 short deck", "NW-ABIL-6", {}, E19, "ally:0 card:C3 card:L5 card:E5", None, {"failed": [3], "fief": None}),
    ("E20", "NW-CLAWS-2", {}, E20, "ally:0 card:L5", None, {"hand": "C3 F2 L5 L8", "score": "E8", "discard_top": "F1"}),
    ("E20 subset", "NW-RULING-14", {"queen_of_claws": "any_subset"}, E20, "ally:0 pile:score", "stop pile:deck pile:discard", {"score": "E8"}),
    ("E20 subset, stop", "NW-RULING-14", {"queen_of_claws": "any_subset"}, E20, "ally:0 pile:score stop", None, {"hand": "C3 L8"}),
    ("E44 first dialogue", "NW-RULING-44", {}, {"hand": "C3", "deck": "L5 E5 C1", "fief": 3, "ruler": "LQ", "allies": ready("CQ"), "discard": "", "score": ""}, "ally:0 card:L5", None, {}),
    ("E21 FJ", "NW-FLOWERS-1", {}, E21_FJ, "ally:1", None, {"hand": "C1 L2", "discard": "F3 F8"}),
    ("E21 FJ in any order", "NW-ABIL-7", {"move_order": "always_ask"}, E21_FJ, "ally:1 card:F8", None, {"hand": "C1 L2", "discard": "F8 F3"}),
    ("E21 FK", "NW-FLOWERS-3", {}, E21_FK, "ally:1", "card:C1 card:F8 card:L8", {}),
    ("E21 FK after C1", "NW-FLOWERS-3", {}, E21_FK, "ally:1 card:C1", "card:F8 card:L8", {}),
    ("E21 FK nothing", "NW-ABIL-4", {}, {**E21_FK, "hand": "C1 C4 F7 L7 E6"}, "ally:1", None, {"hand": "C1 C4 F7 L7 E6", "allies": "CJ* FK* LJ* EJ*"}),
    ("E21 FP threes", "NW-FLOWERS-4", {}, E21_FP, "ally:1", "card:C3 card:F3 card:L3", {}),
    ("E21 FP fives", "NW-FLOWERS-4", {}, E21_FP, "ally:1 card:F3", "card:C5 card:E5", {}),
    ("E21 FP", "NW-RULING-20", {}, E21_FP, "ally:1 card:F3 card:E5", None, {"hand": "F3 L8 E5", "discard": "C3 L3 C5"}),
    ("E21 FL", "NW-FLOWERS-5", {}, E21_FL, "ally:1", "card:C5 card:F5", {}),
    ("E21 FB", "NW-FLOWERS-6", {}, {"hand": "C1 F3 L2", "fief": 0, "ruler": "LQ", "allies": ready("FB")}, "ally:1", None, {"friendly": [0], "phase": "deal"}),
    ("E22 EJ", "NW-EYES-1", {}, {"hand": "C3", "deck": "L5", "fief": 0, "ruler": "LQ", "allies": ready("EJ")}, "ally:3 card:L5 card:C3 card:L5", None, {"friendly": [0]}),
    ("E22 EK", "NW-EYES-3", {}, E22_EK, "ally:3 suit:L card:L5 card:E6", None, {"hand": "C3 E6", "discard_top": "L5"}),
    ("E23 ready one", "NW-LEAVES-7", {}, E23, "ally:2 card:C1", "slot:0 slot:1", {}),
    ("E23 readied", "NW-LEAVES-7", {}, E23, "ally:2 card:C1 slot:1", None, {"allies": "CJ* FJ LL* EJ"}),
    ("E23 none exhausted", "NW-LEAVES-7", {}, {**E23, "allies": "CJ FJ LL EJ"}, "ally:2 card:C1", None, {"phase": "statement"}),
    ("E28 first", "NW-SUB-1", {}, E28, "", "sub:done " + " ".join(f"sub:{fief}>{slot}" for fief in (2, 5) for slot in range(4)), {}),
    ("E28 after 5", "NW-SUB-1", {}, E28, "sub:5>1", "sub:done", {}),
    ("E28 after 2", "NW-SUB-2", {}, E28, "sub:2>1", "sub:done sub:5>0 sub:5>2 sub:5>3", {}),
    ("CP optional first draw", "NW-RULING-15", {"prince_of_claws_first_draw": "optional"}, E17, "ally:0", "draw stop", {}),
    ("LK optional", "NW-RULING-34", {"king_of_leaves_exchange": "optional"}, E8, "ally:2 card:C8 skip", None, {"known": "", "statement": "C8"}),
    ("EP may stop", "NW-RULING-25", {"prince_of_eyes_repeats": "may_stop"}, E12, "ally:3 card:E7 card:E2", "draw stop", {}),
    ("null activation forbidden", "NW-RULING-11", {"null_activation": "forbidden"}, {**E21_FK, "hand": "C1 C4 F7 L7 E6"}, "", "pass", {}),
    ("one activation a visit", "NW-HOUSE-4", {"activations_per_visit": 1}, {"hand": "C1 C2", "fief": 3, "visit_activations": 1}, "", "pass", {}),
    ("two before a statement", "NW-RULING-10", {"activations_per_dialogue": 2}, {**E13, "allies": "CJ FJ LJ EQ*"}, "ally:1", "pass ally:0 ally:2", {}),
    ("order of the house", "NW-HOUSE-1", {"fief_order": "edges_in"}, {"hand": "C1", "failed": [0]}, "", "fief:7", {}),
    ("adjacent visits", "NW-HOUSE-10", {"adjacent_visits": "on"}, {"hand": "C1", "friendly": [2, 3]}, "", "fief:1 fief:4", {}),
    ("concede out of reach", "NW-END-4", {"concede": "on"}, {"hand": "C1", "failed": [0, 3]}, "", "fief:1 fief:2 fief:4 fief:5 fief:6 fief:7 concede", {}),
    ("concede in reach", "NW-END-5", {"concede": "on"}, {"hand": "C1", "failed": [0]}, "", "fief:1 fief:2 fief:3 fief:4 fief:5 fief:6 fief:7", {}),
    ("lives", "NW-HOUSE-8", {"lives": 2}, {**E5, "fief": 3, "failed": [0]}, "ally:0 card:C7 card:F1 card:E2", "", {"phase": "game_over", "outcome": "lost"}),
    ("must win", "NW-HOUSE-9", {"must_win": [1]}, E5, "ally:0 card:C7 card:F1 card:E2", "", {"phase": "game_over", "outcome": "lost"}),
    ("substitutes go", "NW-ENDVISIT-7", {}, {**E5, "friendly": [2], "substitutes": [{"slot": 3, "fief": 2, "character": "CK"}]}, "ally:0 card:C7 card:F1 card:E2", None, {"substitutes": [], "friendly": [2]}),
    ("instant end inside an ability", "NW-RULING-4", {"visit_end_check": "instant"}, {"hand": "C3", "deck": "L5 C1", "fief": 0, "ruler": "LQ", "allies": ready("EP")}, "ally:3 card:C3", None, {"friendly": [0]}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "clause", "options", "position", "moves", "legal", "expected"), MOVES, ids=[row[0] for row in MOVES]
)
def test_moves(
    name: str,
    clause: str,
    options: dict[str, Any],
    position: dict[str, Any],
    moves: str,
    legal: str | None,
    expected: dict[str, Any],
) -> None:
    state = play(build(options, position), moves)
    assert clause in state.game.rulebook
    if legal is not None:
        assert {state.game.symbol(action) for action in state.legal()} == set(legal.split())
    found: dict[str, Any] = {
        **state.to_dict(),
        "discard_top": card_name(state.discard_pile[-1]) if state.discard_pile else "",
    }
    if "discard" in expected:  # only what this example moved, not the cards it never names
        size = len(expected["discard"].split())
        found["discard"] = " ".join(found["discard"].split()[-size:])
    assert {key: found[key] for key in expected} == expected


SCORING = [
    ("C3", "C5", True, "NW-TRICK-4"),
    ("C7", "C5", False, "NW-TRICK-4"),
    ("L4", "L6", True, "NW-TRICK-6"),
    ("L6", "L4", False, "NW-TRICK-6"),
    ("C3", "L1", True, "NW-TRICK-5"),
    ("C3", "F8", False, "NW-TRICK-7"),
    ("L2", "E8", False, "NW-TRICK-7"),
    ("E8", "L1", True, "NW-TRICK-5"),
]


@pytest.mark.parametrize(("statement", "response", "scores", "clause"), SCORING)
def test_scoring(statement: str, response: str, scores: bool, clause: str) -> None:
    match = wb.load("northwood").match(
        position={"hand": f"{response}", "deck": "C1", "statement": statement, "fief": 3, "ruler": "LQ"}
    )
    events = match.play(f"card:{response}")
    assert clause in {event.clause for event in events}
    assert any(event.text.startswith("It scores") for event in events) == scores


def test_a_higher_card_that_is_no_trump_does_not_score_when_only_trumps_do() -> None:
    match = wb.load("northwood", nontrump_scoring="never").match(
        position={"hand": "C5", "deck": "C1", "statement": "C3", "fief": 3, "ruler": "LQ"}
    )
    assert "NW-RULING-1" in {event.clause for event in match.play("card:C5")}


# -- whole visits and games --------------------------------------------------------------------------------------------


def test_e30_the_full_deal() -> None:
    """NW-FULL-1..5: the first of a suit is the ally, the next two are rulers from the left."""
    state = wb.load("northwood", setup="full").start()
    assert isinstance(state, NorthwoodState)
    play(state, " ".join(f"character:{code}" for code in ["EP", "CK", "LB", "CQ", "EJ", "FB", "LL", "CJ", "FK"]))
    assert [character_name(ally) for ally in state.allies] == ["CK", "FB", "LB", "EP"]
    assert [character_name(ruler) for ruler in state.rulers[:5]] == ["CQ", "EJ", "LL", "CJ", "FK"]
    play(state, "character:CB")
    assert state.rulers[5:] == [-1, -1, -1]


E31 = [
    ("ally:3 card:E2 card:F8 card:F1 card:L3", "C7", "C2 C6", "C2", ""),
    ("pass", "L5", "L8", "L8", "L8"),
    ("pass", "E6", "E2 E4 E7", "E7", "L8 E7"),
    ("ally:2 fief:4", "C1", "C6", "C6", "L8 E7 C6"),
    ("pass", "L1", "F5 F8 E2 E4", "E2", "L8 E7 C6"),
    ("pass", "F3", "F5 F8", "F8", "L8 E7 C6 F8"),
    ("pass", "C8", "F5 E4", "E4", "L8 E7 C6 F8"),
    ("pass", "E1", "F5", "F5", None),
]


def test_e31_a_whole_visit_card_by_card() -> None:
    """NW-DIALOG-1..9 in one visit that succeeds with another ruler than it began with."""
    state = build({}, {"rulers": "CQ FQ LQ EQ FK CK LK EK", "hand": "C2 C6 F1 F5 L3 L8 E4 E7"})
    play(state, "fief:5")
    for before, statement, legal, response, score in E31:
        play(state, f"{before} card:{statement}")
        assert {card_name(card) for card in state.legal()} == set(legal.split())
        play(state, f"card:{response}")
        if score is not None:
            assert state.to_dict()["score"] == score
    assert state.status(5) == FRIENDLY
    assert [character_name(ruler) for ruler in state.rulers] == ["CQ", "FQ", "LQ", "EQ", "CK", "FK", "LK", "EK"]


def test_e29_stars_of_all_sets_of_fiefs() -> None:
    """NW-END-2, NW-END-3: 21, 6 and 1 of the 256 sets reach 16, 18 and 20 stars."""
    stars = wb.load("northwood").options["stars"]
    totals = [sum(stars[fief] for fief in fiefs) for size in range(9) for fiefs in combinations(range(8), size)]
    assert [sum(total >= needed for total in totals) for needed in (16, 18, 20)] == [21, 6, 1]
    rows = [({0, 1, 2, 6, 7}, 16), ({1, 2, 3, 4, 5, 6, 7}, 16), ({0, 1, 2, 5, 6, 7}, 18), ({1, 2, 4, 5, 6, 7}, 15)]
    for friendly, expected in rows:
        failed = sorted(set(range(8)) - friendly)
        state = build({}, {"friendly": sorted(friendly), "failed": failed})
        assert state.to_move == OVER and state.scores() == (expected,)
        assert state.returns() == (float(expected >= 16),)


@pytest.mark.parametrize(
    ("options", "friendly", "revealed", "won"),
    [
        ({"win_rule": "outer_four"}, [0, 1, 6, 7], [], True),
        ({"win_rule": "outer_four"}, [0, 1, 2, 3, 4, 5, 6], [], False),
        ({"win_rule": "hidden_three"}, [2, 3, 4], [2, 3, 4], True),
        ({"win_rule": "hidden_three"}, [0, 1, 3, 4, 5, 6, 7], [2, 3, 4], False),
        ({"threshold": 18}, [0, 1, 2, 6, 7], [], False),
    ],
)
def test_win_rules(options: dict[str, Any], friendly: list[int], revealed: list[int], won: bool) -> None:
    """NW-RULING-48 and the thresholds."""
    failed = sorted(set(range(8)) - set(friendly))
    state = build(options, {"friendly": friendly, "failed": failed, "revealed": revealed, "phase": "game_over"})
    assert state.returns() == (float(won),)


def test_the_suits_of_neighbouring_rulers_cluster_as_the_published_deal_makes_them() -> None:
    """NW-CHANCE-3, exactly: the chance that fiefs 0 and 1 have rulers of one suit is 11014/33649.

    Worked out from the chance nodes alone, by following how many characters of each suit have been revealed.
    """
    from functools import cache

    @cache
    def same(revealed: tuple[int, ...], first: int) -> Fraction:
        left = [6 - count for count in revealed]
        total = Fraction(0)
        for suit in range(4):
            if left[suit] == 0:
                continue
            chance = Fraction(left[suit], sum(left))
            after_it = tuple(count + (place == suit) for place, count in enumerate(revealed))
            if revealed[suit] in (1, 2):  # it becomes a ruler
                total += chance * (Fraction(suit == first) if first >= 0 else same(after_it, suit))
            else:
                total += chance * same(after_it, first)
        return total

    assert same((0, 0, 0, 0), -1) == Fraction(11014, 33649)
    # and the engine's chance nodes are those: every character not revealed yet, each equally likely
    state = wb.load("northwood", setup="full").start()
    for left in range(24, 15, -1):
        assert [weight for _, weight in state.chance()] == [1] * left
        state.apply(state.legal()[left // 2])


def test_failed_fiefs_lose_their_ruler() -> None:
    """NW-ENDVISIT-5."""
    state = play(build({}, E5), "ally:0 card:C7 card:F1 card:E2")
    assert state.status(1) == FAILED and state.rulers[1] == -1
