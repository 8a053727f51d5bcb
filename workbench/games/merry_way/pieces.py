"""Draws the things on the table of On Their Merry Way: symbols, travellers, cards, tokens, a roadblock. Off the rules path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from workbench.core.pieces import (
    ACCENT,
    BOLD,
    CARD,
    EDGE,
    INK,
    LEAST,
    PAPER,
    PLAIN,
    RULE,
    SEMI,
    SOFT_INK,
    Box,
    Style,
    around,
    badge,
    fit,
    frame,
    ink_on,
    letters,
    medal,
    tag,
    token,
)
from workbench.core.scene import Shape, circle, path, rect
from workbench.core.scene import text as words
from workbench.games.merry_way.cards import BLUE, FOLLY_LETTERS, GUARD, MERCHANT, NONE, PEASANT, ROBBERS_CODE, FollySide
from workbench.games.merry_way.components import MERCHANTS, RESOURCES, SEATS

if TYPE_CHECKING:
    from workbench.games.merry_way.game import MerryWay

# -- colours and symbols -----------------------------------------------------------------------------------------------

LEAF: Final = "#8FB36B"
"""The ground."""
DEEP: Final = "#2F5527"
"""The dark colour of the game."""
FOREST: Final = "#D6E5C2"
"""The colour of the ground beside a trail."""
TREES: Final = "#BCD29F"
ROAD: Final = "#E3C68F"
RED_SIDE: Final = "#F9DDD0"
BLUE_SIDE: Final = "#D6E6F5"
PINK: Final = "#F3D3E4"

ROBBERS: Final = len(FOLLY_LETTERS)
SPECIAL: Final = ROBBERS + 1
SYMBOL_CODES: Final = (*FOLLY_LETTERS, ROBBERS_CODE, "SP")
SYMBOL_COLOURS: Final = ("#F0E442", "#56B4E9", "#D55E00", "#CC79A7", "#000000", "#FFFFFF")
"""The colours of Greedy, Lazy, Wicked, Dimwitted, Robbers and special cards, from the palette of Okabe and Ito."""
SYMBOLS: Final = (
    "M-10-10H10V10H-10Z",
    "M-6-10.500H6L12 0L6 10.500H-6L-12 0Z",
    "M-2.500-13.500H2.500L15 6V10.500H-15V6Z",
    "M0-12.500L12-3.500L8 10.500H-8L-12-3.500Z",
    "M0-13L13 0L0 13L-13 0Z",
    "M0-13L3.500-8L9-9.500L8-4L13 0L8 4L9 9.500L3.500 8L0 13L-3.500 8L-9 9.500L-8 4L-13 0L-8-4L-9-9.500L-3.500-8Z",
)
"""Their outlines, about 22 units across: square, hexagon, triangle, pentagon, diamond and star, as in drawings of the graph."""
TREE: Final = "M0-12C5-12 9-8 8-4C12-2 11 5 6 5H1.500V10H-1.500V5H-6C-11 5-12-2-8-4C-9-8-5-12 0-12Z"
ROOMY: Final = 10.5
"""From this radius a symbol has room for two letters that can be read; a smaller one shows the first."""
SYMBOL_DROPS: Final = (4, 4, 7.5, 4.5, 4, 3.6)
"""How far below the middle their letters are."""

TRAVELLER_COLOURS: Final = ("#D55E00", "#F0E442", "#009E73", "#0072B2", "#CC79A7")
TRAVELLER_DASHES: Final = ("", "9 3", "3 3", "12 3 3 3", "6 3")
"""A line pattern for each traveller's way, so the ways differ without colours."""
BODY: Final = "M-9.500 13C-10.500 2-5-3 0-3S10.500 2 9.500 13Z"
HAT: Final = "M-8-8.500H8M-4.500-8.500C-4.500-15 4.500-15 4.500-8.500"
HELMET: Final = "M-6-7C-6-16 6-16 6-7ZM0-14V-18"
FORK: Final = "M12 14V-5M8-13V-8C8-5 16-5 16-8V-13M12-13V-5"
SPEAR: Final = "M12 14V-9M12-18L15-9H9Z"
CROWN: Final = "M-7 5V-5L-3-1L0-7L3-1L7-5V5Z"
PLOT: Final = "M-8-5.500L8-7.500V5.500L-8 7.500ZM-8-1L8-3M-8 3.200L8 1.200"
HEAD: Final = "M0-8A3.600 3.600 0 1 1-0.010-8ZM-7 8C-7 1.500-4 0.500 0 0.500S7 1.500 7 8Z"
LOGS: Final = "M-8-6H5A3 3 0 0 1 5 0H-8ZM-8 1H5A3 3 0 0 1 5 7H-8Z"
RESOURCE_SHAPES: Final = (PLOT, HEAD, LOGS)
RESOURCE_COLOURS: Final = ("#009E73", "#56B4E9", "#E69F00")
"""The shapes for plots, manpower and materials: a field, a man and two logs."""

# -- people ------------------------------------------------------------------------------------------------------------


def mark(rules: MerryWay, seat: int, x: float, y: float, radius: float) -> list[Shape]:
    """Draw a player's letter or a claim marker; if nobody has one there, draw the place for a marker."""
    if seat == NONE:
        return [frame(around(x, y, radius), "none", 3, stroke=SOFT_INK, stroke_width=1.2, stroke_dasharray="2.5 2")]
    return badge(SEATS[seat], rules.seat_colour(seat), x, y, radius)


def draw_traveller(traveller: int, kind: int, x: float, y: float, scale: float) -> list[Shape]:
    """Draw a traveller with its letter: a Merchant in a hat, a Peasant with a fork, a Guard with helmet and spear."""
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
    letter: Style = {"font_weight": 700, "fill": ink_on(TRAVELLER_COLOURS[traveller])}
    size = max(LEAST, 11 * scale)
    return [*shapes, words(x, y + 6.7 * scale + 0.36 * size, MERCHANTS[traveller][0], size, "middle", **letter)]


def draw_passing(traveller: int, x: float, y: float, stops: bool) -> list[Shape]:
    """Draw the letter of a traveller that passes: on a disc of its colour if something happens there, else on paper."""
    fill = TRAVELLER_COLOURS[traveller] if stops else PAPER
    return [circle(x, y, 6.5, fill=fill, **EDGE), letters(x, y, MERCHANTS[traveller][0], LEAST, ink_on(fill))]


# -- tokens and symbols ------------------------------------------------------------------------------------------------


def draw_symbol(symbol: int, x: float, y: float, radius: float) -> list[Shape]:
    """Draw a folly, Robbers or a special card: outline, colour and two letters."""
    scale = radius / 11
    letters: Style = {"font_weight": 700, "fill": ink_on(SYMBOL_COLOURS[symbol])}
    code, size = SYMBOL_CODES[symbol], LEAST * max(1, scale)
    if radius < ROOMY:
        code = code[0]
    drop = 0.36 * size + (SYMBOL_DROPS[symbol] - 4) * scale
    return [
        token(SYMBOLS[symbol], SYMBOL_COLOURS[symbol], x, y, scale * 1.14, CARD),
        token(SYMBOLS[symbol], SYMBOL_COLOURS[symbol], x, y, scale),
        words(x, y + drop, code, size, "middle", **letters),
    ]


def symbols_of(rules: MerryWay, card: int) -> tuple[int, ...]:
    """Return the symbols of a scheme card: its follies, Robbers, or the one for special cards."""
    if card >= rules.cards.normal:
        return (SPECIAL,)
    return rules.cards.follies[card] or (ROBBERS,)


def draw_symbols(symbols: tuple[int, ...], x: float, y: float, radius: float) -> list[Shape]:
    """Draw all symbols of a card in the room of one: a single one large, two side by side, more in two rows."""
    if len(symbols) == 1:
        return draw_symbol(symbols[0], x, y, radius)
    small, shapes = 0.56 * radius, []
    for place, symbol in enumerate(symbols):
        down = 0 if len(symbols) == 2 else small if place > 1 else -small
        shapes += draw_symbol(symbol, x + (small if place % 2 else -small), y + down, small)
    return shapes


def draw_resource(kind: int, x: float, y: float, scale: float = 1) -> list[Shape]:
    """Draw a plot, a man or a stack of logs, about 16 units across."""
    edge: Style = {"fill": RESOURCE_COLOURS[kind], "stroke": INK, "stroke_width": 1.1, "stroke_linejoin": "round"}
    return [path(RESOURCE_SHAPES[kind], x, y, scale, **edge)]


def draw_price(cost: tuple[int, int, int], x: float, y: float, step: float, scale: float = 0.62) -> list[Shape]:
    """Draw plots, manpower and materials as numbers, side by side from x; y is their middle."""
    shapes: list[Shape] = []
    for kind in range(RESOURCES):
        left = x + kind * step
        shapes += draw_resource(kind, left + 8 * scale, y, scale)
        shapes.append(words(left + 17.5 * scale, y + 4.2, str(cost[kind]), 12, "start", **SEMI))
    return shapes


def draw_roadblock(x: float, y: float, angle: float = 0) -> list[Shape]:
    """Draw a striped beam on two posts, about 24 units long."""
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
    """Draw the follies of one side of a folly card, around a middle."""
    step = min(2.5 * radius, (66 if side.kind == MERCHANT else 46) / len(side.follies))
    left = x - step * (len(side.follies) - 1) / 2
    shapes: list[Shape] = []
    for place, folly in enumerate(side.follies):
        shapes += draw_symbol(folly, left + place * step, y, min(radius, step / 2.3))
    return shapes


def draw_kind(kind: int, x: float, y: float, scale: float) -> list[Shape]:
    """Draw the fork of Peasants or the helmet of Guards on a folly card; nothing for Merchants."""
    if kind == GUARD:
        return [path(HELMET, x, y + 18 * scale, 1.5 * scale, fill=SOFT_INK, stroke=INK, stroke_width=1.2)]
    if kind == PEASANT:
        thin: Style = {"fill": "none", "stroke": INK, "stroke_width": 1.7, "stroke_linecap": "round"}
        return [path(FORK, x - 12 * scale, y, scale, **thin)]
    return []


def side_colour(colour: int) -> str:
    """Return the background colour of a side of a folly card."""
    return BLUE_SIDE if colour == BLUE else RED_SIDE


def draw_digits(digits: tuple[int, ...], pink: tuple[bool, ...], box: Box, now: int = -1) -> list[Shape]:
    """Draw the digits of a resource card, pink ones in a ring on pink ground; `now` is the digit in use."""
    x, y, width, height = box
    shapes: list[Shape] = []
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


def draw_arrow(x: float, y: float, to_right: bool, colour: str) -> list[Shape]:
    """Draw the head of an arrow at the end of a way."""
    tip = 8 if to_right else -8
    return [path(f"M0-7L{tip} 0L0 7Z", x, y, 1, fill=colour, stroke=INK, stroke_width=1.2)]


def draw_chevron(x: float, y: float, to_right: bool) -> list[Shape]:
    """Draw the direction of travel on a road."""
    bend = 4 if to_right else -4
    edge: Style = {"fill": "none", "stroke": RULE, "stroke_width": 1.6, "stroke_linecap": "round"}
    return [path(f"M{-bend / 2:g}-5L{bend / 2:g} 0L{-bend / 2:g} 5", x, y, 1, **edge)]


def copies(box: Box, number: int) -> list[Shape]:
    """Draw the number of equal cards that lie together, on the upper edge; nothing for a single card."""
    return tag(f"×{number}", box.right - 18, box.y - 5, size=11) if number > 1 else []


def draw_scheme(rules: MerryWay, card: int, box: Box) -> list[Shape]:
    """Draw the face of a scheme card: symbols, code and profit above, the price below; for a special card, its name."""
    x, y, width, _ = box
    shapes, cost = draw_symbols(symbols_of(rules, card), x + 12, y + 11, 8), rules.cards.cost[card]
    shapes.append(fit(x + 23, y + 15, rules.cards.scheme_codes[card], width - 42, 11.5, **BOLD))
    step = min(23.0, (width - 4) / 3)
    if card < rules.cards.normal:
        shapes += medal(rules.cards.profit[card], box.right - 11, y + 11, 9)
        return [*shapes, *draw_price(cost, x + 4, y + 25.5, step, min(0.62, step / 33))]
    paid = [kind for kind in range(RESOURCES) if cost[kind]]
    if len(paid) > 1:
        return [*shapes, *draw_price(cost, x + 4, y + 25.5, step, min(0.62, step / 33))]
    if paid:
        shapes += draw_resource(paid[0], box.right - 18, y + 11, 0.6)
        shapes.append(words(box.right - 4, y + 15, str(cost[paid[0]]), 12, "end", **SEMI))
    name = rules.cards.specials[card - rules.cards.normal].name.removeprefix("The ")
    return [*shapes, fit(x + 6, y + 29, name, width - 8, 11, **PLAIN)]
