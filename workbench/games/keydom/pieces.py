"""The pieces that only Keydom has: country boards of hexagons, crops, workers, field tiles. Off the rules path."""

from __future__ import annotations

from typing import Final

from workbench.core.pieces import (
    ASIDE,
    BOLD,
    CARD,
    EDGE,
    INK,
    PLAIN,
    QUIET,
    RULE,
    SEMI,
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
)
from workbench.core.scene import Shape, circle, path, tidy
from workbench.games.keydom.components import BIT, CROP_CODES, NONE, WORKERS
from workbench.games.keydom.country import Country

CROP_COLOURS: Final = ("#F0E442", "#B5835A", "#E69F00", "#CC79A7", "#5BBF9A")
"""Wheat, hops, apples, wine, vegetables; the two letters of the crop always stand beside the colour."""
PALE: Final = ("#FBF8DC", "#F0E6DD", "#FBEBD0", "#F6E6EF", "#E2F3EC")
"""The same for spaces without a field."""
GROUP_COLOURS: Final = ("#0072B2", "#D55E00", "#4A5058")
"""The largest group, the second, all others; their numbers stand beside them."""
DASHED: Final[Style] = {"stroke": RULE, "stroke_width": 1.2, "stroke_dasharray": "4 3"}
"""The edge of a place where something could lie."""
HALF: Final = 3**0.5 / 2
"""Half the width of a hexagon, by its radius."""


class Land:
    """Where the spaces of a country board are drawn.

    Args:
        country: the board.
        x: its left edge.
        y: its upper edge.
        radius: of a hexagon.

    Attributes:
        box: the box around it.
    """

    def __init__(self, country: Country, x: float, y: float, radius: float) -> None:
        self.country, self.radius = country, radius
        self.left, self.top = x + 9 * HALF * radius, y + radius
        self.box = Box(x, y, 18 * HALF * radius, 11 * radius)

    def at(self, plot: int) -> Point:
        """The middle of a space."""
        return (
            self.left + self.country.across[plot] * HALF * self.radius,
            self.top + 1.5 * self.radius * self.country.row_of[plot],
        )

    def corners(self, plot: int, inside: float = 0) -> list[Point]:
        """The corners of a space, the upper one first."""
        return hexagon(*self.at(plot), self.radius - inside)

    def spot(self, plot: int) -> Box:
        """The box around a space."""
        return bounds(self.corners(plot)).inside(self.radius * 0.14)

    def border(self, group: int, colour: str, thick: float) -> Shape:
        """The edge of a group of spaces: the sides behind which another space lies that is not part of it."""
        strokes = []
        country = self.country
        for plot in range(len(country.names)):
            if not group & BIT[plot]:
                continue
            corners = self.corners(plot, thick / 2)
            for side, (down, across) in enumerate(((-1, 1), (0, 2), (1, 1), (1, -1), (0, -2), (-1, -1))):
                beside = [
                    other
                    for other in range(len(country.names))
                    if country.row_of[other] == country.row_of[plot] + down
                    and country.across[other] == country.across[plot] + across
                ]
                if not beside or not group & BIT[beside[0]]:
                    (x1, y1), (x2, y2) = corners[side], corners[(side + 1) % 6]
                    strokes.append(f"M{tidy(x1)} {tidy(y1)}L{tidy(x2)} {tidy(y2)}")
        return path("".join(strokes), fill="none", stroke=colour, stroke_width=thick, stroke_linecap="round")


def crop_disc(crop: int, x: float, y: float, radius: float) -> list[Shape]:
    """A crop counter: a disc with two letters."""
    colour = CROP_COLOURS[crop]
    return [circle(x, y, radius, fill=colour, **EDGE), letters(x, y, CROP_CODES[crop], radius * 0.95, ink_on(colour))]


def tiny_counters(counts: tuple[int, ...], x: float, y: float, radius: float, gap: float) -> list[Shape]:
    """Some counters side by side, each type with its number."""
    shapes: list[Shape] = []
    for crop, number in enumerate(counts):
        if number:
            shapes += crop_disc(crop, x + radius, y, radius)
            shapes.append(fit(x + 2 * radius + 2, y + 0.4 * radius + 1, str(number), 16, 1.25 * radius, **SEMI))
            x += 2 * radius + 2 + gap
    return shapes


def field_space(land: Land, plot: int, crop: int, fresh: bool, may: bool) -> list[Shape]:
    """A field on its space, in the colour of its crop: large letters if it is unharvested, small ones if not."""
    x, y = land.at(plot)
    radius = land.radius
    colour = CROP_COLOURS[crop] if crop != NONE else ASIDE
    code = CROP_CODES[crop] if crop != NONE else ""
    edge = outline(may) if may else {"stroke": INK, "stroke_width": 1}
    shapes = [area(land.corners(plot, 1), colour, **edge)]
    if fresh:
        low = y + radius * 0.14
        shapes += [circle(x, low, radius * 0.46, fill=CARD, **EDGE), letters(x, low, code, radius * 0.48)]
    else:
        shapes.append(letters(x, y + radius * 0.14, code.lower(), radius * 0.4, ink_on(colour)))
    if radius > 20:
        shapes.append(fit(x, y - radius * 0.46, land.country.names[plot], radius, radius * 0.34, "middle", fill=ink_on(colour)))
    return shapes


def empty_space(land: Land, plot: int, crop: int, may: bool, barred: bool) -> list[Shape]:
    """A space without a field."""
    x, y = land.at(plot)
    radius = land.radius
    ground = ASIDE if barred else (PALE[crop] if crop != NONE else CARD)
    edge = outline(may) if may else {"stroke": RULE, "stroke_width": 0.7}
    shapes = [area(land.corners(plot, 1.5 if may else 0.6), ground, **edge)]
    if radius > 20:
        shapes.append(fit(x, y - radius * 0.52, land.country.names[plot], radius, radius * 0.34, "middle", **QUIET))
        if crop != NONE:
            shapes.append(fit(x, y + radius * 0.82, CROP_CODES[crop], radius, radius * 0.3, "middle", fill=SOFT_INK))
    return shapes


def worker_disc(worker: int, x: float, y: float, radius: float, may: bool = False) -> list[Shape]:
    """A worker: its number on a dark disc for farmhands, on a square for townsfolk."""
    tile = WORKERS[worker]
    edge = outline(True) if may else EDGE
    if tile.townsfolk:
        ground = frame(around(x, y, radius), SOFT_INK, 3, **edge)
    else:
        ground = circle(x, y, radius, fill=SOFT_INK, **edge)
    return [ground, letters(x, y, str(tile.number), radius * 1.15, CARD)]


def tile_card(box: Box, name: str, crop: int, ground: str, **edge: str | float) -> list[Shape]:
    """A field tile that lies in the registry or a store: its plot and its crop."""
    shapes = [frame(box, ground, 7, **edge)]
    shapes.append(fit(box.x + 7, box.y + 17, name, box.width - 34, 14, **BOLD))
    if crop != NONE:
        shapes += crop_disc(crop, box.right - 15, box.y + 15, 10)
    return shapes


def named_number(said: str, number: str, box: Box) -> list[Shape]:
    """A word and a number at the two ends of a line."""
    return [
        fit(box.x, box.y + 11, said, box.width * 0.7, 11, **PLAIN),
        fit(box.right, box.y + 11, number, box.width * 0.3, 11, "end", **SEMI),
    ]
