"""The forms of the answers of lesson 10."""

from __future__ import annotations

from functools import partial
from typing import Final

from workbench.course.form import Form, Number, Pick, built, table, texts, value
from workbench.course.lesson_10 import COMPLAINTS, PROPOSALS
from workbench.lab.metrics import metric_table

METRIC: Final = partial(Pick, choices=texts(*metric_table("keydom").query("not own")["metric"]))
SAYS: Final = partial(Pick, choices=texts("higher", "lower", "not decided"))

FORMS: Final[dict[str, Form]] = {
    "10.1": table("10.1", {words: METRIC(f"metric_{number}", f"“{words}”") for number, words in enumerate(COMPLAINTS, 1)}),
    "10.2": built(
        '''
@needs(EVENTS)
def far_fiefs(played):
    """Return how many of the fiefs 5 to 7 were won."""
    fiefs = [event.fields["fief"] for event in played.happened({kind})]
    return sum({what} for fief in fiefs if {far})
''',
        [
            Pick("kind", "Go through all events", {"a fief was won": '"fief_won"', "a fief was lost": '"fief_lost"'}),
            Pick(
                "far",
                "Take the fiefs with the number",
                {"5 or more": "fief >= FAR", "more than 5": "fief > FAR", "5 or less": "fief <= FAR", "0 or more": "fief >= 0"},
            ),
            Pick("what", "For each of them add", {"1": "1", "its number": "fief"}),
        ],
    ),
    "10.3": built(
        '''
class NearEnough(Respond):
    """A response of the same suit also scores when it is one below the statement."""

    def scores(self, state, response):
        """Tell whether a response scores."""
        usual = super().scores(state, response)
        same_suit = response // 8 == state.statement // 8
        near = {near}
        return {result}
''',
        [
            Pick(
                "near",
                "A response is near if it is",
                {
                    "one lower": "response == state.statement - 1",
                    "one lower, in the same suit": "same_suit and response == state.statement - 1",
                    "one higher, in the same suit": "same_suit and response == state.statement + 1",
                    "lower, in the same suit": "same_suit and response < state.statement",
                },
            ),
            Pick(
                "result",
                "A response scores if",
                {
                    "it is near": "near",
                    "it is near and the present rule says so": "near and usual",
                    "it is near or the present rule says so": "near or usual",
                    "the present rule says so": "usual",
                },
            ),
        ],
    ),
    "10.4": table("10.4", {name: SAYS(f"says_{number}", name) for number, name in enumerate([*PROPOSALS][1:], 1)}),
    "10.5": value("10.5", Number("answer", "Stars to win", "16")),
}
"""The form of each answer, by the key of the exercise."""
