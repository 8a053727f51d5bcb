"""The trail as a graph, the second reading of the walk, and explanations: all three say what the rules path does."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from dataclasses import replace
from typing import Any

import networkx as nx
import pytest

from tests.games.merry_way.stroll import walk_by_graph
from tests.games.merry_way.test_travel import PHASE, PHASE_BOARD, SHAPES, TRIPS, random_cases
from tests.games.merry_way.walking import game_of, resolve, trip
from tests.helpers import refused, some_in_short
from tests.programs import said_by
from workbench.core.errors import PositionError, UnknownNameError, WorkbenchError
from workbench.core.random import Random
from workbench.core.state import CHANCE, OVER
from workbench.core.walk import Walk
from workbench.games.merry_way.cards import GUARD, KIND_NAMES, MERCHANT, NONE, PEASANT
from workbench.games.merry_way.components import BUILD_PASS, TIE_LEFT
from workbench.games.merry_way.game import MerryWay
from workbench.games.merry_way.paths import (
    NOBODY_COLOUR,
    TrailBoard,
    building_graph,
    dressed,
    explain_path,
    explain_travel,
    explain_walk,
    kind_of_name,
    passable,
    trail_graph,
)
from workbench.games.merry_way.sight import TRAVEL_CHOICES, Sight
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.trail import LEFT, RIGHT, geometry

USUAL = geometry()


def names(seen: Sight, places: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([seen.road.full_name(place) for place in places])


def board_of(case: Any, seen: Sight) -> TrailBoard:
    shape, held, claims, block, readings = case
    return TrailBoard(game_of(shape, **readings), held, claims, block)


EXPLAINED = {"MW-PATH-3", "MW-PATH-4", "MW-PATH-6", "MW-PATH-7", "MW-DIM-1", "MW-DIM-2", "MW-ROB-2", "MW-BUILD-12"} | {
    f"MW-RULING-{number}" for number in (23, 26, 27, 29, 33)
}
"""The clauses of worked trips that an explanation of that very trip names."""

# -- the second reading ---------------------------------------------------------------------------------------------------


@some_in_short("seed", range(4), every=4)
def test_the_graph_and_the_rules_path_walk_the_same_way(seed: int, short: bool) -> None:
    rng, cases = random.Random(seed), 225 if short else 900
    met: Counter[str] = Counter()
    for seen, follies, case in random_cases(cases, 100 + seed):
        sides = tuple([rng.randrange(2) for _ in range(16)])
        places, falls = trip(seen, follies, sides)
        path = names(seen, (seen.road.start, *places))
        assert walk_by_graph(board_of(case, seen), follies, seen.road.number, sides) == (path, names(seen, falls))
        met.update(f"{name}={value}" for name, value in case[4].items())
        met[f"{len(falls)} falls"] += 1
        met["blocked"] += case[3] != NONE
    # every reading, and long trips, came up
    assert min(met[f"{name}={value}"] for name, values in TRAVEL_CHOICES.items() for value in values) > cases / 9
    assert min(met["blocked"], met["2 falls"], met["3 falls"]) > cases / 18


def test_both_agree_even_on_boards_that_no_rule_allows(short: bool) -> None:
    rng = random.Random(9)
    for number in range(150 if short else 600):
        shape = geometry(*SHAPES[number % len(SHAPES)])
        held = tuple([rng.choice((NONE, rng.randrange(21))) for _ in range(shape.spots)])
        claims = tuple([NONE if card == NONE else rng.randrange(-1, 4) for card in held])
        readings = {name: rng.choice(values) for name, values in TRAVEL_CHOICES.items()}
        board = TrailBoard(game_of(shape, **readings), held, claims, rng.randrange(-1, shape.ways))
        follies = tuple(rng.sample(range(4), rng.randrange(1, 5)))
        seen = board.sight(number % 2)
        places, falls = trip(seen, follies)
        expected = names(seen, (seen.road.start, *places)), names(seen, falls)
        assert walk_by_graph(board, follies, number % 2) == expected


@pytest.mark.parametrize(("what", "clause", "text", "block", "follies", "readings", "path", "gains"), TRIPS)
def test_a_worked_trip_on_the_graph_and_explained(
    what: str,
    clause: str,
    text: str,
    block: str,
    follies: str,
    readings: dict[str, str],
    path: str,
    gains: dict[str, int],
) -> None:
    board = TrailBoard.read(text, block).with_rules(**readings)
    expected = tuple([f"N:{name}" for name in path.split()])
    assert walk_by_graph(board, follies)[0] == expected
    told = explain_walk(board, follies)
    assert told.places == expected
    found: Counter[str] = Counter()
    for payment in told.payments:
        found[payment.owner] += payment.change
    assert found == gains
    if clause in EXPLAINED:
        assert clause in told.text()


# -- the graph ------------------------------------------------------------------------------------------------------------


def test_nodes_and_edges_say_what_they_are() -> None:
    board = TrailBoard.read("L1.4=GR2@A L1.3=RB1@- L2.3=DW3@C", "M3-M4")
    graph = trail_graph(board, "N")
    assert graph.graph["start"], graph.graph["end"] == ("N:M0", "N:M4")
    assert graph.graph["town"] == "Nottingham"
    assert sorted(graph) == sorted([*[f"N:M{j}" for j in range(5)], "N:L1.3", "N:L1.4", "N:L2.3"])
    assert graph.nodes["N:L2.3"] == {
        "position": 6,
        "row": 2,
        "side": "left",
        "spot": USUAL.spot("N:L2.3"),
        "card": "DW3",
        "kind": "Dimwitted",
        "profit": 3,
        "follies": ("DW",),
        "claim": "C",
        "walkable": True,
        "x": 6,
        "y": 2,
    }
    robbers = graph.nodes["N:L1.3"]
    assert (robbers["kind"], robbers["claim"], robbers["follies"]) == ("Robbers", None, ())
    assert graph.nodes["N:M2"]["kind"] == "main trail"
    assert [(b, kind) for _, b, kind in graph.out_edges("N:L1.3", data="kind")] == [
        ("N:M3", "in"),
        ("N:L1.4", "straight"),
        ("N:L2.3", "out"),
    ]
    assert graph.edges["N:M2", "N:M3"]["way"] == USUAL.way("M2-M3")
    assert all(
        graph.nodes[node]["y"] < 0 for node in trail_graph(board, "N", everything=True) if node in graph and "R" in node
    )


def test_everything_shows_empty_spots_too() -> None:
    graph = trail_graph(TrailBoard.read("L1.4=GR2@A"), everything=True)
    assert (graph.number_of_nodes(), graph.number_of_edges()) == (46, 104)
    assert sorted(graph.graph["starts"]) == ["N:M0", "W:M0"]
    assert [node for node, open_place in graph.nodes(data="walkable") if open_place and "M" not in node] == ["N:L1.4"]
    assert graph.nodes["W:R3.2"]["kind"] == "empty"
    assert graph.nodes["W:R3.2"]["y"] == -3
    assert "start" not in graph.graph
    kept = passable(trail_graph(TrailBoard.read(), "W", everything=True))
    assert sorted(kept) == [f"W:M{j}" for j in range(5)]


def test_open_ground_is_part_of_the_graph() -> None:
    board = TrailBoard.read("").with_rules(open_ground="row1")
    assert trail_graph(board, "N").number_of_nodes() == 13


@pytest.mark.parametrize("shape", SHAPES)
def test_a_graph_has_the_size_of_the_trail(shape: tuple[str, int, int]) -> None:
    board = TrailBoard.read(game=game_of(geometry(*shape)))
    graph = trail_graph(board, everything=True)
    trail = board.geometry
    assert graph.number_of_edges() == trail.ways
    assert graph.number_of_nodes() == trail.spots + trail.trails * (trail.columns + 1)
    assert nx.is_directed_acyclic_graph(graph)
    assert sorted(way for _, _, way in graph.edges(data="way")) == list(range(trail.ways))
    for a, b, way in graph.edges(data="way"):
        assert trail.way_names[way] == f"{a}-{b.partition(':')[2]}"


def test_both_roads_of_a_shared_trail_use_the_same_names() -> None:
    board = TrailBoard.read("L1.8=GR2@A", "M7-M8", game_of(geometry("one_shared", 2, 3)))
    there, back = trail_graph(board, "N"), trail_graph(board, "W")
    assert set(there) == set(back)
    assert {(b, a) for a, b in back.edges} == set(there.edges)
    assert ("N:M7", "N:M8") not in there.edges
    assert (there.graph["blocked"], back.graph["blocked"]) == ((("N:M7", "N:M8"),), (("N:M8", "N:M7"),))
    assert (back.graph["start"], back.graph["end"], back.graph["town"]) == ("N:M8", "N:M0", "Werchesope")
    assert (there.nodes["N:L1.8"]["side"], back.nodes["N:L1.8"]["side"]) == ("left", "right")


def test_dead_ends_can_be_left_out() -> None:
    graph = trail_graph(TrailBoard.read("L1.4=GR3@A R1.4=LZ1@B", "L1.4-M4"), "N")
    assert "N:L1.4" in passable(graph)
    assert "N:L1.4" not in passable(graph, dead_ends=False)
    assert ("N:L1.4", "N:M4") not in passable(graph).edges


@pytest.mark.parametrize("everything", [False, True])
@pytest.mark.parametrize("road", ["N", None])
def test_nobody_finds_a_path_along_a_blocked_way(road: str | None, everything: bool) -> None:
    graph = trail_graph(TrailBoard.read("L1.4=GR3@A R1.4=LZ1@B", "M3-M4"), road, everything)
    path = nx.shortest_path(graph, "N:M0", "N:M4")
    assert len(path) == 6 and path[:4] == [f"N:M{number}" for number in range(4)]
    assert ("N:M3", "N:M4") not in graph.edges
    assert graph.graph["blocked"] == (("N:M3", "N:M4"),)
    assert passable(graph).graph["blocked"] == (("N:M3", "N:M4"),)


def test_a_blocked_way_is_drawn_where_its_two_ends_are() -> None:
    for graph in (
        building_graph(TrailBoard.read("L1.4=GR3@A", "M3-M4"), "N"),
        dressed(trail_graph(TrailBoard.read("L1.4=GR3@A", "M3-M4"), "N")),
    ):
        assert Walk(graph).blocked == (("N:M3", "N:M4"),)
    nowhere = TrailBoard.read().with_roadblock("N:L1.1-L1.2")
    assert trail_graph(nowhere, "N").graph["blocked"] == building_graph(nowhere, "N").graph["blocked"] == ()


def test_dead_ends_can_be_left_out_of_all_trails_at_once() -> None:
    state = position({}, phase="build", board="N: L1.4=GR3@A R1.4=LZ1@B; W: L1.4=GR1@C", roadblock="N:L1.4-M4")
    whole = trail_graph(state)
    kept = passable(whole, dead_ends=False)
    assert set(whole) - set(kept) == {"N:L1.4"}
    apart = [passable(trail_graph(state, road), dead_ends=False) for road in ("N", "W")]
    assert set(kept) == set(apart[0]) | set(apart[1])
    assert set(kept.edges) == set(apart[0].edges) | set(apart[1].edges)


def test_networkx_is_not_imported_with_the_game() -> None:
    code = "import sys, workbench.games.merry_way.paths, workbench.games.merry_way.game; sys.exit('networkx' in sys.modules)"
    assert said_by("-c", code).returncode == 0


# -- boards ---------------------------------------------------------------------------------------------------------------


def test_a_board_is_changed_by_making_another() -> None:
    board = TrailBoard.read("L1.4=GR2@A R1.4=LZ1@B")
    assert repr(board.with_card("R1.4", "WK3", "c").without_claims(["L1.4"])) == "<N: L1.4=GR2a@- R1.4=WK3@C>"
    assert repr(board.with_roadblock("M3-M4")) == "<N: L1.4=GR2a@A R1.4=LZ1@B; roadblock N:M3-M4>"
    assert board.with_roadblock("M3-M4").with_roadblock(None) == board
    assert repr(board) == "<N: L1.4=GR2a@A R1.4=LZ1@B>"
    assert repr(TrailBoard.read()) == "<an empty trail>"
    again = TrailBoard.read(board.text())
    assert (again.cards, again.claims) == (board.cards, board.claims)


@pytest.mark.parametrize(
    ("text", "block", "words"),
    [
        ("L1.4=GR9@A", "", "There is no scheme card 'GR9'."),
        ("L1.3=GR1@A", "", "N:L1.3 holds a card though N:L1.4 is empty"),
        ("L1.4=GR1@A", "M4-M5", "There is no way 'M4-M5'."),
    ],
)
def test_an_impossible_board_is_refused(text: str, block: str, words: str) -> None:
    with refused(PositionError, words):
        TrailBoard.read(text, block)


def test_everything_wrong_with_a_board_is_named_at_once() -> None:
    with pytest.raises(PositionError) as caught:
        TrailBoard.read("L1.4=GR9@A L1.9=GR1@A", "M4-M5")
    assert len(caught.value.reasons) == 3


def test_wrong_names_are_refused_with_the_right_ones() -> None:
    board = TrailBoard.read("L1.4=GR2@A")
    with refused(UnknownNameError, "There is no road 'X': N leads to Nottingham, W to Werchesope."):
        board.road("X")
    with refused(UnknownNameError, "There is no road 2: N leads"):
        board.road(2)
    with refused(UnknownNameError, "There is no seat 'E': the seats are A, B, C, D, or - for nobody."):
        board.with_card("R1.4", "GR1", "E")
    with refused(UnknownNameError, "There is no seat 4: the seats are A, B, C, D, or - for nobody."):
        board.with_card("R1.4", "GR1", 4)
    with refused(WorkbenchError, "Travel has no option 'nearst'. Did you mean 'nearest'? Available: nearest, side_tie,"):
        board.with_rules(nearst="along")
    with refused(UnknownNameError, "There is no traveller of the kind 'knight': it is Merchant, Peasant or Guard."):
        explain_walk(board, "GR", "knight")
    with refused(UnknownNameError, "There is no folly 'XX'"):
        explain_walk(board, "XX")
    assert [kind_of_name(kind) for kind in ("merchant", "PEASANT", 2)] == [MERCHANT, PEASANT, GUARD]


# -- explanations ------------------------------------------------------------------------------------------------------------

CLAUSE = re.compile(r"MW-[A-Z]+-[1-9][0-9]*")


@some_in_short("seed", range(3), every=3)
def test_explanations_tell_the_trip_that_is_made(seed: int, short: bool) -> None:
    rng = random.Random(seed)
    for seen, follies, case in random_cases(120 if short else 250, 200 + seed):
        board, kind = board_of(case, seen), rng.randrange(3)
        sides = tuple([rng.randrange(2) for _ in range(16)])
        told = explain_walk(board, follies, kind, seen.road.number, (2, 2, 2, 2), sides)
        places, falls = trip(seen, follies, sides)
        assert told.places == names(seen, (seen.road.start, *places))
        assert [step.start for step in told.steps] == list(told.places[:-1])
        fallen = [step.end for step in told.steps if any("Falls for" in payment.text for payment in step.payments)]
        assert tuple(fallen) == names(seen, falls)
        if not any(sides) or not seen.rules.ask_side:
            profits, kept = resolve(board, follies, kind, seen.road, (2, 2, 2, 2))
            assert told.profits_after == profits
            assert board.without_claims(told.markers_removed).claims == kept
        changes = [sum(p.change for p in told.payments if p.owner == seat) for seat in "ABCD"]
        assert [after - 2 for after in told.profits_after] == changes
        assert json.loads(json.dumps(told.to_dict()))["kind"] == KIND_NAMES[kind]


def test_explanations_name_the_nearest_trap_and_every_other(short: bool) -> None:
    for seen, follies, case in random_cases(100 if short else 300, 300, side_tie="left"):
        board = board_of(case, seen)
        told = explain_walk(board, follies, road=seen.road.number)
        graph = passable(trail_graph(board, seen.road.number), dead_ends=seen.rules.stop)
        aims = {id(step.aim): (step.start, step.aim) for step in reversed(told.steps) if step.aim.folly}
        for start, aim in aims.values():
            steps = nx.single_source_shortest_path_length(graph, start)
            looked_at = {trap.folly for trap in aim.traps}
            assert aim.folly in looked_at
            for trap in aim.traps:
                assert trap.steps == (steps.get(trap.spot) or None)
            everything = trail_graph(board, seen.road.number).nodes(data="follies")
            for folly in looked_at:
                there = {node for node, follies_there in everything if folly in follies_there}
                assert {trap.spot for trap in aim.traps if trap.folly == folly} == there
            chosen = aim.traps[0]
            assert (chosen.spot, chosen.folly) == (aim.goal, aim.folly)
            rivals = [trap for trap in aim.traps if trap.owner and trap.steps is not None]
            key = "position" if seen.rules.along else "steps"
            assert all(getattr(trap, key) >= getattr(chosen, key) for trap in rivals)


def test_steps_name_what_was_as_good_and_why_it_was_not_taken(short: bool) -> None:
    ruled, cases = Counter[str](), 100 if short else 400
    for seen, follies, case in random_cases(cases, 400):
        board = board_of(case, seen)
        told = explain_walk(board, follies, road=seen.road.number, sides=(RIGHT,) * 16)
        graph = passable(trail_graph(board, seen.road.number), dead_ends=seen.rules.stop)
        for step in told.steps:
            ruled[step.rule_clause] += 1
            rows = [graph.nodes[node]["row"] for node in step.others]
            row = graph.nodes[step.end]["row"] if step.end in graph else 0
            if step.rule_clause == "MW-PATH-7":
                assert row < min(rows)
            elif step.rule_clause == "MW-RULING-26":
                assert row == min(rows) == 1
                assert graph.nodes[step.start]["row"] == 0
                assert ("right" if seen.rules.ask_side else "left") in step.rule
            else:
                assert step.others == ()
            for node in step.others:
                assert graph.has_edge(step.start, node)
    assert min(ruled["MW-PATH-7"], ruled["MW-RULING-26"]) > cases / 20


TOLD = """\
Red is a Peasant on the way to Nottingham; follies: DW GR LZ.
To the trap on R1.2: it is the only Dimwitted trap ahead, 2 steps away, nearer than the nearest Greedy trap, L2.3. \
(MW-DIM-2, MW-DIM-1)
  Not to L2.3 (GR3): 4 steps away, R1.2 is nearer.
  Not to L1.4 (GR2a): 4 steps away, it has no claim marker.
  1. M0 to M1.
  2. M1 to R1.2.
     Falls for Magic Beans (DW2a) of A: A loses 1 instead of 2, because there is no more. (MW-RULING-31)
To the trap on L2.3: it is the only Greedy trap ahead, 3 steps away; no Dimwitted trap is ahead. (MW-DIM-2, MW-PATH-4)
  Not to R1.2 (DW2a): it is not ahead.
  Not to L1.4 (GR2a): 3 steps away, it has no claim marker.
  3. R1.2 to M2.
  4. M2 to L1.3.
     Past Lookouts (RB1) of C: C loses 1. (MW-PEASANT-4)
  5. L1.3 to L2.3.
     Falls for Buried Treasure Map (GR3) of C: C loses 3. (MW-PEASANT-3)
No Lazy trap is ahead. (MW-PATH-6)
The shortest way back to the main trail. (MW-PATH-6)
  6. L2.3 to L1.4.
     Through Loaded Dice (GR2a): no claim marker lies on it. (MW-BARGAIN-6)
  7. L1.4 to M4."""


def test_an_explanation_as_a_text() -> None:
    board = TrailBoard.read("L1.4=GR2@- L1.3=RB1@C R1.4=WK2@B R1.3=LZ1@C R1.2=DW2@A L2.3=GR3@C")
    assert str(explain_walk(board, "DW GR LZ", "peasant", profits=(1, 0, 4, 0), traveller="Red")) == TOLD


NOTES = [
    ("another folly", "L1.4=LZ1@A L1.3=WK1@A L2.3=GR3@B", "GR LZ", "MW-PATH-9", "Wicked is not its folly now."),
    ("a second trap", "L1.4=GR1@A L1.3=GR1@A L2.3=LZ1@A", "GR LZ", "MW-PATH-8", "not fall for a Greedy trap again."),
    ("too wary", "L1.4=DW1@A L1.3=GR1@A L2.3=LZ1@A", "DW GR LZ", "MW-DIM-3", "not fall for a Dimwitted trap again."),
]


@pytest.mark.parametrize(("what", "text", "follies", "clause", "note"), NOTES, ids=[row[0] for row in NOTES])
def test_cards_that_do_nothing_are_explained(what: str, text: str, follies: str, clause: str, note: str) -> None:
    told = explain_walk(TrailBoard.read(text), follies)
    assert [(step.note_clause, step.note.endswith(note)) for step in told.steps if step.note] == [(clause, True)]


ENDINGS = [
    ("GR", {}, "No folly is left.", "MW-PATH-6"),
    ("LZ GR WK", {}, "No Lazy trap is ahead; Greedy, Wicked will not be looked at.", "MW-FOLLY-4"),
    ("LZ WK", {"stuck_folly": "skip"}, "No trap for Lazy, Wicked is ahead.", "MW-RULING-29"),
    ("DW LZ WK", {}, "No Dimwitted trap is ahead, and no Lazy trap; Wicked will not be looked at.", "MW-FOLLY-4"),
    ("DW GR", {"dim_first": "one"}, "No Dimwitted trap is ahead; Greedy will not be looked at.", "MW-RULING-28"),
    ("DW LZ", {}, "No Dimwitted trap is ahead, and no Lazy trap.", "MW-DIM-2"),
    ("GR DW", {}, "No Dimwitted trap is ahead.", "MW-PATH-6"),
    ("LZ", {}, "No Lazy trap is ahead.", "MW-PATH-3"),
    ("GR", {"home": "direct"}, "No folly is left.", "MW-RULING-33"),
]


@pytest.mark.parametrize(("follies", "readings", "ending", "clause"), ENDINGS)
def test_why_no_folly_leads_on(follies: str, readings: dict[str, str], ending: str, clause: str) -> None:
    told = explain_walk(TrailBoard.read("L1.4=GR1@A").with_rules(**readings), follies)
    assert (told.ending, told.ending_clauses[0]) == (ending, clause)
    assert ending in told.text()


@pytest.mark.parametrize(
    ("text", "blocked", "follies", "words", "clauses"),
    [
        ("L1.4=GR1@-", None, "GR", "No Greedy trap ahead has a claim marker.", ("MW-BARGAIN-6", "MW-PATH-3")),
        (
            *("L1.4=GR3@A R1.4=LZ1@B", "L1.4-M4", "GR LZ"),
            "No way leads to a Greedy trap; Lazy will not be looked at.",
            ("MW-FOLLY-4", "MW-RULING-29", "MW-RULING-25", "MW-PATH-3"),
        ),
        (
            *("L1.4=LZ1@A L1.3=LZ1@A L1.2=WK1@A L2.3=GR1@A L2.2=LZ2@A R1.4=WK1@A R1.3=LZ2@A", None, "LZ GR"),
            "To the trap on L2.3: it is the only Greedy trap ahead",
            ("MW-PATH-6",),
        ),
        (
            *("L1.4=GR1@- L1.3=DW1@A", None, "DW GR"),
            "away; no Greedy trap ahead has a claim marker. (MW-DIM-1, MW-BARGAIN-6)",
            ("MW-BARGAIN-6", "MW-DIM-2", "MW-PATH-6"),
        ),
    ],
)
def test_traps_ahead_that_do_not_count_are_not_denied(text, blocked, follies, words, clauses) -> None:
    told = explain_walk(TrailBoard.read(text).with_roadblock(blocked), follies)
    assert words in told.text()
    assert sorted(told.ending_clauses) == sorted(clauses)


HOMEWARD_BOARD = "L1.4=RB1@A L1.3=RB1@B L1.2=DW1@A R1.4=WK1@A R1.3=RB2@C"


@pytest.mark.parametrize(
    ("blocked", "cited"),
    [
        ("M2-M3", True),  # to the trail and around, or straight on (MW-EX-11)
        ("M3-M4", True),
        ("L1.2-L1.3", False),  # on the way out
        ("W:M2-M3", False),  # on the other road
        ("R1.4-M4", False),  # ahead, and of no consequence
        (None, False),
    ],
)
def test_the_way_home_cites_the_ruling_only_where_a_roadblock_makes_a_difference(blocked, cited) -> None:
    """MW-RULING-33."""
    board = TrailBoard.read(HOMEWARD_BOARD).with_roadblock(blocked)
    told = explain_walk(board, "DW")
    assert ("(MW-PATH-6, MW-RULING-33)" in told.text()) == cited
    assert "The shortest way back to the main trail. (MW-PATH-6" in told.text()


BOTH = "L1.4=GR1@A R1.4=DW1@A"
LEVEL = "L1.4=GR1@A R1.4=GR1@B"


@pytest.mark.parametrize(
    ("text", "follies", "readings", "words"),
    [
        ("L1.4=LZ1@A", "GR LZ", {"stuck_folly": "skip"}, "away; no Greedy trap is ahead. (MW-PATH-4, MW-RULING-29)"),
        (BOTH, "DW GR", {"dim_tie": "dim"}, "Greedy trap, L1.4, and Dimwitted comes first. (MW-DIM-2, MW-RULING-27"),
        (BOTH, "DW GR", {}, "Dimwitted trap, R1.4, and the next folly comes first. (MW-DIM-2, MW-RULING-27"),
        ("L1.4=GR1@A", "DW GR", {}, "4 steps away; no Dimwitted trap is ahead. (MW-DIM-2, MW-PATH-4)"),
        ("L1.4=DW1@A", "DW GR", {}, "the only Dimwitted trap ahead, 4 steps away; no Greedy trap is ahead. (MW-DIM-1)"),
        (BOTH, "DW GR", {"dim_first": "one"}, "4 steps away; Greedy counts only after a fall. (MW-DIM-1, MW-RULING-28)"),
        ("L1.4=GR1@A L1.3=GR1@A", "GR", {"nearest": "along"}, "the trail, 3 steps away. (MW-PATH-4, MW-RULING-23)"),
        (LEVEL, "GR", {"side_tie": "random"}, "to the left rather than to R1.4, as a coin decides (MW-RULING-26)"),
        (LEVEL, "GR", {}, "to the left rather than to R1.4 (MW-RULING-26)"),
        (LEVEL, "GR", {"side_tie": "leader"}, "Not to R1.4 (GR1): 4 steps away, as near; the steps below decide."),
    ],
)  # fmt: skip
def test_why_a_trap_is_the_goal(text: str, follies: str, readings: dict[str, str], words: str) -> None:
    assert words in explain_walk(TrailBoard.read(text).with_rules(**readings), follies).text()


# -- positions of the game -----------------------------------------------------------------------------------------------------


def position(options: dict[str, Any], **described: Any) -> MerryWayState:
    state = MerryWay(options, 3).position(described)
    assert isinstance(state, MerryWayState)
    return state


WHOLE = {
    "round": 1,
    "phase": "build",
    "board": PHASE_BOARD,
    "profit": {"A": 1, "B": 0, "C": 4},
    "line_up": "F07 F20 F37 F11 F26 F34",
}


def test_a_whole_phase_explained_from_a_position() -> None:
    state = position({}, **WHOLE)
    told = explain_travel(state)
    for one, (kind, follies, path, profits, lost) in zip(told, PHASE, strict=True):
        assert (one.kind, " ".join(one.follies), one.profits_after) == (kind, follies, profits)
        assert " ".join(place.partition(":")[2] for place in one.places) == path
        assert one.markers_removed == ((lost,) if lost else ())
    assert [one.traveller for one in told] == ["Red", "Yellow", "Green", "Blue", "Purple"]
    assert [one.town for one in told] == ["Nottingham", "Werchesope", "Nottingham", "Werchesope", "Nottingham"]
    assert explain_path(state, "purple") == told[4] == explain_path(state, 4)
    assert state.profit == [1, 0, 4]


def test_graph_and_walk_of_a_position() -> None:
    state = position({}, **WHOLE)
    graph = trail_graph(state)
    assert graph.nodes["W:R1.4"]["card"] == "GR1"
    assert walk_by_graph(state, "WK GR LZ")[1] == ("N:R1.4",)


@pytest.mark.parametrize("first", [LEFT, RIGHT])
def test_a_traveller_that_waits_at_a_tie_is_explained_from_there(first: int) -> None:
    board, line_up = "L1.4=WK1@A R1.4=WK1@B", "F07 F31 F15 F46 F08 F11"
    state = position({"side_tie": "leader"}, **{**WHOLE, "board": board, "line_up": line_up})
    sides = (first, RIGHT, LEFT)
    whole = explain_travel(state, sides)
    while state.phase.name == "build":
        state.apply(BUILD_PASS)
    assert (state.traveller, state.to_move) == (0, state.leader)
    rest = explain_path(state, "Red", (first,))
    assert rest.begin == "N:M3"
    assert rest.places == whole[0].places[-3:]
    assert rest.places[1] == ("N:L1.4", "N:R1.4")[first]
    for number, side in enumerate(sides):
        now = state.traveller
        assert explain_travel(state, sides[number:])[0].places[1][2] == "LR"[side]
        state.apply(TIE_LEFT + side)
        assert state.traveller != now
    assert state.phase.name != "travel"
    assert tuple(state.profit) == whole[4].profits_after


def test_a_traveller_that_has_walked_is_not_explained() -> None:
    board, line_up = "L1.4=GR1@A R1.4=GR1@B", "F31 F15 F13 F29 F02 F11"
    state = position({"side_tie": "leader"}, **{**WHOLE, "board": board, "line_up": line_up})
    while state.phase.name == "build":
        state.apply(BUILD_PASS)
    assert state.traveller == 2
    with refused(WorkbenchError, "Red has walked already in this round; ask at an earlier moment."):
        explain_path(state, 0)


def test_the_pile_of_profit_is_one_for_all_travellers() -> None:
    described = {
        **WHOLE,
        "board": "L1.4=GR4@A",
        "profit": {"A": 50, "B": 4, "C": 0},
        "line_up": "F13 F29 F02 F18 F01 F17",
    }
    told = explain_travel(position({"profit_pile": "60"}, **described))
    assert [one.profits_after[0] for one in told[::2]] == [54, 56, 56]
    assert "A gains 2 instead of 4, because the pile holds no more. (MW-RULING-35)" in told[2].text()


def test_what_cannot_be_explained_is_refused() -> None:
    game = MerryWay({}, 2)
    with refused(WorkbenchError, "The line-up is not complete yet: some folly cards are still to come."):
        explain_path(game.position({}), "Red")
    with refused(
        UnknownNameError, "There is no traveller 'Orange': the travellers are Red, Yellow, Green, Blue, Purple."
    ):
        explain_path(position({}, **WHOLE), "Orange")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"profit_pile": "60", "mixed": "guard"},
        {"peasant_debt": "yes", "trail_model": "one_shared", "stuck_folly": "skip"},
    ],
    ids=["usual", "pile", "shared"],
)
def test_played_games_do_what_was_explained_before(options: dict[str, Any]) -> None:
    game = MerryWay({**options, "trade_mode": "none"}, 3)
    rng = Random(4)
    state = game.start()
    phases = 0
    while state.to_move != OVER:
        legal = state.legal()
        action = rng.pick(state.chance()) if state.to_move == CHANCE else legal[rng.below(len(legal))]
        told = explain_travel(state) if state.phase.name == "build" and action == BUILD_PASS else ()
        now = state.round
        state.apply(action)
        if told and (state.round != now or state.phase.name != "build"):
            phases += 1
            assert tuple(state.profit) == told[-1].profits_after
            removed = [spot for one in told for spot in one.markers_removed]
            assert all(state.claims[game.board.spot(spot)] == NONE for spot in removed)
    assert phases >= 5


def test_every_clause_an_explanation_can_name_is_in_the_rulebook(short: bool) -> None:
    rng = random.Random(8)
    named: set[str] = set()
    for seen, follies, case in random_cases(100 if short else 300, 500):
        board, profits = board_of(case, seen), rng.choice(((), (59, 0, 0, 0)))
        board = replace(board, game=game_of(board.geometry, **case[4], profit_pile="60"))
        told = explain_walk(board, follies, rng.randrange(3), seen.road.number, profits)
        named |= set(CLAUSE.findall(told.text()))
    known = {clause.id for clause in MerryWay({}, 2).rulebook}
    assert named - known == set()
    assert len(named) >= 20


# -- what a drawing needs ----------------------------------------------------------------------------------------------


def test_there_is_a_caption_for_each_place_and_every_payment_is_told() -> None:
    board = TrailBoard.read("L1.4=LZ1@A L1.3=WK1@C L1.2=GR2@A R1.4=RB1@B R1.3=LZ3@B")
    trip = explain_walk(board, "GR LZ")
    assert len(trip.captions) == len(trip.places)
    told = " ".join(trip.captions)
    assert trip.payments and all(payment.text in told for payment in trip.payments)
    assert "To the trap on R1.3" in trip.captions[2]  # where the second folly begins to lead


def test_a_dressed_graph_tells_cards_apart_without_colours() -> None:
    graph = dressed(trail_graph(TrailBoard.read("L1.4=GR2@A L1.3=RB1@- R1.4=DW1@B"), "N"))
    marks = {name: (node.get("mark"), node.get("symbol")) for name, node in graph.nodes(data=True)}
    assert marks["N:L1.4"] == ("GR2 A", "square") and marks["N:R1.4"] == ("DW1 B", "pentagon")
    assert marks["N:L1.3"] == ("RB1 -", "diamond") and graph.nodes["N:L1.3"]["colour"] == NOBODY_COLOUR
    assert (marks["N:M0"][0], marks["N:M4"][0], marks["N:M2"][0]) == ("start", "end", None)
    assert all(node["says"] for _, node in graph.nodes(data=True))
