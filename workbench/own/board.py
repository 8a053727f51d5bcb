"""The board of an own game, drawn from its declared parts. Off the rules path.

The question and the moves that are about nothing on the table stand at the top, then the grid, beside and below it the
other parts in their order. What a player may not see shows its back.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from workbench.core.look import Look
from workbench.core.pieces import (
    BOLD,
    CARD,
    EDGE,
    FIELD,
    INK,
    PAPER,
    QUIET,
    SEMI,
    SOFT,
    Box,
    area,
    badge,
    bounds,
    button,
    die,
    disc,
    field,
    fit,
    frame,
    hexagon,
    letters,
    meter,
    outline,
    pack,
    wide,
)
from workbench.core.pieces import EMPTY as NO_CARD
from workbench.core.scene import Scene, Shape, Spot, rect
from workbench.core.scene import text as words
from workbench.own.parts import (
    EMPTY,
    HIDDEN,
    OWNER,
    Choice,
    Counter,
    Deck,
    Die,
    Grid,
    Hexagons,
    Part,
    Pile,
    Row,
    Track,
)
from workbench.own.text import heading, in_words

WIDTH: Final = 820
MARGIN: Final = 14
GAP: Final = 12
HEAD: Final = 20
"""The height of the heading of a part."""
CARD_WIDE: Final = 58
CARD_HIGH: Final = 66
LINE: Final = 34
"""The height of what one seat has of a part."""
GRID_WIDE: Final = 452
GRID_HIGH: Final = 316
BACK: Final = "#4A6A8A"
"""The back of what a seat cannot see."""
PIP: Final = "#F8EFB4"


class Drawn(NamedTuple):
    """A part on the board."""

    shapes: list[Shape]
    spots: list[Spot]


class Block(NamedTuple):
    """A part before it has its place: how large it is, and what draws it there."""

    part: Part
    width: float
    height: float


def scene(look: Look[Any]) -> Scene:
    """The table of an own game as a picture of named spots."""
    game, state = look.state.game, look.state
    blocks = [size_of(part, look) for part in game.parts]
    grids = [block for block in blocks if isinstance(block.part, Grid)]
    spots: list[Spot] = []
    shapes: list[Shape] = []
    known = {name for part in game.parts for name in things_of(part, look)}
    # what is not there needs no button, unless it is a move that is about nothing on the table
    loose = [thing for thing in look.things() if thing not in known and (look.may(thing) or ":" in thing)]
    top, made = _buttons(look, loose)
    left, right, bottom = float(MARGIN), WIDTH - MARGIN, top
    for block in grids[:1]:
        aside = MARGIN if len(blocks) > 1 else (WIDTH - block.width) / 2  # a board alone lies in the middle
        drawn = draw(block, Box(aside, top, block.width, block.height), look)
        shapes, spots = [*shapes, *drawn.shapes], [*spots, *drawn.spots]
        bottom, left = top + block.height, MARGIN + block.width + 2 * GAP
    x, y, row = left, top, 0.0
    for block in [*grids[1:], *[block for block in blocks if block not in grids]]:
        if x > left and x + block.width > right:
            x, y, row = left, y + row + GAP, 0.0
        if left > MARGIN and y + block.height > bottom + 40 and y > top:  # beside the grid there is no more room
            left, x, y, row = MARGIN, MARGIN, max(bottom, y + row) + GAP, 0.0
        drawn = draw(block, Box(x, y, min(block.width, right - x), block.height), look)
        shapes, spots = [*shapes, *drawn.shapes], [*spots, *drawn.spots]
        x, row = x + block.width + GAP, max(row, block.height)
    height = max(bottom, y + row) + MARGIN
    ground = rect(0, 0, WIDTH, height, fill=PAPER, rx=10)
    who = "" if look.over or state.to_move < 0 else game.seat_name(int(state.to_move))
    asked = look.asked()
    said = [fit(MARGIN, 27, asked, WIDTH - 2 * MARGIN - 130, 16, **BOLD)]
    if who and game.players > 1:
        seat = int(state.to_move)
        said += [
            *badge(str(seat + 1), game.seat_colour(seat), WIDTH - MARGIN - 10, 21, 9),
            fit(WIDTH - MARGIN - 26, 26, who, 100, 13, "end", **QUIET),
        ]
    return Scene(f"{game.title}. {asked}", WIDTH, height, (ground, *said, *shapes), (*made, *spots))


def _buttons(look: Look[Any], things: Sequence[str]) -> tuple[float, list[Spot]]:
    """Buttons for moves that are about nothing on the table; gives where the table begins."""
    x, y, made = float(MARGIN), 38.0, list[Spot]()
    for thing in things:
        said = look.choices(thing)[0].words
        width = min(260.0, wide(said, 13, True) + 26)
        if x > MARGIN and x + width > WIDTH - MARGIN:
            x, y = MARGIN, y + 34
        made.append(button(look, thing, Box(x, y, width, 28), size=13))
        x += width + 8
    return (y + 40 if made else 42.0), made


def things_of(part: Part, look: Look[Any]) -> list[str]:
    """The names of what moves can be about in a part, as it is drawn."""
    if isinstance(part, Pile) and part.each:
        value = getattr(look.state, part.name)
        return [f"{part.name}-{seat + 1}-{_name(part, card)}" for seat, hand in enumerate(value) for card in hand]
    if isinstance(part, Deck):
        return [part.name]
    if isinstance(part, Pile):
        return [f"{part.name}-{_name(part, card)}" for card in getattr(look.state, part.name)]
    return [f"{part.name}-{place}" for place in part.places()] if isinstance(part, (Grid, Row)) else []


def _name(part: Pile, card: int) -> str:
    return "?" if card == HIDDEN else part.cards.names[card]


# -- sizes -----------------------------------------------------------------------------------------------------------------


def size_of(part: Part, look: Look[Any]) -> Block:
    """How large a part is drawn."""
    value, seats = getattr(look.state, part.name), look.players if part.each else 1
    if isinstance(part, Grid):
        step = square(part)
        if isinstance(part, Hexagons):
            wide_ = (part.columns + (part.rows - 1) / 2) * step * sqrt(3) + 26
            return Block(part, wide_, HEAD + (1.5 * part.rows + 0.5) * step + 18)
        return Block(part, part.columns * step + 22, HEAD + part.rows * step + 18)
    if isinstance(part, Track):
        return Block(part, 386, HEAD + seats * LINE)
    if isinstance(part, Row):
        return Block(part, min(WIDTH - 2 * MARGIN, 46 * part.most + 96), HEAD + len(part.names) * (LINE + 6))
    if isinstance(part, Die):
        return Block(part, 92, HEAD + 58)
    if isinstance(part, Deck):
        return Block(part, 92, HEAD + CARD_HIGH + 10)
    if isinstance(part, Pile):
        most = max([len(pile) for pile in (value if part.each else [value])] + [min(part.most, 3)])
        width = min(WIDTH - 2 * MARGIN, (34 if part.each else 0) + max(most, 1) * (CARD_WIDE + 6) + 8)
        return Block(part, max(width, 120), HEAD + seats * (CARD_HIGH + 8))
    if isinstance(part, Choice) or part.each:
        return Block(part, max(110.0, wide(heading(part), 13, True) + 8) if not part.each else 182, HEAD + seats * LINE)
    return Block(part, max(92.0, wide(heading(part), 13, True) + 8), HEAD + 46)


def square(part: Grid) -> float:
    """The side of a square; of hexagons the distance from the middle to a corner."""
    if isinstance(part, Hexagons):
        across = (GRID_WIDE - 26) / ((part.columns + (part.rows - 1) / 2) * sqrt(3))
        return min(34.0, across, (GRID_HIGH - 18) / (1.5 * part.rows + 0.5))
    return min(84.0, (GRID_WIDE - 22) / part.columns, (GRID_HIGH - 18) / part.rows)


# -- drawing ---------------------------------------------------------------------------------------------------------------


def draw(block: Block, box: Box, look: Look[Any]) -> Drawn:
    """A part in its place."""
    part, value = block.part, getattr(look.state, block.part.name)
    unit = f" ({part.unit})" if isinstance(part, Counter) and part.unit else ""
    title = fit(box.x, box.y + 13, heading(part) + unit, box.width, 13, **QUIET)
    below = box.cut(top=HEAD)
    if isinstance(part, Hexagons):
        drawn = hexagons(part, value, below, look)
    elif isinstance(part, Grid):
        drawn = squares(part, value, below, look)
    elif isinstance(part, Row):
        drawn = heaps(part, value, below, look)
    elif isinstance(part, Deck):
        drawn = deck(part, value, below, look)
    elif isinstance(part, Pile):
        drawn = piles(part, value, below, look)
    else:
        drawn = plain(part, value, below, look)
    return Drawn([title, *drawn.shapes], drawn.spots)


def mark(part: Grid, number: int, x: float, y: float, radius: float, look: Look[Any]) -> list[Shape]:
    """What stands on a square: a disc in the colour of its seat, with its letter."""
    if number == EMPTY:
        return []
    colour = look.state.game.seat_colour(number) if number < look.players else CARD
    return disc(part.marks[number], colour, x, y, radius)


def _label(part: Grid, place: int, number: int) -> str:
    there = "is empty" if number == EMPTY else f"holds {part.marks[number]}"
    return f"{heading(part)}: {part.names[place]} {there}."


def squares(part: Grid, value: Sequence[int], box: Box, look: Look[Any]) -> Drawn:
    """Squares in rows and columns, with their letters and numbers."""
    step, spots, shapes = square(part), list[Spot](), list[Shape]()
    for column in range(part.columns):
        shapes.append(words(box.x + 20 + (column + 0.5) * step, box.y + 10, part.names[column][:-1], 12, **SOFT))
    for row in range(part.rows):
        shapes.append(words(box.x + 8, box.y + 18 + (row + 0.5) * step, str(row + 1), 12, **SOFT))
    for place, number in enumerate(value):
        row, column = divmod(place, part.columns)
        there = Box(box.x + 20 + column * step, box.y + 14 + row * step, step, step).inside(1.5)
        thing = f"{part.name}-{part.names[place]}"
        drawn = (
            field(look, thing, there, corner=4, stroke="#8C8578", stroke_width=1),
            *mark(part, number, there.across, there.down, step * 0.32, look),
        )
        spots.append(Spot(thing, _label(part, place, number), there, drawn))
    return Drawn(shapes, spots)


def hexagons(part: Hexagons, value: Sequence[int], box: Box, look: Look[Any]) -> Drawn:
    """Hexagons, each row half a hexagon further to the right."""
    radius, spots, shapes = square(part), list[Spot](), list[Shape]()
    step = radius * sqrt(3)
    for column in range(part.columns):
        shapes.append(words(box.x + 18 + (column + 0.5) * step, box.y + 10, part.names[column][:-1], 12, **SOFT))
    for place, number in enumerate(value):
        row, column = divmod(place, part.columns)
        x, y = box.x + 18 + (column + 0.5 + row / 2) * step, box.y + 16 + radius + 1.5 * radius * row
        if column == 0:
            shapes.append(words(x - step / 2 - 9, y + 4, str(row + 1), 12, **SOFT))
        thing = f"{part.name}-{part.names[place]}"
        corners = hexagon(x, y, radius - 1.5)
        edge = outline(True) if look.may(thing) else {}
        drawn = (area(corners, FIELD, **edge), *mark(part, number, x, y, radius * 0.6, look))
        spots.append(Spot(thing, _label(part, place, number), bounds(corners), drawn))
    return Drawn(shapes, spots)


def heaps(part: Row, value: Sequence[int], box: Box, look: Look[Any]) -> Drawn:
    """Counters below each other, each with as many pieces as it counts."""
    spots = []
    for number, (name, count) in enumerate(zip(part.names, value, strict=True)):
        there = Box(box.x, box.y + number * (LINE + 6), box.width, LINE)
        thing = f"{part.name}-{name}"
        step = min(40.0, (there.width - 90) / max(1, part.most))
        pieces = [
            rect(there.x + 44 + step * place, there.y + 8, min(12.0, step * 0.5), there.height - 16, rx=4, fill=PIP, **EDGE)
            for place in range(count)
        ]
        shapes = (
            field(look, thing, there, stroke="#8C8578", stroke_width=1),
            fit(there.x + 10, there.down + 5, name, 30, 15, **BOLD),
            *pieces,
            fit(there.right - 10, there.down + 6, str(count), 36, 17, "end", **BOLD),
        )
        spots.append(Spot(thing, f"{heading(part)}: {name} holds {count}.", there, shapes))
    return Drawn([], spots)


def card(part: Pile, number: int, box: Box, look: Look[Any], thing: str) -> list[Shape]:
    """A card with its name, or its back."""
    if number == HIDDEN:
        return [frame(box, BACK, 7, **EDGE), letters(box.across, box.down, "?", 20, CARD)]
    name = part.cards.names[number]
    ground = field(look, thing, box, CARD, **EDGE)
    short = name if len(name) <= 2 else ""
    if short:
        return [ground, letters(box.across, box.down, short, 24)]
    return [ground, letters(box.across, box.down - 8, name[:1].upper(), 22),
        fit(box.across, box.bottom - 9, name, box.width - 8, 12, "middle", **SEMI)]


def deck(part: Deck, value: Sequence[int], box: Box, look: Look[Any]) -> Drawn:
    """What has not been dealt, face down, with its number."""
    there = Box(box.x, box.y, CARD_WIDE, CARD_HIGH)
    if value:
        ground = field(look, part.name, there, BACK, **EDGE)
        shapes = [*pack(there, min(3, len(value) - 1), 3, BACK), ground,
            letters(there.across, there.down, str(len(value)), 22, CARD)]
    else:
        shapes = [frame(there, **NO_CARD)]
    known = "" if HIDDEN in value else f" {in_words(part, value)}."
    return Drawn([], [Spot(part.name, f"{heading(part)}: {len(value)} left.{known}", there, tuple(shapes))])


def piles(part: Pile, value: Any, box: Box, look: Look[Any]) -> Drawn:
    """Cards beside each other; of hands the own one first."""
    game, spots, shapes = look.state.game, list[Spot](), list[Shape]()
    owners = [look.order()[place] for place in range(look.players)] if part.each else [0]
    for line, seat in enumerate(owners):
        held = value[seat] if part.each else value
        row = Box(box.x, box.y + line * (CARD_HIGH + 8), box.width, CARD_HIGH)
        if part.each:
            shapes += badge(str(seat + 1), game.seat_colour(seat), row.x + 12, row.down, 11)
            row = row.cut(left=30)
        if not held:
            shapes.append(frame(Box(row.x, row.y, CARD_WIDE, CARD_HIGH), **NO_CARD))
        step = min(CARD_WIDE + 6.0, (row.width - CARD_WIDE) / max(1, len(held) - 1)) if len(held) > 1 else 0
        met: dict[str, int] = {}
        for place, number in enumerate(held):
            there = Box(row.x + place * step, row.y, CARD_WIDE, CARD_HIGH)
            owner = f"{seat + 1}-" if part.each else ""
            thing = f"{part.name}-{owner}{_name(part, number)}"
            met[thing] = met.get(thing, 0) + 1
            name = thing if met[thing] == 1 else f"{thing}-{met[thing]}"
            whose = f" of {game.seat_name(seat)}" if part.each else ""
            what = "face down" if number == HIDDEN else _name(part, number)
            drawn = tuple(card(part, number, there, look, thing))
            spots.append(Spot(name, f"{heading(part)}{whose}: {what}.", there, drawn, thing))
    return Drawn(shapes, spots)


def plain(part: Part, value: Any, box: Box, look: Look[Any]) -> Drawn:
    """Numbers and words, one for each seat or one in all."""
    game, shapes, spots = look.state.game, list[Shape](), list[Spot]()
    for seat, one in enumerate(value if part.each else [value]):
        there = Box(box.x, box.y + seat * LINE, box.width, LINE - 5)
        whose = f" of {game.seat_name(seat)}" if part.each else ""
        said = "?" if one == HIDDEN else in_words(part, one)
        secret = " (secret)" if part.seen == OWNER and one not in (HIDDEN, EMPTY) else ""
        made: list[Shape] = []
        if isinstance(part, Die):
            there = Box(box.x + 4, box.y + 2, 52, 52)
            made += die(6 if part.most not in (4, 8) else part.most, "" if one == 0 else str(one), there.across, there.down,
                1.8, CARD)
        elif not part.each:
            there = Box(box.x, box.y, box.width, 42)
            made += [frame(there, FIELD), fit(there.across, there.down + 7, said, there.width - 12, 20, "middle", **BOLD)]
        else:
            made += [frame(there, BACK if one == HIDDEN else FIELD), *badge(str(seat + 1), game.seat_colour(seat),
                there.x + 15, there.down, 10)]
            ink: dict[str, Any] = {"font_weight": 700, "fill": CARD if one == HIDDEN else INK}
            if isinstance(part, Track):
                made.append(meter(Box(there.x + 34, there.down - 6, there.width - 92, 12), one / max(1, part.most))[0])
                made += meter(Box(there.x + 34, there.down - 6, there.width - 92, 12), one / max(1, part.most))[1:]
            made.append(fit(there.right - 10, there.down + 6, f"{said}{secret}", there.width - 60, 16, "end", **ink))
        spots.append(Spot(f"{part.name}-seat{seat + 1}" if part.each else part.name, f"{heading(part)}{whose}: {said}.",
            there, tuple(made)))
    return Drawn(shapes, spots)
