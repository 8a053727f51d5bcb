"""The forms of the answers of lesson 9."""

from __future__ import annotations

from typing import Final

from workbench.course.form import Form, Pick, Tick, built, value

FORMS: Final[dict[str, Form]] = {
    "9.1": built(
        '''
def games(half):
    """Return how many games an interval needs to reach this far to each side."""
    return round({games})
''',
        [
            Pick(
                "games",
                "The number of games is",
                {
                    "1 / half": "1 / half",
                    "1 / half²": "1 / half**2",
                    "1 / √half": "1 / half**0.5",
                    "100 × half": "100 * half",
                    "10 / half": "10 / half",
                },
            )
        ],
    ),
    "9.2": value("9.2", Tick("answer", "Turns", {f"turn {turn}": turn for turn in range(1, 5)})),
    "9.3": built(
        '''
def close(margins, most):
    """Return the share of games won by at most `most` points."""
    return {over} / {under}
''',
        [
            Pick(
                "over",
                "Take",
                {
                    "the number of games won by fewer points": "sum(margin < most for margin in margins)",
                    "the number of games won by no more points": "sum(margin <= most for margin in margins)",
                    "the sum of all points": "sum(margins)",
                    "the number of all games": "len(margins)",
                },
            ),
            Pick(
                "under",
                "divided by",
                {
                    "one": "1",
                    "the number of all games": "len(margins)",
                    "the largest number of points": "max(margins)",
                    "the number of points asked for": "most",
                },
            ),
        ],
    ),
    "9.4": built(
        '''
def error(before, after):
    """Return the standard error of the mean difference of pairs."""
    differences = [second - first for first, second in zip(before, after, strict=True)]
    n = len(differences)
    return {spread} / {under}
''',
        [
            Pick(
                "spread",
                "Take",
                {
                    "the mean of the differences": "fmean(differences)",
                    "the standard deviation of the differences": "stdev(differences)",
                    "the standard deviation of the first list": "stdev(before)",
                    "both standard deviations together": "(stdev(before) ** 2 + stdev(after) ** 2) ** 0.5",
                },
            ),
            Pick(
                "under",
                "divided by",
                {"one": "1", "the number of pairs": "n", "the root of the number of pairs": "n**0.5"},
            ),
        ],
    ),
    "9.5": built(
        '''
def false_alarm(changes):
    """Return the chance that at least one of these changes looks like a finding, though none does anything."""
    none = {none}
    return {result}
''',
        [
            Pick(
                "none",
                "The chance that all intervals are right is",
                {
                    "0.95": "0.95",
                    "0.95 for each change, multiplied": "0.95**changes",
                    "0.05 for each change, multiplied": "0.05**changes",
                    "1 less 0.05 for each change": "1 - 0.05 * changes",
                },
            ),
            Pick("result", "The answer is", {"this chance": "none", "1 less this chance": "1 - none"}),
        ],
    ),
}
"""The form of each answer, by the key of the exercise."""
