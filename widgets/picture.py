"""A drawing on a page whose things answer clicks, and the keys that replace clicks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import anywidget
import traitlets

from widgets.page import script


class ClickablePicture(anywidget.AnyWidget):
    """An SVG drawing with places to click.

    Args:
        chosen: called with the name of the clicked thing; None to do nothing.

    Attributes:
        drawn: the drawing, as SVG, with the markup in its texts escaped.
        things: the things to click, each with its name, what it is (said), and its box (left, top, width, height).

    >>> picture = ClickablePicture(print)
    >>> picture.show("<svg></svg>", [{"name": "hand-C5", "said": "5 of Claws.", "box": [0, 0, 9, 9]}])
    >>> picture.click("hand-C5")
    hand-C5
    >>> picture.click("hand-C9")
    """

    _esm = script("picture.js")
    _css = (
        ".wb-thing { fill: transparent; cursor: pointer; outline: none; }"
        ".wb-thing:hover { fill: #000000; fill-opacity: 0.06; }"
        ".wb-thing:focus-visible { stroke: #0072B2; stroke-width: 3; }"
    )

    drawn = traitlets.Unicode("").tag(sync=True)
    things: traitlets.List[Any] = traitlets.List().tag(sync=True)

    def __init__(self, chosen: Callable[[str], object] | None = None) -> None:
        super().__init__()
        self._chosen = chosen
        self.on_msg(self._heard)

    def show(self, drawn: str, things: Sequence[dict[str, Any]] = ()) -> None:
        """Show something else.

        Args:
            drawn: the drawing, as SVG.
            things: the things to click in it.
        """
        with self.hold_sync():
            self.drawn, self.things = drawn, list(things)

    def click(self, name: str) -> None:
        """Do what a click on a thing does; do nothing if there is no such thing.

        Args:
            name: the name of the thing.
        """
        if self._chosen is not None and any(thing["name"] == name for thing in self.things):
            self._chosen(name)

    def _heard(self, _widget: object, message: object, _buffers: object) -> None:
        """Handle a message from the page; ignore messages that the picture does not know."""
        if isinstance(message, dict) and message.get("do") == "choose" and isinstance(message.get("name"), str):
            self.click(message["name"])

    def __repr__(self) -> str:
        return f"<ClickablePicture with {len(self.things)} things>"  # the usual text would hold random numbers
