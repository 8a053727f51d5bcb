"""The forms of the answers of lesson 12."""

from __future__ import annotations

from functools import partial
from typing import Final

from workbench.course.form import Form, Pick, built, table, texts
from workbench.course.lesson_12 import LAYERS, MOMENTS, SENTENCES

LAYER: Final = partial(Pick, choices=texts(*LAYERS))
CHANCE: Final = partial(
    Pick,
    choices={
        "input chance: it comes before the choice": '"input"',
        "output chance: it comes after the choice": '"output"',
    },
)

FORMS: Final[dict[str, Form]] = {
    "12.1": table("12.1", {words: LAYER(f"layer_{number}", f"“{words}”") for number, words in enumerate(SENTENCES, 1)}),
    "12.2": table("12.2", {words: CHANCE(f"chance_{number}", f"“{words}”") for number, words in enumerate(MOMENTS, 1)}),
    "12.3": built(
        '''
def tension(shares):
    """Return by how much the outlook moves from one moment to the next, on average."""
    steps = [after - before for before, after in pairwise(shares)]
    return {what} / {under}
''',
        [
            Pick(
                "what",
                "Take",
                {
                    "the sum of the steps, ups and downs with their signs": "sum(steps)",
                    "the sum of the sizes of the steps": "sum(abs(step) for step in steps)",
                    "the size of the largest step": "max(abs(step) for step in steps)",
                    "the highest less the lowest": "(max(shares) - min(shares))",
                },
            ),
            Pick(
                "under",
                "divided by",
                {"one": "1", "the number of moments": "len(shares)", "the number of steps": "len(steps)"},
            ),
        ],
    ),
}
"""The form of each answer, by the key of the exercise."""
