"""The board of a game of your own, drawn from its declared parts. Off the rules path.

At the top are the question and the moves that are not about a thing on the table. Below is the grid or network, with the other
parts beside and below it in their order. What a player may not see shows its back.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from workbench.core.look import Look
from workbench.core.pieces import (
    ASIDE,
    BOLD,
    CARD,
    EDGE,
    FIELD,
    INK,
    LEAST,
    PAPER,
    QUIET,
    SEMI,
    SOFT,
    Box,
    area,
    around,
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
from workbench.core.scene import Scene, Shape, Spot, circle, line, rect
from workbench.core.scene import text as words
from workbench.own.layout import laid_out
from workbench.own.parts import (
    EMPTY,
    HIDDEN,
    OTHERS,
    OWNER,
    Choice,
    Counter,
    Deck,
    Die,
    Part,
    Pile,
    Row,
    Track,
)
from workbench.own.places import Board, Grid, Hexagons, Network
from workbench.own.text import heading, in_words

WIDTH: Final = 820
MARGIN: Final = 14
GAP: Final = 12
HEAD: Final = 20
"""The height of the heading of a part."""
CARD_WIDE: Final = 58
CARD_HIGH: Final = 66
LINE: Final = 34
"""The height of one seat's share of a part."""
GRID_WIDE: Final = 452
GRID_HIGH: Final = 316
MOST_BUTTONS: Final = 16
"""With more buttons than these, moves that are not legal get none."""
PLACE: Final = 22.0
"""The radius of a place in a network."""
BACK: Final = "#4A6A8A"
"""The back of a thing that a seat cannot see."""
PIP: Final = "#F8EFB4"


class Drawn(NamedTuple):
    """A part on the board."""

    shapes: list[Shape]
    spots: list[Spot]


class Block(NamedTuple):
    """A part before it is placed: its size, and the function that draws it."""

    part: Part
    width: float
    height: float


def scene(look: Look[Any]) -> Scene:
    """Return the table of a game of your own as a picture of named spots."""
    game, state = look.state.game, look.state
    blocks = [size_of(part, look) for part in game.parts]
    grids = [block for block in blocks if isinstance(block.part, Board)]
    spots: list[Spot] = []
    shapes: list[Shape] = []
    known = {name for part in game.parts for name in things_of(part, look)}
    # a legal move gets a button if nothing drawn stands for it; so do the others that name no thing at all, if they are few
    loose = [thing for thing in look.things() if thing not in known and (look.may(thing) or ":" in thing)]
    if len(loose) > MOST_BUTTONS:
        loose = [thing for thing in loose if look.may(thing)]
    top, made = _buttons(look, loose)
    left, right, bottom = float(MARGIN), WIDTH - MARGIN, top
    for block in grids[:1]:
        aside = MARGIN if len(blocks) > 1 else (WIDTH - block.width) / 2  # a single board is centred
        drawn = draw(block, Box(aside, top, block.width, block.height), look)
        shapes, spots = [*shapes, *drawn.shapes], [*spots, *drawn.spots]
        bottom, left = top + block.height, MARGIN + block.width + 2 * GAP
    x, y, row = left, top, 0.0
    for block in [*grids[1:], *[block for block in blocks if block not in grids]]:
        if x > left and x + block.width > right:
            x, y, row = left, y + row + GAP, 0.0
        if left > MARGIN and y + block.height > bottom + 40 and y > top:  # no more room beside the grid
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
    """Draw buttons for moves that are not about a drawn thing; return the table's top and the buttons."""
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
    """Return the names of the things in a part that are drawn and that moves can be about."""
    value, whole = getattr(look.state, part.name), [part.name] if part.single else []
    if isinstance(part, Pile) and not isinstance(part, Deck):
        piles = value if part.each else [value]
        return [*whole, *[thing for seat, held in enumerate(piles) for thing in cards_of(part, held, seat)]]
    if isinstance(part, (Board, Row)):
        return [part.thing(place, seat) for seat in range(look.players if part.each else 1) for place in part.places()]
    return whole or [f"{part.name}-seat{seat + 1}" for seat in range(look.players)]


def cards_of(part: Pile, held: Sequence[int], seat: int) -> list[str]:
    """Return the names of the cards of a pile, or their places if their owner does not see them."""
    if part.seen == OTHERS:
        return [part.thing(str(place + 1), seat) for place in range(len(held))]
    return [part.thing(_name(part, card), seat) for card in held]


def _name(part: Pile, card: int) -> str:
    return "?" if card == HIDDEN else part.cards.names[card]


# -- sizes -----------------------------------------------------------------------------------------------------------------


def size_of(part: Part, look: Look[Any]) -> Block:
    """Return the size of a part on the board."""
    value, seats = getattr(look.state, part.name), look.players if part.each else 1
    if isinstance(part, Network):
        return Block(part, GRID_WIDE, HEAD + GRID_HIGH)
    if isinstance(part, Grid):
        step = square(part)
        if isinstance(part, Hexagons):
            wide_ = (part.columns + (part.rows - 1) / 2) * step * sqrt(3) + 26
            return Block(part, wide_, HEAD + (1.5 * part.rows + 0.5) * step + 18)
        return Block(part, part.columns * step + 22, HEAD + part.rows * step + 18)
    if isinstance(part, Track):
        return Block(part, 386, HEAD + seats * LINE)
    if isinstance(part, Row) and part.each:
        return Block(part, min(WIDTH - 2 * MARGIN, 34 + len(part.names) * column(part)), HEAD + 18 + seats * LINE)
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


def column(part: Row) -> float:
    """Return the width of a column of a row of counters that each seat has."""
    return max(52.0, *[wide(name, 13, True) + 14 for name in part.names])


def square(part: Grid) -> float:
    """Return the side of a square, or the distance from the middle of a hexagon to a corner."""
    if isinstance(part, Hexagons):
        across = (GRID_WIDE - 26) / ((part.columns + (part.rows - 1) / 2) * sqrt(3))
        return min(34.0, across, (GRID_HIGH - 18) / (1.5 * part.rows + 0.5))
    return min(84.0, (GRID_WIDE - 22) / part.columns, (GRID_HIGH - 18) / part.rows)


# -- drawing ---------------------------------------------------------------------------------------------------------------


def draw(block: Block, box: Box, look: Look[Any]) -> Drawn:
    """Draw a part in its place."""
    part, value = block.part, getattr(look.state, block.part.name)
    unit = f" ({part.unit})" if isinstance(part, Counter) and part.unit else ""
    title = fit(box.x, box.y + 13, heading(part) + unit, box.width, 13, **QUIET)
    below = box.cut(top=HEAD)
    if isinstance(part, Hexagons):
        drawn = hexagons(part, value, below, look)
    elif isinstance(part, Grid):
        drawn = squares(part, value, below, look)
    elif isinstance(part, Network):
        drawn = network(part, value, below, look)
    elif isinstance(part, Row):
        drawn = (stocks if part.each else heaps)(part, value, below, look)
    elif isinstance(part, Deck):
        drawn = deck(part, value, below, look)
    elif isinstance(part, Pile):
        drawn = piles(part, value, below, look)
    else:
        drawn = plain(part, value, below, look)
    return Drawn([title, *drawn.shapes], drawn.spots)


def mark(part: Board, number: int, x: float, y: float, radius: float, look: Look[Any]) -> list[Shape]:
    """Draw what is in a place: a disc in the colour of its seat, with its name or the beginning of a long one."""
    if number == EMPTY:
        return []
    colour = look.state.game.seat_colour(number) if number < look.players else CARD
    said = short(part.marks)[number]
    return disc(said, colour, x, y, radius, max(LEAST, min(1.3, 2.2 / len(said)) * radius))


def short(names: tuple[str, ...]) -> list[str]:
    """Return names that fit on a piece: those of one or two letters, and of others a beginning or the initials.

    >>> short(("X", "O")), short(("king", "knight", "rook")), short(("white king", "white rook", "black king"))
    (['X', 'O'], ['Ki', 'Kn', 'R'], ['WK', 'WR', 'B'])
    """
    initials = ["".join([word[0] for word in name.split()]).upper() for name in names]
    found = []
    for name, initial in zip(names, initials, strict=True):
        others = [other for other in names if other != name]
        alone = [name[:size].capitalize() for size in (1, 2) if not any([one.startswith(name[:size]) for one in others])]
        if len(name) <= 2:
            found.append(name)
        elif alone:
            found.append(alone[0])
        else:  # where not even the initials tell it from others, the label of its place does
            found.append(initial[:2] if initials.count(initial) == 1 else initial[:1])
    return found


def _label(part: Board, place: int, number: int) -> str:
    there = "is empty" if number == EMPTY else f"holds {part.marks[number]}"
    return f"{heading(part)}: {part.names[place]} {there}."


def squares(part: Grid, value: Sequence[int], box: Box, look: Look[Any]) -> Drawn:
    """Draw squares in rows and columns, with their letters and numbers."""
    step, spots, shapes = square(part), list[Spot](), list[Shape]()
    for column in range(part.columns):
        shapes.append(words(box.x + 20 + (column + 0.5) * step, box.y + 10, part.names[column][:-1], 12, **SOFT))
    for row in range(part.rows):
        shapes.append(words(box.x + 8, box.y + 18 + (row + 0.5) * step, str(row + 1), 12, **SOFT))
    for place, number in enumerate(value):
        row, column = divmod(place, part.columns)
        there = Box(box.x + 20 + column * step, box.y + 14 + row * step, step, step).inside(1.5)
        thing = f"{part.name}-{part.names[place]}"
        name = "" if number == EMPTY else part.marks[number]
        named = [fit(there.across, there.bottom - 5, name, there.width - 4, 11, "middle", **SEMI)] if len(name) > 2 else []
        drawn = (
            field(look, thing, there, corner=4, stroke="#8C8578", stroke_width=1),
            *mark(part, number, there.across, there.down - 7 * len(named), step * (0.26 if named else 0.32), look),
            *named,
        )
        spots.append(Spot(thing, _label(part, place, number), there, drawn))
    return Drawn(shapes, spots)


def hexagons(part: Hexagons, value: Sequence[int], box: Box, look: Look[Any]) -> Drawn:
    """Draw hexagons, each row half a hexagon further to the right."""
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


def network(part: Network, value: Sequence[int], box: Box, look: Look[Any]) -> Drawn:
    """Draw places as discs with their names below them, and a line for each way."""
    points = [part.at[name] for name in part.names] if part.at else laid_out(part.neighbours)
    left, top = min([x for x, _ in points]), min([y for _, y in points])
    across, down = max([x for x, _ in points]) - left, max([y for _, y in points]) - top
    room = Box(box.x + 52, box.y + PLACE + 4, box.width - 104, box.height - 2 * PLACE - 28)
    scale = min([size / far for size, far in ((room.width, across), (room.height, down)) if far > 1e-6] or [1.0])
    middle = [(room.across + (x - left - across / 2) * scale, room.down + (y - top - down / 2) * scale) for x, y in points]
    drawn_at = dict(zip(part.names, middle, strict=True))
    shapes = [line(*drawn_at[one], *drawn_at[other], stroke="#8C8578", stroke_width=4) for one, other in part.ways]
    spots = []
    for (name, (x, y)), number in zip(drawn_at.items(), value, strict=True):
        thing = part.thing(name, 0)
        edge = outline(True) if look.may(thing) else {"stroke": "#8C8578", "stroke_width": 1.5}
        ground = circle(x, y, PLACE, fill=ASIDE if look.barred(thing) else FIELD, **edge)
        width = min(104.0, wide(name, 12, True) + 8)
        below = Box(x - width / 2, y + PLACE + 3, width, 17)
        drawn = (ground, *mark(part, number, x, y, PLACE - 6, look), frame(below, PAPER, 4),
                 fit(x, below.down + 4.5, name, width - 4, 12, "middle", **SEMI))
        spots.append(Spot(thing, _label(part, part.number(name), number), around(x, y, PLACE), drawn))
    return Drawn(shapes, spots)


def heaps(part: Row, value: Sequence[int], box: Box, look: Look[Any]) -> Drawn:
    """Draw counters below each other, each with as many pieces as it counts."""
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


def stocks(part: Row, value: Sequence[Sequence[int]], box: Box, look: Look[Any]) -> Drawn:
    """Draw the counters of each seat side by side, under their names."""
    game, shapes, spots = look.state.game, list[Shape](), list[Spot]()
    step = (box.width - 34) / len(part.names)
    for place, name in enumerate(part.names):
        shapes.append(fit(box.x + 34 + (place + 0.5) * step, box.y + 12, name, step - 6, 13, "middle", **SEMI))
    for seat, held in enumerate(value):
        top = box.y + 18 + seat * LINE
        for place, (name, count) in enumerate(zip(part.names, held, strict=True)):
            there, thing = Box(box.x + 34 + place * step, top, step - 4, LINE - 5), part.thing(name, seat)
            number = fit(there.across, there.down + 6, str(count), there.width - 8, 16, "middle", **BOLD)
            drawn = (field(look, thing, there), number)
            spots.append(Spot(thing, f"{heading(part)} of {game.seat_name(seat)}: {name} {count}.", there, drawn))
        shapes += badge(str(seat + 1), game.seat_colour(seat), box.x + 15, top + (LINE - 5) / 2, 10)
    return Drawn(shapes, spots)


def card(part: Pile, number: int, box: Box, look: Look[Any], thing: str) -> list[Shape]:
    """Draw a card with its name, or its back; things that are called dice are drawn as dice."""
    if part.cards.noun == "die" and number != HIDDEN:
        edge = [field(look, thing, box)] if look.may(thing) else []
        return [*edge, *die(len(part.cards.names), part.cards.names[number], box.across, box.down, 1.8, CARD)]
    if number == HIDDEN:
        return [field(look, thing, box, BACK, **EDGE), letters(box.across, box.down, "?", 20, CARD)]
    name = part.cards.names[number]
    ground = field(look, thing, box, CARD, **EDGE)
    short = name if len(name) <= 2 else ""
    if short:
        return [ground, letters(box.across, box.down, short, 24)]
    return [ground, letters(box.across, box.down - 8, name[:1].upper(), 22),
        fit(box.across, box.bottom - 9, name, box.width - 8, 12, "middle", **SEMI)]


def deck(part: Deck, value: Sequence[int], box: Box, look: Look[Any]) -> Drawn:
    """Draw the deck face down, with the number of cards left."""
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
    """Draw cards side by side, the viewer's own hand first.

    If a move is about a whole pile, draw the pile as one thing.
    """
    game, spots, shapes = look.state.game, list[Spot](), list[Shape]()
    owners = [look.order()[place] for place in range(look.players)] if part.each else [0]
    for below, seat in enumerate(owners):
        held = value[seat] if part.each else value
        row = Box(box.x, box.y + below * (CARD_HIGH + 8), box.width, CARD_HIGH)
        if part.each:
            shapes += badge(str(seat + 1), game.seat_colour(seat), row.x + 12, row.down, 11)
            row = row.cut(left=30)
        if not held:
            shapes.append(frame(Box(row.x, row.y, CARD_WIDE, CARD_HIGH), **NO_CARD))
        step = min(CARD_WIDE + 6.0, (row.width - CARD_WIDE) / max(1, len(held) - 1)) if len(held) > 1 else 0
        met: dict[str, int] = {}
        for place, (number, thing) in enumerate(zip(held, cards_of(part, held, seat), strict=True)):
            there = Box(row.x + place * step, row.y, CARD_WIDE, CARD_HIGH)
            met[thing] = met.get(thing, 0) + 1
            name = thing if met[thing] == 1 else f"{thing}-{met[thing]}"
            whose = f" of {game.seat_name(seat)}" if part.each else ""
            what = "face down" if number == HIDDEN else _name(part, number)
            drawn = tuple(card(part, number, there, look, thing))
            spots.append(Spot(name, f"{heading(part)}{whose}: {what}.", there, drawn, thing))
    if part.single and part.name in look.things():
        there = Box(box.x, box.y - 3, box.width, CARD_HIGH + 6)
        whole = (field(look, part.name, there), *shapes, *[shape for spot in spots for shape in spot.shapes])
        return Drawn([], [Spot(part.name, f"{heading(part)}: {in_words(part, value)}.", there, whole)])
    return Drawn(shapes, spots)


def plain(part: Part, value: Any, box: Box, look: Look[Any]) -> Drawn:
    """Draw numbers and words: one for each seat, or one for all seats."""
    game, shapes, spots = look.state.game, list[Shape](), list[Spot]()
    for seat, one in enumerate(value if part.each else [value]):
        there = Box(box.x, box.y + seat * LINE, box.width, LINE - 5)
        whose = f" of {game.seat_name(seat)}" if part.each else ""
        said = "?" if one == HIDDEN else in_words(part, one)
        secret = " (secret)" if part.seen == OWNER and one not in (HIDDEN, EMPTY) else ""
        made: list[Shape] = []
        thing = f"{part.name}-seat{seat + 1}" if part.each else part.name
        if isinstance(part, Die):
            there = Box(box.x + 4, box.y + 2, 52, 52)
            if look.may(thing):
                made.append(field(look, thing, there))
            made += die(6 if part.most not in (4, 8) else part.most, "" if one == 0 else str(one), there.across, there.down,
                1.8, CARD)
        elif isinstance(part, Track) and not part.each:
            there = Box(box.x, box.y, box.width, LINE - 5)
            bar = Box(there.x + 12, there.down - 6, there.width - 92, 12)
            made += [field(look, thing, there), *meter(bar, one / part.most),
                fit(there.right - 10, there.down + 6, f"{said} of {part.most}", 62, 16, "end", **BOLD)]
        elif not part.each:
            there = Box(box.x, box.y, box.width, 42)
            made += [field(look, thing, there), fit(there.across, there.down + 7, said, there.width - 12, 20, "middle", **BOLD)]
        else:
            made += [field(look, thing, there, BACK if one == HIDDEN else FIELD), *badge(str(seat + 1), game.seat_colour(seat),
                there.x + 15, there.down, 10)]
            ink: dict[str, Any] = {"font_weight": 700, "fill": CARD if one == HIDDEN else INK}
            if isinstance(part, Track):
                made += meter(Box(there.x + 34, there.down - 6, there.width - 92, 12), one / part.most)
            made.append(fit(there.right - 10, there.down + 6, f"{said}{secret}", there.width - 60, 16, "end", **ink))
        spots.append(Spot(thing, f"{heading(part)}{whose}: {said}.", there, tuple(made)))
    return Drawn(shapes, spots)
