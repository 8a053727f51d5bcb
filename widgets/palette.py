"""Colours that people with any colour vision can tell apart, and a measure of contrast."""

from __future__ import annotations

from typing import Final

OKABE_ITO: Final = ("#000000", "#E69F00", "#56B4E9", "#009E73", "#F0E442", "#0072B2", "#D55E00", "#CC79A7")
"""The palette of Masataka Okabe and Kei Ito."""

INK: Final = "#1F2328"
PAPER: Final = "#FFFFFF"
BAR: Final = "#0072B2"
TARGET: Final = "#D55E00"

DARK: Final = {
    PAPER: "#16191D",
    INK: "#E8EAED",
    "#DDDDDD": "#3A4047",
    "#0072B2": "#56B4E9",
    "#56B4E9": "#0072B2",
    "#000000": "#FFFFFF",
}
"""What replaces each colour on a dark ground; the two blues change places, so text is legible on both."""

HATCHES: Final = ("", "/", "x", ".", "\\", "-", "+", "|")
"""Fillings that tell coloured bars apart without their colours."""


def readable_on(colour: str) -> str:
    """Return ink or paper, whichever is easier to read on a colour.

    Args:
        colour: as ``#RRGGBB``.

    >>> readable_on("#0072B2"), readable_on("#F0E442")
    ('#FFFFFF', '#1F2328')
    """
    return PAPER if contrast(colour, PAPER) > contrast(colour, INK) else INK


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour as the web's accessibility guidelines define it.

    Args:
        colour: as ``#RRGGBB``.

    Returns:
        0 (black) to 1 (white).

    >>> luminance("#000000"), luminance("#FFFFFF"), round(luminance("#0072B2"), 3)
    (0.0, 1.0, 0.152)
    """
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in channels]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours as the web's accessibility guidelines define it.

    Args:
        one: as ``#RRGGBB``.
        other: as ``#RRGGBB``.

    Returns:
        1 (equally light) to 21 (black on white).

    >>> round(contrast("#000000", "#FFFFFF"), 1)
    21.0
    """
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)
