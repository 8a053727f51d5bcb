"""The forms of the answers of lesson 2."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Final

from workbench.course.form import Form, Given, Number, Pick, Tick, built, table, value
from workbench.course.lesson_02 import BIDS, DECKS, decisions

DOMINATED: Final = partial(Pick, choices={"neither": "[]", "C3": '["C3"]', "C7": '["C7"]', "both": '["C3", "C7"]'})


def alternatives(given: Given) -> str:
    """Return how many steps of the game of exercise 2.1 had one legal action, two, and so on."""
    counted = Counter(decisions())
    return "\n".join([f"{number} legal: {counted[number]} steps" for number in sorted(counted)])


FORMS: Final[dict[str, Form]] = {
    "2.1": value("2.1", Number("answer", "Steps with a decision", "12"), alternatives),
    "2.2": built(
        '''
def dominates(one, other):
    """Tell whether the row `one` dominates the row `other`; both have one number for each case."""
    pairs = list(zip(one, other))
    return {first} and {second}
''',
        [
            Pick(
                "first",
                "One dominates other if it is",
                {
                    "nowhere worse": "all(mine >= yours for mine, yours in pairs)",
                    "better in every case": "all(mine > yours for mine, yours in pairs)",
                    "not worse in one case or more": "any(mine >= yours for mine, yours in pairs)",
                    "better on average": "sum(one) > sum(other)",
                },
            ),
            Pick(
                "second",
                "and also",
                {
                    "(nothing more)": "True",
                    "somewhere better": "any(mine > yours for mine, yours in pairs)",
                    "somewhere equal": "any(mine == yours for mine, yours in pairs)",
                    "better in the first case": "one[0] > other[0]",
                },
            ),
        ],
    ),
    "2.3": table("2.3", {deck: DOMINATED(f"deck_{number}", f"Deck {deck}: dominated") for number, deck in enumerate(DECKS)}),
    "2.4": value("2.4", Tick("answer", "Dominated bids", {name: name for name in BIDS})),
}
"""The form of each answer, by the key of the exercise."""
