"""The map of Resource Hog as a picture of named spots. Off the rules path.

Above the players, in the middle the map with its waters and borders, below the price board and what is being decided. Areas lie
where the map file puts them, so a map of one's own is drawn in the same way.
"""

from __future__ import annotations

from typing import Final

from workbench.core.look import Look as AnyLook
from workbench.core.pieces import (
    ACCENT,
    ASIDE,
    BOLD,
    CARD,
    INK,
    PAPER,
    PLAIN,
    QUIET,
    RULE,
    SEMI,
    SOFT,
    THIN,
    Box,
    around,
    badge,
    button,
    coin,
    field,
    fit,
    frame,
    outline,
    steps,
    tag,
)
from workbench.core.scene import Scene, Shape, Spot, circle, line, rect
from workbench.core.scene import text as words
from workbench.games.resource_hog.components import (
    BIT,
    COLUMN_NAMES,
    COLUMNS,
    GOODS,
    NONE,
    ROW_SPACES,
    ROWS,
    SEEN_PILES,
    WORK_NAMES,
)
from workbench.games.resource_hog.pieces import (
    CHIP_COLOURS,
    CHIP_LETTERS,
    FISH_COLOUR,
    GAME_COLOUR,
    LAKE,
    LAND,
    ROAD,
    SEA,
    chips,
    markers,
    noble,
    peasant,
    squares,
    stock,
)
from workbench.games.resource_hog.state import ResourceHogState
from workbench.games.resource_hog.text import area_line, buildings_of, headline, in_season, seat_line
from workbench.games.resource_hog.words import counted, pile_words

Look = AnyLook[ResourceHogState]

WIDTH: Final = 820
MARGIN: Final = 12
INNER: Final = WIDTH - 2 * MARGIN
GAP: Final = 8
SEATS_TOP: Final = 64
SEAT_HEIGHT: Final = 72
TILE: Final = Box(0, 0, 146, 88)
"""The size of an area."""
ROW_STEP: Final = 27.0
"""How much height a quarter of a quarter of the map takes: rows of areas are four of them apart."""
BOARD_WIDTH: Final = 390
"""The width of the price board; the desk stands beside it."""
BUTTON_HEIGHT: Final = 25
BUTTONS_IN_A_ROW: Final = 2
SHORE: Final = "#3B7EA8"
LEAST_DESK: Final = 132
PARTS: Final = ("Programming", "Peasant phase", "Noble phase", "Trade phase", "Season")


def scene(look: Look) -> Scene:
    """The map as a picture of named spots: players, areas, waters, price board, and the desk with what is being decided.

    Args:
        look: the position as the seat may know it.
    """
    ground = look.state.game.ground
    lowest = max([area.at[1] for area in ground.made.areas])
    sea = Box(MARGIN, SEATS_TOP + SEAT_HEIGHT + GAP, INNER, TILE.height + 34 + lowest / 25 * 4 * ROW_STEP)
    seats = Box(MARGIN, SEATS_TOP, INNER, SEAT_HEIGHT).columns(look.players, GAP)
    things = _desk_things(look)
    desk_rows = (len(things) + BUTTONS_IN_A_ROW - 1) // BUTTONS_IN_A_ROW
    high = max(LEAST_DESK, 34 + desk_rows * (BUTTON_HEIGHT + 5))
    board = Box(MARGIN, sea.bottom + GAP, BOARD_WIDTH, high)
    desk = Box(board.right + GAP, board.y, INNER - BOARD_WIDTH - GAP, high)
    height = board.bottom + MARGIN
    shapes = [rect(0, 0, WIDTH, height, rx=12, fill=PAPER), *_head(look), frame(sea, SEA, 12, **THIN)]
    shapes += _borders(look, sea)
    spots = [
        *[_seat(look, seat, box) for seat, box in zip(look.order(), seats, strict=True)],
        *[_area(look, area, sea) for area in range(ground.areas)],
        *[_water(look, water, sea) for water in range(ground.waters)],
        *_attacks(look, sea),
        *_columns(look, board),
        *_desk(look, desk, things),
    ]
    shapes += [frame(desk, CARD, 10, **THIN), fit(desk.x + 10, desk.y + 20, look.asked(), desk.width - 20, 13, **BOLD)]
    return Scene(headline(look.state), WIDTH, height, tuple(shapes), tuple(spots))


def _head(look: Look) -> list[Shape]:
    """The headline, and the parts of a round with the present one in ink."""
    state = look.state
    said = headline(state).partition(": ")[2]
    part = state.phase.title.partition(":")[0]
    part = "Season" if in_season(state) else "Noble phase" if look.asks("pay") or state.fronts else part
    now = PARTS.index(part) if part in PARTS and not look.over else NONE
    clock = f"clock: {state.slaves} slave, {state.mercs} mercenary"
    return [
        fit(MARGIN + 2, 27, f"{said[0].upper()}{said[1:]}", 560, 16, **BOLD),
        words(WIDTH - MARGIN, 26, clock, 12, "end", **QUIET),
        *steps(PARTS, now, Box(MARGIN, 36, INNER, 20)),
    ]


# -- players -----------------------------------------------------------------------------------------------------------


def _seat(look: Look, seat: int, box: Box) -> Spot:
    """What a player has, and the cards as far as they are known."""
    state, game = look.state, look.state.game
    row = state.standing(seat)
    deciding = state.to_move == seat
    pile = state.piles[seat]
    name = f"{game.seat_name(seat)}{' (you)' if seat == look.seat else ''}"
    shapes = [
        frame(box, CARD, 9, stroke=INK, stroke_width=2.5 if deciding else 1),
        *badge(str(seat + 1), game.seat_colour(seat), box.x + 16, box.y + 16, 10),
        fit(box.x + 31, box.y + 20, name, box.width - 68, 12.5, **BOLD),
        *coin(row[7], box.right - 18, box.y + 17, 13),
        fit(
            box.x + 9, box.y + 44, f"{counted(row[0], 'head')}, {counted(row[6], 'area')}", box.width - 56, 11, **PLAIN
        ),
        fit(
            box.x + 9,
            box.y + 61,
            f"{row[5]} peasants, {counted(row[4], 'noble')}",
            box.width - (88 if deciding else 18),
            11,
            **PLAIN,
        ),
    ]
    if pile != NONE:
        shapes.append(words(box.right - 8, box.y + 48, " ".join(SEEN_PILES[pile]), 12.5, "end", **SEMI))
    if deciding:
        shapes += tag("DECIDES", box.right - 6, box.y + 51)
    return Spot(f"seat-{seat + 1}", seat_line(state, seat).strip("> ") + ".", box, tuple(shapes))


# -- the map -----------------------------------------------------------------------------------------------------------


def _at(at: tuple[float, float], sea: Box) -> tuple[float, float]:
    """The middle of a thing of the map."""
    x = sea.x + 14 + TILE.width / 2 + at[0] / 100 * (sea.width - 28 - TILE.width)
    return (x, sea.y + 17 + TILE.height / 2 + at[1] / 25 * 4 * ROW_STEP)


def _place(look: Look, area: int, sea: Box) -> Box:
    """The box of an area."""
    x, y = _at(look.state.game.ground.made.areas[area].at, sea)
    return Box(x - TILE.width / 2, y - TILE.height / 2, TILE.width, TILE.height)


def _borders(look: Look, sea: Box) -> list[Shape]:
    """Lines between neighbours, broad and brown where both have roads; dotted ones from lakes to their shores."""
    state, shapes = look.state, list[Shape]()
    for water in state.game.ground.all_waters:
        x, y = _at(water.at, sea)
        for area in () if water.sea else water.borders:
            box = _place(look, area, sea)
            shapes.append(line(x, y, box.across, box.down, stroke=SHORE, stroke_width=3, stroke_dasharray="2 4"))
    for one, other in state.game.ground.made.borders:
        first, second = _place(look, one, sea), _place(look, other, sea)
        road = state.roads & BIT[one] and state.roads & BIT[other]
        colour, thick = (ROAD, 7) if road else (RULE, 4)
        shapes.append(line(first.across, first.down, second.across, second.down, stroke=colour, stroke_width=thick))
    return shapes


def _attacks(look: Look, sea: Box) -> list[Spot]:
    """Nobles that wait on borders: a dart from where they come to where they stand, with their number."""
    state, spots = look.state, list[Spot]()
    ground, game = state.game.ground, state.game
    for border, number in enumerate(state.on_border):
        if number:
            origin, target = ground.origin[border], ground.beyond[border]
            first, second = _place(look, origin, sea), _place(look, target, sea)
            x, y = (first.across + second.across) / 2, (first.down + second.down) / 2
            near = ((x + first.across) / 2, (y + first.down) / 2)
            shapes = (
                line(*near, x, y, stroke=ACCENT, stroke_width=5),
                circle(x, y, 11, fill=CARD, stroke=ACCENT, stroke_width=3),
                words(x, y + 5, str(number), 13, **BOLD),
            )
            said = (
                f"{counted(number, 'noble')} from {game.area_name(origin)} on the border of {game.area_name(target)}."
            )
            name = f"attack-{ground.codes[origin]}-{ground.codes[target]}"
            spots.append(Spot(name, said, around(x, y, 12), shapes))
    return spots


def _water(look: Look, water: int, sea: Box) -> Spot:
    """A lake, the sea or a zone: its fish, and its maximum."""
    state, ground = look.state, look.state.game.ground
    made = ground.all_waters[water]
    x, y = _at(made.at, sea)
    x = min(max(x, sea.x + 48), sea.right - 48)
    y = min(max(y, sea.y + 22), sea.bottom - 22)
    wide = 84 if made.sea else 64
    box = Box(x - wide / 2, y - 19, wide, 38)
    thing = f"water-{made.code}"
    fish, most = state.fish[water], ground.fish_most[water]
    fill = ASIDE if look.barred(thing) else LAKE
    edge = outline(True) if look.may(thing) else {"stroke": RULE, "stroke_width": 1}
    shapes = (
        rect(*box, rx=19, fill=fill, **edge),
        fit(x, y - 3, made.name if made.sea else made.code, box.width - 12, 11, "middle", **SEMI),
        circle(x - 19, y + 9, 5, fill=FISH_COLOUR, stroke=INK, stroke_width=0.8),
        words(x - 11, y + 13, f"{fish}/{most}", 11.5, "start", **BOLD),
    )
    return Spot(thing, f"{made.name}: {fish} of at most {most} fish.", box, shapes)


def _area(look: Look, area: int, sea: Box) -> Spot:
    """An area: its owner, people, store, squares, stocks and buildings."""
    state, game, ground = look.state, look.state.game, look.state.game.ground
    box = _place(look, area, sea)
    code, owner = ground.codes[area], state.owner[area]
    thing = f"area-{code}"
    colour = game.seat_colour(owner) if owner != NONE else RULE
    shapes = [
        field(look, thing, box, LAND, 8, stroke=INK if owner != NONE else RULE, stroke_width=1.2),
        rect(box.x + 3, box.y + 3, box.width - 6, 17, rx=6, fill=CARD, stroke=colour, stroke_width=2),
        fit(box.x + 9, box.y + 16, f"{code} {ground.names[area]}", box.width - 40, 11.5, **BOLD),
    ]
    if owner != NONE:
        shapes += badge(str(owner + 1), colour, box.right - 14, box.y + 11.5, 7.5)
    shapes += _people(look, area, box, colour)
    base = area * GOODS
    shapes += chips(state.store[base : base + GOODS], box.x + 12, box.y + 51)
    shapes += markers(buildings_of(state, area), box.right - 5, box.y + 67)
    shapes += squares(state.woodland[area], state.fields[area], state.heads[area], box.x + 11, box.y + 66)
    x, half = box.x + 6, (box.width - 10) / 2
    if ground.game_most[area]:
        shapes += stock("G", GAME_COLOUR, f"{state.wild[area]}/{ground.game_most[area]}", x, box.y + 79, half)
        x += 46
    for ore in range(GOODS):
        if ground.ore[base + ore]:
            colour, letter = ("#F0E442", "$") if ore == 0 else (CHIP_COLOURS[ore], CHIP_LETTERS[ore])
            shapes += stock(letter, colour, str(state.ore[base + ore]), x, box.y + 79, half)
            x += 32
    if state.fresh[area]:
        shapes += stock("f", FISH_COLOUR, str(state.fresh[area]), box.right - 34, box.y + 79, 34)
    return Spot(thing, f"{area_line(state, area)}.", box, tuple(shapes))


def _people(look: Look, area: int, box: Box, colour: str) -> list[Shape]:
    """Discs: idle, working and moved peasants, nobles who are ready and who have attacked."""
    state, shapes = look.state, list[Shape]()
    x, y = box.x + 14, box.y + 32
    if state.idle[area]:
        shapes += peasant(state.idle[area], colour, x, y, 8.5)
        x += 20
    away = int(state.working(area)) + state.moved[area]
    if away:
        shapes += peasant(away, colour, x, y, 8.5, faded=True)
        x += 22
    for number, spent in ((state.nobles[area], False), (state.spent[area], True)):
        if number:
            shapes += noble(number, colour, x, y, 8.5, spent)
            x += 30
    return shapes


# -- the price board ---------------------------------------------------------------------------------------------------


def _columns(look: Look, board: Box) -> list[Spot]:
    """The five columns: how full they are, and the prices of the next token."""
    state, trade = look.state, look.state.game.trade
    spots = []
    for column, box in enumerate(board.columns(COLUMNS, 5)):
        name, tokens = COLUMN_NAMES[column], state.columns[column]
        thing = f"column-{name}"
        sell, buy = trade.sell_price(state, column, tokens), trade.buy_price(state, column, tokens)
        shapes = [
            field(look, thing, box, CARD, 8, **THIN),
            fit(box.across, box.y + 16, name, box.width - 6, 12, "middle", **BOLD),
            words(box.x + 6, box.bottom - 20, f"sell {sell}", 11.5, "start", **SEMI),
            words(box.x + 6, box.bottom - 6, f"buy {buy}", 11.5, "start", **PLAIN),
        ]
        high = (box.height - 58) / ROWS
        spaces = ROW_SPACES[column]
        for row in range(ROWS):
            top = box.y + 22 + (ROWS - 1 - row) * high
            for space in range(spaces):
                full = row * spaces + space < tokens
                left = box.x + 8 + space * (box.width - 16) / spaces
                fill = INK if full else PAPER
                shapes.append(
                    rect(left, top, (box.width - 16) / spaces - 2, high - 1, fill=fill, stroke=RULE, stroke_width=0.5)
                )
        label = f"The column {name}: {counted(tokens, 'token')}; the next one sells for {sell} and costs {buy} money."
        spots.append(Spot(thing, label, box, tuple(shapes)))
    return spots


# -- the desk ----------------------------------------------------------------------------------------------------------


def _desk_things(look: Look) -> list[str]:
    """The moves that are about no thing of the map: each has a button."""
    state, game = look.state, look.state.game
    if not look.mine:
        return []
    shown = {f"area-{code}" for code in game.ground.codes} | {f"water-{code}" for code in game.ground.water_codes}
    shown |= {f"column-{name}" for name in COLUMN_NAMES}
    tried = {f"work-{name.replace(':', '-')}" for name in WORK_NAMES} if look.asks("work") else set()
    found: list[str] = []
    for action in range(game.words.seat):
        thing = state.phase.thing(state, action)
        if thing not in shown and thing not in found and (look.may(thing) or (thing in tried and look.choices(thing))):
            found.append(thing)
    return sorted(found, key=lambda thing: thing == "done")


def _desk(look: Look, box: Box, things: list[str]) -> list[Spot]:
    """What is being decided, with buttons."""
    spots = []
    small = box.cut(left=10, top=28, right=10)
    wide = (small.width - (BUTTONS_IN_A_ROW - 1) * 6) / BUTTONS_IN_A_ROW
    for place, thing in enumerate(things):
        x = small.x + place % BUTTONS_IN_A_ROW * (wide + 6)
        y = small.y + place // BUTTONS_IN_A_ROW * (BUTTON_HEIGHT + 5)
        said = pile_words(thing.removeprefix("pile-")) if thing.startswith("pile-") else ""
        spots.append(button(look, thing, Box(x, y, wide, BUTTON_HEIGHT), said, 12))
    if not things and not look.over:
        said = "Choose on the map or the price board." if look.mine else "Nothing for you to decide."
        note = fit(small.x, small.y + 16, said, small.width, 12, **SOFT)
        spots.append(Spot("note", said, Box(small.x, small.y, small.width, 22), (note,)))
    return spots
