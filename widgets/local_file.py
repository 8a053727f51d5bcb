"""A link that downloads a text as a file, and a field that opens one, on the device in front of the person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import anywidget
import traitlets

from widgets.page import script
from workbench.core.outside import LARGEST

Opened = Callable[[str, str | None], object]
"""What to call with the name of a file that the person opens, and its text; None if it is too large for a save file."""

_LONGEST_NAME: Final = 300


class LocalFile(anywidget.AnyWidget):
    """A download and an opened file, for people whose kernel runs on another machine or inside the browser.

    Args:
        opened: called when the person opens a file.

    Attributes:
        name: the name that the browser proposes for the download.
        text: what the file holds; empty to offer no download.
        largest: the most bytes a file may have that the person opens.

    >>> local = LocalFile(print)
    >>> local.offer("evening.json", "{}")
    >>> local.name, local.text
    ('evening.json', '{}')
    >>> local.withdraw()
    >>> local.text
    ''
    """

    _esm = script("local_file.js")
    _css = (
        ".wb-local-file { display: flex; flex-wrap: wrap; gap: 4px 16px; align-items: baseline; }"
        ".wb-local-file { margin: 4px 0; font-size: 13px; }"
        ".wb-local-file a.wb-download:any-link { color: var(--jp-content-link-color, #0072b2); text-decoration: underline; }"
        ".wb-local-file label { color: var(--jp-ui-font-color1, inherit); }"
    )

    name = traitlets.Unicode("").tag(sync=True)
    text = traitlets.Unicode("").tag(sync=True)
    largest = traitlets.Int(LARGEST).tag(sync=True)

    def __init__(self, opened: Opened) -> None:
        super().__init__()
        self._opened = opened
        self.on_msg(self._heard)

    def offer(self, name: str, text: str) -> None:
        """Offer a text as a download.

        Args:
            name: the name of the file, without a folder.
            text: what it holds.
        """
        with self.hold_sync():
            self.name, self.text = name, text

    def withdraw(self) -> None:
        """Stop offering a download."""
        self.text = ""

    def _heard(self, _widget: object, message: object, _buffers: object) -> None:
        """Pass on a file that the person opened; ignore messages that are anything else."""
        if not isinstance(message, dict) or message.get("do") != "open":
            return
        name, text = message.get("name"), message.get("text")
        if isinstance(name, str) and isinstance(text, str):
            self._opened(name[:_LONGEST_NAME], text if message.get("fits") is True else None)

    def __repr__(self) -> str:
        return f"<LocalFile: {self.name or 'nothing to download'}>"  # the usual text would hold random numbers
