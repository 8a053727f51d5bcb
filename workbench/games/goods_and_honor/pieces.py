"""The things on the table of For Goods and Honor, drawn: tokens, chips, Goods, dice, hands and letters. Off the rules path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workbench.core.scene import Shape, circle, path, rect
from workbench.core.scene import text as words
from workbench.games.goods_and_honor.components import (
    FIRST_GOOD,
    ITEMS,
    NASTIGAN,
    SEATS,
    SENTRYFOLK,
    TYPE_CODES,
)

if TYPE_CHECKING:
    from workbench.games.goods_and_honor.game import GoodsAndHonor

Style = dict[str, str | float]

# -- colours and symbols -----------------------------------------------------------------------------------------------

INK: Final = "#1F2328"
SOFT_INK: Final = "#4A5058"
PAPER: Final = "#F6F3EC"
CARD: Final = "#FFFFFF"
FIELD: Final = "#EFEADD"
"""The ground of a section of a mat."""
ASIDE: Final = "#DDD8CC"
"""What may not be chosen now, though others of its kind may."""
RULE: Final = "#8C8578"
ACCENT: Final = "#D55E00"
"""What may be chosen, together with a thick outline."""

TOKEN_COLOURS: Final = ("#F0E442", "#009E73", "#000000", "#0072B2", "#D55E00")
"""Plains-, Woods-, Ridge- and Sentryfolk and Nastigans: the source's colours, taken from the palette of Okabe and Ito."""
SEAT_COLOURS: Final = ("#D55E00", "#0072B2", "#009E73", "#F0E442", "#CC79A7", "#FFFFFF")
"""The chips of each seat: red, blue, green, yellow, purple and white (GH-HOUSE-1)."""
TOKEN_LETTERS: Final = (INK, "#000000", CARD, CARD, "#000000")
GOOD_COLOURS: Final = ("#F0E442", "#009E73", "#000000")
"""Food, Wood and Rock: as yellow, green and black as the Folks at home there."""
GOOD_CODES: Final = ("Fo", "Wo", "Ro")

TOKENS: Final = (
    "M0-11A11 11 0 1 1 0 11A11 11 0 1 1 0-11Z",
    "M0-12L10.500-6V6L0 12L-10.500 6V-6Z",
    "M-5.500-11H5.500L12 10.500H-12Z",
    "M-10.500-11H10.500V1C10.500 7 5 10 0 12.500C-5 10-10.500 7-10.500 1Z",
    "M0-14L3.300-9.500L8.500-11.500L9-6L14-4L10.500 0L13 5L7.700 6L6.500 11.500L1.700 9L-2.500 12.500L-4.700 7.500"
    "L-10.300 8.700L-9.500 3.200L-14 0L-9.800-3.200L-10.800-8.700L-5.200-8.200Z",
)
"""The outline of each token, about 22 units across: disc, tree, mountain, shield, and a ragged star for Nastigans."""
PAWN: Final = "M0-13A4.600 4.600 0 0 1 3-5L5 6H7V10H-7V6H-5L-3-5A4.600 4.600 0 0 1 0-13Z"
FIST: Final = (
    "M-14 2V-4A3.500 3.500 0 0 1-7-6A3.500 3.500 0 0 1 0-7A3.500 3.500 0 0 1 7-6A3.500 3.500 0 0 1 14-3V8"
    "A8 8 0 0 1 6 15H-6A8 8 0 0 1-14 8Z"
)
KNUCKLES: Final = "M-7-5V2M0-6V2M7-5V2M-13 4C-9 1-2 2-1 5S-5 9-8 8"
DIE_OUTLINES: Final = {
    4: "M0-15L16 12H-16Z",
    6: "M-13-10A3 3 0 0 1-10-13H10A3 3 0 0 1 13-10V10A3 3 0 0 1 10 13H-10A3 3 0 0 1-13 10Z",
    8: "M0-16L15-5V5L0 16L-15 5V-5Z",
}
"""A die by its number of sides: triangle, square, and a crystal."""
STAR: Final = "M0-7L2-2.200 7-2.200 3 1 4.400 6 0 3.100-4.400 6-3 1-7-2.200-2-2.200Z"
ARROW: Final = "M-5-4L0 4L5-4Z"

BOLD: Final[Style] = {"font_weight": 700, "fill": INK}
SEMI: Final[Style] = {"font_weight": 600, "fill": INK}
QUIET: Final[Style] = {"font_weight": 600, "fill": SOFT_INK}
PLAIN: Final[Style] = {"fill": INK}


def fit(said: str, width: float, size: float) -> str:
    """Words cut to what is sure to fit, wide letters and all."""
    most = max(1, int(width / (0.64 * size)))
    return said if len(said) <= most else said[: most - 1].rstrip() + "…"


# -- things ------------------------------------------------------------------------------------------------------------


def framed(box: tuple[float, float, float, float], fill: str, style: Style) -> Shape:
    """A box with round corners."""
    x, y, width, height = box
    return rect(x, y, width, height, rx=7, fill=fill, **style)


def outline(legal: bool) -> Style:
    """The edge of what may be chosen, or of what may not."""
    return {"stroke": ACCENT, "stroke_width": 3} if legal else {"stroke": RULE, "stroke_width": 1}


def light(colour: str) -> bool:
    """Whether ink is easier to read on a colour than paper is."""
    red, green, blue = [int(colour[start : start + 2], 16) for start in (1, 3, 5)]
    return 0.299 * red + 0.587 * green + 0.114 * blue > 100


def draw_badge(rules: GoodsAndHonor, seat: int, x: float, y: float, radius: float) -> list[Shape]:
    """The letter of a seat on its colour."""
    colour = rules.seat_colour(seat)
    letter = "#000000" if light(colour) else CARD
    return [
        rect(x - radius, y - radius, 2 * radius, 2 * radius, rx=4, fill=colour, stroke=INK, stroke_width=1.2),
        words(x, y + radius * 0.5, SEATS[seat], radius * 1.4, font_weight=700, fill=letter),
    ]


def draw_token(kind: int, x: float, y: float, radius: float, lettered: bool = True) -> list[Shape]:
    """A Folk or a Nastigan."""
    scale = radius / 11
    shapes = [path(TOKENS[kind], x, y, scale, fill=TOKEN_COLOURS[kind], stroke=CARD if kind == 2 else INK)]
    if lettered:
        drop = 0.52 if kind == 2 else 0.42
        style: Style = {"font_weight": 700, "fill": TOKEN_LETTERS[kind]}
        shapes.append(words(x, y + radius * drop, TYPE_CODES[kind], radius * 1.15, "middle", **style))
    return shapes


def draw_item(rules: GoodsAndHonor, item: int, x: float, y: float, radius: float) -> list[Shape]:
    """A chip with the letter of its owner, or a Goods token."""
    if item < FIRST_GOOD:
        colour = rules.seat_colour(item)
        notch = f"{radius * 0.33:.2f} {radius * 0.33:.2f}"
        ring: Style = {"fill": "none", "stroke": INK if light(colour) else CARD, "stroke_dasharray": notch}
        return [
            circle(x, y, radius, fill=colour, stroke=INK, stroke_width=1.2),
            circle(x, y, radius * 0.84, stroke_width=radius * 0.2, **ring),
            circle(x, y, radius * 0.66, fill=CARD, stroke=INK, stroke_width=0.8),
            words(x, y + radius * 0.36, SEATS[item], radius * 1.02, font_weight=700, fill=INK),
        ]
    good = item - FIRST_GOOD
    outline: Style = {"fill": GOOD_COLOURS[good], "stroke": INK, "stroke_width": 1.2}
    letters: Style = {"font_weight": 700, "fill": CARD if good == 2 else "#000000"}
    code = words(x, y + radius * 0.32, GOOD_CODES[good], radius * 0.88, "middle", **letters)
    if good == 0:
        ring = {"fill": "none", "stroke": INK, "stroke_width": 0.7}
        return [circle(x, y, radius, **outline), circle(x, y, radius * 0.82, **ring), code]
    if good == 1:
        stick = rect(x - radius * 1.15, y - radius * 0.62, radius * 2.3, radius * 1.24, rx=radius * 0.6, **outline)
        return [stick, code]
    return [rect(x - radius * 0.92, y - radius * 0.92, radius * 1.84, radius * 1.84, rx=2, **outline), code]


def draw_fist(x: float, y: float, scale: float, colour: str) -> list[Shape]:
    """A closed hand with a sleeve of the owner's colour, about 50 units high."""
    hand = 1.35 * scale
    return [
        rect(x - 13 * scale, y + 15 * scale, 26 * scale, 13 * scale, rx=3, fill=colour, stroke=INK, stroke_width=1.2),
        path(FIST, x, y, hand, fill=CARD, stroke=INK, stroke_width=1.2),
        path(KNUCKLES, x, y, hand, fill="none", stroke=INK, stroke_width=1.1, stroke_linecap="round"),
    ]


def draw_die(sides: int, said: str, x: float, y: float, scale: float, red: bool = False) -> list[Shape]:
    """A die: red or blue, with an outline of its own for each number of sides."""
    fill, ink = (TOKEN_COLOURS[NASTIGAN], "#000000") if red else (TOKEN_COLOURS[SENTRYFOLK], CARD)
    drop = 9 if sides == 4 else 5.5
    return [
        path(DIE_OUTLINES[sides], x, y, scale, fill=fill, stroke=INK, stroke_width=1.5),
        words(x, y + drop * scale, said, 16 * scale, font_weight=700, fill=ink),
    ]


def draw_pile(kind: int, count: int, x: float, y: float, radius: float, width: float) -> list[Shape]:
    """Folks of one type: a token, an edge of those beneath, and their number if there are several."""
    shapes: list[Shape] = []
    if count > 1:
        shapes += draw_token(kind, x + radius + 2.5, y - 2.5, radius, False)
    shapes += draw_token(kind, x + radius, y, radius)
    if count > 1:
        room = width - 2 * radius - 4
        size = min(13.0, room / (0.66 * len(str(count))))
        shapes.append(words(x + 2 * radius + 4, y + 4.5, str(count), size, "start", **BOLD))
    return shapes


def draw_fan(kind: int, count: int, x: float, y: float, width: float) -> list[Shape]:
    """Folks of one type, up to three of them seen, and their number if there are several."""
    radius = 11.5
    seen = min(count, 3 if width > 62 else 2)
    shapes: list[Shape] = []
    for place in range(seen):
        shapes += draw_token(kind, x + radius + 6 * (seen - 1 - place), y, radius, place == seen - 1)
    if count > 1:
        left = x + 2 * radius + 6 * (seen - 1) + 5
        size = min(15.0, (x + width - left) / (0.66 * len(str(count))))
        shapes.append(words(left, y + 5.5, str(count), size, "start", **BOLD))
    return shapes


def draw_items(
    rules: GoodsAndHonor, counts: tuple[int, ...], x: float, y: float, width: float, height: float, centred: bool = True
) -> list[Shape]:
    """Items side by side, one by one if there are few, else by kind with their number."""
    shapes: list[Shape] = []
    total = sum(counts)
    if total <= 5:
        step = min(27.0, width / 5)
        left = x + ((width - step * (total - 1)) / 2 if centred else step / 2)
        each = [item for item in range(ITEMS) for _ in range(counts[item])]
        for place, item in enumerate(each):
            shapes += draw_item(rules, item, left + place * step, y + height / 2, min(12.0, step / 2 - 0.8))
        return shapes
    kinds = [item for item in range(ITEMS) if counts[item]]
    columns = max(1, int(width // 46))
    rows = (len(kinds) + columns - 1) // columns
    for place, item in enumerate(kinds):
        left = x + place % columns * (width / columns) + 12
        middle = y + (place // columns + 0.5) * (height / rows)
        shapes += draw_item(rules, item, left, middle, min(10.0, height / rows / 2 - 1))
        shapes.append(words(left + 13, middle + 4.5, f"×{counts[item]}", 12, "start", **SEMI))
    return shapes
