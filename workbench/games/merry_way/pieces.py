"""The things on the table of On Their Merry Way, drawn: symbols, travellers, cards, tokens, a roadblock. Off the rules path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workbench.core.scene import Shape, circle, path, rect
from workbench.core.scene import text as words
from workbench.games.merry_way.cards import BLUE, FOLLY_LETTERS, GUARD, MERCHANT, PEASANT, ROBBERS_CODE, FollySide
from workbench.games.merry_way.components import MERCHANTS, RESOURCES, SEATS

if TYPE_CHECKING:
    from workbench.games.merry_way.game import MerryWay

Style = dict[str, str | float]
Box = tuple[float, float, float, float]

# -- colours and symbols -----------------------------------------------------------------------------------------------

INK: Final = "#1F2328"
SOFT_INK: Final = "#4A5058"
PAPER: Final = "#F6F3EC"
CARD: Final = "#FFFFFF"
FIELD: Final = "#EFEADD"
"""The ground of what lies together."""
FOREST: Final = "#E3EBDA"
"""The ground beside a trail."""
ROAD: Final = "#DCC9A3"
ASIDE: Final = "#DDD8CC"
"""What may not be chosen now, though others of its kind may."""
RULE: Final = "#8C8578"
ACCENT: Final = "#D55E00"
"""What may be chosen, together with a thick outline."""
RED_SIDE: Final = "#F9DDD0"
BLUE_SIDE: Final = "#D6E6F5"
PINK: Final = "#F3D3E4"

ROBBERS: Final = len(FOLLY_LETTERS)
SPECIAL: Final = ROBBERS + 1
SYMBOL_CODES: Final = (*FOLLY_LETTERS, ROBBERS_CODE, "SP")
SYMBOL_COLOURS: Final = ("#F0E442", "#56B4E9", "#D55E00", "#CC79A7", "#000000", "#FFFFFF")
"""Greedy, Lazy, Wicked, Dimwitted, Robbers and special cards, out of the palette of Okabe and Ito."""
SYMBOL_LETTERS: Final = ("#000000", "#000000", "#000000", "#000000", CARD, "#000000")
SYMBOLS: Final = (
    "M-10-10H10V10H-10Z",
    "M-6-10.500H6L12 0L6 10.500H-6L-12 0Z",
    "M0-14L14 10H-14Z",
    "M0-12.500L12-3.500L8 10.500H-8L-12-3.500Z",
    "M0-13L13 0L0 13L-13 0Z",
    "M0-13L3.500-8L9-9.500L8-4L13 0L8 4L9 9.500L3.500 8L0 13L-3.500 8L-9 9.500L-8 4L-13 0L-8-4L-9-9.500L-3.500-8Z",
)
"""Their outlines, about 22 units across: square, hexagon, triangle, pentagon, diamond and star, as in drawings of the graph."""
SYMBOL_DROPS: Final = (4, 4, 7.2, 4.5, 4, 3.6)
"""How far below the middle their letters stand."""
SYMBOL_SIZES: Final = (11, 11, 9.2, 10.5, 10, 9.5)
"""How large their letters are."""

TRAVELLER_COLOURS: Final = ("#D55E00", "#F0E442", "#009E73", "#0072B2", "#CC79A7")
TRAVELLER_LETTERS: Final = ("#000000", "#000000", "#000000", CARD, "#000000")
TRAVELLER_DASHES: Final = ("", "9 3", "3 3", "12 3 3 3", "6 3")
"""A pattern for the way of each, so that ways are told apart without colours."""
BODY: Final = "M-9.500 13C-10.500 2-5-3 0-3S10.500 2 9.500 13Z"
HAT: Final = "M-8-8.500H8M-4.500-8.500C-4.500-15 4.500-15 4.500-8.500"
HELMET: Final = "M-6-7C-6-16 6-16 6-7ZM0-14V-18"
FORK: Final = "M12 14V-5M8-13V-8C8-5 16-5 16-8V-13M12-13V-5"
SPEAR: Final = "M12 14V-9M12-18L15-9H9Z"
CROWN: Final = "M-7 5V-5L-3-1L0-7L3-1L7-5V5Z"
TICK: Final = "M-5 0L-1.500 4L5-4.500"
STAR: Final = "M0-7L2-2.200 7-2.200 3 1 4.400 6 0 3.100-4.400 6-3 1-7-2.200-2-2.200Z"

PLOT: Final = "M-8-5.500L8-7.500V5.500L-8 7.500ZM-8-1L8-3M-8 3.200L8 1.200"
HEAD: Final = "M0-8A3.600 3.600 0 1 1-0.010-8ZM-7 8C-7 1.500-4 0.500 0 0.500S7 1.500 7 8Z"
LOGS: Final = "M-8-6H5A3 3 0 0 1 5 0H-8ZM-8 1H5A3 3 0 0 1 5 7H-8Z"
RESOURCE_SHAPES: Final = (PLOT, HEAD, LOGS)
RESOURCE_COLOURS: Final = ("#009E73", "#56B4E9", "#E69F00")
"""Plots, manpower and materials: a field, a man and two logs."""
COIN: Final = "#F8EFB4"

BOLD: Final[Style] = {"font_weight": 700, "fill": INK}
SEMI: Final[Style] = {"font_weight": 600, "fill": INK}
QUIET: Final[Style] = {"font_weight": 600, "fill": SOFT_INK}
PLAIN: Final[Style] = {"fill": INK}
SOFT: Final[Style] = {"fill": SOFT_INK}


def fit(said: str, width: float, size: float) -> str:
    """Words cut to what is sure to fit, wide letters and all."""
    most = max(1, int(width / (0.6 * size)))
    return said if len(said) <= most else said[: most - 1].rstrip() + "…"


def outline(legal: bool) -> Style:
    """The edge of what may be chosen, or of what may not."""
    return {"stroke": ACCENT, "stroke_width": 3} if legal else {"stroke": RULE, "stroke_width": 1}


def framed(box: Box, fill: str, style: Style, corner: float = 7) -> Shape:
    """A box with round corners."""
    x, y, width, height = box
    return rect(x, y, width, height, rx=corner, fill=fill, **style)


def light(colour: str) -> bool:
    """Whether ink is easier to read on a colour than paper is."""
    red, green, blue = [int(colour[start : start + 2], 16) for start in (1, 3, 5)]
    return 0.299 * red + 0.587 * green + 0.114 * blue > 100


# -- people ------------------------------------------------------------------------------------------------------------


def draw_badge(rules: MerryWay, seat: int, x: float, y: float, radius: float) -> list[Shape]:
    """The letter of a seat on its colour: a player, or a claim marker."""
    colour = rules.seat_colour(seat)
    letter = "#000000" if light(colour) else CARD
    return [
        rect(x - radius, y - radius, 2 * radius, 2 * radius, rx=3, fill=colour, stroke=INK, stroke_width=1.2),
        words(x, y + radius * 0.5, SEATS[seat], radius * 1.4, font_weight=700, fill=letter),
    ]


def draw_no_claim(x: float, y: float, radius: float) -> list[Shape]:
    """Where a claim marker would lie."""
    edge: Style = {"stroke": SOFT_INK, "stroke_width": 1.2, "stroke_dasharray": "2.5 2"}
    return [rect(x - radius, y - radius, 2 * radius, 2 * radius, rx=3, fill="none", **edge)]


def draw_traveller(traveller: int, kind: int, x: float, y: float, scale: float) -> list[Shape]:
    """A traveller with its letter: a Merchant in a hat, a Peasant with a fork, a Guard with helmet and spear."""
    edge: Style = {"stroke": INK, "stroke_width": 1.3}
    thin: Style = {"fill": "none", "stroke": INK, "stroke_width": 1.5, "stroke_linecap": "round"}
    shapes = [
        path(BODY, x, y, scale, fill=TRAVELLER_COLOURS[traveller], **edge),
        circle(x, y - 7 * scale, 4.8 * scale, fill=PAPER, **edge),
    ]
    if kind == MERCHANT:
        shapes.append(path(HAT, x, y, scale, fill=INK, **edge))
    elif kind == PEASANT:
        shapes.append(path(FORK, x, y, scale, **thin))
    else:
        shapes.append(path(HELMET, x, y, scale, fill=SOFT_INK, **edge))
        shapes.append(path(SPEAR, x, y, scale, fill=PAPER, stroke=INK, stroke_width=1.3))
    letter: Style = {"font_weight": 700, "fill": TRAVELLER_LETTERS[traveller]}
    return [*shapes, words(x, y + 10.5 * scale, MERCHANTS[traveller][0], 11 * scale, "middle", **letter)]


def draw_passing(traveller: int, x: float, y: float, stops: bool) -> list[Shape]:
    """The letter of a traveller where it comes by: on a disc of its colour where something happens, else on paper."""
    fill, letter = (TRAVELLER_COLOURS[traveller], TRAVELLER_LETTERS[traveller]) if stops else (PAPER, INK)
    return [
        circle(x, y, 6.5, fill=fill, stroke=INK, stroke_width=1.1),
        words(x, y + 3.6, MERCHANTS[traveller][0], 10, font_weight=700, fill=letter),
    ]


# -- tokens and symbols ------------------------------------------------------------------------------------------------


def draw_symbol(symbol: int, x: float, y: float, radius: float) -> list[Shape]:
    """A folly, Robbers or a special card: outline, colour and two letters."""
    scale = radius / 11
    drop = SYMBOL_DROPS[symbol] * scale
    letters: Style = {"font_weight": 700, "fill": SYMBOL_LETTERS[symbol]}
    return [
        path(SYMBOLS[symbol], x, y, scale, fill=SYMBOL_COLOURS[symbol], stroke=INK, stroke_width=1.2),
        words(x, y + drop, SYMBOL_CODES[symbol], SYMBOL_SIZES[symbol] * scale, "middle", **letters),
    ]


def symbols_of(rules: MerryWay, card: int) -> tuple[int, ...]:
    """What a scheme card shows: its follies, Robbers, or that it is special."""
    if card >= rules.cards.normal:
        return (SPECIAL,)
    return rules.cards.follies[card] or (ROBBERS,)


def draw_symbols(symbols: tuple[int, ...], x: float, y: float, radius: float) -> list[Shape]:
    """All symbols of a card in the room of one: a single one large, two side by side, more in two rows."""
    if len(symbols) == 1:
        return draw_symbol(symbols[0], x, y, radius)
    small, shapes = 0.56 * radius, []
    for place, symbol in enumerate(symbols):
        down = 0 if len(symbols) == 2 else small if place > 1 else -small
        shapes += draw_symbol(symbol, x + (small if place % 2 else -small), y + down, small)
    return shapes


def draw_coin(profit: int, x: float, y: float, radius: float) -> list[Shape]:
    """So much profit."""
    said = str(profit)
    size = radius * (1.35 if len(said) == 1 else 1.05)
    return [
        circle(x, y, radius, fill=COIN, stroke=INK, stroke_width=1.2),
        circle(x, y, radius * 0.8, fill="none", stroke=RULE, stroke_width=0.7),
        words(x, y + size * 0.36, said, size, "middle", **BOLD),
    ]


def draw_resource(kind: int, x: float, y: float, scale: float = 1) -> list[Shape]:
    """A plot, a man or a stack of logs, about 16 units across."""
    edge: Style = {"fill": RESOURCE_COLOURS[kind], "stroke": INK, "stroke_width": 1.1, "stroke_linejoin": "round"}
    return [path(RESOURCE_SHAPES[kind], x, y, scale, **edge)]


def draw_price(cost: tuple[int, int, int], x: float, y: float, step: float, scale: float = 0.62) -> list[Shape]:
    """Plots, manpower and materials in numbers, side by side from x; y is their middle."""
    shapes: list[Shape] = []
    for kind in range(RESOURCES):
        left = x + kind * step
        shapes += draw_resource(kind, left + 8 * scale, y, scale)
        shapes.append(words(left + 17.5 * scale, y + 4.2, str(cost[kind]), 12, "start", **SEMI))
    return shapes


def draw_roadblock(x: float, y: float, angle: float = 0) -> list[Shape]:
    """A striped beam on two posts, about 24 units long."""
    turned = f"translate({x:g} {y:g}) rotate({angle:g})"
    beam: Style = {"fill": CARD, "stroke": INK, "stroke_width": 1.5, "transform": turned}
    stripes: Style = {"fill": ACCENT, "transform": turned}
    return [
        Shape("path", {"d": "M-9 4V9M9 4V9", **_dashed({**beam, "fill": "none"})}),
        Shape("path", {"d": "M-12-4.500H12V4.500H-12Z", **_dashed(beam)}),
        Shape("path", {"d": "M-9-3.700H-4L-7 3.700H-12ZM-1-3.700H4L1 3.700H-4ZM7-3.700H11.200L9 3.700H4Z", **stripes}),
    ]


def _dashed(style: Style) -> Style:
    return {name.replace("_", "-"): value for name, value in style.items()}


# -- cards -------------------------------------------------------------------------------------------------------------


def draw_side(side: FollySide, x: float, y: float, radius: float) -> list[Shape]:
    """The follies of a side of a folly card, around a middle."""
    step = min(2.5 * radius, (66 if side.kind == MERCHANT else 46) / len(side.follies))
    left = x - step * (len(side.follies) - 1) / 2
    shapes: list[Shape] = []
    for place, folly in enumerate(side.follies):
        shapes += draw_symbol(folly, left + place * step, y, min(radius, step / 2.3))
    return shapes


def draw_kind(kind: int, x: float, y: float, scale: float) -> list[Shape]:
    """The fork of Peasants or the helmet of Guards on a folly card; nothing for Merchants."""
    if kind == GUARD:
        return [path(HELMET, x, y + 18 * scale, 1.5 * scale, fill=SOFT_INK, stroke=INK, stroke_width=1.2)]
    if kind == PEASANT:
        thin: Style = {"fill": "none", "stroke": INK, "stroke_width": 1.7, "stroke_linecap": "round"}
        return [path(FORK, x - 12 * scale, y, scale, **thin)]
    return []


def side_colour(colour: int) -> str:
    """The ground of a side of a folly card."""
    return BLUE_SIDE if colour == BLUE else RED_SIDE


def draw_digits(
    digits: tuple[int, ...], pink: tuple[bool, ...], box: Box, now: int = -1, edge: Style | None = None
) -> list[Shape]:
    """A resource card: three digits, the pink ones in a ring on pink ground; `now` is the digit that is used."""
    x, y, width, height = box
    shapes = [framed(box, CARD, edge or outline(False))]
    step = (width - 6) / len(digits)
    for place, digit in enumerate(digits):
        middle = x + 3 + (place + 0.5) * step
        if pink[place]:
            shapes.append(circle(middle, y + height / 2, 9, fill=PINK, stroke=INK, stroke_width=1.4))
        shapes.append(words(middle, y + height / 2 + 5.5, str(digit), 16, "middle", **BOLD))
        if place == now:
            shapes.append(rect(middle - 7, y + height - 5, 14, 3, fill=ACCENT))
            shapes.append(path("M-4-4H4L0 1Z", middle, y + 4, 1, fill=ACCENT))
    return shapes


def draw_back(box: Box, said: str) -> list[Shape]:
    """A card face down."""
    x, y, width, height = box
    return [
        framed(box, ASIDE, {"stroke": RULE, "stroke_width": 1}),
        rect(x + 4, y + 4, width - 8, height - 8, rx=4, fill="none", stroke=RULE, stroke_width=0.8),
        words(x + width / 2, y + height / 2 + 4.2, said, 12, "middle", **QUIET),
    ]


def draw_arrow(x: float, y: float, to_right: bool, colour: str) -> list[Shape]:
    """The head of an arrow at the end of a way."""
    tip = 8 if to_right else -8
    return [path(f"M0-7L{tip} 0L0 7Z", x, y, 1, fill=colour, stroke=INK, stroke_width=1.2)]


def draw_chevron(x: float, y: float, to_right: bool) -> list[Shape]:
    """The direction of travel on a road."""
    bend = 4 if to_right else -4
    edge: Style = {"fill": "none", "stroke": RULE, "stroke_width": 1.6, "stroke_linecap": "round"}
    return [path(f"M{-bend / 2:g}-5L{bend / 2:g} 0L{-bend / 2:g} 5", x, y, 1, **edge)]


def draw_pack(box: Box, copies: int) -> list[Shape]:
    """The edge of further cards below a card."""
    x, y, width, height = box
    return [rect(x + 3, y + 3, width, height, rx=7, fill=CARD, stroke=INK, stroke_width=1)] if copies > 1 else []


def draw_copies(box: Box, copies: int) -> list[Shape]:
    """How many equal cards lie together, on the upper edge; nothing for a single one."""
    if copies < 2:
        return []
    x, y, width, _ = box
    return [
        rect(x + width / 2 - 3, y - 7, 25, 14, rx=6, fill=INK),
        words(x + width / 2 + 9.5, y + 4, f"×{copies}", 11, font_weight=700, fill=CARD),
    ]
