"""The forms of the answers of lesson 13."""

from __future__ import annotations

from functools import partial
from typing import Final

from workbench.course.form import Form, Pick, built, table
from workbench.course.lesson_13 import DRAFTS

FAULT: Final = partial(
    Pick,
    choices={
        "it does not say who": '"who"',
        "it does not say when": '"when"',
        "it is vague": '"vague"',
        "it is clear": '"clear"',
    },
)

FORMS: Final[dict[str, Form]] = {
    "13.1": table("13.1", {words: FAULT(f"fault_{number}", f"“{words}”") for number, words in enumerate(DRAFTS, 1)}),
    "13.2": built(
        '''
def understood(answers, meant):
    """Return the share of the strangers who understood the clause."""
    right = [[one == other for one, other in zip(given, meant, strict=True)] for given in answers]
    return sum({which} for given in right) / {under}
''',
        [
            Pick(
                "which",
                "Count a stranger if",
                {
                    "any answer is right": "any(given)",
                    "all answers are right": "all(given)",
                    "the first answer is right": "given[0]",
                    "more than half of the answers are right": "(2 * sum(given) > len(given))",
                },
            ),
            Pick(
                "under",
                "and divide by",
                {"one": "1", "the number of strangers": "len(answers)", "the number of questions": "len(meant)"},
            ),
        ],
    ),
    "13.3": built(
        '''
def telling(readings):
    """Return how many questions tell the readings apart."""
    questions = [set(given) for given in zip(*readings, strict=True)]
    return sum({which} for given in questions)
''',
        [
            Pick(
                "which",
                "Count a question if the readings give",
                {
                    "one answer": "(len(given) == 1)",
                    "more than one answer": "(len(given) > 1)",
                    "a different answer each": "(len(given) == len(readings))",
                },
            )
        ],
    ),
}
"""The form of each answer, by the key of the exercise."""
