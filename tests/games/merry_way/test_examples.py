"""The worked examples of whole positions: what may be done, what follows, who gains. Each row names the clauses it shows.

Examples of a single traveller's path stand in `test_travel`.
"""

from __future__ import annotations

from typing import Any

import pytest

import workbench as wb
from workbench.core.state import CHANCE, OVER
from workbench.games.merry_way.cards import FOLLY_LETTERS, KIND_NAMES
from workbench.games.merry_way.components import MERCHANTS
from workbench.games.merry_way.game import MerryWay
from workbench.games.merry_way.state import MerryWayState

Step = str | set[str] | dict[str, Any]
"""Actions to be played; the legal actions that must be there then; or entries that the written position must have."""


def game(players: int, **options: Any) -> MerryWay:
    found = wb.load("merry_way", players, **options)
    assert isinstance(found, MerryWay)
    return found


def look(state: MerryWayState, step: set[str] | dict[str, Any]) -> None:
    """Compare legal actions, or parts of the written position, with what is expected."""
    if isinstance(step, set):
        assert {state.game.symbol(action) for action in state.legal()} == step
        return
    written = state.to_dict()
    for key, expected in step.items():
        if key == "has":
            assert expected <= {state.game.symbol(action) for action in state.legal()}
        elif key == "has not":
            assert not expected & {state.game.symbol(action) for action in state.legal()}
        elif isinstance(expected, dict) and isinstance(written[key], dict):
            assert {name: written[key].get(name) for name in expected} == expected, key
        else:
            assert written[key] == expected, key


def play(state: MerryWayState, symbols: str) -> None:
    """Play actions by symbol, each legal; ``...`` lets every random event that is due take its first outcome."""
    for symbol in symbols.split():
        if symbol == "...":
            while state.to_move == CHANCE:
                state.apply(state.legal()[0])
            continue
        action = state.game.action(symbol)
        assert action in state.legal(), f"{symbol} is not legal: {[state.game.symbol(one) for one in state.legal()]}"
        state.apply(action)


CONTENTION = {
    "phase": "digit",
    "supply": "4/3/1",
    "resources": {"A": "14/15/17", "B": "0/0/0", "C": "0/0/0"},
    "hands": {"A": "GR1 GR1 GR1 GR1 LZ1", "B": "LZ1 LZ1 LZ1", "C": "WK1 WK1 WK1 WK1 DW1"},
    "table": {"A": "RC08", "B": "RC13", "C": "RC05"},
}
PINK = {
    "phase": "digit",
    "supply": "6/2/5",
    "resources": {"A": "3/5/4", "B": "3/5/3"},
    "hands": {"A": "GR1 LZ1 WK1"},
    "resource_cards": {"A": "RC01 RC02"},
    "table": {"A": "RC16"},
}
BANK = {
    "phase": "bank",
    "profit": {"A": 3},
    "resources": {"A": "4/1/0", "B": "8/6/10"},
    "supply": "0/5/2",
    "hands": {"A": "GR1"},
}
CLAIMS = {
    "phase": "offer",
    "board": "N: R1.4=LZ3@B L1.4=GR2@A; W: L1.4=WK1@-",
    "profit": {"A": 4, "B": 2, "C": 6},
    "resources": {"A": "3/3/3", "B": "3/3/3", "C": "3/3/3"},
    "hands": {"A": "DW1", "B": "DW1", "C": "DW1"},
}
ABOUT_CLAIMS = {f"want:{use}:{spot}" for use in ("claim", "unclaim") for spot in ("N:L1.4", "W:L1.4")}
SPOTS = {
    "phase": "place",
    "board": "N: L1.4=GR1@B L1.3=LZ1@B L1.2=WK1@B R1.4=DW1@B L2.3=RB1@B",
    "chosen": "GR1",
    "resources": {"A": "3/3/3"},
}
UPGRADE = {"phase": "build", "board": "N: L1.4=LZ1@A", "resources": {"A": "2/1/2"}, "hands": {"A": "GR3"}}
LAST_PASS = {"phase": "build", "turn": "B", "passed": ["A"]}
PEASANTS = {**LAST_PASS, "line_up": "F33 F13 F14 F30 F20 F34", "board": "N: L1.4=GR3@A L1.3=LZ2@A", "profit": {"A": 1}}
GUARD = {**LAST_PASS, "line_up": "F37 F13 F29 F02 F18 F01", "board": "N: L1.4=GR3@A R1.4=GR1@B"}
TRAVEL = {
    "phase": "build",
    "turn": "C",
    "passed": ["A", "B"],
    "line_up": "F07 F20 F37 F11 F26 F34",
    "board": "N: L1.4=GR2@A L1.3=DW1@B R1.4=WK2@B R1.3=LZ1@C R1.2=DW2@A L1.2=RB1@C L2.3=GR3@C; "
    "W: L1.4=LZ2@C R1.4=GR1@A L1.3=WK1@A R1.3=DW1@B",
    "profit": {"A": 1, "B": 0, "C": 4},
}
MIXED = "F12 F35 F39 F24 F04* F48*"
TURNING = {**LAST_PASS, "line_up": "F01 F02* F03 F04* F05 F06*", "round": 4}
ROUND = {
    "phase": "build",
    "leader": "B",
    "turn": "B",
    "board": "W: L1.4=GR1@B",
    "resources": {"A": "4/4/4", "B": "3/3/3", "C": "3/3/3"},
    "hands": {"A": "SP3 WK1", "B": "GR1", "C": "LZ1"},
}
COMPANY = {"phase": "build", "line_up": MIXED, "hands": {"A": "SP3 SP4"}}

EXAMPLES: list[tuple[str, str, int, dict[str, Any], dict[str, Any], list[Step]]] = [
    # what, clauses, players, options, position, steps
    (
        "work: contention, forced draw, forced pass",
        "MW-WORK-3 MW-WORK-4 MW-WORK-6 MW-WORK-7 MW-WORK-9 MW-WORK-10 MW-WORK-11", 3, {}, CONTENTION,
        [
            {"take:plots", "take:manpower", "take:materials", "draw"}, "take:materials", {"supply": "4/3/0"},
            {"take:plots", "draw"}, "take:plots", {"supply": "0/3/0"},
            {"take:manpower", "draw"}, "take:manpower", {"supply": "0/0/0"},
            {"draw"}, "draw drawn:RB1 drawn:RB1", {"draw"}, "draw drawn:RB1 drawn:RB1", {"draw"}, "draw drawn:RB1",
            {"work:pass"}, "work:pass", {"draw"}, "draw drawn:RB1", {"draw"}, "draw drawn:RB2 drawn:RB2",
            {"phase": "offer", "resources": {"A": "14/15/18", "B": "4/0/0", "C": "0/3/0"}},
            {"hands": {"A": "GR1 GR1 GR1 GR1 LZ1 RB1 RB1", "B": "LZ1 LZ1 LZ1 RB1 RB1 RB1"}},
            {"hands": {"C": "WK1 WK1 WK1 WK1 DW1 RB1 RB2 RB2"}, "resource_discard": "RC05 RC08 RC13"},
        ],
    ),
    (
        "a pink digit fills the hand", "MW-WORK-6 MW-WORK-8", 2, {}, PINK,
        [{"take:plots", "take:materials", "draw"}, "draw drawn:DW1 drawn:DW1", {"digit": 2, "pending": 0}],
    ),
    (
        "a pink digit and a full hand", "MW-WORK-7", 2, {}, {**PINK, "hands": {"A": "GR1 LZ1 WK1 DW1 RB1"}},
        [{"take:plots", "take:materials"}],
    ),
    ("a pink digit that counts all cards", "MW-RULING-8", 2, {"pink_count": "all"}, PINK, [{"take:plots", "take:materials"}]),
    (
        "the bank", "MW-BANK-2 MW-BANK-4 MW-BANK-5 MW-BANK-6", 2, {}, BANK,
        [
            {"bank:done", "buy:manpower", "buy:materials", "buy:card", "swap:plots:manpower", "swap:plots:materials"},
            "swap:plots:materials", {"resources": {"A": "1/1/1"}, "supply": "3/5/1"},
            "buy:plots", {"resources": {"A": "2/1/1"}, "supply": "2/5/1", "profit": {"A": 2}},
            {"bank:done", "buy:plots", "buy:manpower", "buy:materials", "buy:card"},
            "bank:done", {"turn": "B"}, "bank:done", {"phase": "build", "turn": "A"},
        ],
    ),
    (
        "claims change hands and are taken off",
        "MW-BARGAIN-3 MW-BARGAIN-4 MW-BARGAIN-5 MW-BARGAIN-8 MW-BARGAIN-10 MW-BARGAIN-11", 3, {}, CLAIMS,
        [
            {"reserve": {"A": 19, "B": 19, "C": 20}},
            "offer:to:B give:profit give:claim:N:L1.4 give:done want:claim:N:R1.4 want:submit", {"to_move": "B", "turn": "A"},
            "reply:accept", {"board": "N: L1.4=GR2a@B R1.4=LZ3@A; W: L1.4=WK1@-", "profit": {"A": 3, "B": 3}},
            {"reserve": {"A": 19, "B": 19, "C": 20}, "offers": {"A": 1, "B": 0, "C": 0}},
            "offer:pass offer:to:B give:profit give:profit give:done want:unclaim:N:L1.4 want:submit reply:accept",
            {"board": "N: L1.4=GR2a@- R1.4=LZ3@A; W: L1.4=WK1@-", "profit": {"B": 5, "C": 4}, "reserve": {"B": 20}},
            "offer:to:C give:done", {"has not": ABOUT_CLAIMS}, "want:profit want:submit reply:reject",
            "offer:to:B give:done", {"has not": ABOUT_CLAIMS}, "want:profit want:submit reply:reject",
            {"phase": "bank"}, "bank:done bank:done bank:done play:DW1",
            {"has": {"place:N:L1.4", "place:W:L1.4", "place:N:R1.4"}}, "place:N:L1.4",
            {"turn": "B", "board": "N: L1.4=DW1@A R1.4=LZ3@A; W: L1.4=WK1@-", "covered": {"N:L1.4": "GR2a"}},
            "play:DW1", {"has": {"place:W:L1.4"}, "has not": {"place:N:L1.4", "place:N:R1.4"}},
        ],
    ),
    (
        "open spots", "MW-BUILD-5 MW-BUILD-6 MW-RULING-3", 2, {}, SPOTS,
        [{f"place:{spot}" for spot in ("N:L1.1", "N:R1.3", "N:L2.2", "W:L1.4", "W:R1.4")}],
    ),
    (
        "open spots on both sides together", "MW-RULING-5", 2, {"frontier": "per_trail"}, SPOTS,
        [{f"place:{spot}" for spot in ("N:R1.3", "N:L2.2", "W:L1.4", "W:R1.4")}],
    ),
    (
        "open spots next to the trail only", "MW-RULING-3", 2, {"between": "none"},
        {**SPOTS, "board": "N: L1.4=GR1@B L1.3=LZ1@B L1.2=WK1@B R1.4=DW1@B"},
        [{f"place:{spot}" for spot in ("N:L1.1", "N:R1.3", "W:L1.4", "W:R1.4")}],
    ),
    (
        "a card that can be paid for as an upgrade only", "MW-BUILD-7 MW-BUILD-9", 2, {}, UPGRADE,
        [
            {"build:pass", "roadblock", "play:GR3"}, "play:GR3", {"place:N:L1.4"}, "place:N:L1.4",
            {"board": "N: L1.4=GR3@A", "covered": {"N:L1.4": "LZ1"}, "reserve": {"A": 19}, "resources": {"A": "1/0/0"}},
        ],
    ),
    (
        "a covered card may be discarded", "MW-RULING-21", 2, {"covered": "discard"}, UPGRADE,
        ["play:GR3 place:N:L1.4", {"board": "N: L1.4=GR3@A", "covered": {}, "scheme_discard": "LZ1"}],
    ),
    ("peasants", "MW-PEASANT-3 MW-LINE-3 MW-RULING-31", 2, {}, PEASANTS, ["build:pass", {"profit": {"A": 0, "B": 0}}]),
    (
        "peasants who leave debts", "MW-RULING-31", 2, {"peasant_debt": "yes"}, PEASANTS,
        ["build:pass", {"profit": {"A": -5, "B": 0}}],
    ),
    (
        "a guard changes where others go", "MW-GUARD-3 MW-BARGAIN-6 MW-LINE-3", 2, {}, GUARD,
        ["build:pass", {"profit": {"A": 0, "B": 2}, "board": "N: L1.4=GR3@- R1.4=GR1@B", "reserve": {"A": 20}}],
    ),
    (
        "a whole Travel phase", "MW-LINE-3 MW-FOLLY-4 MW-DIM-2 MW-PEASANT-3 MW-GUARD-3", 3, {}, TRAVEL,
        [
            "build:pass",
            {
                "profit": {"A": 0, "B": 2, "C": 1},
                "board": "N: L1.2=RB1@C L1.3=DW1@B L1.4=GR2a@- L2.3=GR3@C R1.2=DW2a@A R1.3=LZ1@C R1.4=WK2a@B; "
                "W: L1.3=WK1@A L1.4=LZ2a@- R1.3=DW1@B R1.4=GR1@A",
            },
        ],
    ),
    (
        "folly cards are turned or replaced", "MW-ENDROUND-2 MW-ENDROUND-3 MW-ENDROUND-4 MW-ENDROUND-5", 2, {},
        {**TURNING, "folly_deck": "F07 F08 F09"},
        [
            "build:pass", {"folly:F07", "folly:F08", "folly:F09"}, "folly:F07 folly:F09 folly:F08",
            {"line_up": "F01* F07 F03* F09 F05* F08", "folly_deck": "", "phase": "draw_resource"},
            "...", {"phase": "choose_card", "leader": "B", "round": 5},
        ],
    ),
    (
        "a folly deck that is too short", "MW-WIN-2 MW-RULING-38", 2, {}, {**TURNING, "folly_deck": "F07 F08"},
        ["build:pass", {"phase": "game_over", "to_move": "over", "folly_deck": "F07 F08", "round": 4}],
    ),
    (
        "an empty folly deck", "MW-WIN-2", 2, {}, {**LAST_PASS, "line_up": "F01* F07 F03* F09 F05* F08", "folly_deck": ""},
        ["build:pass", {"phase": "game_over", "line_up": "- F07* - F09* - F08*"}],
    ),
    (
        "going round in the Build phase", "MW-BUILD-1 MW-BUILD-2 MW-BUILD-13 MW-BUILD-16 MW-BUILD-17 MW-RULING-17", 3, {}, ROUND,
        [
            "play:GR1 place:N:L1.4", {"turn": "C", "has": {"play:LZ1"}}, "build:pass", {"turn": "A"},
            "special:SP3 flip:1", {"turn": "A", "specials": 1, "has not": {"special:SP3"}},
            "roadblock block:N:M3-M4", {"turn": "B", "roadblock": "N:M3-M4", "has not": {"roadblock"}}, "build:pass",
            {"turn": "A", "specials": 0, "has not": {"roadblock"}}, "play:WK1 place:N:R1.4", {"turn": "A"}, "build:pass",
            {"phase": "draw_folly", "roadblock": None, "line_up": "- F02* F03* F04* F05* F06*"},
        ],
    ),
    (
        "everybody builds everything at once", "MW-RULING-17", 3, {"build_turn": "all"}, ROUND,
        [
            "play:GR1 place:N:L1.4", {"turn": "B"}, "build:pass", {"turn": "C"}, "play:LZ1 place:N:R1.4 build:pass",
            {"turn": "A"}, "special:SP3 flip:1 play:WK1 place:W:R1.4", {"turn": "A", "specials": 0}, "build:pass",
            {"phase": "draw_folly"},
        ],
    ),
    (
        "special cards that act on the line-up", "MW-HOUSE-8 MW-HOUSE-9 MW-ENDROUND-3", 2, {}, COMPANY,
        [
            "special:SP4 swapfolly:2", {"line_up": "F12 F39 F35 F24 F04* F48*", "scheme_discard": "SP4"},
            {"turn": "A", "specials": 1, "has not": {"special:SP3"}},
        ],
    ),
    (
        "any number of special cards in a turn", "MW-RULING-18", 2, {"specials_per_turn": "any"}, COMPANY,
        ["special:SP4 swapfolly:2 special:SP3 flip:2", {"line_up": "F12 F39* F35 F24 F04* F48*", "scheme_discard": "SP3 SP4"}],
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("what", "clauses", "players", "options", "position", "steps"), EXAMPLES, ids=[row[0] for row in EXAMPLES]
)
def test_a_worked_example(
    what: str, clauses: str, players: int, options: dict[str, Any], position: dict[str, Any], steps: list[Step]
) -> None:
    rules = game(players, **options)
    assert all(clause in rules.rulebook for clause in clauses.split())
    state = rules.position(position)
    for step in steps:
        if isinstance(step, str):
            play(state, step)
        else:
            look(state, step)


# -- prices of upgrades ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "cost"), [("GR4", (2, 1, 3)), ("LZ1", (1, 1, 1)), ("DW2b", (1, 1, 2)), ("GR3", (1, 1, 2))]
)
def test_what_an_upgrade_costs(card: str, cost: tuple[int, int, int]) -> None:
    rules = game(2)
    assert rules.upgrade_cost[rules.cards.scheme_of(card)] == cost


@pytest.mark.parametrize(("floor", "cost"), [("printed", (2, 0, 1)), ("always", (2, 1, 1))])
def test_an_upgrade_with_a_printed_nought(floor: str, cost: tuple[int, int, int]) -> None:
    """MW-RULING-20, on a designer's card."""
    assert game(2, upgrade_floor=floor).discounted((3, 0, 2)) == cost


# -- reading the line-up (MW-LINE-1, MW-LINE-2, MW-FOLLY-1, MW-FOLLY-2, MW-RULING-30) ----------------------------------

READ_AS_IT_LIES = ["Peasant DW WK", "Peasant WK", "Guard WK LZ", "Merchant WK LZ DW", "Guard WK DW GR"]
EXCHANGED = "F12 F39 F35 F24 F04* F48*"
TURNED = "F12 F39* F35 F24 F04* F48*"
LINE_UPS: list[tuple[str, str, str, list[str]]] = [
    ("as it lies", MIXED, "left", READ_AS_IT_LIES),
    ("guards win", MIXED, "guard", ["Peasant DW WK", "Guard WK", "Guard WK LZ", "Merchant WK LZ DW", "Guard WK DW GR"]),
    ("peasants win", MIXED, "peasant", READ_AS_IT_LIES),
    ("changed company", EXCHANGED, "left", ["Guard DW WK", "Guard WK", "Peasant WK LZ", *READ_AS_IT_LIES[3:]]),
    ("false papers", TURNED, "left", ["Merchant DW WK LZ", "Peasant LZ DW WK", "Peasant WK LZ", *READ_AS_IT_LIES[3:]]),
]


@pytest.mark.parametrize(("what", "line_up", "mixed", "expected"), LINE_UPS, ids=[row[0] for row in LINE_UPS])
def test_reading_the_line_up(what: str, line_up: str, mixed: str, expected: list[str]) -> None:
    state = game(2, mixed=mixed).position({"phase": "build", "line_up": line_up})
    assert isinstance(state, MerryWayState)
    travel = state.game.travel
    shown = []
    for one in range(len(MERCHANTS)):
        follies = [FOLLY_LETTERS[folly] for folly in travel.follies(state, one)]
        shown.append(f"{KIND_NAMES[travel.kind(state, one)]} {' '.join(follies)}")
    assert shown == expected


def test_a_card_turned_over_by_false_papers_is_discarded_at_the_end_of_the_round() -> None:
    """MW-HOUSE-8, MW-ENDROUND-3."""
    state = game(2).position({**COMPANY, "line_up": EXCHANGED, "hands": {"A": "SP3"}})
    play(state, "special:SP3 flip:2")
    look(state, {"line_up": TURNED})
    play(state, "build:pass build:pass")
    look(state, {"line_up": "F12* - F35* F24* - -", "phase": "draw_folly"})
    play(state, "folly:F01 folly:F02 folly:F03 ...")
    look(state, {"line_up": "F12* F01 F35* F24* F02 F03"})


# -- who has won -------------------------------------------------------------------------------------------------------

FIVE_EACH = "N: L1.4=GR1@A L1.3=GR1@A L1.2=GR1@A L1.1=GR1@A R1.4=LZ1@A R1.3=LZ1@B R1.2=LZ1@B R1.1=LZ1@B; W: L1.4=WK1@B R1.4=WK1@B"
A_MORE = FIVE_EACH.replace("R1.3=LZ1@B", "R1.3=LZ1@A")
TIED = {"round": 8, "phase": "game_over", "profit": {"A": 31, "B": 31, "C": 28}, "board": FIVE_EACH}
SAME_CARDS = {**TIED, "hands": {"A": "DW1 DW1 RB1", "B": "DW2a SP1 RB1"}}
ENDS: list[tuple[str, str, dict[str, Any], dict[str, Any], tuple[float, ...]]] = [
    ("claims", "MW-WIN-4", {}, {**TIED, "board": A_MORE, "hands": {"B": "DW1"}}, (1, 0, 0)),
    (
        "tokens in reserve",
        "MW-RULING-37",
        {"tie_tokens": "reserve"},
        {**TIED, "board": A_MORE, "hands": {"A": "DW1"}},
        (0, 1, 0),
    ),
    ("scheme cards", "MW-WIN-5", {}, {**TIED, "hands": {"A": "DW1 SP1", "B": "DW1 DW1 DW1"}}, (0, 1, 0)),
    ("resources", "MW-WIN-6", {}, {**SAME_CARDS, "resources": {"A": "2/1/1", "B": "0/5/0"}}, (0, 1, 0)),
    ("shared", "MW-WIN-7", {}, {**SAME_CARDS, "resources": {"A": "2/1/1", "B": "0/4/0"}}, (0.5, 0.5, 0)),
    ("the most profit", "MW-WIN-3", {}, {**TIED, "profit": {"A": 30, "B": 33}}, (0, 1, 0)),
]


@pytest.mark.parametrize(("what", "clause", "options", "position", "returns"), ENDS, ids=[row[0] for row in ENDS])
def test_who_has_won(
    what: str, clause: str, options: dict[str, Any], position: dict[str, Any], returns: tuple[float, ...]
) -> None:
    state = game(3, **options).position(position)
    assert state.to_move == OVER and state.returns() == returns
    assert clause in state.game.rulebook


def test_a_lot_may_decide_among_those_who_still_tie() -> None:
    """MW-RULING-39: only among them."""
    position = {**SAME_CARDS, "resources": {"A": "2/1/1", "B": "0/4/0"}, "phase": "final_tie"}
    state = game(3, final_tie="random").position(position)
    look(state, {"winner:A", "winner:B"})
    play(state, "winner:B")
    assert state.to_move == OVER and state.returns() == (0.0, 1.0, 0.0)


@pytest.mark.parametrize(
    ("profit", "last_round", "clause"), [(30, 40, "MW-WIN-1"), (29, 6, "MW-RULING-50"), (29, 40, "")]
)
def test_what_ends_the_game(profit: int, last_round: int, clause: str) -> None:
    """MW-GOAL-3, MW-WIN-1, MW-RULING-34, MW-RULING-50: looked at after the last step of the round."""
    rules = game(2, max_rounds=last_round)
    state = rules.position({**LAST_PASS, "round": 6, "profit": {"A": profit}})
    play(state, "build:pass")
    assert state.to_move == CHANCE, "resource cards are drawn first"
    play(state, "...")
    assert (state.to_move == OVER) == bool(clause)
    assert not clause or rules.ending(state) == clause


# -- special cards -----------------------------------------------------------------------------------------------------

POOR = {"phase": "build", "board": "N: L1.4=GR1@B L1.3=GR1@A L1.2=GR1@-", "hands": {"A": "SP1 SP2 SP5 SP6"}}
SPECIALS: list[tuple[str, str, dict[str, Any], list[Step]]] = [
    (
        "Loose Tongues", "MW-HOUSE-6", POOR,
        ["special:SP1 drawn:GR4 drawn:SP3", {"hands": {"A": "GR4 SP2 SP3 SP5 SP6"}, "scheme_discard": "SP1", "turn": "A"}],
    ),
    (
        "Loose Tongues and one card", "MW-HOUSE-6", {**POOR, "scheme_deck": "", "scheme_discard": None, "hands": {"A": "SP1"}},
        ["special:SP1 drawn:GR2a ", {"phase": "draw_scheme", "pending": 1}],
    ),
    (
        "Many Hands", "MW-HOUSE-7", POOR,
        ["special:SP2", {"take:plots", "take:manpower", "take:materials"}, "take:plots take:materials",
         {"resources": {"A": "2/1/2"}, "supply": "9/10/9", "phase": "build"}],
    ),
    (
        "Many Hands and one token", "MW-HOUSE-7", {**POOR, "supply": "0/0/1", "resources": {"A": "1/1/1", "B": "11/11/10"}},
        ["special:SP2", {"take:materials"}, "take:materials", {"phase": "build", "supply": "0/0/0", "pending": 0}],
    ),
    (
        "The Sheriff's Ear", "MW-HOUSE-10", {**POOR, "resources": {"A": "2/0/0"}},
        ["special:SP5", {"strip:N:L1.4"}, "strip:N:L1.4",
         {"resources": {"A": "0/0/0"}, "board": "N: L1.2=GR1@- L1.3=GR1@A L1.4=GR1@-", "reserve": {"B": 20}}],
    ),
    ("The Sheriff's Ear costs two plots", "MW-HOUSE-10", POOR, [{"has not": {"special:SP5"}}]),
    (
        "Light Fingers", "MW-HOUSE-11", {**POOR, "resources": {"A": "0/0/0", "B": "0/2/1"}},
        ["special:SP6", {"filch:B:manpower", "filch:B:materials"}, "filch:B:manpower",
         {"resources": {"A": "0/1/0", "B": "0/1/1"}}],
    ),
    ("nothing to filch", "MW-HOUSE-11", {**POOR, "resources": {"A": "0/0/0", "B": "0/0/0"}}, [{"has not": {"special:SP6"}}]),
    ("an empty supply", "MW-HOUSE-7", {**POOR, "resources": {"A": "6/6/6", "B": "6/6/6"}}, [{"has not": {"special:SP2"}}]),
]  # fmt: skip


@pytest.mark.parametrize(("what", "clause", "position", "steps"), SPECIALS, ids=[row[0] for row in SPECIALS])
def test_a_special_card(what: str, clause: str, position: dict[str, Any], steps: list[Step]) -> None:
    rules = game(2)
    assert clause in rules.rulebook
    state = rules.position({key: value for key, value in position.items() if value is not None})
    for step in steps:
        if isinstance(step, str):
            play(state, step)
        else:
            look(state, step)
