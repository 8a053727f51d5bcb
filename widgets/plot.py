"""Live plotly figures that every page draws correctly, even if it is slow or reloaded.

Everything that a figure shows is one text in a synced trait, so a late, reloaded or slow page shows the present state. A page
gets plotly itself, 1.5 MB packed, only once, whatever the number of figures.
"""

from __future__ import annotations

import gzip
import json
import pathlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import anywidget
import traitlets

from widgets.page import script
from widgets.palette import DARK, INK, PAPER

if TYPE_CHECKING:
    import plotly.graph_objects as go

Clicked = Callable[[int, int], object]
"""What to call on a click: it gets the number of the trace and the number of the point in it."""


class Library(anywidget.AnyWidget):
    """Sends plotly to the pages that show figures; it shows nothing itself.

    Attributes:
        packed: plotly's own file, packed by gzip.
    """

    _esm = "export default { render() {} };"

    packed = traitlets.Bytes().tag(sync=True)


@cache
def packed_plotly() -> bytes:
    """Return plotly's own file, packed by gzip. This takes a moment, so call it in a thread."""
    found = find_spec("plotly")  # this does not import plotly, which would take a second
    if found is None or found.origin is None:
        raise ModuleNotFoundError("Figures need plotly, which is not installed. Run: pip install plotly.")
    return gzip.compress((pathlib.Path(found.origin).parent / "package_data" / "plotly.min.js").read_bytes(), mtime=0)


@cache
def library() -> Library:
    """Return the one library of this session, made when the first figure needs it."""
    return Library(packed=packed_plotly())


class Plot(anywidget.AnyWidget):
    """A plotly figure on a page, changed as a whole and drawn in place.

    Args:
        data: the traces, each as plotly describes it, with its type.
        layout: the layout.
        config: how the page treats it.

    Attributes:
        drawn: everything that is shown, as JSON.
        library: the widget that holds plotly.
        dark: what replaces paper and ink while the page has a dark theme; parts on coloured ground keep their colours.

    >>> plot = Plot([{"type": "bar", "y": [2]}], {"height": 200})
    >>> plot.show([{"type": "bar", "y": [3]}], {"height": 200})
    >>> plot.data[0]["y"], plot.figure.data[0].y
    ([3], (3,))
    """

    _esm = script("plot.js")

    drawn = traitlets.Unicode("{}").tag(sync=True)
    library = traitlets.Unicode("").tag(sync=True)
    dark = traitlets.Dict({colour: DARK[colour] for colour in (PAPER, INK)}).tag(sync=True)

    def __init__(
        self,
        data: Sequence[Mapping[str, Any]] = (),
        layout: Mapping[str, Any] | None = None,
        config: Mapping[str, Any] | None = None,
    ) -> None:
        self.config = dict(config or {})
        self._clicked: Clicked | None = None
        self.data: list[dict[str, Any]] = []
        self.layout_shown: dict[str, Any] = {}
        super().__init__(drawn=self._written(data, layout or {}), library=library().model_id)
        self.on_msg(self._heard)

    def _written(self, data: Sequence[Mapping[str, Any]], layout: Mapping[str, Any]) -> str:
        self.data, self.layout_shown = [dict(trace) for trace in data], dict(layout)
        return json.dumps({"data": self.data, "layout": self.layout_shown, "config": self.config})

    def show(self, data: Sequence[Mapping[str, Any]], layout: Mapping[str, Any]) -> None:
        """Show something else; send nothing if nothing differs.

        Args:
            data: the traces.
            layout: the layout.
        """
        self.drawn = self._written(data, layout)

    @property
    def figure(self) -> go.Figure:
        """What is shown, as a figure of plotly's own: to look at, check, or draw elsewhere."""
        import plotly.graph_objects as go  # takes a second

        return go.Figure(self.data, self.layout_shown)

    def on_click(self, clicked: Clicked) -> None:
        """Set what to call when somebody clicks a point.

        Args:
            clicked: gets the trace's and the point's number, from 0.
        """
        self._clicked = clicked

    def _heard(self, _widget: object, message: object, _buffers: object) -> None:
        """Handle a message from the page; ignore anything but clicks on existing points."""
        if self._clicked is None or not isinstance(message, dict) or message.get("do") != "click":
            return
        points = message.get("points")
        for one in points if isinstance(points, list) else []:
            trace, point = (one.get("trace"), one.get("point")) if isinstance(one, dict) else (None, None)
            if type(trace) is int and type(point) is int and 0 <= trace < len(self.data):
                if 0 <= point < len(self.data[trace].get("x", ())):
                    self._clicked(trace, point)

    def __repr__(self) -> str:
        return "<Plot>"  # the usual text would hold random numbers
