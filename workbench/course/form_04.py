"""The forms of the answers of lesson 4."""

from __future__ import annotations

from typing import Final

from workbench.core.registry import load
from workbench.course.exercise import Unfit
from workbench.course.form import Form, Given, Number, Tick, value
from workbench.course.lesson_04 import BIDDING, WATCHER, call_minus_fold, success

ENTRIES: Final = ("bag", "mats", "goods", "honor", "bids", "closed")
SHARE: Final = Number("answer", "The share of jacks", "1/4 or 0.25")


def both_views(given: Given) -> str:
    """Return some entries of the position of exercise 4.1, as they are and as D sees them."""
    state = load("goods_and_honor", 4).position(BIDDING)
    whole, seen = state.to_dict(), state.view(WATCHER).to_dict()
    rows = [f"{entry} is {told(whole[entry])}\n    D sees {told(seen[entry])}" for entry in ENTRIES]
    return "\n".join(rows)


def told(entry: object) -> str:
    """Return an entry of a position in words.

    >>> told({"B": "A1 B1"}), told({})
    ('B: A1 B1', 'nothing')
    """
    if isinstance(entry, dict):
        return "; ".join([f"{key}: {value}" for key, value in entry.items()]) or "nothing"
    return str(entry)


def bluff(given: Given) -> str:
    """Return what the queen gains by calling, for the share that the field holds."""
    held = str(given.get("answer") or "")
    try:
        over, _, under = SHARE.code(held).partition(" / ")
        share = float(over) / float(under or 1)
    except (Unfit, ValueError):
        return "Type a share, and read here how much the queen gains by calling rather than folding."
    if not 0 <= share <= 1:
        return "A share lies between 0 and 1."
    return f"If you bluff with {held} of the jacks, the queen gains {call_minus_fold(share):+.3f} coins by calling."


def chances(given: Given) -> str:
    """Return the chance of success in exercise 4.4 with the Queen of Eyes ready and exhausted."""
    return f"The Queen of Eyes ready: {success('CJ* FJ* LJ* EQ')}\nThe Queen of Eyes exhausted: {success('CJ* FJ* LJ* EQ*')}"


FORMS: Final[dict[str, Form]] = {
    "4.1": value("4.1", Tick("answer", "Hidden from D", {entry: entry for entry in ENTRIES}), both_views),
    "4.2": value("4.2", Number("answer", "Possible hands", "12")),
    "4.3": value("4.3", SHARE, bluff),
    "4.4": value("4.4", Number("answer", "The difference", "1/4 or 0.25"), chances),
}
"""The form of each answer, by the key of the exercise."""
