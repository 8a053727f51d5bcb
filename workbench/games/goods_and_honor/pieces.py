"""Drawings of the things in For Goods and Honor: tokens, chips, Goods, dice, hands and letters. Off the rules path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workbench.core.pieces import (
    BOLD,
    CARD,
    EDGE,
    INK,
    LEAST,
    SEMI,
    Style,
    badge,
    die,
    disc,
    fit,
    ink_on,
    letters,
    token,
)
from workbench.core.scene import Shape, circle, path, rect
from workbench.core.scene import text as words
from workbench.games.goods_and_honor.components import (
    FIRST_GOOD,
    ITEMS,
    NASTIGAN,
    RIDGEFOLK,
    SEATS,
    SENTRYFOLK,
    TYPE_CODES,
)

if TYPE_CHECKING:
    from workbench.games.goods_and_honor.game import GoodsAndHonor

# -- colours and symbols -----------------------------------------------------------------------------------------------

TOKEN_COLOURS: Final = ("#F0E442", "#009E73", "#000000", "#0072B2", "#D55E00")
"""Plains-, Woods-, Ridge- and Sentryfolk and Nastigans: the source's colours, taken from the palette of Okabe and Ito."""
SEAT_COLOURS: Final = ("#D55E00", "#0072B2", "#009E73", "#F0E442", "#CC79A7", "#FFFFFF")
"""The chips of each seat: red, blue, green, yellow, purple and white (GH-HOUSE-1)."""
GOOD_COLOURS: Final = ("#F0E442", "#009E73", "#000000")
"""Food, Wood and Rock: yellow, green and black like the Folks at home there."""
GOOD_CODES: Final = ("Fo", "Wo", "Ro")
CLOTH: Final = "#DE9F78"
"""The ground: a terracotta cloth."""
WEAVE: Final = "#A24D2A"
"""The pattern at the edges of the cloth."""
DEEP: Final = "#7A2E12"
"""The dark colour of the game."""
TINTS: Final = ("#FBF4C8", "#E0F1E4", "#E9E7E3", "#DFEBF6", "#F4ECDF")
"""The grounds of the sections of a mat: Food, Wood, Rock, Guards and New."""

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

# -- things ------------------------------------------------------------------------------------------------------------


def mark(rules: GoodsAndHonor, seat: int, x: float, y: float, radius: float) -> list[Shape]:
    """Draw the letter of a seat on its colour."""
    return badge(SEATS[seat], rules.seat_colour(seat), x, y, radius)


def draw_token(kind: int, x: float, y: float, radius: float, lettered: bool = True) -> list[Shape]:
    """Draw a Folk or a Nastigan."""
    shapes = [token(TOKENS[kind], TOKEN_COLOURS[kind], x, y, radius / 11, CARD if kind == RIDGEFOLK else INK)]
    if lettered:
        drop = (0.52 if kind == RIDGEFOLK else 0.42) * max(1.0, LEAST / (1.15 * radius))
        style: Style = {"font_weight": 700, "fill": ink_on(TOKEN_COLOURS[kind])}
        shapes.append(words(x, y + radius * drop, TYPE_CODES[kind], max(LEAST, radius * 1.15), "middle", **style))
    return shapes


def draw_item(rules: GoodsAndHonor, item: int, x: float, y: float, radius: float) -> list[Shape]:
    """Draw a chip with the letter of its owner, or a Goods token."""
    if item < FIRST_GOOD:
        colour = rules.seat_colour(item)
        if radius < 9:  # no room for a rim beside letters that can be read
            return disc(SEATS[item], colour, x, y, radius, LEAST)
        notch = f"{radius * 0.33:.2f} {radius * 0.33:.2f}"
        ring: Style = {"fill": "none", "stroke": ink_on(colour), "stroke_dasharray": notch}
        return [
            circle(x, y, radius, fill=colour, **EDGE),
            circle(x, y, radius * 0.84, stroke_width=radius * 0.2, **ring),
            circle(x, y, radius * 0.66, fill=CARD, stroke=INK, stroke_width=0.8),
            letters(x, y, SEATS[item], max(LEAST, radius * 1.02)),
        ]
    good = item - FIRST_GOOD
    outline: Style = {"fill": GOOD_COLOURS[good], **EDGE}
    said = GOOD_CODES[good] if radius >= 9 else GOOD_CODES[good][0]
    code = letters(x, y, said, max(LEAST, radius * 0.88), ink_on(GOOD_COLOURS[good]))
    if good == 0:
        ring = {"fill": "none", "stroke": INK, "stroke_width": 0.7}
        return [circle(x, y, radius, **outline), circle(x, y, radius * 0.82, **ring), code]
    if good == 1:
        stick = rect(x - radius * 1.15, y - radius * 0.62, radius * 2.3, radius * 1.24, rx=radius * 0.6, **outline)
        return [stick, code]
    return [rect(x - radius * 0.92, y - radius * 0.92, radius * 1.84, radius * 1.84, rx=2, **outline), code]


def draw_fist(x: float, y: float, scale: float, colour: str) -> list[Shape]:
    """Draw a closed hand with a sleeve of the owner's colour, about 50 units high."""
    hand = 1.35 * scale
    return [
        rect(x - 13 * scale, y + 15 * scale, 26 * scale, 13 * scale, rx=3, fill=colour, stroke=INK, stroke_width=1.2),
        path(FIST, x, y, hand, fill=CARD, stroke=INK, stroke_width=1.2),
        path(KNUCKLES, x, y, hand, fill="none", stroke=INK, stroke_width=1.1, stroke_linecap="round"),
    ]


def draw_die(sides: int, said: str, x: float, y: float, scale: float, red: bool = False) -> list[Shape]:
    """Draw a die: red for Nastigans, blue for Folks."""
    return die(sides, said, x, y, scale, TOKEN_COLOURS[NASTIGAN if red else SENTRYFOLK])


def draw_pile(kind: int, count: int, x: float, y: float, width: float) -> list[Shape]:
    """Draw Folks of one type: a token and, for several, the edge of another beneath it and their number."""
    radius = 11.5
    shapes = draw_token(kind, x + radius + 4, y, radius, False) if count > 1 else []
    shapes += draw_token(kind, x + radius, y, radius)
    if count > 1:
        left = x + 2 * radius + 7
        shapes.append(fit(left, y + 5.5, str(count), x + width - left, 15, **BOLD))
    return shapes


def draw_items(
    rules: GoodsAndHonor, counts: tuple[int, ...], x: float, y: float, width: float, height: float, centred: bool = True
) -> list[Shape]:
    """Draw items side by side, one by one if there are few, otherwise by kind with their number."""
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
