"""The forms of the answers of lesson 11."""

from __future__ import annotations

from functools import partial
from typing import Final

from workbench.course.form import Form, Pick, built, table
from workbench.course.lesson_11 import QUESTIONS

KIND: Final = partial(
    Pick,
    choices={
        "a good question": '"ask"',
        "it leads the tester": '"leads"',
        "it asks two things at once": '"double"',
        "it makes the tester guess": '"guess"',
    },
)

FORMS: Final[dict[str, Form]] = {
    "11.1": table("11.1", {words: KIND(f"kind_{number}", f"“{words}”") for number, words in enumerate(QUESTIONS, 1)}),
    "11.2": built(
        '''
def stopped(sheets, clause):
    """Return the share of the testers that a clause stopped."""
    counts = [sheet.get(clause, 0) for sheet in sheets]
    return {over} / {under}
''',
        [
            Pick(
                "over",
                "Take",
                {
                    "the moves that the clause refused": "sum(counts)",
                    "the testers whom it refused a move": "sum(count > 0 for count in counts)",
                    "the testers whom it refused more than one move": "sum(count > 1 for count in counts)",
                },
            ),
            Pick(
                "under",
                "divided by",
                {
                    "one": "1",
                    "the number of all testers": "len(counts)",
                    "the number of testers who were refused anything": "sum(bool(sheet) for sheet in sheets)",
                },
            ),
        ],
    ),
    "11.3": built(
        '''
def testers(share, chance):
    """Return how many testers you need, so that at least one meets the problem with this chance."""
    number = 1
    while {seen} < chance:
        number += 1
    return number
''',
        [
            Pick(
                "seen",
                "Add testers until the chance is large enough. With `number` testers it is",
                {
                    "share × number": "share * number",
                    "share to the power of number": "share**number",
                    "1 less share to the power of number": "1 - share**number",
                    "1 less (1 less share) to the power of number": "1 - (1 - share) ** number",
                },
            )
        ],
    ),
}
"""The form of each answer, by the key of the exercise."""
