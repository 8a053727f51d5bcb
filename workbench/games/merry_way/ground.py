"""Draws the trails of On Their Merry Way and what lies beside them. Off the rules path."""

from __future__ import annotations

from workbench.core.look import Look as AnyLook
from workbench.core.pieces import (
    ASIDE,
    BOLD,
    CARD,
    EMPTY,
    INK,
    PAPER,
    RULE,
    SEMI,
    SOFT,
    SOFT_INK,
    THIN,
    Box,
    Style,
    disc,
    fit,
    frame,
    medal,
    outline,
    wide,
)
from workbench.core.scene import Shape, Spot, line, path, rect
from workbench.core.scene import text as words
from workbench.core.words import counted, listed
from workbench.games.merry_way.build import place_cost
from workbench.games.merry_way.cards import KIND_NAMES, NONE
from workbench.games.merry_way.components import MERCHANTS
from workbench.games.merry_way.pieces import (
    FOREST,
    ROAD,
    TRAVELLER_COLOURS,
    TRAVELLER_DASHES,
    TREE,
    TREES,
    draw_arrow,
    draw_chevron,
    draw_passing,
    draw_roadblock,
    draw_symbols,
    draw_traveller,
    mark,
    symbols_of,
)
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.trail import MAIN, RIGHT, ROAD_CODES, TOWNS, Road
from workbench.games.merry_way.trips import Stop, Trip, coming, is_foreseen, walked
from workbench.games.merry_way.words import price, scheme_words, signed

Look = AnyLook[MerryWayState]

HEAD: float = 21
LEAST_ROW: float = 22
MOST_ROW: float = 44
"""The least and the greatest distance between rows of clearings."""
BETWEEN: float = 9
"""The free space between two rows."""
STRIP: float = 24
"""The width of the main trail."""


class Ways:
    """The ways of the travellers that the picture shows: those to come, or those walked last.

    Args:
        look: the position.

    Attributes:
        foreseen: whether these are ways to come.
        trips: the ways; none if changed rules keep them unknown.
    """

    def __init__(self, look: Look) -> None:
        self.foreseen = is_foreseen(look.state)
        self.trips = coming(look.state) if self.foreseen else walked(look.state)

    def words(self, look: Look, traveller: int) -> str:
        """Return a traveller's way as a sentence after a space; empty if the picture does not show it."""
        board = look.state.game.board
        for one in self.trips:
            if one.traveller == traveller:
                names = board.roads[one.road].names
                way = ", ".join([names[place] for place in one.places]) or "nowhere"
                happened = "".join([f"; {stop_words(look, stop)}" for stop in one.stops])
                return f" It {'would walk' if self.foreseen else 'walked'} by way of {way}{happened}."
        return ""

    def visits(self, look: Look) -> dict[int, list[tuple[Trip, str]]]:
        """Return, by spot, the trips that pass, each with a sign for what it changes; empty for no change."""
        found: dict[int, list[tuple[Trip, str]]] = {}
        for trip in self.trips:
            road = look.state.game.board.roads[trip.road]
            changes = {stop.spot: "×" if stop.removed else signed(stop.change) for stop in trip.stops}
            for place in trip.places:
                spot = road.spot_at[place]
                if spot >= 0:
                    found.setdefault(spot, []).append((trip, changes.get(spot, "")))
        return found


def stop_words(look: Look, stop: Stop) -> str:
    """Say what happens at a stop."""
    where, who = look.state.game.board.spot_names[stop.spot], look.state.game.seat_name(stop.owner)
    if stop.removed:
        return f"at {where} the claim of {who} goes"
    return f"at {where} {who} {'loses' if stop.change < 0 else 'gains'} {abs(stop.change)} profit"


class Ground:
    """A trail's area in the picture; travellers walk to the right if they go to Nottingham or are the only ones on it.

    Args:
        road: the road whose numbers for places are used.
        box: the area, header included.
        rows: the number of rows, with the road.
    """

    def __init__(self, road: Road, box: Box, rows: int) -> None:
        self.road = road
        self.box = box
        self.middle = box.cut(top=HEAD).down
        self.unit = (box.width - 48) / (2 * road.columns)
        self.wide = min(76.0, 2 * self.unit - 10.4)
        """The width of a clearing."""
        self.row = min(MOST_ROW, (box.height - HEAD) / rows)
        """The distance between rows."""
        self.high = self.row - BETWEEN
        """The height of a clearing."""

    def at(self, place: int) -> tuple[float, float]:
        """Return the middle of a place."""
        road = self.road
        side = 1 if road.sides[place] == RIGHT else -1
        return self.box.x + 24 + self.unit * road.positions[place], self.middle + side * self.row * road.rows[place]

    def own(self, road: Road, place: int) -> int:
        """Return the number that a place of a road has here; the road may run the other way."""
        return place if road.number == self.road.number else self.road.end - place

    def ends(self, way: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """Return where a way begins and ends."""
        begin = self.road.way_from[way]
        return self.at(begin), self.at(begin + self.road.way_step[way])

    def roads(self, look: Look) -> list[Road]:
        """Return the roads that run along the trail."""
        return [road for road in look.state.game.board.roads if road.trail == self.road.trail]


def grounds(look: Look, box: Box, gap: float) -> list[Ground]:
    """Lay out the trails: two of up to four columns side by side, longer trails below each other."""
    board = look.state.game.board
    rows, stacked = 2 * min(int(board.rows), int(board.columns)) + 1, board.trails > 1 and board.columns > 4
    height = max((box.height - gap) / 2 if stacked else box.height, HEAD + rows * LEAST_ROW)
    whole = Box(box.x, box.y, box.width, height)
    if board.trails == 1:
        return [Ground(board.roads[0], whole, rows)]
    boxes = [whole, Box(box.x, whole.bottom + gap, box.width, height)] if stacked else whole.columns(2, gap)
    return [Ground(board.roads[trail], boxes[trail], rows) for trail in range(2)]


def trail(look: Look, ground: Ground, ways: Ways) -> list[Spot]:
    """Draw the header of a trail, its clearings, and the ways with a roadblock or room for one."""
    visits = ways.visits(look)
    clearings = [clearing(look, ground, spot, visits.get(spot, []), ways.foreseen) for spot in ground.road.spots]
    return [trail_head(look, ground, ways), *clearings, *roadblocks(look, ground)]


# -- the trail itself --------------------------------------------------------------------------------------------------


def forest(look: Look, ground: Ground, ways: Ways) -> list[Shape]:
    """Draw the forest, the main trail with its places, the ways between cards, and where travellers walk."""
    road, middle = ground.road, ground.middle
    begin, end = ground.at(road.start)[0], ground.at(road.end)[0]
    shapes = [
        frame(ground.box, FOREST, 9, **THIN),
        *trees(ground),
        rect(begin - 18, middle - STRIP / 2, end - begin + 36, STRIP, rx=STRIP / 2, fill=ROAD),
    ]
    both = len(ground.roads(look)) > 1
    for column in range(road.columns):
        across, apart = begin + ground.unit * (2 * column + 1), ground.unit * 0.42
        shapes += draw_chevron(across - apart, middle, True) + draw_chevron(across + apart, middle, not both)
    shapes += links(look, ground)
    for trip in ways.trips:
        if look.state.game.board.roads[trip.road].trail == road.trail:
            shapes += trip_line(look, ground, ways, trip)
    for place, spot in enumerate(road.spot_at):
        if spot == MAIN:
            across, half = ground.at(place)[0], 13 if len(road.names[place]) == 2 else 15.5
            shapes.append(frame(Box(across - half, middle - 8, 2 * half, 16), PAPER, 8, stroke=INK, stroke_width=1))
            shapes.append(fit(across, middle + 4, road.names[place], 2 * half - 2, 11, "middle", **SEMI))
    return shapes


def trees(ground: Ground) -> list[Shape]:
    """Draw trees at the edges of the forest, where no clearing lies."""
    box = ground.box.cut(top=HEAD + 12, bottom=16)
    rows = (box.y + 3, box.y + 36, box.bottom - 33, box.bottom)
    return [path(TREE, x, y, 0.9, fill=TREES) for x in (box.x + 14, box.right - 14) for y in rows]


def links(look: Look, ground: Ground) -> list[Shape]:
    """Draw the ways off the main trail that travellers can use."""
    board, cards, road = look.state.game.board, look.state.cards, ground.road
    shapes: list[Shape] = []
    for way in range(board.ways):
        begin = road.way_from[way]
        if begin < 0 or board.way_trail[way] != road.trail:
            continue
        spots = [road.spot_at[place] for place in (begin, begin + road.way_step[way])]
        if spots != [MAIN, MAIN] and not any([spot >= 0 and cards[spot] == NONE for spot in spots]):
            (x1, y1), (x2, y2) = ground.ends(way)
            shapes.append(line(x1, y1, x2, y2, stroke=ROAD, stroke_width=7))
    return shapes


def trip_line(look: Look, ground: Ground, ways: Ways, trip: Trip) -> list[Shape]:
    """Draw the way of a traveller: a line with its own pattern, and an arrow at the end."""
    board = look.state.game.board
    road = board.roads[trip.road]
    number = [one.traveller for one in ways.trips if one.road == trip.road].index(trip.traveller)
    aside = 6.5 * number - 6.5 if board.trails == 2 else 4.5 * trip.traveller - 9
    points = [ground.at(ground.own(road, place)) for place in (road.start, *trip.places)]
    if len(points) < 2:
        return []
    line_of = "M" + "L".join([f"{x + aside * 0.6:.1f} {y + aside:.1f}" for x, y in points])
    colour, dashes = TRAVELLER_COLOURS[trip.traveller], TRAVELLER_DASHES[trip.traveller]
    shape: Style = {"fill": "none", "stroke_linejoin": "round"}
    pattern: Style = {"stroke_dasharray": dashes} if dashes else {}
    (x, y), to_right = points[-1], points[-1][0] > points[0][0]
    return [
        path(line_of, **shape, stroke=INK, stroke_width=4.2, stroke_opacity=0.35 if ways.foreseen else 1),
        path(line_of, **shape, stroke=colour, stroke_width=2.6, **pattern),
        *draw_arrow(x + (12 if to_right else -12), y + aside, to_right, colour),
    ]


def trail_head(look: Look, ground: Ground, ways: Ways) -> Spot:
    """Draw the header: where the trail leads from and to, and which travellers queue at the start."""
    state, box, travel = look.state, ground.box, look.state.game.travel
    shapes = forest(look, ground, ways)  # part of the spot, so anything that shows the trail shows all of it
    said = []
    waiting = not look.over and not look.asks("tie")
    kinds = [travel.kind(state, one) if NONE not in state.line_up else 0 for one in range(len(MERCHANTS))]
    y, code = box.y, ROAD_CODES[ground.road.trail]
    for road in ground.roads(look):
        towns = (TOWNS[1 - road.number], TOWNS[road.number])
        queue = [one for one in range(len(MERCHANTS)) if travel.road(state, one) == road.number]
        forward = road.number == ground.road.number
        sign = 1 if forward else -1
        left = box.x + 10 if forward else box.right - 10
        if forward and state.game.board.trails > 1:
            shapes += disc(code, INK, left + 7, y + 11.5, 8, 12)
            left += 22
        shapes.append(words(left, y + 16, towns[0], 12.5, "start" if forward else "end", **SEMI))
        left += sign * (wide(towns[0], 12.5, True) + 10)
        room = box.width - 70 - wide(towns[0] + towns[1], 12.5, True)
        step = min(22.0, room / max(1, len(queue)))
        if waiting:
            for place, one in enumerate(queue):
                shapes += draw_traveller(one, kinds[one], left + sign * (8 + step * place), y + 13, 0.56)
            left += sign * step * len(queue)
        if len(ground.roads(look)) == 1:
            shapes.append(words(box.right - 10, y + 16, towns[1], 12.5, "end", **SEMI))
            stop = box.right - 18 - wide(towns[1], 12.5, True)
            if stop - left > 14:
                shapes.append(line(left, y + 12, stop - 5, y + 12, stroke=SOFT_INK, stroke_width=1.5))
                shapes.append(path("M-5-4L2 0L-5 4Z", stop - 3, y + 12, fill=SOFT_INK))
        gather = f" {listed([MERCHANTS[one] for one in queue])} queue in {towns[0]}." if waiting else ""
        said.append(f"the road from {towns[0]} to {towns[1]}.{gather}")
    filled = [spot for spot in ground.road.spots if state.cards[spot] != NONE]
    label = f"Trail {code}: {' And '.join(said)} {counted(len(filled), 'trap')} beside it."
    return Spot(f"trail-{code}", label, Box(box.x, y, box.width, HEAD), tuple(shapes))


# -- beside it ---------------------------------------------------------------------------------------------------------


def clearing(look: Look, ground: Ground, spot: int, visits: list[tuple[Trip, str]], foreseen: bool) -> Spot:
    """Draw a clearing: empty, open for a trap, or with a card and perhaps a claim marker."""
    state, rules = look.state, look.state.game
    across, down = ground.at(ground.road.place_of[spot])
    box = Box(across - ground.wide / 2, down - ground.high / 2, ground.wide, ground.high)
    name, thing = rules.board.spot_names[spot], f"spot-{rules.board.spot_names[spot]}"
    legal, card, owner = look.may(thing), state.cards[spot], state.claims[spot]
    costs = legal and look.asks("place")
    there = f" The card costs {price(place_cost(state, state.chosen, spot))} there." if costs else ""
    if card == NONE:
        is_open = spot in state.open_spots
        opacity, width = (0.9, 1.2) if is_open else (0.35, 0.7)
        edge = {**EMPTY, "fill": PAPER, "fill_opacity": opacity, "stroke_width": width}
        shapes = [rect(*box, rx=6, **edge) if not legal else frame(box, CARD, 6, **outline(True))]
        if is_open or legal:
            short, style = name.partition(":")[2], SEMI if legal else SOFT
            shapes.append(fit(across, down + 4.2, short, box.width - 4, 11.5, "middle", **style))
        label = f"{name}: {'an open spot' if is_open else 'an empty clearing'}.{there}"
        return Spot(thing, label, box, tuple(shapes))
    shapes = (
        [rect(box.x - 2.5, box.y - 2.5, box.width, box.height, rx=5, fill=CARD, **THIN)] if state.covered[spot] else []
    )
    shapes.append(frame(box, ASIDE if look.barred(thing) else CARD, 5, **outline(legal)))
    third = (box.width - 6) / 3
    most = min(box.height / 2 - 0.5, max(6.5, third * 0.55))
    at = (box.x + 2.5 + third / 2, down, min(10.0, most)), (across + 0.5, down, min(9.5, most)), (0.0, 0.0, 0.0)
    at = (at[0], at[1], (box.right - 3 - third / 2, down, at[1][2]))
    if box.width < 48 and box.height > 31:
        at = (across, box.y + 8.5, 7.0), (across - 8, box.y + 24, 6.8), (across + 8, box.y + 24, 6.8)
    symbols = symbols_of(rules, card)
    if box.width < 34 and box.height <= 31:  # three signs do not fit: the label says what the card pays
        at = (box.x + 0.27 * box.width, down, 6.5), at[1], (box.right - 0.22 * box.width, down, 6.0)
    else:
        shapes += medal(rules.cards.profit[card], *at[1])
    shapes += draw_symbols(symbols, *at[0])
    shapes += mark(rules, owner, *at[2])
    claim = "without a claim marker" if owner == NONE else f"with the claim marker of {rules.seat_name(owner)}"
    label = f"{name}: {scheme_words(rules, card)}, {rules.cards.profit[card]} profit, {claim}."
    if state.covered[spot]:
        label += f" Below it: {', '.join([rules.cards.scheme_codes[below] for below in state.covered[spot]])}."
    label += there
    does = ("would fall", "would pass") if foreseen else ("fell", "passed")
    for trip, change in visits:
        if change:
            verb = does[0] if symbols[0] < 4 else does[1]
            label += f" {MERCHANTS[trip.traveller]}, a {KIND_NAMES[trip.kind]}, {verb} here ({change})."
    return Spot(thing, label, box, (*shapes, *passers(visits, box)))


def passers(visits: list[tuple[Trip, str]], box: Box) -> list[Shape]:
    """Draw who passes a clearing, on its upper edge, with the change of profit, or a cross if a marker goes."""
    shapes: list[Shape] = []
    left, y, room = box.x + 4, box.y - 3, box.width > 48
    for trip, change in visits[: 5 if room else 3 if box.width > 34 else 1]:
        shapes += draw_passing(trip.traveller, left, y - 1, bool(change))
        left += 13.5
        if change and room:
            shapes.append(rect(left - 6.5, y - 7, 17, 12, rx=3, fill=CARD, stroke=RULE, stroke_width=0.6))
            shapes.append(words(left + 2, y + 3, change, 11, "middle", **BOLD))
            left += 18
    return shapes


def roadblocks(look: Look, ground: Ground) -> list[Spot]:
    """Draw the roadblock on the board, or the ways on which the player may build one now."""
    state, board, road = look.state, look.state.game.board, ground.road
    spots: list[Spot] = []
    for way, name in enumerate(board.way_names):
        stands, may = way == state.roadblock, look.may(f"way-{name}")
        if board.way_trail[way] != road.trail or not (stands or may):
            continue
        (x1, y1), (x2, y2) = ground.ends(way)
        across, down, level = (x1 + x2) / 2, (y1 + y2) / 2, y1 == y2
        if stands:
            box = Box(across - 8, down - 8, 16.0, 16.0) if level else Box(across - 12, down - 4.4, 24.0, 8.8)
            shapes = draw_roadblock(across, down, 90 if level else 0)
            spots.append(Spot("standing-roadblock", f"A roadblock stands on {name}.", box, tuple(shapes)))
        else:
            high = min(16.0 if road.rows[road.way_from[way]] else 20.0, ground.row - BETWEEN)
            box = Box(across - 5, down - high / 2, 10.0, high) if level else Box(across - 8, down - 4.4, 16.0, 8.8)
            spots.append(Spot(f"way-{name}", f"The way {name}.", box, (frame(box, CARD, 4, **outline(True)),)))
    return spots
