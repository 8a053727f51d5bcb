"""The pieces of Resource Hog as shapes: discs, chips, buildings. Off the rules path.

Colour is never the only difference: discs carry their number and nobles a dot, chips a letter, squares a shape.
"""

from __future__ import annotations

from typing import Final

from workbench.core.pieces import BOLD, EDGE, INK, LEAST, fit, ink_on, letters
from workbench.core.scene import Shape, circle, path, rect, text
from workbench.games.resource_hog.components import FOOD, GOODS, SALT

CHIP_COLOURS: Final = ("#E69F00", "#FFFFFF", "#9467BD")
"""Preserved food, salt and arms."""
CHIP_LETTERS: Final = "FSA"
GAME_COLOUR: Final = "#D55E00"
FISH_COLOUR: Final = "#009E73"
GRAIN_COLOUR: Final = "#F0E442"
WOOD: Final = "#3F7D4E"
FIELD: Final = "#E8D27A"
STONE: Final = "#8A8F98"
SEA: Final = "#A3CDE6"
"""The ground."""
WAVES: Final = "#8DBEDC"
BEACH: Final = "#F3DFA9"
DEEP: Final = "#0B4660"
"""The dark colour of the game."""
LAKE: Final = "#D3E8F5"
LAND: Final = "#F7F2E4"
ROAD: Final = "#8A5A2B"

TREE: Final = "M0-6L5 4H-5Z"
HEAD: Final = "M-4 5V-2A4 5 0 0 1 4-2V5Z"
MOST_SQUARES: Final = 4
"""So many squares are drawn one by one."""
BUILDING_MARKS: Final = {"manor": "M", "motte": "B", "castle": "C", "harbour": "H", "mine": "m", "road": "r"}
"""The letter on the marker of a building: M manor, B motte and bailey, C castle, H harbour, m mine, r road."""


def peasant(number: int, colour: str, x: float, y: float, radius: float = 9, faded: bool = False) -> list[Shape]:
    """Draw peasants as a plain disc with their number: full without work, a ring with work or moved."""
    fill = "#FFFFFF" if faded else colour
    ink = INK if faded else ink_on(colour)
    edge, thick = (colour, 2.4) if faded else (INK, 1.2)
    return [
        circle(x, y, radius, fill=fill, stroke=edge, stroke_width=thick),
        letters(x, y, str(number), max(LEAST, radius * 1.25), ink),
    ]


def noble(number: int, colour: str, x: float, y: float, radius: float = 9, spent: bool = False) -> list[Shape]:
    """Draw nobles as a disc with a dot and their number beside it; a cross marks those who attacked."""
    shapes = [circle(x, y, radius, fill=colour, **EDGE), circle(x, y, radius * 0.42, fill=ink_on(colour))]
    if spent:
        shapes.append(path("M-8 8L8-8", x, y, fill="none", stroke=INK, stroke_width=1.6))
    shapes.append(text(x + radius + 3, y + 4.5, str(number), 12.5, "start", **BOLD))
    return shapes


def chip(good: int, number: int, x: float, y: float, radius: float = 7) -> list[Shape]:
    """Draw a chip of food, salt or arms with its letter, and how many there are."""
    colour = CHIP_COLOURS[good]
    return [
        circle(x, y, radius, fill=colour, **EDGE),
        letters(x, y, CHIP_LETTERS[good], max(LEAST, radius * 1.2), ink_on(colour)),
        text(x + radius + 2, y + 4, str(number), 11.5, "start", **BOLD),
    ]


def chips(goods: list[int] | tuple[int, ...], x: float, y: float, step: float = 34) -> list[Shape]:
    """Draw a store."""
    shapes: list[Shape] = []
    for good in (FOOD, SALT, GOODS - 1):
        if goods[good]:
            shapes += chip(good, goods[good], x, y)
            x += step
    return shapes


def squares(woodland: int, fields: int, heads: int, x: float, y: float) -> list[Shape]:
    """Draw woodland as trees, fields as squares, heads as heads, side by side; with numbers if many."""
    shapes: list[Shape] = []
    many = woodland + fields + heads > MOST_SQUARES
    for kind, number in enumerate((woodland, fields, heads)):
        for _square in range(min(number, 1) if many else number):
            if kind == 0:
                shapes.append(path(TREE, x, y, fill=WOOD, stroke=INK, stroke_width=0.7))
            elif kind == 1:
                shapes.append(rect(x - 4, y - 4.5, 8, 9, fill=FIELD, stroke=INK, stroke_width=0.8))
            else:
                shapes.append(path(HEAD, x, y, fill=STONE, stroke=INK, stroke_width=1))
            x += 10.5
        if many and number:
            shapes.append(text(x - 4, y + 4, str(number), LEAST, "start", **BOLD))
            x += 8 if number < 10 else 14
    return shapes


def markers(buildings: list[str], right: float, y: float) -> list[Shape]:
    """Draw the buildings of an area as lettered markers, from the right."""
    shapes: list[Shape] = []
    for name in reversed(buildings):
        dark = name in ("manor", "motte", "castle")
        fill, ink = (INK, "#FFFFFF") if dark else ("#FFFFFF", INK)
        shapes.append(rect(right - 13, y - 7, 13, 14, rx=2, fill=fill, stroke=INK, stroke_width=1))
        shapes.append(letters(right - 6.5, y, BUILDING_MARKS[name], LEAST, ink))
        right -= 14
    return shapes


def stock(letter: str, colour: str, said: str, x: float, y: float, width: float) -> list[Shape]:
    """Draw a stock of game or ore: a lettered square and what is left."""
    return [
        rect(x, y - 6, 12, 12, rx=2, fill=colour, stroke=INK, stroke_width=0.8),
        letters(x + 6, y, letter, LEAST, ink_on(colour)),
        fit(x + 15, y + 4, said, width - 15, 11, fill=INK),
    ]
