"""The table of Keydom as a picture of named spots. Off the rules path.

Everything that a decision needs is in view at once: the seat's own country, where you see whose each field is;
beside it the registry, the workers and the other players in short; below it the own store and counters. The boards of the
other players follow below.

Letters and shapes tell everything apart, never colour alone: crops have two letters, harvested fields small
letters, farmhands a circle and townsfolk a square, groups a number. The ground is a field of wheat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
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
    SOFT_INK,
    THIN,
    TICK,
    Box,
    Style,
    around,
    badge,
    button,
    crossed,
    field,
    fit,
    frame,
    letters,
    medal,
    outline,
)
from workbench.core.scene import VIEW_HEIGHT, Scene, Shape, Spot, circle, path, rect
from workbench.core.scene import text as words
from workbench.core.sets import size_of
from workbench.core.words import counted
from workbench.games.keydom.components import (
    BID_MADE,
    BIDDING,
    BIT,
    CROP_NAMES,
    CROPS,
    EVENT_TITLES,
    FARMHANDS,
    HARVESTED,
    HARVESTING,
    NONE,
    PLACED,
    PLACING,
    SEATS,
    TILES,
    UNSEEN,
    WORKED,
    WORKERS,
    WORKING,
)
from workbench.games.keydom.counters import counts, held, in_words
from workbench.games.keydom.country import PLOTS
from workbench.games.keydom.measures import Change, ScoreReport, explain_score
from workbench.games.keydom.pieces import (
    DASHED,
    DEEP,
    FURROWS,
    GROUP_COLOURS,
    WHEAT,
    Land,
    counter_chips,
    crop_disc,
    crop_mark,
    ground,
    land_at,
    space,
    tile_card,
    worker_disc,
)
from workbench.games.keydom.state import KeydomState
from workbench.games.keydom.text import headline, stock_words

Look = looks.Look[KeydomState]

WIDTH: Final = 820
MARGIN: Final = 12
INNER: Final = WIDTH - 2 * MARGIN
RADIUS: Final = 30.0
"""The radius of the hexagons of the own country board."""
TOP: Final = 24
COUNTRY: Final = Box(MARGIN, TOP, 468, 330)
ACTIONS: Final = Box(MARGIN, COUNTRY.bottom + 3, COUNTRY.width, 24)
SIDE: Final = Box(COUNTRY.right + 10, TOP, INNER - COUNTRY.width - 10, ACTIONS.bottom - TOP)
REGISTRY: Final = Box(SIDE.x, TOP, SIDE.width, 75)
WORKERS_HERE: Final = Box(SIDE.x, REGISTRY.bottom + 4, SIDE.width, 134)
OTHERS: Final = SIDE.cut(top=WORKERS_HERE.bottom + 5 - TOP)
OWN: Final = Box(MARGIN, ACTIONS.bottom + 5, INNER, VIEW_HEIGHT - ACTIONS.bottom - 11)
BELOW: Final = Box(MARGIN, VIEW_HEIGHT + 6, INNER, 200)
"""The boards of the other players, which decisions seldom need: the own board shows whose each field is."""
CHOICES: Final = {
    "harvest": ("Harvest", HARVESTING, HARVESTED),
    "play": ("Play", WORKING, WORKED),
    "remove": ("Remove", NONE, WORKED),
    "place": ("Place", PLACING, PLACED),
    "bid": ("Bid", BIDDING, BID_MADE),
    "end": ("End turn", NONE, 0),
}
"""The words on the buttons of a turn, the stage when each action is in progress, and the mark for actions already taken."""
LEGEND: Final = (
    "White disc: a field to be harvested; small letters: a harvested one. Dark disc or square: your farmhand or townsfolk. "
    "Letter in a square: whose field it is. Dashed disc or framed square: a tile in the registry or a store, and what it "
    "would bring."
)


def scene(look: Look) -> Scene:
    """Draw the table as a picture of named spots, with the seat's own country large and all others below.

    Args:
        look: the position as the seat may know it; its own board is the large one.
    """
    state, others = look.state, look.order()[1:]
    report = explain_score(state, look.seat)
    changes = {change.plot: change for change in report.plots}
    height = BELOW.bottom + 42
    spots = [
        _events(look),
        *_country(look, changes),
        *_buttons(look),
        *_registry(look, changes),
        *_workers(look),
    ]
    shapes = _backdrop(look, height)
    for seat in others:
        spots += _other(look, seat, changes)
    spots += [*_own_store(look, changes), *_crops(look), _points(look, report)]
    for seat, box in zip(others, BELOW.columns(max(1, len(others)), 8), strict=False):
        shapes += _board(look, seat, box)
    return Scene(headline(state), WIDTH, height, tuple(shapes), tuple(spots), deep=DEEP)


def _backdrop(look: Look, height: float) -> list[Shape]:
    """Draw the paper, the headline, how far the turn is, and below it how to read the board."""
    state = look.state
    said = headline(state).removeprefix("Keydom: ").partition(" is to act")[0]
    shapes = [
        rect(0, 0, WIDTH, height, rx=12, fill=WHEAT),
        path(_furrows(), fill="none", stroke=FURROWS, stroke_width=2.5),
        fit(MARGIN + 2, 17, f"{said[0].upper()}{said[1:]}", COUNTRY.width, 13.5, **BOLD),
    ]
    offered = _offered(look)
    for (thing, (name, stage, taken)), box in zip(CHOICES.items(), _places(), strict=True):
        if thing in offered:
            continue
        here = state.stage == stage and (thing != "play" or state.phase is not state.game.remove_worker)
        here = here or (thing == "remove" and state.phase is state.game.remove_worker)
        edge: Style = {"fill": INK} if here else {"fill": PAPER, **THIN}
        shapes.append(rect(*box, rx=8, **edge))
        shapes.append(letters(box.across, box.down, name, 12, CARD if here else SOFT_INK))
        shapes += _tick(box) if taken & state.done else []
    middle = LEGEND.index("Letter in")
    for line, part in enumerate((LEGEND[:middle], LEGEND[middle:])):
        shapes.append(fit(MARGIN + 2, BELOW.bottom + 16 + 15 * line, part.strip(), INNER - 4, 11, **PLAIN))
    return shapes


def _furrows() -> str:
    """Return the furrows of the field around the own country."""
    box = COUNTRY.inside(2)
    bend = f"q{box.width / 2:g} 22 {box.width:g} 0"
    return "".join([f"M{box.x} {box.y + 9 * row}{bend}" for row in range(int(box.height / 9) - 1)])


def _places() -> list[Box]:
    """Return the places where the actions of a turn are drawn."""
    return ACTIONS.columns(len(CHOICES), 4)


# -- where things lie, also for pieces that move over the board --------------------------------------------------------


def line_of(look: Look, seat: int) -> Box:
    """Return the line of another player."""
    others = look.order()[1:]
    lines = OTHERS.cut(bottom=max(0, OTHERS.height - 56 * len(others))).rows(max(1, len(others)), 4)
    return lines[others.index(seat)]


def person_of(look: Look, seat: int) -> Box:
    """Return where another player is shown in short, before the store."""
    line = line_of(look, seat)
    return Box(line.x, line.y, 162, line.height)


def stores_of(look: Look, seat: int) -> list[Box]:
    """Return the places of a seat's store."""
    if seat == look.seat:
        whole = Box(OWN.x, OWN.y, 190, OWN.height).cut(top=14)
    else:
        whole = line_of(look, seat).cut(left=166)
    return whole.columns(int(look.state.game.store_capacity), 4)


def slots_of(look: Look) -> list[Box]:
    """Return the slots of the registry."""
    slots = len(look.state.registry)
    lines = max(2, -(-slots // 3))
    return [one for row in REGISTRY.cut(top=15).rows(lines, 4) for one in row.columns(3, 5)][:slots]


def homes() -> list[Box]:
    """Return the places for worker cards: the own farmhands, and the town board."""
    return [
        one for part in WORKERS_HERE.rows(2, 4) for row in part.cut(top=14).rows(2, 3) for one in row.columns(3, 4)
    ]


def crop_places() -> list[Box]:
    """Return the places of the crops, each with the seat's counters of it."""
    return Box(OWN.x + 200, OWN.y, 408, OWN.height).cut(left=54).columns(CROPS, 4)


def own_land(look: Look) -> Land:
    """Return the place of the seat's own country."""
    return land_at(look.state.game.country, COUNTRY.x, COUNTRY.y, RADIUS)


def _tick(box: Box) -> list[Shape]:
    """Draw the tick on an action that has been taken."""
    return [path(TICK, box.right - 7, box.y + 6, 0.5, fill="none", stroke=INK, stroke_width=3)]


def _offered(look: Look) -> dict[str, tuple[str, str]]:
    """Return the places in the row of actions that hold a button now, each with the thing it is about and its words."""
    if look.asks("end") and look.mine:
        return {thing: (thing, said) for thing, (said, _, _) in CHOICES.items()}
    return {"end": ("done", "Done")} if look.choices("done") else {}


def _buttons(look: Look) -> list[Spot]:
    """Draw the buttons for the actions of the turn, and for stopping."""
    found, places = [], dict(zip(CHOICES, _places(), strict=True))
    for place, (thing, said) in _offered(look).items():
        spot = button(look, thing, places[place], said, 12)
        ticked = _tick(places[place]) if CHOICES[place][2] & look.state.done else []
        found.append(replace(spot, shapes=(*spot.shapes, *ticked)))
    return found


def _events(look: Look) -> Spot:
    """Draw the event in progress, or the last one, and how many there have been."""
    state = look.state
    track = [EVENT_TITLES[event] for event in state.track]
    now = f"Event: {EVENT_TITLES[state.event]}" if state.event != NONE else track[-1] if track else "no event yet"
    said = f"{now} · {state.counted} of {state.game.end_event} events"
    line = Box(SIDE.x, 4, SIDE.width, 18)
    style = BOLD if state.event != NONE else SEMI
    shape = fit(line.right, 17, said, line.width, 11.5, "end", **style)
    return Spot("events", f"Events so far: {', '.join(track) or 'none yet'}.", line, (shape,))


# -- the own country ---------------------------------------------------------------------------------------------------


def _country(look: Look, changes: dict[str, Change]) -> list[Spot]:
    """Draw every space of the seat's board, with what its tile would change if the seat can have it soon."""
    state, seat = look.state, look.seat
    land = own_land(look)
    moved = look.asks("worker") and look.mine
    posts = {state.posts[seat * TILES + worker]: worker for worker in range(TILES)}
    edges = _groups(state, seat, land, 3.5)
    spots = []
    for plot, name in enumerate(state.game.country.names):
        change = changes.get(name)
        shapes = _space(look, land, plot, change, posts.get(plot, NONE), not moved)
        if plot == PLOTS - 1:
            shapes += edges  # drawn over all spaces
        spots.append(Spot(f"plot-{name}", _space_label(look, plot, change), land.spot(plot), tuple(shapes)))
    for worker in range(TILES) if moved else ():
        post = state.posts[seat * TILES + worker]
        if post != NONE:
            thing = f"worker-{WORKERS[worker].name}"
            name = state.game.country.names[post]
            x, y = land.at(post)
            x -= _aside(state, post, changes.get(name))
            disc = worker_disc(worker, x, y, 10.5, look.may(thing))
            label = f"Your {WORKERS[worker].name} on {name}."
            spots.append(Spot(thing, label, Box(x - 14, y - 14, 28, 28), tuple(disc)))
    return spots


def _space(look: Look, land: Land, plot: int, change: Change | None, worker: int, stays: bool) -> list[Shape]:
    """Draw a space: its name, crop, owner of the field, own worker, or what the tile would change.

    Args:
        look: the position, and what may be chosen.
        land: the place of the own country.
        plot: the space.
        change: what its tile would change, if it can be had.
        worker: the own worker on it.
        stays: whether the worker is part of the space; if one is to be chosen, all are drawn on their own.
    """
    state, seat = look.state, look.seat
    thing = f"plot-{state.game.country.names[plot]}"
    own = bool(state.fields[seat] & BIT[plot])
    crop = state.crops[plot]
    shapes = [*space(land, plot, crop, own, look.may(thing), look.barred(thing))]
    x, y = land.at(plot)
    aside = _aside(state, plot, change)
    if worker != NONE and stays:
        shapes += worker_disc(worker, x - aside, y, 10.5)
    mark = _where(state, plot, change.change) if change is not None else None
    if mark:
        shapes += mark(x + (aside if worker != NONE else 0), y)
    covered = own and (worker != NONE or mark)
    return shapes + (crop_mark(land, plot, crop, own, bool(state.fresh[seat] & BIT[plot])) if not covered else [])


def _aside(state: KeydomState, plot: int, change: Change | None) -> int:
    """Return how far a worker stands aside, if the space has a mark for its tile as well."""
    return 12 if change is not None and _where(state, plot, change.change) else 0


def _where(state: KeydomState, plot: int, change: int) -> Callable[[float, float], list[Shape]] | None:
    """Mark where the tile of a space is, if that matters: with another player, to be had soon, or gone."""
    game = state.game
    for seat in range(game.players):
        if state.fields[seat] & BIT[plot]:
            return lambda x, y: badge(SEATS[seat][0], game.seat_colour(seat), x, y, 9)
    edge: Style = {"fill": CARD, "stroke": INK, "stroke_width": 1}
    if plot in state.stored:
        colour = game.seat_colour(state.stored.index(plot) // game.store_capacity)
        edge |= {"stroke": colour, "stroke_width": 2.5}
        return lambda x, y: [frame(around(x, y, 10), **edge), words(x, y + 4, f"{change:+d}", 11, **BOLD)]
    if plot in state.registry:
        edge |= {"stroke_dasharray": "2 2"}
        return lambda x, y: [circle(x, y, 11, **edge), words(x, y + 4, f"{change:+d}", 11, **BOLD)]
    return (lambda x, y: crossed(x, y, 6)) if state.out & BIT[plot] else None


def _space_label(look: Look, plot: int, change: Change | None) -> str:
    """Describe a space in a sentence, with what its tile would change."""
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


def _groups(state: KeydomState, seat: int, land: Land, thick: float) -> list[Shape]:
    """Draw the edges of the groups, largest first; on a large board, number the groups on every field."""
    groups = sorted(state.game.score.groups(state, seat), key=size_of, reverse=True)
    shapes: list[Shape] = []
    for place, group in enumerate(groups):
        shapes.append(land.border(group, GROUP_COLOURS[min(place, 2)], thick, dashed=place == 1))
    for place, group in enumerate(groups if land.large else ()):
        for plot in range(PLOTS):
            if group & BIT[plot]:
                x, y = land.at(plot)
                shapes += badge(str(place + 1), GROUP_COLOURS[min(place, 2)], x, y + 19, 8)
    return shapes


# -- the middle of the table -------------------------------------------------------------------------------------------


def _registry(look: Look, changes: dict[str, Change]) -> list[Spot]:
    """Draw the slots of the registry, each with what its tile would change."""
    state = look.state
    spots = []
    for slot, (plot, place) in enumerate(zip(state.registry, slots_of(look), strict=True)):
        thing = f"registry-{slot + 1}"
        if plot == NONE:
            shapes: list[Shape] = [frame(place, PAPER, 6, **DASHED)]
            label = f"Slot {slot + 1} of the registry is empty."
        else:
            name = state.game.country.names[plot]
            change = changes[name]
            edge = outline(True) if look.may(thing) else THIN
            under = ASIDE if look.barred(thing) else CARD
            shapes = tile_card(place, name, state.crops[plot], change.change, under, **edge)
            label = f"Slot {slot + 1} of the registry: {name}, {_crop(state, plot)}. For you {change.change:+d}: {change.why}"
        spots.append(Spot(thing, label, place, tuple(shapes)))
    in_bag = f"bag: {counted(size_of(state.bag), 'field')}, {counted(sum(state.bag_events), 'event')}"
    heading = (
        words(SIDE.x, TOP + 10, "Registry", 12, "start", **SEMI),
        fit(SIDE.right, TOP + 10, in_bag, 220, 11, "end", **PLAIN),
    )
    return [Spot("registry", f"The registry; {in_bag}.", Box(SIDE.x, TOP, SIDE.width, 13), heading), *spots]


def _crop(state: KeydomState, plot: int) -> str:
    return CROP_NAMES[state.crops[plot]] if state.crops[plot] != NONE else "no crop yet"


def _workers(look: Look) -> list[Spot]:
    """Draw the own farmhands and the townsfolk, each in a place of its own."""
    state = look.state
    spots = []
    farm, town = WORKERS_HERE.rows(2, 4)
    for first, part, said in ((0, farm, "Your farmhands"), (FARMHANDS, town, "Town board")):
        here = state.town if first else state.reserve[look.seat]
        for worker, box in enumerate(homes()[first : first + FARMHANDS], first):
            spot = _worker_card(look, worker, box, bool(here & BIT[worker]))
            if worker == first:
                spot = replace(spot, shapes=(*spot.shapes, words(part.x, part.y + 10, said, 12, "start", **SEMI)))
            spots.append(spot)
    return spots


def _worker_card(look: Look, worker: int, box: Box, there: bool) -> Spot:
    """Draw a worker in the reserve or on the town board, or an empty place that says where it is."""
    state = look.state
    tile = WORKERS[worker]
    thing = f"worker-{tile.name}"
    posts = [state.posts[seat * TILES + worker] for seat in range(look.players)]
    on_board = posts[look.seat] != NONE and look.asks("worker") and look.mine
    name = f"home-{tile.name}" if on_board else thing
    may = look.may(thing) and there
    shapes = [frame(box, CARD if there else PAPER, 5, **(outline(True) if may else THIN if there else DASHED))]
    where = "within reach" if there else "not at home"
    if there:
        shapes += worker_disc(worker, box.x + 13, box.down, 9)
        shapes.append(fit(box.x + 26, box.down + 4, tile.name, box.width - 29, 11.5, **PLAIN))
    else:
        shapes.append(fit(box.x + 6, box.down + 4, tile.name, box.width - 32, 11, **SOFT))
        if posts[look.seat] != NONE:
            place = state.game.country.names[posts[look.seat]]
            shapes.append(fit(box.right - 5, box.down + 4, place, 22, 11, "end", **QUIET))
            where = f"on your {place}"
        elif tile.townsfolk:
            for seat, post in enumerate(posts):
                if post != NONE:
                    shapes += badge(SEATS[seat][0], state.game.seat_colour(seat), box.right - 13, box.down, 8)
                    where = f"with {SEATS[seat]}"
    label = f"{tile.name}, number {tile.number}, {where}: {tile.does}."
    return Spot(name, label, box, tuple(shapes))


# -- what the seat itself has ------------------------------------------------------------------------------------------


def _own_store(look: Look, changes: dict[str, Change]) -> list[Spot]:
    """Draw the seat's own store, with its heading."""
    spots = _store(look, look.seat, changes)
    heading = words(OWN.x, OWN.y + 10, "Your store", 12, "start", **SEMI)
    return [replace(spots[0], shapes=(*spots[0].shapes, heading)), *spots[1:]]


def _crops(look: Look) -> list[Spot]:
    """Draw each crop: the counters that the seat holds, and those in the stock."""
    state = look.state
    side = Box(OWN.x + 194, OWN.y, 56, OWN.height)
    spots = []
    for crop, place in enumerate(crop_places()):
        name = CROP_NAMES[crop]
        thing = f"crop-{name}"
        own = held(state.hands[look.seat], crop)
        stock = "some" if state.game.stock_view_covered and held(state.stock, crop) else str(held(state.stock, crop))
        shapes = (
            field(look, thing, place, CARD, 6, **THIN),
            fit(place.across, place.y + 13, name, place.width - 2, 11, "middle", **PLAIN),
            *crop_disc(crop, place.x + 20, place.y + 29, 11),
            fit(place.right - 12, place.y + 35, str(own), place.width - 40, 18, "end", **BOLD),
            fit(place.across, place.bottom - 5, stock, place.width - 6, 11, "middle", **SOFT),
        )
        label = f"{name.capitalize()}: you hold {own}; the stock has {stock}."
        spots.append(Spot(thing, label, place, shapes))
    said = "Counters" if state.hidden & BIT[look.seat] else "You have"
    heading = (
        words(side.right, side.y + 33, said, 11, "end", **SEMI),
        words(side.right, side.bottom - 5, "in stock", 11, "end", **PLAIN),
    )
    return [Spot("stock", f"The stock: {stock_words(state)}.", side, heading), *spots]


def _points(look: Look, report: ScoreReport) -> Spot:
    """Draw the seat's points and the parts they come from."""
    box = OWN.cut(left=616)
    lines = [f"{SEATS[look.seat]}: {counted(report.total, 'point')} now"]
    room = box.width - 54
    for place, group in enumerate(report.groups):
        size = len(group.fields)
        counts_for = "" if group.points is None else f": {group.points} point{'' if group.points == 1 else 's'}"
        lines.append(f"{place + 1}: {size} field{'' if size == 1 else 's'}{counts_for}")
    crops = "" if report.majorities is None else f", crops {report.crop_points}"
    lines.append(f"workers {report.worker_points}{crops}")
    sizes = " ".join([str(len(group.fields)) for group in report.groups[:3]]) or "none"
    sizes += f" +{len(report.groups) - 3}" if len(report.groups) > 3 else ""
    shapes = (
        frame(box, FIELD, 7),
        fit(box.x + 8, box.y + 17, SEATS[look.seat], room, 12.5, **BOLD),
        *medal(report.total, box.right - 24, box.down, 18),
        fit(box.x + 8, box.y + 34, f"groups {sizes}: {report.fields}", room, 11.5, least=0.95, **PLAIN),
        fit(box.x + 8, box.y + 50, lines[-1], room, 11.5, least=0.95, **PLAIN),
    )
    return Spot("points", " ".join([f"{line}." for line in lines]), box, shapes)


def _store(look: Look, seat: int, changes: dict[str, Change]) -> list[Spot]:
    """Draw the places of a store, each with tile and bid."""
    state = look.state
    spots = []
    for number, box in enumerate(stores_of(look, seat)):
        place = seat * int(state.game.store_capacity) + number
        plot = state.stored[place]
        thing = f"stored-{place + 1}"
        whose = "your store" if seat == look.seat else f"{SEATS[seat]}'s store"
        if plot == NONE:
            spots.append(
                Spot(thing, f"Place {number + 1} of {whose} is empty.", box, (frame(box, PAPER, 6, **DASHED),))
            )
            continue
        name = state.game.country.names[plot]
        edge = outline(True) if look.may(thing) else THIN
        under = ASIDE if look.barred(thing) else CARD
        tile = Box(box.x, box.y, box.width, min(28, max(16, box.height - 28)))
        chips = Box(box.x + 4, tile.bottom, box.width - 8, min(26, box.bottom - tile.bottom - 2))
        shapes = [
            frame(box, under, 6, **edge),
            *tile_card(tile, name, state.crops[plot], changes[name].change, "none"),
        ]
        shapes += counter_chips(counts(state.bids[place]), chips, 2)
        fresh = " It was stored in the present turn." if state.stamps[place] >= state.own_turns[seat] else ""
        label = f"{name}, {_crop(state, plot)}, in {whose} for {in_words(state.bids[place])}.{fresh}"
        spots.append(Spot(thing, label, box, tuple(shapes)))
    return spots


# -- the others --------------------------------------------------------------------------------------------------------


def _other(look: Look, seat: int, changes: dict[str, Change]) -> list[Spot]:
    """Draw another player in short: points, hand, groups, workers, and the store with tiles to buy."""
    state, game = look.state, look.state.game
    report = game.score.of_one(state, seat)
    total = sum(report)
    if not state.hidden:
        total += sum([seat in game.score.majority(state, crop) for crop in range(CROPS)])
    chosen = ", has chosen" if state.chosen[seat] == UNSEEN else ""
    said = f"{total}+ points{chosen}" if state.hidden else f"{counted(total, 'point')}{chosen}"
    # the smaller groups are left out here: they bring no points, and the country below shows them
    sizes = " ".join(map(str, game.score.sizes(game.score.groups(state, seat))[:2])) or "none"
    left = person_of(look, seat)
    high = min(left.height, 50)
    shapes = [
        frame(left, FIELD, 6, **({"stroke": INK, "stroke_width": 1.6} if seat == state.active else {})),
        *badge(SEATS[seat][0], game.seat_colour(seat), left.x + 12, left.y + 10, 8),
        fit(left.x + 24, left.y + 14, f"{SEATS[seat]}: {said}", left.width - 28, 11.5, least=0.95, **SEMI),
        fit(
            left.x + 5,
            left.y + high - 4,
            f"groups {sizes}, workers {report[1]}",
            left.width - 10,
            11,
            least=0.85,
            **PLAIN,
        ),
    ]
    line = Box(left.x + 4, left.y + high / 2 - 5, left.width - 8, 13)
    if state.hidden & BIT[seat]:
        held = counts(state.hands[seat])
        wordy = len([number for number in held if number]) <= 2  # beside more chips there is room for the number only
        room = 76 if wordy else 20 if state.size(seat) > 9 else 13
        known = counter_chips(held, Box(line.x + room, line.y, line.width - room, line.height))
        said = f"{counted(state.size(seat), 'counter') if wordy else state.size(seat)}{':' if known else ''}"
        shapes += [fit(line.x + 1, line.y + 10, said, room - 1 if known else line.width - 2, 11, **PLAIN), *known]
    else:
        shapes += counter_chips(counts(state.hands[seat]), line) or [
            fit(line.x + 1, line.y + 10, "no counters", 90, 11, **SOFT)
        ]
    spots = _store(look, seat, changes)
    return [replace(spots[0], shapes=(*shapes, *spots[0].shapes)), *spots[1:]]


def _board(look: Look, seat: int, box: Box) -> list[Shape]:
    """Draw the country of another player, with fields, groups and workers."""
    state = look.state
    land = land_at(state.game.country, box.x + 8, box.y + 24, 15.5)
    shapes: list[Shape] = [
        frame(box, FIELD, 7),
        *badge(SEATS[seat][0], state.game.seat_colour(seat), box.x + 14, box.y + 12, 8),
        words(box.x + 28, box.y + 16, f"The country of {SEATS[seat]}", 12, "start", **SEMI),
    ]
    posts = {state.posts[seat * TILES + worker]: worker for worker in range(TILES)}
    shapes += ground(land, state.crops)
    for plot in range(PLOTS):
        if state.fields[seat] & BIT[plot]:
            shapes += space(land, plot, state.crops[plot], True, False, False)
            shapes += crop_mark(land, plot, state.crops[plot], True, bool(state.fresh[seat] & BIT[plot]))
        if plot in posts:
            shapes += worker_disc(posts[plot], *land.at(plot), 9.5)
    shapes += _groups(state, seat, land, 2.5)
    lines = [
        f"{WORKERS[worker].name} on {state.game.country.names[post]}" for post, worker in posts.items() if post != NONE
    ]
    across = land.box.right + 12
    for number, line in enumerate(lines if box.right - across > 60 else ()):
        shapes.append(fit(across, box.y + 40 + 15 * number, line, box.right - across - 6, 11, **PLAIN))
    return shapes
