"""The map of Resource Hog as a picture of named spots. Off the rules path.

At the left the map with its waters and borders, beside it the players, the price board and the desk with what is being decided:
all of it is seen at once. Areas lie where the map file puts them, so a map of one's own is drawn in the same way.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from workbench.core.look import Look as AnyLook
from workbench.core.pieces import (
    ACCENT,
    ASIDE,
    BOLD,
    CARD,
    INK,
    LEAST,
    PAPER,
    PLAIN,
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
    ink_on,
    letters,
    meter,
    outline,
)
from workbench.core.scene import VIEW_HEIGHT, Scene, Shape, Spot, circle, line, path, rect, tidy
from workbench.core.scene import text as words
from workbench.core.words import counted
from workbench.games.resource_hog.components import (
    BIT,
    CAPACITY,
    CARD_LETTERS,
    CARD_NAMES,
    CARDS,
    COLUMN_NAMES,
    COLUMNS,
    GOOD_NAMES,
    GOODS,
    MOST_AT_ONCE,
    NONE,
    SEEN_PILES,
    WORK_NAMES,
)
from workbench.games.resource_hog.maps import MapArea, Water
from workbench.games.resource_hog.pieces import (
    BEACH,
    CHIP_COLOURS,
    CHIP_LETTERS,
    DEEP,
    FISH_COLOUR,
    GAME_COLOUR,
    HEAD,
    LAKE,
    LAND,
    ROAD,
    SEA,
    STONE,
    WAVES,
    chips,
    markers,
    noble,
    peasant,
    squares,
    stock,
)
from workbench.games.resource_hog.state import ResourceHogState
from workbench.games.resource_hog.text import area_line, buildings_of, headline, in_season, seat_line
from workbench.games.resource_hog.words import pile_words

Look = AnyLook[ResourceHogState]

WIDTH: Final = 820
MARGIN: Final = 12
SEA_BOX: Final = Box(MARGIN, 8, 588, VIEW_HEIGHT - 16)
TILE: Final = Box(0, 0, 106, 78)
"""The size of an area: five fit side by side, and five below each other."""
SIDE: Final = Box(SEA_BOX.right + 8, 8, WIDTH - MARGIN - SEA_BOX.right - 8, VIEW_HEIGHT - 16)
SEATS: Final = Box(SIDE.x, SIDE.y + 18, SIDE.width, 198)
PRICES: Final = Box(SIDE.x, SEATS.bottom + 5, SIDE.width, 96)
DESK: Final = Box(SIDE.x, PRICES.bottom + 5, SIDE.width, SIDE.bottom - PRICES.bottom - 5)
GAP: Final = 4
NEARBY: Final = sorted(
    [(dx, dy) for dx in range(-200, 201, 4) for dy in range(-200, 201, 4)], key=lambda way: way[0] ** 2 + way[1] ** 2
)
"""Steps away from the place that a water should have, the nearest first."""
SHORE: Final = "#3B7EA8"
NUMBERS_IN_A_ROW: Final = 7
SHORT: Final = {
    "work-HUNT": "hunt",
    "work-TOIL": "toil",
    "work-MINE-gold": "gold",
    "work-MINE-salt": "salt",
    "work-MINE-arms": "arms",
    "work-CLEAR": "clear",
    "work-GROW": "raise",
    "work-KNIGHT": "knight",
    "work-ROAD": "road",
    "work-MINE_SITE": "mine",
    "work-HARBOUR": "harbour",
    "work-SEAT": "seat",
    "work-HEAD": "head",
}
"""The words on the buttons of work, of which there are many."""


def scene(look: Look) -> Scene:
    """Draw the map as a picture of named spots: areas, waters, players, prices, and the desk.

    Args:
        look: the position as the seat may know it.
    """
    ground = look.state.game.ground
    seats = SEATS.rows(look.players, GAP)
    pools = pools_of(ground.made.areas, ground.all_waters)
    shapes = [rect(0, 0, WIDTH, VIEW_HEIGHT, rx=12, fill=SEA), *_waves(look, pools), *_beaches(look)]
    shapes += [*_head(look), *_borders(look, pools), frame(DESK, CARD, 8, **THIN)]
    spots = [
        *[_seat(look, seat, box) for seat, box in zip(look.order(), seats, strict=True)],
        *[_area(look, area) for area in range(ground.areas)],
        *[_water(look, water, pools[water]) for water in range(ground.waters)],
        *_attacks(look, pools),
        *_columns(look),
        *_desk(look, _desk_things(look)),
    ]
    return Scene(headline(look.state), WIDTH, VIEW_HEIGHT, tuple(shapes), tuple(spots), deep=DEEP)


def _head(look: Look) -> list[Shape]:
    """Draw the state of the round."""
    state = look.state
    if look.over or not state.round:
        said = headline(state).partition(": ")[2].partition(",")[0]
        return [fit(SIDE.x, 20, f"{said[0].upper()}{said[1:]}", SIDE.width, 12.5, least=0.6, **BOLD)]
    part = "Season" if in_season(state) else state.phase.title.partition(":")[0].removesuffix(" phase")
    step = "" if in_season(state) or state.phase is state.game.program else f", step {state.step + 1}"
    return [fit(SIDE.x, 20, f"Round {state.round}{step}: {part}", SIDE.width, 12.5, least=0.7, **BOLD)]


# -- players -----------------------------------------------------------------------------------------------------------


def _seat(look: Look, seat: int, box: Box) -> Spot:
    """Draw what a player has, and the known cards: those of this step are dark."""
    state, game = look.state, look.state.game
    row = state.standing(seat)
    deciding = state.to_move == seat
    pile = SEEN_PILES[state.piles[seat]] if state.piles[seat] != NONE else ""
    colour = game.seat_colour(seat)
    roomy = box.height >= 55
    y, low = box.y + (13 if roomy else 11), box.y + (33 if roomy else box.height - 9)
    shapes = [
        frame(box, CARD, 7, stroke=INK, stroke_width=2.5 if deciding else 1),
        *badge(str(seat + 1), colour, box.x + 13, y, 7.5),
        fit(box.x + 25, y + 4.5, f"{game.seat_name(seat)}{' (you)' if seat == look.seat else ''}", 96, 12, **BOLD),
        *coin(row[7], box.right - 14, y, 11 if roomy else 9.5),
        path(HEAD, box.x + 14, low - 0.5, 1.1, fill=STONE, stroke=INK, stroke_width=1),
        fit(box.x + 22, low + 4, str(row[0]), 18, 11.5, **SEMI),
        rect(box.x + 43, low - 5, 14, 10, rx=2, fill=LAND, stroke=INK, stroke_width=1),
        fit(box.x + 60, low + 4, str(row[6]), 18, 11.5, **SEMI),
        circle(box.x + 89, low, 6, fill=colour, stroke=INK, stroke_width=1),
        fit(box.x + 98, low + 4, str(row[5]), 18, 11.5, **SEMI),
        circle(box.x + 127, low, 6, fill=colour, stroke=INK, stroke_width=1),
        circle(box.x + 127, low, 2.6, fill=ink_on(colour)),
        fit(box.x + 136, low + 4, str(row[4]), 18, 11.5, **SEMI),
    ]
    places = Box(box.x + 5, low + 9, box.width - 10, 14).columns(CARDS, 3)
    if not roomy:
        places = Box(box.right - 49, low - 7, 45, 14).columns(CARDS, 2)
    for number, place in enumerate(places):
        letter = pile[number : number + 1]
        now = bool(letter) and number == state.step and not in_season(state) and state.phase is not game.program
        edge = {"fill": INK} if now else {"fill": PAPER if letter else "none", "stroke": RULE, "stroke_width": 0.8}
        said = CARD_NAMES[CARD_LETTERS.index(letter)] if roomy and letter and letter in CARD_LETTERS else letter
        shapes.append(rect(*place, rx=3, **edge))
        shapes += [letters(place.across, place.down, said, LEAST, CARD if now else INK)] if said else []
    return Spot(f"seat-{seat + 1}", seat_line(state, seat).strip("> ") + ".", box, tuple(shapes))


# -- the map -----------------------------------------------------------------------------------------------------------


def _at(at: tuple[float, float]) -> tuple[float, float]:
    """Return the middle of a thing on the map."""
    x = SEA_BOX.x + 5 + TILE.width / 2 + at[0] / 100 * (SEA_BOX.width - 10 - TILE.width)
    return (x, SEA_BOX.y + 5 + TILE.height / 2 + at[1] / 100 * (SEA_BOX.height - 10 - TILE.height))


def _inside(x: float, y: float, wide: float, high: float) -> Box:
    """Return the box around a point of the map, moved so that it lies inside the map."""
    left = min(max(x - wide / 2, SEA_BOX.x + 3), SEA_BOX.right - 3 - wide)
    return Box(left, min(max(y - high / 2, SEA_BOX.y + 3), SEA_BOX.bottom - 3 - high), wide, high)


def place_of(look: Look, area: int) -> Box:
    """Return the box of an area."""
    return _inside(*_at(look.state.game.ground.made.areas[area].at), TILE.width, TILE.height)


@lru_cache(maxsize=16)
def pools_of(areas: tuple[MapArea, ...], waters: tuple[Water, ...]) -> tuple[Box, ...]:
    """Return the boxes of the waters: where the map wants them, or the nearest place that no area covers."""
    taken = [_inside(*_at(area.at), TILE.width, TILE.height) for area in areas]
    found: list[Box] = []
    for water in waters:
        x, y = _at(water.at)
        wide, high = (72 if water.sea else 52 if len(water.name) < 7 else 70, 28)
        boxes = [_inside(x + dx, y + dy, wide, high) for dx, dy in NEARBY]
        free = (box for box in boxes if not any([_covers(box, other) for other in (*taken, *found)]))
        found.append(next(free, boxes[0]))
    return tuple(found)


def _covers(one: Box, other: Box) -> bool:
    """Return whether less than a narrow strait lies between two boxes."""
    apart = one.x > other.right + 1.5 or other.x > one.right + 1.5
    return not (apart or one.y > other.bottom + 1.5 or other.y > one.bottom + 1.5)


def _shared(one: Box, other: Box) -> float:
    """Return how large the part is that two boxes share."""
    wide = min(one.right, other.right) - max(one.x, other.x)
    return max(0.0, wide) * max(0.0, min(one.bottom, other.bottom) - max(one.y, other.y))


def _beaches(look: Look) -> list[Shape]:
    """Draw a beach around every area, so that areas are islands in the sea."""
    return [path(beach(place_of(look, area), area), fill=BEACH) for area in range(look.state.game.ground.areas)]


@lru_cache(maxsize=128)
def beach(box: Box, number: int) -> str:
    """Return the outline of an island around a box; islands with different numbers differ.

    >>> beach(Box(0, 0, 106, 78), 1) == beach(Box(0, 0, 106, 78), 1) != beach(Box(0, 0, 106, 78), 2)
    True
    """
    east, south, west, north = [4 + (3 * number + 7 * side) % 5 for side in range(4)]
    half, high = box.width / 2 + 3, box.height / 2 + 3
    return (
        f"M{tidy(box.x - 3)} {tidy(box.y - 3)}q{half / 2:g} {-north} {half:g} 0t{half:g} 0"
        f"q{east} {high / 2:g} 0 {high:g}t0 {high:g}"
        f"q{-half / 2:g} {south} {-half:g} 0t{-half:g} 0q{-west} {-high / 2:g} 0 {-high:g}t0 {-high:g}Z"
    )


def _waves(look: Look, pools: tuple[Box, ...]) -> list[Shape]:
    """Draw waves where neither an area nor a water nor its name lies."""
    ground = look.state.game.ground
    return [path(waves(ground.made.areas, pools), fill="none", stroke=WAVES, stroke_width=2, stroke_linecap="round")]


@lru_cache(maxsize=16)
def waves(areas: tuple[MapArea, ...], pools: tuple[Box, ...]) -> str:
    """Return the outline of the waves of a map."""
    taken = [*[_inside(*_at(area.at), TILE.width + 14, TILE.height + 14) for area in areas], *pools]
    found = []
    for row in range(int(SEA_BOX.height / 22)):
        for column in range(int(SEA_BOX.width / 44)):
            box = Box(SEA_BOX.x + 8 + 44 * column + 22 * (row % 2), SEA_BOX.y + 10 + 22 * row, 20, 8)
            if not any([_covers(box, other) for other in taken]):
                found.append(f"M{box.x} {box.y + 6}q5-7 10 0q5-7 10 0")
    return "".join(found)


def _borders(look: Look, pools: tuple[Box, ...]) -> list[Shape]:
    """Draw lines between neighbours, broad and brown where both have roads; dotted from lakes to shores."""
    state, shapes = look.state, list[Shape]()
    for water, pool in zip(state.game.ground.all_waters, pools, strict=True):
        for area in () if water.sea else water.borders:
            box = place_of(look, area)
            shapes.append(
                line(pool.across, pool.down, box.across, box.down, stroke=SHORE, stroke_width=3, stroke_dasharray="2 4")
            )
    for one, other in state.game.ground.made.borders:
        first, second = place_of(look, one), place_of(look, other)
        road = state.roads & BIT[one] and state.roads & BIT[other]
        colour, thick = (ROAD, 8) if road else (RULE, 4)
        shapes.append(line(first.across, first.down, second.across, second.down, stroke=colour, stroke_width=thick))
    return shapes


def _attacks(look: Look, pools: tuple[Box, ...]) -> list[Spot]:
    """Draw nobles on borders: a dart from their origin to where they wait, with their number."""
    state, spots = look.state, list[Spot]()
    ground, game = state.game.ground, state.game
    for border, number in enumerate(state.on_border):
        if number:
            origin, target = ground.origin[border], ground.beyond[border]
            first, second = place_of(look, origin), place_of(look, target)
            across, down = second.across - first.across, second.down - first.down
            length = max(1.0, (across * across + down * down) ** 0.5)
            dx, dy = across / length, down / length
            # beside the middle of the border, each direction on its own side, or nearby where it covers less
            x, y = (first.across + second.across) / 2, (first.down + second.down) / 2
            places = [
                (x + step * dx - side * dy, y + step * dy + side * dx) for side in (13, 9, 5, 0) for step in (0, 6, -6, 12, -12)
            ]
            hidden = [sum([_shared(around(*at, 12), box) for box in (*pools, first, second)]) for at in places]
            x, y = places[hidden.index(min(hidden))]
            tip = f"M{16 * dx:.1f} {16 * dy:.1f}L{9 * dy:.1f} {-9 * dx:.1f}L{-9 * dy:.1f} {9 * dx:.1f}Z"
            shapes = (
                path(tip, x, y, fill=ACCENT, stroke=INK, stroke_width=1),
                circle(x, y, 10, fill=CARD, stroke=ACCENT, stroke_width=3),
                words(x, y + 4.5, str(number), 12.5, **BOLD),
            )
            said = (
                f"{counted(number, 'noble')} from {game.area_name(origin)} on the border of {game.area_name(target)}."
            )
            name = f"attack-{ground.codes[origin]}-{ground.codes[target]}"
            spots.append(Spot(name, said, around(x, y, 11), shapes))
    return spots


def _water(look: Look, water: int, box: Box) -> Spot:
    """Draw a lake, the sea or a zone: its fish, and its maximum."""
    state, ground = look.state, look.state.game.ground
    made = ground.all_waters[water]
    thing = f"water-{made.code}"
    fish, most = state.fish[water], ground.fish_most[water]
    fill = ASIDE if look.barred(thing) else LAKE
    edge = outline(True) if look.may(thing) else {"stroke": SHORE, "stroke_width": 1}
    shapes = (
        rect(*box, rx=11, fill=fill, **edge),
        fit(box.across, box.down - 2.2, made.name, box.width - 5, LEAST, "middle", least=0.95, **SEMI),
        circle(box.across - 16, box.down + 6, 3.8, fill=FISH_COLOUR, stroke=INK, stroke_width=0.8),
        words(box.across - 11, box.down + 10, f"{fish}/{most}", LEAST, "start", **BOLD),
    )
    return Spot(thing, f"{made.name}: {fish} of at most {most} fish.", box, shapes)


def _area(look: Look, area: int) -> Spot:
    """Draw an area: its owner, people, store, squares, stocks and buildings."""
    state, game, ground = look.state, look.state.game, look.state.game.ground
    box = place_of(look, area)
    code, owner = ground.codes[area], state.owner[area]
    thing = f"area-{code}"
    colour = game.seat_colour(owner) if owner != NONE else CARD
    edge = {"stroke": INK if owner != NONE else RULE, "stroke_width": 1.2}
    said = f"{code} {ground.names[area]}"
    shapes = [
        field(look, thing, box, LAND, 7, **edge),
        rect(box.x + 2.5, box.y + 2.5, box.width - 5, 15.5, rx=5, fill=colour, stroke=RULE, stroke_width=0.8),
        fit(box.x + 7, box.y + 14.5, said, box.width - 26, 11.5, font_weight=700, fill=ink_on(colour)),
    ]
    if owner != NONE:
        shapes += [circle(box.right - 11.5, box.y + 10.2, 6.8, fill=CARD, stroke=INK, stroke_width=1)]
        shapes += [letters(box.right - 11.5, box.y + 10.2, str(owner + 1), LEAST)]
    shapes += _people(look, area, box, colour)
    base = area * GOODS
    shapes += chips(state.store[base : base + GOODS], box.x + 11, box.y + 42)
    shapes += markers(buildings_of(state, area), box.right - 4, box.y + 56.5)
    shapes += squares(state.woodland[area], state.fields[area], state.heads[area], box.x + 10, box.y + 56)
    x = box.x + 4
    if ground.game_most[area]:
        shapes += stock("G", GAME_COLOUR, f"{state.wild[area]}/{ground.game_most[area]}", x, box.y + 70, 48)
        x += 47 if state.wild[area] > 9 else 39
    for ore in range(GOODS):
        if ground.ore[base + ore]:
            tint, letter = ("#F0E442", "$") if ore == 0 else (CHIP_COLOURS[ore], CHIP_LETTERS[ore])
            shapes += stock(letter, tint, str(state.ore[base + ore]), x, box.y + 70, 32)
            x += 30
    if state.fresh[area]:
        shapes += stock("f", FISH_COLOUR, str(state.fresh[area]), box.right - 31, box.y + 28, 30)
    return Spot(thing, f"{area_line(state, area)}.", box, tuple(shapes))


def _people(look: Look, area: int, box: Box, colour: str) -> list[Shape]:
    """Draw discs: idle, working and moved peasants, nobles who are ready and who have attacked."""
    state, shapes = look.state, list[Shape]()
    x, y = box.x + 11, box.y + 27.5
    if state.idle[area]:
        shapes += peasant(state.idle[area], colour, x, y, 7.5)
        x += 18
    away = int(state.working(area)) + state.moved[area]
    if away:
        shapes += peasant(away, colour, x, y, 7.5, faded=True)
        x += 18
    for number, spent in ((state.nobles[area], False), (state.spent[area], True)):
        if number:
            shapes += noble(number, colour, x, y, 7.5, spent)
            x += 26
    return shapes


# -- the price board ---------------------------------------------------------------------------------------------------


def _columns(look: Look) -> list[Spot]:
    """Draw the five columns, one line each: fill, next prices; the clock above them."""
    state, trade = look.state, look.state.game.trade
    heading = PRICES.y + 9
    top: tuple[Shape, ...] = (
        fit(PRICES.x + 2, heading, f"{counted(state.slaves, 'slave')}, {state.mercs} merc.", 136, LEAST, least=0.95, **PLAIN),
        words(PRICES.right - 38, heading, "sell", LEAST, "end", **PLAIN),
        words(PRICES.right - 5, heading, "buy", LEAST, "end", **PLAIN),
    )
    spots = []
    for column, box in enumerate(PRICES.cut(top=12).rows(COLUMNS, 1.5)):
        name, tokens = COLUMN_NAMES[column], state.columns[column]
        thing = f"column-{name}"
        sell, buy = trade.sell_price(state, column, tokens), trade.buy_price(state, column, tokens)
        shapes = (
            *(top if column == 0 else ()),
            field(look, thing, box, CARD, 5, **THIN),
            fit(box.x + 5, box.down + 4, name, 74, 11, **PLAIN),
            *meter(Box(box.x + 84, box.down - 4, 36, 8), tokens / CAPACITY[column]),
            fit(box.x + 142, box.down + 4, str(tokens), 18, 11, "end", **SOFT),
            fit(box.right - 38, box.down + 4, str(sell), 24, 12, "end", **BOLD),
            fit(box.right - 5, box.down + 4, str(buy), 24, 12, "end", **BOLD),
        )
        label = f"The column {name}: {counted(tokens, 'token')}; the next one sells for {sell} and costs {buy} money."
        spots.append(Spot(thing, label, box, shapes))
    return spots


# -- the desk ----------------------------------------------------------------------------------------------------------


def _desk_things(look: Look) -> list[str]:
    """Return the moves that are about nothing on the map: each has a button."""
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


def _desk(look: Look, things: list[str]) -> list[Spot]:
    """Draw the moves that have buttons; each number or kind of work keeps its place."""
    spots, box = list[Spot](), DESK.inside(5)
    numbers = [thing for thing in things if thing.startswith("number-")]
    others = [thing for thing in things if thing not in numbers]
    if numbers:
        lines = -(-(MOST_AT_ONCE + 1) // NUMBERS_IN_A_ROW)
        grid = box.cut(bottom=24 if others else 0)
        places = [one for row in grid.rows(lines, 3) for one in row.columns(NUMBERS_IN_A_ROW, 3)]
        for thing in numbers:
            number = int(thing.removeprefix("number-"))
            spots.append(_labelled(look, thing, places[number], str(number)))
        box = box.cut(top=box.height - 20)
    columns = 1 if len(others) <= 4 or (others and others[0].startswith("pile-")) else 2 if len(others) <= 10 else 3
    lines = max(1 if numbers else 4, -(-len(others) // columns))
    places = [one for row in box.rows(lines, 2.5) for one in row.columns(columns, 4)]
    for thing, place in zip(others, places, strict=False):
        if thing == others[-1]:
            place = place.cut(right=place.right - box.right)  # the last button, which ends the decision, has more words
        said = SHORT.get(thing, "")
        if thing.startswith("pile-"):
            said = pile_words(thing.removeprefix("pile-"))
        elif thing.startswith("cargo-"):
            said = _load(thing.removeprefix("cargo-"))
        spots.append(_labelled(look, thing, place, said))
    if not things and not look.over:
        said = "Use the map or the prices." if look.mine else "Nothing for you to decide."
        note = fit(box.x + 3, box.y + 14, said, box.width - 6, 12, **SOFT)
        spots.append(Spot("note", said, Box(box.x, box.y, box.width, 22), (note,)))
    return spots


def _load(goods: str) -> str:
    """Return the goods of a load in the letters of their chips.

    >>> _load("food+arms"), _load("nothing")
    ('F+A', 'none')
    """
    letters_of = dict(zip(GOOD_NAMES, CHIP_LETTERS, strict=True))
    return "+".join([letters_of[good] for good in goods.split("+")]) if goods != "nothing" else "none"


def _labelled(look: Look, thing: str, box: Box, said: str) -> Spot:
    """Draw a button with few words on it and the full sentence in its label."""
    spot = button(look, thing, box, said, 11.5)
    whole = said if thing.startswith("pile-") else look.choices(thing)[0].words
    return replace(spot, label=f"{whole[0].upper()}{whole[1:]}.")
