"""The trail as flat tables: its places, the ways between them, and where cards and roadblocks may go (MW-RULING-1 to -6).

To a traveller, the places of a trail are the crossings of a slanted grid. The place (x, y) is x units of progress away on the
left and y on the right: ``Mj`` is (j, j), the clearing in row t and column k is (k + t - 1, k - 1) on the left and
(k - 1, k + t - 1) on the right. Every way forward then adds 1 to x, to y or to both, and the position along the trail is x + y.
A place has the number ``x * (columns + 2) + y``, so a set of places is one whole number (a mask), and three shifts give all
ways forward.

*Spots* are the places where scheme cards may lie, numbered over the whole board: trail N, then W; on each trail the left side,
then the right; row by row, column by column. *Ways* join two places, and a roadblock may close one; they are numbered by where
they begin. A *road* is the board as one group of travellers walks it: road 0 leads to Nottingham, road 1 to Werchesope.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workbench.core.errors import UnknownNameError, nearest
from workbench.games.merry_way.cards import NONE

if TYPE_CHECKING:
    from workbench.core.types import Number
    from workbench.games.merry_way.types import Place

LEFT: Final = 0
RIGHT: Final = 1
SIDE_LETTERS: Final = "LR"
SIDE_NAMES: Final = ("left", "right")

TO_NOTTINGHAM: Final = 0
TO_WERCHESOPE: Final = 1
ROAD_CODES: Final = "NW"
TOWNS: Final = ("Nottingham", "Werchesope")
"""The town at the end of each road (MW-SETUP-1)."""

SECTIONS: Final = 4
"""The number of trail sections on the table: two for each one-way trail, or all four for a shared trail."""

ALONG: Final = 0
LEAVE: Final = 1
IN: Final = 2
STRAIGHT: Final = 3
OUT: Final = 4
WAY_KINDS: Final = ("along", "leave", "in", "straight", "out")
"""The kinds of way: two on the main trail, three from a clearing."""

MAIN: Final = -1
"""The entry of a road's table for a place on the main trail, which has no spot."""
NOWHERE: Final = -2
"""The entry of a road's table for no place, no spot or no way."""


class Road:
    """The board as one group of travellers walks it. Its tables never change.

    Attributes:
        number: `TO_NOTTINGHAM` or `TO_WERCHESOPE`.
        trail: the trail it runs on; with a shared trail both roads run on trail 0.
        columns: how many stretches the main trail has; its places are ``M0`` to ``Mcolumns``.
        width: how much a step on the left adds to the number of a place; a step on the right adds 1, a step along adds both.
        start, end: the first and the last place.
        spots: the numbers of the spots beside it.
        spot_at: by place: the spot there, `MAIN`, or `NOWHERE`.
        place_of: by spot: the place, or `NOWHERE`.
        names: by place: its name on the board without the trail's letter, such as ``M2`` or ``L1.4``; empty if it has none.
        rows: by place: its distance from the main trail, 0..4.
        sides: by place: `LEFT` or `RIGHT` as the traveller sees it (`LEFT` on the main trail).
        positions: by place: progress along the trail, 0..2 * columns.
        first, second, third: by place: where its ways lead, in the traveller's order of preference: along, left, right on the
            main trail; in, straight, out elsewhere; 0 if there is no such way.
        bits: by place: the mask with only this place.
        main: the places of the main trail, as a mask.
        first_row: the places of the row next to it, as a mask.
        at_position: by position: the places there, as a mask.
        way_from: by way: the place where it begins, or `NOWHERE`.
        way_step: by way: how much it adds to the number of the place.
    """


    def __init__(
        self, number: int, trail: int, columns: int, rows: int, first: int, spots: int, mirrored: bool
    ) -> None:
        width = columns + 2
        self.number = number
        self.trail = trail
        self.columns = columns
        self.width = width
        self.start = 0
        self.end = columns * (width + 1)
        places = columns * (width + 1) + 1
        self.bits: tuple[int, ...] = tuple([2**place for place in range(places)])
        spot_at = [NOWHERE] * places
        names = [""] * places
        place_of = [NOWHERE] * spots
        listed: list[int] = []
        for j in range(columns + 1):
            place = j * (width + 1)
            spot_at[place] = MAIN
            names[place] = f"M{columns - j if mirrored else j}"
        spot = first
        for side in (LEFT, RIGHT):
            for row in range(1, rows + 1):
                for column in range(1, columns + 2 - row):
                    near, far = column - 1, column + row - 1
                    place = far * width + near if side == LEFT else near * width + far
                    if mirrored:
                        place = places - 1 - place
                    spot_at[place] = spot
                    place_of[spot] = place
                    names[place] = f"{SIDE_LETTERS[side]}{row}.{column}"
                    listed.append(spot)
                    spot += 1
        self.spots = tuple(listed)
        self.spot_at = tuple(spot_at)
        self.place_of = tuple(place_of)
        self.names = tuple(names)
        across = [(place // width, place % width) for place in range(places)]
        there = [bool(name) for name in names]
        self.rows = bytes([abs(x - y) if is_place else 0 for (x, y), is_place in zip(across, there, strict=True)])
        self.sides = bytes([RIGHT if y > x else LEFT for x, y in across])
        self.positions = bytes([x + y for x, y in across])
        self.main = sum([self.bits[place] for place in range(places) if spot_at[place] == MAIN])
        self.first_row = sum([self.bits[place] for place in range(places) if self.rows[place] == 1])
        self.at_position = tuple(
            [
                sum([self.bits[place] for place in range(places) if there[place] and self.positions[place] == position])
                for position in range(2 * columns + 1)
            ]
        )
        preferred: list[list[int]] = [[], [], []]
        for place, (x, y) in enumerate(across):
            both = place + width + 1
            on_left = place + width
            on_right = place + 1
            choices = (both, on_left, on_right)
            if x != y:
                choices = (on_right, both, on_left) if x > y else (on_left, both, on_right)
            for rank, to in enumerate(choices):
                preferred[rank].append(to if there[place] and to < places and there[to] else 0)
        self.first = tuple(preferred[0])
        self.second = tuple(preferred[1])
        self.third = tuple(preferred[2])
        self.way_from: tuple[int, ...] = ()
        self.way_step: tuple[int, ...] = ()

    def place(self, name: str) -> int:
        """Return the place with a name such as ``M2`` or ``L1.4``.

        Raises:
            UnknownNameError: there is no such place.

        >>> geometry().roads[0].place("L1.4")
        27
        """
        for place, known in enumerate(self.names):
            if known and known == name.upper():
                return place
        known_names = [known for known in self.names if known]
        raise UnknownNameError(
            f"There is no place {name!r}.{nearest(name, known_names)} Available: {', '.join(known_names)}."
        )

    def full_name(self, place: Place) -> str:
        """Return the name of a place with its trail's letter.

        >>> geometry().roads[1].full_name(27)
        'W:L1.4'
        """
        return f"{ROAD_CODES[self.trail]}:{self.names[place]}"

    def steps_from(self, place: Place) -> tuple[tuple[int, int], ...]:
        """Return the ways forward as (kind, place), in a traveller's order of preference, with or without cards.

        >>> road = geometry().roads[0]
        >>> [(WAY_KINDS[kind], road.names[place]) for kind, place in road.steps_from(road.place("L1.2"))]
        [('in', 'M2'), ('straight', 'L1.3'), ('out', 'L2.2')]
        """
        kinds = (ALONG, LEAVE, LEAVE) if self.spot_at[place] == MAIN else (IN, STRAIGHT, OUT)
        return tuple(
            [
                (kind, to)
                for kind, to in zip(kinds, (self.first[place], self.second[place], self.third[place]), strict=True)
                if to
            ]
        )


class Geometry:
    """The board: spots, ways and roads. Its tables never change; `geometry` keeps one board for each set of options.

    Args:
        trail_model: ``two_oneway`` or ``one_shared`` (MW-RULING-1).
        columns_per_section: clearings next to the trail on each side of a section (MW-RULING-2).
        max_row: rows of clearings on each side (MW-RULING-4).

    Attributes:
        trail_model, rows: as given.
        columns: the number of columns of a trail.
        trails: the number of trails.
        spots: the number of spots, which are numbered 0..spots-1.
        spot_names: by spot: its name, such as ``N:L1.4``.
        spot_trail, spot_side, spot_row, spot_column: by spot: where it is; rows and columns count from 1, sides as on maps.
        supports: by spot: the two spots that must be occupied before a card may go there; (-1, -1) in row 1 (MW-BUILD-6).
        fronts: for each trail and each end where travellers start: the spots of row 1 on the left and on the right, beginning
            with the one furthest from that end.
        ways: the number of ways, which are numbered 0..ways-1.
        way_names: by way: its name, such as ``N:M2-M3``.
        way_trail, way_kind: by way: its trail and its kind.
        roads: the two roads.
    """


    def __init__(self, trail_model: str, columns_per_section: int, max_row: int) -> None:
        shared = trail_model == "one_shared"
        self.trail_model = trail_model
        self.trails = 1 if shared else 2
        self.columns = columns_per_section * SECTIONS // self.trails
        self.rows = max_row
        self.number_spots()
        each = self.spots // self.trails
        self.roads: tuple[Road, Road] = (
            Road(TO_NOTTINGHAM, 0, self.columns, self.rows, 0, self.spots, False),
            Road(TO_WERCHESOPE, 0 if shared else 1, self.columns, self.rows, 0 if shared else each, self.spots, shared),
        )
        self.number_ways(shared)

    def number_spots(self) -> None:
        """Lay out the spots of every trail."""
        where = [
            (trail, side, row, column)
            for trail in range(self.trails)
            for side in (LEFT, RIGHT)
            for row in range(1, self.rows + 1)
            for column in range(1, self.columns + 2 - row)
        ]
        number = {at: spot for spot, at in enumerate(where)}
        self.spots = len(where)
        self.spot_names = tuple(
            [f"{ROAD_CODES[trail]}:{SIDE_LETTERS[side]}{row}.{column}" for trail, side, row, column in where]
        )
        self.spot_trail = bytes([trail for trail, _, _, _ in where])
        self.spot_side = bytes([side for _, side, _, _ in where])
        self.spot_row = bytes([row for _, _, row, _ in where])
        self.spot_column = bytes([column for _, _, _, column in where])
        self.supports = tuple(
            [
                (NONE, NONE)
                if row == 1
                else (number[trail, side, row - 1, column], number[trail, side, row - 1, column + 1])
                for trail, side, row, column in where
            ]
        )
        fronts: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
        for trail in range(self.trails):
            near_first = [
                tuple([number[trail, side, 1, column] for column in range(1, self.columns + 1)])
                for side in (LEFT, RIGHT)
            ]
            fronts.append((near_first[LEFT][::-1], near_first[RIGHT][::-1]))
            if self.trails == 1:  # travellers come from both ends
                fronts.append((near_first[LEFT], near_first[RIGHT]))
        self.fronts = tuple(fronts)

    def number_ways(self, shared: bool) -> None:
        """Number the ways of every trail: those from the main trail, then those from its spots."""
        names: list[str] = []
        trails: list[int] = []
        kinds: list[int] = []
        begins: tuple[list[int], list[int]] = ([], [])
        steps: tuple[list[int], list[int]] = ([], [])
        for trail in range(self.trails):
            road = self.roads[trail]
            main = [j * (road.width + 1) for j in range(road.columns)]
            for begin in [*main, *[road.place_of[spot] for spot in road.spots]]:
                for kind, to in road.steps_from(begin):
                    names.append(f"{road.full_name(begin)}-{road.names[to]}")
                    trails.append(trail)
                    kinds.append(kind)
                    for number in (TO_NOTTINGHAM, TO_WERCHESOPE):
                        on_road = shared or number == trail
                        from_here = road.end - to if shared and number == TO_WERCHESOPE else begin
                        begins[number].append(from_here if on_road else NOWHERE)
                        steps[number].append(to - begin)
        self.ways = len(names)
        self.way_names = tuple(names)
        self.way_trail = bytes(trails)
        self.way_kind = bytes(kinds)
        for number in (TO_NOTTINGHAM, TO_WERCHESOPE):
            self.roads[number].way_from = tuple(begins[number])
            self.roads[number].way_step = tuple(steps[number])

    def spot(self, name: str) -> int:
        """Return the spot with a name such as ``N:L1.4``; without a letter, on trail N.

        Raises:
            UnknownNameError: there is no such spot.

        >>> geometry().spot("N:L1.4"), geometry().spot("w:r3.2"), geometry().spot("L2.1")
        (3, 35, 4)
        """
        full = name.upper() if ":" in name else f"N:{name.upper()}"
        if full in self.spot_names:
            return self.spot_names.index(full)
        raise UnknownNameError(
            f"There is no spot {name!r}.{nearest(full, self.spot_names)} A spot is a trail N or W, a side L or R, a row and a "
            f"column, such as {self.spot_names[0]}; here with rows 1 to {self.rows} and columns 1 to {self.columns} in row 1."
        )

    def way(self, name: str) -> int:
        """Return the way with a name such as ``N:M2-M3`` or ``N:L1.4-M4``; without a letter, on trail N.

        Raises:
            UnknownNameError: there is no such way.

        >>> geometry().way("N:M2-M3"), geometry().way("l1.4-m4")
        (6, 21)
        """
        full = name.upper() if ":" in name else f"N:{name.upper()}"
        if full in self.way_names:
            return self.way_names.index(full)
        raise UnknownNameError(
            f"There is no way {name!r}.{nearest(full, self.way_names)} A way joins two neighbouring places, the earlier one "
            f"first, such as {self.way_names[0]} or {self.way_names[2]}."
        )

    def empty(self) -> tuple[int, ...]:
        """Return a board without cards, or without claim markers: `NONE` for every spot."""
        return (NONE,) * self.spots

    def __repr__(self) -> str:
        return f"<{self.trail_model}: {self.spots} spots, {self.ways} ways, {self.columns} columns, {self.rows} rows>"


_geometries: dict[tuple[str, int, int], Geometry] = {}


def geometry(trail_model: str = "two_oneway", columns_per_section: int = 2, max_row: int = 3) -> Geometry:
    """Return the board for some options; it is built only once.

    Args:
        trail_model: ``two_oneway`` or ``one_shared`` (MW-RULING-1).
        columns_per_section: 1..4 (MW-RULING-2).
        max_row: 1..4 (MW-RULING-4).

    >>> geometry()
    <two_oneway: 36 spots, 104 ways, 4 columns, 3 rows>
    >>> geometry("one_shared", 4, 4)
    <one_shared: 116 spots, 356 ways, 16 columns, 4 rows>
    """
    key = (trail_model, columns_per_section, max_row)
    if key not in _geometries:
        _geometries[key] = Geometry(trail_model, columns_per_section, max_row)
    return _geometries[key]


def walkable(road: Road, cards: tuple[int, ...], open_ground: bool) -> int:
    """Return the places where travellers can walk: the main trail and every spot that holds a card.

    Args:
        road: the road.
        cards: by spot: the scheme type there, or `NONE`.
        open_ground: whether travellers can also walk on empty spots next to the trail (MW-RULING-6).

    Returns:
        the places, as a mask.

    >>> road = geometry().roads[0]
    >>> walkable(road, geometry().empty(), False) == road.main
    True
    """
    mask = road.main | road.first_row if open_ground else road.main
    bits = road.bits
    place_of = road.place_of
    for spot in road.spots:
        if cards[spot] >= 0:
            mask |= bits[place_of[spot]]
    return mask


def open_spots(board: Geometry, cards: tuple[int, ...], per_side: bool = True, brick: bool = True) -> tuple[int, ...]:
    """Return the empty spots where a trap may be set (MW-BUILD-5, MW-BUILD-6).

    Args:
        board: the board.
        cards: by spot: the scheme type there, or `NONE`.
        per_side: whether each side has its own first open space; otherwise both sides share one (MW-RULING-5).
        brick: whether a card may go into the notch between two occupied clearings (MW-RULING-3).

    Returns:
        the spots, smallest number first.

    >>> [geometry().spot_names[spot] for spot in open_spots(geometry(), geometry().empty())]
    ['N:L1.4', 'N:R1.4', 'W:L1.4', 'W:R1.4']
    """
    found: list[int] = []
    for left, right in board.fronts:
        on_left = first_open(left, cards)
        on_right = first_open(right, cards)
        if on_left < len(left) and (per_side or on_left <= on_right):
            found.append(left[on_left])
        if on_right < len(right) and (per_side or on_right <= on_left):
            found.append(right[on_right])
    if brick:
        supports = board.supports
        for spot in range(len(supports)):
            near, far = supports[spot]
            if near >= 0 and cards[spot] < 0 and cards[near] >= 0 and cards[far] >= 0:
                found.append(spot)
    return tuple(sorted(set(found)))


def first_open(front: tuple[int, ...], cards: tuple[int, ...]) -> Number:
    """Return how many spots of a row come before its first empty one; all of them if none is empty."""
    count: Number = 0
    for spot in front:
        if cards[spot] < 0:
            return count
        count += 1
    return count


def route_counts(road: Road, places: int) -> tuple[list[int], list[int]]:
    """Count the routes to each place from the start, and from each place to the end.

    Args:
        road: the road.
        places: the places where travellers can walk, as a mask.

    Returns:
        two lists by place; the last entry of the first list is the number of all routes.

    >>> road = geometry().roads[0]
    >>> route_counts(road, road.main | road.first_row)[0][road.end]
    153
    """
    bits = road.bits
    width = road.width
    size = len(bits)
    to_here = [0] * size
    to_here[0] = 1
    for place in range(1, size):  # every way leads to a higher number
        if places & bits[place]:
            count = to_here[place - 1]
            if place >= width:
                count += to_here[place - width]
            if place > width:
                count += to_here[place - width - 1]
            to_here[place] = count
    onward = [0] * size
    onward[size - 1] = 1
    for place in range(size - 2, -1, -1):
        if places & bits[place]:
            count = onward[place + 1]
            if place + width < size:
                count += onward[place + width]
            if place + width + 1 < size:
                count += onward[place + width + 1]
            onward[place] = count
    return to_here, onward


def open_ways(
    board: Geometry,
    cards: tuple[int, ...],
    main_only: bool = False,
    may_close: bool = False,
    open_ground: bool = False,
) -> tuple[int, ...]:
    """Return the ways on which a roadblock may be built (MW-BUILD-11, MW-RULING-24, MW-RULING-25).

    Args:
        board: the board.
        cards: by spot: the scheme type there, or `NONE`.
        main_only: whether a roadblock may only block stretches of the main trail.
        may_close: whether a roadblock may close every way from town to town.
        open_ground: whether travellers can walk on empty spots next to the trail (MW-RULING-6).

    Returns:
        the ways, smallest number first.

    >>> open_ways(geometry(), geometry().empty())
    ()
    >>> [geometry().way_names[way] for way in open_ways(geometry(), geometry().empty(), may_close=True)][:2]
    ['N:M0-M1', 'N:M1-M2']
    """
    found: list[int] = []
    trail = -1
    places = 0
    to_here: list[int] = []
    onward: list[int] = []
    road = board.roads[0]
    for way in range(board.ways):
        if board.way_trail[way] != trail:
            trail = board.way_trail[way]
            road = board.roads[trail]
            places = walkable(road, cards, open_ground)
            if not may_close:
                to_here, onward = route_counts(road, places)
        if main_only and board.way_kind[way] != ALONG:
            continue
        begin = road.way_from[way]
        to = begin + road.way_step[way]
        if places & road.bits[begin] and places & road.bits[to]:
            # a way that all routes use has as many routes through it as there are
            if may_close or to_here[begin] * onward[to] < onward[0]:
                found.append(way)
    return tuple(found)
