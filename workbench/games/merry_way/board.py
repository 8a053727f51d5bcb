"""The table of On Their Merry Way as a picture of named spots. Off the rules path.

Everything is told apart by letter and shape, never by colour alone: follies by outline and letters, claim markers by the letter
of their owner, travellers by their letter and what they carry, pink digits by a ring. What may be chosen has a thick outline;
what may not be chosen now, though its like may, lies on grey.
"""

from __future__ import annotations

from typing import Final

from workbench.core.scene import Scene, Shape, Spot, line, path, rect
from workbench.core.scene import text as words
from workbench.core.state import OVER
from workbench.games.merry_way.build import may_upgrade, place_cost
from workbench.games.merry_way.cards import (
    COLOUR_NAMES,
    FOLLY_NAMES,
    GUARD,
    KIND_NAMES,
    LINE_UP,
    NONE,
    PEASANT,
    RED,
    RESOURCE_NAMES,
    FollySide,
)
from workbench.games.merry_way.components import (
    ACCEPT,
    ANY_CARD,
    BANK_DONE,
    BIT,
    BUILD_PASS,
    BUY_CARD,
    CATEGORIES,
    DECK_RESOURCE,
    DECK_SCHEME,
    DRAW,
    FIRST_BUY,
    FIRST_EXCHANGE,
    FIRST_FILCH,
    FIRST_FLIP,
    FIRST_GIVE,
    FIRST_OFFER,
    FIRST_SWAP,
    FIRST_TAKE,
    FIRST_WANT,
    FIRST_WANT_CARD,
    GIVE_DONE,
    GIVE_PROFIT,
    HIDDEN,
    MERCHANTS,
    OFFER_PASS,
    REJECT,
    RESOURCES,
    ROADBLOCK,
    SEATS,
    SWAPS,
    TIE_LEFT,
    TIE_RIGHT,
    WANT_PROFIT,
    WANT_SUBMIT,
    WORK_PASS,
    kinds_of,
)
from workbench.games.merry_way.pieces import (
    ACCENT,
    ASIDE,
    BOLD,
    CARD,
    CROWN,
    FIELD,
    FOREST,
    INK,
    PAPER,
    PLAIN,
    QUIET,
    ROAD,
    RULE,
    SEMI,
    SOFT,
    SOFT_INK,
    STAR,
    TICK,
    TRAVELLER_COLOURS,
    TRAVELLER_DASHES,
    Box,
    Style,
    draw_arrow,
    draw_back,
    draw_badge,
    draw_chevron,
    draw_coin,
    draw_copies,
    draw_digits,
    draw_kind,
    draw_no_claim,
    draw_pack,
    draw_passing,
    draw_price,
    draw_resource,
    draw_roadblock,
    draw_side,
    draw_symbol,
    draw_symbols,
    draw_traveller,
    fit,
    framed,
    outline,
    side_colour,
    symbols_of,
)
from workbench.games.merry_way.state import MerryWayState
from workbench.games.merry_way.trail import MAIN, RIGHT, ROAD_CODES, TOWNS, Road
from workbench.games.merry_way.trips import Trip, coming, incomes, is_foreseen, walked
from workbench.games.merry_way.words import (
    category_words,
    listing,
    many,
    offer_words,
    price,
    resources,
    scheme_words,
    signed,
)

# -- places ------------------------------------------------------------------------------------------------------------

WIDTH: Final = 820
MARGIN: Final = 12
INNER: Final = WIDTH - 2 * MARGIN
GAP: Final = 8
LINE_UP_TOP: Final = 64
LINE_UP_HEIGHT: Final = 84
TRAILS_TOP: Final = LINE_UP_TOP + LINE_UP_HEIGHT + GAP
TRAIL_HEAD: Final = 26
ROW: Final = 44
"""How far apart the rows of clearings are."""
CLEARING: Final = 32
"""How high a clearing is."""
STRIP: Final = 24
"""How broad the main trail is."""
STAGE_HEIGHT: Final = 138
SUPPLY_WIDTH: Final = 306
"""The left part of the stage: supply and decks."""
DESK: Final = MARGIN + SUPPLY_WIDTH + 12
"""Where the rest of the stage begins."""
DESK_WIDTH: Final = WIDTH - MARGIN - 10 - DESK
SEAT_HEIGHT: Final = 104
HAND_HEIGHT: Final = 58
SCHEMES_IN_A_ROW: Final = 7
CARDS_IN_A_ROW: Final = 3
SCHEMES_WIDTH: Final = 590

PARTS: Final = ("Work", "Bargain", "Bank", "Build", "Travel", "End of round")
PART_OF: Final = {
    **dict.fromkeys(("choose_card", "digit"), 0),
    **dict.fromkeys(("offer", "give", "want", "reply", "hand_over"), 1),
    "bank": 2,
    **dict.fromkeys(("build", "place", "block", "discard", "many_hands", "false_papers", "changed_company"), 3),
    **dict.fromkeys(("sheriffs_ear", "light_fingers"), 3),
    "travel": 4,
    **dict.fromkeys(("draw_folly", "draw_resource"), 5),
}
"""Which part of the round each phase belongs to; drawing scheme cards belongs to whatever asked for it."""
SPECIAL_PHASES: Final = ("many_hands", "false_papers", "changed_company", "sheriffs_ear", "light_fingers")
OFFERING: Final = ("give", "want", "reply", "hand_over")


class Look:
    """One position as one seat looks at it, with what all parts of the picture ask again and again.

    Args:
        state: the position, with everything blanked that the seat cannot know.
        seat: whose eyes it is seen through.

    Attributes:
        phase: the name of the phase.
        mine: whether this seat decides now.
        legal: the legal actions, if this seat decides.
        over: whether the game is over.
        trips: the ways to be shown.
        foreseen: whether these are ways to come.
    """

    __slots__ = ("foreseen", "legal", "mine", "over", "phase", "players", "rules", "seat", "state", "trips")

    def __init__(self, state: MerryWayState, seat: int) -> None:
        self.state = state
        self.rules = state.rules
        self.seat = seat
        self.players = state.rules.players
        self.phase = state.phase.name
        self.mine = state.to_move == seat
        self.legal = frozenset(state.legal()) if self.mine else frozenset()
        self.over = state.to_move == OVER
        self.foreseen = is_foreseen(state)
        self.trips = coming(state) if self.foreseen else walked(state)

    def spot(self, name: str, label: str, box: Box, shapes: list[Shape], action: int = NONE) -> Spot:
        """A spot; with an action it can be chosen, if this seat decides, and its label says whether it may be."""
        if action == NONE or not self.mine:
            return Spot(name, label, box, tuple(shapes))
        legal = action in self.legal
        can = f" You may {self.state.phase.words(self.state, action)}." if legal else " It may not be chosen now."
        return Spot(name, label + can, box, tuple(shapes), action, legal)

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return self.rules.seat_name(seat)

    def order(self) -> list[int]:
        """The seats clockwise, this one first."""
        return [(self.seat + step) % self.players for step in range(self.players)]


# -- the picture -------------------------------------------------------------------------------------------------------


def scene(state: MerryWayState, seat: int) -> Scene:
    """The table as a picture of named spots: line-up, trails, supply, what is going on, all players, and the seat's own hand.

    Args:
        state: the position as the seat may know it (`state.view(seat).state`).
        seat: whose eyes it is seen through; this seat stands first, the others follow in turn order.
    """
    look = Look(state, seat)
    grounds = _grounds(look)
    top = max([ground.bottom for ground in grounds]) + GAP
    seats_top = top + STAGE_HEIGHT + GAP
    hand_top = seats_top + SEAT_HEIGHT + GAP
    rows = _hand_rows(look)
    height = hand_top + 25 + rows * (HAND_HEIGHT + 6) + MARGIN - 6
    shapes: list[Shape] = [rect(0, 0, WIDTH, height, rx=12, fill=PAPER), *_head(look)]
    spots = _line_up(look)
    for ground in grounds:
        spots += _trail_spots(look, ground)
    shapes += _stage_backdrop(look, top)
    spots += _supply(look, top)
    spots += _stage(look, top)
    for place, other in enumerate(look.order()):
        width = (INNER - GAP * (look.players - 1)) / look.players
        spots += _seat(look, other, (MARGIN + place * (width + GAP), seats_top, width, SEAT_HEIGHT))
    shapes += _hand_backdrop(look, hand_top, rows)
    spots += _hand(look, hand_top + 23)
    return Scene(headline(state), WIDTH, height, tuple(shapes), tuple(spots))


def headline(state: MerryWayState) -> str:
    """The position in one sentence."""
    rules = state.rules
    if state.to_move == OVER:
        best = [seat for seat, share in enumerate(state.returns()) if share]
        does = "wins" if len(best) == 1 else "share the victory"
        names = listing([rules.seat_name(seat) for seat in best])
        return f"{rules.title}: the game is over after round {state.round}, {names} {does}."
    if state.round == 0:
        return f"{rules.title}: the set-up for {rules.players} players."
    leader = rules.seat_name(int(state.leader))
    return f"{rules.title}: round {state.round}, {leader} has the Leader marker."


def _head(look: Look) -> list[Shape]:
    """The headline, and the parts of a round with the present one in ink."""
    said = headline(look.state).partition(": ")[2]
    shapes = [words(MARGIN + 2, 27, fit(f"{said[0].upper()}{said[1:]}", 560, 16), 16, "start", **BOLD)]
    if look.trips:
        note = "lines: as they would walk now" if look.foreseen else "lines: as they walked last"
        shapes.append(words(WIDTH - MARGIN, 26, note, 12, "end", **QUIET))
    now = NONE if look.over else PART_OF.get(look.phase, NONE)
    width = (INNER - 5 * 5) / 6
    for place, part in enumerate(PARTS):
        x = MARGIN + place * (width + 5)
        ground: Style = {"fill": INK} if place == now else {"fill": "none", "stroke": RULE, "stroke_width": 1}
        shapes.append(rect(x, 36, width, 20, rx=10, **ground))
        style: Style = {"font_weight": 700, "fill": CARD} if place == now else SOFT
        shapes.append(words(x + width / 2, 50.5, part, 12, "middle", **style))
    return shapes


# -- the line-up -------------------------------------------------------------------------------------------------------


def _line_up(look: Look) -> list[Spot]:
    """Six folly cards with the five travellers between them."""
    spots: list[Spot] = []
    card, between = 66.0, 76.0
    for place in range(LINE_UP):
        x = MARGIN + place * (card + between + 4)
        spots.append(_folly_card(look, place, (x, LINE_UP_TOP, card, LINE_UP_HEIGHT)))
        if place < len(MERCHANTS):
            spots.append(_traveller(look, place, (x + card + 2, LINE_UP_TOP, between, LINE_UP_HEIGHT)))
    return spots


def _sides(look: Look, place: int) -> tuple[str, FollySide | None, FollySide | None, int]:
    """A card of the line-up: its code, the side it shows, the other one (None if unknown), and the colour shown."""
    state, card = look.state, look.state.line_up[place]
    colour = 1 if state.blue & BIT[place] else RED
    if card == NONE:
        return "", None, None, colour
    if card < HIDDEN:
        return "", look.rules.cards.folly_cards[HIDDEN - 1 - card].sides[RED], None, colour
    known = look.rules.cards.folly_cards[card]
    return known.code, known.sides[colour], known.sides[1 - colour], colour


def _side_words(side: FollySide) -> str:
    """A side of a folly card in words."""
    who = f"{KIND_NAMES[side.kind]}s, " if side.kind else ""
    return who + " and ".join([FOLLY_NAMES[folly] for folly in side.follies])


def _folly_card(look: Look, place: int, box: Box) -> Spot:
    """A card of the line-up: the side it shows above, the other one below."""
    x, y, width, height = box
    code, shown, other, colour = _sides(look, place)
    action = FIRST_FLIP + place if look.phase == "false_papers" else NONE
    if shown is None:
        empty = rect(x, y, width, height, rx=7, fill="none", stroke=RULE, stroke_dasharray="4 3")
        shapes = [empty, words(x + width / 2, y + height / 2 + 4, f"V{place + 1}", 12, "middle", **QUIET)]
        return look.spot(f"folly-{place + 1}", f"V{place + 1}: no folly card yet.", box, shapes)
    middle = x + width / 2
    shapes = [
        framed(box, side_colour(colour), outline(action in look.legal)),
        words(x + 6, y + 14, f"V{place + 1}", 12, "start", **BOLD),
        words(x + width - 6, y + 14, COLOUR_NAMES[colour], 11, "end", **SOFT),
    ]
    if shown.kind:
        shapes.append(words(middle, y + 28, KIND_NAMES[shown.kind], 10.5, "middle", **SEMI))
        shapes += draw_kind(shown.kind, x + 13, y + 44, 0.75)
        shapes += draw_side(shown, middle + 8, y + 43, 9)
    else:
        shapes += draw_side(shown, middle, y + 37, 11)
    below = (x + 3, y + 57, width - 6, height - 60)
    label = f"V{place + 1}, the folly card {code}" if code else f"V{place + 1}, a folly card"
    label += f", shows its {COLOUR_NAMES[colour]} side: {_side_words(shown)}."
    if other is None:
        shapes.append(rect(*below, rx=5, fill=ASIDE))
        shapes.append(words(middle, y + 73, "blue: ?", 11, "middle", **SOFT))
        label += " Its other side is unknown."
    else:
        shapes.append(rect(*below, rx=5, fill=side_colour(1 - colour), stroke=RULE, stroke_width=0.7))
        inset = 10 if other.kind else 0
        shapes += draw_kind(other.kind, x + 16, y + 69, 0.7)
        shapes += draw_side(other, middle + inset, y + 69, 7.5)
        label += f" Its {COLOUR_NAMES[1 - colour]} side: {_side_words(other)}."
    return look.spot(f"folly-{place + 1}", label, box, shapes, action)


def _traveller(look: Look, traveller: int, box: Box) -> Spot:
    """A traveller between its two folly cards: what it is, its follies in order, and its road."""
    state = look.state
    x, y, width, height = box
    name = f"traveller-{MERCHANTS[traveller]}"
    road = state.rules.travel.road(state, traveller)
    action = FIRST_EXCHANGE + traveller if look.phase == "changed_company" else NONE
    box = (x, y + 1, width, height - 2)
    shapes = [framed(box, CARD if action == NONE else PAPER, outline(True))] if action in look.legal else []
    known = NONE not in state.line_up
    kind = state.rules.travel.kind(state, traveller) if known else 0
    shapes += draw_traveller(traveller, kind, x + 11, y + 25, 0.8)
    left = x + (26 if kind else 24)
    shapes.append(words(left, y + 17, MERCHANTS[traveller], 11.5, "start", **BOLD))
    label = f"{MERCHANTS[traveller]}, bound for {TOWNS[road]}."
    if known:
        follies = state.rules.travel.follies(state, traveller)
        shapes.append(words(left, y + 31, KIND_NAMES[kind], 10.5, "start", **(PLAIN if not kind else SEMI)))
        step = min(17.0, (width - 2) / len(follies))
        left = x + width / 2 - step * (len(follies) - 1) / 2
        for number, folly in enumerate(follies):
            shapes += draw_symbol(folly, left + number * step, y + 54, min(8.5, step / 2.1))
        label = (
            f"{MERCHANTS[traveller]}, a {KIND_NAMES[kind]} bound for {TOWNS[road]}; follies: "
            f"{', '.join([FOLLY_NAMES[folly] for folly in follies])}."
        )
        label += _trip_words(look, traveller)
    shapes.append(words(x + width / 2, y + 78, TOWNS[road], 10.5, "middle", **SOFT))
    return look.spot(name, label, box, shapes, action)


def _trip_words(look: Look, traveller: int) -> str:
    """The way of a traveller as a sentence, with a space before it; empty if none is shown."""
    for one in look.trips:
        if one.traveller == traveller:
            road = look.rules.board.roads[one.road]
            way = ", ".join([road.names[place] for place in one.places]) or "nowhere"
            happened = [_stop_words(look, one, stop.spot, stop.owner, stop.change) for stop in one.stops]
            verb = "would walk" if look.foreseen else "walked"
            return f" It {verb} by way of {way}{'; ' if happened else ''}{'; '.join(happened)}."
    return ""


def _stop_words(look: Look, one: Trip, spot: int, owner: int, change: int) -> str:
    """What happens at a stop."""
    where = look.rules.board.spot_names[spot]
    if one.kind == GUARD:
        return f"at {where} the claim of {look.name(owner)} goes"
    return f"at {where} {look.name(owner)} {'loses' if one.kind == PEASANT else 'gains'} {abs(change)} profit"


# -- the trails --------------------------------------------------------------------------------------------------------


class Ground:
    """Where a trail lies in the picture; travellers to Nottingham on it, or its only ones, walk to the right.

    Args:
        road: the road whose numbers of places are used.
        box: left, top, width and height, header included.
    """

    __slots__ = ("bottom", "box", "middle", "road", "unit", "wide")

    def __init__(self, road: Road, box: Box) -> None:
        _, y, width, height = box
        self.road = road
        self.box = box
        self.bottom = y + height
        self.middle = y + TRAIL_HEAD + (height - TRAIL_HEAD) / 2
        self.unit = (width - 56) / (2 * road.columns)
        pitch = 2 * self.unit
        self.wide = min(76.0, pitch - (20 if pitch > 62 else 12))
        """How wide a clearing is."""

    def at(self, place: int) -> tuple[float, float]:
        """The middle of a place."""
        road = self.road
        side = 1 if road.sides[place] == RIGHT else -1
        return self.box[0] + 28 + self.unit * road.positions[place], self.middle + side * ROW * road.rows[place]

    def own(self, road: Road, place: int) -> int:
        """The number here of a place on a road that may be walked the other way round."""
        return place if road.number == self.road.number else self.road.end - place

    def ends(self, way: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """Where a way begins and ends."""
        begin = self.road.way_from[way]
        return self.at(begin), self.at(begin + self.road.way_step[way])


def _grounds(look: Look) -> list[Ground]:
    """The trails: two of up to four columns side by side, longer ones below each other."""
    board = look.rules.board
    height = TRAIL_HEAD + (2 * min(int(board.rows), int(board.columns)) + 1) * ROW
    if board.trails == 1:
        return [Ground(board.roads[0], (MARGIN, TRAILS_TOP, INNER, height))]
    if board.columns <= 4:
        half = (INNER - GAP) / 2
        return [
            Ground(board.roads[0], (MARGIN, TRAILS_TOP, half, height)),
            Ground(board.roads[1], (MARGIN + half + GAP, TRAILS_TOP, half, height)),
        ]
    return [
        Ground(board.roads[trail], (MARGIN, TRAILS_TOP + trail * (height + GAP), INNER, height)) for trail in range(2)
    ]


def _roads_on(look: Look, ground: Ground) -> list[Road]:
    """The roads that run along a trail."""
    return [road for road in look.rules.board.roads if road.trail == ground.road.trail]


def _ground(look: Look, ground: Ground) -> list[Shape]:
    """The forest, the main trail with its places, the ways between cards, and where travellers walk."""
    x, y, width, height = ground.box
    road, middle = ground.road, ground.middle
    begin, end = ground.at(road.start)[0], ground.at(road.end)[0]
    shapes = [
        rect(x, y, width, height, rx=9, fill=FOREST, stroke=RULE, stroke_width=1),
        rect(begin - 18, middle - STRIP / 2, end - begin + 36, STRIP, rx=STRIP / 2, fill=ROAD),
    ]
    both = len(_roads_on(look, ground)) > 1
    for column in range(road.columns):
        across = begin + ground.unit * (2 * column + 1)
        apart = ground.unit * 0.42
        if both:
            shapes += draw_chevron(across - apart, middle, True) + draw_chevron(across + apart, middle, False)
        else:
            shapes += draw_chevron(across - apart, middle, True) + draw_chevron(across + apart, middle, True)
    shapes += _links(look, ground)
    for trip in look.trips:
        if look.rules.board.roads[trip.road].trail == road.trail:
            shapes += _trip(look, ground, trip)
    for place, spot in enumerate(road.spot_at):
        if spot == MAIN:
            across = ground.at(place)[0]
            half = 13 if len(road.names[place]) == 2 else 15.5
            shapes.append(rect(across - half, middle - 8, 2 * half, 16, rx=8, fill=PAPER, stroke=INK, stroke_width=1))
            shapes.append(words(across, middle + 4, road.names[place], 11 if half == 13 else 10.5, "middle", **SEMI))
    return shapes


def _links(look: Look, ground: Ground) -> list[Shape]:
    """The ways that can be walked away from the main trail."""
    board, cards = look.rules.board, look.state.cards
    shapes: list[Shape] = []
    road = ground.road
    for way in range(board.ways):
        begin = road.way_from[way]
        if begin < 0 or board.way_trail[way] != road.trail:
            continue
        places = (begin, begin + road.way_step[way])
        spots = [road.spot_at[place] for place in places]
        if spots == [MAIN, MAIN] or any([spot >= 0 and cards[spot] == NONE for spot in spots]):
            continue
        (x1, y1), (x2, y2) = ground.ends(way)
        shapes.append(line(x1, y1, x2, y2, stroke=ROAD, stroke_width=7))
    return shapes


def _trip(look: Look, ground: Ground, trip: Trip) -> list[Shape]:
    """The way of a traveller: a line with a pattern of its own, its letter behind the start and an arrow at the end."""
    road = look.rules.board.roads[trip.road]
    number = [one.traveller for one in look.trips if one.road == trip.road].index(trip.traveller)
    aside = 6.5 * number - 6.5 if look.rules.board.trails == 2 else 4.5 * trip.traveller - 9
    points = [ground.at(ground.own(road, place)) for place in (road.start, *trip.places)]
    if len(points) < 2:
        return []
    line_of = "L".join([f"{x + aside * 0.6:.1f} {y + aside:.1f}" for x, y in points])
    colour = TRAVELLER_COLOURS[trip.traveller]
    shape: Style = {"fill": "none", "stroke_linejoin": "round"}
    pattern: Style = {"stroke_dasharray": TRAVELLER_DASHES[trip.traveller]} if TRAVELLER_DASHES[trip.traveller] else {}
    (x, y), to_right = points[-1], points[-1][0] > points[0][0]
    return [
        path(
            f"M{line_of}", 0, 0, 1, **shape, stroke=INK, stroke_width=4.2, stroke_opacity=0.35 if look.foreseen else 1
        ),
        path(f"M{line_of}", 0, 0, 1, **shape, stroke=colour, stroke_width=2.6, **pattern),
        *draw_arrow(x + (12 if to_right else -12), y + aside, to_right, colour),
    ]


def _trail_spots(look: Look, ground: Ground) -> list[Spot]:
    """The header of a trail, its clearings, and the ways on which a roadblock stands or may stand."""
    return [_trail_head(look, ground), *_clearings(look, ground), *_ways(look, ground)]


def _trail_head(look: Look, ground: Ground) -> Spot:
    """From where to where, and who queues at the start."""
    x, y, width, _ = ground.box
    shapes = _ground(look, ground)  # part of the spot, so that a part of the board that shows the trail shows all of it
    said = []
    waiting = not look.over and look.phase != "travel"
    for road in _roads_on(look, ground):
        towns = (TOWNS[1 - road.number], TOWNS[road.number])
        queue = [one for one in range(len(MERCHANTS)) if look.rules.travel.road(look.state, one) == road.number]
        forward = road.number == ground.road.number
        left = x + 10 if forward else x + width - 10
        anchor, sign = ("start", 1) if forward else ("end", -1)
        if forward and look.rules.board.trails > 1:
            shapes += _trail_letter(ROAD_CODES[ground.road.trail], left + 7, y + 14.5)
            left += 22
        shapes.append(words(left, y + 19, towns[0], 13, anchor, **SEMI))
        left += sign * (9.4 * len(towns[0]) + 6)
        if waiting:
            for place, one in enumerate(queue):
                known = NONE not in look.state.line_up
                kind = look.rules.travel.kind(look.state, one) if known else 0
                shapes += draw_traveller(one, kind, left + sign * (8 + 25 * place), y + 15.5, 0.66)
            left += sign * 25 * len(queue)
        if len(_roads_on(look, ground)) == 1:
            shapes.append(words(x + width - 10, y + 19, towns[1], 13, "end", **SEMI))
            stop = x + width - 18 - 9.4 * len(towns[1])
            shapes.append(line(left, y + 15, stop - 5, y + 15, stroke=SOFT_INK, stroke_width=1.5))
            shapes.append(path("M-5-4L2 0L-5 4Z", stop - 3, y + 15, 1, fill=SOFT_INK))
        names = listing([MERCHANTS[one] for one in queue])
        gather = f" {names} queue in {towns[0]}." if waiting else ""
        said.append(f"the road from {towns[0]} to {towns[1]}.{gather}")
    filled = [spot for spot in ground.road.spots if look.state.cards[spot] != NONE]
    code = ROAD_CODES[ground.road.trail]
    label = f"Trail {code}: {' And '.join(said)} {many(len(filled), 'trap')} beside it."
    return Spot(f"trail-{code}", label, (x, y, width, TRAIL_HEAD), tuple(shapes))


def _trail_letter(code: str, x: float, y: float) -> list[Shape]:
    """The letter with which the names of a trail's places begin."""
    return [rect(x - 8, y - 8, 16, 16, rx=8, fill=INK), words(x, y + 4.4, code, 12, font_weight=700, fill=CARD)]


def _spot_action(look: Look, spot: int) -> int:
    """What choosing a clearing means now."""
    first, phase, state = look.rules.first, look.phase, look.state
    if phase == "place":
        return int(first.place) + spot
    if phase == "sheriffs_ear":
        return int(first.strip) + spot
    owner = state.claims[spot]
    if phase == "give" and owner == look.seat:
        return int(first.give_claim) + spot
    if phase == "want" and owner == state.partner:
        return int(first.want_claim) + spot
    removing = (phase == "bank" and look.rules.remove_in_bank) or (phase == "build" and look.rules.remove_in_build)
    if removing and owner == look.seat:
        return int(first.unclaim) + spot
    return NONE


def _marker_action(look: Look, spot: int) -> int:
    """What choosing the claim marker in a clearing means now, if that is not the same as choosing the clearing."""
    first, owner = look.rules.first, look.state.claims[spot]
    if look.phase == "give" and owner == look.seat:
        return int(first.give_unclaim) + spot
    if look.phase == "want" and owner == look.state.partner:
        return int(first.want_unclaim) + spot
    return NONE


def _visits(look: Look) -> dict[int, list[tuple[Trip, str]]]:
    """By spot: the trips that come by, each with what it changes there, in signs; nothing if nothing."""
    found: dict[int, list[tuple[Trip, str]]] = {}
    for trip in look.trips:
        road = look.rules.board.roads[trip.road]
        changes = {stop.spot: "×" if trip.kind == GUARD else signed(stop.change) for stop in trip.stops}
        for place in trip.places:
            spot = road.spot_at[place]
            if spot >= 0:
                found.setdefault(spot, []).append((trip, changes.get(spot, "")))
    return found


def _clearings(look: Look, ground: Ground) -> list[Spot]:
    """The clearings beside a trail, row by row."""
    visits = _visits(look)
    spots: list[Spot] = []
    for spot in ground.road.spots:
        spots += _clearing(look, ground, spot, visits.get(spot, []))
    return spots


def _clearing(look: Look, ground: Ground, spot: int, visits: list[tuple[Trip, str]]) -> list[Spot]:
    """One clearing: empty, open for a trap, or with a card and perhaps a claim marker."""
    state, rules = look.state, look.rules
    across, down = ground.at(ground.road.place_of[spot])
    box = (across - ground.wide / 2, down - CLEARING / 2, ground.wide, CLEARING)
    x, y, width, height = box
    name = rules.board.spot_names[spot]
    action = _spot_action(look, spot)
    legal = action in look.legal
    card, owner = state.cards[spot], state.claims[spot]
    if card == NONE:
        is_open = spot in state.open_spots
        edge: Style = {"stroke": RULE, "stroke_width": 1.2 if is_open else 0.7, "stroke_dasharray": "4 3"}
        faint = 0.9 if is_open else 0.35
        shapes = [
            rect(x, y, width, height, rx=6, fill=CARD if legal else PAPER, fill_opacity=faint, **edge)
            if not legal
            else framed(box, CARD, outline(True), 6)
        ]
        column = f"{'LR'[rules.board.spot_side[spot]]}{rules.board.spot_row[spot]}.{rules.board.spot_column[spot]}"
        if is_open or legal:
            shapes.append(
                words(across, down + 4.2, column, 11.5 if width > 48 else 9, "middle", **(SEMI if legal else SOFT))
            )
        label = f"{name}: {'an open spot' if is_open else 'an empty clearing'}."
        if legal:
            label += f" The card costs {price(place_cost(state, state.chosen, spot))} there."
        return [look.spot(f"spot-{name}", label, box, shapes, action)]
    narrow = width < 48
    asked = action != NONE and look.mine
    shapes = [framed(box, ASIDE if asked and not legal else CARD, outline(legal), 5)]
    symbols = symbols_of(rules, card)
    if narrow:
        at = (across, y + 8.5, 7.0), (across - 8, y + 24, 6.8), (across + 8, y + 24, 6.8)
    else:
        third = (width - 6) / 3
        at = (x + 3 + third / 2, down, 10.0), (across + 1, down, 8.5), (x + width - 3 - third / 2, down, 8.5)
    (sx, sy, sr), (px, py, pr), (bx, by, br) = at
    shapes += draw_symbols(symbols, sx, sy, sr)
    shapes += draw_coin(rules.cards.profit[card], px, py, pr)
    badge = draw_no_claim(bx, by, br) if owner == NONE else draw_badge(rules, owner, bx, by, br)
    if state.covered[spot]:
        shapes.insert(0, rect(x - 2.5, y - 2.5, width, height, rx=5, fill=CARD, stroke=RULE, stroke_width=1))
    claim = "without a claim marker" if owner == NONE else f"with the claim marker of {look.name(owner)}"
    label = f"{name}: {scheme_words(rules, card)}, {rules.cards.profit[card]} profit, {claim}."
    if state.covered[spot]:
        label += f" Below it: {', '.join([rules.cards.scheme_codes[below] for below in state.covered[spot]])}."
    if look.phase == "place" and legal:
        label += f" The card costs {price(place_cost(state, state.chosen, spot))} there."
    for trip, change in visits:
        if change:
            verb = (
                ("would fall" if look.foreseen else "fell")
                if symbols[0] < 4
                else "would pass"
                if look.foreseen
                else "passed"
            )
            label += f" {MERCHANTS[trip.traveller]}, a {KIND_NAMES[trip.kind]}, {verb} here ({change})."
    shapes += _passers(visits, x, y, width)
    taking_off = _marker_action(look, spot)
    if taking_off == NONE or not look.mine:
        return [look.spot(f"spot-{name}", label, box, [*shapes, *badge], action)]
    part = (bx - br - 3, by - br - 3, 2 * br + 6, min(2 * br + 6, y + height - (by - br - 3)))
    rest: Box = (x, y, width, part[1] - y) if narrow else (x, y, part[0] - x, height)
    if taking_off in look.legal:
        badge = [*badge, rect(bx - br - 1.5, by - br - 1.5, 2 * br + 3, 2 * br + 3, rx=3, fill="none", **outline(True))]
    marker = look.spot(f"marker-{name}", f"The claim marker on {name}.", part, badge, taking_off)
    return [look.spot(f"spot-{name}", label, rest, shapes, action), marker]


def _passers(visits: list[tuple[Trip, str]], x: float, y: float, width: float) -> list[Shape]:
    """Who comes by a clearing, on its upper edge; with a change of profit, or a cross where a marker goes."""
    shapes: list[Shape] = []
    left = x + 4
    room = width > 48
    for trip, change in visits[: 5 if room else 3]:
        shapes += draw_passing(trip.traveller, left, y - 1, bool(change))
        left += 13.5
        if change and room:
            shapes.append(rect(left - 6.5, y - 7, 17, 12, rx=3, fill=CARD, stroke=RULE, stroke_width=0.6))
            shapes.append(words(left + 2, y + 3, change, 10.5, "middle", **BOLD))
            left += 18
    return shapes


def _ways(look: Look, ground: Ground) -> list[Spot]:
    """The roadblock, or the ways on which it may be built now."""
    state, rules = look.state, look.rules
    board, road = rules.board, ground.road
    first = int(rules.first.block)
    if look.phase == "block" and look.mine:
        ways = [action - first for action in sorted(look.legal)]
    else:
        ways = [] if state.roadblock == NONE else [int(state.roadblock)]
    spots: list[Spot] = []
    for way in ways:
        if board.way_trail[way] != road.trail:
            continue
        (x1, y1), (x2, y2) = ground.ends(way)
        across, down = (x1 + x2) / 2, (y1 + y2) / 2
        name = board.way_names[way]
        if way == state.roadblock:
            shapes = draw_roadblock(across, down, 90 if y1 == y2 else 0)
            box = (across - 8, down - 8, 16.0, 16.0) if y1 == y2 else (across - 12, down - 5.5, 24.0, 11.0)
            spots.append(Spot("standing-roadblock", f"A roadblock stands on {name}.", box, tuple(shapes)))
            continue
        if y1 == y2:
            high = 16.0 if road.rows[road.way_from[way]] else 20.0
            box = (across - 5, down - high / 2, 10.0, high)
        else:
            box = (across - 8, down - 5.5, 16.0, 11.0)
        shapes = [rect(*box, rx=4, fill=CARD, stroke=ACCENT, stroke_width=2.5)]
        spots.append(look.spot(f"way-{name}", f"The way {name}.", box, shapes, first + way))
    return spots


# -- the stage: supply and decks -----------------------------------------------------------------------------------------


def _stage_backdrop(look: Look, top: float) -> list[Shape]:
    """The frame of the stage and what stands above its parts."""
    return [
        rect(MARGIN, top, INNER, STAGE_HEIGHT, rx=10, fill=CARD, stroke=RULE, stroke_width=1),
        rect(MARGIN + 1, top + 1, SUPPLY_WIDTH, STAGE_HEIGHT - 2, rx=9, fill=FIELD),
        words(MARGIN + 10, top + 18, "Supply and decks", 13, "start", **SEMI),
        words(MARGIN + SUPPLY_WIDTH - 8, top + 18, _prices(look), 11, "end", **SOFT),
        words(DESK, top + 18, fit(_question(look), DESK_WIDTH + 40, 13), 13, "start", **BOLD),
    ]


def _prices(look: Look) -> str:
    """What the bank wants."""
    rules = look.rules
    return f"bank: {rules.bank_price} profit each, {rules.exchange_rate} for 1"


def _take_action(look: Look, kind: int) -> int:
    """What choosing a pile of the supply means now."""
    if look.phase in ("digit", "many_hands"):
        return FIRST_TAKE + kind
    return FIRST_BUY + kind if look.phase == "bank" else NONE


def _supply(look: Look, top: float) -> list[Spot]:
    """The three piles of resources and the three decks."""
    state = look.state
    spots: list[Spot] = []
    width = (SUPPLY_WIDTH - 2 * GAP - 12) / 3
    y = top + 26
    for kind in range(RESOURCES):
        x = MARGIN + 7 + kind * (width + GAP)
        action = _take_action(look, kind)
        legal = action in look.legal
        box = (x, y, width, 48.0)
        shapes = [
            framed(box, ASIDE if action != NONE and look.mine and not legal else CARD, outline(legal)),
            *draw_resource(kind, x + 22, y + 19, 1.5),
            words(x + width - 10, y + 26, str(state.supply[kind]), 20, "end", **BOLD),
            words(x + width / 2, y + 43, RESOURCE_NAMES[kind], 12, "middle", **SEMI),
        ]
        label = f"The supply has {resources(kind, state.supply[kind])}."
        spots.append(look.spot(f"supply-{RESOURCE_NAMES[kind]}", label, box, shapes, action))
    decks = (
        ("scheme", len(state.scheme_deck), len(state.scheme_discard)),
        ("resource", len(state.resource_deck), len(state.resource_discard)),
        ("folly", state.folly_cards_left(), NONE),
    )
    scheme = {"digit": DRAW, "choose_deck": DECK_SCHEME, "bank": BUY_CARD}.get(look.phase, NONE)
    actions = (scheme, DECK_RESOURCE if look.phase == "choose_deck" else NONE, NONE)
    y += 54
    for place, ((said, count, gone), action) in enumerate(zip(decks, actions, strict=True)):
        x = MARGIN + 7 + place * (width + GAP)
        legal = action in look.legal
        box = (x, y, width, 50.0)
        shapes = [
            rect(x + 3, y + 3, width - 3, 47, rx=7, fill=ASIDE, stroke=RULE, stroke_width=0.8),
            framed(
                (x, y, width - 4, 46), ASIDE if action != NONE and look.mine and not legal else CARD, outline(legal)
            ),
            words(x + 8, y + 18, f"{said}s" if said != "folly" else "follies", 12, "start", **SEMI),
            words(x + 8, y + 37, str(count), 16, "start", **BOLD),
        ]
        if gone != NONE:
            shapes.append(words(x + width - 11, y + 37, f"{gone} used", 11, "end", **SOFT))
        label = f"The deck of {said} cards: {many(count, 'card')}"
        label += "." if gone == NONE else f", and {gone} in the discard pile."
        if gone > 0 and place == 0:
            label += f" Discarded: {', '.join([look.rules.cards.scheme_codes[card] for card in state.scheme_discard])}."
        spots.append(look.spot(f"deck-{said}", label, box, shapes, action))
    return spots


# -- the stage: what is going on ---------------------------------------------------------------------------------------


def _question(look: Look) -> str:
    """What is going on, in one line."""
    state, phase = look.state, look.phase
    mover = int(state.to_move)
    if look.over:
        return "The game is over."
    who = "You" if look.mine else look.name(mover) if mover >= 0 else ""
    does = "" if look.mine else "s"
    if mover < 0:
        return CHANCES.get(phase, "A random event is due.")
    partner = look.name(int(state.partner)) if state.partner != NONE else ""
    if state.partner == look.seat:
        partner = "you"
    chosen = scheme_words(look.rules, int(state.chosen)) if state.chosen != NONE else ""
    said = {
        "choose_card": f"{who} choose{does} a resource card and put{does} it face down.",
        "digit": _digit_words(look, who if not look.mine else "you", does),
        "choose_deck": f"{who} choose{does} a deck to draw from.",
        "offer": f"{who} may make an offer{': choose a player below' if look.mine else ' to another player'}.",
        "give": f"{who} name{does} what the offer to {partner} gives.",
        "want": f"{who} name{does} what the offer wants from {partner}.",
        "reply": f"{who} answer{does} the offer of {look.name(int(state.seat))}.",
        "hand_over": f"{who} choose{does} a card to hand over.",
        "bank": f"{who} may buy from the bank, or exchange.",
        "build": f"{who} play{does} a card, build{does} a roadblock, or pass{'' if look.mine else 'es'}.",
        "place": f"{who} place{does} {chosen}.",
        "block": f"{who} place{does} the roadblock between two places.",
        "discard": f"{who} discard{does} a scheme card for the roadblock.",
        "many_hands": f"{who} take{does} {many(int(state.pending), 'token')} from the supply.",
        "false_papers": f"{who} turn{does} over a folly card of the line-up.",
        "changed_company": f"{who} let{does} two neighbours of the line-up change places.",
        "sheriffs_ear": f"{who} take{does} the claim marker of another off.",
        "light_fingers": f"{who} take{does} a resource from another player.",
        "travel": f"{who} choose{does} the side at a tie.",
    }
    return said.get(phase, state.phase.title)


def _digit_words(look: Look, who: str, does: str) -> str:
    """What the digit in use allows."""
    if look.phase != "digit":
        return ""
    state = look.state
    place = int(look.rules.digit.value(state, state.seat))
    drawing = f"fill{does} the hand up to {place}" if look.rules.digit.is_pink(state) else f"draw{does} {place}"
    return f"Digit {state.digit + 1}: {who} take{does} {place} of a kind, or {drawing}."


CHANCES: Final = {
    "set_up": "The table is set up.",
    "draw_scheme": "A scheme card is drawn.",
    "draw_resource": "A resource card is drawn.",
    "draw_folly": "A folly card comes to the line-up.",
    "travel": "A coin decides between left and right.",
    "final_tie": "A lot decides between those who tie.",
}


def _stage(look: Look, top: float) -> list[Spot]:
    """What is going on, with everything to be chosen that lies nowhere else."""
    phase = look.phase
    if look.over or phase == "final_tie":
        return _scores(look, top)
    if phase in ("choose_card", "digit", "choose_deck") or (
        phase == "draw_scheme" and max(look.state.committed) != NONE
    ):
        return _work(look, top)
    if phase == "offer":
        return _offers(look, top)
    if phase in OFFERING:
        return _deal(look, top)
    if phase == "bank":
        return _bank(look, top)
    if phase == "build":
        return [*_outcome(look, top + 28), *_buttons(look, top + 92, (ROADBLOCK, BUILD_PASS))]
    if phase == "place":
        return _placing(look, top)
    if phase == "travel":
        return [*_outcome(look, top + 28), *_buttons(look, top + 92, (TIE_LEFT, TIE_RIGHT))]
    if phase in SPECIAL_PHASES and look.state.chosen >= look.rules.cards.normal:
        return [_special(look, top), *_outcome(look, top + 75)]
    return _outcome(look, top + 28)


def _button(look: Look, action: int, x: float, y: float, width: float, height: float = 28, said: str = "") -> Spot:
    """A button with words on it."""
    legal = action in look.legal
    said = said or look.state.phase.words(look.state, action)
    shapes = [
        rect(x, y, width, height, rx=8, fill=PAPER if legal else ASIDE, **outline(legal)),
        words(x + width / 2, y + height / 2 + 4.5, said, 12.5, "middle", **(SEMI if legal else QUIET)),
    ]
    label = f"{said[0].upper()}{said[1:]}."
    return look.spot(look.rules.symbol(action), label, (x, y, width, height), shapes, action)


def _buttons(look: Look, y: float, actions: tuple[int, ...]) -> list[Spot]:
    """A decision between few things."""
    if not look.mine:
        return []
    spots = []
    for place, action in enumerate(actions):
        said = ""
        if action == ROADBLOCK:
            said = "build a roadblock for 1/1/1" if not look.rules.roadblock_takes_card else "build a roadblock"
        spots.append(_button(look, action, DESK + place * 222, y, 214, 34, said))
    return spots


def _outcome(look: Look, y: float) -> list[Spot]:
    """What the travellers have brought each player, or would bring now."""
    if not look.trips:
        return []
    gains = incomes(look.trips, look.players)
    said = "If they set out now:" if look.foreseen else "The last travel:"
    shapes = [words(DESK, y + 15, said, 12.5, "start", **QUIET)]
    x = DESK + 7.2 * len(said)
    told = []
    for seat in range(look.players):
        sign = signed(gains[seat])
        shapes += draw_badge(look.rules, seat, x + 10, y + 11, 8)
        shapes.append(words(x + 22, y + 16, sign, 14, "start", **BOLD))
        x += 62
        told.append(f"{look.name(seat)} {'gains' if gains[seat] >= 0 else 'loses'} {abs(gains[seat])}")
    x = float(DESK)
    for trip in look.trips:
        net = sum([stop.change for stop in trip.stops])
        shapes += draw_traveller(trip.traveller, trip.kind, x + 12, y + 44, 0.72)
        removed = len(trip.stops) if trip.kind == GUARD else 0
        sign = f"× {removed}" if removed else signed(net)
        shapes.append(words(x + 29, y + 50, sign, 13, "start", **SEMI))
        x += 62
    label = f"{'If the travellers set out now' if look.foreseen else 'In the last travel'}: {listing(told)}."
    return [Spot("outcome", label, (DESK - 4, y, DESK_WIDTH, 60), tuple(shapes))]


def _work(look: Look, top: float) -> list[Spot]:
    """The resource cards on the table, and the way out of a digit that cannot be used."""
    state, rules = look.state, look.rules
    spots: list[Spot] = []
    for place, seat in enumerate(look.order()):
        card = state.committed[seat]
        x, y = DESK + place * 112, top + 30
        box = (x, y, 104.0, 56.0)
        active = look.phase != "choose_card" and state.seat == seat
        shapes = draw_badge(rules, seat, x + 10, y + 28, 9)
        inner = (x + 25, y + 6, 76.0, 44.0)
        if card == NONE:
            shapes.append(rect(*inner, rx=7, fill="none", stroke=RULE, stroke_dasharray="4 3"))
            label = f"{look.name(seat)} has no resource card on the table."
        elif card == HIDDEN or (look.phase == "choose_card" and seat != look.seat):
            shapes += draw_back(inner, "?")
            label = f"{look.name(seat)} has put a resource card face down."
        else:
            known = rules.cards.resources[card]
            edge: Style = {"stroke": INK, "stroke_width": 2.5} if active else outline(False)
            now = int(state.digit) if look.phase != "choose_card" else NONE
            shapes += draw_digits(known.digits, known.pink, inner, now if active else NONE, edge)
            label = f"{look.name(seat)} has {known.in_digits()} on the table"
            label += f", and uses digit {state.digit + 1}." if active else "."
        spots.append(Spot(f"table-{SEATS[seat]}", label, box, tuple(shapes)))
    if look.phase == "digit" and look.mine:
        spots.append(_button(look, WORK_PASS, DESK, top + 96, 120, 30))
    elif look.phase == "choose_card" and look.trips:
        spots += _outcome_line(look, top + 90)
    return spots


def _outcome_line(look: Look, y: float) -> list[Spot]:
    """The outcome of the last travel, where there is room for one line only."""
    one = _outcome(look, y)[0]
    most = 1 + 3 * look.players
    return [Spot(one.name, one.label, (DESK - 4, y, DESK_WIDTH, 26), one.shapes[:most])]


def _offers(look: Look, top: float) -> list[Spot]:
    """Who may still make offers."""
    state, limit = look.state, int(look.rules.offers_per_player)
    shapes: list[Shape] = []
    told = []
    for place, seat in enumerate(look.order()):
        x, y = DESK + place * 112, top + 46
        left = 0 if state.passed & BIT[seat] else limit - state.offers[seat]
        shapes += draw_badge(look.rules, seat, x + 10, y, 9)
        shapes.append(words(x + 25, y + 4.5, many(left, "offer") + " left", 12, "start", **PLAIN))
        told.append(f"{look.name(seat)} {left}")
    label = f"Offers left in this round: {listing(told)}."
    spots = [Spot("offers-left", label, (DESK - 4, top + 28, DESK_WIDTH, 34), tuple(shapes))]
    if look.mine:
        spots.append(_button(look, OFFER_PASS, DESK, top + 92, 190, 34))
    return spots


def _item_words(look: Look, item: int, number: int) -> str:
    """So many of an item of an offer, in few words."""
    rules = look.rules
    first = rules.first
    if item == HIDDEN:
        return many(number, "scheme card")
    for begin in (FIRST_GIVE, FIRST_WANT):
        if begin <= item < begin + RESOURCES:
            return resources(item - begin, number)
    if item in (GIVE_PROFIT, WANT_PROFIT):
        return f"{number} profit"
    if FIRST_WANT_CARD <= item < FIRST_WANT_CARD + len(CATEGORIES):
        said = category_words(item - FIRST_WANT_CARD)
        return said if number == 1 else f"{number} × {said.removeprefix('a ')}"
    if item < first.hand:
        code = rules.cards.scheme_codes[item - first.give_card]
        return f"card {code}" if number == 1 else f"{number} cards {code}"
    use, spot = divmod(int(item - first.give_claim), int(rules.board.spots))
    return f"{'claim' if use in (0, 2) else 'no claim'} {rules.board.spot_names[spot]}"


def _item_symbol(look: Look, item: int, seat: int, x: float, y: float) -> list[Shape]:
    """What stands for an item of an offer that a seat gives."""
    first = look.rules.first
    for begin in (FIRST_GIVE, FIRST_WANT):
        if begin <= item < begin + RESOURCES:
            return draw_resource(item - begin, x, y, 0.65)
    if item in (GIVE_PROFIT, WANT_PROFIT):
        return draw_coin(1, x, y, 6.5)
    if item >= first.give_claim:
        gone = (item - first.give_claim) // look.rules.board.spots in (1, 3)
        return draw_no_claim(x, y, 5.5) if gone else draw_badge(look.rules, seat, x, y, 5.5)
    if item >= first.give_card:
        return draw_symbol(symbols_of(look.rules, int(item - first.give_card))[0], x, y, 6.5)
    if FIRST_WANT_CARD < item < FIRST_WANT_CARD + len(CATEGORIES):
        return draw_symbol(item - FIRST_WANT_CARD - 1, x, y, 6.5)
    return [rect(x - 5, y - 6.5, 10, 13, rx=2, fill=ASIDE, stroke=INK, stroke_width=1)]


def _deal_list(look: Look, name: str, said: str, owner: int, items: tuple[int, ...], box: Box) -> Spot:
    """One side of an offer: the things that its owner would hand over, by their names."""
    x, y, width, height = box
    maker = int(look.state.seat)
    shapes = [
        rect(x, y, width, height, rx=8, fill=PAPER, stroke=RULE, stroke_width=1),
        *draw_badge(look.rules, maker, x + 13, y + 12, 7.5),
        words(x + 25, y + 16.5, said, 12, "start", **SEMI),
    ]
    kinds = list(dict.fromkeys(items))
    two = len(kinds) > 2
    for place, item in enumerate(kinds):
        left = x + 13 + (place % 2 * width / 2 if two else 0)
        down = y + 29 + 14.5 * (place // 2 if two else place)
        shapes += _item_symbol(look, item, owner, left, down)
        told = _item_words(look, item, items.count(item))
        shapes.append(words(left + 10, down + 4.2, told, 11.5, "start", **PLAIN))
    if not items:
        shapes.append(words(x + 8, y + 33, "nothing yet" if look.mine else "nothing", 12, "start", **SOFT))
    label = f"{look.name(maker)} {said.partition(' ')[0]} {offer_words(look.rules, items)}."
    if name == "offer-wants" and look.state.handed:
        cards = [scheme_words(look.rules, card) for card in look.state.handed]
        label += f" Picked so far: {listing(cards)}."
    return Spot(name, label, box, tuple(shapes))


def _deal(look: Look, top: float) -> list[Spot]:
    """An offer: what it gives and what it wants, side by side, and the answers to it."""
    state = look.state
    maker, partner = int(state.seat), int(state.partner)
    width = (DESK_WIDTH - GAP) / 2
    left, right = (DESK, top + 26, width, 68.0), (DESK + width + GAP, top + 26, width, 68.0)
    spots = [
        _deal_list(look, "offer-gives", f"gives to {SEATS[partner]}", maker, state.give, left),
        _deal_list(look, "offer-wants", f"wants from {SEATS[partner]}", partner, state.want, right),
    ]
    if not look.mine:
        return spots
    y = top + 98
    if look.phase == "give":
        spots += [_button(look, GIVE_DONE, DESK, y, 150, 32), _order_of_items(look, DESK + 164, y)]
    elif look.phase == "reply":
        spots += [_button(look, ACCEPT, DESK, y, 190, 32), _button(look, REJECT, DESK + 200, y, 190, 32)]
    elif look.phase == "want":
        for category in range(len(CATEGORIES)):
            spots.append(_category(look, category, (DESK + category * 48, y, 44.0, 34.0)))
        spots.append(_button(look, WANT_SUBMIT, DESK + 7 * 48 + 2, y, DESK_WIDTH - 7 * 48 - 2, 34))
    return spots


def _order_of_items(look: Look, x: float, y: float) -> Spot:
    """In which order the things of an offer are named, and how many."""
    said = (
        "in this order: plots, manpower, materials,",
        f"profit, cards, claims; up to {look.rules.offer_units} on each side",
    )
    shapes = [words(x, y + 12 + 15 * place, one, 11.5, "start", **SOFT) for place, one in enumerate(said)]
    label = f"What an offer names, {' '.join(said)}."
    return Spot("offer-order", label, (x - 4, y, DESK_WIDTH - 160, 32), tuple(shapes))


def _category(look: Look, category: int, box: Box) -> Spot:
    """A kind of scheme card that an offer may want."""
    x, y, width, height = box
    action = FIRST_WANT_CARD + category
    legal = action in look.legal
    shapes = [framed(box, PAPER if legal else ASIDE, outline(legal))]
    if category == ANY_CARD:
        shapes.append(words(x + width / 2, y + height / 2 + 4.5, "any", 13, "middle", **SEMI))
    else:
        shapes += draw_symbol(category - 1, x + width / 2, y + height / 2, 11)
    words_of = category_words(category)
    label = f"{words_of[0].upper()}{words_of[1:]}."
    return look.spot(f"want-{CATEGORIES[category]}", label, box, shapes, action)


def _bank(look: Look, top: float) -> list[Spot]:
    """The exchanges of the bank; what it sells lies in the supply."""
    rules = look.rules
    rate = rules.exchange_rate
    spots: list[Spot] = []
    for number, (paid, got) in enumerate(SWAPS):
        x, y = DESK + number % 3 * 106, top + 28 + number // 3 * 36
        action = FIRST_SWAP + number if look.mine else NONE
        legal = action in look.legal
        box = (x, y, 100.0, 31.0)
        shapes = [
            framed(box, PAPER if legal or not look.mine else ASIDE, outline(legal)),
            words(x + 12, y + 21, str(rate), 14, "start", **BOLD),
            *draw_resource(paid, x + 33, y + 16, 0.95),
            words(x + 55, y + 21, "→", 14, "middle", **PLAIN),
            words(x + 64, y + 21, "1", 14, "start", **BOLD),
            *draw_resource(got, x + 83, y + 16, 0.95),
        ]
        label = f"The bank gives {resources(got, 1)} for {resources(paid, rate)}."
        spots.append(look.spot(rules.symbol(FIRST_SWAP + number), label, box, shapes, action))
    x = DESK + 3 * 106 + 4
    cost = [
        words(x, top + 42, "buy in the supply:", 12, "start", **SOFT),
        *draw_coin(rules.bank_price, x + 10, top + 58, 9),
        words(x + 24, top + 62.5, "resource", 12.5, "start", **PLAIN),
        *draw_coin(rules.bank_price, x + 10, top + 82, 9),
        words(x + 24, top + 86.5, "card", 12.5, "start", **PLAIN),
    ]
    said = f"The bank wants {rules.bank_price} profit for a resource of the supply, and as much for a card."
    spots.append(Spot("bank-prices", said, (x - 4, top + 28, 130, 68), tuple(cost)))
    if look.mine:
        spots.append(_button(look, BANK_DONE, DESK, top + 102, 150, 30))
    return spots


def _placing(look: Look, top: float) -> list[Spot]:
    """The card that is being placed, with what it costs."""
    state, rules = look.state, look.rules
    card = int(state.chosen)
    box = (DESK, top + 30.0, 104.0, 58.0)
    shapes = [*_scheme_card(look, card, box, outline(False))]
    x = DESK + 118
    shapes.append(words(x, top + 46, "in an open spot", 12.5, "start", **PLAIN))
    shapes += draw_price(rules.cards.cost[card], x + 128, top + 42, 32, 0.8)
    shapes.append(words(x, top + 70, "over another card", 12.5, "start", **PLAIN))
    shapes += draw_price(rules.upgrade_cost[card], x + 128, top + 66, 32, 0.8)
    label = (
        f"{scheme_words(rules, card)} costs {price(rules.cards.cost[card])} in an open spot, and "
        f"{price(rules.upgrade_cost[card])} on top of another card."
    )
    return [Spot("chosen", label, (DESK, top + 28, DESK_WIDTH, 72), tuple(shapes))]


def _special(look: Look, top: float) -> Spot:
    """The special card that is being played."""
    rules, card = look.rules, int(look.state.chosen)
    special = rules.cards.specials[card - rules.cards.normal]
    shapes = [*draw_symbol(5, DESK + 12, top + 40, 11), words(DESK + 32, top + 44.5, special.name, 13, "start", **SEMI)]
    shapes.append(words(DESK, top + 67, fit(special.text, DESK_WIDTH + 60, 11.5), 11.5, "start", **SOFT))
    return Spot("chosen", f"{special}: {special.text}", (DESK - 4, top + 26, DESK_WIDTH, 47), tuple(shapes))


COLUMNS: Final = ((210, "profit"), (280, "claims"), (350, "cards"), (440, "resources"))


def _scores(look: Look, top: float) -> list[Spot]:
    """How everybody stands, with what breaks ties; a star and a frame for whoever wins."""
    state = look.state
    won = state.returns()
    spots: list[Spot] = []
    ranks = [state.rank(seat) for seat in range(look.players)]
    order = sorted(range(look.players), key=lambda seat: (-won[seat], [-part for part in ranks[seat]], seat))
    step = 24.0
    for place, seat in enumerate(order):
        y = top + 39 + place * step
        best = won[seat] > 0
        edge: Style = {"stroke": INK, "stroke_width": 2} if best else {"stroke": RULE, "stroke_width": 0.6}
        shapes = [rect(DESK, y, DESK_WIDTH, step - 3, rx=5, fill=PAPER if best else CARD, **edge)]
        if place == 0:
            shapes += [words(DESK + right, y - 5, said, 11.5, "end", **QUIET) for right, said in COLUMNS]
        shapes += draw_badge(look.rules, seat, DESK + 14, y + 10.5, 7.5)
        shapes.append(words(DESK + 28, y + 15, look.name(seat), 12.5, "start", **(BOLD if best else PLAIN)))
        if best:
            shapes.append(path(STAR, DESK + 118, y + 10.5, 1, fill=ACCENT, stroke=INK, stroke_width=0.8))
        for (right, _), part in zip(COLUMNS, ranks[seat], strict=True):
            shapes.append(words(DESK + right, y + 15, str(part), 12.5, "end", **(BOLD if right == 210 else PLAIN)))
        tokens = "claim tokens on the board" if look.rules.tie_on_board else "claim tokens left"
        label = (
            f"{look.name(seat)}{' wins' if won[seat] == 1 else ' shares the victory' if best else ''}: "
            f"{ranks[seat][0]} profit, {ranks[seat][1]} {tokens}, {many(ranks[seat][2], 'scheme card')}, "
            f"{many(ranks[seat][3], 'resource')}."
        )
        spots.append(Spot(f"score-{SEATS[seat]}", label, (DESK, y, DESK_WIDTH, step - 3), tuple(shapes)))
    return spots


# -- players -----------------------------------------------------------------------------------------------------------


def _seat(look: Look, seat: int, box: Box) -> list[Spot]:
    """What a player has in the open: profit, resources, how many cards, claim tokens, the Leader marker."""
    state, rules = look.state, look.rules
    x, y, width, _ = box
    deciding = state.to_move == seat
    action = FIRST_OFFER + seat if look.phase == "offer" and seat != look.seat else NONE
    legal = action in look.legal
    edge: Style = {"stroke": INK, "stroke_width": 2.5 if deciding else 1}
    shapes = [
        framed(box, CARD, edge, 9),
        rect(x + 2, y + 2, width - 4, 24, rx=8, fill=FIELD, **(outline(True) if legal else {})),
        *draw_badge(rules, seat, x + 15, y + 14, 9),
        words(x + 29, y + 19, look.name(seat), 13.5, "start", **BOLD),
    ]
    after = x + 37 + 8.2 * len(look.name(seat))
    if seat == look.seat and width > 230:
        shapes.append(words(after, y + 18.5, "you", 12, "start", **QUIET))
        after += 38
    if state.leader == seat:
        shapes.append(path(CROWN, after + 4, y + 14, 1, fill="#F0E442", stroke=INK, stroke_width=1.2))
    tag = "DECIDES" if deciding else "PASSED" if state.passed & BIT[seat] and not look.over else ""
    if tag:
        wide = 8.4 * len(tag) + 8
        dark: Style = {"fill": INK} if deciding else {"fill": "none", "stroke": SOFT_INK, "stroke_width": 1}
        shapes.append(rect(x + width - 6 - wide, y + 5.5, wide, 17, rx=5, **dark))
        letters: Style = {"font_weight": 700, "fill": CARD if deciding else SOFT_INK}
        shapes.append(words(x + width - 6 - wide / 2, y + 18, tag, 10.5, "middle", **letters))
    hand, cards = len(state.scheme_hands[seat]), len(state.resource_hands[seat])
    if 230 < width <= 300:
        held, left = f"{hand} scheme, {many(cards, 'resource card')}", many(state.reserve[seat], "claim")
        counts: tuple[tuple[float, str, str], ...] = ((x + 9, "start", held), (x + width - 8, "end", left))
    else:
        full = width > 300
        counts = (
            (x + 9, "start", many(hand, "scheme card" if full else "scheme")),
            (x + width * 0.53, "middle", many(cards, "resource card" if full else "card")),
            (x + width - 8, "end", many(state.reserve[seat], "claim token" if full else "claim")),
        )
    shapes += [words(left, y + 41, said, 11, anchor, **PLAIN) for left, anchor, said in counts]
    label = _seat_words(look, seat)
    spots = [look.spot(f"seat-{SEATS[seat]}", label, (x, y, width, 47), shapes, action)]
    spots.append(_profit(look, seat, (x + 5, y + 49, width - 10, 23)))
    cell = (width - 10 - 8) / 3
    for kind in range(RESOURCES):
        spots.append(_stock(look, seat, kind, (x + 5 + kind * (cell + 4), y + 75, cell, 24)))
    return spots


def _seat_words(look: Look, seat: int) -> str:
    """A player in words, as a sentence or two."""
    state = look.state
    who = f"You are {look.name(seat)}" if seat == look.seat else look.name(seat)
    marks = []
    if state.leader == seat:
        marks.append("has the Leader marker")
    if state.passed & BIT[seat]:
        marks.append("has passed")
    hand = state.scheme_hands[seat]
    label = f"{who}: {many(len(hand), 'scheme card')}, {many(len(state.resource_hands[seat]), 'resource card')}"
    label += f" and {many(state.reserve[seat], 'claim token')} left."
    if marks:
        label += f" {look.name(seat)} {' and '.join(marks)}."
    known = [look.rules.cards.scheme_codes[card] for card in hand if card >= 0]
    if seat != look.seat and known:
        label += f" You know of {', '.join(known)} in this hand."
    return label


def _item_action(look: Look, seat: int, item: int) -> int:
    """What choosing a resource (0 to 2) or profit (3) of a player means now."""
    state = look.state
    if look.phase == "give" and seat == look.seat:
        return FIRST_GIVE + item if item < RESOURCES else GIVE_PROFIT
    if look.phase == "want" and seat == state.partner:
        return FIRST_WANT + item if item < RESOURCES else WANT_PROFIT
    if look.phase == "light_fingers" and seat != look.seat and item < RESOURCES:
        return FIRST_FILCH + RESOURCES * seat + item
    return NONE


def _profit(look: Look, seat: int, box: Box) -> Spot:
    """Profit on the way to the target."""
    x, y, width, height = box
    profit, target = look.state.profit[seat], look.rules.target
    action = _item_action(look, seat, RESOURCES)
    legal = action in look.legal
    shapes = [framed(box, FIELD if legal else CARD, outline(True) if legal else {}, 6)]
    bar = width - 92
    shapes += draw_coin(profit, x + 14, y + height / 2, 10.5)
    shapes.append(rect(x + 32, y + height / 2 - 4, bar, 8, rx=4, fill=ASIDE))
    full = bar * max(0.0, min(1.0, profit / target))
    if full:
        shapes.append(rect(x + 32, y + height / 2 - 4, max(8.0, full), 8, rx=4, fill=INK))
    shapes.append(words(x + width - 4, y + height / 2 + 4.2, f"of {target}", 12, "end", **SOFT))
    label = f"{look.name(seat)} has {profit} profit; the target is {target}."
    return look.spot(f"profit-{SEATS[seat]}", label, box, shapes, action)


def _stock(look: Look, seat: int, kind: int, box: Box) -> Spot:
    """A player's resources of one kind."""
    x, y, width, height = box
    number = look.state.stock[RESOURCES * seat + kind]
    action = _item_action(look, seat, kind)
    legal = action in look.legal
    grey = action != NONE and look.mine and not legal
    shapes = [
        framed(box, ASIDE if grey else FIELD, outline(True) if legal else {}, 6),
        *draw_resource(kind, x + 15, y + height / 2, 0.95),
        words(x + 30, y + height / 2 + 5, str(number), 14, "start", **BOLD),
    ]
    if width > 96:
        shapes.append(words(x + width - 7, y + height / 2 + 4.2, RESOURCE_NAMES[kind], 11.5, "end", **SOFT))
    label = f"{look.name(seat)} has {resources(kind, number)}."
    return look.spot(f"stock-{SEATS[seat]}-{RESOURCE_NAMES[kind]}", label, box, shapes, action)


# -- the own hand ------------------------------------------------------------------------------------------------------


def _hand_rows(look: Look) -> int:
    """How many rows the own cards take."""
    schemes = len(kinds_of(look.state.scheme_hands[look.seat]))
    cards = len(kinds_of(look.state.resource_hands[look.seat]))
    return max(1, -(-schemes // SCHEMES_IN_A_ROW), -(-cards // CARDS_IN_A_ROW))


def _hand_backdrop(look: Look, top: float, rows: int) -> list[Shape]:
    """What stands above the own cards."""
    state = look.state
    schemes, cards = len(state.scheme_hands[look.seat]), len(state.resource_hands[look.seat])
    right = MARGIN + SCHEMES_WIDTH
    shapes = [
        words(MARGIN + 2, top + 13, f"Your scheme cards: {schemes}", 13, "start", **SEMI),
        path(TICK, MARGIN + 182, top + 9, 1, fill="none", stroke=INK, stroke_width=2.2, stroke_linecap="round"),
        words(MARGIN + 192, top + 13, "you can pay it", 11.5, "start", **SOFT),
        path(TICK, MARGIN + 292, top + 9, 1, fill="none", stroke=INK, stroke_width=1.2, stroke_dasharray="2 1.5"),
        words(MARGIN + 302, top + 13, "only over another card", 11.5, "start", **SOFT),
        words(right + 6, top + 13, f"Your resource cards: {cards}", 13, "start", **SEMI),
        line(right - 4, top + 4, right - 4, top + 23 + rows * (HAND_HEIGHT + 6) - 6, stroke=RULE, stroke_width=1),
    ]
    if not schemes:
        shapes.append(words(MARGIN + 2, top + 46, "no card in hand", 12, "start", font_style="italic", **SOFT))
    if not cards:
        shapes.append(words(right + 6, top + 46, "no card in hand", 12, "start", font_style="italic", **SOFT))
    return shapes


def _hand_action(look: Look, card: int) -> int:
    """What choosing a scheme card of the own hand means now."""
    first, phase = look.rules.first, look.phase
    block = {"build": first.play, "give": first.give_card, "hand_over": first.hand, "discard": first.discard}
    return NONE if phase not in block else int(block[phase]) + card


def _payable(look: Look, card: int) -> int:
    """2 if the seat can pay for a card as a new trap (or a special), 1 if only as an upgrade, else 0."""
    state, rules = look.state, look.rules
    if state.holds(look.seat, rules.cards.cost[card]):
        return 2
    if card < rules.cards.normal and state.holds(look.seat, rules.upgrade_cost[card]):
        spots = range(len(state.cards))
        return int(any([may_upgrade(state, look.seat, spot) for spot in spots]))
    return 0


def _scheme_card(look: Look, card: int, box: Box, edge: Style, ground: str = CARD) -> list[Shape]:
    """A scheme card: kind, code and profit above, price below; special cards with their name."""
    rules = look.rules
    x, y, width, _ = box
    shapes = [framed(box, ground, edge)]
    shapes += draw_symbols(symbols_of(rules, card), x + 13, y + 16, 9)
    room = width > 90
    code = fit(rules.cards.scheme_codes[card], 36, 10.3)
    shapes.append(words(x + (29 if room else 23), y + 20, code, 11.5 if room else 10.3, "start", **BOLD))
    if card >= rules.cards.normal:
        cost = rules.cards.cost[card]
        paid = [kind for kind in range(RESOURCES) if cost[kind]]
        name = rules.cards.specials[card - rules.cards.normal].name.removeprefix("The ")
        head, _, rest = name.partition(" ")
        if len(paid) == 1:
            shapes += draw_resource(paid[0], x + width - 18, y + 16, 0.6)
            shapes.append(words(x + width - 4, y + 20, str(cost[paid[0]]), 12, "end", **SEMI))
        elif paid:
            shapes += draw_price(cost, x + 5, y + 48, 19.5)
            head, rest = name, ""
        for place, said in enumerate((head, rest)):
            shapes.append(words(x + 7, y + 38 + 13 * place, fit(said, width, 11), 11, "start", **PLAIN))
        return shapes
    shapes += draw_coin(rules.cards.profit[card], x + width - 12, y + 16, 8.5)
    step, scale = ((width - 20) / 3, 0.8) if room else (19.5, 0.62)
    return [*shapes, *draw_price(rules.cards.cost[card], x + 5, y + 43, step, scale)]


def _hand(look: Look, top: float) -> list[Spot]:
    """The own cards: scheme cards with price and profit, resource cards with their digits; equal ones lie together."""
    state, rules, seat = look.state, look.rules, look.seat
    hand = state.scheme_hands[seat]
    spots: list[Spot] = []
    kinds = kinds_of(hand)
    step = (SCHEMES_WIDTH - 8) / max(5, min(SCHEMES_IN_A_ROW, len(kinds)))
    for place, card in enumerate(kinds):
        x = MARGIN + place % SCHEMES_IN_A_ROW * step
        y = top + place // SCHEMES_IN_A_ROW * (HAND_HEIGHT + 6)
        box = (x, y, step - 5, float(HAND_HEIGHT))
        copies, action = hand.count(card), _hand_action(look, card)
        legal = action in look.legal
        grey = action != NONE and look.mine and not legal
        shapes = draw_pack(box, copies)
        shapes += _scheme_card(look, card, box, outline(legal), ASIDE if grey else CARD)
        pays = _payable(look, card)
        if pays and card < rules.cards.normal:
            mark: Style = {"stroke_width": 2.2} if pays == 2 else {"stroke_width": 1.3, "stroke_dasharray": "2 1.5"}
            shapes.append(path(TICK, x + step - 13, y + 43, 1, fill="none", stroke=INK, **mark))
        shapes += draw_copies(box, copies)
        label = _scheme_label(look, card, copies, pays)
        spots.append(look.spot(f"hand-{rules.cards.scheme_codes[card]}", label, box, shapes, action))
    return [*spots, *_resource_hand(look, top)]


def _scheme_label(look: Look, card: int, copies: int, pays: int) -> str:
    """A scheme card of the own hand in words."""
    rules = look.rules
    number = f"{copies} of " if copies > 1 else ""
    label = f"{number}{scheme_words(rules, card)} in your hand"
    if card >= rules.cards.normal:
        special = rules.cards.specials[card - rules.cards.normal]
        return f"{label}, for {price(special.cost)}: {special.text}"
    known = rules.cards.schemes[card]
    label += f": {known.kind}, {known.profit} profit, for {price(known.cost)}."
    if pays == 2:
        return f"{label} You can pay for it."
    return f"{label} You can pay for it on top of another card only." if pays else f"{label} You cannot pay for it."


def _resource_hand(look: Look, top: float) -> list[Spot]:
    """The own resource cards."""
    hand = look.state.resource_hands[look.seat]
    left = MARGIN + SCHEMES_WIDTH + 4
    step = (WIDTH - MARGIN - left + 4) / CARDS_IN_A_ROW
    spots: list[Spot] = []
    for place, card in enumerate(kinds_of(hand)):
        known = look.rules.cards.resources[card]
        x = left + place % CARDS_IN_A_ROW * step
        y = top + place // CARDS_IN_A_ROW * (HAND_HEIGHT + 6)
        box = (x, y, step - 5, float(HAND_HEIGHT))
        action = int(look.rules.first.card) + card if look.phase == "choose_card" else NONE
        legal = action in look.legal
        copies = hand.count(card)
        shapes = draw_pack(box, copies)
        shapes += draw_digits(known.digits, known.pink, box, NONE, outline(legal))
        shapes += draw_copies(box, copies)
        number = f"{copies} of the resource card" if copies > 1 else "The resource card"
        label = f"{number} {known.code} in your hand, with the digits {known.in_digits()}."
        spots.append(look.spot(f"card-{known.code}", label, box, shapes, action))
    return spots
