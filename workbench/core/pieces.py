"""The pieces of boards: boxes, words that fit, frames, buttons, cards, tokens, dice.

Things that many games have look the same everywhere; a game draws its special things from shapes. Colours come from the palette
of Okabe and Ito or differ in lightness. A thing that you may choose has a thick outline. A thing that you may not choose,
although others of its kind may be chosen, is grey.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any, Final, NamedTuple

from workbench.core.look import Look
from workbench.core.scene import Shape, Spot, Value, circle, path, rect, text, tidy

Style = dict[str, Any]

INK: Final = "#1F2328"
SOFT_INK: Final = "#4A5058"
PAPER: Final = "#F6F3EC"
CARD: Final = "#FFFFFF"
FIELD: Final = "#EFEADD"
"""The ground of a group of things."""
ASIDE: Final = "#DDD8CC"
"""The ground of a thing that may not be chosen now, although others of its kind may."""
RULE: Final = "#8C8578"
ACCENT: Final = "#D55E00"
"""The outline of a thing that may be chosen; it is thick as well."""

BOLD: Final[Style] = {"font_weight": 700, "fill": INK}
SEMI: Final[Style] = {"font_weight": 600, "fill": INK}
QUIET: Final[Style] = {"font_weight": 600, "fill": SOFT_INK}
PLAIN: Final[Style] = {"fill": INK}
SOFT: Final[Style] = {"fill": SOFT_INK}

THIN: Final[Style] = {"stroke": RULE, "stroke_width": 1}
EDGE: Final[Style] = {"stroke": INK, "stroke_width": 1.2}
EMPTY: Final[Style] = {"fill": "none", "stroke": RULE, "stroke_width": 1.2, "stroke_dasharray": "4 3"}
"""A place where something could lie."""

LEAST: Final = 11
"""The least size of letters on a piece: smaller ones cannot be read on a small screen."""

STAR: Final = "M0-7L2-2.200 7-2.200 3 1 4.400 6 0 3.100-4.400 6-3 1-7-2.200-2-2.200Z"
TICK: Final = "M-6 0L-2 5L7-6"
CROSS: Final = "M-5-5L5 5M5-5L-5 5"


# -- boxes -------------------------------------------------------------------------------------------------------------


class Box(NamedTuple):
    """A rectangle: left, top, width and height.

    >>> box = Box(10, 20, 100, 40)
    >>> box.right, box.bottom, box.across, box.down
    (110, 60, 60.0, 40.0)
    >>> box.columns(2, 10)
    [Box(x=10.0, y=20, width=45.0, height=40), Box(x=65.0, y=20, width=45.0, height=40)]
    """

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Its lower edge."""
        return self.y + self.height

    @property
    def across(self) -> float:
        """The middle from left to right."""
        return self.x + self.width / 2

    @property
    def down(self) -> float:
        """The middle from top to bottom."""
        return self.y + self.height / 2

    def inside(self, by: float) -> Box:
        """Return a box inside it, smaller by this much on every side."""
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)

    def cut(self, left: float = 0, top: float = 0, right: float = 0, bottom: float = 0) -> Box:
        """Return what is left of it after cutting this much off its sides."""
        return Box(self.x + left, self.y + top, self.width - left - right, self.height - top - bottom)

    def columns(self, number: int, gap: float = 0) -> list[Box]:
        """Return this many boxes of equal size side by side."""
        wide = (self.width - gap * (number - 1)) / number
        return [Box(self.x + place * (wide + gap), self.y, wide, self.height) for place in range(number)]

    def rows(self, number: int, gap: float = 0) -> list[Box]:
        """Return this many boxes of equal size below each other."""
        high = (self.height - gap * (number - 1)) / number
        return [Box(self.x, self.y + place * (high + gap), self.width, high) for place in range(number)]


def around(x: float, y: float, radius: float) -> Box:
    """Return the square around a point."""
    return Box(x - radius, y - radius, 2 * radius, 2 * radius)


# -- words -------------------------------------------------------------------------------------------------------------

NARROW: Final = frozenset("ijlI|!.,:;'’()[] ft/r-")
WIDE: Final = frozenset("mwMW@%…→↔—")


def wide(said: str, size: float, bold: bool = False) -> float:
    """Return the greatest width of words, in any font that a board may use.

    >>> wide("ill", 10) < wide("one", 10) < wide("MWM", 10)
    True
    """
    total = 0.0
    for letter in said:
        total += 0.4 if letter in NARROW else 0.98 if letter in WIDE else 0.75 if letter.isupper() else 0.64
    return total * size * (1.12 if bold else 1.0)


def fit(
    x: float, y: float, said: str, width: float, size: float = 12, anchor: str = "start", least: float = 0.75, **style: Any
) -> Shape:
    """Return words that fit a width: smaller if needed, down to a share of their size, then shortened.

    Numbers are never shortened, but made as small as needed.

    >>> fit(0, 9, "Plots", 60).text, fit(0, 9, "Plots and manpower", 60).text
    ('Plots', 'Plots and…')
    """
    bold = int(style.get("font_weight", 400)) >= 600
    needs = wide(said, size, bold)
    if needs > width:
        lowest = least * size if any([letter.isalpha() for letter in said]) else 0
        size = max(lowest, size * width / needs)
        while len(said) > 1 and wide(said, size, bold) > width + 0.01:
            said = said.rstrip("…")[:-1].rstrip() + "…"
    return text(x, y, said, round(size, 1), anchor, **style)


def in_lines(said: str, width: float, size: float = 12) -> list[str]:
    """Return words cut into lines that fit a width.

    >>> in_lines("Plots and manpower", 80)
    ['Plots and', 'manpower']
    """
    lines = [""]
    for word in said.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and wide(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def light(colour: str) -> bool:
    """Return whether ink is easier to read on a colour than paper is."""
    red, green, blue = [int(colour[start : start + 2], 16) for start in (1, 3, 5)]
    return 0.299 * red + 0.587 * green + 0.114 * blue > 100


def ink_on(colour: str) -> str:
    """Return black or white, whichever is easier to read on a colour."""
    return "#000000" if light(colour) else CARD


def letters(x: float, y: float, said: str, size: float, fill: str = INK) -> Shape:
    """Return bold letters for the middle of a piece."""
    return text(x, y + 0.36 * size, said, size, font_weight=700, fill=fill)


# -- frames and what may be chosen -------------------------------------------------------------------------------------


def outline(may: bool) -> Style:
    """Return the edge of a thing that may be chosen, or of one that may not."""
    return {"stroke": ACCENT, "stroke_width": 3} if may else THIN


def frame(box: Box, fill: str = CARD, corner: float = 7, **edge: Any) -> Shape:
    """Return a box with round corners."""
    return rect(*box, **{"rx": corner, "fill": fill, **edge})


def field(look: Look[Any], thing: str, box: Box, fill: str = FIELD, corner: float = 7, **edge: Any) -> Shape:
    """Return the ground of a thing: outlined if it may be chosen, grey if only others of its kind may.

    Args:
        look: the position, and what may be chosen.
        thing: its name.
        box: where it lies.
        fill: its usual colour.
        corner: how round its corners are.
        edge: its usual edge; by default no edge.
    """
    if look.may(thing):
        edge = outline(True)
    return frame(box, ASIDE if look.barred(thing) else fill, corner, **edge)


def shadow(box: Box, corner: float = 7) -> Shape:
    """Return the shadow of a raised card."""
    return rect(box.x + 3, box.y + 7, box.width, box.height, rx=corner, fill=INK, fill_opacity=0.25)


def pack(box: Box, below: int, step: float = 3, fill: str = CARD) -> list[Shape]:
    """Return the edges of cards below a card, the lowest first."""
    return [
        rect(box.x + step * n, box.y + step * n, box.width, box.height, rx=7, fill=fill, **EDGE)
        for n in range(below, 0, -1)
    ]


def button(look: Look[Any], thing: str, box: Box, said: str = "", size: float = 12.5) -> Spot:
    """Return a button; by default its words are the move that it means."""
    said = said or look.choices(thing)[0].words
    style = SEMI if look.may(thing) else QUIET
    ground = PAPER if look.may(thing) else ASIDE
    shapes = (
        frame(box, ground, 8, **outline(look.may(thing))),
        fit(box.across, box.down + 0.36 * size, said, box.width - 10, size, "middle", **style),
    )
    return Spot(thing, f"{said[0].upper()}{said[1:]}.", box, shapes)


def buttons(look: Look[Any], things: Sequence[str], boxes: Sequence[Box]) -> list[Spot]:
    """Return a button for each thing that a person may choose or try now; leave out the others."""
    return [button(look, thing, box) for thing, box in zip(things, boxes, strict=False) if look.choices(thing)]


# -- pieces ------------------------------------------------------------------------------------------------------------


def badge(letter: str, colour: str, x: float, y: float, radius: float) -> list[Shape]:
    """Return the letter of a seat on its colour: a player, or a marker."""
    ground = frame(around(x, y, radius), colour, 4, **EDGE)
    return [ground, letters(x, y, letter, max(LEAST, radius * 1.4), ink_on(colour))]


def tag(said: str, right: float, y: float, dark: bool = True, size: float = LEAST) -> list[Shape]:
    """Return a word or two in a small dark box, or a light one, that ends at a place."""
    width = wide(said, size, True) + 10
    edge: Style = {"fill": INK} if dark else {"fill": "none", "stroke": SOFT_INK, "stroke_width": 1}
    ink = CARD if dark else SOFT_INK
    return [
        rect(right - width, y, width, 17, rx=5, **edge),
        letters(right - width / 2, y + 8.5, said, size, ink),
    ]


def steps(names: Sequence[str], now: int, box: Box) -> list[Shape]:
    """Return the parts of a turn or round in order, each as wide as its name, the present one in ink."""
    shapes: list[Shape] = []
    needs = [wide(said, 12, True) for said in names]
    spare = (box.width - 5 * (len(names) - 1) - sum(needs)) / len(names)
    left = box.x
    for place, said in enumerate(names):
        here, part = place == now, Box(left, box.y, needs[place] + spare, box.height)
        left = part.right + 5
        edge: Style = {"fill": INK} if here else {"fill": PAPER, **THIN}
        style: Style = {"font_weight": 700, "fill": CARD} if here else SOFT
        shapes.append(rect(*part, rx=part.height / 2, **edge))
        shapes.append(fit(part.across, part.down + 4.4, said, part.width - 8, 12, "middle", **style))
    return shapes


def token(outlined: str, colour: str, x: float, y: float, scale: float, edge: str = INK) -> Shape:
    """Return a piece with an outline of its own."""
    return path(outlined, x, y, scale, fill=colour, stroke=edge, stroke_width=1.2)


def disc(said: str, colour: str, x: float, y: float, radius: float, size: float = 0) -> list[Shape]:
    """Return a round piece with a letter or number."""
    return [circle(x, y, radius, fill=colour, **EDGE), letters(x, y, said, size or max(LEAST, 1.3 * radius), ink_on(colour))]


def coin(number: int, x: float, y: float, radius: float) -> list[Shape]:
    """Return a coin with an amount of money; three digits need one that is not small."""
    digits = len(str(number))
    radius = max(radius, LEAST) if digits > 2 else radius
    size = max(LEAST, radius * (1.35 if digits == 1 else 1.05))
    return [
        circle(x, y, radius, fill="#F8EFB4", **EDGE),
        circle(x, y, radius * 0.8, fill="none", stroke=RULE, stroke_width=0.7),
        letters(x, y, str(number), size),
    ]


MEDAL_EDGE: Final = "#FBF6E6"


def _medal() -> str:
    """Return the outline of a medal with twelve scallops, 10 units from its middle to its edge."""
    rim = [(8.6 * sin(pi * corner / 6), -8.6 * cos(pi * corner / 6)) for corner in range(13)]
    scallops = "".join([f"A2.6 2.6 0 0 1 {x:.2f} {y:.2f}" for x, y in rim[1:]])
    return f"M{rim[0][0]:.2f} {rim[0][1]:.2f}{scallops}Z"


MEDAL: Final = _medal()


def medal(number: int, x: float, y: float, radius: float) -> list[Shape]:
    """Return what decides who wins as a number on a dark medal: points, stars, profit.

    Args:
        number: how many there are.
        x: the middle of the medal.
        y: the middle of the medal.
        radius: from the middle to the edge.

    >>> [shape.kind for shape in medal(12, 0, 0, 10)]
    ['path', 'text']
    """
    digits = len(str(number))
    size = 0.85 * radius if digits > 2 else max(LEAST, radius * (1.3 if digits == 1 else 1.2))
    return [
        path(MEDAL, x, y, radius / 10, fill=INK, stroke=MEDAL_EDGE, stroke_width=0.8),
        letters(x, y, str(number), size, CARD),
    ]


def counter(box: Box, number: int, said: str = "", size: float = 17) -> list[Shape]:
    """Return the number of a thing, at the right, and its name below."""
    y = box.y + 0.5 * size + 0.36 * box.height - 3 if said else box.down + 0.36 * size
    shapes = [fit(box.right - 7, y, str(number), box.width * 0.5, size, "end", **BOLD)]
    if said:
        shapes.append(fit(box.across, box.bottom - 5, said, box.width - 8, 12, "middle", **SEMI))
    return shapes


def meter(box: Box, share: float) -> list[Shape]:
    """Return a bar that is filled up to a share of 1."""
    round_ = box.height / 2
    shapes = [rect(*box, rx=round_, fill=ASIDE)]
    if share > 0:
        shapes.append(rect(box.x, box.y, max(box.height, box.width * min(1.0, share)), box.height, rx=round_, fill=INK))
    return shapes


DIE_OUTLINES: Final = {
    4: "M0-15L16 12H-16Z",
    6: "M-13-10A3 3 0 0 1-10-13H10A3 3 0 0 1 13-10V10A3 3 0 0 1 10 13H-10A3 3 0 0 1-13 10Z",
    8: "M0-16L15-5V5L0 16L-15 5V-5Z",
}
"""The outline of a die by its number of sides: a triangle, a square and a crystal."""


def die(sides: int, said: str, x: float, y: float, scale: float, colour: str) -> list[Shape]:
    """Return a die with an outline of its own for each number of sides, and what it shows."""
    outlined = DIE_OUTLINES.get(sides, DIE_OUTLINES[6])
    return [
        path(outlined, x, y, scale, fill=colour, stroke=INK, stroke_width=1.5),
        text(x, y + (9 if sides == 4 else 5.5) * scale, said, 16 * scale, font_weight=700, fill=ink_on(colour)),
    ]


def crossed(x: float, y: float, reach: float = 11) -> list[Shape]:
    """Return a stroke that crosses out a lost thing."""
    slash = f"M{-reach - 2:g} {reach:g}L{reach + 2:g}-{reach:g}"
    return [
        path(slash, x, y, fill="none", stroke=colour, stroke_width=thick, stroke_linecap="round")
        for colour, thick in ((CARD, 3.5), (INK, 1.8))
    ]


# -- fields and maps ---------------------------------------------------------------------------------------------------

Point = tuple[float, float]


def area(points: Sequence[Point], fill: str = FIELD, **edge: Value) -> Shape:
    """Return a field of a map: the surface within some corners.

    >>> area([(0, 0), (4, 0), (4, 3)]).svg()
    '<path d="M0 0L4 0L4 3Z" fill="#EFEADD" stroke="#8C8578" stroke-width="1"/>'
    """
    corners = "L".join([f"{tidy(x)} {tidy(y)}" for x, y in points])
    return path(f"M{corners}Z", fill=fill, **{**THIN, **edge})


def hexagon(x: float, y: float, radius: float) -> list[Point]:
    """Return the corners of a hexagon that stands on one of them.

    >>> [(round(x), round(y)) for x, y in hexagon(0, 0, 10)][:3]
    [(0, -10), (9, -5), (9, 5)]
    """
    return [(x + radius * sin(pi / 3 * corner), y - radius * cos(pi / 3 * corner)) for corner in range(6)]


def bounds(points: Sequence[Point]) -> Box:
    """Return the box around some corners, for the spot of a field."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
