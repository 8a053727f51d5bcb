"""The forms of the answers of lesson 3."""

from __future__ import annotations

from typing import Final

from workbench.course.form import Form, Number, Pick, built, value

FORMS: Final[dict[str, Form]] = {
    "3.1": value("3.1", Number("answer", "The chance", "1/4 or 0.25")),
    "3.2": built(
        '''
def wins(sides):
    """Return the chance that a blue die of `sides` sides beats a red one of six."""
    pairs = [(blue, red) for blue in range(1, sides + 1) for red in range(1, 7){which}]
    won = sum({won} for blue, red in pairs)
    return Fraction(won, len(pairs))
''',
        [
            Pick("which", "Count", {"all pairs": "", "only pairs of different numbers": " if blue != red"}),
            Pick(
                "won",
                "Blue wins a pair if it is",
                {"higher": "blue > red", "higher or equal": "blue >= red", "lower": "blue < red"},
            ),
        ],
    ),
    "3.3": value("3.3", Number("answer", "The chance", "1/4 or 0.25")),
    "3.4": built(
        '''
def nastigans(bag, rng):
    """Return how many Nastigans are drawn from `bag` before the second Folk."""
    folks = nastigans = 0
    while bag and {until}:
        token = rng.choice(bag)
        {after}
        folks += token == "Folk"
        nastigans += token == "Nastigan"
    return {result}
''',
        [
            Pick(
                "until",
                "Draw until you have",
                {
                    "one Folk": "folks < 1",
                    "two Folks": "folks < 2",
                    "three Folks": "folks < 3",
                    "one Nastigan": "nastigans < 1",
                },
            ),
            Pick("after", "A drawn token", {"stays out": "bag.remove(token)", "goes back into the bag": "pass"}),
            Pick(
                "result",
                "The result is the number of",
                {"all tokens drawn": "folks + nastigans", "Folks drawn": "folks", "Nastigans drawn": "nastigans"},
            ),
        ],
    ),
}
"""The form of each answer, by the key of the exercise."""
