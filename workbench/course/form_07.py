"""The forms of the answers of lesson 7."""

from __future__ import annotations

from functools import partial
from typing import Final

from workbench.course.form import Form, Order, Pick, built, texts, value
from workbench.course.lesson_07 import FIELDS, TRAIL, country
from workbench.games.keydom.measures import explain_score
from workbench.games.merry_way.measures import where_it_pays
from workbench.games.merry_way.paths import TrailBoard

TIMES: Final = partial(Pick, choices={"nothing": "0", "once": "1", "twice": "2", "three times": "3"})


def plots() -> tuple[str, ...]:
    """Return the names of all plots of the country board, in order."""
    report = explain_score(country(FIELDS), 0)
    return tuple(sorted({*report.losses, *[change.plot for change in report.plots]}))


def spots() -> tuple[str, ...]:
    """Return the spots of exercise 7.5 on which B may set the trap, in order."""
    return tuple(sorted([worth.spot for worth in where_it_pays(TrailBoard.read(TRAIL), "GR2", "B")]))


FORMS: Final[dict[str, Form]] = {
    "7.1": value("7.1", Pick("answer", "The plot", texts(*plots()))),
    "7.2": built(
        '''
def points(sizes):
    """Return the points of groups of these sizes."""
    groups = {order} + [0, 0]
    return {largest} * groups[0] + {second} * groups[1] + {others} * sum(groups[2:])
''',
        [
            Pick(
                "order",
                "Put the groups in order",
                {
                    "the largest first": "sorted(sizes, reverse=True)",
                    "the smallest first": "sorted(sizes)",
                    "as they are given": "list(sizes)",
                },
            ),
            TIMES("largest", "The first counts"),
            TIMES("second", "The second counts"),
            TIMES("others", "Each of the others counts"),
        ],
    ),
    "7.3": built(
        '''
def cuts(graph):
    """Return the fields whose loss splits a group."""
    groups = nx.number_connected_components
    return [field for field in graph if {holds}]
''',
        [
            Pick(
                "holds",
                "A field holds its group together if",
                {
                    "it touches two fields or more": "graph.degree[field] >= 2",
                    "it touches exactly two fields": "graph.degree[field] == 2",
                    "it touches three fields or more": "graph.degree[field] >= 3",
                    "without it there are more groups": "groups(graph.subgraph(set(graph) - {field})) > groups(graph)",
                    "without it there are fewer groups": "groups(graph.subgraph(set(graph) - {field})) < groups(graph)",
                },
            )
        ],
    ),
    "7.4": value(
        "7.4",
        Order("answer", "Folly", {"Greedy (GR)": "GR", "Lazy (LZ)": "LZ", "Wicked (WK)": "WK", "Dimwitted (DW)": "DW"}, 4),
    ),
    "7.5": value("7.5", Pick("answer", "The spot", texts(*spots()))),
}
"""The form of each answer, by the key of the exercise."""
