"""The board as data, for the still picture and the live board: named spots made of simple shapes.

A game says *what* to show; it knows neither notebooks nor browsers. The same scene gives an SVG text (stored in a notebook,
compared by its tests) and the dict from which a live board redraws itself after every move.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Final, Self

Value = str | int | float

KINDS: Final[Mapping[str, frozenset[str]]] = {
    "rect": frozenset({"x", "y", "width", "height", "rx", "ry"}),
    "circle": frozenset({"cx", "cy", "r"}),
    "line": frozenset({"x1", "y1", "x2", "y2"}),
    "path": frozenset({"d"}),
    "text": frozenset({"x", "y", "font-size", "font-weight", "font-style", "text-anchor", "letter-spacing"}),
}
"""The kinds of shape with the attributes that belong to each."""

STYLE: Final = frozenset(
    {
        "fill",
        "fill-opacity",
        "fill-rule",
        "opacity",
        "stroke",
        "stroke-dasharray",
        "stroke-linecap",
        "stroke-linejoin",
        "stroke-opacity",
        "stroke-width",
        "transform",
    }
)
"""The attributes that every kind may have. Links, scripts and style sheets are impossible."""

FONT: Final = "'Workbench Bitter', system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', 'Liberation Sans', Arial, sans-serif"


@dataclass(frozen=True)
class Shape:
    """A simple shape to draw.

    Args:
        kind: one of ``KINDS``.
        attributes: SVG attributes of that kind; names in ``KINDS`` or ``STYLE``.
        text: the words of a text.

    Raises:
        ValueError: an unknown kind or attribute.

    >>> Shape("circle", {"cx": 5, "cy": 5, "r": 2.50}).svg()
    '<circle cx="5" cy="5" r="2.5"/>'
    >>> Shape("text", {"x": 0, "y": 9}, "fish & chips").svg()
    '<text x="0" y="9">fish &amp; chips</text>'
    """

    kind: str
    attributes: Mapping[str, Value]
    text: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"There is no shape {self.kind!r}. Available: {', '.join(KINDS)}.")
        for name in self.attributes:
            if name not in STYLE and name not in KINDS[self.kind]:
                raise ValueError(f"A {self.kind} has no attribute {name!r}.")

    def svg(self) -> str:
        """Return the shape as SVG text."""
        attributes = "".join([f' {name}="{escape(tidy(value))}"' for name, value in self.attributes.items()])
        if self.kind == "text":
            return f"<text{attributes}>{escape(self.text, quote=False)}</text>"
        return f"<{self.kind}{attributes}/>"

    def to_json(self) -> list[Any]:
        """Return the shape as ``[kind, attributes]`` or, with a text, ``[kind, attributes, text]``."""
        # most values are text already, and a board has a thousand of them
        attributes = {name: value if type(value) is str else tidy(value) for name, value in self.attributes.items()}
        return [self.kind, attributes, self.text] if self.text else [self.kind, attributes]


PAGE_WIDTH: Final = 820
"""The greatest width of a still picture, in pixels: it fits a cell of JupyterLab on a small screen."""
VIEW_HEIGHT: Final = 450
"""How much of a picture a small screen shows at once below the words of the table, in pixels of height. Everything that a
decision needs must fit into it."""


@dataclass(frozen=True)
class Choice:
    """A move that choosing a thing may mean.

    Args:
        action: the action of the game.
        words: the move in words.
        legal: whether it is legal now. If you choose an illegal move, you are told the reason.
    """

    action: int
    words: str
    legal: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return the choice as JSON values."""
        return {"action": self.action, "words": self.words, "legal": self.legal}


def _legal(choices: tuple[Choice, ...]) -> tuple[int, ...]:
    """Return the actions of the legal choices."""
    return tuple([choice.action for choice in choices if choice.legal])


@dataclass(frozen=True)
class Spot:
    """A thing on the board that has a name: a card, a field, a pile.

    Args:
        name: a stable name, such as ``hand-C5``. A redrawn board finds the spot by it, and so do the moves about it.
        label: what it is and its condition, as a sentence for screen readers.
        box: left, top, width and height of the part that you click, and that has a ring when it has the focus.
        shapes: what to draw, back to front.
        thing: the name of the thing it shows, if several spots show the same one; empty if that is the spot's own name.
        choices: the moves about it now, the legal ones first. A board leaves them out, and `Look.marked` adds them.
        may: a sentence that says what choosing it does, or that it may not be chosen now; may be empty. `Look.marked` adds it.
    """

    name: str
    label: str
    box: tuple[float, float, float, float]
    shapes: tuple[Shape, ...] = ()
    thing: str = ""
    choices: tuple[Choice, ...] = ()
    may: str = ""

    @property
    def said(self) -> str:
        """The label, followed by what you may do.

        >>> Spot("hand-C5", "5 of Claws.", (0, 0, 9, 9), may="You may respond with C5.").said
        '5 of Claws. You may respond with C5.'
        """
        return f"{self.label} {self.may}".rstrip()

    @property
    def legal(self) -> tuple[int, ...]:
        """The legal moves about it; empty if it may not be chosen now."""
        return _legal(self.choices)

    def to_json(self) -> dict[str, Any]:
        """Return the spot as JSON values."""
        return {
            "name": self.name,
            "label": self.label,
            "may": self.may,
            "box": [round(float(side), 2) for side in self.box],
            "shapes": [shape.to_json() for shape in self.shapes],
            "choices": [choice.to_json() for choice in self.choices],
            **({"thing": self.thing} if self.thing else {}),
        }


@dataclass(frozen=True)
class Scene:
    """A whole board.

    Args:
        title: what it shows, as one sentence.
        width: in user units; a board is as wide as the page allows and keeps its proportions.
        height: in user units.
        shapes: the backdrop, back to front.
        spots: the named things, in reading order: the arrow keys and screen readers follow it.
        framed: whether decisions need more of it than fits on the screen. If so, the board scrolls in a frame of its own.
        deep: the dark colour of the game, as ``#RRGGBB``, for the band with the question; white words can be read on it.
            Empty for ink.

    Raises:
        ValueError: two spots have the same name.

    >>> scene = Scene("A table.", 40, 20, (rect(0, 0, 40, 20, fill="#fff"),), (Spot("a", "A corner.", (0, 0, 9, 9)),))
    >>> scene.svg().startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" width="40" height="20"')
    True
    >>> scene.spot("a").label
    'A corner.'
    """

    title: str
    width: float
    height: float
    shapes: tuple[Shape, ...] = ()
    spots: tuple[Spot, ...] = ()
    framed: bool = False
    deep: str = ""

    def __post_init__(self) -> None:
        names = [spot.name for spot in self.spots]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"Two spots of the board have the name {twice[0]!r}.")

    def spot(self, name: str) -> Spot:
        """Return the spot with a name.

        Raises:
            KeyError: there is no such spot.
        """
        for spot in self.spots:
            if spot.name == name:
                return spot
        raise KeyError(name)

    def svg(self) -> str:
        """Return the still picture; the same scene always gives the same text."""
        # JupyterLab shows a stored picture in its natural size and cuts off what is too wide for the page
        shown = min(1.0, PAGE_WIDTH / self.width)
        width, height = tidy(self.width * shown), tidy(self.height * shown)
        box = f"0 0 {tidy(self.width)} {tidy(self.height)}"
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width}" height="{height}"'
            f' role="img" aria-label="{escape(self.title, quote=True)}" font-family="{escape(FONT, quote=True)}"'
            ' style="max-width:100%;height:auto">',
            f"<title>{escape(self.title, quote=False)}</title>",
        ]
        parts += [shape.svg() for shape in self.shapes]
        for spot in self.spots:
            parts.append(f"<g><title>{escape(spot.said, quote=False)}</title>")
            parts += [shape.svg() for shape in spot.shapes]
            parts.append("</g>")
        parts.append("</svg>")
        return "\n".join(parts)

    def to_json(self) -> dict[str, Any]:
        """Return the scene as JSON values, for the live board."""
        return {
            "title": self.title,
            "width": self.width,
            "height": self.height,
            "seen_at_once": round(self.width * VIEW_HEIGHT / PAGE_WIDTH, 2),
            "framed": self.framed,
            **({"deep": self.deep} if self.deep else {}),
            "shapes": [shape.to_json() for shape in self.shapes],
            "spots": [spot.to_json() for spot in self.spots],
        }


@dataclass(frozen=True)
class Layer:
    """One part of every bar of a stacked chart.

    Args:
        name: what it means.
        values: its length in each bar, 0 or more.
        colour: as ``#RRGGBB``; empty for a usual colour.
    """

    name: str
    values: tuple[float, ...]
    colour: str = ""


@dataclass(frozen=True)
class Panel:
    """One chart beside the board, as plain data.

    Args:
        title: what it shows.
        kind: ``bar``, or ``stack`` for bars made of layers; `stacked` makes one.
        labels: one for each bar.
        values: the length of each bar. A plain bar below 0 hangs from the line on which the others stand.
        texts: the words at each bar; empty to show the values.
        target: a level to reach, drawn as a line; None for no line.
        note: how to read it, in a few words.
        top: the value at the top of the scale; None for one that fits.
        colours: one for each bar; empty for the usual one. The labels must tell the bars apart without colours.
        layers: the layers of each bar of a stack, the lowest first; empty for plain bars.

    Raises:
        ValueError: the kind is unknown, the lists differ in length, or the layers do not add up to the values.

    >>> Panel("Score", "bar", ("now",), (3,), target=5).readable()
    'Score: now 3; target 5'
    """

    title: str
    kind: str
    labels: tuple[str, ...]
    values: tuple[float, ...]
    texts: tuple[str, ...] = ()
    target: float | None = None
    note: str = ""
    top: float | None = None
    colours: tuple[str, ...] = ()
    layers: tuple[Layer, ...] = ()

    def __post_init__(self) -> None:
        if self.kind not in ("bar", "stack"):
            raise ValueError(f"There is no panel of the kind {self.kind!r}. Available: bar, stack.")
        if bool(self.layers) != (self.kind == "stack"):
            raise ValueError(f"The panel {self.title!r}: a stack has layers, plain bars have none.")
        for name, given in (("values", self.values), ("texts", self.texts), ("colours", self.colours)):
            if len(given) != len(self.labels) and (given or name == "values"):
                raise ValueError(f"The panel {self.title!r} has {len(self.labels)} labels but {len(given)} {name}.")
        for layer in self.layers:
            if len(layer.values) != len(self.labels):
                raise ValueError(
                    f"The panel {self.title!r} has {len(self.labels)} labels but {len(layer.values)} values of "
                    f"{layer.name!r}."
                )
        if self.layers and any(
            [abs(made - tall) > 1e-9 for made, tall in zip(totals(self.layers), self.values, strict=True)]
        ):
            raise ValueError(f"The panel {self.title!r}: its layers do not add up to its values.")

    @classmethod
    def withheld(cls, what: str, why: str) -> Self:
        """Return what people see instead of a panel that rests on a changed phase."""
        return cls(what, "bar", (), (), note=why)

    def shown(self) -> tuple[str, ...]:
        """Return the words at each bar."""
        return self.texts or tuple([tidy(value) for value in self.values])

    def readable(self) -> str:
        """Return the panel in words."""
        if not self.labels:
            return f"{self.title}: {self.note}"
        parts = [f"{label} {text}" for label, text in zip(self.labels, self.shown(), strict=True)]
        for place in range(len(self.labels) if self.layers else 0):
            made = ", ".join([f"{layer.name} {tidy(layer.values[place])}" for layer in self.layers])
            parts[place] += f" ({made})"
        target = "" if self.target is None else f"; target {tidy(self.target)}"
        return f"{self.title}: {', '.join(parts)}{target}"


def totals(layers: tuple[Layer, ...]) -> tuple[float, ...]:
    """Return the lengths of the bars that some layers make up.

    >>> totals((Layer("won", (2.0, 1.0)), Layer("drawn", (0.0, 3.0))))
    (2.0, 4.0)
    """
    return tuple([sum(values) for values in zip(*[layer.values for layer in layers], strict=True)])


def stacked(title: str, labels: tuple[str, ...], layers: tuple[Layer, ...], top: float | None = None) -> Panel:
    """Return a panel of bars made of layers.

    Args:
        title: what they show.
        labels: one for each bar.
        layers: the layers, at least one, the lowest first.
        top: the value at the top of the scale; None for one that fits.

    >>> stacked("Score", ("A",), (Layer("sets", (20.0,)), Layer("left", (3.0,)))).readable()
    'Score: A 23 (sets 20, left 3)'
    """
    return Panel(title, "stack", labels, totals(layers), top=top, layers=layers)


@dataclass(frozen=True)
class Row:
    """One row of a helper's table.

    Args:
        cells: its words, one text for each column.
        thing: the thing on the board that it is about, as moves name it; empty if you cannot choose it.
        choices: the moves about it now. A game leaves them out, and `Look.helped` adds them.
    """

    cells: tuple[str, ...]
    thing: str = ""
    choices: tuple[Choice, ...] = ()

    @property
    def legal(self) -> tuple[int, ...]:
        """The legal moves about it; empty if it may not be chosen now."""
        return _legal(self.choices)


@dataclass(frozen=True)
class Helper:
    """Help with the present decision, below the board: a note, a table, a small picture.

    Examples are a half-made offer, the dice of a duel one by one, or what a bid is worth. The game decides what it contains,
    and whatever you choose in it is a move like any other.

    Args:
        title: what it is.
        note: a sentence; may be empty.
        columns: the headings of the table; empty for no table.
        rows: the rows of the table.
        picture: a small scene, whose spots you can choose like those of the board; None for no picture.
        brief: its gist in one sentence, also shown beside the question; may be empty.

    Raises:
        ValueError: a row has too few or too many cells.

    >>> helper = Helper("The duel", "", ("die", "Brook", "Moss"), (Row(("1st", "4", "4")), Row(("2nd", "6", "3"))))
    >>> print(helper.readable())
    The duel
      die  Brook  Moss
      1st  4      4
      2nd  6      3
    """

    title: str
    note: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    picture: Scene | None = None
    brief: str = ""

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row.cells) != len(self.columns):
                raise ValueError(
                    f"The helper {self.title!r} has {len(self.columns)} columns, but a row has {len(row.cells)} cells."
                )

    @classmethod
    def withheld(cls, what: str, why: str) -> Self:
        """Return what people see instead of a helper that rests on a changed phase."""
        return cls(what, why)

    def readable(self) -> str:
        """Return the helper in words."""
        said = (self.note, self.picture.title if self.picture else "")
        lines = [self.title] + [f"  {words}" for words in said if words]
        table = [self.columns, *[row.cells for row in self.rows]] if self.columns else []
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        for cells in table:
            padded = [cell.ljust(width) for cell, width in zip(cells, widths, strict=True)]
            lines.append(("  " + "  ".join(padded)).rstrip())
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Return the helper as JSON values, for the live board."""
        return {
            "title": self.title,
            "note": self.note,
            "brief": self.brief,
            "columns": list(self.columns),
            "rows": [
                {"cells": list(row.cells), "choices": [choice.to_json() for choice in row.choices]} for row in self.rows
            ],
            "picture": self.picture.to_json() if self.picture else None,
        }


def tidy(value: Value) -> str:
    """Return a value as text for a picture: numbers have at most two decimals, without zeros at the end.

    >>> tidy(3.0), tidy(2.506), tidy(-0.001), tidy("M0 0")
    ('3', '2.51', '0', 'M0 0')
    """
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return str(value)
    if value.is_integer():
        return str(int(value))
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _named(style: Mapping[str, Value]) -> dict[str, Value]:
    """Return SVG attributes for Python names: `stroke-width` for `stroke_width`."""
    return {name.replace("_", "-"): value for name, value in style.items()}


def rect(x: float, y: float, width: float, height: float, **style: Value) -> Shape:
    """Return a rectangle.

    >>> rect(0, 0, 4, 2, fill="none", stroke_width=2).svg()
    '<rect x="0" y="0" width="4" height="2" fill="none" stroke-width="2"/>'
    """
    return Shape("rect", {"x": x, "y": y, "width": width, "height": height, **_named(style)})


def circle(x: float, y: float, radius: float, **style: Value) -> Shape:
    """Return a circle around a point.

    >>> circle(1, 2, 3, fill="#000").svg()
    '<circle cx="1" cy="2" r="3" fill="#000"/>'
    """
    return Shape("circle", {"cx": x, "cy": y, "r": radius, **_named(style)})


def line(x1: float, y1: float, x2: float, y2: float, **style: Value) -> Shape:
    """Return a straight line.

    >>> line(0, 0, 1, 1, stroke="#000").svg()
    '<line x1="0" y1="0" x2="1" y2="1" stroke="#000"/>'
    """
    return Shape("line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2, **_named(style)})


def path(d: str, x: float = 0, y: float = 0, scale: float = 1, **style: Value) -> Shape:
    """Return a path, moved to a point and scaled there.

    >>> path("M0 0H4", 10, 20, 2, fill="#000").svg()
    '<path d="M0 0H4" transform="translate(10 20) scale(2)" fill="#000"/>'
    """
    placed: dict[str, Value] = {"d": d}
    if x or y or scale != 1:
        placed["transform"] = f"translate({tidy(x)} {tidy(y)}) scale({tidy(scale)})"
    return Shape("path", {**placed, **_named(style)})


def text(x: float, y: float, words: str, size: float = 13, anchor: str = "middle", **style: Value) -> Shape:
    """Return words on one line; y is their baseline.

    >>> text(5, 9, "C5", 12).svg()
    '<text x="5" y="9" font-size="12" text-anchor="middle">C5</text>'
    """
    return Shape("text", {"x": x, "y": y, "font-size": size, "text-anchor": anchor, **_named(style)}, words)
