"""Lesson 8, balance: answers come from the lab's statistics and metrics, over games played for the lesson."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from math import ceil
from random import Random
from statistics import fmean, median
from typing import Any, Final

from workbench import lab
from workbench.core.played import Decision, Played
from workbench.core.registry import load
from workbench.course.exercise import (
    Exercise,
    Idea,
    Lesson,
    Verdict,
    ask,
    asked,
    compared,
    fresh,
    is_function,
    is_number,
    is_texts,
    partly,
    quote,
    right,
    wrong,
)
from workbench.course.lesson_09 import played
from workbench.lab.metrics import lead_changes

FRIENDS: Final = (("Anna", "Ben", "Cora"), ("Anna", "Ben"), ("Anna", "Ben", "Cora", "Dan"))
NAMES: Final = ("Eve", "Finn", "Gus", "Hal", "Ida", "Jo")
"""Names for the groups of the first exercise that are drawn for each answer."""
FRESH: Final = 12
"""How many more cases are drawn for each answer to the third and the fourth exercise."""
PART: Final = 0.9
"""The part of the games that the length of the third exercise must cover."""
PLACES: Final = 4
LEAST: Final = 0.4
MOST: Final = 0.6
"""Shares of games: the last player is as good as the first if it ends ahead in a share between these two."""


def gaps() -> list[int]:
    """Return by how many points the first player leads the last, in thirty games of For Goods and Honor."""
    table = played("goods_and_honor").table
    firsts = [int(first) for first in table["first"]]
    scores = table[[f"score_{seat}" for seat in range(PLACES)]].to_numpy().tolist()
    return [int(row[first] - row[(first - 1) % PLACES]) for first, row in zip(firsts, scores, strict=True)]


@cache
def lengths(players: int) -> tuple[int, ...]:
    """Return how many decisions each of thirty random games of Keydom had, for a number of players."""
    runs = lab.simulate(load("keydom", players), "random", games=30, seed=1, progress=False)
    return tuple(map(int, runs.table["decisions"]))


def seating(answer: Any) -> Verdict:
    """Judge 8.1: a function that lets everybody sit in each seat equally often."""
    draw, function = fresh(answer), is_function(answer)
    groups = [*FRIENDS, *[tuple(draw.sample(NAMES, number)) for number in (5, 6, draw.choice((2, 3, 4)))]]
    seats = {
        names: [is_texts(ask(function, list(names), number), "a list of the names", len(names)) for number in range(len(names))]
        for names in groups
    }
    for names, rows in seats.items():
        told = f"Over {len(names)} games of {', '.join(names)} "
        for number, row in enumerate(rows):
            if sorted(row) != sorted(names):
                seated = f"In game {number} of {', '.join(names)} the seats are {', '.join(map(quote, row))}"
                return wrong(f"{seated}: name each once.")
        if all(row == rows[0] for row in rows):
            return wrong(f"{told}nobody ever changes seats.")
        for name in names:
            taken = [row.index(name) for row in rows]
            if len(set(taken)) < len(names):
                return partly(0.25, f"{told}{name} gets the seats {', '.join(map(str, taken))}, but should sit in each once.")
    return right("Now no seat has the stronger player more often than another.")


def compensation(answer: Any) -> Verdict:
    """Judge 8.2: the points that make the last in the turn order as good as the first."""
    extra = is_number(answer, "a number of points")
    apart = gaps()
    ahead = sum([1.0 if extra > gap else 0.5 if extra == gap else 0.0 for gap in apart])
    share = lab.share(ahead, len(apart))
    told = f"With {extra:g} more points the last player is ahead of the first in {share} of the games"
    if LEAST <= share.value <= MOST:
        return right(f"{told}.")
    way = "That is not enough" if share.value < LEAST else "That is too much"
    if abs(share.value - 0.5) < 0.25:
        return partly(0.5, f"{told}. {way}, but it is close.")
    return wrong(f"{told}. {way}: where is the middle of the thirty numbers?")


def nine_in_ten(answer: Any) -> Verdict:
    """Judge 8.3: a function that gives the length which nine games in ten do not exceed."""
    draw = fresh(answer)
    samples = [lengths(players) for players in (2, 3, 4)]
    drawn = [tuple(draw.sample(range(20, 200), 5 * draw.randint(1, 6) + draw.choice((0, 1, 2)))) for _ in range(FRESH)]
    series = [tuple(range(1, 11)), (50, 10, 40, 20, 30, 90, 60, 70, 80, 100), *samples, *drawn]
    cases = [(list(one),) for one in series]
    found = asked(answer, cases, lambda length: is_number(length, "a number of decisions"))

    def due(given: list[int]) -> float:
        return lab.quantile(given, PART).value

    def beside(step: int) -> Callable[[list[int]], float]:
        def one_off(given: list[int]) -> float:
            ordered = sorted(given)
            return float(ordered[min(len(ordered) - 1, max(0, ordered.index(int(due(given))) + step))])

        return one_off

    place = "you are one place off. The first item of a list has number 0."
    ideas = (
        Idea(lambda given: given[sorted(given).index(int(due(given)))], "sort the list first.", 0.5),
        Idea(fmean, "that is the mean, which about half of the games exceed."),
        Idea(max, "that is the longest of all."),
        Idea(beside(1), place, 0.5),
        Idea(beside(-1), place, 0.5),
        Idea(lambda given: PART * max(given), "that is nine tenths of the longest, whatever the other games were like."),
        Idea(median, "that is the median, which half of the games exceed."),
        Idea(
            lambda given: sorted(given)[len(given) // 10],
            "nine games in ten are longer than this one. Count from the other end.",
        ),
        Idea(lambda given: PART * fmean(given), "that is nine tenths of the mean."),
        Idea(
            lambda given: ceil(PART * len(given)),
            "that is a number of games. Which length stands at that place in the sorted list?",
        ),
        Idea(
            lambda given: ceil(PART * len(given)) - 1,
            "that is a place in the list. Which length stands there in the sorted list?",
        ),
    )

    def told(case: tuple[Any, ...], gives: float, exact: float) -> str:
        shown = ", ".join(map(str, case[0][:10])) + " ..." * (len(case[0]) > 10)
        return f"For {shown} it gives {gives:g}, not {exact:g}:"

    fault = compared(cases, found, due, ideas, told, "sort the list, and count off nine tenths of it.")
    return fault or right("This is what people with one hour want to know.")


Scores = tuple[int, ...]
HISTORIES: Final[tuple[tuple[Scores, ...], ...]] = (
    ((0, 0), (2, 0), (2, 3), (5, 3)),
    ((0, 0), (2, 0), (2, 2), (3, 2)),
    ((1, 0, 0), (1, 4, 4), (1, 4, 5), (6, 4, 5), (6, 6, 6)),
    ((0, 0), (0, 0)),
)
"""Scores after each round: the lead changes twice, not at all, twice, and not at all."""


def changes(answer: Any) -> Verdict:
    """Judge 8.4: a function that counts how often the lead changes."""
    draw = fresh(answer)
    cases = [(list(history),) for history in (*HISTORIES, *[drawn_history(draw) for _ in range(FRESH)])]
    found = asked(answer, cases, lambda number: is_number(number, "a number of changes"))

    def due(history: list[Scores]) -> float:
        decisions = tuple([Decision(0, 1, scores) for scores in history[:-1]])
        return float(lead_changes(Played(history[-1], decisions=decisions)) or 0)

    def counted(leaders: Iterable[object]) -> int:
        return sum([now != before for before, now in pairwise(leaders)])

    def alone(history: list[Scores]) -> list[int | None]:
        return [scores.index(max(scores)) if scores.count(max(scores)) == 1 else None for scores in history]

    ideas = (
        Idea(
            lambda history: counted([scores.index(max(scores)) for scores in history]),
            "if several players tie for most points, nobody leads.",
            0.25,
        ),
        Idea(
            lambda history: counted(alone(history)),
            "compare with the last player who led alone; in a tie there is no leader.",
            0.25,
        ),
        Idea(
            lambda history: sum([None not in both and both[0] != both[1] for both in pairwise(alone(history))]),
            "the lead may pass through a tie; compare with the last player who led alone, however long ago.",
            0.25,
        ),
        Idea(
            lambda history: counted([None, *[leader for leader in alone(history) if leader is not None]]),
            "the first leader takes the lead from nobody, so that does not count.",
            0.25,
        ),
        Idea(
            lambda history: len(set(alone(history)) - {None}),
            "that is how many players ever led, not how often the lead changed.",
        ),
        Idea(
            lambda history: max(0, len(set(alone(history)) - {None}) - 1),
            "a player may take the lead more than once. Go through the rounds.",
        ),
        Idea(
            lambda history: counted([max(scores) for scores in history]),
            "that counts the rounds in which the best score changed.",
        ),
        Idea(lambda history: counted(history), "that counts the rounds in which any score changed."),
        Idea(len, "that is the number of rounds."),
        Idea(
            lambda history: counted([scores.index(min(scores)) for scores in history]),
            "that follows the player with the fewest points. Who has most?",
        ),
    )

    def told(case: tuple[Any, ...], gives: float, exact: float) -> str:
        return f"For {', '.join(map(str, case[0]))} it gives {gives:g}, not {exact:g}:"

    fault = compared(cases, found, due, ideas, told, "write down who leads alone after each round.")
    return fault or right("The lab counts it in the same way.")


def drawn_history(draw: Random) -> tuple[Scores, ...]:
    """Return the scores of two to four players after each round, with ties and changes of the lead."""
    scores, history = [0] * draw.randint(2, 4), []
    for _ in range(draw.randint(6, 14)):
        scores = [score + draw.choice((0, 0, 1, 2, 5)) for score in scores]
        history.append(tuple(scores))
    return tuple(history)


LESSON: Final = Lesson(
    8,
    "Balance",
    (
        Exercise("8.1", 2, seating),
        Exercise("8.2", 2, compensation),
        Exercise("8.3", 2, nine_in_ten),
        Exercise("8.4", 4, changes),
    ),
)
