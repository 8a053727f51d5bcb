"""The forms of the answers of lesson 6."""

from __future__ import annotations

from functools import partial
from typing import Final

from workbench.course.form import Form, Number, Pick, built, table, texts, value
from workbench.course.lesson_06 import NEGATIVE, POSITIVE

STEP: Final = partial(
    Pick,
    choices={
        "the harvest comes out": "fish = max(0, fish - harvest)",
        "the fish grow; an empty sea gains none": "fish += 0 if fish == 0 else 1 if fish < 5 else 2 if fish < 9 else 3",
        "the fish grow; an empty sea gains one": "fish += 1 if fish < 5 else 2 if fish < 9 else 3",
        "nothing happens": "fish += 0",
    },
)
AMOUNT: Final = partial(
    Pick,
    choices={
        "the cost": "cost",
        "what is saved": "saved",
        "the points": "points",
        "saved × points": "(saved * points)",
        "cost × points": "(cost * points)",
        "cost × saved": "(cost * saved)",
    },
)

FORMS: Final[dict[str, Form]] = {
    "6.1": built(
        '''
def after(stock, harvest):
    """Return the number of fish after the harvest and the growth."""
    fish = stock
    {first}
    {second}
    return {result}
''',
        [
            STEP("first", "First"),
            STEP("second", "Then"),
            Pick(
                "result",
                "The sea then holds",
                {
                    "all fish that are there": "fish",
                    "these fish, but at most 50": "min(50, fish)",
                    "these fish, but at least 50": "max(50, fish)",
                },
            ),
        ],
    ),
    "6.2": value("6.2", Number("answer", "Fish a season", "4")),
    "6.3": value("6.3", Number("answer", "The first one gets more by", "4")),
    "6.4": table("6.4", {loop: Pick(loop, loop, texts(POSITIVE, NEGATIVE)) for loop in ("sales", "shoal", "bag", "column")}),
    "6.5": built(
        '''
def turns(cost, saved, points):
    """Return how many of your own turns must be left for an investment to pay."""
    return {over} / {under}
''',
        [AMOUNT("over", "The turns are"), AMOUNT("under", "divided by")],
    ),
}
"""The form of each answer, by the key of the exercise."""
