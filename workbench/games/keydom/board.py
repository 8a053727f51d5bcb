"""The table of Keydom as a picture of named spots. Off the rules path.

Everything is told apart by letters and shape, never by colour alone: crops by their two letters, harvested fields by small
letters, farmhands and townsfolk by round and square, groups by their numbers.
"""

from __future__ import annotations

from typing import Final

from workbench.core import look as looks
from workbench.core.pieces import (
    ASIDE,
    BOLD,
    CARD,
    FIELD,
    INK,
    PAPER,
    PLAIN,
    QUIET,
    SEMI,
    SOFT,
    THIN,
    Box,
    Style,
    badge,
    button,
    field,
    fit,
    frame,
    outline,
    steps,
)
from workbench.core.scene import Scene, Shape, Spot, circle, rect
from workbench.core.scene import text as words
from workbench.games.keydom.components import (
    ACTION_NAMES,
    BIT,
    CROP_NAMES,
    CROPS,
    EVENT_TITLES,
    FARMHANDS,
    NONE,
    SEATS,
    TILES,
    UNSEEN,
    WORKERS,
)
from workbench.games.keydom.counters import counts, held, in_words
from workbench.games.keydom.country import PLOTS, size_of
from workbench.games.keydom.measures import Change, explain_score
from workbench.games.keydom.pieces import (
    DASHED,
    GROUP_COLOURS,
    Land,
    crop_disc,
    empty_space,
    field_space,
    tile_card,
    tiny_counters,
    worker_disc,
)
from workbench.games.keydom.state import KeydomState
from workbench.games.keydom.text import hand_words, headline, stock_words
from workbench.games.keydom.words import listed

Look = looks.Look[KeydomState]

WIDTH: Final = 820
MARGIN: Final = 12
INNER: Final = WIDTH - 2 * MARGIN
RADIUS: Final = 28.5
"""Of the hexagons of the own country board."""
SMALL: Final = 10.5
"""Of those of the other boards."""
TOP: Final = 66
COUNTRY: Final = Box(MARGIN, TOP, 456, 336)
SIDE: Final = Box(COUNTRY.right + 10, TOP, INNER - COUNTRY.width - 10, 336)
BELOW: Final = Box(MARGIN, COUNTRY.bottom + 8, INNER, 118)
OTHERS: Final = 158
"""How high the part of each other player is."""
CHOICES: Final = {
    "harvest": "Harvest",
    "play": "Play",
    "remove": "Remove",
    "place": "Place",
    "bid": "Bid",
    "end": "End turn",
}
"""What the buttons of a turn say."""


def scene(look: Look) -> Scene:
    """The table as a picture of named spots: the seat's country, registry, stores, workers, crops, and all other boards.

    Args:
        look: the position as the seat may know it; its own board is the large one.
    """
    others = look.order()[1:]
    boxes = Box(MARGIN, BELOW.bottom + 8, INNER, OTHERS).columns(max(1, len(others)), 8)
    height = BELOW.bottom + 8 + OTHERS + MARGIN
    spots = [*_buttons(look), *_country(look), *_registry(look), *_town(look), *_crops(look), *_own(look)]
    shapes = _backdrop(look, height)
    for seat, box in zip(others, boxes, strict=False):
        shapes += _other(look, seat, box)
        spots += _store(look, seat, Box(box.right - 92, box.y + 26, 84, 2 * 42 + 4).rows(2, 4), True)
    return Scene(headline(look.state), WIDTH, height, tuple(shapes), tuple(spots))


def _backdrop(look: Look, height: float) -> list[Shape]:
    """The paper, the headline, the actions taken, and the event that is being resolved."""
    state = look.state
    said = headline(state).removeprefix("Keydom: ").partition(" is to act")[0]
    shapes = [
        rect(0, 0, WIDTH, height, rx=12, fill=PAPER),
        fit(MARGIN + 2, 25, f"{said[0].upper()}{said[1:]}", 470, 15, **BOLD),
        fit(MARGIN + 2, 44, look.asked(), 470, 12, **QUIET),
    ]
    names = ["a harvest", "b worker", "c place", "d bid"]
    shapes += steps(names, state.stage - 1 if 1 <= state.stage <= 4 else NONE, Box(SIDE.x, 12, SIDE.width, 19))
    taken = [name for part, name in enumerate(ACTION_NAMES) if state.done & BIT[part]]
    event = f"Event: {EVENT_TITLES[state.event]}. " if state.event != NONE else ""
    told = f"{event}Taken this turn: {listed(taken)}. Events so far: {state.counted}."
    shapes.append(fit(SIDE.x, 46, told, SIDE.width, 11.5, **(BOLD if event else QUIET)))
    return shapes


def _buttons(look: Look) -> list[Spot]:
    """The choice of an action, and stopping; they lie on the lower edge of the country."""
    row = Box(MARGIN, COUNTRY.bottom - 23, COUNTRY.width, 23)
    if look.asks("end") and look.mine:
        places = row.columns(len(CHOICES), 4)
        return [button(look, thing, box, said, 12) for (thing, said), box in zip(CHOICES.items(), places, strict=True)]
    if look.choices("done"):
        return [button(look, "done", row.cut(left=row.width / 2, right=0), size=11.5)]
    return []


# -- the own country ---------------------------------------------------------------------------------------------------


def _country(look: Look) -> list[Spot]:
    """Every space of the seat's board, with what its tile would change where it can be had soon."""
    state, seat = look.state, look.seat
    land = Land(state.game.country, COUNTRY.x + 4, COUNTRY.y - 4, RADIUS)
    changes = {change.plot: change for change in explain_score(state, seat).plots}
    groups = _borders(look, land)
    spots = []
    for plot in range(PLOTS):
        name = state.game.country.names[plot]
        shapes = _space(look, land, plot, changes.get(name))
        if plot == PLOTS - 1:
            shapes += groups  # drawn over all spaces
        spots.append(Spot(f"plot-{name}", _space_label(look, plot, changes.get(name)), land.spot(plot), tuple(shapes)))
    if look.asks("worker") and look.mine:
        for worker in range(TILES):
            post = state.posts[seat * TILES + worker]
            if post != NONE:
                thing = f"worker-{WORKERS[worker].name}"
                x, y = land.at(post)
                disc = worker_disc(worker, x, y + RADIUS * 0.14, RADIUS * 0.46, look.may(thing))
                label = f"Your {WORKERS[worker].name} on {state.game.country.names[post]}."
                spots.append(Spot(thing, label, Box(x - 15, y - 15, 30, 30), tuple(disc)))
    return spots


def _space(look: Look, land: Land, plot: int, change: Change | None) -> list[Shape]:
    """A space with its field or worker."""
    state, seat = look.state, look.seat
    thing = f"plot-{state.game.country.names[plot]}"
    crop, may = state.crops[plot], look.may(thing)
    x, y = land.at(plot)
    if state.fields[seat] & BIT[plot]:
        shapes = field_space(land, plot, crop, bool(state.fresh[seat] & BIT[plot]), may)
    else:
        shapes = empty_space(land, plot, crop, may, look.barred(thing))
    worker = state.worker_on(seat, plot)
    if worker != NONE and not (look.asks("worker") and look.mine):
        shapes += worker_disc(worker, x, y + RADIUS * 0.14, RADIUS * 0.46)
    elif worker == NONE and change is not None and (change.where.startswith("registry") or change.where.endswith("store")):
        shapes += [
            circle(x, y + 2, RADIUS * 0.4, fill=CARD, stroke=INK, stroke_width=1, stroke_dasharray="2 2"),
            words(x, y + 6, f"{change.change:+d}", 11, font_weight=700, fill=INK),
        ]
    return shapes


def _space_label(look: Look, plot: int, change: Change | None) -> str:
    """A space as a sentence, with what its tile would change."""
    state, seat = look.state, look.seat
    country = state.game.country
    crop = CROP_NAMES[state.crops[plot]] if state.crops[plot] != NONE else "no crop yet"
    name = f"{country.names[plot]}, {crop}"
    worker = state.worker_on(seat, plot)
    stands = f" Your {WORKERS[worker].name} stands there." if worker != NONE else ""
    if change is None:
        side = "unharvested" if state.fresh[seat] & BIT[plot] else "harvested"
        return f"{name}: your field, {side}."
    beside = size_of(country.beside[plot] & state.fields[seat])
    return (
        f"{name}: {beside} of your fields beside it.{stands} Its tile: {change.where}; it would change your points by "
        f"{change.change:+d}. {change.why}"
    )


def _borders(look: Look, land: Land, thick: float = 4) -> list[Shape]:
    """The edges of the groups and their numbers, the largest first."""
    return borders(look.state, look.seat, land, thick)


def borders(state: KeydomState, seat: int, land: Land, thick: float) -> list[Shape]:
    """The edges of a board's groups, and on a large board their numbers."""
    groups = sorted(state.game.score.groups(state, seat), key=size_of, reverse=True)
    shapes: list[Shape] = []
    for place, group in enumerate(groups):
        colour = GROUP_COLOURS[min(place, 2)]
        shapes.append(land.border(group, colour, thick))
        if land.radius > 20:
            first = next(plot for plot in range(PLOTS) if group & BIT[plot])
            x, y = land.at(first)
            shapes += badge(str(place + 1), colour, x - land.radius * 0.56, y + land.radius * 0.5, 7)
    return shapes


# -- the middle of the table -------------------------------------------------------------------------------------------


def _registry(look: Look) -> list[Spot]:
    """The slots of the registry, each with what its tile would change."""
    state = look.state
    slots = len(state.registry)
    columns = 3 if slots <= 6 else 5
    box = Box(SIDE.x, SIDE.y + 16, SIDE.width, 108)
    places = [one for row in box.rows(2 if slots > columns else 1, 5) for one in row.columns(columns, 5)]
    changes = {change.plot: change for change in explain_score(state, look.seat).plots}
    spots = []
    for slot, (plot, place) in enumerate(zip(state.registry, places, strict=False)):
        thing = f"registry-{slot + 1}"
        if plot == NONE:
            shapes: list[Shape] = [frame(place, PAPER, 7, **DASHED)]
            label = f"Slot {slot + 1} of the registry is empty."
        else:
            name = state.game.country.names[plot]
            change = changes[name].change
            edge = outline(True) if look.may(thing) else THIN
            shapes = tile_card(place, name, state.crops[plot], ASIDE if look.barred(thing) else CARD, **edge)
            shapes.append(fit(place.x + 7, place.bottom - 8, f"for you {change:+d}", place.width - 14, 11.5, **SEMI))
            label = f"Slot {slot + 1} of the registry: {name}, {_crop(state, plot)}. For you {change:+d}: {changes[name].why}"
        spots.append(Spot(thing, label, place, tuple(shapes)))
    in_bag = f"bag: {size_of(state.bag)} fields, {sum(state.bag_events)} events"
    heading = Spot(
        "registry",
        f"The registry; {in_bag}.",
        Box(SIDE.x, SIDE.y, SIDE.width, 14),
        (
            words(SIDE.x, SIDE.y + 10, "Registry", 12.5, "start", **SEMI),
            fit(SIDE.right, SIDE.y + 10, in_bag, 220, 11.5, "end", **SOFT),
        ),
    )
    return [heading, *spots]


def _crop(state: KeydomState, plot: int) -> str:
    return CROP_NAMES[state.crops[plot]] if state.crops[plot] != NONE else "no crop yet"


def _town(look: Look) -> list[Spot]:
    """The town board with its townsfolk, and the event track."""
    state = look.state
    y = SIDE.y + 134
    spots = []
    rows = Box(SIDE.x, y + 14, SIDE.width, 62).rows(2, 4)
    for place, box in enumerate([one for row in rows for one in row.columns(3, 4)]):
        spots.append(_worker_card(look, FARMHANDS + place, box, bool(state.town & BIT[FARMHANDS + place])))
    track = ", ".join([EVENT_TITLES[event] for event in state.track]) or "none yet"
    line = Box(SIDE.x, y + 80, SIDE.width, 30)
    shapes = (
        words(SIDE.x, y + 10, "Town board", 12.5, "start", **SEMI),
        frame(line, FIELD, 6),
        fit(line.x + 6, line.y + 12, f"Events ({state.counted} of {state.game.end_event}):", 140, 11, **SEMI),
        fit(line.x + 6, line.y + 25, track, line.width - 12, 10.5, least=0.55, **PLAIN),
    )
    return [Spot("events", f"Events so far: {track}.", line, shapes), *spots]


def _worker_card(look: Look, worker: int, box: Box, there: bool) -> Spot:
    """A worker in the reserve or on the town board; where it is on somebody's country, an empty place."""
    state = look.state
    tile = WORKERS[worker]
    thing = f"worker-{tile.name}"
    on_board = state.posts[look.seat * TILES + worker] != NONE and look.asks("worker") and look.mine
    name = f"home-{tile.name}" if on_board else thing
    may = look.may(thing) and there
    shapes = [frame(box, CARD if there else PAPER, 5, **(outline(True) if may else THIN if there else DASHED))]
    if there:
        shapes += worker_disc(worker, box.x + 14, box.down, 9)
    style: Style = SEMI if there else SOFT
    shapes.append(fit(box.x + (27 if there else 8), box.down + 4, tile.name, box.width - 32, 11.5, **style))
    where = "within reach" if there else "not at home"
    label = f"{tile.name}, number {tile.number}, {where}: {tile.does}."
    return Spot(name, label, box, tuple(shapes))


def _crops(look: Look) -> list[Spot]:
    """Each crop: what the seat holds, and what the stock has."""
    state = look.state
    box = Box(SIDE.x, SIDE.y + 250, SIDE.width, 86)
    spots = []
    unseen = bool(state.hidden & BIT[look.seat])
    for crop, place in enumerate(box.cut(top=15).columns(CROPS, 5)):
        thing = f"crop-{CROP_NAMES[crop]}"
        own = held(state.hands[look.seat], crop)
        stock = "some" if state.game.covered and held(state.stock, crop) else str(held(state.stock, crop))
        shapes = [field(look, thing, place, CARD, 6, **THIN), *crop_disc(crop, place.across, place.y + 18, 12)]
        shapes += [
            fit(place.across, place.y + 50, str(own), place.width - 8, 18, "middle", **BOLD),
            fit(place.across, place.y + 65, f"stock {stock}", place.width - 6, 10.5, "middle", **SOFT),
        ]
        label = f"{CROP_NAMES[crop].capitalize()}: you hold {own}; the stock has {stock}."
        spots.append(Spot(thing, label, place, tuple(shapes)))
    said = "Your counters" if not unseen else "Counters"
    heading = (
        words(box.x, box.y + 10, said, 12.5, "start", **SEMI),
        fit(box.right, box.y + 10, f"stock: {stock_words(state)}", 220, 11, "end", **SOFT),
    )
    return [Spot("stock", f"The stock: {stock_words(state)}.", Box(box.x, box.y, box.width, 13), heading), *spots]


# -- players -----------------------------------------------------------------------------------------------------------


def _own(look: Look) -> list[Spot]:
    """The seat's own store, farmhands, and points."""
    state, seat = look.state, look.seat
    report = explain_score(state, seat)
    left = BELOW.cut(right=BELOW.width - 250)
    spots = _store(look, seat, left.cut(top=16).columns(max(2, int(state.game.capacity)), 6), False)
    middle = BELOW.cut(left=262, right=BELOW.width - 262 - 250)
    cards = [one for row in middle.cut(top=16).rows(3, 4) for one in row.columns(2, 4)]
    for worker in range(FARMHANDS):
        spots.append(_worker_card(look, worker, cards[worker], bool(state.reserve[seat] & BIT[worker])))
    right = BELOW.cut(left=524)
    lines = [f"{SEATS[seat]}: {report.total} points now"]
    for place, group in enumerate(report.groups[:3]):
        size = len(group.fields)
        counts_for = "" if group.points is None else f": {group.points} point{'' if group.points == 1 else 's'}"
        lines.append(f"{place + 1}: {size} field{'' if size == 1 else 's'}{counts_for}")
    lines.append(f"workers {report.worker_points}" + ("" if report.majorities is None else f", crops {len(report.majorities)}"))
    shapes: list[Shape] = [
        words(left.x, left.y + 11, "Your store", 12.5, "start", **SEMI),
        words(middle.x, middle.y + 11, "Your farmhands", 12.5, "start", **SEMI),
        frame(right, FIELD, 7),
    ]
    for place, line in enumerate(lines[:6]):
        style, high = (BOLD, 13.0) if place == 0 else (PLAIN, 11.5)
        shapes.append(fit(right.x + 8, right.y + 18 + 18 * place, line, right.width - 16, high, least=0.7, **style))
    spots.append(Spot("points", " ".join([f"{line}." for line in lines]), right, tuple(shapes)))
    return spots


def _store(look: Look, seat: int, boxes: list[Box], small: bool) -> list[Spot]:
    """The places of a store, each with tile and bid."""
    state = look.state
    spots = []
    capacity = int(state.game.capacity)
    if small and capacity > 2:
        whole = Box(boxes[0].x, boxes[0].y, boxes[0].width, boxes[-1].bottom - boxes[0].y)
        boxes = whole.rows(capacity, 3)
    for number, box in zip(range(capacity), boxes, strict=False):
        place = seat * capacity + number
        plot = state.stored[place]
        thing = f"stored-{place + 1}"
        whose = "your store" if seat == look.seat else f"{SEATS[seat]}'s store"
        if plot == NONE:
            spots.append(Spot(thing, f"Place {number + 1} of {whose} is empty.", box, (frame(box, PAPER, 6, **DASHED),)))
            continue
        name = state.game.country.names[plot]
        edge = outline(True) if look.may(thing) else THIN
        shapes = tile_card(box, name, state.crops[plot], ASIDE if look.barred(thing) else CARD, **edge)
        shapes += tiny_counters(counts(state.bids[place]), box.x + 5, box.bottom - 9, 6.2, 12)
        fresh = " It was stored in the present turn." if state.stamps[place] >= state.own_turns[seat] else ""
        label = f"{name}, {_crop(state, plot)}, in {whose} for {in_words(state.bids[place])}.{fresh}"
        spots.append(Spot(thing, label, box, tuple(shapes)))
    return spots


def _other(look: Look, seat: int, box: Box) -> list[Shape]:
    """Another player: a small board with its groups, the hand, the points that can be seen."""
    state = look.state
    active = seat == state.active
    land = Land(state.game.country, box.x + 6, box.y + 26, SMALL)
    shapes: list[Shape] = [frame(box, FIELD, 7, **({"stroke": INK, "stroke_width": 1.6} if active else {}))]
    shapes += badge(SEATS[seat][0], state.game.seat_colour(seat), box.x + 14, box.y + 13, 8)
    report = explain_score(state, seat)
    said = f"{SEATS[seat]}: {report.total}+ points" if report.majorities is None else f"{SEATS[seat]}: {report.total} points"
    chosen = ", has chosen" if state.chosen[seat] == UNSEEN else ""
    said += f"; hand {hand_words(state, seat)}{chosen}"
    shapes.append(fit(box.x + 28, box.y + 17, said, box.width - 36, 11.5, least=0.6, **SEMI))
    for plot in range(PLOTS):
        if state.fields[seat] & BIT[plot]:
            shapes += field_space(land, plot, state.crops[plot], bool(state.fresh[seat] & BIT[plot]), False)
        else:
            shapes += empty_space(land, plot, state.crops[plot], False, False)
        worker = state.worker_on(seat, plot)
        if worker != NONE:
            shapes += worker_disc(worker, *land.at(plot), SMALL * 0.7)
    shapes += borders(state, seat, land, 2)
    return shapes
