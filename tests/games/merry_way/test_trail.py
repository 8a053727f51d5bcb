"""The trail: its size and shape for every option, where traps and roadblocks may go, and boards written as text."""

from __future__ import annotations

import random
from itertools import product

import networkx as nx
import pytest

from tests.helpers import refused
from workbench.core.errors import UnknownNameError
from workbench.games.merry_way.cards import NONE, cards
from workbench.games.merry_way.notation import placement_faults, read_board, write_board
from workbench.games.merry_way.trail import (
    MAIN,
    NOWHERE,
    SIDE_LETTERS,
    WAY_KINDS,
    Geometry,
    Road,
    geometry,
    open_spots,
    open_ways,
    route_counts,
    walkable,
)

SHAPES = [*product(("two_oneway", "one_shared"), (1, 2, 3, 4), (1, 2, 3, 4))]
USUAL = geometry()
N, W = USUAL.roads


def on_board(text: str, board: Geometry = USUAL) -> tuple[int, ...]:
    found, _, reasons = read_board(text, board, cards)
    assert reasons == ()
    return found


def filled(board: Geometry, wanted: str) -> tuple[int, ...]:
    """Every spot whose name contains a text holds a card."""
    return tuple([0 if wanted in name else NONE for name in board.spot_names])


def links(road: Road) -> set[tuple[str, str, str]]:
    """Every way of a road as (from, to, kind)."""
    return {
        (road.names[place], road.names[to], WAY_KINDS[kind])
        for place, name in enumerate(road.names)
        if name
        for kind, to in road.steps_from(place)
    }


# -- size and shape ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "spots", "ways", "columns"),
    [
        (("two_oneway", 2, 3), 36, 104, 4),
        (("one_shared", 2, 3), 42, 128, 8),
        (("one_shared", 4, 4), 116, 356, 16),
    ],
)
def test_how_many_spots_and_ways_there_are(options: tuple[str, int, int], spots: int, ways: int, columns: int) -> None:
    board = geometry(*options)
    assert (board.spots, board.ways, board.columns) == (spots, ways, columns)
    assert len(set(board.spot_names)) == spots
    assert len(set(board.way_names)) == ways


def by_the_book(columns: int, rows: int) -> set[tuple[str, str, str]]:
    """Every way of a trail, written down from the table of ways and nothing else."""
    spots = {(side, t, k) for side in "LR" for t in range(1, rows + 1) for k in range(1, columns + 2 - t)}
    found = {(f"M{j}", f"M{j + 1}", "along") for j in range(columns)}
    found |= {(f"M{j}", f"{side}1.{j + 1}", "leave") for j in range(columns) for side in "LR"}
    for side, t, k in spots:
        name = f"{side}{t}.{k}"
        found.add((name, f"M{k}" if t == 1 else f"{side}{t - 1}.{k + 1}", "in"))
        if (side, t, k + 1) in spots:
            found.add((name, f"{side}{t}.{k + 1}", "straight"))
        if (side, t + 1, k) in spots:
            found.add((name, f"{side}{t + 1}.{k}", "out"))
    return found


@pytest.mark.parametrize("shape", SHAPES)
def test_the_first_road_has_the_ways_of_the_book(shape: tuple[str, int, int]) -> None:
    board = geometry(*shape)
    assert links(board.roads[0]) == by_the_book(board.columns, board.rows)
    assert board.ways == board.trails * len(by_the_book(board.columns, board.rows))
    assert board.spots == board.trails * 2 * sum(max(0, board.columns + 1 - row) for row in range(1, board.rows + 1))


@pytest.mark.parametrize("shape", SHAPES)
def test_positions_grow_by_one_or_two_and_rows_by_one(shape: tuple[str, int, int]) -> None:
    growth = {"along": (2, 0), "leave": (1, 1), "in": (1, -1), "straight": (2, 0), "out": (1, 1)}
    for road in geometry(*shape).roads:
        assert road.positions[road.start] == 0
        assert road.positions[road.end] == 2 * road.columns
        for place, name in enumerate(road.names):
            for kind, to in road.steps_from(place) if name else ():
                step = road.positions[to] - road.positions[place], road.rows[to] - road.rows[place]
                assert step == growth[WAY_KINDS[kind]]


@pytest.mark.parametrize("shape", SHAPES)
def test_positions_and_rows_follow_from_the_names(shape: tuple[str, int, int]) -> None:
    board = geometry(*shape)
    road = board.roads[0]
    for spot, name in enumerate(board.spot_names):
        side, row, column = board.spot_side[spot], board.spot_row[spot], board.spot_column[spot]
        assert name.partition(":")[2] == f"{SIDE_LETTERS[side]}{row}.{column}"
        place = board.roads[board.spot_trail[spot]].place_of[spot]
        if board.spot_trail[spot] == 0:
            assert (road.positions[place], road.rows[place], road.sides[place]) == (2 * column + row - 2, row, side)
    for j in range(board.columns + 1):
        place = road.place(f"M{j}")
        assert (road.positions[place], road.rows[place], road.spot_at[place]) == (2 * j, 0, MAIN)


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape[0] == "two_oneway"])
def test_the_two_one_way_trails_have_the_same_shape_and_share_nothing(shape: tuple[str, int, int]) -> None:
    board = geometry(*shape)
    first, second = board.roads
    assert links(first) == links(second)
    assert set(first.spots).isdisjoint(second.spots)
    assert sorted((*first.spots, *second.spots)) == list(range(board.spots))
    assert all((first.way_from[way] == NOWHERE) == (second.way_from[way] != NOWHERE) for way in range(board.ways))


@pytest.mark.parametrize("shape", [shape for shape in SHAPES if shape[0] == "one_shared"])
def test_on_a_shared_trail_the_second_road_is_the_mirror_image(shape: tuple[str, int, int]) -> None:
    board = geometry(*shape)
    there, back = board.roads
    columns = board.columns

    def image(name: str) -> str:
        """Where a place lands when the trail is read from its other end."""
        if name.startswith("M"):
            return f"M{columns - int(name[1:])}"
        row, column = map(int, name[1:].split("."))
        return f"{'R' if name[0] == 'L' else 'L'}{row}.{columns - column - row + 2}"

    # the ways back are the ways there, reversed ...
    assert {(a, b) for a, b, _ in links(back)} == {(b, a) for a, b, _ in links(there)}
    # ... and they look to the traveller exactly as the trail looks from the other end
    assert {(image(a), image(b), kind) for a, b, kind in links(back)} == links(there)
    for place, name in enumerate(back.names):
        if name:
            seen_as = there.place(image(name))
            assert back.rows[place] == there.rows[seen_as]
            assert back.sides[place] == there.sides[seen_as]
            assert back.positions[place] == there.positions[seen_as]
    assert back.spots == there.spots
    assert (back.names[back.start], back.names[back.end]) == (f"M{columns}", "M0")


@pytest.mark.parametrize("shape", SHAPES)
def test_ways_are_found_on_every_road_that_uses_them(shape: tuple[str, int, int]) -> None:
    board = geometry(*shape)
    for way, name in enumerate(board.way_names):
        trail = "NW".index(name[0])
        begin, end = name[2:].split("-")
        for road in board.roads:
            if road.trail != trail:
                assert road.way_from[way] == NOWHERE
                continue
            ends = (road.names[road.way_from[way]], road.names[road.way_from[way] + road.way_step[way]])
            assert ends == ((begin, end) if road.number == trail else (end, begin))
        kind = WAY_KINDS[board.way_kind[way]]
        assert (begin, end, kind) in links(board.roads[trail])


def test_a_geometry_is_built_once() -> None:
    assert geometry("two_oneway", 3, 2) is geometry("two_oneway", 3, 2)
    assert geometry("two_oneway", 3, 2) is not geometry("two_oneway", 3, 3)


# -- routes and distances --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "routes", "cut"),
    [("nothing", 1, 1), ("N:L1", 34, 2), ("N:_1", 153, 3), ("N:L", 89, 2), ("N:", 319, 3)],
    ids=["empty", "row 1 on one side", "row 1 on both sides", "one side full", "full"],
)
def test_how_many_routes_there_are_and_how_many_ways_cut_them(wanted: str, routes: int, cut: int) -> None:
    held = [
        0 if name.startswith(wanted) or (wanted == "N:_1" and name[3] == "1") else NONE for name in USUAL.spot_names
    ]
    places = walkable(N, tuple(held), False)
    assert route_counts(N, places)[0][N.end] == route_counts(N, places)[1][N.start] == routes
    graph = nx.DiGraph()
    for place in range(len(N.names)):
        for _, to in N.steps_from(place) if N.names[place] else ():
            if places & N.bits[place] and places & N.bits[to]:
                graph.add_edge(place, to)
    assert len(nx.minimum_edge_cut(graph, N.start, N.end)) == cut


@pytest.mark.parametrize("shape", [("two_oneway", 2, 3), ("two_oneway", 3, 4), ("one_shared", 2, 3)])
def test_how_many_steps_it_takes_on_a_full_trail(shape: tuple[str, int, int]) -> None:
    road = geometry(*shape).roads[0]
    graph = nx.DiGraph()
    for place, name in enumerate(road.names):
        for _, to in road.steps_from(place) if name else ():
            graph.add_edge(place, to)
    steps = dict(nx.all_pairs_shortest_path_length(graph))
    where = {name: (name[0], *map(int, name[1:].split("."))) for name in road.names if name and name[0] != "M"}
    for name, (side, row, column) in where.items():
        place = road.place(name)
        for j in range(column):
            assert steps[road.place(f"M{j}")][place] == column + row - 1 - j
        for other, (other_side, other_row, _) in where.items():
            there = road.place(other)
            apart, rows = road.positions[there] - road.positions[place], abs(row - other_row)
            if side == other_side and other != name:
                if apart >= rows:
                    assert steps[place][there] == (apart + rows) // 2
                else:
                    assert there not in steps[place]


@pytest.mark.parametrize("name", [name for name in USUAL.spot_names if name.startswith("N")])
def test_the_supports_alone_are_enough_to_reach_a_spot(name: str) -> None:
    needed = {USUAL.spot(name)}
    for spot in sorted(needed | set(range(USUAL.spots)), reverse=True):
        if spot in needed and USUAL.supports[spot] != (NONE, NONE):
            needed |= set(USUAL.supports[spot])
    places = walkable(N, tuple([0 if spot in needed else NONE for spot in range(USUAL.spots)]), False)
    graph = nx.DiGraph()
    for place in range(len(N.names)):
        for _, to in N.steps_from(place) if N.names[place] else ():
            if places & N.bits[place] and places & N.bits[to]:
                graph.add_edge(place, to)
    spot = USUAL.spot(name)
    steps = nx.shortest_path_length(graph, N.start, N.place_of[spot])
    assert steps == USUAL.spot_column[spot] + USUAL.spot_row[spot] - 1


# -- where traps may be set --------------------------------------------------------------------------------------------------

HELD = "N: L1.4=GR1@A L1.3=GR1@A L1.2=GR1@A R1.4=GR1@A L2.3=GR1@A"
SPOTS = [
    ("an empty board", ("two_oneway", 2, 3), "", {}, "N:L1.4 N:R1.4 W:L1.4 W:R1.4"),
    ("the example", ("two_oneway", 2, 3), HELD, {}, "N:L1.1 N:R1.3 N:L2.2 W:L1.4 W:R1.4"),
    ("both sides together", ("two_oneway", 2, 3), HELD, {"per_side": False}, "N:R1.3 N:L2.2 W:L1.4 W:R1.4"),
    ("no notches", ("two_oneway", 2, 3), HELD, {"brick": False}, "N:L1.1 N:R1.3 W:L1.4 W:R1.4"),
    ("equal sides together", ("two_oneway", 2, 3), "", {"per_side": False}, "N:L1.4 N:R1.4 W:L1.4 W:R1.4"),
    ("one side full", ("two_oneway", 1, 1), "L1.2=GR1@A L1.1=GR1@A", {"per_side": False}, "N:R1.2 W:L1.2 W:R1.2"),
    ("unclaimed cards hold notches", ("two_oneway", 2, 3), "L1.4=GR1@- L1.3=RB1@-", {}, "N:L1.2 N:R1.4 N:L2.3 W:L1.4 W:R1.4"),
    ("the row limit", ("two_oneway", 1, 1), "L1.2=GR1@A L1.1=GR1@A R1.2=GR1@A R1.1=GR1@A", {}, "W:L1.2 W:R1.2"),
    ("a third row", ("two_oneway", 2, 3), "L1.4=GR1@A L1.3=GR1@A L1.2=GR1@A L1.1=GR1@A L2.3=GR1@A L2.2=GR1@A", {},
     "N:R1.4 N:L2.1 N:L3.2 W:L1.4 W:R1.4"),
    ("shared: both ends", ("one_shared", 1, 2), "", {}, "N:L1.1 N:L1.4 N:R1.1 N:R1.4"),
    ("shared: ends meet", ("one_shared", 1, 2), "L1.1=GR1@A L1.4=GR1@A L1.3=GR1@A", {}, "N:L1.2 N:R1.1 N:R1.4 N:L2.3"),
    ("shared: each end by itself", ("one_shared", 1, 2), "L1.4=GR1@A R1.1=GR1@A", {"per_side": False}, "N:L1.1 N:R1.4"),
]  # fmt: skip


@pytest.mark.parametrize(("what", "shape", "held", "readings", "expected"), SPOTS, ids=[row[0] for row in SPOTS])
def test_where_a_trap_may_be_set(
    what: str, shape: tuple[str, int, int], held: str, readings: dict[str, bool], expected: str
) -> None:
    board = geometry(*shape)
    found = open_spots(board, on_board(held, board), **readings)
    assert sorted(board.spot_names[spot] for spot in found) == sorted(expected.split())
    assert list(found) == sorted(found)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("per_side", [True, False])
def test_boards_built_by_the_rules_have_no_faults_and_can_be_filled(
    shape: tuple[str, int, int], per_side: bool
) -> None:
    board = geometry(*shape)
    rng = random.Random(f"{shape}")
    held = list(board.empty())
    while spots := open_spots(board, tuple(held), per_side):
        assert all(held[spot] == NONE for spot in spots)
        held[rng.choice(spots)] = rng.randrange(21)
        assert placement_faults(board, tuple(held)) == ()
    assert NONE not in held


# -- where a roadblock may stand -------------------------------------------------------------------------------------------

LONE = "L1.4=GR1@A"
BLOCKS = [
    ("an empty trail", "", {}, ""),
    ("an empty trail, any way", "", {"may_close": True}, "M0-M1 M1-M2 M2-M3 M3-M4"),
    ("one clearing", LONE, {}, "M3-M4 M3-L1.4 L1.4-M4"),
    ("one clearing, main trail only", LONE, {"main_only": True}, "M3-M4"),
    ("one clearing, any way", LONE, {"may_close": True}, "M0-M1 M1-M2 M2-M3 M3-M4 M3-L1.4 L1.4-M4"),
    ("one clearing, main trail only, any", LONE, {"main_only": True, "may_close": True}, "M0-M1 M1-M2 M2-M3 M3-M4"),
    ("open ground on one side suffices", "", {"open_ground": True, "main_only": True}, "M0-M1 M1-M2 M2-M3 M3-M4"),
]


@pytest.mark.parametrize(("what", "held", "readings", "expected"), BLOCKS, ids=[row[0] for row in BLOCKS])
def test_where_a_roadblock_may_stand(what: str, held: str, readings: dict[str, bool], expected: str) -> None:
    found = [USUAL.way_names[way] for way in open_ways(USUAL, on_board(held), **readings)]
    assert sorted(name[2:] for name in found if name.startswith("N")) == sorted(expected.split())


def test_on_a_full_trail_every_way_may_be_blocked() -> None:
    full = filled(USUAL, "N:")
    assert sum(USUAL.way_names[way].startswith("N") for way in open_ways(USUAL, full)) == 52
    assert open_ways(USUAL, filled(USUAL, "")) == tuple(range(104))


@pytest.mark.parametrize("shape", [("two_oneway", 2, 3), ("two_oneway", 3, 2), ("one_shared", 2, 4)])
@pytest.mark.parametrize("open_ground", [False, True])
def test_a_roadblock_leaves_a_way_around_and_nothing_else_is_forbidden(
    shape: tuple[str, int, int], open_ground: bool
) -> None:
    board = geometry(*shape)
    rng = random.Random(5)
    held = list(board.empty())
    for _ in range(12):
        held[rng.choice(open_spots(board, tuple(held)))] = 0
        legal = open_ways(board, tuple(held), open_ground=open_ground)
        expected = []
        for road in board.roads[: board.trails]:
            places = walkable(road, tuple(held), open_ground)
            graph = nx.DiGraph()
            ends = {}
            for way in range(board.ways):
                begin, to = road.way_from[way], road.way_from[way] + road.way_step[way]
                if begin != NOWHERE and places & road.bits[begin] and places & road.bits[to]:
                    graph.add_edge(begin, to)
                    ends[way] = (begin, to)
            for way, link in ends.items():
                graph.remove_edge(*link)
                if nx.has_path(graph, road.start, road.end):
                    expected.append(way)
                graph.add_edge(*link)
        assert list(legal) == expected


# -- names and boards as text ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", SHAPES)
def test_every_spot_way_and_place_is_found_by_its_name(shape: tuple[str, int, int]) -> None:
    board = geometry(*shape)
    assert [board.spot(name) for name in board.spot_names] == list(range(board.spots))
    assert [board.way(name.lower()) for name in board.way_names] == list(range(board.ways))
    for road in board.roads:
        assert [road.place(name) for name in road.names if name] == [p for p, name in enumerate(road.names) if name]


def test_unknown_names_are_told_what_a_name_looks_like() -> None:
    with refused(UnknownNameError, "There is no spot 'N:L4.1'. Did you mean"):
        USUAL.spot("N:L4.1")
    with refused(UnknownNameError, "There is no way 'M3-M2'. Did you mean 'N:M"):
        USUAL.way("M3-M2")
    with refused(UnknownNameError, "There is no place 'M5'. Available: M0, R1.1,"):
        N.place("M5")


def test_a_board_can_be_written_in_several_ways() -> None:
    one = read_board("N: L1.4 = GR2 @ A, R1.4=LZ1@-; W: L1.4=WK1@d", USUAL, cards)
    other = read_board("W:L1.4=WK1@D\nn:l1.4=gr2a@a R1.4=LZ1@-", USUAL, cards)
    assert one[0][USUAL.spot("W:L1.4")] == cards.scheme_of("WK1")
    assert one[1][USUAL.spot("W:L1.4")] == 3
    assert one == other
    assert one[2] == ()
    assert write_board(USUAL, cards, one[0], one[1]) == "N: L1.4=GR2a@A R1.4=LZ1@-; W: L1.4=WK1@D"


def test_a_trail_letter_before_one_spot_holds_for_that_spot_alone() -> None:
    held, _, reasons = read_board("W:L1.4=GR1@A R1.4=GR1@A", USUAL, cards)
    assert reasons == ()
    assert [USUAL.spot_names[spot] for spot in range(36) if held[spot] != NONE] == ["N:R1.4", "W:L1.4"]


@pytest.mark.parametrize("shape", [("two_oneway", 2, 3), ("one_shared", 3, 4)])
def test_any_board_is_read_back_as_it_was(shape: tuple[str, int, int]) -> None:
    board = geometry(*shape)
    rng = random.Random(2)
    for _ in range(30):
        held = tuple([rng.choice((NONE, NONE, rng.randrange(21))) for _ in range(board.spots)])
        claims = tuple([NONE if card == NONE else rng.randrange(-1, 4) for card in held])
        assert read_board(write_board(board, cards, held, claims), board, cards) == (held, claims, ())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("L1.4", "'L1.4': an entry is a spot, a card and its owner"),
        ("L1.4=GR1", "'L1.4=GR1': an entry is a spot, a card and its owner"),
        ("L1.4=@A", "'L1.4=@A': an entry is a spot, a card and its owner"),
        ("L1.5=GR1@A", "'L1.5=GR1@A': There is no spot 'N:L1.5'. Did you mean 'N:L1."),
        ("X:L1.4=GR1@A", "'X:L1.4=GR1@A': There is no spot"),
        ("L1.4=GR9@A", "'L1.4=GR9@A': There is no scheme card 'GR9'."),
        ("L1.4=SP1@A", "'L1.4=SP1@A': SP1 is a special card; it never lies beside the trail."),
        ("L1.4=GR1@A L1.4=GR1@B", "'L1.4=GR1@B': N:L1.4 is named twice."),
        ("L1.4=GR1@D", "'L1.4=GR1@D': the owner must be A, B, C or - for no claim marker, not 'D'."),
    ],
)
def test_a_wrong_entry_is_told_what_is_right(text: str, words: str) -> None:
    _, _, reasons = read_board(text, USUAL, cards, players=3)
    assert len(reasons) == 1
    assert reasons[0].startswith(words)


def test_every_wrong_entry_is_named() -> None:
    assert len(read_board("L1.4=GR9@A L9.9=GR1@A L1.3", USUAL, cards)[2]) == 3


FAULTS = [
    (("two_oneway", 2, 3), "L1.3=GR1@A L1.2=GR1@A", ["N:L1.3 holds", "N:L1.2 holds"]),
    (("two_oneway", 2, 3), "L1.4=GR1@A L2.3=GR1@A", ["N:L2.3 lies in the notch between N:L1.3 and N:L1.4"]),
    (("two_oneway", 2, 3), "L1.4=GR1@A L1.3=GR1@A W: R2.1=GR1@A", ["W:R2.1 lies in the notch"]),
    (("one_shared", 1, 3), "L1.1=GR1@A L1.4=GR1@A", []),
    (("one_shared", 1, 3), "L1.1=GR1@A L1.3=GR1@A", ["N:L1.3 holds a card though N:L1.4 and N:L1.2 are empty"]),
    (("one_shared", 1, 3), "R1.2=GR1@A", ["N:R1.2 holds a card though N:R1.4 and N:R1.1 are empty"]),
]


@pytest.mark.parametrize(("shape", "held", "expected"), FAULTS)
def test_cards_that_no_rule_can_have_put_there(shape: tuple[str, int, int], held: str, expected: list[str]) -> None:
    board = geometry(*shape)
    faults = placement_faults(board, on_board(held, board))
    assert len(faults) == len(expected)
    assert all(fault.startswith(start) for fault, start in zip(sorted(faults), sorted(expected), strict=True))
