"""Panels of bars as a drawing: small, the same live and stored, readable as text.

`widgets.figure.LiveFigure` shows the same panels with plotly, which sends megabytes for every figure. A drawing is better for a
page with several explorers, and for a page without a kernel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import Any, Final

from widgets.explorer import wrapped
from widgets.palette import BAR, INK, OKABE_ITO, PAPER, TARGET, readable_on
from workbench.core.scene import FONT, Panel, Shape, line, rect, text, tidy

WIDTH: Final = 800
GAP: Final = 36.0
"""The gap between panels."""
TALLEST: Final = 140.0
"""The height of a bar that reaches the top of the scale."""
ABOVE, BELOW = 62.0, 34.0
"""Room above the bars for title, names of layers and numbers, and below them for the labels."""
LETTER: Final = 7.2
"""The approximate width of a letter."""
SPACE: Final = 24.0
"""Room beside the name of a layer for its square and the gap before the next one."""
NARROWEST: Final = 38.0
"""The least width of a bar with its share of the gaps."""
TALL: Final = 15.0
"""The least height at which a layer has room for its number."""
SQUARE: Final = 11.0
UNDER: Final = 18.0
"""Room for the number below a bar that hangs down."""


@dataclass(frozen=True)
class Place:
    """The place of a panel.

    Attributes:
        left: the left edge of its first bar's share.
        top: the top of its title.
        slot: the width of each bar with its share of the gaps.
    """

    left: float
    top: float
    slot: float

    @property
    def ground(self) -> float:
        """The height of the line on which the bars stand."""
        return self.top + ABOVE + TALLEST


class BarPicture:
    """Panels side by side, in as many rows as they need.

    Args:
        panels: what to draw.

    >>> picture = BarPicture((Panel("Chance", "bar", ("yes", "no"), (0.75, 0.25), ("75%", "25%"), top=1),))
    >>> picture
    Chance: yes 75%, no 25%
    >>> picture.svg().count("<rect")  # the paper and the bars
    3
    """

    def __init__(self, panels: Sequence[Panel]) -> None:
        self.panels = tuple(panels)

    @property
    def text(self) -> str:
        """The panels in words."""
        return wrapped([panel.readable() for panel in self.panels])

    def __repr__(self) -> str:
        return self.text

    def places(self) -> tuple[Place, ...]:
        """Return the place of each panel: beside the one before, or below it if there is no room."""
        found: list[Place] = []
        left, top = 10.0, 8.0
        for panel in self.panels:
            slot, width = sizes(panel)
            if left > 10 and left + width > WIDTH:
                left, top = 10.0, top + ABOVE + TALLEST + BELOW + 10
            found.append(Place(left, top, slot))
            left += width + GAP
        return tuple(found)

    def svg(self) -> str:
        """Return the drawing; its description for screen readers is the text."""
        places = self.places()
        height = tidy((places[-1].ground if places else 0) + BELOW)
        shapes = [shape for panel, place in zip(self.panels, places, strict=True) for shape in drawn(panel, place)]
        body = "\n".join([shape.svg() for shape in shapes])
        said = escape(self.text.replace("\n", " "), quote=True)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}"'
            f' role="img" aria-label="{said}" font-family="{escape(FONT, quote=True)}" style="max-width:100%;height:auto">\n'
            f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>\n{body}\n</svg>'
        )

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return {"image/svg+xml": self.svg(), "text/plain": self.text}


def law_panel(title: str, law: Sequence[Fraction], most: int, top: float = 0.8) -> Panel:
    """Return the chances of 0, 1, 2, ... as a panel, with their mean in its title.

    Args:
        title: what is counted.
        law: the chance of each number from 0 on; they add up to 1.
        most: the last number shown; its bar includes the chances of larger numbers.
        top: the chance at the top of the scale, unless one of the chances is larger.

    >>> law_panel("Heads", (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)), most=1).readable()
    'Heads: 1.00 on average: 0 25%, 1+ 75%'
    """
    chances = [float(chance) for chance in law[:most]]
    chances += [0.0] * (most - len(chances)) + [float(sum(law[most:]))]
    names = (*[str(number) for number in range(most)], f"{most}+" if len(law) > most + 1 else f"{most}")
    average = float(sum([number * chance for number, chance in enumerate(law)]))
    shown = tuple([f"{chance:.0%}" for chance in chances])
    return Panel(f"{title}: {average:.2f} on average", "bar", names, tuple(chances), shown, top=top)


def sizes(panel: Panel) -> tuple[float, float]:
    """Return the width of a bar's share, and of the whole panel with its words.

    >>> sizes(Panel("A long title above", "bar", ("x",), (1,)))[1] > sizes(Panel("Short", "bar", ("x",), (1,)))[1]
    True
    """
    longest = max([len(word) for word in (*panel.labels, *panel.shown())], default=0)
    slot = max(NARROWEST, LETTER * longest + 8)
    names = sum([SPACE + LETTER * 1.1 * len(layer.name) for layer in panel.layers])
    return slot, max(slot * len(panel.labels), LETTER * 1.1 * len(panel.title), names)


def drawn(panel: Panel, place: Place) -> list[Shape]:
    """Return a panel as shapes."""
    left, slot = place.left, place.slot
    top, low = max([panel.top or 0.0, *panel.values, panel.target or 0.0]), min([0.0, *panel.values, panel.target or 0.0])
    room = UNDER if low else 0.0
    scale = (TALLEST - room) / ((top - low) or 1.0)
    ground = place.ground - room + low * scale
    shapes = [text(left, place.top + 14, panel.title, 14, "start", fill=INK, font_weight=600)]
    shapes += _names(panel, left, place.top + 32)
    if panel.target is not None:
        y = ground - panel.target * scale
        shapes.append(
            line(left, y, left + slot * len(panel.labels), y, stroke=TARGET, stroke_width=2.5, stroke_dasharray="7 4")
        )
        # in a row of its own above the bars
        shapes.append(text(left, place.top + 32, f"- - at {tidy(panel.target)}", 12.5, "start", fill=INK))
    for number, (label, value, said) in enumerate(zip(panel.labels, panel.values, panel.shown(), strict=True)):
        middle = left + slot * (number + 0.5)
        shapes += _bar(panel, number, middle, ground, scale, min(slot * 0.7, 46))
        beside = ground - value * scale - 5 if value >= 0 else ground - value * scale + 13
        if panel.target is not None:  # keep its line from running through the number
            broad = LETTER * len(said) + 4
            shapes.append(rect(middle - broad / 2, beside - 12, broad, 16, fill=PAPER))
        shapes.append(text(middle, beside, said, 12.5, fill=INK))
        shapes.append(text(middle, place.ground + 17, label, 12.5, fill=INK))
    shapes.append(line(left, ground, left + slot * len(panel.labels), ground, stroke=INK, stroke_width=1))
    return shapes


def _names(panel: Panel, left: float, y: float) -> list[Shape]:
    """Return the names of the layers beside squares in their colours, from the bottom layer upwards."""
    shapes: list[Shape] = []
    for place, layer in enumerate(panel.layers):
        shapes.append(rect(left, y - SQUARE + 1, SQUARE, SQUARE, fill=_colour(place, layer.colour), stroke=INK))
        shapes.append(text(left + SQUARE + 4, y, layer.name, 12.5, "start", fill=INK))
        left += SPACE + LETTER * 1.1 * len(layer.name)
    return shapes


def _bar(panel: Panel, number: int, middle: float, ground: float, scale: float, width: float) -> list[Shape]:
    """Return one bar, whole or in layers, each layer with its number if there is room."""
    shapes: list[Shape] = []
    if not panel.layers:
        colour = panel.colours[number] if panel.colours else BAR
        tall = panel.values[number] * scale
        return [rect(middle - width / 2, ground - max(tall, 0), width, abs(tall), fill=colour, stroke=INK, stroke_width=0.8)]
    for place, layer in enumerate(panel.layers):
        value, colour = layer.values[number], _colour(place, layer.colour)
        tall = value * scale
        if not tall:
            continue
        ground -= tall
        shapes.append(rect(middle - width / 2, ground, width, tall, fill=colour, stroke=INK, stroke_width=0.8))
        if tall >= TALL:
            shapes.append(text(middle, ground + tall / 2 + 4.5, tidy(value), 12, fill=readable_on(colour)))
    return shapes


def _colour(place: int, colour: str) -> str:
    """Return the colour of a layer: its own, or one from the palette other than black."""
    return colour or OKABE_ITO[1 + place % (len(OKABE_ITO) - 1)]
