"""The forms of the answers of lesson 8."""

from __future__ import annotations

from typing import Final

from workbench.course.form import Form, Number, Pick, built, value

FORMS: Final[dict[str, Form]] = {
    "8.1": built(
        '''
def seating(names, game):
    """Return the names in the order of the seats."""
    return {order}
''',
        [
            Pick(
                "order",
                "In each new game",
                {
                    "everybody keeps the seat": "names",
                    "everybody moves on by one seat": "[names[(seat + game) % len(names)] for seat in range(len(names))]",
                    "everybody moves on by two seats": "[names[(seat + 2 * game) % len(names)] for seat in range(len(names))]",
                    "the first and the last change places": "names[::-1] if game % 2 else names",
                },
            )
        ],
    ),
    "8.2": value("8.2", Number("answer", "Points for the last", "5")),
    "8.3": built(
        '''
def nine_in_ten(lengths):
    """Return the length that nine games in ten do not exceed."""
    games = {order}
    return games[{place} - 1]
''',
        [
            Pick(
                "order",
                "Put the lengths in order",
                {
                    "the shortest first": "sorted(lengths)",
                    "the longest first": "sorted(lengths, reverse=True)",
                    "as they are given": "list(lengths)",
                },
            ),
            Pick(
                "place",
                "Take the one at the place",
                {
                    "half of the games": "ceil(0.5 * len(games))",
                    "one tenth of the games": "ceil(0.1 * len(games))",
                    "nine tenths of the games": "ceil(0.9 * len(games))",
                    "nine tenths of the games, and one more": "(ceil(0.9 * len(games)) + 1)",
                    "of the last game": "len(games)",
                },
            ),
        ],
    ),
    "8.4": built(
        '''
def lead_changes(history):
    """Return how often another player takes the lead."""
    leaders = [
        scores.index(max(scores)) if scores.count(max(scores)) == 1 else {tie}
        for scores in history
    ]
    leaders = {kept}
    return sum({counted} for before, now in pairwise(leaders))
''',
        [
            Pick(
                "tie",
                "If several tie for most points, the leader is",
                {"the first of them": "scores.index(max(scores))", "nobody": "-1"},
            ),
            Pick(
                "kept",
                "Look at",
                {
                    "all rounds": "leaders",
                    "only rounds with a leader": "[leader for leader in leaders if leader >= 0]",
                    "only the first and the last round": "[leaders[0], leaders[-1]]",
                },
            ),
            Pick(
                "counted",
                "Count how often the leader is",
                {
                    "the same as in the round before": "before == now",
                    "another than in the round before": "before != now",
                },
            ),
        ],
    ),
}
"""The form of each answer, by the key of the exercise."""
