"""Trips: the worked examples as data, the properties that follow from the rules, and every reading of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, permutations, product
from typing import Any

import pytest

from tests.games.merry_way.walking import TRAVEL, game_of, next_leg, resolve, trip, with_cards
from tests.helpers import refused
from workbench.core.errors import OptionError
from workbench.games.merry_way.cards import (
    DIMWITTED,
    GUARD,
    KIND_NAMES,
    MERCHANT,
    NONE,
    PEASANT,
    cards,
    follies_of,
    folly_list,
    kind_between,
)
from workbench.games.merry_way.notation import read_board
from workbench.games.merry_way.options import OPTIONS
from workbench.games.merry_way.paths import TrailBoard
from workbench.games.merry_way.sight import TRAVEL_CHOICES, Sight, TravelRules
from workbench.games.merry_way.trail import LEFT, RIGHT, Geometry, geometry, open_spots, open_ways
from workbench.games.merry_way.travel import AFTER_DIMWITTED, END, FALL, FIRST_STAGE, NOBODY, ONWARD, TIE

USUAL = geometry()
EVERY_LIST = [follies for length in range(1, 5) for follies in permutations(range(4), length)]


def sight(text: str, block: str = "", board: Geometry = USUAL, road: int = 0, **readings: str) -> Sight:
    on_board, claims, reasons = read_board(text, board, cards)
    assert reasons == ()
    way = board.way(block) if block else NONE
    return Sight(board.roads[road], cards, on_board, claims, way, TravelRules(**readings))


# -- worked examples: one traveller ------------------------------------------------------------------------------------

ROW_2 = "L1.4=GR1@A L1.3=GR2@B R1.4=LZ1@A R1.3=LZ1@A R1.2=WK1@A R2.2=GR3@A"
STUCK = "L1.4=LZ2@A R1.4=WK1@B"
DIM = "L1.4=DW1@A L1.3=GR2@B L1.2=DW2@A L1.1=LZ1@B R1.4=DW2@B R1.3=WK1@A"
DIM_TIE = "L1.4=GR2@A R1.4=DW1@B"
FAR_OUT = "L1.4=RB1@A L1.3=RB2@B L1.2=RB1@C L1.1=WK1@A L2.1=RB1@B L2.2=LZ1@A L2.3=RB1@D L3.2=GR4@C"
BLOCKED = "L1.4=RB1@A L1.3=RB1@B L1.2=DW1@A R1.4=WK1@A R1.3=RB2@C"
CLOSED = "L1.4=GR3@A R1.4=LZ1@B"
CLOSED_MORE = "L1.4=GR3@A R1.4=LZ1@B R1.3=GR1@B"
ACROSS = "L1.4=LZ1@A L1.3=WK1@C L1.2=GR2@A R1.4=RB1@B R1.3=LZ3@B"
LEVEL = "L1.4=LZ1@A L1.3=LZ2@C R1.4=RB1@B R1.3=LZ3@B"
OVER = "L1.4=GR1@A R1.4=GR1@B"
ON_MAIN = "M0 M1 M2 M3 M4"
ALONG = {"nearest": "along"}
DIRECT = {"home": "direct"}
STOP = {"roadblock_policy": "stop"}
ONE_FIRST = {"dim_first": "one"}
OPEN = {"open_ground": "row1"}

TRIPS: list[tuple[str, str, str, str, str, dict[str, str], str, dict[str, int]]] = [
    # what, clause, board, roadblock, follies, readings, path, gains
    ("row 2 against row 1", "MW-PATH-7", ROW_2, "", "GR", {}, "M0 M1 M2 L1.3 M3 M4", {"B": 2}),
    ("row 2 first along the trail", "MW-RULING-23", ROW_2, "", "GR", ALONG, "M0 M1 R1.2 R2.2 R1.3 M3 M4", {"A": 3}),
    ("no trap of the first folly", "MW-FOLLY-4", STUCK, "", "GR LZ", {}, ON_MAIN, {}),
    ("passed over", "MW-RULING-29", STUCK, "", "GR LZ", {"stuck_folly": "skip"}, "M0 M1 M2 M3 L1.4 M4", {"A": 2}),
    ("no trap of the second folly", "MW-FOLLY-4", STUCK, "", "LZ GR WK", {}, "M0 M1 M2 M3 L1.4 M4", {"A": 2}),
    ("Dimwitted alone", "MW-DIM-1", DIM, "", "DW", {}, "M0 M1 L1.2 L1.3 L1.4 M4", {"A": 3}),
    ("Dimwitted, then nearer", "MW-DIM-2", DIM, "", "DW GR WK", {}, "M0 M1 L1.2 L1.3 M3 M4", {"A": 2, "B": 2}),
    ("the next folly at once", "MW-DIM-3", DIM, "", "DW LZ WK", {}, "M0 L1.1 M1 M2 R1.3 M3 M4", {"A": 1, "B": 1}),
    ("one Dimwitted fall first", "MW-RULING-28", DIM, "", "DW LZ WK", ONE_FIRST, "M0 M1 L1.2 L1.3 L1.4 M4", {"A": 3}),
    ("the next folly wins a tie", "MW-RULING-27", DIM, "", "DW WK", {}, "M0 M1 L1.2 M2 R1.3 M3 M4", {"A": 3}),
    ("a small tie", "MW-RULING-27", DIM_TIE, "", "DW GR", {}, "M0 M1 M2 M3 L1.4 M4", {"A": 2}),
    ("a small tie for Dimwitted", "MW-RULING-27", DIM_TIE, "", "DW GR", {"dim_tie": "dim"}, "M0 M1 M2 M3 R1.4 M4", {"B": 1}),
    ("furthest out", "MW-ROB-2", FAR_OUT, "", "GR LZ", {}, "M0 M1 L1.2 L2.2 L3.2 L2.3 L1.4 M4", {"A": 1, "C": 5, "D": 1}),
    ("around a roadblock", "MW-BUILD-12", BLOCKED, "M2-M3", "GR", {}, "M0 M1 M2 L1.3 M3 M4", {"B": 1}),
    ("to a trap around a roadblock", "MW-BUILD-12", BLOCKED, "M2-M3", "WK", {}, "M0 M1 M2 R1.3 R1.4 M4", {"A": 1, "C": 2}),
    ("to the trail, then around", "MW-RULING-33", BLOCKED, "M2-M3", "DW", {}, "M0 M1 L1.2 M2 L1.3 M3 M4", {"A": 1, "B": 1}),
    ("straight to the town", "MW-RULING-33", BLOCKED, "M2-M3", "DW", DIRECT, "M0 M1 L1.2 L1.3 M3 M4", {"A": 1, "B": 1}),
    ("without the roadblock", "MW-PATH-6", BLOCKED, "", "DW", {}, "M0 M1 L1.2 M2 M3 M4", {"A": 1}),
    ("before a clearing is closed", "MW-PATH-4", CLOSED, "", "GR", {}, "M0 M1 M2 M3 L1.4 M4", {"A": 3}),
    ("a closed clearing", "MW-RULING-25", CLOSED, "L1.4-M4", "GR", {}, ON_MAIN, {}),
    ("another trap beside it", "MW-RULING-25", CLOSED_MORE, "L1.4-M4", "GR LZ", {}, "M0 M1 M2 R1.3 R1.4 M4", {"B": 2}),
    ("stopped in a closed clearing", "MW-RULING-25", CLOSED, "L1.4-M4", "GR", STOP, "M0 M1 M2 M3 L1.4", {"A": 3}),
    ("stopped on the main trail", "MW-RULING-25", "", "M2-M3", "GR", STOP, "M0 M1 M2", {}),
    ("off the main trail, then stopped", "MW-RULING-25", "L1.4=RB1@- L1.3=RB1@- L1.2=LZ1@A", "M3-M4", "LZ", STOP,
     "M0 M1 L1.2 M2 M3 L1.4 M4", {"A": 1}),
    ("nowhere to go", "MW-RULING-25", "", "M0-M1", "GR", STOP, "M0", {}),
    ("the shortest way to the main trail is blocked", "MW-RULING-25", "L1.4=LZ1@A L1.3=LZ1@A L1.2=LZ1@A", "L1.2-M2",
     "LZ", STOP, "M0 M1 L1.2 L1.3 M3 M4", {"A": 1}),
    ("across the main trail", "MW-PATH-7", ACROSS, "", "GR LZ", {}, "M0 M1 L1.2 M2 R1.3 M3 M4", {"A": 2, "B": 3}),
    ("left before right", "MW-RULING-26", LEVEL, "", "LZ", {}, "M0 M1 M2 L1.3 M3 M4", {"C": 2}),
    ("a claim that is gone", "MW-BARGAIN-6", "L1.4=GR3@- R1.4=GR1@B", "", "GR", {}, "M0 M1 M2 M3 R1.4 M4", {"B": 1}),
    ("unclaimed cards", "MW-BARGAIN-6", "L1.4=GR3@A L1.3=RB1@- L2.3=GR1@-", "", "GR", {}, "M0 M1 M2 M3 L1.4 M4", {"A": 3}),
    ("no second fall", "MW-PATH-8", "L1.4=GR1@A L1.3=GR1@A L1.2=GR1@A", "", "GR", {}, "M0 M1 L1.2 M2 M3 M4", {"A": 1}),
    ("over open ground", "MW-RULING-6", OVER, "M2-M3", "GR", OPEN, "M0 M1 M2 L1.3 L1.4 M4", {"A": 1}),
    ("closed ground", "MW-RULING-6", "L1.4=GR1@A R1.3=RB1@- R1.4=GR1@B", "M2-M3", "GR", {},
     "M0 M1 M2 R1.3 R1.4 M4", {"B": 1}),
]  # fmt: skip


def gains_of(seen: Sight, text: str, places: tuple[int, ...], falls: tuple[int, ...]) -> dict[str, int]:
    """What each seat gains from a Merchant's trip, counted from the text of the board."""
    written = dict(part.split("=") for part in text.split())
    gains: Counter[str] = Counter()
    for place in places:
        card, _, owner = written.get(seen.road.names[place], "@-").partition("@")
        if owner != "-" and (place in falls or card.startswith("RB")):
            gains[owner] += int(card[2])
    return dict(gains)


@pytest.mark.parametrize(
    ("what", "clause", "text", "block", "follies", "readings", "path", "gains"), TRIPS, ids=[row[0] for row in TRIPS]
)
def test_a_trip(
    what: str,
    clause: str,
    text: str,
    block: str,
    follies: str,
    readings: dict[str, str],
    path: str,
    gains: dict[str, int],
) -> None:
    seen = sight(text, block, **readings)
    places, falls = trip(seen, follies_of(follies))
    assert " ".join(seen.road.names[place] for place in (seen.road.start, *places)) == path
    assert gains_of(seen, text, places, falls) == gains
    board = TrailBoard.read(text, block, game_of(USUAL, **readings))
    profits, kept = resolve(board, follies_of(follies), MERCHANT, seen.road, (0, 0, 0, 0))
    assert {"ABCD"[seat]: profit for seat, profit in enumerate(profits) if profit} == gains
    assert kept == board.claims


# -- worked examples: several travellers -------------------------------------------------------------------------------

NAMES = ("Red", "Yellow", "Green", "Blue", "Purple")


def whole_phase(
    text: str, line_up: str, profits: tuple[int, ...], round_number: int = 1, debt: str = "no"
) -> list[tuple[str, str, str, tuple[int, ...], tuple[int, ...]]]:
    """A whole Travel phase: for each traveller kind, follies, path, and the profits and claims after it."""
    board = TrailBoard.read(text, game=game_of(USUAL, peasant_debt=debt))
    shown = []
    for word in line_up.split():
        code, _, colour = word.partition("/")
        shown.append(cards.folly_cards[cards.folly_codes.index(code)].sides[1 if colour == "blue" else 0])
    found = []
    for number in range(5):
        road = USUAL.roads[(number + round_number + 1) % 2]
        kind = kind_between(shown[number], shown[number + 1])
        follies = folly_list(shown[number], shown[number + 1])
        places, _ = trip(board.sight(road.number), follies)
        profits, claims = resolve(board, follies, kind, road, profits)
        board = replace(board, claims=claims)
        letters = " ".join(("GR", "LZ", "WK", "DW")[folly] for folly in follies)
        path = " ".join(road.names[place] for place in (road.start, *places))
        found.append((KIND_NAMES[kind], letters, path, profits, claims))
    return found


def test_peasants_take_no_more_than_there_is_and_order_matters() -> None:
    line_up = "F33 F13 F14 F30 F20 F34"
    found = whole_phase("L1.4=GR3@A L1.3=LZ2@A", line_up, (1,))
    assert [row[:2] for row in found] == [
        ("Peasant", "GR"),
        ("Merchant", "GR LZ"),
        ("Merchant", "LZ"),
        ("Merchant", "LZ GR"),
        ("Peasant", "LZ GR"),
    ]
    assert [row[3] for row in found] == [(0,), (0,), (2,), (2,), (0,)]
    in_debt = whole_phase("L1.4=GR3@A L1.3=LZ2@A", line_up, (1,), debt="yes")
    assert [row[3] for row in in_debt] == [(-2,), (-2,), (0,), (0,), (-5,)]


def test_a_guard_changes_where_later_travellers_go() -> None:
    found = whole_phase("L1.4=GR3@A R1.4=GR1@B", "F37 F13 F29 F02 F18 F01", (0, 0))
    assert [(row[0], row[1], row[2].split()[-2]) for row in found[::2]] == [
        ("Guard", "GR", "L1.4"),
        ("Merchant", "GR WK", "R1.4"),
        ("Merchant", "GR WK LZ", "R1.4"),
    ]
    assert found[0][4][USUAL.spot("N:L1.4")] == NONE
    assert [row[3] for row in found] == [(0, 0), (0, 0), (0, 1), (0, 1), (0, 2)]


PHASE_BOARD = (
    "N: L1.4=GR2@A L1.3=DW1@B R1.4=WK2@B R1.3=LZ1@C R1.2=DW2@A L1.2=RB1@C L2.3=GR3@C; "
    "W: L1.4=LZ2@C R1.4=GR1@A L1.3=WK1@A R1.3=DW1@B"
)
PHASE = [
    ("Merchant", "WK GR LZ", "M0 M1 M2 M3 R1.4 M4", (1, 2, 4), ""),
    ("Guard", "LZ GR", "M0 M1 M2 M3 L1.4 M4", (1, 2, 4), "W:L1.4"),
    ("Guard", "GR DW LZ", "M0 M1 M2 M3 L1.4 M4", (1, 2, 4), "N:L1.4"),
    ("Merchant", "DW LZ GR", "M0 M1 M2 R1.3 M3 M4", (1, 3, 4), ""),
    ("Peasant", "DW GR LZ", "M0 M1 R1.2 M2 L1.3 L2.3 L1.4 M4", (0, 2, 1), ""),
]


def test_a_whole_travel_phase() -> None:
    found = whole_phase(PHASE_BOARD, "F07 F20 F37 F11 F26 F34", (1, 0, 4))
    _, before, _ = read_board(PHASE_BOARD, USUAL, cards)
    for row, expected in zip(found, PHASE, strict=True):
        assert row[:4] == expected[:4]
        lost = [USUAL.spot_names[spot] for spot in range(36) if before[spot] != row[4][spot]]
        assert lost == ([expected[4]] if expected[4] else [])
        before = row[4]


def test_in_even_rounds_the_groups_change_roads() -> None:
    found = whole_phase("W: L1.4=GR1@A", "F13 F13 F13 F13 F13 F13", (0,), round_number=2)
    assert [row[3] for row in found] == [(1,), (1,), (2,), (2,), (3,)]


# -- worked examples: exact odds ---------------------------------------------------------------------------------------

TYPES = Counter(
    (kind_between(left.sides[0], right.sides[0]), folly_list(left.sides[0], right.sides[0]))
    for left, right in permutations(cards.folly_cards, 2)
)
PAIRS = 48 * 47


@pytest.mark.parametrize(
    ("text", "falls", "profit", "steps"),
    [
        ("L1.4=GR1@A", "91/282", "49/282", ""),
        ("L1.4=LZ1@A", "91/282", "49/282", ""),
        ("L1.4=WK1@A", "65/188", "143/752", ""),
        ("L1.4=DW1@A", "1/4", "101/752", ""),
        ("L1.4=GR1@A L1.3=LZ1@A R1.4=WK1@A R1.3=DW1@A", "1601/1128", "887/1128", "11701/2256"),
        ("L1.4=DW1@A L1.3=DW1@A L1.2=DW1@A L1.1=DW1@A", "1", "101/188", "17/4"),
    ],
)
def test_exact_odds_of_a_random_traveller(text: str, falls: str, profit: str, steps: str) -> None:
    seen = sight(text)
    fallen = paid = walked = 0
    for (kind, follies), count in TYPES.items():
        places, where = trip(seen, follies)
        fallen += count * len(where)
        paid += count * len(where) * {MERCHANT: 1, PEASANT: -1, GUARD: 0}[kind]
        walked += count * len(places)
    assert Fraction(fallen, PAIRS) == Fraction(falls)
    assert Fraction(paid, PAIRS) == Fraction(profit)
    if steps:
        assert Fraction(walked, PAIRS) == Fraction(steps)


def test_four_cheap_traps_of_the_last_example_pay_by_kind() -> None:
    seen = sight("L1.4=DW1@A L1.3=DW1@A L1.2=DW1@A L1.1=DW1@A")
    assert [len(trip(seen, follies)[1]) for follies in [(3,), (3, 0), (0, 3), (0,)]] == [4, 4, 0, 0]


# -- ties that somebody breaks -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("decider", ["random", "leader"])
@pytest.mark.parametrize(("side", "path", "fallen"), [(LEFT, "L1.3", "C"), (RIGHT, "R1.3", "B")])
def test_a_tie_stops_the_walk_until_a_side_is_chosen(decider: str, side: int, path: str, fallen: str) -> None:
    seen = sight(LEVEL, side_tie=decider)
    road = seen.road
    places, stage, how = next_leg(seen, (1,), road.start, FIRST_STAGE, NOBODY)
    assert ([road.names[place] for place in places], how) == (["M1", "M2"], TIE)
    assert [road.names[road.second[places[-1]]], road.names[road.third[places[-1]]]] == ["L1.3", "R1.3"]
    places, stage, how = next_leg(seen, (1,), places[-1], stage, side)
    assert ([road.names[place] for place in places], how) == ([path], FALL)
    places, stage, how = next_leg(seen, (1,), places[-1], stage, NOBODY)
    assert ([road.names[place] for place in places], stage, how) == (["M3", "M4"], ONWARD, END)


def test_a_tie_at_the_start_and_one_on_the_way_home() -> None:
    both = "L1.4=RB1@A L1.3=RB1@A L1.2=RB1@A L1.1=GR1@A R1.4=RB1@B R1.3=RB1@B R1.2=RB1@B R1.1=GR1@B"
    seen = sight(both, "M2-M3", side_tie="leader")
    for sides in product((LEFT, RIGHT), repeat=2):
        places, falls = trip(seen, (0,), sides)
        letters = ["LR"[side] for side in sides]
        assert " ".join(seen.road.names[place] for place in places) == f"{letters[0]}1.1 M1 M2 {letters[1]}1.3 M3 M4"
        assert len(falls) == 1


def test_a_tie_may_decide_which_trap_it_will_be() -> None:
    board = geometry("two_oneway", 3, 1)
    row = " ".join(f"{side}1.{column}=RB1@-" for side in "LR" for column in range(1, 6))
    seen = sight(f"{row} L1.6=GR1@A R1.6=GR1@B", "M2-M3", board, side_tie="random")
    for side, letter in ((LEFT, "L"), (RIGHT, "R")):
        places, falls = trip(seen, (0,), (side,))
        names = [seen.road.names[place] for place in places]
        assert names == ["M1", "M2", *[f"{letter}1.{column}" for column in (3, 4, 5, 6)], "M6"]
        assert falls == (places[-2],)


def test_with_the_rule_left_nobody_is_asked() -> None:
    seen = sight(LEVEL)
    places, _, how = next_leg(seen, (1,), seen.road.start, FIRST_STAGE, NOBODY)
    assert ([seen.road.names[place] for place in places], how) == (["M1", "M2", "L1.3"], FALL)


# -- what is paid ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "amount", "profit", "debt", "pile", "change"),
    [  # a pile of None never runs out
        (MERCHANT, 3, 0, False, None, 3),
        (MERCHANT, 3, 0, False, 2, 2),
        (MERCHANT, 3, 0, False, 0, 0),
        (MERCHANT, 3, 0, False, 3, 3),
        (MERCHANT, 3, -4, True, None, 3),
        (PEASANT, 3, 5, False, None, -3),
        (PEASANT, 3, 3, False, None, -3),
        (PEASANT, 3, 2, False, 0, -2),
        (PEASANT, 3, 0, False, None, 0),
        (PEASANT, 3, 2, True, None, -3),
        (PEASANT, 3, -1, True, None, -3),
        (PEASANT, 3, -1, False, None, 0),
        (GUARD, 3, 5, False, None, 0),
        (GUARD, 3, 5, True, 2, 0),
    ],
)
def test_what_an_owner_gains_or_loses(
    kind: int, amount: int, profit: int, debt: bool, pile: int | None, change: int
) -> None:
    limit = "unlimited" if pile is None else "60"
    game = game_of(USUAL, peasant_debt="yes" if debt else "no", profit_pile=limit)
    others = 0 if pile is None else 60 - pile - profit
    state = TrailBoard.read(f"L1.4=GR{amount}@A", game=game).position((profit, others))
    spot = USUAL.spot("L1.4")
    assert TRAVEL.change(state, spot, kind) == change
    assert TRAVEL.worth(state, spot, kind) == {MERCHANT: amount, PEASANT: -amount, GUARD: 0}[kind]
    TRAVEL.settle(state, spot, kind)
    assert state.profit[0] == profit + change
    assert state.claims[spot] == (NONE if kind == GUARD else 0)


def test_a_limited_pile_pays_what_it_has_and_gets_back_what_peasants_take() -> None:
    board = TrailBoard.read("L1.4=GR4@A", game=game_of(USUAL, profit_pile="60"))
    profits, _ = resolve(board, (0,), MERCHANT, USUAL.roads[0], (1, 56))
    assert profits == (4, 56)
    profits, _ = resolve(board, (0,), PEASANT, USUAL.roads[0], profits)
    assert profits == (0, 56)
    profits, _ = resolve(board, (0,), MERCHANT, USUAL.roads[0], profits)
    assert profits == (4, 56)


def test_a_guard_takes_every_marker_on_its_way_and_pays_nothing() -> None:
    board = TrailBoard.read(FAR_OUT)
    claims = board.claims
    profits, kept = resolve(board, follies_of("GR LZ"), GUARD, USUAL.roads[0], (3, 3, 3, 3))
    gone = [USUAL.spot_names[spot] for spot in range(36) if kept[spot] != claims[spot]]
    assert gone == ["N:L1.2", "N:L1.4", "N:L2.3", "N:L3.2"]
    assert profits == (3, 3, 3, 3)


# -- properties of every trip ------------------------------------------------------------------------------------------

SHAPES = [("two_oneway", 2, 3), ("two_oneway", 3, 4), ("two_oneway", 1, 2), ("one_shared", 2, 3), ("one_shared", 4, 4)]
READINGS = [dict(zip(TRAVEL_CHOICES, values, strict=True)) for values in product(*TRAVEL_CHOICES.values())]


def random_board(rng: random.Random, board: Geometry) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Cards where the rules can have put them, most of them claimed."""
    held, claims = list(board.empty()), list(board.empty())
    for _ in range(rng.randrange(board.spots)):
        spot = rng.choice(open_spots(board, tuple(held)) or (0,))
        held[spot] = rng.randrange(cards.normal)
        claims[spot] = rng.choice((NONE, 0, 1, 2, 3))
    return tuple(held), tuple(claims)


def random_cases(count: int, seed: int, **fixed: str) -> Iterator[tuple[Sight, tuple[int, ...], Any]]:
    """Sights of random boards under random readings, with random follies."""
    rng = random.Random(seed)
    for number in range(count):
        board = geometry(*SHAPES[number % len(SHAPES)])
        held, claims = random_board(rng, board)
        readings = {**rng.choice(READINGS), **fixed}
        ways = open_ways(board, held, False, readings["roadblock_policy"] == "stop", readings["open_ground"] == "row1")
        block = rng.choice((NONE, *ways[:40])) if ways and rng.random() < 0.7 else NONE
        road = board.roads[rng.randrange(2)]
        seen = Sight(road, cards, held, claims, block, TravelRules(**readings))
        yield seen, rng.choice(EVERY_LIST), (board, held, claims, block, readings)


@pytest.mark.parametrize("policy", ["avoid", "stop"])
def test_every_trip_moves_forward_along_ways_and_ends_in_the_town(policy: str, short: bool) -> None:
    for seen, follies, (_, held, _, block, _) in random_cases(400 if short else 1500, 1, roadblock_policy=policy):
        road = seen.road
        places, _ = trip(seen, follies)
        path = (road.start, *places)
        for begin, to in pairwise(path):
            assert to in [place for _, place in road.steps_from(begin)]
            assert 1 <= road.positions[to] - road.positions[begin] <= 2
            assert (road.way_from[block], road.way_step[block]) != (begin, to - begin) or block == NONE
            assert road.rows[to] == 0 or held[road.spot_at[to]] != NONE or seen.rules.open_ground
        if policy == "avoid" or block == NONE:
            assert path[-1] == road.end
            assert road.columns <= len(places) <= 2 * road.columns


def test_follies_are_met_in_order_and_only_dimwitted_twice(short: bool) -> None:
    for seen, follies, (_, held, claims, _, readings) in random_cases(500 if short else 2500, 2):
        _, falls = trip(seen, follies)
        met = []
        for place in falls:
            spot = seen.road.spot_at[place]
            assert claims[spot] != NONE
            met.append(cards.follies[held[spot]][0])
        order = [follies.index(folly) for folly in met]
        assert order == sorted(order)
        assert all(count == 1 for folly, count in Counter(met).items() if folly != DIMWITTED)
        if readings["stuck_folly"] == "strict":
            # nothing is passed over but Dimwitted, when the folly after it is met first
            for index in set(range(max(order, default=-1))) - set(order):
                assert follies[index] == DIMWITTED
                assert readings["dim_first"] == "none"


def test_no_trap_of_the_current_folly_lies_on_the_way_to_the_nearest(short: bool) -> None:
    for seen, follies, _ in random_cases(500 if short else 1500, 3, side_tie="left", stuck_folly="strict"):
        place, stage, how = seen.road.start, FIRST_STAGE, FALL
        while how == FALL:
            index = stage % AFTER_DIMWITTED
            leg, stage, how = next_leg(seen, follies, place, stage, NOBODY)
            if how == FALL:
                passed = sum(seen.road.bits[one] for one in leg[:-1])
                assert not passed & seen.traps[follies[index]]
                place = leg[-1]


def test_without_a_trap_ahead_now_there_is_none_later(short: bool) -> None:
    given_up = 0
    for seen, follies, _ in random_cases(500 if short else 1500, 4, side_tie="left", stuck_folly="strict"):
        place, stage, how = seen.road.start, FIRST_STAGE, FALL
        while how == FALL:
            index = stage % AFTER_DIMWITTED
            leg, stage, how = next_leg(seen, follies, place, stage, NOBODY)
            if how == END and index < len(follies):
                rest = sum(seen.road.bits[one] for one in leg)
                assert not rest & seen.traps[follies[index]]
                given_up += bool(rest & ~seen.road.main)
            place = leg[-1] if leg else place
    assert given_up > 50  # travellers that walked through the forest without a folly


@pytest.mark.parametrize("kind", [MERCHANT, PEASANT, GUARD])
def test_claims_are_only_removed_and_only_by_guards(kind: int, short: bool) -> None:
    for seen, follies, (board, held, claims, block, readings) in random_cases(150 if short else 400, 5):
        start = (5, 5, 5, 5)
        one = TrailBoard(game_of(board, **readings), held, claims, block)
        profits, kept = resolve(one, follies, kind, seen.road, start)
        changed = [spot for spot in range(board.spots) if kept[spot] != claims[spot]]
        assert all(kept[spot] == NONE for spot in changed)
        if kind != GUARD:
            assert changed == []
        if kind == MERCHANT:
            assert all(after >= 5 for after in profits)
        elif kind == PEASANT:
            assert all(0 <= after <= 5 for after in profits)
        else:
            places, falls = trip(seen, follies)
            met = {seen.road.spot_at[p] for p in places if p in falls or seen.robbers & seen.road.bits[p]}
            assert (set(changed), profits) == (met, start)


@pytest.mark.parametrize("seed", range(3))
def test_stopping_at_ties_and_going_left_is_the_rule_left(seed: int, short: bool) -> None:
    for seen, follies, (_, held, claims, block, readings) in random_cases(150 if short else 500, 10 + seed, side_tie="left"):
        asking = Sight(seen.road, cards, held, claims, block, TravelRules(**{**readings, "side_tie": "leader"}))
        assert trip(asking, follies) == trip(seen, follies)


def test_on_a_shared_trail_both_directions_see_the_same_from_their_end() -> None:
    board = geometry("one_shared", 2, 3)
    there, back = board.roads
    rng = random.Random(6)
    for _ in range(200):
        held, claims = random_board(rng, board)
        ways = open_ways(board, held)
        block = rng.choice(ways) if ways else NONE
        # the mirror image of the board, and of the roadblock
        turned, turned_claims = list(board.empty()), list(board.empty())
        for spot in range(board.spots):
            image = there.spot_at[back.place_of[spot]]
            turned[image], turned_claims[image] = held[spot], claims[spot]
        image_block = NONE
        for way in range(board.ways):
            if block != NONE and (there.way_from[way], there.way_step[way]) == (
                back.way_from[block],
                back.way_step[block],
            ):
                image_block = way
        rules = TravelRules()
        follies = rng.choice(EVERY_LIST)
        one = trip(Sight(back, cards, held, claims, block, rules), follies)
        other = trip(Sight(there, cards, tuple(turned), tuple(turned_claims), image_block, rules), follies)
        assert one == other


# -- readings ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in TRAVEL_CHOICES.items() for value in values[1:]]
)
def test_every_reading_changes_some_trip(name: str, value: str) -> None:
    def changes(case: Any) -> bool:
        seen, follies, (_, held, claims, block, readings) = case
        other = Sight(seen.road, cards, held, claims, block, TravelRules(**{**readings, name: value}))
        return bool(trip(seen, follies) != trip(other, follies, (RIGHT,) * 9))

    assert any(changes(case) for case in random_cases(600, 7, **{name: TRAVEL_CHOICES[name][0]}))


def test_a_reading_that_does_not_exist_is_refused() -> None:
    with refused(OptionError, "nearest must be 'steps' or 'along', not 'far'."):
        TravelRules(nearest="far")
    with refused(OptionError, "side_tie must be 'left', 'random' or 'leader', not 'right'."):
        TravelRules(side_tie="right")


def test_a_card_may_work_on_two_follies() -> None:
    from workbench.games.merry_way.cards import Cards, SchemeCard

    two = SchemeCard("XX1", "Anything goes", (0, 3), (1, 1, 1), 1, 1)
    table = Cards(cards.resources, (two,), cards.specials, cards.folly_cards)
    held, claims = list(USUAL.empty()), list(USUAL.empty())
    for name in ("L1.4", "L1.3"):
        held[USUAL.spot(name)], claims[USUAL.spot(name)] = 0, 0
    seen = TrailBoard(with_cards(table), tuple(held), tuple(claims)).sight("N")
    assert [len(trip(seen, follies_of(text))[1]) for text in ("GR", "DW", "GR DW", "DW GR", "LZ")] == [1, 2, 2, 1, 0]


def test_the_readings_of_travel_are_options_of_the_game() -> None:
    options = {option.name: option for option in OPTIONS}
    for name, values in TRAVEL_CHOICES.items():
        assert (options[name].default, options[name].allowed.samples()) == (values[0], values)
    assert repr(TravelRules(home="direct", side_tie="random")) == "TravelRules(side_tie='random', home='direct')"
