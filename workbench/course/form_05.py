"""The forms of the answers of lesson 5."""

from __future__ import annotations

from functools import partial
from typing import Final

from workbench.course.form import Form, Number, Pick, Text, built, texts, value
from workbench.course.lesson_05 import BIDS

GAIN: Final = partial(
    Pick,
    choices={
        "the price": "price",
        "what the tile is worth to you": "worth",
        "the worth less the price": "worth - price",
        "the price less the worth": "price - worth",
        "nothing": "0",
    },
)

FORMS: Final[dict[str, Form]] = {
    "5.1": value("5.1", Pick("answer", "The bid of", texts(*BIDS))),
    "5.2": built(
        '''
def chips(b, c, d):
    """Return the points for chips of the three other players."""
    sets = {sets}
    return {each} * sets + {rest}
''',
        [
            Pick(
                "sets",
                "The number of sets is",
                {
                    "the smallest of the three numbers": "min(b, c, d)",
                    "the largest of the three numbers": "max(b, c, d)",
                    "a third of all chips, rounded down": "(b + c + d) // 3",
                },
            ),
            Pick("each", "A set is worth", {"3 points": "3", "10 points": "10", "30 points": "30"}),
            Pick(
                "rest",
                "One point more for each",
                {
                    "chip, also those in sets": "(b + c + d)",
                    "chip that is not in a set": "(b + c + d - 3 * sets)",
                    "colour that is there": "((b > 0) + (c > 0) + (d > 0))",
                    "set": "sets",
                },
            ),
        ],
    ),
    "5.3": value("5.3", Text("answer", "The bid", "B2 C1")),
    "5.4": built(
        '''
def price(worth):
    """Return the best number of counters to bid for a tile worth this many to you."""
    def total(price):
        return sum({bought} if {when} else {kept} for rival in range(7))

    return {which}(range(1, 7), key=total)
''',
        [
            Pick(
                "when",
                "The rival buys if its worth is",
                {
                    "more than the price": "rival > price",
                    "the price or more": "rival >= price",
                    "less than the price": "rival < price",
                },
            ),
            GAIN("bought", "Then you gain"),
            GAIN("kept", "If nobody buys, you gain"),
            Pick(
                "which",
                "Over all rivals, take the price with the",
                {"largest total": "max", "smallest total": "min"},
            ),
        ],
    ),
    "5.5": value("5.5", Number("answer", "The chance", "1/3 or 0.333")),
}
"""The form of each answer, by the key of the exercise."""
