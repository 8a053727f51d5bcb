"""The pieces that only Keydom has: hexagonal boards, crops, workers, field tiles. Off the rules path."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from workbench.core.pieces import (
    ASIDE,
    BOLD,
    CARD,
    EDGE,
    INK,
    LEAST,
    RULE,
    SEMI,
    SOFT,
    SOFT_INK,
    Box,
    Point,
    Style,
    area,
    around,
    bounds,
    fit,
    frame,
    hexagon,
    ink_on,
    letters,
    outline,
    wide,
)
from workbench.core.scene import Shape, circle, path, tidy
from workbench.core.scene import text as words
from workbench.games.keydom.components import BIT, CROP_CODES, NONE, WORKERS
from workbench.games.keydom.country import Country

CROP_COLOURS: Final = ("#F0E442", "#B5835A", "#E69F00", "#CC79A7", "#5BBF9A")
"""Wheat, hops, apples, wine, vegetables; the two letters of the crop always come with the colour."""
PALE: Final = ("#FBF6C9", "#EBDCCE", "#FBE3BB", "#F5DDEA", "#D5EEE2")
"""The same for spaces without a field."""
WHEAT: Final = "#EFD588"
"""The ground."""
FURROWS: Final = "#E3C46B"
DEEP: Final = "#5A2450"
"""The dark colour of the game."""
CROP_SIGNS: Final = (
    "M0 6V-6M0-3L-3-6M0-3L3-6M0 1L-3-2M0 1L3-2M0 5L-3 2M0 5L3 2",
    "M0-6C4-4 4 2 0 6C-4 2-4-4 0-6ZM-3-1L3-1M-2 2.500L2 2.500",
    "M0-3C3-6 7-2 4 3C2.500 6 1 6 0 5C-1 6-2.500 6-4 3C-7-2-3-6 0-3ZM0-3L1.500-6.500",
    "M-3-3.500A2 2 0 1 0-2.990-3.500ZM3-3.500A2 2 0 1 0 3.010-3.500ZM0 1.500A2 2 0 1 0 .010 1.500Z",
    "M-3-3.500L0 6.500L3-3.500ZM-3-6L0-3.500L3-6M0-3.500V-7",
)
"""A sign for each crop, about 13 units high: an ear, a cone, an apple, grapes and a carrot."""
GROUP_COLOURS: Final = ("#0072B2", "#D55E00", "#4A5058")
"""The largest group, the second, all others; their numbers are always drawn beside them."""
DASHED: Final[Style] = {"stroke": RULE, "stroke_width": 1.2, "stroke_dasharray": "4 3"}
"""The edge of a place where something could lie."""
CHIPS_APART: Final = 1.0
"""How far chips of counters are from each other."""
HALF: Final = 3**0.5 / 2
"""Half the width of a hexagon, by its radius."""


class Land:
    """The places where the spaces of a country board are drawn.

    Args:
        country: the board.
        x: its left edge.
        y: its upper edge.
        radius: of a hexagon.

    Attributes:
        box: the box around it.
        large: whether spaces have room for words.
    """

    def __init__(self, country: Country, x: float, y: float, radius: float) -> None:
        self.country, self.radius = country, radius
        self.left, self.top = x + 9 * HALF * radius, y + radius
        self.box = Box(x, y, 18 * HALF * radius, 11 * radius)
        self.large = radius > 20

    def at(self, plot: int) -> Point:
        """Return the middle of a space."""
        return (
            self.left + self.country.across[plot] * HALF * self.radius,
            self.top + 1.5 * self.radius * self.country.row_of[plot],
        )

    def corners(self, plot: int, inside: float = 0) -> list[Point]:
        """Return the corners of a space, the upper one first."""
        return hexagon(*self.at(plot), self.radius - inside)

    def spot(self, plot: int) -> Box:
        """Return the box around a space."""
        return bounds(self.corners(plot)).inside(self.radius * 0.14)

    def border(self, group: int, colour: str, thick: float, dashed: bool = False) -> Shape:
        """Return the edge of a group of spaces: the sides that border spaces outside the group."""
        strokes = []
        for plot, beside in enumerate(sides(self.country)):
            if not group & BIT[plot]:
                continue
            corners = self.corners(plot, thick / 2)
            for side, other in enumerate(beside):
                if other == NONE or not group & BIT[other]:
                    (x1, y1), (x2, y2) = corners[side], corners[(side + 1) % 6]
                    strokes.append(f"M{tidy(x1)} {tidy(y1)}L{tidy(x2)} {tidy(y2)}")
        pattern: Style = {"stroke_dasharray": f"{2 * thick:g} {thick:g}"} if dashed else {"stroke_linecap": "round"}
        return path("".join(strokes), fill="none", stroke=colour, stroke_width=thick, **pattern)


@lru_cache(maxsize=8)
def sides(country: Country) -> tuple[tuple[int, ...], ...]:
    """Return for each space its neighbours, from the upper right on; NONE where the country ends."""
    lies = {(country.row_of[plot], country.across[plot]): plot for plot in range(len(country.names))}
    steps = ((-1, 1), (0, 2), (1, 1), (1, -1), (0, -2), (-1, -1))
    return tuple([tuple([lies.get((row + down, x + across), NONE) for down, across in steps]) for row, x in lies])


def crop_disc(crop: int, x: float, y: float, radius: float) -> list[Shape]:
    """Draw a crop counter: a disc with two letters."""
    colour = CROP_COLOURS[crop]
    code = letters(x, y, CROP_CODES[crop], max(LEAST, radius * 0.95), ink_on(colour))
    return [circle(x, y, radius, fill=colour, **EDGE), code]


def counter_chips(counters: tuple[int, ...], box: Box, rows: int = 1) -> list[Shape]:
    """Draw counters as chips in the crop's colour, from the left: its letters and how many there are.

    Where room is short, each chip is as narrow as its words, and a crop of which there is only one does without its number.
    """
    kinds = [crop for crop, number in enumerate(counters) if number]
    said = [f"{CROP_CODES[crop]}{counters[crop]}" for crop in kinds]
    columns = max(int((box.width + CHIPS_APART) / 30), -(-len(kinds) // rows))
    places = [one for row in box.rows(rows, 1) for one in row.columns(columns, CHIPS_APART)][: len(kinds)]
    if any([wide(one, LEAST, True) > place.width - 1 for one, place in zip(said, places, strict=True)]):
        short = [f"{CROP_CODES[crop]}{counters[crop] if counters[crop] > 1 else ''}" for crop in kinds]
        for wording in (said, short):
            narrow = chips_in_lines([wide(one, LEAST, True) + 1.2 for one in wording], box, rows)
            said, places = wording, narrow or places
            if narrow:
                break
    shapes: list[Shape] = []
    for crop, one, place in zip(kinds, said, places, strict=True):
        shapes.append(frame(place, CROP_COLOURS[crop], 4, stroke=INK, stroke_width=0.8))
        shapes.append(fit(place.across, place.down + 3.9, one, place.width - 1, LEAST, "middle", least=0.5, **BOLD))
    return shapes


def chips_in_lines(widths: list[float], box: Box, rows: int) -> list[Box]:
    """Return places for chips of these widths, line by line from the left; none if a box is too small for them all."""
    lines, line, x = box.rows(rows, 1), 0, box.x
    places = []
    for width in widths:
        if x > box.x and x + width > box.right:
            line, x = line + 1, box.x
        if line == rows or x + width > box.right:
            return []
        places.append(Box(x, lines[line].y, width, lines[line].height))
        x += width + CHIPS_APART
    return places


@lru_cache(maxsize=64)
def land_at(country: Country, x: float, y: float, radius: float) -> Land:
    """Return the land at a place, made only once."""
    return Land(country, x, y, radius)


@lru_cache(maxsize=64)
def ground(land: Land, crops: tuple[int, ...]) -> tuple[Shape, ...]:
    """Draw all spaces of a small board without their fields, one shape for each crop."""
    shapes = []
    for crop in sorted(set(crops)):
        plots = [plot for plot, grows in enumerate(crops) if grows == crop]
        pieces = [area(land.corners(plot, 0.6)).attributes["d"] for plot in plots]
        fill = PALE[crop] if crop != NONE else CARD
        shapes.append(path("".join(map(str, pieces)), fill=fill, stroke=RULE, stroke_width=0.7))
    return tuple(shapes)


@lru_cache(maxsize=4096)
def space(land: Land, plot: int, crop: int, field: bool, may: bool, barred: bool) -> tuple[Shape, ...]:
    """Draw a space: full colour with a field, pale without one, and its name if there is room."""
    x, y = land.at(plot)
    strong, pale = (CROP_COLOURS[crop], PALE[crop]) if crop != NONE else (ASIDE, CARD)
    edge: Style = {"stroke": INK, "stroke_width": 1} if field else {"stroke": RULE, "stroke_width": 0.7}
    shapes = [area(land.corners(plot, 0.6), strong if field else ASIDE if barred else pale, **edge)]
    if crop != NONE and land.large:
        sign: Style = {"fill": "none", "stroke": INK if field else SOFT_INK, "stroke_width": 1, "stroke_opacity": 0.55}
        shapes += [path(CROP_SIGNS[crop], x + aside, y + 1, 0.85, **sign) for aside in (-18, 18)]
    if may:
        shapes.append(area(land.corners(plot, 4.5 if field else 1.8), "none", **outline(True)))
    if land.large:
        shapes.append(words(x, y - 12, land.country.names[plot], 12, **BOLD))
    return tuple(shapes)


def crop_mark(land: Land, plot: int, crop: int, field: bool, fresh: bool) -> list[Shape]:
    """Mark the crop: large letters on a white disc if unharvested, small letters if harvested."""
    if crop == NONE:
        return []
    x, y = land.at(plot)
    code = CROP_CODES[crop]
    if not field:
        return [words(x, y + 22, code, LEAST, **SOFT)] if land.large else []
    if fresh:
        disc = circle(x, y, 0.98 * LEAST, fill=CARD, stroke=INK, stroke_width=0.1 * LEAST)
        return [disc, letters(x, y, code, LEAST)]
    return [letters(x, y, code.lower(), LEAST)]


def worker_disc(worker: int, x: float, y: float, radius: float, may: bool = False) -> list[Shape]:
    """Draw a worker's number, on a dark disc for farmhands, on a square for townsfolk."""
    tile = WORKERS[worker]
    edge = outline(True) if may else EDGE
    if tile.townsfolk:
        shape = frame(around(x, y, radius), SOFT_INK, 3, **edge)
    else:
        shape = circle(x, y, radius, fill=SOFT_INK, **edge)
    return [shape, letters(x, y, str(tile.number), max(LEAST, radius * 1.15), CARD)]


def tile_card(box: Box, name: str, crop: int, change: int, ground: str, **edge: str | float) -> list[Shape]:
    """Draw a field tile outside the boards: its plot, its crop, and how it would change the points."""
    high = min(box.height, 28) / 2
    narrow = box.width < 66
    shapes = [frame(box, ground, 6, **edge)]
    shapes.append(
        fit(box.x + 5, box.y + high + 4.5, name, box.width - 30 if narrow else 26, 12 if narrow else 13.5, **BOLD)
    )
    if crop != NONE:
        chip = Box(box.right - 27 if narrow else box.x + (29 if box.width > 79 else 25), box.y + high - 7.5, 24, 15)
        shapes.append(frame(chip, CROP_COLOURS[crop], 7.5, **EDGE))
        shapes.append(letters(chip.across, chip.down, CROP_CODES[crop], LEAST))
    if not narrow:
        shapes.append(fit(box.right - 6, box.y + high + 4.5, f"{change:+d}", 24, 12, "end", **SEMI))
    return shapes
